"""The house: limits, who owns what, what is put away, and what hostile visitors try."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from mulligan.arena.warm import warm
from mulligan.core.errors import UsageError
from mulligan.core.scene import OPEN
from mulligan.games.pokemon import POKEMON
from mulligan.games.toys import GUESS, NIM
from mulligan.play.session import Session, open_record
from mulligan.web.guard import Guard, names_of
from mulligan.web.limits import Limits
from mulligan.web.manager import Manager, text_of
from mulligan.web.ongoing import OngoingGame
from mulligan.web.pool import Busy, Pool
from mulligan.web.request import TOGETHER, WATCH, GameRequest, fresh_seed, sit_down
from mulligan.web.saves import OPENLY, Contents, good_name, likely_name
from mulligan.web.server import refuse_port, secret_in

from ..helpers.clock_help import HANGING

T = TypeVar("T")
HOSTILE_NAMES = (
    "../x",
    "..",
    ".",
    "",
    "/etc/passwd",
    "a/b",
    "a\\b",
    ".secret",
    "-rf",
    "x" * 61,
    "a\nb",
    "a\0b",
    "é",
    "con:",
    "%2e%2e",
    " a",
    "a ",
    "a  b",
    "a\tb",
    "a ..\\b",
)


@pytest.fixture
def manager(tmp_path: Path) -> Manager:
    return Manager(Limits(sittings=5, per_visitor=3, saved=4, idle=100), tmp_path / "saves")


def nim(*players: str, seed: str = "7") -> Session:
    return Session(NIM, players=players or ("you", "uniform"), seed=seed)


def settled(manager: Manager, table: OngoingGame) -> None:
    """Let agents play until it is a person's move."""

    async def play() -> None:
        table.pause = 0
        table.touch()
        table.go(manager)
        while table.thinking:
            table.touch()  # as a page does, however long it takes
            await asyncio.sleep(0.01)

    asyncio.run(play())


# --- ownership --------------------------------------------------------------------------------------------------------


def upload(manager: Manager, visitor: str, name: str, data: bytes) -> str:
    """Check a file and keep it, as the lobby does."""
    return manager.keep(visitor, name, manager.check_upload(name, data))


def test_only_the_owner_finds_a_game(manager: Manager) -> None:
    id = manager.open("ann", nim())
    assert manager.find("ann", id).session.game is NIM
    for visitor, wanted in (("bob", id), ("", id), ("ann", ""), ("ann", id + "x"), ("ann", "../" + id), ("ann", "\0")):
        with pytest.raises(UsageError, match="no such game"):
            manager.find(visitor, wanted)
    with pytest.raises(UsageError, match="no such game"):
        manager.close("bob", id)


def test_ids_cannot_be_guessed(manager: Manager) -> None:
    ids = {Manager(saves=Path("x")).open("ann", nim()) for _ in range(50)}
    assert len(ids) == 50
    assert min(map(len, ids)) >= 20


def test_files_of_others_do_not_exist(manager: Manager) -> None:
    manager.save("ann", "mine", nim().record())
    assert [saved.name for saved in manager.saved("ann")] == ["mine"]
    assert manager.saved("bob") == []
    with pytest.raises(UsageError, match="there is no game 'mine'"):
        manager.load("bob", "mine")
    manager.delete("bob", "mine")
    assert manager.load("ann", "mine").game == "nim/1"


# --- limits -----------------------------------------------------------------------------------------------------------


def test_one_visitor_cannot_have_all_tables(manager: Manager) -> None:
    for _ in range(3):
        manager.open("ann", nim())
    with pytest.raises(UsageError, match="you have 3 games under way"):
        manager.open("ann", nim())
    manager.open("bob", nim())
    manager.open("bob", nim())
    with pytest.raises(UsageError, match="all tables"):
        manager.open("cyd", nim())
    assert manager.counts()["games under way"] == 5
    manager.close("bob", manager.of("bob")[0].id)
    manager.open("cyd", nim())


