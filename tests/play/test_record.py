"""Games as files: what was written is read again, and whatever is wrong with a file is told with its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.core.registry import find_game
from mulligan.games.toys import GUESS, NIM, RACE, SWAP
from mulligan.play import record as record_module
from mulligan.play.record import LARGEST, Record, load_record, read_record, write_record
from mulligan.play.session import Session, open_record

TRIES = settings(max_examples=200, deadline=None, derandomize=True)
WORDS = st.text(min_size=1, max_size=20).map(lambda text: " ".join(text.split())).filter(bool)
NAMES = WORDS.filter(lambda text: "|" not in text)


@TRIES
@given(
    st.builds(
        Record,
        game=WORDS,
        setup=WORDS,
        players=st.lists(NAMES, min_size=1, max_size=2).map(tuple),
        moves=st.lists(WORDS, max_size=5).map(tuple),
        seed=WORDS | st.just(""),
        position=WORDS | st.just(""),
        resigned=st.none() | st.just(0),
        result=st.lists(st.sampled_from([0.0, 0.5, 1.0, 0.25]), max_size=2).map(tuple),
    )
)
@example(Record("#", "#", ("#", "1 a"), ("#", "2 b: c"), seed="#", position="resigned: 2"))
@example(Record("nim/1", "15-3", ("you", "you"), seed="", resigned=1, result=(1.0, 0.0)))
def test_what_was_written_is_read(record: Record) -> None:
    assert read_record(write_record(record)) == record


SEEDS = st.text(max_size=12)


@TRIES
@given(st.sampled_from([NIM, RACE, GUESS, SWAP]), SEEDS, st.lists(st.integers(0, 99), max_size=8), st.booleans())
@example(RACE, "\x85", [0], False)
@example(RACE, " 7", [0], True)
@example(RACE, "7", [2, 2, 2, 2], True)
def test_a_record_gives_the_same_game_again(game, seed, picks, from_position):
    start = str(Position.deal(game, seed="start")) if from_position else ""
    if seed != seed.strip() or len(seed.splitlines()) > 1:
        with pytest.raises(UsageError, match=r"^seed: should be a single line without spaces around it$"):
            Session(game, seed=seed, position=start)
        return
    table = Session(game, seed=seed, position=start)
    for pick in picks:
        if not table.over:
            moves = table.position.options()
            table.play(moves[pick % len(moves)])
    again = open_record(read_record(write_record(table.record())))
    assert again.position.fields() == table.position.fields()
    assert (again.moves, again.actors, again.results) == (table.moves, table.actors, table.results)


def test_chance_follows_the_seed_after_a_position_too():
    """The seed once was left out of the files of games that did not begin with a deal."""
    start = "race to 20: 4 and 9, player 1 to move"
    games = [Session(RACE, "20", seed=str(seed), position=start).play("roll common") for seed in range(20)]
    assert len({str(game.position) for game in games}) > 1
    for game in games:
        assert str(open_record(read_record(write_record(game.record()))).position) == str(game.position)


def test_a_position_may_be_written_in_several_lines():
    table = Session(NIM, position="nim 1-3:\n  5 left,\n  player 1 to move\n")
    assert "\nposition: nim 1-3: 5 left, player 1 to move\n" in write_record(table.record())


# --- what is wrong with a file ----------------------------------------------------------------------------------------

GOOD = """\
mulligan game
# a remark
game: nim/1
setup: 15-3
seed: 7
players: you | uniform

1 take 3
2 take 2

