"""The log, thoughts and hints as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from mulligan.core.faces import clean

from .ongoing import LogLine, OngoingGame, Thought

SHOWN = 150  # moves of a log
RECENT = 3  # moves that stand above the table


def log_html(lines: Sequence[LogLine], table: OngoingGame, seat: int) -> str:
    """What has happened, the last first."""
    if not lines:
        return '<p class="m-none">Nothing has been played yet.</p>'
    shown = "".join(_line(line, table, seat) for line in reversed(lines[-SHOWN:]))
    more = f'<p class="m-none">and {len(lines) - SHOWN} moves before</p>' if len(lines) > SHOWN else ""
    return f'<div class="m-log">{shown}{more}</div>'


def last_html(lines: Sequence[LogLine], table: OngoingGame, seat: int) -> str:
    """What others did since the seat's last move, in a few words."""
    since, recent = 0, max(RECENT, table.session.game.players - 1)
    while since < min(len(lines), recent) and (lines[-1 - since].actor != seat or seat < 0):
        since += 1
    if not since:
        return ""

    def item(line: LogLine) -> str:
        seen = f" <span>{clean('; '.join(line.happened[:3]))}</span>" if line.happened else ""
        return f"<li><b>{clean(table.name_of(line.actor).split(' (')[0])}:</b> {clean(line.told)}{seen}</li>"

    shown = "".join(item(line) for line in lines[-since:])
    return f'<ul class="m-last">{shown}</ul>'


def _line(line: LogLine, table: OngoingGame, seat: int) -> str:
    own = "own" if line.actor == (seat if seat >= 0 else 0) else "foe"
    items = "".join(f"<li>{clean(item)}</li>" for item in line.happened)
    listed = f"<ul>{items}</ul>" if items else ""
    who = clean(table.name_of(line.actor).split(" (")[0])
    return (
        f'<div class="m-{own}"><p><span class="m-number">{line.number}</span> '
        f'<span class="m-who">{who}:</span> {clean(line.told)}</p>{listed}</div>'
    )


def facts(thought: Thought, who: str, players: int = 2) -> str:
    """How far somebody has thought, in figures; no move is named."""
    chance = "Chance to win" if players < 3 else "Expected result"
    rows = {
        "Who": who,
        "Agent": thought.agent,
        "Simulations": f"{thought.simulations:,}" if thought.simulations else "none: it plays by rules",
        "Depth": str(thought.depth) if thought.depth else "-",
        chance: "-" if isnan(thought.value) else f"{thought.value:.0%}",
        "Time": thought.spent or f"{thought.seconds:.1f} s",
    }
    listed = "".join(f"<dt>{name}</dt><dd>{clean(value)}</dd>" for name, value in rows.items())
    return f'<dl class="m-facts">{listed}</dl>'


def bars(rows: Sequence[tuple[str, int, float]]) -> str:
    """Moves with visits as bars."""
    if not rows:
        return ""
    most = max(1, *(visits for _, visits, _ in rows))

    def row(text: str, visits: int, mean: float) -> str:
        chance = "" if isnan(mean) else f"{mean:.0%}, "
        return (
            f'<div class="m-barrow"><div class="m-figures"><span>{clean(text)}</span><span>{chance}{visits:,}</span>'
            f'</div><div class="m-track"><span style="width:{visits / most:.1%}"></span></div></div>'
        )

    return f'<div class="m-bars">{"".join(row(*item) for item in rows)}</div>'
