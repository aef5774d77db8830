"""The page of one game: the table, and beside it the moves, the log, what the opponent thinks, and hints."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from mulligan.core.commands import read_command
from mulligan.core.errors import UsageError
from mulligan.core.faces import clean
from mulligan.core.scene import OPEN, Part
from mulligan.core.words import plain_digits
from mulligan.play.seated import new_session
from mulligan.play.session import PERSON, Session
from mulligan.play.view import Move, View

from .board import Board, MoveList
from .frame import frame, visitor
from .log import bars, facts, last_html, log_html
from .manager import Manager, text_of
from .ongoing import LogLine, OngoingGame, Thought
from .preparing import preparing
from .request import fresh_seed
from .saves import ENDING

TICK = 0.2  # seconds between looks at the table
KEYS = (
    ("1 to 9", "play the move with this number"),
    ("/", "type a move, its number, or an abbreviation of it"),
    ("arrow keys", "go from card to card"),
    ("Enter", "take up a card, or choose"),
    ("c", "confirm what was put together on the table"),
    ("Escape", "put it down"),
    ("h", "ask for a hint"),
    ("u", "take back the last move"),
)
MOVE_NOW, STOP = "Move now", "Stop"
RECENT = 4  # moves whose events are shown on the table at once
FEW = 12  # points of a graph that are drawn one by one


def register(manager: Manager) -> None:
    """Add the page."""

    @ui.page("/play/{id}")
    def play(id: str) -> None:
        who = visitor()
        try:
            table = manager.find(who, id)
        except UsageError as error:
            ui.context.client.status_code = 404
            with frame("No such game", manager):
                ui.label(str(error)).classes("m-subtitle")
                ui.link("To the lobby", "/")
            return
        with frame(table.session.game.title, manager, wide=True):
            Page(manager, table)


class Page:
    """What one browser window shows of a table."""

    def __init__(self, manager: Manager, table: OngoingGame) -> None:
        self.manager, self.table, self.who = manager, table, table.visitor
        self.game = table.session.game
        self.drawn = -1
        self.told = len(table.session.moves)
        self.all_cards = False
        self.left = False
        self.client = ui.context.client
        self._status: tuple[Any, ...] = ()
        self._chart_state: tuple[Any, ...] = ()
        self._names_moves = False  # whether moves that the opponent thought of stand in this page
        ui.html(f'<h1 class="m-hidden">{clean(self.game.title)}</h1>', sanitize=False)
        self.live = ui.html("", sanitize=False).classes("m-hidden").props("role=status aria-live=polite")
        with ui.element("div").classes("m-table m-playing"):
            with ui.element("div").classes("m-left"):
                self._make_bar()
                self._make_curtain()
                seat = table.seat
                view = table.view(seat) if seat is not None else None
                names = [table.name_of(s) for s in range(self.game.players)]
                self.board = Board(view or _nothing(table), self._move, names=names, on_parts=self._parts)
            with ui.element("aside").classes("m-side").props('aria-label="What happened, moves, log and thoughts"'):
                self.last = ui.html("", sanitize=False).classes("m-news")
                self._make_tabs()
        ui.on("m-key", self._key)
        self._draw()
        ui.timer(TICK, self._tick)

    # --- parts --------------------------------------------------------------------------------------------------------

    def _make_bar(self) -> None:
        self.bar = ui.element("div").classes("m-bar")
        with self.bar:
            self.spinner = ui.spinner(size="1.4em").props("aria-hidden=true")
            self.say = ui.label("").classes("m-say")
            self.now = ui.button(MOVE_NOW, icon="bolt", on_click=self.table.move_now).props("outline dense no-caps")
            with ui.element("div").classes("m-tools"):
                self.buttons = {
                    "hint": _tool("Hint", "lightbulb", "Hint (h)", self._hint),
                    "undo": _tool("Undo", "undo", "Take back the last move (u)", self._undo),
                    "save": _tool("Save", "save", "Save or download the game", self._save),
                    "resign": _tool("Resign", "flag", "Give up", self._resign),
                    "all": _tool("All cards", "visibility", "Show what was hidden", self._show_all),
                    "replay": _tool("Replay", "movie", "Go through the game", lambda: self._go_to("replays")),
                    "analyse": _tool("Analyse", "query_stats", "Judge the moves", lambda: self._go_to("analysis")),
                    "again": _tool("New game", "casino", "The same again with other cards", self._again),
                }
                _tool("", "settings", "Settings of this game", self._settings)
                _tool("", "keyboard", "Keys", self._help)

    def _make_curtain(self) -> None:
        self.curtain = ui.element("div").classes("m-curtain")
        with self.curtain:
            self.handing = ui.label("")
            self.sit = ui.button("Show my cards", icon="visibility", on_click=self._reveal).props("no-caps size=lg")

    def _make_tabs(self) -> None:
        with ui.tabs().props("dense no-caps inline-label active-color=primary") as self.tabs:
            for name in ("Moves", "Log", "Thinking", "Hint"):
                ui.tab(name)
        with ui.tab_panels(self.tabs, value="Moves", animated=False, keep_alive=True):
            with ui.tab_panel("Moves"):
                self.moves = MoveList(self._command)
            with ui.tab_panel("Log"):
                self.log = ui.html("", sanitize=False)
            with ui.tab_panel("Thinking"):
                self.listen = ui.switch("Show what agents think", value=self.table.listening)
                self.listen.on_value_change(lambda event: setattr(self.table, "listening", bool(event.value)))
                self.figures = ui.html("", sanitize=False)
                self.chart = ui.echart(_chart(self.game.players)).style("height:170px;width:100%")
                self.rows = ui.html("", sanitize=False)
                self.opener = ui.button("Open its thoughts", icon="psychology", on_click=self._open_thoughts)
                self.opener.props("outline no-caps dense")
            with ui.tab_panel("Hint"):
                self.advice = ui.html("", sanitize=False)

    # --- drawing ------------------------------------------------------------------------------------------------------

    def _tick(self) -> None:
        table = self.table
        if self.left or self.client.is_deleted:
            return
        if self.manager.tables.get(table.id) is not table:
            self._leave_for("/")
            return
        if self.client.has_socket_connection:  # a page without its browser is kept for a while, and sees nothing
            table.touch()
            table.go(self.manager)
        if table.version != self.drawn:
            self._draw()
        self._draw_status()
        self._draw_thoughts()
        if table.advising:
            self._draw_hint()

    def _seat(self) -> int | None:
        return OPEN if self.all_cards and self.table.over else self.table.seat

    def _draw(self) -> None:
        table, seat = self.table, self._seat()
        self.drawn = table.version
        self.curtain.set_visibility(seat is None)
        if seat is None:
            self.handing.text = f"{self.game.title}: hand over to {table.name_of(table.actor)}."
            self.sit.text = f"I am {table.name_of(table.actor)}: show my cards"
            self.board.curtain("")
            self.moves.show(None)
            self.log.content = self.last.content = ""
        else:
            view = table.view(seat)
            lines = table.log(seat)
            events = [event for line in lines[self.told :][-RECENT:] for event in line.events]
            self.board.show(view, hint=table.hinted, stamp=table.stamp, events=events)
            self.moves.show(view, table.hinted)
            self.log.content = log_html(lines, table, seat)
            self.last.content = last_html(lines, table, seat)
            self._announce(lines, view)
        self._draw_hint()
        own = bool(table.people)
        over, your_move = table.over, seat is not None and table.actor == seat and not table.minds_play
        for name, shown in (
            ("hint", own and not over),
            ("undo", own),
            ("resign", own and not over),
            ("all", over and own and self.game.hidden),
            ("replay", over),
            ("analyse", over),
            ("again", over),
        ):
            self.buttons[name].set_visibility(shown)
        self.buttons["hint"].set_enabled(your_move)
        self.buttons["undo"].set_enabled(bool(table.session.moves))
        self.bar.classes(remove="m-yours m-end", add="m-end" if over else "m-yours" if your_move else "")

    def _draw_status(self) -> None:
        status = text, waits, stop = status_of(self.table, self.manager.preparing.now)
        if status != self._status:
            self._status = status
            self.say.text = text
            self.spinner.set_visibility(waits)
            self.now.set_visibility(bool(stop))
            if stop:
                self.now.text = stop
                self.now.props(f"icon={'bolt' if stop == MOVE_NOW else 'stop'}")

    def _draw_thoughts(self) -> None:
        table, thought = self.table, self.table.thought
        readable = may_read(table)
        if not readable and self._names_moves:  # as when the end of the game was taken back
            self.rows.content, self._names_moves = "", False
        state = (
            table.listening,
            readable,
            thought is None or (id(thought), thought.simulations, len(thought.course), thought.ended),
            self.tabs.value,
        )
        if state == self._chart_state or self.tabs.value != "Thinking":
            return
        self._chart_state = state
        if thought is not None and table.listening:
            table.mark("thinking")
        self.opener.set_visibility(not readable)
        if thought is None or not table.listening:
            self.figures.content = '<p class="m-none">Nobody has thought yet.</p>' if table.listening else ""
            self.rows.content, self._names_moves = "", False
            self.chart.set_visibility(False)
            return
        self.figures.content = facts(thought, table.name_of(thought.seat), self.game.players)
        self.chart.set_visibility(bool(thought.course))
        series = self.chart.options["series"][0]
        series["data"] = [[s, round(100 * v, 1)] for s, v in thought.course]
        series["showSymbol"] = len(thought.course) <= FEW
        self.chart.update()
        self._names_moves = readable
        if readable:
            self.rows.content = bars(thought.rows) or '<p class="m-none">It had nothing to weigh up.</p>'
        else:
            self.rows.content = (
                '<p class="m-none">Which moves it thinks of would tell its cards, so they are not shown.</p>'
            )

    def _draw_hint(self) -> None:
        table, hint = self.table, self.table.hint
        if hint is None:
            self.advice.content = '<p class="m-none">Press “Hint”, and the best player we have looks at your cards.</p>'
            return
        best = clean(table.hinted.text if table.hinted else hint.rows[0][0] if hint.rows else "thinking")
        shown = (
            f'<p class="m-subtitle">★ {best}</p>' if hint.ended else '<p class="m-none">The adviser is thinking.</p>'
        )
        self.advice.content = shown + (facts(hint, "The adviser") if hint.course else "") + bars(hint.rows)

    def _announce(self, lines: list[LogLine], view: View) -> None:
        table = self.table
        if len(table.session.moves) < self.told:
            said = ["Taken back."]
        else:
            said = [
                f"{table.name_of(line.actor)}: {line.told}. {'; '.join(line.happened)}" for line in lines[self.told :]
            ]
        self.told = len(table.session.moves)
        if table.over:
            said.append(table.ended())
        elif view.moves:
            said.append(f"Your move: {asked_of(view)}")
        if table.hinted is not None:
            said.append(f"Hint: {table.hinted.text}.")
        self.live.content = clean(" ".join(said[-6:]))

    # --- what people do -----------------------------------------------------------------------------------------------

    def _leave_for(self, place: str) -> None:
        """Go to another page; this one is not drawn again."""
        self.left = True
        ui.navigate.to(place)

    async def _try(self, work: Callable[[], Awaitable[None] | None]) -> None:
        """Do what somebody wants, and tell in one line why it cannot be done."""
        try:
            self.manager.pace(self.who)
            waiting = work()
            if waiting is not None:
                await waiting
        except UsageError as error:
            if not self.client.is_deleted:  # else nobody is there to be told
                ui.notify(str(error), type="warning", position="bottom")
        self._tick()

    async def _move(self, move: Move, stamp: int) -> None:
        await self._try(lambda: self.table.play(move.number, stamp))

    async def _parts(self, parts: list[Part], stamp: int) -> None:
        await self._try(lambda: self.table.play_together(parts, stamp))

    async def _command(self, text: str) -> None:
        def play() -> None:
            seat = self.table.seat
            if seat is None or seat < 0:
                raise UsageError("it is not your move")
            moves = self.table.view(seat).moves
            number = int(text) if plain_digits(text) and len(text) < 5 else None
            chosen = number or read_command(text, {move.text: move.number for move in moves})
            self.table.play(chosen, self.table.stamp)

        await self._try(play)

    async def _key(self, event: GenericEventArguments) -> None:
        key = event.args.get("key") if isinstance(event.args, dict) else None
        if key == "h":
            await self._hint()
        elif key == "u":
            await self._undo()
        elif key == "/":
            self.tabs.set_value("Moves")
            ui.run_javascript('setTimeout(() => document.querySelector(".m-command")?.focus(), 150)')

    async def _hint(self) -> None:
        self.tabs.set_value("Hint")
        await self._try(lambda: self.table.advise(self.manager))

    async def _undo(self) -> None:
        self.all_cards = False
        await self._try(self.table.undo)

    def _reveal(self) -> None:
        self.table.reveal(self.table.actor)
        self._tick()

    def _show_all(self) -> None:
        self.all_cards = not self.all_cards
        self.buttons["all"].text = "My cards" if self.all_cards else "All cards"
        self.drawn = -1
        self._tick()

    def _open_thoughts(self) -> None:
        with ui.dialog() as dialog, ui.card().classes("m-panel"):
            who = "the opponent thinks" if self.game.players == 2 else "the others think"
            ui.label(f"Read what {who}?").classes("m-subtitle")
            ui.label(
                "Its thoughts tell of its cards. The game will be marked: the opponent's thoughts were open."
            ).classes("m-soft")

            def open_them() -> None:
                dialog.close()
                self.table.open_thoughts()
                self._tick()

            with ui.row():
                ui.button("Open them", icon="psychology", on_click=open_them).props("no-caps")
                ui.button("Play on", on_click=dialog.close).props("flat no-caps")
        _show(dialog)

    def _resign(self) -> None:
        with ui.dialog() as dialog, ui.card().classes("m-panel"):
            ui.label("Give this game up?").classes("m-subtitle")

            async def resign() -> None:
                dialog.close()
                await self._try(self.table.resign)

            with ui.row():
                ui.button("Resign", on_click=resign, color="negative").props("no-caps")
                ui.button("Play on", on_click=dialog.close).props("flat no-caps")
        _show(dialog)

    def _save(self) -> None:
        name = self.manager.free_name(self.who, self.table.likely_name)
        with ui.dialog() as dialog, ui.card().classes("m-panel"):
            ui.label("Keep this game").classes("m-subtitle")
            line = ui.input("Name", value=name).props("outlined dense autofocus maxlength=60")

            async def save() -> None:
                def keep() -> None:
                    kept = self.manager.save(self.who, str(line.value).strip(), self.table)
                    dialog.close()
                    ui.notify(f"Kept as '{kept}'.", type="positive", position="bottom")

                await self._try(keep)

            line.on("keydown.enter", save)
            with ui.row():
                ui.button("Save", icon="save", on_click=save).props("no-caps")
                ui.button("Download", icon="download", on_click=self._download).props("outline no-caps")
                ui.button("Cancel", on_click=dialog.close).props("flat no-caps")
        _show(dialog)

    def _download(self) -> None:
        def send() -> None:
            ui.download.content(text_of(self.table), f"{self.table.likely_name}{ENDING}", "text/plain")

        def open_and_send() -> None:
            self.table.open_thoughts()
            self._tick()
            send()

        if self.table.secret:
            ask_to_open(open_and_send)
        else:
            send()

    def _go_to(self, place: str) -> None:
        ui.navigate.to(f"/{place}/{self.table.id}")

    async def _again(self) -> None:
        old = self.table.session

        def deal() -> Session:
            setup = old.setup
            if all(player != PERSON for player in old.players):
                return new_session(old.game, setup, old.players, fresh_seed())
            return Session(old.game, setup, old.players, fresh_seed())

        async def again() -> None:
            session = await self.manager.fetch(deal)
            if self.client.is_deleted:
                return
            self.manager.close(self.who, self.table.id)
            self._leave_for(f"/play/{self.manager.open(self.who, session, fresh=True)}")

        await self._try(again)

    def _settings(self) -> None:
        table = self.table
        with ui.dialog() as dialog, ui.card().classes("m-panel"):
            ui.label("This game").classes("m-subtitle")
            ui.html(_about(table), sanitize=False)
            ui.label("Pause between moves of agents, in seconds").classes("m-soft")
            slider = ui.slider(min=0, max=5, step=0.1, value=table.pause).props("label")
            slider.on_value_change(lambda event: setattr(table, "pause", float(event.value)))
            ui.html('<label class="m-moving"><input type="checkbox"> Cards move and strike</label>', sanitize=False)

            def leave() -> None:
                self.manager.close(self.who, table.id)
                self._leave_for("/")

            with ui.row():
                ui.button("Close", on_click=dialog.close).props("no-caps")
                ui.button("Throw this game away", on_click=leave).props("flat no-caps color=negative")
        _show(dialog)

    def _help(self) -> None:
        with ui.dialog() as dialog, ui.card().classes("m-panel"):
            ui.label("Keys").classes("m-subtitle")
            rows = "".join(f"<dt><b>{clean(key)}</b></dt><dd>{clean(what)}</dd>" for key, what in KEYS)
            ui.html(f'<dl class="m-facts">{rows}</dl>', sanitize=False)
            ui.label("With the mouse: click a card that glows, or drag it onto another one.").classes("m-soft")
            ui.label("Rest the mouse on a card, or press it long with a finger, to see it large.").classes("m-soft")
            ui.button("Close", on_click=dialog.close).props("no-caps")
        _show(dialog)


def may_read(table: OngoingGame) -> bool:
    """Whether pages may name the moves that an agent at a table thinks of."""
    return table.open or not table.people or table.over


def status_of(table: OngoingGame, compiling: bool) -> tuple[str, bool, str]:
    """What the bar says, whether somebody is being waited for, and what the button is called that ends the waiting."""
    thought, waits = table.thought, False
    title = table.session.game.title

    def slow(one: Thought) -> bool:
        return one.seconds > 1 and compiling and not one.simulations

    if table.error:
        text = f"Something went wrong: {table.error}"
    elif table.over:
        text = _ended(table)
    elif table.thinking and thought is not None:
        waits = not thought.ended
        text = preparing(title) if slow(thought) else f"{table.name_of(thought.seat)} is thinking"
        text += f" ({thought.seconds:.0f} s)" if thought.seconds >= 1 else ""
    elif table.seat is None:
        text = f"Hand over to {table.name_of(table.actor)}"
    else:
        view = table.view(table.seat)
        asked = asked_of(view)
        who = "Your move" if len(table.people) == 1 else table.name_of(table.actor)
        text = f"{who}: {asked}"
    stop = MOVE_NOW if waits and table.thinking else ""
    if table.advising:
        waits, stop = True, stop or STOP
        if table.hint is not None and slow(table.hint):
            text = f"{preparing(title)} ({table.hint.seconds:.0f} s)"
        else:
            text += " (the adviser is thinking)"
    if table.open:
        text += " · open game"
    if table.sheet is not None:
        text += " · in the study"
    elif table.aside:
        text += " · not in the study"
    return text, waits, stop


def asked_of(view: View) -> str:
    """What a person is asked, at a table where whole decisions are put together."""
    few = "there is one move" if len(view.moves) == 1 else f"choose one of {len(view.moves)} moves"
    return (view.assembly.prompt if view.assembly is not None else "") or view.prompt or few


def _ended(table: OngoingGame) -> str:
    if table.session.game.players != 2 or len(table.people) != 1 or table.session.resigned is not None:
        return table.ended()
    score = table.results[table.people[0]]
    return "You have won!" if score == 1 else "You have lost." if score == 0 else table.ended()


def ask_to_open(go: Callable[[], None]) -> None:
    """Ask whether somebody wants the file of a game that has not ended."""
    with ui.dialog() as dialog, ui.card().classes("m-panel"):
        ui.label("Download a game that has not ended?").classes("m-subtitle")
        ui.label(
            "Its file tells all moves and the seed, from which all cards follow and what chance will bring. "
            "The game will be marked as open."
        ).classes("m-soft")

        def agreed() -> None:
            dialog.close()
            go()

        with ui.row():
            ui.button("Download it", icon="download", on_click=agreed).props("no-caps")
            ui.button("Leave it here", on_click=dialog.close).props("flat no-caps")
    _show(dialog)


def _show(dialog: ui.dialog) -> None:
    """Open a dialog that is gone when it is closed: there is a new one each time."""
    dialog.on("hide", dialog.delete)
    dialog.open()


def _tool(text: str, icon: str, about: str, call: Callable[..., Any]) -> ui.button:
    button = ui.button(text, icon=icon, on_click=call).props(f'dense no-caps flat aria-label="{text or about}"')
    button.tooltip(about)
    return button


def _about(table: OngoingGame) -> str:
    session = table.session
    rows = {"Game": session.game.title, "Setup": session.setup}
    rows["Seed"] = "told when the game has ended: all cards follow from it" if table.secret else session.seed
    rows |= {f"Player {i + 1}": name for i, name in enumerate(session.players)}
    if table.sheet is not None:
        rows["Study"] = f"game {table.sheet.number} of '{table.sheet.study.name}'"
    elif table.aside:
        rows["Study"] = table.aside
    return f'<dl class="m-facts">{"".join(f"<dt>{clean(k)}</dt><dd>{clean(v)}</dd>" for k, v in rows.items())}</dl>'


def _nothing(table: OngoingGame) -> View:
    """A view in which nothing is seen, for as long as the table is handed over."""
    game = table.session.game
    return View(
        game.name, game.title, table.session.setup, OPEN, table.actor, 0, "", (), (), "", (), players=game.players
    )


def _chart(players: int = 2) -> dict[str, Any]:
    title = f"Its {'chance to win' if players < 3 else 'expected result'}, by its own reckoning"
    shared: dict[str, Any] = {"splitLine": {"lineStyle": {"opacity": 0.25}}, "axisLabel": {"color": "#888"}}
    options: dict[str, Any] = {
        "animation": False,
        "grid": {"left": 44, "right": 12, "top": 26, "bottom": 24},
        "title": {"text": title, "textStyle": {"fontSize": 12, "color": "#888"}},
        "xAxis": {"type": "value", "name": "s", "min": 0, **shared},
        "yAxis": {"type": "value", "min": 0, "max": 100, **shared},
        "series": [{"type": "line", "showSymbol": False, "data": [], "lineStyle": {"width": 3, "color": "#2c8576"}}],
    }
    found: dict[str, Any] = json.loads(json.dumps(options))  # of its own, for pages change it
    return found
