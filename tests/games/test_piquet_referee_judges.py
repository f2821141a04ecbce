"""The referee re-judges what the kernel played: thousands of random deals under random rules, in every lane."""

from __future__ import annotations

import itertools
import os
import random
from typing import Any

import pytest

from simulator.batch import Chunk
from simulator.compiled import COMPILING
from simulator.games import game
from simulator.rules import Value
from simulator.transcript import transcript
from tests.referees.piquet import judge

GAME = game("piquet")
SEATS = [("random", "random"), ("greedy", "greedy"), ("greedy", "random"), ("random", "greedy:keep_rank=8")]
#: Deals a set of rules and a pair of strategies; the slow lanes play fewer.
FEW = not COMPILING or bool(os.environ.get("NUMBA_BOUNDSCHECK"))
DEALS = 3 if FEW else 12
#: The count in hand and in play of the classic game, whose declarations and bonuses the seed does not have.
CLASSIC_COUNT = (
    "seed,quinte_points=15,sequence_extra=all,set_extra=all,count_in_play=true,majority_points=10,"
    "last_trick_points=0,capot=40_instead_of_majority,repique=60,pique=30"
)


def random_rules(number: int) -> dict[str, Value]:
    """Every parameter that this version plays, drawn anew."""
    draw = random.Random(number)
    resolved = GAME.rulebook.resolve("seed")
    for parameter in GAME.rulebook.parameters:
        choices: list[Value] = list(parameter.values)
        if not choices:
            choices = [parameter.low, parameter.high, draw.randint(parameter.low, parameter.high), *parameter.worth]
        resolved[parameter.name] = draw.choice(choices)
    return resolved


def told(rules: dict[str, Value], seats: tuple[str, str], seed: int, first: int, count: int) -> list[dict[str, Any]]:
    chunk = Chunk("piquet", tuple(rules.items()), tuple(zip(GAME.roles, seats, strict=True)), seed, first, count)
    engine = chunk.engine()
    return [transcript(engine, seed, deal) for deal in range(first, first + count)]


@pytest.mark.lanes
@pytest.mark.parametrize("seats", SEATS, ids="-".join)
@pytest.mark.parametrize("specification", ["seed", CLASSIC_COUNT], ids=["seed", "classic_count"])
def test_the_referee_finds_no_fault_under_named_rules(specification: str, seats: tuple[str, str]) -> None:
    rules = GAME.rulebook.resolve(specification)
    faults = {
        (trace["deal"], fault)
        for trace in told(rules, seats, seed=11, first=1000, count=10 * DEALS)
        for fault in judge(trace)
    }
    assert faults == set()


@pytest.mark.lanes
@pytest.mark.parametrize("number", range(6 if FEW else 60))
def test_the_referee_finds_no_fault_under_random_rules(number: int) -> None:
    rules = random_rules(number)
    faults = {
        (trace["deal"], trace["strategies"]["elder"], fault)
        for seats in SEATS
        for trace in told(rules, seats, seed=number, first=10**6 * number, count=DEALS)
        for fault in judge(trace)
    }
    assert faults == set()


@pytest.mark.lanes
def test_what_is_told_is_what_is_stored() -> None:
    rules = GAME.rulebook.resolve("seed")
    chunk = Chunk("piquet", tuple(rules.items()), (("elder", "greedy"), ("younger", "random")), 5, 77, 4 * DEALS)
    engine = chunk.engine()
    table = GAME.columns.table(engine.play(5, engine.jobs([(77, 4 * DEALS)]))).to_pylist()
    assert [trace["outcome"] for trace in told(rules, ("greedy", "random"), 5, 77, 4 * DEALS)] == table


def test_the_points_of_the_play_are_seven_or_twenty_or_none() -> None:
    rules = GAME.rulebook.resolve("seed")
    chunk = Chunk("piquet", tuple(rules.items()), (("elder", "random"), ("younger", "greedy")), 3, 0, 100_000)
    engine = chunk.engine()
    rows = engine.play(3, engine.jobs([(0, 100_000)]))
    both = rows["play_elder"].astype(int) + rows["play_younger"]
    tricks = rows["tricks_elder"].astype(int)
    assert set(both.tolist()) == {0, 7, 20}
    assert ((both == 0) == (tricks == 6)).all()
    assert ((both == 20) == ((tricks == 0) | (tricks == 12))).all()
    assert (tricks + rows["tricks_younger"] == 12).all()


def test_counting_in_play_gives_thirteen_and_the_tricks_won_as_second() -> None:
    rules = GAME.rulebook.resolve("seed,count_in_play=true,majority_points=0,last_trick_points=0")
    for trace in told(rules, ("greedy", "greedy"), seed=9, first=0, count=100):
        seconds = sum(trick["winner"] != trick["leader"] for trick in trace["tricks"])
        counted = sum(event["points"] for event in trace["scoring"] if event["reason"] in ("lead", "win", "last_trick"))
        assert counted == 12 + seconds + 1


def test_the_scores_are_the_sums_of_what_is_told() -> None:
    for specification, seats in itertools.product(["seed", CLASSIC_COUNT], SEATS):
        for trace in told(GAME.rulebook.resolve(specification), seats, seed=21, first=0, count=50):
            totals = dict.fromkeys(GAME.roles, 0)
            for event in trace["scoring"]:
                assert event["points"] > 0
                totals[event["role"]] += event["points"]
            assert totals == trace["score"]
