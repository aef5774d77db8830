"""The page that goes over a game: how the chances went, what was given away, and what would have been better."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote

from nicegui import ui

from mulligan.core.errors import UsageError
from mulligan.core.faces import clean
from mulligan.core.position import Position
from mulligan.core.scene import OPEN
from mulligan.play.analysis import Judgement, judge_of
from mulligan.play.branches import AHEAD, Branch, branches, line_words
from mulligan.play.seated import SeatedAgent
from mulligan.play.session import PERSON, open_record
from mulligan.play.worlds import Likely, Worlds, worlds
from mulligan.search import Decision

from .frame import SLOW, frame, visitor
from .manager import Manager
from .studies import EFFORTS, Study, go_on, opponents, studies_of
from .viewer import Viewer, add_assets, move_rows

SAMPLES = 100  # worlds from which shares are reckoned
SHOWN = 5  # worlds that are shown one by one
ROWS = 25  # moves of the tree that are shown at once
COLOURS = ("#2c8c7c", "#5b7db8", "#b8672c", "#8b5bb8", "#6f8f2c", "#b84f7d", "#4f6f7d", "#9c8a2c")  # of the seats
GREY = "#7a7f89"  # readable on light and on dark
PATIENCE = 60.0  # seconds that a browser may take to connect


def register(manager: Manager) -> None:
    """Add the pages of analysis to a server."""

    @ui.page("/analysis")
    def index(table: str = "", saved: str = "") -> None:
        if table or saved:
            ui.navigate.to(f"/analysis/{quote(table)}" if table else f"/analysis/saved/{quote(saved)}")
            return
        with frame("Analysis", manager):
            add_assets()
            _index(manager)

    @ui.page("/analysis/saved/{name}", response_timeout=SLOW)
    async def saved(name: str) -> None:
        await open_saved(manager, name, "/analysis")

    @ui.page("/analysis/{id}")
    def page(id: str, at: int = 0) -> None:
        with frame("Analysis", manager, wide=True):
            add_assets()
            try:
                study = studies_of(manager).of_table(manager, visitor(), id)
            except UsageError as error:
                sorry(str(error), 404)
                return
            guarded(manager, study, at, _Page)


async def open_saved(manager: Manager, name: str, place: str) -> None:
    """Put a kept game on the desk, and go where it is shown."""
    who = visitor()
    with frame("Analysis" if place == "/analysis" else "Replays", manager):
        try:
            secret = manager.is_secret(who, name)
        except UsageError as error:
            sorry(str(error), 404)
            return
        if secret:

            def go() -> None:
                manager.open_kept(who, name)
                ui.navigate.to(f"{place}/saved/{quote(name)}")

            _ask_first(go, "/")
            return
        ui.label(f"Opening '{name}' …").props("role=status")
        await ui.context.client.connected(timeout=PATIENCE)  # the game may have to be compiled first
        try:
            session = await manager.fetch(lambda: open_record(manager.load(who, name)))
            study = studies_of(manager).open(who, session, name)
        except UsageError as error:
            sorry(str(error))
            return
        ui.navigate.to(f"{place}/{study.id}")


def sorry(text: str, status: int = 200) -> None:
    """A page that cannot be shown, and why; the status counts for a page that is not shown yet."""
    ui.context.client.status_code = status
    ui.label("This does not work").classes("m-title").props("role=heading aria-level=1")
    ui.label(text).props("role=alert")
    ui.link("To your games", "/")


# --- which game -------------------------------------------------------------------------------------------------------


def _index(manager: Manager) -> None:
    who = visitor()
    ui.label("Analysis").classes("m-title").props("role=heading aria-level=1")
    ui.label("Choose a game to go over. The judge knows only what each player could know.").classes("m-soft")
    tables = [table for table in manager.of(who) if table.session.moves]
    kept = manager.saved(who)
    if not tables and not kept:
        ui.label("There is no game yet. Play one, or open a file, and come back.").classes("m-none")
        ui.link("To the games", "/")
        return
    with ui.element("div").classes("m-files"):
        for table in tables:
            state = "ended" if table.over else "under way"
            words = f"{table.session.game.title}, {len(table.session.moves)} moves, {state}"
            _choice(words, "at the table", f"/analysis/{table.id}")
        for one in kept:
            _choice(one.name, f"kept {one.when:%Y-%m-%d %H:%M}", f"/analysis/saved/{quote(one.name)}")


def _choice(words: str, when: str, place: str) -> None:
    with ui.element("div").classes("m-file"):
        ui.label(words).classes("m-grow")
        ui.label(when).classes("m-soft")
        ui.button("Analyse", on_click=lambda: ui.navigate.to(place)).props(
            f'flat dense no-caps aria-label="Analyse {clean(words)}"'
        )


def guarded(manager: Manager, study: Study, at: int, page: Callable[[Manager, Study, int], Any]) -> None:
    """An unfinished game is gone over only by those who say that they want to know."""
    table = manager.tables.get(study.id)
    if table is None or table.over or table.open or not table.people:
        page(manager, study, at)
        return

    def go() -> None:
        table.open_thoughts()
        page(manager, study, at)

    _ask_first(go, f"/play/{study.id}")


def _ask_first(go: Callable[[], None], back: str) -> None:
    """Whoever goes over an unfinished game sees all cards, and is told so before."""
    with ui.element("div").classes("m-panel s-stack") as question:
        ui.label("This game is still under way").classes("m-subtitle").props("role=heading aria-level=1")
        ui.label(
            "What you read here helps you to play on, and all cards may be seen. "
            "The game will be marked: the opponent's thoughts were open."
        )

        def agreed() -> None:
            question.delete()
            with holder:
                go()

        with ui.row():
            ui.button("Go over it all the same", on_click=agreed).props("no-caps")
            ui.button("Back", on_click=lambda: ui.navigate.to(back)).props("flat no-caps")
    holder = ui.element("div").classes("m-full")


# --- the page ---------------------------------------------------------------------------------------------------------


class _Page:
    """One page of one visitor."""

    def __init__(self, manager: Manager, study: Study, at: int) -> None:
        self.manager, self.study = manager, study
        self._client = ui.context.client
        self._version = -1
        self._tree = _Tree(self)
        self._worlds = _Imagined(self)
        self._viewer: Viewer | None = None
        table = study.session
        ui.label(f"{study.title}: analysis").classes("m-title").props("role=heading aria-level=1")
        with ui.element("div").classes("m-table"):
            with ui.element("div").classes("m-left"):
                with ui.element("div").classes("m-panel m-full"):
                    self._head()
                    self.chart = ui.echart(_chart(study), on_point_click=self._clicked).classes("s-chart")
                    self.chart.props(
                        'role=img aria-label="The chances over the game; the list of moves has the same in words"'
                    )
                with ui.element("div").classes("m-panel m-full"):
                    self._viewer = Viewer(study, at, self._moved)
            with ui.element("aside").classes("m-side").props('aria-label="About this move"'):
                with ui.tabs().props("dense no-caps") as tabs:
                    for name in ("Move", "Moves", "Tree", "Worlds") if table.game.hidden else ("Move", "Moves", "Tree"):
                        ui.tab(name)
                with ui.tab_panels(tabs, value="Move", animated=False, keep_alive=True):
                    with ui.tab_panel("Move"):
                        self._verdict = ui.html("", sanitize=False).classes("m-full").props("aria-live=polite")
                        self._forward()
                    with ui.tab_panel("Moves"):
                        self._moves = ui.html("", sanitize=False).classes("m-full")
                    with ui.tab_panel("Tree"):
                        self._tree.build()
                    if table.game.hidden:
                        with ui.tab_panel("Worlds"):
                            self._worlds.build()
        if not study.judgements and not study.running and table.moves:
            self._start()
        self._refresh()
        ui.timer(0.5, self._refresh)

    @property
    def at(self) -> int:
        """How many moves have been played on the board."""
        return self._viewer.at if self._viewer is not None else 0

    @property
    def seat(self) -> int:
        """Whose view is shown."""
        return self._viewer.seat if self._viewer is not None else OPEN

    # --- going over it ------------------------------------------------------------------------------------------------

    def _head(self) -> None:
        with ui.element("div").classes("s-form m-full"):
            self._say = ui.label().classes("m-grow").style("flex: 1; min-width: 12rem").props("aria-live=polite")
            efforts = {name: f"{name}: {seconds:g} s a decision" for name, seconds in EFFORTS.items()}
            self._effort = ui.select(efforts, value="quick", label="Effort").props("dense outlined options-dense")
            self._button = ui.button("Start", on_click=self._toggle).props("no-caps dense")
            ui.button(icon="download", on_click=self._save).props('flat round dense aria-label="Save as JSON"').tooltip(
                "Save as JSON"
            )
        self._bar = ui.linear_progress(0, show_value=False, size="6px").props('aria-label="Progress of the analysis"')

    def _start(self) -> None:
        try:
            self.study.start(self.manager, EFFORTS[str(self._effort.value)])
        except UsageError as error:
            self.study.error = str(error)

    async def _toggle(self) -> None:
        if self.study.running:
            await self.study.stop()
        else:
            self._start()
        self._refresh()

    def _save(self) -> None:
        found = self.study.analysis()
        if found is None:
            ui.notify("Nothing has been found yet.")
            return
        ui.download.content(json.dumps(found.to_dict(), indent=2), "analysis.json", "application/json")

    def _refresh(self) -> None:
        """Show what is new since the last look."""
        study = self.study
        if self._client.has_socket_connection:
            study.touch()
        if study.version == self._version:
            return
        self._version = study.version
        self._button.text = "Stop" if study.running else "Start"
        self._bar.value = study.done / study.places if study.places else 0.0
        self._say.text = study.error or _progress(study)
        self.chart.options.update(_chart(study, self.at))
        self.chart.update()
        self._moves.content = move_rows(study, self.seat, self.at, before=True)
        self._show_verdict()

    def _clicked(self, event: Any) -> None:
        value = event.value
        if isinstance(value, list) and value and isinstance(value[0], int | float) and self._viewer is not None:
            self._viewer.go(int(value[0]))

    def _moved(self) -> None:
        """The board shows another move."""
        if self._viewer is None:
            return
        self.chart.options.update(_chart(self.study, self.at))
        self.chart.update()
        self._moves.content = move_rows(self.study, self.seat, self.at, before=True)
        self._show_verdict()
        self._tree.clear()
        self._worlds.clear()

    def _show_verdict(self) -> None:
        self._verdict.content = _verdict(self.study, self.at, self.seat)

    # --- going on -----------------------------------------------------------------------------------------------------

    def _forward(self) -> None:
        forward(self.manager, self.study, lambda: self.at)


def forward(manager: Manager, study: Study, at: Any) -> None:
    """What lets the visitor go on from where the board is, against an agent of his choice."""
    table = study.session
    with ui.element("div").classes("s-stack").style("margin-top: 1rem"):
        ui.label("Go on from here").classes("m-subtitle").props("role=heading aria-level=2")
        agents = opponents(table, manager.any_agent)
        seats = {seat: f"player {seat + 1}" for seat in range(table.game.players)}
        seat = agent = None
        if agents:
            usual = next((name for name, words in agents.items() if words == "medium"), next(iter(agents)))
            agent = (
                ui.select(agents, value=usual, label="Against").props("dense outlined options-dense").classes("m-full")
            )
            mine = study.people[0] if study.people else 0
            seat = ui.select(seats, value=mine, label="You are").props("dense outlined options-dense").classes("m-full")

        def go() -> None:
            try:
                place = at()
                if table.positions[place].over:
                    raise UsageError("the game is over here: go back a few moves")
                chosen = (0, PERSON) if seat is None or agent is None else (int(seat.value), str(agent.value))
                ui.navigate.to(f"/play/{go_on(manager, visitor(), study, place, *chosen)}")
            except UsageError as error:
                ui.notify(str(error), type="warning")

        ui.button("Play on", icon="play_arrow", on_click=go).props("no-caps").classes("m-full")


def _progress(study: Study) -> str:
    if study.running and not study.places:
        return "Making ready: the game may have to be compiled first …"
    if study.running:
        return f"Going over the game: {study.done} of {study.places} decisions"
    if not study.judgements:
        return "Nothing to go over." if study.places == 0 else "Stopped."
    marks = [one.mark for one in study.judgements.values()]
    words = [f"{marks.count(mark)} {mark}{'' if marks.count(mark) == 1 else 's'}" for mark in ("mistake", "blunder")]
    state = "Done" if study.done >= study.places else "Stopped"
    return f"{state}: {study.done} of {study.places} decisions, {', '.join(words)}."


def _chart(study: Study, at: int = 0) -> dict[str, Any]:
    """The first seat's chance as each player could judge it, or of more than two what each expects for itself; mistakes
    and blunders by shape, sign and word."""
    table = study.session
    judged = [study.judgements[move] for move in sorted(study.judgements)]
    seats = range(table.game.players)
    first = study.name_of(0)
    whose = "chance" if table.game.players == 1 else "your chance" if first == "You" else f"chance of {first}"
    names = [whose if len(seats) == 1 else f"{whose}, as player {seat + 1} sees it" for seat in seats]
    if len(seats) > 2:  # nobody's chance follows from another's
        names = [
            f"what {study.name_of(seat)} {'expect' if study.name_of(seat) == 'You' else 'expects'}" for seat in seats
        ]

    def line(seat: int) -> dict[str, Any]:
        points: list[list[float]] = [[one.at, round(100 * one.first, 1)] for one in judged if one.seat == seat]
        if table.results and study.done >= study.places:
            points.append([len(table.moves), 100 * table.results[seat if len(seats) > 2 else 0]])
        colour = COLOURS[seat]
        return {
            "name": names[seat],
            "type": "line",
            "data": points,
            "symbol": ("circle", "rect", "triangle", "diamond")[seat % 4],
            "symbolSize": 7,
            "lineStyle": {"width": 2, "color": colour, "type": ("solid", "dashed", "dotted")[seat % 3]},
            "itemStyle": {"color": colour},
            "markLine": {
                "silent": True,
                "symbol": "none",
                "label": {"show": False},
                "lineStyle": {"color": GREY},
                "data": [
                    {"yAxis": 50, "lineStyle": {"type": "dotted"}},
                    {"xAxis": at, "lineStyle": {"type": "solid", "width": 2}},
                ],
            },
        }

    def marked(mark: str, symbol: str, sign: str, colour: str) -> dict[str, Any]:
        return {
            "name": mark,
            "type": "scatter",
            "symbol": symbol,
            "symbolSize": 15,
            "itemStyle": {"color": colour, "borderColor": "#fff", "borderWidth": 1},
            "label": {"show": True, "formatter": sign, "position": "top", "color": colour, "fontWeight": "bold"},
            "data": [[one.at, round(100 * one.first, 1)] for one in judged if one.mark == mark],
        }

    return {
        "aria": {"enabled": True},
        "animation": False,
        "grid": {"left": 46, "right": 16, "top": 34, "bottom": 40},
        "legend": {
            "type": "scroll",  # on a small screen it would lie over the graph
            "top": 0,
            "textStyle": {"color": GREY},
            "pageTextStyle": {"color": GREY},
            "pageIconColor": GREY,
            "data": [*names, "mistake", "blunder"],
        },
        # Numbers only: what a tooltip shows is taken for HTML.
        "tooltip": {"trigger": "item", ":formatter": "p => `move ${p.value[0] + 1}: ${p.value[1]} %`"},
        "xAxis": {
            "type": "value",
            "min": 0,
            "max": max(1, len(table.moves)),
            "name": "moves played",
            "nameLocation": "middle",
            "nameGap": 24,
            "minInterval": 1,
            "nameTextStyle": {"color": GREY},
            "axisLabel": {"color": GREY},
            "splitLine": {"show": False},
        },
        "yAxis": {
            "type": "value",
            "min": 0,
            "max": 100,
            "axisLabel": {"color": GREY, "formatter": "{value} %"},
            "splitLine": {"lineStyle": {"color": "#7a7f8944"}},
        },
        "series": [
            *(line(seat) for seat in range(table.game.players)),
            marked("mistake", "triangle", "?", "#c27a12"),
            marked("blunder", "diamond", "??", "#d6455a"),
        ],
    }


def _verdict(study: Study, at: int, seat: int) -> str:
    """What was found out about the decision that comes next on the board."""
    table = study.session
    if at >= len(table.moves):
        return '<p class="m-none">The game ends here. Go back to see what each move was worth.</p>'
    who = study.name_of(table.actors[at]).partition(" (")[0]
    judged = study.judgements.get(at)
    head = f"<p><b>Move {at + 1}, {clean(who)}</b></p>"
    told = f"<p>Played: {clean(table.told(at, seat))}</p>"
    if judged is None:
        why = (
            "not gone over yet"
            if study.running or not study.judgements
            else "there was nothing to decide, or the judge sees one move only"
        )
        return f'<div class="s-verdict">{head}{told}<p class="m-soft">{why.capitalize()}.</p></div>'
    if not table.over and seat not in (OPEN, judged.seat):
        why = "Open all cards to read about the other side."
        return f'<div class="s-verdict">{head}{told}<p class="m-soft">{why}</p></div>'
    return f'<div class="s-verdict">{head}{_judged(study, judged)}</div>'


def movers(position: Position, line: Sequence[str]) -> list[int | None]:
    """Who plays each move of a line of play; None from where the line rests on other cards than these.

    >>> from mulligan.games.toys import NIM
    >>> movers(Position.deal(NIM), ["take 3", "take 1", "take 9"])
    [0, 1, None]
    """
    here, found = position.copy(), list[int | None]()
    for words in line:
        seat = None
        for _ in range(AHEAD):  # trees leave out moves without alternative
            options = [] if here.over else here.options()
            texts = here.texts(options)
            if words in texts:
                seat = here.actor
                here.play(options[texts.index(words)])
            if seat is not None or len(options) != 1:
                break
            here.play(options[0])
        if seat is None:
            break
        found.append(seat)
    return [*found, *(None for _ in line[len(found) :])]


def _judged(study: Study, one: Judgement) -> str:
    signs = {"blunder": "?? blunder", "mistake": "? mistake", "good": "✓ good"}
    sign = f'<span class="s-mark s-{one.mark}">{signs[one.mark]}</span> ' if one.mark else ""
    lost = f"{100 * one.loss:.0f} point{'' if round(100 * one.loss) == 1 else 's'} of a hundred given away"
    doubt = f" (± {100 * one.doubt:.0f})" if one.doubt >= 0.005 else ""
    facts = [
        ("Played", one.played),
        ("Best", one.best),
        ("Chance with the best", f"{100 * one.value:.0f} %"),
        ("With the one played", f"{100 * one.played_value:.0f} %"),
        ("Simulations", f"{one.simulations:,}"),
    ]
    rows = "".join(f"<dt>{clean(name)}</dt><dd>{clean(value)}</dd>" for name, value in facts)
    seats = movers(study.session.positions[one.at], one.line)
    names = ["" if seat is None else f"{study.name_of(seat).partition(' (')[0]}: " for seat in seats]
    line = "".join(f"<li><b>{clean(name)}</b>{clean(words)}</li>" for name, words in zip(names, one.line, strict=True))
    best = f'<p class="m-soft">The best line:</p><ol style="margin:0;padding-left:1.4rem">{line}</ol>' if line else ""
    return f'<p>{sign}{lost}{doubt}.</p><dl class="m-facts">{rows}</dl>{best}'


# --- the tree ---------------------------------------------------------------------------------------------------------


class _Tree:
    """The search at the board's position, to be walked through."""

    def __init__(self, page: _Page) -> None:
        self.page = page
        self._agent: SeatedAgent | None = None
        self._decision: Decision | None = None
        self._line: list[int] = []
        self._searching = False

    def build(self) -> None:
        """The part of the page."""
        with ui.element("div").classes("s-stack"):
            with ui.element("div").classes("s-form"):
                self._effort = ui.select({1.0: "1 s", 3.0: "3 s", 10.0: "10 s"}, value=1.0, label="Time").props(
                    "dense outlined options-dense"
                )
                self._button = ui.button("Search here", icon="account_tree", on_click=self._search).props(
                    "no-caps dense"
                )
            self._say = ui.label("Search the position on the board, then look into its tree.").classes("m-soft")
            self._say.props("aria-live=polite")
            self._crumbs = ui.element("nav").classes("s-crumbs").props('aria-label="The line of play"')
            self._rows = ui.element("div").classes("s-stack").style("gap: .3rem")

    def clear(self) -> None:
        """The board shows another position."""
        if self._decision is not None:
            self._decision, self._line = None, []
            self._say.text = "Search the position on the board, then look into its tree."
            self._crumbs.clear()
            self._rows.clear()

    async def _search(self) -> None:
        page = self.page
        if self._searching:
            if self._agent is not None:
                self._agent.stop()
            return
        game, at = page.study.session.game, page.at
        position = page.study.session.positions[at].copy()
        if position.over:
            self._say.text = "The game is over here."
            return
        self._searching = True
        self._button.text = "Stop"
        try:
            page.manager.pace(page.study.visitor)
            seconds = min(float(self._effort.value), page.manager.limits.thinking)
            seated_agent = SeatedAgent(game, judge_of(game, seconds=seconds), page.study.session.setup)
            self._agent = seated_agent
            self._say.text = "Searching …"
            decision = await page.manager.think(
                lambda: seated_agent.decide(position, position.actor, ("tree", at)), seated_agent.stop, page.study.seen
            )
        except UsageError as error:
            self._say.text = str(error)
            return
        finally:
            self._searching = False
            self._button.text = "Search here"
        if page.at != at:
            return
        self._decision, self._line = decision, []
        self._draw()

    def _go(self, line: Sequence[int]) -> None:
        self._line = list(line)
        self._draw()

    def _draw(self) -> None:
        seated_agent, decision = self._agent, self._decision
        if seated_agent is None or decision is None:
            return
        self._crumbs.clear()
        self._rows.clear()
        if not decision.choices:
            self._say.text = f"There is nothing to search: {', '.join(decision.words())}."
            return
        who = self.page.study.name_of(decision.seat).partition(" (")[0]
        self._say.text = (
            f"{decision.simulations:,} simulations in {decision.trees} tree{'s' if decision.trees > 1 else ''}, "
            f"depth {decision.depth}; chances are those of {who}."
        )
        with self._crumbs:
            ui.button("Root", on_click=lambda: self._go([])).props("flat dense no-caps")
            for number, words in enumerate(line_words(decision, self._line), 1):
                ui.label("›").props("aria-hidden=true")
                ui.button(words, on_click=lambda number=number: self._go(self._line[:number])).props(
                    "flat dense no-caps"
                )
        found = branches(seated_agent, decision, self._line)
        with self._rows:
            if not found:
                ui.label("The tree ends here.").classes("m-none")
            for branch in found[:ROWS]:
                self._row(branch)
            if len(found) > ROWS:
                ui.label(f"… and {len(found) - ROWS} more with fewer visits").classes("m-soft")

    def _row(self, branch: Branch) -> None:
        who = "" if branch.seat is None else f"{self.page.study.name_of(branch.seat).partition(' (')[0]}: "
        share = max(0.0, min(1.0, branch.share))
        row = ui.element("button").classes("s-row").props("type=button")
        row.on("click", lambda: self._go([*self._line, branch.move]))
        with row:
            ui.html(
                f'<div class="m-barrow"><div class="m-figures"><span>{clean(who + branch.text)}</span>'
                f"<span>{100 * branch.chance:.0f} % · {branch.visits:,} visits</span></div>"
                f'<div class="m-track" aria-hidden="true"><span style="width:{share:.1%}"></span></div></div>',
                sanitize=False,
            )


