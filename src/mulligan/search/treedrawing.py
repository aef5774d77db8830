"""Search trees as drawings: from left to right, every text in a place of its own, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from mulligan.core.errors import UsageError, unknown
from mulligan.core.faces import clean

from .grown import CHANCE, ROOT, SearchTree, TreeNode, left_out_words, said_of

SIZE, SMALL = 13.0, 11.0  # of letters
LINE, SMALL_LINE = 17.0, 14.0
PAD_X, PAD_Y = 11.0, 6.0
BETWEEN_X, BETWEEN_Y = 46.0, 10.0
MARGIN = 14.0
LETTERS, LINES = 26, 3  # of a move that is written out; all of it can be read by pointing at it
WIDEST = 7.0  # of an edge
MOST_BOXES = 5_000
SEATS = 8
"""How many colours there are for seats; what they mean is always told in words too."""

# The greatest width of letters among the usual fonts for screens, in parts of their size.
NARROW, USUAL, BROAD = 0.42, 0.66, 1.0
_NARROW, _BROAD = frozenset(" !'()*,-./:;I[]fijlrt|·"), frozenset("%@GMOQWmw—…")

LIGHT: dict[str, str | tuple[str, ...]] = {
    "ink": "#22262e",
    "soft": "#565b66",
    "paper": "#ffffff",
    "box": "#faf8f3",
    "line": "#b9bcc2",
    "best": "#b8660b",
    "seen": "#ffe9b8",
    "seats": ("#2c6e63", "#5b5f97", "#a63d57", "#7a6a10", "#2a6f9e", "#8a4b9e", "#4f7a28", "#8c5a3c"),
}
DARK: dict[str, str | tuple[str, ...]] = {
    "ink": "#e8e6df",
    "soft": "#a7adb8",
    "paper": "#1e2229",
    "box": "#272c35",
    "line": "#565d6a",
    "best": "#f2a94e",
    "seen": "#4a3b1c",
    "seats": ("#6cc4b2", "#a5a9e8", "#f08aa2", "#d9c65a", "#7cc0ee", "#d29be6", "#a3d071", "#e0a785"),
}
MORE = "more"  # the kind of a box that stands for nodes which are left out
THEMES = ("auto", "light", "dark", "none")


def text_width(text: str, size: float) -> float:
    """At most how wide a text is.

    >>> text_width("ill", 10) < text_width("moo", 10) < text_width("mow", 10)
    True
    """
    return size * sum(
        NARROW if letter in _NARROW else BROAD if letter in _BROAD or ord(letter) > 0x2FF else USUAL for letter in text
    )


@dataclass
class Box:
    """A node, or what stands for nodes that are left out."""

    words: tuple[str, ...]
    numbers: tuple[str, ...]
    hint: str
    kind: str
    seat: int | None
    share: float
    """Of all visits."""
    best: bool = False
    """Whether it lies on the most visited line."""
    marked: bool = False
    """Whether it lies on the line that somebody wants to see."""
    children: list[Box] = field(default_factory=list)
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0

    def __post_init__(self) -> None:
        texts = [text_width(words, SIZE) for words in self.words]
        texts += [text_width(words, SMALL) for words in self.numbers]
        self.width = 2 * PAD_X + max(texts)

    @property
    def height(self) -> float:
        return 2 * PAD_Y + LINE * len(self.words) + SMALL_LINE * len(self.numbers)

    def walk(self) -> Iterator[Box]:
        """This box and all to the right of it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def layers(self) -> list[list[Box]]:
        """The boxes of each depth."""
        found = [[self]]
        while below := [child for box in found[-1] for child in box.children]:
            found.append(below)
        return found


def _written(words: str) -> tuple[str, ...]:
    """A move on a few short lines."""
    lines = wrap(words, LETTERS, break_long_words=True, break_on_hyphens=False) or [""]
    if len(lines) > LINES:
        lines = [*lines[: LINES - 1], lines[LINES - 1][: LETTERS - 1] + "…"]
    return tuple(lines)


def _box(node: TreeNode, total: int, best: set[int], path: Sequence[str] | None, label: str = "") -> Box:
    said = said_of(node)
    words = _written(said if node.kind == ROOT else node.move)
    who = [] if node.mover is None or node.kind == ROOT else [f"player {node.mover + 1}"]
    last = " · ".join([*who, *node.numbers[1:], *([label] if label else [])])
    made = Box(
        words=words,
        numbers=(node.numbers[0], *((last,) if last else ())),
        hint=f"{said}: {', '.join(node.numbers)}",
        kind=node.kind,
        seat=node.mover,
        share=node.visits / max(1, total),
        best=node.kind == ROOT or id(node) in best,
        marked=path is not None,
    )
    made.children = [
        _box(child, total, best, path[1:] if path and child.move == path[0] else None) for child in node.children
    ]
    if node.left_out and (node.children or node.kind == ROOT):
        more = left_out_words(node)
        made.children.append(Box((), (more,), more, MORE, None, node.left_out_visits / max(1, total)))
    return made


def _place(box: Box, top: float) -> float:
    """Put a box at `top`, its first child beside it and the others below that; return where they end.

    So the most visited line runs along the top.
    """
    box.y, at = top, top
    for child in box.children:
        at = _place(child, at) + BETWEEN_Y
    return max(top + box.height, at - BETWEEN_Y)


