"""The doors to Scripts of Tribute: positions from the engine's messages, whole games over real sockets, and faults."""

from __future__ import annotations

import gzip
import json
import pickle
import random
import sys
import threading
import time
from pathlib import Path

import pytest

pytest.importorskip("grpc")
pytest.importorskip("scripts_of_tribute")

import grpc
from scripts_of_tribute.enums import PatronId

from mulligan.agents import Player, make_player
from mulligan.arena.match import run_match
from mulligan.cli import run
from mulligan.core.errors import Forfeit, UsageError
from mulligan.core.game import UNSEEN
from mulligan.core.outside import refuse_files
from mulligan.core.position import Position, make_stream
from mulligan.core.registry import find_game
from mulligan.games.tribute.rules.cards import PATRONS, WRIT_OF_COIN
from mulligan.games.tribute.rules.layout import (
    ACQUIRE_CARDS,
    ACTIVATE,
    BUY,
    CHOOSE,
    COMMAND,
    END,
    ITEM_MASK,
    KIND,
    NORMAL,
    PLACE,
    PLAY,
    TURN,
)
from mulligan.games.tribute.sot import wire
from mulligan.games.tribute.sot.bot import BotServer, BotService
from mulligan.games.tribute.sot.entry import Competitor
from mulligan.games.tribute.sot.reading import find_move, position_of
from mulligan.games.tribute.sot.thinking import Thinker
from mulligan.games.tribute.sot.writing import Numbers, Told, our_move
from mulligan.games.tribute.traces.recording import Course

GAME = find_game("tribute")
MADE = wire.messages()
TRACES = Path(__file__).parents[2] / "golden" / "tribute-traces"
BOTS = Path(__file__).parents[2] / "helpers" / "sot_bots.py"
SMALL = "tribute/best:trees=2,sims=40"
LONG = "tribute/best:prune=none,exhaust=no,seconds=60"  # it would take a minute for every decision


def hosted(bot, words=""):
    return f"sot:{BOTS}:{bot}{words}"


# --- positions --------------------------------------------------------------------------------------------------------


def entry_of(s, move):
    """What the engine's log has of a move, as far as its order of actions matters; and something that does not."""
    command, i = move >> COMMAND & 15, (move & ITEM_MASK) - 1
    if move == END:
        return ["END_TURN "]
    cells = {PLAY: s.hand[s.player], ACTIVATE: s.agent[s.player], BUY: s.row}.get(command)
    if cells is not None:
        word = {PLAY: "PLAY_CARD", ACTIVATE: "ACTIVATE_AGENT", BUY: "BUY_CARD"}[command]
        card = wire.card_words(cells[i] & KIND, 10_000 + i)
        return [f"{word} {card}", f"GAIN_COIN {card} 1"]
    if command == CHOOSE and s.follow == ACQUIRE_CARDS and i >= 0:
        target = wire.card_words(s.row[s.option[i] % PLACE] & KIND, 10_001)
        return [f"ACQUIRE_CARD {wire.card_words(6, 10_000)} {target}"]
    return []


