"""Look-ahead facts of rule players: what attacks would do, what is missing for them, what the opponent threatens.

Worths are points; a Prize is 100.  Everything here is public, or known to the player `p` whose facts they are: the own
hand, and the own deck list.
"""

from __future__ import annotations

from math import comb

import numpy as np

from mulligan.kernel import compiled, inlined

from ..cards.arrays import (
    ENERGY_OF,
    EX,
    FILTER_HAS,
    FIRST_ATTACK,
    HAS_FOREIGN,
    HP,
    MOD_COPIES,
    MOD_LENDS,
    MOD_POISON,
    MOD_SAFE,
    MOD_TAKEN,
    N_ATTACKS,
    NAME,
    STAGE,
    UNITS,
)
from ..cards.vocabulary import ALL_HEADS, ASLEEP, BURNED, CONFUSED, DEALT, HEADS, PARALYZED, POISONED, SMOKE
from ..rules.abilities import able
from ..rules.damage import changed_damage, count_of, hit_points, holds
from ..rules.energy import can_retreat
from ..rules.moves import is_locked
from .payment import NONE, lacking, lacks_with_hand, missing, moving_type
from .roles import (
    AMOUNT,
    BASE,
    BURNS,
    CHARGES,
    COUNTER,
    CURES,
    DEVOLVES,
    DIRECT,
    DRAGS,
    FATAL,
    FATAL_CHANCE,
    FETCHES,
    GAIN,
    HITS,
    HOLDS_FAST,
    ILL_CHANCE,
    ILLS,
    OWN_ILLS,
    PARAMETER,
    PLAIN,
    REACH,
    REDRAWS,
    SHIELD,
    SMOKES,
    SPREAD,
    STRIPS,
)

WIN = 3000
PRIZE = 100
MOST_COINS = 8
BINOMIAL = np.array([[comb(n, k) / 2**n for k in range(MOST_COINS + 1)] for n in range(MOST_COINS + 1)])


# --- damage -----------------------------------------------------------------------------------------------------------


@inlined
def left_of(slot):
    """HP that a Pokemon has left."""
    return hit_points(slot) - slot.damage


@inlined
def prizes_of(card):
    """Prizes for a knock-out."""
    return 2 if EX[card] else 1


@compiled
def blow(s, p, i, j, base, plain):
    """Damage when the own Pokemon `i` attacks the opponent's Pokemon `j`, both taken as Active."""
    if MOD_SAFE[s.slot[1 - p][j].card] and EX[s.slot[p][i].card]:
        return 0
    return changed_damage(s, p, i, j, base, plain, True)


@compiled
def times(s, p, i, j, attack):
    """How often the amount of an attack's damage counts, where no coin decides."""
    return count_of(s, p, i, j, COUNTER[attack], PARAMETER[attack])


@compiled
def fall_at(s, p, j, attack):
    """The HP below which the opponent's Pokemon `j` falls by this attack: less if it devolves."""
    slot = s.slot[1 - p][j]
    if DEVOLVES[attack] and slot.under[0] > 0:
        below = slot.under[1] if slot.under[1] > 0 else slot.under[0]
        return left_of(slot) - HP[slot.card] + HP[below]
    return left_of(slot)


@compiled
def outlook(s, p, i, j, attack):
    """Chance of a knock-out, and mean damage to the defender, when `i` attacks `j`."""
    left = fall_at(s, p, j, attack)
    poison = 0
    if (j == 0 and s.ill[1 - p] & POISONED) or (ILLS[attack] & POISONED and ILL_CHANCE[attack] == 100):
        poison = 10 + MOD_POISON[s.stadium]
    direct = DIRECT[attack]
    counter = COUNTER[attack]
    chance = 0.0
    mean = 0.0
    if HITS[attack] == 0:
        mean = 1.0 * direct
        chance = 1.0 if direct + poison >= left else 0.0
    elif counter in (HEADS, ALL_HEADS):
        coins = min(PARAMETER[attack], MOST_COINS)
        for heads in range(coins + 1):
            share = BINOMIAL[coins][heads]
            count = heads if counter == HEADS else int(heads == coins)
            damage = direct + blow(s, p, i, j, BASE[attack] + AMOUNT[attack] * count, PLAIN[attack])
            mean += share * damage
            if damage + poison >= left:
                chance += share
    else:
        damage = direct + blow(s, p, i, j, BASE[attack] + AMOUNT[attack] * times(s, p, i, j, attack), PLAIN[attack])
        mean = 1.0 * damage
        chance = 1.0 if damage + poison >= left else 0.0
    if FATAL[attack] >= 0 and s.slot[1 - p][j].damage >= FATAL[attack]:
        if not (MOD_SAFE[s.slot[1 - p][j].card] and EX[s.slot[p][i].card]):
            chance = max(chance, FATAL_CHANCE[attack] / 100)
    return chance, mean


