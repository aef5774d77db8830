"""Deck lists of the Pokemon TCG: those that come with the game, and what is said about mistakes in users' own."""

from __future__ import annotations

from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mulligan.core.errors import UsageError
from mulligan.games.pokemon.cards.arrays import ACE, BASIC_ENERGY, IDS, NAME, NAMES, NUMBER
from mulligan.games.pokemon.cards.cardfile import CardError
from mulligan.games.pokemon.cards.decks import ERAS, card_number, deck, read_decks, shipped
from mulligan.games.pokemon.cards.files import LARGEST_FILE

FACTS = {
    # title, Basic Pokemon, chance of a hand without one
    "dragonsnarl": ("DragonSnarl", 17, 0.0834),
    "dragon_speed": ("Dragon Speed", 17, 0.0834),
    "night_striker": ("Night Striker", 20, 0.0483),
    "darkrai_hydreigon": ("Darkrai-EX / Hydreigon", 13, 0.1628),
    "darkrai_laser": ("Darkrai-EX / Laser", 9, 0.2998),
}


def test_the_shipped_decks() -> None:
    assert list(shipped()) == list(FACTS)


@pytest.mark.parametrize("name", FACTS)
def test_facts_of_the_shipped_decks(name: str) -> None:
    title, basics, chance = FACTS[name]
    found = deck(name)
    assert (found.name, found.title, found.basics) == (name, title, basics)
    assert round(comb(60 - found.basics, 7) / comb(60, 7), 4) == chance
    assert found.about.endswith(".")
    assert len(found.cards) == 60 == sum(n for _, n in found.counts)
    assert list(found.cards) == sorted(found.cards)
    assert {card: found.cards.count(card) for card in found.cards} == dict(found.counts)


@pytest.mark.parametrize("name", FACTS)
def test_the_shipped_decks_obey_the_rules(name: str) -> None:
    found = deck(name)
    copies: dict[int, int] = {}
    for card, n in found.counts:
        if not BASIC_ENERGY[card]:
            copies[NAME[card]] = copies.get(NAME[card], 0) + n
    assert max(copies.values()) <= 4
    assert sum(n for card, n in found.counts if ACE[card]) <= 1


def test_every_card_is_in_a_deck() -> None:
    found = {card for found in shipped().values() for era in ERAS for card, _ in found.of(era).counts}
    assert found == set(NUMBER.values())


def test_the_deck_of_the_paper() -> None:
    written = (
        "2 bw6-98, 3 bw6-96, 4 bw6-94, 1 bw6-75, 2 bw6-74, 2 bw6-72, 2 bw6-76, 2 bw6-77, 1 bw6-59, 2 bw6-58, 3 bw6-55, "
        "2 bw6-56, 1 bw6-57, 2 bw6-101, 2 bw6-102, 1 bw6-114, 2 bw1-92, 2 bw1-93, 2 bw1-99, 1 bw6-115, 1 bw4-86, "
        "2 bw5-91, 1 bw6-117, 9 bw1-109, 8 bw1-111"
    )
    assert ", ".join(f"{n} {IDS[card]}" for card, n in deck("dragonsnarl").counts) == written


def test_four_decks_are_real_and_name_their_sources() -> None:
    about = {name: found.about for name, found in shipped().items()}
    assert all(about[name].startswith("Official theme deck of ") for name in ("dragonsnarl", "dragon_speed"))
    assert about["night_striker"].startswith("Official theme deck of ")
    assert '"Still in a Trance", sixprizes.com, 2013/02/16' in about["darkrai_hydreigon"]
    assert about["darkrai_laser"].startswith("Not a real list: made up for Mulligan")


# --- eras -------------------------------------------------------------------------------------------------------------


def test_every_shipped_deck_has_its_era() -> None:
    eras = {name: found.era for name, found in shipped().items()}
    assert eras == {**dict.fromkeys(eras, "bw"), "night_striker": "xy"}


def test_a_deck_has_the_catcher_of_the_era_in_which_it_is_played() -> None:
    old, new = NUMBER["bw2-95"], NUMBER["xy0-36"]
    for name in ("darkrai_hydreigon", "darkrai_laser"):
        counts = {era: dict(deck(name).of(era).counts) for era in ERAS}
        assert (counts["bw"][old], counts["bw"].get(new), counts["xy"].get(old), counts["xy"][new]) == (
            3,
            None,
            None,
            3,
        )
    mixed = read_decks(
        GOOD.replace("4 Darkrai-EX", "4 Darkrai-EX\n  2 Pokemon Catcher bw2-95\n  1 Pokemon Catcher").replace(
            "30 Darkness", "27 Darkness"
        ),
        "my.txt",
    )["mine"]
    assert [dict(mixed.of(era).counts)[card] for era, card in (("bw", old), ("xy", new))] == [3, 3]


