"""Gauges for every game, and where those of a game are found."""

from __future__ import annotations

from collections.abc import Callable

from mulligan.core.errors import UsageError, unknown
from mulligan.core.game import Game
from mulligan.core.gauge import Gauge
from mulligan.core.words import join_words, split_words

from .branching import branching
from .length import length
from .tree import tree

_EVERYWHERE: dict[str, Callable[[Game], Gauge]] = {"branching": branching, "length": length, "tree": tree}


def gauges_of(game: Game) -> dict[str, Gauge]:
    """All gauges of a game by name, those of every game first.

    >>> from mulligan.games.toys import NIM
    >>> list(gauges_of(NIM))
    ['branching', 'length', 'tree']
    """
    return {name: make(game) for name, make in _EVERYWHERE.items()} | dict(game.room().gauges)


def find_gauge(game: Game, text: str) -> Gauge:
    """A gauge by its name, with settings after a colon as players have them."""
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
    """
    gauge = find_gauge(game, text)
    return f"{join_words(split_words(text)[0], dict(gauge.settings))}/{gauge.version}"


__all__ = ["find_gauge", "gauge_id", "gauges_of"]
