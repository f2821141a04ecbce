"""The three contests as the rows hold them, and how often each holding is dealt, counted exactly.

Method: a hand is twelve of thirty-two cards. What a suit (or a rank) contributes depends on its own cards alone, so
the hands are counted by dynamic programming over the four suits (eight ranks), keeping the number of cards taken and
the best holding so far. The counts are whole numbers; nothing is rounded (specification section 5, facts 4..17).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import groupby
from math import comb
from typing import Any

from simulator.game import Contest
from simulator.games.piquet.outcome import SEQUENCES, SETS

HAND = 12
HANDS = comb(32, HAND)
PIPS = (7, 8, 9, 10, 10, 10, 10, 11)


def _count(parts: int, width: int, worth: Callable[[tuple[int, ...], int], int]) -> dict[int, Fraction]:
    """Return the chance of each best holding of a hand made of `parts` parts of `width` cards.

    ``worth(cards, part)`` is the strength of the cards (0/1 flags) taken from one part.
    """
    states: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for part in range(parts):
        found: Counter[tuple[int, int]] = Counter()
        options = Counter(
            (sum(cards), worth(cards, part))
            for number in range(1 << width)
            for cards in [tuple(number >> bit & 1 for bit in range(width))]
        )
        for (taken, best), ways in states.items():
            for (more, strength), choices in options.items():
                if taken + more <= HAND:
                    found[taken + more, max(best, strength)] += ways * choices
        states = found
    return {best: Fraction(ways, HANDS) for (taken, best), ways in sorted(states.items()) if taken == HAND}


def _pips(cards: tuple[int, ...], part: int) -> int:
    return sum(pips for held, pips in zip(cards, PIPS, strict=True) if held)


def _run(cards: tuple[int, ...], part: int) -> int:
    """Return the position in ``SEQUENCES`` of the best run of three or more in one suit."""
    best, at = 0, 0
    for held, group in groupby(cards):
        length = len(list(group))
        at += length
        if held and length >= 3:
            best = max(best, 8 * length + at - 1)
    return _sequence_position(best)


def _sequence_position(strength: int) -> int:
    length, top = divmod(strength, 8)
    return 0 if length == 0 else sum(9 - shorter for shorter in range(3, length)) + top - length + 2


def _set(lowest: int) -> Callable[[tuple[int, ...], int], int]:
    def worth(cards: tuple[int, ...], part: int) -> int:
        return 0 if part < lowest or sum(cards) < 3 else 1 + part + 8 * (sum(cards) - 3)

    return worth


def point_holding(pips: int) -> str:
    """Return a point as the number of its cards (R9): ``5 cards``."""
    return "none" if pips == 0 else f"{(int(pips) + 6) // 10} cards"


def _word(value: Any) -> str:
    return str(value)


@cache
def _point_pips() -> dict[int, Fraction]:
    return _count(4, 8, _pips)


def point_chances(rules: Mapping[str, Any]) -> dict[str, Fraction]:
    """Return the chance of each number of cards in the best suit of a dealt hand (facts 9..12)."""
    chances: Counter[str] = Counter()
    for pips, chance in _point_pips().items():
        chances[point_holding(pips)] += chance  # type: ignore[assignment]
    return dict(chances)  # type: ignore[arg-type]


@cache
def _sequences() -> dict[str, Fraction]:
    return {SEQUENCES[position]: chance for position, chance in _count(4, 8, _run).items()}


def sequence_chances(rules: Mapping[str, Any]) -> dict[str, Fraction]:
    """Return the chance of each best sequence of a dealt hand (facts 13..17)."""
    return _sequences()


@cache
def _sets(lowest: int) -> dict[str, Fraction]:
    return {SETS[position]: chance for position, chance in _count(8, 4, _set(lowest)).items()}


def set_chances(rules: Mapping[str, Any]) -> dict[str, Fraction]:
    """Return the chance of each best set of a dealt hand (facts 6..8 under ``set_min_rank = T``)."""
    return _sets(0 if rules["set_min_rank"] == "7" else 3)


def carte_blanche_chances(rules: Mapping[str, Any]) -> dict[str, Fraction]:
    """Return the chance that elder, younger or nobody is dealt no king, queen and jack (facts 1 to 3)."""
    one = Fraction(comb(20, HAND), HANDS)
    return {"none": 1 - 2 * one, "elder": one, "younger": one}


CONTESTS = (
    Contest("point", "dealt_point", "point", "point_winner", "point_points", point_holding, point_chances),
    Contest("sequence", "dealt_sequence", "sequence", "sequence_winner", "sequence_points", _word, sequence_chances),
    Contest("set", "dealt_set", "set", "set_winner", "set_points", _word, set_chances),
)
