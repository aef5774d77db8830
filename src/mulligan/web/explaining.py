"""The page on which a search is explained: a tree that grows, one simulation at a time, with all numbers."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import quote, urlencode
from weakref import WeakKeyDictionary

from nicegui import ui

from mulligan.core.errors import UsageError
from mulligan.core.faces import clean, emblem
from mulligan.core.position import Position
from mulligan.core.scene import OPEN
from mulligan.play.explaining import Step, Table, decision_lines, explain, named, steps_of, usual_agent
from mulligan.play.view import View, look
from mulligan.search.steps import Explainer, Simulation
from mulligan.search.treedrawing import page_style

from .analysis import PATIENCE, sorry
from .board import Board
from .frame import SLOW, frame, place_of, visitor
from .manager import Manager
from .request import LONGEST, agent_named, agents_of

if TYPE_CHECKING:
    from mulligan.core.game import Game

LAYERS = {1: "1 layer", 2: "2 layers", 3: "3 layers", 4: "4 layers", 6: "6 layers"}
WIDTH, NODES = 5, 40
SIMS = 200  # unless the visitor wants another number
PAUSE = 4.0  # seconds that one click may take
NOTHING = '<p class="m-none">Nothing has grown yet.</p>'
T = TypeVar("T")

_PAGES: WeakKeyDictionary[Manager, list[Page]] = WeakKeyDictionary()
"""The pages of each server that hold a search."""


def register(manager: Manager) -> None:
    """Add the pages to a server."""

    @ui.page("/explain", response_timeout=SLOW)
    async def index() -> None:
        games, _ = await manager.games()
        with frame("Explain", manager):
            ui.add_head_html(f'<link rel="stylesheet" href="{place_of("explain.css")}">')
            ui.label("How does a search decide?").classes("m-title").props("role=heading aria-level=1")
            ui.label("Choose a game, and follow a search one simulation at a time.").classes("m-soft x-lead")
            with ui.element("div").classes("m-games"):
                for game in sorted(games, key=lambda one: not one.room().look.toy):
                    _tile(game)

    @ui.page("/explain/{name}", response_timeout=SLOW)
    async def page(name: str, agent: str = "", setup: str = "", seed: str = "1", sims: str = "") -> None:
        games, _ = await manager.games()
        game = {one.name: one for one in games}.get(name)
        with frame("Explain", manager, wide=True):
            if game is None:
                sorry(f"there is no game '{name[:40]}'", 404)
                return
            ui.add_head_html(f'<link rel="stylesheet" href="{place_of("study.css")}">')
            ui.add_head_html(f'<link rel="stylesheet" href="{place_of("explain.css")}">')
            ui.add_head_html(f"<style>{page_style('body.body--dark')}</style>")
            shown = Page(manager, visitor(), game, agent, setup, seed, sims)
            await ui.context.client.connected(timeout=PATIENCE)
            await shown.begin()


def _tile(game: Game) -> None:
    look_of = game.room().look
    picture = emblem(game.title, look_of.sign, look_of.tint)
    ui.html(
        f'<a class="m-game x-game" href="/explain/{quote(game.name)}">{picture}<div><b>{clean(game.title)}</b>'
        f"<small>{clean(look_of.about or game.source)}</small></div></a>",
        sanitize=False,
    )


class Page:
    """One page of one visitor, with a search of its own."""

    def __init__(self, manager: Manager, who: str, game: Game, agent: str, setup: str, seed: str, sims: str) -> None:
        self.manager, self.who, self.game = manager, who, game
        self.client = ui.context.client
        self.explainer: Explainer | None = None
        self.told: Simulation | None = None
        self.steps: list[Step] = []
        self.shown = 0
        self.busy = False
        self.touched = time.monotonic()
        self._svg, self._intro = NOTHING, ""
        ui.label(f"{game.title}: a search explained").classes("m-title").props("role=heading aria-level=1")
        with ui.element("div").classes("m-panel m-full"):
            self._form(agent or usual_agent(game), setup, seed, sims)
        with ui.element("div").classes("x-page"):
            with ui.element("div").classes("m-panel x-steps-panel"):
                self._controls()
                self._steps = ui.html("", sanitize=False).classes("m-full x-steps").props("aria-live=polite")
            with ui.element("div").classes("x-right"):
                with ui.element("div").classes("m-panel m-full"):
                    with ui.element("div").classes("x-head"):
                        ui.label("The tree").classes("m-subtitle").props("role=heading aria-level=2")
                        self._layers = ui.select(LAYERS, value=3, label="Depth", on_change=self._draw_again)
                        self._layers.props("dense outlined options-dense")
                    self._tree = ui.html("", sanitize=False).classes("m-full x-tree").props("tabindex=0")
                with ui.element("div").classes("m-panel m-full x-world"):
                    ui.label("The world of this simulation").classes("m-subtitle").props("role=heading aria-level=2")
                    self._about = ui.label("").classes("m-soft")
                    self._board: Board | None = None
                    self._table = ui.element("div").classes("m-full")

    def _form(self, agent: str, setup: str, seed: str, sims: str) -> None:
        names = agents_of(self.game)
        names.setdefault(agent, agent)
        with ui.element("div").classes("s-form x-form"):
            self._agent = ui.select(
                names, value=agent, label="Agent", with_input=True, new_value_mode="add-unique" if self._free else None
            )
            setups = {"": "as usual"} | {name: f"{name}: {about}" for name, about in self.game.setups.items()}
            setups.setdefault(setup, setup)
            self._setup = ui.select(setups, value=setup, label="Setup")
            self._seed = ui.input("Seed", value=seed[:40]).props("maxlength=40")
            self._sims = ui.input("Simulations", value=sims[:9] or str(SIMS)).props("maxlength=9 inputmode=numeric")
            for field in (self._agent, self._setup, self._seed, self._sims):
                field.props("dense outlined options-dense")
            ui.button("Begin", icon="replay", on_click=self._again).props("no-caps")

    @property
    def _free(self) -> bool:
        return self.manager.any_agent

    def _controls(self) -> None:
        with ui.element("div").classes("x-keys").props('role=group aria-label="Steps through the search"'):
            self._buttons = [
                ui.button("Step", icon="chevron_right", on_click=self._step),
                ui.button("Simulation", icon="last_page", on_click=self._simulation),
                ui.button("10", on_click=lambda: self._many(10)),
                ui.button("100", on_click=lambda: self._many(100)),
                ui.button("Decide", icon="flag", on_click=self._decide),
            ]
            for button in self._buttons:
                button.props("no-caps dense")
        self._say = ui.label("").classes("m-soft").props("role=status")

    # --- a search -----------------------------------------------------------------------------------------------------

    def _again(self) -> None:
        wanted = {"agent": self._agent.value, "setup": self._setup.value, "seed": self._seed.value}
        wanted["sims"] = self._sims.value
        words = {key: str(value or "") for key, value in wanted.items()}
        ui.navigate.to(f"/explain/{quote(self.game.name)}?{urlencode(words)}")

    async def begin(self) -> None:
        """Deal, and make the search ready."""
        try:
            sims = self._number()
            agent = agent_named(self.game, str(self._agent.value or ""), any_agent=self._free)
            setup, seed = str(self._setup.value or ""), str(self._seed.value or "")
            if len(setup) > LONGEST or not setup.isprintable():
                raise UsageError("setup: its name is too long")
            if len(seed) > 40 or not seed.isprintable():
                raise UsageError("seed: up to 40 letters and digits, please")
            self._take_place()
            self.explainer = await self._work(lambda: self._made(agent, setup, seed, sims))
        except UsageError as error:
            self._fail(str(error))
            return
        explainer = self.explainer
        trees = explainer.settings.trees
        many = f" in each of {trees} trees" if trees > 1 else ""
        self._intro = (
            f"<p>{clean(named(explainer.seat).capitalize())} decides, by <b>{clean(explainer.name)}</b>: "
            f"{explainer.goal:,} simulations{many}.</p>"
            '<p class="m-soft">A simulation deals what is unknown, selects a way down the tree, expands it by one '
            "node, simulates a game from there, and backs the result up. Press Step.</p>"
        )
        self._put_world(self._begun)
        self._show()

    def _made(self, agent: str, setup: str, seed: str, sims: int) -> Explainer:
        position = Position.deal(self.game.interpreted(), setup, seed)
        made = explain(self.game, position, agent, seed, sims)
        if made.total > 10 * self.manager.limits.explained_sims:
            raise UsageError(
                f"here a search may have {10 * self.manager.limits.explained_sims} simulations in all trees"
            )
        self._begun = look(made.root, made.seat)
        return made

    def _number(self) -> int:
        text, most = str(self._sims.value or ""), self.manager.limits.explained_sims
        if not (text.isascii() and text.isdigit() and 1 <= int(text) <= most):
            raise UsageError(f"simulations: should be a whole number from 1 to {most}")
        return int(text)

    def _take_place(self) -> None:
        """Count this page among those that hold a search, for as long as somebody looks at it."""
        pages, limits = _PAGES.setdefault(self.manager, []), self.manager.limits
        for page in [page for page in pages if not page.client.has_socket_connection]:
            page.leave("The connection was lost: press Begin to start anew.")
        own = [page for page in pages if page.who == self.who]
        for page in own[: max(0, len(own) - limits.explained_per_visitor + 1)]:
            page.leave("Another search of yours is explained elsewhere: press Begin to start anew here.")
        if len(pages) >= limits.explained:
            raise UsageError("this server explains as many searches as it can at once: try again later")
        pages.append(self)
        self.client.on_delete(lambda: self.leave())

    def leave(self, why: str = "") -> None:
        """Give the memory of the search back."""
        self.explainer = None
        with suppress(ValueError):
            _PAGES[self.manager].remove(self)
        if why and not self.client.is_deleted:
            self._fail(why)

    def _fail(self, words: str) -> None:
        self._say.text = words
        self._say.classes("m-warn")
        for button in self._buttons:
            button.disable()

    async def _work(self, work: Callable[[], T]) -> T:
        """Let the server's threads do something; one thing at a time."""
        self.manager.pace(self.who)
        self.busy, self.touched = True, time.monotonic()
        for button in self._buttons:
            button.disable()
        try:
            stop = self.explainer.stop if self.explainer is not None else None
            return await self.manager.think(work, stop, self._seen)
        finally:
            self.busy = False
            for button in self._buttons:
                button.enable()

    def _seen(self) -> float:
        if self.client.has_socket_connection:
            self.touched = time.monotonic()
        return self.touched

    # --- steps --------------------------------------------------------------------------------------------------------

    async def _step(self) -> None:
        if self.busy or self.explainer is None:
            return
        if self.shown == len(self.steps):
            await self._next(1)
        else:
            self.shown += 1
            self._show()

    async def _simulation(self) -> None:
        if self.busy or self.explainer is None:
            return
        if self.shown < len(self.steps):
            self.shown = len(self.steps)
            self._show()
        else:
            await self._next(None)

    async def _do(self, work: Callable[[], T]) -> T | None:
        """Let the search do something, and have the tree drawn after it; None if that does not work."""
        depth = int(self._layers.value)

        def both() -> tuple[T, str]:
            found = work()
            told = found if isinstance(found, Simulation) else None
            return found, self._drawn(told, depth)

        try:
            found, self._svg = await self._work(both)
        except UsageError as error:
            self._say.text = str(error)
            return None
        return found

    async def _next(self, shown: int | None) -> None:
        """One more simulation, of which some steps are shown."""
        explainer = self.explainer
        assert explainer is not None
        views = list[View]()

        def simulate() -> Simulation | bool:
            told = explainer.simulate()
            if told is not None:
                views.append(look(told.world, OPEN))
            return told or False

        told = await self._do(simulate)
        if isinstance(told, Simulation):
            sampled = explainer.game.hidden and explainer.settings.deal != "never"
            self.told, self.steps = told, steps_of(told, explainer.seat, sampled)
            self.shown = len(self.steps) if shown is None else shown
            self._put_world(views[0])
            self._show()
        elif told is not None:
            self._say.text = "The budget is spent, or nothing is left to explore: press Decide."

    async def _many(self, number: int) -> None:
        explainer = self.explainer
        if self.busy or explainer is None:
            return
        done = await self._do(lambda: explainer.run(number, PAUSE))
        if done is None:
            return
        self._intro = f"<p>{done:,} more simulation{'' if done == 1 else 's'}, without a word.</p>"
        if done < number and explainer.done < explainer.total:
            self._intro += f"<p>That is as many as {PAUSE:g} seconds allow.</p>"
        self._all_told()

    async def _decide(self) -> None:
        explainer = self.explainer
        if self.busy or explainer is None:
            return
        while explainer.done < explainer.total and await self._do(lambda: bool(explainer.run(explainer.total, PAUSE))):
            self._say.text = f"{explainer.done:,} of {explainer.total:,} simulations …"
        lines = await self._do(lambda: list(decision_lines(explainer.decide_now())))
        if lines:
            self._intro = f"<p><b>{clean(lines[0])}</b></p><pre>{clean(chr(10).join(lines[1:]))}</pre>"
            self._all_told()

    def _all_told(self) -> None:
        """There is no simulation whose steps could be shown."""
        self.steps, self.shown, self.told = [], 0, None
        self._show()

    # --- drawing ------------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        explainer = self.explainer
        if explainer is None:
            return
        ended = self.shown == len(self.steps)
        if self.told is None:
            self._steps.content = self._intro
        else:
            of = f", tree {self.told.tree + 1} of {self.told.trees}" if self.told.trees > 1 else ""
            steps = enumerate(self.steps[: self.shown], 1)
            rows = "".join(step_html(step, now=i == self.shown and not ended) for i, step in steps)
            left = "" if ended else f'<p class="m-soft">{len(self.steps) - self.shown} more to come</p>'
            self._steps.content = f"<h2>Simulation {self.told.number:,}{of}</h2><ol>{rows}</ol>{left}"
        self._say.text = f"{explainer.done:,} of {explainer.total:,} simulations"
        if ended:  # until then it is the tree as it was before
            self._tree.content = self._svg

    def _drawn(self, told: Simulation | None, depth: int) -> str:
        """The tree as it is now; to be asked in a thread."""
        explainer = self.explainer
        if explainer is None or explainer.done == 0:
            return NOTHING
        path = [one.node for one in told.credits[1:]] if told is not None else []
        first = told.tree if told is not None else 0
        return explainer.tree(depth=depth, width=WIDTH, nodes=NODES, first=first).svg(theme="none", path=path)

    async def _draw_again(self) -> None:
        """Another depth was chosen."""
        if self.busy or self.explainer is None or self.explainer.done == 0:
            return
        told, depth = self.told, int(self._layers.value)
        try:
            self._svg = await self._work(lambda: self._drawn(told, depth))
        except UsageError as error:
            self._say.text = str(error)
            return
        self._tree.content = self._svg

    def _put_world(self, view: View) -> None:
        explainer = self.explainer
        assert explainer is not None
        if self.told is None:
            self._about.text = f"Before the first simulation: what {named(explainer.seat)} sees."
        elif not explainer.game.hidden:
            self._about.text = "Nothing is hidden: it is the position itself."
        else:
            kept = "A new sample" if self.told.dealt else "The same as in the simulation before"
            self._about.text = f"{kept}: all cards as this simulation takes them to be."
        if self._board is None:
            with self._table:
                self._board = Board(view, glow=False)
        else:
            self._board.show(view)


# --- as HTML ----------------------------------------------------------------------------------------------------------


def step_html(step: Step, *, now: bool = False) -> str:
    """One step of a simulation."""
    pieces = " ".join(f"<mark>{clean(text)}</mark>" if new else clean(text) for text, new in step.pieces)
    world = f'<p class="x-text">{pieces}</p>' if pieces else ""
    table = table_html(step.table) if step.table is not None else ""
    here = ' class="x-now"' if now else ""
    return f"<li{here}><h3>{clean(step.name)}</h3><p>{clean(step.words)}</p>{world}{table}</li>"


def table_html(table: Table) -> str:
    """A table; the chosen row is marked."""
    heads = "".join(f'<th scope="col">{clean(head)}</th>' for head in table.heads)
    rows = list[str]()
    for i, row in enumerate(table.rows):
        first, *rest = row
        cells = "".join(f"<td>{clean(cell)}</td>" for cell in rest)
        chosen = ' class="x-chosen" aria-current="true"' if i == table.marked else ""
        rows.append(f'<tr{chosen}><th scope="row">{clean(first)}</th>{cells}</tr>')
    more = f'<p class="m-soft">{table.more} more</p>' if table.more else ""
    return (
        f'<div class="x-table"><table><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>{more}'
    )
