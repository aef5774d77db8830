"""The card file, as arrays that compiled rules read."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from .vocabulary import OPP_DISCARD, WORD, read_level

ACTION, AGENT, CONTRACT_ACTION, CONTRACT_AGENT, STARTER, CURSE = range(6)
TYPES = ("action", "agent", "contract_action", "contract_agent", "starter", "curse")
(ANSEI, DUKE_OF_CROWS, RAJHIN, PSIJIC, ORGNUM, HLAALU, PELIN, RED_EAGLE, TREASURY, SAINT_ALESSIA) = range(10)
LEVELS = 4
GOLD, WRIT_OF_COIN, BEWILDERMENT, SUMMERSET_SACKING = 107, 112, 77, 102
CHAINBREAKER_SERGEANT, SOLDIER_OF_THE_EMPIRE = 117, 123
MORIHAUS_SACRED_BULL, MORIHAUS_THE_ARCHER = 118, 119
TITHE, AMBUSH, BLACK_SACRAMENT = 111, 103, 105
KINDS = 125
DECKS = 10


@cache
def card_file() -> dict[str, Any]:
    """Patrons and cards as the file has them."""
    return tomllib.loads((files(__package__) / "cards.toml").read_text(encoding="utf-8"))


def _column(name: str, default: int = 0) -> Any:
    return np.array([card.get(name, default) for card in card_file()["cards"]], np.int64)


PATRONS: tuple[str, ...] = tuple(patron["key"] for patron in card_file()["patrons"])
"""The patrons' names, in the engine's order."""
NAMES: tuple[str, ...] = tuple(card["name"] for card in card_file()["cards"])
"""The cards' names."""
DECK = np.array([PATRONS.index(card["deck"]) for card in card_file()["cards"]], np.int64)
TYPE = np.array([TYPES.index(card["type"]) for card in card_file()["cards"]], np.int64)
COST, COPIES, HP, TAUNT = (_column(name) for name in ("cost", "copies", "hp", "taunt"))
STARTERS = np.array([(patron["starter"], patron["starters"]) for patron in card_file()["patrons"]], np.int64)
"""Of each patron: the starting card, and how many of it."""


def _units() -> Any:
    table = np.zeros((KINDS, LEVELS, 2), np.int64)
    for kind, card in enumerate(card_file()["cards"]):
        for level, text in enumerate(card["effects"]):
            for i, unit in enumerate(read_level(text)):
                table[kind, level, i] = unit
    return table


UNITS = _units()
"""Of each card and combo level: its effects, 0 for none (see vocabulary.py)."""
assert len(NAMES) == len(set(NAMES)) == KINDS and len(PATRONS) == DECKS
# Discards wait for the next turn as a mere count, so each must be of one card.
assert all(unit >> 5 == 1 for unit in UNITS.ravel().tolist() if unit and unit & WORD == OPP_DISCARD)
