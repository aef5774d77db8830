"""Measurements, as far as a test can know them; and the yardstick, which plays the same game."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from mulligan.bench import TURNS, Rollouts, bench, bench_player, find_position, rollout_style
from mulligan.cli import run
from mulligan.errors import UsageError
from mulligan.registry import find_game
from mulligan.yardstick import SOURCE, Yardstick

has_yardstick = pytest.mark.skipif(
    not SOURCE.exists() or not any(shutil.which(name) for name in ("cc", "gcc", "clang")), reason="no C compiler"
)


def test_all_is_measured_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    history = tmp_path / "history.jsonl"
    line = ["bench", "guess", "--slices", "1", "--no-compiling", "--history", str(history)]
    assert run([*line, "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rollouts"] > 0 and found["sims"]["early"] > 0 and set(found["sims"]) == set(TURNS)
    assert found["node_bytes"] > 0 and found["state_bytes"] > 0 and found["threads_speedup"] > 0
    assert run(line) == 0
    assert "games by rule (halve)" in capsys.readouterr().out
    lines = [json.loads(text) for text in history.read_text().splitlines()]
    assert [each["game"] for each in lines] == ["guess", "guess"] and lines[0] == found


def test_compiling_is_measured_in_new_processes() -> None:
    found = bench(find_game("nim"), slices=1)
    assert found["cold_compile_cpu_seconds"] > found["warm_start_cpu_seconds"] > 0
    assert found["warm_start_seconds"] > 0


def test_what_cannot_be_measured() -> None:
    with pytest.raises(UsageError, match="only for magic"):
        bench(find_game("nim"), yardstick=True)
    with pytest.raises(UsageError, match="slices"):
        bench(find_game("nim"), slices=0)


def test_positions_are_the_same_every_time() -> None:
    guess = find_game("guess")
    player, style = bench_player(guess), rollout_style(guess)
    assert str(find_position(guess, player, style, 1)) == str(find_position(guess, player, style, 1))
    assert find_position(guess, player, style, 10_000) is None


@has_yardstick
def test_the_yardstick_plays_the_same_game() -> None:
    """Means of 20,000 games differ by a turn if the rules do; by luck, by less than a tenth."""
    magic = find_game("magic")
    ours = Rollouts(magic, "reduced")
    ours.play(20_000)
    _, theirs = Yardstick().rollouts(20_000, 1)
    assert ours.turns / ours.played == pytest.approx(theirs, abs=0.4)


@has_yardstick
def test_the_yardstick_searches_the_same_tree() -> None:
    magic, yard = find_game("magic"), Yardstick()
    player = bench_player(magic)
    for turn in TURNS.values():
        position = find_position(magic, player, "reduced", turn)
        assert position is not None
        choices = player.searcher.decide(position, 1).choices
        _, visits = yard.decide(position, player.settings.trees, player.settings.sims, 1)
        assert len(visits) == len(position.options("land")) and sum(visits) == sum(c.visits for c in choices)
        shares = sorted(c.visits / sum(visits) for c in choices)
        others = sorted(count / sum(visits) for count in visits if count)
        assert shares == pytest.approx(others, abs=0.05)
