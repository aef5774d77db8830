"""Smaller goals than to win: to knock out one Pokemon soon, and to have one that is evolved and carries three Energy.

They are what the paper proposes as future work ("what is the quickest way to defeat one of the opponent's Pokemon?",
"what to do to evolve a Pokemon and give it three energies?").  Here each is a number of points that an evaluation adds:
a search that is cut at the end of the own turn then looks for the turn that brings the goal nearest.
"""

from __future__ import annotations

import numpy as np

from mulligan.kernel import compiled

from ..cards.arrays import CLASS, FIRST_ATTACK, FROM, N_ATTACKS, NAME, STAGE
from ..cards.vocabulary import POKEMON
from ..players.lookahead import can_leave, left_of, outlook
from ..players.payment import NONE, lacking, moving_type
from .assets import useful_units

FAR = 9.0  # turns; a knock-out further off counts as so far
FADE = 0.6  # what each turn of waiting leaves of a knock-out
ENOUGH = 3  # Energy that the goal asks for, or as many as the Pokemon can use

GROWS = np.isin(NAME, FROM[(CLASS == POKEMON) & (STAGE > 0)]).astype(np.int64)
"""Of each card: whether some Pokemon evolves from it."""


@compiled
def blows(s, p, i, attack):
    """How often an attack of the own Pokemon `i` must be made until the opponent's Active Pokemon falls, on average."""
    chance, mean = outlook(s, p, i, 0, attack)
    if chance >= 1.0:
        return 1.0
    needed = FAR
    if chance > 0.0:
        needed = min(needed, 1.0 / chance)
    if mean > 0.0:
        left = left_of(s.slot[1 - p][0])
        needed = min(needed, 1.0 * -int(-left // mean))
    return max(1.0, needed)


@compiled
def turns_to_fall(s, p):
    """Own turns, the next one included, until the opponent's Active Pokemon can be knocked out: with one Energy a turn,
    and one turn more for a Benched attacker while the Active Pokemon cannot retreat."""
    if s.slot[p][0].card == 0 or s.slot[1 - p][0].card == 0:
        return FAR
    kind = moving_type(s, p)
    stuck = 0.0 if can_leave(s, p) else 1.0
    soonest = FAR
    for i in range(s.n_bench[p] + 1):
        card = s.slot[p][i].card
        for number in range(N_ATTACKS[card]):
            attack = FIRST_ATTACK[card] + number
            turns = max(1, lacking(s, p, i, attack, NONE, kind)) - 1.0 + blows(s, p, i, attack)
            soonest = min(soonest, turns if i == 0 else turns + stuck)
    return soonest


@compiled
def soon(s, p):
    """How near the next knock-out is: 1 if it can come in the next turn, and less for every turn more."""
    return FADE ** (turns_to_fall(s, p) - 1.0)


@compiled
def grown(slot):
    """How much of the second goal a Pokemon has reached, from 0 to 1."""
    steps = min(ENOUGH, useful_units(slot)) + 0.0
    most = ENOUGH + 0.0
    if STAGE[slot.card] > 0 or GROWS[slot.card]:
        most += 1.0
        steps += 1.0 if STAGE[slot.card] > 0 else 0.0
    return steps / most


@compiled
def growth(s, p):
    """How many Pokemon have reached the second goal, and how much of it the nearest of the others has."""
    reached = 0.0
    nearest = 0.0
    for i in range(s.n_bench[p] + 1):
        if s.slot[p][i].card > 0:
            share = grown(s.slot[p][i])
            if share >= 1.0:
                reached += 1.0
            else:
                nearest = max(nearest, share)
    return reached + nearest
