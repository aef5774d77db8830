"""Beam search: what it keeps, what it finds, and that it is the same in both modes."""

from __future__ import annotations

from typing import Any

import pytest

from mulligan import Position, UsageError, find_game, make_player
from mulligan.check import check_player
from mulligan.core.game import Game
from mulligan.search import BeamSearcher, BeamSettings, change_beam

TRIBUTE = find_game("tribute")


def opening(game: Game, seed: int) -> Position:
    """The first decision of a game with random patrons."""
    return Position.deal(game, "random", seed)


def everything(position: Position, seat: int, evaluation: str, left: int) -> float:
    """The best that any sequence of up to `left` moves of the turn leads to, in this very world."""
    assert position.game.end is not None
    turn, best = position.turn, -1.0
    for move in position.options():
        if move == position.game.end:
            best = max(best, position.evaluate(seat, evaluation))
            continue
        after = position.copy()
        after.play_with(move, stream())
        if after.over or after.turn != turn or left == 1:
            best = max(best, after.evaluate(seat, evaluation))
        else:
            best = max(best, everything(after, seat, evaluation, left - 1))
    return best


def stream() -> Any:
    from mulligan.core.position import make_stream

    return make_stream(TRIBUTE, "beam test")


@pytest.mark.parametrize("seed", range(4))
def test_a_beam_that_keeps_everything_finds_the_best_turn(seed: int) -> None:
    here = opening(TRIBUTE, seed)
    settings = BeamSettings(width=3000, depth=4, evaluate="h1", search="turn+choice")
    searcher = BeamSearcher(TRIBUTE, settings)
    world = here.hide(here.actor, stream())
    found = searcher.decide(world, seed)
    # set-up hands draw nothing within four moves here, so every world has the same best
    assert found.choices[0].mean == pytest.approx(everything(world, here.actor, "h1", 4), abs=0.02)


def test_a_wider_beam_finds_no_worse_turn() -> None:
    worse = 0
    for seed in range(20):
        here = opening(TRIBUTE, seed)
        values = [
            BeamSearcher(TRIBUTE, BeamSettings(width=width, evaluate="h1", search="turn+choice")).decide(here, seed)
            for width in (1, 30)
        ]
        worse += values[1].choices[0].mean < values[0].choices[0].mean - 1e-9
    assert worse <= 1


def test_what_is_kept_makes_a_difference() -> None:
    differ = 0
    for seed in range(12):
        here = opening(TRIBUTE, seed)
        results = [
            BeamSearcher(TRIBUTE, BeamSettings(width=4, keep=keep, scale=50000.0, search="turn+choice")).decide(here, 1)
            for keep in ("best", "inverted")
        ]
        differ += results[0].choices != results[1].choices
    assert differ >= 3


def test_the_same_in_compiled_and_interpreted_code() -> None:
    plain = TRIBUTE.interpreted()
    for seed in range(2):
        settings = BeamSettings(width=5, depth=6, fresh=True, keep="inverted", evaluate="h3_2025", search="turn+choice")
        results = [BeamSearcher(game, settings).decide(opening(game, seed), seed) for game in (TRIBUTE, plain)]
        assert results[0].moves == results[1].moves
        assert [c.mean for c in results[0].choices] == pytest.approx([c.mean for c in results[1].choices])


@pytest.mark.parametrize("name", ["beam:width=3,search=turn+choice", "sot/MaxPrestigeBot:width=20"])
def test_beams_are_honest(name: str) -> None:
    report = check_player(TRIBUTE, name, examples=15)
    assert report.passed, str(report)


def test_settings_are_read_and_printed() -> None:
    settings = change_beam(BeamSettings(), {"width": "7", "fresh": "", "keep": "inverted"})
    assert str(settings) == "width=7,keep=inverted,fresh"
    assert make_player(TRIBUTE, f"beam:{settings}").configuration == f"beam:{settings}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("beam:widht=3", "unknown beam setting 'widht'"),
        ("beam:width=0", "width=0: should be from 1 to 10000"),
        ("beam:width=x", "should be a whole number"),
        ("beam:keep=worst", "unknown keep 'worst'"),
        ("beam:evaluate=luck", "unknown evaluation of tribute 'luck'"),
        ("sot/BeamSearchBot:faithful=perhaps", "faithful=perhaps: should be yes or no"),
    ],
)
def test_mistakes_are_told(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        make_player(TRIBUTE, text)