def decisions(trace, every):
    """Positions of a game that the real engine played, with its log of actions up to there."""
    with gzip.open(trace, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    course, log = Course.of_patrons(records[0]["patrons"], int(records[0]["seed"]), GAME), []
    for number, step in enumerate(record for record in records if record["k"] == "step"):
        if number % every == 0 or (course.s.board != NORMAL and number % 2):
            yield course, log
        move = course.legal.find(step["pick"])
        log += entry_of(course.s, move)
        course.play(move)


def told_of(position, log=None, open=False):
    told = Told(MADE, position, position.actor, Numbers(), "state", open=open)
    if log is not None:
        told._log = lambda: log
    return told


def facts(s, seat):
    """What a bot is told, from a state: all of it but the orders that it may not know."""
    known = min(s.known[seat], s.n_draw[seat])
    kinds = {zone: [cell & KIND for cell in getattr(s, zone)[seat]] for zone in ("hand", "played", "cooldown", "agent")}
    names = ("turn", "player", "board", "doom", "n_row", "n_pile", "n_options", "favour", "combo", "patron")
    pairs = ("coins", "prestige", "power", "calls", "n_hand", "n_draw", "n_played", "n_cooldown", "n_agents", "hp")
    choice = [(s.follow, s.low, s.high, s.limit), list(s.option[: s.n_options])] if s.board != NORMAL else []
    return {
        **{name: getattr(s, name) for name in names},
        **{name: list(map(list, (getattr(s, name),))) for name in (*pairs, "acted")},
        **kinds,
        "choice": choice,
        "chain": list(s.chain[s.head : s.tail]),
        "waiting": [list(w)[: min(3, n)] for w, n in zip(s.waiting, s.combo)],
        "top": [cell & KIND for cell in s.draw[seat][: s.n_draw[seat]]][s.n_draw[seat] - known :],
        "draw": sorted(cell & KIND for cell in s.draw[seat][: s.n_draw[seat]]),
        "pile": sorted(cell & KIND for cell in s.pile[: s.n_pile]),
        "row": [cell & KIND for cell in s.row],
    }


@pytest.mark.parametrize("name", ["rare-00001", "SakkirinaSolo-BestMCTS3-500", "MaxAgentsBot-PatronFavorsBot-00000"])
def test_positions_of_the_engine_are_rebuilt_from_what_it_tells(name):
    seen = set()
    for course, log in decisions(TRACES / f"{name}.jsonl.gz", every=9):
        s, seat = course.s, course.s.player
        state = told_of(course.position, log).state()
        here = position_of(state, GAME, list(s.patron[:5]))
        assert facts(here.plain()[0], seat) == facts(s, seat)
        assert here.options() == Position.read(GAME, str(here), "draft").options()
        seen.add((s.board, s.follow))
    assert len(seen) > 3


def test_the_order_of_patrons_is_all_that_needs_the_draft():
    course, log = next(iter(decisions(TRACES / "rare-00000.jsonl.gz", every=1)))
    state = told_of(course.position, log).state()
    here = position_of(state, GAME)
    assert sorted(here.plain()[0].patron[:5]) == sorted(course.s.patron[:5])


def some_positions(count, seed=1, setup="random"):
    """Positions of random games, some of them choices."""
    rng, found = make_stream(GAME, "sot", seed), 0
    for number in range(100):
        here = Position.deal(GAME, setup, seed=(seed, number))
        while not here.over:
            if found % 3 == 0 or here.plain()[0].board != NORMAL:
                yield here.copy()
                count -= 1
                if count == 0:
                    return
            found += 1
            for move in here.advise("busy", rng):
                here.play_with(move, rng)


def scrambled(state, dice):
    """The same message with everything in another order that a bot should not look at, and other numbers of cards."""
    other = MADE.main.GameStateProto()
    other.CopyFrom(state)
    me, enemy = other.current_player, other.enemy_player
    for cards in (other.tavern_cards, me.draw_pile, enemy.hand_and_draw):
        mixed = list(cards)
        dice.shuffle(mixed)
        copies = [type(card).FromString(card.SerializeToString()) for card in mixed]
        del cards[:]
        cards.extend(copies)
    other.state_id = str(dice.random())
    return other


def test_no_decision_depends_on_what_is_hidden():
    dice = random.Random(5)
    one, two = (Thinker(GAME, make_player(GAME, f"{SMALL},prune=none"), 3, print) for _ in range(2))
    asked = 0
    for here in some_positions(60):
        told = told_of(here)
        state, moves = told.state(), told.listed()
        other = scrambled(state, dice)
        assert state.SerializeToString() != other.SerializeToString()
        assert str(position_of(state, GAME)) == str(position_of(other, GAME))
        assert one.choose(state, moves, 60) == two.choose(other, moves, 60)
        asked += len(moves) > 1
    assert asked > 30


def test_a_bot_is_told_nothing_that_its_seat_cannot_know():
    for number, here in enumerate(some_positions(80, seed=4)):
        views = [here.hide(here.actor, make_stream(GAME, "view", number, twin)) for twin in range(2)]
        one, two = (told_of(view) for view in views)
        assert one.state().SerializeToString(deterministic=True) == two.state().SerializeToString(deterministic=True)
        assert one.moves == two.moves and one.listed() == two.listed()


def test_moves_go_both_ways():
    commands = set()
    for here in some_positions(250, seed=2):
        told = told_of(here)
        if len(told.moves) > 500:
            continue
        state, moves = told.state(), told.listed()
        again = position_of(state, GAME)
        for number, move in enumerate(told.moves):
            ours = our_move(told.s, told.t, move)
            found = find_move(state, moves, again, ours)
            assert our_move(told.s, told.t, told.moves[found]) == ours
            assert found <= number
            commands.add((moves[number].command, moves[number].WhichOneof("moveType")))
    assert len(commands) == 8


def test_a_card_keeps_its_number_as_long_as_it_can_be_followed():
    numbers, rng = Numbers(), make_stream(GAME, "numbers")
    here = Position.deal(GAME, "random", seed=4)
    for _ in range(60):
        told = Told(MADE, here.copy(), here.actor, numbers, "state")
        if told.seat != here.actor or here.over:
            break
        move = next((n for n, m in enumerate(told.moves) if m >> COMMAND & 15 == PLAY and m != END), None)
        if move is None or told.s.board != NORMAL:
            break
        played, hand = told.listed()[move].CardMove.cardUniqueId, told.cards["hand"]
        told.follow(move)
        here.play_with(told.moves[move], rng)
        after = Told(MADE, here.copy(), told.seat, numbers, "state")
        assert played in after.cards["played"] + after.cards["agents"]
        assert set(hand) - {played} <= set(after.cards["hand"])


def test_players_that_listen_are_told_of_their_moves_and_that_the_other_has_moved():
    class Listener(Player):
        listens = True

        def __init__(self):
            super().__init__(GAME, "listener", [GAME.style("first")] * 3)
            self.told = []

        def saw(self, seat, stage, move):
            self.told.append((seat, stage, move))

    player = Listener()
    thinker, here = Thinker(GAME, player, 1, print), Position.deal(GAME, "random", seed=1)
    rng = make_stream(GAME, "listening")
    for _ in range(60):
        told = told_of(here)
        if told.seat == 0:
            number = thinker.choose(told.state(), told.listed(), 10)
            assert player.told[-1] == (0, here.look()[1], our_move(told.s, told.t, told.moves[number]))
        here.play_with(told.moves[number if told.seat == 0 else -1], rng)
    assert [told for told in player.told if told[0] == 1] == [(1, TURN, UNSEEN)] * ((here.turn - 1) // 2)


def test_positions_of_the_engine_of_april_2025_are_read_too():
    """A Writ of Coin that can be bought, cards that have to be refreshed, patrons that take no agents."""
    writ = wire.card_message(MADE.basics, WRIT_OF_COIN, 77)
    thinker = Thinker(GAME, make_player(GAME, "random"), 1, print)
    seen = set()
    for here in some_positions(300, 3, "fixed:patrons=SAINT_ALESSIA+PELIN+ANSEI+HLAALU"):
        told = told_of(here)
        if len(told.moves) > 500:
            continue
        state, moves = told.state(), told.listed()
        state.tavern_available_cards.insert(1, writ)
        state.tavern_cards.append(wire.card_message(MADE.basics, WRIT_OF_COIN, 78))
        choice = state.pending_choice
        if choice.choice_follow_up == "REFRESH_CARDS":
            choice.min_choices = choice.max_choices
            moves = [move for move in moves if len(move.CardChoiceMove.cardsUniqueIds) == choice.max_choices]
        elif choice.choice_follow_up == "REPLACE_CARDS_IN_TAVERN":
            choice.card_options.possible_cards.insert(1, writ)
        elif choice.choice_follow_up in ("COMPLETE_TREASURY", "COMPLETE_HLAALU"):
            agents = {agent.representing_card.unique_id for agent in state.current_player.agents}
            kept = [card for card in choice.card_options.possible_cards if card.unique_id not in agents]
            moves = [move for move in moves if not agents & set(move.CardChoiceMove.cardsUniqueIds)]
            if not moves:
                continue
            del choice.card_options.possible_cards[:]
            choice.card_options.possible_cards.extend(kept)
        assert thinker.choose(state, moves, 10) in {move.id for move in moves}
        seen.add(choice.choice_follow_up)
    assert {"REFRESH_CARDS", "REPLACE_CARDS_IN_TAVERN", "COMPLETE_TREASURY"} <= seen


# --- the draft --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("offered", [[0, 1, 2, 3, 4, 5, 6, 7, 9], [0, 1, 2, 4, 6, 9], [6, 0, 2, 5]])
@pytest.mark.parametrize("seat", [0, 1])
def test_drafts_of_either_seat(offered, seat):
    thinkers = [Thinker(GAME, make_player(GAME, agent), 1, print) for agent in (SMALL, "sot/BestMCTS3:trees=1,sims=20")]
    left, chosen = list(offered), []
    for who, round in ((0, 1), (1, 1), (1, 2), (0, 2)):
        patron = thinkers[who ^ seat].select(left, round)
        assert patron in left
        left.remove(patron)
        chosen.append(patron)
    assert thinkers[seat]._order[0] == chosen[0] and thinkers[seat]._order[3] == chosen[3]


# --- our players as bots ----------------------------------------------------------------------------------------------


class Served:
    """A bot of ours that listens, in threads of this process."""

    def __init__(self, agent=SMALL, threads=1, port=0):
        self.said = []
        thinkers = [Thinker(GAME, make_player(GAME, agent), (1, i), self.said.append) for i in range(threads)]
        self.services = [BotService(MADE, "Mulligan", thinker, self.said.append) for thinker in thinkers]
        self.server = BotServer(MADE, [(port, service) for service in self.services])

    def __enter__(self):
        self.server.start()
        return self

    def __exit__(self, *problem):
        self.server.stop()

    def agent(self, i=0, words=""):
        return f"sot:{self.server.ports[i]},server_port=0{words}"

    def stub(self):
        channel = grpc.insecure_channel(
            f"localhost:{self.server.ports[0]}", options=[("grpc.max_send_message_length", -1)]
        )
        return MADE.services.AIServiceStub(channel)


def test_our_bot_plays_whole_games_by_the_engines_messages():
    with Served() as bot:
        result = run_match(GAME, bot.agent(), "random", pairs=2, seed=1)
        record = bot.services[0].record
    assert result.played and sum(pair.results[0] for pair in result.played) >= 1
    assert record.faults == 0 and record.decisions > 100, bot.said
    assert record.games >= 3 and bot.said[0] == "the engine has registered Mulligan"


def test_our_bot_decides_as_at_our_own_table():
    """Seen through the messages, a position is the same, so a rule player without chance makes the same moves."""
    setup = "fixed:patrons=ANSEI+DUKE_OF_CROWS+RAJHIN+HLAALU"  # in the order that is assumed where there is no draft
    with Served("decisiontree") as bot:
        there = run_match(GAME, bot.agent(), "sot/AlwaysFirstOptionBot", pairs=2, seed=3, setup=setup)
    here = run_match(GAME, "decisiontree", "sot/AlwaysFirstOptionBot", pairs=2, seed=3, setup=setup)
    assert bot.services[0].record.faults == 0, bot.said
    for one, two in zip(here.played, there.played):
        assert one.results == two.results
        assert (one.first.turns, one.second.turns) == (two.first.turns, two.second.turns)


def test_two_of_our_bots_meet_on_two_ports():
    with Served(threads=2) as bot:
        result = run_match(GAME, bot.agent(0), bot.agent(1), pairs=1, seed=2)
    assert len(result.played) == 1
    assert [service.record.faults for service in bot.services] == [0, 0], bot.said


def test_a_bot_stops_thinking_before_its_clock_runs_out():
    with Served(LONG) as bot:
        told = told_of(next(here for here in some_positions(5) if len(told_of(here).moves) > 3))
        request = MADE.main.PlayRequest(gameState=told.state(), possibleMoves=told.listed(), remainingTimeMs=700)
        began = time.perf_counter()
        answer = bot.stub().Play(request)
    assert 0 <= answer.id < len(told.moves) and not bot.services[0].record.faults
    assert 0.3 < time.perf_counter() - began < 30


def test_an_engine_that_hangs_up_during_a_decision_stops_it():
    with Served(LONG) as bot:
        told = told_of(next(here for here in some_positions(5) if len(told_of(here).moves) > 3))
        request = MADE.main.PlayRequest(gameState=told.state(), possibleMoves=told.listed(), remainingTimeMs=90_000)
        stub = bot.stub()
        with pytest.raises(grpc.RpcError):
            stub.Play(request, timeout=0.5)
        stub.RegisterBot(MADE.main.Empty(), timeout=40)  # it waits until the decision has ended
    assert any("the engine hung up before it was answered" in line for line in bot.said)


def test_cards_of_another_version_are_told_once_and_unknown_ones_cost_one_answer():
    told = told_of(next(iter(some_positions(1))))
    state, moves = told.state(), told.listed()
    state.tavern_available_cards[0].cost += 1
    with Served("decisiontree") as bot:
        stub = bot.stub()
        for _ in range(2):
            stub.Play(MADE.main.PlayRequest(gameState=state, possibleMoves=moves, remainingTimeMs=9000))
        assert len(bot.said) == 1 and "is not ours: cost" in bot.said[0]
        state.current_player.hand[0].name = "Sheogorath's Cheese"
        answer = stub.Play(MADE.main.PlayRequest(gameState=state, possibleMoves=moves, remainingTimeMs=9000))
        assert answer.id == moves[0].id and bot.services[0].record.faults == 1
        assert "Sheogorath's Cheese" in bot.said[1] and "another version?" in bot.said[1]


def test_whatever_an_engine_sends_is_answered_and_nothing_is_lost():
    with Served("decisiontree") as bot:
        stub, main = bot.stub(), MADE.main
        assert stub.Play(main.PlayRequest()).id == 0
        assert stub.SelectPatron(main.SelectPatronRequest(round=2)).patronId == 0
        assert stub.SelectPatron(main.SelectPatronRequest(round=1, availablePatrons=[8])).patronId == 8
        huge = main.PlayRequest(gameState=main.GameStateProto(state_id="x" * 100_000_000))
        with pytest.raises(grpc.RpcError) as error:
            stub.Play(huge)
        assert error.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
        told = told_of(next(iter(some_positions(1))))
        request = main.PlayRequest(gameState=told.state(), possibleMoves=told.listed(), remainingTimeMs=9000)
        assert 0 <= stub.Play(request).id < len(told.moves)
    assert bot.services[0].record.faults == 3


def test_the_results_of_games_are_told():
    with Served("random") as bot:
        stub, main = bot.stub(), MADE.main
        told = told_of(Position.deal(GAME, "random", seed=1))
        stub.PregamePrepare(main.Empty())
        stub.Play(main.PlayRequest(gameState=told.state(), possibleMoves=told.listed(), remainingTimeMs=9000))
        end = MADE.basics.EndGameState(winner="PLAYER1", reason="PATRON_FAVOR")
        stub.GameEnd(main.GameEndRequest(state=end, finalBoardState=told.state()))
        stub.PregamePrepare(main.Empty())
        stub.RegisterBot(main.Empty())
        stub.CloseServer(main.Empty())
        bot.server.wait(5.0)
    assert bot.services[0].record.won == 1
    assert bot.said[0].startswith("game 1: won by PATRON_FAVOR; 1 decisions")
    assert bot.said[1] == "game 2 was broken off: the engine registers anew"


def test_an_engine_that_does_not_come_or_hangs_up_is_given_up():
    with Served("random") as bot:
        with pytest.raises(UsageError, match="the engine has not come: nothing was heard of it for"):
            bot.server.wait(0.1)
        told = told_of(Position.deal(GAME, "random", seed=1))
        request = MADE.main.PlayRequest(gameState=told.state(), possibleMoves=told.listed(), remainingTimeMs=9000)
        bot.stub().Play(request)
        with pytest.raises(UsageError, match="hung up in the middle of a series"):
            bot.server.wait(0.1)


def test_a_port_that_somebody_has_is_refused(capsys):
    with Served("random") as bot:
        port = bot.server.ports[0]
        with pytest.raises(UsageError, match=f"port {port} of localhost cannot be had"):
            Served("random", port=port)
        assert run(["tribute", "bot", "random", "--client-port", str(port)]) == 2
    assert "--client-port names another" in capsys.readouterr().err


def test_the_command_serves_a_series_and_ends_with_it(capsys):
    ended = []
    with Served("random") as other:
        port = other.server.ports[0]
    served = threading.Thread(
        target=lambda: ended.append(run(["tribute", "bot", "decisiontree", "--client-port", str(port)]))
    )
    served.start()
    run_match(GAME, f"sot:{port},server_port=0", "random", pairs=1, seed=1)
    served.join(60)
    assert ended == [0]
    shown = capsys.readouterr()
    assert f"Mulligan (decisiontree) listens on port {port}" in shown.err
    assert "0 faults" in shown.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--threads", "0"], "threads: 0 should be from 1 to 64"),
        (["--client-port", "70000"], "client port: 70000"),
        (["--patience", "-1"], "patience: -1"),
        (["oracle"], "shown what no seat may know"),
        (["nobody"], "unknown agent for tribute 'nobody'"),
        (["--name", " "], "name: it should have"),
    ],
)
def test_what_is_typed_wrong_is_told(words, told, capsys):
    assert run(["tribute", "bot", *words]) == 2
    assert told in capsys.readouterr().err


