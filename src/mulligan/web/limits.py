"""What one server grants its visitors, so that none of them can take all of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of a server; each is told to whoever meets it.

    A visitor is known by the signed cookie of his browser, and before he has one by his address.
    """

    # --- games

    sittings: int = 200
    """Games under way, of all visitors together."""
    per_visitor: int = 8
    """Games under way of one visitor."""
    thinking: float = 30.0
    """Seconds that no decision may pass."""
    threads: int = 2
    """Searches at the same time."""
    waiting: int = 40
    """Searches that wait for a thread."""
    idle: float = 1800.0
    """Seconds after which a game that nobody looks at is put away."""
    away: float = 5.0
    """Seconds after which a search that nobody looks at is ended."""
    moves_per_second: float = 10.0
    """Moves and commands of one visitor, on average."""
    burst: int = 30
    """Moves and commands that may come at once."""

    explained: int = 40
    """Searches that are explained, of all visitors together; each keeps its tree as long as its page is open."""
    explained_per_visitor: int = 2
    """Searches of one visitor that are explained."""
    explained_sims: int = 1_000
    """Simulations of one tree of such a search."""

    # --- files

    upload: int = 1_000_000
    """Bytes of a file that a visitor sends, and of any request."""
    upload_moves: int = 5_000
    """Moves of a game that a visitor sends: all of them are played again."""
    uploads_per_second: float = 0.5
    """Files that one visitor sends, on average."""
    uploads_burst: int = 10
    """Files that may come at once."""
    saved: int = 200
    """Files that one visitor may keep."""

    # --- requests

    line: int = 8_192
    """Bytes of the first line of a request."""
    head: int = 32_768
    """Bytes of a request before its body."""
    head_seconds: float = 10.0
    """Seconds in which they must have come."""
    body_seconds: float = 60.0
    """Seconds in which the body must have come, and in which some of an answer must be taken."""
    connections: int = 1_000
    """Connections of all visitors that ask for pages and files."""
    connections_per_address: int = 100
    """Such connections from one address."""

    # --- pages

    pages: int = 1_000
    """Pages of all visitors."""
    pages_per_visitor: int = 20
    """Open pages of one visitor."""
    making: int = 2
    """Pages for one address that are made at the same time; others wait, and do not keep other addresses waiting."""
    unopened: int = 60
    """Pages from one address that no browser is connected to, or not any more."""
    pages_per_second: float = 4.0
    """Pages of one visitor, on average."""
    pages_burst: int = 20
    """Pages that may be asked for at once."""
    crowd: int = 4
    """How many visitors of full pace one address may be."""
    sockets_per_address: int = 300
    """Pages from one address that are connected."""
    messages_per_second: float = 40.0
    """What a page tells the server, on average; more has to wait."""
    messages_burst: int = 200
    """What a page may tell at once."""

    # --- strangers

    tries_per_second: float = 0.1
    """Wrong passwords from one address, on average."""
    tries_burst: int = 10
    """Wrong passwords that may come at once."""