3 take 1
resigned: 1
result: 0 1
"""


def changed(old: str, new: str) -> str:
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new)


LINES = "Choices: game, setup, seed, position, players, resigned, result"
BROKEN = {
    "empty": ("", "g:1: should begin with 'mulligan game', not ''"),
    "bad title": (changed("mulligan game", "mulligan"), "g:1: should begin with 'mulligan game', not 'mulligan'"),
    "late title": ("\n# no\n\nhello\n", "g:4: should begin with 'mulligan game', not 'hello'"),
    "long title": ("x" * 99, f"g:1: should begin with 'mulligan game', not '{'x' * 40}'"),
    "move out of order": (changed("2 take 2", "3 take 2"), "g:9: move 3 stands where move 2 should be"),
    "move twice": (changed("2 take 2", "1 take 2"), "g:9: move 1 stands where move 2 should be"),
    "strange number": (changed("2 take 2", "² take 2"), "g:9: move ² stands where move 2 should be"),
    "unknown key": (
        changed("seed: 7", "seeds: 7"),
        f"g:5: unknown line of a game 'seeds': did you mean 'seed'? {LINES}",
    ),
    "no key": (changed("seed: 7", "hello"), f"g:5: unknown line of a game 'hello': {LINES}"),
    "given twice": (changed("seed: 7", "seed: 7\nseed: 8"), "g:6: 'seed' is given twice"),
    "game missing": (changed("game: nim/1", "#"), "g: the line 'game:' is missing"),
    "setup missing": (changed("setup: 15-3", "setup:"), "g: the line 'setup:' is missing"),
    "players missing": (changed("players: you | uniform", "#"), "g: the line 'players:' is missing"),
    "resigned 3": (changed("resigned: 1", "resigned: 3"), "g:12: resigned: '3' is not the number of a player"),
    "resigned 0": (changed("resigned: 1", "resigned: 0"), "g:12: resigned: '0' is not the number of a player"),
    "resigned ": (changed("resigned: 1", "resigned:"), "g:12: resigned: '' is not the number of a player"),
    "result": (changed("result: 0 1", "result: 0 won"), "g:13: result: '0 won' should be a number for each player"),
}
UNPLAYABLE = {
    "illegal move": (
        changed("3 take 1", "3 take 4"),
        "g:11: move 3: unknown move 'take 4'; did you mean 'take 3' or 'take 2' or 'take 1'?"
        " legal: take 1, take 2, take 3",
    ),
    "empty move": (changed("3 take 1", "3"), "g:11: move 3: unknown move ''; legal: take 1, take 2, take 3"),
    "ambiguous move": (
        changed("3 take 1", "3 take"),
        "g:11: move 3: ambiguous move 'take'; legal: take 1, take 2, take 3",
    ),
    "move after the end": (
        changed("seed: 7", "position: nim 1-3: 5 left, player 1 to move"),
        "g:11: move 3: the game is over",
    ),
    "wrong version": (
        changed("game: nim/1", "game: nim/2"),
        "g:3: game: nim/2 was played by other rules than those of nim/1",
    ),
    "unknown setup": (
        changed("setup: 15-3", "setup: big"),
        "g:4: setup of nim 'big': should be stones and greatest take, such as '15-3' (up to '99-9')",
    ),
    "bad position": (
        changed("seed: 7", "seed: 7\nposition: nim"),
        "g:6: not a position of nim: 'nim'; example: nim 1-3: 5 left, player 1 to move",
    ),
    "too few players": (changed("you | uniform", "you"), "g:6: nim has 2 players"),
    "too many players": (changed("you | uniform", "you | you | you"), "g:6: nim has 2 players"),
    "nameless player": (
        changed("you | uniform", "you |"),
        "g:6: players: a name may be neither empty nor contain '|'",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files(name):
    text, message = BROKEN[name]
    with pytest.raises(UsageError) as error:
        read_record(text, "g")
    assert str(error.value) == message


@pytest.mark.parametrize("name", UNPLAYABLE)
def test_files_that_are_no_games(name):
    text, message = UNPLAYABLE[name]
    record = read_record(text, "g")
    with pytest.raises(UsageError) as error:
        open_record(record)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("game: nim/1", "game: nimm/1", r"g:3: unknown game 'nimm': did you mean 'nim'\? Choices: .*"),
        ("you | uniform", "you | unifrom", r"g:6: unknown agent .*'unifrom': did you mean 'uniform'\? Choices: .*"),
        ("you | uniform", "you | uct:simz=3", r"g:6: .*'simz'.*"),
    ],
)
def test_unknown_names(old, new, message):
    """Here the lists of what there is grow with every game and agent."""
    with pytest.raises(UsageError) as error:
        open_record(read_record(changed(old, new), "g"))
    assert re.fullmatch(message, str(error.value)), str(error.value)


def test_the_good_file_is_good():
    """Else the broken ones would prove nothing."""
    table = open_record(read_record(GOOD, "g"))
    assert (table.moves, table.results, table.resigned) == ([3, 2, 1], (0.0, 1.0), 0)
    assert open_record(read_record(changed("game: nim/1", "game: nim"), "g")).moves == [3, 2, 1]


def test_too_long():
    with pytest.raises(UsageError, match=r"^g: larger than a game can be \(1,000,000 characters\)$"):
        read_record("mulligan game\n" + "#" * LARGEST, "g")


def test_too_many_moves(monkeypatch):
    monkeypatch.setattr(record_module, "MOST_MOVES", 2)
    with pytest.raises(UsageError, match=r"^g:11: more than 2 moves$"):
        read_record(GOOD, "g")


def test_a_record_without_a_file_names_none():
    with pytest.raises(UsageError, match=r"^move 1: unknown move 'take 9'"):
        open_record(Record("nim/1", "15-3", ("you", "you"), ("take 9",)))
    with pytest.raises(UsageError, match=r"^unknown game 'chess'"):
        open_record(Record("chess/1", "15-3", ("you", "you")))


# --- files on disk ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_files_of_any_editor(tmp_path: Path, ending: str, mark: str) -> None:
    file = tmp_path / "a.game"
    file.write_bytes((mark + GOOD.replace("\n", ending)).encode())
    assert load_record(file) == read_record(GOOD)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    file = tmp_path / "a.game"
    file.write_bytes(b"mulligan game\n\xff\xfe\n")
    with pytest.raises(UsageError) as error:
        load_record(file)
    assert str(error.value) == f"{file}: is not a text file"
    with pytest.raises(UsageError) as error:
        load_record(tmp_path / "none.game")
    assert str(error.value) == f"cannot read '{tmp_path / 'none.game'}': No such file or directory"
    file.write_text("mulligan game\n" + "#" * LARGEST)
    with pytest.raises(UsageError) as error:
        load_record(file)
    assert str(error.value) == f"{file}: larger than a game can be (1,000,000 characters)"
    with pytest.raises(UsageError) as error:
        load_record("a\0b")
    assert str(error.value) == "cannot read 'a\0b': embedded null byte"


def test_what_a_position_does_not_tell_is_left_to_chance() -> None:
    """The text of The Lord of the Rings lists its decks without their order, that of Magic with it."""
    for name, told in (("lotr", False), ("magic", True)):
        game = find_game(name)
        text = str(Position.deal(game, seed=1))
        starts = [Session(game, position=text, seed=str(seed)).position for seed in range(4)]
        assert {str(start) for start in starts} == {text}
        assert len({str(start.fields()) for start in starts}) == (1 if told else 4)
