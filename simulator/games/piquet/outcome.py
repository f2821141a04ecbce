"""The row of a deal of Piquet: what every analysis reads."""

from __future__ import annotations

from simulator.columns import Column, Columns

RANKS = "789TJQKA"
LENGTHS = {3: "tierce", 4: "quatrieme", 5: "quinte", 6: "seizieme", 7: "dix-septieme", 8: "dix-huitieme"}
SEQUENCES = (
    "none",
    *(f"{word} {RANKS[top]}" for length, word in LENGTHS.items() for top in range(length - 1, 8)),
)
SETS = ("none", *(f"trio {rank}" for rank in RANKS), *(f"quatorze {rank}" for rank in RANKS))
SIDES = ("none", "elder", "younger", "equal")
ROLES = ("elder", "younger")
REASONS = (
    "carte_blanche",
    "point",
    "sequence",
    "set",
    "lead",
    "win",
    "last_trick",
    "cards",
    "capot",
    "repique",
    "pique",
)


def _pair(name: str, dtype: str, doc: str, words: tuple[str, ...] = (), brief: bool = True) -> list[Column]:
    return [Column(f"{name}_{role}", dtype, doc.format(role=role), words, brief) for role in ROLES]


COLUMNS = Columns(
    (
        Column("deal", "i8", "deal number"),
        *_pair("score", "i2", "points of {role} in the deal"),
        *_pair("exchanged", "i1", "cards exchanged by {role}"),
        *_pair("tricks", "i1", "tricks won by {role}"),
        Column("cards", "i1", "who won more than six tricks", SIDES[:3]),
        Column("capot", "i1", "who won all twelve tricks", SIDES[:3]),
        Column("last_trick", "i1", "who won the last trick", ROLES),
        Column("carte_blanche", "i1", "who was dealt no king, queen or jack", SIDES[:3]),
        *_pair("dealt_point", "i1", "pips of the best suit dealt to {role}", brief=False),
        *_pair("dealt_sequence", "i1", "best sequence dealt to {role}", SEQUENCES, brief=False),
        *_pair("dealt_set", "i1", "best set dealt to {role}", SETS, brief=False),
        *_pair("point", "i1", "pips of the point that {role} holds after the exchange, 0 for none", brief=False),
        *_pair("sequence", "i1", "best sequence that {role} holds after the exchange", SEQUENCES, brief=False),
        *_pair("set", "i1", "best set that {role} holds after the exchange", SETS, brief=False),
        Column("point_winner", "i1", "whose point is good", SIDES),
        Column("sequence_winner", "i1", "whose sequence is good", SIDES),
        Column("set_winner", "i1", "whose set is good", SIDES),
        Column("point_points", "i2", "points scored for the point by its winner"),
        Column("sequence_points", "i2", "points scored for sequences by their winner"),
        Column("set_points", "i2", "points scored for sets by their winner"),
        *_pair("play", "i2", "points of {role} from the play: counted tricks, cards or capot, last trick"),
        Column("repique", "i1", "who made repique", SIDES[:3]),
        Column("pique", "i1", "who made pique", SIDES[:2]),
        *_pair("sunk", "i1", "classes in which {role} called less than the best he held", brief=False),
        Column("left_shown", "i1", "whether younger turned up the cards he left", ("no", "yes"), brief=False),
    )
)

PLAYERS = ("player0", "player1")
ENDINGS = ("target", "partie", "drawn", "unfinished")
MATCH_COLUMNS = Columns(
    (
        Column("match", "i8", "match number"),
        Column("deals", "i2", "deals played in the match"),
        Column("first_dealer", "i1", "who dealt first", PLAYERS),
        Column("winner", "i1", "who won the match", ("none", *PLAYERS)),
        Column("ending", "i1", "how the match ended", ENDINGS),
        *(Column(f"points_{player}", "i4", f"points of {player} when the match ended") for player in PLAYERS),
        Column("game_points", "i4", "points of a partie for its winner (R22); 0 in a match to a target"),
        Column("rubicon", "i1", "who lost a partie below the rubicon", ("none", *PLAYERS)),
    )
)
