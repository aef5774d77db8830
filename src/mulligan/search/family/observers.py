"""Multiple-observer information set search: a tree for each seat, of what that seat sees.

Every simulation goes down all trees at once. The tree of the player to move chooses, and each tree follows by what its
seat sees of the move: moves that a seat cannot tell apart lead to one node of its tree. With `views=observations` a
node of a seat's tree is one information set: what the seat observes after each move, its own cards included, is a node
of its own below the move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.kernel import compiled, inlined, record

from ..choosing import make_open_choosing
from ..closed import do_nothing
from ..fields import one_of
from ..layout import DECISION, NO_STAGE, SETTLED, WALKER
from ..opened import add_child, after, child_with, is_done, make_by_score, prepare_nothing
from ..parts import Part

MOST_SEATS = 8
MOST_NEW = 64  # nodes that one simulation adds; in games with many unseen moves, the rest has to wait
MASK, FACTOR = 0x7FFFFFFF, 0x6A09E47D


@dataclass(frozen=True)
class ObserverSettings:
    """What multiple-observer search is told."""

    views: str = one_of("moves", ("moves", "observations"))
    """Multiple observers: what a seat's tree tells apart: the `moves` that the seat sees, or also everything that it
    observes after them (`observations`)."""


@compiled
def digest(numbers, n):
    """A number for what a seat observes; never that of a move."""
    h = n
    for i in range(n):
        h = ((h ^ (numbers[i] & MASK)) & MASK) * FACTOR
        h = (h ^ (h >> 29)) & MASK
    return -2 - h


def _make(game: Game, made: Any) -> Mapping[str, Any]:
    actor, stage, options, seen, observe, seats = (
        game.actor,
        game.stage,
        game.options,
        game.seen,
        game.observe,
        game.players,
    )
    follow_edge, kind_of, settles = made.edges.follow_edge, made.edges.kind_of, made.edges.settles
    enter, key_of = getattr(made.select, "enter", do_nothing), getattr(made.playout, "enter", do_nothing)
    choose, prepare = make_open_choosing(game, made) or (make_by_score(made), prepare_nothing)
    instead = made.order.instead

    @compiled
    def plant_others(m, tree, plan):
        """Give the trees of the other seats their roots."""
        for j in range(1, seats):
            k = m.pool[0].nodes
            m.pool[0].nodes += 1
            tree.size += 1
            m.nodes[k] = m.blank[0]
            m.nodes[k].mover = m.nodes[tree.root].mover
            tree.descent.roots[j] = k

    @inlined
    def follow_in(m, tree, depth, key, j, mover, rng):
        """Go down in the tree of the `j`-th seat, to a new node if need be; return how many were added."""
        at = j * (len(m.path) // seats) + depth
        k = child_with(m.nodes, m.path[at - 1], key)
        added = 0
        if k == 0:
            k = add_child(m, tree, m.path[at - 1], key, mover, 1, rng)
            added = 1
        m.path[at] = k
        return added

    @compiled
    def observe_all(m, tree, s, t, plan, depth, mover, rng):
        """What each seat observes is the next node of its tree; return how many nodes were added."""
        added = 0
        for j in range(seats):
            key = digest(m.trace, observe(s, t, (plan.seat + j) % seats, m.trace))
            added += follow_in(m, tree, depth, key, j, mover, rng)
        return added

    @inlined
    def descend(m, tree, t, plan, rng, side):
        """Play from the world down to a new child in the mover's tree, left in `slots[WALKER]`."""
        m.slots[WALKER] = m.states[tree.world]
        s = m.slots[WALKER]
        stride = len(m.path) // seats
        if seats > 1 and tree.descent.roots[1] == 0:
            plant_others(m, tree, plan)
        m.path[0] = tree.root
        for j in range(1, seats):
            m.path[j * stride] = tree.descent.roots[j]
        depth = 0
        steps = 0
        added = 0
        opened = NO_STAGE
        settled = False
        while kind_of(s, plan, tree.start, steps) == DECISION and added < MOST_NEW and depth + 2 < stride:
            mover = actor(s)
            own = (mover - plan.seat + seats) % seats
            n = options(s, t, plan.below if steps > 0 else plan.form, m.moves)
            if n == 0:
                break
            node = m.path[own * stride + depth]
            child, move = choose(m, tree, node, n, s, t, plan, rng)
            fresh = child == 0
            if fresh:
                if steps > 0 and tree.size >= plan.cap:
                    break
                move = instead(m, node, n, move, s, t, plan, rng)
                opened = stage(s)
            depth += 1
            steps += 1
            for j in range(seats):
                seat = (plan.seat + j) % seats
                shown = move if seat == mover else seen(s, t, move, seat)
                added += follow_in(m, tree, depth, shown, j, mover, rng)
            child = m.path[own * stride + depth]
            if fresh:
                prepare(m, child, s, t, plan)
                key_of(m.nodes[child], s, t, move)
            settled = follow_edge(s, t, plan, move, 0, rng, m.moves)
            if settles(plan, move):
                m.nodes[m.path[depth]].kind = SETTLED
            if plan.descent.observations:
                depth += 1
                added += observe_all(m, tree, s, t, plan, depth, mover, rng)
            if fresh:
                enter(m.nodes[child], s, t, plan.select)
                break
            if settled:
                break
        return depth, opened, settled

    @compiled
    def turn_to(m, depth, other):
        """The path through the tree of another seat."""
        if other >= seats:
            return False
        stride = len(m.path) // seats
        for i in range(depth + 1):
            m.path[i] = m.path[other * stride + i]
        return True

    return {"descend": descend, "after": after, "is_done": is_done, "turn_to": turn_to, "ROOM": ROOM}


ROOM = 4 * MOST_SEATS + MOST_NEW + 2


def _fill(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.observations = int(settings.views == "observations")


def _check(settings: Any) -> None:
    if settings.deal != "every" or settings.outcomes != "open" or not settings.availability:
        raise UsageError("descent=observers: only with deal=every, outcomes=open and availability, as in kind ismcts")
    if settings.reuse or settings.rooted or settings.miscount or settings.order == "mast" or settings.blind != "no":
        raise UsageError("descent=observers: not with reuse, rooted, miscount, blind or order=mast")


OBSERVERS = Part(
    "descent",
    "observers",
    "multiple observers: a tree for each seat, of what that seat sees",
    _make,
    ObserverSettings,
    record(observations="i8"),
    _fill,
    Tree=record(roots=("i8", MOST_SEATS)),
    check=_check,
    paper="Cowling, Powley & Whitehouse 2012",
)
