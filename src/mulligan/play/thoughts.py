"""What an agent thought, in words: for those who ask for a hint, and for those who wonder why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isnan
from typing import Any

from mulligan.agents import Player
from mulligan.position import Position
from mulligan.search import Choice, Decision

from .view import Move

OTHERS = 4  # moves that are told beside the best one
LINE = 8  # moves of a line of play


def settings_of(player: Player, stage: int) -> Any:
    """The settings by which a player decides a stage, or None if a rule does."""
    parts = getattr(player, "parts", None)
    return getattr(parts[stage] if parts else player, "settings", None)


def promise(choice: Choice, settings: Any = None) -> float:
    """What a move promises, from 0, a loss, to 1, a win; a search that wants the best reward is told by that.

    >>> promise(Choice(3, 10, 0, 0.2, 0.1, 0.3, 1.0, 1, 0.2))
    0.2
    """
    worth = choice.best if getattr(settings, "backup", "mean") == "max" else choice.mean
    win, loss = getattr(settings, "win", 1.0), getattr(settings, "loss", 0.0)
    return min(1.0, max(0.0, (worth - loss) / (win - loss))) if win != loss else worth


def percent(share: float) -> str:
    """A share as people say it.

    >>> percent(0.634), percent(0.998), percent(0.002)
    ('63 %', 'over 99 %', 'under 1 %')
    """
    if isnan(share):
        return "?"
    if 0.99 < share < 1.0:
        return "over 99 %"
    return "under 1 %" if 0.0 < share < 0.01 else f"{100 * share:.0f} %"


def chosen(decision: Decision) -> Choice | None:
    """The move that was decided on, as the search sees it."""
    first = decision.moves[len(decision.prefix) : len(decision.prefix) + 1]
    return next((choice for choice in decision.choices if (choice.move,) == first), None)


def chance_word(players: int) -> str:
    """What a promise is called: alone, payoffs need not be wins and losses."""
    return "win chance" if players > 1 else "expected result"


def progress(decision: Decision, settings: Any, *, secret: bool) -> str:
    """A search that still goes on, in one line."""
    leading = chosen(decision) or (decision.choices[0] if decision.choices else None)
    words = f"{decision.simulations:,} simulations"
    if leading is None:
        return words
    words += f", {chance_word(decision.position.game.players)} {percent(promise(leading, settings))}"
    return words if secret else f"{words}, {root_of(decision).text(leading.move)}"


def root_of(decision: Decision) -> Position:
    """The position that was searched: the first with a choice."""
    root = decision.position.copy()
    for move in decision.prefix:
        root.play(move)
    return root


def numbered(words: str, moves: Mapping[str, Move]) -> str:
    """A move with its number in the list, if it is there."""
    found = moves.get(words)
    return f"{found.number} {words}" if found is not None else words


def hint_lines(decision: Decision, settings: Any, moves: Mapping[str, Move]) -> Iterator[str]:
    """The best move, what follows it, and the next best ones."""
    words = decision.words()
    best = chosen(decision)
    shown = numbered(words[0], moves) if words else "nothing"
    if best is None:
        yield f"hint: {', then '.join((shown, *words[1:LINE]))}: " + (
            "nothing else is worth a thought" if decision.forced else "by rule"
        )
        return
    name, root = chance_word(decision.position.game.players), root_of(decision)
    later = f", then {', '.join(words[1:LINE])}" if len(words) > 1 else ""
    yield f"hint: {shown}{later}: {name} {percent(promise(best, settings))} ({best.visits:,} visits)"
    others = [choice for choice in decision.choices if choice is not best]
    told = [
        f"{numbered(root.text(c.move), moves)} {percent(promise(c, settings))} ({c.visits:,})" for c in others[:OTHERS]
    ]
    if told:
        more = len(others) - len(told)
        yield "next best: " + "; ".join(told) + (f"; and {more} more" if more else "")


def why_lines(decision: Decision, settings: Any, played: str, who: str, *, secret: bool) -> Iterator[str]:
    """Why an agent played as it did; `secret` leaves out what would tell of its cards."""
    best = chosen(decision)
    if best is None:
        reason = "to it, nothing else was worth a thought" if decision.forced else "by rule, without a search"
        yield f"{who} ({decision.agent}) played: {played}: {reason}"
        return
    chance = f"{chance_word(decision.position.game.players)} {percent(promise(best, settings))}"
    yield (
        f"{who} ({decision.agent}) played: {played}: its own {chance}, {best.visits:,} of {decision.simulations:,} "
        f"simulations in {decision.seconds:.1f} s, {len(decision.choices)} moves to choose from"
    )
    if secret:
        yield "What else it thought of would tell its cards: ask again when the game is over."
        return
    line = decision.to_dict()["line"][:LINE]
    if line:
        yield f"expected: {', '.join(line)}"
    others = [choice for choice in decision.choices if choice is not best][:OTHERS]
    root = root_of(decision)
    if others:
        told = (f"{root.text(c.move)} {percent(promise(c, settings))} ({c.visits:,})" for c in others)
        yield "next best: " + "; ".join(told)
