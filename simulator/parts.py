"""One file of a run: a range of rows as Parquet, written the same way every time and checked when read."""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulator.columns import Columns
from simulator.errors import RequestError, unknown
from simulator.manifest import Part, Told

_MAGIC = b"PAR1"


@dataclass(frozen=True)
class Loaded:
    """What was read of a file: some of its columns as a ``pyarrow.Table``, and its SHA-256 digest."""

    table: Any
    digest: str


def encoded(columns: Columns, rows: np.ndarray) -> bytes:
    """Return the file of `rows`; its bytes depend on the rows and on pyarrow's version alone."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    number = columns.names[0]
    sink = pa.BufferOutputStream()
    pq.write_table(
        columns.table(rows),
        sink,
        version="2.6",
        data_page_version="1.0",
        compression="zstd",
        compression_level=3,
        row_group_size=len(rows),
        # Dictionaries make narrow numbers a third smaller and twice as fast, differences make running numbers vanish.
        use_dictionary=[name for name in columns.names if name != number],
        column_encoding={number: "DELTA_BINARY_PACKED"},
        write_statistics=True,
        write_page_checksum=True,
        store_schema=True,
    )
    return bytes(sink.getvalue())


def listed(folder: Path) -> list[str]:
    """Return the names in a folder of parts, in order; none where it does not exist yet."""
    if folder.is_symlink():
        raise RequestError(f"{folder} is a link and could lead anywhere; put the folder itself there")
    try:
        return sorted(os.listdir(folder))
    except FileNotFoundError:
        return []
    except OSError as problem:
        raise RequestError(f"{folder} cannot be read ({problem.strerror})") from None


def checked(path: Path, first: int, told: Part | None = None, schema: Any = None) -> Part:
    """Return what a part of a run of deals holds, after comparing it with what the manifest `told` of it.

    Parameters
    ----------
    path : Path
    first : int
        Its first deal.
    told : Part, optional
        What the manifest says of it; where it says nothing, all of the file is decoded.
    schema : pyarrow.Schema, optional
        The columns that it must have.

    Raises
    ------
    RequestError
        When it is damaged or cannot be read.
    """
    loaded = load(path, None, None, schema) if told is None else load(path, ["deal"], told.file, schema)
    part = Part(first, loaded.table.num_rows, loaded.digest)
    running(path, loaded.table, "deal", first)
    return part


def read(path: Path, part: Part, names: list[str] | None = None) -> Any:
    """Return the columns `names` of a part of a run of deals, all by default; its digest is compared first."""
    table = load(path, names, part.file).table
    if "deal" in table.column_names:
        running(path, table, "deal", part.first)
    return table


def load(
    path: Path,
    names: list[str] | None = None,
    told: Told | None = None,
    schema: Any = None,
    needs: tuple[str, ...] = ("deal",),
) -> Loaded:
    """Read some columns of a file.

    Parameters
    ----------
    path : Path
    names : list of str, optional
        The columns wanted, in that order; all by default.
    told : pair of str and int, optional
        What the manifest says of it: its digest and its number of rows.
    schema : pyarrow.Schema, optional
        The columns that it must have, all and in that order.
    needs : tuple of str
        Columns without which it is nothing.

    Raises
    ------
    RequestError
        When it is damaged, cannot be read, or has no column of that name.
    """
    content = _content(path)
    digest = hashlib.sha256(content).hexdigest()
    # The digest comes first: on some damaged footers pyarrow does not raise but ends the process.
    if told is not None and told[0] != digest:
        raise damaged(path, "it is not the file that the manifest lists")
    with _opened(path, content) as file:
        known = file.schema_arrow.names
        if schema is not None and not file.schema_arrow.equals(schema):
            raise damaged(path, "its columns are not those of this run")
        for name in needs:
            if known.count(name) != 1:
                raise damaged(path, f"it has no column {name}")
        wanted = known if names is None else list(dict.fromkeys(names))
        for name in wanted:
            if name not in known:
                raise unknown("column", name, known)
        if told is not None and told[1] != file.metadata.num_rows:
            raise damaged(path, f"it has {file.metadata.num_rows} rows, and the manifest says {told[1]}")
        table = file.read(columns=wanted).select(wanted)
        table.validate(full=True)  # a damaged dictionary may be too short for what points into it
    return Loaded(table, digest)


def running(path: Path, table: Any, name: str, first: int) -> None:
    """Raise ``RequestError`` unless the column `name` counts up from `first`."""
    if not np.array_equal(numbers(path, table, name), np.arange(first, first + table.num_rows)):
        raise damaged(path, f"its {'deals' if name == 'deal' else 'matches'} are not those that its name promises")


def numbers(path: Path, table: Any, name: str) -> NDArray[np.int64]:
    """Return a column of integers; `path` is the file to name when it is none."""
    import pyarrow as pa

    column = table[name]
    if not pa.types.is_integer(column.type) or column.null_count:
        raise damaged(path, f"its column {name} does not hold numbers")
    return np.asarray(column.to_numpy()).astype(np.int64)


def looked_at(path: Path) -> None:
    """Raise ``RequestError`` for a part that was cut short, without reading it."""
    refuse_irregular(path)
    with _told(path), path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - len(_MAGIC)))
        if size < 3 * len(_MAGIC) or file.read() != _MAGIC:
            raise damaged(path, "it is cut short")


def values(column: Any, words: list[str]) -> np.ndarray:
    """Return a column as an array: numbers as int64, words as their places in `words`, which grows with new ones."""
    import pyarrow as pa

    if not pa.types.is_dictionary(column.type):
        array: np.ndarray = column.to_numpy()
        return array.astype(np.int64) if array.dtype.kind in "iu" else array
    pieces = [np.zeros(0, np.int16)]
    for chunk in column.chunks:
        spelled = chunk.dictionary.to_pylist()
        words.extend(word for word in spelled if word not in words)
        pieces.append(np.array([words.index(word) for word in spelled], np.int16)[chunk.indices.to_numpy()])
    return np.concatenate(pieces)


def categories(codes: NDArray[np.int16], words: list[str], known: list[str], what: str) -> Any:
    """Return places in `words` as a ``pandas.Categorical``: ordered, of the words `known`, if any are given."""
    import pandas as pd

    if not known:
        return pd.Categorical.from_codes(codes, categories=pd.Index(words))
    for word in words:
        if word not in known:
            raise RequestError(f"{what} holds the word {word!r}, which this version does not know")
    places = np.array([known.index(word) for word in words] or [0], np.int16)
    return pd.Categorical.from_codes(places[codes], categories=pd.Index(known), ordered=True)


def foreign(path: Path) -> RequestError:
    """Return the error for a file that has no place in the folder of the parts."""
    return RequestError(f"{path} is not a part of this run; move it elsewhere, and run the same command again")


def damaged(path: Path, why: str) -> RequestError:
    """Return the error for a part that will not be used."""
    return RequestError(
        f"{path} is damaged ({why}) and is not used; delete it, and the command of the run plays its deals again"
    )


def _content(path: Path) -> bytes:
    refuse_irregular(path)
    with _told(path):
        return path.read_bytes()


def refuse_irregular(path: Path) -> None:
    """Refuse a link, which could lead anywhere, or a pipe, which could wait for ever."""
    with _told(path):
        mode = path.lstat().st_mode
    if not stat.S_ISREG(mode):
        raise foreign(path)


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Tell in one line what the system says of a part that cannot be read."""
    try:
        yield
    except OSError as problem:
        raise RequestError(f"{path} cannot be read ({problem.strerror})") from None


@contextlib.contextmanager
def _opened(path: Path, content: bytes) -> Iterator[Any]:
    """Open a part; what fails on it is told as damage."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(pa.BufferReader(content), page_checksum_verification=True) as file:
            yield file
    except MemoryError:
        raise
    except (pa.ArrowException, OSError, ValueError):
        raise damaged(path, "it cannot be decoded") from None
