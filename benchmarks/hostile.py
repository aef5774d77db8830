"""Hostile clients at the table in a browser: what floods and broken requests cost the others, measured.

    python benchmarks/hostile.py [--seconds 30] [--url http://127.0.0.1:8123] [--json FILE]

Without an address it starts `mulligan serve` in a process of its own, with files in a temporary folder.  An attacker
in another process, at 127.0.0.1, sends

    header      one header of 60 MB
    half-open   600 requests that begin and never end
    flood       500 connections that ask for pages as fast as they are answered, and come again when they are closed
    broken      requests that must be refused, each with the status that it must get

while somebody else, at 127.0.0.2, opens the first page three times a second.  Told are the median and the worst time of
these visits, visits that failed, what became of the attack, and the memory and CPU time of the server.  All numbers of
connections, bytes and seconds are bounded, and any address but one of this computer is refused.

`hostile(base_url, seconds)` does the same from another program; `faults` in what it returns should be empty.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import ipaddress
import json
import multiprocessing
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

HEADER = 60_000_000  # bytes of the one header
HALF_OPEN = 600
FLOOD = 500
LONGEST = 120.0  # seconds of one attack
OTHER = "127.0.0.2"  # where the other visitor comes from, on systems that have this address
EVERY = 0.3  # seconds between two visits
PATIENCE = 20.0  # seconds after which a visit has failed
CLOSED_WITHIN = 25.0  # seconds after which no half-open request may be left
GROWTH = 300.0  # megabytes that an attack may cost


def checked(base_url: str) -> tuple[str, int]:
    """Host and port of a server on this computer; anything else is refused.

    >>> checked("http://127.0.0.1:8123")
    ('127.0.0.1', 8123)
    >>> checked("http://192.0.2.1:80")
    Traceback (most recent call last):
    ValueError: http://192.0.2.1:80: only servers at a loopback address of this computer are attacked
    """
    parts = urlsplit(base_url)
    try:
        fine = parts.scheme == "http" and ipaddress.ip_address(parts.hostname or "").is_loopback
    except ValueError:
        fine = False
    if not fine or not parts.port:
        raise ValueError(f"{base_url}: only servers at a loopback address of this computer are attacked")
    return str(parts.hostname), int(parts.port)


# --- the attacks, each in a process of its own ------------------------------------------------------------------------

Place = tuple[str, int]


def _head(place: Place, path: str = "/", *lines: str) -> bytes:
    return "\r\n".join((f"GET {path} HTTP/1.1", f"Host: {place[0]}:{place[1]}", *lines, "", "")).encode()


def header(place: Place, seconds: float) -> dict[str, Any]:
    """One header without end."""
    sent, status, began = 0, "", time.monotonic()
    with socket.create_connection(place, timeout=seconds) as line:
        try:
            line.sendall(_head(place)[:-2] + b"X-Long: ")
            while sent < HEADER and time.monotonic() - began < seconds:
                sent += line.send(b"a" * 65_536)
            line.sendall(b"\r\n\r\n")
        except OSError as error:
            status = type(error).__name__
        with suppress(OSError):
            status = line.recv(12).decode("latin-1") or status
    return {"megabytes sent": round(sent / 1e6, 1), "answer": status, "seconds": round(time.monotonic() - began, 1)}


def half_open(place: Place, seconds: float) -> dict[str, Any]:
    """Requests that begin and never end; a byte every two seconds keeps them alive."""

    async def attack() -> dict[str, Any]:
        lines: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        refused, began = 0, time.monotonic()
        for _ in range(HALF_OPEN):
            try:
                line = await asyncio.wait_for(asyncio.open_connection(*place), 5)
                line[1].write(b"GET / HTTP/1.1\r\nX-Slow: ")
                lines.append(line)
            except (OSError, TimeoutError):
                refused += 1
        opened, gone_after = len(lines), None
        while lines and time.monotonic() - began < seconds:
            await asyncio.sleep(2)
            for line in list(lines):
                if line[0].at_eof() or line[0].exception() is not None or line[1].is_closing():
                    lines.remove(line)
                else:
                    line[1].write(b"a")
            if not lines:
                gone_after = round(time.monotonic() - began, 1)
        left = len(lines)
        for _, writer in lines:
            writer.close()
        return {"opened": opened, "refused": refused, "still open": left, "all closed after": gone_after}

    return asyncio.run(attack())


def flood(place: Place, seconds: float) -> dict[str, Any]:
    """Many connections that ask without end, and come again."""
    answers: Counter[str] = Counter()

    async def one(until: float) -> None:
        while time.monotonic() < until:
            try:
                reader, writer = await asyncio.wait_for(asyncio.open_connection(*place), 5)
            except (OSError, TimeoutError):
                answers["no connection"] += 1
                await asyncio.sleep(0.05)
                continue
            try:
                while time.monotonic() < until:
                    writer.write(_head(place))
                    async with asyncio.timeout(max(0.1, until - time.monotonic())):
                        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
                        answers[head[9:12]] += 1
                        if "content-length: " in head:
                            await reader.readexactly(int(head.split("content-length: ")[1].split("\r\n")[0]))
                        elif "chunked" in head:
                            await reader.readuntil(b"0\r\n\r\n")
            except asyncio.LimitOverrunError:
                pass  # a large page: begin anew
            except TimeoutError:
                answers["no answer"] += 1
            except (OSError, asyncio.IncompleteReadError):
                answers["closed"] += 1
            writer.close()

    async def attack() -> None:
        until = time.monotonic() + seconds
        await asyncio.gather(*(one(until) for _ in range(FLOOD)))

    asyncio.run(attack())
    return {"connections": FLOOD, **{f"answers {what}": n for what, n in sorted(answers.items())}}


def broken(place: Place, seconds: float) -> dict[str, Any]:
    """Requests that must be refused, one by one."""
    own = f"Host: {place[0]}:{place[1]}"
    upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
    evil = "Origin: http://evil.example"
    polling = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"
    tried = {
        "two hosts, foreign first": (("GET / HTTP/1.1", "Host: evil.example", own), "400"),
        "two hosts, foreign last": (("GET / HTTP/1.1", own, "Host: evil.example"), "400"),
        "a foreign host": (("GET / HTTP/1.1", "Host: evil.example"), "403"),
        "no host": (("GET / HTTP/1.1",), "403"),
        "a long line": ((f"GET /{'a' * 100_000} HTTP/1.1", own), "414"),
        "many headers": (("GET / HTTP/1.1", own, *(f"X-{i}: {'a' * 90}" for i in range(2000))), "431"),
        "a large body": (("POST / HTTP/1.1", own, "Content-Length: 99999999"), "413"),
        "a negative body": (("POST / HTTP/1.1", own, "Content-Length: -5"), "400"),
        "a foreign post": (("POST / HTTP/1.1", own, evil, "Content-Length: 0"), "403"),
        "foreign polling": ((f"GET {polling} HTTP/1.1", own, evil), "403"),
        "a foreign socket": (
            (f"GET {polling} HTTP/1.1".replace("polling", "websocket"), own, evil, *upgrade, key),
            "403",
        ),
        "a path upwards": (("GET /mulligan/../../../etc/passwd HTTP/1.1", own), "404"),
        "no HTTP": (("\x16\x03\x01\x02\x00\x01\x00",), "400"),
    }
    found: dict[str, Any] = {}
    for what, (lines, right) in tried.items():
        got = ""
        with suppress(OSError), socket.create_connection(place, timeout=seconds) as line:
            with suppress(OSError):
                line.sendall("\r\n".join((*lines, "", "")).encode("latin-1"))
            text = line.recv(4096).decode("latin-1").lower()
            got = text[9:12]
            if "access-control-allow-origin: http://evil" in text:
                got += " with leave for evil.example"
        found[what] = {"answer": got, "right": right}
    return found


ATTACKS: dict[str, Callable[[Place, float], dict[str, Any]]] = {
    "header": header,
    "half-open": half_open,
    "flood": flood,
    "broken": broken,
}


def _attack(name: str, place: Place, seconds: float, answer: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    answer.send(ATTACKS[name](place, seconds))


# --- the other visitor ------------------------------------------------------------------------------------------------


def other_address() -> str:
    """Where the other visitor comes from."""
    with socket.socket() as trial:
        try:
            trial.bind((OTHER, 0))
        except OSError:
            return "127.0.0.1"
    return OTHER


class Visits:
    """Somebody else, who opens the first page again and again in a thread."""

    def __init__(self, place: Place) -> None:
        self.place, self.source = place, other_address()
        self.times: list[float] = []
        self.failed: Counter[str] = Counter()
        self._cookie = ""
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Visits:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._end.is_set():
            began = time.monotonic()
            try:
                self.visit()
                self.times.append(time.monotonic() - began)
            except (OSError, http.client.HTTPException) as error:
                self.failed[f"{type(error).__name__}: {error}"[:80]] += 1
            self._end.wait(max(0.0, EVERY - (time.monotonic() - began)))

    def visit(self) -> None:
        """Open the first page, with the cookie that it gave."""
        line = http.client.HTTPConnection(*self.place, timeout=PATIENCE, source_address=(self.source, 0))
        try:
            line.request(
                "GET", "/", headers={"Connection": "close"} | ({"Cookie": self._cookie} if self._cookie else {})
            )
            answer = line.getresponse()
            answer.read()
            if answer.status != 200:
                raise http.client.HTTPException(f"status {answer.status}")
            self._cookie = (answer.getheader("set-cookie") or self._cookie).partition(";")[0]
        finally:
            line.close()

    def told(self) -> dict[str, Any]:
        """The figures, in milliseconds."""
        ordered = sorted(1000 * seconds for seconds in self.times) or [float("nan")]
        return {
            "visits": len(self.times),
            "median_ms": round(statistics.median(ordered), 1),
            "worst_ms": round(ordered[-1], 1),
            "slower_than_1s": sum(ms > 1000 for ms in ordered),
            "failed": dict(self.failed),
        }


# --- the server, seen from outside ------------------------------------------------------------------------------------


def process_at(port: int) -> int | None:
    """The process that listens at a port of this computer, where /proc tells it."""
    with suppress(OSError):
        rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        nodes = {f"socket:[{row[9]}]" for row in rows if row[3] == "0A" and int(row[1].split(":")[1], 16) == port}
        for folder in Path("/proc").glob("[0-9]*/fd"):
            with suppress(OSError):
                if any(os.readlink(file) in nodes for file in folder.iterdir()):
                    return int(folder.parent.name)
    return None


def load_of(process: int | None) -> tuple[float, float]:
    """Megabytes and CPU seconds of a process."""
    if process is None:
        return float("nan"), float("nan")
    with suppress(OSError):
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
        times = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        cpu = (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6, cpu
    return float("nan"), float("nan")


# --- all of it --------------------------------------------------------------------------------------------------------


def during(name: str, place: Place, seconds: float) -> dict[str, Any]:
    """One attack, or with an empty name none, and what it cost the other visitor and the server."""
    process = process_at(place[1])
    memory, cpu = load_of(process)
    highest, found = memory, {}
    context = multiprocessing.get_context("spawn")
    answer, sender = context.Pipe(duplex=False)
    with Visits(place) as visits:
        began = time.monotonic()
        if name:
            attacker = context.Process(target=_attack, args=(name, place, seconds, sender), daemon=True)
            attacker.start()
            sender.close()
            while attacker.is_alive() and time.monotonic() - began < seconds + 60:
                attacker.join(0.2)
                highest = max(highest, load_of(process)[0])
            found = answer.recv() if answer.poll(1) else {"the attacker": "did not come to an end"}
            attacker.kill()
        else:
            time.sleep(seconds)
    after = load_of(process)
    return {
        "attack": found,
        "visits": visits.told(),
        "server": {
            "megabytes before": round(memory),
            "megabytes at most": round(max(highest, after[0])) if process else None,
            "cpu seconds": round(after[1] - cpu, 1),
            "seconds": round(time.monotonic() - began, 1),
        },
    }


def faults_of(found: dict[str, Any]) -> list[str]:
    """What should not have happened."""
    wrong = []
    for name, part in found.items():
        wrong += [f"{name}: a visit failed: {why} ({count} times)" for why, count in part["visits"]["failed"].items()]
        if not part["visits"]["visits"]:
            wrong.append(f"{name}: nobody else was served")
        grown = (part["server"]["megabytes at most"] or 0) - part["server"]["megabytes before"]
        if grown > GROWTH:
            wrong.append(f"{name}: the server grew by {grown} MB")
    if "header" in found and found["header"]["attack"].get("megabytes sent", HEADER) > 20:
        wrong.append("header: it was read to the end")
    if "half-open" in found and found["half-open"]["attack"].get("still open", 1):
        wrong.append("half-open: requests were left open")
    for what, got in found.get("broken", {}).get("attack", {}).items():
        if got["answer"] != got["right"]:
            wrong.append(f"broken: {what}: answered with '{got['answer']}', not with {got['right']}")
    return wrong


def hostile(base_url: str, seconds: float, say: Callable[[str], None] = lambda text: None) -> dict[str, Any]:
    """All attacks on a server of this computer; `seconds` is the length of the flood.

    Returns `figures` by attack, `counts` of what was tried, and `faults`: what should not have happened.
    """
    place = checked(base_url)
    seconds = max(1.0, min(seconds, LONGEST))
    found: dict[str, Any] = {}
    for name in ("", *ATTACKS):
        say(f"{name or 'quiet'} ...")
        lasts = {"": min(seconds, 10.0), "half-open": CLOSED_WITHIN, "header": min(LONGEST, 60.0)}.get(name, seconds)
        found[name or "quiet"] = during(name, place, lasts)
    visits = [part["visits"] for part in found.values()]
    counts = {
        "visits": sum(one["visits"] for one in visits),
        "half-open requests": HALF_OPEN,
        "connections of the flood": FLOOD,
        "requests of the flood": sum(n for what, n in found["flood"]["attack"].items() if what.startswith("answers")),
        "broken requests": len(found["broken"]["attack"]),
    }
    return {"figures": found, "counts": counts, "faults": faults_of(found)}


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a server that lives as long as the block."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port = int(trial.getsockname()[1])
    command = [sys.executable, "-m", "mulligan", "serve", "--port", str(port), "--saves", str(folder / "saves")]
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=subprocess.STDOUT)
    try:
        until = time.monotonic() + 180
        while time.monotonic() < until and process.poll() is None:
            with suppress(OSError, http.client.HTTPException):
                Visits(("127.0.0.1", port)).visit()
                break
            time.sleep(0.3)
        else:
            raise SystemExit(f"hostile: the server does not answer: {(folder / 'server.log').read_text()[-500:]}")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def show(found: dict[str, Any]) -> None:
    """The figures for people."""
    print(
        f"{'attack':12}{'visits':>8}{'failed':>8}{'median ms':>11}{'worst ms':>10}{'MB':>6}{'MB most':>9}{'CPU s':>8}"
    )
    for name, part in found["figures"].items():
        visits, server = part["visits"], part["server"]
        print(
            f"{name:12}{visits['visits']:8}{sum(visits['failed'].values()):8}{visits['median_ms']:11}"
            f"{visits['worst_ms']:10}{server['megabytes before']:6}{server['megabytes at most'] or 0:9}"
            f"{server['cpu seconds']:8}  {part['attack'] if name != 'broken' else ''}"
        )
    for fault in found["faults"]:
        print(f"fault: {fault}")
    print(f"{len(found['faults'])} faults; tried: {', '.join(f'{n:,} {what}' for what, n in found['counts'].items())}")


def main() -> None:
    """Measure, and tell."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--seconds", type=float, default=30.0, metavar="S", help="length of the flood (30; at most 120)")
    words.add_argument("--url", metavar="ADDRESS", help="a server of this computer (one of its own if left out)")
    words.add_argument("--json", metavar="FILE", help="write all figures into a file")
    chosen = words.parse_args()

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory(prefix="hostile-", ignore_cleanup_errors=True) as place:
        try:
            if chosen.url:
                found = hostile(chosen.url, chosen.seconds, say)
            else:
                with serving(Path(place)) as address:
                    found = hostile(address, chosen.seconds, say)
        except ValueError as error:
            raise SystemExit(f"hostile: {error}") from None
        except KeyboardInterrupt:
            raise SystemExit("hostile: interrupted") from None
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    show(found)
    raise SystemExit(1 if found["faults"] else 0)


if __name__ == "__main__":
    main()
