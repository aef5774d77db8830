"""Opponents with as much time: matched by what was measured, and never matched twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from mulligan.agents import make_player
from mulligan.arena.store import Store
from mulligan.core.errors import UsageError
from mulligan.games.magic import MAGIC
from mulligan.games.toys import NIM
from mulligan.strength import rivals
from mulligan.strength.found import simulations
from mulligan.strength.rivals import match_time, rivals_of
from mulligan.strength.trials import trials


@pytest.fixture
def clockwork(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Thinking takes a millisecond, and a microsecond for each simulation of the second player."""
    asked: list[tuple[str, ...]] = []

    def thinking(game: object, setup: str, agents: tuple[str, ...], seed: int) -> tuple[float, float]:
        asked.append(agents)
        return 0.001, 1e-6 * simulations(NIM, agents[1]) + 1e-5

    monkeypatch.setattr(rivals, "thinking", thinking)
    return asked


def test_budgets_are_matched_by_time(clockwork: list[tuple[str, ...]]) -> None:
    found = match_time(NIM, "", "uct:sims=50", "ismcts:sims=20", 1)
    assert 800 <= simulations(NIM, found.name) <= 1200 and found.asked == "ismcts:sims=20"
    assert len(clockwork) <= rivals.ROUNDS
    assert match_time(NIM, "", "uct:sims=50", "uniform", 1).name == "uniform"


def test_what_was_matched_is_written_down(clockwork: list[tuple[str, ...]], tmp_path: Path) -> None:
    with Store(tmp_path / "a.sqlite") as store:
        first = trials(NIM, "uct:sims=50", "", 1, [], store, print)
        from mulligan.arena.campaign import plan

        plan(store, first.experiments.values(), 0.1)
        measured = len(clockwork)
        again = trials(NIM, "uct:sims=50", "", 1, [], store, print)
        assert len(clockwork) == measured and measured > 0
        assert [rival.name for rival in again.rivals] == [rival.name for rival in first.rivals]
        other = trials(NIM, "uct:sims=60", "", 1, [], store, print)
        assert len(clockwork) > measured and other.agent == "uct:sims=60"


def test_opponents_are_of_different_styles() -> None:
    found = rivals_of(MAGIC, "magic/best")
    assert found[0] == "expert" and "uniform" in found
    assert len({make_player(MAGIC, name).configuration for name in found}) == len(found) >= 5
    assert "expert" not in rivals_of(MAGIC, "expert")


def test_nobody_is_his_own_opponent() -> None:
    with pytest.raises(UsageError, match="is the player that is measured"):
        trials(NIM, "uct:sims=50", "", 1, ["uct:sims=50"], None)


def test_what_a_game_does_not_offer_is_left_out_and_said() -> None:
    made = trials(NIM, "uniform", "", 1, ["uct:sims=10"], None)
    told = " ".join(made.left_out)
    assert "budgets" not in made.experiments and "gives no chances" in told and "blunders" in told
    rule = trials(MAGIC, "expert", "", 1, ["reduced"], None)
    agents = [cell.contest.agents for cell in rule.experiments["exploiter"].cells]
    assert agents[0] == ("magic/best:foe=expert,rollout=expert", "expert") or "foe=expert" in agents[0][0]
