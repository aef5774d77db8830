"""A naive rule player: it buys what is dearest and sends everybody on the quest, whatever waits in the forest.

It is a yardstick: a game that it wins asks for no decisions.  In the full game it plays the dearest card that it can,
and takes the first answer that is listed wherever nothing is said below; so it declines whatever may be declined.
"""

from __future__ import annotations

from mulligan.kernel import compiled, lowest, size

from .choices import FIGHT, GATHER, GUARD, JOURNEY, PLAN, SEND, above, destinations, full_options, usable
from .layout import (
    AIM,
    ALL_HEROES,
    ANYBODY,
    ATTACK,
    BUY,
    COMMIT,
    DEFEND,
    DEFENDERS,
    DEFENSE,
    DONE,
    GO,
    HEROES,
    JOIN,
    MOST,
    PLANNING,
    QUESTING,
    STRIKE,
    TARGET,
    TRAVEL,
    UNDEFENDED,
)
from .rules import answer, sturdiest, wealth
from .vocabulary import PLANNING_WINDOW

# --- the paper's rules ------------------------------------------------------------------------------------------------


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


# --- the full game ----------------------------------------------------------------------------------------------------


@compiled
def dearest_card(s, t):
    """The dearest card that can be played when planning, or DONE."""
    best = DONE
    most = -1
    for kind in range(HEROES, t.kinds):
        if t.cost[kind] > most and usable(s, t, kind, PLANNING_WINDOW):
            most = t.cost[kind]
            best = BUY + kind
    return best


@compiled
def everybody(s):
    """Every ready character goes on the quest, or the next one that is asked."""
    ready = s.characters & ~s.tapped
    if s.asked == 0 and size(ready) <= MOST:
        return COMMIT + ready
    return JOIN + lowest(ready & ~s.asked)


@compiled
def full_naive_advice(s, t, out):
    """Its next move in the full game; `out` is for the list of moves."""
    ready = s.characters & ~s.tapped
    if s.pending == 0:
        if s.step == PLAN:
            return dearest_card(s, t)
        if s.step == SEND:
            return everybody(s)
        if s.step == JOURNEY:
            return GO + lowest(destinations(s, t))
        if s.step == GUARD and s.defenders == 0:
            return DEFEND + lowest(ready) if ready != 0 else UNDEFENDED
        if s.step == FIGHT:
            return AIM + lowest(s.engaged & ~s.struck) if ready != 0 and s.engaged & ~s.struck != 0 else DONE
        if s.step == GATHER:
            return STRIKE + (s.aim << TARGET) + lowest(above(s.strikers, ready))
    full_options(s, t, 0, out)
    return out[0]
