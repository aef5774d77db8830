"""The rule players of the full game: those of the paper as far as it goes, and a ranger for all of its cards."""

from __future__ import annotations

from mulligan.games.lotr.layout import NAIVE, RANDOM, RANGER
from mulligan.kernel import compiled

from .expert import expert_move
from .naive import naive_advice
from .random import random_move
from .ranger import advice


@compiled
def advise(s, t, style, rng, out):
    """The next move of a rule player."""
    if style == RANDOM:
        out[0] = random_move(s, t, rng, out)
    elif style == NAIVE:
        out[0] = naive_advice(s, t, out)
    elif style == RANGER:
        out[0] = advice(s, t)
    else:
        out[0] = expert_move(s, t)
    return 1
