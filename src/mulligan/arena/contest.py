"""A contest: who plays whom at what, under which seed; and a batch of its games, played wherever there is a worker.

A contest is named by what it is, not by which experiment asked for it: two experiments with a cell in common share its
games.  Any game of it can be played by itself, in any order and on any machine, with the same result.
"""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import zip_longest
from math import isfinite
from typing import Any, NamedTuple

from mulligan.agents import Player, as_given, make_player
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.gauge import Gauge
from mulligan.core.registry import code_origin, find_game, game_origin, refuse_to_send
from mulligan.core.timing import Stopwatch
from mulligan.gauges import find_gauge

from .deals import Deals
from .runner import GameRunner, Played
from .warm import warm

MOST_PAIRS = 1_000_000
SHORT_SECONDS = 0.05  # of a call into compiled code, which nobody can stop: then the next one may be longer
KEPT_TABLES = 8  # of each worker: a table holds its players' trees


class GameRow(NamedTuple):
    """One finished game; what belongs to players is the first one's and then that of all others together."""

    pair: int
    seat: int
    """On which side the first player sat, from 0 on: the number of the rotation."""
    dealer: int
    """The seed of the deal."""
    deal: int
    score: float
    turns: int
    decisions_1: int
    decisions_2: int
    cpu_1: float
    cpu_2: float
    simulations_1: int
    simulations_2: int
    cpu: float
    """CPU seconds of the whole game, with what a gauge took."""
    payoffs: str = ""
    """Of more than two sides: what each player was paid, in the order of their names, as JSON."""
    forfeit: str = ""
    """Why a player from outside has forfeited the game, if it has: it was paid nothing, and everybody else in full."""
    found: str = ""
    """What a gauge found, as JSON: for each column a total and a number of occasions.  Nothing without a gauge."""

    @property
    def forfeited_by(self) -> int | None:
        """Which of the players has forfeited the game, in the order of their names."""
        if not self.forfeit:
            return None
        return json.loads(self.payoffs).index(0.0) if self.payoffs else int(self.score > 0)

    @property
    def decisions(self) -> tuple[int, int]:
        """Of the first and the second player."""
        return self.decisions_1, self.decisions_2

    @property
    def simulations(self) -> tuple[int, int]:
        """Of the first and the second player."""
        return self.simulations_1, self.simulations_2


@dataclass(frozen=True)
class Contest:
    """Who plays, a game, a setup, a seed, and perhaps fixed deals.

    Where nobody plays against anybody, there is one agent, in all seats; else two, or one for each side.  Of two, the
    first plays one side and the second all others.
    """

    game: str
    agents: tuple[str, ...]
    setup: str = ""
    seed: int = 1
    deals: Deals | None = None
    own: Game | None = field(default=None, compare=False, repr=False)
    """The game itself, where the registry may not have it; other processes look it up by its name."""

    @property
    def rules(self) -> Game:
        """The game itself."""
        return self.own or find_game(self.game)

    @property
    def seats(self) -> int:
        """Games of a pair, or rotation: each deal is played once for every side that the first player can take."""
        return self.rules.sides

    @property
    def seated(self) -> tuple[str, ...]:
        """The agent in each seat before the first rotation."""
        game = self.rules
        if len(self.agents) not in {min(2, game.sides), game.sides}:
            wanted = "one player" if game.sides == 1 else "two players"
            wanted += f", or {game.sides}" if game.sides > 2 else ""
            raise UsageError(f"{self.game} needs {wanted}, and here are {', '.join(self.agents) or 'none'}")
        return tuple(self.agents[min(game.side(seat), len(self.agents) - 1)] for seat in range(game.players))

    def table(self) -> GameRunner:
        """A table with players of its own."""
        return GameRunner(self.rules, self.setup, [make_player(self.rules, name) for name in self.seated])

    @cached_property
    def identity(self) -> dict[str, Any]:
        """All that the results depend on, in full: what makes it the same contest as another."""
        table, game = self.table(), self.rules
        code = outside_code(self.game, table.players) | dict(game.files(table.granted))
        sides = [table.players[game.seats_of(side)[0]] for side in range(game.sides)]
        return {
            **({"code": code} if code else {}),
            "game": game.id,
            "players": [player.configuration for player in sides],
            "oracles": [player.oracle for player in sides],
            "setup": table.granted,
            "seed": self.seed,
            "deals": None if self.deals is None else [self.deals.seed, *self.deals.numbers],
        }

    @property
    def code(self) -> dict[str, str]:
        """What is other packages' of game and players, with distribution, version and fingerprint of each, and what
        the setup has from files of the user, with a fingerprint of their contents.

        Mulligan's own games and players are known by `Game.version` and their settings instead: else every change of a
        comment would begin all experiments anew.  Which state of Mulligan made a game is kept with it: `made_by`.
        """
        return dict(self.identity.get("code", {}))

    @cached_property
    def made_by(self) -> str:
        """The state of Mulligan that plays it here."""
        return code_origin(self.game)

    @cached_property
    def key(self) -> str:
        """The identity as text."""
        return json.dumps(self.identity, sort_keys=True, separators=(",", ":"))

    def __getstate__(self) -> dict[str, Any]:
        """What another process is sent: not what was worked out here."""
        refuse_to_send(self.rules)
        sent = {name: self.__dict__[name] for name in self.__dataclass_fields__ if name != "own"}
        return sent | {"agents": tuple(as_given(agent) for agent in self.agents)}


def outside_code(game: str, players: Iterable[Player]) -> dict[str, str]:
    """What of a game and its players is other packages', and whose, and which state of it."""
    rules = game_origin(game)
    agents = {f"agent {name}": origin for player in players for name, origin in player.code.items()}
    return agents | ({f"game {game}": rules} if rules else {})


