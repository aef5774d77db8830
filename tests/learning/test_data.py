"""Shards are the same whatever made them, and a process that was killed loses nothing but the shard it was at."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from mulligan.core.errors import UsageError
from mulligan.learning.data import GAMES, generate, read_shard, read_shards, shard_file
from mulligan.learning.selfplay import COLUMNS, Recipe

RECIPE = Recipe("nim", "", ("uct:sims=40",), 7, explore=0.1)
COUNT = 3 * GAMES + 5

KILLED = """
import sys
from pathlib import Path
from mulligan.learning import data
from mulligan.learning.selfplay import Recipe
whole = data.write_bytes
def slow(path, content):
    whole(path, content)
    if path.name == "shard-00001.npz":
        path.with_name(".shard-00002.npz.1.tmp").write_bytes(content[:100])  # as if it were half written
        print("now", flush=True)
        import time; time.sleep(600)
data.write_bytes = slow
data.generate(Path(sys.argv[1]), Recipe("nim", "", ("uct:sims=40",), 7, explore=0.1), int(sys.argv[2]))
"""


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("shard-*.npz"))}


def test_a_killed_process_loses_one_shard_at_most(tmp_path: Path) -> None:
    assert generate(tmp_path / "whole", RECIPE, COUNT)
    worker = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path / "cut"), str(COUNT)], stdout=subprocess.PIPE, text=True
    )
    assert worker.stdout is not None and worker.stdout.readline() == "now\n"
    os.kill(worker.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    worker.wait()
    worker.stdout.close()
    assert sorted(content(tmp_path / "cut")) == ["shard-00000.npz", "shard-00001.npz"]
    kept = shard_file(tmp_path / "cut", 0).stat().st_mtime_ns
    shares: list[float] = []
    assert generate(tmp_path / "cut", RECIPE, COUNT, workers=2, progress=shares.append)
    assert content(tmp_path / "cut") == content(tmp_path / "whole")  # byte for byte, and by two processes
    assert shard_file(tmp_path / "cut", 0).stat().st_mtime_ns == kept  # what was there is not played again
    assert shares[0] == 0.5 and shares[-1] == 1.0
    found = read_shards([tmp_path / "cut"])
    assert len({len(found[name]) for name in COLUMNS}) == 1 and set(found["game"]) == set(range(COUNT))


def test_it_ends_when_time_is_up(tmp_path: Path) -> None:
    assert not generate(tmp_path, RECIPE, COUNT, until=time.monotonic() - 1)
    assert not content(tmp_path)


def test_a_folder_is_for_one_recipe(tmp_path: Path) -> None:
    generate(tmp_path, RECIPE, GAMES)
    with pytest.raises(UsageError, match="has games with seed 7, not 8"):
        generate(tmp_path, Recipe("nim", "", ("uct:sims=40",), 8, explore=0.1), GAMES)


def test_what_is_no_shard_is_told(tmp_path: Path) -> None:
    path = shard_file(tmp_path, 0)
    path.write_bytes(b"no shard")
    with pytest.raises(UsageError, match="no shard of positions"):
        read_shard(path)
    np.savez(path, **{name: np.zeros(3 if name == "turn" else (2, 2) if name == "numbers" else 2) for name in COLUMNS})
    with pytest.raises(UsageError, match="not of one length"):
        read_shard(path)
    with pytest.raises(UsageError, match="no positions"):
        read_shards([tmp_path / "nowhere"])
