"""The tests themselves: what they inherit, in which order they go, and what they say at the end."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from . import conftest
from .helpers.web_help import NO_BROWSER
from .steady import read_results, table

ROOT = Path(__file__).parents[1]
# It becomes another program: what is ignored stays so.
IGNORING = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
# What a program has that a test starts; then a signal that the run was started to ignore.
INHERITING = """
import os, signal, subprocess, sys
import tests.conftest
look = "import os, signal; print(signal.getsignal(signal.SIGINT).__name__, {'NO_COLOR', 'NUMBA_OPT'} & set(os.environ))"
print(subprocess.run([sys.executable, "-c", look], capture_output=True, text=True).stdout.strip())
os.kill(os.getpid(), signal.SIGINT)
print("goes on")
"""


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_what_the_parent_ignores_or_sets_is_left_behind() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", IGNORING, "-c", INHERITING],
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": "1", "NUMBA_OPT": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout.splitlines() == ["default_int_handler set()", "goes on"]


def ordered(names: list[str], seed: str | None) -> list[str]:
    """In which order some tests of files go."""
    items: list[Any] = [SimpleNamespace(path=Path(name.partition(":")[0]), name=name) for name in names]
    conftest.pytest_collection_modifyitems(SimpleNamespace(getoption=lambda _: seed), items)  # type: ignore[arg-type]
    return [item.name for item in items]


def test_long_files_go_first() -> None:
    longest = max(conftest.COSTS, key=lambda name: conftest.COSTS[name])
    assert ordered(["a.py:1", "b.py:1", f"{longest}:1", "b.py:2", f"{longest}:2"], None) == [
        *(f"{longest}:1", f"{longest}:2"),
        *("a.py:1", "b.py:1", "b.py:2"),
    ]
    assert set(conftest.COSTS) <= {path.name for path in (ROOT / "tests").rglob("test_*.py")}


def test_another_seed_is_another_order_and_files_stay_together() -> None:
    names = [f"{file}.py:{i}" for file in "abcd" for i in range(5)]
    orders = [ordered(names, seed) for seed in ("1", "1", "2")]
    assert orders[0] == orders[1] != orders[2] and all(sorted(order) == names for order in orders)
    files = [name[0] for name in orders[0]]
    assert sum(one != two for one, two in pairwise(files)) == 3


def test_without_a_browser_it_is_said_how_to_get_one() -> None:
    ended = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "tests/papers/test_report.py",
            "-k",
            "browser_shows",
        ],
        cwd=ROOT,
        env={**os.environ, "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"\n1 test of pages was skipped: {NO_BROWSER}.\n" in ended.stdout
    assert "apt install chromium" in NO_BROWSER


def test_failures_are_counted_by_test_and_kind(tmp_path: Path) -> None:
    cases = """
        <testcase file="tests/a.py" name="good"/>
        <testcase file="tests/a.py" name="bad"><failure/></testcase>
        <testcase file="tests/a.py" name="worse"><error/></testcase>
        <testcase file="tests/a.py" name="left"><skipped/></testcase>"""
    (tmp_path / "results.xml").write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
    outcomes, failed = read_results(tmp_path / "results.xml")
    assert outcomes == {"passed": 1, "failed": 2, "skipped": 1}
    assert failed == ["tests/a.py::bad", "tests/a.py::worse"]
    shown = table([{"kind": kind, "failed": names} for kind, names in (("alone", failed), ("busy", failed[:1]))])
    assert "tests/a.py::bad    1 of 1  1 of 1" in shown and "tests/a.py::worse  1 of 1  0 of 1" in shown
