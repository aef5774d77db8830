"""One game, two rule books: the setup `full` is played by its own rules, all others by those of the paper."""

from __future__ import annotations

from typing import Any

from mulligan.game import Text
from mulligan.kernel import compiled

from . import chronicle, moves, players, rules, text
from .adventure import full_deal, full_play
from .advisers import full_advise
from .choices import full_options

# The paper's rules are the faster for standing inside the functions that choose: a call more costs them a tenth.
core_deal = compiled(rules.deal.py_func, inline=True)
core_options = compiled(moves.options.py_func, inline=True)
core_play = compiled(rules.play.py_func, inline=True)
core_advise = compiled(players.advise.py_func, inline=True)


@compiled
def deal(s, t, rng):
    """Start a new game."""
    if t.full:
        full_deal(s, t, rng)
    else:
        core_deal(s, t, rng)


@compiled
def options(s, t, form, out):
    """Write the legal moves."""
    if t.full:
        return full_options(s, t, form, out)
    return core_options(s, t, form, out)


@compiled
def play(s, t, move, rng):
    """Apply a move."""
    if t.full:
        full_play(s, t, move, rng)
    else:
        core_play(s, t, move, rng)


@compiled(inline=True)
def advise(s, t, style, rng, out):
    """The moves of a rule player."""
    if t.full:
        return full_advise(s, t, style, rng, out)
    return core_advise(s, t, style, rng, out)


def move_text(s: Any, t: Any, move: int) -> str:
    """A legal move in words."""
    return chronicle.full_move(s, t, move) if t.full else text.move(s, t, move)


def state_text(s: Any, t: Any) -> str:
    """A position in words."""
    return chronicle.full_state(s, t) if t.full else text.state(s, t)


def read_state(words: str, s: Any, t: Any) -> None:
    """Fill `s` from words."""
    if t.full:
        chronicle.full_read_state(words, s, t)
    else:
        text.read_state(words, s, t)


TEXT = Text(move=move_text, state=state_text, read_state=read_state)
