"""A playout policy for Magic: always the last of the legal moves.

mulligan match magic "uct:rollout=./examples/playout.py:ALL_IN,sims=200" uct:sims=200 --pairs 50
mulligan match magic ./examples/playout.py:ALL_IN random --pairs 50
mulligan check magic --agent "uct:rollout=./examples/playout.py:ALL_IN,sims=30" --examples 30
"""

from mulligan.game import Addition
from mulligan.games.magic import MAGIC
from mulligan.kernel import compiled

options = MAGIC.options


@compiled
def last_listed(s, t, rng, out):
    """Write the moves that play the present stage to `out`, and return how many: here one.

    The last move of the list is the fullest attack, and the dearest card.
    """
    n = options(s, t, 0, out)
    out[0] = out[n - 1]
    return 1


ALL_IN = Addition("style", last_listed, "magic", "always the last of the legal moves")
