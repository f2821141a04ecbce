"""``quatorze trace``."""

from __future__ import annotations

import click

from quatorze import options, terminal


@click.command("trace")
@click.argument("game")
@options.once("--deal", default="0", help="Number of the deal.")
@options.once("-n", "--deals", default="1", help="How many deals from there.")
@options.once("--seed", help="0 to 2^64-1; drawn and printed when none is given.")
@options.ruled
@options.seated
@options.notated
@options.later
@options.not_yet("--match")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document a line, one a deal.")
def command(
    game: str,
    deal: str,
    deals: str,
    seed: str | None,
    rules: str | None,
    strategies: tuple[str, ...],
    notation: str,
    as_json: bool,
) -> None:
    """Tell deals move by move."""
    from quatorze import telling

    stories = telling.told_and_lines(
        game, deal, deals, seed=seed, rules=rules, strategies=options.seats(strategies), notation=notation
    )
    for number, (told, lines) in enumerate(stories):
        if as_json:
            terminal.document(told)
        else:
            terminal.say(("\n" if number else "") + "\n".join(lines))
