"""The toys for three: their answers against the whole game tree and against play, and what they refuse to read."""

from __future__ import annotations

from itertools import product
from statistics import mean

import pytest

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.games.toys import AIM, ENDS, aim, ends

PLAIN = ENDS.interpreted()


def max_n(here: Position) -> tuple[float, ...]:
    """What best play for oneself leads to, move by move through the rules."""
    if here.over:
        return tuple(here.payoff(seat) for seat in range(3))
    return max((max_n(here.copy().play(move)) for move in here.options()), key=lambda paid: paid[here.actor])


def paranoid(here: Position, me: int) -> float:
    if here.over:
        return here.payoff(me)
    found = [paranoid(here.copy().play(move), me) for move in here.options()]
    return max(found) if here.actor == me else min(found)


def test_ends_is_solved_as_its_whole_tree_is() -> None:
    for seed in range(12):
        here = Position.deal(PLAIN, "6", seed)
        here.play(here.options()[seed % 2])
        for move, worth in ends.solve(here).items():
            after = here.copy().play(move)
            assert worth == pytest.approx(max_n(after)[here.actor])
            assert ends.solve(here, afraid=True)[move] == pytest.approx(paranoid(after, here.actor))


def test_in_ends_fear_and_trust_choose_differently_now_and_then() -> None:
    differ = 0
    for seed in range(400):
        here = Position.deal(PLAIN, "9", seed)
        chosen = [
            max(found, key=lambda move: found[move]) for found in (ends.solve(here), ends.solve(here, afraid=True))
        ]
        differ += chosen[0] != chosen[1]
    assert 4 <= differ <= 100


def test_the_last_of_a_team_is_worth_what_can_be_counted() -> None:
    # Four are missing: 5 of 15 hands have a 4, and 7 of the others a 3 or a 5.
    here = Position.read(AIM, "aim 10: 5 kept 2, 1 or 6, 3 or 4")
    assert aim.solve(here) == pytest.approx({1: 5 / 15 + 0.5 * 7 / 15, 6: 0.0})


def test_best_play_of_a_team_is_paid_what_was_computed() -> None:
    def play(seed: int) -> float:
        here = Position.deal(AIM, seed=seed)
        while not here.over:
            worths = aim.solve(here)
            here.play(max(worths, key=lambda move: worths[move]))
        return here.payoff(0)

    value = aim.worth(0, 0, 10)
    assert mean(play(seed) for seed in range(2000)) == pytest.approx(value, abs=0.035)  # 3.5 standard errors


def test_with_a_goal_of_three_everybody_plays_the_lower_card() -> None:
    for hands in product((1, 3), repeat=3):
        here = Position.read(AIM, "aim 3: " + ", ".join(f"{low} or 6" for low in hands), "3")
        worths = aim.solve(here)
        assert max(worths, key=lambda move: worths[move]) == hands[0]


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (ENDS, "ends 9: 1 2, points 0 0 0, player 1 to move"),
        (ENDS, "ends 6: 1 2 3 4 5 6, points 0 0 0, player 1 to move"),
        (ENDS, "ends 9: none, points 9 9 9, player 1 to move"),
        (ENDS, "ends 9: 1 2 3, points 9 9 9, over"),
        (ENDS, "ends 9: 1 2 3, points 40 20 0, player 2 to move"),
        (AIM, "aim 12: 1 or 2, 1 or 2, 1 or 2"),
        (AIM, "aim 10: 2 or 1, 1 or 2, 1 or 2"),
        (AIM, "aim 10: 1 or 1, 1 or 2, 1 or 2"),
        (AIM, "aim 10: 1 or 2, 1 kept 2, 1 or 2"),
    ],
)
def test_what_is_no_position_is_refused(game: Game, text: str) -> None:
    with pytest.raises(UsageError):
        Position.read(game, text)


@pytest.mark.parametrize(("game", "setup"), [(ENDS, "2"), (ENDS, "16"), (ENDS, "nine"), (AIM, "2"), (AIM, "19")])
def test_setups_have_bounds(game: Game, setup: str) -> None:
    with pytest.raises(UsageError, match=f"setup of {game.name} '{setup}'"):
        Position.deal(game, setup)
