"""The conformance test: does a game keep its contract, and does an agent use only what it may know?

`check_game` states the contract clause by clause and lets Hypothesis look for a counterexample to each; what it finds
is made as small as possible and told in words.  `check_agent` plays games with a player, and again with all that it
cannot know exchanged.  Both work on anyone's game, compiled or plain.
"""

from .agents import check_agent, check_player, sample
from .report import Clause, Counterexample, Report
from .run import check_game

__all__ = ["Clause", "Counterexample", "Report", "check_agent", "check_game", "check_player", "sample"]
