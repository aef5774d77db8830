"""Cellar: a small honest card game with all that the conformance test is about, in plain Python.

Both players have a deck of their own with the ranks 1 to 8, hold three cards and draw one at the beginning of each of
their turns.  A turn plays a card face up for its rank, or lays it face down for one more than its rank at the end, or
tosses a coin for two points, or peeks at the top card of the other deck.  Whoever plays the 8 and still holds a rank
below 4 must discard one of these: a rare question about the own hand.
"""

from __future__ import annotations

import json
from math import exp
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import OVER, UNSEEN, Game, Text
from mulligan.kernel import as_dict, below, interpret, record, shuffle_part

RANKS, HAND, TURNS = 8, 3, 5
DOWN, TOSS, PEEK = 16, 32, 33
TURN, DISCARD = range(2)

FIELDS: dict[str, Any] = {
    "hand": ("i8", 2),  # ranks as bits
    "down": ("i8", 2),
    "up": ("i8", 2),
    "deck": ("i8", (2, RANKS)),  # the next card stands at `drawn`; what has been drawn is blank
    "drawn": ("i8", 2),
    "peeked": ("i8", 2),  # whether each player knows the bottom card of the other deck
    "points": ("i8", 2),
    "coin": "i8",  # of the last move: 0 none, 1 tails, 2 heads
    "stage": "i8",
    "turn": "i8",
    "over": "i8",
}
State = record(**FIELDS)

random_below, shuffled = interpret(below), interpret(shuffle_part)


def ranks_of(mask: int) -> list[int]:
    """The ranks of a set, ascending."""
    return [rank for rank in range(1, RANKS + 1) if mask >> rank & 1]


def mask_of(ranks: list[int]) -> int:
    """A set of ranks."""
    return sum(1 << rank for rank in ranks)


def draw_card(s: Any, p: int) -> None:
    """Draw the top card."""
    rank = s.deck[p][s.drawn[p]]
    s.deck[p][s.drawn[p]] = 0
    s.drawn[p] += 1
    s.hand[p] |= 1 << rank
    if s.drawn[p] == RANKS:
        s.peeked[1 - p] = 0


def deal(s: Any, t: Any, rng: Any) -> None:
    """Shuffle, draw three cards each, and one for the first turn."""
    for p in range(2):
        s.deck[p][:] = range(1, RANKS + 1)
        shuffled(s.deck[p], 0, RANKS, rng)
        for _ in range(HAND):
            draw_card(s, p)
    draw_card(s, 0)


def actor(s: Any) -> int:
    """The players take turns."""
    return OVER if s.over else s.turn % 2


def stage(s: Any) -> int:
    """A turn, or the question what to discard."""
    return int(s.stage)


def turn(s: Any) -> int:
    """Turns are counted."""
    return int(s.turn)


def small(s: Any, p: int) -> int:
    """The ranks in hand that may be discarded."""
    return s.hand[p] & mask_of([1, 2, 3])


def options(s: Any, t: Any, form: int, out: Any) -> int:
    """Cards up or down, a toss, a peek; or the cards that may be discarded."""
    p = s.turn % 2
    if s.stage == DISCARD:
        moves = ranks_of(small(s, p))
    else:
        held = ranks_of(s.hand[p])
        moves = [*held, *(DOWN + rank for rank in held), TOSS]
        if s.drawn[1 - p] < RANKS and not s.peeked[p]:
            moves.append(PEEK)
    out[: len(moves)] = moves
    return len(moves)


def next_turn(s: Any) -> None:
    """The other draws, or the game is over."""
    s.stage = TURN
    s.turn += 1
    if s.turn == 2 * TURNS:
        s.over = 1
        for p in range(2):
            s.points[p] += sum(rank + 1 for rank in ranks_of(s.down[p]))
    elif s.drawn[s.turn % 2] < RANKS:
        draw_card(s, s.turn % 2)


def toss(s: Any, t: Any, rng: Any) -> int:
    """Throw a coin: 1 for heads."""
    return int(random_below(rng, 2))


def play(s: Any, t: Any, move: int, rng: Any) -> None:
    """Play a move."""
    p = s.turn % 2
    s.coin = 0
    if s.stage == DISCARD:
        s.hand[p] ^= 1 << move
        s.up[p] |= 1 << move
    elif move == TOSS:
        s.coin = 1 + toss(s, t, rng)
        s.points[p] += 2 * (s.coin == 2)
    elif move == PEEK:
        s.peeked[p] = 1
    elif move > DOWN:
        s.hand[p] ^= 1 << (move - DOWN)
        s.down[p] |= 1 << (move - DOWN)
    else:
        s.hand[p] ^= 1 << move
        s.up[p] |= 1 << move
        s.points[p] += move
        if move == RANKS and small(s, p):
            s.stage = DISCARD
            return
    next_turn(s)


def payoff(s: Any, seat: int) -> float:
    """More points win."""
    mine, theirs = s.points[seat], s.points[1 - seat]
    return 0.5 if mine == theirs else float(mine > theirs)


def own_deck(s: Any, seat: int, rng: Any) -> None:
    """The own deck in any order."""
    low = s.drawn[seat]
    s.deck[seat][low:] = sorted(s.deck[seat][low:])
    shuffled(s.deck[seat], low, RANKS, rng)


