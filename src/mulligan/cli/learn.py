"""The commands about learning: `learn` makes networks, `nets` lists them, `tune` looks for better settings."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import UsageError
from .app import INTERRUPTED, GameName, JsonTarget, Quiet, app, game_named, real, understood, whole

if TYPE_CHECKING:
    from ..learning.loop import Plan, Run


@app.command(short_help="Let a player learn from games against itself.")
def learn(
    game: GameName,
    agent: Annotated[
        str, typer.Option("--from", metavar="AGENT", help="The player to begin with; by default the strongest known.")
    ] = "",
    hours: Annotated[
        float, typer.Option(parser=real, metavar="H", help="How long, by the clock; 0 for no limit.")
    ] = 0.0,
    generations: Annotated[
        int, typer.Option(parser=whole, metavar="N", help="End when so many are complete; 0 for no limit.")
    ] = 0,
    setup: Annotated[str, typer.Option(metavar="SETUP", help="The setup; by default the first one.")] = "",
    name: Annotated[str, typer.Option(metavar="NAME", help="What its networks are called; by default the game.")] = "",
    kind: Annotated[str, typer.Option(metavar="KIND", help="linear, additive, or a small network.")] = "network",
    width: Annotated[int, typer.Option(parser=whole, metavar="N", help="Units of the network's first layer.")] = 32,
    second: Annotated[int, typer.Option(parser=whole, metavar="N", help="Units of its second layer.")] = 16,
    games: Annotated[int, typer.Option(parser=whole, metavar="N", help="Games of each generation.")] = 400,
    positions: Annotated[int, typer.Option(parser=whole, metavar="N", help="Positions kept of each game.")] = 16,
    explore: Annotated[
        float, typer.Option(parser=real, metavar="P", help="How often a move is drawn by chance, and learned from.")
    ] = 0.05,
    trail: Annotated[
        float, typer.Option(parser=real, metavar="P", help="What a later value weighs, beside the one before it.")
    ] = 0.9,
    playouts: Annotated[
        int, typer.Option(parser=whole, metavar="N", help="Learn means of N playouts, not values of searches.")
    ] = 0,
    style: Annotated[str, typer.Option(metavar="AGENT", help="The rule player of these playouts.")] = "",
    more: Annotated[
        str, typer.Option("--with", metavar="WORDS", help="More settings of the player that uses the networks.")
    ] = "",
    pairs: Annotated[int, typer.Option(parser=whole, metavar="N", help="Pairs of a gate, at most.")] = 200,
    elo: Annotated[float, typer.Option(parser=real, metavar="ELO", help="What a gate is to tell from nothing.")] = 40.0,
    seed: Annotated[int, typer.Option(parser=whole, metavar="N", help="The seed of everything.")] = 1,
    workers: Annotated[int, typer.Option(parser=whole, metavar="N", help="Processes that play.")] = 1,
    folder: Annotated[str, typer.Option(metavar="FOLDER", help="Where the run is kept.")] = "",
    page: Annotated[str, typer.Option(metavar="FILE", help="The page; by default page.html in the run's folder.")] = "",
    json: JsonTarget = None,
    quiet: Quiet = False,
) -> None:
    """Let a player learn: it plays games, a network is fitted to them, and what passes a test plays on.

    Each generation plays games, fits a network that says what positions are worth, and tests the player that asks it
    against the best so far: at equal CPU time, on deals that nothing was learned from, by a test that stops by itself.
    A network that passes is kept as NAME-1, NAME-2 and so on; every command knows it as `evaluate=net:NAME-1`.
    Interrupted, by Ctrl-C or otherwise, the same command goes on where it was.

    \b
    Examples:
      mulligan learn leduc --from ismcts:sims=200 --generations 1
      mulligan learn hearts --from ismcts:sims=100 --hours 1 --workers 2
      mulligan learn tribute --from tribute/best:sims=25 --trail 0.98 --hours 2
      mulligan learn guess --from halve --playouts 100 --generations 2
      mulligan match hearts ismcts:sims=100,cut=0moves,evaluate=net:hearts-1 ismcts:sims=100 --pairs 50
    """
    from ..agents.names import strongest
    from ..core.output import json_output, refuse_target
    from ..core.registry import find_game
    from ..core.words import split_words

    with json_output(json) as out, understood():
        if not hours and not generations:
            raise UsageError("say how long: --hours 1, or --generations 3")
        for what, given, least in (
            ("hours", hours, 0),
            ("games", games, 16),
            ("pairs", pairs, 2),
            ("workers", workers, 1),
        ):
            if given < least:
                raise UsageError(f"{what}: {given:g} should be {least} or more")
        from ..learning.loop import Plan, Run
        from ..learning.page import write_page
        from ..learning.training import Training

        plan = Plan(
            game=game,
            agent=agent or strongest(find_game(game)),
            setup=setup,
            name=name,
            seed=seed,
            games=games,
            pairs=pairs,
            elo=elo,
            explore=explore,
            trail=trail,
            positions=positions,
            playouts=playouts,
            style=style,
            more=split_words(f"x:{more}", "--with")[1] if more else {},
            training=Training(kind=kind, width=width, second=second, seed=seed),
        )
        run = Run(plan, Path(folder) if folder else None)
        target = Path(page) if page else run.folder / "page.html"
        if page:
            refuse_target(page)
        interrupted = False
        with _told(quiet) as say:
            try:
                run.go(hours=hours, generations=generations, workers=workers, say=say)
            except KeyboardInterrupt:
                interrupted = True
                typer.echo("interrupted: the same command goes on where it was", err=True)
        write_page(target, run.state, run.name, command_of(plan, hours, generations))
        out.write(run.state)
        if not out.on_stdout:
            _show(run, target)
        if interrupted:
            raise typer.Exit(INTERRUPTED)


def command_of(plan: Plan, hours: float, generations: int) -> str:
    """The command that repeats a run."""
    from dataclasses import fields

    from ..learning.training import Training

    training = {one.name: getattr(plan.training, one.name) for one in fields(plan.training)}
    options = {"kind": "kind", "width": "width", "second": "second"}
    words = ["mulligan", "learn", plan.game, "--from", plan.agent]
    usual = {one.name: one.default for one in fields(plan)}
    for key in ("setup", "name", "games", "positions", "explore", "trail", "playouts", "style", "pairs", "elo", "seed"):
        if getattr(plan, key) != usual[key]:
            words += [f"--{key}", f"{getattr(plan, key)}"]
    for key, option in options.items():
        if training[key] != getattr(Training(), key):
            words += [f"--{option}", str(training[key])]
    if plan.more:
        words += ["--with", ",".join(f"{key}={value}" for key, value in plan.more.items())]
    words += ["--hours", f"{hours:g}"] if hours else []
    words += ["--generations", str(generations)] if generations else []
    return shlex.join(words)


def _show(run: Run, target: Path) -> None:
    from .display import listing, show

    rows = []
    for one in run.generations:
        if "gate" not in one:
            continue
        gate, found = one["gate"], one["training"]
        rows.append(
            (
                str(one["number"]),
                f"{found['positions'] + found['held_out']:,}",
                f"{100 * found['explained']:.1f} %",
                f"{1e6 * one['evaluation_seconds']:.2f}",
                f"{100 * gate['rate']:.1f} % [{100 * gate['low']:.1f}, {100 * gate['high']:.1f}]",
                f"{gate['pairs']}",
                one.get("name", "not passed"),
            )
        )
    heads = ("generation", "positions", "explained", "µs each", "against the best before", "pairs", "kept as")
    show(listing(heads, rows))
    typer.echo(f"best   {run.best}")
    typer.echo(f"page   {target}")


@contextmanager
def _told(quiet: bool) -> Iterator[Callable[[str, float], None]]:
    """A line that says what is being done, where there is a terminal; else a line whenever something else is begun."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    console = Console(stderr=True, highlight=False)
    if quiet:
        yield lambda what, share: None
        return
    if not console.is_terminal:
        said = [""]

        def say(what: str, share: float) -> None:
            begun = what.rpartition(":")[0] if what.endswith("%") else what.split(" %")[0].rpartition(": ")[0] or what
            if begun != said[0]:
                said[0] = begun
                typer.echo(what, err=True)

        yield say
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        TextColumn("{task.percentage:.0f} %"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda what, share: bar.update(task, description=what, completed=share)


@app.command(short_help="Look for better settings of a player.")
def tune(
    game: GameName,
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="The player.", show_default=False)],
    settings: Annotated[
        list[str], typer.Argument(metavar="SETTING=LOW..HIGH...", help="What may be changed.", show_default=False)
    ],
    setup: Annotated[str, typer.Option(metavar="SETUP", help="The setup; by default the first one.")] = "",
    trials: Annotated[int, typer.Option(parser=whole, metavar="N", help="Proposals that are tried.")] = 20,
    pairs: Annotated[int, typer.Option(parser=whole, metavar="N", help="Pairs that each of them plays.")] = 20,
    final: Annotated[int, typer.Option(parser=whole, metavar="N", help="Pairs of the verdict, on fresh deals.")] = 100,
    seed: Annotated[int, typer.Option(parser=whole, metavar="N", help="The seed of everything.")] = 1,
    workers: Annotated[int, typer.Option(parser=whole, metavar="N", help="Threads that play.")] = 1,
    journal: Annotated[
        str, typer.Option(metavar="FILE", help="Keep what was played; the same command goes on with it.")
    ] = "",
    json: JsonTarget = None,
    quiet: Quiet = False,
) -> None:
    """Look for better settings of a player: each proposal plays against the player as it was.

    An optimizer (Optuna's) makes the proposals. All play the same deals; the best of them then plays on fresh deals
    with as many simulations as take the same CPU time, and that match is the verdict: what proposals scored while they
    were looked for flatters the best of them.

    \b
    Examples:
      mulligan tune leduc ismcts:sims=200 c=0.2..3 --trials 15 --pairs 50
      mulligan tune magic magic/best:sims=100 c=0.1..2 fpu=0..1 --journal magic.json
      mulligan tune tribute tribute/best c=0.3..3 "final=max|visits" --final 200
    """
    from ..core.output import json_output
    from ..learning.tuning import read_range
    from ..learning.tuning import tune as look

    with json_output(json) as out, understood():
        for what, given in (("trials", trials), ("pairs", pairs), ("final", final), ("workers", workers)):
            if given < 1:
                raise UsageError(f"{what}: {given} should be 1 or more")
        rules = game_named(game)
        rules.make_table(setup)
        ranges = [read_range(rules, agent, text) for text in settings]
        with _told(quiet) as say:
            found = look(
                rules,
                agent,
                ranges,
                setup=setup,
                trials=trials,
                pairs=pairs,
                final_pairs=final,
                seed=seed,
                workers=workers,
                journal=Path(journal) if journal else None,
                say=say,
            )
        out.write(found.to_dict())
        if out.on_stdout:
            return
        from .display import listing, show

        ranked = sorted(found.trials, key=lambda one: -float(one["rate"]))
        show(
            listing(
                ("settings", "against the player as it was", "95 %"),
                [
                    (
                        ", ".join(f"{key}={value}" for key, value in one["words"].items()),
                        f"{100 * one['rate']:.1f} %",
                        f"[{100 * one['low']:.1f}, {100 * one['high']:.1f}]",
                    )
                    for one in ranked[:10]
                ],
            )
        )
        last = found.verdict
        points = f"{100 * last['rate']:.1f} % [{100 * last['low']:.1f}, {100 * last['high']:.1f}]"
        typer.echo(f"best      {found.agent}")
        typer.echo(f"verdict   {points} in {last['pairs']} pairs on fresh deals, at equal time")


