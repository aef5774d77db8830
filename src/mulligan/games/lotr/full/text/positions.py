"""Positions of the full game in words.

A position is a line as in `text/positions.py` of the paper's rules, with more to say:

    lotr round 3 response at after dealt 1 | threat 31 quest 2 of A Fork in the Road | hand Gandalf, 2 Feint
    | heroes Eowyn 2 tokens tapped committed, Eleanor 1 web, Thalin 3 hits | allies Beorn 2 steel
    | staging Hummerhorns, Old Forest Road 1 earth | engaged Chieftain Ufthak 2 tokens attacking | active Forest Gate
    | worn Citadel Plate Thalin | looking Gandalf, Feint | left Will of the West | victory Hummerhorns
    | pending King Spider undefended 2 parts

| words                              | meaning                                                                       |
|------------------------------------|-------------------------------------------------------------------------------|
| `at parry`                         | where the round stands, if the stage does not tell                            |
| `boost`, `blow`                    | more attack of the enemy that attacks; the damage that is to be taken         |
| `shadows`, `dealt`                 | shadow cards that it has yet to turn up; such cards on top of the deck        |
| `valor`, `dread`, `gloom`          | more willpower, less willpower, more threat in this phase                     |
| `valued`, `raged`, `rages`, `band` | abilities used this round; until the end of the phase                         |
| `committed`, `defends`, `strikes`  | characters on the quest, in defense, in an attack; `poised` to strike alone   |
| `web`, `spent`, `steel`            | webs around a hero, exhausted attachments that ready it, more attack, defense |
| `new`, `struck`                    | enemies that engaged, that were attacked this round                           |
| `assaults`, `aimed`, `ahead`       | the enemy that attacks, that is attacked; the location that is travelled to   |
| `token`, `earth`                   | tokens on an enemy, attachments on a location                                 |
| `worn`                             | attachments and the heroes that have them                                     |
| `looking`                          | cards on top of the deck that the player looks at                             |
| `left`, `victory`                  | cards out of the game                                                         |
| `pending`                          | texts that wait, the next one last; of one that has begun the part that comes |
|                                    | next; `open` if it can be cancelled, `chosen` if it was one of several        |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mulligan.core.errors import unknown
from mulligan.core.sections import split_sections
from mulligan.games.lotr.cards import quest_cards
from mulligan.games.lotr.full.layout import DEPTH
from mulligan.games.lotr.full.rules.figures import BANDED, RAGE_USED, RAGING, VALOR_USED, gifts, staged_danger
from mulligan.games.lotr.full.rules.knowledge import poised
from mulligan.games.lotr.full.rules.moves import (
    AFTER_STAGING,
    ARRIVE,
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
    TURN_SHADOW,
    options,
)
from mulligan.games.lotr.full.rules.zones import CARD_TEXT, CERTAIN, CHOSEN, SHADOW_TEXT, TREACHERY_TEXT, come, lay
from mulligan.games.lotr.full.vocabulary import BIND, CARD_DEEDS, DEEDS, HITS_GIFT, RULES
from mulligan.games.lotr.layout import (
    ALL_HEROES,
    ALLY_CARD,
    ATTACK,
    DECK,
    DEFENSE,
    ENCOUNTER,
    ENEMY,
    GOING,
    HEROES,
    LOCATION,
    LOST,
    NO_PLACE,
    PLANNING,
    QUESTING,
    RESPONSE,
    STAGES,
    TRAVEL,
    TREACHERY,
    WON,
)
from mulligan.games.lotr.rules.round import LIMIT
from mulligan.games.lotr.text.words import (
    ENCOUNTER_CARDS,
    PLAYER_CARDS,
    CardList,
    Item,
    Pile,
    each,
    many,
    need,
    pile,
    read_settings,
    runs,
    within,
)
from mulligan.kernel import interpret

_come, _lay, _gifts, _staged_danger = interpret(come), interpret(lay), interpret(gifts), interpret(staged_danger)
_poised, _options = interpret(poised), interpret(options)

_QUESTS = tuple(str(card["name"]) for card in quest_cards())
_STEPS = (
    *("mulligan", "resources", "plan", "send", "before", "stage", "after", "resolve", "journey", "arrive", "arrived"),
    *("meet", "checks", "combat", "next", "guard", "parry", "shadow", "blow", "aftermath", "fight", "gather"),
    *("cleanup", "refresh", "end"),
)
_USUAL = {PLANNING: PLAN, QUESTING: SEND, TRAVEL: JOURNEY, ENCOUNTER: MEET, DEFENSE: NEXT_ATTACK, ATTACK: FIGHT}
_STAGE_OF = {step: stage for stage, step in _USUAL.items()} | {GUARD: DEFENSE, GATHER: ATTACK}
_STAGE_OF |= dict.fromkeys((MULLIGAN, BEFORE_STAGING, AFTER_STAGING, ARRIVED, PARRY), RESPONSE)
_USED = {"valued": VALOR_USED, "raged": RAGE_USED, "rages": RAGING, "band": BANDED}
_SMALL = ("boost", "blow", "shadows", "dealt", "valor", "dread", "gloom")
_MOST = 99
_MOST_OPTIONS = 2000


# --- texts that wait --------------------------------------------------------------------------------------------------


def texts(t: Any) -> Iterator[tuple[str, int, int]]:
    """All texts: a name, the first effect, and what can be done against it."""
    for kind in range(t.kinds):
        for deed, word in enumerate(CARD_DEEDS):
            yield f"{PLAYER_CARDS[kind]} {word}", t.card_deed[kind][deed], CERTAIN
    for kind in range(t.perils):
        for deed, word in enumerate(DEEDS):
            how = TREACHERY_TEXT if t.type[kind] == TREACHERY else CARD_TEXT
            how = how if word == "revealed" else SHADOW_TEXT if word in ("shadow", "undefended") else CERTAIN
            yield f"{ENCOUNTER_CARDS[kind]} {word}", t.deed[kind][deed], how
    for stage, name in enumerate(_QUESTS):
        yield f"{name} revealed", t.quest_deed[stage], CERTAIN
    for rule, word in enumerate(RULES):
        yield f"rule {word}", t.rules[rule], CERTAIN


def _pending(s: Any, t: Any) -> str:
    firsts = {first: name for name, first, _ in texts(t) if first}
    items = []
    for e, how in zip(s.todo[: s.pending], s.how[: s.pending], strict=True):
        first = max(first for first in firsts if first <= e)
        words = [firsts[first]]
        if e != first:
            words.append(f"{e - first + 1} parts")
        if how != CERTAIN:
            words.append("chosen" if how == CHOSEN else "open")
        items.append(" ".join(words))
    return ", ".join(items)


# --- printing ---------------------------------------------------------------------------------------------------------


def most_hits(s: Any, t: Any, slot: int) -> int:
    """The hit points of an unharmed character."""
    return int(t.hits[s.person[slot]] + _gifts(s, t, slot, HITS_GIFT))


def _character(s: Any, t: Any, slot: int) -> str:
    bit = 1 << slot
    words = [PLAYER_CARDS[s.person[slot]]]
    if s.hits[slot] != most_hits(s, t, slot):
        words.append(many(s.hits[slot], "hit"))
    if slot < HEROES:
        numbers = {"token": s.tokens[slot], "web": s.webs[slot], "spent": s.spent[slot]}
        words += [many(number, unit) for unit, number in numbers.items() if number]
    if s.steel[slot]:
        words.append(many(s.steel[slot], "steel"))
    if s.tapped & bit:
        words.append("tapped")
    if s.asked & bit:
        words.append("goes" if s.joined & bit else "stays")
    elif s.joined & bit:
        words.append("committed")
    flags = {"defends": s.defenders & bit, "strikes": s.strikers & bit, "poised": _poised(s, t) == slot}
    return " ".join(words + [word for word, on in flags.items() if on])


def _peril(s: Any, t: Any, place: int) -> str:
    kind, bit = s.peril[place], 1 << place
    enemy = t.type[kind] == ENEMY
    words = [ENCOUNTER_CARDS[kind]]
    if s.mark[place] != t.toughness[kind]:
        words.append(many(s.mark[place], "hit" if enemy else "point"))
    if s.extra[place]:
        words.append(many(s.extra[place], "token" if enemy else "earth"))
    flags = {"attacking": s.attackers & bit, "new": s.newly & bit, "struck": s.struck & bit}
    flags |= {"assaults": s.foe == place, "aimed": s.aim == place, "ahead": s.bound == place}
    return " ".join(words + [word for word, on in flags.items() if on])


def _stand(s: Any, t: Any) -> str:
    words = [f"round {s.round} {STAGES[s.stage]}"]
    if _USUAL.get(s.stage) != s.step:
        words.append(f"at {_STEPS[s.step]}")
    numbers = {"bought": s.bought} | {name: getattr(s, name) for name in _SMALL}
    words += [f"{name} {number}" for name, number in numbers.items() if number]
    words += [word for word, bit in _USED.items() if s.used & bit]
    if s.loose:
        words.append("loose")
    if s.result != GOING:
        words.append("won" if s.result == WON else "lost")
    return " ".join(words)


def _heroes(s: Any, t: Any) -> str:
    alive = s.characters & ALL_HEROES
    return ", ".join(_character(s, t, i) if alive >> i & 1 else f"{PLAYER_CARDS[i]} dead" for i in range(HEROES))


def _worn(s: Any, t: Any) -> str:
    return runs(
        f"{PLAYER_CARDS[t.first_gear + i]} {PLAYER_CARDS[hero]}"
        for hero in range(HEROES)
        for i in range(t.gears)
        for _ in range(s.gear[hero][i])
    )


def state(s: Any, t: Any) -> str:
    """All of the position but the order of the decks, as one line."""
    looked = sorted(s.deck[s.drawn : s.drawn + s.looking])
    parts = {
        "lotr": _stand(s, t),
        "threat": f"{s.threat} quest {s.points} of {_QUESTS[s.card]}",
        "hand": pile(PLAYER_CARDS, s.hand),
        "heroes": _heroes(s, t),
        "allies": runs(_character(s, t, slot) for slot in each(s.characters & ~ALL_HEROES)),
        "staging": runs(_peril(s, t, place) for place in each(s.foes | s.sites)),
        "engaged": runs(_peril(s, t, place) for place in each(s.engaged)),
        "active": "" if s.active == NO_PLACE else _peril(s, t, s.active),
        "worn": _worn(s, t),
        "looking": runs(PLAYER_CARDS[kind] for kind in looked),
        "discarded": pile(PLAYER_CARDS, s.gone, HEROES),
        "defeated": pile(ENCOUNTER_CARDS, s.buried),
        "left": pile(PLAYER_CARDS, s.left),
        "victory": pile(ENCOUNTER_CARDS, s.away),
        "pending": _pending(s, t),
    }
    return " | ".join(f"{title} {words}" for title, words in parts.items() if words)


# --- reading ----------------------------------------------------------------------------------------------------------


class _Reading:
    """A state that is being read, and the cards that are left for it."""

    def __init__(self, s: Any, t: Any) -> None:
        self.s, self.t = s, t
        self.deck = Pile("deck", PLAYER_CARDS, (int(kind) for kind in t.deck[: t.cards]))
        kinds = (int(kind) for kind in t.encounters[: t.encounter_cards])
        self.encounters = Pile("encounter deck", ENCOUNTER_CARDS, kinds)
        self.heroes = {PLAYER_CARDS[kind]: kind for kind in range(HEROES)}
        self.cards = {PLAYER_CARDS[kind]: kind for kind in range(HEROES, t.kinds)}
        self.allies = {name: kind for name, kind in self.cards.items() if t.form[kind] == ALLY_CARD}
        gears = range(t.first_gear, t.first_gear + t.gears)
        self.gears = {PLAYER_CARDS[kind]: kind for kind in gears if kind != t.earth}
        self.perils = {ENCOUNTER_CARDS[kind]: kind for kind in range(t.perils)}
        self.staged = {name: kind for name, kind in self.perils.items() if t.type[kind] != TREACHERY}
        self.enemies = {name: kind for name, kind in self.perils.items() if t.type[kind] == ENEMY}
        self.locations = {name: kind for name, kind in self.perils.items() if t.type[kind] == LOCATION}
        s.result, s.round, s.stage = GOING, 1, PLANNING
        s.threat, s.points, s.slots = t.start_threat, t.quest_points[0], HEROES
        s.active = s.foe = s.aim = s.bound = NO_PLACE
        for hero in range(HEROES):
            _come(s, t, hero, hero)

    def read(self, title: str, text: str) -> None:
        """Read one part of the position."""
        getattr(self, f"read_{title}")(text)

    def read_lotr(self, text: str) -> None:
        """Where the game stands."""
        s = self.s
        words = text.split()
        step = ""
        if "at" in words:
            at = words.index("at")
            step = words[at + 1] if at + 1 < len(words) else ""
            if step not in _STEPS:
                raise unknown("step in position", step, _STEPS)
            del words[at : at + 2]
        numbers = {"round": (0, 10 * _MOST), "bought": (0, DECK)} | dict.fromkeys(_SMALL, (0, _MOST))
        found = read_settings(" ".join(words), "position", numbers, [*STAGES, *_USED, "loose", "won", "lost"])
        stages = [stage for stage in STAGES if stage in found]
        need(len(stages) <= 1, f": there should be one stage, not {' and '.join(stages)}")
        need(not ("won" in found and "lost" in found), ": should be 'won' or 'lost', not both")
        if stages:
            s.stage = STAGES.index(stages[0])
        s.step = _STEPS.index(step) if step else _USUAL.get(s.stage, PLAN)
        s.round, s.bought, s.loose = found.get("round", 1), found.get("bought", 0), found.get("loose", 0)
        for name in _SMALL:
            setattr(s, name, found.get(name, 0))
        s.used = sum(bit for word, bit in _USED.items() if word in found)
        s.result = WON if "won" in found else LOST if "lost" in found else GOING

    def read_threat(self, text: str) -> None:
        """Threat, and the quest card with its points."""
        s, t = self.s, self.t
        words, _, name = text.partition(" of ")
        if name:
            known = {quest.lower(): i for i, quest in enumerate(_QUESTS)}
            if name.strip().lower() not in known:
                raise unknown("quest card in position", name.strip(), _QUESTS)
            s.card = known[name.strip().lower()]
        most = t.quest_points[s.card]
        found = read_settings(f"threat {words}", "position", {"threat": (0, 999), "quest": (-999, most)})
        s.threat, s.points = found["threat"], found.get("quest", most)

    def pile(self, zone: str, text: str, names: Mapping[str, int], pile: Pile, counts: Any) -> None:
        """A list of cards that lie together."""
        for item in CardList(zone, "card", names).read(text):
            pile.take(item.kind, item.count, zone)
            counts[item.kind] += item.count

    def read_hand(self, text: str) -> None:
        """The hand."""
        self.pile("hand", text, self.cards, self.deck, self.s.hand)
        self.s.held = sum(self.s.hand)

    def read_discarded(self, text: str) -> None:
        """The player's discard pile."""
        self.pile("discarded", text, self.cards, self.deck, self.s.gone)

    def read_defeated(self, text: str) -> None:
        """The encounter discard pile."""
        self.pile("defeated", text, self.perils, self.encounters, self.s.buried)

    def read_left(self, text: str) -> None:
        """The player's cards out of the game."""
        self.pile("left", text, self.cards, self.deck, self.s.left)

    def read_victory(self, text: str) -> None:
        """Encounter cards out of the game."""
        self.pile("victory", text, self.perils, self.encounters, self.s.away)

    def character(self, slot: int, item: Item) -> None:
        """What is said about a character."""
        s, bit, most = self.s, 1 << slot, 50
        s.hits[slot] = item.number("hit", 1, most, most_hits(s, self.t, slot))
        s.steel[slot] = item.number("steel", 0, most, 0)
        need(len({"goes", "stays", "committed"} & item.flags) <= 1, f", {item.where}: should be said once")
        s.tapped |= bit if "tapped" in item.flags else 0
        s.asked |= bit if {"goes", "stays"} & item.flags else 0
        s.joined |= bit if {"goes", "committed"} & item.flags else 0
        s.defenders |= bit if "defends" in item.flags else 0
        s.strikers |= bit if "strikes" in item.flags else 0
        if "poised" in item.flags:
            s.chosen = slot

    def read_heroes(self, text: str) -> None:
        """The heroes."""
        s = self.s
        units = ("hit", "token", "web", "spent", "steel")
        flags = ("tapped", "dead", "goes", "stays", "committed", "defends", "strikes", "poised")
        for item in CardList("heroes", "hero", self.heroes, units, flags).read(text):
            hero = item.kind
            if "dead" in item.flags:
                s.characters &= ~(1 << hero)
                s.gone[hero] = 1
                continue
            self.character(hero, item)
            s.tokens[hero] = item.number("token", 0, 999, 0)
            s.webs[hero] = item.number("web", 0, DECK, 0)
            s.spent[hero] = item.number("spent", 0, DECK, 0)
            if s.webs[hero]:
                kind = next(k for k in self.perils.values() if self.t.verb[self.t.deed[k][0]] == BIND)
                self.encounters.take(kind, s.webs[hero], "heroes")

    def read_allies(self, text: str) -> None:
        """The allies."""
        s = self.s
        flags = ("tapped", "goes", "stays", "committed", "defends", "strikes", "poised")
        for item in CardList("allies", "ally", self.allies, ("hit", "steel"), flags).read(text):
            self.deck.take(item.kind, item.count, "allies")
            for _ in range(item.count):
                slot = max(each(s.characters | ALL_HEROES)) + 1
                _come(s, self.t, item.kind, slot)
                self.character(slot, item)

    def read_worn(self, text: str) -> None:
        """Attachments of heroes: read before the heroes, whose hit points depend on them."""
        for item in CardList("worn", "attachment", self.gears, (), tuple(self.heroes)).read(text):
            need(len(item.flags) == 1, f", {item.where}: should name one hero")
            self.deck.take(item.kind, item.count, "worn")
            self.s.gear[self.heroes[next(iter(item.flags))]][item.kind - self.t.first_gear] += item.count

    def put(self, item: Item) -> Iterator[int]:
        """Lay encounter cards into the staging area; their places."""
        s, t = self.s, self.t
        enemy = t.type[item.kind] == ENEMY
        units = ("hit", "token") if enemy else ("point", "earth")
        need(set(item.numbers) <= set(units), f", {item.where}: should have {units[0]}s or {units[1]}s")
        for _ in range(item.count):
            place = _lay(s, t, item.kind)
            s.mark[place] = item.number(units[0], 1, t.toughness[item.kind], t.toughness[item.kind])
            s.extra[place] = item.number(units[1], 0, _MOST, 0)
            if not enemy and s.extra[place]:
                self.deck.take(t.earth, s.extra[place], "locations")
            if "ahead" in item.flags:
                s.bound = place
            yield place

    def read_staging(self, text: str) -> None:
        """The staging area."""
        for item in CardList("staging", "card", self.staged, ("hit", "point", "token", "earth"), ("ahead",)).read(text):
            self.encounters.take(item.kind, item.count, "staging")
            for _ in self.put(item):
                pass

    def read_engaged(self, text: str) -> None:
        """The engaged enemies."""
        s = self.s
        flags = ("attacking", "new", "struck", "assaults", "aimed")
        for item in CardList("engaged", "enemy", self.enemies, ("hit", "token"), flags).read(text):
            self.encounters.take(item.kind, item.count, "engaged")
            for place in self.put(item):
                bit = 1 << place
                s.foes &= ~bit
                s.engaged |= bit
                s.attackers |= bit if "attacking" in item.flags else 0
                s.newly |= bit if "new" in item.flags else 0
                s.struck |= bit if "struck" in item.flags else 0
                s.foe = place if "assaults" in item.flags else s.foe
                s.aim = place if "aimed" in item.flags else s.aim

    def read_active(self, text: str) -> None:
        """The active location."""
        s = self.s
        for item in CardList("active", "location", self.locations, ("point", "earth")).read(text):
            need(s.active == NO_PLACE and item.count == 1, f", {item.where}: only one location can be active")
            self.encounters.take(item.kind, 1, "active")
            for place in self.put(item):
                s.sites &= ~(1 << place)
                s.active = place

    def read_looking(self, text: str) -> None:
        """Cards on top of the deck."""
        items = CardList("looking", "card", self.cards).read(text)
        self.looked = [item.kind for item in items for _ in range(item.count)]
        for kind in self.looked:
            self.deck.take(kind, 1, "looking")

    def read_pending(self, text: str) -> None:
        """Texts that wait."""
        s, t = self.s, self.t
        found = {name: (first, how) for name, first, how in texts(t) if first}
        names = {name: first for name, (first, _) in found.items()}
        hows = dict(found.values())
        items = CardList("pending", "text", names, ("part",), ("open", "chosen")).read(text)
        need(len(items) < DEPTH, f", pending: at most {DEPTH - 1} texts can wait")
        for item in items:
            last = item.kind
            while t.link[last]:
                last += 1
            part = item.number("part", 1, last - item.kind + 1, 1)
            s.todo[s.pending] = item.kind + part - 1
            need("open" not in item.flags or hows[item.kind] != CERTAIN, f", {item.where}: cannot be open")
            s.how[s.pending] = (
                CHOSEN if "chosen" in item.flags else hows[item.kind] if "open" in item.flags else CERTAIN
            )
            s.pending += 1

    looked: list[int] = []  # noqa: RUF012  (replaced, never changed)

    def fill_decks(self) -> None:
        """The cards that are named nowhere lie in the decks, behind those that the player looks at."""
        s, t = self.s, self.t
        deck, encounters = [*self.looked, *self.deck.rest()], self.encounters.rest()
        s.looking = len(self.looked)
        s.drawn, s.revealed = t.cards - len(deck), t.encounter_cards - len(encounters)
        s.deck[s.drawn : t.cards] = deck
        s.encounters[s.revealed : t.encounter_cards] = encounters


