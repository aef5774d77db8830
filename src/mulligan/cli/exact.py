"""The command about known answers: how exploitable agents are in games that are small enough to be solved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import UsageError
from .app import JsonTarget, Quiet, app, game_named, understood, whole

if TYPE_CHECKING:
    from rich.table import Table

    from ..core.game import Game
    from ..exact.curves import Experiment, Row


@app.command(short_help="Compute how exploitable agents are in a small game.")
def exploitability(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME|FILE", help="The game, or an experiment in a TOML file.", show_default=False),
    ],
    agents: Annotated[
        list[str] | None, typer.Argument(metavar="AGENT...", help="The agents.", show_default=False)
    ] = None,
    sims: Annotated[
        str, typer.Option(metavar="N,N,...", help="Simulations for each decision, for agents that search.")
    ] = "",
    setup: Annotated[str, typer.Option(metavar="SETUP", help="The setup; by default the first one.")] = "",
    asks: Annotated[
        int, typer.Option(parser=whole, metavar="N", help="Times that a search is asked at each information set.")
    ] = 20,
    policy: Annotated[
        str,
        typer.Option(
            metavar="played|visits", help="The policy of a search: the moves it plays, or its shares of visits."
        ),
    ] = "played",
    seed: Annotated[int, typer.Option(parser=whole, metavar="N", help="The seed of the searches.")] = 1,
    json: JsonTarget = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw curves into an SVG file.", show_default=False)
    ] = None,
    measure: Annotated[
        str,
        typer.Option(metavar="NAME", help="What is drawn: exploitability, or results against equilibrium or uniform."),
    ] = "exploitability",
    quiet: Quiet = False,
) -> None:
    """Compute how exploitable agents are: what a best response wins from them, on average over the seats.

    Each agent is asked at every information set of the game, and the best response to its policy is computed from the
    whole tree. It is zero in an equilibrium. Shown besides: the sampling error of searches, which are asked several
    times, and what each agent wins against an equilibrium and against uniform play.

    \b
    Examples:
      mulligan exploitability kuhn uniform equilibrium ismcts --sims 100,1000,10000
      mulligan exploitability leduc ensemble ismcts --sims 1000 --asks 10 --policy visits
      mulligan exploitability docs/exploitability/kuhn.toml --json kuhn.json --plot kuhn.svg
    """
    from ..core.output import json_output, refuse_clashes, refuse_target, write_text

    refuse_clashes({"json": json, "plot": plot}, {"experiment": game} if game.endswith(".toml") else {})
    with json_output(json) as out, understood():
        given: dict[str, Any] = {"setup": setup, "asks": asks, "seed": seed, "policy": policy, "sims": sims}
        asked = _experiment(game, agents or [], given)
        if plot is not None:
            from ..exact.drawing import MEASURES
            from ..papers.plots import require

            require()
            refuse_target(plot)
            if measure not in MEASURES:
                raise UsageError(f"measure: '{measure}' should be one of {', '.join(MEASURES)}")
        from ..exact.curves import run, to_dict

        rules = game_named(asked.game)
        with _bar(quiet) as told:
            rows = list(run(rules, asked, told))
        out.write(to_dict(rules, asked, rows))
        if plot is not None:
            from ..exact.drawing import drawing

            title = asked.title or rules.title
            made = drawing(Path(plot).stem, title, rows, rules.room().units.name, measure)
            write_text(plot, made.standalone())
        if not out.on_stdout:
            from .display import show

            show(table(rules, rows))


def _experiment(game: str, agents: list[str], given: dict[str, Any]) -> Experiment:
    """What was asked for, in a file or on the command line."""
    from ..exact.curves import Experiment, read_experiment

    if game.endswith(".toml"):
        usual = {"setup": "", "asks": 20, "seed": 1, "policy": "played", "sims": ""}
        typed = [key for key in given if given[key] != usual[key]] + (["agents"] if agents else [])
        if typed:
            raise UsageError(f"{typed[0]}: is given in the file {game}")
        try:
            return read_experiment(Path(game).read_text("utf-8"), game)
        except (OSError, UnicodeError) as error:
            raise UsageError(f"cannot read '{game}': {getattr(error, 'strerror', None) or error}") from None
    from pydantic import ValidationError

    if not agents:
        raise UsageError("agents: name at least one, such as ismcts or uniform")
    budgets = [whole(number) for number in given["sims"].split(",")] if given["sims"] else []
    lines = [{"name": name, "policy": given["policy"]} for name in agents]
    words = {"game": game, "sims": budgets, "agents": lines} | {key: given[key] for key in ("setup", "asks", "seed")}
    try:
        return Experiment.model_validate(words)
    except ValidationError as error:
        first = error.errors()[0]
        raise UsageError(
            f"{first['loc'][-1] if first['loc'][0] == 'agents' else first['loc'][0]}: {first['msg']}"
        ) from None


def table(game: Game, rows: list[Row]) -> Table:
    """The rows as people read them."""
    from .display import listing

    varied = list(rows[0].place)
    unit = game.room().units.name
    heads = (
        *varied,
        "agent",
        "simulations",
        "policy",
        f"exploitability, {unit}",
        "± 95 %",
        "v equilibrium",
        "v uniform",
    )
    return listing(
        heads,
        [
            (
                *(str(row.place[key]) for key in varied),
                row.label,
                "" if row.sims is None else f"{row.sims:,}",
                row.policy,
                f"{row.exploitability:.4f}",
                "exact" if row.policy == "exact" and not row.error else f"{1.96 * row.error:.4f}",
                f"{row.against_equilibrium:+.4f}",
                f"{row.against_uniform:+.4f}",
            )
            for row in rows
        ],
    )


@contextmanager
def _bar(quiet: bool) -> Iterator[Callable[[float], None]]:
    """A bar, where there is a terminal to draw it on."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True, highlight=False)
    if quiet or not console.is_terminal:
        yield lambda share: None
        return
    text = TextColumn("{task.percentage:.0f} %", markup=False)
    with Progress(BarColumn(bar_width=20), text, TimeRemainingColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda share: bar.update(task, completed=share)
