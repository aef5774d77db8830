"""Six tiny games whose right answers are known exactly, for testing searches and for reading as examples.

Each module's `solve` gives the value of every move of a position: Nim has no chance, the race nothing but chance,
guess hides a card, and swap is a patience with stages, styles, pruning and compound moves; ends is for three players,
each for himself, and aim for three who win together.
"""

from .aim import AIM
from .ends import ENDS
from .guess import GUESS
from .nim import NIM
from .race import RACE
from .swap import SWAP

__all__ = ["AIM", "ENDS", "GUESS", "NIM", "RACE", "SWAP"]
