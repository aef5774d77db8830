"""What the trials of a player have found, as plain data: of it the page, the text and the JSON are made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from mulligan.agents import SearchPlayer, make_player
from mulligan.arena.experiment import Cell, Experiment
from mulligan.arena.ratio import Ratio, Sums, ratio, ratio_difference
from mulligan.arena.statistics import paired_difference, wilson
from mulligan.arena.store import Store
from mulligan.core.game import Game
from mulligan.gauges import find_gauge
from mulligan.gauges.calibration import CLASSES, class_name

from .suite import Answer, by_kind
from .trials import Trials


@dataclass(frozen=True)
class Figure:
    """A number with its 95 % interval, and what it rests on."""

    value: float
    low: float | None
    high: float | None
    games: int = 0

    @classmethod
    def of(cls, found: Ratio | None, seats: int) -> Figure | None:
        return None if found is None else cls(found.value, found.low, found.high, found.pairs * seats)


@dataclass(frozen=True)
class Meeting:
    """Games of a player against another, or of one alone on the deals of all."""

    player: str
    against: str
    about: str
    rate: Figure
    """What the player was paid, as a share."""
    cpu_per_decision: tuple[float | None, float | None]
    cpu_per_game: tuple[float, float]
    difference: Figure | None = None
    """Alone: what the measured player was paid more than this one on the same deals."""


@dataclass(frozen=True)
class Counted:
    """A column of a gauge."""

    name: str
    about: str
    all: Figure | None
    """Over all opponents."""
    by_rival: Mapping[str, Figure | None]


@dataclass(frozen=True)
class Class:
    """A tenth of the chances that were given, and what came of them."""

    name: str
    said: Figure | None
    came: Figure | None
    gap: Figure | None
    """The first less the second, over the same games."""


@dataclass(frozen=True)
class Solved:
    """How many positions of a kind a player has solved."""

    agent: str
    kind: str
    solved: int
    of: int
    low: float
    high: float
    cpu_per_position: float


@dataclass(frozen=True)
class Found:
    """All of it."""

    game: str
    agent: str
    setup: str
    seed: int
    command: str
    gauntlet: tuple[Meeting, ...] = ()
    suite: tuple[Solved, ...] = ()
    suite_about: str = ""
    missed: Mapping[str, tuple[str, ...]] | None = None
    """Of the player itself: by the name of a position that it has not solved, what it played."""
    blunders: tuple[Counted, ...] = ()
    calibration: tuple[Counted, ...] = ()
    classes: tuple[Class, ...] = ()
    oracle: tuple[Meeting, ...] = ()
    budgets: tuple[tuple[float, Meeting], ...] = ()
    """Simulations for each decision, and the games."""
    regret: tuple[Counted, ...] = ()
    regret_about: str = ""
    exploiter: tuple[Meeting, ...] = ()
    left_out: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON; rates are shares, and what gauges count is in the unit of its name."""
        return asdict(self)


# --- games ------------------------------------------------------------------------------------------------------------


def meetings(experiment: Experiment | None, trials: Trials, store: Store) -> list[Meeting]:
    """The cells of an experiment that have games."""
    if experiment is None:
        return []
    about = {rival.name: rival.about for rival in trials.rivals}
    found = []
    own = _scores(experiment.cells[0], store)
    for number, cell in enumerate(experiment.cells):
        tally = store.tally_of(cell.contest, cell.kept_as)
        rate = _rate(cell, store)
        if rate is None:
            continue
        player, *others = cell.contest.agents
        against = others[0] if others else ""
        opponents = max(1, trials.game.sides - 1)
        found.append(
            Meeting(
                player,
                against,
                about.get(against or player, ""),
                rate,
                (_each(tally.cpu_1, tally.decisions_1), _each(tally.cpu_2, tally.decisions_2)),
                (tally.cpu_1 / tally.games, tally.cpu_2 / tally.games / opponents),
                _difference(own, _scores(cell, store)) if not others and number else None,
            )
        )
    return found


def _each(seconds: float, decisions: int) -> float | None:
    return seconds / decisions if seconds > 0 and decisions else None


def _rate(cell: Cell, store: Store) -> Figure | None:
    number = store.known(cell.contest)
    rate = None if number is None else store.rate(number, cell.contest.seats, gauge=cell.kept_as)
    return Figure(rate.value, *rate.interval(), rate.pairs * rate.seats) if rate is not None and rate.pairs else None


def _scores(cell: Cell, store: Store) -> dict[int, float]:
    """Of a player alone: what it was paid, by the number of the deal."""
    number = store.known(cell.contest)
    if number is None or cell.contest.seats > 1:
        return {}
    table, gauge = ("measured", cell.kept_as) if cell.kept_as else ("game", "")
    sql = f"SELECT pair, score FROM {table} WHERE contest = ?" + (" AND gauge = ?" if gauge else "")
    return {int(pair): float(score) for pair, score in store.query(sql, (number, gauge) if gauge else (number,))}


def _difference(own: Mapping[int, float], other: Mapping[int, float]) -> Figure | None:
    both = [pair for pair in own if pair in other]
    if not both:
        return None
    found = paired_difference([own[pair] for pair in both], [other[pair] for pair in both])
    return Figure(found.mean, found.low, found.high, found.n)


# --- gauges -----------------------------------------------------------------------------------------------------------


def _measured(cells: Iterable[Cell], store: Store) -> dict[str, dict[int, dict[str, Sums]]]:
    """By cell and pair: what a gauge found."""
    found = {}
    for cell in cells:
        number = store.known(cell.contest)
        if number is not None and cell.kept_as:
            found[cell.label] = store.measured(number, cell.contest.seats, cell.kept_as)
    return found


