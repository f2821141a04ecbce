"""From a specification to a player: a name, a class in a file, a class at hand, or one of these with other decisions.

``NAME[:key=value,...]`` is a built-in strategy or one that an installed package offers; ``path/to/file.py:Class[:...]``
is a class in a file. Naming a file executes it.
"""

from __future__ import annotations

import hashlib
import inspect
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from simulator.contract import Player, Setting, Strategy
from simulator.errors import RequestError, unknown
from simulator.games import game as game_named
from strategies import files, reached
from strategies.check import check
from strategies.sources import read

GROUP = "quatorze.strategies"
_SOURCES = 16  # characters of a digest that tell the sources
_FILE = re.compile(r"(?P<path>.*\.py)(?::(?P<name>[^:]*)(?::(?P<settings>.*))?)?", re.DOTALL)


@dataclass(frozen=True)
class Pinned:
    """A specification and the digest that its source must have: what travels with the chunks of a run."""

    specification: str
    digest: str


@dataclass(frozen=True)
class Composed:
    """A specification of which some decisions are taken from others: (decision, specification)."""

    main: Any
    replaced: tuple[tuple[str, Any], ...]


Specification = str | type[Strategy] | Pinned | Composed


def is_file(specification: Any) -> bool:
    """Tell whether a specification names a file, which is executed when a player is made of it."""
    if isinstance(specification, Pinned):
        return is_file(specification.specification)
    return isinstance(specification, str) and _FILE.fullmatch(specification.strip()) is not None


@cache
def strategies_of(game: str) -> dict[str, type[Strategy]]:
    """Return the built-in strategies of a game by name, in their order in ``strategies.<game>``."""
    game_named(game)
    classes: tuple[type[Strategy], ...] = import_module(f"strategies.{game}").STRATEGIES
    return {item.called(): item for item in classes}


def installed(game: str) -> dict[str, EntryPoint]:
    """Return what installed packages offer under names that are not built in; nothing of it is imported."""
    return {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in strategies_of(game)}


def offered(game: str) -> dict[str, type[Strategy]]:
    """Return all strategies of a game by name: built-in ones, then those of installed packages that can be used."""
    found = dict(strategies_of(game))
    for name, entry in installed(game).items():
        try:
            found[name] = _installed_class(game, name, entry)
        except RequestError:
            continue  # told when it is asked for by name
    return found


def player(game: str, specification: Specification) -> Player:
    """Return the player that a specification names.

    Parameters
    ----------
    game : str
    specification : str, strategy class, Pinned or Composed
        ``NAME``, ``NAME:key=value,...``, ``path/to/file.py:Class[:key=value,...]``, or a class derived from `Strategy`.

    Raises
    ------
    RequestError
        For an unknown strategy or parameter, a value out of its range, or a class that is no strategy of the game.
    """
    if isinstance(specification, Composed):
        return _composed(game, specification)
    if isinstance(specification, Pinned):
        return _named(game, specification.specification, specification.digest)
    if isinstance(specification, str):
        return _named(game, specification)
    check(specification, game_named(game), getattr(specification, "__name__", str(specification)))
    return _seated(specification, specification.called(), "", _stamped(game, specification, _digest(specification)))


def pinned(specification: Any, seated: Player) -> Any:
    """Return a specification as it travels: of a file, only what it now is will be played."""
    if isinstance(specification, Composed):
        parts = dict(seated.replaced)
        return Composed(
            pinned(specification.main, seated),
            tuple((name, pinned(item, parts[name])) for name, item in specification.replaced),
        )
    return Pinned(specification, seated.digest) if is_file(specification) else specification


def _named(game: str, specification: str, digest: str = "") -> Player:
    match = _FILE.fullmatch(specification.strip())
    if match:
        return _in_file(game, match["path"], (match["name"] or "").strip(), match["settings"] or "", digest)
    name, _, settings = specification.strip().partition(":")
    if "/" in name:
        raise RequestError(f"{name} is no strategy file, whose name ends in .py; write path/to/file.py:Class")
    known = strategies_of(game)
    if name in known:
        return _seated(known[name], name, settings, _digest(known[name]))
    entries = installed(game)
    if name not in entries:
        raise unknown(f"strategy of {game}", name, [*known, *entries])
    found = _installed_class(game, name, entries[name])
    return _seated(found, name, settings, _stamped(game, found, _digest(found)))


def _in_file(game: str, path: str, name: str, settings: str, digest: str) -> Player:
    """Return the player that is a class of a file."""
    file = files.load(path, digest[:_SOURCES])
    classes = [item.__name__ for item in _classes(file.module, file.names)]
    if not name:
        hint = f"write {path}:{classes[0]}" if classes else "it holds no class derived from qz.Strategy"
        raise RequestError(f"{path} names no class; {hint}")
    if not hasattr(file.module, name):
        raise unknown(f"class in {path}", name, classes)
    strategy = getattr(file.module, name)
    where = f"{path}:{name}"
    check(strategy, game_named(game), where)
    seated = _seated(strategy, where, settings, _stamped(game, strategy, file.sources.digest))
    if digest not in ("", seated.digest):
        raise RequestError(
            f"{where}, or a module that its file imports, is not what it was when the run began; give the command again"
        )
    return seated


