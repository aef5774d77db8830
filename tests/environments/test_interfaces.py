"""PettingZoo and Gymnasium: their own tests, and what ours do at the edges."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from mulligan import UsageError
from mulligan.environments import gymnasium_env, pettingzoo_env

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

SEVERAL = ("leduc", "nim", "guess", "ends", "aim", "hearts")


@pytest.mark.parametrize("name", SEVERAL)
def test_pettingzoo_accepts_every_game_of_several_seats(name: str) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # on observations that are dictionaries
        api_test(pettingzoo_env(name), num_cycles=100)
        seed_test(lambda: pettingzoo_env(name), num_cycles=40)


@pytest.mark.parametrize(
    ("name", "opponent"), [("swap", ""), ("kuhn", ""), ("leduc", "honest"), ("leduc", "ismcts:sims=20")]
)
def test_gymnasium_accepts_a_seat(name: str, opponent: str) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # on environments that are not registered
        check_env(gymnasium_env(name, opponent, seat=None, illegal="random", render_mode="ansi"))


def play(env: Any, games: int, choose: Any) -> list[float]:
    """The rewards of a learner."""
    found = []
    for seed in range(games):
        seen, _ = env.reset(seed=seed)
        while True:
            seen, reward, over, cut, _ = env.step(choose(seen))
            assert env.observation_space.contains(seen) and not cut
            if over:
                found.append(reward)
                break
    return found


def test_opponents_are_the_agents_of_that_name() -> None:
    """In nim, with 15 stones, whoever leaves a multiple of four wins: against the first player who knows, never."""

    def first(seen: Any) -> int:
        return int(np.flatnonzero(seen["action_mask"])[0])

    against_search = play(gymnasium_env("nim", "ismcts:sims=3000", seat=1, setup="15-3"), 5, first)
    against_uniform = play(gymnasium_env("nim", "uniform", seat=1, setup="15-3"), 40, first)
    assert sum(against_search) == 0.0 < sum(against_uniform)


def test_the_same_seed_is_the_same_game() -> None:
    def anything(seen: Any) -> int:
        return int(np.flatnonzero(seen["action_mask"])[-1])

    env = gymnasium_env("leduc", "ismcts:sims=20", seat=None)
    assert play(env, 20, anything) == play(env, 20, anything)


def test_a_step_at_the_wrong_time_is_refused() -> None:
    env = gymnasium_env("kuhn", "bold", seat=1)
    with pytest.raises(UsageError, match="there is no game"):
        env.step(1)
    env.reset(seed=1)
    with pytest.raises(UsageError, match="illegal"):
        env.step(2)
    *_, over, _, _ = env.step(1)
    assert over
    with pytest.raises(UsageError, match="there is no game"):
        env.step(1)
    table = pettingzoo_env("kuhn")
    with pytest.raises(UsageError, match="reset"):
        table.step(1)
    table.reset(seed=1)
    with pytest.raises(UsageError, match="seat_0"):
        table.step(None)
    with pytest.raises(UsageError, match="illegal; legal: 1, 2"):
        table.step(0)
    assert table.agent_selection == "seat_0"


def test_wrong_settings_are_refused() -> None:
    for wrong in ({"seat": 2}, {"opponent": "nobody"}, {"render_mode": "rgb_array"}, {"illegal": "lose"}):
        with pytest.raises(UsageError):
            gymnasium_env("kuhn", **wrong)
    with pytest.raises(UsageError, match="alone"):
        gymnasium_env("swap", "uniform")
    for make in (gymnasium_env, pettingzoo_env):
        with pytest.raises(UsageError, match="unknown game 'kuhnn'"):
            make("kuhnn")
        with pytest.raises(UsageError, match="unknown setup"):
            make("kuhn", setup="texas")


@pytest.mark.parametrize("action", ["1", 1.5, None, [1], -1, 3, 10**30])
def test_actions_that_are_none_are_refused(action: Any) -> None:
    env, table = gymnasium_env("kuhn", "bold"), pettingzoo_env("kuhn")
    env.reset(seed=1)
    table.reset(seed=1)
    for each in (env, table):
        before = each.state().tolist()
        with pytest.raises(UsageError):
            each.step(action)
        assert each.state().tolist() == before


def test_an_action_out_of_range_can_be_replaced_as_well() -> None:
    env = gymnasium_env("kuhn", "bold", illegal="random")
    env.reset(seed=1)
    assert env.step(99)[4] == {"illegal": True}


def test_an_agent_that_does_not_play_is_refused() -> None:
    env = pettingzoo_env("kuhn")
    env.reset(seed=1)
    for ask in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(UsageError, match="Choices: seat_0, seat_1"):
            ask("seat_2")


def test_pictures_show_the_own_card_and_states_all() -> None:
    env = pettingzoo_env("kuhn", render_mode="ansi")
    env.reset(seed=1)
    picture = env.render()
    assert env.state_space.contains(env.state())
    named = dict(zip(env.batch.spaces.state_names, env.state().tolist(), strict=True))
    shown = [name in picture for name in ("jack", "queen", "king")]
    assert shown == [rank == named["card[0]"] for rank in range(3)]
