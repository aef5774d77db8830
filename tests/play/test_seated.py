"""The agents at a table: they decide alike for alike, see nothing that is hidden, and stop when they are told to."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from mulligan.agents import ASK
from mulligan.core import timing
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position, make_stream
from mulligan.games.lotr import LOTR
from mulligan.games.magic import MAGIC
from mulligan.games.pokemon import POKEMON
from mulligan.games.toys import GUESS, NIM, RACE, SWAP
from mulligan.kernel import seed_of
from mulligan.play import seated as minds_module
from mulligan.play.seated import SeatedAgent, SeatedAgents, adviser, new_session, with_seconds
from mulligan.play.session import Session
from mulligan.search import Decision

from ..helpers.clock_help import HANGING, Clock

SMALL = "ismcts:sims=60"
LONG = "ismcts:seconds=20"


def finished(table: Session) -> Session:
    """The table after a whole game among agents."""
    seated = SeatedAgents(table)
    while seated.plays_itself():
        seated.play()
    assert table.over
    return table


@pytest.mark.parametrize(
    ("game", "players"),
    [
        (NIM, (SMALL, "uniform")),
        (RACE, (SMALL, SMALL)),
        (GUESS, (SMALL, "hasty")),
        (SWAP, ("ismcts:sims=60,reuse",)),
        (MAGIC, ("ismcts:sims=20", "expert")),
        (LOTR, ("expert",)),
    ],
    ids=lambda part: getattr(part, "name", ""),
)
def test_the_same_sitting_is_played_alike(game: Game, players: tuple[str, ...]) -> None:
    games = [finished(Session(game, players=players, seed=seed)) for seed in ("1", "1", "2", "3", "4")]
    assert games[0].record() == games[1].record()
    assert len({game.record().moves for game in games}) > 1  # else this would be true of anybody


# --- time -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that goes on by a tenth of a second whenever somebody looks at it, however fast the machine is."""
    clock = Clock(step=0.1)
    monkeypatch.setattr(timing, "time", clock)
    monkeypatch.setattr(minds_module, "time", clock)
    return clock


def test_stop_from_another_thread(clock: Clock) -> None:
    position = Position.deal(NIM, "99-9")
    seated_agent = SeatedAgent(NIM, LONG)
    thinking, told = threading.Event(), threading.Event()
    seen: list[Decision] = []
    found: list[Decision] = []

    def watch(decision: Decision) -> None:
        seen.append(decision)
        thinking.set()
        assert told.wait(HANGING)

    thread = threading.Thread(target=lambda: found.append(seated_agent.decide(position, 0, watch=watch)))
    thread.start()
    assert thinking.wait(HANGING) and thread.is_alive()
    seated_agent.stop()
    told.set()
    thread.join(HANGING)
    assert not thread.is_alive() and len(seen) == 1
    assert found[0].simulations == seen[0].simulations > 0 and position.is_legal(found[0].moves[0])


def test_stopping_is_over_when_the_next_decision_begins():
    seated_agent = SeatedAgent(NIM, "ismcts:sims=300")
    seated_agent.stop()
    assert seated_agent.decide(Position.deal(NIM), 0).simulations == 300


def test_seated_agents_stop_whoever_thinks(clock: Clock) -> None:
    table = Session(NIM, "99-9", players=(LONG, "you"))
    seated, seen = SeatedAgents(table), []

    def watch(decision: Decision) -> None:
        seen.append(decision.simulations)
        seated.stop()

    assert [seated.play(watch=watch).simulations] == seen
    assert len(table.moves) == 1


@pytest.mark.parametrize("longest", [0.2, 1.0])
def test_no_decision_takes_longer_than_the_longest(longest: float, clock: Clock) -> None:
    clock.step = 0.02
    table = Session(NIM, "99-9", players=(LONG, "you"))
    seated = SeatedAgents(table, longest=longest)
    decision = seated.decide()
    assert longest <= clock.now < longest + 0.3, "somebody looks ten times a second"
    assert decision.moves


# --- what they know ---------------------------------------------------------------------------------------------------


class Spy:
    """Stands for an agent: plays at random and remembers what it was told and shown."""

    oracle, listens, wants_words = False, True, False

    def __init__(self, game: Game) -> None:
        self.styles = [ASK] * 8
        self.game = game
        self.told: list[Any] = []
        self.shown: list[Position] = []

    def decide(self, position: Position, seed: Any, watch: Any) -> Decision:
        self.shown.append(position)
        moves = position.options()
        return Decision(position, "spy", position.actor, (moves[seed_of(seed) % len(moves)],))

    def saw(self, seat: int, stage: int, move: int) -> None:
        self.told.append((seat, stage, move))

    def forget(self) -> None:
        self.told.clear()

    def stop(self) -> None:
        pass


