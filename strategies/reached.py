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


@cache
def digest(strategy: Any) -> str:
    """Return a digest of all functions and constants that the decisions of a class reach; taken once a process."""
    told = hashlib.sha256()
    seen: set[int] = set()
    for name in sorted(dir(strategy)):
        if is_decision(function := getattr(strategy, name)):
            for part in _reached(function, seen):
                told.update(f"{name}:{part}\n".encode())
    return told.hexdigest()[:8]


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
    spaces = [vars(value) for name in names if isinstance(value := function.__globals__.get(name), ModuleType)]
    for space in [function.__globals__, *spaces]:
        for name in names:
            if name in space:
                yield from _value(name, space[name], seen)
    for cell, name in zip(function.__closure__ or (), function.__code__.co_freevars, strict=False):
        yield from _value(name, cell.cell_contents, seen)


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
