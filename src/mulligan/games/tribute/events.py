"""What has happened between two moves of Tales of Tribute."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from typing import Any

from mulligan.core.events import BOUGHT, DAMAGED, DRAWN, FAVOURED, GAINED, KNOCKED_OUT, LOST, PLAYED, Event
from mulligan.core.scene import OPEN

from .rules.cards import NAMES, PATRONS, TREASURY
from .rules.layout import BUY, COMMAND, GOING, ITEM_MASK, KIND, PLAY
from .text.faces import patron_title


def events(before: Any, after: Any, t: Any, move: int | None, seat: int) -> list[Event]:
    """Cards played and bought, what became of agents and patrons, numbers, and cards drawn."""
    if not before.turn or not after.turn:
        return []  # the draft
    p = before.player
    found = list(_done(p, move))
    for player in (1 - p, p):
        found += _agents(before, after, player, player == p)
        found += _numbers(before, after, player)
    for patron in before.patron[:5]:
        if 0 <= patron != TREASURY and before.favour[patron] != after.favour[patron]:
            owner = int(after.favour[patron])
            found.append(Event(FAVOURED, owner if owner in (0, 1) else -1, (patron_title(patron),), keys=_key(patron)))
    return [*found, *_drawn(before, after, p, seat)]


def _key(patron: int) -> tuple[str, ...]:
    return (f"patron:{PATRONS[patron]}",)


def _done(p: int, move: int | None) -> Iterator[Event]:
    """The card that a move names."""
    if move is None:
        return
    kind = {PLAY: PLAYED, BUY: BOUGHT}.get(move >> COMMAND & 15)
    if kind:
        yield Event(kind, p, (NAMES[(move & ITEM_MASK & KIND) - 1],))


def _agents(before: Any, after: Any, p: int, own: bool) -> Iterator[Event]:
    """Agents that were struck or have left."""
    old = [(int(before.agent[p][i]) & KIND, int(before.hp[p][i]), i) for i in range(before.n_agents[p])]
    new = [(int(after.agent[p][i]) & KIND, int(after.hp[p][i])) for i in range(after.n_agents[p])]
    gone = Tally(kind for kind, _, _ in old) - Tally(kind for kind, _ in new)
    for kind in gone.elements():
        place = next(i for other, _, i in old if other == kind)
        if not own:
            yield Event(KNOCKED_OUT, p, (NAMES[kind],), keys=(f"{p}:agents:{place + 1}",))
    for kind, hp, _ in old:
        same = [left for other, left in new if other == kind]
        if [other for other, _, _ in old].count(kind) == 1 == len(same) and same[0] < hp:
            yield Event(DAMAGED, p, (NAMES[kind],), amount=hp - same[0])


def _numbers(before: Any, after: Any, p: int) -> Iterator[Event]:
    """Prestige always; coins and power only while the turn lasts, for its end takes what is left of them."""
    names = [("prestige", before.prestige[p], after.prestige[p])]
    if before.turn == after.turn and after.reason == GOING:
        names += [("coins", before.coins[p], after.coins[p]), ("power", before.power[p], after.power[p])]
    for what, was, now in names:
        if now != was:
            yield Event(GAINED if now > was else LOST, p, what=what, amount=abs(int(now - was)))


def _drawn(before: Any, after: Any, p: int, seat: int) -> Iterator[Event]:
    """Cards that came to the hand; at the end of a turn it is a new one."""
    ended = before.turn != after.turn
    old = Tally[int]() if ended else Tally(int(cell) & KIND for cell in before.hand[p][: before.n_hand[p]])
    n = int(after.n_hand[p]) - (0 if ended else int(before.n_hand[p]))
    if seat in (p, OPEN):
        new = Tally(int(cell) & KIND for cell in after.hand[p][: after.n_hand[p]]) - old
        if new:
            yield Event(DRAWN, p, tuple(NAMES[kind] for kind in new.elements()))
    elif n > 0:
        yield Event(DRAWN, p, ("",) * n)
