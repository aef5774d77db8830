"""The scripts in examples/cluster and the commands of docs/clusters.md, with a SLURM that is a few lines of Python."""

from __future__ import annotations

import importlib.util
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mulligan.arena.experiment import read_experiment
from mulligan.arena.store import Store
from mulligan.core.errors import UsageError

from .helpers import slurm_help
from .helpers.campaign_help import SLOW, Threads, lasting, played
from .helpers.clock_help import HANGING

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "clusters.md"
SCRIPTS = ROOT / "examples" / "cluster"
TEXT = """
title = "A few cells"
game = "nim"
games = 14
seed = 2
design = { kind = "gauntlet", players = ["uct:sims=3", "uct:sims=4"], against = ["uniform"] }
"""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="SLURM is for others")


class Site:
    """A folder on a cluster: an experiment, the scripts, and programs that are found by their names."""

    def __init__(self, folder: Path, text: str = TEXT) -> None:
        self.folder, self.programs = folder / "home", folder / "bin"
        self._disk = tempfile.TemporaryDirectory(prefix="mulligan-")  # sockets lie below it: its path has to be short
        self.disk = Path(self._disk.name)
        for made in (self.folder, self.programs):
            made.mkdir()
        (self.folder / "my.toml").write_text(text)
        for script in SCRIPTS.iterdir():
            (self.folder / script.name).write_text(script.read_text())
        for name in ("sbatch", "srun"):
            self._program(name, f"{slurm_help.__file__} {name}")
        for name in ("mulligan", "dask"):
            self._program(name, f"-m {name}")
        path = f"{self.programs}{os.pathsep}{os.environ['PATH']}"
        self.environment = {**os.environ, "PATH": path, "TMPDIR": str(self.disk)}
        self.environment.pop("MULLIGAN_STORE", None)

    def _program(self, name: str, words: str) -> None:
        file = self.programs / name
        file.write_text(f'#!/bin/sh\nexec {sys.executable} {words} "$@"\n')
        file.chmod(0o755)

    def run(self, command: str) -> str:
        """What a command line prints."""
        ended = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=HANGING,
        )
        assert ended.returncode == 0, (command, ended.stdout, ended.stderr, self.logs())
        return ended.stdout

    def logs(self) -> str:
        return "\n".join(log.read_text() for log in self.folder.glob("slurm-*.out"))

    def whole(self) -> dict[str, Any]:
        """What one thread of this process makes of the experiment."""
        path = self.folder / "whole.sqlite"
        played(path, [read_experiment(self.folder / "my.toml")], Threads(1))
        return lasting(path)


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def commands(section: str) -> list[str]:
    """The commands of a section of the page, as a newcomer types them."""
    text = PAGE.read_text("utf-8").partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    return [line.strip() for line in re.findall(r"^    ((?:sbatch|mulligan) .*)$", text, re.MULTILINE)]


def test_an_array_of_jobs_gives_what_one_command_gives(site: Site) -> None:
    submit, merge, report = (line.replace("100", "3") for line in commands("Array jobs"))
    assert site.run(submit) == "Submitted batch job 4711\n"
    stores = sorted(path.name for path in (site.folder / "parts").iterdir())
    assert stores == [f"part-00000{number}-of-3.sqlite" for number in (1, 2, 3)], site.logs()
    assert not list(site.disk.iterdir()), "nothing is left on the disk of the machine"
    (site.folder / "parts" / stores[1]).rename(site.folder / "late.sqlite")
    told = site.run(merge)
    assert told in PAGE.read_text("utf-8").replace("\n    ", "\n"), "the page shows what is printed"
    (site.folder / "late.sqlite").rename(site.folder / "parts" / stores[1])
    assert "10 new games, 18 known\nall games are there" in site.run(merge)
    assert "written: my.html" in site.run(report)
    assert lasting(site.folder / "all.sqlite") == site.whole()
    assert "A few cells" in (site.folder / "my.html").read_text()


def test_a_job_whose_time_is_up_keeps_its_games_and_goes_on(tmp_path: Path) -> None:
    """One cell takes no time, and the other for ever."""
    site = Site(tmp_path, SLOW.format(games=4).replace("999_999_999", "5"))
    own = {"SLURM_ARRAY_TASK_ID": "1", "SLURM_CPUS_PER_TASK": "1"}
    job = subprocess.Popen(
        ["bash", "array.sbatch", "my.toml", "2"],
        cwd=site.folder,
        env={**site.environment, **own},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        _wait_for(
            lambda: bool(list(site.disk.glob("*/part-*.sqlite"))) and _games(next(site.disk.glob("*/*.sqlite"))) > 0
        )
        assert not (site.folder / "parts" / "part-000001-of-2.sqlite").exists()
        job.send_signal(signal.SIGTERM)
        told = job.communicate(timeout=HANGING)[0]
    finally:
        job.kill()
        job.wait()
    assert job.returncode == 128 + signal.SIGTERM, told
    store = site.folder / "parts" / "part-000001-of-2.sqlite"
    assert _games(store) == 2 and not list(site.disk.glob("*/*.sqlite"))
    assert "of 2 parts these are not complete: 1;" in site.run("mulligan results merge all.sqlite parts/*.sqlite -q")


def _games(path: Path) -> int:
    try:
        with Store(path, write=False) as store:
            return int(store.query("SELECT count(*) FROM game")[0][0])
    except UsageError:  # it is just being made
        return 0


def _wait_for(so: Callable[[], bool]) -> None:
    until = time.monotonic() + HANGING
    while not so():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="it needs Dask")
def test_a_dask_cluster_inside_a_job(site: Site) -> None:
    (submit,) = (line.replace("64", "2") for line in commands("Dask") if line.startswith("sbatch"))
    site.run(submit)
    assert "written: my.html" in site.logs(), site.logs()
    assert lasting(site.folder / "my.sqlite") == site.whole()
    with Store(site.folder / "my.sqlite", write=False) as store:
        (ran,) = store.runs(range(1, 10))
        assert "of the Dask cluster at tcp://" in ran["workers"]
    assert not list(site.disk.glob("*/*.sqlite")) and not list(site.folder.glob("scheduler-*"))


@pytest.mark.parametrize("script", sorted(SCRIPTS.iterdir()), ids=lambda script: script.name)
def test_scripts_are_told_what_they_lack(script: Path, tmp_path: Path) -> None:
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
    for words in ([], ["my.toml", "3"]):
        ended = subprocess.run(["bash", script, *words], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert ended.returncode != 0 and ("TOML file" if not words else "submit it with sbatch") in ended.stderr
    assert not list(tmp_path.iterdir())
