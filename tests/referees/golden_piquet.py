"""The golden cases of Piquet (section 4 of the specification) as plain data, for the referee and the compiled stages.

Every number here is literal. `GOLDEN` are the cases of the specification, `NEAR` the same hands with one card changed
so that a combination, a contest or a bonus is lost or won. Hands are those after the exchange, in the notation of
section 0. Pairs are elder, younger.
"""

from __future__ import annotations

from dataclasses import dataclass

Pair = tuple[int, int]


@dataclass(frozen=True)
class GoldenCase:
    """One pair of hands with the right results; None where the specification gives none (winners: nobody)."""

    id: str
    elder: str
    younger: str
    point: str | None
    sequence: str | None
    set: str | None
    seed_hand: Pair
    classic_hand: Pair
    points: tuple[Pair, Pair] | None = None  # (cards, pips) of elder's best suit and of younger's
    seed_final: Pair | None = None  # after play by the test policy P0
    classic_final: Pair | None = None
    tricks: Pair | None = None
    last_trick: str | None = None
    carte_blanche: tuple[str, ...] = ()
    remark: str = ""


E, Y = "elder", "younger"

# fmt: off
GOLDEN = (
    GoldenCase("PI-01", "s:AKT9 h:AKT9 d:AKT9 c:-", "s:QJ87 h:QJ87 d:QJ87 c:-", E, None, E, (7, 0), (13, 0),
               points=((4, 40), (4, 35))),
    GoldenCase("PI-04", "s:AK987 h:QT d:J7 c:J98", "s:T h:AKJ87 d:KT98 c:A7", Y, Y, None, (0, 8), (0, 8),
               points=((5, 45), (5, 46))),
    GoldenCase("PI-05", "s:AKQT7 h:AKT d:KQ8 c:Q", "s:- h:Q87 d:AJT9 c:AJT98", None, Y, E, (3, 4), (6, 7),
               points=((5, 48), (5, 48))),
    GoldenCase("PI-06", "s:T9 h:987 d:J c:AKQT87", "s:AKQ7 h:AKJ d:AQ8 c:J9", E, None, Y, (6, 3), (6, 3),
               points=((6, 56), (4, 38))),
    GoldenCase("PI-07", "s:JT8 h:Q7 d:AKQ9 c:KQJ", "s:Q7 h:T8 d:J87 c:AT987", Y, Y, E, (3, 9), (3, 9),
               points=((4, 40), (5, 45))),
    GoldenCase("PI-08", "s:QT98 h:AKQ d:QT8 c:KQ", "s:A h:87 d:AJ97 c:JT987", Y, Y, E, (14, 10), (14, 20),
               points=((4, 37), (5, 44))),
    GoldenCase("PI-09", "s:AKJ h:AK9 d:AQ9 c:KQ8", "s:T98 h:QT d:KT87 c:JT9", Y, Y, Y, (0, 21), (0, 24),
               points=((3, 31), (4, 35))),
    GoldenCase("PI-09b", "s:AKJ h:AK9 d:AQ9 c:AQ8", "s:T98 h:QT d:KT87 c:JT9", Y, Y, E, (14, 7), (14, 10),
               points=((3, 31), (4, 35)), remark="with the fourth ace the carre is elder's"),
    GoldenCase("PI-10", "s:K8 h:AKQ d:AKQ8 c:AQ9", "s:QT7 h:T7 d:JT7 c:KJ87", E, E, E, (10, 0), (19, 0),
               points=((4, 39), (4, 35))),
    GoldenCase("PI-11", "s:AK97 h:AT9 d:JT9 c:K9", "s:JT h:KQJ8 d:A87 c:Q87", Y, Y, None, (0, 7), (0, 7),
               points=((4, 37), (4, 38))),
    GoldenCase("PI-12", "s:987 h:Q7 d:JT98 c:KQJ", "s:QT h:AKT8 d:AKQ c:987", Y, E, None, (4, 4), (10, 4),
               points=((4, 37), (4, 39))),
    GoldenCase("PI-13", "s:AJ h:K7 d:J7 c:AKQJT9", "s:KQ9 h:JT98 d:AKQT c:7", E, E, E, (25, 0), (25, 0),
               points=((6, 60), (4, 41))),
    GoldenCase("PI-15", "s:AJ h:AJT d:AJT c:AKQJ", "s:KQ98 h:KQ97 d:98 c:T7", E, E, E, (22, 0), (96, 0),
               points=((4, 41), (4, 37)), seed_final=(22, 0), classic_final=(103, 7), tricks=(6, 6), last_trick=Y),
    GoldenCase("PI-16", "s:97 h:T7 d:T987 c:Q987", "s:AKQJT8 h:KJ d:AK c:KT", Y, Y, Y, (0, 25), (0, 95),
               points=((4, 34), (6, 59)), seed_final=(0, 45), classic_final=(1, 148), tricks=(0, 12), last_trick=Y),
    GoldenCase("PI-17", "s:T h:JT987 d:JT9 c:KQT", "s:A87 h:Q d:KQ8 c:AJ987", Y, E, E, (19, 5), (32, 5),
               points=((5, 44), (5, 45))),
    GoldenCase("PI-18", "s:AKQJT h:J98 d:8 c:AKQ", "s:87 h:AKQT d:KT9 c:J97", E, E, None, (10, 0), (23, 0),
               points=((5, 51), (4, 41)), seed_final=(15, 2), classic_final=(71, 6), tricks=(7, 5), last_trick=Y),
    GoldenCase("PI-19", "s:J h:QJT98 d:KJ8 c:AJ8", "s:QT h:AK d:AQT97 c:T97", None, E, E, (19, 0), (29, 0),
               points=((5, 47), (5, 47)), seed_final=(19, 0), classic_final=(67, 7), tricks=(6, 6)),
    GoldenCase("PI-20", "s:AKQ h:AKQ d:AKQ c:AKQ", "s:JT9 h:JT9 d:JT9 c:JT9", E, E, E, (20, 0), (117, 0),
               points=((3, 31), (3, 29)), seed_final=(40, 0), classic_final=(170, 0), tricks=(12, 0), last_trick=E),
    GoldenCase("PI-21", "s:AKQT h:AT d:AKJ c:KQ7", "s:J h:KQJ9 d:QT97 c:AJ9", E, E, E, (10, 0), (13, 0),
               points=((4, 41), (4, 39)), seed_final=(17, 0), classic_final=(32, 6), tricks=(7, 5), last_trick=E),
    GoldenCase("PI-22", "s:JT987 h:A98 d:A98 c:9", "s:- h:KQJ7 d:KQJ7 c:KQJT", E, E, Y, (20, 3), (90, 9),
               points=((5, 44), (4, 40)), carte_blanche=(E,), remark="10 + 5 + 15 = 30 before younger's sets"),
    GoldenCase("PI-22b", "s:KQJT9 h:QJ d:AQ c:AQ7", "s:87 h:AT98 d:T987 c:98", E, E, E, (24, 10), (34, 10),
               points=((5, 49), (4, 38)), carte_blanche=(Y,), remark="younger's carte blanche counts first"),
)