def test_without_the_package_its_extra_is_named(monkeypatch, capsys):
    for module in ("grpc", "scripts_of_tribute"):
        monkeypatch.setitem(sys.modules, module, None)
    assert run(["tribute", "bot"]) == 2
    assert "pip install 'mulligan[sot]'" in capsys.readouterr().err
    assert run(["tribute", "host", f"{BOTS}:First"]) == 2
    assert "pip install 'mulligan[sot]'" in capsys.readouterr().err


def test_an_entry_for_their_package_plays_by_it(tmp_path):
    """Our player within their package, at our table: whatever they make of the messages is made a message again."""
    place = tmp_path / "entry.py"
    place.write_text(
        "from mulligan.games.tribute.sot.entry import Competitor\n"
        "class Bot(Competitor):\n"
        "    agent = 'decisiontree'\n"
        "    def _tell(self, text):\n"
        "        raise SystemExit(text)\n",
        encoding="utf-8",
    )
    setup = "fixed:patrons=ANSEI+DUKE_OF_CROWS+RAJHIN+HLAALU"
    there = run_match(
        GAME, f"sot:{place}:Bot,turn_seconds=60", "sot/AlwaysFirstOptionBot", pairs=1, seed=3, setup=setup
    )
    here = run_match(GAME, "decisiontree", "sot/AlwaysFirstOptionBot", pairs=1, seed=3, setup=setup)
    for one, two in zip(here.played, there.played):
        assert one.results == two.results
        assert (one.first.turns, one.second.turns) == (two.first.turns, two.second.turns)


