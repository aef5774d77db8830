"""The commands of the arena as a user types them: tournaments, experiments, papers, results, deals, power."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from mulligan.arena.store import Store
from mulligan.cli import run
from mulligan.core.errors import UsageError

from ..helpers.clock_help import HANGING

MINE = """
title = "How much do simulations help?"
game = "nim"
games = 40
seed = 3
design = { kind = "sweep", player = "uct:sims={budget}", against = "uniform", budgets = [5, 50] }

[plot]
kind = "line"
x = "budget"
log = true

[paper]
games = 100

[paper.values]
"5" = 60
"50" = 20

[[claims]]
text = "more simulations are better"
left = "50"
right = "5"
"""
TRIO = ["uct:sims=5", "uct:sims=50", "uniform"]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MULLIGAN_STORE", raising=False)


def written(name: str = "my.toml", text: str = MINE) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def told(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run([*arguments, *(["--quiet"] if arguments[0] in ("run", "tournament", "reproduce") else [])]) == code
    caught = capsys.readouterr()
    if code == 2:
        assert caught.out == "" and caught.err.count("\n") == 1, "a mistake is told in one line"
        return caught.err
    return caught.out


def games_of(store: str) -> list[Any]:
    with Store(store, write=False) as kept:
        return kept.query(
            "SELECT contest, pair, seat, score, turns, decisions_1, simulations_1 FROM game ORDER BY 1, 2, 3"
        )


# --- tournaments ------------------------------------------------------------------------------------------------------


def test_a_tournament_has_a_cross_table_with_elo_and_superiority(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(told(capsys, "tournament", "nim", *TRIO, "--pairs", "20", "--workers", "1", "--json", "-"))
    assert found["ranked"] == ["uct:sims=50", "uct:sims=5", "uniform"]
    assert [meeting["games"] for meeting in found["meetings"]] == [40, 40, 40]
    for meeting in found["meetings"]:
        low, high = meeting["ci95"]
        assert low <= meeting["rate"] <= high
    assert found["superiority"]["uct:sims=50"]["uniform"] > 0.99
    assert abs(sum(player["elo"] for player in found["ratings"]["players"])) < 1e-6
    shown = told(capsys, "tournament", "nim", *TRIO, "--pairs", "20", "--workers", "1")
    assert "uct:sims=50" in shown and "95 %" in shown and "superior" in shown


def test_a_tournament_goes_on_with_more_pairs_and_players(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "tournament", "nim", *TRIO[:2], "--pairs", "3", "--workers", "1")
    before = games_of("mulligan.sqlite")
    told(capsys, "tournament", "nim", *TRIO, "--pairs", "5", "--workers", "1")
    after = games_of("mulligan.sqlite")
    assert len(before) == 6 and len(after) == 3 * 10
    assert set(before) <= set(after), "what was played before still counts"
    told(capsys, "tournament", "nim", *TRIO, "--pairs", "5", "--workers", "1", "--store", "fresh.sqlite")
    assert sorted(row[1:] for row in games_of("fresh.sqlite")) == sorted(row[1:] for row in after)


def test_a_solo_tournament_compares_players_on_the_same_deals(capsys: pytest.CaptureFixture[str]) -> None:
    players = ["greedy", "uniform"]
    found = json.loads(told(capsys, "tournament", "swap", *players, "--pairs", "60", "--workers", "1", "--json", "-"))
    match = ["match", "swap", *players, "--pairs", "60", "--quiet", "--json", "-"]
    same = json.loads(told(capsys, *match))
    assert found["meetings"][0]["rate"] == same["rate"] and found["meetings"][0]["p_value"] == same["p_value"]
    assert list(found["payoff_means"].values()) == pytest.approx(same["payoff_means"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nim", "uct"], "there should be 2 to"),
        (["nim", "uct", "uct:c=1.4"], "are the same player"),
        (["nim", "uct", "nobody"], "unknown agent for nim 'nobody'"),
        (["nim", "uct", "flat", "--pairs", "0"], "pairs: 0 should be"),
        (["nim", "uct", "flat", "--setup", "wrong"], "wrong"),
        (["nim", "uct", "flat", "--deals", "none.toml"], "none.toml"),
        (["nim", "uct", "flat", "--minutes", "-1"], "minutes: -1.0 should be"),
        (["nim", "uct", "flat", "--cluster", "nonsense"], "cluster: 'nonsense' should be"),
        (["nim", "uct", "flat", "--workers", "1000"], "workers: 1000 should be"),
        (["nim", "uct", "flat", "--store", "."], "it is a directory"),
    ],
)
def test_mistakes_of_a_tournament(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in told(capsys, "tournament", *arguments, code=2)


# --- experiments ------------------------------------------------------------------------------------------------------


def test_an_experiment_is_run_and_reported(capsys: pytest.CaptureFixture[str]) -> None:
    shown = told(capsys, "run", written(), "--workers", "1", "--report", "my.html", "--markdown", "my.md")
    assert "differs" in shown and "more simulations are better" in shown and "written: my.html, my.md" in shown
    page = Path("my.html").read_text(encoding="utf-8")
    assert "<svg" in page and "How much do simulations help?" in page
    assert "How much do simulations help?" in Path("my.md").read_text(encoding="utf-8")
    assert not list(Path().glob(".*.tmp"))


def test_an_experiment_once_played_is_only_reported(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "run", written(), "--workers", "1")
    before = games_of("mulligan.sqlite")
    told(capsys, "run", written(), "--workers", "1")
    assert games_of("mulligan.sqlite") == before and len(before) == 80
    told(capsys, "run", written(), "--workers", "1", "--scale", "2")
    assert len(games_of("mulligan.sqlite")) == 160


def test_a_report_of_kept_findings_needs_no_store(capsys: pytest.CaptureFixture[str]) -> None:
    first = json.loads(told(capsys, "run", written(), "--workers", "1", "--json", "-"))
    Path("kept.json").write_text(json.dumps(first), encoding="utf-8")
    kept = ["run", "my.toml", "--only-report", "--store", "none.sqlite", "--kept", "kept.json"]
    again = json.loads(told(capsys, *kept, "--json", "-", "--report", "my.html"))
    assert not Path("none.sqlite").exists() and "Kept from earlier games" in Path("my.html").read_text(encoding="utf-8")
    for row, before in zip(again["sections"][0]["rows"], first["sections"][0]["rows"], strict=True):
        assert (row["ours"], row["verdict"]) == (before["ours"], before["verdict"]) and row["kept"]
    assert again["sections"][0]["claims"] == first["sections"][0]["claims"]
    assert "is the file of kept findings" in told(capsys, *kept, "--json", "kept.json", code=2)
    assert "there is no store" in told(capsys, *kept[:-2], code=2)
    assert "kept findings 'my.toml'" in told(capsys, *kept[:-1], "my.toml", code=2)


def test_one_cell_alone(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(told(capsys, "run", written(), "--workers", "1", "--cell", "50", "--json", "-"))
    assert [row["label"] for row in found["sections"][0]["rows"]] == ["50"]
    assert found["sections"][0]["claims"][0]["verdict"] == "not played"
    assert len(games_of("mulligan.sqlite")) == 40
    message = told(capsys, "run", written(), "--cell", "7", code=2)
    assert "unknown cell of my '7'" in message and "5, 50" in message


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (("games = 40", "games = 0"), "games"),
        (("games = 40", "gamez = 40"), "gamez"),
        (("seed = 3", 'seed = "three"'), "seed"),
        (('game = "nim"', 'game = "nimm"'), "game: unknown game 'nimm'"),
        (("uct:sims", "uct:simz"), "design"),
        (('"5" = 60', '"6" = 60'), "paper.values"),
        (('x = "budget"', 'x = "budgets"'), "plot.x"),
        (('left = "50"', 'left = "500"'), "claims.0"),
        (("[plot]", "[plot"), ""),
        (('"5" = 60', '"5" = 160'), "paper.values: '5' = 160 should be a rate in percent"),
        (('"5" = 60', '"5" = nan'), "paper.values"),
        (('right = "5"', "right = 500"), "claims.0: 500 should be a rate"),
        (('left = "50"\nright = "5"', "left = 60\nright = 50"), "claims.0: it compares nothing"),
        (('left = "50"', 'left = "5"'), "claims.0: it compares nothing"),
        (("[paper]", "[anova]\nreplication = 5\n\n[paper]"), "anova: it is for factorials"),
        (("seed = 3", 'seed = 3\nbase = "5"'), "base: it is for times"),
        (("uct:sims={budget}", "uct:sims=5"), "are the same contest"),
        (('title = "How much do simulations help?"', 'title = ""'), "title"),
        (("[[claims]]", '[[controls]]\nkind = "random"\nplayer = "uct"\n\n[[claims]]'), "controls.0"),
    ],
)
def test_a_mistake_in_a_file_names_file_and_key(
    change: tuple[str, str], key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    message = told(capsys, "run", written(text=MINE.replace(*change)), code=2)
    assert "my.toml" in message and key in message
    assert not Path("mulligan.sqlite").exists(), "nothing is begun before everything makes sense"


def test_two_files_of_the_same_name_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("other").mkdir()
    assert "could not tell them apart" in told(capsys, "run", written(), written("other/my.toml"), code=2)


def test_a_report_that_cannot_be_written_is_told_before_the_first_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert "cannot write" in told(capsys, "run", written(), "--report", "no/such/folder.html", code=2)
    assert not Path("mulligan.sqlite").exists()


def test_nothing_is_written_over_what_is_read_or_written(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "run", written(), "--workers", "1")
    before = Path("mulligan.sqlite").read_bytes()
    for words, message in (
        (["--report", "mulligan.sqlite"], "report: 'mulligan.sqlite' is the store"),
        (["--markdown", "./mulligan.sqlite-wal"], "is the store"),
        (["--report", "my.toml"], "is the experiment 'my'"),
        (["--report", "a.html", "--markdown", "x/../a.html"], "markdown: 'x/../a.html' is the report"),
        (["--report", "-"], "report: '-' should be the name of a file"),
    ):
        assert message in told(capsys, "run", "my.toml", *words, code=2)
    clash = ["tournament", "nim", *TRIO, "--json", "mulligan.sqlite"]
    assert "json: 'mulligan.sqlite' is the store" in told(capsys, *clash, code=2)
    assert Path("mulligan.sqlite").read_bytes() == before and Path("my.toml").read_text(encoding="utf-8") == MINE


def test_a_name_is_not_taken_from_another_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "tournament", "nim", *TRIO[:2], "--pairs", "2", "--workers", "1", "--name", "mine")
    told(capsys, "tournament", "nim", *TRIO, "--pairs", "3", "--workers", "1", "--name", "mine")
    other = ["tournament", "guess", "uniform", "halve", "--pairs", "2", "--name", "mine"]
    assert "has another experiment called 'mine', with game 'nim'" in told(capsys, *other, code=2)
    again = ["tournament", "nim", *TRIO, "--pairs", "3", "--seed", "2", "--name", "mine"]
    assert "with seed 1, not 2" in told(capsys, *again, code=2)
    for name in ("", "two\nlines", "x" * 101):
        assert "name: " in told(capsys, "tournament", "nim", *TRIO, "--name", name, code=2)


def test_a_tournament_counts_the_pairs_that_were_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    short = ["tournament", "nim", *TRIO[:2], "--pairs", "4", "--workers", "1", "--json", "-"]
    first = json.loads(told(capsys, *short))
    told(capsys, "tournament", "nim", *TRIO[:2], "--pairs", "9", "--workers", "1")
    assert json.loads(told(capsys, *short))["meetings"] == first["meetings"], "whatever else the store has"


def test_ctrl_c_keeps_what_was_played_and_reports_it() -> None:
    text = MINE[: MINE.index("[paper]")].replace("games = 40", "games = 4000").replace("[5, 50]", "[2000, 4000]")
    command = [sys.executable, "-m", "mulligan", "run", written(text=text), "--workers", "1"]
    # A shell that starts things in the background has them ignore Ctrl-C: here it must be heard.
    quiet = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    until = time.monotonic() + HANGING
    while time.monotonic() < until and quiet.poll() is None:
        time.sleep(0.3)
        if Path("mulligan.sqlite").exists() and _games_so_far("mulligan.sqlite") > 4:
            break
    quiet.send_signal(signal.SIGINT)
    out, err = quiet.communicate(timeout=HANGING)
    assert quiet.returncode == 130, err
    assert "Traceback" not in err and "How much do simulations help?" in out
    assert 4 < _games("mulligan.sqlite") < 8000


def _games_so_far(store: str) -> int:
    """Of a store that may be in the making: the file is there before its tables are."""
    try:
        return _games(store)
    except UsageError:
        return 0


def _games(store: str) -> int:
    with Store(store, write=False) as kept:
        return int(kept.query("SELECT count(*) FROM game")[0][0])


# --- papers -----------------------------------------------------------------------------------------------------------


def test_a_small_part_of_a_paper(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "reproduce",
        "cowling2012",
        "expert-v-reduced",
        "--scale",
        "0.0005",
        "--workers",
        "1",
        "--report",
        "r.html",
    ]
    shown = told(capsys, *arguments)
    assert "each by its own rules" in shown and "63.7 %" in shown and "written: r.html" in shown
    assert "Ensemble" in Path("r.html").read_text(encoding="utf-8")
    assert len(games_of("mulligan.sqlite")) == 10 * 20


def test_the_list_of_papers_has_every_part_with_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(told(capsys, "reproduce", "--list", "--json", "-"))
    names = {(row["paper"], row["part"]) for row in rows}
    assert {("cowling2012", f"table{n}") for n in (2, 3, 4, 5, 6)} <= names
    assert {("godlewski2021", part) for part in ("table2", "fig5", "fig6", "fig7")} <= names
    assert all(row["seconds"] > 0 and row["played"] == 0 and row["games"] > 0 for row in rows)
    tenth = json.loads(told(capsys, "reproduce", "cowling2012", "--list", "--scale", "0.1", "--json", "-"))
    whole = {row["part"]: row["games"] for row in rows if row["paper"] == "cowling2012"}
    assert all(row["games"] == pytest.approx(whole[row["part"]] / 10, rel=0.05) for row in tenth)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "which paper? Choices: cowling2012, family, godlewski2021"),
        (["cowling"], "did you mean 'cowling2012'?"),
        (["cowling2012", "table9"], "unknown part of cowling2012 'table9'"),
        (["cowling2012", "--scale", "0"], "scale: 0.0 should be"),
        (["cowling2012", "--only-report"], "there is no store"),
    ],
)
def test_mistakes_of_reproduce(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in told(capsys, "reproduce", *arguments, code=2)


# --- results ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def played(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "run", written(), "--workers", "1")


@pytest.mark.usefixtures("played")
def test_results_are_listed_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    (listed,) = json.loads(told(capsys, "results", "ls", "--json", "-"))
    assert listed["name"] == "my" and listed["games"] == listed["goal"] == 80 and listed["cells"] == 2
    cells = json.loads(told(capsys, "results", "show", "my", "--json", "-"))
    assert [cell["label"] for cell in cells] == ["5", "50"] and cells[1]["tally"]["games"] == 40
    assert "How much do simulations help?" in told(capsys, "results", "ls")
    assert "uct:sims=50 v uniform" in told(capsys, "results", "show", "my")


@pytest.mark.usefixtures("played")
def test_exports_agree_with_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    for target in ("games.csv", "games.json", "games.parquet"):
        assert "80 games written" in told(capsys, "results", "export", "my", target)
    lines = [json.loads(line) for line in Path("games.json").read_text(encoding="utf-8").splitlines()]
    assert len(lines) == 80 and {line["cell"] for line in lines} == {"5", "50"}
    assert lines[0]["first_player"] == "search:sims=5,c=1.4" and lines[0]["version"] == "nim/1"
    with Path("games.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert [row["score"] for row in table] == [str(line["score"]) for line in lines]
    from pyarrow import parquet

    assert parquet.read_table("games.parquet").to_pylist() == lines


@pytest.mark.usefixtures("played")
def test_what_is_removed_is_gone_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    told(
        capsys,
        "run",
        written("other.toml", MINE.replace("[5, 50]", "[50, 500]").replace('"5"', '"500"')),
        "--workers",
        "1",
    )
    assert "removed 'my' and 40 games" in told(capsys, "results", "rm", "my", "--yes")
    (left,) = json.loads(told(capsys, "results", "ls", "--json", "-"))
    assert left["name"] == "other" and left["games"] == 80


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "nothing"], "unknown experiment"),
        (["export", "my", "games.xlsx"], "unknown format 'xlsx'"),
        (["export", "my", "no/such/games.csv"], "cannot write"),
        (["rm", "nothing", "--yes"], "unknown experiment"),
    ],
)
@pytest.mark.usefixtures("played")
def test_mistakes_of_results(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in told(capsys, "results", *arguments, code=2)


def test_a_store_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is no store" in told(capsys, "results", "ls", code=2)
    Path("mulligan.sqlite").touch()
    assert "it is empty" in told(capsys, "results", "ls", code=2)
    Path("mulligan.sqlite").write_text("hello, I am a diary\n" * 100, encoding="utf-8")
    message = told(capsys, "results", "ls", code=2)
    assert "not a store of Mulligan's" in message
    assert "not a store of Mulligan's" in told(capsys, "run", written(), code=2)
    assert Path("mulligan.sqlite").read_text(encoding="utf-8").startswith("hello")


# --- sequential tests, deals, power -----------------------------------------------------------------------------------


def test_a_sequential_test_stops_by_itself_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    match = ["match", "nim", "uct:sims=200", "uct:sims=5", "--sprt", "elo0=0,elo1=50", "--quiet"]
    found = json.loads(told(capsys, *match, "--json", "-"))
    assert found["sprt"]["verdict"] == "H1" and found["sprt"]["pairs"] == found["pairs"] < 1000
    assert found["sprt"]["llr"] >= found["sprt"]["bounds"][1] and not found["interrupted"]
    assert "H1 accepted" in told(capsys, *match)
    threads = json.loads(told(capsys, *match, "--workers", "3", "--json", "-"))
    assert threads["pairs"] == found["pairs"] and threads["pair_scores"] == found["pair_scores"]
    equal = [
        "match",
        "nim",
        "uct:sims=50",
        "uct:sims=50",
        "--sprt",
        "elo0=0,elo1=200",
        "--seed",
        "2",
        "--quiet",
        "--json",
        "-",
    ]
    assert json.loads(told(capsys, *equal))["sprt"]["verdict"] == "H0"


def test_a_sequential_test_that_runs_out_of_pairs_is_undecided(capsys: pytest.CaptureFixture[str]) -> None:
    match = ["match", "nim", "uct:sims=50", "uct:sims=50", "--sprt", "elo0=0,elo1=5", "--pairs", "5", "--quiet"]
    assert "undecided" in told(capsys, *match)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("elo0=0", "elo1 is missing"),
        ("elo0=5,elo1=0", "elo0=5 should be below elo1=0"),
        ("elo0=0,elo1=x", "should be a number"),
        ("elo0=0,elo1=5,gamma=1", "unknown key of sprt 'gamma'"),
    ],
)
def test_mistakes_of_a_sequential_test(text: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in told(capsys, "match", "nim", "uct", "flat", "--sprt", text, code=2)


def test_deals_are_found_and_played(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "deals", "guess", "--style", "uniform", "--count", "4", "--seed", "9", "--trials", "20")
    Path("deals.toml").write_text(text, encoding="utf-8")
    match = ["match", "guess", "halve", "uniform", "--pairs", "8", "--quiet", "--deals", "deals.toml"]
    found = json.loads(told(capsys, *match, "--json", "-"))
    assert found["deals"] == "deals.toml" and found["pairs"] == 8
    assert "--deals deals.toml" in told(capsys, *match), "the command to play it again has them"
    assert "they are for guess, not for nim" in told(
        capsys, "match", "nim", "uct", "flat", "--deals", "deals.toml", code=2
    )


def test_power_is_told_for_rates_and_elo(capsys: pytest.CaptureFixture[str]) -> None:
    assert "392 pairs, 784 games" in told(capsys, "power", "55%")
    assert json.loads(told(capsys, "power", "0.55", "--json", "-"))["pairs"] == 392
    assert "1,186 pairs" in told(capsys, "power", "20elo")
    assert "should be a rate" in told(capsys, "power", "much", code=2)
    assert "should be a rate" in told(capsys, "power", "150%", code=2)
    assert "2000elo" in told(capsys, "power", "1e300elo", code=2)
    higher, lower = (json.loads(told(capsys, "power", rate, "--json", "-")) for rate in ("55%", "45%"))
    assert higher["sprt_pairs"] == pytest.approx(lower["sprt_pairs"]) and higher["pairs"] == lower["pairs"]


# --- an installed program ---------------------------------------------------------------------------------------------


def test_every_command_has_help_with_examples() -> None:
    from mulligan.cli import app

    names = [command.name or command.callback.__name__ for command in app.registered_commands if command.callback]
    inner = [("results", command.name) for command in app.registered_groups[0].typer_instance.registered_commands]
    for words in [(name,) for name in names] + inner:
        ended = subprocess.run(
            [sys.executable, "-m", "mulligan", *(str(word) for word in words), "--help"],
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"COLUMNS": "100"},
        )
        assert "Example" in ended.stdout, words


def test_a_match_tells_its_notes_unless_it_is_to_be_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("match", "lotr", "staged:defense=ranger", "expert", "--pairs", "1", "--setup", "paper")
    note = "staged:defense=ranger has no say in planning, questing: expert plays them"
    run([*command, "--json", "told.json"])
    assert f"note: {note}\n" in capsys.readouterr().err
    run([*command, "--json", "quiet.json", "--quiet"])
    assert capsys.readouterr().err == ""
    assert [json.loads(Path(name).read_text())["notes"] for name in ("told.json", "quiet.json")] == [[note], [note]]
