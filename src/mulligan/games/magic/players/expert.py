# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""The expert of the paper: an attack that leaves enough blockers at home, and blocks that win something."""

from __future__ import annotations

from mulligan.kernel import compiled, lowest, size

from ..rules.layout import PRINTED, TOP
from ..rules.play import cheapest

# --- attack -----------------------------------------------------------------------------------------------------------


@compiled
def power_of(t, p, creatures):
    """Total power."""
    total = 0
    while creatures != 0:
        total += t.power[p][lowest(creatures)]
        creatures &= creatures - 1
    return total


@compiled
def blockers_needed(t, q, attackers, life):
    """How many of the strongest attackers must be stopped for `life` to last."""
    force = power_of(t, q, attackers)
    need = 0
    while force >= life:
        top = attackers
        while top & (top - 1) != 0:
            top &= top - 1
        force -= t.power[q][lowest(top)]
        attackers ^= top
        need += 1
    return need


@compiled
def weakest_lethal(t, q, attackers, life):
    """How many of the weakest attackers are enough to take `life`; 0 if all of them are not."""
    force = 0
    n = 0
    while attackers != 0 and force < life:
        force += t.power[q][lowest(attackers)]
        attackers &= attackers - 1
        n += 1
    return n if force >= life else 0


@compiled
def count_blockers(t, q, attackers, life, style):
    """The blockers that Expert thinks it takes: as many as it does, or the number that the paper prints."""
    return weakest_lethal(t, q, attackers, life) if style == PRINTED else blockers_needed(t, q, attackers, life)


@compiled
def castable(s, t):
    """How many creatures the active player can still cast this turn, cheapest first."""
    p = s.active
    mana = s.lands[p]
    if s.land_hand[p] > 0:
        mana += 1
    n = 0
    for c in range(1, TOP + 1):
        here = size(s.hand[p] & t.within[p][c] & ~t.within[p][c - 1])
        fit = min(here, mana // c)
        n += fit
        mana -= fit * c
        if fit < here:
            break
    return n


@compiled
def expert_attack(s, t, style):
    """The attackers that Expert chooses."""
    p = s.active
    q = p ^ 1
    mine = s.ready[p]
    theirs = s.ready[q]
    if theirs == 0:
        return mine
    spare = size(mine) - size(theirs)
    if spare > 0:
        weak = 0
        rest = mine
        for _ in range(spare):
            weak |= rest & -rest
            rest &= rest - 1
        if power_of(t, p, weak) >= s.life[q]:
            return mine
    threat = theirs | s.tapped[q] if t.count_tapped else theirs
    most = size(mine) + castable(s, t) - count_blockers(t, q, threat, s.life[p], style)
    if most < 0:
        return mine
    chosen = 0
    rest = mine
    while rest != 0 and most > 0:
        bit = rest
        while bit & (bit - 1) != 0:
            bit &= bit - 1
        rest ^= bit
        if worth_attacking(t, p, q, lowest(bit), theirs):
            chosen |= bit
            most -= 1
    return chosen


@compiled
def worth_attacking(t, p, q, a, blockers):
    """Whether Expert sends creature `a`: it cannot be killed cheaply and is not better kept at home."""
    power = t.power[p][a]
    toughness = t.toughness[p][a]
    cost = t.cost[p][a]
    safe_force = 0  # of the blockers that survive it
    more = blockers
    while more != 0:
        b = lowest(more)
        if t.toughness[q][b] > power:
            safe_force += t.power[q][b]
        more &= more - 1
    if safe_force >= toughness:
        return False
    more = blockers
    while more != 0:
        b = lowest(more)
        more &= more - 1
        if t.cost[q][b] < cost and t.toughness[q][b] <= power and t.power[q][b] + safe_force >= toughness:
            return False
        if t.cost[q][b] > cost and t.toughness[q][b] < power + t.keep_equal:
            return False
    return True


# --- block ------------------------------------------------------------------------------------------------------------


@compiled
def cheapest_cover(t, q, creatures, force, work):
    """The cheapest set with total power of at least `force`, the weakest among equals; 0 if there is none."""
    width = force + 1
    for w in range(width):
        work[w] = -1
    work[0] = 0
    work[width] = 0
    while creatures != 0:
        b = lowest(creatures)
        bit = creatures & -creatures
        creatures ^= bit
        price = t.cost[q][b]
        for w in range(force, -1, -1):
            if work[w] < 0:
                continue
            to = min(force, w + t.power[q][b])
            total = work[w] + price
            gang = work[width + w] | bit
            if to > w and (work[to] < 0 or total < work[to] or (total == work[to] and gang < work[width + to])):
                work[to] = total
                work[width + to] = gang
    return work[width + force] if work[force] > 0 else 0


@compiled
def best_pair(t, p, q, a, blockers):
    """Two blockers that kill attacker `a` together and lose at most one cheap creature; 0 if there is no such pair."""
    power = t.power[p][a]
    toughness = t.toughness[p][a]
    limit = t.cost[p][a] - t.strict_pair
    best = 0
    least = 1 << 40
    first = blockers
    while first != 0:
        x = lowest(first)
        first &= first - 1
        second = first
        while second != 0:
            y = lowest(second)
            second &= second - 1
            if t.power[q][x] + t.power[q][y] < toughness or t.toughness[q][x] + t.toughness[q][y] <= power:
                continue
            loss = 0
            if t.toughness[q][x] <= power:
                loss = t.cost[q][x]
            if t.toughness[q][y] <= power:
                loss = max(loss, t.cost[q][y])
            if loss > limit:
                continue
            if t.lower_pair:
                loss = min(t.cost[q][x], t.cost[q][y])
            price = 1024 * loss + t.cost[q][x] + t.cost[q][y]
            pair = (1 << x) | (1 << y)
            if price < least or (price == least and pair < best):
                least = price
                best = pair
    return best


@compiled
def expert_gang(t, p, q, a, blockers, must, work):
    """The blockers that Expert sends against attacker `a`; `must` when it has to be stopped."""
    power = t.power[p][a]
    toughness = t.toughness[p][a]
    cost = t.cost[p][a]
    safe = 0
    killers = 0
    more = blockers
    while more != 0:
        b = lowest(more)
        if t.toughness[q][b] > power:
            safe |= more & -more
        if t.power[q][b] >= toughness:
            killers |= more & -more
        more &= more - 1
    gang = cheapest_cover(t, q, safe, toughness, work)
    if gang == 0:
        gang = cheapest(t, q, killers & t.within[q][cost - 1])
    if gang == 0:
        gang = best_pair(t, p, q, a, blockers)
    if gang == 0:
        gang = cheapest(t, q, safe)
    if gang == 0 and must:
        gang = cheapest_cover(t, q, blockers, toughness, work)
        if gang == 0:
            gang = cheapest(t, q, blockers)
    return gang


@compiled
def expert_block(s, t, style, work):
    """Assign Expert's blockers, strongest attacker first; attackers that already have blockers are left alone."""
    p = s.active
    q = p ^ 1
    free = s.ready[q] & ~s.asked
    need = count_blockers(t, p, s.attackers, s.life[q], style)
    if need > size(free):
        return
    rest = s.attackers
    while rest != 0 and free != 0:
        bit = rest
        while bit & (bit - 1) != 0:
            bit &= bit - 1
        rest ^= bit
        a = lowest(bit)
        if s.gang[a] == 0:
            gang = expert_gang(t, p, q, a, free, need > 0, work)
            s.gang[a] = gang
            free &= ~gang
        need -= 1
