"""A hostile client at a server of its own, on this computer only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from .ledger import Fault, Report

OVERHEAD = 40.0  # seconds that the attacks take besides the flood


def run_client(seconds: float, folder: Path) -> Iterator[Report]:
    """Start a server, attack it, and report what should not have happened."""
    try:
        from benchmarks.hostile import hostile, serving
    except ImportError as error:
        yield Report(Counter({f"left out: {error}": 1}))
        return
    with serving(folder) as address:
        found = hostile(address, max(1.0, (seconds - OVERHEAD) / 2))
    counts: dict[str, int] = found["counts"]
    report = Report(Counter(counts))
    report.tried["client"] = sum(counts.values())
    for text in found["faults"]:
        report.faults.append(Fault("client", text.split(":")[0], text, {"figures": found["figures"]}))
    log = (folder / "server.log").read_text(encoding="utf-8", errors="replace")
    if "Traceback" in log:
        what = log[log.index("Traceback") :][:2000]
        report.faults.append(Fault("client", "a traceback of the server", what, {"log": log[-5000:]}))
    yield report
