"""How positions name cards and effects, and how such names are read without trust."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from mulligan.core.errors import UsageError, unknown

from ..rules.cards import KINDS
from ..rules.layout import IN_PLAY, KIND, ON_BOARD, ROOM, SERIAL, WHERE
from ..rules.vocabulary import EFFECTS, EITHER, PART, unit_of, unit_text

MOST_SERIAL = 511

# --- printing ---------------------------------------------------------------------------------------------------------


def cell_text(cell: int) -> str:
    """A card: its kind, and its serial number if it has one."""
    return f"{cell & KIND}#{cell // SERIAL}" if cell >= SERIAL else str(cell)


def runs(names: Iterable[str]) -> str:
    """Equal neighbours together: `107*3,50`."""
    counts = ((name, len(list(same))) for name, same in groupby(names))
    return ",".join(name if n == 1 else f"{name}*{n}" for name, n in counts)


def cells_text(cells: Iterable[int]) -> str:
    """Cards in their order."""
    return runs(cell_text(cell) for cell in cells)


def agent_text(s: Any, p: int, i: int) -> str:
    """An agent with its hit points, and whether it has acted."""
    return f"{cell_text(s.agent[p][i])}/{s.hp[p][i]}{'!' if s.acted[p][i] else ''}"


def item_text(item: int) -> str:
    """A card as a choice that is made card by card names it."""
    kind, where = (item & KIND) - 1, item >> WHERE
    if where >= ON_BOARD:
        return f"{kind}/{(where - ON_BOARD) // 2}{'!' if where % 2 else ''}"
    return f"{kind}{'p' if where == IN_PLAY else ''}"


def unit_word(unit: int) -> str:
    """An effect without spaces: `power3/coin3`."""
    return unit_text(unit).replace(" or ", "/").replace(" ", "")


# --- reading ----------------------------------------------------------------------------------------------------------


def read_number(text: str, where: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    if not re.fullmatch("[0-9]{1,13}", text) or not low <= int(text) <= high:
        raise UsageError(f"{where}: '{text[:30]}' should be a whole number from {low} to {high}")
    return int(text)


def read_kind(text: str, where: str) -> int:
    """The number of a card in the card file."""
    return read_number(text, where, 0, KINDS - 1)


def read_unit(text: str, where: str) -> int:
    """The inverse of `unit_word`."""
    parts = []
    for part in text.split("/"):
        found = re.fullmatch("([a-z_]+)([0-9]{1,2})", part)
        try:
            parts.append(unit_of(f"{found[1]} {found[2]}" if found else part))
        except ValueError:
            right = "should be an effect such as coin2 or power3/coin3"
            raise UsageError(f"{where}: '{text[:40]}' {right}, of the words {', '.join(EFFECTS)}") from None
    if len(parts) > 2:
        raise UsageError(f"{where}: '{text[:40]}' has {len(parts)} effects to choose from, and two are the most")
    return parts[0] if len(parts) == 1 else EITHER | parts[0] | parts[1] << PART


class Cards:
    """Reads cards, and sees that none is in two places."""

    def __init__(self, traced: bool) -> None:
        self.traced = traced
        self.serials: set[int] = set()
        self.highest = 0

    def cell(self, text: str, where: str) -> int:
        """A card: `107`, or `107#31` where cards have serial numbers."""
        kind, mark, serial = text.partition("#")
        cell = read_kind(kind, where)
        if bool(mark) != self.traced:
            form = "107#31, with a serial number" if self.traced else "107, without a serial number"
            raise UsageError(f"{where}: '{text[:30]}' should be a card such as {form}, in this setup")
        if not mark:
            return cell
        number = read_number(serial, f"{where}, serial number", 1, MOST_SERIAL)
        if number in self.serials and number < MOST_SERIAL:
            raise UsageError(f"{where}: '{text}': there is another card with serial number {number}")
        self.serials.add(number)
        self.highest = max(self.highest, number)
        return cell + SERIAL * number

    def cells(self, text: str, where: str, most: int = ROOM - 1) -> list[int]:
        """Cards in their order."""
        found: list[int] = []
        for word in text.split(","):
            card, star, count = word.partition("*")
            copies = read_number(count, f"{where}, {word[:30]}", 2, ROOM) if star else 1
            for _ in range(copies):
                found.append(self.cell(card, where))
            if len(found) > most:
                raise UsageError(f"{where}: more than {most} cards")
        return found


def pairs(text: str, where: str, keys: Sequence[str]) -> dict[str, str]:
    """Words that alternate with their values."""
    words = text.split()
    found: dict[str, str] = {}
    for i in range(0, len(words), 2):
        if words[i] not in keys:
            raise unknown(f"word of {where}", words[i][:30], keys)
        if words[i] in found:
            raise UsageError(f"{where}: '{words[i]}' is given twice")
        if i + 1 == len(words):
            raise UsageError(f"{where}: a value is missing after '{words[i]}'")
        found[words[i]] = words[i + 1]
    return found


def need(condition: Any, problem: str) -> None:
    """Refuse a position unless a condition holds."""
    if not condition:
        raise UsageError(f"position{problem}")


@dataclass
class Reading:
    """A state that is being filled, the table, and the cards met so far."""

    s: Any
    t: Any
    cards: Cards

    def drafted(self) -> set[int]:
        """The patrons of the game."""
        return {patron for patron in self.s.patron[:5] if patron >= 0}
