"""Positions and moves of the Pokemon TCG in words: what is printed can be read, and nothing else."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan.core.errors import UsageError
from mulligan.core.position import Position, make_stream
from mulligan.core.registry import find_game
from mulligan.games.pokemon.cards.arrays import ERRATA, NAMES
from mulligan.games.pokemon.cards.decks import ERAS, wording
from mulligan.games.pokemon.cards.vocabulary import MARKS
from mulligan.games.pokemon.rules.layout import MAIN
from mulligan.games.pokemon.text.moves import PROGRAMS, card_text, program_at
from mulligan.games.pokemon.text.questions import ASKS
from mulligan.games.pokemon.text.registers import REGISTERS

POKEMON = find_game("pokemon")
PLAIN = POKEMON.interpreted()
DECKS = ["dragonsnarl", "dragon_speed", "night_striker", "darkrai_hydreigon", "darkrai_laser"]
SETUPS = st.sampled_from([*DECKS, "decks:deck1=night_striker,deck2=darkrai_hydreigon", "dragonsnarl:belief=pool"])

MINE = (
    "active1 Hydreigon < Zweilous < Deino, damage 30, Darkness Energy x2, Psychic Energy, tool Giant Cape"
    " | bench1 Deino, Psychic Energy; Golett; Gabite < Gible; Darkrai-EX"
    " | hand1 Ultra Ball, 2 Darkness Energy, Deino bw6-93, Deino bw6-94, Zweilous, Float Stone, N, Virbank City Gym"
    " | deck1 Cheren, Golurk, Hydreigon bw6-97, Garchomp | discard1 2 Darkness Energy, Golett, Cilan | prizes1 2 Golett"
)
OTHERS = (
    "active2 Golurk < Golett, damage 10, 2 Psychic Energy | bench2 Golett, tool Giant Cape; Stunky; Golett"
    " | deck2 Cheren, Golett | prizes2 3 Golett"
)
BASE = f"pokemon turn 5 player 1 | {MINE} | {OTHERS}"
SETTING_UP = "pokemon setup | hand1 2 Deino, Golett, N | deck1 20 Golett | hand2 7 Golett | deck2 20 Golett"


def read(text, setup="dragonsnarl"):
    return Position.read(PLAIN, text, setup)


def same(one, two):
    """Two positions with the same state to the last number, but for what is scratched and wiped."""
    mine, other = one.fields(), two.fields()
    differ = {name: (mine[name], other[name]) for name in mine if mine[name] != other[name] and name != "scratch"}
    assert differ == {}
    assert str(one) == str(two)


def advance(here, chance, busy=0.9):
    """Play one random move, seldom the end of the turn."""
    moves = here.options()
    if POKEMON.end in moves and len(moves) > 1 and chance.random() < busy:
        moves.remove(POKEMON.end)
    here.play(chance.choice(moves))


# --- what is printed can be read --------------------------------------------------------------------------------------


@settings(max_examples=8, deadline=None, derandomize=True)
@given(SETUPS, st.integers(0, 9999))
def test_every_position_is_read_as_it_was_printed(setup, seed):
    here, chance = Position.deal(PLAIN, setup, seed=seed), random.Random(seed)
    while not here.over:
        if here.stage != "turn" or chance.random() < 0.2:
            again = read(str(here), setup)
            same(here, again)
            assert again.options_text() == here.options_text()
            assert [again.observe(seat) for seat in (0, 1)] == [here.observe(seat) for seat in (0, 1)]
        advance(here, chance)
    same(here, read(str(here), setup))


@settings(max_examples=6, deadline=None, derandomize=True)
@given(SETUPS, st.integers(0, 9999), st.sampled_from([0, 1]))
def test_a_hidden_position_is_read_as_it_was_printed(setup, seed, seat):
    here, chance = Position.deal(PLAIN, setup, seed=seed), random.Random(seed)
    for _ in range(60):
        if here.over:
            break
        if chance.random() < 0.2:
            hidden = here.hide(seat, make_stream(PLAIN, seed, here.played))
            same(hidden, read(str(hidden), setup))
        advance(here, chance)


@settings(max_examples=4, deadline=None, derandomize=True)
@given(SETUPS, st.integers(0, 9999))
def test_a_game_goes_on_from_what_was_read(setup, seed):
    here, chance = Position.deal(PLAIN, setup, seed=seed), random.Random(seed)
    for _ in range(60):
        if here.over:
            break
        again = read(str(here), setup)
        moves = here.options()
        assert again.options() == moves
        move, stream = chance.choice(moves), (seed, here.played)
        again.play(move, seed=stream)
        here.play(move, seed=stream)
        assert str(again) == str(here)


def test_compiled_records_are_filled_alike():
    found = Position.read(POKEMON, BASE, "dragonsnarl")
    assert str(found) == str(read(BASE)) and found.fields() == read(BASE).fields()


def test_sudden_death():
    head = "pokemon turn 35 player 2 began 31 sudden 1"
    here = read(f"{head} | active1 Golett | deck1 N | prizes1 N | active2 Golett | prizes2 N | deck2 N")
    assert str(here).startswith(head)
    same(here, read(str(here)))
    setup = SETTING_UP.replace("setup", "setup began 31 sudden 1") + " | ask 2 active | with first 2"
    assert read(setup).turn == 31
    same(read(setup), read(str(read(setup))))


# --- what is left out -------------------------------------------------------------------------------------------------


def test_a_position_by_hand():
    here = read("pokemon | active1 Golett | active2 Stunky | hand1 Darkness Energy | prizes1 N | prizes2 N | deck2 2 N")
    assert (here.turn, here.actor, here.stage) == (3, 0, "turn")
    fields = here.fields()
    assert fields["n_hand"] == [1, 0] and fields["n_deck"] == [0, 2] and fields["first"] == 0
    assert here.options_text() == ["attach Darkness Energy to Golett (active)", "end turn"]
    assert here.play("end turn").actor == 1


def test_the_example_of_the_module_is_a_position():
    example = (
        "pokemon turn 5 player 1 | active1 Zweilous < Deino, damage 30, 2 Darkness Energy, tool Giant Cape,"
        " asleep poisoned | bench1 Golett, Psychic Energy; Stunky, fresh | hand1 2 Darkness Energy, N, Deino bw6-94"
        " | deck1 Cheren, Golurk | prizes1 2 Golett, Cheren | active2 Golett | deck2 Cheren | prizes2 3 Golett"
    )
    fields = read(example).fields()
    active, bench = fields["slot"][0][0], fields["slot"][0][1:3]
    assert active["damage"] == 30 and active["units"] == 2 and fields["ill"] == [9, 0]
    assert NAMES[active["card"]] == "Zweilous" and NAMES[active["under"][0]] == "Deino"
    assert [slot["fresh"] for slot in bench] == [0, 1] and fields["n_bench"] == [2, 0]
    assert NAMES[fields["deck"][0][1]] == "Cheren", "the top is the end of the array"
    assert fields["hand"][0][:4] == sorted(fields["hand"][0][:4])


def test_names_are_read_in_several_ways():
    text = "pokemon | active1 {} | active2 Golett | prizes1 N | prizes2 N"
    expected = str(read(text.format("Deino bw6-94, 2 Darkness Energy")))
    for name in ("Deino", "deino", "bw6-94", "DEINO BW6-94"):
        for energy in ("2 Darkness Energy", "Darkness Energy x2", "2   darkness energy"):
            assert str(read(text.format(f"{name}, {energy}"))) == expected
    assert "Hydreigon bw6-97" in str(read(text.format("Hydreigon"), "darkrai_hydreigon"))
    with pytest.raises(UsageError, match=r"active1: 'Deino' is the name of 2 cards; write Deino bw6-94 .*bw6-93"):
        read(text.format("Deino"), "night_striker")


def test_an_evolved_pokemon_may_stand_alone_or_skip_a_stage():
    text = "pokemon | active1 {} | active2 Golett | prizes1 N | prizes2 N"
    for stack in ("Hydreigon bw6-98", "Hydreigon bw6-98 < Deino bw6-94", "Hydreigon bw6-98 < Zweilous < Deino bw6-93"):
        assert f"active1 {stack} |" in str(read(text.format(stack)))


def test_marks_and_knowledge():
    parts = (
        "marks1 less 10 until 6, lock 2 until 7, more 20 until 5",
        "shown1 Darkness Energy, N",
        "knows1 top 2",
        "stays1 Garchomp",
        "met1 4 N",
        "avenge1 4",
        "marks2 no_retreat until 5, smoke until 5",
        "done energy supporter stadium retreat trances 3",
        "stadium Virbank City Gym of 2",
        "outcome 5 1",
    )
    here = read(" | ".join([BASE, *parts]))
    for part in parts:
        assert f" | {part}" in str(here)
    fields = here.fields()
    assert fields["until"][0] == [0, 0, 0, 6, 0, 7, 5, 0] and fields["locked"] == [1, 0] and fields["more"] == [20, 0]
    assert not any(
        text.startswith(("attach", "retreat", "play")) and "Ball" not in text for text in here.options_text()
    )
    assert "attack Destructor Beam" not in here.options_text()
    same(here, read(str(here)))


# --- moves ------------------------------------------------------------------------------------------------------------


@settings(max_examples=8, deadline=None, derandomize=True)
@given(SETUPS, st.integers(0, 9999))
def test_different_moves_have_different_names(setup, seed):
    here, chance = Position.deal(PLAIN, setup, seed=seed), random.Random(seed)
    while not here.over:
        texts = here.options_text()
        assert len(set(texts)) == len(texts), texts
        assert all(text.isascii() for text in texts)
        advance(here, chance)


def test_the_moves_of_a_turn():
    assert read(BASE).options_text() == [
        "evolve Deino (bench 1) into Zweilous",
        "bench Deino bw6-94",
        *(
            f"attach Darkness Energy to {slot}"
            for slot in ("Hydreigon (active)", "Deino (bench 1)", "Golett (bench 2)")
        ),
        *("attach Darkness Energy to Gabite (bench 3)", "attach Darkness Energy to Darkrai-EX (bench 4)"),
        "bench Deino bw6-93",
        *("play N", "play Ultra Ball"),
        *("equip Float Stone to Deino (bench 1)", "equip Float Stone to Golett (bench 2)"),
        *("equip Float Stone to Gabite (bench 3)", "equip Float Stone to Darkrai-EX (bench 4)"),
        "play Virbank City Gym",
        "use Dragon Call of Gabite (bench 3)",
        *("retreat to Deino (bench 1)", "retreat to Golett (bench 2)", "retreat to Gabite (bench 3)"),
        *("retreat to Darkrai-EX (bench 4)", "attack Consume", "end turn"),
    ]


MORE = "own attacks do 20 more to the opposing Active this turn (before W/R)"
QUESTIONS = [
    ("search, by Ultra Ball", ["take Golurk", "take Garchomp", "take Hydreigon bw6-97", "done"]),
    ("search, by Dragon Call of Gabite (bench 3)", ["take Garchomp", "take Hydreigon bw6-97", "done"]),
    ("search, by Energy Search", ["done"]),
    (
        "search, by Reserved Ticket",
        [f"put {card} on top" for card in ("Golurk", "Cheren", "Garchomp", "Hydreigon bw6-97")],
    ),
    ("recover, by Super Rod", ["return Golett", "return Darkness Energy"]),
    ("recover, by Dark Patch", ["attach Darkness Energy"]),
    ("top, by Pokemon Communication", ["put Zweilous on top", "put Deino bw6-94 on top", "put Deino bw6-93 on top"]),
    (
        "opposing, by Pokemon Catcher",
        [f"choose opposing {n}" for n in ("Golett (bench 1)", "Stunky (bench 2)", "Golett (bench 3)")],
    ),
    ("own, by Potion", ["choose Hydreigon (active)"]),
    ("strip, by Destructor Beam of Hydreigon bw6-98", ["discard Psychic Energy from opposing Golurk (active)"]),
    ("strip, by Dragonblast of Hydreigon bw6-97", ["discard Darkness Energy from Hydreigon (active)"]),
    (
        "move, by Energy Switch",
        [
            *("move Psychic Energy from Hydreigon (active)", "move Darkness Energy from Hydreigon (active)"),
            "move Psychic Energy from Deino (bench 1)",
        ],
    ),
    (
        "destination, by Energy Switch, carrying Psychic Energy | with target 2",
        [
            *("move Psychic Energy to Hydreigon (active)", "move Psychic Energy to Deino (bench 1)"),
            *("move Psychic Energy to Gabite (bench 3)", "move Psychic Energy to Darkrai-EX (bench 4)"),
        ],
    ),
    ("destination, by Dark Patch, carrying Darkness Energy", ["attach Darkness Energy to Darkrai-EX (bench 4)"]),
    ("order, by Future Sight of Gothita | with left 2 | knows1 top 4", ["next Garchomp", "next Hydreigon bw6-97"]),
    ("either, by Giovanni's Scheme", ["draw until 5 cards are in hand", MORE]),
    ("use, by Gothic Fear of Haunter (bench 1), resolving Rare Candy", ["yes", "no"]),
    ("raise, by Wally", ["evolve Golett (bench 2) into Golurk", "evolve Gabite (bench 3) into Garchomp", "done"]),
    (
        "scrap, by Tool Scrapper",
        ["discard Giant Cape from Hydreigon (active)", "discard Giant Cape from opposing Golett (bench 1)", "done"],
    ),
    (
        "retreat | with left 3 target 2",
        ["discard Psychic Energy from Hydreigon (active)", "discard Darkness Energy from Hydreigon (active)"],
    ),
]


@pytest.mark.parametrize(("question", "texts"), QUESTIONS, ids=[question.split(" | ")[0] for question, _ in QUESTIONS])
def test_questions_and_their_answers(question, texts):
    here = read(f"{BASE} | ask 1 {question}")
    assert here.options_text() == texts and here.actor == 0
    assert f"ask 1 {question.partition(' | ')[0]} |" in str(here)
    same(here, read(str(here)))


def test_a_cost_is_paid_card_by_card():
    here = read(BASE).play("play Ultra Ball")
    assert "ask 1 cost, by Ultra Ball |" in str(here) and here.options_text()[0] == "discard Zweilous"
    here.play("discard n")
    assert "left 1" in str(here)
    same(here, read(str(here)))
    here.play("discard float")
    assert here.options_text() == ["take Golurk", "take Garchomp", "take Hydreigon bw6-97", "done"]
    here.play("golurk")
    assert "shown1 Golurk" in str(
        here
    ) and "discard1 2 Darkness Energy, Golett, Cilan, N, Float Stone, Ultra Ball" in str(here)


def test_promotion():
    here = read(re.sub(r"active1 [^|]*\| ", "", BASE) + " | ask 1 promote")
    assert (
        here.options_text()[:2] == ["promote Deino (bench 1)", "promote Golett (bench 2)"] and here.stage == "promote"
    )
    same(here, read(str(here)))


def test_the_set_up():
    here = read(f"{SETTING_UP} | ask 1 active")
    assert here.options_text() == ["start with Deino bw6-94", "start with Golett"]
    here.play("start with Deino")
    assert here.options_text() == ["bench Deino bw6-94", "bench Golett", "done"]
    chosen = read("pokemon setup | ask 2 start | deck1 30 Golett | deck2 14 Golett")
    assert chosen.options_text() == ["go first", "go second"]
    same(chosen, read(str(chosen)))
    extra = read(
        "pokemon setup | ask 1 extra | with mulligans2 2"
        " | active1 Golett | prizes1 6 N | deck1 9 N | hand2 7 Golett | deck2 6 N"
    )
    assert extra.options_text() == ["draw 0 extra", "draw 1 extra", "draw 2 extra"]
    same(extra, read(str(extra)))


def test_every_program_has_a_title_of_its_own():
    for era in ERAS:
        there = [program for program in PROGRAMS if wording(program.card, era) == program.card]
        titles = [(program.title, program.attack) for program in there]
        assert len(set(titles)) == len(titles) == len(PROGRAMS) - len(ERRATA)
    assert all(program_at(program.start) is program for program in PROGRAMS)


# --- what is no position is refused -----------------------------------------------------------------------------------


def without(title, text=BASE):
    return " | ".join(part for part in text.split(" | ") if not part.startswith(title))


HOSTILE = [
    ("", "should begin with 'pokemon'"),
    ("magic turn 1", "should begin with 'pokemon'"),
    ("pokemon", "active1: a Pokemon is missing"),
    ("pokemon turn", "a value is missing after 'turn'"),
    ("pokemon turn 0", "from 1 to 201"),
    ("pokemon turn ٣", "from 1 to 201"),
    ("pokemon turn 3 turn 3", "'turn' is given twice"),
    ("pokemon turn 3 player 3", "from 1 to 2"),
    ("pokemon round 3", "unknown word of position, pokemon 'round'"),
    ("pokemon setup turn 3", "unknown word of position, pokemon 'turn'"),
    (BASE.replace("turn 5", "turn 201"), "the game ends with turn 200"),
    (BASE.replace("player 1", "player 1 began 3"), "'began' and 'sudden' belong together"),
    (BASE.replace("player 1", "player 1 began 5 sudden 1"), "turn 5 should come after 'began 5'"),
    (BASE + " | nonsense 1", "unknown part of a position 'nonsense'"),
    (BASE + " | hand1 N", "'hand1' is given twice"),
    (BASE + " | hand2", "hand2: nothing stands behind it"),
    (BASE + " | hand2 Golett, , N", "hand2: a card is missing"),
    (BASE + " | hand2 Golet", "hand2: there is no card 'Golet'; did you mean Golett bw6-58"),
    (BASE + " | hand2 Golett bw6-59", "bw6-59 is Golurk, not Golett"),
    (BASE + " | hand2 bw6-999", "there is no card bw6-999"),
    (BASE + " | hand2 0 Golett", "from 1 to 60"),
    (BASE + " | hand2 61 Golett", "from 1 to 60"),
    (BASE + " | hand2 2 Golett x2", "says twice how many"),
    (BASE + " | hand2 60 Golett", "player 2 has 73 cards; at most 60"),
    (BASE + " | hand2 60 Golett, N", "more than 60 cards"),
    (BASE.replace("prizes2 3", "prizes2 7"), "prizes2: more than 6 cards"),
    (without("prizes2"), "prizes2: who has none has won"),
    (without("active2"), "active2: a Pokemon is missing"),
    (BASE.replace("active2 Golurk", "active2 Cheren"), "active2: Cheren is not a Pokemon"),
    (BASE.replace("Golurk < Golett", "Golurk < Stunky"), "Golurk does not evolve from Stunky"),
    (BASE.replace("Zweilous < Deino, d", "Zweilous, d"), "Zweilous, at the bottom, is not a Basic"),
    (BASE.replace("Golurk < Golett", "Golurk < Golett < Golett"), "Golett does not evolve from Golett"),
    (BASE.replace("damage 10", "damage 15"), "from 10 to 2000 in steps of 10"),
    (BASE.replace("damage 10", "damage"), "from 10 to 2000"),
    (BASE.replace("damage 10", "damage 10, damage 20"), "'damage' is given twice"),
    (BASE.replace("damage 10", "damage 130"), "Golurk has 130 HP, and would be knocked out by damage 130"),
    (BASE.replace("tool Giant Cape;", "tool N;"), "bench2: N is not a Tool"),
    (BASE.replace("tool Giant Cape;", "tool Giant Cape, tool Giant Cape;"), "'tool' is given twice"),
    (BASE.replace("tool Giant Cape;", "Giant Cape;"), "Giant Cape is not Energy; what is on a Pokemon is"),
    (BASE.replace("tool Giant Cape;", "asleep;"), "only the Active Pokemon can be asleep"),
    (BASE.replace("damage 10", "asleep confused"), "'confused' excludes the others of asleep, paralyzed, confused"),
    (BASE.replace("damage 10", "asleep asleep"), "'asleep' is given twice"),
    (BASE.replace("damage 10", "asleep hungry"), "unknown Special Condition in position, active2 'hungry'"),
    (BASE.replace("damage 10", "Psychic Energy"), "Psychic Energy is given twice; write how many"),
    (BASE.replace("damage 10", ""), "active2: a card is missing"),
    (BASE.replace("Stunky;", "Stunky; Stunky; Stunky; Stunky;"), "bench2: 6 Pokemon; there is room for 5"),
    (BASE.replace("Stunky;", ";"), "bench2: a card is missing"),
    (BASE + " | marks1 weak until 6", "unknown mark in position, marks1 'weak'"),
    (BASE + " | marks1 less until 6", "'less until 6' should read like 'less 10 until 7'"),
    (BASE + " | marks1 smoke 10 until 6", "should read like 'smoke until 7'"),
    (BASE + " | marks1 smoke until 8", "from 1 to 7"),
    (BASE + " | marks1 lock 3 until 6", "from 1 to 2"),
    (BASE + " | marks1 smoke until 6, smoke until 6", "'smoke' is given twice"),
    (BASE + " | shown1 2 N", "shown1: 2 N, but the hand has 1"),
    (BASE + " | shown1 N, N", "N is given twice"),
    (BASE + " | knows1 bottom", "unknown word of position, knows1 'bottom'"),
    (BASE + " | knows1 top 5", "'top 5', but the deck has 4 cards"),
    (BASE + " | stays1 N", "stays1: 1 N, but 0 in the deck are not on top"),
    (BASE + " | stays1 Cheren | knows1 deck", "who knows the deck has no need of it"),
    (BASE + " | avenge1 6", "from 1 to 5"),
    (BASE + " | done everything", "unknown word of position, done 'everything'"),
    (BASE + " | done trances", "from 1 to 30"),
    (BASE + " | done energy energy", "'energy' is given twice"),
    (BASE + " | stadium Virbank City Gym", "should be a card and its owner"),
    (BASE + " | stadium N of 1", "N is not a Stadium"),
    (BASE + " | outcome 3", "should be two numbers"),
    (BASE + f" | outcome 1 {1 << 40}", "from 0 to"),
    (BASE + " | winner 1", "unknown reason in position, winner ''"),
    (BASE + " | winner 1 by boredom", "unknown reason in position, winner 'boredom'"),
    (BASE + " | winner nobody by prizes", "'nobody' should be 1 or 2"),
    (BASE + " | winner 1 by turn limit", "'1' should be 'nobody'"),
    (BASE + " | winner 1 by prizes | ask 1 retreat", "nothing is asked once the game is over"),
    (BASE + " | ask promote", "should be a player and a question"),
    (BASE + " | ask 3 promote", "from 1 to 2"),
    (BASE + " | ask 1 dance", "unknown question of position, ask 'dance'"),
    (BASE + " | ask 1 promote", "player 1 has an Active Pokemon"),
    (BASE + " | ask 1 active", "'active' is asked only in the set-up"),
    (BASE + " | ask 1 search", "should be followed by the card that asks"),
    (BASE + " | ask 1 promote, by Ultra Ball", "no card asks 'promote'"),
    (BASE + " | ask 1 search, by Ultra Bal", "no card asks by 'Ultra Bal': did you mean 'Ultra Ball'"),
    (BASE + " | ask 1 search, by Cheren", "Cheren never asks 'search'"),
    (BASE + " | ask 1 search, by Ultra Ball, step 1", "step 1 of Ultra Ball does not ask 'search'; 2 would"),
    (BASE + " | ask 1 search, by Dragon Call of Gabite", "named with the place of its Pokemon"),
    (BASE + " | ask 1 search, by Dragon Call of Gabite (attic)", "unknown place in position, ask 'attic'"),
    (BASE + " | ask 1 search, by Dragon Call of Gabite (bench 5)", "player 1 has no Pokemon there"),
    (BASE + " | ask 1 search, by Ultra Ball, resolving N", "no other card can be 'resolving'"),
    (BASE + " | ask 2 search, by Ultra Ball", "it is player 1's turn"),
    (BASE + " | ask 1 destination, by Dark Patch", "an Energy is 'carrying'"),
    (BASE + " | ask 1 destination, by Dark Patch, carrying N", "N is not Energy"),
    (BASE + " | ask 1 candy, by Rare Candy", "there is no answer to 'candy'"),
    (BASE + " | ask 1 retreat | with left 4", "'left' should be a number from 1 to 3"),
    (BASE + " | ask 1 retreat | with left 3 target 5", "'target' should be on the Bench, from 1 to 4"),
    (BASE + " | ask 1 cost, by Ultra Ball | with left 3", "'left 3' should be from 1 to 2"),
    (BASE + " | with", "with: nothing stands behind it"),
    (BASE + " | with luck 3", "unknown number of position, with 'luck'"),
    (BASE + " | with left", "a value is missing after 'left'"),
    (BASE + " | with left 1 left 1", "'left' is given twice"),
    (BASE + " | with left 1000", "from -60 to 60"),
    (BASE + " | with first 2", "'first 2' does not fit the rest; it should be 1"),
    (BASE + " | with after 1", "'after 1' does not fit the rest; it should be 0"),
    (BASE + " | with hurt 1", "'hurt' is judged before the next move"),
    (SETTING_UP, "in the set-up it should be start or active"),
    (SETTING_UP + " | ask 1 bench", "active1: it comes before the Bench"),
    (SETTING_UP + " | ask 1 extra", "player 1 has set up, and should have a Pokemon"),
    (SETTING_UP + " | ask 1 active | active1 Golett", "should have no Pokemon"),
    (SETTING_UP + " | ask 1 active | prizes1 Golett", "has not set up, and should have none"),
    (SETTING_UP + " | ask 1 bench | active1 Golett, damage 10", "Pokemon are bare Basics"),
    (SETTING_UP + " | ask 1 start", "hands are drawn after it is known who starts"),
    (SETTING_UP.replace("20 Golett", "5 Golett") + " | ask 1 active", "too few cards to set up"),
    (SETTING_UP.replace("2 Deino, Golett, N", "7 N") + " | ask 1 active", "there is no answer to 'active'"),
    (
        SETTING_UP.replace("Golett", "N").replace("2 Deino", "Deino") + " | ask 1 active",
        "deck2: there is no Basic Pokemon",
    ),
    (SETTING_UP + " | ask 1 active | winner 1 by prizes", "the game is not over in the set-up"),
]


@pytest.mark.parametrize(("text", "problem"), HOSTILE, ids=[str(i) for i in range(len(HOSTILE))])
def test_what_is_no_position_is_explained(text, problem):
    with pytest.raises(UsageError, match=re.escape(problem)) as found:
        read(text)
    assert "\n" not in str(found.value)


def test_the_bases_of_the_hostile_texts_are_positions():
    for text in (BASE, f"{SETTING_UP} | ask 1 active"):
        same(read(text), read(str(read(text))))


def ask_for(chance):
    """A question that some card asks, or not."""
    program = chance.choice(PROGRAMS)
    place = chance.choice([" (active)", " (bench 1)", " (bench 4)"]) if program.name and not program.attack else ""
    words = f"{chance.choice([1, 2])} {chance.choice(ASKS[1:])}, by {program.title}{place}"
    return words + chance.choice(["", "", ", carrying Darkness Energy", ", resolving Rare Candy", ", step 2"])


def damage(parts, chance):
    """Change a position a little."""

    def card():
        return card_text(chance.randrange(1, len(NAMES)))

    title = chance.choice(list(parts))
    seat = chance.choice("12")
    kind = chance.randrange(9)
    if kind == 0:
        parts[title] = ""
    elif kind == 1:
        parts["ask"] = ask_for(chance)
    elif kind == 2:
        parts["with"] = f"{parts.get('with', '')} {chance.choice(REGISTERS).name} {chance.randint(-1, 6)}"
    elif kind == 3:
        parts[f"marks{seat}"] = (
            f"{chance.choice(MARKS)} {chance.choice(['', '10 ', '2 '])}until {chance.randint(0, 30)}"
        )
    elif kind == 4:
        parts[title] = re.sub(r"\d+", lambda found: str(chance.randint(0, 40)), parts[title], count=1)
    elif kind == 5:
        heads = ("setup", "setup began 7 sudden 1", "turn 9 player 2 began 7 sudden 1", "turn 2 player 1", "turn 201")
        parts["pokemon"] = chance.choice(heads)
    elif kind == 6:
        words = f"{card()}, damage {10 * chance.randint(1, 20)}, 2 Darkness Energy, Prism Energy, tool Float Stone"
        parts[chance.choice(["active", "bench"]) + seat] = words
    else:
        items = parts[title].split(", ")
        new = [
            card(),
            f"{chance.randint(0, 5)} {card()}",
            "damage 30",
            "fresh",
            "asleep poisoned",
            "tool Giant Cape",
            "",
        ]
        items[chance.randrange(len(items))] = chance.choice(new)
        parts[title] = ", ".join(items)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.integers(0, 9999), st.integers(0, 60))
def test_whatever_is_read_can_be_played(seed, moves):
    """Texts are damaged at random; what is still accepted must never lead the rules out of bounds."""
    chance = random.Random(seed)
    setup = chance.choice(DECKS)
    here = Position.deal(PLAIN, setup, seed=seed)
    for _ in range(moves):
        if not here.over and (here.states[0].ask == MAIN or chance.random() < 0.9):
            advance(here, chance)
    for _ in range(20):
        parts = dict(part.split(" ", 1) for part in str(here).split(" | "))
        for seat in "12":
            parts[f"deck{seat}"] = ", ".join(parts.get(f"deck{seat}", "N").split(", ")[: chance.randint(6, 20)])
            parts.pop(f"stays{seat}", None)
        for _ in range(chance.randint(1, 3)):
            damage(parts, chance)
        text = " | ".join(f"{title} {words}".strip() for title, words in parts.items())
        try:
            found = read(text, setup)
        except UsageError:
            continue
        same(found, read(str(found), setup))
        for _ in range(12):
            if found.over:
                break
            found.observe(0), found.cards(), found.hide(1, make_stream(PLAIN, seed)).options_text()
            advance(found, chance, busy=0.5)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text(max_size=60))
def test_no_text_is_too_strange(text):
    for whole in (text, f"pokemon | active1 {text}", f"{BASE} | ask {text}", f"{BASE} | hand2 {text}"):
        try:
            found = read(whole)
        except UsageError:
            continue
        same(found, read(str(found)))
