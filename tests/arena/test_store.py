"""The store: what is kept, what is refused, and what readers see while somebody writes."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan.arena import store as stores
from mulligan.arena.contest import Contest, GameRow
from mulligan.arena.schema import SCHEMA, SCRIPTS
from mulligan.arena.store import APPLICATION, GAME_COLUMNS, Store
from mulligan.arena.stored import Tally
from mulligan.core.errors import UsageError

from ..helpers.clock_help import HANGING

MAGIC = "SQLite format 3\0"
TABLES = {"part", "measured", "run", "contest", "game", "experiment", "cell", "tally", "origin"}


def contest(seed: int = 1) -> Contest:
    return Contest("nim", ("uniform", "uniform"), seed=seed)


def row(pair: int, seat: int = 0, score: float = 1.0, **changed: Any) -> GameRow:
    return GameRow(pair, seat, 1, pair, score, 3, 4, 5, 0.25, 0.5, 6, 7, 0.875)._replace(**changed)


def rows(pairs: Iterable[int], score: float = 1.0) -> list[GameRow]:
    return [row(pair, seat, score) for pair in pairs for seat in (0, 1)]


def recount(store: Store, number: int) -> Tally:
    """The totals of a contest, counted here game by game."""
    names = ", ".join(GAME_COLUMNS)
    games = [GameRow(*found) for found in store.query(f"SELECT {names} FROM game WHERE contest = ?", (number,))]

    def total(name: str) -> Any:
        return sum(getattr(game, name) for game in games)

    return Tally(
        len(games),
        sum(game.score >= 1 for game in games),
        sum(0 < game.score < 1 for game in games),
        sum(game.score <= 0 for game in games),
        total("score"),
        *(total(name) for name in ("turns", "decisions_1", "decisions_2", "cpu_1", "cpu_2")),
        *(total(name) for name in ("simulations_1", "simulations_2", "cpu")),
        sum(game.cpu**2 for game in games),
        max((game.pair for game in games), default=-1),
        sum(game.forfeit != "" for game in games),
    )


def assert_counted(store: Store, number: int) -> None:
    """The totals that the store keeps are those of its games; sums of times may be rounded differently."""
    kept, counted = vars(store.tally(number)), vars(recount(store, number))
    assert kept == pytest.approx(counted, rel=1e-9, abs=1e-9)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


@pytest.fixture
def memory() -> Iterator[Store]:
    with Store(":memory:") as store:
        yield store


def filled(path: Path, games: int = 400) -> list[int]:
    """A store with two experiments; the numbers of its contests."""
    with Store(path) as store:
        run, numbers = store.run("two threads"), [store.contest(contest(seed)) for seed in (1, 2, 3)]
        for number in numbers:
            store.add(number, rows(range(games // 2), number % 2), run)
        store.enter("first", "The first", "{}", [(f"cell {number}", number, games) for number in numbers[:2]])
        store.enter("second", "The second", "{}", [(f"cell {number}", number, games) for number in numbers[1:]])
    return numbers


# --- opening ----------------------------------------------------------------------------------------------------------


def test_a_new_store_has_its_tables_and_says_whose_it_is(path: Path) -> None:
    Store(path).close()
    db = sqlite3.connect(path)
    assert {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")} == TABLES
    assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
    assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()
    assert path.read_bytes()[68:72] == b"MULG"


def test_the_games_of_a_row_are_the_columns_of_the_table(memory: Store) -> None:
    columns = [found[1] for found in memory.query("PRAGMA table_info(game)")]
    assert sorted(columns) == sorted(["contest", *GAME_COLUMNS, "run"])
    assert [found[1] for found in memory.query("PRAGMA table_info(tally)")] == ["contest", *vars(Tally())]


def test_what_is_stored_is_there_when_the_store_is_opened_again(path: Path) -> None:
    numbers = filled(path)
    for write in (True, False):
        with Store(path, write=write) as store:
            assert [store.tally(number).games for number in numbers] == [400] * 3
            assert [found["name"] for found in store.experiments()] == ["first", "second"]
            assert [cell.tally.games for cell in store.experiment("first")] == [400, 400]
    with Store(path) as store:
        assert [store.contest(contest(seed)) for seed in (1, 2, 3)] == numbers


def test_an_empty_file_becomes_a_store(path: Path) -> None:
    path.touch()
    with Store(path) as store:
        assert store.experiments() == []


def test_a_store_of_schema_1_gets_its_tallies(path: Path) -> None:
    numbers = filled(path)
    as_schema_1(path)
    with pytest.raises(UsageError, match=r"older schema 1: `mulligan results upgrade`"):
        Store(path, write=False)
    with Store(path) as store:
        for number in numbers:
            assert store.tally(number).games == 400
            assert_counted(store, number)
        store.add(numbers[0], rows(range(400, 410), 0.5), store.run("one"))
        assert store.tally(numbers[0]).draws == 20
        assert_counted(store, numbers[0])
    Store(path, write=False).close()


def as_schema_1(path: Path) -> None:
    """Make the store what the first version of Mulligan would have written."""
    fresh = path.with_name("old.sqlite")
    db = sqlite3.connect(fresh)
    db.executescript(SCRIPTS[0])
    db.execute("ATTACH ? AS new", (str(path),))
    for table in ("run", "contest", "game", "experiment", "cell"):
        columns = ", ".join(column for _, column, *_ in db.execute(f"PRAGMA main.table_info({table})"))
        db.execute(f"INSERT INTO {table} SELECT {columns} FROM new.{table}")
    db.commit()
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute("PRAGMA user_version = 1")
    db.close()
    fresh.replace(path)


@pytest.mark.parametrize("broken", ["SELECT * FROM nowhere;", "INSERT INTO tally SELECT * FROM tally;"])
def test_a_migration_that_fails_leaves_the_old_store(path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    filled(path)
    as_schema_1(path)
    with monkeypatch.context() as patch:
        patch.setattr(stores, "SCRIPTS", (SCRIPTS[0], SCRIPTS[1] + broken))
        with pytest.raises(UsageError):
            Store(path)
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == (1,)
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables == TABLES - {"tally", "origin", "measured", "part"}
    assert db.execute("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'").fetchone() == (0,)
    db.close()
    with Store(path) as store:
        assert_counted(store, 1)


def test_a_migration_that_is_killed_leaves_the_old_store(path: Path) -> None:
    filled(path)
    as_schema_1(path)
    code = """
