"""What the game has besides its rules."""

from __future__ import annotations

from importlib.resources import files

from mulligan.core.room import Look, Room, Timed, read_levels

from .gauges import gauges
from .players.engine import EngineGames
from .presets import BEST, presets


def room() -> Room:
    """All of it."""
    return Room(
        presets=presets(),
        best=BEST,
        levels=read_levels(files(__package__).joinpath("levels.toml").read_text(encoding="utf-8")),
        look=Look("Buy cards from a common row, and win patrons or prestige.", "crown", "gold"),
        timed=Timed("soismcts2024/submitted", "trees=1,sims=10000", loop=EngineGames),
        gauges=gauges(),
    )
