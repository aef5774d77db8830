"""Mulligan: a laboratory, and an opponent, for Monte Carlo tree search in card games.

Names are loaded when they are first used, so that `mulligan --help` does not wait for the compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .agents import Player, agent_kinds, make_player
    from .arena import run_match
    from .check import check_game
    from .core.errors import UsageError
    from .core.game import Game, Text
    from .core.position import Position
    from .core.registry import find_game, game_names
    from .core.scene import Card, Counter, Scene, Zone
    from .kernel import compiled, inlined, record
    from .search import Decision, Searcher, Settings

_HOMES = {
    "Card": "core.scene",
    "Counter": "core.scene",
    "Decision": "search",
    "Game": "core.game",
    "Player": "agents",
    "Position": "core.position",
    "Scene": "core.scene",
    "Searcher": "search",
    "Settings": "search",
    "Text": "core.game",
    "UsageError": "core.errors",
    "Zone": "core.scene",
    "agent_kinds": "agents",
    "check_game": "check",
    "compiled": "kernel",
    "find_game": "core.registry",
    "game_names": "core.registry",
    "inlined": "kernel",
    "make_player": "agents",
    "record": "kernel",
    "run_match": "arena",
}

__all__ = [
    "Card",
    "Counter",
    "Decision",
    "Game",
    "Player",
    "Position",
    "Scene",
    "Searcher",
    "Settings",
    "Text",
    "UsageError",
    "Zone",
    "agent_kinds",
    "check_game",
    "compiled",
    "find_game",
    "game_names",
    "inlined",
    "make_player",
    "record",
    "run_match",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'mulligan' has no attribute '{name}'")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return __all__
