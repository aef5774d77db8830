"""Mulligan: a laboratory, and an opponent, for Monte Carlo tree search in card games.

Names are loaded when they are first used, so that `mulligan --help` does not wait for the compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .agents import Player, SeatView, agent_kinds, make_player
    from .arena import MatchResult, run_match
    from .arena.experiment import Experiment, read_experiment
    from .arena.sprt import Sprt
    from .arena.store import Store
    from .arena.tournament import Standings
    from .check import check_game, check_player
    from .core.additions import Addition
    from .core.errors import UsageError
    from .core.game import Game, Text
    from .core.position import Position, make_stream
    from .core.registry import find_game, game_names
    from .core.scene import Card, Counter, Scene, Zone
    from .kernel import compiled, inlined, record
    from .notebook import figures
    from .notebook.frames import results
    from .notebook.running import ExperimentResult, Tournament, run_experiment, run_tournament
    from .play.session import Session
    from .search import Choice, Decision, Part, Searcher, Settings

_HOMES = {
    "Addition": "core.additions",
    "Card": "core.scene",
    "Choice": "search",
    "Counter": "core.scene",
    "Decision": "search",
    "Experiment": "arena.experiment",
    "ExperimentResult": "notebook.running",
    "Game": "core.game",
    "MatchResult": "arena",
    "Part": "search",
    "Player": "agents",
    "Position": "core.position",
    "Scene": "core.scene",
    "Searcher": "search",
    "SeatView": "agents",
    "Session": "play.session",
    "Settings": "search",
    "Sprt": "arena.sprt",
    "Standings": "arena.tournament",
    "Store": "arena.store",
    "Text": "core.game",
    "Tournament": "notebook.running",
    "UsageError": "core.errors",
    "Zone": "core.scene",
    "agent_kinds": "agents",
    "check_game": "check",
    "check_player": "check",
    "compiled": "kernel",
    "find_game": "core.registry",
    "game_names": "core.registry",
    "inlined": "kernel",
    "make_player": "agents",
    "make_stream": "core.position",
    "read_experiment": "arena.experiment",
    "record": "kernel",
    "results": "notebook.frames",
    "run_experiment": "notebook.running",
    "run_match": "arena",
    "run_tournament": "notebook.running",
}

__all__ = [
    "Addition",
    "Card",
    "Choice",
    "Counter",
    "Decision",
    "Experiment",
    "ExperimentResult",
    "Game",
    "MatchResult",
    "Part",
    "Player",
    "Position",
    "Scene",
    "Searcher",
    "SeatView",
    "Session",
    "Settings",
    "Sprt",
    "Standings",
    "Store",
    "Text",
    "Tournament",
    "UsageError",
    "Zone",
    "agent_kinds",
    "check_game",
    "check_player",
    "compiled",
    "figures",
    "find_game",
    "game_names",
    "inlined",
    "make_player",
    "make_stream",
    "read_experiment",
    "record",
    "results",
    "run_experiment",
    "run_match",
    "run_tournament",
]

__version__: str


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from .core.version import version

        return version()
    if name == "figures":
        return import_module(".notebook.figures", __name__)
    if name not in _HOMES:
        raise AttributeError(f"module 'mulligan' has no attribute '{name}'")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
