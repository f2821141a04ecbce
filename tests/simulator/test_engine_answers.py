"""Calls and looks at the table: what may not be answered is refused in one line, and a default stands in for none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simulator.bits import lowest_bit
from simulator.compiled import decision
from simulator.contract import Strategy
from simulator.engine import Engine
from simulator.errors import PlayError, RequestError
from simulator.games import game
from strategies.load import player
from strategies.piquet.greedy import Greedy
from tests.players import Caller, Keeper, Looker, Mute, Sinker
from tests.tables import ScriptedTable, by_lane, matched, pack_for, rows_of, script, seated

pytestmark = pytest.mark.lanes

GAME = game("piquet")
TWO, HUGE = np.uint64(2), np.uint64(1 << 40)
REPLAY = "to see it again: quatorze trace piquet --rules"


class Part(Greedy):
    """Calls one card of what it holds."""

    @decision
    def declare(view: Any, scratch: Any) -> Any:
        return lowest_bit(view.holdings[0])


class Whole(Greedy):
    """Calls its whole hand."""

    @decision
    def declare(view: Any, scratch: Any) -> Any:
        return view.hand


class Beyond(Greedy):
    """Calls what is no card."""

    @decision
    def declare(view: Any, scratch: Any) -> Any:
        return HUGE


class Forger(Greedy):
    """Writes among its holdings what it then calls."""

    @decision
    def declare(view: Any, scratch: Any) -> Any:
        view.holdings[3] = view.hand
        return view.hand


class Stutterer(Greedy):
    """Fails when it should call a sequence."""

    @decision
    def declare(view: Any, scratch: Any) -> Any:
        if view.kind == 1:
            raise ValueError("lost for words")
        return view.holdings[0]


class Undecided(Keeper):
    """Answers two where zero or one is asked."""

    @decision
    def look_left(view: Any, scratch: Any) -> Any:
        return TWO


class Stargazer(Keeper):
    """Fails when it should look."""

    @decision
    def look_left(view: Any, scratch: Any) -> Any:
        if view.talon > 0:
            raise ValueError("too dark")
        return TWO


class Refuser(Greedy):
    """Only raises."""

    @decision
    def look_left(view: Any, scratch: Any) -> Any:
        raise ValueError("no")


class Greedier(Looker):
    """Takes all that is left, and writes that there is more in the talon."""

    @decision
    def discard_younger(view: Any, scratch: Any) -> Any:
        cards = view.hand
        for _ in range(12 - view.most):
            cards ^= lowest_bit(cards)
        return cards

    @decision
    def declare(view: Any, scratch: Any) -> Any:
        view.talon = 3
        return view.holdings[0]


def failure(strategy: type[Strategy], role: str, rules: str = "classic") -> str:
    seats: dict[str, Any] = {"elder": "greedy", "younger": "greedy", role: strategy}
    with pytest.raises(PlayError) as failed:
        rows_of(seated(rules, **seats), 3, (100, 50))
    assert "\n" not in str(failed.value)
    return str(failed.value)


@pytest.mark.parametrize("role", GAME.roles)
@pytest.mark.parametrize(("strategy", "said"), [
    (Part, ", returned "), (Whole, ", returned "), (Beyond, ", returned 0x10000000000; allowed: "),
    (Forger, ", returned "), (Stutterer, ", raised ValueError: lost for words"),
])  # fmt: skip
def test_a_call_that_may_not_be_made_stops_the_batch(strategy: type[Strategy], role: str, said: str) -> None:
    message = failure(strategy, role)
    assert message.startswith(f"the strategy {strategy.called()} as {role}, decision declare, deal 1")
    assert said in message
    assert "raised" in said or ", or 0 for nothing; " in message
    assert f"{REPLAY} classic -s elder=" in message


@pytest.mark.parametrize(("strategy", "said"), [
    (Undecided, "returned 2; allowed: 0 or 1"), (Stargazer, "raised ValueError: too dark"),
])  # fmt: skip
def test_an_answer_that_is_neither_yes_nor_no_stops_the_batch(strategy: type[Strategy], said: str) -> None:
    message = failure(strategy, "younger")
    assert message.startswith(f"the strategy {strategy.called()} as younger, decision look_left, deal 1")
    assert f", {said}; {REPLAY}" in message


def test_the_sentence_names_all_that_might_have_been_called() -> None:
    """PI-12's elder holds three sequences; in a match the player is named by his role and the deal by its match."""
    table = ScriptedTable("classic,elder_min_discard=0,younger_min_discard=0")
    pack = np.array([pack_for("s:987 h:Q7 d:JT98 c:KQJ", "s:QT h:AKT8 d:AKQ c:987")], np.uint8)
    table.scripts = [script(0, stop=14), script(0)]
    with pytest.raises(PlayError) as failed:
        table.play(1, table.jobs([(40, 1)], pack=0), pack)
    assert (
        "as elder, decision declare, deal 40, returned 0xffffffffffffffff; "
        "allowed: 8d 9d Td Jd or Jc Qc Kc or 7s 8s 9s, or 0 for nothing; "
    ) in str(failed.value)


