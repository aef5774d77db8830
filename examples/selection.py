"""A selection rule: Thompson sampling, which draws for each move what its mean might be (Thompson 1933).

mulligan match magic "uct:select=./examples/selection.py:THOMPSON,sims=500" uct:sims=500 --pairs 50
"""

from dataclasses import dataclass
from math import cos, log, pi, sqrt

from mulligan.kernel import inlined, record, uniform
from mulligan.search import Part, between


@dataclass(frozen=True)
class ThompsonSettings:
    """What can be set on the command line besides."""

    doubt: float = between(1.0, 0.0, 100.0)
    """How many times the standard error the draws are spread."""


@inlined
def scale(n, p, rng):
    """What is the same for all children of a node that was visited `n` times: here nothing."""
    return 0.0


@inlined
def score(d, x, p, rng):
    """How much the child `d` deserves the next visit: a normal random number around its mean.

    Two imagined visits, one won and one lost, keep a move with few visits in doubt.
    """
    visits = d.visits + 2.0
    mean = (d.value + 1.0) / visits
    variance = (d.square + 1.0) / visits - mean * mean
    normal = sqrt(-2.0 * log(1.0 - uniform(rng))) * cos(2.0 * pi * uniform(rng))
    return mean + p.doubt * sqrt(max(0.0, variance) / visits) * normal


def fill(p, settings, game, seat):
    """The numbers that the compiled functions find in `p`."""
    p.doubt = settings.doubt


THOMPSON = Part(
    slot="select",
    name="thompson",
    about="a draw from the normal distribution around the mean of each move",
    make=lambda game, made: {"scale": scale, "score": score},
    Settings=ThompsonSettings,
    Params=record(doubt="f8"),
    fill=fill,
    paper="Thompson 1933; Bai, Wu & Chen 2013",
)