def test_a_deck_of_ones_own_may_say_its_era() -> None:
    assert read_decks(GOOD, "my.txt")["mine"].era == "xy", "as always"
    assert read_decks(GOOD.replace("  about: Some", "  era: bw\n  about: Some"), "my.txt")["mine"].era == "bw"
    with pytest.raises(CardError, match=r"^my.txt:2: era: 'sm' should be bw or xy$"):
        read_decks(GOOD.replace("  about: Some", "  era: sm\n  about: Some"), "my.txt")


# --- users' own -------------------------------------------------------------------------------------------------------

REST = "  30 Darkness Energy\n  22 Psychic Energy bw1-109\n"
GOOD = f"deck mine My Deck\n  about: Some words,\n  about: and more.\n  4 Darkrai-EX\n  4 deino bw6-94\n{REST}"


def write(folder: Path, text: str, name: str = "my.txt") -> str:
    (folder / name).write_text(text, "utf-8")
    return str(folder / name)


def test_a_deck_from_a_file(tmp_path: Path) -> None:
    found = deck(write(tmp_path, GOOD))
    assert (found.name, found.title, found.about) == ("mine", "My Deck", "Some words, and more.")
    counts = {IDS[card]: n for card, n in found.counts}
    assert counts == {"bw6-94": 4, "bw1-109": 22, "bw1-111": 30, "bw5-63": 4}
    assert found.basics == 8


def test_a_deck_without_a_header_is_named_after_its_file(tmp_path: Path) -> None:
    found = deck(write(tmp_path, "# mine\n4 Darkrai-EX\n4 bw6-94\n\n" + REST, "gloom.txt"))
    assert (found.name, found.title, found.about) == ("gloom", "gloom", "")


def test_several_decks_in_a_file(tmp_path: Path) -> None:
    file = write(tmp_path, GOOD + GOOD.replace("deck mine My Deck", "deck other"))
    assert deck(f"{file}#other").title == "other"
    assert deck(f"{file}#mine").counts == deck(f"{file}#other").counts
    with pytest.raises(UsageError, match=r"has 2 decks; write .*my.txt#mine or .*my.txt#other"):
        deck(file)
    with pytest.raises(UsageError, match=r"unknown deck in .*my.txt 'othr': did you mean 'other'"):
        deck(f"{file}#othr")


def test_lines_of_one_card_are_added_up() -> None:
    text = GOOD.replace("  4 Darkrai-EX\n", "  1 Darkrai-EX\n  3 Darkrai-EX\n")
    assert read_decks(text, "my.txt")["mine"].counts == read_decks(GOOD, "my.txt")["mine"].counts


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("bw6-98", "bw6-98"),
        ("BW6-98", "bw6-98"),
        ("Hydreigon bw6-97", "bw6-97"),
        ("darkrai-ex", "bw5-63"),
        ("Pok\N{LATIN SMALL LETTER E WITH ACUTE}mon  Catcher", "xy0-36"),
        ("Professor\N{RIGHT SINGLE QUOTATION MARK}s Letter xy8-146", "xy8-146"),
        ("N", "bw3-92"),
        ("Double Colorless Energy", "bw4-92"),
    ],
)
def test_how_cards_may_be_written(text: str, card: str) -> None:
    assert IDS[card_number(text)] == card


@pytest.mark.parametrize("card", NUMBER.values(), ids=NUMBER)
def test_every_card_by_number_and_by_both(card: int) -> None:
    assert card_number(IDS[card]) == card_number(f"{NAMES[card]} {IDS[card]}") == card
    if NAMES.count(NAMES[card]) == 1:
        assert card_number(NAMES[card]) == card


