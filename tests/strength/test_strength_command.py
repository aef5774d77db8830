"""The command as people type it: a page, a text, JSON, and a second time that plays nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mulligan.arena.store import Store
from mulligan.cli.app import run

from ..helpers.html_help import Tags


def check_html(page: str) -> None:
    """It is a whole page, does nothing, and asks nobody for anything."""
    found = Tags(page)
    assert "script" not in found.tags and not [name for name in found.names if name.startswith("on")]
    assert all(link.startswith(("#", "data:,")) for link in found.links)
    assert page.startswith("<!DOCTYPE html>") and page.endswith("</html>\n") and "None" not in found.text


def strength(folder: Path, *words: str) -> tuple[int, dict[str, Any], str]:
    """The command in a folder of its own: its code, its JSON and its page."""
    page, data = folder / "page.html", folder / "data.json"
    fixed = ["--store", str(folder / "s.sqlite"), "--report", str(page), "--json", str(data), "--workers", "1", "-q"]
    code = run(["strength", *words, *fixed])
    return code, json.loads(data.read_text("utf-8")) if data.exists() else {}, page.read_text("utf-8")


NIM = ("nim", "uct:sims=20", "--against", "uniform", "--against", "uct:sims=5", "--scale", "0.1")


def test_a_page_has_every_part_that_a_game_offers(tmp_path: Path) -> None:
    code, found, page = strength(tmp_path, *NIM)
    assert code == 0
    check_html(page)
    assert [one["against"] for one in found["gauntlet"]] == ["uniform", "uct:sims=5"]
    assert all(one["rate"]["games"] == 4 for one in found["gauntlet"])
    assert len(found["budgets"]) == 4 and found["regret"] and found["calibration"] and found["classes"]
    for part in ("gauntlet", "calibration", "budgets", "regret", "left-out", "again"):
        assert f'id="{part}"' in page
    assert "positions" in " ".join(found["left_out"])


def test_the_second_time_plays_nothing(tmp_path: Path) -> None:
    _, first, _ = strength(tmp_path, *NIM)
    with Store(tmp_path / "s.sqlite", write=False) as store:
        games = store.query("SELECT count(*) FROM game UNION ALL SELECT count(*) FROM measured")
    _, second, _ = strength(tmp_path, *NIM)
    _, third, _ = strength(tmp_path, *NIM, "--only-report")
    with Store(tmp_path / "s.sqlite", write=False) as store:
        assert store.query("SELECT count(*) FROM game UNION ALL SELECT count(*) FROM measured") == games
    assert first == second
    assert first | {"left_out": []} == third | {"left_out": []}


@pytest.mark.parametrize(
    ("game", "agent", "against"),
    [("guess", "search:sims=5", "halve"), ("ends", "uct:sims=5", "greedy"), ("aim", "ismcts:sims=5", "pace")],
)
def test_one_player_three_and_a_team(tmp_path: Path, game: str, agent: str, against: str) -> None:
    code, found, page = strength(tmp_path, game, agent, "--against", against, "--scale", "0.06")
    assert code == 0 and found["gauntlet"] and found["budgets"]
    check_html(page)
    alone = [one for one in found["gauntlet"] if one["difference"] is not None]
    assert bool(alone) == (game == "aim")


def test_positions_alone(tmp_path: Path) -> None:
    code, found, page = strength(tmp_path, "magic", "reduced", "--parts", "suite", "--against", "expert")
    assert code == 0 and not found["gauntlet"]
    total = {one["agent"]: one for one in found["suite"] if one["kind"] == "all"}
    assert set(total) == {"reduced", "expert"} and total["expert"]["of"] >= 50
    assert total["expert"]["solved"] > total["reduced"]["solved"]
    assert 'id="suite"' in page


def test_a_suite_is_made(tmp_path: Path) -> None:
    target = tmp_path / "suite.toml"
    words = ["strength", "nim", "--make-suite", str(target), "--minutes", "0.05", "-q", "--count"]
    assert run([*words, "1"]) == 0
    text = target.read_text("utf-8")
    assert 'goal = "win"' in text
    assert run([*words, "2"]) != 0, "another command does not write over it"
    assert target.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nim", "--parts", "gantlet"], "gauntlet"),
        (["nim", "nobody"], "nobody"),
        (["nim", "uct:sims=5", "--against", "uct:sims=5"], "name another"),
        (["nim", "--make-suite", "x.toml", "--count", "0"], "1 or more"),
        (["nim", "uct:sims=5", "--against", "uniform", "--scale", "0"], "scale"),
    ],
)
def test_mistakes_are_told_in_a_line(
    words: list[str], told: str, tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["strength", *words, "-q"]) not in (0, None)
    err = capsys.readouterr().err
    assert told in err and "Traceback" not in err and len(err.strip().splitlines()) <= 2
