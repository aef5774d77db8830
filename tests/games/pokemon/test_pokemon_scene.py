"""The table of the Pokemon TCG: what each seat is shown, and where moves begin and end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from mulligan.core.position import Position, make_stream
from mulligan.core.scene import OPEN, TINTS, Card, Zone
from mulligan.games.pokemon.cards.arrays import CARDS, NAMES
from mulligan.games.pokemon.cards.cardfile import Attack
from mulligan.games.pokemon.cards.effects import read_effects
from mulligan.games.pokemon.cards.vocabulary import ENERGY
from mulligan.games.pokemon.rules.layout import (
    ATTACK,
    DONE,
    END_TURN,
    EXTRA,
    GO,
    LOOKED_CARD,
    MODE,
    RETREAT,
)
from mulligan.games.pokemon.text.faces import _attack, energy_text, face
from mulligan.games.pokemon.text.prompts import _OF_CARD, _OF_GAME, _OF_PILE
from mulligan.play.view import View, look

from ...helpers.pokemon_tools import DECKS, PLAIN, Board, pair

SETUPS = [*DECKS, pair("night_striker", "darkrai_laser") + ",belief=pool"]
WORDLESS = (END_TURN, GO, EXTRA, MODE, DONE)  # moves that name no card
ENERGIES = {energy_text(i): NAMES[i] for i, card in enumerate(CARDS) if card and card.kind == ENERGY}


def positions(setup: str, seed: int, step: int, moves: int) -> Iterator[Position]:
    """Some positions of a random game in which to end the turn is less likely than other moves."""
    chance, here = Random(seed), Position.deal(PLAIN, setup, seed)
    for i in range(moves):
        asked = here.states[0].ask != 0
        if here.over or (asked and chance.randrange(2)) or i % step == 0:
            yield here
        if here.over:
            return
        legal = here.options()
        here.play(legal[min(chance.randrange(len(legal)), chance.randrange(len(legal)))])


def zone(view: View, title: str, owner: int | None) -> Zone:
    return next(z for z in view.zones if z.title == title and z.owner == owner)


def named(view: View, title: str, owner: int | None) -> list[tuple[str, int]]:
    """The cards of a zone: names, empty for backs, and how many."""
    return [(card.name, card.count) for card in zone(view, title, owner).cards]


# --- any position -----------------------------------------------------------------------------------------------------


def attached(card: Card) -> list[str]:
    """What is on a Pokemon, by its marks."""
    found = []
    for mark in card.marks:
        if told := re.fullmatch(r"Energy: (.*?)(?: x(\d+))?", mark):
            found += [ENERGIES[told[1]]] * int(told[2] or 1)
        elif told := re.fullmatch(r"(?:Tool:|evolved from) (.*)", mark):
            found += told[1].split(", ")
    return found


def plain_name(name: str) -> str:
    """A card without its number."""
    return re.sub(r" [a-z]+\d+-\d+$", "", name)


def cards_of(view: View, p: int) -> Counter[str]:
    """All cards of a player that are on the table, by name; those face down under an empty one."""
    whose = {OPEN: f"player {p + 1}'s", p: "yours"}.get(view.seat, "the opponent's")
    found: Counter[str] = Counter()
    for place in view.zones:
        for card in place.cards:
            if place.owner == p or (place.owner is None and place.title != "choices" and whose in card.marks):
                found[plain_name(card.name)] += card.count
                found.update(plain_name(name) for name in attached(card))
    return found


def _in_moves(card: Card) -> str:
    """The name by which moves call a card: Pokemon in play need no number, for they are told apart by their place."""
    return plain_name(card.name) if ":active" in card.key or ":bench" in card.key else card.name


def check_moves(view: View) -> None:
    """Every move that names a card begins at a card of that name; what it ends at is named too."""
    cards, names = view.cards, {key: _in_moves(card) for key, card in view.cards.items()}
    assert len(cards) == sum(len(place.cards) for place in view.zones), "keys are unique"
    assert bool(view.prompt) == bool(view.moves)
    for move in view.moves:
        command = move.move & 255
        if command in WORDLESS:
            assert (move.source, move.target) == ("", "")
            continue
        assert cards[move.source].name
        if command == ATTACK:
            assert move.source == f"{view.seat}:active"
        elif command == RETREAT:
            assert move.source == f"{view.seat}:active" and move.target.startswith(f"{view.seat}:bench:")
        else:
            assert names[move.source] in move.text
        if move.target:
            assert names[move.target] in move.text
        told = re.search(r"(opposing )?[^ ]+ \((active|bench (\d))\)", move.text)
        if told:
            p = 1 - view.seat if told[1] else view.seat
            key = f"{p}:bench:{told[3]}" if told[3] else f"{p}:active"
            assert key in (move.source, move.target), move.text
    picked = {move.source for move in view.moves}
    assert all(card.key in picked for place in view.zones if place.title == "choices" for card in place.cards)


def check_seat(here: Position, seat: int) -> None:
    view, s, foe = look(here, seat), here.states[0], 1 - seat
    moves = [move.move for move in view.moves]
    shown = PLAIN.scene(*here.hide(seat, make_stream(PLAIN, 0)).plain(), seat, moves)
    for stream in range(1, 4):
        other = here.hide(seat, make_stream(PLAIN, stream))
        # the view of any other world is the same, and nothing of that world is to be seen
        assert look(other, seat) == view
        assert PLAIN.scene(*other.plain(), seat, moves) == shown
    assert shown.zones == view.zones
    for p in range(2):
        assert cards_of(view, p).total() == 60
    known = {face(card).name: n for card, n in enumerate(s.shown[foe]) if n}
    assert Counter(dict(named(view, "hand", foe)))[""] == s.n_hand[foe] - sum(known.values())
    assert Counter(name for name, _ in named(view, "hand", foe) if name) == known
    hidden = [zone(view, "deck", foe), zone(view, "prizes", foe)]
    assert not any(card.name or card.lines or card.marks for place in hidden for card in place.cards)
    check_moves(view)


@pytest.mark.parametrize("setup", SETUPS)
def test_no_seat_is_shown_what_it_cannot_know(setup: str) -> None:
    for here in islice(positions(setup, seed=5, step=8, moves=260), 40):
        for seat in range(2):
            check_seat(here, seat)


@pytest.mark.parametrize("setup", SETUPS)
def test_readers_of_a_finished_game_see_every_card(setup: str) -> None:
    for here in positions(setup, seed=8, step=15, moves=200):
        view = look(here, OPEN)
        _, t = here.plain()
        for p in range(2):
            assert cards_of(view, p) == Counter(NAMES[card] for card in t.deck[p])
        assert not view.moves and not view.prompt


def test_every_card_has_a_face() -> None:
    for number in range(1, len(CARDS)):
        shown = face(number)
        assert shown.name and shown.kind and shown.tint in TINTS and all(shown.lines), shown


# --- faces ------------------------------------------------------------------------------------------------------------


def number(name: str) -> int:
    return NAMES.index(name)


def test_a_pokemon_is_told_with_attacks_and_ability() -> None:
    assert face(number("Darkrai-EX")) == Card(
        key="",
        name="Darkrai-EX",
        kind="Basic Darkness Pokemon-EX",
        tint="teal",
        stats="180 HP",
        lines=(
            "Ability Dark Cloak (always): Own Pokemon that carry any Darkness Energy retreat for free.",
            "Night Spear (2 Darkness, Colorless): 90. Also 30 to one opposing Benched Pokemon (no W/R on the Bench).",
            "Weakness Fighting x2. Resistance Psychic -20. Retreat 2.",
            "Knocked Out, it gives two Prizes.",
        ),
    )


def test_an_evolution_tells_from_what_and_damage_that_may_grow() -> None:
    hydreigon, gothitelle, aipom = (face(number(name)) for name in ("Hydreigon", "Gothitelle", "Aipom"))
    assert hydreigon.name == "Hydreigon bw6-98" and hydreigon.kind == "Stage 2 Dragon Pokemon"
    assert hydreigon.lines[0] == "Evolves from Zweilous."
    assert hydreigon.lines[1].startswith("Consume (Darkness, 2 Colorless): 40. Heal as much damage")
    assert gothitelle.lines[1].startswith("Doom Decree (Psychic, Colorless): Two coins")
    assert gothitelle.lines[2].startswith("Black Magic (Psychic, 2 Colorless): 40+. 20 more")
    assert aipom.lines[0] == "Double Hit (Colorless): 10x. Two coins: 10 per heads."


@pytest.mark.parametrize(
    ("name", "kind", "tint", "line"),
    [
        ("Ultra Ball", "Item", "grey", "Cost: discard two hand cards. Search the deck for a Pokemon into hand."),
        ("Computer Search", "Item, ACE SPEC", "grey", "Cost: discard two hand cards. Search the deck for any card"),
        ("Giant Cape", "Pokemon Tool", "grey", "Holder has 20 more HP."),
        ("Cheren", "Supporter", "grey", "Draw three."),
        ("Virbank City Gym", "Stadium", "grey", "Poisoned Pokemon of both players take two extra counters"),
        ("Darkness Energy", "Basic Energy", "teal", "One Darkness Energy."),
        ("Double Colorless Energy", "Special Energy", "grey", "Two Colorless."),
    ],
)
def test_other_cards_are_told_in_the_words_of_the_card_file(name: str, kind: str, tint: str, line: str) -> None:
    shown = face(number(name))
    assert (shown.name, shown.kind, shown.tint, shown.stats) == (name, kind, tint, "")
    assert shown.lines[0].startswith(line)


def test_an_attack_without_explanation_is_told_by_its_effects() -> None:
    def told(effects: str) -> str:
        return _attack(Attack("Bite", "", read_effects(effects), f"0, Bite, {effects}", ""))

    assert told("damage 20") == "Bite (no Energy): 20."
    assert told("damage 20, draw 1") == "Bite (no Energy): 20. damage 20, draw 1"
    assert told("draw 1") == "Bite (no Energy): draw 1"


# --- in play ----------------------------------------------------------------------------------------------------------


def test_a_pokemon_in_play_shows_all_that_is_on_it() -> None:
    board = Board(
        "active1 Hydreigon < Zweilous < Deino, damage 30, 2 Darkness Energy, Blend Energy GRPD, tool Giant Cape, "
        "asleep poisoned | bench1 Golett, fresh; Gothita, damage 40 | active2 Terrakion, confused"
    )
    cards = look(board.here, 1).cards
    active = cards["0:active"]
    assert (active.name, active.stats, active.turned) == ("Hydreigon bw6-98", "140/170 HP", True)
    assert active.marks == (
        *("asleep", "poisoned", "damage 30", "Energy: Blend GRPD", "Energy: Darkness x2", "Tool: Giant Cape"),
        "evolved from Zweilous, Deino bw6-94",
    )
    assert active.lines == face(number("Hydreigon")).lines
    assert (cards["0:bench:1"].stats, cards["0:bench:1"].marks) == ("90/90 HP", ("bench 1", "new this turn"))
    assert (cards["0:bench:2"].stats, cards["0:bench:2"].marks) == ("10/50 HP", ("bench 2", "damage 40"))
    assert (cards["1:active"].marks, cards["1:active"].turned) == (("confused",), False)


def test_effects_that_last_are_marks_until_they_end() -> None:
    marks = "marks1 no_retreat until 5, smoke until 5, less 10 until 4 | marks2 less 20 until 6, immune until 5"
    cards = look(Board(f"active1 Walrein | {marks}").here, 0).cards
    assert cards["0:active"].marks == ("cannot retreat until turn 5", "attacks only on heads until turn 5")
    told = ("takes 20 less from attacks until turn 6", "takes nothing from attacks until turn 5")
    assert cards["1:active"].marks == told
    locked = Board("active1 Walrein | marks1 lock 2 until 5, more 20 until 5, no_weakness until 6")
    assert look(locked.here, 0).cards["0:active"].marks == (
        *("has no Weakness until turn 6", "cannot use Ice Entomb until turn 5", "attacks for 20 more until turn 5"),
    )


def test_free_retreat_revenge_and_used_abilities_are_told() -> None:
    board = Board("active1 Terrakion, tool Float Stone | bench1 Gabite, used | avenge1 4")
    cards = look(board.here, 0).cards
    assert cards["0:active"].marks == ("retreats for free", "Retaliate does 60 more", "Tool: Float Stone")
    assert cards["0:bench:1"].marks == ("bench 1", "Ability used")
    assert look(Board("avenge1 3").here, 0).cards["0:active"].marks == ()


def test_counters_tell_prizes_and_what_the_turn_has_had() -> None:
    board = Board("done energy supporter | prizes2 2 Water Energy")
    told = [(counter.owner, counter.title, counter.value) for counter in look(board.here, 1).counters]
    assert told == [
        *((0, "prizes left", 6), (1, "prizes left", 2)),
        *((0, "energy", "attached"), (0, "supporter", "played"), (0, "retreat", "not yet")),
        *((None, "deck lists", "open: each side knows the other's"), (None, "rules", "since November 2013")),
    ]


@pytest.mark.parametrize(
    ("setup", "lists", "rules"),
    [
        ("dragonsnarl", "open: each side knows the other's", "2011 to 2013"),
        ("dragonsnarl:belief=pool", "closed: neither side knows the other's", "2011 to 2013"),
        ("night_striker:belief=pool", "closed: neither side knows the other's", "since November 2013"),
    ],
)
def test_everybody_is_told_what_is_known_of_the_lists_and_by_which_rules_is_played(setup, lists, rules) -> None:
    for seat in (0, 1, OPEN):
        told = {counter.title: counter.value for counter in look(Position.deal(PLAIN, setup, 3), seat).counters}
        assert (told["deck lists"], told["rules"]) == (lists, rules)


def test_the_stadium_is_told_with_its_owner() -> None:
    board = Board("stadium Virbank City Gym of 2 | done stadium")
    marks = {seat: look(board.here, seat).cards["stadium"].marks for seat in (0, 1, OPEN)}
    assert marks == {0: ("the opponent's",), 1: ("yours",), OPEN: ("player 2's",)}
    assert ("stadium", "played") in [(counter.title, counter.value) for counter in look(board.here, 1).counters]


def test_the_reason_of_the_end_is_told() -> None:
    view = look(Board("winner 1 by prizes | prizes1 Water Energy").here, 0)
    assert [counter.value for counter in view.counters if counter.title == "ended by"] == ["prizes"]
    assert view.results == (1.0, 0.0) and view.prompt == ""


# --- what is known of hidden cards ------------------------------------------------------------------------------------

SEARCH = "hand1 Energy Search, N | deck1 2 Darkness Energy, Golett | prizes1 Golett, Cheren, Golett, 3 Psychic Energy"


def test_prizes_are_known_after_a_search_but_not_which_is_which() -> None:
    board = Board(SEARCH)
    assert named(look(board.here, 0), "prizes", 0) == [("", 6)]
    board.do("play Energy Search")
    view = look(board.here, 0)
    assert named(view, "prizes", 0) == [("Golett", 2), ("Cheren", 1), ("Psychic Energy", 3)]
    assert {card.marks for card in zone(view, "prizes", 0).cards} == {("face down",)}
    assert named(view, "deck", 0) == [("", 3)]
    assert named(look(board.here, 1), "prizes", 0) == [("", 6)]
    assert named(look(board.here, OPEN), "prizes", 0) == [("Golett", 2), ("Cheren", 1), ("Psychic Energy", 3)]


def test_a_search_offers_its_cards_to_be_picked() -> None:
    board = Board(SEARCH).do("play Energy Search")
    view = look(board.here, 0)
    assert view.prompt == "Energy Search: choose a card from your deck for your hand."
    assert named(view, "choices", None) == [("Darkness Energy", 2)]
    assert [(move.text, move.source) for move in view.moves] == [
        ("take Darkness Energy", f"choices:{number('Darkness Energy')}"),
        ("done", ""),
    ]
    assert named(view, "being played", None) == [("Energy Search", 1)]
    assert view.cards["played"].marks == ("yours",)
    seen = look(board.here, 1)
    assert seen.cards["played"].marks == ("the opponent's",)
    assert (seen.prompt, seen.moves, [z.title for z in seen.zones].count("choices")) == ("", (), 0)


def test_cards_that_were_shown_stay_known_in_the_other_hand() -> None:
    board = Board(SEARCH).do("play Energy Search", "take Darkness Energy")
    assert named(look(board.here, 1), "hand", 0) == [("Darkness Energy", 1), ("", 1)]
    own = zone(look(board.here, 0), "hand", 0).cards
    assert [(card.name, card.marks) for card in own] == [("Darkness Energy", ("shown",)), ("N", ())]


def test_equal_cards_in_hand_have_keys_of_their_own() -> None:
    view = look(Board("hand1 3 Darkness Energy | shown1 Darkness Energy").here, 0)
    energy = number("Darkness Energy")
    told = [(card.key, card.marks) for card in zone(view, "hand", 0).cards]
    assert told == [(f"0:hand:{energy}", ("shown",)), (f"0:hand:{energy}.2", ()), (f"0:hand:{energy}.3", ())]
    assert [(m.source, m.target) for m in view.moves if m.text.startswith("attach")] == [
        (f"0:hand:{energy}", "0:active")
    ]


def test_the_top_of_the_own_deck_is_shown_to_who_knows_it() -> None:
    board = Board("deck1 Golett, N, 5 Darkness Energy | knows1 top 2")
    assert named(look(board.here, 0), "deck", 0) == [("Golett", 1), ("N", 1), ("", 5)]
    assert named(look(board.here, 1), "deck", 0) == [("", 7)]
    assert [name for name, _ in named(look(board.here, OPEN), "deck", 0)][:3] == ["Golett", "N", "Darkness Energy"]


def test_pokemon_are_face_down_while_both_set_up() -> None:
    here = Position.deal(PLAIN, "dragonsnarl", 3)
    while here.states[0].ask != 3:  # the Bench of who sets up first
        here.play(here.options()[0])
    p = here.actor
    assert look(here, p).cards[f"{p}:active"].name
    assert look(here, 1 - p).cards[f"{p}:active"] == Card(f"{p}:active")
    assert look(here, OPEN).cards[f"{p}:active"].name
    assert [counter.title for counter in look(here, p).counters] == ["deck lists", "rules"]


# --- moves and questions ----------------------------------------------------------------------------------------------


def ends(board: Board, seat: int = 0) -> dict[str, tuple[str, str]]:
    return {move.text: (move.source, move.target) for move in look(board.here, seat).moves}


def test_moves_of_a_turn_begin_and_end_at_cards() -> None:
    board = Board(
        "active1 Deino bw6-94, 2 Darkness Energy | bench1 Gabite; Stunky | "
        "hand1 Giant Cape, Zweilous, Psychic Energy, Cheren, Golett",
        setup=pair("dragonsnarl", "dragon_speed"),
    )
    hand = {name: f"0:hand:{number(name)}" for name in ("Giant Cape", "Zweilous", "Psychic Energy", "Cheren", "Golett")}
    found = ends(board)
    assert found["bench Golett"] == (hand["Golett"], "")
    assert found["evolve Deino (active) into Zweilous"] == (hand["Zweilous"], "0:active")
    assert found["attach Psychic Energy to Stunky (bench 2)"] == (hand["Psychic Energy"], "0:bench:2")
    assert found["equip Giant Cape to Gabite (bench 1)"] == (hand["Giant Cape"], "0:bench:1")
    assert found["play Cheren"] == (hand["Cheren"], "")
    assert found["use Dragon Call of Gabite (bench 1)"] == ("0:bench:1", "")
    assert found["retreat to Stunky (bench 2)"] == ("0:active", "0:bench:2")
    assert found["attack Guard Press"] == ("0:active", "")
    assert found["end turn"] == ("", "")


@pytest.mark.parametrize(
    ("text", "prompt", "move", "source", "target"),
    [
        (
            "ask 1 retreat | active1 Golett, 2 Psychic Energy, Darkness Energy | bench1 Stunky | with left 2",
            "Which Energy do you discard to retreat? 2 to pay.",
            *("discard Psychic Energy from Golett (active)", "0:active", ""),
        ),
        (
            "ask 1 cost, by Ultra Ball | hand1 N, Golett, Stunky",
            "Ultra Ball: discard 2 cards from your hand.",
            *("discard Stunky", f"0:hand:{number('Stunky')}", ""),
        ),
        (
            "ask 1 search, by Cilan | knows1 deck | deck1 Golett, 2 Psychic Energy, Darkness Energy",
            "Cilan: choose up to 3 cards from your deck for your hand.",
            *("take Psychic Energy", f"choices:{number('Psychic Energy')}", ""),
        ),
        (
            "ask 1 recover, by Super Rod | discard1 Golett, N, Stunky",
            "Super Rod: choose 2 cards from your discard pile to shuffle into your deck.",
            *("return Golett", f"choices:{number('Golett')}", ""),
        ),
        (
            "ask 1 recover, by Draw In of Zweilous | active1 Zweilous | discard1 2 Darkness Energy, Golett",
            "Draw In of Zweilous: choose 2 cards from your discard pile to attach to this Pokemon.",
            *("attach Darkness Energy", f"choices:{number('Darkness Energy')}", ""),
        ),
        (
            "ask 1 destination, by Dark Patch, carrying Darkness Energy | bench1 Stunky; Golett; Zorua",
            "Dark Patch: which Pokemon gets the Darkness Energy?",
            *("attach Darkness Energy to Zorua (bench 3)", "carried", "0:bench:3"),
        ),
        (
            "ask 1 top, by Pokemon Communication | hand1 Golett, Stunky, N",
            "Pokemon Communication: which card of your hand goes on top of your deck?",
            *("put Golett on top", f"0:hand:{number('Golett')}", ""),
        ),
        (
            "ask 1 opposing, by Night Spear of Darkrai-EX | active1 Darkrai-EX | bench2 Golett; Stunky",
            "Night Spear of Darkrai-EX: which Benched Pokemon of the opponent takes 30?",
            *("choose opposing Stunky (bench 2)", "1:bench:2", ""),
        ),
        (
            "ask 1 opposing, by Pokemon Catcher | bench2 Golett; Stunky",
            "Pokemon Catcher: which Pokemon of the opponent becomes Active?",
            *("choose opposing Golett (bench 1)", "1:bench:1", ""),
        ),
        (
            "ask 1 own, by Potion | bench1 Golett, damage 20; Stunky, damage 10",
            "Potion: which Pokemon is healed?",
            *("choose Golett (bench 1)", "0:bench:1", ""),
        ),
        (
            "ask 1 own, by Switch | bench1 Golett; Stunky",
            "Switch: which Pokemon becomes Active?",
            *("choose Golett (bench 1)", "0:bench:1", ""),
        ),
        (
            "ask 1 order, by Future Sight of Gothita | active1 Gothita | deck1 N, Golett, 2 Stunky, Cheren, N "
            "| knows1 top 5 | with left 4",
            "Future Sight of Gothita: which card lies next on your deck, from the top?",
            *("next Golett", f"choices:{number('Golett')}", ""),
        ),
        (
            "ask 1 move, by Energy Switch | active1 Golett, Psychic Energy, Darkness Energy | bench1 Stunky",
            "Energy Switch: which Energy do you move?",
            *("move Psychic Energy from Golett (active)", "0:active", ""),
        ),
        (
            "ask 1 scrap, by Tool Scrapper | active1 Golett, tool Giant Cape | active2 Stunky, tool Float Stone",
            "Tool Scrapper: which Tool is discarded? 2 to go.",
            *("discard Float Stone from opposing Stunky (active)", "1:active", ""),
        ),
        (
            "ask 1 candy, by Rare Candy | active1 Deino bw6-94 | bench1 Gible | hand1 Hydreigon bw6-97, Garchomp",
            "Rare Candy: which Pokemon evolves, and into what?",
            *("evolve Gible (bench 1) into Garchomp", f"0:hand:{number('Garchomp')}", "0:bench:1"),
        ),
        (
            "ask 1 raise, by Wally | active1 Golett | knows1 deck | deck1 2 Golurk, N",
            "Wally: which Pokemon evolves, and into what?",
            *("evolve Golett (active) into Golurk", f"choices:{number('Golurk')}", "0:active"),
        ),
        (
            "ask 1 strip, by Acid Spray of Stunky | active1 Stunky | active2 Golett, Psychic Energy, Darkness Energy",
            "Acid Spray of Stunky: which Energy is discarded?",
            *("discard Psychic Energy from opposing Golett (active)", "1:active", ""),
        ),
        (
            "ask 1 either, by Giovanni's Scheme",
            "Giovanni's Scheme: which of the two?",
            "draw until 5 cards are in hand",
            "",
            "",
        ),
        (
            "ask 1 use, by Gothic Fear of Haunter (bench 1) | bench1 Haunter",
            "Gothic Fear of Haunter: do you use it?",
            *("yes", "", ""),
        ),
    ],
)
def test_questions_are_put_in_plain_words(text: str, prompt: str, move: str, source: str, target: str) -> None:
    board = Board(text)
    assert look(board.here, 0).prompt == prompt
    assert ends(board)[move] == (source, target)


def test_who_becomes_active_is_asked_with_an_empty_place() -> None:
    parts = ("ask 1 promote", "bench1 Golett; Stunky", "active2 Golett", "deck1 N", "deck2 N", "prizes1 N", "prizes2 N")
    board = Board(" | ".join(["pokemon turn 5 player 2", *parts]), whole=True)
    view = look(board.here, 0)
    assert (view.prompt, named(view, "active", 0)) == ("Which Pokemon becomes Active?", [])
    assert ends(board)["promote Stunky (bench 2)"] == ("0:bench:2", "")


def test_of_cards_to_be_ordered_those_without_a_place_are_offered() -> None:
    board = Board(
        "ask 1 order, by Future Sight of Gothita | active1 Gothita | deck1 N, Golett, 2 Stunky, Cheren, N "
        "| knows1 top 5 | with left 4"
    )
    assert named(look(board.here, 0), "choices", None) == [("Stunky", 2), ("Golett", 1), ("Cheren", 1)]


def test_every_question_has_words() -> None:
    told: list[Any] = [*_OF_GAME, *_OF_CARD, *_OF_PILE]
    assert sorted(told) == list(range(LOOKED_CARD + 1))
