"""Checking agents: are their moves legal and repeatable, and do they depend on nothing that they cannot know?

Agents play games through the path that matches use, with their memory, and live through each of them again: with the
same cards, with all that they cannot know exchanged at every decision, beside a copy of themselves at the other seat,
and after having seen the same deal from the other side.  What an agent adds to the game is checked too (`added`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ..agents import ASK, agent_kinds, make_player, seat_styles
from ..agents.names import FAMILY, modest, of_another_package
from ..agents.plain import is_plain
from ..core.errors import UsageError
from ..core.game import Game
from ..core.registry import as_game
from .added import check_additions
from .deals import hidden_bits
from .lives import Life, Make, Moves, live, relive
from .report import Clause, Counterexample, Report
from .walk import Plan, Walk, words

LEFT_OUT = ("oracle", "staged", *(preset.name for preset in FAMILY))
"""The oracle is meant to cheat; staged players and blends are put together from the others; and the published
variations of the search are compiled one by one, so they are checked by name."""
LONGEST = 300  # choices of a walk to a position in the middle of a game
SMALLER = 12  # more games, in search of a shorter counterexample

CLAUSES = {
    "play": "The games can be played.",
    "legality": "In whole games the agent decides on legal moves, and raises nothing.",
    "repeatable": "In the same game with the same seeds, it decides the same.",
    "honesty": "With all that it cannot know exchanged at every decision, it decides the same.",
    "silence": "A copy of it at the other seat that sees other cards tells it nothing.",
    "forgetting": "Having seen the same deal from the other side before, it decides as if it had not.",
}


def sample(game: Game) -> list[str]:
    """Agents of every kind, with small budgets: honesty does not depend on them.

    >>> from mulligan.core.registry import find_game
    >>> sample(find_game("nim"))[:4]
    ['uniform', 'search:sims=12', 'uct:sims=12', 'flat:sims=12']
    """
    names = []
    for kind in agent_kinds(game):
        if kind in game.styles or of_another_package(game, kind):
            names.append(kind)
        elif kind not in LEFT_OUT and kind.removeprefix(f"{game.name}/") not in game.blends:
            names.append(modest(game, kind))
    return names


@dataclass
class _Trial:
    """The check of one agent."""

    make: Make
    game: Game
    seed: int
    most: int
    """Decisions of one game."""
    tried: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CLAUSES, 0))
    failed: dict[str, Counterexample] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.player = self.make()

    def thinks(self, setup: str) -> bool:
        """Whether it is asked at all, or plays by rules alone."""
        rows = seat_styles(self.game, setup, [self.player] * self.game.players)
        return any(ASK in row for row in rows)

    def go(self, setup: str, number: int) -> int:
        """Try all clauses in one game; how many decisions the agent made."""
        if self.game.players == 1:  # as at every table: who plays alone gets the variants it asks for
            setup = self.game.with_requests(setup, self.player.requests)
        life = self._live(setup, number, self.most)
        if life is None:
            return 0
        done = len(life.decisions) + bool(life.problem)
        self.tried["play"] += 1
        for name, problem in self._problems(life, self._clauses(setup)):
            if name not in self.failed:
                self.failed[name] = problem
        return done

    def _clauses(self, setup: str) -> list[str]:
        thinks = self.thinks(setup)
        return [name for name in CLAUSES if thinks or name not in ("silence", "forgetting")][1:]

    def _live(self, setup: str, number: int, most: int, *, ahead: bool = True) -> Life | None:
        """A game of the agent: from the deal, or joined on the way."""
        dice = random.Random(f"{self.seed} {number}")
        plan = Plan(setup, self.seed + number, dice.randint(0, LONGEST) if ahead and number % 2 else 0)
        walk = None
        try:
            walk = Walk(self.game, plan)
            walk.go()
            walk = walk.before_the_end() or walk.again(0)
            return live(self.make, walk, number // 2 % self.game.players, most)
        except Exception as error:  # whatever a game may raise is a finding, not the end of the check
            problem = f"raises {type(error).__name__}: {str(error)[:300]}"
            case = walk.counterexample(problem) if walk else Counterexample(problem, setup, plan.seed)
            self.failed.setdefault("play", case)
            return None

    def _problems(self, life: Life, clauses: Sequence[str]) -> Iterator[tuple[str, Counterexample]]:
        """The clauses that do not hold in a game, with the first decision that shows it."""
        count = len(life.decisions)
        if "legality" in clauses:
            self.tried["legality"] += count + bool(life.problem)
            if life.problem:
                yield "legality", life.way_to(count).counterexample(life.problem)
        if count == 0:
            return
        again = relive(self.make, life)
        if "repeatable" in clauses:
            self.tried["repeatable"] += count
        case = self._difference(life, life.decisions, again, "in the same game again")
        if case is not None:
            yield "repeatable", case
            problem = "cannot be shown of an agent that decides otherwise in the same game"
            for name in ("honesty", "silence", "forgetting"):
                if name in clauses:
                    yield name, life.way_to(0).counterexample(problem)
            return
        if "honesty" in clauses:
            self.tried["honesty"] += count
            swapped = relive(self.make, life, swapped=True)
            case = self._difference(life, life.decisions, swapped, "in a position that looks the same to it")
            if case is not None:
                yield "honesty", case
                return
        if "silence" in clauses and self.game.players > 1:
            self.tried["silence"] += count
            here, there = (relive(self.make, life, swapped=swapped, partner=True) for swapped in (False, True))
            case = self._difference(life, here[0], there, "beside a copy of it that sees other cards")
            if case is not None:
                yield "silence", case
        if "forgetting" in clauses:
            self.tried["forgetting"] += count
            after = relive(self.make, life, before=True)
            case = self._difference(life, life.decisions, after, "after a game from the other side")
            if case is not None:
                yield "forgetting", case

    def _difference(
        self, life: Life, one: Sequence[Moves], two: tuple[Sequence[Moves], str], where: str
    ) -> Counterexample | None:
        """The first decision in which two lives differ."""
        other, problem = two
        for number, moves in enumerate(one):
            if number < len(other) and other[number] == moves:
                continue
            walk = life.way_to(number)
            told = f"decides '{words(walk.position, *moves)}', but {where} "
            told += f"'{words(walk.position, *other[number])}'" if number < len(other) else f"it {problem}"
            return walk.counterexample(told)
        return None

    def smaller(self, name: str, number: int) -> Counterexample:
        """A short counterexample: from the deal, with fewer moves."""
        best = self.failed[name]
        for i in range(SMALLER if name not in ("play", "legality") and best.moves else 0):
            life = self._live(best.setup, number + i, min(self.most, len(best.moves)), ahead=False)
            if life is None or not life.decisions:
                continue
            found = dict(self._problems(life, [name])).get(name)
            if found is not None and len(found.moves) < len(best.moves):
                best = found
        return best


def in_turn(game: Game, setups: Sequence[str], seed: int = 0) -> Iterator[str]:
    """Setups without end: each at once, the more often afterwards the more it hides."""
    weights = dict.fromkeys(setups, 1.0)
    for setup in setups:
        with suppress(Exception):  # what is wrong with the game will be told by its games
            weights[setup] += hidden_bits(game, setup, seed, LONGEST)
    used = dict.fromkeys(sorted(weights, key=lambda setup: -weights[setup]), 0)
    while True:
        setup = min(used, key=lambda setup: used[setup] / weights[setup])
        used[setup] += 1
        yield setup


def check_agent(
    agent: Any,
    game: Game | str,
    *,
    examples: int = 50,
    seed: int = 0,
    setups: Sequence[str] | None = None,
    say: Callable[[str], None] = lambda text: None,
) -> Report:
    """Try whether the decisions of an agent are legal, repeatable and honest, at `examples` decisions in games.

    `agent` is a name, an object or a class with a method `choose`, or a function that makes a player anew; `say` is
    told how far it is.  An agent that goes wrong once in n decisions is found
    with a probability of about 1 - exp(-examples / n).

    >>> from mulligan.games.toys import GUESS
    >>> check_agent("halve", GUESS, examples=5).passed
    True
    """
    if examples < 1:
        raise UsageError(f"examples: {examples} should be a whole number from 1 on")
    game = rules = as_game(game)
    named = isinstance(agent, str) or is_plain(agent) or not callable(agent)
    make: Make = (lambda: make_player(rules, agent)) if named else agent
    for setup in setups or ():
        game.make_table(setup)
    trial = _Trial(make, game, seed, min(examples, max(8, examples // 8)))
    done = number = empty = 0
    for setup in in_turn(game, list(setups or game.setups), seed):
        say(f"{trial.player.name}: {done} of {examples} decisions")
        made = trial.go(setup, number)
        done, number, empty = done + made, number + 1, 0 if made else empty + 1
        if done >= examples or empty > 20 + len(game.setups) or len(trial.failed) == len(CLAUSES):
            break
    clauses, tried = [], dict(trial.tried)
    for name in CLAUSES:
        if tried[name] == 0 and name not in trial.failed:
            continue  # nothing of the kind: a copy in a solo game, memory of a rule player
        case = trial.smaller(name, number) if name in trial.failed else None
        clauses.append(Clause(name, CLAUSES[name], case is None, tried[name], case))
    clauses += check_additions(trial.player, examples=examples, seed=seed, setups=setups, say=say)
    return Report(f"{trial.player.name} at {game.id}", tuple(clauses))


def check_player(
    game: Game | str,
    name: Any,
    *,
    examples: int = 50,
    seed: int = 0,
    setups: Sequence[str] | None = None,
    say: Callable[[str], None] = lambda text: None,
) -> Report:
    """The same, with the game named first.

    >>> check_player("guess", "halve", examples=3).passed
    True
    """
    return check_agent(name, game, examples=examples, seed=seed, setups=setups, say=say)
