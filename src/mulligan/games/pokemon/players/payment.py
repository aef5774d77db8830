"""What is missing for an attack: on a Pokemon as it is, as what it may become, and with Energy that can still come."""

from __future__ import annotations

from mulligan.kernel import compiled, inlined, lowest

from ..cards.arrays import (
    ABILITY,
    ABILITY_PC,
    COST,
    COST_TOTAL,
    ENERGY_OF,
    FILTER_TYPE,
    N_ENERGIES,
    PROGRAM,
    PROVIDES,
    STAGE,
    UNITS,
)
from ..cards.vocabulary import MOVE, UNLIMITED
from ..rules.energy import COLOURS, price_of, types_of
from ..rules.layout import MOST_TRANCES

NONE = -1
ANY_TYPE = (1 << 11) - 1


@compiled
def units_for(slot, card, wanted, plus, minus):
    """Units of these types on a Pokemon, were it `card`, with one Energy more and one less (if not negative)."""
    basic = 1 if STAGE[card] == 0 else 0
    n = 0
    for e in range(N_ENERGIES):
        count = slot.energy[e]
        if e == plus:
            count += 1
        if e == minus:
            count -= 1
        if count > 0 and PROVIDES[e][basic] & wanted:
            n += UNITS[e] * count
    return n


@inlined
def missing(slot, card, attack, plus, minus):
    """Units that an attack of `card` still needs, were a Pokemon that card, with an Energy more or less."""
    return missing_of(slot, card, attack, COST_TOTAL[attack], plus, minus)


@compiled
def missing_of(slot, card, attack, price, plus, minus):
    """The same of an attack that costs so many units in all."""
    units = slot.units
    if plus >= 0:
        units += UNITS[plus]
    if minus >= 0:
        units -= UNITS[minus]
    most = price - units
    wanted = COLOURS[attack]
    part = wanted
    while part != 0:
        most = max(most, symbols(attack, part) - units_for(slot, card, part, plus, minus))
        part = (part - 1) & wanted
    return max(0, most)


@compiled
def symbols(attack, part):
    """How many symbols of these types an attack costs."""
    n = 0
    while part != 0:
        n += COST[attack][lowest(part)]
        part &= part - 1
    return n


@compiled
def moving_type(s, p):
    """The type of Energy that an Ability in play moves freely, or -1."""
    if s.player == p and s.trances >= MOST_TRANCES:
        return NONE
    for i in range(s.n_bench[p] + 1):
        card = s.slot[p][i].card
        if ABILITY[card] == UNLIMITED and PROGRAM[ABILITY_PC[card]][0] == MOVE:
            return FILTER_TYPE[PROGRAM[ABILITY_PC[card]][1]]
    return NONE


@compiled
def spare_units(s, p, i, kind, wanted):
    """Units on the other own Pokemon that can move, by their type, and would be of one of these types here."""
    basic = 1 if STAGE[s.slot[p][i].card] == 0 else 0
    n = 0
    for k in range(s.n_bench[p] + 1):
        other = s.slot[p][k]
        if k != i and other.units > 0:
            for e in range(N_ENERGIES):
                if other.energy[e] > 0 and types_of(other, e) >> kind & 1 and PROVIDES[e][basic] & wanted:
                    n += UNITS[e] * other.energy[e]
    return n


@compiled
def missing_after_moves(s, p, i, attack, plus, kind):
    """Units that an attack still needs when all Energy of a type may come from the other own Pokemon."""
    slot = s.slot[p][i]
    most = price_of(s, slot.card, attack) - slot.units - spare_units(s, p, i, kind, ANY_TYPE)
    if plus >= 0:
        most -= UNITS[plus]
    wanted = COLOURS[attack]
    part = wanted
    while part != 0:
        there = units_for(slot, slot.card, part, plus, NONE) + spare_units(s, p, i, kind, part)
        most = max(most, symbols(attack, part) - there)
        part = (part - 1) & wanted
    return max(0, most)


@compiled
def lacking(s, p, i, attack, plus, kind):
    """Units that a Pokemon in play needs for one of its attacks; `kind` is the type that moves freely, or -1."""
    slot = s.slot[p][i]
    short = missing_of(slot, slot.card, attack, price_of(s, slot.card, attack), plus, NONE)
    return short if short == 0 or kind < 0 else missing_after_moves(s, p, i, attack, plus, kind)


@compiled
def lacks_with_hand(s, p, i, attack, kind):
    """The same after the best Energy of the hand, if one may still be attached."""
    least = lacking(s, p, i, attack, NONE, kind)
    if least == 0 or s.attached or s.player != p:
        return least
    last = 0
    for k in range(s.n_hand[p]):
        card = s.hand[p][k]
        if card != last and ENERGY_OF[card] >= 0:
            least = min(least, lacking(s, p, i, attack, ENERGY_OF[card], kind))
        last = card
    return least
