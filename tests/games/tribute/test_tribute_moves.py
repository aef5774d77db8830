"""Legal moves in Tales of Tribute: the engine's list, the moves as players see them, and choices asked card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from math import comb
from random import Random
from typing import Any

import pytest

from mulligan.games.tribute.rules.layout import (
    ACTIVATE,
    ATTACK,
    BUY,
    CALL,
    CHOOSE,
    COMMAND,
    DONE,
    DRAFT,
    EFFECT,
    END_TURN,
    EXACT,
    FOLLOWS,
    ITEM,
    KIND,
    PICK,
    PLAY,
)
from mulligan.games.tribute.rules.moves import MAX_OPTIONS, WHOLE
from mulligan.kernel import as_dict, seed_of

from ...helpers.tribute_tools import (
    CARDS,
    KINDS,
    PATRONS,
    Board,
    chosen_of,
    common_name,
    count_moves,
    generator,
    hide,
    new_game,
    nth_move,
    random_positions,
    side,
    subsets,
)

CHAIN = 16
LARGEST = 3000  # lists up to this length are compared as a whole

# --- the engine's list, written down once more ------------------------------------------------------------------------


def is_taunting(cell: int) -> bool:
    return bool(CARDS[cell & KIND].get("taunt"))


def may_call(s: Any, patron: int) -> bool:
    """Section 13's conditions, calls aside."""
    p = s.player
    name, coins, power, mine = PATRONS[patron], s.coins[p], s.power[p], s.favour[patron] == p
    near = [*s.hand[p][: s.n_hand[p]], *s.played[p][: s.n_played[p]], *s.agent[p][: s.n_agents[p]]]
    cooled = [CARDS[cell & KIND]["type"] for cell in s.cooldown[p][: s.n_cooldown[p]]]
    return {
        "ANSEI": power >= 2 and not mine,
        "DUKE_OF_CROWS": coins >= 1 and not mine,
        "RAJHIN": coins >= 3,
        "PSIJIC": coins >= 4 and s.n_agents[1 - p] > 0,
        "ORGNUM": coins >= 3,
        "HLAALU": any(CARDS[cell & KIND]["cost"] >= 1 for cell in near),
        "PELIN": power >= 2 and "agent" in cooled,
        "RED_EAGLE": power >= 2,
        "TREASURY": coins >= 2 and bool(near),
        "SAINT_ALESSIA": coins >= 4,
    }[name]


def exact(command: int, i: int) -> int:
    """A move that means the card at place `i`."""
    return EXACT | command << COMMAND | i + 1


def free_moves(s: Any) -> Iterator[int]:
    """Section 7."""
    p, q = s.player, 1 - s.player
    for i in range(s.n_hand[p]):
        yield exact(PLAY, i)
    for i in range(s.n_agents[p]):
        if not s.acted[p][i]:
            yield exact(ACTIVATE, i)
    foes = list(enumerate(s.agent[q][: s.n_agents[q]]))
    if s.power[p] > 0:
        for i, _ in [pair for pair in foes if is_taunting(pair[1])] or foes:
            yield exact(ATTACK, i)
    if s.coins[p] > 0:
        for i in range(s.n_row):
            if CARDS[s.row[i] & KIND]["cost"] <= s.coins[p]:
                yield exact(BUY, i)
    if s.calls[p] > 0:
        for patron in s.patron[:5]:
            if may_call(s, patron):
                yield CALL << COMMAND | patron + 1
    yield END_TURN << COMMAND


