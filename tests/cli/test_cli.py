"""The command line: what it prints, how it fails, and that nothing a user types gives a traceback."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mulligan import cli
from mulligan.arena.match import Standing
from mulligan.arena.progress import MatchBar
from mulligan.arena.warm import compilations
from mulligan.cli import one_line, run

from ..helpers.clock_help import HANGING, STEADY

COMMANDS = ("games", "agents", "gauges", "match", "bench", "check", "warm", "explain", "strength")
MATCH = ("match", "guess", "search:sims=20", "halve", "--pairs", "4")


def words(line: str) -> list[str]:
    return shlex.split(line)


def program(*arguments: Any, **options: Any) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own."""
    command = [sys.executable, "-m", "mulligan", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, **options)


# --- help -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples_that_parse(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    text = capsys.readouterr().out
    examples = [line.strip() for line in text.partition("Examples:")[2].splitlines() if "mulligan " in line]
    examples = [line for line in examples if line.startswith(f"mulligan {command}")]
    assert examples
    for line in examples:
        for option in (word for word in words(line) if word.startswith("--")):
            assert text.count(option) > 1, f"{option} is in an example, but not among the options"


def test_no_arguments_show_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    text = capsys.readouterr().out
    assert all(f"  {command} " in text for command in COMMANDS) and "Examples:" in text


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("mulligan ")


def test_help_and_version_need_neither_numba_nor_numpy() -> None:
    code = "import sys; from mulligan.cli import run; run(sys.argv[1:]); print({'numba', 'numpy'} & set(sys.modules))"
    for arguments in (["--help"], ["match", "--help"], ["--version"], ["match", "nim"], ["nonsense"]):
        ended = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
        assert ended.stdout.splitlines()[-1] == "set()", arguments


# --- results ----------------------------------------------------------------------------------------------------------


def test_a_match_is_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*MATCH, "--seed", "3", "--setup", "4"]) == 0
    out = capsys.readouterr().out
    for label in ("match", "score", "rate", "paired test", "Elo", "first seat", "first player", "time", "again"):
        assert f"\n{label} " in f"\n{out}"
    again = next(line for line in out.splitlines() if line.startswith("again"))
    assert again.split(maxsplit=1)[1].strip() == "mulligan " + shlex.join([*MATCH, "--seed", "3", "--setup", "4"])


def test_a_match_on_standard_output_is_json_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*MATCH, "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 8 and found["agents"] == ["search:sims=20", "halve"]


def test_a_file_of_json_is_replaced_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "result.json"
    target.write_text("old")
    assert run(["match", "guess", "nobody", "halve", "--json", str(target)]) == 2
    assert target.read_text() == "old"
    assert run([*MATCH, "--json", str(target)]) == 0
    assert json.loads(target.read_text())["pairs"] == 4
    assert "score" in capsys.readouterr().out
    assert os.listdir(tmp_path) == ["result.json"]


def test_json_may_go_to_a_device(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "--json", os.devnull]) == 0
    assert not Path(os.devnull).is_file()


def test_games_and_agents_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    assert "magic/1" in capsys.readouterr().out
    assert run(["games", "--json", "-"]) == 0
    assert {game["name"] for game in json.loads(capsys.readouterr().out)} >= {"magic", "nim", "swap"}
    assert run(["agents", "magic"]) == 0
    assert "cowling2012/BT+MP" in capsys.readouterr().out
    assert run(["agents", "nim", "--json", "-"]) == 0
    assert "uct" in [agent["name"] for agent in json.loads(capsys.readouterr().out)]


