"""A small terminal for tests: a program in a pseudo-terminal, typed to and read like a person would."""

from __future__ import annotations

import codecs
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from .clock_help import HANGING

# Only a session leader's first terminal is the one that sends it Ctrl-C and tells it when it is closed.  And what is
# started in a new terminal ignores no signals, whatever whoever runs the tests ignores.
_START = """
import fcntl, os, signal, sys, termios

for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT):
    signal.signal(number, signal.SIG_DFL)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, sys.argv[1:])
"""
_CODES = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>])")
CLEARED = "\x1b[2J"


def bare(text: str) -> str:
    """What is left of terminal output when colours and the like are taken away."""
    return _CODES.sub("", text)


def settled(text: str) -> str:
    """The text without what was written over on the same line."""
    return "\n".join(line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))


class Terminal:
    """A program that believes to be talking to a person."""

    def __init__(
        self,
        *arguments: str,
        width: int = 80,
        height: int = 24,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> None:
        self.width = width
        self.raw = ""
        self._seen = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")  # letters may come in two parts
        self._fd, inner = os.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        clean = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "NO_COLOR")}
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, sys.executable, "-m", "mulligan", *arguments],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            start_new_session=True,
            cwd=cwd,
            env={**clean, "TERM": "xterm-256color", "LANG": "C.UTF-8", **(env or {})},
        )
        os.close(inner)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()

    # --- reading ------------------------------------------------------------------------------------------------------

    def _read(self, seconds: float) -> bool:
        """Take in what there is; False at the end."""
        ready, _, _ = select.select([self._fd], [], [], seconds)
        if not ready:
            return True
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            data = b""
        self.raw += self._decoder.decode(data)
        return bool(data)

    def expect(self, *patterns: str, seconds: float = HANGING) -> str:
        """Read on until one of the patterns is there; what was new up to its end."""
        deadline = time.monotonic() + seconds
        wanted = re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.MULTILINE)
        going = True
        while True:
            fresh = bare(self.raw[self._seen :])
            if wanted.search(fresh):
                # All of it is taken: nothing is printed after a prompt until somebody answers.
                self._seen = len(self.raw)
                return fresh
            if not going or time.monotonic() > deadline:
                raise AssertionError(f"{patterns} not found in:\n{settled(fresh)[-4000:]}")
            going = self._read(0.2)

    @property
    def text(self) -> str:
        """Everything so far, without colours and the like."""
        return bare(self.raw)

    def lines(self) -> list[str]:
        """Everything so far, line by line as a terminal would have drawn it."""
        return [part for line in self.text.split("\n") for part in line.split("\r")]

    # --- typing -------------------------------------------------------------------------------------------------------

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._fd, text.encode())

    def enter(self, line: str = "") -> None:
        """Type a line."""
        self.type(line + "\n")

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        self.type("\x03")

    # --- the end ------------------------------------------------------------------------------------------------------

    def finish(self, seconds: float = HANGING) -> int:
        """Read to the end; the exit code."""
        deadline = time.monotonic() + seconds
        while self._read(0.2) and time.monotonic() < deadline:
            pass
        return self._process.wait(max(1.0, deadline - time.monotonic()))

    def close(self) -> None:
        """Close the window."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def wait(self, seconds: float = HANGING) -> int:
        """Wait for a program whose window is closed."""
        return self._process.wait(seconds)

    def end(self) -> None:
        """Ask the program to end."""
        self._process.send_signal(signal.SIGTERM)
