"""Drawing with letters: everything fits, nothing is lost, and no card can give orders to a terminal."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.core.scene import OPEN, Card, Counter, Zone
from mulligan.games.toys import GUESS, NIM, RACE, SWAP
from mulligan.play.news import news
from mulligan.play.screen import Screen
from mulligan.play.terminal import ASCII, Canvas, Signs, card_lines, clean, draw, sentence
from mulligan.play.typed import COMMANDS, looked_at, understand
from mulligan.play.view import Move, View, look

from ..helpers.pty_help import bare

WIDTHS = (20, 40, 59, 60, 80, 132)


def busy_view(moves: int = 60, seat: int = 0) -> View:
    """A table with more on it than any game has."""
    hand = tuple(Card(f"h{i}", f"Card number {i}", "ally", "red", f"{i}", f"{i}/{i + 1}") for i in range(9))
    board = (
        Card("b1", "Deino", "Pokemon", "purple", stats="60/90 HP", marks=("asleep", "Energy: Darkness x2")),
        Card("b2", "A creature with quite a long name, the second of its kind", stats="2/2", turned=True),
        Card("b3", "land", count=4),
    )
    there = (Card("o1", count=5),)
    zones = (
        Zone("hand", there, 1, "hand"),
        Zone("deck", (Card("o2", count=43),), 1, "pile"),
        Zone("discard pile", (Card("o3", "Potion"), Card("o4", "Switch", count=6)), 1, "pile"),
        Zone("bench", (), 1),
        Zone("stadium", (Card("s", "Dragon Gate"),)),
        Zone("board", board, 0),
        Zone("hand", hand, 0, "hand"),
    )
    counters = (
        Counter("life", 7, 0, 20),
        Counter("life", 25, 1, 20),
        Counter("prizes", 0, 1, 6),
        Counter("weather", "rain"),
        *(Counter(f"resource {i}", i, 0) for i in range(8)),
    )
    listed = tuple(Move(i + 1, i, f"play card number {i % 9} on place {i}", f"h{i % 9}") for i in range(moves))
    return View("busy", "A busy game", "standard", seat, 0, 12, "main", zones, counters, "What now?", listed)


VIEWS = {
    "busy": busy_view(),
    "few moves": busy_view(5),
    "open": busy_view(0, OPEN),
    **{
        f"{game.name} {seat}": look(Position.deal(game, seed=3), seat)
        for game in (NIM, RACE, GUESS, SWAP)
        for seat in (OPEN, *range(game.players))
    },
}


@pytest.mark.parametrize("signs", [Signs(), ASCII], ids=["signs", "ascii"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", VIEWS)
def test_every_line_fits_and_every_move_is_there(name: str, width: int, signs: Signs) -> None:
    view = VIEWS[name]
    drawn = draw(view, Canvas(width, signs), ("you", "random")[: max(1, len(view.results) or 2)]).plain
    assert all(cell_len(line) <= width and line == line.rstrip() for line in drawn.split("\n"))
    words = " ".join(drawn.split())
    for move in view.moves:
        assert f"{move.number} {move.text}" in words
    for zone in view.zones:
        for card in zone.cards if zone.layout != "pile" else zone.cards[:1]:
            assert card.name in words
    assert drawn.isascii() or signs is not ASCII


def test_own_things_are_below_and_the_others_above() -> None:
    lines = draw(busy_view(), Canvas(80), ("you", "random")).plain.split("\n")
    places = [
        next(i for i, line in enumerate(lines) if words in line) for words in ("Opponent", "Table", "You", "What")
    ]
    assert places == sorted(places) and "your move" in lines[0]


def test_piles_and_backs_are_numbers() -> None:
    drawn = draw(busy_view(), Canvas(80), ("you", "random")).plain
    assert "hand 5 | deck 43 | discard pile 7, top Potion | bench 0" in drawn


def test_bars_only_where_there_is_room_and_never_beyond_their_ends() -> None:
    wide, narrow = (draw(busy_view(), Canvas(width), ("you", "random")).plain for width in (80, 40))
    assert "life 7/20 ####......" in wide and "life 25/20 ##########" in wide and "prizes 0/6 .........." in wide
    assert "life 7/20" in narrow and "#" not in narrow


def test_many_moves_stand_under_their_cards() -> None:
    drawn = draw(busy_view(), Canvas(80), ("you", "random")).plain
    assert "Card number 8 (hand)\n" in drawn
    assert "(hand)" not in draw(busy_view(24), Canvas(80)).plain


def test_wide_windows_use_more_columns() -> None:
    heights = [draw(busy_view(24), Canvas(width)).plain.count("\n") for width in (40, 80, 132)]
    assert heights == sorted(heights, reverse=True) and heights[0] > heights[1] > heights[2]


def test_equal_cards_are_counted() -> None:
    cards = tuple(Card(f"{i}", "land") for i in range(4))
    view = replace(busy_view(), zones=(Zone("lands", cards, 0),))
    assert "4x land" in draw(view, Canvas(80)).plain


def test_a_game_without_a_scene_is_a_text() -> None:
    view = look(Position.deal(replace(NIM, scene=None)), 0)
    assert "nim 1-3: 15 left, player 1 to move" in draw(view, Canvas(80), ("you", "random")).plain


EVIL = "\x1b[31m[bold]Dei\x07no[/bold]\u202e\r\n\x9b2J :smile:"


def test_what_cards_say_is_neither_markup_nor_an_order() -> None:
    card = Card("e", EVIL, EVIL, "red", EVIL, EVIL, (EVIL,), (EVIL,))
    view = replace(
        busy_view(3),
        title=EVIL,
        setup=EVIL,
        stage=EVIL,
        prompt=EVIL,
        zones=(Zone(EVIL, (card,), 0),),
        counters=(Counter(EVIL, EVIL),),
        moves=(Move(1, 1, EVIL, "e"),),
    )
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, width=80, color_system="truecolor", markup=False, emoji=False)
    screen = Screen(console=console)
    screen.show(draw(view, screen.paper, (EVIL, EVIL)), *card_lines(card, EVIL, screen.paper))
    screen.say(EVIL)
    said = file.getvalue()
    assert "[bold]" in said and ":smile:" in said
    for order in ("\x1b[31m[", "\x07", "\x9b", "\u202e", "\r"):
        assert order not in said
    assert r"\x1b[31m" in said


@given(st.text(max_size=200), st.integers(20, 100))
@settings(max_examples=100, deadline=None)
def test_any_text_is_wrapped_without_loss(text: str, width: int) -> None:
    lines = [line.plain for line in sentence(text, width, hang=2)]
    assert all(cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(clean(text).split())


def test_colour_is_only_added() -> None:
    view = busy_view()
    shown = []
    for colours in (None, "truecolor"):
        file = io.StringIO()
        Console(file=file, force_terminal=True, width=80, color_system=colours).print(
            draw(view, Canvas(80)), soft_wrap=True
        )
        shown.append(file.getvalue())
    assert bare(shown[0]) == bare(shown[1])


# --- what is typed ----------------------------------------------------------------------------------------------------

MOVES = {text: Move(i, 100 + i, text) for i, text in enumerate(("attack Consume", "attack Beam", "hint", "Save Me"), 1)}


@pytest.mark.parametrize(
    ("typed", "move", "command", "rest"),
    [
        ("1", 101, "", ""),
        ("attack  CONSUME", 101, "", ""),
        ("beam", 102, "", ""),
        ("att b", 102, "", ""),
        ("hint", 103, "", ""),
        ("/hint", None, "hint", ""),
        ("/hi", None, "hint", ""),
        ("save me", 104, "", ""),
        ("save", None, "save", ""),
        ("save! my game.game", None, "save!", "my game.game"),
        ("SAVE x", None, "save", "x"),
        ("look Beam", None, "look", "Beam"),
        ("q", None, "quit", ""),
        ("?", None, "help", ""),
        ("und", None, "undo", ""),
        ("lo a", "UsageError", "", ""),
    ],
)
def test_a_line_means(typed: str, move: int | str | None, command: str, rest: str) -> None:
    if move == "UsageError":
        with pytest.raises(UsageError):
            understand(typed, MOVES, COMMANDS)
        return
    typed = understand(typed, MOVES, COMMANDS)
    assert (typed.move, typed.command, typed.rest) == (move, command, rest)


@pytest.mark.parametrize("typed", ["0", "5", "99999999999999999999", "attack", "xyzzy", "/", "/xyzzy", "h", "sa"])
def test_a_line_without_a_meaning_is_refused(typed: str) -> None:
    with pytest.raises(UsageError):
        understand(typed, MOVES, COMMANDS)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("h", r"^'h' may mean hint or help: write more of it$"),
        ("/h", r"^'/h' may mean /hint or /help: write more of it$"),
        ("undo undo", r"^undo: nothing may follow it, but there is 'undo'$"),
        ("/hint x", r"^hint: nothing may follow it, but there is 'x'$"),
        ("quit  now", r"^quit: nothing may follow it, but there is 'now'$"),
        ("und o", r"^undo: nothing may follow it, but there is 'o'$"),
    ],
)
def test_what_is_not_clear_is_told(typed: str, told: str) -> None:
    moves = {text: move for text, move in MOVES.items() if text != "hint"}
    with pytest.raises(UsageError, match=told):
        understand(typed, moves, COMMANDS)


def test_cards_are_found_by_name_zone_and_move() -> None:
    view = busy_view()
    assert [card.name for card, _ in looked_at("deino", view)] == ["Deino"]
    assert len(looked_at("hand", view)) == 9 and len(looked_at("", view)) == 15
    assert [card.name for card, _ in looked_at("3", view)] == ["Card number 2"]
    for wrong in ("xyzzy", "card", "bench", "999"):
        with pytest.raises(UsageError):
            looked_at(wrong, view)


# --- news -------------------------------------------------------------------------------------------------------------


def test_news_follow_cards_from_zone_to_zone() -> None:
    before = busy_view()
    hand, board = before.zones[6], before.zones[5]
    moved = replace(board, cards=(*board.cards, hand.cards[0]))
    drawn = replace(hand, cards=(*hand.cards[1:], Card("n", "Potion")))
    deck = replace(before.zones[1], cards=(Card("o2", count=41),))
    zones = (before.zones[0], deck, *before.zones[2:5], moved, drawn)
    after = replace(before, zones=zones, counters=(Counter("life", 3, 0, 20), *before.counters[1:]))
    assert news(before, after) == [
        "your life: 7 -> 3",
        "your hand -> board: Card number 0",
        "your hand: +Potion",
    ]
