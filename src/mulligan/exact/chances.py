"""Everything that chance may do: rules are played as ordinary Python with a stream whose draws are tried one by one.

A game asks its stream for whole numbers below a bound (`below`) and for shuffles, and nothing of that is random here: a
script says what is drawn, and the next script draws the next number in the last place that has one left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import prod
from types import SimpleNamespace
from typing import Any, NoReturn, TypeVar

from ..core.errors import UsageError
from ..core.game import CONTRACT, Game, make_advise
from ..kernel import below, draw, fork, interpret, restart, shuffle_part, uniform

T = TypeVar("T")
MOST_WAYS = 50_000  # in which chance may decide one thing


class Chances:
    """A stream that draws by a script, and the first number wherever the script has ended."""

    def __init__(self, script: list[int]) -> None:
        self.script, self.bounds = script, list[int]()

    def below(self, n: int) -> int:
        """The number from 0 to n - 1 that the script says."""
        if n == 1:
            return 0
        at = len(self.bounds)
        self.bounds.append(n)
        if at == len(self.script):
            self.script.append(0)
        return self.script[at]

    def __getattr__(self, name: str) -> NoReturn:
        raise UsageError("what chance may do cannot be enumerated here: the rules have a random generator of their own")


def every_way(act: Callable[[Chances], T]) -> Iterator[tuple[Fraction, T]]:
    """All that may happen, each with its probability.

    >>> [(str(chance), result) for chance, result in every_way(lambda chances: chances.below(2) + chances.below(2))]
    [('1/4', 0), ('1/4', 1), ('1/4', 1), ('1/4', 2)]
    """
    script: list[int] = []
    for _ in range(MOST_WAYS):
        chances = Chances(script)
        result = act(chances)
        yield Fraction(1, prod(chances.bounds)), result
        while script and script[-1] == chances.bounds[len(script) - 1] - 1:
            script.pop()
        if not script:
            return
        script[-1] += 1
    raise UsageError(f"chance may decide one thing in more than {MOST_WAYS:,} ways: the game is too large")


def _below(rng: Chances, n: int) -> int:
    return rng.below(n)


def _shuffle_part(cards: Any, low: int, high: int, rng: Chances) -> None:
    for i in range(high - 1, low, -1):
        j = low + rng.below(i - low + 1)
        cards[i], cards[j] = cards[j], cards[i]


def _refuse(*_: Any) -> NoReturn:
    raise UsageError(
        "what chance may do cannot be enumerated here: the rules draw more than whole numbers below a bound"
    )


INSTEAD = ((below, _below), (shuffle_part, _shuffle_part), *((one, _refuse) for one in (draw, uniform, fork, restart)))


@lru_cache(maxsize=64)
def open_rules(game: Game) -> Any:
    """The functions of a game as ordinary Python that takes `Chances` for a stream; `advise` has all styles."""
    functions = {name: getattr(game, name) for name in CONTRACT} | {"advise": make_advise(game)}
    made = {name: interpret(function, INSTEAD) for name, function in functions.items() if function is not None}
    return SimpleNamespace(**made)
