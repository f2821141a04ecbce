"""The pack of a deal: rebuilt with NumPy alone, fair, and a function of seed and deal number and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simulator import dealing
from simulator.batch import Chunk, play_chunk, ranges, simulate
from simulator.cards import PACK_32
from simulator.compiled import kernel
from simulator.games import game
from simulator.transcript import transcript
from tests.simulator import recipe
from tests.tables import by_lane, seated

lanes = pytest.mark.lanes
TOP = (1 << 64) - 1
DEGREES = 961
LIMIT = 1102.196  # the 99.9 % point of chi-square with 961 degrees of freedom


@kernel("void(uint64[:, ::1], boolean[::1])")
def _accepted(asked: Any, out: Any) -> None:
    for i in range(len(asked)):
        out[i] = dealing.lemire_accepts(asked[i, 0], asked[i, 1])


@kernel("void(uint64, uint64, uint64[:, ::1])")
def _private_keys(seed: Any, deal: Any, out: Any) -> None:
    for seat in range(len(out)):
        out[seat, 0], out[seat, 1] = dealing.private_key(np.uint64(seed), np.uint64(deal), np.uint64(0), seat)


@kernel("void(uint64, uint64, uint64, uint8[::1])")
def _shuffled(seed: Any, deal: Any, attempt: Any, pack: Any) -> None:
    dealing.shuffle(pack, np.uint64(seed), np.uint64(deal), np.uint64(attempt))


def dealt(seed: int, first: int, count: int, cards: int = 32) -> np.ndarray:
    """The packs of some deals."""
    packs = np.zeros((count, cards), np.uint8)
    dealing.packs(np.uint64(seed), first, packs)
    return packs


@lanes
def test_deal_123456_of_seed_7_is_literal() -> None:
    pack = "7c Ah Qs 7s Ad 7h Tc 7d Ac Jc 8s 9d As Jd 9c Qd Td Qc Th Kc 8c 9h Kh 8d 8h Kd Ts Js 9s Jh Qh Ks"
    assert PACK_32.names_of(dealt(7, 123456, 1)[0]) == pack.split()
    assert PACK_32.names_of(recipe.shuffled(7, 123456)[0]) == pack.split()


@lanes
@pytest.mark.parametrize("seed", [0, 1, 7, 14, 1 << 32, 1 << 63, TOP])
@pytest.mark.parametrize("first", [0, 4096, (1 << 40) + 5])
def test_packs_are_rebuilt_with_numpy_alone(seed: int, first: int) -> None:
    assert dealt(seed, first, 8).tolist() == [recipe.shuffled(seed, first + i)[0] for i in range(8)]


@lanes
def test_a_pack_of_78_follows_the_same_recipe() -> None:
    assert dealt(7, 3, 4, cards=78).tolist() == [recipe.shuffled(7, 3 + i, 78)[0] for i in range(4)]


@lanes
def test_a_draw_that_lemire_rejects_is_passed_over() -> None:
    """Deal 72,947,517 of seed 7 is the first of this seed in which that happens."""
    pack, rejected = recipe.shuffled(7, 72_947_517)
    assert rejected == 1
    assert dealt(7, 72_947_517, 1).tolist() == [pack]


@lanes
def test_attempts_of_a_deal_are_shuffles_of_their_own() -> None:
    packs = np.zeros((3, 32), np.uint8)
    for attempt in range(3):
        _shuffled(np.uint64(7), np.uint64(9), np.uint64(attempt), packs[attempt])
    draws = recipe.generator(7, 0, 9, recipe.SHUFFLE, attempt=2).random_raw(1)
    assert packs[2, 31] == (int(draws[0]) & 0xFFFFFFFF) * 32 >> 32
    assert len({bytes(pack) for pack in packs}) == 3
    assert packs[0].tolist() == recipe.shuffled(7, 9)[0]


@lanes
def test_lemire_accepts_as_often_for_every_choice() -> None:
    """A draw is rejected when the low half of draw*m lies below 2^32 mod m; the edges of every choice are tried."""
    asked, expected = [], []
    rejected = 0
    for m in [*range(1, 80), 1585, 2**31 - 1, 2**31 + 1, 2**32 - 1]:
        for choice in {0, min(1, m - 1), m // 2, m - 1}:
            lowest = -(-choice * 2**32 // m)  # the lowest draw that would choose it
            for draw in (lowest, lowest + 1, min(lowest + 2, 2**32 - 1)):
                accepted = draw * m % 2**32 >= 2**32 % m
                asked.append([draw % 2**32, m])
                expected.append(accepted)
                rejected += not accepted
    out = np.zeros(len(asked), np.bool_)
    _accepted(np.array(asked, np.uint64), out)
    assert out.tolist() == expected
    assert rejected > 100


@lanes
@pytest.mark.parametrize("seed", [0, 7, TOP])
def test_private_keys_follow_the_recipe(seed: int) -> None:
    keys = np.zeros((5, 2), np.uint64)
    _private_keys(np.uint64(seed), np.uint64(123456), keys)
    assert keys.tolist() == [recipe.private_key(seed, 123456, seat) for seat in range(5)]
    assert len({tuple(key) for key in keys.tolist()}) == 5


def statistic(counts: np.ndarray) -> float:
    """The sum of (O - E)^2 / E over positions and cards, times 31/32: chi-square with 31*31 degrees of freedom."""
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum() * 31 / 32)


def counted(packs: np.ndarray) -> np.ndarray:
    """How often each card (column) stands at each position (row)."""
    return np.array([np.bincount(packs[:, position], minlength=32) for position in range(32)], np.float64)


@pytest.mark.jit_only
def test_every_card_is_as_likely_at_every_position() -> None:
    counts = np.zeros((32, 32))
    for chunk in range(32):
        counts += counted(dealt(2024, chunk * 100_000, 100_000))
    assert counts.sum() == 3_200_000 * 32
    assert statistic(counts) < LIMIT
    assert statistic(counts) > 799.774  # nor better than chance: the 0.005 % point


def test_the_test_of_fairness_rejects_the_naive_shuffle() -> None:
    """Swapping each position with any position, the classic fault, at a thirtieth of the deals."""
    rng = np.random.default_rng(3)
    packs = np.tile(np.arange(32, dtype=np.uint8), (100_000, 1))
    every = np.arange(len(packs))
    for position in range(32):
        other = rng.integers(0, 32, len(packs))
        packs[every, position], packs[every, other] = packs[every, other], packs[every, position].copy()
    assert (np.sort(packs, axis=1) == np.arange(32)).all()
    assert statistic(counted(packs)) > 10 * LIMIT


def test_the_test_of_fairness_rejects_a_range_one_short() -> None:
    """Sattolo's range: no card can stay in its place."""
    rng = np.random.default_rng(4)
    packs = np.tile(np.arange(32, dtype=np.uint8), (100_000, 1))
    every = np.arange(len(packs))
    for position in range(31, 0, -1):
        other = rng.integers(0, position, len(packs))
        packs[every, position], packs[every, other] = packs[every, other], packs[every, position].copy()
    assert (np.sort(packs, axis=1) == np.arange(32)).all()
    assert statistic(counted(packs)) > 10 * LIMIT


