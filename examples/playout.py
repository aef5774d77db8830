"""A playout policy and an evaluation for Magic: attack with everything, and count creatures.

mulligan match magic "uct:rollout=./examples/playout.py:ALL_IN,sims=200" uct:sims=200 --pairs 50
"""

from mulligan.additions import Addition
from mulligan.games.magic import MAGIC
from mulligan.kernel import compiled

options = MAGIC.options


@compiled
def last_listed(s, t, rng, out):
    """The last of the legal moves, which in Magic is the fullest attack and the dearest card."""
    n = options(s, t, 0, out)
    out[0] = out[n - 1]
    return 1


@compiled
def life(s, t, seat):
    """The share of all life that is the seat's own."""
    return max(0, s.life[seat]) / max(1, max(0, s.life[0]) + max(0, s.life[1]))


ALL_IN = Addition("style", last_listed, "magic", "always the last of the legal moves")
LIFE = Addition("evaluation", life, "magic", "the share of all life")
