"""Tails and quantiles of the normal, t, F and chi-square distributions: what p-values and intervals are read from."""

from __future__ import annotations

from functools import lru_cache
from math import erfc, exp, inf, isnan, lgamma, log, sqrt
from statistics import NormalDist

from mulligan.core.errors import UsageError

MOST_STEPS = 100_000  # of the continued fraction: it takes about the root of the degrees of freedom
_TINY = 1e-300  # stands for zero where a division by it follows


def normal_tail(z: float) -> float:
    """The probability that a standard normal variable exceeds `z`.

    Abramowitz & Stegun, "Handbook of Mathematical Functions" (1964), 26.2.29; the complementary error function keeps
    its digits far out, where one minus the distribution function has none left.

    >>> round(normal_tail(1.959963985), 6), normal_tail(0.0)
    (0.025, 0.5)
    >>> f"{normal_tail(10):.3e}"
    '7.620e-24'
    """
    return erfc(z / sqrt(2)) / 2


def normal_quantile(p: float) -> float:
    """The value that a standard normal variable stays below with probability `p`.

    Wichura, "Algorithm AS 241: the percentage points of the normal distribution", Applied Statistics 37 (1988)
    477-484, as Python's own library has it.

    >>> round(normal_quantile(0.975), 6), normal_quantile(1)
    (1.959964, inf)
    """
    _check_probability(p)
    return -inf if p == 0 else inf if p == 1 else NormalDist().inv_cdf(p)


def incomplete_beta(a: float, b: float, x: float, rest: float | None = None) -> float:
    """The regularised incomplete beta function: the probability that a beta variable stays below `x`.

    The continued fraction is 8.17.22 in Olver et al., "NIST Handbook of Mathematical Functions" (2010).  It is worked
    out from the front, as Lentz, "Generating Bessel functions in Mie scattering calculations using continued
    fractions", Applied Optics 15 (1976) 668-671, does.  It is quick below the mean; above, the other tail is taken.
    `rest` is 1 - x: who knows it better than by subtraction should say it.  The gamma functions cost digits where `a`
    and `b` are great: the relative error is about 1e-16 times the greater one.

    >>> round(incomplete_beta(2, 3, 0.4), 6)
    0.5248
    >>> round(incomplete_beta(0.5, 0.5, 0.5), 12)
    0.5
    """
    y = 1 - x if rest is None else rest
    if x <= 0 or y <= 0:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _below_mean(b, a, y, x)
    return _below_mean(a, b, x, y)


def _below_mean(a: float, b: float, x: float, y: float) -> float:
    front = exp(a * log(x) + b * log(y) + lgamma(a + b) - lgamma(a) - lgamma(b)) / a
    # 1 + d1 / (1 + d2 / (1 + ...)) is a product of the ratios of its convergents.
    fraction = above = 1.0
    below = 0.0
    for step in range(1, MOST_STEPS):
        m = step // 2
        if step % 2:
            d = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            d = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        above = (1 + d / above) or _TINY
        below = 1 / ((1 + d * below) or _TINY)
        fraction *= above * below
        if abs(above * below - 1) < 1e-15:
            break
    return front / fraction


def f_tail(f: float, d1: float, d2: float) -> float:
    """The probability that an F variable with `d1` and `d2` degrees of freedom exceeds `f`.

    Abramowitz & Stegun, "Handbook of Mathematical Functions" (1964), 26.6.2.

    >>> round(f_tail(4.9646, 1, 10), 5)
    0.05
    """
    _check_degrees(d1)
    _check_degrees(d2)
    if f <= 0:
        return 1.0
    whole = d2 + d1 * f
    return 0.0 if whole == inf else incomplete_beta(d2 / 2, d1 / 2, d2 / whole, d1 * f / whole)


def chi_square_tail(x: float, d: float) -> float:
    """The probability that a chi-square variable with `d` degrees of freedom exceeds `x`.

    It is the upper incomplete gamma function: below its mean by the series 8.11.4, above by the continued fraction
    8.9.2 in Olver et al., "NIST Handbook of Mathematical Functions" (2010).

    >>> round(chi_square_tail(3.841459, 1), 6), round(chi_square_tail(18.307038, 10), 6)
    (0.05, 0.05)
    """
    _check_degrees(d)
    a, half = d / 2, x / 2
    if x <= 0 or half == inf:
        return 1.0 if x <= 0 else 0.0
    front = exp(a * log(half) - half - lgamma(a))
    if half < a + 1:
        total = term = 1 / a
        step = 0
        while term > 1e-17 * total:
            step += 1
            term *= half / (a + step)
            total += term
        return max(0.0, 1 - front * total)
    # half + 1 - a + d1 / (half + 3 - a + d2 / (...)): Lentz's way, as above.
    middle = half + 1 - a
    fraction = above = middle or _TINY
    below = 0.0
    for step in range(1, MOST_STEPS):
        part = step * (a - step)
        middle += 2
        above = (middle + part / above) or _TINY
        below = 1 / ((middle + part * below) or _TINY)
        fraction *= above * below
        if abs(above * below - 1) < 1e-15:
            break
    return front / fraction


def t_tail(t: float, d: float) -> float:
    """The probability that Student's t with `d` degrees of freedom exceeds `t`.

    Abramowitz & Stegun, "Handbook of Mathematical Functions" (1964), 26.7.1.

    >>> round(t_tail(2.228139, 10), 6), t_tail(0.0, 3)
    (0.025, 0.5)
    """
    _check_degrees(d)
    if t < 0:
        return 1 - t_tail(-t, d)
    if d == inf:
        return normal_tail(t)
    whole = d + t * t
    return 0.0 if whole == inf else incomplete_beta(d / 2, 0.5, d / whole, t * t / whole) / 2


@lru_cache(maxsize=256)  # the same few are asked for again and again
def t_quantile(p: float, d: float) -> float:
    """The value that Student's t with `d` degrees of freedom stays below with probability `p`, by halving.

    >>> round(t_quantile(0.975, 10), 6), round(t_quantile(0.975, 1), 4)
    (2.228139, 12.7062)
    """
    _check_probability(p)
    _check_degrees(d)
    if p == 0.5:
        return 0.0
    if p < 0.5:
        return -_quantile_above(p, d)
    return _quantile_above(1 - p, d)


def _quantile_above(tail: float, d: float) -> float:
    """The positive value that is exceeded with probability `tail`."""
    if tail == 0:
        return inf
    low, high = 0.0, 1.0
    while t_tail(high, d) > tail:
        low, high = high, 2 * high
    while True:
        middle = (low + high) / 2
        if not low < middle < high:
            return middle
        if t_tail(middle, d) > tail:
            low = middle
        else:
            high = middle


def _check_probability(p: float) -> None:
    if not 0 <= p <= 1:
        raise UsageError(f"probability: {p} should be a number from 0 to 1")


def _check_degrees(d: float) -> None:
    if isnan(d) or d <= 0:
        raise UsageError(f"degrees of freedom: {d} should be a number above 0")
