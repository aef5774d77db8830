"""What every run of the tests has in common: where it begins, in which order it goes, and what it says at the end."""

from __future__ import annotations

import os
import random
import signal
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from .helpers.clock_help import STEADY
from .helpers.web_help import NO_BROWSER

# --- where it begins --------------------------------------------------------------------------------------------------

# What would change what programs print, or where they keep what, or how they are compiled.
INHERITED = (
    *("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE", "TTY_INTERACTIVE"),
    *("LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANGUAGE", "PYTHONIOENCODING", "PYTHONWARNINGS", "PYTHONOPTIMIZE"),
    *("MULLIGAN_DATA", "MULLIGAN_DEBUG", "MULLIGAN_SAVES", "MULLIGAN_STORE", "MPLBACKEND"),
)
SIGNALS = ("SIGINT", "SIGHUP", "SIGTERM", "SIGQUIT", "SIGCHLD", "SIGALRM", "SIGUSR1", "SIGUSR2")
KNOWN = [name for name in SIGNALS if hasattr(signal, name)]
BEFORE = "MULLIGAN_TEST_IGNORED"


def leave_behind() -> None:
    """Nothing depends on the shell, the script or the terminal that the tests are started from."""
    for name in list(os.environ):
        if name in INHERITED or name.startswith("NUMBA_"):
            del os.environ[name]
    os.environ.update(LANG="C.UTF-8", TERM="xterm-256color", GRPC_ENABLE_FORK_SUPPORT="0")
    # Programs inherit what is ignored, but not what is heard: this run goes on ignoring it, and they do not.
    ignored = {name for name in KNOWN if signal.getsignal(getattr(signal, name)) is signal.SIG_IGN}
    ignored.update(os.environ.get(BEFORE, "").split())  # by whoever started the processes that share the tests
    os.environ[BEFORE] = " ".join(sorted(ignored))
    if threading.current_thread() is threading.main_thread():
        for name in ignored:
            signal.signal(getattr(signal, name), lambda number, frame: None)


leave_behind()


@pytest.fixture(autouse=True, scope="session")
def _data_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test reads or writes what the person at this machine has kept."""
    os.environ["MULLIGAN_DATA"] = str(tmp_path_factory.mktemp("data"))


# Random examples are the same in every run, and none is too slow on any machine.
settings.register_profile("steady", deadline=None, derandomize=True, database=None, suppress_health_check=STEADY)
settings.load_profile("steady")


# --- in which order it goes -------------------------------------------------------------------------------------------


# Seconds that the longest took in one run on a busy machine, with nothing compiled before: only the order matters.
COSTS = {
    "test_modes.py": 1105,
    "test_pokemon_invariants.py": 398,
    "test_web_pages.py": 348,
    "test_tribute_invariants.py": 113,
    "test_killed.py": 86,
    "test_lotr_statistics.py": 81,
    "test_cli_arena.py": 73,
    "test_search_published.py": 71,
    "test_tribute_agents.py": 52,
    "test_cli.py": 42,
    "test_warm.py": 40,
    "test_lotr_full.py": 38,
    "test_terminal.py": 37,
    "test_web_analysis.py": 34,
    "test_scene.py": 33,
    "test_tribute_trace.py": 31,
    "test_pokemon_players.py": 29,
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--shuffle SEED`: files, and the tests of each, in another order: whatever follows from it is a fault."""
    parser.addoption("--shuffle", metavar="SEED", help="put files, and the tests of each file, in a random order")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files that take long go first, so that no process is left with one of them when the others have finished."""
    seed = config.getoption("shuffle")
    if seed is None:
        items.sort(key=lambda item: -COSTS.get(item.path.name, 0))
        return
    rng = random.Random(seed)
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    groups = list(files.values())
    rng.shuffle(groups)
    for group in groups:
        rng.shuffle(group)
    items[:] = [item for group in groups for item in group]


# --- what it says at the end ------------------------------------------------------------------------------------------


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Tests that a missing browser kept from running are not passed over in silence."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if NO_BROWSER in str(report.longrepr)]
    if skipped:
        words = "1 test of pages was" if len(skipped) == 1 else f"{len(skipped)} tests of pages were"
        terminalreporter.write_line(f"{words} skipped: {NO_BROWSER}.", yellow=True)
