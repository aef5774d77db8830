"""The protocol between Mulligan and programs that play: JSON objects, one on each line.  See docs/protocol.md."""

from __future__ import annotations

import json
from typing import Any

from mulligan.core.errors import UsageError, quoted

PROTOCOL = 1
LONGEST = 1_000_000  # bytes of a line


class ProtocolError(UsageError):
    """A line that is none of the protocol."""


def written(kind: str, **content: Any) -> bytes:
    """A message as a line.

    >>> written("stop")
    b'{"type":"stop"}\\n'
    """
    return json.dumps({"type": kind, **content}, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def understood(line: bytes) -> dict[str, Any]:
    """The message that a line holds.

    >>> understood(b'{"type": "ready"}')
    {'type': 'ready'}
    >>> understood(b'hello there')
    Traceback (most recent call last):
    mulligan.agents.protocol.ProtocolError: sends 'hello there', which is no JSON object with a "type"
    """
    if len(line) > LONGEST:
        raise ProtocolError(f"sends a line of more than {LONGEST:,} bytes")
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("type"), str):
        shown = line[:80].decode("utf-8", "replace").strip()
        raise ProtocolError(f'sends {quoted(shown)}, which is no JSON object with a "type"')
    return found


def check_hello(message: dict[str, Any]) -> None:
    """Whether the other side says hello in a version that we speak."""
    if message["type"] != "hello":
        raise ProtocolError(f"answers hello with {quoted(message['type'])}, and should answer with hello")
    if message.get("protocol") != PROTOCOL:
        told = quoted(str(message.get("protocol")))
        raise ProtocolError(f"speaks version {told} of the protocol; this is version {PROTOCOL}")
    if not isinstance(message.get("name"), str) or not message["name"]:
        raise ProtocolError('says hello without a "name"')
    if not isinstance(message.get("options", {}), dict):
        raise ProtocolError('says hello with "options" that are no object')
