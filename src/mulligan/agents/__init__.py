"""Players and their names."""

from .asking import ask, ask_rule, edition, moves_to_play, tell, tell_of
from .names import agent_kinds, make_player, strongest
from .player import ASK, Player, SearchPlayer, StagedPlayer, seat_styles, stages_without_a_say

__all__ = [
    "ASK",
    "Player",
    "SearchPlayer",
    "StagedPlayer",
    "agent_kinds",
    "ask",
    "ask_rule",
    "edition",
    "make_player",
    "moves_to_play",
    "seat_styles",
    "stages_without_a_say",
    "strongest",
    "tell",
    "tell_of",
]
