"""What has happened between two views of the same seat, in words: cards that came and went, and counters."""

from __future__ import annotations

from collections import Counter as Tally

from .view import View

FEW = 6  # cards of one zone that are named one by one


def news(before: View, after: View) -> list[str]:
    """The differences that the seat could see, a line for each zone and counter.

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
    zones = {(zone.owner, zone.title): zone for zone in before.zones}
    for zone in after.zones:
        was = zones.get((zone.owner, zone.title))
        if was is None:
            continue
        old_cards, new_cards = (
            Tally({name: sum(c.count for c in z.cards if c.name == name) for name in {c.name for c in z.cards}})
            for z in (was, zone)
        )
        changes = [f"+{_named(new_cards - old_cards)}" if new_cards - old_cards else ""]
        changes.append(f"-{_named(old_cards - new_cards)}" if old_cards - new_cards else "")
        if any(changes):
            lines.append(f"{whose(after.seat, zone.owner)}{zone.title}: {' '.join(c for c in changes if c)}")
    return lines


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
