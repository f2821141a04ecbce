"""``quatorze report``."""

from __future__ import annotations

import click

from quatorze import options, terminal


@click.command("report")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True)
@options.once("-o", "--out", required=True, metavar="FILE.html", help="Where the page goes.")
def command(runs: tuple[str, ...], out: str) -> None:
    """Write one self-contained HTML page about run folders."""
    from quatorze import pages

    terminal.say(f"page: {pages.report(runs, out)}")
