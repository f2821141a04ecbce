"""Exact sums over deals that come in matches: the match is the independent unit, its deals are one cluster.

The deals of a match share its players, its score and its end, and matches have differing numbers of deals. So every
mean and share of deals is a ratio of two sums over matches, and its error needs, besides both sums, their squares and
their product match by match (`analyses.ratios` makes the estimates). A frame must hold whole matches, in order; then
the sums do not depend on how the matches were cut into frames.

Columns of the tables, all sums over matches: ``clusters`` counts matches, ``n`` deals, ``total`` a metric; a name with
``2`` is the sum of squares of the matches' sums, ``cross`` the sum of their products with the matches' deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from analyses.sums import MAX, bound, codes_of, inner, whole_numbers

DEALS_OF_A_MATCH = 4096  # deal k of match m has the number 4096 * m + k
_CELLS = 1 << 20  # cells (match, value) counted at once: 8 MB


@dataclass(frozen=True)
class Clusters:
    """Which rows belong together.

    Attributes
    ----------
    index : ndarray of int64, shape (rows,)
        The match of each row, counted from 0 in this frame.
    starts : ndarray of int64, shape (matches,)
        First row of each match.
    """

    index: np.ndarray
    starts: np.ndarray

    @cached_property
    def sizes(self) -> np.ndarray:
        """Deals of each match."""
        return np.diff(self.starts, append=len(self.index))

    def table(self) -> pd.DataFrame:
        """Return one row: ``clusters``, ``n``, ``n2``."""
        return _row({"clusters": len(self.sizes), "n": len(self.index), "n2": inner(self.sizes, self.sizes)})

    def totals(self, metric: pd.Series | np.ndarray) -> np.ndarray:
        """Return the sum of a metric of whole numbers (one a row) in each match: int64, objects if it does not fit."""
        values = whole_numbers(metric, len(self.index))
        if len(values) and bound(values) * int(self.sizes.max()) > MAX:
            values = values.astype(object)
        found: np.ndarray = np.add.reduceat(values, self.starts)
        return found

    def blocks(self, width: int) -> Iterator[tuple[slice, slice]]:
        """Yield (matches, rows) so that a table of matches by `width` values fits the memory it may take."""
        step, edges = max(1, _CELLS // max(width, 1)), np.append(self.starts, len(self.index))
        for first in range(0, len(self.starts), step):
            last = min(first + step, len(self.starts))
            yield slice(first, last), slice(int(edges[first]), int(edges[last]))


def by_match(deal: pd.Series | np.ndarray) -> Clusters:
    """Return the matches of rows from their deal numbers.

    Raises
    ------
    ValueError
        For matches out of order: one that came in two pieces would count as two.
    """
    match = whole_numbers(deal, len(deal)) // DEALS_OF_A_MATCH
    steps = np.diff(match)
    if len(steps) and steps.min() < 0:
        raise ValueError("the rows of a run in matches are read in the order of their deals")
    starts = np.flatnonzero(np.append(np.ones(min(len(match), 1), bool), steps != 0))
    return Clusters(np.repeat(np.arange(len(starts)), np.diff(starts, append=len(match))), starts)


def ratio_sums(clusters: Clusters, metric: pd.Series | np.ndarray) -> pd.DataFrame:
    """Return one row: ``total``, ``total2``, ``cross`` of a metric of whole numbers."""
    totals = clusters.totals(metric)
    squares, cross = inner(totals, totals), inner(totals, clusters.sizes)
    return _row({"total": inner(totals), "total2": squares, "cross": cross})


def share_sums(clusters: Clusters, column: pd.Series) -> pd.DataFrame:
    """Return ``n`` (deals with it), ``n2`` and ``cross`` for every value of a column that occurs: words or codes."""
    codes, values = codes_of(column)
    sums = np.zeros((3, len(values)), np.int64)
    for matches, rows in clusters.blocks(len(values)):
        cells = _counted(clusters, matches, rows, codes, len(values))
        sums += cells.sum(axis=0), np.einsum("ij,ij->j", cells, cells), clusters.sizes[matches] @ cells
    return _used(dict(zip(("n", "n2", "cross"), sums, strict=True)), values, str(column.name))


def rank_sums(clusters: Clusters, column: pd.Series) -> pd.DataFrame:
    """Return for every number of a column what adds up to the sums of "at most that number": ``n``, ``n2``, ``cross``.

    Added over all numbers up to x they are the sums of `share_sums` for "at most x". The square of the count c of a
    match is the sum of the first c odd numbers: so the deals of a match, sorted, carry 1, 3, 5, ... This needs one sort
    instead of a table of matches by numbers.
    """
    codes, values = codes_of(column)
    base = clusters.index * len(values)
    code = np.sort(base + codes) - base  # the matches stay where they are
    odd = 2 * (np.arange(len(code)) - clusters.starts[clusters.index]) + 1
    counted = np.bincount(code, minlength=len(values))
    # Whole numbers in floating point: exact, as even the sum of all is far below 2 ** 53.
    weighed = [np.bincount(code, each, len(values)) for each in (odd, clusters.sizes[clusters.index])]
    sums = (counted, *(each.astype(np.int64) for each in weighed))
    return _used(dict(zip(("n", "n2", "cross"), sums, strict=True)), values, str(column.name))


def domain_sums(
    clusters: Clusters, column: pd.Series, numerators: Mapping[str, pd.Series | np.ndarray]
) -> pd.DataFrame:
    """Return the sums of several metrics over the deals of each value of a column, for means and shares of those deals.

    Parameters
    ----------
    clusters, column
        Matches and the value that divides their deals: words or codes.
    numerators : mapping
        Metrics of whole numbers or booleans, by name.

    Returns
    -------
    DataFrame
        By value: ``clusters`` (matches in which it occurs), ``n``, ``n2``, ``cross`` (with all deals of the match), and
        for a numerator ``x`` its sum ``x``, its squares ``x2``, and ``x_cross`` with the match's deals of the value.
    """
    codes, values = codes_of(column)
    metrics = {name: whole_numbers(metric, len(column)) for name, metric in numerators.items()}
    largest = max((bound(metric) for metric in metrics.values()), default=0)
    # Totals of matches are added as floating point, their squares as int64: a metric of a game is far from both.
    if len(column) * max(largest, 1) > 2**53 or (len(column) * max(largest, 1)) ** 2 > MAX:
        raise ValueError(
            f"sums of a metric of up to {largest} over {len(column)} rows are too large: use smaller chunks"
        )
    names = ["clusters", "n", "n2", "cross", *(f"{name}{kind}" for name in metrics for kind in ("", "2", "_cross"))]
    sums = np.zeros((len(names), len(values)), np.int64)
    for matches, rows in clusters.blocks(len(values)):
        n = _counted(clusters, matches, rows, codes, len(values))
        found = [(n > 0).sum(axis=0), n.sum(axis=0), np.einsum("ij,ij->j", n, n), clusters.sizes[matches] @ n]
        for metric in metrics.values():
            x = _counted(clusters, matches, rows, codes, len(values), metric)
            found += [x.sum(axis=0), np.einsum("ij,ij->j", x, x), np.einsum("ij,ij->j", x, n)]
        sums += found
    return _used(dict(zip(names, sums, strict=True)), values, str(column.name))


def _counted(
    clusters: Clusters, matches: slice, rows: slice, codes: np.ndarray, width: int, metric: np.ndarray | None = None
) -> np.ndarray:
    """Return a table of matches by values: how many rows, or the sum of a metric; int64."""
    key = (clusters.index[rows] - matches.start) * width + codes[rows]
    size = (matches.stop - matches.start) * width
    cells = np.bincount(key, None if metric is None else metric[rows], size)
    return cells.astype(np.int64, copy=False).reshape(-1, width)


def _used(sums: Mapping[str, np.ndarray], values: pd.Index, name: str) -> pd.DataFrame:
    """Return the table of the values that occur."""
    used = np.flatnonzero(sums["n"])
    index = values.take(used).rename(name)
    return pd.DataFrame({key: column[used] for key, column in sums.items()}, index=index).sort_index()


def _row(sums: Mapping[str, int]) -> pd.DataFrame:
    return pd.DataFrame({name: np.array([value], dtype=object) for name, value in sums.items()})