def test_an_agent_is_explained_setting_by_setting(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agents", "magic", "cowling2012/BT+MP"]) == 0
    out = capsys.readouterr().out
    assert "* trees" in out and "Ensemble size: how many trees vote." in out and "prune=dominated" in out
    assert "ucb1" in out and "robust child: most visits" in out  # the parts that it is made of
    assert run(["agents", "magic", "staged:attack=expert,block=reduced,cards=(uct:sims=7)", "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["parts"]["cards"]["settings"]["sims"]["value"] == "7"


def test_gauges_are_listed_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["gauges", "tribute"]) == 0
    text = capsys.readouterr().out
    assert all(name in text for name in ("branching", "length", "tree", "trash", "prices", "roots"))
    assert run(["gauges", "tribute", "--json", "-"]) == 0
    assert {"name", "about", "columns", "settings"} == set(json.loads(capsys.readouterr().out)[0])
    assert run(["gauges", "tribute", "prices:evaluate=hope"]) == 0
    text = capsys.readouterr().out
    assert "Gold, early" in text and "evaluate" in text and "hope" in text
    assert run(["gauges", "nim", "length", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["columns"]["turns"] == "the number of the last turn"


def test_a_sound_game_and_honest_agents_pass_the_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "guess", "--examples", "5", "--agents"]) == 0
    out = capsys.readouterr().out
    assert "clauses hold" in out and "ok    halve at guess/1" in out
    assert run(["check", "guess", "--examples", "5", "--agent", "hasty", "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["passed"] and [report["subject"] for report in found["reports"]] == ["guess/1", "hasty at guess/1"]


def test_a_cheat_fails_the_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "guess", "--examples", "20", "--agent", "oracle:sims=50"]) == 1
    assert "FAIL  honesty" in capsys.readouterr().out


def test_a_seed_that_nobody_can_guess_is_told_so_that_the_match_can_be_repeated(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def told(*words: str) -> dict[str, Any]:
        assert run(["match", "guess", "halve", "uniform", "--pairs", "5", "--json", "-", *words]) == 0
        return json.loads(capsys.readouterr().out)  # type: ignore[no-any-return]

    one, two = told("--seed", "random"), told("--seed", "random")
    assert one["seed"] != two["seed"] and max(one["seed"], two["seed"]) > 2**32
    again = told("--seed", str(one["seed"]))
    assert [again[key] for key in ("seed", "games", "wins")] == [one[key] for key in ("seed", "games", "wins")]
    store = ["--store", str(tmp_path / "store"), "--quiet", "--workers", "1"]
    assert run(["tournament", "guess", "halve", "uniform", "--pairs", "2", "--seed", "random", *store]) == 0
    assert run(["match", "guess", "halve", "uniform", "--seed", "rnd"]) == 2
    assert "'rnd' should be a whole number, or random" in capsys.readouterr().err


def test_a_check_may_be_of_one_setup(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "guess", "--examples", "5", "--agent", "halve", "--setup", "8"]) == 0
    assert "ok    halve at guess/1" in capsys.readouterr().out
    assert run(["check", "guess", "--examples", "5", "--setup", "nonsense"]) == 2
    assert "nonsense" in capsys.readouterr().err


# --- mistakes ---------------------------------------------------------------------------------------------------------

HERE = shlex.quote(str(Path(__file__)))
DEEP = "staged:attack=" * 3000

WRONG = [
    ("mach", "'match'"),
    (
        "nonsense",
        "Choices: play, serve, replay, analyse, explain, games, agents, match, tournament, strength, reproduce, run, ",
    ),
    ("--nonsense", "--nonsense"),
    ("match", "GAME"),
    ("match guess", "'A'"),
    ("match guess halve", "'B'"),
    ("match guess halve hasty uniform", "unexpected extra argument"),
    ("match guess halve hasty --pair 3", "--pairs"),
    ("match gess halve hasty", "did you mean 'guess'?"),
    ("match '' halve hasty", "unknown game ''"),
    ("match 'no\nsuch\x1b[31m' halve hasty", r"no\nsuch\x1b[31m"),
    ("match guess half hasty", "did you mean 'halve'?"),
    ("match guess halve ''", "unknown agent for guess ''"),
    ("match guess halve ' '", "Choices: uniform"),
    ("match guess halve :", "nothing stands after the colon"),
    ("match guess halve search:", "nothing stands after the colon"),
    ("match guess halve search:,", "empty word"),
    ("match guess halve search:sims", "sims=1000"),
    ("match guess halve search:sims=0", "from 1 to"),
    ("match guess halve search:sims=-5", "from 1 to"),
    ("match guess halve search:sims=1e3", "whole number"),
    ("match guess halve search:seconds=-1", "from 0 to"),
    ("match guess halve search:trees=100001", "from 1 to"),
    ("match guess halve search:sims=5,sims=6", "given twice"),
    ("match guess halve search:simms=5", "did you mean 'sims'?"),
    ("match guess halve search:c=nan", "should be a number"),
    ("match guess halve search:deal=often", "Choices: tree, node, every, never"),
    ("match guess halve search:rollout=half", "did you mean 'halve'?"),
    ("match guess halve search:prune=all", "Choices: none"),
    ("match guess halve search:search=guess+nothing", "stage of guess"),
    ("match guess halve search:availability=maybe", "yes or no"),
    ("match guess halve search:cut=8", "8turns"),
    ("match guess halve search:cut=99999999999999999999turns", "as in 8turns"),
    ("match guess halve halve:sims=5", "no settings"),
    ("match nim uniform search:binary", "no compound moves"),
    ("match nim uniform search:interesting=root", "contrast"),
    ("match nim uniform cowling2012/BA", "unknown agent for nim"),
    ("match magic expert cowling2012/", "did you mean"),
    ("match magic expert staged", "no player for any stage"),
    ("match magic expert staged:attack=expert,raid=expert", "stage of magic"),
    ("match magic expert 'staged:attack=(expert'", "parentheses"),
    (f"match magic expert {DEEP}expert", ""),
    ("match guess halve hasty --pairs 0", "from 1 to"),
    ("match guess halve hasty --pairs -1", "from 1 to"),
    ("match guess halve hasty --pairs 1.5", "'1.5' should be a whole number"),
    ("match guess halve hasty --pairs many", "many"),
    ("match guess halve hasty --pairs 99999999999999999999", "from 1 to"),
    ("match guess halve hasty --workers -1", "from 0"),
    ("match guess halve hasty --workers 100000", "from 0"),
    ("match guess halve hasty --seed x", "'x' should be a whole number"),
    ("match guess halve hasty --seed 1_0", "'1_0' should be a whole number, written with the digits 0 to 9 alone"),
    ("match guess halve hasty --pairs ٣", "written with the digits 0 to 9 alone"),
    ("match guess halve search:sims=٣", "sims=٣: should be a whole number, written with the digits 0 to 9 alone"),
    ("match guess halve search:sims=1_0", "sims=1_0: should be a whole number, written with the digits 0 to 9 alone"),
    ("match guess halve search:c=1_0.5", "c=1_0.5: should be a number, written with the digits 0 to 9 alone"),
    ("match guess halve search:cut=٣turns", "as in 8turns"),
    ("match guess halve hasty --sprt elo0=0,elo1=2_0", "written with the digits 0 to 9 alone"),
    ("match guess halve hasty --setup ٩", "setup"),
    ("match nim uniform uniform --setup ١٥-3", "setup"),
    ("match magic expert reduced --setup matched:life=٣", "from 1 to"),
    ("tournament nim uniform uct --minutes 1_0", "written with the digits 0 to 9 alone"),
    ("tournament nim uniform uct --cluster local:٣", "from 1 to 256"),
    ("power 5_5%", "should be a rate"),
    ("power 55% --alpha 0.0_5", "written with the digits 0 to 9 alone"),
    ("match guess halve hasty --setup nine", "setup"),
    ("match guess halve hasty --json", "--json"),
    ("match guess halve hasty --json ''", "json"),
    ("match guess halve hasty --json /nowhere/result.json", "No such file or directory"),
    ("match guess halve hasty --json /", "directory"),
    (f"match guess halve hasty --json {HERE}/result.json", "cannot write"),
    (f"match guess halve hasty --json {'x' * 300}", "cannot write"),
    ("match magic expert reduced --setup matchd", "did you mean 'matched'?"),
    ("match magic expert reduced --setup matched:", "nothing stands after the colon"),
    ("match magic expert reduced --setup matched:colour=red", "setup option of magic"),
    ("match magic expert reduced --setup matched:life=0", "from 1 to"),
    ("match magic expert reduced --setup matched:deck=M16", "did you mean"),
    ("match magic expert reduced --setup matched:deck=/nowhere/deck.toml", "No such file or directory"),
    ("agents", "GAME"),
    ("agents chess", "Choices: magic"),
    ("agents guess half", "did you mean 'halve'?"),
    ("agents guess halve hasty", "unexpected extra argument"),
    ("gauges chess", "Choices: magic"),
    ("gauges guess lenght", "did you mean 'length'?"),
    ("gauges guess length:x=1", "length has no settings"),
    ("gauges tribute roots:sims=0", "should be from 1"),
    ("bench", "GAME"),
    ("bench chess", "Choices: magic"),
    ("bench nim --slices 0", "from 1 on"),
    ("bench nim --yardstick", "there is none for nim"),
    ("bench nim --history /nowhere/history.jsonl", "No such file or directory"),
    ("check chess", "Choices: magic"),
    ("check guess --examples 0", "from 1 on"),
    ("check guess --examples x", "x"),
    ("check guess --agent half", "did you mean 'halve'?"),
    ("warm chess", "Choices: magic"),
    ("warm guess chess", "Choices: magic"),
]


@pytest.mark.parametrize(("line", "told"), WRONG, ids=[line[:60] for line, _ in WRONG])
def test_a_mistake_is_told_in_one_line_before_anything_is_compiled(
    line: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with compilations() as heard:
        assert run(words(line)) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("mulligan: ") and printed.err.count("\n") == 1
    assert told in printed.err
    assert not heard.names


def test_deck_files_that_are_no_decks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in {
        "empty": "",
        "words": "not a deck",
        "binary": "\x00\xff",
        "lands": "lands = -1\ncreatures = {}",
        "creature": 'lands = 17\n[creatures]\n"two/two" = 3',
        "array": "creatures = [1, 2]\nlands = 17",
        "deep": "a = " + "[" * 5000,
    }.items():
        path = tmp_path / f"{name}.toml"
        path.write_text(text, "latin-1")
        assert run(["match", "magic", "expert", "reduced", "--setup", f"matched:deck={path}"]) == 2
        error = capsys.readouterr().err
        assert error.startswith("mulligan: ") and error.count("\n") == 1, name


PIECES = st.sampled_from(
    [
        *"():,=+/ -0\n\x00é²",
        "search",
        "staged",
        "sims",
        "cards",
        "attack",
        "block",
        "expert",
        "inf",
        "nan",
        "1e99",
        "=5",
    ]
)
TYPED = st.lists(PIECES, max_size=8).map("".join)


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[*STEADY, HealthCheck.function_scoped_fixture],
)
@given(name=TYPED)
def test_whatever_is_typed_for_an_agent_gets_an_answer(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["agents", "magic", "--", name])
    printed = capsys.readouterr()
    assert code in (0, 2)
    assert "Traceback" not in printed.err and "bug" not in printed.err
    assert (code == 0) == (printed.err == "") and printed.err.count("\n") <= 1


@settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    suppress_health_check=[*STEADY, HealthCheck.function_scoped_fixture],
)
@given(setup=TYPED, extra=st.lists(TYPED, max_size=2))
def test_whatever_is_typed_for_a_match_gets_an_answer(
    setup: str, extra: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["match", "magic", "expert", "nobody", "--setup", setup, "--seed", "5", *extra])
    error = capsys.readouterr().err
    assert code in (0, 2)  # 0: among the extra words is -h
    assert "Traceback" not in error and "bug" not in error and error.count("\n") <= 1


def test_bytes_that_are_no_text_get_an_answer() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "mulligan", b"match", b"guess", b"\xff\xfe", b"halve"], capture_output=True, check=False
    )
    assert ended.returncode == 2
    assert ended.stderr.startswith(b"mulligan: unknown agent") and ended.stderr.count(b"\n") == 1


