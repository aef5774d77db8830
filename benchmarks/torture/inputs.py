"""Broken inputs for every reader, within limits of time and memory, with the last one noted in a file."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import Game

from .ledger import Fault, Report
from .mutate import mutate
from .readers import LONGEST, Reader, readers

CPU_SECONDS = 10.0  # for one input
MEMORY = 6 << 30  # bytes of address space
AT_ONCE = 200  # inputs between two reports
UNCHANGED = 0.01  # valid inputs, as they are
SHOWN = 300  # letters of an input in a message


class TooSlow(Exception):
    """An input takes longer than any should."""


def run_inputs(games: Sequence[Game], seconds: float, seed: Any, folder: Path) -> Iterator[Report]:
    """Give broken inputs to readers until the time is up, and report now and then."""
    known = readers(games, folder, seed)
    with _limits():
        yield from attack(known, seconds, seed, folder)


def attack(
    known: Sequence[Reader], seconds: float, seed: Any, folder: Path, most: float = float("inf")
) -> Iterator[Report]:
    """Attack these readers until the time is up, or until they have had so many inputs."""
    dice = random.Random(f"inputs {seed}")
    until = time.monotonic() + seconds
    weights = [reader.weight for reader in known]
    here, report = Path.cwd(), Report()
    last = os.open(folder / "last.json", os.O_RDWR | os.O_CREAT | os.O_TRUNC)
    os.chdir(folder)  # names of files among the inputs should lead nowhere
    try:
        given = 0
        while time.monotonic() < until and given < most:
            given += AT_ONCE
            for reader in dice.choices(known, weights, k=AT_ONCE):
                text = dice.choice(reader.valid)
                if dice.random() > UNCHANGED:
                    text = mutate(text, reader.valid, dice)
                number = dice.randrange(1 << 60)
                _note(last, {"reader": reader.name, "number": number, "text": text[:20_000]})
                fault = give(reader, text, number, report)
                if fault is not None:
                    report.faults.append(fault)
                if time.monotonic() > until:
                    break
            yield report
            report = Report()
    finally:
        os.chdir(here)
        os.close(last)


def give(reader: Reader, text: str, number: int, report: Report) -> Fault | None:
    """Give one input to a reader, count it, and say what is wrong; its own dice come from the number."""
    kind = reader.name.split(" of ")[0]
    report.tried.update({"inputs": 1, f"inputs: {kind}": 1})
    problem = ""
    try:
        with _within(CPU_SECONDS):
            reader.take(text, random.Random(number))
        report.tried["inputs that were accepted"] += 1
        return None
    except UsageError as error:
        told = str(error)
        if len(told) <= LONGEST:
            return None
        problem = f"a message of {len(told):,} letters: {told[:SHOWN]}..."
        kind = "a message is too long"
    except MemoryError:
        if reader.memory:
            report.tried["inputs for which there was not enough memory"] += 1
            return None
        problem = kind = "MemoryError"
    except TooSlow:
        problem = kind = f"more than {CPU_SECONDS:g} CPU seconds"
    except Exception as error:
        problem = f"{type(error).__name__}: {str(error)[:1000]}"
        kind = f"{type(error).__name__}: {str(error)[:40]}"
    shown = text if len(text) <= SHOWN else f"{text[:SHOWN]}... ({len(text):,} letters)"
    case = {"reader": reader.name, "number": number, "text": text}
    return Fault("inputs", f"{reader.name}: {kind}", f"{reader.name}: {shown!r}: {problem}", case)


def _note(file: int, case: dict[str, Any]) -> None:
    """Say which input comes next, in case that nobody comes back to tell."""
    data = json.dumps(case).encode()
    os.pwrite(file, data, 0)
    os.ftruncate(file, len(data))


@contextmanager
def _limits() -> Iterator[None]:
    """No more memory than a small machine has."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY if hard < 0 else min(MEMORY, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """A limit of CPU time, which a busy machine does not shorten."""

    def heard(number: int, frame: Any) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, heard)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def repeat(case: dict[str, Any], games: Sequence[Game], folder: Path, seed: Any = 0) -> str:
    """Give the input of a fault again; what is wrong, or nothing."""
    reader = next(reader for reader in readers(games, folder, seed) if reader.name == case["reader"])
    with _limits():
        fault = give(reader, case["text"], case["number"], Report())
    return "" if fault is None else fault.what
