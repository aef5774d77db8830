"""The study of a server: tables that tell it, visitors who are asked, and a real browser that takes part."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from mulligan.arena.warm import warm
from mulligan.core.errors import UsageError
from mulligan.games.toys import NIM
from mulligan.people.study import Limits as StudyLimits
from mulligan.people.study import Study
from mulligan.play.session import Session
from mulligan.web.limits import Limits
from mulligan.web.manager import Manager
from mulligan.web.ongoing import OngoingGame
from mulligan.web.saves import OPENLY

from ..helpers import web_help
from ..helpers.clock_help import HANGING
from ..helpers.web_help import Visitor
from ..web.test_web_server import get

pytest.importorskip("nicegui")
FILE = Path(__file__).parents[2] / "benchmarks" / "soak.py"


# --- tables -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def manager(tmp_path: Path) -> Manager:
    study = Study("nim", tmp_path / "studies", make=True)
    study.join("ann", "Ann")
    return Manager(Limits(idle=100), tmp_path / "saves", study=study)


def nim(seed: str = "7", *players: str) -> Session:
    return Session(NIM, players=players or ("you", "uniform"), seed=seed)


def sit(manager: Manager, seed: str = "7", visitor: str = "ann", *players: str) -> OngoingGame:
    return manager.find(visitor, manager.open(visitor, nim(seed, *players), fresh=True))


def kept(manager: Manager) -> list[tuple[str, float | None, tuple[str, ...]]]:
    assert manager.study is not None
    return [(game.how, game.score, game.marks) for game in manager.study.games()]


def test_a_table_tells_how_its_game_ended(manager: Manager) -> None:
    table = sit(manager)
    assert kept(manager) == [("", None, ())] and table.sheet is not None
    while not table.over:
        if table.minds_play:
            table.seated.play()
            table._changed()
        else:
            table.play(1)
    score = table.results[0]
    assert kept(manager) == [("finished", score, ())]
    manager.close("ann", table.id)
    assert kept(manager) == [("finished", score, ())]
    sit(manager, "8").resign()
    assert kept(manager)[1:] == [("resigned", 0.0, ())]


def test_who_does_not_take_part_plays_all_the_same(manager: Manager) -> None:
    table = sit(manager, visitor="bob")
    table.play(1)
    table.resign()
    assert table.over and table.sheet is None and table.aside == "" and kept(manager) == []


def test_games_that_were_not_dealt_by_chance_do_not_count(manager: Manager) -> None:
    manager.open("ann", nim())  # as with a seed of the visitor's choice
    manager.open("ann", nim("8").play("take 1"))
    sit(manager, "9", "ann", "you", "you")
    sit(manager, "10", "ann", "uniform", "uniform")
    assert kept(manager) == []


def test_games_that_are_left(manager: Manager) -> None:
    thrown, idle, faulty, last = (sit(manager, seed) for seed in "1234")
    for table in (thrown, idle, faulty, last):
        table.play(1)
    manager.close("ann", thrown.id)
    idle.touched -= 200
    manager.sweep()
    faulty.error = "ZeroDivisionError"
    manager.close("ann", faulty.id)
    manager.shut()
    assert [how for how, _, _ in kept(manager)] == ["abandoned", "abandoned", "interrupted", "interrupted"]
    assert {score for _, score, _ in kept(manager)} == {None}


def test_a_game_that_was_put_away_goes_on(manager: Manager) -> None:
    table = sit(manager)
    table.play(1)
    table.touched -= 200
    manager.sweep()
    (saved,) = manager.saved("ann")
    again = manager.find("ann", manager.open("ann", manager.sitting_of(manager.load("ann", saved.name))))
    assert again.sheet is not None and kept(manager) == [("", None, ())]
    again.resign()
    assert kept(manager) == [("resigned", 0.0, ())]


def test_help_is_marked(manager: Manager) -> None:
    warm(NIM, ["ismcts"], people=True)
    hint, undo, opened, plain = (sit(manager, seed) for seed in "1234")
    asyncio.run(hint.advise(manager, 0.1))
    undo.play(1)
    asyncio.run(undo.undo())
    opened.open_thoughts()
    for table in (hint, undo, opened, plain):
        table.resign()
    assert [marks for _, _, marks in kept(manager)] == [("hint",), ("undo",), ("open",), ()]
    asyncio.run(plain.undo())
    assert kept(manager)[3] == ("resigned", 0.0, ()), "what comes after the end changes nothing"


def test_an_agent_that_is_not_let_think_is_marked(manager: Manager) -> None:
    table = sit(manager, "7", "ann", "you", "ismcts:seconds=25")
    table.pause = 0

    async def play() -> None:
        table.play(1)
        table.go(manager)
        while table.thinking:
            table.touch()
            if table.thought is not None and not table.thought.ended:
                table.move_now()
            await asyncio.sleep(0.01)

    asyncio.run(play())
    assert table.sheet is not None and table.sheet.marks == {"hurry"}
    other = sit(manager, "8", "ann", "you", "ismcts:seconds=25")
    other.leave()
    assert other.sheet is not None and other.sheet.marks == set()


def test_the_same_game_at_two_tables_is_marked(manager: Manager) -> None:
    table = sit(manager)
    table.play(1)
    manager.save("ann", "mine", table)
    copy = manager.find("ann", manager.open("ann", manager.sitting_of(manager.load("ann", "mine"))))
    assert copy.sheet is None
    copy.resign()
    assert kept(manager) == [("", None, ("copy",))]
    table.resign()
    assert kept(manager) == [("resigned", 0.0, ("copy",))]


def test_a_file_that_was_read_before_the_game_went_on_is_marked(manager: Manager) -> None:
    table = sit(manager)
    table.play(1)
    manager.save("ann", "mine", table)
    manager.close("ann", table.id)
    assert OPENLY in manager.open_kept("ann", "mine")
    assert kept(manager) == [("abandoned", None, ("open",))]
    manager.delete("ann", "mine")


def test_withdrawing_in_the_middle_of_a_game(manager: Manager) -> None:
    sit(manager, "1").resign()
    table = sit(manager, "2")
    assert manager.withdraw("ann") == 2
    table.resign()
    assert table.sheet is None and kept(manager) == []
    sit(manager, "3").resign()
    assert kept(manager) == []


def test_a_full_study_is_told_and_does_not_keep_anybody_from_playing(tmp_path: Path) -> None:
    study = Study("nim", tmp_path / "studies", make=True, limits=StudyLimits(games=1))
    study.join("ann")
    manager = Manager(Limits(), tmp_path / "saves", study=study)
    sit(manager, "1").resign()
    table = sit(manager, "2")
    assert table.sheet is None and "the study is full" in table.aside
    table.resign()
    assert table.over and len(study.games()) == 1


def test_a_study_that_cannot_be_written_keeps_nobody_from_playing(manager: Manager) -> None:
    assert manager.study is not None
    table = sit(manager)
    text = manager.study.path.read_bytes()
    manager.study.path.unlink()
    table.resign()
    assert table.over and manager.study.problem
    other = sit(manager, "8")
    assert other.aside and other.sheet is None
    manager.study.path.write_bytes(text)
    manager.sweep()
    assert kept(manager) == [("resigned", 0.0, ())] and not manager.study.problem


# --- visitors who speak as browsers do --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def soak() -> Any:
    """The players of the benchmark, who speak the protocol of the pages."""
    pytest.importorskip("aiohttp")
    spec = importlib.util.spec_from_file_location("soak_players", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["soak_players"] = module
    spec.loader.exec_module(module)
    return module


class Guest:
    """A visitor with cookies of its own, who plays nim at the level easy."""

    def __init__(self, player: Any) -> None:
        self.player = player

    @property
    def page(self) -> Any:
        return self.player.page

    def texts(self) -> str:
        """All that the page shows."""
        shown = [str(element.get("text", "")) + self.page.content(id) for id, element in self.page.elements.items()]
        return " ".join(shown)

    async def press(self, label: str) -> None:
        await self.page.click(self.page.one(label=label))

    async def answer(self, *, name: str | None) -> None:
        """Say yes with a name, or no."""
        page = await self.player.visit("/")
        assert page.find(label="Take part") and not page.find(data_game="nim"), "the question comes first"
        if name is not None:
            field = page.one(label="A name of your choice; left empty, a random one")
            await page.send(field, "update:value", name)
        await self.press("Play without taking part" if name is None else "Take part")
        await page.until(lambda: page.opened, "the games")
        page = await self.player.visit(page.opened[-1])
        assert page.find(data_game="nim") and not page.find(label="Take part"), "nobody is asked twice"

    async def deal(self, seat: str = "first") -> None:
        page = await self.player.visit("/")
        old, tile = page.one(icon="style"), page.one(data_game="nim")
        chosen = page.elements[tile]["props"].get("aria-pressed") == "true"
        await page.click(tile)
        if not chosen:
            await page.until(lambda: page.find(icon="style") not in ([], [old]), "the form")
        await self.player._choose("Level", "easy:")
        await self.player._choose("Your seat", seat)
        await page.click(page.one(icon="style"))
        await page.until(lambda: page.opened, "cards", HANGING)
        await self.player.follow()

    async def said(self) -> str:
        """What the bar above the table says."""
        await self.page.until(self.player._said, "a word")
        return str(self.player._said())

    async def play(self) -> None:
        """To the end."""
        await self.player._answer()
        while not self.player._bar("m-end"):
            assert await self.player._move()
            await self.player._answer()

    async def withdraw(self) -> str:
        page = await self.player.visit("/study")
        await self.press("Withdraw")
        await page.until(lambda: page.find(label="Withdraw and delete"), "the question")
        await self.press("Withdraw and delete")
        await page.until(lambda: "You have withdrawn" in self.texts(), "the deletion")
        return self.texts()


@asynccontextmanager
async def guest(soak: Any, address: str) -> AsyncIterator[Guest]:
    import aiohttp

    jar, patience = aiohttp.CookieJar(unsafe=True), aiohttp.ClientTimeout(total=HANGING)
    habits = soak.Habits(address, ("nim",), HANGING, 0.0, (0.0, 0.0), HANGING, 100, 1)
    async with (
        aiohttp.ClientSession(cookie_jar=jar, timeout=patience) as session,
        aiohttp.ClientSession(cookie_jar=jar, timeout=patience) as sockets,
    ):
        player = soak.Player(0, habits, session, sockets, 0.0)
        yield Guest(player)
        if player.page is not None:
            await player.page.close()
        assert not player.tally.errors


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("people")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with web_help.server(folder / "saves", study="open") as found:
        yield found


@pytest.fixture
def study(address: str, folder: Path) -> Iterator[Study]:
    """The study of the server, without anybody in it."""
    found = Study("open", folder / "studies")
    yield found
    for person in found.people():
        found.forget(person.number)


def test_no_study_no_page(tmp_path: Path) -> None:
    with web_help.server(tmp_path / "saves") as address:
        assert get(address, "/study")[0].status == 404
        assert "Study" not in get(address, "/replays")[1]


def test_visitors_who_say_yes_and_play_both_seats(address: str, study: Study, soak: Any) -> None:
    async def visit() -> None:
        async with guest(soak, address) as ann:
            await ann.answer(name="Ann <b>")
            for seat in ("first", "second"):
                await ann.deal(seat)
                assert "in the study" in await ann.said()
                await ann.play()
            await ann.player.visit("/study")
            assert (
                "You take part as Ann <b> (person" in ann.texts() and "People: 1. Games: 2 (2 finished)." in ann.texts()
            )
            assert "from 3 people on" in ann.texts(), "what few people did is theirs to know"

    asyncio.run(visit())
    first, second = study.games()
    assert (first.name, first.agent, first.level, first.seat, first.how) == (
        "Ann <b>",
        "uniform",
        "easy",
        1,
        "finished",
    )
    assert (second.seat, second.how, second.marks, second.place) == (2, "finished", (), "web")
    assert first.score in (0.0, 1.0) and len(study.record(first.number).moves) == first.moves


def test_visitors_who_say_no_and_play_all_the_same(address: str, study: Study, soak: Any) -> None:
    async def visit() -> None:
        async with guest(soak, address) as bob:
            await bob.answer(name=None)
            await bob.deal()
            assert "in the study" not in await bob.said()
            await bob.play()
            page = await bob.player.visit("/study")
            assert page.find(label="Take part"), "they may come later"

    asyncio.run(visit())
    assert study.people() == [] and study.games() == []


def test_visitors_who_withdraw(address: str, study: Study, soak: Any) -> None:
    async def visit() -> None:
        async with guest(soak, address) as ann, guest(soak, address) as bob:
            await ann.answer(name="Ann")
            await bob.answer(name="")
            for one in (ann, bob):
                await one.deal()
                await one.play()
            names = [person.name for person in study.people()]
            assert names[0] == "Ann" and names[1].startswith("guest-")
            await ann.player.visit("/study")
            assert names[1] not in ann.texts(), "others have no names"
            assert "your name and 1 game." in await ann.withdraw()
            assert [game.name for game in study.games()] == [names[1]]
            await ann.deal()
            assert "in the study" not in await ann.said()
            await ann.play()

    asyncio.run(visit())
    assert len(study.people()) == 1 and len(study.games()) == 1


def test_visitors_who_leave_give_up_or_have_help(address: str, study: Study, soak: Any) -> None:
    async def visit() -> None:
        async with guest(soak, address) as ann:
            await ann.answer(name="Ann")
            await ann.deal()
            await ann.player._resign()
            await ann.deal()
            assert await ann.player._move()
            await ann.player._answer()
            assert await ann.player._habit("undo")
            await ann.player._resign()
            await ann.deal()
            await ann.player.visit("/")
            page = ann.page
            old = page.find(aria_label="Throw this game away")
            await page.click(old[0])
            await page.until(lambda: old[0] not in page.elements, "a game thrown away")

    asyncio.run(visit())
    found = [(game.how, game.score, game.marks) for game in study.games()]
    assert found == [("resigned", 0.0, ()), ("resigned", 0.0, ("undo",)), ("abandoned", None, ())]


@pytest.mark.parametrize("name", ["=cmd()", "\x1b[31mred", "x" * 300, "a\u202eb"])
def test_hostile_names_are_refused_on_the_page(address: str, study: Study, soak: Any, name: str) -> None:
    async def visit() -> None:
        async with guest(soak, address) as eve:
            with pytest.raises(soak.Refusal, match="a name begins with"):
                await eve.answer(name=name)

    asyncio.run(visit())
    assert study.people() == []


def test_a_killed_server_keeps_what_had_ended(tmp_path: Path, soak: Any) -> None:
    saves = tmp_path / "saves"

    async def visit(address: str, process: Any) -> None:
        async with guest(soak, address) as ann:
            await ann.answer(name="Ann")
            await ann.deal()
            await ann.play()
            await ann.deal()
            assert await ann.player._move()
            process.kill()
            process.wait(HANGING)

    with web_help.server_process(saves, study="killed") as (address, process):
        asyncio.run(visit(address, process))
    study = Study("killed", tmp_path / "studies")
    assert [game.how for game in study.games()] == ["finished", ""]
    assert [person.name for person in study.people()] == ["Ann"]
    with web_help.server(saves, study="killed") as address:
        assert get(address, "/study")[0].status == 200


def test_a_study_that_is_none_is_told_before_anybody_comes(tmp_path: Path) -> None:
    from mulligan.web.server import serve

    (tmp_path / "text.study").write_text("no study " * 100)
    with pytest.raises(UsageError, match="study 'text'"):
        serve(port=web_help.free_port(), saves=tmp_path / "saves", study="text", studies=tmp_path)


# --- a real browser ---------------------------------------------------------------------------------------------------


@web_help.needs_chromium
def test_a_browser_takes_part_plays_and_withdraws(address: str, study: Study) -> None:
    pytest.importorskip("playwright.sync_api")
    with web_help.browser() as chrome:
        ann = Visitor(chrome, address)
        page = ann.page
        ann.go("/")
        page.get_by_text("May we keep your games for a study?").wait_for()
        assert page.query_selector("[data-game]") is None
        page.get_by_label("A name of your choice").fill("@evil")
        page.get_by_role("button", name="Take part", exact=True).click()
        page.get_by_text("a name begins with a letter").wait_for()
        page.get_by_label("A name of your choice").fill("Ann of Nim")
        page.get_by_role("button", name="Take part", exact=True).click()
        page.wait_for_selector("[data-game=nim]")
        ann.deal("nim", level="easy")
        while ann.my_move():
            stamp = ann.stamp
            page.click(".m-moves [data-move]")
            ann.wait_for_change(stamp)
        assert "in the study" in ann.said()
        (game,) = study.games()
        assert (game.name, game.level, game.how, game.marks) == ("Ann of Nim", "easy", "finished", ())
        assert "in the study" in ann.said()
        ann.deal("nim", level="easy")
        assert ann.my_move()
        stamp = ann.stamp
        page.click(".m-moves [data-move]")
        ann.wait_for_change(stamp)
        page.get_by_role("tab", name="Thinking").click()
        page.get_by_text("so they are not shown").wait_for()
        assert study.games()[1].marks == ("thinking",)
        page.get_by_role("link", name="Study").click()
        ann.reads("[data-own]", "You take part as Ann of Nim", "Your games so far: 2")
        ann.reads("main", "People: 1. Games: 2 (1 finished, 1 under way).", "from 3 people on")
        page.get_by_role("button", name="Withdraw").click()
        page.get_by_role("button", name="Stay").click()
        page.wait_for_selector(".q-dialog", state="detached")
        assert len(study.games()) == 2
        page.get_by_role("button", name="Withdraw").click()
        page.get_by_role("button", name="Withdraw and delete").click()
        ann.reads("[data-own]", "You have withdrawn", "your name and 2 games")
        assert study.games() == [] and study.people() == []
        page.get_by_role("link", name="To the games").click()
        page.wait_for_selector("[data-game=nim]")
        assert ann.errors == [] and ann.strangers() == []
        ann.close()
