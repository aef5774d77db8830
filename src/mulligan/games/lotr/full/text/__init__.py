"""Positions and moves of the full game in words."""

from mulligan.core.game import Text

from .moves import move
from .positions import read_state, state

TEXT = Text(move=move, state=state, read_state=read_state)
