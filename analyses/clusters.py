"""Exact sums over deals that come in matches: the match is the independent unit, its deals are one cluster.

The deals of a match share its players, its score and its end, and matches have differing numbers of deals. So every
mean and share of deals is a ratio of two sums over matches, and its error needs, besides both sums, their squares and
their product match by match (`analyses.ratios` makes the estimates). A frame must hold whole matches, in order; then
the sums do not depend on how the matches were cut into frames.

Columns of the tables, all sums over matches: ``clusters`` counts matches, ``n`` deals, ``total`` a metric; a name with
``2`` is the sum of squares of the matches' sums, ``cross`` the sum of their products with the matches' deals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from analyses.sums import MAX, bound, codes_of, inner, whole_numbers
from simulator.spans import MATCH_DEALS

_DENSE = 8  # up to so many values a table of matches by values is faster than sorting


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


def by_match(deal: pd.Series | np.ndarray) -> Clusters:
    """Return the matches of rows from their deal numbers.

    Raises
    ------
    ValueError
        For matches out of order: one that came in two pieces would count as two.
    """
    match = whole_numbers(deal, len(deal)) // MATCH_DEALS
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
    if len(values) > _DENSE:
        cells = _Cells(clusters, column)
        return cells.table({"n": cells.n, "n2": cells.n * cells.n, "cross": cells.n * cells.sizes})
    shape = len(clusters.sizes), len(values)
    counted = np.bincount(clusters.index * shape[1] + codes, minlength=shape[0] * shape[1]).reshape(shape).T
    sums = [[inner(n), inner(n, n), inner(n, clusters.sizes)] for n in np.ascontiguousarray(counted)]
    return _used(np.array(sums, np.int64).reshape(-1, 3).T, values, column)


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
    n2 = np.bincount(code, odd, len(values)).astype(np.int64)
    cross = np.bincount(code, clusters.sizes[clusters.index], len(values)).astype(np.int64)
    return _used(np.stack([counted, n2, cross]), values, column)


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
    cells = _Cells(clusters, column)
    n = cells.n
    sums = {"clusters": np.ones_like(n), "n": n, "n2": n * n, "cross": n * cells.sizes}
    for name, metric in numerators.items():
        x = cells.totals(whole_numbers(metric, len(column)))
        sums |= {name: x, f"{name}2": x * x, f"{name}_cross": x * n}
    return cells.table(sums)


class _Cells:
    """The cells (value, match) that occur, in this order, and sums over them.

    Attributes
    ----------
    n, sizes : ndarray of int64
        Deals of each cell; deals of its match.
    """

    def __init__(self, clusters: Clusters, column: pd.Series) -> None:
        codes, values = codes_of(column)
        matches = max(len(clusters.sizes), 1)
        key = codes.astype(np.int64, copy=False) * matches + clusters.index
        self._order = np.argsort(key)
        ordered = key[self._order]
        self._starts = np.flatnonzero(np.append(np.ones(min(len(key), 1), bool), np.diff(ordered)))
        value, match = np.divmod(ordered[self._starts], matches)
        self.n = np.diff(self._starts, append=len(key))
        self.sizes = clusters.sizes[match]
        self._firsts = np.flatnonzero(np.append(np.ones(min(len(value), 1), bool), np.diff(value)))
        self._index = values.take(value[self._firsts]).rename(str(column.name))

    def totals(self, metric: np.ndarray) -> np.ndarray:
        """Return the sum of a metric in each cell."""
        if (len(metric) * bound(metric)) ** 2 > MAX:
            raise ValueError(f"{len(metric)} rows of a metric of up to {bound(metric)} are too many for one chunk")
        found: np.ndarray = np.add.reduceat(metric[self._order], self._starts)
        return found

    def table(self, sums: Mapping[str, np.ndarray]) -> pd.DataFrame:
        """Return sums of cells added up by value."""
        added = {name: np.add.reduceat(column, self._firsts) for name, column in sums.items()}
        return pd.DataFrame(added, index=self._index).sort_index()


def _used(sums: np.ndarray, values: pd.Index, column: pd.Series) -> pd.DataFrame:
    """Return the table of the values that occur, from ``n``, ``n2`` and ``cross`` of all values."""
    used = np.flatnonzero(sums[0])
    index = values.take(used).rename(str(column.name))
    return pd.DataFrame(dict(zip(("n", "n2", "cross"), sums[:, used], strict=True)), index=index).sort_index()


def _row(sums: Mapping[str, int]) -> pd.DataFrame:
    return pd.DataFrame({name: np.array([value], dtype=object) for name, value in sums.items()})