# --- worlds -----------------------------------------------------------------------------------------------------------


class _Imagined:
    """What a seat may think of the cards that it does not see."""

    def __init__(self, page: _Page) -> None:
        self.page = page

    def build(self) -> None:
        """The part of the page."""
        players = self.page.study.session.game.players
        names = {seat: self.page.study.name_of(seat).partition(" (")[0] for seat in range(players)}
        with ui.element("div").classes("s-stack"):
            with ui.element("div").classes("s-form"):
                foe = next((seat for seat in names if seat not in self.page.study.people), 0)
                self._seat = ui.select(names, value=foe, label="Imagined by").props("dense outlined options-dense")
                ui.button("Imagine", icon="psychology", on_click=self._imagine).props("no-caps dense")
            self._say = ui.label("Deal what this player cannot know, as its searches do.").classes("m-soft")
            self._say.props("aria-live=polite")
            self._found = ui.html("", sanitize=False).classes("m-full")

    def clear(self) -> None:
        """The board shows another position."""
        if self._found.content:
            self._found.content = ""
            self._say.text = "Deal what this player cannot know, as its searches do."

    async def _imagine(self) -> None:
        page, seat = self.page, int(self._seat.value)
        position = page.study.session.positions[page.at].copy()
        try:
            page.manager.pace(page.study.visitor)
            found = await page.manager.fetch(lambda: worlds(position, seat, SAMPLES, ("page", page.at)))
        except UsageError as error:
            self._say.text = str(error)
            return
        self._say.text = f"{SAMPLES} worlds; the share of them in which a card lies where."
        self._found.content = _imagined(page.study, found)


