"""What every Pokemon card does in play: each attack and each Ability; Trainers and Energy have a file of their own."""

from __future__ import annotations

from collections import Counter

import pytest

from mulligan.games.pokemon.cards.arrays import CARDS

from ...helpers.pokemon_tools import COVERED, Board, covers
from . import test_pokemon_trainers

BASIC = {"P": "Psychic Energy", "D": "Darkness Energy", "W": "Water Energy", "F": "Fighting Energy"}
ATTACKS = [(card, attack) for card in CARDS if card for attack in card.attacks]


def test_no_card_is_left_out() -> None:
    wanted = {f"{card.id} {attack.name}" for card, attack in ATTACKS}
    wanted |= {f"{card.id} {card.ability.name}" for card in CARDS if card and card.ability}
    wanted |= {f"{card.id} {card.name}" for card in CARDS if card and not card.attacks}
    assert test_pokemon_trainers.__doc__ and wanted == COVERED
    assert len({feature.split()[0] for feature in COVERED}) == 101


def on(energy: Counter[str]) -> str:
    """Energy as it is written behind a Pokemon."""
    return "".join(f", {n} {name}" for name, n in energy.items() if n)


def against(attacker: str, energy: str, attack: str, defender: str = "Terrakion", more: str = "") -> Board:
    """A Pokemon with Energy has attacked another one."""
    text = f"active1 {attacker}, {energy} | active2 {defender} {more}"
    return Board(text).do(f"attack {attack}")


# --- costs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "attack"), ATTACKS, ids=lambda found: getattr(found, "name", ""))
def test_an_attack_needs_its_energy_and_no_more(card, attack):
    other = next(name for letter, name in BASIC.items() if letter not in attack.cost)
    paid = Counter(BASIC.get(letter, other) for letter in attack.cost)
    wanted = f"attack {attack.name}"

    def can(energy: Counter[str]) -> bool:
        return wanted in Board(f"active1 {card.name} {card.id}{on(energy)}").options

    assert can(paid)
    for name in paid:
        assert not can(paid - Counter({name: 1}))
        if name != other:
            assert not can(paid - Counter({name: 1}) + Counter({other: 1})), "the wrong type"


# --- damage and nothing else ------------------------------------------------------------------------------------------

PLAIN_ATTACKS = {
    "bw6-96 Dragon Headbutt": ("Zweilous", 40),
    "bw6-94 Headbutt": ("Deino bw6-94", 30),
    "bw6-75 Bite": ("Houndoom", 30),
    "bw6-74 Bite": ("Houndour", 10),
    "bw6-74 Darkness Fang": ("Houndour", 30),
    "bw6-72 Peck": ("Murkrow", 10),
    "bw6-72 Wing Attack": ("Murkrow", 20),
    "bw6-77 Hammer In": ("Skuntank", 80),
    "bw6-58 Pound": ("Golett", 40),
    "bw6-91 Jet Headbutt": ("Garchomp", 40),
    "bw6-89 Dragonslice": ("Gabite", 20),
    "bw6-33 Wave Splash": ("Floatzel", 20),
    "bw6-33 Waterfall": ("Floatzel", 60),
    "bw6-32 Wave Splash": ("Buizel", 10),
    "bw6-31 Aurora Beam": ("Walrein", 80),
    "bw6-30 Ice Ball": ("Sealeo", 30),
    "bw6-30 Aurora Beam": ("Sealeo", 40),
    "bw6-35 Hyper Voice": ("Palpitoad", 50),
    "bw6-60 Headbutt": ("Cubone", 10),
    "bw6-60 Beat": ("Cubone", 20),
    "xy8-68 Smack": ("Ralts", 20),
    "xy8-67 Rolling Tackle": ("Wobbuffet", 50),
    "xy8-121 Flop": ("Teddiursa", 30),
    "bw3-73 Land Crush": ("Terrakion", 90),
}
COVERED.update(PLAIN_ATTACKS)
ALL = "4 Psychic Energy, 4 Darkness Energy, 4 Water Energy, 4 Fighting Energy"


@pytest.mark.parametrize("feature", PLAIN_ATTACKS)
def test_some_attacks_do_damage_and_nothing_else(feature):
    name, damage = PLAIN_ATTACKS[feature]
    board = against(name, ALL, feature.partition(" ")[2], more="| bench1 Golett | bench2 Golett, Psychic Energy")
    assert (board.damage(2), board.damage(1), board.turn) == (damage, 0, (6, 2))
    assert (board.damage(1, 1), board.damage(2, 1), board.ill(1), board.ill(2)) == (0, 0, "", "")
    assert (board.marks(1), board.marks(2), sum(board.energy(1).values())) == ("", "", 16)
    assert (board.discard(1), board.discard(2), board.asks) == (Counter(), Counter(), "")


# --- dragonsnarl ------------------------------------------------------------------------------------------------------

DCC = "3 Darkness Energy"


@covers("bw6-98 Consume")
@pytest.mark.parametrize(
    ("damage", "defender", "healed", "dealt"),
    [
        (100, "Terrakion", 60, 40),
        (100, "Garchomp", 20, 80),  # weak to Dragons: 80 are done, and healed
        (20, "Terrakion", 0, 40),  # never above full HP
        (100, "Bouffalant", 80, 20),
        (100, "Terrakion | marks2 immune until 5", 100, 0),
        (100, "Terrakion, damage 120 | bench2 Golett", 60, 0),  # the 40 count though only 10 HP were left
    ],
)
def test_consume_heals_what_it_has_done(damage, defender, healed, dealt):
    board = against(f"Hydreigon bw6-98, damage {damage}", DCC, "Consume", defender)
    assert (board.damage(1), board.damage(2)) == (healed, dealt)


