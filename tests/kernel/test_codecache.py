"""Machine code on disk: found again, never stale, never damaged, never another's, and never somebody else's."""

from __future__ import annotations

import os
import platform
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mulligan.kernel import codecache

from ..helpers.kernel_help import LISTEN, ended, python, start, write_files

PLAY = """
import json
from mulligan.kernel.pipeline import PART, WHOLE
from mulligan.core.position import Position
from mulligan.core.registry import find_game

here, told = Position.deal(find_game("race"), seed=1), []
while not here.over:
    told.append(str(here.play(here.options()[len(told) % 3], seed=2)))
print(json.dumps([told, sorted(PART), sorted(WHOLE)]))
"""


def test_without_the_private_parts_of_numba_all_is_the_same_but_slower(tmp_path: Path) -> None:
    lacking = "import numba, numba.core.typed_passes\ndel numba.core.typed_passes.NativeLowering\n"
    usual = python(PLAY)
    assert usual[1:] == [["pipeline_class"], ["pipeline_class"]]
    slower = python(lacking + PLAY, MULLIGAN_CACHE=str(tmp_path))
    assert slower == [usual[0], [], []]
    assert list(tmp_path.rglob("*.code"))


PACKAGE = {
    "callee.py": """
        from mulligan.kernel import compiled

        STEP = 10

        @compiled
        def grow(x):
            return x + STEP
        """,
    "caller.py": """
        from mulligan.kernel import compiled, entry
        from callee import grow

        def make(times):
            @compiled
            def often(x):
                for _ in range(times):
                    x = grow(x)
                return x

            @entry
            def answer(x):
                return often(x)

            return answer

        two, three = make(2), make(3)
        """,
}

ANSWER = (
    LISTEN
    + """
import json
from caller import three, two
found = [int(two(1)), int(three(1))]
hits = [sum(function.stats.cache_hits.values()) for function in (two, three)]
print(json.dumps([found, hits, len(Ear.names) > 0]))
"""
)
COMPILED, FOUND = [[21, 31], [0, 0], True], [[21, 31], [1, 1], False]


class Place:
    """A small program with a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        write_files(folder, PACKAGE)

    def ask(self, **environment: str) -> tuple[Any, str]:
        """Answers, hits, whether anything was compiled; and what it complained of."""
        return ended(self.start(**environment))

    def start(self, **environment: str) -> Any:
        here = {"MULLIGAN_CACHE": str(self.folder / "cache"), **environment}
        return start("import sys; sys.path.insert(0, '.')\n" + ANSWER, self.folder, **here)

    def files(self) -> list[Path]:
        return sorted((self.folder / "cache" / "code").glob("*.code"))


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_machine_code_is_found_again_unless_a_callee_in_another_file_has_changed(place: Place) -> None:
    def edit(old: str, new: str) -> None:
        path = place.folder / "callee.py"
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    assert place.ask() == (COMPILED, "")
    assert len(place.files()) == 2, "two closures of one function are kept apart"
    assert place.ask() == (FOUND, "")
    edit("x + STEP", "x - STEP")
    assert place.ask()[0] == [[-19, -29], [0, 0], True]
    edit("STEP = 10", "STEP = 100")
    assert place.ask()[0] == [[-199, -299], [0, 0], True], "the value of a constant is part of the program"
    assert place.ask()[0] == [[-199, -299], [1, 1], False]


def test_machine_code_is_found_wherever_the_source_lies(place: Place, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert place.ask()[0] == COMPILED
    elsewhere = Place(tmp_path_factory.mktemp("elsewhere"))
    (elsewhere.folder / "caller.py").write_text("# a comment\n\n" + (elsewhere.folder / "caller.py").read_text())
    assert elsewhere.ask(MULLIGAN_CACHE=str(place.folder / "cache"))[0] == FOUND


OVERRUN = """
import json, numpy as np
from mulligan.kernel import entry

def make():
    @entry
    def look(numbers, i):
        return numbers[i]
    return look

look = make()
room = np.arange(64, 128)
try:
    print(json.dumps(int(look(room[1:2], -1))))
except IndexError:
    print(json.dumps("IndexError"))
