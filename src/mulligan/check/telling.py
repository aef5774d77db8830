"""The clauses about `seen`: what the others are told of a move is what they can see of it, no more and no less."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random

from ..core.game import UNSEEN, Game
from ..core.position import Position
from .knowing import unlike
from .redeal import WalkPositions
from .walk import Plan, Tried, Walk, Wrong, legal_moves, words

PLACES = 6  # positions of a game
PAIRS = 12  # moves that are compared with one another
WORLDS = 4
ENOUGH = 25  # times that a kind of move must have been unseen for nothing


def places(game: Game, plans: list[Plan]) -> Iterator[tuple[Walk, Random]]:
    """Walks to some positions of whole games."""
    for plan in plans:
        walk, random = Walk(game, plan), Random(f"seen {plan.seed}")
        walk.go()
        course = WalkPositions(walk)
        for number in sorted(random.sample(range(len(course.before)), min(PLACES, len(course.before)))):
            place = walk.again(number)
            if not place.position.over:
                yield place, random


def after(walk: Walk, position: Position, move: int) -> Position:
    """The position after a move, always with the same chances."""
    made = position.copy()
    made.play_with(move, walk.stream("seen"))
    return made


def looks(position: Position, seat: int) -> tuple[int, ...]:
    """All that a seat can see at once."""
    return (*position.look()[:3], *position.observe(seat))


def seen_secret(game: Game, plans: list[Plan]) -> Tried:
    """Moves of one kind that a seat cannot tell apart by what it observes are not told apart by `seen`."""
    pairs = 0
    for walk, random in places(game, plans) if game.players > 1 else ():
        here = walk.position
        actor, viewer = here.actor, 1 - here.actor
        moves = legal_moves(here)
        results: dict[tuple[str, tuple[int, ...]], tuple[int, Position]] = {}
        for move in moves if len(moves) <= PAIRS else random.sample(moves, PAIRS):
            there = after(walk, here, move)
            kind = words(here, move).split()[0]  # an attack without a trace is still seen to be an attack
            first, twin = results.setdefault((kind, looks(there, viewer)), (move, there))
            if first == move or there.observe(actor) == twin.observe(actor) or here.key(first) == here.key(move):
                continue  # they differ for nobody, or for the viewer too
            if unlike(twin.hide(viewer, walk.stream("hide")), there.hide(viewer, walk.stream("hide")), walk):
                continue
            pairs += 1
            if here.seen(first, viewer) != here.seen(move, viewer):
                told = f"'{words(here, first)}' and '{words(here, move)}' leave the same to player {viewer + 1}"
                raise Wrong(f"{told}, in what it observes and in its samples, but `seen` tells which it was", walk)
    return Tried(pairs, f"{pairs} pairs of moves that look the same to the other")


def seen_open(game: Game, plans: list[Plan]) -> Tried:
    """A move is seen by its player; by others as it is, or not at all because they cannot tell it from another."""
    tried = 0
    unseen: dict[str, list[Walk]] = defaultdict(list)
    needed: set[str] = set()
    for walk, random in places(game, plans):
        here = walk.position
        moves = legal_moves(here)
        for move in moves if len(moves) <= PAIRS else random.sample(moves, PAIRS):
            tried += 1
            text = words(here, move)
            for seat in range(game.players):
                seen = here.seen(move, seat)
                if seen == move:
                    continue
                if seen != UNSEEN or seat == here.actor:
                    told = "not seen" if seen == UNSEEN else f"seen as '{words(here, seen)}'"
                    raise Wrong(f"'{text}' of player {here.actor + 1} is {told} by player {seat + 1}", walk)
                kind = f"{here.stage}: {text.split()[0]}"
                if kind not in needed and len(unseen[kind]) < 4 * ENOUGH:
                    unseen[kind].append(walk)
                    if secret(walk, move, seat):
                        needed.add(kind)
    for kind, walks in unseen.items():
        if kind not in needed and len(walks) >= ENOUGH:
            told = f"`seen` hides moves such as '{kind}' from the other, but in {len(walks)} positions of {len(walks)}"
            raise Wrong(f"{told} what the other observes told them from every other move", walks[0])
    return Tried(tried, f"{tried} moves; unseen where needed: {', '.join(sorted(needed)) or 'none'}")


def secret(walk: Walk, move: int, viewer: int) -> bool:
    """Whether, for all that a seat knows, some other move could have left the same to be observed."""
    here = walk.position
    text, look = words(here, move), looks(after(walk, here, move), viewer)
    worlds = [here] + [here.hide(viewer, walk.stream("hide", i)) for i in range(WORLDS)]
    return any(
        words(world, other) != text and looks(after(walk, world, other), viewer) == look
        for world in worlds
        for other in legal_moves(world)[:40]
    )
