"""Positions and moves of The Lord of the Rings in words.

A position is one line of parts with titles: first where the game stands, then numbers, then the cards zone by zone.

    lotr round 3 defense bought 1 | threat 31 quest 5 | hand 2 Northern Tracker, Gandalf
    | heroes Eowyn 2 tokens tapped, Eleanor 1 hit, Thalin dead | allies 2 Wandering Took, Wandering Took 1 hit
    | staging Hummerhorns, Old Forest Road | engaged Dol Guldur Orcs 1 hit, Forest Spider attacking
    | active Enchanted Stream 1 point | discarded Gandalf | defeated King Spider, Forest Gate

Whatever is left out has its default, so a short line is a position too: round 1, planning, the threat and the quest
points of a new game, heroes alive and without tokens, characters and cards unharmed, zones empty.  Hits and points are
those that are left.  In the stage `defense` all engaged enemies attack unless some are said to.  Allies stand in the
order they were played, enemies and locations in the order they came; moves number those of one name in that order:
`Wandering Took`, `Wandering Took 2`.  Cards that stand nowhere lie in the decks, whose order is no part of the text.

| words             | meaning                                                                                    |
|-------------------|--------------------------------------------------------------------------------------------|
| `bought 2`        | cards bought this round                                                                    |
| `fate 71`         | what chance will do in combat, where the setup lets the player know (K13d)                 |
| `loose`           | the order of the decks is open                                                             |
| `won`, `lost`     | the game is over                                                                           |
| `quest 0 done`    | the quest is fulfilled, but the result is looked at after the round                        |
| `goes`, `stays`   | questing, half answered: characters that were asked                                        |
| `shown`           | questing: the encounter card has been revealed already                                     |
| `fresh`           | questing: this is the card, and it was not known when the quest was planned (K13q)         |
| `attacking`       | defense: enemies that have yet to attack                                                   |
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mulligan.errors import UsageError, unknown
from mulligan.game import Text
from mulligan.kernel import interpret
from mulligan.sections import Section, show_sections, split_sections

from .cards import encounter_cards, player_cards
from .layout import (
    ALL_HEROES,
    ANYBODY,
    ARGUMENT,
    ATTACK,
    BUY,
    BUY_LAST,
    CLAIM,
    COMMIT,
    DECK,
    DEFEND,
    DEFENDERS,
    DEFENSE,
    DONE,
    ENEMY,
    GO,
    GOING,
    HEROES,
    HOLD,
    JOIN,
    LOST,
    NO_PLACE,
    PLANNING,
    QUESTING,
    REVEAL,
    SPIRIT,
    STAGES,
    STAGING,
    STAY,
    STRIKE,
    TARGET,
    TRAVEL,
    UNDEFENDED,
    WON,
    YIELD,
)
from .rules import LIMIT, enter, put_last, stage_card

_enter, _put_last, _stage_card = interpret(enter), interpret(put_last), interpret(stage_card)

_PLAYER = tuple(str(card["name"]) for card in player_cards())
_ENCOUNTER = tuple(str(card["name"]) for card in encounter_cards())
_MOST = 999
_LEAST_HITS = -99
_FATES = 1 << 62
_DONE = {STAGING: "leave it face down", TRAVEL: "stay"}  # elsewhere `done`


def _each(bits: int) -> Iterator[int]:
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


# --- moves ------------------------------------------------------------------------------------------------------------


def _numbered(names: Sequence[str], kinds: Sequence[int], among: int, which: int) -> str:
    """The name of one card, with its number if cards of that name come before it."""
    before = sum(kinds[other] == kinds[which] for other in _each(among) if other < which)
    return names[kinds[which]] + (f" {before + 1}" if before else "")


def _who(s: Any, slot: int) -> str:
    return _numbered(_PLAYER, s.person, s.characters, slot)


def _all(s: Any, slots: int) -> str:
    return ", ".join(_who(s, slot) for slot in _each(slots)) or "nobody"


def _strike(s: Any, which: int) -> str:
    enemy = _numbered(_ENCOUNTER, s.peril, s.engaged, which >> TARGET)
    return f"{_who(s, which & ((1 << TARGET) - 1))} strikes {enemy}"


_MOVES: Mapping[int, Callable[[Any, int], str]] = {
    DONE: lambda s, _: _DONE.get(s.stage, "done"),
    BUY: lambda s, kind: f"buy {_PLAYER[kind]}",
    BUY_LAST: lambda s, kind: f"buy {_PLAYER[kind]} and stop",
    REVEAL: lambda s, kind: f"reveal {_ENCOUNTER[kind]}",
    COMMIT: lambda s, slots: f"commit {_all(s, slots)}",
    HOLD: lambda s, _: "hold back",
    JOIN: lambda s, slot: f"{_who(s, slot)} goes",
    STAY: lambda s, slot: f"{_who(s, slot)} stays",
    GO: lambda s, place: f"travel to {_numbered(_ENCOUNTER, s.peril, s.sites, place)}",
    DEFEND: lambda s, slot: f"{_who(s, slot)} defends",
    UNDEFENDED: lambda s, hero: "no defense" + ("" if hero == ANYBODY else f", {_who(s, hero)} is hit"),
    DEFENDERS: lambda s, slots: f"defend with {_all(s, slots)}",
    STRIKE: _strike,
    CLAIM: lambda s, _: "claim the quest",
    YIELD: lambda s, _: "give the quest up",
}


def move(s: Any, t: Any, move: int) -> str:
    """A legal move in words."""
    return _MOVES[move & ~ARGUMENT](s, move & ARGUMENT)


# --- printing ---------------------------------------------------------------------------------------------------------


def _many(n: int, unit: str) -> str:
    return f"{n} {unit}" if n == 1 else f"{n} {unit}s"


def _runs(items: Iterable[str]) -> str:
    """A list in which equal neighbours stand together: `2 Wandering Took, Gandalf`."""
    runs: list[tuple[str, int]] = []
    for item in items:
        if runs and runs[-1][0] == item:
            runs[-1] = (item, runs[-1][1] + 1)
        else:
            runs.append((item, 1))
    return ", ".join(item if n == 1 else f"{n} {item}" for item, n in runs)


def _pile(names: Sequence[str], counts: Sequence[int], start: int = 0) -> str:
    return _runs(names[kind] for kind in range(start, len(names)) for _ in range(counts[kind]))


def _character(s: Any, t: Any, slot: int) -> str:
    bit, kind = 1 << slot, s.person[slot]
    words = [_PLAYER[kind]]
    if s.hits[slot] != t.hits[kind]:
        words.append(_many(s.hits[slot], "hit"))
    if slot < HEROES and s.tokens[slot]:
        words.append(_many(s.tokens[slot], "token"))
    if s.tapped & bit:
        words.append("tapped")
    if s.asked & bit:
        words.append("goes" if s.joined & bit else "stays")
    return " ".join(words)


def _peril(s: Any, t: Any, place: int) -> str:
    kind = s.peril[place]
    words = [_ENCOUNTER[kind]]
    if s.mark[place] != t.toughness[kind]:
        words.append(_many(s.mark[place], "hit" if t.type[kind] == ENEMY else "point"))
    if s.attackers >> place & 1:
        words.append("attacking")
    if s.fresh == place:
        words.append("fresh")
    return " ".join(words)


def _show_stand(s: Any, t: Any) -> str:
    words = [f"round {s.round} {STAGES[s.stage]}"]
    if s.bought:
        words.append(f"bought {s.bought}")
    if s.shown and s.fresh == NO_PLACE:
        words.append("shown")
    if s.fate:
        words.append(f"fate {s.fate}")
    if s.loose:
        words.append("loose")
    if s.result != GOING:
        words.append("won" if s.result == WON else "lost")
    return " ".join(words)


def _show_quest(s: Any, t: Any) -> str:
    return f"{s.threat} quest {s.points}" + (" done" if s.done and s.result != WON else "")


def _show_hand(s: Any, t: Any) -> str:
    kinds = sorted(range(len(_PLAYER)), key=lambda kind: s.rank[kind])  # all 0 but where K20 is on
    return _runs(_PLAYER[kind] for kind in kinds for _ in range(s.hand[kind]))


def _show_heroes(s: Any, t: Any) -> str:
    alive = s.characters & ALL_HEROES
    return ", ".join(_character(s, t, i) if alive >> i & 1 else f"{_PLAYER[i]} dead" for i in range(HEROES))


def _show_allies(s: Any, t: Any) -> str:
    return _runs(_character(s, t, slot) for slot in _each(s.characters & ~ALL_HEROES))


def _show_staging(s: Any, t: Any) -> str:
    return _runs(_peril(s, t, place) for place in _each(s.foes | s.sites))


def _show_engaged(s: Any, t: Any) -> str:
    return _runs(_peril(s, t, place) for place in _each(s.engaged))


def _show_active(s: Any, t: Any) -> str:
    return "" if s.active == NO_PLACE else _peril(s, t, s.active)


def _show_discarded(s: Any, t: Any) -> str:
    return _pile(_PLAYER, s.gone, HEROES)  # heroes are called dead


def _show_defeated(s: Any, t: Any) -> str:
    return _pile(_ENCOUNTER, s.buried)


# --- reading: words, numbers, lists of cards --------------------------------------------------------------------------


def _within(number: int, where: str, low: int, high: int) -> int:
    if not low <= number <= high:
        raise UsageError(f"{where}: '{number}' should be a whole number from {low} to {high}")
    return number


def _is_number(word: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,19}", word) is not None


def _settings(
    text: str, where: str, numbers: Mapping[str, tuple[int, int]], flags: Sequence[str] = ()
) -> dict[str, int]:
    """Words with a number behind them and words without, each at most once, in any order."""
    found: dict[str, int] = {}
    words = iter(text.split())
    for word in words:
        if word in found:
            raise UsageError(f"{where}: '{word}' is given twice")
        if word in numbers:
            low, high = numbers[word]
            number = next(words, "")
            if not _is_number(number):
                raise UsageError(f"{where}, {word}: '{number}' should be a whole number from {low} to {high}")
            found[word] = _within(int(number), f"{where}, {word}", low, high)
        elif word in flags:
            found[word] = 1
        else:
            raise unknown(f"word in {where}", word, [*numbers, *flags])
    return found


class _Pile:
    """One of the decks: how many copies of its cards there are, and where those named in the text lie."""

    def __init__(self, title: str, names: Sequence[str], cards: Iterable[int]) -> None:
        self.title, self.names = title, names
        self.copies = Counter(cards)
        self.named: dict[int, Counter[str]] = {}

    def take(self, kind: int, count: int, zone: str) -> None:
        """Name some copies of a card, if the deck has as many."""
        zones = self.named.setdefault(kind, Counter())
        zones[zone] += count
        if zones.total() > self.copies[kind]:
            places = ", ".join(f"{n} in {name}" for name, n in zones.items())
            some = f"{zones.total()} {self.names[kind]} ({places})"
            raise UsageError(f"position: {some}, but the {self.title} of this setup has {self.copies[kind]}")

    def rest(self) -> list[int]:
        """The cards that are named nowhere, in the order of their kinds."""
        left = self.copies - Counter({kind: zones.total() for kind, zones in self.named.items()})
        return sorted(left.elements())


@dataclass(frozen=True)
class _Item:
    """One entry of a list of cards: `2 Wandering Took 1 hit tapped`."""

    where: str
    kind: int
    count: int
    numbers: Mapping[str, int]
    flags: frozenset[str]

    def number(self, unit: str, low: int, high: int, default: int) -> int:
        """The number with this unit, if it is possible."""
        return _within(self.numbers[unit], f"{self.where}, {unit}s", low, high) if unit in self.numbers else default


@dataclass(frozen=True)
class _List:
    """What may stand in a list of cards: names, and behind them numbers with units, and words."""

    zone: str
    what: str
    names: Mapping[str, int]
    units: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()

    def read(self, text: str) -> list[_Item]:
        """The entries, separated by commas."""
        return [self.item(part) for part in text.split(",")] if text.strip() else []

    def item(self, text: str) -> _Item:
        """One entry: a count, a name, and what is said about it."""
        where = f"position, {self.zone}"
        words = text.split()
        if not words:
            raise UsageError(f"{where}: a name is missing before or after a comma")
        count = 1
        if len(words) > 1 and _is_number(words[0]):
            count = _within(int(words.pop(0)), f"{where}, {' '.join(words)}", 1, DECK)
        lower = {name.lower(): name for name in self.names}
        for end in range(len(words), 0, -1):
            name = lower.get(" ".join(words[:end]).lower(), "")
            if name:
                break
        else:
            said = [i for i, word in enumerate(words) if _is_number(word) or word in self.flags]
            guess = " ".join(words[: said[0] if said else None])
            raise unknown(f"{self.what} in {where}", guess, self.names)
        numbers, flags = self.said(name, f"{where}, {name}", words[end:])
        return _Item(f"{where}, {name}", self.names[name], count, numbers, flags)

    def said(self, name: str, where: str, words: Sequence[str]) -> tuple[dict[str, int], frozenset[str]]:
        """What stands behind a name: `1 hit 2 tokens tapped`."""
        numbers: dict[str, int] = {}
        flags: set[str] = set()
        rest = iter(words)
        for word in rest:
            if _is_number(word):
                unit = next(rest, "").removesuffix("s")
                if unit not in self.units:
                    units = f", or before {' or '.join(f'{unit}s' for unit in self.units)}" if self.units else ""
                    raise UsageError(f"{where}: '{word}' should stand before the name{units}")
                if unit in numbers:
                    raise UsageError(f"{where}: {unit}s are given twice")
                numbers[unit] = int(word)
            elif word not in self.flags:
                raise unknown(f"word in {where}", word, [*(f"{unit}s" for unit in self.units), *self.flags])
            elif word in flags:
                raise UsageError(f"{where}: '{word}' is given twice")
            else:
                flags.add(word)
        return numbers, frozenset(flags)


# --- reading: the parts of a position ---------------------------------------------------------------------------------


class _Reading:
    """A state that is being read, and the cards that are left for it."""

    def __init__(self, s: Any, t: Any) -> None:
        self.s, self.t = s, t
        self.deck = _Pile("deck", _PLAYER, (int(kind) for kind in t.deck[: t.cards]))
        kinds = (int(kind) for kind in t.encounters[: t.encounter_cards])
        self.encounters = _Pile("encounter deck", _ENCOUNTER, kinds)
        self.heroes = dict(zip(_PLAYER[:HEROES], range(HEROES), strict=True))
        self.allies = {_PLAYER[kind]: kind for kind in range(HEROES, t.kinds)}
        self.perils = {_ENCOUNTER[kind]: kind for kind in range(t.perils)}
        self.enemies = {name: kind for name, kind in self.perils.items() if t.type[kind] == ENEMY}
        self.locations = {name: kind for name, kind in self.perils.items() if t.type[kind] != ENEMY}
        s.result, s.round, s.stage = GOING, 1, PLANNING
        s.threat, s.points = t.start_threat, t.quest
        s.active = s.fresh = NO_PLACE
        s.characters, s.slots = ALL_HEROES, HEROES
        for hero in range(HEROES):
            s.person[hero], s.hits[hero] = hero, t.hits[hero]
            if t.sphere[hero] == SPIRIT:
                s.spirit |= 1 << hero

    def describe(self, slot: int, item: _Item) -> None:
        """What is said about a character in play."""
        s, bit = self.s, 1 << slot
        most = self.t.hits[item.kind]
        s.hits[slot] = item.number("hit", _LEAST_HITS if self.t.linger else 1, most, most)
        if "tapped" in item.flags:
            s.tapped |= bit
        if {"goes", "stays"} <= item.flags:
            raise UsageError(f"{item.where}: should be 'goes' or 'stays', not both")
        if {"goes", "stays"} & item.flags:
            s.asked |= bit
            s.joined |= bit if "goes" in item.flags else 0

    def put(self, item: _Item) -> int:
        """Lay an encounter card into the staging area; its place."""
        unit, other = ("hit", "point") if self.t.type[item.kind] == ENEMY else ("point", "hit")
        if other in item.numbers:
            raise UsageError(f"{item.where}: should have {unit}s, not {other}s")
        place: int = _stage_card(self.s, self.t, item.kind)
        most = self.t.toughness[item.kind]
        self.s.mark[place] = item.number(unit, 1, most, most)
        return place

    def leave(self, place: int) -> None:
        """Take a card out of the staging area."""
        s = self.s
        s.foes &= ~(1 << place)
        s.sites &= ~(1 << place)
        s.staged_threat -= self.t.threat[s.peril[place]]


def _read_stand(r: _Reading, text: str) -> None:
    s = r.s
    numbers = {"round": (1, _MOST), "bought": (0, DECK), "fate": (0, _FATES)}
    found = _settings(text, "position", numbers, [*STAGES, "shown", "loose", "won", "lost"])
    stages = [stage for stage in STAGES if stage in found]
    if len(stages) > 1:
        raise UsageError(f"position: there should be one stage, not {' and '.join(stages)}")
    if "won" in found and "lost" in found:
        raise UsageError("position: should be 'won' or 'lost', not both")
    if stages:
        s.stage = STAGES.index(stages[0])
    s.round, s.bought, s.fate = found.get("round", 1), found.get("bought", 0), found.get("fate", 0)
    s.loose, s.shown = found.get("loose", 0), found.get("shown", 0)
    s.result = WON if "won" in found else LOST if "lost" in found else GOING
    if s.fate and not r.t.k13d:
        raise UsageError("position, fate: belongs to setups with K13d")


def _read_quest(r: _Reading, text: str) -> None:
    s, t = r.s, r.t
    numbers = {"threat": (0, _MOST), "quest": (-_MOST, t.quest)}
    found = _settings(f"threat {text}", "position", numbers, ["done"])
    s.threat, s.points, s.done = found["threat"], found.get("quest", t.quest), found.get("done", 0)


def _read_hand(r: _Reading, text: str) -> None:
    for item in _List("hand", "card", r.allies).read(text):
        r.deck.take(item.kind, item.count, "hand")
        if r.t.k20:
            _put_last(r.s, item.kind)
        r.s.hand[item.kind] += item.count
        r.s.held += item.count


def _read_heroes(r: _Reading, text: str) -> None:
    s = r.s
    seen: set[int] = set()
    for item in _List("heroes", "hero", r.heroes, ("hit", "token"), ("tapped", "dead", "goes", "stays")).read(text):
        hero = item.kind
        if hero in seen or item.count > 1:
            raise UsageError(f"{item.where}: there is only one")
        seen.add(hero)
        if "dead" not in item.flags:
            r.describe(hero, item)
            s.tokens[hero] = item.number("token", 0, _MOST, 0)
        elif item.numbers or len(item.flags) > 1:
            raise UsageError(f"{item.where}: nothing else should be said of who is dead")
        else:
            s.characters &= ~(1 << hero)
            s.hits[hero] = 0
            s.gone[hero] = 1


def _read_allies(r: _Reading, text: str) -> None:
    for item in _List("allies", "ally", r.allies, ("hit",), ("tapped", "goes", "stays")).read(text):
        r.deck.take(item.kind, item.count, "allies")
        for _ in range(item.count):
            slot = r.s.slots
            _enter(r.s, r.t, item.kind)
            r.describe(slot, item)


def _read_staging(r: _Reading, text: str) -> None:
    for item in _List("staging", "encounter card", r.perils, ("hit", "point"), ("fresh",)).read(text):
        r.encounters.take(item.kind, item.count, "staging")
        for _ in range(item.count):
            place = r.put(item)
            if "fresh" in item.flags:
                if r.s.fresh != NO_PLACE:
                    raise UsageError(f"{item.where}: only one card should be fresh")
                r.s.fresh, r.s.shown = place, 1


def _read_engaged(r: _Reading, text: str) -> None:
    for item in _List("engaged", "enemy", r.enemies, ("hit",), ("attacking",)).read(text):
        r.encounters.take(item.kind, item.count, "engaged")
        for _ in range(item.count):
            place = r.put(item)
            r.leave(place)
            r.s.engaged |= 1 << place
            if "attacking" in item.flags:
                r.s.attackers |= 1 << place


def _read_active(r: _Reading, text: str) -> None:
    for item in _List("active", "location", r.locations, ("point",)).read(text):
        if r.s.active != NO_PLACE or item.count > 1:
            raise UsageError(f"{item.where}: only one location can be active")
        r.encounters.take(item.kind, item.count, "active")
        r.s.active = r.put(item)
        r.leave(r.s.active)


def _read_discarded(r: _Reading, text: str) -> None:
    for item in _List("discarded", "card", r.allies).read(text):
        r.deck.take(item.kind, item.count, "discarded")
        r.s.gone[item.kind] += item.count


def _read_defeated(r: _Reading, text: str) -> None:
    for item in _List("defeated", "encounter card", r.perils).read(text):
        r.encounters.take(item.kind, item.count, "defeated")
        r.s.buried[item.kind] += item.count


# --- the whole --------------------------------------------------------------------------------------------------------


_SECTIONS = (
    Section("lotr", _show_stand, _read_stand),
    Section("threat", _show_quest, _read_quest),
    Section("hand", _show_hand, _read_hand),
    Section("heroes", _show_heroes, _read_heroes),
    Section("allies", _show_allies, _read_allies),
    Section("staging", _show_staging, _read_staging),
    Section("engaged", _show_engaged, _read_engaged),
    Section("active", _show_active, _read_active),
    Section("discarded", _show_discarded, _read_discarded),
    Section("defeated", _show_defeated, _read_defeated),
)


def state(s: Any, t: Any) -> str:
    """All of the position but the order of the decks, as one line."""
    return show_sections(_SECTIONS, s, t)


def _fill_decks(r: _Reading) -> None:
    """The cards that are named nowhere lie in the decks; those before them have been drawn."""
    s, t = r.s, r.t
    deck, encounters = r.deck.rest(), r.encounters.rest()
    s.drawn, s.revealed = t.cards - len(deck), t.encounter_cards - len(encounters)
    s.deck[s.drawn : t.cards] = deck
    s.encounters[s.revealed : t.encounter_cards] = encounters


def _need(condition: bool, problem: str) -> None:
    if not condition:
        raise UsageError(f"position{problem}")


def _check_stage(s: Any, t: Any) -> None:
    """Hold a game that goes on to what is possible in its stage."""
    name = f", {STAGES[s.stage]}: "
    ready = s.characters & ~s.tapped
    if s.stage <= QUESTING:
        _need(not s.tapped, f"{name}nobody should be tapped before the quest")
        _need(not s.done, f"{name}the quest should not be 'done'; the game would be 'won' by now")
    if s.stage == STAGING:
        _need(bool(t.k14 or t.k13q), f"{name}belongs to setups with K13q or K14")
        _need(s.revealed < t.encounter_cards, f"{name}there should be a card left in the encounter deck")
    elif s.stage == QUESTING:
        _need(not s.asked or s.asked != s.characters, f"{name}somebody should be left who was not asked yet")
    elif s.stage == TRAVEL:
        _need(s.active == NO_PLACE, f"{name}there should be no active location")
        _need(s.sites != 0, f"{name}there should be a location in 'staging'")
    elif s.stage == DEFENSE:
        _need(s.engaged != 0 or t.k18, f"{name}somebody should be 'engaged'")
    elif s.stage == ATTACK:
        fight = s.engaged != 0 and ready != 0
        _need(fight or t.k18, f"{name}somebody should be 'engaged', and a character not tapped")


def _check(s: Any, t: Any) -> None:
    """Hold the position to what is possible."""
    _need(s.stage == QUESTING or not s.asked, ": 'goes' and 'stays' belong to the stage 'questing'")
    _need(s.stage == QUESTING or not s.shown or s.fresh != NO_PLACE, ": 'shown' belongs to the stage 'questing'")
    _need(s.stage == QUESTING or s.fresh == NO_PLACE, ", staging: 'fresh' belongs to the stage 'questing'")
    _need(s.stage == DEFENSE or not s.attackers, ", engaged: 'attacking' belongs to the stage 'defense'")
    if s.result != GOING:
        return
    most = LIMIT if t.k1 else LIMIT - 1
    _need(s.threat <= most, f", threat: '{s.threat}' should be at most {most}, unless the game is 'lost'")
    _need(t.linger or s.characters & ALL_HEROES != 0, ", heroes: one should be alive, unless the game is 'lost'")
    if s.done:
        _need(bool(t.end_of_round), ", quest: in this setup who is 'done' has 'won', and does not wait")
        _need(s.points <= 0, f", quest: '{s.points}' should be at most 0 if the quest is 'done'")
    elif not t.k10:
        least = 0 if t.k2 else 1
        over = "'done'" if t.end_of_round else "the game is 'won'"
        _need(s.points >= least, f", quest: '{s.points}' should be at least {least}, unless {over}")
    _check_stage(s, t)


def read_state(text: str, s: Any, t: Any) -> None:
    """Fill `s` from a line: the inverse of `state`, with defaults for what is left out."""
    parts = split_sections(text, [section.title for section in _SECTIONS])
    reading = _Reading(s, t)
    for section in _SECTIONS:
        if section.title in parts:
            section.read(reading, parts[section.title])
    _fill_decks(reading)
    if s.result == WON:  # with K18 it may have been claimed before the quest was done
        s.done = int(not t.k18 or s.points < 0 or (s.points == 0 and (s.loose or not t.k2)))
    if s.result == GOING and s.stage == DEFENSE and not s.attackers:
        s.attackers = s.engaged
    _check(s, t)


TEXT = Text(move=move, state=state, read_state=read_state)
