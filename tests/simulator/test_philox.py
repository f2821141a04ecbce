"""The counter generator is NumPy's Philox 4x64-10, bit for bit, compiled and as plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator import philox
from simulator.compiled import kernel

pytestmark = pytest.mark.lanes

TOP = (1 << 64) - 1
word = st.one_of(st.sampled_from([0, 1, TOP, 1 << 63]), st.integers(0, TOP))


@kernel("void(uint64[:, ::1], uint64[:, ::1])")
def _blocks(asked: Any, out: Any) -> None:
    for i in range(len(asked)):
        k0, k1, c0 = asked[i, 0], asked[i, 1], asked[i, 2]
        words = philox.block(k0, k1, c0, asked[i, 3], asked[i, 4], asked[i, 5])
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = words


def numpy_block(key: list[int], counter: list[int]) -> list[int]:
    """The block of a counter by NumPy, which counts one up before it makes its first."""
    number = (sum(part << 64 * i for i, part in enumerate(counter)) - 1) % (1 << 256)
    before = [number >> 64 * i & TOP for i in range(4)]
    generator = np.random.Philox(key=np.array(key, np.uint64), counter=np.array(before, np.uint64))
    return [int(drawn) for drawn in generator.random_raw(4)]


def plain_block(key: list[int], counter: list[int]) -> list[int]:
    """The block by the body that is used without compilation."""
    return [int(drawn) for drawn in philox.block(*(np.uint64(part) for part in (*key, *counter)))]


PUBLISHED = (
    ([0, 0], [0, 0, 0, 0], "16554d9eca36314c db20fe9d672d0fdc d7e772cee186176b 7e68b68aec7ba23b"),
    ([TOP, TOP], [TOP, TOP, TOP, TOP], "87b092c3013fe90b 438c3c67be8d0224 9cc7d7c69cd777b6 a09caebf594f0ba0"),
    (
        [0x452821E638D01377, 0xBE5466CF34E90C6C],
        [0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89],
        "a528f45403e61d95 38c72dbd566e9788 a5a1610e72fd18b5 57bd43b5e52b7fe6",
    ),
)


@pytest.mark.parametrize(("key", "counter", "words"), PUBLISHED, ids=["zeros", "ones", "pi"])
def test_the_authors_own_vectors_come_out(key: list[int], counter: list[int], words: str) -> None:
    """Source: the known answers of philox4x64-10 in the authors' Random123 (``kat_vectors``)."""
    expected = [int(part, 16) for part in words.split()]
    out = np.zeros((1, 4), np.uint64)
    _blocks(np.array([[*key, *counter]], np.uint64), out)
    assert out.tolist() == [expected]
    assert plain_block(key, counter) == expected


def test_the_first_block_of_deal_123456_of_seed_7_is_literal() -> None:
    """A change of these numbers would change every deal."""
    words = [12882906380760126913, 5208094585599656454, 8488712583409368844, 3926059423054412850]
    assert plain_block([7, 0], [1, 123456, 0, 0]) == words


@given(st.lists(word, min_size=2, max_size=2), st.lists(word, min_size=4, max_size=4))
def test_the_plain_body_is_numpys(key: list[int], counter: list[int]) -> None:
    assert plain_block(key, counter) == numpy_block(key, counter)


def test_the_compiled_block_is_numpys() -> None:
    rng = np.random.default_rng(2)
    asked = rng.integers(0, TOP, (400, 6), np.uint64, endpoint=True)
    asked[:64] = [[TOP if number >> place & 1 else 0 for place in range(6)] for number in range(64)]
    out = np.zeros((400, 4), np.uint64)
    _blocks(asked, out)
    assert out.tolist() == [numpy_block(row[:2], row[2:]) for row in asked.tolist()]


def test_block_one_is_the_first_of_a_fresh_generator() -> None:
    """The recipe's counter: (block, deal, attempt, use), block from 1."""
    generator = np.random.Philox(key=np.array([7, 0], np.uint64), counter=np.array([0, 5, 0, 0], np.uint64))
    assert [plain_block([7, 0], [block, 5, 0, 0]) for block in (1, 2, 3)] == generator.random_raw((3, 4)).tolist()
