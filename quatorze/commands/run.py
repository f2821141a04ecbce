"""``quatorze run``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from quatorze import options, terminal
from simulator.errors import RequestError


@click.command("run")
@options.playing
@options.ruled
@options.seated
@options.told
@options.once("--out", metavar="DIR", help="Keep the rows in a run folder; run again to go on or extend.")
@options.once("--report", "page", metavar="FILE.html", help="Write the page of the run as well.")
def command(
    asked: options.Asked,
    rules: str | None,
    strategies: tuple[str, ...],
    as_json: bool,
    as_csv: bool,
    out: str | None,
    page: str | None,
) -> None:
    """Play a batch of deals, or of matches, and tell what came out."""
    options.one_format(as_json, as_csv)
    if out is not None and not out.strip():
        raise RequestError("--out is empty; give the name of a folder")
    from quatorze import planning, running

    arguments = asked.arguments()
    if asked.seed is None and out is not None:
        arguments["seed"] = planning.seed_of(out)
    request = planning.plan(asked.game, rules, options.seats(strategies), **arguments)
    if page is not None:
        from simulator.durable import target

        target(page)
    with terminal.stoppable() as stopped, terminal.progress(request.deals, asked.game) as moved:
        done = running.play(request, None if out is None else Path(out), progress=moved, stopped=stopped)
    if done.played:
        _show(done, as_json, as_csv, page)
    if done.played < request.deals:
        kept = f"what is whole is kept in {out}" if out else "nothing was kept, for want of --out"
        words = [*planning.command_of(request, out), *([] if page is None else ["--report", page])]
        again = terminal.command_line(words)
        units = "matches" if request.matches else "deals"
        raise terminal.StoppedError(
            f"stopped after {done.played:,} of {request.deals:,} {units}; {kept}; go on with: {again}"
        )


def _show(done: Any, as_json: bool, as_csv: bool, page: str | None) -> None:
    if as_json:
        terminal.document(done.summary())
    elif as_csv:
        terminal.csv(done.frame(), done.summary())
    else:
        plan = done.plan
        terminal.head(done.summary(), plan.game.rulebook.described(plan.rules))
        terminal.say()
        terminal.estimates(done.estimates(), brief=True)
    if page is not None:
        from quatorze import pages

        terminal.say(f"page: {pages.report([done], page)}", err=True)
