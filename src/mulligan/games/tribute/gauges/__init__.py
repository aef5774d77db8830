"""What is measured in games of Tribute besides who wins."""

from __future__ import annotations

from mulligan.core.gauge import Gauge

from .leavings import LEAVINGS
from .prices import prices
from .roots import ROOTS
from .trash import TRASH


def gauges() -> dict[str, Gauge]:
    """All gauges of Tribute."""
    return {"leavings": LEAVINGS, "trash": TRASH, "prices": prices({"evaluate": "h3_soismcts"}), "roots": ROOTS}
