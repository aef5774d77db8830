"""The table of Magic as a player sees it.

Creatures are called as in moves: `2/2(2)` has power 2, toughness 2 and costs 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mulligan.core.scene import OPEN, Card, Counter, Pip, Scene, Zone, backs
from mulligan.kernel import interpret

from .assembly import assembly
from .rules.layout import ATTACK, BLOCK, LAND, NO, NOBODY, PLAY, WHICH_LAND, WHOLE, WITH_LAND
from .rules.play import asked_next, next_blocker, playable, strongest_kind
from .text.names import creature_key, each, land_key, name_of, title_of

_asked_next, _next_blocker = interpret(asked_next), interpret(next_blocker)
_playable, _strongest_kind = interpret(playable), interpret(strongest_kind)

_CREATURES = 0xFFFFFFFF  # of a whole move
_PHASES = ("Attack", "Block", "Main phase")
_STRONG = ("grey", "green", "teal", "blue", "purple", "red")  # by power


def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
    """What a seat sees, the other player's side first."""
    near = max(seat, 0)
    zones = tuple(zone for p in (1 - near, near) for zone in _side(s, t, p, seat))
    counters = [Counter("life", s.life[p], p, t.life) for p in (1 - near, near)]
    if s.stage == PLAY and s.winner < 0:
        counters.append(Counter("mana", s.mana, s.active, s.lands[s.active] or None))
    sources = {move: key for move in moves if (key := _source(s, t, move))}
    targets = {move: creature_key(s.active, move) for move in moves if s.stage == BLOCK and move != NOBODY}
    others = {move: keys for move in moves if move & WHOLE and (keys := _others(s, move))}
    prompt = _prompt(s, t, moves) if moves else ""
    return Scene(
        zones,
        tuple(counters),
        prompt,
        sources,
        targets,
        others,
        phases=_PHASES,
        phase=_PHASES[s.stage] if s.winner < 0 else "",
        assembly=assembly(s, t, moves) if moves else None,
    )


# --- cards ------------------------------------------------------------------------------------------------------------


def _land(key: str, count: int = 1) -> Card:
    return Card(key, "land", tint="brown", lines=("1 mana in each main phase",), count=count)


def _creature(t: Any, p: int, c: int, key: str = "", marks: Iterable[str] = (), count: int = 1) -> Card:
    power, toughness, shown = t.power[p][c], t.toughness[p][c], tuple(marks)
    return Card(
        key=key or creature_key(p, c),
        name=name_of(t, p, c),
        title=title_of(power, toughness, t.cost[p][c]),
        kind="creature",
        tint=_STRONG[min(power, len(_STRONG) - 1)],
        cost=str(t.cost[p][c]),
        stats=f"{power}/{toughness}",
        marks=shown,
        count=count,
        turned="tapped" in shown,
        pips=(Pip("", words="tapped"),) if "tapped" in shown else (),
    )


def _side(s: Any, t: Any, p: int, seat: int) -> list[Zone]:
    """The zones of one player."""
    lands = (_land(f"{p}:lands", s.lands[p]),) if s.lands[p] else ()
    creatures = tuple(_creature(t, p, c, marks=_marks(s, t, p, c)) for c in each(s.ready[p] | s.tapped[p]))
    return [
        Zone("hand", _hand(s, t, p, seat), p, "hand"),
        Zone("creatures", creatures, p),
        Zone("lands", lands, p, place="left"),
        Zone("graveyard", _graveyard(s, t, p), p, "pile"),
        Zone("library", _library(s, t, p, seat), p, "pile"),
    ]


def _hand(s: Any, t: Any, p: int, seat: int) -> tuple[Card, ...]:
    held = list(each(s.hand[p]))
    if seat not in (p, OPEN):
        return tuple(backs(f"{p}:hand", len(held) + s.land_hand[p]))
    lands = [_land(land_key(p, i)) for i in range(s.land_hand[p])]
    # What a player did not want to play is known to nobody else.
    skipped = s.asked if s.stage == PLAY and s.active == p else 0
    return (*lands, *(_creature(t, p, c, marks=("not this turn",) if skipped >> c & 1 else ()) for c in held))


def _graveyard(s: Any, t: Any, p: int) -> tuple[Card, ...]:
    found = [_land(f"{p}:graveyard:land", s.land_gone[p])] if s.land_gone[p] else []
    for kind in range(t.kinds[p]):
        dead = list(each(s.dead[p] & t.copies[p][kind]))
        if dead:
            found.append(_creature(t, p, dead[0], f"{p}:graveyard:{kind}", count=len(dead)))
    return tuple(found)


