"""Agents in words: what a name stands for, setting by setting."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from .agents import ASK, Player, SearchPlayer, StagedPlayer
from .agents.player import HOUSE, BeamPlayer
from .search import BeamSettings, Settings
from .search.settings import ORDER


@cache
def explanations(kind: type[Any]) -> dict[str, str]:
    """What each field of a class is for: the strings that stand below the fields in its source.

    >>> explanations(Settings)["trees"]
    'How many trees vote.'
    """
    found: dict[str, str] = {}
    for base in kind.__mro__[1:-1]:
        found |= explanations(base)
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    for part, after in zip(body.body, body.body[1:]):
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                found[part.target.id] = inspect.cleandoc(str(after.value.value))
    return found


def printed(value: Any) -> str:
    """A setting as its name would have it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def settings_of(settings: Settings | BeamSettings) -> Iterator[tuple[str, str, str, str]]:
    """For each setting: its name, its value, its default, and what it is for.

    >>> next(settings_of(Settings(trees=40)))
    ('trees', '40', '1', 'How many trees vote.')
    """
    kind: Any = type(settings)
    about = explanations(kind)
    parts = {part.name: part for part in fields(settings)}
    for name in ORDER if isinstance(settings, Settings) else parts:
        yield name, printed(getattr(settings, name)), printed(parts[name].default), about.get(name, "")


def describe(player: Player) -> dict[str, Any]:
    """A player as plain data: its name in full, who plays each stage, and the settings of its searches.

    >>> from mulligan.agents import make_player
    >>> from mulligan.registry import find_game
    >>> describe(make_player(find_game("magic"), "magic/ERR"))["stages"]
    {'attack': 'expert', 'block': 'reduced', 'cards': 'reduced'}
    """
    game = player.game
    names = {ASK: "search", HOUSE: "as the setup says"}
    found: dict[str, Any] = {
        "name": player.name,
        "configuration": player.configuration,
        "stages": {stage: names.get(style) or game.styles[style] for stage, style in zip(game.stages, player.styles)},
    }
    if isinstance(player, StagedPlayer):
        parts = zip(game.stages, player.parts, player.styles)
        found["parts"] = {stage: describe(part) for stage, part, style in parts if style == ASK}
    if isinstance(player, SearchPlayer | BeamPlayer):
        found["settings"] = {
            name: {"value": value, "default": default, "about": about}
            for name, value, default, about in settings_of(player.settings)
        }
    return found
