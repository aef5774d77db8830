"""The table in a real browser: whole games by mouse and by keys, and nothing that leaves this computer."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from ..helpers import web_help
from ..helpers.web_help import Visitor

pytest.importorskip("nicegui")
pytest.importorskip("playwright.sync_api")
pytestmark = web_help.needs_chromium

MOST = 400  # moves of one game


def play_by_list(visitor: Visitor, chance: random.Random, most: int = MOST) -> int:
    """Play moves from the list until the game ends, and return how many."""
    for played in range(most):
        if not visitor.my_move():
            return played
        stamp = visitor.stamp
        chance.choice(visitor.page.query_selector_all(".m-moves [data-move]")).dispatch_event("click")
        visitor.wait_for_change(stamp)
    return most


def play_by_cards(visitor: Visitor, chance: random.Random, most: int) -> int:
    """Play by clicking cards that glow, and what their menus offer; returns how many moves were played with cards."""
    page, with_cards = visitor.page, 0
    for _ in range(most):
        if not visitor.my_move():
            break
        stamp = visitor.stamp
        cards = page.query_selector_all(".b button.c-live[data-key]:not([data-part])")
        if not cards and page.query_selector(".a-go"):
            put_together(page, chance)
            with_cards += 1
        elif cards and chance.random() < 0.8:
            # Cards of a hand lie over each other: a click by position might meet the next one.
            chance.choice(cards).dispatch_event("click")
            with_cards += 1
            page.wait_for_function(
                "stamp => document.querySelector('.m-menu') || "
                "document.querySelector('.b[data-stamp]')?.dataset.stamp !== stamp",
                arg=stamp,
            )
            menu = page.query_selector_all(".m-menu button")
            if menu:
                chance.choice(menu).click()
        else:
            page.query_selector(".m-moves [data-move]").dispatch_event("click")
        visitor.wait_for_change(stamp)
    return with_cards


def put_together(page: Any, chance: random.Random) -> None:
    """Choose some cards that may take part, and confirm if that is allowed, else nothing."""
    for card in page.query_selector_all(".b [aria-pressed]"):
        if chance.random() < 0.5:
            card.dispatch_event("click")
            goals = page.query_selector_all(".b .c-goal")
            if goals:
                chance.choice(goals).dispatch_event("click")
            if page.locator(".a-go").is_disabled():
                card.dispatch_event("click")
    page.locator(".a-go").dispatch_event("click")


@pytest.mark.parametrize("game", ["nim", "guess", "race"])
def test_whole_games_of_toys(ann: Visitor, game: str) -> None:
    ann.deal(game, agent="uniform", seed="5")
    assert play_by_list(ann, random.Random(game)) > 0
    assert re.search("won|lost|draw", ann.said())


@pytest.mark.slow
@pytest.mark.parametrize("game", ["magic", "lotr", "tribute", "pokemon"])
def test_whole_games(ann: Visitor, game: str) -> None:
    ann.deal(game, agent="" if game == "lotr" else "uniform", seed="5")
    assert play_by_cards(ann, random.Random(game), 60) > 0
    play_by_list(ann, random.Random(game))
    assert ann.over()
    assert ann.said()


def test_reload_hint_undo_and_save(ann: Visitor) -> None:
    page = ann.page
    ann.deal("nim", agent="uniform", seed="8")
    assert ann.my_move()
    stamp = ann.stamp
    page.get_by_role("button", name="Hint").first.click()
    page.get_by_text("★").first.wait_for(timeout=web_help.PATIENCE)
    ann.reads(".m-bars", "%")
    page.get_by_role("tab", name="Moves").click()
    page.wait_for_selector(".m-hinted")
    page.click(".m-moves [data-move='1']")
    ann.wait_for_change(stamp)
    assert ann.my_move()
    stones = page.inner_text(".b .k-value")
    stamp = ann.stamp
    page.reload()
    page.wait_for_selector(".b")
    ann.reads(".b .k-value", stones)
    assert ann.stamp == stamp
    page.get_by_role("button", name="Undo").click()
    ann.wait_for_change(stamp)
    ann.reads(".b .k-value", "15")
    page.get_by_role("button", name="Save").click()
    page.get_by_label("Name").fill("../evil")
    page.locator(".q-dialog").get_by_role("button", name="Save").click()
    page.get_by_text("a mark never first").wait_for()
    page.get_by_label("Name").fill("my-nim")
    page.locator(".q-dialog").get_by_role("button", name="Save").click()
    page.get_by_text("Kept as 'my-nim'").wait_for()
    ann.go("/")
    page.get_by_text("my-nim", exact=True).wait_for()
    page.get_by_role("button", name="Continue").first.click()
    page.wait_for_url("**/play/*")
    ann.reads(".b .k-value", "15")


def test_keys_alone(ann: Visitor) -> None:
    page = ann.page
    ann.deal("nim", agent="uniform", seed="9")
    assert ann.my_move()
    stamp = ann.stamp
    page.keyboard.press("2")
    ann.wait_for_change(stamp)
    if ann.my_move():
        stamp = ann.stamp
        page.keyboard.press("/")
        page.keyboard.type("ta 1")
        page.keyboard.press("Enter")
        ann.wait_for_change(stamp)
    if ann.my_move():
        stamp = ann.stamp
        page.keyboard.press("u")
        ann.wait_for_change(stamp)
    while ann.my_move():
        stamp = ann.stamp
        page.keyboard.press("1")
        ann.wait_for_change(stamp)
    assert ann.over()
    page.wait_for_function("document.querySelector('[aria-live=polite]').innerText !== ''")


def test_cards_by_keys(ann: Visitor) -> None:
    page = ann.page
    ann.deal("guess", agent="uniform", seed="4")
    assert ann.my_move()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.classList.contains('c')")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    play_by_list(ann, random.Random(1))


def test_a_drag(ann: Visitor) -> None:
    page = ann.page
    ann.deal("swap", seed="4")
    assert ann.my_move()
    if page.query_selector(".b [data-drag]") is None:
        pytest.skip("this game has no cards to drag")
    stamp = ann.stamp
    page.drag_and_drop(".b [data-drag]", ".b-plate")
    moved = "stamp => document.querySelector('.b[data-stamp]')?.dataset.stamp !== stamp"
    page.wait_for_function(f"stamp => document.querySelector('.m-menu') || ({moved})(stamp)", arg=stamp)
    if page.query_selector(".m-menu"):
        page.click(".m-menu button")
    ann.wait_for_change(stamp)


def test_nobody_else_opens_a_game(ann: Visitor, chrome: Any) -> None:
    ann.deal("nim", agent="uniform", seed="3")
    place = ann.page.url.removeprefix(ann.address)
    ann.my_move()
    ann.page.get_by_role("button", name="Save").click()
    ann.page.get_by_label("Name").fill("secret-nim")
    ann.page.locator(".q-dialog").get_by_role("button", name="Save").click()
    ann.page.get_by_text("Kept as 'secret-nim'").wait_for()
    bob = Visitor(chrome, ann.address)
    bob.go(place)
    bob.reads("main", "no such game")
    assert bob.page.query_selector(".b") is None
    bob.go("/")
    bob.page.get_by_text("Kept games").wait_for()
    assert "secret-nim" not in bob.page.content()
    bob.close()


def test_what_a_page_gets_is_what_the_seat_sees(ann: Visitor) -> None:
    """The opponent's card is nowhere in what the browser was sent."""
    ann.deal("guess", agent="uniform", seed="6")
    assert ann.my_move()
    content = ann.page.inner_html(".m-board")
    assert "face down" in content
    play_by_list(ann, random.Random(2))


