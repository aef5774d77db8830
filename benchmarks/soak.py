"""A soak of the table in a browser: many players at one real server, for minutes or hours, measured.

    python benchmarks/soak.py --players 50 --minutes 10 [--games magic,tribute,nim] [--json FILE]

The server is `mulligan serve` in a process of its own, with files of its own in a temporary folder.  Players are not
browsers, but speak as one does: each has its own cookies, loads pages and what belongs to them, opens the socket of the
page, keeps a copy of its elements, and sends what a click would send.  So times are those until a browser has been told
what to show; drawing it is not included.

Two things about the server are not as everybody has it: its limit of idle time (`--idle`), for which the command has no
option, and a task that writes down every two seconds how many tables, pages and tasks there are, and how late its event
loop is.  When nobody is left, that task also counts what should have gone, before and after collecting garbage.  Needs
Linux (/proc), and NiceGUI with what comes with it.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import gc
import html
import json
import math
import multiprocessing
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlencode

import aiohttp

GAMES = "magic,tribute,pokemon,lotr,nim,guess"
LEVELS = {"easy": 40, "medium": 35, "hard": 17, "master": 8}
"""How often each is chosen, in per cent."""
HABITS = {"hint": 0.05, "undo": 0.03, "save": 0.02, "reload": 0.01, "leave": 0.01}
"""What players do before a move, and how often."""
SWEEP = 30.0  # seconds between two looks of the server at idle tables
FORGET = 30.0  # seconds after which it forgets a page whose socket is closed
QUIETLY = "/mulligan/style.css"  # what can be asked for without a page being made
GRACE = 20.0  # seconds after the end in which players may finish what they wait for
DEALING = 180.0  # seconds: a game may have to be compiled first
INSIDE = "--inside"  # the first argument of the server's own process
CLASSES = {
    "pages of tables": ("mulligan.web.playing", "Page"),
    "tables": ("mulligan.web.ongoing", "Table"),
    "sittings": ("mulligan.play.session", "Sitting"),
    "clients": ("nicegui.client", "Client"),
}
"""What should not outlive its players."""

_ELEMENTS = re.compile(r"parseElements\(String\.raw`(.*?)`\)", re.DOTALL)
_QUERY = re.compile(r"query: (\{.*?\}),\n")
_IMPORTS = re.compile(r'\{"imports": (\{.*?\})\}')
_PARTS = re.compile(r"""(?:src="|href="|url\(")(/[^"]+)""")
_STAMP = re.compile(r'data-stamp="(\d+)"')
_MOVES = re.compile(r'data-moves="([^"]*)"')


# --- what is counted --------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """All that a player, or many of them, met."""

    times: dict[tuple[str, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    """Seconds by what was waited for, and by game and level (or the kind of page)."""
    done: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count what somebody else met, too."""
        for key, seconds in other.times.items():
            self.times[key].extend(seconds)
        self.done += other.done
        self.errors += other.errors
        self.refused += other.refused

    def plain(self) -> Tally:
        """Without what cannot be sent to another process."""
        return replace(self, times=dict(self.times))


def share(ordered: Sequence[float], part: float) -> float:
    """The value that so great a part of the sorted values does not pass.

    >>> share([1.0, 2.0, 3.0, 4.0], 0.5)
    2.0
    """
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)]


