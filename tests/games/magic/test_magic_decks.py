"""Deck lists: those that come with the game, and what is said about mistakes in users' own."""

from __future__ import annotations

from collections import Counter

import pytest

from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.games.magic import MAGIC
from mulligan.games.magic.decks import deck

LISTS = {
    "M15": "1/1(1)*2 2/1(2)*2 1/2(2) 2/2(2)*3 2/3(3)*2 3/2(3)*2 3/1(3) 3/3(4)*2 2/4(4) 4/3(5) 4/4(5)*2 5/4(6) 5/5(6) "
    "6/6(7)*2",
    "M13": "1/1(1)*2 2/1(2)*2 2/2(2)*3 2/3(3)*3 3/2(3)*2 3/3(4)*3 2/4(4) 4/4(5)*2 3/5(5) 5/4(6) 5/5(6) 6/6(7)*2",
    "M8": "1/1(1)*4 2/2(2)*4 2/3(3)*4 3/3(4)*4 4/4(5)*3 5/5(6)*2 6/6(7)*2",
    "slow": "1/1(1)*2 1/2(2) 1/3(2)*2 2/2(2)*2 2/3(3)*3 3/2(3) 1/4(3)*2 2/4(4)*3 3/3(4) 3/5(5)*2 4/4(5) 5/5(6) "
    "6/6(7)*2",
}
KINDS = {"M15": 14, "M13": 12, "M8": 7, "slow": 13}


def expand(text: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for word in text.split():
        name, _, n = word.partition("*")
        found[name] += int(n or 1)
    return found


@pytest.mark.parametrize("name", LISTS)
def test_the_lists_that_come_with_the_game(name):
    chosen = deck(name)
    assert (chosen.lands, len(chosen.creatures), chosen.size) == (17, 23, 40)
    assert Counter(f"{p}/{t}({c})" for p, t, c in chosen.creatures) == expand(LISTS[name])
    assert len(set(chosen.creatures)) == KINDS[name]
    assert list(chosen.creatures) == sorted(chosen.creatures, key=lambda c: (c[0], c[2], c[1])), "weakest first"


def test_the_mean_cost_of_the_standard_list():
    costs = [cost for _, _, cost in deck("M15").creatures]
    assert round(sum(costs) / len(costs), 1) == 3.6


def test_each_player_can_have_a_deck_of_his_own():
    here = Position.deal(MAGIC, "literal:deck1=M13,deck2=M8", seed=1)
    one, two = str(here).split(" | ")[2:]
    assert "3/5(5)" in one
    assert "3/5(5)" not in two


def write(tmp_path, text: str) -> str:
    file = tmp_path / "my.toml"
    file.write_text(text, "utf-8")
    return str(file)


GOOD = 'lands = 20\ncreatures = { "2/2(2)" = 20, "0/7 (1)" = 2 }\n'


def test_a_file_with_one_deck(tmp_path):
    file = write(tmp_path, GOOD)
    assert deck(file).size == 42
    assert deck(file).creatures[0] == (0, 7, 1)
    here = Position.deal(MAGIC, f"literal:deck={file}", seed=1)
    while not here.over:
        here.play(here.options()[-1])
    assert len(here.cards()) == 84


def test_a_file_with_several_decks(tmp_path):
    file = write(tmp_path, f'[big]\n{GOOD}[small]\nlands = 4\ncreatures = {{ "1/1(1)" = 4 }}\n')
    assert deck(f"{file}#big").size == 42
    assert deck(f"{file}#small").size == 8
    with pytest.raises(UsageError, match=r"unknown deck in .*my.toml '': Choices: big, small"):
        deck(file)
    with pytest.raises(UsageError, match=r"unknown deck in .*my.toml 'bigg': did you mean 'big'"):
        deck(f"{file}#bigg")


def test_an_only_deck_needs_no_name(tmp_path):
    assert deck(write(tmp_path, f"[mine]\n{GOOD}")).name == "mine"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lands = ", "not TOML: "),
        ('lands = 17\n[creatures]\n"2/2" = 3', r"creatures.'2/2': should read power/toughness(cost), for example"),
        ('creatures = { "2/2(2)" = 3 }', "'lands' is missing; a deck needs 'lands' and 'creatures'"),
        ("[mine]\nlands = 17", "#mine: 'creatures' is missing; a deck needs"),
        ('land = 17\ncreatures = { "2/2(2)" = 3 }', "unknown key in {file} 'land': did you mean 'lands'?"),
        ('lands = -1\ncreatures = { "2/2(2)" = 3 }', ".lands: -1 should be a whole number from 0 to 60"),
        ('lands = true\ncreatures = { "2/2(2)" = 3 }', ".lands: True should be a whole number from 0 to 60"),
        ('lands = "many"\ncreatures = { "2/2(2)" = 3 }', ".lands: 'many' should be a whole number from 0 to 60"),
        ("lands = 17\ncreatures = 23", '.creatures: should be a table such as { "2/2(2)" = 3 }'),
        ('lands = 17\ncreatures = { "2/0(2)" = 3 }', "'2/0(2)' toughness: 0 should be a whole number from 1 to 15"),
        ('lands = 17\ncreatures = { "16/2(2)" = 3 }', "'16/2(2)' power: 16 should be a whole number from 0 to 15"),
        ('lands = 17\ncreatures = { "2/2(0)" = 3 }', "'2/2(0)' cost: 0 should be a whole number from 1 to 15"),
        ('lands = 17\ncreatures = { "2/2(2)" = 0 }', "creatures.'2/2(2)': 0 should be a whole number from 1 to 30"),
        ('lands = 17\ncreatures = { "2/2(2)" = 20, "3/3(3)" = 11 }', "31 creature cards; at most 30"),
        ('lands = 4\ncreatures = { "2/2(2)" = 3 }', "7 cards; from 8 to 60 are allowed"),
        ('lands = 40\ncreatures = { "2/2(2)" = 21 }', "61 cards; from 8 to 60 are allowed"),
        ("mine = 3", "#mine: should be a table with 'lands' and 'creatures'"),
    ],
)
def test_mistakes_in_a_file_are_named(tmp_path, text, message):
    file = write(tmp_path, text)
    with pytest.raises(UsageError) as error:
        deck(file)
    assert "my.toml" in str(error.value)
    assert message.format(file=file) in str(error.value) if "{file}" in message else message in str(error.value)


