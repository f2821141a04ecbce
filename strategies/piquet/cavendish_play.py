"""The play of cavendish."""
from __future__ import annotations

from typing import Any

import numpy as np

from simulator.bits import NONE, highest, lowest_bit, popcount, highest_bit
from simulator.compiled import helper
from simulator.tricks import higher_in_suit, suit_mask, suit_of

_PACK = np.uint64(0xFFFFFFFF)


@helper
def out_of_sight(view: Any) -> Any:
    """Return the cards that the other player may hold: neither seen nor in a suit that he has shown to lack."""
    own = view.seat
    hidden = _PACK & ~(view.hand | view.discarded | view.played[0] | view.played[1] | view.lead)
    for t in range(view.trick):
        suit = suit_mask(suit_of(view.led[t]))
        if view.led[t] & view.played[own] != NONE and view.followed[t] & suit == NONE:
            hidden &= ~suit
    return hidden


@helper
def masters(cards: Any, hidden: Any) -> Any:
    """Return the cards of `cards` (one suit) that nothing of `hidden` (same suit) beats."""
    above = np.uint64(highest(hidden) + 1)
    return cards >> above << above


@helper
def choose_lead(view: Any) -> Any:
    hand = view.hand
    hidden = out_of_sight(view)
    sure = np.int64(0)
    for suit in range(4):
        mine, his = hand & suit_mask(suit), hidden & suit_mask(suit)
        top = popcount(masters(mine, his))
        sure += popcount(mine) if popcount(his) <= top else top
    cash = view.tricks[view.seat] + sure >= 7
    best, chosen = np.int64(-1000000), NONE
    for suit in range(4):
        mine, his = hand & suit_mask(suit), hidden & suit_mask(suit)
        if mine == NONE:
            continue
        length, against = popcount(mine), popcount(his)
        top = masters(mine, his)
        tops = popcount(top)
        run = length if against <= tops else tops
        high = highest_bit(mine)
        if tops > 0:
            if cash:
                value = 1000 + 10 * run + length
            else:
                value = 200 + 30 * length + 20 * tops - 15 * against
            card = high
        else:
            higher = popcount(his & higher_in_suit(high))
            value = 30 * length - 20 * higher - 15 * against
            card = high
            if higher > 0:
                # From a sequence the top, else the lowest.
                second = highest_bit(mine ^ high) if length > 1 else NONE
                between = higher_in_suit(second) & ~higher_in_suit(high) & his if second != NONE else his
                if between != NONE:
                    card = lowest_bit(mine)
        if value > best:
            best, chosen = np.int64(value), card
    return chosen


@helper
def choose_reply(view: Any) -> Any:
    winning = view.legal & higher_in_suit(view.lead)
    if winning != NONE:
        return lowest_bit(winning)
    if view.legal & suit_mask(suit_of(view.lead)) != NONE:
        return lowest_bit(view.legal)
    return choose_throw(view)


@helper
def choose_throw(view: Any) -> Any:
    hidden = out_of_sight(view)
    best, chosen = np.int64(1 << 40), NONE
    for suit in range(4):
        mine, his = view.legal & suit_mask(suit), hidden & suit_mask(suit)
        if mine == NONE:
            continue
        low = lowest_bit(mine)
        length = popcount(mine)
        tops = popcount(masters(mine, his))
        cost = 4 * (highest(low) >> 2)
        if tops == length:
            cost += 100
        else:
            higher = popcount(his & higher_in_suit(highest_bit(mine)))
            # A guarded stopper that would lose its guard.
            if length - 1 == higher:
                cost += 60
            if popcount(his) == 0:
                cost += 100
            cost -= 3 * length
        if cost < best:
            best, chosen = np.int64(cost), low
    return chosen