NEAR = (
    GoldenCase("PI-01 two aces", "s:AKT9 h:AKT9 d:KQT9 c:-", "s:QJ87 h:QJ87 d:AJ87 c:-", E, None, E, (7, 0), (10, 0),
               remark="an ace for a queen: KKK is the best left, AAA is lost"),
    GoldenCase("PI-04 jack for seven", "s:AKJ98 h:QT d:J7 c:J98", "s:T h:AKJ87 d:KT98 c:A7", E, Y, E, (8, 3), (8, 3),
               remark="48 beats 46, JJJ made, s:987 lost"),
    GoldenCase("PI-05 one pip more", "s:AKQT8 h:AKT d:KQ8 c:Q", "s:- h:Q87 d:AJT9 c:AJT98", E, Y, E, (8, 4), (11, 7),
               remark="49 against 48"),
    GoldenCase("PI-06 a fourth card", "s:T9 h:987 d:J c:AKQT87", "s:AKQJ h:AKJ d:AQ8 c:J9", E, Y, Y, (6, 7), (6, 10),
               remark="younger's tierce becomes a quatrieme, JJJ is made"),
    GoldenCase("PI-06 no queen", "s:T9 h:987 d:J c:AKQT87", "s:AK87 h:AKJ d:AQ8 c:J9", E, E, Y, (9, 3), (12, 3),
               remark="nothing equals elder's tierce now"),
    GoldenCase("PI-07 no ten", "s:JT8 h:Q7 d:AKQ9 c:KQJ", "s:Q97 h:T8 d:J87 c:A987", E, E, E, (10, 0), (13, 0),
               remark="younger's quatrieme is a tierce to the nine, his point has four cards"),
    GoldenCase("PI-08 no carre", "s:JT98 h:AKQ d:QT8 c:KQ", "s:A h:87 d:AJ97 c:JT987", Y, Y, E, (3, 10), (3, 20),
               remark="three queens only; the quatrieme does not beat the quinte"),
    GoldenCase("PI-08 no quinte", "s:QT98 h:AKQ d:QT8 c:KQ", "s:A h:987 d:AJ97 c:T987", None, Y, E, (14, 4), (14, 7),
               remark="a quatrieme and a tierce; the points are equal at 37"),
    GoldenCase("PI-10 two kings", "s:98 h:AKQ d:AKQ8 c:AQ9", "s:QT7 h:T7 d:JT7 c:KJ87", E, E, E, (10, 0), (16, 0),
               remark="KKK is lost"),
    GoldenCase("PI-11 three tens", "s:AK97 h:AT9 d:JT9 c:KT", "s:JT h:KQJ8 d:A87 c:Q87", Y, Y, E, (3, 7), (3, 7),
               remark="tens are a set, nines are not"),
    GoldenCase("PI-12 no quatrieme", "s:987 h:Q7 d:JT97 c:KQJ", "s:QT h:AKT8 d:AKQ c:987", Y, Y, None, (0, 7), (0, 10),
               remark="the best of three tierces, to the king, loses to the tierce to the ace"),
    GoldenCase("PI-13 quinte", "s:AJ h:K7 d:J7 c:AKQJT8", "s:KQ9 h:JT98 d:AKQT c:7", E, E, E, (14, 0), (24, 0),
               remark="six cards of the point, five in sequence"),
    GoldenCase("PI-15 three jacks", "s:A7 h:AJT d:AJT c:AKQJ", "s:KQ98 h:KQ97 d:98 c:T7", E, E, E, (22, 0), (25, 0),
               remark="25 is no repique"),
    GoldenCase("PI-16 three kings", "s:97 h:T7 d:T987 c:Q987", "s:AKQJT8 h:QJ d:AK c:KT", Y, Y, Y, (0, 14), (0, 24),
               remark="24 is no repique"),
    GoldenCase("PI-17 no ace", "s:T h:JT987 d:JT9 c:KQT", "s:A87 h:AQ d:KQ8 c:J987", E, E, E, (24, 0), (97, 0),
               remark="the point is elder's and with it the repique"),
    GoldenCase("B14", "s:KQJT9 h:Q d:KQ7 c:KQ9", "s:A87 h:AKJT8 d:A98 c:J", None, E, E, (19, 0), (92, 0),
               remark="points equal: 15 + 14 + 3 = 32 and repique, for the tie gave younger nothing"),
    GoldenCase("B14 point lost", "s:KQJT9 h:Q d:KQ7 c:KQ9", "s:A87 h:AKJT9 d:A98 c:J", Y, E, E, (19, 5), (32, 5),
               remark="one pip more: younger's point comes before the 32"),
    GoldenCase("B26", "s:AKQ h:AKQ d:AKQ c:AKQ", "s:JT987 h:JT9 d:JT9 c:J", Y, Y, E, (14, 10), (42, 26),
               points=((3, 31), (5, 44)), seed_final=(34, 10), classic_final=(95, 26), tricks=(12, 0), last_trick=E,
               remark="a player without a trick keeps his declarations"),
)

