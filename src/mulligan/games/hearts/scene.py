"""The table of hearts as a player sees it: the others, the trick in the middle with who played what, the own hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from mulligan.core.scene import Counter, Scene, Zone

from .cards import DIRECTIONS, KIT, PASSED, SEATS

_TRICK = "trick"


def counters(s: Any, t: Any) -> Iterator[Counter]:
    """Points, and in a match what they add up to."""
    yield Counter("hearts", "broken" if s.broken else "not broken")
    if s.passes or s.tricks == 0:
        yield Counter("passing", DIRECTIONS[s.direction] if s.direction else "none")
    for seat in range(SEATS):
        yield Counter("points", s.points[seat], seat)
        if s.goal:
            yield Counter("score", s.score[seat], seat, s.goal)


def prompt(s: Any, t: Any) -> str:
    """What the player is asked."""
    if not s.passes:
        return "Which card do you play?" if s.zones[KIT.number(_TRICK)] else "Which card do you lead?"
    left = (s.passes - 1) % PASSED + 1
    to = {1: "to the left", 2: "across the table", 3: "to the right"}[s.direction]
    return f"Which card do you pass {to}? ({left} to go)" if left > 1 else f"Which card do you pass {to}?"


def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
    """The table of the kit, without places that are empty for good, and with the players' names on the trick."""
    shown = KIT.scene(counters, prompt)(s, t, seat, moves)
    return replace(shown, zones=tuple(_named(s, zone) for zone in shown.zones if _of_use(s, zone)))


def _of_use(s: Any, zone: Zone) -> bool:
    if zone.title == "passing":
        return bool(s.passes)
    return zone.title != "stock" and (zone.title != "played" or bool(zone.cards))


def _named(s: Any, zone: Zone) -> Zone:
    if zone.title != _TRICK:
        return zone
    cards = (replace(card, marks=(f"player {(s.leader + i) % SEATS + 1}",)) for i, card in enumerate(zone.cards))
    return replace(zone, cards=tuple(cards))
