"""A gauge of what was left undone: moves that were still there when a player ended its turn, told by their words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .gauge import Gauge


@dataclass(frozen=True)
class Left:
    """A move that ends something, and others that should have come before it, both as regular expressions."""

    ending: str
    undone: str
    about: str
    stage: str = ""
    """The stage at which it is counted; any if empty."""
    among: str = ""
    """The moves of which the share is taken, if these are more than the endings."""


class _Leavings:
    """Counts the endings of the first player, and those at which there was something left to do."""

    def __init__(self, kinds: Mapping[str, Left], first: int) -> None:
        self.kinds, self.first = kinds, first
        self.stages = {kind.stage for kind in kinds.values()}
        self.sums: dict[str, tuple[float, float]] = {}

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        if seat != self.first or not ("" in self.stages or here.stage in self.stages):
            return
        words = here.text(move)
        some = [(name, kind) for name, kind in self.kinds.items() if kind.stage in ("", here.stage)]
        some = [(name, kind) for name, kind in some if re.match(kind.among or kind.ending, words)]
        options = here.options_text() if some else []
        for name, kind in some:
            total, occasions = self.sums.get(name, (0.0, 0.0))
            undone = re.match(kind.ending, words) and any(re.match(kind.undone, text) for text in options)
            self.sums[name] = total + 100 * bool(undone), occasions + 1

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        return self.sums


def leavings(about: str, kinds: Mapping[str, Left]) -> Gauge:
    """A gauge with a column for each kind: the share of endings, in percent, at which such a move was left."""

    def start(players: Sequence[Any], first: int, seed: Any) -> _Leavings:
        return _Leavings(kinds, first)

    return Gauge(about=about, columns={name: kind.about for name, kind in kinds.items()}, start=start)
