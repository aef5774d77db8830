"""Two poker games that are small enough to be solved exactly, and that every program of the field is measured by.

**Kuhn poker** (Kuhn 1950): three cards, one for each player, and one round of betting in which one bet of one chip may
be made.  With best play the first player loses 1/18 of a chip for each game.

**Leduc poker** (Southey et al. 2005): two cards of each of three ranks.  One card for each player, a round of betting,
a card for both on the board, and a second round.  Bets are 2 chips in the first round and 4 in the second, and there
are at most two in a round (a bet and a raise).  A card that pairs the board wins, else the higher one; equal cards
share the pot.  With best play the first player loses 0.0856 chips for each game.

In both the ante is one chip, the same player speaks first in every round, and nobody may fold unless there is a bet to
call.  Suits do not matter, so there are none.

A payoff is 0.5 and the chips won or lost as a share of twice the most that can be lost: in Kuhn poker a chip is 1/4, in
Leduc poker 1/26.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from mulligan.core.encoding import Encoding
from mulligan.core.errors import UsageError, quoted
from mulligan.core.game import OVER, Game, Text, rules_in
from mulligan.core.room import Look, Room, Units
from mulligan.core.scene import OPEN, Card, Counter, Scene, Zone
from mulligan.kernel import below, compiled, interpret, record

FOLD, CALL, RAISE = 0, 1, 2  # without a bet to call, CALL is a check and RAISE the first bet
HONEST, BOLD, EQUILIBRIUM = 1, 2, 3
LETTERS = "JQK"
RANKS = len(LETTERS)
JACK, QUEEN, KING = range(RANKS)
TINTS = ("blue", "purple", "gold")
EACH = 4  # history is a number with so many values for each move: the move and 1
NOBODY = -1

State = record(
    card=("i8", 2),  # ranks
    board="i8",  # a rank from 1, or 0 while there is none
    fresh="i8",  # the same, if the last move has turned it
    paid=("i8", 2),  # chips, with the ante
    history="i8",  # all moves, the last one lowest
    turn="i8",  # how many they are
    round="i8",
    spoken="i8",  # moves of this round
    raises="i8",  # of this round
    mover="i8",  # OVER at the end
    folded="i8",  # who has, from 1; 0 nobody
)


@dataclass(frozen=True)
class Rules:
    """What makes one poker of two."""

    copies: int
    """Cards of each rank."""
    bets: tuple[int, ...]
    """The chips of a bet, in each round."""
    raises: int
    """The most bets in a round."""

    @property
    def most(self) -> int:
        """The most chips that can be lost: the ante and all bets."""
        return 1 + self.raises * sum(self.bets)


@compiled
def actor(s):
    """The first player speaks first in each round."""
    return s.mover


@compiled
def stage(s):
    """There is one kind of decision."""
    return 0


@compiled
def turn(s):
    """Every move is a turn."""
    return s.turn


@compiled
def shown(s):
    """Whether the cards lie open at the end."""
    return s.mover == OVER and s.folded == 0


@compiled
def strength(s, seat):
    """Of a card: a pair beats all others."""
    return s.card[seat] + RANKS if s.board == s.card[seat] + 1 else s.card[seat]


@compiled
def observe(s, t, seat, out):
    """The own card, the board and all moves; the other's card when it is shown."""
    out[0] = s.card[seat]
    out[1] = s.card[1 - seat] if shown(s) else -1
    out[2] = s.board
    out[3] = s.history
    out[4] = s.mover
    return 5


@compiled
def outcome(s):
    """The card on the board, when it is turned."""
    return s.fresh


