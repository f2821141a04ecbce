"""The one way into machine code: the house decorators for kernels, their helpers and the decisions of strategies.

``kernel``   an entry that Python calls: explicit signature, compiled once, kept in the cache, without the GIL.
``helper``   a function that kernels and decisions call: compiled lazily into its caller, no cache of its own.
``decision`` marks a method of a strategy; `compile_decision` gives it the signature that its game declares.

With ``NUMBA_DISABLE_JIT=1`` all three leave the plain Python function as it is.
"""

from __future__ import annotations

import functools
import threading
import warnings
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.core import ir
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic, overload

from simulator import cache

Function = TypeVar("Function", bound=Callable[..., Any])

ACCEPT = types.boolean(types.uint64[:, ::1])
"""The signature of a predicate over a deal: one row of two words a seat, the last one the talon or the chien."""

COMPILING = not numba.config.DISABLE_JIT
_LOCK = threading.Lock()
_HOUSE = ("simulator", "strategies")


def _compiled(function: Function, signature: Any, **options: Any) -> Function:
    """Compile `function`, or load it from the cache; what cannot be read there is thrown away and made anew.

    numba's own setting of the cache folder is left as it was. A cache file that a power cut left half written fails
    in many ways, since numba unpickles it; so where a function fails with the cache and not without, the folder is
    emptied.
    """
    if not COMPILING:
        return function
    with _LOCK:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(cache.folder())
        try:
            try:
                return _njit(function, signature, options)
            except OSError as problem:
                raise cache.unusable(problem) from None
            except Exception:
                _njit(function, signature, options, kept=False)  # raises where the function is at fault
                if not cache.discard():
                    raise
                return _njit(function, signature, options)
        finally:
            numba.config.CACHE_DIR = before


def _njit(function: Function, signature: Any, options: dict[str, Any], kept: bool = True) -> Function:
    return numba.njit(signature, cache=kept, nogil=True, **options)(function)  # type: ignore[no-any-return]


def kernel(signature: Any) -> Callable[[Function], Function]:
    """Compile an entry with an explicit `signature`, or load it from the cache; it runs without the GIL."""
    return lambda function: _compiled(function, signature, error_model="numpy")


def helper(function: Function) -> Function:
    """Let `function` be called from compiled code; it is compiled with its caller.

    One from outside the house is compiled with bounds checks, as decisions are.
    """
    options = {"nogil": True, "error_model": "numpy", "_nrt": False, "forceinline": True}
    if function.__module__.partition(".")[0] not in _HOUSE:
        options["boundscheck"] = True
    return numba.njit(**options)(function)  # type: ignore[no-any-return]


def decision(function: Function) -> Function:
    """Mark a function of a strategy class, ``(view, scratch) -> action``, as one of its decisions."""
    function.__quatorze_decision__ = True  # type: ignore[attr-defined]
    return staticmethod(function)  # type: ignore[return-value]


def is_decision(function: Any) -> bool:
    """Tell whether `function` was marked by `decision`."""
    return bool(getattr(function, "__quatorze_decision__", False))


@functools.cache
def compile_decision(function: Callable[..., Any], signature: Any) -> Callable[..., Any]:
    """Compile a decision with the signature of its game, with bounds checks, or load it from the cache.

    A function is compiled once a process: two seats with the same strategy then call the same address, and the
    processor does not have to guess which of two it will be.
    """
    made = _returning(_compiled(function, signature, boundscheck=True), signature)
    if any(isinstance(kind, types.Float | types.Complex) for kind in _returned(made)):
        made._cache.flush()  # type: ignore[attr-defined]
        raise TypeError("it returns a fraction, which would be cut off; an action is a mask of cards (uint64)")
    return made


def _returned(made: Any) -> list[Any]:
    """Return the types that a function just compiled returns before they are cast; none for one from the cache."""
    kinds = []
    for result in getattr(made, "overloads", {}).values():
        told = result.type_annotation
        for block in getattr(told, "blocks", {}).values():
            values = {statement.target.name: statement.value for statement in block.find_insts(ir.Assign)}
            for end in block.find_insts(ir.Return):
                value = values.get(end.value.name)
                if isinstance(value, ir.Expr) and value.op == "cast":
                    kinds.append(told.typemap.get(value.value.name))
    return kinds


@functools.cache
def compile_predicate(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a predicate over deals, with bounds checks, or load it from the cache."""
    return _returning(_compiled(function, ACCEPT, boundscheck=True), ACCEPT)


def _returning(function: Function, signature: Any) -> Function:
    """Return a compiled function that returns what it should; one that can only raise has no such value."""
    if COMPILING and function.nopython_signatures[0].return_type != signature.return_type:  # type: ignore[attr-defined]
        raise TypeError("it never returns anything")
    return function


def function_list(functions: Sequence[Callable[..., Any]], listed: Callable[[Any], Any]) -> Any:
    """Return the functions as the list of first-class functions that a kernel takes (a plain list without numba).

    `listed` is the compiled function of the kernel's module that makes it; making it here would compile numba's list
    methods anew in every process.
    """
    if not COMPILING:
        return list(functions)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
        return listed(tuple(functions))


def one_of_two(functions: Any, which: Any) -> Any:
    """Return function 0 or 1 of a pair of first-class functions, compiled without a branch.

    Reading the tuple at run time compiles to a jump, and whose turn it is cannot be foreseen.
    """
    return functions[which]


@intrinsic
def _select_second(typing_context: Any, first: Any, second: Any, is_second: Any) -> Any:
    """Return `second` if `is_second`, else `first`: one machine select for each word of the two functions."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zero, one, condition = arguments
        chosen = zero
        for word in range(len(zero.type.elements)):
            words = (builder.extract_value(function, word) for function in (one, zero))
            chosen = builder.insert_value(chosen, builder.select(condition, *words), word)
        return chosen

    return first(first, second, types.boolean), generate


@overload(one_of_two, inline="always")
def _one_of_two_compiled(functions: Any, which: Any) -> Any:
    def compiled(functions: Any, which: Any) -> Any:
        return _select_second(functions[0], functions[1], which != 0)

    return compiled


def records(count: int, dtype: np.dtype[Any]) -> np.ndarray:
    """Return `count` zeroed records whose fields read as attributes, compiled or not."""
    blank = np.zeros(count, dtype)
    return blank if COMPILING else blank.view(np.recarray)