# --- what attacks are worth -------------------------------------------------------------------------------------------


@compiled
def worth_of_fall(s, p, j):
    """What knocking out the opponent's Pokemon `j` is worth; the game, if that wins it."""
    slot = s.slot[1 - p][j]
    prizes = prizes_of(slot.card)
    if prizes >= s.n_prizes[p] or s.n_bench[1 - p] == 0:
        return WIN
    return PRIZE * prizes + 10 * STAGE[slot.card] + 5 * slot.units


@compiled
def worth_of_harm(s, p, j, damage):
    """What damage that does not knock out is worth."""
    slot = s.slot[1 - p][j]
    left = max(10, left_of(slot))
    return min(0.85, damage / left) * 0.55 * PRIZE * prizes_of(slot.card)


@compiled
def worth_of_bench_hit(s, p, i, j, damage, counters):
    """What damage to one Benched Pokemon of the opponent is worth."""
    slot = s.slot[1 - p][j]
    if MOD_SAFE[slot.card] and EX[s.slot[p][i].card]:
        return 0.0
    if not counters:
        damage -= MOD_TAKEN[slot.card]
    if damage >= left_of(slot):
        return 1.0 * worth_of_fall(s, p, j)
    return 0.6 * worth_of_harm(s, p, j, damage)


@compiled
def worth_on_bench(s, p, i, attack):
    """What an attack does on the opponent's Bench."""
    total = 0.0
    best = 0.0
    for j in range(1, s.n_bench[1 - p] + 1):
        if SPREAD[attack] > 0:
            total += worth_of_bench_hit(s, p, i, j, SPREAD[attack], True)
        if REACH[attack] > 0:
            best = max(best, worth_of_bench_hit(s, p, i, j, REACH[attack], False))
    return total + best


@compiled
def worth_of_ills(s, p, j, bits):
    """What Special Conditions are worth on the opponent's Pokemon `j`."""
    new = bits & ~s.ill[1 - p] if j == 0 else bits
    worth = 0.0
    if new & ASLEEP:
        worth += 20
    if new & PARALYZED:
        worth += 36
    if new & CONFUSED:
        worth += 18
    if new & POISONED:
        worth += 14 + 0.8 * MOD_POISON[s.stadium]
    if new & BURNED:
        worth += 14
    return worth


@compiled
def worth_of_side_effects(s, p, i, j, attack):
    """What an attack does besides damage, as long as the defender stands."""
    own = s.slot[p][i]
    other = s.slot[1 - p][j]
    worth = 0.0
    if ILLS[attack] and not (MOD_SAFE[other.card] and EX[own.card]):
        worth += worth_of_ills(s, p, j, ILLS[attack]) * ILL_CHANCE[attack] / 100
    if STRIPS[attack] and other.units > 0:
        worth += 0.2 * STRIPS[attack]
    if DEVOLVES[attack] and STAGE[other.card] > 0:
        worth += 25
    return worth + 22 * SMOKES[attack] + 4 * HOLDS_FAST[attack]


@compiled
def can_fetch(s, p, attack):
    """Whether an attack that brings cards back finds any."""
    if FETCHES[attack] < 0:
        return True
    for k in range(s.n_discard[p]):
        if FILTER_HAS[FETCHES[attack]][s.discard[p][k]]:
            return True
    return False


