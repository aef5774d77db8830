"""From the store to findings: what was played of each experiment, set beside what was published."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace

from mulligan.arena.anova import anova, replication_means
from mulligan.arena.experiment import Cell, Experiment, matching
from mulligan.arena.rate import Rate
from mulligan.arena.spec import ClaimSpec, Factorial, Operand, Published, RoundRobin
from mulligan.arena.statistics import mean_interval, wilson
from mulligan.arena.store import STORE, Store, Tally

from .findings import Claim, Effect, Figure, Findings, Row, Section, Verdict
from .library import Paper
from .verdict import Mean, judge_claim, judge_rate, judge_time, mean_rate, number, worst


def find(paper: Paper, experiments: Sequence[Experiment], store: Store) -> Findings:
    """The findings on a paper, or on some of its experiments."""
    about = paper.about
    parts = [experiment.name.partition("/")[2] for experiment in experiments]
    all_of_them = len(parts) == len(paper.experiments)
    kept = _kept(store)
    command = shlex.join(["mulligan", "reproduce", paper.name, *([] if all_of_them else parts), *kept])
    sections = tuple(
        section(experiment, store, shlex.join(["mulligan", "reproduce", paper.name, part, *kept]))
        for experiment, part in zip(experiments, parts, strict=True)
    )
    return _findings(paper.name, about.title, about.reference, about.summary, sections, experiments, store, command)


def find_files(experiments: Sequence[Experiment], store: Store) -> Findings:
    """The findings on experiments of the user's own."""
    title = experiments[0].spec.title if len(experiments) == 1 else "Experiments"
    kept = _kept(store)
    sections = tuple(section(one, store, shlex.join(["mulligan", "run", one.source, *kept])) for one in experiments)
    command = shlex.join(["mulligan", "run", *(one.source for one in experiments), *kept])
    return _findings(experiments[0].name, title, "", "", sections, experiments, store, command)


def _kept(store: Store) -> list[str]:
    """The option that names the store, if it has to be named."""
    return [] if str(store.path) == STORE else ["--store", str(store.path)]


def _findings(
    name: str,
    title: str,
    reference: str,
    summary: str,
    sections: tuple[Section, ...],
    experiments: Sequence[Experiment],
    store: Store,
    command: str,
) -> Findings:
    provenance = _provenance(experiments, store)
    commands = [command]
    for run in store.runs(_contests(experiments, store)):
        if run["command"] not in commands:
            commands.append(run["command"])
    return Findings(name, title, reference, summary.strip(), sections, provenance, tuple(commands))


def _contests(experiments: Sequence[Experiment], store: Store) -> list[int]:
    numbers = (store.known(cell.contest) for experiment in experiments for cell in experiment.cells)
    return sorted({number for number in numbers if number is not None})


def section(experiment: Experiment, store: Store, command: str) -> Section:
    """One experiment's findings."""
    spec, whole = experiment.spec, replace(experiment, chosen=())
    tallies = {cell.label: store.tally_of(cell.contest) for cell in whole.cells}
    rates = {cell.label: _rate(store, cell, spec.points) for cell in whole.cells}
    base = tallies.get(spec.base)
    rows = tuple(
        _row(experiment, cell, tallies[cell.label], rates[cell.label], base, command) for cell in experiment.cells
    )
    return Section(
        name=experiment.name.rpartition("/")[2],
        title=spec.title,
        about=spec.about.strip(),
        measure=spec.measure,
        rows=rows,
        across=tuple(spec.table.across),
        matrix=isinstance(spec.design, RoundRobin),
        plot=spec.plot.model_dump(exclude={"average"}),
        claims=tuple(_claim(claim, whole, rates) for claim in spec.claims),
        effects=_effects(whole, store),
        paper_effects=spec.paper.effects,
        why=spec.why.strip(),
        command=command,
        average=spec.plot.average,
    )


def _rate(store: Store, cell: Cell, points: str) -> Rate:
    number, seats = store.known(cell.contest), cell.contest.seats
    return Rate({}, seats) if number is None else store.rate(number, seats, points)


