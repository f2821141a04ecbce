"""Estimates: known answers, an independent library for every interval, and what must hold for all sums."""

from __future__ import annotations

import json
import math
import random
import statistics
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from analyses.estimates import Estimate, Z, clopper_pearson, digits, mean, plus_minus, quantile, share, wilson

KEYS = ["name", "group", "value", "se", "low", "high", "n", "exact", "z"]


def of(values: list[int], scale: int = 1) -> Estimate:
    return mean("m", {}, len(values), sum(values), sum(x * x for x in values), scale=scale)


def width(estimate: Estimate) -> float:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.high - estimate.low


def test_nothing_in_a_thousand_deals_says_at_most_0_368_percent() -> None:
    estimate = share("carte_blanche", {}, 0, 1000)
    assert (estimate.value, estimate.se, estimate.low) == (0.0, 0.0, 0.0)
    assert round(100 * (estimate.high or 0), 3) == 0.368
    assert round(100 * wilson(0, 1000)[1], 3) == 0.383
    assert round(100 * (1 - 0.05 ** (1 / 1000)), 2) == 0.30


def test_an_event_of_frequency_0_002_takes_191690_deals_to_be_pinned_to_within_a_tenth() -> None:
    estimate = share("rare", {}, 383_380, 191_690_000)
    assert estimate.value == 0.002
    assert width(estimate) / 2 / 0.002 * math.sqrt(1000) == pytest.approx(0.1, rel=1e-5)


def test_four_hundred_games_tell_a_win_rate_to_4_9_points_and_34_elo() -> None:
    estimate = share("wins", {}, 200, 400)
    assert estimate.se is not None
    assert 400 * estimate.se == pytest.approx(10)
    half = width(estimate) / 2
    assert round(100 * half, 1) == 4.9
    assert round(400 * math.log10((0.5 + half) / (0.5 - half))) == 34


@pytest.mark.parametrize(("count", "n"), [(25, 50), (25, 1000), (200, 400), (975, 1000), (123_456, 10_000_000)])
def test_a_share_has_wilsons_interval(count: int, n: int) -> None:
    estimate = share("s", {}, count, n)
    assert (estimate.low, estimate.high) == pytest.approx(proportion_confint(count, n, method="wilson"), rel=1e-12)
    assert estimate.se == pytest.approx(math.sqrt(count / n * (1 - count / n) / n), rel=1e-12)


@pytest.mark.parametrize(("count", "n"), [(0, 1), (1, 1), (3, 10), (24, 49), (24, 10**9), (990, 1000), (10**6, 10**6)])
def test_a_share_of_few_events_has_the_exact_interval(count: int, n: int) -> None:
    estimate = share("s", {}, count, n)
    peer = stats.binomtest(count, n).proportion_ci(0.95, method="exact")
    assert (estimate.low, estimate.high) == pytest.approx((peer.low, peer.high), rel=1e-9)
    assert (estimate.low, estimate.high) == clopper_pearson(count, n)


@given(st.integers(1, 10**12).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_share_lies_in_its_interval_which_lies_in_0_to_1(counts: tuple[int, int]) -> None:
    count, n = counts
    for low, high in (wilson(count, n), clopper_pearson(count, n)):
        assert 0 <= low <= count / n + 1e-15
        assert count / n - 1e-15 <= high <= 1
        assert low < high


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=60))
def test_a_mean_has_students_interval(values: list[int]) -> None:
    estimate = of(values)
    sem = statistics.stdev(values) / math.sqrt(len(values))
    half = stats.t.ppf(0.975, len(values) - 1) * sem
    assert estimate.value == pytest.approx(statistics.fmean(values), abs=1e-9)
    assert estimate.se == pytest.approx(sem, rel=1e-9)
    assert width(estimate) / 2 == pytest.approx(half, rel=1e-9, abs=1e-9)


def test_the_interval_of_a_mean_is_normal_from_ten_thousand_degrees_of_freedom_on() -> None:
    below, above = of([0, 1] * 5000), of([0, 1] * 5000 + [0])
    assert below.se is not None
    assert above.se is not None
    assert width(below) / below.se / 2 == pytest.approx(stats.t.ppf(0.975, 9999), rel=1e-9)
    assert width(above) / above.se / 2 == pytest.approx(Z, rel=1e-9)
    assert stats.t.ppf(0.975, 10_000) / Z < 1.000125


def test_the_error_of_large_close_numbers_does_not_cancel() -> None:
    assert of([10**9 + 1, 10**9 + 2, 10**9 + 3]).se == pytest.approx(1 / math.sqrt(3), rel=1e-14)
    assert of([10**30, 10**30 + 2]).se == pytest.approx(1.0, rel=1e-14)


def test_ten_million_deals_at_450_are_4_500_000_000() -> None:
    n = 10_000_000
    estimate = mean("score", {}, n, 4_500_000_000, 450 * 450 * n)
    assert (estimate.value, estimate.se, estimate.low, estimate.high) == (450.0, 0.0, 450.0, 450.0)


