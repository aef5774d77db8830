"""One search for all games, and a beam.  Nothing here names a game."""

from .beam import BeamSearcher, BeamSettings, change_beam
from .decision import Choice, Decision
from .searcher import Searcher
from .settings import Settings, change

__all__ = [
    "BeamSearcher",
    "BeamSettings",
    "Choice",
    "Decision",
    "Searcher",
    "Settings",
    "change",
    "change_beam",
]
