"""The batched environment: its games are those of the rules, whatever the size of the batch."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan import Position, UsageError
from mulligan.cli.app import run
from mulligan.core.game import OVER, Game
from mulligan.core.registry import find_game, game_names
from mulligan.environments import BatchEnv, spaces_of

SMALL = ("leduc", "kuhn", "nim", "race", "guess", "ends", "aim", "swap", "synthetic", "hearts")


@pytest.mark.parametrize("name", SMALL)
def test_masks_actions_and_payoffs_are_those_of_the_rules(name: str) -> None:
    """Every game of a batch is followed by a position, which is asked for its moves, and paid at its end."""
    env, ended = BatchEnv(name, 8, seed=3, again=False), 0
    for _ in range(500):
        actions = env.sample()
        before = [env.position(i) for i in range(env.count)]
        for i, position in enumerate(before):
            if position.over:
                continue
            found = {env.move(i, int(action)): int(action) for action in np.flatnonzero(env.legal[i])}
            assert sorted(found) == sorted(position.options())
            assert position.actor == env.actors[i]
            assert all(env.action(i, move) == action for move, action in found.items())
        step = env.step(actions)
        for i, position in enumerate(before):
            if not position.over:
                after = env.position(i)
                assert bool(step.done[i]) == after.over
                wanted = [after.payoff(p) if after.over else 0.0 for p in range(env.game.players)]
                assert step.rewards[i].tolist() == wanted
                ended += after.over
            else:
                assert step.done[i] == 0 and not step.rewards[i].any()
        if (env.actors == OVER).all():
            break
    assert ended == env.count


@pytest.mark.parametrize("name", ["leduc", "hearts", "guess"])
def test_a_game_does_not_depend_on_the_size_of_the_batch(name: str) -> None:
    few, many = BatchEnv(name, 3, seed=5), BatchEnv(name, 40, seed=5)
    for _ in range(120):
        actions = many.sample()
        assert (few.sample() == actions[:3]).all()
        one, other = few.step(actions[:3]), many.step(actions)
        assert all((a == b[:3]).all() for a, b in zip(one, other, strict=True))
        assert (few.states() == many.states()[:3]).all()
    assert not (BatchEnv(name, 40, seed=6).observations == BatchEnv(name, 40, seed=5).observations).all()


@pytest.mark.parametrize("name", ["leduc", "hearts", "guess", "aim"])
def test_observations_of_a_batch_tell_nothing_that_the_seat_cannot_know(name: str) -> None:
    """What a seat observes is the same in any world that it cannot tell from the true one."""
    from mulligan.core.position import make_stream

    env, other = BatchEnv(name, 30, seed=2), BatchEnv(name, 30, seed=2)
    differing = 0
    for number in range(40):
        for seat in range(env.game.players):
            for i in range(env.count):
                hidden = env.position(i).hide(seat, make_stream(env.game, "test", number, i))
                differing += bool((hidden.states != env._states[i : i + 1]).any())
                other._states[i] = hidden.states[0]
            assert (other.observe([seat] * 30) == env.observe([seat] * 30)).all()
        env.step(env.sample())
    assert differing > 100  # worlds did differ


def test_numbers_are_what_their_names_say() -> None:
    env = BatchEnv("hearts", 20, seed=1)
    names = env.spaces.number_names
    for _ in range(60):
        for i in range(env.count):
            position, row = env.position(i), dict(zip(names, env.observations[i].tolist(), strict=True))
            seat = position.actor
            assert row["the own seat"] == seat and row["cards: own hand"] == bin(
                position.fields()["zones"][seat]
            ).count("1")
            held = {k for k in range(52) if env.observations[i, 1 + k] == 1}
            assert held == {k for k in range(52) if position.fields()["zones"][seat] >> k & 1}
            assert row["tricks"] == position.fields()["tricks"]
        env.step(env.sample())
    poker = BatchEnv("leduc", 1, seed=1)
    poker.step([2])
    seen = dict(zip(poker.spaces.number_names, poker.observations[0].tolist(), strict=True))
    assert seen["the own seat"] == 1 and seen["chips paid by oneself"] == 1 and seen["chips paid by the other"] == 3
    assert poker.observations[0, 6:].tolist() == [3, 0, 0, 0, 0, 0, 0, 0]


def test_rule_players_fill_seats() -> None:
    """Kuhn poker: `bold` bets whatever it holds, so a learner who always folds in second place loses a chip."""
    env, lost, ended = BatchEnv("kuhn", 64, seed=1, rules={0: "bold"}), 0.0, 0
    for _ in range(10):
        assert (env.actors == 1).all() and (env.legal[:, 0] == 1).all()
        step = env.step(np.zeros(64, np.int64))
        lost, ended = lost + float(step.rewards[:, 1].sum()), ended + int(step.done.sum())
    assert ended == 640 and lost == 640 * 0.25


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"count": 0}, "0 games"),
        ({"count": 2.5}, "2.5 games"),
        ({"count": "many"}, "many games"),
        ({"prune": "hedge"}, "hedge"),
        ({"rules": {2: "bold"}}, "seats 0 to 1, not 2"),
        ({"rules": {0: "ismcts"}}, "not a rule player"),
        ({"rules": {0: "bold", 1: "bold"}}, "nobody is asked"),
        ({"rules": {0: "bluff"}}, "bluff"),
        ({"setup": "texas"}, "texas"),
        ({"chain": True}, "no compound moves"),
    ],
)
def test_what_cannot_be_made_is_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        BatchEnv("leduc", **settings)  # type: ignore[arg-type]


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(-(2**62), 2**62) | st.integers(-2, 4), min_size=4, max_size=4))
def test_illegal_actions_are_refused_and_nothing_is_played(actions: list[int]) -> None:
    env = BatchEnv("leduc", 4, seed=1)
    before = env.states()
    if all(action in (1, 2) for action in actions):
        assert (env.step(actions).actors == 1).all()
    else:
        with pytest.raises(UsageError, match="is illegal; legal: 1, 2"):
            env.step(actions)
        assert (env.states() == before).all() and (env.actors == 0).all()


@pytest.mark.parametrize("actions", [[1, 1], [[1, 1, 1]], [1.0, 1.0, 1.0], ["1", "1", "1"], None, [1, [2], 3]])
def test_arrays_of_a_wrong_form_are_refused(actions: object) -> None:
    with pytest.raises(UsageError, match="should be 3 whole numbers"):
        BatchEnv("leduc", 3).step(actions)  # type: ignore[arg-type]


@pytest.mark.parametrize("out", [np.zeros(2, np.int64), np.zeros(3, np.int32), [0, 0, 0]])
def test_samples_into_something_that_does_not_fit_are_refused(out: object) -> None:
    with pytest.raises(UsageError, match="3 numbers of type int64"):
        BatchEnv("leduc", 3).sample(out)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [-1, 3])
def test_games_that_there_are_not_are_refused(game: int) -> None:
    env = BatchEnv("leduc", 3)
    for ask in (env.position, lambda i: env.move(i, 1), lambda i: env.action(i, 1), lambda i: env.action_text(i, 1)):
        with pytest.raises(UsageError, match="games 0 to 2"):
            ask(game)


def test_batches_of_two_threads_do_not_disturb_each_other() -> None:
    """A batch belongs to one thread; batches of several threads run at the same time."""

    def course(seed: int) -> list[list[int]]:
        env = BatchEnv("leduc", 256, seed=seed)
        for _ in range(200):
            env.step(env.sample())
        return env.states().tolist()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(course, range(4))) == [course(seed) for seed in range(4)]


def test_what_is_shown_cannot_be_written() -> None:
    env = BatchEnv("leduc", 3)
    with pytest.raises(ValueError, match="read-only"):
        env.legal[0, 0] = 1


def test_some_games_can_be_dealt_anew() -> None:
    env = BatchEnv("leduc", 3, seed=1)
    env.step([2, 2, 2])
    env.reset(games=[0, 1, 0])
    assert env.actors.tolist() == [1, 0, 1]


def test_every_number_of_our_games_has_a_name() -> None:
    for name in game_names():
        for game in find_game(name).rule_books():
            spaces = spaces_of(game)
            assert len(set(spaces.state_names)) == len(spaces.state_names)
            assert len(set(spaces.action_names)) == spaces.actions > 0 < spaces.numbers


def test_rules_that_are_not_compiled_are_refused() -> None:
    with pytest.raises(UsageError, match="compiled"):
        BatchEnv(_plain(), 2)


@pytest.mark.parametrize("name", ["gymnasium", "pettingzoo"])
def test_a_missing_package_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import mulligan.environments as room

    for module in (name, "mulligan.environments.aec", "mulligan.environments.single", "mulligan.environments.common"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, name, None)
    make = room.gymnasium_env if name == "gymnasium" else room.pettingzoo_env
    with pytest.raises(UsageError, match=r"pip install 'mulligan\[rl\]'"):
        make("kuhn")


def test_the_command_tells_what_numbers_mean(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["env", "leduc", "--json", "-"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["actions"] == ["fold", "check or call", "bet or raise"] and told["dense"]
    assert len(told["observation"]) == 14 and "card[1]" in told["state"]
    assert run(["env", "guess"]) == 0
    assert "say that it is 1 ... say that it is 16" in capsys.readouterr().out
    assert run(["env", "leduc", "--setup", "texas"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def _plain() -> Game:
    return Position.deal(find_game("nim")).game.interpreted()