def test_mistakes_in_the_name_are_named(tmp_path):
    with pytest.raises(
        UsageError, match=r"unknown deck 'M14': did you mean 'M1\d'\? Choices: M15, M13, M8, slow, FILE.toml"
    ):
        deck("M14")
    with pytest.raises(UsageError, match=r"deck file 'missing.toml': No such file"):
        deck("missing.toml")
    binary = tmp_path / "my.toml"
    binary.write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match=r"my.toml': not TOML"):
        deck(str(binary))
    binary.write_text("#" * 1_000_001)
    with pytest.raises(UsageError, match="larger than 1 MB"):
        deck(str(binary))


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ("litteral", "unknown setup of magic 'litteral': did you mean 'literal'?"),
        ("literal:dek=M8", "unknown setup option of magic 'dek': did you mean 'deck'?"),
        ("literal:life=0", "life=0 should be a whole number from 1 to 1000"),
        ("literal:hand=eight", "hand=eight should be a whole number from 0 to 7"),
        ("literal:keep_equal=maybe", "keep_equal=maybe should be yes or no"),
        ("literal:ask=first", "ask=first should be one of dearest, cheapest, random"),
        ("literal:deck=M9", "unknown deck 'M9': Choices: M15, M13, M8, slow, FILE.toml, FILE.toml#NAME"),
    ],
)
def test_mistakes_in_a_setup_are_named(setup, message):
    with pytest.raises(UsageError) as error:
        MAGIC.make_table(setup)
    assert message in str(error.value)
