"""What all pages have around them: the head with the ways to other pages, the light, and one width for everything."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from nicegui import app, ui

if TYPE_CHECKING:
    from .manager import Manager

PLACES = (
    ("Play", "/"),
    ("Replays", "/replays"),
    ("Analysis", "/analysis"),
    ("Explain", "/explain"),
    ("Experiments", "/experiments"),
)
LIGHTS = ("auto", "light", "dark")
_SIGNS = {"auto": "brightness_auto", "light": "light_mode", "dark": "dark_mode"}
_LIGHT = {"auto": None, "light": False, "dark": True}
SLOW = 120.0  # seconds that a page may take which reads files or loads games first
STATIC = "/mulligan"
"""Where our own styles and scripts are found."""
ASSETS = {
    "style.css": "text/css",
    "board.css": "text/css",
    "study.css": "text/css",
    "explain.css": "text/css",
    "drag.js": "text/javascript",
    "assemble.js": "text/javascript",
    "table.js": "text/javascript",
    "motion.js": "text/javascript",
    "study.js": "text/javascript",
}
STYLES = ("board.css", "style.css")
TABLE = ("drag.js", "assemble.js", "table.js", "motion.js")
"""The scripts of a table, in the order in which they listen."""


@cache
def asset(name: str) -> str:
    """The text of a file that comes with this package."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


@cache
def mark_of(name: str) -> str:
    """A few letters that change with the contents of such a file."""
    return hashlib.sha256(asset(name).encode()).hexdigest()[:16]


def place_of(name: str) -> str:
    """The address of such a file: another one for other contents, so that browsers may keep what they have for good."""
    return f"{STATIC}/{name}?v={mark_of(name)}"


def visitor() -> str:
    """Who looks at the page: the signed cookie of the browser says it."""
    return str(app.storage.browser["id"])


@contextmanager
def frame(title: str, manager: Manager, *, wide: bool = False) -> Iterator[None]:
    """A page with its head; `wide` pages use the whole window.

    To be used within a page function: `with frame("Replays", manager): ui.label("...")`.
    """
    who = visitor()
    ui.page_title(f"{title} · Mulligan" if title else "Mulligan")
    for style in STYLES:
        ui.add_head_html(f'<link rel="stylesheet" href="{place_of(style)}">')
    for script in TABLE:
        ui.add_body_html(f'<script defer src="{place_of(script)}"></script>')
    ui.colors(primary="#2c6e63", secondary="#5b5f97", accent="#b8860b")
    light = manager.taste(who, "light", "auto")
    dark = ui.dark_mode(_LIGHT.get(light))
    ui.query("html").props("lang=en")
    ui.html('<a class="m-skip" href="#m-main">Skip to the content</a>', sanitize=False)
    with ui.header().classes("m-head").props("role=banner"), ui.row().classes("m-head-row"):
        ui.html(_brand(), sanitize=False)
        ui.html(_ways(title, manager.study is not None), sanitize=False).classes("m-ways")
        button = ui.button(icon=_SIGNS.get(light, _SIGNS["auto"])).props("flat round dense color=white")
        button.props(f'aria-label="Light: {light}"').tooltip("Light: auto, light or dark")

        def turn() -> None:
            now = manager.taste(who, "light", "auto")
            wanted = LIGHTS[(LIGHTS.index(now) + 1) % len(LIGHTS)] if now in LIGHTS else LIGHTS[0]
            manager.set_taste(who, "light", wanted)
            dark.value = _LIGHT[wanted]
            button.props(f'icon={_SIGNS[wanted]} aria-label="Light: {wanted}"')

        button.on_click(turn)
    with ui.element("main").classes("m-main m-wide" if wide else "m-main").props("id=m-main tabindex=-1"):
        yield


def _brand() -> str:
    return f'<a class="m-brand" href="/" aria-label="Mulligan, home">{logo(26)}<span>Mulligan</span></a>'


def _ways(title: str, study: bool) -> str:
    def way(name: str, place: str) -> str:
        here = ' aria-current="page"' if name == title else ""
        return f'<a href="{place}"{here}>{escape(name)}</a>'

    places = (*PLACES, ("Study", "/study")) if study else PLACES
    return f'<nav aria-label="Main">{"".join(way(*place) for place in places)}</nav>'


def logo(size: int) -> str:
    """Our sign: two cards, one of them about to be exchanged."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="{size}" height="{size}" '
        'aria-hidden="true">'
        '<rect x="4" y="6" width="15" height="21" rx="2.5" fill="#e8d9b0" stroke="#1c3d38" stroke-width="1.6" '
        'transform="rotate(-10 11 16)"/>'
        '<rect x="13" y="5" width="15" height="21" rx="2.5" fill="#fffdf6" stroke="#1c3d38" stroke-width="1.6" '
        'transform="rotate(8 20 16)"/>'
        '<path d="M17 17a4 4 0 1 1 4 4m0 0 2.4-2M21 21l2.2 2.2" fill="none" stroke="#2c6e63" stroke-width="2" '
        'stroke-linecap="round"/></svg>'
    )
