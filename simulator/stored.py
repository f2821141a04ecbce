"""A run folder to read: its rows a part at a time or as one frame, and whether they are what was written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simulator import manifest as manifests
from simulator import pairs, parts
from simulator.columns import Columns
from simulator.errors import RequestError
from simulator.manifest import Manifest, Part

DEALS = "deals"
MATCHES = "matches"


@dataclass(frozen=True)
class StoredRun:
    """A run folder to read; see ``open_run``.

    Attributes
    ----------
    folder : Path
    manifest : dict
        The content of ``manifest.json``.
    complete : bool
        Whether every deal or match that was asked for is there.
    """

    folder: Path
    manifest: dict[str, Any]
    complete: bool
    _parts: tuple[Part, ...]

    @property
    def deals(self) -> int:
        """The number of deals there are, those of matches included."""
        return sum(part.rows for part in self._parts)

    @property
    def matches(self) -> int | None:
        """The number of matches there are, None in a run of deals."""
        return None if self.manifest["matches"] is None else sum(part.end - part.begin for part in self._parts)

    def parts(self) -> Iterator[tuple[int, Path]]:
        """Yield (first deal, path of the deals) of each whole part, in order."""
        for part in self._parts:
            yield part.first, self.folder / DEALS / manifests.file_of(part.first)

    def tables(self, columns: Iterable[str] | None = None) -> Iterator[Any]:
        """Yield a ``pyarrow.Table`` of the deals a part, in order: small integers, words as dictionary-encoded strings.

        Parameters
        ----------
        columns : iterable of str, optional
            The columns wanted, in that order; all by default.

        Raises
        ------
        RequestError
            When a column does not exist or a part is damaged.
        """
        names = None if columns is None else list(columns)

        def table(part: Part, path: Path) -> Any:
            if part.matches is None:
                return parts.read(path, part, names)
            return pairs.read_deals(path, self._beside(path), part, names)

        return self._tables(table)

    def match_tables(self, columns: Iterable[str] | None = None) -> Iterator[Any]:
        """Yield a table of the matches a part, one row a match, in order; otherwise as ``tables``."""
        names = None if columns is None else list(columns)
        if self.manifest["matches"] is None:
            raise RequestError(f"{self.folder} is a run of deals and has no matches; give a run made with --matches")
        return self._tables(lambda part, path: pairs.read_matches(self._beside(path), part, names))

    def _beside(self, path: Path) -> Path:
        """Return the file of matches that belongs to a file of deals."""
        return self.folder / MATCHES / path.name

    def _tables(self, table_of: Callable[[Part, Path], Any]) -> Iterator[Any]:
        schema = None
        for part, (_, path) in zip(self._parts, self.parts(), strict=True):
            table = table_of(part, path)
            if schema is not None and not table.schema.equals(schema):
                raise parts.damaged(path, "its columns are not those of the parts before it")
            schema = table.schema
            yield table

    def frame(self, columns: Iterable[str] | None = None, outcome: Columns | None = None) -> Any:
        """Return all deals as one ``pandas.DataFrame``, numbers widened to int64, words as categories.

        Parameters
        ----------
        columns : iterable of str, optional
            The columns wanted, in that order; all by default.
        outcome : Columns, optional
            With it the categories of a word column are its words in their order, as in ``Columns.frame``; without it,
            the words that the parts know.

        Raises
        ------
        RequestError
            When a column does not exist or a part is damaged.
        """
        wanted = None if columns is None else list(columns)
        return self._frame(self.tables(wanted), wanted, outcome)

    def match_frame(self, columns: Iterable[str] | None = None, outcome: Columns | None = None) -> Any:
        """Return all matches as one frame; `outcome` are the columns of a match, otherwise as ``frame``."""
        wanted = None if columns is None else list(columns)
        return self._frame(self.match_tables(wanted), wanted, outcome)

    def _frame(self, tables: Iterable[Any], wanted: list[str] | None, outcome: Columns | None) -> Any:
        import pandas as pd

        pieces: dict[str, list[np.ndarray]] = {}
        words: dict[str, list[str]] = {}
        for table in tables:
            for name, column in zip(table.column_names, table.columns, strict=True):
                pieces.setdefault(name, []).append(parts.values(column, words.setdefault(name, [])))
        if not pieces:  # no part yet
            names = (outcome.names if outcome else []) if wanted is None else wanted
            pieces = {name: [np.zeros(0, np.int64)] for name in names}
        data: dict[str, Any] = {}
        for name in list(pieces):
            values = np.concatenate(pieces.pop(name))
            known = list(outcome.by_name[name].words) if outcome and name in outcome.by_name else []
            if known or words.get(name):
                data[name] = parts.categories(values, words.get(name, []), known, f"{self.folder}: the column {name}")
            else:
                data[name] = values
        return pd.DataFrame(data, copy=False)

    def verify(self) -> None:
        """Read every part whole, comparing it with its digest and its name, and deals with their matches.

        Raises
        ------
        RequestError
            For the first part that is damaged.
        """
        for _ in self.tables():
            pass
        for _ in self.match_tables() if self.manifest["matches"] is not None else ():
            pass


def open_run(folder: Path) -> StoredRun:
    """Open a run folder to read; of an incomplete run, what is whole can be read.

    Parameters
    ----------
    folder : Path
        The run folder.

    Raises
    ------
    RequestError
        When there is no such folder, it is not a run folder, or its manifest is damaged or a part cut short; other
        damage is told when the part is read.
    """
    folder = Path(folder)
    if not os.path.isdir(folder):  # which, unlike Path's, bears any name
        what = "is a file, not a run folder" if os.path.exists(folder) else "does not exist"
        raise RequestError(f"{folder} {what}; give a folder made by `quatorze run ... --out`")
    if not (folder / manifests.NAME).is_file():
        raise RequestError(f"{folder} is not a run folder (it has no {manifests.NAME}); give the folder of a run")
    stored = manifests.read_manifest(folder)
    request = stored.request
    found: list[Part] = []
    reached = request.first
    matches = set(parts.listed(folder / MATCHES)) if request.matches is not None else set()
    for name in parts.listed(folder / DEALS):
        first = manifests.first_of(name)
        if first is None or request.matches is not None and name not in matches:
            continue
        part = _part(folder, name, first, stored)
        if part.begin < reached or part.end > request.end:
            raise parts.foreign(folder / DEALS / name)
        reached = part.end
        found.append(part)
    return StoredRun(folder, stored.as_dict(), manifests.tile(found, request), tuple(found))


def _part(folder: Path, name: str, first: int, stored: Manifest) -> Part:
    """Return what the part of that name holds, as the manifest tells it, or decoded where it does not."""
    path, beside = folder / DEALS / name, folder / MATCHES / name
    parts.looked_at(path)
    if stored.request.matches is None:
        return stored.parts.get(first) or parts.checked(path, first)
    parts.looked_at(beside)
    if first % stored.request.deal(1):
        raise parts.foreign(path)
    return stored.parts.get(first) or pairs.checked(path, beside, first)
