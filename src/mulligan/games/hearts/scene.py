"""The table of hearts as a player sees it: the others, the trick in the middle with who played what, the own hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from mulligan.core.scene import Card, Counter, Scene, Zone
from mulligan.deckkit.text import cards_in

from .cards import DECK, DIRECTIONS, KIT, PASSED, PLAYED, SEATS, TRICK


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
        return "Which card do you play?" if s.zones[TRICK] else "Which card do you lead?"
    left = (s.passes - 1) % PASSED + 1
    to = {1: "to the left", 2: "across the table", 3: "to the right"}[s.direction]
    return f"Which card do you pass {to}? ({left} to go)" if left > 1 else f"Which card do you pass {to}?"


def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
    """The table of the kit, with the players on the trick and all that was played on one pile, the last trick above."""
    shown = KIT.scene(counters, prompt)(s, t, seat, moves)
    zones = [_named(s, zone) for zone in shown.zones if zone.title in ("hand", "trick") or _passing(s, zone)]
    if s.tricks:
        zones += [_last_trick(s), _gone(s)]
    return replace(shown, zones=tuple(zones))


def _passing(s: Any, zone: Zone) -> bool:
    return zone.title == "passing" and s.passes > 0


def _named(s: Any, zone: Zone) -> Zone:
    """Who has played the cards of the trick."""
    if zone.title != "trick":
        return zone
    cards = (replace(card, marks=(f"player {(s.leader + i) % SEATS + 1}",)) for i, card in enumerate(zone.cards))
    return replace(zone, cards=tuple(cards))


def _card(card: int, marks: tuple[str, ...] = ()) -> Card:
    return replace(DECK.faces[card], key=f"card:{card}", marks=marks)


def _last_trick(s: Any) -> Zone:
    """The trick before this one; it gives way as soon as there are cards on this one."""
    tops = [cards_in(s, PLAYED + seat)[-1] for seat in range(SEATS)]
    marks = [(f"player {seat + 1}{' took it' if seat == s.leader else ''}",) for seat in range(SEATS)]
    return Zone("last trick", tuple(map(_card, tops, marks)), layout="stack" if s.zones[TRICK] else "trick")


def _gone(s: Any) -> Zone:
    """All cards that were played before the last trick, the latest first."""
    rows = [cards_in(s, PLAYED + seat)[::-1] for seat in range(SEATS)]
    cards = [_card(row[i]) for i in range(1, s.tricks) for row in rows]
    return Zone("played", tuple(cards), layout="pile")
