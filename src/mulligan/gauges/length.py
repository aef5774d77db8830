"""How long games are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mulligan.core.game import Game
from mulligan.core.gauge import Gauge


class _Length:
    def __init__(self, players: Sequence[Any], first: int, seed: Any) -> None:
        self.first = first
        self.moves = self.own = self.thought = 0

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        self.moves += 1
        self.own += seat == self.first
        self.thought += seat == self.first and decision is not None and not decision.forced

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        turns = end.look()[2]
        return {
            "turns": (turns, 1),
            "moves": (self.moves, 1),
            "own moves": (self.own, 1),
            "own moves a turn": (self.own, turns),
            "decisions": (self.thought, 1),
        }


def length(game: Game) -> Gauge:
    """How long the games of any game are."""
    columns = {
        "turns": "the number of the last turn",
        "moves": "moves of a game, of all players",
        "own moves": "moves of the first player in a game",
        "own moves a turn": "moves of the first player for each turn of the game, whosever turn it is",
        "decisions": "decisions of the first player in a game that it thought about; those by rules do not count",
    }
    return Gauge(about="how long games are", columns=columns, start=_Length)
