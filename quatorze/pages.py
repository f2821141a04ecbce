"""From run folders to the page a user reads."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from analyses.declarations import declarations
from analyses.summary import counts, summary
from quatorze.planning import command_of
from quatorze.running import Run, open_run
from quatorze.terminal import command_line
from reports.chapter import Chapter
from reports.page import render, write
from simulator.contract import described
from simulator.durable import target


def chapter(run: Run, page: str = "report.html") -> Chapter:
    """Return a run as a chapter of a page."""
    game, plan = run.plan.game, run.plan
    preset = game.rulebook.presets[game.rulebook.default]
    parameters = [(item.name, plan.rules[item.name], preset[item.name], item.doc) for item in game.rulebook.parameters]
    parameters += [(fact.name, fact.value, fact.value, fact.why) for fact in game.rulebook.facts]
    announced: list[Any] = []
    if game.contests:
        announced = run.answer(declarations(game, plan.matches))
    seats = described(plan.players)
    counted = run.summed(summary(game, plan.matches))
    return Chapter(
        title=f"{game.name.capitalize()}: {' against '.join(seats.values())}",
        about=game.title,
        roles=game.roles,
        head=run.head(),
        rules=game.rulebook.described(plan.rules),
        parameters=parameters,
        summary=run.estimates(),
        declarations=announced,
        histograms={
            name: counts(counted[name])
            for name in game.columns.names
            if name in counted and not game.columns.by_name[name].words
        },
        columns={column.name: column.doc for column in game.columns.columns},
        reproduce=_commands(run, page),
    )


def _commands(run: Run, page: str) -> list[str]:
    """Return the commands that make the run and its page again."""
    folder = run.folder.name if run.folder is not None else "RUN"
    again = command_of(replace(run.plan, deals=run.played), folder)
    return [command_line(again), command_line(["quatorze", "report", folder, "-o", Path(page).name])]


def report(runs: str | Path | Run | Sequence[str | Path | Run], out: str | Path) -> Path:
    """Write one self-contained HTML page about runs.

    Parameters
    ----------
    runs : path, Run, or a sequence of them
        Run folders, or runs in memory.
    out : path
        The page.

    Returns
    -------
    Path
        Where the page is.

    Raises
    ------
    RequestError
        When a folder is no run folder, or the page cannot be written.
    """
    from quatorze import __version__

    target(out)  # refused before the work, not after it
    wanted = [runs] if isinstance(runs, str | Path | Run) else runs
    opened = [run if isinstance(run, Run) else open_run(run) for run in wanted]
    made = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d")
    html = render([chapter(run, str(out)) for run in opened], __version__, made)
    write(Path(out), html)
    return Path(out)
