"""The two ends of a terminal: signals at a prompt."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from ..helpers.clock_help import HANGING

# A signal that another thread takes does not wake the one that waits at the prompt: as one that comes just before it
# waits, only every time.
SIGNALLED = """
import os, signal, sys, threading
from mulligan.play.screen import Closed, Left, Screen, closing

def send():
    os.read(int(sys.argv[1]), 1)
    signal.pthread_kill(threading.get_ident(), signal.{name})

screen = Screen()
assert screen.live
with closing():
    threading.Thread(target=send, daemon=True).start()
    try:
        screen.ask("ready> ")
    except (Closed, Left) as heard:
        print("heard", type(heard).__name__)
"""


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals here")
@pytest.mark.parametrize("inherited", [signal.SIG_DFL, signal.SIG_IGN], ids=["usual", "ignored"])
@pytest.mark.parametrize(("name", "heard"), [("SIGTERM", "Closed"), ("SIGHUP", "Closed"), ("SIGINT", "Left")])
def test_a_signal_at_a_prompt_is_heard_whichever_thread_takes_it(
    name: str, heard: str, inherited: signal.Handlers
) -> None:
    ours, theirs = os.openpty()
    wait, go = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-c", SIGNALLED.format(name=name), str(wait)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        pass_fds=[wait],
        env={**os.environ, "TERM": "xterm"},
        preexec_fn=lambda: signal.signal(getattr(signal, name), inherited),
    )
    os.close(theirs)
    said = b""
    try:
        while b"ready> " not in said:
            said += os.read(ours, 65536)  # it fails if the program has ended
        os.write(go, b".")
        code = process.wait(HANGING)
        said += os.read(ours, 65536)
        assert code == 0 and f"heard {heard}" in said.decode()
    finally:
        process.kill()
        for end in (ours, wait, go):
            os.close(end)
