"""Closed loop: a node is one position, reached by its moves and its own random seed.

So the position can be kept or rebuilt, and the list of its moves never changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

from mulligan.core.game import Game
from mulligan.kernel import fork, inlined

from .choosing import is_full, make_choosing
from .layout import DECISION, NO_STAGE, SETTLED, WALKER
from .parts import Part


@inlined
def do_nothing(d, s, t, p):
    """A part that keeps nothing in nodes."""


@inlined
def prepare_nothing(m, first, count, s, t, plan, rng):
    """New children have nothing but their moves."""


@inlined
def after(m, depth, plan):
    """After a visit, count upwards what has become fully explored; what was so before is never the end of a path."""
    if plan.exhaust:
        i = depth
        while i > 0 and is_full(m.nodes[m.path[i]], plan):
            i -= 1
            m.nodes[m.path[i]].full += 1


@inlined
def is_done(m, tree, plan):
    """Whether there is nothing left in a tree that is worth a visit."""
    return plan.exhaust != 0 and is_full(m.nodes[tree.root], plan)


def _make(game: Game, made: Any) -> Mapping[str, Any]:
    actor, stage, options = game.actor, game.stage, game.options
    edges = made.edges
    follow_edge, kind_of, has_end = edges.follow_edge, edges.kind_of, edges.has_end
    scale, score, enter = made.select.scale, made.select.score, getattr(made.select, "enter", do_nothing)
    arrange, key_of = made.order.arrange, getattr(made.playout, "enter", do_nothing)

    @inlined
    def rebuild(m, depth, t, plan, side):
        """Put the position of the last node of the path into `slots[WALKER]`."""
        i = depth
        while m.nodes[m.path[i]].state < 0:
            i -= 1
        m.slots[WALKER] = m.states[m.nodes[m.path[i]].state]
        s = m.slots[WALKER]
        while i < depth:
            i += 1
            d = m.nodes[m.path[i]]
            follow_edge(s, t, plan, d.move, d.seed, side, m.moves)

    @inlined
    def best_child(m, parent, plan, rng):
        """Among the tried children of a node, the one with the best score; and that score."""
        d = m.nodes[parent]
        x = scale(d.visits, plan.select, rng)
        top = -inf
        child = d.first
        for k in range(d.first, d.first + d.tried):
            u = score(m.nodes[k], x, plan.select, rng)
            if u > top and not (plan.exhaust and is_full(m.nodes[k], plan)):
                top = u
                child = k
        return child, top

    @inlined
    def next_child(m, tree, node, depth, plan, rng):
        """The child to visit: the next untried one, or the best of the others."""
        d = m.nodes[node]
        if d.tried == d.count:
            child, top = best_child(m, node, plan, rng)
        else:
            child = d.first + d.tried
            if d.tried > 0 and plan.fpu < inf:
                other, top = best_child(m, node, plan, rng)
                if top > plan.fpu:
                    child = other
        return child

    choose_child, prepare = make_choosing(made, best_child) or (next_child, prepare_nothing)

    @inlined
    def expand(m, tree, node, depth, t, plan, rng):
        """List the children of the node at the end of the path, where the walker stands; return how many there are."""
        s = m.slots[WALKER]
        d = m.nodes[node]
        d.kind = kind_of(s, plan, tree.start, depth)  # in a tree that was kept, the bounds have moved
        n = options(s, t, plan.below if depth > 0 else plan.form, m.moves) if d.kind == DECISION else 0
        if n == 0 or (depth > 0 and tree.size + n > plan.cap):
            return 0
        mover = actor(s)
        first = m.pool[0].nodes
        d.first = first
        d.count = n
        for i in range(n):
            m.nodes[first + i] = m.blank[0]
            c = m.nodes[first + i]
            c.move = m.moves[i]
            c.mover = mover
            c.next = first + i + 1 if i < n - 1 else 0
        arrange(m, first, n, rng, plan.order)
        prepare(m, first, n, s, t, plan, rng)
        m.pool[0].nodes += n
        tree.size += n
        return n

    @inlined
    def open_child(m, tree, depth, t, plan, rng, side):
        """Play from its parent into the untried child at the end of the path and note what is found there."""
        d = m.nodes[m.path[depth]]
        d.seed = fork(rng)
        s = m.slots[WALKER]
        key_of(d, s, t, d.move)
        settled = follow_edge(s, t, plan, d.move, d.seed, side, m.moves)
        d.kind = SETTLED if settled else kind_of(s, plan, tree.start, depth)
        enter(d, s, t, plan.select)
        if not settled and m.pool[0].states < len(m.states):  # the position of the parent will do for a settled one
            d.state = m.pool[0].states
            m.pool[0].states += 1
            m.states[d.state] = m.slots[WALKER]

    @inlined
    def descend(m, tree, t, plan, rng, side):
        """Select down to a leaf and expand it by one child, left in `slots[WALKER]`."""
        node = tree.root
        depth = 0
        m.path[0] = node
        arrived = False  # whether the walker stands at the last node of the path
        while m.nodes[node].kind == DECISION:
            d = m.nodes[node]
            if d.count == 0:
                if depth > 0 and tree.size >= plan.cap:
                    break
                rebuild(m, depth, t, plan, side)
                arrived = True
                if expand(m, tree, node, depth, t, plan, rng) == 0:
                    break
            child = choose_child(m, tree, node, depth, plan, rng)
            depth += 1
            m.path[depth] = child
            if child == d.first + d.tried:
                d.tried += 1
                if not arrived:
                    rebuild(m, depth - 1, t, plan, side)
                opened = stage(m.slots[WALKER])
                open_child(m, tree, depth, t, plan, rng, side)
                return depth, opened, has_end and m.nodes[child].kind == SETTLED
            node = child
        if not arrived:
            rebuild(m, depth, t, plan, side)
        return depth, NO_STAGE, has_end and m.nodes[node].kind == SETTLED

    return {"descend": descend, "after": after, "is_done": is_done}


CLOSED_LOOP = Part(
    "descent",
    "closed",
    "closed loop: a node is one position",
    _make,
    paper="Coulom 2006; Kocsis & Szepesvari 2006",
)
