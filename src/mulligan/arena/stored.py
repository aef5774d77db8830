"""What a store tells: the totals of contests, the cells of experiments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from .rate import Rate

if TYPE_CHECKING:
    from .contest import GameRow


@dataclass(frozen=True)
class Tally:
    """The totals of a contest; a win is a score of 1, a loss one of 0, and a draw anything between."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0
    turns: int = 0
    decisions_1: int = 0
    decisions_2: int = 0
    cpu_1: float = 0.0
    cpu_2: float = 0.0
    simulations_1: int = 0
    simulations_2: int = 0
    cpu: float = 0.0
    cpu_squares: float = 0.0
    last_pair: int = -1
    forfeits: int = 0
    """Games that players from outside have forfeited; they are among those won and lost."""

    @property
    def rate(self) -> float | None:
        """Points per game, or None before the first."""
        return self.points / self.games if self.games else None

    def more(self, rows: Sequence[GameRow]) -> Tally:
        """With more games."""
        scores = [row.score for row in rows]
        return Tally(
            self.games + len(rows),
            self.wins + sum(score >= 1 for score in scores),
            self.draws + sum(0 < score < 1 for score in scores),
            self.losses + sum(score <= 0 for score in scores),
            self.points + sum(scores),
            self.turns + sum(row.turns for row in rows),
            self.decisions_1 + sum(row.decisions_1 for row in rows),
            self.decisions_2 + sum(row.decisions_2 for row in rows),
            self.cpu_1 + sum(row.cpu_1 for row in rows),
            self.cpu_2 + sum(row.cpu_2 for row in rows),
            self.simulations_1 + sum(row.simulations_1 for row in rows),
            self.simulations_2 + sum(row.simulations_2 for row in rows),
            self.cpu + sum(row.cpu for row in rows),
            self.cpu_squares + sum(row.cpu * row.cpu for row in rows),
            max([self.last_pair, *(row.pair for row in rows)]),
        )


@dataclass(frozen=True)
class StoredCell:
    """A cell of an experiment as the store knows it."""

    label: str
    contest: int
    goal: int
    agents: tuple[str, ...]
    players: tuple[str, ...]
    version: str
    setup: str
    seed: str
    code: Mapping[str, str]
    """The code of other packages that it was played by."""
    tally: Tally
    gauge: str = ""
    """What is measured in its games besides who wins, in full; they are kept apart from those of the contest."""

    @property
    def seats(self) -> int:
        """Games of a pair: sides that the first player can take."""
        return len(self.players)

    def to_dict(self, rate: Rate) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        return asdict(self) | {"rate": self.tally.rate, "ci95": list(rate.interval()) if rate.pairs else None}


class Entry(NamedTuple):
    """A cell of an experiment as it is entered: its goal is in games."""

    label: str
    contest: int
    goal: int
    gauge: str = ""


@dataclass(frozen=True)
class OtherCode:
    """A contest that was played by another state of the same agents or the same game."""

    contest: int
    code: Mapping[str, str]
    games: int
    since: str
    """When the last run began that played it."""
