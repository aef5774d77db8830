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
    "foe": "rule",
}
# Tried on a few hundred deals: docs/hearts.md has the figures, and what was not tried.
BEST = _SEARCH | {"sims": "10000"}


def presets() -> tuple[Preset, ...]:
    """All of them."""
    return (Preset("hearts/quick", "information set search of 1,000 simulations", _SEARCH | {"sims": "1000"}),)
