"""Measurements, as far as a test can know them; and the yardstick, which plays the same game."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from mulligan.cli import run
from mulligan.cli.display import bench_tables
from mulligan.core.errors import UsageError
from mulligan.core.registry import find_game
from mulligan.games.magic.yardstick import SOURCE, Yardstick
from mulligan.speed import bench as benches
from mulligan.speed.bench import QUIET, TURNS, Rollouts, bench, bench_player, find_position, rollout_style

has_yardstick = pytest.mark.skipif(
    not SOURCE.exists() or not any(shutil.which(name) for name in ("cc", "gcc", "clang")), reason="no C compiler"
)


def test_all_is_measured_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    history = tmp_path / "history.jsonl"
    line = ["bench", "guess", "--slices", "1", "--no-compiling", "--history", str(history)]
    assert run([*line, "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rollouts"] > 0 and found["sims"]["early"] > 0 and set(found["sims"]) == set(TURNS)
    assert found["node_bytes"] > 0 and found["state_bytes"] > 0 and found["threads_cpu_ratio"] > 0
    assert (found["threads_speedup"] is not None) == (found["processors_given"] >= QUIET)
    assert run(line) == 0
    assert "games by rule (halve)" in capsys.readouterr().out
    lines = [json.loads(text) for text in history.read_text().splitlines()]
    assert [each["game"] for each in lines] == ["guess", "guess"] and lines[0] == found


@pytest.mark.parametrize(
    ("given", "quiet"), [((1.0, 1.0, 1.0), False), ((2.0, 1.0, 2.0), False), ((1.0, 1.9, 1.95), True)]
)
def test_a_busy_machine_shows_no_gain_by_threads(
    given: tuple[float, ...], quiet: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slice counts if the processors were free before it and after it; of the last three, the second only."""
    free = iter(given)
    monkeypatch.setattr(benches, "processors_given", lambda: next(free))
    found = bench(find_game("guess"), slices=2, compiling=False)
    assert (found["threads_speedup"] is not None) == quiet and found["threads_cpu_ratio"] > 0
    lines = str(bench_tables(found)[-1])
    assert ("times as fast as one, by the clock" in lines) == quiet
    assert ("not measurable: the machine is busy (two threads were given 1.0 processors)" in lines) != quiet


def test_two_threads_are_given_at_most_two_processors() -> None:
    assert 0 < benches.processors_given() <= 2.1


def test_compiling_is_measured_in_new_processes() -> None:
    found = bench(find_game("nim"), slices=1)
    assert found["cold_compile_cpu_seconds"] > found["warm_start_cpu_seconds"] > 0
    assert found["warm_start_seconds"] > 0


def test_what_cannot_be_measured() -> None:
    with pytest.raises(UsageError, match="there is none for nim"):
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
