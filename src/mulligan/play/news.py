"""What has happened between two views of the same seat, in words: counters, cards that came and went, and what became
of those that stayed."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Container, Iterator
from dataclasses import dataclass

from mulligan.core.scene import Card, Zone

from .view import View

FEW = 6  # cards of one zone that are named one by one, and lines about cards that stayed

# Marks by which a table shows how a move or a phase goes on: the moves say it themselves.
_STATES = ("acted", "committed", "engaged", "exhausted", "revealed", "shown", "tapped")
_DEEDS = ("attacks", "blocked", "blocks", "defends", "goes", "has", "is", "stays", "was")
_MOMENTS = ("down", "now", "phase", "quest", "round", "turn")


def news(before: View, after: View) -> list[str]:
    """The differences that the seat could see, a line for each counter, way of cards, zone and change of cards.

    >>> from mulligan.games.toys import NIM
    >>> from mulligan.core.position import Position
    >>> from mulligan.play.view import look
    >>> here = Position.deal(NIM)
    >>> old = look(here, 0)
    >>> news(old, look(here.play("take 3"), 0))
    ['stones: 15 -> 12']
    """
    values = {(counter.owner, counter.title): counter.value for counter in before.counters}
    counted = {
        counter: old
        for counter in after.counters
        if (old := values.get((counter.owner, counter.title))) is not None and old != counter.value
    }
    lines = [
        f"{whose(after.seat, counter.owner, after.players)}{counter.title}: {old} -> {counter.value}"
        for counter, old in counted.items()
    ]
    known = {f"{old} -> {counter.value} {counter.title.split()[-1]}" for counter, old in counted.items()}
    known |= {_head(counter.title.split()[-1]) for counter in counted}
    return [*lines, *_travels(before, after), *_changes(before, after, known)]


@dataclass(frozen=True)
class _Change:
    """What a zone has lost and gained."""

    zone: Zone
    lost: Tally[str]
    gained: Tally[str]


def _travels(before: View, after: View) -> Iterator[str]:
    """The ways of cards from one zone to another, then what came from or went to where nobody sees it."""
    zones = {(zone.owner, zone.title): zone for zone in before.zones}
    changes = []
    for zone in after.zones:
        was = zones.get((zone.owner, zone.title))
        if was is not None:
            old, new = _tally(was), _tally(zone)
            changes.append(_Change(zone, old - new, new - old))
    seat, players = after.seat, after.players
    for origin in changes:
        for goal in changes:
            moved = Tally({name: min(n, goal.gained[name]) for name, n in origin.lost.items() if name})
            moved = +moved
            if goal is origin or not moved:
                continue
            origin.lost.subtract(moved)
            goal.gained.subtract(moved)
            same = origin.zone.owner == goal.zone.owner
            to = goal.zone.title if same else whose(seat, goal.zone.owner, players) + goal.zone.title
            yield f"{whose(seat, origin.zone.owner, players)}{origin.zone.title} -> {to}: {_named(moved)}"
    for change in changes:
        gained, lost = +change.gained, +change.lost
        if change.zone.layout == "pile" and not any((*gained, *lost)):
            continue  # a pile that nobody sees into: its number is on the table
        told = [f"{sign}{_named(cards)}" for sign, cards in (("+", gained), ("-", lost)) if cards]
        if told:
            yield f"{whose(seat, change.zone.owner, players)}{change.zone.title}: {' '.join(told)}"


# --- cards that stayed ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Turn:
    """What became of a card."""

    owner: int | None
    name: str
    place: str
    words: str
    stats: tuple[str, str]

    @property
    def undone(self) -> tuple[int | None, str, tuple[str, str]]:
        """What became of a card that has changed places with this one."""
        return self.owner, self.name, self.stats[::-1]


def _changes(before: View, after: View, known: Container[str]) -> Iterator[str]:
    """New numbers and marks of cards that lie where they lay; cards of which the same is to be told stand together.

    `known` is what counters have told already.
    """
    zones = {(zone.owner, zone.title): zone for zone in before.zones}
    turns: list[_Turn] = []
    for zone in after.zones:
        was = zones.get((zone.owner, zone.title))
        for old, new in _stayed(was, zone) if was is not None and zone.layout == "row" else ():
            words = _became(old, new, known)
            if words:
                turns.append(_Turn(zone.owner, new.name, zone.title, words, (old.stats, new.stats)))
    swapped = {turn.undone for turn in turns if turn.stats[0] != turn.stats[1]}
    told: dict[tuple[int | None, str], list[str]] = {}
    for turn in turns:
        if (turn.owner, turn.name, turn.stats) in swapped:
            continue
        rows = [zone for zone in after.zones if zone.owner == turn.owner and zone.layout == "row"]
        places = {zone.title for zone in rows for card in zone.cards if card.name == turn.name}
        name = f"{turn.name} ({turn.place})" if len(places) > 1 else turn.name
        told.setdefault((turn.owner, turn.words), []).append(name)
    lines = [
        f"{whose(after.seat, owner, after.players)}{', '.join(names)}: {words}"
        for (owner, words), names in told.items()
    ]
    yield from lines[:FEW]
    if len(lines) > FEW:
        yield f"{len(lines) - FEW} more changes"


def _stayed(was: Zone, now: Zone) -> Iterator[tuple[Card, Card]]:
    """Cards before and after; of equal ones only if none came and none went, for then they may have moved up."""
    before, after = _tally(was), _tally(now)
    for new in now.cards:
        if not new.name or new.count != 1 or before[new.name] != after[new.name]:
            continue
        alike = [old for old in was.cards if old.name == new.name]
        same = alike if len(alike) == 1 else [old for old in alike if old.key == new.key]
        if same:
            yield same[0], new


def _became(old: Card, new: Card, known: Container[str] = ()) -> str:
    """What has changed about a card, in few words.

    >>> _became(Card("a", "Eowyn", stats="W4 A1 3/3 HP"), Card("a", "Eowyn", stats="W4 A1 2/3 HP", marks=("1 damage",)))
    '3/3 -> 2/3 HP'
    >>> _became(Card("a", "Deino", marks=("asleep",)), Card("a", "Deino", marks=("poisoned", "tapped")))
    'poisoned, no longer asleep'
    """
    found = [words for words in _numbers(old.stats.split(), new.stats.split()) if _bare(words) not in known]
    had, has = (
        [mark for mark in card.marks if not _passing(mark) and not (mark[0].isdigit() and _head(mark) in known)]
        for card in (old, new)
    )
    if old.stats != new.stats:
        had, has = ([mark for mark in marks if _head(mark) != "damage"] for marks in (had, has))
    heads = {_head(mark) for mark in has}
    found += [mark for mark in has if mark not in had]
    return ", ".join([*found, *(f"no longer {mark}" for mark in had if _head(mark) not in heads)])


def _numbers(old: list[str], new: list[str]) -> list[str]:
    """The words of two texts that differ, with the unit that follows them."""
    if len(old) != len(new):
        return [f"{' '.join(old) or 'nothing'} -> {' '.join(new) or 'nothing'}"]
    found = []
    for i, (a, b) in enumerate(zip(old, new)):
        if a != b:
            unit = next((word for word in new[i + 1 : i + 2] if word.isalpha()), "")
            found.append(f"{a} -> {b} {unit}".rstrip())
    return found


def _bare(words: str) -> str:
    """A change without what would be full: `1/8 -> 3/8 progress` is `1 -> 3 progress` to a counter."""
    return " ".join(word.partition("/")[0] for word in words.split(" "))


def _head(mark: str) -> str:
    """What a mark is about.

    >>> _head("Energy: Darkness x2"), _head("2 resources"), _head("favours you")
    ('Energy', 'resource', 'favour')
    """
    return mark.partition(":")[0].lstrip("0123456789 +-").partition(" ")[0].rstrip("s")


def _passing(mark: str) -> bool:
    words = mark.replace(",", "").split()
    return not words or words[0] in _STATES or words[0] in _DEEDS or words[-1] in _MOMENTS or "attacks now" in mark


def _tally(zone: Zone) -> Tally[str]:
    found: Tally[str] = Tally()
    for card in zone.cards:
        found[card.name] += card.count
    return found


def whose(seat: int, owner: int | None, players: int = 2) -> str:
    """How a seat calls the owner of something; of several opponents each has a number.

    >>> whose(0, 0), whose(0, 1), whose(-1, 1), whose(0, None), whose(0, 1, players=4)
    ('your ', "the opponent's ", "player 2's ", '', "player 2's ")
    """
    if owner is None:
        return ""
    if owner == seat:
        return "your "
    return f"player {owner + 1}'s " if seat < 0 or players > 2 else "the opponent's "


def _named(cards: Tally[str]) -> str:
    total = cards.total()
    hidden = cards.get("", 0)
    names = [name if n == 1 else f"{n} {name}" for name, n in cards.items() if name]
    if len(names) > FEW:
        return f"{total} cards"
    if hidden:
        names.append("a card" if hidden == 1 else f"{hidden} cards")
    return ", ".join(names)