def test_an_entry_goes_to_other_processes_by_its_name(monkeypatch):
    monkeypatch.setattr(Competitor, "agent", "random")
    twin = pickle.loads(pickle.dumps(Competitor("Twin")))
    assert isinstance(twin, Competitor) and twin.bot_name == "Twin"
    offered = [PatronId.ANSEI, PatronId.PELIN, PatronId.RAJHIN, PatronId.HLAALU, PatronId.ORGNUM]
    for left in (5, 4):
        chosen = twin.select_patron(offered)
        assert chosen in offered
        offered.remove(chosen)
        assert len(offered) == left - 1


# --- their bots at our table ------------------------------------------------------------------------------------------


def test_their_bot_plays_at_our_table_and_may_simulate():
    result = run_match(GAME, hosted("Careful"), "decisiontree", pairs=1, seed=1)
    assert len(result.played) == 1
    assert result.code[f"agent sot:{BOTS}:Careful"].startswith("sot_bots.py ")


def test_their_first_option_is_our_first_option():
    there = run_match(GAME, hosted("First"), "decisiontree", pairs=1, seed=5, setup="random")
    here = run_match(GAME, "sot/AlwaysFirstOptionBot", "decisiontree", pairs=1, seed=5, setup="random")
    assert [pair.results for pair in there.played] == [pair.results for pair in here.played]
    assert [(p.first.turns, p.second.turns) for p in there.played] == [
        (p.first.turns, p.second.turns) for p in here.played
    ]


