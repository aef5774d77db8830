# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""A game with a deck in numbers of a fixed size, for programs that learn: an action is a card, and so is a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mulligan.core.encoding import Encoding
from mulligan.kernel import compiled, lowest, size

from .deck import Deck
from .zones import Spot


def make_encoding(
    deck: Deck,
    spots: Sequence[Spot],
    seats: int,
    fields: Mapping[str, tuple[int | None, range]],
    put_down: Any,
    others: Mapping[int, str],
) -> Encoding:
    """The encoding for these zones; `put_down(s, out, n)` writes the public fields, `others` are moves without a card.

    Zones that every seat has are told as the seat sees them: its own, that of the next seat, and so on.
    """
    CARDS, ZONES = len(deck), len(spots)
    first = {spot.zone.name: i for i, spot in reversed(list(enumerate(spots)))}
    # For each seat and zone: the number of the zone as that seat counts.
    SEEN_AS = tuple(
        i if spot.owner is None else first[spot.zone.name] + (spot.owner - seat) % seats
        for seat in range(seats)
        for i, spot in enumerate(spots)
    )
    MIXED = tuple(int(spot.zone.mixed) for spot in spots)
    MOVES = tuple(sorted(others)) or (-1,)

    @compiled
    def action(s, t, move):
        if move < CARDS:
            return move
        for i in range(len(MOVES)):
            if MOVES[i] == move:
                return CARDS + i
        return move  # the author has not named it

    @compiled
    def write(s, t, seat, out):
        out[0] = seat
        for z in range(ZONES):
            seen_as = SEEN_AS[seat * ZONES + z]
            out[1 + 2 * CARDS + seen_as] = size(s.zones[z])
            rest = s.zones[z] & s.known[seat]
            while rest != 0:
                card = lowest(rest)
                out[1 + card] = 1 + seen_as
                if not MIXED[z]:
                    out[1 + CARDS + card] = 1 + s.rank[card]
                rest &= rest - 1
        return put_down(s, out, 1 + 2 * CARDS + ZONES)

    zones = [_words(spot, seats) for spot in spots]
    key = ", ".join(f"{i + 1} {words}" for i, words in enumerate(zones))
    return Encoding(
        actions=(*deck.words, *(others[move] for move in sorted(others))),
        action=action if others else None,
        numbers=(
            "the own seat",
            *(
                f"where {word} lies: 0 unknown, {key}" if i == 0 else f"where {word} lies"
                for i, word in enumerate(deck.words)
            ),
            *(f"the place of {word} there, 1 the lowest; 0 unknown or no order" for word in deck.words),
            *(f"cards: {words}" for words in zones),
            *(
                name if count is None else f"{name}[{i}]"
                for name, (count, _) in fields.items()
                for i in range(count or 1)
            ),
        ),
        bounds=(
            (0, seats - 1),
            *((0, ZONES),) * CARDS,
            *((0, CARDS),) * CARDS,
            *((0, CARDS),) * ZONES,
            *((bound.start, bound.stop - 1) for count, bound in fields.values() for _ in range(count or 1)),
        ),
        write=write,
    )


def _words(spot: Spot, seats: int) -> str:
    if spot.owner is None:
        return spot.zone.name
    if spot.owner == 0:
        return f"own {spot.zone.name}"
    return f"{spot.zone.name} of the other" if seats == 2 else f"{spot.zone.name} of seat +{spot.owner}"
