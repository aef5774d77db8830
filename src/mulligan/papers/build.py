"""To findings from the store, or from earlier ones: what was played of each experiment, beside what was published."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace

from mulligan.arena.anova import anova, replication_means
from mulligan.arena.experiment import Cell, Experiment
from mulligan.arena.sequential import stored_test
from mulligan.arena.spec import Factorial, Figures, RoundRobin
from mulligan.arena.sprt import SprtRun
from mulligan.arena.statistics import mean_interval, wilson
from mulligan.arena.store import STORE, Store
from mulligan.arena.stored import Tally
from mulligan.core.words import split_words
from mulligan.gauges import find_gauge

from .charts import fitting_plot
from .findings import Effect, Figure, Findings, Row, Section
from .gauged import found_differences, gauged, kept_differences
from .judging import judged
from .kept import earlier_section, taken_over, with_spread
from .library import Paper


def find(
    paper: Paper, experiments: Sequence[Experiment], store: Store | None, earlier: Findings | None = None
) -> Findings:
    """The findings on a paper, or on some of its experiments.

    Cells that the store has no games of are taken from `earlier` findings, if these have them; so is everything if
    there is no store at all.
    """
    about = paper.about
    parts = [experiment.name.partition("/")[2] for experiment in experiments]
    all_of_them = len(parts) == len(paper.experiments)
    named = _store_option(store)
    command = shlex.join(["mulligan", "reproduce", paper.name, *([] if all_of_them else parts), *named])
    sections = tuple(
        section(experiment, store, shlex.join(["mulligan", "reproduce", paper.name, part, *named]), earlier)
        for experiment, part in zip(experiments, parts, strict=True)
    )
    heads = (paper.name, about.title, about.reference, about.summary)
    return _findings(heads, sections, experiments, store, command, earlier)


def find_files(experiments: Sequence[Experiment], store: Store | None, earlier: Findings | None = None) -> Findings:
    """The findings on experiments of the user's own."""
    title = experiments[0].spec.title if len(experiments) == 1 else "Experiments"
    named = _store_option(store)
    sections = tuple(
        _drawn(one, section(one, store, shlex.join(["mulligan", "run", one.source, *named]), earlier))
        for one in experiments
    )
    command = shlex.join(["mulligan", "run", *(one.source for one in experiments), *named])
    return _findings((experiments[0].name, title, "", ""), sections, experiments, store, command, earlier)


def _drawn(experiment: Experiment, found: Section) -> Section:
    """The section with a drawing, if its file does not say whether it should have one."""
    if "plot" in experiment.spec.model_fields_set:
        return found
    return replace(found, plot=fitting_plot(found), average=found.matrix and found.measure == "rate")


def _store_option(store: Store | None) -> list[str]:
    """The option that names the store, if it has to be named."""
    return [] if store is None or str(store.path) == STORE else ["--store", str(store.path)]


def _findings(
    heads: tuple[str, str, str, str],
    sections: tuple[Section, ...],
    experiments: Sequence[Experiment],
    store: Store | None,
    command: str,
    earlier: Findings | None,
) -> Findings:
    name, title, reference, summary = heads
    provenance: dict[str, str] = {}
    commands = [command]
    kept = any(row.kept for section in sections for row in section.rows)
    if store is not None and (_contests(experiments, store) or not kept):
        provenance = _provenance(experiments, store)
        commands += [run["command"] for run in store.runs(_contests(experiments, store))]
    if earlier is not None and kept:
        provenance |= {f"kept figures, {key}" if provenance else key: text for key, text in earlier.provenance.items()}
        commands += earlier.commands
    return Findings(name, title, reference, summary.strip(), sections, provenance, tuple(dict.fromkeys(commands)))


def _contests(experiments: Sequence[Experiment], store: Store) -> list[int]:
    numbers = (store.known(cell.contest) for experiment in experiments for cell in experiment.cells)
    return sorted({number for number in numbers if number is not None})


