"""The referee re-judges what the kernel played: thousands of random deals and whole matches, under random rules."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from simulator.batch import Chunk
from simulator.errors import RequestError
from simulator.games import game
from simulator.rules import Value, written
from simulator.transcript import match_transcripts, transcript
from tests.players import Caller, Looker, Mute, Sinker
from tests.referees.piquet import judge, judge_match
from tests.tables import by_lane, matched, seated

GAME = game("piquet")
Seats = tuple[Any, Any]  # names or classes of strategies
SEATS: list[Seats] = [
    ("random", "random"), ("greedy", "greedy"), ("greedy:keep_rank=8", "random"), (Sinker, Sinker), (Sinker, "greedy"),
    (Caller, Looker), (Mute, Sinker),
]  # fmt: skip
#: Deals a set of rules and a pair of strategies; the slow lanes play fewer.
DEALS = by_lane(10, 2)
SPECIFICATIONS = ("seed", "classic", "classic_cent", "classic,declaration_record=totals", "classic,declare_mode=forced")
#: Matches are kept short, and each of their ways to end is met.
MATCHES: dict[str, list[Value]] = {
    "max_deals": [1, 2, 3, 5, 12, 24],
    "target": [1, 5, 30, 100, 150, 400],
    "n_deals": [2, 4, 6],
    "rubicon": [0, 30, 100, 200],
}


def named(seats: Seats) -> str:
    return "-".join(one if isinstance(one, str) else one.called() for one in seats)


def random_rules(number: int) -> str:
    """Every parameter drawn anew, and again where their values exclude each other."""
    draw = random.Random(number)
    while True:
        drawn = []
        for parameter in GAME.rulebook.parameters:
            choices: list[Value] = MATCHES.get(parameter.name) or list(parameter.values)
            if not choices:
                choices = [parameter.low, parameter.high, draw.randint(parameter.low, parameter.high), *parameter.worth]
            drawn.append(f"{parameter.name}={written(draw.choice(choices))}")
        rules = ",".join(drawn)
        try:
            GAME.rulebook.resolve(rules)
        except RequestError:
            continue
        return rules


def told(rules: str, seats: Seats, seed: int, first: int, count: int) -> list[dict[str, Any]]:
    engine = seated(rules, *seats)
    return [transcript(engine, seed, deal) for deal in range(first, first + count)]


def faults_of_matches(rules: str, seats: Seats, seed: int, matches: range) -> set[tuple[int, str]]:
    engine = matched(rules, *seats)
    return {(match, fault) for match in matches for fault in judge_match(list(match_transcripts(engine, seed, match)))}


@pytest.mark.lanes
@pytest.mark.parametrize("seats", SEATS, ids=named)
@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_the_referee_finds_no_fault_under_named_rules(specification: str, seats: Seats) -> None:
    faults = {
        (trace["deal"], fault)
        for trace in told(specification, seats, seed=11, first=1000, count=6 * DEALS)
        for fault in judge(trace)
    }
    assert faults == set()


@pytest.mark.lanes
@pytest.mark.parametrize("number", range(by_lane(100, 10)))
def test_the_referee_finds_no_fault_under_random_rules(number: int) -> None:
    rules = random_rules(number)
    faults = {
        (trace["deal"], named(seats), fault)
        for seats in SEATS
        for trace in told(rules, seats, seed=number, first=10**6 * number, count=DEALS)
        for fault in judge(trace)
    }
    assert faults == set()


@pytest.mark.lanes
@pytest.mark.parametrize("seats", [("greedy", "random"), (Sinker, Looker)], ids=named)
@pytest.mark.parametrize(
    "specification",
    ["seed", "classic", "classic_cent", "seed,match_end=end_of_deal", "classic,n_deals=2,rubicon=30",
     "classic_cent,match_end=end_of_deal,target=50", "seed,target=60,max_deals=4,first_dealer=1"],
)  # fmt: skip
def test_the_referee_finds_no_fault_in_whole_matches(specification: str, seats: Seats) -> None:
    assert faults_of_matches(specification, seats, 7, range(100, 100 + by_lane(12, 1))) == set()


@pytest.mark.lanes
@pytest.mark.parametrize("number", range(by_lane(60, 6)))
def test_the_referee_finds_no_fault_in_matches_under_random_rules(number: int) -> None:
    rules = random_rules(1000 + number)
    for seats in ((Sinker, "random"), ("greedy", Sinker)):
        assert faults_of_matches(rules, seats, 1 << 63 | number, range(number, number + 2)) == set()


def test_random_rules_reach_every_value_and_every_ending() -> None:
    drawn = [GAME.rulebook.resolve(random_rules(number)) for number in [*range(100), *range(1000, 1060)]]
    for parameter in GAME.rulebook.parameters:
        assert {rules[parameter.name] for rules in drawn} >= set(parameter.values)
    endings = set()
    for number in range(1000, 1060):
        _, ends = matched(random_rules(number), Sinker, "random").play_matches(1 << 63 | number, number, 2)
        endings |= set(ends["ending"].tolist())
    assert endings >= {0, 1, 3}


@pytest.mark.lanes
def test_what_is_told_is_what_is_stored() -> None:
    rules = GAME.rulebook.resolve("seed")
    chunk = Chunk("piquet", tuple(rules.items()), (("elder", "greedy"), ("younger", "random")), 5, 77, 4 * DEALS)
    engine = chunk.engine()
    table = GAME.columns.table(engine.play(5, engine.jobs([(77, 4 * DEALS)]))).to_pylist()
    assert [trace["outcome"] for trace in told("seed", ("greedy", "random"), 5, 77, 4 * DEALS)] == table


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
    rules = "seed,count_in_play=true,majority_points=0,last_trick_points=0"
    for trace in told(rules, ("greedy", "greedy"), seed=9, first=0, count=100):
        seconds = sum(trick["winner"] != trick["leader"] for trick in trace["tricks"])
        counted = sum(event["points"] for event in trace["scoring"] if event["reason"] in ("lead", "win", "last_trick"))
        assert counted == 12 + seconds + 1


def test_the_scores_are_the_sums_of_what_is_told() -> None:
    for specification, seats in itertools.product(SPECIFICATIONS, SEATS):
        for trace in told(specification, seats, seed=21, first=0, count=20):
            totals = dict.fromkeys(GAME.roles, 0)
            for event in trace["scoring"]:
                assert event["points"] > 0
                totals[event["role"]] += event["points"]
            assert totals == trace["score"]
