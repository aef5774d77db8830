"""The two ends of a terminal: signals at a prompt."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

# A signal that another thread takes does not wake the one that waits at the prompt: as one that comes just before it
# waits, only every time.
SIGNALLED = """
import signal, sys, threading, time
from mulligan.play.screen import Closed, Left, Screen, closing

def send():
    time.sleep(1.0)
    signal.pthread_kill(threading.get_ident(), signal.{name})

screen = Screen()
assert screen.live
with closing():
    threading.Thread(target=send, daemon=True).start()
    try:
        screen.ask("> ")
    except (Closed, Left) as heard:
        print("heard", type(heard).__name__)
"""


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals here")
@pytest.mark.parametrize(("name", "heard"), [("SIGTERM", "Closed"), ("SIGINT", "Left")])
def test_a_signal_at_a_prompt_is_heard_whichever_thread_takes_it(name: str, heard: str) -> None:
    ours, theirs = os.openpty()
    program = [sys.executable, "-c", SIGNALLED.format(name=name)]
    environment = {**os.environ, "TERM": "xterm"}
    process = subprocess.Popen(program, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    try:
        assert process.wait(60) == 0
        assert f"heard {heard}" in os.read(ours, 65536).decode()
    finally:
        process.kill()
        os.close(ours)