_TITLES = (
    *("lotr", "threat", "hand", "worn", "heroes", "allies", "staging", "engaged", "active", "looking"),
    *("discarded", "defeated", "left", "victory", "pending"),
)


def _check(s: Any, t: Any) -> None:
    """Hold a game that goes on to what is possible."""
    need(s.threat < LIMIT, f", threat: '{s.threat}' should be at most {LIMIT - 1}, unless the game is 'lost'")
    need(s.characters & ALL_HEROES != 0, ", heroes: one should be alive, unless the game is 'lost'")
    name = _STEPS[s.step]
    stage = RESPONSE if s.pending else _STAGE_OF.get(s.step)
    need(stage is not None, f", at {name}: nothing is to be decided, unless something is 'pending'")
    need(stage == s.stage, f", at {name}: the stage should be '{STAGES[stage or 0]}', not '{STAGES[s.stage]}'")
    if s.step in (GUARD, PARRY, TURN_SHADOW):
        need(s.foe != NO_PLACE, f", at {name}: an engaged enemy should be the one that 'assaults'")
    need(s.step != GATHER or s.aim != NO_PLACE, f", at {name}: an engaged enemy should be 'aimed' at")
    need(s.step != ARRIVE or s.bound != NO_PLACE, f", at {name}: a location in 'staging' should lie 'ahead'")
    need(_options(s, t, 0, [0] * _MOST_OPTIONS) > 0, ": there is no legal move")


def read_state(text: str, s: Any, t: Any) -> None:
    """Fill `s` from a line: the inverse of `state`, with defaults for what is left out."""
    parts = split_sections(text, _TITLES)
    reading = _Reading(s, t)
    for title in _TITLES:
        if title in parts:
            reading.read(title, parts[title])
    reading.fill_decks()
    if s.step == NEXT_ATTACK and s.stage == DEFENSE and not s.attackers:
        s.attackers = s.engaged
    within(int(s.held), "position, hand", 0, DECK)
    s.staged_threat = _staged_danger(s, t)
    if s.result == GOING:
        _check(s, t)
