"""Several gauges in the same games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from mulligan.core.gauge import Gauge, Gauging


class _Several:
    """Shows every move to each of them, and gives all that they found."""

    def __init__(self, gauges: Mapping[str, Gauging], names: Mapping[tuple[str, str], str]) -> None:
        self.gauges, self.names = gauges, names

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        for gauging in self.gauges.values():
            gauging.see(here, move, seat, decision)

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        found = {(name, column): sums for name, one in self.gauges.items() for column, sums in one.found(end).items()}
        return {self.names.get(key, key[1]): sums for key, sums in found.items()}


def several(gauges: Mapping[str, Gauge]) -> Gauge:
    """All of them as one; a column that two of them have is told apart by the gauge's name.

    >>> one = Gauge("this", {"n": "so many", "m": "so few"}, lambda players, first, seed: None)
    >>> list(several({"a": one, "b": Gauge("that", {"n": "so many"}, one.start)}).columns)
    ['a: n', 'm', 'b: n']
    """
    uses = Counter(column for gauge in gauges.values() for column in gauge.columns)
    names = {
        (name, column): f"{name}: {column}" if uses[column] > 1 else column
        for name, gauge in gauges.items()
        for column in gauge.columns
    }

    def start(players: Sequence[Any], first: int, seed: Any) -> _Several:
        return _Several({name: gauge.start(players, first, seed) for name, gauge in gauges.items()}, names)

    return Gauge(
        about="; ".join(gauge.about for gauge in gauges.values()),
        columns={names[name, column]: text for name, one in gauges.items() for column, text in one.columns.items()},
        start=start,
        pace="; ".join(gauge.pace for gauge in gauges.values() if gauge.pace),
    )
