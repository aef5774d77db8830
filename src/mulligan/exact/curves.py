"""How exploitable agents are as their budget grows, or as a game changes: experiments as data, and their results.

In a TOML file:

    title = "Kuhn poker"
    game = "kuhn"
    sims = [100, 1000, 10000]      # simulations for each decision, divided among the trees of an agent
    asks = 50                      # seeds with which a search is asked at each information set
    [[agents]]
    name = "ismcts"
    label = "SO-ISMCTS"
    policy = "visits"              # or "played", which is the default

With `setup = "lc={lc},df={df},tree={number}"`, `[vary]` lists values for `lc` and `df`, and `trees = 20` takes the
mean over the numbers 1 to 20.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import product
from math import sqrt
from time import process_time
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..agents import make_player
from ..agents.names import with_budget
from ..core.errors import UsageError
from ..core.game import Game
from ..core.tomltext import read_toml
from .asked import ask_agent
from .cfr import equilibrium
from .policy import Policy, profile, uniform, values
from .tree import GameTree

PRECISION = 1e-4  # of the equilibrium that agents are held against, as a payoff
MOST_READ = 20  # information sets whose moves are kept in words
MOST_ASKS, MOST_SIMS = 100_000, 10**9
NUMBER = "number"  # what stands for the number of a tree in a setup


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Line(_Model):
    """An agent of an experiment."""

    name: str
    label: str = ""
    policy: Literal["played", "visits"] = "played"


class Experiment(_Model):
    """What is asked."""

    title: str = ""
    game: str
    setup: str = ""
    sims: list[Annotated[int, Field(ge=1, le=MOST_SIMS)]] = []
    asks: Annotated[int, Field(ge=1, le=MOST_ASKS)] = 20
    seed: int = 1
    trees: Annotated[int, Field(ge=1, le=10_000)] = 1
    vary: dict[str, Annotated[list[str | int | float], Field(min_length=1)]] = {}
    agents: Annotated[list[Line], Field(min_length=1)]


def read_experiment(text: str, source: str) -> Experiment:
    """An experiment from TOML.

    >>> read_experiment('game = "kuhn"', "my.toml")
    Traceback (most recent call last):
    mulligan.core.errors.UsageError: my.toml: agents: field required
    """
    try:
        return Experiment.model_validate(read_toml(text, source))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"{source}: {place}: {first['msg'].lower()}") from None


@dataclass(frozen=True)
class Row:
    """What was found of one agent with one budget, in the units of the game."""

    label: str
    agent: str
    policy: str
    """How the policy was read: `exact`, `played` or `visits`."""
    sims: int | None
    """Simulations for each decision; None for agents that do not search."""
    place: Mapping[str, str | int | float]
    """The values that vary."""
    exploitability: float
    error: float
    """Its standard error: over seeds, and over trees if there are several."""
    bias: float
    """By how much it is too high on average because a policy was sampled."""
    against_equilibrium: float
    """What it wins on average over the seats against an equilibrium."""
    against_equilibrium_error: float
    against_uniform: float
    against_uniform_error: float
    cpu_seconds: float
    moves: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """In the smallest games, the policy itself: by information set, how likely each move is."""


@dataclass
class _Found:
    """One policy in one tree."""

    way: str
    exploitability: float
    error: float
    bias: float
    against: tuple[float, float]
    moves: dict[str, dict[str, float]]


@dataclass
class _Cell:
    """What is put together in one row."""

    line: Line
    agent: str
    sims: int | None
    found: list[_Found] = field(default_factory=list)
    seconds: float = 0.0


def _cells(game: Game, experiment: Experiment) -> list[_Cell]:
    """Every agent with every budget, or as it is named if no budgets are given."""
    found = []
    for line in experiment.agents:
        made = dict(with_budget(game, line.name, sims) for sims in experiment.sims)
        found += [_Cell(line, name, sims) for name, sims in (made or {line.name: None}).items()]
    return found


def run(game: Game, experiment: Experiment, told: Callable[[float], None] = lambda share: None) -> Iterator[Row]:
    """Ask all agents; `told` hears which share of the work is done."""
    places = [dict(zip(experiment.vary, chosen, strict=True)) for chosen in product(*experiment.vary.values())]
    work = len(places) * experiment.trees * len(_cells(game, experiment))
    done = 0

    def told_from(before: int, share: float) -> None:
        told((before + share) / work)

    for place in places:
        cells = _cells(game, experiment)
        for number in range(1, experiment.trees + 1):
            tree = GameTree(game, _setup(experiment, place, number))
            best, even = equilibrium(tree, PRECISION).policy, uniform(tree)
            for cell in cells:
                start = process_time()
                cell.found.append(_measured(tree, cell, experiment, (best, even), partial(told_from, done)))
                cell.seconds += process_time() - start
                done += 1
                told(done / work)
        yield from (_row(game, cell, place) for cell in cells)


def _setup(experiment: Experiment, place: Mapping[str, Any], number: int) -> str:
    if not experiment.vary and experiment.trees == 1:
        return experiment.setup
    try:
        return experiment.setup.format(**place, **{NUMBER: number})
    except (KeyError, IndexError, ValueError) as error:
        raise UsageError(f"setup: '{experiment.setup}' names what does not vary: {error}") from None


def _measured(
    tree: GameTree,
    cell: _Cell,
    experiment: Experiment,
    others: tuple[Policy, Policy],
    told: Callable[[float], None],
) -> _Found:
    player = make_player(tree.game, cell.agent)
    asked = ask_agent(
        tree, player, experiment.asks, experiment.seed, cell.line.policy, lambda row, rows: told(row / rows)
    )
    error, bias = asked.spread(experiment.seed)
    rates = []
    for other in others:
        both = [[asked.policy, other], [other, asked.policy]]
        rates.append(float(np.mean([values(tree, profile(tree, pair))[seat] for seat, pair in enumerate(both)])))
    way = cell.line.policy if asked.samples else "exact"
    return _Found(way, asked.exploitability(), error, bias, (rates[0], rates[1]), _in_words(tree, asked.policy))


def _in_words(tree: GameTree, policy: Policy) -> dict[str, dict[str, float]]:
    """A policy for people, if it is short enough to be read."""
    if not len(tree.sets) == len(policy) <= MOST_READ:
        return {}
    found = {}
    for number, one in enumerate(tree.sets):
        words = tree.position(one.node).texts(one.moves)
        found[tree.text(number)] = {word: float(chance) for word, chance in zip(words, policy[number], strict=False)}
    return found


def _row(game: Game, cell: _Cell, place: Mapping[str, str | int | float]) -> Row:
    """The mean over the trees, in the units of the game."""
    span, several = game.room().units.span, len(cell.found) > 1

    def mean(numbers: list[float]) -> tuple[float, float]:
        error = float(np.std(numbers, ddof=1)) / sqrt(len(numbers)) if several else 0.0
        return span * float(np.mean(numbers)), span * error

    far, spread = mean([one.exploitability for one in cell.found])
    sampled = span * sqrt(sum(one.error**2 for one in cell.found)) / len(cell.found)
    best, best_error = mean([one.against[0] - 0.5 for one in cell.found])
    even, even_error = mean([one.against[1] - 0.5 for one in cell.found])
    return Row(
        label=cell.line.label or cell.line.name,
        agent=cell.agent,
        policy=cell.found[0].way,
        sims=cell.sims,
        place=place,
        exploitability=far,
        error=spread if several else sampled,
        bias=span * float(np.mean([one.bias for one in cell.found])),
        against_equilibrium=best,
        against_equilibrium_error=best_error,
        against_uniform=even,
        against_uniform_error=even_error,
        cpu_seconds=cell.seconds,
        moves={} if several else cell.found[0].moves,
    )


def to_dict(game: Game, experiment: Experiment, rows: list[Row]) -> dict[str, Any]:
    """An experiment and what was found, ready for JSON."""
    units = game.room().units
    return {
        "game": game.id,
        "units": {"name": units.name, "span": units.span},
        "experiment": experiment.model_dump(),
        "rows": [asdict(row) for row in rows],
    }


def from_dict(data: Mapping[str, Any]) -> tuple[Experiment, list[Row]]:
    """What `to_dict` gave."""
    return Experiment.model_validate(data["experiment"]), [Row(**row) for row in data["rows"]]
