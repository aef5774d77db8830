"""A race with three dice: choose a steady, a common or a wild die, roll it, move; the first at the goal wins.

Nothing is hidden and all depends on chance, so the value of every position is known exactly: who leads should be
steady, who lags must be wild.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from mulligan.core.encoding import Encoding
from mulligan.core.errors import UsageError
from mulligan.core.game import OVER, Game, Text, rules_in
from mulligan.core.room import Look, Room
from mulligan.core.scene import Card, Counter, Scene, Zone
from mulligan.kernel import below, compiled, record

if TYPE_CHECKING:
    from mulligan.core.position import Position

FARTHEST = 50
NAMES = ("steady", "common", "wild")
# No face is 0: every turn brings somebody nearer to the goal.
DICE = np.array([[3, 3, 3, 3, 3, 3], [1, 2, 3, 4, 5, 6], [1, 1, 1, 1, 8, 8]])

State = record(place=("i8", 2), goal="i8", turn="i8", rolled="i8")
Table = record(goal="i8")


@compiled
def deal(s, t, rng):
    """Both start at 0."""
    s.goal = t.goal


@compiled
def actor(s):
    """The players take turns until one is at the goal."""
    return OVER if max(s.place[0], s.place[1]) >= s.goal else s.turn % 2


@compiled
def stage(s):
    """There is one kind of decision."""
    return 0


@compiled
def turn(s):
    """Every roll is a turn."""
    return s.turn


@compiled
def options(s, t, form, out):
    """Any of the dice."""
    for die in range(3):
        out[die] = die
    return 3


@compiled
def play(s, t, move, rng):
    """Roll a die and go as far as it says."""
    s.rolled = DICE[move][below(rng, 6)]
    s.place[s.turn % 2] += s.rolled
    s.turn += 1


@compiled
def payoff(s, seat):
    """One of the two is there."""
    return 1.0 if s.place[seat] >= s.goal else 0.0


@compiled
def hide(s, t, seat, rng):
    """Everybody sees everything."""


@compiled
def observe(s, t, seat, out):
    """Both places, and whose turn it is."""
    out[0] = s.place[0]
    out[1] = s.place[1]
    out[2] = s.turn % 2
    return 3


@compiled
def evaluate(s, t, seat, style):
    """Half, plus the lead in parts of the way."""
    return 0.5 + 0.5 * max(-1.0, min(1.0, (s.place[seat] - s.place[1 - seat]) / s.goal))


@compiled
def outcome(s):
    """The roll."""
    return s.rolled


def table(setup: str, t: Any) -> None:
    """Read a setup: the distance of the goal."""
    if not re.fullmatch(r"\d{1,2}", setup, re.ASCII) or not 1 <= int(setup) <= FARTHEST:
        raise UsageError(f"setup of race '{setup}': should be the distance of the goal, from 1 to {FARTHEST}")
    t.goal = int(setup)


def move_text(s: Any, t: Any, move: int) -> str:
    """Such as `roll wild`."""
    return f"roll {NAMES[move]}"


def state_text(s: Any, t: Any) -> str:
    """Such as `race to 12: 4 and 9, player 1 to move`."""
    player = s.turn % 2 + 1
    ending = f"player {3 - player} won" if max(s.place) >= s.goal else f"player {player} to move"
    return f"race to {s.goal}: {s.place[0]} and {s.place[1]}, {ending}"


def read_state(text: str, s: Any, t: Any) -> None:
    """Read what `state_text` prints; the count of turns begins anew."""
    found = re.fullmatch(
        r"race to (\d{1,2}): (\d{1,2}) and (\d{1,2}), player ([12]) (to move|won)", text.strip(), re.ASCII
    )
    if not found:
        raise UsageError(f"not a position of race: '{text}'; example: race to {t.goal}: 0 and 0, player 1 to move")
    s.goal, s.place[0], s.place[1], player = (int(found[i]) for i in (1, 2, 3, 4))
    won = found[5] == "won"
    s.turn = (player + (not won)) % 2
    if s.goal != t.goal:
        raise UsageError(f"'{text}': in this setup the goal is {t.goal}")
    if [place >= s.goal for place in s.place] != [won and player == 1, won and player == 2]:
        raise UsageError(f"'{text}': only the winner, if there is one, is at the goal")


def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
    """How far both are, and the dice."""
    near = max(seat, 0)
    dice = tuple(
        Card(name, name, "die", tint, lines=("faces " + " ".join(str(face) for face in DICE[die]),))
        for die, (name, tint) in enumerate(zip(NAMES, ("blue", "green", "red"), strict=True))
    )
    return Scene(
        zones=(Zone("dice", dice),),
        counters=tuple(Counter("steps", s.place[p], p, s.goal) for p in (1 - near, near)),
        prompt="Which die do you roll?" if moves else "",
        sources={die: NAMES[die] for die in moves},
    )


@cache
def worth(mine: int, theirs: int, goal: int, die: int) -> float:
    """The chance to win with a die, if both play best from then on."""
    total = 0.0
    for face in DICE[die].tolist():
        there = mine + face
        total += 1.0 if there >= goal else 1.0 - max(worth(theirs, there, goal, other) for other in range(3))
    return total / 6


def solve(position: Position) -> dict[int, float]:
    """What each move is worth to the player who makes it, if both play best from then on.

    >>> from mulligan.core.position import Position
    >>> {NAMES[die]: round(value, 4) for die, value in solve(Position.deal(RACE)).items()}
    {'steady': 0.5944, 'common': 0.6346, 'wild': 0.6137}
    """
    place, player = position.fields()["place"], position.actor
    return {die: worth(place[player], place[1 - player], int(position.setup), die) for die in position.options()}


ENCODING = Encoding(
    actions=tuple(f"roll the {name} die" for name in NAMES),
    numbers=("place of seat 0", "place of seat 1", "the seat whose turn it is"),
    bounds=((0, FARTHEST + 7), (0, FARTHEST + 7), (0, 1)),
)


RACE = Game(
    room=lambda: Room(
        look=Look("Three dice, one goal: how far do you dare?", "flag", "orange", toy=True), encoding=ENCODING
    ),
    name="race",
    version=1,
    title="Race of three dice",
    players=2,
    stages=("roll",),
    State=State,
    Table=Table,
    table=table,
    setups={"12": "twelve steps to the goal", "20": "twenty steps to the goal"},
    text=Text(move_text, state_text, read_state),
    scene=scene,
    max_options=3,
    max_numbers=3,
    evaluations=("lead",),
    max_turns=2 * FARTHEST,
    hidden=False,
    **rules_in(globals()),
)
