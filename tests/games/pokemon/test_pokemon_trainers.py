"""What every Trainer and every Energy card does in play, and when it can be played."""

from __future__ import annotations

from collections import Counter

import pytest

from ...helpers.pokemon_tools import Board, covers


def playable(card: str, text: str = "", others: str = "") -> bool:
    """Whether a Trainer in hand can be played, besides other cards there."""
    board = Board(f"{text} | hand1 {card}{', ' if others else ''}{others}")
    return f"play {card}" in board.options


# --- cards from the deck ----------------------------------------------------------------------------------------------

SEARCHES = [
    # card, most cards, what it finds, what it does not
    ("bw1-93 Energy Search", 1, ["Water Energy", "Psychic Energy"], ["Prism Energy", "Golett"]),
    ("xy8-146 Professor's Letter", 2, ["Water Energy", "Psychic Energy"], ["Prism Energy", "Golett"]),
    ("bw4-86 Cilan", 3, ["Water Energy", "Psychic Energy"], ["Double Colorless Energy", "N"]),
    ("xy2-94 Pokemon Fan Club", 2, ["Golett", "Keldeo-EX"], ["Golurk", "Zweilous", "N"]),
    ("xy8-148 Skyla", 1, ["N", "Switch", "Dark Claw", "Virbank City Gym"], ["Golett", "Water Energy"]),
]


@covers(*(feature for feature, _, _, _ in SEARCHES))
@pytest.mark.parametrize(("feature", "most", "right", "wrong"), SEARCHES, ids=[found[0] for found in SEARCHES])
def test_searching_for_a_kind_of_card(feature, most, right, wrong):
    name = feature.partition(" ")[2]
    deck = ", ".join(f"2 {card}" for card in [*right, *wrong])
    start = Board(f"hand1 {name} | deck1 {deck}").do(f"play {name}")
    assert set(start.options) == {*(f"take {card}" for card in right), "done"}
    assert start.discard(1) == Counter(), "it is in no zone while it is carried out"
    none = start.copy().do("done")
    assert (none.hand(1), none.discard(1), none.s.searched[0]) == (Counter(), Counter([name]), 1)
    assert Counter(none.deck(1)) == Counter(2 * (right + wrong))
    start.do(*[f"take {right[0]}"] * min(2, most), *[f"take {right[1]}"] * (most - 2))
    taken = Counter([right[0]] * min(2, most) + [right[1]] * max(0, most - 2))
    assert start.hand(1) == start.known("shown", 1) == taken and start.asks == ""
    assert Counter(start.deck(1)) == Counter(2 * (right + wrong)) - taken


WITHOUT_A_DECK = ["Energy Search", "Cilan", "Cheren", "Tierno", "Pokemon Fan Club", "Professor's Letter", "Skyla"]
WITHOUT_A_DECK += ["Ultra Ball", "Computer Search", "Bicycle", "Reserved Ticket", "Wally", "Random Receiver"]


@pytest.mark.parametrize("card", WITHOUT_A_DECK)
def test_what_could_have_no_effect_cannot_be_played(card):
    """No search and no draw with an empty deck: else Ultra Ball would be a way to discard two cards."""
    board = Board(f"active1 Deino | deck1 Golett | hand1 {card}, 2 Deino")
    assert f"play {card}" in board.options
    board.s.n_deck[0] = 0
    assert f"play {card}" not in board.options


def test_nor_can_an_ability_be_used():
    board = Board("active1 Gabite | bench1 Gabite", setup="dragon_speed:era=xy")
    assert board.offers("use Dragon Call")
    board.s.n_deck[0] = 0
    assert board.offers("use Dragon Call") == []


@covers("bw1-93 Energy Search")
def test_a_search_shuffles_the_deck():
    deck = "Golett, Deino, N, Cilan, Cheren, Murkrow, Stunky"
    orders = set()
    for seed in range(8):
        board = Board(f"hand1 Energy Search | deck1 {deck} | knows1 top 2")
        board.here.play("play Energy Search", seed=seed)
        assert (board.asks, board.s.top[0], board.s.searched[0]) == ("", 0, 1), "nothing to find: nobody is asked"
        orders.add(tuple(board.deck(1)))
    assert len(orders) == 8


