"""Matches that are kept in a store, and experiments that stop by a sequential test: one way to play."""

from __future__ import annotations

import csv
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from mulligan.arena.campaign import plan, run_campaign
from mulligan.arena.contest import Contest
from mulligan.arena.experiment import Experiment, parse_experiment
from mulligan.arena.jobs import ThreadWorkers
from mulligan.arena.match import MatchResult, run_match
from mulligan.arena.sequential import stored_test
from mulligan.arena.sprt import Sprt, SprtRun
from mulligan.arena.store import Store
from mulligan.cli import run
from mulligan.core.errors import UsageError
from mulligan.core.registry import find_game

from .test_match import After, without_times

TEST = Sprt(0, 60)
TESTED = """
title = "Who is better at guessing?"
game = "guess"
seed = 1
games = 4000
design = { kind = "gauntlet", players = ["halve", "uniform"], against = ["hasty"] }
sprt = { elo0 = 0, elo1 = 60 }
"""
MATCHES: list[tuple[str, str, str, dict[str, Any]]] = [
    ("guess", "search:sims=10", "halve", {"pairs": 20}),
    ("swap", "greedy", "uniform", {"pairs": 20}),
    ("swap", "greedy", "greedy", {"pairs": 5}),
    ("guess", "halve", "hasty", {"pairs": 2000, "sprt": TEST}),
    ("swap", "greedy", "uniform", {"pairs": 2000, "sprt": TEST}),
]
OWN_TO_STORES = {"store", "experiment", "new_games"}


def play(game: str, a: str, b: str, **options: Any) -> MatchResult:
    return run_match(find_game(game), a, b, **{"pairs": 20, "seed": 1, **options})


def told(result: MatchResult) -> Any:
    found = without_times(result.to_dict())
    return {key: value for key, value in found.items() if key not in OWN_TO_STORES}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


# --- matches ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "a", "b", "options"), MATCHES)
def test_a_store_changes_nothing_and_is_not_played_again(
    path: Path, game: str, a: str, b: str, options: dict[str, Any]
) -> None:
    alone = play(game, a, b, **options)
    with Store(path) as store:
        first = play(game, a, b, **options, workers=2, store=store)
        again = play(game, a, b, **options, store=store)
    assert told(alone) == told(first) == told(again)
    assert first.new_games >= first.standing.games / 2 and again.new_games == 0
    assert (first.to_dict()["store"], first.name) == (str(path), again.name) and first.name.startswith(f"match/{game}-")
    assert not OWN_TO_STORES & set(alone.to_dict())


@pytest.mark.parametrize(("game", "a", "b", "options"), MATCHES)
def test_a_match_goes_on_where_it_was_stopped(path: Path, game: str, a: str, b: str, options: dict[str, Any]) -> None:
    stop = After(3)
    with Store(path) as store:
        part = play(game, a, b, **options, store=store, progress=stop, stop=stop.event)
        whole = play(game, a, b, **options, store=store, workers=2)
    assert told(whole) == told(play(game, a, b, **options))
    if game == "guess" and "sprt" not in options:
        assert part.new_games > 0 and part.new_games + whole.new_games == 2 * options["pairs"]


def test_fewer_pairs_than_the_store_has_are_those_of_a_short_match(path: Path) -> None:
    with Store(path) as store:
        play("guess", "halve", "hasty", pairs=300, store=store)
        for sprt in (None, TEST):
            few = play("guess", "halve", "hasty", pairs=6, sprt=sprt, store=store)
            assert told(few) == told(play("guess", "halve", "hasty", pairs=6, sprt=sprt)) and few.new_games == 0


def test_a_match_and_an_experiment_share_their_games(path: Path) -> None:
    design = 'design = { kind = "gauntlet", players = ["halve"], against = ["hasty"] }'
    made = parse_experiment(f'title = "It"\ngame = "guess"\nseed = 1\ngames = 40\n{design}', "it")
    with Store(path) as store:
        run_campaign(store, plan(store, [made], None), ThreadWorkers(1))
        assert play("guess", "halve", "hasty", pairs=30, store=store).new_games == 20


# --- experiments ------------------------------------------------------------------------------------------------------


def sequential(text: str = TESTED) -> Experiment:
    return parse_experiment(text, "tested", "tested.toml")


