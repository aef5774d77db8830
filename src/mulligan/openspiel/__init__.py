"""Our games as games of OpenSpiel: importing this registers all of them, `pyspiel.load_game("mulligan_leduc")`.

The other direction, OpenSpiel's games as games of ours, needs no import: `openspiel:leduc_poker` is the name of a game.
"""

from __future__ import annotations

from mulligan.core.registry import all_games
from mulligan.engines.openspiel import pyspiel

pyspiel()  # a word on how to get it, if it is missing

from .ours import SpielGame, SpielState, name_of, register  # noqa: E402

for _game in all_games()[0]:
    register(_game)

__all__ = ["SpielGame", "SpielState", "name_of", "register"]
