"""How often somebody may do something: so many at once, and so many per second in the long run."""

from __future__ import annotations

import time
from collections.abc import Callable

KNOWN = 10_000  # visitors that are remembered


class Pace:
    """A budget for each of many visitors, that fills again with time.

    >>> now = [0.0]
    >>> pace = Pace(per_second=2.0, burst=3.0, clock=lambda: now[0])
    >>> [pace.wait("ann") for _ in range(4)], pace.wait("bob")
    ([0.0, 0.0, 0.0, 0.5], 0.0)
    >>> now[0] = 0.5
    >>> pace.wait("ann"), pace.wait("ann")
    (0.0, 0.5)
    """

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.per_second, self.burst, self._clock = per_second, burst, clock
        self._left: dict[str, tuple[float, float]] = {}  # what is left, and when that was; who came last stands last

    def wait(self, who: str, cost: float = 1.0) -> float:
        """Spend the cost, and return 0; or spend nothing, and return the seconds after which it can be spent."""
        now = self._clock()
        left, when = self._left.pop(who, (self.burst, now))
        left = min(self.burst, left + (now - when) * self.per_second)
        short = cost - left
        self._left[who] = (left if short > 0 else left - cost), now
        while len(self._left) > KNOWN:
            del self._left[next(iter(self._left))]
        return max(0.0, short / self.per_second)

    def sweep(self) -> None:
        """Forget those whose budget is full again."""
        full = self._clock() - self.burst / self.per_second
        for who in [who for who, (_, when) in self._left.items() if when <= full]:
            del self._left[who]

    def __len__(self) -> int:
        return len(self._left)
