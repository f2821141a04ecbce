"""``quatorze games``."""

from __future__ import annotations

import click

from quatorze import terminal


@click.command("games")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(as_json: bool) -> None:
    """List the games, their seats and presets."""
    from quatorze import catalogue

    games = catalogue.games()
    if as_json:
        terminal.document(games)
        return
    rows = [[item["game"], ", ".join(item["roles"]), ", ".join(item["presets"]), item["title"]] for item in games]
    terminal.table(["game", "roles", "presets", "what it is"], rows)
