"""Printed cards in our words: what is recognised, what is left out, and that all of it can be read."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from mulligan.cli.app import run
from mulligan.core.errors import UsageError
from mulligan.games.pokemon.cards.cardfile import read_cards
from mulligan.games.pokemon.cards.phrases import account_for, complete_lines, read_data
from mulligan.games.pokemon.cards.pools import everything

LIBRARY = everything()


def entry(number: str, name: str, text: str = "", damage: str = "10", **more: Any) -> dict[str, Any]:
    attack = {"name": "Bump", "cost": ["Fire", "Colorless"], "damage": damage, "text": text}
    facts = {
        "id": number,
        "name": name,
        "supertype": "Pok\N{LATIN SMALL LETTER E WITH ACUTE}mon",
        "subtypes": ["Basic"],
    }
    return facts | {"hp": "60", "types": ["Fire"], "attacks": [attack], "retreatCost": ["Colorless"]} | more


@pytest.mark.parametrize(
    ("text", "damage", "words"),
    [
        ("", "20", "damage 20"),
        ("Flip a coin. If heads, this attack does 30 more damage.", "10+", "damage 10 + 30 per heads of 1"),
        ("Flip a coin. If tails, this attack does nothing.", "40", "flip 1 heads (damage 40)"),
        ("The Defending Pok\N{LATIN SMALL LETTER E WITH ACUTE}mon is now Asleep.", "", "status def asleep"),
        ("Flip a coin. If heads, discard an Energy attached to the Defending Pokemon.", "20",
         "damage 20, flip 1 heads (strip def 1)"),
        ("Discard 2 Fire Energy attached to this Pokemon.", "90", "damage 90, strip self 2 R"),
        ("Put 3 damage counters on 1 of your opponent's Pokemon.", "", "counters opp_any 30"),
        ("Does 20 more damage for each damage counter on this Pokemon.", "20+", "damage 20 + 20 per damage_self"),
    ],
)  # fmt: skip
def test_sentences_become_words(text: str, damage: str, words: str) -> None:
    (found,) = account_for([entry("zz1-1", "Bumper", text, damage)], LIBRARY).entries
    assert found == f"card zz1-1 Bumper\n  pokemon: R, 60 HP, basic, retreat 1\n  attack: RC, Bump, {words}\n"
    assert read_cards(found, "found.txt")


@pytest.mark.parametrize(
    "wrong",
    [
        entry("zz1-1", "Bumper", "Sing a song."),
        entry("zz1-1", "Bumper", "Draw a card. Sing a song."),
        entry("zz1-1", "Bumper", "Flip a coin. If heads, this attack does 30 more damage. If tails, weep.", "10+"),
        entry("zz1-1", "Bumper", "", "20+"),
        entry("zz1-1", "Bumper", abilities=[{"name": "Song", "type": "Ability", "text": "Sing."}]),
        entry("zz1-1", "Bumper", ancientTrait={"name": "Song", "text": "Sing."}),
        entry("zz1-1", "Bumper", subtypes=["MEGA", "EX"]),
        entry("zz1-1", "Bumper", subtypes=["Stage 1"], evolvesFrom="Nobody"),
        entry("zz1-1", "Bumper", weaknesses=[{"type": "Water", "value": "+20"}]),
        entry("zz1-1", "Bumper", hp="65"),
    ],
)
def test_what_is_not_wholly_understood_is_left_out(wrong: dict[str, Any]) -> None:
    account = account_for([wrong], LIBRARY)
    assert (account.cards, account.written, account.entries) == (1, 0, ())


def test_cards_are_counted_once_and_ours_too() -> None:
    same = [entry("zz1-1", "Bumper"), entry("zz1-2", "Bumper"), entry("zz1-3", "Bumper", "Sing a song.")]
    trainers = [{"id": f"zz1-{i}", "name": name, "supertype": "Trainer"} for i, name in ((4, "N"), (5, "Nobody"))]
    account = account_for([*same, *trainers], LIBRARY)
    assert account.kinds == {"Pokemon": (1, 2), "Trainer": (1, 2)}
    assert (account.cards, account.written) == (4, 2)


def test_a_file_has_whole_lines_of_evolution() -> None:
    line = [
        entry("zz1-1", "Egg", "Sing a song."),
        entry("zz1-2", "Bird", subtypes=["Stage 1"], evolvesFrom="Egg"),
        entry("zz1-3", "Big Bird", subtypes=["Stage 2"], evolvesFrom="Bird"),
        entry("zz1-4", "Head", subtypes=["Stage 1"], evolvesFrom="Deino"),
    ]
    account = account_for([*line, entry("zz1-5", "Deino", "Sing a song.")], LIBRARY)
    assert account.written == 3
    kept = complete_lines(account.entries, LIBRARY)
    assert [text.split()[1] for text in kept] == ["zz1-4"], "Deino is ours"
    assert read_cards("\n".join(kept), "found.txt", [card for card in LIBRARY.cards if card])


def test_the_command_counts_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "cards" / "en"
    folder.mkdir(parents=True)
    (folder / "zz1.json").write_text(json.dumps([entry("zz1-1", "Bumper"), entry("zz1-2", "Wall", "Sing.")]), "utf-8")
    out = tmp_path / "printed.txt"
    assert run(["pokemon", "cards", str(tmp_path), "-o", str(out)]) == 0
    assert capsys.readouterr().out.startswith("1 of 2 different cards can be written\n")
    assert "card zz1-1 Bumper" in out.read_text("utf-8")
    packed = tmp_path / "data.jsonl.gz"
    packed.write_bytes(gzip.compress(json.dumps(entry("zz1-1", "Bumper")).encode()))
    assert len(read_data(str(packed))) == 1


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "[]", '[{"id": 1}]', "\x00"])
def test_what_are_no_data_is_told_in_a_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "zz1.json").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match="card data"):
        read_data(str(tmp_path))
    with pytest.raises(UsageError, match="card data"):
        read_data(str(tmp_path / "there-is-none.json"))


@pytest.mark.skipif(not os.environ.get("MULLIGAN_POKEMON_DATA"), reason="the public card data are not here")
def test_all_that_is_written_of_the_public_data_can_be_read() -> None:
    account = account_for(read_data(os.environ["MULLIGAN_POKEMON_DATA"]), LIBRARY)
    kept = complete_lines(account.entries, LIBRARY)
    cards = read_cards("\n".join(kept), "printed.txt", [card for card in LIBRARY.cards if card])
    assert len(cards) == len(kept) > 500
