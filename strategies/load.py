"""From a specification, ``NAME`` or ``NAME:key=value,key=value``, to a player."""

from __future__ import annotations

import hashlib
import inspect
import math
from functools import cache
from importlib import import_module
from pathlib import Path

from simulator.contract import Player, Setting, Strategy
from simulator.errors import RequestError, unknown
from simulator.games import game as game_named


@cache
def strategies_of(game: str) -> dict[str, type[Strategy]]:
    """Return the built-in strategies of a game by name, in the order of their module.

    A module ``strategies.<game>`` defines them, or is a folder whose modules do.
    """
    game_named(game)
    module = import_module(f"strategies.{game}")
    classes = [item for item in vars(module).values() if inspect.isclass(item) and issubclass(item, Strategy)]
    home = f"{module.__name__}."
    return {item.called(): item for item in classes if item.game == game and f"{item.__module__}.".startswith(home)}


def player(game: str, specification: str | type[Strategy]) -> Player:
    """Return the player that a specification names.

    Parameters
    ----------
    game : str
    specification : str or strategy class
        ``NAME``, ``NAME:key=value,...``, or a class derived from `Strategy`.

    Raises
    ------
    RequestError
        For an unknown strategy or parameter, or a value out of its range.
    """
    if not isinstance(specification, str):
        return _seated(specification, specification.called(), "")
    name, _, settings = specification.strip().partition(":")
    if "/" in name or name.endswith(".py") or ".py:" in specification:
        raise RequestError(
            f"strategy files ({name}) are not offered by this version yet; "
            f"its strategies of {game} are {', '.join(strategies_of(game))}"
        )
    known = strategies_of(game)
    if name not in known:
        raise unknown(f"strategy of {game}", name, known)
    return _seated(known[name], name, settings)


def _seated(strategy: type[Strategy], name: str, settings: str) -> Player:
    given: dict[str, float] = {}
    for part in filter(None, (part.strip() for part in settings.split(","))):
        key, equals, text = part.partition("=")
        if not equals:
            raise RequestError(f"{part!r} is not key=value; a strategy is written {name}:key=value,key=value")
        setting = _setting(strategy, name, key.strip())
        if setting.name in given:
            raise RequestError(f"{name}:{setting.name} is given twice; give it once")
        given[setting.name] = _value(setting, name, text.strip())
    values = tuple(given.get(setting.name, setting.default) for setting in strategy.settings)
    differing = [
        f"{setting.name}={_written(value)}"
        for setting, value in zip(strategy.settings, values, strict=True)
        if value != setting.default
    ]
    specification = name + (":" + ",".join(differing) if differing else "")
    return Player(strategy, values, specification, _digest(strategy))


def _setting(strategy: type[Strategy], name: str, key: str) -> Setting:
    for setting in strategy.settings:
        if setting.name == key:
            return setting
    raise unknown(f"parameter of the strategy {name}", key, [setting.name for setting in strategy.settings])


def _value(setting: Setting, name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not setting.low <= value <= setting.high:
        raise RequestError(
            f"{name}:{setting.name}={text} is not allowed; it takes a number from {setting.low:g} to {setting.high:g}"
        )
    return value


def _written(value: float) -> str:
    """Return a number as briefly as it can be written and read again."""
    return str(int(value)) if abs(value) < 10**15 and value == int(value) else repr(value)


def _digest(strategy: type[Strategy]) -> str:
    """Return a digest of the file that a strategy was read from."""
    return hashlib.sha256(Path(inspect.getfile(strategy)).read_bytes()).hexdigest()[:16]
