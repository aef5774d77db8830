"""A finished game on a page: the board at one of its moves, and the ways forward and back, by mouse and by keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from mulligan.core.faces import clean
from mulligan.core.scene import OPEN
from mulligan.play.view import View

from .board import Board
from .frame import place_of
from .studies import Study

SPEEDS = {2.0: "slow", 1.0: "usual", 0.4: "fast"}  # seconds for each move
NEWS = 4  # lines about what a move changed


def add_assets() -> None:
    """What pages with studies need besides the frame's own style and script."""
    ui.add_head_html(f'<link rel="stylesheet" href="{place_of("study.css")}">')
    ui.add_body_html(f'<script src="{place_of("study.js")}"></script>')


class Viewer:
    """The board of a study at a move, with all that steps through it."""

    def __init__(self, study: Study, at: int = 0, on_change: Callable[[], Any] | None = None) -> None:
        self.study, self.on_change = study, on_change
        self.moves = len(study.session.moves)
        self.at = max(0, min(at, self.moves))
        people = study.people
        self.seat = people[0] if len(people) == 1 else OPEN if study.may_open else 0
        self._names = [study.name_of(seat) for seat in range(study.session.game.players)]
        self._controls()
        self._told = ui.html("", sanitize=False).classes("s-told m-full").props("aria-live=polite")
        self.board = Board(self._view(), names=self._names, glow=False)
        self._timer = ui.timer(1.0, self._tick, active=False)
        ui.on("m-step", self._stepped)
        self._draw()

    def _controls(self) -> None:
        with ui.element("div").classes("s-steps").props('role=group aria-label="Steps through the game"'):
            for icon, what, wanted in (
                ("first_page", "To the beginning (Home)", "first"),
                ("chevron_left", "Back (left)", "back"),
            ):
                self._button(icon, what, wanted)
            self._play = self._button("play_arrow", "Play (space)", "play")
            for icon, what, wanted in (
                ("chevron_right", "Next (right)", "next"),
                ("last_page", "To the end (End)", "last"),
            ):
                self._button(icon, what, wanted)
            self._slider = ui.element("input").props(
                f'type=range min=0 max={self.moves} step=1 value={self.at} aria-label="Moves played"'
            )
            self._slider.on(
                "input", lambda event: self.go(_whole(event.args)), js_handler="(e) => emit(Number(e.target.value))"
            )
            self._count = ui.label().classes("m-soft")
            self._speed = (
                ui.select(SPEEDS, value=1.0, label="Speed", on_change=self._change_speed)
                .props("dense outlined options-dense")
                .classes("w-24")
            )
            if self.study.session.game.hidden:
                ui.select(self._seats(), value=self.seat, label="View", on_change=self._change_seat).props(
                    "dense outlined options-dense"
                ).classes("w-44")

    def _button(self, icon: str, what: str, wanted: str) -> ui.button:
        made = ui.button(icon=icon, on_click=lambda: self.step(wanted)).props("flat round dense")
        made.props(f'aria-label="{what}"').tooltip(what)
        return made

    def _seats(self) -> dict[int, str]:
        seats = {
            seat: "as you see it" if name == "You" else f"as {name} sees it" for seat, name in enumerate(self._short())
        }
        return seats | ({OPEN: "all cards open"} if self.study.may_open else {})

    def _short(self) -> list[str]:
        return [name.partition(" (")[0] for name in self._names]

    def _view(self) -> View:
        return self.study.session.view(self.seat, None if self.at == self.moves else self.at)

    # --- steps --------------------------------------------------------------------------------------------------------

    def go(self, at: int) -> None:
        """Show the game after so many moves."""
        at = max(0, min(at, self.moves))
        if at != self.at:
            self.at = at
            self._draw()

    def step(self, to: str) -> None:
        """Go one step, to an end, or play by itself."""
        if to == "play":
            if not self._timer.active and self.at == self.moves:
                self.go(0)
            self._run(not self._timer.active)
            return
        self._run(False)
        self.go({"first": 0, "last": self.moves, "back": self.at - 1, "next": self.at + 1}.get(to, self.at))

    def _stepped(self, event: GenericEventArguments) -> None:
        asked = event.args if isinstance(event.args, dict) else {}
        if isinstance(asked.get("at"), int):
            self._run(False)
            self.go(asked["at"])
        elif isinstance(asked.get("to"), str):
            self.step(asked["to"])

    def _tick(self) -> None:
        self.go(self.at + 1)
        if self.at == self.moves:
            self._run(False)

    def _run(self, on: bool) -> None:
        self._timer.active = on
        what = "Pause (space)" if on else "Play (space)"
        self._play.props(f'icon={"pause" if on else "play_arrow"} aria-label="{what}"')

    def _change_speed(self) -> None:
        self._timer.interval = float(self._speed.value)

    def _change_seat(self, event: Any) -> None:
        if event.value in self._seats():
            self.seat = event.value
            self._draw()

    # --- drawing ------------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self.board.show(self._view())
        self._slider.props(f"value={self.at}")
        self._count.text = f"{self.at} of {self.moves}"
        self._told.content = self._words()
        ui.run_javascript(f"window.mulliganMark && mulliganMark({self.at})")
        if self.on_change is not None:
            self.on_change()

    def _words(self) -> str:
        table, last = self.study.session, self.at - 1
        if last < 0:
            return "The beginning of the game."
        told = f"{self._short()[table.actors[last]]}: {table.told(last, self.seat)}"
        news = table.happened(last, self.seat)
        more = f"<small>{clean('; '.join(news[:NEWS]))}</small>" if news else ""
        ended = ""
        if self.at == self.moves and table.results:
            scores = ", ".join(f"{name} {score:g}" for name, score in zip(self._short(), table.results))
            ended = f" The end: {scores}."
        return f"{clean(told)}.{clean(ended)}{more}"


def _whole(value: Any) -> int:
    return value if isinstance(value, int) else 0


def move_rows(study: Study, seat: int, at: int, *, before: bool = False) -> str:
    """All moves as a list of buttons, with what was found out about each; `at` moves have been played.

    A button leads to when its move was played, or to just `before`.
    """
    table, rows = study.session, []
    names = [study.name_of(one).partition(" (")[0] for one in range(table.game.players)]
    for number, actor in enumerate(table.actors):
        judged, found = study.judgements.get(number), ""
        if judged is not None and judged.mark in ("mistake", "blunder"):
            sign = "??" if judged.mark == "blunder" else "?"
            found = f'<span class="s-mark s-{judged.mark}">{sign} {judged.mark}</span> '
        if judged is not None:
            found += f"−{100 * judged.loss:.0f}" if judged.loss >= 0.005 else '<span class="s-good">✓</span>'
        to = number if before else number + 1
        here = ' aria-current="true"' if to == at else ""
        rows.append(
            f'<li><button type="button" data-at="{to}"{here}><span class="s-number">{number + 1}</span>'
            f'<span><span class="s-who">{clean(names[actor])}</span>{clean(table.told(number, seat))}</span>'
            f'<span class="s-loss">{found}</span></button></li>'
        )
    return f'<ol class="s-list">{"".join(rows)}</ol>' if rows else '<p class="m-none">No move has been played.</p>'


__all__ = ["Viewer", "add_assets", "move_rows"]
