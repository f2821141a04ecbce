"""What the compiled code of a strategy is made of besides its own text: helpers and constants in other places.

Compiled code holds the values of globals as they were. A table may come from a file of data, a helper from any module;
their digest tells one from another where the text of the strategy is the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from simulator.compiled import is_decision
from strategies.sources import own

#: What stands among the parts of a function that draws from a stream which all of a process share.
FOREIGN_CHANCE = "draws from a stream of the process in "


def digest(strategy: Any) -> str:
    """Return a digest of all functions and constants that the decisions of a class reach."""
    return hashlib.sha256("\n".join(parts(strategy)).encode()).hexdigest()[:8]


def foreign_chance(strategy: Any) -> str:
    """Return the name and line of a function that draws from NumPy's or Python's own stream; empty where none does."""
    found = (part.removeprefix(FOREIGN_CHANCE) for part in parts(strategy) if part.startswith(FOREIGN_CHANCE))
    return next(found, "")


@cache
def parts(strategy: Any) -> tuple[str, ...]:
    """Return all that the decisions of a class reach, as texts; looked for once a process."""
    seen: set[int] = set()
    marked = (getattr(strategy, name) for name in sorted(dir(strategy)) if is_decision(getattr(strategy, name)))
    return tuple(part for function in marked for part in _reached(function, seen))


def _reached(value: Any, seen: set[int]) -> Iterator[str]:
    """Yield what a function is made of, and what it calls and reads, each once."""
    function = getattr(value, "py_func", value)
    if not isinstance(function, FunctionType) or id(function) in seen or not own(function.__module__ or ""):
        return
    seen.add(id(function))
    codes = list(_codes(function.__code__))
    for code in codes:
        constants = [constant for constant in code.co_consts if not isinstance(constant, CodeType)]
        yield f"{hashlib.sha256(code.co_code).hexdigest()}{constants!r}"
    names = sorted({name for code in codes for name in code.co_names})
    if _draws(function, names):
        yield f"{FOREIGN_CHANCE}{function.__name__} (line {function.__code__.co_firstlineno})"
    spaces = [vars(value) for name in names if isinstance(value := function.__globals__.get(name), ModuleType)]
    for space in [function.__globals__, *spaces]:
        for name in names:
            if name in space:
                yield from _value(name, space[name], seen)
    for cell, name in zip(function.__closure__ or (), function.__code__.co_freevars, strict=False):
        yield from _value(name, cell.cell_contents, seen)


def _draws(function: FunctionType, names: list[str]) -> bool:
    """Tell whether a function draws random numbers that are not the strategy's own."""
    for name in names:
        value = function.__globals__.get(name)
        shared = isinstance(value, ModuleType) and value.__name__ in {"random", "numpy.random"}
        owner = type(getattr(value, "__self__", None)).__name__  # of a function that was imported by its name
        if shared or (value is np and "random" in names) or owner in {"Random", "RandomState"}:
            return True
    return False


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _value(name: str, value: Any, seen: set[int]) -> Iterator[str]:
    if isinstance(value, np.ndarray):
        content = repr(value.tolist()).encode() if value.dtype.hasobject else value.tobytes()
        yield f"{name}={value.dtype}{value.shape}{hashlib.sha256(content).hexdigest()}"
    elif isinstance(value, bool | int | float | complex | str | bytes | np.generic):
        yield f"{name}={type(value).__name__}:{value!r}"
    elif isinstance(value, tuple):
        for number, part in enumerate(value):
            yield from _value(f"{name}.{number}", part, seen)
    else:
        yield from _reached(value, seen)
