"""Going over a game: what is known exactly must be found, and nothing may be used that the mover did not know."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mulligan.cli import analysis as command  # noqa: F401 - it adds itself to the program
from mulligan.cli import run
from mulligan.core.errors import UsageError
from mulligan.core.position import Position, make_stream
from mulligan.core.registry import find_game
from mulligan.games.magic import MAGIC
from mulligan.games.toys import GUESS, NIM, SWAP
from mulligan.play.analysis import Analyst, Judgement, analyse, judge_of, places_of
from mulligan.play.branches import ELSEWHERE, branches, line_words
from mulligan.play.record import write_record
from mulligan.play.seated import SeatedAgent, SeatedAgents, new_session
from mulligan.play.session import Session


def nim_game() -> Session:
    """Fifteen stones: both sides go wrong in turn, and the last moves are forced or right."""
    table = Session(NIM, players=("you", "you"))
    for move in ("take 1", "take 2", "take 2", "take 1", "take 1", "take 3", "take 1", "take 3", "take 1"):
        if not table.over:
            table.play(move)
    return table


def played(game: str, players: tuple[str, ...], setup: str = "", seed: str = "5") -> Session:
    table = new_session(find_game(game), setup, players, seed)
    seated = SeatedAgents(table)
    while not table.over:
        seated.play()
    return table


def test_mistakes_of_a_solved_game_are_found() -> None:
    found = analyse(nim_game(), simulations=3000)
    assert found.complete
    first = found.judgements[0]
    assert (first.played, first.best, first.mark) == ("take 1", "take 3", "blunder")
    assert first.value > 0.8 and first.played_value < 0.6
    for one in found.judgements:
        left = int(str(nim_game().positions[one.at]).split(":")[1].split()[0])
        lost = left % 4 == 0  # whoever has to leave a multiple of four cannot win
        took = int(one.played.split()[1])
        right = lost or (left - took) % 4 == 0
        assert (one.mark == "blunder") is not right, one


def test_the_curve_is_the_first_seats() -> None:
    found = analyse(nim_game(), simulations=3000)
    assert found.curve[0][1] > 0.8
    assert found.curve[-1] == (found.moves, found.results[0])
    by_second = [one for one in found.judgements if one.seat == 1]
    assert all(one.first == pytest.approx(1 - one.value) for one in by_second)


@pytest.mark.parametrize("game", ["nim", "guess", "swap"])
def test_the_same_simulations_say_the_same(game: str) -> None:
    players = ("uniform",) * find_game(game).players
    table = played(game, players)
    one, two = (analyse(table, simulations=200).to_dict() for _ in range(2))
    assert json.dumps(one) == json.dumps(two)
    assert len(one["judgements"]) == one["decisions"]


def test_it_can_be_stopped_and_go_on() -> None:
    table = nim_game()
    whole = analyse(table, simulations=300)
    told = iter([False] * 3 + [True] * 99)
    part = analyse(table, simulations=300, stop=lambda: next(told))
    assert 0 < len(part.judgements) < len(whole.judgements)
    assert not part.complete
    analyst = Analyst(table, judge_of(NIM, simulations=300))
    known = {one.at: one for one in part.judgements}
    assert tuple(analyst.judgements(known)) == whole.judgements


def test_one_seat_alone() -> None:
    found = analyse(nim_game(), simulations=100, seat=1)
    assert {one.seat for one in found.judgements} == {1}


def test_secrets_change_nothing() -> None:
    """The card that the mover cannot see is exchanged: what is thought of the decision stays the same."""
    table = played("guess", ("halve", "halve"))
    judge = Analyst(table, judge_of(GUESS, simulations=300))
    place = judge.places[0]
    other = Session.of_positions(table.players, list(table.positions), table.moves, table.actors)
    here = other.positions[place.at] = other.positions[place.at].copy()
    secret = here.fields()["card"][1 - place.seat]
    for seed in range(50):
        here = table.positions[place.at].hide(place.seat, make_stream(GUESS, seed))
        if here.fields()["card"][1 - place.seat] != secret:
            break
    other.positions[place.at] = here
    assert here.fields() != table.positions[place.at].fields()
    assert Analyst(other, judge_of(GUESS, simulations=300)).judge(place) == judge.judge(place)


def test_the_parts_of_a_compound_move_are_one_decision() -> None:
    table = played("magic", ("cowling2012/BT:trees=2,sims=10", "expert"))
    places = places_of(table)
    assert any(place.count > 1 for place in places)
    for place in places:
        steps = table.positions[place.at : place.at + place.count]
        assert len({here.look()[:3] for here in steps}) == 1
        assert len(steps[0].options()) > 1
    found = Analyst(table, judge_of(MAGIC, simulations=200))
    made = [found.judge(place) for place in found.places[:6]]
    assert any(one is not None for one in made)
    assert all(0 <= one.played_value <= one.value <= 1 for one in made if one is not None)


def test_compound_moves_and_parts_are_judged_alike() -> None:
    whole = played("swap", ("greedy",))
    assert analyse(whole, simulations=500).judgements
    assert SWAP.chains
    for place in places_of(whole):
        assert len(whole.positions[place.at].options()) > 1


def test_the_best_move_is_told_as_it_could_have_been_played() -> None:
    table = played("magic", ("expert", "magic/RRR"), "literal").branch(12, ("you", "you"))
    judge = Analyst(table, judge_of(MAGIC, simulations=400))
    made = [(table.positions[place.at], judge.judge(place)) for place in judge.places]
    assert {one.stage for _, one in made if one is not None} >= {"cards", "attack"}
    for here, one in made:
        if one is None:
            continue
        if one.stage != "block":
            assert one.best in here.options_text()
        assert one.line[0] == one.best.split(", ")[0] or one.line[0] == one.best
        assert (one.best != one.played) or (one.loss, one.doubt) == (0.0, 0.0)


def test_a_move_in_answers_and_whole_is_the_same_decision() -> None:
    start = "magic turn 9 player 1 cards | 1: lands 4 hand land 2/2(2) 3/3(4) | 2: lands 3 hand 2/1(2) ready 2/3(3)"
    answered = Session(MAGIC, "literal", ("you", "you"), "1", start).play("skip 3/3(4)").play("cast 2/2(2)")
    whole = Session(MAGIC, "literal", ("you", "you"), "1", start).play("play land 2/2(2)")
    found = [Analyst(table, judge_of(MAGIC, simulations=2000)) for table in (answered, whole)]
    made = [one.judge(one.places[0]) for one in found]
    assert made[0] is not None and made[1] is not None
    assert (made[0].value, made[0].loss, made[0].doubt) == (made[1].value, made[1].loss, made[1].doubt)
    assert (made[0].played, made[1].played) == ("skip 3/3(4), cast 2/2(2)", "play land 2/2(2)")
    assert made[1].best in whole.positions[0].options_text()


def test_chances_are_means() -> None:
    game = find_game("tribute")  # its adviser goes by the best that it saw
    table = played("tribute", ("uniform", "uniform"), seed="1").branch(80, ("you", "you"))
    judge = Analyst(table, judge_of(game, simulations=200))
    lucky = 0
    for place in judge.places:
        decision = judge._ask(judge.seated_agent, table.positions[place.at], ("analysis", place.at))
        for choice in decision.choices:
            assert judge._worth(choice) == pytest.approx(choice.mean)
            lucky += choice.best > choice.mean + 0.01
    assert lucky


def test_marks_are_for_what_is_certain() -> None:
    one = Judgement(0, 1, 0, 1, "", "a", "b", 0.7, 0.58, 0.05, 0.7)
    assert one.mark == "mistake"
    assert replace(one, doubt=0.2).mark == ""
    assert replace(one, played_value=0.5).mark == "blunder"
    assert replace(one, played_value=0.68).mark == "good"
    assert replace(one, played_value=0.63).mark == ""


@pytest.mark.parametrize(("seconds", "simulations"), [(0, 0), (1, 100), (-1, 0)])
def test_an_effort_is_needed(seconds: float, simulations: int) -> None:
    with pytest.raises(UsageError, match="one of them"):
        judge_of(NIM, seconds, simulations)


def test_the_tree_can_be_read_line_by_line() -> None:
    seated_agent = SeatedAgent(NIM, "uct:sims=4000,c=0.7")
    decision = seated_agent.decide(Position.deal(NIM), 0)
    rows = branches(seated_agent, decision)
    assert rows[0].text == "take 3" and rows[0].seat == 0
    assert sum(row.share for row in rows) == pytest.approx(1)
    deeper = branches(seated_agent, decision, [3])
    assert {row.text for row in deeper} == {"take 1", "take 2", "take 3"} and deeper[0].seat == 1
    assert line_words(decision, [3, 2]) == ["take 3", "take 2"]
    assert branches(seated_agent, decision, [3, 99]) == []
    assert line_words(decision, [99]) == [ELSEWHERE]


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "nim.game"
    path.write_text(write_record(nim_game().record()))
    return path


def test_the_command_shows_a_table(kept: Path, capsys: Any) -> None:
    assert run(["analyse", str(kept), "--simulations", "500", "--quiet"]) == 0
    shown = capsys.readouterr().out
    assert "blunder" in shown and "take 3" in shown and "player 1" in shown


def test_the_command_writes_json(kept: Path, capsys: Any) -> None:
    assert run(["analyse", str(kept), "--simulations", "200", "--seat", "2", "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["complete"] and {one["seat"] for one in found["judgements"]} == {1}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--seconds", "1", "--simulations", "5"], "only one of them"),
        (["--seconds", "-1"], "seconds: -1 should be"),
        (["--simulations", "0"], "simulations: 0 should be"),
        (["--seat", "3"], "seat: 3 should be"),
    ],
)
def test_the_command_says_what_is_wrong(kept: Path, capsys: Any, words: list[str], told: str) -> None:
    assert run(["analyse", str(kept), *words]) == 2
    assert told in capsys.readouterr().err


def test_a_file_that_is_none(tmp_path: Path, capsys: Any) -> None:
    assert run(["analyse", str(tmp_path / "none.game")]) == 2
    assert "cannot read" in capsys.readouterr().err
