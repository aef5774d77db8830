"""Seeking out what happens rarely: positions with a number in their state that few others have, and what follows.

Every number of a state that takes few values tells a kind of position: an open question, a counter, the least and the
greatest of a row.  Play goes on from the positions whose numbers have been met least often, so rare questions are found
within some thousand moves that random games meet once in a hundred thousand.  At each of them worlds are sampled for
every seat, also for those that are not to move.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.position import Position
from .walk import STYLED, Plan, Tried, Walk, Wrong, legal_moves, need, packed

MANY = 48  # a number with more values than that tells no kind of position
SELDOM = 2  # how often a value must have been met at most
PATIENCE = 6_000  # moves without a rare position after which no more are sought
STRETCH = 25  # moves that are played on from a rare position
WORLDS = 6
ONWARD = 5  # moves in a sampled world


def marks(position: Position) -> Iterator[tuple[str, int]]:
    """The numbers of a state by name: single ones as they are, of rows the least and the greatest."""
    for name, value in _marks(packed(position)[0], ""):
        yield f"{position.setup}: {name}", value


def _marks(item: Any, name: str) -> Iterator[tuple[str, int]]:
    for part in item.dtype.names:
        value, label = item[part], f"{name}.{part}" if name else part
        if value.dtype.names:
            row = value.reshape(-1)
            for inner in value.dtype.names:
                yield f"{label}.{inner} least", int(row[inner].min())
                yield f"{label}.{inner} greatest", int(row[inner].max())
        elif value.ndim:
            yield f"{label} least", int(value.min())
            yield f"{label} greatest", int(value.max())
            yield f"{label} sum", int(value.sum(dtype=np.int64))
        else:
            yield label, int(value)


class Seeker:
    """A player that goes where it has seldom been."""

    def __init__(self, game: Game, setups: list[str], seed: int) -> None:
        self.game, self.setups, self.seed = game, setups, seed
        self.random = Random(f"rare {seed}")
        self.counts: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        self.starts: dict[tuple[str, int], Walk] = {}
        self.games = 0

    def rarity(self, walk: Walk) -> int:
        """Count a position: how often the rarest of its marks was met."""
        least = 1 << 30
        for name, value in marks(walk.position):
            values = self.counts[name]
            if len(values) > MANY:
                continue
            values[value] += 1
            if values[value] < least:
                least = values[value]
            if values[value] == 1:
                self.starts[name, value] = fresh(walk)
        return least

    def start(self) -> Walk:
        """A new game, or a position with a mark that was met seldom or lies at the edge of what was met."""
        known = [mark for mark in self.starts if len(self.counts[mark[0]]) <= MANY]
        kind = self.random.randrange(4)
        if kind == 0:
            known = [
                (name, value) for name, value in known if value in (min(self.counts[name]), max(self.counts[name]))
            ]
        if known and kind < 3:
            some = self.random.sample(known, min(len(known), 8))
            name, value = min(some, key=lambda mark: self.counts[mark[0]][mark[1]])
            self.counts[name][value] += 1
            return fresh(self.starts[name, value])
        self.games += 1
        return Walk(self.game, Plan(self.setups[self.games % len(self.setups)], self.seed + self.games))

    def positions(self, moves: int) -> Iterator[tuple[Walk, bool]]:
        """Positions, and whether they are rare."""
        met = last = 0
        while met < min(moves, last + PATIENCE):
            walk = self.start()
            style = self.random.randrange(3)  # one game in three is left to a rule player throughout
            limit = STRETCH if walk.played else 100 * self.game.max_turns
            for _ in range(limit):
                met += 1
                rare = self.rarity(walk) <= SELDOM
                last = met if rare else last
                yield walk, rare
                if walk.position.over or met >= moves:
                    break
                choice = self.random.randrange(STYLED) if style else STYLED - 1 - self.games % len(self.game.styles)
                for move in walk.choose(choice) or walk.choose(0):
                    walk.play(walk.position, move)
                    walk.played.append(move)


def fresh(walk: Walk) -> Walk:
    """A copy that can be played on."""
    other = walk.copy()
    other.played = list(walk.played)
    return other


def rare_stages(game: Game, setups: list[str], seed: int, moves: int) -> Tried:
    """Evaluations are numbers everywhere, and worlds sampled at rare positions can be played, for every seat."""
    seeker = Seeker(game, setups, seed)
    met = rare = worlds = 0
    for walk, is_rare in seeker.positions(moves):
        met += 1
        try:
            sound(walk.position)
            if is_rare:
                rare += 1
                for seat in range(game.players):
                    for i in range(WORLDS):
                        worlds += 1
                        try_world(walk, seat, i)
        except Exception as error:
            problem = str(error) if isinstance(error, Wrong) else f"raises {type(error).__name__}: {error}"
            raise Wrong(problem, fresh(walk)) from None
    kinds = sum(len(values) for values in seeker.counts.values() if len(values) <= MANY)
    return Tried(met, f"{rare} rare positions, {worlds} worlds sampled there, {kinds} kinds of positions met")


def sound(position: Position, world: str = "") -> None:
    """Hold evaluations to their range, and a position to having a move."""
    for seat in range(position.game.players):
        position.observe(seat)
        for evaluation in position.game.evaluations:
            value = position.evaluate(seat, evaluation)
            need(
                0.0 <= value <= 1.0,
                f"evaluation '{evaluation}' of player {seat + 1} is {value}, not from 0 to 1{world}",
            )
    if not position.over:
        need(bool(position.options()), f"no legal move, and the game is not over{world}")


def try_world(walk: Walk, seat: int, i: int) -> None:
    """Sample a world and play on in it, by a rule player first, then at random."""
    start = walk.position.hide(seat, walk.stream("rare", i))
    world, told = start.copy(), f" after hide({seat}), in {start}"
    rng = walk.stream("rare play", i)
    for step in range(ONWARD):
        sound(world, told)
        if world.over:
            return
        if step == 0 and i < len(walk.game.styles):
            for move in world.advise(walk.game.styles[i], rng):
                need(not world.over and move in legal_moves(world), f"style {i} advises {move}, no legal move{told}")
                world.play_with(move, rng)
        else:
            world.act("uniform", rng)
