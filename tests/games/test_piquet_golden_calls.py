"""Golden cases of what the classic game adds to the announcements: sinking, what is known when, carte blanche."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from simulator.games import game
from simulator.transcript import transcript
from tests.games.rightful import KINDS, as_in_view
from tests.referees.golden_piquet import GOLDEN, E, Y
from tests.referees.golden_piquet_classic import BEST, HANDS, SINKING, VIEWS, SinkCase, ViewCase
from tests.referees.piquet import RULES_SEED, holdings, judge, parse_hand
from tests.tables import NOTHING, ScriptedTable, mask_of, pack_for, script

pytestmark = pytest.mark.lanes

GAME = game("piquet")
STAND = "elder_min_discard=0,younger_min_discard=0"
IN_HAND = ("carte_blanche", "point", "sequence", "set", "repique")


@cache
def table_of(rules: str) -> ScriptedTable:
    """A table at which nobody need exchange a card; where nothing is scripted they play by P0 and call the best."""
    return ScriptedTable(f"{rules},{STAND}")


def place_of(call: str | None, kind: str, hand: str) -> int:
    """The place of a call among what may be called."""
    if call is None:
        return NOTHING
    held = [mask_of(cards) for cards in holdings(kind, parse_hand(hand), RULES_SEED)]
    return 0 if call == BEST else held.index(mask_of(call))


def told(rules: str, scripts: list[list[float]], pack: list[int]) -> dict[str, Any]:
    """A deal as scripted, told and judged."""
    table = table_of(rules)
    table.scripts = scripts
    trace = transcript(table, 0, 0, pack)
    assert judge(trace) == []
    return trace


def in_hand(trace: dict[str, Any]) -> list[tuple[str, str, int]]:
    """What is scored before the first lead."""
    events = [(event["role"], event["reason"], event["points"]) for event in trace["scoring"]]
    return [event for event in events if event[1] in IN_HAND]


def sums(events: list[tuple[str, str, int]]) -> tuple[int, ...]:
    """The points of elder and of younger."""
    return tuple(sum(points for one, _, points in events if one == role) for role in GAME.roles)


@pytest.mark.parametrize("case", SINKING, ids=lambda case: case.id)
def test_a_call_below_the_best_is_decided_and_scored_as_called(case: SinkCase) -> None:
    hands = HANDS[case.hands]
    called = list(zip(KINDS, (case.point, case.sequence, case.set), strict=True))
    places = [[place_of(calls[seat], kind, hands[seat]) for kind, calls in called] for seat in range(2)]
    scripts = [script(0, calls=seats) for seats in places]
    less = [
        sum(
            place > 0 and holdings(kind, parse_hand(hand), RULES_SEED) != []
            for place, kind in zip(seats, KINDS, strict=True)
        )
        for hand, seats in zip(hands, places, strict=True)
    ]
    for rules, wanted in (("seed,declare_mode=may_sink", case.best_only), ("classic", case.classic)):
        trace = told(rules, scripts, pack_for(*hands))
        assert sums(in_hand(trace)) == wanted
        assert tuple(entry["winner"] for entry in trace["declarations"]) == case.winners
        row = trace["outcome"]
        assert [row["sunk_elder"], row["sunk_younger"]] == less
        for kind, winner in zip(KINDS, case.winners, strict=True):
            made = sum(points for role, reason, points in in_hand(trace) if reason == kind and role == winner)
            assert row[f"{kind}_points"] == made
            assert winner is None or row[f"{kind}_winner"] == winner
        if rules == "classic":
            assert tuple(in_hand(trace)) == case.classic_events


def test_an_equal_holding_of_another_suit_is_not_sunk() -> None:
    """PI-20's elder holds four tierces to the ace, and four suits of 31."""
    hands = HANDS["PI-20"]
    for places, sunk in (((3, 2, 0), 0), ((3, 2, 1), 1), ((NOTHING, 2, 2), 2), ((NOTHING,) * 3, 3)):
        trace = told("classic", [script(0, calls=places), script(0)], pack_for(*hands))
        assert trace["outcome"]["sunk_elder"] == sunk
        assert trace["outcome"]["sunk_younger"] == 0


@pytest.mark.parametrize("case", VIEWS, ids=lambda case: f"{case.hands}-{case.rules}-{case.role}-{case.moment}")
def test_what_is_known_in_a_golden_deal_is_literal(case: ViewCase) -> None:
    table = table_of(case.rules)
    table.scripts = [script(0), script(0)]
    view = table.stopped(GAME.roles.index(case.role), case.moment[1], pack_for(*HANDS[case.hands]))
    for name, value in case.known.items():
        wanted = [mask_of(one) if isinstance(one, str) else one for one in value]
        assert view[name].tolist() == as_in_view(wanted), name


def test_pi_22_the_carte_blanche_counts_towards_the_repique() -> None:
    """Elder is dealt the eight of clubs, draws the jack: 10 + 5 + 15 before younger's three brelans."""
    pack = pack_for("s:T987 h:A98 d:A98 c:98", "s:- h:KQJ7 d:KQJ7 c:KQJT", "Js As Ks Qs Th Td Ac 7c")
    scripts = [script(mask_of("8c")), script(0)]
    assert in_hand(told("classic", scripts, pack)) == [
        (E, "carte_blanche", 10), (E, "point", 5), (E, "sequence", 15), (E, "repique", 60), *[(Y, "set", 3)] * 3
    ]  # fmt: skip
    assert sums(in_hand(told("seed", scripts, pack))) == (20, 3)


def test_pi_22_the_carte_blanche_of_the_other_bars_repique_and_pique() -> None:
    case = next(case for case in GOLDEN if case.id == "PI-22b")
    trace = told("classic", [script(0), script(0)], pack_for(case.elder, case.younger))
    assert in_hand(trace) == [(Y, "carte_blanche", 10), (E, "point", 5), (E, "sequence", 15), (E, "set", 14)]
    assert not any(event["reason"] in ("repique", "pique") for event in trace["scoring"])
    assert (trace["outcome"]["repique"], trace["outcome"]["pique"]) == ("none", "none")


def test_a_repique_is_told_to_elder_where_he_knows_it_and_held_back_where_he_does_not() -> None:
    """Where he called nothing, younger's silence may hide what came first; younger's own first view has all of it."""
    table = table_of("classic")
    carres = ("s:AKQJT9 h:AK d:AK c:AK", "s:87 h:QJT9 d:QJT c:QJT")  # 6, 16, 14, 14
    runs = ("s:AKQJT98 h:AKQJT", "s:7 h:987 d:AKQJ c:AKQJ")  # 7, 17, 15; no set to call
    for hands, calls, known, made in (
        (carres, (0, 0, 0), 110, 110),
        (carres, (NOTHING, 0, 0), 44, 104),
        (carres, (0, NOTHING, 0), 34, 94),
        (carres, (0, 0, NOTHING), 22, 22),
        (runs, (0, 0, 0), 99, 99),
    ):
        table.scripts = [script(0, calls=calls), script(0, calls=(NOTHING,) * 3)]
        pack = pack_for(*hands)
        assert table.stopped(0, 1, pack)["score"].tolist() == [known, 0], calls
        assert table.stopped(1, 1, pack)["score"].tolist() == [made + 1, 0], calls
