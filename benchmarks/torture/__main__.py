"""The command: `python -m benchmarks.torture --minutes 60`, or `make torture MINUTES=60`.

    python -m benchmarks.torture --minutes 10 --only games,inputs
    python -m benchmarks.torture --add-up                 # all runs of the log
    python -m benchmarks.torture --repeat                 # the faults of the log
    python -m benchmarks.torture --repeat 3               # the third of them, again

What is tried, and what a long run gave, is told in docs/reliability.md.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from .lanes import ROOT, Lanes, command, environment
from .ledger import PARTS, Fault, Ledger, Report, add_up, faults_of

SHARES = {"kills": 40.0, "games": 25.0, "inputs": 28.0, "client": 7.0}
"""Of the time of all lanes, in per cent."""
LOG = ROOT / "benchmarks" / "torture-log.jsonl"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.torture", description=__doc__.split("\n\n")[0])
    parser.epilog = "Examples: --minutes 60; --minutes 5 --only games --games pokemon; --repeat 1"
    parser.add_argument("--minutes", type=float, default=10.0, help="how long; compiling before is not counted")
    parser.add_argument("--only", default="", metavar="PART,PART", help=f"parts: {', '.join(PARTS)}")
    parser.add_argument("--shares", default="", metavar="PART=PERCENT,...", help="of the time, for instance kills=60")
    parser.add_argument("--games", default="", metavar="GAME,GAME", help="games to play and to read; all if left out")
    parser.add_argument("--lanes", type=int, default=2, help="parts that run at the same time")
    parser.add_argument("--seed", default="", help="another number for every run of a log if left out")
    parser.add_argument("--log", type=Path, default=LOG, help="where counts and faults are added")
    parser.add_argument("--add-up", action="store_true", help="only the table of all runs of the log")
    parser.add_argument("--repeat", nargs="?", type=int, const=0, metavar="N", help="list the log's faults, or try one")
    for name in ("--part", "--seconds", "--folder"):  # how it starts itself
        parser.add_argument(name, help=argparse.SUPPRESS)
    return parser


def main() -> NoReturn:
    """Do what the command line says."""
    chosen = _parser().parse_args()
    if chosen.part and chosen.repeat is not None:
        sys.exit(_repeat(chosen.part, faults_of(chosen.log)[chosen.repeat - 1], _names(chosen.games)))
    if chosen.part:
        sys.exit(_run_part(chosen))
    if chosen.add_up:
        whole, runs = add_up([chosen.log])
        say(f"{runs} runs, {whole.seconds / 60:.0f} minutes of all lanes, in {chosen.log}\n{whole.table()}")
        sys.exit(1 if whole.total else 0)
    if chosen.repeat is not None:
        sys.exit(_choose(chosen.log, chosen.repeat))
    sys.exit(_torture(chosen))


def say(text: str) -> None:
    """A line for people, on any terminal."""
    print(text.encode("ascii", "backslashreplace").decode(), flush=True)


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


# --- all of it --------------------------------------------------------------------------------------------------------


def _torture(chosen: argparse.Namespace) -> int:
    shares = _shares(chosen.only, chosen.shares)
    known, runs = add_up([chosen.log]) if chosen.log.exists() else (Ledger(), 0)
    seed = chosen.seed or str(runs + 1)
    ledger = Ledger(chosen.log)
    earlier = sum(known.kinds.values())

    def on_fault(fault: Fault) -> None:
        say(f"FAULT in {fault.part}: {fault.what[:600]}")

    def interrupted(number: int, frame: Any) -> None:
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM):  # whoever started it may ignore Ctrl-C
        signal.signal(number, interrupted)
    say(f"torture: {chosen.minutes:g} minutes, seed {seed}, log {chosen.log}")
    ended = "done"
    try:
        for part in ("games", "kills"):
            if part in shares or (part == "games" and "inputs" in shares):
                say(f"making ready for {part}: code that is not there yet is compiled, once")
                options = ["--games", chosen.games] if chosen.games else []
                started = subprocess.run(command(part, "--seconds", "0", *options), cwd=ROOT, env=environment(part))
                if started.returncode:
                    say(f"torture: {part} cannot be made ready")
                    return 2
        ledger.begin(seed=seed, minutes=chosen.minutes, shares=shares, games=_names(chosen.games))
        lanes = Lanes(
            *(ledger, 60 * chosen.minutes, shares),
            **{"seed": seed, "lanes": chosen.lanes, "games": _names(chosen.games), "tell": say, "on_fault": on_fault},
        )
        lanes.run()
    except KeyboardInterrupt:
        ended = "interrupted"
    say(f"{ended}: {ledger.seconds / 60:.1f} minutes of all lanes\n{ledger.table()}")
    if runs:
        whole, _ = add_up([chosen.log])
        say(f"\nall {runs + 1} runs of {chosen.log}\n{whole.table()}")
    if ledger.total:
        say(f"\nto see and repeat faults: python -m benchmarks.torture --log {chosen.log} --repeat {earlier + 1}")
    return 1 if ledger.total else 0


def _shares(only: str, given: str) -> dict[str, float]:
    """The share of the time of each part."""
    shares = {part: SHARES[part] for part in PARTS if not only or part in _names(only)}
    for name in _names(only):
        if name not in PARTS:
            sys.exit(f"torture: there is no part '{name}'; parts: {', '.join(PARTS)}")
    for word in _names(given):
        part, _, value = word.partition("=")
        if part not in PARTS or not value.isdecimal():
            sys.exit(f"torture: shares: '{word}' should be PART=PERCENT, with a part of {', '.join(PARTS)}")
        shares[part] = float(value)
    if not any(shares.values()):
        sys.exit("torture: shares: some part should have some of the time")
    return {part: share for part, share in shares.items() if share > 0}


# --- a part, in a process of its own ----------------------------------------------------------------------------------


def _run_part(chosen: argparse.Namespace) -> int:
    """Run a part and report on standard output; without time, only make ready for it."""
    seconds, names = float(chosen.seconds), _names(chosen.games)
    if seconds <= 0:
        _make_ready(chosen.part, names)
        return 0

    def stop(number: int, frame: Any) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    reported, gathered = time.monotonic(), Report()
    try:
        for report in _reports(chosen.part, seconds, chosen.seed, Path(chosen.folder), names):
            gathered.tried += report.tried
            gathered.faults += report.faults
            if report.faults or time.monotonic() - reported > 2:
                print(gathered.line(), flush=True)
                reported, gathered = time.monotonic(), Report()
    finally:
        print(gathered.line(), flush=True)
    return 0


def _reports(part: str, seconds: float, seed: str, folder: Path, names: list[str]) -> Iterator[Report]:
    if part == "kills":
        from .kills import EXPERIMENTS, run_kills

        return run_kills(seconds, seed, folder, tuple(name for name in EXPERIMENTS if not names or name in names))
    if part == "client":
        from .client import run_client

        return run_client(seconds, folder)
    from .games import run_games, shipped_games
    from .inputs import run_inputs

    return (run_games if part == "games" else run_inputs)(shipped_games(names), seconds, seed, folder)


def _make_ready(part: str, names: list[str]) -> None:
    if part == "kills":
        from mulligan.arena.warm import warm
        from mulligan.core.registry import find_game

        from .kills import EXPERIMENTS

        for name in EXPERIMENTS:
            if not names or name in names:
                warm(find_game(name))
    else:
        from .games import prepare, shipped_games

        prepare(shipped_games(names), say)


# --- a fault, again ---------------------------------------------------------------------------------------------------


def _choose(log: Path, number: int) -> int:
    found = faults_of(log) if log.exists() else []
    if number == 0:
        for i, fault in enumerate(found, 1):
            say(f"{i}: {fault.part}: {fault.what[:300]}")
        say(f"{len(found)} faults in {log}")
        return 0
    if not 1 <= number <= len(found):
        sys.exit(f"torture: repeat: {number} should be from 1 to {len(found)}, the faults of {log}")
    part = found[number - 1].part
    options = ("--repeat", str(number), "--log", str(log.resolve()))
    return subprocess.run(command(part, *options), cwd=ROOT, env=environment(part)).returncode


def _repeat(part: str, fault: Fault, names: list[str]) -> int:
    """Try a fault again, in a process that is as it was then."""
    case = dict(fault.case)
    say(f"it was: {fault.what[:2000]}")
    with tempfile.TemporaryDirectory(prefix="mulligan-torture-") as place:
        if part == "games":
            from .games import repeat

            found = repeat(case)
        elif part == "inputs":
            from .games import shipped_games
            from .inputs import repeat as repeat_input

            found = repeat_input(case, shipped_games(names or _game_of(case["reader"])), Path(place))
        elif part == "kills":
            from .kills import repeat as repeat_kills

            found = repeat_kills(case, Path(place))
        else:
            from .client import run_client

            found = "; ".join(fault.what for report in run_client(60, Path(place)) for fault in report.faults)
    say(f"it is: {found[:2000]}" if found else "it is: nothing, all is well")
    return 1 if found else 0


def _game_of(reader: str) -> list[str]:
    """The games that a reader's samples come from: its own, or all."""
    _, _, name = reader.partition(" of ")
    return [name] if name else []


if __name__ == "__main__":
    main()
