"""Who may speak to the server, and how much: a check of every request before any page sees it.

A server answers only to its own names.  Otherwise any page on the web could, by pointing a name of its own at this
computer, read the games of whoever visits it.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, MutableMapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from .door import network_of
from .entry import FORM, Entry, asked, clean_place, cookies_in, moved, password_of, token_in
from .limits import Limits
from .pace import Pace

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
SPARE = 16_384  # bytes that a form adds to the file in it
HELD = 1.0  # seconds that whoever comes too fast waits for an answer
TEXT, PAGE = b"text/plain; charset=utf-8", b"text/html; charset=utf-8"
SOCKETS = "/_nicegui_ws/"
CHEAP = ("/_nicegui/", "/mulligan/", "/favicon")  # addresses of files
SMALL = 0.02  # what a file costs; a page costs 1

# NiceGUI builds its pages from inline scripts and compiles templates in the browser: stricter, it shows nothing.
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


def is_loopback(host: str) -> bool:
    """Whether a host is this computer only.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, True, False)
    """
    try:
        return host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def names_of(host: str, port: int, others: Iterable[str] = ()) -> frozenset[str]:
    """The names by which a server may be called, besides the address at which it is reached.

    Those that were given as `others` may be called without the port, too: a server before this one may have another.

    >>> sorted(names_of("127.0.0.1", 8080))
    ['127.0.0.1:8080', '[::1]:8080', 'localhost:8080']
    >>> sorted(names_of("192.0.2.7", 80, ["Cards.example"]))
    ['192.0.2.7', '192.0.2.7:80', 'cards.example', 'cards.example:80']
    """
    bare = {f"[{host}]" if ":" in host else host} if not is_loopback(host) else {*LOOPBACK, _literal(host)}
    names = {f"{name}:{port}" for name in (*bare, *others)} | {*others} | (bare if port == 80 else set())
    return frozenset(name.lower() for name in names)


def _literal(host: str) -> str:
    """An address as it stands in a Host header."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


