"""Counting and finding bits: machine instructions against counting on paper."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator import bits
from simulator.compiled import kernel

pytestmark = pytest.mark.lanes

EDGES = [0, 1, 2, 3, 1 << 31, 1 << 32, (1 << 32) - 1, 1 << 63, (1 << 63) - 1, (1 << 64) - 1, 0x8000000000000001]


@kernel("void(uint64[::1], int64[:, ::1])")
def _numbers(masks: Any, out: Any) -> None:
    for i in range(len(masks)):
        out[i, 0] = bits.popcount(masks[i])
        out[i, 1] = bits.lowest(masks[i])
        out[i, 2] = bits.highest(masks[i])


@kernel("void(uint64[::1], int64[::1], uint64[:, ::1])")
def _masks(masks: Any, which: Any, out: Any) -> None:
    for i in range(len(masks)):
        out[i, 0] = bits.without_lowest(masks[i])
        if masks[i] != bits.NONE:
            out[i, 1] = bits.lowest_bit(masks[i])
            out[i, 2] = bits.highest_bit(masks[i])
            out[i, 3] = bits.nth_bit(masks[i], which[i])


@kernel("void(uint64[::1])")
def _single(out: Any) -> None:
    for number in range(64):
        out[number] = bits.bit(number)


def many_masks() -> list[int]:
    """Edges, and random masks of every density."""
    rng = np.random.default_rng(1)
    dense = rng.integers(0, 1 << 64, 300, np.uint64, endpoint=False)
    sparse = dense & np.roll(dense, 1) & np.roll(dense, 2)
    return [*EDGES, *(int(mask) for mask in dense), *(int(mask) for mask in sparse)]


def positions(mask: int) -> list[int]:
    """The set bits, one after the other."""
    return [number for number in range(64) if mask >> number & 1]


def test_popcount_lowest_and_highest_are_those_of_a_list_of_positions() -> None:
    masks = many_masks()
    out = np.zeros((len(masks), 3), np.int64)
    _numbers(np.array(masks, np.uint64), out)
    expected = [[len(held), min(held, default=64), max(held, default=-1)] for held in map(positions, masks)]
    assert out.tolist() == expected


def test_parts_of_a_mask_are_those_of_a_list_of_positions() -> None:
    masks = many_masks()
    which = [number % max(1, len(positions(mask))) for number, mask in enumerate(masks)]
    out = np.zeros((len(masks), 4), np.uint64)
    _masks(np.array(masks, np.uint64), np.array(which, np.int64), out)
    for mask, n, (rest, low, high, nth) in zip(masks, which, out.tolist(), strict=True):
        held = positions(mask)
        assert rest == sum(1 << number for number in held[1:])
        if held:
            assert (low, high, nth) == (1 << held[0], 1 << held[-1], 1 << held[n])


def test_bit_reaches_from_0_to_63() -> None:
    out = np.zeros(64, np.uint64)
    _single(out)
    assert out.tolist() == [2**number for number in range(64)]


@given(st.integers(0, (1 << 64) - 1))
def test_the_plain_bodies_agree_with_the_list_of_positions(mask: int) -> None:
    held = positions(mask)
    word = np.uint64(mask)
    assert (bits.popcount(word), bits.lowest(word), bits.highest(word)) == (
        len(held), min(held, default=64), max(held, default=-1),
    )  # fmt: skip
