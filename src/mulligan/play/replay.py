"""Games of the store, played again move by move: a result is kept, its moves are not, and yet they can be seen.

All that a game depends on is kept with it, so the same players at the same table play it again exactly.  Only players
by the clock do not: what they find depends on the machine and the moment.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from mulligan.agents import Player
from mulligan.arena.contest import Contest, GameRow
from mulligan.arena.deals import Deals
from mulligan.arena.runner import seating
from mulligan.arena.store import GAME_COLUMNS, Store, code_in
from mulligan.core.errors import UsageError, unknown
from mulligan.core.position import Position
from mulligan.search import Decision

from .session import Session

PAGE = 50  # games that are listed at once
SAME = ("score", "turns", "decisions_1", "decisions_2", "simulations_1", "simulations_2")
Stop = Callable[[int], bool]
"""Asked before each move, with the number of moves so far, whether to give up."""


class Stopped(Exception):
    """Somebody did not want to see the game any more."""


@dataclass(frozen=True)
class Replay:
    """A game of the store with all its moves."""

    contest: Contest
    row: GameRow
    session: Session


def stored_contest(store: Store, number: int) -> Contest:
    """A contest as it was entered; refused if its games would not be the same today."""
    found = store.query("SELECT key, game, version, agents, setup, seed, deals FROM contest WHERE id = ?", (number,))
    if not found:
        raise UsageError(f"there is no contest {number} in the store '{store.path}'")
    key, game, version, agents, setup, seed, deals = found[0]
    numbers = None if deals is None else json.loads(deals)
    fixed = None if numbers is None else Deals(numbers[0], tuple(numbers[1:]))
    contest = Contest(game, tuple(json.loads(agents)), setup, int(seed), fixed)
    if contest.rules.id != version:
        raise UsageError(f"the game was played by the rules of {version}, and today's are {contest.rules.id}")
    for what, origin in code_in(key).items():
        if contest.code.get(what) != origin:
            now = contest.code.get(what, "no more there")
            raise UsageError(f"{what} has changed since the game was played: it was {origin}, and is {now}")
    if contest.key != key:
        raise UsageError(f"{' and '.join(contest.agents)}: these names stand for other players today")
    return contest


def cell_contest(store: Store, experiment: str, label: str = "") -> int:
    """The number of the contest that a cell of an experiment is; if it has but one, that needs no label."""
    cells = {cell.label: cell.contest for cell in store.experiment(experiment)}
    if not label:
        if len(set(cells.values())) > 1:
            raise UsageError(f"which cell of {experiment}? Choices: {', '.join(cells)}")
        return next(iter(cells.values()))
    if label not in cells:
        raise unknown(f"cell of {experiment}", label, cells)
    return cells[label]


def _table(store: Store, contest: int) -> str:
    """Where the games of a contest are: if all were played before a gauge, among the measured ones."""
    return "game" if store.tally(contest).games else "measured"


def count_games(store: Store, contest: int) -> int:
    """How many games of a contest there are to replay."""
    measured = "SELECT count(DISTINCT 8 * pair + seat) FROM measured WHERE contest = ?"
    return store.tally(contest).games or int(store.query(measured, (contest,))[0][0])


def stored_games(store: Store, contest: int, first: int = 0, most: int = PAGE) -> list[GameRow]:
    """Some games of a contest, in their order."""
    names = ", ".join(GAME_COLUMNS)
    games = f"{_table(store, contest)} WHERE contest = ? GROUP BY pair, seat"  # several gauges may have seen a game
    sql = f"SELECT {names} FROM {games} ORDER BY pair, seat LIMIT ? OFFSET ?"
    return [GameRow(*row) for row in store.query(sql, (contest, most, first))]


def stored_game(store: Store, contest: int, pair: int, seat: int) -> GameRow:
    """One game of a contest."""
    names = ", ".join(GAME_COLUMNS)
    sql = f"SELECT {names} FROM {_table(store, contest)} WHERE contest = ? AND pair = ? AND seat = ?"
    found = store.query(sql, (contest, pair, seat))
    if not found:
        raise UsageError(f"the store has no game of pair {pair} with the first player in seat {seat + 1}")
    return GameRow(*found[0])


def by_clock(player: Player) -> bool:
    """Whether a player, or a part of it, thinks for a time rather than a number of simulations."""
    for part in (player, *getattr(player, "parts", ())):
        settings = getattr(part, "settings", None)
        if getattr(settings, "seconds", 0) > 0 or getattr(settings, "turn_seconds", 0) > 0:
            return True
    return False


def replay(store: Store, contest: int, pair: int, seat: int, stop: Stop | None = None) -> Replay:
    """Play a game of the store again; it takes as long as it took."""
    return play_again(stored_contest(store, contest), stored_game(store, contest, pair, seat), stop)


def play_again(contest: Contest, row: GameRow, stop: Stop | None = None) -> Replay:
    """Play a game again and see to it that it is the same; this needs no store any more.

    >>> from mulligan.arena.contest import play_pair
    >>> contest = Contest("nim", ("uniform", "uct:sims=20"))
    >>> row = play_pair(contest.table(), contest, pair=4)[1]
    >>> table = play_again(contest, row).session
    >>> table.players, table.over
    (('uct:sims=20', 'uniform'), True)
    """
    table = contest.table()
    for player in table.players:
        if by_clock(player):
            raise UsageError(f"'{player.name}' plays by the clock: its games cannot be repeated, only its results kept")
    positions: list[Position] = []
    moves: list[int] = []
    actors: list[int] = []
    seen: list[Position] = []  # the table's own, which is always the same

    def observer(position: Position, move: int, actor: int, decision: Decision | None) -> None:
        seen[:] = [position]
        if stop is not None and stop(len(moves)):
            raise Stopped
        positions.append(position.copy())
        moves.append(move)
        actors.append(actor)

    played = table.play(contest.seed, row.pair, row.seat, (row.dealer, row.deal), observer)
    again = (played.score, played.turns, *played.decisions, *played.simulations)
    if again != tuple(getattr(row, name) for name in SAME):
        raise UsageError(
            f"replayed, the game came out differently: {', '.join(contest.agents)} depend on more than seeds"
        )
    order = seating(table.game, row.seat)
    if not positions:
        raise UsageError(f"the game has no moves: {row.forfeit or 'it was over when it was dealt'}")
    names = tuple(contest.seated[player] for player in order)
    session = Session.of_positions(names, [*positions, *seen], moves, actors)
    if row.forfeited_by is not None:
        session.resigned, session.forfeit = order.index(table.game.seats_of(row.forfeited_by)[0]), row.forfeit
    return Replay(contest, row, session)
