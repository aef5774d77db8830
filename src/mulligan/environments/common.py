"""What the environments for other programs share: spaces, pictures, and the word about a missing package."""

from __future__ import annotations

import secrets
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces as gym

from mulligan.core.errors import UsageError, quoted
from mulligan.play.terminal import Canvas, draw
from mulligan.play.view import look

from .batch import BatchEnv
from .spaces import HIGHEST, LOWEST, Spaces

WIDTH = 100  # of a picture, in characters
MODES = ("ansi", "human")


def observation_space(spaces: Spaces) -> gym.Dict:
    """An observation, and the mask of legal actions."""
    return gym.Dict(
        {
            "observation": gym.Box(spaces.low, spaces.high, dtype=np.int64),
            "action_mask": gym.Box(0, 1, (spaces.actions,), np.int8),
        }
    )


def state_space(spaces: Spaces, real: bool) -> gym.Box:
    """Everything, hidden cards too."""
    if real:
        return gym.Box(-np.inf, np.inf, (len(spaces.state_names),), np.float64)
    return gym.Box(LOWEST, HIGHEST, (len(spaces.state_names),), np.int64)


def one_action(action: Any) -> int:
    """An action as a whole number, whatever type it has."""
    try:
        return index(action)
    except TypeError:
        raise UsageError(f"step: {quoted(str(action))} should be the number of an action") from None


def seen_by(batch: BatchEnv, seat: int, *, asked: bool) -> dict[str, Any]:
    """What a seat of the only game knows, and if it is asked what it may do."""
    if asked:
        return {"observation": batch.observations[0].copy(), "action_mask": batch.legal[0].copy()}
    return {"observation": batch.observe([seat])[0], "action_mask": np.zeros_like(batch.legal[0])}


def picture(batch: BatchEnv, seat: int) -> str:
    """The table as a seat sees it, drawn with characters."""
    return draw(look(batch.position(0), seat), Canvas(WIDTH)).plain


def fresh_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(62)
