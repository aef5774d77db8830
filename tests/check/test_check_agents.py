"""Bad agents are caught, each by the clause that is made for it, and honest ones pass."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from mulligan.agents import ASK, Player, make_player
from mulligan.check import Report, check_agent, check_player
from mulligan.check.agents import LONGEST, in_turn
from mulligan.check.deals import hidden_bits
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position, make_stream
from mulligan.games.toys import GUESS, NIM, RACE, SWAP, guess
from mulligan.search import Decision


class Agent(Player):
    """Plays the first legal move; others change what it does."""

    listens = True

    def __init__(self, game: Game = GUESS) -> None:
        super().__init__(game, type(self).__name__.lower(), [ASK] * len(game.stages))
        self.start()

    def start(self) -> None:
        """Called at the beginning of every game."""

    def forget(self) -> None:
        self.start()

    def choose(self, view: Position, seed: int) -> int:
        """A move."""
        return view.options()[0]

    def decide(self, position: Position, seed: Any, watch: Any = None) -> Decision:
        return Decision(position, self.name, position.actor, (self.choose(position, seed),))


def checked(make: Callable[[], Player], examples: int = 30, **more: Any) -> Report:
    return check_agent(make, make().game, examples=examples, **more)


def card_of(position: Position, seat: int) -> int:
    return int(position.fields()["card"][seat])


def named(view: Position, card: int) -> int:
    """The move that names a card, if it is legal."""
    move = guess.NAME + card
    return move if move in view.options() else view.options()[0]


# --- the bad ones -----------------------------------------------------------------------------------------------------


class Peeker(Agent):
    """Reads the opponent's card in the position that it is given."""

    def choose(self, view: Position, seed: int) -> int:
        return named(view, card_of(view, 1 - view.actor))


class RarePeeker(Peeker):
    """The same, but only late in a game in which it holds the lowest card: once in some fifty decisions."""

    def choose(self, view: Position, seed: int) -> int:
        if view.turn >= 3 and card_of(view, view.actor) == 1:
            return super().choose(view, seed)
        return view.advise("halve", make_stream(GUESS, seed))[0]


class StackWalker(Agent):
    """Climbs the stack of the program to a position that is not the one it was given."""

    def choose(self, view: Position, seed: int) -> int:
        frame = sys._getframe()
        while frame is not None:
            for found in list(frame.f_locals.values()):
                if isinstance(found, Position) and found is not view and not found.over:
                    return named(view, card_of(found, 1 - view.actor))
            frame = frame.f_back  # type: ignore[assignment]
        return view.options()[0]


class Talker(Agent):
    """Tells all copies of itself which card it holds, and believes them."""

    held: ClassVar[dict[int, int]] = {}

    def start(self) -> None:
        type(self).held.clear()

    def choose(self, view: Position, seed: int) -> int:
        self.held[view.actor] = card_of(view, view.actor)
        return named(view, self.held.get(1 - view.actor, 0))


class Rememberer(Agent):
    """Remembers which cards it held, though it was told to forget: the next game has them on the other side."""

    def __init__(self) -> None:
        self.held: dict[int, int] = {}
        super().__init__()

    def choose(self, view: Position, seed: int) -> int:
        self.held[view.actor] = card_of(view, view.actor)
        return named(view, self.held.get(1 - view.actor, 0))


class Counting(Agent):
    """Knows how many decisions it has made in this game."""

    made = 0

    def start(self) -> None:
        self.made = 0

    def choose(self, view: Position, seed: int) -> int:
        self.made += 1
        return view.options()[0] if self.made == 1 else self.later(view)

    def later(self, view: Position) -> int:
        return view.options()[0]


class LateCrasher(Counting):
    """Raises from its second decision of a game on."""

    def later(self, view: Position) -> int:
        raise ZeroDivisionError("too late")


class LateCheater(Counting):
    """Plays what is not legal from its second decision of a game on."""

    def later(self, view: Position) -> int:
        return 99


class Listener(Agent):
    """Raises when it is told of a move of its own."""

    def saw(self, seat: int, stage: int, move: int) -> None:
        self.heard = move

    def choose(self, view: Position, seed: int) -> int:
        return view.options()[0 if not hasattr(self, "heard") else self.heard // 0]


class Moody(Agent):
    """Throws dice of its own."""

    dice = random.SystemRandom()

    def choose(self, view: Position, seed: int) -> int:
        return self.dice.choice(view.options())


class Changer(Agent):
    """Changes the rules of the game that it plays."""

    def choose(self, view: Position, seed: int) -> int:
        view.table["most"][0] = 2
        return view.options()[0]


class Idler(Agent):
    """Decides on nothing."""

    def decide(self, position: Position, seed: Any, watch: Any = None) -> Decision:
        return Decision(position, self.name, position.actor, ())


BAD = {
    Peeker: ("honesty", 30, "in a position that looks the same to it"),
    RarePeeker: ("honesty", 1000, "in a position that looks the same to it"),
    StackWalker: ("honesty", 30, "in a position that looks the same to it"),
    Talker: ("silence", 60, "beside a copy of it that sees other cards"),
    Rememberer: ("forgetting", 60, "after a game from the other side"),
    LateCrasher: ("legality", 30, "raises ZeroDivisionError: too late"),
    LateCheater: ("legality", 30, "plays the illegal move 99; legal: "),
    Listener: ("legality", 30, "raises ZeroDivisionError"),
    Moody: ("repeatable", 30, "in the same game again"),
    Idler: ("legality", 30, "plays no move"),
}


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.__name__)
def test_a_bad_agent_fails_the_clause_that_is_made_for_it(bad: type[Agent]) -> None:
    clause, examples, says = BAD[bad]
    report = checked(bad, examples)
    assert report.failed[0] == clause, str(report)
    case = report.clause(clause).counterexample
    assert case is not None and says in case.problem
    assert case.seed is not None and f"FAIL  {clause}" in str(report)
    assert f"{bad.__name__.lower()} at guess/1" in str(report)


