"""One deal of Piquet, told: the game's part of a transcript, and its lines for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulator.cards import PACK_32, members
from simulator.games.piquet.outcome import REASONS, ROLES, SIDES

_FIVE = 5
_KINDS = ("point", "sequence", "set")
_SHOWN = {
    "carte_blanche": "carte blanche",
    "lead": "a card led",
    "win": "a trick won as second",
    "last_trick": "the last trick",
    "cards": "the cards",
}


def _names(cards: int) -> list[str]:
    """Return the names of a mask, high cards first."""
    return PACK_32.names_of(reversed(members(cards)))


def tell(table: Any, rules: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the interface document asks of a Piquet transcript, from the record of a deal just played.

    Parameters
    ----------
    table : record
        The deal as the kernel left it, with its events.
    rules : mapping
        The resolved rules.
    row : mapping
        The outcome, words instead of codes.
    """
    talon = [members(table["talon"][i])[0] for i in range(8)]
    taken = [int(count) for count in table["exchanged"]]
    drawn = {"elder": talon[: taken[0]], "younger": talon[taken[0] : sum(taken)]}
    events = range(int(table["events"]))
    blanche = int(table["carte_blanche"])
    return {
        "hands": {role: _names(table["dealt"][seat]) for seat, role in enumerate(ROLES)},
        "talon": PACK_32.names_of(talon),
        "carte_blanche": [SIDES[blanche]] if blanche else [],
        "exchanges": [
            {"role": role, "discarded": _names(table["discarded"][seat]), "drawn": PACK_32.names_of(drawn[role])}
            for seat, role in enumerate(ROLES)
        ],
        "left_seen": _left_seen(table, rules),
        "declarations": [_declaration(table, number, kind) for number, kind in enumerate(_KINDS)],
        "tricks": [_trick(table, number) for number in range(12)],
        "scoring": [
            {
                "role": ROLES[int(table["event_seat"][event])],
                "reason": REASONS[int(table["event_reason"][event])],
                "points": int(table["event_points"][event]),
            }
            for event in events
        ],
    }


def _left_seen(table: Any, rules: Mapping[str, Any]) -> list[str]:
    """Return who saw cards that stayed in the talon, or that stayed there after elder's exchange."""
    looked = bool(table["looked"])
    elder = rules["elder_sees_left"] and int(table["exchanged"][0]) < _FIVE
    return [role for role, seen in zip(ROLES, (looked or elder, looked), strict=True) if seen]


def _claims(table: Any, number: int, seat: int) -> list[str] | None:
    """Return the cards of what a seat calls in a contest, or None."""
    return _names(table["called"][number][seat]) or None


def _declaration(table: Any, number: int, kind: str) -> dict[str, Any]:
    winner = SIDES[int(table["winners"][number])]
    scored: dict[str, list[list[str]]] = {}
    for event in range(int(table["events"])):
        if REASONS[int(table["event_reason"][event])] == kind:
            role = ROLES[int(table["event_seat"][event])]
            scored.setdefault(role, []).append(_names(table["event_cards"][event]))
    return {
        "kind": kind,
        "claims": {role: _claims(table, number, seat) for seat, role in enumerate(ROLES)},
        "winner": winner if winner in ROLES else None,
        "scored": scored,
    }


def _trick(table: Any, number: int) -> dict[str, Any]:
    leader = int(table["leaders"][number])
    later = number + 1 < 12
    winner = int(table["leaders"][number + 1]) if later else int(table["last_trick"])
    cards = [members(table["led"][number])[0], members(table["followed"][number])[0]]
    return {"leader": ROLES[leader], "cards": PACK_32.names_of(cards), "winner": ROLES[winner]}


def text(told: Mapping[str, Any], notation: str) -> list[str]:
    """Return the lines of a transcript for people, cards in the `notation` asked for."""

    def shown(names: list[str]) -> str:
        return PACK_32.hand([PACK_32.card(name) for name in names], notation) or "-"

    def card(name: str) -> str:
        return PACK_32.name(PACK_32.card(name), notation)

    lines = [f"{role:8} dealt {shown(told['hands'][role])}" for role in ROLES]
    lines.append(f"{'talon':8} {' '.join(card(name) for name in told['talon'])}")
    lines += [f"{role} has carte blanche" for role in told["carte_blanche"]]
    for exchange in told["exchanges"]:
        drawn = " ".join(card(name) for name in exchange["drawn"])
        lines.append(f"{exchange['role']:8} discards {shown(exchange['discarded'])}; draws {drawn or '-'}")
    for declared in told["declarations"]:
        claims = "; ".join(f"{role} {shown(cards) if cards else 'none'}" for role, cards in declared["claims"].items())
        good = declared["winner"]
        if good is None:
            good = "equal" if all(declared["claims"].values()) else "nobody"
        lines.append(f"{declared['kind']:8} {claims}: {good}")
    if told["left_seen"]:
        lines.append(f"{'seen':8} what was left in the talon, by {' and '.join(told['left_seen'])}")
    for number, trick in enumerate(told["tricks"], 1):
        first, second = (card(name) for name in trick["cards"])
        lines.append(f"trick {number:2} {trick['leader']:8} {first} / {second}  {trick['winner']}")
    for event in told["scoring"]:
        lines.append(f"{event['role']:8} +{event['points']} {_SHOWN.get(event['reason'], event['reason'])}")
    lines.append("score    " + ", ".join(f"{role} {points}" for role, points in told["score"].items()))
    return lines