@app.command(short_help="List the networks that were learned.")
def nets(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="All that is known of one of them.", show_default=False)
    ] = None,
    json: JsonTarget = None,
) -> None:
    """List the networks that were learned, or tell all that is known of one.

    \b
    Examples:
      mulligan nets
      mulligan nets hearts-1
      mulligan nets ./mine.npz --json -
    """
    from json import dumps

    from ..core.output import json_output
    from .display import listing, show

    with json_output(json) as out:
        found = list(_nets(name))
        out.write([one for _, one in found] if name is None else found[0][1])
        if out.on_stdout:
            return
        if name is not None:
            typer.echo(dumps(found[0][1], indent=2))
        elif not found:
            typer.echo("no networks were learned yet; see mulligan learn --help")
        else:
            rows = [
                (
                    title,
                    str(one["game"]),
                    str(one["kind"]),
                    f"{one['weights']:,}",
                    one["mark"],
                    str(one["history"].get("made", "")),
                    _gate(one["history"]),
                )
                for title, one in found
            ]
            heads = ("network", "game", "kind", "weights", "mark", "made", "passed its gate")
            show(listing(heads, rows))


def _gate(history: dict[str, Any]) -> str:
    gate = history.get("gate")
    if not isinstance(gate, dict):
        return ""
    return f"{100 * gate['rate']:.1f} % [{100 * gate['low']:.1f}, {100 * gate['high']:.1f}]"


def _nets(name: str | None) -> Iterator[tuple[str, dict[str, Any]]]:
    from ..nets import find_net, nets_directory, read_net

    if name is not None:
        net = find_net(f"net:{name.removeprefix('net:')}")
        yield name, {**net.header(), "mark": net.mark, "weights": net.weights}
        return
    for path in sorted(nets_directory().glob("*.npz")):
        try:
            net = read_net(path)
        except UsageError as error:
            typer.echo(str(error), err=True)
            continue
        yield path.stem, {**net.header(), "mark": net.mark, "weights": net.weights}