def offered(s: Any) -> list[str]:
    """Section 10: the options of the open choice, as names."""
    p = s.player
    hand, played = s.hand[p][: s.n_hand[p]], s.played[p][: s.n_played[p]]
    agents, foes = s.agent[p][: s.n_agents[p]], s.agent[1 - p][: s.n_agents[1 - p]]
    cooled = s.cooldown[p][: s.n_cooldown[p]]
    cooled_agents = [cell for cell in cooled if CARDS[cell & KIND]["type"] == "agent"]
    row = [cell for i, cell in enumerate(s.row[: s.n_row]) if i + 1 != s.skip]
    found = {
        "REPLACE_CARDS_IN_TAVERN": row,
        "ACQUIRE_CARDS": [cell for cell in row if CARDS[cell & KIND]["cost"] <= s.limit],
        "DESTROY_CARDS": [*hand, *agents, *played],
        "DISCARD_CARDS": hand,
        "DONATE": hand,
        "REFRESH_CARDS": cooled_agents if s.limit else cooled,
        "TOSS_CARDS": s.draw[p][: s.n_draw[p]][::-1][: s.high],
        "KNOCKOUT_AGENTS": foes,
        "COMPLETE_PSIJIC": foes,
        "COMPLETE_HLAALU": [cell for cell in [*hand, *played, *agents] if CARDS[cell & KIND]["cost"] >= 1],
        "COMPLETE_PELLIN": cooled_agents,
        "COMPLETE_TREASURY": [*played, *hand, *agents],
    }[FOLLOWS[s.follow]]
    return [CARDS[cell & KIND]["name"] for cell in found]


def listed_moves(s: Any) -> Iterator[int]:
    """The engine's list after the draft."""
    if s.board == 0:
        yield from free_moves(s)
    elif FOLLOWS[s.follow] == "ENACT_CHOSEN_EFFECT":
        yield from (EFFECT << COMMAND | 1, EFFECT << COMMAND | 2)
    else:
        for chosen in subsets(len(offered(s)), s.low, s.high):
            yield EXACT | CHOOSE << COMMAND | sum(i + 1 << ITEM * k for k, i in enumerate(chosen))


@pytest.mark.parametrize("seed", range(30))
def test_the_list_is_that_of_the_description(seed):
    for board in random_positions(seed, busy=seed % 2 == 0):
        s, t = board.s, board.t
        if s.reason or s.turn == 0:
            continue
        if s.board and FOLLOWS[s.follow] != "ENACT_CHOSEN_EFFECT":
            assert board.options == offered(s)
        n = count_moves(s, t)
        expected = list(islice(listed_moves(s), LARGEST + 1))
        assert n == len(expected) or n > LARGEST
        assert [nth_move(s, t, i) for i in range(min(n, LARGEST))] == expected[:LARGEST]


def test_random_games_ask_for_everything_that_there_is():
    """So that the comparison above, over games like these, has met every kind of move and of choice."""
    commands, follows = set(), set()
    for board in chain.from_iterable(random_positions(seed, busy=True) for seed in range(30)):
        if not board.s.reason and board.s.turn:
            commands |= {move >> COMMAND & 15 for move in islice(listed_moves(board.s), 50)}
            follows |= {FOLLOWS[board.s.follow]} if board.s.board else set()
    assert commands == {PLAY, ACTIVATE, ATTACK, BUY, CALL, CHOOSE, EFFECT, END_TURN}
    assert follows == set(FOLLOWS)


def test_the_draft_lists_the_patrons_that_are_left():
    board, order = new_game(1), []
    offers = [name for name in PATRONS if name != "TREASURY"]
    for pick, seat in ((4, 0), (0, 1), (6, 1), (1, 0)):
        assert board.moves() == [f"draft {name}" for name in offers]
        assert sorted(board.listed()) == sorted(board.engine_moves())
        assert board.s.player == seat
        order.append(offers.pop(pick))
        board.do(f"draft {order[-1]}")
    assert [PATRONS[patron] for patron in board.s.patron[:5]] == [order[0], order[1], "TREASURY", order[2], order[3]]


@pytest.mark.parametrize("size", [40, 150])
def test_large_lists_have_the_right_length_and_any_entry_can_be_asked_for(size):
    board = Board(me=side(cooldown=f"Gold*{size}")).run("refresh 3")
    total = sum(comb(size, k) for k in range(4))
    assert count_moves(board.s, board.t) == total
    chance = Random(size)
    for n in [0, 1, size, size + 1, total - 1, *(chance.randrange(total) for _ in range(300))]:
        assert rank(chosen_of(nth_move(board.s, board.t, n)), size) == n


