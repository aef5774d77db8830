"""Players in plain Python: objects, classes, files and entry points; what happens when they fail."""

from __future__ import annotations

import json
import pickle
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mulligan.agents import SeatView, as_given, make_player, name_of
from mulligan.arena.contest import Batch, Contest, play_batch
from mulligan.arena.match import run_match
from mulligan.arena.store import Store
from mulligan.arena.telling import match_rows
from mulligan.arena.tournament import tournament
from mulligan.check import check_agent, check_player
from mulligan.cli.app import run
from mulligan.core.errors import Forfeit, UsageError
from mulligan.core.observing import number_names, observation
from mulligan.core.outside import offer, refuse_files
from mulligan.core.position import Position
from mulligan.core.registry import find_game
from mulligan.games.toys import GUESS, NIM

from ..helpers import plain_bots
from ..helpers.outside_help import Outside
from ..helpers.plain_bots import Last, Wrong

BOTS = str(Path(plain_bots.__file__))


@pytest.mark.parametrize("game", ["nim", "guess", "hearts"])
def test_a_view_tells_what_the_seat_knows(game: str) -> None:
    rules = find_game(game)
    for seed in range(3):
        position = Position.deal(rules, seed=seed)
        view = SeatView(position, 1, 2.5)
        told = view.to_dict()
        assert told["moves"] == position.options_text() and told["seconds"] == 2.5
        assert view.numbers.shape == (len(number_names(rules)),) and view.numbers.dtype == np.int64
        assert told["numbers"] == observation(position, view.seat).tolist()
        assert Position.read(rules, view.world, position.setup).options() == position.options()
        assert view.text and view.table["zones"] + view.table["counters"]


def test_text_table_and_numbers_are_the_same_whatever_is_hidden() -> None:
    from mulligan.core.position import make_stream

    rules = find_game("hearts")
    position = Position.deal(rules, seed=4)
    views = [SeatView(position.hide(position.actor, make_stream(rules, i)), 1) for i in range(5)]
    assert len({view.text for view in views}) == 1 and len({str(view.table) for view in views}) == 1
    assert len({tuple(view.numbers) for view in views}) == 1 and len({view.world for view in views}) > 1


def test_objects_and_classes_play_matches() -> None:
    one = run_match("nim", Last(back=1), Last, pairs=3, seed=1)
    assert one.agents == ("Last(back=1)", "Last()") and one.standing.games == 6 and not one.forfeits
    two = run_match(NIM, Last(back=1), Last(), pairs=3, seed=1, workers=2)
    assert [pair.results for pair in one.played] == [pair.results for pair in two.played]
    assert one.code["agent Last(back=1)"].startswith("plain_bots.py ")


def test_what_a_match_tells_to_do_again_can_be_done() -> None:
    by_name = dict(match_rows(run_match("nim", "uniform", "uniform", pairs=2, seed=7)))
    assert by_name["again"] == "mulligan match nim uniform uniform --pairs 2 --seed 7"
    with_object = dict(match_rows(run_match("nim", Last(), "uniform", pairs=2, seed=7)))
    assert with_object["again"] == "the same call with the same objects, pairs=2, seed=7"


def test_an_object_goes_to_other_processes_and_into_stores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2])  # where the class is found by its module's name
    contest = Contest("nim", (name_of(Last(back=1)), "uniform"))
    with ProcessPoolExecutor(1, mp_context=get_context("forkserver")) as pool:
        rows = pool.submit(play_batch, Batch(contest, 0, 2)).result()
    assert [row.score for row in rows] == [row.score for row in play_batch(Batch(contest, 0, 2))]
    with Store(tmp_path / "s.sqlite") as store:
        run_match(NIM, Last(back=1), "uniform", pairs=2, seed=1, store=store)
        assert run_match(NIM, Last(back=1), "uniform", pairs=2, seed=1, store=store).new_games == 0
        assert run_match(NIM, Last(back=0), "uniform", pairs=2, seed=1, store=store).new_games == 4
    made = tournament("nim", [Last, Last(back=1), "uniform"], pairs=1)
    sent = pickle.loads(pickle.dumps(made.cells[0].contest))
    assert as_given(sent.agents[1]).thing.back == 1  # type: ignore[attr-defined]


def test_what_cannot_be_sent_or_copied_says_so() -> None:
    thing: Any = Last()
    thing.lock = threading.Lock()
    with pytest.raises(UsageError, match="cannot be sent to another process"):
        pickle.dumps(Contest("nim", (name_of(thing), "uniform")))
    with pytest.raises(UsageError, match=r"cannot be copied.*give its class"):
        run_match("nim", thing, "uniform", pairs=1, seed=1)
    for other, says in ((7, "a int is neither"), (make_player(NIM, "uniform"), "made already")):
        with pytest.raises(UsageError, match=says):
            run_match("nim", other, "uniform", pairs=1, seed=1)


