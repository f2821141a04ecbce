"""``quatorze trace``."""

from __future__ import annotations

import click

from quatorze import options, terminal


@click.command("trace")
@click.argument("game")
@options.once("--deal", help="Number of the deal, or of a deal in the match.  [default: 0]")
@options.once("-n", "--deals", help="How many deals from there.  [default: 1]")
@options.once("--match", metavar="M", help="Tell match M, all its deals or the one of --deal.")
@options.once("--seed", help="0 to 2^64-1; drawn and printed when none is given.")
@options.ruled
@options.seated
@options.fixed
@options.later
@options.watched
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document a line, one a deal.")
def command(
    game: str,
    deal: str | None,
    deals: str | None,
    match: str | None,
    seed: str | None,
    rules: str | None,
    strategies: tuple[str, ...],
    hands: tuple[str, ...],
    pack: str | None,
    accept: str | None,
    notation: str,
    as_json: bool,
) -> None:
    """Tell deals move by move."""
    from quatorze import telling

    stories = telling.told_and_lines(
        game,
        deal,
        deals,
        match,
        seed=seed,
        rules=rules,
        strategies=options.seats(strategies),
        hand=options.hands(hands),
        pack=pack,
        accept=accept,
        notation=notation,
    )
    for number, (told, lines) in enumerate(stories):
        if as_json:
            terminal.document(told)
        else:
            terminal.say(("\n" if number else "") + "\n".join(lines))
