"""A rule player of our own: it keeps the right people at home, lets allies take the blows, and strikes to kill.

Its weights were found by changing a few at a time and keeping what won more games of `clean` at hard; the deals were
others than those of the reported figures.
"""

from __future__ import annotations

from mulligan.games.lotr.layout import (
    ALL_HEROES,
    ANYBODY,
    ATTACK,
    AXEHAND,
    BEORN,
    BUY,
    DEFEND,
    DEFENDERS,
    DEFENSE,
    DONE,
    GANDALF,
    GO,
    HEROES,
    NO_PLACE,
    PLANNING,
    QUESTING,
    SPEARMAN,
    STRIKE,
    TARGET,
    TOOK,
    TRACKER,
    TRAVEL,
    UNDEFENDED,
)
from mulligan.games.lotr.rules.round import answer
from mulligan.games.lotr.rules.zones import wealth
from mulligan.kernel import compiled, lowest, size

FAR = 1 << 20


@compiled
def worth(kind):
    """How much it wants an ally."""
    if kind == TRACKER:
        return 7
    if kind == AXEHAND:
        return 6
    if kind == TOOK:
        return 5
    if kind == BEORN:
        return 4
    if kind == GANDALF:
        return 3
    return 2 if kind == SPEARMAN else 0


@compiled
def purchase(s, t):
    """The ally that it wants most of those it can pay, or DONE."""
    best = 0
    if s.held > 0:
        for kind in range(TOOK, GANDALF + 1):
            if s.hand[kind] > 0 and worth(kind) > worth(best) and t.cost[kind] <= wealth(s, t, t.sphere[kind]):
                best = kind
    return BUY + best if best > 0 else DONE


@compiled
def enemies_to_come(s, t):
    """Enemies that will attack this round: those engaged, and those that the threat wakes."""
    n = size(s.engaged)
    rest = s.foes
    while rest != 0:
        if t.engagement[s.peril[lowest(rest)]] <= s.threat:
            n += 1
        rest &= rest - 1
    return n


@compiled
def quest(s, t):
    """Everybody with willpower goes, but for three fighters of little willpower to every two enemies."""
    home = (3 * enemies_to_come(s, t) + 1) // 2
    who = 0
    rest = s.characters
    while rest != 0:
        if t.will[s.person[lowest(rest)]] > 0:
            who |= rest & -rest
        else:
            home -= 1
        rest &= rest - 1
    while home > 0:
        fighter = 0
        best = 2  # those with less are better off questing
        rest = who
        while rest != 0:
            slot = lowest(rest)
            kind = s.person[slot]
            merit = t.attack[kind] + s.hits[slot] - t.defense[kind]
            if t.will[kind] == 1 and merit >= best:  # of equal ones the last: so equal sets are one set
                best = merit
                fighter = rest & -rest
            rest &= rest - 1
        if fighter == 0:
            break
        who ^= fighter
        home -= 1
    return who


@compiled
def journey(s, t):
    """The location with the most threat, of equal ones that with the fewest points."""
    best = NO_PLACE
    top = -FAR
    rest = s.sites
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        merit = 4 * t.threat[s.peril[place]] - s.mark[place]
        if merit > top:
            top = merit
            best = place
    return best


@compiled
def defense(s, t):
    """Whoever meets the next attack at the least cost: wounds, a life, and the blow that the defender cannot strike."""
    force = t.force[s.peril[lowest(s.attackers)]]
    best = UNDEFENDED + ANYBODY  # all that is left where a lost game goes on until the end of its round
    least = FAR
    ready = s.characters & ~s.tapped
    while ready != 0:
        slot = lowest(ready)
        ready &= ready - 1
        kind = s.person[slot]
        wounds = max(0, force - t.defense[kind])
        cost = t.attack[kind]
        if slot < HEROES:
            cost += 6 * wounds if wounds < s.hits[slot] else 34
        elif kind != GANDALF and wounds >= s.hits[slot]:
            cost += 4 + 5 * t.cost[kind]
        if cost < least:
            least = cost
            best = DEFEND + slot
    heroes = s.characters & ALL_HEROES
    while heroes != 0:
        slot = lowest(heroes)
        heroes &= heroes - 1
        cost = 6 * force - 5 - s.hits[slot] if force < s.hits[slot] else 34
        if cost < least:
            least = cost
            best = UNDEFENDED + (slot if t.choose_hero else ANYBODY)
    return best


@compiled
def strike(s, t):
    """The blow that does most: it kills, and wastes little; else it goes where little is left to do."""
    best = DONE
    top = -FAR
    ready = s.characters & ~s.tapped
    while ready != 0:
        slot = lowest(ready)
        ready &= ready - 1
        enemies = s.engaged
        while enemies != 0:
            place = lowest(enemies)
            enemies &= enemies - 1
            kind = s.peril[place]
            damage = t.attack[s.person[slot]] - t.shield[kind]
            if damage <= 0:
                continue
            left = s.mark[place] - damage
            merit = 3 * t.force[kind] + (11 + left if left <= 0 else -10 * left)
            if merit > top:
                top = merit
                best = STRIKE + (place << TARGET) + slot
    return best


@compiled
def advice(s, t):
    """Its next move."""
    if s.stage == PLANNING:
        return purchase(s, t)
    if s.stage == QUESTING:
        return answer(s, quest(s, t))
    if s.stage == TRAVEL:
        return GO + journey(s, t)
    if s.stage == DEFENSE:
        return defense(s, t) if s.attackers != 0 else DEFENDERS
    return strike(s, t) if s.stage == ATTACK else DONE
