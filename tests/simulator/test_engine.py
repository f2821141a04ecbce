"""The table: what a strategy may not do, and that playing is a pure function of the jobs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from simulator.batch import Chunk, play_chunk, ranges, simulate
from simulator.bits import lowest_bit, popcount
from simulator.cards import PACK_32
from simulator.compiled import COMPILING, decision
from simulator.contract import Strategy
from simulator.engine import Engine, Narrow
from simulator.errors import PlayError, RequestError
from simulator.games import game
from strategies.load import player
from strategies.piquet.greedy import Greedy
from tests.simulator.recipe import shuffled
from tests.tables import ScriptedTable, by_lane, mask_of, pack_for, script
from tests.tables import seated as seated_by_name

GAME = game("piquet")
RULES = GAME.rulebook.resolve("seed")


class Tame(Strategy):
    """Exchanges one card, plays the lowest legal one."""

    game = "piquet"
    deterministic = memoryless = True

    @decision
    def discard_elder(view: Any, scratch: Any) -> Any:
        return lowest_bit(view.hand)

    @decision
    def discard_younger(view: Any, scratch: Any) -> Any:
        return lowest_bit(view.hand)

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        return lowest_bit(view.legal)


class Keeps(Tame):
    """Exchanges nothing."""

    @decision
    def discard_elder(view: Any, scratch: Any) -> Any:
        return np.uint64(0)


class Throws(Tame):
    """Exchanges a card that it does not hold."""

    @decision
    def discard_younger(view: Any, scratch: Any) -> Any:
        return lowest_bit(~view.hand & np.uint64(0xFFFFFFFF))


class Floods(Tame):
    """Exchanges its whole hand."""

    @decision
    def discard_elder(view: Any, scratch: Any) -> Any:
        return view.hand


class Revokes(Tame):
    """Plays any card."""

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        return lowest_bit(view.hand)


class Double(Tame):
    """Plays two cards at once when it can."""

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        return view.legal


class Nothing(Tame):
    """Plays no card."""

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        return np.uint64(0)


class Raises(Tame):
    """Fails at the fifth trick."""

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        if view.trick == 5:
            raise ValueError("lost the thread")
        return lowest_bit(view.legal)


class Outside(Tame):
    """Writes behind its memory."""

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        view.memory[12 + view.trick] = np.uint64(7)
        return lowest_bit(view.legal)


class Remembers(Tame):
    """Counts its decisions of the deal in its memory and fails when the count is wrong."""

    memoryless = False

    @decision
    def discard_elder(view: Any, scratch: Any) -> Any:
        if view.memory.any():
            raise ValueError("remembers another deal")
        view.memory[3] = 1
        return lowest_bit(view.hand)

    @decision
    def discard_younger(view: Any, scratch: Any) -> Any:
        if view.memory.any():
            raise ValueError("remembers another deal, or the other seat")
        view.memory[3] = 1
        return lowest_bit(view.hand)

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        if view.memory[3] != 1 + view.trick:
            raise ValueError("has forgotten")
        view.memory[3] += np.uint64(1)
        return lowest_bit(view.legal)


class Unfinished(Strategy):
    """Has no decisions."""

    game = "piquet"


def seated(**strategies: type[Strategy]) -> Engine:
    return Engine(GAME, RULES, {role: player("piquet", strategy) for role, strategy in strategies.items()})


@pytest.mark.lanes
@pytest.mark.parametrize(
    ("strategy", "role", "slot", "said"),
    [
        (Keeps, "elder", "discard_elder", "returned 0x0; allowed: 1 to 5 of "),
        (Floods, "elder", "discard_elder", "allowed: 1 to 5 of "),
        (Throws, "younger", "discard_younger", "allowed: 1 to 7 of "),
        (Revokes, "younger", "play_card", "allowed: 1 of "),
        (Double, "elder", "play_card", "allowed: 1 of "),
        (Nothing, "elder", "play_card", "returned 0x0; allowed: 1 of "),
        (Raises, "elder", "play_card", "raised ValueError: lost the thread"),
        (Outside, "elder", "play_card", "raised IndexError"),
    ],
)
def test_a_broken_strategy_stops_the_batch_and_is_named(
    strategy: type[Strategy], role: str, slot: str, said: str
) -> None:
    seats: dict[str, type[Strategy]] = {"elder": Tame, "younger": Tame, role: strategy}
    engine = seated(**seats)
    with pytest.raises(PlayError) as failed:
        engine.play(3, engine.jobs([(100, 50)]))
    message = str(failed.value)
    assert message.startswith(f"the strategy {strategy.called()} as {role}, decision {slot}, deal 1")
    assert said in message
    assert "to see it again: quatorze trace piquet --rules seed -s elder=" in message
    assert "--seed 3 --deal 1" in message
    assert "\n" not in message


@pytest.mark.lanes
def test_memory_lasts_for_a_deal_and_for_one_seat() -> None:
    engine = seated(elder=Remembers, younger=Remembers)
    rows = engine.play(3, engine.jobs([(0, 3), (10, 3)]))
    assert rows.tobytes() == seated(elder=Tame, younger=Tame).play(3, engine.jobs([(0, 3), (10, 3)])).tobytes()


def test_a_strategy_without_a_decision_is_refused_before_playing() -> None:
    with pytest.raises(RequestError, match="has no decision discard_elder"):
        seated(elder=Unfinished, younger=Tame)


def test_a_role_without_a_player_is_refused() -> None:
    with pytest.raises(RequestError, match="no strategy for younger"):
        seated(elder=Tame)


def test_two_threads_at_one_table_play_what_one_plays() -> None:
    engine = Engine(GAME, RULES, {role: player("piquet", "random") for role in GAME.roles})
    deals = 20_000 if COMPILING else 20
    alone = engine.play(9, engine.jobs([(0, deals)]))
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda _: engine.play(9, engine.jobs([(0, deals)])), range(4)))
    assert all(rows.tobytes() == alone.tobytes() for rows in both)


@pytest.mark.lanes
def test_cutting_a_range_changes_nothing() -> None:
    engine = Engine(GAME, RULES, {"elder": player("piquet", "random"), "younger": player("piquet", "greedy")})
    deals = 300 if COMPILING else 30
    whole = engine.play(4, engine.jobs([(50, deals)]))
    jobs = engine.jobs([(50, 7), (57, 1), (58, deals - 8)])
    assert engine.play(4, jobs).tobytes() == whole.tobytes()
    single = [engine.play(4, engine.jobs([(deal, 1)])) for deal in range(50, 60)]
    assert np.concatenate(single).tobytes() == whole[:10].tobytes()


@pytest.mark.parametrize("size", [1, 3, 16, 1000])
def test_ranges_cover_every_deal_once_at_absolute_multiples(size: int) -> None:
    for first, count in [(0, 1), (5, 40), (16, 16), (999, 2)]:
        cut = list(ranges(first, count, size))
        assert [deal for start, n in cut for deal in range(start, start + n)] == list(range(first, first + count))
        assert all(start % size == 0 for start, _ in cut[1:])


def test_chunks_come_back_in_their_order_and_stop_when_told() -> None:
    whole = Chunk("piquet", tuple(RULES.items()), (("elder", "greedy"), ("younger", "random")), 6, 0, 1)
    chunks = [Chunk(whole.game, whole.rules, whole.players, 6, first, 5) for first in range(0, 50, 5)]
    rows = [rows for _, rows in simulate(chunks, workers=3)]
    assert np.concatenate(rows)["deal"].tolist() == list(range(50))
    asked = iter([False] * 4 + [True] * 100)
    done = [chunk.first for chunk, _ in simulate(chunks, workers=1, stopped=lambda: next(asked))]
    assert done == list(range(0, 5 * len(done), 5))
    assert 0 < len(done) < 10


@pytest.mark.parametrize("k", [1, 3, 5])
def test_elder_can_be_held_to_a_count(k: int) -> None:
    players = (("elder", "greedy"), ("younger", "greedy"))
    chunk = Chunk("piquet", tuple(RULES.items()), players, 6, 0, 500, (Narrow("elder", k, k),))
    free = Chunk("piquet", tuple(RULES.items()), players, 6, 0, 500)
    held, own = play_chunk(chunk), play_chunk(free)
    assert set(held["exchanged_elder"].tolist()) == {k}
    for name in ("dealt_point_elder", "dealt_sequence_younger", "dealt_set_elder"):
        assert (held[name] == own[name]).all()


def test_younger_held_to_more_than_is_left_takes_what_is_left() -> None:
    players = (("elder", "greedy"), ("younger", "random"))
    rows = play_chunk(Chunk("piquet", tuple(RULES.items()), players, 6, 0, 2000, (Narrow("younger", 6, 6),)))
    left = 8 - rows["exchanged_elder"].astype(int)
    assert (rows["exchanged_younger"] == np.minimum(left, 6)).all()


def test_a_deterministic_strategy_gets_no_key() -> None:
    engine = seated(elder=Greedy, younger=Tame)
    assert engine.table()["private"][0].tolist() == [0, 0]
    assert popcount(np.uint64(0)) == 0


HANDS = ("s:AK8 h:A8 d:AKJ8 c:KQT", "s:97 h:QJ9 d:QT9 c:AJ98")
ELDER = "8s 8h 8d Tc Jd Qc Ks Kd Kc As Ah Ad"
YOUNGER = "7s 8c 9s 9h 9d 9c Td Jh Jc Qh Qd Ac"


@pytest.mark.lanes
@pytest.mark.parametrize(("role", "discards", "cards", "decided", "said"), [
    ("elder", "", "", "discard_elder", f"0x0; allowed: 1 to 5 of {ELDER}"),
    ("elder", "7c", "", "discard_elder", f"7c; allowed: 1 to 5 of {ELDER}"),
    ("elder", "8s 8h 8d Tc Jd Qc", "", "discard_elder", f"8s 8h 8d Tc Jd Qc; allowed: 1 to 5 of {ELDER}"),
    ("younger", "", "", "discard_younger", f"0x0; allowed: 1 to 4 of {YOUNGER}"),
    ("younger", "9s 7s 8c 9c 9d", "", "discard_younger", f"7s 8c 9s 9d 9c; allowed: 1 to 4 of {YOUNGER}"),
    ("younger", "9s 7s Ah", "", "discard_younger", f"7s 9s Ah; allowed: 1 to 4 of {YOUNGER}"),
    ("elder", "8s 8h 8d Tc", "8s", "play_card", "8s; allowed: 1 of 7c Ts Th Jd Qs Qc Ks Kd Kc As Ah Ad"),
    ("younger", "9s 7s 8c", "Qh", "play_card", "Qh; allowed: 1 of Js"),
    ("younger", "9s 7s 8c", "Js Js", "play_card", "Js; allowed: 1 of 9h Jh Qh Kh"),
])  # fmt: skip
def test_the_sentence_says_what_was_returned_and_what_was_allowed(
    role: str, discards: str, cards: str, decided: str, said: str
) -> None:
    """The deal PI-21, in which one player goes wrong: not one card, too many, one not held, a suit not followed."""
    table = ScriptedTable("seed")
    scripts = {"elder": script(mask_of("8s 8h 8d Tc")), "younger": script(mask_of("9s 7s 8c"))}
    scripts[role] = script(mask_of(discards), [PACK_32.card(name) for name in cards.split()])
    table.scripts = list(scripts.values())
    pack = np.array([pack_for(*HANDS, "Qs Ts 7c Th 7d Js Kh 7h")], np.uint8)
    with pytest.raises(PlayError) as failed:
        table.play(1, table.jobs([(40, 1)], pack=0), pack)
    replay = "quatorze trace piquet --rules seed -s elder=scripted -s younger=scripted --seed 1 --deal 40"
    assert failed.value.replay == replay
    assert str(failed.value) == (
        f"the strategy scripted as {role}, decision {decided}, deal 40, returned {said}; to see it again: {replay}"
    )


@pytest.mark.lanes
@pytest.mark.parametrize(("role", "asked"), [
    ("elder", 0), ("elder", 1), ("elder", 5), ("elder", 6), ("younger", 0), ("younger", 3), ("younger", 4),
    ("younger", 8),
])  # fmt: skip
def test_a_forced_count_is_kept_to_the_rules_and_moves_no_card_of_the_pack(role: str, asked: int) -> None:
    """A count that the rules do not allow becomes the nearest that they do; the packs are those of the recipe."""
    engine = seated_by_name("seed", "random", "random")
    for deal in range(by_lane(60, 20)):
        table = engine.table()
        row = engine.play(8, engine.jobs([(deal, 1)], [Narrow(role, asked, asked)]), table=table)[0]
        most = 5 if role == "elder" else 8 - int(row["exchanged_elder"])
        assert int(row[f"exchanged_{role}"]) == min(max(asked, 1), most)
        assert table["pack"][0].tolist() == shuffled(8, deal)[0]


class Greedier(Tame):
    """Writes to its parameters, which are the same for all deals."""

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        view.params[3] = 1.0
        return lowest_bit(view.legal)


class Muddled(Tame):
    """Does not compile."""

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        return view.no_such_field


def test_a_strategy_that_writes_what_all_deals_share_is_stopped() -> None:
    engine = seated(elder=Tame, younger=Greedier)
    with pytest.raises(PlayError, match=r"greedier as younger wrote to view\.params"):
        engine.play(3, engine.jobs([(0, 5)]))


@pytest.mark.jit_only
def test_a_strategy_that_does_not_compile_is_refused_in_one_line() -> None:
    with pytest.raises(
        RequestError, match="the decision play_card of the strategy muddled does not compile"
    ) as refused:
        seated(elder=Muddled, younger=Tame)
    assert "\n" not in str(refused.value)