def section(experiment: Experiment, store: Store | None, command: str, earlier: Findings | None = None) -> Section:
    """One experiment's findings."""
    spec, whole = experiment.spec, replace(experiment, chosen=())
    name = experiment.name.rpartition("/")[2]
    before = earlier_section(earlier, name, spec.measure)
    rows = []
    for cell in whole.cells:
        row = _row(experiment, cell, store, command)
        if earlier is not None and before is not None and row.ours is None:
            row = taken_over(row, before, earlier)
        rows.append(row)
    effects = _effects(whole, store) if store is not None else ()
    differences = found_differences(whole, store)
    if before is not None and all(row.kept for row in rows if not row.control):  # it is of all cells, or of none
        effects = before.effects
        differences = kept_differences(differences, before.differences)
    gauge = find_gauge(experiment.game, whole.cells[0].gauge) if spec.gauge else None
    found = Section(
        name=name,
        title=spec.title,
        about=spec.about.strip(),
        measure=spec.measure,
        rows=tuple(rows),
        across=tuple(spec.table.across),
        matrix=isinstance(spec.design, RoundRobin) and experiment.game.sides <= 2,
        plot=spec.plot.model_dump(exclude={"average"} if spec.gauge else {"average", "columns", "unit"}),
        effects=effects,
        paper_effects=spec.paper.effects,
        why=spec.why.strip(),
        command=command,
        average=spec.plot.average,
        margin=spec.margin,
        original="" if spec.original is None else spec.original.about.strip(),
        gauge="" if gauge is None else f"{split_words(spec.gauge)[0]}: {gauge.about}",
        columns={} if gauge is None else gauge.columns,
        differences=differences,
    )
    return judged(found, spec, experiment.chosen)


def _row(experiment: Experiment, cell: Cell, store: Store | None, command: str) -> Row:
    """What the store has of a cell, beside what was published; it is not judged yet."""
    spec = experiment.spec
    test = _test(experiment, cell, store)
    end = None if test is None else test.end
    tally = Tally() if store is None else store.tally_of(cell.contest, cell.kept_as, end)
    return Row(
        label=cell.label,
        place=cell.place,
        players=cell.contest.agents,
        setup=cell.contest.setup or next(iter(experiment.game.setups)),
        ours=_rate(store, cell, spec.points, end) if spec.measure == "rate" else _time(spec.measure, tally),
        paper=None if cell.control else _published(spec.paper, cell.label, spec.measure),
        verdict="not played",
        goal=cell.games,
        pairs=tally.games // cell.contest.seats,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        forfeits=tally.forfeits,
        turns=tally.turns / tally.games if tally.games else None,
        seconds=tally.cpu,
        seconds_per_decision=tally.cpu_1 / tally.decisions_1 if tally.cpu_1 and tally.decisions_1 else None,
        command=shlex.join([*shlex.split(command), "--cell", cell.label]),
        control=cell.control,
        base=bool(spec.base) and cell.label == spec.base,
        original=None if spec.original is None else _published(spec.original, cell.label, spec.measure),
        game=cell.contest.identity["game"],
        configurations=tuple(cell.contest.identity["players"]),
        extra=gauged(cell, store),
        gauge=cell.kept_as,
        test="" if test is None else str(test),
    )


def _test(experiment: Experiment, cell: Cell, store: Store | None) -> SprtRun | None:
    """How the sequential test of a cell stands, if it has one."""
    number = None if store is None else store.known(cell.contest)
    if store is None or number is None or experiment.sprt is None or cell.control:
        return None
    return stored_test(store, number, cell.contest.seats, experiment.sprt)


def _rate(store: Store | None, cell: Cell, points: str, below: int | None) -> Figure | None:
    number = None if store is None else store.known(cell.contest)
    if store is None or number is None:
        return None
    rate = store.rate(number, cell.contest.seats, points, cell.kept_as, below)
    return Figure(rate.value, *rate.interval(), rate.pairs * rate.seats) if rate.pairs else None


