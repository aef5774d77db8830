"""How the choices of the SOISMCTS bot come about: the same positions searched again and again.

At some positions of each game the bot searches a number of times, with other random numbers: how often two searches
choose the same move by each criterion, what the choice costs by the judgement of a long search, and how visits are
related to means and to the best result.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from math import ceil
from statistics import fmean
from typing import Any

from mulligan.core.errors import unknown
from mulligan.core.gauge import Gauge, whole_setting

PER_GAME = 8  # positions of each game
LEAST = 3  # moves that there must be to choose from
LAYERS = 4
WORLDS = {"one": "submitted", "many": "random:every=1"}
CRITERIA = (
    *("best result", "mean of the best 4", "mean of the best 16", "quantile 0.95", "quantile 0.75", "mean", "visits"),
)
RELATED = (("visits", "mean"), ("visits", "best result"), *((criterion, "value") for criterion in CRITERIA))
COLUMNS = {
    **{f"same again: {one}": f"how often two searches choose the same move by {one}, in %" for one in CRITERIA},
    **{
        f"regret: {one}": f"what the choice by {one} is worth less than the best move, in thousandths of the evaluation"
        for one in CRITERIA
    },
    "regret: any move": "the same of a move at random",
    **{f"{one} ~ {other}": f"rank correlation of {one} and {other} over the moves" for one, other in RELATED},
    "differ": "how often visits and the best result choose different moves, in %",
    "depth": "depth of the tree",
    **{f"layer {i}": f"visited nodes in layer {i} of the tree" for i in range(1, LAYERS + 1)},
}


def ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1 on; equal values share the mean of theirs.

    >>> ranks([5.0, 1.0, 5.0])
    [2.5, 1.0, 2.5]
    """
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]


def rank_correlation(one: Sequence[float], two: Sequence[float]) -> float | None:
    """Spearman's; None where one of them is constant.

    >>> rank_correlation([1.0, 2.0, 3.0], [10.0, 30.0, 20.0])
    0.5
    """
    a, b = ranks(one), ranks(two)
    middle = fmean(a)
    spread = sum((x - middle) ** 2 for x in a) * sum((y - middle) ** 2 for y in b)
    return sum((x - middle) * (y - middle) for x, y in zip(a, b, strict=True)) / spread**0.5 if spread > 0 else None


def same_again(moves: Sequence[int]) -> float:
    """The chance that two of these choices are the same move.

    >>> same_again([1, 1, 1, 2])
    0.5
    """
    n = len(moves)
    return sum(count * (count - 1) for count in Counter(moves).values()) / (n * (n - 1))


def quantile(rewards: Sequence[float], part: float) -> float:
    """The least reward that so great a part of them does not exceed."""
    return sorted(rewards)[max(0, ceil(part * len(rewards) - 1e-9) - 1)]


def merits(choices: Sequence[Any], rewards: Mapping[int, list[float]]) -> dict[str, dict[int, float]]:
    """How good each criterion finds each move, from one and the same search."""
    best = {choice.move: sorted(rewards[choice.move], reverse=True) for choice in choices}
    return {
        "best result": {move: some[0] for move, some in best.items()},
        "mean of the best 4": {move: fmean(some[:4]) for move, some in best.items()},
        "mean of the best 16": {move: fmean(some[:16]) for move, some in best.items()},
        "quantile 0.95": {move: quantile(some, 0.95) for move, some in best.items()},
        "quantile 0.75": {move: quantile(some, 0.75) for move, some in best.items()},
        "mean": {choice.move: choice.mean for choice in choices},
        "visits": {choice.move: float(choice.visits) for choice in choices},
    }


