"""What the player is asked, in a sentence, and which cards on the table the moves begin and end at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mulligan.kernel import interpret

from .cards import encounter_cards, player_cards
from .cardwords import effect_words
from .choices import (
    AFTER_STAGING,
    ARRIVED,
    BEFORE_STAGING,
    FIGHT,
    GATHER,
    GUARD,
    JOURNEY,
    MEET,
    MULLIGAN,
    NEXT_ATTACK,
    PARRY,
    PLAN,
    SEND,
)
from .chronicle import _texts
from .effects import CARD_TEXT, CHOSEN, location_worn
from .figures import force, total_guard, total_might, total_will
from .layout import (
    AIM,
    ANYBODY,
    ARGUMENT,
    ATTACK,
    BUY,
    BUY_LAST,
    COMMIT,
    DEFEND,
    DEFENDERS,
    DEFENSE,
    ENGAGE,
    FACE,
    GEARS,
    GO,
    HEROES,
    JOIN,
    NO_PLACE,
    PERILS,
    PICK,
    PLANNING,
    QUESTING,
    RISE,
    SPEND,
    STAGING,
    STAY,
    STRIKE,
    TARGET,
    TRAVEL,
    UNDEFENDED,
    USE,
)
from .text import _each, _numbered
from .vocabulary import ATTACHMENT_ONE, CARD, DEFENDER, ENEMY_ONE, FREE, HIT, LOCATION_ONE, OR, SPIDER_ONE

_force, _location_worn, _total_guard = interpret(force), interpret(location_worn), interpret(total_guard)
_total_might, _total_will = interpret(total_might), interpret(total_will)

_PLAYER = tuple(str(card["name"]) for card in player_cards())
_ENCOUNTER = tuple(str(card["name"]) for card in encounter_cards())


# --- keys -------------------------------------------------------------------------------------------------------------


def _attacker(s: Any, t: Any) -> int:
    """The place of the enemy that attacks now, or NO_PLACE."""
    if t.full:
        return int(s.foe)
    return min(_each(s.attackers), default=NO_PLACE)


def _place(place: int) -> str:
    return "" if place == NO_PLACE else f"place:{place}"


def _slot(slot: int) -> str:
    return f"character:{slot}"


def _first(slots: int) -> str:
    """The first of several characters."""
    return _slot(min(_each(slots))) if slots else ""


def _picked(s: Any, t: Any, i: int) -> str:
    """What a choice for an effect falls on."""
    top = s.pending - 1
    e = s.todo[top]
    whom = t.whom[e]
    if t.link[e] == OR and s.how[top] != CHOSEN:  # one of several texts of the card itself
        return next((_slot(slot) for slot in _each(s.characters) if s.person[slot] == t.owner[e]), "")
    if whom <= DEFENDER:
        return _slot(i)
    if ENEMY_ONE <= whom <= LOCATION_ONE:
        return _place(i)
    if whom == ATTACHMENT_ONE:
        if i < HEROES * GEARS:
            return f"gear:{i // GEARS}:{i % GEARS}"
        return f"earth:{_location_worn(s, i - HEROES * GEARS)}"
    if whom == SPIDER_ONE:
        return f"buried:{i - PERILS}" if i >= PERILS else ""
    return f"{'looking' if whom == CARD else 'discard'}:{i}"


_SOURCES: Mapping[int, Callable[[Any, Any, int], str]] = {
    BUY: lambda s, t, kind: f"hand:{kind}:0",
    BUY_LAST: lambda s, t, kind: f"hand:{kind}:0",
    SPEND: lambda s, t, kind: f"hand:{kind}:0",
    COMMIT: lambda s, t, slots: _first(slots),
    DEFENDERS: lambda s, t, slots: _first(slots),
    JOIN: lambda s, t, slot: _slot(slot),
    STAY: lambda s, t, slot: _slot(slot),
    DEFEND: lambda s, t, slot: _slot(slot),
    USE: lambda s, t, slot: _slot(slot),
    RISE: lambda s, t, slot: _slot(slot),
    STRIKE: lambda s, t, which: _slot(which & ((1 << TARGET) - 1)),
    UNDEFENDED: lambda s, t, _: _place(_attacker(s, t)),
    GO: lambda s, t, place: _place(place),
    FACE: lambda s, t, place: _place(place),
    AIM: lambda s, t, place: _place(place),
    ENGAGE: lambda s, t, place: _place(place),
    PICK: _picked,
}
_TARGETS: Mapping[int, Callable[[Any, Any, int], str]] = {
    DEFEND: lambda s, t, _: _place(_attacker(s, t)),
    STRIKE: lambda s, t, which: _place(which >> TARGET),
    UNDEFENDED: lambda s, t, hero: "" if t.full or hero == ANYBODY else _slot(hero),
}


def _keys(found: Mapping[int, Callable[[Any, Any, int], str]], s: Any, t: Any, moves: list[int]) -> dict[int, str]:
    keys = {move: found[verb](s, t, move & ARGUMENT) for move in moves if (verb := move & ~ARGUMENT) in found}
    return {move: key for move, key in keys.items() if key}


def sources(s: Any, t: Any, moves: list[int]) -> dict[int, str]:
    """For moves that begin with a card: its key."""
    return _keys(_SOURCES, s, t, moves)


def targets(s: Any, t: Any, moves: list[int]) -> dict[int, str]:
    """For moves that end at another card: its key."""
    return _keys(_TARGETS, s, t, moves)


# --- prompts ----------------------------------------------------------------------------------------------------------


def _text_name(t: Any, e: int) -> str:
    """The card whose text an effect belongs to."""
    name, _ = max(((name, first) for name, first, _ in _texts(t) if 0 < first <= e), key=lambda text: text[1])
    return name.rpartition(" ")[0]


def _text_from(t: Any, e: int) -> str:
    """What a text says from an effect on."""
    words = [effect_words(t.verb[e], t.amount[e], t.whom[e], t.may[e])]
    while t.link[e]:
        words.append("or" if t.link[e] == OR else "and")
        e += 1
        words.append(effect_words(t.verb[e], t.amount[e], t.whom[e], t.may[e]))
    return " ".join(words)


def _response(s: Any, t: Any) -> str:
    """The question of a text that waits."""
    e, how = s.todo[s.pending - 1], s.how[s.pending - 1]
    if how >= CARD_TEXT:
        return f"{_text_name(t, e)}: {_text_from(t, e)}. Do you cancel it?"
    if t.verb[e] == HIT:
        return f"{s.blow} damage: which {'defender' if t.whom[e] == DEFENDER else 'hero'} takes it?"
    if t.verb[e] == FREE:
        return "Does a hero pay to get ready in a web?"
    if t.link[e] == OR and how != CHOSEN:
        return f"{_text_name(t, e)}: which of its texts?"
    return f"{_text_name(t, e)}: {effect_words(t.verb[e], t.amount[e], t.whom[e], t.may[e])}. Which?"


def _assault(s: Any, t: Any, question: str) -> str:
    place = _attacker(s, t)
    name = _numbered(_ENCOUNTER, s.peril, s.engaged, place)
    defense = f" against defense {_total_guard(s, t, s.defenders)}" if s.defenders else ""
    return f"{name} attacks with {_force(s, t, place) + s.boost}{defense}. {question}"


def _quest(s: Any, t: Any, moves: list[int]) -> str:
    asked = [move & ARGUMENT for move in moves if move & ~ARGUMENT == JOIN]
    who = f"Does {_numbered(_PLAYER, s.person, s.characters, asked[0])} go" if asked else "Who goes"
    more = "" if s.shown else " and what will be revealed"
    return f"{who} on the quest, against a threat of {s.staged_threat}{more}?"


def _valor(s: Any, t: Any) -> str:
    will = _total_will(s, t, s.joined)
    return f"Discard a card for more willpower? Now it is {will} against a threat of {s.staged_threat}."


def _gather(s: Any, t: Any) -> str:
    kind = s.peril[s.aim]
    might = _total_might(s, t, s.strikers, s.aim)
    needed = t.shield[kind] + s.mark[s.aim]
    name = _numbered(_ENCOUNTER, s.peril, s.engaged, s.aim)
    return f"Who joins the attack on {name}? The attack is {might}; to kill takes {needed}."


_STEPS: Mapping[int, str | Callable[[Any, Any], str]] = {
    MULLIGAN: "Do you keep this hand, or take a new one?",
    PLAN: "What do you play?",
    BEFORE_STAGING: "Do you ready a hero before a card is revealed?",
    AFTER_STAGING: _valor,
    JOURNEY: "Where do you travel?",
    ARRIVED: "Do you play an event here?",
    MEET: "Do you engage one enemy more?",
    NEXT_ATTACK: "Which enemy attacks next?",
    GUARD: lambda s, t: _assault(s, t, "Who defends?"),
    PARRY: lambda s, t: _assault(s, t, "Do you play an event?"),
    FIGHT: "Whom do you attack?",
    GATHER: _gather,
}
_STAGES: Mapping[int, str | Callable[[Any, Any], str]] = {
    PLANNING: "Which ally do you buy?",
    STAGING: "Which encounter card is revealed?",
    TRAVEL: "Where do you travel?",
    DEFENSE: lambda s, t: _assault(s, t, "Who defends?") if s.attackers else "No enemy attacks.",
    ATTACK: "Who strikes whom?",
}


def prompt(s: Any, t: Any, moves: list[int]) -> str:
    """What the player is asked."""
    if t.full and s.pending:
        return _response(s, t)
    if s.step == SEND if t.full else s.stage == QUESTING:
        return _quest(s, t, moves)
    found = _STEPS.get(s.step, "") if t.full else _STAGES.get(s.stage, "")
    return found if isinstance(found, str) else found(s, t)