@pytest.mark.parametrize(
    ("way", "says"),
    [
        ("raise", r"raises RuntimeError: no idea \(plain_bots.py, line \d+\)"),
        ("number", "plays the illegal move 99; legal: take 1, take 2, take 3"),
        ("text", "plays the illegal move 'take 9'; legal"),
        ("exit", "returns nothing; it should be one of the moves"),
        ("bool", "returns a bool"),
        ("float", "returns a float"),
    ],
)
def test_who_fails_forfeits_the_game_and_not_the_match(way: str, says: str, caplog: pytest.LogCaptureFixture) -> None:
    result = run_match("nim", Wrong(way), "uniform", pairs=4, seed=1)
    assert result.standing.losses == 8 and len(result.forfeits) == 8 and not result.interrupted
    assert len(caplog.messages) == 5 and "further forfeits are not told" in caplog.messages[-1]
    with pytest.raises(Forfeit, match=says):
        make_player(NIM, name_of(Wrong(way))).decide(Position.deal(NIM), 1)


def test_who_takes_too_long_forfeits_and_is_made_anew() -> None:
    name = f"{BOTS}:Wrong,way=loop,seconds=0.05"
    player = make_player(NIM, name)
    for _ in range(2):
        with pytest.raises(Forfeit, match=r"takes longer than 0\.05 seconds"):
            player.decide(Position.deal(NIM), 1)
    assert run_match("nim", f"{BOTS}:Last,seconds=1000", name, pairs=1, seed=1).standing.wins == 2


def test_the_time_for_a_game_is_used_up() -> None:
    player = make_player(NIM, f"{BOTS}:Last,game_seconds=1000")
    player.decide(Position.deal(NIM), 1)
    player._clock.spend(1000)  # type: ignore[attr-defined]
    with pytest.raises(Forfeit, match="has used its 1000 seconds for the game"):
        player.decide(Position.deal(NIM), 1)
    player.forget()
    player.decide(Position.deal(NIM), 1)


def test_a_forfeit_of_several_sides_costs_only_the_one_who_fails() -> None:
    result = run_match("hearts", Wrong, "uniform", pairs=1, seed=1)
    assert all(payoffs == [0, 1, 1, 1] for payoffs in result.played[0].payoffs) and result.rate == 0