def spied(table: Session, seat: int) -> tuple[SeatedAgents, Spy]:
    seated = SeatedAgents(table)
    spy = Spy(table.game)
    seated._seated[seat].player = spy  # type: ignore[assignment]
    return seated, spy


# For each game a position with a gap, and what the player to move does not know of it.
GAPS = {
    SWAP: (
        "swap: hand 1 3 3; gone; deck {}; open high set run; points 0; hands 2; throw 1",
        ["4 2 2 4 1 3 2 4 1", "1 1 2 2 2 3 4 4 4", "4 4 4 3 2 2 2 1 1"],
    ),
    GUESS: ("guess 8: 3 seeks 2-8, {} seeks 1-8, player 1 to move", ["2", "5", "8"]),
    MAGIC: (
        "magic turn 9 player 1 cards | 1: lands 4 hand land 2/2(2) 3/3(4) | 2: lands 3 hand {} ready 2/3(3)",
        ["2/1(2) 4/4(5)", "land land", "5/5(6) 6/6(7)"],
    ),
}


def filled(game: Game, player: str) -> list[Session]:
    """A table for each way to fill the gap."""
    text, hidden = GAPS[game]
    players = (player, "uniform")[: game.players]
    tables = [Session(game, "", players, "5", text.format(cards)) for cards in hidden]
    assert len({str(table.position) for table in tables}) == len(tables)
    return tables


@pytest.mark.parametrize("game", GAPS, ids=lambda game: game.name)
def test_hidden_cards_change_no_decision(game):
    decisions = [SeatedAgents(table).decide() for table in filled(game, "ismcts:sims=150")]
    assert len({decision.moves for decision in decisions}) == 1
    assert len({decision.choices for decision in decisions}) == 1
    assert decisions[0].choices


@pytest.mark.parametrize("game", GAPS, ids=lambda game: game.name)
def test_agents_are_shown_invented_cards(game):
    shown = []
    for table in filled(game, SMALL):
        seated, spy = spied(table, 0)
        seated.decide()
        shown.append(spy.shown[0].fields())
    assert shown[0] == shown[1] == shown[2]


def test_an_agent_that_peeks_by_intention_is_shown_the_truth():
    table = Session(GUESS, "8", ("uct:sims=50,deal=never", "uniform"), "5")
    assert SeatedAgents(table).decide().position.fields() == table.position.fields()


# --- what they are told -----------------------------------------------------------------------------------------------


def test_agents_hear_every_move_once():
    table = Session(NIM, players=("you", "uniform"))
    seated, spy = spied(table, 1)
    table.play("take 3")
    seated.play()
    assert spy.told == [(0, 0, 3)]
    own = table.moves[1]
    table.play("take 1")
    seated.play()
    assert spy.told == [(0, 0, 3), (1, 0, own), (0, 0, 1)]


def test_a_secret_move_is_told_as_unseen():
    start = "magic turn 9 player 1 cards | 1: lands 4 hand land 2/2(2) 3/3(4) | 2: lands 3 hand 2/1(2)"
    table = Session(MAGIC, "literal", ("you", "uniform"), position=start)
    seated, spy = spied(table, 1)
    table.play("skip 3/3(4)").play("cast 2/2(2)")
    while table.actor == 0:
        table.play(table.position.options()[0])
    seated.decide()
    assert spy.told[0] == (0, 2, -1)
    assert spy.told[1] == (0, 2, table.moves[1])


def test_after_a_step_back_agents_begin_anew():
    table = Session(NIM, players=("you", "uniform"))
    seated, spy = spied(table, 1)
    table.play("take 3")
    seated.play()
    table.undo(0).play("take 1")
    seated.play()
    assert spy.told == [(0, 0, 1)]
    # back and forward by as many moves: the same number of moves, but another game
    table.go_back(0).play("take 2").play("take 2").play("take 1")
    seated.decide()
    assert spy.told == [(0, 0, 2), (1, 0, 2), (0, 0, 1)]


