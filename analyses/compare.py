"""Rule variants on the same deals: for each metric the paired difference to the baseline."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from analyses.metrics import metric
from analyses.paired import Comparison, holm, paired
from analyses.sums import Sums, groups, pair_sums
from simulator.game import Game


def differing(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return for each deal whether any column of its row differs."""
    assert a.dtype.names is not None
    changed = np.zeros(len(a), bool)
    for name in a.dtype.names:
        changed |= np.asarray(a[name]) != np.asarray(b[name])
    return changed


def measure_variants(game: Game, metrics: Sequence[str], variants: Sequence[str]) -> Callable[[list[np.ndarray]], Sums]:
    """Return the measure of a comparison: rows of the baseline, then of each variant -> sums."""

    def measure(arms: list[np.ndarray]) -> Sums:
        baseline, *others = arms
        tables = {}
        for name, rows in zip(variants, others, strict=True):
            changed = differing(baseline, rows)
            for wanted in metrics:
                one, other = metric(game, wanted, baseline), metric(game, wanted, rows)
                tables[f"{name}\n{wanted}"] = pair_sums(one, other, changed)
        return Sums(tables)

    return measure


def comparisons(total: Sums, metrics: Sequence[str], variants: Sequence[str], scale: int = 1) -> list[Comparison]:
    """Return every variant against the baseline in every metric, corrected by Holm over all of them."""
    found = []
    for name in variants:
        for wanted in metrics:
            for _, sums in groups(total[f"{name}\n{wanted}"]):
                found.append(paired(name, wanted, scale=scale, **sums))
    return holm(found)
