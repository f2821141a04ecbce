"""Several arms on the same deals: each chunk is played once an arm, then measured, and only the sums are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from analyses.sums import Sums
from simulator import batch
from simulator.batch import Chunk
from simulator.spans import part_size, ranges

Measure = Callable[[list[Any]], Sums]
"""Rows of each arm, the same deals in the same order -> sums; in matches (deal rows, match rows) of each arm."""


@dataclass(frozen=True)
class Span:
    """Which deals, or matches: `count` from `first`."""

    first: int
    count: int
    matches: bool = False


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
        It runs beside the playing.
    workers : int
    stopped : callable
        Asked before a chunk begins; see `simulator.batch.simulate`.
    played : callable
        Told after each chunk how many deals it had, arms together.
    """

    def measured(chunk: Chunk) -> Sums:
        played = [batch.play_rows(replace(arm, first=chunk.first, count=chunk.count)) for arm in arms]
        return measure(list(played) if span.matches else [rows.deals for rows in played])

    total = Sums()
    for chunk, sums in batch.simulate(_chunks(arms[0], span), workers, play=measured, stopped=stopped):
        total = total + sums
        played(chunk.count * len(arms))
    return total


def _chunks(arm: Chunk, span: Span) -> Iterator[Chunk]:
    for first, count in ranges(span.first, span.count, part_size(span.matches)):
        yield replace(arm, first=first, count=count)
