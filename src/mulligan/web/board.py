"""The table as an element of a page: it shows a view, and tells which move was chosen on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from mulligan.core.events import Event
from mulligan.core.scene import Part
from mulligan.play.view import Move, View

from .drawing import draw, list_moves, look_through

Chosen = Callable[[Move, int], Any]
"""Called with a move and the stamp of the board on which it was chosen."""


Together = Callable[[list[Part], int], Any]
"""Called with what was put together, and the stamp of the board."""


class Board:
    """One table.  Without `on_move` it is only looked at; of those that can be played on, a page may have one.

    What a browser says is never trusted: it names the number of a move, which is looked up in the view that the page
    was given.
    """

    def __init__(
        self,
        view: View,
        on_move: Chosen | None = None,
        glow: bool = True,
        names: Sequence[str] = (),
        stamp: int = 0,
        on_parts: Together | None = None,
    ) -> None:
        self.on_parts = on_parts
        self.view, self.on_move, self.glow, self.names, self.stamp = view, on_move, glow, tuple(names), stamp
        self.hint: Move | None = None
        self._html = ui.html("", sanitize=False).classes("m-board")
        self._pile = ui.dialog().props('aria-label="A pile of cards"')
        if on_move is not None:
            ui.on("m-move", self._chosen)
        if on_parts is not None:
            ui.on("m-parts", self._put_together)
        self._html.on("mpile", self._look_through, args=["detail"])
        self.show(view)

    def show(self, view: View, *, hint: Move | None = None, stamp: int = 0, events: Sequence[Event] = ()) -> None:
        """Show another view, and what happened on the way to it."""
        self.view, self.hint, self.stamp = view, hint, stamp
        self._pile.close()
        live = self.on_move is not None
        self._html.content = draw(view, self.names, live=live, glow=self.glow, stamp=stamp, hint=hint, events=events)

    def curtain(self, html: str) -> None:
        """Show something else in place of the table; `html` must have been escaped."""
        self._pile.close()
        self._html.content = html

    def _chosen(self, event: GenericEventArguments) -> None:
        asked = event.args if isinstance(event.args, dict) else {}
        number, stamp = asked.get("move"), asked.get("stamp")
        if not isinstance(number, int) or not isinstance(stamp, int) or self.on_move is None:
            return
        if stamp == self.stamp and 1 <= number <= len(self.view.moves):
            self._pile.close()
            return self.on_move(self.view.moves[number - 1], stamp)  # type: ignore[no-any-return]

    def _put_together(self, event: GenericEventArguments) -> Any:
        asked = event.args if isinstance(event.args, dict) else {}
        found, stamp = asked.get("parts"), asked.get("stamp")
        assembly = self.view.assembly
        if stamp != self.stamp or not isinstance(found, list) or assembly is None or self.on_parts is None:
            return None
        known = {*assembly.cards, *assembly.goals, ""}
        if len(found) > len(assembly.cards) or not all(_is_part(part, known) for part in found):
            return None
        self._pile.close()
        return self.on_parts([(card, goal) for card, goal in found], self.stamp)

    def _look_through(self, event: GenericEventArguments) -> None:
        index = event.args.get("detail") if isinstance(event.args, dict) else None
        if not isinstance(index, int) or not 0 <= index < len(self.view.zones):
            return
        zone = self.view.zones[index]
        self._pile.clear()
        with self._pile, ui.card().classes("m-through"):
            with ui.row().classes("m-through-head"):
                ui.label(f"{zone.title} ({zone.size})").classes("m-subtitle")
                ui.button(icon="close", on_click=self._pile.close).props("flat round dense aria-label=Close")
            live = self.on_move is not None and self.glow
            ui.html(look_through(zone, self.view, live, self.hint), sanitize=False)
        self._pile.open()


def _is_part(part: Any, known: Collection[str]) -> bool:
    """Whether something that a browser says is a pair of keys that the board knows."""
    return isinstance(part, list) and len(part) == 2 and all(isinstance(key, str) and key in known for key in part)


class MoveList:
    """All moves of a view as numbered buttons, with a line to type a move into."""

    def __init__(self, on_command: Callable[[str], Any]) -> None:
        ui.html(
            '<input class="m-command" type="text" autocomplete="off" spellcheck="false" maxlength="200" '
            'aria-label="Type a move, its number, or an abbreviation" placeholder="/  type a move or its number">',
            sanitize=False,
        ).classes("m-full")
        self._html = ui.html("", sanitize=False).classes("m-full")
        self._on_command = on_command
        ui.on("m-command", self._typed)

    def _typed(self, event: GenericEventArguments) -> Any:
        text = event.args.get("text") if isinstance(event.args, dict) else None
        if isinstance(text, str) and text.strip():
            return self._on_command(text.strip()[:200])
        return None

    def show(self, view: View | None, hint: Move | None = None) -> None:
        """List the moves of a view."""
        self._html.content = list_moves(view, hint) if view is not None else ""


__all__ = ["Board", "Chosen", "MoveList"]
