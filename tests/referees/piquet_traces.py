"""Right traces of Piquet deals: one written out by hand, and one told for any pack, discards and rules."""

from __future__ import annotations

import random
from typing import Any

from tests.referees.golden_piquet import P0_PI21, PI21_DEALT, PI21_DISCARDS, PI21_DRAWN, PI21_TALON
from tests.referees.piquet_cards import (
    PACK,
    ROLES,
    Trick,
    deal,
    has_carte_blanche,
    legal_cards,
    other,
    parse_hand,
    replay_p0,
    trick_winner,
    tricks_won,
)
from tests.referees.piquet_match import Deal, first_dealer, players_of, settle
from tests.referees.piquet_rules import RULES_SEED
from tests.referees.piquet_scoring import (
    KINDS,
    Calls,
    best_claims,
    contest,
    final_scores,
    holdings,
    scored_holdings,
)

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
        "left_seen": ["elder"] if rules["elder_sees_left"] else [],
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
    pack: list[str],
    rules: dict[str, Any],
    discards: tuple[list[str], list[str]],
    rng: random.Random | None,
    calls: Calls | None = None,
    look: bool = False,
) -> Trace:
    """A whole deal with these discards, told as the rules have it.

    The cards are random legal ones, or P0's without a generator. Without `calls` both call their best; with `look`
    younger turns up what is left.
    """
    dealt, talon = deal(pack, rules["deal_batch"])
    hands, exchanges, taken = {}, [], 0
    for role, discarded in zip(ROLES, discards, strict=True):
        drawn = talon[taken : taken + len(discarded)]
        taken += len(discarded)
        hands[role] = [card for card in dealt[role] if card not in discarded] + drawn
        exchanges.append({"role": role, "discarded": list(discarded), "drawn": drawn})
    declarations = []
    for kind in KINDS:
        claims = best_claims(kind, hands, rules) if calls is None else calls[kind]
        winner = contest(kind, claims, rules)
        scored = {winner: scored_holdings(kind, hands[winner], rules, claims[winner])} if winner else {}
        declarations.append({"kind": kind, "claims": dict(claims), "winner": winner, "scored": scored})
    tricks = replay_p0(hands["elder"], hands["younger"]) if rng is None else random_tricks(hands, rules, rng)
    white = [role for role in ROLES if has_carte_blanche(dealt[role])]
    elder, younger, events = final_scores(hands, tricks, rules, white, calls)
    won = tricks_won(tricks)
    elder_looks = rules["elder_sees_left"] and len(discards[0]) < 5
    return {
        "game": "piquet", "rules": dict(rules), "pack": pack, "hands": dealt, "talon": talon, "carte_blanche": white,
        "exchanges": exchanges, "left_seen": list(ROLES) if look else ["elder"] if elder_looks else [],
        "declarations": declarations, "tricks": tricks,
        "scoring": events_told(events), "score": {"elder": elder, "younger": younger},
        "outcome": {"score_elder": elder, "tricks_younger": won["younger"]},
    }  # fmt: skip


def random_tricks(hands: dict[str, list[str]], rules: dict[str, Any], rng: random.Random) -> list[Trick]:
    """Twelve tricks of random legal cards."""
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
    return tricks


def golden_trace(
    elder: str, younger: str, rules: dict[str, Any], calls: Calls | None = None, look: bool = False
) -> Trace:
    """A deal after whose exchange the players hold these hands, each having changed one card, played by P0.

    The cards that neither holds are, in the order of the pack, elder's discard, younger's, and what is left.
    """
    hands = [parse_hand(elder), parse_hand(younger)]
    rest = [card for card in PACK if card not in hands[0] + hands[1]]
    dealt = [[rest[seat], *hand[1:]] for seat, hand in enumerate(hands)]
    pack = pack_of(dealt[0], dealt[1], [hands[0][0], hands[1][0], *rest[2:]])
    return honest_trace(pack, rules, ([rest[0]], [rest[1]]), None, calls, look)


def random_calls(hands: dict[str, list[str]], rules: dict[str, Any], rng: random.Random) -> Calls:
    """Any holding of each class, or nothing, for each player."""
    return {kind: {role: rng.choice([*holdings(kind, hands[role], rules), None]) for role in ROLES} for kind in KINDS}


def honest_match(rules: dict[str, Any], seed: int, match: int, rng: random.Random) -> list[Trace]:
    """A whole match of random deals, told as the rules have it."""
    dealer = first_dealer(rules, seed, match)
    total = {"player0": 0, "player1": 0}
    told: list[Trace] = []
    deals: list[Deal] = []
    while not told or told[-1]["match_result"] is None:
        pack = rng.sample(PACK, 32)
        dealt, _ = deal(pack, rules["deal_batch"])
        trace = honest_trace(pack, rules, (dealt["elder"][:3], dealt["younger"][:2]), rng)
        players = players_of(len(told), dealer)
        trace.update(
            seed=seed, deal=4096 * match + len(told), match=match, match_deal=len(told), players=players,
            totals=dict(total), match_result=None,
        )  # fmt: skip
        deals.append([(players[event["role"]], event["points"]) for event in trace["scoring"]])
        for player, points in deals[-1]:
            total[player] += points
        end = settle(deals, rules)
        if end is not None:
            trace["match_result"] = {"match": match, "first_dealer": dealer, **end}
        told.append(trace)
    return told
