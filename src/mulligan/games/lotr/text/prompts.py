"""What the player is asked, in a sentence, and which cards on the table the moves begin and end at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mulligan.games.lotr.layout import (
    ANYBODY,
    ARGUMENT,
    ATTACK,
    BUY,
    BUY_LAST,
    COMMIT,
    DEFEND,
    DEFENDERS,
    DEFENSE,
    GO,
    JOIN,
    NO_PLACE,
    PLANNING,
    QUESTING,
    STAGING,
    STAY,
    STRIKE,
    TARGET,
    TRAVEL,
    UNDEFENDED,
)

from .words import ENCOUNTER_CARDS, PLAYER_CARDS, each, numbered

# --- keys -------------------------------------------------------------------------------------------------------------


Keys = Mapping[int, Callable[[Any, Any, int], str]]
"""By the verb of a move: the key of a card, from state, table and the move's argument; empty if there is none."""


def _attacker(s: Any) -> int:
    """The place of the enemy that attacks now, or NO_PLACE."""
    return min(each(s.attackers), default=NO_PLACE)


def place_key(place: int) -> str:
    """The key of an encounter card in play."""
    return "" if place == NO_PLACE else f"place:{place}"


def slot_key(slot: int) -> str:
    """The key of a character."""
    return f"character:{slot}"


def _first(slots: int) -> str:
    """The first of several characters."""
    return slot_key(min(each(slots))) if slots else ""


# Where moves begin and end in both rule books.
COMMON_SOURCES: Keys = {
    BUY: lambda s, t, kind: f"hand:{kind}:0",
    COMMIT: lambda s, t, slots: _first(slots),
    JOIN: lambda s, t, slot: slot_key(slot),
    STAY: lambda s, t, slot: slot_key(slot),
    DEFEND: lambda s, t, slot: slot_key(slot),
    STRIKE: lambda s, t, which: slot_key(which & ((1 << TARGET) - 1)),
    GO: lambda s, t, place: place_key(place),
}
COMMON_TARGETS: Keys = {STRIKE: lambda s, t, which: place_key(which >> TARGET)}

_SOURCES: Keys = {
    **COMMON_SOURCES,
    BUY_LAST: lambda s, t, kind: f"hand:{kind}:0",
    DEFENDERS: lambda s, t, slots: _first(slots),
    UNDEFENDED: lambda s, t, _: place_key(_attacker(s)),
}
_TARGETS: Keys = {
    **COMMON_TARGETS,
    DEFEND: lambda s, t, _: place_key(_attacker(s)),
    UNDEFENDED: lambda s, t, hero: "" if hero == ANYBODY else slot_key(hero),
}


def keys_of(found: Keys, s: Any, t: Any, moves: list[int]) -> dict[int, str]:
    """For the moves that have a card: its key."""
    keys = {move: found[verb](s, t, move & ARGUMENT) for move in moves if (verb := move & ~ARGUMENT) in found}
    return {move: key for move, key in keys.items() if key}


def sources(s: Any, t: Any, moves: list[int]) -> dict[int, str]:
    """For moves that begin with a card: its key."""
    return keys_of(_SOURCES, s, t, moves)


def targets(s: Any, t: Any, moves: list[int]) -> dict[int, str]:
    """For moves that end at another card: its key."""
    return keys_of(_TARGETS, s, t, moves)


# --- prompts ----------------------------------------------------------------------------------------------------------


def _assault(s: Any, t: Any) -> str:
    if not s.attackers:
        return "No enemy attacks."
    place = _attacker(s)
    name = numbered(ENCOUNTER_CARDS, s.peril, s.engaged, place)
    return f"{name} attacks with {t.force[s.peril[place]]}. Who defends?"


def ask_quest(s: Any, moves: list[int], more: str) -> str:
    """Who goes on the quest; `more` is what else it is against."""
    asked = [move & ARGUMENT for move in moves if move & ~ARGUMENT == JOIN]
    who = f"Does {numbered(PLAYER_CARDS, s.person, s.characters, asked[0])} go" if asked else "Who goes"
    return f"{who} on the quest, against a threat of {s.staged_threat}{more}?"


TO_COME = " and what will be revealed"
_STAGES: Mapping[int, str] = {
    PLANNING: "Which ally do you buy?",
    STAGING: "Which encounter card is revealed?",
    TRAVEL: "Where do you travel?",
    ATTACK: "Who strikes whom?",
}


def prompt(s: Any, t: Any, moves: list[int]) -> str:
    """What the player is asked."""
    if s.stage == QUESTING:
        return ask_quest(s, moves, "" if s.shown else TO_COME)
    return _assault(s, t) if s.stage == DEFENSE else _STAGES.get(s.stage, "")
