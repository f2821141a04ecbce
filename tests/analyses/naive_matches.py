"""Matches for tests: deals cut into matches, match rows, and the estimates of both by plain loops."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd
import pytest

from analyses.estimates import Estimate

PLAYERS = ("player0", "player1")
SIDES = ("none", *PLAYERS)
POINTS = ("points_player0", "points_player1")
ENDINGS = ("target", "partie", "drawn", "unfinished")
ROW = np.dtype(
    {
        "names": [*("match", "deals", "first_dealer", "winner", "ending"), *POINTS, "game_points", "rubicon"],
        "formats": ["i8", "i2", "i1", "i1", "i1", "i4", "i4", "i4", "i1"],
    }
)


def numbers(sizes: Sequence[int], first: int = 0) -> np.ndarray:
    """Deal numbers of matches of these sizes, from match `first`."""
    return np.array([4096 * (first + m) + k for m, size in enumerate(sizes) for k in range(size)], np.int64)


def cut(frame: pd.DataFrame, seed: int) -> pd.DataFrame:
    """The same deals as deals of matches of one to seven, and some of the last left out."""
    sizes = np.random.default_rng(seed).integers(1, 8, len(frame)).tolist()
    total, kept = 0, []
    for size in sizes:
        if total + size > len(frame):
            break
        kept.append(size)
        total += size
    return frame.iloc[:total].assign(deal=numbers(kept))


def pieces(frame: pd.DataFrame, seed: int) -> list[pd.DataFrame]:
    """The frame cut at up to four borders of matches."""
    borders = np.flatnonzero(np.diff((frame["deal"] // 4096).to_numpy())) + 1
    cuts = sorted({int(row) for row in np.random.default_rng(seed).choice(borders, 4)}) if len(borders) else []
    return [frame.iloc[a:b] for a, b in zip([0, *cuts], [*cuts, len(frame)], strict=True)]


def by_loops(
    deal: Sequence[int], metric: Sequence[float], inside: Sequence[bool] | None = None
) -> tuple[float | None, float | None, int]:
    """Value, standard error and number of deals of a mean over deals (those inside), by the textbook's loop."""
    of_match: dict[int, list[float]] = {}
    for row, number in enumerate(deal):
        if inside is None or inside[row]:
            sums = of_match.setdefault(number // 4096, [0.0, 0.0])
            sums[0] += metric[row]
            sums[1] += 1
    n, matches = sum(size for _, size in of_match.values()), len(of_match)
    if n == 0:
        return None, None, 0
    value = sum(total for total, _ in of_match.values()) / n
    if matches == 1:
        return value, None, int(n)
    squares = sum((total - value * size) ** 2 for total, size in of_match.values())
    return value, math.sqrt(matches / (matches - 1) * squares) / n, int(n)


def is_ratio(estimate: Estimate, frame: pd.DataFrame, metric: pd.Series, inside: pd.Series | None = None) -> None:
    """Compare an estimate over deals in matches with the loop."""
    of_deals = None if inside is None else inside.tolist()
    value, se, n = by_loops(frame["deal"].tolist(), metric.astype(int).tolist(), of_deals)
    assert estimate.n == n
    assert estimate.value == (None if value is None else pytest.approx(value, abs=1e-12))
    assert estimate.se == (None if se is None else pytest.approx(se, rel=1e-9, abs=1e-12))
    if se is not None:
        assert estimate.low is not None
        assert estimate.high is not None
        assert value is not None
        assert estimate.low - 1e-12 <= value <= estimate.high + 1e-12


def match_rows(count: int, seed: int, partie: bool, first: int = 0) -> np.ndarray:
    """Match rows made up, as the kernel writes them, that do not contradict themselves."""
    rng = np.random.default_rng(seed)
    rows = np.zeros(count, ROW)
    rows["match"] = np.arange(first, first + count)
    rows["deals"] = rng.integers(3, 9, count)
    rows["first_dealer"] = rng.integers(0, 2, count)
    points = rng.integers(60, 250, (count, 2))
    rows["points_player0"], rows["points_player1"] = points.T
    lead = points[:, 0] - points[:, 1]
    rows["winner"] = np.where(lead > 0, 1, np.where(lead < 0, 2, 0))
    rows["winner"][rng.random(count) < 0.05] = 0
    won, low = rows["winner"] > 0, points.min(axis=1)
    rows["ending"] = np.where(won, int(partie), np.where(partie, 2, 3))
    if partie:
        below = won & (low < 100)
        rows["game_points"] = np.where(below, points.sum(axis=1) + 100, np.abs(lead) + 100) * won
        rows["rubicon"] = np.where(below, 3 - rows["winner"], 0)
    return rows


def match_frame(rows: np.ndarray) -> pd.DataFrame:
    """Match rows with words for codes, as categories."""
    words = {"first_dealer": PLAYERS, "winner": SIDES, "rubicon": SIDES, "ending": ENDINGS}
    assert rows.dtype.names is not None
    data = {
        name: pd.Categorical.from_codes(rows[name], categories=pd.Index(words[name])) if name in words else rows[name]
        for name in rows.dtype.names
    }
    return pd.DataFrame(data)
