"""Sums: those of chunks, in any order, are those of the whole, and no sum wraps or turns into a float."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyses.estimates import Estimate, mean
from analyses.sums import Analysis, Context, Sums, groups, histogram, pair_sums, run_over, sums_of

BIDS = ["prise", "garde", "garde_sans"]
ROWS = st.lists(
    st.tuples(st.integers(0, 2), st.integers(-3, 8), st.booleans(), st.integers(-1000, 1000)), min_size=0, max_size=40
)


def frame_of(rows: Sequence[tuple[int, int, bool, int]]) -> pd.DataFrame:
    bids, tricks, made, scores = (list(column) for column in zip(*rows, strict=True)) if rows else ([], [], [], [])
    return pd.DataFrame(
        {
            "bid": pd.Categorical.from_codes(bids, categories=pd.Index(BIDS), ordered=True),
            "tricks": np.array(tricks, np.int8),
            "made": np.array(made, bool),
            "score": np.array(scores, np.int16),
        }
    )


def everything(frame: pd.DataFrame) -> Sums:
    return Sums(
        {
            "all": sums_of(frame, [], "score"),
            "bids": sums_of(frame, "bid", "score"),
            "both": sums_of(frame, ["bid", "tricks"], frame["score"] * 2),
            "rates": sums_of(frame, ["made", "bid"], frame["score"] > 0),
            "counts": sums_of(frame, "tricks"),
            "scores": histogram(frame, "bid", "score"),
            "words": sums_of(frame.assign(bid=frame["bid"].astype("str")), "bid", "tricks"),
        }
    )


def means(sums: Sums, context: Context) -> list[Estimate]:
    return [mean(f"{context.game} score", group, **row) for group, row in groups(sums["bids"])]


EVERYTHING = Analysis("everything", ("bid", "tricks", "made", "score"), everything, means)


@settings(max_examples=40)
@given(ROWS, st.lists(st.integers(0, 40), max_size=4), st.randoms(use_true_random=False))
def test_sums_of_chunks_in_any_order_are_the_sums_of_the_whole(
    rows: list[tuple[int, int, bool, int]], cuts: list[int], shuffler: random.Random
) -> None:
    edges = [0, *sorted(cuts), 40]
    chunks = [rows[first:last] for first, last in itertools.pairwise(edges)]
    shuffler.shuffle(chunks)
    whole = everything(frame_of(rows))
    assert run_over(EVERYTHING, map(frame_of, chunks)) == whole
    assert sum((everything(frame_of(chunk)) for chunk in chunks), Sums()) == whole
    for table in whole.values():
        assert (table.dtypes == np.int64).all()
        assert table.index.is_monotonic_increasing


@settings(max_examples=40)
@given(ROWS.filter(bool))
def test_sums_are_those_of_a_pandas_groupby(rows: list[tuple[int, int, bool, int]]) -> None:
    frame = frame_of(rows)
    for by in (["bid"], ["tricks"], ["made"], ["bid", "tricks"], ["tricks", "made", "bid"]):
        wide = frame.astype({"bid": "str", "score": np.int64, "tricks": np.int64})
        grouped = wide.assign(squares=wide["score"] ** 2).groupby(by, observed=True)
        peer = grouped.agg(n=("score", "size"), total=("score", "sum"), squares=("squares", "sum")).sort_index()
        pd.testing.assert_frame_equal(sums_of(frame, by, "score"), peer, check_index_type=False)
    counted = histogram(frame, ["bid"], "score")["n"]
    assert counted.to_dict() == wide.groupby(["bid", "score"]).size().to_dict()


def test_an_analysis_reads_chunks_and_gives_estimates() -> None:
    first, second = frame_of([(0, 1, True, 10), (1, 1, True, 4)]), frame_of([(0, 2, False, 20)])
    sums = run_over(EVERYTHING, iter([first, second]))
    found = EVERYTHING.estimates(sums, Context("tarot"))
    assert [(one.name, one.group, one.value, one.n) for one in found] == [
        ("tarot score", {"bid": "garde"}, 4.0, 1),
        ("tarot score", {"bid": "prise"}, 15.0, 2),
    ]
    assert len(run_over(EVERYTHING, [])) == 0


def test_chunks_whose_categories_differ_add() -> None:
    one = pd.DataFrame({"bid": pd.Categorical(["garde", "prise"], categories=["prise", "garde"])})
    two = pd.DataFrame({"bid": pd.Categorical(["garde"], categories=["garde"])})
    table = (Sums({"bids": sums_of(one, "bid")}) + Sums({"bids": sums_of(two, "bid")}))["bids"]
    assert table["n"].to_dict() == {"garde": 2, "prise": 1}


def test_missing_tables_and_groups_count_as_zero() -> None:
    one, two = (
        Sums({name: sums_of(frame_of([(bid, 1, True, 5)]), "bid", "score")}) for name, bid in (("x", 0), ("y", 1))
    )
    both = one + two + one
    assert sorted(both) == ["x", "y"]
    assert both["x"].to_numpy().tolist() == [[2, 10, 50]]
    assert both == two + one + one
    assert one != two
    assert Sums() + one == one
    assert one != "x"
    assert repr(both) == "Sums(x: 1, y: 1)"
    with pytest.raises(TypeError):
        one + 1  # type: ignore[operator]


def test_ten_million_deals_at_450_sum_to_4_500_000_000() -> None:
    chunk = pd.DataFrame({"score": np.full(1_000_000, 450, np.int16)})
    analysis = Analysis("sum", ("score",), lambda frame: Sums({"all": sums_of(frame, [], "score")}), means)
    table = run_over(analysis, [chunk] * 10)["all"]
    assert table.to_numpy().tolist() == [[10_000_000, 4_500_000_000, 2_025_000_000_000]]
    assert (table.dtypes == np.int64).all()


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint64])
def test_squares_of_narrow_columns_do_not_wrap(dtype: type) -> None:
    table = sums_of(pd.DataFrame({"k": [0, 0, 1], "x": np.array([12, 100, 127], dtype)}), "k", "x")
    assert table.to_numpy().tolist() == [[2, 112, 10_144], [1, 127, 16_129]]


def test_sums_beyond_64_bits_are_exact() -> None:
    big = 2**62
    frame = pd.DataFrame({"k": [0, 0, 1, 1], "x": [big, big, big, -big]})
    table = Sums({"t": sums_of(frame, "k", "x")})["t"]
    assert table["total"].tolist() == [2 * big, 0]
    assert table["squares"].tolist() == [2 * big**2] * 2
    assert table["n"].dtype == np.int64
    alone = Sums({"t": sums_of(frame, [], "x")})
    assert alone["t"].to_numpy().tolist() == [[4, 2 * big, 4 * big**2]]


def test_adding_past_64_bits_is_exact_and_back_again_int64() -> None:
    near = Sums({"t": pd.DataFrame({"total": [2**63 - 1]})})
    less = Sums({"t": pd.DataFrame({"total": [1 - 2**63]})})
    assert (near + near)["t"]["total"].tolist() == [2**64 - 2]
    back = near + near + less
    assert back["t"]["total"].dtype == np.int64
    assert back == near == near + less + near


def test_differences_beyond_64_bits_are_exact() -> None:
    a, b = np.array([-(2**62), 0]), np.array([2**62, 1])
    [(_, sums)] = groups(pair_sums(a, b))
    assert (sums["sum_d"], sums["sum_d2"], sums["changed"]) == (2**63 + 1, 2**126 + 1, 2)


def test_a_negative_number_stored_without_its_sign_is_refused() -> None:
    frame = pd.DataFrame({"score": np.array([3, -5]).astype(np.uint64)})
    with pytest.raises(ValueError, match="without its sign"):
        sums_of(frame, [], "score")


def test_what_is_not_a_whole_number_is_refused() -> None:
    with pytest.raises(TypeError, match="whole numbers, not of float64"):
        sums_of(pd.DataFrame({"x": [0.5]}), [], "x")
    with pytest.raises(TypeError, match="whole numbers"):
        Sums({"t": pd.DataFrame({"n": [1.0]})})
    with pytest.raises(TypeError, match="whole numbers: n"):
        Sums({"t": pd.DataFrame({"n": np.array([1.0], dtype=object)})})


def test_rows_without_a_group_are_refused_not_dropped() -> None:
    for column in (pd.Categorical(["garde", None]), pd.Series(["garde", None])):
        with pytest.raises(ValueError, match="'bid' has missing values"):
            sums_of(pd.DataFrame({"bid": column}), "bid")


def test_tables_that_do_not_fit_are_refused() -> None:
    frame = frame_of([(0, 1, True, 5)])
    with pytest.raises(ValueError, match="do not add"):
        Sums({"t": sums_of(frame, "bid")}) + Sums({"t": sums_of(frame, "made")})
    with pytest.raises(ValueError, match="a group twice"):
        Sums({"t": pd.DataFrame({"n": [1, 2]}, index=[0, 0])})
    with pytest.raises(ValueError, match="2 values for 1 rows"):
        sums_of(frame, [], np.array([1, 2]))


def test_wide_and_sparse_groups_are_kept_apart() -> None:
    rows = 2000
    deal = np.arange(rows) * 10**12
    frame = pd.DataFrame(
        {"deal": deal, "other": deal[::-1], "half": np.arange(rows) // 2, "x": np.ones(rows, np.int64)}
    )
    table = sums_of(frame, ["deal", "other", "half"], "x")
    assert len(table) == rows
    assert (table["total"] == 1).all()
    assert table.loc[(10**12, (rows - 2) * 10**12, 0), "n"] == 1
    with pytest.raises(ValueError, match="too many groups"):
        sums_of(frame.assign(**dict.fromkeys("abcd", deal)), ["deal", "other", *"abcd"])


def test_groups_are_those_of_estimates_in_plain_types() -> None:
    table = sums_of(frame_of([(0, 7, True, 5), (2, -1, False, 6)]), ["bid", "tricks", "made"], "score")
    found = list(groups(table))
    assert found[0] == ({"bid": "garde_sans", "tricks": -1, "made": False}, {"n": 1, "total": 6, "squares": 36})
    assert {type(value) for group, sums in found for value in [*group.values(), *sums.values()]} == {str, int, bool}
    assert list(groups(sums_of(frame_of([]), [], "score"))) == [({}, {"n": 0, "total": 0, "squares": 0})]
    assert list(groups(sums_of(frame_of([]), ["bid", "tricks"], "score"))) == []