def test_small_and_dark(ann: Visitor, chrome: Any) -> None:
    small = Visitor(chrome, ann.address, viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True)
    small.deal("guess", agent="uniform", seed="2")
    assert small.my_move()
    page = small.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("document.body.classList.contains('body--dark')")
    page.get_by_role("button", name="Light: auto").click()
    page.wait_for_function("!document.body.classList.contains('body--dark')")
    page.reload()
    page.get_by_role("button", name="Light: light").wait_for()
    assert play_by_list(small, random.Random(3)) > 0
    assert small.errors == []
    assert small.strangers() == []
    small.close()


def test_two_people_and_a_curtain(ann: Visitor) -> None:
    page = ann.page
    ann.deal("guess", seed="2", way="Two people")
    for _ in range(40):
        page.wait_for_selector(".m-curtain:not(.hidden), .m-bar.m-yours, .m-bar.m-end")
        if ann.over():
            break
        if page.is_visible(".m-curtain"):
            assert page.query_selector(".b") is None
            page.get_by_role("button", name="show my cards").click()
            page.wait_for_selector(".b")
        else:
            stamp = ann.stamp
            page.click(".m-moves [data-move]")
            ann.wait_for_change(stamp)
    assert ann.over()


def test_two_agents_are_watched(ann: Visitor) -> None:
    ann.deal("nim", seed="2", way="Watch")
    ann.page.wait_for_selector(".m-bar.m-end", timeout=web_help.PATIENCE)
    ann.page.get_by_role("tab", name="Log").click()
    ann.reads(".m-log", "Player 2")


def test_wrong_files_and_wishes_are_told(ann: Visitor, tmp_path: Path) -> None:
    page = ann.page
    ann.go("/")
    wrong = tmp_path / "wrong.game"
    wrong.write_text("mulligan game\ngame: nim/1\nsetup: 15-3\nplayers: you | uniform\n2 take 1\n")
    page.set_input_files("input[type=file]", str(wrong))
    page.get_by_text("wrong.game:5: move 2 stands where move 1 should be").wait_for()
    illegal = tmp_path / "illegal.game"
    illegal.write_text("mulligan game\ngame: nim/1\nsetup: 15-3\nplayers: you | uniform\n1 take 9\n")
    page.set_input_files("input[type=file]", str(illegal))
    page.get_by_text("illegal.game:5: move 1").wait_for()
    assert page.get_by_role("button", name="Continue").count() == 0
    right = tmp_path / "right.game"
    right.write_text("mulligan game\ngame: nim/1\nsetup: 15-3\nplayers: you | uniform\n1 take 3\n")
    page.set_input_files("input[type=file]", str(right))
    page.get_by_text("Kept as 'right'").wait_for()
    page.get_by_text("against uniform, 1 move", exact=False).wait_for()


