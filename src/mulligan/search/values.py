"""What a position is worth: the result of the game, or an evaluation where it is cut off, discounted by turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mulligan.core.game import Game
from mulligan.kernel import inlined, record

from .fields import between, one_of
from .parts import Part

TURNS = 512  # the discount of later turns is that of the last one


@dataclass(frozen=True)
class ValueSettings:
    """What results are worth."""

    value: str = one_of("result", ("result",), "value")
    """Value of a leaf: the result, or an evaluation where the playout was cut off; or name a part of your own."""
    evaluate: str = ""
    """Evaluation function after a cut-off; the first one of the game if empty."""
    win: float = between(1.0, -(10**6), 10**6)
    """Reward of a win."""
    draw: float = between(0.5, -(10**6), 10**6)
    """Reward of a draw."""
    loss: float = between(0.0, -(10**6), 10**6)
    """Reward of a loss."""
    discount: float = between(1.0, 0, 1)
    """Discount factor per turn, from the root of the search to the end."""


def _fill(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.evaluation = game.evaluation(str(settings.evaluate) or game.evaluations[0])
    p.win, p.draw, p.loss = settings.win, settings.draw, settings.loss
    factor = 1.0
    for i in range(TURNS):
        p.discount[i] = factor
        factor *= settings.discount


def _make(game: Game, made: Any) -> Mapping[str, Any]:
    actor, payoff, evaluate, turn = game.actor, game.payoff, game.evaluate, game.turn

    @inlined
    def of(s, t, seat, start, p):
        """The reward of a seat."""
        x = payoff(s, seat) if actor(s) < 0 else evaluate(s, t, seat, p.evaluation)
        r = p.draw + (p.win - p.draw) * (2.0 * x - 1.0)
        if x < 0.5:
            r = p.loss + (p.draw - p.loss) * 2.0 * x
        return r * p.discount[min(turn(s) - start, TURNS - 1)]

    return {"of": of}


RESULT = Part(
    "value",
    "result",
    "the result, or the evaluation of an unfinished game",
    _make,
    ValueSettings,
    record(evaluation="i8", win="f8", draw="f8", loss="f8", discount=("f8", TURNS)),
    _fill,
)
