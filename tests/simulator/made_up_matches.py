"""A run of matches of no game: every column a function of the numbers of the match and the deal, small parts.

``python -m tests.simulator.made_up_matches`` serves runs to be killed, see ``made_up_run.serve``.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from simulator import parts
from simulator.columns import Column, Columns
from simulator.runs import Request, Writer
from simulator.spans import MATCH_DEALS, ranges
from tests.simulator import made_up_run
from tests.simulator.made_up_run import COLUMNS

PART = 8
FIRST = 5
MATCH_COLUMNS = Columns(
    (
        Column("match", "i8", "The match."),
        Column("deals", "i2", "How many deals it had."),
        Column("winner", "i1", "Who won it.", ("nobody", "left", "right", "never")),
        Column("points", "i4", "What it was worth."),
    )
)


def request(matches: int, **changes: Any) -> Request:
    """Return a request, `changes` made."""
    return made_up_run.request(**({"deals": None, "matches": matches, "first": FIRST} | changes))


def match_rows(first: int, count: int) -> np.ndarray:
    """Return the rows of matches."""
    match = np.arange(first, first + count)
    table = np.zeros(count, MATCH_COLUMNS.dtype)
    table["match"] = match
    table["deals"] = 1 + match * match % 5
    table["winner"] = match // 10 % 3
    table["points"] = match * 104729 % 7919
    return table


def deals(first: int, count: int) -> list[int]:
    """Return the numbers of the deals of matches, one at a time."""
    table = match_rows(first, count)
    return [MATCH_DEALS * int(row["match"]) + at for row in table for at in range(row["deals"])]


def rows(first: int, count: int) -> np.ndarray:
    """Return the rows of the deals of matches."""
    return np.concatenate([made_up_run.rows(deal, 1) for deal in deals(first, count)] or [made_up_run.rows(0, 0)])


def cut(matches: int, first: int = FIRST) -> list[tuple[int, int]]:
    """Return the ranges of the parts of a run."""
    return list(ranges(first, matches, PART))


def name(first: int) -> str:
    """Return the name of the part that begins with that match."""
    return f"part-{MATCH_DEALS * first:016d}.parquet"


def both(folder: Path, first: int) -> list[Path]:
    """Return the two files of the part that begins with that match."""
    return [folder / place / name(first) for place in ("deals", "matches")]


def writer(folder: Path, matches: int, *, version: str = "1.0", machine: str = "here", **changes: Any) -> Writer:
    """Return a writer of the made-up run."""
    wanted = request(matches, **changes)
    return Writer(folder, wanted, COLUMNS, version, {"machine": machine}, part=PART, match_columns=MATCH_COLUMNS)


def play(
    folder: Path, matches: int, order: Iterable[int] | None = None, *, first: int = FIRST
) -> list[tuple[int, int]]:
    """Do what ``made_up_run.play`` does."""
    run = writer(folder, matches, first=first, machine=f"number {matches}")
    missing = run.open()
    for place in range(len(missing)) if order is None else dict.fromkeys(at % len(missing) for at in order if missing):
        run.store(missing[place][0], rows(*missing[place]), match_rows(*missing[place]))
    run.close(1.25)
    return missing


if __name__ == "__main__":
    parts.encoded(MATCH_COLUMNS, match_rows(0, 1))
    made_up_run.serve(play)
