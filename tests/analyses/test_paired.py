"""Paired comparisons: known answers, scipy's paired tests, and what must hold for all pairs of arms."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from analyses.estimates import mean, share
from analyses.paired import Comparison, holm, paired
from analyses.sums import Sums, groups, pair_sums

KEYS = ["variant", "metric", "baseline_value", "variant_value", "difference", "se", "low", "high", "p", "p_holm"]
KEYS += ["effect_size", "correlation", "variance_ratio", "changed", "n", "method", "verdict", "stopped"]
KEYS += ["anytime_low", "anytime_high"]
ARMS = st.lists(st.tuples(st.integers(-200, 200), st.integers(-200, 200)), min_size=2, max_size=50)


def compare(baseline: list[int], variant: list[int], scale: int = 1) -> Comparison:
    [(group, sums)] = groups(pair_sums(np.array(baseline, np.int64), np.array(variant, np.int64)))
    assert group == {}
    return paired("new", "score", **sums, scale=scale)


def of_counts(counts: dict[tuple[int, int], int]) -> Comparison:
    """Compare from the number of units with each (baseline, variant)."""
    moments = {
        "n": sum(counts.values()),
        "sum_d": sum((b - a) * k for (a, b), k in counts.items()),
        "sum_d2": sum((b - a) ** 2 * k for (a, b), k in counts.items()),
        "sum_a": sum(a * k for (a, b), k in counts.items()),
        "sum_a2": sum(a * a * k for (a, b), k in counts.items()),
        "sum_b": sum(b * k for (a, b), k in counts.items()),
        "sum_b2": sum(b * b * k for (a, b), k in counts.items()),
        "sum_ab": sum(a * b * k for (a, b), k in counts.items()),
        "changed": sum(k for (a, b), k in counts.items() if a != b),
    }
    return paired("new", "score", **moments)


def likelihood_ratio(value: float, se: float, upper: float) -> float:
    """Return the normal log-likelihood ratio of a mean of `upper` against 0 (fishtest: stats/LLRcalc.py)."""
    return upper * (2 * value - upper) / (2 * se * se)


def test_pairs_carry_two_and_a_half_times_the_evidence_of_the_same_games_taken_as_independent() -> None:
    pairs = {(4 - b, b): k for b, k in enumerate([365, 16618, 36229, 16974, 390])}
    of_pairs = of_counts(pairs)
    n = of_pairs.n
    won, lost, drawn = 36433, 36027, 68692
    of_games = mean("score", {}, won + lost + drawn, won - lost, won + lost)
    assert 2 * n == of_games.n
    assert of_pairs.se is not None
    assert of_games.se is not None
    # A pair scores 0 to 4 half points b, its difference is 2 * b - 4: in score a game value is b / 4, its error se / 8.
    value, se = of_pairs.variant_value, of_pairs.se / 8
    assert value is not None
    assert value / 4 - 0.5 == pytest.approx((won - lost) / of_games.n / 2)
    unit = 2 / (800 / math.log(10))  # two normalized Elo, in standard deviations of a game
    ratio_of_pairs = likelihood_ratio(value / 4 - 0.5, se, unit * math.sqrt(2 * n) * se)
    ratio_of_games = likelihood_ratio(
        (won - lost) / of_games.n / 2, of_games.se / 2, unit * math.sqrt(of_games.n) * of_games.se / 2
    )
    assert round(ratio_of_pairs, 2) == 2.25
    assert round(ratio_of_games, 2) == 0.92
    assert of_pairs.se / 8 < 0.72 * of_games.se / 2


def test_sixty_wins_twenty_draws_forty_losses_are_a_clear_difference() -> None:
    won, drawn, lost = 60, 20, 40
    found = of_counts({(0, 1): won, (0, 0): drawn, (1, 0): lost})
    published = (drawn + math.sqrt(2 * (won**2 + lost**2))) ** 2 / 120 - 120
    assert round(published, 4) == 3.9935
    assert round(math.erfc(math.sqrt(published / 2)), 4) == 0.0457
    assert found.p == pytest.approx(0.0457, abs=0.001)
    assert found.verdict == "higher"
    assert found.changed == pytest.approx(100 / 120)


@pytest.mark.parametrize(("better", "games"), [(0.51, 19_620), (0.55, 783)])
def test_the_error_of_a_win_rate_gives_the_known_numbers_of_games(better: float, games: int) -> None:
    z = share("wins", {}, round(100 * better * games), 100 * games).against(0.5).z
    assert z is not None
    assert stats.norm.cdf(z / 10 - 1.96) == pytest.approx(0.8, abs=0.002)


@given(ARMS)
def test_the_test_is_the_paired_one_of_scipy(arms: list[tuple[int, int]]) -> None:
    a, b = [x for x, _ in arms], [y for _, y in arms]
    found = compare(a, b)
    d = np.subtract(b, a)
    assert found.difference == pytest.approx(d.mean(), abs=1e-12)
    if np.ptp(d) == 0:
        assert found.se == 0
        return
    peer = stats.ttest_rel(b, a)
    interval = peer.confidence_interval(0.95)
    assert found.p == pytest.approx(peer.pvalue, rel=1e-6, abs=1e-12)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), rel=1e-6, abs=1e-9)
    assert found.method == "paired t"
    assert found.variance_ratio == pytest.approx((np.var(a) + np.var(b)) / np.var(d))
    if np.ptp(a) and np.ptp(b):
        assert found.correlation == pytest.approx(np.corrcoef(a, b)[0, 1], abs=1e-9)
        assert found.effect_size == pytest.approx(d.mean() / np.std(a, ddof=1))
    else:
        assert found.correlation is None


@given(ARMS)
def test_exchanging_the_arms_changes_the_sign_and_nothing_else(arms: list[tuple[int, int]]) -> None:
    a, b = [x for x, _ in arms], [y for _, y in arms]
    one, two = compare(a, b), compare(b, a)
    assert one.difference == -(two.difference or 0)
    assert (one.p, one.se, one.correlation, one.variance_ratio) == (two.p, two.se, two.correlation, two.variance_ratio)
    assert {one.verdict, two.verdict} in ({"higher", "lower"}, {"identical"}, {"no clear difference"})


def test_many_units_are_tested_normally() -> None:
    found = of_counts({(0, 0): 20_000, (0, 1): 210, (1, 0): 150})
    assert found.method == "paired normal"
    assert found.difference is not None
    assert found.se is not None
    assert found.p == pytest.approx(2 * stats.norm.sf(found.difference / found.se), rel=1e-9)
    assert found.p is not None
    assert found.low is not None
    assert (found.p < 0.05) == (found.low > 0)


def test_arms_that_never_differ_are_identical() -> None:
    found = compare([3, 5, 9], [3, 5, 9])
    assert (found.difference, found.se, found.low, found.high) == (0.0, 0.0, 0.0, 0.0)
    assert (found.p, found.p_holm, found.verdict, found.changed) == (1.0, 1.0, "identical", 0.0)
    assert found.correlation == 1.0
    assert found.variance_ratio is None
    assert found.effect_size == 0.0


def test_constant_arms_crash_nothing() -> None:
    found = compare([91] * 20, [91] * 20)
    assert (found.difference, found.p, found.verdict) == (0.0, 1.0, "identical")
    assert (found.effect_size, found.correlation, found.variance_ratio) == (None, None, None)


@pytest.mark.parametrize(
    ("n", "p", "verdict"),
    [(1, 1, "no clear difference"), (5, 1 / 16, "no clear difference"), (6, 1 / 32, "higher"), (10**7, 0, "higher")],
)
def test_a_difference_that_never_varies_is_tested_by_its_sign(n: int, p: float, verdict: str) -> None:
    found = of_counts({(0, 5): n})
    assert (found.difference, found.p, found.verdict, found.method) == (5.0, p, verdict, "sign test")
    assert found.variance_ratio is None


def test_one_unit_has_a_difference_and_no_error_and_none_has_nothing() -> None:
    one, none = of_counts({(1, 3): 1}), of_counts({})
    assert (one.difference, one.se, one.low, one.high, one.p) == (2.0, None, None, None, 1.0)
    assert (none.difference, none.p, none.changed, none.n, none.verdict) == (None, None, None, 0, "no clear difference")
    corrected = holm([one, none])
    assert [found.p_holm for found in corrected] == [1.0, None]


def test_what_pairing_saved_is_told() -> None:
    rng = np.random.default_rng(5)
    deal, noise = rng.integers(-100, 100, 5000), rng.integers(-5, 5, 5000)
    found = compare(deal.tolist(), (deal + noise).tolist())
    assert found.variance_ratio == pytest.approx((2 * deal.var() + noise.var()) / noise.var(), rel=0.05)
    assert found.correlation is not None
    assert found.correlation > 0.99


def test_sums_beyond_64_bits_do_not_cancel() -> None:
    found = of_counts({(10**12, 10**12 + 1): 10**9, (10**12, 10**12 - 1): 10**9})
    assert found.difference == 0.0
    assert found.se == pytest.approx(1 / math.sqrt(2 * 10**9), rel=1e-9)
    assert found.correlation is None
    wide = of_counts({(10**12, 10**12): 10, (10**12 + 1, 10**12 + 1): 10, (10**12, 10**12 + 1): 1})
    assert wide.correlation == pytest.approx(np.corrcoef([0] * 10 + [1] * 10 + [0], [0] * 10 + [1] * 11)[0, 1])


def test_half_points_and_means_of_pairs_are_summed_scaled() -> None:
    one, doubled = compare([1, 2, 4], [2, 5, 5]), compare([2, 4, 8], [4, 10, 10], scale=2)
    assert doubled == one


def test_contradicting_sums_are_refused() -> None:
    sums = {"sum_d": 1, "sum_d2": 1, "sum_a": 0, "sum_a2": 0, "sum_b": 1, "sum_b2": 1, "sum_ab": 0}
    assert paired("new", "score", n=2, changed=1, **sums).difference == 0.5
    with pytest.raises(ValueError, match="not those of variant minus baseline"):
        paired("new", "score", n=2, changed=1, **{**sums, "sum_d": -1})
    with pytest.raises(ValueError, match="3 changed units of 2"):
        paired("new", "score", n=2, changed=3, **sums)


def test_holm_corrects_for_the_number_looked_at() -> None:
    parts = [(700, 600), (655, 600), (640, 600), (560, 600), (600, 600)]
    found = [of_counts({(0, 1): up, (1, 0): down, (0, 0): 20_000}) for up, down in parts]
    corrected = holm(found)
    peer = multipletests([one.p for one in found], method="holm")
    assert [one.p_holm for one in corrected] == pytest.approx(peer[1].tolist())
    assert [one.p for one in corrected] == [one.p for one in found]
    assert [one.verdict in {"higher", "lower"} for one in corrected] == peer[0].tolist()
    assert found[0].verdict == corrected[0].verdict == "higher"


def test_holm_can_take_a_difference_back_but_never_an_identity() -> None:
    weak, same = of_counts({(0, 1): 60, (0, 0): 20, (1, 0): 40}), compare([1, 2], [1, 2])
    assert [one.verdict for one in holm([weak])] == ["higher"]
    assert [one.verdict for one in holm([weak, same, weak])] == [
        "no clear difference",
        "identical",
        "no clear difference",
    ]
    assert holm([]) == []


def test_a_comparison_is_json_with_the_fixed_keys_in_order() -> None:
    found = compare([1, 2, 4], [2, 5, 5]).as_dict()
    assert list(found) == KEYS
    assert json.loads(json.dumps(found, allow_nan=False)) == found


@given(ARMS, st.integers(0, 50))
def test_sums_of_pairs_add(arms: list[tuple[int, int]], cut: int) -> None:
    a, b = np.array(arms, dtype=np.int16).T
    whole = Sums({"new": pair_sums(a, b)})
    assert Sums({"new": pair_sums(a[:cut], b[:cut])}) + Sums({"new": pair_sums(a[cut:], b[cut:])}) == whole


def test_changed_may_be_wider_than_the_metric() -> None:
    a, b = np.array([1, 2, 3]), np.array([1, 2, 4])
    [(_, sums)] = groups(pair_sums(a, b, changed=np.array([True, False, True])))
    assert paired("new", "score", **sums).changed == pytest.approx(2 / 3)
