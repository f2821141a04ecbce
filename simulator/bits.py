"""Card sets as 64-bit masks: counting and finding bits.

Each function has a plain Python body (used without compilation) and an overload that becomes one machine instruction.
Masks are ``uint64``; bit numbers and counts are ``int64``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from simulator.compiled import helper

ONE = np.uint64(1)
NONE = np.uint64(0)


def popcount(mask: Any) -> Any:
    """Return how many bits of `mask` are set (0..64)."""
    return np.int64(int(mask).bit_count())


def lowest(mask: Any) -> Any:
    """Return the number of the lowest set bit; 64 for an empty mask."""
    number = int(mask)
    return np.int64((number & -number).bit_length() - 1 if number else 64)


def highest(mask: Any) -> Any:
    """Return the number of the highest set bit; -1 for an empty mask."""
    return np.int64(int(mask).bit_length() - 1)


def _counting(name: str, *flags: bool) -> Callable[..., Any]:
    """Return an intrinsic ``uint64 -> int64`` that calls the LLVM counting function `name`."""

    def count(typing_context: Any, mask: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            kinds = [word, *(ir.IntType(1) for _ in flags)]
            function = builder.module.declare_intrinsic(name, [word], ir.FunctionType(word, kinds))
            return builder.call(function, [arguments[0], *(ir.Constant(ir.IntType(1), flag) for flag in flags)])

        return types.int64(types.uint64), generate

    return intrinsic(count)  # type: ignore[no-any-return]


_ctpop = _counting("llvm.ctpop")
_cttz = _counting("llvm.cttz", False)
_ctlz = _counting("llvm.ctlz", False)


@overload(popcount, inline="always")
def _popcount_compiled(mask: Any) -> Any:
    def compiled(mask: Any) -> Any:
        return _ctpop(np.uint64(mask))

    return compiled


@overload(lowest, inline="always")
def _lowest_compiled(mask: Any) -> Any:
    def compiled(mask: Any) -> Any:
        return _cttz(np.uint64(mask))

    return compiled


@overload(highest, inline="always")
def _highest_compiled(mask: Any) -> Any:
    def compiled(mask: Any) -> Any:
        return np.int64(63) - _ctlz(np.uint64(mask))

    return compiled


@helper
def bit(number: Any) -> Any:
    """Return the mask of the one bit `number`."""
    return ONE << np.uint64(number)


@helper
def without_lowest(mask: Any) -> Any:
    """Return `mask` without its lowest set bit."""
    return mask & (mask - ONE) if mask != NONE else mask


@helper
def lowest_bit(mask: Any) -> Any:
    """Return the mask of the lowest set bit of a mask that is not empty."""
    return mask & ~(mask - ONE)


@helper
def highest_bit(mask: Any) -> Any:
    """Return the mask of the highest set bit of a mask that is not empty."""
    return ONE << np.uint64(highest(mask))


@helper
def nth_bit(mask: Any, n: Any) -> Any:
    """Return the mask of set bit number `n` of `mask`, counted from 0 at the lowest; `n` is below its popcount."""
    for _ in range(n):
        mask = mask & (mask - ONE)
    return lowest_bit(mask)