def rank(chosen: list[int], size: int) -> int:
    """The place of a set in the list: smaller sets first, then lexicographic."""
    k = len(chosen)
    assert chosen == sorted(set(chosen)) and all(0 <= i < size for i in chosen)
    before = sum(comb(size, less) for less in range(k))
    at = -1
    for place, i in enumerate(chosen):
        before += sum(comb(size - 1 - skipped, k - place - 1) for skipped in range(at + 1, i))
        at = i
    return before


# --- the moves as players see them ------------------------------------------------------------------------------------

Name = tuple[int, tuple[tuple[Any, ...], ...]]


def named_option(s: Any, i: int) -> tuple[Any, ...]:
    """An option as a player sees it: its kind, whether it was played, and of an agent its health and what it did."""
    p, follow = s.player, FOLLOWS[s.follow]
    played = [("played", cell & KIND) for cell in s.played[p][: s.n_played[p]]]
    hand = [("card", cell & KIND) for cell in s.hand[p][: s.n_hand[p]]]
    agents, foes = (named_agents(s, q) for q in (p, 1 - p))
    paid = [one for one in [*hand, *played, *agents] if CARDS[one[1]]["cost"] >= 1]
    places = {
        "DESTROY_CARDS": [*hand, *agents, *played],
        "COMPLETE_TREASURY": [*played, *hand, *agents],
        "COMPLETE_HLAALU": paid,
        "KNOCKOUT_AGENTS": foes,
        "COMPLETE_PSIJIC": foes,
    }
    return places[follow][i] if follow in places else ("card", KINDS[offered(s)[i]])


def named_agents(s: Any, p: int) -> list[tuple[Any, ...]]:
    return [("agent", s.agent[p][i] & KIND, s.hp[p][i], s.acted[p][i]) for i in range(s.n_agents[p])]


def name_exact(s: Any, move: int) -> Name:
    """What a move of the engine's list means, with cards instead of places."""
    command, i, p = move >> COMMAND & 15, (move & 2047) - 1, s.player
    if command == PLAY:
        return command, (("card", s.hand[p][i] & KIND),)
    if command == BUY:
        return command, (("card", s.row[i] & KIND),)
    if command in (ACTIVATE, ATTACK):
        return command, (named_agents(s, p if command == ACTIVATE else 1 - p)[i],)
    if command == CHOOSE:
        return command, tuple(sorted(named_option(s, i) for i in chosen_of(move)))
    return command, ((i,),)


def read_item(item: int) -> tuple[Any, ...]:
    """What an item of a move says."""
    kind, where = (item & 127) - 1, item >> 7
    if where < 2:
        return ("played" if where else "card"), kind
    return "agent", kind, (where - 2) >> 1, (where - 2) & 1


def name_seen(move: int) -> Name:
    """What a move as players see it means."""
    command, items = move >> COMMAND & 15, []
    assert not move & EXACT
    if command not in (PLAY, ACTIVATE, ATTACK, BUY, CHOOSE):
        return command, (((move & 2047) - 1,),)
    rest = move & (1 << 55) - 1
    while rest:
        items.append(read_item(rest & 2047))
        rest >>= ITEM
    return command, tuple(sorted(items))


def chains(board: Board) -> Iterator[tuple[int, ...]]:
    """Every chain of answers to the questions of the open choice, without what follows from the last one."""
    for move in board.listed(CHAIN):
        if move >> COMMAND & 15 == DONE:
            yield (move,)
        else:
            assert move >> COMMAND & 15 == PICK
            if board.s.n_picked + 1 == board.s.high:
                yield (move,)
            else:
                yield from ((move, *rest) for rest in chains(board.copy().play(move)))


def name_chain(answers: tuple[int, ...]) -> Name:
    """The set that a chain of answers names."""
    items = [read_item(move & 2047) for move in answers if move >> COMMAND & 15 == PICK]
    return CHOOSE, tuple(sorted(items))


