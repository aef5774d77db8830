"""The card file of the Pokemon TCG: what the cards are, what their words mean, and what is said about mistakes."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mulligan.core.errors import UsageError
from mulligan.games.pokemon.cards import arrays as table
from mulligan.games.pokemon.cards import vocabulary as v
from mulligan.games.pokemon.cards.arrays import CARDS, IDS, NAMES, NUMBER
from mulligan.games.pokemon.cards.cardfile import ID, Card, CardError, passes, read_cards
from mulligan.games.pokemon.cards.effects import FORMS, every, read_effects
from mulligan.games.pokemon.cards.modifiers import WHILE, WHILE_FORMS, read_modifiers
from mulligan.games.pokemon.cards.needs import NEEDS, read_needs
from mulligan.games.pokemon.cards.pools import more_cards
from mulligan.games.pokemon.cards.programs import Code
from mulligan.games.pokemon.cards.readers import Wrong

G, R, W, L, P, F, D, M, Y, N, C = range(11)


def card(name: str) -> Card:
    found = CARDS[NUMBER[name]]
    assert found
    return found


def attacks(name: str) -> list[tuple[str, str]]:
    return [(attack.cost, attack.name) for attack in card(name).attacks]


def program(pc: int) -> list[tuple[int, ...]]:
    """The instructions from here to the end."""
    rows: list[tuple[int, ...]] = []
    while table.PROGRAM[pc][0] != v.STOP:
        rows.append(tuple(int(number) for number in table.PROGRAM[pc]))
        pc += 1
    return rows


def translate(text: str, attack: int = 0) -> list[tuple[int, ...]]:
    """The instructions of a line of effects, the last of which must be STOP."""
    code = Code()
    assert code.add(read_effects(text), attack) == 1
    assert code.rows[-1] == (v.STOP, 0, 0, 0, 0, 0)
    return [tuple(row) for row in code.rows[1:-1]]


def row(*numbers: int) -> tuple[int, ...]:
    return (*numbers, *[0] * (6 - len(numbers)))


# --- the cards --------------------------------------------------------------------------------------------------------


def test_all_cards_are_there() -> None:
    assert len(CARDS) - 1 == len(set(IDS)) - 1 == 101
    kinds = Counter(found.kind for found in CARDS if found)
    assert kinds == {v.POKEMON: 55, v.ITEM: 21, v.SUPPORTER: 12, v.TOOL: 4, v.STADIUM: 1, v.ENERGY: 8}
    stages = Counter(found.stage for found in CARDS if found and found.kind == v.POKEMON)
    assert stages == {0: 32, 1: 17, 2: 6}
    assert len(table.ATTACK_NAMES) == 87
    assert sum(found.ability is not None for found in CARDS if found) == 9
    assert [found.name for found in CARDS if found and found.ex] == ["Darkrai-EX", "Keldeo-EX", "Mewtwo-EX"]
    assert [found.name for found in CARDS if found and found.ace] == ["Computer Search", "Dowsing Machine"]
    assert [name for name, n in Counter(NAMES).items() if n > 1] == ["Hydreigon", "Deino", "Pokemon Catcher"]


POKEMON = {
    # type, HP, stage, from, root, weak, resist, retreat
    "bw6-98": (N, 150, 2, "Zweilous", "Deino", N, -1, 3),
    "bw6-96": (N, 90, 1, "Deino", "", N, -1, 3),
    "bw6-94": (N, 60, 0, "", "", N, -1, 2),
    "bw6-75": (D, 100, 1, "Houndour", "", F, P, 1),
    "bw6-72": (D, 70, 0, "", "", L, F, 1),
    "bw6-57": (P, 130, 2, "Gothorita", "Gothita", P, -1, 2),
    "bw6-91": (N, 140, 2, "Gabite", "Gible", N, -1, 0),
    "bw6-27": (W, 30, 0, "", "", L, -1, 1),
    "bw6-31": (W, 140, 2, "Sealeo", "Spheal", M, -1, 4),
    "bw6-61": (F, 100, 1, "Cubone", "", W, L, 1),
    "xy8-112": (N, 100, 1, "Noibat", "", Y, -1, 1),
    "xy8-131": (C, 50, 0, "", "", L, F, 1),
    "xy8-60": (P, 130, 2, "Haunter", "Gastly", D, F, 0),
    "xy8-122": (C, 130, 1, "Teddiursa", "", F, -1, 3),
    "bw5-63": (D, 180, 0, "", "", F, P, 2),
    "bw5-62": (D, 70, 0, "", "", -1, -1, 1),
    "bw7-49": (W, 170, 0, "", "", G, -1, 2),
    "bw4-54": (P, 170, 0, "", "", P, -1, 2),
    "bw3-73": (F, 130, 0, "", "", G, -1, 4),
    "bw6-110": (C, 100, 0, "", "", F, -1, 2),
}


@pytest.mark.parametrize("name", POKEMON)
def test_facts_of_pokemon(name: str) -> None:
    kind, hp, stage, origin, root, weak, resist, retreat = POKEMON[name]
    i = NUMBER[name]
    assert table.CLASS[i] == v.POKEMON
    assert (table.TYPE[i], table.HP[i], table.STAGE[i]) == (kind, hp, stage)
    assert table.FROM[i] == (NAMES.index(origin) if origin else -1)
    assert table.ROOT[i] == (NAMES.index(root) if root else -1)
    assert (table.WEAK[i], table.RESIST[i], table.RETREAT[i]) == (weak, resist, retreat)
    assert table.EX[i] == int(NAMES[i].endswith("-EX"))


ATTACKS = {
    "bw6-98": [("DCC", "Consume"), ("PDCC", "Destructor Beam")],
    "bw6-91": [("C", "Jet Headbutt"), ("WFC", "Sand Tomb")],
    "bw6-101": [("C", "Smack 'n' Slack")],
    "xy8-122": [("CCC", "Drag Off"), ("CCCC", "Swing Around")],
    "bw6-97": [("PDDC", "Dragonblast")],
    "bw4-54": [("CC", "X Ball"), ("PPC", "Psydrive")],
    "bw3-73": [("FC", "Retaliate"), ("FFC", "Land Crush")],
}


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_and_their_costs(name: str) -> None:
    assert attacks(name) == ATTACKS[name]
    i = NUMBER[name]
    assert table.N_ATTACKS[i] == len(ATTACKS[name])
    for k, (cost, attack) in enumerate(ATTACKS[name]):
        number = table.FIRST_ATTACK[i] + k
        assert table.ATTACK_NAMES[number] == attack
        assert table.COST[number].tolist() == [cost.count(letter) for letter in v.LETTERS]
        assert table.COST_TOTAL[number] == len(cost)


def test_the_card_that_the_paper_quotes() -> None:
    hydreigon = card("bw6-98")
    assert hydreigon.attacks[0].line == "DCC, Consume, damage 40, heal self dealt"
    assert "as much damage from this Pokemon as the attack did" in hydreigon.attacks[0].text
    assert program(table.ATTACK_PC[table.FIRST_ATTACK[1]]) == [row(v.DAMAGE, 40), row(v.HEAL, v.SELF, v.DEALT)]


WHOLE_FILE = (files("mulligan.games.pokemon.cards") / "cards.txt").read_text("utf-8")
PAPERS = "1D2C, Consume, doDamage: 40, healDamage: EQ"  # as the paper has it


def test_the_papers_own_line_gives_the_same_card() -> None:
    """Everything that is played follows from the cards as they are read, so that the games are the same too."""
    ours = hydreigon = card("bw6-98").attacks[0].line
    text = WHOLE_FILE.replace(f"attack: {hydreigon}", f"attack: {PAPERS}")
    assert ours not in text and PAPERS in text
    assert read_cards(text, "cards.txt") == tuple(found for found in CARDS if found)


SHORTHAND = [
    # a line of the paper's kind, and the same in our words
    (PAPERS, "DCC, Consume, damage 40, heal self dealt"),
    ("2C1D, Bite, doDamage: 30", "CCD, Bite, damage 30"),
    ("1D , Bite , doDamage:30", "D, Bite, damage 30"),
    ("0, Bite, doDamage: 30", "0, Bite, damage 30"),
]


@pytest.mark.parametrize(("theirs", "ours"), SHORTHAND)
def test_the_papers_shorthand(theirs: str, ours: str) -> None:
    text = "card zz1-1 A\n  pokemon: N, 60 HP, basic, retreat 1\n  attack: "
    (first,), (second,) = (read_cards(text + line, "my.txt") for line in (theirs, ours))
    assert first == second
    assert Code().add(first.attacks[0].effects) == Code().add(second.attacks[0].effects)


SHORTHAND_MISTAKES = [
    ("1D2C, Consume, damage 40", "'damage 40' does not fit a line of the paper's kind: 1D2C, Consume, doDamage: 40"),
    ("1D, Bite, flip 1 heads (damage 10)", "Mulligan's own words go with a cost such as DCC"),
    ("1D, Bite, doDamage: 10,", "'' does not fit a line of the paper's kind"),
    ("DCC, Consume, doDamage: 40", "the cost 'DCC' should be 1D2C in a line of the paper's kind"),
    ("1X, Bite, doDamage: 40", "the cost '1X' should be numbers and letters of GRWLPFDMYNC, such as 1D2C"),
    ("D1, Bite, doDamage: 40", "the cost 'D1' should be numbers and letters"),
    ("0C, Bite, doDamage: 40", "the cost '0C' should be numbers and letters"),
    ("1D, Bite, doDamage: 45", "doDamage: '45' should be a whole number from 10 to 500 in steps of 10"),
    ("1D, Bite, doDamage: EQ", "doDamage: 'EQ' should be a whole number"),
    ("1D, Bite, doDamge: 40", "'doDamge' is not a word of the paper; did you mean 'doDamage'?"),
    ("1D, Bite, doDamage: 40, poison: yes", "Choices: doDamage, healDamage; what else an attack does is said in"),
    (
        "1D, Bite, doDamage: 40, healDamage: 30",
        "healDamage: '30' should be EQ, all that the paper shows; other healing",
    ),
    ("1D, Bite, healDamage: EQ", "healDamage: EQ heals as much as the doDamage before it did, and there is none"),
]


@pytest.mark.parametrize(("line", "said"), SHORTHAND_MISTAKES)
def test_mistakes_in_the_papers_shorthand(line: str, said: str) -> None:
    with pytest.raises(CardError) as error:
        read_cards(f"card zz1-1 A\n  pokemon: N, 60 HP, basic, retreat 1\n  attack: {line}", "my.txt")
    assert str(error.value).startswith("my.txt:3: ") and said in str(error.value)


ERRATA = "card a1-1 A\n  item\n  play: draw 2\n  errata: a1-2\ncard a1-2 A\n  item\n  play: draw 1\n"
ERRATA_MISTAKES = [
    (ERRATA.replace("errata: a1-2", "errata: a1-3"), "my.txt:1: A: 'a1-3' is not a later printing of it; did you mean"),
    (ERRATA.replace("errata: a1-2", "errata: a1-1"), "my.txt:1: A: 'a1-1' is not a later printing of it"),
    (ERRATA.replace("card a1-2 A", "card a1-2 B"), "my.txt:1: A: 'a1-2' is not a later printing of it"),
    (ERRATA.replace("errata: a1-2", "errata: two"), "my.txt:4: 'two' is not the number of a card"),
    (ERRATA + "  errata: a1-3\ncard a1-3 A\n  item\n  play: draw 1\n", "a1-2 has errata itself; write a1-3"),
    (ERRATA + "card a1-3 A\n  item\n  play: draw 3\n  errata: a1-2\n", "my.txt:8: A: a1-1 is played as a1-2 already"),
    (ERRATA.replace("errata: a1-2", "errata: a1-2\n  text: Later."), "it does not follow 'errata'"),
]


@pytest.mark.parametrize(("text", "said"), ERRATA_MISTAKES)
def test_mistakes_in_errata(text: str, said: str) -> None:
    with pytest.raises(CardError) as error:
        read_cards(text, "my.txt")
    assert said in str(error.value)


def test_errata_lead_to_another_printing() -> None:
    first, second = read_cards(ERRATA, "my.txt")
    assert (first.errata, second.errata) == ("a1-2", "")
    assert {IDS[old]: IDS[new] for old, new in table.ERRATA.items()} == {"bw2-95": "xy0-36"}


def test_texts_may_go_over_two_lines() -> None:
    assert card("bw6-115").text.startswith("When the holder is Knocked Out by attack damage all its Pokemon cards")
    assert card("bw6-115").text.endswith("go to the hand instead of the discard pile; Energy and Tool are discarded.")
    assert card("bw5-102").line == "pay 2, take deck pokemon 0..1 to hand shown"


def test_printed_damage() -> None:
    def printed(name: str) -> list[int]:
        start = table.FIRST_ATTACK[NUMBER[name]]
        programs = [program(pc) for pc in table.ATTACK_PC[start : start + table.N_ATTACKS[NUMBER[name]]]]
        return [next((base for word, base, *_ in rows if word == v.DAMAGE), 0) for rows in programs]

    assert printed("bw6-98") == [40, 90]
    assert printed("bw6-58") == [0, 40]
    assert printed("bw4-54") == [0, 120]
    assert printed("xy8-122") == [50, 80]


def test_cards_of_one_name() -> None:
    assert table.NAME[NUMBER["bw6-93"]] == table.NAME[NUMBER["bw6-94"]] == table.FROM[NUMBER["bw6-96"]]
    assert table.NAME[NUMBER["bw6-97"]] == table.NAME[NUMBER["bw6-98"]]
    assert table.ROOT[NUMBER["bw6-97"]] == table.NAME[NUMBER["bw6-93"]]


ENERGY = {
    # units, on a Basic, on an evolved Pokemon, basic
    "bw1-109": (1, "P", "P", 1),
    "bw1-111": (1, "D", "D", 1),
    "bw1-107": (1, "W", "W", 1),
    "bw1-110": (1, "F", "F", 1),
    "bw6-117": (1, "GRPD", "GRPD", 0),
    "bw6-118": (1, "WLFM", "WLFM", 0),
    "bw4-93": (1, "GRWLPFDMY", "C", 0),
    "bw4-92": (2, "C", "C", 0),
}


def test_energy() -> None:
    assert table.N_ENERGIES == len(ENERGY) <= table.ENERGIES
    for name, (units, on_basic, on_evolved, basic) in ENERGY.items():
        i = NUMBER[name]
        e = table.ENERGY_OF[i]
        assert table.ENERGY_KIND[e] == i
        assert table.UNITS[e] == units
        assert table.PROVIDES[e][1] == sum(1 << v.LETTERS.index(letter) for letter in on_basic)
        assert table.PROVIDES[e][0] == sum(1 << v.LETTERS.index(letter) for letter in on_evolved)
        assert table.BASIC_ENERGY[i] == basic
    assert (table.ENERGY_OF >= 0).sum() == len(ENERGY)


MODIFIERS = {
    "bw6-114": {"MOD_HP": 20},
    "bw6-115": {"MOD_SCARF": 1},
    "bw9-99": {"MOD_FREE": v.FREE_ALWAYS},
    "xy8-70": {"MOD_FREE": v.FREE_WITH_STADIUM},
    "bw5-63": {"MOD_CLOAK": D + 1},
    "bw5-92": {"MOD_OUT": 20, "MOD_OUT_TYPE": D},
    "bw6-110": {"MOD_TAKEN": 20},
    "bw6-52": {"MOD_SAFE": 1},
    "bw8-126": {"MOD_POISON": 20},
}


def test_what_cards_change_while_in_play() -> None:
    columns = [name for name in dir(table) if name.startswith("MOD_")]
    assert len(columns) == 26
    for column in columns:
        none = -1 if column in ("MOD_OUT_TYPE", "MOD_CUT_TYPE", "MOD_BOOST_FOR", "MOD_LENDS", "MOD_LINKS") else 0
        expected = {NUMBER[name]: changes[column] for name, changes in MODIFIERS.items() if column in changes}
        assert getattr(table, column).tolist() == [expected.get(i, none) for i in range(table.ROOM)]


def test_abilities() -> None:
    kinds = {name: int(table.ABILITY[i]) for name, i in NUMBER.items() if table.ABILITY[i]}
    assert kinds == {
        "bw6-89": v.ONCE_A_TURN,
        "xy8-59": v.WHEN_EVOLVED,
        "xy8-70": v.PASSIVE,
        "xy8-91": v.ONCE_A_TURN,
        "bw6-97": v.UNLIMITED,
        "bw5-63": v.PASSIVE,
        "bw7-49": v.ONCE_A_TURN,
        "bw6-52": v.PASSIVE,
        "bw6-110": v.PASSIVE,
    }
    for name, i in NUMBER.items():
        assert (table.ABILITY_PC[i] > 0) == (kinds.get(name, v.PASSIVE) != v.PASSIVE)


CONDITIONS = {
    "bw1-92": [(v.DISCARD_HAS, "energy:basic")],
    **{name: [(v.DECK_LEFT, 1)] for name in ("bw1-93", "bw4-86", "bw5-91", "xy2-94", "xy8-146", "xy8-147")},
    **{name: [(v.DECK_LEFT, 1)] for name in ("xy8-148", "xy4-107", "bw6-89")},
    "bw1-99": [(v.HAND_HAS, "pokemon")],
    "bw1-94": [(v.ENERGY_IN_PLAY, "energy:basic"), (v.MY_BENCH, 1)],
    "bw1-100": [(v.DAMAGED, 0)],
    "xy8-91": [(v.SELF_ON_BENCH, 0)],
    "xy8-136": [(v.DISCARD_HAS, "energy:basic")],
    "xy2-93": [(v.DAMAGED_OR_ILL, 0)],
    "xy0-38": [(v.MY_BENCH, 1)],
    "xy6-94": [(v.DECK_LEFT, 1), (v.CAN_RAISE, 0)],
    "bw7-49": [(v.SELF_ON_BENCH, 0)],
    "bw2-94": [(v.DAMAGED, 0)],
    "bw5-93": [(v.DISCARD_HAS, "energy:basic:D"), (v.BENCH_TYPE, D)],
    "xy0-36": [(v.FOE_BENCH, 1)],
    "bw2-95": [(v.FOE_BENCH, 1)],
    "bw5-100": [(v.CAN_CANDY, 0)],
    "bw5-102": [(v.HAND_OTHER, 2), (v.DECK_LEFT, 1)],
    "bw3-95": [(v.DISCARD_HAS, "pokemon|energy:basic")],
    "bw6-116": [(v.TOOL_IN_PLAY, 0)],
    "bw7-137": [(v.HAND_OTHER, 2), (v.DECK_LEFT, 1)],
    "bw8-117": [(v.HAND_BELOW, 4), (v.DECK_LEFT, 1)],
    "bw8-128": [(v.HAND_OTHER, 2), (v.DISCARD_OR_HAND_HAS, "trainer")],
    "bw5-99": [(v.DECK_LEFT, 1)],
}


def test_what_cards_need() -> None:
    for name, i in NUMBER.items():
        expected = [
            (code, table.FILTERS.index(arg) if isinstance(arg, str) else arg) for code, arg in CONDITIONS.get(name, [])
        ]
        found = [(int(code), int(arg)) for code, arg in table.NEEDS[i] if code != v.NOTHING]
        assert found == expected, name
    used = {code for needs in CONDITIONS.values() for code, _ in needs}
    used |= {need.code for card in more_cards() for need in (card.ability.needs if card.ability else card.needs)}
    assert used == {code for code, _ in NEEDS.values()}, "every need is that of a card"


def test_filters() -> None:
    def through(text: str) -> set[str]:
        return {NAMES[i] for i in NUMBER.values() if table.FILTER_HAS[table.FILTERS.index(text)][i]}

    assert len(through("any")) == 98  # three names are those of two cards
    assert through("energy:basic") == {"Psychic Energy", "Darkness Energy", "Water Energy", "Fighting Energy"}
    assert through("energy:basic:D") == {"Darkness Energy"}
    assert through("energy:provides=D") == {"Darkness Energy", "Blend Energy GRPD", "Prism Energy"}
    assert through("pokemon:type=N") == {"Hydreigon", "Zweilous", "Deino", "Garchomp", "Gabite", "Gible", "Noivern"}
    assert len(through("pokemon:basic")) == 31
    assert {"Giant Cape", "Potion"} < through("item")
    assert "Skyla" not in through("item")
    assert "N" in through("supporter")
    assert "Virbank City Gym" in through("trainer")
    assert through("pokemon|energy:basic") == through("pokemon") | through("energy:basic")
    types = {text: int(kind) for text, kind in zip(table.FILTERS, table.FILTER_TYPE)}
    assert types.pop("energy:provides=D") == D
    assert set(types.values()) == {v.ANY}


def test_further_filters() -> None:
    assert passes(card("bw5-63"), "pokemon:basic:type=D")
    assert not passes(card("bw6-75"), "pokemon:basic:type=D")
    assert passes(card("bw6-114"), "tool")
    assert not passes(card("bw1-100"), "tool")
    assert passes(card("bw8-126"), "stadium")
    assert passes(card("bw4-92"), "energy")


def test_arrays_are_what_compiled_rules_expect() -> None:
    for name, array in vars(table).items():
        if isinstance(array, np.ndarray):
            assert array.dtype == np.int64 and array.flags.c_contiguous, name
            if name.startswith("MOD_") or name in ("CLASS", "HP", "ENERGY_OF", "PLAY_PC", "NEEDS"):
                assert len(array) == table.ROOM
    assert table.PROGRAM[0].tolist() == [0] * 6
    assert NAMES[0] == IDS[0] == ""
    assert CARDS[0] is None


def test_every_program_ends_and_leads_nowhere_else() -> None:
    starts = sorted({int(pc) for column in (table.ATTACK_PC, table.ABILITY_PC, table.PLAY_PC) for pc in column} - {0})
    for start, after in zip(starts, [*starts[1:], len(table.PROGRAM)]):
        rows = table.PROGRAM[start:after].tolist()
        assert [word for word, *_ in rows].index(v.STOP) == len(rows) - 1
        for word, a, b, *_ in rows:
            if word in (v.UNLESS, v.EACH_HEAD, v.JUMP, v.CHOOSE):
                assert start <= (b if word == v.UNLESS else a) < after


# --- words ------------------------------------------------------------------------------------------------------------

LINES = [
    ("damage 40", [row(v.DAMAGE, 40)]),
    ("damage 20 + 40 per heads of 1", [row(v.DAMAGE, 20, 40, v.HEADS, 1)]),
    ("damage 10 + 30 if heads of 2", [row(v.DAMAGE, 10, 30, v.ALL_HEADS, 2)]),
    ("damage 40 + 20 per opp_bench", [row(v.DAMAGE, 40, 20, v.OPP_BENCH)]),
    ("damage 0 + 20 per energy_both", [row(v.DAMAGE, 0, 20, v.ENERGY_BOTH, v.ANY)]),
    ("damage 50 + 10 per energy_def", [row(v.DAMAGE, 50, 10, v.ENERGY_DEF, v.ANY)]),
    ("damage 50 + 20 per energy_self", [row(v.DAMAGE, 50, 20, v.ENERGY_SELF, v.ANY)]),
    ("damage 50 + 20 per energy_self:W", [row(v.DAMAGE, 50, 20, v.ENERGY_SELF, W)]),
    ("damage 60 + 60 if def_ex", [row(v.DAMAGE, 60, 60, v.DEF_EX)]),
    ("damage 60 + 30 if def_resists", [row(v.DAMAGE, 60, 30, v.DEF_RESISTS)]),
    ("damage 30 + 60 if avenged", [row(v.DAMAGE, 30, 60, v.AVENGED)]),
    ("damage 40 ignoring effects", [row(v.DAMAGE, 40, 0, 0, 0, v.UNAFFECTED)]),
    ("damage 60 + 60 if def_tool", [row(v.DAMAGE, 60, 60, v.DEF_TOOL)]),
    (
        "strip self all basic:W, damage 0 + 60 per stripped",
        [row(v.STRIP, v.SELF, v.ALL, v.BASIC_OF + W), row(v.DAMAGE, 0, 60, v.STRIPPED)],
    ),
    ("strip self 1 plasma", [row(v.STRIP, v.SELF, 1, v.PLASMA)]),
    ("heal my_all 30 of WL", [row(v.HEAL, v.MY_ALL, 30, 1 << W | 1 << v.LETTERS.index("L"))]),
    ("mill me 3 attaching", [row(v.MILL, v.ME, 3, 1)]),
    ("move energy as_you_like", [row(v.MOVE, 0, v.ROVING)]),
    ("switch them", [row(v.SWITCH, v.THEM)]),
    ("mark self no_attacks until my_next_turn_end", [row(v.MARK, v.SELF, v.LOCK, v.MY_NEXT_TURN_END, v.EVERY)]),
    ("look 4 take trainer:not=N 0..1 shuffle shown", [row(v.LOOK, 4, 0, 0, 0, 1)]),
    ("look 2 take any 1 keep", [row(v.LOOK, 2, 0, 1, v.REST_KEPT)]),
    ("shift 10", [row(v.SHIFT, 10)]),
    ("scoop self into deck", [row(v.SCOOP, v.SELF, v.INTO_DECK)]),
    ("damage 60 ignoring resistance", [row(v.DAMAGE, 60, 0, 0, 0, v.UNRESISTED)]),
    ("look 2 take any 1 discard", [row(v.LOOK, 2, 0, 1, 1)]),
    ("take discard energy:basic 2 to one", [row(v.TAKE, v.FROM_DISCARD, 0, 1, 2, v.TO_ONE)]),
    (
        "if self_has energy:plasma (draw 2) else (draw 1)",
        [row(v.UNLESS, v.IF_HELD, 4), row(v.DRAW, v.ME, 2), row(v.JUMP, 5), row(v.DRAW, v.ME, 1)],
    ),
    ("damage 40 ignoring weakness resistance", [row(v.DAMAGE, 40, 0, 0, 0, 1)]),
    (
        "damage 20 + 10 per opp_bench ignoring weakness resistance",
        [row(v.DAMAGE, 20, 10, v.OPP_BENCH, 0, 1)],
    ),
    ("heal self 30", [row(v.HEAL, v.SELF, 30)]),
    ("heal my_active all", [row(v.HEAL, v.MY_ACTIVE, v.ALL)]),
    ("heal my_any 60 cure", [row(v.HEAL, v.MY_ANY, 60, 1)]),
    ("hit opp_bench 30", [row(v.HIT, 30)]),
    ("counters opp_bench_all 10", [row(v.COUNTERS, v.WHOLE_OPP_BENCH, 10)]),
    ("counters def 20", [row(v.COUNTERS, v.DEF, 20)]),
    ("status def asleep poisoned", [row(v.AFFLICT, v.DEF, v.ASLEEP | v.POISONED)]),
    ("status my_active confused", [row(v.AFFLICT, v.MY_ACTIVE, v.CONFUSED)]),
    ("status self burned confused", [row(v.AFFLICT, v.SELF, v.BURNED | v.CONFUSED)]),
    ("knock_out def", [row(v.KNOCK_OUT, v.DEF)]),
    ("knock_out def with 30 damage", [row(v.KNOCK_OUT, v.DEF, 30)]),
    ("draw 3", [row(v.DRAW, v.ME, 3)]),
    ("draw opp_hand", [row(v.DRAW, v.ME, v.OPP_HAND)]),
    ("draw me bench_both", [row(v.DRAW, v.ME, v.BENCH_BOTH)]),
    ("draw both own_prizes", [row(v.DRAW, v.BOTH, v.OWN_PRIZES)]),
    ("draw until 5", [row(v.DRAW_UNTIL, 5)]),
    ("discard_hand me, draw 7", [row(v.DISCARD_HAND, v.ME), row(v.DRAW, v.ME, 7)]),
    ("return_hand both", [row(v.RETURN_HAND, v.BOTH)]),
    ("pay 2", [row(v.PAY, 2)]),
    ("top pokemon", [row(v.TOP, 0)]),
    ("take deck any 1 to top", [row(v.TAKE, v.FROM_DECK, 0, 1, 1, v.TO_TOP)]),
    ("take deck pokemon 0..2 to hand shown", [row(v.TAKE, v.FROM_DECK, 0, 0, 2, v.TO_HAND + v.SHOWN)]),
    ("take discard trainer 3 to deck shown", [row(v.TAKE, v.FROM_DISCARD, 0, 1, 3, v.TO_DECK + v.SHOWN)]),
    ("take discard energy:basic 2 to self", [row(v.TAKE, v.FROM_DISCARD, 0, 1, 2, v.TO_SELF)]),
    ("take deck energy 0..1 to bench", [row(v.TAKE, v.FROM_DECK, 0, 0, 1, v.TO_BENCH)]),
    (
        "take discard energy:basic:D 1 to bench:D shown",
        [row(v.TAKE, v.FROM_DISCARD, 0, 1, 1, v.TO_BENCH + 1 + D + v.SHOWN)],
    ),
    ("dig supporter", [row(v.DIG, 0)]),
    ("order 5", [row(v.ORDER, 5)]),
    ("strip def 1", [row(v.STRIP, v.DEF, 1, v.ANY)]),
    ("strip self 2 D", [row(v.STRIP, v.SELF, 2, D)]),
    ("heal my_any all, strip last all", [row(v.HEAL, v.MY_ANY, v.ALL), row(v.STRIP, v.LAST, v.ALL, v.ANY)]),
    ("move energy:provides=D", [row(v.MOVE, 0)]),
    ("switch me", [row(v.SWITCH, v.ME)]),
    ("switch opp, damage 50", [row(v.SWITCH, v.OPP), row(v.DAMAGE, 50)]),
    ("switch self", [row(v.SWITCH, v.INTO_SELF)]),
    ("devolve def", [row(v.DEVOLVE, v.DEF)]),
    ("candy", [row(v.CANDY)]),
    ("raise", [row(v.RAISE)]),
    ("mark def no_retreat until opp_turn_end", [row(v.MARK, v.DEF, v.NO_RETREAT, v.OPP_TURN_END)]),
    ("mark def smoke until opp_turn_end", [row(v.MARK, v.DEF, v.SMOKE, v.OPP_TURN_END)]),
    ("mark self no_weakness until opp_turn_end", [row(v.MARK, v.SELF, v.NO_WEAKNESS, v.OPP_TURN_END)]),
    ("mark self less 10 until opp_turn_end", [row(v.MARK, v.SELF, v.LESS, v.OPP_TURN_END, 10)]),
    ("mark self immune until opp_turn_end", [row(v.MARK, v.SELF, v.IMMUNE, v.OPP_TURN_END)]),
    ("mark self lock until my_next_turn_end", [row(v.MARK, v.SELF, v.LOCK, v.MY_NEXT_TURN_END, 1)]),
    ("mark me more 20 until my_turn_end", [row(v.MARK, v.ME, v.MORE, v.MY_TURN_END, 20)]),
    ("scrap 2", [row(v.SCRAP, 2)]),
    ("toss_hand", [row(v.TOSS_HAND)]),
    ("reveal_hand", [row(v.REVEAL)]),
    ("mill opp 2", [row(v.MILL, v.OPP, 2)]),
    ("purge item, draw purged", [row(v.PURGE, 0), row(v.DRAW, v.ME, v.PURGED)]),
    ("end_turn", [row(v.FINISH)]),
    ("scoop my_any", [row(v.SCOOP, v.MY_ANY, 1)]),
    ("scoop self alone", [row(v.SCOOP, v.SELF, 0)]),
    ("take hand energy:basic:W 1 to any", [row(v.TAKE, v.FROM_HAND, 0, 1, 1, v.TO_ANY)]),
    ("take discard energy 1 to any:plasma", [row(v.TAKE, v.FROM_DISCARD, 0, 1, 1, v.TO_ANY + 1 + v.PLASMA)]),
    ("take deck pokemon:basic 0..2 to play", [row(v.TAKE, v.FROM_DECK, 0, 0, 2, v.TO_PLAY)]),
    ("take deck any 0..3 to discard", [row(v.TAKE, v.FROM_DECK, 0, 0, 3, v.TO_DISCARD)]),
    (
        "pay 2, take older energy:basic 4 to hand",
        [row(v.PAY, 2), row(v.TAKE, v.FROM_OLDER, 0, 1, 4, v.TO_HAND)],
    ),
    ("hit opp_any 30", [row(v.HIT, 30, v.ON_OPP_ANY, 1)]),
    ("hit opp_all 10", [row(v.HIT, 10, v.ON_OPP_ALL, 1)]),
    ("hit my_bench 30 on 2", [row(v.HIT, 30, v.ON_MY_BENCH, 2)]),
    ("counters opp_any 20", [row(v.COUNTERS, v.OPP_ANY, 20)]),
    ("heal my_all 20", [row(v.HEAL, v.MY_ALL, 20)]),
    ("move energy from self", [row(v.MOVE, 0, 1)]),
    ("strip opp_any 1 special", [row(v.STRIP, v.OPP_ANY, 1, v.SPECIAL)]),
    ("strip anyone 1 special", [row(v.STRIP, v.ANYONE, 1, v.SPECIAL)]),
    ("strip self all D", [row(v.STRIP, v.SELF, v.ALL, D)]),
    ("mark opp no_items until opp_turn_end", [row(v.MARK, v.OPP, v.NO_ITEMS, v.OPP_TURN_END)]),
    ("damage 100 ignoring all", [row(v.DAMAGE, 100, 0, v.NONE, 0, v.PIERCING)]),
    ("damage 0 + 20 per my_bench", [row(v.DAMAGE, 0, 20, v.OWN_BENCH)]),
    ("damage 0 + 20 per bench_both", [row(v.DAMAGE, 0, 20, v.BOTH_BENCHES)]),
    ("damage 20 + 10 per damage_self", [row(v.DAMAGE, 20, 10, v.DAMAGE_SELF)]),
    ("damage 20 + 10 per damage_def", [row(v.DAMAGE, 20, 10, v.DAMAGE_DEF)]),
    ("damage 20 + 10 per discard:pokemon", [row(v.DAMAGE, 20, 10, v.IN_DISCARD, 0)]),
    ("damage 0 + 20 per tools", [row(v.DAMAGE, 0, 20, v.TOOLS)]),
    ("damage 0 + 20 per prizes_taken", [row(v.DAMAGE, 0, 20, v.PRIZES_TAKEN)]),
    ("damage 80 + 60 if stadium", [row(v.DAMAGE, 80, 60, v.STADIUM_THERE)]),
    ("damage 30 + 60 if def_damaged", [row(v.DAMAGE, 30, 60, v.DEF_DAMAGED)]),
    ("damage 30 + 60 if self_damaged", [row(v.DAMAGE, 30, 60, v.SELF_DAMAGED)]),
    ("damage 10 + 40 if def_plasma", [row(v.DAMAGE, 10, 40, v.DEF_PLASMA)]),
    ("damage 10 + 40 if def_ill:poisoned", [row(v.DAMAGE, 10, 40, v.DEF_ILL, v.POISONED)]),
    ("flip 1 heads (draw 1)", [row(v.FLIP, 1), row(v.UNLESS, v.IF_HEADS, 4), row(v.DRAW, v.ME, 1)]),
    ("flip 2 all_heads (draw 1)", [row(v.FLIP, 2), row(v.UNLESS, v.IF_ALL_HEADS, 4), row(v.DRAW, v.ME, 1)]),
    ("flip 3 tails (draw 1)", [row(v.FLIP, 3), row(v.UNLESS, v.IF_TAILS, 4), row(v.DRAW, v.ME, 1)]),
    (
        "flip 1 heads (draw 1) tails (draw 2, candy)",
        [
            row(v.FLIP, 1),
            row(v.UNLESS, v.IF_HEADS, 5),
            row(v.DRAW, v.ME, 1),
            row(v.JUMP, 7),
            row(v.DRAW, v.ME, 2),
            row(v.CANDY),
        ],
    ),
    (
        "flip 2 per_head (draw 1), candy",
        [row(v.FLIP, 2), row(v.EACH_HEAD, 5), row(v.DRAW, v.ME, 1), row(v.JUMP, 2), row(v.CANDY)],
    ),
    (
        "choose (draw until 5) or (mark me more 20 until my_turn_end)",
        [row(v.CHOOSE, 4), row(v.DRAW_UNTIL, 5), row(v.JUMP, 5), row(v.MARK, v.ME, v.MORE, v.MY_TURN_END, 20)],
    ),
    (
        "choose (flip 1 heads (draw 1)) or (draw 2)",
        [
            row(v.CHOOSE, 6),
            row(v.FLIP, 1),
            row(v.UNLESS, v.IF_HEADS, 5),
            row(v.DRAW, v.ME, 1),
            row(v.JUMP, 7),
            row(v.DRAW, v.ME, 2),
        ],
    ),
]


@pytest.mark.parametrize(("line", "expected"), LINES, ids=[line for line, _ in LINES])
def test_words_become_instructions(line: str, expected: list[tuple[int, ...]]) -> None:
    assert translate(line, attack=1) == expected


def test_every_word_is_tested_and_every_instruction_has_a_word() -> None:
    assert {line.split()[0] for line, _ in LINES} >= set(FORMS)
    made = {numbers[0] for line, _ in LINES for numbers in translate(line)}
    assert made == set(range(v.SHIFT + 1)) - {v.STOP}


def test_spaces_do_not_matter() -> None:
    assert translate("flip 1 heads(draw 1 ,  candy)") == translate("flip 1  heads ( draw 1,candy )")


def test_a_lock_knows_its_attack() -> None:
    start = table.FIRST_ATTACK[NUMBER["bw6-31"]]
    assert program(table.ATTACK_PC[start + 1])[-1] == row(v.MARK, v.SELF, v.LOCK, v.MY_NEXT_TURN_END, 1)


def test_programs_of_trainers() -> None:
    pokemon = table.FILTERS.index("pokemon")
    assert program(table.PLAY_PC[NUMBER["bw5-102"]]) == [
        row(v.PAY, 2),
        row(v.TAKE, v.FROM_DECK, pokemon, 0, 1, v.TO_HAND + v.SHOWN),
    ]
    laser = program(table.PLAY_PC[NUMBER["bw8-123"]])
    assert laser[0] == row(v.AFFLICT, v.DEF, v.POISONED)
    assert [numbers[0] for numbers in laser] == [v.AFFLICT, v.FLIP, v.UNLESS, v.AFFLICT]
    for name in ("bw6-114", "bw8-126", "bw1-109", "bw6-98"):
        assert table.PLAY_PC[NUMBER[name]] == 0


# --- mistakes ---------------------------------------------------------------------------------------------------------

DEINO = "card bw6-94 Deino\n  pokemon: N, 60 HP, basic, weak N, retreat 2\n"
ZWEILOUS = "card bw6-96 Zweilous\n  pokemon: N, 90 HP, stage 1 from Deino, weak N, retreat 3\n"


def attack(effects: str) -> str:
    return f"{DEINO}  attack: D, Bite, {effects}\n"


def item(play: str, *more: str) -> str:
    return "card bw1-1 Thing\n  item\n" + "".join(f"  {line}\n" for line in (*more, f"play: {play}"))


MISTAKES = [
    # text, line, what the message must say
    (attack("heel self 10"), 3, "'heel' is not an effect; did you mean 'heal'? Choices: damage, heal"),
    (attack("heal nobody 10"), 3, "'nobody' is not a target here. Choices: self, my_active, my_any"),
    (attack("heal self"), 3, "'heal self' is incomplete or has too much. It reads: heal TARGET AMOUNT"),
    (attack("heal self 10 cure"), 3, "'self' is not a target here. Choices: my_any"),
    (attack("damage 10, heal my_any dealt"), 3, "'my_any' is not a target here. Choices: self, my_active"),
    (attack("damage 10, heal self dealt cure"), 3, "'self' is not a target here. Choices: none"),
    (attack("damage 45"), 3, "damage '45' should be a whole number from 0 to 500 in steps of 10"),
    (attack("damage -10"), 3, "damage '-10' should be"),
    (attack("damage 0"), 3, "an attack without damage leaves the word out"),
    (attack("damage 10 + 20 per my_bnch"), 3, "'my_bnch' is not a counter; did you mean 'my_bench'?"),
    (attack("damage 10 + 20 per discard:pokmon"), 3, "'pokmon' is not a kind of cards"),
    (attack("damage 10 + 20 if def_ill:sad"), 3, "'sad' is not a Special Condition"),
    (attack("damage 10 + 20 if angry"), 3, "'angry' is not a condition. Choices: def_ex, def_resists, avenged"),
    (attack("damage 10 + 20 per opp_bench:W"), 3, "only energy_self can be followed by a type"),
    (attack("damage 10 + 20 per energy_self:X"), 3, "'X' is not the letter of a type"),
    (attack("damage 10 ignoring weakness"), 3, "then perhaps: ignoring weakness resistance"),
    (attack("heal self dealt"), 3, "'dealt' is what the damage before it did, and there is none"),
    (attack("status self paralyzed"), 3, "only the defender can be paralyzed"),
    (attack("status def drowsy"), 3, "'drowsy' is not a Special Condition. Choices: asleep, paralyzed"),
    (attack("flip 1 heads draw 1"), 3, "It reads: flip COINS heads (EFFECTS)"),
    (attack("flip 0 heads (draw 1)"), 3, "number of coins '0' should be a whole number from 1 to 10"),
    (attack("flip 1 heads (draw 1"), 3, "'(' without ')'"),
    (attack("flip 1 heads (draw 1))"), 3, "')' without '('"),
    (attack("flip 1 heads ()"), 3, "an effect is missing"),
    (attack("damage 10,, draw 1"), 3, "an effect is missing; effects are separated by single commas"),
    (attack("flip 2 per_head (flip 1 heads (draw 1))"), 3, "coins cannot be flipped again for each head"),
    (attack("flip 2 per_head (damage 0 + 10 per heads of 1)"), 3, "coins cannot be flipped again for each head"),
    (attack("flip 1 heads (" * 30 + "draw 1" + ")" * 30), 3, "30 parentheses; at most 20"),
    (attack("draw 61"), 3, "number of cards '61' should be a whole number from 1 to 60"),
    (attack("draw both opp_hand"), 3, "number of cards 'opp_hand' should be"),
    (attack("draw opp 2"), 3, "'opp' is not a player here. Choices: me, both"),
    (attack("take table any 1 to deck"), 3, "'table' is not a place to take from. Choices: deck, discard, hand, older"),
    (attack("take hand any 1 to deck"), 3, "'deck': cards of the hand go to a Pokemon, into play or to the discard"),
    (attack("take deck pokemon 1 to play"), 3, "'pokemon': only a Basic Pokemon comes into play: pokemon:basic"),
    (attack("take deck any 1 to play"), 3, "'any' is more than pokemon"),
    (
        attack("take older any 1 to hand"),
        3,
        "'older' is the discard pile without what was paid before, and nothing was",
    ),
    (attack("take deck energy:hp<=60 1 to hand"), 3, "'energy:hp<=60' does not fit together"),
    (attack("take deck pokemon:special 1 to hand"), 3, "'pokemon:special' does not fit together"),
    (attack("take deck energy:basic:special 1 to hand"), 3, "does not fit together"),
    (attack("hit everybody 10"), 3, "'everybody' is not a target here. Choices: opp_bench, opp_any, opp_all, my_bench"),
    (attack("hit opp_bench 10 on 6"), 3, "number of Pokemon '6' should be a whole number from 1 to 5"),
    (attack("hit opp_all 10 on 2"), 3, "'hit opp_all 10 on 2' is incomplete or has too much"),
    (attack("strip opp_any all"), 3, "'opp_any' is not a target here. Choices: self, def, last"),
    (attack("heal my_any all, strip last all W"), 3, "all Energy of a type is discarded from self or def"),
    (attack("mark me no_items until opp_turn_end"), 3, "'no_items' is a mark of the other player: mark opp no_items"),
    (attack("end_turn"), 3, "an attack ends the turn in any case"),
    (attack("draw purged"), 3, "'purged' is how many cards were purged before it, and nothing was"),
    (attack("mill both 3"), 3, "'both' is not a player here. Choices: me, opp"),
    (attack("scoop def"), 3, "'def' is not a target here. Choices: self, my_any"),
    (item("scoop self"), 3, "a Trainer has none"),
    (item("move energy from self"), 3, "a Trainer has none"),
    (f"{DEINO}  ability: Hop, once a turn, move energy from self\n", 3, "only an attack can say 'mark self'"),
    (f"{DEINO}  ability: Hop, when benched, pay 1\n", 3, "an Ability 'when benched' has no costs"),
    (f"{DEINO}  ability: Hop, passive, less 20 on basic\n", 3, "'less 20 on basic' is incomplete or has too much"),
    (f"{DEINO}  ability: Hop, passive, prizes -1\n", 3, "'prizes -1' is incomplete or has too much"),
    ("card bw1-1 Thing\n  stadium\n  while: mute others with tool\n", 3, "is incomplete or has too much"),
    ("card bw1-1 Thing\n  tool\n  use: draw 1\n", 3, "'use' does not belong to a tool, which may have: while"),
    (
        f"{DEINO}  attack: D, Bite, damage 10\n{ZWEILOUS}  ability: Hop, when benched, draw 1\n",
        6,
        "Zweilous is not a Basic Pokemon, so that 'when benched' never happens",
    ),
    (attack("take deck dragons 1 to hand"), 3, "'dragons' is not a kind of cards; a filter is one of any, pokemon"),
    (attack("take deck item:basic 1 to hand"), 3, "'item:basic' does not fit together"),
    (attack("take deck energy:D 1 to hand"), 3, "'energy:D' does not fit together"),
    (attack("take deck any 1..2 to hand"), 3, "'1..2' should be a number"),
    (attack("take deck any 1 to moon"), 3, "'moon' is not a place to put cards. Choices: hand, deck, top, self"),
    (attack("take deck any 1 to hand:D"), 3, "only bench can be followed by a type"),
    (attack("take deck pokemon 1 to self"), 3, "'pokemon' is more than energy"),
    (attack("move energy:basic|energy:provides=D"), 3, "energy:provides=TYPE stands alone"),
    (attack("strip last 1"), 3, "'last' is the Pokemon that was healed before it, and there is none"),
    (attack("mark self less until opp_turn_end"), 3, "'less' takes an amount"),
    (attack("mark self immune 10 until opp_turn_end"), 3, "'immune' takes no amount"),
    (attack("mark self immune until tomorrow"), 3, "'tomorrow' is not a time. Choices: my_turn_end"),
    (attack("mark self more 20 until my_turn_end"), 3, "'more' is a mark of the player: mark me more 20"),
    (attack("mark def lock until my_next_turn_end"), 3, "'def' is not a target here. Choices: self"),
    (attack("switch self"), 3, "only an Ability can say 'switch self'"),
    (item("damage 20"), 3, "only attacks do damage; elsewhere it is: counters TARGET DAMAGE"),
    (item("heal self 20"), 3, "'self' is the Pokemon whose attack or Ability it is; a Trainer has none"),
    (item("take deck energy 1 to self"), 3, "a Trainer has none"),
    (item("mark self lock until my_turn_end"), 3, "a Trainer has none"),
    (item("pay 2"), 3, "Thing: what is paid must be there; the entry lacks: needs: hand_other 2"),
    (item("pay 2", "needs: hand_other 1"), 4, "the entry lacks: needs: hand_other 2"),
    (item("candy"), 3, "the entry lacks: needs: can_candy"),
    (item("choose (pay 2, draw 3) or (draw 1)"), 3, "the entry lacks: needs: hand_other 2"),
    (item("choose (draw 1) or (flip 1 tails (top item))"), 3, "the entry lacks: needs: hand_has item"),
    (item("flip 1 heads (draw 1) tails (candy)"), 3, "the entry lacks: needs: can_candy"),
    (item("flip 3 per_head (pay 1)", "needs: hand_other 2"), 4, "the entry lacks: needs: hand_other 3"),
    (item("choose (pay 2) or (candy)"), 3, "the entry lacks: needs: can_candy, hand_other 2"),
    (item("pay 2, pay 1", "needs: hand_other 2"), 4, "the entry lacks: needs: hand_other 3"),
    (item("flip 1 heads (pay 2), pay 1", "needs: hand_other 2"), 4, "the entry lacks: needs: hand_other 3"),
    (item("candy, pay 1", "needs: hand_other 1, can_candy"), 4, "the entry lacks: needs: hand_other 2"),
    (
        item("pay 1, top item", "needs: hand_other 1, hand_has item"),
        4,
        "a cost before may have taken it; 'top' comes first, and once",
    ),
    (item("candy, candy", "needs: can_candy"), 4, "'candy' comes first, and once"),
    (item("discard_hand me, draw 7, pay 1", "needs: hand_other 1"), 4, "the whole hand has left before"),
    (item("draw 1", "needs: luck"), 3, "'luck' is not a need. Choices: discard_has"),
    (item("draw 1", "needs: damaged 3"), 3, "'damaged 3': damaged takes no argument"),
    (item("draw 1", "needs: hand_other"), 3, "'hand_other': hand_other takes one argument"),
    (item("draw 1", "needs: energy_in_play pokemon"), 3, "'pokemon' is more than energy"),
    (item("draw 1", "needs: damaged, damaged, damaged, damaged"), 3, "4 needs; at most 3 are possible"),
    (item("draw 1", "needs: damaged", "needs: damaged"), 4, "'needs' is there twice"),
    (item("draw 1", "needs: self_on_bench"), 3, "only an Ability can need self_on_bench"),
    (item("draw 1", "play: draw 2"), 4, "'play' is there twice"),
    (item("draw 1", "needs: damaged", "text: Words."), 4, "a text explains what a card does"),
    (item("draw 1", "while: hp 20"), 3, "'while' does not belong to an item, which may have: needs, play"),
    ("card bw1-1 Thing\n  item\n", 1, "an item needs a line 'play:' that says what it does"),
    ("card bw1-1 Thing\n  tool\n", 1, "a tool needs a line 'while:' that says what it does"),
    ("card bw1-1 Thing\n", 1, "Thing has no lines; the first is one of pokemon, item"),
    ("card bw1-1 Thing\n  play: draw 1\n", 2, "'play' cannot be the first line of an entry"),
    ("card bw1-1 Thing\n  itme\n", 2, "'itme' is not a line of an entry; did you mean 'item'?"),
    ("card bw1-1 Thing\n  item, rare\n", 2, "should read: item, or: item, ace spec"),
    ("card bw1-1 Thing\n  supporter, ace spec\n", 2, "a Supporter cannot be an ACE SPEC card; an Item, a Tool or"),
    ("card bw1-1 Thing\n  supporter, rare\n", 2, "'supporter, rare' should read: supporter"),
    ("card bw1-1 Thing\n  text: Words.\n", 2, "a text follows the line that it explains"),
    ("card bw1-1 Thing\n  tool\n  while: hp lots\n", 3, "damage 'lots' should be a whole number"),
    ("card bw1-1 Thing\n  tool\n  while: poison 20\n", 3, "'poison' is not a lasting effect of a tool. Choices: hp"),
    ("card bw1-1 Thing\n  tool\n  while: hp 20, hp 10\n", 3, "'hp' is there twice"),
    ("card bw1-1 Thing\n  tool\n  while: free retreat with energy D\n", 3, "It reads: free retreat"),
    ("# cards\n\n  item\n", 3, "an entry begins with: card NUMBER NAME"),
    ("card Hydreigon\n", 1, "'card Hydreigon' should read: card NUMBER NAME"),
    ("card bw1-1 A, B\n", 1, "'A, B' is not the name of a card; names have no comma"),
    ("card ZZ1-1 Foo\n", 1, "'ZZ1-1' is not the number of a card; write its set, a hyphen and its number in"),
    ("card bw11-RC12 Foo\n", 1, "all in lower-case letters and digits: bw6-98 or bw11-rc12"),
    ("card bw11 Foo\n", 1, "'bw11' is not the number of a card"),
    ("card Foo bw1-1\n", 1, "'Foo' is not the number of a card"),
    (item("draw 1") + item("draw 1"), 4, "bw1-1 is on line 1 too"),
    (DEINO + "  attack: D, Bite\n", 3, "should read: attack: COST, NAME, EFFECTS"),
    (DEINO + "  attack: D, , damage 10\n", 3, "should read: attack: COST, NAME, EFFECTS"),
    (DEINO + "  attack: DX, Bite, damage 10\n", 3, "the cost 'DX' should be letters of GRWLPFDMYNC"),
    (
        DEINO + "  attack D, Bite, damage 10\n",
        3,
        "a colon is missing after 'attack'; it should read: attack: D, Bite, damage 10",
    ),
    (DEINO + "  attack, D, Bite\n", 3, "a colon is missing after 'attack'; it should read: attack: D, Bite"),
    (DEINO + "  attack:\n", 3, "nothing follows 'attack'; it should read: attack: and more"),
    (DEINO, 1, "Deino: a Pokemon has an attack or an Ability; this one has neither"),
    (attack("damage 10") + "  attack: 0, Bite, draw 1\n", 4, "Deino has an attack Bite already; a player must be able"),
    (
        DEINO + "  attack: D, Bite Back, draw 1\n  attack: C, bite  back, draw 1\n",
        4,
        "Deino has an attack bite  back already",
    ),
    (
        DEINO + "".join(f"  attack: 0, {name}, damage 10\n" for name in "VWXYZ"),
        7,
        "Deino has 4 attacks already; no more are possible",
    ),
    (attack("damage 10") + "  needs: damaged\n", 4, "'needs' belongs to a Trainer, or follows an Ability"),
    (DEINO + "  ability: A, sometimes, draw 1\n", 3, "'sometimes' is not a time for an Ability"),
    (
        DEINO + "  ability: A, passive, hp 20\n",
        3,
        "'hp' is not a lasting effect of an ability. Choices: free, less, safe",
    ),
    (DEINO + "  ability: A, once a turn, hit opp_bench 10\n", 3, "only attacks do damage"),
    (DEINO + "  ability: A, once a turn, strip self 1\n", 3, "only an attack can say 'mark self' or 'strip self'"),
    (
        DEINO + "  ability: A, once a turn, pay 1\n",
        3,
        "Deino: what is paid must be there; the entry lacks: needs: hand",
    ),
    (DEINO + "  ability: A, unlimited, flip 1 heads (pay 1)\n", 3, "the entry lacks: needs: hand_other 1"),
    (DEINO + "  ability: A, unlimited, draw 1\n" * 2, 4, "Deino has an Ability already; one is possible"),
    (
        DEINO + "  ability: A, when evolved, draw 1\n",
        3,
        "Deino is a Basic Pokemon, so that 'when evolved' never happens",
    ),
    (ZWEILOUS + "  ability: A, when evolved, draw 1\n  needs: damaged\n", 4, "once a turn or unlimited"),
    (
        ZWEILOUS + "  ability: A, when evolved, choose (pay 1) or (draw 1)\n",
        3,
        "an Ability 'when evolved' has no costs",
    ),
    (DEINO.replace("60", "65"), 2, "HP '65' should be a whole number from 10 to 500 in steps of 10"),
    (DEINO.replace("60 HP, ", ""), 2, "HP is missing. A Pokemon reads: TYPE, HP"),
    (DEINO.replace(", retreat 2", ""), 2, "retreat is missing"),
    (DEINO.replace("weak N", "weak Q"), 2, "'Q' is not the letter of a type. Choices: G Grass, R Fire"),
    (DEINO.replace("weak N", "weak N, weak P"), 2, "'weak P': weak is there twice"),
    (DEINO.replace("weak N", "strong P"), 2, "'strong P' is not understood. A Pokemon reads"),
    (DEINO.replace("basic", "stage 3 from Deino"), 2, "should read: stage 1 from NAME, or: stage 2 from NAME (NAME OF"),
    (
        attack("damage 10") + "card bw1-2 Zweilous\n  pokemon: N, 90 HP, stage 1 from Dino, retreat 3\n"
        "  attack: D, Bite, damage 10\n",
        5,
        "Zweilous: 'Dino' is not a Basic Pokemon in this file; did you mean 'Deino'?",
    ),
    (
        attack("damage 10") + "card bw1-2 Z\n  pokemon: N, 90 HP, stage 1 from Deino, retreat 3\n"
        "  attack: D, Bite, damage 10\ncard bw1-3 H\n  pokemon: N, 90 HP, stage 2 from Z (Aipom), retreat 3\n"
        "  attack: D, Bite, damage 10\n",
        8,
        "H: Z evolves from Deino, not from Aipom",
    ),
    (attack("damage 10") + "card bw1-2 Deino\n  energy: CC\n", 4, "Deino is a pokemon on line 1; a name has one kind"),
    ("card bw1-1 E\n  energy: basic C\n", 2, "'C' is not the letter of a type"),
    (
        "card bw1-1 E\n  energy: PD\n",
        2,
        "'PD': the units of one Energy card must be alike. An Energy reads: basic D; CC",
    ),
    ("card bw1-1 E\n  energy: any of GG\n", 2, "'GG' has a type twice"),
    ("card bw1-1 E\n  energy: any of GR, only on Sundays\n", 2, "'only on Sundays' is not understood"),
    (
        "card bw1-1 E\n  energy: basic D\n  play: draw 1\n",
        3,
        "'play' does not belong to an energy, which has no more lines",
    ),
]


@pytest.mark.parametrize(("text", "line", "reason"), MISTAKES, ids=[reason for _, _, reason in MISTAKES])
def test_mistakes_are_named_with_their_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(CardError) as caught:
        read_cards(text, "my.txt")
    message = str(caught.value)
    assert message.startswith(f"my.txt:{line}: ")
    assert reason in message
    assert "\n" not in message


def test_a_mistake_in_a_card_file_is_a_mistake_of_the_user() -> None:
    assert issubclass(CardError, UsageError)


def test_more_that_is_right() -> None:
    text = (
        "# a comment\n\ncard bw1-1 Ball\nitem, ace spec\nplay: flip 1 tails (draw 1)\ntext: Draw.\n"
        "card bw1-2 Free One\n  pokemon: C, 30 HP, basic, retreat 0\n  attack: 0, Wait, draw 1\n"
        "  ability: Soft, passive, less 20, free retreat with stadium\n"
        "card bw1-3 Rainbow\n  energy: any of RW, only on basic, else C\n"
    )
    ball, free, rainbow = read_cards(text, "my.txt")
    assert (ball.ace, ball.text, ball.at) == (True, "Draw.", 3)
    assert free.attacks[0].cost == ""
    assert free.ability
    assert (free.ability.modifiers.taken, free.ability.modifiers.free) == (20, v.FREE_WITH_STADIUM)
    assert (rainbow.units, rainbow.provides, rainbow.on_evolved) == (1, "RW", "C")


@pytest.mark.parametrize("number", ["bw11-rc12", "xy8-146", "swsh12pt5-160", "bwp-bw01", "xy7-54a", "base1-4"])
def test_numbers_of_real_cards(number: str) -> None:
    (found,) = read_cards(f"card {number} Ball\n  item\n  play: draw 1\n", "my.txt")
    assert (found.id, found.name) == (number, "Ball")


def test_costs_that_can_be_paid() -> None:
    """A need may ask for more than the cost, of two ways the dearer counts, and lines may come in any order."""
    for play, needs in [
        ("pay 2", "hand_other 3"),
        ("choose (pay 2, draw 3) or (draw 1)", "hand_other 2"),
        ("choose (pay 2) or (pay 3), pay 1", "hand_other 4"),
        ("flip 1 heads (top item) tails (candy)", "hand_has item, can_candy"),
        ("flip 3 per_head (pay 1)", "hand_other 3"),
        ("top item, pay 1", "hand_has item, hand_other 2"),
    ]:
        (before,) = read_cards(item(play, f"needs: {needs}"), "my.txt")
        (after,) = read_cards(item(play) + f"  needs: {needs}\n", "my.txt")
        assert before == after


def test_attacks_need_nothing() -> None:
    """An attack may be used even if a part of it has no effect."""
    (found,) = read_cards(attack("pay 2, flip 1 heads (top item)"), "my.txt")
    assert len(found.attacks[0].effects) == 2


def test_abilities_of_evolved_pokemon_may_come_with_the_card() -> None:
    _, found = read_cards(attack("damage 10") + ZWEILOUS + "  ability: A, when evolved, draw 1\n", "my.txt")
    assert found.ability and found.ability.kind == v.WHEN_EVOLVED


def test_too_many_cards_are_refused_at_the_first_for_which_there_is_no_room() -> None:
    def written(n: int, lines: str) -> tuple[Card, ...]:
        return read_cards("".join(f"card zz1-{i} N{i}\n{lines}" for i in range(1, n + 1)), "my.txt")

    items, energy = "  item\n  play: draw 1\n", "  energy: CC\n"
    table.check_room(written(255, items), "my.txt")
    table.check_room(written(32, energy), "my.txt")
    with pytest.raises(CardError, match=r"^my.txt:766: 257 cards in one game; there is room for 255$"):
        table.check_room(written(257, items), "my.txt")
    with pytest.raises(CardError, match=r"^my.txt:65: 33 Energy cards in one game; there is room for 32$"):
        table.check_room(written(33, energy), "my.txt")


def test_words_for_targets_are_those_that_effects_have() -> None:
    targets = {number for line, _ in LINES for number in targets_of(line)}
    assert targets == set(range(len(v.TARGETS)))


def targets_of(line: str) -> set[int]:
    """The targets of a line of effects."""
    words = (v.HEAL, v.COUNTERS, v.AFFLICT, v.KNOCK_OUT, v.STRIP, v.DEVOLVE)
    return {int(effect.args[0]) for effect in every(read_effects(line)) if effect.word in words}


PAGE = (Path(__file__).parents[3] / "docs" / "pokemon-cards.md").read_text("utf-8")
SNIPPETS = re.findall("`([^`\n]+)`", PAGE)


def test_the_page_tells_every_word() -> None:
    for word in (*FORMS, *NEEDS, *WHILE_FORMS, *v.MARKS, *v.CONDITIONS, *v.UNTILS, *v.CLASSES[1:]):
        assert any(word in re.split(r"[\s:]", snippet) for snippet in SNIPPETS), word


def test_the_examples_of_the_page_are_right() -> None:
    effects = [each for each in SNIPPETS if each.split()[0] in FORMS and len(each.split()) > 1]
    effects = [each for each in effects if not re.search("[A-Z]{2}", each)]
    assert len(effects) > 50
    for line in effects:
        read_effects(line)
    needs = [each.removeprefix("needs: ") for each in SNIPPETS if each.startswith("needs: ")]
    lasting = [each.removeprefix("while: ") for each in SNIPPETS if each.startswith("while: ")]
    assert len(needs) > 10 and len(lasting) > 4
    for line in needs:
        read_needs(line)
    for line in lasting:
        read_modifiers(line, "stadium" if line.startswith(("poison", "cheaper", "mute")) else "tool")


def test_the_page_tells_of_numbers_and_costs() -> None:
    numbers = [snippet for snippet in SNIPPETS if re.fullmatch(ID, snippet)]
    assert {"bw6-98", "bw11-rc12"} <= set(numbers)
    assert "Attacks need nothing but their Energy" in PAGE
    play = next(snippet for snippet in SNIPPETS if snippet.startswith("choose (pay"))
    with pytest.raises(CardError, match="needs: hand_other 2"):
        read_cards(item(play), "page")
    assert read_cards(item(play, "needs: hand_other 2"), "page")


def test_the_entries_of_the_page_are_right() -> None:
    blocks = re.findall(r"(?:^    .+\n)+", PAGE, re.MULTILINE)
    entries = [block for block in blocks if block.strip().startswith("card ")]
    assert len(entries) == 2
    for block in entries:
        assert read_cards(entry("bw6-94") + entry("bw6-96") + block, "page")


def entry(name: str) -> str:
    """The text of a card's entry."""
    text = (files("mulligan.games.pokemon.cards") / "cards.txt").read_text("utf-8")
    start = text.index(f"card {name} ")
    return text[start : text.index("\n\n", start)] + "\n"


