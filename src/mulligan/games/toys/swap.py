"""A patience: of three cards throw away any ranks, draw as many anew, then score the hand in a row still open.

The order of the deck is hidden, and a throw is a compound move, offered whole or rank by rank as a chain of questions.
There are three rows for two hands: `high` counts the ranks, `set` wants equal cards, `run` consecutive ones.  The
payoff is the share of the points of two perfect hands.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb, prod
from operator import add, sub
from typing import TYPE_CHECKING, Any

from mulligan.core.encoding import Encoding
from mulligan.core.errors import UsageError
from mulligan.core.game import CHAIN, OVER, Game, Text, named_setup, rules_in
from mulligan.core.room import Look, Room
from mulligan.core.scene import OPEN, Card, Counter, Scene, Zone
from mulligan.core.words import whole_number
from mulligan.kernel import compiled, draw, interpret, record, shuffle_part, size

if TYPE_CHECKING:
    from mulligan.core.position import Position

RANKS, COPIES, HAND = 4, 3, 3
CARDS = RANKS * COPIES
ROWS = ("high", "set", "run")
PERFECT = 12
THROW, SCORE = range(2)
WHOLE = 16  # marks a whole throw, the ranks as bits; an answer about one rank is 1 to throw it, 0 to keep it
GREEDY, COIN = 1, 2
SETUPS = {"standard": "two hands", "short": "one hand"}

State = record(
    hand=("i8", RANKS),  # how many of each rank
    gone=("i8", RANKS),
    deck=("i8", CARDS),  # ranks from 0; what has been drawn is blank
    drawn="i8",
    asked="i8",  # in a chain, the rank that is asked about: the lower ones are settled
    open="i8",  # rows, as bits
    points="i8",
    hands="i8",  # still to be scored
    stage="i8",
    fresh="i8",  # the cards drawn since the last move, two bits for each rank
)
Table = record(hands="i8")


@compiled
def fill_hand(s):
    """Draw until the hand is full."""
    for _ in range(HAND - s.hand[0] - s.hand[1] - s.hand[2] - s.hand[3]):
        rank = s.deck[s.drawn]
        s.deck[s.drawn] = 0
        s.drawn += 1
        s.hand[rank] += 1
        s.fresh += 1 << (2 * rank)


@compiled
def ask(s, rank):
    """Go to the throw of the first rank in hand from `rank` on, or draw and score if there is none."""
    while rank < RANKS and s.hand[rank] == 0:
        rank += 1
    s.asked = rank % RANKS
    if rank == RANKS:
        fill_hand(s)
        s.stage = SCORE


@compiled
def new_hand(s):
    """Draw a hand and ask what to throw."""
    fill_hand(s)
    s.stage = THROW
    ask(s, 0)


@compiled
def deal(s, t, rng):
    """Shuffle, and draw the first hand."""
    for i in range(CARDS):
        s.deck[i] = i // COPIES
    shuffle_part(s.deck, 0, CARDS, rng)
    s.open = (1 << len(ROWS)) - 1
    s.hands = t.hands
    new_hand(s)


@compiled
def actor(s):
    """There is one player."""
    return 0 if s.hands > 0 else OVER


@compiled
def stage(s):
    """Throw, then score."""
    return s.stage


@compiled
def turn(s):
    """Every hand is a turn, from 1; a row is filled at its end."""
    return 1 + len(ROWS) - size(s.open)


@compiled
def held(s, paired):
    """The ranks in hand that may still be thrown, as bits; without those held more than once, if `paired` stay."""
    ranks = 0
    for rank in range(s.asked, RANKS):
        if s.hand[rank] == 1 or (s.hand[rank] > 1 and not paired):
            ranks |= 1 << rank
    return ranks


@compiled
def options(s, t, form, out):
    """Open rows, or sets of ranks to throw, or throw or keep one rank; level `paired` never throws equal cards."""
    n = 0
    if s.stage == SCORE:
        for row in range(len(ROWS)):
            if s.open >> row & 1:
                out[n] = row
                n += 1
        return n
    ranks = held(s, form % CHAIN > 0)
    if form >= CHAIN:
        out[0] = 0
        out[1] = 1
        return 1 + (ranks >> s.asked & 1)
    some = ranks
    while some != 0:
        out[n] = WHOLE | some
        n += 1
        some = (some - 1) & ranks
    out[n] = WHOLE
    return n + 1


@compiled
def points(hand, row):
    """What a hand is worth in a row."""
    total = most = kinds = 0
    for rank in range(RANKS):
        total += (rank + 1) * hand[rank]
        most = max(most, hand[rank])
        kinds += min(hand[rank], 1)
    if row == 0:
        return total
    if row == 1:
        return PERFECT if most == 3 else 5 if most == 2 else 0
    return 9 if kinds == 3 and (hand[0] == 0 or hand[RANKS - 1] == 0) else 0


@compiled
def lose(s, rank):
    """Put all cards of a rank away."""
    s.gone[rank] += s.hand[rank]
    s.hand[rank] = 0


@compiled
def play(s, t, move, rng):
    """Throw, or score and draw the next hand."""
    s.fresh = 0
    if s.stage == SCORE:
        s.points += points(s.hand, move)
        s.open ^= 1 << move
        s.hands -= 1
        for rank in range(RANKS):
            lose(s, rank)
        if s.hands > 0:
            new_hand(s)
    elif move < WHOLE:
        if move == 1:
            lose(s, s.asked)
        ask(s, s.asked + 1)
    else:
        for rank in range(RANKS):
            if move >> rank & 1:
                lose(s, rank)
        ask(s, RANKS)


@compiled
def payoff(s, seat):
    """The share of the points of two perfect hands."""
    return s.points / (2 * PERFECT)


@compiled
def shuffle(s, t, firm, rng):
    """Shuffle the deck."""
    shuffle_part(s.deck, s.drawn, CARDS, rng)


@compiled
def hide(s, t, seat, rng):
    """The deck holds what is neither in hand nor gone, in any order."""
    n = s.drawn
    for rank in range(RANKS):
        for _ in range(COPIES - s.hand[rank] - s.gone[rank]):
            s.deck[n] = rank
            n += 1
    shuffle(s, t, 1, rng)


@compiled
def observe(s, t, seat, out):
    """Everything but the deck."""
    for rank in range(RANKS):
        out[rank] = s.hand[rank]
        out[RANKS + rank] = s.gone[rank]
    n = 2 * RANKS
    out[n] = s.asked
    out[n + 1] = s.open
    out[n + 2] = s.points
    out[n + 3] = s.hands
    out[n + 4] = s.stage
    return n + 5


@compiled
def cards(s, t, out):
    """The ranks, from 1."""
    n = 0
    for rank in range(RANKS):
        for _ in range(s.hand[rank] + s.gone[rank]):
            out[n] = rank + 1
            n += 1
    for i in range(s.drawn, CARDS):
        out[n] = s.deck[i] + 1
        n += 1
    return n


@compiled
def best_row(s, t, out):
    """The open row in which the hand is worth most."""
    best = -1
    for i in range(options(s, t, 0, out)):
        if best < 0 or points(s.hand, out[i]) > points(s.hand, best):
            best = out[i]
    return best


@compiled
def advise(s, t, style, rng, out):
    """Take the best row.  Greedy keeps its most frequent, then highest rank; coin tosses for each rank in turn."""
    if s.stage == SCORE:
        out[0] = best_row(s, t, out)
        return 1
    ranks = held(s, False)
    if style == GREEDY:
        kept = 0
        for rank in range(RANKS):
            if s.hand[rank] >= s.hand[kept]:
                kept = rank
        out[0] = WHOLE | (ranks & ~(1 << kept))
        return 1
    n = size(ranks)
    for i in range(n):
        out[i] = draw(rng) & 1
    return n


@compiled
def evaluate(s, t, seat, style):
    """The payoff so far, and with style 1 as if the hand went at once into its best row."""
    more = 0
    if style == 1 and s.stage == SCORE:
        for row in range(len(ROWS)):
            if s.open >> row & 1:
                more = max(more, points(s.hand, row))
    return (s.points + more) / (2 * PERFECT)


@compiled
def outcome(s):
    """The cards drawn."""
    return s.fresh


def table(setup: str, t: Any) -> None:
    """Read a setup."""
    t.hands = 1 if named_setup("swap", setup, SETUPS) == "short" else 2


def move_text(s: Any, t: Any, move: int) -> str:
    """Such as `throw 1 4`, `throw nothing`, `yes, throw 2`, `no, keep 2`, `score high`."""
    if s.stage == SCORE:
        return f"score {ROWS[move]}"
    if move < WHOLE:
        return f"yes, throw {s.asked + 1}" if move else f"no, keep {s.asked + 1}"
    return "throw " + (" ".join(str(rank + 1) for rank in range(RANKS) if move >> rank & 1) or "nothing")


def state_text(s: Any, t: Any) -> str:
    """Such as `swap: hand 1 1 3; gone 2 4 4; deck 3 2 2 4 1 3; open set run; points 10; hands 1; throw 1`."""
    hand, gone = (" ".join(f"{rank + 1} " * zone[rank] for rank in range(RANKS)) for zone in (s.hand, s.gone))
    deck = " ".join(str(rank + 1) for rank in s.deck[s.drawn :])
    rows = " ".join(row for i, row in enumerate(ROWS) if s.open >> i & 1)
    ending = "score" if s.stage == SCORE else f"throw {s.asked + 1}"
    parts = ("hand", hand), ("gone", gone), ("deck", deck), ("open", rows), ("points", s.points), ("hands", s.hands)
    return "swap: " + "".join(" ".join(f"{name} {what}".split()) + "; " for name, what in parts) + ending


def read_state(text: str, s: Any, t: Any) -> None:
    """Read what `state_text` prints."""
    parts = [part.split() or [""] for part in text.strip().removeprefix("swap:").split(";")]
    try:
        names, values = [part[0] for part in parts], [part[1:] for part in parts]
        s.stage = ("throw", "score").index(names.pop())
        if names != ["hand", "gone", "deck", "open", "points", "hands"] or max(map(len, values[4:])) > 1:
            raise ValueError
        hand, gone, deck = ([("1", "2", "3", "4").index(rank) for rank in zone] for zone in values[:3])
        s.hand[:], s.gone[:] = ([zone.count(rank) for rank in range(RANKS)] for zone in (hand, gone))
        s.drawn, s.deck[len(hand + gone) :] = len(hand + gone), deck
        s.open = sum(1 << ROWS.index(row) for row in set(values[3]))
        s.points, s.hands = whole_number(values[4][0]), whole_number(values[5][0])
        s.asked = whole_number(values[6][0]) - 1 if s.stage == THROW else 0
    except (ValueError, IndexError):
        raise UsageError(f"not a position of swap: '{text}'; example: {EXAMPLE}") from None
    scored = len(ROWS) - s.open.bit_count()
    if sorted(hand + gone + deck) != [i // COPIES for i in range(CARDS)]:
        raise UsageError(f"'{text}': there are {COPIES} cards of each rank, in hand, gone or in the deck")
    if s.hands + scored != t.hands or not 0 <= s.points <= PERFECT * scored:
        raise UsageError(f"'{text}': {t.hands} hands, points for those scored, and a row less for each of them")
    if len(hand) > HAND or len(deck) < 2 * HAND * (s.hands - 1) + (HAND if s.stage == THROW else 0):
        raise UsageError(f"'{text}': too few cards are left in the deck")
    if (s.stage == THROW and s.asked not in hand) or (s.stage == SCORE and len(hand) != (HAND if s.hands else 0)):
        raise UsageError(f"'{text}': the hand does not fit the question")


_WORTH = ("the sum of the ranks", "three equal cards 12, two 5", "three ranks in a row 9")
_points = interpret(points)


def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
    """The hand, the rows that are open, and the piles."""
    scoring = s.stage == SCORE and s.hands > 0
    rows = tuple(
        Card(row, row, "row", "teal", lines=(text,), marks=(f"{_points(s.hand, i)} points now",) if scoring else ())
        for i, (row, text) in enumerate(zip(ROWS, _WORTH, strict=True))
        if s.open >> i & 1
    )
    hand = tuple(_rank_card(_held(rank, i), rank) for rank in range(RANKS) for i in range(s.hand[rank]))
    gone = tuple(_rank_card(f"gone:{rank}", rank, s.gone[rank]) for rank in range(RANKS) if s.gone[rank])
    deck = tuple(_rank_card(f"deck:{i}", rank) for i, rank in enumerate(s.deck[s.drawn :]))
    if seat != OPEN and deck:
        deck = (Card("deck", count=len(deck)),)
    return Scene(
        zones=(
            Zone("open rows", rows),
            Zone("hand", hand, 0, "hand"),
            Zone("deck", deck, 0, "pile"),
            Zone("gone", gone, 0, "pile"),
        ),
        counters=(Counter("points", s.points, 0, t.hands * PERFECT), Counter("hands left", s.hands, 0, t.hands)),
        prompt=_prompt(s, moves) if moves else "",
        sources={move: key for move in moves if (key := _source(s, move))},
        others={move: keys for move in moves if (keys := _others(s, move))},
    )


def _held(rank: int, i: int = 0) -> str:
    return f"hand:{rank}:{i}"


def _rank_card(key: str, rank: int, count: int = 1) -> Card:
    return Card(key, str(rank + 1), "card", ("green", "blue", "purple", "red")[rank], count=count)


def _prompt(s: Any, moves: list[int]) -> str:
    if s.stage == SCORE:
        return "In which row does the hand score?"
    return "What do you throw away?" if moves[0] >= WHOLE else f"Do you throw {s.asked + 1}?"


def _source(s: Any, move: int) -> str:
    """The row, or the first card that is thrown or asked about."""
    if s.stage == SCORE:
        return ROWS[move]
    if move < WHOLE:
        return _held(s.asked)
    thrown = _thrown(move)
    return thrown[0] if thrown else ""


def _others(s: Any, move: int) -> tuple[str, ...]:
    """The cards that are thrown with the first."""
    return () if s.stage == SCORE or move < WHOLE else _thrown(move)[1:]


def _thrown(move: int) -> tuple[str, ...]:
    """The cards of a whole throw."""
    return tuple(_held(rank) for rank in range(RANKS) if move >> rank & 1)


EXAMPLE = "swap: hand 1 3 3; gone; deck 4 2 2 4 1 3 2 4 1; open high set run; points 0; hands 2; throw 1"
Counts = tuple[int, ...]


@cache
def draws(unseen: Counts, n: int) -> list[tuple[Counts, float]]:
    """The ways to draw `n` of the unseen cards, with their chances."""
    ways = product(*(range(min(copies, n) + 1) for copies in unseen))
    return [(way, prod(map(comb, unseen, way)) / comb(sum(unseen), n)) for way in ways if sum(way) == n]


def drawing(hand: Counts, gone: Counts, rows: int, hands: int, stage: int) -> float:
    """The points to expect when the hand is filled up and then played best."""
    unseen = tuple(COPIES - a - b for a, b in zip(hand, gone, strict=True))
    ways = draws(unseen, HAND - sum(hand))
    return sum(chance * worth(tuple(map(add, hand, new)), gone, rows, hands, stage) for new, chance in ways)


@cache
def worth(hand: Counts, gone: Counts, rows: int, hands: int, stage: int) -> float:
    """The points to expect with best play."""
    return max(move_values(hand, gone, rows, hands, stage).values())


def move_values(hand: Counts, gone: Counts, rows: int, hands: int, stage: int, asked: int = 0) -> dict[int, float]:
    """The points to expect after each whole move, with best play from then on."""
    found: dict[int, float] = {}
    if stage == SCORE:
        for row in (row for row in range(len(ROWS)) if rows >> row & 1):
            spent, still = tuple(map(add, gone, hand)), rows ^ 1 << row
            later = drawing((0,) * RANKS, spent, still, hands - 1, THROW) if hands > 1 else 0.0
            found[row] = points.py_func(hand, row) + later
        return found
    for some in product(*((0, n) if n and rank >= asked else (0,) for rank, n in enumerate(hand))):
        kept, spent = tuple(map(sub, hand, some)), tuple(map(add, gone, some))
        move = WHOLE | sum(1 << rank for rank, n in enumerate(some) if n)
        found[move] = drawing(kept, spent, rows, hands, SCORE)
    return found


def solve(position: Position) -> dict[int, float]:
    """What each whole move is worth, with best play from then on and without a look at the deck.

    >>> from mulligan.core.position import Position
    >>> here = Position.read(SWAP, EXAMPLE)
    >>> {here.text(move): round(value, 3) for move, value in solve(here).items()}
    {'throw 1 3': 0.696, 'throw 3': 0.638, 'throw 1': 0.681, 'throw nothing': 0.605}
    """
    s = position.fields()
    found = move_values(tuple(s["hand"]), tuple(s["gone"]), s["open"], s["hands"], s["stage"], s["asked"])
    return {move: (s["points"] + found[move]) / (2 * PERFECT) for move in position.options()}


def expected(setup: str) -> float:
    """The mean payoff of best play.

    >>> round(expected("standard"), 4)
    0.7297
    """
    none = (0,) * RANKS
    return drawing(none, none, (1 << len(ROWS)) - 1, 1 if setup == "short" else 2, THROW) / (2 * PERFECT)


ENCODING = Encoding(
    numbers=(
        *(f"cards of rank {rank + 1} in the hand" for rank in range(RANKS)),
        *(f"cards of rank {rank + 1} that are gone" for rank in range(RANKS)),
        "the rank that is asked about",
        "the rows that are open, as bits",
        "points",
        "hands that were made",
        "the stage",
    ),
    bounds=(*((0, COPIES),) * (2 * RANKS), (0, RANKS), (0, 7), (0, 2 * PERFECT), (0, 2), (0, 1)),
)


SWAP = Game(
    room=lambda: Room(
        look=Look("Exchange cards, and make the best of two hands.", "leaf", "teal", toy=True), encoding=ENCODING
    ),
    name="swap",
    version=1,
    title="Swap and score",
    players=1,
    stages=("throw", "score"),
    State=State,
    Table=Table,
    table=table,
    setups=SETUPS,
    text=Text(move_text, state_text, read_state),
    scene=scene,
    max_options=8,
    max_numbers=2 * RANKS + 5,
    styles=("uniform", "greedy", "coin"),
    prunings=("none", "paired"),
    chains=True,
    evaluations=("points", "hand"),
    max_turns=3,
    **rules_in(globals()),
)
