"""Arms in matches: the unit is the match, or the pair of matches with the players exchanged."""

from __future__ import annotations

import numpy as np
import pytest

from analyses.compare_matches import (
    Arm,
    default_match_metrics,
    differing_matches,
    known_match_metrics,
    match_comparisons,
    match_metric,
    match_pair_comparisons,
    measure_match_pair,
    measure_matches,
)
from analyses.paired import Comparison, holm
from analyses.sums import Sums
from simulator.errors import RequestError
from tests.analyses.naive import is_paired
from tests.analyses.naive_matches import PLAYERS, match_rows, numbers

KNOWN = known_match_metrics(PLAYERS)
DEAL = np.dtype([("deal", "i8"), ("score_elder", "i2"), ("score_younger", "i2")])


def arm(count: int, seed: int, partie: bool = True) -> Arm:
    """An arm made up."""
    rows = match_rows(count, seed, partie)
    deals = np.zeros(int(rows["deals"].sum()), DEAL)
    deals["deal"] = numbers(rows["deals"].tolist())
    deals["score_elder"], deals["score_younger"] = np.random.default_rng(seed).integers(0, 90, (2, len(deals)))
    return deals, rows


def near(other: Arm, seed: int) -> Arm:
    """An arm that differs from another one in the points of some matches, and in the deals of some others."""
    rng, deals, rows = np.random.default_rng(seed), other[0].copy(), other[1].copy()
    some = rng.random(len(rows)) < 0.3
    rows["points_player0"][some] += rng.integers(-9, 30, some.sum())
    deals["score_elder"][rng.random(len(deals)) < 0.02] += 1
    return deals, rows


def by_loop(name: str, row: np.void) -> int:
    """A metric of one match, naively."""
    winner = (None, *PLAYERS)[row["winner"]]
    lead = int(row["points_player0"]) - int(row["points_player1"])
    signed = {"player0": 1, "player1": -1, None: 0}[winner] * int(row["game_points"])
    return {
        "match_wins_player0": int(winner == "player0"),
        "match_wins_player1": int(winner == "player1"),
        "match_points_player0": int(row["points_player0"]),
        "match_points_player1": int(row["points_player1"]),
        "match_points_difference": lead,
        "match_margin_player0": signed,
        "match_deals": int(row["deals"]),
    }[name]


