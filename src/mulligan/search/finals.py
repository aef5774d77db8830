"""The final choice: how good a move is in the end, by one tree or by the vote of several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from heapq import nlargest
from math import ceil, inf, log, sqrt
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.kernel import interpret, uniform

from .decision import Choice
from .fields import between, one_of
from .parts import Part

FINALS = ("visits", "mean", "max", "top", "quantile", "secure", "uct", "robust", "average", "mixed")
BY_STRATEGY = ("average", "mixed")  # these need the average strategy
SAMPLED = ("top", "quantile")  # these need every single reward
VOTES = ("visits", "mean", "majority", "best")
COMMITS = ("move", "stage")
TIES = ("random", "first", "last", "last_won")
CHASLOT = "Chaslot et al. 2008"
_uniform = interpret(uniform)


@dataclass(frozen=True)
class FinalSettings:
    """How the trees decide."""

    final: str = one_of("visits", FINALS, "final")
    """Final move selection: most `visits` (robust child; `robust`: ties by mean), best `mean` (max child), reward
    (`max`), mean of `top` rewards, `quantile`, lower bound (`secure` child), `uct` score; by the `average` strategy or
    drawn from it (`mixed`)."""
    top: int = between(4, 1, 10**6)
    """With final=top: how many of a move's best rewards count, or all where there are fewer."""
    quantile: float = between(0.9, 0, 1)
    """With final=quantile: the share of a move's rewards that are no better than the one that counts."""
    ties: str = one_of("random", TIES)
    """Tie-breaking: `random`, the move listed `first` or `last`, or `last_won`: the last one, but any legal move if
    they all lose."""
    votes: str = one_of("visits", VOTES, "vote")
    """Ensemble vote: the sum of `visits`, the `mean` of the trees' means, the `majority` of their choices, or the sum
    of a move's `best` single rewards."""
    commit: str = one_of("move", COMMITS)
    """Moves per search: one `move`, or all moves to the end of the `stage`, or until chance or others change what the
    player sees."""
    reuse: bool = False
    """Tree reuse: keep the subtree below the moves that are really played; with outcomes=branch only after a single
    move, since earlier outcomes of chance are not known."""
    across: bool = False
    """Tree reuse with outcomes=branch: also after moves of others and after several moves; the most visited of all
    nodes that the moves played, and the last outcome, may have led to."""
    # stages that are not searched, in the real game
    play: str = "house"
    """Policy of the stages not searched, in the real game: a style; `house`: as the setup says."""


@dataclass
class Ending:
    """What the final choice may look at besides the move itself."""

    settings: Any
    visits: int = 0
    """Of the node where the choice is made, over all trees."""
    bests: Mapping[int, float] = field(default_factory=dict)
    """Of each move: the sum of its best rewards over the trees."""
    rewards: Mapping[int, list[float]] = field(default_factory=dict)
    """Of each move: every single reward, if they are kept."""
    strategy: Mapping[int, float] = field(default_factory=dict)
    """Of each move: how much of the average strategy it is, if the final choice asks for that."""
    rng: Any = None
    """The random stream of the final choice."""


def lower_bound(choice: Choice, ending: Ending) -> float:
    """The lower end of the 95 % interval of Agresti & Coull (1998), which few equal rewards do not make certain."""
    win, loss, n = ending.settings.win, ending.settings.loss, choice.visits + 4
    spread = ((choice.high - choice.mean) / 1.96) ** 2 * choice.visits
    mean = (choice.visits * choice.mean + 2 * win + 2 * loss) / n
    square = (choice.visits * (spread + choice.mean**2) + 2 * win**2 + 2 * loss**2) / n
    return float(mean - 1.96 * sqrt(max(0.0, square - mean * mean) / n))


def best_score(choice: Choice, ending: Ending) -> float:
    """The score by which the tree selects."""
    worth = choice.best if ending.settings.backup == "max" else choice.mean
    return worth + float(ending.settings.c) * sqrt(log(ending.visits) / choice.visits)


def mean_of_top(choice: Choice, ending: Ending) -> float:
    """The mean of a move's best rewards."""
    best = nlargest(ending.settings.top, ending.rewards[choice.move])
    return sum(best) / len(best)


def quantile(choice: Choice, ending: Ending) -> float:
    """The quantile of all rewards of a move."""
    rewards = ending.rewards[choice.move]
    return float(sorted(rewards)[max(0, ceil(ending.settings.quantile * len(rewards) - 1e-9) - 1)])


def drawn(choice: Choice, ending: Ending) -> float:
    """The greatest of these is any move with the probability that the average strategy gives it."""
    weight = ending.strategy[choice.move]
    return -inf if weight <= 0 else log(1.0 - _uniform(ending.rng)) / weight


def _check_sampled(settings: Any) -> None:
    if settings.commit == "stage" or settings.reuse:
        raise UsageError(
            f"final={settings.final}: not with commit=stage or reuse, as rewards are kept for one decision"
        )


def _check_uct(settings: Any) -> None:
    if settings.c == inf:
        raise UsageError("final=uct: not with c=inf, where means do not count")


BY_FINAL = {
    part.name: part
    for part in (
        Part("final", "visits", "robust child: most visits", merit=lambda choice, ending: choice.visits, paper=CHASLOT),
        Part("final", "mean", "max child: best mean", merit=lambda choice, ending: choice.mean, paper=CHASLOT),
        Part("final", "max", "best single reward", merit=lambda choice, ending: choice.best),
        Part("final", "top", "best mean of its best rewards", check=_check_sampled, merit=mean_of_top),
        Part("final", "quantile", "best quantile of its rewards", check=_check_sampled, merit=quantile),
        Part("final", "secure", "secure child: best lower bound", merit=lower_bound, paper=CHASLOT),
        Part("final", "uct", "best score by which the tree selects", check=_check_uct, merit=best_score),
        Part(
            "final",
            "robust",
            "most visits, and of these the best mean",
            merit=lambda choice, ending: (choice.visits, choice.mean),
            paper=CHASLOT,
        ),
        Part(
            "final",
            "average",
            "the most probable move of the average strategy",
            merit=lambda choice, ending: ending.strategy[choice.move],
        ),
        Part("final", "mixed", "a move drawn from the average strategy", merit=drawn),
    )
}
"""By the word `final`."""

BY_VOTE = {
    part.name: part
    for part in (
        Part("vote", "visits", "the final choice over the sums of all trees", paper="Cowling, Ward & Powley 2012"),
        Part("vote", "mean", "mean of the trees' means", merit=lambda choice, ending: choice.tree_mean),
        Part(
            "vote",
            "majority",
            "trees in which it has most visits",
            merit=lambda choice, ending: choice.votes + choice.visits / 1e12,
            paper="Soejima, Kishimoto & Watanabe 2010",
        ),
        Part("vote", "best", "sum of its best rewards", merit=lambda choice, ending: ending.bests[choice.move]),
    )
}
"""By the word `votes`."""