def _classes(module: Any, own: Iterable[str] = ()) -> list[type[Strategy]]:
    """Return the strategy classes that a module (or one of those named) defines."""
    names = {module.__name__, *own}
    found = [item for item in vars(module).values() if inspect.isclass(item) and issubclass(item, Strategy)]
    return [item for item in found if item.__module__ in names]


def _installed_class(game: str, name: str, entry: EntryPoint) -> type[Strategy]:
    """Return the class of an entry point; of a module, its only strategy of this name, or of this game.

    Raises
    ------
    RequestError
        When it cannot be imported, or is no strategy of the game.
    """
    try:
        found = entry.load()
    except Exception as problem:
        said = " ".join(str(problem).split())[:200]
        raise RequestError(
            f"the installed strategy {name} ({entry.value}) cannot be imported: {type(problem).__name__}: {said}; "
            f"its package must be mended"
        ) from None
    if inspect.ismodule(found):
        classes = [item for item in _classes(found) if item.game in ("", game)]
        named = [item for item in classes if item.called() == name] or classes
        if len(named) != 1:
            raise RequestError(
                f"the installed strategy {name} ({entry.value}) is a module with {len(named)} strategies of "
                f"{game} that could be meant; its package must name the class"
            )
        found = named[0]
    check(found, game_named(game), f"the installed strategy {name} ({entry.value})")
    return found  # type: ignore[no-any-return]


def _stamped(game: str, strategy: type[Strategy], sources: str) -> str:
    """Put the digest of sources and constants into the names of a strategy's decisions, and return it.

    numba finds a compiled function by file, name, line and the file's content, and does not see that a helper in
    another file has changed. With the digest in the name, what was compiled from other sources is not found.
    """
    if _built_in(strategy):
        return sources
    digest = sources + reached.digest(strategy)
    for decision in game_named(game).decisions:
        function = getattr(strategy, decision, None)
        if function is not None and not _built_in(function):
            bare = function.__qualname__.partition("@")[0]
            function.__qualname__ = f"{bare}@{digest}"
    return digest


def _built_in(item: Any) -> bool:
    """Tell whether a class or a function is of this house, whose compiled code lies in a folder named after it all."""
    return str(item.__module__).partition(".")[0] == "strategies"


def _composed(game: str, specification: Composed) -> Player:
    """Return a player some of whose decisions are another's.

    Raises
    ------
    RequestError
        When a decision does not exist, or two parts need different parameters: a seat has one set of them.
    """
    main = player(game, specification.main)
    decisions = game_named(game).decisions
    parts = []
    for decision, other in specification.replaced:
        if decision not in decisions:
            raise unknown(f"decision of {game}", decision, decisions)
        part = player(game, other)
        part.function(decision)
        parts.append((decision, part))
    whole = Player(main.strategy, main.values, main.specification, main.digest, tuple(parts))
    wanting = [part for part in whole.parts if part.strategy.settings]
    for part in wanting[1:]:
        if (part.strategy, part.values) != (wanting[0].strategy, wanting[0].values):
            raise RequestError(
                f"{wanting[0].specification} and {part.specification} both have parameters, and a seat has one set of "
                f"them; put together strategies of which one has parameters, or the same one with the same values"
            )
    return whole


def _seated(strategy: type[Strategy], name: str, settings: str, digest: str) -> Player:
    given: dict[str, float] = {}
    for part in filter(None, (part.strip() for part in settings.split(","))):
        key, equals, text = part.partition("=")
        if not equals:
            raise RequestError(f"{part!r} is not key=value; a strategy is written {name}:key=value,key=value")
        setting = _setting(strategy, name, key.strip())
        if setting.name in given:
            raise RequestError(f"{name}:{setting.name} is given twice; give it once")
        given[setting.name] = _value(setting, name, text.strip())
    values = tuple(float(given.get(setting.name, setting.default)) for setting in strategy.settings)
    differing = [
        f"{setting.name}={_written(value)}"
        for setting, value in zip(strategy.settings, values, strict=True)
        if value != setting.default
    ]
    specification = name + (":" + ",".join(differing) if differing else "")
    return Player(strategy, values, specification, digest)


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


def _own_sources(path: Path, module: str) -> list[bytes]:
    """Return the sources of a built-in strategy: of its file, or of the whole folder of its game."""
    folder = module.count(".") > 1  # strategies.GAME.MODULE
    return [file.read_bytes() for file in sorted(path.parent.glob("*.py"))] if folder else [path.read_bytes()]


def _digest(strategy: type[Strategy]) -> str:
    """Return a digest of the source of a class that is at hand: of its file, and of a user's own with its helpers."""
    try:
        path = inspect.getfile(strategy)
        if _built_in(strategy):
            return hashlib.sha256(b"".join(_own_sources(Path(path), strategy.__module__))).hexdigest()[:_SOURCES]
        return read(path).digest
    except (TypeError, OSError, RequestError):  # written at a prompt: there is no file
        return "0" * _SOURCES