def digest(seconds: Iterable[float]) -> dict[str, float]:
    """Times in milliseconds."""
    ordered = sorted(seconds)
    if not ordered:
        return {"n": 0}
    parts = {"median": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {"n": len(ordered)} | {name: round(1000 * share(ordered, part), 1) for name, part in parts.items()}


class Trouble(Exception):
    """Something that should not happen; a player begins anew after it."""


class Refusal(Exception):
    """The server has told a player why not."""


# --- a page as a browser has it ---------------------------------------------------------------------------------------


class Page:
    """One page: its elements, and the socket over which they change."""

    def __init__(self, player: Player, path: str) -> None:
        self.player, self.path, self.tally = player, path, player.tally
        self.elements: dict[int, dict[str, Any]] = {}
        self.query: dict[str, Any] = {}
        self.opened: list[str] = []
        """Where the server has sent this page."""
        self.warnings: list[str] = []
        self.praise = 0
        """Messages that something has been done."""
        self.closed = ""
        """Why the socket is closed."""
        self._next, self._acked, self._acked_at = 0, 0, time.monotonic()
        self._changed = asyncio.Event()
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reader: asyncio.Task[None] | None = None

    async def load(self) -> None:
        """Fetch the page with all that belongs to it; `connect` opens its socket."""
        kind = "lobby" if self.path == "/" else "table"
        began = time.perf_counter()
        text = await self.player.fetch(self.path)
        self.tally.times["page, HTML", kind].append(time.perf_counter() - began)
        found, query = _ELEMENTS.search(text), _QUERY.search(text)
        if found is None or query is None:
            raise Trouble("a page that is not understood")
        raw = found[1]
        for sign, real in (("&#36;", "$"), ("&#96;", "`"), ("&gt;", ">"), ("&lt;", "<"), ("&amp;", "&")):
            raw = raw.replace(sign, real)
        self.elements = {int(id): element for id, element in json.loads(raw).items()}
        self.query = ast.literal_eval(query[1])
        self._next = int(self.query["next_message_id"])
        parts = set(_PARTS.findall(text))
        if imports := _IMPORTS.search(text):
            parts |= {place for name, place in json.loads(imports[1]).items() if name in ("vue", "dompurify")}
        await asyncio.gather(*(self.player.fetch_part(part) for part in sorted(parts)))

    async def connect(self) -> None:
        """Open the socket; the page is alive when this returns."""
        query = {
            **self.query,
            "implicit_handshake": str(self.query["implicit_handshake"]).lower(),
            "document_id": str(uuid.uuid4()),
            "tab_id": self.player.tab,
            "old_tab_id": "null",
            "EIO": "4",
            "transport": "websocket",
        }
        place = f"{self.player.address}/_nicegui_ws/socket.io/?{urlencode(query)}"
        try:
            # Browsers ask for compression, and so do we: it is work for the server.
            self._socket = await self.player.sockets.ws_connect(
                place,
                origin=self.player.address,
                compress=15,
                max_msg_size=0,
                timeout=aiohttp.ClientWSTimeout(ws_close=2.0),
            )
            async with asyncio.timeout(self.player.patience):
                while not (text := str((await self._socket.receive()).data)).startswith("40"):
                    if text.startswith("0"):
                        await self._socket.send_str("40")
                    elif text.startswith("44") or self._socket.closed:
                        raise Trouble(f"the socket was refused: {text[:60]}")
        except aiohttp.WSServerHandshakeError as error:
            raise Trouble(f"HTTP {error.status} for the socket") from None
        except TimeoutError:
            raise Trouble("the socket did not open") from None
        self._reader = asyncio.create_task(self._read(self._socket))

    async def close(self) -> None:
        """Leave the page."""
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    async def _read(self, connection: aiohttp.ClientWebSocketResponse) -> None:
        try:
            await self._listen(connection)
            self.closed = f"connection lost, code {connection.close_code}"
        except (aiohttp.ClientError, OSError, ValueError, KeyError) as error:
            self.closed = f"connection broken: {type(error).__name__}: {error}"
        self._changed.set()

    async def _listen(self, connection: aiohttp.ClientWebSocketResponse) -> None:
        async for message in connection:
            if message.type is not aiohttp.WSMsgType.TEXT:
                continue
            text = str(message.data)
            self.tally.done["bytes received (unpacked)"] += len(text)
            if text == "2":
                await connection.send_str("3")
            elif text.startswith("42"):
                name, *rest = json.loads(text[2:])
                self._hear(name, rest[0] if rest else {})
                self._changed.set()
            elif text.startswith(("1", "41")):
                break
            if time.monotonic() - self._acked_at > 3 and self._acked < self._next:
                self._acked, self._acked_at = self._next, time.monotonic()
                ack = {"client_id": self.query["client_id"], "next_message_id": self._next}
                await connection.send_str("42" + json.dumps(["ack", ack]))

    def _hear(self, name: str, data: dict[str, Any]) -> None:
        number = data.pop("_id", None)
        if number is not None:
            if number < self._next:
                return
            self._next = number + 1
        if name == "update":
            for id, element in data.items():
                if element is None:
                    self.elements.pop(int(id), None)
                else:
                    self.elements[int(id)] = element
        elif name == "open":
            self.opened.append(str(data["path"]))
        elif name == "notify":
            if data.get("type") == "positive":
                self.praise += 1
            else:
                self.warnings.append(str(data.get("message", "")))

    async def until(self, reached: Callable[[], Any], what: str, patience: float = 0.0, refusals: bool = True) -> None:
        """Wait until the page is as it should be; a warning ends that, if something was asked for."""
        try:
            async with asyncio.timeout(patience or self.player.patience):
                while not reached():
                    if refusals and self.warnings:
                        raise Refusal(self.warnings.pop())
                    if self.closed:
                        raise Trouble(self.closed)
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise Trouble(f"waited in vain: {what}") from None

    def find(self, **wanted: str) -> list[int]:
        """Elements with these properties (`data_x` is data-x; `cls` is a class), the oldest first."""
        return sorted(
            id
            for id, element in self.elements.items()
            if all(
                value in element.get("class", ()) if key == "cls" else _property(element, key) == value
                for key, value in wanted.items()
            )
        )

    def one(self, **wanted: str) -> int:
        """The newest element with these properties."""
        found = self.find(**wanted)
        if not found:
            raise Trouble(f"no such thing on the page: {', '.join(wanted.values())}")
        return found[-1]

    def shown(self, id: int) -> bool:
        """Whether an element can be clicked."""
        element = self.elements[id]
        return "hidden" not in element.get("class", ()) and not element.get("props", {}).get("disable")

    def content(self, id: int) -> str:
        """The HTML that an element shows."""
        return str(self.elements[id].get("props", {}).get("innerHTML", ""))

    async def send(self, id: int, event: str, *args: Any) -> None:
        """Send what the browser sends when something happens to an element."""
        listeners = [known for known in self.elements[id].get("events", ()) if known["type"] == event]
        if not listeners:
            name = _property(self.elements[id], "label") or self.elements[id].get("tag")
            raise Trouble(f"nobody listens to {event} of '{name}'")
        self.warnings.clear()
        for known in listeners:
            sent = [json.dumps(arg) for arg in (args if known["args"] is None else args[: len(known["args"])])]
            listener, client = known["listener_id"], self.query["client_id"]
            message = {"id": id, "client_id": client, "listener_id": listener, "args": sent}
            if self._socket is None or self.closed:
                raise Trouble(f"a click came to nothing: {self.closed or 'the page had no socket yet'}")
            await self._socket.send_str("42" + json.dumps(["event", message]))

    async def click(self, id: int) -> None:
        """Click on an element."""
        await self.send(id, "click", {"isTrusted": True})


def _property(element: dict[str, Any], key: str) -> Any:
    found = element.get("props", {})
    return found.get(key, found.get(key.replace("_", "-")))


# --- a player ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Habits:
    """How all players play."""

    address: str
    games: tuple[str, ...]
    seconds: float
    """How long they come for."""
    ramp: float
    """Seconds within which they arrive."""
    pause: tuple[float, float]
    """Seconds before a move."""
    patience: float
    """Seconds after which waiting is an error."""
    longest: int
    """Moves of a player after which it resigns."""
    seed: int


class Player:
    """Somebody with a browser."""

    def __init__(
        self, number: int, habits: Habits, session: aiohttp.ClientSession, sockets: aiohttp.ClientSession, until: float
    ) -> None:
        self.habits, self.session, self.sockets, self.end = habits, session, sockets, until
        self.address, self.patience = habits.address, habits.patience
        self.dice = random.Random(f"{habits.seed} {number}")
        self.tab = str(uuid.UUID(int=self.dice.getrandbits(128), version=4))
        self.tally = Tally()
        self.game = self.level = ""
        self.page: Page | None = None
        self._kept: set[str] = set()

    @property
    def late(self) -> bool:
        """Whether it is time to go home."""
        return time.monotonic() >= self.end

    async def _get(self, path: str, what: str) -> tuple[bytes, str]:
        """What a server answers, and how long it may be kept."""
        for again in (True, False):
            try:
                async with self.session.get(self.address + path, headers={"Accept": "text/html, */*"}) as answer:
                    if answer.status >= 400:
                        raise Trouble(f"HTTP {answer.status} for a {what}")
                    return await answer.read(), answer.headers.get("Cache-Control", "")
            except (aiohttp.ClientError, TimeoutError) as error:
                # The server may close an idle connection just when it is used: browsers ask again on another.
                if not again or not isinstance(error, aiohttp.ClientOSError | aiohttp.ServerDisconnectedError):
                    raise Trouble(f"no {what}: {type(error).__name__}") from None
                self.tally.done["asked again"] += 1
        raise AssertionError

    async def fetch(self, path: str) -> str:
        """The text of a page."""
        return (await self._get(path, "page"))[0].decode()

    async def fetch_part(self, path: str) -> None:
        """A style or a script, unless this browser has kept it."""
        if path in self._kept:
            return
        content, keeping = await self._get(path, "style or script")
        self.tally.done["styles and scripts"] += 1
        self.tally.done["bytes of styles and scripts (unpacked)"] += len(content)
        if "max-age" in keeping:
            self._kept.add(path)

    async def follow(self) -> None:
        """Go where the page has been sent; of several places a browser comes to the last."""
        page = self._here
        await asyncio.sleep(0.05)
        if len(set(page.opened)) > 1:
            told = " and ".join("the lobby" if place == "/" else "a table" for place in page.opened)
            self.tally.errors[f"sent to {told} at once"] += 1
        await self.visit(page.opened[-1])

    async def visit(self, path: str) -> Page:
        """Go to another page, as a browser does: the old one lives until the new one has come."""
        began, old = time.perf_counter(), self.page
        fresh, kind = not self._kept, "lobby" if path == "/" else "table"
        self.page = page = Page(self, path)
        try:
            await page.load()
        finally:
            if old is not None:
                await old.close()
        await page.connect()
        name = "page, ready, first visit" if fresh else "page, ready"
        self.tally.times[name, kind].append(time.perf_counter() - began)
        self.tally.done["pages"] += 1
        return page

    async def think(self, least: float | None = None, most: float | None = None) -> None:
        """What people do most of the time."""
        low, high = self.habits.pause
        wanted = self.dice.uniform(low if least is None else least, high if most is None else most)
        await asyncio.sleep(max(0.0, min(wanted, self.end - time.monotonic())))

    async def live(self) -> Tally:
        """Play until it is late, whatever happens."""
        await asyncio.sleep(self.dice.uniform(0, self.habits.ramp))
        try:
            async with asyncio.timeout(self.end + GRACE - time.monotonic()):
                while not self.late:
                    await self._evening()
        except TimeoutError:
            self.tally.errors["still waiting when it was late"] += 1
        if self.page is not None:
            await self.page.close()
        return self.tally

    async def _evening(self) -> None:
        """Some games, until one goes back to the lobby or something goes wrong."""
        try:
            await self.visit("/")
            await self._tidy()
            await self._deal()
            while not self.late and await self._game():
                pass
        except Trouble as trouble:
            self.tally.errors[str(trouble)] += 1
            await self.think()
        except Refusal as refusal:
            self.tally.refused[str(refusal)] += 1
            await self.think()
        except (aiohttp.ClientError, OSError) as error:
            self.tally.errors[f"{type(error).__name__}: {error}"] += 1
            await self.think()

    # --- the lobby ----------------------------------------------------------------------------------------------------

    async def _tidy(self) -> None:
        """Throw old games away before there are too many of them."""
        page = self._here
        for id in page.find(aria_label="Throw this game away")[4:]:
            began = time.perf_counter()
            if id in page.elements:
                await page.click(id)
                await page.until(lambda id=id: id not in page.elements, "a game thrown away")  # type: ignore[misc]
                self.tally.times["throw away", ""].append(time.perf_counter() - began)
                self.tally.done["games thrown away"] += 1

    async def _deal(self) -> None:
        """Choose a game, a level and a seat, and have the cards dealt."""
        page = self._here
        self.game = self.dice.choice(self.habits.games)
        self.level = self.dice.choices(list(LEVELS), list(LEVELS.values()))[0]
        tiles, old = page.find(data_game=self.game), page.one(icon="style")
        if not tiles:
            raise Trouble(f"the lobby has no game '{self.game}'")
        began, chosen = time.perf_counter(), _property(page.elements[tiles[0]], "aria_pressed") == "true"
        await page.click(tiles[0])
        if not chosen:  # else its form is there already
            await page.until(lambda: page.find(icon="style") not in ([], [old]), "the form of a game")
        self.tally.times["choose a game", ""].append(time.perf_counter() - began)
        await self._choose("Level", self.level + ":")
        seats = page.find(label="Your seat")
        if seats and page.shown(seats[-1]):
            await self._choose("Your seat", self.dice.choice(("first", "second", "by lot")))
        await self.think()
        began = time.perf_counter()
        await page.click(page.one(icon="style"))
        await page.until(lambda: page.opened, "cards dealt", DEALING)
        self.tally.times["deal", self.game].append(time.perf_counter() - began)
        await self.follow()

    async def _choose(self, label: str, wanted: str) -> None:
        """Choose from a list by how the choice begins."""
        page = self._here
        id = page.one(label=label)
        options = page.elements[id]["props"]["options"]
        chosen = [option for option in options if str(option["label"]).startswith(wanted)]
        if not chosen:
            raise Trouble(f"'{label}' has no choice '{wanted}'")
        await self.think(0.2, 0.6)
        await page.send(id, "update:modelValue", chosen[0])

    # --- the table ----------------------------------------------------------------------------------------------------

    @property
    def _here(self) -> Page:
        if self.page is None:
            raise Trouble("no page")
        return self.page

    def _stamp(self) -> int:
        """The stamp of the board as it is shown."""
        page = self._here
        if page.opened:
            raise Trouble("the table has gone")
        found = _STAMP.search(page.content(page.one(cls="m-board")))
        return int(found[1]) if found else -1

    def _numbers(self) -> list[int]:
        """The moves of the board as it is shown."""
        page = self._here
        found = _MOVES.search(page.content(page.one(cls="m-board")))
        return [int(row[0]) for row in json.loads(html.unescape(found[1]))] if found else []

    def _bar(self, cls: str) -> bool:
        page = self._here
        return cls in page.elements[page.one(cls="m-bar")].get("class", ())

    def _said(self) -> str:
        page = self._here
        return str(page.elements[page.one(cls="m-say")].get("text", ""))

    def _ready(self) -> bool:
        """Whether it is the player's turn, or the end, or something went wrong."""
        return bool(
            self._here.opened or self._bar("m-yours") or self._bar("m-end") or self._said().startswith("Something")
        )

    async def _game(self) -> bool:
        """Play the game on the table; whether there is another one there afterwards."""
        moves = 0
        await self._answer()
        while not self.late and not self._bar("m-end"):
            await self.think()
            habit = self.dice.random()
            for name, part in HABITS.items():
                if habit < part:
                    if not await self._habit(name):
                        return False
                    break
                habit -= part
            if self.late or self._bar("m-end"):
                break
            if moves >= self.habits.longest:
                await self._resign()
                break
            if self._bar("m-yours") and await self._move():
                moves += 1
            await self._answer()
        if not self._bar("m-end"):
            return False
        self.tally.done["games"] += 1
        self.tally.done[f"games of {self.game}"] += 1
        if self.late or self.dice.random() < 0.5:
            return False
        await self.think()
        page, began = self._here, time.perf_counter()
        await page.click(page.one(label="New game"))
        await page.until(lambda: page.opened, "cards dealt", DEALING)
        self.tally.times["deal", self.game].append(time.perf_counter() - began)
        await self.follow()
        return self._here.path != "/"

    async def _move(self) -> bool:
        """Click on one of the moves."""
        stamp, numbers = self._stamp(), self._numbers()
        if not numbers:
            raise Trouble("it is the player's turn, and there are no moves")
        page, began = self._here, time.perf_counter()
        await page.send(0, "mMove", {"move": self.dice.choice(numbers), "stamp": stamp})
        if await self._seen(lambda: self._stamp() > stamp, "the player's own move", "own move", began):
            self.tally.done["moves"] += 1
            return True
        return False

    async def _answer(self) -> None:
        """Wait for the opponent."""
        began, waits = time.perf_counter(), not self._ready()
        await self._here.until(self._ready, "the opponent's answer", refusals=False)
        if self._said().startswith("Something"):
            self.tally.errors[self._said()] += 1
            stamp = self._stamp()  # only going back helps then
            await self._here.click(self._here.one(icon="undo"))
            await self._here.until(lambda: self._stamp() > stamp, "a way out of an error")
        elif waits:
            self.tally.times["answer", f"{self.game}, {self.level}"].append(time.perf_counter() - began)

    async def _seen(self, reached: Callable[[], Any], what: str, name: str, began: float) -> bool:
        """Wait for what was asked for, and write down how long that took, or why not."""
        try:
            await self._here.until(reached, what)
        except Refusal as refusal:
            self.tally.refused[f"{name}: {refusal}"] += 1
            return False
        self.tally.times[name, self.game].append(time.perf_counter() - began)
        return True

    async def _habit(self, name: str) -> bool:
        """Something else than a move; whether the player stays at this table."""
        page, began = self._here, time.perf_counter()
        if name == "leave":
            await self.visit("/")
            await self.think()
            found = self._here.find(label="Go on")
            if not found:
                return False
            here = self._here
            await here.click(found[0])  # the newest
            await here.until(lambda: here.opened, "the way back to a table")
            await self.follow()
        elif name == "reload":
            await self.visit(page.path)
        elif name == "save":
            await self._save()
        else:
            id = page.one(icon={"hint": "lightbulb", "undo": "undo"}[name])
            if not page.shown(id):
                return True
            stamp = self._stamp()
            await page.click(id)
            if name == "undo":
                await self._seen(lambda: self._stamp() > stamp, "a move taken back", name, began)
            else:
                await self._seen(self._hinted, "a hint", name, began)
        self.tally.done[name] += 1
        if name in ("leave", "reload", "undo"):
            await self._answer()
        return True

    def _hinted(self) -> bool:
        return any('class="m-subtitle">★' in self._here.content(id) for id in self._here.elements)

    async def _save(self) -> None:
        page, old, done = self._here, self._here.find(label="Save"), self._here.praise
        began = time.perf_counter()
        await page.click(old[0])
        await page.until(lambda: len(page.find(label="Save")) > len(old), "the question for a name")
        self.tally.times["a dialog opens", ""].append(time.perf_counter() - began)
        await self.think(0.5, 1.5)
        began = time.perf_counter()
        await page.click(page.one(label="Save"))
        await self._seen(lambda: page.praise > done, "a game kept", "save", began)

    async def _resign(self) -> None:
        page, old = self._here, self._here.find(label="Resign")
        await page.click(old[0])
        await page.until(lambda: len(page.find(label="Resign")) > len(old), "the question whether to resign")
        await self.think(0.5, 1.5)
        began = time.perf_counter()
        await page.click(page.one(label="Resign"))
        await self._seen(lambda: self._bar("m-end"), "the end of a game", "resign", began)
        self.tally.done["resigned"] += 1


async def crowd(habits: Habits, numbers: Sequence[int]) -> Tally:
    """Some players in one process; how late this process itself is, is measured too."""
    total, until = Tally(), time.monotonic() + habits.seconds

    async def late() -> NoReturn:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(0.1)
            total.times["lateness of the players' process", ""].append(time.perf_counter() - began - 0.1)

    async def one(number: int) -> Tally:
        jar = aiohttp.CookieJar(unsafe=True)  # cookies of an address without a name, too
        patience = aiohttp.ClientTimeout(total=habits.patience)
        # As in browsers, a socket has a connection of its own.  On one that loaded pages before, a busy Uvicorn may arm
        # the timer of idle connections after the change of protocol, and cut the socket off five seconds later.
        async with (
            aiohttp.ClientSession(cookie_jar=jar, timeout=patience) as session,
            aiohttp.ClientSession(cookie_jar=jar, timeout=patience) as sockets,
        ):
            return await Player(number, habits, session, sockets, until).live()

    watcher = asyncio.create_task(late())
    for found in await asyncio.gather(*(one(number) for number in numbers), return_exceptions=True):
        if isinstance(found, Tally):
            total.add(found)
        else:
            total.errors[f"a player broke down: {type(found).__name__}: {found}"] += 1
    watcher.cancel()
    return total.plain()


def play(habits: Habits, numbers: Sequence[int]) -> Tally:
    """The work of one process of players."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return asyncio.run(crowd(habits, numbers))


# --- the server -------------------------------------------------------------------------------------------------------


def inside(report: str, idle: str, command: list[str]) -> NoReturn:
    """The server's own process: `mulligan serve`, with a limit of idle time and a task that looks around."""
    from nicegui import app

    from mulligan.cli import main as run
    from mulligan.web import server
    from mulligan.web.manager import Manager

    class Watched(Manager):
        def __init__(self, limits: Any, *rest: Any) -> None:
            super().__init__(replace(limits, idle=float(idle)) if float(idle) else limits, *rest)
            tasks: list[asyncio.Task[None]] = []
            app.on_startup(lambda: tasks.append(asyncio.get_running_loop().create_task(_look_around(self, report))))

    setattr(server, "House", Watched)  # noqa: B010 (it is not for others to set)
    sys.argv = ["mulligan", *command]
    run()


async def _look_around(manager: Any, report: str) -> None:
    """Write down what there is, and how late the event loop is; when all have left, also what outlives them."""
    from nicegui import Client

    from mulligan.arena.warm import compilations

    quiet = False
    with compilations() as compiled, Path(report).open("w", encoding="utf-8") as out:
        while True:
            late = []
            until = time.monotonic() + 2
            while time.monotonic() < until:
                began = time.perf_counter()
                await asyncio.sleep(0.05)
                late.append(time.perf_counter() - began - 0.05)
            row: dict[str, Any] = {
                "when": time.time(),
                "tables": len(manager.tables),
                "clients": len(Client.instances),
                "elements": sum(len(client.elements) for client in list(Client.instances.values())),
                "tasks": len(asyncio.all_tasks()),
                "searches": manager.counts()["searches"],
                "collections": [known["collections"] for known in gc.get_stats()],
                "compiling": bool(manager.preparing.now),
                "compiled": compiled.names[-20:],
                "functions_compiled": len(compiled.names),
                "late": [round(seconds, 4) for seconds in late],
            }
            nobody = not manager.tables and not Client.instances
            if nobody and not quiet:
                row["alive"] = _alive()
                before = resident(os.getpid())
                gc.collect()
                row |= {"alive_after_collecting": _alive(), "collected_mb": round(before - resident(os.getpid()), 1)}
            quiet = nobody
            out.write(json.dumps(row) + "\n")
            out.flush()


def _alive() -> dict[str, int]:
    kinds = Counter((type(thing).__module__, type(thing).__name__) for thing in gc.get_objects())
    return {name: kinds[kind] for name, kind in CLASSES.items()} | {"all objects": sum(kinds.values())}


def resident(process: int) -> float:
    """Megabytes of memory that a process has."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def spent(process: int) -> tuple[float, int]:
    """CPU seconds and the number of threads of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(fields[17])


@dataclass
class Server:
    """A server under observation."""

    process: subprocess.Popen[bytes]
    address: str
    log: Path
    report: Path
    began: float = field(default_factory=time.monotonic)
    samples: list[dict[str, float]] = field(default_factory=list)

    def sample(self) -> dict[str, float]:
        """Look at it from outside."""
        if self.process.poll() is not None:
            raise SystemExit(f"soak: the server ended with code {self.process.returncode}: {self.last_words()}")
        cpu, threads = spent(self.process.pid)
        row = {"seconds": round(time.monotonic() - self.began, 1), "rss_mb": round(resident(self.process.pid), 1)}
        self.samples.append(row | {"cpu_seconds": round(cpu, 2), "threads": threads})
        return self.samples[-1]

    def last_words(self) -> str:
        """The last line of its log."""
        lines = self.log.read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    def inside(self) -> list[dict[str, Any]]:
        """What was seen inside, so far."""
        rows = []
        with suppress(OSError):
            for line in self.report.read_text(encoding="utf-8").splitlines():
                with suppress(ValueError):  # the last line may not be finished
                    rows.append(json.loads(line))
        return rows


@contextmanager
def serving(folder: Path, idle: float, options: Sequence[str], log: Path) -> Iterator[Server]:
    """A server that lives as long as the block, and has its files in a folder."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port = int(trial.getsockname()[1])
    report = folder / "inside.jsonl"
    command = ["serve", "--port", str(port), "--saves", str(folder / "saves"), "--store", str(folder / "store.sqlite")]
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, __file__, INSIDE, str(report), str(idle), *command, *options],
            cwd=folder,
            stdout=out,
            stderr=subprocess.STDOUT,
            env={key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "NICEGUI"))},
        )
    found = Server(process, f"http://127.0.0.1:{port}", log, report)
    try:
        _wait(found)
        yield found
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(server: Server, patience: float = 180.0) -> None:
    until = time.monotonic() + patience
    while time.monotonic() < until:
        if server.process.poll() is not None:
            raise SystemExit(f"soak: the server did not start: {server.last_words()}")
        with suppress(urllib.error.URLError, OSError), urllib.request.urlopen(server.address + QUIETLY, timeout=30):
            return
        time.sleep(0.3)
    raise SystemExit(f"soak: the server did not answer within {patience:.0f} s")


def complaints(log: Path) -> dict[str, Any]:
    """What a log says that it should not."""
    text = log.read_text(errors="replace").splitlines()
    wrong = [line for line in text if re.search(r"error|exception|warning|traceback|never awaited", line, re.I)]
    kinds = Counter(re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|0x[0-9a-f]+|\d+", "#", line.strip())[:160] for line in wrong)
    return {"lines": len(text), "complaints": len(wrong), "kinds": dict(kinds.most_common(12))}


# --- all of it --------------------------------------------------------------------------------------------------------


def observe(server: Server, jobs: Sequence[Future[Tally]], every: float, quiet: bool) -> None:
    """Sample the server until all players have gone home."""
    told = time.monotonic()
    while not all(job.done() for job in jobs):
        row = server.sample()
        if not quiet and time.monotonic() - told >= 30:
            told, seen = time.monotonic(), (server.inside() or [{}])[-1]
            _say(
                f"{row['seconds']:6.0f} s: {row['rss_mb']:.0f} MB, {row['cpu_seconds']:.0f} s of CPU, "
                f"{row['threads']:.0f} threads, {seen.get('tables', 0)} tables, {seen.get('searches', 0)} searches"
            )
        time.sleep(every)


def growth(samples: Sequence[dict[str, float]]) -> float | None:
    """Megabytes per minute by which memory grew in the second half of the samples, by least squares."""
    half = samples[len(samples) // 2 :]
    if len(half) < 3:
        return None
    x, y = [row["seconds"] / 60 for row in half], [row["rss_mb"] for row in half]
    mean, level = sum(x) / len(x), sum(y) / len(y)
    spread = sum((a - mean) ** 2 for a in x)
    return round(sum((a - mean) * (b - level) for a, b in zip(x, y)) / spread, 2) if spread else None


def summary(tally: Tally, server: Server, playing: Sequence[dict[str, float]], ramp: float) -> dict[str, Any]:
    """All numbers."""
    by_name: dict[str, list[float]] = defaultdict(list)
    for (name, _), seconds in tally.times.items():
        by_name[name].extend(seconds)
    detailed = {f"{name}: {what}": digest(seconds) for (name, what), seconds in sorted(tally.times.items()) if what}
    seen = server.inside()
    steady = [row for row in playing if row["seconds"] >= playing[0]["seconds"] + ramp]
    ends = [row for row in seen if "alive" in row]
    clock = playing[-1]["seconds"] - playing[0]["seconds"]
    cpu = playing[-1]["cpu_seconds"] - playing[0]["cpu_seconds"]
    return {
        "milliseconds": {name: digest(seconds) for name, seconds in sorted(by_name.items())},
        "milliseconds_in_detail": detailed,
        "done": dict(sorted(tally.done.items())),
        "errors": dict(tally.errors.most_common()),
        "refused": dict(tally.refused.most_common()),
        "server": {
            "seconds": round(clock, 1),
            "cpu_seconds": round(cpu, 1),
            "cores": round(cpu / clock, 2) if clock else 0.0,
            "rss_mb": {
                "before": playing[0]["rss_mb"],
                "highest": max(row["rss_mb"] for row in server.samples),
                "when_players_left": playing[-1]["rss_mb"],
                "at_the_end": server.samples[-1]["rss_mb"],
            },
            "rss_growth_mb_per_minute": growth(steady),
            "threads": max(row["threads"] for row in server.samples),
            "threads_at_the_end": server.samples[-1]["threads"],
            "loop_late_ms": digest(late for row in seen for late in row["late"]),
            "most_at_once": {
                key: max((row[key] for row in seen), default=0)
                for key in ("tables", "clients", "elements", "tasks", "searches")
            },
            "at_the_end": {key: seen[-1][key] for key in ("tables", "clients", "tasks", "searches")} if seen else {},
            "seconds_compiling": 2.0 * sum(row["compiling"] for row in seen),
            "functions_compiled": seen[-1]["functions_compiled"] if seen else 0,
            "last_functions_compiled": ", ".join(seen[-1]["compiled"]) if seen else "",
            "garbage_collections": [b - a for a, b in zip(seen[0]["collections"], seen[-1]["collections"])],
            "alive_before_any_player": ends[0]["alive_after_collecting"] if ends else None,
            "alive_when_all_had_left": ends[-1]["alive"] if len(ends) > 1 else None,
            "alive_after_collecting": ends[-1]["alive_after_collecting"] if len(ends) > 1 else None,
            "mb_collected": ends[-1]["collected_mb"] if len(ends) > 1 else None,
            "kept_games": len(list((server.log.parent / "saves").rglob("*.game"))),
        },
        "log": complaints(server.log),
        "samples": server.samples,
    }


def show(found: dict[str, Any]) -> None:
    """The numbers for people."""
    print(f"{'milliseconds':34}{'n':>7}{'median':>10}{'95 %':>10}{'99 %':>10}{'max':>10}")
    for name, row in found["milliseconds"].items():
        if row["n"]:
            print(f"{name:34}{row['n']:7}" + "".join(f"{row[key]:10.0f}" for key in ("median", "p95", "p99", "max")))
    late = found["server"]["loop_late_ms"]
    if late["n"]:
        keys = ("median", "p95", "p99", "max")
        print(f"{'lateness of the server´s loop':34}{late['n']:7}" + "".join(f"{late[key]:10.0f}" for key in keys))
    print()
    for title, key in (("Done", "done"), ("Errors", "errors"), ("Refused", "refused")):
        rows = found[key]
        print(f"{title}: {'none' if not rows else ''}")
        for name, count in rows.items():
            print(f"{count:14,}  {name}")
    print("Server:")
    for name, value in found["server"].items():
        if name != "loop_late_ms":
            words = ", ".join(f"{k} {v}" for k, v in value.items()) if isinstance(value, dict) else value
            print(f"  {name.replace('_', ' ')}: {words}")
    log = found["log"]
    print(f"Its log: {log['lines']} lines, {log['complaints']} of them complaints")
    for line, count in log["kinds"].items():
        print(f"{count:14,}  {line}")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def soak(chosen: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Run all of it, in a folder."""
    if not chosen.cold:
        _say("compiling the games, where that is needed")
        command = [sys.executable, "-m", "mulligan", "warm", "--quiet", *chosen.games]
        warmed = subprocess.run(command, capture_output=True)
        if warmed.returncode:
            raise SystemExit(f"soak: {warmed.stderr.decode(errors='replace').strip().splitlines()[-1]}")
    options = [*(["--threads", str(chosen.threads)] if chosen.threads else []), "--sittings", str(chosen.sittings)]
    with serving(folder, chosen.idle, options, folder / "server.log") as server:
        habits = Habits(
            address=server.address,
            games=tuple(chosen.games),
            seconds=60 * chosen.minutes,
            ramp=min(60.0, 0.3 * chosen.players, 15 * chosen.minutes),
            pause=chosen.pause,
            patience=chosen.patience,
            longest=chosen.longest,
            seed=chosen.seed,
        )
        time.sleep(5)  # until it has looked at itself
        server.sample()
        _say(f"{chosen.players} players for {chosen.minutes:g} minutes at {server.address}")
        with ProcessPoolExecutor(chosen.processes, multiprocessing.get_context("spawn")) as pool:
            numbers = range(chosen.players)
            jobs = [pool.submit(play, habits, numbers[i :: chosen.processes]) for i in range(chosen.processes)]
            observe(server, jobs, chosen.every, chosen.quiet)
            tally = Tally()
            for job in jobs:
                tally.add(job.result())
        server.sample()
        playing = list(server.samples)
        if chosen.idle:
            wait = chosen.idle + SWEEP + FORGET + 8
            _say(f"all players have left: {wait:.0f} s until their tables should be gone")
            until = time.monotonic() + wait
            while time.monotonic() < until:
                time.sleep(min(chosen.every, max(0.1, until - time.monotonic())))
                server.sample()
        found = summary(tally, server, playing, habits.ramp)
    found["log"] = complaints(server.log)  # with what it said when it ended
    found["server"]["exit_code"] = server.process.returncode
    return found


def _pair(text: str) -> tuple[float, float]:
    low, comma, high = text.partition(",")
    try:
        found = (float(low), float(high if comma else low))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}': two numbers such as 1,3, please") from None
    if not 0 <= found[0] <= found[1]:
        raise argparse.ArgumentTypeError(f"'{text}': the smaller one first, please")
    return found


