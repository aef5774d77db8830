"""Whether chances come true: what a search says of its move, and how the game ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mulligan.core.game import Game
from mulligan.core.gauge import Gauge

CLASSES = 10


def class_of(chance: float) -> int:
    """The tenth that a chance lies in.

    >>> class_of(0.0), class_of(0.3), class_of(0.999), class_of(1.0)
    (0, 3, 9, 9)
    """
    return min(CLASSES - 1, int(CLASSES * chance + 1e-9))


def class_name(number: int) -> str:
    """A tenth in words.

    >>> class_name(3)
    '30 to 40 %'
    """
    return f"{100 * number // CLASSES} to {100 * (number + 1) // CLASSES} %"


class _Calibration:
    """Keeps what the first player's searches said, until the result is known."""

    def __init__(self, players: Sequence[Any], first: int, seed: Any) -> None:
        self.first = first
        self.said: list[tuple[float, str]] = []

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        if seat != self.first or decision is None or not decision.choices:
            return
        if 0.0 <= decision.value <= 1.0:  # a search may count in other units, or have played what it did not try
            self.said.append((decision.value, here.stage))

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        came, found = end.payoff(self.first), dict[str, tuple[float, float]]()

        def add(column: str, value: float) -> None:
            total, occasions = found.get(column, (0.0, 0.0))
            found[column] = total + 100 * value, occasions + 1

        for said, stage in self.said:
            add("said, %", said)
            add("came true, %", came)
            add("optimism, points", said - came)
            add(f"optimism, points: {stage}", said - came)
            add(f"said {class_name(class_of(said))}: said, %", said)
            add(f"said {class_name(class_of(said))}: came true, %", came)
            add("squared error, %", (said - came) ** 2)
        return found


def calibration(game: Game) -> Gauge:
    """Whether the chances that searching players give themselves come true."""
    columns = {
        "said, %": "the chance that the first player's search gave the move that it chose, on average",
        "came true, %": "what it was paid in the end, for each such decision",
        "optimism, points": "the first less the second: above 0, the side that decides is flattered",
        "squared error, %": "the mean of the squared difference (Brier's score); always saying 50 % makes 25",
    }
    stages = {f"optimism, points: {stage}": f"the same at the stage '{stage}'" for stage in game.stages}
    classes = {}
    for number in range(CLASSES):
        name = class_name(number)
        classes[f"said {name}: said, %"] = f"the mean of the chances from {name}"
        classes[f"said {name}: came true, %"] = "what was paid in the end after them"
    return Gauge(
        about="whether the chances that the first player's search gives itself come true",
        columns=columns | (stages if len(stages) > 1 else {}) | classes,
        start=_Calibration if len(stages) > 1 else _OfOneStage,
    )


class _OfOneStage(_Calibration):
    """The same where all decisions are of one kind, which need not be told apart."""

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        found = super().found(end)
        return {column: sums for column, sums in found.items() if not column.startswith("optimism, points: ")}