@covers("bw6-98 Destructor Beam", "bw6-76 Acid Spray")
@pytest.mark.parametrize(
    ("name", "attack", "damage"), [("Hydreigon bw6-98", "Destructor Beam", 90), ("Stunky", "Acid Spray", 10)]
)
def test_an_energy_of_the_defender_is_discarded_on_heads(name, attack, damage):
    start = Board(f"active1 {name}, 3 Darkness Energy, Psychic Energy | active2 Terrakion, Prism Energy, Water Energy")
    board = start.copy().do(f"attack {attack}", coins="T")
    assert (board.damage(2), sum(board.energy(2).values())) == (damage, 2)
    board = start.do(f"attack {attack}", coins="H")
    by = "Hydreigon bw6-98" if damage == 90 else "Stunky"
    assert board.asks == f"1 strip, by {attack} of {by}"
    assert set(board.options) == {f"discard {card} from opposing Terrakion (active)" for card in board.energy(2)}
    board.do("discard Prism Energy from opposing Terrakion (active)")
    assert (board.energy(2), board.discard(2)) == (Counter(["Water Energy"]), Counter(["Prism Energy"]))
    assert board.damage(2) == damage
    bare = Board(f"active1 {name}, 3 Darkness Energy, Psychic Energy").do(f"attack {attack}", coins="H")
    assert (bare.turn, bare.damage(2)) == ((6, 2), damage)


@covers("bw6-96 Draw In")
@pytest.mark.parametrize("there", [0, 1, 2, 3])
def test_draw_in_attaches_two_darkness_energy(there):
    pile = "Psychic Energy" + (f", {there} Darkness Energy" if there else "")
    board = against("Zweilous", "Psychic Energy", "Draw In", more=f"| discard1 {pile}")
    assert board.energy(1)["Darkness Energy"] == min(2, there)
    assert board.discard(1)["Darkness Energy"] == there - min(2, there)
    assert board.s.slot[0][0].units == 1 + min(2, there)


@covers("bw6-94 Guard Press")
def test_guard_press_takes_10_off_attacks_of_the_next_turn():
    board = Board("active1 Deino, Darkness Energy | active2 Golett, 3 Psychic Energy").do("attack Guard Press")
    assert (board.damage(2), board.marks(1)) == (10, "less 10 until 6")
    assert board.do("attack Pound").damage(1) == 30
    board.do("end turn", "end turn")
    assert board.s.turn == 9
    board = Board("active1 Deino, Darkness Energy | active2 Houndour, 3 Darkness Energy").do("attack Guard Press")
    board.do("end turn", "end turn", "attack Darkness Fang")
    assert board.damage(1) == 30, "no longer in the turn after"
    board = Board("active1 Deino, Darkness Energy | active2 Houndour, Darkness Energy").do("attack Guard Press")
    assert board.do("attack Bite").damage(1) == 0


@covers("bw6-75 Fire Fang")
def test_fire_fang_burns():
    start = Board("active1 Houndoom, 3 Darkness Energy")
    board = start.copy().do("attack Fire Fang", coins="T")
    assert (board.damage(2), board.ill(2)) == (90, "burned")
    board = start.do("attack Fire Fang", coins="H")
    assert (board.damage(2), board.ill(2)) == (70, "burned"), "heads leaves the marker"


@covers("bw6-77 Smogscreen")
def test_smogscreen_poisons_and_makes_attacks_uncertain():
    start = Board("active1 Skuntank, Darkness Energy | active2 Terrakion, 3 Fighting Energy").do("attack Smogscreen")
    assert (start.damage(2), start.ill(2), start.marks(2)) == (30, "poisoned", "smoke until 6")
    board = start.copy().do("attack Land Crush", coins="T")
    assert (board.damage(1), board.turn) == (0, (7, 1))
    board = start.copy().do("attack Retaliate", coins="H")
    assert board.damage(1) == 60, "30, and Skuntank is weak to it"
    board = start.do("end turn", "end turn").do("attack Retaliate", coins="")
    assert board.damage(1) == 60, "without a coin in the turn after"


@covers("bw6-59 Devolution Punch")
def test_devolution_punch_returns_the_last_evolution_to_the_hand():
    def punched(defender: str, more: str = "") -> Board:
        return against("Golurk", "3 Psychic Energy", "Devolution Punch", defender, more)

    board = punched("Hydreigon < Zweilous < Deino, Darkness Energy, tool Giant Cape, confused")
    assert board.pokemon(2) == "Zweilous < Deino bw6-94, damage 60, Darkness Energy, tool Giant Cape"
    assert board.hand(2)["Hydreigon"] == 1 and board.known("shown", 2) == Counter(["Hydreigon"])
    board = punched("Hydreigon < Deino, tool Giant Cape")
    assert board.pokemon(2) == "Deino bw6-94, damage 60, tool Giant Cape", "a Rare Candy leaves nothing between"
    board = punched("Terrakion")
    assert (board.pokemon(2), board.hand(2)["Terrakion"]) == ("Terrakion, damage 60", 0)


@covers("bw6-59 Devolution Punch")
def test_a_devolved_pokemon_may_have_too_much_damage():
    more = "| bench2 Golett"
    board = against("Golurk", "3 Psychic Energy", "Devolution Punch", "Zweilous < Deino, damage 10", more)
    assert (board.pokemon(2), board.bench(2), board.prizes(1)) == ("Golett", [], 5)
    assert board.hand(2)["Zweilous"] == 1 and board.discard(2) == Counter(["Deino"])


