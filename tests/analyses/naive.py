"""Slow and obvious twins of the estimates: plain pandas and plain formulas, and how one is compared with the other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analyses.estimates import Estimate
from analyses.paired import Comparison
from simulator.batch import Chunk, play_chunk
from simulator.engine import Narrow
from simulator.games import game

Z = 1.959963984540054

#: Number of cards of a point by its pips (R9 of the specification: the ranges do not overlap).
CARDS = {range(24, 32): 3, range(34, 42): 4, range(44, 52): 5, range(54, 61): 6, range(64, 69): 7, range(75, 76): 8}


def point(pips: int) -> str:
    """A point as the number of its cards."""
    return "none" if pips == 0 else next(f"{cards} cards" for pips_, cards in CARDS.items() if pips in pips_)


def frame_of(
    strategies: Mapping[str, str],
    deals: int,
    seed: int,
    rules: str = "seed",
    held: Sequence[Narrow] = (),
    first: int = 0,
) -> pd.DataFrame:
    """Return the rows of a run as a frame of wide numbers and plain words."""
    piquet = game("piquet")
    resolved = tuple(piquet.rulebook.resolve(rules).items())
    rows = play_chunk(Chunk("piquet", resolved, tuple(strategies.items()), seed, first, deals, tuple(held)))
    frame = piquet.columns.frame(rows)
    for name in frame:
        if piquet.columns.by_name[name].words:
            frame[name] = frame[name].astype(object)
    return frame  # type: ignore[no-any-return]


def find(estimates: Sequence[Estimate], name: str, **group: str | int) -> Estimate:
    """Return the one estimate of that name and group."""
    (found,) = [item for item in estimates if item.name == name and item.group == group]
    return found


def is_mean(estimate: Estimate, values: Any) -> None:
    """Compare a mean with what the textbook makes of the values."""
    array = np.asarray(values, float)
    assert estimate.n == len(array)
    if len(array) == 0:  # a rare case among few deals
        assert (estimate.value, estimate.se) == (None, None)
        return
    assert estimate.value == pytest.approx(array.mean(), abs=1e-12)
    if len(array) > 1:
        se = array.std(ddof=1) / math.sqrt(len(array))
        assert estimate.se == pytest.approx(se, rel=1e-9, abs=1e-12)
        assert estimate.low is not None
        assert estimate.high is not None
        assert (estimate.low + estimate.high) / 2 == pytest.approx(estimate.value, abs=1e-9)
        if len(array) > 1000:
            assert estimate.high - estimate.low == pytest.approx(2 * Z * se, rel=5e-3, abs=1e-12)


def is_share(estimate: Estimate, happened: Any) -> None:
    """Compare a share with counting."""
    array = np.asarray(happened, bool)
    n, count = len(array), int(array.sum())
    assert estimate.n == n > 0
    assert estimate.value == count / n
    assert estimate.se == pytest.approx(math.sqrt(count * (n - count) / n**3), abs=1e-12)
    assert estimate.low is not None
    assert estimate.high is not None
    assert 0 <= estimate.low <= count / n <= estimate.high <= 1


def is_paired(item: Comparison, baseline: Any, variant: Any, changed: Any) -> None:
    """Compare a comparison with the textbook's paired difference of two samples of the same units."""
    a, b = np.asarray(baseline, float), np.asarray(variant, float)
    d, n = b - a, len(a)
    assert item.n == n > 1
    se = d.std(ddof=1) / math.sqrt(n)
    for found, wanted in (
        (item.baseline_value, a.mean()),
        (item.variant_value, b.mean()),
        (item.difference, d.mean()),
        (item.se, se),
        (item.effect_size, d.mean() / a.std(ddof=1)),
        (item.correlation, np.corrcoef(a, b)[0, 1]),
        (item.variance_ratio, None if se == 0 else (a.var(ddof=1) + b.var(ddof=1)) / d.var(ddof=1)),
    ):
        assert found == (wanted if wanted is None else pytest.approx(wanted, rel=1e-8, abs=1e-10))
    assert item.changed == np.asarray(changed, bool).mean()
    if se == 0:
        assert (item.low, item.high) == (item.difference, item.difference)
        return
    from scipy import stats

    low, high = stats.t.interval(0.95, n - 1, d.mean(), se)
    assert item.low == pytest.approx(low, rel=1e-3, abs=2e-4 * se)
    assert item.high == pytest.approx(high, rel=1e-3, abs=2e-4 * se)
    # From 10,000 units on Student's distribution is taken as the normal one.
    p = 2 * stats.norm.sf(abs(d.mean()) / se) if n > 10_000 else stats.ttest_rel(b, a).pvalue
    assert item.p == pytest.approx(p, rel=1e-6, abs=1e-300)
