"""The rows of a run folder as CSV, JSON lines or one Parquet file, a part at a time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from quatorze.planning import plan_of
from simulator.durable import cannot_write, replaced, target
from simulator.errors import RequestError, unknown
from simulator.runs import open_run


def export(
    folder: str | Path, form: str, out: str | Path | None, columns: list[str] | None = None, matches: bool = False
) -> int:
    """Write the rows and return how many there were.

    Parameters
    ----------
    folder : path
        A run folder.
    form : str
        ``csv``, ``json`` (one row a line) or ``parquet``.
    out : path, optional
        A file, replaced as a whole once it is complete; standard output by default.
    columns : list of str, optional
        Only these, in this order.
    matches : bool
        The rows of the matches instead of those of their deals.

    Raises
    ------
    RequestError
        For a folder that is no run, or one of deals where matches are asked for, an unknown column, or a file that
        cannot be written.
    """
    stored = open_run(Path(folder))
    game = plan_of(stored).game
    if matches and stored.matches is None:
        raise RequestError(f"{folder} is a run of deals and has no matches; leave out --matches")
    outcome = game.match_columns if matches else game.columns
    known = outcome.names if outcome is not None else []
    for name in columns or ():
        if name not in known:
            raise unknown("column", name, known)
        if columns is not None and columns.count(name) > 1:
            raise RequestError(f"the column {name} is asked for twice; name it once")
    tables = stored.match_tables(columns) if matches else stored.tables(columns)
    if out is None:
        return _write(tables, form, sys.stdout.buffer)
    path = target(out)
    try:
        with replaced(path) as file:
            return _write(tables, form, file)
    except OSError as problem:
        raise cannot_write(path, problem, RequestError) from None


def _write(tables: Iterator[Any], form: str, file: IO[bytes]) -> int:
    rows, writer = 0, None
    for number, table in enumerate(tables):
        rows += table.num_rows
        if form == "parquet":
            import pyarrow.parquet as pq

            writer = writer or pq.ParquetWriter(file, table.schema, compression="zstd")
            writer.write_table(table)
        elif form == "json":
            text = table.to_pandas().to_json(orient="records", lines=True)
            file.write(text.encode())
        else:
            text = table.to_pandas().to_csv(index=False, header=number == 0)
            file.write(text.encode())
    if writer is not None:
        writer.close()
    return rows
