"""Cavendish: what it knows of the other's cards, what it throws and leads, and that it beats the other two."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import quatorze as qz
from simulator.cards import PACK_32, mask
from strategies.load import strategies_of
from strategies.piquet.cavendish_play import can_pique, known_cards, known_point, masters, out_of_sight, stops
from tests.strategies.test_builtin import cards, decided, view_of

SPADES = 0x11111111


def thrown(decision: str, hand: str, **fields: Any) -> list[str]:
    """The cards that it exchanges."""
    chosen = decided("cavendish", decision, view_of(hand, **fields))
    return PACK_32.names_of(card for card in range(32) if chosen >> card & 1)


def naive_masters(mine: list[int], his: list[int]) -> list[int]:
    return [card for card in mine if all(card > other for other in his)]


def naive_stops(mine: list[int], his: list[int]) -> int:
    """Lead his from the top; mine take with the lowest that wins, else go from the bottom."""
    taken, held = 0, sorted(mine)
    for led in sorted(his, reverse=True):
        if not held:
            break
        winning = [card for card in held if card > led]
        held.remove(winning[0] if winning else held[0])
        taken += bool(winning)
    return taken


@pytest.mark.lanes
def test_masters_and_stops_are_those_of_lists() -> None:
    draw = random.Random(4)
    for _ in range(300):
        suit = draw.sample(range(0, 32, 4), 8)
        cut = draw.randint(0, 8)
        mine, his = suit[:cut], suit[cut : draw.randint(cut, 8)]
        one, other = np.uint64(mask(mine)), np.uint64(mask(his))
        assert int(masters(one, other)) == mask(naive_masters(mine, his))
        assert int(stops(one, other)) == naive_stops(mine, his)


@pytest.mark.lanes
def test_what_is_out_of_sight_leaves_out_what_he_lacks_and_what_is_turned_up() -> None:
    led = np.zeros(12, np.uint64)
    followed = led.copy()
    led[0], followed[0] = cards("Ah"), cards("7c")
    view = view_of("As Ks", seat=1, trick=1, played=[cards("7c"), cards("Ah")], led=led, followed=followed)
    view["left"], view["discarded"] = cards("9d"), cards("8d")
    hidden = int(out_of_sight(view))
    assert hidden & int(cards("Kh Qh Jh Th 9h 8h 7h")) == 0
    assert hidden & int(cards("9d 8d As Ks 7c Ah")) == 0
    assert hidden & int(cards("Qs Ad Ac")) == int(cards("Qs Ad Ac"))


@pytest.mark.lanes
def test_what_is_called_tells_where_cards_lie() -> None:
    hidden = cards("Ah Ad Ac Kh Kd Qd Jd 9c 8c")
    view = view_of("As Ks 7s", seat=0, sets=[0, 8 * 3 + 7], sequence=[0, 8 * 4 + 7])
    assert int(known_cards(view, hidden)) == int(cards("Ah Ac Ad Kd Qd Jd"))
    unsaid = view_of("As Ks 7s", seat=0, sequence=[0, 8 * 4])
    assert int(known_cards(unsaid, hidden)) == 0
    shown = view_of("As Ks 7s", seat=0, shown=[0, cards("Kh 9c")], point_suit=[0, np.uint64(SPADES << 2)])
    assert int(known_cards(shown, hidden)) == int(cards("Kh 9c"))
    assert int(known_point(shown, hidden)) == SPADES << 2
    pips = view_of("As Ks 7s", seat=0, point=[0, 41])  # A K Q J of diamonds alone is worth so much
    assert int(known_point(pips, hidden)) == SPADES << 2


@pytest.mark.lanes
def test_a_pique_is_seen_when_sure_tricks_complete_it() -> None:
    view = view_of("As Ks Qs 7h", seat=0, score=[27, 0])
    view["rules"]["pique"] = 30
    hidden = cards("Js Ts Ah Kh")
    assert can_pique(view, hidden)
    view["score"][1] = 1
    assert not can_pique(view, hidden)
    view["score"] = [24, 0]
    assert not can_pique(view, hidden)


@pytest.mark.parametrize(
    ("decision", "hand", "kept"),
    [
        ("discard_elder", "s:A87 h:A98 d:A97 c:AT8", "As Ah Ad Ac"),
        ("discard_elder", "s:AKQJT9 h:87 d:98 c:87", "As Ks Qs Js Ts 9s"),
        ("discard_younger", "s:87 h:QJT98 d:97 c:K87", "Qh Jh Th 9h 8h"),
    ],
)
def test_what_scores_is_kept(decision: str, hand: str, kept: str) -> None:
    most = 5 if decision == "discard_elder" else 3
    gone = thrown(decision, hand, most=most)
    assert not set(gone) & set(kept.split())
    assert 1 <= len(gone) <= most


def test_elder_takes_five_with_a_poor_hand_and_no_more_than_he_may() -> None:
    poor = "s:J98 h:Q87 d:K97 c:T87"
    assert len(thrown("discard_elder", poor)) == 5
    assert len(thrown("discard_elder", poor, most=2)) <= 2
    assert len(thrown("discard_younger", poor, least=8, most=8)) == 8


@pytest.mark.parametrize("setting", strategies_of("piquet")["cavendish"].settings, ids=lambda setting: setting.name)
def test_it_plays_legally_at_the_bounds_of_its_parameters(setting: qz.Setting) -> None:
    for value in (setting.low, setting.high):
        seats = f"cavendish:{setting.name}={value:g}"
        assert qz.run("piquet", "classic", seats, 100, seed=3).played == 100


@pytest.mark.jit_only
@pytest.mark.parametrize(("rules", "least"), [("seed", 4.0), ("classic", 11.0)])
def test_cavendish_beats_greedy_and_greedy_beats_random(rules: str, least: float) -> None:
    """Of 200,000 pairs each: 4.98 and 13.9 points a deal better than greedy."""
    for one, other, margin in (("greedy", "cavendish", least), ("random", "greedy", 5.0)):
        frame = qz.compare("piquet", rules, [one, other], 3000, seed=12).frame()
        score = frame[frame["metric"] == "score"].iloc[0]
        assert score["low"] > margin
