"""Positions and moves as they are printed."""

from __future__ import annotations

from typing import Any

from mulligan.kernel import interpret

from ..rules.layout import ATTACK, BLOCK, NO, NOBODY, PLAY, STAGES, WHICH_LAND, WHOLE, WITH_LAND
from ..rules.play import asked_next, next_blocker, playable, strongest_kind
from .names import each, name_of, names_of, runs

_asked_next, _next_blocker = interpret(asked_next), interpret(next_blocker)
_playable, _strongest_kind = interpret(playable), interpret(strongest_kind)

ZONES = ("lands", "hand", "ready", "tapped", "attackers", "asked", "stays", "skipped", "dead", "library")


def _attackers(s: Any, t: Any) -> list[str]:
    """The attackers in order, each with its blockers."""
    p = s.active
    words = []
    for a in each(s.attackers):
        gang = "+".join(runs(names_of(t, 1 - p, s.gang[a])))
        words.append(f"{name_of(t, p, a)}<{gang}" if gang else name_of(t, p, a))
    return words


def _seat(s: Any, t: Any, p: int) -> str:
    zones = {"hand": ["land"] * s.land_hand[p] + names_of(t, p, s.hand[p]), "ready": names_of(t, p, s.ready[p])}
    tapped = s.tapped[p]
    if s.stage == BLOCK and p == s.active:
        tapped &= ~s.attackers
        zones["attackers"] = _attackers(s, t)
    elif s.stage == BLOCK:
        blocking = 0
        for a in each(s.attackers):
            blocking |= s.gang[a]
        zones["stays"] = names_of(t, p, s.asked & ~blocking)
    elif p == s.active and s.stage == ATTACK:
        zones["asked"] = names_of(t, p, s.asked)
        zones["attackers"] = names_of(t, p, s.attackers)
    elif p == s.active:
        zones["skipped"] = [name_of(t, p, min(each(copies))) for copies in t.copies[p] if copies & s.asked]
    zones["tapped"] = names_of(t, p, tapped)
    zones["dead"] = ["land"] * s.land_gone[p] + names_of(t, p, s.dead[p])
    zones["library"] = [name_of(t, p, card) for card in s.library[p][s.drawn[p] : t.cards[p]]]
    words = [f"{p + 1}: lands {s.lands[p]}"]
    for zone in ZONES:
        if zones.get(zone):
            words += [zone, *runs(zones[zone])]
    return " ".join(words)


def state(s: Any, t: Any) -> str:
    """The whole position, hidden cards included, as one line."""
    words = [f"magic turn {s.turn} player {s.active + 1} {STAGES[s.stage]}"]
    if s.stage == PLAY and s.mana != s.lands[s.active]:
        words.append(f"mana {s.mana}")
    if s.stage == PLAY and s.landed:
        words.append("landed")
    if s.loose:
        words.append("loose")
    if s.winner >= 0:
        words.append(f"winner {s.winner + 1}")
    return f"{' '.join(words)} | life {s.life[0]} {s.life[1]} | {_seat(s, t, 0)} | {_seat(s, t, 1)}"


def move(s: Any, t: Any, move: int) -> str:
    """A legal move in words."""
    p = s.active
    if s.stage == ATTACK:
        if move >= WHOLE:
            return " ".join(["attack", *runs(names_of(t, p, move & 0xFFFFFFFF))]) if move != WHOLE else "no attack"
        asked = _strongest_kind(t, p, s.ready[p] & ~s.asked)
        return f"attack with {move.bit_count()} of {name_of(t, p, min(each(asked)))}"
    if s.stage == BLOCK:
        return _block(s, t, move)
    if move & WHOLE:
        number = (move >> WHICH_LAND) + 1
        land = "land" if number == 1 else f"land#{number}"
        played = [land] * bool(move & WITH_LAND) + names_of(t, p, move & 0xFFFFFFFF)
        return " ".join(["play", *runs(played or ["nothing"])])
    if move != NO:
        return f"cast {name_of(t, p, min(each(move)))}"
    card = _asked_next(s, t, _playable(s, t))
    if card:
        return f"skip {name_of(t, p, min(each(card)))}"
    return "only the land" if s.land_hand[p] and not s.landed else "done"


def _block(s: Any, t: Any, move: int) -> str:
    blocker = name_of(t, 1 - s.active, min(each(_next_blocker(s, t))))
    if move == NOBODY:
        return f"{blocker} stays"
    attacker = name_of(t, s.active, move)
    before = sum(name_of(t, s.active, a) == attacker for a in each(s.attackers) if a < move)
    return f"{blocker} blocks {attacker}" + (f"#{before + 1}" if before else "")
