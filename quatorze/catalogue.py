"""What there is: games, rules, strategies."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simulator.errors import RequestError
from simulator.games import GAMES
from simulator.games import game as game_named
from simulator.rules import Rulebook, Value, written
from strategies.load import offered


def games() -> list[dict[str, Any]]:
    """Return every game: name, title, roles, cards, presets."""
    found = [game_named(name) for name in GAMES]
    return [
        {
            "game": game.name,
            "title": game.title,
            "roles": list(game.roles),
            "cards": game.pack.size,
            "presets": list(game.rulebook.presets),
            "columns": {column.name: column.doc for column in game.columns.columns},
            "match_columns": {column.name: column.doc for column in game.match_columns.columns}
            if game.match_columns
            else {},
        }
        for game in found
    ]


def rules(game: str, specification: str | None = None) -> dict[str, Any]:
    """Return every parameter of a game under a specification: value, what is allowed, meaning, source.

    Raises
    ------
    RequestError
        For an unknown game, preset or parameter.
    """
    book = game_named(game).rulebook
    resolved = book.resolve(specification or book.default)
    base = book.presets[book.default]
    return {
        "game": game,
        "specification": book.described(resolved),
        "presets": list(book.presets),
        "parameters": [_parameter(book, name, resolved, base[name]) for name in base],
        "facts": [
            {"name": fact.name, "value": fact.value, "value_text": written(fact.value), "why": fact.why}
            for fact in book.facts
        ],
    }


def _parameter(book: Rulebook, name: str, resolved: dict[str, Value], base: Value) -> dict[str, Any]:
    parameter = book.parameter(name)
    return {
        "name": name,
        "value": resolved[name],
        "value_text": written(resolved[name]),
        "changed": resolved[name] != base,
        "presets": {preset: {**book.presets[book.default], **values}[name] for preset, values in book.presets.items()},
        "allowed": parameter.allowed,
        "doc": parameter.doc,
        "source": parameter.source,
    }


def strategies(game: str | None = None) -> list[dict[str, Any]]:
    """Return the strategies of a game, or of all, built in or installed: parameters, traits, description.

    Raises
    ------
    RequestError
        For an unknown game.
    """
    return [
        {
            "game": name,
            "strategy": called,
            "doc": " ".join((inspect.getdoc(strategy) or "").split()),
            "traits": strategy.traits(),
            "parameters": [
                {
                    "name": setting.name,
                    "default": setting.default,
                    "low": setting.low,
                    "high": setting.high,
                    "doc": setting.doc,
                }
                for setting in strategy.settings
            ],
        }
        for name in ([game] if game else GAMES)
        for called, strategy in offered(name).items()
    ]


def template(game: str) -> str:
    """Return the source of a whole strategy of a game, to start from.

    Raises
    ------
    RequestError
        For an unknown game, or none.
    """
    if not game:
        raise RequestError(f"a template of which game? quatorze strategies GAME --template; known: {', '.join(GAMES)}")
    folder = Path(__file__).resolve().parent / "templates"
    return (folder / f"{game_named(game).name}.py").read_text(encoding="utf-8")


def described(game: str, resolved: Mapping[str, Value]) -> str:
    """Return the shortest specification of resolved rules."""
    return game_named(game).rulebook.described(resolved)
