"""Positions and moves of The Lord of the Rings in words: what is printed can be read, and what cannot is explained."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan.core.errors import UsageError
from mulligan.core.position import Position, make_stream
from mulligan.games.lotr import LOTR
from mulligan.games.lotr.layout import BUY
from mulligan.games.lotr.text import TEXT, positions

GAME = LOTR.interpreted()
SETUPS = (
    *("passage", "clean", "clean:level=easy", "clean:level=hard", "paper", "paper:level=hard", "paper:runner=flat"),
    *("paper:K1,K2,K13d,K13q", "simulator", "simulator:level=easy", "simulator:K2,K13d", "paper:runner=flat,K18"),
)


def read(line: str, setup: str = "clean") -> Position:
    return Position.read(GAME, line, setup)


def part(position: Position, title: str) -> str:
    """What a position says behind one of its titles."""
    parts = dict(words.strip().split(" ", 1) for words in str(position).split("|"))
    return parts.get(title, "")


def words(position: Position, level: str = "none", *, chain: bool = False) -> list[str]:
    return [position.text(move) for move in position.options(level, chain=chain)]


def same(one: Position, two: Position) -> None:
    """Two positions that nobody could tell apart."""
    assert str(one) == str(two)
    assert "\n" not in str(one)
    assert one.observe(0) == two.observe(0)
    assert one.look()[:3] == two.look()[:3]
    assert one.cards() == two.cards()
    if one.over:
        return
    every = {}
    for level in GAME.prunings:
        for chain in (False, True):
            assert words(one, level, chain=chain) == words(two, level, chain=chain)
            for move in one.options(level, chain=chain):
                assert every.setdefault(one.text(move).lower(), move) == move, "different moves have different names"


def step(here: Position, chance: random.Random) -> None:
    """A legal move, or what a rule player does."""
    if chance.random() < 0.3:
        here.act(chance.choice(GAME.styles), make_stream(GAME, chance.random()))
    else:
        here.play(chance.choice(here.options(chain=chance.random() < 0.5)))


@pytest.mark.parametrize("setup", SETUPS)
def test_every_position_is_read_as_it_was_printed(setup):
    reached = set()
    for seed in range(20):
        chance = random.Random(seed)
        here = Position.deal(GAME, setup, seed=seed)
        while not here.over:
            if chance.random() < 0.3:
                same(here, read(str(here), setup))
                reached.add(here.stage)
            if chance.random() < 0.05:
                open_ = here.copy()
                open_.shuffle(make_stream(GAME, seed), firm=False)
                assert " loose" in str(open_)
                same(open_, read(str(open_), setup))
            step(here, chance)
        same(here, read(str(here), setup))
    table = read("lotr", setup).table[0]
    full = {"encounter", "response"}  # stages of the setup `full`
    assert reached == set(GAME.stages) - full - (set() if table.chosen_card or table.foreseen_card else {"staging"})


def test_a_new_game_is_what_is_left_out():
    here = read("lotr")
    assert str(here) == "lotr round 1 planning | threat 25 quest 8 | heroes Eowyn, Eleanor, Thalin"
    assert here.cards() == Position.deal(GAME, "clean", seed=1).cards()
    assert read("lotr  | hand  | allies |  staging").observe(0) == here.observe(0)
    assert part(read("lotr | threat 30"), "threat") == "30 quest 8"
    assert part(read("lotr | heroes thalin 2 tokens"), "heroes") == "Eowyn, Eleanor, Thalin 2 tokens"
    assert part(read("lotr defense | engaged 2 King Spider"), "engaged") == "2 King Spider attacking"
    assert part(read("lotr defense | engaged King Spider, King Spider attacking"), "engaged") == (
        "King Spider, King Spider attacking"
    )


def test_the_parts_may_stand_in_any_order():
    here = read("lotr questing | active Forest Gate 1 point | hand Gandalf, Beorn, Gandalf | threat 28 quest 5")
    assert str(here) == (
        "lotr round 1 questing | threat 28 quest 5 | hand Beorn, 2 Gandalf | heroes Eowyn, Eleanor, Thalin | "
        "active Forest Gate 1 point"
    )


def test_the_example_of_the_description():
    assert positions.__doc__
    example = " ".join(line.strip() for line in positions.__doc__.splitlines() if line.startswith("    "))
    assert str(read(example)) == example


@pytest.mark.parametrize(
    ("line", "setup"),
    [
        (
            "lotr round 3 questing | threat 31 quest 5 | hand 2 Wandering Took, Gandalf | heroes Eowyn 2 tokens goes, "
            "Eleanor 1 hit stays, Thalin | allies Wandering Took 1 hit | staging Forest Spider, Old Forest Road, "
            "Hummerhorns fresh | engaged Dol Guldur Orcs 1 hit | active Enchanted Stream 1 point | "
            "discarded 2 Gandalf | defeated King Spider, 2 Forest Gate",
            "paper",
        ),
        (
            "lotr round 7 defense bought 2 fate 4611686018427387904 | threat 49 quest -2 done | heroes Eowyn -2 hits "
            "1 token tapped, Eleanor dead, Thalin 0 hits | allies Gondorian Spearman 0 hits, Gandalf tapped | "
            "engaged Forest Spider 1 hit, 2 Forest Spider attacking",
            "simulator:K13d",
        ),
        ("lotr round 1 staging loose | threat 50 quest 0 | heroes Eowyn, Eleanor, Thalin", "paper:K1,K2"),
        ("lotr round 2 travel | threat 25 quest 8 | heroes Eowyn, Eleanor, Thalin | staging Forest Gate 1 point", ""),
        ("lotr round 9 defense lost | threat 40 quest 8 | heroes Eowyn dead, Eleanor dead, Thalin dead", ""),
        ("lotr round 9 questing won | threat 40 quest -3 | heroes Eowyn tapped, Eleanor, Thalin", "clean"),
        ("lotr round 9 attack lost | threat 50 quest 0 done | heroes Eowyn tapped, Eleanor, Thalin", "simulator"),
    ],
)
def test_all_words_of_a_position(line, setup):
    here = read(line, setup)
    assert str(here) == line
    same(here, read(str(here), setup))


def test_the_cards_named_nowhere_lie_in_the_decks():
    here = read(
        "lotr | hand 2 Gandalf | allies Beorn | discarded Gandalf | staging 3 Dol Guldur Orcs | defeated Hummerhorns"
    )
    state = here.states[0]
    assert (state.held, state.drawn, state.revealed) == (2, 4, 4)
    left = [TEXT.move(state, None, BUY + kind) for kind in state.deck[state.drawn : 22]]
    assert len(left) == 18
    assert not {"buy Gandalf", "buy Beorn"} & set(left)
    assert state.staged_threat == 6


# --- moves ------------------------------------------------------------------------------------------------------------


def test_planning_in_words():
    here = read("lotr | hand Gandalf, Beorn, 2 Wandering Took | heroes Eowyn 2 tokens, Eleanor 3 tokens")
    assert words(here) == [
        "done",
        "buy Wandering Took",
        "buy Gandalf",
        "buy Wandering Took and stop",
        "buy Gandalf and stop",
    ]


def test_staging_in_words():
    here = read("lotr staging", "paper:level=easy")
    assert words(here)[:3] == ["leave it face down", "reveal Dol Guldur Orcs", "reveal Forest Spider"]
    assert part(here.play("reveal hummerhorns"), "staging") == "Hummerhorns"
    assert str(here).startswith("lotr round 1 questing shown |")


def test_questing_in_words():
    here = read(
        "lotr questing | heroes Eleanor dead, Thalin dead | allies Gandalf, Wandering Took, Wandering Took 1 hit"
    )
    assert words(here)[:3] == ["commit nobody", "commit Eowyn", "commit Gandalf"]
    assert words(here)[-1] == "commit Eowyn, Gandalf, Wandering Took, Wandering Took 2"
    assert words(here, chain=True) == ["Eowyn stays", "Eowyn goes"]
    here.play("Eowyn goes").play("Gandalf stays").play("Wandering Took stays")
    assert words(here) == ["Wandering Took 2 stays", "Wandering Took 2 goes"]
    assert part(here, "heroes") == "Eowyn goes, Eleanor dead, Thalin dead"
    assert part(here, "allies") == "Gandalf stays, Wandering Took stays, Wandering Took 1 hit"
    hopeless = read("lotr questing | staging 3 Dol Guldur Orcs, Ungoliant's Spawn", "paper")
    assert words(hopeless)[-1] == "hold back"


def test_travel_in_words():
    line = "lotr travel | staging Forest Gate, Hummerhorns, 2 Old Forest Road, Forest Gate 1 point"
    here = read(line)
    assert words(here) == ["stay", "travel to Forest Gate", "travel to Old Forest Road", "travel to Forest Gate 2"]
    assert words(read(line, "simulator")) == words(here)[1:]
    here.play("travel to Forest Gate 2")
    assert part(here, "active") == "Forest Gate 1 point"
    assert part(here, "staging") == "Forest Gate, Hummerhorns, 2 Old Forest Road"


def test_defense_in_words():
    enemies = "Hummerhorns, Forest Spider attacking"
    line = f"lotr defense | heroes Eowyn tapped, Eleanor dead | allies 2 Gandalf | engaged {enemies}"
    here = read(line)
    free = ["Thalin defends", "Gandalf defends", "Gandalf 2 defends"]
    assert words(here) == [*free, "no defense, Eowyn is hit", "no defense, Thalin is hit"]
    assert words(read(line, "simulator")) == [*free, "no defense"]
    both = read(line.replace(" attacking", "").replace(", Eleanor dead", ""), "simulator")
    assert words(both, "paper")[:4] == [
        *("defend with Eowyn, Eleanor", "defend with Eowyn, Thalin", "defend with Eowyn, Gandalf"),
        "defend with Eowyn, Gandalf 2",
    ]
    alone = read("lotr defense | heroes Eowyn dead, Eleanor dead | engaged 2 King Spider", "simulator")
    assert words(alone) == ["defend with nobody", "Thalin defends", "no defense"]


def test_attack_in_words():
    here = read(
        "lotr attack | heroes Eowyn tapped, Eleanor tapped | engaged Forest Spider, King Spider, Forest Spider 1 hit"
    )
    spiders = ["Forest Spider", "King Spider", "Forest Spider 2"]
    assert words(here) == ["done", *(f"Thalin strikes {spider}" for spider in spiders)]
    here.play("Thalin strikes Forest Spider 2")
    assert part(here, "defeated") == "Forest Spider"


# --- mistakes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "position: should begin with 'lotr', not ''"),
        ("no such position", "position: should begin with 'lotr', not 'no such position'"),
        ("lotr quest", "unknown word in position 'quest': did you mean 'questing'?"),
        ("lotr round", "position, round: '' should be a whole number from 1 to 999"),
        ("lotr round 0", "position, round: '0' should be a whole number from 1 to 999"),
        ("lotr round 1 round 2", "position: 'round' is given twice"),
        ("lotr travel attack", "position: there should be one stage, not travel and attack"),
        ("lotr won lost", "position: should be 'won' or 'lost', not both"),
        ("lotr fate 7", "position, fate: belongs to setups with K13d"),
        ("lotr | thread 30", "unknown part of a position 'thread': did you mean 'threat'?"),
        ("lotr | hand Beorn | hand Gandalf", "position: 'hand' is given twice"),
        ("lotr | threat much", "position, threat: 'much' should be a whole number from 0 to 999"),
        ("lotr | threat 50", "position, threat: '50' should be at most 49, unless the game is 'lost'"),
        ("lotr | threat 30 quest 9", "position, quest: '9' should be a whole number from -999 to 8"),
        ("lotr | threat 30 quest 0", "position, quest: '0' should be at least 1, unless the game is 'won'"),
        ("lotr travel | threat 30 quest 0 done", "position, quest: in this setup who is 'done' has 'won'"),
        ("lotr | hand Gandolf", "unknown card in position, hand 'Gandolf': did you mean 'Gandalf'?"),
        ("lotr | hand Eowyn", "unknown card in position, hand 'Eowyn': "),
        ("lotr | hand Gandalf 2", "position, hand, Gandalf: '2' should stand before the name"),
        ("lotr | hand 0 Gandalf", "position, hand, Gandalf: '0' should be a whole number from 1 to 64"),
        ("lotr | hand Gandalf, , Beorn", "position, hand: a name is missing before or after a comma"),
        ("lotr | hand Gandalf tapped", "unknown word in position, hand, Gandalf 'tapped'"),
        (
            "lotr | hand 2 Gandalf | allies Gandalf | discarded Gandalf",
            "position: 4 Gandalf (2 in hand, 1 in allies, 1 in discarded), but the deck of this setup has 3",
        ),
        ("lotr | heroes Aragorn 2 hits", "unknown hero in position, heroes 'Aragorn': "),
        ("lotr | heroes Eowyn, Eowyn", "position, heroes, Eowyn: there is only one"),
        ("lotr | heroes 2 Eowyn", "position, heroes, Eowyn: there is only one"),
        ("lotr | heroes Eowyn 4 hits", "position, heroes, Eowyn, hits: '4' should be a whole number from 1 to 3"),
        ("lotr | heroes Eowyn 0 hits", "position, heroes, Eowyn, hits: '0' should be a whole number from 1 to 3"),
        (
            "lotr | heroes Eowyn 2",
            "position, heroes, Eowyn: '2' should stand before the name, or before hits or tokens",
        ),
        ("lotr | heroes Eowyn 1 hit 2 hits", "position, heroes, Eowyn: hits are given twice"),
        ("lotr | heroes Eowyn taped", "unknown word in position, heroes, Eowyn 'taped': did you mean 'tapped'?"),
        ("lotr | heroes Eowyn dead 1 token", "position, heroes, Eowyn: nothing else should be said of who is dead"),
        ("lotr | heroes Eowyn tapped", "position, planning: nobody should be tapped before the quest"),
        (
            "lotr | heroes Eowyn dead, Eleanor dead, Thalin dead",
            "heroes: one should be alive, unless the game is 'lost'",
        ),
        ("lotr | heroes Eowyn goes", "position: 'goes' and 'stays' belong to the stage 'questing'"),
        ("lotr questing | heroes Eowyn goes stays", "position, heroes, Eowyn: should be 'goes' or 'stays', not both"),
        (
            "lotr questing | heroes Eowyn goes, Eleanor dead, Thalin dead",
            "position, questing: somebody should be left who was not asked yet",
        ),
        ("lotr | allies Gandalf 2 tokens", "Gandalf: '2' should stand before the name, or before hits"),
        ("lotr | staging Forest Spyder", "unknown encounter card in position, staging 'Forest Spyder': did you mean"),
        ("lotr | staging Forest Spider 2 points", "position, staging, Forest Spider: should have hits, not points"),
        ("lotr | staging Forest Gate 5 points", "Forest Gate, points: '5' should be a whole number from 1 to 4"),
        ("lotr | staging Hummerhorns fresh", "position, staging: 'fresh' belongs to the stage 'questing'"),
        (
            "lotr questing | staging 2 King Spider fresh",
            "position, staging, King Spider: only one card should be fresh",
        ),
        (
            "lotr | staging Hummerhorns | defeated Hummerhorns",
            "2 Hummerhorns (1 in staging, 1 in defeated), but the encounter deck of this setup has 1",
        ),
        ("lotr | engaged Forest Gate", "unknown enemy in position, engaged 'Forest Gate': "),
        ("lotr | engaged King Spider attacking", "position, engaged: 'attacking' belongs to the stage 'defense'"),
        ("lotr | active King Spider", "unknown location in position, active 'King Spider': "),
        ("lotr | active 2 Forest Gate", "position, active, Forest Gate: only one location can be active"),
        ("lotr staging", "position, staging: belongs to setups with K13q or K14"),
        ("lotr travel", "position, travel: there should be a location in 'staging'"),
        (
            "lotr travel | active Forest Gate | staging Forest Gate",
            "position, travel: there should be no active location",
        ),
        ("lotr defense", "position, defense: somebody should be 'engaged'"),
        (
            "lotr attack | engaged King Spider | heroes Eowyn tapped, Eleanor tapped, Thalin tapped",
            "position, attack: somebody should be 'engaged', and a character not tapped",
        ),
    ],
)
def test_what_is_not_a_position_is_explained(line, message):
    with pytest.raises(UsageError) as error:
        read(line)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("line", "setup", "message"),
    [
        (
            "lotr | staging King Spider",
            "clean:level=easy",
            "1 King Spider (1 in staging), but the encounter deck of",
        ),
        ("lotr | threat 30 quest 0", "simulator", "position, quest: '0' should be at least 1, unless 'done'"),
        ("lotr travel | threat 30 quest 1 done", "simulator", "quest: '1' should be at most 0 if the quest is 'done'"),
        (
            "lotr | threat 30 quest 0 done",
            "simulator",
            "planning: the quest should not be 'done'; the game would be 'won'",
        ),
        ("lotr | heroes Eowyn -100 hits", "simulator", "hits: '-100' should be a whole number from -99 to 3"),
    ],
)
def test_what_another_setup_does_not_have_is_explained(line, setup, message):
    with pytest.raises(UsageError) as error:
        read(line, setup)
    assert message in str(error.value)


SCRAPS = (
    *(
        "questing",
        "travel",
        "defense",
        "attack",
        "won",
        "bought 2",
        "| threat 49 quest 1",
        "| heroes",
        "Eowyn",
        "Thalin",
    ),
    *("Eleanor dead", "1 hit", "tapped", "goes", "stays", ",", "| hand", "| allies", "2 Wandering Took", "Gandalf"),
    *(
        "| staging",
        "Forest Gate",
        "King Spider",
        "fresh",
        "| engaged",
        "2 Forest Spider",
        "attacking",
        "| active",
        "1 point",
    ),
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.sampled_from(["clean", "paper", "simulator"]), st.lists(st.sampled_from(SCRAPS), max_size=14))
def test_any_words_are_a_position_or_a_mistake(setup, scraps):
    try:
        here = read(" ".join(["lotr", *scraps]), setup)
    except UsageError:
        return
    same(here, read(str(here), setup))
    if not here.over:
        here.play(here.options()[-1])


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.sampled_from(["clean", "paper", "simulator"]),
    st.sampled_from(["", "questing", "travel", "defense", "attack"]),
    st.sets(st.sampled_from(["Gandalf", "2 Wandering Took 1 hit", "Beorn tapped", "Wandering Took"])),
    st.sets(st.sampled_from(["Forest Gate", "King Spider", "2 Old Forest Road 1 point"])),
    st.sets(st.sampled_from(["2 Forest Spider 1 hit", "Hummerhorns", "Forest Spider"])),
    st.integers(0, 999),
)
def test_a_position_that_can_be_read_can_be_played_to_the_end(setup, stage, allies, staging, engaged, seed):
    zones = {"allies": allies, "staging": staging, "engaged": engaged}
    line = " | ".join([f"lotr {stage}", *(f"{title} {', '.join(sorted(cards))}" for title, cards in zones.items())])
    try:
        here = read(line, setup)
    except UsageError:
        return
    chance = random.Random(seed)
    while not here.over:
        step(here, chance)
    same(here, read(str(here), setup))
