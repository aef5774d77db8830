"""Moves of the full game in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mulligan.games.lotr.full.layout import AIM, ENGAGE, FACE, GEARS, PICK, REDRAW, RISE, SPEND, USE
from mulligan.games.lotr.full.rules.moves import AFTER_STAGING, GATHER, JOURNEY, MULLIGAN
from mulligan.games.lotr.full.rules.zones import CARD_TEXT, CHOSEN
from mulligan.games.lotr.full.vocabulary import (
    ATTACHMENT_ONE,
    DEFENDER,
    ENEMY_ONE,
    LOCATION_ONE,
    OR,
    SPIDER_ONE,
    VERBS,
    WHOM,
)
from mulligan.games.lotr.layout import (
    ARGUMENT,
    BUY,
    COMMIT,
    DEFEND,
    DONE,
    GO,
    HEROES,
    JOIN,
    PERILS,
    STAY,
    STRIKE,
    TARGET,
    UNDEFENDED,
)
from mulligan.games.lotr.text.words import ENCOUNTER_CARDS, PLAYER_CARDS, each, numbered


def _who(s: Any, slot: int) -> str:
    return numbered(PLAYER_CARDS, s.person, s.characters, slot)


def _all(s: Any, slots: int) -> str:
    return ", ".join(_who(s, slot) for slot in each(slots)) or "nobody"


def _zone(s: Any, place: int) -> int:
    """The cards among which one is numbered."""
    zones = (s.foes | s.sites, s.engaged)
    return next((zone for zone in zones if zone >> place & 1), 1 << place)


def _card(s: Any, place: int) -> str:
    name = numbered(ENCOUNTER_CARDS, s.peril, _zone(s, place), place)
    where = "" if s.engaged >> place & 1 else " (active)" if s.active == place else " (staged)"
    return name + where


def _effect(t: Any, e: int) -> str:
    words = [VERBS[t.verb[e] - 1]]
    if t.amount[e]:
        words.append(f"{t.amount[e]:+}" if words[0] in ("threat", "attack") else str(t.amount[e]))
    if t.whom[e]:
        words.append(WHOM[t.whom[e] - 1])
    return " ".join(words)


def _attachment(s: Any, t: Any, i: int) -> str:
    if i < HEROES * GEARS:
        return f"{PLAYER_CARDS[t.first_gear + i % GEARS]} of {PLAYER_CARDS[i // GEARS]}"
    return f"{PLAYER_CARDS[t.earth]} {i - HEROES * GEARS + 1}"


def _pick(s: Any, t: Any, i: int) -> str:
    top = s.pending - 1
    e = s.todo[top]
    if t.link[e] == OR and s.how[top] != CHOSEN:
        return _effect(t, e + i)
    verb, whom = VERBS[t.verb[e] - 1], t.whom[e]
    if whom <= DEFENDER:
        return f"{verb} {_who(s, i)}"
    if ENEMY_ONE <= whom <= LOCATION_ONE:
        return f"{verb} {_card(s, i)}"
    if whom == ATTACHMENT_ONE:
        return f"{verb} {_attachment(s, t, i)}"
    if whom == SPIDER_ONE:
        return f"{verb} {ENCOUNTER_CARDS[i % PERILS]} from the {'discards' if i >= PERILS else 'deck'}"
    return f"{verb} {PLAYER_CARDS[i]}"


def _done(s: Any, t: Any, _: int) -> str:
    if s.pending:
        return "let it happen" if s.how[s.pending - 1] >= CARD_TEXT else "decline"
    return {MULLIGAN: "keep the hand", JOURNEY: "stay", AFTER_STAGING: "keep the cards", GATHER: "strike"}.get(
        s.step, "done"
    )


_MOVES: Mapping[int, Callable[[Any, Any, int], str]] = {
    DONE: _done,
    BUY: lambda s, t, kind: f"play {PLAYER_CARDS[kind]}",
    COMMIT: lambda s, t, slots: f"commit {_all(s, slots)}",
    JOIN: lambda s, t, slot: f"{_who(s, slot)} goes",
    STAY: lambda s, t, slot: f"{_who(s, slot)} stays",
    GO: lambda s, t, place: f"travel to {numbered(ENCOUNTER_CARDS, s.peril, s.sites, place)}",
    DEFEND: lambda s, t, slot: f"{_who(s, slot)} defends",
    UNDEFENDED: lambda s, t, _: "no defense",
    STRIKE: lambda s, t, which: f"{_who(s, which & ((1 << TARGET) - 1))} joins",
    PICK: _pick,
    USE: lambda s, t, slot: f"use {_who(s, slot)}",
    SPEND: lambda s, t, kind: f"discard {PLAYER_CARDS[kind]}",
    RISE: lambda s, t, slot: f"ready {_who(s, slot)}",
    REDRAW: lambda s, t, _: "new hand",
    FACE: lambda s, t, place: f"{numbered(ENCOUNTER_CARDS, s.peril, s.engaged, place)} attacks",
    AIM: lambda s, t, place: f"attack {numbered(ENCOUNTER_CARDS, s.peril, s.engaged, place)}",
    ENGAGE: lambda s, t, place: f"engage {numbered(ENCOUNTER_CARDS, s.peril, s.foes, place)}",
}


def move(s: Any, t: Any, move: int) -> str:
    """A legal move in words."""
    return _MOVES[move & ~ARGUMENT](s, t, move & ARGUMENT)