@covers("bw6-59 Ghost Hammer")
def test_ghost_hammer_takes_the_weakness_away_for_a_turn():
    board = Board("active1 Golurk, 4 Psychic Energy | active2 Skuntank, 3 Darkness Energy, tool Giant Cape")
    board.do("attack Ghost Hammer")
    assert (board.damage(2), board.marks(1)) == (70, "no_weakness until 6"), "Skuntank resists Psychic"
    assert board.copy().do("attack Hammer In").damage(1) == 80
    board.do("end turn", "end turn")
    assert board.do("attack Hammer In").end == (2, "no Pokemon"), "160 in the turn after"


@covers("bw6-58 Nap", "xy8-68 Nap")
@pytest.mark.parametrize(("name", "heals"), [("Golett", 40), ("Ralts", 30)])
def test_a_nap_heals(name, heals):
    assert against(f"{name}, damage 50", "2 Psychic Energy", "Nap").damage(1) == 50 - heals
    board = against(f"{name}, damage 10, poisoned", "2 Psychic Energy", "Nap")
    assert (board.damage(1), board.ill(1), board.damage(2)) == (10, "poisoned", 0), "10 again, by Poison"


@covers("bw6-55 Future Sight")
def test_future_sight_puts_the_top_cards_in_order():
    deck = "Golett, Deino, N, Cilan, Cheren, Murkrow, Stunky"
    board = Board(f"active1 Gothita, Psychic Energy | deck1 {deck}").do("attack Future Sight")
    assert board.asks == "1 order, by Future Sight of Gothita"
    assert set(board.options) == {f"next {card}" for card in ("Golett", "Deino bw6-94", "N", "Cilan", "Cheren")}
    board.do("next Cheren", "next Golett", "next N")
    assert set(board.options) == {"next Deino bw6-94", "next Cilan"}
    board.do("next Cilan")
    assert board.deck(1) == ["Cheren", "Golett", "N", "Cilan", "Deino", "Murkrow", "Stunky"]
    assert board.s.top[0] == 5 and board.turn == (6, 2)
    board = Board("active1 Gothita, Psychic Energy | deck1 Golett, N").do("attack Future Sight", "next N")
    assert board.deck(1) == ["N", "Golett"], "fewer cards are all looked at"
    assert Board("active1 Gothita, Psychic Energy | deck1 N").do("attack Future Sight").turn == (6, 2)


@covers("bw6-56 Hypnoblast", "bw6-28 Water Pulse")
@pytest.mark.parametrize(
    ("name", "attack", "damage"), [("Gothorita", "Hypnoblast", 10), ("Milotic", "Water Pulse", 60)]
)
def test_the_defender_falls_asleep(name, attack, damage):
    start = Board(f"active1 {name}, 3 Water Energy, Psychic Energy")
    board = start.copy().do(f"attack {attack}", coins="T")
    assert (board.damage(2), board.ill(2)) == (damage, "asleep")
    board = start.do(f"attack {attack}", coins="H")
    assert (board.damage(2), board.ill(2)) == (damage, "")


@covers("bw6-56 Mind Shock")
@pytest.mark.parametrize("defender", ["Terrakion", "Wobbuffet", "Houndoom"])
def test_mind_shock_ignores_weakness_and_resistance(defender):
    assert against("Gothorita", "3 Psychic Energy", "Mind Shock", defender).damage(2) == 40


@covers("bw6-57 Doom Decree")
def test_doom_decree_knocks_out_on_two_heads():
    start = Board("active1 Gothitelle, 2 Psychic Energy | active2 Terrakion, tool Rescue Scarf | bench2 Golett")
    for coins in ("HT", "TH", "TT"):
        assert start.copy().do("attack Doom Decree", coins=coins).pokemon(2) == "Terrakion, tool Rescue Scarf"
    board = start.until("attack Doom Decree", lambda board: board.prizes(1) == 5)
    assert (board.pokemon(2), board.prizes(1)) == ("Golett", 5)
    assert board.discard(2) == Counter(["Terrakion", "Rescue Scarf"]), "not by damage"


@covers("bw6-57 Black Magic", "xy8-91 Mind Jack", "bw9-67 Mind Jack")
@pytest.mark.parametrize(
    ("name", "attack", "base", "each"),
    [("Gothitelle", "Black Magic", 40, 20), ("Zoroark", "Mind Jack", 10, 30), ("Absol", "Mind Jack", 20, 20)],
)
@pytest.mark.parametrize("bench", [0, 1, 3])
def test_damage_by_the_opponents_bench(name, attack, base, each, bench):
    more = "| bench1 Golett" + (f"| bench2 {'; '.join(['Golett'] * bench)}" if bench else "")
    board = against(name, "2 Psychic Energy, 2 Darkness Energy", attack, more=more)
    assert board.damage(2) == base + each * bench


@covers("bw6-101 Smack 'n' Slack")
def test_smack_n_slack_makes_its_own_pokemon_sleep():
    start = Board("active1 Slakoth, Water Energy")
    board = start.copy().do("attack Smack 'n' Slack", coins="T")
    assert (board.damage(2), board.ill(1), board.ill(2)) == (10, "asleep", "")
    assert start.do("attack Smack 'n' Slack", coins="H").ill(1) == ""


