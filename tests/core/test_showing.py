"""Positions in notebooks: everything is text, and nothing is shown that the seat cannot know."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from mulligan.core import tabledrawing
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position, make_stream
from mulligan.core.registry import find_game, game_names
from mulligan.core.scene import LAYOUTS, OPEN, Card, Counter, Scene, Zone
from mulligan.core.showing import block, table
from mulligan.core.tabledrawing import position_html
from mulligan.games.hearts import HEARTS
from mulligan.games.toys import GUESS, NIM
from mulligan.play.session import Session

from ..helpers.html_help import HOSTILE, safe

Draw = Callable[[Position, int], str]
WORLDS = 4


def walked(game: Game, moves: int, seed: int = 1) -> Position:
    """A position after some random moves, before the end."""
    here, dice = Position.deal(game, seed=seed), random.Random(seed)
    for _ in range(moves):
        after = here.copy().play(dice.choice(here.options()))
        if after.over:
            break
        here = after
    return here


def differing(draw: Draw, here: Position) -> int:
    """How many worlds that a seat cannot tell from this position are drawn otherwise for it."""
    found = 0
    for seat in range(here.game.players):
        shown = draw(here, seat)
        worlds = [here.hide(seat, make_stream(here.game, "world", i)) for i in range(WORLDS)]
        found += sum(draw(world, seat) != shown for world in worlds)
    return found


@pytest.mark.parametrize("name", game_names())
def test_what_a_seat_cannot_know_is_not_drawn(name: str) -> None:
    game = find_game(name)
    for moves in (0, 9, 25):
        here = walked(game, moves)
        assert differing(position_html, here) == 0
        assert differing(lambda position, seat: position.svg(seat), here) == 0


def leaky(game: Game) -> Game:
    """The same game with a scene that shows everybody everything."""
    scene: Any = game.scene
    return replace(game, scene=lambda s, t, seat, moves: scene(s, t, OPEN, moves))


@pytest.mark.parametrize("game", [GUESS, HEARTS], ids=lambda game: game.name)
def test_mutants_that_show_hidden_cards_are_caught(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    here = walked(game, 3)
    assert differing(lambda position, seat: position_html(position, OPEN), here) > 0
    careless = here.within(leaky(game))
    monkeypatch.setattr(tabledrawing, "shown_to", lambda position, seat: position)
    assert differing(position_html, careless) > 0
    monkeypatch.undo()
    # With a careless scene, what is shown is invented: now and then, at least, it is not what is true.
    deals = [walked(leaky(game), 3, seed) for seed in range(12)]
    assert any(_faces(here.svg()) != _faces(here.svg(OPEN)) for here in deals)


def _faces(svg: str) -> list[str]:
    """The cards of a drawing in words."""
    return [child.get("aria-label") or "" for child in ElementTree.fromstring(svg).iter() if child.get("role")][1:]


def test_the_seat_to_move_looks_and_at_the_end_everybody() -> None:
    here = Position.deal(GUESS, seed=2)
    assert here._repr_html_() == position_html(here, here.actor) != position_html(here, 1 - here.actor)
    while not here.over:
        here.play(here.options()[0])
    assert here.svg() == here.svg(OPEN) and "with all cards open" in here.svg()
    assert "legal" not in here._repr_html_()
    with pytest.raises(UsageError, match="seat: 2 should be from 0 to 1, or -1"):
        here.svg(2)


def test_a_position_tells_what_it_is_in_a_line() -> None:
    assert repr(Position.deal(NIM, seed=1)) == "<Position of nim, setup 15-3, turn 0, player 1 to move>"
    here = Position.deal(GUESS, seed=2)
    told = {repr(here.hide(0, make_stream(GUESS, "w", i))) for i in range(9)}
    assert told == {repr(here)}


def test_hostile_games_make_safe_pictures() -> None:
    card = Card(HOSTILE, HOSTILE, HOSTILE, lines=(HOSTILE,), marks=(HOSTILE,), cost=HOSTILE, stats=HOSTILE)
    zones = tuple(
        Zone(HOSTILE, (card, Card("x" + HOSTILE)), owner, layout) for owner in (0, 1, None) for layout in LAYOUTS
    )
    counters = (Counter(HOSTILE, HOSTILE, 0), Counter(HOSTILE, 3, None, 4))
    text = replace(NIM.text, move=lambda s, t, move: HOSTILE)
    game = replace(NIM, title=HOSTILE, text=text, scene=lambda *_: Scene(zones, counters, HOSTILE))
    here = Position.deal(NIM).within(game)
    here.setup = HOSTILE
    ElementTree.fromstring(here.svg())
    found = safe(here._repr_html_())
    assert "alert(1)" in found.text and "svg" in found.tags
    safe(block(HOSTILE, table([HOSTILE], [[HOSTILE]])))


@pytest.mark.parametrize("name", game_names())
def test_every_game_makes_a_valid_drawing(name: str) -> None:
    for moves in (0, 12):
        ElementTree.fromstring(walked(find_game(name), moves, seed=5).svg())


def test_a_session_is_seen_by_its_person() -> None:
    table = Session(GUESS, players=("uniform", "you"), seed="3")
    assert table.viewer == 1 and "Player 2 (the view)" in table._repr_html_()
    table.play(table.position.options()[0])
    assert "player 1: " in table._repr_html_() and "1 move>" in repr(table)
    assert repr(table).startswith("<Session of uniform v you: guess, ")
    hostile = Session(GUESS, players=("<script>alert(1)</script>", "you"))
    safe(hostile._repr_html_())
