"""Tournaments: everybody meets everybody, and a table says who is how strong.

Games of more than two sides are taken apart into pairs: of two players at a table, the one who was paid more has beaten
the other, whatever the rest did.  So the ratings are the same as for two, and ties mean what they mean there; and where
finishing orders follow the model of Plackett and Luce, two players finish in either order as if they were alone at the
table (Luce, "Individual Choice Behavior", 1959).  Pairs of one game are not independent: together the meetings of a
player in a game count as one game, so that errors are on the safe side.

A tournament is an experiment like any other: stop it and go on, play more pairs, or add a player, and every game that
was played before still counts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from mulligan.agents import make_player, name_of
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.registry import as_game, lend

from .contest import MOST_PAIRS
from .deals import Deals, read_deals
from .experiment import TOURNAMENT, Cell, Experiment, tables_of
from .ratings import Ratings, ratings
from .spec import Gauntlet, RoundRobin, Spec, SprtSpec
from .sprt import Sprt
from .statistics import mean_test, pair_test, wilson
from .store import Store
from .telling import standing_notes, standing_sheets

MOST_PLAYERS = 60


def tournament(
    game: Game | str,
    players: Sequence[Any],
    *,
    pairs: int,
    seed: int = 1,
    setup: str = "",
    deals: str = "",
    name: str | None = None,
) -> Experiment:
    """A round robin as an experiment; in solo games everybody plays the same deals.

    >>> [cell.label for cell in tournament("nim", ["uct", "flat", "uniform"], pairs=10).cells]
    ['uct v flat', 'uct v uniform', 'flat v uniform']
    """
    rules, players = lend(as_game(game)), [name_of(player) for player in players]
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise UsageError(f"players: {len(players)} given, and there should be 2 to {MOST_PLAYERS}")
    known: dict[str, str] = {}
    for player in players:
        same = known.setdefault(make_player(rules, player).configuration, player)
        if same is not player:
            raise UsageError(f"players: '{player}' and '{same}' are the same player")
    fixed = read_deals(Path(deals), rules.name) if deals else None
    return round_robin(
        f"Tournament of {rules.name}", "tournament", rules, players, pairs, seed, setup, fixed, deals, name
    )


def round_robin(
    title: str,
    kind: str,
    game: Game,
    players: Sequence[str],
    pairs: int,
    seed: int,
    setup: str,
    deals: Deals | None,
    file: str,
    name: str | None,
    sprt: Sprt | None = None,
) -> Experiment:
    """Everybody against everybody, or in solo games everybody on the same deals, as an experiment that no file says."""
    if not 1 <= pairs <= MOST_PAIRS:
        raise UsageError(f"pairs: {pairs} should be a whole number from 1 to {MOST_PAIRS}")
    if not 0 <= seed < 2**62:
        raise UsageError(f"seed: {seed} should be a whole number from 0 on, below 2 ** 62")
    names = list(players)
    design = (
        Gauntlet(kind="gauntlet", players=list(dict.fromkeys(names)))
        if game.sides == 1
        else RoundRobin(kind="round_robin", players=names)
    )
    spec = Spec(
        title=title,
        game=game.name,
        setup=setup,
        seed=seed,
        games=pairs * game.sides,
        deals=file,
        design=design,
        sprt=None if sprt is None else SprtSpec(**asdict(sprt)),
    )
    mark = hashlib.blake2b(repr((names, setup, seed, deals)).encode(), digest_size=4).hexdigest()
    made = Experiment(f"{kind}/{game.name}-{mark}" if name is None else name, spec, TOURNAMENT, deals)
    for cell in made.cells:
        _ = cell.contest.identity  # whatever is wrong with a setup is told before the first game
    return made


@dataclass(frozen=True)
class HeadToHead:
    """All games of two players, from the first one's side; of more than two sides, their share of each game."""

    points: float
    games: float
    p: float
    """How likely a difference like this is between equals: a sign test over pairs; of more than two sides, Student's
    t over rotations."""

    @property
    def interval(self) -> tuple[float, float]:
        """Of the rate, 95 %."""
        return wilson(self.points, self.games)


