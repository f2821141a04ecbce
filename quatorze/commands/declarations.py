"""``quatorze declarations``."""

from __future__ import annotations

import click

from quatorze import options, terminal
from simulator.errors import RequestError


@click.command("declarations")
@options.playing
@options.ruled
@options.seated
@options.told
@options.not_yet("--report")
def command(asked: options.Asked, rules: str | None, strategies: tuple[str, ...], as_json: bool, as_csv: bool) -> None:
    """Tell how often each holding is dealt, held, good, equal, and what it scores, by role.

    GAME is a game, or a run folder (with a slash in its name), which is read and not played. dealt and held are
    shares of all deals; good, equal and points (mean scored) are of the deals in which the role held it; won and
    class_points (mean a deal) tell a whole class.
    """
    options.one_format(as_json, as_csv)
    from quatorze import answers, catalogue, planning, running

    if "/" in asked.game or planning.is_run(asked.game):
        own = (rules, strategies, asked.deals, asked.matches, asked.seed, asked.hands, asked.pack, asked.accept)
        if any(own) or asked.first != "0":
            raise RequestError(
                f"{asked.game} is a run folder; its rules, strategies, deals and seed are its own, give none"
            )
        answer = answers.declarations(running.open_run(asked.game))
        count = answer.units
    else:
        count = planning.units(asked.deals, asked.matches, asked.pack)
        with terminal.stoppable() as stopped, terminal.progress(count, asked.game) as moved:
            answer = answers.declarations(
                asked.game,
                rules,
                options.seats(strategies),
                **asked.arguments(),
                progress=moved,
                stopped=stopped,
            )
    rules_ = catalogue.described(answer.head["game"], answer.head["rules"])
    terminal.answer(answer, rules_, count, as_json, as_csv)
