"""The counter generator Philox 4x64-10, bit-identical to ``numpy.random.Philox``.

Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011), section 4.3.
A block of 256 random bits is a pure function of key (two words) and counter (four words); there is no state.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

ROUNDS = 10
_MULTIPLIER_0 = 0xD2E7470EE14C6C93
_MULTIPLIER_1 = 0xCA5A826395121157
_WEYL_0 = 0x9E3779B97F4A7C15
_WEYL_1 = 0xBB67AE8584CAA73B
_WORD = (1 << 64) - 1


def block(k0: Any, k1: Any, c0: Any, c1: Any, c2: Any, c3: Any) -> Any:
    """Return the four ``uint64`` words of the block with key ``(k0, k1)`` and counter ``(c0, c1, c2, c3)``."""
    k0, k1, c0, c1, c2, c3 = (int(word) for word in (k0, k1, c0, c1, c2, c3))
    for _ in range(ROUNDS):
        low, high = _MULTIPLIER_0 * c0, _MULTIPLIER_1 * c2
        c0, c1, c2, c3 = (high >> 64) ^ c1 ^ k0, high & _WORD, (low >> 64) ^ c3 ^ k1, low & _WORD
        k0, k1 = (k0 + _WEYL_0) & _WORD, (k1 + _WEYL_1) & _WORD
    return np.uint64(c0), np.uint64(c1), np.uint64(c2), np.uint64(c3)


@intrinsic
def _multiply(typing_context: Any, a: Any, b: Any) -> Any:
    """Return the high and the low word of the product of two words."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(*(builder.zext(argument, wide) for argument in arguments))
        high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))
        low = builder.trunc(product, ir.IntType(64))
        return context.make_tuple(builder, signature.return_type, [high, low])

    return types.UniTuple(types.uint64, 2)(types.uint64, types.uint64), generate


@overload(block)
def _block_compiled(k0: Any, k1: Any, c0: Any, c1: Any, c2: Any, c3: Any) -> Any:
    multiplier_0, multiplier_1 = np.uint64(_MULTIPLIER_0), np.uint64(_MULTIPLIER_1)
    weyl_0, weyl_1 = np.uint64(_WEYL_0), np.uint64(_WEYL_1)

    def compiled(k0: Any, k1: Any, c0: Any, c1: Any, c2: Any, c3: Any) -> Any:
        for _ in range(ROUNDS):
            high_0, low_0 = _multiply(multiplier_0, c0)
            high_1, low_1 = _multiply(multiplier_1, c2)
            c0, c1, c2, c3 = high_1 ^ c1 ^ k0, low_1, high_0 ^ c3 ^ k1, low_0
            k0, k1 = k0 + weyl_0, k1 + weyl_1
        return c0, c1, c2, c3

    return compiled