def test_idle_games_are_put_away_and_kept(manager: Manager) -> None:
    idle, fresh, untouched = (manager.open("ann", nim(seed=str(i))) for i in range(3))
    manager.find("ann", idle).play(1)
    for id in (idle, untouched):
        manager.find("ann", id).touched -= 200
    assert manager.sweep() == 2
    assert list(manager.tables) == [fresh]
    (kept,) = manager.saved("ann")
    record = manager.load("ann", kept.name)
    assert (record.seed, len(open_record(record).moves)) == ("0", 1)


def test_shutting_keeps_what_is_not_finished(manager: Manager) -> None:
    manager.find("ann", manager.open("ann", nim())).play(2)
    manager.shut()
    assert [manager.load("ann", saved.name).moves for saved in manager.saved("ann")] == [("take 2",)]


def exhaust(manager: Manager, visitor: str) -> None:
    """Ask faster than anybody may."""
    for _ in range(manager.limits.burst + 5):
        manager.pace(visitor)


def test_moves_come_at_a_pace(manager: Manager) -> None:
    with pytest.raises(UsageError, match="not so fast"):
        exhaust(manager, "ann")
    manager.pace("bob")


def test_tastes(manager: Manager, tmp_path: Path) -> None:
    manager.set_taste("ann", "light", "dark")
    assert Manager(saves=tmp_path / "saves").taste("ann", "light") == "dark"
    assert manager.taste("bob", "light", "auto") == "auto"
    for i in range(100):
        manager.set_taste("ann", f"key{i}", "x" * 1000)
    assert sum(path.stat().st_size for path in manager.saves.folder_of("ann").iterdir()) < 5000


def test_spoiled_tastes_are_forgotten(manager: Manager) -> None:
    folder = manager.saves.folder_of("ann")
    folder.mkdir(parents=True)
    for text in ("{", "[]", "3", '{"light": {"a": 1}}'):
        (folder / "tastes.json").write_text(text)
        Manager(saves=manager.saves.folder).taste("ann", "light", "auto")


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_names_are_never_paths(manager: Manager, name: str) -> None:
    for act in (manager.load, manager.load_text, manager.delete):
        with pytest.raises(UsageError):
            act("ann", name)
    with pytest.raises(UsageError):
        manager.save("ann", name, nim().record())
    assert good_name(likely_name(name))
    assert not list(manager.saves.folder.rglob("*.game"))


def test_hostile_visitors_have_harmless_folders(manager: Manager) -> None:
    for visitor in ("../../x", "/", "a\0b", "x" * 1000):
        manager.save(visitor, "g", nim().record())
        assert manager.saves.folder_of(visitor).parent == manager.saves.folder


def test_number_of_files(manager: Manager) -> None:
    for i in range(4):
        manager.save("ann", f"g{i}", nim().record())
    manager.save("ann", "g0", nim().record())
    with pytest.raises(UsageError, match="delete one first"):
        manager.save("ann", "g4", nim().record())


