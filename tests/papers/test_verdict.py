"""Verdicts are what the page says that they are: each is worked out again here, by the words of the legend."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from math import sqrt
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mulligan.arena.statistics import difference, wilson
from mulligan.papers.findings import Figure, Joint
from mulligan.papers.joint import joint
from mulligan.papers.sheets import legend_sheet
from mulligan.papers.verdict import (
    AGREE,
    MEANINGS,
    apart,
    at_level,
    games_behind,
    judge_claim,
    judge_rate,
    judge_time,
    mean_rate,
    normal_interval,
    rates_apart,
    worst,
)

PAGES = sorted((Path(__file__).parents[2] / "docs" / "papers").glob("*.json"))


def rate(points: float, games: int) -> Figure:
    """Of games on deals of their own."""
    return Figure(points / games, *wilson(points, games), games)


# --- the rule, by the words of the legend -----------------------------------------------------------------------------


def legend(verdict: str, column: str) -> str:
    """What the table of the page says."""
    sheet = legend_sheet()
    (line,) = (line for line in sheet.lines if line[0].verdict == verdict)
    return line[sheet.heads.index(column)].main


def level_in(text: str) -> float:
    found = re.search(r"the (\d+) % interval", text)
    assert found is not None, text
    return int(found[1]) / 100


def bound(share: float, games: float, z: float, up: bool) -> float:
    """Where the truth would be if the rate is `z` of its standard deviations away: Wilson's bound, by halving."""
    near, far = share, 1.0 if up else 0.0
    for _ in range(60):
        middle = (near + far) / 2
        if abs(middle - share) < z * sqrt(middle * (1 - middle) / games):
            near = middle
        else:
            far = middle
    return near


def worth(figure: Figure) -> float:
    """The games whose Wilson interval has this bound, the one towards one half: by halving too."""
    if figure.low is None or figure.high is None:
        return figure.games or 1e9
    up = figure.value < 0.5
    wanted, few, many = (figure.high if up else figure.low), 1e-6, 1e9
    for _ in range(60):
        middle = sqrt(few * many)
        if abs(bound(figure.value, middle, 1.959963985, up) - figure.value) > abs(wanted - figure.value):
            few = middle
        else:
            many = middle
    return few


