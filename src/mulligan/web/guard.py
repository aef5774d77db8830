"""Who may speak to the server, and how much: a check of every request before any page sees it.

A server on this computer answers only to its own names.  Otherwise any page on the web could, by pointing a name of its
own at 127.0.0.1, read the games of whoever visits it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
SAFE = ("GET", "HEAD", "OPTIONS")
SPARE = 16_384  # bytes that a form adds to the file in it

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

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    return host in LOOPBACK or host == "::1"


def names_of(host: str, port: int) -> frozenset[str]:
    """The names by which a server on this computer may be called; empty if it serves others too.

    >>> sorted(names_of("127.0.0.1", 8080))
    ['127.0.0.1:8080', '[::1]:8080', 'localhost:8080']
    """
    return frozenset(f"{name}:{port}" for name in LOOPBACK) if is_loopback(host) else frozenset()


class Guard:
    """Refuses requests under foreign names, from foreign pages and of too many bytes; adds headers to all answers."""

    def __init__(self, app: App, names: Iterable[str] = (), largest: int = 1_000_000) -> None:
        self.app, self.names, self.largest = app, frozenset(names), largest + SPARE

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        headers = {key.lower(): value.decode("latin-1") for key, value in scope.get("headers", ())}
        refused = self._refused(scope, headers)
        if refused is not None:
            return await _refuse(scope, send, *refused)
        if scope["type"] == "websocket":
            return await self.app(scope, receive, send)
        await self.app(scope, self._measured(receive), _with_headers(send))

    def _refused(self, scope: Message, headers: dict[bytes, str]) -> tuple[int, str] | None:
        host = headers.get(b"host", "").lower()
        if self.names and host not in self.names:
            return 403, "this server answers only to its own names on this computer"
        origin = headers.get(b"origin")
        careful = scope["type"] == "websocket" or scope.get("method") not in SAFE
        if careful and origin is not None and urlsplit(origin).netloc.lower() != host:
            return 403, "requests of other sites are refused"
        length = headers.get(b"content-length", "0")
        if not length.isdigit() or int(length) > self.largest:
            return 413, "the request is too large"
        return None

    def _measured(self, receive: Receive) -> Receive:
        """A body may come without its length: then it is cut off where it becomes too long."""
        total = 0

        async def measured() -> Message:
            nonlocal total
            message = await receive()
            total += len(message.get("body", b""))
            return {"type": "http.disconnect"} if total > self.largest else message

        return measured


async def _refuse(scope: Message, send: Send, status: int, reason: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": reason})
        return
    body = f"{reason}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *HEADERS]})
    await send({"type": "http.response.body", "body": body})


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *HEADERS]
        await send(message)

    return sending
