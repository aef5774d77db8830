"""Choices of Tales of Tribute in any order: what the rules make of it, and the setup in which players may choose it."""

from __future__ import annotations

from collections import Counter
from itertools import chain, permutations

import pytest

from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.core.registry import find_game
from mulligan.games.tribute.players import styles as players
from mulligan.games.tribute.pruning import LEVELS
from mulligan.games.tribute.rules import items
from mulligan.games.tribute.rules.layout import CHOOSE, COMMAND, DONE, ITEM, PICK
from mulligan.games.tribute.rules.moves import MAX_OPTIONS, WHOLE
from mulligan.kernel import as_dict, interpret

from ...helpers.tribute_tools import (
    CARDS,
    Board,
    choice_move,
    copy_state,
    generator,
    hide,
    random_positions,
    side,
    table,
    words,
)

TRIBUTE = find_game("tribute")
PLAIN = TRIBUTE.interpreted()
CHAIN = 16
HIRED = {card["name"] for card in CARDS if card["type"] == "contract_agent"}
_advise, _is_ordered = interpret(players.advise), interpret(items.is_ordered)

# --- the rules, with lists --------------------------------------------------------------------------------------------


class Lists:
    """Where the cards lie, as lists that begin with the top, and what the engine does with them one by one."""

    def __init__(self, board: Board) -> None:
        s = board.s
        self.hand, self.draw, self.played, self.cooldown = board.hand(), board.draw(), board.played(), board.cooldown()
        self.agents, self.foes = ([agent.rpartition(" ")[0] for agent in board.agents(p)] for p in range(2))
        self.row, self.pile, self.beaten = board.row, board.pile, board.cooldown(1)
        self.known = s.known[0]

    def replace(self, card: str) -> None:
        i = self.row.index(card)
        del self.row[i]
        if self.pile:
            self.row.insert(i, self.pile.pop(0))
        self.pile.append(card)

    def refresh(self, card: str) -> None:
        self.cooldown.remove(card)
        self.draw.insert(0, card)
        self.known += 1

    def toss(self, card: str) -> None:
        self.draw.remove(card)
        self.cooldown.append(card)
        self.known = max(0, self.known - 1)

    def discard(self, card: str) -> None:
        self.hand.remove(card)
        self.cooldown.append(card)

    def destroy(self, card: str) -> None:
        next(place for place in (self.hand, self.played, self.agents) if card in place).remove(card)

    def knock_out(self, chosen: list[str]) -> None:
        for card in sorted(chosen, key=lambda card: card not in HIRED):
            self.foes.remove(card)
            (self.pile if card in HIRED else self.beaten).append(card)

    def choose(self, effect: str, chosen: list[str]) -> None:
        """Do what an effect does with the cards, in the order in which they are named."""
        if effect == "knockout":
            self.knock_out(chosen)
            return
        for card in chosen:
            {"replace": self.replace, "refresh": self.refresh, "toss": self.toss, "destroy": self.destroy}.get(
                effect, self.discard
            )(card)
        if effect == "donate":
            for _ in chosen:
                self.hand.append(self.draw.pop(0))
                self.known = max(0, self.known - 1)


COOLED = "Rally; Oathman; Fortify; Gold; Swipe"
ROW = "Oathman; Tithe; Rally; Ambush; Peck"
CASES = [
    ("replace 3", {"row": ROW, "pile": "Gold; Swipe; Fortify; Hagraven"}),
    ("replace 3", {"row": ROW, "pile": "Gold"}),
    ("replace 3", {"row": ROW}),
    ("refresh 3", {"me": side(cooldown=COOLED, draw="Tithe; Peck", known=1)}),
    ("refresh_agent 2", {"me": side(cooldown="Gold; Oathman; Swipe; Hagraven; Hireling", draw="Peck")}),
    ("toss 5", {"me": side(draw=f"{COOLED}; Tithe", known=1, cooldown="Peck")}),
    ("opp_discard 2", {"me": side(hand=COOLED, cooldown="Tithe")}),
    ("donate 3", {"me": side(hand=COOLED, draw="Peck; Tithe; Ambush; Hagraven", known=2)}),
    ("destroy 2", {"me": side(hand="Gold; Peck; Swipe", agents="Oathman; Hagraven", played="Rally; Tithe; Fortify")}),
    (
        "knockout 3",
        {"foe": side(agents="Oathman; Clan-Witch; Hagraven; Shield Bearer", cooldown="Gold"), "pile": "Tithe"},
    ),
]


@pytest.mark.parametrize(("effect", "places"), CASES, ids=[f"{i}-{effect}" for i, (effect, _) in enumerate(CASES)])
def test_cards_are_taken_in_the_order_in_which_they_are_named(effect, places):
    asked = Board(**places).run(effect)
    s, name = asked.s, effect.partition("_agent")[0].split()[0]
    tried = 0
    for number in range(s.low, s.high + 1):
        for order in permutations(range(s.n_options), number):
            board, lists = asked.copy(), Lists(asked)
            lists.choose(name, [asked.options[i] for i in order])
            board.play(choice_move(order))
            assert vars(Lists(board)) == vars(lists), order
            tried += 1
    assert tried >= 10


