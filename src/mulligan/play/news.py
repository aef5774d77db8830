"""What has happened between two views of the same seat, in words: counters, and cards that came and went."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import dataclass

from mulligan.scene import Zone

from .view import View

FEW = 6  # cards of one zone that are named one by one


def news(before: View, after: View) -> list[str]:
    """The differences that the seat could see, a line for each counter, way of cards and zone.

    >>> from mulligan.games.toys import NIM
    >>> from mulligan.position import Position
    >>> from mulligan.play.view import look
    >>> here = Position.deal(NIM)
    >>> old = look(here, 0)
    >>> news(old, look(here.play("take 3"), 0))
    ['stones: 15 -> 12']
    """
    lines = []
    values = {(counter.owner, counter.title): counter.value for counter in before.counters}
    for counter in after.counters:
        old = values.get((counter.owner, counter.title))
        if old is not None and old != counter.value:
            lines.append(f"{whose(after.seat, counter.owner)}{counter.title}: {old} -> {counter.value}")
    return lines + list(_travels(before, after))


@dataclass(frozen=True)
class _Change:
    """What a zone has lost and gained."""

    zone: Zone
    lost: Tally[str]
    gained: Tally[str]


def _travels(before: View, after: View) -> Iterator[str]:
    """The ways of cards from one zone to another, then what came from or went to where nobody sees it."""
    zones = {(zone.owner, zone.title): zone for zone in before.zones}
    changes = []
    for zone in after.zones:
        was = zones.get((zone.owner, zone.title))
        if was is not None:
            old, new = _tally(was), _tally(zone)
            changes.append(_Change(zone, old - new, new - old))
    seat = after.seat
    for origin in changes:
        for goal in changes:
            moved = Tally({name: min(n, goal.gained[name]) for name, n in origin.lost.items() if name})
            moved = +moved
            if goal is origin or not moved:
                continue
            origin.lost.subtract(moved)
            goal.gained.subtract(moved)
            same = origin.zone.owner == goal.zone.owner
            to = goal.zone.title if same else whose(seat, goal.zone.owner) + goal.zone.title
            yield f"{whose(seat, origin.zone.owner)}{origin.zone.title} -> {to}: {_named(moved)}"
    for change in changes:
        gained, lost = +change.gained, +change.lost
        if change.zone.layout == "pile" and not any((*gained, *lost)):
            continue  # a pile that nobody sees into: its number is on the table
        told = [f"{sign}{_named(cards)}" for sign, cards in (("+", gained), ("-", lost)) if cards]
        if told:
            yield f"{whose(seat, change.zone.owner)}{change.zone.title}: {' '.join(told)}"


def _tally(zone: Zone) -> Tally[str]:
    found: Tally[str] = Tally()
    for card in zone.cards:
        found[card.name] += card.count
    return found


def whose(seat: int, owner: int | None) -> str:
    """How a seat calls the owner of something.

    >>> whose(0, 0), whose(0, 1), whose(-1, 1), whose(0, None)
    ('your ', "the opponent's ", "player 2's ", '')
    """
    if owner is None:
        return ""
    if seat < 0:
        return f"player {owner + 1}'s "
    return "your " if owner == seat else "the opponent's "


def _named(cards: Tally[str]) -> str:
    total = cards.total()
    hidden = cards.get("", 0)
    names = [name if n == 1 else f"{n} {name}" for name, n in cards.items() if name]
    if len(names) > FEW:
        return f"{total} cards"
    if hidden:
        names.append("a card" if hidden == 1 else f"{hidden} cards")
    return ", ".join(names)
