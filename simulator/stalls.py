"""Decisions that do not return: who is at work, and how long nothing has moved.

Compiled code cannot be interrupted. But a kernel writes the record of the deal before every decision, and the record
can be read while it plays: where not a byte of it changes, a decision (or a predicate) is not coming back.
"""

from __future__ import annotations

import contextlib
import itertools
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from simulator.errors import PlayError

_PAUSE = 1.0


@dataclass(frozen=True)
class Work:
    """A kernel at work: the record of its deal, and what makes a failure of where it stands."""

    table: np.ndarray
    failure: Callable[[str], PlayError]


_WORK: dict[int, Work] = {}
_NUMBERS = itertools.count()


@contextlib.contextmanager
def at_work(table: np.ndarray, failure: Callable[[str], PlayError]) -> Iterator[None]:
    """Let others see where a kernel stands while it plays."""
    number = next(_NUMBERS)
    _WORK[number] = Work(table, failure)
    try:
        yield
    finally:
        del _WORK[number]


def standing() -> list[PlayError]:
    """Return where every kernel at work stands, as failures that name strategy, decision, deal and replay command."""
    return [work.failure("was not finished") for work in list(_WORK.values())]


@contextlib.contextmanager
def watched(seconds: float, stalled: Callable[[PlayError], None]) -> Iterator[None]:
    """Watch all kernels at work; call `stalled` (in a thread of its own) when one has not moved for `seconds`.

    What it is called with names the strategy, the decision, the deal and the command that replays it.
    """
    over = threading.Event()

    def watch() -> None:
        seen: dict[int, tuple[bytes, float]] = {}
        while not over.wait(min(_PAUSE, seconds / 4)):
            now, last = time.monotonic(), seen
            seen = {}
            for number, work in list(_WORK.items()):
                content = work.table.tobytes()
                before, since = last.get(number, (b"", now))
                seen[number] = (content, since if content == before else now)
                if now - seen[number][1] >= seconds:
                    stalled(work.failure(f"has not returned for {seconds:g} seconds"))
                    return

    watcher = threading.Thread(target=watch, name="quatorze-stalls", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
