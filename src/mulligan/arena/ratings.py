"""Elo ratings of a field of players, from the table of who scored how much against whom.

The model is that of Zermelo, "Die Berechnung der Turnier-Ergebnisse als ein Maximumproblem der
Wahrscheinlichkeitsrechnung", Mathematische Zeitschrift 29 (1929) 436-460, and of Bradley & Terry, "Rank analysis of
incomplete block designs: I. The method of paired comparisons", Biometrika 39 (1952) 324-345: a player whose rating is
greater by d scores 1 / (1 + 10 ** (-d / 400)) on average.  A draw is half a point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, isfinite, log, nan, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from mulligan.core.errors import UsageError, unknown

from .distributions import normal_tail
from .statistics import Z95, expected_rate

PRIOR = 0.5  # virtual games of each player
ELO = 400 / log(10)  # Elo points per unit of the logistic scale

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """One player's rating."""

    player: str
    elo: float
    """Relative to the mean of the field; plus or minus infinity, or not a number, where the results set no bound."""
    error: float
    """The standard error; not a number where the rating has no bound."""
    points: float
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval, relative to the mean of the field."""
        return (self.elo - Z95 * self.error, self.elo + Z95 * self.error) if isfinite(self.elo) else (-inf, inf)

    @property
    def rate(self) -> float | None:
        """Points per game, or None without games."""
        return self.points / self.games if self.games else None


@dataclass(frozen=True)
class Ratings:
    """The ratings of a field, in the order in which the players were named."""

    lines: tuple[Rating, ...]
    covariance: Floats = field(repr=False, compare=False)
    """Of the ratings, in squares of Elo points; not a number where a rating has no bound."""
    above: npt.NDArray[np.bool_] = field(repr=False, compare=False)
    """Whether the results put one player (row) infinitely far above another (column)."""
    prior: float

    def __iter__(self) -> Iterator[Rating]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, player: str) -> Rating:
        return self.lines[self._index(player)]

    def _index(self, player: str) -> int:
        names = [line.player for line in self.lines]
        if player not in names:
            raise unknown("player", player, names)
        return names.index(player)

    @property
    def ranked(self) -> list[Rating]:
        """The strongest first.  Who is infinitely far above another comes before them, though neither has a number."""
        # Whoever is above a player is also above all below that player, and below fewer.
        heights = self.above.sum(axis=1) - self.above.sum(axis=0)
        order = sorted(range(len(self)), key=lambda i: (-heights[i], -(_bounded(self.lines[i].elo) or 0.0)))
        return [self.lines[i] for i in order]

    def difference(self, a: str, b: str, z: float = Z95) -> tuple[float, float, float]:
        """The rating of `a` minus that of `b`, and its interval.

        The two ratings depend on each other, so that their own intervals say little about this one.
        """
        i, j = self._index(a), self._index(b)
        if i == j:
            return 0.0, 0.0, 0.0
        if self.above[i, j] or self.above[j, i]:
            return (inf if self.above[i, j] else -inf), -inf, inf
        middle = self.lines[i].elo - self.lines[j].elo
        if not isfinite(middle):
            return nan, -inf, inf
        spread = z * self._error(i, j)
        return middle, middle - spread, middle + spread

    def los(self, a: str, b: str) -> float:
        """The likelihood of superiority: how sure one may be that `a` is stronger than `b`.

        One half for a player against itself, and where the results cannot compare the two.
        """
        i, j = self._index(a), self._index(b)
        if self.above[i, j] or self.above[j, i]:
            return float(self.above[i, j])
        middle = self.lines[i].elo - self.lines[j].elo
        return normal_tail(-middle / self._error(i, j)) if i != j and isfinite(middle) else 0.5

    def expected(self, a: str, b: str) -> float:
        """The share of the points that `a` should score against `b`; not a number where they cannot be compared."""
        return expected_rate(self.difference(a, b)[0])

    def _error(self, i: int, j: int) -> float:
        variance = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        return sqrt(max(0.0, float(variance)))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, ready for JSON; what has no bound is None."""
        players = [
            {
                "player": line.player,
                "elo": _bounded(line.elo),
                "error": _bounded(line.error),
                "elo95": [_bounded(bound) for bound in line.interval],
                "points": line.points,
                "games": line.games,
            }
            for line in self.lines
        ]
        covariance = [[_bounded(value) for value in row] for row in self.covariance.tolist()]
        return {"players": players, "covariance": covariance, "prior": self.prior}


def _bounded(value: float) -> float | None:
    return value if isfinite(value) else None


