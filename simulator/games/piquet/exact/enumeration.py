"""All C(32,12) = 225,792,840 dealt hands, one after the other, judged by the functions that judge them in play.

A hand is an upper half (A K Q J) and a lower half (T 9 8 7). For each upper half the walk goes through the lower halves
that make up twelve cards. Pips add, so those of a half are looked up; sequences and sets are found in the whole hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from simulator import melds
from simulator.bits import NONE, popcount
from simulator.compiled import COMPILING, kernel
from simulator.errors import RequestError

HAND = 12
_HALVES = 1 << 16
_BYTE, _EIGHT, _SIXTEEN, _TWENTY_FOUR = np.uint64(255), np.uint64(8), np.uint64(16), np.uint64(24)
_ACES, _COURTS = np.uint64(0xF0000000), np.uint64(0x0FFF0000)


@kernel(
    "void(int64, int64, uint64[::1], int64[::1], uint64[::1], "
    "int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])"
)
def walk(
    cards: Any,
    lowest_rank: Any,
    halves: Any,
    starts: Any,
    pips: Any,
    points: Any,
    sequences: Any,
    sets: Any,
    aces: Any,
    rare: Any,
) -> None:
    """Count every hand of `cards` cards; sets count from `lowest_rank` on.

    `halves` are the lower halves by number of cards, those of k cards from ``starts[k]`` on; `pips` is room for theirs.
    `rare` counts the hands without king, queen and jack, and those that lack a suit.
    """
    for number in range(_HALVES):
        pips[number] = melds.pips_by_suit(halves[number])
    for number in range(_HALVES):
        upper = np.uint64(number) << _SIXTEEN
        missing = cards - popcount(upper)
        if missing < 0 or missing > 16:
            continue
        above = melds.pips_by_suit(upper)
        first, last = starts[missing], starts[missing + 1]
        aces[popcount(upper & _ACES)] += last - first
        if upper & _COURTS == NONE:
            rare[0] += last - first
        for place in range(first, last):
            hand = upper | halves[place]
            by_suit = above + pips[place]
            spades, hearts = by_suit & _BYTE, by_suit >> _EIGHT & _BYTE
            diamonds, clubs = by_suit >> _SIXTEEN & _BYTE, by_suit >> _TWENTY_FOUR
            points[max(spades, hearts, diamonds, clubs)] += 1
            if min(spades, hearts, diamonds, clubs) == NONE:
                rare[1] += 1
            sequences[melds.best_sequence(hand)] += 1
            sets[melds.best_set(hand, lowest_rank)] += 1


@dataclass(frozen=True)
class Counts:
    """How many of all hands there are of each kind.

    Attributes
    ----------
    points, sequences, sets : ndarray of int64
        By the strength of the best one, as `simulator.melds` numbers them.
    aces : ndarray of int64, shape (5,)
        By the number of aces.
    blank, void : int
        Without king, queen and jack; without a card of some suit.
    """

    points: np.ndarray
    sequences: np.ndarray
    sets: np.ndarray
    aces: np.ndarray
    blank: int
    void: int

    @property
    def hands(self) -> int:
        """The number of all hands."""
        return int(self.points.sum())


def count(cards: int, lowest_rank: int) -> Counts:
    """Return the counts of all hands of `cards` cards, sets of `lowest_rank` (0 the seven, 3 the ten) and above."""
    ordered = sorted(range(_HALVES), key=int.bit_count)
    halves = np.array(ordered, np.uint64)
    starts = np.searchsorted([half.bit_count() for half in ordered], np.arange(18)).astype(np.int64)
    points, sequences, sets, aces, rare = (np.zeros(cells, np.int64) for cells in (76, 72, 40, 5, 2))
    walk(cards, lowest_rank, halves, starts, np.zeros(_HALVES, np.uint64), points, sequences, sets, aces, rare)
    return Counts(points, sequences, sets, aces, int(rare[0]), int(rare[1]))


@cache
def dealt(lowest_rank: int) -> Counts:
    """Return the counts of all dealt hands: some seconds, the first time in a process.

    Raises
    ------
    RequestError
        Without compilation: it would take hours.
    """
    if not COMPILING:
        raise RequestError("all dealt hands are counted by compiled code; unset NUMBA_DISABLE_JIT to have them")
    return count(HAND, lowest_rank)
