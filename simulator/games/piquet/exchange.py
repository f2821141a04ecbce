"""The deal and the exchange (R3, R6..R8), and what both players see of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulator.bits import NONE, ONE, popcount
from simulator.compiled import helper, one_of_two
from simulator.dealing import private_key

_WHOLE_PACK = np.uint64(0xFFFFFFFF)


@helper
def deal_cards(table: Any, rule: Any) -> None:
    """R3: ``deal_batch`` cards at a time, elder first; the last eight cards are the talon, its top first.

    ``table.above`` holds the union of the first 0, 1, ..., 8 cards of the talon: a draw is the difference of two.
    """
    elder, talon = NONE, NONE
    # Both loops have a fixed number of rounds: written for any batch, the places cost more than the cards.
    if rule.deal_batch == 2:
        for i in range(6):
            for k in range(2):
                elder |= ONE << np.uint64(table.pack[4 * i + k])
    else:
        for i in range(4):
            for k in range(3):
                elder |= ONE << np.uint64(table.pack[6 * i + k])
    for i in range(8):
        card = ONE << np.uint64(table.pack[24 + i])
        talon |= card
        table.talon[i] = card
        table.above[i + 1] = talon
    younger = _WHOLE_PACK ^ elder ^ talon
    table.dealt[0], table.dealt[1] = elder, younger
    table.hands[0], table.hands[1] = elder, younger


@helper
def sit_down(table: Any, views: Any, seed: Any) -> None:
    """Begin a deal: clear both views, show each player the own hand and what is public."""
    deal = np.uint64(table.number)
    for seat in range(2):
        view = views[seat]
        view.hand = table.dealt[seat]
        view.dealt = table.dealt[seat]
        view.discarded = NONE
        view.drawn = NONE
        view.left = NONE
        view.blanche = NONE
        view.talon = 8
        view.lead = NONE
        view.trick = 0
        view.position = NONE
        for i in range(4):
            view.memory[i] = NONE
        for i in range(12):
            view.led[i] = NONE
            view.followed[i] = NONE
        for kind in range(3):
            view.answers[kind] = 0
        for side in range(2):
            view.exchanged[side] = 0
            view.carte_blanche[side] = 1 if table.carte_blanche == 1 + side else 0
            view.point_cards[side] = 0
            view.point[side] = 0
            view.sequence[side] = 0
            view.sets[side] = 0
            view.point_suit[side] = NONE
            view.shown[side] = NONE
            view.score[side] = table.score[side]
            view.tricks[side] = 0
            view.played[side] = NONE
        if table.private[seat ^ table.swap]:
            view.key[0], view.key[1] = private_key(seed, deal, table.attempt, seat)
        else:
            view.key[0], view.key[1] = NONE, NONE


@helper
def open_cards(table: Any, view: Any, seat: Any) -> None:
    """Show all hands and what is left of the talon to a clairvoyant."""
    if table.open[seat ^ table.swap]:
        taken = table.exchanged[0] + table.exchanged[1]
        for side in range(2):
            view.open_hands[side] = table.hands[side]
        for i in range(8):
            view.open_talon[i] = table.talon[taken + i] if taken + i < 8 else NONE


@helper
def discard_bounds(table: Any, rule: Any, seat: Any, job: Any) -> Any:
    """Return how few and how many cards a seat may exchange (R6, R7), narrowed to what the job asks for.

    Where the job asks for more cards than are left, what is left is the answer.
    """
    if seat == 0:
        least, most = rule.elder_min_discard, rule.elder_max_discard
    else:
        least, most = rule.younger_min_discard, 8 - table.exchanged[0]
    least = min(max(least, job.least[seat]), most)
    return least, max(min(most, job.most[seat]), least)


@helper
def may_discard(cards: Any, hand: Any, least: Any, most: Any) -> Any:
    """Tell whether `cards` are all held, no fewer than `least` and no more than `most`."""
    count = popcount(cards)
    return cards & ~hand == NONE and least <= count <= most


@helper
def exchange(table: Any, rule: Any, job: Any, views: Any, discards: Any, scratch: Any) -> Any:
    """R6..R8: elder, then younger discards and draws as many from the top of the talon; False if one may not.

    ``discards`` holds elder's and younger's decision, of each player.
    """
    taken = 0
    for seat in range(2):
        view = views[seat]
        least, most = discard_bounds(table, rule, seat, job)
        view.least, view.most = least, most
        view.legal = table.hands[seat]
        table.turn = seat
        open_cards(table, view, seat)
        both = one_of_two(discards[0], table.swap), one_of_two(discards[1], 1 ^ table.swap)
        cards = one_of_two(both, seat)(view, scratch[seat])
        if not may_discard(cards, table.hands[seat], least, most):
            table.action = cards
            table.legal = table.hands[seat]
            return False
        count = popcount(cards)
        drawn = table.above[taken + count] ^ table.above[taken]
        taken += count
        table.discarded[seat] = cards
        table.drawn[seat] = drawn
        table.exchanged[seat] = count
        table.hands[seat] = (table.hands[seat] & ~cards) | drawn
        view.hand = table.hands[seat]
        view.discarded = cards
        view.drawn = drawn
        for other in range(2):
            views[other].exchanged[seat] = count
            views[other].talon = 8 - taken
        if seat == 0 and rule.elder_sees_left:
            view.left = table.above[5] ^ table.above[taken]
        if rule.carte_blanche_reveal and table.carte_blanche == 2 - seat:
            view.blanche = table.dealt[1 - seat]
    return True


@helper
def turn_up(table: Any, views: Any) -> None:
    """Show both players the cards that younger left."""
    taken = table.exchanged[0] + table.exchanged[1]
    for seat in range(2):
        views[seat].left |= table.above[8] ^ table.above[taken]
