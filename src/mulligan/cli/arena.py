"""Commands that measure players: matches, tournaments, experiments, papers, and what the store has of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from ..core.words import real_number
from .app import (
    INTERRUPTED,
    STORE,
    GameName,
    JsonTarget,
    Quiet,
    StoreFile,
    app,
    game_named,
    real,
    seed_number,
    understood,
    whole,
)
from .campaigns import campaign, crew_of, part_of, play_part, say

if TYPE_CHECKING:
    from ..arena.deals import Deals
    from ..arena.experiment import Experiment
    from ..arena.store import Store
    from ..core.output import JsonOutput
    from ..papers.findings import Findings

Scale = Annotated[
    float | None,
    typer.Option(
        parser=real, metavar="X", help="Times the games of every cell; budgets stay.  1, or with --minutes no limit."
    ),
]
Minutes = Annotated[
    float | None,
    typer.Option(parser=real, metavar="M", help="Stop after so long; games go where intervals are widest."),
]
Crewed = Annotated[int, typer.Option("--workers", parser=whole, metavar="N", help="Processes; 0 is one per processor.")]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster: tcp://host:8786, or local:4 to start one.")
]
SchedulerFile = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="A Dask cluster by its scheduler's file: dask scheduler --scheduler-file FILE."),
]
OnePart = Annotated[
    str | None,
    typer.Option(
        "--part",
        metavar="K/N",
        help="Play the K-th of N equal parts into a store of its own, as array jobs do; see `mulligan results merge`.",
    ),
]
SPRT_PAIRS = 100_000  # what a sequential test may take before it gives up
Setup = Annotated[str, typer.Option(metavar="TEXT", help="Decks and options; the game's first setup if left out.")]
DealsFile = Annotated[str, typer.Option(metavar="FILE", help="Fixed deals, as `mulligan deals` writes them.")]
OnlyReport = Annotated[bool, typer.Option("--only-report", help="Play nothing: report what the store has.")]
Report = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Where the HTML page goes; of papers, PAPER[-PART...].html if left out."),
]
Markdown = Annotated[
    str | None, typer.Option(metavar="FILE", help="Also write it as Markdown, with figures in a folder beside it.")
]
Kept = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="JSON of an earlier report: its figures, where the store has no games."),
]
Cells = Annotated[
    list[str] | None,
    typer.Option("--cell", metavar="LABEL", help="Only this cell; may be repeated.", show_default=False),
]


def _deals(path: str, game: str) -> Deals | None:
    from pathlib import Path

    from ..arena.deals import read_deals

    return read_deals(Path(path), game) if path else None


@app.command(short_help="Play a match between two agents.")
def match(
    game: GameName,
    a: Annotated[str, typer.Argument(metavar="A", help="An agent; see `mulligan agents GAME`.", show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="The agent it meets.", show_default=False)],
    pairs: Annotated[
        int | None, typer.Option(parser=whole, metavar="N", help="Deals to play, each twice; 100 if left out.")
    ] = None,
    seed: Annotated[
        int,
        typer.Option(parser=seed_number, metavar="S", help="The same seed gives the same match; 'random': a new one."),
    ] = 1,
    setup: Setup = "",
    workers: Annotated[
        int, typer.Option(parser=whole, metavar="N", help="Threads; 0 is one per processor. No result depends on it.")
    ] = 1,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="TEST", help="Stop when it is decided: elo0=0,elo1=20[,alpha=0.05,beta=0.05]."),
    ] = None,
    deals: DealsFile = "",
    store: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep the games in this store: the same command goes on where it stopped."),
    ] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="With --store: what it is called there.")] = None,
    json: JsonTarget = None,
    quiet: Quiet = False,
) -> None:
    """Play a match between two agents: pairs of games with the same deal and swapped seats.

    Ctrl-C ends it after the games in progress and reports the pairs that are complete.  With --sprt it ends by itself
    as soon as it is decided whether A is stronger by elo1 rather than by elo0; --pairs is then the most it will play
    (100,000 if left out).  With --store it is an experiment with one cell: `mulligan results` shows and exports its
    games, `replay` and `analyse` go over any of them.

    \b
    Examples:
      mulligan match magic cowling2012/BT+MP expert --pairs 50 --seed 1
      mulligan match magic ensemble:trees=4,sims=100 magic/best --workers 0
      mulligan match magic expert reduced --pairs 2000 --setup literal:deck=M8
      mulligan match swap search:sims=200 greedy --pairs 500 --json result.json
      mulligan match magic cowling2012/BA:sims=500 cowling2012/BA --sprt elo0=0,elo1=20 --workers 0
      mulligan match magic magic/best expert --pairs 1000 --store mine.sqlite
    """
    from ..core.output import json_output, refuse_clashes

    if name is not None and store is None:
        raise UsageError("name: it is for a match that is kept, with --store FILE")
    inputs = ({"store": store} if store is not None else {}) | ({"file of deals": deals} if deals else {})
    refuse_clashes({"json": json}, inputs)
    with json_output(json) as out:
        chosen = game_named(game)
        with understood():
            from contextlib import nullcontext

            from ..arena.match import run_match
            from ..arena.progress import MatchBar, compiling
            from ..arena.sprt import Sprt
            from ..arena.store import Store

            test = None if sprt is None else Sprt.parse(sprt)
            fixed = _deals(deals, chosen.name)
            with nullcontext() if store is None else Store(store) as kept, MatchBar(f"{a} v {b}", quiet=quiet) as bar:
                result = run_match(
                    chosen,
                    a,
                    b,
                    pairs=(100 if sprt is None else SPRT_PAIRS) if pairs is None else pairs,
                    seed=seed,
                    setup=setup,
                    workers=workers,
                    progress=bar,
                    sprt=test,
                    deals=fixed,
                    compiling=lambda label: compiling(label, quiet=quiet),
                    note=lambda text: say(text, quiet),
                    store=kept,
                    name=name,
                )
        out.write(result.to_dict())
        if not out.on_stdout:
            from .display import match_table, show

            if result.played:
                show(match_table(result))
            else:
                typer.echo("stopped before the first pair was complete: nothing to report")
    if result.interrupted:
        raise typer.Exit(INTERRUPTED)


@app.command(short_help="Repeat a published paper's experiments.")
def reproduce(
    paper: Annotated[
        str | None, typer.Argument(metavar="[PAPER]", help="Such as cowling2012.", show_default=False)
    ] = None,
    parts: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PART]...", help="Tables or figures, such as table2; all if none.", show_default=False),
    ] = None,
    listed: Annotated[
        bool, typer.Option("--list", help="Only show what there is, and how long it would take.")
    ] = False,
    scale: Scale = None,
    minutes: Minutes = None,
    workers: Crewed = 0,
    cluster: Cluster = None,
    scheduler_file: SchedulerFile = None,
    part: OnePart = None,
    store: StoreFile = STORE,
    report: Report = None,
    markdown: Markdown = None,
    only_report: OnlyReport = False,
    kept: Kept = None,
    cells: Cells = None,
    json: JsonTarget = None,
    quiet: Quiet = False,
) -> None:
    """Repeat the experiments of a paper, and set our results beside the published ones on one HTML page.

    Games are kept in the store as they are played: stop it whenever you like, and the same command goes on.

    \b
    Examples:
      mulligan reproduce --list
      mulligan reproduce godlewski2021 --scale 0.1
      mulligan reproduce cowling2012 table2 table5 --minutes 30
      mulligan reproduce cowling2012 --only-report --report page.html
      mulligan reproduce cowling2012 --only-report --kept earlier.json --report page.html
      mulligan reproduce cowling2012 table2 --part 17/1000
    """
    from ..core.output import json_output

    crew = crew_of(workers, cluster, scheduler_file, part)
    alone = part_of(
        part,
        {
            "report": report,
            "markdown": markdown,
            "kept": kept,
            "json": json,
            "only-report": only_report,
            "list": listed,
        },
    )

    with json_output(json) as out:
        from ..arena.experiment import only
        from ..papers.build import find
        from ..papers.library import find_paper, paper_names

        if paper is None and not listed:
            raise UsageError(f"which paper? Choices: {', '.join(paper_names())} (or: mulligan reproduce --list)")
        papers = [find_paper(name) for name in ([paper] if paper else paper_names())]
        if listed:
            from ..papers.estimate import estimates

            rows = estimates(papers, parts or [], scale, store)
            out.write([row.to_dict() for row in rows])
            if not out.on_stdout:
                from .display import estimate_table, show

                show(*estimate_table(rows))
            return
        chosen = [only(experiment, cells or []) for experiment in papers[0].choose(parts or [])]
        if alone is not None:
            name = "-".join([papers[0].name, *sorted(parts or [])])
            play_part(chosen, alone, name, store, scale, minutes, crew, quiet)
            return
        interrupted = _played_and_reported(
            [experiment for experiment in chosen if experiment.cells],
            lambda stored, experiments, earlier: find(papers[0], experiments, stored, earlier),
            report or "-".join([papers[0].name, *sorted(parts or [])]) + ".html",
            markdown,
            None if only_report else lambda: campaign(chosen, store, scale, minutes, crew, quiet),
            store,
            kept,
            json,
            out,
        )
    if interrupted:
        raise typer.Exit(INTERRUPTED)


@app.command("run", short_help="Run experiments from TOML files.")
def run_files(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Experiments.", show_default=False)],
    scale: Scale = None,
    minutes: Minutes = None,
    workers: Crewed = 0,
    cluster: Cluster = None,
    scheduler_file: SchedulerFile = None,
    part: OnePart = None,
    store: StoreFile = STORE,
    report: Report = None,
    markdown: Markdown = None,
    only_report: OnlyReport = False,
    kept: Kept = None,
    cells: Cells = None,
    json: JsonTarget = None,
    quiet: Quiet = False,
) -> None:
    """Run experiments of your own: grids, factorials, round robins, sweeps, gauntlets.  See docs/experiments.md.

    Games are kept in the store as they are played: stop it whenever you like, and the same command goes on.

    \b
    Examples:
      mulligan run my.toml
      mulligan run my.toml --minutes 10 --report my.html
      mulligan run a.toml b.toml --cluster tcp://scheduler:8786
      mulligan run my.toml --part 17/1000
    """
    from ..core.output import json_output

    crew = crew_of(workers, cluster, scheduler_file, part)
    alone = part_of(
        part, {"report": report, "markdown": markdown, "kept": kept, "json": json, "only-report": only_report}
    )

    with json_output(json) as out:
        from pathlib import Path

        from ..arena.experiment import only, read_experiment
        from ..papers.build import find_files

        with understood():
            chosen = [only(read_experiment(Path(name)), cells or []) for name in files]
        for experiment in chosen:
            if sum(other.name == experiment.name for other in chosen) > 1:
                raise UsageError(
                    f"two of the files are called '{experiment.name}', and the store could not tell them apart"
                )
        if alone is not None:
            name = "-".join(experiment.name for experiment in chosen)
            play_part(chosen, alone, name, store, scale, minutes, crew, quiet)
            return
        interrupted = _played_and_reported(
            chosen,
            lambda stored, experiments, earlier: find_files(experiments, stored, earlier),
            report,
            markdown,
            None if only_report else lambda: campaign(chosen, store, scale, minutes, crew, quiet),
            store,
            kept,
            json,
            out,
        )
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _played_and_reported(
    experiments: Sequence[Experiment],
    findings_of: Callable[[Store | None, Sequence[Experiment], Findings | None], Findings],
    report: str | None,
    markdown: str | None,
    play: Callable[[], bool] | None,
    store: str,
    kept: str | None,
    json: str | None,
    out: JsonOutput,
) -> bool:
    """Play, if anything is to be played, then report; whether somebody stopped it."""
    from contextlib import nullcontext
    from pathlib import Path

    from ..core.output import refuse_clashes
    from ..papers.kept import read_findings
    from ..papers.publish import publish, ready_to_write

    inputs = {"store": store} | ({} if kept is None else {"file of kept findings": kept})
    inputs |= {f"experiment '{one.name}'": one.source for one in experiments}
    inputs |= {f"file of deals of '{one.name}'": one.deals.name for one in experiments if one.deals is not None}
    refuse_clashes({"report": report, "markdown": markdown, "json": json}, inputs)
    ready_to_write(report, markdown)
    earlier = None if kept is None else read_findings(kept)
    interrupted = play() if play is not None else False
    with understood():
        from ..arena.changes import code_changes
        from ..arena.store import Store

        nothing = play is None and earlier is not None and not Path(store).exists()  # what is kept may do without
        with nullcontext() if nothing else Store(store, write=False) as stored:
            if play is None and stored is not None:
                contests = [cell.contest for one in experiments for cell in one.cells]
                for text in code_changes(stored, contests, "today's code has none"):
                    say(text, quiet=False)
            findings = findings_of(stored, experiments, earlier)
        publish(findings, report, markdown)
    out.write(findings.to_dict())
    if not out.on_stdout:
        from .display import findings_table, show

        show(*findings_table(findings))
        written = [name for name in (report, markdown) if name]
        if written:
            typer.echo(f"\nwritten: {', '.join(written)}")
        if play is not None:
            named = f" as '{experiments[0].name}'" if len(experiments) == 1 else ""
            typer.echo(f"kept in {store}{named}")
    return interrupted


@app.command(short_help="Everybody against everybody, with Elo.")
def tournament(
    game: GameName,
    players: Annotated[list[str], typer.Argument(metavar="AGENT...", help="Two or more agents.", show_default=False)],
    pairs: Annotated[int, typer.Option(parser=whole, metavar="N", help="Deals that each two of them play.")] = 100,
    seed: Annotated[
        int,
        typer.Option(parser=seed_number, metavar="S", help="The same seed gives the same games; 'random': a new one."),
    ] = 1,
    setup: Setup = "",
    deals: DealsFile = "",
    minutes: Minutes = None,
    workers: Crewed = 0,
    cluster: Cluster = None,
    scheduler_file: SchedulerFile = None,
    store: StoreFile = STORE,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="What it is called in the store.")] = None,
    json: JsonTarget = None,
    quiet: Quiet = False,
) -> None:
    """Play a round robin: a cross-table, Elo ratings with intervals, likelihood of superiority.

    Games are kept in the store as they are played.  The same command goes on where it was stopped; with more pairs or
    one more player it plays only what is new.

    \b
    Examples:
      mulligan tournament magic expert reduced cowling2012/BA cowling2012/BT+MP --pairs 50
      mulligan tournament lotr expert ranger lotr/best --setup clean:level=hard --pairs 200
      mulligan tournament nim uct:sims=10 uct:sims=100 uct:sims=1000 --minutes 1
    """
    from ..core.output import json_output

    with json_output(json) as out:
        with understood():
            from ..arena.tournament import standings
            from ..arena.tournament import tournament as round_robin

            made = round_robin(game, players, pairs=pairs, seed=seed, setup=setup, deals=deals, name=name)
            from ..core.output import refuse_clashes

            refuse_clashes({"json": json}, {"store": store} | ({"file of deals": deals} if deals else {}))
            interrupted = campaign([made], store, 1.0, minutes, crew_of(workers, cluster, scheduler_file), quiet)
            from ..arena.store import Store

            with Store(store, write=False) as kept:
                found = standings(made, kept)
        out.write(found.to_dict())
        if not out.on_stdout:
            from .display import show, standings_tables

            show(*standings_tables(found))
            typer.echo(f"the store is {store}")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


@app.command(short_help="Find deals that favour neither seat.")
def deals(
    game: GameName,
    style: Annotated[str, typer.Option(metavar="AGENT", help="The rule player that plays both sides.")] = "",
    count: Annotated[int, typer.Option(parser=whole, metavar="N", help="How many to find.")] = 50,
    seed: Annotated[int, typer.Option(parser=whole, metavar="S", help="Other deals.")] = 1,
    setup: Setup = "",
    low: Annotated[float, typer.Option(parser=real, metavar="X", help="The least share of the first seat.")] = 0.4,
    high: Annotated[float, typer.Option(parser=real, metavar="X", help="The greatest share of the first seat.")] = 0.6,
    trials: Annotated[int, typer.Option(parser=whole, metavar="N", help="Games on each deal.")] = 100,
    quiet: Quiet = False,
) -> None:
    """Find deals that favour neither seat, for experiments on fixed deals, and print them as a TOML file.

    \b
    Examples:
      mulligan deals magic --style reduced --setup literal --count 50 --seed 2012 > deals.toml
      mulligan match magic expert reduced --setup literal --deals deals.toml
    """
    from json import dumps

    with understood():
        from ..arena.deals import even_deals
        from ..arena.progress import compiling, counting
        from ..arena.warm import warm

        chosen = game_named(game)
        made_by, where = style or chosen.styles[-1], setup or next(iter(chosen.setups))
        with compiling(chosen.name, quiet=quiet):
            warm(chosen.at(where))
        with counting("even deals", count, quiet=quiet) as say:
            found = even_deals(
                chosen,
                style=made_by,
                count=count,
                seed=seed,
                setup=setup,
                low=low,
                high=high,
                trials=trials,
                progress=say,
            )
    typer.echo(f"game = {dumps(chosen.name)}  # deals that favour neither seat, played by {made_by} in setup {where}")
    typer.echo(f"seed = {found.seed}\nnumbers = [{', '.join(map(str, found.numbers))}]")


@app.command(short_help="How many games a difference needs.")
def power(
    difference: Annotated[
        str, typer.Argument(metavar="DIFFERENCE", help="As a rate (55%, 0.55) or in Elo (20elo).", show_default=False)
    ],
    alpha: Annotated[
        float, typer.Option(parser=real, metavar="X", help="Risk of finding a difference where there is none.")
    ] = 0.05,
    chance: Annotated[
        float, typer.Option("--power", parser=real, metavar="X", help="Chance to find it where it is.")
    ] = 0.8,
    correlation: Annotated[
        float,
        typer.Option(
            parser=real, metavar="X", help="Of the two results of a pair; below 0 where the deal decides much."
        ),
    ] = 0.0,
    json: JsonTarget = None,
) -> None:
    """Say how many pairs of games it takes to tell a difference from none.

    \b
    Examples:
      mulligan power 55%
      mulligan power 20elo --power 0.95
      mulligan power 0.52 --correlation -0.3
    """
    from ..core.output import json_output

    with json_output(json) as out:
        from ..arena.power import pairs_needed
        from ..arena.sprt import EVEN_VARIANCE, Sprt
        from ..arena.statistics import elo, expected_rate

        rate = _rate(difference, expected_rate)
        pairs = pairs_needed(rate, alpha, chance, correlation)
        points = round(elo(rate) or 0.0, 6)
        test = sequential = None
        if points and 0.5 < chance < 1 and correlation > -1:
            test = Sprt(0.0, abs(points), alpha, round(1 - chance, 9))  # for the stronger of the two, whoever it is
            sequential = test.expected_pairs(abs(points), EVEN_VARIANCE * (1 + correlation))
        out.write({"rate": rate, "elo": points, "pairs": pairs, "games": 2 * pairs, "sprt_pairs": sequential})
        if not out.on_stdout:
            typer.echo(f"{100 * rate:.2f} % ({points:+.1f} Elo): {pairs:,} pairs, {2 * pairs:,} games")
            if sequential is not None:
                typer.echo(f"a sequential test takes about {sequential:,.0f} pairs on average: --sprt {test}")


def _rate(text: str, expected_rate: Callable[[float], float]) -> float:
    """A rate as people write it."""
    plain = text.strip().lower()
    in_elo = plain.endswith("elo")
    try:
        value = real_number(plain.removesuffix("elo").removesuffix("%"))
    except ValueError:
        raise UsageError(f"difference: '{text}' should be a rate as 55% or 0.55, or Elo as 20elo") from None
    if in_elo and not abs(value) <= 2000:
        raise UsageError(f"difference: '{text}' should be from -2000elo to 2000elo")
    rate = expected_rate(value) if in_elo else value / (100 if plain.endswith("%") else 1)
    if not 0 < rate < 1:
        raise UsageError(f"difference: '{text}' should be a rate between 0 and 1 (or 0% and 100%), or Elo as 20elo")
    return rate