def test_whoever_changes_the_rules_is_found() -> None:
    report = checked(lambda: Changer(NIM), setups=["15-3"])
    assert report.failed[0] == "legality", str(report)
    assert "changes the table" in str(report)


def test_a_counterexample_is_short_and_leads_where_it_says() -> None:
    case = checked(Peeker).clause("honesty").counterexample
    assert case is not None and case.moves == ()
    case = checked(RarePeeker, 1000).clause("honesty").counterexample
    assert case is not None
    position = Position.deal(GUESS, case.setup, case.seed)
    for move in case.moves:
        position.play(move, case.seed)
    assert str(position) == case.position and position.turn >= 3


def test_of_an_agent_that_is_not_repeatable_honesty_is_not_claimed() -> None:
    report = checked(Moody)
    assert set(report.failed) == {"repeatable", "honesty", "silence", "forgetting"}
    assert "cannot be shown" in str(report)


def test_the_same_check_finds_the_same() -> None:
    assert checked(RarePeeker, 300) == checked(RarePeeker, 300)


# --- the good ones ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "name"),
    [
        (GUESS, "halve"),
        (GUESS, "ismcts:sims=60,reuse"),
        (GUESS, "ensemble:trees=3,sims=30,reuse"),
        (GUESS, "uct:sims=40,reuse"),
        (NIM, "uct:sims=40,reuse"),
        (RACE, "chance:sims=60,reuse"),
        (RACE, "chance:sims=60,reuse,across"),
        (SWAP, "chance:sims=60,reuse,across"),
        (SWAP, "ismcts:sims=60,reuse"),
        (SWAP, "ensemble:trees=3,sims=30,binary,skip,commit=stage"),
        (SWAP, "coin"),
    ],
    ids=lambda part: getattr(part, "name", part),
)
def test_an_honest_agent_passes_with_its_memory(game: Game, name: str) -> None:
    report = check_player(game, name, examples=80)
    assert report.passed, str(report)
    thinks = name not in game.styles
    assert {clause.name for clause in report.clauses} == {"play", "legality", "repeatable", "honesty"} | (
        {"forgetting"} | ({"silence"} if game.players > 1 else set()) if thinks else set()
    )
    assert report.clause("honesty").tried >= 80


def test_memory_is_really_in_use() -> None:
    """Whoever never tells players of moves would pass the test before this one."""
    told: list[int] = []

    class Hearer(Agent):
        def saw(self, seat: int, stage: int, move: int) -> None:
            told.append(seat)

    report = checked(Hearer, 20)
    assert report.passed, str(report)
    assert {0, 1} == set(told) and len(told) > 100


def test_the_oracle_is_known_by_its_look() -> None:
    assert check_player(GUESS, "oracle:sims=100", examples=40).failed == ["honesty"]


# --- setups -----------------------------------------------------------------------------------------------------------


def test_setups_that_hide_more_are_tried_more() -> None:
    weights = {setup: hidden_bits(GUESS, setup, 0, LONGEST) for setup in GUESS.setups}
    turns = in_turn(GUESS, list(GUESS.setups))
    counts = dict.fromkeys(GUESS.setups, 0)
    for _ in range(20 * len(counts)):
        counts[next(turns)] += 1
    assert min(counts.values()) > 0
    assert sorted(counts, key=counts.__getitem__) == sorted(counts, key=weights.__getitem__)


def test_a_single_setup_can_be_asked_for() -> None:
    seen = set()

    class Looker(Agent):
        def choose(self, view: Position, seed: int) -> int:
            seen.add(view.setup)
            return view.options()[0]

    checked(Looker, 10, setups=["8"])
    assert seen == {"8"}
    with pytest.raises(UsageError):
        checked(Looker, 10, setups=["nonsense"])
    with pytest.raises(UsageError, match="examples: 0"):
        checked(Looker, 0)


def test_players_by_name_are_made_anew_for_each_life() -> None:
    made = []

    def make() -> Player:
        made.append(make_player(GUESS, "ismcts:sims=10"))
        return made[-1]

    checked(make, 10)
    assert len(made) > 10 and len({id(player) for player in made}) > 1


def test_it_says_how_far_it_is() -> None:
    said: list[str] = []
    check_player(GUESS, "halve", examples=20, say=said.append)
    assert said[0] == "halve: 0 of 20 decisions" and len(said) > 1


def test_a_game_that_breaks_is_not_the_agents_fault() -> None:
    plain = NIM.interpreted()

    def play(s: Any, t: Any, move: int, rng: Any) -> None:
        plain.play(s, t, move // (s.stones - 13), rng)

    game = replace(plain, play=play)
    report = check_player(game, "uniform", examples=10)
    assert report.failed == ["play"], str(report)
