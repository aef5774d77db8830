"""How the settings of a part say which values they may have."""

from __future__ import annotations

from dataclasses import field
from typing import Any


def one_of(default: str, choices: tuple[str, ...], slot: str = "") -> Any:
    """A word out of several; where a slot is named, also a part for it from elsewhere."""
    return field(default=default, metadata={"choices": choices, "slot": slot})


def between(default: float, low: float, high: float) -> Any:
    """A number, whole if the default is."""
    return field(default=default, metadata={"range": (low, high)})
