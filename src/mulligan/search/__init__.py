"""One search for all games.  Nothing here names a game."""

from .decision import Choice, Decision
from .searcher import Searcher
from .settings import Settings, change

__all__ = ["Choice", "Decision", "Searcher", "Settings", "change"]
