"""Positions with known answers: as data, and whether a player finds them.

A position is a text; its answer is a goal that can be checked, or moves that are right and moves that are wrong.  Each
says how its answer was found, and by what other means that was checked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mulligan.agents import ASK, Player, ask, ask_rule, make_player, moves_to_play, seat_styles
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position, make_stream
from mulligan.core.tomltext import read_toml

from .proving import TooMuch, Trial, settled

MOST_MOVES = 60  # of one answer
MOST_TRIED = 300_000  # moves of the others that are tried to see whether a goal is reached for certain


class Problem(BaseModel):
    """A position with a known answer."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    name: str
    kind: str
    """What it is a case of, in words: `lethal attack`."""
    setup: str = ""
    goal: Literal["win", "live", "moves"]
    """To win before the turn is over; not to have lost with the own answer; or to play a move of `accept`."""
    text: str
    accept: list[str]
    """First moves that are right.  With the goal `moves`: one of them has to be played before the turn is over."""
    refuse: list[str] = []
    """First moves that are wrong; with the goal `moves`, whenever they are played."""
    how: str
    """How the answer was found."""
    check: str
    """By what other means it was checked."""


class Suite(BaseModel):
    """All positions of a game."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    game: str
    made: str = ""
    """The command that made it."""
    games: int = 0
    """How many games were looked at: the same command goes on with the next one."""
    about: str = ""
    position: Annotated[list[Problem], Field(min_length=1)]


def read_suite(text: str, source: str) -> Suite:
    """A suite from TOML."""
    try:
        found = Suite.model_validate(read_toml(text, source))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"{source}: {place}: {first['msg'][0].lower()}{first['msg'][1:]}") from None
    names = [problem.name for problem in found.position]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"{source}: two positions are called '{name}'")
    return found


def write_suite(suite: Suite) -> str:
    """The same as TOML.

    >>> made = Problem(name="a", kind="k", goal="win", text="nim 1-3: 3 left", accept=["take 3"], how="h", check="c")
    >>> read_suite(write_suite(Suite(game="nim", position=[made])), "x").position[0] == made
    True
    """
    lines = [
        f"{key} = {json.dumps(getattr(suite, key), ensure_ascii=False)}" for key in ("game", "made", "games", "about")
    ]
    for problem in suite.position:
        lines += ["", "[[position]]"]
        lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in problem if value not in ("", [])]
    return "\n".join(lines) + "\n"


def suite_of(game: Game) -> Suite | None:
    """The suite that comes with a game, if one does."""
    read = game.room().trials.suite
    return None if read is None else read_suite(read(), f"suite of {game.name}")


def start_of(game: Game, problem: Problem) -> Position:
    """The position itself."""
    try:
        return Position.read(game, problem.text, problem.setup)
    except UsageError as error:
        raise UsageError(f"position '{problem.name}': {error}") from None


@dataclass(frozen=True)
class Answer:
    """What a player did at a position."""

    problem: Problem
    solved: bool
    moves: tuple[str, ...]
    cpu_seconds: float


def answer(player: Player, game: Game, problem: Problem, seed: int) -> Answer:
    """Let a player play on from a position until its answer is given, and judge it."""
    here = start_of(game, problem)
    rules, seat, turn = here.game, here.actor, here.turn
    player = player.at(problem.setup)
    player.forget()
    styles = seat_styles(rules, here.setup, [player] * rules.players)[seat]
    chance = make_stream(rules, seed, "suite", problem.name)
    played: list[str] = []
    cpu, verdict = 0.0, None
    while verdict is None and len(played) < MOST_MOVES:
        name = (seed, problem.name, len(played))
        style = styles[here.look()[1]]
        if style == ASK:
            decision = ask(player, here, seat, name)
        else:
            decision = ask_rule(here, rules.styles[style], seat, name, player.name)
        cpu += decision.cpu_seconds
        for move in moves_to_play(decision, seat, lambda: here):
            words = here.text(move)
            played.append(words)
            here.play_with(move, chance)
            verdict = _judged(problem, here, seat, turn, words)
            if verdict is not None:
                break
    if problem.goal == "moves" and verdict is False and played[-1] not in problem.refuse:
        verdict = _comes_to(game, problem, here, seed)
    return Answer(problem, bool(verdict), tuple(played), cpu)


def _judged(problem: Problem, here: Position, seat: int, turn: int, words: str) -> bool | None:
    """Whether the answer is right, once that is known, after a move."""
    if problem.goal == "moves":
        if words in problem.accept:
            return True
        if words in problem.refuse:
            return False
    if not here.over and here.turn == turn and here.actor == seat:
        return None
    if problem.goal == "moves":
        return False
    try:
        return settled(here, seat, problem.goal, Trial(MOST_TRIED), turn, ("suite",))
    except TooMuch:
        return False


def _comes_to(game: Game, problem: Problem, end: Position, seed: int) -> bool:
    """Whether a chain of questions was answered so that it comes to the same as a right move."""
    for words in problem.accept:
        here = start_of(game, problem)
        here.play_with(here.read_move(words), make_stream(here.game, seed, "suite", problem.name))
        if str(here) == str(end):
            return True
    return False


def solve(
    game: Game,
    agent: str,
    problems: Sequence[Problem],
    seed: int,
    told: Callable[[int], bool] = lambda number: True,
) -> list[Answer]:
    """What an agent does at each position; `told` hears how many are done, and ends it by saying no."""
    player, found = make_player(game, agent), []
    for number, problem in enumerate(problems):
        if not told(number):
            break
        found.append(answer(player, game, problem, seed))
    return found


def by_kind(answers: Iterable[Answer]) -> Mapping[str, list[Answer]]:
    """Answers by the kind of position, in the order in which kinds come."""
    found: dict[str, list[Answer]] = {}
    for one in answers:
        found.setdefault(one.problem.kind, []).append(one)
    return found