@compiled
def worth_for_self(s, p, i, attack, mean):
    """What an attack does for the attacker and its player."""
    slot = s.slot[p][i]
    worth = 0.4 * SHIELD[attack] - 10.0 * BURNS[attack] - (14 if OWN_ILLS[attack] else 0)
    if CURES[attack] != 0 and slot.damage > 0:
        healed = min(1.0 * slot.damage, mean if CURES[attack] == DEALT else 1.0 * CURES[attack])
        worth += healed * 0.6 * PRIZE * prizes_of(slot.card) / hit_points(slot)
        left = left_of(slot)
        if left <= danger(s, p, i, False) < left + healed:
            worth += 0.5 * PRIZE * prizes_of(slot.card)
    if GAIN[attack] and s.n_deck[p] > 8 and can_fetch(s, p, attack):
        worth += GAIN[attack]
    if REDRAWS[attack] and s.n_deck[p] > 12:
        worth += 6 * (s.n_hand[1 - p] - s.n_hand[p])
    if CHARGES[attack]:
        found = 0
        for k in range(s.n_discard[p]):
            e = ENERGY_OF[s.discard[p][k]]
            found += e >= 0 and UNITS[e] == 1
        worth += 16 * min(found, CHARGES[attack])
    return worth


@compiled
def worth_of_attack(s, p, i, j, attack):
    """What an attack of the own Pokemon `i` against the opponent's Pokemon `j` is worth, if it can be paid for."""
    if DRAGS[attack]:
        best = 0.0
        for k in range(1, s.n_bench[1 - p] + 1):
            best = max(best, worth_on_target(s, p, i, k, attack))
        return best  # nothing if there is nobody to drag
    return worth_on_target(s, p, i, j, attack)


@compiled
def worth_on_target(s, p, i, j, attack):
    """The same, against this very Pokemon."""
    chance, mean = outlook(s, p, i, j, attack)
    worth = chance * worth_of_fall(s, p, j)
    if chance < 1.0:
        lasting = worth_of_harm(s, p, j, mean) + worth_of_side_effects(s, p, i, j, attack)
        worth += (1.0 - chance) * lasting
    worth += worth_on_bench(s, p, i, attack) + worth_for_self(s, p, i, attack, mean)
    if i == 0:
        if s.ill[p] & CONFUSED:
            worth = 0.5 * worth - 12
        if holds(s, p, SMOKE):
            worth *= 0.5
    return worth


@compiled
def is_barred(s, p, i, number):
    """Whether the Active Pokemon cannot use an attack, however much Energy it has."""
    if i > 0:
        return False
    return s.ill[p] & (ASLEEP | PARALYZED) != 0 or is_locked(s, p, number)


@compiled
def best_worth(s, p, i, j, plus, kind, ample):
    """The worth of the best attack that `i` can pay for against `j`; `plus` is an Energy more.

    With `ample`, an Energy of the hand may be attached first.
    """
    card = s.slot[p][i].card
    best = 0.0
    for number in range(N_ATTACKS[card]):
        attack = FIRST_ATTACK[card] + number
        if not is_barred(s, p, i, number):
            short = lacks_with_hand(s, p, i, attack, kind) if ample else lacking(s, p, i, attack, plus, kind)
            if short == 0:
                best = max(best, worth_of_attack(s, p, i, j, attack))
    if HAS_FOREIGN:
        best = max(best, foreign_worth(s, p, i, j, plus, kind, ample))
    return best


@compiled
def foreign_worth(s, p, i, j, plus, kind, ample):
    """The same for attacks that are not the Pokemon's own: of its Tool, and of all in play if it copies them."""
    slot = s.slot[p][i]
    best = 0.0
    if MOD_LENDS[slot.tool] == NAME[slot.card]:
        best = worth_of_lender(s, p, i, j, slot.tool, plus, kind, ample)
    if MOD_COPIES[able(s, slot.card)]:
        for q in range(2):
            for k in range(s.n_bench[q] + 1):
                if s.slot[q][k].card != slot.card:
                    best = max(best, worth_of_lender(s, p, i, j, s.slot[q][k].card, plus, kind, ample))
    return best


