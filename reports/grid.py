"""What a table is, before it is a page's: cells in rows, rows in groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """One cell, a remark in small letters beneath it, and an alarm where an estimate misses its exact value."""

    text: str
    note: str = ""
    alarm: bool = False


@dataclass(frozen=True)
class Row:
    """One row: its heading, what the heading means, and its cells."""

    head: str
    note: str
    cells: Sequence[Cell]


@dataclass(frozen=True)
class Table:
    """One table, ready for a page.

    Attributes
    ----------
    title, caption : str
        What it is, and of how many deals.
    columns : sequence of str
        Headings, that of the rows' own heading first.
    parts : sequence of (heading, rows)
        The rows in groups; a group without a heading is a plain body.
    folded : bool
        Whether a page opens it only when asked.
    """

    title: str
    caption: str
    columns: Sequence[str]
    parts: Sequence[tuple[str, Sequence[Row]]]
    folded: bool = False

    @property
    def wide(self) -> bool:
        """Whether it needs the whole width of a page."""
        return len(self.columns) > 3
