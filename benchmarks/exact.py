"""Every exact value of Piquet against dealt hands: how far each share or mean lies from it, in standard errors.

Usage: ``python benchmarks/exact.py [deals] [seed]`` (10,000,000 and 1 by default). The hands are judged here with plain
NumPy, not by the functions that were enumerated with. The exit code is 1 if a value is missed.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from simulator.dealing import packs
from simulator.exact import Exact
from simulator.games import game

LIMIT = 4.0
FEW = 25
CHUNK = 100_000
PIPS = np.array([7, 8, 9, 10, 10, 10, 10, 11])
HOLDER = np.array([(place // 2) % 2 if place < 24 else 2 for place in range(32)], np.int8)
SEQUENCES = ("none", "tierce", "quatrieme", "quinte", "seizieme", "dix-septieme", "dix-huitieme")
RANKS = "789TJQKA"

#: What is counted of a chunk: a flag or a number a deal, only of the deals of which it is asked.
Counted = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Verdict:
    """One exact value beside the sample: its z-score, or that of the binomial tail where few are expected."""

    value: Exact
    n: int
    found: float
    z: float | None

    @property
    def good(self) -> bool:
        """Whether the value lies within the limit; one of 0 or 1 must be met."""
        return self.found == float(self.value.fraction) if self.z is None else abs(self.z) <= LIMIT


def judged(held: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the strengths of the best point, sequence and set of hands given as flags (deals, ranks, suits)."""
    point = np.einsum("nrs,r->ns", held, PIPS).max(axis=1)
    sequence, run = np.zeros((2, *held[:, 0].shape), np.int64)
    for rank in range(8):
        run = (run + 1) * held[:, rank]
        sequence = np.maximum(sequence, np.where(run >= 3, 8 * run + rank, 0))
    number = held.sum(axis=2)
    sets = np.where((number >= 3) & (np.arange(8) >= 3), 8 * number + np.arange(8), 0).max(axis=1)
    return point, sequence.max(axis=1), sets


def counted(pack: np.ndarray) -> Counted:
    """Return what is counted of dealt packs (deals, 32), by the ids of the exact values."""
    deals = len(pack)
    where = np.empty_like(pack, np.int8)
    np.put_along_axis(where, pack.astype(np.int64), np.arange(32, dtype=np.int8)[None, :], axis=1)
    elder, younger = ((HOLDER[where] == seat).reshape(deals, 8, 4).astype(np.int64) for seat in (0, 1))
    found: dict[str, np.ndarray] = {}
    blank = [held[:, 4:7].sum(axis=(1, 2)) == 0 for held in (elder, younger)]
    found |= {"PI-1": blank[0], "PI-2": blank[0] | blank[1], "PI-3": blank[0] & blank[1]}
    queens, aces = elder[:, 5].sum(axis=1), elder[:, 7].sum(axis=1)
    found |= {"PI-4": queens == 4, "PI-5": queens == 3, "PI-32": aces == 0}
    found["PI-33"] = (elder.sum(axis=1) == 0).any(axis=1)
    own, other = judged(elder), judged(younger)
    return found | dict(_dealt(*own)) | dict(_contests(own, other)) | dict(_draws(where))