import os, signal, sys
from mulligan.arena import store
usual = store.statements
def killed(script):
    for i, statement in enumerate(usual(script)):
        yield statement
        if i == 1:
            os.kill(os.getpid(), signal.SIGKILL)
store.statements = killed
store.Store(sys.argv[1])
"""
    ended = subprocess.run([sys.executable, "-c", code, path], check=False)
    assert ended.returncode < 0
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == (1,)
    db.close()
    with Store(path) as store:
        assert store.tally(1).games == 400
        assert_counted(store, 1)


def test_a_store_of_a_newer_mulligan_is_refused_and_left_alone(path: Path) -> None:
    filled(path)
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    db.close()
    before = path.read_bytes()
    for write in (True, False):
        with pytest.raises(UsageError, match=rf"newer Mulligan \(schema {SCHEMA + 1}, this one knows {SCHEMA}\)"):
            Store(path, write=write)
    assert path.read_bytes() == before


@pytest.mark.parametrize("application", [0, 1234])
@pytest.mark.parametrize("write", [True, False])
def test_a_database_of_somebody_else_is_refused_and_left_alone(path: Path, application: int, write: bool) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE song (title TEXT)")
    db.execute(f"PRAGMA application_id = {application}")
    db.commit()
    db.close()
    before = path.read_bytes()
    with pytest.raises(UsageError, match=rf"{path.name}': it is a database, and not one of Mulligan's"):
        Store(path, write=write)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("text", ["game = 'nim'\n" * 400, "game = 'nim'\n", "x", "SQLite", MAGIC + "?" * 5000])
@pytest.mark.parametrize("write", [True, False])
def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path, text: str, write: bool) -> None:
    path.write_text(text)
    with pytest.raises(UsageError, match=r"results.sqlite': it is (not a store of Mulligan's|damaged)"):
        Store(path, write=write)
    assert path.read_text() == text and os.listdir(path.parent) == [path.name]


def test_places_that_cannot_be_a_store_are_told(tmp_path: Path, path: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no store .*--store"):
        Store(path, write=False)
    assert not path.exists()
    for write in (True, False):
        with pytest.raises(UsageError, match="it is a directory"):
            Store(tmp_path, write=write)
        with pytest.raises(UsageError, match=r"store"):
            Store(tmp_path / "nowhere" / "x.sqlite", write=write)
        with pytest.raises(UsageError, match=r"too long"):
            Store(tmp_path / ("x" * 300), write=write)
    path.touch()
    with pytest.raises(UsageError, match=r"store"):
        Store(path / "x.sqlite")


@pytest.mark.skipif(os.name == "nt", reason="devices")
def test_a_device_is_no_store(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path / "pipe", os.devnull):
        for write in (True, False):
            with pytest.raises(UsageError, match="it is a device, and should be a file"):
                Store(place, write=write)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder where nobody may make a file")
def test_a_place_where_nobody_may_write_is_told() -> None:
    with pytest.raises(UsageError, match=r"store '/proc/self/x.sqlite': unable to open"):
        Store("/proc/self/x.sqlite")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="whoever may do everything may write everywhere")
def test_a_store_that_may_only_be_read_is_told(path: Path) -> None:
    filled(path)
    path.chmod(0o400)
    with pytest.raises(UsageError, match="readonly"):
        Store(path)


def test_a_closed_store_says_so(path: Path) -> None:
    store = Store(path)
    store.close()
    store.close()
    with pytest.raises(ValueError, match="closed"):
        store.tally(1)


def test_many_may_make_the_same_store_at_once(tmp_path: Path) -> None:
    for attempt in range(5):
        start, failed = threading.Barrier(6), []

        def make(path: Path, start: threading.Barrier = start, failed: list[str] = failed) -> None:
            start.wait()
            try:
                with Store(path) as store:
                    store.run("one of six")
            except Exception as error:
                failed.append(str(error))

        makers = [threading.Thread(target=make, args=(tmp_path / f"{attempt}.sqlite",)) for _ in range(6)]
        for maker in makers:
            maker.start()
        for maker in makers:
            maker.join()
        assert failed == []
        with Store(tmp_path / f"{attempt}.sqlite", write=False) as store:
            assert store.query("SELECT count(*) FROM run") == [(6,)]


# --- damage -----------------------------------------------------------------------------------------------------------


def use_everything(path: Path, write: bool) -> None:
    """All that one can ask of a store, and with `write`, all that one can do to it."""
    with Store(path, write=write) as store:
        store.experiments()
        store.experiment("first")
        list(store.games("first"))
        for number in (1, 2, 3):
            store.tally(number)
            store.pair_scores(number)
            store.missing(number, 2, 1000)
        store.runs([1, 2, 3])
        if write:
            run = store.run("another")
            store.add(store.contest(contest(9)), rows(range(150, 260)), run)
            store.add(2, rows(range(150, 260)), run)
            store.enter("first", "Renewed", "{}", [("cell", 1, 10)])
            store.remove("second")


def test_damage_is_told_in_a_line_wherever_it_is(path: Path) -> None:
    filled(path)
    data, told, rng = path.read_bytes(), [], random.Random(1)
    assert len(data) > 20 * 4096
    places = [(0, 16), (16, 2), (18, 1), (24, 60), (100, 8), (100, 300)]
    places += [(page * 4096 + rng.randrange(4000), rng.choice([1, 8, 200, 5000])) for page in range(len(data) // 4096)]
    for start, length in places:
        for junk in (bytes(length), rng.randbytes(length)):
            path.write_bytes((data[:start] + junk + data[start + length :])[: len(data)])
            told += using_is_sound_or_told(path)
    for size in (100, 4095, 4096, 5000, 8192, len(data) // 2, len(data) - 4096, len(data) - 1):
        path.write_bytes(data[:size])
        told += using_is_sound_or_told(path)
    assert sum("it is damaged (" in text for text in told) > 20, "hardly any damage was found"


def using_is_sound_or_told(path: Path) -> list[str]:
    """Use a store that may be damaged: nothing but a UsageError may come of it, with the name of the file."""
    told = []
    for write in (False, True):
        try:
            use_everything(path, write)
        except UsageError as error:
            told.append(str(error))
    assert all(path.name in text and "\n" not in text for text in told)
    for rest in path.parent.glob(f"{path.name}-*"):
        rest.unlink()
    return told


# --- adding -----------------------------------------------------------------------------------------------------------


def test_games_are_added_once_however_often_they_come(memory: Store) -> None:
    number, run = memory.contest(contest()), memory.run("one")
    assert memory.add(number, rows(range(5)), run) == 10
    before = memory.query("SELECT * FROM game"), memory.tally(number)
    assert memory.add(number, rows(range(5), 0.0), memory.run("another")) == 0
    assert (memory.query("SELECT * FROM game"), memory.tally(number)) == before
    assert memory.add(number, rows(range(3, 7)), run) == 4
    assert memory.add(number, [], run) == 0
    assert memory.tally(number).games == 14
    assert_counted(memory, number)


@pytest.mark.parametrize("path_or_memory", ["file", "memory"])
def test_games_are_added_all_or_none(path: Path, path_or_memory: str) -> None:
    def failing() -> Iterator[GameRow]:
        yield from rows(range(100, 105))
        raise ZeroDivisionError

    with Store(path if path_or_memory == "file" else ":memory:") as store:
        number, run = store.contest(contest()), store.run("one")
        store.add(number, rows(range(5)), run)
        before = store.query("SELECT * FROM game"), store.tally(number)
        with pytest.raises(ZeroDivisionError):
            store.add(number, failing(), run)
        assert (store.query("SELECT * FROM game"), store.tally(number)) == before
        assert not store.db.in_transaction
        assert store.add(number, rows(range(100, 105)), run) == 10


@pytest.mark.parametrize(
    "wrong",
    [{"score": None}, {"score": float("nan")}, {"turns": None}, {"cpu": None}],
    ids=["none", "nan", "turns", "cpu"],
)
def test_a_game_without_a_result_is_no_game(memory: Store, wrong: dict[str, Any]) -> None:
    number, run = memory.contest(contest()), memory.run("one")
    with pytest.raises(UsageError, match="NOT NULL"):
        memory.add(number, [*rows(range(3)), row(3, **wrong)], run)
    assert memory.tally(number) == Tally()


def test_games_belong_to_a_contest_and_a_run(memory: Store) -> None:
    number, run = memory.contest(contest()), memory.run("one")
    for wrong in ((number + 1, run), (number, run + 1)):
        with pytest.raises(UsageError, match="FOREIGN KEY"):
            memory.add(wrong[0], rows(range(3)), wrong[1])
    assert memory.query("SELECT count(*) FROM game") == [(0,)]


NUMBERS = st.integers(0, 10**6)
TIMES = st.floats(0, 1e4)
ROWS = st.lists(
    st.builds(
        GameRow,
        st.integers(0, 12),
        st.integers(0, 1),
        NUMBERS,
        NUMBERS,
        st.sampled_from([0.0, 0.25, 0.5, 1.0]),
        *[NUMBERS] * 3,
        *[TIMES] * 2,
        *[NUMBERS] * 2,
        TIMES,
    ),
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), ROWS), max_size=6))
def test_tallies_are_what_one_would_count(batches: list[tuple[int, list[GameRow]]]) -> None:
    with Store(":memory:") as store:
        run, numbers = store.run("one"), [store.contest(contest(seed)) for seed in range(3)]
        known: dict[tuple[int, int, int], GameRow] = {}
        for index, batch in batches:
            before = len(known)
            for game in batch:
                known.setdefault((index, game.pair, game.seat), game)
            assert store.add(numbers[index], batch, run) == len(known) - before
        for index, number in enumerate(numbers):
            own = [game for key, game in known.items() if key[0] == index]
            tally = store.tally(number)
            assert (tally.games, tally.points) == (len(own), sum(game.score for game in own))
            assert tally.wins + tally.draws + tally.losses == tally.games
            assert tally.rate == (tally.points / tally.games if own else None)
            assert_counted(store, number)


@settings(max_examples=100, deadline=None)
@given(st.sets(st.tuples(st.integers(0, 15), st.integers(0, 1)), max_size=32), st.integers(0, 20), st.integers(1, 2))
def test_missing_pairs_are_those_that_are_not_complete(there: set[tuple[int, int]], pairs: int, seats: int) -> None:
    there = {(pair, seat) for pair, seat in there if seat < seats}
    with Store(":memory:") as store:
        number = store.contest(contest())
        store.add(number, [row(pair, seat) for pair, seat in there], store.run("one"))
        gaps = store.missing(number, seats, pairs)
    wanted = [pair for pair in range(pairs) if not all((pair, seat) in there for seat in range(seats))]
    assert [pair for gap in gaps for pair in gap] == wanted
    assert all(gap for gap in gaps) and all(a.stop < b.start for a, b in pairwise(gaps))


def test_nothing_is_missing_below_what_has_no_gap(memory: Store) -> None:
    number, run = memory.contest(contest()), memory.run("one")
    memory.add(number, rows(range(50)), run)
    assert memory.missing(number, 2, 50) == [] == memory.missing(number, 2, 7)
    assert memory.missing(number, 2, 60) == [range(50, 60)]
    memory.add(number, rows(range(55, 57)), run)
    assert memory.missing(number, 2, 60) == [range(50, 55), range(57, 60)]


# --- contests and experiments -----------------------------------------------------------------------------------------


def test_the_same_contest_has_one_number_and_another_has_another(memory: Store) -> None:
    numbers = [memory.contest(contest(seed)) for seed in (1, 2, 1)]
    assert numbers[0] == numbers[2] != numbers[1]
    assert memory.contest(Contest("nim", ("uniform", "uniform"), "15-3")) == numbers[0], "the setup that is usual"
    assert memory.contest(Contest("nim", ("uniform", "uniform"), "21-4")) not in numbers


def test_an_experiment_is_renewed_and_its_games_stay(memory: Store) -> None:
    run, numbers = memory.run("one"), [memory.contest(contest(seed)) for seed in (1, 2)]
    for number in numbers:
        memory.add(number, rows(range(4)), run)
    memory.enter("it", "Once", '{"old": 1}', [("a", numbers[0], 8), ("b", numbers[1], 8)])
    memory.enter("it", "Twice", '{"new": 1}', [("c", numbers[1], 20)])
    assert [(cell.label, cell.contest, cell.goal, cell.tally.games) for cell in memory.experiment("it")] == [
        ("c", numbers[1], 20, 8)
    ]
    (found,) = memory.experiments()
    assert (found["title"], found["cells"], found["games"], found["goal"]) == ("Twice", 1, 8, 20)
    assert memory.query("SELECT count(*) FROM game") == [(16,)]
    assert memory.query("SELECT spec FROM experiment") == [('{"new": 1}',)]


def test_a_cell_is_told_with_its_players_and_an_empty_one_with_no_games(memory: Store) -> None:
    number = memory.contest(Contest("guess", ("uct:sims=20", "halve"), "4", 7))
    memory.enter("it", "It", "{}", [("a", number, 8)])
    (cell,) = memory.experiment("it")
    assert (cell.label, cell.agents, cell.setup, cell.seed) == ("a", ("uct:sims=20", "halve"), "4", "7")
    assert cell.version == "guess/1" and cell.tally == Tally() and cell.tally.rate is None
    assert cell.players[1] == "halve" and "sims=20" in cell.players[0]


def test_removing_an_experiment_keeps_what_others_share(path: Path) -> None:
    numbers = filled(path)
    with Store(path) as store:
        assert store.remove("first") == 400
        assert store.query("SELECT id FROM contest ORDER BY id") == [(numbers[1],), (numbers[2],)]
        assert [cell.tally.games for cell in store.experiment("second")] == [400, 400]
        assert [store.tally(number).games for number in numbers] == [0, 400, 400]
        assert store.remove("second") == 800
        for table in ("contest", "game", "tally", "cell", "experiment"):
            assert store.query(f"SELECT count(*) FROM {table}") == [(0,)], table


def test_removing_an_experiment_takes_nothing_that_was_never_its_own(memory: Store) -> None:
    run, numbers = memory.run("one"), [memory.contest(contest(seed)) for seed in (1, 2)]
    for number in numbers:
        memory.add(number, rows(range(4)), run)
    memory.enter("other", "Other", "{}", [("a", numbers[0], 8)])
    memory.enter("it", "It", "{}", [("a", numbers[1], 8)])
    memory.enter("other", "Other", "{}", [("a", memory.contest(contest(3)), 8)])  # whose old games may be wanted again
    assert memory.remove("it") == 8
    assert memory.tally(numbers[0]).games == 8 and memory.tally(numbers[1]).games == 0


def test_an_unknown_experiment_is_told_with_those_there_are(path: Path) -> None:
    filled(path)
    with Store(path) as store:
        for ask in (store.experiment, store.remove, lambda name: list(store.games(name))):
            with pytest.raises(UsageError, match=r"'furst': did you mean 'first'\? Choices: first, second"):
                ask("furst")
        assert len(store.experiments()) == 2


def test_every_game_can_be_read_with_all_that_is_known_of_it(path: Path) -> None:
    filled(path)
    with Store(path, write=False) as store:
        games = list(store.games("first"))
        assert len(games) == 800 and len({(game["cell"], game["pair"], game["seat"]) for game in games}) == 800
        assert games[0] | {"started": "", "mulligan": ""} == {
            **{"experiment": "first", "cell": "cell 1", "version": "nim/1", "setup": "15-3", "seed": "1"},
            **{"first": "uniform", "second": "uniform", "first_player": "uniform", "second_player": "uniform"},
            **{"code": "", "made_by": None},
            **{name: value for name, value in row(0, 0, 1.0)._asdict().items() if name != "found"},
            **{"started": "", "mulligan": ""},
        }
        (run,) = store.runs([1, 2, 3])
        assert run["workers"] == "two threads" and run["started"] == games[0]["started"]
        assert store.runs([]) == []
        assert store.pair_scores(1) == [(pair, 2.0, 2) for pair in range(200)]


# --- several processes ------------------------------------------------------------------------------------------------

WRITER = """
import sys
from mulligan.arena.contest import Contest, GameRow
from mulligan.arena.store import Store

