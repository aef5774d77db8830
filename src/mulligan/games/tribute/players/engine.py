"""Series of games between the engine's three simplest bots, to the letter: seed after seed, by their own generators."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

from mulligan.core.game import OVER
from mulligan.kernel import Stream, compiled, entry, interpret, record, records

from ..rules.course import actor, deal, play
from ..rules.layout import State
from ..rules.listing import count_moves, nth_move
from ..rules.zones import next_key

RANDOM, BUSY, FIRST = range(3)
BOTS = ("random", "busy", "first")
BOT_SEED = 123

Line = record(
    winner="i8",
    reason="i8",
    turns="i8",
    decisions="i8",
    prestige=("i8", 2),
    generator="i8",
    patron=("i8", 5),
)


@compiled
def choose(s, t, bot, rng):
    """The entry of the engine's list that a bot takes."""
    n = count_moves(s, t)
    if bot == FIRST:
        return 0
    if bot == BUSY and s.turn > 0:
        # to end the turn is the last move of the list outside choices, and the only one if nothing is left to do
        others = n - 1 if s.board == 0 else n
        return next_key(rng) % others if others > 0 else 0
    return next_key(rng) % n


def make_series() -> Any:
    """The compiled loop that plays games of consecutive seeds, and writes a line about each."""

    @entry
    def series(states, tables, rngs, lines, bot, first_seed, games):
        s = states[0]
        t = tables[0]
        moves = 0
        for game in range(games):
            states[0] = states[1]
            rngs[0].z = first_seed + game
            deal(s, t, rngs[0])
            decisions = 0
            while actor(s) != OVER:
                decisions += s.turn > 0
                play(s, t, nth_move(s, t, choose(s, t, bot, rngs[1 + s.player])), rngs[0])
            moves += decisions
            line = lines[game]
            line.winner = s.winner
            line.reason = s.reason
            line.turns = s.turn - 1
            line.decisions = decisions
            line.generator = rngs[0].z
            for p in range(2):
                line.prestige[p] = s.prestige[p]
            for slot in range(5):
                line.patron[slot] = s.patron[slot]
        return moves

    return series


@lru_cache(maxsize=2)
def _series(packed: bool) -> Any:
    made = make_series()
    return made if packed else interpret(made)


class Series:
    """Games between two bots of one kind, which go on drawing from their generators from game to game."""

    def __init__(self, table: Any, bot: str, seed: int = 1, *, packed: bool = True) -> None:
        self.table, self.bot, self.seed, self.packed = table, BOTS.index(bot), seed, packed
        self.states = records(State, 2, packed=packed)
        self.rngs = records(Stream, 3, packed=packed)
        for i in range(1, 3):
            if packed:
                self.rngs["z"][i] = BOT_SEED
            else:
                self.rngs[i].z = BOT_SEED

    def play(self, games: int, lines: Any = None) -> int:
        """Play the next games, with a line about each if there are `lines`; return how many decisions were made."""
        room = records(Line, games, packed=self.packed) if lines is None else lines
        moves = _series(self.packed)(self.states, self.table, self.rngs, room, self.bot, self.seed, games)
        self.seed += games
        return int(moves)


class EngineGames:
    """Games of uniformly random bots, seeds 1, 2, 3 and so on: the loop that is timed."""

    style = "random, seeds 1 to n"

    def __init__(self, table: Any) -> None:
        self.series = Series(table, "random")
        self.lines = records(Line, 1 << 12)
        self.turns = self.moves = self.played = 0

    def play(self, games: int) -> float:
        """Play and return the CPU seconds."""
        started = time.thread_time()
        for first in range(0, games, len(self.lines)):
            part = min(len(self.lines), games - first)
            self.moves += self.series.play(part, self.lines)
            self.turns += int(self.lines["turns"][:part].sum())
        self.played += games
        return time.thread_time() - started
