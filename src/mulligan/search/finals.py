"""The final choice: how good a move is in the end, by one tree or by the vote of several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from heapq import nlargest
from math import ceil, inf, log, sqrt
from typing import Any

from mulligan.errors import UsageError

from .decision import Choice
from .fields import between, one_of
from .parts import Part

FINALS = ("visits", "mean", "max", "top", "quantile", "secure", "uct")
SAMPLED = ("top", "quantile")  # these need every single reward
VOTES = ("visits", "mean", "majority", "best")
COMMITS = ("move", "stage")
TIES = ("random", "first", "last", "last_won")


@dataclass(frozen=True)
class FinalSettings:
    """How the trees decide."""

    final: str = one_of("visits", FINALS, "final")
    """The move with most `visits`, best `mean`, best single reward (`max`), best mean of its `top` rewards, best
    `quantile` of them, best lower bound (`secure`), or best score by which the tree selects (`uct`)."""
    top: int = between(4, 1, 10**6)
    """With final=top: how many of a move's best rewards count, or all where there are fewer."""
    quantile: float = between(0.9, 0, 1)
    """With final=quantile: the part of a move's rewards that are no better than the one that counts."""
    ties: str = one_of("random", TIES)
    """Which of equally good moves: `random`, the one listed `first` or `last`, or `last_won`: if they all lose, any
    legal move."""
    votes: str = one_of("visits", VOTES, "vote")
    """How trees vote: sums of `visits`, `mean` of their means, `majority` of their choices, or the sum of the `best`
    single rewards of a move in each."""
    commit: str = one_of("move", COMMITS)
    """Decide one `move`, or from one search all moves to the end of the `stage`, or to where chance or others change
    what the player sees."""
    reuse: bool = False
    """Keep the part of the tree below the moves that are really played; with outcomes=branch only after a single move,
    as what chance decided before is not told."""
    across: bool = False
    """With reuse and outcomes=branch: keep the tree also after moves of others and several moves; of all nodes that
    the moves played may have led to, with what chance decided unknown but for the last, the one with most visits."""
    # stages that are not searched, in the real game
    play: str = "house"
    """The style that plays, in the real game, the stages not searched; `house`: as the setup says."""


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


def _check_sampled(settings: Any) -> None:
    if settings.commit == "stage" or settings.reuse:
        raise UsageError(
            f"final={settings.final}: not with commit=stage or reuse, as rewards are kept for one decision"
        )


def _check_uct(settings: Any) -> None:
    if settings.c == inf:
        raise UsageError("final=uct: with c=inf no mean would count")


BY_FINAL = {
    part.name: part
    for part in (
        Part("final", "visits", "robust child: most visits", merit=lambda choice, ending: choice.visits),
        Part("final", "mean", "max child: best mean", merit=lambda choice, ending: choice.mean),
        Part("final", "max", "best single reward", merit=lambda choice, ending: choice.best),
        Part("final", "top", "best mean of its best rewards", check=_check_sampled, merit=mean_of_top),
        Part("final", "quantile", "best quantile of its rewards", check=_check_sampled, merit=quantile),
        Part("final", "secure", "secure child: best lower bound", merit=lower_bound),
        Part("final", "uct", "best score by which the tree selects", check=_check_uct, merit=best_score),
    )
}
"""By the word `final`."""

BY_VOTE = {
    part.name: part
    for part in (
        Part("vote", "visits", "the final choice over the sums of all trees"),
        Part("vote", "mean", "mean of the trees' means", merit=lambda choice, ending: choice.tree_mean),
        Part(
            "vote",
            "majority",
            "trees in which it has most visits",
            merit=lambda choice, ending: choice.votes + choice.visits / 1e12,
        ),
        Part("vote", "best", "sum of its best rewards", merit=lambda choice, ending: ending.bests[choice.move]),
    )
}
"""By the word `votes`."""
