"""A belief about hidden cards for Magic: fear the worst.

The game's own belief gives every deal that fits the probability that it has. This one draws three of these and takes
the one with the most power in the other hand.

mulligan match magic "ensemble:belief=./examples/belief.py:FEAR" ensemble --pairs 50
mulligan check magic --agent "ensemble:trees=3,sims=20,belief=./examples/belief.py:FEAR" --examples 30
"""

from mulligan.game import Addition
from mulligan.games.magic import MAGIC
from mulligan.kernel import compiled, fork, lowest, restart

TRIES = 3
deal_unseen = MAGIC.hide


@compiled
def power_in_hand(s, t, p):
    """The power of the creature cards in a hand, which is a set of bits."""
    total = 0
    cards = s.hand[p]
    while cards != 0:
        total += t.power[p][lowest(cards)]
        cards &= cards - 1
    return total


@compiled
def hide(s, t, seat, rng):
    """Replace all that `seat` cannot know, by nothing but what it knows and random numbers.

    A sample is made again by dealing from the same starting point of the random numbers.
    """
    most, kept = -1, rng.z
    for _ in range(TRIES):
        start = fork(rng)
        onward = fork(rng)
        restart(rng, start)
        deal_unseen(s, t, seat, rng)
        power = power_in_hand(s, t, 1 - seat)
        if power > most:
            most, kept = power, start
        restart(rng, onward)
    restart(rng, kept)
    deal_unseen(s, t, seat, rng)


FEAR = Addition("belief", hide, "magic", "the strongest of three sampled hands")
