"""Priors: how likely a move is thought to be good before it is tried.

A prior is a slot of its own, filled only where another part wants one (PUCT, progressive widening). Whatever comes
later, such as one that was learned, is a part for this slot: `weigh` writes to `m.weights[i]` the probability of the
move `m.moves[i]`, for all `n` moves of the position `s`, and may use `m.trace` and `m.slots[TRIAL]` to work on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import MAX_STAGES, Game, make_advise
from mulligan.kernel import compiled, inlined, record

from ..fields import between
from ..layout import TRIAL
from ..parts import Part
from ..stages import style_per_stage

WEIGHT = record(weight="f8")


@inlined
def weigh_equally(m, s, t, n, plan, rng):
    """Every move is as likely."""
    for i in range(n):
        m.weights[i] = 1.0 / n


UNIFORM = Part("prior", "uniform", "every move is as likely", lambda game, made: {"weigh": weigh_equally}, Node=WEIGHT)


@dataclass(frozen=True)
class StyleSettings:
    """What a prior by styles is told."""

    prior_style: str = ""
    """Prior policy: the style whose moves are thought to be good, or one per stage, joined by +; if empty, `expert`
    where the game has it, else the first that is not `uniform`."""
    trust: float = between(0.5, 0.0, 1.0)
    """Prior policy: the probability given to what the style would play; the rest is spread evenly over all moves."""


def _fill_style(p: Any, settings: Any, game: Game, seat: int) -> None:
    usual = "expert" if "expert" in game.styles else game.styles[min(1, len(game.styles) - 1)]
    p.style[:] = style_per_stage(game, settings.prior_style or usual)
    p.trust = settings.trust
    if settings.binary:
        raise UsageError("prior=style: styles play whole moves, so binary does not go with it")


def _make_style(game: Game, made: Any) -> Mapping[str, Any]:
    stage, advise = game.stage, make_advise(game)

    @compiled
    def weigh(m, s, t, n, plan, rng):
        """The next move of what the style would play has its probability more; if it is not offered, nothing has."""
        p = plan.prior
        m.slots[TRIAL] = s  # a style may draw on what it is not shown to change
        advised = advise(m.slots[TRIAL], t, p.style[stage(s)], rng, m.trace)
        found = -1
        for i in range(n):
            if advised > 0 and m.moves[i] == m.trace[0]:
                found = i
        for i in range(n):
            m.weights[i] = 1.0 / n if found < 0 else (1.0 - p.trust) / n
        if found >= 0:
            m.weights[found] += p.trust

    return {"weigh": weigh}


STYLE = Part(
    "prior",
    "style",
    "what a style of the game would play, mixed with the uniform distribution",
    _make_style,
    StyleSettings,
    record(style=("i8", MAX_STAGES), trust="f8"),
    _fill_style,
    WEIGHT,
)


@dataclass(frozen=True)
class EvaluationSettings:
    """What a prior by an evaluation is told."""

    prior_temperature: float = between(0.1, 0.001, 10**6)
    """Prior policy: temperature of the softmax over the evaluations of the positions that moves lead to."""


def _fill_evaluation(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.style, p.temperature = game.evaluation(str(settings.guide) or game.evaluations[0]), settings.prior_temperature


def _make_evaluation(game: Game, made: Any) -> Mapping[str, Any]:
    actor, play, evaluate = game.actor, game.play, game.evaluate
    payoff = game.payoff

    @compiled
    def weigh(m, s, t, n, plan, rng):
        """Softmax over what the mover's evaluation says of the position after each move."""
        p = plan.prior
        mover = actor(s)
        top = 0.0
        for i in range(n):
            m.slots[TRIAL] = s
            after = m.slots[TRIAL]
            play(after, t, m.moves[i], rng)
            worth = payoff(after, mover) if actor(after) < 0 else evaluate(after, t, mover, p.style)
            m.weights[i] = worth
            top = max(top, worth)
        total = 0.0
        for i in range(n):
            m.weights[i] = exp((m.weights[i] - top) / p.temperature)
            total += m.weights[i]
        for i in range(n):
            m.weights[i] /= total

    return {"weigh": weigh}


EVALUATION = Part(
    "prior",
    "evaluation",
    "softmax over the evaluations of the positions that moves lead to",
    _make_evaluation,
    EvaluationSettings,
    record(style="i8", temperature="f8"),
    _fill_evaluation,
    WEIGHT,
)
