"""Every parameter changes a result, and only where it applies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest

from analyses.compare import differing
from simulator.errors import RequestError
from simulator.games import game
from simulator.games.piquet.outcome import SEQUENCES, SETS
from simulator.rules import written
from tests.players import BlancheReader, CallReader, LeftReader, Mute, Wavering
from tests.tables import by_lane, rows_of, seated

BOOK = game("piquet").rulebook
SEED = 2
SEATS = ("greedy", "random")
DEALS = by_lane(20_000, 30)
#: Deals of this seed in which something rare happens, for the lanes that play few: greedy elder keeps all, greedy
#: younger keeps all, a carte blanche, one whose showing changes the play. Where a strategy has changed, look for new
#: ones among 60,000 deals.
RARE = (1023, 509, 346, 9535)

GAMES_OF_COUNT = "quinte_points=15,sequence_extra=all,set_extra=all"
QUINTES = [code for code, word in enumerate(SEQUENCES) if word.startswith("quinte")]
LOW_SETS = [code for code, word in enumerate(SETS) if word[-1] in "789"]
Touches = Callable[[Any, Any, Any], Any]
Seats = tuple[Any, Any]  # names or classes of strategies


@dataclass(frozen=True)
class Case:
    """Where a parameter applies.

    Attributes
    ----------
    touches : callable, optional
        (rows before, rows after, value) -> the deals that it can touch.
    whole : bool
        Whether it changes all of these deals, and not only some of them.
    ground : str
        What else must hold for it to matter.
    seats : tuple of str
        Who plays.
    """

    touches: Touches | None = None
    whole: bool = True
    ground: str = ""
    seats: Seats = ("greedy", "random")


def of_either(stem: str, test: Callable[[Any], Any]) -> Touches:
    """The deals in which a column of either player passes a test."""
    return lambda before, after, value: test(after[f"{stem}_elder"]) | test(after[f"{stem}_younger"])


def of_winner(codes: list[int]) -> Touches:
    """The deals in which the sequence that wins is one of these."""

    def touches(before: Any, after: Any, value: Any) -> Any:
        held = [np.isin(before[f"sequence_{role}"], codes) for role in ("elder", "younger")]
        return (before["sequence_winner"] == 1) & held[0] | (before["sequence_winner"] == 2) & held[1]

    return touches


def short_points(before: Any, after: Any, value: int) -> Any:
    """The deals in which a player's point has too few cards for `value`."""
    short = [(before[f"point_{role}"] + 6) // 10 < value for role in ("elder", "younger")]
    return short[0] | short[1]


def majority(before: Any, after: Any, value: Any) -> Any:
    """The deals in which one player has seven to eleven tricks."""
    return (before["tricks_elder"] % 12 != 0) & (before["tricks_elder"] != 6)


def something_left(before: Any, after: Any, value: Any) -> Any:
    """The deals in which younger leaves cards in the talon."""
    return before["exchanged_elder"].astype(int) + before["exchanged_younger"] < 8


def told_less(before: Any, after: Any, value: Any) -> Any:
    """The deals in which the pips of the points are not settled by their equality, so that some are not said."""
    return (before["point_elder"] != before["point_younger"]) & (before["point_winner"] > 0)


CASES: dict[str, Case] = {
    "elder_min_discard": Case(lambda before, after, value: after["exchanged_elder"] == 0),
    "elder_max_discard": Case(lambda before, after, value: before["exchanged_elder"] > value),
    "younger_min_discard": Case(
        lambda before, after, value: after["exchanged_younger"] == 0, seats=("random", "greedy")
    ),
    "carte_blanche_points": Case(lambda before, after, value: before["carte_blanche"] > 0),
    "point_min_cards": Case(short_points),
    "point_tie": Case(lambda before, after, value: before["point_winner"] == 3),
    "quinte_points": Case(of_winner(QUINTES)),
    "sequence_extra": Case(lambda before, after, value: before["sequence_winner"] % 3 > 0, whole=False),
    "set_min_rank": Case(
        lambda before, after, value: (
            of_either("dealt_set", lambda codes: np.isin(codes, LOW_SETS))(before, after, value)
            | of_either("set", lambda codes: np.isin(codes, LOW_SETS))(before, after, value)
        ),
        seats=("random", "random"),
    ),
    "set_extra": Case(lambda before, after, value: before["set_winner"] > 0, whole=False),
    "count_in_play": Case(lambda before, after, value: before["deal"] >= 0),
    "majority_points": Case(majority),
    "last_trick_points": Case(majority),
    "capot": Case(lambda before, after, value: before["tricks_elder"] % 12 == 0),
    "split_last_trick": Case(lambda before, after, value: before["tricks_elder"] == 6),
    "repique": Case(lambda before, after, value: after["repique"] > 0, ground=GAMES_OF_COUNT),
    "pique": Case(lambda before, after, value: after["pique"] > 0, ground=f"count_in_play=true,{GAMES_OF_COUNT}"),
    "follow_suit": Case(),
    "must_win": Case(),
    "deal_batch": Case(lambda before, after, value: before["deal"] >= 0, whole=False),
    # What a player learns is of no account to one who does not look at it; these players act on one field each.
    "elder_sees_left": Case(
        lambda before, after, value: before["exchanged_elder"] < 5, whole=False, seats=(LeftReader, "greedy")
    ),
    "younger_left_view": Case(something_left, seats=(LeftReader, LeftReader)),
    "carte_blanche_reveal": Case(
        lambda before, after, value: before["carte_blanche"] > 0, whole=False, seats=(BlancheReader, BlancheReader)
    ),
    "declare_mode": Case(
        lambda before, after, value: after["sunk_elder"] + after["sunk_younger"] > 0, seats=(Mute, Wavering)
    ),
    "declaration_record": Case(told_less, whole=False, seats=(CallReader, CallReader)),
}
#: What has no part in a single deal.
OF_MATCHES = ("match_mode", "target", "match_end", "n_deals", "rubicon", "first_dealer", "max_deals")


@cache
def played(rules: str, seats: Seats) -> Any:
    """The rows of the deals of this file."""
    return rows_of(seated(rules, *seats), SEED, (0, DEALS), *((deal, 1) for deal in RARE))


def before_and_after(name: str, value: Any) -> tuple[Any, Any]:
    """The rows of the same deals with and without a value."""
    case = CASES[name]
    ground = f"seed,{case.ground}" if case.ground else "seed"
    return played(ground, case.seats), played(f"{ground},{name}={written(value)}", case.seats)


def values() -> list[Any]:
    """Every value that this version plays and the preset does not have; of a number those worth studying."""
    return [
        pytest.param(parameter.name, value, id=f"{parameter.name}={written(value)}")
        for parameter in BOOK.parameters
        for value in parameter.values or parameter.worth
        if value != BOOK.presets["seed"][parameter.name] and parameter.name not in OF_MATCHES
    ]


def test_every_parameter_with_a_choice_has_its_case() -> None:
    assert {parameter.values[0] for parameter in values()} == set(CASES)
    assert {*CASES, *OF_MATCHES} == {parameter.name for parameter in BOOK.parameters}


@pytest.mark.lanes
def test_what_makes_a_match_has_no_part_in_a_deal() -> None:
    other = "match_mode=partie,target=3,match_end=end_of_deal,n_deals=2,rubicon=0,first_dealer=1,max_deals=9"
    assert {part.partition("=")[0] for part in other.split(",")} == set(OF_MATCHES)
    assert played("seed", SEATS).tobytes() == played(f"seed,{other}", SEATS).tobytes()


@pytest.mark.lanes
@pytest.mark.parametrize(("name", "value"), values())
def test_a_parameter_changes_results_and_only_where_it_applies(name: str, value: Any) -> None:
    before, after = before_and_after(name, value)
    changed = differing(before, after)
    assert changed.any()
    case = CASES[name]
    if case.touches is not None:
        touched = np.asarray(case.touches(before, after, value))
        assert not (changed & ~touched).any()
        assert (changed == touched).all() or not case.whole


@pytest.mark.lanes
@pytest.mark.parametrize(("name", "value", "columns"), [
    ("carte_blanche_points", 20, "score"), ("point_tie", "elder", "score point_winner point_points"),
    ("quinte_points", 15, "score sequence_points"), ("sequence_extra", "all", "score sequence_points"),
    ("set_extra", "all", "score set_points"), ("majority_points", 10, "score play"),
    ("last_trick_points", 1, "score play"), ("capot", "40_instead_of_majority", "score play"),
    ("split_last_trick", "kept", "score play"), ("repique", 60, "score repique"), ("pique", 30, "score pique"),
    ("count_in_play", True, "score play"), ("point_min_cards", 5, "score point point_winner point_points"),
    ("must_win", True, "score tricks last_trick play"), ("follow_suit", False, "score tricks last_trick play"),
    ("elder_sees_left", True, "score tricks last_trick play"),
    ("younger_left_view", "shared_option", "score tricks last_trick play left_shown"),
    ("carte_blanche_reveal", "full_hand", "score tricks last_trick play"),
    ("declare_mode", "may_sink", "score point_winner point_points sequence_winner sequence_points set_winner "
     "set_points sunk"),
    ("declaration_record", "call_and_answer", "score tricks last_trick play"),
])  # fmt: skip
def test_a_parameter_changes_its_own_columns_alone(name: str, value: Any, columns: str) -> None:
    before, after = before_and_after(name, value)
    names = game("piquet").columns.names
    changed = {column for column in names if (before[column] != after[column]).any()}
    stems = {game("piquet").columns.stem(column, ("elder", "younger"))[0] for column in changed}
    if "tricks" in stems:
        stems -= {"cards", "capot"}  # which follow from the tricks
    assert stems == set(columns.split())


@pytest.mark.lanes
@pytest.mark.parametrize(("name", "value", "more"), [
    ("carte_blanche_points", 0, -10), ("carte_blanche_points", 20, 10), ("quinte_points", 15, 10),
    ("majority_points", 0, -5), ("majority_points", 10, 5), ("last_trick_points", 0, -2), ("last_trick_points", 1, -1),
    ("capot", "40_instead_of_majority", 22), ("split_last_trick", "kept", 2), ("repique", 60, 60), ("pique", 30, 30),
])  # fmt: skip
def test_a_parameter_is_worth_what_it_says(name: str, value: Any, more: int) -> None:
    """At a capot of 40 the last trick, told after the play, still scores its 2."""
    before, after = before_and_after(name, value)
    changed = differing(before, after)
    sums = [rows["score_elder"].astype(int) + rows["score_younger"] for rows in (before, after)]
    assert set((sums[1] - sums[0])[changed].tolist()) == {more}


@pytest.mark.lanes
def test_a_duty_to_win_changes_nothing_for_one_who_always_wins_when_he_can() -> None:
    seats = ("greedy", "greedy")
    assert not differing(played("seed", seats), played("seed,must_win=true", seats)).any()


@pytest.mark.lanes
def test_off_is_the_base_rule() -> None:
    base = played("seed", ("greedy", "random"))
    every = ",".join(f"{name}={written(value)}" for name, value in BOOK.presets["seed"].items())
    assert BOOK.resolve(f"seed,{every}") == BOOK.resolve("seed")
    assert not differing(base, played(f"seed,{every}", ("greedy", "random"))).any()


@pytest.mark.parametrize("fact", BOOK.facts, ids=lambda fact: fact.name)
def test_a_fact_cannot_be_set(fact: Any) -> None:
    with pytest.raises(RequestError, match=f"{fact.name} is a fact"):
        BOOK.resolve(f"seed,{fact.name}=something")
