"""How attacks, blocks and main phases are put together on the table, from whole moves and from questions alike."""

from __future__ import annotations

from typing import Any

from mulligan.core.scene import Assembly, Part, Sum
from mulligan.kernel import interpret

from .rules.layout import ATTACK, BLOCK, NO, NOBODY, STAGES, WHICH_LAND, WHOLE, WITH_LAND
from .rules.play import asked_next, next_blocker, playable, strongest_kind
from .text.names import creature_key, each, land_key

_asked_next, _next_blocker = interpret(asked_next), interpret(next_blocker)
_playable, _strongest_kind = interpret(playable), interpret(strongest_kind)
_CREATURES = 0xFFFFFFFF  # of a whole move


def assembly(s: Any, t: Any, moves: list[int]) -> Assembly:
    """How these moves are put together."""
    name = f"{STAGES[s.stage]} in turn {s.turn}"
    if s.stage == ATTACK:
        return _attack(s, t, moves, name)
    return _block(s, t, moves, name) if s.stage == BLOCK else _cards(s, t, moves, name)


def _keys(p: int, creatures: int) -> tuple[str, ...]:
    return tuple(creature_key(p, c) for c in each(creatures))


def _chosen(p: int, creatures: int) -> tuple[Part, ...]:
    return tuple((key, "") for key in _keys(p, creatures))


def _powers(t: Any, p: int, creatures: int) -> dict[str, int]:
    return {creature_key(p, c): int(t.power[p][c]) for c in each(creatures)}


def _attack(s: Any, t: Any, moves: list[int], name: str) -> Assembly:
    p, free = s.active, s.ready[s.active] & ~s.asked
    whole = any(move & WHOLE for move in moves)
    told = Sum("damage if nobody blocks", _powers(t, p, free), most=int(s.life[1 - p]))
    return Assembly(
        name,
        _keys(p, free),
        {move: _chosen(p, move & _CREATURES) for move in moves},
        about=() if whole else _keys(p, _strongest_kind(t, p, free)),
        prompt="Who attacks?",
        confirm="Attack",
        nothing="No attack",
        sums=(told,),
    )


def _block(s: Any, t: Any, moves: list[int], name: str) -> Assembly:
    p, q = s.active, 1 - s.active
    free, blocker = s.ready[q] & ~s.asked, _keys(q, _next_blocker(s, t))
    unblocked = sum(1 << a for a in each(s.attackers) if not s.gang[a])
    fights = {creature_key(q, b): (int(t.power[q][b]), int(t.toughness[q][b])) for b in each(free)}
    for a in each(s.attackers):
        struck = sum(t.power[q][b] for b in each(s.gang[a]))
        fights[creature_key(p, a)] = int(t.power[p][a]), max(0, int(t.toughness[p][a] - struck))
    return Assembly(
        name,
        _keys(q, free),
        {move: () if move == NOBODY else ((blocker[0], creature_key(p, move)),) for move in moves},
        goals=_keys(p, s.attackers),
        about=blocker,
        prompt="Who blocks whom?",
        confirm="Block",
        nothing="No block",
        sums=(Sum("damage to you", _powers(t, p, unblocked), free=True, most=int(s.life[q])),),
        alike=_alike(s, t),
        fights=fights,
    )


def _alike(s: Any, t: Any) -> dict[str, str]:
    """Attackers of one kind with equal blockers, though the table numbers them."""
    p, q = s.active, 1 - s.active
    firsts: dict[Any, str] = {}
    found = {}
    for a in each(s.attackers):
        like = t.kind[p][a], tuple(sorted(t.kind[q][b] for b in each(s.gang[a])))
        key = creature_key(p, a)
        found[key] = firsts.setdefault(like, key)
    return found


def _cards(s: Any, t: Any, moves: list[int], name: str) -> Assembly:
    p = s.active
    whole = any(move & WHOLE for move in moves)
    free = s.hand[p] & ~s.asked
    lands = range(s.land_hand[p]) if not s.landed else range(0)
    asked = 0 if whole else _asked_next(s, t, _playable(s, t))
    copies = s.hand[p] & t.copies[p][t.kind[p][min(each(asked))]] if asked else 0
    costs = {creature_key(p, c): int(t.cost[p][c]) for c in each(free)}
    found = [Sum("mana", costs, most=int(s.mana), raises={land_key(p, i): 1 for i in lands}, firm=True)]
    if lands:
        found.append(Sum("land", {land_key(p, i): 1 for i in lands}, most=1, firm=True))
    parts = {move: _played(p, move) if move & WHOLE else _answered(p, move, bool(lands)) for move in moves}
    return Assembly(
        name,
        (*(land_key(p, i) for i in lands), *_keys(p, free)),
        parts,
        about=() if whole else (*_keys(p, copies), *([land_key(p)] if lands else [])),
        prompt=f"What do you play, with {s.mana} mana{' and a land' if lands else ''}?",
        confirm="Play and end the turn",
        nothing="End the turn",
        sums=tuple(found),
    )


def _played(p: int, move: int) -> tuple[Part, ...]:
    """The cards of a whole main phase."""
    land: tuple[Part, ...] = ((land_key(p, move >> WHICH_LAND), ""),) if move & WITH_LAND else ()
    return (*land, *_chosen(p, move & _CREATURES))


def _answered(p: int, move: int, land: bool) -> tuple[Part, ...]:
    """The card of an answer, and the land that comes by itself with the first one."""
    first: tuple[Part, ...] = ((land_key(p), ""),) if land else ()
    return (*first, *(() if move == NO else _chosen(p, move)))
