"""``quatorze export``."""

from __future__ import annotations

import click

from quatorze import options, terminal
from simulator.errors import RequestError


@click.command("export")
@click.argument("folder", metavar="RUN")
@click.option("--csv", "as_csv", is_flag=True, help="CSV with a heading (the default).")
@click.option("--json", "as_json", is_flag=True, help="JSON, one row a line.")
@click.option("--parquet", is_flag=True, help="One Parquet file; needs --out.")
@options.once("-o", "--out", metavar="FILE", help="Where to write; standard output by default.")
@click.option("--matches", is_flag=True, help="The rows of the matches instead of those of their deals.")
@options.once("--columns", metavar="A,B,...", help="Only these columns.")
def command(
    folder: str, as_csv: bool, as_json: bool, parquet: bool, out: str | None, matches: bool, columns: str | None
) -> None:
    """Write the rows of a run folder as CSV, JSON lines or Parquet."""
    if as_csv + as_json + parquet > 1:
        raise RequestError("more than one format at once; ask for --csv, --json or --parquet")
    if parquet and out is None:
        raise RequestError("Parquet is not for the terminal; say where it goes with --out FILE")
    from quatorze import exporting

    form = "parquet" if parquet else "json" if as_json else "csv"
    names = None if columns is None else [name.strip() for name in columns.split(",")]
    rows = exporting.export(folder, form, out, names, matches)
    if out is not None:
        terminal.say(f"{rows:,} rows: {out}", err=True)