"""


def test_flags_that_change_the_code_have_code_of_their_own(tmp_path: Path) -> None:
    def look(**flags: str) -> Any:
        return python(OVERRUN, MULLIGAN_CACHE=str(tmp_path), **flags)

    flags: list[dict[str, str]] = [{}, {"NUMBA_BOUNDSCHECK": "1"}, {}, {"NUMBA_BOUNDSCHECK": "1"}]
    assert [look(**each) for each in flags] == [64, "IndexError", 64, "IndexError"]
    assert len(list(tmp_path.rglob("*.code"))) == 2
    for more in ({"NUMBA_OPT": "0"}, {"NUMBA_OPT": "1"}, {"NUMBA_DEBUGINFO": "1"}, {"NUMBA_CPU_NAME": "generic"}):
        before = len(list(tmp_path.rglob("*.code")))
        assert look(**more) == look(**more) == 64
        assert len(list(tmp_path.rglob("*.code"))) == before + 1, more


def test_code_for_a_simpler_processor_than_this_one_can_be_made(tmp_path: Path) -> None:
    code = """
    import json
    from mulligan import Position, find_game, make_player
    guess = find_game("guess")
    decision = make_player(guess, "ismcts:sims=200").decide(Position.deal(guess, seed=1), seed=1)
    print(json.dumps([[choice.visits for choice in decision.choices], list(decision.moves)]))
    """
    here = python(code, MULLIGAN_CACHE=str(tmp_path))
    for name in ("generic", "x86-64-v3") if "x86" in platform.machine().lower() else ("generic",):
        assert python(code, MULLIGAN_CACHE=str(tmp_path), NUMBA_CPU_NAME=name, NUMBA_CPU_FEATURES="") == here


# --- files that are damaged or not ours -------------------------------------------------------------------------------


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def flip(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes(255 - byte for byte in content[middle : middle + 20]) + content[middle + 20 :]


def noise(content: bytes) -> bytes:
    return bytes(range(256)) * 10


def empty(content: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("damage", [cut, flip, noise, empty])
def test_a_damaged_file_is_removed_and_compiled_again_with_a_word(place: Place, damage: Any) -> None:
    assert place.ask()[0] == COMPILED
    for path in place.files():
        path.write_bytes(damage(path.read_bytes()))
    answer, complaint = place.ask()
    assert answer == COMPILED
    lines = complaint.splitlines()
    assert len(lines) == 2 and all("removed and is compiled again" in line for line in lines), complaint
    assert place.ask() == (FOUND, "")


def test_what_is_whole_but_cannot_be_loaded_is_compiled_again(place: Place) -> None:
    assert place.ask()[0] == COMPILED
    for path in place.files():
        codecache._write(path, b"no pickle")
    answer, complaint = place.ask()
    assert answer == COMPILED and complaint.count("cannot be loaded") == 2
    assert place.ask() == (FOUND, "")


def test_the_code_of_another_entry_is_not_taken_for_its_own(place: Place) -> None:
    assert place.ask()[0] == COMPILED
    one, other = place.files()
    one.write_bytes(other.read_bytes())
    answer, complaint = place.ask()
    assert answer[0] == [21, 31] and complaint.count("damaged or another's") == 1
    assert place.ask() == (FOUND, "")


def test_a_folder_in_the_place_of_a_file_is_no_obstacle(place: Place) -> None:
    assert place.ask()[0] == COMPILED
    for path in place.files():
        path.unlink()
        path.mkdir()
    assert place.ask()[0] == COMPILED


CHANGED = """
import json, caller, callee, sys
if {change}:
    callee.STEP = 1000
