"""The search itself, written once: select, expand, simulate, back up, over trees that are arrays of nodes.

`make_search` weaves a game's functions into it.  Two kinds of descent differ in what a node stands for.  In a fixed
world a node is one position, reached by its moves and its own random seed, so the position can be kept or rebuilt and
the list of moves never changes.  In an open world a node is a history of moves; the position is played anew on every
visit, and only the moves that are legal now compete.
"""

from __future__ import annotations

from math import exp, inf, log, sqrt
from typing import Any, NamedTuple

from mulligan.game import Game, make_advise, make_step
from mulligan.kernel import below, compiled, entry, fork, interpret, restart, uniform

from .layout import (
    AT_LEAF,
    AT_ROOT,
    BRANCH,
    BY_DEPTH,
    BY_MAST,
    CLOSED,
    CUT_AHEAD,
    CUT_MOVES,
    CUT_TURNS,
    DECISION,
    EVERY,
    FIXED,
    FOR_NODE,
    LISTED,
    LOGS,
    MAST,
    NEVER,
    NO_KEY,
    ROLLOUT,
    SAW_LOSS,
    SAW_WIN,
    SEARCHED,
    SETTLED,
    TERMINAL,
    TO_MOVER,
    TURNS,
)
from .reading import follow, tally, transplant

ROOT, WORLD, WALKER, TRIAL = range(4)
TRACE = 4096


@compiled
def shuffle_children(nodes, first, count, rng):
    """Put newly made children in random order."""
    for i in range(count - 1, 0, -1):
        j = below(rng, i + 1)
        kept = nodes[first + i].move
        nodes[first + i].move = nodes[first + j].move
        nodes[first + j].move = kept


@compiled
def new_node(nodes, k, move, mover):
    """Make node `k` an unvisited one."""
    d = nodes[k]
    d.move = move
    d.key = NO_KEY
    d.seed = 0
    d.value = 0.0
    d.square = 0.0
    d.best = -inf
    d.prior = 0.0
    d.visits = 0
    d.avail = 0
    d.first = 0
    d.next = 0
    d.count = 0
    d.tried = 0
    d.full = 0
    d.state = -1
    d.mover = mover
    d.kind = DECISION


@compiled(inline=True)
def log_of(n, plan):
    """The logarithm of a number of visits; the common ones stand in a table."""
    return plan.log[n] if n < LOGS else log(n)


@compiled(inline=True)
def score(d, log_n, plan):
    """How much a visited child deserves the next visit: its mean plus c * sqrt(log n / visits), in one division."""
    if plan.plain:
        visits = float(d.visits)
        return (d.value + plan.c * sqrt(log_n * visits)) / visits
    return other_score(d, log_n, plan)


@compiled(inline=True)
def other_score(d, log_n, plan):
    """The same with all that the settings may change: no matter how good, by its best reward, primed, or biased."""
    visits = float(d.visits + plan.primed)
    if plan.c == inf:
        return -visits
    if plan.peak:
        u = d.best + plan.c * sqrt(log_n / visits)
    else:
        u = (d.value + plan.c * sqrt(log_n * visits)) / visits
    if plan.bias != 0.0:
        u += plan.bias * d.prior / (visits + 1.0)
    return u


@compiled(inline=True)
def is_full(d, plan):
    """Whether no visit to a node could find anything new."""
    if d.kind == DECISION:
        return d.count > 0 and d.full == d.count
    return d.kind != CLOSED or plan.sure != 0


@compiled(inline=True)
def fill_up(nodes, path, depth, plan):
    """After a visit, count upwards what has become fully explored; what was so before is never the end of a path."""
    i = depth
    while i > 0 and is_full(nodes[path[i]], plan):
        i -= 1
        nodes[path[i]].full += 1


@compiled(inline=True)
def best_child(nodes, parent, plan):
    """Among the tried children of a fixed node, the one with the best score; and that score."""
    d = nodes[parent]
    log_n = log_of(d.visits + plan.primed, plan)
    top = -inf
    child = d.first
    for k in range(d.first, d.first + d.tried):
        u = score(nodes[k], log_n, plan)
        if u > top and not (plan.exhaust and is_full(nodes[k], plan)):
            top = u
            child = k
    return child, top


