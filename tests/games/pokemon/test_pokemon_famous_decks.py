"""What the cards of six decks do: Rayquaza, Team Plasma, Genesect, Night March, Mega Manectric and Accelgor."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from mulligan.core.errors import UsageError
from mulligan.games.pokemon.cards.cardfile import read_cards

from ...helpers.pokemon_tools import Board, pair

WIDE = pair("night_march", "mega_manectric") + ",era=xy"


def board(text: str, **words: Any) -> Board:
    return Board(text, setup=WIDE, **words)


# --- Rayquaza and Eelektrik ---


def test_dynamotor_needs_lightning_in_the_discard_pile_and_a_bench() -> None:
    here = board("active1 Eelektrik < Tynamo | bench1 Rayquaza-EX | discard1 Lightning Energy, Fire Energy")
    here.do("use Dynamotor of Eelektrik (active)")
    assert here.energy(1, 1) == Counter({"Lightning Energy": 1}), "Fire stays where it is"
    assert not here.offers("use "), "once a turn"
    assert not board("active1 Eelektrik < Tynamo | discard1 Lightning Energy").offers("use ")


def test_dragon_burst_discards_one_kind_of_basic_energy_and_counts_it() -> None:
    here = board("active1 Rayquaza-EX, 3 Lightning Energy, Fire Energy | active2 Terrakion, tool Hard Charm")
    fire = here.copy().do("attack Dragon Burst", "discard all basic Fire Energy, 60 for each")
    assert (fire.damage(2), fire.energy(1)) == (40, Counter({"Lightning Energy": 3}))
    more = "active1 Rayquaza-EX, 2 Lightning Energy, Prism Energy | active2 Terrakion"
    lightning = board(more).do("attack Dragon Burst", "discard all basic Lightning Energy, 60 for each")
    assert (lightning.damage(2), lightning.energy(1)) == (120, Counter({"Prism Energy": 1})), (
        "Prism Energy is not basic"
    )
    none = board(more).do("attack Dragon Burst", "discard all basic Fire Energy, 60 for each")
    assert (none.damage(2), none.discard(1)) == (0, Counter())


def test_celestial_roar_attaches_the_energy_that_it_discards() -> None:
    here = board("active1 Rayquaza-EX, Fire Energy | deck1 N, Fire Energy, Prism Energy, Fire Energy")
    here.do("attack Celestial Roar")
    assert here.energy(1) == Counter({"Fire Energy": 2, "Prism Energy": 1})
    assert (here.discard(1), here.deck(1)) == (Counter({"N": 1}), ["Fire Energy"])


def test_shred_minds_weakness_but_no_effects() -> None:
    text = "active1 Rayquaza, Fire Energy, 2 Lightning Energy | active2 {} | bench2 Sableye"
    assert board(text.format("Terrakion") + " | marks2 immune until 6").do("attack Shred").damage(2) == 90
    assert board(text.format("Terrakion, tool Hard Charm")).do("attack Shred").damage(2) == 90
    assert board(text.format("Hydreigon bw6-97 < Zweilous < Deino bw6-94")).do("attack Shred").bench(2) == [], "weak"


# --- Team Plasma ---


def test_power_connect_adds_up_but_not_for_deoxys() -> None:
    spear = "active1 Kyurem, 2 Water Energy | bench1 {}"
    assert board(spear.format("Deoxys-EX; Deoxys-EX")).do("attack Frost Spear").damage(2) == 50
    assert board(spear.format("Keldeo-EX")).do("attack Frost Spear").damage(2) == 30
    helix = board("active1 Deoxys-EX, 2 Psychic Energy | bench1 Deoxys-EX").do("attack Helix Force")
    assert helix.damage(2) == 30
    ball = board("active1 Keldeo-EX, 3 Water Energy | bench1 Deoxys-EX").do("attack Secret Sword")
    assert ball.damage(2) == 110, "not of Team Plasma"
    bench = board("active1 Kyurem, 2 Water Energy | bench1 Deoxys-EX | bench2 Darkrai-EX").do("attack Frost Spear")
    assert (bench.damage(2), bench.damage(2, 1)) == (40, 30), "the Active Pokemon only"
    muted = spear.format("Deoxys-EX") + " | bench2 Garbodor < Trubbish bw6-53, tool Float Stone"
    assert board(muted).do("attack Frost Spear").damage(2) == 30, "Garbotoxin"


def test_plasma_energy_makes_attacks_better_and_basic_energy_does_not() -> None:
    helix = "active1 Deoxys-EX, Psychic Energy, {} | active2 Terrakion, 3 Fighting Energy"
    assert board(helix.format("Plasma Energy")).do("attack Helix Force").damage(2) == 120
    assert board(helix.format("Water Energy")).do("attack Helix Force").damage(2) == 30
    noise = "active1 Thundurus-EX, 3 Lightning Energy, {} | active2 Terrakion, Fighting Energy"
    assert board(noise.format("Plasma Energy")).do("attack Thunderous Noise").energy(2) == Counter()
    assert board(noise.format("Water Energy")).do("attack Thunderous Noise").energy(2) != Counter()
    gale = "active1 Lugia-EX, 3 Fighting Energy, {} | active2 Darkrai-EX, damage 80 | bench2 Sableye"
    blown = board(gale.format("Plasma Energy")).do("attack Plasma Gale")
    assert (blown.discard(1), blown.prizes(1)) == (Counter({"Plasma Energy": 1}), 3), "an EX, and one more for Overflow"
    still = board(gale.format("Water Energy")).do("attack Plasma Gale")
    assert (still.damage(2), still.energy(1)) == (80, Counter({"Fighting Energy": 3, "Water Energy": 1}))


def test_raiden_knuckle_charges_only_team_plasma_on_the_bench() -> None:
    here = board("active1 Thundurus-EX, Lightning Energy | bench1 Keldeo-EX; Kyurem | discard1 Plasma Energy")
    here.do("attack Raiden Knuckle")
    assert here.energy(1, 2) == Counter({"Plasma Energy": 1})
    alone = board("active1 Thundurus-EX, Lightning Energy | bench1 Keldeo-EX | discard1 Plasma Energy")
    assert alone.do("attack Raiden Knuckle").discard(1) == Counter({"Plasma Energy": 1})


def test_blizzard_burn_stops_all_attacks_until_the_pokemon_leaves() -> None:
    here = board("active1 Kyurem, 3 Water Energy | bench1 Sableye").do("attack Blizzard Burn", "end turn")
    assert (here.marks(1), here.offers("attack")) == ("lock all until 7", [])
    assert str(here.here) == str(Board(str(here.here), setup=WIDE, whole=True).here), "the text keeps it"
    assert here.do("end turn", "end turn").offers("attack") == ["attack Frost Spear", "attack Blizzard Burn"]


def test_colress_machine_and_shadow_triad_look_for_team_plasma() -> None:
    text = "bench1 Sableye; Kyurem | hand1 Colress Machine, Shadow Triad | deck1 Plasma Energy, N | discard1 N, Absol"
    here = board(text).do("play Colress Machine", "attach Plasma Energy")
    assert here.energy(1, 2) == Counter({"Plasma Energy": 1})
    assert here.do("play Shadow Triad").offers("take ") == ["take Absol", "take Colress Machine"]


# --- Virizion and Genesect ---


def test_red_signal_answers_a_plasma_energy_from_the_hand_and_no_other() -> None:
    text = "bench1 Genesect-EX | hand1 Plasma Energy, Grass Energy | bench2 Sableye; Keldeo-EX"
    here = board(text)
    assert here.copy().do("attach Grass Energy to Genesect-EX (bench 1)").asks == ""
    here.do("attach Plasma Energy to Genesect-EX (bench 1)")
    assert here.asks == "1 use, by Red Signal of Genesect-EX (bench 1)"
    assert here.copy().do("no").pokemon(2).startswith("Terrakion")
    assert here.do("yes", "choose opposing Keldeo-EX (bench 2)").pokemon(2).startswith("Keldeo-EX")
    assert here.energy(1, 1) == Counter({"Plasma Energy": 1})
    muted = board(text + "; Garbodor < Trubbish bw6-53, tool Float Stone")
    assert muted.do("attach Plasma Energy to Genesect-EX (bench 1)").asks == ""
    machine = board("bench1 Genesect-EX | hand1 Colress Machine | deck1 Plasma Energy, N | bench2 Sableye")
    assert machine.do("play Colress Machine", "attach Plasma Energy").asks == "", "not from the hand"


def test_verdant_wind_ends_and_prevents_special_conditions() -> None:
    laser = "active2 Virizion-EX, {} | hand1 Hypnotoxic Laser"
    assert board(laser.format("Grass Energy")).do("play Hypnotoxic Laser", coins="H").ill(2) == ""
    assert board(laser.format("Water Energy")).do("play Hypnotoxic Laser", coins="H").ill(2) == "asleep poisoned"
    sick = "active1 Terrakion, poisoned asleep | bench1 Virizion-EX | hand1 {}"
    cured = board(sick.format("Prism Energy")).do("attach Prism Energy to Terrakion (active)")
    assert cured.ill(1) == "", "Prism Energy is Grass Energy on a Basic Pokemon"
    ill = board(sick.format("Water Energy")).do("attach Water Energy to Terrakion (active)")
    assert ill.ill(1) == "asleep poisoned"
    muted = laser.format("Grass Energy") + " | bench1 Garbodor < Trubbish bw6-53, tool Float Stone"
    assert board(muted).do("play Hypnotoxic Laser", coins="H").ill(2) == "asleep poisoned", "Garbotoxin"


def test_emerald_slash_gives_both_energy_to_one_pokemon() -> None:
    here = board("active1 Virizion-EX, 2 Grass Energy | bench1 Sableye; Keldeo-EX | deck1 3 Grass Energy, N")
    here.do("attack Emerald Slash", "attach Grass Energy", "attach Grass Energy to Keldeo-EX (bench 2)")
    assert str(here.here) == str(Board(str(here.here), setup=WIDE, whole=True).here), (
        "the text keeps where the first went"
    )
    one = here.copy().do("done")
    assert (one.energy(1, 2), one.turn) == (Counter({"Grass Energy": 1}), (6, 2))
    assert here.do("attach Grass Energy").energy(1, 2) == Counter({"Grass Energy": 2})
    alone = board("active1 Virizion-EX, 2 Grass Energy | deck1 3 Grass Energy").do("attack Emerald Slash")
    assert (alone.damage(2), len(alone.deck(1))) == (100, 3), (
        "Terrakion is weak to it, and nobody is there to get Energy"
    )


def test_g_booster_is_an_attack_of_genesect_only_and_goes_through_safeguard() -> None:
    text = "active1 {}, 3 Grass Energy, tool G Booster | active2 {} | bench2 Sableye"
    assert board(text.format("Virizion-EX", "Terrakion")).offers("attack") == ["attack Emerald Slash"]
    here = board(text.format("Genesect-EX", "Sigilyph"))
    assert here.offers("attack") == ["attack Megalo Cannon", "attack G Booster"]
    here.do("attack G Booster")
    assert (here.bench(2), here.energy(1)) == ([], Counter({"Grass Energy": 1}))
    poor = board("active1 Genesect-EX, 2 Grass Energy, tool G Booster")
    assert not poor.offers("attack")


# --- Night March ---


def test_night_march_counts_all_three_in_the_own_discard_pile() -> None:
    pile = "discard1 2 Joltik xy4-26, Pumpkaboo, Lampent xy4-42, Litwick | discard2 4 Joltik xy4-26"
    here = board(
        f"active1 Joltik xy4-26, Double Colorless Energy | {pile}".replace(" xy4-26", "").replace(" xy4-42", "")
    )
    assert here.do("attack Night March").damage(2) == 80


def test_dimension_valley_takes_one_colorless_off_psychic_attacks_of_both() -> None:
    valley = "Dimension Valley of 1"
    assert board(f"active1 Pumpkaboo, Double Colorless Energy | stadium {valley}").offers("attack") == [
        "attack Night March"
    ]
    assert not board("active1 Pumpkaboo, Double Colorless Energy").offers("attack")
    assert not board(f"active1 Joltik, Water Energy | stadium {valley}").offers("attack"), "Lightning"
    assert not board(f"active1 Pumpkaboo, Water Energy | stadium {valley}").offers("attack"), "Psychic symbols stay"
    other = board(f"active2 Mewtwo-EX, Water Energy | stadium {valley}").do("end turn")
    assert other.offers("attack") == ["attack X Ball"], "the opponent's too"


def test_mew_uses_the_attacks_of_all_in_play_at_their_cost() -> None:
    here = board(
        "active1 Mew-EX, Double Colorless Energy | bench1 Joltik; Pumpkaboo; Joltik | discard1 2 Joltik"
        " | active2 Mewtwo-EX | bench2 Kyurem"
    )
    assert here.offers("attack") == ["attack Night March of Joltik", "attack X Ball of Mewtwo-EX"]
    assert here.copy().do("attack Night March of Joltik").damage(2) == 80, "Psychic Mew, weak Mewtwo"
    assert here.do("attack X Ball of Mewtwo-EX").damage(2) == 80
    valley = board("active1 Mew-EX, Double Colorless Energy | bench1 Pumpkaboo | stadium Dimension Valley of 1")
    assert valley.offers("attack") == ["attack Night March of Pumpkaboo"]
    muted = board(
        "active1 Mew-EX, Double Colorless Energy | bench1 Joltik; Garbodor < Trubbish bw6-53, tool Float Stone"
    )
    assert muted.offers("attack") == [], "Garbotoxin"
    tool = board("active1 Mew-EX, 3 Grass Energy | bench1 Genesect-EX, tool G Booster")
    assert tool.offers("attack") == ["attack Megalo Cannon of Genesect-EX"], "a Tool is no Pokemon"


def test_a_copied_attack_that_cannot_be_repeated_is_barred_by_itself_alone() -> None:
    here = board("active1 Mew-EX, 3 Water Energy, Psychic Energy | bench1 Kyurem").do(
        "attack Blizzard Burn of Kyurem", "end turn"
    )
    assert here.offers("attack") == []


def test_replace_moves_energy_until_the_player_is_done() -> None:
    here = board("active1 Mew-EX, Psychic Energy, Water Energy | bench1 Joltik, Lightning Energy; Pumpkaboo")
    here.do("attack Replace", "move Water Energy from Mew-EX (active)", "move Water Energy to Pumpkaboo (bench 2)")
    assert str(here.here) == str(Board(str(here.here), setup=WIDE, whole=True).here)
    here.do("move Lightning Energy from Joltik (bench 1)", "move Lightning Energy to Pumpkaboo (bench 2)", "done")
    assert here.energy(1, 2) == Counter({"Water Energy": 1, "Lightning Energy": 1})


def test_trainers_mail_and_acro_bike_look_at_the_top() -> None:
    text = "hand1 Trainers' Mail, Acro Bike | deck1 Trainers' Mail, N, Joltik, Ultra Ball, Potion"
    here = board(text).do("play Trainers' Mail")
    assert here.options == ["take N", "take Ultra Ball", "done"], "the fifth card is not seen, nor taken its like"
    assert str(here.here) == str(Board(str(here.here), setup=WIDE, whole=True).here)
    assert here.copy().do("done").hand(1) == Counter({"Acro Bike": 1})
    here.do("take N")
    assert (here.hand(1), len(here.deck(1))) == (Counter({"Acro Bike": 1, "N": 1}), 4)
    bike = board(text).do("play Acro Bike")
    assert bike.options == ["take N", "take Trainers' Mail"]
    bike.do("take N")
    assert (bike.hand(1)["N"], bike.discard(1)["Trainers' Mail"], bike.deck(1)[0]) == (1, 1, "Joltik")
    last = board("hand1 Acro Bike | deck1 N").do("play Acro Bike")
    assert (last.hand(1), last.deck(1)) == (Counter({"N": 1}), [])


def test_battle_compressor_and_cursed_drop() -> None:
    here = board("hand1 Battle Compressor | deck1 2 Joltik, N")
    here.do("play Battle Compressor", "discard Joltik", "discard Joltik", "done")
    assert (here.discard(1)["Joltik"], here.deck(1)) == (2, ["N"])
    drop = board("active1 Lampent < Litwick, Psychic Energy | bench2 Sableye").do("attack Cursed Drop")
    drop.do(
        *["choose opposing Sableye (bench 1)", "choose opposing Terrakion (active)"],
        "choose opposing Sableye (bench 1)",
    )
    assert (drop.damage(2), drop.damage(2, 1)) == (10, 20)


# --- Mega Manectric ---


def test_a_mega_evolution_ends_the_turn_unless_it_is_linked() -> None:
    text = "active1 Manectric-EX, 2 Lightning Energy{} | hand1 M Manectric-EX"
    here = board(text.format("")).do("evolve Manectric-EX (active) into M Manectric-EX")
    assert here.turn == (6, 2)
    linked = board(text.format(", tool Manectric Spirit Link"))
    linked.do("evolve Manectric-EX (active) into M Manectric-EX")
    assert (linked.turn, linked.offers("attack")) == ((5, 1), ["attack Turbo Bolt"])
    assert not board(text.format(", fresh")).offers("evolve"), "not in the turn in which it came"
    bench = board("bench1 Manectric-EX, tool Muscle Band | hand1 M Manectric-EX")
    assert bench.do("evolve Manectric-EX (bench 1) into M Manectric-EX").turn == (6, 2), "on the Bench too"


def test_a_mega_evolution_between_turns_and_its_prizes() -> None:
    poisoned = "active1 Manectric-EX, damage 160, poisoned | bench1 Sableye | hand1 M Manectric-EX"
    here = board(poisoned).do("evolve Manectric-EX (active) into M Manectric-EX")
    assert (here.ill(1), here.damage(1), here.turn) == ("", 160, (6, 2)), "evolution heals Poison before the check-up"
    fallen = board(
        "active1 Kyurem, 3 Water Energy | active2 M Manectric-EX < Manectric-EX, damage 100 | bench2 Sableye"
    )
    assert fallen.do("attack Blizzard Burn").prizes(1) == 4


def test_turbo_bolt_and_assault_laser() -> None:
    here = board(
        "active1 M Manectric-EX < Manectric-EX, 2 Lightning Energy | bench1 Genesect-EX; Sableye"
        " | discard1 Grass Energy, Lightning Energy, Plasma Energy"
    ).do("attack Turbo Bolt", "attach Grass Energy", "attach Grass Energy to Genesect-EX (bench 1)")
    assert here.energy(1, 1) == Counter({"Grass Energy": 1, "Lightning Energy": 1}), (
        "the only one left is not asked for"
    )
    laser = "active1 Manectric-EX, 2 Lightning Energy | active2 Terrakion{}"
    assert board(laser.format(", tool Muscle Band")).do("attack Assault Laser").damage(2) == 120
    assert board(laser.format("")).do("attack Assault Laser").damage(2) == 60


def test_escape_rope_lets_the_opponent_choose_first() -> None:
    here = board("hand1 Escape Rope | bench1 Joltik; Pumpkaboo | bench2 Sableye; Keldeo-EX").do("play Escape Rope")
    assert (here.s.asked + 1, here.offers("choose")) == (2, ["choose Sableye (bench 1)", "choose Keldeo-EX (bench 2)"])
    assert str(here.here) == str(Board(str(here.here), setup=WIDE, whole=True).here)
    here.do("choose Keldeo-EX (bench 2)")
    assert (here.s.asked + 1, here.pokemon(2).split(",")[0]) == (1, "Keldeo-EX")
    assert here.do("choose Pumpkaboo (bench 2)").pokemon(1).startswith("Pumpkaboo")
    half = board("hand1 Escape Rope | bench2 Sableye").do("play Escape Rope")
    assert half.pokemon(2).startswith("Sableye"), "who has no Bench stays"
    assert not board("hand1 Escape Rope").offers("play")


def test_rough_seas_heals_water_and_lightning_of_the_player_on_turn() -> None:
    here = board(
        "active1 Manectric-EX, damage 50 | bench1 Kyurem, damage 20; Sableye, damage 30 | stadium Rough Seas of 2"
        " | active2 Manectric-EX, damage 50"
    ).do("use Rough Seas")
    assert ([here.damage(1, i) for i in range(3)], here.damage(2)) == ([20, 0, 30], 50)
    assert not here.offers("use "), "once a turn"


# --- Trevenant and Accelgor ---


def test_deck_and_cover_leaves_and_the_next_pokemon_comes_up() -> None:
    here = board("active1 Accelgor < Shelmet, Double Colorless Energy | bench1 Trevenant < Phantump; Sableye | deck1 N")
    here.do("attack Deck and Cover", "promote Trevenant (bench 1)")
    assert Counter(here.deck(1)) == Counter({"Accelgor": 1, "Shelmet": 1, "Double Colorless Energy": 1, "N": 1})
    assert (here.ill(2), here.damage(2), here.turn) == ("paralyzed poisoned", 110, (6, 2)), "weak to Grass, and Poison"
    lost = board("active1 Accelgor < Shelmet, Double Colorless Energy").do("attack Deck and Cover")
    assert lost.end == (2, "no Pokemon"), "nobody is left"


def test_forests_curse_holds_while_trevenant_is_active_and_has_its_ability() -> None:
    curse = "active1 {} | bench1 {} | hand2 Potion, N, Muscle Band | active2 Terrakion, damage 10 | bench2 {}"
    tree, other = "Trevenant < Phantump", "Sableye"
    assert not board(curse.format(tree, other, other), head="turn 6 player 2").offers("play Potion")
    assert not board(curse.format(tree, other, other), head="turn 6 player 2").offers("equip")
    assert board(curse.format(other, tree, other), head="turn 6 player 2").offers("play Potion"), "not from the Bench"
    mute = "Garbodor < Trubbish bw6-53, tool Float Stone"
    assert board(curse.format(tree, other, mute), head="turn 6 player 2").offers("play Potion"), "Garbotoxin"


def test_sinister_hand_moves_damage_and_knocks_out_in_mid_turn() -> None:
    here = board(
        "bench1 Dusknoir < Dusclops < Duskull | active2 Terrakion, damage 30 | bench2 Joltik, damage 20; Darkrai-EX"
    ).do("use Sinister Hand of Dusknoir (bench 1)")
    assert here.offers("choose") == ["choose opposing Terrakion (active)", "choose opposing Joltik (bench 1)"]
    here.do("choose opposing Terrakion (active)")
    assert str(here.here) == str(Board(str(here.here), setup=WIDE, whole=True).here), "the text keeps from where"
    assert here.offers("choose") == ["choose opposing Joltik (bench 1)", "choose opposing Darkrai-EX (bench 2)"]
    here.do("choose opposing Joltik (bench 1)")
    assert (here.damage(2), here.bench(2), here.prizes(1), here.turn) == (20, ["Darkrai-EX"], 5, (5, 1))
    here.do("use Sinister Hand of Dusknoir (bench 1)")
    assert (here.damage(2), here.damage(2, 1)) == (10, 10), "a single answer is not asked for"
    assert not board("bench1 Dusknoir < Dusclops < Duskull | bench2 Sableye").offers("use ")
    assert not board("bench1 Dusknoir < Dusclops < Duskull | active2 Terrakion, damage 30").offers("use ")


def test_an_ex_that_moved_damage_knocks_out_gives_two_prizes() -> None:
    here = board(
        "bench1 Dusknoir < Dusclops < Duskull | active2 Terrakion, damage 10 | bench2 Darkrai-EX, damage 170; Sableye"
    ).do("use Sinister Hand of Dusknoir (bench 1)", "choose opposing Terrakion (active)")
    assert here.do("choose opposing Darkrai-EX (bench 1)").prizes(1) == 4


def test_forewarn_keeps_the_other_card_on_top() -> None:
    here = board("bench1 Musharna < Munna | deck1 N, Potion, Joltik").do("use Forewarn of Musharna (bench 1)")
    assert here.options == ["take Potion", "take N"] or here.options == ["take N", "take Potion"]
    assert here.do("take Potion").deck(1) == ["N", "Joltik"]
    assert not here.offers("use "), "once a turn"


def test_shadow_punch_and_tree_slam() -> None:
    punch = "active1 Dusknoir < Dusclops < Duskull, 4 Psychic Energy | active2 {}"
    assert board(punch.format("Cobalion-EX")).do("attack Shadow Punch").damage(2) == 60, "resists Psychic"
    assert board(punch.format("Mewtwo-EX")).do("attack Shadow Punch").damage(2) == 120, "weak to it"
    slam = board("active1 Trevenant < Phantump, 3 Psychic Energy | bench2 Darkrai-EX").do("attack Tree Slam")
    assert (slam.damage(2), slam.damage(2, 1)) == (60, 20)


# --- mistakes ---


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("tool\n  while: hp 10\n  attack: C, Blow, damage 10", "a Tool with an attack lends it"),
        ("pokemon: L, 60 HP, mega from Raikou, retreat 1\n  attack: C, Bolt, damage 10", "a Mega Evolution is an EX"),
        ("pokemon: L, 60 HP, basic, retreat 1\n  attack: C, Bolt, damage 0 + 20 per stripped", "none were"),
        ("item\n  play: look 4 take trainer 0..2 shuffle", "look CARDS take"),
        ("item\n  play: if self_has energy (draw 2)", "a Trainer has none"),
        ("pokemon: L, 60 HP, basic, retreat 1\n  ability: Spark, when attached pokemon, draw 1", "more than energy"),
        ("stadium\n  while: cheaper attacks 1 for Q", "not the letter of a type"),
    ],
)
def test_mistakes_are_told(entry: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        read_cards(f"card my1-1 Thing\n  {entry}", "my.txt")