MISTAKES = [
    # text, line, what the message must say
    (
        GOOD.replace("deino bw6-94", "Hydregon"),
        5,
        "there is no card 'Hydregon'; did you mean Hydreigon bw6-98 (Consume and Destructor Beam) or "
        "Hydreigon bw6-97 (Dragonblast)?",
    ),
    (GOOD.replace("deino bw6-94", "Deino"), 5, "'Deino' is the name of 2 cards; write Deino bw6-94 (Guard Press"),
    (GOOD.replace("deino bw6-94", "Deino bw6-98"), 5, "bw6-98 is Hydreigon, not Deino"),
    (GOOD.replace("deino bw6-94", "Deino bw6-949"), 5, "there is no card bw6-949; did you mean Deino bw6-94"),
    (GOOD.replace("deino bw6-94", "zz9-1"), 5, "there is no card zz9-1"),
    (GOOD.replace("deino bw6-94", "xyzzy"), 5, "a card is written by name or number, such as Darkrai-EX or bw5-63"),
    (GOOD.replace("4 Darkrai-EX", "Darkrai-EX"), 4, "'Darkrai-EX' should read: NUMBER CARD, for example: 2 Hydreigon"),
    (GOOD.replace("4 Darkrai-EX", "0 Darkrai-EX"), 4, "(the number is from 1 to 60)"),
    (GOOD.replace("4 Darkrai-EX", "61 Darkrai-EX"), 4, "(the number is from 1 to 60)"),
    (GOOD.replace("4 Darkrai-EX", "5 Darkrai-EX"), 4, "deck 'mine' has 5 Darkrai-EX; at most 4 cards of a name"),
    (GOOD + "  1 Deino bw6-93\n", 8, "deck 'mine' has 5 Deino; at most 4 cards of a name are allowed, except basic"),
    (GOOD.replace("30 Dark", "29 Dark"), 1, "deck 'mine' has 59 cards, 1 too few; a deck has exactly 60"),
    (GOOD.replace("30 Dark", "33 Dark"), 1, "deck 'mine' has 63 cards, 3 too many; a deck has exactly 60"),
    ("deck a\n\n60 Darkness Energy\n", 1, "deck 'a' has no Basic Pokemon; it needs at least 1 to begin a game"),
    ("4 Hydreigon bw6-98\n56 Darkness Energy\n", 1, "deck 'deck' has no Basic Pokemon"),
    (
        GOOD + "  1 Computer Search\n  1 Dowsing Machine\n",
        9,
        "deck 'mine' has Computer Search and Dowsing Machine; at most 1 ACE SPEC card is allowed",
    ),
    (GOOD + "  4 Dowsing Machine\n", 8, "deck 'mine' has 4 Dowsing Machine; at most 1 ACE SPEC card is allowed"),
    (
        GOOD + "  1 Dowsing Machine\n  2 Computer Search\n  1 Computer Search\n",
        9,
        "deck 'mine' has Dowsing Machine and 3 Computer Search; at most 1 ACE SPEC",
    ),
    (GOOD.replace("deino bw6-94", "Deino BW11-RC12"), 5, "there is no card BW11-RC12; did you mean Deino bw6-94"),
    (GOOD + GOOD, 8, "deck 'mine' is on line 1 too; every deck has its own name"),
    ("deck\n" + REST, 1, "'deck' should read: deck NAME TITLE"),
    ("deck a/b\n" + REST, 1, "(the name is of letters, digits, - and _)"),
    ("# nothing\n", 1, "there is no deck; a deck begins with: deck NAME TITLE"),
    (GOOD + "  1 \x1b[31mred\n", 8, "not a line of text; a line is at most 300 characters that show"),
    (GOOD + "x" * 301, 8, "not a line of text"),
]


@pytest.mark.parametrize(("text", "line", "reason"), MISTAKES, ids=[reason for _, _, reason in MISTAKES])
def test_mistakes_are_named_with_their_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(CardError) as caught:
        read_decks(text, "my.txt")
    message = str(caught.value)
    assert message.startswith(f"my.txt:{line}: ")
    assert reason in message
    assert message.isprintable()


def test_decks_that_do_not_exist(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="unknown deck 'dragonsnarly': did you mean 'dragonsnarl'"):
        deck("dragonsnarly")
    with pytest.raises(UsageError, match=r"deck file '.*no\.txt': No such file"):
        deck(str(tmp_path / "no.txt"))
    (tmp_path / "folder.txt").mkdir()
    with pytest.raises(UsageError, match="not a file"):
        deck(str(tmp_path / "folder.txt"))


def test_files_that_are_no_decks(tmp_path: Path) -> None:
    (tmp_path / "large.txt").write_bytes(b"#" * (LARGEST_FILE + 1))
    with pytest.raises(UsageError, match="larger than 1 MB"):
        deck(str(tmp_path / "large.txt"))
    (tmp_path / "odd.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="not UTF-8 text"):
        deck(str(tmp_path / "odd.txt"))


def test_a_mark_at_the_beginning_does_not_matter(tmp_path: Path) -> None:
    assert deck(write(tmp_path, "\N{ZERO WIDTH NO-BREAK SPACE}" + GOOD)).name == "mine"


LINES = st.sampled_from(["deck a", "deck b B", "about: x", "4 Darkrai-EX", "56 Darkness Energy", "2 Hydreigon", "#"])


@given(st.lists(st.one_of(LINES, st.text(max_size=20)), max_size=8).map("\n".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    said = ""
    try:
        decks = read_decks(text, "my.txt")
    except CardError as error:
        said = str(error)
    if said:
        assert said.startswith("my.txt:") and said.isprintable()
    else:
        assert all(len(found.cards) == 60 for found in decks.values())


@given(st.text(max_size=20), st.sampled_from(["", ".txt", ".txt#a"]))
def test_any_other_name_is_refused(name: str, ending: str) -> None:
    with pytest.raises(UsageError):
        deck(f"no such folder/{name}{ending}")
