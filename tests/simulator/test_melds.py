"""Point, sequences and sets against plain lists, over random hands of every size."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator import melds
from simulator.cards import PACK_32, mask, members

PIPS = dict(zip("789TJQKA", (7, 8, 9, 10, 10, 10, 10, 11), strict=True))
HANDS = st.lists(st.integers(0, 31), unique=True, min_size=0, max_size=32)


def by_suit(hand: list[int]) -> list[list[int]]:
    return [sorted(card // 4 for card in hand if card % 4 == suit) for suit in range(4)]


def naive_point(hand: list[int]) -> int:
    return max(sum(PIPS["789TJQKA"[rank]] for rank in suit) for suit in by_suit(hand))


def naive_sequence(hand: list[int]) -> int:
    best = 0
    for suit in by_suit(hand):
        for bottom in suit:
            length = 1
            while bottom + length in suit:
                length += 1
            if length >= 3:
                best = max(best, 8 * length + bottom + length - 1)
    return best


def naive_set(hand: list[int], lowest: int) -> int:
    held = [(sum(card // 4 == rank for card in hand), rank) for rank in range(lowest, 8)]
    return max([8 * count + rank for count, rank in held if count >= 3], default=0)


@pytest.mark.lanes
@given(HANDS)
def test_melds_are_what_lists_and_loops_say(hand: list[int]) -> None:
    cards = np.uint64(mask(hand))
    assert int(melds.best_point(cards)) == naive_point(hand)
    assert int(melds.best_sequence(cards)) == naive_sequence(hand)
    for lowest in (0, 3):
        assert int(melds.best_set(cards, np.int64(lowest))) == naive_set(hand, lowest)


@pytest.mark.lanes
@given(HANDS)
def test_the_cards_of_a_meld_make_it(hand: list[int]) -> None:
    cards = np.uint64(mask(hand))
    point = members(int(melds.point_suit(cards)))
    assert set(point) <= set(hand)
    assert naive_point(point) == naive_point(hand)
    assert len({card % 4 for card in point}) <= 1
    sequence = melds.best_sequence(cards)
    run = members(int(melds.sequence_mask(cards, sequence)))
    assert set(run) <= set(hand)
    assert (len(run), naive_sequence(run)) == (int(sequence) // 8, int(sequence))
    held = melds.best_set(cards, np.int64(0))
    same = members(int(melds.set_mask(cards, held)))
    assert set(same) <= set(hand)
    assert (len(same), naive_set(same, 0)) == (int(held) // 8, int(held))


def test_a_point_tells_the_number_of_its_cards() -> None:
    pips = {number: set() for number in range(3, 9)}  # type: dict[int, set[int]]
    for flags in range(256):
        held = [PIPS["789TJQKA"[rank]] for rank in range(8) if flags >> rank & 1]
        if len(held) >= 3:
            pips[len(held)].add(sum(held))
    for number, totals in pips.items():
        assert {int(melds.point_cards(np.int64(total))) for total in totals} == {number}
    assert [(min(totals), max(totals)) for totals in pips.values()] == [
        (24, 31), (34, 41), (44, 51), (54, 60), (64, 68), (75, 75),
    ]  # fmt: skip


def test_a_lone_tierce_is_a_sequence_and_pips_are_not_ranks() -> None:
    def cards(text: str) -> np.uint64:
        return np.uint64(mask(PACK_32.cards(text)))

    assert divmod(int(melds.best_sequence(cards("s:987 h:A"))), 8) == (3, 2)
    assert int(melds.best_point(cards("s:AKT97"))) == 47 < int(melds.best_point(cards("s:AJT98"))) == 48
    assert int(melds.best_point(cards("s:A7 "))) == int(melds.best_point(cards("s:K8")))
