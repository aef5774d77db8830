"""Players in plain Python that tests seat, by name and as objects."""

from __future__ import annotations

import os
import time
from typing import Any

NUMBER = 7


class Last:
    """The last move, or the one before it."""

    def __init__(self, back: int = 0) -> None:
        self.back = back

    def choose(self, view: Any) -> Any:
        return view.moves[-1 - min(self.back, len(view.moves) - 1)]


class Idle:
    """Has not learned to choose."""


class Wrong:
    """Fails in a way of its choice."""

    def __init__(self, way: str = "raise") -> None:
        self.way = way

    def choose(self, view: Any) -> Any:
        if self.way == "raise":
            raise RuntimeError("no idea")
        if self.way == "loop":
            while True:
                pass
        return {"exit": None, "number": 99, "text": "take 9", "bool": True, "float": 1.5}[self.way]


class Exits:
    """Takes its process along."""

    def choose(self, view: Any) -> Any:
        os._exit(7)


class Sleeps:
    """Is not to be woken from Python."""

    def choose(self, view: Any) -> Any:
        time.sleep(600)
