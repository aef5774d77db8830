"""Attacks, blocks and main phases are put together on the table by clicks, drags and keys, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..helpers import web_help
from ..helpers.web_help import Visitor

pytest.importorskip("nicegui")
pytest.importorskip("playwright.sync_api")
pytestmark = web_help.needs_chromium

ATTACK = "magic turn 9 | 1: lands 3 ready 1/1(1)*2 2/2(2) 3/3(4) | 2: lands 3 ready 2/2(2)"
CROWD = (
    "magic turn 9 | 1: lands 3 ready 1/1(1)*2 2/2(2) 3/3(4) 1/2(2) 2/1(2)*2 2/3(3) 3/1(3) 3/2(3) 4/3(5) | "
    "2: lands 3 tapped 2/2(2)"
)
BLOCK = (
    "magic turn 9 block | 1: lands 3 attackers 2/2(2)*2 3/3(4) tapped 1/1(1) | 2: lands 3 ready 1/1(1) 2/2(2)*2 3/3(4)"
)


def sit_down(ann: Visitor, folder: Path, position: str, players: str = "you | you") -> None:
    """Load a position, and go on from it."""
    file = folder / "there.txt"
    file.write_text(
        f"mulligan game\ngame: magic/1\nsetup: literal\nseed: 3\nposition: {position}\nplayers: {players}\n\n"
    )
    ann.go("/")
    ann.page.set_input_files("input[type=file]", file)
    ann.page.get_by_role("button", name="Continue").first.click()
    ann.page.wait_for_url("**/play/*")
    show_cards(ann)


def show_cards(ann: Visitor) -> None:
    """Two people sit at one screen: the next one asks for the cards."""
    button = ann.page.get_by_role("button", name="show my cards")
    button.or_(ann.page.locator(".m-bar.m-yours")).first.wait_for()
    if button.is_visible():
        button.click()
    ann.page.wait_for_selector(".m-bar.m-yours")


def click(ann: Visitor, *keys: str) -> None:
    for key in keys:
        ann.page.locator(f'.b [data-part="{key}"]').dispatch_event("click")


def confirm(ann: Visitor) -> None:
    stamp = ann.stamp
    ann.page.click(".a-go")
    ann.wait_for_change(stamp)


def log(ann: Visitor) -> str:
    ann.page.get_by_role("tab", name="Log").click()
    ann.page.wait_for_selector(".m-log")
    return ann.page.inner_text(".m-log")


def keys(ann: Visitor) -> list[str]:
    return ann.page.eval_on_selector(".b", "b => JSON.parse(b.dataset.assembly).cards")


def test_an_attack_is_toggled_and_confirmed(ann: Visitor, tmp_path: Path) -> None:
    sit_down(ann, tmp_path, ATTACK)
    assert "Who attacks?" in ann.said()
    _first, second, third, fourth = keys(ann)
    assert ann.page.inner_text(".a-go") == "No attack"
    click(ann, second, fourth, third)
    click(ann, third)
    ann.reads(".a-sum", "damage if nobody blocks: 4 of 20")
    assert ann.page.get_attribute(f'[data-part="{fourth}"]', "aria-pressed") == "true"
    assert not ann.page.locator(".m-moves").is_visible()
    confirm(ann)
    show_cards(ann)
    assert "attack 1/1(1) 3/3(4)" in log(ann)


def test_an_attack_of_a_crowd_is_one_decision(ann: Visitor, tmp_path: Path) -> None:
    """The rules ask creature by creature here; the person does not notice, and undo takes it back as one."""
    sit_down(ann, tmp_path, CROWD, "you | uniform")
    assert len(keys(ann)) == 11
    before = ann.stamp
    click(ann, *keys(ann)[::2])
    confirm(ann)
    assert ann.stamp != before
    assert ann.my_move()
    ann.page.get_by_role("button", name="Undo").click()
    ann.reads(".m-say", "Who attacks?")
    assert len(keys(ann)) == 11


def test_blockers_are_sent_to_attackers(ann: Visitor, tmp_path: Path) -> None:
    sit_down(ann, tmp_path, BLOCK)
    page = ann.page
    small, first, _second, big = keys(ann)
    goals = page.eval_on_selector(".b", "b => JSON.parse(b.dataset.assembly).goals")
    ann.reads(".a-sum", "damage to you: 7 of 20")
    click(ann, small, goals[1], first, goals[1])
    assert page.locator(".r-line").count() == 2
    assert page.inner_html(".r-sum").startswith("3 of 2 ✝")
    place = page.locator(f'.b [data-part="{big}"]').bounding_box()
    goal = page.locator(f'.b [data-part="{goals[2]}"]').bounding_box()
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + 20)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + 30, steps=6)
    page.mouse.up()
    assert page.locator(".r-line").count() == 3
    ann.reads(".a-sum", "damage to you: 2 of 20")
    confirm(ann)
    told = log(ann)
    assert "1/1(1) blocks 2/2(2)" in told and "3/3(4) blocks 3/3(4)" in told


def test_an_attack_by_keys_alone(ann: Visitor, tmp_path: Path) -> None:
    sit_down(ann, tmp_path, ATTACK)
    page, third = ann.page, keys(ann)[2]
    page.locator(f'.b [data-part="{third}"]').focus()
    page.keyboard.press("Enter")
    ann.reads("#m-assembled", "chosen", "damage if nobody blocks: 2")
    stamp = ann.stamp
    page.keyboard.press("c")
    ann.wait_for_change(stamp)
    show_cards(ann)
    assert "attack 2/2(2)" in log(ann)


def test_too_much_cannot_be_played_and_the_list_is_there(ann: Visitor, tmp_path: Path) -> None:
    sit_down(ann, tmp_path, "magic turn 9 cards | 1: lands 3 hand land*2 4/4(5) 3/3(4) 1/1(1) | 2: lands 3")
    page = ann.page
    lands = [key for key in keys(ann) if "land" in key]
    dear = keys(ann)[-1]
    click(ann, dear)
    assert page.locator(".a-go").is_disabled()
    click(ann, lands[0])
    assert page.locator(".a-go").is_disabled()
    click(ann, dear, keys(ann)[-2])
    assert page.locator(".a-go").is_enabled()
    click(ann, lands[1])
    assert page.locator(".a-go").is_disabled()
    click(ann, lands[1])
    page.locator(".m-listed summary").click()
    page.get_by_role("button", name="play land 3/3(4)").wait_for()
    confirm(ann)
    show_cards(ann)
    assert "play land 3/3(4)" in log(ann)
