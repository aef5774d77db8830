"""At the table: illegal moves are refused, secrets stay secret, and those who see everything are named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from mulligan.agents import ASK, Player, StagedPlayer, make_player
from mulligan.arena import GameRunner, run_match
from mulligan.core.errors import UsageError
from mulligan.core.game import UNSEEN
from mulligan.core.position import Position
from mulligan.games.magic import MAGIC
from mulligan.games.magic.rules.layout import NO
from mulligan.games.toys import GUESS, NIM, RACE, SWAP
from mulligan.search import Decision


class Scripted(Player):
    """Plays what it is told to, legal or not."""

    def __init__(self, moves: tuple[int, ...]) -> None:
        super().__init__(NIM, "scripted", [ASK])
        self.moves = moves

    def decide(self, position: Position, seed: Any, watch: Any = None) -> Decision:
        return Decision(position, self.name, position.actor, self.moves)


@pytest.mark.parametrize(("moves", "told"), [((9,), "illegal move 9"), ((-7,), "illegal move -7"), ((), "no move")])
def test_a_player_that_breaks_the_rules_is_named(moves: tuple[int, ...], told: str) -> None:
    table = GameRunner(NIM, "", [Scripted(moves), make_player(NIM, "uniform")])
    with pytest.raises(UsageError, match=f"scripted plays .*{told}.*legal: take 1, take 2, take 3"):
        table.play(1, 0, False)


def test_later_moves_of_a_plan_are_given_up_when_they_do_not_fit() -> None:
    played = GameRunner(NIM, "", [Scripted((1, 99)), make_player(NIM, "uniform")]).play(1, 0, False)
    assert played.score in (0.0, 1.0)


class Listener(Player):
    """Plays at random and remembers all that it is told."""

    listens = True

    def __init__(self) -> None:
        super().__init__(MAGIC, "listener", [MAGIC.style("reduced")] * 3)
        self.heard: list[tuple[int, int, int]] = []

    def saw(self, seat: int, stage: int, move: int) -> None:
        self.heard.append((seat, stage, move))


def test_what_a_player_declines_to_cast_is_told_to_nobody_else() -> None:
    listener, asked = Listener(), make_player(MAGIC, "cowling2012/BT:trees=2,sims=10")
    table = GameRunner(MAGIC, "literal", [listener, asked])
    for pair in range(4):
        table.play(1, pair, False)
    told = {move for seat, _, move in listener.heard if seat == 1}
    assert UNSEEN in told and NO not in told
    assert any(move > 0 for move in told)


def test_those_who_see_hidden_cards_are_marked() -> None:
    found = run_match(GUESS, "oracle:sims=20", "ismcts:sims=20", pairs=2, seed=1).to_dict()
    assert [agent["oracle"] for agent in found["by_agent"]] == [True, False]


def test_an_oracle_cannot_change_the_game() -> None:
    class Meddler(Player):
        oracle = True

        def decide(self, position: Position, seed: Any, watch: Any = None) -> Decision:
            moves = (position.options()[0],)
            while not position.over:
                position.play(position.options()[0])
            return Decision(position, self.name, 0, moves)

    played = GameRunner(NIM, "", [Meddler(NIM, "meddler", [ASK]), make_player(NIM, "uniform")]).play(1, 0, False)
    assert played.turns > 3


def generous(setup: str, requests: Mapping[str, str]) -> str:
    """Grants a wish for another length, unless the game is to be short."""
    return setup if setup == "short" else requests.get("length", setup)


class Observer(Player):
    """Remembers at which setup it is asked."""

    def __init__(self, requests: Mapping[str, str]) -> None:
        super().__init__(SWAP, "witness", [ASK, SWAP.style("greedy")])
        self.requests, self.setups = requests, set[str]()

    def decide(self, position: Position, seed: Any, watch: Any = None) -> Decision:
        self.setups.add(position.setup)
        return Decision(position, self.name, 0, (position.options()[0],))


def test_a_solo_player_is_granted_its_wishes_where_the_setup_leaves_them_open() -> None:
    willing = replace(SWAP, with_requests=generous)
    for game, requests, played in ((willing, {"length": "short"}, "short"), (willing, {}, "standard"), (SWAP, {}, "")):
        player = Observer(requests)
        table = GameRunner(game, "standard", [player])
        turns = table.play(1, 0, False).turns
        assert (table.setup, table.granted) == ("standard", played or "standard")
        assert player.setups == {table.granted}
        assert turns == (2 if played == "short" else 3), "a hand is a turn, and the end is one more"
    assert GameRunner(willing, "short", [Observer({"length": "standard"})]).granted == "short"


def test_the_stages_that_are_left_open_follow_the_setup_that_was_granted() -> None:
    house = replace(
        SWAP, with_requests=generous, default_styles=lambda setup: {"score": "coin"} if setup == "short" else {}
    )
    parts = [make_player(house, "coin"), make_player(house, "search:search=throw")]
    wishing, other = StagedPlayer(house, "wishing", parts, {"length": "short"}), StagedPlayer(house, "other", parts)
    assert (wishing.requests, other.requests) == ({"length": "short"}, {})
    assert GameRunner(house, "", [wishing]).styles[0][:2] == [SWAP.style("coin")] * 2
    assert GameRunner(house, "", [other]).styles[0][:2] == [SWAP.style("coin"), SWAP.style("greedy")]


def test_two_players_are_granted_nothing() -> None:
    game = replace(NIM, with_requests=lambda setup, requests: "9-2")
    table = GameRunner(game, "15-3", [make_player(game, "uniform"), make_player(game, "uniform")])
    assert table.granted == table.setup == "15-3"


def test_chance_follows_from_the_deal_and_the_moves_played() -> None:
    def rolls(seed: int) -> list[str]:
        here, seen = Position.deal(RACE, seed=seed), []
        while not here.over:
            seen.append(str(here.play(here.options()[-1])))
        return seen

    assert rolls(1) == rolls(1)
    assert len({tuple(rolls(seed)) for seed in range(8)}) > 3


@pytest.mark.parametrize("name", ["cowling2012/MP+BT", "cowling2012/bt+mp", "cowling2012/Mp+bT"])
def test_the_parts_of_a_name_may_stand_in_any_order(name: str) -> None:
    assert make_player(MAGIC, name).configuration == make_player(MAGIC, "cowling2012/BT+MP").configuration
