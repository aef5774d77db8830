"""What is put together on the table becomes moves: whole ones, or answers one by one; equal cards are one as good as
the other."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.core.scene import Assembly, Card, Scene, Zone
from mulligan.games.magic import MAGIC
from mulligan.games.toys import NIM
from mulligan.play.assembling import put_together
from mulligan.play.session import Session
from mulligan.play.view import FEW, look
from mulligan.web.drawing import draw

CROWD = (
    "magic turn 9 | 1: lands 3 ready 1/1(1)*2 2/2(2) 3/3(4) 1/2(2) 2/1(2)*2 2/3(3) 3/1(3) 3/2(3) 4/3(5) | "
    "2: lands 3 ready 2/2(2)"
)
BLOCK = "magic turn 9 block | 1: lands 3 attackers 2/2(2)*2 3/3(4) | 2: lands 3 ready 1/1(1) 2/2(2)*2 3/3(4)"


def test_a_crowd_attacks_as_one_decision():
    table = Session(MAGIC, "literal", ("you", "you"), "3", CROWD)
    view = table.view(0)
    assert len(table.position.options(chain=True)) < FEW and view.assembly.about
    chosen = view.assembly.cards[::3]
    table.play_together(0, [(key, "") for key in chosen])
    assert len(table.moves) > 1
    marked = [card.key for card in table.view(1).cards.values() if any(m.startswith("attacks") for m in card.marks)]
    assert sorted(marked) == sorted(chosen)
    assert table.undo(0).moves == []


def test_every_random_block_can_be_put_together():
    """Whoever blocks whom by hand, the answers give that block, up to creatures of one kind."""
    chance = random.Random(4)
    here = Position.read(MAGIC, BLOCK)
    assembly = look(here, 1).assembly
    kind = {key: card.name for key, card in look(here, 1).cards.items()}
    for _ in range(40):
        goals = [*assembly.goals, ""]
        parts = [(card, goal) for card in assembly.cards if (goal := chance.choice(goals))]
        moves, after = put_together(here, 1, parts), here.copy()
        gangs: dict[str, list[str]] = {}
        for move in moves:
            now = look(after, 1).assembly
            for card, goal in now.parts[move]:
                gangs.setdefault(goal, []).append(kind[card])
            after.play(move)
        wanted: dict[str, list[str]] = {}
        for card, goal in parts:
            wanted.setdefault(goal, []).append(kind[card])

        def shape(found: dict[str, list[str]]) -> list[tuple[str, list[str]]]:
            return sorted((kind[goal], sorted(gang)) for goal, gang in found.items())

        assert shape(gangs) == shape(wanted)


def test_what_is_impossible_is_refused():
    here = Position.read(MAGIC, "magic turn 9 cards | 1: lands 3 hand land*2 4/4(5) 3/3(4) 1/1(1) | 2: lands 3")
    cards = look(here, 0).assembly.cards
    with pytest.raises(UsageError, match="cannot be done"):
        put_together(here, 0, [(cards[0], ""), (cards[1], "")])  # two lands
    with pytest.raises(UsageError, match="cannot be done"):
        put_together(here, 0, [(cards[-1], "")])  # too dear
    for strange in ([("1:creature:0", "")], [(cards[0], cards[1])], [(cards[0], ""), (cards[0], "")]):
        with pytest.raises(UsageError, match="look again"):
            put_together(here, 0, strange)
    with pytest.raises(UsageError, match="nothing to put together"):
        put_together(here, 1, [])


def test_a_game_of_somebody_else_gets_it_too():
    """Nim with stones to be chosen: equal ones are as good as each other, and what is no move is refused."""

    def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
        keys = tuple(f"stone:{i}" for i in range(s.stones))
        ways = {move: tuple((key, "") for key in keys[:move]) for move in moves}
        stones = Zone("stones", tuple(Card(key, "stone") for key in keys))
        return Scene((stones,), assembly=Assembly(f"turn {s.stones}", keys, ways) if moves else None)

    here = Position.deal(replace(NIM, scene=scene))
    assert put_together(here, 0, [("stone:9", ""), ("stone:4", "")]) == [2]
    with pytest.raises(UsageError, match="cannot be done"):
        put_together(here, 0, [(f"stone:{i}", "") for i in range(4)])
    html = draw(look(here, 0), live=True)
    assert html.count("aria-pressed") == 15 and "data-assembly" in html


def test_who_goes_on_the_quest_is_one_decision():
    """By both rule books; where there are many characters the rules ask for each."""
    for setup, seed in (("passage:level=medium", "5"), ("full:level=hard", "3")):
        table = Session("lotr", setup, ("you",), seed)
        chance = random.Random(2)
        found = 0
        for _ in range(60):
            view = table.view(0)
            if table.over:
                break
            if view.assembly is None or not view.assembly.cards:
                table.play(chance.choice(table.position.options()))
                continue
            chosen = [key for key in view.assembly.cards if chance.random() < 0.7]
            wills = view.assembly.sums[0].weights
            assert set(wills) == set(view.assembly.cards)
            table.play_together(0, [(key, "") for key in chosen])
            found += 1
            assert _goers(table) == sorted(view.cards[key].name.rstrip(" 0123456789") for key in chosen)
        assert found


def _goers(table: Session) -> list[str]:
    """Who went on the quest by the last decision, in the words of its moves."""
    first = len(table.moves) - 1
    while first in table.joined:
        first -= 1
    names: list[str] = []
    for at in range(first, len(table.moves)):
        told = table.told(at, 0)
        if told.startswith("commit ") and told != "commit nobody":
            names += told.removeprefix("commit ").split(", ")
        elif told.endswith(" goes"):
            names.append(told.removesuffix(" goes"))
    return sorted(name.rstrip(" 0123456789") for name in names)
