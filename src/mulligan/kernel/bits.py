"""Sets of up to 62 things as the bits of one whole number, with the processor's own instructions."""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import config, types
from numba.extending import intrinsic

from .compiling import PLAIN_FORMS
from .marks import compiled, inlined

WITH_DEPOSIT = ("x86-64-v3", "x86-64-v4", "haswell", "skylake", "znver3", "znver4")  # names that imply the instruction


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
def _pick_by_counting(mask, n):
    for _ in range(n):
        mask &= mask - 1
    return mask & -mask


@intrinsic
def _deposit(typing_context: Any, n: Any, mask: Any) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        pdep = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind)
        return builder.call(pdep, [builder.shl(ir.Constant(word, 1), arguments[0]), arguments[1]])

    return types.int64(types.int64, types.int64), emit


@inlined
def _pick_by_deposit(mask, n):
    return _deposit(n, mask)


def _deposits_fast() -> bool:
    """Whether the processor that code is made for has the instruction, and not in the slow form of the first two Zens.

    That need not be the processor at hand: `NUMBA_CPU_NAME` and `NUMBA_CPU_FEATURES` may name another.
    """
    name = config.CPU_NAME or llvm.get_host_cpu_name()
    if name in ("znver1", "znver2"):
        return False
    told = config.CPU_FEATURES
    if told is None:
        return bool(llvm.get_host_cpu_features().get("bmi2"))
    words = [word.strip() for word in told.split(",")]
    return "+bmi2" in words or (name in WITH_DEPOSIT and "-bmi2" not in words)


pick = _pick_by_deposit if _deposits_fast() else _pick_by_counting
"""pick(mask, n): the n-th lowest bit set, counted from 0, as a mask of one bit."""

PLAIN_FORMS[lowest] = lambda mask: (mask & -mask).bit_length() - 1
PLAIN_FORMS[size] = lambda mask: mask.bit_count()
PLAIN_FORMS[_pick_by_deposit] = _pick_by_counting.py_func
