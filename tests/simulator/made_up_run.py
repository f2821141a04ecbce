"""A run of no game, for the tests of run folders: four columns that are functions of the deal number, small parts.

``python -m tests.simulator.made_up_run`` serves runs to be killed, see ``serve``.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulator import parts, runs
from simulator.columns import Column, Columns
from simulator.runs import Request, Writer

PART = 16
FIRST = 5
COLUMNS = Columns(
    (
        Column("deal", "i8", "The deal."),
        Column("score_left", "i2", "Points."),
        Column("tricks_left", "i1", "Tricks."),
        Column("verdict", "i1", "How it ended.", ("won", "lost", "drawn", "never")),
    )
)


def request(deals: int, **changes: Any) -> Request:
    """Return a request, `changes` made."""
    values: dict[str, Any] = {
        "game": "whist",
        "rules": {"bonus": 5, "order": "fifo", "coefficients": [1, 2, 4], "strict": True},
        "strategies": {"left": "greedy", "left.keep": "bots/mine.py:Mine:x=0.5", "right": "greedy"},
        "sources": {"greedy": "aa", "bots/mine.py:Mine:x=0.5": "bb"},
        "seed": 2**64 - 1,
        "first": FIRST,
        "deals": deals,
    }
    return Request(**(values | changes))


def rows(first: int, count: int) -> np.ndarray:
    """Return the rows of deals; the word ``never`` is never used, and a part alone may use one word only."""
    deal = np.arange(first, first + count)
    table = np.zeros(count, COLUMNS.dtype)
    table["deal"] = deal
    table["score_left"] = deal * 7919 % 601 - 300
    table["tricks_left"] = deal % 13
    table["verdict"] = deal // 20 % 3
    return table


def writer(folder: Path, deals: int, *, version: str = "1.0", machine: str = "here", **changes: Any) -> Writer:
    """Return a writer of the made-up run."""
    return Writer(folder, request(deals, **changes), COLUMNS, version, {"machine": machine}, part=PART)


def play(folder: Path, deals: int, order: Iterable[int] | None = None, *, first: int = FIRST) -> list[tuple[int, int]]:
    """Open, store what is missing and close; return what was missing.

    With an `order`, only the missing ranges of these places are stored, in that order, places counted round.
    """
    run = writer(folder, deals, first=first, machine=f"number {deals}")
    missing = run.open()
    for place in range(len(missing)) if order is None else dict.fromkeys(at % len(missing) for at in order if missing):
        run.store(missing[place][0], rows(*missing[place]))
    run.close(1.25)
    return missing


def no_waiting_for_the_disk(patch: pytest.MonkeyPatch) -> None:
    """Leave out what only matters when the power fails, and takes most of the time of a small run."""
    patch.setattr(os, "fsync", lambda descriptor: None)


def tree(folder: Path) -> dict[str, bytes | str | None]:
    """Return everything under (or at) a path: content of files, targets of links, None for folders."""
    if not folder.is_dir():
        return {"": folder.read_bytes() if folder.exists() else "nothing"}
    return {
        str(path.relative_to(folder)): str(path.readlink())
        if path.is_symlink()
        else (None if path.is_dir() else path.read_bytes())
        for path in folder.rglob("*")
    }


def lasting(folder: Path) -> dict[str, Any]:
    """Return what must not depend on how a run was made."""
    found: dict[str, Any] = tree(folder)
    manifest = json.loads(found.pop("manifest.json"))
    del manifest["environment"], manifest["seconds"]
    return found | {"manifest": manifest}


def _play_and_die(play: Callable[[Path, int], Any], folder: str, deals: int, kill: int, pause: float) -> None:
    runs.PAUSE = pause
    done = 0

    def count(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal done
        if event in ("open", "os.rename", "os.mkdir", "os.remove") and folder in os.fsdecode(arguments[0]):
            done += 1
            if done == kill:
                os.kill(os.getpid(), signal.SIGKILL)

    if kill:
        no_waiting_for_the_disk(pytest.MonkeyPatch())
        sys.addaudithook(count)
    for reached in (deals * 4 // 5, deals):  # extended in the end
        play(Path(folder), reached)


def serve(play: Callable[[Path, int], Any]) -> None:
    """Play what standard input asks for, each in a child of its own.

    A line is a JSON list ``[folder, deals, kill, pause, seconds]``, answered with the child's exit status. The child
    kills itself before its file operation number `kill`, and is killed after `seconds`; 0 is never.
    """
    parts.encoded(COLUMNS, rows(0, 1))  # imports what it needs, once and not in every child
    for line in sys.stdin:
        folder, deals, kill, pause, seconds = json.loads(line)
        child = os.fork()
        if not child:
            _play_and_die(play, folder, deals, kill, pause)
            os._exit(0)
        if seconds:
            time.sleep(seconds)
            os.kill(child, signal.SIGKILL)  # it has not been waited for, so the number is still its own
        print(os.waitpid(child, 0)[1], flush=True)


if __name__ == "__main__":
    serve(play)