def test_free_names(manager: Manager) -> None:
    for _ in range(3):
        manager.save("ann", manager.free_name("ann", "my game!"), nim().record())
    assert sorted(saved.name for saved in manager.saved("ann")) == ["my-game", "my-game-2", "my-game-3"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xff\xfe\x00", "not a text file"),
        (b"", "should begin with"),
        (b"<script>", "should begin with"),
        (b"x" * 1_000_001, "larger than a game can be"),
        (b"mulligan game\ngame: nim/1\nsetup: 15-3\nplayers: you | you\n2 take 1\n", r":5: move 2 stands"),
        (b"mulligan game\nwhat: 1\n", r":2: unknown line"),
        (b"mulligan game\ngame: nom/1\nsetup: 15-3\nplayers: you | you\n", r"evil\.game:2: unknown game 'nom'"),
        (b"mulligan game\ngame: nim/99\nsetup: 15-3\nplayers: you | you\n", r":2: game: nim/99 was played by other"),
        (b"mulligan game\ngame: nim/1\nsetup: what\nplayers: you | you\n", r"evil\.game:3: "),
        (b"mulligan game\ngame: nim/1\nsetup: 15-3\nplayers: you | nobody\n", r"evil\.game:4: .*nobody"),
        (b"mulligan game\ngame: nim/1\nsetup: 15-3\nplayers: you | you\n1 take 9\n", r"evil\.game:5: move 1"),
    ],
)
def test_uploads_that_are_none(manager: Manager, data: bytes, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        upload(manager, "ann", "../../evil.game", data)
    assert manager.saved("ann") == []


def test_messages_repeat_a_line_at_most(manager: Manager) -> None:
    long = b"x" * 900_000
    begin, end = b"mulligan game\ngame: nim/1\n", b"players: you | you\n"
    deep = b"staged:attack=(" * 40_000
    for data in (
        begin + b"setup: " + long + b"\n" + end,
        b"mulligan game\ngame: " + long + b"\nsetup: 15-3\n" + end,
        begin + b"setup: 15-3\nplayers: you | " + long + b"\n",
        begin + b"setup: 15-3\nplayers: you | " + deep + b"\n",
        begin + b"setup: 15-3\nposition: " + long + b"\n" + end,
        begin + b"setup: 15-3\n" + end + b"1 " + long + b"\n",
        begin + b"setup: 15-3\n" + end + b"resigned: " + long + b"\n",
        begin + long + b": 1\n",
        long,
    ):
        with pytest.raises(UsageError) as told:
            upload(manager, "ann", "long.game", data)
        assert len(str(told.value)) < 600, data[:60]


def test_uploads_have_a_pace_and_a_length(tmp_path: Path) -> None:
    manager = Manager(Limits(upload_moves=3, uploads_burst=2, uploads_per_second=0.001), tmp_path)
    begin = b"mulligan game\ngame: nim/1\nsetup: 15-3\nplayers: you | you\n"
    upload(manager, "ann", "short.game", begin + b"1 take 1\n2 take 1\n3 take 1\n")
    with pytest.raises(UsageError, match="4 moves are more than are played again here"):
        upload(manager, "ann", "long.game", begin + b"1 take 1\n2 take 1\n3 take 1\n4 take 1\n")
    manager.pace_upload("ann")
    manager.pace_upload("ann")
    with pytest.raises(UsageError, match="not so many files at once"):
        manager.pace_upload("ann")
    manager.pace_upload("bob")


def test_an_upload(manager: Manager) -> None:
    text = "mulligan game\ngame: nim/1\nsetup: 15-3\nplayers: you | uniform\n1 take 3\n"
    name = upload(manager, "ann", "C:\\games\\my nim.game", b"\xef\xbb\xbf" + text.encode())
    assert name == "my-nim"
    assert open_record(manager.load("ann", name)).moves


def test_uploads_with_agents_that_strangers_may_not_choose(manager: Manager) -> None:
    data = b"mulligan game\ngame: nim/1\nsetup: 15-3\nplayers: you | uct:sims=12345\n"
    assert upload(manager, "ann", "mine.game", data) == "mine"
    manager.any_agent = False
    with pytest.raises(UsageError, match=r"other\.game:4: .*from the list only"):
        upload(manager, "ann", "other.game", data)
    with pytest.raises(UsageError, match=r"mine\.game:4: .*from the list only"):
        manager.sitting_of(manager.load("ann", "mine"))


def test_what_kept_games_are(manager: Manager) -> None:
    table = nim()
    table.play("take 3")
    manager.save("ann", "my first game", table.record())
    manager.saves.save("ann", "broken", "no game at all")
    found = manager.contents("ann")
    assert found == {"my first game": Contents("nim", ("you", "uniform"), 1, False)}
    table.play("take 1")
    table.resign(0)
    manager.save("ann", "my first game", table.record())
    assert manager.contents("ann")["my first game"] == Contents("nim", ("you", "uniform"), 2, True)
    assert manager.contents("bob") == {}
    manager.delete("ann", "my first game")
    assert manager.contents("ann") == {}


def test_the_secret_is_private(tmp_path: Path) -> None:
    first = secret_in(tmp_path / "new")
    assert secret_in(tmp_path / "new") == first
    assert len(first) >= 32
    if os.name == "posix":
        assert (tmp_path / "new" / ".secret").stat().st_mode & 0o077 == 0
    (tmp_path / "new" / ".secret").write_text("")
    with pytest.raises(UsageError, match="delete it"):
        secret_in(tmp_path / "new")


def test_ports() -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(UsageError, match="cannot serve on"):
            refuse_port("127.0.0.1", taken.getsockname()[1])
    with pytest.raises(UsageError, match="between 1 and 65535"):
        refuse_port("127.0.0.1", 70000)


# --- tables -----------------------------------------------------------------------------------------------------------


def test_a_whole_game(manager: Manager) -> None:
    table = manager.find("ann", manager.open("ann", nim()))
    while not table.over:
        settled(manager, table)
        if not table.over:
            table.play(1, table.stamp)
    assert sorted(table.results) == [0, 1]
    assert table.ended()
    assert len(table.log(0)) == len(table.session.moves)


def test_moves_that_are_not_there(manager: Manager) -> None:
    table = manager.find("ann", manager.open("ann", nim()))
    for number in (0, -1, 4, 10**9):
        with pytest.raises(UsageError, match="there is no move"):
            table.play(number)
    old = table.stamp
    table.play(1)
    with pytest.raises(UsageError, match="it is not your move"):
        table.play(1)
    with pytest.raises(UsageError, match="changed meanwhile"):
        table.play(1, old)


def think_until_told(table: OngoingGame) -> threading.Event:
    """Let the agents at a table think until they are told to stop, and no longer; the event says that they do."""
    decide, stop, thinking, told = table.seated.decide, table.seated.stop, threading.Event(), threading.Event()

    def decide_when_told(watch: Any = None) -> Any:
        def look(decision: Any) -> None:
            watch(decision)
            thinking.set()
            assert told.wait(HANGING), "nobody stops it"

        return decide(look)

    def tell() -> None:
        stop()
        told.set()

    table.seated.decide, table.seated.stop = decide_when_told, tell  # type: ignore[method-assign]
    return thinking


def test_undo_while_the_opponent_thinks(manager: Manager) -> None:
    table = manager.find("ann", manager.open("ann", nim("you", "ismcts:seconds=20")))
    thinking = think_until_told(table)

    async def play() -> None:
        table.play(1)
        table.go(manager)
        while not thinking.is_set():
            table.touch()
            await asyncio.sleep(0.01)
        await table.undo()

    asyncio.run(play())
    assert table.session.moves == [] and not table.error
    assert not table.thinking


def test_move_now(manager: Manager) -> None:
    table = manager.find("ann", manager.open("ann", nim("you", "ismcts:seconds=25")))
    thinking = think_until_told(table)
    table.pause = 0

    async def play() -> None:
        table.play(1)
        table.go(manager)
        while not thinking.is_set():
            table.touch()
            await asyncio.sleep(0.01)
        assert len(table.session.moves) == 1
        table.move_now()
        while table.thinking:
            table.touch()
            await asyncio.sleep(0.01)

    asyncio.run(play())
    assert len(table.session.moves) == 2 and not table.error


def test_thoughts_of_the_opponent_are_there_when_they_may_be_read(manager: Manager) -> None:
    playing = pytest.importorskip("mulligan.web.playing")
    table = manager.find("ann", manager.open("ann", Session(GUESS, players=("you", "ismcts:sims=200"), seed="3")))
    while not table.over:
        table.touch()
        if table.minds_play:
            settled(manager, table)
        else:
            table.play(1)
        assert table.over or not playing.may_read(table)
    assert table.thought is not None and table.thought.rows
    assert playing.may_read(table)
    asyncio.run(table.undo())
    assert not playing.may_read(table) and table.thought is None
    table.open_thoughts()
    assert playing.may_read(table)
    other = manager.find("ann", manager.open("ann", Session(GUESS, players=("ismcts:sims=200",) * 2, seed="3")))
    assert other.seat == OPEN and playing.may_read(other)


def test_what_the_bar_says_while_the_adviser_thinks(manager: Manager) -> None:
    playing = pytest.importorskip("mulligan.web.playing")
    table = manager.find("ann", manager.open("ann", nim()))
    text, waits, stop = playing.status_of(table, False)
    assert text.startswith("Your move") and not waits and stop == ""

    async def look() -> None:
        asked = asyncio.get_running_loop().create_task(table.advise(manager, 25.0))
        while not table.advising:
            await asyncio.sleep(0.01)
        text, waits, stop = playing.status_of(table, False)
        assert "the adviser is thinking" in text and waits and stop == playing.STOP
        assert table.hint is not None
        hint = table.hint
        began, hint.began, known, hint.simulations = hint.began, hint.began - 3, hint.simulations, 0
        text, waits, stop = playing.status_of(table, True)
        assert "machine code" in text and stop == playing.STOP
        hint.began, hint.simulations = began, known
        while not asked.done():
            table.touch()
            table.move_now()
            await asyncio.sleep(0.05)
        await asked

    asyncio.run(look())
    assert playing.status_of(table, False)[1:] == (False, "")


def test_what_the_bar_says_while_the_opponent_thinks(manager: Manager) -> None:
    playing = pytest.importorskip("mulligan.web.playing")
    table = manager.find("ann", manager.open("ann", nim("you", "uct:seconds=25")))

    async def look() -> None:
        table.play(1)
        table.go(manager)
        while table.thought is None:
            await asyncio.sleep(0.01)
        text, waits, stop = playing.status_of(table, False)
        assert "is thinking" in text and waits and stop == playing.MOVE_NOW
        while table.thinking:
            table.touch()
            table.move_now()
            await asyncio.sleep(0.05)

    asyncio.run(look())


def test_people_at_one_screen_have_a_curtain(manager: Manager) -> None:
    table = manager.find("ann", manager.open("ann", Session(GUESS, players=("you", "you"), seed="3")))
    assert table.seat is None
    with pytest.raises(UsageError, match="not your move"):
        table.play(1)
    first = table.actor
    table.reveal(first)
    assert table.seat == first
    while table.actor == first:
        table.play(1)
    assert table.seat is None or table.over


def test_hints(manager: Manager) -> None:
    warm(NIM, ["ismcts"], people=True)  # nobody looks at the table here while the adviser is compiled
    table = manager.find("ann", manager.open("ann", nim()))
    asyncio.run(table.advise(manager, 0.1))
    assert table.hinted is not None and table.hinted in table.view(0).moves
    assert table.hint is not None and table.hint.rows
    table.play(1)
    assert table.hinted is None
    with pytest.raises(UsageError, match="not your move"):
        asyncio.run(table.advise(manager))


def test_resigning(manager: Manager) -> None:
    table = manager.find("ann", manager.open("ann", nim()))
    table.resign()
    assert table.over and table.results == (0.0, 1.0)
    assert table.view(0).moves == ()
    asyncio.run(table.undo())
    assert not table.over


def test_an_agent_that_fails_is_told(manager: Manager) -> None:
    table = manager.find("ann", manager.open("ann", nim()))

    def fail(watch: Any = None) -> Any:
        raise RuntimeError("no idea")

    table.seated.decide = fail  # type: ignore[method-assign]
    table.play(1)
    settled(manager, table)
    assert table.error == "RuntimeError: no idea"


# --- nobody looks -----------------------------------------------------------------------------------------------------


def test_a_search_ends_when_nobody_looks_any_more(tmp_path: Path) -> None:
    warm(NIM, ["ismcts"], people=True)
    manager = Manager(Limits(thinking=600, away=0.2), tmp_path)
    table = manager.find("ann", manager.open("ann", nim("you", "ismcts:seconds=600")))
    table.pause = 0

    async def play() -> None:
        table.play(1)
        table.go(manager)
        while table.thinking:  # without an end, if it went on for its ten minutes
            await asyncio.sleep(0.05)
        assert not table.error and len(table.session.moves) == 1
        table.go(manager)
        while table.thinking:
            await asyncio.sleep(0.05)
        assert len(table.session.moves) == 1, "nobody has come back yet"
        while table.thought is None or not table.thought.simulations:
            table.touch()
            table.go(manager)
            await asyncio.sleep(0.01)
        while len(table.session.moves) == 1:
            table.touch()
            table.go(manager)
            table.move_now()
            await asyncio.sleep(0.05)
        await table.quiet()

    asyncio.run(play())


def test_a_hint_ends_when_nobody_looks_any_more(tmp_path: Path) -> None:
    warm(NIM, ["ismcts"], people=True)
    manager = Manager(Limits(thinking=600, away=0.2), tmp_path)
    table = manager.find("ann", manager.open("ann", nim()))
    with pytest.raises(UsageError, match="nobody was looking"):
        asyncio.run(table.advise(manager, 600.0))
    assert not table.advising and table.hinted is None


def test_an_analysis_ends_when_nobody_looks_any_more(tmp_path: Path) -> None:
    studies = pytest.importorskip("mulligan.web.studies")
    manager = Manager(Limits(thinking=600, away=0.2), tmp_path)
    game = nim("you", "you").play("take 1").play("take 1").play("take 2")
    study = studies.Study("id", "ann", game, "nim")

    async def go_over() -> None:
        study.start(manager, 600.0)
        while not study.places:
            study.touch()
            assert not study.error
            await asyncio.sleep(0.01)
        while study.running:
            await asyncio.sleep(0.05)

    asyncio.run(go_over())
    assert not study.error and study.done < study.places


def test_work_that_somebody_waits_for_is_left_alone() -> None:
    looks = iter([True, False, True, False, True, False, *[False] * 1000])

    async def all_of_it() -> str:
        pool = Pool(1, 1, "test")
        done = threading.Event()

        def unwatched() -> bool:
            found = next(looks)
            if not found:
                done.set()
            return found

        return await pool.run(lambda: "done" if done.wait(60) else "", done.set, unwatched, 0.01)

    assert asyncio.run(all_of_it()) == "done"


# --- what a player should not know ------------------------------------------------------------------------------------


def test_seeds_cannot_be_guessed() -> None:
    seeds = {fresh_seed() for _ in range(100)}
    assert len(seeds) == 100 and min(map(len, seeds)) >= 32
    assert sit_down(GameRequest("nim", opponent="uniform")).seed not in ("", "0")


def test_deck_lists_are_closed_at_the_page_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mulligan.web.request.find_game", lambda name: POKEMON.interpreted())
    request = GameRequest("pokemon", opponent="random", seed="1")
    assert sit_down(request).setup == "dragonsnarl:belief=pool"
    assert sit_down(replace(request, way=TOGETHER)).setup == "dragonsnarl:belief=pool"
    assert sit_down(replace(request, setup="night_striker:belief=known")).setup == "night_striker:belief=known"
    assert sit_down(replace(request, way=WATCH, other="random")).setup == "dragonsnarl"


def test_names_do_not_tell_the_seed(manager: Manager) -> None:
    table = manager.find("ann", manager.open("ann", nim(seed="5eed5eed")))
    assert "5eed" not in table.likely_name
    playing = pytest.importorskip("mulligan.web.playing")
    assert "5eed" not in playing._about(table)
    table.resign()
    assert "5eed" in playing._about(table)


def test_a_file_that_tells_too_much_marks_the_game(manager: Manager) -> None:
    table = manager.find("ann", manager.open("ann", nim()))
    table.play(1)
    manager.save("ann", "mine", table)
    other = manager.find("ann", manager.open("ann", nim(seed="8")))
    assert manager.is_secret("ann", "mine") and table.secret
    text = manager.open_kept("ann", "mine")
    assert OPENLY in text and OPENLY in manager.load_text("ann", "mine")
    assert table.open and OPENLY in text_of(table) and not other.open
    assert not manager.is_secret("ann", "mine") and manager.open_kept("ann", "mine") == text
    assert open_record(manager.load("ann", "mine")).record() == table.session.record()
    other.resign()
    manager.save("ann", "ended", other)
    assert not manager.is_secret("ann", "ended") and OPENLY not in manager.open_kept("ann", "ended")


# --- threads ----------------------------------------------------------------------------------------------------------


def test_searches_wait_for_each_other() -> None:
    running = most = 0
    lock = threading.Lock()

    def work() -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.02)
        with lock:
            running -= 1

    async def all_at_once() -> None:
        pool = Pool(2, 10, "test")
        await asyncio.gather(*(pool.run(work) for _ in range(12)))
        until = time.monotonic() + HANGING
        while pool.taken and time.monotonic() < until:
            await asyncio.sleep(0.01)
        assert pool.taken == 0
        blocked = threading.Event()
        waiting = [asyncio.create_task(pool.run(blocked.wait)) for _ in range(12)]
        await asyncio.sleep(0.05)
        with pytest.raises(UsageError, match="busy"):
            await pool.run(work)
        blocked.set()
        await asyncio.gather(*waiting)

    asyncio.run(all_at_once())
    assert most == 2