def test_an_error_of_our_own_is_one_line_unless_it_is_looked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(name: str) -> None:
        raise ZeroDivisionError("oh no")

    monkeypatch.delenv("MULLIGAN_DEBUG", raising=False)
    monkeypatch.setattr(cli.basics, "game_named", broken)
    assert run(["agents", "guess"]) == 1
    assert "ZeroDivisionError: oh no" in capsys.readouterr().err
    monkeypatch.setenv("MULLIGAN_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run(["agents", "guess"])


@pytest.mark.parametrize("error", [MemoryError(), RecursionError(), OverflowError("too large")])
def test_what_this_machine_cannot_do_is_told_like_a_mistake(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*arguments: Any, **options: Any) -> None:
        raise error

    monkeypatch.setattr("mulligan.arena.match.run_match", refuse)
    assert run([*MATCH]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_one_line_keeps_what_can_be_printed() -> None:
    assert one_line("é ☃ 'x'") == "é ☃ 'x'"
    assert one_line("a\nb\tc\udcff") == r"a\nb\tc\udcff"


# --- interruptions ----------------------------------------------------------------------------------------------------


def test_ctrl_c_reports_what_was_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(self: MatchBar, standing: Standing) -> None:
        if standing.pairs and not standing.stopping:
            raise KeyboardInterrupt

    monkeypatch.setattr(MatchBar, "__call__", interrupt)
    line = ["match", "guess", "search:sims=200", "halve", "--pairs", "100000"]
    assert run([*line, "--json", "-"]) == 130
    found = json.loads(capsys.readouterr().out)
    assert found["interrupted"] and 1 <= found["pairs"] < 100_000
    assert run(line) == 130
    printed = capsys.readouterr()
    assert "\ninterrupted " in printed.out and printed.err == "mulligan: interrupted\n"


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_real_ctrl_c_ends_the_program() -> None:
    line = [sys.executable, "-m", "mulligan", "match", "guess", "search:sims=5000", "halve", "--pairs", "1000000"]
    process = subprocess.Popen(
        [*line, "--json", "-"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whoever runs the tests may ignore it
    )
    assert process.stderr is not None
    for shown in process.stderr:  # the first score comes after some seconds, when all has long been loaded
        if "pairs" in shown:
            break
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=HANGING)
    assert process.returncode == 130
    assert json.loads(out)["interrupted"] and 0 < json.loads(out)["pairs"] < 1_000_000
    assert "Traceback" not in err and err.endswith("mulligan: interrupted\n")


def test_a_reader_that_leaves_early_is_no_error() -> None:
    ended = subprocess.run(
        f"{shlex.quote(sys.executable)} -m mulligan agents magic | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
    )
    assert ended.stdout.count("\n") == 1 and ended.stderr == ""


def test_the_program_is_also_a_module() -> None:
    assert program("--version").stdout == program("--version", env={**os.environ, "COLUMNS": "40"}).stdout != ""
