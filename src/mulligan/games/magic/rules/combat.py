# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""Combat: attackers are declared, blockers gather in gangs, and all damage is dealt at once."""

from __future__ import annotations

from mulligan.kernel import compiled, inlined, lowest, size

from .layout import BLOCK, CREATURES


@inlined
def declare(s, attackers):
    """Tap the attackers and ask the other player for blocks."""
    p = s.active
    s.attackers = attackers
    s.ready[p] &= ~attackers
    s.tapped[p] |= attackers
    s.stage = BLOCK
    s.asked = 0
    s.last = 0
    for a in range(CREATURES + 1):
        s.gang[a] = 0


@inlined
def resolve(s, t):
    """Deal all combat damage at once."""
    p = s.active
    q = p ^ 1
    damage = 0
    blocked = 0
    left = s.attackers
    while left != 0:
        a = lowest(left)
        free = s.gang[a] == 0
        damage += t.power[p][a] if free else 0
        blocked |= 0 if free else left & -left
        left &= left - 1
    while blocked != 0:
        fight(s, t, p, q, lowest(blocked))
        blocked &= blocked - 1
    s.life[q] -= damage
    if s.life[q] <= 0:
        s.winner = p


@compiled
def fight(s, t, p, q, a):
    """A blocked attacker and its blockers strike each other."""
    gang = s.gang[a]
    power = t.power[p][a]
    force = 0
    frail = 0
    total = 0
    more = gang
    while more != 0:
        b = lowest(more)
        force += t.power[q][b]
        dies = t.toughness[q][b] <= power
        frail |= more & -more if dies else 0
        total += t.toughness[q][b] if dies else 0
        more &= more - 1
    bit = 1 << a if force >= t.toughness[p][a] else 0
    s.tapped[p] ^= bit
    s.dead[p] |= bit
    if total > power:
        frail = best_kill(t, q, frail, power)
    s.ready[q] &= ~frail
    s.dead[q] |= frail


@compiled
def best_kill(t, q, gang, power):
    """The blockers that an attacker kills: total toughness within its power, greatest cost, then most creatures."""
    if size(gang) > 5:
        return best_kill_of_many(t, q, gang, power)
    best = 0
    worth = 0
    some = gang
    while some != 0:
        need = 0
        value = 0
        more = some
        while more != 0:
            b = lowest(more)
            need += t.toughness[q][b]
            value += 64 * t.cost[q][b] + 1
            more &= more - 1
        if need <= power and (value > worth or (value == worth and some < best)):
            worth = value
            best = some
        some = (some - 1) & gang
    return best


@compiled
def best_kill_of_many(t, q, gang, power):
    """The same for a crowd: go through the sets depth first, leaving out what no longer fits."""
    best = 0
    worth = 0
    chosen = 0
    value = 0
    room = power
    rest = gang
    while True:
        while rest != 0:  # take what fits, in order
            b = lowest(rest)
            bit = rest & -rest
            rest ^= bit
            if t.toughness[q][b] <= room:
                chosen |= bit
                room -= t.toughness[q][b]
                value += 64 * t.cost[q][b] + 1
        if value > worth or (value == worth and chosen < best):
            worth = value
            best = chosen
        if chosen == 0:
            return best
        bit = highest(chosen)  # give back the last one taken, and go on without it
        b = lowest(bit)
        chosen ^= bit
        room += t.toughness[q][b]
        value -= 64 * t.cost[q][b] + 1
        rest = gang & ~((bit << 1) - 1) & ~t.copies[q][t.kind[q][b]]  # nor its like: they would be the same set


@compiled
def highest(mask):
    """The highest bit set, as a mask of one bit."""
    while mask & (mask - 1) != 0:
        mask &= mask - 1
    return mask
