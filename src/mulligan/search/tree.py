"""The search itself, put together from parts: select, expand, simulate, back up.  Trees are arrays of nodes."""

from __future__ import annotations

from typing import Any, NamedTuple

from mulligan.core.game import Game
from mulligan.kernel import compiled, entry, inlined, interpret, restart

from .edges import make_edges
from .layout import EVERY, NO_STAGE, ROOT, WALKER, WORLD, Memory
from .parts import Parts, functions_of
from .playouts import make_watched
from .reading import follow, tally, transplant


class Search(NamedTuple):
    """The compiled entries of a search."""

    grow: Any
    tally: Any
    follow: Any
    transplant: Any


@inlined
def leave_judging(m, tree, t, plan, opened, settled, rng):
    """Positions are judged by playouts."""
    return False


@inlined
def do_nothing_before(m, t, plan, settled, side):
    """Nothing comes before a playout."""


@inlined
def study_nothing(m, depth, noted, plan):
    """Most selection rules learn from nothing but the rewards that nodes are credited with."""


@inlined
def no_other_path(m, depth, other):
    """A simulation goes down one tree."""
    return False


@compiled
def note_sample(m, node, reward):
    """Keep a reward of the move at the root that leads to a node."""
    at = m.pool[0].samples
    m.samples[at].node = node
    m.samples[at].reward = reward
    m.pool[0].samples += 1


def make_appraise(game: Game, value_of: Any) -> Any:
    """The function that writes what a position is worth to each seat: `appraise(m, s, t, start, plan)`.

    The number of seats is known when it is compiled.  A side is valued once, by its first seat.
    """
    players, leads = game.players, tuple(game.seats_of(game.side(seat))[0] for seat in range(game.players))

    @inlined
    def appraise_two(m, s, t, start, plan):
        m.rewards[0] = value_of(s, t, 0, start, plan.value)
        m.rewards[1] = value_of(s, t, 1, start, plan.value) if players > 1 else m.rewards[0]

    @inlined
    def appraise(m, s, t, start, plan):
        for seat in range(players):
            lead = leads[seat]
            m.rewards[seat] = value_of(s, t, seat, start, plan.value) if lead == seat else m.rewards[lead]

    return appraise_two if players <= 2 and not game.teams else appraise


def make_search(game: Game, parts: Parts) -> Search:
    """Weave a game's functions and those of the parts into one search."""
    actor, turn, shuffle, max_options = game.actor, game.turn, game.shuffle, game.max_options
    few = game.players <= 2
    made = functions_of(game, parts, make_edges(game))
    deal, at_leaf = made.worlds.deal, made.worlds.at_leaf
    descend, after, is_done = made.descent.descend, made.descent.after, made.descent.is_done
    run, learn, back_up = made.playout.run, made.playout.learn, made.backup.add
    if game.endless:
        run = make_watched(game, made.playout)
    appraise = getattr(made.value, "appraise", None) or make_appraise(game, made.value.of)
    study = getattr(made.select, "learn", study_nothing)
    turn_to = getattr(made.descent, "turn_to", no_other_path)
    room = getattr(made.descent, "ROOM", max_options + 2)
    judge, before = made.judge or leave_judging, made.before or do_nothing_before

    @inlined
    def plant(m, tree, t, plan, rng):
        """Give a tree its root and its first world."""
        tree.start = turn(m.slots[ROOT])
        tree.done = deal(m, t, plan, rng)
        m.states[tree.world] = m.slots[WORLD]
        tree.root = m.pool[0].nodes
        tree.size = 1
        m.pool[0].nodes += 1
        m.nodes[tree.root] = m.blank[0]
        m.nodes[tree.root].mover = 1 - plan.seat if few else plan.seat  # nobody chooses the root
        m.nodes[tree.root].state = tree.world

    @inlined
    def simulate(m, tree, t, plan, settled, rng, side):
        """Play on from the leaf in `slots[WALKER]` and value what comes of it; return how many moves were noted."""
        s = m.slots[WALKER]
        noted = 0
        if actor(s) >= 0 and not settled:
            before(m, t, plan, settled, side)
            if not at_leaf(m, t, plan, rng) and plan.redraw:
                shuffle(s, t, 0, rng)
            noted = run(m, s, t, plan, rng)
        appraise(m, s, t, tree.start, plan)
        return noted

    @inlined
    def iterate(m, tree, t, plan, rng, side):
        """One simulation: select and expand, simulate, back up."""
        if plan.deal == EVERY and tree.done % plan.every == 0:
            deal(m, t, plan, rng)
            m.states[tree.world] = m.slots[WORLD]
        if plan.rooted and m.nodes[tree.root].visits == 0:
            m.slots[WALKER] = m.states[tree.world]
            m.path[0] = tree.root
            depth, opened, settled = 0, NO_STAGE, False
        else:
            depth, opened, settled = descend(m, tree, t, plan, rng, side)
        noted = 0
        if not judge(m, tree, t, plan, opened, settled, rng):
            noted = simulate(m, tree, t, plan, settled, rng, side)
        back_up(m, depth, plan)
        after(m, depth, plan)
        if plan.sampled and depth > 0:
            note_sample(m, m.path[1], m.rewards[plan.seat])
        learn(m, noted, depth, plan)
        study(m, depth, noted, plan)
        other = 1
        while turn_to(m, depth, other):
            back_up(m, depth, plan)
            study(m, depth, 0, plan)
            other += 1
        tree.done += 1
        if depth > tree.deepest:
            tree.deepest = depth

    @entry
    def grow(
        plans,
        tables,
        views,
        trees,
        nodes,
        blank,
        states,
        slots,
        pool,
        moves,
        path,
        trace,
        rewards,
        samples,
        candidates,
        weights,
        numbers,
        seen,
        sheet,
        sums,
        worlds,
        select,
        playout,
        rngs,
        start,
    ):
        """Bring the trees from `start` on to their goals; return the first one left unfinished for lack of room."""
        m = Memory(
            nodes,
            blank,
            states,
            slots,
            pool,
            moves,
            path,
            trace,
            rewards,
            samples,
            candidates,
            weights,
            numbers,
            seen,
            sheet,
            sums,
            worlds,
            select,
            playout,
        )
        plan = plans[0]
        t = tables[0]
        rng = rngs[0]
        side = rngs[1]
        slots[ROOT] = views[0]
        for i in range(start, len(trees)):
            tree = trees[i]
            restart(rng, tree.z)
            while tree.root < 0 or tree.done < tree.goal:
                if tree.root >= 0 and is_done(m, tree, plan):
                    break
                if pool[0].nodes + room > len(nodes) or pool[0].samples == len(samples):
                    tree.z = rng.z
                    return i
                if tree.root < 0:
                    plant(m, tree, t, plan, rng)
                else:
                    iterate(m, tree, t, plan, rng, side)
            tree.z = rng.z
        return len(trees)

    search = Search(grow, tally, follow, transplant)
    if not game.compiled:
        return Search(*(interpret(function) for function in search))
    return search
