"""What published programs do otherwise: their faults, as hooks of the search.  Without them nothing of it is compiled.

| hook     | called                                                                                                  |
|----------|---------------------------------------------------------------------------------------------------------|
| `judge`  | `judge(m, tree, t, plan, opened, settled, rng)` at a leaf: fill `m.rewards` and return True, or leave it |
| `before` | `before(m, t, plan, settled, side)` before a playout                                                    |
| `count`  | `count(m, node, child, at_root, n)` in open loop, in place of counting which moves are available         |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from mulligan.core.errors import UsageError
from mulligan.core.game import MAX_STAGES, Game
from mulligan.kernel import compiled, record

from .fields import one_of
from .layout import TRIAL, WALKER
from .opened import child_with
from .parts import Need, Part

SAW_WIN, SAW_LOSS = 1, 2


@dataclass(frozen=True)
class PublishedSettings:
    """Faults of published programs."""

    blind: str = "no"
    """The stages, joined by +, whose moves lead to new nodes that are not simulated but count as lost; or `no`."""
    leaks: bool = False
    """A fault of a published program: what a blind visit sees of the end of the game decides the next simulation or, if
    none follows, the game itself, where its rules have such verdicts."""
    miscount: bool = False
    """A fault of a published program (SOISMCTS, 2024): at the root only the chosen child's availability is counted;
    deeper, the chosen child's is counted twice."""
    idle: bool = False
    """A fault of a published program (MCTSBot): before a position is evaluated, a playout is played to the end and its
    result ignored."""
    hook: str = one_of("none", ("none",), "hook")
    """Hook: what a program of your own does differently; name a part, or `none`."""
    lapses: bool = False
    """A fault of a published program (SOISMCTS): with reuse, a forced move loses the tree."""


# --- Godlewski & Sawicki 2021 -----------------------------------------------------------------------------------------


def _fill_blind(p: Any, settings: Any, game: Game, seat: int) -> None:
    for name in settings.blind.split("+") if settings.blind != "no" else ():
        p.stages[game.stage_number(name)] = 1
    p.leaks = int(settings.leaks)
    if settings.leaks and (game.players > 2 or game.teams):
        raise UsageError(f"leaks: for one player, or two against each other, and {game.name} is not so")


@lru_cache(maxsize=64)
def verdict_on(leak: int, game: Game) -> int | None:
    """The move by which what was seen last is taken for the result of the game itself, where its rules have one."""
    verdicts = game.room().extras.get("verdicts") if leak else None
    return None if verdicts is None else int(verdicts[leak & SAW_LOSS == 0])


def _make_blind(game: Game, made: Any) -> Mapping[str, Any]:
    actor, options, play, payoff, shuffle = game.actor, game.options, game.play, game.payoff, game.shuffle

    @compiled
    def glimpse(m, t, plan, rng):
        """Whether some move at `slots[WALKER]` ends the game at once, and how for the searcher."""
        found = 0
        s = m.slots[TRIAL]
        for i in range(options(m.slots[WALKER], t, plan.below, m.moves)):
            m.slots[TRIAL] = m.slots[WALKER]
            shuffle(s, t, 0, rng)
            play(s, t, m.moves[i], rng)
            if actor(s) < 0:
                found |= SAW_WIN if payoff(s, plan.seat) > 0.5 else SAW_LOSS
        return found

    @compiled
    def judge(m, tree, t, plan, opened, settled, rng):
        """Count a new node after a move of certain stages as lost; let what was seen there decide the next one."""
        if opened >= 0 and plan.blind.stages[opened] and actor(m.slots[WALKER]) >= 0 and not settled:
            for seat in range(len(m.rewards)):
                m.rewards[seat] = plan.value.loss
            if plan.blind.leaks:
                tree.blind.leak |= glimpse(m, t, plan, rng)
            return True
        if tree.blind.leak != 0:
            m.rewards[0] = plan.value.loss if tree.blind.leak & SAW_LOSS else plan.value.win
            m.rewards[1] = plan.value.loss + plan.value.win - m.rewards[0]
            tree.blind.leak = 0
            return True
        return False

    return {"judge": judge}


BLIND = Part(
    "hook",
    "blind",
    "new nodes after moves of certain stages count as lost",
    _make_blind,
    PublishedSettings,
    record(stages=("i8", MAX_STAGES), leaks="i8"),
    _fill_blind,
    Tree=record(leak="i8"),
    needs=(
        Need(
            "descent",
            ("closed", "open"),
            "blind: not with outcomes=branch, where what chance decides is a node of its own",
        ),
    ),
    paper="the program of Godlewski & Sawicki 2021",
)


# --- SOISMCTS 2024 ----------------------------------------------------------------------------------------------------


@compiled
def miscount(m, node, child, at_root, n):
    """Count the chosen child as available and, but at the root, all whose moves are legal now, itself again."""
    m.nodes[child].avail += 1
    for i in range(0 if at_root else n):
        k = child_with(m.nodes, node, m.moves[i])
        if k != 0:
            m.nodes[k].avail += 1


MISCOUNT = Part(
    "hook",
    "miscount",
    "availability is counted as the published program had it",
    lambda game, made: {"count": miscount},
    PublishedSettings,
    needs=(Need("descent", ("open",), "miscount: only with availability, and not with outcomes=branch"),),
    paper="SOISMCTS, Scripts of Tribute 2024",
)


# --- MCTSBot ----------------------------------------------------------------------------------------------------------


def _make_idle(game: Game, made: Any) -> Mapping[str, Any]:
    roll = made.playout.roll

    @compiled
    def before(m, t, plan, settled, side):
        """Play a copy of `slots[WALKER]` on, for nothing; no move depends on this stream: nodes begin it anew."""
        m.slots[TRIAL] = m.slots[WALKER]
        roll(m.slots[TRIAL], t, plan, 1 << 40, 1 << 40, side, m.moves)

    return {"before": before}


IDLE = Part(
    "hook",
    "idle",
    "a playout is played and ignored before a position is judged",
    _make_idle,
    PublishedSettings,
    needs=(
        Need(
            "playout",
            ("styles",),
            "idle: rollouts that are ignored are played by styles, so rollout=mast does not go with it",
        ),
    ),
    paper="MCTSBot, Scripts of Tribute",
)
