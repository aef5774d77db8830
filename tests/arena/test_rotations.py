"""Several sides at a table: who sits where, what a result is worth, how sure it is, and what is kept of it."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mulligan.agents import make_player
from mulligan.arena.campaign import plan, run_campaign
from mulligan.arena.contest import Contest, play_pair
from mulligan.arena.experiment import parse_experiment
from mulligan.arena.jobs import ThreadWorkers
from mulligan.arena.match import run_match
from mulligan.arena.rate import Rate, share_of
from mulligan.arena.ratings import ELO, ratings
from mulligan.arena.runner import GameRunner, fair_score, seating
from mulligan.arena.sprt import Sprt
from mulligan.arena.statistics import mean_test, pair_test
from mulligan.arena.store import Store
from mulligan.arena.tournament import meeting_weight, share_between, standings, tournament
from mulligan.core.errors import UsageError
from mulligan.games.toys import AIM, ENDS, NIM
from mulligan.play.replay import play_again, stored_game

from ..helpers.seats_help import PARTNERS
from ..helpers.store_help import as_in_schema_5

# --- seats ------------------------------------------------------------------------------------------------------------


def test_sides_move_on_by_one_seat_and_partners_stay_together() -> None:
    assert [seating(ENDS, r) for r in range(3)] == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
    assert [seating(PARTNERS, r) for r in range(2)] == [[0, 1, 2, 3], [1, 0, 3, 2]]
    assert [seating(NIM, r) for r in range(2)] == [[0, 1], [1, 0]]
    assert seating(AIM, 0) == [0, 1, 2]


def test_a_contest_seats_one_two_or_all() -> None:
    assert Contest("ends", ("uniform", "greedy")).seated == ("uniform", "greedy", "greedy")
    assert Contest("ends", ("uniform", "greedy", "uct")).seated == ("uniform", "greedy", "uct")
    assert Contest("aim", ("pace",)).seated == ("pace",) * 3
    assert Contest("partners", ("uniform", "flat"), own=PARTNERS).seated == ("uniform", "flat", "uniform", "flat")
    assert [Contest(game, ("uniform",)).seats for game in ("aim", "ends", "nim", "swap")] == [1, 3, 2, 1]
    for game, agents, told in (
        ("ends", ("uniform",), "ends needs two players, or 3, and here are uniform"),
        ("ends", ("uniform",) * 4, "ends needs two players, or 3"),
        ("aim", ("pace", "pace"), "aim needs one player"),
    ):
        with pytest.raises(UsageError, match=told):
            Contest(game, agents).table()


def test_of_two_agents_the_second_fills_the_table_and_the_identity_says_so() -> None:
    two, three = Contest("ends", ("uniform", "greedy")), Contest("ends", ("uniform", "greedy", "greedy"))
    assert two.identity["players"] == ["uniform", "greedy", "greedy"] and two.key == three.key
    assert Contest("aim", ("pace",)).identity["players"] == ["pace"]


def test_every_seat_has_a_player_and_a_stream_of_its_own() -> None:
    table = Contest("ends", ("uct:sims=5", "uct:sims=5")).table()
    assert len({id(player) for player in table.players}) == 3
    runner = GameRunner(ENDS, "15", [make_player(ENDS, "uniform")] * 3)
    seen: list[tuple[int, int]] = []
    runner.play(1, 0, 0, observer=lambda here, move, seat, decision: seen.append((seat, move)))
    moves = {seat: [move for who, move in seen if who == seat] for seat in range(3)}
    assert len(set(map(tuple, moves.values()))) > 1


def test_a_deal_is_the_same_for_all_rotations_and_points_follow_the_player() -> None:
    table = Contest("ends", ("greedy", "uniform")).table()
    first: list[list[int]] = []
    rows: list[Any] = []
    for rotation in range(3):
        rows.clear()
        played = table.play(7, 3, rotation, observer=lambda here, move, seat, decision: rows.append(here.fields()))
        first.append(rows[0]["row"])
        last = rows[-1]
        taken = [points + (last["turn"] % 3 == seat) * max(last["row"]) for seat, points in enumerate(last["points"])]
        assert played.payoffs[0] == taken[rotation] / sum(taken)  # the first player's, wherever it sits
        assert sum(played.payoffs) == pytest.approx(1)
    assert first[0] == first[1] == first[2]


def test_decisions_of_the_first_player_and_of_all_others_are_counted() -> None:
    table = Contest("ends", ("uct:sims=7", "greedy")).table()
    for rotation in range(3):
        played = table.play(1, 0, rotation)
        assert played.decisions[1] == 6 and 2 <= played.decisions[0] <= 3
        assert played.simulations == (7 * played.decisions[0], 0)


def test_a_table_tells_every_listener_what_its_seat_sees() -> None:
    table = Contest("ends", ("uct:sims=20,reuse", "greedy")).table()
    plain = Contest("ends", ("uct:sims=20,reuse", "greedy")).table()
    watched = plain.play(5, 1, 2, observer=lambda *_: None)  # move by move, as the compiled loop does it
    assert table.play(5, 1, 2)[:5] == watched[:5]


# --- the scale --------------------------------------------------------------------------------------------------------


@given(st.lists(st.lists(st.floats(0, 1), min_size=4, max_size=4), min_size=1, max_size=5))
def test_between_equals_the_scores_of_a_rotation_make_one_half(deals: list[list[float]]) -> None:
    # If everybody plays alike, each seat is paid the same whoever sits there: no matter how unfair the seats are.
    for seats in deals:
        scores = [fair_score([seats[r], *(seats[:r] + seats[r + 1 :])]) for r in range(4)]
        assert share_of(sum(scores), 4) == 0.5


@given(st.floats(0, 1))
def test_of_two_sides_the_score_is_the_payoff(own: float) -> None:
    assert fair_score([own, 1 - own]) == own and fair_score([own]) == own


def deals_of(rng: Any, count: int, edge: float) -> Any:
    """Payoffs [deal, rotation, player] of three: the winner takes all; seats and cards count, and an edge of one."""
    cards = rng.normal(size=(count, 1, 3)) + np.array([0.6, 0.0, -0.6])  # by seat, the same in all rotations
    order = np.array([[(player + rotation) % 3 for player in range(3)] for rotation in range(3)])  # where players sit
    strength = np.take_along_axis(np.repeat(cards, 3, axis=1), order[None].repeat(count, axis=0), axis=2)
    strength = strength + np.array([edge, 0.0, 0.0]) + rng.normal(size=(count, 3, 3)) * 0.7
    return (strength == strength.max(axis=2, keepdims=True)).astype(float)


def shares_of(payoffs: Any) -> Any:
    own, others = payoffs[:, :, 0], payoffs[:, :, 1:].mean(axis=2)
    return np.round((0.5 + (own - others) / 2).mean(axis=1), 9)


@pytest.mark.parametrize("edge", [0.0, 0.5])
def test_intervals_over_rotations_hold_what_they_promise(edge: float) -> None:
    rng = np.random.default_rng(19)
    truth = float(shares_of(deals_of(rng, 400_000, edge)).mean())
    assert abs(truth - 0.5) < 0.002 if edge == 0 else truth > 0.55
    for count in (10, 25, 60):
        held, runs = 0, 1500
        for _ in range(runs):
            low, high = Rate(Counter(shares_of(deals_of(rng, count, edge)).tolist()), 3).interval()
            held += low <= truth <= high
        # 95 % less four standard errors, over 1,500 runs; on the safe side it may be more
        assert held / runs > 0.95 - 4 * np.sqrt(0.95 * 0.05 / runs), (edge, count, held / runs)


def test_between_equals_the_test_raises_false_alarms_as_rarely_as_it_says() -> None:
    rng = np.random.default_rng(3)
    runs = 2000
    alarms = sum(mean_test(shares_of(deals_of(rng, 30, 0.0)).tolist()) < 0.05 for _ in range(runs))
    assert alarms / runs < 0.05 + 4 * np.sqrt(0.05 * 0.95 / runs)


def test_a_sign_test_would_not_do_where_one_sits_against_several() -> None:
    # One of eight wins by luck alone: most rotations have no win at all or one, and few have many.
    chance = random.Random(1)
    shares = [share_of(sum(1.0 if chance.random() < 1 / 8 else 0.5 - 1 / 14 for _ in range(8)), 8) for _ in range(4000)]
    assert pair_test(shares) < 0.001 < 0.01 < mean_test(shares)


def test_the_t_test_is_that_of_the_books() -> None:
    # Student's own sleep data (1908), moved and scaled: t = 4.0621 with 9 degrees of freedom, p = 0.00283.
    sleep = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    assert mean_test([0.5 + hours / 10 for hours in sleep]) == pytest.approx(0.00283, abs=1e-5)
    assert mean_test([]) == mean_test([0.7]) == 1.0
    assert mean_test([0.75] * 6) == pair_test([0.75] * 6)


# --- ratings ----------------------------------------------------------------------------------------------------------


def test_ratings_from_finishing_orders_are_right_and_on_the_safe_side() -> None:
    rng = np.random.default_rng(7)
    names, strengths = ["a", "b", "c", "d"], np.array([0.6, 0.2, -0.2, -0.6])
    held = spread = 0.0
    runs = 300
    for _ in range(runs):
        orders = strengths + rng.gumbel(size=(40, 4, 4))  # Plackett and Luce: who has the greater number is paid more
        deals, pairs = orders.tolist(), combinations(names, 2)
        shares = {pair: [share_between(*pair, names, games) for games in deals] for pair in pairs}
        weight = meeting_weight(4, 4)
        table = ratings(names, {pair: (sum(some) * weight, len(some) * weight) for pair, some in shares.items()})
        middle, low, high = table.difference("a", "d")
        held += low <= 1.2 * ELO <= high
        spread += middle / (1.2 * ELO) / runs
    assert held / runs > 0.95 and spread == pytest.approx(1, abs=0.05)


def test_meetings_of_a_player_in_a_game_count_as_one_game() -> None:
    assert meeting_weight(5, 4) * 3 == pytest.approx(4) and meeting_weight(2, 4) == 4


# --- matches ----------------------------------------------------------------------------------------------------------


def test_a_match_of_three_sides_rotates_one_player_through_all_of_them() -> None:
    result = run_match(ENDS, "greedy", "uniform", pairs=40, seed=1)
    found = json.loads(json.dumps(result.to_dict()))
    assert found["games"] == 120 == 3 * found["pairs"] == found["wins"] + found["draws"] + found["losses"]
    assert found["rate"] > 0.5 and found["p_value"] < 0.001 and found["ci95"] == found["ci95_pairs"]
    assert found["elo"] is None and found["elo95"] == [None, None] and found["first_seat_rate"] is None
    own, others = found["payoff_means"]
    assert own + 2 * others == pytest.approx(1) and found["rate"] == pytest.approx(0.5 + (own - others) / 2)
    assert sum(found["seat_means"]) == pytest.approx(1) and found["seat_means"][0] > found["seat_means"][2]
    assert [agent["name"] for agent in found["by_agent"]] == ["greedy", "uniform"]
    assert found["by_agent"][0]["decisions"] * 2 == found["by_agent"][1]["decisions"] == 720
    again = run_match(ENDS, "greedy", "uniform", pairs=40, seed=1, workers=2)
    assert [pair.payoffs for pair in again.played] == [pair.payoffs for pair in result.played]


def test_equal_players_of_three_sides_are_even() -> None:
    result = run_match(ENDS, "greedy", "greedy", pairs=30, seed=2)
    assert result.rate == 0.5 and all(pair.share == 0.5 for pair in result.played)
    assert result.to_dict()["p_value"] == 1.0
    low, high = result.to_dict()["ci95"]
    assert low < 0.5 < high


def test_players_who_win_together_are_compared_on_the_same_deals() -> None:
    result = run_match(AIM, "ismcts:sims=300", "uniform", pairs=60, seed=1)
    found = result.to_dict()
    assert found["games"] == 120 and found["wins"] + found["draws"] + found["losses"] == 60
    assert found["payoff_means"][0] > found["payoff_means"][1] and found["first_seat_rate"] is None
    assert all(pair.solo and pair.first.decisions_2 == 0 for pair in result.played)
    assert found["by_agent"][0]["decisions"] == 180


def test_partners_play_a_match_of_two_sides() -> None:
    result = run_match(PARTNERS, "uct:sims=300", "uniform", pairs=20, seed=1)
    found = result.to_dict()
    assert found["games"] == 40 and found["rate"] > 0.8 and found["elo"] is not None
    assert "seat_means" not in found and 0 <= found["first_seat_rate"] <= 1


def test_sequential_tests_of_more_than_two_sides_are_refused_with_a_reason() -> None:
    with pytest.raises(UsageError, match="ends has 3 sides, and the test is for two"):
        run_match(ENDS, "greedy", "uniform", pairs=5, seed=1, sprt=Sprt(0, 20))
    text = """
    title = "Three"
    game = "ends"
    games = 30
    design = { kind = "gauntlet", players = ["greedy"], against = ["uniform"] }
    """
    with pytest.raises(UsageError, match=r"sprt: .*the test is for two"):
        parse_experiment(text + "sprt = { elo0 = 0, elo1 = 20 }", "three")
    with pytest.raises(UsageError, match="points: those of the first seat are for two sides"):
        parse_experiment(text + 'points = "seat"', "three")


# --- stores -----------------------------------------------------------------------------------------------------------


def test_a_store_keeps_rotations_and_payoffs_and_games_are_played_again(tmp_path: Path) -> None:
    with Store(tmp_path / "kept.sqlite") as store:
        first = run_match(ENDS, "greedy", "uct:sims=20", pairs=6, seed=1, store=store, name="three")
        assert first.new_games == 18
        again = run_match(ENDS, "greedy", "uct:sims=20", pairs=8, seed=1, store=store, name="three")
        assert again.new_games == 6 and again.played[:6] == first.played
        contest = Contest("ends", ("greedy", "uct:sims=20"))
        number = store.contest(contest)
        assert store.query("SELECT DISTINCT seat FROM game ORDER BY seat") == [(0,), (1,), (2,)]
        assert store.payoffs(number, 3) == {pair.number: pair.payoffs for pair in again.played}
        assert store.rate(number, 3).value == pytest.approx(again.rate)
        cell = store.experiment("three")[0]
        assert cell.seats == 3 and cell.agents == ("greedy", "uct:sims=20")
        row = stored_game(store, number, 2, 2)
        exported = list(store.games("three"))
        assert len(exported) == 24 and exported[0]["second"] == "uct:sims=20"
        assert exported[0]["second_player"] == make_player(ENDS, "uct:sims=20").configuration
    assert play_again(contest, row).session.players == ("uct:sims=20", "uct:sims=20", "greedy")


def test_a_store_of_pairs_from_before_is_read(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    with Store(path) as store:
        before = run_match(NIM, "uct:sims=5", "uniform", pairs=4, seed=1, store=store, name="pairs")
        as_in_schema_5(store.db)
        for table in ("game", "measured"):
            store.db.execute(f"ALTER TABLE {table} DROP COLUMN payoffs")
        store.db.execute("PRAGMA user_version = 4")
    shutil.copy(path, tmp_path / "copy.sqlite")
    with Store(path) as store:
        after = run_match(NIM, "uct:sims=5", "uniform", pairs=4, seed=1, store=store, name="pairs")
        assert after.new_games == 0 and after.played == before.played


# --- tournaments ------------------------------------------------------------------------------------------------------


def played(store: Store, made: Any) -> Any:
    courses = plan(store, [made], 1.0)
    run_campaign(store, courses, ThreadWorkers(1))
    return standings(made, store)


def test_a_tournament_seats_different_players_in_every_order(tmp_path: Path) -> None:
    made = tournament("ends", ["uniform", "greedy", "uct:sims=40"], pairs=12)
    assert [cell.label for cell in made.cells] == ["uniform v greedy v uct:sims=40", "uniform v uct:sims=40 v greedy"]
    with Store(tmp_path / "t.sqlite") as store:
        found = played(store, made)
    assert [line.games for line in found.ratings] == [72, 72, 72]
    assert found.ratings.ranked[-1].player == "uniform"
    assert sum(paid / games for paid, games in found.rates.values()) == pytest.approx(1)
    meeting = found.meeting("greedy", "uniform")
    assert meeting is not None and meeting.points / meeting.games > 0.5
    assert found.to_dict()["payoff_means"]["greedy"] > found.to_dict()["payoff_means"]["uniform"]


def test_too_few_players_for_a_table_meet_in_twos(tmp_path: Path) -> None:
    made = tournament("ends", ["uniform", "greedy"], pairs=12)
    assert [cell.contest.seated for cell in made.cells] == [("uniform", "greedy", "greedy")]
    with Store(tmp_path / "t.sqlite") as store:
        found = played(store, made)
    assert [line.games for line in found.ratings] == [36, 36] and found.ratings["greedy"].elo > 0


def test_a_tournament_of_players_who_win_together(tmp_path: Path) -> None:
    made = tournament("aim", ["uniform", "pace"], pairs=40)
    with Store(tmp_path / "t.sqlite") as store:
        found = played(store, made)
    assert found.solo and found.ratings["pace"].elo > found.ratings["uniform"].elo


def test_pairs_of_the_arena_are_complete_rotations() -> None:
    contest = Contest("ends", ("greedy", "uniform"))
    rows = play_pair(contest.table(), contest, 4)
    assert [(row.pair, row.seat) for row in rows] == [(4, 0), (4, 1), (4, 2)]
    stops = iter([False, True])
    assert len(play_pair(contest.table(), contest, 4, stopped=lambda: next(stops))) == 2
