"""The game of docs/lotr-flags.md: a published program's fault records a win with nothing of the quest done."""

from __future__ import annotations

from pathlib import Path

from mulligan.core.registry import find_game
from mulligan.play.record import load_record
from mulligan.play.session import Session, open_record

FILE = Path(__file__).parents[3] / "docs" / "lotr-claimed.game"


def test_the_win_was_claimed_with_all_of_the_quest_to_do() -> None:
    record = load_record(FILE)
    assert record.players == ("godlewski2021/4-4-4",) and record.result == (1.0,)
    table = open_record(record)
    before, after = table.positions[-2:]
    assert record.moves[-1] == "claim the quest" and after.over and after.payoff(0) == 1
    needed = [int(here.states["points"][0]) for here in (table.positions[0], before, after)]
    assert needed == [8, 8, 8], "of eight points, none was made"
    assert before.states["done"][0] == 0, "nor was the quest done and forgotten"


def test_the_claim_is_legal_only_where_the_fault_is_copied() -> None:
    record = load_record(FILE)
    assert "K18=yes" in record.setup
    repaired = Session(find_game("lotr"), record.setup.replace("K18=yes", "K18=no"), record.players, record.seed)
    assert "claim the quest" not in repaired.position.options_text()
