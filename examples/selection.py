"""A selection rule: UCB1-Tuned, which explores moves with steady rewards less (Auer, Cesa-Bianchi & Fischer 2002).

mulligan match magic "uct:select=./examples/selection.py:TUNED,sims=500" uct:sims=500 --pairs 50
"""

from dataclasses import dataclass
from math import log, sqrt

from mulligan.kernel import inlined, record
from mulligan.search import Part, between


@dataclass(frozen=True)
class TunedSettings:
    """What can be set on the command line besides."""

    most: float = between(0.25, 0.0, 1.0)
    """The greatest variance that a reward can have."""


@inlined
def scale(n, p, rng):
    """What is the same for all children of a node that was visited `n` times."""
    return log(n)


@inlined
def score(d, log_n, p, rng):
    """How much the child `d` deserves the next visit."""
    visits = float(d.visits)
    mean = d.value / visits
    variance = d.square / visits - mean * mean + sqrt(2.0 * log_n / visits)
    return mean + sqrt(log_n / visits * min(p.most, variance))


def fill(p, settings, game, seat):
    """The numbers that the compiled functions find in `p`."""
    p.most = settings.most


TUNED = Part(
    slot="select",
    name="ucb1-tuned",
    about="mean + sqrt(ln N / n * min(1/4, variance + sqrt(2 ln N / n)))",
    make=lambda game, made: {"scale": scale, "score": score},
    Settings=TunedSettings,
    Params=record(most="f8"),
    fill=fill,
    paper="Auer, Cesa-Bianchi & Fischer 2002",
)