def _time(measure: str, tally: Tally) -> Figure | None:
    if measure == "seconds per decision":
        if not tally.decisions_1 or not tally.cpu_1:
            return None
        return Figure(tally.cpu_1 / tally.decisions_1, None, None, tally.games)
    if not tally.games or not tally.cpu:
        return None
    low, high = mean_interval(tally.games, tally.cpu, tally.cpu_squares)
    return with_spread(Figure(tally.cpu / tally.games, low, high, tally.games))


def _published(figures: Figures, label: str, measure: str) -> Figure | None:
    """Somebody else's figure of a cell; rates as shares, with the interval that their number of games gives."""
    found = figures.figure(label)
    if found is None:
        return None
    scale = 100 if measure == "rate" else 1
    value, games, half = found.value / scale, found.games, found.plus_minus
    low, high = (None, None) if half is None else (value - half / scale, value + half / scale)
    if measure == "rate" and half is None and games:
        low, high = wilson(value * games, games)
    return Figure(value, low, high, games, None if found.spread is None else found.spread / 100)


def _effects(experiment: Experiment, store: Store) -> tuple[Effect, ...]:
    """The analysis of variance over replications that all cells have."""
    spec = experiment.spec
    if spec.anova is None or not isinstance(spec.design, Factorial):
        return ()
    cells = [cell for cell in experiment.cells if not cell.control]
    size = spec.anova.replication
    rates = [_replications(store, cell, size) for cell in cells]
    common = min(len(own) for own in rates)
    if common < 2:
        return ()
    response = [100 * rate for own in rates for rate in own[:common]]
    factors = {
        part: [int(cell.place[part] == "+") for cell in cells for _ in range(common)] for part in spec.design.parts
    }
    made = []
    for line in anova(response, factors):
        if line.f is not None and line.p is not None and line.effect is not None:
            made.append(Effect(line.name, line.effect, line.squares, line.degrees, line.f, line.p))
    return tuple(made)


def _replications(store: Store, cell: Cell, size: int) -> list[float]:
    """The rate of each complete set of so many pairs, from the first on."""
    number = store.known(cell.contest)
    if number is None:
        return []
    seats, shares = cell.contest.seats, []
    for expected, (pair, points, games) in enumerate(store.pair_scores(number)):
        if pair != expected or games != seats:  # a gap: what comes after it waits
            break
        shares.append(points / seats)
    return replication_means(shares[: len(shares) // size * size], size)


def _provenance(experiments: Sequence[Experiment], store: Store) -> dict[str, str]:
    """Where the figures come from."""
    numbers = _contests(experiments, store)
    runs = store.runs(numbers)
    played = {(store.known(cell.contest), cell.kept_as) for experiment in experiments for cell in experiment.cells}
    tallies = [store.tally(number, gauge) for number, gauge in played if number is not None]
    games, cpu = sum(tally.games for tally in tallies), sum(tally.cpu for tally in tallies)

    def all_of(key: str) -> str:
        return ", ".join(dict.fromkeys(str(run[key]) for run in runs)) or "-"

    return {
        "games": f"{games:,}",
        "CPU time of the games": f"{cpu / 3600:.2f} h" if cpu >= 360 else f"{cpu:.1f} s",
        "game": ", ".join(dict.fromkeys(one.game.id for one in experiments)),
        "seed": ", ".join(dict.fromkeys(str(one.spec.seed) for one in experiments)),
        "Mulligan": all_of("mulligan"),
        "Python": all_of("python"),
        "Numba": all_of("numba"),
        "NumPy": all_of("numpy"),
        "machine": all_of("machine"),
        "workers": all_of("workers"),
        "begun": runs[0]["started"] if runs else "-",
        "last run begun": runs[-1]["started"] if runs else "-",
    }
