"""The table of The Lord of the Rings as the player sees it; what only the full game has is in `full/scene.py`.

Cards are called as in moves: the second of its name is `Wandering Took 2`.  Of the numbers, characters have willpower
(W), attack (A) and defense (D), encounter cards threat (T) and the threat at which they engage (E).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from mulligan.core.scene import OPEN, Card, Counter, Pip, Scene, Zone
from mulligan.kernel import interpret

from .assembly import who_goes
from .cards import card_file, player_cards, quest_path
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
    STAGES,
    TACTICS,
)
from .rules.round import LIMIT
from .rules.zones import wealth
from .text.prompts import prompt, sources, targets
from .text.words import ENCOUNTER_CARDS, PLAYER_CARDS, each, many, numbered

_wealth = interpret(wealth)

FORMS = tuple(form for form in ("hero", "ally", "attachment", "event") for _ in card_file()[form])
_TYPES = ("enemy", "location", "treachery")
_SPHERE_TINTS = ("grey", "blue", "red")
_TYPE_TINTS = ("orange", "green", "purple")
_ROUND = {  # the phases in their order, by the stages in which they are played
    "planning": "Planning",
    "questing": "Quest",
    "staging": "Staging",
    "travel": "Travel",
    "encounter": "Encounter",
    "defense": "Defense",
    "attack": "Attack",
}
_FLEETING = "Leaves play at the end of the round"  # the one text that the paper's rules know, of Gandalf


class Numbers(NamedTuple):
    """What a character is worth now."""

    will: int
    attack: int
    defense: int
    hits: int
    """The hit points of an unharmed one."""


class Progress(NamedTuple):
    """The quest card that lies open, and how much of it is done."""

    name: str
    total: int
    left: int
    lines: tuple[str, ...]


def _figures(will: int, attack: int, defense: int, hits: int) -> tuple[Pip, ...]:
    """Willpower, attack, defense and hit points, with their signs."""
    signs = {"star": will, "sword": attack, "shield": defense, "heart": hits}
    return tuple(Pip(sign, count=int(value)) for sign, value in signs.items())


class Board:
    """A position by the paper's rules, card by card."""

    def __init__(self, s: Any, t: Any, seat: int) -> None:
        self.s, self.t, self.seat = s, t, seat

    def scene(self, moves: list[int]) -> Scene:
        """What the player sees: only the order of the decks is hidden."""
        found = self.s, self.t, moves
        return self.drawn(moves, prompt(*found) if moves else "", sources(*found), targets(*found))

    def drawn(self, moves: list[int], prompt: str, sources: Mapping[int, str], targets: Mapping[int, str]) -> Scene:
        """The scene with what is asked, and where moves begin and end."""
        zones = (*self.encounter_side(), *self.player_side())
        return Scene(
            zones=zones,
            counters=tuple(self._counters()),
            prompt=prompt,
            sources=sources,
            targets=targets,
            phases=tuple(_ROUND.values()),
            phase=_ROUND.get(STAGES[self.s.stage], "") if self.s.result == GOING else "",
            assembly=who_goes(self.s, moves, lambda slot: self.numbers(slot).will),
        )

    def _counters(self) -> Iterator[Counter]:
        s, total = self.s, self.quest_points()
        if total:
            yield Counter("quest progress", total - s.points, most=total)
        yield Counter("staged threat", s.staged_threat)
        yield Counter("threat", s.threat, 0, LIMIT)
        for sphere in (SPIRIT, TACTICS):
            yield Counter(f"{SPHERES[sphere]} resources", _wealth(s, self.t, sphere), 0)
        if s.joined:
            yield Counter("committed willpower", sum(self.numbers(slot).will for slot in each(s.joined)), 0)

    # --- what the rule books say differently --------------------------------------------------------------------------

    def numbers(self, slot: int) -> Numbers:
        """What a character is worth now."""
        t, kind = self.t, self.s.person[slot]
        return Numbers(t.will[kind], t.attack[kind], t.defense[kind], t.hits[kind])

    def threat(self, place: int) -> int:
        """The threat of an encounter card in play."""
        return int(self.t.threat[self.s.peril[place]])

    def attack(self, place: int) -> int:
        """The attack of an enemy in play."""
        return int(self.t.force[self.s.peril[place]])

    def quest_points(self) -> int:
        """The points of the quest."""
        return int(self.t.quest)

    def progress(self) -> Progress:
        """The quest card that lies open."""
        s, t = self.s, self.t
        ends = [t.quest, *t.stop[: t.stops], 0]  # points still needed where the first card begins, and where each ends
        number = sum(s.points <= end for end in ends[1:-1])
        total = ends[number] - ends[number + 1]
        more = number < t.stops
        lines = (f"Then: {quest_path()[number + 1]['name']}" if more else f"Won with {total} progress",)
        return Progress(str(quest_path()[number]["name"]), total, s.points - ends[number + 1], lines)

    def player_text(self, kind: int) -> tuple[str, ...]:
        """What the player's cards say."""
        return (_FLEETING,) if kind == GANDALF else ()

    def encounter_text(self, kind: int) -> tuple[str, ...]:
        """What encounter cards say."""
        return ()

    def character_marks(self, slot: int) -> Iterator[str]:
        """What is special about a character, but for damage and resources."""
        s, bit = self.s, 1 << slot
        if s.asked & bit:
            yield "goes" if s.joined & bit else "stays"
        elif s.joined & bit:
            yield "committed"

    def more_character_marks(self, slot: int) -> Iterator[str]:
        """What is said after damage and resources."""
        yield from ()

    def place_marks(self, place: int) -> Iterator[str]:
        """What is special about an encounter card in play, but for damage."""
        s, bit = self.s, 1 << place
        if s.stage == DEFENSE and s.attackers & -s.attackers == bit:
            yield f"attacks now, with {self.attack(place)}"
        elif s.attackers & bit:
            yield "has yet to attack"
        if s.fresh == place:
            yield "revealed for this quest"

    def quest_marks(self) -> tuple[str, ...]:
        """What is special about the quest."""
        waits = self.s.done and self.s.result == GOING
        return ("done; the result is looked at after the round",) if waits else ()

    # --- the player's side --------------------------------------------------------------------------------------------

    def player_card(self, key: str, kind: int, marks: tuple[str, ...] = (), count: int = 1) -> Card:
        """A card that is not in play, with the numbers that are printed on it."""
        t, card, form = self.t, player_cards()[kind], FORMS[kind]
        stats = f"W{t.will[kind]} A{t.attack[kind]} D{t.defense[kind]} {t.hits[kind]} HP"
        return Card(
            key=key,
            name=PLAYER_CARDS[kind],
            kind=f"{SPHERES[t.sphere[kind]]} {form}",
            tint=_SPHERE_TINTS[t.sphere[kind]],
            cost=str(card.get("cost", "")),
            stats=stats if form in ("hero", "ally") else "",
            figures=_figures(t.will[kind], t.attack[kind], t.defense[kind], t.hits[kind])
            if form in ("hero", "ally")
            else (),
            lines=self._player_lines(kind),
            marks=marks,
            count=count,
        )

    def _player_lines(self, kind: int) -> tuple[str, ...]:
        """The numbers in words, and the text."""
        t, text = self.t, self.player_text(kind)
        if FORMS[kind] not in ("hero", "ally"):
            return text
        fight = f"attack {t.attack[kind]}, defense {t.defense[kind]}, hit points {t.hits[kind]}"
        threat = f", threat at the start {player_cards()[kind]['threat']}" if kind < HEROES else ""
        return (f"Willpower {t.will[kind]}, {fight}{threat}", *text)

    def _character(self, slot: int) -> Card:
        """A character in play, with the numbers that it has now."""
        s, t = self.s, self.t
        kind, bit, now = s.person[slot], 1 << slot, self.numbers(slot)
        return Card(
            key=f"character:{slot}",
            name=numbered(PLAYER_CARDS, s.person, s.characters, slot),
            kind=f"{SPHERES[t.sphere[kind]]} {FORMS[kind]}",
            tint=_SPHERE_TINTS[t.sphere[kind]],
            cost=str(player_cards()[kind].get("cost", "")),
            stats=f"W{now.will} A{now.attack} D{now.defense} {s.hits[slot]}/{now.hits} HP",
            lines=self._player_lines(kind),
            marks=tuple(self._all_marks(slot, now.hits)),
            figures=_figures(now.will, now.attack, now.defense, max(0, s.hits[slot])),
            pips=tuple(self._pips(slot, now.hits)),
            turned=bool(s.tapped & bit),
        )

    def _all_marks(self, slot: int, most: int) -> Iterator[str]:
        s = self.s
        if s.tapped >> slot & 1:
            yield "exhausted"
        yield from self.character_marks(slot)
        if s.hits[slot] <= 0:
            yield "dies at the end of the round"
        elif s.hits[slot] < most:
            yield f"{most - s.hits[slot]} damage"
        if slot < HEROES and s.tokens[slot]:
            yield many(s.tokens[slot], "resource")
        yield from self.more_character_marks(slot)

    def _pips(self, slot: int, most: int) -> Iterator[Pip]:
        """What lies on a character."""
        s = self.s
        if s.tapped >> slot & 1:
            yield Pip("", words="exhausted")
        if 0 < s.hits[slot] < most:
            yield Pip("harm", "red", int(most - s.hits[slot]), f"{most - s.hits[slot]} damage")
        if slot < HEROES and s.tokens[slot]:
            yield Pip("gem", "gold", int(s.tokens[slot]), many(s.tokens[slot], "resource"))

    def player_pile(self, key: str, counts: list[int]) -> tuple[Card, ...]:
        """The player's cards in a pile of which everybody knows all."""
        return tuple(self.player_card(f"{key}:{kind}", kind, (), n) for kind, n in enumerate(counts) if n)

    def hand_and_characters(self) -> Iterator[Zone]:
        """The zones that come first."""
        s = self.s
        hand = (self.player_card(f"hand:{kind}:{i}", kind) for kind, n in enumerate(s.hand) for i in range(n))
        yield Zone("hand", tuple(hand), 0, "hand")
        for title, among in (("heroes", ALL_HEROES), ("allies", ~ALL_HEROES)):
            yield Zone(title, tuple(self._character(slot) for slot in each(s.characters & among)), 0)

    def piles(self, unseen: int) -> Iterator[Zone]:
        """The deck from a card on, and the discard pile."""
        s = self.s
        yield Zone("deck", self.deck("deck", s.deck[unseen : self.t.cards], self.player_card), 0, "pile")
        yield Zone("discard pile", self.player_pile("discard", s.gone), 0, "pile")

    def player_side(self) -> Iterator[Zone]:
        """The player's zones."""
        yield from self.hand_and_characters()
        yield from self.piles(self.s.drawn)

    def deck(self, key: str, cards: list[int], shown: Callable[[str, int], Card]) -> tuple[Card, ...]:
        """Face down, or for those who may see it the next card first."""
        if self.seat == OPEN:
            return tuple(shown(f"{key}:{i}", kind) for i, kind in enumerate(cards))
        return (Card(key, count=len(cards)),) if cards else ()

    # --- the encounter side -------------------------------------------------------------------------------------------

    def active(self) -> int:
        """The active location, as a set."""
        return 0 if self.s.active == NO_PLACE else 1 << self.s.active

    def place_name(self, place: int) -> str:
        """As moves call it: cards are numbered among those that lie with them."""
        s = self.s
        zones = (s.foes | s.sites, s.engaged, self.active())
        return numbered(ENCOUNTER_CARDS, s.peril, next(zone for zone in zones if zone >> place & 1), place)

    def _printed(self, kind: int) -> str:
        t = self.t
        if t.type[kind] == ENEMY:
            return f"E{t.engagement[kind]} T{t.threat[kind]} A{t.force[kind]} D{t.shield[kind]} {t.toughness[kind]} HP"
        return f"T{t.threat[kind]} {t.toughness[kind]} progress" if t.type[kind] == LOCATION else ""

    def _encounter_lines(self, kind: int) -> tuple[str, ...]:
        """The numbers in words, and the text."""
        t, text = self.t, self.encounter_text(kind)
        if t.type[kind] == ENEMY:
            numbers = f"Threat {t.threat[kind]}, attack {t.force[kind]}, defense {t.shield[kind]}"
            return (f"{numbers}, hit points {t.toughness[kind]}, engages at threat {t.engagement[kind]}", *text)
        if t.type[kind] == LOCATION:
            return (f"Threat {t.threat[kind]}, explored by {t.toughness[kind]} progress", *text)
        return text

    def encounter_card(self, key: str, kind: int, count: int = 1, marks: tuple[str, ...] = ()) -> Card:
        """A card that is not in play, with the numbers that are printed on it."""
        t = self.t
        return Card(
            key=key,
            name=ENCOUNTER_CARDS[kind],
            kind=_TYPES[t.type[kind]],
            tint=_TYPE_TINTS[t.type[kind]],
            stats=self._printed(kind),
            lines=self._encounter_lines(kind),
            marks=marks,
            count=count,
        )

    def _placed(self, place: int) -> Card:
        """An encounter card in play, with the numbers that it has now."""
        s, t = self.s, self.t
        kind, left = s.peril[place], s.mark[place]
        if t.type[kind] == ENEMY:
            numbers = f"E{t.engagement[kind]} T{self.threat(place)} A{self.attack(place)} D{t.shield[kind]}"
            stats = f"{numbers} {left}/{t.toughness[kind]} HP"
        else:
            stats = f"T{self.threat(place)} {t.toughness[kind] - left}/{t.toughness[kind]} progress"
        harm = t.toughness[kind] - left if t.type[kind] == ENEMY else 0
        return Card(
            key=f"place:{place}",
            name=self.place_name(place),
            kind=_TYPES[t.type[kind]],
            tint=_TYPE_TINTS[t.type[kind]],
            stats=stats,
            lines=self._encounter_lines(kind),
            marks=(*self.place_marks(place), *((f"{harm} damage",) if harm else ()), *self.more_place_marks(place)),
        )

    def more_place_marks(self, place: int) -> Iterator[str]:
        """What is said after damage."""
        yield from ()

    def _quest(self) -> Card:
        now = self.progress()
        return Card(
            key="quest",
            name=now.name,
            kind="quest",
            tint="gold",
            stats=f"{now.total - now.left}/{now.total} progress" if now.total else "",
            lines=now.lines,
            marks=self.quest_marks(),
        )

    def encounter_pile(self, key: str, counts: list[int]) -> tuple[Card, ...]:
        """Encounter cards in a pile of which everybody knows all."""
        return tuple(self.encounter_card(f"{key}:{kind}", kind, n) for kind, n in enumerate(counts) if n)

    def encounters_in_play(self) -> Iterator[Zone]:
        """The zones that come first."""
        s = self.s
        yield Zone("quest", (self._quest(),), place="left")
        zones = {"active location": self.active(), "staging area": s.foes | s.sites, "engaged": s.engaged}
        places = {"active location": "left", "staging area": "back", "engaged": "front"}
        for title, among in zones.items():
            yield Zone(title, tuple(self._placed(place) for place in each(among)), place=places[title])

    def encounter_deck(self, top: int) -> Iterator[Zone]:
        """The encounter deck from a card on, and its discard pile."""
        s = self.s
        rest = s.encounters[top : self.t.encounter_cards]
        yield Zone("encounter deck", self.deck("encounters", rest, self.encounter_card), layout="pile")
        yield Zone("encounter discard", self.encounter_pile("buried", s.buried), layout="pile")

    def encounter_side(self) -> Iterator[Zone]:
        """The zones of the encounter deck."""
        yield from self.encounters_in_play()
        yield from self.encounter_deck(self.s.revealed)


def scene(s: Any, t: Any, seat: int, moves: list[int]) -> Scene:
    """What the player sees."""
    return Board(s, t, seat).scene(moves)
