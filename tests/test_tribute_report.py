"""The instrument for the report on Tales of Tribute: that it counts rightly, goes on, and repeats itself."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest
from benchmarks import tribute_report as report

from mulligan import Position
from mulligan.games.tribute.thinning import AT_FIRST, IS_WEAK
from mulligan.kernel import interpret

QUICK = {"games": 1, "repeats": 2, "budgets": [20], "seed": 3}


def test_ranks_and_what_is_made_of_them() -> None:
    assert report.rank_correlation([1.0, 2.0, 3.0], [3.0, 2.0, 1.0]) == -1.0
    assert report.rank_correlation([1.0, 1.0], [1.0, 2.0]) is None
    assert report.same_again([1, 2, 3]) == 0.0 and report.same_again([4, 4]) == 1.0
    assert [report.quantile([3.0, 1.0, 2.0, 4.0], part) for part in (0.0, 0.25, 0.5, 0.75, 1.0)] == [1, 1, 2, 3, 4]


def test_cards_that_a_player_destroys_are_counted() -> None:
    """In this game all weak cards that have left it were destroyed, or exchanged at the Treasury."""
    counted = report.Trash()
    last = report.play(["sot/HQL_BOT", "decisiontree"], 0, 0, False, counted.before)
    counted.end(last)
    for seat in range(2):
        counts = counted.counts[seat]
        assert 0 <= counts["of them weak"] <= counts["destroyed"]
        assert counts["weak cards in the end"] <= counts["cards in the end"]
    s, _ = last.plain()
    gone = sum(int(s.gone[kind]) for kind in range(len(IS_WEAK)) if IS_WEAK[kind])
    both = counted.counts[0] + counted.counts[1]
    assert both["of them weak"] > 0 and both["of them weak"] + both["exchanged at the Treasury"] == gone
    first = Position.deal(report.TRIBUTE, report.SETUP, seed=1)
    while first.stage == "draft":
        first.play(first.options()[0])
    assert sum(n for kind, n in report.owned(first.plain()[0], 0).items() if IS_WEAK[kind]) == AT_FIRST


def test_a_card_less_is_one_less() -> None:
    from mulligan.games.tribute.thinning import weak_cards

    here = Position.deal(report.TRIBUTE, "random", seed=2)
    made = report.without(here, 0, 107)
    assert made is not None
    assert interpret(weak_cards)(made.plain()[0], 0) == interpret(weak_cards)(here.plain()[0], 0) - 1
    assert sum(report.owned(made.plain()[0], 0).values()) == sum(report.owned(here.plain()[0], 0).values()) - 1
    assert report.without(here, 0, 1) is None


def test_the_same_seed_gives_the_same_table_and_a_file_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "roots.jsonl"
    report.roots(argparse.Namespace(out=None, **QUICK))
    first = capsys.readouterr().out
    report.roots(argparse.Namespace(out=out, **QUICK))
    assert capsys.readouterr().out == first and "| best result |" in first
    kept = out.read_text()
    assert json.loads(kept)["key"].endswith(" game 0")
    out.write_text(kept + '{"part": "roots", "key": "1", "roo')  # stopped while it was writing
    report.roots(argparse.Namespace(out=out, **QUICK))
    assert capsys.readouterr().out == first, "nothing is played again"
    report.roots(argparse.Namespace(out=out, **QUICK | {"games": 2}))
    assert [json.loads(line)["key"][-6:] for line in out.read_text().split("\n") if line.endswith("}")] == [
        "game 0",
        "game 1",
    ]


def test_credit_for_a_thin_deck_is_added_for_each_weak_card_that_is_gone() -> None:
    for seed in range(3):
        here = Position.deal(report.TRIBUTE, report.SETUP, seed=seed)
        while here.stage == "draft":
            here.play(here.options()[0])
        fewer = report.without(here, 0, 107)
        assert fewer is not None
        fewest = report.without(fewer, 0, 107)
        assert fewest is not None
        usual, less, least = (one.evaluate(0, "h3_soismcts") for one in (here, fewer, fewest))
        for points in (50, 100, 200):
            found = [one.evaluate(0, f"h3_thin{points}") for one in (here, fewer, fewest)]
            assert found == pytest.approx([usual, less + points / 20_000, least + 2 * points / 20_000])
        assert here.evaluate(0, "h3_unthinned") == pytest.approx(usual), "nothing is gone yet"
        assert least > less > usual, "the bot's own credit"
        assert abs(fewest.evaluate(0, "h3_unthinned") - usual) < (least - usual) / 2