@compiled(inline=True)
def back_up(nodes, path, depth, first_reward, second_reward):
    """Credit every node on the path with the reward of the player who moved there."""
    for i in range(depth + 1):
        d = nodes[path[i]]
        r = first_reward if d.mover == 0 else second_reward
        d.visits += 1
        d.value += r
        d.square += r * r
        if r > d.best:
            d.best = r


@compiled
def back_up_unfairly(nodes, path, depth, own_reward, other_reward, alternating, step):
    """Credit every node with the searcher's reward, or by turns with the searcher's and the opponent's.

    A decision takes `step` nodes of the path: with chance nodes two.
    """
    for i in range(depth + 1):
        d = nodes[path[i]]
        r = other_reward if alternating and (i + step - 1) // step % 2 == 0 else own_reward
        d.visits += 1
        d.value += r
        d.square += r * r
        if r > d.best:
            d.best = r


@compiled
def mast_slot(averages, key):
    """Where the average of a move is kept, by open addressing; a full table shares its last place."""
    size = len(averages)
    at = (key ^ (key >> 17) ^ (key >> 34)) & (size - 1)
    for _ in range(64):
        if averages[at].visits == 0.0 or averages[at].key == key:
            break
        at = (at + 1) & (size - 1)
    return at


@compiled
def mast_note(averages, key, reward):
    """Add a reward to a move's average."""
    at = mast_slot(averages, key)
    averages[at].key = key
    averages[at].visits += 1.0
    averages[at].value += reward


@compiled
def note_sample(samples, pool, node, reward):
    """Keep a reward of the move at the root that leads to a node."""
    samples[pool.samples].node = node
    samples[pool.samples].reward = reward
    pool.samples += 1


class Search(NamedTuple):
    """The compiled entries of the search for one game."""

    grow: Any
    tally: Any
    follow: Any
    transplant: Any


