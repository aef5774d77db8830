"""Positions and moves of Tales of Tribute in words: what is printed can be read, and nothing else."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan.core.errors import UsageError
from mulligan.core.position import Position, make_stream
from mulligan.core.registry import find_game
from mulligan.games.tribute.rules.layout import EXACT
from mulligan.games.tribute.rules.listing import count_moves, nth_move
from mulligan.kernel import interpret, plain

TRIBUTE = find_game("tribute")
PLAIN = TRIBUTE.interpreted()
_count_moves, _nth_move = interpret(count_moves), interpret(nth_move)

SETUPS = st.sampled_from(
    [
        "draft",
        "draft:traced",
        "random",
        "random:traced",
        "random:ordered",
        "fixed:patrons=SAINT_ALESSIA+ORGNUM+PSIJIC+RED_EAGLE",
        "fixed:patrons=HLAALU+ANSEI+DUKE_OF_CROWS+RAJHIN",
    ]
)


def read(text, setup="fixed", game=TRIBUTE):
    return Position.read(game, text, setup)


def same(one, two):
    """Two positions with the same state to the last number."""
    mine, other = one.fields(), two.fields()
    assert {name: (mine[name], other[name]) for name in mine if mine[name] != other[name]} == {}
    assert str(one) == str(two)


def advance(here, chance, busy=0.95):
    """Play one random move, seldom the end of the turn."""
    moves = here.options(chain=chance.random() < 0.5)
    if TRIBUTE.end in moves and len(moves) > 1 and chance.random() < busy:
        moves.remove(TRIBUTE.end)
    here.play(chance.choice(moves))


# --- what is printed can be read --------------------------------------------------------------------------------------


@settings(max_examples=12, deadline=None, derandomize=True)
@given(SETUPS, st.integers(0, 9999))
def test_every_position_is_read_as_it_was_printed(setup, seed):
    here, chance = Position.deal(TRIBUTE, setup, seed=seed), random.Random(seed)
    same(here, read(str(here), setup))
    while not here.over:
        advance(here, chance)
        if here.stage != "turn" or chance.random() < 0.1:
            same(here, read(str(here), setup))
    same(here, read(str(here), setup))


@settings(max_examples=6, deadline=None, derandomize=True)
@given(st.integers(0, 9999), st.sampled_from([0, 1]))
def test_a_hidden_position_is_read_as_it_was_printed(seed, seat):
    here, chance = Position.deal(TRIBUTE, "random", seed=seed), random.Random(seed)
    while not here.over:
        advance(here, chance)
        if chance.random() < 0.3:
            hidden = here.hide(seat, make_stream(TRIBUTE, seed, here.played))
            same(hidden, read(str(hidden), "random"))


def test_a_game_goes_on_from_what_was_read():
    here, chance = Position.deal(PLAIN, "random", seed=3), random.Random(3)
    for _ in range(200):
        again = read(str(here), "random", PLAIN)
        assert again.options() == here.options()
        assert again.observe(0) == here.observe(0) and again.cards() == here.cards()
        advance(here, chance)


def test_parts_that_are_left_out_have_defaults():
    here = read("tribute turn 4 | patrons PELIN ANSEI=1 TREASURY RAJHIN HLAALU | 2: coins 3 hand 107,107")
    assert here.actor == 1 and here.turn == 4
    fields = here.fields()
    assert fields["calls"] == [1, 1] and fields["n_pile"] == 0
    assert here.options_text() == ["play Gold", "call TREASURY", "call RAJHIN", "end turn"]
    assert fields["gone"][107] == 10


@pytest.mark.parametrize("drafted", range(4))
def test_the_draft(drafted):
    names = ["PELIN", "ANSEI", "RAJHIN", "ORGNUM"][:drafted]
    words = [*names, *["-"] * (4 - drafted)]
    here = read(f"tribute draft | patrons {' '.join([*words[:2], 'TREASURY', *words[2:]])}", "draft")
    dealt = Position.deal(TRIBUTE, "draft", seed=1)
    for name in names:
        dealt.play(f"draft {name}")
    same(here, dealt)
    assert here.actor == (0, 1, 1, 0)[drafted] and len(here.options()) == 9 - drafted


# --- moves ------------------------------------------------------------------------------------------------------------


@settings(max_examples=6, deadline=None, derandomize=True)
@given(st.integers(0, 9999))
def test_different_moves_have_different_names(seed):
    here, chance = Position.deal(TRIBUTE, "draft", seed=seed), random.Random(seed)
    while not here.over:
        moves = list(dict.fromkeys(here.options() + here.options(chain=True)))
        texts = [here.text(move) for move in moves]
        assert len(set(texts)) == len(texts), texts
        s, t = plain(here.states[0]), plain(here.table[0])
        exact = [_nth_move(s, t, i) for i in range(min(60, _count_moves(s, t)))]
        names = [here.text(move) for move in exact]
        assert len(set(names)) == len(names), names
        for move, name in zip(exact, names):
            if move & EXACT and name != "choose nothing":
                assert re.search(r"\((hand|\d HP, agent|row|played|cooldown|draw) \d+\)", name), name
        advance(here, chance)


BASE = "tribute turn 5 player 1 | patrons PELIN=1 ANSEI=2 TREASURY RAJHIN HLAALU | row 9,3,11,45,63 | pile 1,4,5"
ME = "1: coins 4 prestige 3 power 2 calls 1 hand 107,107,50 draw 107,88 played 75 agents 2/1,2/2,73/1! cooldown 12,72"
FOE = "2: coins 0 prestige 3 power 0 calls 1 hand 12,107*3,75 draw 107*3,50,88 agents 66/2"
DESTROY = "choice CHOICE_PENDING follow DESTROY_CARDS min 0 max 2 | chain done 1"


def position(*parts, me=ME, foe=FOE):
    return " | ".join([BASE, me, foe, *parts])


@pytest.mark.parametrize(
    ("parts", "texts"),
    [
        (
            [],
            [
                *("play Gold", "play Way of the Sword", "activate Oathman (1 HP)", "activate Oathman"),
                *("attack Banneret (2 HP)", "buy Ebony Mine", "buy Customs Seizure", "buy Warrior Wave"),
                *("call PELIN", "call ANSEI", "call TREASURY", "call RAJHIN", "call HLAALU", "end turn"),
            ],
        ),
        (
            ["choice CHOICE_PENDING follow ENACT_CHOSEN_EFFECT min 1 max 1 effects power3/coin3", "chain done 1"],
            ["take power 3", "take coin 3"],
        ),
        (
            ["choice CHOICE_PENDING follow ACQUIRE_CARDS min 0 max 1 cost 4 filled 3", "chain done 1 left coin2@3"],
            ["choose nothing", "choose Ebony Mine", "choose Warrior Wave"],
        ),
        (
            ["choice PATRON_CHOICE_PENDING follow COMPLETE_TREASURY min 1 max 1"],
            [
                *("choose Way of the Sword (hand)", "choose Gold (hand)", "choose Fortify (played)"),
                *("choose Oathman (1 HP)", "choose Oathman (2 HP)", "choose Knights of Saint Pelin (1 HP, acted)"),
            ],
        ),
    ],
)
def test_moves_in_words(parts, texts):
    assert sorted(read(position(*parts)).options_text()) == sorted(texts)


def test_a_choice_card_by_card():
    here = read(position(DESTROY))
    assert [here.text(move) for move in here.options(chain=True)][:3] == [
        "no more",
        "pick Way of the Sword (hand)",
        "pick Gold (hand)",
    ]
    here.play("pick Gold (hand)")
    assert "picked 107" in str(here)
    assert "pick Gold (hand)" in here.options_text() and "pick Way of the Sword (hand)" not in here.options_text()
    same(here, read(str(here)))


# --- what is no position is refused -----------------------------------------------------------------------------------

CHOICE = "choice CHOICE_PENDING follow"
HOSTILE = [
    ("", "should begin with 'tribute'"),
    ("magic turn 1", "should begin with 'tribute'"),
    ("tribute", "nothing stands behind it"),
    ("tribute turn", "a value is missing after 'turn'"),
    ("tribute turn 0", "from 1 to 501"),
    ("tribute turn 502", "from 1 to 501"),
    ("tribute turn -1", "from 1 to 501"),
    ("tribute turn ٣", "from 1 to 501"),
    ("tribute turn 1 turn 1", "given twice"),
    ("tribute turn 1", "'patrons' is missing"),
    ("tribute draft | row 2", "there is no 'row' in the draft"),
    ("tribute draft | patrons PELIN ANSEI TREASURY RAJHIN HLAALU", "the draft is not over"),
    ("tribute draft | patrons PELIN=1 - TREASURY - -", "no favour in the draft"),
    ("tribute draft | patrons - ANSEI TREASURY - -", "come first"),
    ("tribute draft | patrons PELIN PELIN TREASURY - -", "PELIN is given twice"),
    ("tribute draft | patrons PELIN - - -", "five names"),
    ("tribute draft | patrons PELIN - ANSEI - -", "should be TREASURY"),
    ("tribute draft | patrons PELIN - TREASURY=1 - -", "should be TREASURY"),
    ("tribute draft | patrons ORGNUM - TREASURY - -", "unknown patron of this setup 'ORGNUM'"),
    (BASE.replace("player 1", "player 2"), "turn 5 is player 1's"),
    (BASE.replace("HLAALU", "-"), "all five should be named"),
    (BASE.replace("ANSEI=2", "ANSEI=3"), "from 1 to 2"),
    (BASE.replace("row 9,", "row 125,"), "from 0 to 124"),
    (BASE.replace("row 9,", "row ,"), "from 0 to 124"),
    (BASE.replace("row 9,", "row 9,9,"), "more than 5 cards"),
    (BASE.replace("row 9,", "row 107,"), "107, Gold, is not a card of the tavern"),
    (BASE.replace("row 9,", "row 9#4,"), "without a serial number"),
    (BASE.replace("row 9,", "row 20,"), "1 times card 20, Hagraven, but there are 0"),
    (BASE.replace("pile 1,", "pile 1*0,"), "from 2 to 192"),
    (BASE.replace("pile 1,", "pile 1*111,"), "more than 111 cards"),
    (BASE.replace("pile 1,", "pile 1*9,"), "9 times card 1, Luxury Exports, but there are 3"),
    (BASE + " | row 1", "'row' is given twice"),
    (BASE + " | nonsense 1", "unknown part of a position 'nonsense'"),
    (position(me="1: coins"), "a value is missing after 'coins'"),
    (position(me="1: cash 3"), "unknown word of position, player 1 'cash'"),
    (position(me="1: coins 3 coins 3"), "given twice"),
    (position(me="1: coins 1000000"), "from 0 to 999999"),
    (position(me="1: coins 1e3"), "from 0 to 999999"),
    (position(me="1: hand 107*193"), "from 2 to 192"),
    (position(me="1: hand 107*192"), "more than 191 cards"),
    (position(me="1: hand 3"), "3, Ebony Mine, is a contract"),
    (position(me="1: played 2"), "2, Oathman, is an agent"),
    (position(me="1: agents 107/1"), "107, Gold, is not an agent"),
    (position(me="1: agents 2"), "should be an agent such as 36/2"),
    (position(me="1: agents 2/0"), "from 1 to 2"),
    (position(me="1: agents 2/3"), "from 1 to 2"),
    (position(me="1: agents 2/99999999999999"), "from 1 to 2"),
    (position(me="1: draw 107*12"), "18 times card 107, Gold, but there are 12"),
    (position(foe="2: played 107"), "nothing should be 'played'"),
    (position(foe="2: power 1"), "'power' should be 0"),
    (position(foe="2: agents 66/2!"), "no agent should have acted"),
    (position("combo PSIJIC=51"), "unknown deck of position, combo 'PSIJIC'"),
    (position("combo ANSEI=51"), "51 is not a card of ANSEI"),
    (position("combo ANSEI="), "from 0 to 124"),
    (position("combo ANSEI=45+45+45+45"), "one to three cards"),
    (position("combo ANSEI=45 ANSEI=45"), "ANSEI is given twice"),
    (position("choice NORMAL"), "unknown kind of choice 'NORMAL'"),
    (position("choice CHOICE_PENDING"), "unknown follow-up of CHOICE_PENDING ''"),
    (position(f"{CHOICE} DISCARD_CARDS min 1 max 1"), "unknown follow-up of CHOICE_PENDING 'DISCARD_CARDS'"),
    (position(f"{CHOICE} DESTROY_CARDS min 0 max 2"), "chain: there should be one"),
    (position(f"{CHOICE} DESTROY_CARDS min 0 max 3"), "min 0 max 1 or min 0 max 2 would"),
    (position(f"{CHOICE} DESTROY_CARDS min 1 max 2"), "does not fit DESTROY_CARDS"),
    (position(f"{CHOICE} DESTROY_CARDS min 0 max 6"), "from 0 to 5"),
    (position(f"{CHOICE} DESTROY_CARDS min 0 max 2 cost 3"), "'cost' does not belong to DESTROY_CARDS"),
    (position(f"{CHOICE} ACQUIRE_CARDS min 0 max 1"), "should have the word 'cost'"),
    (position(f"{CHOICE} ACQUIRE_CARDS min 0 max 1 cost 8"), "8 should be one of 4, 5, 6, 7, 9, 10"),
    (position(f"{CHOICE} ACQUIRE_CARDS min 0 max 1 cost 4 filled 6"), "from 1 to 5"),
    (position(f"{CHOICE} ENACT_CHOSEN_EFFECT min 1 max 1 effects coin2"), "no card lets choose 'coin2'"),
    (position(f"{CHOICE} ENACT_CHOSEN_EFFECT min 1 max 1 effects coin2/x1"), "should be an effect such as"),
    (position(f"{CHOICE} ENACT_CHOSEN_EFFECT min 1 max 1 effects coin2/coin2/coin2"), "two are the most"),
    (position(f"{CHOICE} REFRESH_CARDS min 0 max 3"), "min 0 max 1 or min 0 max 2 would"),
    (position(f"{CHOICE} REFRESH_CARDS min 0 max 1 only cards"), "should be 'agents'"),
    (position(f"{CHOICE} TOSS_CARDS min 0 max 2"), "fewer are known"),
    (position(f"{CHOICE} KNOCKOUT_AGENTS min 2 max 2"), "min 1 max 1 would"),
    (position("choice START_OF_TURN_CHOICE_PENDING follow DISCARD_CARDS min 1 max 1", me="1: coins 1"), "no choice"),
    (position("choice PATRON_CHOICE_PENDING follow COMPLETE_PSIJIC min 1 max 1"), "PSIJIC is not in this game"),
    (position("choice PATRON_CHOICE_PENDING follow COMPLETE_PELLIN min 1 max 1 filled 1"), "'filled' belongs to"),
    (position(DESTROY.replace("max 2", "max 2 picked 108")), "'108' cannot be picked after 0 others"),
    (position(DESTROY.replace("max 2", "max 2 picked 107,107")), "cannot be picked after 1 others; possible: none"),
    (position(DESTROY.replace("max 2", "max 2 picked 107/9")), "cannot be picked"),
    (position(DESTROY.replace("max 2", "max 2 picked x")), "should be a card such as 107"),
    (position(DESTROY + " left coin9@3"), "'coin9@3' cannot wait here"),
    (position(DESTROY + " left coin2"), "card of 'coin2'"),
    (position(DESTROY + " left opp_discard1@33"), "cannot wait here"),
    (position(DESTROY + " left " + ",".join(["coin2@3"] * 64)), "more than 64 effects"),
    (position(DESTROY + " left " + ",".join(["acquire9@4"] * 6)), "longer than the effects of one card"),
    (position(DESTROY.replace("done 1", "done 0")), "from 1 to 64"),
    (position("chain done 1"), "there is none unless"),
    (position("doom 33"), "from 0 to 32"),
    (position("made 107"), "107, Gold, cannot come into this game"),
    (position("made 102"), "102, Summerset Sacking, cannot come into this game"),
    (position("made 77,77"), "77 is given twice"),
    (position("made 77*0"), "from 1 to 9999"),
    (position("serial 5"), "only in setups with 'traced'"),
    (position(f"outcome {1 << 40}"), "from 0 to"),
    (position("winner 1"), "unknown reason for the end"),
    (position("winner 1 BOREDOM"), "unknown reason for the end 'BOREDOM'"),
    (position("winner 1 PRESTIGE_OVER_80"), "it would be 2, not '1'"),
    (position("winner nobody TURN_LIMIT_EXCEEDED"), "comes after turn 500"),
    (position(DESTROY, "winner 2 PRESTIGE_OVER_80"), "once the game is over"),
]


@pytest.mark.parametrize(("text", "problem"), HOSTILE, ids=[str(i) for i in range(len(HOSTILE))])
def test_what_is_no_position_is_explained(text, problem):
    with pytest.raises(UsageError, match=re.escape(problem)) as found:
        read(text)
    assert "\n" not in str(found.value)


def test_the_base_of_the_hostile_texts_is_a_position():
    same(read(position()), read(str(read(position()))))
    same(read(position(DESTROY)), read(str(read(position(DESTROY)))))


def test_serial_numbers_are_checked():
    here = Position.deal(TRIBUTE, "fixed:traced", seed=1)
    text = str(here)
    for wrong, problem in [
        (re.sub(r"row (\d+)#\d+", r"row \1", text), "with a serial number"),
        (re.sub(r"row (\d+)#\d+,(\d+)#(\d+)", r"row \1#\3,\2#\3", text), "another card with serial number"),
        (re.sub(r"row (\d+)#\d+", r"row \1#512", text), "from 1 to 511"),
        (re.sub(r"serial \d+", "serial 3", text), "should be at least"),
    ]:
        with pytest.raises(UsageError, match=problem):
            read(wrong, "fixed:traced")


PIECES = ["107", "36/2!", "-1", "999", "|", "", "CHOICE_PENDING", "max 5", "*3", ",", "#1", "TREASURY", "picked 107"]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 9999), st.integers(0, 60))
def test_whatever_is_read_can_be_played(seed, moves):
    """Texts are damaged at random; what is still accepted must never lead the rules out of bounds."""
    chance = random.Random(seed)
    setup = chance.choice(["random", "fixed:patrons=HLAALU+ANSEI+DUKE_OF_CROWS+RAJHIN"])
    here = Position.deal(PLAIN, setup, seed=seed)
    for _ in range(moves):
        if not here.over:
            advance(here, chance)
    text = str(here)
    for _ in range(40):
        words = re.split(r"([ ,=+/*])", text)
        for _ in range(chance.randint(1, 3)):
            i = chance.randrange(len(words))
            words[i] = chance.choice([*PIECES, chance.choice(words), str(chance.randrange(130))])
        try:
            found = read("".join(words), here.setup, PLAIN)
        except UsageError:
            continue
        same(found, read(str(found), here.setup, PLAIN))
        for _ in range(12):
            if found.over:
                break
            found.observe(0), found.cards()
            advance(found, chance, busy=0.5)
