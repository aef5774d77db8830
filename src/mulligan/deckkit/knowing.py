# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What a seat knows of the cards, and fair samples of what it does not know.

A sample fills the places that a seat does not know with the cards that it has not seen, all ways alike that put no card
where it is barred.  There are two methods, and both are exact.

Where at most three zones have such places and within each the same cards are barred from all of them (the hands of a
game for four whose suits have run out), ways are counted: by how many cards of each kind go where, a kind being the
cards that are barred from the same zones.  A division is drawn in proportion to its number of ways, then the cards.

Elsewhere places are filled one by one, each with any card that fits.  Where earlier choices leave a place fewer cards
than it could have had, the whole is kept only with that share of probability: so all ways are equally likely, however
the bars lie.  The zone with the least choice comes first, which keeps most samples; after 200 attempts the last one is
taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import factorial
from typing import Any, NamedTuple

from mulligan.kernel import below, compiled, lowest, pick, size, uniform

from .deck import MOST, Deck
from .zones import Moving, Spot

TRIES = 200  # after which a sample is kept in any case
WAYS = tuple(float(factorial(n)) for n in range(MOST + 1))


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
    def some(cards, n, rng):
        """Any n of the cards."""
        chosen = 0
        for _ in range(n):
            bit = pick(cards, below(rng, size(cards)))
            cards ^= bit
            chosen |= bit
        return chosen

    @compiled
    def next_zone(s, unknown, left):
        """Of the zones that are left (bits), the one whose unknown places have the fewest cards to spare.

        Those from which no card is barred come last.
        """
        found = -1
        least = 0
        for z in range(ZONES):
            if left >> z & 1:
                rest = s.zones[z] & unknown
                barred = unknown  # from all places
                some_barred = 0
                while rest != 0:
                    barred &= s.barred[lowest(rest)]
                    some_barred |= s.barred[lowest(rest)] & unknown
                    rest &= rest - 1
                spare = size(unknown & ~barred) - size(s.zones[z] & unknown) + (0 if some_barred else MOST)
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
    def barred_alike(s, places):
        """The cards that are barred from all of these places; -1 if some are barred from a part of them only."""
        if places == 0:
            return 0
        barred = s.barred[lowest(places)]
        rest = places
        while rest != 0:
            if s.barred[lowest(rest)] != barred:
                return -1
            rest &= rest - 1
        return barred

    @compiled
    def place_in(s, zone, unknown, chosen, rng):
        """Put the chosen cards into the unknown places of a zone, in any order."""
        n = size(chosen)
        for r in range(size(s.zones[zone])):
            x = card_at(s, zone, r)
            if n and unknown >> x & 1:
                bit = chosen & -chosen if MIXED[zone] else pick(chosen, below(rng, n))
                swap(s, x, lowest(bit))
                chosen ^= bit
                n -= 1

    @compiled
    def divide(s, unknown, rng):
        """Fill the places of the `unknown` cards by counting ways; return whether that can be done."""
        x = y = z = -1
        for zone in range(ZONES):
            if s.zones[zone] & unknown:
                if x < 0:
                    x = zone
                elif y < 0:
                    y = zone
                elif z < 0:
                    z = zone
                else:
                    return False
        in_x = s.zones[x] & unknown if x >= 0 else 0
        in_y = s.zones[y] & unknown if y >= 0 else 0
        in_z = s.zones[z] & unknown if z >= 0 else 0
        from_x, from_y, from_z = barred_alike(s, in_x), barred_alike(s, in_y), barred_alike(s, in_z)
        if from_x < 0 or from_y < 0 or from_z < 0:
            return False
        fit_x = unknown & ~from_x if x >= 0 else 0
        fit_y = unknown & ~from_y if y >= 0 else 0
        fit_z = unknown & ~from_z if z >= 0 else 0
        # Cards that fit into one zone only, into two, and into all three.
        x_alone, y_alone, z_alone = fit_x & ~fit_y & ~fit_z, fit_y & ~fit_x & ~fit_z, fit_z & ~fit_x & ~fit_y
        xy, xz, yz = fit_x & fit_y & ~fit_z, fit_x & fit_z & ~fit_y, fit_y & fit_z & ~fit_x
        xyz = fit_x & fit_y & fit_z
        free_x, free_y, free_z = size(in_x) - size(x_alone), size(in_y) - size(y_alone), size(in_z) - size(z_alone)
        n_xy, n_xz, n_yz = size(xy), size(xz), size(yz)
        total = 0.0
        threshold = -1.0
        for step in range(2):  # first all ways are counted, then one is chosen
            reached = 0.0
            for a in range(n_xy + 1):  # of xy to x
                for b in range(n_xz + 1):  # of xz to x
                    for c in range(n_yz + 1):  # of yz to y
                        u, v, w = free_x - a - b, free_y - (n_xy - a) - c, free_z - (n_xz - b) - (n_yz - c)
                        if u < 0 or v < 0 or w < 0:
                            continue
                        ways = WAYS[n_xy] / WAYS[a] / WAYS[n_xy - a] * WAYS[n_xz] / WAYS[b] / WAYS[n_xz - b]
                        ways *= WAYS[n_yz] / WAYS[c] / WAYS[n_yz - c] * WAYS[u + v + w] / WAYS[u] / WAYS[v] / WAYS[w]
                        reached += ways
                        if step and reached > threshold:
                            part_xy, part_xz, part_yz = some(xy, a, rng), some(xz, b, rng), some(yz, c, rng)
                            to_x = some(xyz, u, rng)
                            to_y = some(xyz & ~to_x, v, rng)
                            if x >= 0:
                                place_in(s, x, unknown, x_alone | part_xy | part_xz | to_x, rng)
                            if y >= 0:
                                place_in(s, y, unknown, y_alone | xy & ~part_xy | part_yz | to_y, rng)
                            if z >= 0:
                                rest = xz & ~part_xz | yz & ~part_yz | xyz & ~to_x & ~to_y
                                place_in(s, z, unknown, z_alone | rest, rng)
                            return True
            total = reached
            if total <= 0.0:
                return False
            threshold = uniform(rng) * total
        return False

    @compiled
    def redeal(s, unknown, rng):
        if divide(s, unknown, rng):
            return
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
