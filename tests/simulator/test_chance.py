"""A strategy's own random numbers: the private stream by its recipe, fair draws, samples that differ (B35)."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from simulator import chance, compiled
from simulator.compiled import kernel
from simulator.games import game
from tests.simulator import recipe
from tests.tables import by_lane

pytestmark = pytest.mark.lanes

VIEW = game("piquet").view
_VIEWS = numba.from_dtype(VIEW)[::1]


@kernel(numba.void(_VIEWS, numba.uint64[::1], numba.int64[::1], numba.uint64[::1]))
def _draws(views: Any, below: Any, out: Any, positions: Any) -> None:
    for i in range(len(out)):
        out[i] = chance.draw_below(views[0], below[i])
        positions[i] = views[0].position


@kernel(numba.void(_VIEWS, numba.uint64, numba.int64, numba.uint64[::1]))
def _samples(views: Any, cards: Any, count: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = chance.draw_subset(views[0], cards, count)


def view(key: tuple[int, int]) -> np.ndarray:
    """A view with a private stream at its beginning."""
    views = compiled.records(1, VIEW)
    views["key"][0] = key
    return views


def drawn(key: tuple[int, int], below: list[int]) -> tuple[list[int], list[int]]:
    """Draws below some bounds, one after the other, and the position of the stream after each."""
    out, positions = np.zeros(len(below), np.int64), np.zeros(len(below), np.uint64)
    _draws(view(key), np.array(below, np.uint64), out, positions)
    return out.tolist(), positions.tolist()


def recipe_draw(key: tuple[int, int], position: int, m: int) -> int:
    """The first draw of a block that Lemire accepts."""
    return next(draw * m >> 32 for draw in recipe.private_draws(list(key), position) if draw * m % 2**32 >= 2**32 % m)


def test_draws_are_rebuilt_with_numpy_alone() -> None:
    below = [1, 2, 3, 12, 32, 1585, 1586, 1 << 31, (1 << 32) - 1] * 10
    out, positions = drawn((12345, 67890), below)
    assert out == [recipe_draw((12345, 67890), i + 1, m) for i, m in enumerate(below)]
    assert positions == list(range(1, len(below) + 1))


def test_a_rejected_draw_is_replaced_by_the_next_of_its_block() -> None:
    """With m just above 2^31 nearly every other draw is rejected."""
    m = (1 << 31) + 1
    out, positions = drawn((1, 2), [m] * 200)
    assert out == [recipe_draw((1, 2), position, m) for position in positions]
    assert max(out) < m
    assert any(next(recipe.private_draws([1, 2], position)) * m % 2**32 < 2**32 % m for position in positions)


def test_a_block_without_an_accepted_draw_moves_the_stream_on() -> None:
    """One block in 252 holds no draw that may be used for this m."""
    m = (1 << 31) + 1
    positions = drawn((1, 2), [m] * 2000)[1]
    steps = np.diff([0, *positions])
    assert set(steps.tolist()) == {1, 2}
    assert 1 <= (steps == 2).sum() <= 25


def test_other_keys_are_other_streams_and_the_same_key_is_the_same() -> None:
    below = [1 << 31] * 40
    streams = [drawn(key, below)[0] for key in ((1, 0), (0, 1), (1, 1), (2, 1))]
    assert len({tuple(stream) for stream in streams}) == 4
    assert drawn((1, 1), below)[0] == streams[2]


def test_draws_below_twelve_are_uniform() -> None:
    out, _ = drawn((3, 4), [12] * 12_000)
    counts = np.bincount(out, minlength=12)
    assert ((counts - 1000) ** 2 / 1000).sum() < 31.264  # the 99.9 % point of chi-square, 11 degrees of freedom


def sampled(key: tuple[int, int], cards: int, size: int, count: int) -> list[int]:
    """Random sets of `size` of the cards of a mask."""
    out = np.zeros(count, np.uint64)
    _samples(view(key), np.uint64(cards), size, out)
    return [int(mask) for mask in out]


def test_a_hundred_samples_of_unseen_cards_are_nearly_all_different_and_hold_no_visible_card() -> None:
    visible = 0x0F0F0F0F & ~0xF | 0x1  # thirteen cards
    unseen = 0xFFFFFFFF & ~visible
    samples = sampled((5, 6), unseen, 12, 100)
    assert len(set(samples)) >= 95
    assert all(sample & visible == 0 and sample.bit_count() == 12 for sample in samples)
    assert not set(samples) & set(sampled((5, 7), unseen, 12, 100))


def test_every_subset_is_as_likely() -> None:
    """The 35 sets of three of seven cards."""
    count = by_lane(35_000, 7_000)
    cards = 0x80000000_00012481 | 1 << 33
    counts = np.unique(np.array(sampled((8, 9), cards, 3, count), np.uint64), return_counts=True)[1]
    assert len(counts) == 35
    expected = count / 35
    assert ((counts - expected) ** 2 / expected).sum() < 65.247  # the 99.9 % point, 34 degrees of freedom


def test_the_whole_and_the_empty_set_are_drawn_without_choice() -> None:
    assert sampled((1, 1), 0b1011, 3, 5) == [0b1011] * 5
    assert sampled((1, 1), 0b1011, 0, 5) == [0] * 5
