"""``quatorze compare``."""

from __future__ import annotations

from typing import Any

import click

from quatorze import options, terminal
from simulator.errors import RequestError


@click.command("compare")
@options.playing
@click.option("--rules", multiple=True, metavar="SPEC", help="Repeat it: the first is the baseline.")
@options.seated
@click.option("--metric", "metrics", multiple=True, metavar="NAME", help="What is compared; the scores by default.")
@options.told
@options.not_yet("--report")
@options.not_yet("--until")
@options.not_yet("--decide")
@options.not_yet("--each", is_flag=True)
def command(
    asked: options.Asked,
    rules: tuple[str, ...],
    strategies: tuple[str, ...],
    metrics: tuple[str, ...],
    as_json: bool,
    as_csv: bool,
) -> None:
    """Compare rules, or strategies in duplicate, on the same deals.

    Two or more --rules are compared under the same strategies; two or more bare -s with the seats exchanged.
    The difference is variant minus baseline, the first one given. In duplicate, score_elder is what a strategy
    makes as elder against the other one, margin_elder that less what the other makes; score is the mean of both
    seats. With --matches the unit is the match, of strategies the pair of matches. The columns are explained in
    docs/statistics.md. --metric belongs to comparing rules.
    """
    options.one_format(as_json, as_csv)
    from quatorze import answers, catalogue, planning

    bare = [specification for specification in strategies if not options.split(specification)[0]]
    if len(bare) > 1 and len(bare) < len(strategies):
        raise RequestError("bare -s are compared, so -s ROLE=... has no seat; give bare ones alone")
    seats: Any = bare if len(bare) > 1 else options.seats(strategies)
    count = planning.units(asked.deals, asked.matches, asked.pack)
    arms = max(len(rules), 2 * (len(bare) - 1))
    with terminal.stoppable() as stopped, terminal.progress(count * arms, asked.game) as moved:
        found = answers.compare(
            asked.game,
            list(rules),
            seats,
            **asked.arguments(),
            metrics=metrics,
            progress=moved,
            stopped=stopped,
        )
    if as_json:
        terminal.document(found.as_dict())
    elif as_csv:
        terminal.csv(found.frame(), found.head)
    else:
        terminal.comparisons(found, catalogue.described(asked.game, found.head["rules"]))
    terminal.stopped_early(found, count)
