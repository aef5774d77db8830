"""What has happened between two moves of The Lord of the Rings, by both rule books."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mulligan.core.events import DAMAGED, DIED, DRAWN, GAINED, HEALED, LOST, PLAYED, REVEALED, Event

from .layout import ENEMY
from .text.prompts import place_key, slot_key
from .text.words import ENCOUNTER_CARDS, PLAYER_CARDS, each


def events(before: Any, after: Any, t: Any, move: int | None, seat: int) -> list[Event]:
    """Cards revealed and played, damage and deaths, progress and threat, cards drawn."""
    found = [*_revealed(before, after), *_characters(before, after), *_enemies(before, after, t)]
    found += _numbers(before, after)
    new = [kind for kind, n in enumerate(after.hand) for _ in range(int(n) - int(before.hand[kind]))]
    if new and after.drawn > before.drawn:
        found.append(Event(DRAWN, 0, tuple(PLAYER_CARDS[kind] for kind in new)))
    return found


def _lying(s: Any) -> int:
    """All encounter cards in play, by their places."""
    return int(s.foes | s.sites | s.engaged)


def _revealed(before: Any, after: Any) -> Iterator[Event]:
    there = {place: int(before.peril[place]) for place in each(_lying(before))}
    new = [place for place in each(_lying(after)) if there.get(place) != int(after.peril[place])]
    if new and after.revealed > before.revealed:
        names = tuple(ENCOUNTER_CARDS[after.peril[place]] for place in new)
        yield Event(REVEALED, 0, names, keys=tuple(map(place_key, new)))


def _characters(before: Any, after: Any) -> Iterator[Event]:
    old, new = set(each(before.characters)), set(each(after.characters))
    came = sorted(new - old)
    if came:
        yield Event(PLAYED, 0, tuple(PLAYER_CARDS[after.person[slot]] for slot in came), keys=_keys(came))
    for slot in sorted(old & new):
        change = int(before.hits[slot]) - int(after.hits[slot])
        if change and before.person[slot] == after.person[slot]:
            kind = DAMAGED if change > 0 else HEALED
            yield Event(kind, 0, (PLAYER_CARDS[after.person[slot]],), amount=abs(change), keys=_keys([slot]))
    gone = sorted(old - new)
    if gone:
        names = tuple(PLAYER_CARDS[before.person[slot]] for slot in gone)
        yield Event(DIED, 0, names, what="left play", keys=_keys(gone))


def _keys(slots: list[int]) -> tuple[str, ...]:
    return tuple(map(slot_key, slots))


def _enemies(before: Any, after: Any, t: Any) -> Iterator[Event]:
    for place in each(before.foes | before.engaged):
        kind = int(before.peril[place])
        if t.type[kind] != ENEMY:
            continue
        stays = (after.foes | after.engaged) >> place & 1 and int(after.peril[place]) == kind
        change = int(before.mark[place]) - int(after.mark[place])
        if not stays:
            yield Event(DIED, -1, (ENCOUNTER_CARDS[kind],), keys=(place_key(place),))
        elif change > 0:
            yield Event(DAMAGED, -1, (ENCOUNTER_CARDS[kind],), amount=change, keys=(place_key(place),))


def _numbers(before: Any, after: Any) -> Iterator[Event]:
    if after.points < before.points:
        yield Event(GAINED, 0, what="progress", amount=int(before.points - after.points))
    if after.threat != before.threat:
        change = int(after.threat - before.threat)
        yield Event(GAINED if change > 0 else LOST, 0, what="threat", amount=abs(change))
