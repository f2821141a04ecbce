"""Cavendish, a thoughtful player of Piquet, named after the author of the nineteenth century's treatise."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulator.bits import NONE
from simulator.compiled import decision
from simulator.contract import Setting, Strategy
from strategies.piquet.cavendish_discard import WORDS, best_exchange
from strategies.piquet.cavendish_play import choose_lead, choose_reply

_ELDER, _YOUNGER = np.int64(0), np.int64(1)


class Cavendish(Strategy):
    """Weighs every exchange by what the talon may bring; leads and follows with a plan, and counts the cards.

    An exchange is worth what the point, sequences, sets and tricks of the hand are expected to bring after the draw,
    differently for elder and younger (`strategies.piquet.cavendish_discard`). Where repique and pique can be made, what
    makes them is worth more. In the play it knows masters and stoppers, and cards of the other's from what was called.
    """

    game = "piquet"
    deterministic = True
    memoryless = True
    scratch = WORDS
    settings = (
        Setting("point", 1.5, 0, 4, "weight of the point when discarding"),
        Setting("sequences", 0.8, 0, 4, "weight of sequences when discarding"),
        Setting("sets", 0.9, 0, 4, "weight of sets when discarding"),
        Setting("elder_tricks", 0.3, 0, 4, "weight of tricks when elder discards"),
        Setting("younger_tricks", 0.25, 0, 4, "weight of tricks when younger discards"),
        Setting("elder_card", 1.5, -5, 5, "points that each card exchanged is worth to elder besides what it brings"),
        Setting("younger_card", 0, -5, 5, "points that each card exchanged is worth to younger besides what it brings"),
        Setting(
            "great", 3, 0, 20, "points that a quatorze or a quinte is worth besides where pique or repique can be made"
        ),
        Setting("lead_length", 4, 0, 50, "weight of every card of a suit when leading"),
        Setting("lead_masters", 2, 0, 50, "weight of every master of a suit when leading"),
        Setting(
            "lead_against", 10, 0, 50, "weight against a suit of every card that the other is expected to hold there"
        ),
        Setting("look", 0, 0, 1, "1: as younger, turn up what was left, though elder sees it too; 0: leave it hidden"),
        Setting(
            "guard",
            14,
            0,
            50,
            "ranks that a card may be higher to be thrown instead of one that stops a suit of the other's",
        ),
        Setting("winner", 4, 0, 50, "ranks that a card may be higher to be thrown instead of a master"),
        Setting("throw_length", 0.5, 0, 10, "ranks for which every other card of its suit makes a card dearer to keep"),
    )

    @decision
    def discard_elder(view: Any, scratch: Any) -> Any:
        """Return the exchange of the greatest worth to elder, who leads and takes what is left of his five."""
        return best_exchange(view, scratch, _ELDER)

    @decision
    def discard_younger(view: Any, scratch: Any) -> Any:
        """Return the exchange of the greatest worth to younger, who needs what stops the suits of elder."""
        return best_exchange(view, scratch, _YOUNGER)

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        """Return the lead, or the reply; see `strategies.piquet.cavendish_play`."""
        if view.lead == NONE:
            return choose_lead(view)
        return choose_reply(view)

    @decision
    def look_left(view: Any, scratch: Any) -> Any:
        """Return whether younger turns up what he left."""
        return np.uint64(view.params[11] > 0.5)
