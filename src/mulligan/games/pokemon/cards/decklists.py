"""Deck lists in a text file, read against a library of cards.

deck mine My Deck
  about: what it is, if you like
  era: bw
  2 Hydreigon bw6-98
  9 Darkness Energy
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from mulligan.core.errors import UsageError, unknown
from mulligan.core.textkit import either

from .cardfile import CardError
from .files import read_text
from .forms import is_foreign, read_form
from .library import Library

SIZE = 60
ERAS = ("bw", "xy")
"""The rules of 2011 to October 2013, and those since, which hold where a deck does not say."""
COPIES = 4
SUFFIXES = (".txt", ".deck")
_LONGEST_LINE = 300
_NAME = "[a-zA-Z0-9][a-zA-Z0-9_-]{0,39}"


@dataclass(frozen=True)
class Deck:
    """A deck list: its cards, each with how many, by their numbers in a library."""

    name: str
    title: str
    about: str
    counts: tuple[tuple[int, int], ...]
    era: str = ERAS[-1]
    library: Library = field(default=Library(()), compare=False, repr=False)

    def of(self, era: str) -> Deck:
        """The deck with the words that its cards have in an era."""
        counts: dict[int, int] = {}
        for card, n in self.counts:
            there = self.library.wording(card, earlier=era == "bw")
            counts[there] = counts.get(there, 0) + n
        return replace(self, counts=tuple(sorted(counts.items())))

    @property
    def cards(self) -> tuple[int, ...]:
        """The numbers of all its cards, ascending."""
        return tuple(sorted(card for card, n in self.counts for _ in range(n)))

    @property
    def basics(self) -> int:
        """How many Basic Pokemon it has."""
        return sum(n for card, n in self.counts if self.library.is_basic(card))

    @property
    def ids(self) -> dict[str, int]:
        """The numbers of its printings, as no library matters to them, each with how many."""
        return {self.library[card].id: n for card, n in self.counts}


@dataclass
class _List:
    """A deck that is being read: its cards with their numbers and lines."""

    at: int
    name: str
    title: str
    library: Library
    about: list[str] = field(default_factory=list)
    era: str = ERAS[-1]
    lines: list[tuple[int, int, int]] = field(default_factory=list)  # card, how many, line

    def total(self, name: str) -> int:
        """The number of cards with a name."""
        return sum(n for card, n, _ in self.lines if self.library.name(card) == name)

    def aces(self) -> list[str]:
        """The ACE SPEC cards by name, each with its number if that is not one."""
        names = dict.fromkeys(self.library.name(card) for card, _, _ in self.lines if self.library[card].ace)
        return [name if self.total(name) == 1 else f"{self.total(name)} {name}" for name in names]


def read_decks(text: str, file: str, library: Library, stem: str = "deck") -> dict[str, Deck]:
    """The decks of a file's text, by name; `stem` is the name of one that has no header.

    A list in the form of another program is one deck.
    """
    if is_foreign(text):
        return {stem: deck_of(read_form(text, file, library), file, library, stem)}
    lists: list[_List] = []
    for at, line in enumerate(text.splitlines(), 1):
        if len(line) > _LONGEST_LINE or not line.replace("\t", " ").isprintable():
            raise CardError(f"{file}:{at}: not a line of text; a line is at most {_LONGEST_LINE} characters that show")
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        if re.match(r"deck\b", words):
            lists.append(_header(words, file, at, lists, library))
        else:
            if not lists:
                lists.append(_List(at, stem, stem, library))
            _add_line(lists[-1], words, file, at)
    if not lists:
        raise CardError(f"{file}:1: there is no deck; a deck begins with: deck NAME TITLE")
    return {each.name: _finish(each, file) for each in lists}


def _header(words: str, file: str, at: int, lists: list[_List], library: Library) -> _List:
    found = re.fullmatch(rf"deck\s+({_NAME})(?:\s+(\S.*))?", words)
    if not found:
        raise CardError(
            f"{file}:{at}: '{words}' should read: deck NAME TITLE, for example: deck mine My Deck "
            "(the name is of letters, digits, - and _)"
        )
    for other in lists:
        if other.name == found[1]:
            raise CardError(f"{file}:{at}: deck '{found[1]}' is on line {other.at} too; every deck has its own name")
    return _List(at, found[1], found[2] or found[1], library)


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
        deck_list.lines.append((deck_list.library.find(found[2]), int(found[1]), at))
    except UsageError as error:
        raise CardError(f"{file}:{at}: {error}") from None


def deck_of(lines: Iterable[tuple[int, int, int]], file: str, library: Library, name: str) -> Deck:
    """The deck of some cards, each with how many and its line, if it obeys the rules."""
    return _finish(_List(1, name, name, library, lines=list(lines)), file)


def _finish(deck_list: _List, file: str) -> Deck:
    """The deck, if it obeys the rules."""
    deck, library = f"deck '{deck_list.name}'", deck_list.library
    counts: dict[int, int] = {}
    copies: dict[str, int] = {}
    aces = 0
    for card, n, at in deck_list.lines:
        counts[card] = counts.get(card, 0) + n
        aces += n if library[card].ace else 0
        if aces > 1:
            found = " and ".join(deck_list.aces())
            raise CardError(f"{file}:{at}: {deck} has {found}; at most 1 ACE SPEC card is allowed")
        name = library.name(card)
        copies[name] = copies.get(name, 0) + n
        if copies[name] > COPIES and not library[card].basic:
            raise CardError(
                f"{file}:{at}: {deck} has {deck_list.total(name)} {name}; at most {COPIES} cards of a name are "
                "allowed, except basic Energy"
            )
    size = sum(counts.values())
    if size != SIZE:
        much = f"{size - SIZE} too many" if size > SIZE else f"{SIZE - size} too few"
        raise CardError(f"{file}:{deck_list.at}: {deck} has {size} cards, {much}; a deck has exactly {SIZE}")
    if not any(library.is_basic(card) for card in counts):
        raise CardError(f"{file}:{deck_list.at}: {deck} has no Basic Pokemon; it needs at least 1 to begin a game")
    about = " ".join(deck_list.about)
    return Deck(deck_list.name, deck_list.title, about, tuple(sorted(counts.items())), deck_list.era, library)


def deck_in_file(name: str, library: Library, shipped: Iterable[str] = ()) -> Deck:
    """A deck from a file: `my.txt` with one deck, or `my.txt#name`; `shipped` are names that would do as well."""
    file, _, wanted = name.partition("#")
    path = Path(file)
    if path.suffix not in SUFFIXES or "\0" in file:
        raise unknown("deck", name, [*shipped, "FILE.txt", "FILE.txt#NAME"])
    decks = read_decks(read_text(path, file, "deck file"), file, library, path.stem)
    if not wanted and len(decks) == 1:
        return next(iter(decks.values()))
    if not wanted:
        raise UsageError(
            f"deck file '{file}' has {len(decks)} decks; write {either(f'{file}#{each}' for each in decks)}"
        )
    if wanted not in decks:
        raise unknown(f"deck in {file}", wanted, decks)
    return decks[wanted]