def test_after_undo_a_search_decides_as_if_nothing_had_been():
    def table() -> Session:
        return Session(NIM, players=("you", "ismcts:sims=100,reuse"), seed="3").play("take 3")

    fresh = SeatedAgents(table()).play()
    gone_back = table()
    seated = SeatedAgents(gone_back)
    seated.play()
    gone_back.play("take 1")
    seated.play()
    gone_back.go_back(1)
    again = seated.play()
    assert again.moves == fresh.moves and again.choices == fresh.choices


# --- rules of the house -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setup", "asked"), [("common", {"cards"}), ("onepass", {"cards"}), ("literal", {"attack", "block", "cards"})]
)
def test_the_house_plays_its_stages(setup, asked):
    """In some setups of Magic nobody decides combat, not even a person."""
    table = Session(MAGIC, setup, ("you", "expert"), seed="2")
    seated = SeatedAgents(table)
    seen, alone = set(), set()
    while not table.over:
        stage, mine = table.position.stage, table.actor == 0
        if seated.plays_itself():
            alone |= {stage} if mine else set()
            before = len(table.moves)
            seated.play()
            assert len(table.moves) > before
        else:
            assert mine and table.person_to_move
            seen.add(stage)
            table.play(table.position.options()[-1])
    assert seen == asked
    assert alone == {"attack", "block", "cards"} - asked


def test_the_house_plays_by_its_own_rule():
    start = "magic turn 9 player 1 attack | 1: lands 4 ready 2/2(2) 3/3(4) | 2: lands 3 ready 2/3(3)"
    table = Session(MAGIC, "common", ("you", "you"), "1", start)
    seated = SeatedAgents(table)
    assert seated.plays_itself()
    rules = [table.position.advise("reduced", make_stream(MAGIC, number)) for number in range(50)]
    assert list(seated.decide().moves) in rules and len(rules[0]) < len(table.position.options())


def test_persons_play_what_is_theirs():
    assert not SeatedAgents(Session(NIM)).plays_itself()
    assert not SeatedAgents(finished(Session(NIM, players=("uniform", "uniform")))).plays_itself()


def test_a_move_that_is_not_legal_is_refused():
    table = Session(NIM, players=("uniform", "uniform"))
    seated = SeatedAgents(table)
    with pytest.raises(UsageError, match=r"^uniform plays the illegal move 9; legal: take 1, take 2, take 3$"):
        seated.carry_out(Decision(table.position, "uniform", 0, (9,)))
    with pytest.raises(UsageError, match=r"^uniform plays no move; legal: take 1, take 2, take 3$"):
        seated.carry_out(Decision(table.position, "uniform", 0, ()))
    seated.carry_out(Decision(table.position, "uniform", 0, (3, 9, 1)))
    assert table.moves == [3]  # what follows rests on guesses


# --- names ------------------------------------------------------------------------------------------------------------


def test_an_agent_alone_is_granted_what_it_wishes():
    assert new_session(LOTR, "paper", ("you",), "1").setup == "paper"
    assert new_session(LOTR, "clean", ("expert",), "1").setup == "clean"


@pytest.mark.parametrize(
    ("players", "setup", "dealt"),
    [
        (("you", "random"), "", "dragonsnarl:belief=pool"),
        (("expert", "you"), "night_striker:era=bw", "night_striker:era=bw,belief=pool"),
        (("you", "you"), "dragonsnarl", "dragonsnarl:belief=pool"),
        (("you", "random"), "dragonsnarl:belief=known", "dragonsnarl:belief=known"),
        (("random", "expert"), "", "dragonsnarl"),
    ],
)
def test_deck_lists_are_closed_when_people_play(players, setup, dealt):
    """As at any table; agents among themselves, and whoever asks for it, know the lists."""
    game = POKEMON.interpreted()
    table = new_session(game, setup, players, "1")
    assert table.setup == dealt
    closed = bool(table.position.table[0].pool)
    assert closed == ("belief=pool" in dealt)
    (told,) = {c.value for seat in (0, 1) for c in table.view(seat).counters if c.title == "deck lists"}
    assert told.startswith("closed" if closed else "open")


def test_names_with_seconds():
    assert with_seconds("ismcts", 0.25) == "ismcts:seconds=0.25"
    assert with_seconds("ismcts:seconds=9,c=1", 2) == "ismcts:seconds=2,c=1"
    assert adviser(NIM, 2) == "ismcts:seconds=2"
    assert adviser(MAGIC).startswith("magic/best:")
    for game in (NIM, GUESS, SWAP, MAGIC, LOTR):
        assert SeatedAgent(game, adviser(game)).name