COINS = [
    ("bw6-102 Ambush", "Vigoroth", {"T": 20, "H": 60}),
    ("bw6-87 Knock Away", "Gible", {"T": 10, "H": 30}),
    ("bw6-29 Unstoppable Roll", "Spheal", {"TT": 10, "TH": 10, "HT": 10, "HH": 40}),
    ("bw6-99 Double Hit", "Aipom", {"TT": 0, "TH": 10, "HT": 10, "HH": 20}),
    ("xy8-69 Quick Turn", "Kirlia", {"TT": 0, "TH": 30, "HT": 30, "HH": 60}),
    ("xy8-93 Disorderly Flip", "Inkay", {"TTTT": 0, "THTH": 20, "HHTH": 30, "HHHH": 40}),
    ("xy8-122 Swing Around", "Ursaring", {"TT": 80, "TH": 120}),
]
COVERED.update(feature for feature, _, _ in COINS)


@pytest.mark.parametrize(("feature", "name", "results"), COINS, ids=[feature for feature, _, _ in COINS])
def test_damage_by_coins(feature, name, results):
    for coins, damage in results.items():
        board = Board(f"active1 {name}, {ALL}").do(f"attack {feature.partition(' ')[2]}", coins=coins)
        assert (board.damage(2), board.turn) == (damage, (6, 2)), coins


@covers("xy8-122 Swing Around")
def test_swing_around_with_two_heads():
    board = Board("active1 Ursaring, 4 Water Energy | active2 Keldeo-EX").do("attack Swing Around", coins="HH")
    assert board.damage(2) == 160


# --- dragon_speed -----------------------------------------------------------------------------------------------------


@covers("bw6-91 Sand Tomb", "bw6-61 Bone Lock")
@pytest.mark.parametrize(("name", "attack", "damage"), [("Garchomp", "Sand Tomb", 80), ("Marowak", "Bone Lock", 30)])
def test_the_defender_cannot_retreat_in_the_next_turn(name, attack, damage):
    more = "| bench2 Gengar"
    board = against(name, "Water Energy, 2 Fighting Energy", attack, "Gengar, 2 Psychic Energy", more)
    assert board.damage(2) == damage - 20 * (name == "Marowak") and board.marks(2) == "no_retreat until 6"
    assert board.offers("retreat") == [], "Gengar retreats for nothing, but not now"
    board.do("end turn", "end turn")
    assert board.offers("retreat") == ["retreat to Gengar (bench 1)"]


@covers("bw6-89 Dragon Call")
def test_dragon_call_finds_a_dragon_once_a_turn():
    deck = "Gible, Garchomp, Feebas, Water Energy"
    board = Board(f"active1 Terrakion | bench1 Gabite; Gabite, Water Energy | deck1 {deck}", setup="dragon_speed")
    assert board.offers("use") == [f"use Dragon Call of Gabite (bench {i})" for i in (1, 2)]
    board.do("use Dragon Call of Gabite (bench 1)")
    assert board.options == ["take Garchomp", "take Gible", "done"]
    board.do("take Garchomp")
    assert board.hand(1) == board.known("shown", 1) == Counter(["Garchomp"])
    assert sorted(board.deck(1)) == ["Feebas", "Gible", "Water Energy"] and board.s.searched[0]
    assert board.offers("use") == ["use Dragon Call of Gabite (bench 2)"]
    board.do("use Dragon Call of Gabite (bench 2)", "done")
    assert (board.hand(1).total(), board.offers("use")) == (1, [])
    board.do("end turn", "end turn")
    assert len(board.offers("use")) == 2, "and again in the next turn"


@covers("bw6-87 Sand-Attack")
def test_sand_attack_may_cancel_the_next_attack():
    start = Board("active1 Gible, Fighting Energy | active2 Golett, 3 Psychic Energy | bench2 Golett, 3 Psychic Energy")
    start.do("attack Sand-Attack")
    assert (start.damage(2), start.marks(2)) == (0, "smoke until 6")
    assert start.copy().do("attack Pound", coins="T").damage(1) == 0
    assert start.copy().do("attack Pound", coins="H").damage(1) == 40
    start.do("retreat to Golett (bench 1)")
    assert start.do("attack Pound", coins="").damage(1) == 40, "another Pokemon sees well"


@covers("bw6-28 Clear Search")
def test_clear_search_takes_any_three_cards_in_secret():
    deck = "2 N, Cilan, Feebas, Golett"
    board = Board(f"active1 Milotic, Water Energy | deck1 {deck}").do("attack Clear Search")
    assert set(board.options) == {"take N", "take Cilan", "take Feebas", "take Golett"}, "three must be taken"
    assert board.here.seen(board.here.options()[0], 1) == -1
    board.do("take N", "take N", "take Feebas")
    assert board.hand(1) == Counter({"N": 2, "Feebas": 1}) and board.known("shown", 1) == Counter()
    assert board.turn == (6, 2) and sorted(board.deck(1)) == ["Cilan", "Golett"]
    board = Board("active1 Milotic, Water Energy | deck1 N, Cilan").do("attack Clear Search", "take N")
    assert (board.deck(1), board.hand(1).total()) == ([], 2), "fewer cards are all taken"


@covers("bw6-27 Add-a-Dash")
@pytest.mark.parametrize(("coins", "drawn"), [("TT", 0), ("HT", 1), ("TH", 1), ("HH", 2)])
def test_add_a_dash_draws_a_card_for_each_head(coins, drawn):
    board = Board("active1 Feebas, Water Energy")
    board.until("attack Add-a-Dash", lambda board: board.coins(2) == coins)
    assert (board.hand(1).total(), len(board.deck(1))) == (drawn, 9 - drawn)


