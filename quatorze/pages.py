"""From run folders to the page a user reads."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from analyses.declarations import declarations
from analyses.estimates import Estimate
from analyses.matches import matches
from analyses.summary import counts, summary
from analyses.sums import Analysis
from quatorze.planning import command_of
from quatorze.running import Run, open_run
from quatorze.terminal import command_line
from reports.chapter import Chapter
from reports.page import render, write
from simulator.columns import Columns
from simulator.contract import described, player_names
from simulator.durable import target
from simulator.game import Game


def chapter(run: Run, page: str = "report.html") -> Chapter:
    """Return a run as a chapter of a page."""
    game, plan = run.plan.game, run.plan
    rules = game.rulebook.described(plan.rules)
    presets = game.rulebook.presets
    preset = {**presets[game.rulebook.default], **presets[rules.partition(",")[0]]}
    parameters = [(item.name, plan.rules[item.name], preset[item.name], item.doc) for item in game.rulebook.parameters]
    parameters += [(fact.name, fact.value, fact.value, fact.why) for fact in game.rulebook.facts]
    announced: list[Any] = []
    if game.contests:
        announced = run.answer(declarations(game, plan.matches))
    seats = described(plan.players)
    of_deals = summary(game, plan.matches)
    told = run.answer(of_deals)
    shown = Chapter(
        title=f"{game.name.capitalize()}: {' against '.join(seats.values())}",
        about=game.title,
        roles=game.roles,
        head=run.head(),
        rules=rules,
        parameters=parameters,
        summary=told,
        declarations=announced,
        awards=awards(told, game, plan.rules),
        histograms=_histograms(run, of_deals, game.columns),
        columns={column.name: column.doc for column in game.columns.columns},
        reproduce=_commands(run, page),
    )
    if not plan.matches or game.match_columns is None:
        return shown
    players = player_names(game.roles)
    of_matches = matches(players)
    return replace(
        shown,
        players=players,
        matches=run.answer(of_matches),
        match_histograms=_histograms(run, of_matches, game.match_columns),
        match_columns={column.name: column.doc for column in game.match_columns.columns},
    )


def awards(told: Sequence[Estimate], game: Game, rules: Mapping[str, Any]) -> list[Estimate]:
    """Return the mean points a deal of each role that are neither announced nor from the play.

    Such points are so many each time, so that their mean, its error and its interval are those of a share times the
    points.
    """
    found = []
    for e in told:
        points = rules[game.awards[e.name]] if e.name in game.awards else 0
        if points and e.group.get("value") in game.roles:
            group = {"role": e.group["value"], "for": e.name}
            value, se, low, high = (None if x is None else x * points for x in (e.value, e.se, e.low, e.high))
            found.append(Estimate("award", group, value, se, low, high, e.n))
    return found


def _histograms(run: Run, analysis: Analysis, columns: Columns) -> dict[str, dict[Any, int]]:
    """Return how often each number of a column occurs, as far as the analysis counts it."""
    counted = run.summed(analysis)
    return {
        name: counts(counted[name]) for name in columns.names if name in counted and not columns.by_name[name].words
    }


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