# --- wishes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        (GameRequest("chess"), "unknown game"),
        (GameRequest("nim", way="fly"), "cannot be played that way"),
        (GameRequest("swap", way=TOGETHER), "cannot be played that way"),
        (GameRequest("nim", opponent="nobody"), "nobody"),
        (GameRequest("nim", opponent="x|y"), "x|y"),
        (GameRequest("nim", opponent="a\nb"), "not the name"),
        (GameRequest("nim", setup="no such"), "no such"),
        (GameRequest("nim", seconds=1e9), "thinking time"),
        (GameRequest("nim", seconds=float("nan")), "thinking time"),
        (GameRequest("nim", seed="a\nresult: 1 0"), "seed"),
        (GameRequest("nim", seat="3"), "seat"),
    ],
)
def test_requests_that_cannot_be_met(wanted: GameRequest, reason: str) -> None:
    with pytest.raises(UsageError, match=reason.replace("|", r"\|")):
        sit_down(wanted)


def test_strangers_choose_from_the_list() -> None:
    with pytest.raises(UsageError, match="from the list only"):
        sit_down(GameRequest("nim", opponent="ensemble:trees=100000"), any_agent=False)
    assert sit_down(GameRequest("nim", opponent="easy", seed="1"), any_agent=False).players == ("you", "uniform")
    assert (
        sit_down(GameRequest("nim", way=WATCH, opponent="easy", other="uniform", seed="1")).players == ("uniform",) * 2
    )


