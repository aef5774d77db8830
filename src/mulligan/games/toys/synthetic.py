"""Synthetic game trees with three dials, after Long, Sturtevant, Buro & Furtak (2010).

Chance gives each player one of a few worlds, and a player sees only the own one.  Then they move in turn, left or
right, a fixed number of times; everybody sees the moves.  The leaf decides who wins, and depends on both worlds.  The
dials say which kind of game this is:

* leaf correlation `lc`: the probability that two leaves below the same last decision have the same winner.  Otherwise
  one of them is won and the other lost, and who moves last chooses;
* `bias`: the probability that two such leaves with the same winner are won by the first player;
* disambiguation factor `df`: how fast players learn the other's world.  Whenever a player is to move, what the player
  takes for possible is halved with this probability; if it is, the rest is halved again with the same probability, and
  so on.

So a setup such as `lc=0.8,bias=0.5,df=0.3,depth=8,worlds=8,tree=1` is one game, and `tree` is the number of the random
tree that has these dials: nothing of the tree is kept, but all of it follows from that number.  How many moves and
worlds there are usually is our choice.
"""

from __future__ import annotations

import re
from typing import Any

from mulligan.core.encoding import Encoding
from mulligan.core.errors import UsageError, quoted, unknown
from mulligan.core.game import OVER, Game, Text, rules_in
from mulligan.core.room import Look, Room
from mulligan.core.scene import OPEN, Card, Counter, Scene, Zone
from mulligan.core.words import real_number, split_words, whole_number
from mulligan.kernel import below, compiled, interpret, record

MOST_WORLDS, MOST_DEPTH, MOST_TREES = 16, 20, 10**6
FACTOR, LOW = 0x6A09E47D, 0xFFFFFFFF  # as in the kernel's generator: no product leaves 63 bits
MIXING = 4
LEAF, HALVING = 1, 2  # what a random number of the tree is for
NAMES = ("left", "right")
USUAL = "lc=0.8,bias=0.5,df=0.3,depth=8,worlds=8,tree=1"

State = record(
    world=("i8", 2),
    low=("i8", 2),  # each player knows that the other's world is from low to high - 1
    high=("i8", 2),
    path="i8",  # a 1, then a bit for each move: 0 left, 1 right
    turn="i8",
    ends="i8",  # the number of moves
    winner="i8",  # from 1; 0 while the game goes on
)
Table = record(lc="f8", bias="f8", df="f8", depth="i8", worlds="i8", tree="i8")


@compiled
def mix(z, x):
    """Stir a number into another one."""
    z ^= x
    for _ in range(MIXING):
        z = FACTOR * (z & LOW) + (z >> 32)
    return z


@compiled
def share(z):
    """A number in [0, 1) from one that was stirred."""
    return ((z ^ (z >> 32)) & LOW) / 4294967296.0


@compiled
def learn(s, t, seat, path):
    """What a player takes for possible is halved, as often as the tree says at this place."""
    z = mix(mix(mix(mix(FACTOR, t.tree), HALVING + seat), path), s.world[seat])
    while s.high[seat] - s.low[seat] > 1:
        z = mix(z, s.low[seat] * 64 + s.high[seat])
        if share(z) >= t.df:
            return
        middle = (s.low[seat] + s.high[seat]) // 2
        if s.world[1 - seat] < middle:
            s.high[seat] = middle
        else:
            s.low[seat] = middle


@compiled
def learn_all(s, t, seat):
    """All that a player has learnt on the way to here."""
    s.low[seat] = 0
    s.high[seat] = t.worlds
    for k in range(seat, min(s.turn + 1, t.depth), 2):
        learn(s, t, seat, s.path >> (s.turn - k))


@compiled
def won(s, t):
    """Who wins at the leaf, from 1."""
    z = mix(mix(mix(mix(FACTOR, t.tree), LEAF), s.path >> 1), s.world[0] * MOST_WORLDS + s.world[1])
    alike = share(z) < t.lc
    z = mix(z, LEAF)
    if alike:
        return 1 if share(z) < t.bias else 2
    return 1 + ((share(z) < 0.5) ^ (s.path & 1))


@compiled
def deal(s, t, rng):
    """A world for each player."""
    for seat in range(2):
        s.world[seat] = below(rng, t.worlds)
    s.path = 1
    s.ends = t.depth
    learn_all(s, t, 0)
    learn_all(s, t, 1)


@compiled
def actor(s):
    """The players take turns."""
    return OVER if s.turn == s.ends else s.turn % 2


@compiled
def stage(s):
    """There is one kind of decision."""
    return 0


@compiled
def turn(s):
    """Every move is a turn."""
    return s.turn


@compiled
def options(s, t, form, out):
    """Left or right."""
    out[0] = 0
    out[1] = 1
    return 2


@compiled
def play(s, t, move, rng):
    """Move; whoever is next may learn something."""
    s.path = 2 * s.path + move
    s.turn += 1
    if s.turn == t.depth:
        s.winner = won(s, t)
    else:
        learn(s, t, s.turn % 2, s.path)


@compiled
def payoff(s, seat):
    """There are no draws."""
    return 1.0 if s.winner == seat + 1 else 0.0


