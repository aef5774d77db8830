"""A table of fixed size: nothing jumps when cards come and news are told, and all that matters is in sight."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from ..helpers import web_help
from ..helpers.web_help import Visitor

pytest.importorskip("nicegui")
pytest.importorskip("playwright.sync_api")
pytestmark = web_help.needs_chromium

LISTEN = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.shifts.push([entry.value, entry.sources.map((source) => source.node?.className || source.node?.nodeName)]);
    }
  }).observe({ type: "layout-shift", buffered: false });
}"""
BOX = "one => { const b = one.getBoundingClientRect(); return [b.x, b.y, b.width, b.height].map(Math.round); }"


def play(visitor: Visitor, chance: random.Random, moves: int) -> Iterator[None]:
    for _ in range(moves):
        if not visitor.my_move():
            return
        stamp = visitor.stamp
        chance.choice(visitor.page.query_selector_all(".m-moves [data-move]")).dispatch_event("click")
        visitor.wait_for_change(stamp)
        yield


@pytest.mark.slow
@pytest.mark.parametrize("game", ["magic", "pokemon", "tribute", "lotr"])
def test_nothing_jumps(address: str, chrome: Any, game: str) -> None:
    """By the browser's own measure of layout shift, and by where bar, table and panel are."""
    guest = Visitor(chrome, address, viewport={"width": 1280, "height": 800})
    guest.deal(game, agent="" if game == "lotr" else "uniform", seed="5")
    assert guest.my_move()
    page = guest.page
    page.wait_for_timeout(700)
    page.evaluate(LISTEN)
    before = [page.eval_on_selector(one, BOX) for one in (".m-bar", ".b", ".m-side", ".m-news")]
    for _ in play(guest, random.Random(game), 14):
        assert [page.eval_on_selector(one, BOX) for one in (".m-bar", ".b", ".m-news")] == [*before[:2], before[3]]
    assert page.evaluate("window.shifts") == []
    assert guest.errors == []
    guest.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["magic", "pokemon", "tribute", "lotr"])
def test_a_phone_shows_both_lines_and_the_hand(address: str, chrome: Any, game: str) -> None:
    guest = Visitor(chrome, address, viewport={"width": 390, "height": 844}, has_touch=True)
    guest.deal(game, agent="" if game == "lotr" else "uniform", seed="5")
    page = guest.page
    for _ in play(guest, random.Random(game), 8):
        if guest.my_move():
            rows = page.eval_on_selector_all(".b .f-front, .b .b-near .z-hand", f"all => all.map({BOX})")
            assert len(rows) >= 3 - (game == "lotr")
            assert all(y >= 0 and y + height <= 844 and x >= 0 and x + w <= 390 for x, y, w, height in rows)
            assert page.evaluate("document.documentElement.scrollWidth") <= 390
    guest.close()
