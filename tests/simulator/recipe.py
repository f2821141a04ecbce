"""The recipe of chance, written with NumPy's own Philox and Python's whole numbers alone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

SHUFFLE, PRIVATE, MATCH = 0, 1, 3
FIXED = dict[int, int]


def generator(seed: int, stream: int, deal: int, use: int, attempt: int = 0) -> np.random.Philox:
    """NumPy's generator at the first block of a use."""
    return np.random.Philox(
        key=np.array([seed, stream], np.uint64), counter=np.array([0, deal, attempt, use], np.uint64)
    )


def halves(words: np.random.Philox) -> Iterator[int]:
    """The 32-bit draws, low half first."""
    while True:
        word = int(words.random_raw())
        yield word & 0xFFFFFFFF
        yield word >> 32


def shuffled(
    seed: int, deal: int, cards: int = 32, attempt: int = 0, fixed: FIXED | None = None
) -> tuple[list[int], int]:
    """The pack of a deal, and how many draws were rejected on the way; `fixed` is position -> card."""
    fixed = fixed or {}
    draws = halves(generator(seed, 0, deal, SHUFFLE, attempt))
    pack = [card for card in range(cards) if card not in fixed.values()]
    rejected = 0
    for k in range(len(pack) - 1, 0, -1):
        m = k + 1
        draw = next(draws)
        while draw * m % 2**32 < 2**32 % m:
            draw = next(draws)
            rejected += 1
        other = draw * m // 2**32
        pack[k], pack[other] = pack[other], pack[k]
    rest = iter(pack)
    return [fixed[place] if place in fixed else next(rest) for place in range(cards)], rejected


def private_key(seed: int, deal: int, seat: int, attempt: int = 0) -> list[int]:
    """The two words that key the private stream of a seat."""
    return [int(word) for word in generator(seed, 1 + seat, deal, PRIVATE, attempt).random_raw(2)]


def first_dealer(seed: int, match: int) -> int:
    """The player, 0 or 1, who deals the first deal of a match where the rules leave it to chance."""
    return next(halves(generator(seed, 0, 4096 * match, MATCH))) * 2 >> 32


def private_draws(key: list[int], position: int) -> Iterator[int]:
    """The 32-bit draws of the block at one position of a private stream."""
    words = np.random.Philox(key=np.array(key, np.uint64), counter=np.array([position - 1, 0, 0, 0], np.uint64))
    for word in words.random_raw(4).tolist():
        yield word & 0xFFFFFFFF
        yield word >> 32
