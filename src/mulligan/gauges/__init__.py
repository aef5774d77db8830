"""Gauges for every game, and where those of a game are found."""

from __future__ import annotations

from collections.abc import Callable

from mulligan.core.errors import UsageError, unknown
from mulligan.core.game import Game
from mulligan.core.gauge import Gauge
from mulligan.core.words import join_words, split_words

from .branching import branching
from .calibration import calibration
from .length import length
from .regret import regret
from .several import several
from .tree import tree

AND = "&"  # between gauges that measure the same games
_EVERYWHERE: dict[str, Callable[[Game], Gauge]] = {
    "branching": branching,
    "calibration": calibration,
    "length": length,
    "regret": regret,
    "tree": tree,
}


def gauges_of(game: Game) -> dict[str, Gauge]:
    """All gauges of a game by name, those of every game first.

    >>> from mulligan.games.toys import NIM
    >>> list(gauges_of(NIM))
    ['branching', 'calibration', 'length', 'regret', 'tree']
    """
    return {name: make(game) for name, make in _EVERYWHERE.items()} | dict(game.room().gauges)


def find_gauge(game: Game, text: str) -> Gauge:
    """A gauge by its name, with settings after a colon as players have them; or several, with `&` between them."""
    if AND in text:
        return several({part: find_gauge(game, part) for part in _parts(text)})
    name, words = split_words(text, "gauge")
    known = gauges_of(game)
    if name not in known:
        raise unknown(f"gauge of {game.name}", name, known, f"mulligan gauges {game.name}")
    gauge = known[name]
    for word in words:
        if gauge.tuned is None:
            raise UsageError(f"gauge '{text}': {name} has no settings")
        if word not in gauge.settings:
            raise unknown(f"setting of the gauge {name}", word, gauge.settings)
    return gauge.tuned(dict(gauge.settings) | words) if gauge.tuned is not None and words else gauge


def gauge_id(game: Game, text: str) -> str:
    """A gauge in full, with all settings and its version: what its measurements are kept under.

    >>> from mulligan.games.toys import NIM
    >>> gauge_id(NIM, "length")
    'length/1'
    >>> gauge_id(NIM, "length & branching")
    'length/1 & branching/1'
    """
    if AND in text:
        return f" {AND} ".join(gauge_id(game, part) for part in _parts(text))
    gauge = find_gauge(game, text)
    return f"{join_words(split_words(text)[0], dict(gauge.settings))}/{gauge.version}"


def _parts(text: str) -> list[str]:
    """The gauges that a text names, each once."""
    parts = [part.strip() for part in text.split(AND)]
    if len(set(parts)) < len(parts):
        raise UsageError(f"gauge '{text}': one of them is named twice")
    return parts


__all__ = ["find_gauge", "gauge_id", "gauges_of"]
