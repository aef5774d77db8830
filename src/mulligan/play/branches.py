"""The tree of a search, to be read: the moves at its root, and after any line of play, as far as it was grown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mulligan.core.position import Position
from mulligan.search import Decision

from .seated import SeatedAgent

ELSEWHERE = "a move that rests on other cards"
AHEAD = 20  # moves without alternative that are played on the way to the next node


@dataclass(frozen=True)
class Branch:
    """A move in the tree."""

    move: int
    text: str
    visits: int
    chance: float
    """The mean reward of the searching player."""
    share: float
    """Of the visits of all moves here."""
    seat: int | None
    """Who plays it, if that can be told."""


def root_of(decision: Decision) -> Position:
    """Where the tree of a decision begins: after the moves without alternative."""
    root = decision.position.copy()
    for move in decision.prefix:
        root.play(move)
    return root


def branches(seated_agent: SeatedAgent, decision: Decision, line: Sequence[int] = ()) -> list[Branch]:
    """The moves that the agent's last decision has in its tree after a line, most visited first.

    Moves are told in words as far as the line can be followed in the position that the agent was given; further down,
    trees hold moves of other worlds.

    >>> from mulligan.games.toys import NIM
    >>> agent = SeatedAgent(NIM, "uct:sims=3000")
    >>> decision = agent.decide(Position.deal(NIM), 0)
    >>> branches(agent, decision)[0].text, branches(agent, decision, [3])[0].seat
    ('take 3', 1)
    """
    choices = seated_agent.below(line) if line else decision.choices
    total = sum(choice.visits for choice in choices)
    here = follow(root_of(decision), line)
    wanted = [choice.move for choice in choices]
    here = None if here is None else _to_node(here, wanted)
    found = []
    for choice in choices:
        legal = here is not None and not here.over and here.is_legal(choice.move)
        text = here.text(choice.move) if legal and here is not None else ELSEWHERE
        seat = here.actor if legal and here is not None else None
        found.append(Branch(choice.move, text, choice.visits, choice.mean, choice.visits / max(1, total), seat))
    return found


def line_words(decision: Decision, line: Sequence[int]) -> list[str]:
    """A line of the tree, move by move, in words."""
    here: Position | None = root_of(decision)
    words = []
    for move in line:
        here = None if here is None else _to_node(here, [move])
        if here is None:
            words.append(ELSEWHERE)
            continue
        words.append(here.text(move))
        here.play(move)
    return words


def follow(root: Position, line: Sequence[int]) -> Position | None:
    """The position after a line of the tree, or None if the line rests on other cards than these."""
    here: Position | None = root.copy()
    for move in line:
        here = None if here is None else _to_node(here, [move])
        if here is None:
            return None
        here.play(move)
    return here


def _to_node(here: Position, wanted: Sequence[int]) -> Position | None:
    """Where one of the moves is legal: here, or after moves without alternative, for which trees may have no node."""
    there = here.copy()
    for _ in range(AHEAD):
        if there.over:
            return None
        if any(there.is_legal(move) for move in wanted):
            return there
        options = there.options()
        if len(options) != 1:
            return None
        there.play(options[0])
    return None
