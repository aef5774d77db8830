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
        moves = legal_moves(walk.position)
        tried = moves if len(moves) <= PAIRS else random.sample(moves, PAIRS)
        results = [(move, after(walk, walk.position, move)) for move in tried]
        for viewer in range(game.players):
            if viewer != walk.position.actor:
                pairs += _secret_pairs(walk, viewer, results)
    return Tried(pairs, f"{pairs} pairs of moves that look the same to another")


def _secret_pairs(walk: Walk, viewer: int, results: list[tuple[int, Position]]) -> int:
    """Hold `seen` to what one seat can tell apart; how many pairs of moves it cannot."""
    here, pairs = walk.position, 0
    actor = here.actor
    known: dict[tuple[str, tuple[int, ...]], tuple[int, Position]] = {}
    for move, there in results:
        kind = words(here, move).split()[0]  # an attack without a trace is still seen to be an attack
        first, twin = known.setdefault((kind, looks(there, viewer)), (move, there))
        if first == move or there.observe(actor) == twin.observe(actor) or here.key(first) == here.key(move):
            continue  # they differ for nobody, or for the viewer too
        if unlike(twin.hide(viewer, walk.stream("hide")), there.hide(viewer, walk.stream("hide")), walk):
            continue
        pairs += 1
        if here.seen(first, viewer) != here.seen(move, viewer):
            told = f"'{words(here, first)}' and '{words(here, move)}' leave the same to player {viewer + 1}"
            raise Wrong(f"{told}, in what it observes and in its samples, but `seen` tells which it was", walk)
    return pairs


def seen_open(game: Game, plans: list[Plan]) -> Tried:
    """A move is seen by its player; by others as it is, or not at all because they cannot tell it from another."""
    tried = 0
    unseen: dict[tuple[str, int], list[Walk]] = defaultdict(list)
    needed: set[tuple[str, int]] = set()
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
                who = (kind, seat) if game.players > 2 else (kind, -1)  # of two, the other one is either
                if who not in needed and len(unseen[who]) < 4 * ENOUGH:
                    unseen[who].append(walk)
                    if secret(walk, move, seat):
                        needed.add(who)
    for (kind, seat), walks in unseen.items():
        if (kind, seat) not in needed and len(walks) >= ENOUGH:
            other = "the other" if seat < 0 else f"player {seat + 1}"
            told = f"`seen` hides moves such as '{kind}' from {other}, but in {len(walks)} positions of {len(walks)}"
            raise Wrong(f"{told} what {other} observes told them from every other move", walks[0])
    kinds = sorted({kind for kind, _ in needed})
    return Tried(tried, f"{tried} moves; unseen where needed: {', '.join(kinds) or 'none'}")


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