def _library(s: Any, t: Any, p: int, seat: int) -> tuple[Card, ...]:
    """Face down, or for those who may see it the next card first."""
    cards = s.library[p][s.drawn[p] : t.cards[p]]
    if seat != OPEN:
        return tuple(backs(f"{p}:library", len(cards)))
    return tuple(_land(f"{p}:library:{i}") if c == LAND else _creature(t, p, c) for i, c in enumerate(cards))


# --- combat -----------------------------------------------------------------------------------------------------------


def _attacker(s: Any, t: Any, a: int) -> str:
    """An attacker as moves call it: the second of its like is `2/2(2)#2`."""
    name = name_of(t, s.active, a)
    before = sum(name_of(t, s.active, other) == name for other in each(s.attackers) if other < a)
    return f"{name}#{before + 1}" if before else name


def _marks(s: Any, t: Any, p: int, c: int) -> list[str]:
    """What is true of a creature in play."""
    found = ["tapped"] if s.tapped[p] >> c & 1 else []
    asked = s.asked >> c & 1
    if p == s.active and s.stage == ATTACK:
        return [*found, "attacks" if s.attackers >> c & 1 else "stays"] if asked else found
    if s.stage != BLOCK:
        return found
    if p == s.active and s.attackers >> c & 1:
        name = _attacker(s, t, c)
        found.append("attacks" + (f" as {name}" if "#" in name else ""))
        gang = [name_of(t, 1 - p, b) for b in each(s.gang[c])]
        return [*found, f"blocked by {', '.join(gang)}"] if gang else found
    if p != s.active and asked:
        blocked = [_attacker(s, t, a) for a in each(s.attackers) if s.gang[a] >> c & 1]
        found.append(f"blocks {blocked[0]}" if blocked else "stays")
    return found


# --- moves ------------------------------------------------------------------------------------------------------------


def _first(creatures: int) -> int:
    return min(each(creatures))


def _asked_attackers(s: Any, t: Any) -> int:
    """The equal creatures that the question is about."""
    return int(_strongest_kind(t, s.active, s.ready[s.active] & ~s.asked))


def _source(s: Any, t: Any, move: int) -> str:
    """The card that a move begins with: of several the first, though a land that comes along does not count."""
    p = s.active
    if s.stage == BLOCK:
        return creature_key(1 - p, _first(_next_blocker(s, t)))
    if move & WHOLE:
        creatures = move & _CREATURES
        return (
            creature_key(p, _first(creatures))
            if creatures
            else land_key(p, move >> WHICH_LAND)
            if move & WITH_LAND
            else ""
        )
    if s.stage == ATTACK:
        return creature_key(p, _first(_asked_attackers(s, t)))
    card = _asked_next(s, t, _playable(s, t)) if move == NO else move
    if card:
        return creature_key(p, _first(card))
    return land_key(p) if s.land_hand[p] and not s.landed else ""


def _others(s: Any, move: int) -> tuple[str, ...]:
    """The cards that come along in a whole move: the creatures after the first, and the land before them."""
    creatures = [creature_key(s.active, c) for c in each(move & _CREATURES)]
    land = [land_key(s.active, move >> WHICH_LAND)] if creatures and move & WITH_LAND else []
    return (*land, *creatures[1:])


def _prompt(s: Any, t: Any, moves: list[int]) -> str:
    p = s.active
    whole = any(move & WHOLE for move in moves)
    if s.stage == BLOCK:
        return f"Whom does {name_of(t, 1 - p, _first(_next_blocker(s, t)))} block?"
    if s.stage == ATTACK:
        if whole:
            return "Who attacks?"
        asked = _asked_attackers(s, t)
        name = name_of(t, p, _first(asked))
        return f"Does {name} attack?" if asked.bit_count() == 1 else f"How many of {name} attack?"
    land = s.land_hand[p] > 0 and not s.landed
    if whole:
        return f"What do you play, with {s.mana} mana{' and a land' if land else ''}?"
    card = _asked_next(s, t, _playable(s, t))
    if not card:
        return "Play the land and end the turn." if land else "End the turn."
    more = ", and 1 of the land that comes first" if land else ""
    return f"Cast {name_of(t, p, _first(card))}? There is {s.mana} mana{more}."
