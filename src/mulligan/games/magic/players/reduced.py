# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""The Reduced player of the paper: any legal block, and any cards that it can pay."""

from __future__ import annotations

from mulligan.kernel import below, compiled, inlined, lowest, pick, size

from ..rules.layout import NOBODY, WHOLE, WITH_LAND
from .copies import by_first_copies


@inlined
def reduced_block(s, rng):
    """Each untapped creature chooses one of the attackers, or none, at random."""
    targets = s.attackers | 1 << NOBODY
    n = size(targets)
    free = s.ready[s.active ^ 1] & ~s.asked
    while free != 0:
        s.gang[lowest(pick(targets, below(rng, n)))] |= free & -free
        free &= free - 1


@compiled
def one_pass(s, t, rng):
    """Go once through the hand in random order, lands included: a creature that comes before the land cannot use it."""
    p = s.active
    mana = s.mana
    lands = s.land_hand[p]
    landed = s.landed
    held = s.hand[p] & ~s.asked
    chosen = 0
    move = WHOLE
    while held != 0:
        r = below(rng, lands + size(held))
        if r < lands:
            lands -= 1
            if not landed:
                landed = 1
                mana += 1
                move |= WITH_LAND
            continue
        bit = pick(held, r - lands)
        held ^= bit
        cost = t.cost[p][lowest(bit)]
        if cost <= mana:
            mana -= cost
            chosen |= bit
    if lands > 0 and not landed:
        move |= WITH_LAND
    return move | by_first_copies(t, p, s.hand[p] & ~s.asked, chosen)
