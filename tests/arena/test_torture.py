"""The tools of `make torture`: each finds the faults that are planted for it, and a small run finds none."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from benchmarks.torture import inputs, kills
from benchmarks.torture.games import run_games, setups_of, shipped_games
from benchmarks.torture.lanes import Lanes, Slice
from benchmarks.torture.ledger import Fault, Ledger, Report, add_up, faults_of
from benchmarks.torture.mill import PROBLEMS, Mill
from benchmarks.torture.mutate import MUTATIONS, as_bytes, mutate
from benchmarks.torture.readers import Reader, readers
from benchmarks.torture.stores import changes, copy_store, differences, problems, read_rows, strangers

from mulligan.arena.contest import Batch, Contest, play_batch
from mulligan.arena.experiment import parse_experiment
from mulligan.arena.store import Store
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position, make_stream
from mulligan.core.registry import find_game
from mulligan.games.toys import GUESS, NIM, SWAP
from mulligan.kernel import compiled

ROOT = Path(__file__).parents[2]


# --- the ledger -------------------------------------------------------------------------------------------------------


def test_runs_of_one_log_add_up_and_their_faults_are_kept(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    for number in range(2):
        ledger = Ledger(log)
        ledger.begin(seed=number)
        report = Report(Counter(games=5, moves=50), [Fault("games", "bad", f"bad {number}", {"number": number})])
        assert [fault.what for fault in ledger.count("games", report)] == [f"bad {number}"]
        assert ledger.count("games", report) == [], "the second of a kind is no news"
    whole, runs = add_up([log])
    assert (runs, whole.tried["games"]["games"], whole.faults["games"], whole.total) == (2, 20, 4, 4)
    assert [fault.case["number"] for fault in faults_of(log)] == [0, 0, 1, 1]
    assert "games" in whole.table() and "not run" in whole.table()
    with log.open("a") as file:
        file.write('{"count": {"part": "ga')  # killed while it wrote
    assert add_up([log])[1] == 2


# --- games ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [NIM, GUESS, SWAP], ids=lambda game: game.name)
def test_the_mill_finds_nothing_in_an_honest_game(game: Game) -> None:
    for setup in setups_of(game):
        mill = Mill(game, setup)
        assert mill.run(500, 1, looks=8) is None
        assert mill.games == 500 < mill.moves
        assert mill.looks > 0


def nan_value(s, t, seat, style):
    return (s.stones - s.stones) / (s.stones - s.stones)


def no_move(s, t, form, out):
    return 0 if s.stones < 5 else nim_options(s, t, form, out)


def too_good(s, seat):
    return 1.0


def waits(s, t, move, rng):
    if s.stones > 1 or move > 1:
        s.stones = max(s.stones - move, 1)


def more_cards(s, t, seat, rng):
    guess_hide(s, t, seat, rng)
    s.low[seat] += 1


nim_options, guess_hide = NIM.options, GUESS.hide
PLANTED: list[tuple[Game, dict[str, Callable[..., Any]], str]] = [
    (NIM, {"evaluate": nan_value}, "an evaluation is no number"),
    (NIM, {"options": no_move}, "there is no legal move"),
    (NIM, {"payoff": too_good}, "a payoff is no number"),
    (NIM, {"play": waits}, "the game goes on without end"),
    (GUESS, {"hide": more_cards}, "after hide the seat observes something else"),
]


@pytest.mark.parametrize(("game", "change", "told"), PLANTED, ids=[told for _, _, told in PLANTED])
def test_the_mill_finds_what_is_planted_and_a_number_repeats_it(
    game: Game, change: dict[str, Callable[..., Any]], told: str
) -> None:
    assert any(problem.startswith(told) for problem in PROBLEMS)
    broken = replace(game, **{name: compiled(function) for name, function in change.items()})
    trouble = Mill(broken).run(200, 1, looks=8)
    assert trouble is not None and told in trouble.problem
    again = Mill(broken).repeat(trouble.number, looks=8)
    assert again == trouble
    assert Mill(game).repeat(trouble.number, looks=8) is None


BOUNDS = """
from dataclasses import replace
from benchmarks.torture.mill import Mill
from mulligan.games.toys import RACE
from mulligan.kernel import compiled

plain = RACE.play

@compiled
def play(s, t, move, rng):
    plain(s, t, move, rng)
    if s.place[0] > 5:
        s.place[2] = 0  # there are two players

