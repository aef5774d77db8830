"""The page of a run: what was learned, how well it says what will come, and how strong it made its player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from mulligan.core.output import write_text
from mulligan.papers.charts import Chart, Point, Series
from mulligan.papers.findings import Figure
from mulligan.papers.page import commands, document, prose, table
from mulligan.papers.plots import Drawing, curves, one_drawing
from mulligan.papers.tables import Cell, Sheet

SHOWN = 4  # the last generations, whose curves are drawn


def write_page(path: Path, state: Mapping[str, Any], name: str, command: str) -> None:
    """Write the page of a run to a file."""
    write_text(str(path), page(state, name, command))


def page(state: Mapping[str, Any], name: str, command: str) -> str:
    """The page of a run: `state` is what the run keeps of itself, `command` what repeats it."""
    title = f"What {name} learned"
    done = [one for one in state["generations"] if "training" in one]
    tested = [one for one in done if "gate" in one]
    passed = [one for one in tested if one["passed"]]
    hours = state["seconds"] / 3600
    body = [
        "<header>",
        f"<h1>{escape(title)}</h1>",
        prose(_summary(state, len(tested), len(passed), hours)),
        "</header>",
        "<main>",
        *_part(
            "strength",
            "Strength, generation after generation",
            [table(_gates(tested)), *_pictures([_strength(tested)])],
        ),
        *_part(
            "fit",
            "How well it says what will come",
            [table(_fits(done)), *_pictures([_learning(done), _calibrated(done)])],
        ),
        *_part("again", "The same once more", [commands([command]), prose(_AGAIN)]),
        "</main>",
    ]
    return document(title, body)


_AGAIN = (
    "The same seed gives the same games and the same matches. Fitted numbers are the same on the same machine with the "
    "same version of PyTorch; how many simulations equal time allows depends on the machine."
)


def _summary(state: Mapping[str, Any], tested: int, passed: int, hours: float) -> str:
    plan = state["plan"]
    games = plan["games"] * len([one for one in state["generations"] if "training" in one])
    best = [one for one in state["generations"] if one.get("passed")]
    now = f"The best player is now `{best[-1]['agent']}`." if best else "No network has passed its gate yet."
    return (
        f"Game: {plan['game']}, setup {plan['setup'] or 'by default'}. It began with `{state['teacher']}`. "
        f"{games:,} games to learn from, {tested} networks tested, {passed} passed; {hours:.2f} hours. {now}"
    )


def _part(name: str, title: str, parts: Sequence[str]) -> list[str]:
    head = f'<section id="{name}" aria-labelledby="{name}--title">'
    return [head, f'<h2 id="{name}--title">{escape(title)}</h2>', *parts, "</section>"]


def _pictures(found: Sequence[Drawing | None]) -> list[str]:
    shown = [one for one in found if one is not None]
    return [f'<figure style="max-width:{one.width()}rem">{one.inline()}</figure>' for one in shown]


def _gates(tested: Sequence[Mapping[str, Any]]) -> Sheet:
    """What came of the gates."""
    lines = []
    for one in tested:
        gate, balance = one["gate"], one["balance"]
        verdict = "passed" if one["passed"] else "not passed"
        lines.append(
            (
                Cell(str(one["number"]), kind="number"),
                Cell(verdict, one.get("name", "")),
                Cell(
                    f"{100 * gate['rate']:.1f} %", f"[{100 * gate['low']:.1f}, {100 * gate['high']:.1f}]", kind="number"
                ),
                Cell(f"{gate['pairs']:,}", kind="number"),
                Cell(_cost(gate["cpu"]), kind="number"),
                Cell(f"{balance['ratio']:.2f}", kind="number"),
                Cell(one["best"], kind="code"),
            )
        )
    heads = (
        "generation",
        "gate",
        "points",
        "pairs",
        "ms a decision, its own and the other's",
        "cost of a simulation",
        "against",
    )
    return Sheet(
        "Each network at equal CPU time against the best player before it, 95 % intervals", heads, tuple(lines)
    )


def _cost(cpu: Sequence[float | None]) -> str:
    return " : ".join("none" if one is None else f"{1000 * one:.2f}" for one in cpu)


def _fits(done: Sequence[Mapping[str, Any]]) -> Sheet:
    """What came of the fits."""
    lines = []
    for one in done:
        found = one["training"]
        best = found["epochs"][found["best"]]
        lines.append(
            (
                Cell(str(one["number"]), kind="number"),
                Cell(f"{found['positions']:,}", kind="number"),
                Cell(f"{found['held_out']:,}", kind="number"),
                Cell(f"{best['train']:.4f}", kind="number"),
                Cell(f"{best['test']:.4f}", kind="number"),
                Cell(f"{100 * found['explained']:.1f} %", kind="number"),
                Cell(f"{one['weights']:,}", f"{one['bytes'] / 1000:,.0f} kB", kind="number"),
                Cell(f"{1e6 * one['evaluation_seconds']:.2f}", kind="number"),
                Cell(f"{found['seconds']:.0f}", kind="number"),
            )
        )
    heads = (
        *("generation", "positions", "held out", "log loss", "held out", "variance explained"),
        *("weights", "µs an evaluation", "CPU seconds to fit"),
    )
    return Sheet("The networks on positions of games that they were not fitted to", heads, tuple(lines))


def _chart(
    panels: Sequence[tuple[str, Sequence[Series]]], along: str, measured: str, mark: float | None = None
) -> Chart:
    made = tuple((title, tuple(series)) for title, series in panels)
    return Chart(made, (), along, measured, mark, log=False, rate=False)


def _strength(tested: Sequence[Mapping[str, Any]]) -> Drawing | None:
    points = []
    for one in tested:
        gate = one["gate"]
        figure = Figure(100 * gate["rate"], 100 * gate["low"], 100 * gate["high"])
        points.append(Point(float(one["number"]), figure, None))
    if not points:
        return None
    chart = _chart(
        [("", [Series("points", 0, tuple(points))])], "generation", "points against the best before, %", 50.0
    )
    return one_drawing("strength", "Points of each network against the best player before it", chart, curves)


def _learning(done: Sequence[Mapping[str, Any]]) -> Drawing | None:
    panels = []
    for one in done[-SHOWN:]:
        epochs = one["training"]["epochs"]
        series = [
            Series(label, style, tuple(Point(float(i), Figure(epoch[key]), None) for i, epoch in enumerate(epochs)))
            for style, (key, label) in enumerate((("train", "learned from"), ("test", "held out")))
        ]
        panels.append((f"generation {one['number']}", series))
    if not panels:
        return None
    return one_drawing("learning", "Log loss, epoch after epoch", _chart(panels, "epoch", "log loss"), curves)


def _calibrated(done: Sequence[Mapping[str, Any]]) -> Drawing | None:
    if not done:
        return None
    parts = done[-1]["training"]["calibration"]
    said = tuple(Point(round(100 * x, 1), Figure(100 * y), None) for x, y, _ in parts)
    equal = tuple(Point(round(100 * x, 1), Figure(100 * x), None) for x, _, _ in parts)
    series = [Series("held-out positions, in tenths", 0, said), Series("what it says", 1, equal)]
    chart = _chart([("", series)], "what the network says, %", "what they are worth, %")
    return one_drawing(
        "calibration", "What the last network says of held-out positions, and what they are worth", chart, curves
    )
