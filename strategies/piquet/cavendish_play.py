"""The play of cavendish: it counts the cards that are out of sight, and knows some of the other's from what was called.

Leading, it weighs every suit: length and masters speak for it, the cards that the other holds there against it. It
hurries to make sure tricks where they complete a pique. Second, it wins as cheaply as it can, and throws away what
costs least: low cards that neither win nor stop a suit of the other's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulator.bits import NONE, highest, highest_bit, lowest_bit, popcount
from simulator.compiled import helper
from simulator.tricks import higher_in_suit, suit_mask, suit_of
from strategies.piquet.cavendish_tables import SUIT_PIPS, pattern_of

_PACK = np.uint64(0xFFFFFFFF)
_ELDERS = 5  # cards of the talon that are elder's


@helper
def out_of_sight(view: Any) -> Any:
    """Return the cards that the other player may hold.

    These are all but what was seen, what lies turned up in the talon, and suits that he has shown to lack.
    """
    own = view.seat
    hidden = _PACK & ~(view.hand | view.discarded | view.played[0] | view.played[1] | view.lead)
    if own == 1 or view.exchanged[0] == _ELDERS:
        hidden &= ~view.left
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
def stops(mine: Any, his: Any) -> Any:
    """Return how often `mine` takes a trick when the other leads all of `his` (one suit each) from the top down.

    The replies are the cheapest card that wins, else the lowest.
    """
    taken = np.int64(0)
    while mine != NONE and his != NONE:
        led = highest_bit(his)
        winning = mine & higher_in_suit(led)
        mine ^= lowest_bit(winning if winning != NONE else mine)
        taken += np.int64(winning != NONE)
        his ^= led
    return taken


@helper
def known_cards(view: Any, hidden: Any) -> Any:
    """Return the cards that the other player is known to hold: shown, taken under elder's eyes, or called.

    A sequence is known when it can lie in one suit only; a trio when just three cards of the rank were out of sight.
    What was not called (0) tells nothing, nor does a length without its top card.
    """
    other = 1 - view.seat
    then = hidden | view.played[other]
    known = view.shown[other]
    left = popcount(view.left)
    if view.seat == 0 and 0 < left <= view.exchanged[1] and left == _ELDERS - view.exchanged[0]:
        known |= view.left  # younger took them: he draws first what elder left of his five
    held = view.sets[other]
    if held > 0:
        cards = then & np.uint64(15) << np.uint64(4 * (held & 7))
        if popcount(cards) == held >> 3:
            known |= cards
    run = view.sequence[other]
    length, top = run >> 3, run & 7
    if length > 0 and top + 1 >= length:
        places, found = np.int64(0), NONE
        for suit in range(4):
            cards = suit_mask(suit) & (_PACK >> np.uint64(32 - 4 * length) << np.uint64(4 * (top + 1 - length)))
            if cards & ~then == NONE:
                places += 1
                found = cards
        if places == 1:
            known |= found
    return known & hidden


@helper
def known_point(view: Any, hidden: Any) -> Any:
    """Return the suit (mask) of the other player's point: shown, or the only one where it can lie; else nothing."""
    other = 1 - view.seat
    if view.point_suit[other] != NONE:
        return view.point_suit[other]
    pips = view.point[other]
    then = hidden | view.played[other]
    places, found = np.int64(0), NONE
    if pips > 0:
        for suit in range(4):
            if SUIT_PIPS[pattern_of(then, suit)] >= pips:
                places += 1
                found = suit_mask(suit)
    return found if places == 1 else NONE


@helper
def can_pique(view: Any, hidden: Any) -> Any:
    """Tell whether elder's sure tricks, and the lead after them, bring him to 30 before younger has scored (R21)."""
    missing = 30 - view.score[0]
    if view.seat != 0 or view.rules.pique == 0 or view.score[1] != 0 or missing <= 0:
        return False
    sure = np.int64(0)
    for suit in range(4):
        mine, his = view.hand & suit_mask(suit), hidden & suit_mask(suit)
        top = popcount(masters(mine, his))
        sure += popcount(mine) if popcount(his) <= top else top
    return sure + 1 >= missing


@helper
def choose_lead(view: Any) -> Any:
    """Return the card to lead: the highest of the suit of the greatest worth."""
    hand = view.hand
    hidden = out_of_sight(view)
    hurry = can_pique(view, hidden)
    known = known_cards(view, hidden)
    suit_known = known_point(view, hidden)
    # Of the suit of his point his number of cards is known; the rest of his hand is shared out among the rest.
    in_point = np.int64(0)
    if suit_known != NONE:
        other = 1 - view.seat
        in_point = view.point_cards[other] - popcount(view.played[other] & suit_known)
    elsewhere = hidden & ~known & ~suit_known
    to_place = popcount(hand) - in_point - popcount(known & ~suit_known)
    share = max(to_place, np.int64(0)) / max(popcount(elsewhere), np.int64(1))
    best, chosen = -1e9, NONE
    for suit in range(4):
        mine, his = hand & suit_mask(suit), hidden & suit_mask(suit)
        if mine == NONE:
            continue
        length = popcount(mine)
        against = popcount(his & known) + popcount(his & ~known) * share
        if suit_known & mine != NONE:
            against = np.float64(in_point)
        tops = popcount(masters(mine, his))
        value = view.params[8] * length + view.params[9] * tops - view.params[10] * against
        if hurry and tops > 0:
            value += 1000.0
        if value > best:
            best, chosen = value, highest_bit(mine)
    return chosen


@helper
def choose_reply(view: Any) -> Any:
    """Return the reply: the cheapest card that wins, else the lowest that follows suit, else what costs least."""
    winning = view.legal & higher_in_suit(view.lead)
    if winning != NONE:
        return lowest_bit(winning)
    if view.legal & suit_mask(suit_of(view.lead)) != NONE:
        return lowest_bit(view.legal)
    return choose_throw(view)


@helper
def choose_throw(view: Any) -> Any:
    """Return the card that is cheapest to throw away: by rank, tricks and masters lost, and length of its suit."""
    hidden = out_of_sight(view)
    best, chosen = 1e9, NONE
    for suit in range(4):
        mine, his = view.legal & suit_mask(suit), hidden & suit_mask(suit)
        if mine == NONE:
            continue
        low = lowest_bit(mine)
        length = popcount(mine)
        rest = mine ^ low
        lost = stops(mine, his) - stops(rest, his)
        tops = popcount(masters(mine, his)) - popcount(masters(rest, his))
        cost = (highest(low) >> 2) + view.params[12] * lost + view.params[13] * tops - view.params[14] * length
        if cost < best:
            best, chosen = cost, low
    return chosen
