"""The profile of k is what the rows say when a role is held to exchanging k cards."""

from __future__ import annotations

import pandas as pd
import pytest

import quatorze as qz
from analyses.estimates import Estimate
from simulator.engine import Narrow
from simulator.games import game
from tests.analyses.naive import find, frame_of, is_mean
from tests.tables import by_lane

PIQUET = game("piquet")
SEATS = {"elder": "random", "younger": "greedy"}
OTHER = {"elder": "younger", "younger": "elder"}
DEALS = by_lane(3_000, 60)
COUNTS = {"elder": range(1, 6), "younger": range(1, 8)}


def held(role: str, k: int, rules: str = "seed", strategies: dict[str, str] = SEATS) -> pd.DataFrame:
    """Rows of the same deals with a role held to k cards, or as many of them as it may."""
    return frame_of(strategies, DEALS, 12, rules, [Narrow(role, k, k)])


@pytest.fixture(scope="module")
def found() -> list[Estimate]:
    """The profile of both roles."""
    return qz.discards("piquet", strategies=SEATS, deals=DEALS, seed=12).estimates


def lead(frame: pd.DataFrame, role: str) -> pd.Series:
    return frame[f"score_{role}"] - frame[f"score_{OTHER[role]}"]


@pytest.mark.parametrize("role", ["elder", "younger"])
def test_every_value_is_that_of_the_rows(role: str, found: list[Estimate]) -> None:
    last = None
    for k in COUNTS[role]:
        frame = held(role, k)
        possible = frame[f"exchanged_{role}"] == k
        assert (frame[f"exchanged_{role}"] <= k).all()
        is_mean(find(found, "score", role=role, k=k), frame[f"score_{role}"][possible])
        is_mean(find(found, "score_difference", role=role, k=k), lead(frame, role)[possible])
        if last is not None:
            both = possible & last[0]
            is_mean(find(found, "one_more", role=role, k=k), (lead(frame, role) - last[1])[both])
        last = (possible, lead(frame, role))
        assert possible.any() or (role == "younger" and k > 5 and DEALS < 1000)
    assert {item.group["k"] for item in found if item.group["role"] == role} == set(COUNTS[role])


def test_youngers_value_is_also_told_by_what_elder_took(found: list[Estimate]) -> None:
    for k in COUNTS["younger"]:
        frame = held("younger", k)
        possible = frame[frame["exchanged_younger"] == k]
        told = [item for item in found if item.name == "score" and item.group == {**item.group, "k": k}]
        by = {item.group["exchanged_elder"]: item for item in told if "exchanged_elder" in item.group}
        assert set(by) == set(possible["exchanged_elder"])
        assert all(int(taken) <= 8 - k for taken in by)  # R7: he can take no more than elder left
        for taken, item in by.items():
            is_mean(item, possible["score_younger"][possible["exchanged_elder"] == taken])
        whole = find(found, "score", role="younger", k=k)
        assert sum(item.n for item in by.values()) == whole.n


def test_elder_may_always_take_his_five_and_younger_at_least_three(found: list[Estimate]) -> None:
    for k in COUNTS["elder"]:
        assert find(found, "score", role="elder", k=k).n == DEALS
    for k in COUNTS["younger"]:
        n = find(found, "score", role="younger", k=k).n
        assert n == DEALS if k <= 3 else n < DEALS


def test_the_cards_dealt_do_not_depend_on_k() -> None:
    frames = [held("elder", k) for k in COUNTS["elder"]]
    for name in frames[0]:
        if str(name).startswith("dealt_"):
            assert all(frame[name].equals(frames[0][name]) for frame in frames)


def test_one_role_is_told_alone_as_it_is_with_the_other(found: list[Estimate]) -> None:
    for role in PIQUET.roles:
        alone = qz.discards("piquet", strategies=SEATS, deals=DEALS, role=role, seed=12)
        assert alone.estimates == [item for item in found if item.group["role"] == role]
        assert alone.head["deals"] == DEALS


@pytest.mark.parametrize(
    ("rules", "role", "counts"),
    [
        ("elder_max_discard=2", "elder", [1, 2]),
        ("elder_min_discard=0,elder_max_discard=3", "elder", [0, 1, 2, 3]),
        ("younger_min_discard=0", "younger", list(range(8))),
    ],
)
def test_the_rules_say_which_k_there_are(rules: str, role: str, counts: list[int]) -> None:
    found = qz.discards("piquet", rules, "greedy", DEALS, role=role, seed=12).estimates
    assert sorted({int(item.group["k"]) for item in found}) == counts
    for k in counts:
        frame = held(role, k, rules, {"elder": "greedy", "younger": "greedy"})
        is_mean(find(found, "score", role=role, k=k), frame[f"score_{role}"][frame[f"exchanged_{role}"] == k])


def test_an_unknown_role_is_refused() -> None:
    with pytest.raises(qz.RequestError, match="did you mean younger"):
        qz.discards("piquet", deals=10, role="yunger")