def interval(ours: Figure, paper: Figure, level: float) -> tuple[float, float]:
    """Newcombe's, of both rates."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    low, high = (bound(ours.value, worth(ours), z, up) for up in (False, True))
    games = paper.games or worth(paper)
    low_paper, high_paper = (bound(paper.value, games, z, up) for up in (False, True))
    gap = ours.value - paper.value
    below = sqrt((ours.value - low) ** 2 + (high_paper - paper.value) ** 2)
    return gap - below, gap + sqrt((high - ours.value) ** 2 + (paper.value - low_paper) ** 2)


def by_the_legend(ours: Figure, paper: Figure, margin: float) -> str:
    """The verdict that the words of the legend ask for."""
    low, high = interval(ours, paper, level_in(legend("agrees", "of a figure")))
    assert "lies within the margin of the table" in legend("agrees", "of a figure")
    if -margin <= low and high <= margin:
        return "agrees"
    far_low, far_high = interval(ours, paper, level_in(legend("differs", "of a figure")))
    assert "agreement is not shown" in legend("differs", "of a figure") and "leaves out 0" in legend(
        "differs", "of a figure"
    )
    if not far_low <= 0 <= far_high:
        return "differs"
    text = legend("near", "of a figure")
    margins = re.search(r"lies within (\d+) margins", text)
    assert margins is not None and level_in(text) == level_in(legend("agrees", "of a figure"))
    wide = int(margins[1]) * margin
    return "near" if -wide <= low and high <= wide else "too few games"


def clear(ours: Figure, paper: Figure, margin: float) -> bool:
    """Whether no interval ends so near a limit that rounding decides."""
    ends = [*rates_apart(ours, paper, 0.90), *rates_apart(ours, paper, 0.99)]
    limits = (0.0, margin, -margin, 2 * margin, -2 * margin)
    return all(abs(end - limit) > 1e-7 for end in ends for limit in limits)


@given(
    st.integers(1, 3000),
    st.floats(0, 1),
    st.floats(-0.3, 0.3),
    st.sampled_from([10, 100, 1000, 10_000, None]),
    st.sampled_from([0.01, 0.05, 0.1]),
)
def test_a_verdict_is_what_the_legend_says(
    games: int, share: float, gap: float, paper_games: int | None, margin: float
) -> None:
    ours = rate(round(share * games), games)
    paper = Figure(min(1.0, max(0.0, ours.value + gap)), games=paper_games)
    if clear(ours, paper, margin):
        assert judge_rate(ours, paper, margin)[0] == by_the_legend(ours, paper, margin)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_every_cell_of_a_shipped_page_keeps_the_printed_definition(page: Path) -> None:
    judged = 0
    for section in json.loads(page.read_text(encoding="utf-8"))["sections"]:
        for row in section["rows"]:
            if section["measure"] != "rate" or row["ours"] is None or row["paper"] is None:
                assert row["verdict"] in ("no figure", "not played") or section["measure"] != "rate"
                continue
            ours, paper = Figure(**row["ours"]), Figure(**row["paper"])
            if row["verdict"] == "not comparable":
                assert row["note"]
                continue
            judged += 1
            margin = row["margin"] or section["margin"]
            assert row["verdict"] == by_the_legend(ours, paper, margin / 100), (section["name"], row["label"])
    assert judged or page.stem in ("family", "uhlenkamp2015"), "these have no published figures"


def test_the_legend_says_how_sure_the_tests_are() -> None:
    text = legend("agrees", "of a figure")
    one_sided = re.search(r"two one-sided tests at (\d+) %", text)
    assert one_sided is not None and int(one_sided[1]) == pytest.approx(100 * (1 - level_in(text)) / 2)
    assert set(MEANINGS) == {line[0].verdict for line in legend_sheet().lines}


def test_verdicts_are_wrong_as_rarely_as_they_say() -> None:
    rng, runs, games, margin = np.random.default_rng(5), 3000, 800, 0.05
    for truth in (0.5, 0.2):
        # Truths that are a margin apart: "agrees" is wrong, 5 % of the time; and equal ones: "differs", 1 %.
        theirs = rng.binomial(games, truth, runs) / games
        ours = rng.binomial(2 * games, truth + margin, runs)
        wrong = sum(
            judge_rate(rate(int(a), 2 * games), Figure(float(b), games=games), margin)[0] == "agrees"
            for a, b in zip(ours, theirs, strict=True)
        )
        assert wrong <= 0.05 * runs + 4 * sqrt(0.05 * 0.95 * runs)
        same = rng.binomial(2 * games, truth, runs)
        wrong = sum(
            judge_rate(rate(int(a), 2 * games), Figure(float(b), games=games), 0.01)[0] == "differs"
            for a, b in zip(same, theirs, strict=True)
        )
        assert wrong <= 0.01 * runs + 4.5 * sqrt(0.01 * runs)


def test_whose_games_are_too_few() -> None:
    many = rate(500_000, 1_000_000)
    assert judge_rate(many, Figure(0.5, games=100), 0.05) == ("near", "the paper's 100 games allow no more")
    assert judge_rate(many, Figure(0.5, games=20), 0.05) == ("too few games", "the paper's 20 games allow no more")
    assert judge_rate(rate(10, 20), Figure(0.5, games=10_000), 0.05) == ("too few games", ""), "ours are"
    assert judge_rate(many, Figure(0.5), 0.001)[0] == "agrees", "a figure without a number of games is exact"
    assert judge_rate(many, Figure(0.52), 0.05)[0] == "agrees", "a difference that shows may be too small to matter"


@given(st.integers(1, 5000), st.floats(0, 1), st.sampled_from([0.8, 0.9, 0.99]))
def test_intervals_at_any_level_are_wilsons(games: int, share: float, level: float) -> None:
    points = round(share * games)
    found = at_level(rate(points, games), level)
    z = NormalDist().inv_cdf((1 + level) / 2)
    assert (found.low, found.high) == pytest.approx(wilson(points, games, z), abs=1e-9)


def test_the_games_behind_a_figure() -> None:
    assert games_behind(Figure(0.3, games=70)) == 70 and games_behind(Figure(0.3, 0.3, 0.3)) == 10**9
    assert games_behind(Figure(0.5, 0.477, 0.523, 400)) == pytest.approx(1811, rel=0.01), "pairs that even out"
    half = normal_interval(Figure(0.637, games=10_000))
    assert half is not None and half == pytest.approx(0.0094, abs=0.00005), "as the paper on Magic has it"


# --- times ------------------------------------------------------------------------------------------------------------


@given(st.floats(0.01, 100), st.floats(0.01, 100))
def test_ratios_of_times_are_judged_by_the_factors_of_the_legend(a: float, b: float) -> None:
    far = max(a / b, b / a)
    agrees, near = (float(legend(verdict, "of a time").rpartition(" ")[2]) for verdict in ("agrees", "near"))
    if min(abs(far - agrees), abs(far - near)) > 1e-9:
        assert judge_time(a, b) == ("agrees" if far < agrees else "near" if far < near else "differs")


# --- statements -------------------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(50, 200)), min_size=1, max_size=6))
def test_the_mean_of_rates_is_as_sure_as_they_are_together(cells: list[tuple[int, int]]) -> None:
    found = mean_rate([rate(points, games) for points, games in cells], 0.95)
    assert found.value == pytest.approx(sum(points / games for points, games in cells) / len(cells))
    assert -1e-9 <= found.low <= found.value <= found.high <= 1 + 1e-9
    bounds = [wilson(points, games) for points, games in cells]
    assert found.high - found.low <= max(high - low for low, high in bounds) + 1e-9, "not wider than the widest"
    if len(cells) == 1:
        assert (found.low, found.high) == pytest.approx(bounds[0], abs=1e-9)


@given(st.integers(0, 60), st.integers(0, 40))
def test_the_interval_of_a_claim_about_two_cells_is_newcombes(a: int, b: int) -> None:
    _, evidence = judge_claim([rate(a, 60)], [rate(b, 40)], "greater", 0.0)
    low, high = difference(a, 60, b, 40, NormalDist().inv_cdf((1 + AGREE) / 2))
    shown = re.search(r"\[(.*), (.*)\]", evidence)
    assert shown is not None
    assert [float(part) for part in shown.groups()] == pytest.approx([100 * low, 100 * high], abs=0.0501)


def about(value: float, half: float = 0.002) -> list[Figure | None]:
    """A rate with an interval of 95 %, so many points to either side."""
    return [Figure(value, value - half, value + half)]


@pytest.mark.parametrize(
    ("left", "half", "relation", "by", "verdict", "words"),
    [
        (0.60, 0.002, "greater", 0.0, "agrees", ""),
        (0.40, 0.002, "greater", 0.0, "differs", "the other way round"),
        (0.498, 0.0095, "greater", 0.0, "differs", "no gap of 2 points or more"),
        (0.51, 0.002, "greater", 0.0, "agrees", ""),
        (0.52, 0.06, "greater", 0.0, "too few games", ""),
        (0.55, 0.002, "greater", 0.1, "differs", "no gap of 10 points or more"),
        (0.59, 0.02, "greater", 0.1, "near", "greater, but not surely by 10"),
        (0.62, 0.01, "greater", 0.1, "agrees", ""),
        (0.51, 0.002, "about", 0.05, "agrees", ""),
        (0.60, 0.002, "about", 0.05, "differs", "more than 5 points apart"),
        (0.40, 0.002, "about", 0.05, "differs", "more than 5 points apart"),
        (0.54, 0.03, "about", 0.05, "near", ""),
        (0.51, 0.2, "about", 0.05, "too few games", ""),
    ],
)
def test_claims_of_every_kind(left: float, half: float, relation: str, by: float, verdict: str, words: str) -> None:
    found, evidence = judge_claim(about(left, half), [Figure(0.5)], relation, by)
    assert found == verdict and words in evidence


@given(st.floats(0.05, 0.95), st.floats(0.001, 0.04), st.sampled_from([0.0, 0.05, 0.2]), st.sampled_from([0.0, 0.02]))
def test_a_verdict_on_a_statement_is_what_the_legend_says(value: float, half: float, by: float, least: float) -> None:
    left = about(value, half)
    verdict, _ = judge_claim(left, [Figure(0.5)], "greater", by, least)
    assert level_in(legend("agrees", "of a statement")) == level_in(legend("differs", "of a statement")) == 0.90
    low, high = apart(mean_rate([one for one in left if one], 0.90), mean_rate([Figure(0.5)], 0.90))
    if verdict == "agrees":
        assert low > by
    elif verdict == "differs":
        assert high < max(by, least) and low <= by
    elif verdict == "near":
        assert 0 < low <= by
    else:
        assert verdict == "too few games" and low <= 0 and high >= max(by, least)


def test_what_was_not_played_says_nothing() -> None:
    assert judge_claim([None], [Figure(0.5)], "greater", 0.0) == ("not played", "no games yet")
    assert worst(["agrees", "differs", "near"]) == "differs" and worst(["agrees", "near"]) == "near"
    assert worst(["too few games", "not played", "near"]) == "not played"


# --- all cells together -----------------------------------------------------------------------------------------------


def test_the_joint_test_by_hand() -> None:
    found = joint(
        "a", [(Figure(0.6, games=399), Figure(0.5, games=99)), (Figure(0.0, games=49), Figure(0.0, games=99))]
    )
    assert found is not None
    share = (0.6 * 399 + 0.5) / 400
    spread = share * (1 - share) / 399 + 0.25 / 99
    nothing = 0.01 * 0.99 / 49 + 0.005 * 0.995 / 99
    same = (0.6 * 399 + 0.5 * 99 + 0.5) / 499
    assert found.chi_square == pytest.approx(0.01 / (same * (1 - same) * (1 / 399 + 1 / 99)))
    assert found.mean == pytest.approx(0.05) and (found.above, found.below, found.cells) == (1, 0, 2)
    assert found.high - found.mean == pytest.approx(1.959963985 * sqrt(spread + nothing) / 2)
    assert joint("a", [(Figure(0.6, games=399), Figure(0.5, games=99))]) is None, "one cell is no table"


def test_the_joint_test_is_as_rarely_wrong_as_it_says() -> None:
    rng, runs = np.random.default_rng(6), 1500
    truths = np.array([0.02, 0.1, 0.3, 0.5, 0.5, 0.7, 0.9, 0.97])  # the small ones are the hard ones
    tests: list[Joint] = []
    for _ in range(runs):
        ours, theirs = rng.binomial(600, truths), rng.binomial(100, truths)
        pairs = [(rate(int(a), 600), Figure(b / 100, games=100)) for a, b in zip(ours, theirs, strict=True)]
        found = joint("a", pairs)
        assert found is not None
        tests.append(found)
    # 75 and 75 are expected; both limits are passed once in some ten thousand times.
    assert sum(test.p < 0.05 for test in tests) <= 75 + 4 * sqrt(71)
    assert sum(not test.low <= 0 <= test.high for test in tests) <= 75 + 4 * sqrt(71)
    far = [(replace(a, value=a.value + 0.1), b) for a, b in [(Figure(0.3, games=600), Figure(0.3, games=500))] * 8]
    shifted = joint("a", far)
    assert shifted is not None and shifted.p < 1e-6 and shifted.low > 0.05