def check_chains(board: Board) -> None:
    """Each set of cards can be reached by exactly one chain of questions, and no other."""
    found = Counter(name_chain(answers) for answers in chains(board))
    assert max(found.values()) == 1
    assert set(found) == {name_exact(board.s, move) for move in board.engine_moves()}


@pytest.mark.parametrize("seed", range(24))
def test_players_see_each_move_once_and_every_move(seed):
    for board in random_positions(seed + 100, busy=seed % 2 == 0, canonical=seed % 4 > 1):
        s, t = board.s, board.t
        if s.reason:
            continue
        if s.n_picked or count_moves(s, t) > LARGEST:
            assert len(set(board.listed())) == len(board.listed()) <= s.n_options + 1
            continue
        names = {name_exact(s, move) for move in board.engine_moves()}
        for form in (0, CHAIN):
            seen = board.listed(form)
            assert len(seen) == len(set(seen)) <= MAX_OPTIONS
            asked = {move >> COMMAND & 15 for move in seen} & {PICK, DONE}
            if asked:
                assert form == CHAIN or count_moves(s, t) > WHOLE
                assert s.high > 1
                if count_moves(s, t) < 1000:
                    check_chains(board)
            else:
                assert {name_seen(move) for move in seen} == names
                assert len(seen) == len(names)
        assert not any(s.scratch)


@pytest.mark.parametrize("seed", range(8))
def test_what_players_see_of_a_move_is_one_of_their_moves(seed):
    for board in random_positions(seed + 200, busy=True):
        s = board.s
        if s.reason or s.turn == 0 or board.listed()[0] >> COMMAND & 15 in (PICK, DONE):
            continue
        seen = board.listed()
        for move in board.engine_moves():
            shown = common_name(s, board.t, move) if move & EXACT else move
            assert shown in seen
            assert name_seen(shown) == name_exact(s, move)


@pytest.mark.parametrize("seed", range(6))
def test_a_move_does_what_the_engines_moves_of_this_name_do(seed):
    """Of cards that look alike the first one is taken; so the state is that after one of the engine's moves."""
    chance = Random(seed)
    for board in random_positions(seed + 300, busy=True):
        s = board.s
        if s.reason or s.turn == 0 or chance.random() < 0.8 or count_moves(s, board.t) > 500:
            continue
        moves = board.listed()
        if moves[0] >> COMMAND & 15 in (PICK, DONE):
            moves = list(chains(board))
        told = chance.choice(moves)
        answers = told if isinstance(told, tuple) else (told,)
        name = name_chain(told) if isinstance(told, tuple) else name_seen(told)
        there = board.copy()
        for move in answers:
            there.play(move)
        twins = [move for move in board.engine_moves() if name_exact(s, move) == name]
        results = [as_dict(board.copy().play(move).s) for move in twins]
        assert as_dict(there.s) in results


def test_copies_are_one_move_and_agents_in_another_state_are_not():
    board = Board(
        me=side(hand="Gold*3; Peck", agents="Hagraven 3; Hagraven 2; Hagraven 3", power=1, coins=3, calls=0),
        foe=side(agents="Oathman 2; Oathman 1; Oathman 2"),
        row="Tithe*2; Barterer; Rally",
    )
    counted = Counter(move >> COMMAND & 15 for move in board.listed())
    assert counted == {PLAY: 2, ACTIVATE: 2, ATTACK: 2, BUY: 2, END_TURN: 1}
    weak = next(move for move in board.listed() if name_seen(move) == (ATTACK, (("agent", KINDS["Oathman"], 1, 0),)))
    assert board.play(weak).agents(1) == ["Oathman 2", "Oathman 2"]


def test_a_card_in_hand_and_its_like_among_the_played_are_different_choices():
    board = Board(me=side(hand="Gold*2", played="Gold*3; Peck")).run("destroy 1")
    assert len(board.listed()) == 1 + 3
    played = next(move for move in board.listed() if name_seen(move) == (CHOOSE, (("played", KINDS["Gold"]),)))
    board.play(played)
    assert (board.hand(), board.played()) == (["Gold"] * 2, ["Gold", "Gold", "Peck"])


