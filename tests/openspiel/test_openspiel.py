"""OpenSpiel in both directions, held against each other: its algorithms on our games, our searches on its games."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from math import sqrt
from typing import Any

import numpy as np
import pytest

from mulligan.arena.match import run_match
from mulligan.check import check_game
from mulligan.core import registry
from mulligan.core.errors import UsageError
from mulligan.core.outside import offer, refuse_files
from mulligan.core.position import Position
from mulligan.core.registry import all_games, find_game, game_origin, refuse_to_send, show_game
from mulligan.exact.tree import GameTree

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts  # noqa: E402

import mulligan.openspiel  # noqa: E402, F401

POKER = {"kuhn": 11 / 12, "leduc": 4.747222222}


def leaves(game: Any) -> dict[Any, float]:
    """Every way to play a game: the places of the moves among the legal ones, and what came of it, with its chance."""
    found: dict[Any, float] = defaultdict(float)
    waiting = [(game.new_initial_state(), (), 1.0)]
    while waiting:
        state, path, chance = waiting.pop()
        if state.is_terminal():
            found[path, tuple(round(one, 6) for one in state.returns())] += chance
        elif state.is_chance_node():
            waiting += [(state.child(one), path, chance * much) for one, much in state.chance_outcomes()]
        else:
            seat = state.current_player()
            waiting += [(state.child(one), (*path, (seat, i)), chance) for i, one in enumerate(state.legal_actions())]
    return found


@pytest.mark.parametrize("name", POKER)
def test_poker_is_the_same_game_move_for_move(name: str) -> None:
    ours, theirs = leaves(pyspiel.load_game(f"mulligan_{name}")), leaves(pyspiel.load_game(f"{name}_poker"))
    assert ours.keys() == theirs.keys()
    assert all(ours[one] == pytest.approx(theirs[one]) for one in ours)


@pytest.mark.parametrize("name", POKER)
def test_the_best_response_of_openspiel_finds_the_known_exploitability(name: str) -> None:
    game = pyspiel.load_game(f"mulligan_{name}")
    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) == pytest.approx(POKER[name])


def test_cfr_of_openspiel_solves_our_kuhn() -> None:
    game = pyspiel.load_game("mulligan_kuhn")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    assert exploitability.exploitability(game, found) < 0.01
    value = expected_game_score.policy_value(game.new_initial_state(), [found, found])
    assert value[0] == pytest.approx(-1 / 18, abs=0.01)


SMALL = ("nim", "race", "guess", "swap", "ends", "aim", "kuhn", "leduc", "synthetic")


@pytest.mark.parametrize("name", [*SMALL, "hearts", "magic", "lotr", "tribute", "pokemon"])
def test_our_games_pass_the_random_simulations_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"mulligan_{name}"), num_sims=1, serialize=True, verbose=False)


def test_a_state_is_kept_and_read_again() -> None:
    game = pyspiel.load_game("mulligan_hearts")
    state = game.new_initial_state()
    rng = np.random.RandomState(1)
    for _ in range(30):
        state.apply_action(int(rng.choice(state.legal_actions())))
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state) and again.legal_actions() == state.legal_actions()
    assert again.information_state_string(0) == state.information_state_string(0)


def test_a_resampled_state_is_the_same_to_its_player_and_tells_nothing_of_the_truth() -> None:
    game = pyspiel.load_game("mulligan_leduc")
    others = set()
    state = game.new_initial_state()
    state.apply_action(0)
    state.apply_action(1)
    for i in range(40):
        sample = state.resample_from_infostate(1, lambda i=i: (i + 0.5) / 40)
        assert sample.information_state_string(1) == state.information_state_string(1)
        assert sample.observation_tensor(1) == state.observation_tensor(1)
        assert sample.legal_actions() == state.legal_actions() and not sample.history()
        others.add(sample.information_state_string(0))
    assert len(others) == 3


def test_is_mcts_of_openspiel_plays_our_hearts() -> None:
    game = pyspiel.load_game("mulligan_hearts")
    state, rng = game.new_initial_state(), np.random.RandomState(1)
    while state.is_chance_node():
        state.apply_action(int(rng.choice(256)))
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 0.7, 4, random_state=rng)
    for _ in range(3):
        state.apply_action(bot.step(state))


def test_an_illegal_action_and_wrong_parameters_are_refused() -> None:
    game = pyspiel.load_game("mulligan_kuhn")
    state = game.new_initial_state()
    state.apply_action(0)
    with pytest.raises(UsageError, match="action 7 is illegal; legal: 1, 2"):
        state.course.choose(7)
    with pytest.raises(UsageError, match="chance 'dice' should be one of"):
        pyspiel.load_game("mulligan_kuhn", {"chance": "dice"})
    with pytest.raises(UsageError, match="unknown setup of kuhn"):
        pyspiel.load_game("mulligan_kuhn", {"setup": "nothing"})


# --- their games as ours ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["kuhn_poker", "liars_dice", "tiny_bridge_2p"])
def test_games_of_openspiel_pass_our_check(name: str) -> None:
    clauses = ["play", "legality", "looking", "text", "determinism", "randomness", "hidden view", "hidden honesty"]
    report = check_game(find_game(f"openspiel:{name}"), examples=15, only=[*clauses, "hidden fairness"])
    assert report.passed, str(report)


@pytest.mark.parametrize(("ours", "theirs"), [("kuhn", "kuhn_poker"), ("leduc", "openspiel:leduc_poker")])
def test_the_tree_of_their_game_is_that_of_ours(ours: str, theirs: str) -> None:
    theirs = f"openspiel:{theirs.removeprefix('openspiel:')}"
    one, two = GameTree(find_game(ours)), GameTree(find_game(theirs))
    if ours == "kuhn":
        assert len(one.sets) == len(two.sets) == 12
    else:
        assert (len(one.sets), len(two.sets)) == (288, 936)  # theirs tells suits apart


def test_a_match_on_their_game_gives_the_same_again_and_names_their_code() -> None:
    game = find_game("openspiel:leduc_poker")
    results = [run_match(game, "ismcts:sims=40", "uniform", pairs=5, seed=3) for _ in range(2)]
    assert results[0].rate == results[1].rate
    assert game_origin("openspiel:leduc_poker").startswith("open_spiel ")


def test_moves_that_others_cannot_see_are_not_told() -> None:
    game = find_game("openspiel:turn_based_simultaneous_game(game=goofspiel(imp_info=True,num_cards=4))")
    here = Position.deal(game, seed=1)
    assert [here.seen(move, 1) for move in here.options()] == [-1] * 4
    assert [here.seen(move, 0) for move in here.options()] == here.options()


class Theirs:
    """The IS-MCTS of OpenSpiel, in C++, as a player of ours."""

    def __init__(self, sims: int) -> None:
        self.game, self.sims = pyspiel.load_game("leduc_poker"), sims

    def choose(self, view: Any) -> str:
        """It is given a world in which what is hidden was dealt anew, and samples others from that."""
        state = self.game.new_initial_state()
        for step in view.world.split()[1:]:
            state.apply_action(int(step))
        evaluator = pyspiel.RandomRolloutEvaluator(1, view.seed % 2**31)
        final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(view.seed % 2**31, evaluator, 10.0, self.sims, -1, final, False, False)
        return str(state.action_to_string(state.current_player(), bot.step(state)))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("leduk", "unknown game of OpenSpiel 'leduk': did you mean 'leduc_poker'"),
        ("goofspiel", "all players move at the same time; one after the other they do in"),
        ("leduc_poker(foo=3)", "OpenSpiel says: Unknown parameter 'foo'"),
        ("leduc_poker(", "Missing closing bracket"),
        ("spades", "it has no way to sample what a seat does not know"),
        ("tarok", "it draws its own random numbers"),
        ("bargaining", "does not add up to a constant"),
    ],
)
def test_games_that_cannot_be_had_are_refused_in_one_line(name: str, told: str, capfd: Any) -> None:
    with pytest.raises(UsageError) as error:
        find_game(f"openspiel:{name}")
    assert told in str(error.value) and "\n" not in str(error.value)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("text", ["", "steps x", "steps 0 0", "steps 0", "nonsense"])
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        Position.read(find_game("openspiel:kuhn_poker"), text)


def test_other_processes_find_them_by_their_names() -> None:
    refuse_to_send(find_game("openspiel:kuhn_poker"))
    run_match("openspiel:kuhn_poker", "uniform", "uniform", pairs=1, seed=1)
    refuse_to_send(find_game("openspiel:kuhn_poker"))


def test_without_the_package_a_word_says_how_to_get_it() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; from mulligan.cli import main; main()"
    command = [sys.executable, "-c", code, "match", "openspiel:kuhn_poker", "uniform", "uniform", "--pairs", "1"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    assert "OpenSpiel is missing: pip install 'mulligan[openspiel]'" in ended.stdout + ended.stderr


def test_both_is_mcts_play_alike_at_equal_simulations() -> None:
    """Their search against ours, 100 simulations each, at the same table: neither is far ahead.

    They are not the same algorithm, so the test allows an expected lead of 0.05.  Pairs are independent, and their
    means lie in [0, 1]: by Hoeffding's inequality 150 of them stray by 0.16 in less than 1 of 1,000 cases.
    """
    pairs = 150
    result = run_match(find_game("openspiel:leduc_poker"), "ismcts:sims=100", Theirs(100), pairs=pairs, seed=1)
    assert abs(result.rate - 0.5) < sqrt(np.log(2000) / (2 * pairs)) + 0.05


def test_a_sampler_that_loses_cards_is_found_out() -> None:
    from mulligan.engines.openspiel import Spiel

    class Lossy(Spiel):
        """Its samples look right, and cannot be played."""

        def sample(self, state: Any, seat: int, uniform: Any) -> Any:
            return Broken(state) if self._members is None else super().sample(state, seat, uniform)

    class Broken:
        """Looks like a position, until somebody plays on."""

        def __init__(self, state: Any) -> None:
            self.state = state

        def child(self, move: int) -> Any:
            raise RuntimeError("the card is nowhere")

        def __getattr__(self, name: str) -> Any:
            return getattr(self.state, name)

    lossy = Lossy(pyspiel.load_game("kuhn_poker"), "kuhn", ())
    lossy.try_out()
    assert lossy._members is not None  # everything that may have happened is tried instead
    engine = Spiel(pyspiel.load_game("kuhn_poker"), "kuhn", ())
    engine.try_out()
    assert engine._members is None
    with pytest.raises(UsageError, match="no way to sample what a seat does not know, or none that works"):
        find_game("openspiel:hearts")


def test_visitors_name_no_games_or_parameters_unless_they_are_offered() -> None:
    name = "openspiel:leduc_poker(players=4)"
    with refuse_files():
        for other in (name, "openspiel:tiny_hanabi"):
            with pytest.raises(UsageError, match="it can be named on the command line only"):
                find_game(other)
        offer(name)
        assert find_game(name).players == 4


def test_a_game_of_openspiel_is_shown_among_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_shown", {})
    assert "openspiel:kuhn_poker" not in [game.name for game in all_games()[0]]
    assert show_game("openspiel:kuhn_poker") is find_game("openspiel:kuhn_poker")
    show_game("openspiel:kuhn_poker")
    assert [game.name for game in all_games()[0]].count("openspiel:kuhn_poker") == 1
