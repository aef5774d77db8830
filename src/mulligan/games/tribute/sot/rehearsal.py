"""A few questions that a player answers before the first game, so that everything is compiled by then."""

from __future__ import annotations

from collections.abc import Iterator

from mulligan.core.game import Game
from mulligan.core.position import Position, make_stream

from ..rules.layout import NORMAL
from .thinking import Thinker
from .wire import messages
from .writing import Numbers, Told

SECONDS = 0.5  # that an answer may take
QUESTIONS = 3
MOST_MOVES = 300


def _positions(game: Game) -> Iterator[Position]:
    """Positions on the way of a game: the first turn, the first choice, and a later turn."""
    here = Position.deal(game, "random", seed="rehearsal")
    rng = make_stream(game, "rehearsal", "moves")
    yield here.copy()
    found = 0
    for _ in range(MOST_MOVES):
        for move in here.advise("busy", rng):
            here.play_with(move, rng)
        s = here.plain()[0]
        if here.over or found == 2:
            return
        if (s.board != NORMAL) == (found == 0) and len(here.options()) > 1:
            found += 1
            yield here.copy()


def rehearse(game: Game, thinker: Thinker) -> None:
    """Let a player draft and decide as in a game."""
    thinker.select(range(8), 1, SECONDS)
    for position in _positions(game):
        told = Told(messages(), position, position.actor, Numbers(), "rehearsal")
        thinker.choose(told.state(), told.listed(), SECONDS)
