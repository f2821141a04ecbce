"""Several arms on the same deals: each chunk is played once an arm, then measured, and only the sums are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyses.sums import Sums
from simulator.batch import CHUNK, Chunk, play_chunk, ranges, simulate

Measure = Callable[[list[np.ndarray]], Sums]


@dataclass(frozen=True)
class Span:
    """Which deals: `count` from `first`."""

    first: int
    count: int


def play_arms(
    arms: Sequence[Chunk],
    span: Span,
    measure: Measure,
    workers: int = 1,
    stopped: Callable[[], bool] = lambda: False,
    played: Callable[[int], None] = lambda deals: None,
) -> Sums:
    """Play every arm on every deal of the span and return the sums of what was measured.

    Parameters
    ----------
    arms : sequence of Chunk
        The arms; their range of deals is replaced chunk by chunk.
    span : Span
    measure : callable
        Rows of each arm, the same deals in the same order -> sums. It runs beside the playing.
    workers : int
    stopped : callable
        Asked before a chunk begins; see `simulator.batch.simulate`.
    played : callable
        Told after each chunk how many deals it had, arms together.
    """

    def measured(chunk: Chunk) -> Sums:
        return measure([play_chunk(replace(arm, first=chunk.first, count=chunk.count)) for arm in arms])

    total = Sums()
    for chunk, sums in simulate(_chunks(arms[0], span), workers, play=measured, stopped=stopped):
        total = total + sums
        played(chunk.count * len(arms))
    return total


def _chunks(arm: Chunk, span: Span) -> Iterator[Chunk]:
    for first, count in ranges(span.first, span.count, CHUNK):
        yield replace(arm, first=first, count=count)
