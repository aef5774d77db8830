"""An evaluation for Magic, for playouts that are cut off: who has more power on the table?

mulligan match magic "uct:cut=2turns,evaluate=./examples/evaluation.py:POWER,sims=200" uct:sims=200 --pairs 50
mulligan check magic --agent "uct:cut=2turns,evaluate=./examples/evaluation.py:POWER,sims=30" --examples 30
"""

from mulligan.game import Addition
from mulligan.kernel import compiled, lowest


@compiled
def power_of(s, t, p):
    """The power of a player's creatures in play; a set of creatures is a set of bits."""
    total = 0
    creatures = s.ready[p] | s.tapped[p]
    while creatures != 0:
        total += t.power[p][lowest(creatures)]
        creatures &= creatures - 1
    return total


@compiled
def share_of_power(s, t, seat):
    """How good the position is for `seat`, from 0 to 1: half, where nobody has a creature."""
    mine, theirs = power_of(s, t, seat), power_of(s, t, 1 - seat)
    return (1 + mine) / (2 + mine + theirs)


POWER = Addition("evaluation", share_of_power, "magic", "the share of all power on the table")
