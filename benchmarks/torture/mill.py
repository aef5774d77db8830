"""The mill: a compiled loop that plays thousands of games a call, and looks at some positions from every side.

Every game has a number, the starting point of the random stream that decides all of it: the deal, chance, who plays
how, and which positions are looked at.  So one number repeats a fault.  Built for a process with NUMBA_BOUNDSCHECK=1,
in which an index out of bounds is an exception and not a wrong answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from mulligan.core.game import CHAIN, OVER, UNSEEN, Game, make_advise
from mulligan.core.position import Position
from mulligan.kernel import Stream, below, compiled, fork, hurried, integers, records, restart, seed_of

EVERY = 8  # moves between two positions that are looked at
AHEAD = 6  # steps that rule players take in a sampled world
SMALL = 64  # moves: of longer lists only the ends are compared

# What is wrong, by the number that the loop returns.
PROBLEMS = (
    "",
    "there is no legal move, and the game is not over",
    "more legal moves than max_options",
    "a rule player gives no advice",
    "a rule player advises a move that is not legal",
    "an evaluation is no number from 0 to 1",
    "a payoff is no number from 0 to 1, or the two do not add up to 1",
    "the game goes on without end",
    "observe or cards writes more than max_numbers",
    "a pruning leaves no move, or one that is not legal",
    "after hide the seat observes something else, or another is to move",
    "a card was lost or made",
    "the actor is no seat",
    "another seat sees a move that is neither the move nor hidden",
)
(
    FINE,
    NO_MOVE,
    TOO_MANY,
    NO_ADVICE,
    ILLEGAL_ADVICE,
    BAD_VALUE,
    BAD_PAYOFF,
    ENDLESS,
    TOO_LONG,
    BAD_PRUNING,
    BAD_VIEW,
    BAD_CARDS,
    BAD_SEAT,
    BAD_SEEN,
) = range(len(PROBLEMS))

# What the loop is doing, for the report on an exception.
DOING = (
    *("deal", "options", "play", "advise", "evaluate", "key or seen"),
    *("observe", "cards", "hide", "payoff", "shuffle"),
)
(DEALING, CHOOSING, PLAYING, ADVISING, EVALUATING, KEYING) = range(6)
(OBSERVING, CARDS, HIDING, PAYING, SHUFFLING) = range(6, len(DOING))

# Places of the note that the loop leaves.
NUMBER, GAMES, MOVES, NOW, AT, LOOKS, DETAIL, SUM = range(8)
NOTES = 8

PLAY, WORLD, BLANK, START = range(4)  # slots of states


def make_mill(game: Game) -> Any:
    """The loop of a game: `mill(states, tables, rngs, out, other, note, games, first, looks, limit, dealt)`.

    `first` is the number of the first game, or 0 to draw it; `looks` is how many of eight games are looked at.
    """
    deal, actor, options, play, payoff = game.deal, game.actor, game.options, game.play, game.payoff
    hide, observe, cards, shuffle, evaluate = game.hide, game.observe, game.cards, game.shuffle, game.evaluate
    key, seen, advise = game.key, game.seen, make_advise(game)
    seats, styles, levels, evaluations = game.players, len(game.styles), len(game.prunings), len(game.evaluations)
    chains, most, longest = int(game.chains), game.max_options, game.max_numbers

    @compiled
    def legal(s, t, move, out):
        """Whether a move is legal, whole or as an answer."""
        for form in range(1 + chains):
            n = options(s, t, form * CHAIN, out)
            for i in range(n):
                if out[i] == move:
                    return True
        return False

    @compiled
    def step(s, t, style, strict, rng, out, other, note):
        """Let a rule player decide and play."""
        note[NOW] = ADVISING
        note[DETAIL] = style
        n = advise(s, t, style, rng, out)
        if n <= 0:
            return NO_ADVICE
        for i in range(n):
            if strict:
                note[NOW] = CHOOSING
                if actor(s) == OVER or not legal(s, t, out[i], other):
                    note[DETAIL] = style
                    return ILLEGAL_ADVICE
            note[NOW] = PLAYING
            note[DETAIL] = out[i]
            play(s, t, out[i], rng)
            note[MOVES] += 1
        return FINE

    @compiled
    def cards_sum(s, t, out, note):
        """A number that changes if a card does; -1 if there are too many."""
        note[NOW] = CARDS
        n = cards(s, t, out)
        if n > longest:
            return -1
        total = n
        for i in range(n):
            card = out[i] & 0xFFFFF
            total += (card * card * 31 + card * 7 + 3) % 1000003
        return total

    @compiled
    def look_at_moves(s, t, out, other, note):
        """Options at every level, keys, and what is seen of moves."""
        for form in range(1 + chains):
            note[NOW] = CHOOSING
            n = options(s, t, form * CHAIN, out)
            if n <= 0:
                return NO_MOVE
            if n > most:
                return TOO_MANY
            note[NOW] = KEYING
            for i in range(n):
                key(s, t, out[i])
                for seat in range(seats):
                    shown = seen(s, t, out[i], seat)
                    if seat == actor(s) and shown != out[i] and shown != UNSEEN:
                        return BAD_SEEN
            for level in range(1, levels):
                note[NOW] = CHOOSING
                note[DETAIL] = level
                m = options(s, t, form * CHAIN + level, other)
                if m <= 0 or m > n:
                    return BAD_PRUNING
                for j in range(min(m, SMALL)):
                    found = False
                    for i in range(n):
                        if out[i] == other[j]:
                            found = True
                            break
                    if not found:
                        return BAD_PRUNING
        return FINE

    @compiled
    def look_at_values(s, t, note):
        """Evaluations for every seat."""
        note[NOW] = EVALUATING
        for seat in range(seats):
            for evaluation in range(evaluations):
                note[DETAIL] = evaluation
                value = evaluate(s, t, seat, evaluation)
                if not (value >= 0.0 and value <= 1.0):
                    return BAD_VALUE
        return FINE

    @compiled
    def look_at_world(states, t, seat, rng, out, other, note):
        """Hide what a seat cannot know, and let rule players go on in that world."""
        states[WORLD] = states[PLAY]
        s = states[PLAY]
        world = states[WORLD]
        note[NOW] = HIDING
        note[DETAIL] = seat
        hide(world, t, seat, rng)
        if actor(world) != actor(s):
            return BAD_VIEW
        note[NOW] = OBSERVING
        n = observe(s, t, seat, out)
        m = observe(world, t, seat, other)
        if n > longest:
            return TOO_LONG
        if n != m:
            return BAD_VIEW
        for i in range(n):
            if out[i] != other[i]:
                note[DETAIL] = i
                return BAD_VIEW
        if cards_sum(world, t, out, note) != note[SUM]:
            return BAD_CARDS
        for _ in range(AHEAD):
            if actor(world) == OVER:
                break
            note[NOW] = CHOOSING
            if options(world, t, 0, out) <= 0:
                note[DETAIL] = seat
                return NO_MOVE
            wrong = step(world, t, below(rng, styles), True, rng, out, other, note)
            if wrong:
                return wrong
        return FINE

    @compiled
    def look(states, t, rng, out, other, note):
        """Look at the position from every side; it stays as it is."""
        s = states[PLAY]
        moves = note[MOVES]
        note[LOOKS] += 1
        wrong = look_at_moves(s, t, out, other, note)
        if wrong == FINE:
            wrong = look_at_values(s, t, note)
        if wrong == FINE:
            total = cards_sum(s, t, out, note)
            if total < 0:
                wrong = TOO_LONG
            elif total != note[SUM]:
                wrong = BAD_CARDS
        for seat in range(seats):
            if wrong == FINE:
                wrong = look_at_world(states, t, seat, rng, out, other, note)
        if wrong == FINE:
            states[WORLD] = states[PLAY]
            world = states[WORLD]
            note[NOW] = SHUFFLING
            shuffle(world, t, 1, rng)
            if cards_sum(world, t, out, note) != note[SUM]:
                wrong = BAD_CARDS
        note[MOVES] = moves
        return wrong

    @compiled
    def play_out(states, t, rng, out, other, note, looks, limit):
        """One game to its end."""
        s = states[PLAY]
        manner = below(rng, 8)  # 0 to 4 at random, 5 by answers, 6 by rules, 7 a bit of each
        looked_at = below(rng, 8) < looks
        phase = below(rng, EVERY)
        first, second = below(rng, styles), below(rng, styles)
        note[SUM] = cards_sum(s, t, out, note)
        decisions = 0
        a = actor(s)
        while a != OVER:
            if a < 0 or a >= seats:
                return BAD_SEAT
            if decisions > limit:
                return ENDLESS
            if looked_at and decisions % EVERY == phase:
                wrong = look(states, t, rng, out, other, note)
                if wrong:
                    return wrong
            decisions += 1
            how = below(rng, 7) if manner == 7 else manner
            if how == 6:
                wrong = step(s, t, first if a == 0 else second, looked_at, rng, out, other, note)
                if wrong:
                    return wrong
            else:
                note[NOW] = CHOOSING
                n = options(s, t, CHAIN if how == 5 and chains else 0, out)
                if n <= 0:
                    return NO_MOVE
                if n > most:
                    return TOO_MANY
                move = out[below(rng, n)]
                note[NOW] = PLAYING
                note[DETAIL] = move
                play(s, t, move, rng)
                note[MOVES] += 1
            a = actor(s)
        note[NOW] = PAYING
        total = 0.0
        for seat in range(seats):
            value = payoff(s, seat)
            if not (value >= 0.0 and value <= 1.0):
                return BAD_PAYOFF
            total += value
        if seats == 2 and abs(total - 1.0) > 1e-9:
            return BAD_PAYOFF
        if note[SUM] != cards_sum(s, t, out, note):
            return BAD_CARDS
        return FINE

    @hurried
    def mill(states, tables, rngs, out, other, note, games, first, looks, limit, dealt):
        t = tables[0]
        rng = rngs[1]
        for i in range(games):
            number = first if first > 0 and i == 0 else fork(rngs[0])
            note[NUMBER] = number
            note[NOW] = DEALING
            restart(rng, number)
            before = note[MOVES]
            if dealt:
                states[PLAY] = states[BLANK]
                deal(states[PLAY], t, rng)
            else:
                states[PLAY] = states[START]
            wrong = play_out(states, t, rng, out, other, note, looks, limit)
            note[AT] = note[MOVES] - before
            if wrong:
                return wrong
            note[GAMES] += 1
        return FINE

    return mill


@lru_cache(maxsize=16)
def _mill(game: Game) -> Any:
    return make_mill(game)


@dataclass(frozen=True)
class Trouble:
    """What went wrong in a game, and the number that repeats it."""

    game: str
    setup: str
    number: int
    problem: str
    moves: int
    """Moves played before."""

    def __str__(self) -> str:
        return f"{self.game}, setup '{self.setup}', game {self.number}, after {self.moves} moves: {self.problem}"


class Mill:
    """A mill for one setup of a game, with a count of what it has done.

    `note` may be memory that outlives the process, so that somebody else can read which game was the last.
    """

    def __init__(self, game: Game, setup: str = "", note: Any = None) -> None:
        self.setup = setup or next(iter(game.setups))
        self.game = game = game.at(self.setup)
        self.note = integers(NOTES) if note is None else note
        self.note[:] = 0
        self._loop = _mill(game)
        self._table = game.make_table(self.setup)
        self._states = records(game.State, 4)
        self._rngs = records(Stream, 2)
        size = max(game.max_options, game.max_numbers, 64)
        self._out, self._other = integers(size), integers(size)
        self._limit = 100 * game.max_turns + 1000

    @property
    def games(self) -> int:
        """Games that ended well."""
        return int(self.note[GAMES])

    @property
    def moves(self) -> int:
        """Moves that were played."""
        return int(self.note[MOVES])

    @property
    def looks(self) -> int:
        """Positions that were looked at from every side."""
        return int(self.note[LOOKS])

    def run(self, games: int, seed: Any, looks: int = 2) -> Trouble | None:
        """Play so many games from a seed, up to the first trouble; of eight games, `looks` are looked at."""
        self._rngs["z"][0] = seed_of(seed, "mill")
        return self._go(games, 0, looks, dealt=True)

    def repeat(self, number: int, looks: int = 2) -> Trouble | None:
        """Play the game with a number again."""
        return self._go(1, number, looks, dealt=True)

    def finish(self, position: Position, number: int, looks: int = 2) -> Trouble | None:
        """Play a position of this setup to the end."""
        self._states[START] = position.states[0]
        self._table = position.table
        return self._go(1, number, looks, dealt=False)

    def _go(self, games: int, first: int, looks: int, dealt: bool) -> Trouble | None:
        before = int(self.note[MOVES])
        try:
            wrong = self._loop(
                *(self._states, self._table, self._rngs, self._out, self._other, self.note),
                *(games, first, looks, self._limit, int(dealt)),
            )
        except Exception as error:  # whatever compiled code raises: an index out of bounds, a division by zero
            problem = f"{type(error).__name__} in {DOING[int(self.note[NOW])]}: {error}"
            return self._trouble(problem, int(self.note[MOVES]) - before)
        return self._trouble(PROBLEMS[wrong], int(self.note[AT])) if wrong else None

    def _trouble(self, problem: str, moves: int) -> Trouble:
        where = f" ({DOING[int(self.note[NOW])]}, detail {int(self.note[DETAIL])})"
        return Trouble(self.game.name, self.setup, int(self.note[NUMBER]), problem + where, moves)


def shared_note(path: str) -> Any:
    """A note in a file, which can be read after the process is gone.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     note = shared_note(f"{place}/note")
    ...     note[GAMES] = 7
    ...     int(np.fromfile(f"{place}/note", np.int64)[GAMES])
    7
    """
    return np.asarray(np.memmap(path, np.int64, "w+", shape=(NOTES,)))
