"""Positions as people write them, with defaults for what they leave out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from mulligan.core.errors import UsageError, unknown
from mulligan.kernel import interpret

from ..rules.layout import ATTACK, BLOCK, CARDS, LAND, NOBODY, PLAY, STAGES
from ..rules.play import next_blocker
from .names import each, name_of
from .printing import ZONES

_next_blocker = interpret(next_blocker)

_WITH_LANDS = ("hand", "dead", "library")
_CARDS = re.compile(r"(land|[0-9]+/[0-9]+\([0-9]+\)(?:#[0-9]+)?)(?:\*([0-9]+))?")
_MOST = 9999


def _number(text: str, where: str, low: int = 0, high: int = _MOST) -> int:
    if not re.fullmatch(r"-?[0-9]{1,4}", text) or not low <= int(text) <= high:
        raise UsageError(f"{where}: '{text}' should be a whole number from {low} to {high}")
    return int(text)


class _Words:
    """The words of one part of a position, taken one after the other."""

    def __init__(self, text: str, where: str) -> None:
        self.words, self.at, self.where = text.split(), 0, where

    def __bool__(self) -> bool:
        return self.at < len(self.words)

    def take(self, what: str) -> str:
        if not self:
            raise UsageError(f"{self.where}: {what} is missing at the end")
        self.at += 1
        return self.words[self.at - 1]

    def number(self, what: str, low: int = 0, high: int = _MOST) -> int:
        return _number(self.take(what), f"{self.where}, {what}", low, high)


class _Side:
    """One player's part of a position: the names in each zone, and the numbers of the creature cards not yet placed."""

    def __init__(self, t: Any, p: int) -> None:
        self.t, self.p, self.where = t, p, f"position, player {p + 1}"
        self.lands = 0
        self.zones: dict[str, list[str]] = {zone: [] for zone in ZONES}
        self.gangs: list[str] = []
        self.names = [name_of(t, p, min(each(t.copies[p][k]))) for k in range(t.kinds[p])]
        self.free = {name: list(each(t.copies[p][k])) for k, name in enumerate(self.names)}

    def read(self, text: str) -> None:
        """Sort the words into the zones."""
        words = _Words(text, self.where)
        zone = ""
        seen = set()
        while words:
            word = words.take("a zone")
            if word in seen:
                raise UsageError(f"{self.where}: '{word}' is given twice")
            if word == "lands":
                self.lands, zone = words.number("lands", 0, self.t.lands[self.p]), ""
                seen.add(word)
            elif word in ZONES:
                zone = word
                seen.add(word)
            elif not zone:
                raise unknown(f"zone of {self.where}", word, ZONES)
            elif word == "rest" and zone in _WITH_LANDS:
                self.zones[zone].append(word)
            else:
                word, bar, gang = word.partition("<") if zone == "attackers" else (word, "", "")
                cards = self.cards(word, zone)
                if bar and (not gang or len(cards) > 1):
                    raise UsageError(f"{self.where}, {zone}: '{word}<{gang}' should be one attacker < its blockers")
                self.zones[zone] += cards
                self.gangs += [gang] * len(cards) if zone == "attackers" else []

    def cards(self, word: str, zone: str) -> list[str]:
        """The names that one word stands for: `2/2(2)*3` for three."""
        where = f"{self.where}, {zone}"
        found = _CARDS.fullmatch(word)
        lands = zone in _WITH_LANDS
        if not found or found[1] not in (*self.names, "land"):
            raise unknown(f"card in {where}", word, [*self.names, *(["land", "rest"] if lands else [])])
        if found[1] == "land" and not lands:
            raise UsageError(f"{where}: '{word}' should be a creature; lands in play are written 'lands 3'")
        return [found[1]] * (_number(found[2], f"{where}, {word}", 1, 60) if found[2] else 1)

    def complete(self, zones: Sequence[str]) -> None:
        """Put the cards that stand in none of these zones where they belong, if the deck has all the others."""
        resting = [zone for zone in _WITH_LANDS for name in self.zones[zone] if name == "rest"]
        if len(resting) > 1:
            raise UsageError(f"{self.where}: 'rest' can stand in one place only, not in {' and '.join(resting)}")
        used = Counter(name for zone in zones for name in self.zones[zone])
        used["land"] += self.lands
        left = []
        for name in [*self.names, "land"]:
            copies = len(self.free[name]) if name != "land" else self.t.lands[self.p]
            if used[name] > copies:
                raise UsageError(f"{self.where}: {used[name]} times {name}, but the deck has {copies}")
            left += [name] * (copies - used[name])
        cards = self.zones[resting[0] if resting else "library"]
        at = cards.index("rest") if resting else len(cards)
        cards[at : at + 1] = left

    def place(self, zone: str) -> list[int]:
        """The numbers of the cards of a zone, in its order; copies get the lowest numbers that are left."""
        return [LAND if name == "land" else self.free[name].pop(0) for name in self.zones[zone]]

    def among(self, creatures: int, names: Sequence[str], what: str) -> int:
        """Creatures with these names out of `creatures`, as bits."""
        chosen = 0
        for name in names:
            fitting = [card for card in each(creatures & ~chosen) if name_of(self.t, self.p, card) == name]
            if not fitting:
                raise UsageError(f"{self.where}, {what}: too few ready creatures {name}")
            chosen |= 1 << fitting[0]
        return chosen


