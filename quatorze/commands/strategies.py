"""``quatorze strategies``."""

from __future__ import annotations

import click

from quatorze import terminal
from simulator.errors import RequestError


@click.command("strategies")
@click.argument("game", default="")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--template", is_flag=True, hidden=True)
def command(game: str, as_json: bool, template: bool) -> None:
    """List the strategies with their traits and parameters."""
    if template:
        raise RequestError("--template is not offered by this version yet")
    from quatorze import catalogue

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