# fmt: on

# PI-02: (dealt hand, whether it is a carte blanche); the last two change one card of the first.
CARTE_BLANCHE = (
    ("s:A987 h:97 d:987 c:987", True),
    ("s:KQJ h:AKJT d:AK c:QJT", False),
    ("s:AJ87 h:97 d:987 c:987", False),
    ("s:AT87 h:97 d:987 c:987", True),
)

# PI-14: tricks of elder, tricks of younger, who wins the last, split_last_trick, points for the play under the seed.
PLAY_POINTS = (
    (7, 5, E, "void", (7, 0)),
    (7, 5, Y, "void", (5, 2)),
    (5, 7, E, "void", (2, 5)),
    (5, 7, Y, "void", (0, 7)),
    (11, 1, E, "void", (7, 0)),
    (11, 1, Y, "void", (5, 2)),
    (12, 0, E, "void", (20, 0)),
    (0, 12, Y, "void", (0, 20)),
    (6, 6, E, "void", (0, 0)),
    (6, 6, Y, "void", (0, 0)),
    (6, 6, Y, "kept", (0, 2)),
    (6, 6, E, "kept", (2, 0)),
)

# PI-25: cards held, card led (None: he leads himself), legal cards under follow_suit and no must_win.
LEGAL = (
    ("Kh 7h As", "9h", "Kh 7h"),
    ("As 7c", "9h", "As 7c"),
    ("Kh 7h As", "Ac", "Kh 7h As"),
    ("Kh 7h As", None, "Kh 7h As"),
)

