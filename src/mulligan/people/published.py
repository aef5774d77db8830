"""What papers say of games of their players against people, to be shown beside ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mulligan.arena.statistics import wilson


@dataclass(frozen=True)
class Published:
    """Games that were won by an agent against people."""

    game: str
    agent: str
    """The agent of ours that is made after theirs."""
    source: str
    people: int
    won: tuple[int, int]
    """By the agent: when it played first, and second."""
    games: tuple[int, int]
    about: str

    def lines(self) -> list[tuple[str, int, int, tuple[float, float]]]:
        """For both seats together, the agent's first and its second: label, won, games, Wilson's interval."""
        counts = (sum(self.won), sum(self.games)), *zip(self.won, self.games)
        labels = ("both", "agent first", "agent second")
        return [(label, won, games, wilson(won, games)) for label, (won, games) in zip(labels, counts)]

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        rows = [
            {"seat": label, "won": won, "games": games, "rate": won / games, "ci95": list(bounds)}
            for label, won, games, bounds in self.lines()
        ]
        about = {"game": self.game, "agent": self.agent, "source": self.source, "people": self.people}
        return about | {"about": self.about, "rates": rows}


PUBLISHED = (
    Published(
        game="magic",
        agent="expert",
        source="Cowling et al. 2012",
        people=7,
        won=(27, 48 - 27),
        games=(58, 114 - 58),
        about=(
            "Their expert rules won 48 of 114 games (42.1 %), 27 of 58 when they played first; the second seat is the "
            "rest. Six of the seven people called themselves strong, the seventh a little less so, and each played 10 "
            "to 25 games. Other people are another population: this is a reference, and no test."
        ),
    ),
)
