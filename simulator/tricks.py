"""What trick games with four suits share: suits of a rank-major mask, which card beats which, what may be played."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulator.bits import lowest
from simulator.compiled import helper

_SUIT_OF_SPADES = np.uint64(0x11111111)
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_THREE = np.uint64(3)


@helper
def suit_mask(suit: Any) -> Any:
    """Return the mask of all eight cards of suit 0..3 (s, h, d, c) in the 32-card pack."""
    return _SUIT_OF_SPADES << np.uint64(suit)


@helper
def suit_of(card: Any) -> Any:
    """Return the suit 0..3 of a card given as a mask of one bit."""
    return lowest(card) & 3


@helper
def rank_of(card: Any) -> Any:
    """Return the rank 0..7 (7 is 0, the ace 7) of a card given as a mask of one bit."""
    return lowest(card) >> 2


@helper
def higher_in_suit(card: Any) -> Any:
    """Return the mask of the cards that beat `card` (one bit) in its own suit."""
    return suit_mask(suit_of(card)) & ~(card | (card - _ONE))


@helper
def legal_replies(hand: Any, lead: Any, follow_suit: Any, must_win: Any) -> Any:
    """Return the mask of the cards of `hand` that may be played to `lead` (one bit; Piquet R13).

    With `must_win` a card that beats the lead must be played if one is held; with `follow_suit` the suit led must be
    followed if it is held.
    """
    following = hand & suit_mask(suit_of(lead)) if follow_suit else _NONE
    winning = hand & higher_in_suit(lead) if must_win else _NONE
    legal = following if following != _NONE else hand
    return winning if winning != _NONE else legal
