"""How positions name cards, Pokemon and marks, and how such names are read without trust."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.textkit import need, read_choice, read_counted, read_number, show_counted

from ..cards.arrays import (
    CLASS,
    ENERGY_KIND,
    ENERGY_OF,
    FROM,
    HAS_FOREIGN,
    KINDS,
    N_ATTACKS,
    N_ENERGIES,
    NAME,
    NAMES,
    ROOT,
    STAGE,
    UNITS,
)
from ..cards.decks import ERAS, card_number, wording
from ..cards.vocabulary import CONDITIONS, ENERGY, EVERY, LESS, LOCK, MARKS, MORE, NO_ITEMS, POKEMON, TOOL, TURNED
from ..rules.layout import DECK, SLOTS
from .moves import card_text, place_text

_MOST_DAMAGE = 2000
_FLAGS = ("fresh", "used")
_AMOUNT = {LESS: "less", MORE: "more"}  # the marks that have an amount, and the field that holds it


@dataclass
class Reading:
    """A state that is being filled, and its table."""

    s: Any
    t: Any


# --- cards ------------------------------------------------------------------------------------------------------------


def cards_text(cards: Iterable[int]) -> str:
    """Cards in their order, equal neighbours together: `2 Darkness Energy, N`."""
    return ", ".join(show_counted(card_text(card) for card in cards))


def read_card(r: Reading, p: int, text: str, where: str) -> int:
    """A card by name, id or both; a name that several cards have means the one in this player's deck."""
    wanted = " ".join(text.split()).casefold()
    need(wanted, f", {where}: a card is missing, such as Golett or Deino bw6-94")
    own = {card for card in r.t.deck[p] if NAMES[card].casefold() == wanted}
    if len(own) == 1:
        return int(own.pop())
    try:
        return wording(card_number(text), ERAS[r.t.era])
    except UsageError as error:
        raise UsageError(f"position, {where}: {error}") from None


def read_cards(r: Reading, p: int, text: str, where: str, most: int = DECK) -> list[int]:
    """Cards in their order."""
    cards: list[int] = []
    for part in text.split(","):
        count, name = read_counted(part, f"position, {where}", DECK)
        cards += [read_card(r, p, name, where)] * count
        need(len(cards) <= most, f", {where}: more than {most} cards")
    return cards


def counts_text(counts: Any) -> str:
    """Cards by how many there are of each."""
    return cards_text(card for card in range(1, KINDS) for _ in range(counts[card]))


def read_counts(r: Reading, p: int, text: str, where: str, counts: Any) -> None:
    """The inverse of `counts_text`; each card at most once, so that nothing is counted twice."""
    for part in text.split(","):
        count, name = read_counted(part, f"position, {where}", DECK)
        card = read_card(r, p, name, where)
        need(counts[card] == 0, f", {where}: {card_text(card)} is given twice; write how many, as in '2 Golett'")
        counts[card] = count


# --- Pokemon ----------------------------------------------------------------------------------------------------------


def pokemon_text(s: Any, p: int, i: int) -> str:
    """A Pokemon and all that is on it."""
    slot = s.slot[p][i]
    items = [" < ".join(card_text(card) for card in (slot.card, slot.under[1], slot.under[0]) if card)]
    if slot.damage:
        items.append(f"damage {slot.damage}")
    for e in range(N_ENERGIES):
        if slot.energy[e]:
            items.append(cards_text([int(ENERGY_KIND[e])] * slot.energy[e]))
    if slot.tool:
        items.append(f"tool {card_text(slot.tool)}")
    if i == 0 and s.ill[p]:
        items.append(" ".join(word for bit, word in enumerate(CONDITIONS) if s.ill[p] >> bit & 1))
    items += [flag for flag in _FLAGS if getattr(slot, flag)]
    return ", ".join(items)


def _fits(upper: int, lower: int) -> bool:
    """Whether a card evolves from another, or by a Rare Candy from a Basic."""
    return bool(FROM[upper] == NAME[lower] or (ROOT[upper] == NAME[lower] and STAGE[lower] == 0))


def _read_stack(r: Reading, p: int, slot: Any, text: str, where: str) -> None:
    stack = [read_card(r, p, name, where) for name in text.split("<")]
    for card in stack:
        need(CLASS[card] == POKEMON, f", {where}: {NAMES[card]} is not a Pokemon")
    for upper, lower in pairwise(stack):
        need(_fits(upper, lower), f", {where}: {NAMES[upper]} does not evolve from {NAMES[lower]}")
    need(len(stack) == 1 or STAGE[stack[-1]] == 0, f", {where}: {NAMES[stack[-1]]}, at the bottom, is not a Basic")
    slot.card = stack[0]
    for i, card in enumerate(reversed(stack[1:])):
        slot.under[i] = card


