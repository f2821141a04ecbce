"""Deals in matches: sums by loops, errors by the textbook and a peer, and intervals that hold what they promise."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.regression.linear_model import OLS

from analyses.clusters import by_match, domain_sums, rank_sums, ratio_sums, share_sums
from analyses.estimates import Estimate, mean, quantile, share, wilson
from analyses.ratios import Base, effective, ratio_mean, ratio_quantile, ratio_share
from analyses.sums import Sums, groups, sums_of
from tests.analyses.naive_matches import by_loops, cut, numbers, pieces

HALF = Fraction(1, 2)
DEALS = st.lists(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 11)), min_size=1, max_size=6), max_size=9)


def frame_of(matches: list[list[tuple[int, int]]]) -> pd.DataFrame:
    """A frame of deals with a number, a code and a few words."""
    rows = [deal for match in matches for deal in match]
    frame = pd.DataFrame({"x": [x for x, _ in rows], "code": [code for _, code in rows]}, dtype="int64")
    frame["deal"] = numbers([len(match) for match in matches])
    frame["word"] = pd.Categorical([f"word {code % 3}" for code in frame["code"]])
    return frame


def everything(frame: pd.DataFrame) -> Sums:
    """All tables of a frame."""
    clusters = by_match(frame["deal"])
    return Sums(
        {
            "all": clusters.table(),
            "ratio": ratio_sums(clusters, frame["x"]),
            "words": share_sums(clusters, frame["word"]),
            "codes": share_sums(clusters, frame["code"]),
            "ranks": rank_sums(clusters, frame["x"]),
            "domain": domain_sums(clusters, frame["code"], {"x": frame["x"], "even": frame["x"] % 2 == 0}),
        }
    )


def base_of(frame: pd.DataFrame) -> Base:
    return Base.of(by_match(frame["deal"]).table())


def median(frame: pd.DataFrame) -> Estimate:
    return ratio_quantile("m", {}, base_of(frame), rank_sums(by_match(frame["deal"]), frame["x"]), HALF)


def mean_of(frame: pd.DataFrame) -> Estimate:
    ((_, sums),) = groups(ratio_sums(by_match(frame["deal"]), frame["x"]))
    return ratio_mean("x", {}, base_of(frame), **sums)


def share_of(frame: pd.DataFrame, happened: pd.Series) -> Estimate:
    ((_, sums),) = groups(ratio_sums(by_match(frame["deal"]), happened))
    return ratio_share("x", {}, base_of(frame), **sums)


@given(DEALS)
def test_sums_are_those_of_loops(matches: list[list[tuple[int, int]]]) -> None:
    total = everything(frame_of(matches))
    assert list(total["all"].iloc[0]) == [
        len(matches),
        sum(map(len, matches)),
        sum(len(match) ** 2 for match in matches),
    ]
    sums = [sum(x for x, _ in match) for match in matches]
    assert list(total["ratio"].iloc[0]) == [
        sum(sums),
        sum(s * s for s in sums),
        sum(s * len(match) for s, match in zip(sums, matches, strict=True)),
    ]
    for table, key in (("codes", lambda code: code), ("words", lambda code: f"word {code % 3}")):
        wanted: dict[object, list[int]] = {}
        for match in matches:
            for value, n in Counter(key(code) for _, code in match).items():
                cell = wanted.setdefault(value, [0, 0, 0])
                wanted[value] = [cell[0] + n, cell[1] + n * n, cell[2] + n * len(match)]
        assert {value: list(row) for value, row in total[table].iterrows()} == wanted
    assert set(total["ranks"].index) == {x for match in matches for x, _ in match}
    for at_most in range(-9, 10):
        counts = [sum(x <= at_most for x, _ in match) for match in matches]
        assert list(total["ranks"][total["ranks"].index <= at_most].sum()) == [
            sum(counts),
            sum(c * c for c in counts),
            sum(c * len(match) for c, match in zip(counts, matches, strict=True)),
        ]
    for code, row in total["domain"].iterrows():
        cells = [([x for x, own in match if own == code], len(match)) for match in matches]
        cells = [cell for cell in cells if cell[0]]
        found = [len(cells), *(sum(f(len(xs), n) for xs, n in cells) for f in (lambda a, n: a, lambda a, n: a * a))]
        found.append(sum(len(xs) * n for xs, n in cells))
        for metric in (lambda x: x, lambda x: int(x % 2 == 0)):
            of_match = [(sum(map(metric, xs)), len(xs)) for xs, _ in cells]
            found += [sum(s for s, _ in of_match), sum(s * s for s, _ in of_match), sum(s * a for s, a in of_match)]
        assert list(row) == found


@given(DEALS, st.integers(0, 99))
def test_sums_do_not_depend_on_where_matches_are_cut(matches: list[list[tuple[int, int]]], seed: int) -> None:
    frame = frame_of(matches)
    total = Sums()
    for piece in reversed(pieces(frame, seed)):
        total = total + everything(piece)
    assert total == everything(frame)


def test_a_match_in_two_pieces_is_refused() -> None:
    with pytest.raises(ValueError, match="in the order of their deals"):
        by_match(np.array([0, 1, 4096, 2]))


def test_sums_of_large_numbers_do_not_wrap() -> None:
    clusters = by_match(numbers([4096, 4096]))
    large = np.full(8192, 2**60)
    table = ratio_sums(clusters, large)
    assert list(table.iloc[0]) == [2**73, 2 * (2**72) ** 2, 2 * 2**72 * 4096]
    with pytest.raises(ValueError, match="too many for one chunk"):
        domain_sums(clusters, pd.Series(np.zeros(8192, np.int64), name="code"), {"x": large})


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    """Deals whose numbers go with their match, cut into matches of one to seven."""
    rng = np.random.default_rng(4)
    x = rng.integers(-20, 60, 3000) + np.repeat(rng.integers(-20, 20, 500), 6)
    return cut(pd.DataFrame({"x": x}), 4)


def test_errors_are_those_of_loops_and_of_a_regression_with_clustered_errors(frame: pd.DataFrame) -> None:
    found = mean_of(frame)
    value, se, n = by_loops(frame["deal"].tolist(), frame["x"].tolist())
    assert found.n == n
    assert (found.value, found.se) == pytest.approx((value, se))
    peer = OLS(frame["x"].to_numpy(float), np.ones(len(frame))).fit(
        cov_type="cluster", cov_kwds={"groups": (frame["deal"] // 4096).to_numpy()}
    )
    assert found.se == pytest.approx(peer.bse[0], rel=1e-9)
    assert found.value == pytest.approx(peer.params[0])
    event = share_of(frame, frame["x"] > 30)
    peer = OLS((frame["x"] > 30).to_numpy(float), np.ones(len(frame))).fit(
        cov_type="cluster", cov_kwds={"groups": (frame["deal"] // 4096).to_numpy()}
    )
    assert event.se == pytest.approx(peer.bse[0], rel=1e-9)


def test_matches_of_one_deal_are_deals() -> None:
    rng = np.random.default_rng(6)
    for rows in (7, 60, 3000, 12_000):
        frame = pd.DataFrame({"x": rng.integers(-20, 60, rows), "deal": 4096 * np.arange(rows)})
        ((_, sums),) = groups(sums_of(frame, (), "x"))
        one, other = mean_of(frame), mean("x", {}, **sums)
        assert (one.value, one.n) == (other.value, other.n)
        assert (one.se, one.low, one.high) == pytest.approx((other.se, other.low, other.high), rel=1e-12)
        for limit in (-21, -19, 20, 58, 60):
            happened = frame["x"] < limit
            found, plain = share_of(frame, happened), share("x", {}, int(happened.sum()), rows)
            assert (found.value, found.n, found.effective) == (plain.value, rows, rows)
            assert (found.low, found.high) == pytest.approx((plain.low, plain.high), rel=1e-12)
            assert found.se == pytest.approx((plain.se or 0) * np.sqrt(rows / (rows - 1)), rel=1e-12)
        cells = Counter(frame["x"].tolist())
        deals, inmatches = quantile("m", {}, cells, HALF), median(frame)
        assert inmatches.value == deals.value
        if rows > 50:
            assert (inmatches.low, inmatches.high) == pytest.approx((deals.low, deals.high), abs=2)


def test_deals_that_repeat_themselves_are_worth_one() -> None:
    rng = np.random.default_rng(8)
    x = rng.integers(0, 2, 400)
    frame = pd.DataFrame({"x": np.repeat(x, 6), "deal": numbers([6] * 400)})
    found = share_of(frame, frame["x"])
    assert found.n == 2400
    assert found.effective == pytest.approx(400, rel=0.02)
    assert (found.low, found.high) == pytest.approx(wilson(int(x.sum()), 400), abs=0.001)
    once = mean_of(pd.DataFrame({"x": x, "deal": numbers([1] * 400)}))
    assert (mean_of(frame).value, mean_of(frame).se) == pytest.approx((once.value, once.se))


def test_deals_that_balance_each_other_have_no_narrower_interval_than_independent_ones() -> None:
    frame = pd.DataFrame({"x": [0, 1] * 300, "deal": numbers([2] * 300)})
    found = share_of(frame, frame["x"])
    assert (found.se, found.effective) == (0, 600)
    assert (found.low, found.high) == pytest.approx(wilson(300, 600))


def test_what_never_happened_may_happen() -> None:
    sizes = [3, 5, 7] * 10
    frame = pd.DataFrame({"x": 0, "deal": numbers(sizes)})
    never, always = share_of(frame, frame["x"]), share_of(frame, frame["x"] == 0)
    alone = sum(sizes) ** 2 / sum(size * size for size in sizes)
    assert never.effective == always.effective == pytest.approx(alone)
    assert 25 < alone < 30
    assert (never.value, never.low, never.se) == (0, 0, 0)
    assert never.high == pytest.approx(1 - 0.025 ** (1 / alone))
    assert (always.value, always.high) == (1, 1)
    assert always.low == pytest.approx(1 - (never.high or 0))
    z = never.against(Fraction(1, 4)).z
    assert z == pytest.approx(-0.25 / np.sqrt(0.25 * 0.75 / alone))


def test_one_match_has_values_and_no_errors() -> None:
    frame = pd.DataFrame({"x": [1, 2, 4], "deal": numbers([3])})
    found = mean_of(frame)
    assert (found.se, found.low, found.high, found.n) == (None, None, None, 3)
    assert found.value == pytest.approx(7 / 3)
    event, middle = share_of(frame, frame["x"] > 1), median(frame)
    assert (event.value, event.se, event.effective) == (2 / 3, None, 1)
    assert (event.low or 0) < 0.1
    assert (event.high or 0) > 0.95
    assert (middle.value, middle.low, middle.high) == (2, None, None)


def test_no_match_has_nothing() -> None:
    frame = pd.DataFrame({"x": np.zeros(0, np.int64), "deal": np.zeros(0, np.int64)})
    for found in (mean_of(frame), share_of(frame, frame["x"]), median(frame)):
        assert (found.value, found.low, found.high, found.n) == (None, None, None, 0)


def test_contradicting_sums_are_refused() -> None:
    with pytest.raises(ValueError, match="no matches have"):
        ratio_mean("x", {}, Base(2, 4, 8), total=4, total2=1, cross=8)
    assert effective(Base(2, 4, 8), 2, 2, 4) <= 4


def drawn(rng: np.random.Generator, matches: int) -> pd.DataFrame:
    """Matches of a strong, a middling or a weak kind, which decides both how long they last and what is scored."""
    kind = rng.integers(0, 3, matches)
    sizes = np.array([3, 5, 9])[kind]
    x = np.repeat(np.array([-10, 0, 10])[kind], sizes) + rng.integers(-12, 13, sizes.sum())
    return pd.DataFrame({"x": x, "deal": numbers(sizes.tolist())})


def test_intervals_hold_the_truth_as_often_as_they_say_and_those_of_deals_do_not() -> None:
    every = dict.fromkeys(range(-22, 23), 0)  # how often each number comes, of 25 matches of each kind
    for shift, size in zip((-10, 0, 10), (3, 5, 9), strict=True):
        for noise in range(-12, 13):
            every[shift + noise] += size
    n = sum(every.values())
    true_mean = sum(x * times for x, times in every.items()) / n
    true_share = sum(times for x, times in every.items() if x > 8) / n
    true_median = next(x for x in every if 2 * sum(times for y, times in every.items() if y <= x) >= n)
    rng, rounds = np.random.default_rng(20), 250
    held: Counter[str] = Counter()
    for _ in range(rounds):
        frame = drawn(rng, 60)
        ((_, sums),) = groups(sums_of(frame, (), "x"))
        ((_, ahead),) = groups(sums_of(frame, (), frame["x"] > 8))
        cells = Counter(frame["x"].tolist())
        for name, item, truth in (
            ("mean", mean_of(frame), true_mean),
            ("share", share_of(frame, frame["x"] > 8), true_share),
            ("median", median(frame), true_median),
            ("mean of deals", mean("x", {}, **sums), true_mean),
            ("share of deals", share("x", {}, ahead["total"], ahead["n"]), true_share),
            ("median of deals", quantile("m", {}, cells, HALF), true_median),
        ):
            assert item.low is not None
            assert item.high is not None
            held[name] += item.low <= truth <= item.high
    for name in ("mean", "share", "median"):
        print(name, held[name] / rounds, held[f"{name} of deals"] / rounds)
        assert 0.91 * rounds <= held[name] <= 0.995 * rounds, held
        assert held[f"{name} of deals"] < 0.9 * rounds, held