def _at_least(least: float, kind: Callable[[str], Any]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        try:
            value = kind(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"'{text}' is not a number") from None
        if not least <= value < math.inf:
            raise argparse.ArgumentTypeError(f"{text}: should be at least {least:g}")
        return value

    return read


class Parser(argparse.ArgumentParser):
    """Tells in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        """Say it, and end."""
        self.exit(2, f"soak: {message}\n")


def read_arguments() -> argparse.Namespace:
    """What was asked for."""
    words = Parser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="""examples:
  python benchmarks/soak.py --players 5 --minutes 1 --games nim,magic
  python benchmarks/soak.py --players 50 --minutes 10 --json soak.json
  python benchmarks/soak.py --players 200 --minutes 60 --processes 2 --pause 2,6 --log server.log""",
    )
    words.add_argument("--players", type=_at_least(1, int), default=10, metavar="N", help="players at once (10)")
    words.add_argument("--minutes", type=_at_least(0.1, float), default=2.0, metavar="M", help="how long they play (2)")
    words.add_argument("--games", default=GAMES, help=f"games to choose from ({GAMES})")
    words.add_argument("--json", metavar="FILE", help="write all numbers, and memory over time, into a file")
    words.add_argument("--log", metavar="FILE", help="keep the log of the server")
    words.add_argument(
        "--idle",
        type=_at_least(0, float),
        default=60.0,
        metavar="S",
        help="idle limit of tables (60; 0: as it is, and no waiting at the end)",
    )
    words.add_argument("--processes", type=_at_least(1, int), default=1, metavar="N", help="processes of players (1)")
    words.add_argument("--pause", type=_pair, default=(1.0, 3.0), metavar="A,B", help="seconds before a move (1,3)")
    words.add_argument(
        "--patience",
        type=_at_least(1, float),
        default=60.0,
        metavar="S",
        help="seconds after which waiting is an error (60)",
    )
    words.add_argument(
        "--longest", type=_at_least(1, int), default=80, metavar="N", help="own moves after which a player resigns (80)"
    )
    words.add_argument(
        "--threads", type=_at_least(1, int), metavar="N", help="searches at the same time (as the server likes)"
    )
    words.add_argument(
        "--sittings", type=_at_least(1, int), metavar="N", help="tables of the server (4 for each player, at least 200)"
    )
    words.add_argument(
        "--every", type=_at_least(0.2, float), default=3.0, metavar="S", help="seconds between samples (3)"
    )
    words.add_argument("--seed", type=int, default=1, help="of the players' choices (1)")
    words.add_argument("--cold", action="store_true", help="do not compile the games first")
    words.add_argument("--quiet", action="store_true", help="no lines about progress")
    chosen = words.parse_args()
    chosen.games = [name.strip() for name in chosen.games.split(",") if name.strip()]
    if not chosen.games:
        words.error("--games: name at least one")
    chosen.processes = min(chosen.processes, chosen.players)
    chosen.sittings = chosen.sittings or min(10_000, max(200, 4 * chosen.players))
    if not Path("/proc/self/statm").exists():
        words.error("memory is read from /proc, which this system does not have")
    for place in (chosen.json, chosen.log):
        if place and not Path(place).resolve().parent.is_dir():
            words.error(f"'{place}': there is no such folder")
    return chosen


def main() -> None:
    """Measure, and tell."""
    chosen = read_arguments()
    with tempfile.TemporaryDirectory(prefix="soak-", ignore_cleanup_errors=True) as place:
        try:
            found = soak(chosen, Path(place))
        except KeyboardInterrupt:
            raise SystemExit("soak: interrupted") from None
        finally:
            log = Path(place) / "server.log"
            if chosen.log and log.exists():
                Path(chosen.log).write_bytes(log.read_bytes())
    settings = {key: value for key, value in vars(chosen).items() if key not in ("json", "log", "quiet")}
    found = {"settings": settings | {"cores_of_machine": len(os.sched_getaffinity(0))}} | found
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    show(found)


if __name__ == "__main__":
    if sys.argv[1:2] == [INSIDE]:
        inside(sys.argv[2], sys.argv[3], sys.argv[4:])
    main()
