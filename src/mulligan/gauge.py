"""What can be measured in games besides who wins: how often an attack is passed over, how wide a search tree is.

A gauge is started for each game, is shown every move before it is played, and at the end gives, for each of its
columns, a total and the number of occasions; over many games the ratio of the two is reported with its interval.
Games may have gauges of their own (`Game.gauges`); `mulligan.gauges` has those that fit every game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Gauging(Protocol):
    """A gauge at one game.  Everything is counted for the first of the two players, wherever it sits."""

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        """A move is about to be played at the position `here`, by `seat`; with the `Decision` that chose it, if it is
        the first move of one, and None for moves of rule players and for the later moves of a decision."""

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        """For each column a total and a number of occasions, when the game has reached the position `end`."""


@dataclass(frozen=True)
class Gauge:
    """What is measured, and how it begins with a game."""

    about: str
    columns: Mapping[str, str]
    """The name of each column, short enough for the head of a table, and what it is in a line."""
    start: Callable[[Sequence[Any], int, Any], Gauging]
    """From the players in the order of their seats, the seat of the first player, and a seed for chance of its own."""
    pace: str = ""
    """A few words on what it costs, if it is slow."""