def runs_of(store: Store, made: Experiment) -> list[SprtRun]:
    assert made.sprt is not None
    return [stored_test(store, store.contest(cell.contest), 2, made.sprt) for cell in made.cells]


def test_each_cell_of_an_experiment_stops_where_a_match_would(path: Path) -> None:
    made = sequential()
    with Store(path) as store:
        cells = plan(store, [made], None)
        state = run_campaign(store, cells, ThreadWorkers(2))
        assert state.done == state.goal and not any(cell.open for cell in cells)
        runs = runs_of(store, made)
        assert not any(cell.open for cell in plan(store, [made], None)), "nothing is left to play"
    for cell, test in zip(made.cells, runs, strict=True):
        alone = play("guess", *cell.contest.agents, pairs=2000, sprt=TEST).test
        assert alone is not None and test.to_dict() == alone.to_dict()
        assert test.verdict and test.pairs < 2000


def test_a_test_is_taken_up_again_and_counts_in_order(path: Path) -> None:
    made = sequential()
    with Store(path) as store:
        for pairs in (3, 7):
            for cell in plan(store, [made], pairs / 2000):
                run_campaign(store, [cell], ThreadWorkers(1))
        assert [test.pairs for test in runs_of(store, made)] == [7, 7]
        contest = store.contest(made.cells[0].contest)
        store.query("DELETE FROM game WHERE contest = ? AND pair = 2", (contest,))
        store.query("DELETE FROM tally WHERE contest = ?", (contest,))
        store.query("INSERT INTO tally (contest, games, wins, draws, losses, points, turns, decisions_1, decisions_2, "
                    "cpu_1, cpu_2, simulations_1, simulations_2, cpu, cpu_squares, last_pair) "
                    "VALUES (?, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6)", (contest,))  # fmt: skip
        assert runs_of(store, made)[0].pairs == 2, "what comes after a gap waits"
        run_campaign(store, plan(store, [made], None), ThreadWorkers(2))
        known = [play("guess", *cell.contest.agents, pairs=2000, sprt=TEST).test for cell in made.cells]
        assert [test.to_dict() for test in runs_of(store, made)] == [test.to_dict() for test in known if test]


def test_pairs_in_any_order_give_the_same_verdict_as_in_order() -> None:
    draw = random.Random(5)
    shares = [draw.choice((0.25, 0.5, 0.75, 1.0)) for _ in range(60)]
    straight, mixed = SprtRun(TEST), SprtRun(TEST)
    for share in shares:
        straight.add(share)
    order = list(range(60))
    draw.shuffle(order)
    for number in order:
        mixed.add_pair(number, shares[number])
    assert straight.to_dict() == mixed.to_dict() and straight.verdict == "H1" and straight.pairs < 60


