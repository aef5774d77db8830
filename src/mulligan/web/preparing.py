"""Whether machine code is being made, which takes up to a minute when a game is played for the first time."""

from __future__ import annotations

from typing import Any

from numba.core import event


class Preparing(event.Listener):  # type: ignore[misc]
    """Listens to the compiler for as long as the server runs."""

    def __init__(self) -> None:
        self._depth = 0

    @property
    def now(self) -> bool:
        """Whether something is being compiled."""
        return self._depth > 0

    def listen(self) -> None:
        """Begin to listen."""
        event.register("numba:compile", self)

    def on_start(self, event: Any) -> None:
        """The compiler begins with a function."""
        self._depth += 1

    def on_end(self, event: Any) -> None:
        """The compiler is done with a function."""
        self._depth = max(0, self._depth - 1)


def preparing(title: str) -> str:
    """What those who wait for it are told."""
    return f"Preparing {title}: its rules become machine code, which takes about a minute the first time."
