"""The moves that a search looks at: all legal ones, or those `near` to what the ranger would do, its own first."""

from __future__ import annotations

from mulligan.core.game import CHAIN
from mulligan.games.lotr.layout import ARGUMENT, COMMIT, NEAR, STEPS
from mulligan.kernel import compiled, size

from .players.questing import canonical
from .players.ranger import advice
from .rules import moves

MOST_CHANGES = 8  # of more characters that are ready only one at a time is tried otherwise than the ranger has it


@compiled
def put_first(move, out, n):
    """The move comes first, if it is among them."""
    for i in range(n):
        if out[i] == move:
            out[i] = out[0]
            out[0] = move


@compiled
def add_quest(s, ready, who, out, n):
    """Write a quest, unless an equal one stands there already."""
    move = COMMIT + canonical(s, who, ready)
    for i in range(n):
        if out[i] == move:
            return n
    out[n] = move
    return n + 1


@compiled
def near_quests(s, who, out):
    """Write the ranger's quest, those with one character changed, and those with two, then nobody and everybody."""
    ready = s.characters & ~s.tapped
    n = add_quest(s, ready, who, out, 0)
    rest = ready
    while rest != 0:
        n = add_quest(s, ready, who ^ (rest & -rest), out, n)
        rest &= rest - 1
    rest = ready if size(ready) <= MOST_CHANGES else 0
    while rest != 0:
        bit = rest & -rest
        rest &= rest - 1
        others = rest
        while others != 0:
            n = add_quest(s, ready, who ^ bit ^ (others & -others), out, n)
            others &= others - 1
    n = add_quest(s, ready, 0, out, n)
    return add_quest(s, ready, ready, out, n)


@compiled
def options(s, t, form, out):
    """Write the legal moves, or the near ones."""
    if form & (CHAIN - 1) != NEAR:
        return moves.options(s, t, form, out)
    best = advice(s, t)
    if s.pending == 0 and s.step == moves.SEND and best & ~ARGUMENT == COMMIT and form < CHAIN:
        return near_quests(s, best & ARGUMENT, out)
    n = moves.options(s, t, form - NEAR + STEPS, out)
    if s.pending == 0 and s.step == moves.GATHER and s.strikers == 0 and n > 1:
        out[0] = out[n - 1]  # an attack by nobody
        n -= 1
    put_first(best, out, n)
    return n