@covers("bw6-31 Ice Entomb")
def test_ice_entomb_paralyzes_and_rests_for_a_turn():
    board = Board("active1 Walrein, 4 Water Energy | active2 Terrakion, tool Giant Cape | bench2 Golett")
    board.do("attack Ice Entomb")
    assert (board.damage(2), board.ill(2), board.marks(1)) == (60, "paralyzed", "lock 2 until 7")
    assert board.offers("retreat") + board.offers("attack") == []
    board.do("end turn")
    assert board.offers("attack") == ["attack Aurora Beam"] and board.ill(2) == ""
    board.do("end turn", "end turn")
    assert board.offers("attack") == ["attack Aurora Beam", "attack Ice Entomb"]


@covers("bw6-31 Ice Entomb")
def test_a_walk_to_the_bench_ends_the_rest():
    board = Board(
        "active1 Walrein, 8 Water Energy | bench1 Garchomp | hand1 Switch | marks1 lock 2 until 5", setup="dragon_speed"
    )
    assert board.offers("attack") == ["attack Aurora Beam"]
    board.do("play Switch", "retreat to Walrein (bench 1)")
    assert board.offers("attack") == ["attack Aurora Beam", "attack Ice Entomb"]


@covers("bw6-35 Supersonic")
def test_supersonic_confuses():
    board = against("Palpitoad", "Water Energy", "Supersonic", "Terrakion, asleep poisoned")
    assert (board.damage(2), board.ill(2)) == (10, "confused poisoned"), "10 by the Poison"


@covers("bw6-34 Bubble", "bw6-93 Deep Growl")
@pytest.mark.parametrize(("name", "attack", "damage"), [("Tympole", "Bubble", 10), ("Deino bw6-93", "Deep Growl", 0)])
def test_heads_paralyzes(name, attack, damage):
    start = Board(f"active1 {name}, Water Energy, Darkness Energy")
    board = start.copy().do(f"attack {attack}", coins="T")
    assert (board.damage(2), board.ill(2)) == (damage, "")
    board = start.do(f"attack {attack}", coins="H")
    assert (board.damage(2), board.ill(2)) == (damage, "paralyzed")


@covers("bw6-61 Vortex Chop")
@pytest.mark.parametrize(("defender", "damage"), [("Terrakion", 60), ("Marowak", 90), ("Gengar", 70)])
def test_vortex_chop_is_stronger_against_resistance(defender, damage):
    assert against("Marowak", "3 Fighting Energy", "Vortex Chop", defender).damage(2) == damage


# --- night_striker ----------------------------------------------------------------------------------------------------


@covers("xy8-112 Tuning")
def test_tuning_draws_as_many_cards_as_the_opponent_holds():
    more = "| hand1 2 Golett, N | hand2 4 Deino"
    board = against("Noivern", "Psychic Energy", "Tuning", more=more)
    assert (board.hand(1).total(), len(board.deck(1)), board.hand(2).total()) == (4, 8, 5)
    assert board.known("stays", 1) <= Counter({"Golett": 2, "N": 1})
    board = against("Noivern", "Psychic Energy", "Tuning", more="| hand1 2 Golett")
    assert (board.hand(1).total(), len(board.deck(1))) == (0, 11)


STRIPPING = [
    ("xy8-112 Air Slash", "Noivern", 120),
    ("xy8-90 Dark Edge", "Zorua", 30),
    ("bw6-93 Power Breath", "Deino bw6-93", 30),
    ("bw4-54 Psydrive", "Mewtwo-EX", 120),
]
COVERED.update(feature for feature, _, _ in STRIPPING)


@pytest.mark.parametrize(("feature", "name", "damage"), STRIPPING, ids=[feature for feature, _, _ in STRIPPING])
def test_an_own_energy_is_discarded(feature, name, damage):
    attack = feature.partition(" ")[2]
    board = Board(f"active1 {name}, 2 Psychic Energy, Darkness Energy").do(f"attack {attack}")
    short = name.partition(" ")[0]
    assert board.options == [f"discard {card} Energy from {short} (active)" for card in ("Psychic", "Darkness")]
    board.do(f"discard Psychic Energy from {short} (active)")
    assert (board.damage(2), board.energy(1)) == (damage, Counter(["Psychic Energy", "Darkness Energy"]))
    assert board.discard(1) == Counter(["Psychic Energy"]) and board.s.slot[0][0].units == 2


@covers("xy8-131 Blot", "xy8-70 Moonlight Gain")
@pytest.mark.parametrize(
    ("name", "attack", "damage", "heals"), [("Noibat", "Blot", 10, 10), ("Cresselia", "Moonlight Gain", 70, 20)]
)
def test_damage_and_a_little_healing(name, attack, damage, heals):
    board = against(f"{name}, damage 40", "3 Psychic Energy", attack)
    assert (board.damage(2), board.damage(1)) == (damage, 40 - heals)
    assert against(name, "3 Psychic Energy", attack).damage(1) == 0


@covers("xy8-60 Sinister Fog")
def test_sinister_fog_poisons_and_reaches_the_whole_bench():
    more = "| bench2 Golett; Bouffalant; Deino, damage 50; Sigilyph"
    board = against("Gengar", "Psychic Energy", "Sinister Fog", more=more)
    assert (board.damage(2), board.ill(2)) == (10, "poisoned")
    assert board.bench(2) == ["Golett, damage 10", "Bouffalant, damage 10", "Sigilyph, damage 10"]
    assert board.prizes(1) == 5 and board.discard(2) == Counter(["Deino"]), "counters are not lowered by an Ability"


@covers("xy8-60 Creep Show")
@pytest.mark.parametrize(("damage", "gone"), [(20, False), (30, True), (80, True)])
def test_creep_show_finishes_what_has_three_counters(damage, gone):
    more = "| bench2 Golett"
    board = against("Gengar", "2 Psychic Energy", "Creep Show", f"Keldeo-EX, damage {damage}", more)
    assert board.pokemon(2) == ("Golett" if gone else f"Keldeo-EX, damage {damage}")
    assert board.prizes(1) == (4 if gone else 6)


