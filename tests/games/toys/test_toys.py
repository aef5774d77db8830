"""The toy games give the answers that are known, and the same ones as machine code and as plain Python."""

from __future__ import annotations

import random
from statistics import mean
from typing import Any

import pytest

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position, make_stream
from mulligan.games.toys import GUESS, NIM, RACE, SWAP, guess, nim, race, swap

TOYS = (NIM, RACE, GUESS, SWAP)
SOLVERS = {"nim": nim.solve, "race": race.solve, "guess": guess.solve, "swap": swap.solve}


def best(position: Position) -> int:
    values = SOLVERS[position.game.name](position)
    return max(values, key=lambda move: values[move])


def play_out(position: Position, seed: int, *players: Any) -> Position:
    """Play to the end, each seat by its own way to choose a move."""
    while not position.over:
        position.play(players[position.actor](position), seed)
    return position


def result(game: Game, games: int, *players: Any, setup: str = "") -> float:
    """The mean payoff of seat 0."""
    return mean(play_out(Position.deal(game, setup, seed), seed, *players).payoff(0) for seed in range(games))


def test_nim_is_lost_exactly_at_the_multiples_of_four() -> None:
    def wins(stones: int) -> bool:
        return any(not wins(stones - take) for take in range(1, min(3, stones) + 1))

    for stones in range(1, 25):
        position = Position.read(NIM, f"nim 1-3: {stones} left, player 2 to move")
        assert max(nim.solve(position).values()) == wins(stones) == (stones % 4 != 0)


def test_perfect_nim_wins_from_either_seat_when_the_other_errs() -> None:
    rng = random.Random(1)

    def anyhow(position: Position) -> int:
        return rng.choice(position.options())

    assert result(NIM, 50, best, anyhow) == 1.0
    assert result(NIM, 200, anyhow, best) < 0.2


@pytest.mark.parametrize(("game", "value"), [(RACE, 0.6346), (GUESS, 0.5625)], ids=["race", "guess"])
def test_best_play_of_both_gives_the_computed_value(game: Game, value: float) -> None:
    assert max(SOLVERS[game.name](Position.deal(game)).values()) == pytest.approx(value, abs=1e-4)
    assert result(game, 1500, best, best) == pytest.approx(value, abs=0.042)  # 3.3 standard errors


def test_in_the_race_the_leader_is_steady_and_the_last_is_wild() -> None:
    assert race.NAMES[best(Position.read(RACE, "race to 12: 9 and 10, player 1 to move"))] == "steady"
    assert race.NAMES[best(Position.read(RACE, "race to 12: 4 and 9, player 1 to move"))] == "wild"


def test_the_outcome_of_a_roll_is_its_face() -> None:
    position = Position.deal(RACE)
    faces = {position.copy().play("roll common", seed).look()[3] for seed in range(60)}
    assert faces == {1, 2, 3, 4, 5, 6}


def test_who_peeks_always_wins_at_guess_and_who_hurries_seldom() -> None:
    def peek(position: Position) -> int:
        return guess.NAME + position.fields()["card"][1 - position.actor]

    def hasty(position: Position) -> int:
        return position.advise("hasty", make_stream(GUESS, str(position)))[0]

    assert result(GUESS, 300, peek, best) == 1.0
    assert result(GUESS, 300, best, peek) < 0.05
    assert result(GUESS, 300, hasty, best) < 0.25


def test_a_hidden_card_is_any_of_those_that_are_possible() -> None:
    position = Position.read(GUESS, "guess 8: 3 seeks 5-8, 6 seeks 1-8, player 1 to move")
    held = [position.hide(0, make_stream(GUESS, i)).fields()["card"][1] for i in range(2000)]
    assert {card: pytest.approx(500, abs=80) for card in (5, 6, 7, 8)} == {c: held.count(c) for c in set(held)}


@pytest.mark.parametrize(("setup", "value"), [("standard", 0.7297), ("short", 0.3891)])
def test_best_play_of_swap_gives_the_computed_value(setup: str, value: float) -> None:
    assert swap.expected(setup) == pytest.approx(value, abs=1e-4)
    assert result(SWAP, 1500, best, setup=setup) == pytest.approx(value, abs=0.015)


