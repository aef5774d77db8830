"""Guess the card: each player draws one card of an own deck and tries to name the other's, by questions or by luck.

A turn asks whether the card is above a number, or names it: right wins, wrong loses.  Whoever peeks names the card at
once and always wins; honest players who halve well win little more than half their games.  A search that plans for
each possible card by itself is fooled too, for in every single world there is a name that wins.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from mulligan.core.encoding import Encoding
from mulligan.core.errors import UsageError
from mulligan.core.game import OVER, Game, Text, rules_in
from mulligan.core.room import Look, Room
from mulligan.core.scene import OPEN, Card, Scene, Zone
from mulligan.kernel import below, compiled, record

if TYPE_CHECKING:
    from mulligan.core.position import Position

MOST_CARDS = 16
NAME = 32  # a move above this names a card; below, it asks whether the card is above the move
HALVE, HASTY = 1, 2

State = record(
    card=("i8", 2),  # the card that each player holds
    rest=("i8", 2),  # the other cards of that deck, as bits
    low=("i8", 2),  # each player knows that the other's card is from low to high
    high=("i8", 2),
    turn="i8",
    winner="i8",  # 0 while the game goes on, else the player
    answer="i8",  # to the last question: 1 yes, 2 no
)
Table = record(cards="i8")


@compiled
def hold(s, t, p, card):
    """Give player `p` a card and put the others of the deck aside."""
    s.card[p] = card
    s.rest[p] = ((2 << t.cards) - 2) & ~(1 << card)


@compiled
def deal(s, t, rng):
    """Each player draws a card."""
    for p in range(2):
        hold(s, t, p, 1 + below(rng, t.cards))
        s.low[p] = 1
        s.high[p] = t.cards


@compiled
def actor(s):
    """The players take turns."""
    return OVER if s.winner else s.turn % 2


@compiled
def stage(s):
    """There is one kind of decision."""
    return 0


@compiled
def turn(s):
    """Every question is a turn."""
    return s.turn


@compiled
def options(s, t, form, out):
    """Ask above any number that leaves a doubt, or name any card that it may be."""
    p = s.turn % 2
    n = 0
    for k in range(s.low[p], s.high[p]):
        out[n] = k
        n += 1
    for k in range(s.low[p], s.high[p] + 1):
        out[n] = NAME + k
        n += 1
    return n


@compiled
def play(s, t, move, rng):
    """Answer truly."""
    p = s.turn % 2
    secret = s.card[1 - p]
    s.turn += 1
    s.answer = 0
    if move > NAME:
        s.winner = p + 1 if move == NAME + secret else 2 - p
    elif secret > move:
        s.low[p] = move + 1
        s.answer = 1
    else:
        s.high[p] = move
        s.answer = 2


@compiled
def payoff(s, seat):
    """There are no draws."""
    return 1.0 if s.winner == seat + 1 else 0.0


@compiled
def hide(s, t, seat, rng):
    """The other may hold any card that the answers allow, each as likely: their own questions tell nothing of it."""
    hold(s, t, 1 - seat, s.low[seat] + below(rng, s.high[seat] - s.low[seat] + 1))


@compiled
def observe(s, t, seat, out):
    """The own card, all answers so far, and whose turn it is."""
    out[0] = s.card[seat]
    for p in range(2):
        out[1 + 2 * p] = s.low[p]
        out[2 + 2 * p] = s.high[p]
    out[5] = 0 if s.winner else s.turn % 2
    out[6] = s.winner
    return 7


@compiled
def cards(s, t, out):
    """Both decks; the second player's cards are numbered from 32."""
    n = 0
    for p in range(2):
        deck = s.rest[p] | (1 << s.card[p])
        for card in range(1, t.cards + 1):
            if deck & (1 << card):
                out[n] = 32 * p + card
                n += 1
    return n


@compiled
def advise(s, t, style, rng, out):
    """Halve what is possible until the card is certain; or name one that is possible, at once."""
    p = s.turn % 2
    if style == HALVE and s.low[p] < s.high[p]:
        out[0] = (s.low[p] + s.high[p]) // 2
    else:
        out[0] = NAME + s.low[p] + below(rng, s.high[p] - s.low[p] + 1)
    return 1


@compiled
def outcome(s):
    """The answer, which is chance to the one who asks."""
    return s.answer


def table(setup: str, t: Any) -> None:
    """Read a setup: the number of cards in each deck."""
    if not re.fullmatch(r"\d{1,2}", setup, re.ASCII) or not 2 <= int(setup) <= MOST_CARDS:
        raise UsageError(f"setup of guess '{setup}': should be the cards of each deck, from 2 to {MOST_CARDS}")
    t.cards = int(setup)


def move_text(s: Any, t: Any, move: int) -> str:
    """Such as `above 4` or `name 7`."""
    return f"name {move - NAME}" if move > NAME else f"above {move}"


def state_text(s: Any, t: Any) -> str:
    """Such as `guess 8: 3 seeks 5-8, 6 seeks 1-8, player 2 to move`."""
    seeking = ", ".join(f"{s.card[p]} seeks {s.low[p]}-{s.high[p]}" for p in range(2))
    return f"guess {t.cards}: {seeking}, player " + (f"{s.winner} won" if s.winner else f"{s.turn % 2 + 1} to move")


