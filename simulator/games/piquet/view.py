"""What a player of Piquet sees (specification section 3), and the record of the deal that only the kernel sees."""

from __future__ import annotations

import numpy as np

from simulator.contract import view_dtype
from simulator.games.piquet.rules import RULEBOOK

FIELDS = (
    ("hand", "u8", 1, "mask of the cards now held"),
    ("dealt", "u8", 1, "mask of the twelve cards dealt"),
    ("discarded", "u8", 1, "mask of the cards discarded; 0 before"),
    ("drawn", "u8", 1, "mask of the cards drawn from the talon; 0 before"),
    ("exchanged", "i8", 2, "cards exchanged by elder and younger; 0 before it is known"),
    ("talon", "i8", 1, "cards left in the talon"),
    ("carte_blanche", "i8", 2, "1 for a player who has shown carte blanche"),
    ("point", "i8", 2, "pips announced for the point by elder and younger; 0 before, and for none"),
    ("sequence", "i8", 2, "sequences announced: 8*length + rank of the top card; 0 before, and for none"),
    ("sets", "i8", 2, "sets announced: 8*cards + rank; 0 before, and for none"),
    ("score", "i8", 2, "points made so far in this deal by elder and younger"),
    ("lead", "u8", 1, "card led to this trick; 0 for the one who leads"),
    ("trick", "i8", 1, "tricks played so far, 0..11"),
    ("tricks", "i8", 2, "tricks won by elder and younger"),
    ("played", "u8", 2, "masks of the cards played by elder and younger"),
    ("led", "u8", 12, "the card led to each trick played"),
    ("followed", "u8", 12, "the reply to each trick played"),
    ("open_hands", "u8", 2, "hands of elder and younger, for the clairvoyant only"),
    ("open_talon", "u8", 8, "the talon in drawing order, for the clairvoyant only"),
)
VIEW = view_dtype(FIELDS, RULEBOOK.dtype)

EVENTS = 64
TABLE = np.dtype(
    [
        ("number", "i8"),
        ("turn", "i8"),
        ("action", "u8"),
        ("legal", "u8"),
        ("private", "i8", (2,)),
        ("open", "i8", (2,)),
        ("telling", "i8"),
        ("pack", "u1", (32,)),
        ("dealt", "u8", (2,)),
        ("talon", "u8", (8,)),
        ("hands", "u8", (2,)),
        ("discarded", "u8", (2,)),
        ("drawn", "u8", (2,)),
        ("exchanged", "i8", (2,)),
        ("carte_blanche", "i8"),
        ("kept", "u8", (2,)),
        ("point", "i8", (2,)),
        ("sequence", "i8", (2,)),
        ("sets", "i8", (2,)),
        ("winners", "i8", (3,)),
        ("worth", "i8", (3,)),
        ("led", "u8", (12,)),
        ("followed", "u8", (12,)),
        ("leaders", "i8", (12,)),
        ("tricks", "i8", (2,)),
        ("last_trick", "i8"),
        ("score", "i8", (2,)),
        ("play", "i8", (2,)),
        ("bonus", "i8"),
        ("events", "i8"),
        ("event_seat", "i8", (EVENTS,)),
        ("event_reason", "i8", (EVENTS,)),
        ("event_points", "i8", (EVENTS,)),
        ("event_cards", "u8", (EVENTS,)),
    ],
    align=True,
)
