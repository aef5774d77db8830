"""What numbers are called: every one has a name, is what it says, stays within its bounds, and tells no secret."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from mulligan import Position, UsageError
from mulligan.core.encoding import Encoding, Field, Observation
from mulligan.core.game import Game
from mulligan.core.position import make_stream
from mulligan.core.registry import find_game, game_names
from mulligan.environments import BatchEnv, spaces_of
from mulligan.kernel import interpret, pack, records

LARGE = [("magic", "matched"), ("pokemon", ""), ("tribute", ""), ("lotr", "clean"), ("lotr", "full")]
SMALL = [(name, "") for name in ("leduc", "kuhn", "nim", "race", "guess", "ends", "aim", "swap", "synthetic", "hearts")]


@cache
def written(game: Game) -> Any:
    """The function that writes an observation, as ordinary Python: nothing is to be compiled for it."""
    return interpret(game.room().encoding.write or game.observe)


def numbers(position: Position, seat: int) -> list[int]:
    """What a seat observes, by the game's encoding."""
    (s, t), encoding = position.plain(), position.game.room().encoding
    if encoding.layout is not None:
        record = records(encoding.layout, 1, packed=False)
        written(position.game)(s, t, seat, record[0])
        return pack(record).view(np.int64).tolist()  # type: ignore[no-any-return]
    out = [0] * max(len(encoding.numbers), position.game.max_numbers)
    written(position.game)(s, t, seat, out)
    return out[: len(encoding.numbers)]


def named(position: Position, seat: int) -> dict[str, int]:
    """The same, by name."""
    return dict(zip(spaces_of(position.game).number_names, numbers(position, seat), strict=True))


def positions(name: str, setup: str, games: int = 2, most: int = 60) -> Iterator[Position]:
    """Positions of random games, in every second one with moves in parts where the game has them."""
    chosen = random.Random(f"{name} {setup}")
    game = find_game(name)
    for seed in range(games):
        position = Position.deal(game, setup, seed)
        for k in range(most):
            yield position.copy()
            if position.over:
                break
            chain = seed % 2 == 1 and position.game.chains
            position.play(chosen.choice(position.options(chain=chain)), (seed, k))


@pytest.mark.parametrize(("name", "setup"), LARGE + SMALL)
def test_numbers_stay_within_bounds_and_tell_nothing_that_the_seat_cannot_know(name: str, setup: str) -> None:
    differing = 0
    for k, position in enumerate(positions(name, setup)):
        game, spaces = position.game, spaces_of(position.game)
        assert spaces.bounded
        for seat in range(game.players):
            found = np.array(numbers(position, seat))
            wrong = np.flatnonzero((found < spaces.low) | (found > spaces.high))
            assert not len(wrong), [(spaces.number_names[i], int(found[i])) for i in wrong]
            hidden = position.hide(seat, make_stream(game, "test", k, seat))
            differing += bool((hidden.states != position.states).any())
            other = np.array(numbers(hidden, seat))
            assert (found == other).all(), [spaces.number_names[i] for i in np.flatnonzero(found != other)]
    assert differing or not game.hidden


def test_every_number_has_a_name_of_its_own() -> None:
    for name in game_names():
        for game in find_game(name).rule_books():
            spaces = spaces_of(game)
            names = spaces.number_names
            assert len(set(names)) == len(names) and all(names)
            assert not any(name.startswith("number ") for name in names)
            assert all(spaces.notes) or not any(spaces.notes)
            assert spaces.dense or spaces.action_names[0] == "legal move 1"


def test_magic_tells_what_lies_there() -> None:
    for position in positions("magic", "matched"):
        s = position.plain()[0]
        for seat in range(2):
            row, p = named(position, seat), seat
            assert row["side[own].life"] == max(0, s.life[p]) and row["side[other].life"] == max(0, s.life[1 - p])
            assert row["own_turn"] == (s.active == p) and row["hand_lands"] == s.land_hand[p]
            held = sum(row[f"side[own].kind[{k}].hand"] for k in range(30))
            assert held + s.land_hand[p] == row["side[own].hand"]
            assert sum(row[f"side[other].kind[{k}].ready"] for k in range(30)) == s.ready[1 - p].bit_count()
            assert not any(row[f"side[other].kind[{k}].hand"] for k in range(30))


