"""The full game: its rules, its quest cards, and one test at least for every card."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from mulligan.check import check_game
from mulligan.core.errors import UsageError
from mulligan.core.position import Position, make_stream
from mulligan.games.lotr import LOTR
from mulligan.games.lotr.cards import encounter_cards, player_cards
from mulligan.games.lotr.full import vocabulary

from ...helpers.checked_help import with_checks
from ...helpers.lotr_full_help import ENCOUNTER, GAME, PLAYER, listed, part, play, read, stage, state, words

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


@pytest.mark.parametrize("text", ["hurt 2 one hero", "damage 2 one elf", "damage two one hero", "draw 1 and"])
def test_unknown_words_of_a_card_are_named(text):
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
    here = play(
        read("lotr questing | active Forest Gate | staging Enchanted Stream", top="Forest Gate"), "commit Eowyn"
    )
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
    here = read("lotr encounter | staging Hummerhorns, Black Forest Bats, Dol Guldur Orcs")
    play(here, "done")
    assert state(here).dealt == 2


def test_whoever_does_not_attack_discards_the_shadow_card():
    text = "lotr defense dealt 2 | heroes Thalin 2 tokens | hand 2 Feint | engaged Forest Spider, King Spider"
    here = play(read(text, top="Forest Gate"), "play Feint", "hold Forest", "play Feint", "done")
    assert len(listed(here, "defeated")) == 2
    assert state(here).dealt == 0


def test_no_deck_no_shadow():
    here = read("lotr encounter | staging Hummerhorns, King Spider")
    state(here).revealed = here.table[0].encounter_cards
    play(here, "done")
    assert state(here).dealt == 0
    play(here, "Thalin defends")
    assert hits(here, "Thalin") == 3


# --- quest cards ------------------------------------------------------------------------------------------------------


def test_excess_is_not_carried_to_the_next_card():
    here = play(read("lotr questing | threat 25 quest 1 of Flies and Spiders", top="Old Forest Road"), "commit Eowyn")
    assert part(here, "threat") == "25 quest 2 of A Fork in the Road"


FORK = "lotr questing | threat 25 quest 1 of A Fork in the Road"


def test_the_fork_leads_either_way():
    cards = set()
    for seed in range(20):
        here = read(FORK, top="Old Forest Road")
        here.seed = seed
        cards.add(part(play(here, "commit Eowyn"), "threat"))
    assert cards == {"25 quest 0 of Don't Leave the Path!", "25 quest 10 of Beorn's Path"}


def on_the_path(text, **options):
    """The position after the fork, on the way that leads to the spiders."""
    for seed in range(20):
        here = read(f"{FORK} | {text}", **options)
        here.seed = seed
        if "Leave" in part(play(here, "commit Eowyn"), "threat"):
            return here
    raise AssertionError


def test_the_path_fetches_a_spider_of_the_players_choice():
    here = on_the_path("defeated King Spider, Ungoliant's Spawn", top="Old Forest Road")
    assert words(here) == [
        *("fetch Forest Spider from the deck", "fetch King Spider from the deck"),
        *("fetch King Spider from the discards", "fetch Ungoliant's Spawn from the discards"),
    ]
    before = here.copy()
    play(here, "fetch King Spider from the deck")
    assert "King Spider" in part(here, "staging")
    assert "King Spider" in part(here, "defeated")
    play(before, "fetch King Spider from the discards")
    assert "King Spider" not in part(before, "defeated")


def test_nothing_is_fetched_where_no_spider_is_left():
    here = on_the_path("engaged 4 Forest Spider, 2 King Spider, Ungoliant's Spawn", top="Old Forest Road")
    assert here.stage == "travel"


def test_killing_the_spawn_wins_on_the_path():
    text = "threat 30 of Don't Leave the Path! | engaged Ungoliant's Spawn 1 hit"
    here = play(read(f"lotr attack | {text}"), "attack", "Eleanor joins", "Thalin joins")
    assert stage(here) == "won"
    elsewhere = play(read("lotr attack | engaged Ungoliant's Spawn 1 hit"), "attack", "Eleanor joins", "Thalin joins")
    assert stage(elsewhere) == "planning"


def test_progress_is_nothing_on_the_path():
    here = play(read("lotr questing | threat 30 of Don't Leave the Path!", top="Old Forest Road"), "commit Eowyn")
    assert part(here, "threat") == "30 quest 0 of Don't Leave the Path!"


def test_beorns_path_wins_unless_the_spawn_is_there():
    text = "lotr questing | threat 30 quest 2 of Beorn's Path"
    assert stage(play(read(text, top="Old Forest Road"), "commit Eowyn")) == "won"
    here = play(read(f"{text} | engaged Ungoliant's Spawn 2 hits", top="Old Forest Road"), "commit Eowyn", "stay")
    assert state(here).points == -1
    play(here, "no defense", "hit Thalin")
    here = read("lotr attack | threat 30 quest -1 of Beorn's Path | engaged Ungoliant's Spawn 1 hit")
    assert stage(play(here, "attack", "Eleanor joins", "Thalin joins")) == "won"


# --- encounter cards when revealed ------------------------------------------------------------------------------------


def reveal(card, commit="Eowyn", text="", **options):
    """Commit characters and let a card be revealed."""
    return play(read(f"lotr questing | {text}" if text else "lotr questing", top=card, **options), f"commit {commit}")


def test_dol_guldur_orcs_wound_one_of_the_committed():
    here = reveal("Dol Guldur Orcs", "Eowyn, Thalin")
    assert words(here) == ["damage Eowyn", "damage Thalin"]
    play(here, "damage Thalin")
    assert hits(here, "Thalin") == 2
    assert threat(reveal("Dol Guldur Orcs", "nobody")) > 25  # nobody to wound


def test_black_forest_bats_take_one_off_the_quest():
    here = play(reveal("Black Forest Bats", "Eowyn, Eleanor", "staging Hummerhorns"), "withdraw Eowyn")
    assert threat(here) == 25 + 1
    assert tapped(here, "Eowyn")


def test_king_spider_exhausts_a_character():
    here = reveal("King Spider", "Eowyn")
    assert words(here) == ["exhaust Eleanor", "exhaust Thalin"]
    assert tapped(play(here, "exhaust Thalin"), "Thalin")


def test_ungoliants_spawn_frightens_the_committed():
    here = reveal("Ungoliant's Spawn", "Eowyn, Eleanor", "staging Hummerhorns")
    assert threat(here) == 25 + (3 + 1) - (3 + 0)
    assert state(here).dread == 0  # for this phase only


def test_hummerhorns_wound_a_hero_when_they_engage():
    here = play(read("lotr encounter | staging Hummerhorns"), "engage Hummerhorns")
    assert words(here) == ["damage Eowyn", "damage Eleanor", "damage Thalin"]
    assert hits(play(here, "damage Eowyn"), "Eowyn") == 0
    assert "Eowyn dead" in listed(here, "heroes")


def test_eyes_of_the_forest_take_the_events():
    here = play(reveal("Eyes of the Forest", text="hand 2 Feint, Gandalf, Dwarven Axe"), "let it happen")
    assert listed(here, "hand") == ["Gandalf", "Dwarven Axe"]
    assert "2 Feint" in part(here, "discarded")


def test_caught_in_a_web():
    here = reveal("Caught in a Web", "nobody", "heroes Eowyn 2 tokens, Eleanor, Thalin 4 tokens")
    play(here, "let it happen", "bind Thalin")
    assert "Thalin 5 tokens 1 web" in listed(here, "heroes")
    tired = "lotr attack | heroes Eowyn tapped, Eleanor, Thalin {} 1 web tapped | engaged Hummerhorns"
    here = play(read(tired.format("4 tokens")), "done")
    assert words(here) == ["decline", "free Thalin"]
    spared = play(here.copy(), "decline")
    assert tapped(spared, "Thalin")
    assert not tapped(spared, "Eowyn")
    assert tokens(spared)[2] == 5
    play(here, "free Thalin")
    assert not tapped(here, "Thalin")
    assert tokens(here)[2] == 4 - 2 + 1
    assert tapped(play(read(tired.format("1 token")), "done"), "Thalin")


def test_driven_by_shadow_makes_all_staged_cards_worse():
    here = reveal("Driven by Shadow", "Eowyn", "staging Hummerhorns, Old Forest Road, Forest Gate")
    play(here, "let it happen")
    assert threat(here) == 25 + (1 + 1 + 2 + 3) - 4
    assert state(here).gloom == 0


def test_driven_by_shadow_surges_over_an_empty_staging_area():
    here = play(reveal("Driven by Shadow, Forest Gate"), "let it happen")
    assert part(here, "staging") == "Forest Gate"


def test_the_necromancers_reach_wounds_the_exhausted():
    here = play(reveal("The Necromancer's Reach", "Eowyn, Thalin"), "let it happen")
    assert [hits(here, name) for name in ("Eowyn", "Eleanor", "Thalin")] == [2, 3, 3]


# --- locations --------------------------------------------------------------------------------------------------------


def travel(location, text="", **options):
    here = read(f"lotr travel | staging {location}{text}", **options)
    return play(here, f"travel to {location.split(',')[0]}")


def test_old_forest_road_readies_a_character():
    here = travel("Old Forest Road", " | heroes Eowyn tapped, Eleanor tapped, Thalin | engaged Forest Spider")
    assert words(here) == ["decline", "ready Eowyn", "ready Eleanor"]
    assert not tapped(play(here, "ready Eowyn"), "Eowyn")


def test_forest_gate_draws_two():
    here = travel("Forest Gate", " | engaged 2 Forest Spider", deck="Gandalf, Beorn, Feint")
    assert listed(here, "hand") == ["Beorn", "Gandalf"]


def test_great_forest_web_costs_an_exhausted_hero():
    here = travel("Great Forest Web", " | engaged 2 Forest Spider | allies Beorn")
    assert words(here) == ["exhaust Eowyn", "exhaust Eleanor", "exhaust Thalin"]
    assert part(play(here, "exhaust Thalin"), "active") == "Great Forest Web"
    tired = "heroes Eowyn tapped, Eleanor tapped, Thalin tapped"
    here = play(
        read(f"lotr questing | {tired} | allies Beorn | staging Great Forest Web", top="Forest Gate"), "commit nobody"
    )
    assert words(here) == ["stay", "travel to Forest Gate"]


def test_mountains_of_mirkwood_reveal_a_card():
    here = travel("Mountains of Mirkwood", " | engaged 2 Forest Spider", top="Forest Gate")
    assert (part(here, "active"), part(here, "staging")) == ("Mountains of Mirkwood", "Forest Gate")


def test_mountains_of_mirkwood_show_five_cards():
    text = "lotr questing | active Mountains of Mirkwood 1 point"
    here = read(text, top="Old Forest Road", deck="Gandalf, Feint, Feint, Beorn, Dwarven Axe, Citadel Plate")
    play(here, "commit Eowyn")
    assert words(here) == ["decline", "take Beorn", "take Gandalf", "take Dwarven Axe", "take Feint"]
    hidden = here.hide(0, make_stream(GAME, 5))
    assert words(hidden) == words(here)
    assert listed(play(here, "take Beorn"), "hand") == ["Beorn"]
    assert state(here).looking == 0
    assert part(play(hidden, "decline"), "hand") == ""
    assert state(hidden).looking == 0


def test_necromancers_pass_costs_two_cards():
    text = "staging Necromancer's Pass, Forest Gate | engaged 2 Forest Spider"
    assert "travel to Necromancer's Pass" not in words(read(f"lotr travel | {text} | hand Feint"))
    here = play(read(f"lotr travel | {text} | hand 2 Feint, Beorn"), "travel to Necromancer's Pass")
    assert state(here).held == 1
    assert part(here, "active") == "Necromancer's Pass"


def test_enchanted_stream_stops_the_drawing():
    here = play(read("lotr attack | active Enchanted Stream | engaged Hummerhorns"), "done")
    assert (here.turn, state(here).held) == (2, 0)
    here = read(f"lotr | active Enchanted Stream | {ALONE} | hand Gandalf")
    assert state(play(here, "play Gandalf", "draw 3")).held == 0


# --- enemies and shadows in combat ------------------------------------------------------------------------------------


def attacked(shadow, defender="Thalin", enemy="Black Forest Bats", text="", *, dealt=1):
    """An enemy attacks with a shadow card of our choice."""
    here = read(f"lotr defense at guard shadows {dealt} dealt {dealt} | engaged {enemy} assaults{text}", top=shadow)
    return play(here, f"{defender} defends" if defender else "no defense")


def test_forest_spider_is_fierce_when_it_comes():
    assert hits(attacked("Forest Gate", enemy="Forest Spider new"), "Thalin") == 4 - (2 + 1 - 2)
    assert hits(attacked("Forest Gate", enemy="Forest Spider"), "Thalin") == 4
    here = play(read("lotr encounter | staging Hummerhorns, Forest Spider", top="Forest Gate"), "done")
    assert "Forest Spider new assaults" in listed(here, "engaged")


def test_shadow_of_the_forest_spider():
    here = attacked(
        "Forest Spider", text=" | worn Dwarven Axe Thalin, Citadel Plate Eowyn | staging Forest Gate 1 earth"
    )
    assert words(here) == ["strip Citadel Plate of Eowyn", "strip Dwarven Axe of Thalin", "strip Power in the Earth 1"]
    play(here, "strip Power")
    assert "Power in the Earth" in listed(here, "discarded")
    assert part(here, "worn") == "Citadel Plate Eowyn, Dwarven Axe Thalin"


def test_shadow_of_the_east_bight_patrol():
    here = attacked("East Bight Patrol", enemy="King Spider")
    assert (hits(here, "Thalin"), threat(here)) == (4 - (3 + 1 - 2), 25)
    here = play(attacked("East Bight Patrol", "", "King Spider"), "hit Thalin")
    assert (hits(here, "Thalin"), threat(here)) == (0, 28)


def test_shadow_of_the_king_spider():
    here = attacked("King Spider")
    assert tapped(play(here, "exhaust Eowyn"), "Eowyn")
    here = play(attacked("King Spider", ""), "exhaust Eowyn", "exhaust Thalin", "hit Eleanor")
    assert [tapped(here, name) for name in ("Eowyn", "Eleanor", "Thalin")] == [True, False, True]


def test_shadow_of_the_hummerhorns():
    here = attacked("Hummerhorns", text=" | allies Gondorian Spearman")
    assert [hits(here, name) for name in ("Eowyn", "Eleanor", "Thalin", "Gondorian Spearman")] == [2, 2, 3, 0]
    here = play(attacked("Hummerhorns", ""), "hit Thalin")
    assert [hits(here, name) for name in ("Eowyn", "Eleanor", "Thalin")] == [1, 1, 1]


def test_who_dies_of_the_shadow_defends_no_more():
    here = attacked("Hummerhorns", "Horseback Archer", "King Spider", " | allies Horseback Archer 1 hit")
    assert words(here) == ["hit Eowyn", "hit Eleanor", "hit Thalin"]
    assert state(here).blow == 3


def test_shadow_of_ungoliants_spawn():
    assert threat(attacked("Ungoliant's Spawn")) == 29
    assert threat(play(attacked("Ungoliant's Spawn", ""), "hit Thalin")) == 33


def test_shadow_of_the_orcs():
    assert hits(attacked("Dol Guldur Orcs", enemy="King Spider"), "Thalin") == 4 - (3 + 1 - 2)
    assert state(attacked("Dol Guldur Orcs", "", "King Spider")).blow == 3 + 3


def test_shadow_of_driven_by_shadow():
    worn = " | worn Dwarven Axe Thalin, Citadel Plate Eowyn | staging Forest Gate 1 earth"
    assert len(words(attacked("Driven by Shadow", text=worn))) == 3
    here = attacked("Driven by Shadow", "", text=worn)
    assert part(here, "worn") == ""
    assert set(listed(here, "discarded")) == {"Dwarven Axe", "Citadel Plate", "Power in the Earth"}


def test_a_lost_plate_can_kill():
    here = attacked(
        "Driven by Shadow", "", text=" | heroes Eowyn 4 hits | worn Citadel Plate Eowyn, Horn of Gondor Eowyn"
    )
    assert hits(here, "Eowyn") == 0
    assert set(listed(here, "discarded")) == {"Citadel Plate", "Horn of Gondor"}


def test_chieftain_ufthak_grows_with_each_attack():
    here = attacked("Forest Gate", "Thalin", "Chieftain Ufthak")
    assert hits(here, "Thalin") == 3
    assert "Chieftain Ufthak 1 token" in part(here, "engaged")
    assert state(attacked("Forest Gate", "", "Chieftain Ufthak 2 tokens")).blow == 3 + 2 * 2


def test_dol_guldur_beastmaster_has_two_shadows():
    here = read("lotr defense dealt 1 | engaged Dol Guldur Beastmaster", top="Dol Guldur Orcs, East Bight Patrol")
    play(here, "Dol Guldur Beastmaster attacks", "Thalin defends")
    assert hits(here, "Thalin") == 4 - (3 + 1 + 1 - 2)
    assert len(listed(here, "defeated")) == 2


def test_dead_enemies_worth_victory_points_do_not_come_back():
    here = play(
        read("lotr attack | engaged Hummerhorns 1 hit, King Spider 1 hit"),
        "attack Hummerhorns",
        "Eowyn joins",
        "strike",
    )
    assert part(here, "victory") == "Hummerhorns"
    play(here, "attack King", "Eleanor joins", "Thalin joins")
    assert "King Spider" in part(here, "defeated")


# --- heroes -----------------------------------------------------------------------------------------------------------


def test_eowyn_discards_a_card_for_willpower_once_a_round():
    here = reveal("Forest Gate", "Eowyn", "hand 2 Feint, Beorn | staging Forest Gate, Old Forest Road")
    assert words(here) == ["keep the cards", "discard Beorn", "discard Feint"]
    play(here, "discard Feint")
    assert threat(here) == 25  # 5 against 5
    assert listed(here, "hand") == ["Beorn", "Feint"]
    assert here.stage == "travel"
    assert reveal("Forest Gate", "Eleanor", "hand Beorn").stage == "travel"  # Eowyn is not there


def test_eleanor_cancels_a_treachery_and_another_card_comes():
    here = reveal("The Necromancer's Reach, Forest Gate", "Eowyn, Thalin")
    assert words(here) == ["let it happen", "use Eleanor"]
    suffered = play(here.copy(), "let it happen")
    assert hits(suffered, "Eowyn") == 2
    play(here, "use Eleanor")
    assert tapped(here, "Eleanor")
    assert hits(here, "Eowyn") == 3
    assert part(here, "staging") == "Forest Gate"
    assert "The Necromancer's Reach" in part(here, "defeated")
    assert "use Eleanor" not in words(reveal("Dol Guldur Orcs", "Eowyn, Thalin"))  # no treachery


def test_thalin_wounds_whoever_is_revealed():
    assert marks(reveal("Hummerhorns", "Eowyn, Thalin"), "Hummerhorns") == 2
    assert marks(reveal("Hummerhorns", "Eowyn"), "Hummerhorns") == 3


# --- allies -----------------------------------------------------------------------------------------------------------


def test_wandering_took_and_the_plain_allies():
    for name, cost, numbers in (("Wandering Took", 2, (1, 1, 1, 2)), ("Veteran Axehand", 2, (0, 2, 1, 2))):
        here = play(read(f"lotr | {ALONE} | hand {name}"), f"play {name}")
        kind, t = PLAYER.index(name), here.table[0]
        assert (t.will[kind], t.attack[kind], t.defense[kind], t.hits[kind]) == numbers
        assert sum(tokens(here)) == 27 - cost
        assert listed(here, "allies") == [name]


def test_lorien_guide_makes_progress_at_the_location():
    here = read("lotr questing | allies Lorien Guide | active Forest Gate | staging Hummerhorns", top="Forest Gate")
    assert marks(play(here, "commit Lorien Guide"), "Forest Gate") >= 3
    assert "Forest Gate 3 points" in part(here, "active")


def test_northern_tracker_makes_progress_at_all_staged_locations():
    text = "lotr questing | allies Northern Tracker | staging Forest Gate, Old Forest Road 1 point, Hummerhorns"
    here = play(read(text, top="Great Forest Web"), "commit Northern Tracker")
    assert "Forest Gate 3 points" in listed(here, "staging")
    assert "Old Forest Road" in part(here, "defeated")
    assert "Great Forest Web" in listed(here, "staging")  # came later


def test_gondorian_spearman_stings_the_attacker():
    here = attacked("Forest Gate", "Gondorian Spearman", "King Spider", " | allies Gondorian Spearman")
    assert marks(here, "King Spider") == 2
    here = attacked("Forest Gate", "Gondorian Spearman", "King Spider 1 hit", " | allies Gondorian Spearman")
    assert hits(here, "Gondorian Spearman") == 1  # the dead do not strike
    assert "Forest Gate" in part(here, "defeated")  # its shadow card is discarded


def test_beorn_rages_once_and_returns_to_the_deck():
    here = read("lotr attack | allies Beorn | engaged Ungoliant's Spawn, Forest Spider")
    play(here, "use Beorn")
    assert "use Beorn" not in words(here)
    play(here, "attack Ungoliant's", "Beorn joins")
    assert marks(here, "Ungoliant's Spawn") == 9 - (3 + 5 - 2)
    play(here, "done")
    assert part(here, "allies") == ""
    assert "Beorn" not in part(here, "discarded")
    s, beorn = state(here), PLAYER.index("Beorn")
    assert beorn in s.deck[s.drawn : here.table[0].cards] or s.hand[beorn]  # the new round may have drawn him


def test_gandalf_draws_or_wounds_or_lowers_the_threat():
    text = f"lotr | {ALONE} | hand Gandalf | staging Chieftain Ufthak | engaged King Spider"
    here = play(read(text), "play Gandalf")
    assert words(here) == ["draw 3", "damage 4 one enemy", "threat -5"]
    assert state(play(here.copy(), "draw 3")).held == 3
    assert threat(play(here.copy(), "threat -5")) == 20
    play(here, "damage 4")
    assert words(here) == ["damage Chieftain Ufthak (staged)", "damage King Spider"]
    assert marks(play(here, "damage Chieftain"), "Chieftain Ufthak") == 2
    assert words(play(read(f"lotr | {ALONE} | hand Gandalf"), "play Gandalf")) == ["draw 3", "threat -5"]


# --- Spirit events and attachments ------------------------------------------------------------------------------------


def test_the_galadhrims_greeting():
    here = play(read(f"lotr | threat 40 | {ALONE} | hand The Galadhrim's Greeting"), "play The Galadhrim's")
    assert threat(here) == 34
    assert threat(play(read(f"lotr | threat 3 | {ALONE} | hand The Galadhrim's Greeting"), "play The Galadhrim's")) == 0


def test_strength_of_will():
    text = "lotr travel | staging Forest Gate | engaged 2 Forest Spider | allies Wandering Took, Beorn"
    here = play(read(f"{text} | hand Strength of Will"), "travel to Forest Gate")
    assert words(here) == ["done", "play Strength of Will"]
    play(here, "play Strength of Will")
    assert words(here) == ["exhaust Eowyn", "exhaust Eleanor", "exhaust Wandering Took"]
    play(here, "exhaust Wandering")
    assert part(here, "active") == "Forest Gate 2 points"


def test_hasty_stroke_cancels_a_shadow():
    here = attacked("Dol Guldur Orcs", "", "King Spider", " | heroes Eowyn 1 token | hand Hasty Stroke")
    assert words(here) == ["let it happen", "play Hasty Stroke"]
    assert state(play(here.copy(), "let it happen")).blow == 6
    assert state(play(here, "play Hasty")).blow == 3
    assert tokens(here)[0] == 0


def test_will_of_the_west():
    here = read(f"lotr | {ALONE} | hand Will of the West | discarded 2 Feint, Beorn")
    play(here, "play Will")
    assert part(here, "discarded") == ""
    assert part(here, "left") == "Will of the West"
    assert state(here).drawn == 1
    assert words(read(f"lotr | {ALONE} | hand Will of the West")) == ["done"]  # nothing to shuffle


def test_a_test_of_will_cancels_what_was_revealed():
    text = "heroes Eowyn 1 token | hand A Test of Will | staging Hummerhorns"
    here = reveal("Ungoliant's Spawn", "Eowyn", text)
    assert words(here) == ["let it happen", "play A Test of Will"]
    assert threat(play(here, "play A Test")) == 25  # 4 against 4
    assert "A Test of Will" in part(here, "discarded")
    assert "play A Test of Will" in words(reveal("Eyes of the Forest", "Eowyn", text))
    assert reveal("Forest Gate", "Eowyn", text).stage == "response"  # Eowyn's own window, nothing to cancel


def test_stand_and_fight():
    here = read(
        "lotr | heroes Eowyn 4 tokens, Thalin 9 tokens | hand Stand and Fight | discarded Beorn, Veteran Axehand"
    )
    assert words(play(here, "play Stand")) == ["done"]
    assert listed(here, "allies") == ["Veteran Axehand"]  # the only one that Spirit can pay
    assert tokens(here) == [2, 0, 9]
    here = read(f"lotr | {ALONE} | hand Stand and Fight | discarded Beorn, Gandalf")
    play(here, "play Stand", "raise Gandalf")
    assert words(here) == ["draw 3", "threat -5"]
    assert words(read("lotr | heroes Eowyn 1 token | hand Stand and Fight | discarded Beorn")) == ["done"]


def test_a_light_in_the_dark():
    text = "lotr defense | heroes Eowyn 2 tokens | hand A Light in the Dark | engaged King Spider 1 hit, Forest Spider"
    here = play(read(text), "play A Light", "release King")
    assert part(here, "staging") == "King Spider 1 hit"
    assert "Forest Spider assaults" in part(here, "engaged")


def test_dwarven_tomb():
    here = read(f"lotr | {ALONE} | hand Dwarven Tomb | discarded Feint, Wandering Took, Hasty Stroke")
    play(here, "play Dwarven Tomb")
    assert words(here) == ["regain Wandering Took", "regain Hasty Stroke"]
    assert listed(play(here, "regain Hasty"), "hand") == ["Hasty Stroke"]
    assert words(read(f"lotr | {ALONE} | hand Dwarven Tomb | discarded Feint")) == ["done"]


def test_fortune_or_fate():
    here = read("lotr | heroes Eowyn 9 tokens, Eleanor dead, Thalin dead | hand Fortune or Fate")
    play(here, "play Fortune", "revive Thalin")
    assert listed(here, "heroes") == ["Eowyn 4 tokens", "Eleanor dead", "Thalin"]


def wear(name, hero, text=""):
    return play(read(f"lotr | {ALONE} | hand {name}{text}"), f"play {name}", f"wear {hero}")


def test_the_favor_of_the_lady():
    here = wear("The Favor of the Lady", "Eleanor", " | staging Hummerhorns")
    assert part(here, "worn") == "The Favor of the Lady Eleanor"
    text = "lotr questing | worn The Favor of the Lady Eleanor | staging Hummerhorns"
    assert threat(play(read(text, top="Forest Gate"), "commit Eleanor")) == 25 + 3 - 2


def test_power_in_the_earth():
    here = read(f"lotr | {ALONE} | hand Power in the Earth | staging Forest Gate, Necromancer's Pass")
    play(here, "play Power")
    assert words(here) == ["wear Forest Gate (staged)", "wear Necromancer's Pass (staged)"]
    play(here, "wear Necromancer's")
    assert state(here).staged_threat == 2 + 3 - 1
    here = play(
        read("lotr questing | staging Old Forest Road 1 point 1 earth | allies Northern Tracker", top="Forest Gate"),
        "commit Northern Tracker",
    )
    assert "Power in the Earth" in listed(here, "discarded")


def test_unexpected_courage_readies_its_hero_once():
    assert part(wear("Unexpected Courage", "Eleanor"), "worn") == "Unexpected Courage Eleanor"
    text = "worn Unexpected Courage Eleanor"
    here = play(read(f"lotr questing | {text}", top="The Necromancer's Reach, Forest Gate"), "commit Eowyn, Eleanor")
    assert words(here) == ["done", "ready Eleanor"]
    play(here, "ready Eleanor")
    assert words(here) == ["let it happen", "use Eleanor"]  # in time to cancel a treachery
    play(here, "use Eleanor", "stay")
    assert state(here).spent[1] == 0  # a new round
    here = read(f"lotr defense at guard | heroes Eleanor tapped 1 spent | {text} | engaged King Spider assaults")
    assert "ready Eleanor" not in words(here)


# --- Tactics events and attachments -----------------------------------------------------------------------------------

FIGHT = "lotr {} | heroes Eowyn, Eleanor, Thalin 3 tokens | engaged King Spider{} | hand "


def test_blade_mastery():
    here = read(FIGHT.format("defense at guard", " assaults") + "Blade Mastery")
    play(here, "Thalin defends")
    assert words(here) == ["done", "play Blade Mastery"]
    play(here, "play Blade Mastery", "steel Thalin")
    assert hits(here, "Thalin") == 4
    here = read(FIGHT.format("attack", "") + "Blade Mastery")
    play(here, "play Blade Mastery", "steel Thalin", "attack King", "Thalin joins")
    assert marks(here, "King Spider") == 3 - (2 + 1 - 1)
    assert state(here).steel[2] == 0  # for this phase only


def test_rain_of_arrows():
    text = "lotr defense | heroes Thalin 1 token | hand Rain of Arrows | engaged King Spider, Black Forest Bats 1 hit"
    assert "play Rain of Arrows" not in words(read(f"{text} | allies Veteran Axehand"))
    here = play(read(f"{text} | allies Horseback Archer"), "play Rain")
    assert tapped(here, "Horseback Archer")
    assert marks(here, "King Spider") == 2
    assert marks(here, "Black Forest Bats") == 0


def test_feint():
    here = play(read(FIGHT.format("defense", ", Forest Spider") + "Feint"), "play Feint", "hold King")
    assert "Forest Spider assaults" in part(here, "engaged")
    play(here, "Thalin defends")
    assert here.stage == "attack"  # the king did not attack


def test_quick_strike():
    here = read(FIGHT.format("defense", ", Forest Spider 1 hit") + "Quick Strike")
    play(here, "play Quick Strike", "exhaust Thalin")
    assert "Thalin 2 tokens tapped poised" in listed(here, "heroes")
    assert words(here) == ["strike King Spider", "strike Forest Spider"]
    play(here, "strike Forest")
    assert marks(here, "Forest Spider") == 0
    assert tapped(here, "Thalin")


def test_thicket_of_spears_asks_for_three_heroes_of_its_sphere():
    here = read(f"lotr defense | {ALONE} | hand Thicket of Spears, Feint | engaged 2 King Spider")
    assert "play Thicket of Spears" not in words(here)
    for hero in range(3):
        here.table[0].sphere[hero] = 2  # if all were of Tactics
    assert "play Thicket of Spears" in words(here)
    play(here, "play Thicket")
    assert tokens(here) == [8, 8, 8]
    assert here.stage == "attack"


def test_swift_strike():
    here = play(read(FIGHT.format("defense at guard", " 2 hits assaults") + "Swift Strike"), "Thalin defends")
    play(here, "play Swift")
    assert marks(here, "King Spider") == 0
    assert hits(here, "Thalin") == 4
    here = read(FIGHT.format("defense at guard", " assaults") + "Swift Strike")
    assert "play Swift Strike" not in words(play(here, "no defense"))  # a defender is needed


def test_stand_together():
    here = read("lotr defense | hand Stand Together | engaged Ungoliant's Spawn, King Spider")
    play(here, "play Stand Together", "Ungoliant's", "Eleanor defends", "Thalin defends")
    assert words(here) == ["hit Eleanor", "hit Thalin"]
    assert state(here).blow == 5 - 2 - 2
    play(here, "hit Eleanor")
    assert hits(here, "Eleanor") == 2


def test_blade_of_gondolin():
    assert part(wear("Blade of Gondolin", "Thalin"), "worn") == "Blade of Gondolin Thalin"
    here = read(
        "lotr attack | worn Blade of Gondolin Thalin | engaged Dol Guldur Orcs, King Spider 1 hit | staging Hummerhorns"
    )
    play(here, "attack Dol", "Thalin joins")
    assert part(here, "threat") == "25 quest 7 of Flies and Spiders"  # 3 against an Orc, and progress for the kill
    here = read("lotr attack | worn Blade of Gondolin Thalin | engaged Dol Guldur Orcs, King Spider")
    play(here, "attack King", "Thalin joins")
    assert marks(here, "King Spider") == 3 - (2 - 1)


def test_citadel_plate():
    here = wear("Citadel Plate", "Thalin")
    assert hits(here, "Thalin") == 8
    assert "Thalin 5 tokens" in listed(here, "heroes")


def test_dwarven_axe():
    for hero, damage in (("Thalin", 2 + 2), ("Eleanor", 1 + 1)):  # a Dwarf and another
        here = read(f"lotr attack | worn Dwarven Axe {hero} | engaged Hummerhorns, King Spider")
        play(here, "attack King", f"{hero} joins", *(["strike"] if hero == "Eleanor" else []))
        assert marks(here, "King Spider") == max(0, 3 - (damage - 1))


def test_horn_of_gondor():
    text = " | worn Horn of Gondor Eleanor | allies Wandering Took 1 hit"
    here = attacked("Forest Gate", "Wandering Took", "King Spider", text)
    assert here.stage == "attack"
    assert tokens(here)[1] == 1
    here = play(read("lotr attack | worn Horn of Gondor Eleanor | allies Gandalf | engaged Hummerhorns"), "done")
    assert tokens(here)[1] == 1  # for the new round: Gandalf went, but did not die


# --- every card -------------------------------------------------------------------------------------------------------


def test_every_card_is_named_in_this_file():
    with open(__file__, encoding="utf-8") as file:
        text = file.read()
    for card in (*player_cards(), *encounter_cards()):
        assert card["name"] in text


# --- the contract -----------------------------------------------------------------------------------------------------


def test_the_contract_holds():
    report = check_game(GAME, examples=25, setups=["full", "full:level=easy"])
    assert report.passed, str(report)


def test_cards_are_conserved_and_games_end():
    chance = random.Random(7)
    for seed in range(300):
        here = Position.deal(GAME, ("full", "full:level=easy")[seed % 2], seed)
        cards = here.cards()
        style = ("uniform", "random", "expert")[seed % 3]
        rng = make_stream(GAME, seed)
        while not here.over:
            here.act("uniform" if chance.random() < 0.1 else style, rng)
            assert here.turn <= GAME.max_turns
        assert here.cards() == cards


def test_deep_positions_are_read_as_they_were_printed():
    chance = random.Random(8)
    for seed in range(60):
        here = Position.deal(GAME, "full", seed)
        rng = make_stream(GAME, seed)
        while not here.over:
            if chance.random() < 0.1:
                again = read(str(here))
                assert str(again) == str(here)
                assert again.observe(0) == here.observe(0)
                assert sorted(words(again)) == sorted(words(here))
            here.act("uniform" if chance.random() < 0.1 else "expert", rng)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("lotr defense at plan | engaged King Spider", "stage should be 'planning'"),
        ("lotr defense", "no legal move"),
        ("lotr response at aftermath", "nothing is to be decided"),
        ("lotr defense at guard | engaged King Spider", "'assaults'"),
        ("lotr attack at gather | engaged King Spider", "'aimed'"),
        ("lotr response at arrive | pending Forest Gate travelled", "'ahead'"),
        ("lotr at nowhere", "unknown step"),
        ("lotr | threat 50", "at most 49"),
        ("lotr | threat 25 quest 9 of Flies and Spiders", "from -999 to 8"),
        ("lotr | threat 25 of Mordor", "unknown quest card"),
        ("lotr | worn Citadel Plate", "should name one hero"),
        ("lotr | worn 3 Citadel Plate Thalin", "has 2"),
        ("lotr | staging Forest Gate 1 hit", "should have points"),
        ("lotr | active 2 Forest Gate", "only one location"),
        ("lotr response | pending Forest Gate travelled open", "cannot be open"),
        ("lotr | heroes Eowyn dead, Eleanor dead, Thalin dead", "one should be alive"),
        ("lotr | luggage Feint", "unknown part"),
        ("lotr | hand Feint | hand Feint", "given twice"),
    ],
)
def test_what_is_no_position(text, problem):
    with pytest.raises(UsageError, match=problem):
        read(text)


# --- machine code -----------------------------------------------------------------------------------------------------

GAMES = """
from mulligan.games.lotr import LOTR
from mulligan.core.position import Position, make_stream
won = {}
for style in ("uniform", "random", "expert"):
    won[style] = 0
    for seed in range(%d):
        here = Position.deal(LOTR, ("full", "full:level=easy")[seed %% 2], seed)
        rng = make_stream(LOTR, seed)
        while not here.over:
            here.act(style, rng)
        won[style] += int(here.payoff(0))
print(won)
"""


@pytest.mark.slow
def test_indices_stay_in_bounds():
    done = subprocess.run([sys.executable, "-c", GAMES % 150], env=with_checks(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


def test_machine_code_plays_as_plain_python():
    for seed in range(6):
        one, two = (Position.deal(game, "full", seed) for game in (LOTR, GAME))
        first, second = make_stream(LOTR, seed), make_stream(GAME, seed)
        while not one.over:
            one.act("expert", first)
            two.act("expert", second)
            assert one.fields() == two.fields()


def test_the_expert_beats_the_random_player():
    won = {}
    for style in ("random", "expert"):
        won[style] = 0
        for seed in range(2000):
            here = Position.deal(LOTR, "full", seed)
            rng = make_stream(LOTR, seed)
            while not here.over:
                here.act(style, rng)
            won[style] += here.payoff(0)
    assert won["random"] < 5
    assert won["expert"] > 50
