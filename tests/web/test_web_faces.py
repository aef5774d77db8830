"""Card faces: whatever stands on a card is text, and every card of every game makes a valid picture."""

from __future__ import annotations

import random
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan.core.emblems import SIGNS, sign_of
from mulligan.core.faces import breadth, cut, emblem, face, wrap
from mulligan.core.registry import find_game, game_names
from mulligan.core.scene import LAYOUTS, OPEN, TINTS, Card, Counter, Zone
from mulligan.play.session import Session
from mulligan.play.view import View
from mulligan.web.drawing import draw, list_moves, look_through

from ..helpers import web_help

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert(1)</script> \"' onload='x' &amp; <b>\x00\x08\ud800 ]]> {{7*7}} `${1}`"


class Tags(HTMLParser):
    """The tags and attributes of some HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.names: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}


def safe(html: str) -> None:
    found = Tags(html)
    assert not found.tags & {"script", "b", "iframe", "img", "a", "foreignobject"}
    assert not [name for name in found.names if name.startswith("on")]


def parsed(card: Card) -> ElementTree.Element:
    return ElementTree.fromstring(face(card, 120))


def test_hostile_text_stays_text() -> None:
    card = Card(
        key=HOSTILE,
        name=HOSTILE,
        kind=HOSTILE,
        cost=HOSTILE,
        stats=HOSTILE,
        lines=(HOSTILE, HOSTILE),
        marks=(HOSTILE,) * 9,
        count=3,
    )
    tree = parsed(card)
    assert {child.tag.removeprefix(SVG) for child in tree.iter()} <= {
        "svg",
        "g",
        "rect",
        "path",
        "text",
        "circle",
        "ellipse",
    }
    assert not [name for child in tree.iter() for name in child.attrib if name.startswith("on") or "href" in name]
    assert "alert(1)" in (tree.get("aria-label") or "")


@given(st.text(max_size=60), st.text(max_size=60), st.sampled_from(TINTS), st.integers(1, 99), st.booleans())
@settings(max_examples=80, deadline=None)
def test_any_text_makes_a_picture(text: str, other: str, tint: str, count: int, turned: bool) -> None:
    parsed(Card("k", text, other, tint, text, other, (text, other), (other, text), count, turned))


def test_hostile_scenes_make_safe_tables() -> None:
    card = Card(HOSTILE, HOSTILE, lines=(HOSTILE,))
    zones = tuple(
        Zone(HOSTILE, (card, Card("x" + HOSTILE)), owner, layout) for owner in (0, 1, None) for layout in LAYOUTS
    )
    counters = (Counter(HOSTILE, HOSTILE, 0), Counter(HOSTILE, 3, None, 4))
    view = View("g", HOSTILE, HOSTILE, 0, 0, 1, HOSTILE, zones, counters, HOSTILE, ())
    for html in (draw(view, (HOSTILE, HOSTILE), live=True), list_moves(view), look_through(zones[0], view, True)):
        safe(html)


def test_words_for_those_who_listen() -> None:
    card = Card("h1", "Deino", "Darkness Pokemon", stats="60 HP", marks=("asleep",))
    assert parsed(card).get("role") == "img"
    assert parsed(card).get("aria-label") == card.words


def test_face_down_cards_say_nothing() -> None:
    assert parsed(Card("d", count=30)).get("aria-label") == "30 cards face down"
    assert face(Card("a")) == face(Card("b"))


def test_long_text_stays_inside() -> None:
    card = Card(
        "k", "A name that is much longer than any card is wide " * 3, lines=("word " * 400,), marks=("long " * 50,)
    )
    for text in parsed(card).iter(f"{SVG}text"):
        assert breadth(text.text or "", float(text.get("font-size", "0"))) < 190
        assert float(text.get("y", "0")) < 280


def test_wrapping() -> None:
    assert wrap("", 100, 12) == []
    assert "".join(wrap("x" * 100, 50, 10)) == "x" * 100
    assert cut("abc", 100, 10) == "abc"


def test_signs() -> None:
    assert sign_of("Spirit hero") == "shield"
    assert all(sign_of(kind) in SIGNS for kind in ("", "?", "something unheard of"))
    ElementTree.fromstring(emblem("<&>", "no such sign", "no such tint"))


@pytest.mark.parametrize("name", game_names())
def test_every_card_of_random_positions(name: str) -> None:
    game = find_game(name)
    chance = random.Random(name)
    seen: set[Card] = set()
    for seed in range(2):
        table = Session(game, seed=str(seed))
        for move in range(60):
            if table.over:
                break
            if move % 6 == 0:
                for seat in (*range(game.players), OPEN):
                    view = table.view(seat)
                    seen |= set(view.cards.values())
                    safe(draw(view, live=True) + list_moves(view))
            table.play(chance.choice(table.position.options()))
    for card in seen:
        assert parsed(card).get("aria-label") == card.words


LONG_NAMES = (
    "Alessian Rebel",
    "SAINT_ALESSIA",
    "Darkness Energy",
    "Hydreigon bw6-98",
    "Goods Shipment",
    "WWWWMMMMQQQQOOOO",
)


@web_help.needs_chromium
def test_no_text_leaves_its_card_in_a_real_browser() -> None:
    """Whatever the fonts of a machine are: a card is 200 wide, with a frame of 8, and ribbons begin at the frame."""
    pytest.importorskip("playwright.sync_api")
    marks = ("evolved from Houndour", "favours nobody", "new this turn, and something else besides")
    cards = [
        Card(
            key="x", name=name, kind="Saint Alessia contract agent", cost=cost, stats=stats, lines=(text,), marks=marks
        )
        for name in LONG_NAMES
        for cost, stats in (("", ""), ("3", "100/100 HP"), ("1 or 2 coins", "power 100, toughness 100"))
        for text in ("Draw a card.", "WWW MMM: destroy a card of your hand, agents or played cards for a new one. " * 3)
    ]
    page = "".join(face(card, 120) for card in cards)
    with web_help.browser() as chrome:
        tab = chrome.new_page()
        tab.set_content(page)
        boxes = tab.evaluate(
            "[...document.querySelectorAll('text')].map(t => {"
            " const b = t.getBBox(); return [t.textContent, b.x, b.x + b.width]; })"
        )
        tab.close()
    assert len(boxes) > 5 * len(cards)
    outside = [box for box in boxes if box[1] < 7.5 or box[2] > 192.5]
    assert not outside, outside[:5]
