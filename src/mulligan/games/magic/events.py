"""What has happened between two moves of Magic."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mulligan.core.events import ATTACKED, BLOCKED, DIED, DRAWN, LOST, PLAYED, Event
from mulligan.core.scene import OPEN

from .rules.layout import ATTACK, BLOCK, NOBODY
from .text.names import creature_key, each, titles_of

_CREATURES = 0xFFFFFFFF  # of a whole move


def events(before: Any, after: Any, t: Any, move: int | None, seat: int) -> list[Event]:
    """In the order in which it happens: attack, blocks, damage, deaths, cards played and cards drawn."""
    found = [*_combat(before, after, t, move), *_played(before, after, t)]
    return [*found, *(event for p in range(2) for event in _drawn(before, after, t, p, seat))]


def _keys(p: int, creatures: int) -> tuple[str, ...]:
    return tuple(creature_key(p, c) for c in each(creatures))


def _combat(before: Any, after: Any, t: Any, move: int | None) -> Iterator[Event]:
    p, q = before.active, 1 - before.active
    on = after.winner < 0 and (after.turn, after.stage) == (before.turn, before.stage)
    attackers = before.attackers
    if before.stage == ATTACK and move is not None and not on:
        attackers |= move & _CREATURES
        if attackers:
            yield Event(ATTACKED, p, tuple(titles_of(t, p, attackers)), keys=_keys(p, attackers))
    if before.stage == BLOCK and move is not None and move != NOBODY:
        blocker = _blocker(before, t, q)
        keys = creature_key(q, blocker), creature_key(p, move)
        yield Event(BLOCKED, q, (titles_of(t, q, 1 << blocker)[0],), target=titles_of(t, p, 1 << move)[0], keys=keys)
    if before.stage not in (ATTACK, BLOCK) or on or (before.stage == ATTACK and after.stage == BLOCK):
        return
    lost = int(before.life[q] - after.life[q])
    if lost:
        yield Event(LOST, q, what="life", amount=lost, reasons=(f"{int(after.life[q])} left",))
    for player in (q, p):
        dead = after.dead[player] & ~before.dead[player] & (before.ready[player] | before.tapped[player])
        if dead:
            yield Event(DIED, player, tuple(titles_of(t, player, dead)), keys=_keys(player, dead))


def _blocker(s: Any, t: Any, q: int) -> int:
    """The first of the strongest kind that has not been asked."""
    last = max(each(s.ready[q] & ~s.asked))
    return min(each(s.ready[q] & ~s.asked & t.copies[q][t.kind[q][last]]))


def _played(before: Any, after: Any, t: Any) -> Iterator[Event]:
    """Creatures and lands that have come into play."""
    for p in range(2):
        there = before.ready[p] | before.tapped[p]
        new = (after.ready[p] | after.tapped[p]) & ~there
        names = ["land"] * int(after.lands[p] - before.lands[p]) + titles_of(t, p, new)
        if names:
            yield Event(PLAYED, p, tuple(names), keys=_keys(p, new))


def _drawn(before: Any, after: Any, t: Any, p: int, seat: int) -> Iterator[Event]:
    """Cards drawn, named for those who may see them."""
    n = int(after.drawn[p] - before.drawn[p])
    if n < 1:
        return
    if seat not in (p, OPEN):
        yield Event(DRAWN, p, ("",) * n)
        return
    new = after.hand[p] & ~before.hand[p]
    names = titles_of(t, p, new)
    yield Event(DRAWN, p, (*names, *["land"] * (n - len(names))), keys=_keys(p, new))


__all__ = ["events"]