# --- the guard --------------------------------------------------------------------------------------------------------


async def _ask(headers: dict[str, str], kind: str = "http", method: str = "GET", body: bytes = b"") -> Any:
    sent: list[Any] = []
    read: list[int] = []

    async def app(scope: Any, receive: Callable[[], Any], send: Callable[[Any], Any]) -> None:
        message = await receive()
        while message["type"] == "http.request" and message.get("more_body"):
            read.append(len(message["body"]))
            message = await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": len(body) > 0}

    async def send(message: Any) -> None:
        sent.append(message)

    guard = Guard(app, names_of("127.0.0.1", 8123), Limits(upload=1000))
    raw = [(key.encode(), value.encode()) for key, value in headers.items()]
    await guard({"type": kind, "method": method, "path": "/", "headers": raw}, receive, send)
    return sent[0], sum(read)


OWN = "127.0.0.1:8123"


@pytest.mark.parametrize(
    ("headers", "kind", "method", "status"),
    [
        ({"host": OWN}, "http", "GET", 200),
        ({"host": "localhost:8123"}, "http", "GET", 200),
        ({"host": "LOCALHOST:8123"}, "http", "GET", 200),
        ({"host": "[::1]:8123"}, "http", "GET", 200),
        ({"host": "evil.example"}, "http", "GET", 403),
        ({"host": "evil.example:8123"}, "http", "GET", 403),
        ({"host": "127.0.0.1"}, "http", "GET", 403),
        ({"host": "127.0.0.1:8123.evil.example"}, "http", "GET", 403),
        ({}, "http", "GET", 403),
        ({"host": OWN, "origin": f"http://{OWN}"}, "http", "POST", 200),
        ({"host": OWN, "origin": "http://evil.example"}, "http", "POST", 403),
        ({"host": OWN, "origin": "null"}, "http", "POST", 403),
        ({"host": OWN, "origin": f"http://{OWN}"}, "http", "GET", 200),
        ({"host": OWN, "origin": "http://evil.example"}, "http", "GET", 403),
        ({"host": OWN, "content-length": "999999"}, "http", "POST", 413),
        ({"host": OWN, "content-length": "-5"}, "http", "POST", 413),
    ],
)
def test_who_may_speak(headers: dict[str, str], kind: str, method: str, status: int) -> None:
    answer, _ = asyncio.run(_ask(headers, kind, method))
    assert answer["status"] == status
    assert b"content-security-policy" in dict(answer["headers"])


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:9999"])
def test_sockets_of_other_sites(origin: str) -> None:
    answer, _ = asyncio.run(_ask({"host": OWN, "origin": origin}, "websocket"))
    assert answer["type"] == "websocket.close"


