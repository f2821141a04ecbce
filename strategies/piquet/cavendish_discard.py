"""The exchange of cavendish: every set of cards that may be thrown is valued, the best is thrown.

A hand's value after the exchange is a sum: the four suits (sequences and tricks), the ranks (sets), and the point,
which takes the best of the four suits. What a suit or a rank is worth with so many cards to come stands in tables
that are written once a decision, so that each of the 1,585 exchanges of elder costs some additions. Values are whole
numbers, thousandths of a point.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from simulator.bits import NONE, popcount
from simulator.compiled import helper
from strategies.piquet.cavendish_tables import (
    DRAWS,
    LENGTH,
    POINT_CHANCES,
    SEQUENCE_CHANCES,
    TRICKS,
    TRIPLE,
    UNSEEN,
    cards_of,
    pattern_of,
)

# Where the tables stand in the working space. A hand of twelve has at most 2^8 + 2^4 + 2 parts of suits.
_PARTS = 288
_WORTH, _MISSING, _THROWN = 0, DRAWS * _PARTS, 2 * DRAWS * _PARTS
_RANKS = _THROWN + _PARTS
_SETS = _RANKS + DRAWS * 40
_STARTS = _SETS + DRAWS * 1024
WORDS = _STARTS + 40

# Added to what may be below zero, since the working space holds no negative numbers.
_ZERO = 1 << 20
_ALL_CHANCES = np.uint64(0x4000400040004000)
_FIELD = np.uint64(0xFFFF)

# _FOUND[u, k, j]: the chance that k drawn cards hold j of the u cards of a rank that are out of sight.
_FOUND = np.array([
    [[comb(u, j) * comb(UNSEEN - u, k - j) / comb(UNSEEN, k) if j <= min(u, k) else 0.0 for j in range(5)]
     for k in range(DRAWS)] for u in range(5)
])  # fmt: skip

# By role: what each level of the point (`cavendish_tables.LEVELS`) is worth more than the one below, in thousandths of
# a point. Then what three and four of a rank are worth in points, won or kept from the other. Both are averages of the
# signed points of a class by what the player held, in 200,000 deals of cavendish against itself, smoothed.
_POINT_STEPS = np.array([[2200, 2000, 1900, 3300], [1100, 1300, 1400, 3600]])
_TRIO = np.array([0.2, 0.2, 0.2, 0.3, 0.4, 1.0, 2.2, 4.2])
_QUATORZE = np.array([10.0, 10.0, 10.0, 11.0, 12.0, 13.5, 15.5, 17.5])


@helper
def _field(word: Any, place: Any) -> Any:
    """Return one of the four 16-bit numbers of a word."""
    return np.int64(word >> np.uint64(16 * place) & _FIELD)


@helper
def _write_parts(view: Any, scratch: Any, role: Any, most: Any) -> None:
    """Write the parts of every suit, shortest suit first, by how many cards they throw, and what each leaves."""
    params = view.params
    great = params[7] if view.rules.repique + view.rules.pique > 0 else 0.0
    quinte = view.rules.quinte_points + great
    sequence_weight = params[1] * 1000.0 / 16384.0
    a_trick = (
        params[3 + role]
        * (
            0.32 * view.rules.majority_points
            + 0.1 * view.rules.last_trick_points
            + (2.6 if view.rules.count_in_play else 0.0)
        )
        * (1000.0 / 4096.0)
    )
    done = np.int64(0)
    at = np.int64(0)
    for place in range(4):
        suit, shortest = np.int64(0), np.int64(9)
        for candidate in range(4):
            length = LENGTH[pattern_of(view.hand, candidate)]
            if done >> candidate & 1 == 0 and length < shortest:
                suit, shortest = np.int64(candidate), length
        done |= np.int64(1) << suit
        held = pattern_of(view.hand, suit)
        for count in range(min(shortest, most) + 1):
            scratch[_STARTS + 10 * place + count] = np.uint64(at)
            part = np.int64(0)
            while True:
                if LENGTH[part] == count:
                    scratch[_THROWN + at] = cards_of(part, suit)
                    state = TRIPLE[held] + TRIPLE[held ^ part]
                    for k in range(max(count, view.least), most + 1):
                        chances = SEQUENCE_CHANCES[k, state]
                        worth = sequence_weight * (
                            8 * _field(chances, 0)
                            + (0.85 * quinte + 2.0) * _field(chances, 1)
                            + (17.0 + great) * _field(chances, 2)
                        )
                        tricks = np.int64(TRICKS[k, state] >> np.uint64(32 * role) & np.uint64(0xFFFFFFFF))
                        scratch[_WORTH + _PARTS * k + at] = np.uint64(np.int64(worth + a_trick * tricks) + _ZERO)
                        scratch[_MISSING + _PARTS * k + at] = _ALL_CHANCES - POINT_CHANCES[k, state]
                    at += 1
                part = (part - held) & held
                if part == 0:
                    break
        for count in range(min(shortest, most) + 1, 10):
            scratch[_STARTS + 10 * place + count] = np.uint64(at)


@helper
def _write_sets(view: Any, scratch: Any, role: Any, most: Any) -> None:
    """Write what the kept cards of every two ranks are worth in sets, by how many cards are drawn."""
    lowest = 0 if view.rules.set_min_rank else 3
    weight = view.params[2] * 1000.0
    great = view.params[7] if view.rules.repique + view.rules.pique > 0 else 0.0
    for k in range(view.least, most + 1):
        for rank in range(8):
            held = popcount(view.hand >> np.uint64(4 * rank) & np.uint64(15))
            hidden = 4 - held
            for kept in range(held + 1):
                worth = 0.0
                if rank >= lowest:
                    if kept + hidden == 4:
                        worth += (_QUATORZE[rank] + great) * _FOUND[hidden, k, hidden]
                    if kept + hidden >= 3 and kept <= 3:
                        worth += _TRIO[rank] * _FOUND[hidden, k, 3 - kept]
                scratch[_RANKS + 40 * k + 5 * rank + kept] = np.uint64(np.int64(weight * worth))
        for pair in range(4):
            held = np.int64(view.hand >> np.uint64(8 * pair) & np.uint64(255))
            part = np.int64(0)
            while True:
                low = scratch[_RANKS + 40 * k + 10 * pair + LENGTH[part & 15]]
                high = scratch[_RANKS + 40 * k + 10 * pair + 5 + LENGTH[part >> 4]]
                scratch[_SETS + 1024 * k + 256 * pair + part] = low + high
                part = (part - held) & held
                if part == 0:
                    break


@helper
def _sets(scratch: Any, kept: Any, k: Any) -> Any:
    """Return what the kept cards are worth in sets when `k` cards are drawn."""
    base = _SETS + 1024 * k
    return np.int64(
        scratch[base + np.int64(kept & np.uint64(255))]
        + scratch[base + 256 + np.int64(kept >> np.uint64(8) & np.uint64(255))]
        + scratch[base + 512 + np.int64(kept >> np.uint64(16) & np.uint64(255))]
        + scratch[base + 768 + np.int64(kept >> np.uint64(24) & np.uint64(255))]
    )


@helper
def _from(scratch: Any, place: Any, count: Any) -> Any:
    """Return the first part of suit number `place` that throws `count` cards or more."""
    return np.int64(scratch[_STARTS + 10 * place + count])


@helper
def best_exchange(view: Any, scratch: Any, role: Any) -> Any:
    """Return the cards to throw, `view.least` to `view.most` of them; the first found of equals.

    Parameters
    ----------
    role : int64
        0 elder, 1 younger.
    """
    hand = view.hand
    most = view.most
    _write_parts(view, scratch, role, most)
    _write_sets(view, scratch, role, most)
    point = view.params[0]
    step_0 = np.int64(point * _POINT_STEPS[role, 0])
    step_1 = np.int64(point * _POINT_STEPS[role, 1])
    step_2 = np.int64(point * _POINT_STEPS[role, 2])
    step_3 = np.int64(point * _POINT_STEPS[role, 3])
    a_card = np.int64(1000.0 * view.params[5 + role])
    best, chosen = np.int64(-(1 << 40)), NONE
    for k in range(view.least, most + 1):
        worth, missing = _WORTH + _PARTS * k, _MISSING + _PARTS * k
        for a in range(_from(scratch, 0, 0), _from(scratch, 0, k + 1)):
            thrown_a = scratch[_THROWN + a]
            left_a = k - popcount(thrown_a)
            worth_a = np.int64(scratch[worth + a]) + a_card * k
            word = scratch[missing + a]
            a0, a1, a2, a3 = _field(word, 0), _field(word, 1), _field(word, 2), _field(word, 3)
            for b in range(_from(scratch, 1, 0), _from(scratch, 1, left_a + 1)):
                thrown_b = scratch[_THROWN + b]
                left_b = left_a - popcount(thrown_b)
                thrown_b |= thrown_a
                worth_b = worth_a + np.int64(scratch[worth + b])
                word = scratch[missing + b]
                b0 = a0 * _field(word, 0) >> 14
                b1 = a1 * _field(word, 1) >> 14
                b2 = a2 * _field(word, 2) >> 14
                b3 = a3 * _field(word, 3) >> 14
                for c in range(_from(scratch, 2, 0), _from(scratch, 2, left_b + 1)):
                    thrown_c = scratch[_THROWN + c]
                    left_c = left_b - popcount(thrown_c)
                    thrown_c |= thrown_b
                    worth_c = worth_b + np.int64(scratch[worth + c])
                    word = scratch[missing + c]
                    c0 = step_0 * (b0 * _field(word, 0) >> 14)
                    c1 = step_1 * (b1 * _field(word, 1) >> 14)
                    c2 = step_2 * (b2 * _field(word, 2) >> 14)
                    c3 = step_3 * (b3 * _field(word, 3) >> 14)
                    for d in range(_from(scratch, 3, left_c), _from(scratch, 3, left_c + 1)):
                        thrown = scratch[_THROWN + d] | thrown_c
                        word = scratch[missing + d]
                        lacking = (
                            c0 * _field(word, 0) + c1 * _field(word, 1) + c2 * _field(word, 2) + c3 * _field(word, 3)
                        )
                        value = (
                            worth_c + np.int64(scratch[worth + d]) - (lacking >> 28) + _sets(scratch, hand ^ thrown, k)
                        )
                        if value > best:
                            best, chosen = value, thrown
    return chosen
