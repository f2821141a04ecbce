"""The referee's reckoning of matches: who deals, where a match ends, who wins it, and what of it is told."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.referees.golden_piquet_classic import PARTIES, TARGETS, TargetCase
from tests.referees.piquet import RULES_CLASSIC, RULES_CLASSIC_CENT, RULES_SEED, judge, judge_match
from tests.referees.piquet_match import Deal, first_dealer, partie_result, players_of, settle
from tests.referees.piquet_traces import Trace, honest_match, pi21

AT_END = {**RULES_SEED, "match_end": "end_of_deal"}


@pytest.mark.parametrize(("total0", "total1", "winner", "points", "below"), PARTIES)
def test_pi23_the_partie_is_reckoned(total0: int, total1: int, winner: str, points: int, below: str) -> None:
    assert partie_result(total0, total1) == {"winner": winner, "game_points": points, "rubicon": below}
    swapped = {"player0": "player1", "player1": "player0", "none": "none"}
    assert partie_result(total1, total0) == {
        "winner": swapped[winner], "game_points": points, "rubicon": swapped[below],
    }  # fmt: skip


@pytest.mark.parametrize(("rubicon", "points", "below"), [(99, 101, "none"), (100, 299, "player1"), (0, 101, "none")])
def test_the_rubicon_is_a_parameter(rubicon: int, points: int, below: str) -> None:
    assert partie_result(100, 99, rubicon) == {"winner": "player0", "game_points": points, "rubicon": below}


def even(*totals: tuple[int, int]) -> list[Deal]:
    """Deals of two events each: these points for player0 and for player1."""
    return [[("player0", one), ("player1", two)] for one, two in totals]


@pytest.mark.parametrize(("total0", "total1", "winner", "points", "below"), PARTIES)
def test_pi23_a_partie_has_six_deals_and_two_more_where_it_is_equal(
    total0: int, total1: int, winner: str, points: int, below: str
) -> None:
    deals = even((total0 - 5, total1 - 5), *[(1, 1)] * 5)
    assert all(settle(deals[:count], RULES_CLASSIC) is None for count in range(6))
    row = settle(deals, RULES_CLASSIC)
    if winner == "none":
        assert row is None
    else:
        assert row == {
            "deals": 6, "ending": "partie", "winner": winner, "points_player0": total0, "points_player1": total1,
            "game_points": points, "rubicon": below,
        }  # fmt: skip


@pytest.mark.parametrize(("last", "ending", "winner", "points"), [
    ((20, 10), "partie", "player0", 110), ((10, 21), "partie", "player1", 111), ((10, 10), "drawn", "none", 0),
])  # fmt: skip
def test_an_equal_partie_ends_after_two_more_deals(
    last: tuple[int, int], ending: str, winner: str, points: int
) -> None:
    deals = even(*[(20, 20)] * 6, (30, 30))
    assert settle(deals, RULES_CLASSIC) is None
    row = settle([*deals, *even(last)], RULES_CLASSIC)
    assert row is not None
    assert (row["deals"], row["ending"], row["winner"], row["game_points"]) == (8, ending, winner, points)
    assert row["rubicon"] == "none"


def test_a_difference_in_the_seventh_deal_alone_ends_nothing() -> None:
    deals = even(*[(20, 20)] * 6, (30, 10))
    assert settle(deals, RULES_CLASSIC) is None
    row = settle([*deals, *even((0, 20))], RULES_CLASSIC)
    assert row is not None
    assert row["ending"] == "drawn"


def test_the_number_of_deals_is_a_parameter() -> None:
    deals = even((3, 1), (3, 1))
    assert settle(deals[:1], {**RULES_CLASSIC, "n_deals": 2}) is None
    row = settle(deals, {**RULES_CLASSIC, "n_deals": 2})
    assert row is not None
    assert (row["deals"], row["game_points"], row["rubicon"]) == (2, 6 + 2 + 100, "player1")


@pytest.mark.parametrize("case", TARGETS, ids=lambda case: case.id)
def test_pi24_a_match_to_a_target_ends_in_order_or_at_the_end_of_the_deal(case: TargetCase) -> None:
    deals = [*even(case.before), list(case.events)]
    for rules, right in ((RULES_SEED, case.in_order), (AT_END, case.end_of_deal), (RULES_CLASSIC_CENT, case.in_order)):
        row = settle(deals, rules)
        assert settle(deals[:1], rules) is None
        if right is None:
            assert row is None
        else:
            winner, points0, points1 = right
            assert row == {
                "deals": 2, "ending": "target", "winner": winner, "points_player0": points0,
                "points_player1": points1, "game_points": 0, "rubicon": "none",
            }  # fmt: skip


def test_the_target_is_a_parameter() -> None:
    row = settle(even((31, 40)), {**RULES_SEED, "target": 31})
    assert row is not None
    assert (row["winner"], row["points_player0"], row["points_player1"]) == ("player0", 31, 0)


@pytest.mark.parametrize("rules", [RULES_SEED, AT_END, RULES_CLASSIC], ids=["in_order", "end_of_deal", "partie"])
def test_a_match_is_unfinished_after_max_deals_and_not_before(rules: dict[str, Any]) -> None:
    deals = even(*[(2, 1)] * 3)
    short = {**rules, "max_deals": 3}
    assert settle(deals[:2], short) is None
    assert settle(deals, short) == {
        "deals": 3, "ending": "unfinished", "winner": "none", "points_player0": 6, "points_player1": 3,
        "game_points": 0, "rubicon": "none",
    }  # fmt: skip


def test_a_match_that_ends_in_its_last_possible_deal_is_finished() -> None:
    for rules, ending in ((RULES_SEED, "target"), (AT_END, "target"), (RULES_CLASSIC, "partie")):
        row = settle(even(*[(1, 1)] * 5, (100, 0)), {**rules, "max_deals": 6})
        assert row is not None
        assert (row["ending"], row["deals"]) == (ending, 6)
    row = settle(even(*[(20, 20)] * 6), {**RULES_CLASSIC, "max_deals": 6})
    assert row is not None
    assert row["ending"] == "unfinished"


def test_the_dealer_is_younger_and_the_deal_alternates() -> None:
    assert players_of(0, "player0") == {"elder": "player1", "younger": "player0"}
    assert players_of(1, "player0") == {"elder": "player0", "younger": "player1"}
    assert players_of(0, "player1") == players_of(1, "player0") == players_of(7, "player0")


def test_the_first_dealer_is_the_rules_or_drawn_at_even_chances() -> None:
    assert first_dealer({"first_dealer": 0}, 1, 1) == "player0"
    assert first_dealer({"first_dealer": 1}, 1, 1) == "player1"
    drawn = [first_dealer({"first_dealer": "random"}, 14, match) for match in range(1000)]
    assert 450 <= drawn.count("player0") <= 550
    # The recipe: block 1 of key (seed, 0), counter (., 4096*match, 0, 3); the top bit of the low half decides.
    for match in range(40):
        words = np.random.Philox(key=[14, 0], counter=[0, 4096 * match, 0, 3])
        assert drawn[match] == ("player1" if int(words.random_raw()) & 0x80000000 else "player0")


MATCHES = [
    (RULES_SEED, 1), (AT_END, 2), (RULES_CLASSIC, 3), (RULES_CLASSIC_CENT, 4),
    ({**RULES_CLASSIC, "n_deals": 2, "first_dealer": 1}, 5), ({**RULES_SEED, "max_deals": 3, "first_dealer": 0}, 6),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "match"), MATCHES, ids=lambda value: str(value) if isinstance(value, int) else "")
def test_honest_matches_are_judged_right(rules: dict[str, Any], match: int) -> None:
    for number in range(3):
        traces = honest_match(rules, 2**64 - 1 - number, match, random.Random(10 * match + number))
        assert judge_match(traces) == []
        assert traces[-1]["match_result"]["deals"] == len(traces)


def test_a_deal_of_no_match_makes_no_match() -> None:
    assert judge(pi21(RULES_SEED)) == []
    assert any("of no match" in fault for fault in judge_match([pi21(RULES_SEED)]))
    assert judge_match([]) != []


def put(deal: int, *path: Any) -> Callable[[list[Trace]], None]:
    """A fault: in the trace of a deal, the last of the path is put where the path before it leads."""

    def fault(traces: list[Trace]) -> None:
        place: Any = traces[deal]
        for key in path[:-2]:
            place = place[key]
        place[path[-2]] = path[-1]

    return fault


def same_roles(traces: list[Trace]) -> None:
    """The second deal is dealt by the first dealer again."""
    traces[1]["players"] = dict(traces[0]["players"])


def one_deal_less(traces: list[Trace]) -> None:
    """The result is told a deal early."""
    result = traces.pop()["match_result"]
    traces[-1]["match_result"] = result


FAULTS: dict[str, tuple[Callable[[list[Trace]], object], str]] = {
    "the roles stay": (same_roles, "players: told"),
    "a player twice": (put(0, "players", "elder", "player2"), "players: told"),
    "a deal left out": (lambda traces: traces.pop(2), "told as match_deal 3"),
    "two deals exchanged": (lambda traces: traces.insert(1, traces.pop(2)), "told as match_deal 2"),
    "the last deal missing": (lambda traces: traces.pop(), "the match goes on"),
    "ended too early": (one_deal_less, "the match goes on"),
    "a deal too many": (lambda traces: traces.append(traces[0]), "and 1 more are told"),
    "another number of the deal": (put(1, "deal", 5), "deal: 5 is not deal 1"),
    "another match": (put(1, "match", 8), "is not deal 1 of match 8"),
    "a wrong total": (put(2, "totals", "player1", 0), "totals before it"),
    "a total before the first deal": (put(0, "totals", "player0", 1), "totals before it"),
    "another seed": (put(1, "seed", 100), "deal 1: "),
    "other rules": (put(1, "rules", "target", 101), "rules is"),
    "no result": (put(-1, "match_result", None), "match_result is None"),
    "a wrong winner": (put(-1, "match_result", "winner", "none"), "match_result is"),
    "wrong game points": (put(-1, "match_result", "game_points", 100), "match_result is"),
    "a wrong dealer": (put(-1, "match_result", "first_dealer", "none"), "match_result is"),
    "a wrong count": (put(-1, "match_result", "deals", 5), "match_result is"),
    "no players": (lambda traces: traces[0].pop("players"), "no players"),
    "no place in the match": (lambda traces: traces[0].pop("match"), "of no match"),
    "a fault in a deal": (put(3, "score", "elder", 999), "deal 3: score"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_judge_of_a_match_notices(name: str) -> None:
    traces = honest_match(RULES_CLASSIC, 99, 7, random.Random(7))
    fault, words = FAULTS[name]
    fault(traces)
    assert any(words in told for told in judge_match(traces)), judge_match(traces)
