"""The form of a Piquet trace, and of what it tells besides in a match, compared key by key and type by type."""

from __future__ import annotations

from typing import Any

from tests.referees.piquet_cards import ROLES

# The form of a trace: a type, [form of each entry], (form,) where null is allowed as well, {key: form}.
CARDS = [str]
SHAPE = {
    "game": str,
    "rules": {},
    "pack": CARDS,
    "outcome": {},
    "score": {"elder": int, "younger": int},
    "scoring": [{"role": str, "reason": str, "points": int}],
    "hands": {"elder": CARDS, "younger": CARDS},
    "talon": CARDS,
    "carte_blanche": [str],
    "exchanges": [{"role": str, "discarded": CARDS, "drawn": CARDS}],
    "left_seen": [str],
    "declarations": [
        {"kind": str, "claims": {"elder": (CARDS,), "younger": (CARDS,)}, "winner": (str,), "scored": {}},
    ],
    "tricks": [{"leader": str, "cards": CARDS, "winner": str}],
}
# What the trace of a deal in a match tells besides.
PLAYERS = ("player0", "player1")
MATCH_SHAPE = {
    "seed": int,
    "deal": int,
    "match": int,
    "match_deal": int,
    "players": {"elder": str, "younger": str},
    "totals": {"player0": int, "player1": int},
    "match_result": ({},),
}


def shape_faults(value: Any, shape: Any, where: str = "trace") -> list[str]:
    """Compare the form of a value with a shape: missing keys and wrong types, so that the judge can read on."""
    if isinstance(shape, tuple):
        return [] if value is None else shape_faults(value, shape[0], where)
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{where}: not a list"]
        return [fault for i, entry in enumerate(value) for fault in shape_faults(entry, shape[0], f"{where}[{i}]")]
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return [f"{where}: not an object"]
        faults = []
        for key, inner in shape.items():
            faults += shape_faults(value[key], inner, f"{where}.{key}") if key in value else [f"{where}: no {key}"]
        if set(shape) == set(ROLES) and set(value) - set(shape):
            faults.append(f"{where}: {sorted(set(value) - set(shape))} are no roles")
        return faults
    return [] if type(value) is shape else [f"{where}: {value!r} is not of type {shape.__name__}"]
