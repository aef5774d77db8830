"""Are sampled worlds as likely as true ones?  A test over many games, at the deal and all through the game.

To one seat, the truth and a sample must be exchangeable: given what the seat knows, neither is likelier than the other
to have some card in some place.  At the deal that is so for every fair `hide`.  Later it is so only if nobody's moves
tell what `hide` does not count with, so these games are played in a special way.  The seat itself moves at random; that
depends on what it knows alone.  The other seat plays moves that it has in all sampled worlds; where there is none, or
the move changes something that only its player knows (whoever plays a land had one), the truth is replaced by a sample,
and from there on the two are exchangeable again.

Every number of the state that varies from sample to sample, everything that players observe a few moves later, and
every bit of these numbers is compared between truth and sample, one pair for each game and phase.
Where the two are exchangeable, each difference is as likely as its opposite, and the sum of n differences lies beyond z
times the root of their squares with a chance below 2 exp(-z * z / 2), whatever the game.  z is chosen so that all
comparisons of a check together give a false alarm in less than one check out of a million.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import log, sqrt
from random import Random
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.position import Position, make_stream
from ..kernel import records
from .walk import Tried, Wrong, packed, views

FALSE_ALARMS = 1e-6  # for a whole check
WORLDS = 6  # in which a move of the other seat must be possible
PHASES = ("at the deal", "in the first third", "in the second third", "in the last third")
OTHERS = 3
MOVES = 60_000  # that are played in all games together, about
BITS = 48


@dataclass
class Pairs:
    """Truths and samples for one seat in one phase: their states, and what the players observe a bit later."""

    setups: list[str] = field(default_factory=list)
    true: list[Any] = field(default_factory=list)
    sampled: list[Any] = field(default_factory=list)
    others: list[list[Any]] = field(default_factory=lambda: [[] for _ in range(OTHERS)])
    """Further samples, which tell where samples vary: truths may have notes elsewhere that every sample leaves out."""
    sights: list[Any] = field(default_factory=list)

    def add(self, truth: Position, seat: int, seed: Any) -> None:
        """Take one more pair."""
        game = truth.game
        rng = make_stream(game, seed, "fair")
        sample = truth.hide(seat, rng)
        self.setups.append(truth.setup)
        self.true.append(packed(truth))
        self.sampled.append(packed(sample))
        for other in self.others:
            other.append(packed(truth.hide(seat, rng)))
        moves = 1 + len(self.sights) % 3
        self.sights.append([sight(truth, moves, rng), sight(sample, moves, rng)])


def sight(position: Position, moves: int, rng: Any) -> Any:
    """What all seats observe after some random moves, in a row of fixed length."""
    game = position.game
    after = position.copy()
    for _ in range(moves):
        if not after.over:
            after.act("uniform", rng)
    numbers = np.zeros((game.players, game.max_numbers), np.int64)
    for row, view in zip(numbers, views(after), strict=True):
        row[: len(view)] = view
    return numbers.ravel()


def fairness(game: Game, setups: list[str], seed: int, longest: int, deals: int) -> Tried:
    """Compare truth and samples, seat by seat and phase by phase; raise `Wrong` where they differ."""
    games = max(100, min(deals // 2, MOVES // max(1, longest)))
    worst, compared, tried, problem = 0.0, 0, 0, ""
    for seat in range(game.players):
        phases = [Pairs() for _ in PHASES]
        for i in range(deals):
            truth = deal(game, setups[i % len(setups)], seed, i)
            phases[0].add(truth, seat, (seed, i, seat))
            if i < games:
                for phase, place in at_phases(truth, seat, longest, seed, i):
                    phases[phase].add(place, seat, (seed, i, seat, phase))
        for name, pairs in zip(PHASES, phases, strict=True):
            tried += len(pairs.true)
            for z, told in differences(game, pairs):
                compared += 1
                if z > worst:
                    worst, problem = z, f"{name}, over {len(pairs.true)} positions, {told} after hide({seat})"
    limit = sqrt(2.0 * log(2.0 * max(1, compared) / FALSE_ALARMS))
    if worst > limit:
        raise Wrong(f"{problem}: {worst:.1f} standard errors apart, where {limit:.1f} are allowed")
    told = f"{tried} pairs of worlds, {compared} numbers, {worst:.1f} of {limit:.1f} standard errors apart"
    return Tried(tried, f"{told}; false alarms: below 1 in a million checks")


@lru_cache(maxsize=64)
def table_of(game: Game, setup: str) -> Any:
    """The table of a setup, made once."""
    return game.make_table(setup)


def deal(game: Game, setup: str, seed: int, i: int) -> Position:
    """A deal by its number."""
    game = game.at(setup)
    position = Position(game, setup, table_of(game, setup), records(game.State, 1, packed=game.compiled))
    position.deal_with(make_stream(game, seed, i, "fair deal"))
    return position


def at_phases(truth: Position, seat: int, longest: int, seed: int, i: int) -> Iterator[tuple[int, Position]]:
    """Play a game so that the truth stays as likely as a sample; give one position in each phase."""
    game = truth.game
    random = Random(f"{seed} {i} {seat}")
    third = max(1, longest // 3)
    stops = {random.randrange(1 + phase * third, 1 + (phase + 1) * third): phase + 1 for phase in range(3)}
    rng = make_stream(game, seed, i, seat, "fair game")
    place = truth.copy()
    for step in range(1, max(stops) + 1):
        place = stepped(place, seat, rng, random)
        if place.over:
            return
        if step in stops:
            yield stops[step], place.copy()


def stepped(place: Position, seat: int, rng: Any, random: Random) -> Position:
    """The position after one more move, or a sample of it if the move may have told what only its player knows."""
    moves = place.options()
    if place.actor == seat:
        place.play_with(random.choice(moves), rng)
        return place
    worlds = [place.hide(seat, rng) for _ in range(WORLDS)]
    usual = set(moves).intersection(*(world.options() for world in worlds))
    theirs = [place.hide(place.actor, rng) for _ in range(WORLDS)]
    private = varied(worlds) & ~varied(theirs)
    before = bytes_of(place)
    place.play_with(random.choice(sorted(usual) or moves), rng)
    told = not usual or (before != bytes_of(place))[private].any()
    return place.hide(seat, rng) if told else place


def bytes_of(position: Position) -> Any:
    """The state, byte by byte."""
    return np.frombuffer(packed(position).tobytes(), np.uint8)


def varied(worlds: list[Position]) -> Any:
    """In which bytes some states differ."""
    rows = np.stack([bytes_of(world) for world in worlds])
    return (rows != rows[0]).any(axis=0)


def cells(states: Any, name: str) -> Iterator[tuple[str, Any]]:
    """The numbers of many records, field by field: its name, and a row of numbers for each record."""
    if states.dtype.names:
        for part in states.dtype.names:
            yield from cells(states[part], f"{name}.{part}" if name else part)
    else:
        yield name, states.reshape(len(states), -1).astype(np.int64)


def differences(game: Game, pairs: Pairs) -> Iterator[tuple[float, str]]:
    """How far truth and sample lie apart in every number that varies and in its bits, in standard errors."""
    if not pairs.true:
        return
    kinds = [pairs.true, pairs.sampled, *pairs.others]
    setups = np.array(pairs.setups)
    for fields in zip(*(cells(np.concatenate(states), "") for states in kinds), strict=True):
        name, (true, sampled, *others) = fields[0][0], [numbers for _, numbers in fields]
        counted = (np.stack(others) != others[0]).any(axis=0)
        for setup in set(
            pairs.setups
        ):  # what never varies in truth is not decided yet, as a deck before it is shuffled
            rows = setups == setup
            counted[rows] &= (true[rows] != true[rows][0]).any(axis=0)
        for cell in np.flatnonzero(counted.any(axis=0)):
            rows = counted[:, cell]
            label = f"{name}[{cell}]" if true.shape[1] > 1 else name
            yield from numbers_apart(true[rows, cell], sampled[rows, cell], label)
    true, sampled = (np.array([pair[side] for pair in pairs.sights]) for side in range(2))
    for column in np.flatnonzero((true != sampled).any(axis=0)):
        viewer, number = divmod(int(column), game.max_numbers)
        label = f"number {number} of what player {viewer + 1} observes after 1 to 3 moves"
        yield from numbers_apart(true[:, column], sampled[:, column], label)


def numbers_apart(one: Any, two: Any, label: str) -> Iterator[tuple[float, str]]:
    """How far two columns lie apart, as numbers and bit by bit."""
    yield apart(one - two), f"{label} is {one.mean():.3f} on average in true worlds, but {two.mean():.3f}"
    width = int(max(abs(one).max(), abs(two).max())).bit_length()
    for bit in range(min(BITS, width) if width > 1 else 0):
        true, sampled = one >> bit & 1, two >> bit & 1
        shares = [f"{100.0 * side.mean():.1f} %" for side in (true, sampled)]
        yield apart(true - sampled), f"{label} has bit {bit} set in {shares[0]} of true worlds, but in {shares[1]}"


def apart(differences: Any) -> float:
    """The sum of differences, in units of the root of their squares."""
    squares = float((differences.astype(np.float64) ** 2).sum())
    return abs(float(differences.sum())) / sqrt(squares) if squares else 0.0
