"""What both rule books need to write positions in words and to read them: names, numbers, lists of cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mulligan.core.errors import UsageError, unknown
from mulligan.games.lotr.cards import encounter_cards, player_cards
from mulligan.games.lotr.layout import DECK

PLAYER_CARDS = tuple(str(card["name"]) for card in player_cards())
ENCOUNTER_CARDS = tuple(str(card["name"]) for card in encounter_cards())


def each(bits: int) -> Iterator[int]:
    """The members of a set of bits, lowest first."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def numbered(names: Sequence[str], kinds: Sequence[int], among: int, which: int) -> str:
    """The name of one card, with its number if cards of that name come before it."""
    before = sum(kinds[other] == kinds[which] for other in each(among) if other < which)
    return names[kinds[which]] + (f" {before + 1}" if before else "")


def many(n: int, unit: str) -> str:
    """A number with its unit.

    >>> many(1, "hit"), many(2, "hit")
    ('1 hit', '2 hits')
    """
    return f"{n} {unit}" if n == 1 else f"{n} {unit}s"


def runs(items: Iterable[str]) -> str:
    """A list in which equal neighbours stand together: `2 Wandering Took, Gandalf`."""
    found: list[tuple[str, int]] = []
    for item in items:
        if found and found[-1][0] == item:
            found[-1] = (item, found[-1][1] + 1)
        else:
            found.append((item, 1))
    return ", ".join(item if n == 1 else f"{n} {item}" for item, n in found)


def pile(names: Sequence[str], counts: Sequence[int], start: int = 0) -> str:
    """The cards of a pile that is kept as a number for each kind."""
    return runs(names[kind] for kind in range(start, len(names)) for _ in range(counts[kind]))


def within(number: int, where: str, low: int, high: int) -> int:
    """The number, if it lies within bounds."""
    if not low <= number <= high:
        raise UsageError(f"{where}: '{number}' should be a whole number from {low} to {high}")
    return number


def is_number(word: str) -> bool:
    """Whether a word is a whole number."""
    return re.fullmatch(r"-?[0-9]{1,19}", word) is not None


def read_settings(
    text: str, where: str, numbers: Mapping[str, tuple[int, int]], flags: Sequence[str] = ()
) -> dict[str, int]:
    """Words with a number behind them and words without, each at most once, in any order."""
    found: dict[str, int] = {}
    words = iter(text.split())
    for word in words:
        if word in found:
            raise UsageError(f"{where}: '{word}' is given twice")
        if word in numbers:
            low, high = numbers[word]
            number = next(words, "")
            if not is_number(number):
                raise UsageError(f"{where}, {word}: '{number}' should be a whole number from {low} to {high}")
            found[word] = within(int(number), f"{where}, {word}", low, high)
        elif word in flags:
            found[word] = 1
        else:
            raise unknown(f"word in {where}", word, [*numbers, *flags])
    return found


class Pile:
    """One of the decks: how many copies of its cards there are, and where those named in the text lie."""

    def __init__(self, title: str, names: Sequence[str], cards: Iterable[int]) -> None:
        self.title, self.names = title, names
        self.copies = Counter(cards)
        self.named: dict[int, Counter[str]] = {}

    def take(self, kind: int, count: int, zone: str) -> None:
        """Name some copies of a card, if the deck has as many."""
        zones = self.named.setdefault(kind, Counter())
        zones[zone] += count
        if zones.total() > self.copies[kind]:
            places = ", ".join(f"{n} in {name}" for name, n in zones.items())
            some = f"{zones.total()} {self.names[kind]} ({places})"
            raise UsageError(f"position: {some}, but the {self.title} of this setup has {self.copies[kind]}")

    def rest(self) -> list[int]:
        """The cards that are named nowhere, in the order of their kinds."""
        left = self.copies - Counter({kind: zones.total() for kind, zones in self.named.items()})
        return sorted(left.elements())


@dataclass(frozen=True)
class Item:
    """One entry of a list of cards: `2 Wandering Took 1 hit tapped`."""

    where: str
    kind: int
    count: int
    numbers: Mapping[str, int]
    flags: frozenset[str]

    def number(self, unit: str, low: int, high: int, default: int) -> int:
        """The number with this unit, if it is possible."""
        return within(self.numbers[unit], f"{self.where}, {unit}s", low, high) if unit in self.numbers else default


@dataclass(frozen=True)
class CardList:
    """What may stand in a list of cards: names, and behind them numbers with units, and words."""

    zone: str
    what: str
    names: Mapping[str, int]
    units: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()

    def read(self, text: str) -> list[Item]:
        """The entries, separated by commas."""
        return [self.item(part) for part in text.split(",")] if text.strip() else []

    def item(self, text: str) -> Item:
        """One entry: a count, a name, and what is said about it."""
        where = f"position, {self.zone}"
        words = text.split()
        if not words:
            raise UsageError(f"{where}: a name is missing before or after a comma")
        count = 1
        if len(words) > 1 and is_number(words[0]):
            count = within(int(words.pop(0)), f"{where}, {' '.join(words)}", 1, DECK)
        lower = {name.lower(): name for name in self.names}
        for end in range(len(words), 0, -1):
            name = lower.get(" ".join(words[:end]).lower(), "")
            if name:
                break
        else:
            said = [i for i, word in enumerate(words) if is_number(word) or word in self.flags]
            guess = " ".join(words[: said[0] if said else None])
            raise unknown(f"{self.what} in {where}", guess, self.names)
        numbers, flags = self.said(name, f"{where}, {name}", words[end:])
        return Item(f"{where}, {name}", self.names[name], count, numbers, flags)

    def said(self, name: str, where: str, words: Sequence[str]) -> tuple[dict[str, int], frozenset[str]]:
        """What stands behind a name: `1 hit 2 tokens tapped`."""
        numbers: dict[str, int] = {}
        flags: set[str] = set()
        rest = iter(words)
        for word in rest:
            if is_number(word):
                unit = next(rest, "").removesuffix("s")
                if unit not in self.units:
                    units = f", or before {' or '.join(f'{unit}s' for unit in self.units)}" if self.units else ""
                    raise UsageError(f"{where}: '{word}' should stand before the name{units}")
                if unit in numbers:
                    raise UsageError(f"{where}: {unit}s are given twice")
                numbers[unit] = int(word)
            elif word not in self.flags:
                raise unknown(f"word in {where}", word, [*(f"{unit}s" for unit in self.units), *self.flags])
            elif word in flags:
                raise UsageError(f"{where}: '{word}' is given twice")
            else:
                flags.add(word)
        return numbers, frozenset(flags)


def need(condition: bool, problem: str) -> None:
    """Refuse a position that cannot be."""
    if not condition:
        raise UsageError(f"position{problem}")
