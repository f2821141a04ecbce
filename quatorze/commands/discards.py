"""``quatorze discards``."""

from __future__ import annotations

import click

from quatorze import options, terminal


@click.command("discards")
@options.playing
@options.ruled
@options.seated
@options.told
@options.not_yet("--report")
@options.once("--role", help="One role; all that exchange by default.")
def command(
    asked: options.Asked, rules: str | None, strategies: tuple[str, ...], as_json: bool, as_csv: bool, role: str | None
) -> None:
    """Tell what exchanging exactly k cards is worth, for every k, on the same deals.

    One role at a time is held to k cards; which ones is its strategy's choice, and the other plays as it does.
    score is the role's own; score_difference is that less the other's; one_more is the gain in score_difference over
    k - 1, deal by deal. Younger is also told by what elder took: compare only values of the same group.
    """
    options.one_format(as_json, as_csv)
    from quatorze import answers, catalogue, planning

    count = planning.units(asked.deals, asked.matches, asked.pack)
    arms = answers.how_many_arms(asked.game, rules, role)
    with terminal.stoppable() as stopped, terminal.progress(count * arms, asked.game) as moved:
        answer = answers.discards(
            asked.game,
            rules,
            options.seats(strategies),
            **asked.arguments(),
            role=role,
            progress=moved,
            stopped=stopped,
        )
    rules_ = catalogue.described(answer.head["game"], answer.head["rules"])
    terminal.answer(answer, rules_, count, as_json, as_csv)
