"""How strong an opponent may be: four levels for every game, by measurement where a game has measured ones.

Alone against the cards there is no opponent: there a level is a setup, told by how often our players win it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from mulligan.errors import unknown
from mulligan.game import Game

LEVELS = ("easy", "medium", "hard", "master")
DEFAULT = "medium"


@dataclass(frozen=True)
class Level:
    """One level of a game."""

    name: str
    about: str
    """What it plays like, for people."""
    agent: str = ""
    """The opponent; empty in games that are played alone."""
    setup: str = ""
    """The setup that makes it so; empty if any will do."""
    elo: float | None = None
    """Its rating among the levels of the game, whose mean is 0; None if it was not measured."""
    spread: float | None = None
    """Half the width of the 95 % interval of the rating."""

    @property
    def words(self) -> str:
        """The level in one line.

        >>> Level("easy", "plays at random", "random", elo=-210.0, spread=15.0).words
        'easy: plays at random (Elo -210 ± 15)'
        """
        if self.elo is None:
            return f"{self.name}: {self.about}"
        spread = "" if self.spread is None else f" ± {self.spread:.0f}"
        return f"{self.name}: {self.about} (Elo {self.elo:+.0f}{spread})"


_ANY = (
    Level("easy", "plays any legal move", "uniform"),
    Level("medium", "thinks for 100 simulations", "ismcts:sims=100"),
    Level("hard", "thinks for 2,000 simulations", "ismcts:sims=2000"),
    Level("master", "thinks for 20,000 simulations", "ismcts:sims=20000"),
)


@cache
def _measured() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("levels.toml").read_text(encoding="utf-8"))


def levels_of(game: Game) -> dict[str, Level]:
    """The levels of a game by their names, easiest first.

    >>> from mulligan.games.toys import NIM
    >>> levels_of(NIM)["hard"].agent
    'ismcts:sims=2000'
    """
    rows = _measured().get(game.name)
    if rows is not None:
        return {name: Level(name, **rows[name]) for name in LEVELS}
    if game.players == 1:
        setups = list(game.setups)
        return {
            name: Level(name, game.setups[setups[min(i, len(setups) - 1)]], setup=setups[min(i, len(setups) - 1)])
            for i, name in enumerate(LEVELS)
        }
    return {level.name: level for level in _ANY}


def find_level(game: Game, name: str) -> Level:
    """A level by its name."""
    found = levels_of(game)
    if name not in found:
        raise unknown("level", name, found)
    return found[name]
