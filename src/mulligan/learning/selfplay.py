"""Games to learn from: players against themselves and others, with some moves that are drawn by chance.

A player that reads a regression as cause and effect learns wrong signs where all games are played alike: so now and
then a move is any legal one, and what came of it is learned too.  What is to be learned of a position is no single
result:

* with players that search, a mean of the values that their searches found from there on, each weighing `trail` times
  as much as the one before, with the result at the end (an off-line lambda-return; Sutton 1988).  It ends where a move
  was drawn by chance, since that move was not the player's;
* else the mean of many games of rule players from sampled worlds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import isnan, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mulligan.agents import ASK, Player, ask, make_player, moves_to_play, seat_styles, tell_of
from mulligan.agents.asking import ask_rule
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position, make_stream
from mulligan.core.registry import find_game
from mulligan.kernel import seed_of
from mulligan.nets import numbers_of
from mulligan.search import Decision

from .playouts import playout_mean

COLUMNS = {"numbers": np.int32, "target": np.float32, "game": np.int64, "turn": np.int32, "drawn": np.int8}
"""Of a set of positions: what is seen, what it is worth, the number of its game, its turn, and whether a move that was
drawn by chance has led there within the same turn."""
Columns = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Recipe:
    """All that games to learn from follow from."""

    game: str
    setup: str
    agents: tuple[str, ...]
    """The player that learns, and others that it meets in one game of four."""
    seed: int
    explore: float = 0.05
    """How often a move is drawn by chance."""
    trail: float = 0.9
    positions: int = 16
    """Of each game."""
    playouts: int = 0
    """How many games of rule players a position is worth, or 0 for the values of searches."""
    style: str = ""
    """The rule player of these games; by default the agent itself."""

    def __post_init__(self) -> None:
        for name, low, high in (("explore", 0, 0.9), ("trail", 0, 1), ("positions", 1, 10_000), ("playouts", 0, 10**6)):
            if not low <= getattr(self, name) <= high:
                raise UsageError(f"{name}: {getattr(self, name):g} should be from {low} to {high}")

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {**asdict(self), "agents": list(self.agents)}


@dataclass
class _Moment:
    """A decision of a game: what each side's first seat sees, and what the mover's search thought of it."""

    numbers: NDArray[np.int64]
    actor: int
    turn: int
    drawn: bool
    """Whether the move that was played here was drawn by chance."""
    value: float
    targets: list[float]
    """For each side; no number where nobody knows."""


def value_of(decision: Decision, player: Player) -> float:
    """What a search thought of a position: the mean reward of the move that it chose; no number without a search.

    Of players that go by the best reward below a move (`backup=max`) it is that: their means are of what they tried.
    """
    settings = getattr(player, "settings", None)
    by_best = getattr(settings, "backup", "") == "max"
    chosen = decision.moves[len(decision.prefix)] if len(decision.moves) > len(decision.prefix) else None
    found = next((choice for choice in decision.choices if choice.move == chosen), None)
    return nan if found is None else found.best if by_best else found.mean


def trailed(
    values: Sequence[Sequence[float]], drawn: Sequence[bool], ends: Sequence[float], trail: float
) -> list[list[float]]:
    """For each decision and side: its target, from the values that searches found and the results.

    >>> trailed([[0.5], [nan], [0.7]], [False, False, False], [1.0], 0.5)
    [[0.675], [0.85], [0.85]]
    >>> trailed([[0.5], [0.2], [0.7]], [False, True, False], [1.0], 0.5)
    [[0.35], [0.2], [0.85]]
    """
    later, found = list(ends), []
    for row, by_chance in zip(reversed(values), reversed(drawn)):
        if by_chance:
            later = list(row)
        else:
            later = [y if isnan(x) else x if isnan(y) else (1 - trail) * x + trail * y for x, y in zip(row, later)]
        found.append([round(x, 9) for x in later])
    return found[::-1]


class Generator:
    """Plays the games of a recipe, each of which follows from its number alone."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe, named = recipe, find_game(recipe.game)
        self.setup = recipe.setup or next(iter(named.setups))
        self.game: Game = named.at(self.setup)
        self.kinds = [make_player(named, text) for text in recipe.agents]
        # Each seat has a player of its own: trees and averages are not shared.
        self.seats = [[make_player(named, text) for text in recipe.agents] for _ in range(named.players)]
        self.leads = [self.game.seats_of(side)[0] for side in range(self.game.sides)]
        self.styles = self._styles() if recipe.playouts else []
        if any(player.oracle for player in self.kinds):
            raise UsageError("learn: a player that sees hidden cards is no teacher")

    def _styles(self) -> list[list[int]]:
        """By which rule each seat plays on, to find what a position is worth."""
        text = self.recipe.style or self.recipe.agents[0]
        players = [make_player(find_game(self.recipe.game), text) for _ in range(self.game.players)]
        styles = seat_styles(self.game, self.setup, players)
        if any(style == ASK for row in styles for style in row[: len(self.game.stages)]):
            raise UsageError(f"playouts: '{text}' searches; name a rule player: {', '.join(self.game.styles)}")
        return styles

    def play(self, number: int) -> Columns:
        """The positions of one game."""
        recipe = self.recipe
        name = (recipe.seed, "learning", number)
        rng = np.random.default_rng(seed_of(*name, "choices"))
        moments, ends = self._course(name, rng)
        if not recipe.playouts:
            values = [moment.targets for moment in moments]
            drawn = [moment.drawn for moment in moments]
            for moment, targets in zip(moments, trailed(values, drawn, ends, recipe.trail)):
                moment.targets = targets
        known = [i for i, moment in enumerate(moments) if not all(map(isnan, moment.targets))]
        chosen = sorted(rng.choice(known, min(len(known), recipe.positions), replace=False).tolist()) if known else []
        rows = []
        for i in chosen:
            moment, before = moments[i], moments[max(0, i - 1)]
            after = i > 0 and before.drawn
            for side, target in enumerate(moment.targets):
                if not isnan(target):
                    rows.append((moment.numbers[side], min(1.0, max(0.0, target)), number, moment.turn, int(after)))
        if not rows:
            return empty(moments[0].numbers.shape[1])
        return {key: np.array([row[i] for row in rows], kind) for i, (key, kind) in enumerate(COLUMNS.items())}

    def _course(self, name: tuple[Any, ...], rng: np.random.Generator) -> tuple[list[_Moment], list[float]]:
        """Play a game; return its decisions, and what each side was paid."""
        recipe, game = self.recipe, self.game
        here = Position.deal(game, self.setup, seed=(*name, "deal"))
        players = self._table(rng)
        styles = seat_styles(game, self.setup, players)
        for player in players:
            player.forget()
        moments = list[_Moment]()
        keep = min(1.0, 3.0 * recipe.positions / 100) if recipe.playouts else 1.0  # playouts are dear
        while not here.over:
            seat, stage, turn, _ = here.look()
            count, free = len(moments), styles[seat][stage] == ASK or not game.default_styles(self.setup)
            options = here.options()
            drawn = free and len(options) > 1 and bool(rng.random() < recipe.explore)
            wanted = bool(rng.random() < keep)
            about = (*name, "decision", count)
            if styles[seat][stage] == ASK:
                decision = ask(players[seat], here, seat, about)
            else:
                decision = ask_rule(here, game.styles[styles[seat][stage]], seat, about, players[seat].name)
            moves: Any = [int(rng.choice(options))] if drawn else moves_to_play(decision, seat, lambda: here)
            for i, move in enumerate(moves):
                value = value_of(decision, players[seat]) if i == 0 else nan
                moments.append(self._moment(here, seat, turn, drawn, value, wanted, (*about, i)))
                tell_of(players, here, seat, move)
                here.play_with(move, make_stream(game, *about, "chance", i))
        return moments, [here.payoff(lead) for lead in self.leads]

    def _table(self, rng: np.random.Generator) -> list[Player]:
        """Who sits where: mostly the player that learns, in one game of four one other side is somebody else."""
        chosen, others = [0] * self.game.players, len(self.kinds) - 1
        if others and self.game.sides > 1 and rng.random() < 0.25:
            other = 1 + int(rng.integers(others))
            for seat in self.game.seats_of(int(rng.integers(self.game.sides))):
                chosen[seat] = other
        return [self.seats[seat][kind].at(self.setup) for seat, kind in enumerate(chosen)]

    def _moment(
        self, here: Position, seat: int, turn: int, drawn: bool, value: float, wanted: bool, name: tuple[Any, ...]
    ) -> _Moment:
        """What is to be known of a decision."""
        sides, own = self.game.sides, self.game.side(seat)
        targets = [nan] * sides
        if self.recipe.playouts:
            if wanted:
                count = self.recipe.playouts
                targets = [playout_mean(here, lead, self.styles, count, name) for lead in self.leads]
        else:
            targets[own] = value
            if sides == 2:
                targets[1 - own] = 1.0 - value
        return _Moment(numbers_of(here, self.leads), seat, turn, drawn, value, targets)


def empty(numbers: int) -> Columns:
    """No positions."""
    return {key: np.zeros((0, numbers) if key == "numbers" else 0, kind) for key, kind in COLUMNS.items()}


def joined(parts: Sequence[Columns]) -> Columns:
    """All positions of several sets."""
    return {key: np.concatenate([part[key] for part in parts]) for key in COLUMNS}