@covers("bw1-99 Pokemon Communication")
def test_pokemon_communication_exchanges_pokemon():
    assert not playable("Pokemon Communication", others="N")
    assert playable("Pokemon Communication", others="Deino")
    board = Board("hand1 Pokemon Communication, Deino, Golett, N | deck1 Zweilous, Cilan").do(
        "play Pokemon Communication"
    )
    assert board.options == ["put Deino bw6-94 on top", "put Golett on top"]
    board.do("put Golett on top")
    assert board.options == ["take Zweilous", "take Golett", "done"]
    assert board.known("met", 1) == Counter(["Golett"])
    board.do("take Zweilous")
    assert board.hand(1) == Counter(["Deino", "N", "Zweilous"]) and set(board.deck(1)) == {"Golett", "Cilan"}
    assert board.discard(1) == Counter(["Pokemon Communication"])


@covers("bw5-102 Ultra Ball")
def test_ultra_ball_costs_two_cards_and_may_find_nothing():
    assert not playable("Ultra Ball", others="N")
    board = Board("hand1 Ultra Ball, N, 2 Cilan | deck1 Golett, Golurk, Cheren").do("play Ultra Ball")
    assert board.options == ["discard Cilan", "discard N"]
    board.do("discard Cilan")
    assert board.options == ["discard Cilan", "discard N"], "one more"
    board.do("discard Cilan")
    assert board.options == ["take Golurk", "take Golett", "done"]
    board.do("done")
    assert (board.hand(1), board.discard(1)) == (Counter(["N"]), Counter({"Cilan": 2, "Ultra Ball": 1}))


@covers("bw7-137 Computer Search")
def test_computer_search_must_take_a_card_in_secret():
    assert not playable("Computer Search", others="N")
    board = Board("hand1 Computer Search, N, Cilan | deck1 Golett, Cheren").do("play Computer Search")
    board.do("discard Cilan")
    assert board.options == ["take Golett", "take Cheren"], "a card must be taken"
    assert [board.here.seen(move, 1) for move in board.here.options()] == [-1, -1]
    board.do("take Cheren")
    assert board.hand(1) == Counter(["Cheren"]) and board.known("shown", 1) == Counter()
    assert board.discard(1) == Counter(["N", "Cilan", "Computer Search"])


@covers("xy8-147 Reserved Ticket")
def test_reserved_ticket_puts_a_card_on_top_on_heads():
    start = Board("hand1 Reserved Ticket | deck1 Golett, Cheren, Deino, N, Cilan")
    board = start.copy().do("play Reserved Ticket", coins="T")
    assert (board.asks, board.discard(1), board.s.searched[0]) == ("", Counter(["Reserved Ticket"]), 0)
    start.do("play Reserved Ticket", coins="H")
    assert len(start.options) == 5 and "done" not in start.options
    assert start.here.seen(start.here.options()[0], 1) == -1
    start.do("put N on top")
    assert (start.deck(1)[0], start.s.top[0], len(start.deck(1))) == ("N", 1, 5)
    assert start.do("end turn", "end turn").hand(1) == Counter(["N"])


@covers("bw5-99 Random Receiver")
def test_random_receiver_takes_the_first_supporter():
    deck = "Golett, Switch, N, Cheren"
    board = Board(f"hand1 Random Receiver | deck1 {deck}").do("play Random Receiver")
    assert board.hand(1) == board.known("shown", 1) == Counter(["N"])
    assert set(board.deck(1)) == {"Golett", "Switch", "Cheren"}
    assert board.known("met", 1) >= Counter(["Golett", "Switch"]) and "Cheren" not in board.known("met", 1)
    assert board.known("stays", 1) == Counter(["Golett", "Switch"]) and not board.s.searched[0]
    board = Board("hand1 Random Receiver | deck1 Golett, Switch").do("play Random Receiver")
    assert (board.hand(1), board.s.searched[0]) == (Counter(), 1), "the whole deck was shown"


@covers("xy6-94 Wally")
def test_wally_needs_a_pokemon_that_can_evolve():
    assert not playable("Wally", "active1 Ursaring < Teddiursa | bench1 Golurk < Golett"), "nothing evolves from them"
    assert not playable("Wally", "active1 Terrakion")
    assert playable("Wally", "active1 Ursaring < Teddiursa | bench1 Teddiursa")
    assert playable("Wally", "active1 Zweilous < Deino"), "Hydreigon, be it in the deck or not"


