"""Playouts: how a game is played on from a leaf, by styles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import MAX_STAGES, Game
from mulligan.core.words import plain_digits
from mulligan.kernel import below, compiled, inlined, record

from .fields import one_of
from .layout import MOST_STEPS, ROOT, SEARCHED
from .parts import Part
from .stages import style_per_stage

NO_CUT, CUT_MOVES, CUT_TURNS, CUT_AHEAD = range(4)
MAST = -2  # in place of a playout style
ROLLOUT = -3  # in place of a style for the rest of the turn: as the playout styles have it

PLAYOUT = dict[str, Any](
    rollout=("i8", MAX_STAGES),
    rests="i8",  # whether any of the next are other than ROLLOUT
    rest=("i8", MAX_STAGES),  # by the stage where a simulation starts: its style until the turn ends, or ROLLOUT
    pruned_start="i8",  # the first move of a simulation is one of the pruned ones
    cut="i8",
    cut_length="i8",
)


@dataclass(frozen=True)
class PlayoutSettings:
    """How simulations are played."""

    playout: str = one_of("styles", ("styles", "noted"), "playout")
    """Playout (rollout, simulation): what plays it; `styles`, or averages if the rollout is `mast`; styles whose moves
    are `noted`, for RAVE; or name a part of your own."""
    rollout: str = "uniform"
    """Playout (default) policy: a style, several joined by + for the stages, or `mast`."""
    rest: str = "rollout"
    """Playout policy until the end of the turn in which a playout starts: the `rollout`, or a style; one for all, or
    for each stage where it may start, joined by +."""
    pruned_start: bool = False
    """The first move of each playout is drawn uniformly from the pruned moves; the end of the turn only if there is no
    other."""
    redraw: bool = False
    """Re-determinization at the leaf: playouts reshuffle what nobody has drawn yet."""
    cut: str = "no"
    """Playout depth limit (early cut-off): `no`; a number of `moves`, `turns` or `rounds` of its own, as in `8turns`;
    or a number of turns `ahead` of the root, the same for all playouts, as in `3ahead`."""


def cut_of(text: str, players: int) -> tuple[int, int]:
    """The kind and length of a cut-off.

    >>> cut_of("no", 2), cut_of("20moves", 2), cut_of("3rounds", 2), cut_of("1ahead", 2)
    ((0, 0), (1, 20), (2, 6), (3, 1))
    """
    if text == "no":
        return NO_CUT, 0
    units = {
        "moves": (CUT_MOVES, 1),
        "turns": (CUT_TURNS, 1),
        "rounds": (CUT_TURNS, players),
        "ahead": (CUT_AHEAD, 1),
    }
    for unit, (kind, factor) in units.items():
        number = text.removesuffix(unit)
        if number != text and plain_digits(number) and len(number) < 10:
            return kind, factor * int(number)
    raise UsageError(f"cut={text}: should be 'no', or a number of moves, turns or rounds, as in 8turns, or 3ahead")


def fill_playout(p: Any, settings: Any, game: Game, seat: int) -> None:
    """The numbers that all playouts by styles have."""
    p.rollout[:] = style_per_stage(game, settings.rollout, also={"mast": MAST})
    p.rest[:] = style_per_stage(game, settings.rest, also={"rollout": ROLLOUT})
    p.rests = int(any(style != ROLLOUT for style in p.rest[: len(game.stages)]))
    p.pruned_start = int(settings.pruned_start)
    p.cut, p.cut_length = cut_of(settings.cut, game.players)


def make_rolling(game: Game, made: Any) -> Mapping[str, Any]:
    """The functions that play on by styles, for all playouts that use them."""
    actor, stage, turn, options = game.actor, game.stage, game.turn, game.options
    by_rule, has_end, end = made.edges.by_rule, made.edges.has_end, made.edges.end

    @compiled
    def finish_turn(s, t, plan, left, last, rng, moves):
        """Play the turn to its end by the style for the stage it stands at, if there is one; return the moves left."""
        style = plan.playout.rest[stage(s)]
        now = turn(s)
        if style != ROLLOUT and now < last:
            while actor(s) >= 0 and left > 0 and turn(s) == now:
                if by_rule(s, t, plan, style, rng, moves):
                    return 0
                left -= 1
        return left

    @inlined
    def bounds(s, root, plan):
        """How many moves a simulation may have, and the turn before which it ends."""
        p = plan.playout
        left = p.cut_length if p.cut == CUT_MOVES else 1 << 40
        last = turn(s) + p.cut_length if p.cut == CUT_TURNS else 1 << 40
        if p.cut == CUT_AHEAD:
            last = turn(root) + p.cut_length
        return left, last

    unbounded = bounds

    @inlined
    def watched_bounds(s, root, plan):
        """The same for styles from outside, which may not know how to end a game."""
        left, last = unbounded(s, root, plan)
        return min(left, MOST_STEPS), last

    if game.endless:
        bounds = watched_bounds

    @compiled
    def going_on(s, t, form, moves):
        """Write the moves but for the end of the turn, unless there is no other; return how many there are."""
        n = options(s, t, form, moves)
        if has_end and n > 1:
            others = 0
            for i in range(n):
                if moves[i] != end:
                    moves[others] = moves[i]
                    others += 1
            n = others
        return n

    @compiled
    def roll(s, t, plan, left, last, rng, moves):
        """Play to the end, or to the bounds, by the playout styles; the first turn perhaps by another."""
        if plan.playout.rests and actor(s) >= 0:
            left = finish_turn(s, t, plan, left, last, rng, moves)
        while actor(s) >= 0 and left > 0 and turn(s) < last:
            if by_rule(s, t, plan, plan.playout.rollout[stage(s)], rng, moves):
                break
            left -= 1

    return {"bounds": bounds, "roll": roll, "going_on": going_on}


def make_watched(game: Game, playout: Any) -> Any:
    """The function `run` of a playout by styles from outside, which tells if it has no end."""
    actor, turn, endless = game.actor, game.turn, game.endless
    run, bounds = playout.run, playout.bounds

    @inlined
    def watched(m, s, t, plan, rng):
        left, last = bounds(s, m.slots[ROOT], plan)
        noted = run(m, s, t, plan, rng)
        if actor(s) >= 0 and turn(s) < last and left == MOST_STEPS and plan.settle:
            raise ValueError(endless)
        return noted

    return watched


@inlined
def learn_nothing(m, noted, depth, plan):
    """Playouts by styles are the same whatever came of them."""


def _make(game: Game, made: Any) -> Mapping[str, Any]:
    actor, stage, turn, play = game.actor, game.stage, game.turn, game.play
    settles = made.edges.settles
    rolling = make_rolling(game, made)
    bounds, roll, going_on = rolling["bounds"], rolling["roll"], rolling["going_on"]

    @compiled
    def begin(s, t, plan, left, last, rng, moves):
        """Where the tree would decide, play one of the pruned moves; return the moves left."""
        if actor(s) < 0 or left <= 0 or turn(s) >= last:
            return left
        style = plan.own[stage(s)] if actor(s) == plan.seat else plan.foe[stage(s)]
        if style != SEARCHED:
            return left
        n = going_on(s, t, plan.form, moves)
        chosen = moves[below(rng, n)]
        if settles(plan, chosen):
            return 0
        play(s, t, chosen, rng)
        return left - 1

    @inlined
    def run(m, s, t, plan, rng):
        left, last = bounds(s, m.slots[ROOT], plan)
        if plan.playout.pruned_start:
            left = begin(s, t, plan, left, last, rng, m.moves)
        roll(s, t, plan, left, last, rng, m.moves)
        return 0

    return {"run": run, "learn": learn_nothing, "roll": roll, "bounds": bounds}


STYLES = Part(
    "playout",
    "styles",
    "a style for each stage, to the end of the game or to a cut",
    _make,
    PlayoutSettings,
    record(**PLAYOUT),
    fill_playout,
)
