"""Matches: pairs, workers, interruptions, and what is reported of them."""

from __future__ import annotations

import json
import signal
import threading
from typing import Any

import pytest

from mulligan.agents import make_player
from mulligan.arena import contest as contests
from mulligan.arena import match as matches
from mulligan.arena.jobs import count_workers
from mulligan.arena.match import MatchResult, Standing, run_match
from mulligan.arena.runner import GameRunner
from mulligan.arena.statistics import pair_test, wilson
from mulligan.arena.warm import compilations
from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.core.registry import find_game

from ..helpers.clock_help import HANGING

KEYS = {
    *("game", "version", "agents", "configurations", "setup", "seed", "pairs", "games", "wins", "draws", "losses"),
    *(
        "rate",
        "ci95",
        "p_value",
        "elo",
        "elo95",
        "sprt",
        "ci95_pairs",
        "deals",
        "pair_scores",
        "payoff_means",
        "turns_mean",
        "first_seat_rate",
    ),
    *(
        "seconds",
        "cpu_seconds",
        "compile_seconds",
        "games_per_second",
        "decisions",
        "cpu_seconds_per_decision",
        "by_agent",
    ),
    *("workers", "interrupted", "mulligan", "code", "granted", "notes", "payoff_ci95"),
}
AGENT_KEYS = {
    *(
        "name",
        "oracle",
        "forfeits",
        "decisions",
        "cpu_seconds",
        "cpu_seconds_per_decision",
        "simulations",
        "simulations_per_cpu_second",
    ),
}
TIMES = {
    *("seconds", "cpu_seconds", "compile_seconds", "games_per_second"),
    *("cpu_seconds_per_decision", "simulations_per_cpu_second"),
}


def without_times(data: Any) -> Any:
    """A result without all that may differ from run to run."""
    if isinstance(data, dict):
        return {key: without_times(value) for key, value in data.items() if key not in TIMES | {"workers"}}
    return [without_times(item) for item in data] if isinstance(data, list) else data


def play(name: str, a: str, b: str, **options: Any) -> MatchResult:
    return run_match(find_game(name), a, b, **{"pairs": 20, "seed": 1, **options})


@pytest.mark.parametrize(
    ("game", "a", "b"),
    [
        ("guess", "search:sims=20", "halve"),
        ("guess", "ismcts:sims=20,reuse", "search:sims=20,rollout=mast,epsilon=0.2"),
        ("swap", "search:sims=20", "greedy"),
        ("nim", "uniform", "uniform"),
    ],
)
def test_any_number_of_workers_gives_the_same_result(game: str, a: str, b: str) -> None:
    results = [play(game, a, b, workers=workers).to_dict() for workers in (1, 2, 3)]
    assert [result["workers"] for result in results] == [1, 2, 3]
    assert without_times(results[0]) == without_times(results[1]) == without_times(results[2])


def test_another_seed_gives_other_games() -> None:
    first, second = (without_times(play("guess", "uniform", "hasty", seed=seed).to_dict()) for seed in (1, 2))
    del first["seed"], second["seed"]
    assert first != second


def test_more_pairs_begin_with_the_same_ones() -> None:
    few, many = (play("guess", "uniform", "hasty", pairs=pairs) for pairs in (5, 12))
    assert [(pair.number, pair.results) for pair in few.played] == [
        (pair.number, pair.results) for pair in many.played[:5]
    ]


def test_json_has_every_key_and_its_numbers_agree() -> None:
    result = play("guess", "search:sims=20", "halve", pairs=30)
    found = json.loads(json.dumps(result.to_dict()))
    assert set(found) == KEYS
    assert [set(agent) for agent in found["by_agent"]] == [AGENT_KEYS, AGENT_KEYS]
    assert found["game"] == "guess" and found["version"] == "guess/1" and found["setup"] == "8"
    assert found["granted"] == ["8"] and found["payoff_ci95"] is None
    assert found["agents"] == ["search:sims=20", "halve"] and found["configurations"] == ["search:sims=20", "halve"]
    assert found["games"] == 2 * found["pairs"] == 60 == found["wins"] + found["draws"] + found["losses"]
    assert found["rate"] == (found["wins"] + found["draws"] / 2) / 60
    assert tuple(found["ci95"]) == wilson(found["wins"] + found["draws"] / 2, 60)
    assert sum(found["pair_scores"].values()) == 30
    scores = [float(points) / 2 for points, count in found["pair_scores"].items() for _ in range(count)]
    assert found["p_value"] == pair_test(scores)
    first, second = found["by_agent"]
    assert found["decisions"] == first["decisions"] > 0 and second["simulations"] == 0
    assert first["simulations"] == 20 * first["decisions"]
    assert found["cpu_seconds_per_decision"] == first["cpu_seconds"] / first["decisions"]
    assert not found["interrupted"] and found["payoff_means"] is None


def test_both_games_of_a_pair_have_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = []
    usual = Position.deal_with

    def noted(self: Position, rng: Any) -> None:
        usual(self, rng)
        deals.append(json.dumps(self.fields()))

    play("guess", "uct:sims=2", "hasty", pairs=1)  # what is compiled beforehand is dealt, too
    monkeypatch.setattr(Position, "deal_with", noted)
    monkeypatch.setattr(contests, "_make_ready", lambda *contest: None)
    play("guess", "uct:sims=2", "hasty", pairs=12)
    assert deals[0::2] == deals[1::2] and len(deals) == 24
    assert len(set(deals)) > 1


def test_swapping_the_seats_of_equal_players_swaps_the_result() -> None:
    result = play("guess", "halve", "halve", pairs=40)
    assert all(sum(pair.results) == 1 for pair in result.played)
    assert result.rate == 0.5 and result.to_dict()["p_value"] == 1.0
    firsts = sum(pair.results[0] for pair in result.played)
    assert result.first_seat_rate == firsts / 40


