"""Worlds: how what the searcher cannot know is filled in, by a fair sample or by one in which the choice matters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.kernel import compiled, inlined, record

from .fields import between, one_of
from .layout import DEALS, NEVER, OUTCOMES, ROOT, TRIAL, WALKER, WORLD
from .parts import Need, Part

NOT_INTERESTING, AT_ROOT, AT_LEAF = range(3)
INTERESTING = ("no", "root", "leaf")


@dataclass(frozen=True)
class WorldSettings:
    """What is assumed about hidden cards and about chance."""

    deal: str = one_of("tree", DEALS)
    """Determinization, when unknown cards are sampled: once per `tree`; once per tree, with undrawn cards reshuffled at
    each `node`; `every` k simulations, as in information set search; or `never`, which cheats."""
    every: int = between(1, 1, 10**9)
    """With deal=every: simulations between two determinizations."""
    outcomes: str = one_of("fixed", OUTCOMES)
    """Chance: `fixed` per node (closed loop), `open` on every visit (open loop), or a `branch` per outcome (explicit
    chance nodes)."""
    belief: str = "game"
    """Belief: the distribution of hidden cards. That of the `game` gives every deal that fits the observations the
    probability it has by the rules; or name a belief of your own."""
    worlds: str = one_of("sampled", ("sampled", "redealt"), "worlds")
    """Determinizer: how worlds are drawn from the belief. A fair sample, unless `interesting` asks for more; one that
    is `redealt` from the view of each player to move (re-determinizing information set search); or name a part of your
    own."""
    interesting: str = one_of("no", INTERESTING)
    """Interesting determinizations (Cowling et al.), in which the choice matters: `no`, sought at the `root`, or at
    each `leaf`."""
    allowance: float = between(0.05, 0, 1)
    """The share of the simulations, of a tree (root) or of all (leaf), that may be spent on finding an interesting
    one."""
    tests: int = between(1, 1, 1_000)
    """Interesting determinizations: pairs of playouts per candidate."""
    deduct: bool = True
    """Interesting determinizations: whether these playouts count as simulations."""


@inlined
def leave_leaf(m, t, plan, rng):
    """The leaf's position stays as it is."""
    return False


def _make(game: Game, made: Any) -> Mapping[str, Any]:
    hide = game.hide

    @compiled
    def deal(m, t, plan, rng):
        m.slots[WORLD] = m.slots[ROOT]
        if plan.deal != NEVER:
            hide(m.slots[WORLD], t, plan.seat, rng)
        return 0

    return {"deal": deal, "at_leaf": leave_leaf}


SAMPLED = Part(
    "worlds",
    "sampled",
    "a sample of all that the searcher cannot know",
    _make,
    WorldSettings,
    paper="Ginsberg 2001",
)


def _fill_interesting(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.where = INTERESTING.index(settings.interesting)
    if game.contrast is None:
        raise UsageError(f"interesting: {game.name} names no two styles to contrast")
    p.contrast[:] = [game.style(name) for name in game.contrast]
    per = settings.sims if settings.interesting == "root" else settings.sims * settings.trees
    p.candidates, p.tests = int(settings.allowance * per), settings.tests
    p.deduct = int(settings.deduct and settings.interesting == "root")
    if p.deduct:
        # something must be left to search with
        p.candidates = min(p.candidates, settings.sims - 1 - int(settings.rooted))


def _make_interesting(game: Game, made: Any) -> Mapping[str, Any]:
    actor, payoff, hide, shuffle = game.actor, game.payoff, game.hide, game.shuffle
    step, bounds, roll = made.edges.step, made.playout.bounds, made.playout.roll

    @compiled
    def trial(m, world, t, plan, style, rng):
        """The result of a playout in the world `slots[world]` after one decision by `style`."""
        m.slots[TRIAL] = m.slots[world]
        s = m.slots[TRIAL]
        if actor(s) >= 0:
            step(s, t, style, rng, m.moves)
        left, last = bounds(s, m.slots[ROOT], plan)
        roll(s, t, plan, left, last, rng, m.moves)
        return payoff(s, plan.seat) if actor(s) < 0 else 0.5

    @compiled
    def is_interesting(m, world, t, plan, rng):
        """Whether the two contrasting styles ever reach different results in the world `slots[world]`."""
        for _ in range(plan.worlds.tests):
            first = trial(m, world, t, plan, plan.worlds.contrast[0], rng)
            if trial(m, world, t, plan, plan.worlds.contrast[1], rng) != first:
                return True
        return False

    @compiled
    def deal(m, t, plan, rng):
        """The first interesting world, as far as the allowance goes; return the simulations that it cost."""
        p = plan.worlds
        spent = 0
        while True:
            m.slots[WORLD] = m.slots[ROOT]
            if plan.deal != NEVER:
                hide(m.slots[WORLD], t, plan.seat, rng)
            if p.where != AT_ROOT or spent + 2 * p.tests > p.candidates:
                break
            spent += 2 * p.tests
            if is_interesting(m, WORLD, t, plan, rng):
                break
        return spent if p.deduct else 0

    @compiled
    def at_leaf(m, t, plan, rng):
        """Shuffle what is still to be drawn until it is interesting, as far as the allowance goes."""
        p = plan.worlds
        if p.where != AT_LEAF or p.candidates < 2 * p.tests:
            return False
        spent = 0
        while spent + 2 * p.tests <= p.candidates:
            shuffle(m.slots[WALKER], t, 1, rng)
            spent += 2 * p.tests
            if is_interesting(m, WALKER, t, plan, rng):
                break
        return True

    return {"deal": deal, "at_leaf": at_leaf}


INTERESTING_WORLDS = Part(
    "worlds",
    "interesting",
    "samples in which two contrasting styles reach different results",
    _make_interesting,
    WorldSettings,
    record(where="i8", contrast=("i8", 2), candidates="i8", tests="i8", deduct="i8"),
    _fill_interesting,
    needs=(
        Need(
            "playout",
            ("styles",),
            "interesting: deals are tried out by a style, so rollout=mast does not go with it",
        ),
    ),
    paper="Cowling, Ward & Powley 2012",
)
