"""The patrons of Tales of Tribute: when they can be called, what they cost and do, favour, and winning by it."""

from __future__ import annotations

from typing import Any

import pytest

from ...helpers.tribute_tools import CARDS, KINDS, NEUTRAL, PATRONS, Board, side

ME, FOE = 0, 1
FAVOURS = [ME, NEUTRAL, FOE]
OTHERS = ["ANSEI", "DUKE_OF_CROWS", "RAJHIN", "PSIJIC", "ORGNUM", "HLAALU", "PELIN", "RED_EAGLE", "SAINT_ALESSIA"]
SHIFT = {ME: ME, NEUTRAL: ME, FOE: NEUTRAL}


def with_patron(patron: str, favour: int = NEUTRAL, **rest: Any) -> Board:
    """A position of a game in which a patron takes part."""
    three = [name for name in ("PELIN", "ANSEI", "RAJHIN", "HLAALU") if name != patron][:3]
    patrons = [patron, *three] if patron != "TREASURY" else ["PELIN", "ANSEI", "RAJHIN", "HLAALU"]
    return Board(" ".join(patrons), favour={patron: favour}, **rest)


def callable_now(patron: str, favour: int = NEUTRAL, **rest: Any) -> bool:
    """Whether the engine's list has the call."""
    return f"call {patron}" in with_patron(patron, favour, **rest).moves()


def rich(patron: str, favour: int = NEUTRAL, **more: Any) -> Board:
    """A position in which every condition of a patron holds, favour aside."""
    me = side(hand="Gold; Rally", cooldown="Oathman", draw="Gold*3", coins=9, power=9, **more)
    return with_patron(patron, favour, me=me, foe=side(agents="Hireling", hand="Gold"))


# --- conditions at their borders --------------------------------------------------------------------------------------

HELD = {"hand": "Gold; Rally", "cooldown": "Oathman"}


@pytest.mark.parametrize(
    ("patron", "coins", "power"),
    [
        ("ANSEI", 0, 2),
        ("DUKE_OF_CROWS", 1, 0),
        ("RAJHIN", 3, 0),
        ("PSIJIC", 4, 0),
        ("ORGNUM", 3, 0),
        ("HLAALU", 0, 0),
        ("PELIN", 0, 2),
        ("RED_EAGLE", 0, 2),
        ("TREASURY", 2, 0),
        ("SAINT_ALESSIA", 4, 0),
    ],
)
def test_a_call_needs_so_much_and_not_one_more(patron, coins, power):
    foe = side(agents="Hireling")
    assert callable_now(patron, me=side(coins=coins, power=power, **HELD), foe=foe)
    if coins:
        assert not callable_now(patron, me=side(coins=coins - 1, power=99, **HELD), foe=foe)
    if power:
        assert not callable_now(patron, me=side(coins=99, power=power - 1, **HELD), foe=foe)


@pytest.mark.parametrize("patron", [*OTHERS, "TREASURY"])
@pytest.mark.parametrize("favour", FAVOURS)
def test_only_ansei_and_the_duke_refuse_whom_they_favour(patron, favour):
    refused = favour == ME and patron in ("ANSEI", "DUKE_OF_CROWS")
    assert ("call " + patron in rich(patron, favour).moves()) == (not refused)


def test_psijic_needs_an_agent_of_the_opponent():
    me = side(coins=9, agents="Oathman")
    assert not callable_now("PSIJIC", me=me)
    assert callable_now("PSIJIC", me=me, foe=side(agents="Shield Bearer"))


@pytest.mark.parametrize("place", ["hand", "played", "agents"])
def test_hlaalu_needs_a_card_that_costs_something(place):
    free = {"hand": "Gold; Bewilderment", "played": "Writ of Coin", "agents": "Alessian Rebel"}
    assert not callable_now("HLAALU", me=free)
    assert callable_now("HLAALU", me={**free, place: "Hireling"})
    assert not callable_now("HLAALU", me={**free, "cooldown": "Rally", "draw": "Rally"}, foe=side(agents="Hireling"))


def test_pelin_needs_an_agent_in_the_own_cooldown_pile_and_not_a_hired_one():
    assert not callable_now("PELIN", me=side(power=9, cooldown="Rally; Clan-Witch", hand="Oathman"))
    assert callable_now("PELIN", me=side(power=9, cooldown="Rally; Alessian Rebel"))
    assert not callable_now("PELIN", me=side(power=9), foe=side(cooldown="Oathman"))


@pytest.mark.parametrize("place", ["hand", "played", "agents"])
def test_treasury_needs_any_card_within_reach(place):
    assert not callable_now("TREASURY", me=side(coins=9, draw="Gold", cooldown="Gold"))
    assert callable_now("TREASURY", me={"coins": 9, place: "Alessian Rebel"})