@dataclass(frozen=True)
class Batch:
    """Some pairs of a contest, for one worker."""

    contest: Contest
    first: int
    pairs: int
    seconds: float = 10.0
    """After this long no further pair is begun: what is left goes to somebody else."""
    code: tuple[str, ...] = ()
    """The code that has to play it, as whoever asks for it has it; none for any."""
    gauge: str = ""
    """What is measured in the games besides who wins, if anything."""


_own = threading.local()


def _table(contest: Contest) -> GameRunner:
    """This thread's table for a contest: players remember things, so no two threads share them."""
    kept: OrderedDict[Contest, GameRunner] | None = getattr(_own, "tables", None)
    if kept is None:
        kept = _own.tables = OrderedDict()
    if contest not in kept:
        while len(kept) >= KEPT_TABLES:
            kept.popitem(last=False)
        make_ready(contest)
        kept[contest] = contest.table()
    kept.move_to_end(contest)
    return kept[contest]


@lru_cache(maxsize=64)
def all_code(contest: Contest) -> tuple[str, ...]:
    """All code that plays a contest, here."""
    return contest.made_by, *contest.code.values()


def _refuse_other_code(batch: Batch) -> None:
    """Whoever plays a game has the code under which it is kept: other machines and later processes may not."""
    if not batch.code:
        return
    for asked, here in zip_longest(batch.code, all_code(batch.contest), fillvalue="nothing"):
        if asked != here:
            raise UsageError(
                f"a worker has other code than this command: {here}, and not {asked}; install the same everywhere, or "
                "if it changed while this ran, start again"
            )


def make_ready(contest: Contest) -> None:
    """Have the machine code before the first game: its time is not the players', and two threads would both make it."""
    _make_ready(contest.rules.at(contest.setup), contest.setup, contest.agents)


@lru_cache(maxsize=64)
def _make_ready(game: Game, setup: str, agents: tuple[Any, ...]) -> None:
    warm(game, agents, setup)


def _never() -> bool:
    return False


def play_pair(
    table: GameRunner, contest: Contest, pair: int, gauge: Gauge | None = None, stopped: Callable[[], bool] = _never
) -> list[GameRow]:
    """All games of a pair, one for each rotation; a gauge adds what it finds, and changes nothing else.

    It is asked between the games whether it was `stopped`: then the others are not played.
    """
    deal = None if contest.deals is None else contest.deals.deal(pair)
    rows: list[GameRow] = []
    clock, before = Stopwatch(), 0.0
    for seat in range(contest.seats):
        if seat and stopped():
            break
        played = table.play(contest.seed, pair, seat, deal, gauge=gauge)
        until = clock.read().cpu
        used, before = until - before, until
        rows.append(_row(contest, played, used, gauge))
    return rows


def _play_by_rule(table: GameRunner, batch: Batch, stopped: Callable[[], bool]) -> list[GameRow]:
    """A batch among rule players: many pairs at once, in compiled code; games share the time of their call evenly."""
    contest, rows = batch.contest, list[GameRow]()
    begun, at_once, pair, end = time.perf_counter(), 1, batch.first, batch.first + batch.pairs
    while pair < end and not stopped():
        some = range(pair, min(pair + at_once, end))
        clock = Stopwatch()
        deals = [] if contest.deals is None else [contest.deals.deal(each) for each in some]
        played = table.play_by_rule(contest.seed, some, deals)
        used = clock.read()
        rows += [_row(contest, one, used.cpu / len(played)) for one in played]
        pair = some.stop
        if time.perf_counter() - begun > batch.seconds:
            break
        if used.seconds < SHORT_SECONDS:
            at_once *= 2
    return rows


def _row(contest: Contest, played: Played, cpu: float, gauge: Gauge | None = None) -> GameRow:
    dealer, number = (contest.seed, played.pair) if contest.deals is None else contest.deals.deal(played.pair)
    return GameRow(
        played.pair,
        played.rotation,
        dealer,
        number,
        played.score,
        played.turns,
        *played.decisions,
        *played.cpu,
        *played.simulations,
        max(cpu, sum(played.cpu)),
        json.dumps(played.payoffs) if len(played.payoffs) > 2 else "",
        played.forfeit,
        "" if gauge is None else _found(played.found, gauge),
    )


def _found(found: Mapping[str, tuple[float, float]], gauge: Gauge) -> str:
    """What a gauge found in a game, as text; in the order of its columns, and nothing that is none of them."""
    for name, pair in found.items():
        if name not in gauge.columns or not all(isfinite(number) for number in pair):
            raise UsageError(f"the gauge gave {pair} for '{name}': it should be a total and occasions of a column")
    return json.dumps({name: [float(number) for number in found[name]] for name in gauge.columns if name in found})


def play_batch(batch: Batch, stopped: Callable[[], bool] = _never) -> list[GameRow]:
    """Play a batch, or as much of it as its time allows: complete pairs, and at least one unless it was `stopped`.

    >>> rows = play_batch(Batch(Contest("nim", ("uniform", "uniform")), first=4, pairs=2))
    >>> [(row.pair, row.seat) for row in rows]
    [(4, 0), (4, 1), (5, 0), (5, 1)]
    """
    _refuse_other_code(batch)
    table, rows = _table(batch.contest), list[GameRow]()
    gauge = find_gauge(batch.contest.rules, batch.gauge) if batch.gauge else None
    if gauge is None and table.by_rule:
        return _play_by_rule(table, batch, stopped)
    until = time.perf_counter() + batch.seconds
    for pair in range(batch.first, batch.first + batch.pairs):
        played = [] if stopped() else play_pair(table, batch.contest, pair, gauge, stopped)
        if len(played) < batch.contest.seats:
            break
        rows += played
        if time.perf_counter() > until:
            break
    return rows