def _read_conditions(s: Any, p: int, i: int, words: list[str], where: str) -> None:
    need(i == 0, f", {where}: only the Active Pokemon can be {words[0]}")
    for word in words:
        bit = 1 << read_choice(word, f"Special Condition in position, {where}", CONDITIONS)
        need(not s.ill[p] & bit, f", {where}: '{word}' is given twice")
        both = bit & TURNED and s.ill[p] & TURNED
        need(not both, f", {where}: '{word}' excludes the others of {', '.join(CONDITIONS[:3])}")
        s.ill[p] |= bit


def _read_item(r: Reading, p: int, i: int, item: str, where: str) -> None:
    """One thing that is on a Pokemon."""
    slot = r.s.slot[p][i]
    words = item.split()
    first = words[0] if words else ""
    if first == "damage":
        need(not slot.damage, f", {where}: 'damage' is given twice")
        slot.damage = read_number(" ".join(words[1:]), f"position, {where}, damage", 10, _MOST_DAMAGE, 10)
    elif first == "tool":
        need(not slot.tool, f", {where}: 'tool' is given twice")
        slot.tool = read_card(r, p, " ".join(words[1:]), f"{where}, tool")
        need(CLASS[slot.tool] == TOOL, f", {where}: {NAMES[slot.tool]} is not a Tool")
    elif item.strip() in _FLAGS:
        setattr(slot, item.strip(), 1)
    elif first in CONDITIONS:
        _read_conditions(r.s, p, i, words, where)
    else:
        count, name = read_counted(item, f"position, {where}", DECK)
        card = read_card(r, p, name, where)
        right = "what is on a Pokemon is Energy, 'damage 30', 'tool Giant Cape', 'asleep', 'fresh' or 'used'"
        need(CLASS[card] == ENERGY, f", {where}: {NAMES[card]} is not Energy; {right}")
        e = int(ENERGY_OF[card])
        need(slot.energy[e] == 0, f", {where}: {NAMES[card]} is given twice; write how many, as in '2 {NAMES[card]}'")
        slot.energy[e] = count
        slot.units += count * int(UNITS[e])


def read_pokemon(r: Reading, p: int, i: int, text: str, where: str) -> None:
    """The inverse of `pokemon_text`."""
    stack, *items = text.split(",")
    _read_stack(r, p, r.s.slot[p][i], stack, where)
    for item in items:
        _read_item(r, p, i, item, where)


def read_place(text: str, where: str) -> int:
    """The inverse of `place_text`."""
    return read_choice(text, f"place in position, {where}", [place_text(i) for i in range(SLOTS)])


# --- marks ------------------------------------------------------------------------------------------------------------


def marks_text(s: Any, p: int) -> str:
    """Effects that last: `less 10 until 7, lock 2 until 9`."""
    words = []
    for mark, name in enumerate(MARKS):
        if s.until[p][mark]:
            if mark in _AMOUNT:
                name += f" {getattr(s, _AMOUNT[mark])[p]}"
            elif mark == LOCK:
                name += " all" if s.locked[p] == EVERY else f" {s.locked[p] + 1}"
            words.append(f"{name} until {s.until[p][mark]}")
    return ", ".join(words)


def read_marks(r: Reading, p: int, text: str, where: str) -> None:
    """The inverse of `marks_text`."""
    s = r.s
    for item in text.split(","):
        words = item.split()
        name = words[0] if words else ""
        mark = read_choice(name, f"mark in position, {where}", MARKS)
        many = mark in _AMOUNT or mark == LOCK
        form = {LESS: "less 10 until 7", MORE: "more 20 until 7", LOCK: "lock 2 until 7"}.get(mark, f"{name} until 7")
        right = len(words) == 3 + many and words[-2] == "until"
        need(right, f", {where}: '{item.strip()[:40]}' should read like '{form}'")
        need(not s.until[p][mark], f", {where}: '{name}' is given twice")
        need(
            s.slot[p][0].card or mark in (MORE, NO_ITEMS),
            f", {where}: '{name}' sits on the Active Pokemon, and there is none",
        )
        s.until[p][mark] = read_number(words[-1], f"position, {where}, {name}", 1, s.turn + 2)
        if mark == LOCK:
            attacks = max(1, int(N_ATTACKS[s.slot[p][0].card]))
            if words[1] == "all":
                s.locked[p] = EVERY
                continue
            if HAS_FOREIGN:  # that of another card, by its number
                attacks = 1 + (1 << 16)
            s.locked[p] = read_number(words[1], f"position, {where}, lock", 1, attacks) - 1
        elif many:
            getattr(s, _AMOUNT[mark])[p] = read_number(words[1], f"position, {where}, {name}", 0, 500, 10)