path, first, batches = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with Store(path) as store:
    number, run = store.contest(Contest("nim", ("uniform", "uniform"))), store.run("a writer")
    for batch in range(batches):
        sys.stdin.readline()
        pairs = range(first + 20 * batch, first + 20 * batch + 20)
        store.add(number, [GameRow(p, s, 1, p, 0.5, 3, 4, 5, 0.1, 0.1, 6, 7, 0.3) for p in pairs for s in (0, 1)], run)
        print(batch, flush=True)
"""


def writer(path: Path, first: int, batches: int) -> subprocess.Popen[str]:
    line = [sys.executable, "-c", WRITER, str(path), str(first), str(batches)]
    return subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def test_a_reader_always_sees_whole_batches_while_two_others_write(path: Path) -> None:
    with Store(path) as store:
        number = store.contest(contest())
    writers = [writer(path, first, 60) for first in (0, 600)]  # pairs 600 to 1199 come from both
    seen, said = [], [0, 0]
    try:
        with Store(path, write=False) as reader:
            for turn in range(20):
                for process in writers:  # let them write three batches,
                    assert process.stdin is not None
                    process.stdin.write("go on\n" * 3)
                    process.stdin.flush()
                for i, process in enumerate(writers):  # and look when each is at its third
                    assert process.stdout is not None
                    while said[i] < 3 * turn + 2:
                        assert process.stdout.readline()
                        said[i] += 1
                reader.db.execute("BEGIN")
                tally, counted = reader.tally(number), recount(reader, number)
                assert len(reader.missing(number, 2, 2000)) <= 2
                reader.db.execute("ROLLBACK")
                assert vars(tally) == pytest.approx(vars(counted))
                assert tally.games % 40 == 0
                seen.append(tally.games)
    finally:
        for process in writers:
            assert process.stdin is not None
            process.stdin.close()
            assert process.wait(HANGING) == 0
    for known, process in zip(said, writers):
        assert process.stdout is not None
        assert known + len(process.stdout.readlines()) == 60
    assert seen == sorted(seen) and len(set(seen)) > 15, "the reader saw nothing of the writing"
    with Store(path) as store:
        assert store.tally(number).games == 2 * 1800
        assert_counted(store, number)
        assert store.query("SELECT workers FROM run") == [("a writer",)] * 2
        assert store.query("PRAGMA integrity_check") == [("ok",)]