def make_search(game: Game) -> Search:
    """Weave a game's functions into the search."""
    actor, stage, turn, options, play = game.actor, game.stage, game.turn, game.options, game.play
    payoff, hide, shuffle, evaluate, key, outcome = (
        game.payoff,
        game.hide,
        game.shuffle,
        game.evaluate,
        game.key,
        game.outcome,
    )
    step, max_options, players = make_step(game), game.max_options, game.players
    has_end, end = game.end is not None, -1 if game.end is None else game.end

    @compiled(inline=True)
    def settles(plan, move):
        """Whether a move ends a turn that is not to be played to its end."""
        return has_end and move == end and plan.settle == 0

    @compiled(inline=True)
    def by_rule(s, t, plan, style, rng, moves):
        """Let a rule player play; return whether it stops instead, where the turn should not be played to its end."""
        step(s, t, style, rng, moves)
        return False

    if has_end:  # games in which no move ends a turn do not pay for it: even code that never runs changes the rest
        advise, play_on = make_advise(game), by_rule

        @compiled(inline=True)
        def by_rule(s, t, plan, style, rng, moves):
            if plan.settle:
                return play_on(s, t, plan, style, rng, moves)
            for i in range(advise(s, t, style, rng, moves)):
                if moves[i] == end:
                    return True
                play(s, t, moves[i], rng)
            return False

    @compiled
    def advance(s, t, plan, rng, moves):
        """Play by rule until the tree has a decision to make, or the game is over; return whether the rule stops."""
        a = actor(s)
        while a >= 0:
            style = plan.own[stage(s)] if a == plan.seat else plan.foe[stage(s)]
            if style != SEARCHED:
                if by_rule(s, t, plan, style, rng, moves):
                    return True
            elif plan.skip and options(s, t, plan.below, moves) == 1 and not settles(plan, moves[0]):
                play(s, t, moves[0], rng)
            else:
                return False
            a = actor(s)
        return False

    @compiled(inline=True)
    def follow_edge(s, t, plan, move, seed, rng, moves):
        """Play a move and go on to the next decision; a fixed node's own seed decides what chance does.

        Returns whether the turn ends here and is not played to its end.
        """
        if settles(plan, move):
            return True
        if plan.outcomes == FIXED:
            restart(rng, seed)
        if plan.deal == FOR_NODE:
            shuffle(s, t, 0, rng)
        play(s, t, move, rng)
        if plan.outcomes == BRANCH:
            return False
        return advance(s, t, plan, rng, moves)

    @compiled(inline=True)
    def kind_of(s, plan, start, depth):
        """Whether the tree may grow beyond this position."""
        if actor(s) < 0:
            return TERMINAL
        if depth >= plan.depth or (plan.own_turn and turn(s) != start):
            return CLOSED
        return DECISION

    @compiled(inline=True)
    def reward(s, t, plan, seat, start):
        """The reward of a seat: the result, or the evaluation of an unfinished game, discounted by turns."""
        x = payoff(s, seat) if actor(s) < 0 else evaluate(s, t, seat, plan.evaluation)
        r = plan.draw + (plan.win - plan.draw) * (2.0 * x - 1.0)
        if x < 0.5:
            r = plan.loss + (plan.draw - plan.loss) * 2.0 * x
        return r * plan.discount[min(turn(s) - start, TURNS - 1)]

    # --- simulation ---------------------------------------------------------------------------------------------------

    @compiled
    def finish_turn(s, t, plan, left, last, rng, moves):
        """Play the turn to its end by the style for the stage it stands at, if there is one; return the moves left."""
        style = plan.rest[stage(s)]
        now = turn(s)
        if style != ROLLOUT and now < last:
            while actor(s) >= 0 and left > 0 and turn(s) == now:
                if by_rule(s, t, plan, style, rng, moves):
                    return 0
                left -= 1
        return left

    @compiled(inline=True)
    def bounds(s, root, plan):
        """How many moves a simulation may have, and the turn before which it ends."""
        left = plan.cut_length if plan.cut == CUT_MOVES else 1 << 40
        last = turn(s) + plan.cut_length if plan.cut == CUT_TURNS else 1 << 40
        if plan.cut == CUT_AHEAD:
            last = turn(root) + plan.cut_length
        return left, last

    @compiled
    def going_on(s, t, form, moves):
        """Write the moves but for the end of the turn, unless there is no other; return how many there are."""
        n = options(s, t, form, moves)
        if has_end and n > 1:
            others = 0
            for i in range(n):
                if moves[i] != end:
                    moves[others] = moves[i]
                    others += 1
            n = others
        return n

    @compiled
    def roll(s, t, plan, left, last, rng, moves):
        """Play to the end, or to the bounds, by the rollout styles; the first turn perhaps by another."""
        if plan.rests and actor(s) >= 0:
            left = finish_turn(s, t, plan, left, last, rng, moves)
        while actor(s) >= 0 and left > 0 and turn(s) < last:
            if by_rule(s, t, plan, plan.rollout[stage(s)], rng, moves):
                break
            left -= 1

    @compiled(inline=True)
    def mast_choice(s, t, plan, averages, n, rng, moves):
        """A move by its average over all simulations: softmax, or the best one unless epsilon strikes."""
        if plan.epsilon > 0.0 and uniform(rng) < plan.epsilon:
            return moves[below(rng, n)]
        seat = actor(s)
        total = 0.0
        chosen = moves[0]
        top = -inf
        for i in range(n):
            at = mast_slot(averages, 2 * key(s, t, moves[i]) + seat)
            mean = averages[at].value / averages[at].visits if averages[at].visits > 0.0 else plan.unseen
            if plan.temperature > 0.0:
                if mean > top:  # weights are taken relative to the best so far: none is too great for a number
                    total *= exp((top - mean) / plan.temperature)
                    top = mean
                weight = exp((mean - top) / plan.temperature)
                total += weight
                if uniform(rng) * total < weight:
                    chosen = moves[i]
            elif mean > top or (mean == top and below(rng, i + 1) == 0):
                top = mean
                chosen = moves[i]
        return chosen

    @compiled
    def begin(s, t, plan, averages, left, last, rng, moves, trace):
        """Where the tree would decide, play one of the pruned moves; return the moves left, and how many were noted."""
        if actor(s) < 0 or left <= 0 or turn(s) >= last:
            return left, 0
        style = plan.own[stage(s)] if actor(s) == plan.seat else plan.foe[stage(s)]
        if style != SEARCHED:
            return left, 0
        n = going_on(s, t, plan.form, moves)
        by_average = plan.rollout[stage(s)] == MAST
        chosen = mast_choice(s, t, plan, averages, n, rng, moves) if by_average else moves[below(rng, n)]
        if settles(plan, chosen):
            return 0, 0
        trace[0] = 2 * key(s, t, chosen) + actor(s)
        play(s, t, chosen, rng)
        return left - 1, 1

    @compiled
    def roll_mast(s, t, plan, averages, left, last, n, rng, moves, trace):
        """Play on with moves chosen by their averages at the searched stages; return how many were noted, after `n`."""
        while actor(s) >= 0 and left > 0 and turn(s) < last:
            left -= 1
            style = plan.rollout[stage(s)]
            if style != MAST:
                if by_rule(s, t, plan, style, rng, moves):
                    break
                continue
            # who judges a turn before its end looks for what it can bring, and so does not end it early
            count = going_on(s, t, plan.below, moves) if plan.settle == 0 else options(s, t, plan.below, moves)
            chosen = mast_choice(s, t, plan, averages, count, rng, moves)
            if settles(plan, chosen):
                break
            if n < TRACE:
                trace[n] = 2 * key(s, t, chosen) + actor(s)
                n += 1
            play(s, t, chosen, rng)
        return n

    @compiled
    def trial(slots, world, t, plan, style, rng, moves):
        """The result of a rollout in the world `slots[world]` after one decision by `style`."""
        slots[TRIAL] = slots[world]
        s = slots[TRIAL]
        if actor(s) >= 0:
            step(s, t, style, rng, moves)
        left, last = bounds(s, slots[ROOT], plan)
        roll(s, t, plan, left, last, rng, moves)
        return payoff(s, 0) if actor(s) < 0 else 0.5

    @compiled
    def is_interesting(slots, world, t, plan, rng, moves):
        """Whether the two contrasting styles ever reach different results in the world `slots[world]`."""
        for _ in range(plan.tests):
            first = trial(slots, world, t, plan, plan.contrast[0], rng, moves)
            if trial(slots, world, t, plan, plan.contrast[1], rng, moves) != first:
                return True
        return False

    @compiled
    def deal_world(slots, t, plan, rng, moves):
        """A world for the searcher in `slots[WORLD]`; return the rollouts spent on making it interesting."""
        spent = 0
        while True:
            slots[WORLD] = slots[ROOT]
            if plan.deal != NEVER:
                hide(slots[WORLD], t, plan.seat, rng)
            if plan.interesting != AT_ROOT or spent + 2 * plan.tests > plan.candidates:
                return spent
            spent += 2 * plan.tests
            if is_interesting(slots, WORLD, t, plan, rng, moves):
                return spent

    @compiled(inline=True)
    def simulate(slots, t, plan, averages, rng, moves, trace):
        """Play `slots[WALKER]` on from a leaf; return how many moves were noted for their averages."""
        s = slots[WALKER]
        if plan.interesting == AT_LEAF and plan.candidates >= 2 * plan.tests:
            spent = 0
            while spent + 2 * plan.tests <= plan.candidates:
                shuffle(s, t, 1, rng)
                spent += 2 * plan.tests
                if is_interesting(slots, WALKER, t, plan, rng, moves):
                    break
        elif plan.redraw:
            shuffle(s, t, 0, rng)
        noted = 0
        left, last = bounds(s, slots[ROOT], plan)
        if plan.pruned_start:
            left, noted = begin(s, t, plan, averages, left, last, rng, moves, trace)
        if plan.mast:
            return roll_mast(s, t, plan, averages, left, last, noted, rng, moves, trace)
        roll(s, t, plan, left, last, rng, moves)
        return 0

    @compiled
    def idle_away(slots, t, plan, rng, moves):
        """Play a copy of `slots[WALKER]` on, for nothing."""
        slots[TRIAL] = slots[WALKER]
        roll(slots[TRIAL], t, plan, 1 << 40, 1 << 40, rng, moves)

    # --- descent through a fixed world --------------------------------------------------------------------------------

    @compiled(inline=True)
    def rebuild(slots, states, nodes, path, depth, t, plan, side, moves):
        """Put the position of the last node of the path into `slots[WALKER]`."""
        i = depth
        while nodes[path[i]].state < 0:
            i -= 1
        slots[WALKER] = states[nodes[path[i]].state]
        s = slots[WALKER]
        while i < depth:
            i += 1
            d = nodes[path[i]]
            follow_edge(s, t, plan, d.move, d.seed, side, moves)

    @compiled(inline=True)
    def keep_state(slots, states, pool, d, plan):
        """Keep the position of a new node, as long as there is room."""
        if plan.keep and pool.states < len(states):
            d.state = pool.states
            pool.states += 1
            states[d.state] = slots[WALKER]

    @compiled(inline=True)
    def descend_fixed(slots, states, nodes, pool, tree, path, t, plan, rng, side, moves):
        """Select down to a leaf and expand it by one child, left in `slots[WALKER]`.

        Returns its depth, whether it is blind, and whether the turn ends there and is not played to its end.
        """
        node = tree.root
        depth = 0
        path[0] = node
        arrived = False  # whether the walker stands at the last node of the path
        while nodes[node].kind == DECISION:
            d = nodes[node]
            if d.count == 0:
                if depth > 0 and tree.size >= plan.cap:
                    break
                rebuild(slots, states, nodes, path, depth, t, plan, side, moves)
                s = slots[WALKER]
                arrived = True
                d.kind = kind_of(s, plan, tree.start, depth)  # in a tree that was kept, the bounds have moved
                n = options(s, t, plan.below if depth > 0 else plan.form, moves) if d.kind == DECISION else 0
                if n == 0 or (depth > 0 and tree.size + n > plan.cap):
                    break
                mover = actor(s)
                d.first = pool.nodes
                d.count = n
                for i in range(n):
                    new_node(nodes, pool.nodes + i, moves[i], mover)
                    nodes[pool.nodes + i].next = pool.nodes + i + 1 if i < n - 1 else 0
                if plan.order != LISTED:
                    shuffle_children(nodes, d.first, n, rng)
                pool.nodes += n
                tree.size += n
            if d.tried == d.count:
                child, top = best_child(nodes, node, plan)
            else:
                child = d.first + d.tried
                if d.tried > 0 and plan.fpu < inf:
                    other, top = best_child(nodes, node, plan)
                    if top > plan.fpu:
                        child = other
            depth += 1
            path[depth] = child
            if child == d.first + d.tried:
                d.tried += 1
                if not arrived:
                    rebuild(slots, states, nodes, path, depth - 1, t, plan, side, moves)
                blind = plan.blind[stage(slots[WALKER])]
                open_child(slots, states, nodes, pool, tree, path, depth, t, plan, rng, side, moves)
                return depth, blind, has_end and nodes[child].kind == SETTLED
            node = child
        if not arrived:
            rebuild(slots, states, nodes, path, depth, t, plan, side, moves)
        return depth, 0, has_end and nodes[node].kind == SETTLED

    @compiled(inline=True)
    def open_child(slots, states, nodes, pool, tree, path, depth, t, plan, rng, side, moves):
        """Play from its parent into the untried child at the end of the path and note what is found there."""
        d = nodes[path[depth]]
        d.seed = fork(rng)
        s = slots[WALKER]
        if plan.mast:
            d.key = 2 * key(s, t, d.move) + d.mover
        settled = follow_edge(s, t, plan, d.move, d.seed, side, moves)
        d.kind = SETTLED if settled else kind_of(s, plan, tree.start, depth)
        if plan.bias != 0.0:
            d.prior = evaluate(s, t, d.mover, plan.bias_style)
        if not settled:  # the position of the parent will do
            keep_state(slots, states, pool, d, plan)

    # --- descent through an open world --------------------------------------------------------------------------------

    @compiled(inline=True)
    def choose_open(nodes, node, n, plan, rng, moves):
        """The child to visit among the `n` moves that are legal now, or 0 and an untried move."""
        d = nodes[node]
        counted = 1 - plan.miscount
        primed = plan.primed
        all_visits = d.visits + primed
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
                chosen = untried == 1 if plan.order == LISTED else below(rng, untried) == 0
                if chosen:
                    move = moves[i]
                continue
            c = nodes[k]
            c.avail += counted
            cursor = c.next
            u = score(c, log_of(c.avail + primed if plan.availability else all_visits, plan), plan)
            if u > top:
                top = u
                child = k
        if untried > 0 and (child == 0 or plan.fpu == inf or top <= plan.fpu):
            return 0, move
        return child, nodes[child].move

    @compiled
    def add_child(nodes, pool, tree, parent, move, mover, avail, rng):
        """A new node at the end of the parent's list of children."""
        k = pool.nodes
        pool.nodes += 1
        tree.size += 1
        new_node(nodes, k, move, mover)
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

    @compiled
    def untried_by_mast(nodes, node, n, s, t, plan, averages, rng, moves):
        """An untried move, chosen by its average among those of the `n` legal ones, which are put in another order."""
        untried = 0
        for i in range(n):
            if child_with(nodes, node, moves[i]) == 0:
                kept = moves[i]
                moves[i] = moves[untried]
                moves[untried] = kept
                untried += 1
        return mast_choice(s, t, plan, averages, untried, rng, moves)

    @compiled
    def miscount(nodes, parent, child, at_root, n, moves):
        """Count the chosen child as available and, but at the root, all whose moves are legal now, itself again."""
        nodes[child].avail += 1
        for i in range(0 if at_root else n):
            k = child_with(nodes, parent, moves[i])
            if k != 0:
                nodes[k].avail += 1

    @compiled(inline=True)
    def descend_open(slots, states, nodes, pool, tree, path, t, plan, averages, rng, side, moves):
        """Play from the world down to a new child, left in `slots[WALKER]`.

        Returns its depth, whether it is blind, and whether the turn ends there and is not played to its end.
        """
        slots[WALKER] = states[tree.world]
        s = slots[WALKER]
        node = tree.root
        depth = 0
        path[0] = node
        blind = 0
        settled = False
        steps = 0
        while kind_of(s, plan, tree.start, steps) == DECISION:
            mover = actor(s)
            n = options(s, t, plan.below if steps > 0 else plan.form, moves)
            if n == 0:
                break
            child, move = choose_open(nodes, node, n, plan, rng, moves)
            fresh = child == 0
            if fresh:
                if steps > 0 and tree.size >= plan.cap:
                    break
                if plan.order == BY_MAST:
                    move = untried_by_mast(nodes, node, n, s, t, plan, averages, rng, moves)
                child = add_child(nodes, pool, tree, node, move, mover, 1 - plan.miscount, rng)
                blind = plan.blind[stage(s)]
                if plan.mast:
                    nodes[child].key = 2 * key(s, t, move) + mover
            if plan.miscount:
                miscount(nodes, node, child, steps == 0, n, moves)
            depth += 1
            steps += 1
            path[depth] = child
            if plan.outcomes == FIXED:
                settled = follow_edge(s, t, plan, move, nodes[child].seed, side, moves)
            else:
                settled = follow_edge(s, t, plan, move, 0, rng, moves)
            if settles(plan, move):
                nodes[child].kind = SETTLED
            if plan.outcomes == BRANCH and not settled:
                # what chance decided is drawn on every visit, what rules decide afterwards once per node
                seen = outcome(s)
                k = child_with(nodes, child, seen)
                if k == 0:
                    fresh = True
                    if tree.size >= plan.cap:
                        settled = advance(s, t, plan, rng, moves)
                        break
                    k = add_child(nodes, pool, tree, child, seen, mover, 1, rng)
                restart(side, nodes[k].seed)
                settled = advance(s, t, plan, side, moves)
                depth += 1
                path[depth] = k
            node = path[depth]
            if fresh:
                if plan.bias != 0.0:
                    nodes[child].prior = evaluate(s, t, mover, plan.bias_style)
                break
            if settled:
                break
        return depth, blind, settled

    # --- the loop -----------------------------------------------------------------------------------------------------

    @compiled(inline=True)
    def plant(slots, states, nodes, pool, tree, t, plan, rng, side, moves):
        """Give a tree its root and its first world."""
        tree.start = turn(slots[ROOT])
        spent = deal_world(slots, t, plan, rng, moves)
        states[tree.world] = slots[WORLD]
        tree.root = pool.nodes
        tree.size = 1
        pool.nodes += 1
        new_node(nodes, tree.root, 0, 1 - plan.seat)
        nodes[tree.root].state = tree.world
        tree.done = spent if plan.deduct else 0

    @compiled(inline=True)
    def stay(slots, states, tree, path):
        """Leave the root itself in `slots[WALKER]`; it is at depth 0, not blind, and no end of a turn."""
        slots[WALKER] = states[tree.world]
        path[0] = tree.root
        return 0, 0, False

    @compiled
    def glimpse(slots, t, plan, rng, moves):
        """Whether some move at `slots[WALKER]` ends the game at once, and how for the searcher."""
        found = 0
        s = slots[TRIAL]
        for i in range(options(slots[WALKER], t, plan.below, moves)):
            slots[TRIAL] = slots[WALKER]
            shuffle(s, t, 0, rng)
            play(s, t, moves[i], rng)
            if actor(s) < 0:
                found |= SAW_WIN if payoff(s, plan.seat) > 0.5 else SAW_LOSS
        return found

    @compiled(inline=True)
    def iterate(slots, states, nodes, pool, tree, path, t, plan, averages, samples, rng, side, moves, trace):
        """One simulation: select and expand, simulate, back up."""
        if plan.deal == EVERY and tree.done % plan.every == 0:
            deal_world(slots, t, plan, rng, moves)
            states[tree.world] = slots[WORLD]
        if plan.rooted and nodes[tree.root].visits == 0:
            depth, blind, settled = stay(slots, states, tree, path)
        elif plan.keep:
            depth, blind, settled = descend_fixed(slots, states, nodes, pool, tree, path, t, plan, rng, side, moves)
        else:
            depth, blind, settled = descend_open(
                slots, states, nodes, pool, tree, path, t, plan, averages, rng, side, moves
            )
        noted = 0
        s = slots[WALKER]
        if blind and actor(s) >= 0 and not settled:
            first = plan.loss
            second = plan.loss
            if plan.leaks:
                tree.leak |= glimpse(slots, t, plan, rng, moves)
        elif tree.leak != 0:
            first = plan.loss if tree.leak & SAW_LOSS else plan.win
            second = plan.loss + plan.win - first
            tree.leak = 0
        else:
            if plan.idle and actor(s) >= 0 and not settled:
                idle_away(slots, t, plan, side, moves)  # no move depends on this stream: nodes begin it anew
            if actor(s) >= 0 and not settled:
                noted = simulate(slots, t, plan, averages, rng, moves, trace)
            first = reward(s, t, plan, 0, tree.start)
            second = reward(s, t, plan, 1, tree.start) if players > 1 else first
        if plan.credit == TO_MOVER:
            back_up(nodes, path, depth, first, second)
        else:
            own = first if plan.seat == 0 else second
            step = 2 if plan.outcomes == BRANCH else 1
            back_up_unfairly(nodes, path, depth, own, first + second - own, plan.credit == BY_DEPTH, step)
        if plan.exhaust:
            fill_up(nodes, path, depth, plan)
        if plan.sampled and depth > 0:
            note_sample(samples, pool, path[1], first if plan.seat == 0 else second)
        if plan.mast:
            for i in range(noted):
                mast_note(averages, trace[i], first if trace[i] % 2 == 0 else second)
            for i in range(1, depth + 1 if plan.mast == 1 else 1):
                if nodes[path[i]].key != NO_KEY:
                    mast_note(averages, nodes[path[i]].key, first if nodes[path[i]].mover == 0 else second)
        tree.done += 1
        if depth > tree.deepest:
            tree.deepest = depth

    @entry
    def grow(
        plans, tables, views, trees, nodes, states, slots, pools, moves, path, trace, averages, samples, rngs, start
    ):
        """Bring the trees from `start` on to their goals; return the first one left unfinished for lack of room."""
        plan = plans[0]
        t = tables[0]
        pool = pools[0]
        rng = rngs[0]
        side = rngs[1]
        slots[ROOT] = views[0]
        for i in range(start, len(trees)):
            tree = trees[i]
            restart(rng, tree.z)
            while tree.root < 0 or tree.done < tree.goal:
                if plan.exhaust and tree.root >= 0 and is_full(nodes[tree.root], plan):
                    break
                if pool.nodes + max_options + 2 > len(nodes) or pool.samples == len(samples):
                    tree.z = rng.z
                    return i
                if tree.root < 0:
                    plant(slots, states, nodes, pool, tree, t, plan, rng, side, moves)
                else:
                    iterate(slots, states, nodes, pool, tree, path, t, plan, averages, samples, rng, side, moves, trace)
            tree.z = rng.z
        return len(trees)

    search = Search(grow, tally, follow, transplant)
    if not game.compiled:
        return Search(*(interpret(function) for function in search))
    return search
