"""Which child comes next, where a part has more to say than scores: a prior, a width, an urgency, a choice of its own.

Without such parts nothing of it is compiled.
"""

from __future__ import annotations

from math import inf
from types import SimpleNamespace
from typing import Any

from mulligan.core.game import Game
from mulligan.kernel import compiled, inlined

from .layout import CLOSED, DECISION

SPARE = 0  # node 0 stands for "none", so its place is free to work on


@inlined
def is_full(d, plan):
    """Whether no visit to a node could find anything new."""
    if d.kind == DECISION:
        return d.count > 0 and d.full == d.count
    return d.kind != CLOSED or plan.sure != 0


@inlined
def any_width(n, p):
    """A node may have all its children."""
    return 1 << 60


@inlined
def weigh_nothing(m, s, t, n, plan, rng):
    """There is no prior."""


@inlined
def keep_nothing(d, weight):
    """There is no prior to keep."""


@inlined
def keep_weight(d, weight):
    """Keep the prior of a move in its node."""
    d.prior.weight = weight


@inlined
def bear_nothing(d, s, t, p):
    """The selection rule keeps nothing of new nodes."""


@inlined
def equally_eager(d, x, p):
    """All untried children are as good."""
    return 0.0


@inlined
def eager_by_weight(d, x, p):
    """Untried children come in the order of their prior."""
    return d.prior.weight


@compiled
def bring_forward(m, d, at):
    """Exchange a child with the next untried one, and keep the list of children in order."""
    to = d.first + d.tried
    if at != to:
        m.nodes[SPARE] = m.nodes[to]
        m.nodes[to] = m.nodes[at]
        m.nodes[at] = m.nodes[SPARE]
        last = d.first + d.count - 1
        m.nodes[to].next = to + 1 if to < last else 0
        m.nodes[at].next = at + 1 if at < last else 0


def further_functions(made: Any) -> Any:
    """What the parts have to say besides scores, with stand-ins for what they leave out; None if it is nothing."""
    select, order, prior, allocation = made.select, made.order, made.prior, made.allocation
    pick, urgency, born = (getattr(select, name, None) for name in ("pick", "urgency", "born"))
    width = getattr(order, "width", None)
    if not any((pick, urgency, born, width, prior, allocation)):
        return None
    return SimpleNamespace(
        scale=select.scale,
        score=select.score,
        pick=pick,
        by_urgency=urgency is not None,
        eager=urgency or (eager_by_weight if prior else equally_eager),
        born=born or bear_nothing,
        width=width or any_width,
        weigh=prior.weigh if prior else weigh_nothing,
        keep=keep_weight if prior else keep_nothing,
        next=allocation.next if allocation else None,
    )


def make_choosing(made: Any, best_child: Any) -> Any:
    """Closed loop: how a child is chosen and how new ones are prepared, where scores are not all; None if they are."""
    of = further_functions(made)
    if of is None:
        return None
    scale, pick, by_urgency, eager, born, width, weigh, keep, next_at_root = (
        of.scale,
        of.pick,
        of.by_urgency,
        of.eager,
        of.born,
        of.width,
        of.weigh,
        of.keep,
        of.next,
    )

    @inlined
    def gather(m, d, plan):
        """Put the tried children that are worth a visit into `m.candidates`; return how many there are."""
        k = 0
        for child in range(d.first, d.first + d.tried):
            if not (plan.exhaust and is_full(m.nodes[child], plan)):
                m.candidates[k] = child
                k += 1
        return k

    if pick is not None:

        @inlined
        def best_child(m, node, plan, rng):
            k = gather(m, m.nodes[node], plan)
            return (pick(m, node, k, plan, rng) if k > 0 else m.nodes[node].first), inf

    @inlined
    def choose_child(m, tree, node, depth, plan, rng):
        """The child to visit: the most urgent of the untried ones, or the best of the others."""
        d = m.nodes[node]
        if d.tried == d.count or (d.tried > 0 and d.tried >= width(d.visits, plan.order)):
            child, top = best_child(m, node, plan, rng)
            return child
        x = scale(d.visits, plan.select, rng) if d.visits > 0 else 0.0
        at = d.first + d.tried
        most = -inf
        for child in range(d.first + d.tried, d.first + d.count):
            u = eager(m.nodes[child], x, plan.select)
            if u > most:
                most = u
                at = child
        bring_forward(m, d, at)
        at = d.first + d.tried
        urgency = most if by_urgency else plan.fpu
        if d.tried > 0 and urgency < inf:
            child, top = best_child(m, node, plan, rng)
            if top > urgency:
                return child
        return at

    if next_at_root is not None:
        below_root = choose_child

        @inlined
        def choose_child(m, tree, node, depth, plan, rng):
            if node != tree.root:
                return below_root(m, tree, node, depth, plan, rng)
            d = m.nodes[node]
            if d.tried < d.count:
                return d.first + d.tried
            return next_at_root(m, tree, gather(m, d, plan), plan, rng)

    @inlined
    def prepare(m, first, count, s, t, plan, rng):
        """Tell new children their prior, and the selection rule of them; `s` is the position of their parent."""
        for i in range(count):
            m.moves[i] = m.nodes[first + i].move
        weigh(m, s, t, count, plan, rng)
        for i in range(count):
            keep(m.nodes[first + i], m.weights[i])
            born(m.nodes[first + i], s, t, plan.select)

    return choose_child, prepare