trouble = Mill(replace(RACE, play=play)).run(50, 1)
print(trouble.problem if trouble else "nothing")
"""


def test_an_index_out_of_bounds_is_found_with_bounds_checks(tmp_path: Path) -> None:
    places = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    variables = {"NUMBA_BOUNDSCHECK": "1", "MULLIGAN_CACHE": str(tmp_path / "cache"), "PYTHONPATH": places}
    found = subprocess.run(
        [sys.executable, "-c", BOUNDS], env={**os.environ, **variables}, capture_output=True, text=True, check=True
    )
    assert found.stdout.startswith("IndexError in play"), found.stdout + found.stderr


def test_games_are_shared_out_among_setups_and_searched(tmp_path: Path) -> None:
    ledger = Ledger()
    for report in run_games(shipped_games(["nim", "guess"]), 600, 1, tmp_path, most=40):
        ledger.count("games", report)
    tried = ledger.tried["games"]
    assert ledger.total == 0, ledger.table()
    assert min(tried["games of nim"], tried["games of guess"], tried["games by search"], tried["moves"]) > 0
    assert tried["games"] == tried["games of nim"] + tried["games of guess"]
    assert json.loads((tmp_path / "last.json").read_text())["game"] in ("nim", "guess")


def test_a_rule_player_of_lotr_has_a_move_when_every_hero_is_dead() -> None:
    game = find_game("lotr").interpreted()
    text = (
        "lotr round 8 defense | threat 42 quest 3 | hand Gandalf | heroes Eowyn dead, Eleanor dead, Thalin dead | "
        "engaged King Spider 2 hits attacking, Chieftain Ufthak attacking"
    )
    for setup in ("paper", "simulator"):
        position = Position.read(game, text, setup)
        for style in game.styles:
            (move, *_) = position.advise(style, make_stream(game, style))
            assert position.is_legal(move), f"{setup}, {style}: {position.text(move)}"


def test_a_rule_player_of_lotr_strikes_nobody_where_nobody_is_engaged() -> None:
    game = find_game("lotr").interpreted()
    position = Position.deal(game, "paper:runner=flat,K2,K6,K13q", 1)
    position.states[0].stage = game.stages.index("attack")
    assert position.states[0].engaged == 0 and position.options_text() == ["done"]
    for style in game.styles:
        for seed in range(10):
            assert position.advise(style, make_stream(game, seed)) == position.options(), style


@pytest.mark.parametrize("style", ["expert", "reduced", "random"])
def test_a_rule_player_of_magic_goes_on_with_a_block_that_another_began(style: str) -> None:
    game = find_game("magic").interpreted()
    text = "magic turn 8 player 2 block | 1: lands 2 ready 1/1(1)*3 | 2: lands 3 attackers 1/1(1)<1/1(1) 1/1(1)"
    start = Position.read(game, text, "literal:deck=M8")
    assert start.actor == 0 and len(start.options()) > 1
    for seed in range(30):
        position, rng = start.copy(), make_stream(game, seed)
        for move in position.advise(style, rng):
            assert position.is_legal(move), f"{position}: {position.text(move)}"
            position.play_with(move, rng)


# --- inputs -----------------------------------------------------------------------------------------------------------


def test_mutations_depend_on_the_dice_alone_and_change_texts() -> None:
    text, others = "staged:cards=(uct:sims=50,c=0.7),attack=expert\n1 take 3", ["life=20,deck=M8", "x"]
    made = {mutate(text, others, random.Random(seed)) for seed in range(300)}
    assert made == {mutate(text, others, random.Random(seed)) for seed in range(300)}
    assert len(made) > 250
    for mutation in MUTATIONS:
        for odd in ("", "a", "\0", "٣", " , | \n"):
            assert isinstance(mutation(odd, [odd, ""], random.Random(1)), str)
            assert isinstance(as_bytes(odd + "\ud800", random.Random(1)), bytes)


def raises_key_error(text: str, dice: random.Random) -> None:
    if "7" in text:
        raise KeyError(text)


def refuses(text: str, dice: random.Random) -> None:
    raise UsageError("no")


class Wordy(UsageError):
    """An error that is shown as it is, whatever its length."""

    def __str__(self) -> str:
        return "x" * 3000


def talks(text: str, dice: random.Random) -> None:
    raise Wordy


def thinks(text: str, dice: random.Random) -> None:
    while True:
        pass


def test_an_input_that_is_refused_is_no_fault_and_anything_else_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "CPU_SECONDS", 0.2)
    monkeypatch.setattr(inputs, "UNCHANGED", 1.0)
    monkeypatch.setattr(inputs, "AT_ONCE", 4)
    told = {}
    for take in (raises_key_error, refuses, talks, thinks):
        known = [Reader(take.__name__, ["7"], take)]
        (report,) = inputs.attack(known, 600, 1, tmp_path, most=4)
        assert report.tried["inputs"] == 4
        told[take.__name__] = [fault.what for fault in report.faults]
        for fault in report.faults:
            assert fault.case["text"] == "7"
            assert inputs.give(known[0], fault.case["text"], fault.case["number"], Report()) == fault
    assert told["refuses"] == []
    assert all("KeyError" in what for what in told["raises_key_error"]) and len(told["raises_key_error"]) == 4
    assert "a message of 3,000 letters" in told["talks"][0]
    assert "CPU seconds" in told["thinks"][0]


def test_a_few_hundred_inputs_of_small_games_find_nothing(tmp_path: Path) -> None:
    known = readers(shipped_games(["nim", "swap"]), tmp_path, 1)
    assert {"positions of nim", "agents of swap", "experiments", "uploads", "deals", "command run"} <= {
        reader.name for reader in known
    }
    here = Path.cwd()
    reports = list(inputs.attack(known, 600, 1, tmp_path, most=1000))
    assert [fault.what for report in reports for fault in report.faults] == []
    assert sum(report.tried["inputs"] for report in reports) == 1000
    assert sum(report.tried["inputs that were accepted"] for report in reports) > 10
    assert Path.cwd() == here


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("games = " + "1" * 5000, "a number has too many digits"),
        ("games = " + "[" * 5000, "nested too deeply"),
        ("deals = '\\u0000'".replace("'", '"'), "deals"),
    ],
)
def test_absurd_experiments_are_refused_in_one_line(line: str, told: str) -> None:
    text = f'title = "a"\ngame = "nim"\n{line}\ndesign = {{ kind = "gauntlet", players = ["uniform"] }}\n'
    with pytest.raises(UsageError, match=told):
        parse_experiment(text if line.startswith("games") else text.replace("deals", "games = 2\ndeals"), "absurd")


def test_absurd_decks_and_positions_are_refused_in_one_line(tmp_path: Path) -> None:
    file, long = tmp_path / "a.toml", "1" * 5000
    for deck in (
        "lands = " + "1" * 5000,
        "lands = " + "[" * 5000,
        f'lands = 9\ncreatures = {{ "{long}/1(1)" = 9 }}',
    ):
        file.write_text(deck)
        with pytest.raises(UsageError):
            find_game("magic").make_table(f"literal:deck={file}")
    with pytest.raises(UsageError):
        find_game("magic").make_table("literal:deck=\0.toml")
    for number in ("9223372036854775807", "1" * 5000):
        with pytest.raises(UsageError):
            Position.read(GUESS, f"guess 8: {number} seeks 1-8, 4 seeks 1-8, player 1 to move")


# --- stores -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """A store with twenty games."""
    path, contest = tmp_path / "a.sqlite", Contest("nim", ("uniform", "uniform"))
    with Store(path) as store:
        store.add(store.contest(contest), play_batch(Batch(contest, 0, 10)), store.run("tests"))
    return path


def change(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(sql)


def test_a_sound_store_is_found_sound(stored: Path, tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    copy = copy_store(stored, tmp_path / "copy")
    assert problems(copy) == []
    rows = read_rows(copy)
    assert len(rows) == 20
    assert changes(rows, rows) == strangers(rows, rows) == differences(rows, rows) == []


def test_a_changed_row_a_lost_row_and_damaged_pages_are_found(stored: Path, tmp_path: Path) -> None:
    before = read_rows(stored)
    change(stored, "UPDATE game SET cpu = cpu + 1 WHERE pair = 3 AND seat = 0")
    after = read_rows(stored)
    assert "changed" in changes(before, after)[0] and strangers(after, before) == [], "times are nobody's business"
    assert any(problem.startswith("tally") for problem in problems(stored))
    change(stored, "UPDATE game SET cpu = cpu - 1, score = 1 - score WHERE pair = 3 AND seat = 0")
    assert "differs" in strangers(read_rows(stored), before)[0]
    change(stored, "DELETE FROM game WHERE pair = 4")
    lost = read_rows(stored)
    assert len([one for one in changes(before, lost) if one.startswith("lost")]) == 2
    assert len([one for one in differences(lost, before) if one.startswith("missing")]) == 2
    assert strangers(before, lost)[0].startswith(("nobody asked for", "differs"))
    change(stored, "UPDATE game SET run = 77 WHERE pair = 1")
    assert any(problem.startswith("foreign key") for problem in problems(stored))
    data = bytearray(stored.read_bytes())
    data[5000:9000] = b"?" * 4000
    stored.write_bytes(data)
    assert problems(stored)


# --- kills ------------------------------------------------------------------------------------------------------------

SMALL = """
title = "A few cells"
game = "nim"
seed = {seed}
games = 8
[design]
kind = "grid"
player = "uct:sims={{sims}}"
against = "uniform"
[design.factors]
sims = [10, 11, 12, 13, 14, 15]
"""


@pytest.mark.skipif(not kills.HAS_PROC, reason="how processes are found here")
def test_a_killed_run_goes_on_and_a_store_that_somebody_changed_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(kills.EXPERIMENTS, "small", SMALL)
    dice = random.Random(1)
    filling = kills._begin("small", tmp_path, 1)
    assert len(filling.undisturbed) == 48
    done = Report()
    for target in ("coordinator", "worker", "coordinator by SIGTERM", "group"):
        report = kills.live(filling, dice, tmp_path, target, "among commits")
        assert report.faults == []
        done.tried += report.tried
        if report.tried["stores finished and compared"]:
            break
    assert done.tried["kills"] >= 1
    if not done.tried["stores finished and compared"]:
        report = kills.live(filling, dice, tmp_path, "nobody", "among commits")
    filling = kills._begin("small", tmp_path, 2)
    monkeypatch.setattr(kills.Life, "kill", lambda life, target: False)  # nobody is killed, so it is finished
    monkeypatch.setattr(kills, "_look", planted(kills._look))
    report = kills.live(filling, dice, tmp_path, "worker", "among commits")
    assert report.tried["stores finished and compared"] == 1
    kinds = {fault.kind for fault in report.faults}
    assert {"tally", "a finished store differs"} <= kinds, report.faults


def planted(look: Callable[..., None]) -> Callable[..., None]:
    """The same look at a store in which one result has been turned round."""

    def look_again(filling: kills.Filling, *rest: Any) -> None:
        change(filling.path, "UPDATE game SET score = 1 - score WHERE pair = 1 AND seat = 0")
        look(filling, *rest)

    return look_again


# --- all of it --------------------------------------------------------------------------------------------------------


def test_the_time_is_shared_out_by_need() -> None:
    ledger = Ledger()
    lanes = Lanes(ledger, 100.0, {"kills": 50, "games": 50, "inputs": 0}, seed="1")
    assert lanes.due == {"kills": 100.0, "games": 100.0}
    lanes.due["kills"] = 20.0
    far = float("inf")
    assert lanes.next_part([], far) == "games"
    busy: Any = type("Busy", (), {"part": "games"})()
    assert lanes.next_part([busy], far) == "kills"
    lanes.due = {"kills": -5.0, "games": -1.0}
    assert lanes.next_part([], far) == "games", "what time is left over is used"
    assert lanes.next_part([], 0.0) == ""


def test_a_part_that_dies_is_a_fault_and_says_what_it_was_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Fault] = []
    crash = 'import os, sys; print(\'{"tried": {"games": 3}, "faults": []}\', flush=True); os.abort()'
    monkeypatch.setattr("benchmarks.torture.lanes.command", lambda *words: [sys.executable, "-c", crash])
    (tmp_path / "last.json").write_text('{"game": "nim", "setup": "15-3", "agents": ["a"], "number": 7}')
    one = Slice("games", 60.0, "1", tmp_path, [], lambda part, report: heard.extend(report.faults))
    one.close()
    (fault,) = heard
    assert fault.kind == "the process dies" and fault.case["number"] == 7


def test_a_tiny_run_ends_with_a_table_and_no_fault(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    options = ["--minutes", "0.2", "--only", "games", "--games", "nim", "--log", str(log)]
    places = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    variables = {"MULLIGAN_CACHE": str(tmp_path / "cache"), "PYTHONPATH": places}

    def torture(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "benchmarks.torture", *words]
        return subprocess.run(command, cwd=ROOT, env={**os.environ, **variables}, capture_output=True, text=True)

    found = torture(*options)
    assert found.returncode == 0, found.stdout + found.stderr
    assert "done" in found.stdout and "games of nim" in found.stdout and "FAULT" not in found.stdout
    whole, runs = add_up([log])
    assert runs == 1 and whole.tried["games"]["games"] > 0 and whole.total == 0
    with log.open("a") as file:
        case = {"game": "nim", "setup": "15-3", "number": 12345}
        file.write(json.dumps({"fault": {"part": "games", "kind": "k", "what": "w", "case": case}}) + "\n")
        file.write(json.dumps({"count": {"part": "games", "tried": {}, "faults": 1, "seconds": 0}}) + "\n")
    assert torture("--add-up", "--log", str(log)).returncode == 1
    repeated = torture("--repeat", "1", "--log", str(log))
    assert repeated.returncode == 0 and "all is well" in repeated.stdout, repeated.stdout + repeated.stderr
