"""Threads for searches: a few at a time, the others in a queue, and nobody who waits stops the pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from mulligan.core.errors import UsageError

T = TypeVar("T")


LOOK = 1.0  # seconds between two looks whether somebody still waits


class Busy(UsageError):
    """There is too much to do just now."""


class Unwatched(UsageError):
    """Whoever wanted it has gone."""


class Pool:
    """A bounded number of threads with a bounded queue."""

    def __init__(self, threads: int, waiting: int, name: str) -> None:
        self._most = threads + waiting
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self.taken = 0
        """Pieces of work that run or wait."""

    async def run(
        self,
        work: Callable[[], T],
        stop: Callable[[], Any] | None = None,
        unwatched: Callable[[], bool] | None = None,
        look: float = LOOK,
    ) -> T:
        """Do some work in a thread.  Whoever no longer waits for it has it stopped, by `stop`.

        So does `unwatched`, if it is true at two looks: what happens between them may be that the server was slow.
        """
        if self.taken >= self._most:
            raise Busy("the server is busy with other games: try again in a moment")
        loop = asyncio.get_running_loop()
        self.taken += 1
        future = self._threads.submit(work)
        future.add_done_callback(lambda _: _call_soon(loop, self._freed))
        waiting = asyncio.wrap_future(future)
        try:
            away = 0
            while unwatched is not None and not (await asyncio.wait({waiting}, timeout=look))[0]:
                away = away + 1 if unwatched() else 0
                if away > 1:
                    raise Unwatched("nobody was looking any more")
            return await asyncio.shield(waiting)
        except (asyncio.CancelledError, Unwatched):
            if not future.cancel():
                await _end(waiting, stop)
            raise

    def _freed(self) -> None:
        self.taken -= 1

    def close(self) -> None:
        """Begin nothing new."""
        self._threads.shutdown(wait=False, cancel_futures=True)


async def _end(waiting: asyncio.Future[Any], stop: Callable[[], Any] | None) -> None:
    """Stop what runs, and wait until it has stopped: an agent can think about one thing at a time only."""
    while not waiting.done():
        if stop is not None:
            stop()  # again and again, for a search that is just about to begin does not hear it
        await asyncio.wait({waiting}, timeout=0.1)
    waiting.exception()


def _call_soon(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(call)
