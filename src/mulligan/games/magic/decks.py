"""Deck lists: those that come with the game, and users' own from a TOML file."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from mulligan.core.errors import UsageError, unknown
from mulligan.core.tomltext import read_toml

from .rules.layout import CARDS, CREATURES, LAND, TOP

HAND = 7
_CREATURE = re.compile(r"([0-9]+)/([0-9]+)\(([0-9]+)\)")


@dataclass(frozen=True)
class Deck:
    """A deck list: the number of lands, and (power, toughness, cost) of each creature card, weakest first.

    >>> deck("M8").creatures[0], deck("M8").lands
    ((1, 1, 1), 17)
    """

    name: str
    lands: int
    creatures: tuple[tuple[int, int, int], ...]

    @property
    def size(self) -> int:
        """The number of cards."""
        return self.lands + len(self.creatures)


def _whole(where: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise UsageError(f"{where}: {value!r} should be a whole number from {low} to {high}")
    return value


def read_deck(name: str, table: Any, where: str) -> Deck:
    """A deck from a TOML table; `where` names the place in error messages."""
    if not isinstance(table, dict):
        raise UsageError(f"{where}: should be a table with 'lands' and 'creatures'")
    for key in table:
        if key not in ("about", "lands", "creatures"):
            raise unknown(f"key in {where}", str(key), ["about", "lands", "creatures"])
    for key in ("lands", "creatures"):
        if key not in table:
            raise UsageError(f"{where}: '{key}' is missing; a deck needs 'lands' and 'creatures'")
    lands = _whole(f"{where}.lands", table["lands"], 0, CARDS)
    if not isinstance(table["creatures"], dict):
        raise UsageError(f'{where}.creatures: should be a table such as {{ "2/2(2)" = 3 }}')
    creatures: list[tuple[int, int, int]] = []
    for text, copies in table["creatures"].items():
        place = f"{where}.creatures.{text!r}"
        found = _CREATURE.fullmatch(text.replace(" ", ""))
        if not found or any(len(part) > 4 for part in found.groups()):
            raise UsageError(f"{place}: should read power/toughness(cost), for example '2/3(3)'")
        power, toughness, cost = (int(part) for part in found.groups())
        _whole(f"{place} power", power, 0, TOP)
        _whole(f"{place} toughness", toughness, 1, TOP)
        _whole(f"{place} cost", cost, 1, TOP)
        creatures += [(power, toughness, cost)] * _whole(place, copies, 1, CREATURES)
    if len(creatures) > CREATURES:
        raise UsageError(f"{where}: {len(creatures)} creature cards; at most {CREATURES}")
    if not HAND < lands + len(creatures) <= CARDS:
        raise UsageError(f"{where}: {lands + len(creatures)} cards; from {HAND + 1} to {CARDS} are allowed")
    creatures.sort(key=lambda c: (c[0], c[2], c[1]))
    return Deck(name, lands, tuple(creatures))


@cache
def shipped() -> dict[str, Deck]:
    """The deck lists that come with the game."""
    text = files("mulligan.games.magic").joinpath("decks.toml").read_text("utf-8")
    return {name: read_deck(name, table, name) for name, table in tomllib.loads(text).items()}


def deck(name: str) -> Deck:
    """A deck by its name, or from a file: `my.toml` with one deck, or `my.toml#name`."""
    if name in shipped():
        return shipped()[name]
    file, _, wanted = name.partition("#")
    path = Path(file)
    if path.suffix != ".toml" or "\0" in file:
        raise unknown("deck", name, [*shipped(), "FILE.toml", "FILE.toml#NAME"])
    try:
        if path.stat().st_size > 1_000_000:
            raise UsageError(f"deck file '{file}': larger than 1 MB")
        text = path.read_text("utf-8")
    except OSError as error:
        raise UsageError(f"deck file '{file}': {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"deck file '{file}': not TOML: {error}") from None
    tables = read_toml(text, f"deck file '{file}': not TOML")
    if "creatures" in tables:
        return read_deck(path.stem, tables, file)
    if not wanted and len(tables) == 1:
        wanted = next(iter(tables))
    if wanted not in tables:
        raise unknown(f"deck in {file}", wanted, tables)
    return read_deck(wanted, tables[wanted], f"{file}#{wanted}")


def fill(t: Any, seat: int, chosen: Deck, *, apart: bool = False) -> None:
    """Write a deck into the table for one seat, perhaps with every card as a kind of its own."""
    t.cards[seat], t.lands[seat], t.creatures[seat] = chosen.size, chosen.lands, len(chosen.creatures)
    kinds: list[tuple[int, int, int]] = []
    for i, creature in enumerate(chosen.creatures):
        if apart or creature not in kinds:
            kinds.append(creature)
        t.power[seat][i], t.toughness[seat][i], t.cost[seat][i] = creature
        kind = i if apart else kinds.index(creature)
        t.kind[seat][i] = kind
        t.copies[seat][kind] |= 1 << i
        for cost in range(creature[2], TOP + 1):
            t.within[seat][cost] |= 1 << i
    t.kinds[seat] = len(kinds)
    t.kind[seat][LAND] = LAND
