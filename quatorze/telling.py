"""Deals told move by move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from quatorze.counts import MOST_DEALS, whole_number
from quatorze.planning import Strategies, plan
from simulator.rules import Value
from simulator.transcript import lines, transcript


def trace(
    game: str,
    deal: Any = 0,
    deals: Any = 1,
    *,
    seed: Any = None,
    rules: str | Mapping[str, Value] | None = None,
    strategies: Strategies | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield deals `deal`, `deal` + 1, ..., `deals` of them, told as JSON-able dicts.

    See `quatorze.run` for the arguments; each dict is enough to judge the deal again without the program.

    Raises
    ------
    RequestError, PlayError
        See `quatorze.run`; raised before the first deal is told where the request is wrong.
    """
    return (told for told, _ in told_and_lines(game, deal, deals, seed=seed, rules=rules, strategies=strategies))


def told_and_lines(
    game: str, deal: Any, deals: Any, *, seed: Any, rules: Any, strategies: Any, notation: str = "en"
) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Yield each deal twice: as a dict and as lines for people."""
    request = plan(game, rules, strategies, deals, whole_number("deal", deal, 0, MOST_DEALS), seed, workers=1)
    table = request.chunk().engine()

    def tell() -> Iterator[tuple[dict[str, Any], list[str]]]:
        for number in range(request.first, request.first + request.deals):
            told = transcript(table, request.seed, number)
            yield told, lines(table, told, notation)

    return tell()
