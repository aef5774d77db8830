"""Agents in words: what a name stands for, setting by setting."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from ..search import BeamSettings, Part, Settings
from ..search.settings import ORDER, additions_of, named_parts, own_fields, parts_of
from . import ASK, Player, SearchPlayer, StagedPlayer
from .player import HOUSE, BeamPlayer

TERMS = {
    "value": "value",
    "playout": "playout",
    "worlds": "determinization",
    "prior": "prior",
    "select": "selection",
    "allocation": "root allocation",
    "order": "expansion order",
    "hook": "hook",
    "descent": "tree walk",
    "backup": "backup",
    "final": "final choice",
    "vote": "vote",
}
"""By slot of the search: what the field calls it."""


@cache
def explanations(kind: type[Any]) -> dict[str, str]:
    """What each field of a class is for: the strings that stand below the fields in its source.

    >>> explanations(Settings)["trees"]
    'Ensemble size: how many trees vote.'
    """
    found: dict[str, str] = {}
    for base in kind.__mro__[1:-1]:
        found |= explanations(base)
    try:
        source = inspect.getsource(kind)
    except (OSError, TypeError):  # typed at a prompt
        return found
    body = ast.parse(textwrap.dedent(source)).body[0]
    assert isinstance(body, ast.ClassDef)
    for part, after in zip(body.body, body.body[1:]):
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                found[part.target.id] = " ".join(str(after.value.value).split())
    return found


def printed(value: Any) -> str:
    """A setting as its name would have it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Part):
        return value.name
    return f"{value:g}" if isinstance(value, float) else str(value)


def settings_of(settings: Settings | BeamSettings) -> Iterator[tuple[str, str, str, str]]:
    """For each setting: its name, its value, its default, and what it is for.

    >>> next(settings_of(Settings(trees=40)))
    ('trees', '40', '1', 'Ensemble size: how many trees vote.')
    """
    kind: Any = type(settings)
    about = explanations(kind)
    parts = {part.name: part for part in fields(settings)}
    for name in ORDER if isinstance(settings, Settings) else parts:
        yield name, printed(getattr(settings, name)), printed(parts[name].default), about.get(name, "")
    for part in named_parts(settings) if isinstance(settings, Settings) else ():
        for own in own_fields(part):
            told = explanations(part.Settings).get(own.name, "") if part.Settings else ""
            yield own.name, printed(getattr(settings, own.name)), printed(own.default), told


def made_of(player: SearchPlayer) -> Iterator[dict[str, str]]:
    """The parts of a search, and what it adds to the game: for what, which one, what it is, and after whom.

    >>> from mulligan.agents import make_player
    >>> from mulligan.core.registry import find_game
    >>> uct = make_player(find_game("nim"), "uct")
    >>> [one["part"] for one in made_of(uct) if one["for"] == "selection"]
    ['ucb1']
    """
    for part in parts_of(player.settings):
        yield {"for": TERMS[part.slot], "part": part.name, "about": part.about, "after": part.paper}
    for name, found in additions_of(player.settings, player.game).items():
        yield {"for": found.thing.kind, "part": name, "about": found.thing.about, "after": found.thing.paper}


def describe(player: Player) -> dict[str, Any]:
    """A player as plain data: its name in full, who plays each stage, the parts and the settings of its searches.

    >>> from mulligan.agents import make_player
    >>> from mulligan.core.registry import find_game
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
    if isinstance(player, SearchPlayer):
        found["made_of"] = list(made_of(player))
    if isinstance(player, SearchPlayer | BeamPlayer):
        found["settings"] = {
            name: {"value": value, "default": default, "about": about}
            for name, value, default, about in settings_of(player.settings)
        }
    return found
