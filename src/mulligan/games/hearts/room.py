"""What the game has besides its rules."""

from __future__ import annotations

from importlib.resources import files

from mulligan.core.room import Look, Room, Timed, read_levels

from .cards import KIT
from .presets import BEST, presets


def room() -> Room:
    """All of it."""
    return Room(
        presets=presets(),
        best=BEST,
        levels=read_levels(files(__package__).joinpath("levels.toml").read_text(encoding="utf-8")),
        look=Look("Take no hearts and not the queen of spades, or take them all.", "heart", "red"),
        timed=Timed("hearts/best", budget="sims=10000", style="rule"),
        encoding=KIT.encoding(),
    )
