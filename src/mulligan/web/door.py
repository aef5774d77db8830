"""The door of the server: what comes over a connection before it is a request.

Uvicorn reads headers of any length for any time, from any number of connections.  Here each of these has an end: a
head that is too long is refused while it is read, one that comes too slowly is closed, and so is an answer that nobody
takes.  Who opens more connections than he may loses his oldest one that has nothing to do, or if all are busy the new
one.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .limits import Limits

PIECE = 16_384  # bytes that are read before somebody looks how many there have been
LINGER = 1.0  # seconds in which whoever was refused can read why
MOST_LINGERING = 500


def network_of(address: str) -> str:
    """What limits for one address are counted by: the address, or the network that one visitor has in IPv6.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(found) if found.is_loopback else str(ipaddress.ip_network((found, 64), strict=False).network_address)


class Connections:
    """All connections that speak HTTP, by the address that they come from; the oldest first."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.count = 0
        self.lingering = 0
        self._of: dict[str, dict[Door, None]] = {}

    def admit(self, door: Door) -> bool:
        """Let a connection in, perhaps in place of another; returns whether there is room."""
        own = self._of.get(door.address, {})
        if len(own) >= self.limits.connections_per_address and not self._make_room(own):
            return False
        if self.count >= self.limits.connections and not self._make_room(max(self._of.values(), key=len)):
            return False
        self._of.setdefault(door.address, {})[door] = None
        self.count += 1
        return True

    def leave(self, door: Door) -> None:
        """A connection is closed, or is one of HTTP no more."""
        own = self._of.get(door.address, {})
        if door in own:
            del own[door]
            self.count -= 1
            if not own:
                del self._of[door.address]

    def _make_room(self, some: dict[Door, None]) -> bool:
        idle = next((door for door in some if door.idle), None)
        if idle is None:
            return False
        idle.close()
        return True


class Door(HttpToolsProtocol):
    """One connection."""

    limits: Limits
    connections_of_all: Connections
    guarded: Callable[[Any], Any]

    def __init__(self, config: Config, *given: Any, **named: Any) -> None:
        config.loaded_app = self.guarded(config.loaded_app)  # outside of all else: what is refused should cost little
        super().__init__(config, *given, **named)
        self.address = ""
        self._head = -1  # bytes of the head that is being read; -1 between heads
        self._refused = False
        self._late: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    # --- coming and going ---------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        self.address = network_of(self.client[0]) if self.client else ""
        if self.connections_of_all.admit(self):
            self._expect(self.limits.head_seconds)
        else:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "too many connections")

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is closed."""
        self._go()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """What follows is not HTTP."""
        if not self._refused:
            self._go()
            super().handle_websocket_upgrade()

    def close(self) -> None:
        """Close the connection at once."""
        self._go()
        self.transport.abort()

    def _go(self) -> None:
        self.connections_of_all.leave(self)
        self._expect(None)
        self.resume_writing()

    # --- reading ------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Read, but only so much."""
        for start in range(0, len(data), PIECE):
            if self._refused or self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            if self.idle and self._late is None:
                self._expect(self.limits.head_seconds)
            piece = data[start : start + PIECE]
            super().data_received(piece)
            if self._head >= 0:
                self._head += len(piece)
                self._measure(len(self.url), self._head)

    def on_message_begin(self) -> None:
        """A head begins."""
        super().on_message_begin()
        self._head = 0

    def on_headers_complete(self) -> None:
        """A head ends."""
        self._head = -1
        if self._refused or not self._measure(len(self.url), sum(len(n) + len(v) + 4 for n, v in self.headers)):
            return
        self._expect(self.limits.body_seconds)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Some of a body has come."""
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """A request has come whole."""
        self._expect(None)
        if not self._refused:
            super().on_message_complete()

    def _measure(self, line: int, head: int) -> bool:
        if line > self.limits.line:
            self._refuse(HTTPStatus.REQUEST_URI_TOO_LONG, f"an address has up to {self.limits.line:,} bytes")
        elif head > self.limits.head:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, f"headers have up to {self.limits.head:,} bytes")
        return not self._refused

    # --- waiting ------------------------------------------------------------------------------------------------------

    def _expect(self, seconds: float | None) -> None:
        """Give somebody so long for what he has begun to send."""
        if self._late is not None:
            self._late.cancel()
        self._late = None if seconds is None else self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        if self.idle and self._head > 0:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, "the request did not come to an end")
        else:
            self.close()

    def pause_writing(self) -> None:
        """Nobody takes the answer just now."""
        super().pause_writing()
        if self._stuck is None:
            self._stuck = self.loop.call_later(self.limits.body_seconds, self.close)

    def resume_writing(self) -> None:
        """Somebody takes it."""
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
        super().resume_writing()

    # --- refusing -----------------------------------------------------------------------------------------------------

    def send_400_response(self, msg: str) -> None:
        """What came is not HTTP."""
        self._refuse(HTTPStatus.BAD_REQUEST, "this is not a request that can be understood")

    def _refuse(self, status: HTTPStatus, reason: str) -> None:
        """Say why, read no more, and close in a moment: at once, and the reason might be lost."""
        if self._refused:
            return
        self._refused = True
        if not self.idle or self.connections_of_all.lingering >= MOST_LINGERING:
            self.close()
            return
        body = f"{reason}\n".encode()
        lines = (f"HTTP/1.1 {status} {status.phrase}", "content-type: text/plain", f"content-length: {len(body)}")
        self.transport.write("\r\n".join((*lines, "connection: close", "", "")).encode() + body)
        self.transport.pause_reading()
        self.connections_of_all.lingering += 1
        self._expect(None)
        self.loop.call_later(LINGER, self._linger_no_more)

    def _linger_no_more(self) -> None:
        self.connections_of_all.lingering -= 1
        self.close()


def door_of(limits: Limits, guarded: Callable[[Any], Any] = lambda app: app) -> type[Door]:
    """The kind of connection that a server with these limits has.

    `guarded` wraps the application; it is asked for every connection, and should leave alone what it has wrapped.
    """
    shared = {"limits": limits, "connections_of_all": Connections(limits), "guarded": staticmethod(guarded)}
    return type("Door", (Door,), shared)