# --- the setup --------------------------------------------------------------------------------------------------------


def ordered(effect: str = "refresh 3", cooldown: str = "Rally; Peck; Oathman; Swipe") -> Board:
    return Board(setup="draft:ordered", me=side(cooldown=cooldown, draw="Tithe")).run(effect)


def tops(board: Board, *moves: int) -> tuple[str, ...]:
    """The cards that moves put on the draw pile, from the one named first to the uppermost."""
    after = board.copy()
    for move in moves:
        after.play(move)
    assert after.s.board == 0, "the choice is made"
    return tuple(after.draw()[:-1][::-1])


def sequences(cooldown: str, most: int) -> set[tuple[str, ...]]:
    """All orders in which up to so many of the cards can come."""
    return {order for k in range(most + 1) for order in permutations(words(cooldown), k)}


def chains(board: Board) -> list[tuple[int, ...]]:
    """Every chain of answers to the questions of the open choice."""
    found: list[tuple[int, ...]] = []
    for move in board.listed(CHAIN):
        last = move >> COMMAND == DONE or board.s.n_picked + 1 == board.s.high
        found += [(move,)] if last else [(move, *rest) for rest in chains(board.copy().play(move))]
    return found


@pytest.mark.parametrize("cooldown", ["Rally; Peck; Oathman; Swipe", "Gold*2; Peck", "Gold*3", "Gold; Peck*2; Rally*2"])
@pytest.mark.parametrize("most", [1, 2, 3])
def test_every_order_is_one_move(cooldown, most):
    board = ordered(f"refresh {most}", cooldown)
    wanted = sequences(cooldown, most)
    moves = board.listed()
    assert len(moves) == len(set(moves)) == len(wanted)
    assert {tops(board, move) for move in moves} == wanted
    paths = chains(board) if board.s.high > 1 else [(move,) for move in moves]
    assert len(paths) == len(wanted) and {tops(board, *path) for path in paths} == wanted


def test_many_orders_are_asked_card_by_card():
    few, many = ordered("refresh 3", "Gold*6"), ordered("refresh 3", "Gold*7")
    assert 1 + 6 + 30 + 120 <= WHOLE < 1 + 7 + 42 + 210
    assert [move >> COMMAND for move in few.listed()] == [CHOOSE] * 4
    assert [move >> COMMAND for move in many.listed()] == [DONE, PICK]
    for n in range(1, 60):
        assert len(ordered("refresh_agent 4", f"Oathman*{n}").listed()) <= MAX_OPTIONS
    cards = "; ".join(card["name"] for card in CARDS if not card["type"].startswith("contract"))
    assert len(ordered("refresh 3", cards).listed()) <= MAX_OPTIONS


@pytest.mark.parametrize("level", range(1, len(LEVELS)))
def test_a_filter_leaves_sets_and_then_their_orders(level):
    cooldown = "Rally; Peck; Oathman; Swipe; Gold"
    plain = Board(me=side(cooldown=cooldown, draw="Tithe")).run("refresh 3").listed(level)
    found = ordered("refresh 3", cooldown).listed(level)
    assert found[: len(plain)] == plain
    assert {frozenset(names(move)) for move in found} == {frozenset(names(move)) for move in plain}
    assert len(found) == sum(len(list(permutations(names(move)))) for move in plain)


def names(move: int) -> list[int]:
    return [move >> ITEM * i & 2047 for i in range(5) if move >> ITEM * i & 2047]


def test_nothing_else_changes():
    """Away from these choices the moves are the same, and do the same; there they are the sets, and more."""
    plain, met = table("draft")[0], 0
    games = (random_positions(seed, busy=True, canonical=True, setup="draft:ordered") for seed in range(6))
    for board in chain.from_iterable(games):
        if board.s.reason or board.s.n_picked:
            continue
        other = board.copy()
        other.t = plain
        for form in (0, 1, 2, 3, CHAIN):
            here, there = board.listed(form), other.listed(form)
            if not _is_ordered(board.s, board.t):
                assert here == there
            elif here[-1] >> COMMAND == there[-1] >> COMMAND == CHOOSE:
                met += 1
                assert here[: len(there)] == there
        assert not any(board.s.scratch)
        move = board.listed()[0]
        assert as_dict(board.copy().play(move).s) == as_dict(other.play(move).s)
    assert met


