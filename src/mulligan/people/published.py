"""What papers say of games of their players against people, to be shown beside ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mulligan.arena.statistics import wilson
from mulligan.core.errors import UsageError
from mulligan.core.registry import find_game
from mulligan.core.room import AgainstPeople


@dataclass(frozen=True)
class Published:
    """Games that were won by an agent against people, as a game's room has them."""

    game: str
    found: AgainstPeople

    def lines(self) -> list[tuple[str, int, int, tuple[float, float]]]:
        """For both seats together, the agent's first and its second: label, won, games, Wilson's interval."""
        won, games = self.found.won, self.found.games
        counts = (sum(won), sum(games)), *zip(won, games)
        labels = ("both", "agent first", "agent second")
        return [(label, n, of, wilson(n, of)) for label, (n, of) in zip(labels, counts)]

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        rows = [
            {"seat": label, "won": won, "games": games, "rate": won / games, "ci95": list(bounds)}
            for label, won, games, bounds in self.lines()
        ]
        found = self.found
        about = {"game": self.game, "agent": found.agent, "source": found.source, "people": found.people}
        return about | {"about": found.about, "rates": rows}


def published(game: str, agent: str) -> list[Published]:
    """What papers say of an agent of a game; nothing of games that are not installed."""
    try:
        known = find_game(game).room().against_people
    except UsageError:
        return []
    return [Published(game, one) for one in known if one.agent == agent]
