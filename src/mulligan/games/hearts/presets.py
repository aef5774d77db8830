"""Players of hearts by name."""

from __future__ import annotations

from mulligan.core.room import Preset

_SEARCH = {
    "deal": "every",
    "outcomes": "open",
    "availability": "",
    "c": "0.4",
    "prune": "ordered",
    "rollout": "rule",
}
BEST = _SEARCH | {"sims": "5000"}


def presets() -> tuple[Preset, ...]:
    """All of them."""
    return (Preset("hearts/quick", "information set search of 300 simulations", _SEARCH | {"sims": "300"}),)
