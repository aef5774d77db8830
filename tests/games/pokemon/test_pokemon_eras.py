"""The rules that changed in November 2013: an era is a word of the setup, and every deck has its own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.games.pokemon.cards.arrays import IDS
from mulligan.games.pokemon.cards.decks import ERAS

from ...helpers.pokemon_tools import DECKS, PLAIN, Board, pair

READY = "active1 Deino, Darkness Energy | active2 Golett, 3 Psychic Energy"
OLD = [deck for deck in DECKS if deck != "night_striker"]


def table(setup: str) -> tuple[str, int, int]:
    """The era of a setup, how it is found who starts, and whether the first turn has an attack."""
    t = PLAIN.make_table(setup)[0]
    return ERAS[int(t.era)], int(t.start), int(t.first_attack)


BW, XY = ("bw", 2, 1), ("xy", 0, 0)


@pytest.mark.parametrize(
    ("setup", "right"),
    [
        *((deck, BW) for deck in OLD),
        *((f"{deck}:era=xy", XY) for deck in DECKS),
        ("night_striker", XY),
        ("night_striker:era=bw", BW),
        (pair("dragonsnarl", "darkrai_laser"), BW),
        (pair("dragonsnarl", "night_striker"), XY),
        (pair("night_striker", "dragonsnarl"), XY),
        (pair("night_striker", "dragonsnarl") + ",era=bw", BW),
        ("dragonsnarl:first_attack=no", ("bw", 2, 0)),
        ("dragonsnarl:era=xy,first_attack", ("xy", 0, 1)),
        ("dragonsnarl:start=chosen", ("bw", 0, 1)),
        ("dragonsnarl:start=flip", ("bw", 1, 1)),
        ("night_striker:start=late", ("xy", 2, 0)),
    ],
)
def test_every_deck_is_played_by_its_own_rules_and_single_words_change_them(setup, right):
    assert table(setup) == right


def test_a_deck_of_ones_own_too(tmp_path: Path):
    for era in ("", *ERAS):
        file = tmp_path / f"my{era}.txt"
        file.write_text((f"era: {era}\n" if era else "") + "4 Deino bw6-94\n56 Darkness Energy\n", "utf-8")
        assert table(pair(str(file), "dragonsnarl"))[0] == (era or "xy")


@pytest.mark.parametrize("setup", ["dragonsnarl:era=sm", "dragonsnarl:era=2013"])
def test_other_eras_are_refused(setup):
    with pytest.raises(UsageError, match=r"era=.* should be bw or xy"):
        PLAIN.make_table(setup)


# --- who starts -------------------------------------------------------------------------------------------------------


def test_the_coin_is_flipped_when_both_have_set_up():
    firsts: Counter[int] = Counter()
    for seed in range(60):
        board = Board.of(Position.deal(PLAIN, "dragonsnarl", seed))
        while board.s.turn == 0:
            assert board.s.first == 0 and not board.asks.endswith("start"), "nobody knows, and nobody is asked"
            board.do(board.options[-1])
        firsts[int(board.s.player)] += 1
        assert board.s.first == board.s.player and board.s.turn == 1
    assert min(firsts[0], firsts[1]) > 12, "a fair coin fails this once in 60,000 times"


def test_the_same_last_move_of_the_set_up_leads_to_both_starters():
    """Who starts is chance that both see: the outcomes of the move tell the two apart."""
    text = (
        "pokemon setup | ask 2 bench | with first 1 opener 1 | active1 Golett | hand1 6 Psychic Energy | deck1 20 N "
        "| prizes1 6 N | active2 Golett | hand2 Murkrow, 5 Psychic Energy | deck2 30 Cilan"
    )
    found = {}
    for seed in range(40):
        board = Board(text, whole=True, setup="dragonsnarl")
        board.here.play("done", seed=seed)
        found.setdefault(int(board.s.player), set()).update(int(number) for number in board.s.outcome)
    assert set(found) == {0, 1} and not found[0] & found[1]


def test_in_sudden_death_too():
    both = "active1 Golett, damage 80, poisoned | active2 Golett, damage 80, poisoned | prizes1 N | prizes2 N"
    for seed in range(10):
        board = Board(both, head="turn 31 player 1", setup="dragonsnarl")
        board.here.play("end turn", seed=seed)
        assert (board.s.sudden, board.s.began) == (1, 31) and "start" not in board.asks


# --- the first turn ---------------------------------------------------------------------------------------------------


def test_the_starting_player_attacks_in_the_old_rules_only():
    def attacks(setup: str) -> bool:
        return bool(Board(READY, head="turn 1 player 1", setup=setup).offers("attack"))

    assert attacks("dragonsnarl") and not attacks("dragonsnarl:era=xy")
    assert attacks("dragonsnarl:era=xy,first_attack") and not attacks("dragonsnarl:first_attack=no")


# --- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("era", "number"), [("bw", "bw2-95"), ("xy", "xy0-36")])
@pytest.mark.parametrize("written", ["Pokemon Catcher", "Pokemon Catcher bw2-95", "xy0-36"])
def test_a_position_has_the_catcher_of_its_era_however_it_is_written(era, number, written):
    for deck in ("dragonsnarl", "darkrai_laser"):
        board = Board(f"hand1 {written} | bench2 Golett", setup=f"{deck}:era={era}")
        assert board.s.hand[0][0] == next(i for i, card in enumerate(IDS) if card == number)
        assert "hand1 Pokemon Catcher |" in str(board.here), "one name, since there is but one in a game"
        assert board.offers("play") == ["play Pokemon Catcher"]


def test_with_a_pool_all_lists_are_of_the_era():
    old, new = (IDS.index(number) for number in ("bw2-95", "xy0-36"))
    for setup, there, absent in (("darkrai_laser", old, new), ("night_striker", new, old)):
        t = PLAIN.make_table(f"{setup}:belief=pool")[0]
        held = [[t.lists[i][card] for i in range(int(t.pool))] for card in (there, absent)]
        assert sorted(held[0]) == [0, 0, 0, 3, 3] and not any(held[1]) and list(t.own) == [0, 0]