class Guard:
    """Refuses requests under foreign names, from foreign pages and strangers, too large and too many.

    `visitor_of` tells from the cookies who a visitor is, or nothing; `room_for` whether there may be another page of a
    visitor at an address, and if not why.
    """

    def __init__(
        self,
        app: App,
        names: Iterable[str] = (),
        limits: Limits | None = None,
        entry: Entry | None = None,
        visitor_of: Callable[[dict[str, str]], str] = lambda cookies: "",
        room_for: Callable[[str, str], str] = lambda visitor, address: "",
    ) -> None:
        self.app, self.names, self.limits, self.entry = app, frozenset(names), limits or Limits(), entry
        self.visitor_of, self.room_for = visitor_of, room_for
        self.largest = self.limits.upload + SPARE
        self._own = Pace(self.limits.pages_per_second, self.limits.pages_burst)
        crowd = self.limits.crowd
        self._shared = Pace(crowd * self.limits.pages_per_second, crowd * self.limits.pages_burst)
        self._sockets: Counter[str] = Counter()
        self._waiting: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Semaphore] = {}

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        refused = self._refused(scope)
        if refused is not None:
            return await _refuse(scope, send, *refused)
        cookies = cookies_in(scope["headers"])
        address = network_of((scope.get("client") or ("",))[0])
        if self.entry is not None and (
            not self.entry.admits(cookies) or token_in(scope.get("query_string", b"")) is not None
        ):
            return await self._enter(self.entry, scope, receive, send, address, self.entry.admits(cookies))
        visitor = self.visitor_of(cookies)
        wait = self._wait(scope, visitor, address)
        if wait > 0:
            await asyncio.sleep(min(wait, HELD))  # who asks at once again would cost more than he does now
            return await _refuse(scope, send, 429, "not so fast: wait a moment", retry=wait)
        if scope["type"] == "websocket":
            return await self._converse(scope, receive, send, visitor, address)
        if not self._is_page(scope):
            return await self.app(scope, self._measured(receive), _with_headers(send))
        async with self._turn(address) as done:
            problem = self.room_for(visitor, address)
            if problem:
                return await _refuse(scope, send, 429, problem)
            await self.app(scope, self._measured(receive), _with_headers(send, done))

    # --- what a request says ------------------------------------------------------------------------------------------

    def _refused(self, scope: Message) -> tuple[int, str] | None:
        found: dict[bytes, list[str]] = {}
        for key, value in scope.get("headers", ()):
            found.setdefault(key.lower(), []).append(value.decode("latin-1"))
        if any(len(found.get(key, ())) > 1 for key in (b"host", b"origin", b"content-length")):
            return 400, "Host, Origin and Content-Length may be given once only"
        host = found.get(b"host", [""])[0].lower()
        if host not in self.names and host != _reached_at(scope):
            return 403, "this server answers only to its own names: --name adds one"
        origin = found.get(b"origin", [None])[0]
        if origin is not None and _place_of(origin) != host:
            return 403, "requests of other sites are refused"
        length = found.get(b"content-length", ["0"])[0]
        if not (length.isascii() and length.isdecimal()) or int(length[:20]) > self.largest:
            return 413, "the request is too large"
        return None

    def _is_page(self, scope: Message) -> bool:
        return scope["type"] == "http" and scope["method"] == "GET" and not scope["path"].startswith((*CHEAP, SOCKETS))

    def _wait(self, scope: Message, visitor: str, address: str) -> float:
        """Seconds after which a request may be sent again, or 0 if it may be answered."""
        path, method = scope["path"], scope.get("method", "GET")
        begun = path.startswith(SOCKETS) and b"sid=" in scope.get("query_string", b"")
        cost = SMALL if begun or (path.startswith(CHEAP) and method == "GET") else 1.0
        if scope["type"] == "websocket":
            cost = 0.2
        return self._own.wait(visitor or f"strangers at {address}", cost) or self._shared.wait(address, cost)

    @asynccontextmanager
    async def _turn(self, address: str) -> AsyncIterator[Callable[[], None]]:
        """Wait until a page may be made for an address; `done` lets the next one in before this one has been sent."""
        turns = self._turns.setdefault(address, asyncio.Semaphore(self.limits.making))
        self._waiting[address] += 1
        left = [turns.release]

        def done() -> None:
            if left:
                left.pop()()

        try:
            await turns.acquire()
            try:
                yield done
            finally:
                done()
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address], self._turns[address]

    def _measured(self, receive: Receive) -> Receive:
        """A body may come without its length: then it is cut off where it becomes too long."""
        total = 0

        async def measured() -> Message:
            nonlocal total
            message = await receive()
            total += len(message.get("body", b""))
            return {"type": "http.disconnect"} if total > self.largest else message

        return measured

    # --- sockets ------------------------------------------------------------------------------------------------------

    async def _converse(self, scope: Message, receive: Receive, send: Send, visitor: str, address: str) -> None:
        room = {f"at {address}": self.limits.sockets_per_address}
        if visitor:
            room[f"of {visitor}"] = 2 * self.limits.pages_per_visitor  # old ones close while new ones open
        if any(self._sockets[key] >= most for key, most in room.items()):
            return await _refuse(scope, send, 429, "too many open pages")
        self._sockets.update(room.keys())
        try:
            await self.app(scope, self._unhurried(receive), send)
        finally:
            self._sockets.subtract(room.keys())
            for key in room:
                if self._sockets[key] <= 0:
                    del self._sockets[key]

    def _unhurried(self, receive: Receive) -> Receive:
        """What comes faster than it may has to wait, and so does the browser that sends it."""
        pace = Pace(self.limits.messages_per_second, self.limits.messages_burst)

        async def unhurried() -> Message:
            message = await receive()
            while message["type"] == "websocket.receive" and (wait := pace.wait("")) > 0:
                await asyncio.sleep(wait)
            return message

        return unhurried

    # --- strangers ----------------------------------------------------------------------------------------------------

    async def _enter(
        self, entry: Entry, scope: Message, receive: Receive, send: Send, address: str, known: bool
    ) -> None:
        """Let in whoever knows the secret, and ask everybody else for it."""
        if scope["type"] == "websocket":
            return await _refuse(scope, send, 401, "this server is for those who know its password")
        form = scope["method"] == "POST" and scope["path"] == FORM
        given = password_of(await _body(receive)) if form else token_in(scope.get("query_string", b""))
        place = clean_place("/" if form else scope["path"])
        if known:
            return await _answer(send, 200, moved(place).encode(), PAGE)
        wait = self._own.wait(f"strangers at {address}", SMALL)
        if given is None and wait <= 0:
            return await _answer(send, 401, asked().encode(), PAGE)
        wait = wait or entry.wait(address)
        if given is None or wait > 0:
            await asyncio.sleep(HELD)
            return await _refuse(scope, send, 429, "not so fast: wait a minute", retry=wait)
        if entry.opens(given, address):
            return await _answer(send, 200, moved(place).encode(), PAGE, entry.set_cookie())
        await asyncio.sleep(HELD)
        await _answer(send, 401, asked("That is not the password.").encode(), PAGE)


def _place_of(origin: str) -> str:
    """The host and port of an Origin; empty for one that says nothing."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _reached_at(scope: Message) -> str:
    """The address of this computer at which a request has come: numbers are nobody else's name."""
    server = scope.get("server") or ("", 0)
    return f"{_literal(server[0])}:{server[1]}".lower() if server[0] else " "


async def _body(receive: Receive, most: int = 4_096) -> bytes:
    found, more = b"", True
    while more and len(found) <= most:
        message = await receive()
        found += message.get("body", b"")
        more = message.get("more_body", False)
    return found[:most]


async def _refuse(scope: Message, send: Send, status: int, reason: str, retry: float = 0.0) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    extra = [(b"retry-after", str(int(retry) + 1).encode())] if retry else []
    await _answer(send, status, f"{reason}\n".encode(), TEXT, *extra)


async def _answer(send: Send, status: int, body: bytes, kind: bytes, *extra: tuple[bytes, bytes]) -> None:
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *extra, *HEADERS]})
    await send({"type": "http.response.body", "body": body})


def _with_headers(send: Send, begun: Callable[[], None] = lambda: None) -> Send:
    """Adds our headers to an answer; `begun` is told when there is one."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            begun()
            message["headers"] = [*message.get("headers", ()), *HEADERS]
        await send(message)

    return sending