@covers("xy6-94 Wally")
def test_wally_evolves_at_once():
    deck = "Zweilous, 2 Golurk, Hydreigon, Golett, N"
    text = f"active1 Deino, fresh, damage 20, asleep | bench1 Golett; Golett; Zweilous < Deino | deck1 {deck}"
    for head in ("turn 1 player 1", "turn 2 player 1", "turn 5 player 1"):
        board = Board(f"{text} | hand1 Wally", head=head).do("play Wally")
        assert board.options == [
            "evolve Deino (active) into Zweilous",
            "evolve Golett (bench 1) into Golurk",
            "evolve Zweilous (bench 3) into Hydreigon bw6-98",
            "done",
        ]
        board.do("evolve Deino (active) into Zweilous")
        assert board.pokemon(1) == "Zweilous < Deino bw6-94, damage 20, fresh"
        assert sorted(board.deck(1)) == ["Golett", "Golurk", "Golurk", "Hydreigon", "N"]
        assert board.discard(1) == Counter(["Wally"]) and board.s.searched[0]
    assert Board(f"{text} | hand1 Wally").do("play Wally", "done").pokemon(1).startswith("Deino")


# --- drawing ----------------------------------------------------------------------------------------------------------


@covers("bw5-91 Cheren", "xy4-107 Tierno")
@pytest.mark.parametrize("name", ["Cheren", "Tierno"])
def test_three_cards_are_drawn(name):
    board = Board(f"hand1 {name}, N").do(f"play {name}")
    assert board.hand(1) == Counter({"N": 1, "Fighting Energy": 3})
    assert Board(f"hand1 {name} | deck1 N, Cilan").do(f"play {name}").hand(1) == Counter(["N", "Cilan"])


@covers("bw1-101 Professor Juniper")
def test_juniper_discards_the_hand_and_draws_seven():
    board = Board("hand1 Professor Juniper, N, 2 Golett | shown1 N").do("play Professor Juniper")
    assert board.hand(1) == Counter({"Fighting Energy": 7}) and board.known("shown", 1) == Counter()
    assert board.discard(1) == Counter({"N": 1, "Golett": 2, "Professor Juniper": 1})
    board = Board("hand1 Professor Juniper | deck1 N, Cilan, Golett").do("play Professor Juniper")
    assert (board.hand(1).total(), board.end) == (3, None), "a short deck just gives what is there"
    assert board.do("end turn", "end turn").end == (2, "no card to draw")


@covers("bw3-92 N")
@pytest.mark.parametrize(("mine", "theirs"), [(2, 5), (6, 6), (1, 3)])
def test_n_gives_both_as_many_cards_as_they_have_prizes(mine, theirs):
    board = Board(
        f"hand1 N, 3 Golett | hand2 Deino, 2 Cilan | shown2 Deino | prizes1 {mine} Water Energy | "
        f"prizes2 {theirs} Water Energy"
    ).do("play N")
    assert (board.hand(1).total(), board.hand(2).total()) == (mine, theirs)
    assert (len(board.deck(1)), len(board.deck(2))) == (12 - mine, 12 - theirs)
    assert board.discard(1) == Counter(["N"]), "N itself is not shuffled in"
    assert board.known("shown", 2) == Counter() and board.known("met", 2) == Counter(["Deino"])


@covers("bw8-118 Colress")
@pytest.mark.parametrize(("mine", "theirs"), [(0, 0), (1, 0), (3, 5)])
def test_colress_draws_a_card_for_each_benched_pokemon(mine, theirs):
    text = f"{'| bench1 ' + '; '.join(['Golett'] * mine) if mine else ''}"
    text += f"{'| bench2 ' + '; '.join(['Deino'] * theirs) if theirs else ''}"
    board = Board(f"hand1 Colress, N, Cilan {text}").do("play Colress")
    assert (board.hand(1).total(), len(board.deck(1))) == (mine + theirs, 11 - mine - theirs)


@covers("bw8-117 Bicycle")
@pytest.mark.parametrize(("others", "drawn"), [(0, 4), (1, 3), (3, 1), (4, None)])
def test_bicycle_draws_up_to_four(others, drawn):
    text = f"hand1 Bicycle{f', {others} Golett' if others else ''}"
    if drawn is None:
        assert "play Bicycle" not in Board(text).options
    else:
        assert Board(text).do("play Bicycle").hand(1)["Fighting Energy"] == drawn


