"""What the decisions of a turn may cost together: wall-clock seconds, or simulations."""

from __future__ import annotations

from .budget import shares_of
from .settings import Settings

TICK = 1e-7  # seconds; where moves in overtime are random, time is counted in whole ticks
LEAST = 1e-4  # seconds that every decision has


class TurnBudget:
    """The seconds or simulations of a turn, shared among its decisions.

    Either each has its part of what is left, or (`overtime=random`) a fixed part of the whole, until nothing is left
    but for moves at random.

    >>> budget = TurnBudget(Settings(turn_sims=100, turn_moves="4", overtime="random"))
    >>> budget.enter(0)
    True
    >>> while not budget.is_over():
    ...     print(budget.share())
    ...     budget.spend(0.0)
    25.0
    25.0
    25.0
    """

    def __init__(self, settings: Settings) -> None:
        self.timed = settings.turn_seconds > 0
        self.limit = settings.turn_seconds if self.timed else float(settings.turn_sims)
        """Seconds or simulations of a turn; 0 if there is no limit."""
        self._most = settings.seconds if self.timed else float(settings.sims)
        self._strict = settings.overtime == "random"
        self._shares = shares_of(settings.turn_moves)
        self.turns = 0
        """Own turns in this game, the present one included."""
        self.forget()

    def forget(self) -> None:
        """A new game begins."""
        self._turn, self._used, self._made, self.turns = -1, 0.0, 0, 0

    def enter(self, turn: int) -> bool:
        """Take note of the turn that it is; return whether it has just begun."""
        if turn == self._turn:
            return False
        self._turn, self._used, self._made = turn, 0.0, 0
        self.turns += 1
        return True

    def share(self) -> float:
        """What this decision may cost, in seconds or simulations."""
        unit = TICK if self.timed else 1.0
        if self._strict:
            return self._part(unit) * unit
        left = max(0.0, self.limit - self._used) / max(1.0, self._moves - self._made)
        share = min(left, self._most) if self._most > 0 else left
        return max(LEAST, share) if self.timed else max(1.0, share // 1.0)

    def is_over(self) -> bool:
        """Whether too little is left of the turn to search in."""
        if self.limit <= 0 or not self._strict:
            return False
        unit = TICK if self.timed else 1.0
        return (self._made + 1) * self._part(unit) >= round(self.limit / unit)

    def spend(self, seconds: float) -> None:
        """A decision was searched, in so many seconds."""
        self._used += seconds if self.timed else self.share()
        self._made += 1

    @property
    def _moves(self) -> float:
        return self._shares[min(self.turns, len(self._shares)) - 1]

    def _part(self, unit: float) -> float:
        """The same part of the whole for every decision of this turn, in units."""
        part = max(1.0, round(self.limit / unit) // self._moves)
        return min(part, round(self._most / unit)) if self._most > 0 else part
