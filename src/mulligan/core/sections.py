"""Text forms of positions in parts: `title words | title words`, each part printed and read by functions of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import UsageError, unknown


@dataclass(frozen=True)
class Section:
    """One part of a position: what is printed behind its title, or nothing, and how that is read."""

    title: str
    show: Callable[[Any, Any], str]
    read: Callable[[Any, str], None]


def show_sections(sections: Sequence[Section], s: Any, t: Any) -> str:
    """A position as one line."""
    shown = ((section.title, section.show(s, t)) for section in sections)
    return " | ".join(f"{title} {words}" for title, words in shown if words)


def split_sections(text: str, titles: Sequence[str]) -> dict[str, str]:
    """The parts of a line by their titles, the first of which must come first.

    >>> split_sections("nim 3 left | player 1", ["nim", "player"])
    {'nim': '3 left', 'player': '1'}
    """
    parts: dict[str, str] = {}
    for part in text.split("|"):
        title, *rest = part.split(maxsplit=1) or [""]
        if not parts and title != titles[0]:
            raise UsageError(f"position: should begin with '{titles[0]}', not '{text.strip()[:20]}'")
        if title not in titles:
            raise unknown("part of a position", title[:30], titles)
        if title in parts:
            raise UsageError(f"position: '{title}' is given twice")
        parts[title] = rest[0].strip() if rest else ""
    return parts
