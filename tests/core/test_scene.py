"""The tables that players see: nothing that is hidden shows, every card is there, and every move finds its cards.

All games are held to this, in several setups each; games of other packages are free to use the same checks.
"""

from __future__ import annotations

import json
from collections import Counter as Tally
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from mulligan.core.position import Position, make_stream
from mulligan.core.registry import find_game, game_names
from mulligan.core.scene import LAYOUTS, OPEN, TINTS, Card, Scene
from mulligan.games.lotr import LOTR
from mulligan.games.lotr.cards import encounter_cards, player_cards
from mulligan.games.lotr.full.text.cardwords import effect_words, encounter_lines, player_lines, quest_lines
from mulligan.games.lotr.full.vocabulary import VERBS, WHOM
from mulligan.games.magic import MAGIC
from mulligan.games.toys import GUESS
from mulligan.play.record import read_record, write_record
from mulligan.play.session import Session, open_record
from mulligan.play.view import FEW, View, choices, look

MORE_SETUPS = {
    "magic": ["literal:max_hand=7,skip_first_draw", "literal:deck1=M8"],
    "lotr": ["clean:level=hard", "paper:K13q,K13d,K18", "paper:runner=flat", "full", "full:level=easy"],
}
SETUPS = {"tribute": 2, "pokemon": 3}  # whose games are long
TABLES = [
    (name, setup)
    for name in game_names()
    for setup in [*list(find_game(name).setups)[: SETUPS.get(name, 4)], *MORE_SETUPS.get(name, [])]
]
EACH_TABLE = pytest.mark.parametrize(("name", "setup"), TABLES)
POSITIONS = 20  # that are looked at, of each game that is played
STREAMS = 3


