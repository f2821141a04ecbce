"""Rule variants on the same deals: the differences are those of the rows, whoever computes them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import quatorze as qz
from analyses.metrics import default_metrics, known_metrics
from analyses.paired import Comparison, holm
from quatorze.answers import Compared
from simulator.games import game
from tests.analyses.naive import frame_of, is_paired
from tests.tables import by_lane

PIQUET = game("piquet")
SEATS = {"elder": "greedy", "younger": "random"}
VARIANTS = ["seed", "seed,quinte_points=15", "seed,elder_max_discard=3,majority_points=10"]
DEALS = by_lane(12_000, 120)


@pytest.fixture(scope="module")
def frames() -> dict[str, pd.DataFrame]:
    """Rows of every arm on the same deals."""
    return {rules: frame_of(SEATS, DEALS, 6, rules) for rules in VARIANTS}


@pytest.fixture(scope="module")
def found() -> Compared:
    """The comparison of the same arms in every metric."""
    return qz.compare("piquet", VARIANTS, SEATS, DEALS, seed=6, metrics=known_metrics(PIQUET))


def metric(frame: pd.DataFrame, name: str) -> pd.Series:
    """A metric, naively."""
    lead = frame["score_elder"] - frame["score_younger"]
    if name == "score_difference":
        return lead
    if name.startswith("wins_"):
        return (lead > 0 if name == "wins_elder" else lead < 0).astype(int)
    return frame[name]


def by_name(found: Compared) -> dict[tuple[str, str], Comparison]:
    """The comparisons by variant and metric."""
    named = {(item.variant, item.metric): item for item in found.comparisons}
    assert len(named) == len(found.comparisons)
    return named


def test_every_difference_is_that_of_the_rows(frames: dict[str, pd.DataFrame], found: Compared) -> None:
    named = by_name(found)
    assert set(named) == {(variant, name) for variant in VARIANTS[1:] for name in known_metrics(PIQUET)}
    baseline = frames["seed"]
    constant = set()
    for (variant, name), item in named.items():
        changed = (frames[variant] != baseline).any(axis=1)
        one, other = metric(baseline, name), metric(frames[variant], name)
        assert 0 < changed.mean() < 1
        if one.std() == 0 or other.std() == 0:
            constant.add(name)
            continue
        is_paired(item, one, other, changed)
        assert (item.verdict == "identical") == one.equals(other)
    assert constant == {"sunk_elder", "sunk_younger"}  # nobody sinks where calls are forced


def test_head_says_what_was_compared(found: Compared) -> None:
    head = found.as_dict()
    assert (head["baseline"], head["unit"], head["deals"], head["seed"]) == ("seed", "deal", DEALS, 6)
    assert list(head["variants"]) == VARIANTS
    assert head["variants"]["seed"] == head["rules"] == PIQUET.rulebook.resolve("seed")
    assert head["variants"][VARIANTS[1]]["quinte_points"] == 15
    assert head["strategies"] == SEATS
    assert list(found.frame()["metric"]) == [item.metric for item in found.comparisons]


def test_what_quintes_are_worth_changes_scores_and_not_cards(found: Compared) -> None:
    named = by_name(found)
    for name in ("tricks_elder", "exchanged_younger", "point_points", "play_elder", "dealt_point_elder"):
        item = named[VARIANTS[1], name]
        assert (item.difference, item.se, item.low, item.high, item.p) == (0, 0, 0, 0, 1)
        assert (item.verdict, item.method) == ("identical", "identical")
        assert item.correlation == pytest.approx(1)
    more = named[VARIANTS[1], "sequence_points"]
    assert more.difference is not None
    assert more.difference > 0
    assert more.verdict == "higher" or DEALS < 1000


def test_swapping_the_baseline_turns_every_sign(found: Compared) -> None:
    there = by_name(qz.compare("piquet", VARIANTS[:2], SEATS, DEALS, seed=6))
    back = by_name(qz.compare("piquet", VARIANTS[1::-1], SEATS, DEALS, seed=6))
    assert len(there) == len(back) == len(default_metrics(PIQUET))
    opposite = {"higher": "lower", "lower": "higher"}
    assert {item.verdict for item in there.values()} & set(opposite) or DEALS < 1000
    for (_, name), item in there.items():
        other = back["seed", name]
        assert item.difference is not None
        assert item.low is not None
        assert item.high is not None
        assert (other.difference, other.low, other.high) == (-item.difference, -item.high, -item.low)
        assert (other.baseline_value, other.variant_value) == (item.variant_value, item.baseline_value)
        assert (other.se, other.p, other.p_holm, other.changed, other.n) == (
            item.se,
            item.p,
            item.p_holm,
            item.changed,
            item.n,
        )
        assert other.correlation == pytest.approx(item.correlation)
        assert other.verdict == opposite.get(item.verdict, item.verdict)


def test_arms_that_never_differ_are_identical() -> None:
    # No deal of these has a hand without king, queen and jack, so that its price changes nothing.
    assert set(frame_of(SEATS, 100, 2)["carte_blanche"]) == {"none"}
    found = qz.compare("piquet", ["seed", "carte_blanche_points=20"], SEATS, 100, seed=2)
    assert found.comparisons
    for item in found.comparisons:
        assert (item.difference, item.se, item.low, item.high) == (0, 0, 0, 0)
        assert (item.p, item.p_holm, item.changed, item.verdict) == (1, 1, 0, "identical")


def test_p_values_are_corrected_for_all_that_was_looked_at(found: Compared) -> None:
    plain = [replace(item, p_holm=item.p) for item in found.comparisons]
    assert holm(plain) == found.comparisons
    smallest = min(found.comparisons, key=lambda item: (item.p is None, item.p))
    assert smallest.p is not None
    assert smallest.p_holm == pytest.approx(min(1.0, smallest.p * len(plain)))


def test_pairing_saves_what_the_correlation_says(found: Compared) -> None:
    item = by_name(found)[VARIANTS[1], "score_elder"]
    assert item.correlation is not None
    assert item.variance_ratio is not None
    assert item.correlation > 0.5
    assert item.variance_ratio > 2


def test_other_deals_of_the_same_seed_are_another_sample_of_the_same_difference() -> None:
    parts = [
        by_name(qz.compare("piquet", VARIANTS[:2], SEATS, DEALS // 2, first=first, seed=6))[VARIANTS[1], "score_elder"]
        for first in (0, DEALS // 2)
    ]
    whole = by_name(qz.compare("piquet", VARIANTS[:2], SEATS, DEALS, seed=6))[VARIANTS[1], "score_elder"]
    assert np.mean([part.difference for part in parts]) == pytest.approx(whole.difference)
    assert parts[0].difference != parts[1].difference


def test_a_metric_is_compared_once_however_often_it_is_named() -> None:
    found = qz.compare("piquet", VARIANTS[:2], SEATS, 40, seed=6, metrics=["score_elder", "score_elder"])
    assert [item.metric for item in found.comparisons] == ["score_elder"]


@pytest.mark.parametrize("rules", [["seed"], [], ["seed", "seed"], ["seed", "quinte_points=5"], "seed"])
def test_a_variant_is_not_compared_with_itself(rules: list[str] | str) -> None:
    with pytest.raises(qz.RequestError, match=r"nothing to compare|compared with themselves"):
        qz.compare("piquet", rules, SEATS, 40, seed=6)