def _row(experiment: Experiment, cell: Cell, tally: Tally, rate: Rate, base: Tally | None, command: str) -> Row:
    spec = experiment.spec
    paper = _published(experiment, cell)
    if spec.measure == "rate":
        ours = Figure(rate.value, *rate.interval(), rate.pairs * rate.seats) if rate.pairs else None
        verdict: Verdict = "no figure" if rate.pairs else "not played"
        if paper is not None:
            verdict = judge_rate(rate, paper.value, paper.games, spec.margin / 100)
    else:
        ours = _time(spec.measure, tally)
        verdict = "no figure" if ours is not None else "not played"
        published = experiment.spec.paper.values.get(spec.base)
        standard = _time(spec.measure, base) if base is not None else None
        if paper and ours and standard and published is not None and cell.label != spec.base:
            verdict = judge_time(ours.value / standard.value, paper.value / _number(published))
    return Row(
        label=cell.label,
        place=cell.place,
        players=cell.contest.agents,
        setup=cell.contest.setup or next(iter(experiment.game.setups)),
        ours=ours,
        paper=paper,
        verdict=verdict,
        goal=cell.games,
        pairs=tally.games // cell.contest.seats,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        turns=tally.turns / tally.games if tally.games else None,
        seconds=tally.cpu,
        seconds_per_decision=tally.cpu_1 / tally.decisions_1 if tally.cpu_1 and tally.decisions_1 else None,
        command=shlex.join([*shlex.split(command), "--cell", cell.label]),
        control=cell.control,
        base=bool(spec.base) and cell.label == spec.base,
    )


def _time(measure: str, tally: Tally) -> Figure | None:
    if measure == "seconds per decision":
        if not tally.decisions_1 or not tally.cpu_1:
            return None
        return Figure(tally.cpu_1 / tally.decisions_1, None, None, tally.games)
    if not tally.games:
        return None
    low, high = mean_interval(tally.games, tally.cpu, tally.cpu_squares)
    return Figure(tally.cpu / tally.games, low, high, tally.games)


def _number(published: float | int | Published) -> float:
    return published.value if isinstance(published, Published) else float(published)


def _published(experiment: Experiment, cell: Cell) -> Figure | None:
    """The published figure of a cell; rates as shares, with the interval that their number of games gives."""
    paper = experiment.spec.paper
    found = paper.values.get(cell.label)
    if found is None or cell.control:
        return None
    value = _number(found)
    games = (found.games if isinstance(found, Published) else None) or paper.games
    spread = found.plus_minus if isinstance(found, Published) else None
    if experiment.spec.measure != "rate":
        return Figure(
            value, None if spread is None else value - spread, None if spread is None else value + spread, games
        )
    value /= 100
    if spread is not None:
        return Figure(value, value - spread / 100, value + spread / 100, games)
    low, high = wilson(value * games, games) if games else (None, None)
    return Figure(value, low, high, games)


def _around(value: float, spread: float | None) -> tuple[float | None, float | None]:
    return (None, None) if spread is None else (value - spread, value + spread)


def _claim(claim: ClaimSpec, experiment: Experiment, rates: Mapping[str, Rate]) -> Claim:
    right = _mean(claim.right, experiment, rates)
    sides = claim.left if isinstance(claim.left, list) else [claim.left]
    verdicts, evidence = [], []
    for side in sides:
        verdict, text = judge_claim(_mean(side, experiment, rates), right, claim.relation, claim.by / 100)
        verdicts.append(verdict)
        evidence.append(f"{side}: {text}" if len(sides) > 1 else text)
    return Claim(claim.text, worst(verdicts), "\n".join(evidence))


def _mean(operand: Operand, experiment: Experiment, rates: Mapping[str, Rate]) -> Mean:
    """What a side of a claim stands for."""
    if isinstance(operand, float | int):
        return number(operand / 100)
    if isinstance(operand, str):
        return mean_rate([rates[operand]])
    cells = matching(experiment.cells, operand)
    return mean_rate([rates[cell.label].other() if other_side else rates[cell.label] for cell, other_side in cells])


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
    tallies = [store.tally(number) for number in numbers]
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
