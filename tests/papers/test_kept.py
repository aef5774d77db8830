"""Findings kept as JSON: read again as they were, judged by today's rules, joined with what the store has."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from mulligan.arena.experiment import Experiment, only, parse_experiment
from mulligan.arena.store import Store
from mulligan.core.errors import UsageError
from mulligan.papers.build import find_files
from mulligan.papers.findings import VERSION, Figure, Findings
from mulligan.papers.kept import read_findings, when_played, with_spread
from mulligan.papers.sheets import detail_sheet, section_lines

from ..helpers.report_help import madeup
from .test_findings import CROSS, FACTORIAL, fill

SCORES = {
    "c=1+fpu=0.5": [1.0, 1, 1, 1, 1, 1, 1, 0, 1, 1],
    "c=1": [1.0, 1, 0, 1, 1, 1, 1, 1] * 20,
    "fpu=0.5": [0.0, 0, 0, 1, 0, 0, 0, 0],
    "threads=1": [0.0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 1, 1],
}


def experiment_of(text: str = FACTORIAL) -> Experiment:
    return parse_experiment(text, "made", "made.toml")


def played(folder: Path, scores: dict[str, list[float]], text: str = FACTORIAL, name: str = "made.sqlite") -> Findings:
    experiment = experiment_of(text)
    with Store(folder / name) as store:
        fill(store, experiment, scores)
        return find_files([experiment], store)


def kept(folder: Path, data: Any) -> str:
    path = folder / "kept.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


def test_findings_are_read_as_they_were_written(tmp_path: Path) -> None:
    for found in (played(tmp_path, SCORES), madeup()):
        again = read_findings(kept(tmp_path, found.to_dict()))
        assert again.to_dict() == found.to_dict() and found.to_dict()["version"] == VERSION
        assert isinstance(again.sections[0].rows[0].players, tuple)
        assert again.sections == found.sections


def test_an_older_form_is_judged_anew(tmp_path: Path) -> None:
    found = played(tmp_path, SCORES)
    data = json.loads(json.dumps(found.to_dict()))
    del data["version"]
    for section in data["sections"]:
        for key in ("margin", "original", "joint"):
            del section[key]
        section["claims"] = [{"text": "x", "verdict": "reproduced", "evidence": ""}]
        for row in section["rows"]:
            row["verdict"] = "underpowered"
            for key in ("original", "note", "extra", "kept", "game", "configurations"):
                del row[key]
            if row["ours"]:
                del row["ours"]["spread"]
    again = find_files([experiment_of()], None, read_findings(kept(tmp_path, data)))
    for row, before in zip(again.sections[0].rows, found.sections[0].rows, strict=True):
        unknown = before.configurations if before.ours is None else ()
        assert row == replace(before, kept=row.kept, command=row.command, configurations=unknown)
    assert again.sections[0].joint == found.sections[0].joint and again.sections[0].effects == found.sections[0].effects


def test_claims_are_judged_again_from_the_rows(tmp_path: Path) -> None:
    scores = {"uct:sims=10 v uct:sims=20": [0.5] * 40, "uct:sims=10 v uniform": [1, 1, 1, 1, 0] * 20}
    scores["uct:sims=20 v uniform"] = [1.0] * 100
    found = played(tmp_path, scores, CROSS)
    assert found.sections[0].claims and all(claim.verdict == "agrees" for claim in found.sections[0].claims)
    data = found.to_dict()
    data["sections"][0]["claims"] = []
    again = find_files([experiment_of(CROSS)], None, read_findings(kept(tmp_path, data)))
    assert again.sections[0].claims == found.sections[0].claims


def test_what_is_in_the_store_goes_before_what_is_kept(tmp_path: Path) -> None:
    earlier = played(tmp_path, SCORES, name="old.sqlite")
    with Store(tmp_path / "new.sqlite") as store:
        fill(store, experiment_of(), {"threads=1": [1.0] * 6})
        found = find_files([experiment_of()], store, earlier)
        fresh = find_files([experiment_of()], store)
    (section,) = found.sections
    by_label = {row.label: row for row in section.rows}
    assert by_label["threads=1"].ours == fresh.sections[0].rows[3].ours and by_label["threads=1"].kept == ""
    assert by_label["c=1"].ours == earlier.sections[0].rows[1].ours
    assert by_label["c=1"].kept == when_played(earlier) and by_label["c=1"].kept.endswith(", nim/1")
    assert by_label["control: random"].verdict == "not played", "it is in neither"
    assert section.effects == (), "old and new games make no analysis of variance together"
    assert f"Kept from earlier games ({when_played(earlier)}): 3 of 4 of our figures." in section_lines(section)
    sheet = detail_sheet(section)
    assert sheet is not None and "kept from" in sheet.heads
    assert found.provenance["games"] == "6" and found.provenance["kept figures, games"] == "190"


def test_another_player_under_an_old_label_takes_nothing_over(tmp_path: Path) -> None:
    earlier = played(tmp_path, SCORES)
    changed = experiment_of(FACTORIAL.replace("uct:sims=10", "uct:sims=11"))
    (section,) = find_files([changed], None, earlier).sections
    assert {row.verdict for row in section.rows} == {"not played"}
    times = experiment_of(FACTORIAL.replace("margin = 5", 'measure = "seconds per game"'))
    (section,) = find_files([times], None, earlier).sections
    assert all(row.ours is None for row in section.rows), "rates are no times"


def without_games_in_rows(found: Findings, provenance: dict[str, str]) -> Findings:
    """As older files have it: what was played is said for all rows at once."""
    sections = tuple(
        replace(one, rows=tuple(replace(row, game="", configurations=()) for row in one.rows)) for one in found.sections
    )
    return replace(found, sections=sections, provenance=provenance)


def labels_taken(earlier: Findings) -> list[str]:
    return [row.label for row in find_files([experiment_of()], None, earlier).sections[0].rows if row.kept]


def test_figures_of_another_version_of_the_game_are_not_taken_over(tmp_path: Path) -> None:
    found = played(tmp_path, SCORES)
    (section,) = found.sections
    assert labels_taken(found) == list(SCORES) and {row.game for row in section.rows} == {"nim/1"}
    mixed = replace(section, rows=(replace(section.rows[0], game="nim/0"), *section.rows[1:]))
    again = find_files([experiment_of()], None, replace(found, sections=(mixed,)))
    assert [row.ours is None for row in again.sections[0].rows] == [True, False, False, False, True]
    assert found.sections[0].effects and again.sections[0].effects == (), "it is of all cells"
    nothing = replace(section, rows=tuple(replace(row, game="nim/0") for row in section.rows))
    again = find_files([experiment_of()], None, replace(found, sections=(nothing,)))
    assert {row.verdict for row in again.sections[0].rows} == {"not played"}
    assert again.sections[0].effects == (), "no analysis of variance beside cells that were not played"


def test_other_settings_behind_the_same_name_take_nothing_over(tmp_path: Path) -> None:
    found = played(tmp_path, SCORES)
    (section,) = found.sections
    other = replace(section.rows[0], configurations=("uct:sims=9", "uniform"))
    assert "c=1" in section.rows[0].configurations[0] and section.rows[0].configurations[1] == "uniform"
    changed = replace(found, sections=(replace(section, rows=(other, *section.rows[1:])),))
    assert labels_taken(changed) == list(SCORES)[1:]


@pytest.mark.parametrize(
    ("provenance", "own", "kept_before"),
    [
        ({"game": "nim/1"}, True, True),
        ({"game": "nim/0"}, False, False),
        ({}, False, False),
        ({"game": "guess/1, nim/1"}, True, True),
        ({"game": "nim/0, nim/1"}, False, False),
        ({"game": "nim/1", "kept figures, game": "nim/1"}, True, True),
        ({"game": "nim/1", "kept figures, game": "nim/0"}, True, False),
        ({"game": "nim/1", "kept figures, kept figures, game": "nim/0"}, True, False),
        ({"game": "nim/0", "kept figures, game": "nim/1"}, False, False),
    ],
)
def test_older_files_say_the_game_for_all_rows(
    tmp_path: Path, provenance: dict[str, str], own: bool, kept_before: bool
) -> None:
    found = played(tmp_path, SCORES)
    assert labels_taken(without_games_in_rows(found, provenance)) == (list(SCORES) if own else [])
    again = find_files([experiment_of()], None, found)
    assert labels_taken(without_games_in_rows(again, provenance)) == (list(SCORES) if kept_before else [])


def test_kept_figures_stay_kept(tmp_path: Path) -> None:
    earlier = played(tmp_path, SCORES)
    once = find_files([experiment_of()], None, earlier)
    twice = find_files([experiment_of()], None, read_findings(kept(tmp_path, once.to_dict())))
    assert twice == once
    some = find_files([only(experiment_of(), ["c=1"])], None, earlier)
    assert [row.label for row in some.sections[0].rows] == ["c=1"]


def test_the_spread_of_kept_times_comes_from_their_interval(tmp_path: Path) -> None:
    text = FACTORIAL.replace("margin = 5", 'measure = "seconds per game"')
    found = played(tmp_path, {"c=1": [1.0] * 9}, text)
    data = found.to_dict()
    before = data["sections"][0]["rows"][1]["ours"]
    assert before["spread"] is not None
    data["sections"][0]["rows"][1]["ours"] = before | {"spread": None}
    again = find_files([experiment_of(text)], None, read_findings(kept(tmp_path, data)))
    own = again.sections[0].rows[1].ours
    assert own is not None and own.spread == pytest.approx(before["spread"])


def test_a_time_of_nothing_has_no_spread() -> None:
    assert with_spread(Figure(0.0, 0.0, 0.0, 4)) == Figure(0.0, 0.0, 0.0, 4)


def test_mistakes_in_kept_findings_are_told(tmp_path: Path) -> None:
    good = json.loads(json.dumps(played(tmp_path, SCORES).to_dict()))

    def message(data: Any) -> str:
        with pytest.raises(UsageError) as caught:
            read_findings(kept(tmp_path, data))
        return str(caught.value)

    assert "version 1 to 2" in message(good | {"version": 3}) and "version 1 to 2" in message([])
    assert "title: " in message(good | {"title": 3})
    assert "sections: " in message({key: value for key, value in good.items() if key != "sections"})
    assert "name: field required" in message({"sections": 3})
    for figure in (Figure(1.5), Figure(0.5, 0.6, 0.7), Figure(float("nan")), Figure(0.5, games=0)):
        bad = json.loads(json.dumps(good))
        bad["sections"][0]["rows"][0]["ours"] = asdict(figure)
        assert "made, 'c=1+fpu=0.5'" in message(bad)
    with pytest.raises(UsageError, match="No such file"):
        read_findings(str(tmp_path / "none.json"))
    (tmp_path / "kept.json").write_bytes(b"\xff{")
    with pytest.raises(UsageError, match="kept findings"):
        read_findings(str(tmp_path / "kept.json"))
