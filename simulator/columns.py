"""What a row holds: the documented columns of a game's outcome, as a record, an Arrow table and a frame.

A kernel writes small integers; a column that holds a code also has ``words``, and everything outside the kernel
(Parquet, frames, traces) sees the word.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Column:
    """One column of an outcome.

    Attributes
    ----------
    name : str
        Name in rows, frames and files.
    dtype : str
        NumPy type in the kernel's record (``"i1"``, ``"u1"``, ``"i2"``, ``"i8"``, ...).
    doc : str
        Meaning and unit, one sentence.
    words : tuple of str
        For a code: the word of each code 0, 1, ...; empty for a number.
    brief : bool
        Whether the summary of a run tells it.
    """

    name: str
    dtype: str
    doc: str
    words: tuple[str, ...] = ()
    brief: bool = True


@dataclass(frozen=True)
class Columns:
    """The outcome of a game: its columns in order, ``deal`` (int64, the deal number) first; ``match`` of a match."""

    columns: tuple[Column, ...]

    def __post_init__(self) -> None:
        if self.columns[0].name not in ("deal", "match"):
            raise ValueError("the first column of an outcome is `deal`, of the outcome of a match `match`")

    @cached_property
    def dtype(self) -> np.dtype[np.void]:
        """The record that a kernel writes, one a deal."""
        return np.dtype([(column.name, column.dtype) for column in self.columns])

    @cached_property
    def by_name(self) -> dict[str, Column]:
        """The columns by name."""
        return {column.name: column for column in self.columns}

    @property
    def names(self) -> list[str]:
        """The names in order."""
        return [column.name for column in self.columns]

    def table(self, rows: np.ndarray, names: Iterable[str] | None = None) -> Any:
        """Return `rows` as a ``pyarrow.Table``; codes become dictionary-encoded strings.

        Parameters
        ----------
        rows : ndarray of ``dtype``, shape (n,)
        names : iterable of str, optional
            The columns wanted, all by default.
        """
        import pyarrow as pa

        arrays: dict[str, Any] = {}
        for name in self.names if names is None else names:
            column = self.by_name[name]
            values = np.ascontiguousarray(rows[name])
            if column.words:
                arrays[name] = pa.DictionaryArray.from_arrays(
                    pa.array(values.astype(np.int8, copy=False)), pa.array(list(column.words), pa.string())
                )
            else:
                arrays[name] = pa.array(values)
        return pa.table(arrays)

    def stem(self, name: str, roles: Iterable[str]) -> tuple[str, str | None]:
        """Return the name of a column without its role, and the role: ``score_elder`` is ``("score", "elder")``."""
        for role in roles:
            if name.endswith(f"_{role}"):
                return name[: -len(role) - 1], role
        return name, None

    def frame(self, rows: np.ndarray, names: Iterable[str] | None = None, wide: bool = True) -> Any:
        """Return `rows` as a ``pandas.DataFrame``, codes as ordered categories.

        Parameters
        ----------
        rows : ndarray of ``dtype``, shape (n,)
        names : iterable of str, optional
            The columns wanted, all by default.
        wide : bool
            Widen numbers to int64, for arithmetic; sums that widen by themselves do without.
        """
        import pandas as pd

        data: dict[str, Any] = {}
        for name in self.names if names is None else names:
            column = self.by_name[name]
            if column.words:
                codes = np.ascontiguousarray(rows[name]).astype(np.int8, copy=False)
                data[name] = pd.Categorical.from_codes(codes, categories=pd.Index(column.words), ordered=True)
            else:
                data[name] = rows[name].astype(np.int64) if wide else np.ascontiguousarray(rows[name])
        return pd.DataFrame(data, copy=False)