def test_who_wants_all_games_of_a_shared_cell_gets_them(path: Path) -> None:
    plain = parse_experiment(re.sub("sprt.*\n", "", TESTED).replace("4000", "600"), "plain")
    few = sequential(TESTED.replace("4000", "600"))
    with Store(path) as store:
        run_campaign(store, plan(store, [few, plain], None), ThreadWorkers(1))
        assert [store.tally_of(cell.contest).games for cell in plain.cells] == [600, 600]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('game = "guess"', 'game = "swap"', "tested.toml: "),
        ("elo0 = 0", "elo0 = 80", "tested.toml: sprt: sprt: elo0=80 should be below elo1=60"),
        ("elo0 = 0", "elo = 0", "tested.toml: sprt.elo: there is no such key"),
        ("games = 4000", 'games = 4000\ngauge = "length"', "tested.toml: sprt: it is for rates of players"),
        ("games = 4000", 'games = 4000\nmeasure = "seconds per game"', "tested.toml: sprt: it is for rates of players"),
        ("elo1 = 60", "elo1 = 60, alpha = 0.7", "alpha=0.7 should be a risk"),
    ],
)
def test_mistakes_in_a_test_are_told(old: str, new: str, message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        sequential(TESTED.replace(old, new))


def test_a_game_for_one_has_nothing_to_test() -> None:
    text = TESTED.replace('"guess"', '"swap"').replace(', against = ["hasty"]', "").replace('"halve"', '"greedy"')
    with pytest.raises(UsageError, match=r"tested.toml: sprt: swap is played alone"):
        sequential(text)


# --- as typed ---------------------------------------------------------------------------------------------------------


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert run(list(words)) == code
    caught = capsys.readouterr()
    return caught.err if code else caught.out


def test_a_match_is_shown_exported_replayed_and_analysed(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    store = ["--store", str(path)]
    out = said(capsys, "match", "guess", "halve", "search:sims=9", "--pairs", "4", "--name", "mine", "-q", *store)
    assert f"in '{path}' as 'mine'; 0 of the games were there before" in out and "--name mine" in out
    out = said(capsys, "match", "guess", "halve", "search:sims=9", "--pairs", "6", "--name", "mine", "-q", *store)
    assert "8 of the games were there before" in out
    (cell,) = json.loads(said(capsys, "results", "show", "mine", "--json", "-", *store))
    assert cell["tally"]["games"] == 12 and cell["sprt"] is None and cell["label"] == "halve v search:sims=9"
    said(capsys, "results", "export", "mine", "games.csv", *store)
    with open("games.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["pair"], row["seat"]) for row in rows[:3]] == [("0", "0"), ("0", "1"), ("1", "0")]
    out = said(capsys, "replay", "mine", "--pair", "5", "--swapped", *store)
    winner = 2 if float(rows[11]["score"]) == 1 else 1
    assert "search:sims=9 against halve" in out and f"Player {winner} (" in out and "won" in out
    out = said(capsys, "analyse", "mine", "--pair", "5", "--simulations", "50", "--json", "-", "-q", *store)
    assert json.loads(out)["players"] == ["halve", "search:sims=9"]
    assert "no game of pair 6" in said(capsys, "replay", "mine", "--pair", "6", *store, code=2)
    assert "with --pair N" in said(capsys, "replay", "mine", "--swapped", *store, code=2)
    assert "with --store FILE" in said(capsys, "match", "guess", "halve", "hasty", "--name", "mine", code=2)
    assert "is the store" in said(capsys, "match", "guess", "halve", "hasty", *store, "--json", str(path), code=2)


def test_a_cell_has_to_be_named_where_there_are_several(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = ["--store", str(path)]
    said(capsys, "match", "swap", "greedy", "uniform", "--pairs", "2", "--name", "two", "-q", *store)
    assert "which cell" in said(capsys, "replay", "two", "--pair", "1", *store, code=2)
    assert "greedy" in said(capsys, "replay", "two", "--pair", "1", "--cell", "greedy", *store)


def test_page_and_results_say_how_a_test_ended(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tested.toml").write_text(TESTED, encoding="utf-8")
    store = ["--store", str(path)]
    words = ["run", "tested.toml", "--workers", "1", "--report", "page.html", "-q", *store]
    first = said(capsys, *words)
    shown = json.loads(said(capsys, "results", "show", "tested", "--json", "-", *store))
    made = sequential()
    with Store(path) as kept:
        (better, worse) = runs_of(kept, made)
        contest = made.cells[0].contest
        page = Path("page.html").read_text(encoding="utf-8")
        for cell, test in zip(shown, (better, worse), strict=True):
            assert cell["sprt"] == test.to_dict() and test.verdict
            assert cell["tally"]["games"] == 2 * test.pairs and f"after {test.pairs} pairs" in page
            assert f"after {test.pairs} pairs" in first
        more = Contest("guess", contest.agents, "", 1)
        run_campaign(kept, plan(kept, [_plain(more, better.pairs + 50)], None), ThreadWorkers(1))
    assert said(capsys, *words) == first, "what was played after the end does not count"
    assert json.loads(said(capsys, "results", "show", "tested", "--json", "-", *store))[0]["tally"] == shown[0]["tally"]
    assert "accepted" in said(capsys, "results", "show", "tested", *store)


def _plain(contest: Contest, pairs: int) -> Experiment:
    one, other = contest.agents
    design = f'design = {{ kind = "gauntlet", players = ["{one}"], against = ["{other}"] }}'
    return parse_experiment(f'title = "More"\ngame = "guess"\nseed = 1\ngames = {2 * pairs}\n{design}', "more")
