"""``quatorze strategies``."""

from __future__ import annotations

import click

from quatorze import terminal
from simulator.errors import RequestError


@click.command("strategies")
@click.argument("game", default="")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--template", is_flag=True, help="Print a whole bot of a game to start from.")
def command(game: str, as_json: bool, template: bool) -> None:
    """List strategies with traits and parameters, or print a bot to start from."""
    if template and as_json:
        raise RequestError("--json and --template at once; ask for one of them")
    from quatorze import catalogue

    if template:
        terminal.say(catalogue.template(game), nl=False)
        return
    found = catalogue.strategies(game or None)
    if as_json:
        terminal.document(found)
        return
    for number, item in enumerate(found):
        traits = ", ".join(item["traits"]) or "no traits declared"
        terminal.say(("\n" if number else "") + f"{item['game']} {item['strategy']} ({traits})")
        terminal.say(f"  {item['doc']}")
        for setting in item["parameters"]:
            span = f"{setting['low']:g} to {setting['high']:g}"
            terminal.say(f"  {setting['name']}={setting['default']:g}  ({span}) {setting['doc']}")
