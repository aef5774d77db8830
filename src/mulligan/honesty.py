"""Checking agents by their names: a sample of every kind, each asked as a table would ask it."""

from __future__ import annotations

from typing import Any

from .agents import ASK, Player, agent_kinds, seat_styles
from .agents.names import modest, of_another_package
from .check import Report, check_agent
from .game import Game
from .position import Position, make_stream

# The oracle is meant to cheat; staged players and blends are put together from the others.
LEFT_OUT = ("oracle", "staged")


def sample(game: Game) -> list[str]:
    """Agents of every kind, with small budgets: honesty does not depend on them.

    >>> from mulligan.registry import find_game
    >>> sample(find_game("nim"))[:4]
    ['uniform', 'search:sims=12', 'uct:sims=12', 'flat:sims=12']
    """
    names = []
    for kind in agent_kinds(game):
        if kind in game.styles or of_another_package(kind):
            names.append(kind)
        elif kind not in LEFT_OUT and kind.removeprefix(f"{game.name}/") not in game.blends:
            names.append(modest(kind))
    return names


def check_player(player: Player, *, examples: int = 50, seed: int = 0) -> Report:
    """Are the player's moves legal and repeatable, and do they depend on nothing that it cannot know?

    >>> from mulligan.agents import make_player
    >>> from mulligan.registry import find_game
    >>> check_player(make_player(find_game("guess"), "halve"), examples=3).passed
    True
    """
    game = player.game

    def decide(position: Position, number: Any) -> list[int]:
        stage = position.look()[1]
        style = seat_styles(game, position.setup, [player] * game.players)[0][stage]
        if style != ASK:
            return position.advise(game.styles[style], make_stream(game, number, "rule"))
        player.forget()
        return list(player.decide(position, number).moves)

    return check_agent(decide, game, examples=examples, seed=seed, name=player.name)
