"""Searches with more than two seats: max^n and paranoid on a game where they differ, teams, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mulligan.agents import make_player
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.games.toys import AIM, ENDS, GUESS, NIM, aim
from mulligan.games.toys.ends import LEFT, RIGHT, maxn, paranoid, solve
from mulligan.kernel import compiled, record
from mulligan.search import Decision, Searcher, Settings
from mulligan.search.parts import Part

from ..helpers.search_help import field
from ..helpers.seats_help import PARTNERS

FORK = "ends 6: 3 2 9 1 1 5, points 0 0 0, player 1 to move"
"""If everybody plays for himself, left is worth 12 points of 21 and right 7; if all play against one, 5 and 7."""


def decide(game: Game, text: str, setup: str, seed: int = 1, **settings: Any) -> Decision:
    usual: dict[str, Any] = {"sims": 20_000, "deal": "never", "c": 0.2}
    return Searcher(game, Settings(**usual | settings)).decide(Position.read(game, text, setup), seed=seed)


def test_max_n_and_paranoid_are_solved_by_hand() -> None:
    here = Position.read(ENDS, FORK, "6")
    assert {move: 21 * worth for move, worth in solve(here).items()} == pytest.approx({LEFT: 12, RIGHT: 7})
    assert {move: 21 * worth for move, worth in solve(here, afraid=True).items()} == pytest.approx({LEFT: 5, RIGHT: 7})
    # After the left 3, for themselves, the second player takes 5 rather than 2, and the third 2 rather than 1.
    assert maxn((2, 9, 1, 1, 5), 1) == (9, 6, 3)
    assert paranoid((2, 9, 1, 1, 5), 1, 0) == 2  # against him, one of them takes the 9


def test_the_reward_of_each_mover_leads_to_max_n_and_paranoid_credit_elsewhere() -> None:
    for credit, chosen, worth in (("mover", LEFT, 12 / 21), ("paranoid", RIGHT, 7 / 21)):
        for seed in (1, 2, 3):
            found = decide(ENDS, FORK, "6", seed, credit=credit)
            assert found.moves == (chosen,), credit
            best = next(choice for choice in found.choices if choice.move == chosen)
            assert best.mean == pytest.approx(worth, abs=0.01)


def test_every_seat_searches_for_itself() -> None:
    for player in (1, 2, 3):
        text = FORK.replace("player 1", f"player {player}")
        assert decide(ENDS, text, "6").words() == ["left 3"]
        assert decide(ENDS, text, "6", credit="paranoid").words() == ["right 5"]


def test_paranoid_search_finds_the_paranoid_value_of_many_rows() -> None:
    for seed in range(12):
        here = Position.deal(ENDS, "6", seed)
        worths = solve(here, afraid=True)
        found = Searcher(ENDS, Settings(sims=10_000, deal="never", c=0.2, credit="paranoid")).decide(here, seed=1)
        assert worths[found.moves[0]] == pytest.approx(max(worths.values()), abs=0.02)
        assert found.value == pytest.approx(max(worths.values()), abs=0.02)


def test_paranoid_of_two_players_is_max_n() -> None:
    settings: dict[str, Any] = {"sims": 500, "win": 3.0, "draw": 1.0, "loss": -1.0, "c": 2.0}
    for game, text, setup in ((NIM, "nim 1-3: 14 left, player 1 to move", "15-3"), (GUESS, "", "8")):
        for seed in (1, 2):
            here = Position.read(game, text, setup) if text else Position.deal(game, setup, seed)
            one, two = (
                Searcher(game, Settings(**settings, credit=credit)).decide(here, seed)
                for credit in ("mover", "paranoid")
            )
            assert one.choices == two.choices and one.moves == two.moves


def test_partners_search_as_two_players_do() -> None:
    for stones in (5, 10, 13):
        text = f"nim 1-3: {stones} left, player 1 to move"
        for credit in ("mover", "paranoid"):
            one, two = (decide(game, text, "15-3", sims=2000, credit=credit) for game in (NIM, PARTNERS))
            assert [(c.move, c.visits, c.mean) for c in one.choices] == [
                (c.move, c.visits, c.mean) for c in two.choices
            ]


def test_a_side_is_valued_once_whatever_an_evaluation_says_of_its_seats() -> None:
    @compiled
    def evaluate(s: Any, t: Any, seat: Any, style: Any) -> Any:
        return 0.1 * seat

    seen: list[list[float]] = []

    def back_up(m: Any, depth: Any, plan: Any) -> None:
        seen.append([float(reward) for reward in m.rewards])
        for i in range(depth + 1):
            m.nodes[m.path[i]].visits += 1

    part = Part("backup", "noting", make=lambda game, made: {"add": back_up})
    game = replace(PARTNERS.interpreted(), evaluate=evaluate)
    Searcher(game, Settings(sims=3, deal="never", cut="1moves", backup=part)).decide(Position.deal(game, "21-4"))
    assert seen and all(rewards == [0.0, 0.1, 0.0, 0.1] for rewards in seen)


def test_a_team_finds_its_best_move_together() -> None:
    for text in (
        "aim 10: 1 or 6, 1 or 6, 3 or 4",
        "aim 10: 5 kept 2, 1 or 6, 3 or 4",
        "aim 10: 5 kept 2, 1 kept 6, 3 or 4",
    ):
        here = Position.read(AIM, text)
        worths = aim.solve(here)
        for agent in ("ismcts:sims=3000", "ensemble:trees=20,sims=300"):
            found = make_player(AIM, agent).decide(here, 1)
            assert found.moves[0] == max(worths, key=lambda move: worths[move]), (text, agent)


def test_mast_keeps_the_averages_of_every_seat_apart() -> None:
    searcher = Searcher(ENDS, Settings(sims=300, deal="never", rollout="mast"))
    searcher.decide(Position.read(ENDS, FORK, "6"))
    averages = searcher.shared["playout"]
    kept = [i for i in range(len(averages)) if field(averages, i, "visits") > 0]
    assert sorted(field(averages, i, "key") for i in kept) == [0, 1, 2, 3, 4, 5]  # three seats times left and right
    assert sum(field(averages, i, "visits") for i in kept) > 300


def test_compiled_and_interpreted_searches_agree() -> None:
    for game, setup in ((ENDS, "9"), (AIM, "10")):
        for settings in (Settings(sims=60), Settings(sims=60, credit="paranoid", deal="every", rollout="mast")):
            one, two = (
                Searcher(g, settings).decide(Position.deal(g, setup, 5), seed=3) for g in (game, game.interpreted())
            )
            assert one.choices == two.choices and one.moves == two.moves


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (Settings(credit="depth"), "credit=depth: for two players who take turns, and ends has 3"),
        (Settings(leaks=True, blind="take"), "leaks: for one player, or two against each other, and ends is not so"),
    ],
)
def test_what_makes_sense_for_two_alone_is_refused(settings: Settings, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        Searcher(ENDS, settings)


def test_blind_nodes_are_lost_for_every_seat() -> None:
    text = FORK.replace("player 1", "player 3")
    found = Searcher(ENDS, Settings(sims=2, deal="never", blind="take", loss=-1.0)).decide(
        Position.read(ENDS, text, "6")
    )
    assert [choice.mean for choice in found.choices] == [-1.0, -1.0]


# --- what a game may be -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"players": 0}, "0 players; games have 1 to 8"),
        ({"players": 9}, "9 players; games have 1 to 8"),
        ({"teams": (0, 1)}, "the number of a side, from 0 on, for each of 3 seats"),
        ({"teams": (0, 2, 2)}, "the number of a side, from 0 on, for each of 3 seats"),
        ({"teams": (0, 1, 1)}, "should be of equal size"),
    ],
)
def test_games_have_one_to_eight_seats_and_teams_of_equal_size(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        replace(ENDS, **changes)


def test_sides_are_teams_or_seats() -> None:
    assert (ENDS.sides, AIM.sides, PARTNERS.sides, NIM.sides) == (3, 1, 2, 2)
    assert PARTNERS.seats_of(1) == [1, 3] and PARTNERS.side(2) == 0
    assert AIM.seats_of(0) == [0, 1, 2] and ENDS.seats_of(2) == [2]
    assert replace(NIM, players=8, State=record(stones="i8", turn="i8")).sides == 8
