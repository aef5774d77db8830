"""How much worse a player's moves are than those of a deeper search, at positions of its own games."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from mulligan.core.game import Game
from mulligan.core.gauge import Gauge, whole_setting

TIMES = 4  # the budget of the judge, where none is named: so many times that of the strongest player
MOST = 1000

COLUMNS = {
    "regret, points": "how much less the judge expects of the move than of the one that it would play itself",
    "other move, %": "how often the judge would play another move",
    "over 10 points, %": "how often it expects more than 10 points less of the move",
    "not weighed, %": "how often the judge does not know the move: another form of it, or one that it never tried",
}


class _Regret:
    """Keeps positions of the first player, and has some of them judged when the game is over."""

    def __init__(self, game: Game, judge: str, each: int, first: int, seed: Any) -> None:
        self.game, self.judge, self.each, self.first, self.seed = game, judge, each, first, seed
        self.seen: list[tuple[Any, int]] = []

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        later = decision is None and self.seen and self.seen[-1][0].look()[1:3] == here.look()[1:3]
        if seat == self.first and not later and len(here.options()) > 1:
            self.seen.append((here.copy(), move))

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        from mulligan.agents import make_player

        judge = make_player(end.game, self.judge)
        sums = dict.fromkeys(COLUMNS, 0.0)
        chosen = random.Random(str(self.seed)).sample(self.seen, min(self.each, len(self.seen)))
        weighed = 0
        for number, (here, move) in enumerate(chosen):
            regret = self._judged(judge, here, move, number)
            if regret is None:
                sums["not weighed, %"] += 100
                continue
            weighed += 1
            sums["regret, points"] += 100 * regret[0]
            sums["other move, %"] += 100 * regret[1]
            sums["over 10 points, %"] += 100 * (regret[0] > 0.1)
        return {name: (sums[name], len(chosen) if name == "not weighed, %" else weighed) for name in COLUMNS}

    def _judged(self, judge: Any, here: Any, move: int, number: int) -> tuple[float, bool] | None:
        """By how much the move is worse than the judge's, and whether it is another one; None if it cannot be said.

        One search says which move is best and another what the two are worth: the best of many estimates by the same
        search is too high, and every move would look bad beside it.
        """
        from mulligan.agents.asking import ask

        def asked(which: int) -> Any:
            judge.forget()
            return ask(judge, here, here.actor, (self.seed, "judge", number, which))

        best = asked(0).moves[0]
        if move == best:
            return 0.0, False
        again = asked(1)
        worth = {} if again.prefix else {choice.move: choice.mean for choice in again.choices if choice.visits > 0}
        return (worth[best] - worth[move], True) if best in worth and move in worth else None


def regret(game: Game) -> Gauge:
    """How much a deeper search would have done better."""
    from mulligan.agents.names import strongest, times_budget

    best = strongest(game)
    return _with(game, {"judge": times_budget(game, best, TIMES) or best, "each": "4"})


def _with(game: Game, settings: Mapping[str, str]) -> Gauge:
    each, judge = whole_setting("regret", settings, "each", 1, MOST), settings["judge"]

    def start(players: Sequence[Any], first: int, seed: Any) -> _Regret:
        return _Regret(game, judge, each, first, seed)

    return Gauge(
        about=f"how much worse the first player's moves are than those of {judge}, at {each} positions of each game",
        columns=COLUMNS,
        start=start,
        pace="two long searches at each of the positions",
        settings=settings,
        tuned=lambda changed: _with(game, changed),
    )
