"""Random streams: small, fast, equal in compiled and interpreted code, and derived from names.

The generator is multiply-with-carry: its arithmetic never leaves 63 bits, so signed machine integers cannot overflow
(which would be undefined) and Python integers give the same numbers.  A stream is a record that the caller owns and
passes along; nothing random is ever hidden in a game's state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from .compiling import PLAIN_FORMS
from .marks import compiled, inlined
from .records import record, records

Stream = record(z="i8")

LOW = 0xFFFFFFFF
FACTOR = 0x6A09E47D
PERIOD = FACTOR * 2**32 - 1


@inlined
def draw(rng):
    """32 random bits."""
    rng.z = FACTOR * (rng.z & LOW) + (rng.z >> 32)
    return (rng.z ^ (rng.z >> 32)) & LOW


@inlined
def below(rng, n):
    """A whole number from 0 to n - 1, n below 2**31."""
    rng.z = FACTOR * (rng.z & LOW) + (rng.z >> 32)
    return (((rng.z ^ (rng.z >> 32)) & LOW) * n) >> 32


@inlined
def uniform(rng):
    """A real number in [0, 1)."""
    return draw(rng) / 4294967296.0


@compiled
def fork(rng):
    """The starting point of an independent stream, for `restart`."""
    high = draw(rng) & 0x3FFFFFFF
    return (high << 32) + draw(rng) + 1


@inlined
def restart(rng, seed):
    """Put `rng` at a starting point made by `fork` or `seed_of`."""
    rng.z = seed


@compiled
def shuffle_part(cards, low, high, rng):
    """Shuffle cards[low:high] in place.

    Each draw serves two exchanges: what the first leaves of its 32 bits is uniform to one part in a million.
    """
    z = rng.z  # read and written once: the compiler cannot know that no card lies there
    i = high - 1
    while i > low:
        z = FACTOR * (z & LOW) + (z >> 32)
        both = ((z ^ (z >> 32)) & LOW) * (i - low + 1)
        j = low + (both >> 32)
        kept = cards[i]
        cards[i] = cards[j]
        cards[j] = kept
        i -= 1
        j = low + (((both & LOW) * (i - low + 1)) >> 32)
        kept = cards[i]
        cards[i] = cards[j]
        cards[j] = kept
        i -= 1
    rng.z = z


def _shuffle_draw_by_draw(cards: Any, low: int, high: int, rng: Any) -> None:
    """The same in ordinary Python, where every draw goes through the stream: so it can be written down or exchanged."""
    i = high - 1
    while i > low:
        rng.z = FACTOR * (rng.z & LOW) + (rng.z >> 32)
        both = ((rng.z ^ (rng.z >> 32)) & LOW) * (i - low + 1)
        for _ in range(2):
            j = low + (both >> 32)
            cards[i], cards[j] = cards[j], cards[i]
            i -= 1
            both = (both & LOW) * (i - low + 1)


PLAIN_FORMS[shuffle_part] = _shuffle_draw_by_draw


def seed_of(*path: Any) -> int:
    """The starting point of the stream with this name: any mixture of words and numbers.

    Different names give unrelated streams, so that deals do not move when players change.

    >>> seed_of(1, "deal", 7) == seed_of(1, "deal", 7) != seed_of(1, "agent", 7)
    True
    """
    digest = hashlib.blake2b(repr(path).encode(), digest_size=16).digest()
    return int.from_bytes(digest, "little") % (PERIOD - 1) + 1


def seeds_of(before: tuple[Any, ...], numbers: Iterable[int], after: tuple[Any, ...] = ()) -> list[int]:
    """The starting points of many streams whose names differ in one number, in a third of the time.

    >>> seeds_of((1, "agent"), [7, 8], (True,)) == [seed_of(1, "agent", 7, True), seed_of(1, "agent", 8, True)]
    True
    """
    head = "(" + "".join(f"{part!r}, " for part in before)
    tail = "".join(f", {part!r}" for part in after) + ")"
    hashed = (hashlib.blake2b(f"{head}{number}{tail}".encode(), digest_size=16).digest() for number in numbers)
    return [int.from_bytes(digest, "little") % (PERIOD - 1) + 1 for digest in hashed]


def stream(*path: Any, packed: bool = True) -> Any:
    """A new stream with this name, as an array of one record."""
    made = records(Stream, 1, packed=packed)
    if packed:
        made["z"] = np.int64(seed_of(*path))
    else:
        made[0].z = seed_of(*path)
    return made
