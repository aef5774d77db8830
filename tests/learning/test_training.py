"""What is fitted is what was there to be learned, and keeps to what a game says of its numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.registry import find_game
from mulligan.learning.selfplay import Columns
from mulligan.learning.training import Training, fit
from mulligan.nets import features_of

pytest.importorskip("torch")
NIM = find_game("nim")
STONES = 21


def positions(game: Game, count: int, seed: int = 1) -> Columns:
    """Positions of nim, drawn by chance, with what they are worth to the seat that looks."""
    rng = np.random.default_rng(seed)
    stones, own = rng.integers(1, STONES, count), rng.integers(0, 2, count)
    numbers = np.zeros((count, len(features_of(game).rows)), np.int32)
    numbers[:, 0], numbers[:, 1], numbers[:, 2] = stones, own, 1 - own
    worth = np.where((stones % 4 != 0) == (own == 1), 0.9, 0.1)
    game_number = np.arange(count) // 4
    return {
        "numbers": numbers,
        "target": worth.astype(np.float32),
        "game": game_number,
        "turn": np.zeros(count, np.int32),
        "drawn": np.zeros(count, np.int8),
    }


def test_a_network_learns_who_wins_nim() -> None:
    found = fit(NIM, "15-3", positions(NIM, 4000), Training(width=16, second=8, batch=128, rate=0.01), {"by": "a test"})
    assert found.explained > 0.9
    assert found.epochs[found.best].test == min(epoch.test for epoch in found.epochs) < found.epochs[0].test
    fresh = positions(NIM, 500, seed=2)
    said = found.net.predict(features_of(NIM), fresh["numbers"].astype(np.int64))
    assert np.abs(said - fresh["target"]).mean() < 0.1
    assert found.held_out == 500 and found.rows == 3500 and sum(n for _, _, n in found.calibration) == 500
    assert found.net.history == {"by": "a test"} and found.net.setup == "15-3"


def test_the_same_data_make_the_same_network() -> None:
    data = positions(NIM, 800)
    how = Training(width=4, second=3, epochs=3)
    marks = [fit(NIM, "", data, how, {}).net.mark for _ in range(2)]
    assert marks[0] == marks[1] != fit(NIM, "", data, replace(how, seed=2), {}).net.mark


@pytest.mark.parametrize("kind", ["linear", "additive"])
def test_simpler_models_learn_what_they_can(kind: str) -> None:
    data = positions(NIM, 3000)
    share = data["numbers"][:, 0] / STONES if kind == "linear" else (np.abs(data["numbers"][:, 0] - 10) > 5)
    data["target"] = (0.2 + 0.6 * share).astype(np.float32)
    found = fit(NIM, "", data, Training(kind=kind, batch=64, rate=0.02), {})
    assert found.explained > 0.9 and found.net.arrays["rows"].shape[1] == 1


def rising(game: Game, **words: tuple[str, ...]) -> Game:
    """The same game, whose encoding says of some numbers that more is better or worse."""
    room = game.room()
    changed = replace(room, encoding=replace(room.encoding, **words))  # type: ignore[arg-type]
    return replace(game, room=lambda: changed)


@pytest.mark.parametrize(("word", "sign"), [("better", 1), ("worse", -1)])
@pytest.mark.parametrize("kind", ["additive", "network"])
def test_more_of_what_is_better_is_never_worse(word: str, sign: int, kind: str) -> None:
    """Even where the data says the opposite, and at any other numbers."""
    game = rising(NIM, **{word: ("stones that are left",)})
    data = positions(NIM, 1500)
    noise = np.random.default_rng(3).normal(0, 0.2, len(data["target"]))
    data["target"] = np.clip(0.5 - 0.4 * sign * (data["numbers"][:, 0] / STONES - 0.5) + noise, 0, 1).astype(np.float32)
    found = fit(game, "", data, Training(kind=kind, width=8, second=4, epochs=6, rate=0.02), {})
    ladder = np.zeros((60, data["numbers"].shape[1]), np.int64)
    ladder[:, 0] = np.arange(-10, 50)
    for own in (0, 1):
        ladder[:, 1], ladder[:, 2] = own, 1 - own
        steps = sign * np.diff(found.net.predict(features_of(game), ladder))
        assert (steps >= -1e-9).all()
    free = fit(NIM, "", data, Training(kind=kind, width=8, second=4, epochs=6, rate=0.02), {})
    assert (sign * np.diff(free.net.predict(features_of(NIM), ladder)) < 0).any()


def test_what_cannot_be_fitted_is_told() -> None:
    with pytest.raises(UsageError, match="too few games"):
        fit(NIM, "", positions(NIM, 4), Training(), {})
    with pytest.raises(UsageError, match="unknown kind of network"):
        Training(kind="forest")
