"""A test that stops by itself: a sequential probability ratio test over pairs, as computer chess runs its matches.

A pair of games on one deal is one trial, and its share of the points has five values: 0, 1/4, 1/2, 3/4 and 1.  The
test counts how often each occurs and assumes nothing about why, so that it does not matter how much the two games of a
pair have in common.  In solo games a pair is one comparison, with shares 0, 1/2 and 1.

Sources: Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16 (1945) 117-186; Li,
Liu & Ying, "Generalized sequential probability ratio test for separate families of hypotheses", Sequential Analysis 33
(2014) 539-563, for hypotheses that leave something open; Van den Bergh's note for Fishtest, the testing site of the
chess program Stockfish, "support_MLE_multinomial" (hardy.uhasselt.be/Fishtest, 2019), for the shares of pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import exp, expm1, log
from typing import Any, Literal

from mulligan.core.errors import UsageError, unknown
from mulligan.core.words import real_number

from .statistics import expected_rate

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
MOST_ELO = 2000  # beyond, the expected share is 0 or 1 for all that a match can tell
UNSEEN = 1e-3  # how often a share that never occurred is taken to have occurred, as in Fishtest
EVEN_VARIANCE = 0.125  # of the share of a pair: two independent games of even strength without draws

Verdict = Literal["H0", "H1"]


@dataclass(frozen=True)
class Sprt:
    """Is the first player stronger by `elo0` (H0) or by `elo1` (H1)?  Each is wrongly refused with a known risk.

    `alpha` is the risk of taking H1 where H0 is true, `beta` of taking H0 where H1 is true.  Elo is logistic: the
    difference at which the expected share is 1 / (1 + 10 ** (-elo / 400)).

    >>> test = Sprt(0, 20)
    >>> print(test)
    elo0=0,elo1=20,alpha=0.05,beta=0.05
    >>> counts = {0.0: 80, 0.25: 10, 0.5: 210, 0.75: 10, 1.0: 110}
    >>> round(test.llr(counts), 3), test.status(counts)
    (2.229, None)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1"):
            if not -MOST_ELO <= getattr(self, name) <= MOST_ELO:
                raise UsageError(f"sprt: {name}={getattr(self, name):g} should be from -{MOST_ELO} to {MOST_ELO}")
        if not self.elo0 < self.elo1:
            raise UsageError(f"sprt: elo0={self.elo0:g} should be below elo1={self.elo1:g}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise UsageError(f"sprt: {name}={getattr(self, name):g} should be a risk above 0 and below 0.5")

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """The test that a text describes; what it leaves out of `alpha` and `beta` is 0.05.

        >>> Sprt.parse("elo0=0, elo1=20, alpha=0.01")
        Sprt(elo0=0.0, elo1=20.0, alpha=0.01, beta=0.05)
        """
        names = [field.name for field in fields(cls)]
        values: dict[str, float] = {}
        for word in text.split(","):
            key, equals, value = (part.strip() for part in word.partition("="))
            if not key or not equals:
                raise UsageError(f"sprt '{text}': '{word.strip()}' should be key=value, as in elo0=0,elo1=20")
            if key not in names:
                raise unknown("key of sprt", key, names)
            if key in values:
                raise UsageError(f"sprt '{text}': '{key}' is given twice")
            try:
                values[key] = real_number(value)
            except ValueError as error:
                raise UsageError(f"sprt '{text}': {key}='{value}' {error}") from None
        for name in ("elo0", "elo1"):
            if name not in values:
                raise UsageError(f"sprt '{text}': {name} is missing; expected elo0=0,elo1=20 or the like")
        return cls(**values)

    def __str__(self) -> str:
        values = {field.name: float(getattr(self, field.name)) for field in fields(self)}
        return ",".join(f"{name}={repr(value).removesuffix('.0')}" for name, value in values.items())

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are taken (Wald 1945).

        >>> [round(bound, 3) for bound in Sprt(0, 20).bounds]
        [-2.944, 2.944]
        """
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, counts: Mapping[float, float]) -> float:
        """How much better H1 explains the pairs than H0: the logarithm of the ratio of their best likelihoods.

        `counts` says how often each share of a pair occurred; what it does not name did not occur.  Each hypothesis
        may choose any distribution with its mean, and chooses the one that makes the counts likeliest.

        >>> round(Sprt(0, 50).llr({0.0: 20, 0.5: 60, 1.0: 40}), 3)
        3.327
        """
        return self._ratio(_regular(counts)) if any(counts.values()) else 0.0

    def _ratio(self, seen: list[tuple[float, float]]) -> float:
        s0, s1 = expected_rate(self.elo0), expected_rate(self.elo1)
        t0, t1 = _multiplier(seen, s0), _multiplier(seen, s1)
        return sum(n * log((1 + t0 * (share - s0)) / (1 + t1 * (share - s1))) for share, n in seen)

    def decide(self, llr: float) -> Verdict | None:
        """The hypothesis to take at this log-likelihood ratio, or None while more pairs are needed.

        >>> Sprt(0, 20).decide(3.0), Sprt(0, 20).decide(0.0)
        ('H1', None)
        """
        low, high = self.bounds
        return "H0" if llr <= low else "H1" if llr >= high else None

    def status(self, counts: Mapping[float, float]) -> Verdict | None:
        """The hypothesis to take after these pairs, or None while more are needed.

        The risks hold for a test that looks after every pair and stops at once: see `SprtRun`.

        >>> Sprt(0, 50).status({1.0: 80, 0.5: 30, 0.0: 40})
        'H1'
        """
        return self.decide(self.llr(counts))

    def acceptance(self, elo: float, variance: float = EVEN_VARIANCE) -> float:
        """About how likely the test is to end with H1 if the difference is really `elo` (Wald 1945).

        The log-likelihood ratio is taken for a Brownian motion: its mean step is (s1 - s0) (s - (s0 + s1) / 2) /
        `variance`, where the `variance` is that of the share of a pair.

        >>> [round(Sprt(0, 20).acceptance(elo), 3) for elo in (0, 10, 20)]
        [0.05, 0.501, 0.95]
        """
        (low, high), (mean, spread) = self.bounds, self._step(elo, variance)
        h = 2 * mean / spread
        if abs(h) < 1e-9:
            return -low / (high - low)
        # Both forms are the same; each has exponents below zero only.
        if h > 0:
            return expm1(h * low) / expm1(h * (low - high))
        return exp(h * high) * expm1(-h * low) / expm1(h * (high - low))

    def expected_pairs(self, elo: float, variance: float = EVEN_VARIANCE) -> float:
        """About how many pairs the test takes if the difference is really `elo` (Wald 1945).

        The `variance` is that of the share of a pair: 1/8 for independent games of even strength without draws, and
        less with draws, or where the deal decides much.

        >>> [round(Sprt(0, 20).expected_pairs(elo)) for elo in (0, 10, 20)]
        [801, 1311, 801]
        """
        (low, high), (mean, spread) = self.bounds, self._step(elo, variance)
        if abs(2 * mean / spread) < 1e-9:
            return -low * high / spread
        chance = self.acceptance(elo, variance)
        return (chance * high + (1 - chance) * low) / mean

    def _step(self, elo: float, variance: float) -> tuple[float, float]:
        """The mean and the variance of what one pair adds to the log-likelihood ratio."""
        if not 0 < variance <= 0.25:
            raise UsageError(f"variance: {variance:g} should be above 0 and at most 0.25, as a share of a pair has it")
        s0, s1 = expected_rate(self.elo0), expected_rate(self.elo1)
        mean = (s1 - s0) * (expected_rate(elo) - (s0 + s1) / 2) / variance
        return mean, (s1 - s0) ** 2 / variance


class SprtRun:
    """A sequential test that is fed the pairs of a match in their order, and remembers where it stopped.

    Pairs that come after the verdict, such as those that were in progress, change nothing.  Pairs must come in the
    order of their numbers, not in the order in which they finish: quick games may favour one of the players.

    >>> run = SprtRun(Sprt(0, 100))
    >>> next(verdict for _ in range(100) if (verdict := run.add(0.75)))
    'H1'
    >>> run.add(0.0), run.pairs, round(run.llr, 3)
    ('H1', 12, 2.963)
    """

    def __init__(self, sprt: Sprt) -> None:
        self.sprt = sprt
        self.counts: Counter[float] = Counter()
        """How often each share occurred until the verdict."""
        self.llr = 0.0
        self.verdict: Verdict | None = None
        self._early: dict[int, float] = {}

    @property
    def pairs(self) -> int:
        """How many pairs were looked at; after the verdict, how many it took."""
        return self.counts.total()

    @property
    def end(self) -> int | None:
        """How many pairs count, whatever else was played; None for all, as long as there is no verdict."""
        return self.pairs if self.verdict else None

    def add(self, share: float) -> Verdict | None:
        """Count one more pair, by the first player's share of its points, and give the verdict if there is one."""
        if self.verdict is None:
            _check_share(share)
            self.counts[share] += 1
            self.llr = self.sprt.llr(self.counts)
            self.verdict = self.sprt.decide(self.llr)
        return self.verdict

    def add_pair(self, number: int, share: float) -> Verdict | None:
        """Count a pair by its number: one that comes before its turn is kept until the others are there.

        >>> run = SprtRun(Sprt(0, 100))
        >>> run.add_pair(1, 0.5), run.pairs, run.add_pair(0, 0.75), run.pairs
        (None, 0, None, 2)
        """
        self._early[number] = share
        while self.verdict is None and self.pairs in self._early:
            self.add(self._early.pop(self.pairs))
        return self.verdict

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, ready for JSON."""
        about = {field.name: getattr(self.sprt, field.name) for field in fields(self.sprt)}
        return about | {"llr": self.llr, "bounds": list(self.sprt.bounds), "verdict": self.verdict, "pairs": self.pairs}

    def __str__(self) -> str:
        low, high = self.sprt.bounds
        where = f"LLR {self.llr:+.2f} [{low:.2f}, {high:.2f}] after {self.pairs} pairs; {self.sprt}"
        if self.verdict is None:
            return f"undecided: {where}"
        taken, left, risk = self.sprt.elo0, self.sprt.elo1, self.sprt.beta
        if self.verdict == "H1":
            taken, left, risk = left, taken, self.sprt.alpha
        return f"{self.verdict} accepted, {taken:+g} Elo rather than {left:+g}, risk {risk:g}: {where}"


def _regular(counts: Mapping[float, float]) -> list[tuple[float, float]]:
    """The counts with a trace of every share that did not occur, so that any mean can be reached."""
    for share, count in counts.items():
        _check_share(share)
        if not 0 <= count < float("inf"):
            raise UsageError(f"share {share:g} of a pair: {count} should be a count of pairs, 0 or more")
    return [(share, counts.get(share) or UNSEEN) for share in sorted({*SHARES, *counts})]


def _check_share(share: float) -> None:
    if not 0 <= share <= 1:
        raise UsageError(f"share of a pair: {share} should be a number from 0 to 1")


def _multiplier(seen: list[tuple[float, float]], mean: float) -> float:
    """The Lagrange multiplier of the likeliest distribution with this mean, given how often each share was seen.

    That distribution has probabilities proportional to n / (1 + t (share - mean)), where t makes the mean right
    (Van den Bergh 2019, proposition 1.1; Owen, "Empirical likelihood ratio confidence intervals for a single
    functional", Biometrika 75 (1988) 237-249).  The error of the mean falls from plus to minus infinity between the
    poles, so that there is one solution; Newton's steps find it, and where they would leave the bracket it is halved.
    """
    low, high = -1 / (seen[-1][0] - mean), 1 / (mean - seen[0][0])
    t = 0.0
    for _ in range(200):
        error = slope = 0.0
        for share, n in seen:
            part = (share - mean) / (1 + t * (share - mean))
            error += n * part
            slope += n * part * part
        if error > 0:
            low = t
        else:
            high = t
        # The slope is never zero: the shares 0 and 1 are always there, and the mean is neither.
        step = error / slope
        if not low < t + step < high:
            t = (low + high) / 2
            continue
        t += step
        # Newton's steps double the digits, and the likelihood is flat here: its error is of the order of the square.
        if abs(step) <= 1e-9 * (1 + abs(t)):
            break
    return t
