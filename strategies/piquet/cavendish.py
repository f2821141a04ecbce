"""Cavendish."""

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
    """Weighs."""

    game = "piquet"
    deterministic = True
    memoryless = True
    scratch = WORDS
    settings = (
        Setting("point", 1.5, 0, 4, "weight of the point when discarding"),
        Setting("sequences", 1, 0, 4, "weight of sequences when discarding"),
        Setting("sets", 1, 0, 4, "weight of sets when discarding"),
        Setting("elder_tricks", 0.25, 0, 4, "weight of tricks when elder discards"),
        Setting("younger_tricks", 0.15, 0, 4, "weight of tricks when younger discards"),
        Setting("elder_card", 1, -5, 5, "points that each card exchanged is worth to elder besides what it brings"),
        Setting("younger_card", 0, -5, 5, "points that each card exchanged is worth to younger besides what it brings"),
        Setting("great", 3, 0, 20, "x"),
        Setting("low_lead", 3, 0, 13, "x"),
        Setting("lead_length", 4, -50, 50, "x"),
        Setting("lead_masters", 1.5, -50, 50, "x"),
        Setting("lead_against", 10, -50, 50, "x"),
        Setting("lead_beaten", 0, -50, 50, "x"),
        Setting("guard", 8, 0, 50, "x"),
        Setting("winner", 8, 0, 50, "x"),
        Setting("throw_length", 0.5, -10, 50, "x"),
    )

    @decision
    def discard_elder(view: Any, scratch: Any) -> Any:
        """Return."""
        return best_exchange(view, scratch, _ELDER)

    @decision
    def discard_younger(view: Any, scratch: Any) -> Any:
        """Return."""
        return best_exchange(view, scratch, _YOUNGER)

    @decision
    def play_card(view: Any, scratch: Any) -> Any:
        """Return."""
        if view.lead == NONE:
            return choose_lead(view)
        return choose_reply(view)
