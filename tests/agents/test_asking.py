"""How players are asked: what they are given tells nothing of the deal, and no answer is played before its question."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from mulligan.agents import ASK, Player, edition, make_player
from mulligan.agents.asking import EDITIONS, ask, moves_to_play, view_of
from mulligan.arena import GameRunner
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.games.toys import GUESS, NIM, RACE, SWAP, guess
from mulligan.kernel import seed_of, stream
from mulligan.play.seated import SeatedAgent, SeatedAgents
from mulligan.play.session import Session
from mulligan.search import Decision, Foresight, foresee

TOYS = [NIM, RACE, GUESS, SWAP]


class Spy(Player):
    """Plays the first or the last move, and remembers what it is given."""

    listens = True

    def __init__(self, game: Game, moves: int = 1, oracle: bool = False) -> None:
        super().__init__(game, "spy", [ASK] * len(game.stages))
        self.count, self.oracle = moves, oracle
        self.views: list[Position] = []
        self.seeds: list[int] = []
        self.own: list[int] = []

    def decide(self, position: Position, seed: Any, watch: Any = None) -> Decision:
        self.views.append(position)
        self.seeds.append(seed)
        return Decision(position, self.name, position.actor, (position.options()[-1],) * self.count)

    def saw(self, seat: int, stage: int, move: int) -> None:
        self.own += [move] if seat == 0 else []


def table_of(spy: Spy) -> GameRunner:
    players: list[Player] = [spy, make_player(spy.game, "uniform")]
    return GameRunner(spy.game, "", players[: spy.game.players])


def minds_of(spy: Spy, seed: str) -> SeatedAgents:
    seated = SeatedAgents(Session(spy.game, "", ("uniform",) * spy.game.players, seed))
    seated._seated[0].player = spy
    seated._styles = [spy.styles, *seated._styles[1:]]
    return seated


# --- what they are given ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("oracle", [False, True], ids=["", "oracle"])
@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.name)
def test_nothing_of_the_deal_is_given_away(game: Game, oracle: bool) -> None:
    at_match, at_table, hinting = Spy(game, oracle=oracle), Spy(game, oracle=oracle), Spy(game, oracle=oracle)
    table_of(at_match).play(77, 5, False)
    seated = minds_of(at_table, "77")
    while seated.plays_itself():
        seated.play()
    seated_agent = SeatedAgent(game, "uniform")
    seated_agent.player = hinting
    seated_agent.decide(Session(game, seed="77").position, 0, (edition("77"), "hint", 0))
    for spy in (at_match, at_table, hinting):
        assert spy.views
        for view in spy.views:
            assert (view.seed, view.played) == (0, 0)


def test_at_a_table_the_dice_are_not_foretold() -> None:
    """Whoever plays on in the view of an open game must not see the numbers that will really come."""
    alike = 0
    for seed in range(40):
        spy = Spy(RACE)
        seated = minds_of(spy, str(seed))
        seated.decide()
        view, table = spy.views[0], seated.session
        move = view.options()[-1]
        alike += str(view.play(move)) == str(table.play(move).position)
    assert alike < 30


def test_a_view_is_a_sample_even_where_the_position_has_a_seed() -> None:
    here = Position.deal(GUESS, "8", 3).play("above 2")
    assert (here.seed, here.played) == (3, 1) == (here.copy().seed, here.copy().played)
    cards = set()
    for number in range(60):
        view = view_of(Spy(GUESS), here, 1, (number,))
        assert (view.seed, view.played) == (0, 0)
        assert view.observe(1) == here.observe(1)
        cards.add(view.fields()["card"][0])
    assert len(cards) > 3


# --- streams ----------------------------------------------------------------------------------------------------------


def given_at(seed: int, number: int) -> int:
    """What a player at the first seat of the first pair is given for its random numbers."""
    return seed_of(edition(seed), 0, False, 0, number, "search")


def test_all_streams_together_tell_eight_bits_of_a_seed() -> None:
    seeds, spy = range(5000), Spy(SWAP)
    table_of(spy).play(3001, 0, False)
    assert len(set(spy.seeds)) == len(spy.seeds) > 3
    fitting = [s for s in seeds if all(given_at(s, n) == z for n, z in enumerate(spy.seeds, 1))]
    assert 3001 in fitting
    assert len(fitting) > len(seeds) / EDITIONS / 2, "or the game could be dealt again"


class Recoverer(Player):
    """Tries seeds one by one until one explains what it is given, deals the game again, and names the other card."""

    def __init__(self) -> None:
        super().__init__(GUESS, "recoverer", [ASK] * len(GUESS.stages))
        self.pair, self.right = 0, 0

    def decide(self, position: Position, seed: Any, watch: Any = None) -> Decision:
        found = next(s for s in range(10_000) if seed_of(edition(s), self.pair, False, 0, 1, "search") == seed)
        dealt = position.unnamed()
        dealt.deal_with(stream(found, "deal", self.pair))
        card = int(dealt.fields()["card"][1])
        move = guess.NAME + card
        moves = position.options()
        return Decision(position, self.name, 0, (move if move in moves else moves[0],))


def test_whoever_tries_seeds_finds_another_one() -> None:
    player = Recoverer()
    table = GameRunner(GUESS, "8", [player, make_player(GUESS, "uniform")])
    played = 0.0
    for player.pair in range(60):
        with suppress(StopIteration):  # asked again: another number
            played += table.play(7321, player.pair, False).score
    assert played < 20, "a card named blindly is right in an eighth of the games"


def test_other_seeds_are_other_games_even_without_cards() -> None:
    games = set()
    for seed in range(12):
        spy = Spy(NIM)
        table_of(spy).play(seed, 0, False)
        games.add(tuple(spy.seeds))
    assert len(games) > 8


def test_what_a_seat_is_given_does_not_depend_on_how_often_others_were_asked() -> None:
    one, two = Spy(NIM), Spy(NIM)
    GameRunner(NIM, "", [one, make_player(NIM, "uniform")]).play(9, 0, False)
    GameRunner(NIM, "", [two, Spy(NIM)]).play(9, 0, False)
    n = min(len(one.seeds), len(two.seeds))
    assert one.seeds[:n] == two.seeds[:n] and n > 1


# --- answers before the question --------------------------------------------------------------------------------------


def test_what_chance_decides_is_not_foreseen() -> None:
    here = Position.deal(RACE)
    assert foresee(here, 0, [here.options()[-1]] * 3, "seed") == []
    ahead = Foresight(Position.deal(NIM), 0, "seed")
    assert ahead.play(3) and ahead.is_certain() and ahead.here.fields()["stones"] == 12 and len(ahead.seen) == 1
    assert not ahead.play(9), "nor what is not legal"


def test_foresight_does_not_depend_on_what_cannot_be_known() -> None:
    text = "swap: hand 1 3 3; gone; deck {}; open high set run; points 0; hands 2; throw 1"
    decks = ["4 2 2 4 1 3 2 4 1", "1 1 2 2 2 3 4 4 4", "4 4 4 3 2 2 2 1 1"]
    worlds = [Foresight(Position.read(SWAP, text.format(deck)), 0, "seed").here.fields() for deck in decks]
    assert worlds[0] == worlds[1] == worlds[2]
    own = Foresight(Position.read(SWAP, text.format(decks[1])), 0, "seed", open=True).here
    assert own.fields() == Position.read(SWAP, text.format(decks[1])).fields()


@pytest.mark.parametrize("game", [RACE, SWAP], ids=lambda game: game.name)
@pytest.mark.parametrize("live", [False, True], ids=["match", "table"])
def test_a_player_is_asked_again_once_chance_has_spoken(game: Game, live: bool) -> None:
    spy = Spy(game, moves=4)
    if live:
        seated = minds_of(spy, "1")
        while seated.plays_itself():
            seated.play()
        played = seated.session.actors.count(0)
    else:
        table_of(spy).play(1, 0, False)
        played = len(spy.own)
    assert len(spy.views) == played > 1


def test_what_was_foreseen_is_played_without_asking_again() -> None:
    here = Position.deal(SWAP, seed=2)
    player = make_player(SWAP, "ensemble:trees=3,sims=60,binary,commit=stage")
    decision = ask(player, here, 0, ("name",))
    assert decision.foreseen is not None and len(decision.moves) == len(decision.foreseen) + 1 > 1
    played = []
    for move in moves_to_play(decision, 0, lambda: here):
        here.play(move)
        played.append(move)
    assert tuple(played) == decision.moves


def test_what_comes_otherwise_is_not_answered_in_advance() -> None:
    here = Position.deal(NIM)
    decision = Decision(here, "planner", 0, (1, 2, 3))
    for foreseen, count in (
        (None, 3),
        ((), 1),
        (((0,),), 1),
        ((tuple(here.copy().play(1).observe(0)),), 2),
    ):
        there, played = here.copy(), []
        for move in moves_to_play(replace(decision, foreseen=foreseen), 0, lambda there=there: there):
            there.play(move)
            played.append(move)
        assert len(played) == count, foreseen


def test_the_first_move_must_be_legal() -> None:
    here = Position.deal(NIM)
    for moves, told in (((7,), "the illegal move 7"), ((), "no move")):
        with pytest.raises(UsageError, match=f"^planner plays {told}; legal: take 1, take 2, take 3$"):
            next(moves_to_play(Decision(here, "planner", 0, moves), 0, lambda: here))
