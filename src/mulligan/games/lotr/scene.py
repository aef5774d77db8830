"""The table of The Lord of the Rings as the player sees it, in all setups.

Cards are called as in moves: the second of its name is `Wandering Took 2`.  Of the numbers, characters have willpower
(W), attack (A) and defense (D), encounter cards threat (T) and the threat at which they engage (E).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mulligan.kernel import interpret
from mulligan.scene import OPEN, Card, Counter, Scene, Zone

from .cards import card_file, encounter_cards, player_cards, quest_cards, quest_path
from .cardwords import encounter_lines, player_lines, quest_lines
from .chronicle import _most_hits
from .effects import binds
from .figures import RAGING, danger, force, gifts, guard, total_will, will
from .layout import (
    ALL_HEROES,
    DEFENSE,
    ENEMY,
    GANDALF,
    GOING,
    HEROES,
    LOCATION,
    NO_PLACE,
    SPHERES,
    SPIRIT,
    TACTICS,
)
from .questions import prompt, sources, targets
from .rules import LIMIT, wealth
from .text import _each, _numbered
from .vocabulary import ATTACK_GIFT, DWARF, DWARF_GIFT, RAGE, READY_GIFT

_binds, _danger, _force, _gifts, _guard = (interpret(f) for f in (binds, danger, force, gifts, guard))
_total_will, _wealth, _will = (interpret(f) for f in (total_will, wealth, will))

_PLAYER = tuple(str(card["name"]) for card in player_cards())
_ENCOUNTER = tuple(str(card["name"]) for card in encounter_cards())
_FORMS = tuple(form for form in ("hero", "ally", "attachment", "event") for _ in card_file()[form])
_TYPES = ("enemy", "location", "treachery")
_SPHERE_TINTS = ("grey", "blue", "red")
_TYPE_TINTS = ("orange", "green", "purple")
_FLEETING = "Leaves play at the end of the round"  # the one text that the paper's rules know, of Gandalf


def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
    """What the player sees: only the order of the decks is hidden."""
    return Scene(
        zones=(*_encounter_side(s, t, seat), *_player_side(s, t, seat)),
        counters=tuple(_counters(s, t)),
        prompt=prompt(s, t, moves) if moves else "",
        sources=sources(s, t, moves),
        targets=targets(s, t, moves),
    )


def _counters(s: Any, t: Any) -> Iterator[Counter]:
    total = t.quest_points[s.card] if t.full else t.quest
    if total:
        yield Counter("quest progress", total - s.points, most=total)
    yield Counter("staged threat", s.staged_threat)
    yield Counter("threat", s.threat, 0, LIMIT)
    for sphere in (SPIRIT, TACTICS):
        yield Counter(f"{SPHERES[sphere]} resources", _wealth(s, t, sphere), 0)
    if s.joined:
        yield Counter("committed willpower", _total_will(s, t, s.joined), 0)


# --- the player's side ------------------------------------------------------------------------------------------------


def _player_card(t: Any, key: str, kind: int, marks: tuple[str, ...] = (), count: int = 1) -> Card:
    """A card that is not in play, with the numbers that are printed on it."""
    card, form = player_cards()[kind], _FORMS[kind]
    stats = f"W{t.will[kind]} A{t.attack[kind]} D{t.defense[kind]} {t.hits[kind]} HP"
    return Card(
        key=key,
        name=_PLAYER[kind],
        kind=f"{SPHERES[t.sphere[kind]]} {form}",
        tint=_SPHERE_TINTS[t.sphere[kind]],
        cost=str(card.get("cost", "")),
        stats=stats if form in ("hero", "ally") else "",
        lines=_lines(t, kind),
        marks=marks,
        count=count,
    )


def _lines(t: Any, kind: int) -> tuple[str, ...]:
    """The numbers in words, and the text where the setup plays by it."""
    text = player_lines(kind) if t.full else (_FLEETING,) if kind == GANDALF else ()
    if _FORMS[kind] not in ("hero", "ally"):
        return text
    numbers = f"Willpower {t.will[kind]}, attack {t.attack[kind]}, defense {t.defense[kind]}, hit points {t.hits[kind]}"
    threat = f", threat at the start {player_cards()[kind]['threat']}" if kind < HEROES else ""
    return (f"{numbers}{threat}", *text)


def _attack(s: Any, t: Any, slot: int) -> int:
    """The attack of a character, against whomever."""
    kind = s.person[slot]
    found = t.attack[kind] + s.steel[slot] + _gifts(s, t, slot, ATTACK_GIFT)
    if t.kin[kind] & DWARF:
        found += _gifts(s, t, slot, DWARF_GIFT)
    if t.able[kind] == RAGE and s.used & RAGING:
        found += t.strength[kind]
    return int(found)


def _character(s: Any, t: Any, slot: int) -> Card:
    """A character in play, with the numbers that it has now."""
    kind, bit, most = s.person[slot], 1 << slot, _most_hits(s, t, slot)
    numbers = f"W{_will(s, t, slot)} A{_attack(s, t, slot)} D{_guard(s, t, slot)}"
    return Card(
        key=f"character:{slot}",
        name=_numbered(_PLAYER, s.person, s.characters, slot),
        kind=f"{SPHERES[t.sphere[kind]]} {_FORMS[kind]}",
        tint=_SPHERE_TINTS[t.sphere[kind]],
        cost=str(player_cards()[kind].get("cost", "")),
        stats=f"{numbers} {s.hits[slot]}/{most} HP",
        lines=_lines(t, kind),
        marks=tuple(_character_marks(s, t, slot, most)),
        turned=bool(s.tapped & bit),
    )


def _many(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _character_marks(s: Any, t: Any, slot: int, most: int) -> Iterator[str]:
    bit = 1 << slot
    if s.tapped & bit:
        yield "exhausted"
    if s.asked & bit:
        yield "goes" if s.joined & bit else "stays"
    elif s.joined & bit:
        yield "committed"
    if s.defenders & bit:
        yield "defends"
    if s.strikers & bit:
        yield "attacks"
    if s.hits[slot] <= 0:
        yield "dies at the end of the round"
    elif s.hits[slot] < most:
        yield f"{most - s.hits[slot]} damage"
    if slot < HEROES:
        if s.tokens[slot]:
            yield _many(s.tokens[slot], "resource")
        yield from (f"has {_PLAYER[t.first_gear + i]}" for i in range(t.gears) if s.gear[slot][i])
        if s.webs[slot]:
            yield _many(s.webs[slot], "web")
    if s.steel[slot]:
        yield f"+{s.steel[slot]} attack and defense this phase"
    if t.able[s.person[slot]] == RAGE and s.used & RAGING:
        yield "goes back into the deck after combat"


def _attachments(s: Any, t: Any) -> Iterator[Card]:
    """What lies on heroes and locations."""
    for hero in range(HEROES):
        on = (f"on {_PLAYER[hero]}",)
        for i in range(t.gears):
            if s.gear[hero][i]:
                spent = ("exhausted",) if t.gift[i][READY_GIFT] and s.spent[hero] else ()
                yield _player_card(t, f"gear:{hero}:{i}", t.first_gear + i, on + spent, s.gear[hero][i])
        if s.webs[hero]:
            web = next(kind for kind in range(t.perils) if _binds(t, kind))
            yield _encounter_card(t, f"web:{hero}", web, s.webs[hero], on)
    for place in _each(s.sites | _active(s)):
        if s.extra[place]:
            on = (f"on {_place_name(s, place)}",)
            yield _player_card(t, f"earth:{place}", t.earth, on, s.extra[place])


def _pile(t: Any, key: str, counts: list[int]) -> tuple[Card, ...]:
    """The player's cards in a pile of which everybody knows all."""
    return tuple(_player_card(t, f"{key}:{kind}", kind, (), n) for kind, n in enumerate(counts) if n)


