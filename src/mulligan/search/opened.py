"""Open loop: a node is a history of moves, played anew on every visit; only the moves that are legal now compete.

With chance nodes, what chance decides is a node of its own, below the move.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import inf
from typing import Any

from mulligan.core.game import Game
from mulligan.kernel import compiled, fork, inlined, restart

from .choosing import make_open_choosing
from .closed import do_nothing
from .layout import DECISION, FIXED, NO_STAGE, SETTLED, WALKER
from .parts import Part


@compiled
def add_child(m, tree, parent, move, mover, avail, rng):
    """A new node at the end of the parent's list of children."""
    nodes = m.nodes
    k = m.pool[0].nodes
    m.pool[0].nodes += 1
    tree.size += 1
    nodes[k] = m.blank[0]
    nodes[k].move = move
    nodes[k].mover = mover
    nodes[k].avail = avail
    nodes[k].seed = fork(rng)
    nodes[parent].count += 1
    if nodes[parent].first == 0:
        nodes[parent].first = k
    else:
        last = nodes[parent].first
        while nodes[last].next != 0:
            last = nodes[last].next
        nodes[last].next = k
    return k


@compiled
def child_with(nodes, parent, move):
    """The child that `move` leads to, or 0."""
    k = nodes[parent].first
    while k != 0 and nodes[k].move != move:
        k = nodes[k].next
    return k


@inlined
def count_nothing(m, node, child, at_root, n):
    """Availability is counted where the child is chosen."""


@inlined
def prepare_nothing(m, child, s, t, plan):
    """A new child has nothing but its move."""


@inlined
def leave_node(m, s, t, plan, rng):
    """The world stays as it is on the way down."""


@inlined
def after(m, depth, plan):
    """Nothing is ever fully explored."""


@inlined
def is_done(m, tree, plan):
    return False


@inlined
def nothing_between(m, tree, child, steps, mover, plan, rng):
    """A move leads to the next decision."""
    return 0


def make_by_score(made: Any) -> Any:
    """The usual choice: untried moves first, then the best score."""
    scale, score, takes = made.select.scale, made.select.score, made.order.takes
    counted = int(made.count is None)

    @inlined
    def by_score(m, tree, node, n, s, t, plan, rng):
        """The child to visit among the `n` moves that are legal now, or 0 and an untried move."""
        nodes, moves = m.nodes, m.moves
        d = nodes[node]
        cursor = d.first
        untried = 0
        move = moves[0]
        child = 0
        top = -inf
        for i in range(n):
            k = cursor
            if k == 0 or nodes[k].move != moves[i]:
                k = d.first
                while k != 0 and nodes[k].move != moves[i]:
                    k = nodes[k].next
            if k == 0:
                untried += 1
                if takes(untried, rng, plan.order):
                    move = moves[i]
                continue
            c = nodes[k]
            c.avail += counted
            cursor = c.next
            u = score(c, scale(c.avail if plan.availability else d.visits, plan.select, rng), plan.select, rng)
            if u > top:
                top = u
                child = k
        if untried > 0 and (child == 0 or plan.fpu == inf or top <= plan.fpu):
            return 0, move
        return child, nodes[child].move

    return by_score


def make_open_descent(chance: bool, between: Any, game: Game, made: Any) -> Mapping[str, Any]:
    """The functions of a descent in open loop; `between` may put a node between a move and the next decision."""
    actor, stage, options, outcome = game.actor, game.stage, game.options, game.outcome
    edges = made.edges
    follow_edge, kind_of, settles, advance = edges.follow_edge, edges.kind_of, edges.settles, edges.advance
    enter, key_of = getattr(made.select, "enter", do_nothing), getattr(made.playout, "enter", do_nothing)
    instead = made.order.instead
    redeal = getattr(made.worlds, "at_node", leave_node)
    count = made.count or count_nothing
    counted = int(made.count is None)

    choose, prepare = make_open_choosing(game, made) or (make_by_score(made), prepare_nothing)

    @inlined
    def descend(m, tree, t, plan, rng, side):
        """Play from the world down to a new child, left in `slots[WALKER]`."""
        nodes = m.nodes
        m.slots[WALKER] = m.states[tree.world]
        s = m.slots[WALKER]
        node = tree.root
        depth = 0
        m.path[0] = node
        opened = NO_STAGE
        settled = False
        steps = 0
        while kind_of(s, plan, tree.start, steps) == DECISION:
            redeal(m, s, t, plan, rng)
            mover = actor(s)
            n = options(s, t, plan.below if steps > 0 else plan.form, m.moves)
            if n == 0:
                break
            child, move = choose(m, tree, node, n, s, t, plan, rng)
            fresh = child == 0
            if fresh:
                if steps > 0 and tree.size >= plan.cap:
                    break
                move = instead(m, node, n, move, s, t, plan, rng)
                child = add_child(m, tree, node, move, mover, counted, rng)
                opened = stage(s)
                prepare(m, child, s, t, plan)
                key_of(nodes[child], s, t, move)
            count(m, node, child, steps == 0, n)
            depth += 1
            steps += 1
            m.path[depth] = child
            if plan.outcomes == FIXED:
                settled = follow_edge(s, t, plan, move, nodes[child].seed, side, m.moves)
            else:
                settled = follow_edge(s, t, plan, move, 0, rng, m.moves)
            if settles(plan, move):
                nodes[child].kind = SETTLED
            if chance and not settled:
                # what chance decided is drawn on every visit, what rules decide afterwards once per node
                seen = outcome(s)
                k = child_with(nodes, child, seen)
                if k == 0:
                    fresh = True
                    if tree.size >= plan.cap:
                        settled = advance(s, t, plan, rng, m.moves)
                        break
                    k = add_child(m, tree, child, seen, mover, 1, rng)
                restart(side, nodes[k].seed)
                settled = advance(s, t, plan, side, m.moves)
                depth += 1
                m.path[depth] = k
            k = between(m, tree, child, steps, mover, plan, rng)
            if k != 0:
                depth += 1
                m.path[depth] = k
            node = m.path[depth]
            if fresh:
                enter(nodes[child], s, t, plan.select)
                break
            if settled:
                break
        return depth, opened, settled

    return {"descend": descend, "after": after, "is_done": is_done}


OPEN_LOOP = Part(
    "descent",
    "open",
    "open loop: a node is a history of moves",
    partial(make_open_descent, False, nothing_between),
    paper="Cowling, Powley & Whitehouse 2012; Perez Liebana et al. 2015",
)
CHANCE_NODES = Part(
    "descent",
    "chance",
    "explicit chance nodes: an outcome of chance is a node of its own",
    partial(make_open_descent, True, nothing_between),
)
