"""The conformance test: does a game keep its contract, and does an agent use only what it may know?

`check_game` states the contract clause by clause and lets Hypothesis look for a counterexample to each; what it finds
is made as small as possible and told in words.  `check_agent` does the same for a player.  Both work on anyone's
game, compiled or plain.
"""

from .report import Clause, Counterexample, Report
from .run import check_agent, check_game

__all__ = ["Clause", "Counterexample", "Report", "check_agent", "check_game"]
