"""What a Tool, a Stadium or a passive Ability changes while it is in play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from mulligan.core.textkit import with_article

from . import vocabulary as v
from .readers import COLORS, Wrong, not_a, read_damage, read_number, read_type


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
    taken_basic: int = 0
    out_ex: int = 0
    cheaper: int = 0
    prizes: int = 0
    cut: int = 0
    cut_type: int = v.ANY
    boost: int = 0
    boost_for: int = v.ANY
    boost_others: int = 0
    healthy: int = 0
    copies: int = 0
    lends: str = ""  # the name of the Pokemon that can use the attack of a Tool
    links: str = ""  # the name of the Mega Evolution that does not end the turn
    mute: int = v.MUTE_NOBODY
    no_items: int = 0
    safe_bench: int = v.SAFE_NEVER
    shield: int = 0


UNCHANGED = Modifiers()


WHILE_FORMS: Mapping[str, str] = {
    "hp": "hp AMOUNT",
    "free": "free retreat, free retreat with stadium, or (of an Ability) free retreat with energy TYPE, or "
    "free retreat without energy",
    "more": "more AMOUNT, more AMOUNT for TYPE, or more AMOUNT against ex",
    "boost": "boost AMOUNT for TYPE, or boost AMOUNT for plasma; then perhaps: others",
    "less": "less AMOUNT, or (of a Tool) less AMOUNT on basic",
    "safe": "safe from ex, safe on bench, or safe bench",
    "poison": "poison AMOUNT",
    "rescue": "rescue",
    "cheaper": "cheaper retreat NUMBER for basic, or cheaper attacks NUMBER for TYPE",
    "healthy": "healthy with energy TYPE",
    "copies": "copies attacks in play",
    "lends": "lends its attack to NAME",
    "links": "links NAME",
    "prizes": "prizes -1 (of a Tool), or prizes +1 (of an Ability)",
    "mute": "mute others with tool (of an Ability), or mute basic (of a Stadium)",
    "no_items": "no_items while active",
    "shield": "shield TYPE from ex",
}
"""The words for what a card changes while it is in play."""

WHILE: Mapping[str, tuple[str, ...]] = {
    "tool": ("hp", "free", "more", "rescue", "less", "prizes", "lends", "links"),
    "stadium": ("poison", "cheaper", "mute"),
    "ability": ("free", "less", "safe", "prizes", "mute", "no_items", "shield", "boost", "healthy", "copies"),
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


def _read_modifier(words: list[str], home: str) -> dict[str, Any] | None:
    match words:
        case ["hp", amount]:
            return {"hp": read_damage(amount)}
        case ["free", "retreat"]:
            return {"free": v.FREE_ALWAYS}
        case ["free", "retreat", "with", "stadium"]:
            return {"free": v.FREE_WITH_STADIUM}
        case ["free", "retreat", "with", "energy", letter] if home == "ability":
            return {"cloak": 1 + read_type(letter, COLORS)}
        case ["free", "retreat", "without", "energy"] if home == "ability":
            return {"free": v.FREE_WITHOUT_ENERGY}
        case ["more", amount, "against", "ex"]:
            return {"out_ex": read_damage(amount)}
        case ["less", amount, "on", "basic"] if home == "tool":
            return {"taken_basic": read_damage(amount)}
        case ["cheaper", "retreat", number, "for", "basic"]:
            return {"cheaper": read_number("retreat cost", number, 1, 5)}
        case ["cheaper", "attacks", number, "for", letter]:
            return {"cut": read_number("cost", number, 1, 5), "cut_type": read_type(letter)}
        case ["boost", amount, "for", kind, *rest] if rest in ([], ["others"]):
            of = v.PLASMA if kind == "plasma" else read_type(kind)
            return {"boost": read_damage(amount), "boost_for": of, "boost_others": len(rest)}
        case ["healthy", "with", "energy", letter]:
            return {"healthy": 1 + read_type(letter, COLORS)}
        case ["copies", "attacks", "in", "play"]:
            return {"copies": 1}
        case ["lends", "its", "attack", "to", *name] if name:
            return {"lends": " ".join(name)}
        case ["links", *name] if name:
            return {"links": " ".join(name)}
        case ["prizes", "-1"] if home == "tool":
            return {"prizes": -1}
        case ["prizes", "+1"] if home == "ability":
            return {"prizes": 1}
        case ["mute", "others", "with", "tool"] if home == "ability":
            return {"mute": v.MUTE_OTHERS}
        case ["mute", "basic"] if home == "stadium":
            return {"mute": v.MUTE_BASICS}
        case ["no_items", "while", "active"]:
            return {"no_items": 1}
        case ["safe", "on", "bench"]:
            return {"safe_bench": v.SAFE_BENCHED}
        case ["safe", "bench"]:
            return {"safe_bench": v.SAFE_BENCH}
        case ["shield", letter, "from", "ex"]:
            return {"shield": 1 + read_type(letter)}
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
