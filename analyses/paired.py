"""Two arms on the same deals: the difference, its error, and what playing the same deals saved.

A difference is always variant minus baseline. Everything comes from exact integer sums over the units (deals, pairs of
deals with the seats exchanged, rotations, matches), so that widths depend neither on chunks nor on rounding.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any

from analyses.estimates import MANY, Number, critical, finite, spread, standard_error, whole

#: A difference is called one when its p-value, corrected for the number looked at, is below this.
LEVEL = 0.05


@dataclass(frozen=True)
class Comparison:
    """One variant against the baseline in one metric.

    Attributes
    ----------
    variant, metric : str
        The arm that is compared with the baseline, and in what.
    baseline_value, variant_value : float or None
        Mean of the metric in each arm.
    difference, se, low, high : float or None
        Variant minus baseline, its standard error on the unit, its 95 % interval.
    p, p_holm : float or None
        Two-sided p-value of no difference; the same corrected by Holm for all comparisons of the report (`holm`).
    effect_size : float or None
        Difference divided by the baseline's standard deviation (Glass's delta).
    correlation : float or None
        Of the two arms over the units; None where an arm is constant.
    variance_ratio : float or None
        (var(baseline) + var(variant)) / var(difference): how many times more units independent deals would need.
    changed : float or None
        Share of the units that the variant changed at all.
    n : int
        Number of units.
    method : str
        How p and the interval were found.
    verdict : str
        ``"identical"``, ``"higher"``, ``"lower"`` (the variant's value) or ``"no clear difference"``.
    stopped, anytime_low, anytime_high
        Only for a comparison that may stop early, else None.
    """

    variant: str
    metric: str
    baseline_value: float | None
    variant_value: float | None
    difference: float | None
    se: float | None
    low: float | None
    high: float | None
    p: float | None
    p_holm: float | None
    effect_size: float | None
    correlation: float | None
    variance_ratio: float | None
    changed: float | None
    n: int
    method: str
    verdict: str
    stopped: str | None = None
    anytime_low: float | None = None
    anytime_high: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the fixed keys in their fixed order, ready for JSON: None for nan and infinity."""
        return {key: finite(value) if isinstance(value, float) else value for key, value in asdict(self).items()}


def paired(
    variant: str,
    metric: str,
    *,
    n: int,
    sum_d: Number,
    sum_d2: Number,
    sum_a: Number,
    sum_a2: Number,
    sum_b: Number,
    sum_b2: Number,
    sum_ab: Number,
    changed: int,
    scale: int = 1,
) -> Comparison:
    """Compare two arms that played the same units, from sums over the units (`analyses.sums.pair_sums` makes them).

    The test is Student's on the differences (normal from 10,000 units on), the interval the one that belongs to it.
    Where every unit differs by the same amount there is no variance to test with; there p is the exact sign test's,
    2 ** (1 - n), and the interval has width zero. Before `holm` the corrected p-value is the plain one.

    Parameters
    ----------
    variant, metric : str
        Names.
    n : int
        Units.
    sum_d, sum_d2 : int
        Sum and sum of squares of the differences d = b - a.
    sum_a, sum_a2, sum_b, sum_b2, sum_ab : int
        The same of the baseline a and the variant b, and the sum of their products.
    changed : int
        How many units the variant changed at all, in this metric or elsewhere.
    scale : int, default 1
        The sums are those of `scale` times the metric: 2 for half points, or for the mean of a pair of deals.

    Raises
    ------
    ValueError
        For sums that contradict each other.
    """
    n, changed = int(whole(n)), int(whole(changed))
    d, d2, a, a2, b, b2, ab = (whole(x) for x in (sum_d, sum_d2, sum_a, sum_a2, sum_b, sum_b2, sum_ab))
    if not 0 <= changed <= n:
        raise ValueError(f"{changed} changed units of {n}")
    if all(isinstance(x, int) for x in (d, d2, a, a2, b, b2, ab)) and (d != b - a or d2 != a2 + b2 - 2 * ab):
        raise ValueError(f"{variant}, {metric}: the sums of the difference are not those of variant minus baseline")
    if n == 0:
        return Comparison(variant, metric, *(None,) * 12, 0, "none", "no clear difference")

    difference = float(Fraction(d) / (n * scale))
    se = low = high = effect = correlation = ratio = None
    if n > 1:
        of_a, of_b, of_d = (Fraction(spread(n, *sums)) for sums in ((a, a2), (b, b2), (d, d2)))
        se = standard_error(n, d, d2, scale)
        half = critical(n - 1) * se
        low, high = difference - half, difference + half
        if of_a > 0:
            effect = difference * scale / math.sqrt(of_a / (n * (n - 1)))
        if of_a > 0 and of_b > 0:
            product = n * ab - a * b
            size = math.sqrt(Fraction(product) ** 2 / (of_a * of_b))
            correlation = math.copysign(min(size, 1.0), product)
        if of_d > 0:
            ratio = float((of_a + of_b) / of_d)
    p, method = _p_value(n, d, d2, se, difference)
    return Comparison(
        variant=variant,
        metric=metric,
        baseline_value=float(Fraction(a) / (n * scale)),
        variant_value=float(Fraction(b) / (n * scale)),
        difference=difference,
        se=se,
        low=low,
        high=high,
        p=p,
        p_holm=p,
        effect_size=effect,
        correlation=correlation,
        variance_ratio=ratio,
        changed=changed / n,
        n=n,
        method=method,
        verdict="identical" if d2 == 0 else _verdict(p, difference),
    )


def holm(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """Return the comparisons with p-values corrected for their number, and the verdicts that follow.

    Holm, Scandinavian Journal of Statistics 6, 1979, 65-70. Identical arms count among the number looked at.
    """
    tested = [one for one in comparisons if one.p is not None]
    corrected = [one.p for one in tested]
    if len(tested) > 1:
        # Imported here because it costs a second.
        from statsmodels.stats.multitest import multipletests

        corrected = [float(p) for p in multipletests(corrected, alpha=LEVEL, method="holm")[1]]
    left = iter(corrected)
    return [one if one.p is None else _corrected(one, next(left)) for one in comparisons]


def _corrected(one: Comparison, p_holm: float | None) -> Comparison:
    verdict = one.verdict if one.verdict == "identical" else _verdict(p_holm, one.difference)
    return replace(one, p_holm=p_holm, verdict=verdict)


def _verdict(p: float | None, difference: float | None) -> str:
    if p is None or difference is None or p >= LEVEL:
        return "no clear difference"
    return "higher" if difference > 0 else "lower"


def _p_value(n: int, d: Number, d2: Number, se: float | None, difference: float) -> tuple[float, str]:
    """Return the two-sided p-value of no difference and the name of its method."""
    if d2 == 0:
        return 1.0, "identical"
    if not se:
        return math.ldexp(1.0, 1 - n), "sign test"
    z = abs(difference) / se
    if n - 1 >= MANY:
        return math.erfc(z / math.sqrt(2)), "paired normal"
    from scipy.special import stdtr

    return 2 * float(stdtr(n - 1, -z)), "paired t"