def _imagined(study: Study, found: Worlds) -> str:
    parts = []
    for zone in found.zones:
        owner = "" if zone.owner is None else f"{study.name_of(zone.owner).partition(' (')[0]}: "
        rows = "".join(_likely(card) for card in zone.cards[:20])
        more = f'<p class="m-soft">… and {len(zone.cards) - 20} other cards</p>' if len(zone.cards) > 20 else ""
        size = f' <span class="m-soft">{zone.size} card{"s" if zone.size != 1 else ""}</span>'
        parts.append(
            f'<h3 class="m-subtitle">{clean(owner + zone.title)}{size}</h3><div class="m-bars">{rows}{more}</div>'
        )
    if not parts:
        return '<p class="m-none">This player knows everything that matters here.</p>'
    small = [zone for zone in found.zones if zone.size <= 12]
    for number, zones in enumerate(found.worlds[:SHOWN], 1):
        held = [
            clean(f"{zone.title}: {', '.join(_counted(card.name, card.count) for card in zone.cards if card.name)}")
            for zone in zones
            if any((one.owner, one.title) == (zone.owner, zone.title) for one in small)
        ]
        if held:
            parts.append(f'<p style="margin:.5rem 0 0"><b>World {number}</b><br>{"<br>".join(held)}</p>')
    return "".join(parts)


def _likely(card: Likely) -> str:
    often = f" · {card.mean:.1f}" if card.mean > card.share + 0.05 else ""
    return (
        f'<div class="m-barrow"><div class="m-figures"><span>{clean(card.name)}</span>'
        f"<span>{100 * card.share:.0f} %{often}</span></div>"
        f'<div class="m-track" aria-hidden="true"><span style="width:{card.share:.0%}"></span></div></div>'
    )


def _counted(name: str, count: int) -> str:
    return name if count == 1 else f"{count} {name}"


__all__ = ["PATIENCE", "forward", "open_saved", "register", "sorry"]
