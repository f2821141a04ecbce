"""``quatorze rules``."""

from __future__ import annotations

import click

from quatorze import terminal


@click.command("rules")
@click.argument("game")
@click.argument("specification", metavar="[SPEC]", default="")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(game: str, specification: str, as_json: bool) -> None:
    """List every parameter of a game with its value, what it may be, and what it says."""
    from quatorze import catalogue

    told = catalogue.rules(game, specification or None)
    if as_json:
        terminal.document(told)
        return
    terminal.say(f"{game}, rules {told['specification']}; presets: {', '.join(told['presets'])}\n")
    rows = [
        [item["name"], f"{item['value_text']}{' *' * item['changed']}", item["allowed"], item["doc"], item["source"]]
        for item in told["parameters"]
    ]
    terminal.table(["parameter", "value", "allowed", "what it says", "source"], rows)
    terminal.say("\nFacts, which cannot be set:")
    facts = [[item["name"], item["value_text"], item["why"]] for item in told["facts"]]
    terminal.table(["fact", "value", "why"], facts)
