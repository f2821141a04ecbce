"""A range of deals or of matches -> rows, in chunks, over any ``concurrent.futures`` executor.

A chunk is a plain specification (game, rules, strategies, seed, first, count): a pure function of it that may be
played anywhere, in any order, and again. Compiled code never travels; whoever plays a chunk loads the players through
the loader that it names.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from simulator.conditions import NOTHING_FIXED, Conditions
from simulator.engine import Engine, Narrow, engine
from simulator.games import game as game_named
from simulator.rules import Value
from simulator.spans import CHUNK, ranges

__all__ = ["CHUNK", "Chunk", "Rows", "play_chunk", "play_rows", "ranges", "simulate"]

LOADER = "strategies.load:player"
PREDICATES = "strategies.predicates:predicate"


class Rows(NamedTuple):
    """What a chunk gives: one row a deal, and in a run of matches one row a match (else None)."""

    deals: np.ndarray
    matches: np.ndarray | None


@dataclass(frozen=True)
class Chunk:
    """What is played: `count` deals from `first`, or as many matches.

    Attributes
    ----------
    game : str
    rules : tuple of (name, value)
        Resolved rules.
    players : tuple of (role, specification)
        Or of (player, specification) in a run of matches.
    seed, first, count : int
    narrow : tuple of Narrow
    conditions : Conditions
        What is fixed before the shuffle.
    loader, predicates : str
        ``module:function`` that makes a player of a game's name and a specification; that makes a predicate of
        ``FILE:FUNCTION`` and a digest.
    """

    game: str
    rules: tuple[tuple[str, Value], ...]
    players: tuple[tuple[str, Any], ...]
    seed: int
    first: int
    count: int
    narrow: tuple[Narrow, ...] = ()
    conditions: Conditions = NOTHING_FIXED
    loader: str = LOADER
    predicates: str = PREDICATES

    def engine(self) -> Engine:
        """Return the compiled table for this chunk."""
        load = _called(self.loader)
        players = {role: load(self.game, specification) for role, specification in self.players}
        fixed = self.conditions
        accept = _called(self.predicates)(fixed.accept, fixed.source) if fixed.accept else None
        return engine(game_named(self.game), dict(self.rules), players, fixed, accept)


def _called(name: str) -> Callable[..., Any]:
    """Return the function that ``module:function`` names."""
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)  # type: ignore[no-any-return]


def play_chunk(chunk: Chunk) -> np.ndarray:
    """Return the rows of a chunk's deals."""
    return play_rows(chunk).deals


def play_rows(chunk: Chunk) -> Rows:
    """Return the rows of a chunk."""
    table = chunk.engine()
    if table.matches:
        return Rows(*table.play_matches(chunk.seed, chunk.first, chunk.count))
    return Rows(table.play(chunk.seed, table.jobs([(chunk.first, chunk.count)], chunk.narrow)), None)


def simulate(
    chunks: Iterable[Chunk],
    workers: int = 1,
    executor: Executor | None = None,
    play: Callable[[Chunk], Any] = play_chunk,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[Chunk, Any]]:
    """Play chunks and yield (chunk, what `play` returned) in their order; few are in memory at a time.

    Parameters
    ----------
    chunks : iterable of Chunk
    workers : int
        Threads, when no executor is given; also how many chunks are under way.
    executor : Executor, optional
        Any ``concurrent.futures`` executor.
    play : callable
        What is done with a chunk where it is played; rows by default.
    stopped : callable
        Asked before each chunk is sent out; once it says yes, those under way are finished and yielded.
    """
    own = ThreadPoolExecutor(max_workers=workers) if executor is None else None
    pool = executor or own
    assert pool is not None
    waiting: deque[tuple[Chunk, Future[Any]]] = deque()
    coming = iter(chunks)
    try:
        while True:
            while len(waiting) <= workers and not stopped():
                chunk = next(coming, None)
                if chunk is None:
                    break
                waiting.append((chunk, pool.submit(play, chunk)))
            if not waiting:
                return
            chunk, future = waiting.popleft()
            yield chunk, future.result()
    finally:
        for _, future in waiting:
            future.cancel()
        if own is not None:
            own.shutdown(wait=True, cancel_futures=True)
