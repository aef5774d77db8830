"""A clock for tests: time passes as they say, and not as fast as the machine happens to be."""

from __future__ import annotations

import time
from typing import Any

from hypothesis import HealthCheck

# What hypothesis complains of when a machine is slow.
STEADY = (HealthCheck.too_slow,)
HANGING = 300.0  # seconds: whatever takes so long, on any machine, never ends


class Clock:
    """Stands in for the module `time` of whoever is tested; all but the wall clock is the real one's.

    >>> clock = Clock(step=2.0)
    >>> clock.perf_counter(), clock.perf_counter()
    (2.0, 4.0)
    >>> clock.pass_by(10.0)
    >>> clock.monotonic()
    16.0
    """

    def __init__(self, step: float = 0.0) -> None:
        self.now = 0.0
        self.step = step
        """Seconds that pass at every look."""

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)

    def pass_by(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds

    def perf_counter(self) -> float:
        """What the clock shows."""
        self.now += self.step
        return self.now

    monotonic = perf_counter
