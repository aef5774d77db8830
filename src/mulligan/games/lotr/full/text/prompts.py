"""What the player is asked in the full game, and which cards on the table the moves begin and end at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mulligan.games.lotr.full.layout import AIM, ENGAGE, FACE, GEARS, PICK, RISE, SPEND, USE
from mulligan.games.lotr.full.rules.effects import location_worn
from mulligan.games.lotr.full.rules.figures import force, total_guard, total_might, total_will
from mulligan.games.lotr.full.rules.moves import (
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
from mulligan.games.lotr.full.rules.zones import CARD_TEXT, CHOSEN
from mulligan.games.lotr.full.vocabulary import (
    ATTACHMENT_ONE,
    CARD,
    DEFENDER,
    ENEMY_ONE,
    FREE,
    HIT,
    LOCATION_ONE,
    OR,
    SPIDER_ONE,
)
from mulligan.games.lotr.layout import DEFEND, HEROES, PERILS, UNDEFENDED
from mulligan.games.lotr.text.prompts import (
    COMMON_SOURCES,
    COMMON_TARGETS,
    TO_COME,
    Keys,
    ask_quest,
    keys_of,
    place_key,
    slot_key,
)
from mulligan.games.lotr.text.words import ENCOUNTER_CARDS, each, numbered
from mulligan.kernel import interpret

from .cardwords import effect_words
from .positions import texts

_force, _location_worn, _total_guard = interpret(force), interpret(location_worn), interpret(total_guard)
_total_might, _total_will = interpret(total_might), interpret(total_will)


def _picked(s: Any, t: Any, i: int) -> str:
    """What a choice for an effect falls on."""
    top = s.pending - 1
    e = s.todo[top]
    whom = t.whom[e]
    if t.link[e] == OR and s.how[top] != CHOSEN:  # one of several texts of the card itself
        return next((slot_key(slot) for slot in each(s.characters) if s.person[slot] == t.owner[e]), "")
    if whom <= DEFENDER:
        return slot_key(i)
    if ENEMY_ONE <= whom <= LOCATION_ONE:
        return place_key(i)
    if whom == ATTACHMENT_ONE:
        if i < HEROES * GEARS:
            return f"gear:{i // GEARS}:{i % GEARS}"
        return f"earth:{_location_worn(s, i - HEROES * GEARS)}"
    if whom == SPIDER_ONE:
        return f"buried:{i - PERILS}" if i >= PERILS else ""
    return f"{'looking' if whom == CARD else 'discard'}:{i}"


_SOURCES: Keys = {
    **COMMON_SOURCES,
    SPEND: lambda s, t, kind: f"hand:{kind}:0",
    USE: lambda s, t, slot: slot_key(slot),
    RISE: lambda s, t, slot: slot_key(slot),
    UNDEFENDED: lambda s, t, _: place_key(s.foe),
    FACE: lambda s, t, place: place_key(place),
    AIM: lambda s, t, place: place_key(place),
    ENGAGE: lambda s, t, place: place_key(place),
    PICK: _picked,
}
_TARGETS: Keys = {**COMMON_TARGETS, DEFEND: lambda s, t, _: place_key(s.foe)}


def sources(s: Any, t: Any, moves: list[int]) -> dict[int, str]:
    """For moves that begin with a card: its key."""
    return keys_of(_SOURCES, s, t, moves)


def targets(s: Any, t: Any, moves: list[int]) -> dict[int, str]:
    """For moves that end at another card: its key."""
    return keys_of(_TARGETS, s, t, moves)


# --- prompts ----------------------------------------------------------------------------------------------------------


def _text_name(t: Any, e: int) -> str:
    """The card whose text an effect belongs to."""
    name, _ = max(((name, first) for name, first, _ in texts(t) if 0 < first <= e), key=lambda text: text[1])
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
    name = numbered(ENCOUNTER_CARDS, s.peril, s.engaged, s.foe)
    defense = f" against defense {_total_guard(s, t, s.defenders)}" if s.defenders else ""
    return f"{name} attacks with {_force(s, t, s.foe) + s.boost}{defense}. {question}"


def _valor(s: Any, t: Any) -> str:
    will = _total_will(s, t, s.joined)
    return f"Discard a card for more willpower? Now it is {will} against a threat of {s.staged_threat}."


def _gather(s: Any, t: Any) -> str:
    kind = s.peril[s.aim]
    might = _total_might(s, t, s.strikers, s.aim)
    needed = t.shield[kind] + s.mark[s.aim]
    name = numbered(ENCOUNTER_CARDS, s.peril, s.engaged, s.aim)
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


def prompt(s: Any, t: Any, moves: list[int]) -> str:
    """What the player is asked."""
    if s.pending:
        return _response(s, t)
    if s.step == SEND:
        return ask_quest(s, moves, TO_COME)
    found = _STEPS.get(s.step, "")
    return found if isinstance(found, str) else found(s, t)
