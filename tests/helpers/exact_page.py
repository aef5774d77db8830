"""The page on exploitability: its tables and drawings are made from the results beside it.

`python -m tests.helpers.exact_page` makes them anew, without playing anything again.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from mulligan.core.registry import find_game
from mulligan.exact.curves import Row, from_dict
from mulligan.exact.drawing import drawing, figure_of

PAGE = Path(__file__).parents[2] / "docs" / "exploitability.md"
FOLDER = PAGE.with_suffix("")
MEASURE = {"dials": "equilibrium", "bias": "equilibrium"}  # what is drawn, if not the exploitability


def rows_of(name: str) -> tuple[str, list[Row]]:
    """The title and the results of an experiment."""
    experiment, rows = from_dict(json.loads((FOLDER / f"{name}.json").read_text("utf-8")))
    return experiment.title, rows


def cell(row: Row | None, measure: str) -> str:
    if row is None:
        return ""
    figure = figure_of(row, measure)
    spread = "" if figure.high is None else f" ± {figure.high - figure.value:.3f}"
    return f"{figure.value:{'+' if measure != 'exploitability' else ''}.3f}{spread}"


def table(name: str, measure: str) -> str:
    """A row for each budget, or for each place if there is only one; a column for each agent."""
    _, rows = rows_of(name)
    labels = list(dict.fromkeys(row.label for row in rows))
    budgets = sorted({row.sims for row in rows if row.sims is not None})
    lines: list[tuple[list[str], list[Row]]] = []
    if rows[0].place:
        heads = list(rows[0].place)
        for place in dict.fromkeys(tuple(row.place.items()) for row in rows):
            here = [row for row in rows if tuple(row.place.items()) == place]
            lines.append(([str(value) for _, value in place], here))
    else:
        heads = ["simulations"]
        level = [row for row in rows if row.sims is None]
        lines = [([f"{sims:,}"], [row for row in rows if row.sims == sims] + level) for sims in budgets]
    out = ["| " + " | ".join([*heads, *labels]) + " |", "|" + " ---: |" * (len(heads) + len(labels))]
    for place_words, here in lines:
        by_label = {row.label: row for row in here}
        out.append("| " + " | ".join([*place_words, *(cell(by_label.get(label), measure) for label in labels)]) + " |")
    return "\n".join(out)


# What there is to decide in Kuhn poker: the move, and how often it is made in the known equilibria.
KNOWN = {
    "kuhn J?": ("bet", "0 to 1/3"),
    "kuhn Q?": ("bet", "0"),
    "kuhn K?": ("bet", "three times the jack's"),
    "kuhn ?J: check": ("bet", "1/3"),
    "kuhn ?Q: check": ("bet", "0"),
    "kuhn ?K: check": ("bet", "1"),
    "kuhn ?J: bet": ("call", "0"),
    "kuhn ?Q: bet": ("call", "1/3"),
    "kuhn ?K: bet": ("call", "1"),
    "kuhn J?: check bet": ("call", "0"),
    "kuhn Q?: check bet": ("call", "1/3 more than the jack bets"),
    "kuhn K?: check bet": ("call", "1"),
}


def moves_table(name: str) -> str:
    """What agents do at each information set of Kuhn poker with their largest budget."""
    _, rows = rows_of(name)
    largest = {row.label: row for row in sorted(rows, key=lambda row: row.sims or 0) if row.moves}
    out = ["| cards and moves | move | equilibria | " + " | ".join(largest) + " |"]
    out.append("| --- | --- | --- |" + " ---: |" * len(largest))
    for text, (move, known) in KNOWN.items():
        shares = [f"{row.moves[text][move]:.2f}" for row in largest.values()]
        out.append(f"| {text.removeprefix('kuhn ')} | {move} | {known} | {' | '.join(shares)} |")
    return "\n".join(out)


def filled(text: str) -> str:
    """The page with every table made anew: those between `<!-- table NAME MEASURE -->` and `<!-- end -->`."""

    def make(match: re.Match[str]) -> str:
        made = moves_table(match[2]) if match[3] == "moves" else table(match[2], match[3])
        return f"{match[1]}\n\n{made}\n\n<!-- end -->"

    return re.sub(r"(<!-- table (\w+) (\w+) -->).*?<!-- end -->", make, text, flags=re.DOTALL)


def draw(name: str) -> str:
    """The drawing of an experiment."""
    title, rows = rows_of(name)
    experiment, _ = from_dict(json.loads((FOLDER / f"{name}.json").read_text("utf-8")))
    units = find_game(experiment.game).room().units.name
    return drawing(name, title, rows, units, MEASURE.get(name, "exploitability")).standalone()


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")
    for file in sorted(FOLDER.glob("*.json")):
        file.with_suffix(".svg").write_text(draw(file.stem), "utf-8")
