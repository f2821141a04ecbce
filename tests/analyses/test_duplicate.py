"""Strategies in duplicate: every deal twice with the seats exchanged, and the pair is the unit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import quatorze as qz
from analyses.duplicate import measure_pair
from analyses.paired import Comparison
from quatorze.answers import Compared
from simulator.errors import RequestError
from simulator.games import game
from tests.analyses.naive import frame_of, is_paired
from tests.tables import by_lane

PIQUET = game("piquet")
ONE, OTHER = PIQUET.roles
DEALS = by_lane(6_000, 120)
NAMES = ["random", "greedy", "greedy:keep_rank=3"]


@pytest.fixture(scope="module")
def found() -> Compared:
    """Two variants against a baseline."""
    return qz.compare("piquet", strategies=NAMES, deals=DEALS, seed=9)


def by_name(found: Compared) -> dict[tuple[str, str], Comparison]:
    """The comparisons by variant and metric."""
    named = {(item.variant, item.metric): item for item in found.comparisons}
    assert len(named) == len(found.comparisons)
    return named


def games(baseline: str, variant: str, deals: int = DEALS, seed: int = 9) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The two games of every deal: the baseline as elder, then as younger."""
    return (
        frame_of({ONE: baseline, OTHER: variant}, deals, seed),
        frame_of({ONE: variant, OTHER: baseline}, deals, seed),
    )


def test_both_games_of_a_pair_are_of_the_same_cards() -> None:
    before, after = games("random", "greedy")
    for name in before:
        if str(name).startswith("dealt_") or name == "carte_blanche":
            assert before[name].equals(after[name])
    assert not before["score_elder"].equals(after["score_elder"])


@pytest.mark.parametrize("variant", NAMES[1:])
def test_every_difference_is_that_of_the_rows(variant: str, found: Compared) -> None:
    before, after = games("random", variant)
    changed = (before != after).any(axis=1)
    named = by_name(found)
    wanted = {
        "score": (
            (before["score_elder"] + after["score_younger"]) / 2,
            (after["score_elder"] + before["score_younger"]) / 2,
        ),
        "score_elder": (before["score_elder"], after["score_elder"]),
        "score_younger": (after["score_younger"], before["score_younger"]),
        "margin_elder": (
            before["score_elder"] - before["score_younger"],
            after["score_elder"] - after["score_younger"],
        ),
        "margin_younger": (
            after["score_younger"] - after["score_elder"],
            before["score_younger"] - before["score_elder"],
        ),
    }
    assert {name for of, name in named if of == variant} == set(wanted)
    for name, (baseline, other) in wanted.items():
        is_paired(named[variant, name], baseline, other, changed)


def test_greedy_beats_random_in_both_seats(found: Compared) -> None:
    named = by_name(found)
    for name in ("score", "score_elder", "score_younger", "margin_elder", "margin_younger"):
        item = named["greedy", name]
        assert item.verdict == "higher"
        assert item.low is not None
        assert item.low > 0
        assert item.n == DEALS


def test_the_score_of_a_pair_is_the_mean_of_both_seats(found: Compared) -> None:
    named = by_name(found)
    for variant in NAMES[1:]:
        seats = [named[variant, f"score_{role}"].difference for role in PIQUET.roles]
        assert named[variant, "score"].difference == pytest.approx(np.mean([seat or 0 for seat in seats]))
        # What one wins over the other is counted from both sides.
        margins = [named[variant, f"margin_{role}"].variant_value for role in PIQUET.roles]
        assert sum(margin or 0 for margin in margins) == pytest.approx(2 * (named[variant, "score"].difference or 0))


def test_swapping_the_strategies_turns_every_sign(found: Compared) -> None:
    there = by_name(found)
    back = by_name(qz.compare("piquet", strategies=["greedy", "random"], deals=DEALS, seed=9))
    opposite = {"higher": "lower", "lower": "higher"}
    for (variant, name), item in back.items():
        assert variant == "random"
        other = there["greedy", name]
        assert other.difference is not None
        assert other.low is not None
        assert other.high is not None
        assert (item.difference, item.low, item.high) == (-other.difference, -other.high, -other.low)
        assert (item.se, item.p, item.changed) == (other.se, other.p, other.changed)
        assert item.verdict == opposite[other.verdict]


def test_head_says_who_was_compared(found: Compared) -> None:
    head = found.as_dict()
    assert (head["baseline"], head["unit"], head["deals"]) == ("random", "pair", DEALS)
    assert head["strategies"] == {"baseline": "random", "variants": NAMES[1:]}


@pytest.mark.parametrize(
    "names", [["greedy", "greedy"], ["greedy", "greedy:keep_rank=7"], ["random", "greedy", "random"]]
)
def test_a_strategy_is_not_compared_with_itself(names: list[str]) -> None:
    with pytest.raises(qz.RequestError, match="is compared with itself"):
        qz.compare("piquet", strategies=names, deals=40, seed=9)


def test_the_same_play_under_another_name_is_identical() -> None:
    # Both keep every card that they may.
    found = qz.compare("piquet", strategies=["greedy:keep_rank=0", "greedy:keep_rank=0.5"], deals=60, seed=9)
    for item in found.comparisons:
        assert (item.difference, item.p, item.changed, item.verdict) == (0, 1, 0, "identical")


def test_a_pair_is_more_exact_than_two_deals(found: Compared) -> None:
    item = by_name(found)["greedy", "margin_elder"]
    assert item.variance_ratio is not None
    assert item.variance_ratio > 1


def test_other_rules_are_played_when_they_are_asked_for() -> None:
    found = by_name(qz.compare("piquet", ["quinte_points=15"], ["random", "greedy"], 60, seed=9))
    before, after = (
        frame_of(seats, 60, 9, "quinte_points=15")
        for seats in ({ONE: "random", OTHER: "greedy"}, {ONE: "greedy", OTHER: "random"})
    )
    assert found["greedy", "score_elder"].variant_value == pytest.approx(after["score_elder"].mean())
    assert found["greedy", "score_elder"].baseline_value == pytest.approx(before["score_elder"].mean())


def test_a_game_of_three_is_refused() -> None:
    with pytest.raises(RequestError, match="seats 3"):
        measure_pair(replace(PIQUET, roles=("first", "second", "third")), "greedy")
