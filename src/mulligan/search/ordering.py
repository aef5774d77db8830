"""The order in which moves are first tried: random, or as the game lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from mulligan.core.game import Game
from mulligan.kernel import below, compiled, inlined, record

from .fields import between, one_of
from .parts import Part

ORDERS = ("random", "listed", "mast", "widening")


@dataclass(frozen=True)
class OrderSettings:
    """When and in which order moves are first tried."""

    fpu: float = between(inf, -inf, inf)
    """First-play urgency: the score of an untried move; `inf` tries every move first."""
    order: str = one_of("random", ORDERS, "order")
    """Expansion order, in which moves are first tried: `random`, as the game has them `listed`, or as `mast` would draw
    them; or by their prior, and no more than the visits of their parent allow (progressive `widening`)."""


@compiled
def shuffle_children(nodes, first, count, rng):
    """Put newly made children in random order."""
    for i in range(count - 1, 0, -1):
        j = below(rng, i + 1)
        kept = nodes[first + i].move
        nodes[first + i].move = nodes[first + j].move
        nodes[first + j].move = kept


@inlined
def arrange(m, first, count, rng, p):
    if p.listed == 0:
        shuffle_children(m.nodes, first, count, rng)


@inlined
def takes(seen, rng, p):
    return seen == 1 if p.listed else below(rng, seen) == 0


@inlined
def instead(m, node, n, move, s, t, plan, rng):
    return move


def _fill(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.listed = int(settings.order == "listed")


def _make(game: Game, made: Any) -> Mapping[str, Any]:
    return {"arrange": arrange, "takes": takes, "instead": instead}


RANDOM = Part("order", "random", "in random order", _make, OrderSettings, record(listed="i8"), _fill)
LISTED = Part("order", "listed", "as the game lists them", _make, OrderSettings, record(listed="i8"), _fill)
