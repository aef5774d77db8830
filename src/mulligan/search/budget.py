"""What a decision may cost: simulations or seconds, for itself or for all decisions of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.words import real_number

from .fields import between, one_of

SHARES = ("total", "even", "each")


@dataclass(frozen=True)
class BudgetSettings:
    """What a decision may cost."""

    sims: int = between(1000, 1, 10**9)
    """Simulations (iterations) per tree and decision."""
    share: str = one_of("total", SHARES)
    """How `sims` is allotted: the `total`, divided `even` among the moves at the root, or in full to `each` of them."""
    trees: int = between(1, 1, 100_000)
    """Ensemble size: how many trees vote."""
    seconds: float = between(0.0, 0, 86_400)
    """Time budget: if above 0, wall-clock seconds per decision instead of a number of simulations."""
    turn_seconds: float = between(0.0, 0, 86_400)
    """Time budget of a turn: if above 0, wall-clock seconds for all decisions of a turn together."""
    turn_moves: str = "4"
    """Time allocation: among how many decisions the budget of a turn is divided; or several numbers joined by +, for
    the searcher's first turn, its second and so on, the last one for all later turns."""
    turn_sims: int = between(0, 0, 10**9)
    """Simulation budget of a turn: if above 0, simulations per tree for all decisions of a turn together, allocated
    like time; no decision gets more than `sims`."""
    overtime: str = one_of("share", ("share", "random"))
    """How the budget of a turn is spent: decisions `share` what is left; or each gets a fixed part, and once the next
    part would exceed the rest, moves are `random` (a fault of a published program)."""
    nodes: int = between(1_000_000, 2, 10**8)
    """Memory limit: the largest number of nodes per tree, apart from the moves at its root."""
    threads: int = between(1, 1, 256)
    """Root parallelization: threads that share the trees; results do not depend on it."""


def shares_of(text: str) -> tuple[float, ...]:
    """Among how many decisions the clock is shared in the searcher's first turn, the second and so on.

    >>> shares_of("4"), shares_of("2+3.5+6")
    ((4.0,), (2.0, 3.5, 6.0))
    """
    try:
        numbers = tuple(real_number(word) for word in text.split("+"))
    except ValueError:
        numbers = ()
    if not numbers or not all(1 <= number <= 1_000 for number in numbers):
        raise UsageError(f"turn_moves={text}: should be a number from 1 to 1000, or one for each turn, as in 2+4+6")
    return numbers


def check_budget(settings: Any) -> None:
    """Raise `UsageError` for budgets that do not go together."""
    timed = settings.seconds > 0 or settings.turn_seconds > 0
    if settings.rooted and settings.sims < 2 and settings.share == "total":
        raise UsageError("rooted: the root takes the first simulation, so sims should be at least 2")
    if settings.rooted and settings.turn_sims > 0:
        raise UsageError("rooted: the root takes the first simulation, which may be the only one with turn_sims")
    if settings.share != "total" and timed:
        raise UsageError("share: simulations are shared, so seconds and turn_seconds do not go with it")
    if settings.share != "total" and settings.interesting != "no":
        raise UsageError("share: not with interesting, which takes its part from a fixed number of simulations")
    if settings.turn_sims > 0 and (timed or settings.share != "total" or settings.interesting != "no"):
        raise UsageError("turn_sims: not with seconds, turn_seconds, share or interesting")
