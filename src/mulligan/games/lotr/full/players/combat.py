"""What blows cost, and what a fight of some characters against some enemies is worth: the ranger's sums."""

from __future__ import annotations

from mulligan.games.lotr.full.rules.figures import force, guard, might
from mulligan.games.lotr.layout import ALL_HEROES, HEROES, NO_PLACE, SLOTS
from mulligan.kernel import compiled, lowest

from .weights import (
    ALLY_COST,
    ALLY_LIFE,
    ALLY_WOUND,
    ARM,
    DENT,
    FRAIL,
    GREY_LIFE,
    HERO_WOUND,
    KILL,
    KILL_FORCE,
    KILL_THREAT,
    LIFE,
    LIVES,
    OPEN,
    PREY_DENT,
    RESERVE,
    SHADOW_RISK,
)

NOBODY = SLOTS + 1
WINS = 1000.0  # more than anything else is worth


@compiled
def life(s, t, slot):
    """What the death of a character costs."""
    if slot < HEROES:
        heroes = s.characters & ALL_HEROES
        last = LIVES if heroes & (heroes - 1) == 0 else 0.0
        return LIFE[slot] + last
    kind = s.person[slot]
    if t.fleeting[kind]:
        return GREY_LIFE
    return ALLY_LIFE + ALLY_COST * t.cost[kind]


@compiled
def pain(s, t, slot, wounds):
    """What wounds cost."""
    if wounds <= 0:
        return 0.0
    whole = life(s, t, slot)
    left = s.hits[slot] - wounds
    if left <= 0:
        return whole
    each = HERO_WOUND if slot < HEROES else ALLY_WOUND
    if t.fleeting[s.person[slot]]:
        each = 0.0
    return min(whole, each * wounds + FRAIL * whole / left)


@compiled
def cost_of_guard(s, t, slot, blow):
    """What it costs that a character meets a blow: wounds, perhaps one more by a shadow, and its own strike."""
    wounds = blow - guard(s, t, slot)
    r = SHADOW_RISK
    return (1.0 - r) * pain(s, t, slot, wounds) + r * pain(s, t, slot, wounds + 1) + ARM * t.attack[s.person[slot]]


@compiled
def cost_of_none(s, t, blow):
    """What it costs that nobody meets a blow: the hero who takes it best is hit."""
    r = SHADOW_RISK
    least = 1e9
    heroes = s.characters & ALL_HEROES
    while heroes != 0:
        slot = lowest(heroes)
        heroes &= heroes - 1
        least = min(least, (1.0 - r) * pain(s, t, slot, blow) + r * pain(s, t, slot, blow + 2))
    return least + OPEN


@compiled
def best_guard(s, t, ready, blow):
    """Who of some characters meets a blow at the least cost, or NOBODY."""
    best = NOBODY
    least = cost_of_none(s, t, blow)
    while ready != 0:
        slot = lowest(ready)
        ready &= ready - 1
        cost = cost_of_guard(s, t, slot, blow)
        if cost < least:
            least = cost
            best = slot
    return best


@compiled
def cost_of_blow(s, t, slot, blow):
    """What a blow costs that is met by somebody or NOBODY."""
    return cost_of_none(s, t, blow) if slot == NOBODY else cost_of_guard(s, t, slot, blow)


@compiled
def coming_force(s, t, place):
    """The attack of an enemy in this round, engaged already or about to."""
    found = force(s, t, place)
    if s.foes >> place & 1:
        found += t.fury[s.peril[place]]
    return found


@compiled
def strongest_coming(s, t, places):
    """The strongest of some enemies, this round."""
    best = NO_PLACE
    most = -1
    while places != 0:
        place = lowest(places)
        places &= places - 1
        found = coming_force(s, t, place)
        if found > most:
            most = found
            best = place
    return best


@compiled
def killers(s, t, ready, place, missing):
    """Who strikes an enemy that has so much left: the set that wastes little; 0 if they cannot kill it."""
    who = 0
    while missing > 0:
        best = NOBODY
        most = 0
        rest = ready
        while rest != 0:
            slot = lowest(rest)
            rest &= rest - 1
            m = might(s, t, slot, place)
            enough = m >= missing
            if m > 0 and (best == NOBODY or (m > most and most < missing) or (enough and m < most)):
                best = slot
                most = m
        if best == NOBODY:
            return 0
        missing -= most
        who |= 1 << best
        ready &= ~(1 << best)
    return who


@compiled
def is_prey(s, t, place):
    """Whether the death of an enemy is the aim of the quest."""
    return t.quest_kill[s.card] == s.peril[place] + 1


@compiled
def worth_of_kill(s, t, place):
    """What the death of an enemy is worth."""
    if is_prey(s, t, place):
        return WINS
    kind = s.peril[place]
    return KILL + KILL_FORCE * force(s, t, place) + KILL_THREAT * t.threat[kind]


@compiled
def battle(s, t, home, enemies, relief):
    """What a fight is worth: blows met one after the other from the strongest on, then strikes by those still ready.

    So much of what the strongest blow would cost can be prevented by a card.
    """
    value = 0.0
    spared = relief
    rest = enemies
    while rest != 0:
        place = strongest_coming(s, t, rest)
        rest &= ~(1 << place)
        blow = coming_force(s, t, place)
        slot = best_guard(s, t, home, blow)
        value -= cost_of_blow(s, t, slot, blow) * (1.0 - spared)
        spared = 0.0
        if slot != NOBODY:
            home &= ~(1 << slot)
    if home != 0:
        value += RESERVE
    rest = enemies
    while rest != 0 and home != 0:
        best = 0
        at = NO_PLACE
        most = 0.0
        damage = 0.0
        some = rest
        while some != 0:
            place = lowest(some)
            some &= some - 1
            missing = s.mark[place] + t.shield[s.peril[place]]
            who = killers(s, t, home, place, missing)
            if who != 0:
                worth = worth_of_kill(s, t, place)
                if worth > most:
                    most = worth
                    best = who
                    at = place
            else:
                total = 0 - t.shield[s.peril[place]]
                others = home
                while others != 0:
                    total += might(s, t, lowest(others), place)
                    others &= others - 1
                damage = max(damage, total * (PREY_DENT if is_prey(s, t, place) else DENT))
        if at == NO_PLACE:
            value += damage
            break
        value += most
        home &= ~best
        rest &= ~(1 << at)
    return value
