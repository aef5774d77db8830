"""What is shown while people wait: on a terminal, in a file, and quietly."""

from __future__ import annotations

import io

import pytest
from numba import njit
from rich.console import Console

from mulligan.arena import progress
from mulligan.arena.match import Standing
from mulligan.arena.progress import MatchBar, compiling, score_line, steps


def console(*, terminal: bool = False) -> tuple[Console, io.StringIO]:
    file = io.StringIO()
    return Console(file=file, force_terminal=terminal, width=120, highlight=False), file


def at(pairs: int, *, stopping: bool = False) -> Standing:
    return Standing(pairs, 10, 2 * pairs, pairs, 0, pairs, float(pairs), stopping)


def make_new_code(number: int) -> None:
    """Compile something: functions that are no entries are in no cache."""

    @njit
    def triple(x):  # type: ignore[no-untyped-def]
        return 3 * x

    assert triple(number) == 3 * number


def test_before_the_first_result_there_is_no_score() -> None:
    assert score_line(at(0)) == "the first pair is being played"
    assert "Ctrl-C again" in score_line(at(3, stopping=True))


def test_a_terminal_shows_a_bar() -> None:
    shown, file = console(terminal=True)
    with MatchBar("a v b", console=shown) as bar:
        for pairs in (1, 10):
            bar(at(pairs))
    assert "10/10 pairs" in file.getvalue() and "50.0 %" in file.getvalue()


def test_a_file_gets_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(progress.time, "perf_counter", lambda: now)
    shown, file = console()
    with MatchBar("a v b", console=shown) as bar:
        for pairs in range(1, 9):
            bar(at(pairs))
            now += 2.0
    lines = file.getvalue().splitlines()
    assert [line.split()[0] for line in lines] == ["4/10", "7/10"]
    assert lines[0] == "4/10 pairs  4-0-4  50.0 % [21.5, 78.5]  2.0 games/s  0:06 left"


def test_stopping_is_told_at_once() -> None:
    shown, file = console()
    bar = MatchBar("a v b", console=shown)
    bar(at(1))
    bar(at(2, stopping=True))
    bar(at(3, stopping=True))
    assert file.getvalue().count("stopping after the games in progress") == 1


def test_quiet_shows_nothing() -> None:
    shown, file = console(terminal=True)
    with MatchBar("a v b", quiet=True, console=shown) as bar, compiling("x", quiet=True, console=shown):
        bar(at(10))
        make_new_code(1)
    with steps(quiet=True, console=shown) as say:
        say("something")
    assert file.getvalue() == ""


def test_compiling_is_silent_when_nothing_is_compiled() -> None:
    for terminal in (False, True):
        shown, file = console(terminal=terminal)
        with compiling("guess", console=shown):
            pass
        assert file.getvalue() == ""


def test_compiling_is_announced_and_ended() -> None:
    shown, file = console()
    with compiling("guess", console=shown):
        make_new_code(2)
    first, last = file.getvalue().splitlines()
    assert first.startswith("compiling guess, once") and last.startswith("compiled guess in ")
    shown, file = console(terminal=True)
    with compiling("guess", console=shown):
        make_new_code(3)
    assert "compiling guess" in file.getvalue() and "compiled guess in " in file.getvalue()


def test_steps_are_named() -> None:
    shown, file = console()
    with steps(console=shown) as say:
        say("games by rule")
    assert file.getvalue() == "games by rule ...\n"
