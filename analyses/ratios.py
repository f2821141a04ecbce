"""Means, shares and medians of deals that come in matches: ratios of sums over matches, with the error that follows.

With S_m the sum of a metric in match m, N_m its deals, C matches and R = sum S / sum N, the variance of R is by
linearisation C / (C - 1) * sum (S_m - R N_m)**2 / (sum N)**2 (Cochran, Sampling Techniques, 3rd ed., 6.4 and 9A.1).
It is computed in whole numbers from the sums of `analyses.clusters`. Where every match has one deal, all of it is what
`analyses.estimates` says of the deals.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import pandas as pd

from analyses.estimates import Estimate, Group, critical, interval
from analyses.sums import groups


@dataclass(frozen=True)
class Base:
    """What a ratio is taken of: matches, their deals, and the sum of squares of the deals of each match."""

    clusters: int
    n: int
    n2: int

    @classmethod
    def of(cls, table: pd.DataFrame) -> Base:
        """Return the base of a run from `Clusters.table`; of no rows, an empty one."""
        return next((cls(**sums) for _, sums in groups(table)), cls(0, 0, 0))


def ratio_mean(name: str, group: Group, base: Base, total: int, total2: int, cross: int) -> Estimate:
    """Estimate a mean over deals; its interval has Student's quantile of C - 1 degrees of freedom.

    Parameters
    ----------
    base : Base
    total, total2, cross : int
        Sum of the metric; sum of squares of the matches' sums; sum of their products with the matches' deals.
    """
    value = float(Fraction(total, base.n)) if base.n else None
    if value is None or base.clusters < 2:
        return Estimate(name, dict(group), value, None, None, None, base.n)
    se = math.sqrt(variance(base, total, total2, cross))
    half = critical(base.clusters - 1) * se
    return Estimate(name, dict(group), value, se, value - half, value + half, base.n)


def ratio_share(name: str, group: Group, base: Base, total: int, total2: int, cross: int) -> Estimate:
    """Estimate the share of deals in which something happened; parameters as `ratio_mean`, of 0 and 1.

    The interval is that of `analyses.estimates.share` for the effective number of deals, `effective`.
    """
    if not base.n:
        return Estimate(name, dict(group), None, None, None, None, 0, kind="share")
    value = total / base.n
    units = effective(base, total, total2, cross)
    low, high = interval(0.0 if total == 0 else units if total == base.n else value * units, units)
    # Rounding of the effective number must not leave the value outside of its interval.
    low, high = min(low, value), max(high, value)
    se = math.sqrt(variance(base, total, total2, cross)) if base.clusters > 1 else None
    return Estimate(name, dict(group), value, se, low, high, base.n, kind="share", effective=units)


def ratio_quantile(name: str, group: Group, base: Base, table: pd.DataFrame, q: Fraction) -> Estimate:
    """Estimate a quantile over deals from `analyses.clusters.rank_sums`.

    The value is the smallest one that at least the share `q` of the deals does not exceed. The interval holds the
    numbers x that can be it: the share of deals at most x may be `q` or more, that of deals below x `q` or less
    (Woodruff, JASA 47, 1952, 635-646, with the interval of `ratio_share`). An end is None where the matches are too
    few.
    """
    value = low = high = None
    nothing_below = ratio_share(name, group, base, 0, 0, 0).high
    total = total2 = cross = 0
    for x, n, n2, n_cross in _rows(table):
        total, total2, cross = total + n, total2 + n2, cross + n_cross
        at_most = ratio_share(name, group, base, total, total2, cross)
        assert nothing_below is not None
        assert at_most.low is not None
        assert at_most.high is not None
        if value is None and total >= q * base.n:
            value = float(x)
        if low is None and at_most.high >= q > nothing_below:
            low = float(x)
        if at_most.low > q:
            high = float(x)
            break
    return Estimate(name, dict(group), value, None, low, high, base.n, kind="quantile")


def variance(base: Base, total: int, total2: int, cross: int) -> float:
    """Return the variance of a ratio over at least two matches: whole numbers up to one last division."""
    return base.clusters * _residual(base, total, total2, cross) / ((base.clusters - 1) * base.n**4)


def effective(base: Base, total: int, total2: int, cross: int) -> float:
    """Return how many independent deals would tell as much of a share as these matches do.

    It is n / deff * (t(n - 1) / t(C - 1))**2 and n at most, with deff the variance divided by that of n independent
    deals and t Student's quantiles: matches few in number know their own variance badly (Korn and Graubard, Survey
    Methodology 24, 1998, 193-201). Without any event, or without any but events, deff cannot be estimated; then, and
    for a single match, it is as if all deals of a match were one and the same: (sum N_m)**2 / sum N_m**2.
    """
    n, clusters = base.n, base.clusters
    if clusters < 2 or total in {0, n}:
        return n * n / base.n2
    spread = clusters * (n - 1) * _residual(base, total, total2, cross)
    deff = spread / ((clusters - 1) * n * n * total * (n - total))
    if n > clusters:
        deff *= (critical(clusters - 1) / critical(n - 1)) ** 2
    return n / deff if deff > 1 else float(n)


def _residual(base: Base, total: int, total2: int, cross: int) -> int:
    """Return n**2 * sum (S_m - R N_m)**2; ValueError for impossible sums."""
    found = base.n * base.n * total2 - 2 * base.n * total * cross + total * total * base.n2
    if found < 0:
        raise ValueError(f"no matches have {base}, sum {total}, squares {total2} and products {cross}")
    return found


def _rows(table: pd.DataFrame) -> Iterable[tuple[int, ...]]:
    columns = [[int(x) for x in table[name]] for name in ("n", "n2", "cross")]
    return zip(table.index.tolist(), *columns, strict=True)