def unseen(s: Any, seat: int) -> list[int]:
    """The other's cards that a seat cannot know: hand, face down and deck, but for a bottom card that it has seen."""
    q = 1 - seat
    return sorted(ranks_of(s.hand[q]) + ranks_of(s.down[q]) + list(s.deck[q][s.drawn[q] : RANKS - s.peeked[seat]]))


def place(s: Any, seat: int, cards: list[int]) -> None:
    """Give the other these cards, in this order, for hand, face down and deck."""
    q = 1 - seat
    held, laid = s.hand[q].bit_count(), s.down[q].bit_count()
    s.hand[q], s.down[q] = mask_of(cards[:held]), mask_of(cards[held : held + laid])
    s.deck[q][s.drawn[q] : RANKS - s.peeked[seat]] = cards[held + laid :]


def fits(s: Any, seat: int) -> bool:
    """Whether the other can answer an open question."""
    q = 1 - seat
    return s.over or s.stage != DISCARD or s.turn % 2 != q or small(s, q) != 0


def hide_other(s: Any, seat: int, rng: Any) -> None:
    """Deal the other's cards anew, so that an open question can be answered."""
    cards = unseen(s, seat)
    while True:
        mixed = list(cards)
        shuffled(mixed, 0, len(mixed), rng)
        place(s, seat, mixed)
        if fits(s, seat):
            return


def hide(s: Any, t: Any, seat: int, rng: Any) -> None:
    """Deal anew what a seat cannot know; at the end all cards are open."""
    if not s.over:
        hide_other(s, seat, rng)
    own_deck(s, seat, rng)
    if s.over and not s.peeked[seat]:
        own_deck(s, 1 - seat, rng)


def known(s: Any, seat: int) -> list[int]:
    """The numbers that a seat may know."""
    q = 1 - seat
    numbers = [s.hand[seat], s.down[seat], s.up[seat], s.up[q], s.hand[q].bit_count(), s.down[q].bit_count()]
    numbers += [*s.drawn, *s.points, *s.peeked, s.coin, s.stage, s.turn, s.over]
    numbers.append(s.deck[q][RANKS - 1] if s.peeked[seat] else 0)
    return [*numbers, s.down[q] if s.over else 0]


def observe(s: Any, t: Any, seat: int, out: Any) -> int:
    """Write what a seat may know."""
    numbers = known(s, seat)
    out[: len(numbers)] = numbers
    return len(numbers)


def cards(s: Any, t: Any, out: Any) -> int:
    """Every card: 16 times the seat, plus the rank."""
    n = 0
    for p in range(2):
        for rank in ranks_of(s.hand[p] | s.down[p] | s.up[p]) + list(s.deck[p][s.drawn[p] :]):
            out[n] = 16 * p + rank
            n += 1
    return n


def shuffle(s: Any, t: Any, firm: int, rng: Any) -> None:
    """Shuffle both decks, but for bottom cards that somebody has seen."""
    for p in range(2):
        shuffled(s.deck[p], s.drawn[p], RANKS - s.peeked[1 - p], rng)


def advise(s: Any, t: Any, style: int, rng: Any, out: Any) -> int:
    """The rule player plays its highest card face up, or discards its lowest."""
    moves = ranks_of(s.hand[s.turn % 2])
    out[0] = ranks_of(small(s, s.turn % 2))[0] if s.stage == DISCARD else moves[-1] if moves else TOSS
    return 1


def evaluate(s: Any, t: Any, seat: int, style: int) -> float:
    """By the points so far."""
    return 1.0 / (1.0 + exp((s.points[1 - seat] - s.points[seat]) / 4.0))


def key(s: Any, t: Any, move: int) -> int:
    """All moves differ."""
    return move


def outcome(s: Any) -> int:
    """The coin."""
    return int(s.coin)


def seen(s: Any, t: Any, move: int, seat: int) -> int:
    """Only a card that is laid face down stays secret."""
    return UNSEEN if DOWN < move < TOSS and s.stage == TURN and seat != s.turn % 2 else move


def move_text(s: Any, t: Any, move: int) -> str:
    """A move in words."""
    if s.stage == DISCARD:
        return f"discard {move}"
    names = {TOSS: "toss", PEEK: "peek"}
    return names.get(move) or (f"lay {move - DOWN}" if move > DOWN else f"play {move}")


def state_text(s: Any, t: Any) -> str:
    """All fields."""
    return "cellar " + json.dumps(as_dict(s))


def read_state(text: str, s: Any, t: Any) -> None:
    """Read what was printed."""
    try:
        fields = json.loads(text.removeprefix("cellar "))
        for name, value in fields.items():
            setattr(s, name, value)
    except (ValueError, AttributeError):
        raise UsageError(f"not a position of cellar: '{text}'") from None


CELLAR = Game(
    name="cellar",
    version=1,
    title="Cellar",
    players=2,
    stages=("turn", "discard"),
    State=State,
    text=Text(move_text, state_text, read_state),
    max_options=2 * RANKS + 2,
    max_numbers=24,
    max_turns=2 * TURNS,
    styles=("uniform", "high"),
    evaluations=("points",),
    deal=deal,
    actor=actor,
    stage=stage,
    turn=turn,
    options=options,
    play=play,
    payoff=payoff,
    hide=hide,
    observe=observe,
    cards=cards,
    shuffle=shuffle,
    advise=advise,
    evaluate=evaluate,
    key=key,
    outcome=outcome,
    seen=seen,
)
