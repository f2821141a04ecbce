"""What cavendish knows by heart: what a suit becomes when cards are drawn, and what it is worth in tricks.

A suit is seen as eight cards in three states each: 0 out of sight (it may be drawn, or be with the other player), 1
gone, 2 kept or held. ``TRIPLE[cards]`` is the number of a pattern of cards in base three, so the state of a suit is
``TRIPLE[held or gone] + TRIPLE[held]``: 6,561 states. All tables are counted once, when the module is imported.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from simulator.compiled import helper
from strategies.piquet.cavendish_suits import ELDER, YOUNGER

PATTERNS, STATES, DRAWS = 256, 3**8, 9
UNSEEN = 20
PIPS = (7, 8, 9, 10, 10, 10, 10, 11)
# The four levels of pips at which chances are told; a point of four cards is 34..41, of five 44..51, of six 54..61.
LEVELS = (38, 46, 49, 56)
# Chances are stored as whole numbers of 14 bits, four in a word.
ONE_CHANCE = 1 << 14
# Tricks are stored in parts of 4,096.
ONE_TRICK = 1 << 12

_BITS = np.arange(PATTERNS)[:, None] >> np.arange(8) & 1
TRIPLE = np.asarray(_BITS @ 3 ** np.arange(8), np.int64)
LENGTH = np.asarray(_BITS.sum(axis=1), np.int64)
SUIT_PIPS = np.asarray(_BITS @ np.array(PIPS), np.int64)


def _longest_run() -> tuple[np.ndarray, np.ndarray]:
    """Return the length of the longest run of every pattern, and the rank of its top card, the higher of equals."""
    length, top = np.zeros(PATTERNS, np.int64), np.zeros(PATTERNS, np.int64)
    current = np.zeros(PATTERNS, np.int64)
    for rank in range(8):
        current = (current + 1) * _BITS[:, rank]
        better = (current >= length) & (current > 0)
        length, top = np.where(better, current, length), np.where(better, rank, top)
    return length, top


RUN, RUN_TOP = _longest_run()


def _after_the_draw(features: np.ndarray) -> np.ndarray:
    """Return the expectation of features of a suit, given what is kept of it and how many cards are drawn.

    Every suit has 4^8 courses: each card is drawn, out of sight still, gone or kept. With `a` cards of the suit among
    the twenty out of sight, a certain set of j of them is what `k` drawn cards hold of it with the chance
    C(20 - a, k - j) / C(20, k).

    Parameters
    ----------
    features : float64, shape (f, 256)

    Returns
    -------
    float64, shape (f, 9, 6561)
        By feature, cards drawn and state of the suit.
    """
    course = np.arange(4**8)[:, None] >> 2 * np.arange(8) & 3
    powers, twos = 3 ** np.arange(8), 1 << np.arange(8)
    state = np.maximum(course - 1, 0) @ powers
    final = ((course == 1) | (course == 3)) @ twos
    hidden, drawn = (course <= 1).sum(axis=1), (course == 1).sum(axis=1)
    expected = np.zeros((len(features), DRAWS, STATES))
    for k in range(DRAWS):
        chance = np.array([
            [comb(UNSEEN - a, k - j) / comb(UNSEEN, k) if j <= k else 0.0 for j in range(9)] for a in range(9)
        ])[hidden, drawn]  # fmt: skip
        for feature, values in enumerate(features):
            expected[feature, k] = np.bincount(state, chance * values[final], STATES)
    return expected


def _packed(expected: np.ndarray, unit: int, width: int) -> np.ndarray:
    """Return tables as whole numbers of `unit`, `width` bits each, the first lowest in one word."""
    words = np.zeros(expected.shape[1:], np.uint64)
    for place, table in enumerate(expected):
        words |= np.rint(table * unit).astype(np.uint64) << np.uint64(width * place)
    return words


# What a tierce and a quatrieme are worth in points, by top card: what they win and what they keep the other from
# winning, above holding none (measured in cavendish's own games, as in `cavendish_suits`).
_TIERCE = np.array([0, 0, 0.2, 0.7, 0.8, 1.4, 2.1, 2.2])
_QUATRIEME = np.array([0, 0, 0, 2.4, 3.2, 3.9, 4.5, 4.5])


def _sequence_features() -> np.ndarray:
    """Return, of every pattern, the worth of its tierce or quatrieme, and whether it holds a quinte or a longer one."""
    short = (RUN == 3) * _TIERCE[RUN_TOP] + (RUN == 4) * _QUATRIEME[RUN_TOP]
    return np.array([short / 8, (RUN == 5) * 1.0, (RUN >= 6) * 1.0])


def _trick_features() -> np.ndarray:
    """Return the tricks of every pattern for elder and for younger."""
    return np.array([ELDER, YOUNGER]) / 100


POINT_CHANCES = _packed(_after_the_draw(np.array([level <= SUIT_PIPS for level in LEVELS], float)), ONE_CHANCE, 16)
SEQUENCE_CHANCES = _packed(_after_the_draw(_sequence_features()), ONE_CHANCE, 16)
TRICKS = _packed(_after_the_draw(_trick_features()), ONE_TRICK, 32)


@helper
def pattern_of(cards: Any, suit: Any) -> Any:
    """Return the pattern (eight bits, the seven lowest) of one suit of a card set."""
    x = cards >> np.uint64(suit) & np.uint64(0x11111111)
    x = (x | x >> np.uint64(3)) & np.uint64(0x03030303)
    x = (x | x >> np.uint64(6)) & np.uint64(0x000F000F)
    return np.int64((x | x >> np.uint64(12)) & np.uint64(0xFF))


@helper
def cards_of(pattern: Any, suit: Any) -> Any:
    """Return the card set of a pattern of one suit."""
    x = np.uint64(pattern)
    x = (x | x << np.uint64(12)) & np.uint64(0x000F000F)
    x = (x | x << np.uint64(6)) & np.uint64(0x03030303)
    x = (x | x << np.uint64(3)) & np.uint64(0x11111111)
    return x << np.uint64(suit)
