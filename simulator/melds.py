"""Combinations of a hand of the 32-card pack: point, sequences, and sets of three or four of a rank.

Strengths are single numbers, greater is better, 0 is nothing:
point      the pips of the best suit (24..75; the ranges of 3, 4, ... cards do not overlap, Piquet R9),
sequence   8*length + rank of the top card (R10: longer first, then higher),
set        8*(number of cards) + rank (R11: four before three, then the rank).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulator.bits import NONE, highest, lowest
from simulator.compiled import helper
from simulator.tricks import suit_mask

_FOUR, _EIGHT, _SPADES = np.uint64(4), np.uint64(8), np.uint64(0x11111111)
_ONE, _TWO, _THREE = np.uint64(1), np.uint64(2), np.uint64(3)
_NIBBLE = np.uint64(15)
_SPREAD, _LANES, _BYTE = np.uint64(0x00204081), np.uint64(0x01010101), np.uint64(255)
_TEN, _ELEVEN = np.uint64(10), np.uint64(11)
_SEVEN, _NINE = np.uint64(7), np.uint64(9)


@helper
def pips_by_suit(hand: Any) -> Any:
    """Return the pips (R2) of the four suits in the four low bytes of one word, spades lowest.

    A nibble is one rank in the four suits; the multiplication copies it four times so that each suit's bit meets its
    own byte. No byte overflows: a whole suit is worth 75.
    """
    total = NONE
    for rank in range(3, 7):
        total += ((hand >> np.uint64(4 * rank) & _NIBBLE) * _SPREAD) & _LANES
    total *= _TEN
    total += (((hand >> np.uint64(28) & _NIBBLE) * _SPREAD) & _LANES) * _ELEVEN
    total += (((hand >> _EIGHT & _NIBBLE) * _SPREAD) & _LANES) * _NINE
    total += (((hand >> _FOUR & _NIBBLE) * _SPREAD) & _LANES) * _EIGHT
    return total + (((hand & _NIBBLE) * _SPREAD) & _LANES) * _SEVEN


@helper
def best_point(hand: Any) -> Any:
    """Return the pips of the best suit (R9); 0 for an empty hand."""
    by_suit = pips_by_suit(hand)
    best = by_suit & _BYTE
    for suit in range(1, 4):
        best = max(best, by_suit >> np.uint64(8 * suit) & _BYTE)
    return np.int64(best)


@helper
def point_cards(pips: Any) -> Any:
    """Return how many cards a point of `pips` holds (R9: the ranges of the totals do not overlap)."""
    return (pips + 6) // 10


@helper
def point_suit(hand: Any) -> Any:
    """Return the mask of the cards of the best suit, the first in the order s, h, d, c among equals."""
    by_suit = pips_by_suit(hand)
    best, cards = NONE, NONE
    for suit in range(4):
        pips = by_suit >> np.uint64(8 * suit) & _BYTE
        if pips > best:
            best, cards = pips, hand & suit_mask(suit)
    return cards


@helper
def _longest_runs(hand: Any) -> Any:
    """Return the lowest cards of the longest runs of three or more, and their length; an empty mask and 0 for none.

    The five longer lengths are all tried: where the longest run ends cannot be foreseen, and a processor that guesses
    wrong loses more than the trials cost.
    """
    runs = hand & hand >> _FOUR & hand >> _EIGHT
    longest, length = runs, np.int64(3) if runs != NONE else np.int64(0)
    for cards in range(4, 9):
        runs &= hand >> np.uint64(4 * (cards - 1))
        if runs != NONE:
            longest, length = runs, np.int64(cards)
    return longest, length


@helper
def best_sequence(hand: Any) -> Any:
    """Return the best sequence (R10) as 8*length + rank of its top card; 0 without a run of three."""
    lowest_cards, length = _longest_runs(hand)
    return np.int64(8 * length + (highest(lowest_cards) >> 2) + length - 1) if length > 0 else np.int64(0)


@helper
def sequence_mask(hand: Any, sequence: Any) -> Any:
    """Return the cards of the best sequence of `hand`, whose strength is `sequence`; empty for 0.

    Of equal ones it is the first in the order s, h, d, c.
    """
    if sequence == 0:
        return NONE
    lowest_cards, length = _longest_runs(hand)
    rank = highest(lowest_cards) & ~3
    suit = lowest(lowest_cards >> np.uint64(rank))
    return _SPADES >> np.uint64(32 - 4 * length) << np.uint64(rank + suit)


@helper
def best_set(hand: Any, lowest_rank: Any) -> Any:
    """Return the best set (R11) of rank `lowest_rank` or above as 8*cards + rank; 0 for none."""
    kept = hand >> np.uint64(4 * lowest_rank) << np.uint64(4 * lowest_rank)
    one, two, three = kept >> _ONE, kept >> _TWO, kept >> _THREE
    four = kept & one & two & three & _SPADES
    trio = ((kept & one & (two | three)) | (two & three & (kept | one))) & _SPADES
    held = np.int64(24 + (highest(trio) >> 2)) if trio != NONE else np.int64(0)
    return np.int64(32 + (highest(four) >> 2)) if four != NONE else held


@helper
def set_mask(hand: Any, held: Any) -> Any:
    """Return the cards of the set of strength `held`; empty for 0."""
    if held == 0:
        return NONE
    return hand & _NIBBLE << np.uint64(4 * (held & 7))
