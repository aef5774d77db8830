"""Aim: three players together.  Each holds two cards of an own suit, from 1 to 6, which the others do not see; in turn
each plays one of them, and the three cards should add up to the goal.

The smallest game of cooperation: all are paid alike, 1 for the goal itself and one half for missing it by one.  Cards
that are kept play no part any more and suits have nothing to do with each other, so nobody can learn anything from
what the others did but the sum: what each move is worth to the team can be added up exactly.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from mulligan.core.encoding import Encoding
from mulligan.core.errors import UsageError
from mulligan.core.game import OVER, Game, Text, rules_in
from mulligan.core.room import Look, Room
from mulligan.core.scene import OPEN, Card, Counter, Scene, Zone
from mulligan.kernel import below, compiled, record

if TYPE_CHECKING:
    from mulligan.core.position import Position

SEATS = 3
HIGHEST = 6

State = record(
    card=("i8", SEATS),  # the card that was played, or before that the lower one
    other=("i8", SEATS),  # the other one
    turn="i8",
    total="i8",  # of the cards played
    goal="i8",
)
Table = record(goal="i8")


@compiled
def draw(s, p, rng):
    """Give player `p` two cards, the lower one first."""
    one = 1 + below(rng, HIGHEST)
    two = 1 + below(rng, HIGHEST - 1)
    if two >= one:
        two += 1
    s.card[p] = min(one, two)
    s.other[p] = max(one, two)


@compiled
def deal(s, t, rng):
    """Everybody draws two cards."""
    for p in range(SEATS):
        draw(s, p, rng)
    s.goal = t.goal


@compiled
def actor(s):
    """One after the other, once."""
    return s.turn if s.turn < SEATS else OVER


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
    """Either card; a move is its number."""
    out[0] = s.card[s.turn]
    out[1] = s.other[s.turn]
    return 2


@compiled
def play(s, t, move, rng):
    """Play a card and keep the other."""
    if move == s.other[s.turn]:
        s.other[s.turn] = s.card[s.turn]
        s.card[s.turn] = move
    s.total += move
    s.turn += 1


@compiled
def payoff(s, seat):
    """The same for all."""
    return max(0.0, 1.0 - 0.5 * abs(s.total - s.goal))


@compiled
def hide(s, t, seat, rng):
    """The others hold any two cards, and keep any card that they did not play."""
    for p in range(SEATS):
        if p != seat and p >= s.turn:
            draw(s, p, rng)
        elif p != seat:
            kept = 1 + below(rng, HIGHEST - 1)
            s.other[p] = kept + 1 if kept >= s.card[p] else kept


@compiled
def observe(s, t, seat, out):
    """The own cards, those that were played, and whose turn it is."""
    out[0] = s.card[seat]
    out[1] = s.other[seat]
    for p in range(SEATS):
        out[2 + p] = s.card[p] if p < s.turn else 0
    out[2 + SEATS] = s.turn
    return 3 + SEATS


@compiled
def advise(s, t, style, rng, out):
    """Play the card that keeps the sum nearest to an even pace; of equally near ones the higher."""
    ahead = s.goal * (s.turn + 1) - SEATS * s.total
    low = abs(ahead - SEATS * s.card[s.turn])
    out[0] = s.card[s.turn] if low < abs(ahead - SEATS * s.other[s.turn]) else s.other[s.turn]
    return 1


def table(setup: str, t: Any) -> None:
    """Read a setup: the goal."""
    if not re.fullmatch(r"\d{1,2}", setup, re.ASCII) or not SEATS <= int(setup) <= SEATS * HIGHEST:
        raise UsageError(f"setup of aim '{setup}': should be the goal, from {SEATS} to {SEATS * HIGHEST}")
    t.goal = int(setup)


def move_text(s: Any, t: Any, move: int) -> str:
    """Such as `play 5`."""
    return f"play {move}"


def state_text(s: Any, t: Any) -> str:
    """Such as `aim 10: 5 kept 2, 1 or 6, 3 or 4`."""
    words = [f"{s.card[p]} {'kept' if p < s.turn else 'or'} {s.other[p]}" for p in range(SEATS)]
    return f"aim {s.goal}: {', '.join(words)}"


def read_state(text: str, s: Any, t: Any) -> None:
    """Read what `state_text` prints."""
    hand = r"([1-6]) (or|kept) ([1-6])"
    found = re.fullmatch(rf"aim (\d{{1,2}}): {hand}, {hand}, {hand}", text.strip(), re.ASCII)
    if not found:
        raise UsageError(f"not a position of aim: '{text}'; example: aim 10: 5 kept 2, 1 or 6, 3 or 4")
    if int(found[1]) != t.goal:
        raise UsageError(f"'{text}': in this setup the goal is {t.goal}")
    s.goal = t.goal
    for p in range(SEATS):
        one, kept, two = int(found[2 + 3 * p]), found[3 + 3 * p] == "kept", int(found[4 + 3 * p])
        if one == two or (not kept and one > two):
            raise UsageError(f"'{text}': player {p + 1} holds two different cards, the lower one first")
        if kept and s.turn < p:
            raise UsageError(f"'{text}': player {p + 1} plays after player {p}")
        s.card[p], s.other[p] = one, two
        s.turn, s.total = s.turn + kept, s.total + one * kept


def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
    """The sum, the cards that were played, and the hands, of which one is seen."""
    zones = []
    for p in range(SEATS):
        cards = []
        for place, value in enumerate((s.card[p], s.other[p])):
            played = p < s.turn and place == 0
            named = Card(f"{p}:{value}", str(value), "card", "gold" if played else "blue")
            shown = played or seat in (p, OPEN)
            cards.append((played, named if shown else Card(f"{p}:hidden:{place}")))
        zones.append(Zone("hand", tuple(card for played, card in cards if not played), p, "hand"))
        zones.append(Zone("played", tuple(card for played, card in cards if played), p))
    return Scene(
        zones=tuple(zones),
        counters=(Counter("sum", s.total, most=s.goal),),
        prompt=f"Together you want {s.goal}. Which card do you play?" if moves else "",
        sources={move: f"{seat}:{move}" for move in moves},
    )


@cache
def worth(total: int, player: int, goal: int) -> float:
    """What the team may expect with this sum, before a player looks at its cards."""
    if player == SEATS:
        return max(0.0, 1.0 - 0.5 * abs(total - goal))
    hands = list(combinations(range(1, HIGHEST + 1), 2))
    return sum(max(worth(total + card, player + 1, goal) for card in hand) for hand in hands) / len(hands)


def solve(position: Position) -> dict[int, float]:
    """What each move is worth to the team if all play best from then on.

    >>> from mulligan.core.position import Position
    >>> here = Position.read(AIM, "aim 10: 5 kept 2, 1 or 6, 3 or 4")
    >>> {card: round(value, 3) for card, value in solve(here).items()}
    {1: 0.567, 6: 0.0}
    """
    s = position.fields()
    return {card: worth(s["total"] + card, s["turn"] + 1, s["goal"]) for card in position.options()}


@compiled
def action(s, t, move):
    """For programs that learn: actions count from 0."""
    return move - 1


ENCODING = Encoding(
    actions=tuple(f"play a {n + 1}" for n in range(HIGHEST)),
    action=action,
    numbers=(
        "the own lower card, or the one that was played",
        "the own other card",
        *(f"the card that seat {p} has played, 0 none" for p in range(SEATS)),
        "how many have played",
    ),
    bounds=(*((0, HIGHEST),) * (2 + SEATS), (0, SEATS)),
)


AIM = Game(
    room=lambda: Room(
        look=Look("Three players, three cards, one sum: you win together.", "heart", "teal", toy=True),
        encoding=ENCODING,
    ),
    name="aim",
    version=1,
    title="Aim together",
    players=SEATS,
    teams=(0,) * SEATS,
    stages=("play",),
    State=State,
    Table=Table,
    table=table,
    setups={"10": "a sum of 10", "12": "a sum of 12"},
    text=Text(move_text, state_text, read_state),
    scene=scene,
    styles=("uniform", "pace"),
    max_options=2,
    max_numbers=3 + SEATS,
    max_turns=SEATS,
    **rules_in(globals()),
)
