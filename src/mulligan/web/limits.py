"""What one server grants its visitors, so that none of them can take all of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of a house; each is told to whoever meets it."""

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
    upload: int = 1_000_000
    """Bytes of a file that a visitor sends, and of any request."""
    idle: float = 1800.0
    """Seconds after which a game that nobody looks at is put away."""
    moves_per_second: float = 10.0
    """Moves and commands of one visitor, on average."""
    burst: int = 30
    """Moves and commands that may come at once."""
    saved: int = 200
    """Files that one visitor may keep."""
