"""A bot for Piquet to start from. Save it as bots/mine.py; quatorze run piquet -s bots/mine.py:Mine -n 1e5 plays it.

Cards are bits of a uint64, rank by rank: bit 4*rank + suit, the 7 is rank 0 and the ace 7, suits s h d c are 0 to 3.
"""

import numpy as np

import quatorze as qz


class Mine(qz.Strategy):
    """Keeps its best point and its high cards; plays the lowest card that wins, else the lowest."""

    game = "piquet"
    deterministic = True  # draws no random numbers
    memoryless = True  # writes nothing to view.memory
    settings = (qz.Setting("keep", 6, 0, 8, "ranks from here up are kept (7 the ace, 6 the king; 8 none)"),)

    @qz.decision
    def discard_elder(view, scratch):
        """Return the cards to exchange: view.least to view.most of the hand."""
        return idle_cards(view)

    @qz.decision
    def discard_younger(view, scratch):
        return idle_cards(view)

    @qz.decision
    def play_card(view, scratch):
        """Return one card of view.legal; view.lead is the card led, 0 for the one who leads."""
        if view.lead == 0:
            return qz.highest_bit(view.legal)
        winning = view.legal & qz.higher_in_suit(view.lead)
        return qz.lowest_bit(winning if winning != 0 else view.legal)


@qz.helper
def idle_cards(view):
    """Return the cards outside the best suit and below the rank to keep, from the lowest up."""
    below = np.uint64(4 * int(view.params[0]))  # the first setting
    keep = qz.point_suit(view.hand) | view.hand >> below << below
    cards = view.hand & ~keep
    while qz.popcount(cards) > view.most:
        cards &= ~qz.highest_bit(cards)
    while qz.popcount(cards) < view.least:
        cards |= qz.lowest_bit(view.hand & ~cards)
    return cards
