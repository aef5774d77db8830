"""Deck lists: those that come with the game, and users' own from a text file.

deck mine My Deck
  about: what it is, if you like
  era: bw
  2 Hydreigon bw6-98
  9 Darkness Energy
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from mulligan.core.errors import UsageError, unknown
from mulligan.core.textkit import either

from .arrays import ACE, BASIC_ENERGY, CARDS, CLASS, ERRATA, NAME, NAMES, NUMBER, STAGE, TWINS
from .cardfile import ID, Card, CardError
from .vocabulary import POKEMON

SIZE = 60
ERAS = ("bw", "xy")
"""The rules of 2011 to October 2013, and those since, which hold where a deck does not say."""
EARLIER = {later: card for card, later in ERRATA.items()}
COPIES = 4
LARGEST_FILE = 1_000_000
_LONGEST_LINE = 300
_NAME = "[a-zA-Z0-9][a-zA-Z0-9_-]{0,39}"


@dataclass(frozen=True)
class Deck:
    """A deck list: its cards, each with how many, by their numbers.

    >>> deck("dragonsnarl").title, deck("dragonsnarl").basics, len(deck("dragonsnarl").cards)
    ('DragonSnarl', 17, 60)
    """

    name: str
    title: str
    about: str
    counts: tuple[tuple[int, int], ...]
    era: str = ERAS[-1]

    def of(self, era: str) -> Deck:
        """The deck with the words that its cards have in an era."""
        counts: dict[int, int] = {}
        for card, n in self.counts:
            there = wording(card, era)
            counts[there] = counts.get(there, 0) + n
        return replace(self, counts=tuple(sorted(counts.items())))

    @property
    def cards(self) -> tuple[int, ...]:
        """The numbers of all its cards, ascending."""
        return tuple(sorted(card for card, n in self.counts for _ in range(n)))

    @property
    def basics(self) -> int:
        """How many Basic Pokemon it has."""
        return sum(n for card, n in self.counts if is_basic(card))


def wording(card: int, era: str) -> int:
    """The card in the words that it has in an era, whatever its printing says.

    >>> [CARDS[wording(NUMBER["xy0-36"], era)].id for era in ERAS]
    ['bw2-95', 'xy0-36']
    """
    return (EARLIER if era == "bw" else ERRATA).get(card, card)


def is_basic(card: int) -> bool:
    """Whether a card is a Basic Pokemon."""
    return bool(CLASS[card] == POKEMON and STAGE[card] == 0)


@dataclass
class _List:
    """A deck that is being read: its cards with their numbers and lines."""

    at: int
    name: str
    title: str
    about: list[str] = field(default_factory=list)
    era: str = ERAS[-1]
    lines: list[tuple[int, int, int]] = field(default_factory=list)  # card, how many, line

    def total(self, name: int) -> int:
        """The number of cards with a name."""
        return sum(n for card, n, _ in self.lines if NAME[card] == name)

    def aces(self) -> list[str]:
        """The ACE SPEC cards by name, each with its number if that is not one."""
        names = dict.fromkeys(int(NAME[card]) for card, _, _ in self.lines if ACE[card])
        return [NAMES[name] if self.total(name) == 1 else f"{self.total(name)} {NAMES[name]}" for name in names]


def read_decks(text: str, file: str, stem: str = "deck") -> dict[str, Deck]:
    """The decks of a file's text, by name; `stem` is the name of one that has no header."""
    lists: list[_List] = []
    for at, line in enumerate(text.splitlines(), 1):
        if len(line) > _LONGEST_LINE or not line.replace("\t", " ").isprintable():
            raise CardError(f"{file}:{at}: not a line of text; a line is at most {_LONGEST_LINE} characters that show")
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        if re.match(r"deck\b", words):
            lists.append(_header(words, file, at, lists))
        else:
            if not lists:
                lists.append(_List(at, stem, stem))
            _add_line(lists[-1], words, file, at)
    if not lists:
        raise CardError(f"{file}:1: there is no deck; a deck begins with: deck NAME TITLE")
    return {each.name: _finish(each, file) for each in lists}


def _header(words: str, file: str, at: int, lists: list[_List]) -> _List:
    found = re.fullmatch(rf"deck\s+({_NAME})(?:\s+(\S.*))?", words)
    if not found:
        raise CardError(
            f"{file}:{at}: '{words}' should read: deck NAME TITLE, for example: deck mine My Deck "
            "(the name is of letters, digits, - and _)"
        )
    for other in lists:
        if other.name == found[1]:
            raise CardError(f"{file}:{at}: deck '{found[1]}' is on line {other.at} too; every deck has its own name")
    return _List(at, found[1], found[2] or found[1])


def _add_line(deck_list: _List, words: str, file: str, at: int) -> None:
    if found := re.fullmatch(r"about:\s*(.*)", words):
        deck_list.about.append(found[1])
        return
    if found := re.fullmatch(r"era:\s*(.*)", words):
        if found[1] not in ERAS:
            raise CardError(f"{file}:{at}: era: '{found[1]}' should be {either(ERAS)}")
        deck_list.era = found[1]
        return
    found = re.fullmatch(r"([0-9]{1,4})\s+(\S.*)", words)
    if not found or not 1 <= int(found[1]) <= SIZE:
        raise CardError(
            f"{file}:{at}: '{words}' should read: NUMBER CARD, for example: 2 Hydreigon bw6-98 "
            f"(the number is from 1 to {SIZE})"
        )
    try:
        deck_list.lines.append((card_number(found[2]), int(found[1]), at))
    except UsageError as error:
        raise CardError(f"{file}:{at}: {error}") from None


