"""From one decision of the tree to the next: rules play what the tree does not decide."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from mulligan.core.game import Game, make_advise, make_step
from mulligan.kernel import compiled, inlined, restart

from .layout import BRANCH, CLOSED, DECISION, FIXED, FOR_NODE, MOST_STEPS, SEARCHED, TERMINAL


def make_edges(game: Game) -> Any:
    """The functions by which all kinds of descent move through a game."""
    actor, stage, turn, options, play, shuffle = (
        game.actor,
        game.stage,
        game.turn,
        game.options,
        game.play,
        game.shuffle,
    )
    step = make_step(game)
    has_end, end = game.end is not None, -1 if game.end is None else game.end

    @inlined
    def settles(plan, move):
        """Whether a move ends a turn that is not to be played to its end."""
        return has_end and move == end and plan.settle == 0

    @inlined
    def by_rule(s, t, plan, style, rng, moves):
        """Let a rule player play; return whether it stops instead, where the turn should not be played to its end."""
        step(s, t, style, rng, moves)
        return False

    if has_end:  # games in which no move ends a turn do not pay for it: even code that never runs changes the rest
        advise, play_on = make_advise(game), by_rule

        @inlined
        def by_rule(s, t, plan, style, rng, moves):
            if plan.settle:
                return play_on(s, t, plan, style, rng, moves)
            for i in range(advise(s, t, style, rng, moves)):
                if moves[i] == end:
                    return True
                play(s, t, moves[i], rng)
            return False

    @compiled
    def advance(s, t, plan, rng, moves):
        """Play by rule until the tree has a decision to make, or the game is over; return whether the rule stops."""
        a = actor(s)
        while a >= 0:
            style = plan.own[stage(s)] if a == plan.seat else plan.foe[stage(s)]
            if style != SEARCHED:
                if by_rule(s, t, plan, style, rng, moves):
                    return True
            elif plan.skip and options(s, t, plan.below, moves) == 1 and not settles(plan, moves[0]):
                play(s, t, moves[0], rng)
            else:
                return False
            a = actor(s)
        return False

    if game.endless:
        endless, watched = game.endless, by_rule

        @compiled
        def advance(s, t, plan, rng, moves):
            """The same, by styles from outside, which may not know how to end a game."""
            steps = 0
            a = actor(s)
            while a >= 0:
                style = plan.own[stage(s)] if a == plan.seat else plan.foe[stage(s)]
                if style != SEARCHED:
                    if watched(s, t, plan, style, rng, moves):
                        return True
                elif plan.skip and options(s, t, plan.below, moves) == 1 and not settles(plan, moves[0]):
                    play(s, t, moves[0], rng)
                else:
                    return False
                a = actor(s)
                steps += 1
                if steps > MOST_STEPS:
                    raise ValueError(endless)
            return False

    @inlined
    def follow_edge(s, t, plan, move, seed, rng, moves):
        """Play a move and go on to the next decision; a fixed node's own seed decides what chance does.

        Returns whether the turn ends here and is not played to its end.
        """
        if settles(plan, move):
            return True
        if plan.outcomes == FIXED:
            restart(rng, seed)
        if plan.deal == FOR_NODE:
            shuffle(s, t, 0, rng)
        play(s, t, move, rng)
        if plan.outcomes == BRANCH:
            return False
        return advance(s, t, plan, rng, moves)

    @inlined
    def kind_of(s, plan, start, depth):
        """Whether the tree may grow beyond this position."""
        if actor(s) < 0:
            return TERMINAL
        if depth >= plan.depth or (plan.own_turn and turn(s) != start):
            return CLOSED
        return DECISION

    return SimpleNamespace(
        step=step,
        has_end=has_end,
        end=end,
        settles=settles,
        by_rule=by_rule,
        advance=advance,
        follow_edge=follow_edge,
        kind_of=kind_of,
    )
