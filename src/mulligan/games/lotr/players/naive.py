"""A naive rule player: it buys what is dearest and sends everybody on the quest, whatever waits in the forest.

It is a yardstick: a game that it wins asks for no decisions.
"""

from __future__ import annotations

from mulligan.games.lotr.layout import (
    ALL_HEROES,
    ANYBODY,
    ATTACK,
    BUY,
    DEFEND,
    DEFENDERS,
    DEFENSE,
    DONE,
    GO,
    HEROES,
    PLANNING,
    QUESTING,
    STRIKE,
    TARGET,
    TRAVEL,
    UNDEFENDED,
)
from mulligan.games.lotr.rules.round import answer, sturdiest
from mulligan.games.lotr.rules.zones import wealth
from mulligan.kernel import compiled, lowest


@compiled
def purchase(s, t):
    """The dearest ally that can be paid, or DONE."""
    best = 0  # a hero, who costs nothing
    if s.held > 0:
        for kind in range(HEROES, t.kinds):
            if s.hand[kind] > 0 and t.cost[kind] > t.cost[best] and t.cost[kind] <= wealth(s, t, t.sphere[kind]):
                best = kind
    return BUY + best if best > 0 else DONE


@compiled
def defense(s, t):
    """The first ready character meets the next attack; without one, the hero with the most hit points is hit."""
    if s.attackers == 0:
        return DEFENDERS
    ready = s.characters & ~s.tapped
    if ready != 0:
        return DEFEND + lowest(ready)
    heroes = s.characters & ALL_HEROES
    if not t.choose_hero or heroes == 0:
        return UNDEFENDED + ANYBODY
    return UNDEFENDED + sturdiest(s, heroes)


@compiled
def strike(s, t):
    """The first ready character strikes the first engaged enemy that it can harm; DONE if nobody can harm any."""
    ready = s.characters & ~s.tapped
    while ready != 0:
        slot = lowest(ready)
        ready &= ready - 1
        enemies = s.engaged
        while enemies != 0:
            place = lowest(enemies)
            enemies &= enemies - 1
            if t.attack[s.person[slot]] > t.shield[s.peril[place]]:
                return STRIKE + (place << TARGET) + slot
    return DONE


@compiled
def naive_advice(s, t):
    """Its next move by the paper's rules."""
    if s.stage == PLANNING:
        return purchase(s, t)
    if s.stage == QUESTING:
        return answer(s, s.characters)
    if s.stage == TRAVEL:
        return GO + lowest(s.sites)
    if s.stage == DEFENSE:
        return defense(s, t)
    return strike(s, t) if s.stage == ATTACK else DONE
