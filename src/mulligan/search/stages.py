"""Which stages a search decides, and the styles of the others."""

from __future__ import annotations

from collections.abc import Mapping

from mulligan.core.errors import UsageError
from mulligan.core.game import MAX_STAGES, Game


def searched_stages(search: str, game: Game) -> list[bool]:
    """For each stage of the game, whether the tree decides it."""
    if search == "all":
        return [True] * len(game.stages)
    chosen = [game.stage_number(name) for name in search.split("+")]
    return [number in chosen for number in range(len(game.stages))]


def style_per_stage(game: Game, text: str, *, also: Mapping[str, int] | None = None) -> list[int]:
    """One style for all stages, or one per stage joined by +, in the order of the game's stages.

    `also` are words that may stand in place of a style, with their numbers.
    """
    names, others = str(text).split("+"), also or {}
    if len(names) == 1:
        names *= len(game.stages)
    if len(names) != len(game.stages):
        raise UsageError(f"'{text}': {game.name} has {len(game.stages)} stages ({', '.join(game.stages)})")
    numbers = [others[name] if name in others else game.style(name) for name in names]
    return numbers + [0] * (MAX_STAGES - len(numbers))
