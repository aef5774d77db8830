"""Beam search through one's own turn: of all positions reached so far, a few good ones are kept from move to move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from math import exp
from typing import Any

from mulligan.core.errors import UsageError, unknown
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.core.timing import Stopwatch, making_code
from mulligan.kernel import (
    Stream,
    below,
    compiled,
    entry,
    floats,
    integers,
    interpret,
    record,
    records,
    seed_of,
    uniform,
)

from .decision import Choice, Decision
from .settings import print_value, read_value

KEEPS = ("best", "inverted")
BEST, INVERTED = range(2)
_draw_below = interpret(below)

Task = record(
    seat="i8",
    width="i8",
    all_first="i8",
    fresh="i8",
    keep="i8",
    scale="f8",
    form="i8",
    evaluation="i8",
    depth="i8",
    positions="i8",  # looked at
    layers="i8",
)


@dataclass(frozen=True)
class BeamSettings:
    """The choices of a beam search.

    >>> BeamSettings(width=10).width
    10
    """

    width: int = 20
    """Beam width: positions kept from move to move."""
    all_first: bool = False
    """Keep all positions after the first move."""
    keep: str = "best"
    """Which positions are kept: the `best`; or `inverted`, a fault of a published program that also lets worse ones in,
    the more readily the worse they are."""
    scale: float = 1.0
    """With keep=inverted: the factor by which differences of the evaluation are multiplied."""
    fresh: bool = False
    """Re-determinization: reshuffle what nobody has drawn yet before each move."""
    prune: str = "none"
    """Move pruning, by name."""
    evaluate: str = ""
    """Evaluation function; the first one of the game if empty."""
    depth: int = 60
    """Maximum depth: the number of moves looked ahead."""
    play: str = "house"
    """Policy of the stages not searched: a style; `house`: as the setup says."""
    search: str = "all"
    """Searched stages, joined by +."""

    def __post_init__(self) -> None:
        if self.keep not in KEEPS:
            raise unknown("keep", self.keep, KEEPS)
        for name, low, high in (("width", 1, 10_000), ("depth", 1, 1_000), ("scale", 0, 10**9)):
            if not low <= getattr(self, name) <= high:
                raise UsageError(f"{name}={getattr(self, name)}: should be from {low} to {high}")

    def __str__(self) -> str:
        words = []
        for part in fields(self):
            value = getattr(self, part.name)
            if value != part.default:
                words.append(part.name if value is True else f"{part.name}={print_value(value)}")
        return ",".join(words)


def change_beam(settings: BeamSettings, words: Mapping[str, str]) -> BeamSettings:
    """Settings with some choices changed, given as words.

    >>> change_beam(BeamSettings(), {"width": "10", "fresh": ""})
    BeamSettings(width=10, ..., fresh=True, ...)
    """
    known = {part.name: part.default for part in fields(BeamSettings)}
    for name in words:
        if name not in known:
            raise unknown("beam setting", name, known)
    return replace(settings, **{name: read_value(name, text, known[name]) for name, text in words.items()})


def make_beam(game: Game) -> Any:
    """Weave a game's functions into the beam."""
    actor, turn, options, play = game.actor, game.turn, game.options, game.play
    hide, shuffle, evaluate, payoff = game.hide, game.shuffle, game.evaluate, game.payoff
    end = -1 if game.end is None else game.end

    @compiled
    def worth(s, t, task):
        return payoff(s, task.seat) if actor(s) < 0 else evaluate(s, t, task.seat, task.evaluation)

    @compiled
    def finish(first, value, best):
        """Note what a finished turn is worth for the move that it began with."""
        best[first] = max(best[first], value)

    @compiled
    def place_for(task, layer, count, room, value, values, rng):
        """Where in the next beam a position goes, or -1."""
        if count < room:
            return count
        worst = 0
        for i in range(1, room):
            if values[i] < values[worst]:
                worst = i
        if value > values[worst]:
            return worst
        if task.keep == INVERTED and layer > 0:
            shrink = 4 // layer
            if shrink == 0 or exp(min(50.0, task.scale * (values[worst] - value))) / shrink > uniform(rng):
                return worst
        return -1

    @entry
    def beam(tasks, tables, views, states, values, firsts, best, moves, rngs):
        """Search, and write the moves at the root; `states` has room for two beams and two more."""
        task = tasks[0]
        t = tables[0]
        rng = rngs[0]
        room_of_all = (len(states) - 2) // 2
        root = 2 * room_of_all
        trial = root + 1
        states[root] = views[0]
        hide(states[root], t, task.seat, rng)
        start = turn(states[root])
        states[0] = states[root]
        firsts[0] = -1
        old = 0  # where the present beam begins
        size = 1
        layer = 0
        while size > 0 and layer < task.depth:
            new = room_of_all - old
            room = room_of_all if layer == 0 and task.all_first else min(room_of_all, task.width)
            count = 0
            for i in range(size):
                n = options(states[old + i], t, task.form, moves)
                for k in range(n):
                    first = k if layer == 0 else firsts[old + i]
                    if moves[k] == end:
                        finish(first, worth(states[old + i], t, task), best)
                        continue
                    states[trial] = states[old + i]
                    s = states[trial]
                    if task.fresh:
                        shuffle(s, t, 0, rng)
                    play(s, t, moves[k], rng)
                    task.positions += 1
                    value = worth(s, t, task)
                    if actor(s) != task.seat or turn(s) != start:
                        finish(first, value, best)
                        continue
                    at = place_for(task, layer, count, room, value, values, rng)
                    if at >= 0:
                        states[new + at] = s
                        values[at] = value
                        firsts[new + at] = first
                        count = max(count, at + 1)
            old = new
            size = count
            layer += 1
        for i in range(size):  # the depth is used up: what is left counts as it stands
            finish(firsts[old + i], values[i], best)
        task.layers = layer
        return options(states[root], t, task.form, moves)

    return beam if game.compiled else interpret(beam)


