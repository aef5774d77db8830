"""The full game: its rules, its quest cards, and one test at least for every card."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import pytest
from lotr_full_help import ENCOUNTER, GAME, PLAYER, listed, part, play, read, stage, state, words

from mulligan.check import check_game
from mulligan.errors import UsageError
from mulligan.games.lotr import LOTR, vocabulary
from mulligan.games.lotr.cards import encounter_cards, player_cards
from mulligan.position import Position, make_stream

ALONE = "heroes Eowyn 9 tokens, Eleanor 9 tokens, Thalin 9 tokens"


def tokens(position):
    return list(state(position).tokens)


def threat(position):
    return state(position).threat


def hits(position, name):
    """The hit points left of a character, or 0."""
    s = state(position)
    return next((s.hits[i] for i in range(30) if s.characters >> i & 1 and PLAYER[s.person[i]] == name), 0)


def marks(position, name):
    """What is left of an encounter card in play: hit points or quest points."""
    s = state(position)
    places = s.foes | s.sites | s.engaged | (1 << s.active if s.active < 56 else 0)
    return next((s.mark[i] for i in range(56) if places >> i & 1 and ENCOUNTER[s.peril[i]] == name), 0)


def tapped(position, name):
    s = state(position)
    return next(s.tapped >> i & 1 == 1 for i in range(30) if s.characters >> i & 1 and PLAYER[s.person[i]] == name)


# --- the game as a whole ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("setup", "cards"), [("full", 36), ("full:level=hard", 36), ("full:level=easy", 27)])
def test_setup(setup, cards):
    here = Position.deal(GAME, setup, seed=3)
    assert words(here) == ["keep the hand", "new hand"]
    assert sum(state(here).hand) == 6
    assert part(here, "threat") == "25 quest 8 of Flies and Spiders"
    assert listed(here, "staging") == ["Forest Spider", "Old Forest Road"]
    assert sum(card < 64 for card in here.cards()) == 61 + 3
    assert sum(card >= 64 for card in here.cards()) == cards


def test_easy_leaves_nine_cards_out():
    hard, easy = (
        [ENCOUNTER[card - 64] for card in Position.deal(GAME, setup).cards() if card >= 64]
        for setup in ("full", "full:level=easy")
    )
    for card in easy:
        hard.remove(card)
    assert sorted(hard) == [
        *("Caught in a Web", "Caught in a Web", "Chieftain Ufthak", "Dol Guldur Beastmaster", "Eyes of the Forest"),
        *("Hummerhorns", "Necromancer's Pass", "The Necromancer's Reach", "The Necromancer's Reach"),
    ]


def test_thirteen_shadows():
    assert sum(card["copies"]["full"] for card in encounter_cards() if "shadow" in card) == 13


@pytest.mark.parametrize(
    ("setup", "problem"),
    [
        ("full:level=medium", "easy .27 encounter cards. or hard"),
        ("full:level=deadly", "easy or medium or hard"),
        ("full:hand=7", "hand is not for the setup 'full'"),
        ("full:K7", "K7 is not for the setup 'full'"),
    ],
)
def test_what_the_setup_refuses(setup, problem):
    with pytest.raises(UsageError, match=problem):
        LOTR.make_table(setup)


@pytest.mark.parametrize("text", ["hurt 2 one hero", "damage 2 one elf", "damage two one hero", "damage 1 one hero and"])
def test_unknown_words_of_a_card_are_named(text):
    if text.endswith("and"):
        assert vocabulary.parse(text, "Orcs, revealed")[0].link == vocabulary.AND
        return
    with pytest.raises(UsageError, match="Orcs, revealed"):
        vocabulary.parse(text, "Orcs, revealed")


def test_every_number_has_its_word():
    names = vars(vocabulary)
    for word, name in (("attack", "BOOST"), ("strike", "STRIKE_ALONE"), ("fetch", "FETCH"), ("look", "LOOK")):
        assert vocabulary.VERBS[names[name] - 1] == word
    for word, name in (("one committed", "COMMITTED"), ("one card", "CARD"), ("if empty", "IF_EMPTY")):
        assert vocabulary.WHOM[names[name] - 1] == word


def test_one_mulligan():
    here = Position.deal(GAME, "full", seed=3)
    before = part(here, "hand")
    play(here, "new hand")
    assert part(here, "hand") != before
    assert sum(state(here).hand) == 6 + 1  # and the first card of round 1
    assert (here.stage, here.turn) == ("planning", 1)


def test_resources_and_a_card():
    here = read("lotr round 2 response at after | hand Feint | heroes Eowyn 1 token committed tapped", deck="Beorn")
    play(here, "keep the cards")
    assert here.turn == 3
    assert tokens(here) == [2, 1, 1]
    assert listed(here, "hand") == ["Beorn", "Feint"]


# --- planning ---------------------------------------------------------------------------------------------------------


def test_cards_are_paid_by_heroes_of_their_sphere():
    hand = "hand Wandering Took, Veteran Axehand, Gandalf, Stand Together"
    here = read(f"lotr | heroes Eowyn 1 token, Eleanor 1 token, Thalin 3 tokens | {hand}")
    assert words(here) == ["done", "play Wandering Took", "play Veteran Axehand", "play Gandalf"]
    play(here, "play Wandering Took")
    assert tokens(here) == [0, 0, 3]
    play(here, "play Veteran Axehand")
    assert tokens(here) == [0, 0, 1]
    here = read("lotr | heroes Eowyn 3 tokens, Eleanor 1 token, Thalin 3 tokens | hand Gandalf")
    assert tokens(play(here, "play Gandalf")) == [0, 0, 2]


def test_even_a_free_card_needs_a_hero_of_its_sphere():
    fight = "lotr round 2 defense | engaged Forest Spider | hand Stand Together, Feint"
    assert "play Stand Together" in words(read(fight))
    assert "play Stand Together" not in words(read(f"{fight} | heroes Eowyn, Eleanor, Thalin dead"))


def test_unique_allies_come_once():
    here = read(f"lotr | {ALONE} | hand Gandalf, Wandering Took | allies Gandalf, Wandering Took")
    assert words(here) == ["done", "play Wandering Took"]


def test_at_most_two_restricted_attachments():
    here = read(f"lotr | {ALONE} | hand Horn of Gondor | worn Dwarven Axe Thalin, Citadel Plate Thalin")
    play(here, "play Horn")
    assert words(here) == ["wear Eowyn", "wear Eleanor"]


# --- the quest --------------------------------------------------------------------------------------------------------


def test_success_fills_the_location_first():
    here = read("lotr questing | active Forest Gate 1 point", top="Old Forest Road")
    play(here, "commit Eowyn")
    assert part(here, "threat") == "25 quest 6 of Flies and Spiders"
    assert part(here, "active") == ""
    assert "Forest Gate" in listed(here, "defeated")


def test_failure_raises_the_threat_and_a_tie_does_nothing():
    staged = "staging Hummerhorns, Forest Gate"
    assert threat(play(read(f"lotr questing | {staged}", top="Great Forest Web"), "commit Eleanor")) == 25 + 4
    here = play(read(f"lotr questing | {staged}", top="Old Forest Road"), "commit Eowyn")
    assert part(here, "threat") == "25 quest 8 of Flies and Spiders"


def test_a_chain_of_questions_is_the_same_quest():
    text = "lotr questing | allies Lorien Guide | active Forest Gate"
    whole, chain = read(text, top="Old Forest Road"), read(text, top="Old Forest Road")
    play(whole, "commit Eowyn, Lorien Guide")
    play(chain, "Eowyn goes", "Eleanor stays", "Thalin stays", "Lorien Guide goes")
    assert str(whole) == str(chain)


def test_travel_is_a_choice_and_only_without_an_active_location():
    here = read("lotr travel | staging Old Forest Road, Enchanted Stream")
    assert words(here) == ["stay", "travel to Old Forest Road", "travel to Enchanted Stream"]
    assert part(play(here, "travel to Enchanted"), "active") == "Enchanted Stream"
    here = play(read("lotr questing | active Forest Gate | staging Enchanted Stream", top="Forest Gate"), "commit Eowyn")
    assert here.stage != "travel"


def test_an_empty_encounter_deck_is_made_anew_at_staging():
    text = "lotr questing | defeated Old Forest Road, Forest Gate"
    here = read(text)
    state(here).revealed = here.table[0].encounter_cards  # the rest of the deck lies nowhere
    play(here, "commit Eowyn")
    assert len(listed(here, "staging")) == 1
    assert part(here, "defeated") == ""
    assert state(here).revealed == 35


def test_threat_of_50_loses():
    assert stage(play(read("lotr questing | threat 48", top="Forest Gate"), "commit nobody")) == "lost"
    here = play(read("lotr questing | threat 47", top="Forest Gate"), "commit nobody", "stay")
    assert (stage(here), threat(here)) == ("lost", 50)  # by the end of the round


# --- encounter and combat ---------------------------------------------------------------------------------------------


def test_the_player_may_engage_an_enemy_that_would_not_come():
    here = read("lotr encounter | staging Hummerhorns, Forest Spider, Chieftain Ufthak")
    assert words(here) == ["done", "engage Hummerhorns", "engage Chieftain Ufthak"]
    play(here, "engage Chieftain Ufthak")
    assert {name.split(" attack")[0] for name in listed(here, "engaged")} == {"Forest Spider", "Chieftain Ufthak"}
    assert part(here, "staging") == "Hummerhorns"


def test_enemies_engage_that_the_threat_has_woken():
    here = play(read("lotr encounter | threat 34 | staging Ungoliant's Spawn, Hummerhorns, King Spider"), "done")
    assert [name.split()[0] for name in listed(here, "engaged")] == ["Ungoliant's", "King"]


def test_the_player_orders_the_attacks():
    here = read("lotr defense | engaged Forest Spider, King Spider")
    assert words(here) == ["Forest Spider attacks", "King Spider attacks"]
    play(here, "King Spider attacks")
    assert "King Spider assaults" in listed(here, "engaged")
    assert words(here) == ["no defense", "Eowyn defends", "Eleanor defends", "Thalin defends"]


def test_a_defender_takes_what_its_defense_lets_through():
    here = play(read("lotr defense at guard | engaged King Spider assaults"), "Eleanor defends")
    assert hits(here, "Eleanor") == 3 - (3 - 2)
    assert tapped(here, "Eleanor")


def test_undefended_attacks_hit_a_hero_of_the_players_choice():
    here = play(read("lotr defense at guard | engaged King Spider assaults | allies Beorn"), "no defense")
    assert words(here) == ["hit Eowyn", "hit Eleanor", "hit Thalin"]
    play(here, "hit Thalin")
    assert hits(here, "Thalin") == 1


def test_the_last_hero_dead_loses():
    heroes = "heroes Eowyn 2 hits, Eleanor dead, Thalin dead"
    here = read(f"lotr defense at guard | {heroes} | allies Beorn | engaged King Spider assaults")
    assert stage(play(here, "no defense")) == "lost"


def test_attackers_strike_together_and_each_enemy_is_attacked_once():
    here = read("lotr attack | engaged Forest Spider, King Spider")
    assert words(here) == ["done", "attack Forest Spider", "attack King Spider"]
    play(here, "attack Forest Spider")
    assert words(here) == ["strike", "Eowyn joins", "Eleanor joins", "Thalin joins"]
    play(here, "Eleanor joins")
    assert words(here) == ["strike", "Thalin joins"]  # in their order
    play(here, "Thalin joins")
    assert marks(here, "Forest Spider") == 4 - (1 + 2 - 1)
    assert words(here) == ["done", "attack King Spider"]
    play(here, "attack King", "Eowyn joins")
    assert marks(here, "King Spider") == 3
    assert here.turn == 2


def test_refresh():
    here = read("lotr attack | heroes Eowyn tapped, Eleanor 1 hit | engaged Forest Spider 1 hit | allies Gandalf")
    play(here, "done")
    assert (here.turn, threat(here)) == (2, 26)
    assert not tapped(here, "Eowyn")
    assert hits(here, "Eleanor") == 1  # nobody heals
    assert part(here, "allies") == ""
    assert "Gandalf" in listed(here, "discarded")


def test_a_shadow_card_for_each_attacker():
    here = read("lotr encounter | staging Black Forest Bats, Dol Guldur Orcs", top="Forest Gate, Forest Gate")
    play(here, "done") if here.stage == "encounter" and "done" in words(here) else None
    assert state(here).dealt == 2


def test_whoever_does_not_attack_discards_the_shadow_card():
    here = read("lotr defense dealt 2 | heroes Thalin 1 token | hand 2 Feint | engaged 2 Forest Spider", top="Beorn's")
    play(here, "play Feint", "hold Forest Spider")


def test_no_deck_no_shadow():
    here = read("lotr encounter | staging King Spider")
    state(here).revealed = here.table[0].encounter_cards
    play(here, "done")
    assert state(here).dealt == 0
