# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""The compiled part of the batched environment: deal, play and look, for all games of a batch."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from mulligan.agents import ASK
from mulligan.core.encoding import Encoding
from mulligan.core.game import OVER, Game, make_step
from mulligan.core.observing import OUTSIDE, make_look
from mulligan.kernel import below, compiled, entry, fork, restart

RESET, STEP = 0, 1
FINE = -1  # no action was illegal
DEALS = 1000  # after so many games in a row that rule players end by themselves, nobody is going to be asked


def _by_move(encoding: Encoding) -> Any:
    """`number(s, t, move, place)`: the action that a move is."""
    if encoding.action is not None:
        own = encoding.action

        @compiled
        def number(s, t, move, place):
            return own(s, t, move)

    elif encoding.actions:

        @compiled
        def number(s, t, move, place):
            return move

    else:

        @compiled
        def number(s, t, move, place):
            return place

    return number


@lru_cache(maxsize=64)
def make_drive(game: Game, ruled: bool) -> Any:
    """The entry that resets or steps a batch; with `ruled`, some seats or stages are played by rule.

    It returns FINE, or the first game whose action is illegal: then nothing has changed.  OUTSIDE is a fault of the
    game's encoding.
    """
    deal, actor, stage, options, play = game.deal, game.actor, game.stage, game.options, game.play
    payoff, seats, number, look = game.payoff, game.players, _by_move(game.room().encoding), make_look(game)
    act = make_step(game) if ruled else None

    if ruled:

        @compiled
        def settle(s, t, styles, rng, out):
            """Let rule players play; return who is to be asked."""
            a = actor(s)
            while a != OVER and styles[a, stage(s)] != ASK:
                act(s, t, styles[a, stage(s)], rng, out)
                a = actor(s)
            return a

    else:

        @compiled
        def settle(s, t, styles, rng, out):
            return actor(s)

    @compiled
    def begin(states, i, t, styles, rng, out):
        """Deal until somebody is to be asked."""
        a = OVER
        for _ in range(DEALS):
            states[i] = states[len(states) - 1]  # the last one is empty
            deal(states[i], t, rng)
            a = settle(states[i], t, styles, rng, out)
            if a != OVER:
                break
        return a

    @compiled
    def show(s, t, form, seat, a, legal, moves, numbers, seen, before, out):
        """Write what `seat` knows and, if it is `a` who acts, may do; return how many numbers were written."""
        for k in range(len(legal)):
            legal[k] = 0
        if a != OVER:
            for place in range(options(s, t, form, out)):
                k = number(s, t, out[place], place)
                if k < 0 or k >= len(legal):
                    return OUTSIDE
                legal[k] = 1
                moves[k] = out[place]
        for k in range(before):
            numbers[k] = 0
        return look(s, t, seat, seen, out)

    @entry
    def drive(batch, what, form, again, chosen, actors, legal, moves, numbers, seen, lengths, rewards, done, out):
        states, tables, rngs, styles = batch
        t = tables[0]
        games = len(actors)
        if what == STEP:
            for i in range(games):
                if actors[i] != OVER and (chosen[i] < 0 or chosen[i] >= legal.shape[1] or legal[i, chosen[i]] == 0):
                    return i
        for i in range(games):
            rng = rngs[i]
            last = max(actors[i], 0)
            if what == RESET:
                if chosen[i] == 0:
                    continue
                a = begin(states, i, t, styles, rng, out)
            done[i] = 0
            for seat in range(seats):
                rewards[i, seat] = 0.0
            if what == STEP:
                if actors[i] == OVER:
                    continue
                play(states[i], t, moves[i, chosen[i]], rng)
                a = settle(states[i], t, styles, rng, out)
                if a == OVER:
                    done[i] = 1
                    for seat in range(seats):
                        rewards[i, seat] = payoff(states[i], seat)
                    if again:
                        a = begin(states, i, t, styles, rng, out)
            actors[i] = a
            seat = a if a != OVER else last
            written = show(states[i], t, form, seat, a, legal[i], moves[i], numbers[i], seen[i], lengths[i], out)
            if written == OUTSIDE:
                return OUTSIDE
            lengths[i] = written
        return FINE

    return drive


@lru_cache(maxsize=64)
def make_actions(game: Game) -> Any:
    """The entry that lists the legal moves of a game and the action that each is: `list_actions(..., found, out)`."""
    options, number = game.options, _by_move(game.room().encoding)

    @entry
    def list_actions(states, tables, form, found, out):
        n = options(states[0], tables[0], form, out)
        for place in range(n):
            found[place] = number(states[0], tables[0], out[place], place)
        return n

    return list_actions


@entry
def plant(rngs, choosers, rng):
    """Start the streams of a batch: those of the first games are the same however many there are."""
    for i in range(len(rngs)):
        restart(rngs[i], fork(rng[0]))
        restart(choosers[i], fork(rng[0]))


@entry
def choose(rngs, actors, legal, actions):
    """Any legal action, by chance, for every game that is not over."""
    for i in range(len(actions)):
        actions[i] = 0
        if actors[i] != OVER:
            n = 0
            for k in range(legal.shape[1]):
                n += legal[i, k]
            n = below(rngs[i], n)
            for k in range(legal.shape[1]):
                n -= legal[i, k]
                if n < 0:
                    actions[i] = k
                    break
