"""The table in a terminal, played through real ones: whole games, every command, and all the ways to leave."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from mulligan.cli import run
from mulligan.play.record import load_record
from mulligan.play.session import open_record
from mulligan.play.typed import COMMANDS

from ..helpers.pty_help import CLEARED, Terminal, bare, settled

PROMPT = r"(?<!next )> \Z"
NEXT = r"Enter: next > \Z"
OVER = "the game is over"
MANY = 400  # answers after which a game has been long enough


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own for what is kept unasked."""
    folder = tmp_path / "data"
    monkeypatch.setenv("MULLIGAN_DATA", str(folder))
    monkeypatch.chdir(tmp_path)
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return folder


def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: str, *arguments: str) -> str:
    """What is printed if these lines come through a pipe."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert run(["play", *arguments]) == 0
    return capsys.readouterr().out


def words(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


def too_wide(terminal: Terminal) -> list[str]:
    """Lines that were wider than the window, but for those that are there to be copied."""
    wide = [line for line in terminal.lines() if cell_len(line) > terminal.width]
    return [line for line in wide if "mulligan " not in line and "/" not in line]


def play_out(terminal: Terminal, answer: str = "1", most: int = MANY) -> str:
    """Always give the same answer until the game is over, or long enough and given up."""
    for _ in range(most):
        terminal.enter(answer)
        shown = terminal.expect(PROMPT, seconds=600)  # something may have to be compiled
        if OVER in shown:
            return shown
    terminal.enter("resign")
    return terminal.expect(PROMPT)


# --- whole games ------------------------------------------------------------------------------------------------------


def test_a_game_of_nim_with_every_command(tmp_path: Path) -> None:
    with Terminal("play", "nim", "--against", "ismcts:sims=50", "--seed", "4") as nim:
        assert "stones 15/15" in nim.expect(PROMPT)
        nim.enter("help")
        help_text = nim.expect(PROMPT)
        assert all(f"  {word} " in help_text for word in COMMANDS)
        nim.enter("7")
        assert "there is no move 7: they are 1 to 3" in nim.expect(PROMPT)
        nim.enter("xyzzy \x1b[31m")
        assert "unknown move or command" in nim.expect(PROMPT)
        nim.enter("undo")
        assert "no move to take back" in nim.expect(PROMPT)
        nim.enter("why")
        assert "nobody has moved yet" in nim.expect(PROMPT)
        nim.enter("hint")
        hint = nim.expect(PROMPT)
        assert re.search(r"hint: 3 take 3: win chance (9\d|over 99|100) % \([\d,]+ visits\)", hint)
        assert "next best: " in hint
        nim.enter("take 3")
        played = nim.expect(PROMPT)
        assert "You: take 3 · stones: 15 -> 12" in played and "Opponent: take" in played
        nim.enter("why")
        why = nim.expect(PROMPT)
        assert "Opponent (ismcts:sims=50) played: take" in why and "win chance" in why and "expected:" in why
        nim.enter("log")
        assert "1 You: take 3" in nim.expect(PROMPT)
        nim.enter("undo")
        assert "stones 15/15" in nim.expect(PROMPT)
        nim.enter("redo")
        assert "stones 15/15" not in nim.expect(PROMPT)
        nim.enter("save my nim.game")
        assert "my nim.game" in nim.expect(PROMPT)
        nim.enter("1")
        nim.expect(PROMPT)
        nim.enter("load my nim.game")
        assert "2 moves played" in nim.expect(PROMPT)
        nim.enter("save other.game")
        nim.expect(PROMPT)
        nim.enter("resign")
        assert "You resigned. You lost." in nim.expect(PROMPT)
        nim.enter("undo")
        assert "your move" in nim.expect(PROMPT)
        assert re.search(r"You (won|lost)\.", play_out(nim))
        nim.enter("quit")
        assert nim.finish() == 0
        assert "The game is kept. See it again" in nim.text and "Traceback" not in nim.text
        assert not too_wide(nim)
    assert len(load_record(tmp_path / "my nim.game").moves) == 2
    assert {path.name for path in tmp_path.glob("*.game")} == {"my nim.game", "other.game"}


def test_a_game_of_guess_in_a_narrow_window() -> None:
    with Terminal("play", "guess", "--against", "random", "--seed", "3", width=40) as guess:
        guess.expect(PROMPT)
        guess.enter("look hand")
        assert "5 · card · your hand" in guess.expect(PROMPT)
        assert OVER in play_out(guess)
        guess.enter("why")
        assert "by rule, without a search" in words(guess.expect(PROMPT))
        guess.type("\x04")
        assert guess.finish() == 0 and not too_wide(guess)


def test_a_game_of_swap_alone() -> None:
    with Terminal("play", "swap", "--seed", "3") as swap:
        swap.expect(PROMPT)
        assert re.search(r"The result is [\d.]+ % of the best|You (won|lost)\.", play_out(swap))
        swap.enter("quit")
        assert swap.finish() == 0 and not too_wide(swap)


@pytest.mark.parametrize(
    ("game", "width", "arguments"),
    [
        ("magic", 80, ("--against", "random")),
        ("lotr", 40, ()),
        ("tribute", 80, ("--against", "random")),
        ("pokemon", 40, ("--against", "random")),
    ],
)
def test_a_short_game(game: str, width: int, arguments: tuple[str, ...], data: Path) -> None:
    with Terminal("play", game, *arguments, "--seed", "1", width=width) as table:
        table.expect(PROMPT, seconds=600)
        table.enter("look")
        table.expect(PROMPT)
        table.enter("/table")
        table.expect(PROMPT)
        shown = play_out(table, most=40)
        assert re.search(r"You (won|lost|gave up)", shown)
        table.enter("quit")
        assert table.finish() == 0
        assert not too_wide(table) and "Traceback" not in table.text
    record = load_record(data / "autosave" / f"{game}-1.game")
    assert open_record(record).over


# --- thinking, Ctrl-C and closed windows ------------------------------------------------------------------------------


def test_ctrl_c_lets_the_opponent_move_and_then_leaves(data: Path) -> None:
    with Terminal("play", "nim", "--against", "ismcts:seconds=25", "--seed", "1") as nim:
        nim.expect(PROMPT)
        nim.enter("1")
        nim.expect(r"simulations, win chance")
        nim.interrupt()
        shown = nim.expect(PROMPT)
        assert shown.count("win chance") < 40, "it thought on: ten lines a second, until all its time was over"
        assert "Opponent: take" in settled(shown) and "simulations" not in settled(shown)
        nim.interrupt()
        assert nim.finish() == 0
        kept = data / "autosave" / "nim-1.game"
        assert f"mulligan play --load {kept}" in nim.text and not too_wide(nim)
    assert len(load_record(kept).moves) == 2
    with Terminal("play", "--load", str(kept)) as again:
        assert "2 moves played" in again.expect(PROMPT)


@pytest.mark.parametrize("ending", ["close", "end"])
def test_a_game_is_kept_when_its_window_goes(ending: str, data: Path) -> None:
    with Terminal("play", "nim", "--against", "random", "--seed", "2") as nim:
        nim.expect(PROMPT)
        nim.enter("1")
        nim.expect(PROMPT)
        getattr(nim, ending)()
        assert nim.wait() == 0
    assert len(load_record(data / "autosave" / "nim-2.game").moves) == 2


def test_files_are_not_written_over_unasked(tmp_path: Path) -> None:
    target = tmp_path / "mine.game"
    target.write_text("precious")
    with Terminal("play", "nim", "--against", "random", "--seed", "2") as nim:
        nim.expect(PROMPT)
        nim.enter(f"save {target}")
        nim.expect(r"Overwrite it\? \[y/n\] \Z")
        nim.enter("n")
        assert "was not changed" in words(nim.expect(PROMPT))
        assert target.read_text() == "precious"
        nim.enter(f"save {target}")
        nim.expect(r"\[y/n\] \Z")
        nim.enter("y")
        nim.expect(PROMPT)
    assert load_record(target).game == "nim/1"


# --- two people, and watchers -----------------------------------------------------------------------------------------


def test_two_people_do_not_see_each_others_cards() -> None:
    with Terminal("play", "guess", "--as", "both", "--seed", "3") as guess:
        cards = []
        for turn, answer in enumerate("7766"):
            passing = guess.expect(r"then press Enter: \Z")
            assert f"Pass the keyboard to player {turn % 2 + 1}" in passing
            guess.enter()
            shown = guess.expect(PROMPT)
            cards.append(re.findall(r"hand   (\d)", shown))
            guess.enter(answer)
        guess.expect(r"then press Enter: \Z")
        screens = [bare(screen) for screen in guess.raw.split(CLEARED)]
        assert cards == [["5"], ["2"], ["5"], ["2"]]
        for screen in screens:
            assert len(set(re.findall(r"hand   (\d)", screen))) <= 1
            assert "Pass the keyboard" not in screen or "hand" not in screen.split("Pass the keyboard")[0]
        assert guess.raw.count("\x1b[3J") == guess.raw.count(CLEARED) >= 8
        guess.type("\x04")
        assert guess.finish() == 0


def test_watching_move_by_move() -> None:
    with Terminal("play", "guess", "--as", "none", "--against", "halve", "--and", "hasty", "--seed", "3") as guess:
        shown = guess.expect(NEXT)
        assert "hand   5" in shown and "hand   2" in shown
        guess.enter()
        assert "Player 1 (halve): above 4" in guess.expect(NEXT)
        guess.enter("undo")
        assert "turn 0" in guess.expect(NEXT)
        guess.enter("resign")
        assert "unknown move or command" in guess.expect(NEXT)
        guess.enter("run")
        assert re.search(r"Player [12] \((halve|hasty)\) won\.", guess.expect(PROMPT))
        guess.enter("quit")
        assert guess.finish() == 0 and not too_wide(guess)


def test_replaying_step_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    typed(monkeypatch, capsys, "1\n1\n1\nsave r.game\n", "nim", "--against", "random", "--seed", "5")
    with Terminal("replay", "r.game", cwd=tmp_path) as replay:
        assert "after 0 of 6 moves" in replay.expect(r"0/6 > \Z")
        for line, place, words in (
            ("", 1, "1 player 1: take 1 · stones: 15 -> 14"),
            ("4", 4, "after 4 of 6"),
            ("b", 3, "after 3 of 6"),
            ("99", 3, "this is the end"),
            ("xyzzy", 3, "is no command here"),
            ("log", 3, "2 player 2: take"),
            ("end", 6, "not finished"),
        ):
            replay.enter(line)
            assert words in replay.expect(rf"{place}/6 > \Z")
        replay.enter("q")
        assert replay.finish() == 0 and not too_wide(replay)


# --- pipes ------------------------------------------------------------------------------------------------------------


def test_pipes_get_plain_text() -> None:
    command = [sys.executable, "-m", "mulligan", "play", "nim", "--against", "random", "--seed", "1"]
    ended = subprocess.run(
        command, input=b"1\n\xff\xfe\x00\n\n1\nquit\n", capture_output=True, timeout=300, check=False
    )
    assert ended.returncode == 0 and b"\x1b" not in ended.stdout and b"\r" not in ended.stdout
    assert b"unknown move or command" in ended.stdout and b"mulligan play --load" in ended.stdout


def test_a_reader_that_goes_away_is_no_error(data: Path) -> None:
    command = [sys.executable, "-m", "mulligan", "play", "nim", "--against", "random", "--seed", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdin is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"1\n" * 3)
        process.stdin.close()
        assert b"Traceback" not in process.stderr.read()
    assert (data / "autosave").exists() or process.returncode == 0


def test_the_end_of_the_input_keeps_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: Path
) -> None:
    out = typed(monkeypatch, capsys, "1\n", "nim", "--against", "random", "--seed", "1")
    assert "Go on with it:" in out
    assert len(load_record(data / "autosave" / "nim-1.game").moves) == 2
    out = typed(monkeypatch, capsys, "", "nim", "--against", "random")
    assert "kept" not in out and re.search(r"seed \d+\.", out)


def test_a_kept_game_is_never_lost_to_another_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: Path
) -> None:
    for lines in ("1\n", "2\n", "2\n1\n"):
        typed(monkeypatch, capsys, lines, "nim", "--against", "random", "--seed", "1")
    kept = {path.name: load_record(path).moves for path in (data / "autosave").iterdir()}
    assert sorted(kept) == ["nim-1-2.game", "nim-1.game"]
    assert kept["nim-1.game"][0] == "take 1" and len(kept["nim-1-2.game"]) == 4


def test_what_is_left_of_a_loaded_game_is_kept_beside_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: Path
) -> None:
    typed(monkeypatch, capsys, "1\n1\n", "nim", "--against", "random", "--seed", "1")
    first = data / "autosave" / "nim-1.game"
    out = typed(monkeypatch, capsys, "undo\nquit\n", "--load", str(first))
    assert "Go on with it:" in out
    kept = {path.name: len(load_record(path).moves) for path in first.parent.iterdir()}
    assert kept == {"nim-1.game": 4, "nim-1-2.game": 2}
    out = typed(monkeypatch, capsys, "quit\n", "--load", str(first))
    assert "kept" not in out  # nothing has changed


def test_saving_through_a_pipe_writes_over_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    target = tmp_path / "x.game"
    target.write_text("precious")
    nim = ("nim", "--against", "random", "--seed", "1")
    out = words(typed(monkeypatch, capsys, "save x.game\nsave /nowhere/at/all\nsave \x00\nload x.game\nload\n", *nim))
    assert target.read_text() == "precious"
    assert "was not changed" in out and "cannot write" in out and "should begin with" in out
    typed(monkeypatch, capsys, "1\nsave! x.game\n2\nsave\n", *nim)
    assert len(load_record(target).moves) == 4
    target.write_text("precious")
    assert run(["play", *nim, "--save", "x.game"]) == 2 and target.read_text() == "precious"
    typed(monkeypatch, capsys, "1\n", *nim, "--save", "x.game", "--force")
    assert len(load_record(target).moves) == 2 and not list(tmp_path.glob("data/*"))


def test_kept_files_go_on_with_other_players(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typed(monkeypatch, capsys, "1\nsave a.game\n", "nim", "--against", "random", "--seed", "1")
    out = typed(monkeypatch, capsys, "1\n", "--load", "a.game", "--level", "hard")
    assert "you against ismcts:sims=2000" in out and "2 moves played" in out
    out = typed(monkeypatch, capsys, "1\n", "nim", "--load", "a.game", "--as", "2")
    assert "against you" in out


def test_forced_moves_are_played_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "2\n" * 20
    nim = ("nim", "--setup", "15-1", "--as", "both", "--seed", "1")
    assert "(the only move)" in typed(monkeypatch, capsys, lines, *nim)
    out = typed(monkeypatch, capsys, "1\n" * 15, *nim, "--no-auto")
    assert "(the only move)" not in out and "Player 1 won." in out


def test_secrets_stay_secret_until_the_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    guess = ("guess", "--against", "ismcts:sims=30", "--seed", "3")
    out = typed(monkeypatch, capsys, "4\nwhy\nresign\nwhy\n", *guess)
    before, _, after = out.partition("You resigned")
    assert "would tell its cards" in before and "next best" not in before and "next best" in after
    assert "hand   2" not in before.rpartition(OVER)[0] and "hand   2" in before.rpartition(OVER)[2]
    assert "hand   2" in typed(monkeypatch, capsys, "", *guess, "--open")


def test_watching_through_a_pipe_is_a_list_of_moves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = typed(monkeypatch, capsys, "", "nim", "--as", "none", "--against", "random", "--seed", "1")
    assert out.count("Player 1 (random): take") >= 2 and re.search(r"Player [12] \(random\) won\.", out)
    assert out.count("Nim (15-3)") == 1


def test_replays_list_all_moves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typed(monkeypatch, capsys, "4\n1\nsave g.game\n", "guess", "--against", "halve", "--seed", "3")
    assert run(["replay", "g.game"]) == 0
    out = capsys.readouterr().out
    assert "as player 1 saw it" in words(out) and "hand   2" not in out and "4 player 2: above" in out
    assert run(["replay", "g.game", "--seat", "open", "--at", "2"]) == 0
    out = capsys.readouterr().out
    assert "after 2 of 4 moves" in out and "hand   2" in out


# --- what is wrong is told in one line --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("play", "which game?"),
        ("play xyzzy", "unknown game"),
        ("play nim --as 3", "unknown seat"),
        ("play nim --level silly", "unknown level"),
        ("play nim --level easy --against random", "give one of them"),
        ("play nim --against xyzzy", "unknown agent"),
        ("play nim --as both --against random", "no agent"),
        ("play nim --and random", "only with --as none"),
        ("play swap --as 2", "has one player"),
        ("play swap --against greedy", "has one player"),
        ("play swap --level easy --setup short", "give one of them"),
        ("play nim --setup silly", "setup of nim"),
        ("play nim --seed x", "should be a whole number"),
        ("play nim --seconds x", "should be a number"),
        ("play nim --pace -1", "from 0 to 3600"),
        ("play nim --against random --seconds 1", "no settings"),
        ("play --load nowhere.game", "cannot read"),
        ("play --load nowhere.game --seed 1", "its own seed"),
        ("play nim --save /nowhere/at/all.game", "cannot write"),
        ("replay nowhere.game", "cannot read"),
        ("replay nowhere.game --seat 9", "unknown seat"),
    ],
)
def test_mistakes_are_told_in_one_line(line: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == 2
    error = capsys.readouterr().err
    assert words in error and error.count("\n") == 1


@pytest.mark.parametrize("command", ["play", "replay"])
def test_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    text = capsys.readouterr().out
    examples = [line for line in text.partition("Examples:")[2].splitlines() if f"  mulligan {command} " in line]
    assert len(examples) >= 3
    for option in re.findall(r"--\w+", " ".join(examples)):
        assert text.count(option) > 1, f"{option} is in an example, but not among the options"


def test_nothing_typed_gives_a_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    commands = ("why", "undo", "redo", "look", "table", "log", "save", "load", "resign", "help", "next", "run")
    odd = [
        "",
        "0",
        "-1",
        "/",
        "//",
        "[bold]",
        "\x1b[2J",
        "é" * 300,
        "x" * 5000,
        "9" * 900,
        "²",
        "look [/x]",
        "log x",
        "log 0",
        "hint",
    ]
    odd += [f"{word} {rest}".strip() for word in commands for rest in ("", "1", "x", "/", "'\"", ".", "\x00")]
    for game in ("guess", "swap"):
        out = typed(monkeypatch, capsys, "\n".join(odd) + "\n", game, "--seed", "1", "--plain")
        assert "\x1b" not in out
    assert not [name for name in os.listdir() if name not in ("data", "guess-1.game", "swap-1.game", "1", "x", "'\"")]
