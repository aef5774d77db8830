"""Filters: which cards an effect or a need is about."""

from __future__ import annotations

import re
from typing import NamedTuple

from mulligan.core.textkit import either

from . import vocabulary as v
from .readers import Wrong, read_type

_HEADS = ("any", "pokemon", "energy", "trainer", "item", "tool", "supporter", "stadium")
_FILTER_FORMS = (
    "any, pokemon, pokemon:basic, pokemon:type=N, pokemon:basic:type=N, energy, energy:basic, energy:basic:D, "
    "energy:provides=D, trainer, item, tool, supporter, stadium; several are joined by |. Pokemon may also have "
    ":hp<=90, :retreat>=3 or :attack=Night_March, Energy :special, and all of them :plasma or :not=Super_Rod"
)
_FURTHER = re.compile(r":(?:hp<=([0-9]+)|retreat>=([0-9])|attack=([^:|]+)|(special)|(plasma)|not=([^:|]+))(?=:|$)")


class Kind(NamedTuple):
    """One of the kinds of cards that a filter lets through."""

    head: str
    basic: bool
    type: int
    provides: int
    hp: int = 0  # at most, if not 0
    retreat: int = 0  # at least
    attack: str = ""
    special: bool = False
    plasma: bool = False
    other: str = ""  # not of this name


def kind_of(text: str) -> Kind:
    """One part of a filter."""
    kind = _kind_of(_FURTHER.sub("", text), text)
    for hp, retreat, attack, special, plasma, other in _FURTHER.findall(text):
        kind = kind._replace(
            hp=int(hp or kind.hp),
            retreat=int(retreat or kind.retreat),
            attack=attack.replace("_", " ") or kind.attack,
            special=bool(special) or kind.special,
            plasma=bool(plasma) or kind.plasma,
            other=other.replace("_", " ") or kind.other,
        )
    if ((kind.hp or kind.retreat or kind.attack) and kind.head != "pokemon") or (
        kind.special and (kind.head != "energy" or kind.basic)
    ):
        raise Wrong(f"'{text}' does not fit together; a filter is one of {_FILTER_FORMS}")
    return kind


def _kind_of(text: str, whole: str) -> Kind:
    found = re.fullmatch(r"(\w+)(:basic)?(?::type=(\w))?(?::(\w))?(?::provides=(\w))?", text)
    if not found or found[1] not in _HEADS:
        raise Wrong(f"'{whole}' is not a kind of cards; a filter is one of {_FILTER_FORMS}")
    head, basic, kind, color, provided = found.groups()
    energy_only = color or provided
    if (kind and head != "pokemon") or (energy_only and head != "energy") or (color and not basic):
        raise Wrong(f"'{whole}' does not fit together; a filter is one of {_FILTER_FORMS}")
    if basic and (head not in ("pokemon", "energy") or provided):
        raise Wrong(f"'{whole}' does not fit together; a filter is one of {_FILTER_FORMS}")
    letter = kind or color
    return Kind(head, bool(basic), read_type(letter) if letter else v.ANY, read_type(provided) if provided else v.ANY)


def read_filter(given: str, heads: tuple[str, ...] = _HEADS) -> str:
    kinds = [kind_of(part) for part in given.split("|")]
    if len(kinds) > 1 and any(kind.provides != v.ANY for kind in kinds):
        raise Wrong(f"'{given}': energy:provides=TYPE stands alone, as it depends on the Pokemon that holds it")
    if any(kind.head not in heads for kind in kinds):
        raise Wrong(f"'{given}' is more than {either(heads)}")
    return given


def read_energy_filter(given: str) -> str:
    return read_filter(given, ("energy",))


def filter_type(text: str) -> int:
    """The type that an Energy must provide to pass a filter, or ANY: what it provides may depend on its holder.

    >>> filter_type("energy:provides=D") == v.LETTERS.index("D"), filter_type("energy:basic") == v.ANY
    (True, True)
    """
    return kind_of(text.split("|")[0]).provides
