"""The first page: choose a game and an opponent, go on with games under way, and look after those that are kept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal
from urllib.parse import quote

from nicegui import events, ui

from mulligan.core.errors import UsageError
from mulligan.core.faces import clean, emblem
from mulligan.core.game import Game
from mulligan.play.levels import DEFAULT, levels_of
from mulligan.play.session import PERSON, Session

from .frame import SLOW, frame, visitor
from .manager import Manager
from .people import ask, to_be_asked
from .playing import ask_to_open
from .preparing import preparing
from .request import COMPUTER, WATCH, GameRequest, agents_of, sit_down, ways_of
from .saves import ENDING, OPENLY, Contents

COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight")
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
REDRAW = 0.5  # seconds in which files that come together are waited for
# On a small screen the form is far below the games.
TO_FORM = 'setTimeout(() => innerWidth <= 860 && document.querySelector(".m-form")?.scrollIntoView(), 80)'


def _beside(players: int, i: int) -> str:
    """Where somebody sits who follows after oneself and i others."""
    words = {3: ("On your left", "On your right"), 4: ("On your left", "Across the table", "On your right")}
    return words[players][i] if players in words else f"{PLACES[i].capitalize()} after you"


def register(manager: Manager) -> None:
    """Add the page."""

    @ui.page("/", response_timeout=SLOW)  # the first visitor may have to wait until all games are loaded
    async def lobby(game: str = "") -> None:
        who = visitor()
        games, problems = await manager.games()
        ordered = sorted(games, key=lambda one: one.room().look.toy)
        with frame("Play", manager):
            if to_be_asked(manager, who):
                ask(manager, who)
                return
            Lobby(manager, who, ordered, game)
            for problem in problems:
                ui.label(problem).classes("m-warn")


class Lobby:
    """What one browser window shows of the server."""

    def __init__(self, manager: Manager, who: str, games: list[Game], wanted: str) -> None:
        self.manager, self.who = manager, who
        self.games = {game.name: game for game in games}
        last = wanted if wanted in self.games else manager.taste(who, "game", next(iter(self.games)))
        self.game = self.games.get(last) or games[0]
        self.tiles: dict[str, ui.element] = {}
        self.stale = False
        """Whether there are kept games that the list does not show yet."""
        ui.html('<h1 class="m-title">What shall we play?</h1>', sanitize=False)
        with ui.element("div").classes("m-lobby"):
            with ui.element("div").classes("m-games"):
                for game in games:
                    self._tile(game)
            self.form = ui.card().classes("m-panel m-form").props("flat")
        self._make_form()
        self._under_way()
        self._kept()

    # --- games --------------------------------------------------------------------------------------------------------

    def _tile(self, game: Game) -> None:
        look = game.room().look
        players = f"for {COUNTS[game.players - 1]}"
        picture = emblem(game.title, look.sign, look.tint)
        tile = ui.element("button").classes("m-game")
        tile.props(f"type=button aria-pressed={'true' if game is self.game else 'false'}")
        tile.props["data-game"] = game.name  # it may have parentheses
        about = clean(look.about or game.source)
        with tile:
            about = " · ".join(filter(None, (players, clean(look.about or game.source))))
            ui.html(
                f"{picture}<div><b>{clean(game.title)}</b><small>{about}</small></div>",
                sanitize=False,
            ).style("display:flex;gap:.8rem")
        tile.on("click", lambda: self._choose(game))
        self.tiles[game.name] = tile

    def _choose(self, game: Game) -> None:
        if game is not self.game:  # a second click should not undo what was chosen since
            for name, tile in self.tiles.items():
                tile.props(f"aria-pressed={'true' if name == game.name else 'false'}")
            self.game = game
            self.manager.set_taste(self.who, "game", game.name)
            self._make_form()
        ui.run_javascript(TO_FORM)

    # --- the form -----------------------------------------------------------------------------------------------------

    def _make_form(self) -> None:
        game = self.game
        self.form.clear()
        with self.form:
            ui.html(f'<h2 class="m-subtitle">{clean(game.title)}</h2>', sanitize=False)
            self.way = ui.select(ways_of(game), value=COMPUTER, label="How", on_change=self._fit)
            levels = {level.name: level.words for level in levels_of(game).values()}
            self.level = ui.select(levels, value=DEFAULT, label="Level", on_change=self._fit)
            agents = agents_of(game)
            self.agent = _choice("Another agent (instead of the level)", agents, "", self.manager.any_agent)
            self.first = _choice("First agent", agents, _usual(agents), self.manager.any_agent)
            self.second = _choice("Second agent", agents, _usual(agents), self.manager.any_agent)
            many = range(game.players - 1 if game.players > 2 else 0)
            self.further = [
                _choice(f"{_beside(game.players, i)} (instead of the level)", agents, "", self.manager.any_agent)
                for i in many
            ]
            self.watched = [
                _choice(f"{PLACES[i].capitalize()} agent", agents, _usual(agents), self.manager.any_agent)
                for i in range(game.players if game.players > 2 else 0)
            ]
            places = {str(i + 1): PLACES[i] for i in range(max(2, game.players))}
            self.seat = ui.select(places | {"random": "by lot"}, value="1", label="Your seat")
            setups = {"": "as usual"} | {name: f"{name}: {about}" for name, about in game.setups.items()}
            self.setup = _choice("Setup", setups, "", True)
            with ui.expansion("More").classes("m-full").props("dense"):
                self.seconds = ui.number("Thinking time of agents, seconds", min=0, max=self.manager.limits.thinking)
                self.seed = ui.input("Seed: the same gives the same cards").props("maxlength=40")
            self.start = ui.button("Deal the cards", icon="style", on_click=self._deal).props("no-caps")
            self.start.classes("m-full").props("data-start")
            self.wait = ui.row().style("align-items:center;flex-wrap:nowrap")
            with self.wait:
                ui.spinner()
                self.waiting = ui.label("").props("role=status")
            self.wait.set_visibility(False)
        self._fit()

    def _fit(self) -> None:
        """Ask only what matters for this way to play."""
        way, alone, two = self.way.value, self.game.players == 1, self.game.players == 2
        self.level.set_visibility(way == COMPUTER)
        self.agent.set_visibility(way == COMPUTER and two)
        for choice in self.further:
            choice.set_visibility(way == COMPUTER)
        for choice in self.watched:
            choice.set_visibility(way == WATCH)
        self.seat.set_visibility(way == COMPUTER and not alone)
        self.first.set_visibility(way == WATCH and (alone or two))
        self.second.set_visibility(way == WATCH and two)
        self.seconds.set_visibility(way == WATCH or not alone)

    def _request(self) -> GameRequest:
        watch = self.way.value == WATCH
        return GameRequest(
            game=self.game.name,
            way=str(self.way.value),
            setup=str(self.setup.value or ""),
            seat=str(self.seat.value),
            opponent=str((self.first.value if watch else self.agent.value or self.level.value) or ""),
            other=str(self.second.value or ""),
            further=tuple(str(choice.value or "") for choice in (self.watched if watch else self.further)),
            seconds=float(self.seconds.value or 0),
            seed=str(self.seed.value or ""),
        )

    async def _deal(self) -> None:
        request, limits = self._request(), self.manager.limits
        fresh = not request.seed.strip()
        await self._sit(
            lambda: sit_down(request, limits.thinking, self.manager.any_agent), self.game.title, fresh=fresh
        )

    async def _sit(self, deal: Callable[[], Session], title: str, *, openly: bool = False, fresh: bool = False) -> None:
        """Deal or load a game, and go to its table."""

        async def sit() -> None:
            client = ui.context.client
            session = await self.manager.fetch(deal)
            if client.is_deleted:  # whoever asked for it has gone
                return
            id = self.manager.open(self.who, session, fresh=fresh)
            if openly:
                self.manager.find(self.who, id).open_thoughts()
            ui.navigate.to(f"/play/{id}")

        self.start.set_enabled(False)
        self.waiting.text = "Dealing"
        self.wait.set_visibility(True)
        slow = ui.timer(1.0, lambda: self._tell(title))
        await self._try(sit)
        slow.cancel()
        self.start.set_enabled(True)
        self.wait.set_visibility(False)

    def _tell(self, title: str) -> None:
        if self.manager.preparing.now:
            self.waiting.text = preparing(title)

    async def _try(self, work: Callable[[], Awaitable[None] | None]) -> bool:
        try:
            self.manager.pace(self.who)
            waiting = work()
            if waiting is not None:
                await waiting
        except UsageError as error:
            ui.notify(str(error), type="warning", position="bottom", multi_line=True, timeout=8000)
            return False
        except MemoryError:
            ui.notify("not enough memory for that", type="warning", position="bottom")
            return False
        return True

    # --- games under way, and kept ones -------------------------------------------------------------------------------

    def _under_way(self) -> None:
        @ui.refreshable
        def listed() -> None:
            tables = self.manager.of(self.who)
            if not tables:
                return
            ui.html('<h2 class="m-subtitle" style="margin-top:1.4rem">Under way</h2>', sanitize=False)
            with ui.element("div").classes("m-files"):
                for table in tables:
                    with ui.element("div").classes("m-file"):
                        players = " against ".join(table.session.players)
                        ui.label(f"{table.session.game.title}: {players}, {len(table.session.moves)} moves").classes(
                            "m-grow"
                        )
                        _link("Go on" if not table.over else "Look", f"/play/{table.id}", "play_arrow")

                        async def close(id: str = table.id) -> None:
                            await self._try(lambda: self.manager.close(self.who, id))
                            listed.refresh()

                        _icon("close", "Throw this game away", close)

        listed()

    def _kept(self) -> None:
        @ui.refreshable
        def listed() -> None:
            about: dict[str, ui.label] = {}

            async def tell() -> None:
                try:
                    found = await self.manager.fetch(lambda: self.manager.contents(self.who))
                except UsageError:  # the server is busy: names and dates will do
                    return
                for name, label in about.items():
                    if name in found and not label.is_deleted:
                        label.text = self._told(found[name])

            kept = self.manager.saved(self.who)
            if not kept:
                ui.label("Nothing yet. Games are kept with “Save” at the table.").classes("m-soft")
            with ui.element("div").classes("m-files"):
                for saved in kept:
                    with ui.element("div").classes("m-file"):
                        with ui.element("div").classes("m-grow").style("overflow-wrap:anywhere"):
                            ui.label(saved.name).style("font-weight:600")
                            about[saved.name] = ui.label("").classes("m-soft")
                        ui.label(f"{saved.when:%Y-%m-%d %H:%M}").classes("m-soft")
                        self._actions(saved.name, listed.refresh)
            if kept:
                ui.timer(0.01, tell, once=True)  # reading many files takes a moment

        ui.html('<h2 class="m-subtitle" style="margin-top:1.4rem">Kept games</h2>', sanitize=False)
        listed()

        async def uploaded(event: events.UploadEventArguments) -> None:
            data = await event.file.read()
            client = ui.context.client
            waiting = ui.notification("Reading the game", spinner=True, timeout=None, position="bottom")

            async def keep() -> None:
                self.manager.pace_upload(self.who)
                text = await self.manager.fetch(lambda: self.manager.check_upload(event.file.name, data))
                name = self.manager.keep(self.who, event.file.name, text)
                if not client.is_deleted:
                    ui.notify(f"Kept as '{name}'.", type="positive", position="bottom")

            await self._try(keep)
            if client.is_deleted:  # whoever sent it has gone
                return
            waiting.dismiss()
            upload.reset()
            if not self.stale:  # the list is drawn once for all files that come together
                self.stale = True
                ui.timer(REDRAW, redraw, once=True)

        def redraw() -> None:
            self.stale = False
            listed.refresh()

        upload = ui.upload(
            label="Add a game file",
            auto_upload=True,
            max_file_size=self.manager.limits.upload,
            on_upload=uploaded,
            on_rejected=lambda: ui.notify(
                f"the file is larger than a game can be ({self.manager.limits.upload:,} bytes)",
                type="warning",
                position="bottom",
            ),
        ).props(f'accept="{ENDING},text/plain,.txt"')
        upload.classes("m-hidden").props("aria-hidden=true")
        add = ui.button("Add a game file", icon="upload_file", on_click=lambda: upload.run_method("pickFiles"))
        add.props("outline no-caps").style("margin-top:.6rem")

    def _told(self, kept: Contents) -> str:
        """What a kept game is, in a line."""
        game = self.games.get(kept.game)
        others = [player for player in kept.players if player != PERSON]
        if len(others) < len(kept.players):
            people = f", {COUNTS[len(kept.players) - 1]} people" if len(kept.players) > 1 else ""
            who = f" against {', '.join(others)}" if others else people
        else:
            who = f": {' against '.join(others)}"
        moves = f"{kept.moves} move{'' if kept.moves == 1 else 's'}"
        return f"{game.title if game else kept.game}{who}, {moves}{', ended' if kept.ended else ''}"

    def _actions(self, name: str, refresh: Callable[[], Any]) -> None:
        async def go_on() -> None:
            def load() -> Session:
                return self.manager.sitting_of(self.manager.load(self.who, name))

            try:
                openly = OPENLY in self.manager.load_text(self.who, name)
            except UsageError:
                openly = False
            await self._sit(load, name, openly=openly)

        async def download() -> None:
            def send() -> None:
                ui.download.content(self.manager.open_kept(self.who, name), name + ENDING, "text/plain")

            def ask() -> None:
                if self.manager.is_secret(self.who, name):
                    ask_to_open(send)
                else:
                    send()

            await self._try(ask)

        async def delete() -> None:
            with ui.dialog() as dialog, ui.card().classes("m-panel"):
                ui.label(f"Delete '{name}'?").classes("m-subtitle")
                with ui.row():
                    ui.button("Delete", color="negative", on_click=lambda: dialog.submit(True)).props("no-caps")
                    ui.button("Keep", on_click=lambda: dialog.submit(False)).props("flat no-caps")
            wanted = await dialog
            dialog.delete()
            if wanted:
                await self._try(lambda: self.manager.delete(self.who, name))
                refresh()

        ui.button("Continue", icon="play_arrow", on_click=go_on).props("dense flat no-caps")
        _link("Replay", f"/replays/saved/{quote(name)}", "movie")
        _link("Analyse", f"/analysis/saved/{quote(name)}", "query_stats")
        _icon("download", "Download", download)
        _icon("delete", "Delete", delete)


def _choice(label: str, options: dict[str, str], value: str, free: bool) -> ui.select:
    """A choice that can be searched, and if it is `free` also typed."""
    mode: Literal["add-unique"] | None = "add-unique" if free else None
    field = ui.select(options, value=value or None, label=label, with_input=True, new_value_mode=mode, clearable=True)
    return field.props("popup-content-style=max-width:min(560px,92vw)")


def _usual(agents: dict[str, str]) -> str:
    return next((name for name in (DEFAULT, "expert") if name in agents), next(iter(agents)))


def _link(text: str, place: str, icon: str) -> None:
    ui.button(text, icon=icon, on_click=lambda: ui.navigate.to(place)).props("dense flat no-caps")


def _icon(icon: str, about: str, call: Callable[..., Any]) -> None:
    ui.button(icon=icon, on_click=call).props(f'dense flat round aria-label="{about}"').tooltip(about)
