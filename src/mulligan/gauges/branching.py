"""How many legal moves there are to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mulligan.core.game import Game
from mulligan.core.gauge import Gauge

FEW, MANY = 10, 30


class _Branching:
    """Counts the legal moves wherever the first player moves, whoever decides for it."""

    def __init__(self, players: Sequence[Any], first: int, seed: Any) -> None:
        self.first = first
        self.counts: dict[str, list[int]] = {}

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        if seat == self.first:
            self.counts.setdefault(here.stage, []).append(len(here.options()))

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        counts = [count for some in self.counts.values() for count in some]
        n = len(counts)
        found: dict[str, tuple[float, float]] = {
            "moves": (sum(counts), n),
            "a choice, %": (100 * sum(count > 1 for count in counts), n),
            "10 to 30, %": (100 * sum(FEW <= count <= MANY for count in counts), n),
            "over 30, %": (100 * sum(count > MANY for count in counts), n),
            "longest": (max(counts, default=0), bool(n)),
        }
        return found | {f"moves: {stage}": (sum(some), len(some)) for stage, some in self.counts.items()}


def branching(game: Game) -> Gauge:
    """The legal moves of a game, by stage where it has several."""
    columns = {
        "moves": "legal moves where the first player is to move, without any pruning",
        "a choice, %": "how often there are two or more",
        "10 to 30, %": f"how often there are {FEW} to {MANY}",
        "over 30, %": f"how often there are more than {MANY}",
        "longest": "the longest list of a game",
    }
    stages = {f"moves: {stage}": f"legal moves at the stage '{stage}'" for stage in game.stages}
    return Gauge(
        about="how many legal moves the first player has to choose from",
        columns=columns | stages,
        start=_Branching,
    )