def _dealt(point: np.ndarray, sequence: np.ndarray, sets: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    yield from (("PI-6", sets >= 32), ("PI-7", (sets >= 24) & (sets < 32)), ("PI-8", sets == 0))
    for row, cards in zip(("9", "10", "11", "12a", "12b", "12c"), range(3, 9), strict=True):
        yield f"PI-{row}", (point + 6) // 10 == cards
    for row, length in zip(("13", "14", "15", "16", "17a", "17b", "17c"), (0, *range(3, 9)), strict=True):
        yield f"PI-{row}", sequence >> 3 == length
    for pips in range(24, 76):
        yield f"dealt-point-{pips}-pips", point == pips
    for length, word in zip(range(3, 9), SEQUENCES[1:], strict=True):
        for top in range(length - 1, 8):
            yield f"dealt-sequence-{word}-{RANKS[top]}", sequence == 8 * length + top
    for rank in range(3, 8):
        yield f"dealt-set-trio-{RANKS[rank]}", sets == 24 + rank
        yield f"dealt-set-quatorze-{RANKS[rank]}", sets == 32 + rank
    yield from (("dealt-sequence-none", sequence == 0), ("dealt-set-none", sets == 0))


def _contests(own: Sequence[np.ndarray], other: Sequence[np.ndarray]) -> Iterator[tuple[str, np.ndarray]]:
    better = [a > b for a, b in zip(own, other, strict=True)]
    equal = [(a == b) & (a > 0) for a, b in zip(own, other, strict=True)]
    neither = [(a == 0) & (b == 0) for a, b in zip(own, other, strict=True)]
    point, sequence, sets = own
    yield from (("PI-18", better[0]), ("PI-19", equal[0]))
    yield from (("PI-20", better[1]), ("PI-21", equal[1]), ("PI-22", neither[1]))
    yield from (("PI-23", better[2]), ("PI-25", neither[2]))
    yield from (("PI-24a", better[2] & (sets >= 32)), ("PI-24b", better[2] & (sets < 32)))
    yield "PI-26", better[0] * ((point + 6) // 10)
    for row, quinte in (("PI-27", 5), ("PI-28", 15)):
        yield row, better[1] * np.array([0, 0, 0, 3, 4, quinte, 16, 17, 18])[sequence >> 3]
    yield "PI-29", better[2] * np.where(sets >= 32, 14, 3)


def _draws(where: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """Draws are from the top of the talon; the named cards are aces, where elder holds none of those named."""
    aces = where[:, 28:]
    unseen = HOLDER[aces] != 0
    for named in range(1, 5):
        asked = unseen[:, :named].all(axis=1)
        for draws in range(1, 8):
            taken = ((aces[asked, :named] >= 24) & (aces[asked, :named] < 24 + draws)).sum(axis=1)
            for least in range(1, min(draws, named) + 1):
                yield f"draw-{draws}-{least}of{named}", taken >= least
    none = aces[unseen.all(axis=1)]
    yield "PI-30", ((none >= 24) & (none < 29)).any(axis=1)
    one = aces[unseen[:, 0], 0]
    yield from (("PI-31a", (one >= 24) & (one < 29)), ("PI-31b", one >= 29))


def same_as(value: Exact) -> str:
    """Return under which id a value is counted: what a book prints is what its row of the table is."""
    if not value.id.startswith("PIQ-"):
        return value.id
    group = value.group
    return f"draw-{group['draws']}-{group['at_least']}of{group['named']}" if "draws" in group else "PI-1"


def verdicts(deals: int, seed: int) -> list[Verdict]:
    """Return every exact value under the default rules beside the same deals.

    Raises
    ------
    KeyError
        For a value that is not counted.
    """
    sums: dict[str, list[int]] = {}
    for first in range(0, deals, CHUNK):
        pack = np.empty((min(CHUNK, deals - first), 32), np.uint8)
        packs(seed, first, pack)
        for name, numbers in counted(pack).items():
            whole = numbers.astype(np.int64)
            parts = (len(whole), int(whole.sum()), int((whole * whole).sum()))
            sums[name] = [old + new for old, new in zip(sums.get(name, (0, 0, 0)), parts, strict=True)]
    piquet = game("piquet")
    assert piquet.exact is not None
    values = piquet.exact.values(piquet.rulebook.resolve(piquet.rulebook.default))
    return [verdict(value, *sums[same_as(value)]) for value in values]


def verdict(value: Exact, n: int, total: int, squares: int) -> Verdict:
    """Return how a value fits its sum: a mean by its own standard error, a chance by that of the chance itself."""
    wanted = float(value.fraction)
    if value.name == "class_points":
        variance = (n * squares - total * total) / (n * (n - 1))
        return Verdict(value, n, total / n, (total / n - wanted) / math.sqrt(variance / n))
    if wanted in (0, 1):
        return Verdict(value, n, total / n, None)
    if n * min(wanted, 1 - wanted) < FEW:
        return Verdict(value, n, total / n, _tail(total, n, wanted))
    return Verdict(value, n, total / n, (total - n * wanted) / math.sqrt(n * wanted * (1 - wanted)))


def _tail(count: int, n: int, chance: float) -> float:
    """Return the z-score that is as unlikely as `count` of `n` is by the exact two-sided binomial test."""
    from scipy.stats import binomtest

    p = binomtest(count, n, chance).pvalue
    return math.copysign(NormalDist().inv_cdf(1 - max(p, 1e-15) / 2), count - n * chance) if p < 1 else 0.0


def main() -> int:
    deals = int(float(sys.argv[1])) if len(sys.argv) > 1 else 10_000_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    found = verdicts(deals, seed)
    for item in found:
        z = "equal" if item.z is None else f"{item.z:+.2f}"
        group = " ".join(f"{key}={word}" for key, word in item.value.group.items())
        exactly = float(item.value.fraction)
        print(f"{item.value.id:34} {exactly:.9f} {item.found:.9f} {item.n:>11,} {z:>6}  {item.value.name} {group}")
    worst = max(found, key=lambda item: abs(item.z or 0))
    missed = [item.value.id for item in found if not item.good]
    print(f"\n{len(found)} values, {deals:,} deals of seed {seed}")
    print(f"greatest |z| {abs(worst.z or 0):.2f} ({worst.value.id})")
    print(f"missed: {', '.join(missed)}" if missed else f"all within {LIMIT:g} standard errors")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