def test_a_kept_game_may_have_a_space_in_its_name(ann: Visitor) -> None:
    page = ann.page
    ann.deal("nim", agent="uniform", seed="8")
    ann.my_move()
    page.click(".m-moves [data-move='1']")
    ann.my_move()
    page.get_by_role("button", name="Save").click()
    page.get_by_label("Name").fill("my first nim")
    page.locator(".q-dialog").get_by_role("button", name="Save").click()
    page.get_by_text("Kept as 'my first nim'").wait_for()
    ann.go("/")
    page.get_by_text("my first nim", exact=True).wait_for()
    page.get_by_role("button", name="Replay").first.click()
    page.get_by_text("This game is still under way").wait_for()
    assert page.query_selector(".s-steps") is None
    page.get_by_role("button", name="Go over it all the same").click()
    page.wait_for_selector(".s-steps", timeout=web_help.PATIENCE)


def test_thoughts_are_opened_on_request_and_after_the_end(ann: Visitor) -> None:
    page = ann.page
    ann.deal("guess", agent="ismcts", seed="3")
    while ann.my_move() and page.query_selector(".m-log .m-foe") is None:
        stamp = ann.stamp
        page.get_by_role("tab", name="Moves").click()
        page.click(".m-moves [data-move='1']")
        ann.wait_for_change(stamp)
        page.get_by_role("tab", name="Log").click()
    page.get_by_role("tab", name="Thinking").click()
    if not ann.over():
        page.get_by_text("so they are not shown").wait_for()
        assert page.query_selector(".m-bars") is None
        page.get_by_role("button", name="Open its thoughts").click()
        page.locator(".q-dialog").get_by_role("button", name="Play on").click()
        page.wait_for_selector(".q-dialog", state="detached")
        assert "open game" not in ann.said() and page.query_selector(".m-bars") is None
        page.get_by_role("button", name="Open its thoughts").click()
        page.get_by_role("button", name="Open them").click()
        page.wait_for_function("document.querySelector('.m-say').innerText.includes('open game')")
    page.wait_for_selector(".m-bars")


def test_the_form_is_in_sight_on_a_small_screen(ann: Visitor, chrome: Any) -> None:
    small = Visitor(chrome, ann.address, viewport={"width": 390, "height": 844}, has_touch=True)
    small.go("/")
    small.page.tap("[data-game=nim]")
    small.page.wait_for_function(
        "(b => b.top > 0 && b.bottom < innerHeight)(document.querySelector('[data-start]').getBoundingClientRect())"
    )
    small.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["magic", "lotr", "tribute", "pokemon"])
def test_the_hand_is_in_sight(ann: Visitor, chrome: Any, game: str) -> None:
    guest = Visitor(chrome, ann.address, viewport={"width": 1280, "height": 800})
    guest.deal(game, agent="" if game == "lotr" else "uniform", seed="5")
    chance = random.Random(game)
    for _ in range(6):
        play_by_list(guest, chance, 4)
        if guest.over():
            break
        seen = guest.page.evaluate(
            "[...document.querySelectorAll('.b-near .z-hand .c .m-face, .b-near .b-plate')].every("
            "one => (b => (b.top + b.bottom) / 2 < innerHeight)(one.getBoundingClientRect()))"
        )
        assert seen
    guest.close()


def test_resigning_and_a_new_game(ann: Visitor) -> None:
    ann.deal("nim", agent="uniform", seed="3")
    ann.my_move()
    ann.page.get_by_role("button", name="Resign").click()
    ann.page.locator(".q-dialog").get_by_role("button", name="Resign").click()
    ann.page.wait_for_selector(".m-bar.m-end")
    assert "resigned" in ann.said()
    here = ann.page.url
    ann.page.get_by_role("button", name="New game").click()
    ann.page.wait_for_url(lambda url: "/play/" in url and url != here)
    assert ann.my_move()


def test_four_sit_at_a_table_with_the_trick_in_the_middle(address: str, chrome: Any) -> None:
    for width, height in ((1280, 800), (390, 844)):
        guest = Visitor(chrome, address, viewport={"width": width, "height": height})
        guest.deal("hearts", level="medium", seed="4")
        chance = random.Random(3)
        for _ in range(6):
            assert guest.my_move()
            stamp = guest.stamp
            chance.choice(guest.page.query_selector_all(".m-moves [data-move]")).click()
            guest.wait_for_change(stamp)
        assert guest.my_move()
        page = guest.page
        names = [name.inner_text().split(" (")[0] for name in page.query_selector_all(".b-others .b-name")]
        assert names == ["Player 2", "Player 3", "Player 4"]
        assert page.query_selector(".b-mid .z-trick") is not None
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert guest.errors == [] and guest.strangers() == []
        guest.close()