def test_rule_players_answer_in_any_setup():
    """Whatever a style answers is among the moves that are offered."""
    out = [0] * MAX_OPTIONS
    for cooldown in ("Rally; Peck; Oathman; Swipe", "Gold*9; Peck*3; Rally*2"):
        for style in range(len(players.STYLES)):
            board, rng = ordered("refresh 3", cooldown), generator(style)
            while board.s.board:
                for i in range(_advise(board.s, board.t, style, rng, out)):
                    assert out[i] in board.listed(), players.STYLES[style]
                    board.play(out[i])


@pytest.mark.parametrize(
    ("cooldown", "chosen"),
    [
        ("Gold; Rally; Peck; Oathman", ("Oathman", "Rally")),
        ("Gold; Oathman; Peck; Rally", ("Oathman", "Rally")),
        ("Oathman; Rally; Luxury Exports; Gold", ("Luxury Exports", "Rally")),  # of equals the first is the best
        ("Oathman; Luxury Exports; Rally; Gold", ("Rally", "Luxury Exports")),
    ],
)
def test_the_tree_puts_the_best_card_on_top(cooldown, chosen):
    board, out = ordered("refresh 2", cooldown), [0] * MAX_OPTIONS
    assert _advise(board.s, board.t, players.DECISION_TREE, generator(1), out) == 1
    assert tops(board, out[0]) == chosen


def test_what_the_other_player_has_picked_may_be_any_order():
    board = ordered("refresh 3", "Rally; Peck; Oathman; Swipe")
    for name in ("Swipe", "Rally"):
        board.play(next(move for move in board.listed(CHAIN) if is_pick_of(board, move, name)))
    assert board.s.n_picked == 2
    seen: Counter[tuple[int, ...]] = Counter()
    rng = generator(5)
    for _ in range(600):
        s = copy_state(board.s)
        hide(s, board.t, 1, rng)
        seen[tuple(s.picked[:2])] += 1
        assert not any(s.scratch)
    assert len(seen) == 12 and min(seen.values()) > 15  # 50 are expected: fewer than 16 are rarer than 1 in a million


def is_pick_of(board: Board, move: int, name: str) -> bool:
    return move >> COMMAND == PICK and CARDS[(move & 127) - 1]["name"] == name


# --- in words ---------------------------------------------------------------------------------------------------------

LINE = (
    "tribute turn 1 player 1 | patrons PELIN ANSEI TREASURY RAJHIN HLAALU | row 105,111 | pile 110"
    " | 1: coins 0 prestige 0 power 0 calls 1 hand 107 draw 107*2 cooldown 88,50,75,107"
    " | 2: coins 1 prestige 0 power 0 calls 1 hand 107*2 draw 12"
    " | choice CHOICE_PENDING follow REFRESH_CARDS min 0 max 3 | chain done 1"
)


def place(setup: str, line: str = LINE) -> Position:
    return Position.read(PLAIN, line, setup)


def test_orders_are_typed_as_they_are_shown():
    here = place("fixed:ordered")
    moves = here.options()
    texts = here.texts(moves)
    assert len(set(texts)) == len(moves) == 41
    assert [here.read_move(text) for text in texts] == moves
    for one, other in permutations(("Swipe", "Fortify")):
        move = here.read_move(f"choose {one}, {other}")
        assert here.text(move) == f"choose {one}, {other}"
    assert here.read_move("pick Swipe") in here.options(chain=True)


def test_elsewhere_a_set_has_one_name():
    here = place("fixed")
    texts = here.texts(here.options())
    assert len(texts) == 15
    listed = next(text for text in texts if "Swipe" in text and "Fortify" in text and text.count(",") == 1)
    first, second = listed.removeprefix("choose ").split(", ")
    with pytest.raises(UsageError, match="unknown move"):
        here.read_move(f"choose {second}, {first}")


def test_a_position_with_cards_picked_in_any_order_reads_back():
    line = LINE.replace("max 3", "max 3 picked 88,50")
    assert str(place("fixed:ordered", line)) == line
    with pytest.raises(UsageError, match="cannot be picked"):
        place("fixed", line)


def test_the_question_says_what_the_order_means():
    def prompt(setup: str, line: str = LINE) -> str:
        here = place(setup, line)
        s, t = here.plain()
        return str(PLAIN.scene(s, t, 0, here.options(chain=True)).prompt)

    assert "The last one lies uppermost." in prompt("fixed:ordered")
    assert "Pick in the order of the list." in prompt("fixed")
    assert "uppermost" not in prompt("fixed")


@pytest.mark.parametrize("setup", ["draft:ordered=maybe", "draft:order", "fixed:ordered=2"])
def test_setups_that_do_not_exist(setup):
    with pytest.raises(UsageError, match="setup"):
        TRIBUTE.make_table(setup)


def test_the_switch_can_be_said_in_full():
    said = {":ordered": 1, ":ordered=yes": 1, ":ordered=no": 0, "": 0}
    assert {text: PLAIN.make_table(f"draft{text}")[0].ordered for text in said} == said