@pytest.mark.parametrize(("one", "two", "blamed"), [(Undecided, "greedy", "undecided"), ("greedy", Part, "part")])
def test_in_a_match_the_player_is_found_whichever_seat_he_has(one: Any, two: Any, blamed: str) -> None:
    seats = set()
    for match in range(by_lane(6, 4)):
        with pytest.raises(PlayError) as failed:
            matched("classic", one, two).play_matches(8, match, 1)
        message = str(failed.value)
        assert message.startswith(f"the strategy {blamed} as ")
        seats.add(message.split(" as ")[1].split(",", maxsplit=1)[0])
        number = int(message.split(", deal ")[1].split(",", maxsplit=1)[0])
        assert number // 4096 == match
        assert f"--seed 8 --match {match} --deal {number % 4096}" in message
        names = [name if isinstance(name, str) else name.called() for name in (one, two)]
        assert f"-s player0={names[0]} -s player1={names[1]}" in message
    assert seats == ({"younger"} if blamed == "undecided" else {"elder", "younger"})


def test_who_says_nothing_about_it_calls_the_best_and_does_not_look() -> None:
    deals = by_lane(2000, 40)
    plain, same = (rows_of(seated("classic", one, one), 5, (0, deals)) for one in ("greedy", Caller))
    assert plain.tobytes() == same.tobytes()
    assert not any(plain[name].any() for name in ("sunk_elder", "sunk_younger", "left_shown"))


def test_nobody_is_asked_where_the_rules_do_not_ask() -> None:
    rules = "classic,declare_mode=forced,younger_left_view=hidden"
    deals = (0, by_lane(500, 20))
    pairs = ((Greedy, Keeper), (Stutterer, Stargazer))
    rows = [rows_of(seated(rules, one, two), 5, deals) for one, two in pairs]
    assert rows[0].tobytes() == rows[1].tobytes()


def test_a_look_is_told_and_only_where_something_was_left() -> None:
    rows = rows_of(seated("classic", "greedy", Looker), 5, (0, by_lane(3000, 60)))
    left = rows["exchanged_elder"].astype(int) + rows["exchanged_younger"] < 8
    assert (rows["left_shown"] == left).all()
    assert left.any()
    none_left = rows_of(seated("classic", "greedy", Greedier), 5, (0, by_lane(500, 20)))
    assert not none_left["left_shown"].any()


def test_who_calls_nothing_wins_nothing_and_sinks_what_he_holds() -> None:
    rows = rows_of(seated("classic", Mute, "greedy"), 5, (0, by_lane(3000, 60)))
    assert not any((rows[f"{kind}_winner"] == 1).any() for kind in ("point", "sequence", "set"))
    held = sum((rows[f"{kind}_elder"] > 0).astype(int) for kind in ("point", "sequence", "set"))
    assert (rows["sunk_elder"] == held).all()
    assert not rows["sunk_younger"].any()
    assert (rows["repique"] != 1).all()


def test_two_who_do_it_at_random_sink_and_look_in_part() -> None:
    rows = rows_of(seated("classic", Sinker, Sinker), 5, (0, by_lane(3000, 200)))
    for role in GAME.roles:
        assert set(rows[f"sunk_{role}"].tolist()) == {0, 1, 2, 3}
    assert set(rows["left_shown"].tolist()) == {0, 1}


@pytest.mark.jit_only
def test_a_decision_that_can_only_raise_is_refused_before_playing() -> None:
    sentence = "the decision look_left of the strategy refuser does not compile: .*: it never returns anything"
    with pytest.raises(RequestError, match=sentence):
        seated("classic", "greedy", Refuser)


def test_a_table_takes_players_of_both_kinds_of_names() -> None:
    assert seated("seed").matches is False
    assert matched("seed").matches is True
    engine = Engine(GAME, GAME.rulebook.resolve("classic"), {"player0": player("piquet", Sinker),
                                                             "player1": player("piquet", "greedy")})  # fmt: skip
    assert list(engine.players) == ["player0", "player1"]
