"""A position as a drawing: the table as one seat sees it, in one SVG, and as a block of HTML for notebooks.

It is made from a position in which everything that the seat cannot know was dealt anew, as every view is: the true
hidden cards cannot be in it.  All texts are escaped, and nothing is loaded from anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from .errors import UsageError
from .faces import breadth, clean, cut, face, wrap
from .position import Position
from .scene import OPEN, Counter, Scene, Zone
from .seen import scene_of, shown_to
from .showing import block

WIDE = 940
MARGIN, GAP = 14, 8
CARD, PILE = 104, 72  # how wide cards are drawn
STACKED = 30  # how much is seen of cards that overlap
MOST = 60  # cards of a zone that are drawn one by one
MOVES = 12  # that are listed at once

LIGHT = {
    "ink": "#22262e",
    "soft": "#565b66",
    "felt": "#eef1ea",
    "side": "#ffffff",
    "line": "#c6ccc2",
    "turn": "#8a4b00",
}
DARK = {
    "ink": "#e8e6df",
    "soft": "#a7adb8",
    "felt": "#1b211f",
    "side": "#262d2a",
    "line": "#4a544e",
    "turn": "#f2b25e",
}


def _style() -> str:
    colours = [
        f".mulligan-table{{{''.join(f'--b-{name}:{value};' for name, value in chosen.items())}}}"
        for chosen in (LIGHT, DARK)
    ]
    return (
        f"{colours[0]}@media (prefers-color-scheme: dark){{{colours[1]}}}"
        ".mulligan-table>text,.mulligan-table>g>text{font-family:'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;"
        "fill:var(--b-ink)}.mulligan-table .soft{fill:var(--b-soft)!important}"
        ".mulligan-table .turn{fill:var(--b-turn)!important}"
    )


@dataclass(frozen=True)
class _Piece:
    """A zone as it is drawn: its size, and what it is made of, from its own left upper corner."""

    width: float
    height: float
    parts: tuple[str, ...]


def viewer_of(position: Position, seat: int | None) -> int:
    """Who looks at a position if nobody says so: the seat to move; at the end, everybody."""
    if seat is None:
        return position.actor if not position.over else OPEN
    if seat != OPEN and not 0 <= seat < position.game.players:
        raise UsageError(f"seat: {seat} should be from 0 to {position.game.players - 1}, or {OPEN} to see everything")
    return seat


def draw_table(position: Position, seat: int | None = None) -> str:
    """The table as a seat sees it; `OPEN` sees everything, and nobody in particular is the seat to move.

    >>> from mulligan.games.toys import NIM
    >>> drawing = draw_table(Position.deal(NIM, seed=1))
    >>> drawing.startswith("<svg ") and "Player 1" in drawing
    True
    """
    viewer = viewer_of(position, seat)
    scene = scene_of(shown_to(position, viewer), viewer, [])
    actor, players = position.actor, position.game.players
    near = max(viewer, 0)
    order = [*((near + i) % players for i in range(1, players)), None, near]
    parts, y = list[str](), float(MARGIN)
    for owner in order:
        drawn, height = _side(scene, owner, _name(owner, viewer), owner is not None and owner == actor)
        if drawn:
            parts += [f'<g transform="translate({MARGIN} {y:g})">', *drawn, "</g>"]
            y += height + MARGIN
    if viewer == actor >= 0 and scene.prompt:
        parts.append(_text(MARGIN, y + 12, cut(scene.prompt, WIDE - 2 * MARGIN, 14), 14, "turn"))
        y += 24
    who = "with all cards open" if viewer == OPEN else f"as player {viewer + 1} sees it"
    label = clean(f"Table of {position.game.title}, {who}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mulligan-table" width="{WIDE}" height="{y:g}" '
        f'viewBox="0 0 {WIDE} {y:g}" role="img" aria-label="{label}"><style>{_style()}</style>'
        f'<rect width="{WIDE}" height="{y:g}" rx="10" style="fill:var(--b-felt)"/>{"".join(parts)}</svg>'
    )


def _name(owner: int | None, viewer: int) -> str:
    if owner is None:
        return ""
    return f"Player {owner + 1}" + (" (the view)" if owner == viewer else "")


def _text(x: float, y: float, text: str, size: float, kind: str = "", bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" class="{kind}"{weight}>{clean(text)}</text>'


def _room(text: str, size: float) -> float:
    """What a text needs at most: fonts differ."""
    return 1.2 * breadth(text, size)


def _side(scene: Scene, owner: int | None, name: str, to_move: bool) -> tuple[list[str], float]:
    """What belongs to a player, or to nobody, and how high it is."""
    zones = [zone for zone in scene.zones if zone.owner == owner]
    counters = [counter for counter in scene.counters if counter.owner == owner]
    if not zones and not counters and not name:
        return [], 0.0
    room = WIDE - 4 * MARGIN
    parts, y = list[str](), 22.0
    x = float(MARGIN)
    if name:
        parts.append(_text(x, y, name, 15, bold=True))
        x += _room(name, 16) + 14
    for text, kind in [*([("to move", "turn")] if to_move else []), *((_counted(one), "soft") for one in counters)]:
        if x > MARGIN and x + _room(text, 14) > room:
            x, y = float(MARGIN), y + 20
        parts.append(_text(x, y, cut(text, room, 14), 14, kind))
        x += _room(text, 14) + 18
    y = y + 10 if x > MARGIN else MARGIN / 2
    for line in _lines((_zone(zone, room) for zone in zones), room):
        x = float(MARGIN)
        for piece in line:
            parts += [f'<g transform="translate({x:g} {y:g})">', *piece.parts, "</g>"]
            x += piece.width + 2 * GAP
        y += max(piece.height for piece in line) + GAP
    frame = (
        f'<rect width="{WIDE - 2 * MARGIN}" height="{y + 4:g}" rx="8" style="fill:var(--b-side);stroke:var(--b-line)"/>'
    )
    return [frame, *parts], y + 4


def _counted(counter: Counter) -> str:
    return f"{counter.title} {counter.value}" + (f"/{counter.most}" if counter.most else "")


def _lines(pieces: Iterable[_Piece], room: float) -> Iterator[list[_Piece]]:
    """Pieces side by side, as many as fit."""
    line: list[_Piece] = []
    for piece in pieces:
        if line and sum(one.width + 2 * GAP for one in line) + piece.width > room:
            yield line
            line = []
        line.append(piece)
    if line:
        yield line


def _zone(zone: Zone, room: float) -> _Piece:
    title = f"{zone.title} {zone.size}" if zone.size and zone.layout != "text" else zone.title
    wide = _room(title, 13)
    head = _text(0, 16, title, 13, "soft")
    if zone.layout == "text":
        rows = [row for card in zone.cards for words in card.lines for row in wrap(words, room, 14)]
        texts = [_text(0, 38 + 18 * i, row, 14) for i, row in enumerate(rows)]
        return _Piece(max([wide, *(breadth(row, 14) for row in rows)]), 28 + 18 * len(rows), (head, *texts))
    shown = (
        [replace(zone.cards[0], count=zone.size)] if zone.layout == "pile" and zone.cards else list(zone.cards[:MOST])
    )
    width = PILE if zone.layout == "pile" or not any(card.name for card in shown) else CARD
    if not shown:
        return _Piece(wide, 42, (head, _text(0, 36, "none", 13, "soft")))
    step: float = STACKED if zone.layout == "stack" else width + GAP
    step = min(step, (room - width) / max(1, len(shown) - 1))
    pictures = [f'<g transform="translate({i * step:g} 22)">{face(card, width)}</g>' for i, card in enumerate(shown)]
    return _Piece(max(wide, step * (len(shown) - 1) + width), 24 + width * 1.4, (head, *pictures))


def headline(position: Position) -> str:
    """Game, setup, turn and who is to move, in one line: nothing of it is hidden from anybody.

    >>> from mulligan.games.toys import NIM
    >>> headline(Position.deal(NIM, seed=1))
    'nim, setup 15-3, turn 0, player 1 to move'
    """
    actor, stage, turn, _ = position.look()
    game = position.game
    told = f"{game.name}, setup {position.setup}, turn {turn}, "
    if actor < 0:
        paid = ", ".join(f"{position.payoff(seat):g}" for seat in range(game.players))
        return f"{told}over, paid {paid}"
    kind = f" ({game.stages[stage]})" if len(game.stages) > 1 else ""
    return f"{told}player {actor + 1} to move{kind}"


def position_html(position: Position, seat: int | None = None) -> str:
    """The table and the legal moves, for notebooks."""
    viewer = viewer_of(position, seat)
    parts = [f'<div style="overflow-x:auto">{draw_table(position, viewer)}</div>']
    if viewer == position.actor and not position.over:
        known = shown_to(position, viewer)
        texts = known.texts(known.options())
        more = f" and {len(texts) - MOVES} more" if len(texts) > MOVES else ""
        parts.append(f"<div>{len(texts)} legal: {clean('; '.join(texts[:MOVES]))}{more}</div>")
    return block(headline(position), *parts)
