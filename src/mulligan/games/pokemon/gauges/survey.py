"""What a move of a turn would do, as far as lies open: the damage of an attack, the use of an Energy.

The look-ahead of the rule players (`outlook`) knows Weakness, Resistance, Tools and marks, and coins by their chances.
"""

from __future__ import annotations

from mulligan.kernel import compiled, hurried

from ..cards.arrays import ENERGY_OF, EX, FIRST_ATTACK, MOD_SAFE, N_ATTACKS
from ..cards.vocabulary import CONFUSED, SMOKE
from ..players.lookahead import left_of, outlook
from ..players.payment import NONE, missing
from ..players.roles import DRAGS, REACH, SPREAD
from ..rules.damage import holds
from ..rules.layout import ATTACK, command, first, second
from ..rules.moves import attack_of


@compiled
def harm(s, p, j, attack):
    """The chance that the opponent's Pokemon `j` falls by an attack of the Active one, and the mean damage to it, no
    more than it has HP left."""
    chance, mean = outlook(s, p, 0, j, attack)
    left = 1.0 * left_of(s.slot[1 - p][j])
    return chance, left if chance >= 1.0 else min(mean, left)


@compiled
def bench_harm(s, p, attack):
    """Damage on the opponent's Bench: to one Pokemon of the player's choice, and to all."""
    most = 0.0
    total = 0.0
    for j in range(1, s.n_bench[1 - p] + 1):
        slot = s.slot[1 - p][j]
        if not (MOD_SAFE[slot.card] and EX[s.slot[p][0].card]):
            left = 1.0 * left_of(slot)
            most = max(most, min(left, 1.0 * REACH[attack]))
            total += min(left, 1.0 * SPREAD[attack])
    return most + total


@compiled
def strength(s, p, attack):
    """Of an attack of the Active Pokemon: the chance of a knock-out of the defender, and the mean damage it does."""
    chance, damage = harm(s, p, 0, attack)
    if DRAGS[attack] and s.n_bench[1 - p] > 0:
        chance = 0.0
        damage = 0.0
        for j in range(1, s.n_bench[1 - p] + 1):
            one, other = harm(s, p, j, attack)
            chance = max(chance, one)
            damage = max(damage, other)
    damage += bench_harm(s, p, attack)
    if s.ill[p] & CONFUSED:
        chance *= 0.5
        damage *= 0.5
    if holds(s, p, SMOKE):
        chance *= 0.5
        damage *= 0.5
    return chance, damage


@compiled
def pays(s, p, card, i):
    """Whether an Energy brings an attack of the own Pokemon `i` nearer."""
    slot = s.slot[p][i]
    for number in range(N_ATTACKS[slot.card]):
        attack = FIRST_ATTACK[slot.card] + number
        if missing(slot, slot.card, attack, ENERGY_OF[card], NONE) < missing(slot, slot.card, attack, NONE, NONE):
            return True
    return False


@hurried
def survey(states, move, out):
    """Write, of an attack, its chance of a knock-out and its damage; of an Energy, whether it brings one nearer."""
    s = states[0]
    if command(move) == ATTACK:
        out[0], out[1] = strength(s, s.player, attack_of(s, s.player, move))
    else:
        out[0] = 1.0 if pays(s, s.player, first(move), second(move)) else 0.0
