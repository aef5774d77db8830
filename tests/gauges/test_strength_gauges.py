"""Gauges by which strength is told: several at once, calibration, regret, and what was left undone."""

from __future__ import annotations

from collections import Counter

import pytest

from mulligan.agents import make_player
from mulligan.arena import GameRunner
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.games.lotr import LOTR
from mulligan.games.magic import MAGIC
from mulligan.games.magic.gauges import danger, is_lethal
from mulligan.games.toys import NIM
from mulligan.games.tribute import TRIBUTE
from mulligan.gauges import find_gauge, gauge_id

Sums = dict[str, tuple[float, float]]


def measure(game: Game, agents: tuple[str, ...], gauge: str, pairs: int, setup: str = "") -> Sums:
    """What a gauge finds in some games, added up."""
    table = GameRunner(game, setup, [make_player(game, agent) for agent in agents])
    total: Counter[str] = Counter()
    occasions: Counter[str] = Counter()
    for pair in range(pairs):
        for rotation in range(game.sides):
            for name, (value, count) in table.play(5, pair, rotation, gauge=find_gauge(game, gauge)).found.items():
                total[name] += value
                occasions[name] += count
    return {name: (total[name], occasions[name]) for name in total}


def test_several_gauges_find_what_each_finds_alone() -> None:
    both = measure(NIM, ("uct:sims=20", "uniform"), "length & branching", 3)
    alone = [measure(NIM, ("uct:sims=20", "uniform"), name, 3) for name in ("length", "branching")]
    assert both["length: moves"] == alone[0]["moves"] and both["branching: moves"] == alone[1]["moves"]
    assert both["turns"] == alone[0]["turns"] and both["longest"] == alone[1]["longest"]
    assert set(both) <= set(find_gauge(NIM, "length & branching").columns)
    assert gauge_id(NIM, "length&branching") == "length/1 & branching/1"


@pytest.mark.parametrize(("text", "told"), [("length & length", "named twice"), ("length & lenght", "lenght")])
def test_wrong_gauges_are_told(text: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        find_gauge(NIM, text)


def test_calibration_adds_up() -> None:
    found = measure(NIM, ("uct:sims=50", "uct:sims=50"), "calibration", 10)
    said, came, gap = (found[name] for name in ("said, %", "came true, %", "optimism, points"))
    assert said[1] == came[1] == gap[1] > 10
    assert said[0] - came[0] == pytest.approx(gap[0])
    for what, whole in (("said", said), ("came true", came)):
        classes = [sums for name, sums in found.items() if name.startswith("said ") and name.endswith(f": {what}, %")]
        assert sum(total for total, _ in classes) == pytest.approx(whole[0])
        assert sum(count for _, count in classes) == whole[1]
    assert 0 <= found["squared error, %"][0] / said[1] <= 100


def test_rule_players_give_no_chances() -> None:
    assert not measure(NIM, ("uniform", "uniform"), "calibration", 2)


def test_regret_is_small_for_who_thinks_and_great_for_who_does_not() -> None:
    judge = "regret:judge=(uct:sims=2000),each=3"
    good = measure(NIM, ("uct:sims=1000", "uct:sims=100"), judge, 4)
    bad = measure(NIM, ("uniform", "uct:sims=100"), judge, 4)
    assert good["regret, points"][0] / good["regret, points"][1] < 5
    assert bad["regret, points"][0] / bad["regret, points"][1] > 5
    assert bad["other move, %"][0] > good["other move, %"][0]


@pytest.mark.parametrize("text", ["regret:each=0", "regret:each=x", "regret:depth=2"])
def test_wrong_settings_of_regret_are_told(text: str) -> None:
    with pytest.raises(UsageError):
        find_gauge(NIM, text)


def test_who_never_attacks_misses_every_win() -> None:
    """`pass` does nothing at any stage."""
    found = measure(MAGIC, ("magic/RRE", "pass"), "combat", 4)
    assert "land kept, %" in found and found["land kept, %"][0] == 0
    idle = measure(MAGIC, ("pass", "expert"), "combat", 6)
    assert idle["land kept, %"][0] / idle["land kept, %"][1] == 100
    assert idle["nothing played, %"][0] / idle["nothing played, %"][1] == 100


def test_combat_of_a_position() -> None:
    lethal = "magic turn 15 player 1 attack | life 20 4 | 1: ready 4/4(5) 5/5(6) | 2: ready 1/1(1)"
    assert is_lethal(*Position.read(MAGIC, lethal).plain())
    assert not is_lethal(*Position.read(MAGIC, lethal.replace("life 20 4", "life 20 5")).plain())
    block = "magic turn 15 player 1 block | life 20 5 | 1: attackers 4/4(5) 5/5(6) | 2: ready 1/1(1)"
    assert danger(*Position.read(MAGIC, block).plain()) == (True, True)
    assert danger(*Position.read(MAGIC, block.replace("life 20 5", "life 20 4")).plain()) == (True, False)
    assert danger(*Position.read(MAGIC, block.replace("life 20 5", "life 20 10")).plain()) == (False, True)


def test_who_is_busy_leaves_nothing() -> None:
    busy = measure(TRIBUTE, ("sot/RandomWithoutEndTurnBot", "uniform"), "leavings", 2, "random")
    assert busy and all(total == 0 for total, _ in busy.values())
    lazy = measure(TRIBUTE, ("uniform", "sot/RandomWithoutEndTurnBot"), "leavings", 2, "random")
    assert all(total > 0 for name, (total, _) in lazy.items() if name.startswith("card"))


@pytest.mark.parametrize("setup", ["clean:level=hard", "full"])
def test_what_is_wasted_in_lotr(setup: str) -> None:
    found = measure(LOTR, ("uniform",), "waste", 8, setup)
    assert found["card kept, %"][0] > 0 and found["card kept, %"][1] >= 8
    assert set(found) <= set(find_gauge(LOTR, "waste").columns)
