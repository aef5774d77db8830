"""One search for all games, put together from parts, and a beam.  Nothing here names a game."""

from .beam import BeamSearcher, BeamSettings, change_beam
from .decision import Choice, Decision, Shape
from .fields import between, one_of
from .foresight import Foresight, foresee
from .parts import Need, Part
from .searcher import Searcher
from .settings import Settings, change

__all__ = [
    "BeamSearcher",
    "BeamSettings",
    "Choice",
    "Decision",
    "Foresight",
    "Need",
    "Part",
    "Searcher",
    "Settings",
    "Shape",
    "between",
    "change",
    "change_beam",
    "foresee",
    "one_of",
]
