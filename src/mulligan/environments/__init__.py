"""Games for programs that learn: thousands of them in one compiled call, or one behind the usual interfaces."""

from __future__ import annotations

from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import Game

from .batch import BatchEnv, Step
from .spaces import Spaces, spaces_of

__all__ = ["BatchEnv", "Spaces", "Step", "gymnasium_env", "pettingzoo_env", "spaces_of"]


def pettingzoo_env(game: Game | str, **settings: Any) -> Any:
    """A game for PettingZoo; the settings are those of `mulligan.environments.aec.TableEnv`."""
    try:
        from .aec import TableEnv
    except ImportError:
        raise UsageError("PettingZoo is missing: pip install 'mulligan[rl]'") from None
    return TableEnv(game, **settings)


def gymnasium_env(game: Game | str, opponent: str = "", **settings: Any) -> Any:
    """A seat of a game for Gymnasium; the settings are those of `mulligan.environments.single.SeatEnv`."""
    try:
        from .single import SeatEnv
    except ImportError:
        raise UsageError("Gymnasium is missing: pip install 'mulligan[rl]'") from None
    return SeatEnv(game, opponent, **settings)
