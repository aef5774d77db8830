"""The page: everything that was found of a player, as one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from importlib.util import find_spec

from mulligan.papers.charts import Chart, Point, Series
from mulligan.papers.findings import Figure as Drawn
from mulligan.papers.page import commands, document, prose, table
from mulligan.papers.tables import Cell, Sheet

from . import telling
from .found import Counted, Figure, Found

TEXTS: Mapping[str, str] = {
    "gauntlet": """Each opponent plays another way. Deals are played twice with the seats exchanged, and intervals are
reckoned over pairs. An opponent that searches has the budget with which it thinks as long in a game as the player does,
measured once on deals of its own; rule players take next to no time.""",
    "suite": """A player is given the position as its seat sees it and plays on until its answer is given. Intervals
are Wilson's.""",
    "blunders": """Counted in the games of the first section, wherever the player sat. Each figure is the share of
occasions, with the interval of the jackknife over pairs.""",
    "calibration": """A search gives the move that it chooses a chance to win. Of all decisions of the first section
with such a chance: what was said, and what came of it. Decisions of one game end alike, so intervals are reckoned over
pairs. Chances outside 0 to 1 are left out. Against opponents who are weaker than the search supposes, more comes true
than it says.""",
    "budgets": "Against the first opponent, with a sixteenth, a quarter, once and four times the budget.",
    "oracle": """The same player, shown all hidden cards, against itself as it is: what knowing them would be worth. It
is not the best that could be done with open cards.""",
    "regret": """At some positions of its own games, a deeper search says what it would play, and another such search
what both moves are worth. The judge is no oracle: it shares the habits of the player that it was made of.""",
    "exploiter": """A search whose tree and playouts let the opponent play exactly as this player does, beside the same
search as it is: the difference is what knowing the player is worth.""",
}


def html_page(found: Found) -> str:
    """The whole page."""
    title = f"How strong is {found.agent}?"
    reference = f"{found.game}, setup {found.setup}, seed {found.seed}"
    body = [
        "<header>",
        f"<h1>{escape(title)}</h1>",
        f'<p class="reference">{escape(reference)}</p>',
        "</header>",
        "<main>",
        *_section("gauntlet", "Opponents of different styles", telling.meetings_table("", found.gauntlet)),
        *_section("suite", "Positions with known answers", telling.solved_table(found.suite), _missed(found)),
        *_section("blunders", "Blunders", telling.counted_table("", found.blunders), _meanings(found.blunders)),
        *_section(
            "calibration",
            "Do its chances come true?",
            [*telling.counted_table("", found.calibration), *telling.class_table(found)],
            [*_reliability(found), *_meanings(found.calibration)],
        ),
        *_section("budgets", "With more and with less time", telling.budget_table(found), _curve(found)),
        *_section("oracle", "With all cards on the table", telling.meetings_table("", found.oracle)),
        *_section(
            "regret",
            "Against a deeper search",
            telling.counted_table("", found.regret, rivals=False),
            [prose(f"Measured: {found.regret_about}."), *_meanings(found.regret)] if found.regret else [],
        ),
        *_section("exploiter", "A search that knows how it plays", telling.meetings_table("", found.exploiter)),
        *_left_out(found),
        '<section id="again"><h2>To play it again</h2>',
        prose("Budgets that were matched on one machine are written down, so that any other plays the same games."),
        commands([found.command]),
        "</section>",
        "</main>",
        "<footer><p>Mulligan, strength</p></footer>",
    ]
    return document(title, body)


def _section(name: str, title: str, tables: Sequence[telling.Table], more: Iterable[str] = ()) -> list[str]:
    """A part of the page, if there is anything in it."""
    if not tables:
        return []
    return [
        f'<section id="{name}" aria-labelledby="{name}--title">',
        f'<h2 id="{name}--title">{escape(title)}</h2>',
        prose(TEXTS[name]),
        *(table(_sheet(one, title)) for one in tables),
        *more,
        "</section>",
    ]


def _sheet(one: telling.Table, title: str) -> Sheet:
    caption, heads, rows = one
    lines = tuple((Cell(row[0]), *(Cell(text, kind=_kind(text)) for text in row[1:])) for row in rows)
    return Sheet(caption or title, heads, lines, quiet=True)


def _kind(text: str) -> str:
    return "number" if text[:1].isdigit() or text[:1] == "-" else "text"


def _missed(found: Found) -> list[str]:
    """What the player itself did where it was wrong."""
    parts = [prose(found.suite_about)] if found.suite_about else []
    if not found.missed:
        return parts
    items = "".join(
        f"<li><code>{escape(name)}</code>: {escape(', '.join(moves))}</li>" for name, moves in found.missed.items()
    )
    return [*parts, f"<details><summary>What it played where it was wrong ({len(found.missed)})</summary>",
            f"<ul>{items}</ul></details>"]  # fmt: skip


def _meanings(counted: Sequence[Counted]) -> list[str]:
    """What each line of a table counts."""
    items = "".join(f"<li><strong>{escape(one.name)}</strong>: {escape(one.about)}</li>" for one in counted)
    return [f"<details><summary>What is counted</summary><ul>{items}</ul></details>"] if items else []


def _left_out(found: Found) -> list[str]:
    if not found.left_out:
        return []
    items = "".join(f"<li>{escape(text)}</li>" for text in found.left_out)
    return [f'<section id="left-out"><h2>Left out</h2><ul>{items}</ul></section>']


# --- drawings ---------------------------------------------------------------------------------------------------------


def _drawn(figure: Figure | None) -> Drawn | None:
    return None if figure is None else Drawn(figure.value, figure.low, figure.high, figure.games)


def _figure(make: Callable[[], tuple[str, str, Chart]]) -> list[str]:
    """A drawing, where drawings can be made."""
    if find_spec("matplotlib") is None:
        return []
    from mulligan.papers.plots import Drawing, curves

    name, told, chart = make()
    made = Drawing(name, told, "Whiskers are 95 % intervals.", chart, curves)
    return [
        "<figure>",
        f'<div class="scroll" tabindex="0" role="region" aria-label="Drawing: {escape(told)}">',
        made.inline().replace("<svg ", f'<svg style="max-width: {made.width()}rem" ', 1),
        "</div>",
        f"<figcaption>{escape(made.caption)}</figcaption>",
        "</figure>",
    ]


def _reliability(found: Found) -> list[str]:
    """What came true over what was said; the straight line is what should have been."""
    classes = [one for one in found.classes if one.said is not None and one.came is not None]
    if len(classes) < 2:
        return []
    points = tuple(Point(round(one.said.value), _drawn(one.came), None) for one in classes if one.said is not None)
    true = tuple(Point(x, Drawn(x), None) for x in (0.0, 100.0))
    series = (Series("came true", 0, points), Series("as it was said", 5, true))
    chart = Chart((("", series),), (), "chance that was said, %", "came true, %", None, log=False, rate=False)
    told = "Reliability: what came true by the chance that was said. The table has the numbers."
    return _figure(lambda: ("reliability", told, chart))


def _curve(found: Found) -> list[str]:
    """The rate over the budget."""
    if len(found.budgets) < 2:
        return []
    points = tuple(Point(sims, _drawn(telling.scaled(one.rate, 100.0)), None) for sims, one in found.budgets)
    chart = Chart((("", (Series(found.agent, 0, points),)),), (), "simulations for each decision", "won, %", 50.0,
                  log=True, rate=False)  # fmt: skip
    told = f"What {found.agent} won by simulations for each decision. The table has the numbers."
    return _figure(lambda: ("budgets", told, chart))