@cache
def positions(name: str, setup: str) -> tuple[Position, ...]:
    """Positions of games between random players, the first and the last among them."""
    found: list[Position] = []
    for seed in range(2):
        position, random, met = Position.deal(find_game(name), setup, seed=("scene", seed)), Random(seed), []
        while True:
            met.append(position.copy())
            if position.over:
                break
            position.play(random.choice(choices(position)))
        step = max(1, len(met) // POSITIONS)
        found += [*met[:-1:step], met[-1]]
    return tuple(found)


@cache
def views(name: str, setup: str) -> tuple[tuple[Position, View], ...]:
    """All that each seat sees, and those who may see everything."""
    seats = [OPEN, *range(find_game(name).players)]
    return tuple((position, look(position, seat)) for position in positions(name, setup) for seat in seats)


# --- every game -------------------------------------------------------------------------------------------------------


@EACH_TABLE
def test_no_view_depends_on_hidden_cards(name, setup):
    game = find_game(name)
    differs = False
    for position in positions(name, setup):
        for seat in range(game.players):
            seen = look(position, seat)
            for i in range(STREAMS):
                other = position.hide(seat, make_stream(game, "other", i))
                assert look(other, seat) == seen
                differs |= look(other, OPEN) != look(position, OPEN)
    assert differs == game.hidden  # else there would have been nothing to hide


@EACH_TABLE
def test_scenes_show_no_invented_cards(name, setup):
    """However the hidden cards were dealt anew, the scene is the same: so none of them is in it."""
    game = find_game(name).at(setup)
    if game.scene is None:
        return
    for position in positions(name, setup):
        for seat in range(game.players):
            deals = [position.hide(seat, make_stream(game, "deal", i)) for i in range(1 + STREAMS)]
            moves = choices(position) if position.actor == seat else []
            scenes = [game.scene(*deal.plain(), seat, moves) for deal in deals]
            assert all(scene == scenes[0] for scene in scenes)


@EACH_TABLE
def test_scenes_are_well_formed(name, setup):
    for _, view in views(name, setup):
        cards = [card for zone in view.zones for card in zone.cards]
        assert len(view.cards) == len(cards), "a key is used twice"
        owners = {zone.owner for zone in view.zones} | {counter.owner for counter in view.counters}
        assert owners <= {None, *range(find_game(name).players)}
        assert {zone.layout for zone in view.zones} <= set(LAYOUTS)
        titles = [(zone.owner, zone.title) for zone in view.zones]
        assert len(set(titles)) == len(titles), "news could not tell the zones apart"
        titles = [(counter.owner, counter.title) for counter in view.counters]
        assert len(set(titles)) == len(titles), "news could not tell the counters apart"
        for card in cards:
            assert card.tint in TINTS and card.count > 0 and card.key
            texts = (card.name, card.kind, card.cost, card.stats, *card.lines, *card.marks)
            assert all(isinstance(text, str) and text == text.strip() for text in texts)
            assert card.name or not (card.stats or card.lines or card.cost), "the back of a card says nothing"


@EACH_TABLE
def test_moves_find_their_cards(name, setup):
    for position, view in views(name, setup):
        mine = view.seat == position.actor and not position.over
        assert [move.move for move in view.moves] == (choices(position) if mine else [])
        assert [move.number for move in view.moves] == list(range(1, len(view.moves) + 1))
        assert [move.text for move in view.moves] == [position.text(move.move) for move in view.moves]
        for move in view.moves:
            assert not move.source or move.source in view.cards, move
            assert not move.target or (move.target in view.cards and move.source), move
            assert set(move.others) <= set(view.cards) - {move.source} and (move.source or not move.others), move
        if not mine:
            assert view.prompt == "", "only who is to move is asked"


@EACH_TABLE
def test_scenes_speak_of_legal_moves_alone(name, setup):
    game = find_game(name).at(setup)
    if game.scene is None:
        return
    for position in positions(name, setup):
        if not position.over:
            moves = choices(position)
            scene = game.scene(*position.plain(), position.actor, moves)
            assert {*scene.sources, *scene.targets, *scene.others} <= set(moves)
            nobody = game.scene(*position.plain(), position.actor, [])
            assert not nobody.sources and not nobody.targets and nobody.prompt == ""


@EACH_TABLE
def test_views_are_plain_data(name, setup):
    for _, view in views(name, setup):
        told = json.loads(json.dumps(view.to_dict(), allow_nan=False))
        assert told["moves"] == [
            {
                "number": m.number,
                "move": m.move,
                "text": m.text,
                "source": m.source,
                "target": m.target,
                "others": [*m.others],
            }
            for m in view.moves
        ]
        assert [len(zone["cards"]) for zone in told["zones"]] == [len(zone.cards) for zone in view.zones]


@EACH_TABLE
def test_hands_of_others_show_their_backs(name, setup):
    for _, view in views(name, setup):
        for zone in view.zones:
            if zone.layout == "hand" and view.seat != OPEN and zone.owner not in (view.seat, None):
                told = {"shown", "known to you", "known to all"}
                assert all(told & {*card.marks} for card in zone.cards if card.name), "no card but those once shown"
            elif zone.layout == "hand":
                assert all(card.name for card in zone.cards)


@EACH_TABLE
def test_what_is_face_down_for_one_is_as_many_cards_for_all(name, setup):
    """A zone may be there for one seat only, such as cards to choose from; else it has one size."""
    game = find_game(name)
    for position in positions(name, setup):
        seen = [look(position, seat) for seat in (OPEN, *range(game.players))]
        sizes = [{(zone.owner, zone.title): zone.size for zone in view.zones} for view in seen]
        shared = set.intersection(*map(set, sizes))
        assert shared or not any(sizes)
        assert all(found[zone] == sizes[0][zone] for found in sizes for zone in shared)


@EACH_TABLE
def test_games_played_by_the_words_of_views_come_back(name, setup):
    """By words from views to moves, and by a file from moves to the same game."""
    game = find_game(name)
    table, random = Session(game, setup, seed="whole game"), Random(7)
    while not table.over:
        view = table.view(table.actor)
        table.play(random.choice(view.moves).text)
    assert view.moves[0].text and table.view(0).results == table.results
    again = open_record(read_record(write_record(table.record()), "g"))
    assert again.position.fields() == table.position.fields()
    assert again.moves == table.moves and again.results == table.results
    assert again.view(OPEN) == table.view(OPEN)


# --- views ------------------------------------------------------------------------------------------------------------


def other_cards(scene: Callable[..., Scene] | None) -> list[Position]:
    """Positions that differ only in the card of the second player, of a game with another scene."""
    game = replace(GUESS.interpreted(), scene=scene)
    return [Position.read(game, f"guess 8: 3 seeks 2-8, {card} seeks 1-8, player 1 to move") for card in (2, 5, 8)]


def test_no_scene_is_given_the_truth():
    """A careless one would show invented cards."""
    careless = other_cards(lambda s, t, seat, moves: Scene(prompt=str(s.card)))
    assert len({look(position, OPEN).prompt for position in careless}) == 3
    assert len({look(position, 0).prompt for position in careless}) == 1


def test_a_game_without_a_scene_is_told_in_its_text():
    for position in other_cards(None):
        (text,) = look(position, 0).cards["text"].lines
        assert text == "guess 8: 3 seeks 2-8, ? seeks 1-8, player 1 to move"
        assert look(position, OPEN).cards["text"].lines == (str(position),)


# --- every card is somewhere ------------------------------------------------------------------------------------------


def contents(view: View, owner: int | None) -> int:
    return sum(zone.size for zone in view.zones if zone.owner == owner)


@pytest.mark.parametrize("setup", [setup for name, setup in TABLES if name == "magic"])
def test_magic_has_all_cards(setup):
    for position, view in views("magic", setup):
        _, t = position.plain()
        assert [contents(view, p) for p in range(2)] == t.cards
        if view.seat == OPEN:
            for p in range(2):
                cards = [c for zone in view.zones if zone.owner == p for c in zone.cards for _ in range(c.count)]
                assert Tally(card.name for card in cards)["land"] == t.lands[p]
                assert sum(int(card.cost or 0) for card in cards) == sum(t.cost[p])


@pytest.mark.parametrize("setup", [setup for name, setup in TABLES if name == "lotr"])
def test_lotr_has_all_cards(setup):
    """With the quest card and the heroes, and the names those of the deck lists."""
    players, perils = ([str(card["name"]) for card in cards] for cards in (player_cards(), encounter_cards()))
    for position, view in views("lotr", setup):
        _, t = position.plain()
        dealt = Tally(players[kind] for kind in (0, 1, 2, *t.deck[: t.cards]))
        dealt += Tally(perils[kind] for kind in t.encounters[: t.encounter_cards])
        assert contents(view, 0) + contents(view, None) == dealt.total() + 1
        if view.seat == OPEN:
            shown: Tally[str] = Tally()
            for card in view.cards.values():
                name, _, number = card.name.rpartition(" ")
                shown[name if number.isdigit() else card.name] += card.count
            shown[view.zones[0].cards[0].name] -= 1
            assert +shown == dealt


@pytest.mark.parametrize(("name", "setup"), [table for table in TABLES if table[0] in ("guess", "swap")])
def test_toys_have_all_cards(name, setup):
    for _, view in views(name, setup):
        zones = [zone for zone in view.zones if zone.title in ("hand", "deck", "gone")]
        assert sum(zone.size for zone in zones) == (12 if name == "swap" else 2 * int(setup))


# --- Magic ------------------------------------------------------------------------------------------------------------


def magic(text: str, seat: int) -> View:
    return look(Position.read(MAGIC, text, "literal"), seat)


def sourced(view: View) -> dict[str, tuple[str, str]]:
    """For each move the names of the cards that it begins and ends at."""
    names = {"": "", **{key: card.name for key, card in view.cards.items()}}
    return {move.text: (names[move.source], names[move.target]) for move in view.moves}


def test_magic_blocks():
    text = (
        "magic turn 7 player 1 block | life 20 17 | 1: lands 4 ready 1/1(1) attackers 3/3(4)<2/1(2) 3/3(4)"
        " | 2: lands 3 ready 1/1(1)*2 2/1(2) 2/3(3) stays 2/3(3)"
    )
    view = magic(text, 1)
    assert view.prompt == "Whom does 1/1(1) block?"
    assert sourced(view) == {
        "1/1(1) blocks 3/3(4)": ("1/1(1)", "3/3(4)"),
        "1/1(1) blocks 3/3(4)#2": ("1/1(1)", "3/3(4)"),
        "1/1(1) stays": ("1/1(1)", ""),
    }
    first, second = (view.cards[move.target] for move in view.moves[:2])
    assert first.marks == ("tapped", "attacks", "blocked by 2/1(2)") and first.turned
    assert second.marks == ("tapped", "attacks as 3/3(4)#2")
    marks = {card.name: card.marks for zone in view.zones if zone.owner == 1 for card in zone.cards if card.marks}
    assert marks == {"2/1(2)": ("blocks 3/3(4)",), "2/3(3)": ("stays",)}
    assert magic(text, 0).prompt == ""


def test_magic_whole_moves_and_questions():
    few = magic("magic turn 9 player 1 cards | 1: lands 2 hand land 2/2(2) 3/3(4) | 2: ready 2/3(3)", 0)
    assert few.prompt == "What do you play, with 2 mana and a land?"
    assert sourced(few) == {
        "play nothing": ("", ""),
        "play 2/2(2)": ("2/2(2)", ""),
        "play land": ("land", ""),
        "play land 2/2(2)": ("2/2(2)", ""),
    }
    along = {move.text: [few.cards[key].name for key in move.others] for move in few.moves if move.others}
    assert along == {"play land 2/2(2)": ["land"]}, "whoever clicks the land is asked what else"
    pair = magic("magic turn 9 player 1 attack | 1: lands 2 ready 2/2(2)*2 3/3(4) | 2: ready 2/3(3)", 0)
    both = {move.text: [move.source, *move.others] for move in pair.moves}
    assert len(both["attack 2/2(2)*2"]) == 2 and both["attack 2/2(2)"] == both["attack 2/2(2)*2"][:1]
    assert len({pair.handles[key] for key in both["attack 2/2(2)*2"]}) == 1, "equal creatures are alike"
    text = "magic turn 9 player 1 {} | 1: lands 9 {} 1/1(1) 2/1(2) 2/2(2) 3/3(4)*2"
    many = magic(text.format("cards", "hand land"), 0)
    assert len(Position.read(MAGIC, text.format("cards", "hand land")).options()) > FEW
    assert many.prompt == "Cast 3/3(4)? There is 9 mana, and 1 of the land that comes first."
    assert sourced(many) == {"cast 3/3(4)": ("3/3(4)", ""), "skip 3/3(4)": ("3/3(4)", "")}
    attack = magic(text.format("attack", "ready"), 0)
    assert attack.prompt == "How many of 3/3(4) attack?"
    assert {source for source, _ in sourced(attack).values()} == {"3/3(4)"}
    assert len({move.source for move in attack.moves}) == 1


def test_magic_skipped_cards_are_known_to_their_owner_alone():
    text = "magic turn 9 player 1 cards | 1: lands 4 hand 2/2(2) 3/3(4) skipped 3/3(4) | 2: lands 3 hand 2/1(2)"
    shown = [card.marks for card in magic(text, 0).cards.values() if card.name == "3/3(4)"]
    assert shown == [("not this turn",)]
    assert "not this turn" not in json.dumps(magic(text, 1).to_dict())


def test_magic_counters():
    text = "magic turn 9 player 1 {} | life 12 7 | 1: lands 4 hand 2/2(2) ready 2/2(2) | 2: lands 3"
    values = {(c.owner, c.title): (c.value, c.most) for c in magic(text.format("cards mana 3"), 1).counters}
    assert values == {(0, "life"): (12, 20), (1, "life"): (7, 20), (0, "mana"): (3, 4)}
    assert {counter.title for counter in magic(text.format("attack"), 1).counters} == {"life"}


# --- The Lord of the Rings --------------------------------------------------------------------------------------------


def lotr(text: str, setup: str) -> View:
    return look(Position.read(LOTR, text, setup), 0)


def named(view: View, name: str) -> Card:
    found = [card for card in view.cards.values() if card.name == name]
    assert len(found) == 1
    return found[0]


def test_lotr_characters_and_enemies():
    view = lotr(
        "lotr round 3 defense | threat 31 quest 5 | hand 2 Northern Tracker"
        " | heroes Eowyn 2 tokens tapped, Eleanor 1 hit, Thalin dead | allies Wandering Took, Wandering Took 1 hit"
        " | staging Old Forest Road 1 point | engaged Dol Guldur Orcs 1 hit, Forest Spider attacking"
        " | active Enchanted Stream 1 point",
        "clean",
    )
    eowyn, eleanor = named(view, "Eowyn"), named(view, "Eleanor")
    assert (eowyn.stats, eowyn.marks, eowyn.turned) == ("W4 A1 D1 3/3 HP", ("exhausted", "2 resources"), True)
    assert (eleanor.stats, eleanor.marks, eleanor.turned) == ("W1 A1 D2 1/3 HP", ("2 damage",), False)
    assert named(view, "Wandering Took 2").stats == "W1 A1 D1 1/2 HP"
    assert [card.name for zone in view.zones if zone.title == "discard pile" for card in zone.cards] == ["Thalin"]
    assert named(view, "Dol Guldur Orcs").marks == ("2 damage",)
    spider = named(view, "Forest Spider")
    assert (spider.stats, spider.marks) == ("E25 T2 A2 D1 4/4 HP", ("attacks now, with 2",))
    assert named(view, "Old Forest Road").stats == "T1 2/3 progress"
    assert named(view, "Enchanted Stream").stats == "T2 1/2 progress"
    assert view.prompt == "Forest Spider attacks with 2. Who defends?"
    found = sourced(view)
    assert found["Wandering Took 2 defends"] == ("Wandering Took 2", "Forest Spider")
    assert found["no defense, Eowyn is hit"] == ("Forest Spider", "Eowyn")
    values = {(c.owner, c.title): (c.value, c.most) for c in view.counters}
    assert values == {
        (None, "quest progress"): (3, 8),
        (None, "staged threat"): (1, None),
        (0, "threat"): (31, 50),
        (0, "Spirit resources"): (2, None),
        (0, "Tactics resources"): (0, None),
    }


def test_lotr_texts_belong_to_the_full_game():
    for setup, texts in (("clean", 0), ("full", 1)):
        view = lotr("lotr round 3 planning | staging Forest Spider", setup)
        assert len([line for line in named(view, "Forest Spider").lines if "Shadow" in line]) == texts
    assert "Leaves play at the end of the round" in named(lotr("lotr | hand Gandalf", "clean"), "Gandalf").lines


def test_lotr_full_table():
    view = lotr(
        "lotr round 3 response at after | threat 31 quest 2 of A Fork in the Road | hand Gandalf, 2 Feint"
        " | heroes Eowyn 2 tokens tapped committed, Eleanor 1 web, Thalin 3 hits | allies Beorn 2 steel"
        " | staging Hummerhorns, Old Forest Road 1 earth | engaged Chieftain Ufthak 2 tokens"
        " | worn Citadel Plate Thalin, Dwarven Axe Thalin",
        "full",
    )
    assert named(view, "Thalin").stats == "W1 A4 D2 3/8 HP"
    assert named(view, "Thalin").marks == ("5 damage", "has Citadel Plate", "has Dwarven Axe")
    assert named(view, "Beorn").stats == "W1 A5 D5 6/6 HP"
    assert named(view, "Eleanor").marks == ("1 web",)
    assert named(view, "Caught in a Web").marks == ("on Eleanor",)
    assert named(view, "Power in the Earth").marks == ("on Old Forest Road",)
    assert named(view, "Old Forest Road").stats == "T0 0/3 progress"
    assert named(view, "Chieftain Ufthak").stats == "E35 T2 A7 D3 6/6 HP"
    assert view.prompt == "Discard a card for more willpower? Now it is 4 against a threat of 1."
    assert sourced(view) == {
        "keep the cards": ("", ""),
        "discard Gandalf": ("Gandalf", ""),
        "discard Feint": ("Feint", ""),
    }


PENDING = [
    ("Gandalf played", "Gandalf: which of its texts?", {"draw 3": "Gandalf", "threat -5": "Gandalf"}),
    (
        "Dol Guldur Orcs revealed",
        "Dol Guldur Orcs: 2 damage to a committed character. Which?",
        {"damage Eowyn": "Eowyn", "damage Thalin": "Thalin"},
    ),
    (
        "Forest Spider shadow",
        "Forest Spider: discard an attachment. Which?",
        {"strip Citadel Plate of Thalin": "Citadel Plate", "strip Power in the Earth 1": "Power in the Earth"},
    ),
    (
        "Power in the Earth played",
        "Power in the Earth: attach to a location. Which?",
        {"wear Old Forest Road (staged)": "Old Forest Road", "wear Forest Gate (active)": "Forest Gate"},
    ),
    (
        "Dwarven Tomb played",
        "Dwarven Tomb: take a Spirit card from your discard pile into your hand. Which?",
        {"regain Hasty Stroke": "Hasty Stroke", "regain A Test of Will": "A Test of Will"},
    ),
    (
        "Mountains of Mirkwood explored 2 parts",
        "Mountains of Mirkwood: you may take one of them into your hand and shuffle the rest back. Which?",
        {"decline": "", "take Quick Strike": "Quick Strike"},
    ),
    (
        "Don't Leave the Path! revealed",
        "Don't Leave the Path!: put a Spider from the encounter deck or its discard pile into the staging area. Which?",
        {"fetch King Spider from the discards": "King Spider", "fetch Forest Spider from the deck": ""},
    ),
    ("rule undefended", "3 damage: which hero takes it?", {"hit Eowyn": "Eowyn", "hit Eleanor": "Eleanor"}),
    ("Driven by Shadow undefended open", "Driven by Shadow: discard each attachment. Do you cancel it?", {}),
]


@pytest.mark.parametrize(("pending", "prompt", "expected"), PENDING, ids=[row[0] for row in PENDING])
def test_lotr_choices_fall_on_cards(pending, prompt, expected):
    cancel = " | hand Hasty Stroke" if "open" in pending else ""
    view = lotr(
        "lotr round 3 response at shadow blow 3 | threat 31"
        " | heroes Eowyn 2 tokens committed, Eleanor 2 tokens, Thalin committed | allies Gandalf"
        " | staging Old Forest Road 1 earth | engaged Chieftain Ufthak assaults | active Forest Gate"
        f" | worn Citadel Plate Thalin | looking Quick Strike, Feint{cancel}"
        " | discarded A Test of Will, Hasty Stroke | defeated King Spider"
        f" | pending {pending}",
        "full",
    )
    assert view.prompt == prompt
    found = {text: source for text, (source, _) in sourced(view).items()}
    assert expected.items() <= found.items()


def test_lotr_every_text_can_be_said():
    """Every verb with every number of words, and every card."""
    for verb in range(1, len(VERBS) + 1):
        for whom in range(len(WHOM) + 1):
            assert effect_words(verb, 2, whom) and effect_words(verb, 2, whom, 1).startswith("you may ")
    lines = [player_lines(kind) for kind in range(len(player_cards()))]
    lines += [encounter_lines(kind) for kind in range(len(encounter_cards()))]
    lines += [quest_lines(stage) for stage in range(4)]
    silent = [card["name"] for card, text in zip(player_cards(), lines, strict=False) if not text]
    assert silent == ["Wandering Took", "Veteran Axehand"]  # the cards without a text
    said = [line for card in lines for line in card]
    assert all(line[0].isupper() or line[0] in "+-1234567890" for line in said)
    assert not any(word in line for line in said for word in ("{", "  ", "one committed", "one character", "one hero"))


def test_equal_cards_are_as_good_as_each_other() -> None:
    """Games offer equal cards once; whichever a person reaches for, it is the one that moves know."""
    tribute = find_game("tribute")
    for seed in range(20):
        position = Position.deal(tribute, "random", seed=seed)
        view = look(position, position.actor)
        hand = next(zone for zone in view.zones if zone.title == "hand" and zone.owner == view.seat)
        gold = [card.key for card in hand.cards if card.name == "Gold"]
        if len(gold) > 1:
            assert len({view.handles[key] for key in gold}) == 1
            assert any(move.source == view.handles[gold[-1]] for move in view.moves)
            return
    raise AssertionError("no hand with two Gold")