def changed_by_loop(one: Arm, other: Arm) -> list[bool]:
    """Whether a match differs, naively."""
    of_match: list[dict[int, list[tuple[int, ...]]]] = [{}, {}]
    for deals, found in zip((one[0], other[0]), of_match, strict=True):
        for deal in deals.tolist():
            found.setdefault(deal[0] // 4096, []).append(deal)
    rows = zip(one[1].tolist(), other[1].tolist(), strict=True)
    return [a != b or of_match[0][a[0]] != of_match[1][b[0]] for a, b in rows]


def by_name(found: list[Comparison]) -> dict[tuple[str, str], Comparison]:
    named = {(item.variant, item.metric): item for item in found}
    assert len(named) == len(found)
    return named


@pytest.mark.parametrize("partie", [True, False])
def test_metrics_are_those_of_loops(partie: bool) -> None:
    rows = match_rows(100, 2, partie)
    for name in KNOWN:
        assert match_metric(PLAYERS, name, rows).tolist() == [by_loop(name, row) for row in rows]


def test_rules_are_compared_match_by_match() -> None:
    baseline = arm(200, 1)
    arms = {"other": arm(200, 2), "near": near(baseline, 3)}
    total = measure_matches(PLAYERS, KNOWN, list(arms))([baseline, *arms.values()])
    found = match_comparisons(total, KNOWN, list(arms))
    assert [(item.variant, item.metric) for item in found] == [(variant, name) for variant in arms for name in KNOWN]
    for (variant, name), item in by_name(found).items():
        one, other = ([by_loop(name, row) for row in rows] for _, rows in (baseline, arms[variant]))
        is_paired(item, one, other, changed_by_loop(baseline, arms[variant]))
        assert (item.verdict == "identical") == (one == other)
    assert holm(found) == found
    assert 0.3 < (by_name(found)["near", "match_deals"].changed or 0) < 0.7
    assert by_name(found)["near", "match_deals"].verdict == "identical"


def test_strategies_are_compared_by_pairs_of_matches() -> None:
    before = arm(150, 4)
    after = near(arm(150, 5), 6)
    found = match_pair_comparisons(measure_match_pair(PLAYERS, "mine")([before, after]), ["mine"])
    assert [item.metric for item in found] == ["match_wins", "match_points", "match_margin"]
    changed = changed_by_loop(before, after)
    for item, stem in zip(found, ("match_wins", "match_points", "match_margin"), strict=True):
        means: dict[str, list[float]] = {"baseline": [], "mine": []}
        for one, two in zip(before[1], after[1], strict=True):
            for who, places in (("baseline", (0, 1)), ("mine", (1, 0))):
                values = []
                for row, place in zip((one, two), places, strict=True):
                    if stem == "match_margin":
                        values.append(by_loop("match_margin_player0", row) * (1 if place == 0 else -1))
                    else:
                        values.append(by_loop(f"{stem}_player{place}", row))
                means[who].append(sum(values) / 2)
        is_paired(item, means["baseline"], means["mine"], changed)


def test_a_strategy_against_itself_is_identical() -> None:
    same = arm(40, 7)
    found = match_pair_comparisons(measure_match_pair(PLAYERS, "mine")([same, same]), ["mine"])
    assert {(item.verdict, item.difference, item.changed) for item in found} == {("identical", 0.0, 0.0)}


def test_margins_are_left_out_where_matches_have_no_game_points() -> None:
    arms = [arm(30, 1, partie=False), arm(30, 2, partie=False)]
    metrics = default_match_metrics(PLAYERS)
    found = match_comparisons(measure_matches(PLAYERS, metrics, ["new"])(arms), metrics, ["new"])
    assert [item.metric for item in found] == [name for name in metrics if name != "match_margin_player0"]
    pairs = match_pair_comparisons(measure_match_pair(PLAYERS, "new")(arms), ["new"])
    assert [item.metric for item in pairs] == ["match_wins", "match_points"]


def test_sums_do_not_depend_on_where_matches_are_cut() -> None:
    arms = [arm(60, 1), arm(60, 2)]

    def part(of: Arm, first: int, last: int) -> Arm:
        match = of[0]["deal"] // 4096
        return of[0][(match >= first) & (match < last)], of[1][first:last]

    for measure in (measure_matches(PLAYERS, KNOWN, ["new"]), measure_match_pair(PLAYERS, "new")):
        total = Sums()
        for first, last in ((40, 60), (0, 1), (1, 40)):
            total = total + measure([part(of, first, last) for of in arms])
        assert total == measure(arms)


def test_a_match_is_changed_by_any_of_its_deals() -> None:
    one = arm(20, 9)
    deals = one[0].copy()
    deals["score_younger"][deals["deal"] == 4096 * 7 + 2] += 1
    assert np.flatnonzero(differing_matches(one, (deals, one[1]))).tolist() == [7]
    with pytest.raises(ValueError, match="different matches"):
        differing_matches(one, arm(19, 9))


def test_what_cannot_be_compared_is_refused_in_one_line() -> None:
    with pytest.raises(RequestError, match="match_wins_player0"):
        measure_matches(PLAYERS, ["match_win_player0"], ["new"])
    with pytest.raises(RequestError, match="metric of matches"):
        match_metric(PLAYERS, "score", match_rows(1, 1, partie=False))
    for refused in (lambda: measure_match_pair(("a", "b", "c"), "new"), lambda: measure_matches("abc", [], ["new"])):
        with pytest.raises(RequestError, match="3 players"):
            refused()