def lay_out(tree: SearchTree, path: Sequence[str] = ()) -> tuple[list[Box], float, float]:
    """The boxes of all trees where they are drawn, one tree below the other, and the size of the drawing."""
    roots, top, right = list[Box](), MARGIN, 0.0
    for number, root in enumerate(tree.roots):
        made = _box(root, root.visits, {id(node) for node in root.line}, path or None, tree.label(number))
        if sum(1 for _ in made.walk()) > MOST_BOXES:
            raise UsageError(f"a drawing has at most {MOST_BOXES} nodes: ask for fewer, by depth, width or nodes")
        top = _place(made, top) + 3 * BETWEEN_Y
        x = MARGIN
        for layer in made.layers():
            widest = max(box.width for box in layer)
            for box in layer:
                box.x, box.width = x, box.width if box.kind == MORE else widest
            x += widest + BETWEEN_X
        right = max(right, x - BETWEEN_X)
        roots.append(made)
    return roots, right + MARGIN, top - 3 * BETWEEN_Y + MARGIN


def _rules(colours: dict[str, str | tuple[str, ...]], scope: str = ".mulligan-tree") -> str:
    named = "".join(f"--t-{name}:{value};" for name, value in colours.items() if isinstance(value, str))
    return f"{scope}{{{named}{''.join(f'--t-seat{i}:{value};' for i, value in enumerate(colours['seats']))}}}"


STYLE = (
    ".mulligan-tree text{font-family:'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;fill:var(--t-ink)}"
    f".mulligan-tree .w{{font-size:{SIZE:g}px;font-weight:600}}"
    f".mulligan-tree .n{{font-size:{SMALL:g}px;fill:var(--t-soft)}}"
    ".mulligan-tree .p{fill:var(--t-paper)}"
    ".mulligan-tree .b{fill:var(--t-box);stroke:var(--t-line)}"
    ".mulligan-tree .more .b{stroke-dasharray:3 3;fill:none}"
    ".mulligan-tree .chance .b{stroke-dasharray:6 3}"
    ".mulligan-tree .best>.b{stroke:var(--t-best);stroke-width:2.5}"
    ".mulligan-tree .seen>.b{fill:var(--t-seen)}"
    ".mulligan-tree .e{fill:none;stroke:var(--t-line);stroke-linecap:round}"
    ".mulligan-tree .e.best{stroke:var(--t-best)}"
    ".mulligan-tree .e.seen{stroke-dasharray:7 5}"
    + "".join(f".mulligan-tree .s{i}{{fill:var(--t-seat{i})}}" for i in range(SEATS))
)


def style_of(theme: str) -> str:
    """The style sheet of a drawing."""
    if theme not in THEMES:
        raise unknown("theme", theme, THEMES)
    if theme == "none":
        return ""
    colours = _rules(DARK if theme == "dark" else LIGHT)
    dark = f"@media (prefers-color-scheme: dark){{{_rules(DARK)}}}" if theme == "auto" else ""
    return f"{colours}{dark}{STYLE}"


def page_style(dark: str) -> str:
    """The style for drawings without one, on a page where a selector says whether it is `dark`."""
    return f"{_rules(LIGHT)}{_rules(DARK, f'{dark} .mulligan-tree')}{STYLE}"


def draw_trees(tree: SearchTree, theme: str = "auto", path: Sequence[str] = ()) -> str:
    """The drawing as SVG."""
    style = style_of(theme)
    roots, width, height = lay_out(tree, path)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mulligan-tree" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f'aria-label="{clean(_described(tree))}">',
        f"<style>{style}</style>" if style else "",
        f'<rect class="p" width="{width:.0f}" height="{height:.0f}"/>',
    ]
    for root in roots:
        parts += [_edge(box, child) for box in root.walk() for child in sorted(box.children, key=lambda c: c.best)]
        parts += [_drawn(box) for box in root.walk()]
    return "".join([*parts, "</svg>"])


def _described(tree: SearchTree) -> str:
    """The drawing in words, for those who listen."""
    lines = [", then ".join(node.move for node in root.line) or "nothing" for root in tree.roots]
    many = f"{len(tree.roots)} of {tree.trees} search trees" if tree.trees > 1 else "Search tree"
    return f"{many} of {tree.agent} at {tree.game}; most visited: {'; '.join(lines)}"


def _edge(box: Box, child: Box) -> str:
    x1, y1 = box.x + box.width, box.y + box.height / 2
    x2, y2 = child.x, child.y + child.height / 2
    middle = x2 - BETWEEN_X / 2
    wide = 1.2 + (WIDEST - 1.2) * child.share
    bend = x2 - BETWEEN_X
    way = f"M{x1:.1f} {y1:.1f}H{bend:.1f}C{middle:.1f} {y1:.1f} {middle:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"
    kind = f"{' best' if child.best else ''}{' seen' if child.marked else ''}"
    return f'<path class="e{kind}" stroke-width="{wide:.1f}" d="{way}"/>'


def _drawn(box: Box) -> str:
    kind = {ROOT: "root", CHANCE: "chance", MORE: "more"}.get(box.kind, "move")
    kind += f"{' best' if box.best else ''}{' seen' if box.marked else ''}"
    parts = [
        f'<g class="{kind}"><title>{clean(box.hint)}</title>'
        f'<rect class="b" x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="6"/>'
    ]
    if box.seat is not None:
        parts.append(
            f'<rect class="s{box.seat % SEATS}" x="{box.x + 3:.1f}" y="{box.y + 4:.1f}" width="4" '
            f'height="{box.height - 8:.1f}" rx="2"/>'
        )
    at = box.y + PAD_Y
    for step, letters, texts in ((LINE, "w", box.words), (SMALL_LINE, "n", box.numbers)):
        for words in texts:
            parts.append(
                f'<text class="{letters}" x="{box.x + PAD_X:.1f}" y="{at + 0.8 * step:.1f}">{clean(words)}</text>'
            )
            at += step
    return "".join([*parts, "</g>"])