def test_a_body_without_length_is_cut_off() -> None:
    _, read = asyncio.run(_ask({"host": OWN}, "http", "POST", b"x" * 4096))
    assert read <= 1000 + 16_384 + 4096


def test_finished_games_make_room_and_are_kept(manager: Manager) -> None:
    for _ in range(manager.limits.per_visitor):
        last = manager.open("ann", nim("you", "you"))
    with pytest.raises(UsageError, match="games under way"):
        manager.open("ann", nim("you", "you"))
    table = manager.find("ann", last)
    while not table.over:
        table.play(1)
    manager.open("ann", nim("you", "you"))
    assert last not in manager.tables
    assert [open_record(manager.load("ann", saved.name)).over for saved in manager.saved("ann")] == [True]


def test_what_is_kept_already_is_not_kept_again(manager: Manager) -> None:
    table = manager.find("ann", manager.open("ann", nim("you", "you")))
    table.play(1)
    manager.save("ann", "mine", table)
    manager.shut()
    assert [saved.name for saved in manager.saved("ann")] == ["mine"]


def test_a_busy_server_is_asked_again() -> None:
    class Crowded:
        """A house that is busy twice."""

        asked = 0

        async def think(
            self,
            work: Callable[[], T],
            stop: Callable[[], object] | None = None,
            seen: Callable[[], float] | None = None,
        ) -> T:
            self.asked += 1
            if self.asked < 3:
                raise Busy("busy")
            return work()

    crowded, table = Crowded(), OngoingGame("id", "ann", nim("you", "uniform"), Limits())
    table.pause = 0

    async def play() -> None:
        table.play(1)
        table.go(crowded)
        while table.thinking:
            await asyncio.sleep(0.05)

    asyncio.run(play())
    assert crowded.asked == 3 and not table.error and len(table.session.moves) == 2