def test_a_patron_that_is_not_in_the_game_cannot_be_called():
    board = Board(
        "ANSEI DUKE_OF_CROWS RAJHIN PSIJIC",
        me=side(hand="Rally", cooldown="Oathman", coins=9, power=9),
        foe=side(agents="Hireling"),
    )
    calls = [text for text in board.moves() if text.startswith("call")]
    assert calls == ["call ANSEI", "call DUKE_OF_CROWS", "call TREASURY", "call RAJHIN", "call PSIJIC"]


# --- calls ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("patron", [*OTHERS, "TREASURY"])
def test_a_call_uses_up_a_call_of_the_turn(patron):
    board = rich(patron).do(f"call {patron}")
    if board.s.board:
        board.play(board.engine_moves()[0])
    assert board.s.calls[ME] == 0
    assert not [text for text in board.moves() if text.startswith("call")]
    board.do("end").do("end")
    assert board.s.calls == [1, 1]


def test_more_calls_come_from_cards_and_only_for_this_turn():
    board = Board("RAJHIN ORGNUM PELIN ANSEI", me=side(coins=12), row="Tithe; Tithe", pile="Rally*4")
    board.do("call RAJHIN")
    assert board.s.calls[ME] == 0
    board.do("buy Tithe", "call ORGNUM")
    assert (board.s.calls[ME], board.s.coins[ME]) == (0, 12 - 3 - 3 - 3)
    assert "call RAJHIN" not in board.moves()
    board.do("buy Tithe", "end")
    assert board.s.calls == [1, 1]


def test_the_same_patron_may_be_called_twice():
    board = with_patron("RAJHIN", FOE, me=side(coins=6, calls=2)).do("call RAJHIN", "call RAJHIN")
    assert (board.favour("RAJHIN"), board.cooldown(FOE)) == (ME, ["Bewilderment"] * 2)


@pytest.mark.parametrize(
    ("patron", "favour"),
    [
        *((name, favour) for name in OTHERS if name not in ("ANSEI", "DUKE_OF_CROWS") for favour in FAVOURS),
        *(("DUKE_OF_CROWS", favour) for favour in (NEUTRAL, FOE)),
    ],
)
def test_favour_moves_one_step_and_before_the_choice(patron, favour):
    board = rich(patron, favour).do(f"call {patron}")
    assert board.favour(patron) == SHIFT[favour]
    if board.s.board:
        board.play(board.engine_moves()[0])
        assert board.favour(patron) == SHIFT[favour]
    assert [board.favour(other) for other in PATRONS if other != patron] == [NEUTRAL] * 9


def test_favour_moves_for_the_second_player_alike():
    for favour, after in ((1, 1), (NEUTRAL, 1), (0, NEUTRAL)):
        board = with_patron("RED_EAGLE", favour, player=1, me=side(power=2, draw="Gold"))
        assert board.do("call RED_EAGLE").favour("RED_EAGLE") == after


@pytest.mark.parametrize("player", [0, 1])
def test_treasury_never_favours(player):
    board = with_patron("TREASURY", player=player, me=side(hand="Gold; Peck", coins=4, calls=2))
    for name in ("Gold", "Peck"):
        board.do("call TREASURY", f"choose {name}")
        assert board.favour("TREASURY") == NEUTRAL


# --- what they do -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("favour", [NEUTRAL, FOE])
def test_ansei_turns_power_into_a_coin_and_comes_over_at_once(favour):
    board = with_patron("ANSEI", favour, me=side(power=3, coins=1)).do("call ANSEI")
    assert (board.wealth(), board.favour("ANSEI"), board.board) == ((2, 1, 0), ME, "NORMAL")


@pytest.mark.parametrize(("favour", "coins"), [(0, (1, 0)), (1, (0, 1)), (NEUTRAL, (0, 0))])
def test_ansei_gives_a_coin_at_the_start_of_the_turn(favour, coins):
    board = with_patron("ANSEI", favour)
    assert board.do("end").s.coins == [0, coins[1]]
    assert board.do("end").s.coins == [coins[0], 0], "unspent coins go at the end of the own turn"


@pytest.mark.parametrize("favour", [NEUTRAL, FOE])
@pytest.mark.parametrize("coins", [1, 2, 9])
def test_the_duke_takes_all_coins_for_power(coins, favour):
    board = with_patron("DUKE_OF_CROWS", favour, me=side(coins=coins, power=2)).do("call DUKE_OF_CROWS")
    assert board.wealth() == (0, 2 + coins - 1, 0)