def _plain(name: str) -> str:
    """A name without accents and capitals, so that they need not be typed."""
    letters = unicodedata.normalize("NFKD", name.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).casefold().split())


def card_number(text: str) -> int:
    """The number of a card that is named by its id, its name if no other card has it, or both.

    >>> card_number("bw6-98") == card_number("Hydreigon bw6-98") == 1
    True
    """
    *words, last = text.split()
    if not re.fullmatch(ID, last.lower()):
        return _by_name(text)
    name = " ".join(words)
    card = NUMBER.get(last.lower(), 0)
    if not card:
        near = difflib.get_close_matches(last.lower(), list(NUMBER), n=3)
        cards = _named(name) or [NUMBER[each] for each in near]
        hint = f"; did you mean {_listed(cards)}?" if cards else ""
        raise UsageError(f"there is no card {last}{hint}")
    if name and card not in _named(name):
        raise UsageError(f"{last} is {NAMES[card]}, not {name}")
    return card


def _by_name(text: str) -> int:
    found = sorted({ERRATA.get(card, card) for card in _named(text)})
    if len(found) > 1:
        raise UsageError(f"'{text}' is the name of {len(found)} cards; write {_listed(found)}")
    if not found:
        near = difflib.get_close_matches(_plain(text), sorted({_plain(name) for name in NAMES[1:]}), n=3)
        cards = [card for name in near for card in _named(name)]
        form = "a card is written by name or number, such as Darkrai-EX or bw5-63"
        raise UsageError(f"there is no card '{text}'; {f'did you mean {_listed(cards)}?' if cards else form}")
    return found[0]


def _named(name: str) -> list[int]:
    return [card for card in NUMBER.values() if _plain(NAMES[card]) == _plain(name)]


def _listed(cards: list[int]) -> str:
    return either(_known(card) for card in cards)


def _known(number: int) -> str:
    """A card as messages name it: with its attacks if others have its name."""
    card = CARDS[number]
    assert card
    return f"{card.name} {card.id}" + (f" ({_attacks(card)})" if TWINS[number] else "")


def _attacks(card: Card) -> str:
    return " and ".join(attack.name for attack in card.attacks)


def _finish(deck_list: _List, file: str) -> Deck:
    """The deck, if it obeys the rules."""
    deck = f"deck '{deck_list.name}'"
    counts: dict[int, int] = {}
    copies: dict[int, int] = {}
    aces = 0
    for card, n, at in deck_list.lines:
        counts[card] = counts.get(card, 0) + n
        aces += n if ACE[card] else 0
        if aces > 1:
            found = " and ".join(deck_list.aces())
            raise CardError(f"{file}:{at}: {deck} has {found}; at most 1 ACE SPEC card is allowed")
        copies[NAME[card]] = copies.get(NAME[card], 0) + n
        if copies[NAME[card]] > COPIES and not BASIC_ENERGY[card]:
            total = deck_list.total(NAME[card])
            raise CardError(
                f"{file}:{at}: {deck} has {total} {NAMES[card]}; at most {COPIES} cards of a name are allowed, "
                "except basic Energy"
            )
    size = sum(counts.values())
    if size != SIZE:
        much = f"{size - SIZE} too many" if size > SIZE else f"{SIZE - size} too few"
        raise CardError(f"{file}:{deck_list.at}: {deck} has {size} cards, {much}; a deck has exactly {SIZE}")
    if not any(is_basic(card) for card in counts):
        raise CardError(f"{file}:{deck_list.at}: {deck} has no Basic Pokemon; it needs at least 1 to begin a game")
    about = " ".join(deck_list.about)
    return Deck(deck_list.name, deck_list.title, about, tuple(sorted(counts.items())), deck_list.era)


@cache
def shipped() -> dict[str, Deck]:
    """The decks that come with the game."""
    return read_decks((files(__package__) / "decks.txt").read_text(encoding="utf-8"), "decks.txt")


def deck(name: str) -> Deck:
    """A deck by its name, or from a file: `my.txt` with one deck, or `my.txt#name`."""
    if name in shipped():
        return shipped()[name]
    file, _, wanted = name.partition("#")
    path = Path(file)
    if path.suffix != ".txt" or "\0" in file:
        raise unknown("deck", name, [*shipped(), "FILE.txt", "FILE.txt#NAME"])
    decks = read_decks(_read(path, file), file, path.stem)
    if not wanted and len(decks) == 1:
        return next(iter(decks.values()))
    if not wanted:
        raise UsageError(
            f"deck file '{file}' has {len(decks)} decks; write {either(f'{file}#{each}' for each in decks)}"
        )
    if wanted not in decks:
        raise unknown(f"deck in {file}", wanted, decks)
    return decks[wanted]


def _read(path: Path, file: str) -> str:
    try:
        if path.exists() and not path.is_file():  # reading a pipe or a device might never end
            raise UsageError(f"deck file '{file}': not a file")
        with path.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise UsageError(f"deck file '{file}': {error.strerror or error}") from None
    if len(data) > LARGEST_FILE:
        raise UsageError(f"deck file '{file}': larger than 1 MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"deck file '{file}': not UTF-8 text: {error}") from None
