"""Card faces as SVG, of our own design, from what a card says of itself.

Everything that comes from a card is escaped, so whatever stands in its texts is text.  Colours never stand alone: the
kind is written out, and has a sign of its own.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from html import escape
from math import inf

from .creatures import silhouette
from .emblems import SIGNS, scenery, sign_of, sign_path
from .scene import TINTS, Card, Pip

WIDE, HIGH = 200, 280
OTHER_FONTS = 1.4  # how much wider a text may come out than `breadth` says, bold and in another font
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NARROW, _BROAD = frozenset("iIjlt.,:;'|!()[]fr -"), frozenset("mwMWQOGDHN@%")
_COLOURS = {  # deep, middle, light
    "grey": ("#4a5361", "#7d8896", "#c9d1da"),
    "red": ("#7f1d2b", "#b93a46", "#f0b3ae"),
    "orange": ("#8a3f0c", "#c96a24", "#f7cfa2"),
    "gold": ("#6f5307", "#b08a1e", "#f0dc94"),
    "green": ("#1f5130", "#3f8653", "#b9dfbb"),
    "teal": ("#0f4f50", "#2a8583", "#aee0da"),
    "blue": ("#1c3f72", "#3a6db0", "#b6d2f2"),
    "purple": ("#46276f", "#7450a8", "#d5c1f0"),
    "pink": ("#7d2357", "#b9508c", "#f3c1dc"),
    "brown": ("#4f3521", "#85623f", "#dcc4a2"),
}
assert set(_COLOURS) == set(TINTS)
_FONT = "font-family=\"'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif\""
_PAPER = "fill:var(--face-paper,#fffaf0)"
_INK = "fill:var(--face-ink,#22262e)"
_SOFT = "fill:var(--face-soft,#565b66)"


def clean(text: str) -> str:
    """Text that XML and HTML take for text.

    >>> clean("<b>\\x00 & 'x'")
    '&lt;b&gt; &amp; &#x27;x&#x27;'
    """
    return escape(_NOT_XML.sub("", text))


def breadth(text: str, size: float) -> float:
    """About how wide a text is at a size."""
    units = sum(0.32 if c in _NARROW else 0.82 if c in _BROAD else 0.66 if c.isupper() else 0.55 for c in text)
    return units * size


def wrap(text: str, width: float, size: float) -> list[str]:
    """The lines of a text; words that are wider than a line are cut.

    >>> wrap("draw a card", 40, 12)
    ['draw a', 'card']
    """
    lines: list[str] = []
    now = ""
    for word in text.split():
        while breadth(word, size) > width and len(word) > 1:
            if now:
                lines.append(now)
                now = ""
            cut = next((i for i in range(len(word) - 1, 1, -1) if breadth(word[:i], size) <= width), 1)
            lines.append(word[:cut])
            word = word[cut:]
        longer = f"{now} {word}" if now else word
        if now and breadth(longer, size) > width:
            lines.append(now)
            now = word
        else:
            now = longer
    return [*lines, now] if now else lines


def cut(text: str, width: float, size: float) -> str:
    """The text, or its beginning with an ellipsis.

    >>> cut("Destructor Beam", 40, 10)
    'Destru…'
    """
    if breadth(text, size) <= width:
        return text
    while text and breadth(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def face(card: Card, width: int = 120) -> str:
    """The card as an SVG picture, with its words for those who listen."""
    return _picture(replace(card, key=""), width)


@lru_cache(maxsize=2048)
def _picture(card: Card, width: int) -> str:
    """Pictures are kept: the same cards are drawn again and again."""
    if card.name:
        body = _stack(card) + _front(card)
    else:
        body = _stack(card) + _back()
    body += _count(card)
    pad = 12 if card.count > 1 else 0
    tilt = f' transform="rotate(9 {WIDE / 2:g} {HIGH / 2:g}) scale(.93) translate(8 10)"' if card.turned else ""
    height = round(width * (HIGH + pad) / (WIDE + pad))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="m-face" viewBox="0 -{pad} {WIDE + pad} {HIGH + pad}" '
        f'width="{width}" height="{height}" role="img" aria-label="{clean(card.words)}" {_FONT}>'
        f"<g{tilt}>{body}</g></svg>"
    )


def emblem(title: str, sign: str, tint: str, size: int = 72) -> str:
    """A picture without words, for a game in a list."""
    deep, middle, light = _COLOURS.get(tint, _COLOURS["grey"])
    path = sign_path(sign)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="{size}" height="{size}" '
        f'aria-hidden="true"><rect x="1" y="1" width="98" height="98" rx="16" fill="{middle}"/>'
        f'<svg x="3" y="3" width="94" height="94" viewBox="13 62 174 100" preserveAspectRatio="xMidYMid slice">'
        f"{scenery(title, 13, 62, 174, 100, light, deep)}</svg>"
        f'<g transform="translate(20 20) scale(2.5)"><path d="{path}" fill="#fffdf4" '
        f'fill-rule="evenodd" stroke="{deep}" stroke-width="1" stroke-linejoin="round"/></g>'
        f'<rect x="2" y="2" width="96" height="96" rx="15" fill="none" stroke="{deep}" stroke-width="4"/></svg>'
    )


def _text(x: float, y: float, text: str, size: float, style: str, more: str = "", room: float = inf) -> str:
    """One line; where another font might make it wider than its room, browsers are told how wide it is."""
    if breadth(text, size) * OTHER_FONTS > room:
        more += f' textLength="{min(breadth(text, size), room):g}" lengthAdjust="spacingAndGlyphs"'
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" style="{style}" {more}>{clean(text)}</text>'


def _fitted(x: float, y: float, text: str, size: float, width: float, style: str, more: str = "") -> str:
    """One line that is never wider than `width`: smaller, and if that is not enough cut."""
    while size > 9 and breadth(text, size) > width:
        size -= 0.5
    return _text(x, y, cut(text, width, size), size, style, more, width)


def _front(card: Card) -> str:
    deep = colours(card.tint)[0]
    text = [line for line in card.lines if line]
    rows = sum(len(wrap(line, 170, 14)) for line in text)
    art = 150 if not rows else 100 if rows < 4 else 70
    parts = [
        f'<rect x="1.5" y="1.5" width="197" height="277" rx="15" fill="{deep}" stroke="#0008" stroke-width="1.5"/>',
        f'<rect x="8" y="8" width="184" height="264" rx="10" style="{_PAPER}"/>',
        _head(card, deep),
        picture_of(card, 13, 62, 174, art),
        f'<rect x="13" y="62" width="174" height="{art}" rx="6" fill="none" stroke="{deep}" stroke-width="1.5"/>',
    ]
    line = 62 + art + 17
    if card.kind:
        parts.append(_fitted(100, line, card.kind, 15, 172, _SOFT, 'text-anchor="middle" font-style="italic"'))
    parts.append(_lines(text, line + 4, 234 if card.stats or card.count > 1 else 268, deep))
    shown = {pip.words for pip in card.pips}
    parts.append(_marks(tuple(mark for mark in card.marks if mark not in shown), 62 + art))
    parts.append(signs(card.pips, 14, 62 + art - 3))
    if card.figures:
        parts.append(figures(card.figures, 8, 241, 184, deep))
    elif card.stats:
        parts.append(_stats(card.stats, deep))
    return "".join(parts)


def _head(card: Card, deep: str) -> str:
    wide = min(max(38.0, breadth(card.cost, 21) + 18), 96) if card.cost else 0.0
    room = 168 - wide - (4 if wide else 0)
    name = card.title or card.name
    for size in (23, 21, 19, 17, 15):
        rows = wrap(name, room, size)
        whole = " ".join(rows) == " ".join(name.split())  # no word is cut
        if len(rows) == 1 or (len(rows) == 2 and size <= 19 and whole):
            break
    if len(rows) > 2:
        rows = [rows[0], cut(" ".join(rows[1:]), room, size)]
    top = 42 if len(rows) == 1 else 31
    found = [_text(16, top + i * (size + 2), row, size, _INK, 'font-weight="700"', room) for i, row in enumerate(rows)]
    if card.cost:
        found.append(
            f'<rect x="{188 - wide:g}" y="14" width="{wide:g}" height="38" rx="19" fill="{deep}" stroke="#ffffffb0"/>'
        )
        found.append(
            _fitted(
                188 - wide / 2, 40.5, card.cost, 22, wide - 12, "fill:#fff", 'text-anchor="middle" font-weight="700"'
            )
        )
    return "".join(found)


def colours(tint: str) -> tuple[str, str, str]:
    """Deep, middle and light."""
    return _COLOURS.get(tint, _COLOURS["grey"])


def picture_of(card: Card, x: int, y: int, width: int, height: int, *, beside: bool = False) -> str:
    """The picture of a card: a scene of its own, and before it, or `beside` what else lies there, a sign."""
    deep, middle, light = colours(card.tint)
    return (
        f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{x} {y} {width} {height}">'
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="{middle}"/>'
        f"{scenery(card.title or card.name, x, y, width, height, light, deep)}"
        f"{_sign(card, x, y, width, height, deep, beside)}</svg>"
    )


def _sign(card: Card, left: int, top: int, width: int, height: int, deep: str, beside: bool) -> str:
    size = min(height - 12, 92)
    x, y = left + (width - size) / 2, top + (height - size) / 2
    if beside:
        size = 66
        x, y = left + width - size - 8, top + 2
    beast = silhouette(card.title or card.name, card.kind)
    path, rule = (beast, "nonzero") if beast else (SIGNS[sign_of(card.kind or card.name)], "evenodd")
    return (
        f'<g transform="translate({x:g} {y:g}) scale({size / 24:g})">'
        f'<path d="{path}" fill="#fffdf4" fill-rule="{rule}" stroke="{deep}" stroke-width="{1.5 if beast else 0.9}" '
        'paint-order="stroke" stroke-linejoin="round"/></g>'
    )


def _lines(text: list[str], top: float, bottom: float, deep: str) -> str:
    """The text of the card, as large as it fits."""
    if not text:
        return ""
    for size in (15.0, 14, 13, 12, 11, 10):
        rows = [row for line in text for row in wrap(line, 170, size)]
        room = int((bottom - top) // (size * 1.2))
        if len(rows) <= room:
            break
    if len(rows) > room:
        rows = [*rows[: room - 1], cut(rows[room - 1] + " …", 170, size)]
    found = [f'<path d="M20 {top + 2:g}h160" stroke="{deep}" stroke-opacity=".35"/>']
    found += [_text(15, top + (i + 1) * size * 1.2, row, size, _INK, "", 170) for i, row in enumerate(rows)]
    return "".join(found)


def _marks(marks: tuple[str, ...], bottom: float) -> str:
    """Ribbons over the picture, from below."""
    shown = list(marks[:4])
    if len(marks) > 4:
        shown[3] = f"and {len(marks) - 3} more"
    found = []
    for i, mark in enumerate(reversed(shown)):
        y = bottom - 25 - i * 24
        wide = min(breadth(mark, 15) + 20, 176)
        found.append(
            f'<path d="M8 {y:g}h{wide:g}l-7 10.5 7 10.5H8z" fill="#1b1e26" fill-opacity=".9" stroke="#ffe9a8" '
            f'stroke-width="1"/>'
        )
        found.append(_fitted(14, y + 15.5, mark, 15, wide - 18, "fill:#fff4cf", 'font-weight="600"'))
    return "".join(found)


def _stats(stats: str, deep: str) -> str:
    wide = min(max(breadth(stats, 24) + 24, 56), 180)
    return (
        f'<rect x="{190 - wide:g}" y="241" width="{wide:g}" height="32" rx="9" fill="{deep}" stroke="#ffffffb0"/>'
    ) + _fitted(190 - wide / 2, 265, stats, 24, wide - 10, "fill:#fff", 'text-anchor="middle" font-weight="800"')


def _back() -> str:
    rows = "".join(f"M{x} 20l-80 240M{x - 80} 20l80 240" for x in range(20, 281, 20))
    return (
        '<rect x="1.5" y="1.5" width="197" height="277" rx="15" fill="#f3ead2" stroke="#0008" stroke-width="1.5"/>'
        '<rect x="10" y="10" width="180" height="260" rx="9" fill="#1f4f49"/>'
        f'<svg x="16" y="16" width="168" height="248" viewBox="16 16 168 248"><path d="{rows}" stroke="#d8c48a" '
        'stroke-opacity=".45" stroke-width="1.6" fill="none"/></svg>'
        '<rect x="16" y="16" width="168" height="248" rx="6" fill="none" stroke="#d8c48a" stroke-width="2"/>'
        '<circle cx="100" cy="140" r="38" fill="#1f4f49" stroke="#d8c48a" stroke-width="3"/>'
        '<path d="M84 150a18 18 0 1 1 16 10m0 0 9-8m-9 8 8 8" fill="none" stroke="#f3ead2" stroke-width="6" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _stack(card: Card) -> str:
    """The edges of the cards below."""
    if card.count < 2:
        return ""
    edge = "#d9ccaa" if not card.name else _COLOURS.get(card.tint, _COLOURS["grey"])[2]
    return "".join(
        f'<rect x="{1.5 + step}" y="{1.5 - step}" width="197" height="277" rx="15" fill="{edge}" stroke="#0008"/>'
        for step in ((10, 5) if card.count > 2 else (6,))
    )


def _count(card: Card) -> str:
    if card.count < 2:
        return ""
    words = f"×{card.count}"
    wide = breadth(words, 28) + 22
    x, top = (100.0, 120) if not card.name else (14 + wide / 2, 232)
    return (
        f'<rect x="{x - wide / 2:g}" y="{top}" width="{wide:g}" height="40" rx="20" fill="#16181f" '
        'fill-opacity=".92" stroke="#fff"/>'
    ) + _text(x, top + 30, words, 28, "fill:#fff", 'text-anchor="middle" font-weight="800"')


# --- signs with numbers -----------------------------------------------------------------------------------------------


def signs(pips: tuple[Pip, ...], left: float, bottom: float) -> str:
    """What lies on a card: a small sign for each, with its number if there are several."""
    found, x = [], left
    for pip in [pip for pip in pips if pip.sign][:6]:
        deep, middle, _ = colours(pip.tint)
        number = str(pip.count) if pip.count > 1 else ""
        wide = 27 + (breadth(number, 19) + 4 if number else 0)
        found.append(
            f'<rect x="{x:g}" y="{bottom - 27:g}" width="{wide:g}" height="27" rx="13.5" fill="{middle}" '
            f'stroke="#fff" stroke-width="2.2"/>{_small(pip.sign, x + 3.5, bottom - 23.5, 0.83, deep)}'
        )
        if number:
            found.append(_text(x + 26, bottom - 7, number, 19, "fill:#fff", 'font-weight="800"'))
        x += wide + 4
    return "".join(found)


def figures(numbers: tuple[Pip, ...], left: float, top: float, width: float, deep: str) -> str:
    """The numbers of a card side by side, each after its sign."""
    step = width / max(1, len(numbers))
    found = [f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="33" rx="9" fill="{deep}" stroke="#ffffffb0"/>']
    for i, one in enumerate(numbers):
        x = left + i * step + (step - 24 - breadth(str(one.count), 24)) / 2
        found.append(_small(one.sign, x, top + 7, 0.8, deep))
        found.append(_text(x + 22, top + 25.5, str(one.count), 24, "fill:#fff", 'font-weight="800"'))
    return "".join(found)


def _small(sign: str, x: float, y: float, scale: float, deep: str) -> str:
    """A sign by its name, or up to three letters."""
    if sign in SIGNS:
        return (
            f'<g transform="translate({x:g} {y:g}) scale({scale:g})"><path d="{SIGNS[sign]}" fill="#fff" '
            f'fill-rule="evenodd" stroke="{deep}" stroke-width=".8"/></g>'
        )
    return _fitted(x + 10, y + 16, sign[:3], 15, 24, "fill:#fff", 'text-anchor="middle" font-weight="800"')
