"""The pack of deal *i* of seed *s*, and the private key of each seat: pure functions of seed and deal number.

Recipe: the key of a block is (seed, stream), its counter (block, deal, attempt, use), blocks count from 1. Each 64-bit
word gives two 32-bit draws, low half first. ``docs/chance.md`` rebuilds a deal with NumPy alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulator.compiled import ACCEPT, helper, kernel
from simulator.philox import block

USE_SHUFFLE = np.uint64(0)
USE_PRIVATE = np.uint64(1)
USE_MATCH = np.uint64(3)

FREE = 255
"""In a list of fixed cards: a position that holds none."""

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_HALF = np.uint64(32)
_WORD = 64
_LOW = np.uint64(0xFFFFFFFF)
_RANGE = np.uint64(1 << 32)


@helper
def lemire_accepts(draw: Any, m: Any) -> Any:
    """Tell whether the 32-bit `draw` may be used to choose one of `m` fairly.

    Source: Lemire, "Fast random integer generation in an interval" (2019): the low half of draw*m must not lie below
    2^32 mod m. That bound is below m, so the division is rarely needed.
    """
    low = (draw * m) & _LOW
    return low >= m or low >= _RANGE % m


@helper
def _swap_down(pack: Any, k: Any, draw: Any) -> Any:
    """Use one draw for position `k`: swap it with a random one at or below; return the next position to settle.

    Position 0 swaps with itself and stays: draws left over in a block need no test of their own.
    """
    m = k + _ONE
    if not lemire_accepts(draw, m):
        return k
    other = (draw * m) >> _HALF
    pack[k], pack[other] = pack[other], pack[k]
    return k - _ONE if k != _NONE else k


@helper
def _swap_twice(pack: Any, k: Any, word: Any) -> Any:
    """Use the two draws of a word, the low half first; return the next position to settle."""
    return _swap_down(pack, _swap_down(pack, k, word & _LOW), word >> _HALF)


@helper
def shuffle(pack: Any, seed: Any, deal: Any, attempt: Any) -> None:
    """Write the shuffled pack of a deal into `pack` (uint8, one card index a position)."""
    n = len(pack)
    for i in range(n):
        pack[i] = i
    mix(pack, n, seed, deal, attempt)


@helper
def mix(pack: Any, n: Any, seed: Any, deal: Any, attempt: Any) -> None:
    """Shuffle the first `n` places of `pack` by the recipe."""
    k = np.uint64(n - 1)
    number = _ONE
    while k > _NONE:
        first, second, third, fourth = block(seed, _NONE, number, deal, attempt, USE_SHUFFLE)
        k = _swap_twice(pack, k, first)
        k = _swap_twice(pack, k, second)
        k = _swap_twice(pack, k, third)
        k = _swap_twice(pack, k, fourth)
        number += _ONE


@helper
def shuffle_around(pack: Any, spare: Any, fixed: Any, seed: Any, deal: Any, attempt: Any) -> None:
    """Shuffle what is not fixed.

    Parameters
    ----------
    pack : uint8, shape (n,)
        Written: the pack of the deal.
    spare : uint8, shape (n,)
        Working space.
    fixed : uint8, shape (n,)
        The card that a position holds, or `FREE`. The cards that are nowhere fixed are shuffled over the free
        positions, both taken in ascending order.
    """
    n = len(pack)
    low, high = _NONE, _NONE  # the fixed cards, as two words: a pack may have more than 64
    for i in range(n):
        if fixed[i] < _WORD:
            low |= _ONE << np.uint64(fixed[i])
        elif fixed[i] != FREE:
            high |= _ONE << np.uint64(fixed[i] - _WORD)
    free = 0
    for card in range(n):
        held = low >> np.uint64(card) if card < _WORD else high >> np.uint64(card - _WORD)
        if held & _ONE == _NONE:
            spare[free] = card
            free += 1
    if free > 0:
        mix(spare, free, seed, deal, attempt)
    used = 0
    for i in range(n):
        if fixed[i] != FREE:
            pack[i] = fixed[i]
        else:
            pack[i] = spare[used]
            used += 1


@helper
def first_of_two(seed: Any, deal: Any) -> Any:
    """Return 0 or 1, equally likely: the first dealer of the match whose first deal is `deal` (int64)."""
    words = block(seed, _NONE, _ONE, deal, _NONE, USE_MATCH)
    return np.int64((words[0] & _LOW) * np.uint64(2) >> _HALF)


@helper
def private_key(seed: Any, deal: Any, attempt: Any, seat: Any) -> Any:
    """Return the two words that key the private stream of a seat in a deal."""
    words = block(seed, np.uint64(seat + 1), _ONE, deal, attempt, USE_PRIVATE)
    return words[0], words[1]


@kernel("void(uint64, int64, uint8[:, ::1])")
def packs(seed: Any, first: Any, out: Any) -> None:
    """Write the packs of deals `first`, `first` + 1, ... into the rows of `out` (uint8, shape (deals, cards))."""
    for i in range(out.shape[0]):
        shuffle(out[i], np.uint64(seed), np.uint64(first + i), np.uint64(0))


@kernel(ACCEPT)
def take_all(hands: Any) -> Any:
    """Take every deal: the predicate of a table that has none."""
    return True
