"""What an agent thought, in words: for those who ask for a hint, and for those who wonder why."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import Any

from mulligan.search import Decision

from .advice import LINE, Advice, Advised, chosen, promise, settings_of
from .branches import root_of

OTHERS = 4  # moves that are told beside the best one


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


def chance_word(players: int) -> str:
    """What a promise is called: only for two are payoffs surely wins and losses."""
    return "win chance" if players == 2 else "expected result"


def progress(decision: Decision, settings: Any, *, secret: bool) -> str:
    """A search that still goes on, in one line."""
    leading = chosen(decision) or (decision.choices[0] if decision.choices else None)
    words = f"{decision.simulations:,} simulations"
    if leading is None:
        return words
    words += f", {chance_word(decision.position.game.players)} {percent(promise(leading, settings))}"
    return words if secret else f"{words}, {root_of(decision).text(leading.move)}"


def hint_lines(advice: Advice, *, numbers: bool = True) -> Iterator[str]:
    """The best move, what is expected after it, and the next best ones; with the numbers that they have in the list."""

    def shown(one: Advised) -> str:
        if one.move is None:
            return f"...: {one.text}"  # the beginning of something
        whole = f" (part of: {one.whole})" if one.whole else ""
        return f"{one.move.number} {one.text}{whole}" if numbers else f"{one.text}{whole}"

    decision, best = advice.decision, advice.best
    name = chance_word(decision.position.game.players)
    if best is None or isnan(best.chance):
        why = "nothing else is worth a thought" if decision.forced else "by rule"
        yield f"hint: {shown(best) if best is not None else 'nothing'}: {why}"
    else:
        yield f"hint: {shown(best)}: {name} {percent(best.chance)} ({best.visits:,} visits)"
    if advice.line:
        yield f"expected then: {'; '.join(advice.line)}"
    told = [f"{shown(other)} {percent(other.chance)} ({other.visits:,})" for other in advice.others[:OTHERS]]
    if told:
        more = len(advice.others) - len(told) + advice.more
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
        f"simulations in {decision.seconds:.1f} s{decision.compiling}, {len(decision.choices)} moves to choose from"
    )
    if secret:
        yield "What else it thought of would tell its cards: ask again when the game is over."
        return
    line = decision.to_dict()["line"][:LINE]
    if line:
        yield f"expected: {'; '.join(line)}"
    others = [choice for choice in decision.choices if choice is not best][:OTHERS]
    root = root_of(decision)
    if others:
        told = (f"{root.text(c.move)} {percent(promise(c, settings))} ({c.visits:,})" for c in others)
        yield "next best: " + "; ".join(told)


__all__ = ["chance_word", "hint_lines", "percent", "progress", "promise", "settings_of", "why_lines"]
