"""Games of several seats for tests: partners at a heap of stones, and a copy of `aim` in which cards lie face down."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mulligan.core.game import OVER, UNSEEN
from mulligan.games.toys import AIM, NIM
from mulligan.games.toys.aim import SEATS, draw
from mulligan.kernel import below, compiled, interpret


@compiled
def actor(s: Any) -> Any:
    """Four in turn."""
    return s.turn % 4 if s.stones > 0 else OVER


@compiled
def payoff(s: Any, seat: Any) -> Any:
    """The side of whoever took the last stone wins."""
    return 0.0 if s.turn % 2 == seat % 2 else 1.0


PARTNERS = replace(NIM, name="partners", players=4, teams=(0, 1, 0, 1), actor=actor, payoff=payoff)
"""Nim for two times two, who sit across: with the same right answers as for two."""


plain_draw, plain_below = interpret(draw), interpret(below)


def observe(s: Any, t: Any, seat: int, out: Any) -> int:
    """The own cards and whose turn it is."""
    out[0], out[1], out[2] = s.card[seat], s.other[seat], s.turn
    return 3


def hide(s: Any, t: Any, seat: int, rng: Any) -> None:
    """The others hold or have played any cards: of two, either was played."""
    s.total = 0
    for p in range(SEATS):
        if p != seat:
            plain_draw(s, p, rng)
            if p < s.turn and plain_below(rng, 2):
                s.card[p], s.other[p] = s.other[p], s.card[p]
        if p < s.turn:
            s.total += s.card[p]


def seen(s: Any, t: Any, move: int, seat: int) -> int:
    """Nobody sees what another plays."""
    return move if seat == s.turn else UNSEEN


FACE_DOWN = replace(AIM.interpreted(), name="facedown", observe=observe, hide=hide, seen=seen, styles=("uniform",))
FACE_DOWN = replace(FACE_DOWN, advise=None)
"""`aim` with cards that are turned up at the end alone."""
