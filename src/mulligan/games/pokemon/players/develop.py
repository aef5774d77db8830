"""`develop`: at random, but mostly develops before it attacks."""

from __future__ import annotations

from mulligan.kernel import below, compiled

from ..rules.layout import ATTACK, command
from ..rules.layout import RETREAT as STEP_BACK

OFTEN = 90  # percent


@compiled
def develop_turn(out, n, rng):
    """Mostly any development, else any attack, else the end; the list has them in this order."""
    attacks = n - 1
    while attacks > 0 and command(out[attacks - 1]) == ATTACK:
        attacks -= 1
    steps = attacks
    while steps > 0 and command(out[steps - 1]) == STEP_BACK:
        steps -= 1
    if steps > 0 and below(rng, 100) < OFTEN:
        return out[below(rng, steps)]
    return out[attacks + below(rng, n - 1 - attacks)] if attacks < n - 1 else out[n - 1]
