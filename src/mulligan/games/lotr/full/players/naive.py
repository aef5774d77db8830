"""The naive rule player in the full game: it plays the dearest card that it can and sends everybody.

It takes the first answer that is listed wherever nothing is said below; so it declines whatever may be declined.
"""

from __future__ import annotations

from mulligan.games.lotr.full.layout import AIM
from mulligan.games.lotr.full.rules.moves import (
    FIGHT,
    GATHER,
    GUARD,
    JOURNEY,
    PLAN,
    SEND,
    above,
    destinations,
    options,
    usable,
)
from mulligan.games.lotr.full.vocabulary import PLANNING_WINDOW
from mulligan.games.lotr.layout import BUY, COMMIT, DEFEND, DONE, GO, HEROES, JOIN, MOST, STRIKE, TARGET, UNDEFENDED
from mulligan.kernel import compiled, lowest, size


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
def naive_advice(s, t, out):
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
    options(s, t, 0, out)
    return out[0]
