"""The contests of Piquet and its scores, told as an ordered list of events (role, reason, points).

Written from section 3.2 of the specification for every setting of the parameters, so that one path serves the seed's
rules and the classic ones. An event of no points is not told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.referees.piquet_cards import ROLES, height, point_total, sequences_held, sets_held, suits_held, tricks_won

Event = tuple[str, str, int]
Hands = Mapping[str, Sequence[str]]
Claims = Mapping[str, "list[str] | None"]
Calls = Mapping[str, Claims]  # what was called in each class
Rules = Mapping[str, Any]

KINDS = ("point", "sequence", "set")


def holdings(kind: str, hand: Sequence[str], rules: Rules) -> list[list[str]]:
    """Everything a hand may call in a class, the strongest first (R9, R10, R11; whole holdings only, section 7)."""
    if kind == "point":
        return [cards for cards in suits_held(hand) if len(cards) >= rules["point_min_cards"]]
    if kind == "sequence":
        return sequences_held(hand)
    return sets_held(hand, rules["set_min_rank"])


def strength(kind: str, cards: Sequence[str]) -> tuple[int, int]:
    """Rank of a holding within its class: number of cards, then pips (point) or top card (R9, R10, R11)."""
    if kind == "point":
        return len(cards), point_total(cards)
    return len(cards), max(height(card) for card in cards)


def best_holdings(kind: str, hand: Sequence[str], rules: Rules) -> list[list[str]]:
    """The holdings of a class that nothing in the same hand beats; several when they are equally good."""
    held = holdings(kind, hand, rules)
    return [cards for cards in held if strength(kind, cards) == strength(kind, held[0])]


def best_claims(kind: str, hands: Hands, rules: Rules) -> dict[str, list[str] | None]:
    """What both players call when nobody sinks anything (declare_mode "forced")."""
    claims: dict[str, list[str] | None] = {}
    for role in ROLES:
        best = best_holdings(kind, hands[role], rules)
        claims[role] = best[0] if best else None
    return claims


def contest(kind: str, claims: Claims, rules: Rules) -> str | None:
    """The role whose claim is good, or None when both have nothing or are equal (R9, R10, R11, R12).

    It compares what was called rather than what is held, so that sinking changes the claims and nothing here.
    """
    elder, younger = claims["elder"], claims["younger"]
    if elder is None or younger is None:
        if elder is None and younger is None:
            return None
        return "elder" if younger is None else "younger"
    mine, theirs = strength(kind, elder), strength(kind, younger)
    if kind == "point" and rules.get("point_compare", "pips") == "pips":
        mine, theirs = (0, mine[1]), (0, theirs[1])
    if mine == theirs:
        return "elder" if kind == "point" and rules["point_tie"] == "elder" else None
    return "elder" if mine > theirs else "younger"


def worth(kind: str, cards: Sequence[str], rules: Rules) -> int:
    """Points of a good holding: cards of the point (R9), tariff of a sequence (R10), 3 or 14 for a set (R11)."""
    if kind == "point":
        return len(cards)
    if kind == "sequence":
        tariff: dict[int, int] = {3: 3, 4: 4, 5: rules["quinte_points"], 6: 16, 7: 17, 8: 18}
        return tariff[len(cards)]
    return {3: 3, 4: 14}[len(cards)]


def scored_holdings(
    kind: str, hand: Sequence[str], rules: Rules, claim: Sequence[str] | None = None
) -> list[list[str]]:
    """What the winner of a class scores: what he called, then every other holding, strongest first, if all count.

    Without a claim he called his best. Once the class is won the others score even where they are better than what
    was called (sequence_extra, set_extra; declare_mode).
    """
    held = holdings(kind, hand, rules)
    if claim is None:
        claim = held[0]
    called = [cards for cards in held if sorted(cards) == sorted(claim)]
    others = [cards for cards in held if sorted(cards) != sorted(claim)]
    if kind != "point" and rules[f"{kind}_extra"] == "all":
        return called + others
    return called


def declaration_events(
    hands: Hands, rules: Rules, carte_blanche: Sequence[str] = (), calls: Calls | None = None
) -> list[Event]:
    """Carte blanche, point, sequences and sets in the order in which they count (R5, R16, R17), without bonuses.

    `calls` is what was called in each class; without it both call their best.
    """
    events: list[Event] = [(role, "carte_blanche", rules["carte_blanche_points"]) for role in carte_blanche]
    for kind in KINDS:
        claims = best_claims(kind, hands, rules) if calls is None else calls[kind]
        winner = contest(kind, claims, rules)
        if winner is not None:
            scored = scored_holdings(kind, hands[winner], rules, claims[winner])
            events += [(winner, kind, worth(kind, cards, rules)) for cards in scored]
    return told(events)


def count_events(tricks: Sequence[Mapping[str, Any]], rules: Rules) -> list[Event]:
    """Points counted while the cards are played (R18): each lead, each win as second, the last trick once more."""
    events: list[Event] = []
    if not rules["count_in_play"]:
        return events
    for number, trick in enumerate(tricks, start=1):
        events.append((trick["leader"], "lead", 1))
        if trick["winner"] != trick["leader"]:
            events.append((trick["winner"], "win", 1))
        if number == 12:
            events.append((trick["winner"], "last_trick", 1))
    return events


def result_events(won: Mapping[str, int], last_winner: str, rules: Rules) -> list[Event]:
    """Points given after the play for the number of tricks and the last one (R14, R15, R19)."""
    last: Event = (last_winner, "last_trick", rules["last_trick_points"])
    for role in ROLES:
        if won[role] == 12:
            if rules["capot"] == "20_total":
                return [(role, "capot", 20)]  # the majority and the last trick are included
            return told([(role, "capot", 40), last])
        if won[role] >= 7:
            return told([(role, "cards", rules["majority_points"]), last])
    return told([last]) if rules["split_last_trick"] == "kept" else []


def told(events: Sequence[Event]) -> list[Event]:
    """The events that are worth something."""
    return [event for event in events if event[2] != 0]


def with_bonuses(hand_events: Sequence[Event], counted: Sequence[Event], rules: Rules) -> list[Event]:
    """Put repique (R20) and pique (R21) directly behind the events that bring them, as in section 3.2."""
    score = {"elder": 0, "younger": 0}
    bonus = False
    events: list[Event] = []
    for role, reason, points in hand_events:
        events.append((role, reason, points))
        score[role] += points
        opponent = score["younger" if role == "elder" else "elder"]
        if rules["repique"] and not bonus and score[role] >= 30 and opponent == 0:
            events.append((role, "repique", rules["repique"]))
            score[role] += rules["repique"]
            bonus = True
    for role, reason, points in counted:
        events.append((role, reason, points))
        score[role] += points
        if rules["pique"] and not bonus and role == "elder" and score["elder"] >= 30 and score["younger"] == 0:
            events.append(("elder", "pique", rules["pique"]))
            score["elder"] += rules["pique"]
            bonus = True
    return events


def totals(events: Sequence[Event]) -> tuple[int, int]:
    """Sums of the events of elder and of younger."""
    return (
        sum(points for role, _, points in events if role == "elder"),
        sum(points for role, _, points in events if role == "younger"),
    )


def hand_scores(
    hands: Hands, rules: Rules, carte_blanche: Sequence[str] = (), calls: Calls | None = None
) -> tuple[int, int]:
    """Totals of elder and younger when the first card is about to be led, a repique included (R17, R20)."""
    return totals(with_bonuses(declaration_events(hands, rules, carte_blanche, calls), [], rules))


def final_scores(
    hands: Hands,
    tricks: Sequence[Mapping[str, Any]],
    rules: Rules,
    carte_blanche: Sequence[str] = (),
    calls: Calls | None = None,
) -> tuple[int, int, list[Event]]:
    """Score a whole deal: totals of elder and younger, and the events in order (R16, R17).

    `hands` are those after the exchange, `tricks` twelve entries with "leader" and "winner", `carte_blanche` the
    roles that announced it, `calls` what both called in each class (their best without it).
    """
    events = with_bonuses(declaration_events(hands, rules, carte_blanche, calls), count_events(tricks, rules), rules)
    events += result_events(tricks_won(tricks), tricks[-1]["winner"], rules)
    elder, younger = totals(events)
    return elder, younger, events
