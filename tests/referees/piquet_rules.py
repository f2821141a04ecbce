"""The rule parameters of Piquet as the specification lists them in section 2, resolved for its three presets.

A trace carries every parameter, so a referee needs to know which there are and what they may be. A parameter that
plays no part under a preset has a dormant value here (the seed's n_deals, the classic target).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

RULES_SEED: dict[str, Any] = {
    "elder_min_discard": 1,
    "elder_max_discard": 5,
    "younger_min_discard": 1,
    "younger_max_discard": "rest",
    "elder_sees_left": False,
    "younger_left_view": "hidden",
    "carte_blanche_points": 10,
    "carte_blanche_reveal": "fact",
    "point_compare": "pips",
    "point_min_cards": 3,
    "point_tie": "none",
    "quinte_points": 5,
    "sequence_extra": "best_only",
    "sequence_tie": "none",
    "set_min_rank": "T",
    "set_extra": "best_only",
    "declare_mode": "forced",
    "declaration_record": "totals",
    "count_in_play": False,
    "majority_points": 5,
    "last_trick_points": 2,
    "capot": "20_total",
    "split_last_trick": "void",
    "repique": 0,
    "pique": 0,
    "match_mode": "target",
    "target": 100,
    "match_end": "in_order",
    "n_deals": 6,
    "rubicon": 100,
    "max_deals": 4096,
    "follow_suit": True,
    "must_win": False,
    "deal_batch": 2,
    "first_dealer": "random",
}

RULES_CLASSIC: dict[str, Any] = {
    **RULES_SEED,
    "elder_sees_left": True,
    "younger_left_view": "shared_option",
    "carte_blanche_reveal": "full_hand",
    "point_compare": "count_then_pips",
    "quinte_points": 15,
    "sequence_extra": "all",
    "set_extra": "all",
    "declare_mode": "may_sink",
    "declaration_record": "call_and_answer",
    "count_in_play": True,
    "majority_points": 10,
    "last_trick_points": 0,
    "capot": "40_instead_of_majority",
    "repique": 60,
    "pique": 30,
    "match_mode": "partie",
    "n_deals": 6,
    "rubicon": 100,
}

RULES_CLASSIC_CENT: dict[str, Any] = {
    **RULES_CLASSIC,
    "younger_min_discard": 0,
    "match_mode": "target",
    "target": 100,
    "match_end": "in_order",
}

# What section 2 allows: a tuple of values, or int where any integer will do.
ALLOWED: dict[str, tuple[Any, ...] | type] = {
    "elder_min_discard": (0, 1),
    "elder_max_discard": (1, 2, 3, 4, 5),
    "younger_min_discard": (0, 1),
    "younger_max_discard": ("rest",),
    "elder_sees_left": (False, True),
    "younger_left_view": ("hidden", "shared_option"),
    "carte_blanche_points": int,
    "carte_blanche_reveal": ("fact", "full_hand"),
    "point_compare": ("pips", "count_then_pips"),
    "point_min_cards": (3, 4, 5),
    "point_tie": ("none", "elder"),
    "quinte_points": (5, 15),
    "sequence_extra": ("best_only", "all"),
    "sequence_tie": ("none",),
    "set_min_rank": ("T", "7"),
    "set_extra": ("best_only", "all"),
    "declare_mode": ("forced", "may_sink"),
    "declaration_record": ("totals", "call_and_answer"),
    "count_in_play": (False, True),
    "majority_points": int,
    "last_trick_points": int,
    "capot": ("20_total", "40_instead_of_majority"),
    "split_last_trick": ("void", "kept"),
    "repique": (0, 60),
    "pique": (0, 30),
    "match_mode": ("target", "partie"),
    "target": int,
    "match_end": ("in_order", "end_of_deal"),
    "n_deals": int,
    "rubicon": int,
    "max_deals": int,
    "follow_suit": (False, True),
    "must_win": (False, True),
    "deal_batch": (2, 3),
    "first_dealer": ("random", 0, 1),
}

# A single value, or provably without effect (R9): such facts need not be told among the parameters.
FACTS = ("younger_max_discard", "point_compare", "sequence_tie")


def rules_faults(rules: Mapping[str, Any]) -> list[str]:
    """Name every parameter of section 2 that is absent or has a value which section 2 does not allow."""
    faults = []
    for name, allowed in ALLOWED.items():
        if name not in rules:
            if name not in FACTS:
                faults.append(f"rules: the parameter {name} is missing")
            continue
        value = rules[name]
        # The types are compared too, because 1 == True in Python and they are different words in a trace.
        if isinstance(allowed, tuple):
            fine = any(type(value) is type(one) and value == one for one in allowed)
        else:
            fine = type(value) is allowed
        # Each deals as often as the other in a partie, and a match has room for 4096 deals.
        if fine and name == "n_deals":
            fine = value >= 2 and value % 2 == 0
        if fine and name == "max_deals":
            fine = 1 <= value <= 4096
        if not fine:
            faults.append(f"rules: {name} is {value!r}, which the specification does not allow")
    return faults
