"""What a player is shown at each decision is what the rules let him know: every field, rebuilt from the told deal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from simulator.cards import PACK_32
from simulator.games import game
from simulator.rules import written
from simulator.transcript import transcript
from tests.games.rightful import Trace, moments, number_of, rightful_view, scripts_of, wrong_fields
from tests.players import Sinker
from tests.simulator import recipe
from tests.tables import Keyed, Scripted, ScriptedTable, Seer, by_lane, mask_of, pack_for, script, seated

pytestmark = pytest.mark.lanes

GAME = game("piquet")
RULES = {
    "seed": "seed",
    "classic": "classic",
    "classic_totals": "classic,declaration_record=totals",
    "classic_forced": "classic,declare_mode=forced",
    "seed_answers": "seed,declaration_record=call_and_answer",
    "seed_sinking": "seed,declare_mode=may_sink,younger_left_view=shared_option",
    "options": "seed,elder_min_discard=0,younger_min_discard=0,point_min_cards=4,point_tie=elder,set_min_rank=7,"
    "must_win=true,follow_suit=false,deal_batch=3",
    "answers_options": "classic_cent,elder_min_discard=0,point_min_cards=5,point_tie=elder,set_min_rank=7,"
    "count_in_play=false,carte_blanche_points=20",
}
BLANCHE = ("s:A987 h:97 d:987 c:987", "s:KQJ h:AKJT d:AK c:QJT")
#: What is drawn anew for random rules: all that a view may show, or that changes what is legal.
DRAWN = (
    "elder_min_discard", "elder_max_discard", "younger_min_discard", "elder_sees_left", "younger_left_view",
    "carte_blanche_reveal", "point_min_cards", "point_tie", "quinte_points", "sequence_extra", "set_min_rank",
    "set_extra", "declare_mode", "declaration_record", "count_in_play", "repique", "pique", "follow_suit", "must_win",
)  # fmt: skip


def random_rules(number: int) -> str:
    """Parameters drawn anew."""
    draw = random.Random(number)
    parts = []
    for name in DRAWN:
        parameter = GAME.rulebook.parameter(name)
        parts.append(f"{name}={written(draw.choice(parameter.values or range(parameter.low, parameter.high + 1)))}")
    return ",".join(["seed", *parts, f"carte_blanche_points={draw.choice((0, 10, 20))}"])


def deals(rules: str, count: int, packs: Sequence[Sequence[int]] = ()) -> Iterator[Trace]:
    """Random deals, told; then deals of given packs."""
    table = seated(rules, Sinker, Sinker)
    for deal in range(count):
        yield transcript(table, 31, deal)
    for pack in packs:
        yield transcript(table, 31, count, list(pack))


def blanche_packs(rules: str) -> list[list[int]]:
    """Deals in which either player has carte blanche."""
    return [] if "deal_batch=3" in rules else [pack_for(*BLANCHE), pack_for(*reversed(BLANCHE))]


def check(table: ScriptedTable, trace: Trace, seers: tuple[bool, bool] = (False, False)) -> None:
    """Compare the views of all decisions of a deal with the rightful ones."""
    pack = [PACK_32.card(name) for name in trace["pack"]]
    table.scripts = scripts_of(trace)
    for seat, moment in moments(trace):
        view = table.stopped(seat, number_of(moment), pack)
        rightful = rightful_view(trace, seat, moment, seers[seat])
        assert wrong_fields(view, rightful) == [], (trace["deal"], seat, moment)


def test_no_field_is_forgotten() -> None:
    trace = next(deals("seed", 1))
    assert GAME.view.names is not None
    assert {*rightful_view(trace, 0, ("discard",)), "params"} == set(GAME.view.names)
    assert GAME.view.itemsize == sum(GAME.view[name].itemsize for name in GAME.view.names)


@pytest.mark.parametrize("name", RULES)
def test_every_view_of_every_decision_holds_what_the_player_may_know_and_no_more(name: str) -> None:
    rules = RULES[name]
    table = ScriptedTable(rules)
    for trace in deals(rules, by_lane(40, 2), blanche_packs(rules)):
        check(table, trace)


@pytest.mark.parametrize("number", range(by_lane(60, 6)))
def test_every_view_under_random_rules(number: int) -> None:
    rules = random_rules(number)
    table = ScriptedTable(rules)
    for trace in deals(rules, by_lane(5, 1), blanche_packs(rules)[number % 2 :][:1]):
        check(table, trace)


@pytest.mark.parametrize("rules", ["seed", "classic"])
@pytest.mark.parametrize("seers", [(True, False), (False, True), (True, True)], ids=["elder", "younger", "both"])
def test_all_hands_are_open_to_the_clairvoyant_alone(rules: str, seers: tuple[bool, bool]) -> None:
    table = ScriptedTable(rules, *(Seer if seer else Scripted for seer in seers))
    for trace in deals(rules, by_lane(10, 1)):
        check(table, trace, seers)


@pytest.mark.parametrize("rules", ["seed", "classic"])
def test_a_view_tells_neither_seed_nor_deal(rules: str) -> None:
    table = ScriptedTable(rules)
    for trace in deals(rules, by_lane(5, 1)):
        pack = [PACK_32.card(name) for name in trace["pack"]]
        table.scripts = scripts_of(trace)
        for seat, moment in moments(trace):
            views = [
                bytes(table.stopped(seat, number_of(moment), pack, seed, deal))
                for seed, deal in ((1, 0), ((1 << 64) - 1, 123456), (0, 1 << 40))
            ]
            assert len(set(views)) == 1


def test_the_key_of_a_player_who_draws_is_that_of_the_recipe_and_his_alone() -> None:
    table = ScriptedTable("seed", Keyed, Scripted)
    pack = pack_for(*BLANCHE)
    table.scripts = [script(mask_of("As")), script(mask_of("Ks"))]
    for seed, deal in ((7, 5), (0, 123456)):
        for number in range(13):
            elder, younger = (table.stopped(seat, number, pack, seed, deal) for seat in range(2))
            assert elder["key"].tolist() == recipe.private_key(seed, deal, 0)
            assert younger["key"].tolist() == [0, 0]
            assert int(elder["position"]) == 0


@pytest.mark.parametrize("rules", ["seed", "classic"])
def test_a_wrong_field_of_any_name_is_noticed(rules: str) -> None:
    """A single bit too many, in every field in turn."""
    trace = next(deals(rules, 1))
    table = ScriptedTable(rules)
    table.scripts = scripts_of(trace)
    pack = [PACK_32.card(name) for name in trace["pack"]]
    for seat, moment in list(moments(trace))[:8]:
        rightful = rightful_view(trace, seat, moment)
        seen = table.stopped(seat, number_of(moment), pack).copy()
        for name in rightful:
            planted = np.frombuffer(bytearray(bytes(seen)), GAME.view)
            first = planted[name].view(np.uint8).reshape(-1)
            first[0] ^= 1
            assert wrong_fields(planted[0], rightful) == [name]