class Roots:
    """Collects positions of the first player, and searches some of them when the game is over."""

    def __init__(self, worlds: str, sims: int, repeats: int, first: int, seed: Any) -> None:
        self.worlds, self.sims, self.repeats = worlds, sims, repeats
        self.first, self.seed = first, seed
        self.seen: list[Any] = []
        self.sums: dict[str, tuple[float, float]] = {}

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        if seat == self.first and here.stage != "draft" and len(here.options("soismcts")) >= LEAST:
            self.seen.append(here.copy())

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        """Search, and take the mean over the positions."""
        from mulligan.agents import SearchPlayer, make_player

        name = WORLDS[self.worlds]
        more = "," if ":" in name else ":"
        player = make_player(end.game, f"soismcts2024/{name}{more}sims={self.sims},faithful=no,final=top")
        assert isinstance(player, SearchPlayer)
        judge = _long_search(end.game)
        some = random.Random(str(self.seed)).sample(self.seen, min(PER_GAME, len(self.seen)))
        for number, here in enumerate(some):
            self._search(here, (*self.seed, number), player.searcher, judge)
        return self.sums

    def _add(self, column: str, value: float) -> None:
        total, occasions = self.sums.get(column, (0.0, 0.0))
        self.sums[column] = total + value, occasions + 1

    def _search(self, here: Any, seed: Any, searcher: Any, judge: Any) -> None:
        """All that is told of one position."""
        options = here.options("soismcts")
        judge.decide(here, (seed, "judge"))
        value = judge.peaks()
        top = max(value[move] for move in options)
        chosen: dict[str, list[int]] = {criterion: [] for criterion in CRITERIA}
        related: dict[str, list[float]] = {}
        depths, widths = [], []
        for repeat in range(self.repeats):
            decision = searcher.decide(here, (seed, "search", repeat))
            found = merits(decision.choices, searcher.benches[0].rewards())
            for criterion, merit in found.items():
                best = max(merit.values())
                chosen[criterion].append(max((move for move in merit if merit[move] == best), key=options.index))
            tried = list(found["visits"])
            told = {name: [merit[move] for move in tried] for name, merit in found.items()}
            told["value"] = [value[move] for move in tried]
            for one, other in RELATED:
                rho = rank_correlation(told[one], told[other])
                if rho is not None:
                    related.setdefault(f"{one} ~ {other}", []).append(rho)
            shape = searcher.shape()
            depths.append(shape.depth)
            widths.append([*shape.widths[1 : LAYERS + 1], *[0] * LAYERS])
        for criterion, moves in chosen.items():
            self._add(f"same again: {criterion}", 100 * same_again(moves))
            self._add(f"regret: {criterion}", 1000 * fmean(top - value[move] for move in moves))
        self._add("regret: any move", 1000 * (top - fmean(value[move] for move in options)))
        for column, rhos in related.items():
            self._add(column, fmean(rhos))
        self._add("differ", 100 * fmean(a != b for a, b in zip(chosen["visits"], chosen["best result"], strict=True)))
        self._add("depth", fmean(depths))
        for layer in range(LAYERS):
            self._add(f"layer {layer + 1}", fmean(own[layer] for own in widths))


def _long_search(game: Any) -> Any:
    """The judge: the mean, over many worlds, of the best turn that begins with a move, by the bot's own evaluation."""
    from mulligan.search import Searcher, Settings, change

    words = {"trees": "32", "sims": "2000", "search": "turn+choice", "scope": "turn", "settle": "no", "backup": "max"}
    words |= {"exhaust": "", "prune": "soismcts", "order": "listed", "rollout": "busy", "evaluate": "h3_soismcts"}
    return Searcher(game, change(Settings(), words | {"final": "max", "votes": "best", "play": "uniform"}))


def _roots(settings: Mapping[str, str]) -> Gauge:
    worlds = settings["worlds"]
    if worlds not in WORLDS:
        raise unknown("worlds of the gauge roots", worlds, WORLDS)
    sims, repeats = whole_setting("roots", settings, "sims", 1), whole_setting("roots", settings, "repeats", 2)

    def start(players: Sequence[Any], first: int, seed: Any) -> Roots:
        return Roots(worlds, sims, repeats, first, seed)

    return Gauge(
        about=f"how the repaired SOISMCTS bot chooses, at {PER_GAME} positions of each game searched again and again",
        columns=COLUMNS,
        start=start,
        pace="a long search at each of the positions: about a CPU second a game",
        settings={"worlds": worlds, "sims": str(sims), "repeats": str(repeats)},
        tuned=_roots,
    )


ROOTS = _roots({"worlds": "one", "sims": "600", "repeats": "12"})
