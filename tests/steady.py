"""Run all tests again and again, and say which of them do not always pass.

    python tests/steady.py [--times 3] [--busy 6] [--folder steady] [-- ARGUMENTS FOR PYTEST]

They run so many times alone, as often beside busy processes, and once with Ctrl-C and hangups ignored, as under nohup;
each time in another order.  What each run gave is kept in the folder: whoever is interrupted goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
ALONE, BESIDE, DEAF = "alone", "beside busy processes", "signals ignored"


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Processes that take all the time they can get."""
    started = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


def ignore_signals() -> None:
    """What nohup and a shell do that starts a program in the background."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


def run_tests(folder: Path, kind: str, seed: int, arguments: Sequence[str]) -> dict[str, Any]:
    """Run all tests once, in an order of their own; what came of it."""
    name = f"{kind.replace(' ', '-')}-{seed}"
    results = folder / f"{name}.xml"
    options = [
        "-p",
        "no:cacheprovider",
        "--shuffle",
        str(seed),
        f"--junitxml={results}",
        "--override-ini=junit_family=xunit1",
    ]
    started = time.monotonic()
    with (folder / f"{name}.log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-q", *options, *arguments],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=ignore_signals if kind == DEAF else None,
        )
        try:
            code = process.wait()
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    if not results.exists():
        raise SystemExit(f"pytest ended with {code} and told nothing: see {folder / name}.log")
    outcomes, failed = read_results(results)
    results.unlink()
    told = {"kind": kind, "seed": seed, "code": code, "seconds": round(time.monotonic() - started)}
    return {**told, "outcomes": outcomes, "failed": failed}


def read_results(path: Path) -> tuple[dict[str, int], list[str]]:
    """How many tests passed, failed and were skipped, and the names of those that failed."""
    outcomes: Counter[str] = Counter()
    failed = []
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        kinds = {part.tag for part in case}
        if kinds & {"failure", "error"}:
            failed.append(f"{case.get('file') or case.get('classname')}::{case.get('name')}")
        outcomes["failed" if kinds & {"failure", "error"} else "skipped" if "skipped" in kinds else "passed"] += 1
    return dict(outcomes), sorted(set(failed))


def table(runs: Sequence[dict[str, Any]]) -> str:
    """How often each test failed, by the kind of run.

    >>> print(table([{"kind": ALONE, "failed": ["a.py::one"]}, {"kind": ALONE, "failed": []}]))
    alone: 2 runs, 1 failed
    failures of  alone
    a.py::one    1 of 2
    """
    kinds = list(dict.fromkeys(run["kind"] for run in runs))
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for run in runs:
        for name in run["failed"]:
            counts[name][run["kind"]] += 1
    total = Counter(run["kind"] for run in runs)
    bad = Counter(run["kind"] for run in runs if run["failed"] or run.get("code"))
    lines = [f"{kind}: {total[kind]} run{'s' * (total[kind] != 1)}, {bad[kind]} failed" for kind in kinds]
    if counts:
        width = max(len(name) for name in (*counts, "failures of")) + 2
        lines.append("failures of".ljust(width) + "  ".join(kinds))
        for name, by_kind in sorted(counts.items(), key=lambda item: -item[1].total()):
            cells = (f"{by_kind[kind]} of {total[kind]}".ljust(len(kind)) for kind in kinds)
            lines.append((name.ljust(width) + "  ".join(cells)).rstrip())
    return "\n".join(lines)


def main() -> None:
    """Run what is still to be run, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=3, help="runs alone, and runs beside busy processes")
    parser.add_argument("--busy", type=int, default=6, help="how many busy processes")
    parser.add_argument("--folder", type=Path, default=ROOT / "steady", help="where results are kept")
    parser.add_argument("arguments", nargs="*", help="for pytest, after --")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    kept = given.folder / "runs.jsonl"
    runs = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    wanted = [*[ALONE] * given.times, *[BESIDE] * given.times, DEAF]
    for seed, kind in enumerate(wanted, 1):
        if any(run["seed"] == seed and run["kind"] == kind for run in runs):
            continue
        print(f"run {seed} of {len(wanted)}, {kind} ...", flush=True)
        with busy(given.busy if kind == BESIDE else 0):
            runs.append(run_tests(given.folder, kind, seed, given.arguments))
        with kept.open("a") as file:
            file.write(json.dumps(runs[-1]) + "\n")
        told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(runs[-1]["outcomes"].items()))
        print(f"  {told} in {runs[-1]['seconds']} s", flush=True)
    print(table(runs))
    if any(run["failed"] or run["code"] for run in runs):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
