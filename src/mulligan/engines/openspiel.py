"""Games of OpenSpiel as games of ours: `openspiel:leduc_poker`, `openspiel:leduc_poker(players=3)`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from mulligan.core.errors import UsageError, quoted, unknown
from mulligan.core.foreign import CHANCE, Members, foreign_game
from mulligan.core.game import MAX_SEATS, OVER, Game
from mulligan.core.registry import Source
from mulligan.core.room import Units

PREFIX = "openspiel"
PARTNERS = (0, 1, 0, 1)
TEAMS = {"bridge": PARTNERS, "euchre": PARTNERS, "spades": PARTNERS, "tiny_bridge_4p": PARTNERS}
"""Games whose partners share a payoff: OpenSpiel does not say so itself."""
ERRORS = (RuntimeError, ValueError, TypeError)  # those of OpenSpiel are the first
TRIED = 30  # decisions of a game that is played to see whether it can be
FURTHER = 200  # steps that are played on from each sample


def pyspiel() -> Any:
    """The module of OpenSpiel, or a word on how to get it."""
    try:
        import pyspiel as found
    except ImportError:
        raise UsageError("OpenSpiel is missing: pip install 'mulligan[openspiel]'") from None
    return found


class Spiel:
    """A game of OpenSpiel as an engine."""

    def __init__(self, game: Any, name: str, teams: tuple[int, ...]) -> None:
        kind, self.lib = game.get_type(), pyspiel()
        self.game, self.name, self.teams = game, name, teams
        self.players: int = game.num_players()
        self.hidden: bool = kind.information != self.lib.GameType.Information.PERFECT_INFORMATION
        self._low, self._span = game.min_utility(), max(game.max_utility() - game.min_utility(), 1e-9)
        self._sides = len(set(teams)) if teams else self.players
        self._in_words: Callable[[Any, int], str] = _speaker(kind, self.lib)
        self._members: Members | None = None

    def start(self) -> Any:
        return self.game.new_initial_state()

    def actor(self, state: Any) -> int:
        seat = int(state.current_player())
        if seat >= 0:
            return seat
        return CHANCE if seat == int(self.lib.PlayerId.CHANCE) else OVER

    def chances(self, state: Any) -> Sequence[tuple[int, float]]:
        found: Sequence[tuple[int, float]] = state.chance_outcomes()
        return found

    def legal(self, state: Any) -> Sequence[int]:
        found: Sequence[int] = state.legal_actions()
        return found

    def step(self, state: Any, move: int) -> Any:
        return state.child(move)

    def payoffs(self, state: Any) -> Sequence[float]:
        returns = state.returns()
        if self._sides == 2:
            first = next(seat for seat in range(self.players) if self._side(seat) == 0)
            other = next(seat for seat in range(self.players) if self._side(seat) == 1)
            lead = (returns[first] - returns[other]) / (2 * self._span)
            return [_within(0.5 + lead if self._side(seat) == 0 else 0.5 - lead) for seat in range(self.players)]
        return [_within((one - self._low) / self._span) for one in returns]

    def _side(self, seat: int) -> int:
        return self.teams[seat] if self.teams else seat

    def known(self, state: Any, seat: int) -> str:
        return self._in_words(state, seat)

    def sample(self, state: Any, seat: int, uniform: Callable[[], float]) -> Any:
        if self._members is None:
            return state.resample_from_infostate(seat, uniform)
        return self._members.sample(state, seat, uniform)

    def history(self, state: Any) -> Sequence[tuple[int, int]]:
        chance = int(self.lib.PlayerId.CHANCE)
        return [(CHANCE if int(one.player) == chance else int(one.player), one.action) for one in state.full_history()]

    def text(self, state: Any, move: int) -> str:
        return str(state.action_to_string(state.current_player(), move))

    def picture(self, state: Any) -> str:
        return str(state)

    def try_out(self) -> None:
        """Play a game, and find out how to sample what is hidden: OpenSpiel's way, or else by trying everything."""
        draws = iter(range(1, 1_000_000))

        def uniform() -> float:
            return next(draws) * 0.6180339887 % 1.0

        state, decisions = self.start(), 0
        while decisions < TRIED and (seat := self.actor(state)) != OVER:
            if seat != CHANCE:
                decisions += 1
                if self.hidden:
                    self._try_sample(state, seat, uniform)
            state = self._go_on(state, uniform)

    def _try_sample(self, state: Any, seat: int, uniform: Callable[[], float]) -> None:
        """Sample, and play on: samples of some games look right, and have lost cards."""
        if self._members is None:
            try:
                world = self.sample(state, seat, uniform)
                if self._told(world, seat) != self._told(state, seat):
                    raise ValueError("a seat can tell a sample from the truth")
                for _ in range(FURTHER):
                    if self.actor(world) == OVER:
                        break
                    world = self._go_on(world, uniform)
                return
            except ERRORS:
                self._members = Members(self, self.name)
        self.sample(state, seat, uniform)

    def _told(self, state: Any, seat: int) -> tuple[int, str, list[int]]:
        return self.actor(state), self.known(state, seat), list(self.legal(state))

    def _go_on(self, state: Any, uniform: Callable[[], float]) -> Any:
        """What follows when somebody makes any move, or chance does something."""
        chance = self.actor(state) == CHANCE
        ways = [move for move, _ in self.chances(state)] if chance else list(self.legal(state))
        if not ways:
            raise ValueError("there is no legal move")
        return self.step(state, ways[int(uniform() * len(ways))])


