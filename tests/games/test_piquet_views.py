"""What a player is shown at each decision is what the rules let him know: every field, rebuilt from the told deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from simulator.cards import PACK_32
from simulator.games import game
from simulator.transcript import transcript
from tests.referees.piquet_cards import ROLES, height, legal_cards, other, point_total
from tests.simulator import recipe
from tests.tables import Keyed, Scripted, ScriptedTable, Seer, by_lane, mask_of, pack_for, script, seated

pytestmark = pytest.mark.lanes

GAME = game("piquet")
DECISIONS = 13  # of each seat: the exchange and twelve cards
RULES = (
    "seed",
    "seed,quinte_points=15,sequence_extra=all,set_extra=all,count_in_play=true,majority_points=10,"
    "last_trick_points=0,capot=40_instead_of_majority,repique=60,pique=30",
    "seed,elder_min_discard=0,younger_min_discard=0,point_min_cards=4,point_tie=elder,set_min_rank=7,must_win=true,"
    "follow_suit=false,deal_batch=3",
)
BLANCHE = ("s:A987 h:97 d:987 c:987", "s:KQJ h:AKJT d:AK c:QJT")

Trace = Mapping[str, Any]


def pips(claim: list[str] | None) -> int:
    """A point as it is announced."""
    return point_total(claim) if claim else 0


def strength(claim: list[str] | None) -> int:
    """A sequence or set as it is announced: how many cards, and the rank of the highest."""
    return 8 * len(claim) + max(height(card) for card in claim) if claim else 0


def running(trace: Trace) -> list[list[list[int]]]:
    """The scores at each trick, before the lead and before the reply."""
    events = list(trace["scoring"])
    score = [0, 0]

    def take(*reasons: str) -> None:
        while events and events[0]["reason"] in reasons:
            event = events.pop(0)
            score[ROLES.index(event["role"])] += event["points"]

    take("carte_blanche", "point", "sequence", "set", "repique")
    counting = trace["rules"]["count_in_play"]
    tricks = []
    for trick in trace["tricks"]:
        before = list(score)
        if counting:
            assert events[0]["reason"] == "lead"
            score[ROLES.index(events.pop(0)["role"])] += 1
            take("pique")
        tricks.append([before, list(score)])
        if counting and trick["winner"] != trick["leader"]:
            take("win", "pique")
    return tricks


def rightful_view(trace: Trace, seat: int, number: int, open_cards: bool = False) -> dict[str, Any]:
    """The fields of the view at a decision, from what section 3 of the specification lets this seat know.

    Of the other seat it uses the announcements, the numbers of cards exchanged, the carte blanche and the cards
    played so far; with `open_cards` everything.
    """
    rules, role = trace["rules"], ROLES[seat]
    exchanges = trace["exchanges"]
    done = [0 if number == 0 and side >= seat else len(exchanges[side]["discarded"]) for side in range(2)]
    own = exchanges[seat] if number else {"discarded": [], "drawn": []}
    claims = [entry["claims"] for entry in trace["declarations"]] if number else [dict.fromkeys(ROLES)] * 3
    trick = max(0, number - 1)
    past = trace["tricks"][:trick]
    played: dict[str, list[str]] = {"elder": [], "younger": []}
    for fallen in past:
        for side, card in zip((fallen["leader"], other(fallen["leader"])), fallen["cards"], strict=True):
            played[side].append(card)
    dealt = trace["hands"][role]
    held = [card for card in [*dealt, *own["drawn"]] if card not in [*own["discarded"], *played[role]]]
    now = trace["tricks"][trick] if number else None
    lead = now["cards"][0] if now and now["leader"] != role else None
    if number == 0:
        least = rules[f"{role}_min_discard"]
        most = rules["elder_max_discard"] if seat == 0 else 8 - done[0]
        score = [int(side in trace["carte_blanche"]) * rules["carte_blanche_points"] for side in ROLES]
    else:
        least = most = 1
        score = running(trace)[trick][0 if lead is None else 1]
    legal = legal_cards(held, lead, rules["follow_suit"], rules["must_win"]) if number else held
    view = {
        "seat": seat,
        "least": least,
        "most": most,
        "legal": mask_of(legal),
        "memory": [0] * 4,
        "key": [0, 0],
        "position": 0,
        "hand": mask_of(held),
        "dealt": mask_of(dealt),
        "discarded": mask_of(own["discarded"]),
        "drawn": mask_of(own["drawn"]),
        "exchanged": done,
        "talon": 8 - sum(done),
        "carte_blanche": [int(side in trace["carte_blanche"]) for side in ROLES],
        "point": [pips(claims[0][side]) for side in ROLES],
        "sequence": [strength(claims[1][side]) for side in ROLES],
        "sets": [strength(claims[2][side]) for side in ROLES],
        "score": score,
        "lead": mask_of([lead]) if lead else 0,
        "trick": trick,
        "tricks": [sum(fallen["winner"] == side for fallen in past) for side in ROLES],
        "played": [mask_of(played[side]) for side in ROLES],
        "led": [mask_of([fallen["cards"][0]]) for fallen in past] + [0] * (12 - trick),
        "followed": [mask_of([fallen["cards"][1]]) for fallen in past] + [0] * (12 - trick),
        "open_hands": [0, 0],
        "open_talon": [0] * 8,
        "rules": GAME.rulebook.lower(rules)[0].tolist(),
    }
    if open_cards:
        view["open_hands"] = [hidden_hand(trace, side, number, seat) for side in range(2)]
        view["open_talon"] = [mask_of([card]) for card in trace["talon"][sum(done) :]] + [0] * sum(done)
    return view


def hidden_hand(trace: Trace, side: int, number: int, asked: int) -> int:
    """The cards that a seat holds when the seat `asked` takes its decision of this number."""
    role, exchange = ROLES[side], trace["exchanges"][side]
    hand = mask_of(trace["hands"][role])
    if number or side < asked:
        hand = hand & ~mask_of(exchange["discarded"]) | mask_of(exchange["drawn"])
    for place, trick in enumerate(trace["tricks"][:number]):
        leads = trick["leader"] == role
        if place < number - 1 or (side != asked and leads):
            hand &= ~mask_of([trick["cards"][0 if leads else 1]])
    return hand


def scripts_of(trace: Trace) -> list[list[float]]:
    """The scripts by which both players do again what is told."""
    played: dict[str, list[int]] = {"elder": [], "younger": []}
    for trick in trace["tricks"]:
        for role, card in zip((trick["leader"], other(trick["leader"])), trick["cards"], strict=True):
            played[role].append(PACK_32.card(card))
    return [script(mask_of(trace["exchanges"][seat]["discarded"]), played[role]) for seat, role in enumerate(ROLES)]


def moments() -> Iterator[tuple[int, int]]:
    """Every decision of a deal: seat and number."""
    return ((seat, number) for number in range(DECISIONS) for seat in range(2))


def deals(rules: str, count: int, packs: Sequence[Sequence[int] | None] = ()) -> Iterator[Trace]:
    """Random deals, told; then deals of given packs."""
    table = seated(rules, "random", "random")
    for deal in range(count):
        yield transcript(table, 31, deal)
    for pack in packs:
        yield transcript(table, 31, count, list(pack) if pack is not None else None)


def wrong_fields(view: Any, rightful: Mapping[str, Any]) -> list[str]:
    """The fields that are not as they should be."""
    return [name for name, value in rightful.items() if view[name].tolist() != value]


def check(table: ScriptedTable, trace: Trace, seers: tuple[bool, bool] = (False, False)) -> None:
    """Compare the views of all decisions of a deal with the rightful ones."""
    pack = [PACK_32.card(name) for name in trace["pack"]]
    table.scripts = scripts_of(trace)
    for seat, number in moments():
        view = table.stopped(seat, number, pack)
        rightful = rightful_view(trace, seat, number, seers[seat])
        assert wrong_fields(view, rightful) == [], (trace["deal"], seat, number)


def test_no_field_is_forgotten() -> None:
    trace = next(deals("seed", 1))
    assert GAME.view.names is not None
    assert {*rightful_view(trace, 0, 0), "params"} == set(GAME.view.names)
    assert GAME.view.itemsize == sum(GAME.view[name].itemsize for name in GAME.view.names)


@pytest.mark.parametrize("rules", RULES, ids=["seed", "classic_count", "options"])
def test_every_view_of_every_decision_holds_what_the_player_may_know_and_no_more(rules: str) -> None:
    table = ScriptedTable(rules)
    batch = 3 if "deal_batch=3" in rules else 2
    packs = [] if batch == 3 else [pack_for(*BLANCHE), pack_for(*reversed(BLANCHE))]
    for trace in deals(rules, by_lane(40, 3), packs):
        check(table, trace)


@pytest.mark.parametrize("seers", [(True, False), (False, True), (True, True)], ids=["elder", "younger", "both"])
def test_all_hands_are_open_to_the_clairvoyant_alone(seers: tuple[bool, bool]) -> None:
    table = ScriptedTable("seed", *(Seer if seer else Scripted for seer in seers))
    for trace in deals("seed", by_lane(10, 2)):
        check(table, trace, seers)


def test_a_view_tells_neither_seed_nor_deal() -> None:
    table = ScriptedTable("seed")
    for trace in deals("seed", by_lane(5, 1)):
        pack = [PACK_32.card(name) for name in trace["pack"]]
        table.scripts = scripts_of(trace)
        for seat, number in moments():
            views = [
                bytes(table.stopped(seat, number, pack, seed, deal))
                for seed, deal in ((1, 0), ((1 << 64) - 1, 123456), (0, 1 << 40))
            ]
            assert len(set(views)) == 1


def test_the_key_of_a_player_who_draws_is_that_of_the_recipe_and_his_alone() -> None:
    table = ScriptedTable("seed", Keyed, Scripted)
    pack = pack_for(*BLANCHE)
    table.scripts = [script(mask_of("As")), script(mask_of("Ks"))]
    for seed, deal in ((7, 5), (0, 123456)):
        for number in range(DECISIONS):
            elder, younger = (table.stopped(seat, number, pack, seed, deal) for seat in range(2))
            assert elder["key"].tolist() == recipe.private_key(seed, deal, 0)
            assert younger["key"].tolist() == [0, 0]
            assert int(elder["position"]) == 0


def test_a_wrong_field_of_any_name_is_noticed() -> None:
    """A single bit too many, in every field in turn."""
    trace = next(deals("seed", 1))
    table = ScriptedTable("seed")
    table.scripts = scripts_of(trace)
    pack = [PACK_32.card(name) for name in trace["pack"]]
    for seat, number in ((0, 0), (1, 0), (0, 1), (1, 7)):
        rightful = rightful_view(trace, seat, number)
        for name in rightful:
            view = table.stopped(seat, number, pack).copy()
            planted = np.frombuffer(bytearray(bytes(view)), GAME.view)
            first = planted[name].view(np.uint8).reshape(-1)
            first[0] ^= 1
            assert wrong_fields(planted[0], rightful) == [name]
