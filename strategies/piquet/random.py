"""Random: every legal action is equally likely."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from simulator.bits import NONE, popcount
from simulator.chance import draw_below, draw_card, draw_subset
from simulator.compiled import decision, helper
from simulator.contract import Strategy

# In how many ways (second index) of (first index) cards may be chosen; a hand has twelve.
_WAYS = np.array([[comb(held, count) for count in range(13)] for held in range(13)])


class Random(Strategy):
    """Every legal action is equally likely: all sets of cards that may be exchanged, all cards that may be played."""

    game = "piquet"
    memoryless = True

    @decision
    def discard_elder(view: Any, scratch: Any) -> Any:
        """Return one of the legal exchanges, every one equally likely (1,585 of them under R6)."""
        return random_exchange(view)

    @decision
    def discard_younger(view: Any, scratch: Any) -> Any:
        """Return one of the legal exchanges, every one equally likely."""
        return random_exchange(view)

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        """Return one of the legal cards, every one equally likely."""
        return draw_card(view, view.legal)


@helper
def random_exchange(view: Any) -> Any:
    """Return a uniform choice among all sets of ``view.least`` to ``view.most`` cards of the hand."""
    held = popcount(view.hand)
    total = 0
    for count in range(view.least, view.most + 1):
        total += _WAYS[held, count]
    chosen = draw_below(view, total)
    for count in range(view.least, view.most + 1):
        chosen -= _WAYS[held, count]
        if chosen < 0:
            return draw_subset(view, view.hand, count)
    return NONE
