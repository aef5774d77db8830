"""Decisions in notebooks."""

from __future__ import annotations

from dataclasses import replace

from mulligan.agents import make_player
from mulligan.core.position import Position, make_stream
from mulligan.games.hearts import HEARTS
from mulligan.games.toys import GUESS, NIM

from ..helpers.html_help import HOSTILE, safe


def test_a_decision_shows_moves_cost_and_tree() -> None:
    player = make_player(NIM, "uct:sims=60")
    here = Position.deal(NIM, seed=1)
    decision = player.decide(here, seed=1)
    html = decision._repr_html_()
    found = safe(html)
    assert "mulligan-tree" in html and "mulligan-table" in html
    assert "60 simulations, 1 tree" in found.text and "take 2" in found.text
    assert repr(decision).startswith("<Decision of uct:sims=60 for player 1: take ") and "60 simulations>" in repr(
        decision
    )
    player.decide(here.play("take 1"), seed=2)
    assert "mulligan-tree" not in decision._repr_html_(), "its tree is another one now"


def test_a_decision_by_rule_has_no_statistics() -> None:
    decision = make_player(NIM, "uniform").decide(Position.deal(NIM, seed=1), seed=1)
    assert "<table" not in decision._repr_html_() and "value" not in repr(decision)


def test_hostile_names_are_text() -> None:
    decision = make_player(NIM, "uct:sims=60").decide(Position.deal(NIM, seed=1), seed=1)
    assert "alert(1)" in safe(replace(decision, agent=HOSTILE)._repr_html_()).text


def test_hidden_cards_are_in_no_decision() -> None:
    """The same findings over another world that the seat cannot tell from this one look the same."""
    for game in (GUESS, HEARTS):
        here = Position.deal(game, seed=4)
        seat = here.actor
        decision = replace(make_player(game, "uct:sims=30").decide(here, seed=1), grown=None)
        for i in range(4):
            other = replace(decision, position=here.hide(seat, make_stream(game, "world", i)))
            assert other._repr_html_() == decision._repr_html_() and repr(other) == repr(decision)