@pytest.mark.parametrize(
    ("bot", "words", "told"),
    [
        ("Raises", "", "Play failed: UNKNOWN: Exception calling application: no idea"),
        ("Illegal", "", "illegal move: it answers number 4711, and "),
        ("Drafts", "", "it drafts TREASURY; on offer: ANSEI"),
        ("Dies", "", "in Play; it printed: "),
        ("Slow", ",turn_seconds=0.2", "too slow in Play: 0.2 seconds were left"),
        ("Heavy", "", "the answer to Play is too large"),
    ],
)
def test_a_bot_that_fails_forfeits_the_game_and_not_the_match(bot, words, told):
    result = run_match(GAME, hosted(bot, words), "decisiontree", pairs=1, seed=1)
    assert result.standing.losses == 2 and len(result.forfeits) == 2
    assert all(told in text and f"sot_bots.py:{bot}'" in text for text in result.forfeits), result.forfeits


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("NoBot", "NoBot is a NoBot, and should be a scripts_of_tribute.base_ai.BaseAI"),
        ("Nothing", "there is no Nothing in sot_bots.py; there is: "),
    ],
)
def test_what_never_was_a_bot_is_an_error(bot, told):
    with pytest.raises(UsageError) as error:
        run_match(GAME, hosted(bot), "decisiontree", pairs=1, seed=1)
    assert told in str(error.value) and f"sot_bots.py:{bot}'" in str(error.value)
    assert not isinstance(error.value, Forfeit)


