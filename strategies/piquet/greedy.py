"""Greedy: keeps what scores now, and plays by the specification's test policy."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulator import melds
from simulator.bits import NONE, highest, highest_bit, lowest_bit, popcount
from simulator.compiled import decision, helper
from simulator.contract import Setting, Strategy
from simulator.tricks import higher_in_suit

_TEN = 3


class Greedy(Strategy):
    """Keeps what scores now and exchanges the rest, low cards first; leads high, wins as cheaply as it can.

    Its play is the specification's test policy P0: the leader leads his highest rank (ties s, h, d, c); the second
    player plays the lowest card that wins, else his lowest.
    """

    game = "piquet"
    deterministic = True
    memoryless = True
    settings = (Setting("keep_rank", 7, 0, 8, "ranks from here up are kept (7 the ace, 6 the king; 8 none)"),)

    @decision
    def discard_elder(view: Any, scratch: Any) -> Any:
        """Return the lowest cards that are neither in the point, the best sequence, the best set, nor high."""
        return worst_cards(view)

    @decision
    def discard_younger(view: Any, scratch: Any) -> Any:
        """Return the lowest cards that are neither in the point, the best sequence, the best set, nor high."""
        return worst_cards(view)

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        """Return the highest card to lead, the lowest winning one to reply, else the lowest."""
        if view.lead == NONE:
            return first_of_highest_rank(view.legal)
        winning = view.legal & higher_in_suit(view.lead)
        return lowest_bit(winning if winning != NONE else view.legal)


@helper
def scoring_cards(hand: Any, lowest_rank: Any) -> Any:
    """Return the cards of the best point, the best sequence and the best set of `hand`."""
    return (
        melds.point_suit(hand)
        | melds.sequence_mask(hand, melds.best_sequence(hand))
        | melds.set_mask(hand, melds.best_set(hand, lowest_rank))
    )


@helper
def worst_cards(view: Any) -> Any:
    """Return what greedy exchanges: its spare cards from the lowest up, and more only when it must."""
    hand = view.hand
    keep = scoring_cards(hand, 0 if view.rules.set_min_rank else _TEN)
    low_ranks = np.uint64(4 * int(view.params[0]))
    keep |= hand >> low_ranks << low_ranks
    cards = hand & ~keep
    for _ in range(popcount(cards) - view.most):
        cards ^= highest_bit(cards)
    for _ in range(view.least - popcount(cards)):
        cards |= lowest_bit(hand & ~cards)
    return cards


@helper
def first_of_highest_rank(cards: Any) -> Any:
    """Return the card of the highest rank, the first of its suits in the order s, h, d, c."""
    below = np.uint64(4 * (highest(cards) >> 2))
    return lowest_bit(cards >> below << below)
