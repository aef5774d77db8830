"""Findings that were kept as JSON: read again, and taken over where the store has no games.

What was measured comes from there; texts, published figures and verdicts are always today's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from math import isfinite, sqrt
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from mulligan.arena.distributions import normal_tail, t_quantile
from mulligan.arena.statistics import Z95
from mulligan.core.errors import UsageError

from .findings import VERSION, Figure, Findings, Row, Section

MEASURED = (
    *("pairs", "wins", "draws", "losses", "turns", "seconds", "seconds_per_decision"),
    *("extra", "configurations", "test", "forfeits"),
)


def read_findings(path: str) -> Findings:
    """Findings from the JSON that `reproduce` and `run` write, of this version or of an older one."""
    try:
        text = Path(path).read_text(encoding="utf-8")
        data = json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"kept findings '{path}': {getattr(error, 'strerror', None) or error}") from None
    version = data.get("version", 1) if isinstance(data, dict) else None
    if not isinstance(version, int) or not 1 <= version <= VERSION:
        raise UsageError(f"kept findings '{path}': they should be of version 1 to {VERSION}, as --json writes them")
    try:
        if version == 1:
            _renew(data)
        found = TypeAdapter(Findings).validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise UsageError(f"kept findings '{path}': {place}: {first['msg'][0].lower()}{first['msg'][1:]}") from None
    for section in found.sections:
        for row in section.rows:
            for figure in (row.ours, *row.extra.values()):
                if figure is not None and not _sound(figure, section.measure if figure is row.ours else ""):
                    raise UsageError(f"kept findings '{path}': {section.name}, '{row.label}': {figure} is not possible")
    return found


def _renew(data: dict[str, Any]) -> None:
    """The first version had other verdicts: they are left out, since verdicts are given anew."""
    for section in _dicts(data.get("sections")):
        section["claims"] = []
        for row in _dicts(section.get("rows")):
            row["verdict"] = "not played"


def _dicts(found: Any) -> list[dict[str, Any]]:
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _sound(figure: Figure, measure: str) -> bool:
    low = figure.value if figure.low is None else figure.low
    high = figure.value if figure.high is None else figure.high
    known = [each for each in (low, figure.value, high, figure.spread) if each is not None]
    if not all(isfinite(each) for each in known) or not low <= figure.value <= high:
        return False
    if figure.games is not None and figure.games < 1:
        return False
    return not measure or (low >= 0 and high <= 1 if measure == "rate" else figure.value > 0)


def when_played(findings: Findings) -> str:
    """The days on which kept games were played, and the version of their game, as far as it was noted.

    >>> when_played(Findings("", "", "", "", (), {"game": "nim/1", "begun": "2026-01-02T03:04:05Z"}, ()))
    '2026-01-02, nim/1'
    """
    about = findings.provenance
    days = [about[key].partition("T")[0] for key in ("begun", "last run begun") if about.get(key, "-") != "-"]
    return ", ".join(
        [*([" to ".join(dict.fromkeys(days))] if days else ["earlier"]), *filter(None, [about.get("game")])]
    )


def earlier_section(findings: Findings | None, name: str, measure: str) -> Section | None:
    """What is kept of an experiment, if it measured the same."""
    found = () if findings is None else findings.sections
    return next((section for section in found if (section.name, section.measure) == (name, measure)), None)


def taken_over(row: Row, section: Section, findings: Findings) -> Row:
    """The row with what the findings' section has of its cell: the one of its name, if it is the same play.

    That is the same players with the same settings, the same setup, and the same version of the game.
    """
    when = when_played(findings)
    for kept in section.rows:
        same = (kept.label, kept.players, kept.setup) == (row.label, row.players, row.setup)
        same = same and kept.configurations in ((), row.configurations) and kept.gauge == row.gauge
        if same and kept.ours is not None and _games_played(kept, row.game, findings.provenance) == {row.game}:
            ours = with_spread(kept.ours) if section.measure == "seconds per game" else kept.ours
            measured = {name: getattr(kept, name) for name in MEASURED}
            return replace(row, ours=ours, kept=kept.kept or when, **measured)
    return row


def _games_played(kept: Row, game: str, provenance: Mapping[str, str]) -> set[str]:
    """The versions of a game, given as any of them, that a kept cell may be of.

    Older files say it of all their cells at once, and of those that they had kept themselves not which of several.
    """
    if kept.game:
        return {kept.game}
    told = [text for key, text in provenance.items() if key == "game" or (kept.kept and key.endswith(", game"))]
    known = {each for text in told for each in text.split(", ")}
    return {each for each in known if each.rpartition("/")[0] == game.rpartition("/")[0]}


def with_spread(figure: Figure) -> Figure:
    """A mean time with the standard deviation that its interval was made of, as a share of the mean.

    >>> from mulligan.arena.statistics import mean_interval
    >>> round(with_spread(Figure(2.5, *mean_interval(4, 10, 30), 4)).spread, 4)  # of 1, 2, 3 and 4
    0.5164
    """
    if figure.spread is not None or not figure.games or figure.games < 2 or figure.low is None or figure.high is None:
        return figure
    if figure.value <= 0:  # no share of nothing
        return figure
    half = (figure.high - figure.low) / 2
    deviation = half * sqrt(figure.games) / -t_quantile(normal_tail(Z95), figure.games - 1)
    return replace(figure, spread=deviation / figure.value)
