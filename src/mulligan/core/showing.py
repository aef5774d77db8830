"""How results show themselves in notebooks: blocks and tables of HTML that take the colours of the page they are on.

They have no style of their own but lines and spaces, so they can be read on light and on dark; every text is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .faces import clean

__all__ = ["block", "clean", "table"]

LINE = "border-bottom:1px solid color-mix(in srgb,currentColor 25%,transparent);padding:.2em .8em .2em 0"


def block(title: str, *parts: str) -> str:
    """Some HTML under a title, which is text.

    >>> block("a < b")
    '<div class="mulligan"><div style="font-weight:600">a &lt; b</div></div>'
    """
    head = f'<div style="font-weight:600">{clean(title)}</div>' if title else ""
    return f'<div class="mulligan">{head}{"".join(parts)}</div>'


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], numbers: Sequence[int] = ()) -> str:
    """A table of texts; the columns of which `numbers` has the place stand to the right.

    >>> "&lt;b&gt;" in table(["x"], [["<b>"]])
    True
    """

    def cell(tag: str, at: int, text: object) -> str:
        side = "right" if at in numbers else "left"
        return f'<{tag} style="text-align:{side};vertical-align:top;{LINE}">{clean(str(text))}</{tag}>'

    head = "".join(cell("th", at, text) for at, text in enumerate(heads))
    lines = "".join(f"<tr>{''.join(cell('td', at, text) for at, text in enumerate(row))}</tr>" for row in rows)
    top = f"<thead><tr>{head}</tr></thead>" if head else ""
    return (
        '<div style="overflow-x:auto"><table style="border-collapse:collapse;margin:.4em 0">'
        f"{top}<tbody>{lines}</tbody></table></div>"
    )
