"""What Energy pays for: attacks and retreats."""

from __future__ import annotations

import numpy as np

from mulligan.kernel import compiled, lowest

from .cards import (
    COST,
    COST_TOTAL,
    MOD_CLOAK,
    MOD_FREE,
    N_ENERGIES,
    PROVIDES,
    RETREAT,
    STAGE,
    UNITS,
)
from .layout import SLOTS
from .vocabulary import COLORLESS, FREE_ALWAYS, FREE_NEVER, FREE_WITH_STADIUM

COLOURS = np.array([sum(1 << kind for kind in range(COLORLESS) if cost[kind] > 0) for cost in COST], np.int64)
"""Of each attack: the coloured symbols in its cost, as bits."""


@compiled(inline=True)
def types_of(slot, e):
    """The types, as bits, that a unit of this Energy can be on this Pokemon."""
    return PROVIDES[e][1 if STAGE[slot.card] == 0 else 0]


@compiled
def units_of_type(slot, kind):
    """Units on a Pokemon that can be of this type."""
    n = 0
    for e in range(N_ENERGIES):
        if slot.energy[e] > 0 and types_of(slot, e) >> kind & 1:
            n += UNITS[e] * slot.energy[e]
    return n


@compiled
def units_within(slot, wanted):
    """Units on a Pokemon that can be of one of these types, given as bits."""
    n = 0
    for e in range(N_ENERGIES):
        if slot.energy[e] > 0 and types_of(slot, e) & wanted:
            n += UNITS[e] * slot.energy[e]
    return n


@compiled
def can_pay(slot, attack):
    """Whether the Energy on a Pokemon pays for an attack, each unit for one symbol.

    By Hall's theorem it does if for every set of coloured symbols there are as many units that fit one of them.
    """
    if slot.units < COST_TOTAL[attack]:
        return False
    wanted = COLOURS[attack]
    left = wanted
    while left != 0:
        kind = lowest(left)
        left &= left - 1
        if units_of_type(slot, kind) < COST[attack][kind]:
            return False
    return wanted & (wanted - 1) == 0 or can_match(slot, attack, wanted)


@compiled
def can_match(slot, attack, wanted):
    """Whether each set of two or more coloured symbols of an attack finds its units."""
    part = wanted
    while part != 0:
        if part & (part - 1):
            needed = 0
            left = part
            while left != 0:
                needed += COST[attack][lowest(left)]
                left &= left - 1
            if units_within(slot, part) < needed:
                return False
        part = (part - 1) & wanted
    return True


@compiled
def is_cloaked(s, p, slot):
    """Whether an own Pokemon lets this one retreat free for the Energy that it carries."""
    for i in range(SLOTS):
        other = s.slot[p][i].card
        if MOD_CLOAK[other] > 0 and units_of_type(slot, MOD_CLOAK[other] - 1) > 0:
            return True
    return False


@compiled
def retreats_free(s, free):
    """Whether a card with this word lets its Pokemon retreat free now."""
    return free == FREE_ALWAYS or (free == FREE_WITH_STADIUM and s.stadium > 0)


@compiled
def retreat_cost(s, p):
    """Units that the Active Pokemon of a player has to discard to retreat."""
    slot = s.slot[p][0]
    cost = RETREAT[slot.card]
    if cost == 0:
        return 0
    if MOD_FREE[slot.card] != FREE_NEVER and retreats_free(s, MOD_FREE[slot.card]):
        return 0
    if MOD_FREE[slot.tool] != FREE_NEVER and retreats_free(s, MOD_FREE[slot.tool]):
        return 0
    return 0 if is_cloaked(s, p, slot) else cost


@compiled
def can_retreat(s, p):
    """Whether the Active Pokemon carries enough Energy to retreat."""
    slot = s.slot[p][0]
    return slot.units >= RETREAT[slot.card] or retreat_cost(s, p) == 0
