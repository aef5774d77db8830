# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What a seat knows of the cards, and fair samples of what it does not know.

A sample fills the places that a seat does not know with the cards that it has not seen, all ways alike that put no card
where it is barred.  Places are filled one by one, each with any card that fits.  Where earlier choices leave a place
fewer cards than it could have had, the whole is kept only with that share of probability: so all ways are equally
likely, however the bars lie.
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
    # What is known of hands is more than what is known of a stock, so hands are filled first.
    ORDER = tuple(sorted(range(ZONES), key=lambda z: spots[z].owner is None))
    SHUT = tuple(int(spot.zone.seen_by == "nobody") for spot in spots)
    card_at, swap, write = moving.card_at, moving.swap, make_write(shapes)

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
        for i in range(ZONES):
            zone = ORDER[i]
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
        redeal(s, EVERY & ~s.known[seat], rng)

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
        """Zone by zone the cards from below with who knows them and what is barred; then the public numbers."""
        common = EVERY
        for p in range(SEATS):
            common &= s.known[p]
        n = 0
        for z in range(ZONES):
            out[n] = size(s.zones[z])
            n += 1
            for r in range(size(s.zones[z])):
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
