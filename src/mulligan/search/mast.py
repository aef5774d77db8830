"""MAST: playouts by the average reward of each move over all simulations (Finnsson & Bjornsson 2008)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, inf
from typing import Any

from mulligan.core.game import Game
from mulligan.kernel import below, compiled, inlined, record, uniform

from .fields import between, one_of
from .layout import ROOT, SEARCHED, TRACE
from .ordering import OrderSettings, arrange, takes
from .parts import Need, Part
from .playouts import MAST, PLAYOUT, PlayoutSettings, fill_playout, make_rolling

PLACES = 1 << 14
NO_KEY = -(1 << 62)  # in place of a move's key: its average is not kept

Average = record(key="i8", visits="f8", value="f8")  # of a move, over all simulations


@dataclass(frozen=True)
class MastSettings(PlayoutSettings):
    """How averages are kept and used."""

    temperature: float = between(0.0, 0, 10**6)
    """MAST: temperature of the Gibbs (softmax) distribution; 0 takes the best average."""
    epsilon: float = between(0.0, 0, 1)
    """MAST: epsilon-greedy, the probability of a uniformly random move."""
    learn: str = one_of("all", ("all", "rollout"))
    """MAST: which moves of a simulation count, `all` of them or only those of its `rollout`."""
    recall: str = one_of("game", ("game", "turn"))
    """MAST: whether averages are kept for the `game` or for the `turn`."""
    decay: float = between(1.0, 0, 1)
    """MAST: decay factor, by which averages are multiplied after each decision; 0 forgets them."""
    unseen: float = between(inf, -(10**6), inf)
    """MAST: the average of a move not seen yet; `inf` is what a win is worth."""


def _fill(p: Any, settings: Any, game: Game, seat: int) -> None:
    fill_playout(p, settings, game, seat)
    p.temperature, p.epsilon = settings.temperature, settings.epsilon
    p.unseen = settings.win if settings.unseen == inf else settings.unseen
    p.in_tree = int(settings.learn == "all")


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


def _make(game: Game, made: Any) -> Mapping[str, Any]:
    actor, stage, turn, options, play, key = game.actor, game.stage, game.turn, game.options, game.play, game.key
    settles, by_rule = made.edges.settles, made.edges.by_rule
    rolling = make_rolling(game, made)
    bounds, roll, going_on = rolling["bounds"], rolling["roll"], rolling["going_on"]
    seats = max(2, game.players)  # an average is that of a move and a seat, which are kept as one number

    @compiled
    def learn(m, noted, depth, plan):
        """Count the rewards for the moves of the playout, and perhaps for those in the tree."""
        for i in range(noted):
            mast_note(m.playout, m.trace[i], m.rewards[m.trace[i] % seats])
        for i in range(1, depth + 1 if plan.playout.in_tree else 1):
            d = m.nodes[m.path[i]]
            if d.playout.key != NO_KEY:
                mast_note(m.playout, d.playout.key, m.rewards[d.mover])

    @inlined
    def choice(m, s, t, plan, n, rng):
        """A move by its average over all simulations: softmax, or the best one unless epsilon strikes."""
        p, moves, averages = plan.playout, m.moves, m.playout
        if p.epsilon > 0.0 and uniform(rng) < p.epsilon:
            return moves[below(rng, n)]
        seat = actor(s)
        total = 0.0
        chosen = moves[0]
        top = -inf
        for i in range(n):
            at = mast_slot(averages, seats * key(s, t, moves[i]) + seat)
            mean = averages[at].value / averages[at].visits if averages[at].visits > 0.0 else p.unseen
            if p.temperature > 0.0:
                if mean > top:  # weights are taken relative to the best so far: none is too great for a number
                    total *= exp((top - mean) / p.temperature)
                    top = mean
                weight = exp((mean - top) / p.temperature)
                total += weight
                if uniform(rng) * total < weight:
                    chosen = moves[i]
            elif mean > top or (mean == top and below(rng, i + 1) == 0):
                top = mean
                chosen = moves[i]
        return chosen

    @compiled
    def begin(m, s, t, plan, left, last, rng):
        """Where the tree would decide, play one of the pruned moves; return the moves left, and how many were noted."""
        if actor(s) < 0 or left <= 0 or turn(s) >= last:
            return left, 0
        style = plan.own[stage(s)] if actor(s) == plan.seat else plan.foe[stage(s)]
        if style != SEARCHED:
            return left, 0
        n = going_on(s, t, plan.form, m.moves)
        by_average = plan.playout.rollout[stage(s)] == MAST
        chosen = choice(m, s, t, plan, n, rng) if by_average else m.moves[below(rng, n)]
        if settles(plan, chosen):
            return 0, 0
        m.trace[0] = seats * key(s, t, chosen) + actor(s)
        play(s, t, chosen, rng)
        return left - 1, 1

    @compiled
    def play_on(m, s, t, plan, left, last, n, rng):
        """Play on with moves chosen by their averages at the searched stages; return how many were noted, after `n`."""
        moves = m.moves
        while actor(s) >= 0 and left > 0 and turn(s) < last:
            left -= 1
            style = plan.playout.rollout[stage(s)]
            if style != MAST:
                if by_rule(s, t, plan, style, rng, moves):
                    break
                continue
            # who judges a turn before its end looks for what it can bring, and so does not end it early
            count = going_on(s, t, plan.below, moves) if plan.settle == 0 else options(s, t, plan.below, moves)
            chosen = choice(m, s, t, plan, count, rng)
            if settles(plan, chosen):
                break
            if n < TRACE:
                m.trace[n] = seats * key(s, t, chosen) + actor(s)
                n += 1
            play(s, t, chosen, rng)
        return n

    @inlined
    def run(m, s, t, plan, rng):
        noted = 0
        left, last = bounds(s, m.slots[ROOT], plan)
        if plan.playout.pruned_start:
            left, noted = begin(m, s, t, plan, left, last, rng)
        return play_on(m, s, t, plan, left, last, noted, rng)

    @inlined
    def enter(d, s, t, move):
        """Note by which key the average of a move in the tree is kept; `s` is the position before it."""
        d.playout.key = seats * key(s, t, move) + d.mover

    return {"run": run, "learn": learn, "roll": roll, "bounds": bounds, "choice": choice, "enter": enter}


def _fade(averages: Any, settings: Any, occasion: str) -> None:
    """A new game begins, a new turn, or a decision has been made."""
    factor = {"game": 0.0, "turn": 0.0 if settings.recall == "turn" else 1.0, "decision": settings.decay}[occasion]
    if factor >= 1.0:
        return
    for name in ("visits", "value"):
        if hasattr(averages, "dtype"):
            averages[name] *= factor
        else:
            for average in averages:
                setattr(average, name, getattr(average, name) * factor)


BY_AVERAGE = Part(
    "playout",
    "mast",
    "moves by their average reward over all simulations (MAST)",
    _make,
    MastSettings,
    record(**PLAYOUT, temperature="f8", epsilon="f8", unseen="f8", in_tree="i8"),
    _fill,
    record(key="i8"),
    {"key": NO_KEY},
    Shared=Average,
    places=PLACES,
    fade=_fade,
    paper="Finnsson & Bjornsson 2008",
)


def _make_order(game: Game, made: Any) -> Mapping[str, Any]:
    choice = made.playout.choice

    @compiled
    def instead(m, node, n, move, s, t, plan, rng):
        """An untried move, chosen by its average among those of the `n` legal ones, which are put in another order."""
        untried = 0
        for i in range(n):
            k = m.nodes[node].first
            while k != 0 and m.nodes[k].move != m.moves[i]:
                k = m.nodes[k].next
            if k == 0:
                kept = m.moves[i]
                m.moves[i] = m.moves[untried]
                m.moves[untried] = kept
                untried += 1
        return choice(m, s, t, plan, untried, rng)

    return {"arrange": arrange, "takes": takes, "instead": instead}


ORDER = Part(
    "order",
    "mast",
    "as MAST would draw them",
    _make_order,
    OrderSettings,
    record(listed="i8"),
    needs=(
        Need("playout", ("mast",), "order=mast: only with rollout=mast, which keeps the averages of moves"),
        Need(
            "descent",
            ("open", "chance"),
            "order=mast: not where a node is one position, as its moves are put in order only once",
        ),
    ),
)
