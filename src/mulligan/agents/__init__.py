"""Players and their names."""

from .asking import ask, ask_rule, edition, moves_to_play, tell, tell_in_words, tell_of
from .names import agent_kinds, make_player, strongest
from .plain import PlainPlayer, as_given, is_given, name_of, timed
from .player import ASK, Player, SearchPlayer, StagedPlayer, seat_styles, stages_without_a_say
from .views import SeatView

__all__ = [
    "ASK",
    "PlainPlayer",
    "Player",
    "SearchPlayer",
    "SeatView",
    "StagedPlayer",
    "agent_kinds",
    "as_given",
    "ask",
    "ask_rule",
    "edition",
    "is_given",
    "make_player",
    "moves_to_play",
    "name_of",
    "seat_styles",
    "stages_without_a_say",
    "strongest",
    "tell",
    "tell_in_words",
    "tell_of",
    "timed",
]