def test_the_test_of_fairness_passes_numpys_own_shuffle() -> None:
    rng = np.random.default_rng(5)
    packs = rng.permuted(np.tile(np.arange(32, dtype=np.uint8), (100_000, 1)), axis=1)
    assert statistic(counted(packs)) < LIMIT


@lanes
def test_the_deals_of_eight_chunks_are_all_different() -> None:
    """Workers that inherit one state would repeat each other."""
    count = by_lane(1000, 100)
    packs = np.concatenate([dealt(7, worker * count, count) for worker in range(8)])
    assert len({bytes(pack) for pack in packs}) == 8 * count
    assert len({bytes(pack) for pack in np.concatenate([packs, dealt(8, 0, 8 * count)])}) == 16 * count


@lanes
def test_seed_0_is_a_seed_of_its_own() -> None:
    assert dealt(0, 0, 50).tolist() == dealt(0, 0, 50).tolist()
    assert not (dealt(0, 0, 50) == dealt(1, 0, 50)).all(axis=1).any()
    assert len({bytes(dealt(seed, 0, 1)[0]) for seed in (0, 1, 2, TOP - 1, TOP)}) == 5


@lanes
@pytest.mark.parametrize("seed", [0, 7, TOP])
def test_the_pack_of_a_deal_depends_on_no_rule_and_no_strategy(seed: int) -> None:
    tables = [
        seated("seed", "greedy", "greedy"),
        seated("seed", "random", "greedy"),
        seated("seed,deal_batch=3,must_win=true,elder_min_discard=0", "random", "random"),
        seated("seed,count_in_play=true,repique=60,pique=30", "greedy", "random"),
    ]
    for deal in (0, 1, 123456):
        expected = PACK_32.names_of(recipe.shuffled(seed, deal)[0])
        assert [transcript(table, seed, deal)["pack"] for table in tables] == [expected] * 4


def chunk(first: int, count: int, elder: str = "random") -> Chunk:
    """A chunk of deals of seed 7."""
    rules = tuple(game("piquet").rulebook.resolve("seed").items())
    return Chunk("piquet", rules, (("elder", elder), ("younger", "random")), 7, first, count)


@lanes
@pytest.mark.parametrize("workers", [1, 2, 3, 8])
def test_rows_depend_neither_on_chunks_nor_on_workers(workers: int) -> None:
    count = by_lane(1000, 48)
    whole = play_chunk(chunk(5, count))
    parts = [chunk(first, size) for first, size in ranges(5, count, size=max(1, count // (3 * workers)))]
    assert len(parts) > 2
    played = list(simulate(parts, workers))
    assert [part for part, _ in played] == parts
    assert np.concatenate([rows for _, rows in played]).tobytes() == whole.tobytes()
    assert whole["deal"].tolist() == list(range(5, 5 + count))


def test_ranges_are_cut_at_absolute_multiples() -> None:
    assert list(ranges(5, 30, 10)) == [(5, 5), (10, 10), (20, 10), (30, 5)]
    assert list(ranges(10, 10, 10)) == [(10, 10)]
    assert list(ranges(7, 0, 10)) == []