# PI-25 and B26: lead, reply, whether the follower takes the trick.
TAKES = (
    ("Td", "Jd", True),
    ("Jd", "Td", False),
    ("9d", "Td", True),
    ("Td", "9d", False),
    ("9h", "As", False),
    ("Kc", "Ac", True),
    ("8s", "7s", False),
)

# fmt: off
# Play by the test policy with the classic count after each trick: lead/reply, winner, elder, younger.
P0_PI18 = (
    ("As/7s", E, 24, 0), ("Ac/7c", E, 25, 0), ("Ks/8s", E, 26, 0), ("Kc/9c", E, 27, 0), ("Qs/9d", E, 28, 0),
    ("Qc/Jc", E, 29, 0), ("Js/Th", E, 60, 0), ("Jh/Qh", Y, 61, 1), ("Ah/8h", Y, 61, 2), ("Kh/9h", Y, 61, 3),
    ("Kd/8d", Y, 61, 4), ("Td/Ts", Y, 61, 6),
)
P0_PI21 = (
    ("As/Js", E, 14, 0), ("Ah/9h", E, 15, 0), ("Ad/7d", E, 16, 0), ("Ks/9d", E, 17, 0), ("Kd/Td", E, 18, 0),
    ("Kc/Ac", Y, 19, 1), ("Kh/Th", Y, 19, 2), ("Qh/7c", Y, 19, 3), ("Qd/Jd", Y, 19, 4), ("Jh/Ts", Y, 19, 5),
    ("Jc/Qc", E, 20, 6), ("Qs/9c", E, 22, 6),
)
# fmt: on
P0_TABLES = (("PI-18", P0_PI18), ("PI-21", P0_PI21))

# PI-21: the deal before the exchange.
PI21_DEALT = ("s:AK8 h:A8 d:AKJ8 c:KQT", "s:97 h:QJ9 d:QT9 c:AJ98")
PI21_TALON = "Qs Ts 7c Th 7d Js Kh 7h"
PI21_DISCARDS = ("8s 8h 8d Tc", "9s 7s 8c")
PI21_DRAWN = ("Qs Ts 7c Th", "7d Js Kh")