def _player_side(s: Any, t: Any, seat: int) -> Iterator[Zone]:
    hand = (_player_card(t, f"hand:{kind}:{i}", kind) for kind, n in enumerate(s.hand) for i in range(n))
    yield Zone("hand", tuple(hand), 0, "hand")
    for title, among in (("heroes", ALL_HEROES), ("allies", ~ALL_HEROES)):
        yield Zone(title, tuple(_character(s, t, slot) for slot in _each(s.characters & among)), 0)
    unseen = s.drawn + s.looking
    if t.full:
        yield Zone("attachments", tuple(_attachments(s, t)), 0)
        if s.looking:
            looked = [0] * t.kinds
            for kind in s.deck[s.drawn : unseen]:
                looked[kind] += 1
            yield Zone("cards you look at", _pile(t, "looking", looked), 0)
    yield Zone("deck", _deck(seat, "deck", s.deck[unseen : t.cards], lambda k, c: _player_card(t, k, c)), 0, "pile")
    yield Zone("discard pile", _pile(t, "discard", s.gone), 0, "pile")
    if t.full:
        yield Zone("out of the game", _pile(t, "left", s.left), 0, "pile")


def _deck(seat: int, key: str, cards: list[int], shown: Callable[[str, int], Card]) -> tuple[Card, ...]:
    """Face down, or for those who may see it the next card first."""
    if seat == OPEN:
        return tuple(shown(f"{key}:{i}", kind) for i, kind in enumerate(cards))
    return (Card(key, count=len(cards)),) if cards else ()


# --- the encounter side -----------------------------------------------------------------------------------------------


def _active(s: Any) -> int:
    return 0 if s.active == NO_PLACE else 1 << s.active


def _place_name(s: Any, place: int) -> str:
    """As moves call it: cards are numbered among those that lie with them."""
    zones = (s.foes | s.sites, s.engaged, _active(s))
    return _numbered(_ENCOUNTER, s.peril, next(zone for zone in zones if zone >> place & 1), place)


def _printed(t: Any, kind: int) -> str:
    if t.type[kind] == ENEMY:
        return f"E{t.engagement[kind]} T{t.threat[kind]} A{t.force[kind]} D{t.shield[kind]} {t.toughness[kind]} HP"
    return f"T{t.threat[kind]} {t.toughness[kind]} progress" if t.type[kind] == LOCATION else ""


