"""Is a class a strategy of a game? Every fault is one sentence that says where it is and what would be right."""

from __future__ import annotations

import inspect
import math
from types import FunctionType
from typing import Any

from simulator.compiled import is_decision
from simulator.contract import PARAMETERS, Setting, Strategy
from simulator.errors import RequestError, unknown
from simulator.game import Game
from strategies.reached import foreign_chance

MOST_SCRATCH = 1 << 24
TRAITS = ("deterministic", "memoryless", "clairvoyant")


def check(strategy: Any, game: Game, where: str) -> None:
    """Raise RequestError for the first fault of a class that is to play `game`.

    Parameters
    ----------
    strategy : class
    game : Game
    where : str
        How the class is called in the sentence: its specification or its name.
    """
    if not (inspect.isclass(strategy) and issubclass(strategy, Strategy)):
        name = getattr(strategy, "__name__", type(strategy).__name__)
        raise RequestError(f"{where} is no strategy: write class {name}(qz.Strategy)")
    if strategy.game not in ("", game.name):
        raise RequestError(f"{where} plays {strategy.game!r}, not {game.name}: its class says game = {strategy.game!r}")
    _check_settings(strategy.settings, where)
    _check_scratch(strategy.scratch, where)
    for trait in TRAITS:
        value = getattr(strategy, trait)
        if not isinstance(value, bool):
            raise RequestError(f"{where}: {trait} = {value!r} is neither True nor False")
    _check_decisions(strategy, game, where)
    if drawing := foreign_chance(strategy):
        raise RequestError(
            f"{where} uses numpy.random or random in {drawing}, whose numbers no seed of a run can bring back; "
            f"draw with qz.draw_below(view, n), qz.draw_card(view, cards) or qz.draw_subset(view, cards, count)"
        )


def _check_scratch(scratch: Any, where: str) -> None:
    if isinstance(scratch, bool) or not isinstance(scratch, int) or not 0 <= scratch <= MOST_SCRATCH:
        raise RequestError(
            f"{where}: scratch = {scratch!r} is not a whole number of words from 0 to {MOST_SCRATCH:,}; "
            f"it says how many uint64 words of working space the decisions want"
        )


def _check_settings(settings: Any, where: str) -> None:
    if not isinstance(settings, tuple | list):
        raise RequestError(f"{where}: settings is no tuple; write settings = (qz.Setting(...),)")
    if len(settings) > PARAMETERS:
        raise RequestError(f"{where} has {len(settings)} settings; a strategy has at most {PARAMETERS}")
    names: set[str] = set()
    for setting in settings:
        if not isinstance(setting, Setting):
            raise RequestError(
                f"{where}: settings holds {setting!r}; write qz.Setting(name, default, low, high, meaning)"
            )
        if not (isinstance(setting.name, str) and setting.name.isidentifier()):
            raise RequestError(f"{where}: a setting is called {setting.name!r}; its name must be one word")
        if setting.name in names:
            raise RequestError(f"{where} has two settings called {setting.name}; give each its own name")
        names.add(setting.name)
        values = (setting.low, setting.default, setting.high)
        if not all(isinstance(value, int | float) and math.isfinite(value) for value in values):
            raise RequestError(f"{where}: default, low and high of the setting {setting.name} must be numbers")
        if not setting.low <= setting.default <= setting.high:
            raise RequestError(
                f"{where}: the default {setting.default:g} of the setting {setting.name} lies outside "
                f"{setting.low:g} to {setting.high:g}"
            )


def _check_decisions(strategy: type[Strategy], game: Game, where: str) -> None:
    optional = {slot.decision for slot in game.slots if slot.optional}
    marked = [name for name in dir(strategy) if is_decision(getattr(strategy, name, None))]
    for name in game.decisions:
        found = inspect.getattr_static(strategy, name, None)
        if found is None:
            if name in optional:
                continue
            close = [other for other in marked if other not in game.decisions]
            hint = f" (it has {', '.join(close)})" if close else ""
            raise RequestError(
                f"{where} has no decision {name}{hint}; give the class @qz.decision def {name}(view, scratch)"
            )
        _check_decision(getattr(strategy, name), f"{where}, decision {name}", name)
    for name in marked:
        if name not in game.decisions:
            raise unknown(f"decision of {game.name} in {where}", name, game.decisions)


def _check_decision(function: Any, where: str, name: str) -> None:
    if not is_decision(function):
        line = f" (line {function.__code__.co_firstlineno})" if isinstance(function, FunctionType) else ""
        raise RequestError(f"{where}{line} is not marked; write @qz.decision above def {name}(view, scratch)")
    if not isinstance(function, FunctionType):
        raise RequestError(
            f"{where} is a {type(function).__name__}, not a plain function; put @qz.decision alone on it"
        )
    line = f" (line {function.__code__.co_firstlineno})"
    wanted = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
    if function.__code__.co_flags & wanted:
        raise RequestError(f"{where}{line} is a generator or async; it must return one action")
    parameters = inspect.signature(function).parameters
    plain = all(item.kind is item.POSITIONAL_OR_KEYWORD and item.default is item.empty for item in parameters.values())
    if list(parameters) != ["view", "scratch"] or not plain:
        raise RequestError(
            f"{where}{line} takes ({', '.join(map(str, parameters.values()))}); it must take (view, scratch)"
        )