def test_every_lasting_effect_has_a_home() -> None:
    assert {word for words in WHILE.values() for word in words} == set(WHILE_FORMS)


WORDS = [*FORMS, *NEEDS, *WHILE_FORMS, *v.TARGETS, *v.MARKS, *v.CONDITIONS, *v.UNTILS, "until", "to", "+", "per", "if"]
PIECES = st.sampled_from(
    [*WORDS, "heads", "of", "(", ")", ",", "1", "10", "0..2", "all", "me", "energy:basic:D", "any"]
)


@given(st.lists(PIECES, max_size=12))
def test_any_words_are_read_or_refused(words: list[str]) -> None:
    try:
        effects = read_effects(" ".join(words))
    except Wrong:
        return
    code = Code()
    assert code.add(effects) == 1
    assert all(len(numbers) == 6 for numbers in code.rows)


ENTRY_LINES = ["card bw1-1 A", "item", "tool", "energy: CC", "pokemon: N, 60 HP, basic, retreat 1", "play: draw 1"]


@given(st.lists(st.one_of(st.sampled_from(ENTRY_LINES), st.text(max_size=30)), max_size=8).map("\n".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    said = "my.txt:"
    try:
        read_cards(text, "my.txt")
    except CardError as error:
        said = str(error)
    assert said.startswith("my.txt:")
