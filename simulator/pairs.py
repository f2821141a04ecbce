"""One part of a run of matches: a file of matches and a file of their deals, which must belong together.

The file of the matches is written first. So a writer that died between the two leaves matches without deals, or, where
a longer part was to replace a short one, more matches than there are deals of; never deals without their match.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulator import parts
from simulator.manifest import Part
from simulator.spans import MATCH_DEALS

NUMBER = "match"
"""The column of a match's number, the first one."""
COUNT = "deals"
"""The column of how many deals a match had."""


def deals_of(first: int, counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of all deals of the matches `first`, `first` + 1, ..., which had so many deals each."""
    began = np.cumsum(counts) - counts
    starts = MATCH_DEALS * np.arange(first, first + len(counts), dtype=np.int64)
    return np.repeat(starts - began, counts) + np.arange(counts.sum(), dtype=np.int64)


def possible(counts: NDArray[np.int64]) -> bool:
    """Return whether matches can have had so many deals each."""
    return bool(np.all((counts >= 1) & (counts <= MATCH_DEALS)))


def checked(
    deals: Path, matches: Path, first: int, told: Part | None = None, schemas: tuple[Any, Any] = (None, None)
) -> Part:
    """Return what a part holds, after comparing its two files with what the manifest `told` and with each other.

    Parameters
    ----------
    deals, matches : Path
        The two files.
    first : int
        Their first deal.
    told : Part, optional
        What the manifest says of them; where it says nothing, all of both is decoded.
    schemas : pair of pyarrow.Schema, optional
        The columns that they must have.

    Raises
    ------
    RequestError
        When one is damaged or cannot be read, or they do not belong together.
    """
    columns = (None, None) if told is None else (["deal"], [NUMBER, COUNT])
    files = (None, None) if told is None else (told.file, told.match_file)
    headed = parts.load(matches, columns[1], files[1], schemas[1], (NUMBER, COUNT))
    counts = _counts(matches, headed.table, first // MATCH_DEALS)
    played = parts.load(deals, columns[0], files[0], schemas[0])
    whole = _belonging(deals, played.table, first // MATCH_DEALS, counts)
    spare = len(counts) - whole
    if told is not None and spare:
        raise _apart(deals)
    return Part(first, played.table.num_rows, played.digest, whole, headed.digest, spare)


def reach(deals: Path, told: Part | None = None, schema: Any = None) -> int:
    """Return the match after the last of a file of deals whose file of matches is gone."""
    if told is not None:
        return told.end
    numbers = parts.numbers(deals, parts.load(deals, ["deal"], schema=schema).table, "deal")
    return int(numbers.max(initial=-1)) // MATCH_DEALS + 1


def read_deals(deals: Path, matches: Path, part: Part, names: list[str] | None = None) -> Any:
    """Return the columns `names` of the deals of a part, all by default, as a ``pyarrow.Table``.

    Digests are compared first, and numbers of deals, where they are wanted, with the matches.
    """
    table = parts.load(deals, names, part.file).table
    if "deal" in table.column_names:
        headed = _matches(matches, part, [NUMBER, COUNT])
        counts = _counts(matches, headed, part.begin)
        if _belonging(deals, table, part.begin, counts) != len(counts) - part.spare:
            raise _apart(deals)
    return table


def read_matches(matches: Path, part: Part, names: list[str] | None = None) -> Any:
    """Return the columns `names` of the matches of a part, all by default, without those that have no deals."""
    table = _matches(matches, part, names)
    if NUMBER in table.column_names:
        parts.running(matches, table, NUMBER, part.begin)
    return table.slice(0, part.matches)


def _matches(path: Path, part: Part, names: list[str] | None) -> Any:
    return parts.load(path, names, part.match_file, needs=(NUMBER, COUNT)).table


def _counts(path: Path, table: Any, first: int) -> NDArray[np.int64]:
    """Return how many deals each match had, which are the matches `first`, `first` + 1, ..."""
    parts.running(path, table, NUMBER, first)
    counts = parts.numbers(path, table, COUNT)
    if not possible(counts):
        raise parts.damaged(path, f"a match of it has no deals, or more than {MATCH_DEALS}")
    return counts


def _belonging(path: Path, table: Any, first: int, counts: NDArray[np.int64]) -> int:
    """Return how many of the matches have their deals here; raise where the deals are others, or half a match's."""
    deals = parts.numbers(path, table, "deal")
    ends = np.cumsum(counts)
    whole = int(np.searchsorted(ends, len(deals), side="right"))
    if not whole or ends[whole - 1] != len(deals) or not np.array_equal(deals, deals_of(first, counts[:whole])):
        raise _apart(path)
    return whole


def _apart(path: Path) -> Exception:
    return parts.damaged(path, "its deals are not those of its matches")
