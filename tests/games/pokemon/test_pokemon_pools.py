"""Cards in files of the user: found, refused, played, and known to the store by what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from mulligan.arena import contest
from mulligan.arena.contest import Contest
from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.games.pokemon import POKEMON
from mulligan.games.pokemon.cards import pools

CARDS = """\
card my1-1 Second Wind
  item
  needs: discard_has supporter
  play: flip 1 heads (take discard supporter 1 to hand shown)

card my1-2 Spark Mouse
  pokemon: L, 60 HP, basic, weak F, retreat 1
  attack: C, Zap, damage 20

card my1-3 Thunder Mouse
  pokemon: L, 90 HP, stage 1 from Spark Mouse, weak F, retreat 1
  attack: C, Big Zap, damage 50
"""
DECK = "4 Spark Mouse\n4 Thunder Mouse\n4 Second Wind\n4 Professor Juniper\n44 Water Energy\n"


@pytest.fixture
def setup(tmp_path: Path) -> str:
    (tmp_path / "cards.txt").write_text(CARDS, encoding="utf-8")
    (tmp_path / "deck.txt").write_text(DECK, encoding="utf-8")
    return f"decks:deck1={tmp_path}/deck.txt,deck2=dragonsnarl,cards={tmp_path}/cards.txt"


def test_a_contest_with_the_users_cards_has_rules_of_its_own(setup: str) -> None:
    game = POKEMON.at(setup)
    assert game is not POKEMON
    assert game is POKEMON.at(setup) is game.at(setup), "made once, and by itself"
    assert (game.id, game.styles, game.evaluations, game.prunings) == (
        *(POKEMON.id, POKEMON.styles, POKEMON.evaluations, POKEMON.prunings),
    )
    assert game.at("dragonsnarl") is POKEMON


def test_the_cards_of_the_game_keep_their_numbers(setup: str) -> None:
    cards = pools.cards_for(POKEMON.at(setup).play.__module__.removesuffix(".rules.course"))
    ours = pools.first_cards()
    assert cards[: len(ours)] == ours
    assert [card.id for card in cards if card.id.startswith("my1")] == ["my1-1", "my1-2", "my1-3"]


def test_they_are_played(setup: str) -> None:
    game = POKEMON.interpreted()
    text = (
        "pokemon turn 5 player 1 | active1 Spark Mouse, Water Energy | hand1 Thunder Mouse | deck1 9 Water Energy | "
        "prizes1 6 Water Energy | active2 Deino bw6-94 | deck2 9 Psychic Energy | prizes2 6 Psychic Energy"
    )
    here = Position.read(game, text, setup)
    assert str(Position.read(game, str(here), setup)) == str(here) == text
    evolved = here.play("evolve Spark Mouse (active) into Thunder Mouse", seed=1)
    struck = evolved.play("attack Big Zap", seed=1)
    assert "Deino bw6-94, damage 50" in str(struck)


def test_a_random_game_with_them_ends(setup: str) -> None:
    here = Position.deal(POKEMON.interpreted(), setup, seed=3)
    for step in range(3000):
        if here.over:
            return
        moves = here.options()
        here = here.play(moves[step % len(moves)], seed=step)
    raise AssertionError("no end")


def test_the_store_knows_them_by_what_they_say(setup: str, tmp_path: Path) -> None:
    def key() -> str:
        return Contest("pokemon", ("random", "random"), setup).key

    first = key()
    assert '"code":{' in first
    (tmp_path / "cards.txt").write_text("# a remark\n\n" + CARDS, encoding="utf-8")
    assert key() == first, "where an entry stands does not matter"
    (tmp_path / "cards.txt").write_text(CARDS.replace("damage 20", "damage 30"), encoding="utf-8")
    assert key() != first
    (tmp_path / "cards.txt").write_text(CARDS + "card my1-4 Unused\n  item\n  play: draw 1\n", encoding="utf-8")
    assert key() == first, "nor do cards that no deck has"
    (tmp_path / "deck.txt").write_text(DECK.replace("44 Water", "40 Water") + "4 Fighting Energy", encoding="utf-8")
    assert key() != first
    assert '"code"' not in Contest("pokemon", ("random", "random"), "night_striker").key


def test_the_rules_of_the_pool_are_made_ready_and_no_others(setup: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, str]] = []
    monkeypatch.setattr(contest, "warm", lambda game, agents, setup: asked.append((game, setup)))
    contest._make_ready.cache_clear()
    contest.make_ready(Contest("pokemon", ("random", "random"), setup))
    contest.make_ready(Contest("pokemon", ("random", "random"), "night_striker"))
    contest._make_ready.cache_clear()
    assert asked == [(POKEMON.at(setup), setup), (POKEMON, "night_striker")]


def test_hundreds_of_cards_have_room(setup: str, tmp_path: Path) -> None:
    many = "".join(f"card zz1-{i} Extra {i}\n  item\n  play: draw {i % 9 + 1}\n" for i in range(1, 601))
    (tmp_path / "cards.txt").write_text(CARDS + many, encoding="utf-8")
    game = POKEMON.at(setup)
    assert game.State.itemsize < 2 * POKEMON.State.itemsize
    cards = pools.cards_for(game.play.__module__.removesuffix(".rules.course"))
    assert [card.id for card in cards[len(pools.first_cards()) :]] == ["my1-1", "my1-2", "my1-3"], "those of the decks"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "there is no card; an entry begins with: card NUMBER NAME"),
        ("card bw6-98 Hydreigon\n  item\n  play: draw 1\n", "1: bw6-98 is Mulligan's own Hydreigon"),
        ("card my1-1 Deino\n  item\n  play: draw 1\n", "1: Deino is a pokemon in Mulligan's own bw6-93"),
        ("card my1-1 Odd\n  item\n  play: drawn 1\n", "3: 'drawn' is not an effect; did you mean 'draw'?"),
        ("card my1-1 Odd\x1b[31m\n  item\n  play: draw 1\n", "1: not a line of text"),
        (
            "card my1-1 Odd\n  pokemon: L, 60 HP, stage 1 from Dein, retreat 1\n  attack: C, Zap, damage 20\n",
            "'Deino'?",
        ),
        ("x" * 1_000_001, "larger than 1 MB"),
    ],
)
def test_mistakes_are_told_in_a_line(text: str, told: str, setup: str, tmp_path: Path) -> None:
    (tmp_path / "cards.txt").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as error:
        POKEMON.at(setup)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_files_that_are_not_there_or_no_text_are_refused(setup: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        POKEMON.at("decks:cards=there-is-none.txt")
    with pytest.raises(UsageError, match=r"its name should end in \.txt"):
        POKEMON.at("decks:cards=cards.py")
    (tmp_path / "cards.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="not UTF-8 text"):
        POKEMON.at(setup)
    with pytest.raises(UsageError, match="unknown setup option of pokemon 'cards'"):
        POKEMON.make_table("dragonsnarl:cards=my.txt")
