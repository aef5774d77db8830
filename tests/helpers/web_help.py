"""A server of the table in a process of its own, and a real browser that looks at it."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from .clock_help import HANGING

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PATIENCE = int(os.environ.get("MULLIGAN_PATIENCE", "240000"))  # milliseconds: a game may have to be compiled first
_SERVE = """
import json, sys
from pathlib import Path
from mulligan.web import ongoing as table
from mulligan.web.limits import Limits
from mulligan.web.server import serve

table.PAUSE = 0.05  # nobody has to follow the moves
password = Path(sys.argv[4]) if sys.argv[4] else None
limits, saves = Limits(**json.loads(sys.argv[3])), Path(sys.argv[2])
study, studies = sys.argv[5], saves.parent / "studies"
serve(port=int(sys.argv[1]), saves=saves, limits=limits, password_file=password, study=study, studies=studies)
"""


NAMES = ("chromium", "chromium-browser", "google-chrome")
NO_BROWSER = "no Chromium found; on Debian and Ubuntu: apt install chromium"


def chromium() -> str | None:
    """Where Chromium is."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


needs_chromium = pytest.mark.skipif(chromium() is None, reason=NO_BROWSER)


def free_port() -> int:
    """A port that nobody has, nor is given by the system until it is used."""
    while True:
        port = random.randrange(10_000, 32_000)
        with socket.socket() as trial, suppress(OSError):
            trial.bind(("127.0.0.1", port))
            return port


@contextmanager
def server(saves: Path, password_file: Path | None = None, study: str = "", **limits: float) -> Iterator[str]:
    """The address of a server that lives as long as the block; tests come faster than people, so it is patient."""
    with server_process(saves, password_file, study, **limits) as (address, _):
        yield address


@contextmanager
def server_process(
    saves: Path, password_file: Path | None = None, study: str = "", **limits: float
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The same, with its process; a study is kept in the folder `studies` beside that of the saves."""
    port = free_port()
    limits = {"pages_per_second": 1000, "pages_burst": 1000, **limits}
    log = saves.with_suffix(".log").open("w")
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE, str(port), str(saves), json.dumps(limits), str(password_file or ""), study],
        cwd=saves.parent,
        stdout=log,
        stderr=subprocess.STDOUT,
        env=_environment(),
    )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait(address, process, saves.with_suffix(".log"))
        yield address, process
    finally:
        process.terminate()
        try:
            process.wait(HANGING)
        except subprocess.TimeoutExpired:
            process.kill()
        log.close()


def _environment() -> dict[str, str]:
    """Ours, but for the variables by which NiceGUI knows that it is being tested: this is a server like any other."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "NICEGUI"))}


def _wait(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + HANGING
    while time.monotonic() < until and process.poll() is None:
        with suppress(OSError):
            try:
                urllib.request.urlopen(f"{address}/mulligan/style.css", timeout=30).close()
            except urllib.error.HTTPError as error:
                if error.code != 401:  # it may ask for a password
                    raise
            return
        time.sleep(0.2)
    raise RuntimeError(f"the server does not answer: {log.read_text()[-2000:]}")


@contextmanager
def browser() -> Iterator[Any]:
    """A browser without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        try:
            yield running
        finally:
            running.close()


class Visitor:
    """Somebody with a browser of his own, who remembers what went wrong and where his browser went."""

    def __init__(self, running: Any, address: str, **settings: Any) -> None:
        self.address = address
        self.context = running.new_context(**{"viewport": {"width": 1366, "height": 900}, **settings})
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self._heard(message.type, message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.context.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", lambda socket: self.requests.append(socket.url))

    def _heard(self, kind: str, text: str) -> None:
        if kind == "error":
            self.errors.append(text)

    def strangers(self) -> list[str]:
        """Requests that went anywhere but to the server."""
        own = re.compile(rf"^(http|ws)://{re.escape(self.address.removeprefix('http://'))}(/|$)|^(data|blob):")
        return [url for url in self.requests if not own.match(url)]

    def go(self, place: str) -> None:
        """Open a page."""
        self.page.goto(self.address + place)
        self.page.wait_for_selector("#m-main")

    def deal(self, game: str, *, level: str = "", agent: str = "", seed: str = "", way: str = "") -> None:
        """Choose a game in the lobby, and sit down."""
        page = self.page
        self.go("/")
        tile = f'[data-game="{game}"]'
        page.click(tile)
        page.wait_for_selector(f"{tile}[aria-pressed=true]")
        if way:
            self.choose("How", way)
        if level:
            self.choose("Level", level)
        if agent:
            self.choose("Another agent", agent)
        if seed:
            page.get_by_text("More", exact=True).click()
            page.get_by_label("Seed").fill(seed)
        self.when_still(page.get_by_role("button", name="Deal the cards")).click()
        page.wait_for_url("**/play/*", timeout=PATIENCE)
        page.wait_for_selector(".b, .m-curtain:not(.hidden)")

    def when_still(self, thing: Any) -> Any:
        """A thing that does not move any more: what opens above it pushes it down, and a click would meet that."""
        place = None
        while (now := thing.bounding_box()) != place:
            place = now
            self.page.wait_for_timeout(400)
        return thing

    def choose(self, field: str, wanted: str) -> None:
        """Choose what begins like this in a field of the form."""
        self.page.get_by_label(field, exact=False).first.click()
        self.page.locator(".q-menu .q-item", has_text=re.compile(f"^{re.escape(wanted)}")).first.click()
        self.page.wait_for_selector(".q-menu", state="detached")

    def said(self) -> str:
        """What the bar above the table says."""
        return str(self.page.inner_text(".m-say"))

    @property
    def stamp(self) -> str | None:
        """Which position the board shows."""
        found = self.page.query_selector(".b[data-stamp]")
        return found.get_attribute("data-stamp") if found else None

    def over(self) -> bool:
        """Whether the game has ended."""
        return self.page.query_selector(".m-bar.m-end") is not None

    def my_move(self, patience: float = PATIENCE) -> bool:
        """Wait until it is one's move, or the end; returns whether there is a move."""
        self.page.wait_for_selector(".m-bar.m-yours, .m-bar.m-end", timeout=patience)
        return not self.over()

    def reads(self, selector: str, *words: str) -> None:
        """Wait until what is found first has all of these words: news comes in pieces, and not all at once."""
        for text in words:
            self.page.locator(selector).filter(has_text=text).first.wait_for(timeout=PATIENCE)

    def wait_for_change(self, stamp: str | None) -> None:
        """Wait until the board shows another position."""
        self.page.wait_for_function(
            "stamp => document.querySelector('.b[data-stamp]')?.dataset.stamp !== stamp", arg=stamp, timeout=PATIENCE
        )

    def close(self) -> None:
        """Go home."""
        self.context.close()
