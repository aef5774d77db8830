"""Games of the store, played again: they must be the same to the last decision."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mulligan.agents import make_player
from mulligan.arena.contest import Contest, play_pair
from mulligan.arena.deals import Deals
from mulligan.arena.runner import GameRunner
from mulligan.arena.store import Store
from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.core.scene import OPEN
from mulligan.games.toys import GUESS, NIM, SWAP
from mulligan.play.replay import (
    Stopped,
    cell_contest,
    play_again,
    replay,
    stored_contest,
    stored_game,
    stored_games,
)
from mulligan.play.session import Session
from mulligan.play.view import look

CONTESTS = (
    Contest("nim", ("uniform", "uct:sims=20")),
    Contest("race", ("uniform", "uniform"), seed=5),
    Contest("guess", ("halve", "ismcts:sims=20"), deals=Deals(2012, (3, 8))),
    Contest("swap", ("search:sims=30,reuse,deal=never",), seed=3),
    Contest("swap", ("greedy",)),
    Contest("magic", ("expert", "reduced"), "literal"),
    Contest("magic", ("cowling2012/BT+MP:trees=2,sims=10", "expert")),
    Contest("magic", ("ensemble:trees=2,sims=20,rollout=reduced,binary,commit=stage", "reduced")),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.sqlite") as made:
        yield made


def kept(store: Store, contest: Contest, pairs: int = 2) -> int:
    number, run, table = store.contest(contest), store.run("1"), contest.table()
    for pair in range(pairs):
        store.add(number, play_pair(table, contest, pair), run)
    store.enter("trial", "A trial", "{}", [("cell", number, 2 * pairs)])
    return number


@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: f"{contest.game}-{contest.agents[0]}")
def test_a_stored_game_comes_out_the_same(store: Store, contest: Contest) -> None:
    number = kept(store, contest)
    assert cell_contest(store, "trial", "cell") == number
    for row in stored_games(store, number):
        found = replay(store, number, row.pair, row.seat)
        table = found.session
        assert found.row == row
        assert table.over and len(table.positions) == len(table.moves) + 1 == len(table.actors) + 1
        assert table.players[row.seat] == contest.agents[0]
        assert table.results[row.seat] == row.score
        assert table.position.turn == row.turns
        for here, move, actor in zip(table.positions, table.moves, table.actors):
            assert here.actor == actor and here.is_legal(move)


@pytest.mark.parametrize("game", [NIM, GUESS, SWAP], ids=lambda game: game.name)
@pytest.mark.parametrize("agent", ["uniform", "search:sims=10", "search:sims=10,reuse"])
def test_with_and_without_a_witness_and_compiled_or_not(game: Any, agent: str) -> None:
    shown: list[list[tuple[int, int]]] = []
    results = []
    for rules in (game, game.interpreted()):
        for watched in (False, True):
            names = [agent] + ["uniform"] * (game.players - 1)
            table = GameRunner(rules, "", [make_player(rules, name) for name in names])
            seen: list[tuple[int, int]] = []
            observer = (lambda position, move, actor, _, seen=seen: seen.append((move, actor))) if watched else None
            results += [table.play(7, pair, False, observer=observer)._replace(cpu=(0.0, 0.0)) for pair in range(3)]
            shown += [seen] if watched else []
    assert results[:3] == results[3:6] == results[6:9] == results[9:]
    assert shown[0] == shown[1] and shown[0]


def test_players_by_the_clock_are_refused() -> None:
    row = play_pair(Contest("nim", ("uniform", "uct:sims=9")).table(), Contest("nim", ("uniform", "uniform")), 0)[0]
    for agent in ("uct:seconds=0.01", "uct:turn_seconds=0.01", "staged:take=uct:seconds=0.01"):
        try:
            make_player(NIM, agent)
        except UsageError:
            continue
        with pytest.raises(UsageError, match="plays by the clock: its games cannot be repeated"):
            play_again(Contest("nim", ("uniform", agent)), row)


def test_a_game_that_comes_out_otherwise_is_told(store: Store) -> None:
    contest = CONTESTS[0]
    number = kept(store, contest)
    row = stored_game(store, number, 1, 0)
    with pytest.raises(UsageError, match="came out differently"):
        play_again(contest, row._replace(turns=row.turns + 1))


def test_what_has_changed_since_is_refused(store: Store) -> None:
    number = kept(store, CONTESTS[0])
    with store.transaction() as db:
        db.execute("UPDATE contest SET agents = ?", ('["uniform", "uct:sims=21"]',))
    with pytest.raises(UsageError, match="stand for other players today"):
        stored_contest(store, number)
    with store.transaction() as db:
        db.execute("UPDATE contest SET version = 'nim/0'")
    with pytest.raises(UsageError, match="rules of nim/0"):
        replay(store, number, 0, 0)
    with pytest.raises(UsageError, match="no contest 77"):
        replay(store, 77, 0, 0)
    with pytest.raises(UsageError, match="unknown cell of trial 'sell'"):
        cell_contest(store, "trial", "sell")


def test_games_are_listed_page_by_page(store: Store) -> None:
    number = kept(store, Contest("nim", ("uniform", "uniform")), pairs=5)
    assert [(row.pair, row.seat) for row in stored_games(store, number, 3, 4)] == [(1, 1), (2, 0), (2, 1), (3, 0)]
    with pytest.raises(UsageError, match="no game of pair 9"):
        stored_game(store, number, 9, 0)


def test_a_replay_can_be_given_up(store: Store) -> None:
    number = kept(store, Contest("nim", ("uniform", "uniform")))
    with pytest.raises(Stopped):
        replay(store, number, 0, 0, stop=lambda moves: moves >= 2)


def test_a_game_played_elsewhere_is_looked_at_and_gone_on_from_but_not_changed(store: Store) -> None:
    number = kept(store, CONTESTS[5])
    table = replay(store, number, 0, 1).session
    for change in (table.undo, table.record, lambda: table.play(0), lambda: table.go_back(0)):
        with pytest.raises(UsageError, match="played elsewhere"):
            change()
    middle = len(table.moves) // 2
    other = table.branch(middle, ("you", "expert"))
    assert not other.fixed and other.players == ("you", "expert")
    assert str(other.position) == str(table.positions[middle])
    assert other.position.options_text() == table.positions[middle].options_text()
    other.play(other.position.options()[0])
    assert other.record().position == str(table.positions[middle])


def test_of_positions_needs_no_store() -> None:
    here = Position.deal(NIM)
    table = Session.of_positions(("a", "b"), [here, here.copy().play("take 3")], [3], [0])
    assert table.view(OPEN, 1).counters == look(table.positions[1], OPEN).counters
