"""What is measured in games of Magic besides who wins: combat that was sure, and cards that were kept.

Attackers do not die of attacking before the damage counts, and one blocker stops one attacker.  So an attack with all
that is ready is as deadly as any, and blocking the strongest attackers one by one saves as much as any block.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mulligan.core.gauge import Gauge

from .rules.layout import ATTACK, BLOCK, CREATURES, PLAY

Occasion = tuple[str, Any]
"""A column, and what its question is decided by once the stage is over."""

COLUMNS = {
    "lethal missed, %": "attacks after which the opponent lives, though an attack was lethal whatever it blocked",
    "saving block missed, %": "combats that a defender has lost, of those in which there was danger and a block saved",
    "nothing played, %": "main phases in which no creature was played, though one could be paid",
    "land kept, %": "main phases in which a land stayed in hand, though one could be played",
}


def members(bits: int) -> Iterator[int]:
    """The numbers of the creatures in a set."""
    return (number for number in range(CREATURES) if int(bits) >> number & 1)


def through(powers: Sequence[int], blockers: int) -> int:
    """The damage that gets through if as many of the strongest attackers are blocked as there are blockers.

    >>> through([1, 5, 3], 1), through([4], 2)
    (4, 0)
    """
    return sum(sorted(powers, reverse=True)[blockers:])


def is_lethal(s: Any, t: Any) -> bool:
    """Whether the player in turn has an attack that kills whatever is blocked."""
    p = s.active
    powers = [t.power[p][number] for number in members(s.ready[p])]
    return through(powers, len(list(members(s.ready[1 - p])))) >= int(s.life[1 - p])


def danger(s: Any, t: Any) -> tuple[bool, bool]:
    """Whether the defender dies without a block, and whether it lives with the best one."""
    p = s.active
    powers = [t.power[p][number] for number in members(s.attackers)]
    life = s.life[1 - p]
    return sum(powers) >= life, through(powers, len(list(members(s.ready[1 - p])))) < life


class Combat:
    """Looks at each stage of the first player when it begins, and at what has become of it when it is over."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.sums: dict[str, tuple[float, float]] = {}
        self._stage: tuple[int, int] = (-1, -1)
        self._open: list[Occasion] = []

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        _, stage, turn, _ = here.look()
        if (turn, stage) == self._stage:
            return
        s, t = here.plain()
        self._close(s, over=False)
        self._stage = turn, stage
        if seat == self.first:
            self._open = list(_occasions(s, t, stage, seat))

    def _close(self, s: Any, over: bool) -> None:
        """Judge the stage before: what of it was let go."""
        still: list[Occasion] = []
        for column, before in self._open:
            if column == "lethal missed, %" and not over and s.stage == BLOCK:
                still.append((column, before))  # the opponent has yet to block
                continue
            total, occasions = self.sums.get(column, (0.0, 0.0))
            self.sums[column] = total + 100 * self._missed(column, before, s, over), occasions + 1
        self._open = still

    def _missed(self, column: str, before: Any, s: Any, over: bool) -> bool:
        if column == "lethal missed, %":
            return not (over and s.winner == self.first)
        if column == "saving block missed, %":
            return bool(over and s.winner != self.first)
        if column == "nothing played, %":
            return int(before) & ~int(s.hand[self.first]) == 0
        return bool(before == (s.lands[self.first], s.land_gone[self.first]))

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        self._close(end.plain()[0], over=True)
        return self.sums


def _occasions(s: Any, t: Any, stage: int, seat: int) -> Iterator[Occasion]:
    """What could be missed at a stage that begins."""
    if stage == ATTACK and is_lethal(s, t):
        yield "lethal missed, %", None
    elif stage == BLOCK:
        dies, lives = danger(s, t)
        if dies and lives:
            yield "saving block missed, %", None
    elif stage == PLAY:
        land = s.land_hand[seat] > 0 and not s.landed
        if any(t.cost[seat][number] <= s.mana + land for number in members(s.hand[seat])):
            yield "nothing played, %", s.hand[seat]
        if land:
            yield "land kept, %", (s.lands[seat], s.land_gone[seat])


COMBAT = Gauge(
    about="how often a sure win, a saving block, a creature or a land is let go",
    columns=COLUMNS,
    start=lambda players, first, seed: Combat(first),
)


def gauges() -> dict[str, Gauge]:
    """All gauges of Magic."""
    return {"combat": COMBAT}
