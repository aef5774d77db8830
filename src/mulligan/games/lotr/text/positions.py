"""Positions of The Lord of the Rings in words, by the paper's rules.

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

from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.sections import Section, show_sections, split_sections
from mulligan.games.lotr.layout import (
    ALL_HEROES,
    ATTACK,
    DECK,
    DEFENSE,
    ENEMY,
    GOING,
    HEROES,
    LOST,
    NO_PLACE,
    PLANNING,
    QUESTING,
    SPIRIT,
    STAGES,
    STAGING,
    TRAVEL,
    WON,
)
from mulligan.games.lotr.rules.round import LIMIT
from mulligan.games.lotr.rules.zones import enter, put_last, stage_card
from mulligan.kernel import interpret

from .words import ENCOUNTER_CARDS, PLAYER_CARDS, CardList, Item, Pile, each, many, need, pile, read_settings, runs

_enter, _put_last, _stage_card = interpret(enter), interpret(put_last), interpret(stage_card)

_MOST = 999
_LEAST_HITS = -99
_FATES = 1 << 62


# --- printing ---------------------------------------------------------------------------------------------------------


def _character(s: Any, t: Any, slot: int) -> str:
    bit, kind = 1 << slot, s.person[slot]
    words = [PLAYER_CARDS[kind]]
    if s.hits[slot] != t.hits[kind]:
        words.append(many(s.hits[slot], "hit"))
    if slot < HEROES and s.tokens[slot]:
        words.append(many(s.tokens[slot], "token"))
    if s.tapped & bit:
        words.append("tapped")
    if s.asked & bit:
        words.append("goes" if s.joined & bit else "stays")
    return " ".join(words)


def _peril(s: Any, t: Any, place: int) -> str:
    kind = s.peril[place]
    words = [ENCOUNTER_CARDS[kind]]
    if s.mark[place] != t.toughness[kind]:
        words.append(many(s.mark[place], "hit" if t.type[kind] == ENEMY else "point"))
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
    kinds = sorted(range(len(PLAYER_CARDS)), key=lambda kind: s.rank[kind])  # all 0 but where K20 is on
    return runs(PLAYER_CARDS[kind] for kind in kinds for _ in range(s.hand[kind]))


def _show_heroes(s: Any, t: Any) -> str:
    alive = s.characters & ALL_HEROES
    return ", ".join(_character(s, t, i) if alive >> i & 1 else f"{PLAYER_CARDS[i]} dead" for i in range(HEROES))


def _show_allies(s: Any, t: Any) -> str:
    return runs(_character(s, t, slot) for slot in each(s.characters & ~ALL_HEROES))


def _show_staging(s: Any, t: Any) -> str:
    return runs(_peril(s, t, place) for place in each(s.foes | s.sites))


def _show_engaged(s: Any, t: Any) -> str:
    return runs(_peril(s, t, place) for place in each(s.engaged))


def _show_active(s: Any, t: Any) -> str:
    return "" if s.active == NO_PLACE else _peril(s, t, s.active)


def _show_discarded(s: Any, t: Any) -> str:
    return pile(PLAYER_CARDS, s.gone, HEROES)  # heroes are called dead


def _show_defeated(s: Any, t: Any) -> str:
    return pile(ENCOUNTER_CARDS, s.buried)


# --- reading ----------------------------------------------------------------------------------------------------------


class _Reading:
    """A state that is being read, and the cards that are left for it."""

    def __init__(self, s: Any, t: Any) -> None:
        self.s, self.t = s, t
        self.deck = Pile("deck", PLAYER_CARDS, (int(kind) for kind in t.deck[: t.cards]))
        kinds = (int(kind) for kind in t.encounters[: t.encounter_cards])
        self.encounters = Pile("encounter deck", ENCOUNTER_CARDS, kinds)
        self.heroes = dict(zip(PLAYER_CARDS[:HEROES], range(HEROES), strict=True))
        self.allies = {PLAYER_CARDS[kind]: kind for kind in range(HEROES, t.kinds)}
        self.perils = {ENCOUNTER_CARDS[kind]: kind for kind in range(t.perils)}
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

    def describe(self, slot: int, item: Item) -> None:
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

    def put(self, item: Item) -> int:
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
    found = read_settings(text, "position", numbers, [*STAGES, "shown", "loose", "won", "lost"])
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
    if s.fate and not r.t.foreseen_combat:
        raise UsageError("position, fate: belongs to setups with K13d")


def _read_quest(r: _Reading, text: str) -> None:
    s, t = r.s, r.t
    numbers = {"threat": (0, _MOST), "quest": (-_MOST, t.quest)}
    found = read_settings(f"threat {text}", "position", numbers, ["done"])
    s.threat, s.points, s.done = found["threat"], found.get("quest", t.quest), found.get("done", 0)


def _read_hand(r: _Reading, text: str) -> None:
    for item in CardList("hand", "card", r.allies).read(text):
        r.deck.take(item.kind, item.count, "hand")
        if r.t.hand_as_drawn:
            _put_last(r.s, item.kind)
        r.s.hand[item.kind] += item.count
        r.s.held += item.count


def _read_heroes(r: _Reading, text: str) -> None:
    s = r.s
    seen: set[int] = set()
    for item in CardList("heroes", "hero", r.heroes, ("hit", "token"), ("tapped", "dead", "goes", "stays")).read(text):
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
    for item in CardList("allies", "ally", r.allies, ("hit",), ("tapped", "goes", "stays")).read(text):
        r.deck.take(item.kind, item.count, "allies")
        for _ in range(item.count):
            slot = r.s.slots
            _enter(r.s, r.t, item.kind)
            r.describe(slot, item)


def _read_staging(r: _Reading, text: str) -> None:
    for item in CardList("staging", "encounter card", r.perils, ("hit", "point"), ("fresh",)).read(text):
        r.encounters.take(item.kind, item.count, "staging")
        for _ in range(item.count):
            place = r.put(item)
            if "fresh" in item.flags:
                if r.s.fresh != NO_PLACE:
                    raise UsageError(f"{item.where}: only one card should be fresh")
                r.s.fresh, r.s.shown = place, 1


def _read_engaged(r: _Reading, text: str) -> None:
    for item in CardList("engaged", "enemy", r.enemies, ("hit",), ("attacking",)).read(text):
        r.encounters.take(item.kind, item.count, "engaged")
        for _ in range(item.count):
            place = r.put(item)
            r.leave(place)
            r.s.engaged |= 1 << place
            if "attacking" in item.flags:
                r.s.attackers |= 1 << place


def _read_active(r: _Reading, text: str) -> None:
    for item in CardList("active", "location", r.locations, ("point",)).read(text):
        if r.s.active != NO_PLACE or item.count > 1:
            raise UsageError(f"{item.where}: only one location can be active")
        r.encounters.take(item.kind, item.count, "active")
        r.s.active = r.put(item)
        r.leave(r.s.active)


def _read_discarded(r: _Reading, text: str) -> None:
    for item in CardList("discarded", "card", r.allies).read(text):
        r.deck.take(item.kind, item.count, "discarded")
        r.s.gone[item.kind] += item.count


def _read_defeated(r: _Reading, text: str) -> None:
    for item in CardList("defeated", "encounter card", r.perils).read(text):
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


def _check_stage(s: Any, t: Any) -> None:
    """Hold a game that goes on to what is possible in its stage."""
    name = f", {STAGES[s.stage]}: "
    ready = s.characters & ~s.tapped
    if s.stage <= QUESTING:
        need(not s.tapped, f"{name}nobody should be tapped before the quest")
        need(not s.done, f"{name}the quest should not be 'done'; the game would be 'won' by now")
    if s.stage == STAGING:
        need(bool(t.chosen_card or t.foreseen_card), f"{name}belongs to setups with K13q or K14")
        need(s.revealed < t.encounter_cards, f"{name}there should be a card left in the encounter deck")
    elif s.stage == QUESTING:
        need(not s.asked or s.asked != s.characters, f"{name}somebody should be left who was not asked yet")
    elif s.stage == TRAVEL:
        need(s.active == NO_PLACE, f"{name}there should be no active location")
        need(s.sites != 0, f"{name}there should be a location in 'staging'")
    elif s.stage == DEFENSE:
        need(s.engaged != 0 or t.leaked_result, f"{name}somebody should be 'engaged'")
    elif s.stage == ATTACK:
        fight = s.engaged != 0 and ready != 0
        need(fight or t.leaked_result, f"{name}somebody should be 'engaged', and a character not tapped")


def _check(s: Any, t: Any) -> None:
    """Hold the position to what is possible."""
    need(s.stage == QUESTING or not s.asked, ": 'goes' and 'stays' belong to the stage 'questing'")
    need(s.stage == QUESTING or not s.shown or s.fresh != NO_PLACE, ": 'shown' belongs to the stage 'questing'")
    need(s.stage == QUESTING or s.fresh == NO_PLACE, ", staging: 'fresh' belongs to the stage 'questing'")
    need(s.stage == DEFENSE or not s.attackers, ", engaged: 'attacking' belongs to the stage 'defense'")
    if s.result != GOING:
        return
    most = LIMIT if t.late_loss else LIMIT - 1
    need(s.threat <= most, f", threat: '{s.threat}' should be at most {most}, unless the game is 'lost'")
    need(t.linger or s.characters & ALL_HEROES != 0, ", heroes: one should be alive, unless the game is 'lost'")
    if s.done:
        need(bool(t.end_of_round), ", quest: in this setup who is 'done' has 'won', and does not wait")
        need(s.points <= 0, f", quest: '{s.points}' should be at most 0 if the quest is 'done'")
    elif not t.wiped_quest:
        least = 0 if t.late_win else 1
        over = "'done'" if t.end_of_round else "the game is 'won'"
        need(s.points >= least, f", quest: '{s.points}' should be at least {least}, unless {over}")
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
        s.done = int(not t.leaked_result or s.points < 0 or (s.points == 0 and (s.loose or not t.late_win)))
    if s.result == GOING and s.stage == DEFENSE and not s.attackers:
        s.attackers = s.engaged
    _check(s, t)
