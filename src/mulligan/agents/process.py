"""A program that plays, in a process of its own: started, spoken to line by line, and ended."""

from __future__ import annotations

import atexit
import os
import queue
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from mulligan.core.errors import UsageError
from mulligan.core.version import version

from .protocol import LONGEST, PROTOCOL, ProtocolError, check_hello, understood, written

START_SECONDS = 60.0  # until a program should have said hello, or be ready for a game
WAITING = 1_000  # lines that nobody has read yet; who says more is not heard before
END_SECONDS = 2.0  # until a program should have ended that was told to
LAST_SECONDS = 0.5  # for what a program that has ended said last
COMPLAINT = 2_000  # bytes of a line of standard error that are kept
_ALIVE: weakref.WeakSet[Program] = weakref.WeakSet()


class Gone(ProtocolError):
    """A program that has ended, or closed its output."""


class Late(ProtocolError):
    """A program that does not answer in time."""


class Program:
    """One process, from hello to quit."""

    def __init__(self, words: list[str], log: str = "") -> None:
        try:
            self._log: IO[str] | None = Path(log).open("a", encoding="utf-8") if log else None  # noqa: SIM115
        except OSError as error:
            raise UsageError(f"log={log}: {error.strerror}") from None
        try:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(
                words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise ProtocolError(f"cannot be started: {error.strerror or error}") from None
        self._lines: queue.Queue[bytes | None] = queue.Queue(WAITING)
        self._complaints: deque[str] = deque(maxlen=3)
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.note("--", f"started: {' '.join(words)}")
        self._readers = [threading.Thread(target=work, daemon=True) for work in (self._read, self._listen, self._write)]
        for reader in self._readers:
            reader.start()
        _ALIVE.add(self)
        self.hello: dict[str, Any] = {}

    def greet(self) -> dict[str, Any]:
        """Say hello, and hear who it is."""
        self.send("hello", protocol=PROTOCOL, program=f"mulligan {version()}")
        self.hello = self.receive(START_SECONDS)
        check_hello(self.hello)
        return self.hello

    def _read(self) -> None:
        """Lines of its output, none longer than the protocol allows; then None."""
        stream = self._process.stdout
        buffer = b""
        while stream is not None:
            with suppress(OSError, ValueError):
                if chunk := stream.read(65536):
                    *lines, buffer = (buffer + chunk).split(b"\n")
                    for line in lines:
                        self._lines.put(line)
                    if len(buffer) <= LONGEST:
                        continue
            break
        if buffer:
            self._lines.put(buffer)  # too long, or without an end
        self._lines.put(None)

    def _listen(self) -> None:
        """What it writes to its standard error goes to the log; the last lines are told if it dies."""
        stream = self._process.stderr
        buffer = b""
        with suppress(OSError, ValueError):
            while stream is not None and (chunk := stream.read(65536)):
                *lines, buffer = (buffer + chunk).split(b"\n")
                for line in lines:
                    self._complain(line)
                if len(buffer) > COMPLAINT:
                    self._complain(buffer)
                    buffer = b""
        if buffer:
            self._complain(buffer)

    def _complain(self, line: bytes) -> None:
        text = line[:COMPLAINT].decode("utf-8", "replace").rstrip()
        self._complaints.append(text)
        self.note("!!", text)

    def note(self, mark: str, text: str) -> None:
        """Write to the log, if there is one."""
        if self._log is not None:
            with suppress(OSError, ValueError):
                self._log.write(f"{time.strftime('%H:%M:%S')} {self._process.pid} {mark} {text}\n")
                self._log.flush()

    def send(self, kind: str, **content: Any) -> None:
        """Have a message written; if nobody reads it, that is found out by what does not come back."""
        line = written(kind, **content)
        self.note(">>", line.decode().rstrip())
        self._outgoing.put(line)

    def _write(self) -> None:
        """In a thread of its own: a program that does not read would else keep us waiting for ever."""
        stream = self._process.stdin
        with suppress(OSError, ValueError):
            while stream is not None and (line := self._outgoing.get()) is not None:
                data = memoryview(line)
                while data:
                    data = data[stream.write(data) or 0 :]
        with suppress(OSError):
            if stream is not None:
                stream.close()

    def receive(self, seconds: float | None) -> dict[str, Any]:
        """The next message, within so many seconds."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            if self.code is None:
                raise Late(f"does not answer within {seconds:g} seconds") from None
            line = self._last()
        if line is None:
            raise Gone(f"has ended{self._reason()}")
        self.note("<<", line[:2000].decode("utf-8", "replace"))
        return understood(line)

    def _last(self) -> bytes | None:
        """What a program said before it ended, or None: others that it has started may keep its output open."""
        with suppress(queue.Empty):
            return self._lines.get(timeout=LAST_SECONDS)
        return None

    def _reason(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)
        self._readers[1].join(LAST_SECONDS)
        code = self._process.poll()
        how = " (it has closed its output)" if code is None else f" {_ending(code)}" if code else ""
        return how + (f": {self._complaints[-1]}" if self._complaints else "")

    def _kill(self) -> None:
        """End it at once, and all that it has started."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()

    @property
    def code(self) -> int | None:
        """What it returned, or None while it runs."""
        return self._process.poll()

    def close(self, *, kindly: bool = True, word: bool = True) -> bool:
        """End it; whether it ended by itself, at the word quit or at the end of its input."""
        _ALIVE.discard(self)
        itself = kindly and self.code is None
        if itself and word:
            self.send("quit")
        self._outgoing.put(None)
        try:
            self._process.wait(END_SECONDS if itself else 0)
        except subprocess.TimeoutExpired:
            itself = False
        self._kill()  # what it has started may still be there when it has ended
        for reader in self._readers:
            until = time.perf_counter() + END_SECONDS
            while reader.is_alive() and time.perf_counter() < until:  # one may wait for room
                with suppress(queue.Empty):
                    self._lines.get_nowait()
                reader.join(0.001)
        self.note("--", f"ended: code {self.code}")
        for stream in (self._process.stdout, self._process.stderr, self._log):
            with suppress(OSError):
                if stream is not None:
                    stream.close()
        return itself


def _ending(code: int) -> str:
    """How a program has ended.

    >>> _ending(3), _ending(-9)
    ('with code 3', 'by the signal SIGKILL')
    """
    if code > 0:
        return f"with code {code}"
    with suppress(ValueError):
        return f"by the signal {signal.Signals(-code).name}"
    return f"by signal {-code}"


@atexit.register
def _end_all() -> None:
    """No program outlives us."""
    for program in list(_ALIVE):
        program.close(kindly=False)
