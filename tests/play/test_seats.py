"""Tables for more than two: who sits where, how others are called, and a whole game at the keyboard."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from mulligan import UsageError
from mulligan.cli import run
from mulligan.cli.table import people_at, seat_names
from mulligan.core.registry import find_game
from mulligan.core.scene import OPEN
from mulligan.play.analysis import Analyst
from mulligan.play.log import named, result_words
from mulligan.play.record import load_record
from mulligan.play.session import Session, open_record
from mulligan.play.terminal import Canvas, draw
from mulligan.play.view import around, look

HEARTS = find_game("hearts")
FOUR = ("rule", "you", "rule", "uniform")


@pytest.mark.parametrize(
    ("seat", "against", "found"),
    [
        ("1", (), ("you", "rule", "rule", "rule")),
        ("3", ("uniform",), ("uniform", "uniform", "you", "uniform")),
        ("2", ("uniform", "rule", "ismcts"), ("ismcts", "you", "uniform", "rule")),  # as they follow the person
        ("1,3", ("rule", "uniform"), ("you", "rule", "you", "uniform")),
        ("3,1", (), ("you", "rule", "you", "rule")),
        ("all", (), ("you", "you", "you", "you")),
        ("none", ("rule", "uniform", "rule", "uniform"), ("rule", "uniform", "rule", "uniform")),
    ],
)
def test_who_sits_where(seat: str, against: tuple[str, ...], found: tuple[str, ...]) -> None:
    assert seat_names(HEARTS, seat, against, "", "", None) == found


@pytest.mark.parametrize(
    ("seat", "against", "other", "words"),
    [
        ("5", (), "", "unknown seat"),
        ("both", (), "", "unknown seat"),
        ("1,x", (), "", "unknown seat"),
        ("1", ("rule", "rule"), "", "2 agents for 3 seats"),
        ("none", ("rule",), "rule", "in games of two"),
        ("all", ("rule",), "", "there is no agent"),
    ],
)
def test_what_cannot_be_seated_is_told(seat: str, against: tuple[str, ...], other: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        seat_names(HEARTS, seat, against, other, "", None)


def test_for_two_seats_are_called_as_ever() -> None:
    nim = find_game("nim")
    assert people_at(nim, "both") == people_at(nim, "all") == (0, 1)
    assert seat_names(nim, "none", ("random",), "uniform", "", None) == ("random", "uniform")
    assert seat_names(nim, "2", ("random",), "", "", None) == ("random", "you")


def test_others_are_drawn_in_the_order_in_which_they_sit() -> None:
    table = Session(HEARTS, players=FOUR, seed="4")
    text = draw(look(table.position, 1), Canvas(80), FOUR).plain
    places = [text.index(words) for words in ("Player 3: rule", "Player 4: uniform", "Player 1: rule", "You, player 2")]
    assert places == sorted(places) and "Opponent" not in text
    assert around(1, 4, {0, 1, 2, 3}) == [2, 3, 0]


def test_others_have_numbers_and_results_have_places() -> None:
    assert [named(seat, 1, FOUR) for seat in range(4)] == [
        "Player 1 (rule)",
        "You",
        "Player 3 (rule)",
        "Player 4 (uniform)",
    ]
    assert result_words((0.5, 1.0, 0.5, 1.0), 1, FOUR).startswith("You, Player 4 (uniform) share the first place")
    assert result_words((0.5, 0.25, 0.5, 1.0), 1, FOUR).startswith("You are fourth of 4, with 25 %")
    assert result_words((0.5, 0.25, 0.5, 1.0), OPEN, FOUR).startswith("Player 4 (uniform) is first")
    assert result_words((1.0, 0.0, 1.0, 1.0), 1, FOUR, 1) == "You resigned."


def test_a_hand_can_be_played_saved_and_gone_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = "1\n" * 5 + "undo\nlog\n" + "1\n" * 16 + "save hand.game\nquit\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert run(["play", "hearts", "--as", "2", "--against", "rule", "--seed", "4", "--plain"]) == 0
    out = capsys.readouterr().out
    assert "Player 3 (rule): a choice that you cannot see" in out and " % of the best that is possible" in out
    record = load_record(tmp_path / "hand.game")
    assert record.players == ("rule", "you", "rule", "rule") and len(record.result) == 4
    table = open_record(record)
    assert table.over and len(table.moves) == 64
    for view, shown in (("open", "all cards open"), ("4", "as player 4 saw it")):
        assert run(["replay", "hand.game", "--seat", view]) == 0
        told = capsys.readouterr().out
        assert shown in " ".join(told.split()) and ("player 1: pass" in told) == (view == "open")
    analyst = Analyst(table, "ismcts:sims=40", 1)
    one = analyst.judge(analyst.places[-1])
    assert one is not None and 0.0 <= one.value <= 1.0 and one.seat == 1


def test_what_is_judged_of_many_is_each_players_own() -> None:
    table = Session(HEARTS, players=("rule",) * 4, seed="9")
    for _ in range(20):
        table.play(table.position.options()[0])
    analyst = Analyst(table, "ismcts:sims=30")
    found = [analyst.judge(place) for place in analyst.places[:5]]
    made = analyst.result([one for one in found if one is not None])
    assert all(one.first == one.value for one in made.judgements)
    assert [at for at, _ in made.curve] == [one.at for one in made.judgements if one.seat == 0]
