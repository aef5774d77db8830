"""What can be measured in games besides who wins: how often an attack is passed over, how wide a search tree is.

A gauge is started for each game, is shown every move before it is played, and at the end gives, for each of its
columns, a total and the number of occasions; over many games the ratio of the two is reported with its interval.
Games may have gauges of their own (`Game.gauges`); `mulligan.gauges` has those that fit every game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from .errors import UsageError
from .words import whole_number


class Gauging(Protocol):
    """A gauge at one game.  Everything is counted for the first of the players, wherever it sits.

    It may look at everything and changes nothing: neither the positions that it is shown, nor the players, whose games
    have to be the same with it and without it.  Whoever wants to search has players of its own.
    """

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        """A move is about to be played at the position `here`, by `seat`; with the `Decision` that chose it, if it is
        the first move of one, and None for moves of rule players and for the later moves of a decision.

        `here` is the table's own position, with everything in it: copy what should be there later.
        """

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        """For each column a total and a number of occasions, when the game has reached the position `end`.

        Columns without an occasion may be left out.  What is weighed rather than counted has weights for occasions;
        these may be below 0 in a game, but where their sum is not above it there is no figure.
        """


@dataclass(frozen=True)
class Gauge:
    """What is measured, and how it begins with a game."""

    about: str
    columns: Mapping[str, str]
    """The name of each column, short enough for the head of a table, and what it is in a line."""
    start: Callable[[Sequence[Any], int, Any], Gauging]
    """From the players in the order of their seats, the seat of the first player, and a seed for chance of its own.

    The seed is that of the game alone, so that the same gauge with other settings may choose the same positions.
    """
    pace: str = ""
    """A few words on what it costs, if it is slow."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """All its settings, with their values: those that `name:key=value` may change."""
    tuned: Callable[[Mapping[str, str]], Gauge] | None = None
    """The same gauge with these settings, all of them given, or a `UsageError`; None if it has no settings."""
    version: int = 1
    """To be raised when the same games would give other numbers: measurements of the old one count no more."""


def whole_setting(gauge: str, settings: Mapping[str, str], key: str, least: int, most: int = 1_000_000) -> int:
    """A setting of a gauge that is a whole number.

    >>> whole_setting("tree", {"each": "3"}, "each", 1)
    3
    """
    try:
        number = whole_number(settings[key])
    except ValueError as error:
        raise UsageError(f"gauge {gauge}: {key}: '{settings[key]}' {error}") from None
    if not least <= number <= most:
        raise UsageError(f"gauge {gauge}: {key}: {number} should be from {least} to {most:,}")
    return number
