"""Levels of difficulty by name, and which of them is usual."""

from __future__ import annotations

from mulligan.core.errors import unknown
from mulligan.core.game import Game
from mulligan.core.room import LEVELS, Level, levels_of

DEFAULT = "medium"


def find_level(game: Game, name: str) -> Level:
    """A level by its name."""
    found = levels_of(game)
    if name not in found:
        raise unknown("level", name, found)
    return found[name]


__all__ = ["DEFAULT", "LEVELS", "Level", "find_level", "levels_of"]
