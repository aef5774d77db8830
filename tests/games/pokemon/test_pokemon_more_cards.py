"""What the further cards do, one scene each; and random games with the decks that they are from."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from mulligan.core.errors import UsageError
from mulligan.core.position import Position, make_stream
from mulligan.games.pokemon import POKEMON
from mulligan.games.pokemon.cards import pools

from ...helpers.pokemon_tools import PLAIN, Board, pair

WIDE = pair("blastoise", "seismitoad_crobat") + ",era=xy"
MORE = [name for name, deck in pools.all_decks().items() if not deck.ids.keys() <= {c.id for c in pools.first_cards()}]


def board(text: str, **words: Any) -> Board:
    return Board(text, setup=WIDE, **words)


# --- Abilities ---


def test_set_up_draws_when_it_is_benched_and_only_then() -> None:
    here = board("hand1 Shaymin-EX, N | deck1 9 Water Energy").do("bench Shaymin-EX")
    assert here.asks == "1 use, by Set Up of Shaymin-EX (bench 1)"
    assert here.copy().do("no").hand(1) == Counter({"N": 1})
    assert here.do("yes").hand(1) == Counter({"N": 1, "Water Energy": 5})
    assert not here.offers("use ")


def test_deluge_attaches_as_often_as_there_is_water_in_hand() -> None:
    here = board("bench1 Blastoise < Wartortle < Squirtle | hand1 3 Water Energy, Lightning Energy")
    here.do("use Deluge of Blastoise (bench 1)", "attach Water Energy to Terrakion (active)")
    here.do("use Deluge of Blastoise (bench 1)", "attach Water Energy to Blastoise (bench 1)")
    here.do("attach Water Energy to Terrakion (active)")
    assert here.energy(1) == Counter({"Water Energy": 2})
    assert here.energy(1, 1) == Counter({"Water Energy": 1})
    assert not here.offers("use "), "Lightning is not Water"


def test_garbotoxin_ends_the_abilities_of_both_players_while_there_is_a_tool() -> None:
    text = "bench1 Blastoise < Wartortle < Squirtle; Keldeo-EX | hand1 Water Energy, Shaymin-EX | {} "
    free = board(text.format("bench2 Garbodor < Trubbish bw6-53"))
    assert len(free.offers("use ")) == 2
    mute = board(text.format("bench2 Garbodor < Trubbish bw6-53, tool Float Stone"))
    assert not mute.offers("use ")
    assert mute.do("bench Shaymin-EX").asks == ""
    own = board("bench1 Keldeo-EX; Garbodor < Trubbish bw6-53, tool Float Stone")
    assert not own.offers("use ")


def test_garbotoxin_ends_passive_abilities_too() -> None:
    text = (
        "active1 Darkrai-EX, Darkness Energy | bench1 Sableye | active2 Sigilyph | bench2 Garbodor < Trubbish bw6-53{}"
    )
    assert board(text.format("")).offers("retreat")
    assert not board(text.format(", tool Float Stone")).offers("retreat")
    blow = "active1 Darkrai-EX, 3 Darkness Energy | active2 Sigilyph | bench2 Garbodor < Trubbish bw6-53{}"
    assert board(blow.format("")).do("attack Night Spear").damage(2) == 0, "Safeguard"
    assert board(blow.format(", tool Float Stone")).do("attack Night Spear").bench(2) == []


def test_bites_when_evolved_put_counters_anywhere() -> None:
    here = board("bench1 Zubat | hand1 Golbat | bench2 Sableye").do("evolve Zubat (bench 1) into Golbat", "yes")
    assert here.offers("choose") == ["choose opposing Terrakion (active)", "choose opposing Sableye (bench 1)"]
    assert here.do("choose opposing Sableye (bench 1)").damage(2, 1) == 20
    here = board("bench1 Golbat < Zubat | hand1 Crobat").do("evolve Golbat (bench 1) into Crobat", "yes")
    assert here.damage(2) == 30, "a single answer is not asked for"


def test_free_flight_needs_an_empty_pokemon() -> None:
    assert board("active1 Zubat | bench1 Sableye").offers("retreat")
    assert (
        board("active1 Zubat, Water Energy | bench1 Sableye").do("retreat to Sableye (bench 1)").energy(1) == Counter()
    )
    assert board("active1 Golbat < Zubat | bench1 Sableye").offers("retreat")


def test_bench_barrier_and_shell_shield_keep_attack_damage_off_the_bench() -> None:
    spear = "active1 Darkrai-EX, 3 Darkness Energy | bench2 {}"
    hit = board(spear.format("Sableye; Squirtle")).do("attack Night Spear")
    assert hit.do("choose opposing Squirtle (bench 2)").damage(2, 2) == 0
    hit = board(spear.format("Sableye; Mr. Mime")).do("attack Night Spear", "choose opposing Mr. Mime (bench 2)")
    assert (hit.damage(2, 2), hit.damage(2)) == (0, 90)
    bite = board("bench1 Zubat | hand1 Golbat | bench2 Mr. Mime").do("evolve Zubat (bench 1) into Golbat", "yes")
    assert bite.do("choose opposing Mr. Mime (bench 1)").damage(2, 1) == 20, "counters are no attack damage"
    shell = board("active1 Darkrai-EX, 3 Darkness Energy | active2 Squirtle | bench2 Sableye").do("attack Night Spear")
    assert shell.pokemon(2).startswith("Sableye"), "the Active one has no shield"


def test_plasma_steel_keeps_the_damage_of_ex_off_metal_pokemon_and_only_that() -> None:
    wall = "active1 {} | active2 Cobalion-EX | bench2 Klinklang bw8-90 < Klang < Klink"
    assert board(wall.format("Yveltal-EX, 2 Darkness Energy")).do("attack Evil Ball").damage(2) == 0
    assert board(wall.format("Sableye, Darkness Energy")).do("attack Confuse Ray", coins="H").damage(2) == 10
    own = "active1 Yveltal-EX, 2 Darkness Energy | active2 Sableye | bench2 Klinklang bw8-90 < Klang < Klink"
    assert board(own).do("attack Evil Ball").damage(2) == 60, "Sableye is not of Metal"


def test_steel_bullet_is_changed_by_nothing_on_the_other_side() -> None:
    text = "active1 Cobalion-EX, 3 Metal Energy | active2 {} | bench2 Sableye"
    assert board(text.format("Sigilyph")).do("attack Steel Bullet").bench(2) == [], "through Safeguard"
    metal = text.format("Klinklang bw8-90 < Klang < Klink")
    assert board(metal).do("attack Steel Bullet").damage(2) == 100
    shielded = board(text.format("Wobbuffet") + " | marks2 immune until 6")
    assert shielded.do("attack Steel Bullet").bench(2) == []


def test_shift_gear_moves_metal_energy() -> None:
    here = board("active1 Cobalion-EX, Metal Energy | bench1 Klinklang bw1-76 < Klang < Klink, Water Energy")
    here.do("use Shift Gear of Klinklang (bench 1)")
    assert (here.energy(1), here.energy(1, 1)["Metal Energy"]) == (Counter(), 1)


# --- attacks ---


def test_quaking_punch_forbids_items_and_tools_for_a_turn() -> None:
    text = (
        "active1 Seismitoad-EX, 2 Water Energy | hand2 Potion, N, Muscle Band, Sableye | active2 Terrakion, damage 10"
    )
    here = board(text).do("attack Quaking Punch")
    assert (here.turn, here.marks(2)) == ((6, 2), "no_items until 6")
    assert set(here.options) >= {"play N", "bench Sableye"}
    assert not here.offers("play Potion")
    assert not here.offers("equip")
    assert here.do("end turn", "end turn").offers("play Potion")


def test_grenade_hammer_hits_two_own_benched_pokemon() -> None:
    here = board("active1 Seismitoad-EX, 3 Water Energy | bench1 Sableye; Sableye; Squirtle")
    here.do("attack Grenade Hammer", "choose Sableye (bench 1)")
    assert here.offers("choose") == ["choose Sableye (bench 2)", "choose Squirtle (bench 3)"]
    here.do("choose Sableye (bench 2)")
    assert [here.damage(1, i) for i in range(1, 4)] == [30, 30, 0]
    shell = board("active1 Seismitoad-EX, 3 Water Energy | bench1 Squirtle").do("attack Grenade Hammer")
    assert shell.damage(1, 1) == 0


def test_skill_dive_and_swoop_across_have_weakness_for_the_active_pokemon_only() -> None:
    dive = "active1 Crobat < Golbat < Zubat, Water Energy | active2 Gothita | bench2 Gothita; Sableye"
    assert board(dive).do("attack Skill Dive", "choose opposing Gothita (active)").bench(2) != []
    assert board(dive).do("attack Skill Dive", "choose opposing Gothita (bench 1)").damage(2, 1) == 30
    swoop = board("active1 Golbat < Zubat, Water Energy | active2 Gothita | bench2 Gothita; Sableye").do(
        "attack Swoop Across"
    )
    assert [swoop.damage(2, i) for i in range(3)] == [20, 10, 10]


def test_volt_bolt_discards_lightning_and_hits_anybody() -> None:
    here = board("active1 Raikou-EX, 2 Lightning Energy, Water Energy | bench2 Keldeo-EX").do("attack Volt Bolt")
    here.do("choose opposing Keldeo-EX (bench 1)")
    assert (here.damage(2, 1), here.energy(1)) == (100, Counter({"Water Energy": 1}))


def test_sky_return_takes_the_pokemon_up_with_all_that_is_on_it() -> None:
    here = board("active1 Shaymin-EX, 2 Water Energy, tool Muscle Band | bench1 Sableye; Squirtle").do(
        "attack Sky Return"
    )
    assert here.asks == "1 promote"
    assert here.hand(1) == Counter({"Shaymin-EX": 1, "Water Energy": 2, "Muscle Band": 1})
    assert here.damage(2) == 50
    assert here.do("promote Squirtle (bench 2)").turn == (6, 2)


def test_who_takes_the_last_pokemon_up_has_lost() -> None:
    here = board("active1 Shaymin-EX, 2 Water Energy").do("attack Sky Return")
    assert here.end == (2, "no Pokemon")


def test_y_cyclone_moves_an_energy_of_its_own() -> None:
    here = board("active1 Yveltal-EX, 2 Darkness Energy, Water Energy | bench1 Sableye, Water Energy")
    here.do("attack Y Cyclone")
    sources = [f"move {energy} Energy from Yveltal-EX (active)" for energy in ("Darkness", "Water")]
    assert sorted(here.options) == sources
    here.do(sources[0])
    assert here.energy(1, 1) == Counter({"Water Energy": 1, "Darkness Energy": 1})


def test_damage_counts_tools_and_team_plasma() -> None:
    tools = "active1 Trubbish bw8-65, 2 Psychic Energy, tool Muscle Band | bench1 Sableye, tool Float Stone{}"
    assert board(tools.format("")).do("attack Tool Drop").damage(2) == 2 * 20 + 20
    assert board(tools.format(" | bench2 Sableye, tool Float Stone")).do("attack Tool Drop").damage(2) == 3 * 20 + 20
    kick = "active1 Sawk, Water Energy | active2 {}"
    assert board(kick.format("Keldeo-EX")).do("attack Kick of Righteousness").damage(2) == 10
    assert board(kick.format("Klinklang bw8-90 < Klang < Klink")).do("attack Kick of Righteousness").damage(2) == 50


def test_black_ballista_and_righteous_edge_discard_energy() -> None:
    here = board("active1 Black Kyurem-EX, 3 Water Energy, Lightning Energy | active2 Keldeo-EX | bench2 Sableye")
    here.do("attack Black Ballista", *["discard Water Energy from Black Kyurem-EX (active)"] * 2)
    here.do("discard Water Energy from Black Kyurem-EX (active)")
    assert (here.energy(1), here.bench(2)) == (Counter({"Lightning Energy": 1}), [])
    edge = board("active1 Cobalion-EX, Metal Energy | active2 Keldeo-EX, Water Energy, Double Colorless Energy")
    assert edge.do("attack Righteous Edge").energy(2) == Counter({"Water Energy": 1})


# --- Trainers ---


def test_hammers_find_their_energy_anywhere() -> None:
    text = "hand1 {} | active2 Terrakion, Water Energy | bench2 Sableye, Double Colorless Energy"
    assert board(text.format("Enhanced Hammer")).do("play Enhanced Hammer").energy(2, 1) == Counter()
    heads = board(text.format("Crushing Hammer")).do("play Crushing Hammer", coins="H")
    assert len(heads.offers("discard")) == 2
    assert heads.do("discard Water Energy from opposing Terrakion (active)").energy(2) == Counter()
    assert board(text.format("Crushing Hammer")).do("play Crushing Hammer", coins="T").asks == ""
    assert not board("hand1 Enhanced Hammer | active2 Terrakion, Water Energy").offers("play")
    assert not board("hand1 Crushing Hammer").offers("play")


def test_xerosic_discards_a_tool_or_special_energy_of_anybody() -> None:
    text = "hand1 Xerosic | active1 Terrakion, tool Muscle Band | bench2 Sableye, Double Colorless Energy"
    here = board(text).do("play Xerosic")
    assert here.options == ["discard a Tool in play", "discard a Special Energy in play"]
    assert here.copy().do("discard a Special Energy in play").energy(2, 1) == Counter()
    tool = here.do("discard a Tool in play", "discard Muscle Band from Terrakion (active)")
    assert tool.tool(1) == ""
    assert not board("hand1 Xerosic").offers("play")


def test_az_and_super_scoop_up() -> None:
    text = "hand1 {} | bench1 Golbat < Zubat, damage 30, Water Energy, tool Muscle Band"
    az = board(text.format("AZ")).do("play AZ", "choose Golbat (bench 1)")
    assert az.hand(1) == Counter({"Golbat": 1, "Zubat": 1})
    assert az.discard(1) == Counter({"Water Energy": 1, "Muscle Band": 1, "AZ": 1})
    up = board(text.format("Super Scoop Up")).do("play Super Scoop Up", coins="H").do("choose Golbat (bench 1)")
    assert up.hand(1) == Counter({"Golbat": 1, "Zubat": 1, "Water Energy": 1, "Muscle Band": 1})
    active = board(text.format("AZ")).do("play AZ", "choose Terrakion (active)")
    assert active.pokemon(1).startswith("Golbat"), "the only other Pokemon is promoted"
    assert active.turn == (5, 1), "and the turn goes on"


def test_superior_energy_retrieval_gives_nothing_back_that_was_just_paid() -> None:
    text = "hand1 Superior Energy Retrieval, 2 Water Energy, N | discard1 Water Energy, 2 Lightning Energy"
    here = board(text).do("play Superior Energy Retrieval", "discard Water Energy", "discard Water Energy")
    here.do("take Water Energy")
    assert here.hand(1) == Counter({"N": 1, "Water Energy": 1, "Lightning Energy": 2})
    assert here.discard(1) == Counter({"Water Energy": 2, "Superior Energy Retrieval": 1})
    assert not board("hand1 Superior Energy Retrieval, N | discard1 Water Energy").offers("play Superior")


def test_balls_look_for_hp_and_retreat_cost() -> None:
    deck = "deck1 Keldeo-EX, Squirtle, Blastoise, Wartortle, Sableye"
    level = board(f"hand1 Level Ball | {deck}").do("play Level Ball")
    assert set(level.options) == {"take Squirtle", "take Wartortle", "take Sableye", "done"}
    heavy = board(f"hand1 Heavy Ball | {deck}").do("play Heavy Ball")
    assert set(heavy.options) == {"take Blastoise", "done"}


def test_ghetsis_shuffles_items_away_and_draws_as_many() -> None:
    here = board("hand1 Ghetsis | hand2 Potion, Muscle Band, N, Sableye | deck1 9 Water Energy").do("play Ghetsis")
    assert here.hand(2) == here.known("shown", 2) == Counter({"N": 1, "Sableye": 1})
    assert here.hand(1) == Counter({"Water Energy": 2})
    assert here.known("met", 2)["Potion"] == 1
    assert not board("hand1 Ghetsis").offers("play")


def test_lysandre_and_vs_seeker() -> None:
    here = board("hand1 Lysandre, VS Seeker | discard1 N | bench2 Sableye; Squirtle").do("play VS Seeker")
    assert here.hand(1)["N"] == 1
    assert here.do("play Lysandre", "choose opposing Squirtle (bench 2)").pokemon(2) == "Squirtle"


def test_tropical_beach_is_used_once_and_ends_the_turn() -> None:
    here = board("hand1 Tropical Beach, N | deck1 9 Water Energy").do("play Tropical Beach")
    assert here.turn == (5, 1)
    here.do("use Tropical Beach")
    assert (here.turn, here.hand(1)) == ((6, 2), Counter({"N": 1, "Water Energy": 6}))
    assert here.offers("use") == ["use Tropical Beach"], "both players may"
    full = "N, Potion, Sableye, Squirtle, Skyla, Cilan, Colress"
    assert not board(f"hand1 {full} | stadium Tropical Beach of 2").offers("use")
    assert not board("hand1 N | stadium Tropical Beach of 2 | done site").offers("use")


def test_life_dew_costs_the_opponent_a_prize() -> None:
    blow = "active1 Darkrai-EX, 3 Darkness Energy | active2 {}, damage 40{} | bench2 Sableye"
    assert board(blow.format("Terrakion", "")).do("attack Night Spear").prizes(1) == 5
    assert board(blow.format("Terrakion", ", tool Life Dew")).do("attack Night Spear").prizes(1) == 6
    last = board("active1 Darkrai-EX, 3 Darkness Energy | active2 Terrakion, damage 40, tool Life Dew")
    assert last.do("attack Night Spear").end == (1, "no Pokemon"), "though no Prize was taken"


# --- all of them ---


@pytest.mark.parametrize("name", MORE)
def test_random_games_keep_all_cards_and_their_text(name: str) -> None:
    chance = random.Random(name)
    for game in range(2):
        setup = pair(name, chance.choice(MORE))
        here = Position.deal(PLAIN, setup, seed=(name, game))
        cards = sorted(here.cards())
        for step in range(4000):
            if here.over:
                break
            if step % 5 == 0:
                back = Position.read(PLAIN, str(here), setup)
                assert (str(back), back.options()) == (str(here), here.options())
                assert sorted(here.hide(here.actor, make_stream(PLAIN, step)).cards()) == cards
            moves = here.options()
            assert len({here.text(move) for move in moves}) == len(moves)
            here = here.play(chance.choice(moves[:-1] or moves) if chance.random() < 0.8 else moves[-1], seed=step)
            assert sorted(here.cards()) == cards
        assert here.over


def test_the_decks_are_setups_by_name() -> None:
    assert len(MORE) == 12
    assert list(POKEMON.setups) == [*pools.FIRST, "decks"], "which are not listed: their rules are compiled apart"
    for name in MORE:
        table = PLAIN.make_table(name)[0]
        assert Counter(table.deck[0]) == Counter(table.deck[1])
        assert table.era == ("bw", "xy").index(pools.all_decks()[name].era)
    with pytest.raises(UsageError, match="unknown setup of pokemon 'blastois': did you mean 'blastoise'"):
        POKEMON.make_table("blastois")


def test_a_deck_of_first_cards_is_played_by_the_first_rules() -> None:
    assert POKEMON.at("night_striker") is POKEMON
    wide = {POKEMON.at(name) for name in MORE}
    assert len(wide) == 1, "one pool for all the others"
    assert POKEMON not in wide
