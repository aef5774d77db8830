"""Selection: which child is visited next.  UCB1, and UCB1 with a bias by an evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Any

from mulligan.core.game import Game
from mulligan.kernel import inlined, record

from .fields import between, one_of
from .parts import Part

RULES = ("ucb1", "tuned", "puct", "exp3", "regret", "rave", "implicit")
PRIORS = ("uniform", "style", "evaluation")
LOGS = 1024  # logarithms of smaller numbers stand in a table


@dataclass(frozen=True)
class SelectionSettings:
    """How the tree chooses between its moves."""

    select: str = one_of("ucb1", RULES, "select")
    """Selection rule (tree policy): `ucb1`; UCB1-Tuned (`tuned`); PUCT, exploration by a `prior` (`puct`); EXP3
    (`exp3`) or `regret` matching, which draw moves; RAVE, with playout=noted (`rave`); `implicit` minimax backups; or
    name a part of your own."""
    prior: str = one_of("uniform", PRIORS, "prior")
    """Prior (prior policy) of moves, for select=puct and order=widening: `uniform`, by a rule `style`, by a softmax
    over an `evaluation`; or name a part of your own."""
    root: str = one_of("select", ("select", "halving"), "allocation")
    """Root allocation: how the simulations are shared among the moves at the root: as the selection rule has it
    (`select`), or by sequential `halving`; or name a part of your own."""
    c: float = between(1.5, 0, inf)
    """Exploration constant: the factor of sqrt(ln N / n), or with PUCT of P sqrt(N) / (1 + n); `inf` visits all
    children equally often."""
    backup: str = one_of("mean", ("mean", "max"), "backup")
    """Backed-up value that selection uses: the `mean` of a move's rewards, or its best single one (`max` backup)."""
    primed: int = between(0, 0, 1_000)
    """Virtual (prior) visits: for selection only, every new node counts as visited and available this many times,
    without reward."""
    bias: float = between(0.0, -(10**6), 10**6)
    """Progressive bias: the weight of a child's evaluation, fading with its visits."""
    guide: str = ""
    """Progressive bias: the evaluation that it uses; the first one of the game if empty."""


_UCB1 = record(c="f8", plain="i8", peak="i8", primed="i8", log=("f8", LOGS))


def _fill_ucb1(p: Any, settings: Any, game: Game, seat: int) -> None:
    p.c, p.peak, p.primed = settings.c, int(settings.backup == "max"), settings.primed
    p.plain = int(settings.c < inf and settings.backup == "mean" and settings.primed == 0)
    for i in range(1, LOGS):
        p.log[i] = log(i)


@inlined
def scale(n, p, rng):
    """The logarithm of a number of visits; the common ones stand in a table."""
    n += p.primed
    return p.log[n] if n < LOGS else log(n)


@inlined
def score(d, log_n, p, rng):
    """Its mean plus c * sqrt(log n / visits), in one division."""
    if p.plain:
        visits = float(d.visits)
        return (d.value + p.c * sqrt(log_n * visits)) / visits
    return other_score(d, log_n, p)


@inlined
def other_score(d, log_n, p):
    """The same, no matter how good, by its best reward, or primed."""
    visits = float(d.visits + p.primed)
    if p.c == inf:
        return -visits
    if p.peak:
        return d.best + p.c * sqrt(log_n / visits)
    return (d.value + p.c * sqrt(log_n * visits)) / visits


FORMULA = "mean + c * sqrt(ln N / n)"


def explain(d: Any, log_n: float, p: Any) -> list[tuple[str, float]]:
    """The terms of a score, which add up to it."""
    visits = float(d.visits + p.primed)
    if p.c == inf:
        return [("minus visits", -visits)]
    worth = ("best reward", d.best) if p.peak else ("mean", d.value / visits)
    return [worth, ("exploration", p.c * sqrt(log_n / visits))]


UCB1 = Part(
    "select",
    "ucb1",
    FORMULA,
    lambda game, made: {"scale": scale, "score": score},
    SelectionSettings,
    _UCB1,
    _fill_ucb1,
    paper="Auer, Cesa-Bianchi & Fischer 2002; Kocsis & Szepesvari 2006",
    formula=FORMULA,
    explain=explain,
)


def _fill_biased(p: Any, settings: Any, game: Game, seat: int) -> None:
    _fill_ucb1(p.ucb1, settings, game, seat)
    p.bias, p.style = settings.bias, game.evaluation(str(settings.guide) or game.evaluations[0])


def _make_biased(game: Game, made: Any) -> Mapping[str, Any]:
    evaluate = game.evaluate

    @inlined
    def scale_biased(n, p, rng):
        return scale(n, p.ucb1, rng)

    @inlined
    def score_biased(d, log_n, p, rng):
        visits = float(d.visits + p.ucb1.primed)
        u = other_score(d, log_n, p.ucb1)
        return u if p.ucb1.c == inf else u + p.bias * d.select.prior / (visits + 1.0)

    @inlined
    def enter(d, s, t, p):
        d.select.prior = evaluate(s, t, d.mover, p.style)

    return {"scale": scale_biased, "score": score_biased, "enter": enter}


def _explain_biased(d: Any, log_n: float, p: Any) -> list[tuple[str, float]]:
    found = explain(d, log_n, p.ucb1)
    if p.ucb1.c < inf:
        found.append(("bias", p.bias * d.select.prior / (d.visits + p.ucb1.primed + 1.0)))
    return found


BIASED = Part(
    "select",
    "biased",
    "UCB1, plus the evaluation of the child, fading with its visits (progressive bias)",
    _make_biased,
    SelectionSettings,
    record(ucb1=_UCB1, bias="f8", style="i8"),
    _fill_biased,
    record(prior="f8"),
    paper="Chaslot et al. 2008",
    formula=f"{FORMULA} + bias * evaluation / (n + 1)",
    explain=_explain_biased,
)