@covers("xy8-138 Giovanni's Scheme")
def test_giovanni_draws_or_strengthens():
    text = "active1 Golett, 3 Psychic Energy | bench1 Golett, 3 Psychic Energy | hand1 Giovanni's Scheme, N, Switch"
    start = Board(text).do("play Giovanni's Scheme")
    more = "own attacks do 20 more to the opposing Active this turn (before W/R)"
    assert start.options == ["draw until 5 cards are in hand", more], "a sentence, not the words of the card file"
    board = start.copy().do("draw until 5 cards are in hand")
    assert (board.hand(1).total(), board.marks(1)) == (5, "")
    assert board.do("attack Pound").damage(2) == 40
    board = start.do(more)
    assert (board.hand(1).total(), board.marks(1)) == (2, "more 20 until 5")
    board.do("play Switch")
    assert board.copy().do("attack Pound").damage(2) == 60, "it is the player's, and survives a switch"
    assert board.do("end turn", "end turn", "attack Pound").damage(2) == 40


@covers("xy8-138 Giovanni's Scheme")
def test_giovannis_20_come_before_weakness_and_not_on_the_bench():
    board = Board("active1 Murkrow, Darkness Energy | active2 Golett | marks1 more 20 until 5").do("attack Peck")
    assert board.damage(2) == 60
    board = Board("active1 Darkrai-EX, 3 Darkness Energy | bench2 Golett | marks1 more 20 until 5")
    assert (board.do("attack Night Spear").damage(2), board.damage(2, 1)) == (110, 30)


# --- from the discard pile --------------------------------------------------------------------------------------------


