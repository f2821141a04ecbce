"""A strategy's own random numbers: draws from the private stream of its view.

Position *p* of the stream is the Philox block with the view's key and counter (p, 0, 0, 0), *p* from 1. Drawing moves
the position of this view alone: whatever a strategy draws, no card of any deal changes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulator.bits import nth_bit, popcount
from simulator.compiled import helper
from simulator.dealing import lemire_accepts
from simulator.philox import block

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@helper
def draw_below(view: Any, m: Any) -> Any:
    """Return a fair random whole number (int64) from 0 to `m` - 1, 1 <= m < 2^32; moves the stream on by one block."""
    wide = np.uint64(m)
    while True:
        view.position += _ONE
        words = block(view.key[0], view.key[1], view.position, _NONE, _NONE, _NONE)
        # The first draw will nearly always do; only when it does not is there a loop.
        if lemire_accepts(words[0] & _LOW, wide):
            return np.int64(((words[0] & _LOW) * wide) >> _HALF)
        for word in words:
            if lemire_accepts(word & _LOW, wide):
                return np.int64(((word & _LOW) * wide) >> _HALF)
            if lemire_accepts(word >> _HALF, wide):
                return np.int64(((word >> _HALF) * wide) >> _HALF)


@helper
def draw_card(view: Any, cards: Any) -> Any:
    """Return a random card (a mask of one bit) of the non-empty mask `cards`."""
    return nth_bit(cards, draw_below(view, popcount(cards)))


@helper
def draw_subset(view: Any, cards: Any, count: Any) -> Any:
    """Return a random subset of `count` cards of the mask `cards`, every one equally likely."""
    chosen = _NONE
    left = cards
    for _ in range(count):
        card = draw_card(view, left)
        chosen |= card
        left ^= card
    return chosen
