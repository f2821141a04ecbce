"""``quatorze summary``."""

from __future__ import annotations

import click

from quatorze import options, terminal


@click.command("summary")
@click.argument("folder", metavar="RUN")
@options.told
def command(folder: str, as_json: bool, as_csv: bool) -> None:
    """Tell the summary of a run folder; nothing is played."""
    options.one_format(as_json, as_csv)
    from quatorze import running

    done = running.open_run(folder)
    if as_json:
        terminal.document(done.summary())
    elif as_csv:
        terminal.csv(done.frame(), done.summary())
    else:
        terminal.head(done.summary(), done.plan.game.rulebook.described(done.plan.rules))
        if done.played < done.plan.deals:
            units = "matches" if done.plan.matches else "deals"
            terminal.say(f"unfinished: {done.played:,} of {done.plan.deals:,} {units} are there")
        terminal.say()
        terminal.estimates(done.estimates(), brief=True)
