"""The clauses of the contract that need many deals at once, or none; each says what it tried."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.position import Position, make_stream
from ..kernel import seed_of
from .compiled import bounds, interpreted
from .fairness import bytes_of, fairness
from .knowing import twin_games
from .rare import rare_stages
from .redeal import Tape, dealt, exchanged
from .telling import seen_open, seen_secret
from .walk import Plan, Tried, Walk, Wrong, difference, need, same_state

TWIN_MOVES = 20_000  # in all games that are played twice, about
SEEN_MOVES = 10_000
PYTHON_MOVES = 10_000
RARE_MOVES = 200  # for each example
BOUND_MOVES = 50
SHUFFLES = 40
AGAIN = 20  # shuffles of each deal: what few deals have at all may stay where it is by chance
SHARE = 4  # a setup that hides most is tried up to so many times as often as one that hides nothing, and once more


@dataclass(frozen=True)
class Scope:
    """What is to be tried: which game and setups, how much, from which seed on, and how long games last."""

    game: Game
    setups: Sequence[str]
    examples: int
    seed: int
    longest: int
    weighted: Sequence[str] = ()
    """The setups, each as often as positions of it shall be tried."""

    @property
    def draws(self) -> Sequence[str]:
        """The setups from which positions are drawn."""
        return self.weighted or self.setups

    def plan(self, i: int) -> Plan:
        """A plan by its number."""
        ahead = random.Random(i).randint(0, self.longest)
        return Plan(self.draws[i % len(self.draws)], self.seed + i, ahead)


def hidden_bits(game: Game, setup: str, seed: int, longest: int) -> int:
    """How many bits of a state vary from sample to sample, in some positions of a setup: how much it hides."""
    most = 0
    for i in range(4):
        walk = Walk(game, Plan(setup, seed + i, ahead=longest * i // 4))
        walk.go()
        for seat in range(game.players):
            samples = [bytes_of(walk.position.hide(seat, walk.stream("bits", j))) for j in range(6)]
            differing = np.bitwise_or.reduce([samples[0] ^ sample for sample in samples])
            most = max(most, int(np.unpackbits(differing).sum()))
    return most


def weigh(scope: Scope) -> Scope:
    """Give every setup a share of the positions, the more the more it hides."""
    if not scope.game.hidden or len(scope.setups) == 1:
        return scope
    try:
        bits = [hidden_bits(scope.game, setup, scope.seed, scope.longest) for setup in scope.setups]
    except Exception:  # the clauses will tell
        return scope
    shares = [1 + round(SHARE * each / max(1, *bits)) for each in bits]
    rounds = [[setup for setup, share in zip(scope.setups, shares, strict=True) if share > i] for i in range(SHARE + 1)]
    return replace(scope, weighted=[setup for some in rounds for setup in some])


def metadata(scope: Scope) -> Tried:
    """Names are distinct and refer to what exists."""
    game = scope.game
    need(bool(game.stages) and bool(game.setups), "a game needs a stage and a setup")
    for kind in ("stages", "styles", "prunings", "evaluations"):
        names = getattr(game, kind)
        need(bool(names) and len(set(names)) == len(names), f"{kind} {names} should have different names")
    need(game.contrast is None or set(game.contrast) <= set(game.styles), f"contrast {game.contrast}: no such styles")
    for setup in scope.setups:
        house = dict(game.default_styles(setup))
        need(set(house) <= set(game.stages), f"default_styles of setup '{setup}': {house} names no stage of the game")
        known = {*game.styles, *(["opponent"] if game.players <= 2 else [])}  # like the rule player on the other side
        need(set(house.values()) <= known, f"default_styles of setup '{setup}': {house} names no style of the game")
    return Tried(len(scope.setups))


def different_deals(scope: Scope) -> Tried:
    """Where something is hidden, different seeds deal differently; a setup may begin with decisions before the deal."""
    if not scope.game.hidden:
        return Tried(0)
    first = [Position.deal(scope.game, setup, scope.seed) for setup in scope.setups]
    for i in range(1, scope.examples + 1):
        for setup, position in zip(scope.setups, first, strict=True):
            if not same_state(position, Position.deal(scope.game, setup, scope.seed + i)):
                return Tried(i)
    setups = ", ".join(f"'{setup}'" for setup in scope.setups)
    raise Wrong(f"something is hidden, but {scope.examples} seeds of setup {setups} deal the same game")


def hidden_variety(scope: Scope) -> Tried:
    """Hiding changes something where something is hidden."""
    if not scope.game.hidden:
        return Tried(0)
    for i in range(scope.examples):
        walk = Walk(scope.game, scope.plan(i))
        walk.go()
        place = walk.before_the_end() or walk
        for seat in range(scope.game.players):
            for sample in range(3):
                if not same_state(place.position, place.position.hide(seat, place.stream("hide", sample))):
                    return Tried(i + 1)
    raise Wrong(f"something is hidden, but hide changed nothing in {scope.examples} positions")


def hidden_completeness(scope: Scope) -> Tried:
    """Hiding changes all that others observe, unless the seat can tell it from a number of its own."""
    game = scope.game
    if not game.hidden or game.players == 1:
        return Tried(0)
    for setup in scope.setups:
        deals = [Position.deal(game, setup, scope.seed + i) for i in range(scope.examples)]
        known = [rows(deals, seat) for seat in range(game.players)]
        for seat in range(game.players):
            rng = make_stream(game, scope.seed, "hide")
            worlds = [position.hide(seat, rng) for position in deals]
            for other in range(game.players):
                kept = (rows(worlds, other) == known[other]).all(axis=0)
                varied = (known[other] != known[other][0]).any(axis=0)
                for number in np.flatnonzero(kept & varied) if other != seat else ():
                    told = determined(known[other][:, number], known[seat])
                    what = f"number {number} of what player {other + 1} observes at the deal (setup '{setup}')"
                    need(
                        told, f"hide({seat}) never changes {what}, but player {seat + 1} observes nothing that tells it"
                    )
    return Tried(scope.examples * len(scope.setups))


def determined(wanted: Any, known: Any) -> bool:
    """Whether some column of `known` tells every value of `wanted`."""
    return any(len(set(zip(column, wanted.tolist(), strict=True))) == len(set(column)) for column in known.T.tolist())


def rows(positions: Sequence[Position], seat: int) -> Any:
    """What a seat observes in many positions, one row for each."""
    table = np.zeros((len(positions), positions[0].game.max_numbers), np.int64)
    for row, position in zip(table, positions, strict=True):
        view = position.observe(seat)
        row[: len(view)] = view
    return table


def hidden_fairness(scope: Scope) -> Tried:
    """Sampled worlds are as likely as true ones, at the deal and later."""
    if not scope.game.hidden:
        return Tried(0)
    return fairness(scope.game, list(scope.draws), scope.seed, scope.longest, 10 * scope.examples)


def twins(scope: Scope) -> Tried:
    """Games that differ only in what a seat cannot know are the same to it, all through."""
    return twin_games(scope.game, whole_games(scope, TWIN_MOVES)) if scope.game.hidden else Tried(0)


def whole_games(scope: Scope, moves: int) -> list[Plan]:
    """Plans for whole games that take about so many moves together."""
    games = max(len(scope.setups), min(scope.examples, moves // scope.longest))
    return [replace(scope.plan(i), ahead=scope.longest) for i in range(games)]


def secrets(scope: Scope) -> Tried:
    """What others cannot see of a move, they are not told."""
    return seen_secret(scope.game, whole_games(scope, SEEN_MOVES))


def open_moves(scope: Scope) -> Tried:
    """What others can see of a move, they are told."""
    return seen_open(scope.game, whole_games(scope, SEEN_MOVES))


def rarities(scope: Scope) -> Tried:
    """Rare positions are sought out."""
    return rare_stages(scope.game, list(scope.draws), scope.seed, RARE_MOVES * scope.examples)


def in_python(scope: Scope) -> Tried:
    """Machine code does what Python does."""
    return interpreted(scope.game, whole_games(scope, PYTHON_MOVES))


def in_bounds(scope: Scope) -> Tried:
    """Machine code stays within its arrays."""
    return bounds(scope.game, list(scope.draws), scope.seed, BOUND_MOVES * scope.examples)


def thorough_shuffle(scope: Scope) -> Tried:
    """What is unknown to every seat, so that all of their samples change it, is changed by shuffling too."""
    game = scope.game
    if not game.hidden or game.shuffle.__name__ == Game.shuffle.__name__:  # which does nothing
        return Tried(0)
    for setup in scope.setups:
        deals = [Position.deal(game, setup, scope.seed + i) for i in range(SHUFFLES)]
        unknown: Any = True
        for seat in range(game.players):
            rng = make_stream(game, scope.seed, "shuffle", seat)
            unknown &= changed([(deal, deal.hide(seat, rng)) for deal in deals])
        rng, mixed = make_stream(game, scope.seed, "shuffle"), []
        for deal in deals:
            for _ in range(AGAIN):
                mixed.append((deal, deal.copy()))
                mixed[-1][1].shuffle(rng)
        left = np.flatnonzero(unknown & ~changed(mixed))
        if len(left):  # some of it may follow from what the seats know together: the set of the cards left in a stock
            left = left[changed(alike_to_all(game, setup, deals, scope.seed))[left]]
        if len(left):
            one, two = mixed[0][0], mixed[0][0].hide(0, rng)
            told = f"in setup '{setup}', {len(left)} bytes of the state that samples of every seat change"
            raise Wrong(f"{told} are never changed by shuffle; fields that differ in a sample: {difference(one, two)}")
    return Tried(SHUFFLES * len(scope.setups))


def alike_to_all(game: Game, setup: str, deals: list[Position], seed: int) -> list[tuple[Position, Position]]:
    """Deals, each with another one that looks the same to every seat."""
    found = [(deals[0], deals[0])]
    for i, deal in enumerate(deals):
        tape, chance = Tape(seed_of(seed + i, "deal")), random.Random(f"{seed} {i}")
        dealt(game, setup, tape)
        for _ in range(AGAIN if tape.draws else 0):
            other = dealt(game, setup, Tape(seed_of(seed + i, "deal"), exchanged(tape.draws, chance)))
            if all(other.observe(seat) == deal.observe(seat) for seat in range(game.players)):
                found.append((deal, other))
    return found


def changed(pairs: list[tuple[Position, Position]]) -> Any:
    """In which bytes of the state some pair differs by more than a note that is wiped out."""
    return np.any([(bytes_of(one) != bytes_of(two)) & (bytes_of(two) != 0) for one, two in pairs], axis=0)


@dataclass(frozen=True)
class Tally:
    """A clause that goes through deals by itself."""

    name: str
    states: str
    test: Callable[[Scope], Tried]
    cost: str = ""
    """What a person who waits should know."""


METADATA = Tally("metadata", "Names are distinct and refer to what exists.", metadata)

TALLIES = (
    Tally("full shuffle", "What is unknown to all is changed by shuffling.", thorough_shuffle),
    Tally("hidden variety", "Hiding changes something where something is hidden.", hidden_variety),
    Tally("hidden completeness", "Hiding changes all that only others can know.", hidden_completeness),
    Tally("hidden fairness", "Sampled worlds are as likely as true ones.", hidden_fairness),
    Tally(
        "twin games", "Whole games dealt otherwise, until the seat sees a difference: its samples stay equal.", twins
    ),
    Tally("seen secret", "Moves that look the same to the others are not told apart by `seen`.", secrets),
    Tally("seen open", "A move is seen by its player, and hidden from others only if they cannot tell it.", open_moves),
    Tally("rare stages", "Evaluations are numbers, and worlds sampled at rare positions can be played.", rarities),
    Tally("interpreted", "Machine code does what the same rules do as ordinary Python.", in_python),
    Tally(
        "bounds",
        "Machine code stays within its arrays.",
        in_bounds,
        ", in a process of its own; the first time the rules are compiled again, with checks",
    ),
    Tally("deals", "Where something is hidden, different seeds deal differently.", different_deals),
)