def test_styles_of_swap_are_worse_than_best_play_and_peeking_is_better() -> None:
    def styled(style: str) -> float:
        total = 0.0
        for seed in range(400):
            position, rng = Position.deal(SWAP, "short", seed), make_stream(SWAP, style, seed)
            while not position.over:
                position.act(style, rng)
            total += position.payoff(0)
        return total / 400

    def peeking(position: Position) -> float:
        return position.payoff(0) if position.over else max(peeking(after) for after in followers(position))

    def followers(position: Position) -> list[Position]:
        return [position.copy().play(move) for move in position.options()]

    oracle = mean(peeking(Position.deal(SWAP, "short", seed)) for seed in range(400))
    assert styled("uniform") < styled("coin") < styled("greedy") < swap.expected("short") < oracle


def test_a_chain_of_answers_leads_where_whole_throws_lead() -> None:
    def ends(position: Position) -> list[str]:
        if position.stage != "throw":
            return [str(position)]
        return [end for move in position.options(chain=True) for end in ends(position.copy().play(move))]

    for seed in range(40):
        position = Position.deal(SWAP, seed=seed)
        if seed % 2:
            position.play(position.options(chain=True)[seed % 4 // 2])
        if position.stage == "throw":
            whole = sorted(str(position.copy().play(move)) for move in position.options())
            assert sorted(ends(position)) == whole
            assert len(set(whole)) >= len(whole) / 2


def test_the_pruned_throws_keep_equal_cards() -> None:
    position = Position.read(SWAP, swap.EXAMPLE)
    assert position.options_text() == ["throw 1 3", "throw 3", "throw 1", "throw nothing"]
    assert [position.text(move) for move in position.options("paired")] == ["throw 1", "throw nothing"]
    position.play("no, keep 1")
    assert [position.text(move) for move in position.options("paired", chain=True)] == ["no, keep 3"]


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.name)
def test_machine_code_and_plain_python_play_the_same_games(game: Game) -> None:
    twin = game.interpreted()
    for setup in game.setups:
        for seed in range(6):
            positions = [Position.deal(kind, setup, seed) for kind in (game, twin)]
            while not positions[0].over:
                rngs = [make_stream(position.game, seed, positions[0].turn) for position in positions]
                assert str(positions[0]) == str(positions[1])
                assert positions[0].fields() == positions[1].fields()
                assert positions[0].observe(0) == positions[1].observe(0)
                assert len({position.evaluate(0, game.evaluations[-1]) for position in positions}) == 1
                hidden = [position.hide(0, rng) for position, rng in zip(positions, rngs, strict=True)]
                assert hidden[0].fields() == hidden[1].fields()
                for position, rng in zip(positions, rngs, strict=True):
                    position.act(game.styles[seed % len(game.styles)], rng)
            assert positions[0].payoff(0) == positions[1].payoff(0)


@pytest.mark.parametrize(
    ("game", "setup"),
    [(NIM, "15"), (NIM, "0-3"), (NIM, "15-0"), (RACE, "0"), (RACE, "x"), (GUESS, "1"), (GUESS, "17"), (SWAP, "long")],
)
def test_a_wrong_setup_is_refused_in_words(game: Game, setup: str) -> None:
    with pytest.raises(UsageError, match=f"setup of {game.name}"):
        Position.deal(game, setup)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (NIM, "nim 1-3: 0 left, player 1 to move"),
        (NIM, "nim 1-4: 5 left, player 1 to move"),
        (RACE, "race to 12: 12 and 3, player 2 won"),
        (RACE, "race to 20: 0 and 0, player 1 to move"),
        (GUESS, "guess 8: 3 seeks 5-8, 4 seeks 1-8, player 1 to move"),
        (GUESS, "guess 4: 3 seeks 1-4, 4 seeks 1-4, player 1 to move"),
        (SWAP, swap.EXAMPLE.replace("hand 1 3 3", "hand 1 1 3")),
        (SWAP, swap.EXAMPLE.replace("throw 1", "throw 2")),
        (SWAP, swap.EXAMPLE.replace("throw 1", "throw 1 2")),
        (SWAP, swap.EXAMPLE.replace("deck 4 2 2", "deck").replace("gone", "gone 4 2 2")),
        (SWAP, swap.EXAMPLE.replace("hands 2", "hands 3")),
        (SWAP, swap.EXAMPLE.replace("points 0", "points 9")),
    ],
)
def test_what_is_no_position_is_refused_in_words(game: Game, text: str) -> None:
    with pytest.raises(UsageError):
        Position.read(game, text)
