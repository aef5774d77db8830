"""What players of the Pokemon TCG know: what dealing the hidden cards anew keeps and what it varies, and beliefs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from mulligan.core.position import Position
from mulligan.games.pokemon.cards.arrays import CLASS, NAMES, STAGE
from mulligan.games.pokemon.cards.decks import deck
from mulligan.games.pokemon.cards.vocabulary import POKEMON

from ...helpers.pokemon_tools import DECKS, PLAIN, Board

HIDDEN = "hand2 Golett, Deino, N | deck2 4 Murkrow, 4 Stunky, Cilan | prizes2 Cheren, Giant Cape, 4 Psychic Energy"
OWN = "hand1 Golett, N | deck1 4 Murkrow, 4 Stunky, Cilan | prizes1 Cheren, Giant Cape, 4 Psychic Energy"


def worlds(board: Board, seat: int, n: int = 30) -> list[Board]:
    """Worlds that a player thinks possible; each must look the same to that player, and have the same cards."""
    found = [board.hidden(seat, seed) for seed in range(n)]
    view, cards = board.here.observe(seat - 1), board.here.cards()
    for world in found:
        assert world.here.observe(seat - 1) == view
        assert world.here.cards() == cards
        assert Position.read(PLAIN, str(world.here), board.here.setup)  # a sound position
    return found


def kinds(found: list[Board], where: str, seat: int) -> int:
    """In how many ways a zone is filled."""
    return len({tuple(sorted(world.pile(where, seat))) for world in found})


# --- the other player's cards -----------------------------------------------------------------------------------------


def test_the_other_hand_deck_and_prizes_are_dealt_anew():
    found = worlds(Board(HIDDEN), 1)
    assert min(kinds(found, where, 2) for where in ("hand", "deck", "prizes")) > 5
    everything = Board(HIDDEN).cards("hand", 2) + Board(HIDDEN).cards("deck", 2) + Board(HIDDEN).cards("prizes", 2)
    for world in found:
        assert world.cards("hand", 2) + world.cards("deck", 2) + world.cards("prizes", 2) == everything
        assert (world.s.n_hand[1], len(world.deck(2)), world.prizes(2)) == (3, 9, 6)


def test_shown_cards_stay_in_the_other_hand():
    found = worlds(Board(f"{HIDDEN} | shown2 N, Golett"), 1)
    assert all(world.hand(2) >= Counter(["N", "Golett"]) for world in found)
    assert kinds(found, "hand", 2) > 3


def test_a_search_shows_what_it_finds_and_devolving_what_returns():
    board = Board("hand1 Energy Search | deck1 Water Energy, N").do("play Energy Search", "take Water Energy")
    assert all(world.hand(1)["Water Energy"] == 1 for world in worlds(board, 2))


def test_shown_cards_are_forgotten_when_the_hand_is_shuffled_in_and_remembered_as_met():
    board = Board(f"hand1 N | {HIDDEN} | shown2 Golett").do("play N")
    assert not board.known("shown", 2) and board.known("met", 2) == Counter(["Golett"])
    assert kinds(worlds(board, 1), "hand", 2) > 3


def test_a_shown_card_that_is_played_is_no_longer_in_hand():
    board = Board("hand1 2 Golett, N | shown1 Golett").do("bench Golett")
    assert not board.known("shown", 1), "of equal cards it is taken for the one that was shown"


def test_public_cards_stay():
    text = "discard2 Golett | bench2 Deino, Water Energy | stadium Virbank City Gym of 2"
    for world in worlds(Board(f"{HIDDEN} | {text}"), 1, 5):
        assert world.discard(2) == Counter(["Golett"]) and world.pokemon(2, 1) == "Deino bw6-94, Water Energy"


# --- the own cards ----------------------------------------------------------------------------------------------------


def test_the_own_hand_stays_and_deck_and_prizes_are_mixed():
    found = worlds(Board(OWN), 1)
    assert kinds(found, "hand", 1) == 1
    assert kinds(found, "prizes", 1) > 5 and len({tuple(world.deck(1)) for world in found}) == 30


def test_after_a_search_the_prizes_are_known():
    board = Board(f"{OWN.replace('N |', 'Energy Search |')}").do("play Energy Search")
    found = worlds(board, 1)
    assert kinds(found, "prizes", 1) == 1 and len({tuple(world.deck(1)) for world in found}) > 20
    assert len({tuple(world.pile("prizes", 1)) for world in found}) > 5, "but not in which order they lie"
    assert kinds(worlds(board, 2), "prizes", 1) > 5, "and not to the opponent"


def test_known_cards_on_top_stay_in_order():
    board = Board("active1 Gothita, Psychic Energy | deck1 N, Cilan, Cheren, Golett, Deino, 5 Murkrow, 5 Stunky")
    board.do("attack Future Sight", "next Deino bw6-94", "next N", "next Cilan", "next Cheren")
    for world in worlds(board, 1):
        assert world.deck(1)[:5] == ["Deino", "N", "Cilan", "Cheren", "Golett"]
    assert len({tuple(world.deck(1)[5:]) for world in worlds(board, 1)}) > 10
    assert len({world.deck(1)[0] for world in worlds(board, 2)}) > 3, "the opponent does not know them"
    board.do("end turn")
    assert board.hand(1)["Deino"] == 1 and board.s.top[0] == 4


def test_cards_that_went_from_the_hand_into_the_deck_are_no_prizes():
    text = "hand1 N, Giant Cape, Rescue Scarf | deck1 9 Golett, Giant Cape | prizes1 5 Golett, Rescue Scarf"
    board = Board(text)
    board.until("play N", lambda board: not board.hand(1)["Giant Cape"] and not board.hand(1)["Rescue Scarf"])
    assert board.known("stays", 1) == Counter(["Giant Cape", "Rescue Scarf"])
    found = worlds(board, 1, 60)
    assert all(world.deck(1).count("Giant Cape") >= 1 and "Rescue Scarf" in world.deck(1) for world in found)
    prized = Counter(card for world in found for card in world.pile("prizes", 1))
    assert prized["Giant Cape"] and prized["Rescue Scarf"], "the second copies may be"


def test_a_draw_takes_known_cards_off_what_stays():
    board = Board("deck1 Golett, Deino | stays1 Golett").do("end turn", "end turn")
    assert board.hand(1) == Counter(["Golett"]) and not board.known("stays", 1)


def test_cards_that_are_shown_from_the_top_are_not_counted_twice():
    """One Golett is known to be in the deck; it is shown on the way to the Supporter, and is still one."""
    text = "hand1 Random Receiver | deck1 Golett, N, Deino, Murkrow | prizes1 Golett, 5 Stunky | stays1 Golett, N"
    board = Board(text).do("play Random Receiver")
    assert board.hand(1) == Counter(["N"])
    assert board.known("stays", 1) == Counter(["Golett"])
    prizes = [world.cards("prizes", 1)["Golett"] for world in worlds(board, 1)]
    assert set(prizes) == {0, 1}


def test_of_two_known_cards_both_are_still_known_when_one_was_shown():
    text = "hand1 Random Receiver | deck1 Golett, N, Golett, Murkrow | prizes1 Golett, 5 Stunky | stays1 2 Golett"
    assert Board(text).do("play Random Receiver").known("stays", 1) == Counter({"Golett": 2})


def test_cards_known_on_top_and_shown_are_counted_once_too():
    text = "hand1 Random Receiver | deck1 Golett, Deino, N, Murkrow | knows1 top 1 | stays1 Deino"
    board = Board(text).do("play Random Receiver")
    assert board.known("stays", 1) == Counter(["Golett", "Deino"])
    worlds(board, 1)


def test_what_only_the_opponent_knows_of_the_own_deck_is_dealt_anew_too():
    """A sampled world may be sampled again from the other side."""
    board = Board(
        "deck2 2 Deino, 4 Golett, 2 Deino | prizes2 6 Murkrow | hand2 4 Stunky | stays2 4 Golett | knows2 top 2"
    )
    for world in worlds(board, 1):
        again = worlds(world, 2, 3)
        assert all(len(twice.deck(2)) == 8 for twice in again)


@pytest.mark.parametrize("seat", [1, 2])
def test_a_world_of_a_world_is_sound_at_any_time(seat):
    for seed, setup in enumerate(("darkrai_laser", "night_striker", "darkrai_hydreigon:belief=pool")):
        here, n = Board.of(Position.deal(PLAIN, setup, seed)), 0
        while not here.here.over and n < 90:
            moves = here.here.options()
            here.here.play(moves[(n * n + seed) % len(moves)])
            n += 1
            if n % 6 == 0:
                world = here.hidden(seat, n)
                view, cards = world.here.observe(2 - seat), world.here.cards()
                again = world.hidden(3 - seat, n)
                assert again.here.observe(2 - seat) == view and again.here.cards() == cards


# --- questions to the other player ------------------------------------------------------------------------------------

REST = "deck1 20 Darkness Energy, 4 N, 4 Golett | prizes1 6 Psychic Energy"
QUESTIONS = {  # what the other player is asked, where hand or deck must have answers that most would not have
    "Rare Candy": "ask 1 candy, by Rare Candy | bench1 Deino bw6-94; Gible | hand1 Hydreigon bw6-97, Garchomp, 2 N | "
    "deck1 20 Darkness Energy, 2 Hydreigon bw6-97, 2 Garchomp | prizes1 6 Psychic Energy",
    "the only cards": "ask 1 candy, by Rare Candy | bench1 Deino bw6-94; Gible | hand1 Hydreigon bw6-97, Garchomp | "
    f"{REST}",
    "one card for two": "ask 1 candy, by Rare Candy | active1 Deino bw6-94, damage 10 | bench1 Deino bw6-94 | "
    f"hand1 Hydreigon bw6-97, N | {REST}",
    "a card on top": "ask 1 top, by Pokemon Communication | hand1 Deino bw6-94, Stunky, N | "
    "deck1 Golett, 29 Darkness Energy | prizes1 6 Psychic Energy",
    "a card to pay": "ask 1 cost, by Ultra Ball | hand1 N, Cilan, Cilan | deck1 Cheren, 29 Cilan | prizes1 6 Cilan",
    "a card of the deck": "ask 1 search, by Ultra Ball | hand1 2 N | deck1 30 Darkness Energy, Deino bw6-94 | "
    "prizes1 6 Darkness Energy",
    "a shown card": "ask 1 candy, by Rare Candy | bench1 Deino bw6-94; Gible | hand1 Hydreigon bw6-97, Garchomp, N | "
    f"shown1 Hydreigon bw6-97 | {REST}",
}


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("belief", ["", ":belief=pool"], ids=["known", "pool"])
def test_a_world_has_answers_to_what_the_other_player_is_asked(name, belief):
    board = Board(QUESTIONS[name], setup=f"night_striker{belief}")
    assert len(board.options) > 1
    found = worlds(board, 2, 20)
    least = 1 if belief or name == "the only cards" else 2  # two at once may be too much luck to ask for
    assert all(len(world.options) >= least for world in found)
    assert kinds(found, "hand", 1) + kinds(found, "deck", 1) > 2


def test_the_question_tells_no_more_than_that_there_are_answers():
    """Five cards would do as well as each other, so each is there equally often."""
    board = Board(
        "ask 1 top, by Pokemon Communication | hand1 Deino bw6-94, Stunky, N | deck1 Golett, Gible, Murkrow, 25 N | "
        "prizes1 6 Psychic Energy"
    )
    found = [board.hidden(2, seed) for seed in range(300)]
    counts = Counter(card for world in found for card in world.hand(1).elements())
    names = ["Deino", "Stunky", "Golett", "Gible", "Murkrow"]
    share = [sum(n for card, n in counts.items() if card.startswith(name)) for name in names]
    assert min(share) > 0.6 * max(share), share


# --- face down --------------------------------------------------------------------------------------------------------

SETUP = (
    "pokemon setup | ask 2 active | active1 Golett | bench1 Deino | hand1 Murkrow, 4 Psychic Energy | deck1 3 Stunky, "
    "20 Psychic Energy | prizes1 6 Psychic Energy | hand2 Golett, Deino, 5 Darkness Energy | deck2 30 Darkness Energy"
)


def basics(cards: Counter[str]) -> int:
    numbers = [NAMES.index(name) for name in cards.elements()]
    return sum(CLASS[card] == POKEMON and STAGE[card] == 0 for card in numbers)


def test_pokemon_put_down_face_down_are_not_known():
    found = worlds(Board(SETUP, whole=True), 2)
    assert len({world.pokemon(1) for world in found}) > 2 and len({tuple(world.bench(1)) for world in found}) > 2
    assert all(world.pokemon(1) and len(world.bench(1)) == 1 for world in found)
    own = worlds(Board(SETUP, whole=True), 1)
    assert {world.pokemon(1) for world in own} == {"Golett"}
    assert all(basics(world.hand(2)) >= 1 for world in own), "who is asked for an Active Pokemon has a Basic"


def test_they_are_once_both_are_ready():
    board = Board(SETUP, whole=True).do("start with Golett", "done")
    assert board.s.turn == 1
    assert {world.pokemon(1) for world in worlds(board, 2)} == {"Golett"}


def test_what_is_put_down_is_not_seen():
    board = Board(SETUP, whole=True)
    move = board.here.options()[0]
    assert (board.here.seen(move, 0), board.here.seen(move, 1)) == (-1, move)
    board.do("start with Deino bw6-94")
    assert [board.here.seen(move, 0) for move in board.here.options()] == [-1, -1]
    turn = Board("hand1 Golett")
    assert [turn.here.seen(move, 1) for move in turn.here.options()] == turn.here.options()


def test_who_must_draw_anew_has_no_basic():
    text = (
        "pokemon setup | ask 2 active | with first 1 opener 2 | hand1 7 Psychic Energy | deck1 9 Golett, 9 N | "
        "hand2 2 Golett, Deino, 4 Darkness Energy | deck2 30 Darkness Energy"
    )
    for world in worlds(Board(text, whole=True), 2):
        assert basics(world.hand(1)) == 0, "player 1 starts, and was not asked first"


# --- what chance has shown --------------------------------------------------------------------------------------------


def test_the_outcome_tells_a_player_what_chance_has_shown():
    def after(*cards: str) -> list[int]:
        board = Board(f"hand1 Tierno | deck1 {', '.join(cards)}").do("play Tierno")
        return [int(number) for number in board.s.outcome]

    one, other = after("N", "Cilan", "Golett"), after("N", "Cilan", "Deino")
    assert one[0] != other[0] and one[1] == other[1] == 1, "the opponent has seen nothing"
    start = Board("active2 Golett, burned")
    heads, tails = (start.copy().do("end turn", coins=coin).s.outcome[0] for coin in "HT")
    assert heads != tails


# --- beliefs ----------------------------------------------------------------------------------------------------------

LISTS = {name: Counter({NAMES[card]: n for card, n in deck(name).counts}) for name in DECKS}


def believed(board: Board, seat: int, n: int = 200) -> Counter[str]:
    """How often worlds follow each list."""
    found: Counter[str] = Counter()
    for seed in range(n):
        world = board.hidden(seat, ("belief", seed))
        other = 3 - seat
        cards = world.cards("hand", other) + world.cards("deck", other) + world.cards("prizes", other)
        found.update([name for name in LISTS if cards <= LISTS[name]] or ["another"])
    return found


def test_with_a_pool_the_other_deck_may_be_any_of_the_lists():
    board = Board("active2 Golett | deck2 40 N | hand2 7 N", setup="dragonsnarl:belief=pool")
    found = believed(board, 1)
    assert found["dragonsnarl"] > 90 and min(found[name] for name in DECKS) >= 3, "Golett is in one of them"


@pytest.mark.parametrize(
    ("bench", "low", "high"), [("", 0.5, 0.8), ("Zorua", 0.85, 1), ("Zorua; Zorua; Inkay", 0.97, 1)]
)
def test_the_true_list_gets_likelier_with_what_is_seen(bench, low, high):
    text = "active2 Noibat | deck2 40 N | hand2 7 N" + (f" | bench2 {bench}" if bench else "")
    found = believed(Board(text, setup="night_striker:belief=pool"), 1)
    assert low <= found["night_striker"] / 200 <= high


def test_what_was_met_and_is_hidden_again_counts_too():
    text = "active2 Noibat | deck2 40 N | hand2 7 N | met2 2 Zorua, Inkay"
    assert believed(Board(text, setup="night_striker:belief=pool"), 1)["night_striker"] > 190


def test_a_list_that_cannot_explain_what_was_seen_fades():
    """Four Darkrai-EX are more than either list of them has; the less one has to explain away, the likelier."""
    text = "active2 Darkrai-EX | bench2 Sableye; Bouffalant; Absol | deck2 40 N | hand2 7 N"
    found = believed(Board(text, setup="darkrai_laser:belief=pool"), 1)
    assert found["darkrai_laser"] > found["darkrai_hydreigon"] > found["dragonsnarl"]


def test_seen_cards_are_taken_off_the_list():
    text = "active2 Noibat | bench2 Noibat; Noibat; Zorua; Zorua | deck2 40 N | hand2 7 N | shown2 N"
    for world in (Board(text, setup="night_striker:belief=pool").hidden(1, seed) for seed in range(20)):
        hidden = world.cards("hand", 2) + world.cards("deck", 2) + world.cards("prizes", 2)
        if hidden <= LISTS["night_striker"] + Counter(["N"]):
            assert hidden["Noibat"] <= 1 and hidden["Zorua"] == 0
        assert world.hand(2)["N"] >= 1, "what was shown stays in any case"


def test_own_cards_are_never_in_doubt():
    board = Board(f"{OWN}", setup="dragonsnarl:belief=pool")
    assert len({tuple(sorted(world.pile("deck", 1) + world.pile("prizes", 1))) for world in worlds(board, 1)}) == 1


def test_who_plays_another_deck_thinks_of_that_too(tmp_path: Path):
    file = tmp_path / "gloom.txt"
    file.write_text("deck gloom Gloom\n  4 Sableye\n  56 Fighting Energy\n")
    setup = f"decks:deck1={file},deck2=night_striker,belief=pool"
    text = "active1 Sableye | active2 Sableye | {} | hand2 7 N | hand1 7 N"
    here = Board(text.format("deck1 40 N | deck2 40 N"), setup=setup)

    def fighting(seat: int) -> int:
        other = 3 - seat
        found = [here.hidden(seat, seed) for seed in range(60)]
        return sum(world.cards("deck", other)["Fighting Energy"] > 30 for world in found)

    assert fighting(1) > 5, "player 1 may think that the opponent has the same deck"
    assert fighting(2) == 0, "player 2 knows of no such deck"