def _encounter_lines(t: Any, kind: int) -> tuple[str, ...]:
    """The numbers in words, and the text where the setup plays by it."""
    text = encounter_lines(kind) if t.full else ()
    if t.type[kind] == ENEMY:
        numbers = f"Threat {t.threat[kind]}, attack {t.force[kind]}, defense {t.shield[kind]}"
        return (f"{numbers}, hit points {t.toughness[kind]}, engages at threat {t.engagement[kind]}", *text)
    if t.type[kind] == LOCATION:
        return (f"Threat {t.threat[kind]}, explored by {t.toughness[kind]} progress", *text)
    return text


def _encounter_card(t: Any, key: str, kind: int, count: int = 1, marks: tuple[str, ...] = ()) -> Card:
    """A card that is not in play, with the numbers that are printed on it."""
    return Card(
        key=key,
        name=_ENCOUNTER[kind],
        kind=_TYPES[t.type[kind]],
        tint=_TYPE_TINTS[t.type[kind]],
        stats=_printed(t, kind),
        lines=_encounter_lines(t, kind),
        marks=marks,
        count=count,
    )


def _peril(s: Any, t: Any, place: int) -> Card:
    """An encounter card in play, with the numbers that it has now."""
    kind, left = s.peril[place], s.mark[place]
    if t.type[kind] == ENEMY:
        numbers = f"E{t.engagement[kind]} T{_danger(s, t, place)} A{_force(s, t, place)} D{t.shield[kind]}"
        stats = f"{numbers} {left}/{t.toughness[kind]} HP"
    else:
        stats = f"T{_danger(s, t, place)} {t.toughness[kind] - left}/{t.toughness[kind]} progress"
    return Card(
        key=f"place:{place}",
        name=_place_name(s, place),
        kind=_TYPES[t.type[kind]],
        tint=_TYPE_TINTS[t.type[kind]],
        stats=stats,
        lines=_encounter_lines(t, kind),
        marks=tuple(_peril_marks(s, t, place)),
    )


def _peril_marks(s: Any, t: Any, place: int) -> Iterator[str]:
    kind, bit = s.peril[place], 1 << place
    enemy, harm = t.type[kind] == ENEMY, t.toughness[kind] - s.mark[place]
    if s.foe == place if t.full else s.stage == DEFENSE and s.attackers & -s.attackers == bit:
        yield f"attacks now, with {_force(s, t, place) + s.boost}"
    elif s.attackers & bit:
        yield "has yet to attack"
    if s.aim == place and t.full:
        yield "is attacked"
    if s.struck & bit:
        yield "was attacked"
    if s.newly & bit:
        yield "engaged this round"
    if s.fresh == place:
        yield "revealed for this quest"
    if s.bound == place and t.full:
        yield "you travel here"
    if enemy and harm:
        yield f"{harm} damage"
    if enemy and s.extra[place]:
        yield _many(s.extra[place], "token")


def _quest(s: Any, t: Any) -> Card:
    if t.full:
        card, left, lines = quest_cards()[s.card], s.points, quest_lines(s.card)
        total = t.quest_points[s.card]
    else:
        ends = [t.quest, *t.stop[: t.stops], 0]  # points still needed where the first card begins, and where each ends
        number = sum(s.points <= end for end in ends[1:-1])
        card, left, total = quest_path()[number], s.points - ends[number + 1], ends[number] - ends[number + 1]
        more = number < t.stops
        lines = (f"Then: {quest_path()[number + 1]['name']}" if more else f"Won with {total} progress",)
    waits = s.done and s.result == GOING
    return Card(
        key="quest",
        name=str(card["name"]),
        kind="quest",
        tint="gold",
        stats=f"{total - left}/{total} progress" if total else "",
        lines=lines,
        marks=("done; the result is looked at after the round",) if waits else (),
    )


def _encounter_side(s: Any, t: Any, seat: int) -> Iterator[Zone]:
    def shown(key: str, kind: int) -> Card:
        return _encounter_card(t, key, kind)

    def pile(key: str, counts: list[int]) -> tuple[Card, ...]:
        return tuple(_encounter_card(t, f"{key}:{kind}", kind, n) for kind, n in enumerate(counts) if n)

    yield Zone("quest", (_quest(s, t),))
    for title, among in (("active location", _active(s)), ("staging area", s.foes | s.sites), ("engaged", s.engaged)):
        yield Zone(title, tuple(_peril(s, t, place) for place in _each(among)))
    rest = s.encounters[s.revealed : t.encounter_cards]
    if t.full:
        yield Zone("shadow cards", _deck(seat, "shadow", rest[: s.dealt], shown), layout="pile")
    yield Zone("encounter deck", _deck(seat, "encounters", rest[s.dealt :], shown), layout="pile")
    yield Zone("encounter discard", pile("buried", s.buried), layout="pile")
    if t.full:
        yield Zone("victory display", pile("away", s.away), layout="pile")
