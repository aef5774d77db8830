"""A search explained at the terminal: step by step, simulation by simulation, or many at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

from mulligan.core.errors import UsageError
from mulligan.core.scene import OPEN
from mulligan.search.steps import Explainer, Simulation

from .explaining import Step, Table, decision_lines, named, steps_of
from .screen import Left, Screen
from .terminal import clean, flow, table_lines
from .view import look

TOLD = 10  # simulations that are told where nobody says how many
LABEL = 10  # columns for the names of the steps
WIDE = 76  # columns below which tables begin at the margin
HELP = (
    ("Enter", "the next step"),
    ("s", "the rest of this simulation, or the next one"),
    ("10, 100", "run so many simulations; any number will do"),
    ("e", "run to the end of the budget"),
    ("t", "the tree as it is now"),
    ("w", "the world of this simulation, as a table with all cards open"),
    ("d", "run to the end and decide"),
    ("q", "quit"),
)


def table_text(table: Table, width: int) -> Iterator[Text]:
    """A table in columns; the chosen row has a mark."""
    rows, indent = [table.heads, *table.rows], LABEL if width >= WIDE else 0
    widths = [max(cell_len(row[i]) for row in rows) for i in range(len(table.heads))]
    rest = sum(widths[1:]) + 2 * len(widths) + 2
    widths[0] = max(8, min(widths[0], width - indent - rest))
    for number, row in enumerate(rows):
        first = row[0] if cell_len(row[0]) <= widths[0] else row[0][: widths[0] - 1] + "…"
        cells = [first.ljust(widths[0]), *(cell.rjust(size) for cell, size in zip(row[1:], widths[1:], strict=True))]
        mark = ">" if number and number - 1 == table.marked else " "
        style = "dim" if number == 0 else "bold" if mark == ">" else ""
        yield Text(f"{' ' * indent}{mark} {'  '.join(cells)}".rstrip(), style)
    if table.more:
        yield Text(f"{' ' * indent}  {table.more} more", "dim")


class Stepping:
    """A search at the terminal."""

    def __init__(self, explainer: Explainer, screen: Screen) -> None:
        self._explainer, self._screen = explainer, screen
        self._waiting: list[Step] = []
        self._told: Simulation | None = None
        self._over = False

    # --- both ways ----------------------------------------------------------------------------------------------------

    def introduce(self) -> None:
        """What is searched, and by whom."""
        explainer, screen = self._explainer, self._screen
        root, game = explainer.root, explainer.game
        trees = explainer.settings.trees
        many = f", {explainer.goal:,} simulations" + (f" in each of {trees} trees" if trees > 1 else "")
        screen.say(f"{game.title}: {named(explainer.seat)} decides, by {explainer.name}{many}.", "bold")
        screen.show(*table_lines(look(root, explainer.seat), screen.paper))

    def _next(self) -> bool:
        """One more simulation, to be told; False if there is none."""
        self._told = self._explainer.simulate()
        if self._told is None:
            self._over = True
            self._screen.say("The budget is spent, or there is nothing left to explore.")
            return False
        self._waiting = steps_of(self._told, self._explainer.seat, self._sampled)
        self._screen.show(Text(""))
        self._screen.say(f"Simulation {self._told.number} of {self._explainer.total:,}", "bold")
        return True

    @property
    def _sampled(self) -> bool:
        return self._explainer.game.hidden and self._explainer.settings.deal != "never"

    def _show(self, step: Step) -> None:
        screen, width = self._screen, self._screen.paper.width
        label = Text(f"{step.name:<{LABEL}}", "bold cyan")
        words = [Text(word) for word in clean(step.words).split(" ")]
        screen.show(*flow(words, width, hang=LABEL, first=label))
        if step.pieces:
            screen.show(*flow(list(_pieces(step.pieces)), width, hang=LABEL, first=Text(" " * LABEL)))
        if step.table is not None:
            screen.show(*table_text(step.table, width))

    def _flush(self) -> None:
        """Tell the rest of a simulation."""
        for step in self._waiting:
            self._show(step)
        self._waiting = []

    def _run(self, most: int) -> None:
        self._flush()
        done = self._screen.waiting(
            lambda: self._explainer.run(most),
            lambda: f"{self._explainer.done:,} simulations (Ctrl-C stops it)",
            self._explainer.stop,
        )
        self._over = self._explainer.done >= self._explainer.total
        self._screen.say(f"{done:,} more simulations, {self._explainer.done:,} in all.")
        self._tree()

    def _tree(self) -> None:
        tree = self._explainer.tree(depth=3, width=4, nodes=24, trees=min(3, self._explainer.settings.trees))
        self._screen.show(*(Text(clean_line(line)) for line in tree.text().splitlines()))

    def _decide(self) -> None:
        self._screen.show(*(Text(clean(line)) for line in decision_lines(self._explainer.decide_now())))

    # --- without questions --------------------------------------------------------------------------------------------

    def tell(self, simulations: int) -> None:
        """Tell of so many simulations, then show the tree and what would be decided."""
        for _ in range(simulations):
            if not self._next():
                break
            self._flush()
        self._screen.show(Text(""))
        self._tree()
        self._decide()

    # --- with keys ----------------------------------------------------------------------------------------------------

    def run(self, told: int) -> None:
        """Ask what is wanted next, until somebody has enough; if nobody ever types, tell of so many simulations."""
        self._help()
        asked = False
        while True:
            try:
                typed = self._screen.ask(self._prompt()).casefold()
            except Left:
                if not asked and not self._screen.typed:
                    self.tell(told)
                return
            except UsageError as error:
                self._screen.say(str(error))
                continue
            asked = True
            try:
                if not self._do(typed):
                    return
            except UsageError as error:
                self._screen.say(str(error))

    def _prompt(self) -> str:
        where = f"{self._explainer.done}/{self._explainer.total}"
        return f"[{where}] Enter, s, 10, 100, e, t, w, d, q, ? > "

    def _do(self, typed: str) -> bool:
        """Do what was typed; False to end."""
        if typed in ("", "n"):
            if self._waiting or self._next():
                self._show(self._waiting.pop(0))
        elif typed == "s":
            if self._waiting or self._next():
                self._flush()
        elif typed.isascii() and typed.isdigit() and len(typed) < 8:
            self._run(int(typed))
        elif typed == "e":
            self._run(self._explainer.total)
        elif typed == "t":
            self._tree()
        elif typed == "w":
            self._world()
        elif typed == "d":
            if not self._over:
                self._run(self._explainer.total)
            self._decide()
            return False
        elif typed in ("q", "quit"):
            return False
        else:
            self._help()
        return True

    def _world(self) -> None:
        if self._told is None:
            raise UsageError("there is no world yet: begin a simulation first")
        self._screen.show(*table_lines(look(self._told.world, OPEN), self._screen.paper))

    def _help(self) -> None:
        for key, words in HELP:
            self._screen.say(f"{key:<8} {words}", hang=9)


def clean_line(line: str) -> str:
    """A line of a tree, without what a terminal would obey; its margin stays."""
    margin = line[: len(line) - len(line.lstrip("│├└─ *"))]
    return margin + clean(line[len(margin) :])


def _pieces(pieces: Sequence[tuple[str, bool]]) -> Iterator[Text]:
    """What is new stands in brackets, so that no colour is needed."""
    for text, new in pieces:
        words = clean(text)
        yield from ([Text(f"[{words}]", "bold yellow")] if new else [Text(word) for word in words.split(" ")])
