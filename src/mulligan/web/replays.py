"""Games gone through move by move: those a visitor has kept, and those of the arena's store, which are played again."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from urllib.parse import quote

from nicegui import ui

from mulligan.arena.contest import Contest, GameRow
from mulligan.arena.store import Store
from mulligan.arena.stored import StoredCell
from mulligan.core.errors import UsageError
from mulligan.core.faces import clean
from mulligan.play.replay import (
    PAGE,
    Replay,
    Stopped,
    by_clock,
    count_games,
    play_again,
    stored_contest,
    stored_game,
    stored_games,
)

from .analysis import PATIENCE, forward, guarded, open_saved, sorry
from .frame import SLOW, frame, visitor
from .manager import Manager
from .standings import Standings, check
from .studies import Study, studies_of
from .viewer import Viewer, add_assets, move_rows

LONGEST = 300.0  # seconds that a game may take to be played again


def register(manager: Manager) -> None:
    """Add the pages of replays to a server."""
    standings = Standings(manager.store)

    @ui.page("/replays", response_timeout=SLOW)
    async def index(table: str = "", saved: str = "") -> None:
        if table or saved:
            ui.navigate.to(f"/replays/{quote(table)}" if table else f"/replays/saved/{quote(saved)}")
            return
        with frame("Replays", manager):
            add_assets()
            await _index(manager, standings)

    @ui.page("/replays/saved/{name}", response_timeout=SLOW)
    async def saved_game(name: str) -> None:
        await open_saved(manager, name, "/replays")

    @ui.page("/replays/cell/{contest}", response_timeout=SLOW)
    async def cell(contest: int, page: int = 1) -> None:
        with frame("Replays", manager):
            add_assets()
            await _cell(manager, contest, max(1, page))

    @ui.page("/replays/arena/{contest}/{pair}/{seat}", response_timeout=SLOW)
    async def arena(contest: int, pair: int, seat: int) -> None:
        with frame("Replays", manager):
            add_assets()
            await _arena(manager, contest, pair, seat)

    @ui.page("/replays/{id}")
    def page(id: str, at: int = 0) -> None:
        with frame("Replays", manager, wide=True):
            add_assets()
            try:
                study = studies_of(manager).of_table(manager, visitor(), id)
            except UsageError as error:
                sorry(str(error), 404)
                return
            guarded(manager, study, at, _Page)


# --- which game -------------------------------------------------------------------------------------------------------


async def _index(manager: Manager, standings: Standings) -> None:
    who = visitor()
    ui.label("Replays").classes("m-title").props("role=heading aria-level=1")
    ui.label("Your games").classes("m-subtitle").props("role=heading aria-level=2")
    kept = manager.saved(who)
    tables = [table for table in manager.of(who) if table.session.moves and (table.over or not table.shared)]
    with ui.element("div").classes("m-files"):
        for table in tables:
            state = "ended" if table.over else "under way"
            words = f"{table.session.game.title}, {len(table.session.moves)} moves, {state}"
            _game(words, "at the table", f"/replays/{table.id}", f"/analysis/{table.id}")
        for one in kept:
            place = quote(one.name)
            _game(one.name, f"kept {one.when:%Y-%m-%d %H:%M}", f"/replays/saved/{place}", f"/analysis/saved/{place}")
        if not kept and not tables:
            ui.label("You have no games yet.").classes("m-none")
    ui.label("Games of experiments").classes("m-subtitle").style("margin-top: 1rem").props("role=heading aria-level=2")
    await ui.context.client.connected(timeout=PATIENCE)  # a slow disk must not keep the page from being shown
    try:
        found = await manager.fetch(standings.read)
    except UsageError as error:
        ui.label(str(error)).classes("m-none")
        return
    if found.problem or not found.rows:
        ui.label(found.problem or "The store has no experiments yet.").classes("m-none")
    for row in found.rows:
        with ui.expansion(f"{row.name}: {row.title}", caption=f"{row.games:,} games in {row.cells} cells") as part:
            part.classes("m-panel m-full").style("padding: 0; margin-top: .4rem")
            listed = ui.html("", sanitize=False).classes("s-scroll")

            async def unfold(name: str = row.name, listed: ui.html = listed) -> None:
                if not listed.content:
                    listed.content = await _listed_cells(manager, standings, name)

            part.on_value_change(unfold)


def _game(words: str, when: str, replay: str, analysis: str) -> None:
    with ui.element("div").classes("m-file"):
        ui.label(words).classes("m-grow")
        ui.label(when).classes("m-soft")
        for name, place in (("Replay", replay), ("Analyse", analysis)):
            button = ui.button(name, on_click=lambda place=place: ui.navigate.to(place)).props("flat dense no-caps")
            button.props(f'aria-label="{name} {clean(words)}"')


async def _listed_cells(manager: Manager, standings: Standings, name: str) -> str:
    try:
        cells = await manager.fetch(lambda: standings.cells(name))
    except UsageError as error:
        return f'<p class="m-none">{clean(str(error))}</p>'
    rows = "".join(
        f'<tr><td><a href="/replays/cell/{cell.contest}">{clean(cell.label)}</a></td>'
        f'<td class="m-soft">{clean(_players(cell))}</td>'
        f'<td class="s-num">{cell.tally.games:,} games</td></tr>'
        for cell, _ in cells
    )
    return f'<table class="s-table"><tbody>{rows}</tbody></table>'


def _players(cell: StoredCell) -> str:
    words = " v ".join(cell.agents)
    return "" if words == cell.label else words


async def _cell(manager: Manager, contest: int, page: int) -> None:
    def read() -> tuple[Contest, list[GameRow], int]:
        check(Path(manager.store))
        with Store(manager.store, write=False) as store:
            found = stored_contest(store, contest)
            return found, stored_games(store, contest, PAGE * (page - 1), PAGE), count_games(store, contest)

    await ui.context.client.connected(timeout=PATIENCE)
    try:
        found, rows, games = await manager.fetch(read)
    except UsageError as error:
        sorry(str(error))
        return
    agents = found.agents
    ui.label(f"{found.rules.title}: {' v '.join(agents)}").classes("m-title").props("role=heading aria-level=1")
    timed = [player.name for player in found.table().players if by_clock(player)]
    if timed:
        ui.label(f"{', '.join(timed)}: plays by the clock, so these games cannot be played again.").classes("m-warn")
    lines = []
    for row in rows:
        who = f"{agents[0]} in seat {row.seat + 1}" if len(agents) > 1 else agents[0]
        result = (
            "won" if row.score == 1 else "lost" if row.score == 0 else "drew" if row.score == 0.5 else f"{row.score:g}"
        )
        result += " by forfeit" if row.forfeit else ""
        place = f"/replays/arena/{contest}/{row.pair}/{row.seat}"
        watch = (
            f'<a href="{place}" aria-label="Replay pair {row.pair}, seat {row.seat + 1}">Replay</a>'
            if not timed
            else ""
        )
        lines.append(
            f'<tr><td class="s-num">{row.pair}</td><td>{clean(who)}</td><td>{result}</td>'
            f'<td class="s-num">{row.turns}</td><td class="s-num">{row.decisions_1 + row.decisions_2}</td>'
            f'<td class="s-num">{row.cpu:.2f} s</td><td>{watch}</td></tr>'
        )
    heads = (
        '<th class="s-num">Pair</th><th>First player</th><th>It</th><th class="s-num">Turns</th>'
        '<th class="s-num">Decisions</th><th class="s-num">CPU</th><th></th>'
    )
    table = f'<table class="s-table"><thead><tr>{heads}</tr></thead><tbody>{"".join(lines)}</tbody></table>'
    ui.html(table, sanitize=False).classes("s-scroll")
    pages = max(1, -(-games // PAGE))
    with ui.row().classes("items-center"):
        ui.label(f"Page {page} of {pages}")
        if page > 1:
            ui.link("Back", f"/replays/cell/{contest}?page={page - 1}")
        if page < pages:
            ui.link("Next", f"/replays/cell/{contest}?page={page + 1}")
        ui.link("All replays", "/replays")


async def _arena(manager: Manager, contest: int, pair: int, seat: int) -> None:
    """Play a game of the store again, then show it; searches take as long as they took."""
    who = visitor()
    halt, moves, started = threading.Event(), [0], time.monotonic()

    def stop(played: int) -> bool:
        moves[0] = played
        return halt.is_set() or time.monotonic() - started > LONGEST

    def play() -> Replay:
        check(Path(manager.store))
        with Store(manager.store, write=False) as store:
            found, row = stored_contest(store, contest), stored_game(store, contest, pair, seat)
        return play_again(found, row, stop)

    ui.label("A game of the arena").classes("m-title").props("role=heading aria-level=1")
    say = ui.label("The game is being played again …").props("role=status")
    bar = ui.linear_progress(show_value=False).props("indeterminate")
    button = ui.button("Stop", on_click=halt.set).props("no-caps")
    timer = ui.timer(0.5, lambda: say.set_text(f"The game is being played again: {moves[0]} moves so far …"))
    ui.context.client.on_disconnect(halt.set)
    await ui.context.client.connected(timeout=PATIENCE)
    try:
        found = await manager.think(play, halt.set)
    except Stopped:
        say.text = "Stopped." if halt.is_set() else "This game takes too long to be played again here."
        return
    except UsageError as error:
        say.text = str(error)
        return
    finally:
        timer.cancel()
        bar.delete()
        button.delete()
    title = f"{found.contest.rules.title}, pair {pair}"
    ui.navigate.to(f"/replays/{studies_of(manager).open(who, found.session, title).id}")


# --- the page ---------------------------------------------------------------------------------------------------------


class _Page:
    """One game, gone through."""

    def __init__(self, manager: Manager, study: Study, at: int) -> None:
        self.study = study
        self._viewer: Viewer | None = None
        ui.label(f"{study.title}: replay").classes("m-title").props("role=heading aria-level=1")
        with ui.element("div").classes("m-table"):
            with ui.element("div").classes("m-left m-panel"):
                self._viewer = Viewer(study, at, self._moved)
            with ui.element("aside").classes("m-side").props('aria-label="Moves"'):
                with ui.tabs().props("dense no-caps") as tabs:
                    ui.tab("Moves")
                    ui.tab("Game")
                with ui.tab_panels(tabs, value="Moves", animated=False, keep_alive=True):
                    with ui.tab_panel("Moves"):
                        self._seat = self._viewer.seat
                        self._moves = ui.html(move_rows(study, self._seat, at), sanitize=False).classes("m-full")
                    with ui.tab_panel("Game"):
                        ui.html(_about(study), sanitize=False)
                        place = f"/analysis/{study.id}"
                        ui.button(
                            "Analyse", icon="query_stats", on_click=lambda: ui.navigate.to(f"{place}?at={self._at}")
                        ).props("no-caps outline").classes("m-full").style("margin-top: .75rem")
                        forward(manager, study, lambda: self._at)

    @property
    def _at(self) -> int:
        return self._viewer.at if self._viewer is not None else 0

    def _moved(self) -> None:
        viewer = self._viewer
        if viewer is not None and viewer.seat != self._seat:
            self._seat = viewer.seat
            self._moves.content = move_rows(self.study, viewer.seat, viewer.at)


def _about(study: Study) -> str:
    table = study.session
    rows = {"Game": table.game.title, "Setup": table.setup}
    rows |= {f"Player {seat + 1}": name for seat, name in enumerate(table.players)}
    rows["Moves"] = str(len(table.moves))
    if table.results:
        rows["Result"] = " ".join(f"{score:g}" for score in table.results)
    if table.forfeit:
        rows["Forfeit"] = table.forfeit
    shown = "".join(f"<dt>{clean(name)}</dt><dd>{clean(value)}</dd>" for name, value in rows.items())
    return f'<dl class="m-facts">{shown}</dl>'