@lru_cache(maxsize=64)
def _beam(game: Game) -> Any:
    with making_code():
        return make_beam(game)


class BeamSearcher:
    """A beam search that can be asked again and again."""

    def __init__(self, game: Game, settings: BeamSettings, name: str = "") -> None:
        self.settings, self._named = settings, game
        self.name = name or f"beam:{settings}"
        self._make(game)

    def _make(self, game: Game) -> None:
        """Make everything that the search needs for the rules of a game."""
        self.game, settings = game, self.settings
        packed, room = game.compiled, settings.width
        if settings.all_first:
            room = max(room, game.max_options)
        self.room = room
        self.tasks = records(Task, 1, packed=packed)
        self.states = records(game.State, 2 * room + 2, packed=packed)
        self.values, self.best = floats(room, packed=packed), floats(game.max_options, packed=packed)
        self.firsts = integers(2 * room, packed=packed)
        self.moves = integers(max(game.max_options, 64), packed=packed)
        self.rngs = records(Stream, 1, packed=packed)
        self.form, self.evaluation = (
            game.pruning(settings.prune),
            game.evaluation(settings.evaluate or game.evaluations[0]),
        )

    def decide(self, position: Position, seed: Any = 0) -> Decision:
        """The first move of the best turn that was found."""
        clock, settings = Stopwatch(), self.settings
        rules = self._named.at(position.setup)
        if rules is not self.game:
            self._make(rules)
        seat = position.actor
        options = position.options(settings.prune)
        if len(options) == 1:
            return Decision(position.copy(), self.name, seat, (options[0],), prefix=(options[0],))
        values = {
            "seat": seat,
            "width": settings.width,
            "all_first": int(settings.all_first),
            "fresh": int(settings.fresh),
            "keep": KEEPS.index(settings.keep),
            "scale": settings.scale,
            "form": self.form,
            "evaluation": self.evaluation,
            "depth": settings.depth,
            "positions": 0,
            "layers": 0,
        }
        task = self.tasks[0]
        for name, value in values.items():
            if self.game.compiled:
                self.tasks[name][0] = value
            else:
                setattr(task, name, value)
        if self.game.compiled:
            self.rngs["z"][0] = seed_of(seed, "beam")
        else:
            self.rngs[0].z = seed_of(seed, "beam")
        for i in range(len(self.best)):
            self.best[i] = -1.0
        arrays = self.states, self.values, self.firsts, self.best, self.moves, self.rngs
        count = int(_beam(self.game)(self.tasks, position.table, position.states, *arrays))
        worths = {int(self.moves[i]): float(self.best[i]) for i in range(count)}
        equal = [move for move, worth in worths.items() if worth == max(worths.values())]
        ties = records(Stream, 1, packed=False)
        ties[0].z = seed_of(seed, "ties")
        chosen = equal[_draw_below(ties[0], len(equal))] if len(equal) > 1 else equal[0]
        choices = [Choice(move, 1, 1, worth, worth, worth, worth, 0, worth) for move, worth in worths.items()]
        choices.sort(key=lambda choice: -choice.mean)
        positions, layers = (
            int(self.tasks[name][0] if self.game.compiled else getattr(task, name)) for name in ("positions", "layers")
        )
        spent = clock.read()
        return Decision(
            position=position.copy(),
            agent=self.name,
            seat=seat,
            moves=(chosen,),
            choices=tuple(choices),
            simulations=positions,
            trees=1,
            nodes=positions,
            depth=layers,
            seconds=spent.seconds,
            cpu_seconds=spent.cpu,
            compile_seconds=spent.compile_cpu,
        )


__all__ = ["BeamSearcher", "BeamSettings", "change_beam", "make_beam"]
