"""Right traces of Piquet deals: one written out by hand, and one told for any pack, discards and rules."""

from __future__ import annotations

import random
from typing import Any

from tests.referees.golden_piquet import P0_PI21, PI21_DEALT, PI21_DISCARDS, PI21_DRAWN, PI21_TALON
from tests.referees.piquet_cards import (
    ROLES,
    deal,
    has_carte_blanche,
    legal_cards,
    other,
    parse_hand,
    trick_winner,
    tricks_won,
)
from tests.referees.piquet_rules import RULES_SEED
from tests.referees.piquet_scoring import KINDS, best_claims, contest, final_scores, scored_holdings

Trace = dict[str, Any]

SEED_EVENTS = [
    ("elder", "point", 4),
    ("elder", "sequence", 3),
    ("elder", "set", 3),
    ("elder", "cards", 5),
    ("elder", "last_trick", 2),
]
# Leads and wins of the twelve tricks in the table of PI-21, then the extra one for the last and the cards.
CLASSIC_EVENTS = [
    ("elder", "point", 4), ("elder", "sequence", 3), ("elder", "set", 3), ("elder", "set", 3),
    *[("elder", "lead", 1)] * 6, ("younger", "win", 1),
    *[("younger", "lead", 1)] * 5, ("elder", "win", 1),
    ("elder", "lead", 1), ("elder", "last_trick", 1), ("elder", "cards", 10),
]  # fmt: skip


def pack_of(elder: list[str], younger: list[str], talon: list[str]) -> list[str]:
    """A pack that deals these hands by twos."""
    pack = []
    for turn in range(6):
        pack += elder[2 * turn : 2 * turn + 2] + younger[2 * turn : 2 * turn + 2]
    return pack + talon


def events_told(events: list[tuple[str, str, int]]) -> list[dict[str, Any]]:
    """Scoring events in the form of a trace."""
    return [{"role": role, "reason": reason, "points": points} for role, reason, points in events]


def pi21(rules: dict[str, Any]) -> Trace:
    """The full deal PI-21 as a trace, every value written out by hand."""
    classic = rules is not RULES_SEED
    elder, younger = (parse_hand(text) for text in PI21_DEALT)
    score = {"elder": 32, "younger": 6} if classic else {"elder": 17, "younger": 0}
    sets = [["As", "Ah", "Ad"], ["Ks", "Kd", "Kc"]]
    tricks = []
    leader = "elder"
    for cards, winner, _, _ in P0_PI21:
        tricks.append({"leader": leader, "cards": cards.split("/"), "winner": winner})
        leader = winner
    return {
        "game": "piquet",
        "rules": dict(rules),
        "seed": 1,
        "deal": 0,
        "strategies": {"elder": "p0", "younger": "p0"},
        "pack": pack_of(elder, younger, PI21_TALON.split()),
        "hands": {"elder": elder, "younger": younger},
        "talon": PI21_TALON.split(),
        "carte_blanche": [],
        "exchanges": [
            {"role": role, "discarded": PI21_DISCARDS[i].split(), "drawn": PI21_DRAWN[i].split()}
            for i, role in enumerate(ROLES)
        ],
        "left_seen": [],
        "declarations": [
            {"kind": "point", "winner": "elder", "scored": {"elder": [["As", "Ks", "Qs", "Ts"]]},
             "claims": {"elder": ["As", "Ks", "Qs", "Ts"], "younger": ["Kh", "Qh", "Jh", "9h"]}},
            {"kind": "sequence", "winner": "elder", "scored": {"elder": [["As", "Ks", "Qs"]]},
             "claims": {"elder": ["As", "Ks", "Qs"], "younger": ["Kh", "Qh", "Jh"]}},
            {"kind": "set", "winner": "elder", "scored": {"elder": sets if classic else sets[:1]},
             "claims": {"elder": sets[0], "younger": ["Js", "Jh", "Jc"]}},
        ],
        "tricks": tricks,
        "scoring": events_told(CLASSIC_EVENTS if classic else SEED_EVENTS),
        "score": score,
        "outcome": {"deal": 0, "score_elder": score["elder"], "score_younger": score["younger"],
                    "exchanged_elder": 4, "exchanged_younger": 3, "tricks_elder": 7, "tricks_younger": 5},
    }  # fmt: skip


def honest_trace(
    pack: list[str], rules: dict[str, Any], discards: tuple[list[str], list[str]], rng: random.Random
) -> Trace:
    """A whole deal with these discards and random legal cards, told as the rules have it."""
    dealt, talon = deal(pack, rules["deal_batch"])
    hands, exchanges, taken = {}, [], 0
    for role, discarded in zip(ROLES, discards, strict=True):
        drawn = talon[taken : taken + len(discarded)]
        taken += len(discarded)
        hands[role] = [card for card in dealt[role] if card not in discarded] + drawn
        exchanges.append({"role": role, "discarded": list(discarded), "drawn": drawn})
    declarations = []
    for kind in KINDS:
        claims = best_claims(kind, hands, rules)
        winner = contest(kind, claims, rules)
        scored = {winner: scored_holdings(kind, hands[winner], rules)} if winner else {}
        declarations.append({"kind": kind, "claims": claims, "winner": winner, "scored": scored})
    left = {role: list(hands[role]) for role in ROLES}
    leader, tricks = "elder", []
    for _ in range(12):
        lead = rng.choice(left[leader])
        reply = rng.choice(legal_cards(left[other(leader)], lead, rules["follow_suit"], rules["must_win"]))
        left[leader].remove(lead)
        left[other(leader)].remove(reply)
        winner = trick_winner(leader, lead, reply)
        tricks.append({"leader": leader, "cards": [lead, reply], "winner": winner})
        leader = winner
    white = [role for role in ROLES if has_carte_blanche(dealt[role])]
    elder, younger, events = final_scores(hands, tricks, rules, white)
    won = tricks_won(tricks)
    return {
        "game": "piquet", "rules": dict(rules), "pack": pack, "hands": dealt, "talon": talon, "carte_blanche": white,
        "exchanges": exchanges, "left_seen": [], "declarations": declarations, "tricks": tricks,
        "scoring": events_told(events), "score": {"elder": elder, "younger": younger},
        "outcome": {"score_elder": elder, "tricks_younger": won["younger"]},
    }  # fmt: skip
