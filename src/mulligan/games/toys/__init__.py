"""Small games whose right answers are known exactly, for testing searches and for reading as examples.

Nim has no chance, the race nothing but chance, guess hides a card, and swap is a patience with stages, styles, pruning
and compound moves; ends is for three players, each for himself, and aim for three who win together: the `solve` of each
gives the value of every move of a position.  Kuhn and Leduc poker and the synthetic trees hide so much that good play
has to be random: `mulligan.exact` solves them.
"""

from .aim import AIM
from .ends import ENDS
from .guess import GUESS
from .nim import NIM
from .poker import KUHN, LEDUC
from .race import RACE
from .swap import SWAP
from .synthetic import SYNTHETIC

__all__ = ["AIM", "ENDS", "GUESS", "KUHN", "LEDUC", "NIM", "RACE", "SWAP", "SYNTHETIC"]
