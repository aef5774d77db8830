"""The turn of the Pokemon TCG: benching, evolving, Energy, Trainers, Abilities, retreats, attacks, and all options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest

from mulligan.games.pokemon import POKEMON
from mulligan.games.pokemon.cards.arrays import ATTACK_PC, FIRST_ATTACK, NUMBER, PLAY_PC, PROGRAM
from mulligan.games.pokemon.cards.vocabulary import SHOWN, TO_BENCH

from ...helpers.pokemon_tools import Board

# --- benching ---------------------------------------------------------------------------------------------------------


def test_basics_may_be_benched_until_there_are_five():
    board = Board("bench1 Deino; Deino; Golett | hand1 3 Murkrow, Zweilous")
    board.do("bench Murkrow", "bench Murkrow")
    assert board.bench(1)[3:] == ["Murkrow, fresh"] * 2 and board.offers("bench") == []
    assert board.hand(1) == Counter(["Murkrow", "Zweilous"])


# --- evolving ---------------------------------------------------------------------------------------------------------


def test_an_evolution_keeps_damage_energy_and_tool():
    board = Board("bench1 Deino, damage 30, 2 Darkness Energy, tool Giant Cape, used | hand1 Zweilous, Hydreigon")
    board.do("evolve Deino (bench 1) into Zweilous")
    assert board.pokemon(1, 1) == "Zweilous < Deino bw6-94, damage 30, 2 Darkness Energy, tool Giant Cape, fresh"
    assert board.offers("evolve") == [], "not twice in a turn"
    board.do("end turn", "end turn", "evolve Zweilous (bench 1) into Hydreigon bw6-98")
    assert board.pokemon(1, 1).startswith("Hydreigon bw6-98 < Zweilous < Deino bw6-94, damage 30")


def test_any_number_of_pokemon_evolve_but_not_those_that_came_this_turn():
    board = Board("active1 Golett | bench1 Deino; Golett, fresh | hand1 2 Golurk, Zweilous, Golett, Hydreigon")
    board.do("bench Golett")
    assert board.offers("evolve") == ["evolve Deino (bench 1) into Zweilous", "evolve Golett (active) into Golurk"]
    board.do("evolve Deino (bench 1) into Zweilous", "evolve Golett (active) into Golurk")
    assert board.offers("evolve") == []


def test_the_name_decides_what_evolves():
    board = Board("active1 Deino bw6-93 | bench1 Deino bw6-94 | hand1 Zweilous")
    assert board.offers("evolve") == [f"evolve Deino ({place}) into Zweilous" for place in ("active", "bench 1")]
    assert Board("active1 Zweilous < Deino | hand1 Hydreigon bw6-97, Hydreigon bw6-98").offers("evolve") == [
        f"evolve Zweilous (active) into Hydreigon {number}" for number in ("bw6-98", "bw6-97")
    ]


def test_an_evolution_has_its_own_attacks_and_abilities_only():
    board = Board("active1 Gible, Water Energy, Fighting Energy | hand1 Gabite", setup="dragon_speed")
    assert board.offers("attack") == ["attack Sand-Attack", "attack Knock Away"]
    board.do("evolve Gible (active) into Gabite")
    assert (board.offers("attack"), len(board.offers("use"))) == (["attack Dragonslice"], 1)


# --- Energy -----------------------------------------------------------------------------------------------------------


def test_one_energy_a_turn():
    board = Board("bench1 Deino | hand1 2 Darkness Energy, Psychic Energy")
    assert len(board.offers("attach")) == 4
    board.do("attach Darkness Energy to Deino (bench 1)")
    assert (board.offers("attach"), board.energy(1, 1)) == ([], Counter(["Darkness Energy"]))
    board.do("end turn", "end turn")
    assert board.offers("attach")


PAYMENTS = [
    # attacker, Energy, what it can use
    ("Hydreigon bw6-98", "Blend Energy GRPD, Psychic Energy, 2 Water Energy", {"Consume", "Destructor Beam"}),
    ("Hydreigon bw6-98", "Psychic Energy, Darkness Energy, Double Colorless Energy", {"Consume", "Destructor Beam"}),
    ("Hydreigon bw6-98", "Blend Energy GRPD, 3 Water Energy", {"Consume"}),  # it is P or D, not both
    ("Hydreigon bw6-98", "2 Blend Energy GRPD, 2 Water Energy", {"Consume", "Destructor Beam"}),
    ("Hydreigon bw6-98", "Prism Energy, Psychic Energy, 2 Water Energy", set()),  # Colorless on a Stage 2
    ("Hydreigon bw6-98", "Prism Energy, Psychic Energy, Darkness Energy, Water Energy", {"Consume", "Destructor Beam"}),
    ("Hydreigon bw6-98", "2 Darkness Energy", set()),
    ("Hydreigon bw6-97", "Blend Energy GRPD, 2 Darkness Energy, Water Energy", {"Dragonblast"}),
    ("Hydreigon bw6-97", "2 Blend Energy GRPD, Darkness Energy, Psychic Energy", {"Dragonblast"}),
    ("Hydreigon bw6-97", "Blend Energy GRPD, Psychic Energy, 2 Water Energy", set()),
    ("Hydreigon bw6-97", "3 Blend Energy GRPD, Water Energy", {"Dragonblast"}),
    ("Noivern", "2 Blend Energy GRPD, Water Energy", {"Tuning", "Air Slash"}),
    ("Noivern", "Blend Energy GRPD, 2 Psychic Energy", {"Tuning", "Air Slash"}),  # a greedy match would use it up for P
    ("Noivern", "Blend Energy GRPD, 2 Darkness Energy", {"Tuning", "Air Slash"}),
    ("Noivern", "Blend Energy GRPD, Double Colorless Energy", {"Tuning"}),
    ("Garchomp", "2 Blend Energy WLFM, Water Energy", {"Jet Headbutt", "Sand Tomb"}),
    ("Garchomp", "Blend Energy WLFM, Double Colorless Energy", {"Jet Headbutt"}),
    ("Gabite", "Blend Energy WLFM, Fighting Energy", {"Dragonslice"}),
    ("Deino bw6-93", "Prism Energy, Water Energy", {"Deep Growl", "Power Breath"}),  # a Basic: any type
    ("Mewtwo-EX", "2 Prism Energy, Water Energy", {"X Ball", "Psydrive"}),
    ("Darkrai-EX", "Prism Energy, Blend Energy GRPD, Psychic Energy", {"Night Spear"}),
    ("Darkrai-EX", "Prism Energy, Double Colorless Energy", set()),
    ("Terrakion", "Prism Energy, Blend Energy WLFM, Water Energy", {"Retaliate", "Land Crush"}),
]


@pytest.mark.parametrize(("attacker", "energy", "attacks"), PAYMENTS)
def test_every_unit_pays_for_one_symbol(attacker, energy, attacks):
    board = Board(f"active1 {attacker}, {energy}")
    assert {text.partition(" ")[2] for text in board.offers("attack")} == attacks


# --- Trainers ---------------------------------------------------------------------------------------------------------


def test_one_supporter_a_turn_but_any_number_of_items():
    board = Board("hand1 2 Cheren, Tierno, Bicycle, 2 Energy Search | deck1 20 Golett")
    board.do("play Energy Search", "play Energy Search", "play Cheren")
    assert board.offers("play") == [] and board.hand(1)["Cheren"] == 1, "Bicycle needs a smaller hand"
    board.do("end turn", "end turn")
    assert board.offers("play") == ["play Cheren", "play Tierno"]


def test_one_stadium_a_turn_and_not_the_same_again():
    board = Board("hand1 2 Virbank City Gym").do("play Virbank City Gym")
    assert board.offers("play") == [] and board.stadium == "Virbank City Gym"
    board.do("end turn", "end turn")
    assert board.offers("play") == [], "the name is in play already"
    assert Board("hand1 Virbank City Gym | done stadium").offers("play") == []
    assert Board("hand1 Virbank City Gym | stadium Virbank City Gym of 2").offers("play") == []


def test_one_tool_on_each_pokemon():
    board = Board("bench1 Deino; Golett, tool Float Stone | hand1 2 Giant Cape, Dark Claw")
    assert len(board.offers("equip")) == 4
    board.do("equip Giant Cape to Deino (bench 1)")
    assert board.offers("equip") == [f"equip {card} to Terrakion (active)" for card in ("Giant Cape", "Dark Claw")]
    board.do("equip Dark Claw to Terrakion (active)")
    assert (board.offers("equip"), board.tool(1), board.tool(1, 1)) == ([], "Dark Claw", "Giant Cape")


def test_a_card_that_is_carried_out_is_in_no_zone_and_then_discarded():
    board = Board("hand1 Ultra Ball, 3 N | deck1 Golett").do("play Ultra Ball")
    assert (board.asks, board.hand(1), board.discard(1)) == (
        "1 search, by Ultra Ball",
        Counter(["N"]),
        Counter({"N": 2}),
    )
    assert len(board.here.cards()) == len(Board("hand1 Ultra Ball, 3 N | deck1 Golett").here.cards())
    assert board.do("take Golett").discard(1) == Counter({"N": 2, "Ultra Ball": 1})


# --- Abilities --------------------------------------------------------------------------------------------------------


def test_an_ability_without_a_limit_has_one_all_the_same():
    board = Board("active1 Hydreigon bw6-97, Darkness Energy | bench1 Sableye")
    use, there = "use Dark Trance of Hydreigon (active)", 0
    for _ in range(30):
        board.do(use)  # one Energy and one other Pokemon: neither is asked for
        there = 1 - there
        assert board.energy(1, there) == Counter(["Darkness Energy"])
    assert (board.offers("use"), board.s.trances) == ([], 30)
    board.do("end turn", "end turn")
    assert board.offers("use") == [use]


def test_several_pokemon_offer_an_ability_without_a_limit_once():
    board = Board("bench1 Hydreigon bw6-97, Darkness Energy; Hydreigon bw6-97; Sableye")
    assert board.offers("use") == ["use Dark Trance of Hydreigon (bench 1)"]
    assert Board("active1 Hydreigon bw6-97, Darkness Energy").offers("use") == [], "there is nobody to give it to"
    assert Board("active1 Hydreigon bw6-97, Psychic Energy | bench1 Sableye").offers("use") == []


def test_abilities_work_while_asleep():
    assert Board("active1 Gabite, asleep", setup="dragon_speed").offers("use")


# --- retreating -------------------------------------------------------------------------------------------------------


def test_a_retreat_costs_energy_of_the_players_choice():
    board = Board("active1 Golett, 2 Psychic Energy, Water Energy, Darkness Energy | bench1 Deino; Murkrow")
    board.do("retreat to Murkrow (bench 2)")
    assert board.asks == "1 retreat" and len(board.options) == 3
    board.do("discard Water Energy from Golett (active)", "discard Psychic Energy from Golett (active)")
    board.do("discard Psychic Energy from Golett (active)")
    assert (board.pokemon(1), board.bench(1)) == ("Murkrow", ["Deino bw6-94", "Golett, Darkness Energy"])
    assert board.discard(1) == Counter({"Psychic Energy": 2, "Water Energy": 1})
    assert board.s.slot[0][2].units == 1


def test_a_retreat_that_leaves_no_choice_asks_for_nothing():
    board = Board("active1 Golett, 3 Psychic Energy | bench1 Deino").do("retreat to Deino (bench 1)")
    assert (board.pokemon(1), board.bench(1), board.asks) == ("Deino bw6-94", ["Golett"], "")


def test_once_a_turn_and_only_with_a_bench_and_enough_energy():
    board = Board("active1 Garchomp | bench1 Gengar; Golett").do("retreat to Gengar (bench 1)")
    assert board.offers("retreat") == [], "Gengar would retreat for nothing"
    assert Board("active1 Garchomp").offers("retreat") == []
    assert Board("active1 Golett, 2 Psychic Energy | bench1 Deino").offers("retreat") == []
    assert Board("active1 Garchomp | bench1 Golett | done retreat").offers("retreat") == []


@pytest.mark.parametrize(
    ("energy", "choices"),
    [
        ("Double Colorless Energy", [0]),
        ("Double Colorless Energy, Psychic Energy", [0, 1]),
    ],
)
def test_double_colorless_pays_for_two_at_once(energy, choices):
    board = Board(f"active1 Murkrow, {energy} | bench1 Golett").do("retreat to Golett (bench 1)")
    if len(choices) > 1:
        assert len(board.options) == 2
        board.do("discard Double Colorless Energy from Murkrow (active)")
    assert board.discard(1) == Counter(["Double Colorless Energy"]), "one card, though one unit would do"
    board = Board("active1 Deino, Double Colorless Energy | bench1 Golett").do("retreat to Golett (bench 1)")
    assert board.pokemon(1) == "Golett"


def payments(board: Board) -> set[tuple[str, ...]]:
    """All sets of cards by which a retreat can be paid."""
    if board.asks != "1 retreat":
        return {tuple(sorted(board.discard(1).elements()))}
    return {found for move in board.options for found in payments(board.copy().do(move))}


UNITS = {"Double Colorless Energy": 2, "Psychic Energy": 1, "Water Energy": 1}


@pytest.mark.parametrize(("who", "cost"), [("Murkrow", 1), ("Deino", 2), ("Golett", 3), ("Terrakion", 4)])
def test_no_energy_paid_for_a_retreat_is_superfluous(who, cost):
    """Of all Energy on the Pokemon, just the sets that pay the cost and would not without any one of their cards."""
    for counts in product(range(4), range(3), range(2)):
        cards = [card for card, n in zip(UNITS, counts, strict=True) for _ in range(n)]
        written = [f"{n} {card}" for card, n in zip(UNITS, counts, strict=True) if n]
        sets = {chosen for n in range(1, len(cards) + 1) for chosen in combinations(sorted(cards), n)}
        worth = {chosen: sum(UNITS[card] for card in chosen) for chosen in sets}
        right = {
            chosen for chosen in sets if worth[chosen] >= cost > worth[chosen] - min(UNITS[card] for card in chosen)
        }
        board = Board(f"active1 {', '.join([who, *written])} | bench1 Gothita")
        assert bool(board.offers("retreat")) == bool(right)
        if right:
            assert payments(board.do("retreat to Gothita (bench 1)")) == right


# --- attacks and damage -----------------------------------------------------------------------------------------------


def test_an_attack_ends_the_turn_even_if_it_does_nothing():
    for text in ("active2 Terrakion | marks2 immune until 5", "active2 Bouffalant"):
        board = Board(f"active1 Murkrow, Darkness Energy | {text}").do("attack Peck")
        assert (board.damage(2), board.turn) == (0, (6, 2))
    assert Board("active1 Sableye, Darkness Energy").do("attack Junk Hunt").turn == (6, 2)


def test_attacks_do_not_spend_energy():
    board = Board("active1 Golett, 3 Psychic Energy").do("attack Pound")
    assert board.energy(1) == Counter({"Psychic Energy": 3})


DAMAGE = [
    # attacker, attack, defender, damage
    ("Golett, 3 Psychic Energy", "Pound", "Terrakion", 40),
    ("Golett, 3 Psychic Energy", "Pound", "Mewtwo-EX", 80),  # Weakness
    ("Golett, 3 Psychic Energy", "Pound", "Houndoom", 20),  # Resistance
    ("Murkrow, Darkness Energy, tool Dark Claw", "Peck", "Golett", 60),  # (10 + 20) * 2
    ("Terrakion, 3 Fighting Energy", "Retaliate", "Noibat", 10),
    ("Cubone, Fighting Energy", "Headbutt", "Noibat", 0),  # 10 - 20 is nothing, and not less
    ("Cubone, 2 Fighting Energy", "Beat", "Murkrow", 0),
    ("Terrakion, 2 Fighting Energy", "Retaliate", "Bouffalant", 40),  # 30 * 2 - 20
    ("Terrakion, 2 Fighting Energy", "Retaliate", "Deino | marks2 less 10 until 5", 20),
    ("Terrakion, 2 Fighting Energy", "Retaliate", "Absol | marks2 less 10 until 5", 50),  # 30 * 2 - 10
    ("Terrakion, 2 Fighting Energy", "Retaliate", "Absol | marks2 no_weakness until 5", 30),
    ("Golett, 3 Psychic Energy", "Pound", "Absol | marks2 no_weakness until 5", 20),  # Resistance stays
    ("Murkrow, Darkness Energy", "Peck", "Golett | marks1 more 20 until 5", 60),
    ("Murkrow, Darkness Energy, tool Dark Claw", "Peck", "Keldeo-EX | marks1 more 20 until 5", 50),
    ("Gothorita, 3 Psychic Energy", "Mind Shock", "Mewtwo-EX | marks1 more 20 until 5", 60),
]


@pytest.mark.parametrize(("attacker", "attack", "defender", "damage"), DAMAGE)
def test_the_steps_of_damage(attacker, attack, defender, damage):
    assert Board(f"active1 {attacker} | active2 {defender}").do(f"attack {attack}").damage(2) == damage


# --- what is offered --------------------------------------------------------------------------------------------------


def test_equal_cards_and_equal_benched_pokemon_are_offered_once():
    board = Board(
        "active1 Golett | bench1 Golett; Golett; Golett, damage 10; Golett, fresh; Golett, Water Energy | "
        "hand1 3 Psychic Energy, 2 Golurk, 2 Giant Cape"
    )
    places = ["active", "bench 1", "bench 3", "bench 4", "bench 5"]
    assert board.offers("attach") == [f"attach Psychic Energy to Golett ({place})" for place in places]
    assert board.offers("equip") == [f"equip Giant Cape to Golett ({place})" for place in places]
    old = [place for place in places if place != "bench 4"]
    assert board.offers("evolve") == [f"evolve Golett ({place}) into Golurk" for place in old]


def test_what_a_pokemon_evolved_from_tells_pokemon_apart():
    board = Board("bench1 Zweilous < Deino bw6-93; Zweilous < Deino bw6-94; Zweilous < Deino bw6-94 | hand1 Giant Cape")
    assert len(board.offers("equip")) == 3


def test_equal_targets_are_offered_once():
    board = Board("hand1 Pokemon Catcher | bench2 Golett; Golett; Deino; Golett, damage 10")
    board.do("play Pokemon Catcher", coins="H")
    places = ["Golett (bench 1)", "Deino (bench 3)", "Golett (bench 4)"]
    assert board.options == [f"choose opposing {place}" for place in places]


def test_what_matters_only_in_the_own_turn_does_not_tell_the_opponents_pokemon_apart():
    """A Pokemon that came last turn, or has used its Ability then, is like any other by now."""
    board = Board("bench1 Golett | hand1 Golett | hand2 Pokemon Catcher | deck2 2 N", head="turn 5 player 1")
    board.do("bench Golett", "end turn").do("play Pokemon Catcher", coins="H")
    assert board.asks == "", "one kind of target: nobody is asked"


def test_a_question_with_a_single_answer_is_not_asked():
    board = Board("bench1 Deino | hand1 Switch").do("play Switch")
    assert (board.pokemon(1), board.asks) == ("Deino bw6-94", "")
    board = Board("hand1 Energy Retrieval | discard1 3 Water Energy").do("play Energy Retrieval")
    assert (board.hand(1), board.asks) == (Counter({"Water Energy": 2}), "")
    board = Board("hand1 Potion | active1 Golett, damage 30").do("play Potion")
    assert board.damage(1) == 0


def test_to_find_nothing_is_always_possible_where_a_kind_of_card_is_searched():
    board = Board("hand1 Skyla | deck1 N").do("play Skyla")
    assert board.options == ["take N", "done"]


def test_moves_come_in_a_fixed_order():
    board = Board(
        "active1 Murkrow, Darkness Energy | bench1 Zoroark | hand1 Giant Cape, Cheren, Darkness Energy, Golett"
    )
    verbs = [text.split()[0] for text in board.options]
    assert verbs == ["bench", "equip", "equip", "play", "attach", "attach", "use", "retreat", "attack", "end"]


# --- cards of one's own -----------------------------------------------------------------------------------------------


@pytest.fixture
def program() -> Iterator[Any]:
    """The programs of all cards, to be changed for one test; a game that is interpreted anew follows them."""
    saved = PROGRAM.copy()
    yield PROGRAM
    PROGRAM[:] = saved


def test_an_energy_that_was_found_goes_to_the_bench_even_if_the_search_could_have_stopped(program):
    """As if a card said: take discard energy:basic:D 0..1 to bench:D shown."""
    program[PLAY_PC[NUMBER["bw5-93"]]][3] = 0
    text = "bench1 Sableye; Darkrai-EX | discard1 Darkness Energy | hand1 Dark Patch"
    board = Board(text, game=replace(POKEMON).interpreted()).do("play Dark Patch")
    assert board.options == ["attach Darkness Energy", "done"]
    board.do("attach Darkness Energy")
    assert board.options == [
        f"attach Darkness Energy to {who}" for who in ("Sableye (bench 1)", "Darkrai-EX (bench 2)")
    ]


@pytest.mark.parametrize("must", [0, 1])
def test_an_energy_that_can_go_nowhere_stays_where_it_is(must, program):
    """As if an attack said: take discard energy:basic:D 2 to bench shown."""
    row = program[ATTACK_PC[FIRST_ATTACK[NUMBER["bw6-96"]]]]
    row[3], row[5] = must, TO_BENCH | SHOWN
    text = "active1 Zweilous, Water Energy | discard1 3 Darkness Energy"
    board = Board(text, game=replace(POKEMON).interpreted()).do("attack Draw In")
    assert (board.discard(1), board.turn, board.s.carried) == (Counter({"Darkness Energy": 3}), (6, 2), 0)
