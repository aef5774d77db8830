"""A network as ordinary arrays: a sum of rows, one for each number that it sees, and perhaps two small layers above.

The first column of the rows is a sum that goes straight to the end: by itself it is an additive model.  The others are
sums that go through two layers, of `width - 1` and `second` units with rectifiers.  The answer is a number from 0 to
1: what the seat may expect to be paid.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mulligan.core.errors import UsageError
from mulligan.core.game import Game

from .features import Features, features_of

KINDS = ("linear", "additive", "network")
ARRAYS = {
    "low": np.int64,  # of each number: its value in its first row
    "step": np.int64,  # and how far it is to the next row
    "base": np.int64,  # and the value that adds nothing
    "rows": np.float32,  # of all numbers, one after the other
    "bias": np.float32,
    "second": np.float32,  # from the first layer to the second
    "second_bias": np.float32,
    "last": np.float32,
}
WHOLE = ("low", "step")
WIDEST, MOST_ROWS = 257, 1_000_000


@dataclass(frozen=True, eq=False)
class Network:
    """What was learned, with where it is from."""

    game: str
    """The game and its version, as in `leduc/1`."""
    setup: str
    """The setup in which it was learned."""
    features: str
    """A hash of the numbers that it sees."""
    kind: str
    arrays: Mapping[str, NDArray[Any]]
    history: Mapping[str, Any] = field(default_factory=dict)
    """How it was made, as plain data."""

    def __post_init__(self) -> None:
        problem = self._problem()
        if problem:
            raise UsageError(problem)

    def _problem(self) -> str:
        """What is wrong with its arrays, if anything is."""
        if self.kind not in KINDS:
            return f"its kind is '{self.kind}', and should be one of {', '.join(KINDS)}"
        if set(self.arrays) != set(ARRAYS):
            return f"its arrays should be {', '.join(ARRAYS)}"
        for name, kind in ARRAYS.items():
            array = self.arrays[name]
            if array.dtype != kind:
                return f"its array {name} is of {array.dtype}, and should be of {np.dtype(kind)}"
            if not np.isfinite(array).all():
                return f"its array {name} has what is no number"
        rows, second = self.arrays["rows"], self.arrays["second"]
        numbers = self.arrays["low"].shape
        if rows.ndim != 2 or second.ndim != 2 or len(numbers) != 1:
            return "its arrays have the wrong number of dimensions"
        if not 1 <= rows.shape[1] <= WIDEST or second.shape[1] > WIDEST or len(rows) > MOST_ROWS:
            return f"it has {len(rows):,} rows of {rows.shape[1]} and a layer of {second.shape[1]}, which is too large"
        wanted = {
            **{"step": numbers, "base": numbers, "bias": rows.shape[1:]},
            **{"second": (rows.shape[1] - 1, second.shape[1]), "second_bias": second.shape[1:]},
            "last": second.shape[1:],
        }
        for name, shape in wanted.items():
            if self.arrays[name].shape != shape:
                return f"its array {name} has the shape {self.arrays[name].shape}, and should have {shape}"
        if (self.arrays["step"] < 1).any() or any(
            (np.abs(self.arrays[name]) > 2**50).any() for name in ("low", "step")
        ):
            return "its steps should be 1 or more, and its values no larger than 2**50"
        return ""

    def header(self) -> dict[str, Any]:
        """All of it but the arrays."""
        told = {"game": self.game, "setup": self.setup, "features": self.features, "kind": self.kind}
        return {**told, "history": dict(self.history)}

    @property
    def mark(self) -> str:
        """A hash of what it computes, and of nothing else: results belong to it."""
        digest = hashlib.sha256(json.dumps([self.game, self.features, self.kind]).encode())
        for name in ARRAYS:
            array = np.ascontiguousarray(self.arrays[name])
            digest.update(f"{name} {array.shape}".encode() + array.tobytes())
        return digest.hexdigest()[:16]

    @property
    def weights(self) -> int:
        """How many numbers were learned."""
        return sum(self.arrays[name].size for name in ("rows", "bias", "second", "second_bias", "last"))

    def check(self, game: Game, name: str) -> None:
        """Raise `UsageError` if it is not for the rules of this game."""
        if self.game != game.id:
            raise UsageError(f"{name}: it was made for {self.game}, not for {game.id}")
        expected = features_of(game)
        if self.features != expected.print or len(self.arrays["rows"]) != expected.total:
            what = f"it was made in setup '{self.setup}', and sees other numbers than there are here"
            raise UsageError(f"{name}: {what}; make one for this setup with `mulligan learn {game.name} --setup SETUP`")

    def predict(self, features: Features, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        """What it says of many positions, a row of numbers each; the compiled search computes the same one by one."""
        a = {
            name: array.astype(np.float64) if array.dtype.kind == "f" else array for name, array in self.arrays.items()
        }
        sums = np.tile(a["bias"], (len(numbers), 1))
        first = 0
        for i, count in enumerate(features.rows):
            place = np.clip((numbers[:, i] - a["low"][i]) / a["step"][i], 0, count - 1)
            at = np.minimum(place.astype(np.int64), max(0, count - 2))
            part = (place - at)[:, None]
            below, above = a["rows"][first + at], a["rows"][first + np.minimum(at + 1, count - 1)]
            off = (numbers[:, i] != a["base"][i])[:, None]
            sums += off * (below * (1.0 - part) + above * part)
            first += count
        answer = sums[:, 0]
        if len(a["last"]):
            hidden = np.maximum(sums[:, 1:], 0.0) @ a["second"] + a["second_bias"]
            answer = answer + np.maximum(hidden, 0.0) @ a["last"]
        found: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-np.clip(answer, -60.0, 60.0)))
        return found
