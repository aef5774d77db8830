"""The clauses about what may depend on what: whatever looks the same to a seat must be the same to it.

They compare a position with other deals that look the same (`redeal`), and the results of moves that do.
"""

from __future__ import annotations

from random import Random

from ..core.game import Game
from ..core.position import Position
from .redeal import WalkPositions, redealt
from .walk import Plan, Tried, Walk, Wrong, difference, forms, legal_moves, need, printed, same_state, views, words

FORWARD = 40  # moves that two states are played on which differ in their bytes alone
TWINS = 3  # other deals that are tried for each game and seat
PAIRS = 12  # moves of a player whose results are compared with one another


def unlike(one: Position, other: Position, walk: Walk) -> str:
    """In which way two states are not the same to any player, now or later; nothing if in none.

    Equal cards may have different numbers, so what counts is all that can be asked: what everybody observes, the cards,
    the text, and the same again after every move of a game that is played on in words, with equal streams.
    """
    if same_state(one, other):
        return ""
    fields = difference(one, other)
    if printed(one) != printed(other) or views(one) != views(other) or one.look() != other.look():
        return fields
    if one.cards() != other.cards():
        return fields
    one, other = one.copy(), other.copy()
    for step in range(FORWARD):
        if one.over:
            break
        known = [{words(place, move): move for move in place.options()} for place in (one, other)]
        if sorted(known[0]) != sorted(known[1]):
            return f"{fields}; after {step} moves the options differ"
        chosen = sorted(known[0])[walk.random.randrange(len(known[0]))]
        for place, moves in zip((one, other), known, strict=True):
            place.play_with(moves[chosen], walk.stream("forward", step))
        if views(one) != views(other) or one.look() != other.look():
            return f"{fields}; after {step + 1} moves somebody observes a difference"
    return ""


def same_moves(one: Position, other: Position, moves: list[int], found: list[int]) -> bool:
    """Whether two lists of moves are the same in words: equal cards may have different numbers."""
    return moves == found or {words(one, move) for move in moves} == {words(other, move) for move in found}


def redealt_honesty(walk: Walk) -> int:
    """Deal again what a seat cannot know, without `hide`: its samples must not change."""
    tried = 0
    for seat in range(walk.game.players):
        for other in redealt(walk, seat):
            tried += 1
            one, two = (place.hide(seat, walk.stream("hide")) for place in (walk.position, other))
            apart = unlike(one, two, walk)
            if apart:
                dealt = f"dealt otherwise, player {seat + 1} has observed the same all along: {printed(other)}"
                raise Wrong(f"hide({seat}) depends on what player {seat + 1} cannot know: {apart}; {dealt}")
    return tried


def redealt_moves(walk: Walk) -> int:
    """In every deal that looks the same to the player to move, moves and keys are the same."""
    here, tried = walk.position, 0
    seat = here.actor
    for viewer in range(walk.game.players):
        for other in redealt(walk, viewer):
            tried += 1
            dealt = f"in a deal that looks the same to player {viewer + 1}, {printed(other)}"
            now, then = here.look()[:3], other.look()[:3]
            need(now == then, f"actor, stage and turn are {now}, but {then} {dealt}")
            for level in walk.game.prunings if viewer == seat else ():
                for chain in forms(walk.game):
                    moves, found = here.options(level, chain=chain), other.options(level, chain=chain)
                    told = f"player {seat + 1} has the moves '{words(here, *moves[:20])}'"
                    need(same_moves(here, other, moves, found), f"{told}, but '{words(other, *found[:20])}' {dealt}")
                    for move in moves[:20] if moves == found else ():
                        one, two = here.key(move), other.key(move)
                        need(one == two, f"the key of '{words(here, move)}' is {one}, but {two} {dealt}")
    return tried


def redealt_styles(walk: Walk) -> int:
    """In every deal that looks the same to the player to move, rule players advise the same."""
    here, tried = walk.position, 0
    for other in redealt(walk, here.actor):
        for style in walk.game.styles:
            tried += 1
            one, two = (place.advise(style, walk.stream("style")) for place in (here, other))
            if one != two:
                told = f"style '{style}' advises '{words(here, *one)}', but '{words(other, *two)}'"
                raise Wrong(f"{told} in a deal that looks the same to player {here.actor + 1}: {printed(other)}")
    return tried


def complete_view(walk: Walk) -> int:
    """After two moves that leave the same to be observed by their player, its samples are the same."""
    here, tried = walk.position, 0
    seat = here.actor
    moves = legal_moves(here)
    moves = moves if len(moves) <= PAIRS else walk.random.sample(moves, PAIRS)
    results: dict[tuple[int, ...], tuple[int, Position]] = {}
    for move in moves:
        after = here.copy()
        after.play_with(move, walk.stream("complete"))
        look = (*after.look()[:3], *after.observe(seat))
        if look not in results:
            results[look] = move, after
            continue
        first, twin = results[look]
        if after.over or here.key(move) == here.key(first):
            continue
        tried += 1
        apart = unlike(twin.hide(seat, walk.stream("hide")), after.hide(seat, walk.stream("hide")), walk)
        if apart:
            pair = f"'{words(here, first)}' and '{words(here, move)}'"
            raise Wrong(f"after {pair} player {seat + 1} observes the same, but its samples differ: {apart}")
    return tried


def twin_games(game: Game, plans: list[Plan]) -> Tried:
    """Whole games played twice, with chances that differ only in what a seat cannot know."""
    positions = games = 0
    for plan in plans:
        walk = Walk(game, plan)
        walk.go()
        course, random = WalkPositions(walk), Random(f"twin {plan.seed}")
        for seat in [seat for seat in range(game.players) for _ in range(TWINS)]:
            found = course.otherwise(random)
            if found is None:
                continue
            event, other = found
            for number in course.along(other, event, seat):
                here = course.positions[number]
                if same_state(here, other):
                    continue
                games += number == event
                positions += 1
                place = walk.again(number) if number < len(walk.played) else walk
                one, two = (world.hide(seat, walk.stream("hide", number)) for world in (here, other))
                apart = unlike(one, two, place)
                if apart:
                    dealt = f"in another deal, {printed(other)}, it has observed the same all along"
                    raise Wrong(f"hide({seat}) depends on what player {seat + 1} cannot know: {apart}; {dealt}", place)
                if here.actor == seat and not same_moves(here, other, here.options(), other.options()):
                    raise Wrong(f"player {seat + 1} has other moves in a deal that looks the same: {other}", place)
    return Tried(positions, f"{games} games")
