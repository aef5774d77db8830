"""The search itself, written once: select, expand, simulate, back up, over trees that are arrays of nodes.

`make_search` weaves a game's functions into it.  Two kinds of descent differ in what a node stands for.  In a fixed
world a node is one position, reached by its moves and its own random seed, so the position can be kept or rebuilt and
the list of moves never changes.  In an open world a node is a history of moves; the position is played anew on every
visit, and only the moves that are legal now compete.
"""

from __future__ import annotations

from math import exp, inf, log, sqrt
from typing import Any, NamedTuple

from mulligan.game import Game, make_step
from mulligan.kernel import below, compiled, entry, fork, interpret, restart, uniform

from .layout import (
    AT_LEAF,
    AT_ROOT,
    BRANCH,
    CLOSED,
    CUT_MOVES,
    CUT_TURNS,
    DECISION,
    EVERY,
    FIXED,
    FOR_NODE,
    LOGS,
    MAST,
    NEVER,
    NO_KEY,
    ROLLOUT,
    SAW_LOSS,
    SAW_WIN,
    SEARCHED,
    TERMINAL,
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
    visits = float(d.visits)
    if plan.c == inf:
        return -visits
    u = (d.value + plan.c * sqrt(log_n * visits)) / visits
    if plan.bias != 0.0:
        u += plan.bias * d.prior / (visits + 1.0)
    return u


@compiled(inline=True)
def best_child(nodes, parent, plan):
    """Among the tried children of a fixed node, the one with the best score; and that score."""
    d = nodes[parent]
    log_n = log_of(d.visits, plan)
    top = -inf
    child = d.first
    for k in range(d.first, d.first + d.tried):
        u = score(nodes[k], log_n, plan)
        if u > top:
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

    @compiled
    def advance(s, t, plan, rng, moves):
        """Play by rule until the tree has a decision to make, or the game is over."""
        a = actor(s)
        while a >= 0:
            style = plan.own[stage(s)] if a == plan.seat else plan.foe[stage(s)]
            if style != SEARCHED:
                step(s, t, style, rng, moves)
            elif plan.skip and options(s, t, plan.form, moves) == 1:
                play(s, t, moves[0], rng)
            else:
                return
            a = actor(s)

    @compiled(inline=True)
    def follow_edge(s, t, plan, move, seed, rng, moves):
        """Play a move and go on to the next decision; a fixed node's own seed decides what chance does."""
        if plan.outcomes == FIXED:
            restart(rng, seed)
        if plan.deal == FOR_NODE:
            shuffle(s, t, 0, rng)
        play(s, t, move, rng)
        if plan.outcomes != BRANCH:
            advance(s, t, plan, rng, moves)

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
                step(s, t, style, rng, moves)
                left -= 1
        return left

    @compiled
    def roll(s, t, plan, rng, moves):
        """Play to the end, or to the cut, by the rollout styles; the first turn perhaps by another."""
        left = plan.cut_length if plan.cut == CUT_MOVES else 1 << 40
        last = turn(s) + plan.cut_length if plan.cut == CUT_TURNS else 1 << 40
        if plan.rests and actor(s) >= 0:
            left = finish_turn(s, t, plan, left, last, rng, moves)
        while actor(s) >= 0 and left > 0 and turn(s) < last:
            step(s, t, plan.rollout[stage(s)], rng, moves)
            left -= 1

    @compiled
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
            mean = averages[at].value / averages[at].visits if averages[at].visits > 0.0 else plan.win
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
    def roll_mast(s, t, plan, averages, rng, moves, trace):
        """Play on with moves chosen by their averages at the searched stages; return how many were noted."""
        n = 0
        left = plan.cut_length if plan.cut == CUT_MOVES else 1 << 40
        last = turn(s) + plan.cut_length if plan.cut == CUT_TURNS else 1 << 40
        while actor(s) >= 0 and left > 0 and turn(s) < last:
            left -= 1
            style = plan.rollout[stage(s)]
            if style != MAST:
                step(s, t, style, rng, moves)
                continue
            chosen = mast_choice(s, t, plan, averages, options(s, t, plan.form, moves), rng, moves)
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
        roll(s, t, plan, rng, moves)
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
        if plan.mast:
            return roll_mast(s, t, plan, averages, rng, moves, trace)
        roll(s, t, plan, rng, moves)
        return 0

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
        """Select down to a leaf and expand it by one child, left in `slots[WALKER]`; return depth and blindness."""
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
                n = options(s, t, plan.form, moves) if d.kind == DECISION else 0
                if n == 0 or (depth > 0 and tree.size + n > plan.cap):
                    break
                mover = actor(s)
                d.first = pool.nodes
                d.count = n
                for i in range(n):
                    new_node(nodes, pool.nodes + i, moves[i], mover)
                    nodes[pool.nodes + i].next = pool.nodes + i + 1 if i < n - 1 else 0
                if not plan.listed:
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
                return depth, blind
            node = child
        if not arrived:
            rebuild(slots, states, nodes, path, depth, t, plan, side, moves)
        return depth, 0

    @compiled(inline=True)
    def open_child(slots, states, nodes, pool, tree, path, depth, t, plan, rng, side, moves):
        """Play from its parent into the untried child at the end of the path and note what is found there."""
        d = nodes[path[depth]]
        d.seed = fork(rng)
        s = slots[WALKER]
        if plan.mast:
            d.key = 2 * key(s, t, d.move) + d.mover
        follow_edge(s, t, plan, d.move, d.seed, side, moves)
        d.kind = kind_of(s, plan, tree.start, depth)
        if plan.bias != 0.0:
            d.prior = evaluate(s, t, d.mover, plan.bias_style)
        keep_state(slots, states, pool, d, plan)

    # --- descent through an open world --------------------------------------------------------------------------------

    @compiled(inline=True)
    def choose_open(nodes, node, n, plan, rng, moves):
        """The child to visit among the moves that are legal now, or 0 and an untried move."""
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
                chosen = untried == 1 if plan.listed else below(rng, untried) == 0
                if chosen:
                    move = moves[i]
                continue
            c = nodes[k]
            c.avail += 1
            cursor = c.next
            u = score(c, log_of(c.avail if plan.availability else d.visits, plan), plan)
            if u > top:
                top = u
                child = k
        if untried > 0 and (child == 0 or plan.fpu == inf or top <= plan.fpu):
            return 0, move
        return child, nodes[child].move

    @compiled
    def add_child(nodes, pool, tree, parent, move, mover, rng):
        """A new node at the end of the parent's list of children."""
        k = pool.nodes
        pool.nodes += 1
        tree.size += 1
        new_node(nodes, k, move, mover)
        nodes[k].avail = 1
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

    @compiled(inline=True)
    def descend_open(slots, states, nodes, pool, tree, path, t, plan, rng, side, moves):
        """Play from the world down to a new child, left in `slots[WALKER]`; return depth and blindness."""
        slots[WALKER] = states[tree.world]
        s = slots[WALKER]
        node = tree.root
        depth = 0
        path[0] = node
        blind = 0
        steps = 0
        while kind_of(s, plan, tree.start, steps) == DECISION:
            mover = actor(s)
            n = options(s, t, plan.form, moves)
            if n == 0:
                break
            child, move = choose_open(nodes, node, n, plan, rng, moves)
            fresh = child == 0
            if fresh:
                if steps > 0 and tree.size >= plan.cap:
                    break
                child = add_child(nodes, pool, tree, node, move, mover, rng)
                blind = plan.blind[stage(s)]
                if plan.mast:
                    nodes[child].key = 2 * key(s, t, move) + mover
            depth += 1
            steps += 1
            path[depth] = child
            if plan.outcomes == FIXED:
                follow_edge(s, t, plan, move, nodes[child].seed, side, moves)
            else:
                follow_edge(s, t, plan, move, 0, rng, moves)
            if plan.outcomes == BRANCH:
                # what chance decided is drawn on every visit, what rules decide afterwards once per node
                seen = outcome(s)
                k = child_with(nodes, child, seen)
                if k == 0:
                    fresh = True
                    if tree.size >= plan.cap:
                        advance(s, t, plan, rng, moves)
                        break
                    k = add_child(nodes, pool, tree, child, seen, mover, rng)
                restart(side, nodes[k].seed)
                advance(s, t, plan, side, moves)
                depth += 1
                path[depth] = k
            node = path[depth]
            if fresh:
                if plan.bias != 0.0:
                    nodes[child].prior = evaluate(s, t, mover, plan.bias_style)
                break
        return depth, blind

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
        """Leave the root itself in `slots[WALKER]`; return depth and blindness."""
        slots[WALKER] = states[tree.world]
        path[0] = tree.root
        return 0, 0

    @compiled
    def glimpse(slots, t, plan, rng, moves):
        """Whether some move at `slots[WALKER]` ends the game at once, and how for the searcher."""
        found = 0
        s = slots[TRIAL]
        for i in range(options(slots[WALKER], t, plan.form, moves)):
            slots[TRIAL] = slots[WALKER]
            shuffle(s, t, 0, rng)
            play(s, t, moves[i], rng)
            if actor(s) < 0:
                found |= SAW_WIN if payoff(s, plan.seat) > 0.5 else SAW_LOSS
        return found

    @compiled(inline=True)
    def iterate(slots, states, nodes, pool, tree, path, t, plan, averages, rng, side, moves, trace):
        """One simulation: select and expand, simulate, back up."""
        if plan.deal == EVERY and tree.done % plan.every == 0:
            deal_world(slots, t, plan, rng, moves)
            states[tree.world] = slots[WORLD]
        if plan.rooted and nodes[tree.root].visits == 0:
            depth, blind = stay(slots, states, tree, path)
        elif plan.outcomes == FIXED and plan.deal != EVERY:
            depth, blind = descend_fixed(slots, states, nodes, pool, tree, path, t, plan, rng, side, moves)
        else:
            depth, blind = descend_open(slots, states, nodes, pool, tree, path, t, plan, rng, side, moves)
        noted = 0
        s = slots[WALKER]
        if blind and actor(s) >= 0:
            first = plan.loss
            second = plan.loss
            if plan.leaks:
                tree.leak |= glimpse(slots, t, plan, rng, moves)
        elif tree.leak != 0:
            first = plan.loss if tree.leak & SAW_LOSS else plan.win
            second = plan.loss + plan.win - first
            tree.leak = 0
        else:
            if actor(s) >= 0:
                noted = simulate(slots, t, plan, averages, rng, moves, trace)
            first = reward(s, t, plan, 0, tree.start)
            second = reward(s, t, plan, 1, tree.start) if players > 1 else first
        back_up(nodes, path, depth, first, second)
        if plan.mast:
            for i in range(noted):
                mast_note(averages, trace[i], first if trace[i] % 2 == 0 else second)
            for i in range(1, depth + 1):
                if nodes[path[i]].key != NO_KEY:
                    mast_note(averages, nodes[path[i]].key, first if nodes[path[i]].mover == 0 else second)
        tree.done += 1
        if depth > tree.deepest:
            tree.deepest = depth

    @entry
    def grow(plans, tables, views, trees, nodes, states, slots, pools, moves, path, trace, averages, rngs, start):
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
                if pool.nodes + max_options + 2 > len(nodes):
                    tree.z = rng.z
                    return i
                if tree.root < 0:
                    plant(slots, states, nodes, pool, tree, t, plan, rng, side, moves)
                else:
                    iterate(slots, states, nodes, pool, tree, path, t, plan, averages, rng, side, moves, trace)
            tree.z = rng.z
        return len(trees)

    search = Search(grow, tally, follow, transplant)
    if not game.compiled:
        return Search(*(interpret(function) for function in search))
    return search
