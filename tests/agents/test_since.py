"""What players from outside are told of the moves since their last decision: all that their seat may see of them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from mulligan.agents import SeatView, make_player, name_of
from mulligan.arena.runner import GameRunner
from mulligan.core.game import UNSEEN
from mulligan.core.observing import number_names
from mulligan.core.position import Position, make_stream
from mulligan.core.registry import find_game, game_names
from mulligan.environments import BatchEnv
from mulligan.play.seated import SeatedAgents, new_session

HEARD: list[tuple[int, Any]] = []  # the seat that was asked, and what it was told


class Ears:
    """Plays at random, and keeps what it hears."""

    def choose(self, view: SeatView) -> int:
        HEARD.append((view.seat, view.since))
        return random.Random(view.seed).randrange(len(view.moves))


def expected(played: list[tuple[Position, int, int]], seat: int, asked: list[int]) -> list[list[Any]]:
    """What a seat should have been told at each of the moves that it was asked for."""
    told: list[list[Any]] = []
    begin = 0
    for end in asked:
        part: list[Any] = []
        for here, move, actor in played[begin:end]:
            seen = move if actor == seat else here.seen(move, seat)
            event = (actor, here.stage, None if seen == UNSEEN else here.text(seen))
            if event[2] is not None or part[-1:] != [event]:
                part.append(event)
        told.append(part)
        begin = end
    return told


@pytest.mark.parametrize("game", ["nim", "guess", "leduc", "hearts", "swap", "magic"])
@pytest.mark.parametrize("other", ["uniform", "ears"])
def test_all_moves_since_the_last_view_are_told_as_the_seat_saw_them(game: str, other: str) -> None:
    rules = find_game(game)
    names = [name_of(Ears)] + [name_of(Ears) if other == "ears" else other] * (rules.players - 1)
    table = GameRunner(rules, "", [make_player(rules, name) for name in names])
    hidden = 0
    for pair in range(2):
        HEARD.clear()
        played: list[tuple[Position, int, int]] = []

        def watch(here: Position, move: int, seat: int, _: Any, played: list[Any] = played) -> None:
            played.append((here.copy(), move, seat))

        found = table.play(5, pair, observer=watch)
        quiet = table.play(5, pair)
        assert found.payoffs == quiet.payoffs and found.turns == quiet.turns
        told = [list(since) for seat, since in HEARD if seat == 0]
        told = told[: len(told) // 2]  # it was played twice
        asked = [i for i, (here, _, actor) in enumerate(played) if actor == 0 and len(here.options()) > 1]
        assert told == expected(played, 0, asked) and (told or game == "guess")
        hidden += sum(event.move is None for since in told for event in since)
    assert hidden or game != "hearts"


def test_at_a_table_the_same_is_told_and_after_a_step_back_all_of_it_again() -> None:
    HEARD.clear()
    table = new_session(find_game("nim"), "", ("you", name_of(Ears)), "7")
    agents = SeatedAgents(table)
    table.play("take 3")
    agents.play()
    first = table.position.text(table.moves[-1])
    table.play("take 1")
    agents.play()
    table.go_back(0).play("take 2")
    agents.play()
    told = [[event.move for event in since] for _, since in HEARD]
    assert told == [["take 3"], [first, "take 1"], ["take 2"]]


@pytest.mark.parametrize("game", game_names())
def test_what_is_told_of_a_move_follows_from_what_the_seat_knows(game: str) -> None:
    """In a world that the seat cannot tell from the true one, the same move is told in the same words: else the words
    would tell something hidden.  Where the seat sees what the move has done, the words may say it too."""
    rules, dice, compared = find_game(game), random.Random(3), 0
    for deal in range(3):
        here = Position.deal(rules, seed=(game, deal))
        for step in range(25):
            if here.over:
                break
            move, actor = dice.choice(here.options()), here.actor
            for seat in range(rules.players) if rules.hidden else ():
                seen = here.seen(move, seat)
                for sample in range(3):
                    other = here.hide(seat, make_stream(rules, deal, step, seat, sample))
                    if seat == actor or seen == UNSEEN or not other.is_legal(move) or other.seen(move, seat) != seen:
                        continue
                    compared += 1
                    if other.text(seen) != here.text(seen):
                        one, two = here.copy(), other.copy()
                        for world in (one, two):
                            world.play_with(move, make_stream(rules, "chance"))
                        assert one.observe(seat) != two.observe(seat), (str(here), str(other), here.text(seen))
            here.play(move)
    assert compared or not rules.hidden or rules.players == 1


@pytest.mark.parametrize("game", ["nim", "guess", "leduc", "hearts", "swap"])
def test_the_numbers_of_a_view_are_the_observation_of_an_environment(game: str) -> None:
    env = BatchEnv(game, 3, seed=4)
    for _ in range(6):
        for i in range(3):
            view = SeatView(env.position(i), 1)
            assert np.array_equal(view.numbers, env.observations[i]) and view.seat == env.actors[i]
            assert len(view.numbers) == len(number_names(env.game)) == env.spaces.numbers
        env.step(env.legal.argmax(axis=1))
