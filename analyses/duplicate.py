"""Two strategies in duplicate: every deal is played twice, the seats exchanged; the unit is the pair.

Arm 0 seats the baseline first (roles[0]) and the variant second, arm 1 the other way round. In the metric ``score`` a
pair counts what a strategy made in both seats, halved; ``score_ROLE`` is what it made in that seat alone, and
``margin_ROLE`` that less what the other one made against it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd

from analyses.compare import differing
from analyses.paired import Comparison, holm, paired
from analyses.sums import Sums, groups, pair_sums
from simulator.errors import RequestError
from simulator.game import Game


def measure_pair(game: Game, variant: str) -> Callable[[list[np.ndarray]], Sums]:
    """Return the measure of one variant against the baseline: rows of the two games of every deal -> sums.

    Raises
    ------
    RequestError
        For a game that does not seat two.
    """
    if len(game.roles) != 2:
        raise RequestError(f"{game.name} seats {len(game.roles)}; strategies are compared in games of two so far")
    first, second = game.roles

    def measure(arms: list[np.ndarray]) -> Sums:
        return pair_tables(arms, first, second, variant)

    return measure


def pair_tables(arms: list[np.ndarray], first: str, second: str, variant: str) -> Sums:
    """Return the sums of the pairs, one table a metric."""
    before, after = arms
    baseline = {first: _score(before, first), second: _score(after, second)}
    other = {first: _score(after, first), second: _score(before, second)}
    opponent = {first: _score(before, second), second: _score(after, first)}
    against = {first: _score(after, second), second: _score(before, first)}
    changed = differing(before, after)
    tables: dict[str, pd.DataFrame] = {
        f"{variant}\nscore": pair_sums(baseline[first] + baseline[second], other[first] + other[second], changed)
    }
    for role in (first, second):
        tables[f"{variant}\nscore_{role}"] = pair_sums(baseline[role], other[role], changed)
        tables[f"{variant}\nmargin_{role}"] = pair_sums(
            baseline[role] - opponent[role], other[role] - against[role], changed
        )
    return Sums(tables)


def pair_comparisons(game: Game, total: Sums, variants: list[str]) -> list[Comparison]:
    """Return every variant against the baseline: points a deal in both seats together, then seat by seat."""
    first, second = game.roles
    metrics = ["score", *(f"{stem}_{role}" for role in (first, second) for stem in ("score", "margin"))]
    found = []
    for variant in variants:
        for name in metrics:
            for _, sums in groups(total[f"{variant}\n{name}"]):
                found.append(paired(variant, name, scale=2 if name == "score" else 1, **sums))
    return holm(found)


def _score(rows: np.ndarray, role: str) -> np.ndarray:
    return np.asarray(rows[f"score_{role}"]).astype(np.int64)