def test_a_bot_on_a_port_that_comes_back_plays_the_next_game(monkeypatch):
    monkeypatch.setattr("mulligan.games.tribute.sot.hosting.PREPARE_SECONDS", 5.0)
    start = Position.deal(GAME, "random", seed=1)
    with Served("random") as bot:
        player, port = make_player(GAME, bot.agent()), bot.server.ports[0]
        assert start.is_legal(player.decide(start, 1).moves[0])
    with pytest.raises(Forfeit, match="the connection was closed in Play"):
        player.decide(start, 1)
    with Served("random", port=port) as bot:
        player.forget()
        assert start.is_legal(player.decide(start, 1).moves[0])
        assert bot.said[0] == "the engine has registered Mulligan"
        player._line.close()  # it is told that the series is over


def test_a_file_that_cannot_be_run_is_told_with_its_line(tmp_path):
    place = tmp_path / "bot.py"
    place.write_text("import json\n\nnonsense(\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"bot\.py, line 3: SyntaxError"):
        run_match(GAME, f"sot:{place}:Bot", "random", pairs=1, seed=1)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("sot", "one bot should be named"),
        ("sot:./none.py:Bot", "there is no file ./none.py"),
        ("sot:./none.txt:Bot", "should be a bot such as ./bot.py:Bot"),
        ("sot:99999", "should be a whole number from 1 to 65535"),
        ("sot:50000,turn_seconds=0", "should be from 0.01 to 86400"),
        ("sot:50000,turn_seconds=x", "should be a number"),
        ("sot:50000,speed=3", "does not know 'speed'"),
        (f"sot:{BOTS}:First,server_port=3", "bots that listen on a port"),
    ],
)
def test_names_of_bots_are_checked(name, told):
    with pytest.raises(UsageError, match=told):
        make_player(GAME, name)


