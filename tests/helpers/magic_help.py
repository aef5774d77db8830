"""Short names for the tests of Magic: read a position, ask it, take its text apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

from mulligan.core.position import Position, make_stream
from mulligan.games.magic import MAGIC
from mulligan.games.magic.decks import deck

from .magic_oracle import Creature

Bundle = tuple[Creature, ...]


def read(text: str, setup: str = "literal") -> Position:
    """A position from its text."""
    return Position.read(MAGIC, text, setup)


def rng(*name: Any) -> Any:
    """A random stream."""
    return make_stream(MAGIC, "tests", *name)


def many(words: Iterable[str]) -> list[str]:
    """`2/2(2)*2 land` as `2/2(2) 2/2(2) land`."""
    found: list[str] = []
    for word in words:
        name, _, n = word.partition("*")
        found += [name] * int(n or 1)
    return found


def zone(position: Position, seat: int, name: str) -> list[str]:
    """The cards in one zone of player 1 or 2."""
    words = str(position).split(f"| {seat}: ")[1].split(" |")[0].split()
    if name not in words:
        return []
    after = words[words.index(name) + 1 :]
    ends = [i for i, word in enumerate(after) if word.isalpha() and word != "land"]
    return many(after[: ends[0] if ends else None])


def size(position: Position, seat: int, name: str) -> int:
    """How many cards a zone holds."""
    return len(zone(position, seat, name))


def life(position: Position) -> list[int]:
    return [int(word) for word in str(position).split("| life ")[1].split(" |")[0].split()]


def creature(text: str) -> Creature:
    """`2/3(3)` as a creature."""
    power, toughness, cost = re.findall(r"\d+", text)[:3]
    return Creature(int(power), int(toughness), int(cost))


def creatures(words: Iterable[str]) -> list[Creature]:
    return [creature(word) for word in many(words) if word != "land"]


def names(some: Iterable[Creature]) -> str:
    """Creatures as they stand in a position."""
    return " ".join(map(str, some))


def advice(position: Position, style: str = "expert", stream: Any = None) -> list[str]:
    """What a rule player does in this stage, in words."""
    there, told = position.copy(), []
    for move in position.advise(style, rng() if stream is None else stream):
        told.append(there.text(move))
        there.play(move)
    return told


def follow(position: Position, style: str = "expert") -> Position:
    """The position after a rule player has played this stage."""
    there = position.copy()
    there.act(style, rng())
    return there


def leaves(position: Position, level: str = "none") -> Iterator[tuple[list[tuple[int, str]], Position]]:
    """Every way to answer the questions of the present stage: the answers, and the position after them."""
    here = position.look()[1:3]

    def walk(at: Position, told: list[tuple[int, str]]) -> Iterator[tuple[list[tuple[int, str]], Position]]:
        if at.over or at.look()[1:3] != here:
            yield told, at
            return
        for move in at.options(level, chain=True):
            there = at.copy()
            text = there.text(move)
            there.play(move)
            yield from walk(there, [*told, (move, text)])

    yield from walk(position, [])


def random_game(
    seed: int, setup: str = "literal", styles: Sequence[str] = ("expert", "reduced", "random", "pass", "uniform")
) -> Iterator[Position]:
    """The positions of a game, one object that moves on, in which the rule players take turns at every stage."""
    here, stream = Position.deal(MAGIC, setup, seed=("walk", seed)), rng(seed)
    n = 0
    while True:
        yield here
        if here.over:
            return
        here.act(styles[(seed * 7 + n * n * 3 + n) % len(styles)], stream)
        n += 1


def pool(name: str) -> list[Creature]:
    """The creatures of a deck."""
    return [Creature(*one) for one in deck(name).creatures]


DECKS = st.sampled_from(["M15", "M13", "M8"])


def bundles(name: str, *most: int, least: int = 0) -> st.SearchStrategy[list[Bundle]]:
    """Disjoint groups of creatures from one deck, each of `least` to its own number of creatures."""

    def cut(drawn: tuple[list[Creature], list[int]]) -> list[Bundle]:
        cards, sizes = drawn
        groups, at = [], 0
        for n in sizes:
            groups.append(tuple(cards[at : at + n]))
            at += n
        return groups

    sizes = st.tuples(*(st.integers(least, n) for n in most)).map(list)
    return st.tuples(st.permutations(pool(name)).map(list), sizes).map(cut)