def _bits(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards if card != LAND)


def _head(text: str, s: Any) -> int:
    """Read the words before the first bar; return the mana, or -1 if it is not given."""
    words = _Words(text, "position")
    if not words or words.take("'magic'") != "magic":
        raise UsageError(f"position: should begin with 'magic', not '{text.strip()[:20]}'")
    turn = player = 0
    mana = -1
    while words:
        word = words.take("a word")
        if word == "turn":
            turn = words.number("turn", 1)
        elif word == "player":
            player = words.number("player", 1, 2)
        elif word == "winner":
            s.winner = words.number("winner", 1, 2) - 1
        elif word == "mana":
            mana = words.number("mana", 0, CARDS)
        elif word in ("landed", "loose"):
            setattr(s, word, 1)
        elif word in STAGES:
            s.stage = STAGES.index(word)
        else:
            raise unknown("word of a position", word, ["turn", "player", *STAGES, "mana", "landed", "loose", "winner"])
    s.turn = turn or player or 1
    s.active = (s.turn - 1) % 2
    if player and player != s.active + 1:
        raise UsageError(f"position: turn {turn} is player {s.active + 1}'s, not player {player}'s")
    if s.stage != PLAY and (mana >= 0 or s.landed):
        raise UsageError("position: 'mana' and 'landed' belong to the stage 'cards'")
    return mana


def _life(text: str, s: Any) -> None:
    words = _Words(text, "position, life")
    for p in range(2):
        s.life[p] = words.number(f"player {p + 1}", -_MOST)
    if words:
        raise UsageError(f"position, life: '{text}' should be two numbers")


def _fill_zones(s: Any, t: Any, side: _Side) -> list[int]:
    """Place one player's cards; return the attackers in the order in which they stand."""
    p = side.p
    mine = p == s.active
    fits = {
        "asked": mine and s.stage == ATTACK,
        "attackers": mine and s.stage != PLAY,
        "stays": not mine and s.stage == BLOCK,
        "skipped": mine and s.stage == PLAY,
    }
    for zone in fits:
        if side.zones[zone] and not fits[zone]:
            raise UsageError(f"{side.where}: '{zone}' does not belong to this player in the stage '{STAGES[s.stage]}'")
    apart = ["attackers"] if s.stage == BLOCK else []
    side.complete(["hand", "ready", *apart, "tapped", "dead", "library"])
    s.lands[p] = side.lands
    s.land_hand[p], s.land_gone[p] = side.zones["hand"].count("land"), side.zones["dead"].count("land")
    s.hand[p], s.ready[p] = _bits(side.place("hand")), _bits(side.place("ready"))
    attackers = side.place("attackers") if apart else []
    s.tapped[p] = _bits(attackers) | _bits(side.place("tapped"))
    s.dead[p] = _bits(side.place("dead"))
    library = side.place("library")
    s.drawn[p] = t.cards[p] - len(library)
    s.library[p][s.drawn[p] : t.cards[p]] = library
    return attackers


