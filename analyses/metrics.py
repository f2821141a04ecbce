"""What is compared: columns of the outcome, and what follows from the scores."""

from __future__ import annotations

import numpy as np

from simulator.errors import unknown
from simulator.game import Game


def default_metrics(game: Game) -> list[str]:
    """Return the metrics of a comparison when none is named."""
    scores = [f"score_{role}" for role in game.roles]
    extra = ["score_difference"] if len(game.roles) == 2 else []
    return [*scores, *extra, *(f"wins_{role}" for role in game.roles)]


def known_metrics(game: Game) -> list[str]:
    """Return every metric that can be named: the defaults, then the numbers of the outcome."""
    numbers = [column.name for column in game.columns.columns if not column.words and column.name != "deal"]
    return list(dict.fromkeys([*default_metrics(game), *numbers]))


def metric(game: Game, name: str, rows: np.ndarray) -> np.ndarray:
    """Return a metric of rows as int64, shape (n,).

    ``score_difference`` is the first role's score minus the second's; ``wins_ROLE`` is 1 where the role has more
    points than every other one.

    Raises
    ------
    RequestError
        For an unknown metric.
    """
    if name not in known_metrics(game):
        raise unknown(f"metric of {game.name}", name, known_metrics(game))
    if name == "score_difference":
        first, second = (rows[f"score_{role}"].astype(np.int64) for role in game.roles)
        return first - second
    if name.startswith("wins_"):
        own = rows[f"score_{name.removeprefix('wins_')}"]
        others = [rows[f"score_{role}"] for role in game.roles if f"wins_{role}" != name]
        won: np.ndarray = np.logical_and.reduce([own > other for other in others])
        return won.astype(np.int64)
    return rows[name].astype(np.int64)
