"""Positions with known answers: those that are shipped, how players are judged, and how more are made."""

from __future__ import annotations

from collections import Counter

import pytest

from mulligan.agents import make_player
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.games.lotr import LOTR
from mulligan.games.magic import MAGIC
from mulligan.games.pokemon import POKEMON
from mulligan.games.toys import NIM
from mulligan.games.tribute import TRIBUTE
from mulligan.strength.making import Wish, Worth, make, sorted_out, spots, styles_of
from mulligan.strength.proving import holds
from mulligan.strength.suite import Problem, Suite, answer, by_kind, read_suite, solve, start_of, suite_of, write_suite

GAMES = [MAGIC, POKEMON, TRIBUTE, LOTR]
LEAST = 50
NIM_WIN = Problem(
    name="nim", kind="win", goal="win", text="nim 1-3: 3 left, player 1 to move", accept=["take 3"], how="h", check="c"
)
NIM_MOVE = NIM_WIN.model_copy(update={"name": "move", "goal": "moves", "refuse": ["take 1"]})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_shipped_position_can_be_played_and_is_whole(game: Game) -> None:
    found = suite_of(game)
    assert found is not None and len(found.position) >= LEAST
    assert found.game.partition("/")[0] == game.name
    for problem in found.position:
        here = start_of(game, problem)
        words = here.options_text()
        assert problem.accept and set(problem.accept) <= set(words), problem.name
        assert set(problem.refuse) <= set(words) and not set(problem.refuse) & set(problem.accept), problem.name
        assert problem.how and problem.check
    assert max(Counter(problem.text for problem in found.position).values()) == 1


@pytest.mark.parametrize("game", [MAGIC, TRIBUTE], ids=lambda game: game.name)
def test_shipped_proofs_hold_again(game: Game) -> None:
    """A right first move and a plan behind it are found anew, and hold in other worlds."""
    from mulligan.strength.proving import answers

    found = suite_of(game)
    assert found is not None
    proved = [problem for problem in found.position if problem.goal in ("win", "live")][::6]
    assert proved
    for problem in proved:
        here = start_of(game, problem)
        goal = "win" if problem.goal == "win" else "live"
        good, bad = answers(here, here.actor, goal, 50_000, ("again",))
        assert set(here.texts(list(good))) >= set(problem.accept), problem.name
        assert not set(here.texts(bad)) & set(problem.accept)
        assert all(holds(here, here.actor, goal, plan, ("again",), 8) for plan in list(good.values())[:2])


def test_a_suite_is_read_as_it_was_written() -> None:
    made = Suite(game=NIM.id, made="a command", games=3, about="x", position=[NIM_WIN, NIM_MOVE])
    assert read_suite(write_suite(made), "x") == made


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game = 'nim'", "x: position: field required"),
        ("game = 'nim'\nposition = []", "x: position: list should have at least 1 item"),
        (write_suite(Suite(game="nim/1", position=[NIM_WIN, NIM_WIN])), "two positions"),
    ],
)
def test_a_wrong_suite_is_told(text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        read_suite(text, "x")


def test_players_are_judged_by_what_comes_of_it() -> None:
    best = make_player(NIM, "uct:sims=200")
    for problem in (NIM_WIN, NIM_MOVE):
        found = answer(best, NIM, problem, 1)
        assert found.solved and found.moves == ("take 3",)
    by_luck = [answer(make_player(NIM, "uniform"), NIM, NIM_WIN, seed).solved for seed in range(60)]
    assert 5 <= sum(by_luck) <= 40  # a third on average


def test_a_chain_of_questions_is_judged_as_a_whole() -> None:
    """`magic/best` answers card by card what others answer at once."""
    found = suite_of(MAGIC)
    assert found is not None
    some = [p for p in found.position if p.goal == "live"][:3] + [p for p in found.position if p.goal == "win"][:3]
    answers = solve(MAGIC, "magic/best:sims=50", some, 1)
    assert sum(one.solved for one in answers) >= 3
    assert list(by_kind(answers)) == list(dict.fromkeys(problem.kind for problem in some))


def test_solving_ends_when_it_is_told_to() -> None:
    assert len(solve(NIM, "uniform", [NIM_WIN, NIM_MOVE], 1, lambda number: number < 1)) == 1


def test_moves_are_sorted_out_by_what_is_certain() -> None:
    def worth(share: float) -> Worth:
        made = Worth()
        for number in range(400):
            made.add(float(number < 400 * share))
        return made

    assert sorted_out([worth(0.6), worth(0.58), worth(0.52), worth(0.2)]) == ([0, 1], [3])


def test_a_suite_can_be_made_of_any_game_and_gone_on_with() -> None:
    wish = Wish("", 1, 4, styles_of(NIM), 0, most_games=40)
    made = make(NIM, wish, "x", lambda found, games: True)
    assert made is not None and {problem.goal for problem in made.position} >= {"win"}
    for problem in made.position:
        if problem.goal == "win":
            left = int(problem.text.split(": ")[1].split()[0])
            assert problem.accept == [f"take {left}"]  # who takes the last one wins
    begun = make(NIM, wish, "x", lambda found, games: sum(found.values()) < 2)
    assert begun is not None and len(begun.position) < len(made.position)
    assert make(NIM, wish, "x", lambda found, games: True, begun) == made
    assert len(spots(NIM, wish, 3)) > 1
