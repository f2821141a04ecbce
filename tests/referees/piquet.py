"""The referee of Piquet: it re-judges a trace card by card from the specification, sharing nothing with the program.

`judge` returns every fault it finds in words; an empty list means that the deal was dealt, played and scored by the
rules which the trace names. Where a fault leaves the rest of the deal without meaning (a card that is not held), the
judgement stops there. The parts it is made of are re-exported for tests that start in the middle of a deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

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
    same_cards,
    trick_winner,
    tricks_won,
)
from tests.referees.piquet_claims import declaration_faults
from tests.referees.piquet_match import match_faults, place_faults
from tests.referees.piquet_rules import RULES_CLASSIC, RULES_CLASSIC_CENT, RULES_SEED, rules_faults
from tests.referees.piquet_scoring import (
    Event,
    Rules,
    best_claims,
    contest,
    final_scores,
    hand_scores,
    holdings,
    totals,
    with_bonuses,
)
from tests.referees.piquet_shape import MATCH_SHAPE, SHAPE, shape_faults
from tests.referees.piquet_visible import visible

__all__ = [
    "RULES_CLASSIC", "RULES_CLASSIC_CENT", "RULES_SEED", "best_claims", "contest", "deal", "final_scores",
    "hand_scores", "has_carte_blanche", "holdings", "judge", "judge_match", "legal_cards", "parse_hand",
    "replay_p0", "trick_winner", "visible", "with_bonuses",
]  # fmt: skip


def white_roles(dealt: Mapping[str, list[str]]) -> list[str]:
    """Roles dealt a carte blanche (R5)."""
    return [role for role in ROLES if has_carte_blanche(dealt[role])]


def deal_faults(trace: Mapping[str, Any], hands: Mapping[str, list[str]], talon: list[str]) -> list[str]:
    """Faults of the deal and of the carte blanche (R3, R5)."""
    faults = [
        f"hands: {role}'s is not what the pack deals"
        for role in ROLES
        if not same_cards(trace["hands"][role], hands[role])
    ]
    if trace["talon"] != talon:
        faults.append(f"talon: told {trace['talon']}, the pack leaves {talon}")
    if trace["carte_blanche"] != white_roles(hands):
        faults.append(f"carte_blanche: told {trace['carte_blanche']}, right is {white_roles(hands)}")
    return faults


def exchange_faults(
    exchanges: Sequence[Mapping[str, Any]], dealt: Mapping[str, list[str]], talon: Sequence[str], rules: Rules
) -> tuple[list[str], dict[str, list[str]] | None]:
    """Faults of the exchange, and the hands it leads to (R6, R7, R8); no hands where they cannot be known."""
    told_roles = [exchange["role"] for exchange in exchanges]
    if told_roles != list(ROLES):
        return [f"exchanges: by {told_roles}, elder exchanges first and younger second"], None
    faults = []
    after = {}
    taken = 0
    for exchange in exchanges:
        role, discarded = exchange["role"], exchange["discarded"]
        least = rules["elder_min_discard"] if role == "elder" else rules["younger_min_discard"]
        most = rules["elder_max_discard"] if role == "elder" else 8 - taken
        if not least <= len(discarded) <= most:
            faults.append(f"exchanges: {role} discards {len(discarded)}, allowed are {least} to {most}")
        strange = [card for card in discarded if card not in dealt[role]]
        if strange or len(set(discarded)) != len(discarded):
            return [*faults, f"exchanges: {role} discards {discarded} and does not hold all of these"], None
        drawn = list(talon[taken : taken + len(discarded)])
        if exchange["drawn"] != drawn:
            faults.append(f"exchanges: {role} draws {exchange['drawn']}, the talon gives {drawn}")
        if len(drawn) < len(discarded):
            return [*faults, f"exchanges: the talon has too few cards for {role}"], None
        after[role] = [card for card in dealt[role] if card not in discarded] + drawn
        taken += len(discarded)
    return faults, after


def left_seen_faults(trace: Mapping[str, Any], rules: Rules) -> list[str]:
    """Faults in who has seen cards left in the talon (elder_sees_left, younger_left_view, look_left).

    Elder looks at what he leaves of his five; what younger turns up at the end of the talon, both see.
    """
    elder_drew, younger_drew = (len(exchange["discarded"]) for exchange in trace["exchanges"])
    seen = trace["left_seen"]
    right = [["elder"] if rules["elder_sees_left"] and elder_drew < 5 else []]
    if rules["younger_left_view"] == "shared_option" and elder_drew + younger_drew < 8:
        right.append(["elder", "younger"])
    return [] if seen in right else [f"left_seen: told {seen}, right is one of {right}"]


def play_faults(
    told: Sequence[Mapping[str, Any]], hands: Mapping[str, list[str]], rules: Rules
) -> tuple[list[str], list[Trick] | None]:
    """Faults of the play, and the tricks as they really fell (R13); no tricks where they cannot be known."""
    if len(told) != 12:
        return [f"tricks: {len(told)} of them, a deal has 12"], None
    faults = []
    left = {role: list(hands[role]) for role in ROLES}
    leader = "elder"
    tricks: list[Trick] = []
    for number, trick in enumerate(told, start=1):
        if trick["leader"] != leader:
            faults.append(f"trick {number}: led by {trick['leader']}, {leader} is to lead")
        if len(trick["cards"]) != 2:
            return [*faults, f"trick {number}: {len(trick['cards'])} cards"], None
        lead, reply = trick["cards"]
        for role, card, led in ((leader, lead, None), (other(leader), reply, lead)):
            if card not in left[role]:
                return [*faults, f"trick {number}: {role} plays {card} and does not hold it"], None
            allowed = legal_cards(left[role], led, rules["follow_suit"], rules["must_win"])
            if card not in allowed:
                faults.append(f"trick {number}: {role} plays {card}, legal are {allowed}")
            left[role].remove(card)
        winner = trick_winner(leader, lead, reply)
        if trick["winner"] != winner:
            faults.append(f"trick {number}: won by {trick['winner']}, right is {winner}")
        tricks.append({"leader": leader, "cards": [lead, reply], "winner": winner})
        leader = winner
    return faults, tricks


def scoring_faults(trace: Mapping[str, Any], wanted: list[Event]) -> list[str]:
    """Faults of the scoring events, their order, their sums and the scores of the deal (R14 to R21)."""
    told = [(event["role"], event["reason"], event["points"]) for event in trace["scoring"]]
    faults = []
    if told != wanted:
        place = next(
            (i for i, (a, b) in enumerate(zip(told, wanted, strict=False)) if a != b), min(len(told), len(wanted))
        )
        faults.append(f"scoring: event {place + 1} is {told[place : place + 1]}, right is {wanted[place : place + 1]}")
    score = (trace["score"]["elder"], trace["score"]["younger"])
    if totals(told) != score:
        faults.append(f"scoring: the events sum to {totals(told)}, the score is {score}")
    if score != totals(wanted):
        faults.append(f"score: told {score}, right is {totals(wanted)}")
    return faults


def outcome_faults(trace: Mapping[str, Any], wanted: list[Event], won: Mapping[str, int]) -> list[str]:
    """Faults in those columns of the outcome row that have fixed names."""
    right = {f"score_{role}": total for role, total in zip(ROLES, totals(wanted), strict=True)}
    for exchange in trace["exchanges"]:
        right[f"exchanged_{exchange['role']}"] = len(exchange["discarded"])
    for role in ROLES:
        right[f"tricks_{role}"] = won[role]
    if "deal" in trace:
        right["deal"] = trace["deal"]
    row = trace["outcome"]
    return [
        f"outcome: {column} is {row[column]!r}, right is {value}"
        for column, value in right.items()
        if column in row and row[column] != value
    ]


def judge(trace: dict[str, Any]) -> list[str]:
    """Re-judge one trace of a Piquet deal completely and return all faults found, in words.

    Parameters
    ----------
    trace : dict
        The JSON object of one deal, with every rule parameter resolved in "rules".

    Returns
    -------
    list of str
        Empty when nothing is wrong.
    """
    in_match = "match" in trace
    faults = shape_faults(trace, {**SHAPE, **MATCH_SHAPE} if in_match else SHAPE)
    if faults:
        return faults
    rules = trace["rules"]
    faults = rules_faults(rules)
    if trace["game"] != "piquet":
        faults.append(f"game: {trace['game']!r} is not piquet")
    if not same_cards(trace["pack"], PACK):
        faults.append("pack: not the 32 cards, each once")
    if faults:
        return faults
    dealt, talon = deal(trace["pack"], rules["deal_batch"])
    faults = place_faults(trace) if in_match else []
    faults += deal_faults(trace, dealt, talon)
    more, hands = exchange_faults(trace["exchanges"], dealt, talon, rules)
    faults += more
    if hands is None:
        return faults
    faults += left_seen_faults(trace, rules)
    more, calls = declaration_faults(trace["declarations"], hands, rules)
    faults += more
    more, tricks = play_faults(trace["tricks"], hands, rules)
    faults += more
    if tricks is None or calls is None:
        return faults
    _, _, wanted = final_scores(hands, tricks, rules, white_roles(dealt), calls)
    return faults + scoring_faults(trace, wanted) + outcome_faults(trace, wanted, tricks_won(tricks))


def judge_match(traces: Sequence[dict[str, Any]]) -> list[str]:
    """Re-judge a whole match, deal by deal and then as a whole, and return all faults found, in words.

    Parameters
    ----------
    traces : sequence of dict
        The JSON objects of all deals of one match, in order, the last of which ends it.

    Returns
    -------
    list of str
        Empty when nothing is wrong.
    """
    faults = []
    for number, trace in enumerate(traces):
        faults += [f"deal {number}: {fault}" for fault in judge(trace)]
        faults += [] if "match" in trace else [f"deal {number}: of no match"]
    return faults or match_faults(traces)
