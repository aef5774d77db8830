"""What a Tool, a Stadium or a passive Ability changes while it is in play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from mulligan.core.textkit import with_article

from . import vocabulary as v
from .readers import COLORS, Wrong, not_a, read_damage, read_type


@dataclass(frozen=True)
class Modifiers:
    """What a card changes while it is in play."""

    hp: int = 0
    free: int = v.FREE_NEVER
    cloak: int = 0
    out: int = 0
    out_type: int = v.ANY
    taken: int = 0
    safe: int = 0
    poison: int = 0
    scarf: int = 0


UNCHANGED = Modifiers()


WHILE_FORMS: Mapping[str, str] = {
    "hp": "hp AMOUNT",
    "free": "free retreat, free retreat with stadium, or (of an Ability) free retreat with energy TYPE",
    "more": "more AMOUNT, or more AMOUNT for TYPE",
    "less": "less AMOUNT",
    "safe": "safe from ex",
    "poison": "poison AMOUNT",
    "rescue": "rescue",
}
"""The words for what a card changes while it is in play."""

WHILE: Mapping[str, tuple[str, ...]] = {
    "tool": ("hp", "free", "more", "rescue"),
    "stadium": ("poison",),
    "ability": ("free", "less", "safe"),
}
"""Which of them each kind of card has."""


def read_modifiers(text: str, home: str) -> Modifiers:
    """What a Tool, a Stadium or a passive Ability changes."""
    found = Modifiers()
    seen: list[str] = []
    for part in text.split(","):
        words = part.split() or [""]
        if words[0] not in WHILE[home]:
            raise Wrong(not_a(f"lasting effect of {with_article(home)}", words[0], WHILE[home]))
        if words[0] in seen:
            raise Wrong(f"'{words[0]}' is there twice")
        seen.append(words[0])
        changes = _read_modifier(words, home)
        if changes is None:
            raise Wrong(f"'{part.strip()}' is incomplete or has too much. It reads: {WHILE_FORMS[words[0]]}")
        found = replace(found, **changes)
    return found


def _read_modifier(words: list[str], home: str) -> dict[str, int] | None:
    match words:
        case ["hp", amount]:
            return {"hp": read_damage(amount)}
        case ["free", "retreat"]:
            return {"free": v.FREE_ALWAYS}
        case ["free", "retreat", "with", "stadium"]:
            return {"free": v.FREE_WITH_STADIUM}
        case ["free", "retreat", "with", "energy", letter] if home == "ability":
            return {"cloak": 1 + read_type(letter, COLORS)}
        case ["more", amount]:
            return {"out": read_damage(amount)}
        case ["more", amount, "for", letter]:
            return {"out": read_damage(amount), "out_type": read_type(letter)}
        case ["less", amount]:
            return {"taken": read_damage(amount)}
        case ["safe", "from", "ex"]:
            return {"safe": 1}
        case ["poison", amount]:
            return {"poison": read_damage(amount)}
        case ["rescue"]:
            return {"scarf": 1}
    return None