def make_rules(rules: Rules) -> dict[str, Any]:
    """The rules of one of them."""
    COPIES, BETS, RAISES, ROUNDS, MOST = rules.copies, rules.bets, rules.raises, len(rules.bets), rules.most

    @compiled
    def left(s, rank, seat):
        """How many cards of a rank a seat has not seen; of NOBODY: how many are left in the deck."""
        n = COPIES - (s.board == rank + 1)
        if seat != NOBODY:
            return n - (s.card[seat] == rank)
        return n - (s.card[0] == rank) - (s.card[1] == rank)

    @compiled
    def unseen(s, seat, rng):
        """One of these cards, by chance."""
        n = 0
        for rank in range(RANKS):
            n += left(s, rank, seat)
        n = below(rng, n)
        for rank in range(RANKS):
            n -= left(s, rank, seat)
            if n < 0:
                return rank
        return 0

    @compiled
    def deal(s, t, rng):
        """A card for each player, and the antes."""
        s.card[0] = below(rng, RANKS)
        s.card[1] = unseen(s, 0, rng)
        s.paid[0] = 1
        s.paid[1] = 1

    @compiled
    def options(s, t, form, out):
        """Fold if there is a bet to call; call or check; bet or raise as long as it is allowed."""
        n = 0
        if s.paid[0] != s.paid[1]:
            out[n] = FOLD
            n += 1
        out[n] = CALL
        n += 1
        if s.raises < RAISES:
            out[n] = RAISE
            n += 1
        return n

    @compiled
    def speak(s, move):
        """A move, up to the card that it may turn; return whether it does."""
        seat = s.mover
        s.history = s.history * EACH + move + 1
        s.turn += 1
        s.spoken += 1
        s.fresh = 0
        s.mover = 1 - seat
        if move == RAISE:
            s.paid[seat] = s.paid[1 - seat] + BETS[s.round]
            s.raises += 1
            return False
        if move == FOLD:
            s.folded = seat + 1
            s.mover = OVER
            return False
        s.paid[seat] = s.paid[1 - seat]
        if s.spoken == 1:
            return False
        s.round += 1
        s.spoken = 0
        s.raises = 0
        s.mover = 0 if s.round < ROUNDS else OVER
        return s.mover == 0

    @compiled
    def play(s, t, move, rng):
        """Speak, and turn a card after the first round."""
        if speak(s, move):
            s.fresh = unseen(s, NOBODY, rng) + 1
            s.board = s.fresh

    @compiled
    def payoff(s, seat):
        """Half, and the chips won or lost as a share of twice the most that can be."""
        ahead = strength(s, seat) - strength(s, 1 - seat)
        if s.folded:
            ahead = -1 if s.folded == seat + 1 else 1
        chips = s.paid[1 - seat] if ahead > 0 else (-s.paid[seat] if ahead < 0 else 0)
        return 0.5 + chips / (2.0 * MOST)

    @compiled
    def hide(s, t, seat, rng):
        """The other may hold any card that is neither on the board nor in the own hand, unless it was shown."""
        if not shown(s):
            s.card[1 - seat] = unseen(s, seat, rng)

    @compiled
    def cards(s, t, out):
        """The ranks, from 1: hands, board and the rest of the deck."""
        out[0] = s.card[0] + 1
        out[1] = s.card[1] + 1
        n = 2
        if s.board:
            out[n] = s.board
            n += 1
        for rank in range(RANKS):
            for _ in range(left(s, rank, NOBODY)):
                out[n] = rank + 1
                n += 1
        return n

    @compiled
    def advise(s, t, style, rng, out):
        """Bold bets whatever it holds; honest bets what is good, and calls with a king, or before the board a queen."""
        worth = strength(s, s.mover)
        good = worth >= RANKS or (s.board == 0 and worth == KING)
        if style == EQUILIBRIUM:
            out[0] = balanced(s, rng)
        elif style == BOLD or good:
            out[0] = RAISE if s.raises < RAISES else CALL
        elif s.paid[0] == s.paid[1] or worth == KING or (s.board == 0 and worth == QUEEN):
            out[0] = CALL
        else:
            out[0] = FOLD
        return 1

    return {"speak": speak, **rules_in({**globals(), **locals()})}


@compiled
def balanced(s, rng):
    """An equilibrium of Kuhn poker: of the known family, the one in which a third of the jacks bets and every king."""
    card = s.card[s.mover]
    if s.paid[0] == s.paid[1]:
        return RAISE if card == KING or (card == JACK and below(rng, 3) == 0) else CALL
    if card == QUEEN:
        return CALL if below(rng, 3) < 2 - s.mover else FOLD
    return CALL if card == KING else FOLD


# --- numbers for programs that learn ----------------------------------------------------------------------------------


@compiled
def write(s, t, seat, out):
    """What a seat knows: see `encoding_of`."""
    out[0] = seat
    out[1] = s.card[seat] + 1
    out[2] = s.card[1 - seat] + 1 if shown(s) else 0
    out[3] = s.board
    out[4] = s.paid[seat]
    out[5] = s.paid[1 - seat]
    history = s.history
    for i in range(s.turn):
        out[6 + s.turn - 1 - i] = history % EACH
        history //= EACH
    return 6 + s.turn


def encoding_of(longest: int, most: int) -> Encoding:
    """What actions and observations mean in a game of at most so many moves and chips."""
    ranks = "1 jack, 2 queen, 3 king"
    return Encoding(
        actions=("fold", "check or call", "bet or raise"),
        numbers=(
            "the own seat",
            f"the own card: {ranks}",
            "the other card when it is shown, else 0",
            f"the board: {ranks}, 0 none",
            "chips paid by oneself",
            "chips paid by the other",
            *(f"move {i + 1}: 1 fold, 2 check or call, 3 bet or raise, 0 none yet" for i in range(longest)),
        ),
        bounds=((0, 1), *((0, RANKS),) * 3, *((0, most),) * 2, *((0, EACH - 1),) * longest),
        write=write,
    )


# --- words ------------------------------------------------------------------------------------------------------------


def moves_of(history: int) -> list[int]:
    """The moves that a number tells, the first one first.

    >>> moves_of((CALL + 1) * EACH + RAISE + 1)
    [1, 2]
    """
    found: list[int] = []
    while history:
        history, move = divmod(history, EACH)
        found.insert(0, move - 1)
    return found


