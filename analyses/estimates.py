"""No number without its error: estimates made from exact integer sums, and how many of their digits to print.

Every constructor takes whole numbers of any size and turns to floating point in its last step only, so that a result
cannot depend on how the deals were cut into chunks. Intervals are two-sided at 95 %.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from statistics import NormalDist
from typing import Any

Number = int | Fraction
Group = Mapping[str, str | int]
Z = NormalDist().inv_cdf(0.975)  # of a two-sided 95 % interval
FEW = 25  # below so many expected events an interval comes from the exact binomial
MANY = 10_000  # from so many degrees of freedom on Student's quantile is taken as normal (0.012 % apart there)


@dataclass(frozen=True)
class Estimate:
    """One value with its interval and the number of units (deals, pairs, matches) behind it.

    Attributes
    ----------
    name, group
        What is estimated, of which rows (``{"role": "elder"}``, empty for all).
    value, se, low, high
        The estimate, its standard error and the ends of its 95 % interval; None where the rows cannot tell.
    n
        Number of units.
    exact, z
        The true value where one is known, and (value - exact) / standard error where that says something (`against`).
    kind
        ``"mean"``, ``"share"`` or ``"quantile"``: decides how `against` tests. Not part of `as_dict`.
    effective
        Of a share over clusters, how many independent units would tell as much (`analyses.ratios`); else None.
    """

    name: str
    group: dict[str, str | int]
    value: float | None
    se: float | None
    low: float | None
    high: float | None
    n: int
    exact: float | None = None
    z: float | None = None
    kind: str = field(default="mean", repr=False)
    effective: float | None = field(default=None, repr=False)

    def as_dict(self) -> dict[str, Any]:
        """Return the fixed keys in their fixed order, ready for JSON: plain types, None for nan and infinity."""
        return {
            "name": self.name,
            "group": {str(key): _plain(value) for key, value in self.group.items()},
            "value": finite(self.value),
            "se": finite(self.se),
            "low": finite(self.low),
            "high": finite(self.high),
            "n": int(self.n),
            "exact": finite(self.exact),
            "z": finite(self.z),
        }

    def against(self, exact: Fraction | float) -> Estimate:
        """Return the estimate with the exact value beside it and the z-score of the difference.

        A mean is measured in its own standard error. A share is measured in the standard error it would have if the
        exact value p0 were true, sqrt(p0 (1 - p0) / n) (the score test: Agresti, Categorical Data Analysis, 1.3.3), so
        that zero events have a z-score too; over clusters n is `effective`. An exact share of 0 or 1 has none and is
        tested by equality. A constant sample and a quantile have no z-score. See `agrees` for the verdict.
        """
        wanted = float(exact)
        se = self.se
        if self.kind == "share":
            units = self.effective or self.n
            se = math.sqrt(wanted * (1 - wanted) / units) if units and 0 < wanted < 1 else None
        z = None if self.value is None or not se else (self.value - wanted) / se
        return replace(self, exact=wanted, z=z)

    def agrees(self, limit: float = 4.0) -> bool | None:
        """Tell whether the estimate is compatible with its exact value; None where there is nothing to compare.

        True when ``|z| <= limit``; without a z-score equality is asked of a share or a constant mean, and of a quantile
        that its interval contains the exact value.
        """
        if self.exact is None or self.value is None:
            return None
        if self.z is not None:
            return abs(self.z) <= limit
        if self.kind == "quantile":
            return (self.low is None or self.low <= self.exact) and (self.high is None or self.exact <= self.high)
        return None if self.se is None else self.value == self.exact


def mean(name: str, group: Group, n: int, total: Number, squares: Number, *, scale: int = 1) -> Estimate:
    """Estimate a mean from the number of units, their sum and their sum of squares.

    The variance is (n * squares - total**2) / (n (n - 1)), computed in whole numbers, so nothing cancels (Chan, Golub
    and LeVeque, The American Statistician 37, 1983, on why the floating version fails). The interval is value +- t * se
    with Student's quantile of n - 1 degrees of freedom, the normal one from 10,000 on. One unit has a value and no
    error; a constant sample has an interval of width zero.

    Parameters
    ----------
    n, total, squares : int
        Units, their sum, their sum of squares; of metrics that are not whole numbers ``Fraction(math.fsum(...))``.
    scale : int, default 1
        The sums are those of `scale` times the metric: 2 for half points, or for the mean of two seats.
    """
    n, total, squares = _size(n), whole(total), whole(squares)
    value = float(Fraction(total) / (n * scale)) if n else None
    if value is None or n == 1:
        return Estimate(name, dict(group), value, None, None, None, n)
    se = standard_error(n, total, squares, scale)
    half = critical(n - 1) * se
    return Estimate(name, dict(group), value, se, value - half, value + half, n)


def share(name: str, group: Group, count: int, n: int) -> Estimate:
    """Estimate the probability of something that happened in `count` of `n` units.

    Wilson's interval (`wilson`); with fewer than 25 units that did, or that did not, the exact binomial
    (`clopper_pearson`). The standard error is sqrt(p (1 - p) / n).
    """
    count, n = _counts(count, n)
    if n == 0:
        return Estimate(name, dict(group), None, None, None, None, 0, kind="share")
    value = count / n
    low, high = interval(count, n)
    se = math.sqrt(float(Fraction(count * (n - count), n**3)))
    return Estimate(name, dict(group), value, se, low, high, n, kind="share")


def quantile(name: str, group: Group, histogram: Mapping[int, int], q: Fraction | float) -> Estimate:
    """Estimate a quantile from a histogram ``{value: number of units}``.

    The value is the smallest one that at least the share `q` of the units does not exceed. The interval runs between
    two order statistics whose ranks come from the binomial distribution of the number of units below the true quantile
    (Conover, Practical Nonparametric Statistics, 3rd ed., 3.2): exact below 25 expected units on either side, normal
    above. An end is None where the sample is too small to bound it. There is no standard error.
    """
    # 0.1 means one tenth here, not the binary number next to it, which would move the rank of exact multiples by one.
    part = Fraction(str(q))
    if not 0 < part < 1:
        raise ValueError(f"a quantile lies between 0 and 1, not at {q}")
    cells = sorted((value, _size(units)) for value, units in histogram.items())
    n = sum(units for _, units in cells)
    if n == 0:
        return Estimate(name, dict(group), None, None, None, None, 0, kind="quantile")
    first, last = _ranks(n, part)
    value, low, high = (_ranked(cells, rank) for rank in (math.ceil(n * part), first, last))
    return Estimate(name, dict(group), value, None, low, high, n, kind="quantile")


def interval(count: float, n: float) -> tuple[float, float]:
    """Return the 95 % interval of a share: Wilson's, with fewer than 25 events or non-events the exact binomial."""
    return (clopper_pearson if min(count, n - count) < FEW else wilson)(count, n)