@covers("bw1-92 Energy Retrieval", "xy8-136 Fisherman")
@pytest.mark.parametrize(("name", "most"), [("Energy Retrieval", 2), ("Fisherman", 4)])
def test_basic_energy_returns_to_the_hand(name, most):
    assert not playable(name, "discard1 Prism Energy, N")
    pile = "3 Water Energy, 3 Psychic Energy, Prism Energy"
    board = Board(f"hand1 {name} | discard1 {pile}").do(f"play {name}")
    assert board.options == ["take Psychic Energy", "take Water Energy"], "there is no stopping early"
    board.do(*["take Psychic Energy", "take Water Energy"] * (most // 2))
    assert board.hand(1) == board.known("shown", 1) == Counter(["Psychic Energy", "Water Energy"] * (most // 2))
    board = Board(f"hand1 {name} | discard1 Water Energy, N").do(f"play {name}")
    assert (board.hand(1), board.asks) == (Counter(["Water Energy"]), ""), "as many as there are"


@covers("bw3-95 Super Rod")
def test_super_rod_returns_three_cards_to_the_deck():
    assert not playable("Super Rod", "discard1 Prism Energy, N")
    board = Board("hand1 Super Rod | discard1 2 Golett, Golurk, 2 Water Energy, N, Prism Energy | deck1 Deino")
    board.do("play Super Rod")
    assert board.options == ["return Golurk", "return Golett", "return Water Energy"]
    board.do("return Golett", "return Golurk", "return Water Energy")
    assert sorted(board.deck(1)) == ["Deino", "Golett", "Golurk", "Water Energy"]
    assert board.discard(1) == Counter(["Golett", "Water Energy", "N", "Prism Energy", "Super Rod"])
    assert board.known("stays", 1) == board.known("met", 1) == Counter(["Golett", "Golurk", "Water Energy"])
    board = Board("hand1 Super Rod | discard1 Golett, N").do("play Super Rod")
    assert (board.deck(1).count("Golett"), board.asks) == (1, "")


@covers("bw8-128 Dowsing Machine")
def test_dowsing_machine_returns_a_trainer():
    assert not playable("Dowsing Machine", "discard1 N", "Golett")
    assert not playable("Dowsing Machine", "discard1 Golett", "Deino, Golett")
    board = Board("hand1 Dowsing Machine, Golett, Cilan | discard1 N, Dark Claw, Golett").do("play Dowsing Machine")
    board.do("discard Golett")
    assert board.options == ["take Cilan", "take N", "take Dark Claw"], "what was paid is in the discard pile by now"
    board.do("take Dark Claw")
    assert board.hand(1) == board.known("shown", 1) == Counter(["Dark Claw"])
    assert board.discard(1) == Counter({"N": 1, "Golett": 2, "Cilan": 1, "Dowsing Machine": 1})


@covers("bw8-128 Dowsing Machine")
def test_dowsing_machine_may_return_what_was_paid_for_it():
    """The cost comes first, so that a Trainer of the hand will do; the card itself is not yet in the discard pile."""
    board = Board("hand1 Dowsing Machine, N, Golett | discard1 Golett")
    board.do("play Dowsing Machine", "discard Golett")
    assert board.hand(1) == Counter(["N"]) and board.discard(1) == Counter({"Golett": 2, "Dowsing Machine": 1})


@covers("bw5-93 Dark Patch")
def test_dark_patch_attaches_to_a_benched_darkness_pokemon():
    assert not playable("Dark Patch", "bench1 Sableye | discard1 Prism Energy, Water Energy")
    assert not playable("Dark Patch", "active1 Sableye | bench1 Golett | discard1 Darkness Energy")
    board = Board(
        "active1 Absol | bench1 Sableye; Golett; Darkrai-EX | discard1 2 Darkness Energy | hand1 2 Dark Patch"
    )
    board.do("play Dark Patch")
    assert board.options == [
        f"attach Darkness Energy to {who}" for who in ("Sableye (bench 1)", "Darkrai-EX (bench 3)")
    ]
    board.do("attach Darkness Energy to Darkrai-EX (bench 3)")
    assert (board.energy(1, 3), board.s.attached) == (Counter(["Darkness Energy"]), 0), "not the Energy of the turn"
    board.do("play Dark Patch", "attach Darkness Energy to Sableye (bench 1)")
    assert board.discard(1) == Counter({"Dark Patch": 2})


# --- Pokemon in play --------------------------------------------------------------------------------------------------


@covers("bw1-100 Potion")
def test_potion_heals_30():
    assert not playable("Potion")
    assert not playable("Potion", "active2 Golett, damage 30")
    board = Board("active1 Golett, damage 20 | bench1 Deino, damage 50; Golett | hand1 2 Potion").do("play Potion")
    assert board.options == ["choose Golett (active)", "choose Deino (bench 1)"]
    board.do("choose Deino (bench 1)")
    assert (board.damage(1), board.damage(1, 1)) == (20, 20)
    board.do("play Potion", "choose Golett (active)")
    assert board.damage(1) == 0


@covers("bw2-94 Max Potion")
def test_max_potion_heals_all_and_discards_the_energy():
    assert not playable("Max Potion", "active1 Golett, 2 Psychic Energy, poisoned")
    text = "active1 Golett, damage 80, Psychic Energy | bench1 Keldeo-EX, damage 150, 2 Water Energy, Prism Energy"
    board = Board(f"{text}, tool Float Stone | hand1 Max Potion").do("play Max Potion", "choose Keldeo-EX (bench 1)")
    assert board.pokemon(1, 1) == "Keldeo-EX, tool Float Stone" and board.s.slot[0][1].units == 0
    assert board.pokemon(1) == "Golett, damage 80, Psychic Energy"
    assert board.discard(1) == Counter({"Water Energy": 2, "Prism Energy": 1, "Max Potion": 1})


@covers("xy2-93 Pokemon Center Lady")
def test_the_lady_heals_60_and_cures():
    assert not playable("Pokemon Center Lady")
    assert playable("Pokemon Center Lady", "active1 Golett, asleep")
    board = Board(
        "active1 Golett, damage 80, confused poisoned burned | marks1 no_retreat until 5 | bench1 Deino, damage 10 | "
        "hand1 Pokemon Center Lady"
    ).do("play Pokemon Center Lady")
    assert board.options == ["choose Golett (active)", "choose Deino (bench 1)"]
    other = board.copy().do("choose Deino (bench 1)")
    assert (other.damage(1), other.damage(1, 1), other.ill(1)) == (80, 0, "confused poisoned burned")
    board.do("choose Golett (active)")
    assert (board.damage(1), board.ill(1), board.marks(1)) == (20, "", "no_retreat until 5")


@covers("xy0-38 Switch")
def test_switch_changes_the_active_pokemon():
    assert not playable("Switch")
    board = Board(
        "active1 Golett, damage 10, asleep poisoned | marks1 no_retreat until 5 | bench1 Deino; Murkrow | hand1 Switch"
    ).do("play Switch")
    assert board.options == ["choose Deino (bench 1)", "choose Murkrow (bench 2)"]
    board.do("choose Murkrow (bench 2)")
    assert (board.pokemon(1), board.bench(1)) == ("Murkrow", ["Deino bw6-94", "Golett, damage 10"])
    assert (board.ill(1), board.marks(1), board.s.retreated) == ("", "", 0)


@covers("xy0-36 Pokemon Catcher")
def test_pokemon_catcher_needs_heads_since_2013():
    assert not playable("Pokemon Catcher", "bench1 Golett")
    start = Board("active2 Golett, confused burned | bench2 Deino; Murkrow | hand1 Pokemon Catcher")
    board = start.copy().do("play Pokemon Catcher", coins="T")
    assert (board.pokemon(2), board.asks) == ("Golett, confused burned", "")
    start.do("play Pokemon Catcher", coins="H")
    assert start.options == [f"choose opposing {who}" for who in ("Deino (bench 1)", "Murkrow (bench 2)")]
    start.do("choose opposing Deino (bench 1)")
    assert (start.pokemon(2), start.bench(2), start.turn) == ("Deino bw6-94", ["Golett", "Murkrow"], (5, 1))


@covers("bw2-95 Pokemon Catcher")
def test_pokemon_catcher_had_no_coin_before():
    text = "active2 Golett | bench2 Deino; Murkrow | hand1 Pokemon Catcher"
    assert "play Pokemon Catcher" not in Board("hand1 Pokemon Catcher", setup="dragonsnarl:era=bw").options
    board = Board(text, setup="dragonsnarl:era=bw").do("play Pokemon Catcher", coins="")
    assert board.options == [f"choose opposing {who}" for who in ("Deino (bench 1)", "Murkrow (bench 2)")]
    assert board.do("choose opposing Murkrow (bench 2)").pokemon(2) == "Murkrow"


@covers("bw1-94 Energy Switch")
def test_energy_switch_moves_a_basic_energy():
    assert not playable("Energy Switch", "active1 Golett, Psychic Energy")
    assert not playable("Energy Switch", "active1 Golett, Prism Energy | bench1 Golett")
    board = Board(
        "active1 Golett, Psychic Energy, Prism Energy | bench1 Deino; Murkrow, Water Energy | hand1 Energy Switch"
    )
    board.do("play Energy Switch")
    assert board.options == ["move Psychic Energy from Golett (active)", "move Water Energy from Murkrow (bench 2)"]
    board.do("move Water Energy from Murkrow (bench 2)")
    assert board.options == [f"move Water Energy to {who}" for who in ("Golett (active)", "Deino (bench 1)")]
    board.do("move Water Energy to Golett (active)")
    assert (board.energy(1).total(), board.energy(1, 2), board.s.attached) == (3, Counter(), 0)


@covers("bw5-100 Rare Candy")
def test_rare_candy_skips_a_stage():
    hydra = "Hydreigon bw6-97"
    assert playable("Rare Candy", "active1 Deino bw6-93", hydra)
    assert playable("Rare Candy", "active1 Deino bw6-94", hydra), "the name counts"
    assert not playable("Rare Candy", "active1 Deino, fresh", hydra)
    assert not playable("Rare Candy", "active1 Zweilous < Deino", hydra)
    assert not playable("Rare Candy", "active1 Golett", hydra)
    assert not playable("Rare Candy", "active1 Deino", "Zweilous")
    for turn in (1, 2):
        early = Board(f"active1 Deino | hand1 Rare Candy, {hydra}", head=f"turn {turn} player 1")
        assert early.offers("play") == []
    board = Board(
        f"active1 Deino, damage 30, Darkness Energy, asleep | bench1 Deino; Gible | hand1 Rare Candy, Garchomp, {hydra}"
    )
    board.do("play Rare Candy")
    assert board.options == [
        "evolve Gible (bench 2) into Garchomp",
        "evolve Deino (active) into Hydreigon bw6-97",
        "evolve Deino (bench 1) into Hydreigon bw6-97",
    ]
    board.do("evolve Deino (active) into Hydreigon bw6-97")
    assert board.pokemon(1) == "Hydreigon bw6-97 < Deino bw6-94, damage 30, Darkness Energy, fresh"
    assert board.hand(1) == Counter(["Garchomp"]) and board.discard(1) == Counter(["Rare Candy"])


@covers("bw6-116 Tool Scrapper")
def test_tool_scrapper_discards_up_to_two_tools():
    assert not playable("Tool Scrapper")
    text = (
        "active1 Golett, tool Giant Cape | active2 Deino, tool Giant Cape, damage 70 | "
        "bench2 Murkrow, tool Float Stone; Golett"
    )
    start = Board(f"{text} | hand1 Tool Scrapper").do("play Tool Scrapper")
    assert start.options == [
        "discard Giant Cape from Golett (active)",
        "discard Giant Cape from opposing Deino (active)",
        "discard Float Stone from opposing Murkrow (bench 1)",
        "done",
    ]
    board = start.copy().do("done")
    assert board.tool(1) == "Giant Cape" and board.discard(1) == Counter(["Tool Scrapper"])
    board = start.copy().do("discard Float Stone from opposing Murkrow (bench 1)", "done")
    assert (board.tool(2, 1), board.discard(2)) == ("", Counter(["Float Stone"]))
    board = start.do("discard Giant Cape from opposing Deino (active)")
    assert board.prizes(1) == 6, "judged when the card is through"
    board.do("discard Giant Cape from Golett (active)")
    assert board.asks == "2 promote" and board.prizes(1) == 5 and board.tool(1) == ""
    board.do("promote Murkrow (bench 1)")
    assert board.turn == (5, 1), "the turn goes on"


@covers("bw8-123 Hypnotoxic Laser")
def test_hypnotoxic_laser_poisons_and_may_put_to_sleep():
    start = Board("active2 Golett, confused | hand1 Hypnotoxic Laser")
    assert start.copy().do("play Hypnotoxic Laser", coins="T").ill(2) == "confused poisoned"
    board = start.do("play Hypnotoxic Laser", coins="H")
    assert (board.ill(2), board.damage(2)) == ("asleep poisoned", 0)


# --- Tools and Stadiums -----------------------------------------------------------------------------------------------


@covers("bw6-114 Giant Cape")
def test_giant_cape_gives_20_hp():
    board = Board("active1 Golett, 3 Psychic Energy | active2 Deino, damage 30, tool Giant Cape").do("attack Pound")
    assert board.pokemon(2) == "Deino bw6-94, damage 70, tool Giant Cape"
    board = Board("active1 Golett, 3 Psychic Energy | active2 Deino, damage 40, tool Giant Cape | bench2 Golett")
    assert board.do("attack Pound").discard(2) == Counter(["Deino", "Giant Cape"])


@covers("bw6-115 Rescue Scarf")
def test_rescue_scarf_returns_the_whole_stack():
    text = "active1 Golett, 3 Psychic Energy | bench2 Golett"
    stack = "Zweilous < Deino, damage 50, tool Rescue Scarf, Darkness Energy"
    board = Board(f"{text} | active2 {stack}").do("attack Pound")
    assert board.known("shown", 2) == Counter(["Zweilous", "Deino"])
    assert board.discard(2) == Counter(["Darkness Energy", "Rescue Scarf"])
    assert (board.pokemon(2), board.prizes(1)) == ("Golett", 5)
    board = Board(f"{text} | active2 {stack.replace('50', '80')}, poisoned").do("end turn")
    assert board.known("shown", 2) == Counter() and board.discard(2).total() == 4, "not by Poison"


@covers("bw6-115 Rescue Scarf")
def test_rescue_scarf_on_the_bench_and_without_any_other_pokemon():
    board = Board("active1 Darkrai-EX, 3 Darkness Energy | bench2 Deino, damage 40, tool Rescue Scarf")
    board.do("attack Night Spear")
    assert (board.bench(2), board.hand(2)["Deino"], board.prizes(1)) == ([], 1, 5)
    board = Board("active1 Golett, 3 Psychic Energy | active2 Deino, damage 40, tool Rescue Scarf").do("attack Pound")
    assert board.end == (1, "no Pokemon"), "cards in hand are not in play"


@covers("bw5-92 Dark Claw")
def test_dark_claw_adds_20_before_weakness_for_darkness_pokemon():
    board = Board("active1 Murkrow, Darkness Energy, tool Dark Claw | active2 Golett").do("attack Peck")
    assert board.damage(2) == 60
    board = Board("active1 Golett, 3 Psychic Energy, tool Dark Claw").do("attack Pound")
    assert board.damage(2) == 40
    board = Board("active1 Zorua, Darkness Energy, tool Dark Claw").do("attack Whiny Voice")
    assert board.damage(2) == 0, "an attack without damage gets none"


@covers("bw5-92 Dark Claw", "xy8-138 Giovanni's Scheme")
def test_nothing_is_added_to_a_base_damage_of_zero():
    """When all coins of a 10x attack show tails there is no damage that could be increased."""
    for text in (
        "active1 Inkay, 2 Darkness Energy, tool Dark Claw",
        "active1 Inkay, 2 Darkness Energy | marks1 more 20 until 5",
    ):
        start = Board(text)
        assert start.copy().do("attack Disorderly Flip", coins="TTTT").damage(2) == 0
        assert start.do("attack Disorderly Flip", coins="THTT").damage(2) == 30


@covers("bw9-99 Float Stone")
def test_float_stone_makes_retreats_free():
    board = Board("active1 Terrakion, tool Float Stone, Fighting Energy | bench1 Golett")
    board.do("retreat to Golett (bench 1)")
    assert board.bench(1) == ["Terrakion, Fighting Energy, tool Float Stone"]


@covers("bw8-126 Virbank City Gym")
def test_virbank_adds_two_counters_to_poison():
    for owner in (1, 2):
        text = f"stadium Virbank City Gym of {owner} | active1 Golett, poisoned | active2 Golett, poisoned"
        board = Board(text).do("end turn")
        assert (board.damage(1), board.damage(2)) == (30, 30)
    board = Board("active2 Golett, poisoned | hand1 Virbank City Gym").do("play Virbank City Gym", "end turn")
    assert (board.damage(2), board.stadium, board.s.stadium_owner) == (30, "Virbank City Gym", 0)


# --- Energy -----------------------------------------------------------------------------------------------------------

GIVES = [
    # card, which attacks a Pokemon can pay with it
    ("bw1-109 Psychic Energy", "Gothorita", ["Hypnoblast"]),
    ("bw1-109 Psychic Energy", "Marowak", []),
    ("bw1-111 Darkness Energy", "Houndoom", ["Bite"]),
    ("bw1-111 Darkness Energy", "Gothorita", []),
    ("bw1-107 Water Energy", "Milotic", ["Clear Search"]),
    ("bw1-107 Water Energy", "Houndoom", []),
    ("bw1-110 Fighting Energy", "Marowak", ["Bone Lock"]),
    ("bw1-110 Fighting Energy", "Milotic", []),
    ("bw6-117 Blend Energy GRPD", "Gothorita", ["Hypnoblast"]),
    ("bw6-117 Blend Energy GRPD", "Houndoom", ["Bite"]),
    ("bw6-117 Blend Energy GRPD", "Milotic", []),
    ("bw6-117 Blend Energy GRPD", "Marowak", []),
    ("bw6-118 Blend Energy WLFM", "Milotic", ["Clear Search"]),
    ("bw6-118 Blend Energy WLFM", "Marowak", ["Bone Lock"]),
    ("bw6-118 Blend Energy WLFM", "Gothorita", []),
    ("bw6-118 Blend Energy WLFM", "Floatzel", ["Wave Splash"]),
    ("bw4-93 Prism Energy", "Gothita", ["Future Sight"]),
    ("bw4-93 Prism Energy", "Houndour", ["Bite"]),
    ("bw4-93 Prism Energy", "Feebas", ["Add-a-Dash"]),
    ("bw4-93 Prism Energy", "Cubone", ["Headbutt"]),
    ("bw4-93 Prism Energy", "Houndoom", []),
    ("bw4-93 Prism Energy", "Floatzel", ["Wave Splash"]),
    ("bw4-92 Double Colorless Energy", "Mewtwo-EX", ["X Ball"]),
    ("bw4-92 Double Colorless Energy", "Houndour", []),
    ("bw4-92 Double Colorless Energy", "Sableye", ["Confuse Ray"]),
]


@covers(*(feature for feature, _, _ in GIVES))
@pytest.mark.parametrize(("feature", "name", "attacks"), GIVES)
def test_what_an_energy_pays_for(feature, name, attacks):
    energy = feature.partition(" ")[2]
    board = Board(f"active1 {name} | hand1 {energy}").do(f"attach {energy} to {name} (active)")
    assert board.offers("attack") == [f"attack {attack}" for attack in attacks]
    assert board.energy(1) == Counter([energy])
    assert board.s.slot[0][0].units == (2 if energy.startswith("Double") else 1)
