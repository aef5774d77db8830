"""Ends: cards lie open in a row, and three players in turn take the one at either end; points are what they show.

The smallest game for three in which it matters what one thinks of the others.  Whoever expects that each of them plays
for his own points (max^n) takes other cards than whoever fears that they play against him (paranoid): both are solved
here exactly.  A player is paid the share of all points that he took.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from mulligan.core.encoding import Encoding
from mulligan.core.errors import UsageError
from mulligan.core.game import OVER, Game, Text, rules_in
from mulligan.core.room import Look, Room
from mulligan.core.scene import Card, Counter, Scene, Zone
from mulligan.kernel import below, compiled, record

if TYPE_CHECKING:
    from mulligan.core.position import Position

SEATS = 3
MOST_CARDS = 15
HIGHEST = 9
LEFT, RIGHT = 0, 1

State = record(row=("i8", MOST_CARDS), low="i8", high="i8", points=("i8", SEATS), turn="i8")
Table = record(cards="i8")


@compiled
def deal(s, t, rng):
    """Lay out cards from 1 to 9, each as likely as any other."""
    for i in range(t.cards):
        s.row[i] = 1 + below(rng, HIGHEST)
    s.high = t.cards


@compiled
def actor(s):
    """The players take turns until all cards are taken."""
    return s.turn % SEATS if s.low < s.high else OVER


@compiled
def stage(s):
    """There is one kind of decision."""
    return 0


@compiled
def turn(s):
    """Every card is a turn."""
    return s.turn


@compiled
def options(s, t, form, out):
    """The left end or the right one; of a single card there is one."""
    out[0] = LEFT
    out[1] = RIGHT
    return 2 if s.high - s.low > 1 else 1


@compiled
def play(s, t, move, rng):
    """Take a card."""
    at = s.low if move == LEFT else s.high - 1
    s.points[s.turn % SEATS] += s.row[at]
    s.row[at] = 0
    if move == LEFT:
        s.low += 1
    else:
        s.high -= 1
    s.turn += 1


@compiled
def payoff(s, seat):
    """The share of the points."""
    return s.points[seat] / (s.points[0] + s.points[1] + s.points[2])


@compiled
def hide(s, t, seat, rng):
    """Everybody sees everything."""


@compiled
def observe(s, t, seat, out):
    """The points, whose turn it is, and the cards that are left."""
    for p in range(SEATS):
        out[p] = s.points[p]
    out[SEATS] = s.turn % SEATS
    n = SEATS + 1
    for i in range(s.low, s.high):
        out[n] = s.row[i]
        n += 1
    return n


@compiled
def advise(s, t, style, rng, out):
    """Take the higher card; of equal ones the left one."""
    out[0] = RIGHT if s.high - s.low > 1 and s.row[s.high - 1] > s.row[s.low] else LEFT
    return 1


@compiled
def evaluate(s, t, seat, style):
    """The share of the points so far."""
    total = s.points[0] + s.points[1] + s.points[2]
    return s.points[seat] / total if total > 0 else 1.0 / SEATS


def table(setup: str, t: Any) -> None:
    """Read a setup: the number of cards."""
    if not re.fullmatch(r"\d{1,2}", setup, re.ASCII) or not SEATS <= int(setup) <= MOST_CARDS:
        raise UsageError(f"setup of ends '{setup}': should be the cards in the row, from {SEATS} to {MOST_CARDS}")
    t.cards = int(setup)


def move_text(s: Any, t: Any, move: int) -> str:
    """Such as `left 4`."""
    return f"left {s.row[s.low]}" if move == LEFT else f"right {s.row[s.high - 1]}"


def state_text(s: Any, t: Any) -> str:
    """Such as `ends 9: 5 1 9 2 4, points 7 0 3, player 3 to move`."""
    points = " ".join(str(s.points[p]) for p in range(SEATS))
    row = " ".join(str(s.row[i]) for i in range(s.low, s.high))
    ending = f"player {s.turn % SEATS + 1} to move" if row else "over"
    return f"ends {t.cards}: {row or 'none'}, points {points}, {ending}"


def read_state(text: str, s: Any, t: Any) -> None:
    """Read what `state_text` prints; the count of turns begins anew."""
    numbers = r"points (\d{1,3}) (\d{1,3}) (\d{1,3})"
    form = rf"ends (\d{{1,2}}): ([1-9](?: [1-9])*|none), {numbers}, (?:player ([123]) to move|over)"
    found = re.fullmatch(form, text.strip(), re.ASCII)
    row = [] if not found or found[2] == "none" else [int(card) for card in found[2].split()]
    if not found or bool(row) != bool(found[6]):
        example = "ends 9: 5 1 9 2 4, points 7 0 3, player 3 to move"
        raise UsageError(f"not a position of ends: '{text}'; example: {example}")
    points = [int(number) for number in found.groups()[2:5]]
    if int(found[1]) != t.cards or len(row) > t.cards:
        raise UsageError(f"'{text}': in this setup there are {t.cards} cards")
    if not t.cards - len(row) <= sum(points) <= HIGHEST * (t.cards - len(row)):
        raise UsageError(f"'{text}': {t.cards - len(row)} cards from 1 to {HIGHEST} do not make {sum(points)} points")
    s.high = len(row)
    s.row[: len(row)], s.points[:] = row, points
    s.turn = int(found[6]) - 1 if found[6] else 0


def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
    """The row, and what everybody has."""
    shown = range(s.low, s.high)
    row = tuple(Card(f"row:{i}", str(s.row[i]), "card", "gold") for i in shown)
    return Scene(
        zones=(Zone("row", row),),
        counters=tuple(Counter("points", s.points[p], p) for p in range(SEATS)),
        prompt="Which end do you take?" if moves else "",
        sources={move: f"row:{s.low if move == LEFT else s.high - 1}" for move in moves},
    )


@cache
def maxn(row: tuple[int, ...], mover: int) -> tuple[int, ...]:
    """What each player takes of a row if everybody plays for himself; of equal ends the left one is taken."""
    if not row:
        return (0,) * SEATS
    found = []
    for card, rest in ((row[0], row[1:]), (row[-1], row[:-1])):
        after = list(maxn(rest, (mover + 1) % SEATS))
        after[mover] += card
        found.append(tuple(after))
    return max(found, key=lambda points: points[mover])


@cache
def paranoid(row: tuple[int, ...], mover: int, me: int) -> int:
    """What one player takes of a row if all others play against him."""
    if not row:
        return 0
    ends = ((row[0], row[1:]), (row[-1], row[:-1]))
    worth = [paranoid(rest, (mover + 1) % SEATS, me) + card * (mover == me) for card, rest in ends]
    return max(worth) if mover == me else min(worth)


def solve(position: Position, *, afraid: bool = False) -> dict[int, float]:
    """What each move is worth to the player who makes it: if everybody plays for himself or, `afraid`, against him.

    >>> from mulligan.core.position import Position
    >>> here = Position.read(ENDS, "ends 6: 4 2 9 1 1 7, points 0 0 0, player 1 to move", "6")
    >>> solve(here)[LEFT] * 24, solve(here)[RIGHT] * 24
    (13.0, 9.0)
    >>> solve(here, afraid=True)[LEFT] * 24, solve(here, afraid=True)[RIGHT] * 24
    (6.0, 9.0)
    """
    s, me = position.fields(), position.actor
    row, total = tuple(s["row"][s["low"] : s["high"]]), sum(s["row"]) + sum(s["points"])
    found = {}
    for move in position.options():
        card, rest = (row[0], row[1:]) if move == LEFT else (row[-1], row[:-1])
        then = (me + 1) % SEATS
        more = paranoid(rest, then, me) if afraid else maxn(rest, then)[me]
        found[move] = (s["points"][me] + card + more) / total
    return found


ENCODING = Encoding(
    actions=("take the left card", "take the right card"),
    numbers=(
        *(f"points of seat {p}" for p in range(SEATS)),
        "the seat whose turn it is",
        *(f"card {i + 1} from the left, 0 none" for i in range(MOST_CARDS)),
    ),
    bounds=(*((0, MOST_CARDS * HIGHEST),) * SEATS, (0, SEATS - 1), *((0, HIGHEST),) * MOST_CARDS),
)


ENDS = Game(
    room=lambda: Room(
        look=Look("Take a card from either end, and mind the other two.", "gem", "gold", toy=True), encoding=ENCODING
    ),
    name="ends",
    version=1,
    title="Ends",
    players=SEATS,
    stages=("take",),
    State=State,
    Table=Table,
    table=table,
    setups={"9": "nine cards", "6": "six cards", "15": "fifteen cards"},
    text=Text(move_text, state_text, read_state),
    scene=scene,
    styles=("uniform", "greedy"),
    evaluations=("share",),
    max_options=2,
    max_numbers=SEATS + 1 + MOST_CARDS,
    max_turns=MOST_CARDS,
    hidden=False,
    **rules_in(globals()),
)