@covers("xy8-59 Gothic Fear")
def test_gothic_fear_may_confuse_both_active_pokemon():
    start = Board("bench1 Gastly | hand1 Haunter").do("evolve Gastly (bench 1) into Haunter")
    assert (start.options, start.asks) == (["yes", "no"], "1 use, by Gothic Fear of Haunter (bench 1)")
    board = start.copy().do("no")
    assert (board.ill(1), board.ill(2), board.turn) == ("", "", (5, 1))
    board = start.do("yes")
    assert (board.ill(1), board.ill(2), board.pokemon(1, 1)) == ("confused", "confused", "Haunter < Gastly, fresh")
    board = Board("active1 Gastly, asleep | hand1 Haunter").do("evolve Gastly (active) into Haunter", "yes")
    assert board.pokemon(1) == "Haunter < Gastly, confused, fresh"
    board = Board("active1 Gastly | hand1 Wally | deck1 Haunter, N").do("play Wally")
    board.do("evolve Gastly (active) into Haunter")
    assert (board.ill(1), board.asks) == ("", ""), "only from the hand"


@covers("xy8-59 Poison Ring")
def test_poison_ring_poisons_and_holds():
    more = "| bench2 Golett"
    board = against("Haunter", "2 Psychic Energy", "Poison Ring", "Gengar", more)
    assert (board.ill(2), board.marks(2), board.damage(2)) == ("poisoned", "no_retreat until 6", 10)
    assert board.offers("retreat") == []


@covers("xy8-58 Sleep Poison")
def test_sleep_poison():
    start = Board("active1 Gastly, Psychic Energy")
    board = start.copy().do("attack Sleep Poison", coins="T")
    assert (board.ill(2), board.damage(2)) == ("", 0)
    board = start.copy().do("attack Sleep Poison", coins="HT")
    assert (board.ill(2), board.damage(2)) == ("asleep poisoned", 10)
    board = start.do("attack Sleep Poison", coins="HH")
    assert (board.ill(2), board.damage(2)) == ("poisoned", 10), "awake at once"


@covers("xy8-69 Beckon")
def test_beckon_returns_a_supporter():
    board = Board("active1 Kirlia, Psychic Energy | discard1 Tierno, Switch, N").do("attack Beckon")
    assert board.options == ["take Tierno", "take N"]
    board.do("take Tierno")
    assert (board.hand(1), board.discard(1)) == (Counter(["Tierno"]), Counter(["Switch", "N"]))
    assert board.known("shown", 1) == Counter(["Tierno"])
    assert against("Kirlia", "Psychic Energy", "Beckon", more="| discard1 Switch").turn == (6, 2), "for nothing"


@covers("xy8-70 My Way")
def test_cresselia_retreats_free_while_a_stadium_is_in_play():
    text = "active1 Cresselia | bench1 Golett"
    assert Board(text).offers("retreat") == []
    for owner in (1, 2):
        board = Board(f"{text} | stadium Virbank City Gym of {owner}")
        assert board.do("retreat to Golett (bench 1)").bench(1) == ["Cresselia"]


@covers("xy8-65 Haunt")
def test_haunt_puts_counters_that_nothing_changes():
    assert against("Misdreavus", "Psychic Energy", "Haunt", "Wobbuffet").damage(2) == 20
    assert against("Misdreavus", "Psychic Energy", "Haunt", "Bouffalant").damage(2) == 20
    assert against("Misdreavus", "Psychic Energy", "Haunt", "Houndoom | marks2 immune until 5").damage(2) == 20


@covers("xy8-67 Mirror Barrier")
def test_mirror_barrier_prevents_all_damage_but_no_effects():
    start = Board("active1 Wobbuffet, Psychic Energy | active2 Houndoom, 3 Darkness Energy")
    assert start.copy().do("attack Mirror Barrier", coins="T").marks(1) == ""
    start.do("attack Mirror Barrier", coins="H")
    assert start.marks(1) == "immune until 6"
    board = start.copy().do("attack Fire Fang", coins="H")
    assert (board.damage(1), board.ill(1)) == (0, "burned")
    board = start.do("end turn", "end turn", "attack Bite")
    assert board.damage(1) == 30


@covers("xy8-91 Stand In", "bw7-49 Rush In")
@pytest.mark.parametrize(("name", "ability"), [("Zoroark", "Stand In"), ("Keldeo-EX", "Rush In")])
def test_it_may_come_from_the_bench_once_a_turn(name, ability):
    board = Board(
        f"active1 Golett, damage 20, asleep poisoned | marks1 no_retreat until 5 | bench1 Deino; {name}, Water Energy"
    )
    board.do(f"use {ability} of {name} (bench 2)")
    assert board.pokemon(1) == f"{name}, Water Energy, used"
    assert board.bench(1) == ["Deino bw6-94", "Golett, damage 20"] and (board.ill(1), board.marks(1)) == ("", "")
    assert board.offers("use") == []
    again = Board(f"bench1 {name}, used").options
    assert not [text for text in again if text.startswith("use")], "not twice, even from the Bench"
    assert Board(f"active1 {name} | bench1 Golett").offers("use") == [], "not when it is Active"


