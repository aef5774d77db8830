"""Four tiny games whose right answers are known exactly, for testing searches and for reading as examples.

Each module's `solve` gives the value of every move of a position: Nim has no chance, the race nothing but chance,
guess hides a card, and swap is a patience with stages, styles, pruning and compound moves.
"""

from .guess import GUESS
from .nim import NIM
from .race import RACE
from .swap import SWAP

__all__ = ["GUESS", "NIM", "RACE", "SWAP"]