@pytest.mark.parametrize("n", [2, 3, 1000, 10_000_000])
def test_a_constant_sample_has_an_interval_of_width_zero(n: int) -> None:
    estimate = mean("points", {}, n, 91 * n, 91 * 91 * n)
    assert (estimate.value, estimate.se, estimate.low, estimate.high) == (91.0, 0.0, 91.0, 91.0)
    assert plus_minus(estimate) == "91 +- 0"
    assert estimate.against(91).z is None
    assert estimate.against(91).agrees() is True
    assert estimate.against(90).agrees() is False


def test_one_unit_has_a_value_and_no_error() -> None:
    estimate = of([7])
    assert (estimate.value, estimate.se, estimate.low, estimate.high, estimate.n) == (7.0, None, None, None, 1)
    assert plus_minus(estimate) == "7 +- ?"
    assert estimate.against(7).agrees() is None


@pytest.mark.parametrize("estimate", [of([]), share("s", {}, 0, 0), quantile("q", {}, {}, 0.5)])
def test_no_unit_has_no_value(estimate: Estimate) -> None:
    assert (estimate.value, estimate.se, estimate.low, estimate.high, estimate.n) == (None, None, None, None, 0)
    assert plus_minus(estimate) == "-"
    assert wilson(0, 0) == clopper_pearson(0, 0) == (0.0, 1.0)
    against = estimate.against(0.5)
    assert (against.exact, against.z, against.agrees()) == (0.5, None, None)
    json.dumps(against.as_dict(), allow_nan=False)


def test_half_points_are_summed_doubled() -> None:
    estimate, doubled = of([91, 90, 93], scale=2), of([91, 90, 93])
    assert doubled.se is not None
    assert estimate.value == pytest.approx(274 / 6)
    assert estimate.se == pytest.approx(doubled.se / 2)


def test_a_metric_that_is_not_whole_comes_as_fractions_of_its_sums() -> None:
    values = [0.1] * 1000
    total, squares = (Fraction(math.fsum(x)) for x in (values, [x * x for x in values]))
    estimate = mean("m", {}, 1000, total, squares)
    assert estimate.value == pytest.approx(0.1)
    assert estimate.se == pytest.approx(0.0, abs=1e-9)


def test_sums_that_no_sample_can_have_are_refused() -> None:
    with pytest.raises(ValueError, match="no sample has n = 2"):
        mean("m", {}, 2, 3, 4)
    with pytest.raises(TypeError):
        mean("m", {}, 2, 3.0, 5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="5 events in 4 units"):
        share("s", {}, 5, 4)
    with pytest.raises(ValueError, match="not negative"):
        share("s", {}, 0, -1)
    with pytest.raises(ValueError, match="between 0 and 1"):
        quantile("q", {}, {1: 1}, 1.0)


def test_numpy_sums_do_not_wrap() -> None:
    n, total, squares = np.array([2, 4 * 10**9, 9 * 10**18])
    assert mean("m", {}, n, total, squares).se == pytest.approx(math.sqrt(0.5) * 10**9, rel=1e-12)
    count, n = np.array([10**9, 4 * 10**9])
    assert share("s", {}, count, n).se == pytest.approx(math.sqrt(3 / 16 / 4 / 10**9))


def test_a_share_is_tested_with_the_error_of_the_exact_value() -> None:
    estimate = share("s", {}, 60, 100).against(Fraction(1, 2))
    assert estimate.exact == 0.5
    assert estimate.z == pytest.approx(2.0)
    assert share("s", {}, 0, 1000).against(0.001).z == pytest.approx(-1.0, abs=1e-3)
    assert estimate.agrees() is True
    assert estimate.agrees(limit=1.9) is False


@pytest.mark.parametrize(("exact", "count", "right"), [(0, 0, True), (0, 1, False), (1, 9, True), (1, 8, False)])
def test_an_exact_share_of_0_or_1_is_tested_by_equality(exact: int, count: int, right: bool) -> None:
    estimate = share("s", {}, count, 9).against(exact)
    assert estimate.z is None
    assert estimate.agrees() is right


def test_a_mean_is_tested_with_its_own_error_also_against_0() -> None:
    estimate = of([1, 2, 3]).against(0)
    assert estimate.z == pytest.approx(2 / math.sqrt(1 / 3))


def test_an_estimate_is_json_with_the_fixed_keys_in_order() -> None:
    group = {"role": "elder", "exchanged": np.int64(3), "void": np.bool_(False)}
    found = mean("score", group, 3, 6, 14).against(2).as_dict()  # type: ignore[arg-type]
    assert list(found) == KEYS
    assert json.loads(json.dumps(found, allow_nan=False))["group"] == {"role": "elder", "exchanged": 3, "void": False}
    assert found["z"] == 0.0
    broken = Estimate("x", {}, math.nan, math.inf, -math.inf, None, 3, exact=math.nan, z=math.inf).as_dict()
    assert [broken[key] for key in ("value", "se", "low", "high", "exact", "z")] == [None] * 6


