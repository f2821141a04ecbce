"""In matches the players change roles: every view belongs to the player who now sits there, and tells the standing."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from simulator.errors import PlayError
from simulator.games import game
from simulator.transcript import match_transcripts
from strategies.load import player
from tests.games.rightful import Trace, moments, number_of, rightful_view, wrong_fields
from tests.referees.piquet_cards import ROLES
from tests.simulator import recipe
from tests.tables import Halting, HaltingSeer, Watched, by_lane

pytestmark = pytest.mark.lanes

GAME = game("piquet")
SEED = 77


@cache
def table_of(rules: str, one: type[Halting] = Halting, two: type[Halting] = Halting) -> Watched:
    """A table of two halting players who are told apart by their parameters."""
    players = {"player0": player("piquet", one), "player1": player("piquet", two)}
    return Watched(GAME, GAME.rulebook.resolve(rules), players)


def params(halted: bool, deal: int, number: int) -> list[float]:
    """The parameters of a halting player."""
    return [7.0, float(deal), float(number)] if halted else [7.0, -1.0, -1.0]


def stopped(table: Watched, match: int, trace: Trace, seat: int, moment: tuple[Any, ...]) -> Any:
    """The view with which a seat of a told deal is asked for a decision."""
    record = table.table()
    asked = int(trace["players"][ROLES[seat]][-1])
    for number in range(2):
        record["params"][0][number][:3] = params(number == asked, trace["match_deal"], number_of(moment))
        record["params"][0][number][15] = number
    with pytest.raises(PlayError):
        table.play_matches(SEED, match, 1, trace["match_deal"], record)
    return table.seen[seat]


def check(table: Watched, match: int, seers: tuple[bool, bool] = (False, False)) -> int:
    """Compare the views of all decisions of a match with the rightful ones; return how many deals it has.

    The slow lanes look at the last two deals of each match.
    """
    traces = list(match_transcripts(table, SEED, match))
    for trace in traces[-by_lane(99, 2) :]:
        for seat, moment in moments(trace):
            view = stopped(table, match, trace, seat, moment)
            asked = int(trace["players"][ROLES[seat]][-1])
            where = (trace["deal"], seat, moment)
            assert wrong_fields(view, rightful_view(trace, seat, moment, seers[asked])) == [], where
            assert int(view["params"][15]) == asked, where
    return len(traces)


@pytest.mark.parametrize("rules", [
    "classic", "seed", "classic_cent", "seed,match_end=end_of_deal,target=40", "classic,n_deals=2,first_dealer=0",
    "classic_cent,declaration_record=totals,first_dealer=1",
])  # fmt: skip
def test_every_view_in_a_match_tells_the_player_his_own_and_the_standing(rules: str) -> None:
    table = table_of(rules)
    assert sum(check(table, match) for match in range(by_lane(2, 1))) >= by_lane(3, 1)


@pytest.mark.parametrize("seers", [(True, False), (False, True)], ids=["player0", "player1"])
def test_the_open_hands_follow_the_clairvoyant_from_role_to_role(seers: tuple[bool, bool]) -> None:
    one, two = (HaltingSeer if seer else Halting for seer in seers)
    assert check(table_of("classic,n_deals=4", one, two), 3, seers) >= 4


class Drawing(Halting):
    """A halting player with a private stream that it does not use."""

    deterministic = False


def test_the_key_follows_the_player_and_is_that_of_his_seat() -> None:
    """The private stream is that of seat and deal; the player who declares no chance has none in either seat."""
    table = table_of("classic,n_deals=4", Drawing, Halting)
    for trace in match_transcripts(table, SEED, 5):
        for seat, moment in list(moments(trace))[:4]:
            view = stopped(table, 5, trace, seat, moment)
            draws = trace["players"][ROLES[seat]] == "player0"
            key = recipe.private_key(SEED, trace["deal"], seat) if draws else [0, 0]
            assert view["key"].tolist() == key
            assert int(view["position"]) == 0


def test_the_standing_is_told_by_role_and_changes_places_with_the_deal() -> None:
    table = table_of("classic")
    traces = list(match_transcripts(table, SEED, 1))
    for before, after in pairwise(traces):
        views = [stopped(table, 1, trace, 0, ("discard",)) for trace in (before, after)]
        elder, younger = (int(points) for points in views[0]["match_score"])
        assert views[1]["match_score"].tolist() == [
            younger + before["score"]["younger"], elder + before["score"]["elder"]
        ]  # fmt: skip
        assert [int(view["match_deal"]) for view in views] == [before["match_deal"], before["match_deal"] + 1]