def test_pokemon_tells_what_lies_there() -> None:
    from mulligan.games.pokemon.encoding import CARDS

    for position in positions("pokemon", ""):
        s = position.plain()[0]
        for seat in range(2):
            row = named(position, seat)
            hand = list(s.hand[seat][: s.n_hand[seat]])
            assert hand == [k + 1 for k, card in enumerate(CARDS) for _ in range(row[f"card[{card}].hand"])]
            assert row["side[other].prizes"] == s.n_prizes[1 - seat] and row["turn"] == s.turn
            assert row["side[own].slot[active].damage"] == s.slot[seat][0].damage
            unseen = row["side[other].hand"] + row["side[other].deck"] + row["side[other].prizes"]
            shown = sum(row[f"card[{card}].shown[other]"] for card in CARDS)
            if s.turn > 0:  # in the set-up there are Pokemon face down as well
                assert sum(row[f"card[{card}].other_hidden"] for card in CARDS) == unseen - shown


def test_tribute_tells_what_lies_there() -> None:
    from mulligan.games.tribute.rules.cards import NAMES

    for position in positions("tribute", ""):
        s = position.plain()[0]
        for seat in range(2):
            row = named(position, seat)
            assert row["side[own].prestige"] == s.prestige[seat] and row["side[other].coins"] == s.coins[1 - seat]
            assert [NAMES[row[f"row[{i}]"] - 1] for i in range(s.n_row)] == [NAMES[card] for card in s.row[: s.n_row]]
            assert sum(row[f"card[{card}].hand"] for card in NAMES) == s.n_hand[seat]
            hidden = sum(row[f"card[{card}].other_hidden"] for card in NAMES)
            assert hidden == s.n_hand[1 - seat] + s.n_draw[1 - seat]
            assert row["card[Gold].cooldown[own]"] == s.cooldown[seat][: s.n_cooldown[seat]].count(NAMES.index("Gold"))


@pytest.mark.parametrize("setup", ["clean", "full"])
def test_lotr_tells_what_lies_there(setup: str) -> None:
    from mulligan.games.lotr.encoding import CARDS

    for position in positions("lotr", setup):
        s, row = position.plain()[0], named(position, 0)
        assert row["threat"] == s.threat and row["points"] == max(0, s.points) and row["round"] == s.round
        assert [row[f"card[{card}].hand"] for card in CARDS] == s.hand[: len(CARDS)]
        assert sum(row[f"place[{i}].zone"] == 2 for i in range(56)) == s.engaged.bit_count()
        assert row["tokens[Eowyn]"] == s.tokens[0]


def test_the_numbers_of_a_batch_are_those_and_a_large_game_is_accepted() -> None:
    """The compiled `write` writes what the interpreted one does."""
    env = BatchEnv("lotr", 4, setup="clean", seed=1)
    for _ in range(40):
        for i in range(env.count):
            assert env.observations[i].tolist() == numbers(env.position(i), 0)
        step = env.scaled()
        assert step.dtype == np.float32 and step.min() >= 0 and step.max() <= 1
        actions = env.sample()
        assert env.action_text(0, int(actions[0])) in env.position(0).options_text()
        env.step(actions)


def test_an_observation_that_does_not_fit_is_refused() -> None:
    seen = Observation(turn=Field("the turn"))
    with pytest.raises(ValueError, match="2 bounds"):
        Encoding(numbers=("one",), bounds=((0, 1), (0, 1)))
    with pytest.raises(ValueError, match="2 whole numbers"):
        Encoding(numbers=("one", "two"), write=abs, layout=seen.layout)
    unbounded = spaces_of(find_game("nim"))._replace(low=np.array([-(2**63), 0]))
    with pytest.raises(UsageError, match="no bounds"):
        unbounded.scaled(np.zeros((1, 2), np.int64))
