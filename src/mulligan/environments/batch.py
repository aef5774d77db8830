"""The batched environment: thousands of games stepped in one compiled call, arrays in and arrays out.

>>> env = BatchEnv("leduc", 4, seed=1)
>>> env.actors.tolist(), env.legal.tolist()[0]
([0, 0, 0, 0], [0, 1, 1])
>>> step = env.step([2, 2, 2, 1])
>>> step.actors.tolist(), step.done.tolist()
([1, 1, 1, 1], [0, 0, 0, 0])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mulligan.agents import ASK, Player, make_player, seat_styles
from mulligan.core.errors import UsageError, quoted
from mulligan.core.game import CHAIN, OVER, Game
from mulligan.core.observing import OUTSIDE, as_seen, make_watch
from mulligan.core.position import Position
from mulligan.core.registry import find_game
from mulligan.kernel import Stream, integers, records, stream

from .driving import FINE, RESET, STEP, choose, make_drive, plant
from .spaces import Spaces, flat_state, spaces_of

MOST = 1 << 24  # games of a batch


class Step(NamedTuple):
    """What a batch looks like: a row for each game.  The next step overwrites the arrays: copy what you keep."""

    observations: NDArray[np.int64]
    """What the seat that is to act knows; after the end of a game that is not dealt anew, what the last one knows."""
    actors: NDArray[np.int64]
    """The seat that is to act, or -1 if the game is over."""
    legal: NDArray[np.int8]
    """For each action 1 if it is legal, else 0."""
    rewards: NDArray[np.float64]
    """For each seat: its payoff in the step that ended a game, else 0."""
    done: NDArray[np.int8]
    """1 in the step that ended a game, else 0."""


class BatchEnv:
    """Many games of one setup at the same time.

    A game that ends is dealt anew at once (unless `again` is False): its last rewards come together with the first
    observation of the next game.  The course of a game follows from the seed, its number in the batch and the actions.

    Seats in `rules` are played by a rule player of the game, `{1: "honest"}`; so are the stages that the setup takes
    out of the players' hands.  (`styles` says the same for each seat and stage, as `seat_styles` does.)  With `chain`,
    compound moves are asked as a chain of questions where a game can.  A game that rule players end before anybody is
    asked is dealt anew, and not paid.
    """

    def __init__(
        self,
        game: Game | str,
        count: int = 1,
        *,
        setup: str = "",
        seed: Any = 0,
        rules: Mapping[int, str] | None = None,
        styles: Sequence[Sequence[int]] | None = None,
        prune: str = "none",
        chain: bool = False,
        again: bool = True,
    ) -> None:
        chosen = find_game(game) if isinstance(game, str) else game
        self.setup = setup or next(iter(chosen.setups))
        self.game = game = chosen.at(setup)
        if not game.compiled:
            raise UsageError(f"{game.name}: an environment needs compiled rules; mark its functions with @compiled")
        if not isinstance(count, int | np.integer) or not 1 <= count <= MOST:
            raise UsageError(f"{count} games: a batch has 1 to {MOST:,}")
        if chain and not game.chains:
            raise UsageError(f"{game.name} has no compound moves that could be asked as a chain")
        self.spaces: Spaces = spaces_of(game)
        self.count, self.again = count, again
        self._form = game.pruning(prune) + (CHAIN if chain else 0)
        self._styles = np.array(styles or styles_of(game, self.setup, rules or {}), np.int64)
        if (self._styles[:, : len(game.stages)] != ASK).all():
            raise UsageError(f"rules: every seat of {game.name} is played by rule, so nobody is asked")
        self._drive = make_drive(game, bool((self._styles != ASK).any()))
        self._states, self._tables = records(game.State, count + 1), game.make_table(self.setup)
        self._rngs, self._choosers = records(Stream, count), records(Stream, count)
        self._out = integers(max(game.max_options, game.max_numbers, 64))
        self._moves = np.zeros((count, self.spaces.actions), np.int64)
        self._lengths = integers(count)
        self._made = Step(
            np.zeros((count, self.spaces.numbers), np.int64),
            np.full(count, OVER, np.int64),
            np.zeros((count, self.spaces.actions), np.int8),
            np.zeros((count, game.players), np.float64),
            np.zeros(count, np.int8),
        )
        self._shown = Step(*(_read_only(array) for array in self._made))
        self._batch = (self._states, self._tables, self._rngs, self._styles)
        made = self._made
        seen = made.observations, as_seen(game, made.observations)
        self._arrays = (made.actors, made.legal, self._moves, *seen, self._lengths, made.rewards, made.done)
        self.reset(seed)

    # --- playing ------------------------------------------------------------------------------------------------------

    def reset(self, seed: Any = None, games: ArrayLike | None = None) -> Step:
        """Deal anew: with a seed all games from the beginning, else from where their streams are, `games` if not all.

        `games` is an array with something other than 0 for each game to be dealt.
        """
        if seed is not None:
            if games is not None:
                raise UsageError("reset: a seed starts all games; leave out which")
            plant(self._rngs, self._choosers, stream("environment", seed))
        which = np.ones(self.count, np.int64) if games is None else self._whole(games, "games")
        self._call(RESET, which)
        return self._shown

    def step(self, actions: ArrayLike) -> Step:
        """Play one action in each game that is not over; an illegal one is refused, and nothing has been played."""
        given = self._whole(actions, "actions")
        wrong = self._call(STEP, given)
        if wrong != FINE:
            legal = np.flatnonzero(self._made.legal[wrong])
            raise UsageError(f"game {wrong}: action {given[wrong]} is illegal; legal: {', '.join(map(str, legal))}")
        return self._shown

    def _call(self, what: int, chosen: NDArray[np.int64]) -> int:
        found = self._drive(self._batch, what, self._form, int(self.again), chosen, *self._arrays, self._out)
        if found == OUTSIDE:
            raise UsageError(f"{self.game.name}: its encoding has no room for some move or number; see Room.encoding")
        return int(found)

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A legal action for each game, by chance; into `out` if it is given."""
        actions = np.zeros(self.count, np.int64) if out is None else out
        if not (isinstance(actions, np.ndarray) and actions.shape == (self.count,) and actions.dtype == np.int64):
            raise UsageError(f"out: should be an array of {self.count} numbers of type int64")
        choose(self._choosers, self._made.actors, self._made.legal, actions)
        return actions

    def play(self, move: int) -> Step:
        """Play a legal move, given as the game knows it, in a batch of one game."""
        if self.count != 1:
            raise UsageError(f"play: there are {self.count} games; step takes an action for each")
        if self._made.actors[0] == OVER or not self.position(0).is_legal(move):
            raise UsageError(f"the move {move} is illegal")
        self._moves[0, 0], self._made.legal[0, 0] = move, 1  # as action 0, which is forgotten afterwards
        return self.step([0])

    def _one(self, game: int) -> None:
        if game not in range(self.count):
            raise UsageError(f"game {game}: this batch has games 0 to {self.count - 1}")

    def _whole(self, given: ArrayLike, what: str) -> NDArray[np.int64]:
        try:
            array = np.asarray(given)
        except (TypeError, ValueError) as error:  # ragged lists, arrays that live elsewhere
            raise UsageError(f"{what}: {quoted(str(error))}; should be {self.count} whole numbers") from None
        if array.shape != (self.count,) or array.dtype.kind not in "iub":
            raise UsageError(f"{what}: {array.dtype} of shape {array.shape} should be {self.count} whole numbers")
        return np.ascontiguousarray(array, np.int64)

    # --- looking ------------------------------------------------------------------------------------------------------

    @property
    def now(self) -> Step:
        """The batch as it is."""
        return self._shown

    @property
    def observations(self) -> NDArray[np.int64]:
        """What the seat that is to act knows, for each game."""
        return self._shown.observations

    @property
    def actors(self) -> NDArray[np.int64]:
        """The seat that is to act in each game, or -1."""
        return self._shown.actors

    @property
    def legal(self) -> NDArray[np.int8]:
        """The mask of legal actions of each game."""
        return self._shown.legal

    @property
    def moves(self) -> NDArray[np.int64]:
        """The move that each action of each game is; where the action is illegal, any number."""
        return _read_only(self._moves)

    @property
    def action_names(self) -> tuple[str, ...]:
        """What each action is; `action_text` says what a place in the list of legal moves is at the moment."""
        return self.spaces.action_names

    @property
    def observation_names(self) -> tuple[str, ...]:
        """What each number of an observation is; `spaces.notes` says more."""
        return self.spaces.number_names

    @property
    def state_names(self) -> tuple[str, ...]:
        """What each number of `states` is."""
        return self.spaces.state_names

    def scaled(self) -> NDArray[np.float32]:
        """The observations with every number brought from its bounds to 0 to 1; a new array."""
        return self.spaces.scaled(self._made.observations)

    def observe(self, seats: ArrayLike) -> NDArray[np.int64]:
        """What any seat knows, one for each game; a new array."""
        wanted = self._whole(seats, "seats")
        if wanted.min() < 0 or wanted.max() >= self.game.players:
            raise UsageError(f"seats: {self.game.name} has seats 0 to {self.game.players - 1}")
        found = np.zeros_like(self._made.observations)
        make_watch(self.game)(self._states, self._tables, wanted, as_seen(self.game, found), self._out)
        return found

    def states(self) -> NDArray[Any]:
        """Everything, hidden cards too, for critics: the fields of all states side by side; a new array."""
        return flat_state(self._states[: self.count])

    def move(self, game: int, action: int) -> int:
        """The move that a legal action of a game is."""
        self._one(game)
        if not (0 <= action < self.spaces.actions and self._made.legal[game, action]):
            raise UsageError(f"game {game}: action {action} is illegal")
        return int(self._moves[game, action])

    def action(self, game: int, move: int) -> int:
        """The action that a legal move of a game is."""
        self._one(game)
        found = np.flatnonzero((self._moves[game] == move) & (self._made.legal[game] == 1))
        if not len(found):
            raise UsageError(f"game {game}: the move {move} is illegal")
        return int(found[0])

    def action_text(self, game: int, action: int) -> str:
        """A legal action of a game in words: those of the move that it is."""
        return self.position(game).text(self.move(game, action))

    def position(self, game: int) -> Position:
        """A copy of one of the games, as it is, hidden cards too."""
        self._one(game)
        return Position(self.game, self.setup, self._tables, self._states[game : game + 1].copy())


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    shown = array.view()
    shown.flags.writeable = False
    return shown


def styles_of(game: Game, setup: str, rules: Mapping[int, str]) -> list[list[int]]:
    """How each seat plays each stage: by which rule, or ASK."""
    players = [Player(game, "learner", [ASK] * len(game.stages)) for _ in range(game.players)]
    for seat, name in rules.items():
        if seat not in range(game.players):
            raise UsageError(f"rules: {game.name} has seats 0 to {game.players - 1}, not {seat}")
        players[seat] = make_player(game, name).at(setup)
        if ASK in players[seat].styles:
            raise UsageError(f"rules: '{name}' is not a rule player; those of {game.name}: {', '.join(game.styles)}")
    return seat_styles(game, setup, players)