def read_state(text: str, s: Any, t: Any) -> None:
    """Read what `state_text` prints; the count of turns begins anew."""
    form = r"guess (\d+): (\d+) seeks (\d+)-(\d+), (\d+) seeks (\d+)-(\d+), player ([12]) (to move|won)"
    found = re.fullmatch(form, text.strip(), re.ASCII)
    if not found:
        example = "guess 8: 3 seeks 5-8, 6 seeks 1-8, player 2 to move"
        raise UsageError(f"not a position of guess: '{text}'; example: {example}")
    if any(len(number) > 2 for number in found.groups()[:8]):
        raise UsageError(f"'{text}': no deck has more than {MOST_CARDS} cards")
    numbers = [int(number) for number in found.groups()[:8]]
    if numbers[0] != t.cards:
        raise UsageError(f"'{text}': in this setup the decks have {t.cards} cards")
    for p in range(2):
        s.card[p], s.low[p], s.high[p] = numbers[1 + 3 * p : 4 + 3 * p]
    for p in range(2):
        if not 1 <= s.low[p] <= s.card[1 - p] <= s.high[p] <= t.cards:
            raise UsageError(f"'{text}': the card of player {2 - p} is not among those that player {p + 1} seeks")
        s.rest[p] = ((2 << t.cards) - 2) & ~(1 << s.card[p])
    if found[9] == "won":
        s.winner = numbers[7]
    else:
        s.turn = numbers[7] - 1


def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
    """The own card, the back of the other's, and for each player the cards that the other's may be."""
    near = max(seat, 0)
    zones = []
    for p in (1 - near, near):
        held = Card(f"{p}:hand", str(s.card[p]), "card", "gold") if seat in (p, OPEN) else Card(f"{p}:hand")
        zones += [Zone("hand", (held,), p, "hand"), Zone("deck", (Card(f"{p}:deck", count=t.cards - 1),), p, "pile")]
        sought = tuple(Card(_sought(p, k), str(k), "possible card", "blue") for k in range(s.low[p], s.high[p] + 1))
        zones.append(Zone("seeks", sought, p))
    return Scene(
        zones=tuple(zones),
        prompt="Ask whether the other's card is above a number, or name it." if moves else "",
        sources={move: _sought(seat, move % NAME) for move in moves},
    )


def _sought(p: int, card: int) -> str:
    return f"{p}:seeks:{card}"


@cache
def worth(mine: int, theirs: int) -> float:
    """The chance to win for the player to move, who seeks among `mine` cards, if both play best and honestly."""
    return max([1 / mine] + [asking(mine, theirs, lower) for lower in range(1, mine)])


def asking(mine: int, theirs: int, lower: int) -> float:
    """The chance to win after a question that splits `mine` cards into `lower` and the rest."""
    parts = (lower, mine - lower)
    return sum(part / mine * (1.0 - worth(theirs, part)) for part in parts)


def solve(position: Position) -> dict[int, float]:
    """What each move is worth to the player who makes it, if both play best and honestly from then on.

    >>> from mulligan.core.position import Position
    >>> max(solve(Position.deal(GUESS)).values())
    0.5625
    """
    s, p = position.fields(), position.actor
    low, mine, theirs = s["low"][p], s["high"][p] - s["low"][p] + 1, s["high"][1 - p] - s["low"][1 - p] + 1
    return {move: 1 / mine if move > NAME else asking(mine, theirs, move - low + 1) for move in position.options()}


@compiled
def action(s, t, move):
    """For programs that learn: questions first, then the cards by name."""
    return MOST_CARDS + move - NAME - 1 if move > NAME else move - 1


ENCODING = Encoding(
    actions=(
        *(f"ask whether it is above {k + 1}" for k in range(MOST_CARDS)),
        *(f"say that it is {k + 1}" for k in range(MOST_CARDS)),
    ),
    action=action,
    numbers=(
        "the own card",
        *(f"{word} card that the other of seat {p} can hold" for p in range(2) for word in ("lowest", "highest")),
        "the seat whose turn it is",
        "0, or at the end who has won",
    ),
    bounds=(*((0, MOST_CARDS + 1),) * 5, (0, 1), (0, 2)),
)


GUESS = Game(
    room=lambda: Room(
        look=Look("You know your card; what does the other one hold?", "eye", "blue", toy=True), encoding=ENCODING
    ),
    name="guess",
    version=1,
    title="Guess the card",
    players=2,
    stages=("guess",),
    State=State,
    Table=Table,
    table=table,
    setups={"8": "eight cards in each deck", "4": "four cards in each deck"},
    text=Text(move_text, state_text, read_state),
    scene=scene,
    max_options=2 * MOST_CARDS,
    max_numbers=2 * MOST_CARDS,
    styles=("uniform", "halve", "hasty"),
    contrast=("halve", "hasty"),
    max_turns=2 * MOST_CARDS,
    **rules_in(globals()),
)
