"""One deal, told: everything that is needed to judge it again without the program, as JSON or as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from simulator.columns import Columns
from simulator.contract import described, player_names
from simulator.engine import Engine
from simulator.errors import RequestError
from simulator.spans import MATCH_DEALS


def transcript(engine: Engine, seed: int, deal: int, pack: list[int] | None = None) -> dict[str, Any]:
    """Return deal number `deal` of `seed`, told as the interface document asks.

    Parameters
    ----------
    engine : Engine
    seed, deal : int
    pack : list of int, optional
        Card indices in dealing order, instead of the shuffled pack.

    Raises
    ------
    PlayError
        When a strategy failed.
    """
    table = engine.table(telling=True)
    given = None if pack is None else np.array([pack], np.uint8)
    rows = engine.play(seed, engine.jobs([(deal, 1)], pack=-1 if pack is None else 0), given, table)
    return _told(engine, seed, deal, table[0], rows)


def match_transcripts(engine: Engine, seed: int, match: int, deal: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield the deals of a match, told; or one of them. The match is replayed from its first deal.

    Parameters
    ----------
    engine : Engine
        One that plays matches.
    seed, match : int
    deal : int, optional
        The number of the deal in the match, from 0; all of them by default.

    Raises
    ------
    RequestError
        When the match ended before that deal.
    PlayError
        When a strategy failed.
    """
    names = player_names(engine.game.roles)
    number = 0 if deal is None else deal
    while True:
        table = engine.table(telling=True)
        rows, ends = engine.play_matches(seed, match, 1, number, table)
        record = table[0]
        if len(rows) <= number:
            raise RequestError(f"match {match} has {len(rows)} deals, 0 to {len(rows) - 1}; it has no deal {number}")
        told = _told(engine, seed, MATCH_DEALS * match + number, record, rows[-1:])
        seated = [(seat + int(record["shift"])) % len(names) for seat in range(len(names))]
        players = {role: names[player] for role, player in zip(engine.game.roles, seated, strict=True)}
        told |= {
            "strategies": {role: engine.players[player].specification for role, player in players.items()},
            "match": match,
            "match_deal": number,
            "players": players,
            "totals": {name: int(record["before"][player]) for player, name in enumerate(names)},
            "match_result": _words(engine.game.match_columns, ends) if len(ends) else None,
        }
        yield told
        if len(ends) or deal is not None:
            return
        number += 1


def _told(engine: Engine, seed: int, deal: int, record: Any, rows: np.ndarray) -> dict[str, Any]:
    game = engine.game
    row = _words(game.columns, rows)
    attempt = int(record["attempt"])
    return {
        "game": game.name,
        "rules": engine.rules,
        "seed": seed,
        "deal": deal,
        **({"attempt": attempt} if attempt else {}),
        "pack": game.pack.names_of(int(card) for card in record["pack"]),
        "strategies": described(engine.players),
        **game.tell(record, engine.rules, row),
        "outcome": row,
        "score": {role: row[f"score_{role}"] for role in game.roles},
    }


def _words(columns: Columns | None, rows: np.ndarray) -> dict[str, Any]:
    """Return the first of `rows` as plain Python values, words instead of codes, JSON-able."""
    assert columns is not None
    row = columns.table(rows).to_pylist()[0]
    return {name: value if isinstance(value, str) else int(value) for name, value in row.items()}


def lines(engine: Engine, told: Mapping[str, Any], notation: str = "en") -> list[str]:
    """Return a transcript as lines for people."""
    seats = ", ".join(f"{role} {name}" for role, name in told["strategies"].items())
    head = f"{told['game']}, rules {engine.game.rulebook.described(engine.rules)}, seed {told['seed']}, "
    if "match" in told:
        head += f"match {told['match']}, deal {told['match_deal']}"
        standing = ", ".join(f"{player} {points}" for player, points in told["totals"].items())
        after = [
            f"before   {standing}; " + ", ".join(f"{player} is {role}" for role, player in told["players"].items())
        ]
        result = told["match_result"]
        end = [] if result is None else ["match    " + ", ".join(f"{key} {value}" for key, value in result.items())]
        return [f"{head}: {seats}", *after, *engine.game.text(told, notation), *end]
    return [f"{head}deal {told['deal']}: {seats}", *engine.game.text(told, notation)]
