"""The suite of mutants: an honest card game passes the conformance test, and each broken twin fails a named clause."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mulligan.check import check_game
from mulligan.check.redeal import Tape, dealt, redealt
from mulligan.check.run import make_scope
from mulligan.check.walk import Plan, Walk
from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.games.toys import GUESS, NIM, SWAP
from mulligan.kernel import compiled, interpret, shuffle_part, stream

from ..helpers.cellar import CELLAR
from ..helpers.mutants import MUTANTS

DOCS = Path(__file__).parents[2] / "docs" / "honesty.md"


def test_the_honest_game_passes() -> None:
    report = check_game(CELLAR)
    assert report.passed, str(report)
    assert report.clause("redealt honesty").tried > 50
    assert report.clause("twin games").tried > 500
    assert report.clause("seen secret").tried > 500


@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_is_caught_by_a_named_clause(name: str) -> None:
    mutant = MUTANTS[name]
    report = check_game(mutant.game, only=[mutant.clause])
    assert report.failed == [mutant.clause], str(report)


def test_there_are_enough_mutants_and_their_table_stands_in_the_docs() -> None:
    assert len(MUTANTS) >= 15
    rows = dict(re.findall(r"^\| ([^|]+?) \| [^|]+ \| ([^|]+?) \|$", DOCS.read_text(), re.MULTILINE))
    told = {name: clause.strip("*` ") for name, clause in rows.items()}
    for name, mutant in MUTANTS.items():
        assert told.get(name) == mutant.clause, name


# --- machine code -----------------------------------------------------------------------------------------------------

MOST = 3


@compiled
def options_by_a_constant(s: Any, t: Any, form: Any, out: Any) -> Any:
    n = min(s.stones, MOST)
    for i in range(n):
        out[i] = 1 + i
    return n


def test_machine_code_that_differs_from_its_source_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    for stale in (False, True):
        game = replace(NIM, options=options_by_a_constant)
        assert len(Position.deal(game, "15-3").options()) == 3  # compiled now, with the constant as it is
        if stale:
            monkeypatch.setitem(globals(), "MOST", 2)
        report = check_game(game, only=["interpreted"], setups=["15-3"])
        assert report.failed == (["interpreted"] if stale else []), str(report)
    case = report.clause("interpreted").counterexample
    assert case is not None
    assert "compiled" in case.problem


BEYOND = """
from dataclasses import replace

from mulligan.games.toys import NIM
from mulligan.kernel import compiled, record

take = NIM.play


@compiled
def play(s, t, move, rng):
    take(s, t, move, rng)
    s.row[0] = s.row[min(s.stones, 2)] & 0  # one beyond the end, as long as two stones are left


BEYOND = replace(NIM, name="beyond", State=record(stones="i8", turn="i8", row=("i8", 2)), play=play)
"""


def test_an_index_beyond_the_end_is_caught_without_asking_for_it(tmp_path: Path) -> None:
    (tmp_path / "beyondgame.py").write_text(BEYOND)
    info = tmp_path / "beyondgame-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: beyondgame\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[mulligan.games]\nbeyond = beyondgame:BEYOND\n")
    folders = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-m", "mulligan", "check", "beyond", "--setup", "15-3", "--quiet", "--examples", "20"]
    environment = {**os.environ, "PYTHONPATH": folders}
    environment.pop("NUMBA_BOUNDSCHECK", None)
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)
    assert done.returncode == 1, done.stderr
    failed = re.findall(r"^  FAIL  (\S+)", done.stdout, re.MULTILINE)
    assert "bounds" in failed, done.stdout
    assert set(failed) <= {"bounds", "interpreted"}, done.stdout  # Python checks the indices of its lists as well
    assert "IndexError" in done.stdout
    assert "after 'take" in done.stdout or "before the first move" in done.stdout
    assert not (tmp_path / ".hypothesis").exists()


def test_a_game_that_another_process_cannot_find_is_said_not_to_be_tried() -> None:
    clause = check_game(replace(NIM, name="elsewhere"), only=["bounds"]).clause("bounds")
    assert clause.tried == 0
    assert "not tried" in clause.detail


# --- the check itself -------------------------------------------------------------------------------------------------


def test_clauses_and_setups_are_chosen_by_name() -> None:
    report = check_game(SWAP, examples=10, only=["legality", "deals"], setups=["short"])
    assert [clause.name for clause in report.clauses] == ["legality", "deals"]
    with pytest.raises(UsageError, match="clause 'legal'"):
        check_game(SWAP, only=["legal"])
    with pytest.raises(UsageError, match="setup of swap"):
        check_game(SWAP, setups=["long"])


def test_setups_that_hide_more_are_tried_more_often() -> None:
    drawn = make_scope(GUESS, ["8", "2"], 10, 0).draws
    assert drawn.count("8") > drawn.count("2") > 0


def test_rates_state_how_often_they_are_wrong() -> None:
    clause = check_game(GUESS, only=["hidden fairness"]).clause("hidden fairness")
    assert clause.passed
    assert "false alarms: below 1 in a million checks" in clause.detail


def test_a_tape_plays_back_what_was_drawn() -> None:
    first = Tape(5)
    dealt(GUESS, "8", first)
    again, other = Tape(5, list(first.draws)), Tape(5, [first.draws[0] ^ 1 << 40, *first.draws[1:]])
    positions = [dealt(GUESS, "8", tape) for tape in (again, other)]
    assert again.draws == first.draws
    assert positions[0].fields()["card"][1] == positions[1].fields()["card"][1]
    assert len(first.draws) == 2


def test_other_deals_look_the_same_to_the_seat_and_differ() -> None:
    found = 0
    for seed in range(20):
        walk = Walk(CELLAR, Plan("standard", seed, ahead=4))
        walk.go()
        for seat in range(2):
            for other in redealt(walk, seat):
                found += 1
                assert other.observe(seat) == walk.position.observe(seat)
                assert other.fields() != walk.position.fields()
                assert other.cards() == walk.position.cards()
    assert found > 20


def test_a_shuffle_as_ordinary_python_gives_the_same_cards() -> None:
    for size in range(12):
        packed, plain = list(range(size)), list(range(size))
        one, two = stream("shuffle", size, packed=False)[0], stream("shuffle", size, packed=False)[0]
        shuffle_part.py_func(packed, 0, size, one)
        interpret(shuffle_part)(plain, 0, size, two)
        assert (packed, one.z) == (plain, two.z)