def wilson(count: float, n: float) -> tuple[float, float]:
    """Return the 95 % score interval of a share (Wilson, JASA 22, 1927, 209-212); `n` need not be whole."""
    count, n = _events(count, n)
    if n == 0:
        return 0.0, 1.0
    p = count / n
    centre = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(count * (n - count) / n**3 + Z * Z / (4 * n * n))
    return (0.0 if count == 0 else max(0.0, centre - half)), (1.0 if count == n else min(1.0, centre + half))


def clopper_pearson(count: float, n: float) -> tuple[float, float]:
    """Return the exact 95 % interval of a share (Clopper and Pearson, Biometrika 26, 1934, 404-413)."""
    from scipy.special import betaincinv

    count, n = _events(count, n)
    low = 0.0 if count == 0 else float(betaincinv(count, n - count + 1, 0.025))
    high = 1.0 if count == n else float(betaincinv(count + 1, n - count, 0.975))
    return low, high


def spread(n: int, total: Number, squares: Number) -> Number:
    """Return n * squares - total**2, exactly: n (n - 1) times the sample variance; ValueError for impossible sums."""
    found = n * squares - total * total
    if found < 0 and -found > Fraction(n * squares, 10**12):  # fractions may come from rounded sums
        raise ValueError(f"no sample has n = {n}, sum {total} and sum of squares {squares}")
    return max(found, 0)


def standard_error(n: int, total: Number, squares: Number, scale: int = 1) -> float:
    """Return the standard error of the mean of `n` >= 2 units from their sums."""
    return math.sqrt(Fraction(spread(n, total, squares)) / (n * n * (n - 1))) / scale


def critical(freedom: int) -> float:
    """Return the two-sided 95 % quantile of Student's distribution with `freedom` degrees of freedom."""
    if freedom >= MANY:
        return Z
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.975))