@pytest.mark.parametrize("favour", FAVOURS)
def test_rajhin_bewilders(favour):
    board = with_patron("RAJHIN", favour, me=side(coins=4), foe=side(cooldown="Gold")).do("call RAJHIN")
    assert (board.wealth(), board.cooldown(FOE), board.cooldown(ME)) == ((1, 0, 0), ["Gold", "Bewilderment"], [])
    assert board.s.made[KINDS["Bewilderment"]] == 1


@pytest.mark.parametrize("favour", FAVOURS)
def test_psijic_knocks_out_an_agent(favour):
    foe = side(agents="Hireling; Stubborn Shadow 1; Shield Bearer; Morihaus, Sacred Bull", cooldown="Gold")
    board = with_patron("PSIJIC", favour, me=side(coins=5, agents="Morihaus, the Archer"), foe=foe, pile="Tithe")
    board.do("call PSIJIC")
    assert (board.board, board.wealth()) == ("PATRON_CHOICE_PENDING", (1, 0, 0))
    offered = ["Hireling", "Stubborn Shadow", "Shield Bearer", "Morihaus, Sacred Bull"]
    assert board.asks == ("COMPLETE_PSIJIC", 1, 1, offered)
    hired = board.copy().choose("Shield Bearer")
    assert (hired.pile, hired.cooldown(FOE)) == (["Tithe", "Shield Bearer"], ["Gold"])
    board.choose("Hireling")
    assert (board.cooldown(FOE), board.agents(FOE)[0]) == (["Gold", "Hireling"], "Stubborn Shadow 1")
    assert (board.s.coins, board.board) == ([1, 0], "NORMAL"), "no coins for Morihaus"


