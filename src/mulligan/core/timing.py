"""What a computation costs, with the making of its machine code apart.

Code is compiled, or loaded from the cache, when it is first called, in the middle of whatever called it.  That happens
once and says nothing about a player or a game, so no time that is shown to anybody should have it in it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from numba.core import event

EVENT = "numba:compiler_lock"  # held while a function is compiled or loaded


class Spent(NamedTuple):
    """What it took."""

    cpu: float
    """CPU seconds of the thread, without those for code."""
    seconds: float
    """The same by the clock."""
    compile_cpu: float
    """CPU seconds for compiling and loading code."""
    compile_seconds: float
    """The same by the clock, with the time that another thread was waited for that compiles."""


class _Own(threading.local):
    """What this thread has spent on code since it began."""

    depth = 0
    cpu = seconds = 0.0
    began_cpu = began = 0.0


class _Whole:
    """What all threads have spent on it, and for how long at least one of them did."""

    def __init__(self) -> None:
        self.lock, self.active, self.began = threading.Lock(), 0, 0.0
        self.cpu = self.seconds = 0.0

    def begin(self) -> None:
        with self.lock:
            if self.active == 0:
                self.began = time.perf_counter()
            self.active += 1

    def end(self, cpu: float) -> None:
        with self.lock:
            self.active -= 1
            self.cpu += cpu
            if self.active == 0:
                self.seconds += time.perf_counter() - self.began


_own, _whole = _Own(), _Whole()


def _begin() -> None:
    if _own.depth == 0:
        _whole.begin()
        _own.began_cpu, _own.began = time.thread_time(), time.perf_counter()
    _own.depth += 1


def _end() -> None:
    if _own.depth == 0:
        return  # it began before anybody listened
    _own.depth -= 1
    if _own.depth == 0:
        cpu = time.thread_time() - _own.began_cpu
        _own.cpu += cpu
        _own.seconds += time.perf_counter() - _own.began
        _whole.end(cpu)


class _Listener(event.Listener):  # type: ignore[misc]
    def on_start(self, event: Any) -> None:
        _begin()

    def on_end(self, event: Any) -> None:
        _end()


event.register(EVENT, _Listener())


@contextmanager
def making_code() -> Iterator[None]:
    """What is done in here is no part of a computation: it gets code ready that has yet to be called."""
    _begin()
    try:
        yield
    finally:
        _end()


def code_time() -> tuple[float, float]:
    """CPU seconds that all threads of this process have spent on code so far, and seconds in which any of them did."""
    return _whole.cpu, _whole.seconds


class Stopwatch:
    """Runs from now on; to be read by the thread that started it.

    >>> watch = Stopwatch()
    >>> with making_code():
    ...     _ = sum(range(100_000))
    >>> watch.read().compile_cpu > 0, watch.read().cpu < 1
    (True, True)
    """

    def __init__(self) -> None:
        self._code = _own.cpu, _own.seconds
        self._cpu, self._began = time.thread_time(), time.perf_counter()

    def read(self) -> Spent:
        """What was spent since it began."""
        cpu, seconds = time.thread_time() - self._cpu, time.perf_counter() - self._began
        code_cpu, code_seconds = _own.cpu - self._code[0], _own.seconds - self._code[1]
        return Spent(max(0.0, cpu - code_cpu), max(0.0, seconds - code_seconds), code_cpu, code_seconds)
