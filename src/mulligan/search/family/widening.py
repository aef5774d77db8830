"""Progressive widening: a node has few children at first, the likeliest ones, and more as its visits grow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.kernel import inlined, record

from ..fields import between
from ..ordering import arrange, instead, takes
from ..parts import Part


@dataclass(frozen=True)
class WideningSettings:
    """What progressive widening is told."""

    widen: float = between(1.0, 0.001, 10**6)
    """Progressive widening: a node with n visits has at most widen * n ^ widen_power children, at least one."""
    widen_power: float = between(0.5, 0.0, 1.0)
    """Progressive widening: the exponent of the visits."""


@inlined
def width(n, p):
    return max(1, ceil(p.factor * float(n) ** p.power))


def _fill(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.factor, p.power = settings.widen, settings.widen_power


def _make(game: Game, made: Any) -> Mapping[str, Any]:
    return {"arrange": arrange, "takes": takes, "instead": instead, "width": width}


def _check(settings: Any) -> None:
    if settings.exhaust:
        raise UsageError("order=widening: not with exhaust, where all moves of a node have to be explored")


WIDENING = Part(
    "order",
    "widening",
    "progressive widening: at most widen * n ^ widen_power children, in the order of their prior",
    _make,
    WideningSettings,
    record(listed="i8", factor="f8", power="f8"),
    _fill,
    wants=("prior",),
    check=_check,
    paper="Coulom 2007; Chaslot et al. 2008",
)
