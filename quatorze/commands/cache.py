"""``quatorze cache``."""

from __future__ import annotations

import click

from quatorze import terminal


@click.group("cache")
def command() -> None:
    """Look after compiled code."""


@command.command("clear")
def clear() -> None:
    """Remove all compiled code; it is made anew when it is needed."""
    from simulator import cache

    place, freed = cache.clear()
    terminal.say(f"removed {freed / 1e6:.1f} MB of compiled code from {place}")
