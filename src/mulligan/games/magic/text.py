"""Positions and moves of Magic in words.

A position is one line: the turn, then a part for each player with its cards by zone.

    magic turn 7 player 1 block | life 20 17
    | 1: lands 4 hand land 2/2(2) ready 1/1(1) attackers 3/3(4)<2/1(2)+2/3(3) 3/3(4) dead 2/2(2)*2 library land*2 4/4(5)
    | 2: lands 3 ready 1/1(1)*2 2/1(2) 2/3(3) stays 1/1(1)

Whatever is left out has its default, so a short line is a position too.  The turn tells the player and the player the
turn; the stage is `attack`; lives are those of the setup; there is as much mana as lands; cards of the deck that stand
nowhere lie in the library under those given, weakest creature first and lands last, or where the word `rest` stands.

| words             | meaning                                                                                    |
|-------------------|--------------------------------------------------------------------------------------------|
| `mana 2 landed`   | main phase: mana left, and that a land has been played                                     |
| `loose`           | the order of the libraries is open                                                         |
| `winner 2`        | the game is over                                                                           |
| `asked`           | attack, half answered: the creatures already asked; those of them that go are `attackers`  |
| `attackers`       | block: the tapped creatures that attack; `<` sets those that block one of them behind it   |
| `stays`           | block, half answered: creatures that were asked and do not block                           |
| `skipped`         | main phase, half answered: kinds that are not played this turn                             |
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from mulligan.errors import UsageError, unknown
from mulligan.game import Text
from mulligan.kernel import interpret

from .layout import ATTACK, BLOCK, CARDS, LAND, NO, NOBODY, PLAY, STAGES, WHICH_LAND, WHOLE, WITH_LAND
from .rules import asked_next, next_blocker, playable, strongest_kind

_asked_next, _next_blocker = interpret(asked_next), interpret(next_blocker)
_playable, _strongest_kind = interpret(playable), interpret(strongest_kind)

_ZONES = ("lands", "hand", "ready", "tapped", "attackers", "asked", "stays", "skipped", "dead", "library")
_WITH_LANDS = ("hand", "dead", "library")
_CARDS = re.compile(r"(land|[0-9]+/[0-9]+\([0-9]+\)(?:#[0-9]+)?)(?:\*([0-9]+))?")
_MOST = 9999


# --- printing ---------------------------------------------------------------------------------------------------------


def _each(bits: int) -> Iterator[int]:
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def _name(t: Any, p: int, card: int) -> str:
    """`2/3(3)`; where copies are told apart, the second one is `2/3(3)#2`."""
    if card == LAND:
        return "land"
    shape = t.power[p][card], t.toughness[p][card], t.cost[p][card]
    name = "{}/{}({})".format(*shape)
    if not t.apart:
        return name
    before = sum((t.power[p][c], t.toughness[p][c], t.cost[p][c]) == shape for c in range(card))
    return f"{name}#{before + 1}" if before else name


def _runs(names: Iterable[str]) -> list[str]:
    """Equal neighbours together: `2/2(2)*3`; an attacker with blockers stands alone."""
    runs: list[tuple[str, int]] = []
    for name in names:
        if runs and runs[-1][0] == name and "<" not in name:
            runs[-1] = (name, runs[-1][1] + 1)
        else:
            runs.append((name, 1))
    return [name if n == 1 else f"{name}*{n}" for name, n in runs]


def _names(t: Any, p: int, creatures: int) -> list[str]:
    return [_name(t, p, card) for card in _each(creatures)]


def _attackers(s: Any, t: Any) -> list[str]:
    """The attackers in order, each with its blockers."""
    p = s.active
    words = []
    for a in _each(s.attackers):
        gang = "+".join(_runs(_names(t, 1 - p, s.gang[a])))
        words.append(f"{_name(t, p, a)}<{gang}" if gang else _name(t, p, a))
    return words


def _seat(s: Any, t: Any, p: int) -> str:
    zones = {"hand": ["land"] * s.land_hand[p] + _names(t, p, s.hand[p]), "ready": _names(t, p, s.ready[p])}
    tapped = s.tapped[p]
    if s.stage == BLOCK and p == s.active:
        tapped &= ~s.attackers
        zones["attackers"] = _attackers(s, t)
    elif s.stage == BLOCK:
        blocking = 0
        for a in _each(s.attackers):
            blocking |= s.gang[a]
        zones["stays"] = _names(t, p, s.asked & ~blocking)
    elif p == s.active and s.stage == ATTACK:
        zones["asked"] = _names(t, p, s.asked)
        zones["attackers"] = _names(t, p, s.attackers)
    elif p == s.active:
        zones["skipped"] = [_name(t, p, min(_each(copies))) for copies in t.copies[p] if copies & s.asked]
    zones["tapped"] = _names(t, p, tapped)
    zones["dead"] = ["land"] * s.land_gone[p] + _names(t, p, s.dead[p])
    zones["library"] = [_name(t, p, card) for card in s.library[p][s.drawn[p] : t.cards[p]]]
    words = [f"{p + 1}: lands {s.lands[p]}"]
    for zone in _ZONES:
        if zones.get(zone):
            words += [zone, *_runs(zones[zone])]
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
            return " ".join(["attack", *_runs(_names(t, p, move & 0xFFFFFFFF))]) if move != WHOLE else "no attack"
        asked = _strongest_kind(t, p, s.ready[p] & ~s.asked)
        return f"attack with {move.bit_count()} of {_name(t, p, min(_each(asked)))}"
    if s.stage == BLOCK:
        return _block(s, t, move)
    if move & WHOLE:
        number = (move >> WHICH_LAND) + 1
        land = "land" if number == 1 else f"land#{number}"
        played = [land] * bool(move & WITH_LAND) + _names(t, p, move & 0xFFFFFFFF)
        return " ".join(["play", *_runs(played or ["nothing"])])
    if move != NO:
        return f"cast {_name(t, p, min(_each(move)))}"
    card = _asked_next(s, t, _playable(s, t))
    if card:
        return f"skip {_name(t, p, min(_each(card)))}"
    return "only the land" if s.land_hand[p] and not s.landed else "done"


def _block(s: Any, t: Any, move: int) -> str:
    blocker = _name(t, 1 - s.active, min(_each(_next_blocker(s, t))))
    if move == NOBODY:
        return f"{blocker} stays"
    attacker = _name(t, s.active, move)
    before = sum(_name(t, s.active, a) == attacker for a in _each(s.attackers) if a < move)
    return f"{blocker} blocks {attacker}" + (f"#{before + 1}" if before else "")


# --- reading ----------------------------------------------------------------------------------------------------------


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
        self.zones: dict[str, list[str]] = {zone: [] for zone in _ZONES}
        self.gangs: list[str] = []
        self.names = [_name(t, p, min(_each(t.copies[p][k]))) for k in range(t.kinds[p])]
        self.free = {name: list(_each(t.copies[p][k])) for k, name in enumerate(self.names)}

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
            elif word in _ZONES:
                zone = word
                seen.add(word)
            elif not zone:
                raise unknown(f"zone of {self.where}", word, _ZONES)
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
            fitting = [card for card in _each(creatures & ~chosen) if _name(self.t, self.p, card) == name]
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
    same = t.copies[q][t.kind[q][min(_each(_next_blocker(s, t)))]] & s.asked if free else 0
    if not same:
        return 0
    blocked = [a for a in _each(s.attackers) if s.gang[a] & same]
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


TEXT = Text(move=move, state=state, read_state=read_state)