@covers("xy8-90 Whiny Voice")
def test_whiny_voice_sends_a_random_card_back():
    more = "| hand2 Golett, N | deck2 Deino"
    seen = set()
    for seed in range(40):
        board = Board(f"active1 Zorua, Darkness Energy {more}")
        board.here.play("attack Whiny Voice", seed=seed)
        assert (board.hand(2).total(), len(board.deck(2))) == (2, 1)
        assert board.known("met", 2).total() == 1
        seen.add(next(iter(board.known("met", 2))))
    assert seen == {"Golett", "N"}
    assert against("Zorua", "Darkness Energy", "Whiny Voice").turn == (6, 2)


@covers("xy8-122 Drag Off")
def test_drag_off_pulls_a_benched_pokemon_and_hits_it():
    more = "| bench2 Golett; Houndoom; Deino"
    board = against("Ursaring", "3 Water Energy", "Drag Off", "Terrakion, poisoned", more)
    assert len(board.options) == 3
    board.do("choose opposing Golett (bench 1)")
    assert board.pokemon(2) == "Golett, damage 50"
    assert board.bench(2) == ["Terrakion", "Houndoom", "Deino bw6-94"], "the Poison is gone with the switch"
    board = against("Ursaring", "3 Water Energy", "Drag Off", more="| bench2 Deino; Deino")
    assert (board.pokemon(2), len(board.bench(2))) == ("Deino bw6-94, damage 50", 2), "of equal ones nobody asks which"


@covers("xy8-122 Drag Off")
def test_drag_off_hits_nobody_if_there_is_nobody_to_drag():
    board = against("Ursaring", "3 Water Energy", "Drag Off")
    assert (board.pokemon(2), board.turn) == ("Terrakion", (6, 2)), "the damage is to the new Active Pokemon"
    board = against("Ursaring", "3 Water Energy", "Drag Off", more="| bench2 Golett | marks1 more 20 until 5")
    assert board.pokemon(2) == "Golett, damage 70"


# --- tournament decks -------------------------------------------------------------------------------------------------


@covers("bw6-97 Dark Trance")
def test_dark_trance_moves_darkness_energy_as_often_as_one_likes():
    board = Board(
        "active1 Hydreigon bw6-97, 2 Darkness Energy, Prism Energy, Psychic Energy | bench1 Darkrai-EX, Prism Energy; "
        "Sableye, Blend Energy GRPD"
    )
    use = "use Dark Trance of Hydreigon (active)"
    board.do(use)
    assert board.options == [
        "move Darkness Energy from Hydreigon (active)",
        "move Prism Energy from Darkrai-EX (bench 1)",
        "move Blend Energy GRPD from Sableye (bench 2)",
    ], "Prism Energy is Darkness Energy on a Basic only"
    board.do("move Darkness Energy from Hydreigon (active)")
    assert board.options == [f"move Darkness Energy to {who}" for who in ("Darkrai-EX (bench 1)", "Sableye (bench 2)")]
    board.do("move Darkness Energy to Sableye (bench 2)")
    assert board.energy(1, 2) == Counter(["Darkness Energy", "Blend Energy GRPD"])
    board.do(use, "move Prism Energy from Darkrai-EX (bench 1)", "move Prism Energy to Hydreigon (active)")
    assert board.energy(1)["Prism Energy"] == 2 and board.s.slot[0][1].units == 0
    assert use in board.options and board.s.trances == 2


@covers("bw6-97 Dragonblast")
def test_dragonblast_costs_two_darkness_energy():
    energy = "Psychic Energy, 2 Darkness Energy, Blend Energy GRPD"
    board = Board(f"active1 Hydreigon bw6-97, {energy} | active2 Keldeo-EX").do("attack Dragonblast")
    assert board.options == [
        f"discard {card} from Hydreigon (active)" for card in ("Blend Energy GRPD", "Darkness Energy")
    ]
    board.do("discard Darkness Energy from Hydreigon (active)", "discard Blend Energy GRPD from Hydreigon (active)")
    assert (board.damage(2), board.energy(1)) == (140, Counter(["Psychic Energy", "Darkness Energy"]))


@covers("bw5-63 Dark Cloak")
@pytest.mark.parametrize(
    ("active", "free"),
    [
        ("Terrakion, Darkness Energy", True),
        ("Terrakion, Prism Energy", True),
        ("Terrakion, Blend Energy GRPD", True),
        ("Terrakion, Psychic Energy", False),
        ("Golurk, Prism Energy", False),  # only Colorless on an evolved Pokemon
        ("Terrakion", False),
    ],
)
def test_dark_cloak_lets_pokemon_with_darkness_energy_retreat_free(active, free):
    for bench in ("Darkrai-EX", "Golett"):
        offered = Board(f"active1 {active} | bench1 {bench}").offers("retreat")
        assert bool(offered) == (free and bench == "Darkrai-EX")
    board = Board("active1 Darkrai-EX, Darkness Energy | bench1 Golett").do("retreat to Golett (bench 1)")
    assert board.bench(1) == ["Darkrai-EX, Darkness Energy"], "nothing is discarded"
    board = Board("active1 Terrakion, Darkness Energy | bench1 Golett | active2 Darkrai-EX")
    assert board.offers("retreat") == [], "not by the opponent's Darkrai"


@covers("bw5-63 Night Spear")
def test_night_spear_hits_the_bench_too():
    more = "| bench2 Golett; Bouffalant; Sigilyph; Deino, damage 40"
    start = against("Darkrai-EX, tool Dark Claw", "3 Darkness Energy", "Night Spear", "Keldeo-EX", more)
    assert len(start.options) == 4 and start.asks == "1 opposing, by Night Spear of Darkrai-EX"
    board = start.copy().do("choose opposing Golett (bench 1)")
    assert (board.damage(2), board.damage(2, 1)) == (110, 30), "no Weakness on the Bench, and no Dark Claw"
    assert start.copy().do("choose opposing Bouffalant (bench 2)").damage(2, 2) == 10
    assert start.copy().do("choose opposing Sigilyph (bench 3)").damage(2, 3) == 0
    board = start.do("choose opposing Deino (bench 4)")
    assert (board.prizes(1), len(board.bench(2))) == (5, 3)
    assert against("Darkrai-EX", "3 Darkness Energy", "Night Spear").damage(2) == 90, "without a Bench"


