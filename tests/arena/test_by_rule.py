"""Games among rule players are played many at a time in compiled code, and are the games that are played one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from mulligan.agents import make_player
from mulligan.arena.contest import Batch, Contest, play_batch, play_pair
from mulligan.arena.deals import Deals
from mulligan.arena.runner import GameRunner
from mulligan.core.registry import find_game


@pytest.mark.parametrize(
    ("name", "agents", "setup"),
    [
        ("nim", ("uniform", "uniform"), ""),
        ("swap", ("greedy",), "short"),
        ("ends", ("greedy", "uniform"), "6"),
        ("aim", ("pace", "uniform"), ""),
        ("leduc", ("honest", "bold"), ""),
        ("hearts", ("rule", "uniform"), "match"),
        ("magic", ("expert", "reduced"), "literal"),
        ("lotr", ("expert",), "clean"),
    ],
)
def test_many_games_at_once_are_those_that_are_played_one_by_one(name: str, agents: Any, setup: str) -> None:
    contest = Contest(name, agents if find_game(name).sides > 1 else agents[:1], setup, seed=5)
    table = contest.table()
    assert table.by_rule
    for deals in (None, Deals(77, tuple(range(3, 9)))):
        given = Contest(contest.game, contest.agents, contest.setup, contest.seed, deals)
        rows = play_batch(Batch(given, first=2, pairs=30))
        single = [row for pair in range(2, 32) for row in play_pair(table, given, pair)]
        assert [row._replace(cpu=0.0) for row in rows] == [row._replace(cpu=0.0) for row in single]
        assert all(row.cpu > 0 for row in rows)


def test_who_thinks_listens_or_reads_is_asked_move_by_move() -> None:
    nim = find_game("nim")
    for names in (("uct:sims=5", "uniform"), ("uniform", "uct:sims=5,reuse")):
        assert not GameRunner(nim, "", [make_player(nim, name) for name in names]).by_rule


def test_a_batch_ends_when_its_time_is_over_or_it_is_stopped() -> None:
    contest = Contest("nim", ("uniform", "uniform"))
    assert len(play_batch(Batch(contest, 0, 1000, seconds=0.0))) == 2, "one pair at least"
    assert play_batch(Batch(contest, 0, 1000), stopped=lambda: True) == []

    def thrice() -> Iterator[bool]:
        yield from (False, False, False)
        while True:
            yield True

    answers = thrice()
    rows = play_batch(Batch(contest, 0, 100_000), stopped=lambda: next(answers))
    assert 0 < len(rows) < 200_000 and [row.pair for row in rows[::2]] == list(range(len(rows) // 2))
