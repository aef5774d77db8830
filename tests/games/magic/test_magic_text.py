"""Positions and moves of Magic in words: what is printed can be read, and what cannot be read is explained."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.games.magic import MAGIC

from ...helpers.magic_help import bundles, life, names, random_game, read, rng, size, zone


def same(one: Position, two: Position) -> None:
    """Two positions that nobody could tell apart."""
    assert str(one) == str(two)
    for seat in range(2):
        assert one.observe(seat) == two.observe(seat)
    assert one.look()[:3] == two.look()[:3]
    assert one.cards() == two.cards()
    if not one.over:
        for chain in (False, True):
            texts = [[p.text(move) for move in p.options(chain=chain)] for p in (one, two)]
            assert texts[0] == texts[1]
            assert len(set(texts[0])) == len(texts[0]), "different moves have different names"


SETUPS = st.sampled_from(["literal", "literal:deck1=M8,deck2=M13,max_hand=7", "common:deck=M8,life=9"])


@settings(max_examples=12, deadline=None, derandomize=True)
@given(SETUPS, st.integers(0, 999), st.randoms(use_true_random=False))
def test_every_position_is_read_as_it_was_printed(setup, seed, chance):
    here = Position.deal(MAGIC, setup, seed=seed)
    while not here.over:
        if chance.random() < 0.2:
            same(here, read(str(here), setup))
        if chance.random() < 0.3:
            here.act(chance.choice(MAGIC.styles), rng(chance.random()))
        else:
            here.play(chance.choice(here.options(chain=chance.random() < 0.7)))
    same(here, read(str(here), setup))


@settings(max_examples=100, deadline=None, derandomize=True)
@given(
    st.sampled_from(["attack", "block", "cards"]),
    bundles("M8", 5, 4, least=1),
    bundles("M8", 6, least=1),
    st.randoms(use_true_random=False),
)
def test_half_answered_questions_are_read_as_they_were_printed(stage, own, theirs, chance):
    [mine, hand], [blockers] = own, theirs
    zone = "attackers" if stage == "block" else "ready"
    here = read(
        f"magic {stage} | 1: lands 9 hand land {names(hand)} {zone} {names(mine)} | 2: ready {names(blockers)}",
        "literal:deck=M8",
    )
    while not here.over and (here.turn, here.stage) == (1, stage):
        same(here, read(str(here), here.setup))
        here.play(chance.choice(here.options(chain=True)))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_hidden_position_is_read_as_it_was_printed(seat):
    for n, here in enumerate(random_game(3)):
        hidden = here.hide(seat, rng(n))
        if n % 2:
            hidden.shuffle(rng(n), firm=False)
        same(hidden, read(str(hidden)))


@pytest.mark.parametrize(
    "text",
    [
        "magic turn 7 player 1 cards mana 2 landed | life 20 17 | 1: lands 4 hand land 2/2(2)*2 ready 4/4(5) "
        "tapped 3/3(4) skipped 2/2(2) dead land 2/1(2) library land*2 6/6(7) | 2: lands 3 library 1/1(1) land",
        "magic turn 8 player 2 attack loose | life 1 2 | 1: lands 0 ready 6/6(7) library land | 2: lands 0 "
        "ready 1/1(1)*2 2/2(2)*3 attackers 2/2(2)*2 asked 2/2(2)*3 library land",
        "magic turn 7 player 1 block | life 20 20 | 1: lands 0 attackers 3/3(4)<2/1(2)+2/3(3) 3/3(4) library land | 2: "
        "lands 0 ready 1/1(1)*2 2/1(2) 2/3(3) stays 1/1(1) library land",
        "magic turn 7 player 1 block | life 20 20 | 1: lands 0 attackers 1/1(1)*2 3/3(4)<2/2(2) 3/3(4)<2/2(2) "
        "library land | 2: lands 0 ready 1/1(1) 2/2(2)*2 library land",
        "magic turn 9 player 1 cards winner 1 | life 20 -3 | 1: lands 0 tapped 3/3(4) library land | 2: lands 0 "
        "library land",
    ],
)
def test_all_words_of_a_position(text):
    here = read(text)
    same(here, read(str(here)))
    assert without_libraries(str(here)) == without_libraries(text)


def without_libraries(text: str) -> list[str]:
    return [part.split(" library ")[0].strip() for part in text.split("|")]


def test_what_is_left_out_has_a_default():
    here = read("magic | 1: ready 2/2(2)")
    assert str(here).startswith(
        "magic turn 1 player 1 attack | life 20 20 | 1: lands 0 ready 2/2(2) library 1/1(1)*2 1/2(2)"
    )
    assert (size(here, 1, "library"), size(here, 2, "library")) == (39, 40)
    assert read("magic player 2 | 2: ready 2/2(2)").turn == 2
    assert read("magic turn 9 cards | 1: hand land").actor == 0
    assert life(read("magic | 1: ready 2/2(2)", "literal:life=12")) == [12, 12]
    assert here.cards() == Position.deal(MAGIC, "literal", seed=1).cards()


def test_cards_given_lie_on_top_of_the_library_and_rest_stands_for_the_others():
    assert zone(read("magic | 1: ready 2/2(2) library 6/6(7) land"), 1, "library")[:4] == [
        "6/6(7)",
        "land",
        "1/1(1)",
        "1/1(1)",
    ]
    assert zone(read("magic | 1: ready 2/2(2) library rest 1/1(1)"), 1, "library")[-2:] == ["land", "1/1(1)"]
    short = read("magic | 1: ready 2/2(2) dead rest library 6/6(7) land")
    assert zone(short, 1, "library") == ["6/6(7)", "land"]
    assert size(short, 1, "dead") == 37


def test_the_next_copy_may_not_choose_before_the_last_one():
    text = "magic block | 1: attackers 1/1(1) {} | 2: ready 2/2(2)*3 {}"
    free = ["2/2(2) blocks 1/1(1)", "2/2(2) blocks 3/3(4)", "2/2(2) stays"]
    assert read(text.format("3/3(4)", "")).options_text() == free
    assert read(text.format("3/3(4)<2/2(2)", "")).options_text() == free[1:]
    assert read(text.format("3/3(4)<2/2(2)", "stays 2/2(2)")).options_text() == free[2:]


def test_equal_attackers_with_different_blockers_are_numbered():
    here = read("magic block | 1: attackers 3/3(4)<2/2(2) 3/3(4) | 2: ready 1/1(1) 2/2(2)")
    assert here.options_text() == ["1/1(1) blocks 3/3(4)", "1/1(1) blocks 3/3(4)#2", "1/1(1) stays"]


def test_moves_can_be_named_by_their_beginning():
    here = read("magic | 1: ready 2/2(2) 3/3(4) | 2: ready 6/6(7)")
    assert here.text(here.read_move("no")) == "no attack"
    assert here.text(here.read_move("Attack  2/2(2)")) == "attack 2/2(2)"
    with pytest.raises(UsageError, match="ambiguous move 'attack w'; legal: attack with 0 of "):
        here.read_move("attack w")
    with pytest.raises(UsageError, match="unknown move 'play land'; legal: no attack, attack 2/2"):
        here.read_move("play land")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "position: should begin with 'magic', not ''"),
        ("nim | 1:", "position: should begin with 'magic', not 'nim'"),
        ("magic night", "unknown word of a position 'night': "),
        ("magic atack", "did you mean 'attack'?"),
        ("magic turn", "position: turn is missing at the end"),
        ("magic turn 0", "position, turn: '0' should be a whole number from 1 to 9999"),
        ("magic turn seven", "position, turn: 'seven' should be a whole number from 1 to 9999"),
        ("magic turn 2 player 1", "position: turn 2 is player 2's, not player 1's"),
        ("magic player 3", "position, player: '3' should be a whole number from 1 to 2"),
        ("magic mana 3", "'mana' and 'landed' belong to the stage 'cards'"),
        ("magic cards | 3: hand land", "unknown part of a position '3:': Choices: life, 1:, 2:"),
        ("magic cards | 1: hand land | 1: hand land", "position: '1:' is given twice"),
        ("magic cards | 1: hand land hand land", "position, player 1: 'hand' is given twice"),
        ("magic cards | life 20", "position, life: player 2 is missing at the end"),
        ("magic cards | life 20 20 20", "position, life: '20 20 20' should be two numbers"),
        ("magic cards | life 20 many", "position, life, player 2: 'many' should be a whole number from -9999 to 9999"),
        ("magic cards | life 0 20 | 1: hand land", "position, life: should be 1 or more, unless there is a winner"),
        ("magic cards | 1: hand 9/9(9)", "unknown card in position, player 1, hand '9/9(9)': "),
        ("magic cards | 2: ready 2/2", "unknown card in position, player 2, ready '2/2': did you mean '2/2(2)'?"),
        ("magic cards | 2: ready land", "player 2, ready: 'land' should be a creature; lands in play are written"),
        ("magic cards | 1: land*2 hand 2/2(2)", "unknown zone of position, player 1 'land*2': did you mean 'lands'?"),
        ("magic cards | 1: hand 2/2(2)*0", "hand, 2/2(2)*0: '0' should be a whole number from 1 to 60"),
        ("magic cards | 1: hand 2/2(2)*2 dead 2/2(2)*2", "position, player 1: 4 times 2/2(2), but the deck has 3"),
        ("magic cards | 1: lands 9 hand land*9", "position, player 1: 18 times land, but the deck has 17"),
        ("magic cards | 1: lands 18", "position, player 1, lands: '18' should be a whole number from 0 to 17"),
        ("magic cards | 1: hand rest dead rest", "'rest' can stand in one place only, not in hand and dead"),
        ("magic cards | 1: attackers 2/2(2)", "'attackers' does not belong to this player in the stage 'cards'"),
        ("magic | 1: hand land", "position, player 1: nobody is ready to attack"),
        ("magic | 1: ready 2/2(2) attackers 3/3(4)", "player 1, attackers: too few ready creatures 3/3(4)"),
        ("magic | 1: ready 2/2(2) attackers 2/2(2)<1/1(1)", "attackers: blockers belong to the stage 'block'"),
        ("magic block | 2: ready 2/2(2)", "a block needs 'attackers', and 'ready' creatures on the other side"),
        ("magic block | 1: attackers 2/2(2)< | 2: ready 2/2(2)", "'2/2(2)<' should be one attacker < its blockers"),
        ("magic block | 1: attackers 2/2(2)*2<1/1(1) | 2: ready 2/2(2)", "should be one attacker < its blockers"),
        ("magic block | 1: attackers 2/2(2)<1/1(1) | 2: ready 2/2(2)", "2, blockers: too few ready creatures 1/1(1)"),
        ("magic block | 1: attackers 2/2(2)<x | 2: ready 2/2(2)", "unknown card in position, player 2, blockers 'x'"),
        ("magic block | 1: attackers 2/2(2) | 2: ready 2/2(2) stays 2/2(2)*2", "stays: too few ready creatures 2/2(2)"),
    ],
)
def test_what_is_not_a_position_is_explained(text, message):
    with pytest.raises(UsageError) as error:
        read(text)
    assert message in str(error.value)


SCRAPS = (
    "turn 2",
    "player 1",
    "block",
    "cards",
    "winner 2",
    "| life 20 1",
    "| life -1",
    "| 1:",
    "| 2:",
    "lands 3",
    "hand",
    "ready",
    "tapped",
    "attackers",
    "stays",
    "asked",
    "skipped",
    "library",
    "land",
    "rest",
    "1/1(1)",
    "2/2(2)*2",
    "2/2(2)<1/1(1)",
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(SCRAPS), max_size=12))
def test_any_words_are_a_position_or_a_mistake(words):
    try:
        here = read(" ".join(["magic", *words]))
    except UsageError:
        return
    same(here, read(str(here)))