@compiled
def hide(s, t, seat, rng):
    """The other's world is any that is possible, with what one would have learnt in it; in the end all is known."""
    if s.winner == 0:
        s.world[1 - seat] = s.low[seat] + below(rng, s.high[seat] - s.low[seat])
        learn_all(s, t, 1 - seat)


@compiled
def observe(s, t, seat, out):
    """The own world, what is possible of the other's, and all moves."""
    out[0] = s.world[seat]
    out[1] = s.low[seat]
    out[2] = s.high[seat]
    out[3] = s.path
    out[4] = s.winner
    out[5] = s.world[1 - seat] if s.winner else -1
    return 6


def table(setup: str, t: Any) -> None:
    """Read a setup: the dials, and which of the trees that have them; what is left out is as in the usual one."""
    usual, given = (split_words(f"synthetic:{text}", "setup")[1] for text in (USUAL, setup))
    whole = {"depth": (1, MOST_DEPTH), "worlds": (1, MOST_WORLDS), "tree": (0, MOST_TREES)}
    for key in given:
        if key not in usual:
            raise unknown("setting of synthetic", key, usual)
    for key, text in (usual | given).items():
        low, high = whole.get(key, (0, 1))
        try:
            value: float = whole_number(text) if key in whole else real_number(text)
        except ValueError as error:
            raise UsageError(f"setup of synthetic, {key}: {quoted(text)} {error}") from None
        if not low <= value <= high:
            raise UsageError(f"setup of synthetic, {key}: {quoted(text)} should be from {low} to {high}")
        setattr(t, key, value)


def move_text(s: Any, t: Any, move: int) -> str:
    """`left` or `right`."""
    return NAMES[move]


def state_text(s: Any, t: Any) -> str:
    """Such as `synthetic worlds 3 0: left right`."""
    moves = "".join(f" {NAMES[int(bit)]}" for bit in f"{s.path:b}"[1:])
    return f"synthetic worlds {s.world[0]} {s.world[1]}" + (f":{moves}" if moves else "")


_play, _learn_all = interpret(play), interpret(learn_all)


def read_state(text: str, s: Any, t: Any) -> None:
    """Read what `state_text` prints."""
    found = re.fullmatch(r"synthetic worlds (\d{1,2}) (\d{1,2})(?::((?: left| right)+))?", text.strip(), re.ASCII)
    if not found:
        raise UsageError(f"not a position of synthetic: {quoted(text)}; example: synthetic worlds 3 0: left right")
    s.world[:] = int(found[1]), int(found[2])
    moves = (found[3] or "").split()
    if max(s.world) >= t.worlds or len(moves) > t.depth:
        raise UsageError(f"{quoted(text)}: worlds are from 0 to {t.worlds - 1}, and at most {t.depth} moves are made")
    s.path, s.ends = 1, t.depth
    _learn_all(s, t, 0)
    _learn_all(s, t, 1)
    for move in moves:
        _play(s, t, NAMES.index(move), None)


def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
    """The own world, and the worlds that the other's may be."""
    zones = []
    for p in (1 - max(seat, 0), max(seat, 0)):
        marks = ("shown",) if s.winner else ()
        known = s.winner > 0 or seat in (p, OPEN)
        own = Card(f"{p}:world", str(s.world[p]), "world", "gold", marks=marks) if known else Card(f"{p}:world")
        zones.append(Zone("world", (own,), p, "hand"))
        if seat in (p, OPEN):
            possible = range(s.low[p], s.high[p])
            zones.append(Zone("the other's", tuple(Card(f"{p}:{w}", str(w), "possible", "blue") for w in possible), p))
    made = " ".join(NAMES[int(bit)] for bit in f"{s.path:b}"[1:]) or "none"
    counters = (Counter("moves", made), Counter("moves left", t.depth - s.turn))
    return Scene(tuple(zones), counters, "Left or right?" if moves else "")


ENCODING = Encoding(
    actions=NAMES,
    numbers=(
        "the own world",
        "the first world that the other may be in",
        "the last one",
        "all moves, as a number",
        "0, or at the end who has won",
        "at the end the other's world, else -1",
    ),
    bounds=(*((0, MOST_WORLDS),) * 3, (1, 2 ** (MOST_DEPTH + 1)), (0, 2), (-1, MOST_WORLDS)),
)


SYNTHETIC = Game(
    room=lambda: Room(
        look=Look("Left or right, in a world that you know half of.", "leaf", "grey", toy=True), encoding=ENCODING
    ),
    name="synthetic",
    version=1,
    title="Synthetic trees",
    players=2,
    stages=("move",),
    State=State,
    Table=Table,
    table=table,
    setups={
        USUAL: "as in trick-taking card games: what one learns soon tells the rest",
        "lc=0.2,bias=0.5,df=0,depth=8,worlds=8,tree=1": "nothing is learnt, and the last move matters",
    },
    text=Text(move_text, state_text, read_state),
    scene=scene,
    max_options=2,
    max_numbers=6,
    max_turns=MOST_DEPTH + 1,
    source="Long, Sturtevant, Buro & Furtak 2010",
    **rules_in(globals()),
)
