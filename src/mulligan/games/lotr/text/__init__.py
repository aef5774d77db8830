"""Positions and moves by the paper's rules in words."""

from mulligan.core.game import Text

from .moves import move
from .positions import read_state, state

TEXT = Text(move=move, state=state, read_state=read_state)