def make_open_choosing(game: Game, made: Any) -> Any:
    """Open loop: how a child is chosen and how a new one is prepared, where scores are not all; None if they are."""
    of = further_functions(made)
    if of is None:
        return None
    scale, score, pick, by_urgency, eager, born, width, weigh, keep, next_at_root = (
        of.scale,
        of.score,
        of.pick,
        of.by_urgency,
        of.eager,
        of.born,
        of.width,
        of.weigh,
        of.keep,
        of.next,
    )
    actor, takes = game.actor, made.order.takes
    counted, allocated = int(made.count is None), int(next_at_root is not None)

    @inlined
    def best_scored(m, node, k, plan, rng):
        """Of the `k` children in `m.candidates`, the one with the best score; and that score."""
        top = -inf
        child = m.candidates[0]
        for i in range(k):
            c = m.nodes[m.candidates[i]]
            n = c.avail if plan.availability else m.nodes[node].visits
            u = score(c, scale(n, plan.select, rng), plan.select, rng)
            if u > top:
                top = u
                child = m.candidates[i]
        return child, top

    @inlined
    def picked(m, node, k, plan, rng):
        return pick(m, node, k, plan, rng), inf

    best_child = best_scored if pick is None else picked

    @inlined
    def best_of_all(m, tree, node, k, plan, rng):
        return best_child(m, node, k, plan, rng)

    @inlined
    def allotted_at_root(m, tree, node, k, plan, rng):
        if node != tree.root:
            return best_child(m, node, k, plan, rng)
        return next_at_root(m, tree, k, plan, rng), inf

    best = best_of_all if next_at_root is None else allotted_at_root

    @inlined
    def gather(m, node, n):
        """Put the children of the `n` legal moves into `m.candidates`, and from its end on the numbers of the moves
        that have none; return how many there are of each."""
        tried = 0
        untried = 0
        end = len(m.candidates) - 1
        cursor = m.nodes[node].first
        for i in range(n):
            k = cursor
            if k == 0 or m.nodes[k].move != m.moves[i]:
                k = m.nodes[node].first
                while k != 0 and m.nodes[k].move != m.moves[i]:
                    k = m.nodes[k].next
            if k == 0:
                m.candidates[end - untried] = i
                untried += 1
            else:
                m.nodes[k].avail += counted
                m.candidates[tried] = k
                tried += 1
                cursor = m.nodes[k].next
        return tried, untried

    @inlined
    def most_urgent(m, node, untried, s, t, n, plan, rng):
        """Of the untried moves, the number of the most urgent one, left at the end of `m.candidates`; its urgency."""
        weigh(m, s, t, n, plan, rng)
        visits = m.nodes[node].visits
        x = scale(visits, plan.select, rng) if visits > 0 else 0.0
        end = len(m.candidates) - 1
        at = m.candidates[end]
        most = -inf
        equal = 0
        for j in range(untried):
            i = m.candidates[end - j]
            m.nodes[SPARE] = m.blank[0]
            d = m.nodes[SPARE]
            d.move = m.moves[i]
            d.mover = actor(s)
            keep(d, m.weights[i])
            born(d, s, t, plan.select)
            u = eager(d, x, plan.select)
            equal = equal + 1 if u == most else 1
            if u > most or (u == most and takes(equal, rng, plan.order)):
                most = u
                at = i
        m.candidates[end] = at
        return most

    @inlined
    def choose(m, tree, node, n, s, t, plan, rng):
        """The child to visit among the `n` moves that are legal now, or 0 and an untried move."""
        tried, untried = gather(m, node, n)
        if untried > 0 and (tried == 0 or tried < width(m.nodes[node].visits, plan.order)):
            most = most_urgent(m, node, untried, s, t, n, plan, rng)
            move = m.moves[m.candidates[len(m.candidates) - 1]]
            urgency = most if by_urgency else plan.fpu
            if tried == 0 or urgency == inf or (allocated and node == tree.root):
                return 0, move
            child, top = best_child(m, node, tried, plan, rng)
            if top <= urgency:
                return 0, move
            return child, m.nodes[child].move
        child, top = best(m, tree, node, tried, plan, rng)
        return child, m.nodes[child].move

    @inlined
    def prepare(m, child, s, t, plan):
        """Tell the child of the move just chosen its prior, and the selection rule of it."""
        keep(m.nodes[child], m.weights[m.candidates[len(m.candidates) - 1]])
        born(m.nodes[child], s, t, plan.select)

    return choose, prepare
