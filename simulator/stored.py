"""A run folder to read: its rows a part at a time or as one frame, and whether they are what was written."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simulator import manifest as manifests
from simulator import parts
from simulator.columns import Columns
from simulator.errors import RequestError
from simulator.manifest import Part

DEALS = "deals"


@dataclass(frozen=True)
class StoredRun:
    """A run folder to read; see ``open_run``.

    Attributes
    ----------
    folder : Path
    manifest : dict
        The content of ``manifest.json``.
    complete : bool
        Whether every deal that was asked for is there.
    """

    folder: Path
    manifest: dict[str, Any]
    complete: bool
    _parts: tuple[Part, ...]

    @property
    def deals(self) -> int:
        """The number of rows there are."""
        return sum(part.rows for part in self._parts)

    def parts(self) -> Iterator[tuple[int, Path]]:
        """Yield (first deal, path) of each whole part, in order."""
        for part in self._parts:
            yield part.first, self.folder / DEALS / manifests.file_of(part.first)

    def tables(self, columns: Iterable[str] | None = None) -> Iterator[Any]:
        """Yield a ``pyarrow.Table`` a part, in order: small integers, words as dictionary-encoded strings.

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
        schema = None
        for part, (_, path) in zip(self._parts, self.parts(), strict=True):
            table = parts.read(path, part, names)
            if schema is not None and not table.schema.equals(schema):
                raise parts.damaged(path, "its columns are not those of the parts before it")
            schema = table.schema
            yield table

    def frame(self, columns: Iterable[str] | None = None, outcome: Columns | None = None) -> Any:
        """Return all rows as one ``pandas.DataFrame``, numbers widened to int64, words as categories.

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
        import pandas as pd

        wanted = None if columns is None else list(columns)
        pieces: dict[str, list[np.ndarray]] = {}
        words: dict[str, list[str]] = {}
        for table in self.tables(wanted):
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
        """Read every part whole, comparing it with its digest and its name.

        Raises
        ------
        RequestError
            For the first part that is damaged.
        """
        for _ in self.tables():
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
    for name in parts.listed(folder / DEALS):
        first = manifests.first_of(name)
        if first is None:
            continue
        path = folder / DEALS / name
        parts.looked_at(path)
        part = stored.parts.get(first) or parts.checked(path, first)
        if first < reached or part.end > request.first + request.deals:
            raise parts.foreign(path)
        reached = part.end
        found.append(part)
    complete = manifests.tile(((part.first, part.rows) for part in found), request)
    return StoredRun(folder, stored.as_dict(), complete, tuple(found))
