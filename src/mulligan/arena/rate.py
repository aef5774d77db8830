"""A rate, reckoned over pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

from .statistics import Z95, pair_interval, wilson

FEW = 20  # pairs, whose variance says little


def share_of(points: float, games: int) -> float:
    """The share of the points in the games of a pair; of more than two, rounding should not tell equals apart.

    >>> share_of(1.5, 2), share_of(0.5 + 0.25 + 0.7500000000000001, 3)
    (0.75, 0.5)
    """
    return points / games if games <= 2 else round(points / games, 9)


@dataclass(frozen=True)
class Rate:
    """What a player made of a contest: how often each share of a pair's points occurred.

    The games of a pair have the deal in common, and where it decides much they make up for each other.  So the interval
    is reckoned over pairs, which is then narrower than Wilson's over games; except where pairs are few or all alike, so
    that their variance is not known, and in solo games, where a pair is one game.  Of more than two sides a pair is a
    rotation of as many games; then few of them count as one game each, in Wilson's interval.

    >>> even = Rate({0.0: 10, 0.5: 180, 1.0: 10}, seats=2)
    >>> [round(bound, 3) for bound in even.interval()], [round(bound, 3) for bound in wilson(200, 400)]
    ([0.477, 0.523], [0.451, 0.549])
    """

    shares: Mapping[float, int]
    seats: int

    @property
    def pairs(self) -> int:
        """Pairs that are complete."""
        return sum(self.shares.values())

    @property
    def value(self) -> float:
        """Points per game."""
        return sum(share * count for share, count in self.shares.items()) / self.pairs

    @property
    def _independent(self) -> int:
        """As how many games a pair may count where nothing is known of its variance."""
        return self.seats if self.seats <= 2 else 1

    def interval(self, z: float = Z95) -> tuple[float, float]:
        """Of the rate."""
        if self.seats == 1 or self.pairs < FEW or len([n for n in self.shares.values() if n]) < 2:
            games = self.pairs * self._independent
            return wilson(self.value * games, games, z)
        # One more pair is taken to be won and one lost, so that luck in the variance does not look like certainty.
        low, high = pair_interval(self.more({0.0: 1, 1.0: 1}).shares, z)
        return min(low, self.value), max(high, self.value)

    def width(self, more: int = 0) -> float:
        """How wide the interval is, or will be with so many more pairs of the same kind."""
        pairs = self.pairs + more
        if not self.pairs:
            low, high = wilson(0.5 * pairs * self._independent, pairs * self._independent)
            return high - low
        return self._width * sqrt(self.pairs / pairs)

    @cached_property
    def _width(self) -> float:
        """Of the interval: whoever has a thousand cells asks often."""
        low, high = self.interval()
        return high - low

    def more(self, shares: Mapping[float, int]) -> Rate:
        """With more pairs."""
        both = Counter(self.shares)
        both.update(shares)
        return Rate(both, self.seats)

    def other(self) -> Rate:
        """The same from the other player's side."""
        return Rate({1 - share: count for share, count in self.shares.items()}, self.seats)