def _column(name: str, pairs: Mapping[int, Mapping[str, Sums]], shift: int = 0) -> dict[int, Sums]:
    return {pair + shift: sums[name] for pair, sums in pairs.items() if name in sums}


def _over_all(name: str, found: Mapping[str, Mapping[int, Mapping[str, Sums]]]) -> dict[int, Sums]:
    """A column over all cells, whose pairs are told apart."""
    made: dict[int, Sums] = {}
    for number, pairs in enumerate(found.values()):
        made |= _column(name, pairs, number << 32)
    return made


def counted(experiment: Experiment | None, gauge: str, game: Game, store: Store) -> list[Counted]:
    """The columns of a gauge, over all opponents and by each; alone, those of the measured player."""
    if experiment is None or not gauge:
        return []
    cells = experiment.cells[:1] if game.sides == 1 else experiment.cells
    found, seats = _measured(cells, store), max(1, game.sides)
    labels = {cell.label: cell.contest.agents[-1] for cell in cells}
    made = []
    for name, about in find_gauge(game, gauge).columns.items():
        total = Figure.of(ratio(_over_all(name, found)), seats)
        if total is not None:
            each = {labels[label]: Figure.of(ratio(_column(name, pairs)), seats) for label, pairs in found.items()}
            if name.endswith("%"):
                total, each = _share(total), {label: _share(figure) for label, figure in each.items()}
            made.append(Counted(name, about, total, each))
    return made


def classes(experiment: Experiment | None, game: Game, store: Store) -> list[Class]:
    """The reliability diagram: what was said, and what came of it."""
    if experiment is None:
        return []
    cells = experiment.cells[:1] if game.sides == 1 else experiment.cells
    found, made = _measured(cells, store), []
    for number in range(CLASSES):
        name = class_name(number)
        said, came = (_over_all(f"said {name}: {what}", found) for what in ("said, %", "came true, %"))
        if said:
            seats = max(1, game.sides)
            one, other = (_share(Figure.of(ratio(sums), seats)) for sums in (said, came))
            made.append(Class(name, one, other, Figure.of(ratio_difference(said, came), seats)))
    return made


def _share(figure: Figure | None) -> Figure | None:
    """A share in percent: its interval cannot go beyond what is possible."""
    if figure is None or figure.low is None or figure.high is None:
        return figure
    return Figure(figure.value, max(0.0, figure.low), min(100.0, figure.high), figure.games)


# --- positions --------------------------------------------------------------------------------------------------------


def solved(agent: str, answers: Sequence[Answer]) -> list[Solved]:
    """By kind of position, and all together."""
    groups = {**by_kind(answers), "all": list(answers)}
    made = []
    for kind, some in groups.items():
        right = sum(one.solved for one in some)
        seconds = sum(one.cpu_seconds for one in some)
        made.append(Solved(agent, kind, right, len(some), *wilson(right, len(some)), seconds / max(1, len(some))))
    return made


# --- all of it --------------------------------------------------------------------------------------------------------


def gather(
    trials: Trials,
    store: Store,
    answered: Mapping[str, Sequence[Answer]],
    command: str,
    left_out: Sequence[str] = (),
    suite_about: str = "",
) -> Found:
    """What the store has of the trials, and what was answered at the positions."""
    game, parts = trials.game, trials.experiments
    rules = game.at(trials.setup)
    gauntlet = parts.get("gauntlet")
    blunders = game.room().trials.blunders
    searches = isinstance(make_player(game, trials.agent), SearchPlayer)
    own = answered.get(trials.agent, ())
    regret = parts.get("regret")
    return Found(
        game=rules.id,
        agent=trials.agent,
        setup=trials.setup or next(iter(game.setups)),
        seed=trials.seed,
        command=command,
        gauntlet=tuple(meetings(gauntlet, trials, store)),
        suite=tuple(one for agent, some in answered.items() for one in solved(agent, some)),
        suite_about=suite_about,
        missed={one.problem.name: one.moves for one in own if not one.solved},
        blunders=tuple(counted(gauntlet, blunders, game, store)),
        calibration=tuple(
            one
            for one in (counted(gauntlet, "calibration", game, store) if searches else [])
            if not one.name.startswith("said ")
        ),
        classes=tuple(classes(gauntlet, game, store) if searches else []),
        oracle=tuple(meetings(parts.get("oracle"), trials, store)),
        budgets=tuple(budgets(trials, store)),
        regret=tuple(counted(regret, "regret", game, store)),
        regret_about=find_gauge(game, "regret").about if regret is not None else "",
        exploiter=tuple(meetings(parts.get("exploiter"), trials, store)),
        left_out=(*trials.left_out, *left_out),
    )


def budgets(trials: Trials, store: Store) -> list[tuple[float, Meeting]]:
    """The curve: simulations for each decision, and the games with them, against the first rival."""
    if "budgets" not in trials.experiments:
        return []
    known = meetings(trials.experiments["gauntlet"], trials, store)
    usual = [one for one in known if one.player == trials.agent and one.against in ("", trials.reference)]
    other = [
        one
        for one in meetings(trials.experiments["budgets"], trials, store)
        if not (trials.game.sides == 1 and one.player == trials.reference)
    ]
    return sorted(((simulations(trials.game, one.player), one) for one in [*other, *usual]), key=lambda pair: pair[0])


def simulations(game: Game, agent: str) -> float:
    """Of each decision of a searching player, in all its trees."""
    player = make_player(game, agent)
    return float(player.settings.trees * player.settings.sims) if isinstance(player, SearchPlayer) else 0.0


__all__ = ["Class", "Counted", "Figure", "Found", "Meeting", "Solved", "gather", "simulations"]
