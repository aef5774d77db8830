"""Games to learn from follow from their recipe and number alone, and what is learned of them is what it should be."""

from __future__ import annotations

from math import nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.core.registry import find_game
from mulligan.learning.playouts import playout_mean
from mulligan.learning.selfplay import COLUMNS, Generator, Recipe, joined, trailed
from mulligan.nets import features_of


@given(
    st.lists(st.tuples(st.one_of(st.just(nan), st.floats(0, 1)), st.booleans()), min_size=1, max_size=30),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_a_target_is_a_mean_of_later_values_up_to_a_move_by_chance(
    course: list[tuple[float, bool]], end: float, trail: float
) -> None:
    values, drawn = [[x] for x, _ in course], [by_chance for _, by_chance in course]
    found = trailed(values, drawn, [end], trail)
    for i, (target,) in enumerate(found):
        known = []
        for x, by_chance in course[i:]:
            known.append(x)
            if by_chance:
                break
        else:
            known.append(end)
        known = [x for x in known if x == x]
        if not known:
            assert np.isnan(target)
        else:
            assert min(known) - 1e-8 <= target <= max(known) + 1e-8


def test_a_game_follows_from_its_number() -> None:
    recipe = Recipe("leduc", "", ("ismcts:sims=30", "honest"), 5, explore=0.2)
    one, other = Generator(recipe), Generator(recipe)
    for number in (3, 0):
        other.play(number)
    first = joined([one.play(number) for number in range(6)])
    second = joined([other.play(number) for number in range(6)])
    for name, kind in COLUMNS.items():
        assert np.array_equal(first[name], second[name]) and first[name].dtype == kind
    assert first["numbers"].shape[1] == len(features_of(find_game("leduc")).rows)
    assert set(first["game"]) == set(range(6)) and ((first["target"] >= 0) & (first["target"] <= 1)).all()
    assert first["drawn"].any() and not first["drawn"].all()


def test_the_two_sides_share_what_there_is() -> None:
    found = Generator(Recipe("nim", "", ("uct:sims=50",), 1)).play(0)
    targets = found["target"].reshape(-1, 2)
    assert np.allclose(targets.sum(1), 1.0, atol=1e-6)


def test_no_number_tells_what_its_seat_cannot_know() -> None:
    """Everything hidden is dealt anew, and what the seat's network sees stays as it was."""
    from mulligan.core.position import make_stream
    from mulligan.nets import numbers_of

    for name in ("leduc", "hearts", "guess"):
        game = find_game(name)
        for seed in range(5):
            here = Position.deal(game, seed=seed)
            for seat in range(game.players):
                other = here.hide(seat, make_stream(game, seed, "other"))
                assert np.array_equal(numbers_of(here, [seat]), numbers_of(other, [seat]))
            others = [numbers_of(Position.deal(game, seed=k), [0]).tolist() for k in range(5)]
            assert any(one != others[0] for one in others)


def test_playouts_find_what_a_position_is_worth() -> None:
    """In nim with uniform play, the chance of whoever is to move with three stones: 1/3 + 1/3 * (1 - w2) + 1/3 * 0."""
    nim = find_game("nim")
    here = Position.read(nim, "nim 1-3: 3 left, player 1 to move")
    w1, w2 = 1.0, 0.5
    w3 = 1 / 3 + (1 - w2) / 3 + (1 - w1) / 3
    styles = [[0], [0]]
    found = playout_mean(here, 0, styles, 20_000, (1,))
    assert abs(found - w3) < 4.5 * (0.25 / 20_000) ** 0.5  # false alarms rarer than 1 in 100,000
    assert found == playout_mean(here, 0, styles, 20_000, (1,))
    recipe = Recipe("nim", "", ("uniform",), 1, playouts=200)
    targets = Generator(recipe).play(1)["target"]
    assert len(targets) and len(set(targets)) > 2


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"agents": ("oracle",)}, "sees hidden cards"),
        ({"playouts": 5}, "searches; name a rule player"),
        ({"explore": 2.0}, "explore: 2 should be from 0"),
    ],
)
def test_what_makes_no_sense_is_told(changed: dict[str, object], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        Generator(Recipe(**{"game": "leduc", "setup": "", "agents": ("ismcts",), "seed": 1, **changed}))  # type: ignore[arg-type]
