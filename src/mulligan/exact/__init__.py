"""Known answers: the whole tree of a small game, best responses, equilibria, and how exploitable an agent is."""

from .cfr import Equilibrium, equilibrium
from .policy import best_response, exploitability, nash_conv, values
from .tree import GameTree

__all__ = ["Equilibrium", "GameTree", "best_response", "equilibrium", "exploitability", "nash_conv", "values"]