@dataclass(frozen=True, repr=False)
class Standings:
    """Where a tournament stands."""

    name: str
    game: str
    setup: str
    seed: int
    players: tuple[str, ...]
    meetings: Mapping[tuple[str, str], HeadToHead]
    ratings: Ratings
    solo: bool
    rates: Mapping[str, tuple[float, int]]
    """In solo games, and of more than two sides: what each player was paid in all, and games."""
    cpu_seconds: float
    forfeits: Mapping[str, Sequence[str]]
    """Of players from outside that have failed: why, for each game that it cost them."""

    def meeting(self, a: str, b: str) -> HeadToHead | None:
        """The games of two players, from the side of `a`."""
        if (a, b) in self.meetings:
            return self.meetings[a, b]
        other = self.meetings.get((b, a))
        return None if other is None else HeadToHead(other.games - other.points, other.games, other.p)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, ready for JSON."""
        ranked = [line.player for line in self.ratings.ranked]
        return {
            "name": self.name,
            "game": self.game,
            "setup": self.setup,
            "seed": self.seed,
            "ranked": ranked,
            "meetings": [
                {
                    "players": [a, b],
                    "points": meeting.points,
                    "games": meeting.games,
                    "rate": meeting.points / meeting.games if meeting.games else None,
                    "ci95": list(meeting.interval),
                    "p_value": meeting.p,
                }
                for (a, b), meeting in self.meetings.items()
            ],
            "ratings": self.ratings.to_dict(),
            "superiority": {a: {b: self.ratings.los(a, b) for b in ranked if b != a} for a in ranked},
            "payoff_means": {name: paid / n for name, (paid, n) in self.rates.items() if n} or None,
            "cpu_seconds": self.cpu_seconds,
            **({"forfeits": {name: list(why) for name, why in self.forfeits.items()}} if self.forfeits else {}),
        }

    def __repr__(self) -> str:
        ranked = ", ".join(f"{line.player} {line.elo:+.0f}" for line in self.ratings.ranked)
        return f"<Standings of {self.game}: {ranked}>"

    def _repr_html_(self) -> str:
        from mulligan.core.showing import block, clean, table

        sheets = [table(heads, lines, range(2, len(heads))) for heads, lines in standing_sheets(self)]
        return block(f"Tournament of {self.game}", *sheets, *(block("", clean(note)) for note in standing_notes(self)))


def standings(experiment: Experiment, store: Store) -> Standings:
    """What the store has of a tournament: complete pairs only."""
    sides = experiment.game.sides
    names = [cell.label for cell in experiment.cells] if sides == 1 else list(_design(experiment).players)
    if sides > 2:
        meetings, rates = _at_tables(experiment, store, names)
    else:
        meetings, rates = _in_pairs(experiment, store, names)
    table = ratings(names, {pair: (met.points, met.games) for pair, met in meetings.items()})
    cpu = sum(store.tally_of(cell.contest).cpu for cell in experiment.cells)
    setup = experiment.spec.setup or next(iter(experiment.game.setups))
    return Standings(
        experiment.name,
        experiment.game.id,
        setup,
        experiment.spec.seed,
        tuple(names),
        meetings,
        table,
        sides == 1,
        rates,
        cpu,
        _forfeits(experiment, store),
    )


def _forfeits(experiment: Experiment, store: Store) -> dict[str, list[str]]:
    """Who has failed, and why, in the games that count."""
    found: dict[str, list[str]] = {}
    for cell in experiment.cells:
        number, agents = store.known(cell.contest), cell.contest.agents
        for player, why in [] if number is None else store.forfeits(number, cell.pairs):
            found.setdefault(agents[min(player, len(agents) - 1)], []).append(why)
    return found


Meetings = dict[tuple[str, str], HeadToHead]
Rates = dict[str, tuple[float, int]]


def _in_pairs(experiment: Experiment, store: Store, names: Sequence[str]) -> tuple[Meetings, Rates]:
    """Who met whom, in solo games on the same deals, and in these what each was paid."""
    scores = {cell.label: _scores(store, cell) for cell in experiment.cells}
    meetings, solo, sides = {}, experiment.game.sides == 1, experiment.game.sides
    for a, b in combinations(names, 2):
        if solo:
            shares = [
                _compare(scores[a][pair], scores[b][pair]) for pair in sorted(scores[a].keys() & scores[b].keys())
            ]
        else:
            shares = [scores[f"{a} v {b}"][pair] / 2 for pair in sorted(scores[f"{a} v {b}"])]
        meetings[a, b] = HeadToHead(sum(shares) * sides, len(shares) * sides, pair_test(shares))
    return meetings, {name: (sum(scores[name].values()), len(scores[name])) for name in names if solo}


def _at_tables(experiment: Experiment, store: Store, names: Sequence[str]) -> tuple[Meetings, Rates]:
    """Who was paid more than whom at tables of more than two sides, and what each was paid."""
    sides = experiment.game.sides
    shares: dict[tuple[str, str], list[float]] = {pair: [] for pair in combinations(names, 2)}
    paid: dict[str, list[float]] = {name: [] for name in names}
    for cell, seated in zip(experiment.cells, tables_of(_design(experiment).players, sides), strict=True):
        players = [*seated, *[seated[-1]] * (sides - len(seated))]  # of two, the second plays all other sides
        number = store.known(cell.contest)
        rotations = {} if number is None else store.payoffs(number, sides)
        for games in (games for pair, games in rotations.items() if pair < cell.pairs):
            for payoffs in games:
                for name, payoff in zip(players, payoffs, strict=True):
                    paid[name].append(payoff)
            for a, b in combinations([name for name in names if name in seated], 2):
                shares[a, b].append(share_between(a, b, players, games))
    weight = meeting_weight(len(names), sides)
    meetings = {
        pair: HeadToHead(sum(found) * weight, len(found) * weight, mean_test(found)) for pair, found in shares.items()
    }
    return meetings, {name: (sum(found), len(found)) for name, found in paid.items()}


def share_between(a: str, b: str, players: Sequence[str], games: Sequence[Sequence[float]]) -> float:
    """How often `a` was paid more than `b` at a table, in some games; as much is half.

    >>> share_between("ann", "cid", ["ann", "bob", "cid"], [[0.5, 0.2, 0.3], [0.3, 0.4, 0.3]])
    0.75
    """
    places = [(i, j) for i, one in enumerate(players) for j, two in enumerate(players) if (one, two) == (a, b)]
    found = [_compare(payoffs[i], payoffs[j]) for payoffs in games for i, j in places]
    return sum(found) / len(found)


def meeting_weight(players: int, sides: int) -> float:
    """As how many games a rotation counts for two who meet: all meetings of a player in one game make one game."""
    return sides / (sides - 1) if players >= sides else float(sides)


def _design(experiment: Experiment) -> RoundRobin | Gauntlet:
    assert isinstance(experiment.spec.design, RoundRobin | Gauntlet)
    return experiment.spec.design


def _scores(store: Store, cell: Cell) -> dict[int, float]:
    """Pair -> points of the first player, of complete pairs, as many as this tournament has."""
    number = store.known(cell.contest)
    rows = [] if number is None else store.pair_scores(number)
    return {pair: points for pair, points, games in rows if games == cell.contest.seats and pair < cell.pairs}


def _compare(a: float, b: float) -> float:
    return 0.5 if a == b else float(a > b)