print(json.dumps([int(caller.two(1)), sum(caller.two.stats.cache_hits.values())]))
"""


def test_what_changes_between_decoration_and_the_first_call_is_kept_from_nobody(place: Place) -> None:
    def ask(change: bool) -> Any:
        code = "import sys; sys.path.insert(0, '.')" + CHANGED.format(change=change)
        return python(code, place.folder, MULLIGAN_CACHE=str(place.folder / "cache"))

    assert ask(True) == [2001, 0] and not place.files()
    assert ask(False) == [21, 0] and ask(True) == [2001, 0] and ask(False) == [21, 1]


@pytest.mark.skipif(os.name != "posix", reason="owners and modes of files are those of POSIX")
def test_nothing_is_loaded_from_a_folder_or_file_that_others_may_write(place: Place) -> None:
    assert place.ask()[0] == COMPILED
    folder = place.folder / "cache" / "code"
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    before = [path.read_bytes() for path in place.files()]
    answer, complaint = place.ask()
    assert answer == COMPILED and complaint.count("\n") == 1 and "others may write" in complaint
    assert "chmod go-w" in complaint and "MULLIGAN_CACHE" in complaint
    assert [path.read_bytes() for path in place.files()] == before, "nothing is kept there either"
    folder.chmod(0o700)
    assert place.ask() == (FOUND, "")
    for path in place.files():
        path.chmod(0o666)
    answer, complaint = place.ask()
    assert answer == COMPILED and "may have been written by others" in complaint


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
def test_nothing_is_loaded_that_belongs_to_somebody_else(place: Place) -> None:
    assert place.ask()[0] == COMPILED
    for path in place.files():
        os.chown(path, 12345, -1)
    answer, complaint = place.ask()
    assert answer == COMPILED and "may have been written by others" in complaint


def test_a_link_to_another_place_is_not_followed(place: Place) -> None:
    assert place.ask()[0] == COMPILED
    for path in place.files():
        moved = path.rename(place.folder / path.name)
        path.symlink_to(moved)
    assert place.ask()[0] == COMPILED


def test_where_nothing_can_be_kept_code_is_compiled_with_a_word(place: Place) -> None:
    (place.folder / "cache").write_text("a file, where the folder should be")
    answer, complaint = place.ask()
    assert answer == COMPILED
    assert complaint.count("\n") == 1 and "cannot be kept" in complaint


def test_four_processes_that_start_cold_at_once_end_with_one_good_cache(place: Place) -> None:
    started = [place.start() for _ in range(4)]
    answers = [ended(process) for process in started]
    assert all(answer[0] == [21, 31] and not complaint for answer, complaint in answers)
    assert len(place.files()) == 2
    assert place.ask() == (FOUND, "")
    assert sorted(place.files()) == sorted((place.folder / "cache" / "code").iterdir()), "no draft is left"


def test_what_was_not_used_for_longest_makes_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codecache, "MOST_BYTES", 250)
    for i in range(4):
        (tmp_path / f"{i}.code").write_bytes(bytes(100))
        os.utime(tmp_path / f"{i}.code", (1000 - i, 1000 - i))
    codecache._make_room(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0.code", "1.code"]


# --- what loaded code can see of other code ---------------------------------------------------------------------------

ENTRIES = """
import base64, json
from numba.core.dispatcher import Dispatcher
from mulligan import Position, find_game, make_player
from mulligan.kernel import codecache
import gc

for name in ("guess", "swap"):
    game = find_game(name)
    here = Position.deal(game, seed=1)
    make_player(game, "ismcts:sims=50").decide(here, seed=1)
    here.observe(0)
objects = {}
for path in codecache.folder().glob("*.code"):
    import pickle
    content = path.read_bytes()[len(codecache.MAGIC) + 32:]
    objects[path.name] = base64.b64encode(pickle.loads(content)[0][2][0]).decode()
print(json.dumps(objects))
"""


def symbols(elf: bytes) -> Iterator[tuple[str, str, bool]]:
    """Name, binding and whether it is defined here, of each symbol in an object file of Linux."""
    assert elf[:4] == b"\x7fELF" and elf[4] == 2
    (table,) = struct.unpack_from("<Q", elf, 0x28)
    size, count = struct.unpack_from("<HH", elf, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", elf, table + i * size) for i in range(count)]
    for section in sections:
        if section[1] == 2:  # the table of symbols
            names = sections[section[6]][4]
            for at in range(section[4], section[4] + section[5], 24):
                name, info, _, place = struct.unpack_from("<IBBH", elf, at)
                end = elf.index(b"\0", names + name)
                yield elf[names + name : end].decode(), ("local", "global", "weak")[info >> 4], place != 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads object files of Linux")
def test_no_symbol_of_an_entry_resolves_in_another(tmp_path: Path) -> None:
    import base64

    objects = python(ENTRIES, MULLIGAN_CACHE=str(tmp_path))
    assert len(objects) >= 6
    shown: dict[str, set[str]] = {}
    needed: dict[str, set[str]] = {}
    for name, text in objects.items():
        found = list(symbols(base64.b64decode(text)))
        assert not [symbol for symbol, binding, _ in found if binding == "weak"], name
        shown[name] = {symbol for symbol, binding, here in found if here and binding == "global"}
        needed[name] = {symbol for symbol, binding, here in found if not here and binding == "global"}
        # Two wrappers, the function, and its surroundings: all with the fingerprint in their names.
        assert len(shown[name]) == 4, shown[name]
        assert any(binding == "local" and "make_search" in symbol for symbol, binding, _ in found) or "grow" not in name
    for name in objects:
        others = set().union(*(symbols for other, symbols in shown.items() if other != name))
        assert not shown[name] & others
        assert not needed[name] & others
        assert not any("mulligan" in symbol for symbol in needed[name])
