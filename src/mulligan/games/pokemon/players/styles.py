"""The rule players by number, and the move of each."""

from __future__ import annotations

from mulligan.kernel import below, compiled

from ..rules.choices import list_choices
from ..rules.layout import MAIN
from ..rules.moves import list_turn
from .develop import develop_turn
from .expert.answers import choose_answer
from .expert.turn import choose_move
from .scripted import script_answer, script_turn

STYLES = ("uniform", "develop", "scripted", "expert")
UNIFORM, DEVELOP, SCRIPTED, EXPERT = range(len(STYLES))


@compiled
def advise(s, t, style, rng, out):
    """Write the move of a style, and return 1."""
    if s.ask == MAIN:
        n = list_turn(s, t, out)
        if n > 1:
            if style == DEVELOP:
                out[0] = develop_turn(out, n, rng)
            elif style == SCRIPTED:
                out[0] = script_turn(s, out, n)
            else:
                out[0] = choose_move(s, t, out, n)
        return 1
    n = list_choices(s, out)
    if style == DEVELOP:
        out[0] = out[below(rng, n)]
    elif style == SCRIPTED:
        out[0] = script_answer(s, out, n, rng)
    else:
        out[0] = choose_answer(s, t, out, n)
    return 1