def _fill_attack(s: Any, t: Any, side: _Side) -> None:
    """The answers to the questions about the attack."""
    p = s.active
    if any(side.gangs):
        raise UsageError(f"{side.where}, attackers: blockers belong to the stage 'block'")
    if not s.ready[p] and s.winner < 0:
        raise UsageError(f"{side.where}: nobody is ready to attack")
    s.attackers = side.among(s.ready[p], side.zones["attackers"], "attackers")
    asked = side.among(s.ready[p], side.zones["asked"], "asked") | s.attackers
    for copies in t.copies[p]:
        if copies & asked:  # a question is about all copies of a creature
            s.asked |= copies & s.ready[p]


def _fill_block(s: Any, t: Any, side: _Side, other: _Side, attackers: list[int]) -> None:
    """The attackers, and the answers of the blockers."""
    q = other.p
    free = s.ready[q]
    if (not attackers or not free) and s.winner < 0:
        raise UsageError(f"{side.where}: a block needs 'attackers', and 'ready' creatures on the other side")
    s.attackers = _bits(attackers)
    for a, words in zip(attackers, side.gangs, strict=True):
        for word in words.split("+") if words else []:
            gang = other.among(free, other.cards(word, "blockers"), "blockers")
            s.gang[a] |= gang
            free &= ~gang
    free &= ~other.among(free, other.zones["stays"], "stays")
    s.asked = s.ready[q] & ~free
    s.last = _last_told(s, t, q, free)


def _last_told(s: Any, t: Any, q: int, free: int) -> int:
    """What the last blocker was told, if the next one is a copy of it; copies choose in order, and staying is last."""
    same = t.copies[q][t.kind[q][min(each(_next_blocker(s, t)))]] & s.asked if free else 0
    if not same:
        return 0
    blocked = [a for a in each(s.attackers) if s.gang[a] & same]
    stays = sum((s.gang[a] & same).bit_count() for a in blocked) < same.bit_count()
    return NOBODY if stays else max(blocked)


def read_state(text: str, s: Any, t: Any) -> None:
    """Fill `s` from a line: the inverse of `state`, with defaults for what is left out."""
    head, *parts = text.split("|")
    s.winner, s.life[0], s.life[1] = -1, t.life, t.life
    mana = _head(head, s)
    sides = [_Side(t, 0), _Side(t, 1)]
    seen = set()
    for part in parts:
        title, _, rest = part.strip().partition(" ")
        if title in seen:
            raise UsageError(f"position: '{title}' is given twice")
        seen.add(title)
        if title == "life":
            _life(rest, s)
        elif title in ("1:", "2:"):
            sides[int(title[0]) - 1].read(rest)
        else:
            raise unknown("part of a position", title, ["life", "1:", "2:"])
    if s.winner < 0 and min(s.life) < 1:
        raise UsageError("position, life: should be 1 or more, unless there is a winner")
    attackers = [_fill_zones(s, t, side) for side in sides][s.active]
    side, other = sides[s.active], sides[1 - s.active]
    if s.stage == ATTACK:
        _fill_attack(s, t, side)
    elif s.stage == BLOCK:
        _fill_block(s, t, side, other, attackers)
    else:
        s.mana = s.lands[s.active] if mana < 0 else mana
        for name in side.zones["skipped"]:
            s.asked |= t.copies[s.active][side.names.index(name)]
