"""Sets of up to 62 things as the bits of one whole number, with the processor's own instructions."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from .compiling import PLAIN_FORMS, compiled


@intrinsic
def lowest(typing_context: Any, mask: Any) -> Any:
    """The number of the lowest bit set; the mask must not be empty."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), emit


@intrinsic
def size(typing_context: Any, mask: Any) -> Any:
    """How many bits are set."""

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), emit


@compiled
def pick(mask, n):  # type: ignore[no-untyped-def]
    """The n-th lowest bit set (counted from 0), as a mask of one bit."""
    for _ in range(n):
        mask &= mask - 1
    return mask & -mask


PLAIN_FORMS[lowest] = lambda mask: (mask & -mask).bit_length() - 1
PLAIN_FORMS[size] = lambda mask: mask.bit_count()
