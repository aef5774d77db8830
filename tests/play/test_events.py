"""What happened, as typed facts: the words for it, what each seat may hear of it, and that it is what happened."""

from __future__ import annotations

import random
import re

import pytest

from mulligan.core.events import DAMAGED, DRAWN, KNOCKED_OUT, PRIZE
from mulligan.core.position import make_stream
from mulligan.core.scene import OPEN
from mulligan.games.magic import MAGIC
from mulligan.games.pokemon import POKEMON
from mulligan.play.seated import SeatedAgents
from mulligan.play.session import Session

NAMING = ("magic", "pokemon", "tribute", "lotr")
MAIN = "magic turn 9 player 1 cards | 1: lands 4 hand land 2/2(2) 3/3(4) | 2: lands 3 hand 2/1(2) ready 2/3(3)"
FIGHT = "magic turn 9 block | 1: lands 3 hand 1/1(1) attackers 2/2(2) 3/3(4) | 2: lands 3 ready 2/2(2) 1/1(1)"


def played(game: str, moves: int, seed: str = "3") -> Session:
    table, chance = Session(game, seed=seed), random.Random(seed)
    while not table.over and len(table.moves) < moves:
        table.play(chance.choice(table.position.options()))
    return table


def test_a_fight_in_words() -> None:
    table = Session(MAGIC, "literal", position=FIGHT).play("2/2(2) blocks 2/2(2)").play("1/1(1) stays")
    assert table.happened(0, 1) == ["your Wild Badger 2/2 blocks Wild Badger 2/2"]
    assert table.happened(1, 1) == [
        "you lose 3 life (17 left)",
        "your Wild Badger 2/2 dies",
        "the opponent's Wild Badger 2/2 dies",
    ]
    assert table.happened(1, OPEN)[0] == "player 2 loses 3 life (17 left)"


def test_each_seat_hears_of_draws_what_it_may_know() -> None:
    table = Session(MAGIC, "literal", position=MAIN).play("play land 3/3(4)")
    assert table.happened(0, 0) == ["you play land and Wild Bear 3/3", "the opponent draws a card"]
    told = table.happened(0, 1)
    assert told[0] == "the opponent plays land and Wild Bear 3/3"
    assert re.fullmatch(r"you draw (land|[A-Z]\w+ [A-Z]\w+ \d/\d)", told[1])


@pytest.mark.parametrize("game", NAMING)
def test_events_do_not_depend_on_what_a_seat_cannot_know(game: str) -> None:
    """In whatever worlds the positions before and after are drawn, a seat hears the same."""
    table = played(game, 160)
    rules = table.position.game
    named = 0
    for at in range(len(table.moves)):
        for seat in range(rules.players):
            told = table.events(at, seat)
            named += len(told)
            move = table.moves[at] if table.told(at, seat) != "a choice that you cannot see" else None
            for world in range(2):
                (before, t), (after, _) = (
                    table.positions[i].hide(seat, make_stream(rules, 5, "world", world, i)).plain()
                    for i in (at, at + 1)
                )
                assert list(rules.events(before, after, t, move, seat)) == told
    assert named > 20


@pytest.mark.parametrize("game", NAMING)
def test_names_of_hidden_cards_are_not_told(game: str) -> None:
    table = played(game, 160)
    for at in range(len(table.moves)):
        for seat in range(table.game.players):
            for event in table.events(at, seat):
                if event.kind == DRAWN and event.seat != seat:
                    assert not any(event.cards)


def test_damage_and_knock_outs_of_a_game_of_pokemon() -> None:
    table = Session(POKEMON, players=("scripted", "scripted"), seed="1")
    seated = SeatedAgents(table)
    while not table.over and len(table.moves) < 120:
        seated.play()
    events = [event for at in range(len(table.moves)) for event in table.events(at, OPEN)]
    taken = sum(event.amount for event in events if event.kind == PRIZE)
    assert taken == sum(6 - counter.value for counter in table.view(OPEN).counters if counter.title == "prizes left")
    assert taken and 0 < sum(event.kind == KNOCKED_OUT for event in events) <= taken
    weak = [event for event in events if event.reasons]
    assert weak and all(event.kind == DAMAGED and event.reasons == ("weakness x2",) for event in weak)