def move_text(s: Any, t: Any, move: int) -> str:
    """Such as `check` or `raise`."""
    open_bet = s.paid[0] != s.paid[1]
    return ("fold", "call" if open_bet else "check", "raise" if open_bet else "bet")[move]


def make_text(name: str, rules: Rules, functions: dict[str, Any]) -> Text:
    """Positions in words: the cards, the board and all moves, `leduc KQ board J: check bet call, bet`."""
    speak, options = (interpret(functions[part]) for part in ("speak", "options"))
    example = "kuhn KJ: check bet" if len(rules.bets) == 1 else "leduc KQ board J: check bet call, bet"

    def fresh_state(cards: Any, s: Any) -> None:
        s.card[:] = cards
        s.paid[:] = 1, 1

    def state_text(s: Any, t: Any) -> str:
        again = type(s)()
        fresh_state(s.card, again)
        told, round_ = "", 0
        for move in moves_of(s.history):
            comma = "," if again.round > round_ else ""
            round_ = again.round
            told += f"{comma} {move_text(again, t, move)}"
            speak(again, move)
        board = f" board {LETTERS[s.board - 1]}" if s.board else ""
        return f"{name} {LETTERS[s.card[0]]}{LETTERS[s.card[1]]}{board}" + (f":{told}" if told else "")

    def read_state(text: str, s: Any, t: Any) -> None:
        form = rf"{name} ([{LETTERS}])([{LETTERS}])(?: board ([{LETTERS}]))?(?:: ([a-z, ]+))?"
        found = re.fullmatch(form, text.strip())
        if not found:
            raise UsageError(f"not a position of {name}: {quoted(text)}; example: {example}")
        held = [LETTERS.index(letter) for letter in found.groups()[:3] if letter]
        if any(held.count(rank) > rules.copies for rank in held):
            raise UsageError(f"{quoted(text)}: there are not so many cards of one rank")
        fresh_state(held[:2], s)
        turned = False
        for word in (found[4] or "").replace(",", " ").split():
            out = [0] * RANKS
            legal = [] if s.mover == OVER else out[: options(s, t, 0, out)]
            moves = {move_text(s, t, move): move for move in legal}
            if word not in moves:
                raise UsageError(f"{quoted(text)}: '{word}' should be one of: {', '.join(moves) or 'nothing more'}")
            turns = speak(s, moves[word])
            turned = turned or turns
            s.fresh = held[2] + 1 if turns and len(held) > 2 else 0
        if turned != (len(held) > 2):
            raise UsageError(f"{quoted(text)}: the board should have {'a card' if turned else 'no card yet'}")
        s.board = held[2] + 1 if turned else 0

    return Text(move_text, state_text, read_state)


def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
    """Both hands, the board, and what each has paid."""
    near = max(seat, 0)
    zones = [Zone("board", (_face("board", s.board - 1),) if s.board else ())]
    for p in (1 - near, near):
        laid_open = s.mover == OVER and not s.folded
        known = laid_open or seat in (p, OPEN)
        held = _face(f"{p}:hand", s.card[p], laid_open) if known else Card(f"{p}:hand")
        zones.append(Zone("hand", (held,), p, "hand"))
    paid = tuple(Counter("paid", s.paid[p], p) for p in range(2))
    return Scene(tuple(zones), (*paid, Counter("pot", sum(s.paid))), "What do you do?" if moves else "")


def _face(key: str, rank: int, laid_open: bool = False) -> Card:
    marks = ("shown",) if laid_open else ()
    return Card(key, ("jack", "queen", "king")[rank], "card", TINTS[rank], stats=LETTERS[rank], marks=marks)


def make_game(name: str, title: str, rules: Rules, styles: tuple[str, ...], source: str, about: str) -> Game:
    """One of the two."""
    functions = make_rules(rules)
    text = make_text(name, rules, functions)
    longest = (2 + rules.raises) * len(rules.bets)
    room = Room(
        look=Look(about, "spade", "green", toy=True),
        units=Units("chips", 2.0 * rules.most),
        encoding=encoding_of(longest, rules.most),
    )
    return Game(
        name=name,
        version=1,
        title=title,
        players=2,
        stages=("bet",),
        State=State,
        text=text,
        scene=scene,
        max_options=3,
        max_numbers=max(5, RANKS * rules.copies),
        max_turns=longest,
        styles=styles,
        contrast=("honest", "bold"),
        source=source,
        room=lambda: room,
        **rules_in(functions),
    )


KUHN = make_game(
    "kuhn",
    "Kuhn poker",
    Rules(copies=1, bets=(1,), raises=1),
    ("uniform", "honest", "bold", "equilibrium"),
    "Kuhn 1950",
    "Three cards and one bet: who bluffs?",
)
LEDUC = make_game(
    "leduc",
    "Leduc poker",
    Rules(copies=2, bets=(2, 4), raises=2),
    ("uniform", "honest", "bold"),
    "Southey et al. 2005",
    "Six cards, two rounds of bets, and one card on the board.",
)
