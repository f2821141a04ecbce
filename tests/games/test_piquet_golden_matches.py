"""Golden cases of matches: the partie, the target in order and at the end of the deal, on stages and whole matches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simulator import compiled
from simulator.conditions import Conditions
from simulator.engine import Engine
from simulator.games import game
from simulator.games.piquet.declare import gain
from simulator.games.piquet.match import begin_match, count_deal, next_deal
from simulator.games.piquet.outcome import ENDINGS, MATCH_COLUMNS, PLAYERS
from simulator.transcript import match_transcripts
from strategies.load import player
from tests.games.stages import fresh_table, rules
from tests.games.test_piquet_kernel import Stand
from tests.referees.golden_piquet import GOLDEN
from tests.referees.golden_piquet_classic import PARTIES, TARGETS, TargetCase
from tests.referees.piquet import judge_match
from tests.tables import pack_for

pytestmark = pytest.mark.lanes

GAME = game("piquet")
ZERO = np.uint64(0)
WORDS = ("none", *PLAYERS)


class Standing:
    """A match that has come to deal `deal`; player0 is elder in it, or younger with `turned`."""

    def __init__(self, specification: str, totals: tuple[int, int], deal: int, turned: bool = False) -> None:
        self.rules = rules(specification)
        self.tables, self.views = fresh_table(), compiled.records(2, GAME.view)
        self.row = compiled.records(1, MATCH_COLUMNS.dtype)
        self.turned, self.first = int(turned), deal
        table = self.table
        begin_match(table, self.rules, np.uint64(1), np.int64(7))
        table["first_dealer"] = (deal + 1 + turned) % 2
        table["match_deal"], table["number"] = deal, 4096 * 7 + deal
        table["totals"][:] = totals

    @property
    def table(self) -> Any:
        return self.tables[0]

    def play(self, events: tuple[tuple[str, int], ...]) -> dict[str, Any] | None:
        """One more deal with these events by player: the row of the match, or None while it goes on."""
        table = self.table
        next_deal(table, self.rules, self.views)
        assert int(table["swap"]) == (self.turned + int(table["match_deal"]) - self.first) % 2
        for seat in range(2):
            table["score"][seat] = table["final"][seat] = 0
        table["reached"] = 0
        for name, points in events:
            gain(table, PLAYERS.index(name) ^ int(table["swap"]), np.int64(1), np.int64(points), ZERO)
        if not count_deal(table, self.rules, self.row[0]):
            return None
        told = {column: int(self.row[column][0]) for column in MATCH_COLUMNS.names}
        return told | {
            "winner": WORDS[told["winner"]], "rubicon": WORDS[told["rubicon"]], "ending": ENDINGS[told["ending"]]
        }  # fmt: skip


@pytest.mark.parametrize("turned", [False, True], ids=["player0_elder", "player0_younger"])
@pytest.mark.parametrize(("one", "two", "winner", "points", "below"), PARTIES)
def test_pi_23_a_partie(one: int, two: int, winner: str, points: int, below: str, turned: bool) -> None:
    match = Standing("classic", (one - 13, two - 6), 5, turned)
    row = match.play((("player0", 13), ("player1", 6)))
    if one == two:
        assert row is None
        assert match.play((("player0", 30),)) is None  # the seventh deal decides nothing
        row = match.play((("player1", 30),))
        assert row is not None
        assert (row["ending"], row["winner"], row["game_points"], row["rubicon"]) == ("drawn", "none", 0, "none")
        assert (row["deals"], row["points_player0"], row["points_player1"]) == (8, 140, 140)
        return
    assert row is not None
    assert (row["winner"], row["game_points"], row["rubicon"]) == (winner, points, below)
    assert (row["ending"], row["deals"], row["match"]) == ("partie", 6, 7)
    assert (row["points_player0"], row["points_player1"]) == (one, two)


def test_an_equal_partie_is_won_in_the_two_deals_more() -> None:
    match = Standing("classic", (100, 100), 5)
    assert match.play((("player0", 10), ("player1", 10))) is None
    assert match.play((("player0", 5),)) is None
    row = match.play((("player1", 25),))
    assert row is not None
    assert (row["winner"], row["game_points"], row["deals"], row["rubicon"]) == ("player1", 120, 8, "none")


@pytest.mark.parametrize(("specification", "deals", "ending"), [
    ("classic,max_deals=6", 6, "unfinished"), ("classic,max_deals=7", 7, "unfinished"),
    ("classic,max_deals=8", 8, "drawn"), ("classic,n_deals=4,max_deals=8", 6, "drawn"),
])  # fmt: skip
def test_an_equal_partie_ends_where_its_rules_end_it(specification: str, deals: int, ending: str) -> None:
    match = Standing(specification, (0, 0), 0)
    rows = [match.play((("player0", 10), ("player1", 10))) for _ in range(deals)]
    assert rows[:-1] == [None] * (deals - 1)
    row = rows[-1]
    assert row is not None
    assert (row["ending"], row["deals"], row["winner"], row["game_points"]) == (ending, deals, "none", 0)
    assert row["points_player0"] == row["points_player1"] == 10 * deals


@pytest.mark.parametrize("rubicon", [99, 100, 101])
def test_the_rubicon_is_what_the_rules_say(rubicon: int) -> None:
    row = Standing(f"classic,rubicon={rubicon}", (100, 90), 5).play((("player0", 20), ("player1", 10)))
    assert row is not None
    below = rubicon > 100
    assert (row["game_points"], row["rubicon"]) == ((320, "player1") if below else (120, "none"))


@pytest.mark.parametrize("turned", [False, True], ids=["player0_elder", "player0_younger"])
@pytest.mark.parametrize("case", TARGETS, ids=lambda case: case.id)
def test_pi_24_a_target_in_order_and_at_the_end_of_the_deal(case: TargetCase, turned: bool) -> None:
    for specification, wanted in (("seed", case.in_order), ("seed,match_end=end_of_deal", case.end_of_deal)):
        match = Standing(specification, case.before, 3, turned)
        row = match.play(case.events)
        if wanted is None:
            assert row is None
            after = [case.before[i] + sum(p for name, p in case.events if name == PLAYERS[i]) for i in range(2)]
            assert match.table["totals"].tolist() == after
            continue
        assert row is not None
        assert (row["winner"], row["points_player0"], row["points_player1"]) == wanted
        assert (row["ending"], row["deals"], row["game_points"], row["rubicon"]) == ("target", 4, 0, "none")


@pytest.mark.parametrize(("specification", "result"), [
    # Each deal elder makes 5 + 5 + 5 and younger 2, his last trick after all else. In the second deal the new elder
    # comes to 17 with the cards; at the end of the deal both have 17, and the third decides.
    ("seed,target=17", (2, "target", 1, (15, 17), 0, "none")),
    ("seed,target=17,match_end=end_of_deal", (3, "target", 0, (32, 19), 0, "none")),
    ("seed,target=15", (1, "target", 0, (15, 0), 0, "none")),
    ("seed,target=16,match_end=end_of_deal,max_deals=2", (2, "unfinished", None, (17, 17), 0, "none")),
    ("seed,target=1000,max_deals=5", (5, "unfinished", None, (49, 36), 0, "none")),
    ("seed,match_mode=partie,n_deals=2", (4, "drawn", None, (34, 34), 0, "none")),
    # Elder makes 71 and younger 6 (PI-18): the first of two deals more decides nothing.
    ("classic,n_deals=2", (4, "drawn", None, (154, 154), 0, "none")),
    ("classic_cent,target=76", (2, "target", 0, (76, 67), 0, "none")),
    ("classic_cent,target=70", (1, "target", 0, (71, 6), 0, "none")),
    ("classic_cent,target=60", (1, "target", 0, (60, 0), 0, "none")),
])  # fmt: skip
def test_a_match_of_one_deal_again_and_again(specification: str, result: tuple[Any, ...]) -> None:
    """PI-18 in every deal; player1 deals first, so that player0 is elder first."""
    case = next(case for case in GOLDEN if case.id == "PI-18")
    book = GAME.rulebook.resolve(f"{specification},elder_min_discard=0,younger_min_discard=0,first_dealer=1")
    players = {name: player("piquet", Stand) for name in PLAYERS}
    engine = Engine(GAME, book, players, Conditions(pack=tuple(pack_for(case.elder, case.younger))))
    traces = list(match_transcripts(engine, 5, 3))
    assert judge_match(traces) == []
    row = traces[-1]["match_result"]
    deals, ending, winner, points, game_points, rubicon = result
    assert row == {
        "match": 3, "deals": deals, "first_dealer": "player1", "ending": ending,
        "winner": "none" if winner is None else PLAYERS[winner],
        "points_player0": points[0], "points_player1": points[1], "game_points": game_points, "rubicon": rubicon,
    }  # fmt: skip
    elders = [trace["players"]["elder"] for trace in traces]
    assert elders == [PLAYERS[number % 2] for number in range(deals)]
    rows, ends = engine.play_matches(5, 3, 1)
    assert MATCH_COLUMNS.table(ends).to_pylist() == [row]
    assert GAME.columns.table(rows).to_pylist() == [trace["outcome"] for trace in traces]
    assert rows["deal"].tolist() == [4096 * 3 + number for number in range(deals)]
