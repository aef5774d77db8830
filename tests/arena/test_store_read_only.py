"""Stores on a medium that cannot be written to: an archive on a disc, or a folder of somebody else's.

Root may write everywhere, so whoever runs these tests as root becomes nobody while the store is opened; and where the
system lets us make a mount of our own, the commands run on one that is really read-only.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mulligan.arena.export import export
from mulligan.arena.schema import SCHEMA
from mulligan.arena.store import Store
from mulligan.arena.tournament import tournament
from mulligan.core.errors import UsageError
from mulligan.web.standings import Standings

from ..helpers.campaign_help import Threads, played

NOBODY = 65534
ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="folders have other permissions there")


@pytest.fixture
def archive() -> Iterator[Path]:
    """A folder that everybody may look into: pytest's own are private."""
    folder = Path(tempfile.mkdtemp(prefix="mulligan-archive-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nobody may write here, not even we."""
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        with pytest.raises(PermissionError):
            (folder / "new").touch()
        yield
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)


def filled(path: Path) -> None:
    made = tournament("nim", ["uniform", "uct:sims=2"], pairs=3, name="it")
    played(path, [made], Threads(1), scale=1.0)
    assert not path.with_name(path.name + "-wal").exists(), "a store that was closed is one file"


def test_a_store_that_nobody_can_write_to_is_read(archive: Path, tmp_path: Path) -> None:
    filled(archive / "s.sqlite")
    with read_only(archive):
        with Store(archive / "s.sqlite", write=False) as store:
            (cell,) = store.experiment("it")
            assert cell.tally.games == 6 and len(store.made_by(cell.contest)) == 1
            rows = list(store.games("it"))
        shown = Standings(archive / "s.sqlite")
        reading = shown.read()
        assert reading.problem == "" and [row.games for row in reading.rows] == [6]
        assert len(shown.cells("it")) == 1 and len(shown.runs("it")) == 1
        with pytest.raises(UsageError, match=r"it cannot be written to \(.*\): copy it to another place"):
            Store(archive / "s.sqlite")
        assert [path.name for path in archive.iterdir()] == ["s.sqlite"]
    with Store(archive / "s.sqlite", write=False) as store:
        assert export(store, "it", str(tmp_path / "games.csv")) == len(rows) == 6


def test_games_that_are_still_in_the_log_are_not_left_out_in_silence(archive: Path) -> None:
    path, log = archive / "s.sqlite", archive / "s.sqlite-wal"
    filled(path)
    writer = sqlite3.connect(path)
    writer.execute("UPDATE experiment SET title = 'newer'")
    writer.commit()
    copy = path.read_bytes(), log.read_bytes()  # as a machine would leave them that lost its power
    writer.close()
    path.write_bytes(copy[0])
    log.write_bytes(copy[1])
    with read_only(archive):
        told = r"nothing can be written beside it, and its last games are still in 's.sqlite-wal': copy both to a place"
        with pytest.raises(UsageError, match=told):
            Store(path, write=False)
        assert "its last games are still in 's.sqlite-wal'" in Standings(path).read().problem
    for file in archive.iterdir():
        file.chmod(0o644)
    with Store(path, write=False) as store:
        assert store.experiments()[0]["title"] == "newer", "where one may write, they are read"


def test_an_empty_log_is_no_hindrance(archive: Path) -> None:
    filled(archive / "s.sqlite")
    (archive / "s.sqlite-wal").touch()
    with read_only(archive), Store(archive / "s.sqlite", write=False) as store:
        assert store.experiments()[0]["games"] == 6


def test_an_older_store_is_read_there_too(archive: Path) -> None:
    """It cannot be renewed in its place, so a copy in memory is."""
    path = archive / "s.sqlite"
    db = sqlite3.connect(path)
    db.executescript((Path(__file__).parents[1] / "golden" / "store-schema-2.sql").read_text())
    db.execute("PRAGMA journal_mode = WAL")
    db.close()
    before = path.read_bytes()
    with read_only(archive), Store(path, write=False) as store:
        assert store.query("PRAGMA user_version") == [(SCHEMA,)]
        assert store.experiments()[0]["games"] == 24
        with pytest.raises(UsageError, match="unknown experiment"):
            store.experiment("nothing")
    assert path.read_bytes() == before


def test_what_is_no_store_is_told_there_too(archive: Path) -> None:
    db = sqlite3.connect(archive / "other.sqlite")
    db.execute("CREATE TABLE t (x)")
    db.execute("PRAGMA journal_mode = WAL")
    db.close()
    with read_only(archive), pytest.raises(UsageError, match="not one of Mulligan's"):
        Store(archive / "other.sqlite", write=False)


MOUNTED = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'


def mounted(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command that sees the folder as part of a read-only medium."""
    command = ["unshare", "-rm", "sh", "-c", MOUNTED, "sh", str(folder), sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)


def can_mount() -> bool:
    if not sys.platform.startswith("linux") or shutil.which("unshare") is None:
        return False
    with tempfile.TemporaryDirectory() as place:
        code = f"open({place + '/x'!r}, 'w')"
        return "Read-only file system" in mounted(Path(place), "-c", code).stderr


def test_commands_read_a_store_on_a_read_only_medium(archive: Path, tmp_path: Path) -> None:
    if not can_mount():
        pytest.skip("this system lets nobody make a mount")
    filled(archive / "s.sqlite")
    store = ("--store", str(archive / "s.sqlite"))
    for words, told in (
        (("results", "ls", *store), "Tournament of nim"),
        (("results", "show", "it", *store), "uniform v uct:sims=2"),
        (("results", "export", "it", str(tmp_path / "games.csv"), *store), "6 games written"),
    ):
        done = mounted(archive, "-m", "mulligan", *words)
        assert done.returncode == 0 and told in done.stdout, done.stderr
    done = mounted(archive, "-m", "mulligan", "results", "upgrade", *store)
    assert done.returncode == 2 and "it cannot be written to (" in done.stderr
