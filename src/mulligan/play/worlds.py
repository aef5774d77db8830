"""The worlds that a seat imagines: everything it cannot know dealt anew, again and again, as its searches do it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.position import Position, make_stream
from mulligan.core.scene import OPEN, Zone

from .view import look

MOST = 1000  # worlds at once


@dataclass(frozen=True)
class Likely:
    """A card that may lie in a zone."""

    name: str
    share: float
    """The share of the worlds in which it lies there."""
    mean: float
    """How many of it lie there on average."""


@dataclass(frozen=True)
class Doubtful:
    """A zone of which the seat does not know all."""

    title: str
    owner: int | None
    size: int
    """Cards in it, in the first world."""
    cards: tuple[Likely, ...]
    """What may lie there, the likeliest first."""


@dataclass(frozen=True)
class Worlds:
    """Some worlds as a seat imagines them, reduced to what it does not know."""

    seat: int
    worlds: tuple[tuple[Zone, ...], ...]
    zones: tuple[Doubtful, ...]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, ready for JSON."""
        return asdict(self)


def worlds(position: Position, seat: int, n: int = 20, seed: Any = 0) -> Worlds:
    """What a seat may think of the cards that it does not see.

    >>> from mulligan.games.toys import GUESS
    >>> found = worlds(Position.deal(GUESS, seed=3), 0, 200)
    >>> [(zone.owner, zone.title) for zone in found.zones][:1]
    [(1, 'hand')]
    """
    game = position.game
    if not 0 <= seat < game.players:
        raise UsageError(f"seat {seat + 1}: {game.name} has {game.players} player{'s' if game.players > 1 else ''}")
    if not 1 <= n <= MOST:
        raise UsageError(f"worlds: {n} should be a whole number from 1 to {MOST}")
    if not game.hidden:
        return Worlds(seat, ((),) * n, ())
    views = [look(position.hide(seat, make_stream(game, seed, "world", i)), OPEN).zones for i in range(n)]
    secret = {_name(zone) for zone in look(position, seat).zones if any(not card.name for card in zone.cards)}
    tallies = [{_name(zone): _tally(zone) for zone in zones} for zones in views]
    unknown = [
        name
        for name in dict.fromkeys(name for tally in tallies for name, cards in tally.items() if any(cards))
        if name in secret or any(tally.get(name) != tallies[0].get(name) for tally in tallies)
    ]
    reduced = tuple(tuple(zone for zone in zones if _name(zone) in unknown) for zones in views)
    return Worlds(
        seat, reduced, tuple(_doubtful(name, [tally.get(name, Counter()) for tally in tallies]) for name in unknown)
    )


def _name(zone: Zone) -> tuple[int | None, str]:
    return zone.owner, zone.title


def _tally(zone: Zone) -> Counter[str]:
    found: Counter[str] = Counter()
    for card in zone.cards:
        found[card.name] += card.count
    return found


def _doubtful(name: tuple[int | None, str], tallies: Sequence[Counter[str]]) -> Doubtful:
    n = len(tallies)
    names = {card for tally in tallies for card in tally if card}
    cards = [
        Likely(card, sum(tally[card] > 0 for tally in tallies) / n, sum(tally[card] for tally in tallies) / n)
        for card in names
    ]
    cards.sort(key=lambda card: (-card.share, -card.mean, card.name))
    return Doubtful(name[1], name[0], tallies[0].total(), tuple(cards))
