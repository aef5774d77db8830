"""Proofs: what a seat can force, held against other ways of finding it."""

from __future__ import annotations

import pytest

from mulligan.core.position import Position, make_stream
from mulligan.games.magic import MAGIC
from mulligan.games.magic.gauges import danger, is_lethal
from mulligan.games.toys import GUESS, NIM
from mulligan.strength.proving import TooMuch, Trial, after, answers, by_chance, forces, holds, worlds_of

BLOCK = (
    "magic turn 19 player 1 block | life 12 5 | 1: lands 6 attackers 5/4(6) 5/5(6) | 2: lands 6 ready 1/1(1)*2 3/3(4)"
)


def positions(count: int, stage: str) -> list[Position]:
    """Positions of games by rule players at which somebody decides at this stage."""
    found: list[Position] = []
    for seed in range(1000):
        here = Position.deal(MAGIC, seed=("strength", seed))
        chance = make_stream(here.game, "strength", seed)
        late: list[Position] = []
        while not here.over:
            if here.stage == stage and len(here.options()) > 1:
                late.append(here.unnamed())
            here.act("expert" if here.actor else "reduced", chance)
        found += late[-1:]
        if len(found) == count:
            return found
    raise AssertionError("too few positions")


def test_a_lethal_attack_is_one_by_the_sum_of_what_gets_through() -> None:
    lethal = 0
    for number, here in enumerate(positions(25, "attack")):
        try:
            good, _ = answers(here, here.actor, "win", 20_000, ("t", number))
        except TooMuch:
            continue
        assert bool(good) == is_lethal(*here.plain())
        lethal += bool(good)
        for plan in list(good.values())[:3]:
            assert holds(here, here.actor, "win", plan, ("t", number), 6)
    assert lethal >= 3


def test_a_saving_block_is_one_by_the_sum_of_what_gets_through() -> None:
    dangerous = 0
    for number, here in enumerate(positions(25, "block")):
        dies, lives = danger(*here.plain())
        saved = forces(worlds_of(here, here.actor, ("b", number)), here.actor, "live", Trial(200_000), here.turn)
        assert saved == lives
        dangerous += dies
    assert dangerous >= 3


def test_a_block_of_two_steps_is_found() -> None:
    here = Position.read(MAGIC, BLOCK)
    good, bad = answers(here, 1, "live", 5_000, ("two steps",))
    assert len(good) == 3 and not bad
    assert 0.0 < by_chance(here, 1, "live", ("chance",), 60) < 0.6
    assert not holds(here, 1, "live", [here.options()[-1]], ("x",))


def test_no_plan_rests_on_what_the_seat_cannot_know() -> None:
    """In `guess` the right number wins at once, and nobody can know it."""
    lucky = 0
    for seed in range(20):
        here = Position.deal(GUESS, seed=seed)
        seat = here.actor
        wins = [made for move in here.options() if (made := after(here, move, ("x",))).over and made.payoff(seat) == 1]
        lucky += bool(wins)
        good, _ = answers(here, seat, "win", 100_000, ("guess", seed))
        assert not any(holds(here, seat, "win", plan, ("guess", seed)) for plan in good.values())
    assert lucky > 0


def test_a_win_on_the_spot() -> None:
    here = Position.read(NIM, "nim 1-3: 3 left, player 1 to move")
    good, bad = answers(here, 0, "win", 100, ("nim",))
    assert here.texts(list(good)) == ["take 3"] and here.texts(bad) == ["take 1", "take 2"]


def test_the_limit_is_kept() -> None:
    here = Position.read(MAGIC, BLOCK)
    with pytest.raises(TooMuch):
        answers(here, here.actor, "live", 2, ("limit",))
