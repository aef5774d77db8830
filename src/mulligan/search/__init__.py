"""One search for all games, and a beam.  Nothing here names a game."""

from .beam import BeamSearcher, BeamSettings, change_beam
from .decision import Choice, Decision, Shape
from .foresight import Foresight, foresee
from .searcher import Searcher
from .settings import Settings, change

__all__ = [
    "BeamSearcher",
    "BeamSettings",
    "Choice",
    "Decision",
    "Foresight",
    "Searcher",
    "Settings",
    "Shape",
    "change",
    "change_beam",
    "foresee",
]