@compiled
def worth_of_lender(s, p, i, j, card, plus, kind, ample):
    """The worth of the best attack of another card that `i` can pay for against `j`."""
    best = 0.0
    for number in range(N_ATTACKS[card]):
        attack = FIRST_ATTACK[card] + number
        if not is_barred(s, p, i, number | card << 8):
            short = lacks_with_hand(s, p, i, attack, kind) if ample else lacking(s, p, i, attack, plus, kind)
            if short == 0:
                best = max(best, worth_of_attack(s, p, i, j, attack))
    return best


# --- what the opponent threatens --------------------------------------------------------------------------------------


@compiled
def threat_from(s, p, k, i, kind):
    """Most damage that the opponent's Pokemon `k` could do to the own Pokemon `i` with one Energy more."""
    q = 1 - p
    card = s.slot[q][k].card
    most = 0.0
    for number in range(N_ATTACKS[card]):
        attack = FIRST_ATTACK[card] + number
        if lacking(s, q, k, attack, NONE, kind) <= 1:
            chance, mean = outlook(s, q, k, i, attack)
            most = max(most, mean, chance * left_of(s.slot[p][i]))
    return most


@compiled
def can_leave(s, q):
    """Whether the Active Pokemon of a player can pay for its retreat."""
    return can_retreat(s, q) and s.ill[q] & (ASLEEP | PARALYZED) == 0


@compiled
def danger(s, p, i, gone):
    """Damage that the own Pokemon `i` must expect when Active; `gone` if the opponent's Active Pokemon falls first."""
    q = 1 - p
    kind = moving_type(s, q)
    most = 0.0
    if not gone:
        most = threat_from(s, p, 0, i, kind)
        if s.ill[q] & PARALYZED:
            most = 0.0
        elif s.ill[q] & (ASLEEP | CONFUSED) or holds(s, q, SMOKE):
            most *= 0.5
    if gone or can_leave(s, q):
        for k in range(1, s.n_bench[q] + 1):
            most = max(most, threat_from(s, p, k, i, kind))
    return most


@compiled
def loss(s, p, i, most):
    """What the danger to the own Pokemon `i` costs."""
    slot = s.slot[p][i]
    left = left_of(slot)
    prizes = prizes_of(slot.card)
    if most >= left:
        if prizes >= s.n_prizes[1 - p]:
            return 6.0 * PRIZE
        return 0.35 * PRIZE * prizes + 8 * STAGE[slot.card] + 7 * slot.units
    return 0.3 * PRIZE * prizes * most / hit_points(slot)


@compiled
def stand(s, p, i, ample):
    """How good it is to have the own Pokemon `i` Active: its attack now, less what the opponent does to it."""
    kind = moving_type(s, p)
    attack = best_worth(s, p, i, 0, NONE, kind, ample)
    return attack - loss(s, p, i, danger(s, p, i, attack >= PRIZE))


# --- where Energy belongs ---------------------------------------------------------------------------------------------

STRENGTH = (
    BASE
    + AMOUNT * np.where(COUNTER == HEADS, PARAMETER / 2, np.where(COUNTER == ALL_HEADS, 0.25, 1.5))
    + REACH * 0.7
    + DIRECT
    + FATAL_CHANCE * 0.6
    + ILL_CHANCE * 0.15
    + SPREAD * 2
    - BURNS * 12
    + np.where(CURES == DEALT, 20, 0)
    + GAIN * 0.7
    + SMOKES * 12
    + 5
)
"""What an attack is worth in general."""
SOON = np.array([1.0, 0.62, 0.40, 0.26, 0.17, 0.11, 0.08, 0.06, 0.05])
"""What it is worth when so many Energy are missing."""


@compiled
def promise_as(slot, card, plus, minus):
    """What the attacks of a Pokemon promise, were it `card`."""
    best = 0.0
    for number in range(N_ATTACKS[card]):
        attack = FIRST_ATTACK[card] + number
        short = min(8, missing(slot, card, attack, plus, minus))
        best = max(best, STRENGTH[attack] * SOON[short])
    return best * (120 + HP[card]) / 200
