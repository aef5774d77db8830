"""EXP3 and regret matching: selection by drawing from a strategy, for opponents who adapt.

UCB1 takes the one best move, which others can learn to expect; these two rules mix their moves, and their average
strategies are what they have to say. The first visit of each move is no part of the strategy: it is made in the
expansion order, as with every selection rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, inf
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.kernel import compiled, inlined, record, uniform

from ..fields import between
from ..parts import Need, Part

MEMORY = dict[str, Any](
    average="f8",  # sum of the probabilities that the strategy gave the move, exploration left out
    chance="f8",  # with which the move was drawn in the present simulation; 0 if it was not drawn
    gain="f8",  # sum of the rewards of its own visits, each divided by the chance of that visit
)


@dataclass(frozen=True)
class Exp3Settings:
    """What EXP3 is told."""

    gamma: float = between(0.1, 0.0, 1.0)
    """EXP3: exploration rate gamma, the probability of a uniformly drawn move; the learning rate is gamma / K for K
    moves."""


@dataclass(frozen=True)
class RegretSettings:
    """What regret matching is told."""

    gamma: float = between(0.1, 0.0, 1.0)
    """Regret matching: exploration rate gamma, the probability of a uniformly drawn move."""


@inlined
def scale(n, p, rng):
    """Moves are drawn, not scored."""
    return 0.0


@inlined
def score(d, x, p, rng):
    """Moves are drawn, not scored."""
    return 0.0


@inlined
def share_of_range(m, d, p):
    """The reward of the player who moved to `d`, from 0 for a loss to 1 for a win."""
    return (m.rewards[d.mover] - p.loss) / p.range


def explain(d: Any, x: tuple[float, int], p: Any) -> list[tuple[str, float]]:
    """The terms of a move's probability, which add up to it."""
    weight, k = x
    return [("strategy", (1.0 - p.gamma) * weight), ("exploration", p.gamma / k)]


@compiled
def draw_child(m, k, gamma, rng):
    """Draw one of the candidates by their strategy in `m.weights`, but with probability `gamma` any of them."""
    x = uniform(rng)
    chosen = k - 1
    for i in range(k):
        d = m.nodes[m.candidates[i]]
        d.select.average += m.weights[i]
        chance = (1.0 - gamma) * m.weights[i] + gamma / k
        if x < chance:
            chosen = i
            break
        x -= chance
    for i in range(chosen + 1, k):
        m.nodes[m.candidates[i]].select.average += m.weights[i]
    child = m.candidates[chosen]
    m.nodes[child].select.chance = (1.0 - gamma) * m.weights[chosen] + gamma / k
    return child


def _fill(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.gamma, p.loss, p.range = settings.gamma, settings.loss, settings.win - settings.loss


def _check(settings: Any) -> None:
    if settings.fpu < inf:
        raise UsageError(f"select={settings.select}: moves are drawn and have no scores, so fpu does not go with it")
    if settings.win <= settings.loss:
        raise UsageError(f"select={settings.select}: a win should be worth more than a loss")
    if not settings.loss <= settings.draw <= settings.win or (settings.discount < 1 and settings.loss > 0):
        raise UsageError(f"select={settings.select}: all rewards should lie between loss and win, discounted ones too")


def _needs(name: str) -> tuple[Need, ...]:
    why = f"select={name}: not with outcomes=branch, where what chance decides is a node of its own"
    return (
        Need("descent", ("open", "closed", "observers", "postponed"), why),
        Need("backup", ("mover",), f"select={name}: every player learns from its own rewards, as with credit=mover"),
    )


@inlined
def pick_exp3(m, node, k, plan, rng):
    """Draw in proportion to exp(gamma / K * estimated sum of rewards)."""
    p = plan.select
    rate = p.gamma / k
    top = -inf
    for i in range(k):
        top = max(top, m.nodes[m.candidates[i]].select.gain)
    total = 0.0
    for i in range(k):
        m.weights[i] = exp(rate * (m.nodes[m.candidates[i]].select.gain - top))
        total += m.weights[i]
    for i in range(k):
        m.weights[i] /= total
    return draw_child(m, k, p.gamma, rng)


@compiled
def learn_exp3(m, depth, noted, plan):
    """An unbiased estimate of what always playing the move would have gained."""
    for i in range(1, depth + 1):
        d = m.nodes[m.path[i]]
        if d.select.chance > 0.0:
            d.select.gain += share_of_range(m, d, plan.select) / d.select.chance
            d.select.chance = 0.0


EXP3 = Part(
    "select",
    "exp3",
    "moves drawn in proportion to exp(gamma / K * estimated sum of rewards), some uniformly",
    lambda game, made: {"scale": scale, "score": score, "pick": pick_exp3, "learn": learn_exp3},
    Exp3Settings,
    record(gamma="f8", loss="f8", range="f8"),
    _fill,
    record(**MEMORY),
    needs=_needs("exp3"),
    check=_check,
    paper="Auer, Cesa-Bianchi, Freund & Schapire 1995, 2002",
    formula="(1 - gamma) * p + gamma / K, with p in proportion to exp(gamma / K * estimated gain) and K moves",
    explain=explain,
)


@inlined
def pick_by_regret(m, node, k, plan, rng):
    """Draw in proportion to the positive part of the regrets."""
    parent = m.nodes[node].select
    parent.rounds += 1
    total = 0.0
    for i in range(k):
        d = m.nodes[m.candidates[i]].select
        d.last = parent.rounds
        m.weights[i] = max(0.0, d.gain - d.paid)
        total += m.weights[i]
    for i in range(k):
        m.weights[i] = m.weights[i] / total if total > 0.0 else 1.0 / k
    return draw_child(m, k, plan.select.gamma, rng)


@compiled
def learn_regret(m, depth, noted, plan):
    """What a move would have gained, by an unbiased estimate, less what was gained: for all that were legal."""
    for i in range(1, depth + 1):
        d = m.nodes[m.path[i]]
        if d.select.chance > 0.0:
            r = share_of_range(m, d, plan.select)
            d.select.gain += r / d.select.chance
            d.select.chance = 0.0
            parent = m.nodes[m.path[i - 1]]
            k = parent.first
            while k != 0:
                if m.nodes[k].select.last == parent.select.rounds:
                    m.nodes[k].select.paid += r
                k = m.nodes[k].next


def _make_regret(game: Game, made: Any) -> Mapping[str, Any]:
    return {"scale": scale, "score": score, "pick": pick_by_regret, "learn": learn_regret}


REGRET = Part(
    "select",
    "regret",
    "regret matching: moves drawn in proportion to their positive regret, some uniformly",
    _make_regret,
    RegretSettings,
    record(gamma="f8", loss="f8", range="f8"),
    _fill,
    record(**MEMORY, paid="f8", rounds="i8", last="i8"),
    needs=_needs("regret"),
    check=_check,
    paper="Hart & Mas-Colell 2000, 2001",
    formula="(1 - gamma) * p + gamma / K, with p in proportion to the positive regret and K moves",
    explain=explain,
)
