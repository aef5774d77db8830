"""What the game has besides its rules."""

from __future__ import annotations

from importlib.resources import files

from mulligan.room import Look, Room, Timed, read_levels

from .presets import BEST, presets
from .yardstick import Yardstick


def room() -> Room:
    """All of it."""
    return Room(
        presets=presets(),
        best=BEST,
        levels=read_levels(files(__package__).joinpath("levels.toml").read_text(encoding="utf-8")),
        look=Look("Creatures attack and block until one player has no life left.", "paw", "purple"),
        timed=Timed("cowling2012/BA", style="reduced", yardstick=Yardstick),
    )