@pytest.mark.parametrize(
    ("favour", "power", "made"), [(ME, 13 // 4, 1), (NEUTRAL, 13 // 6, 0), (FOE, 2, 0)], ids=["me", "neutral", "foe"]
)
def test_orgnum_gives_power_for_all_cards_owned(favour, power, made):
    me = side(
        hand="Gold*3", draw="Gold*3", played="Peck*2", agents="Oathman*2", cooldown="Gold*3", coins=3
    )  # thirteen cards
    board = with_patron("ORGNUM", favour, me=me, foe=side(draw="Gold*50")).do("call ORGNUM")
    assert board.wealth() == (0, power, 0)
    assert board.cooldown().count("Summerset Sacking") == made


@pytest.mark.parametrize("place", ["hand", "draw", "played", "agents", "cooldown"])
def test_orgnum_counts_the_cards_of_every_place(place):
    me = {"coins": 3, place: "Oathman*12"}
    assert with_patron("ORGNUM", NEUTRAL, me=me).do("call ORGNUM").s.power[ME] == 2


@pytest.mark.parametrize(("cards", "favoured", "neutral"), [(3, 0, 0), (4, 1, 0), (6, 1, 1), (11, 2, 1), (12, 3, 2)])
def test_orgnum_rounds_down(cards, favoured, neutral):
    for favour, power in ((ME, favoured), (NEUTRAL, neutral), (FOE, 2)):
        board = with_patron("ORGNUM", favour, me=side(draw=f"Gold*{cards}", coins=3)).do("call ORGNUM")
        assert board.s.power[ME] == power


@pytest.mark.parametrize("favour", FAVOURS)
def test_hlaalu_turns_a_card_into_prestige(favour):
    me = side(hand="Gold; Rally", played="Peck; Conquest", agents="Alessian Rebel; Oathman", draw="Rally")
    board = with_patron("HLAALU", favour, me=me).do("call HLAALU")
    assert board.asks == ("COMPLETE_HLAALU", 1, 1, ["Rally", "Conquest", "Oathman"])
    assert board.moves() == ["choose Rally", "choose Conquest", "choose Oathman"]
    for name in ("Rally", "Conquest", "Oathman"):
        done = board.copy().choose(name)
        assert done.wealth() == (0, 0, CARDS[KINDS[name]]["cost"] - 1)
        assert name not in done.hand() + done.played() + done.agents() + done.cooldown()
        assert done.s.gone[KINDS[name]] == 1 and done.board == "NORMAL"


@pytest.mark.parametrize("favour", FAVOURS)
def test_pelin_puts_an_agent_on_top_of_the_draw_pile(favour):
    me = side(cooldown="Gold; Oathman; Clan-Witch; Hireling", draw="Peck", power=3, known=1)
    board = with_patron("PELIN", favour, me=me).do("call PELIN")
    assert (board.asks, board.wealth()) == (("COMPLETE_PELLIN", 1, 1, ["Oathman", "Hireling"]), (0, 1, 0))
    board.choose("Hireling")
    assert (board.draw(), board.cooldown()) == (["Hireling", "Peck"], ["Gold", "Oathman", "Clan-Witch"])
    assert board.s.known[ME] == 1, "not one more"


@pytest.mark.parametrize("favour", FAVOURS)
def test_red_eagle_draws_a_card(favour):
    board = with_patron("RED_EAGLE", favour, me=side(power=2, draw="Rally; Gold", known=1)).do("call RED_EAGLE")
    assert (board.wealth(), board.hand(), board.draw(), board.s.known[ME]) == ((0, 0, 0), ["Rally"], ["Gold"], 0)
    empty = with_patron("RED_EAGLE", favour, me=side(power=2, cooldown="Peck")).do("call RED_EAGLE")
    assert (empty.hand(), empty.cooldown()) == (["Peck"], [])


def test_treasury_turns_a_card_into_a_writ_of_coin():
    me = side(hand="Gold; Bewilderment", played="Peck; Rally", agents="Oathman", cooldown="Swipe", coins=3)
    board = with_patron("TREASURY", me=me).do("call TREASURY")
    offered = ["Peck", "Rally", "Gold", "Bewilderment", "Oathman"]
    assert (board.asks, board.wealth()) == (("COMPLETE_TREASURY", 1, 1, offered), (1, 0, 0))
    for name in offered:
        done = board.copy().choose(name)
        assert done.cooldown() == ["Swipe", "Writ of Coin"]
        assert name not in done.hand() + done.played() + done.agents()
        assert done.wealth() == (1, 0, 0)
        assert done.s.gone[KINDS[name]] == 1


@pytest.mark.parametrize(
    ("favour", "made", "power"),
    [(ME, ["Chainbreaker Sergeant"], 0), (NEUTRAL, ["Soldier of the Empire"], 0), (FOE, [], 2)],
    ids=["me", "neutral", "foe"],
)
def test_saint_alessia_sends_a_soldier_or_power(favour, made, power):
    board = with_patron("SAINT_ALESSIA", favour, me=side(coins=5)).do("call SAINT_ALESSIA")
    assert (board.cooldown(), board.wealth()) == (made, (1, power, 0))


# --- winning by favour ------------------------------------------------------------------------------------------------

FOUR = ["RED_EAGLE", "DUKE_OF_CROWS", "RAJHIN", "HLAALU"]


def favoured(by: dict[str, int], player: int = 0, **me: Any) -> Board:
    """A game of four patrons whose favour is given."""
    return Board(" ".join(FOUR), favour=by, player=player, me=me)


@pytest.mark.parametrize("seat", [0, 1])
def test_all_four_patrons_win_at_the_end_of_the_own_turn(seat):
    board = favoured(dict.fromkeys(FOUR, seat), player=seat)
    assert board.end is None
    assert board.do("end").end == (seat, "PATRON_FAVOR")


@pytest.mark.parametrize("missing", FOUR)
@pytest.mark.parametrize("whose", [NEUTRAL, FOE])
def test_three_patrons_do_not_win(missing, whose):
    assert favoured({**dict.fromkeys(FOUR, ME), missing: whose}).do("end").end is None


def test_all_four_patrons_of_the_opponent_do_not_win_at_the_end_of_ones_own_turn():
    board = favoured(dict.fromkeys(FOUR, FOE)).do("end")
    assert board.end is None
    assert board.do("end").end == (FOE, "PATRON_FAVOR")


def test_the_fourth_favour_does_not_end_the_turn():
    board = favoured({**dict.fromkeys(FOUR, ME), "RED_EAGLE": NEUTRAL}, power=2, draw="Gold", hand="Peck")
    board.do("call RED_EAGLE")
    assert (board.end, board.favour("RED_EAGLE")) == (None, ME)
    assert board.do("play Peck", "end").end == (ME, "PATRON_FAVOR")


def test_a_favour_that_is_lost_in_between_counts_no_more():
    """All four are his, but at the end of her turn only she can win by favour; then one is taken away."""
    board = favoured(dict.fromkeys(FOUR, FOE), power=2, draw="Gold").do("call RED_EAGLE", "end")
    assert board.favour("RED_EAGLE") == NEUTRAL
    assert board.do("end").end is None


def test_the_favour_of_a_patron_that_is_not_in_the_game_is_not_asked_for():
    board = favoured(dict.fromkeys(FOUR, ME))
    assert board.favour("PELIN") == board.favour("TREASURY") == NEUTRAL
    assert board.do("end").end == (ME, "PATRON_FAVOR")