def ratings(
    players: Sequence[str], results: Mapping[tuple[str, str], tuple[float, float]], prior: float = PRIOR
) -> Ratings:
    """Rate the players, where `results[a, b]` are the points of `a` against `b` and the number of their games.

    A pair may stand in both orders; then the games are added up.  Ratings are those that make the results likeliest,
    shifted to a mean of zero.  Errors come from the Fisher information, and are those of the distance from the mean of
    the field.  They take the games for independent; where two games on one deal, with seats swapped, make up for each
    other, they are on the safe side.

    So that whoever won or lost every game has a rating too, each player is taken to have drawn `prior` games against a
    virtual player of middling strength.  With a prior of 0 there are no such games: a field that falls into groups that
    never met is refused, and players who lost no point to the others, or took none from them, are infinitely strong or
    weak.  The mean is then that of the greatest group who took points from each other, if only by way of others (Ford,
    "Solution of a ranking problem from binary comparisons", American Mathematical Monthly 64 (1957) 28-33).

    >>> table = ratings(["ann", "bob", "cid"], {("ann", "bob"): (14, 20), ("bob", "cid"): (11, 20)})
    >>> for line in table:
    ...     low, high = line.interval
    ...     print(f"{line.player} {line.elo:4.0f} [{low:4.0f}, {high:4.0f}] of {line.games} games")
    ann  107 [ -13,  227] of 20 games
    bob  -37 [-112,   38] of 40 games
    cid  -70 [-185,   44] of 20 games
    >>> round(table.los("ann", "bob"), 3)
    0.957
    >>> ratings(["ann", "bob"], {("ann", "bob"): (5, 5)}, prior=0)["ann"].elo
    inf
    """
    if not players:
        raise UsageError("players: none given; there should be at least one")
    if not (isfinite(prior) and prior >= 0):
        raise UsageError(f"prior: {prior} should be a number of virtual games, 0 or more")
    points, games = _cross_table(players, results)
    above, members = np.zeros(games.shape, np.bool_), np.arange(len(players))
    if prior == 0:
        _check_connected(players, games)
        reaches = _reaches(points > 0)
        above = reaches & ~reaches.T
        members = _comparable(reaches)
    elo, covariance = np.full(len(players), nan), np.full(games.shape, nan)
    if len(members):
        within = np.ix_(members, members)
        strengths, spread = _fit(points[within], games[within], prior)
        elo[members], covariance[within] = ELO * strengths, ELO**2 * spread
    for i in set(range(len(players))) - set(members.tolist()):
        # Over whom is this player, and under whom: of the group that sets the mean, or of all where there is none.
        those = members if len(members) else np.arange(len(players))
        over, under = above[i, those].any(), above[those, i].any()
        elo[i] = nan if over == under else inf if over else -inf
    totals, counts = points.sum(axis=1), games.sum(axis=1)
    lines = [
        Rating(player, float(elo[i]), float(np.sqrt(covariance[i, i])), float(totals[i]), round(counts[i]))
        for i, player in enumerate(players)
    ]
    return Ratings(tuple(lines), covariance, above, prior)


def _cross_table(
    players: Sequence[str], results: Mapping[tuple[str, str], tuple[float, float]]
) -> tuple[Floats, Floats]:
    """The points of each player (row) against each other (column), and their games."""
    numbers = {player: i for i, player in enumerate(players)}
    if len(numbers) < len(players):
        twice = next(player for player in players if list(players).count(player) > 1)
        raise UsageError(f"players: '{twice}' is named twice")
    points, games = np.zeros((2, len(players), len(players)))
    for (a, b), (score, count) in results.items():
        for player in (a, b):
            if player not in numbers:
                raise unknown("player", player, players)
        if a == b:
            raise UsageError(f"results: '{a}' plays against itself; there should be two players")
        if not 0 <= score <= count or not isfinite(count):
            raise UsageError(f"results of '{a}' against '{b}': {score} points in {count} games are not possible")
        i, j = numbers[a], numbers[b]
        points[i, j] += score
        points[j, i] += count - score
        games[i, j] += count
        games[j, i] += count
    return points, games


def _reaches(edges: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """From where one gets to where, over any number of edges (Warshall, Journal of the ACM 9 (1962) 11-12)."""
    reach = edges | np.eye(len(edges), dtype=np.bool_)
    for k in range(len(edges)):
        reach |= reach[:, k : k + 1] & reach[k]
    return reach


def _check_connected(players: Sequence[str], games: Floats) -> None:
    groups = {tuple(np.flatnonzero(row).tolist()) for row in _reaches(games > 0)}
    if len(groups) > 1:
        listed = "; ".join(", ".join(players[i] for i in group) for group in sorted(groups))
        raise UsageError(
            f"results: the players fall into {len(groups)} groups that never met: {listed}."
            " Let some of them play each other, or take a prior above 0"
        )


def _comparable(reaches: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
    """The greatest group who took points from each other, if only by way of others; nobody if all are alone."""
    mutual = reaches & reaches.T
    greatest = int(mutual.sum(axis=1).argmax())
    group = np.flatnonzero(mutual[greatest])
    return group if len(group) > 1 or len(reaches) == 1 else group[:0]


def _fit(points: Floats, games: Floats, prior: float) -> tuple[Floats, Floats]:
    """The likeliest strengths on the logistic scale, and their covariance, both relative to their mean.

    Newton's method on a concave function: it converges from anywhere if a step that would make things worse is halved.
    """
    n = len(points)
    strengths = np.zeros(n)
    scored = points.sum(axis=1) + prior / 2
    centre = np.eye(n) - 1 / n
    # Without a prior, moving everyone together changes nothing; this fixes the mean, and the rest stays as it is.
    anchor = np.full((n, n), 1.0 if prior == 0 else 0.0)
    best = _likelihood(strengths, points, prior)
    for _ in range(200):
        expected = 1 / (1 + np.exp(strengths - strengths[:, None]))
        alone = 1 / (1 + np.exp(-strengths))
        slope = scored - (games * expected).sum(axis=1) - prior * alone
        weights = games * expected * (1 - expected)
        information = np.diag(weights.sum(axis=1) + prior * alone * (1 - alone)) - weights
        inverse = np.linalg.inv(information + anchor)
        step = inverse @ slope
        if prior == 0:
            step -= step.mean()
        if np.abs(step).max() < 1e-11:
            break
        size = 1.0
        while (new := _likelihood(strengths + size * step, points, prior)) < best - 1e-12 * abs(best) and size > 1e-9:
            size /= 2
        strengths, best = strengths + size * step, new
    return centre @ strengths, centre @ inverse @ centre


def _likelihood(strengths: Floats, points: Floats, prior: float) -> float:
    """The logarithm of the likelihood of the results; each pair stands once in either order."""
    gaps = strengths[:, None] - strengths
    virtual = np.logaddexp(0, -strengths) + np.logaddexp(0, strengths)
    return float(-(points * np.logaddexp(0, -gaps)).sum() - prior / 2 * virtual.sum())
