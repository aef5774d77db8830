"""Moves in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mulligan.games.lotr.layout import (
    ANYBODY,
    ARGUMENT,
    BUY,
    BUY_LAST,
    CLAIM,
    COMMIT,
    DEFEND,
    DEFENDERS,
    DONE,
    GO,
    HOLD,
    JOIN,
    REVEAL,
    STAGING,
    STAY,
    STRIKE,
    TARGET,
    TRAVEL,
    UNDEFENDED,
    YIELD,
)

from .words import ENCOUNTER_CARDS, PLAYER_CARDS, each, numbered

_DONE = {STAGING: "leave it face down", TRAVEL: "stay"}  # elsewhere `done`


def _who(s: Any, slot: int) -> str:
    return numbered(PLAYER_CARDS, s.person, s.characters, slot)


def _all(s: Any, slots: int) -> str:
    return ", ".join(_who(s, slot) for slot in each(slots)) or "nobody"


def _strike(s: Any, which: int) -> str:
    enemy = numbered(ENCOUNTER_CARDS, s.peril, s.engaged, which >> TARGET)
    return f"{_who(s, which & ((1 << TARGET) - 1))} strikes {enemy}"


_MOVES: Mapping[int, Callable[[Any, int], str]] = {
    DONE: lambda s, _: _DONE.get(s.stage, "done"),
    BUY: lambda s, kind: f"buy {PLAYER_CARDS[kind]}",
    BUY_LAST: lambda s, kind: f"buy {PLAYER_CARDS[kind]} and stop",
    REVEAL: lambda s, kind: f"reveal {ENCOUNTER_CARDS[kind]}",
    COMMIT: lambda s, slots: f"commit {_all(s, slots)}",
    HOLD: lambda s, _: "hold back",
    JOIN: lambda s, slot: f"{_who(s, slot)} goes",
    STAY: lambda s, slot: f"{_who(s, slot)} stays",
    GO: lambda s, place: f"travel to {numbered(ENCOUNTER_CARDS, s.peril, s.sites, place)}",
    DEFEND: lambda s, slot: f"{_who(s, slot)} defends",
    UNDEFENDED: lambda s, hero: "no defense" + ("" if hero == ANYBODY else f", {_who(s, hero)} is hit"),
    DEFENDERS: lambda s, slots: f"defend with {_all(s, slots)}",
    STRIKE: _strike,
    CLAIM: lambda s, _: "claim the quest",
    YIELD: lambda s, _: "give the quest up",
}


def move(s: Any, t: Any, move: int) -> str:
    """A legal move in words."""
    return _MOVES[move & ~ARGUMENT](s, move & ARGUMENT)
