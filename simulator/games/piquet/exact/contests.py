"""The three contests between two dealt hands, counted exactly over all C(32,12) C(20,12) pairs of hands.

Method: what a suit (for sets: a rank) gives to the two players depends on who holds its cards, A, B or neither. For
each pair of bounds (x, y) the ways in which A's best is at most x and B's at most y are a polynomial in two unknowns
for each suit, the exponents being the cards of A and of B; they are multiplied over the suits, and the coefficient of
twelve and twelve is the number of pairs of hands. Differences in x and y give the joint distribution of the two bests.
What the winner's whole class is worth is carried along as a second polynomial. All numbers are whole and fit 64 bits:
there are 3^32 < 2^51 ways to give out the pack, and no class is worth a thousand points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby, product
from math import comb
from typing import Any

import numpy as np

HAND = 12
PAIRS = comb(32, HAND) * comb(20, HAND)
PIPS = (7, 8, 9, 10, 10, 10, 10, 11)
LOW = {"T": 3, "7": 0}

#: The 0/1 flags of the cards that a player holds of one suit or rank, and its number -> its best, what all is worth.
Judge = Callable[[tuple[bool, ...], int], tuple[int, int]]


@dataclass(frozen=True)
class Joint:
    """The joint distribution of the best holdings of two dealt hands.

    Attributes
    ----------
    strengths : tuple of int
        The strengths that a best holding may have, ascending; 0 is none.
    ways : ndarray of int64, shape (strengths, strengths)
        How many pairs of hands have these bests, A's first.
    worth : ndarray of int64, same shape
        What all of A's holdings of the class are worth, summed over these pairs.
    """

    strengths: tuple[int, ...]
    ways: np.ndarray
    worth: np.ndarray

    def wins(self, kept: Callable[[int], bool] = bool) -> Fraction:
        """Return the chance that A's best beats B's, and is one of those that are `kept`."""
        return self._chance(lambda a, b: a > b and kept(a))

    def equal(self) -> Fraction:
        """Return the chance that both have a holding, and equal ones."""
        return self._chance(lambda a, b: a == b > 0)

    def neither(self) -> Fraction:
        """Return the chance that neither has a holding."""
        return self._chance(lambda a, b: a == b == 0)

    def expected(self, points: Callable[[int], int], ties: bool = False) -> Fraction:
        """Return what A's best scores on average, worth `points` where it wins; with `ties` also where it is equal."""
        return self._sum(
            lambda a, b, ways, worth: points(a) * ways if a > b or (ties and a == b > 0) else 0,
        )

    def expected_whole(self) -> Fraction:
        """Return what all of A's holdings score on average when the best of them wins."""
        return self._sum(lambda a, b, ways, worth: worth if a > b else 0)

    def _chance(self, counted: Callable[[int, int], bool]) -> Fraction:
        return self._sum(lambda a, b, ways, worth: ways if counted(a, b) else 0)

    def _sum(self, term: Callable[[int, int, int, int], int]) -> Fraction:
        cells = product(enumerate(self.strengths), repeat=2)
        total = sum(term(a, b, int(self.ways[i, j]), int(self.worth[i, j])) for (i, a), (j, b) in cells)
        return Fraction(total, PAIRS)


def joint(parts: int, width: int, judge: Judge) -> Joint:
    """Return the joint distribution for a pack of `parts` suits or ranks of `width` cards each."""
    hands = list(product((False, True), repeat=width))
    judged = [[judge(cards, part) for cards in hands] for part in range(parts)]
    strengths = sorted({best for part in judged for best, _ in part})
    place = {strength: number for number, strength in enumerate(strengths)}
    shape = (len(strengths), len(strengths), HAND + 1, HAND + 1)
    ways, worth = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    ways[:, :, 0, 0] = 1
    for part in judged:
        own, gained = np.zeros((2, *shape[:2], width + 1, width + 1), np.int64)
        for (one, a), (two, b) in product(zip(hands, part, strict=True), repeat=2):
            if not any(x and y for x, y in zip(one, two, strict=True)):
                cell = place[a[0]], place[b[0]], sum(one), sum(two)
                own[cell] += 1
                gained[cell] += a[1]
        for table in (own, gained):  # from "exactly" to "at most"
            np.cumsum(table, axis=0, out=table)
            np.cumsum(table, axis=1, out=table)
        ways, worth = _times(ways, own), _times(worth, own) + _times(ways, gained)
    return Joint(tuple(strengths), _differences(ways[:, :, HAND, HAND]), _differences(worth[:, :, HAND, HAND]))


def _times(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the product of polynomials (the last two axes), cut off above twelve cards each."""
    found = np.zeros_like(one)
    for i, j in np.ndindex(*other.shape[2:]):
        found[:, :, i:, j:] += one[:, :, : HAND + 1 - i, : HAND + 1 - j] * other[:, :, i, j, None, None]
    return found


def _differences(bounded: np.ndarray) -> np.ndarray:
    return np.diff(np.diff(bounded, axis=0, prepend=0), axis=1, prepend=0)


def runs(cards: tuple[bool, ...]) -> list[tuple[int, int]]:
    """Return the runs of three or more as (length, rank of the top card); `cards` are the flags of one suit."""
    found, at = [], 0
    for held, group in groupby(cards):
        length = len(list(group))
        at += length
        if held and length >= 3:
            found.append((length, at - 1))
    return found


def sequence_points(length: int, quinte: int) -> int:
    """Return what a sequence of `length` cards scores (R10)."""
    return length if length < 5 else quinte if length == 5 else length + 10


def set_points(strength: int) -> int:
    """Return what a set scores (R11), by its strength 8*cards + rank."""
    return 14 if strength >= 32 else 3 if strength else 0


@cache
def point(least: int) -> Joint:
    """Return the point contest (R9); strengths are pips, and suits of fewer than `least` cards make no point."""

    def judge(cards: tuple[bool, ...], suit: int) -> tuple[int, int]:
        pips = sum(pips for held, pips in zip(cards, PIPS, strict=True) if held)
        return (pips if sum(cards) >= least else 0), 0

    return joint(4, 8, judge)


@cache
def sequence(quinte: int) -> Joint:
    """Return the sequence contest (R10); strengths are 8*length + rank of the top card."""

    def judge(cards: tuple[bool, ...], suit: int) -> tuple[int, int]:
        held = runs(cards)
        best = max((8 * length + top for length, top in held), default=0)
        return best, sum(sequence_points(length, quinte) for length, _ in held)

    return joint(4, 8, judge)


@cache
def sets(lowest: int) -> Joint:
    """Return the set contest (R11) for ranks from `lowest` on; strengths are 8*cards + rank."""

    def judge(cards: tuple[bool, ...], rank: int) -> tuple[int, int]:
        best = 8 * sum(cards) + rank if rank >= lowest and sum(cards) >= 3 else 0
        return best, set_points(best)

    return joint(8, 4, judge)


def under(rules: Mapping[str, Any]) -> dict[str, Joint]:
    """Return the contests under resolved rules, by the names that the rows give them."""
    return {
        "point": point(rules["point_min_cards"]),
        "sequence": sequence(rules["quinte_points"]),
        "set": sets(LOW[rules["set_min_rank"]]),
    }
