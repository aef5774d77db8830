# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What a seat knows of the cards, and fair samples of what it does not know.

A sample fills the places that a seat does not know with the cards that it has not seen, all ways alike that put no card
where it is barred.  Places are filled one by one, each with any card that fits.  Where earlier choices leave a place
fewer cards than it could have had, the whole is kept only with that share of probability: so all ways are equally
likely, however the bars lie.  The zone with the least choice comes first, which keeps most samples.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mulligan.kernel import below, compiled, lowest, pick, size, uniform

from .deck import Deck
from .zones import Moving, Spot

TRIES = 200  # after which a sample is kept in any case


class Knowing(NamedTuple):
    """The functions of the contract that follow from who knows what."""

    hide: Any
    observe: Any
    cards: Any
    shuffle: Any


def make_knowing(
    deck: Deck, spots: Sequence[Spot], seats: int, moving: Moving, shapes: Mapping[str, int | None]
) -> Knowing:
    """The functions for these zones; `shapes` are the lengths of the public fields, None for single numbers."""
    ZONES, SEATS, EVERY = len(spots), seats, deck.every
    SHUT = tuple(int(spot.zone.seen_by == "nobody") for spot in spots)
    MIXED = tuple(int(spot.zone.mixed) for spot in spots)
    AUDIENCE = tuple(spot.audience(seats) for spot in spots)
    ANY_MIXED = any(MIXED)
    card_at, swap, sort, write = moving.card_at, moving.swap, moving.sort, make_write(shapes)

    @compiled
    def next_zone(s, unknown, left):
        """Of the zones that are left (bits), the one in which unknown places have the fewest cards to spare."""
        found = -1
        least = 0
        for z in range(ZONES):
            if left >> z & 1:
                rest = s.zones[z] & unknown
                barred = unknown
                while rest != 0:
                    barred &= s.barred[lowest(rest)]
                    rest &= rest - 1
                spare = size(unknown & ~barred) - size(s.zones[z] & unknown)
                if found < 0 or spare < least:
                    found = z
                    least = spare
        return found

    @compiled
    def within(s, unknown, done, allowed):
        """How many places that are filled already can have taken cards out of `allowed` only."""
        if allowed == unknown:
            return size(done)
        n = 0
        while done != 0:
            if unknown & ~s.barred[lowest(done)] & ~allowed == 0:
                n += 1
            done &= done - 1
        return n

    @compiled
    def fill(s, unknown, rng, last):
        """Fill the places of the `unknown` cards anew; return whether the sample may be kept."""
        free = unknown
        done = 0
        share = 1.0
        left = 0
        for z in range(ZONES):
            if s.zones[z] & unknown:
                left |= 1 << z
        while left != 0:
            zone = next_zone(s, unknown, left)
            left ^= 1 << zone
            for r in range(size(s.zones[zone])):
                x = card_at(s, zone, r)
                if unknown >> x & 1:
                    allowed = unknown & ~s.barred[x]
                    fit = allowed & free
                    if fit == 0:
                        if not last:
                            return False
                        fit = free
                    n = size(fit)
                    share *= n / max(n, size(allowed) - within(s, unknown, done, allowed))
                    bit = pick(fit, below(rng, n))
                    swap(s, x, lowest(bit))
                    free ^= bit
                    done |= bit
        return last or share >= 1.0 or uniform(rng) < share

    @compiled
    def redeal(s, unknown, rng):
        for i in range(TRIES):
            if fill(s, unknown, rng, i == TRIES - 1):
                return

    @compiled
    def hide(s, t, seat, rng):
        unknown = EVERY & ~s.known[seat]
        redeal(s, unknown, rng)
        if ANY_MIXED:
            for z in range(ZONES):
                if MIXED[z]:
                    for p in range(SEATS):
                        if AUDIENCE[z] >> p & 1 == 0:
                            s.known[p] &= ~(s.zones[z] & unknown)
            sort(s)

    @compiled
    def shuffle(s, t, firm, rng):
        """Cards that lie where nobody looks, and that nobody knows."""
        unseen = 0
        for z in range(ZONES):
            if SHUT[z]:
                unseen |= s.zones[z]
        for p in range(SEATS):
            unseen &= ~s.known[p]
        redeal(s, unseen, rng)

    @compiled
    def observe(s, t, seat, out):
        """Zone by zone the cards from below with who knows them and what is barred; then the public numbers.

        Of a mixed zone, first the cards that the seat knows, and then only how many more there are.
        """
        common = EVERY
        for p in range(SEATS):
            common &= s.known[p]
        n = 0
        for z in range(ZONES):
            out[n] = size(s.zones[z])
            n += 1
            shown = s.zones[z] & s.known[seat]
            for r in range(size(s.zones[z])):
                if MIXED[z]:
                    card = lowest(shown if shown != 0 else s.zones[z] & ~s.known[seat])
                    if shown == 0:
                        out[n] = -1
                        out[n + 1] = 0
                        out[n + 2] = s.barred[card] & ~common
                        n += 3
                        continue
                    shown &= shown - 1
                else:
                    card = card_at(s, z, r)
                who = 0
                for p in range(SEATS):
                    who |= (s.known[p] >> card & 1) << p
                out[n] = card if who >> seat & 1 else -1
                out[n + 1] = who
                out[n + 2] = s.barred[card] & ~common
                n += 3
        return write(s, out, n)

    @compiled
    def cards(s, t, out):
        n = 0
        for z in range(ZONES):
            rest = s.zones[z]
            while rest != 0:
                out[n] = lowest(rest)
                n += 1
                rest &= rest - 1
        return n

    return Knowing(hide, observe, cards, shuffle)


def make_write(shapes: Mapping[str, int | None]) -> Any:
    """The function `write(s, out, n)` that writes all public fields, and returns the new end."""

    @compiled
    def write(s, out, n):
        return n

    for name, count in shapes.items():
        write = _one_more(write, name) if count is None else _row_more(write, name)
    return write


def _one_more(before: Any, name: str) -> Any:
    @compiled
    def write(s, out, n):
        n = before(s, out, n)
        out[n] = s[name]
        return n + 1

    return write


def _row_more(before: Any, name: str) -> Any:
    @compiled
    def write(s, out, n):
        n = before(s, out, n)
        for i in range(len(s[name])):
            out[n] = s[name][i]
            n += 1
        return n

    return write
