"""Piquet players for tests: they call, sink and look at random, or act on one field of their view alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulator.bits import NONE, ONE, highest_bit, lowest_bit, popcount
from simulator.chance import draw_below
from simulator.compiled import decision, helper
from strategies.piquet.greedy import Greedy
from strategies.piquet.random import Random

FOUR = np.int64(4)
TWO = np.int64(2)


class Sinker(Random):
    """Calls one of its holdings or nothing, and turns up what is left or not, all at random."""

    @decision
    def declare(view: Any, scratch: Any) -> Any:
        return view.holdings[draw_below(view, FOUR)]

    @decision
    def look_left(view: Any, scratch: Any) -> Any:
        return np.uint64(draw_below(view, TWO))


class Caller(Greedy):
    """Greedy, calling the best in so many words, and never looking."""

    @decision
    def declare(view: Any, scratch: Any) -> Any:
        return view.holdings[0]

    @decision
    def look_left(view: Any, scratch: Any) -> Any:
        return NONE


class Mute(Greedy):
    """Greedy, calling nothing."""

    @decision
    def declare(view: Any, scratch: Any) -> Any:
        return NONE


class Wavering(Greedy):
    """Greedy without chance: which holding it calls, and whether it looks, follow from its hand."""

    @decision
    def declare(view: Any, scratch: Any) -> Any:
        return view.holdings[(view.hand >> np.uint64(4 * view.kind)) & np.uint64(3)]

    @decision
    def look_left(view: Any, scratch: Any) -> Any:
        return view.hand & ONE


class Looker(Greedy):
    """Greedy, turning up what is left."""

    @decision
    def look_left(view: Any, scratch: Any) -> Any:
        return ONE


@helper
def low_if(view: Any, sign: Any) -> Any:
    """The lowest legal card where there is a sign, else the highest."""
    return lowest_bit(view.legal) if sign else highest_bit(view.legal)


class Keeper(Greedy):
    """Exchanges one card only, so that much is left in the talon."""

    @decision
    def discard_elder(view: Any, scratch: Any) -> Any:
        return lowest_bit(view.hand)

    @decision
    def discard_younger(view: Any, scratch: Any) -> Any:
        return lowest_bit(view.hand)


class LeftReader(Keeper):
    """Plays by the cards of the talon that it has seen."""

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        return low_if(view, popcount(view.left) > 0)

    @decision
    def look_left(view: Any, scratch: Any) -> Any:
        return ONE


class BlancheReader(Keeper):
    """Plays by the twelve cards that the other showed for his carte blanche."""

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        return low_if(view, view.blanche != NONE)


class CallReader(Keeper):
    """Plays by what it knows of the other's point in pips."""

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        return low_if(view, view.point[1 - view.seat] > 0)
