"""Players and their names."""

from .names import agent_kinds, make_player
from .player import ASK, Player, SearchPlayer, StagedPlayer, seat_styles

__all__ = ["ASK", "Player", "SearchPlayer", "StagedPlayer", "agent_kinds", "make_player", "seat_styles"]