def test_a_port_without_a_bot_is_told(monkeypatch):
    monkeypatch.setattr("mulligan.games.tribute.sot.hosting.PREPARE_SECONDS", 0.2)
    with Served("random") as bot:
        name = bot.agent()
    with pytest.raises(UsageError, match="no bot listens on port"):
        run_match(GAME, name, "random", pairs=1, seed=1)


def test_files_of_strangers_are_not_run():
    with refuse_files(), pytest.raises(UsageError, match="on the command line only"):
        make_player(GAME, hosted("First"))


def test_the_command_plays_a_match(capsys):
    assert run(["tribute", "host", f"{BOTS}:First", "random", "--pairs", "1", "--quiet"]) == 0
    assert f"sot:{BOTS}:First" in capsys.readouterr().out


def test_words_of_the_engine_are_those_of_the_card_file():
    assert wire.EFFECT_TEXTS[0][:2] == ("GAIN_COIN 5 AND REPLACE_TAVERN 1", "PATRON_CALL 1")
    for texts in wire.EFFECT_TEXTS:
        for text in texts:
            for part in text.split(" AND ") if text else []:
                assert wire.effect_text(wire.read_effect(part)) == part
    for text in ("GAIN_GOLD 3", "GAIN_COIN", "DRAW 99", "DRAW 1 OR DRAW 1 OR DRAW 1"):
        with pytest.raises(UsageError, match="the engine names an effect"):
            wire.read_effect(text)
    assert len(PATRONS) == 10