def _within(payoff: float) -> float:
    return min(1.0, max(0.0, payoff))


def _speaker(kind: Any, lib: Any) -> Callable[[Any, int], str]:
    """How a game says what a seat knows: all that it has ever known, or else what it sees now."""
    if kind.provides_information_state_string:
        return lambda state, seat: str(state.information_state_string(seat))
    if kind.provides_observation_string:
        return lambda state, seat: str(state.observation_string(seat))
    if kind.information == lib.GameType.Information.PERFECT_INFORMATION:
        return lambda state, seat: str(state)
    raise UsageError(f"{PREFIX}:{kind.short_name} does not say in words what a seat knows")


def load(text: str) -> Game:
    """The game that `openspiel:TEXT` names."""
    lib, name = pyspiel(), f"{PREFIX}:{text}"
    short = text.partition("(")[0].strip()
    if short not in lib.registered_names():
        raise unknown("game of OpenSpiel", short, lib.registered_names(), "docs/openspiel.md")
    with _told(name):
        found = lib.load_game(text)
        _refuse(found, name)
    kind = found.get_type()
    together = kind.utility == lib.GameType.Utility.IDENTICAL and found.num_players() > 1
    teams = (0,) * found.num_players() if together else TEAMS.get(short, ())
    with _told(name):
        engine = Spiel(found, name, teams)
        engine.try_out()
    return foreign_game(
        engine,
        name,
        f"{kind.long_name} (OpenSpiel)",
        max_options=max(found.num_distinct_actions(), 1),
        max_turns=max(found.max_game_length(), 1),
        teams=teams,
        units=Units("points", found.max_utility() - found.min_utility()),
        about=f"{kind.long_name}, by the rules of OpenSpiel.",
    )


def _refuse(game: Any, name: str) -> None:
    """An error for games that cannot be ours."""
    lib, kind = pyspiel(), game.get_type()
    types = lib.GameType
    if kind.dynamics == types.Dynamics.SIMULTANEOUS:
        told = name.removeprefix(f"{PREFIX}:")
        turns = f"{PREFIX}:turn_based_simultaneous_game(game={told if '(' in told else f'{told}()'})"
        raise UsageError(f"{name}: all players move at the same time; one after the other they do in '{turns}'")
    if kind.dynamics != types.Dynamics.SEQUENTIAL:
        raise UsageError(f"{name}: it is a mean field game, in which nobody has a turn")
    if kind.chance_mode == types.ChanceMode.SAMPLED_STOCHASTIC:
        raise UsageError(f"{name}: it draws its own random numbers, so the same seed would not be the same game")
    if not 1 <= game.num_players() <= MAX_SEATS:
        raise UsageError(f"{name}: it has {game.num_players()} players; games have 1 to {MAX_SEATS}")
    if kind.utility == types.Utility.GENERAL_SUM and game.num_players() == 2:
        raise UsageError(f"{name}: what its two players get does not add up to a constant, so no result says who won")


@contextmanager
def _told(name: str) -> Iterator[None]:
    """What OpenSpiel finds wrong is told in one line; it would print it as well."""
    sys.stderr.flush()
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    except UsageError:
        raise
    except ERRORS as error:
        told = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise UsageError(f"{quoted(name)}: OpenSpiel says: {told}") from None
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


def origin() -> str:
    """Whose code plays the games, in which state."""
    try:
        return f"open_spiel {version('open_spiel')}"
    except PackageNotFoundError:
        return "open_spiel"


SOURCE = Source(load, origin)
