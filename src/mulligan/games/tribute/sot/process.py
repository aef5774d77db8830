"""A bot of Scripts of Tribute in a process of its own, and the way to it."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Any

from mulligan.core.errors import UsageError

from .child import MARK
from .wire import HOST, MOST_BYTES, OPTIONS, Messages, problem_of

START_SECONDS = 120.0  # for a bot to load what it needs
CLOSE_SECONDS = 1.0
LAST_LINES = 3  # of what a bot has printed, in messages


def _end(process: subprocess.Popen[str]) -> None:
    """End a process that was started here."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(1.0)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class BotProcess:
    """The process of a bot: started, read, and ended with whoever has it."""

    def __init__(self, path: Path, name: str, engine_port: int) -> None:
        child = Path(__file__).with_name("child.py")
        self._printed: deque[str] = deque(maxlen=LAST_LINES)
        self._ready = threading.Event()
        self._found: dict[str, Any] = {}
        self._process = subprocess.Popen(
            [sys.executable, str(child), str(path.resolve()), name, str(engine_port), str(MOST_BYTES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        self._finalizer = weakref.finalize(self, _end, self._process)
        threading.Thread(target=self._read, args=(weakref.ref(self), self._process.stdout), daemon=True).start()

    @staticmethod
    def _read(bot: weakref.ref[BotProcess], lines: Any) -> None:
        """Keep the last lines that the bot prints; a bot that nobody reads would stand still some day."""
        for line in lines:
            here = bot()
            if here is None:
                return
            if line.startswith(MARK) and not here._ready.is_set():
                here._found = json.loads(line[len(MARK) :])
                here._ready.set()
            elif line.strip(" ^~\n"):  # lines that only mark a place say nothing without the one above
                here._printed.append(line.strip()[:300])
            del here
        here = bot()
        if here is not None:
            here._ready.set()

    def port(self) -> int:
        """Where the bot listens, once it does."""
        if not self._ready.wait(START_SECONDS):
            self.end()
            raise UsageError(f"it did not start within {START_SECONDS:g} seconds{self.said()}")
        if "port" not in self._found:
            self.end()
            raise UsageError(self._found.get("problem") or f"its process ended before it listened{self.said()}")
        return int(self._found["port"])

    @property
    def alive(self) -> bool:
        """Whether the process is there."""
        return self._process.poll() is None

    def said(self) -> str:
        """The last lines that it has printed, for a message."""
        time.sleep(0.05)  # what it printed when it died may still be on its way
        return f"; it printed: {' / '.join(self._printed)}" if self._printed else ""

    def end(self) -> None:
        """End the process."""
        self._finalizer()


def _hang_up(made: Messages, channel: Any, bot: Any) -> None:
    with suppress(Exception):  # whoever is not there any more need not be told
        bot.CloseServer(made.main.Empty(), timeout=CLOSE_SECONDS)
    channel.close()


class Line:
    """The way to a bot that listens on a port: the questions that the engine asks."""

    def __init__(self, made: Messages, port: int) -> None:
        self._made, self.port = made, port
        channel = made.grpc.insecure_channel(f"{HOST}:{port}", options=OPTIONS)
        self._bot = made.services.AIServiceStub(channel)
        self.close = weakref.finalize(self, _hang_up, made, channel, self._bot)
        """Tell the bot that the series is over, and hang up."""

    def register(self, seconds: float) -> str:
        """The name of the bot."""
        try:
            return str(self._bot.RegisterBot(self._made.main.Empty(), timeout=seconds, wait_for_ready=True).name)
        except self._made.grpc.RpcError as error:
            if error.code() == self._made.grpc.StatusCode.DEADLINE_EXCEEDED:
                raise UsageError(f"no bot listens on port {self.port} of {HOST}") from None
            raise UsageError(f"port {self.port} of {HOST} is not that of a bot: {problem_of(error)}") from None

    def call(self, method: str, request: Any, seconds: float) -> Any:
        """Ask something; the errors are grpc's."""
        return getattr(self._bot, method)(request, timeout=seconds)
