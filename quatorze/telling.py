"""Deals told move by move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from quatorze.counts import MOST_DEALS, whole_number
from quatorze.planning import Strategies, plan
from simulator.errors import RequestError
from simulator.request import MOST_MATCHES
from simulator.rules import Value
from simulator.spans import MATCH_DEALS
from simulator.transcript import lines, match_transcripts, transcript


def trace(
    game: str,
    deal: Any = None,
    deals: Any = None,
    *,
    match: Any = None,
    seed: Any = None,
    rules: str | Mapping[str, Value] | None = None,
    strategies: Strategies | None = None,
    hand: Mapping[str, str] | None = None,
    pack: str | None = None,
    accept: str | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield deals, told as JSON-able dicts.

    Parameters
    ----------
    deal, deals : int, optional
        The first deal, 0 by default, and how many from there, 1 by default.
    match : int, optional
        A match instead: all its deals, or its deal number `deal` alone. It is replayed from its first deal.
    game, seed, rules, strategies, hand, pack, accept
        See `quatorze.planning.plan`.

    Yields
    ------
    dict
        Enough to judge the deal again without the program.

    Raises
    ------
    RequestError, PlayError
        See `quatorze.run`; raised before the first deal is told where the request is wrong.
    """
    fixed = {"hand": hand, "pack": pack, "accept": accept}
    stories = told_and_lines(game, deal, deals, match, seed=seed, rules=rules, strategies=strategies, **fixed)
    return (told for told, _ in stories)


def told_and_lines(
    game: str, deal: Any, deals: Any, match: Any, *, seed: Any, rules: Any, strategies: Any, **conditions: Any
) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Yield each deal twice: as a dict and as lines for people."""
    if match is not None:
        return _match(game, deal, deals, match, seed=seed, rules=rules, strategies=strategies, **conditions)
    first = whole_number("deal", 0 if deal is None else deal, 0, MOST_DEALS)
    count = 1 if deals is None else deals
    request = plan(game, rules, strategies, count, first, seed, workers=1, **conditions)
    table = request.chunk().engine()

    def tell() -> Iterator[tuple[dict[str, Any], list[str]]]:
        for number in range(request.first, request.first + request.deals):
            told = transcript(table, request.seed, number)
            yield told, lines(table, told, conditions.get("notation", "en"))

    return tell()


def _match(
    game: str, deal: Any, deals: Any, match: Any, *, seed: Any, rules: Any, strategies: Any, **conditions: Any
) -> Iterator[tuple[dict[str, Any], list[str]]]:
    if deals is not None:
        raise RequestError("-n and --match at once; a match is told whole, or one deal of it with --deal")
    if conditions.get("pack") is not None:
        raise RequestError("--pack gives the cards of one deal; leave out --match")
    number = whole_number("match", match, 0, MOST_MATCHES)
    only = None if deal is None else whole_number("deal", deal, 0, MATCH_DEALS - 1)
    request = plan(game, rules, strategies, None, number, seed, workers=1, matches=1, **conditions)
    table = request.chunk().engine()
    stories = match_transcripts(table, request.seed, number, only)
    return ((told, lines(table, told, conditions.get("notation", "en"))) for told in stories)
