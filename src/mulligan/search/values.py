"""What a position is worth: the result of the game, or an evaluation where it is cut off, discounted by turns.

The evaluation is one of the game's, or a network that was learned (`evaluate=net:NAME`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from mulligan.core.game import Game
from mulligan.kernel import compiled, inlined, record
from mulligan.nets import Shape, fill_weights, find_net, make_estimate, shape_of, weights_layout

from .fields import between, one_of
from .parts import Part

TURNS = 512  # the discount of later turns is that of the last one


@dataclass(frozen=True)
class ValueSettings:
    """What results are worth."""

    value: str = one_of("result", ("result",), "value")
    """Value of a leaf: the result, or an evaluation where the playout was cut off; or name a part of your own."""
    evaluate: str = ""
    """Evaluation function after a cut-off; the first one of the game if empty; `net:NAME` is a network that was
    learned."""
    win: float = between(1.0, -(10**6), 10**6)
    """Reward of a win."""
    draw: float = between(0.5, -(10**6), 10**6)
    """Reward of a draw."""
    loss: float = between(0.0, -(10**6), 10**6)
    """Reward of a loss."""
    discount: float = between(1.0, 0, 1)
    """Discount factor per turn, from the root of the search to the end."""


NUMBERS = {"win": "f8", "draw": "f8", "loss": "f8", "discount": ("f8", TURNS)}


def _fill_numbers(p: Any, settings: Any) -> None:
    p.win, p.draw, p.loss = settings.win, settings.draw, settings.loss
    factor = 1.0
    for i in range(TURNS):
        p.discount[i] = factor
        factor *= settings.discount


def _fill(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.evaluation = game.evaluation(str(settings.evaluate) or game.evaluations[0])
    _fill_numbers(p, settings)


def make_pay(game: Game) -> Any:
    """`pay(s, x, start, p)`: the reward for a payoff of `x`, or for a chance of it."""
    turn = game.turn

    @inlined
    def pay(s, x, start, p):
        r = p.draw + (p.win - p.draw) * (2.0 * x - 1.0)
        if x < 0.5:
            r = p.loss + (p.draw - p.loss) * 2.0 * x
        return r * p.discount[min(turn(s) - start, TURNS - 1)]

    return pay


def _make(game: Game, made: Any) -> Mapping[str, Any]:
    actor, payoff, evaluate, pay = game.actor, game.payoff, game.evaluate, make_pay(game)

    @inlined
    def of(s, t, seat, start, p):
        """The reward of a seat."""
        x = payoff(s, seat) if actor(s) < 0 else evaluate(s, t, seat, p.evaluation)
        return pay(s, x, start, p)

    return {"of": of}


RESULT = Part(
    "value",
    "result",
    "the result, or the evaluation of an unfinished game",
    _make,
    ValueSettings,
    record(evaluation="i8", **NUMBERS),
    _fill,
)


def _make_learned(game: Game, made: Any, shape: Shape) -> Mapping[str, Any]:
    actor, payoff, pay, estimate = game.actor, game.payoff, make_pay(game), make_estimate(game, shape)
    players, sides = game.players, game.sides
    leads = tuple(game.seats_of(game.side(seat))[0] for seat in range(players))
    side_of = tuple(game.side(seat) for seat in range(players))

    @compiled
    def appraise(m, s, t, start, plan):
        """The rewards of all seats.

        With up to two sides the network is asked once, for the searching seat, and the other side has the rest.  Of
        more sides each is asked as it sees the world that the search has sampled.
        """
        p = plan.value
        over = actor(s) < 0
        mine = 0.5
        if sides <= 2 and not over:
            mine = estimate(s, t, plan.seat, p.net, m.numbers, m.seen[0], m.sheet, m.sums)
        for seat in range(players):
            if leads[seat] != seat:
                m.rewards[seat] = m.rewards[leads[seat]]
                continue
            own = side_of[seat] == side_of[plan.seat]
            if over:
                x = payoff(s, seat)
            elif sides <= 2:
                x = mine if own else 1.0 - mine
            else:
                eyes = plan.seat if own else seat
                x = estimate(s, t, eyes, p.net, m.numbers, m.seen[0], m.sheet, m.sums)
            m.rewards[seat] = pay(s, x, start, p)
        if players == 1:
            m.rewards[1] = m.rewards[0]

    return {"appraise": appraise}


def _fill_learned(p: Any, settings: Any, game: Game, seat: int) -> None:
    net = find_net(settings.evaluate)
    net.check(game, settings.evaluate)
    fill_weights(p.net, net)
    _fill_numbers(p, settings)


@lru_cache(maxsize=32)
def _learned(shape: Shape) -> Part:
    return Part(
        "value",
        "net",
        "the result, or what a network says of an unfinished game",
        partial(_make_learned, shape=shape),
        ValueSettings,
        record(net=weights_layout(shape), **NUMBERS),
        _fill_learned,
        sums=shape.width + shape.second,
    )


def learned_value(name: str) -> Part:
    """The part that evaluates by a network; networks of one shape share it, and so its code."""
    return _learned(shape_of(find_net(name)))