@covers("bw5-62 Confuse Ray")
def test_confuse_ray():
    start = Board("active1 Sableye, Water Energy")
    board = start.copy().do("attack Confuse Ray", coins="T")
    assert (board.damage(2), board.ill(2)) == (10, "")
    assert start.do("attack Confuse Ray", coins="H").ill(2) == "confused"


@covers("bw5-62 Junk Hunt")
def test_junk_hunt_returns_two_items():
    board = Board("active1 Sableye, Darkness Energy | discard1 N, 2 Switch, Dark Claw, Golett").do("attack Junk Hunt")
    assert board.options == ["take Switch", "take Dark Claw"], "a Tool is an Item, a Supporter is not"
    board.do("take Switch", "take Dark Claw")
    assert board.hand(1) == board.known("shown", 1) == Counter(["Switch", "Dark Claw"])
    board = against("Sableye", "Darkness Energy", "Junk Hunt", more="| discard1 Switch")
    assert (board.hand(1), board.turn) == (Counter(["Switch"]), (6, 2))


@covers("bw7-49 Secret Sword")
@pytest.mark.parametrize(
    ("energy", "damage"),
    [
        ("3 Psychic Energy", 50),
        ("3 Water Energy", 110),
        ("Water Energy, Prism Energy, Blend Energy WLFM, Blend Energy GRPD", 110),
        ("Double Colorless Energy, Water Energy", 70),
    ],
)
def test_secret_sword_counts_water_energy(energy, damage):
    assert against("Keldeo-EX", energy, "Secret Sword").damage(2) == damage


@covers("bw4-54 X Ball")
@pytest.mark.parametrize(
    ("own", "other", "damage"),
    [("2 Psychic Energy", "", 40), ("Double Colorless Energy", ", Water Energy, Double Colorless Energy", 100)],
)
def test_x_ball_counts_all_energy_on_both(own, other, damage):
    assert against("Mewtwo-EX", own, "X Ball", f"Terrakion{other}").damage(2) == damage


@covers("bw6-52 Safeguard")
def test_safeguard_stops_attacks_of_ex_only():
    night = against("Darkrai-EX", "3 Darkness Energy", "Night Spear", "Sigilyph", "| bench2 Golett")
    assert (night.damage(2), night.damage(2, 1)) == (0, 30)
    assert against("Absol", "3 Darkness Energy", "Fearsome Shadow", "Sigilyph").damage(2) == 60
    board = Board("active1 Darkrai-EX | active2 Sigilyph | hand1 Hypnotoxic Laser, N | bench2 Golett")
    board.do("play Hypnotoxic Laser", coins="H")
    assert board.ill(2) == "asleep poisoned", "an Item is no attack"


@covers("bw6-52 Psychic")
@pytest.mark.parametrize(("energy", "damage"), [("", 50), (", Double Colorless Energy, Water Energy", 80)])
def test_psychic_counts_energy_of_the_defender(energy, damage):
    assert against("Sigilyph", "3 Psychic Energy", "Psychic", f"Terrakion{energy}").damage(2) == damage


@covers("bw3-73 Retaliate")
def test_retaliate_is_stronger_after_a_knock_out():
    for avenge, damage in ((4, 90), (3, 30), (2, 30), (0, 30)):
        more = f"| avenge1 {avenge}" if avenge else ""
        assert against("Terrakion", "2 Fighting Energy", "Retaliate", more=more).damage(2) == damage
    board = Board(
        "active1 Golett, 3 Psychic Energy | active2 Deino, damage 30 | bench2 Terrakion, 2 Fighting Energy, damage 10"
    )
    board.do("attack Pound")
    assert board.pokemon(2).startswith("Terrakion") and board.do("attack Retaliate").end == (2, "no Pokemon")
    board = Board("active1 Wobbuffet | active2 Deino, damage 50, poisoned | bench2 Terrakion, 2 Fighting Energy")
    assert board.do("end turn", "attack Retaliate").damage(1) == 30, "Poison is no attack"


@covers("bw6-110 Bouffer")
def test_bouffer_takes_20_off_after_weakness():
    assert against("Terrakion", "2 Fighting Energy", "Retaliate", "Bouffalant").damage(2) == 40, "30 * 2 - 20"
    assert against("Murkrow", "Darkness Energy", "Peck", "Bouffalant").damage(2) == 0
    assert Board("active2 Bouffalant, poisoned").do("end turn").damage(2) == 10, "no attack damage"


@covers("bw6-110 Gold Breaker")
@pytest.mark.parametrize(("defender", "damage"), [("Terrakion", 60), ("Keldeo-EX", 120)])
def test_gold_breaker_is_made_for_ex(defender, damage):
    assert against("Bouffalant", "3 Water Energy", "Gold Breaker", defender).damage(2) == damage


@covers("bw9-67 Fearsome Shadow")
def test_fearsome_shadow_shows_the_hand():
    board = against("Absol", "3 Darkness Energy", "Fearsome Shadow", more="| hand2 2 Golett, N | shown2 Golett")
    assert board.damage(2) == 60 and board.known("shown", 2) == Counter({"Golett": 2, "N": 1})
    assert board.hand(2).total() == 4, "the card drawn since is not known"
