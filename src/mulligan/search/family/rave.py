"""RAVE: a move is also judged by the simulations in which its player made it later (all moves as first, AMAF)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import Game, make_advise
from mulligan.kernel import compiled, inlined, record

from ..fields import between
from ..layout import ROOT, TRACE
from ..parts import Need, Part
from ..playouts import PLAYOUT, PlayoutSettings, fill_playout, learn_nothing, make_rolling

NO_KEY = -(1 << 62)  # of nodes that no move leads to


def _make_noted(game: Game, made: Any) -> Mapping[str, Any]:
    actor, stage, turn, play, key, seats = game.actor, game.stage, game.turn, game.play, game.key, game.players
    settles, advise = made.edges.settles, make_advise(game)
    rolling = make_rolling(game, made)
    bounds, roll = rolling["bounds"], rolling["roll"]

    @compiled
    def run(m, s, t, plan, rng):
        """Play on by styles, and note every move with its player."""
        left, last = bounds(s, m.slots[ROOT], plan)
        noted = 0
        while actor(s) >= 0 and left > 0 and turn(s) < last:
            left -= 1
            for i in range(advise(s, t, plan.playout.rollout[stage(s)], rng, m.moves)):
                if settles(plan, m.moves[i]):
                    return noted
                if noted < TRACE:
                    m.trace[noted] = seats * key(s, t, m.moves[i]) + actor(s)
                    noted += 1
                play(s, t, m.moves[i], rng)
        return noted

    return {"run": run, "learn": learn_nothing, "roll": roll, "bounds": bounds}


def _check_noted(settings: Any) -> None:
    if settings.rest != "rollout" or settings.pruned_start or "mast" in str(settings.rollout).split("+"):
        raise UsageError("playout=noted: not with rest, pruned_start or rollout=mast")


NOTED = Part(
    "playout",
    "noted",
    "a style for each stage, and every move is noted",
    _make_noted,
    PlayoutSettings,
    record(**PLAYOUT),
    fill_playout,
    check=_check_noted,
)


@dataclass(frozen=True)
class RaveSettings:
    """What RAVE is told."""

    equivalence: float = between(100.0, 0.0, 10**9)
    """RAVE: equivalence parameter k, the visits at which a move's own mean and its AMAF mean count as much."""


@inlined
def scale(n, p, rng):
    return log(n)


@inlined
def score(d, log_n, p, rng):
    """(1 - b) mean + b AMAF mean + c sqrt(ln N / n), where b = sqrt(k / (3 n + k))."""
    visits = float(d.visits)
    value = d.value / visits
    if d.select.amaf > 0.0:
        b = sqrt(p.k / (3.0 * visits + p.k)) if p.k > 0.0 else 0.0
        value = (1.0 - b) * value + b * d.select.total / d.select.amaf
    return value + p.c * sqrt(log_n / visits)


def explain(d: Any, log_n: float, p: Any) -> list[tuple[str, float]]:
    """The terms of a score, which add up to it."""
    seen = d.select.amaf > 0.0 and p.k > 0.0
    b = sqrt(p.k / (3.0 * d.visits + p.k)) if seen else 0.0
    later = d.select.total / d.select.amaf if seen else 0.0
    own = d.value / d.visits
    return [("(1 - b) mean", (1.0 - b) * own), ("b AMAF", b * later), ("exploration", p.c * sqrt(log_n / d.visits))]


@inlined
def urgency(d, log_n, p):
    """The AMAF mean as if it were one visit; what was never seen comes first, or as `fpu` says."""
    if d.select.amaf == 0.0 or p.k == 0.0:
        return p.fpu
    return d.select.total / d.select.amaf + p.c * sqrt(log_n)


def _fill(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.c, p.k, p.fpu = settings.c, settings.equivalence, settings.fpu


def _check(settings: Any) -> None:
    if settings.c == inf or settings.primed or settings.backup != "mean":
        raise UsageError("select=rave: not with c=inf, primed or backup=max")


def _make(game: Game, made: Any) -> Mapping[str, Any]:
    key, seats = game.key, game.players

    @inlined
    def born(d, s, t, p):
        d.select.key = seats * key(s, t, d.move) + d.mover

    @compiled
    def is_played(m, sought, after, depth, noted):
        """Whether a player made a move in the present simulation, below layer `after` or in the playout."""
        for i in range(after + 1, depth + 1):
            if m.nodes[m.path[i]].select.key == sought:
                return True
        for i in range(noted):
            if m.trace[i] == sought:
                return True
        return False

    @compiled
    def learn(m, depth, noted, plan):
        """Every child of a node on the path whose move was made later, or there, gets the reward once."""
        for i in range(depth):
            k = m.nodes[m.path[i]].first
            while k != 0:
                d = m.nodes[k]
                if is_played(m, d.select.key, i, depth, noted):
                    d.select.amaf += 1.0
                    d.select.total += m.rewards[d.mover]
                k = d.next

    return {"scale": scale, "score": score, "urgency": urgency, "born": born, "learn": learn}


RAVE = Part(
    "select",
    "rave",
    "UCB1 whose mean is mixed with that of all simulations in which the move was made later",
    _make,
    RaveSettings,
    record(c="f8", k="f8", fpu="f8"),
    _fill,
    record(key="i8", amaf="f8", total="f8"),
    {"key": NO_KEY},
    needs=(
        Need("playout", ("noted",), "select=rave: playouts have to note their moves, so playout=noted"),
        Need("descent", ("open", "closed", "postponed"), "select=rave: not with outcomes=branch or descent=observers"),
        Need("backup", ("mover",), "select=rave: every player learns from its own rewards, as with credit=mover"),
    ),
    check=_check,
    paper="Gelly & Silver 2007",
    formula="(1 - b) * mean + b * AMAF + c * sqrt(ln N / n), with b = sqrt(k / (3 n + k))",
    explain=explain,
)
