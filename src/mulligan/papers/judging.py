"""Verdicts on a whole section: on each cell, on each statement, and on all cells together.

The rows have all that is needed, so that figures kept from earlier are judged by today's rules too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from mulligan.arena.experiment import matching
from mulligan.arena.spec import ClaimSpec, Operand, Published, Spec
from mulligan.arena.statistics import wilson

from .findings import Claim, Figure, Joint, Row, Section, Verdict
from .gauged import compared
from .joint import joint, pooled
from .numbers import margin_text
from .verdict import judge_claim, judge_rate, judge_time, worst

NO_BASE = "times are compared as multiples of a base cell, and there is none"


def judged(section: Section, spec: Spec, shown: Collection[str] = ()) -> Section:
    """The section with its verdicts; statements are about all of its cells, also if only some are shown."""
    base = next((row for row in section.rows if row.base), None)
    rows = []
    for row in section.rows:
        published = spec.paper.figure(row.label) or Published(value=0)
        own = replace(row, margin=published.margin)
        reason = published.not_comparable or spec.paper.not_comparable
        verdict, note = _verdict(section, own, base, reason)
        rows.append(replace(own, verdict=verdict, note=note, compared=compared(row, spec)))
    chosen = [row for row in rows if not shown or row.label in shown]
    claims = tuple(_claim(claim, rows, section.measure) for claim in spec.claims)
    tests = _joint(chosen) if section.measure == "rate" and spec.paper.joint else ()
    return replace(section, rows=tuple(chosen), claims=claims, joint=tests)


def _verdict(section: Section, row: Row, base: Row | None, reason: str) -> tuple[Verdict, str]:
    ours, paper = row.ours, row.paper
    if ours is None or paper is None or row.base:
        return ("not played" if ours is None else "no figure"), ""
    if reason:
        return "not comparable", reason
    if section.measure == "rate":
        verdict, note = judge_rate(ours, by_games(paper), (row.margin or section.margin) / 100)
        own = "" if row.margin is None else margin_text(row.margin)
        return verdict, "; ".join(filter(None, [own, note]))
    if base is None or base.paper is None:
        return "not comparable", NO_BASE
    if base.ours is None:
        return "not played", ""
    return judge_time(ours.value / base.ours.value, paper.value / base.paper.value), ""


def _claim(claim: ClaimSpec, rows: Sequence[Row], measure: str) -> Claim:
    right = _side(claim.right, rows, measure)
    sides = claim.left if isinstance(claim.left, list) else [claim.left]
    verdicts, evidence = [], []
    for side in sides:
        left = _side(side, rows, measure)
        verdict, text = judge_claim(left, right, claim.relation, claim.by / 100, claim.least / 100)
        verdicts.append(verdict)
        evidence.append(f"{side}: {text}" if len(sides) > 1 else text)
    return Claim(claim.text, worst(verdicts), "\n".join(evidence))


def _side(operand: Operand, rows: Sequence[Row], measure: str) -> list[Figure | None]:
    """The rates that a side of a claim stands for; a plain number is a rate of which one is sure."""
    if isinstance(operand, float | int):
        return [Figure(operand / 100)]
    if isinstance(operand, str):
        return [_rate(row, measure) for row in rows if row.label == operand]
    found = ((_rate(row, measure), other_side) for row, other_side in matching(rows, operand))
    return [mirrored(rate) if other_side else rate for rate, other_side in found]


def _rate(row: Row, measure: str) -> Figure | None:
    """Our rate in a cell, also where times are measured."""
    games = row.wins + row.draws + row.losses
    if measure == "rate" or not games:
        return row.ours if measure == "rate" else None
    points = row.wins + row.draws / 2
    return Figure(points / games, *wilson(points, games), games)


def by_games(figure: Figure) -> Figure:
    """Somebody else's rate: where it says its number of games, these count, however its interval was reckoned."""
    return Figure(figure.value, games=figure.games) if figure.games else figure


def mirrored(figure: Figure | None) -> Figure | None:
    """A rate as the other player sees it.

    >>> mirrored(Figure(0.75, 0.5, 1.0))
    Figure(value=0.25, low=0.0, high=0.5, games=None, spread=None)
    """
    if figure is None:
        return None
    low, high = figure.low, figure.high
    return replace(
        figure,
        value=1 - figure.value,
        low=None if high is None else 1 - high,
        high=None if low is None else 1 - low,
    )


def _joint(rows: Sequence[Row]) -> tuple[Joint, ...]:
    """The joint tests of ours, the paper's and the original program's figures, as far as there are any.

    Rows that are the same contest share our games, and count once: against all that others found in it.
    """
    ours = {(row.players, row.setup): row.ours for row in rows if row.ours is not None}
    paper = _by_contest((row, row.paper) for row in rows if row.verdict != "not comparable")
    original = _by_contest((row, row.original) for row in rows)
    columns = (
        ("ours against the paper", ours, paper),
        ("ours against the original program", ours, original),
        ("the original program against the paper", original, paper),
    )
    tests = (
        joint(what, [(left[contest], right[contest]) for contest in left if contest in right])
        for what, left, right in columns
    )
    return tuple(test for test in tests if test is not None)


def _by_contest(found: Iterable[tuple[Row, Figure | None]]) -> dict[tuple[tuple[str, ...], str], Figure]:
    """Somebody else's figures that say their games, those of one contest together."""
    groups: dict[tuple[tuple[str, ...], str], list[Figure]] = {}
    for row, figure in found:
        if figure is not None and figure.games:
            groups.setdefault((row.players, row.setup), []).append(figure)
    return {contest: pooled(figures) for contest, figures in groups.items()}
