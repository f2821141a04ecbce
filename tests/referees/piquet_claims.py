"""The judgement of the declarations of Piquet: what is called, who wins it and what scores (R9 to R12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.referees.piquet_cards import ROLES, same_cards
from tests.referees.piquet_scoring import (
    KINDS,
    Rules,
    best_claims,
    best_holdings,
    contest,
    holdings,
    scored_holdings,
    strength,
)
from tests.referees.piquet_shape import CARDS, shape_faults


def claim_faults(kind: str, role: str, claim: list[str] | None, hand: Sequence[str], rules: Rules) -> list[str]:
    """Faults of what one player calls in a class (R9, R10, R11, declare_mode).

    Where holdings may be sunk, any whole holding may be called, or nothing.
    """
    best = best_holdings(kind, hand, rules)
    may_sink = rules["declare_mode"] == "may_sink"
    if claim is None:
        return [f"{kind}: {role} claims nothing and holds {best[0]}"] if best and not may_sink else []
    callable_ = holdings(kind, hand, rules) if may_sink else best
    if any(same_cards(claim, cards) for cards in callable_):
        return []
    return [f"{kind}: {role} claims {claim}, he may claim {callable_}"]


def calls_that_count(
    declarations: Sequence[Mapping[str, Any]], hands: Mapping[str, list[str]], rules: Rules
) -> dict[str, dict[str, list[str] | None]]:
    """What was called in each class; in the place of a call that is a fault stands what is the nearest to it.

    That is the best holding where the best must be called, nothing where it need not.
    """
    calls = {}
    for entry in declarations:
        kind = entry["kind"]
        claims = best_claims(kind, hands, rules)
        for role in ROLES:
            claim = entry["claims"][role]
            fine = not claim_faults(kind, role, claim, hands[role], rules)
            if fine or rules["declare_mode"] == "may_sink":
                claims[role] = claim if fine else None
        calls[kind] = claims
    return calls


def declaration_faults(
    declarations: Sequence[Mapping[str, Any]], hands: Mapping[str, list[str]], rules: Rules
) -> tuple[list[str], dict[str, dict[str, list[str] | None]] | None]:
    """Faults of the three classes (R9 to R12), and what was called in each; no calls where they cannot be known."""
    kinds = [entry["kind"] for entry in declarations]
    if kinds != list(KINDS):
        return [f"declarations: told {kinds}, there are {list(KINDS)} in this order"], None
    calls = calls_that_count(declarations, hands, rules)
    faults = []
    for entry in declarations:
        kind, claims = entry["kind"], calls[entry["kind"]]
        for role in ROLES:
            faults += claim_faults(kind, role, entry["claims"][role], hands[role], rules)
        winner = contest(kind, claims, rules)
        if entry["winner"] != winner:
            faults.append(f"{kind}: won by {entry['winner']}, right is {winner}")
        scored = entry["scored"]
        if set(scored) != ({winner} if winner else set()):
            faults.append(f"{kind}: scored by {sorted(scored)}, the winner is {winner}")
        elif winner:
            faults += scored_faults(kind, scored[winner], claims[winner], hands[winner], rules)
    return faults, calls


def scored_faults(kind: str, scored: Any, claim: list[str] | None, hand: Sequence[str], rules: Rules) -> list[str]:
    """Faults in the combinations the winner scores: the one called, then the others best first, each whole and once."""
    faults = shape_faults(scored, [CARDS], f"{kind}.scored")
    if faults or claim is None:
        return faults
    held = [sorted(cards) for cards in holdings(kind, hand, rules)]
    told = [sorted(cards) for cards in scored]
    if any(cards not in held for cards in told) or any(told.count(cards) > 1 for cards in told):
        return [f"{kind}: {scored} scored, not each a holding of its own"]
    # Equally good combinations may stand in either order, so strengths are compared and not cards.
    wanted = scored_holdings(kind, hand, rules, claim)
    if [strength(kind, cards) for cards in scored] != [strength(kind, cards) for cards in wanted]:
        return [f"{kind}: {scored} scored, right is {wanted}"]
    if told[0] != sorted(claim):
        return [f"{kind}: {scored[0]} scored first although {claim} was claimed"]
    return []