# --- choices card by card ---------------------------------------------------------------------------------------------


def varied(n: int, start: int = 0) -> str:
    """`n` cards, some of them alike."""
    return "; ".join(CARDS[start + i * i % 29]["name"] for i in range(n))


@pytest.mark.parametrize(
    ("effect", "place", "n", "sets", "asked"),
    [
        ("destroy 2", "hand", 19, 191, False),
        ("destroy 2", "hand", 20, 211, True),
        ("refresh 3", "cooldown", 10, 176, False),
        ("refresh 3", "cooldown", 11, 232, True),
        ("donate 2", "hand", 19, 191, False),
        ("donate 2", "hand", 20, 211, True),
        ("toss 5", "draw", 9, 32, False),
        ("destroy 1", "hand", 190, 191, False),
    ],
)
def test_more_than_two_hundred_sets_are_asked_card_by_card(effect, place, n, sets, asked):
    board = Board(me={place: varied(n)}).run(effect)
    assert count_moves(board.s, board.t) == sets
    commands = {move >> COMMAND & 15 for move in board.listed()}
    assert commands == ({PICK, DONE} if asked else {CHOOSE})
    whole = board.s.high == 1
    assert {move >> COMMAND & 15 for move in board.listed(CHAIN)} == ({CHOOSE} if whole else {PICK, DONE})


@pytest.mark.parametrize(
    ("effect", "me", "foe"),
    [
        ("refresh 3", {"cooldown": varied(16)}, {}),
        ("refresh 3", {"cooldown": "Gold*20"}, {}),
        ("refresh_agent 4", {"cooldown": "Oathman*3; Hireling; Hagraven*2; Gold; Banneret"}, {}),
        ("destroy 2", {"hand": varied(8), "played": varied(8), "agents": "Oathman 1; Oathman 2!; Oathman 2"}, {}),
        ("donate 2", {"hand": "Gold*3; Peck*2; Swipe"}, {}),
        ("toss 5", {"draw": "Gold*2; Peck; Swipe*2"}, {}),
        ("toss 5", {"draw": "Gold*5"}, {}),
        ("replace 3", {}, {}),
        ("knockout 2", {}, {"agents": "Oathman; Oathman 1; Hireling*2; Clan-Witch"}),
        ("knockout 2", {}, {"agents": "Oathman*2"}),
        ("destroy 2", {"hand": "Gold"}, {}),
        ("destroy 2", {}, {}),
    ],
)
def test_each_set_is_reached_by_exactly_one_chain(effect, me, foe):
    board = Board(me=me, foe=foe, row="Tithe*2; Rally; Oathman; Tithe", pile="Gold*9").run(effect)
    check_chains(board)
    for answers in chains(board):
        there, (_, items) = board.copy(), name_chain(answers)
        for move in answers:
            assert there.s.n_picked < there.s.high or there.s.high == 0
            assert move in there.listed(CHAIN)
            there.play(move)
        assert (there.board, there.s.n_picked, sum(there.s.picked)) == ("NORMAL", 0, 0)
        assert len(items) >= board.s.low


def test_questions_go_on_card_by_card_once_they_have_begun():
    """Even where the sets that are left would be few, and whatever form is asked for."""
    board = Board(me=side(cooldown=varied(20))).run("refresh 3")
    board.play(board.listed()[1])
    assert {move >> COMMAND & 15 for move in board.listed()} == {PICK, DONE}
    assert board.listed() == board.listed(CHAIN)


