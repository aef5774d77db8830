"""Tales of Tribute, move for move as the public engine Scripts of Tribute plays it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game import TRIBUTE

__all__ = ["TRIBUTE"]


def __getattr__(name: str) -> Any:
    """The game, which is not loaded before somebody asks for it: its commands are asked for help without it."""
    if name != "TRIBUTE":
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from .game import TRIBUTE

    return TRIBUTE
