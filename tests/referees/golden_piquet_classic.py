"""Golden cases of what the classic game adds: sinking, the partie, the target in order, and what is known when.

Plain data with literal values, for the referee and for the compiled stages. Hands are those after the exchange, in
the notation of section 0 of the specification; pairs are elder, younger; cards are names with spaces between.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.referees.golden_piquet import GOLDEN, E, Pair, Y

HANDS = {case.id: (case.elder, case.younger) for case in GOLDEN}
BEST = "best"  # in the place of a call: the best holding


@dataclass(frozen=True)
class SinkCase:
    """What is called in the three classes (cards, None for nothing, or BEST) and what it scores.

    `best_only` are the points in hand under the seed with declare_mode=may_sink, `classic` under the classic rules,
    a repique included.
    """

    id: str
    hands: str  # the golden case they belong to
    point: tuple[str | None, str | None]
    sequence: tuple[str | None, str | None]
    set: tuple[str | None, str | None]
    winners: tuple[str | None, str | None, str | None]
    best_only: Pair
    classic: Pair
    classic_events: tuple[tuple[str, str, int], ...]


BOTH: tuple[str | None, str | None] = (BEST, BEST)
NONE: tuple[str | None, str | None] = (None, None)

# fmt: off
SINKING = (
    # PI-12: elder holds d:JT98, c:KQJ and s:987, younger d:AKQ and c:987; the points are 37 and 39.
    SinkCase("nothing sunk", "PI-12", BOTH, BOTH, BOTH, (Y, E, None), (4, 4), (10, 4),
             ((Y, "point", 4), (E, "sequence", 4), (E, "sequence", 3), (E, "sequence", 3))),
    SinkCase("the king's tierce called", "PI-12", BOTH, ("Kc Qc Jc", BEST), BOTH, (Y, Y, None), (0, 7), (0, 10),
             ((Y, "point", 4), (Y, "sequence", 3), (Y, "sequence", 3))),
    SinkCase("the nine's tierce called", "PI-12", BOTH, ("9s 8s 7s", BEST), BOTH, (Y, Y, None), (0, 7), (0, 10),
             ((Y, "point", 4), (Y, "sequence", 3), (Y, "sequence", 3))),
    SinkCase("two equal low tierces", "PI-12", BOTH, ("9s 8s 7s", "9c 8c 7c"), BOTH, (Y, None, None), (0, 4), (0, 4),
             ((Y, "point", 4),)),
    # The lesser one called is scored first, then the better ones: the class is won.
    SinkCase("a lesser one wins", "PI-12", BOTH, ("Kc Qc Jc", "9c 8c 7c"), BOTH, (Y, E, None), (3, 4), (10, 4),
             ((Y, "point", 4), (E, "sequence", 3), (E, "sequence", 4), (E, "sequence", 3))),
    SinkCase("the least wins against silence", "PI-12", BOTH, ("9s 8s 7s", None), BOTH, (Y, E, None), (3, 4), (10, 4),
             ((Y, "point", 4), (E, "sequence", 3), (E, "sequence", 4), (E, "sequence", 3))),
    SinkCase("elder silent", "PI-12", BOTH, (None, "9c 8c 7c"), BOTH, (Y, Y, None), (0, 7), (0, 10),
             ((Y, "point", 4), (Y, "sequence", 3), (Y, "sequence", 3))),
    SinkCase("a better point kept back", "PI-12", (BEST, "Ad Kd Qd"), BOTH, BOTH, (E, E, None), (8, 0), (14, 0),
             ((E, "point", 4), (E, "sequence", 4), (E, "sequence", 3), (E, "sequence", 3))),
    SinkCase("all silent", "PI-12", NONE, NONE, NONE, (None, None, None), (0, 0), (0, 0), ()),
    # PI-10: elder's sets are AAA, KKK, QQQ, younger's TTT; the called one is reckoned first.
    SinkCase("the queens called", "PI-10", BOTH, BOTH, ("Qh Qd Qc", BEST), (E, E, E), (10, 0), (19, 0),
             ((E, "point", 4), (E, "sequence", 3), (E, "sequence", 3),
              (E, "set", 3), (E, "set", 3), (E, "set", 3))),
    # PI-08: elder's only set is the carre of queens, which does not score unless he calls it.
    SinkCase("a carre sunk", "PI-08", BOTH, BOTH, (None, BEST), (Y, Y, None), (0, 10), (0, 20),
             ((Y, "point", 5), (Y, "sequence", 15))),
    # PI-15: 4 + 4 + 14 + 14 and repique; without the point 32 are enough still, without the sequence too.
    SinkCase("a repique without the point", "PI-15", (None, None), BOTH, BOTH, (None, E, E), (18, 0), (92, 0),
             ((E, "sequence", 4), (E, "set", 14), (E, "set", 14), (E, "repique", 60))),
    SinkCase("a repique thrown away", "PI-15", (None, BEST), BOTH, BOTH, (Y, E, E), (18, 4), (32, 4),
             ((Y, "point", 4), (E, "sequence", 4), (E, "set", 14), (E, "set", 14))),
    SinkCase("the jacks called", "PI-15", BOTH, BOTH, ("Js Jh Jd Jc", BEST), (E, E, E), (22, 0), (96, 0),
             ((E, "point", 4), (E, "sequence", 4), (E, "set", 14), (E, "set", 14), (E, "repique", 60))),
)

# PI-23: totals of player0 and player1 after six deals, the winner, his game points, and the loser who stayed below
# the rubicon of 100. The last line goes on for two more deals.
PARTIES = (
    (140, 104, "player0", 136, "none"),
    (120, 100, "player0", 120, "none"),
    (100, 99, "player0", 299, "player1"),
    (118, 92, "player0", 310, "player1"),
    (92, 88, "player0", 280, "player1"),
    (110, 110, "none", 0, "none"),
)
# fmt: on


@dataclass(frozen=True)
class TargetCase:
    """A deal near the target of 100: totals before it, its events by player, and how the match stands after it.

    Each ending is (winner, points of player0, points of player1), or None while the match goes on.
    """

    id: str
    before: Pair
    events: tuple[tuple[str, int], ...]
    in_order: tuple[str, int, int] | None
    end_of_deal: tuple[str, int, int] | None


P0, P1 = "player0", "player1"

# PI-24: player0 is elder. In the first case younger's point makes 100; elder's sequence and cards come later.
TARGETS = (
    TargetCase("PI-24 the point wins", (96, 94), ((P1, 6), (P0, 4), (P0, 5), (P0, 2)), (P1, 96, 100), (P0, 107, 100)),
    TargetCase("PI-24 play on", (92, 93), ((P0, 5), (P1, 2)), None, None),
    TargetCase("exactly the target", (95, 90), ((P0, 5), (P1, 2)), (P0, 100, 90), (P0, 100, 92)),
    TargetCase("both in one deal, equal", (96, 98), ((P0, 7), (P1, 5)), (P0, 103, 98), None),
    TargetCase("the last event", (90, 98), ((P0, 5), (P1, 2)), (P1, 95, 100), (P1, 95, 100)),
    TargetCase("one short", (94, 97), ((P0, 5), (P1, 2)), None, None),
)


@dataclass(frozen=True)
class ViewCase:
    """What one player knows at one moment of a golden deal that P0 plays on."""

    hands: str
    rules: str  # a preset
    role: str
    moment: tuple[Any, ...]
    known: dict[str, Any]


LEAD, REPLY, SECOND = ("play", 1, "lead"), ("play", 1, "reply"), ("play", 2, "lead")
SEVENTH, TWELFTH = ("play", 7, "reply"), ("play", 12, "reply")
NINTH_LEAD, NINTH_REPLY = ("play", 9, "lead"), ("play", 9, "reply")
S, H, C = "As Ks Qs Js Ts 9s 8s 7s", "Ah Kh Qh Jh Th 9h 8h 7h", "Ac Kc Qc Jc Tc 9c 8c 7c"


def known(
    numbers: Pair,
    pips: Pair,
    runs: Pair,
    sets: Pair,
    answers: tuple[int, int, int],
    suits: tuple[str, str],
    shown: tuple[str, str],
    score: Pair,
) -> dict[str, Any]:
    """The fields of one row of the table below, in its order."""
    return {"point_cards": numbers, "point": pips, "sequence": runs, "sets": sets, "answers": answers,
            "point_suit": suits, "shown": shown, "score": score}  # fmt: skip


# Sequences and sets are 8*cards + rank of the top, ranks from 0 (seven) to 7 (ace); 8*length while only that was said.
# fmt: off
PI04, PI05 = "Td 9d 8d", ("Ks Kh Kd Qs Qd Qc", "Jc Tc 9c 8c Jd Td 9d")
PI06, PI18 = ("Ac Kc Qc", "As Ks Qs Ah Ad"), "As Ks Qs Js Ts Ac Kc Qc"
PI21 = "As Ks Qs Ah Ad Kd Kc"
ROWS: tuple[tuple[Any, ...], ...] = (
    # Five cards each: 45 is called, 46 is better. Tierces to the nine and to the ten.
    ("PI-04", "classic", E, LEAD, (5, 5), (45, 0), (26, 24), (0, 0), (2, 2, 0), ("", ""), ("", ""), (0, 0)),
    ("PI-04", "classic", Y, REPLY, (5, 5), (45, 46), (26, 27), (0, 0), (2, 2, 0), ("", H), ("", PI04), (1, 8)),
    ("PI-04", "classic", E, SECOND, (5, 5), (45, 46), (26, 27), (0, 0), (2, 2, 0), ("", H), ("", PI04), (1, 8)),
    ("PI-04", "seed", E, LEAD, (5, 5), (45, 46), (26, 27), (0, 0), (2, 2, 0), ("", ""), ("", ""), (0, 8)),
    ("PI-04", "seed", Y, REPLY, (5, 5), (45, 46), (26, 27), (0, 0), (2, 2, 0), ("", ""), ("", ""), (0, 8)),
    # Equal points show their suits; the quatrieme brings younger's tierce with it, KKK elder's QQQ.
    ("PI-05", "classic", E, LEAD, (5, 5), (48, 48), (31, 0), (30, 0), (3, 2, 1), (S, ""), (PI05[0], ""), (6, 0)),
    ("PI-05", "classic", Y, REPLY, (5, 5), (48, 48), (24, 36), (30, 0), (3, 2, 1), (S, C), PI05, (7, 7)),
    ("PI-05", "classic", E, SECOND, (5, 5), (48, 48), (31, 36), (30, 0), (3, 2, 1), (S, C), PI05, (7, 7)),
    ("PI-05", "seed", E, LEAD, (5, 5), (48, 48), (31, 36), (30, 0), (3, 2, 1), ("", ""), ("", ""), (3, 4)),
    # Equal tierces are shown and void the class; elder's h:987 is not. He calls no set: younger's shows after the lead.
    ("PI-06", "classic", E, LEAD, (6, 0), (56, 0), (31, 31), (0, 0), (1, 3, 0), (C, ""), (PI06[0], ""), (6, 0)),
    ("PI-06", "classic", Y, REPLY, (6, 4), (0, 38), (31, 31), (0, 31), (1, 3, 2), (C, ""), PI06, (7, 3)),
    ("PI-06", "classic", E, SECOND, (6, 0), (56, 0), (31, 31), (0, 31), (1, 3, 2), (C, ""), PI06, (7, 3)),
    ("PI-06", "seed", E, LEAD, (6, 4), (56, 38), (31, 31), (0, 31), (1, 3, 2), ("", ""), ("", ""), (6, 3)),
    # Elder's five cards and quinte are good at the number: his pips are not said, younger's are never known.
    ("PI-18", "classic", E, LEAD, (5, 0), (51, 0), (47, 0), (0, 0), (1, 1, 0), (S, ""), (PI18, ""), (23, 0)),
    ("PI-18", "classic", Y, REPLY, (5, 4), (0, 41), (47, 31), (0, 0), (1, 1, 0), (S, ""), (PI18, ""), (24, 0)),
    ("PI-18", "classic", E, SECOND, (5, 0), (51, 0), (47, 0), (0, 0), (1, 1, 0), (S, ""), (PI18, ""), (24, 0)),
    ("PI-18", "classic", Y, SEVENTH, (5, 4), (0, 41), (47, 31), (0, 0), (1, 1, 0), (S, ""), (PI18, ""), (60, 0)),
    ("PI-18", "classic", E, NINTH_REPLY, (5, 0), (51, 0), (47, 0), (0, 0), (1, 1, 0), (S, ""), (PI18, ""), (61, 2)),
    ("PI-18", "classic", Y, NINTH_LEAD, (5, 4), (0, 41), (47, 31), (0, 0), (1, 1, 0), (S, ""), (PI18, ""), (61, 1)),
    ("PI-18", "seed", Y, REPLY, (5, 4), (51, 41), (47, 31), (0, 0), (1, 1, 0), ("", ""), ("", ""), (10, 0)),
    # Four cards and a tierce each: 41 and the ace are said. The brelan of aces wins and brings the kings.
    ("PI-21", "classic", E, LEAD, (4, 4), (41, 0), (31, 24), (31, 0), (1, 1, 1), (S, ""), (PI21, ""), (13, 0)),
    ("PI-21", "classic", Y, REPLY, (4, 4), (41, 39), (31, 30), (31, 28), (1, 1, 1), (S, ""), (PI21, ""), (14, 0)),
    ("PI-21", "classic", E, SECOND, (4, 4), (41, 0), (31, 24), (31, 0), (1, 1, 1), (S, ""), (PI21, ""), (14, 0)),
    ("PI-21", "classic", Y, TWELFTH, (4, 4), (41, 39), (31, 30), (31, 28), (1, 1, 1), (S, ""), (PI21, ""), (21, 6)),
    ("PI-21", "seed", E, LEAD, (4, 4), (41, 39), (31, 30), (31, 28), (1, 1, 1), ("", ""), ("", ""), (10, 0)),
    ("PI-21", "seed", Y, REPLY, (4, 4), (41, 39), (31, 30), (31, 28), (1, 1, 1), ("", ""), ("", ""), (10, 0)),
)
# fmt: on
VIEWS = tuple(ViewCase(hands, rules, role, moment, known(*fields)) for hands, rules, role, moment, *fields in ROWS)