@pytest.mark.parametrize("effect", ["destroy 2", "donate 2", "toss 4", "refresh 3", "knockout 2", "replace 3"])
@pytest.mark.parametrize("seed", range(6))
def test_questions_can_be_answered_to_the_end_in_any_world_of_the_other_player(effect, seed):
    """Who cannot see the hand cannot know what was picked from it: in a world of theirs the picks still exist."""
    me = side(hand="Gold; Peck; Swipe; Rally", draw="Oathman; Hireling; Tithe; Fortify; Gold", cooldown="Gold*3; Rally")
    foe = side(hand="Gold", draw="Gold*5", agents="Oathman; Hireling; Hagraven")
    board = Board(me=me, foe=foe, row="Tithe; Rally; Oathman; Peck; Gold", pile="Gold*3").run(effect)
    first = Random(seed).choice([move for move in board.listed(CHAIN) if move >> COMMAND & 15 == PICK])
    board.play(first)
    hide(board.s, board.t, 1, generator(seed_of("world", seed)))
    assert board.s.n_picked == 1 and not any(board.s.scratch)
    assert read_item(board.s.picked[0]) in [named_option(board.s, i) for i in range(board.s.n_options)]
    ends = list(chains(board))
    assert ends
    for answers in ends:
        there = board.copy()
        for move in answers:
            there.play(move)
        assert there.board == "NORMAL"


def test_forty_cards_to_refresh_are_no_burden():
    board = Board(me=side(cooldown=varied(40))).run("refresh 3")
    assert count_moves(board.s, board.t) == 10701
    kinds = len(set(board.options))
    first = board.listed()
    assert len(first) == kinds + 1
    board.play(first[1])
    assert len(board.listed()) <= kinds + 1, "10701 sets, but two short questions"
    assert not any(board.s.scratch)


def test_forty_cards_have_each_set_once():
    board = Board(me=side(cooldown=varied(40))).run("refresh 3")
    found = Counter(name_chain(answers) for answers in chains(board))
    assert max(found.values()) == 1
    expected = {tuple(sorted(("card", KINDS[board.options[i]]) for i in chosen)) for chosen in subsets(40, 0, 3)}
    assert {items for _, items in found} == expected


# --- room -------------------------------------------------------------------------------------------------------------


def crowd(limit: int) -> str:
    """Agents of every kind with every health."""
    every = [f"{card['name']} {hp}" for card in CARDS if "agent" in card["type"] for hp in range(1, card["hp"] + 1)]
    return "; ".join(every[:limit])


def test_the_fullest_turn_has_room():
    """One card of every kind in hand, and more different agents than any game has."""
    hand = "; ".join(card["name"] for card in CARDS)
    me = side(hand=hand, agents=crowd(66), cooldown="Oathman", coins=30, power=30)
    foe = crowd(191)
    calm = "; ".join(word for word in foe.split("; ") if not CARDS[KINDS[word.rsplit(" ", 1)[0]]].get("taunt"))
    board = Board(
        "ORGNUM HLAALU PELIN RED_EAGLE", me=me, foe=side(agents=calm), row="Tithe; Rally; Oathman; Peck; Gold"
    )
    moves = board.listed()
    assert len(moves) == len(set(moves)) == 125 + 66 + len(calm.split("; ")) + 5 + 5 + 1 <= MAX_OPTIONS


@pytest.mark.parametrize(
    "effect", ["destroy 1", "destroy 2", "refresh 1", "refresh 3", "donate 2", "toss 5", "knockout 2"]
)
@pytest.mark.parametrize("n", [0, 1, 5, 11, 19, 20, 21, 60, 125, 190])
def test_choices_of_any_size_have_room(effect, n):
    every = "; ".join(CARDS[i % 125]["name"] for i in range(n))
    agents = "; ".join([*crowd(200).split("; "), *crowd(200).split("; "), *crowd(200).split("; ")][:n])
    board = Board(me=side(hand=every, cooldown=every, draw=every), foe=side(agents=agents)).run(effect)
    for form in (0, CHAIN):
        moves = board.listed(form)
        assert 1 <= len(moves) == len(set(moves)) <= MAX_OPTIONS
    assert not any(board.s.scratch)


def test_a_draft_move_is_a_draft_move():
    assert {move >> COMMAND & 15 for move in new_game(1).listed()} == {DRAFT}
