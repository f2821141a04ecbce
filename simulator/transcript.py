"""One deal, told: everything that is needed to judge it again without the program, as JSON or as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from simulator.contract import described
from simulator.engine import Engine


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
    game = engine.game
    table = engine.table(telling=True)
    given = None if pack is None else np.array([pack], np.uint8)
    rows = engine.play(seed, engine.jobs([(deal, 1)], pack=-1 if pack is None else 0), given, table)
    row = row_in_words(game.columns.table(rows).to_pylist()[0])
    record = table[0]
    told = game.tell(record, engine.rules, row)
    return {
        "game": game.name,
        "rules": engine.rules,
        "seed": seed,
        "deal": deal,
        "pack": game.pack.names_of(int(card) for card in record["pack"]),
        "strategies": described(engine.players),
        **told,
        "outcome": row,
        "score": {role: row[f"score_{role}"] for role in game.roles},
    }


def row_in_words(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as plain Python values, JSON-able."""
    return {name: value if isinstance(value, str) else int(value) for name, value in row.items()}


def lines(engine: Engine, told: Mapping[str, Any], notation: str = "en") -> list[str]:
    """Return a transcript as lines for people."""
    seats = ", ".join(f"{role} {name}" for role, name in told["strategies"].items())
    head = f"{told['game']}, rules {engine.game.rulebook.described(engine.rules)}, seed {told['seed']}, "
    return [f"{head}deal {told['deal']}: {seats}", *engine.game.text(told, notation)]
