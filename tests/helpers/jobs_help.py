"""Jobs for the tests of jobs: other processes import them from here."""

from __future__ import annotations

import os
import signal
import struct
import sys
import time
from pathlib import Path
from typing import NamedTuple

from .clock_help import HANGING


class Job(NamedTuple):
    """Something to do: `kind` says what happens on the way."""

    kind: str
    number: int
    folder: str = ""


def work(job: Job) -> tuple[int, int]:
    """Ten times the number, and the process that found it out; what is done is noted in the job's folder."""
    if job.folder:
        with open(Path(job.folder) / f"{job.kind}-{job.number}", "ab") as file:
            file.write(b"x")
    if job.kind == "hangs":
        time.sleep(10 * HANGING)
    if job.kind == "slow":
        time.sleep(0.2)
    if job.kind == "fails":
        raise ZeroDivisionError(f"job {job.number}")
    if job.kind == "kills" or (job.kind == "kills once" and times(job) == 1):
        time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGKILL)
    if job.kind == "leaves half" or (job.kind == "leaves half once" and times(job) == 1):
        _leave_half_a_result()
        if job.kind == "leaves half once":
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(600)
    return 10 * job.number, os.getpid()


def _leave_half_a_result() -> None:
    """Send the beginning of a result, as a process does that is killed while it sends a long one."""
    frame = sys._getframe()
    while frame is not None and "result_queue" not in frame.f_locals:
        frame = frame.f_back  # type: ignore[assignment]
    queue = frame.f_locals["result_queue"]
    os.write(queue._writer.fileno(), struct.pack("!i", 1000) + b"half")


def times(job: Job) -> int:
    """How often a job was begun."""
    path = Path(job.folder) / f"{job.kind}-{job.number}"
    return path.stat().st_size if path.exists() else 0