def whole(number: Number) -> Number:
    """Return `number` as a Python int (or Fraction) of unlimited size; a float is refused with TypeError."""
    return number if isinstance(number, Fraction) else operator.index(number)


def finite(number: float | None) -> float | None:
    """Return `number` as a plain float, None for None, nan and infinity."""
    return float(number) if number is not None and math.isfinite(number) else None


def digits(value: float | None, se: float | None) -> str:
    """Write `value` with the digits that its standard error supports: the last one has the first digit's place of `se`.

    Without an error (one unit, or a constant) the value is written as it is, up to six digits; no value is ``-``.

    Examples
    --------
    >>> digits(1.8349, 0.0102), digits(1234.5, 23), digits(91.0, 0.0)
    ('1.83', '1230', '91')
    """
    if value is None or not math.isfinite(value):
        return "-"
    if not se or not math.isfinite(se):
        return str(int(value)) if value == int(value) and abs(value) < 1e15 else f"{value:.6g}"
    # A float carries no more than 16 digits, however small its error.
    place = max(_exponent(se), _exponent(value) - 15)
    rounded = round(Decimal(value).scaleb(-place))
    if rounded == 0:
        return f"{0:.{-place}f}" if -9 <= place < 0 else "0"
    if (place < -9 and abs(value) < 1e-4) or abs(value) >= 1e15:
        return f"{Decimal(rounded).scaleb(place):.{len(str(abs(rounded))) - 1}e}"
    return f"{Decimal(rounded).scaleb(place):.{max(0, -place)}f}"


def plus_minus(estimate: Estimate) -> str:
    """Write an estimate as ``1.83 +- 0.02``: the value and half of its 95 % interval; ``?`` where that is unknown."""
    if estimate.value is None:
        return "-"
    if estimate.low is None or estimate.high is None:
        return f"{digits(estimate.value, None)} +- ?"
    half = (estimate.high - estimate.low) / 2
    se = half / Z if estimate.se is not None else None
    return f"{digits(estimate.value, se)} +- {digits(half, se)}"


def _exponent(number: float) -> int:
    """Return the place of the first digit of `number` written with two digits: -2 for 0.0123, -1 for 0.0998."""
    return int(f"{number:.1e}".partition("e")[2])


def _ranks(n: int, q: Fraction) -> tuple[int, int]:
    """Return the ranks (from 1; 0 and n + 1 mean none) between which the quantile lies with 95 % confidence."""
    if q > Fraction(1, 2):
        first, last = _ranks(n, 1 - q)
        return n + 1 - last, n + 1 - first
    p = float(q)
    if n * p >= FEW:
        half = Z * math.sqrt(n * p * (1 - p))
        return math.floor(n * p - half), math.ceil(n * p + half) + 1
    term = math.exp(n * math.log1p(-p))
    below, k, first = term, 0, -1
    while True:
        if first < 0 and below >= 0.025:
            first = k
        if below >= 0.975 or k == n:
            return first, k + 1
        term *= (n - k) / (k + 1) * p / (1 - p)
        k += 1
        below += term


def _ranked(cells: list[tuple[int, int]], rank: int) -> float | None:
    """Return the value of the unit with that rank, None outside the sample."""
    if rank < 1:
        return None
    for value, units in cells:
        rank -= units
        if rank <= 0:
            return float(value)
    return None


def _size(n: int) -> int:
    """Return a number of units as a Python integer."""
    size = operator.index(n)
    if size < 0:
        raise ValueError(f"a number of units is not negative: {size}")
    return size


def _counts(count: int, n: int) -> tuple[int, int]:
    """Return a number of events and of units as Python integers."""
    count, n = _size(count), _size(n)
    _events(count, n)
    return count, n


def _events(count: float, n: float) -> tuple[float, float]:
    """Return a number of events and of units as Python's numbers, refused where they contradict each other."""
    count, n = (x if isinstance(x, float) else _size(x) for x in (count, n))
    if not 0 <= count <= n:
        raise ValueError(f"{count} events in {n} units")
    return count, n


def _plain(value: Any) -> str | int:
    """Return a group value as JSON takes it: NumPy numbers and booleans become Python's."""
    return value if isinstance(value, str) else value.item() if hasattr(value, "item") else value
