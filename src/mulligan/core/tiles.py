"""Cards that lie on the table as tiles: wider than high, with name, picture and numbers; the zoom has the text."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from .faces import breadth, clean, colours, cut, face, figures, picture_of, signs
from .scene import Card

WIDE, HIGH = 200, 150
_FONT = "font-family=\"'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif\""


def tile(card: Card, width: int = 120) -> str:
    """The card as a tile; face down, or a pile of cards, as it always is."""
    return _tile(replace(card, key=""), width) if card.name else face(card, width)


@lru_cache(maxsize=2048)
def _tile(card: Card, width: int) -> str:
    deep, middle, _ = colours(card.tint)
    under = "".join(
        f'<rect x="{1.5 + step}" y="{1.5 - step}" width="197" height="147" rx="13" fill="{middle}" stroke="#0008"/>'
        for step in ((8, 4) if card.count > 2 else (5,))
        if card.count > 1
    )
    body = (
        f'{under}<rect x="1.5" y="1.5" width="197" height="147" rx="13" fill="{deep}" stroke="#0008" '
        f'stroke-width="1.5"/>{picture_of(card, 7, 40, 186, 103, beside=True)}{_head(card, deep)}{_numbers(card, deep)}'
        f"{ribbons(card)}{signs(card.pips, 9, 105)}"
    )
    tilt = ' transform="rotate(7 100 75) scale(.93) translate(7 5)"' if card.turned else ""
    shade = ' style="filter:saturate(.55) brightness(.86)"' if card.turned else ""
    pad = 10 if card.count > 1 else 0
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="m-face m-tile" viewBox="0 -{pad} {WIDE + pad} {HIGH + pad}" '
        f'width="{width}" height="{round(width * HIGH / WIDE)}" role="img" aria-label="{clean(card.words)}" {_FONT}>'
        f"<g{tilt}{shade}>{body}</g></svg>"
    )


def _write(x: float, y: float, text: str, size: float, room: float, least: float, more: str) -> str:
    """One line, smaller if it would be wider than its room, and if that is not enough cut."""
    while size > least and breadth(text, size) > room:
        size -= 0.5
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" {more}>{clean(cut(text, room, size))}</text>'


def _head(card: Card, deep: str) -> str:
    wide = min(max(30.0, breadth(card.cost, 20) + 14), 70) if card.cost else 0.0
    times = f" ×{card.count}" if card.count > 1 else ""
    bold = 'font-weight="700" style="fill:var(--face-ink,#22262e)"'
    found = '<rect x="6" y="6" width="188" height="34" rx="9" style="fill:var(--face-paper,#fffaf0)"/>' + _write(
        13, 30.5, (card.title or card.name) + times, 23, 174 - wide, 12, bold
    )
    if card.cost:
        found += f'<rect x="{192 - wide:g}" y="8" width="{wide:g}" height="30" rx="15" fill="{deep}"/>'
        white = 'fill="#fff" text-anchor="middle" font-weight="700"'
        found += _write(192 - wide / 2, 30, card.cost, 20, wide - 8, 9, white)
    return found


def _numbers(card: Card, deep: str) -> str:
    """The numbers that matter, at the lower right corner."""
    if card.figures:
        return figures(card.figures, 7, 109, 186, deep)
    if not card.stats:
        return ""
    wide = min(max(breadth(card.stats, 25) + 20, 54), 186)
    middle = 'fill="#fff" text-anchor="middle" font-weight="800"'
    return (
        f'<rect x="{193 - wide:g}" y="109" width="{wide:g}" height="34" rx="9" fill="{deep}" stroke="#ffffffc0"/>'
    ) + _write(193 - wide / 2, 134.5, card.stats, 25, wide - 12, 12, middle)


def ribbons(card: Card) -> str:
    """Marks that no pip stands for: the first ones, and how many more there are."""
    shown = {pip.words for pip in card.pips}
    marks = [mark for mark in card.marks if mark not in shown]
    room = 1 if any(pip.sign for pip in card.pips) else 2
    told = marks if len(marks) <= room else [*marks[: room - 1], f"{marks[room - 1]} +{len(marks) - room}"]
    found = []
    for i, mark in enumerate(told):
        wide = min(breadth(mark, 15) + 16, 184)
        found.append(
            f'<rect x="8" y="{44 + 23 * i}" width="{wide:g}" height="20" rx="6" fill="#14171e" fill-opacity=".86"/>'
        )
        found.append(_write(15, 59.5 + 23 * i, mark, 15, wide - 12, 10, 'fill="#fff4cf" font-weight="600"'))
    return "".join(found)
