"""The table of games: one line a game. A game's folder is imported when it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from simulator.errors import unknown
from simulator.game import Game

GAMES = {
    "piquet": "Piquet for two, 32 cards: exchange, point, sequences and sets, twelve tricks",
}


@cache
def game(name: str) -> Game:
    """Return a game by name.

    Raises
    ------
    RequestError
        For a name that is not in the table.
    """
    if name not in GAMES:
        raise unknown("game", name, GAMES)
    return import_module(f"simulator.games.{name}").GAME  # type: ignore[no-any-return]
