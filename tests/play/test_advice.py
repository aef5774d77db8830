"""Hints speak of the moves that a person can choose, in the terminal and in the browser, in every game."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from math import isnan
from typing import Any

import pytest

import mulligan.web.ongoing as web
from mulligan.agents import ASK
from mulligan.core.position import Position
from mulligan.core.registry import find_game
from mulligan.games.lotr import LOTR
from mulligan.games.magic import MAGIC
from mulligan.games.toys import NIM
from mulligan.play.advice import Advice, Forms, advise, plan_of, promise
from mulligan.play.analysis import judge_of
from mulligan.play.seated import SeatedAgent
from mulligan.play.session import Session
from mulligan.play.thoughts import hint_lines
from mulligan.play.view import View, look
from mulligan.search import Choice, Decision
from mulligan.web.limits import Limits

GAMES = ("nim", "guess", "swap", "race", "magic", "lotr", "tribute", "pokemon")
SIMULATIONS = 200
MAIN = "magic turn 9 player 1 cards | 1: lands 4 hand land 2/2(2) 3/3(4) | 2: lands 3 hand 2/1(2) ready 2/3(3)"


def asked(name: str, seed: int, most: int = 60) -> Iterator[tuple[Position, View]]:
    """Positions of a game played at random, in which the player has a choice that the adviser has an opinion on."""
    game = find_game(name)
    setups = list(game.setups)
    here, dice = Position.deal(game, setups[seed % len(setups)], seed=seed), random.Random(seed)
    styles = SeatedAgent(game, judge_of(game, simulations=SIMULATIONS)).player.styles
    for _ in range(most):
        if here.over:
            return
        view = look(here, here.actor)
        if len(view.moves) > 1 and styles[here.look()[1]] == ASK:
            yield here.copy(), view
        here.play(dice.choice(view.moves).move)


def mind_for(name: str) -> SeatedAgent:
    game = find_game(name)
    return SeatedAgent(game, judge_of(game, simulations=SIMULATIONS))


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_is_always_a_move_of_the_list(name: str) -> None:
    seated_agent, count = mind_for(name), 0
    for seed in range(3):
        for here, view in asked(name, seed):
            advice = advise(seated_agent, seated_agent.decide(here, here.actor, seed), view.moves)
            assert advice.hinted in view.moves, (str(here), [move.text for move in view.moves])
            lines = list(hint_lines(advice))
            number = re.match(r"hint: (\d+) ", lines[0])
            assert number and view.moves[int(number[1]) - 1] == advice.hinted
            assert len({other.text for other in (advice.best, *advice.others) if other}) == 1 + len(advice.others)
            assert all(other.move in view.moves for other in advice.others)
            count += 1
    assert count > 3


class House:
    """Thinks in the same thread."""

    def think(self, work: Callable[[], Any], *_: object) -> Awaitable[Any]:
        async def thought() -> Any:
            return work()

        return thought()


@pytest.mark.parametrize("name", GAMES)
def test_the_browser_is_given_the_same_move(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "adviser", lambda game, seconds: judge_of(game, simulations=SIMULATIONS))
    game, people = find_game(name), ("you",) * find_game(name).players
    for seed in range(2):
        session, dice = Session(game, "", people, str(seed)), random.Random(seed)
        for _ in range(25):
            if session.over:
                break
            table = web.OngoingGame("t", "v", session, Limits())
            table.reveal(session.actor)
            view = table.view(session.actor)
            if table.seat == session.actor and not table.minds_play and len(view.moves) > 1:
                asyncio.run(table.advise(House()))
                assert table.hint is not None and table.hinted in view.moves
                assert table.hint.rows and table.hint.rows[0][0] == table.hinted.text
            session.play(dice.choice(view.moves).move if view.moves else session.position.options()[0])


# --- whole moves and answers ------------------------------------------------------------------------------------------


def test_answers_and_whole_moves_are_the_same_plan() -> None:
    here = Position.read(MAGIC, MAIN, "literal")
    skip = here.read_move("skip 3/3(4)")
    line = (skip, here.copy().play(skip).read_move("cast 2/2(2)"))
    forms, whole = Forms(here), here.read_move("play land 2/2(2)")
    assert forms.listed(line, here.options()) == (whole, 2)
    assert forms.listed((whole,), here.options(chain=True)) == (skip, 1)
    assert forms.answers(whole) == line
    assert forms.same(line, (whole,)) and forms.same((whole,), line)
    assert not forms.same(line, (here.read_move("play land 3/3(4)"),))
    assert forms.listed((), here.options()) is None
    assert forms.listed((skip,), here.options()) is None  # half a plan is none of the list


def test_a_half_plan_is_told_as_such() -> None:
    here = Position.read(MAGIC, MAIN, "literal")
    seated_agent = SeatedAgent(MAGIC, "uniform")
    skip = here.read_move("skip 3/3(4)")
    advice = advise(seated_agent, Decision(here, "x", 0, (skip,)), look(here, 0).moves)
    assert advice.hinted is None and list(hint_lines(advice)) == ["hint: ...: skip 3/3(4): by rule"]


def test_the_next_best_moves_of_magic_are_whole() -> None:
    here = Position.read(MAGIC, MAIN, "literal")
    seated_agent = mind_for("magic")
    view = look(here, 0)
    advice = advise(seated_agent, seated_agent.decide(here, 0, 1), view.moves)
    texts = [move.text for move in view.moves]
    assert all(other.text in texts for other in advice.others) and advice.others


def test_asked_question_by_question_the_first_answer_is_marked() -> None:
    seated_agent, found = mind_for("lotr"), 0
    for seed in range(8):
        for here, view in asked("lotr", seed, 40):
            advice = advise(seated_agent, seated_agent.decide(here, 0, seed), view.moves)
            if advice.best is not None and advice.best.whole:
                assert advice.best.move in view.moves
                who, _, does = advice.best.text.rpartition(" ")
                if does in ("goes", "stays"):
                    found += 1
                    assert (who in advice.best.whole) == (does == "goes")
                assert f"(part of: {advice.best.whole})" in next(hint_lines(advice))
    assert found


# --- what comes next, and what it is worth ----------------------------------------------------------------------------


def nim_advice() -> Advice:
    here = Position.deal(NIM)
    seated_agent = SeatedAgent(NIM, "ismcts:sims=3000")
    return advise(seated_agent, seated_agent.decide(here, 0, 1), look(here, 0).moves)


def test_a_hint_tells_what_comes_next() -> None:
    advice = nim_advice()
    first, expected, others = hint_lines(advice)
    assert first.startswith("hint: 3 take 3: win chance ")
    assert re.match(r"expected then: opponent: take \d; take \d", expected) and others.startswith("next best: ")
    assert plan_of(advice.decision)[0] == 3
    assert next(hint_lines(advice, numbers=False)).startswith("hint: take 3: ")


def test_without_a_search_nothing_is_promised() -> None:
    here = Position.deal(NIM)
    seated_agent = SeatedAgent(NIM, "uniform")
    advice = advise(seated_agent, seated_agent.decide(here, 0, 1), look(here, 0).moves)
    assert advice.best is not None and isnan(advice.best.chance)
    assert next(hint_lines(advice)).endswith(": by rule")


def test_a_chance_is_a_mean_even_where_the_best_decides() -> None:
    choice = Choice(3, 10, 0, 0.25, 0.1, 0.3, 1.0, 1, 0.2)
    settings = SeatedAgent(find_game("tribute"), judge_of(find_game("tribute"), simulations=100)).player.settings  # type: ignore[attr-defined]
    assert settings.backup == "max" and promise(choice, settings) == promise(choice) == 0.25
    assert promise(choice, replace(settings, win=1.0, loss=-1.0)) == 0.625


def test_a_hint_depends_on_no_hidden_chance() -> None:
    """The game's own chance must not be told by what is expected."""
    start = Position.deal(LOTR, seed=5)
    other = start.copy()
    other.seed = "another chance"
    seated_agent = mind_for("lotr")
    said = [advise(seated_agent, seated_agent.decide(here, 0, 1), look(here, 0).moves).line for here in (start, other)]
    assert said[0] == said[1]
