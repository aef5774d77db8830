"""Tuning finds what is better where something clearly is, and judges it on other deals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mulligan.cli import run as command
from mulligan.core.errors import UsageError
from mulligan.core.registry import find_game
from mulligan.learning.tuning import Range, read_range, tune

pytest.importorskip("optuna")
NIM = find_game("nim")


def test_more_simulations_are_better_at_nim(tmp_path: Path) -> None:
    """A search of 2 simulations knows nothing; the more the optimizer gives it, the better."""
    told: list[str] = []
    asked = [Range("sims", 2, 200, whole=True, log=True), Range("final", words=("visits", "mean"))]
    journal = tmp_path / "journal.json"
    given = {"trials": 6, "pairs": 10, "final_pairs": 10, "seed": 3, "journal": journal}
    found = tune(NIM, "uct:sims=2", asked, say=lambda what, share: told.append(what), **given)  # type: ignore[arg-type]
    assert len(found.trials) == 6 and len(told) == 7
    best = max(found.trials, key=lambda one: one["rate"])
    assert found.words == best["words"] and int(best["words"]["sims"]) > 2 and best["rate"] > 0.5
    assert found.verdict["seed"] != found.trials[0].get("seed")
    told.clear()
    again = tune(NIM, "uct:sims=2", asked, say=lambda what, share: told.append(what), **given)  # type: ignore[arg-type]
    assert again.trials == found.trials and len(told) == 1  # nothing but the verdict was played again
    with pytest.raises(UsageError, match="is of seed 3, not 4"):
        tune(NIM, "uct:sims=2", asked, **{**given, "seed": 4})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("c", "should be a range"),
        ("c=1", "should be a range"),
        ("c=3..1", "begin with the smaller"),
        ("c=a..b", "'c=a..b'"),
        ("sims=1.5..3", "'sims=1.5..3'"),
        ("cc=1..2", "unknown search setting"),
    ],
)
def test_what_is_no_range_is_told(text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        read_range(NIM, "uct", text)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tune", "nim", "uct:sims=20", "c=0.2..3", "--trials", "2", "--pairs", "2", "--final", "3"]
    assert command([*words, "--json", "-", "--quiet"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["trials"]) == 2 and found["verdict"]["pairs"] == 3
    assert command(["tune", "nim", "uniform", "c=0.2..3"]) != 0
    assert "should be one search" in capsys.readouterr().err