def test_a_game_that_nobody_fails_in_has_its_own_result_beside_forfeits() -> None:
    class Sometimes:
        def choose(self, view: SeatView) -> Any:
            return view.moves[0] if view.seat == 0 else None

    result = run_match("nim", Sometimes, "uniform", pairs=10, seed=2)
    assert len(result.forfeits) == 10 and all(pair.games[1].forfeit for pair in result.played)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("Last,forward=1", "'Last' does not know 'forward'; its settings: back, seconds, game_seconds"),
        ("Last,back=x", "back=x: should be a whole number"),
        ("Last,seconds=0", "seconds=0: should be more than 0"),
        ("Last,seconds=soon", "seconds=soon: should be a number"),
        ("NUMBER", "it is a int, and should be"),
        ("Idle", r"the class Idle has no method choose\(view\)"),
    ],
)
def test_what_is_wrong_with_a_name_is_told(words: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        make_player(NIM, f"{BOTS}:{words}")


def test_settings_follow_a_comma_or_a_colon() -> None:
    for mark in ",:":
        assert make_player(NIM, f"{BOTS}:Last{mark}back=1").decide(Position.deal(NIM), 1).words() == ["take 2"]


def test_plain_players_are_checked_for_honesty() -> None:
    assert check_agent(lambda: make_player(GUESS, f"{BOTS}:Last"), GUESS, examples=12).passed
    report = check_agent(lambda: make_player(GUESS, f"{BOTS}:Wrong"), GUESS, examples=12)
    assert not report.clause("legality").passed and "no idea" in str(report)


def test_a_class_as_an_entry_point_on_several_processes(tmp_path: Path) -> None:
    other = Outside(tmp_path / "other")
    other.write("bots.py", "class Bot:\n    def choose(self, view):\n        return 0\n")
    other.declare("[mulligan.agents]\nbot = bots:Bot\n")
    told = other.run(
        "tournament", "nim", "bot", "bot:seconds=900", "random", "--pairs", "2", "--workers", "2", "--quiet"
    )
    assert "bot" in told[0] and "Elo" in told[0], told


def test_visitors_may_choose_what_is_offered() -> None:
    from mulligan.web.request import GameRequest, agents_of, sit_down

    name = f"{BOTS}:Last,back=1"
    with refuse_files():
        with pytest.raises(UsageError, match="on the command line only"):
            sit_down(GameRequest("nim", opponent=name))
        offer(name)
        assert name in agents_of(NIM)
        assert sit_down(GameRequest("nim", opponent=name, seconds=2.0), any_agent=False).players == ("you", name)
        with pytest.raises(UsageError, match="on the command line only"):
            sit_down(GameRequest("nim", opponent=f"{BOTS}:Last,back=2"))
        with pytest.raises(UsageError, match="from the list only"):
            sit_down(GameRequest("nim", opponent=f"{BOTS}:Wrong"), any_agent=False)


def test_at_a_table_a_player_that_fails_is_an_error_and_one_that_hangs_is_left() -> None:
    from mulligan.play.seated import SeatedAgents, new_session

    table = new_session(NIM, "", (f"{BOTS}:Wrong", f"{BOTS}:Last"), "7")
    with pytest.raises(UsageError, match="raises RuntimeError: no idea"):
        SeatedAgents(table).play()
    table = new_session(NIM, "", (f"{BOTS}:Wrong,way=loop", f"{BOTS}:Last"), "7")
    with pytest.raises(UsageError, match="was stopped"):
        SeatedAgents(table, longest=0.1).play()
    assert make_player(NIM, Last).decide(Position.deal(NIM), 1).words() == ["take 3"]


def test_objects_are_taken_wherever_names_are() -> None:
    from mulligan.arena.spec import RoundRobin
    from mulligan.play.seated import SeatedAgents, new_session
    from mulligan.play.session import Session

    assert check_agent(Last(back=1), "guess", examples=8).passed
    assert check_agent("halve", GUESS, examples=8).passed
    assert check_player("guess", Last(back=1), examples=8).passed
    assert make_player("nim", Last).game is NIM
    table = new_session("nim", "", (Last(back=1), Last), "7")
    SeatedAgents(table).play()
    assert table.record().moves == ("take 2",) and table.players == ("Last(back=1)", "Last()")
    assert Session("nim", players=(Last, "you")).players == ("Last()", "you")
    assert RoundRobin(kind="round_robin", players=[Last(back=1), "uniform"]).players == ["Last(back=1)", "uniform"]
    with pytest.raises(UsageError, match="a int is neither a name"):
        Session("nim", players=(7, "you"))


def test_a_game_is_taken_as_an_object_and_other_processes_are_told_its_name() -> None:
    from dataclasses import replace

    own = replace(NIM, name="ownnim")
    assert run_match(own, Last, "uniform", pairs=1, seed=1).game is own
    made = tournament(own, [Last, "uniform"], pairs=1)
    assert made.game is own and made.cells[0].contest.code["game ownnim"].startswith("nim.py ")
    contest = Contest("nim", ("uniform", "uniform"), own=NIM)
    assert pickle.loads(pickle.dumps(contest)) == contest
    for sent in (Contest("ownnim", ("uniform", "uniform"), own=own), made.cells[0].contest):
        with pytest.raises(UsageError, match=r"was given as an object.*name it by its file"):
            pickle.dumps(sent)


def test_who_never_answers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    from mulligan.agents import outside, timed

    monkeypatch.setattr(outside, "PATIENCE", 0.1)
    with pytest.raises(Forfeit, match=r"has no move after 0\.1 seconds, the limit where none is set; seconds=N sets"):
        make_player(NIM, Wrong("loop")).decide(Position.deal(NIM), 1)
    sent = pickle.loads(pickle.dumps(timed(Wrong("loop"), seconds=0.05, game_seconds=9)))
    assert sent == "Wrong(way=loop):seconds=0.05,game_seconds=9"
    with pytest.raises(Forfeit, match=r"takes longer than 0\.05 seconds"):
        make_player(NIM, sent).decide(Position.deal(NIM), 1)
    with pytest.raises(UsageError, match="a name has its time in itself"):
        timed("uniform", seconds=1)


def test_what_a_player_prints_stays_out_of_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bot = tmp_path / "loud.py"
    bot.write_text("class Loud:\n    def choose(self, view):\n        print('hm')\n        return 0\n")
    run(["match", "nim", f"{bot}:Loud", "uniform", "--pairs", "1", "--json", "-"])
    told = capsys.readouterr()
    assert json.loads(told.out)["games"] == 2 and "hm" in told.err
