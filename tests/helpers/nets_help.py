"""Networks whose weights are drawn by chance: nothing was learned, but they have all that a network has."""

from __future__ import annotations

from typing import Any

import numpy as np

from mulligan.core.game import Game
from mulligan.nets import Network, features_of


def drawn_arrays(game: Game, width: int = 5, second: int = 3, seed: int = 1) -> dict[str, Any]:
    """Arrays of a network for a game."""
    rng, features = np.random.default_rng(seed), features_of(game)
    numbers = len(features.rows)
    base = [low + int(rng.integers(rows)) for low, rows in zip(features.low, features.rows)]
    rows = rng.normal(0, 0.5, (features.total, width)).astype(np.float32)
    step = [1 if features.exact(i) else 3 for i in range(numbers)]
    return {
        "low": np.array(features.low, np.int64),
        "step": np.array(step, np.int64),
        "base": np.array(base, np.int64),
        "rows": rows,
        "bias": rng.normal(0, 0.5, width).astype(np.float32),
        "second": rng.normal(0, 0.5, (width - 1, second)).astype(np.float32),
        "second_bias": rng.normal(0, 0.5, second).astype(np.float32),
        "last": rng.normal(0, 0.5, second).astype(np.float32),
    }


def drawn_net(game: Game, width: int = 5, second: int = 3, seed: int = 1, setup: str = "") -> Network:
    """A network for a game."""
    kind = "network" if width > 1 else "additive"
    arrays = drawn_arrays(game, width, second if width > 1 else 0, seed)
    return Network(game.id, setup or next(iter(game.setups)), features_of(game).print, kind, arrays, {"seed": seed})
