"""The card file, as arrays that compiled rules read.

A card is its number in the file, from 1; 0 is no card.  Attacks, kinds of Energy, filters and instructions are numbered
from 0, in the order of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .cardfile import Attack, Card, CardError, passes
from .filters import filter_type
from .modifiers import Modifiers
from .needs import MOST_NEEDS, Need
from .pools import MOST_CARDS, MOST_ENERGIES, cards_for
from .programs import Code
from .vocabulary import (
    ANY,
    AVENGED,
    DAMAGE,
    ENERGY,
    EVERY,
    FROM_OLDER,
    IF_HELD,
    INTO_DECK,
    LETTERS,
    LOCK,
    LOOK,
    MARK,
    MILL,
    MOVE,
    NO_ABILITY,
    NO_ITEMS,
    PIERCING,
    POKEMON,
    SCOOP,
    SHIFT,
    STADIUM,
    STRIPPED,
    SWITCH,
    TAKE,
    THEM,
    TO_ONE,
    TOOL,
    UNLESS,
    UNRESISTED,
    WHEN_ATTACHED,
    WHEN_BENCHED,
)

CARDS: tuple[Card | None, ...] = (None, *cards_for(__package__.rpartition(".")[0]))
"""The cards of the pool; the first is none."""
ROOM = 128 if len(CARDS) <= 128 else MOST_CARDS + 1  # most cards, and one
ENERGIES = max(16, -8 * (-sum(card.kind == ENERGY for card in CARDS if card) // 8))  # most Energy cards
KINDS = len(CARDS)
IDS: tuple[str, ...] = tuple(card.id if card else "" for card in CARDS)
NAMES: tuple[str, ...] = tuple(card.name if card else "" for card in CARDS)
NUMBER: dict[str, int] = {card.id: i for i, card in enumerate(CARDS) if card}
"""Of each card's id: its number."""
ERRATA: dict[int, int] = {i: NUMBER[card.errata] for i, card in enumerate(CARDS) if card and card.errata}
"""Of each card that was printed with other words than it is played with later: the card with the later ones."""
TWINS: tuple[bool, ...] = tuple(
    len({ERRATA.get(other, other) for other, name in enumerate(NAMES) if name == mine}) > 1 for mine in NAMES
)
"""Of each card: whether others have its name, apart from the same card in other words."""


def check_room(cards: Sequence[Card], file: str) -> None:
    """Refuse more cards than the arrays can hold, at the first that is too much."""
    energies = [card for card in cards if card.kind == ENERGY]
    rooms = ((cards, MOST_CARDS, "cards"), (energies, MOST_ENERGIES, "Energy cards"))
    for found, room, what in rooms:
        if len(found) > room:
            raise CardError(f"{file}:{found[room].at}: {len(found)} {what} in one game; there is room for {room}")


check_room([card for card in CARDS if card], "cards.txt")


def _column(value: Callable[[Card], int], default: int = 0) -> Any:
    """One number for each card; `default` where there is none."""
    column = np.full(ROOM, default, np.int64)
    for i, card in enumerate(CARDS):
        if card:
            column[i] = value(card)
    return column


def _name(name: str) -> int:
    return NAMES.index(name) if name else -1


CLASS = _column(lambda card: card.kind)
NAME = _column(lambda card: _name(card.name))
"""The number of a card's name: that of the first card that has it."""
TYPE = _column(lambda card: card.type, ANY)
HP = _column(lambda card: card.hp)
STAGE = _column(lambda card: card.stage, -1)
FROM = _column(lambda card: _name(card.origin), -1)
ROOT = _column(lambda card: _name(card.root), -1)
WEAK = _column(lambda card: card.weak, ANY)
RESIST = _column(lambda card: card.resist, ANY)
RETREAT = _column(lambda card: card.retreat)
EX = _column(lambda card: card.ex)
MEGA = _column(lambda card: card.mega)
ACE = _column(lambda card: card.ace)
BASIC_ENERGY = _column(lambda card: card.basic)
PLASMAS = _column(lambda card: card.plasma)

# --- cards as bits ----------------------------------------------------------------------------------------------------

WORD = 62  # cards in a word of bits
WORDS = 1 + (KINDS - 1) // WORD


