"""The conformance test looks at every seat: faults that concern the third one alone are found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mulligan.agents import make_player
from mulligan.check import check_game
from mulligan.check.agents import check_agent
from mulligan.core.game import UNSEEN, Game
from mulligan.games.toys import AIM, ENDS
from mulligan.games.toys import aim as rules
from mulligan.kernel import interpret

from ..helpers import seats_help
from ..helpers.seats_help import FACE_DOWN, PARTNERS

PLAIN = AIM.interpreted()
THIRD = 2
hide, observe, payoff, advise = (interpret(getattr(rules, name)) for name in ("hide", "observe", "payoff", "advise"))


@pytest.mark.parametrize("game", [AIM, ENDS, FACE_DOWN, PARTNERS], ids=lambda game: game.name)
def test_games_for_three_and_four_pass(game: Game) -> None:
    named = ["termination", "hidden honesty", "redealt honesty", "twin games", "seen open", "seen secret"]
    report = check_game(game, examples=60, only=[*named, "hidden fairness", "hidden completeness"])
    assert report.passed, str(report)


def test_secret_moves_are_compared_for_every_seat_that_does_not_make_them() -> None:
    report = check_game(FACE_DOWN, examples=60, only=["seen secret", "seen open"])
    assert report.clause("seen secret").tried > 100


def hide_spares_the_third(s: Any, t: Any, seat: int, rng: Any) -> None:
    """To the third player the first one's other card stays what it is."""
    kept = s.other[0]
    hide(s, t, seat, rng)
    if seat == THIRD and s.turn > 0:
        s.other[0] = kept


def hide_draws_low_for_the_third(s: Any, t: Any, seat: int, rng: Any) -> None:
    """To the third player the second one holds a 1 too often."""
    hide(s, t, seat, rng)
    if seat == THIRD and s.turn < 2 and s.card[1] == 2:
        s.card[1] = 1


def observe_shows_the_third(s: Any, t: Any, seat: int, out: Any) -> int:
    """The third player is shown what the first one keeps."""
    n = observe(s, t, seat, out)
    out[n] = s.other[0] if seat == THIRD else 0
    return int(n + 1)


def payoff_less_for_the_third(s: Any, seat: int) -> float:
    return float(payoff(s, seat)) * (0.5 if seat == THIRD else 1.0)


def advise_the_third_by_hidden_cards(s: Any, t: Any, style: int, rng: Any, out: Any) -> int:
    n = advise(s, t, style, rng, out)
    if s.turn == THIRD:
        out[0] = max(s.card[THIRD], s.other[THIRD]) if s.other[0] > 3 else min(s.card[THIRD], s.other[THIRD])
    return int(n)


def seen_by_the_third(s: Any, t: Any, move: int, seat: int) -> int:
    return move if seat == THIRD else int(seats_help.seen(s, t, move, seat))


def unseen_by_the_third(s: Any, t: Any, move: int, seat: int) -> int:
    return UNSEEN if seat == THIRD and s.turn != THIRD else move


MUTANTS = {
    "a card that hiding leaves": ("redealt honesty", replace(PLAIN, hide=hide_spares_the_third)),
    "unlikely cards": ("hidden fairness", replace(PLAIN, hide=hide_draws_low_for_the_third)),
    "a card that is shown": ("hidden view", replace(PLAIN, observe=observe_shows_the_third, max_numbers=7)),
    "another payoff": ("termination", replace(PLAIN, payoff=payoff_less_for_the_third)),
    "advice by hidden cards": ("redealt styles", replace(PLAIN, advise=advise_the_third_by_hidden_cards)),
    "a secret move that is told": ("seen secret", replace(FACE_DOWN, seen=seen_by_the_third)),
    "an open move that is not told": ("seen open", replace(PLAIN, seen=unseen_by_the_third)),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_fault_for_the_third_seat_alone_is_caught(name: str) -> None:
    clause, game = MUTANTS[name]
    report = check_game(game, only=[clause], setups=["10"])
    assert report.failed == [clause], str(report)


def test_of_two_sides_the_payoffs_add_up() -> None:
    def both_win(s: Any, seat: int) -> float:
        return 1.0

    report = check_game(replace(PARTNERS.interpreted(), payoff=both_win), only=["termination"])
    assert report.failed == ["termination"] and "two sides should add up to 1" in str(report)


def test_agents_are_checked_from_every_seat() -> None:
    report = check_agent(lambda: make_player(AIM, "ismcts:sims=10"), AIM, examples=30)
    assert report.passed, str(report)
    assert report.clause("silence").tried >= 30
