"""What Energy pays for: attacks and retreats."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from mulligan.kernel import compiled, inlined

from ..cards.arrays import (
    COST,
    COST_TOTAL,
    FIRST_ATTACK,
    HAS_CUTS,
    HAS_SMALL_MODIFIERS,
    MOD_CHEAPER,
    MOD_CLOAK,
    MOD_CUT,
    MOD_CUT_TYPE,
    MOD_FREE,
    N_ATTACKS,
    N_ENERGIES,
    PROVIDES,
    RETREAT,
    STAGE,
    TYPE,
    UNITS,
)
from ..cards.vocabulary import COLORLESS, FREE_ALWAYS, FREE_NEVER, FREE_WITH_STADIUM, FREE_WITHOUT_ENERGY
from .abilities import able
from .layout import SLOTS

COLOURS = np.array([sum(1 << kind for kind in range(COLORLESS) if cost[kind] > 0) for cost in COST], np.int64)
"""Of each attack: the coloured symbols in its cost, as bits."""
CLOAKS = np.array([1 << (kind - 1) if kind > 0 else 0 for kind in MOD_CLOAK], np.int64)
"""Of each card in play: the type of Energy, as a bit, that lets its owner's Pokemon retreat free."""


def _price(cost: Any) -> list[tuple[int, int]]:
    """Sets of coloured symbols, as bits, with how many units must be of one of them."""
    kinds = [kind for kind in range(COLORLESS) if cost[kind] > 0]
    sets = [chosen for size in range(1, 1 + len(kinds)) for chosen in combinations(kinds, size)]
    return [(sum(1 << kind for kind in chosen), sum(int(cost[kind]) for kind in chosen)) for chosen in sets]


_PRICES = [_price(cost) for cost in COST]
SETS = np.array([len(price) for price in _PRICES], np.int64)
"""Of each attack: how many sets of coloured symbols its cost has."""
PRICE = np.zeros((len(COST), max(1, *SETS), 2), np.int64)
"""Of each attack: these sets, and the units that they need."""
for _attack, _sets in enumerate(_PRICES):
    for _k, _needed in enumerate(_sets):
        PRICE[_attack, _k] = _needed

_costs = [COST_TOTAL[first : first + n] for first, n in zip(FIRST_ATTACK, N_ATTACKS, strict=True)]
CHEAPEST = np.array([min(costs, default=0) for costs in _costs], np.int64)
"""Of each Pokemon: the units of Energy below which it can pay for none of its attacks."""


@inlined
def types_of(slot, e):
    """The types, as bits, that a unit of this Energy can be on this Pokemon."""
    return PROVIDES[e][1 if STAGE[slot.card] == 0 else 0]


@inlined
def units_within(slot, wanted):
    """Units on a Pokemon that can be of one of these types, given as bits."""
    basic = 1 if STAGE[slot.card] == 0 else 0
    n = 0
    for e in range(N_ENERGIES):
        n += UNITS[e] * slot.energy[e] * (PROVIDES[e][basic] & wanted != 0)
    return n


@compiled
def units_of_type(slot, kind):
    """Units on a Pokemon that can be of this type."""
    return units_within(slot, 1 << kind)


@inlined
def price_of(s, card, attack):
    """Units that an attack costs, were it that of this card: some Stadiums take Colorless symbols off."""
    if HAS_CUTS:
        if MOD_CUT[s.stadium] > 0 and MOD_CUT_TYPE[s.stadium] == TYPE[card]:
            return COST_TOTAL[attack] - min(MOD_CUT[s.stadium], COST[attack][COLORLESS])
    return COST_TOTAL[attack]


@compiled
def can_pay(s, slot, attack):
    """Whether the Energy on a Pokemon pays for an attack, each unit for one symbol.

    By Hall's theorem it does if for every set of coloured symbols there are as many units that fit one of them.
    """
    if slot.units < price_of(s, slot.card, attack):
        return False
    for k in range(SETS[attack]):
        if units_within(slot, PRICE[attack][k][0]) < PRICE[attack][k][1]:
            return False
    return True


@compiled
def is_cloaked(s, p, slot):
    """Whether an own Pokemon lets this one retreat free for the Energy that it carries."""
    if slot.units == 0:
        return False
    types = 0
    for i in range(SLOTS):
        types |= CLOAKS[able(s, s.slot[p][i].card)]
    return types != 0 and units_within(slot, types) > 0


@compiled
def retreats_free(s, free):
    """Whether a card with this word lets its Pokemon retreat free now."""
    return free == FREE_ALWAYS or (free == FREE_WITH_STADIUM and s.stadium > 0)


@compiled
def least_cost(s, slot):
    """What the retreat of a Pokemon costs, before anything that makes it free."""
    cost = RETREAT[slot.card]
    if HAS_SMALL_MODIFIERS:
        if STAGE[slot.card] == 0:
            cost = max(0, cost - MOD_CHEAPER[s.stadium])
    return cost


@compiled
def retreat_cost(s, p):
    """Units that the Active Pokemon of a player has to discard to retreat."""
    slot = s.slot[p][0]
    cost = least_cost(s, slot)
    if cost == 0:
        return 0
    own = MOD_FREE[able(s, slot.card)]
    if own != FREE_NEVER and (retreats_free(s, own) or (own == FREE_WITHOUT_ENERGY and slot.units == 0)):
        return 0
    if MOD_FREE[slot.tool] != FREE_NEVER and retreats_free(s, MOD_FREE[slot.tool]):
        return 0
    return 0 if is_cloaked(s, p, slot) else cost


@inlined
def can_retreat(s, p):
    """Whether the Active Pokemon carries enough Energy to retreat."""
    slot = s.slot[p][0]
    return slot.units >= least_cost(s, slot) or retreat_cost(s, p) == 0