def test_solo_games_compare_the_players_deal_by_deal() -> None:
    swap = find_game("swap")
    result = play("swap", "greedy", "uniform", pairs=25, seed=7)
    tables = [GameRunner(swap, "", [make_player(swap, name)]) for name in ("greedy", "uniform")]
    payoffs = [[table.play(7, pair, False).score for table in tables] for pair in range(25)]
    found = result.to_dict()
    assert found["games"] == 50 and found["pairs"] == 25
    assert found["wins"] == sum(a > b for a, b in payoffs)
    assert found["draws"] == sum(a == b for a, b in payoffs)
    assert found["losses"] == sum(a < b for a, b in payoffs)
    assert found["payoff_means"] == pytest.approx([sum(column) / 25 for column in zip(*payoffs, strict=True)])
    bounds = zip(found["payoff_means"], found["payoff_ci95"], strict=True)
    assert all(low < mean < high for mean, (low, high) in bounds) and len(found["granted"]) == 2
    assert found["first_seat_rate"] is None
    assert [agent["name"] for agent in found["by_agent"]] == ["greedy", "uniform"]


def test_a_solo_player_draws_with_itself() -> None:
    result = play("swap", "greedy", "greedy")
    assert result.standing.draws == result.standing.pairs == 20


class After:
    """A signal that is set once so many pairs have been played."""

    def __init__(self, pairs: int) -> None:
        self.pairs, self.seen, self.event = pairs, 0, threading.Event()

    def __call__(self, standing: Standing) -> None:
        self.seen = standing.pairs
        if standing.pairs >= self.pairs:
            self.event.set()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_stopped_match_keeps_its_complete_pairs(workers: int) -> None:
    stop, whole = After(3), play("guess", "search:sims=200", "halve", pairs=100)
    result = play("guess", "search:sims=200", "halve", pairs=100_000, workers=workers, progress=stop, stop=stop.event)
    assert result.interrupted and 3 <= len(result.played) < 100_000
    found = result.to_dict()
    assert found["interrupted"] and found["games"] == 2 * found["pairs"] == 2 * len(result.played)
    known = {pair.number: pair.results for pair in whole.played}
    assert all(known.get(pair.number, pair.results) == pair.results for pair in result.played)
    if workers == 1:
        assert [pair.number for pair in result.played] == list(range(len(result.played)))


def test_a_match_may_be_stopped_before_it_begins() -> None:
    stop = threading.Event()
    stop.set()
    found = play("guess", "uniform", "halve", stop=stop).to_dict()
    assert found["interrupted"] and found["games"] == 0 and found["rate"] is None and found["p_value"] == 1.0
    json.dumps(found)


def test_ctrl_c_ends_a_match_after_the_games_in_progress() -> None:
    seen = []

    def interrupt(standing: Standing) -> None:
        seen.append(standing)
        if standing.pairs and not standing.stopping:
            signal.raise_signal(signal.SIGINT)

    result = play("guess", "search:sims=200", "halve", pairs=100_000, workers=2, progress=interrupt)
    assert result.interrupted and len(result.played) >= 1
    assert seen[-1].stopping


def test_a_second_ctrl_c_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    going_on = threading.Event()
    usual = GameRunner.play

    def slow(self: GameRunner, seed: Any, pair: int, swapped: bool, deal: Any = None, gauge: Any = None) -> Any:
        if pair == 2:
            going_on.wait(HANGING)
        return usual(self, seed, pair, swapped)

    def interrupt(standing: Standing) -> None:
        if standing.pairs >= 2:
            signal.raise_signal(signal.SIGINT)

    play("guess", "uct:sims=2", "halve", pairs=1)
    monkeypatch.setattr(GameRunner, "play", slow)
    monkeypatch.setattr(matches, "BATCH_SECONDS", 0.0)
    result = play("guess", "uct:sims=2", "halve", progress=interrupt)
    going_on.set()
    assert [pair.number for pair in result.played] == [0, 1]


def test_what_goes_wrong_in_a_worker_is_raised_to_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: GameRunner, seed: Any, pair: int, swapped: bool, deal: Any = None, gauge: Any = None) -> Any:
        raise ZeroDivisionError(f"pair {pair}")

    play("guess", "uct:sims=2", "halve", pairs=1)
    monkeypatch.setattr(contests, "_make_ready", lambda *contest: None)
    monkeypatch.setattr(GameRunner, "play", broken)
    with pytest.raises(ZeroDivisionError, match=r"pair \d"):  # of several workers, whoever is first
        play("guess", "uct:sims=2", "halve")


@pytest.mark.parametrize(
    "wrong",
    [
        {"pairs": 0},
        {"pairs": -3},
        {"pairs": 10**9},
        {"workers": -1},
        {"workers": 10**6},
        {"setup": "nine"},
        {"a": "nobody"},
        {"b": "search:sims=-1"},
    ],
)
def test_mistakes_are_told_before_anything_is_compiled(wrong: dict[str, Any]) -> None:
    chosen = {"a": "uniform", "b": "halve", **wrong}
    with compilations() as heard, pytest.raises(UsageError):
        play("guess", **chosen)
    assert not heard.names


def test_no_workers_means_all_processors() -> None:
    assert count_workers(0) >= 1


def test_the_score_is_reported_while_the_match_goes_on() -> None:
    seen: list[Standing] = []
    result = play("guess", "uniform", "halve", pairs=500, progress=seen.append)
    assert [standing.pairs for standing in seen] == sorted(standing.pairs for standing in seen)
    assert (seen[-1].wins, seen[-1].pairs, seen[-1].goal) == (result.standing.wins, 500, 500)
