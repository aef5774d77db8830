"""The two ends of a terminal: what is shown, what is typed, and how it ends; or the two ends of a pipe."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from types import FrameType
from typing import Any, TypeVar, cast

from rich.console import Console
from rich.text import Text

from mulligan.core.errors import UsageError

from .terminal import ASCII, NARROWEST, Canvas, Signs, clean, sentence

T = TypeVar("T")
LONGEST = 1_000  # characters of a line that anybody would type
PATIENCE = 0.5  # seconds until somebody is seen to be thinking
TICK = 0.1
COMMAND = "  "  # before a line that is there to be copied: it is never broken


class Left(Exception):
    """Nobody types any more: the end of the input, or Ctrl-C at a prompt."""


class Closed(BaseException):
    """The terminal is gone, or somebody ends the program: there is time to keep the game, and no one to tell."""


class Screen:
    """Where a game is shown and answered."""

    def __init__(self, *, plain: bool = False, console: Console | None = None) -> None:
        self.console = console or Console(
            highlight=False, markup=False, emoji=False, no_color=plain or None, soft_wrap=True
        )
        self.typed = sys.stdin.isatty() if sys.stdin is not None else False
        self.live = self.console.is_terminal and self.typed and not plain and not self.console.is_dumb_terminal
        """Whether lines can be taken back: a real terminal at both ends."""
        self.plain = plain or not self.console.is_terminal
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        if self.live:
            with suppress(ImportError):  # a line that can be edited, and lines of before
                import readline  # noqa: F401

    @property
    def paper(self) -> Canvas:
        """What may be drawn on just now: windows change their size."""
        letters = (self.console.encoding or "").lower().startswith("utf")
        return Canvas(max(NARROWEST, self.console.width), Signs() if letters else ASCII)

    # --- showing ------------------------------------------------------------------------------------------------------

    def show(self, *parts: Text) -> None:
        """Lines that were made to fit."""
        for part in parts:
            # A Text is never read as markup; plain output must not even be styled.
            self.console.print(Text(part.plain) if self.plain else part, crop=False, overflow="ignore")

    def say(self, words: str, style: str = "", hang: int = 2) -> None:
        """A sentence."""
        self.show(*sentence(words, self.paper.width, style=style, hang=hang))

    def copy(self, command: str) -> None:
        """A line that is there to be copied: long ones are left to the terminal to break."""
        self.show(Text(COMMAND + clean(command)))

    def clear(self) -> None:
        """Leave nothing to be read, neither by scrolling back nor among the lines that were typed."""
        if self.live:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.console.file.flush()
            with suppress(ImportError):
                import readline

                readline.clear_history()

    # --- typing -------------------------------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str:
        """A line that somebody typed; `Left` if nobody does."""
        try:
            with _never_deaf():
                line = input(prompt) if self.live else self._read(prompt)
        except (EOFError, KeyboardInterrupt):
            with suppress(OSError):
                self.console.print()
            raise Left from None
        except OSError:  # what is left of a terminal that was closed
            raise Closed from None
        if len(line) > LONGEST:
            raise UsageError(f"that line has {len(line):,} characters: nothing is so long")
        return line.strip()

    def _read(self, prompt: str) -> str:
        self.console.file.write(prompt)
        self.console.file.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not self.typed:  # so that what is kept of it can be read
            self.console.file.write(clean(line.rstrip("\r\n")[:LONGEST]) + "\n")
        return line

    def sure(self, question: str) -> bool:
        """Whether somebody says yes; nobody does through a pipe."""
        return self.live and self.ask(f"{clean(question)} [y/n] ").casefold() in ("y", "yes")

    # --- waiting ------------------------------------------------------------------------------------------------------

    def waiting(self, work: Callable[[], T], words: Callable[[], str], stop: Callable[[], object]) -> T:
        """Do something that takes time, and tell how it goes on after a moment; the line is gone afterwards.

        The first Ctrl-C calls `stop`, after which the work should soon come to an end; the second leaves.
        """
        if not self.live or threading.current_thread() is not threading.main_thread():
            return work()
        job = _Job(work)
        with _first_interrupt(stop):
            job.start()
            job.join(PATIENCE)
            if job.is_alive():
                self._wait(job, words)
        return cast(T, job.outcome())

    def _wait(self, job: _Job, words: Callable[[], str]) -> None:
        def line() -> Text:
            made = Text(clean(words()), "dim", no_wrap=True, overflow="ellipsis")
            made.truncate(self.paper.width - 6, overflow="ellipsis")  # beside it, terminals write ^C
            return made

        dots = "dots" if self.paper.signs is not ASCII else "line"
        with self.console.status(line(), spinner=dots) as status:
            while job.is_alive():
                job.join(TICK)
                status.update(line())


class _Job(threading.Thread):
    """Work in a thread of its own, so that this one can listen."""

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__(daemon=True, name="mulligan-thinking")
        self.work = work
        self.result: Any = None
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.result = self.work()
        except BaseException as error:  # told where somebody waits for it
            self.error = error

    def outcome(self) -> Any:
        if self.error is not None:
            raise self.error
        return self.result


def _first_interrupt(stop: Callable[[], object]) -> AbstractContextManager[None]:
    """Let the first Ctrl-C call `stop`; the next one interrupts as ever."""
    seen = 0

    def hear(number: int, frame: FrameType | None) -> None:
        nonlocal seen
        seen += 1
        if seen > 1:
            raise KeyboardInterrupt
        stop()

    return _hearing(("SIGINT",), hear)


ENDINGS = ("SIGHUP", "SIGTERM")


@contextmanager
def _hearing(names: tuple[str, ...], handler: Any) -> Iterator[None]:
    """Let some signals, as far as the system has them, do something else for a while."""
    here = threading.current_thread() is threading.main_thread()  # no other thread may say what signals do
    numbers = [getattr(signal, name) for name in names if here and hasattr(signal, name)]
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


@contextmanager
def _never_deaf() -> Iterator[None]:
    """Let signals be heard at a prompt, also those that come when it is shown already and Python does not wait yet.

    Such a signal would be heard only with the next key; an alarm that goes off twice a second is heard by the system.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    with _hearing(("SIGALRM",), lambda number, frame: None):
        signal.setitimer(signal.ITIMER_REAL, 0.5, 0.5)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)


@contextmanager
def closing() -> Iterator[None]:
    """Let a terminal that is closed, or a polite end of the program, be heard as `Closed`; and Ctrl-C as ever.

    A program may be started with Ctrl-C ignored, by a script for instance; whoever sits at the terminal does not know.
    """

    def hear(number: int, frame: FrameType | None) -> None:
        raise Closed

    typed = sys.stdin is not None and sys.stdin.isatty()
    unheard = ("SIGINT",) if typed and signal.getsignal(signal.SIGINT) is signal.SIG_IGN else ()
    with _hearing(ENDINGS, hear), _hearing(unheard, signal.default_int_handler):
        yield


def deaf() -> AbstractContextManager[None]:
    """Let nothing interrupt what follows: it is short, and must be done whole."""
    return _hearing(("SIGINT", *ENDINGS), signal.SIG_IGN)


def pause(seconds: float) -> bool:
    """Wait; False if somebody pressed Ctrl-C instead."""
    try:
        time.sleep(seconds)
    except KeyboardInterrupt:
        return False
    return True


def silence() -> None:
    """Nobody reads what is written: let nothing complain of it at the end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                os.dup2(nowhere, stream.fileno())
