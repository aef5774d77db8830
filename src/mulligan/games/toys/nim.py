"""Nim with one heap: take a few stones in turn; whoever takes the last one wins.

The smallest complete game: nothing hidden, no chance, and only the functions that every game must have.  The player
to move loses exactly when the stones are a multiple of the greatest take plus one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mulligan.core.encoding import Encoding
from mulligan.core.errors import UsageError
from mulligan.core.game import OVER, Game, Text, rules_in
from mulligan.core.room import Look, Room
from mulligan.core.scene import Counter, Scene
from mulligan.kernel import compiled, record

if TYPE_CHECKING:
    from mulligan.core.position import Position

MOST_STONES = 99
MOST_TAKEN = 9

State = record(stones="i8", turn="i8")
Table = record(stones="i8", most="i8")


@compiled
def deal(s, t, rng):
    """Heap the stones."""
    s.stones = t.stones


@compiled
def actor(s):
    """The players take turns until the heap is gone."""
    return s.turn % 2 if s.stones > 0 else OVER


@compiled
def stage(s):
    """There is one kind of decision."""
    return 0


@compiled
def turn(s):
    """Every take is a turn."""
    return s.turn


@compiled
def options(s, t, form, out):
    """Take one stone, or more, up to the limit."""
    n = min(s.stones, t.most)
    for i in range(n):
        out[i] = i + 1
    return n


@compiled
def play(s, t, move, rng):
    """Take stones; a move is their number."""
    s.stones -= move
    s.turn += 1


@compiled
def payoff(s, seat):
    """The winner is the player who would not be next."""
    return 0.0 if s.turn % 2 == seat else 1.0


@compiled
def hide(s, t, seat, rng):
    """Everybody sees everything."""


@compiled
def observe(s, t, seat, out):
    """The stones that are left, and whose turn it is."""
    out[0] = s.stones
    out[1] = s.turn % 2
    return 2


def table(setup: str, t: Any) -> None:
    """Read a setup: the number of stones and the most that one may take, as in `15-3`."""
    found = re.fullmatch(r"(\d{1,2})-(\d)", setup, re.ASCII)
    if not found or not (1 <= int(found[1]) <= MOST_STONES and 1 <= int(found[2]) <= MOST_TAKEN):
        raise UsageError(f"setup of nim '{setup}': should be stones and greatest take, such as '15-3' (up to '99-9')")
    t.stones, t.most = int(found[1]), int(found[2])


def move_text(s: Any, t: Any, move: int) -> str:
    """Such as `take 2`."""
    return f"take {move}"


def state_text(s: Any, t: Any) -> str:
    """Such as `nim 1-3: 15 left, player 1 to move`."""
    player = s.turn % 2 + 1
    ending = f"player {player} to move" if s.stones > 0 else f"player {3 - player} won"
    return f"nim 1-{t.most}: {s.stones} left, {ending}"


def read_state(text: str, s: Any, t: Any) -> None:
    """Read what `state_text` prints; the count of turns begins anew."""
    found = re.fullmatch(r"nim 1-(\d): (\d{1,2}) left, player ([12]) (to move|won)", text.strip(), re.ASCII)
    if not found or (found[2] == "0") != (found[4] == "won"):
        raise UsageError(f"not a position of nim: '{text}'; example: nim 1-{t.most}: 5 left, player 1 to move")
    if int(found[1]) != t.most:
        raise UsageError(f"'{text}': in this setup players take 1-{t.most}")
    s.stones = int(found[2])
    s.turn = (int(found[3]) + (found[4] == "to move")) % 2


def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
    """The heap."""
    return Scene(
        counters=(Counter("stones", s.stones, most=t.stones),),
        prompt="How many stones do you take?" if moves else "",
    )


def solve(position: Position) -> dict[int, float]:
    """What each move is worth to the player who makes it, if both play best from then on.

    >>> from mulligan.core.position import Position
    >>> solve(Position.deal(NIM))
    {1: 0.0, 2: 0.0, 3: 1.0}
    """
    stones, most = position.fields()["stones"], int(position.setup.split("-")[1])
    return {take: float((stones - take) % (most + 1) == 0) for take in position.options()}


@compiled
def action(s, t, move):
    """For programs that learn: actions count from 0."""
    return move - 1


ENCODING = Encoding(
    actions=tuple(f"take {n + 1}" for n in range(MOST_TAKEN)),
    action=action,
    numbers=("stones that are left", "the seat whose turn it is"),
    bounds=((0, MOST_STONES), (0, 1)),
)


NIM = Game(
    room=lambda: Room(
        look=Look("Take stones; whoever takes the last one wins.", "gem", "grey", toy=True), encoding=ENCODING
    ),
    name="nim",
    version=1,
    title="Nim",
    players=2,
    stages=("take",),
    State=State,
    Table=Table,
    table=table,
    setups={"15-3": "15 stones, take 1 to 3", "21-4": "21 stones, take 1 to 4"},
    text=Text(move_text, state_text, read_state),
    scene=scene,
    max_options=MOST_TAKEN,
    max_numbers=2,
    max_turns=MOST_STONES,
    hidden=False,
    **rules_in(globals()),
)
