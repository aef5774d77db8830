"""Analysis of variance over any number of factors and all their interactions: which switches matter, and together?

Sources: Yates, "The analysis of multiple classifications with unequal numbers in the different classes", JASA 29 (1934)
51-66, for the sums of squares that are now called type II; Searle, "Linear Models for Unbalanced Data" (1987), for the
least squares; Box, Hunter & Hunter, "Statistics for Experimenters" (2nd ed. 2005), chapter 5, for effects.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from mulligan.core.errors import UsageError

from .distributions import f_tail

RESIDUAL = "residual"
MOST_CELLS = 4096  # different combinations of levels; the work grows with the third power

NOTHING = 1e-9  # what is this small beside the whole is rounding

Floats = npt.NDArray[np.float64]
Factor = tuple[list[Hashable], npt.NDArray[np.intp]]
"""The levels in order, and which of them each run has."""
Term = frozenset[int]
"""The factors of an interaction, by number."""


class Line(NamedTuple):
    """One line of the table: a factor, an interaction, or the residual."""

    name: str
    """As `BT`, or for an interaction `BT:MP`."""
    squares: float
    degrees: int
    mean_square: float | None
    """None without degrees of freedom."""
    f: float | None
    p: float | None
    """None for the residual, and where there is no residual to compare with."""
    effect: float | None
    """Of two-level factors: how much the greater level adds.  None for others, and where the data do not say."""


def anova(response: Sequence[float], factors: Mapping[str, Sequence[Hashable]], order: int | None = None) -> list[Line]:
    """The analysis of variance of a response, one value per run, over factors, one level per run.

    Interactions go up to `order` factors, or as far as there are factors.  Sums of squares are of type II: what a term
    explains beyond all terms that do not contain it; in balanced data they are the same as of type I and III.

    The effect of a factor with two levels is the mean at the greater level minus the mean at the lesser one (True over
    False, "on" over "off", 2 over 1, anything over None), where every combination of the other factors counts alike;
    of an interaction of such factors, half the difference between these differences, and so on.

    >>> search = {"BT": [0, 1, 0, 1, 0, 1, 0, 1], "MP": [0, 0, 1, 1, 0, 0, 1, 1]}
    >>> for line in anova([10, 14, 12, 20, 11, 15, 11, 21], search):
    ...     print(f"{line.name:8} {line.squares:5.2f} {line.degrees}", line.p and f"{line.p:.4f} {line.effect:.2f}")
    BT       84.50 1 0.0002 6.50
    MP       24.50 1 0.0022 3.50
    BT:MP    12.50 1 0.0075 2.50
    residual  2.00 4 None
    """
    values, data = _checked(response, factors)
    order = len(data) if order is None else order
    if not 1 <= order <= len(data):
        raise UsageError(f"order: {order} should be a number of factors, from 1 to {len(data)}")
    names = list(data)
    terms = [frozenset(term) for size in range(1, order + 1) for term in combinations(range(len(names)), size)]
    model = _Model(values, list(data.values()), terms)
    noise = model.residual / model.degrees if model.degrees else None
    lines = []
    for term in terms:
        squares, rank = model.explained(term)
        mean = squares / rank if rank else None
        f = mean / noise if mean is not None and noise else None
        p = None if f is None else f_tail(f, rank, model.degrees)
        name = ":".join(names[factor] for factor in sorted(term))
        lines.append(Line(name, squares, rank, mean, f, p, model.effect(term)))
    return [*lines, Line(RESIDUAL, model.residual, model.degrees, noise, None, None, None)]


def replication_means(games: Sequence[float], size: int) -> list[float]:
    """The means of successive groups of `size` games: replications that are about normal, where single games are not.

    >>> replication_means([1, 0, 1, 1, 0, 0, 0, 1], 4)
    [0.75, 0.25]
    """
    if size < 1 or len(games) % size:
        raise UsageError(f"size: {size} should be a number of games that divides the {len(games)} there are")
    return [sum(games[start : start + size]) / size for start in range(0, len(games), size)]


def _checked(response: Sequence[float], factors: Mapping[str, Sequence[Hashable]]) -> tuple[Floats, dict[str, Factor]]:
    """The response and the factors, unless something is wrong with them."""
    values = np.asarray(response, dtype=np.float64)
    if not values.size or not np.isfinite(values).all():
        raise UsageError("response: there should be at least one value, and all should be finite numbers")
    if not factors:
        raise UsageError("factors: none given; there should be at least one")
    data = {}
    for name, column in factors.items():
        if ":" in name or name == RESIDUAL:
            raise UsageError(f"factor '{name}': a name should have no colon, and '{RESIDUAL}' is taken")
        if len(column) != len(values):
            raise UsageError(f"factor '{name}': {len(column)} levels for {len(values)} values; there should be as many")
        levels = _in_order(set(column))
        if len(levels) < 2:
            raise UsageError(f"factor '{name}': it has one level only, {levels[0]!r}; there should be at least two")
        numbers = {level: number for number, level in enumerate(levels)}
        data[name] = levels, np.fromiter((numbers[level] for level in column), np.intp, len(values))
    return values, data


def _in_order(levels: set[Hashable]) -> list[Hashable]:
    """The levels from least to greatest; None comes first, and what cannot be compared goes by its text."""
    some = [level for level in levels if level is not None]
    try:
        some.sort(key=lambda level: cast(Any, level))
    except TypeError:
        some.sort(key=lambda level: (type(level).__name__, str(level)))
    return [None, *some] if None in levels else some


class _Model:
    """The full model, by least squares over the combinations of levels: what they sum up to is all that it needs."""

    def __init__(self, values: Floats, data: Sequence[Factor], terms: Sequence[Term]) -> None:
        keys = np.zeros(len(values), np.intp)
        for levels, column in data:
            # Renumbered after each factor, so that the product of many sizes does not overflow.
            _, first, keys, counts = np.unique(
                keys * len(levels) + column, return_index=True, return_inverse=True, return_counts=True
            )
        if len(counts) > MOST_CELLS:
            raise UsageError(f"factors: {len(counts)} combinations of levels; there should be at most {MOST_CELLS}")
        # Around the mean, the squares keep their digits; around the first value, equal ones are exactly zero.
        centred = values - values[0]
        centred -= centred.mean()
        means = np.bincount(keys, centred) / counts
        within = float(((centred - means[keys]) ** 2).sum())
        self.weights: Floats = np.sqrt(counts)
        self.goal: Floats = means * self.weights
        self.sizes = [len(levels) for levels, _ in data]
        self.codes = [_contrasts(len(levels))[column[first]] for levels, column in data]
        self.columns = {term: self._columns(term) for term in [frozenset[int](), *terms]}
        self._solve()
        self.degrees = len(values) - self.rank
        residual = within + float((self.left**2).sum())
        # Where the model explains everything, what is left is rounding, and nothing may be measured by it.
        self.residual = residual if self.degrees and residual > NOTHING**2 * float((centred**2).sum()) else 0.0

    def _columns(self, term: Term) -> Floats:
        """The products of the contrasts of the factors of a term, in each cell, weighted with the root of its size."""
        product = self.weights[:, None]
        for factor in sorted(term):
            product = (product[:, :, None] * self.codes[factor][:, None, :]).reshape(len(self.weights), -1)
        return product

    def _solve(self) -> None:
        """The coefficients, what they leave over between the cells, and which of them the data determine."""
        design = np.hstack(list(self.columns.values()))
        basis, sizes, mixture = np.linalg.svd(design, full_matrices=False)
        self.rank = int((sizes > NOTHING * sizes[0]).sum())
        basis, sizes, mixture = basis[:, : self.rank], sizes[: self.rank], mixture[: self.rank]
        shares = basis.T @ self.goal
        self.left: Floats = self.goal - basis @ shares
        self.coefficients: Floats = mixture.T @ (shares / sizes)
        self.determined: npt.NDArray[np.bool_] = (mixture**2).sum(axis=0) > 1 - NOTHING
        self.full = self.rank == design.shape[1]
        starts = np.cumsum([0, *(columns.shape[1] for columns in self.columns.values())])
        self.starts = dict(zip(self.columns, starts.tolist()))

    def explained(self, term: Term) -> tuple[float, int]:
        """What a term explains beyond all that do not contain it, and in how many directions."""
        mine = self.columns[term]
        others = np.hstack([columns for other, columns in self.columns.items() if not term <= other])
        beyond = mine
        if np.abs(others.T @ mine).max() > NOTHING * len(self.weights):
            basis = self._basis(others)
            beyond = mine - basis @ (basis.T @ mine)
        own, sizes, _ = np.linalg.svd(beyond, full_matrices=False)
        own = own[:, sizes > NOTHING * np.linalg.norm(mine)]
        return float(((own.T @ self.goal) ** 2).sum()), own.shape[1]

    def _basis(self, columns: Floats) -> Floats:
        """Orthogonal directions that span the columns, which may say the same thing twice unless the model is full."""
        if self.full:
            return np.linalg.qr(columns)[0]
        basis, sizes, _ = np.linalg.svd(columns, full_matrices=False)
        return basis[:, sizes > NOTHING * sizes[0]]

    def effect(self, term: Term) -> float | None:
        """Twice the coefficient of a term of two-level factors, where the data determine it."""
        start = self.starts[term]
        if any(self.sizes[factor] != 2 for factor in term) or not self.determined[start]:
            return None
        return 2 * float(self.coefficients[start])


def _contrasts(size: int) -> Floats:
    """Sum-to-zero coding, with one row for each level: two levels are -1 and 1.

    >>> _contrasts(3).tolist()
    [[-1.0, -1.0], [1.0, 0.0], [0.0, 1.0]]
    """
    return np.vstack([-np.ones(size - 1), np.eye(size - 1)])