def as_bits(chosen: Any) -> Any:
    """Cards, given as one truth for each, as the bits of words."""
    words = [0] * WORDS
    for card in np.flatnonzero(chosen[:KINDS]).tolist():
        words[card // WORD] |= 1 << card % WORD
    return np.array(words, np.int64)


BITS = np.array([as_bits(np.arange(ROOM) == card) for card in range(ROOM)])
BITS[0] = 0
BASICS = as_bits((CLASS == POKEMON) & (STAGE == 0))
EXES = as_bits(EX > 0)
EVOLUTIONS = np.array([as_bits((CLASS == POKEMON) & (name == FROM)) for name in NAME])
"""Of each Pokemon: the cards that it evolves into."""

# --- modifiers --------------------------------------------------------------------------------------------------------


def _holder(name: str) -> int:
    """The number of a name, or ANY if no card of the pool has it."""
    return NAMES.index(name) if name and name in NAMES else ANY


def _modifier(value: Callable[[Modifiers], int], default: int = 0) -> Any:
    return _column(lambda card: value(card.ability.modifiers if card.ability else card.modifiers), default)


MOD_HP = _modifier(lambda mod: mod.hp)
MOD_FREE = _modifier(lambda mod: mod.free)
MOD_CLOAK = _modifier(lambda mod: mod.cloak)
MOD_OUT = _modifier(lambda mod: mod.out)
MOD_OUT_TYPE = _modifier(lambda mod: mod.out_type, ANY)
MOD_TAKEN = _modifier(lambda mod: mod.taken)
MOD_SAFE = _modifier(lambda mod: mod.safe)
MOD_POISON = _modifier(lambda mod: mod.poison)
MOD_SCARF = _modifier(lambda mod: mod.scarf)
MOD_TAKEN_BASIC = _modifier(lambda mod: mod.taken_basic)
MOD_OUT_EX = _modifier(lambda mod: mod.out_ex)
MOD_CHEAPER = _modifier(lambda mod: mod.cheaper)
MOD_PRIZES = _modifier(lambda mod: mod.prizes)
MOD_MUTE = _modifier(lambda mod: mod.mute)
MOD_NO_ITEMS = _modifier(lambda mod: mod.no_items)
MOD_SAFE_BENCH = _modifier(lambda mod: mod.safe_bench)
MOD_SHIELD = _modifier(lambda mod: mod.shield)
MOD_CUT = _modifier(lambda mod: mod.cut)
MOD_CUT_TYPE = _modifier(lambda mod: mod.cut_type, ANY)
MOD_BOOST = _modifier(lambda mod: mod.boost)
MOD_BOOST_FOR = _modifier(lambda mod: mod.boost_for, ANY)
MOD_BOOST_OTHERS = _modifier(lambda mod: mod.boost_others)
MOD_HEALTHY = _modifier(lambda mod: mod.healthy)
MOD_COPIES = _modifier(lambda mod: mod.copies)
MOD_LENDS = _modifier(lambda mod: _holder(mod.lends), ANY)
MOD_LINKS = _modifier(lambda mod: _holder(mod.links), ANY)
"""The last two: the number of the name of the Pokemon that a Tool is for, or ANY."""

# --- Energy -----------------------------------------------------------------------------------------------------------

_energies = [i for i, card in enumerate(CARDS) if card and card.kind == ENERGY]
N_ENERGIES = len(_energies)

ENERGY_OF = np.full(ROOM, -1, np.int64)
ENERGY_KIND = np.zeros(ENERGIES, np.int64)
UNITS = np.zeros(ENERGIES, np.int64)
PROVIDES = np.zeros((ENERGIES, 2), np.int64)
"""Of each Energy: the types that a unit can be, as bits; first on an evolved Pokemon, then on a Basic one."""


def _bits(letters: str) -> int:
    return sum(1 << LETTERS.index(letter) for letter in letters)


for _e, _i in enumerate(_energies):
    _card = CARDS[_i]
    assert _card
    ENERGY_OF[_i], ENERGY_KIND[_e], UNITS[_e] = _e, _i, _card.units
    PROVIDES[_e] = _bits(_card.on_evolved), _bits(_card.provides)

# --- attacks, Abilities and programs ----------------------------------------------------------------------------------

_code = Code()
_attacks: list[Attack] = [attack for card in CARDS if card for attack in card.attacks]
ATTACK_NAMES: tuple[str, ...] = tuple(attack.name for attack in _attacks)
N_ATTACKS = _column(lambda card: len(card.attacks))
FIRST_ATTACK = np.zeros(ROOM, np.int64)
FIRST_ATTACK[1:] = np.cumsum(N_ATTACKS)[:-1]
COST = np.array([[attack.cost.count(letter) for letter in LETTERS] for attack in _attacks], np.int64)
COST_TOTAL = COST.sum(axis=1)
ATTACK_PC = np.array(
    [_code.add(attack.effects, i) for card in CARDS if card for i, attack in enumerate(card.attacks)], np.int64
)
ABILITY = _column(lambda card: card.ability.kind if card.ability else NO_ABILITY)
ABILITY_GIVEN = _column(lambda card: _code.filter(card.ability.given) if card.ability and card.ability.given else ANY)
"""Of each card: the filter of the Energy after whose attachment its Ability may be used, or ANY."""
ABILITY_PC = _column(lambda card: _code.add(card.ability.effects) if card.ability else 0)
PLAY_PC = _column(lambda card: _code.add(card.effects))


def _needs() -> Any:
    table = np.zeros((ROOM, MOST_NEEDS, 2), np.int64)
    for i, card in enumerate(CARDS):
        needs: tuple[Need, ...] = () if not card else card.ability.needs if card.ability else card.needs
        for j, (code, arg) in enumerate(needs):
            table[i, j] = code, _code.filter(arg) if isinstance(arg, str) else arg
    return table


NEEDS = _needs()
PROGRAM = np.array(_code.rows, np.int64)
OWNER = np.zeros(len(PROGRAM), np.int64)
"""Of each instruction of an attack: the card whose attack it is."""
for _a, (_card_of, _pc) in enumerate(zip(np.repeat(np.arange(ROOM), N_ATTACKS).tolist(), ATTACK_PC.tolist())):
    _next = [pc for pc in ATTACK_PC.tolist() if pc > _pc]
    OWNER[_pc : min(_next, default=len(PROGRAM))] = _card_of
USABLE = _column(lambda card: card.kind == STADIUM and bool(card.effects))
"""Of each card: whether it is a Stadium that players use once a turn."""

# --- what the pool has: rules that no card of it needs are left out when they are compiled ---

HAS_MUTE = bool(MOD_MUTE.any())
HAS_USABLE = bool(USABLE.any())
HAS_WHEN_BENCHED = bool((ABILITY == WHEN_BENCHED).any())
HAS_OLDER = any(word == TAKE and a == FROM_OLDER for word, a in PROGRAM[:, :2].tolist())
HAS_NO_ITEMS = bool(MOD_NO_ITEMS.any()) or any(w == MARK and b == NO_ITEMS for w, _, b in PROGRAM[:, :3].tolist())
HAS_PIERCING = any(row[0] == DAMAGE and row[5] >= PIERCING for row in PROGRAM.tolist())
HAS_UNRESISTED = any(row[0] == DAMAGE and row[5] == UNRESISTED for row in PROGRAM.tolist())
HAS_SHIFT = any(row[0] == SHIFT for row in PROGRAM.tolist())
HAS_INTO_DECK = any(row[0] == SCOOP and row[2] == INTO_DECK for row in PROGRAM.tolist())
HAS_FURTHER_COUNTS = any(row[0] == DAMAGE and row[3] > AVENGED for row in PROGRAM.tolist())
HAS_STRIPPED = any(row[0] == DAMAGE and row[3] == STRIPPED for row in PROGRAM.tolist())
HAS_TESTS = any(row[0] == UNLESS and row[1] == IF_HELD for row in PROGRAM.tolist())
HAS_LOOK = any(row[0] == LOOK for row in PROGRAM.tolist())
HAS_THEM = any(row[0] == SWITCH and row[1] == THEM for row in PROGRAM.tolist())
HAS_ATTACHING = any(row[0] == MILL and row[3] for row in PROGRAM.tolist())
HAS_STILL = any(row[0] == MARK and row[2] == LOCK and row[4] == EVERY for row in PROGRAM.tolist())
HAS_TO_ONE = any(row[0] == TAKE and row[5] & 63 == TO_ONE for row in PROGRAM.tolist())
HAS_ROVING = any(row[0] == MOVE and row[2] == 2 for row in PROGRAM.tolist())
HAS_WHEN_ATTACHED = bool((ABILITY == WHEN_ATTACHED).any())
HAS_HEALTHY = bool(MOD_HEALTHY.any())
HAS_BOOSTS = bool(MOD_BOOST.any())
HAS_CUTS = bool(MOD_CUT.any())
HAS_FOREIGN = bool(MOD_COPIES.any() or (MOD_LENDS >= 0).any())
"""Whether a Pokemon may use attacks that are not its own."""
HAS_MEGA = bool(MEGA.any())
HAS_SHELTERS = bool(MOD_SAFE_BENCH.any() or MOD_SHIELD.any())
HAS_SMALL_MODIFIERS = bool(MOD_TAKEN_BASIC.any() or MOD_OUT_EX.any() or MOD_CHEAPER.any() or MOD_PRIZES.any()) or any(
    MOD_TAKEN[i] for i, card in enumerate(CARDS) if card and card.kind == TOOL
)
FILTERS: tuple[str, ...] = tuple(_code.filters)
FILTER_HAS = np.zeros((len(FILTERS), ROOM), np.int64)
for _f, _text in enumerate(FILTERS):
    FILTER_HAS[_f] = _column(lambda card, text=_text: passes(card, text))  # type: ignore[misc]
FILTER_CARDS = np.array([as_bits(row > 0) for row in FILTER_HAS])
FILTER_TYPE = np.array([filter_type(text) for text in FILTERS], np.int64)
"""Of each filter: the type that an Energy must provide where it is attached, or ANY."""
