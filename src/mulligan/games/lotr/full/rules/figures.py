"""The numbers of the full game: what characters and enemies are worth with all that lies on them, and who can pay."""

from __future__ import annotations

from mulligan.games.lotr.full.vocabulary import ATTACK_GIFT, DWARF, DWARF_GIFT, ORC, ORC_GIFT, RAGE, VALOR, WILL_GIFT
from mulligan.games.lotr.layout import ENEMY, HEROES, NEUTRAL, NO_PLACE
from mulligan.games.lotr.rules.zones import wealth
from mulligan.kernel import compiled, lowest

# What was used: the two abilities once a round; what holds until the end of the phase.
VALOR_USED, RAGE_USED, RAGING, BANDED = 1, 2, 4, 8


@compiled
def gifts(s, t, slot, gift):
    """What the attachments of a character give it."""
    total = 0
    if slot < HEROES:
        for i in range(t.gears):
            total += s.gear[slot][i] * t.gift[i][gift]
    return total


@compiled
def will(s, t, slot):
    """The willpower of a character on the quest."""
    kind = s.person[slot]
    found = t.will[kind] + gifts(s, t, slot, WILL_GIFT) - s.dread
    if t.able[kind] == VALOR:
        found += s.valor
    return max(found, 0)


@compiled
def total_will(s, t, who):
    """The willpower of a set of characters."""
    total = 0
    while who != 0:
        total += will(s, t, lowest(who))
        who &= who - 1
    return total


@compiled
def might(s, t, slot, place):
    """The attack of a character against an enemy."""
    kind = s.person[slot]
    found = t.attack[kind] + s.steel[slot] + gifts(s, t, slot, ATTACK_GIFT)
    if t.kin[kind] & DWARF:
        found += gifts(s, t, slot, DWARF_GIFT)
    if t.traits[s.peril[place]] & ORC:
        found += gifts(s, t, slot, ORC_GIFT)
    if t.able[kind] == RAGE and s.used & RAGING:
        found += t.strength[kind]
    return found


@compiled
def total_might(s, t, who, place):
    """The attack of a set of characters against an enemy."""
    total = 0
    while who != 0:
        total += might(s, t, lowest(who), place)
        who &= who - 1
    return total


@compiled
def guard(s, t, slot):
    """The defense of a character."""
    return t.defense[s.person[slot]] + s.steel[slot]


@compiled
def total_guard(s, t, who):
    """The defense of a set of characters."""
    total = 0
    while who != 0:
        total += guard(s, t, lowest(who))
        who &= who - 1
    return total


@compiled
def force(s, t, place):
    """The attack of an enemy, without its shadow cards."""
    kind = s.peril[place]
    found = t.force[kind] + t.grudge[kind] * s.extra[place]
    if s.newly >> place & 1:
        found += t.fury[kind]
    return found


@compiled
def danger(s, t, place):
    """The threat of a card in the staging area."""
    kind = s.peril[place]
    found = t.threat[kind]
    if t.type[kind] != ENEMY:
        found -= s.extra[place]
    return max(found, 0)


@compiled
def staged_danger(s, t):
    """The threat in the staging area."""
    total = 0 + s.gloom
    rest = s.foes | s.sites
    while rest != 0:
        total += danger(s, t, lowest(rest))
        rest &= rest - 1
    return total


@compiled
def parched(s, t):
    """Whether the active location forbids drawing cards."""
    return s.active != NO_PLACE and t.parched[s.peril[s.active]] != 0


@compiled
def payable(s, t, kind):
    """Whether the heroes of a card's sphere can pay for it."""
    sphere = t.sphere[kind]
    heroes = 0
    pools = 0
    for hero in range(HEROES):
        if s.characters >> hero & 1 and (sphere == NEUTRAL or t.sphere[hero] == sphere):
            heroes += 1
            if s.tokens[hero] > 0:
                pools += 1
    return heroes > 0 and pools >= t.pools[kind] and wealth(s, t, sphere) >= t.cost[kind]


@compiled
def pay(s, t, sphere, cost, pools):
    """Heroes pay in order, each all that it can; or, where so many pools are asked for, one token each first."""
    for hero in range(HEROES):
        if pools > 0 and s.tokens[hero] > 0 and (sphere == NEUTRAL or t.sphere[hero] == sphere):
            s.tokens[hero] -= 1
            cost -= 1
            pools -= 1
    for hero in range(HEROES):
        if sphere == NEUTRAL or t.sphere[hero] == sphere:
            paid = min(cost, s.tokens[hero])
            s.tokens[hero] -= paid
            cost -= paid


@compiled
def in_play(s, kind):
    """Whether a character of this kind is in play."""
    rest = s.characters
    while rest != 0:
        if s.person[lowest(rest)] == kind:
            return True
        rest &= rest - 1
    return False