@pytest.mark.parametrize("q", [0.05, 0.25, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("n", [1, 2, 3, 10, 24, 49])
def test_the_ranks_of_a_quantile_are_those_of_the_exact_binomial(n: int, q: float) -> None:
    estimate = quantile("q", {}, dict.fromkeys(range(1, n + 1), 1), q)
    first, last = int(stats.binom.ppf(0.025, n, q)), int(stats.binom.ppf(0.975, n, q)) + 1
    assert estimate.low == (first if first >= 1 else None)
    assert estimate.high == (last if last <= n else None)
    assert estimate.value == math.ceil(Fraction(str(q)) * n)
    assert estimate.se is None


@pytest.mark.parametrize("q", [0.01, 0.1, 0.5, 0.75, 0.99])
@pytest.mark.parametrize("n", [2500, 100_000, 1_000_000])
def test_the_ranks_of_a_quantile_of_many_cover_at_least_95_percent_and_hardly_more(n: int, q: float) -> None:
    values = min(n, 2500)
    estimate = quantile("q", {}, dict.fromkeys(range(1, values + 1), n // values), q)
    assert estimate.value is not None
    assert estimate.low is not None
    assert estimate.high is not None
    assert estimate.low <= estimate.value <= estimate.high
    if n == 2500:
        cover = stats.binom.cdf(estimate.high - 1, n, q) - stats.binom.cdf(estimate.low - 1, n, q)
        assert 0.949 < cover < 0.975


def test_the_interval_of_a_quantile_covers_the_true_one() -> None:
    rng = random.Random(14)
    covered = 0
    for _ in range(400):
        sample = [int(rng.expovariate(0.1)) for _ in range(200)]
        histogram = {value: sample.count(value) for value in set(sample)}
        median = quantile("turns", {}, histogram, 0.5)
        covered += bool(median.against(math.floor(10 * math.log(2))).agrees())
    assert covered >= 0.95 * 400 - 4 * math.sqrt(400 * 0.05 * 0.95)


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=40), st.sampled_from([0.1, 0.25, 0.5, 0.75, 0.9]))
def test_a_quantile_is_the_inverted_distribution(values: list[int], q: float) -> None:
    histogram = {value: values.count(value) for value in reversed(values)} | {99: 0}
    estimate = quantile("q", {}, histogram, q)
    ordered = sorted(values)
    assert estimate.value == ordered[math.ceil(Fraction(str(q)) * len(values)) - 1]
    assert estimate.low is None or estimate.low <= estimate.value
    assert estimate.high is None or estimate.high >= estimate.value


def test_a_constant_histogram_has_a_quantile_of_width_zero() -> None:
    estimate = quantile("cards", {}, {12: 1000}, 0.5)
    assert (estimate.value, estimate.low, estimate.high) == (12.0, 12.0, 12.0)
    assert plus_minus(estimate) == "12 +- 0"


@pytest.mark.parametrize(
    ("value", "se", "text"),
    [
        (1.8349, 0.0102, "1.83"),
        (1.8349, 0.0098, "1.835"),
        (1.8349, 0.0999, "1.8"),
        (-1.8349, 0.2, "-1.8"),
        (-0.001, 0.02, "0.00"),
        (1234.5, 23, "1230"),
        (17.0, 400.0, "0"),
        (91.0, 0.0, "91"),
        (1 / 3, 0.0, "0.333333"),
        (2.5, None, "2.5"),
        (None, 0.1, "-"),
        (math.nan, 0.1, "-"),
        (1.0, math.inf, "1"),
        (0.0, 1e-12, "0"),
        (1.5e-12, 2e-14, "1.50e-12"),
        (1.23456e20, 3e17, "1.235e+20"),
        (1e300, 1e-300, "1.000000000000000e+300"),
        (2.0, 1e-300, "2.000000000000000"),
    ],
)
def test_a_reported_digit_is_one_that_the_error_supports(value: float | None, se: float | None, text: str) -> None:
    assert digits(value, se) == text


@given(st.floats(-1e14, 1e14), st.floats(1e-8, 1e12))
def test_written_digits_are_off_by_less_than_a_standard_error(value: float, se: float) -> None:
    text = digits(value, se)
    assert abs(float(text) - value) <= max(0.53 * se, abs(value) * 1e-14)
    decimals = len(text.partition(".")[2])
    assert decimals == 0 or 10.0**-decimals >= min(0.09 * se, abs(value) * 1e-16)


def test_plus_minus_is_half_the_interval() -> None:
    assert plus_minus(Estimate("points", {}, 1.8349, 0.0102, 1.8149, 1.8549, 9000)) == "1.83 +- 0.02"
    assert plus_minus(share("s", {}, 0, 1000)) == "0.0000 +- 0.0018"
    assert plus_minus(share("s", {}, 5000, 10_000)) == "0.500 +- 0.010"
    assert plus_minus(quantile("q", {}, {1: 1, 2: 1}, 0.5)) == "1 +- ?"
