"""Machine code that comes with the package: found by what it is made of, or compiled with a word, never wrong."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import Any

import pytest

from mulligan.kernel import readymade

from ..helpers.kernel_help import ended, start, write_files
from .test_codecache import ANSWER, COMPILED, FOUND, PACKAGE, cut, flip

pytestmark = pytest.mark.skipif(not readymade.level(), reason="nothing is made for processors of this kind")

# Where the package would have its folder; and a processor that lacks what the level asks for.
SHIPPED = "import pathlib\nfrom mulligan.kernel import readymade\nreadymade.FOLDER = pathlib.Path('ready').absolute()\n"
LACKING = """
import llvmlite.binding as llvm
usual = llvm.get_host_cpu_features
llvm.get_host_cpu_features = lambda: type(usual())({**usual(), "avx2": False})
"""


class Package:
    """A small program that is shipped with its code."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        write_files(folder, PACKAGE)

    def ask(self, before: str = "", **environment: str) -> tuple[Any, str]:
        here = {"MULLIGAN_CACHE": str(self.folder / "cache"), **environment}
        return ended(start(before + SHIPPED + "import sys; sys.path.insert(0, '.')\n" + ANSWER, self.folder, **here))

    def make(self, level: str = "") -> Any:
        told = {"NUMBA_CPU_NAME": level or readymade.level(), "NUMBA_CPU_FEATURES": ""}
        answer, complaint = self.ask(**{readymade.INTO: str(self.folder / "ready")}, **told)
        assert not complaint
        return answer

    def own(self) -> list[Path]:
        return sorted((self.folder / "cache").rglob("*.code"))

    def shipped(self) -> list[Path]:
        return sorted((self.folder / "ready").glob("*.code"))


@pytest.fixture
def package(tmp_path: Path) -> Package:
    return Package(tmp_path)


def runs_what_is_shipped() -> bool:
    return bool(readymade.target())


def test_what_was_made_elsewhere_is_found_and_nothing_is_compiled(
    package: Package, tmp_path_factory: pytest.TempPathFactory
) -> None:
    if not runs_what_is_shipped():
        pytest.skip("this processor is older than those that code is shipped for")
    assert package.make() == COMPILED
    assert len(package.shipped()) == 2 and not package.own(), "the maker's own cache is neither read nor written"
    assert package.make() == FOUND, "what is there is not made again"
    elsewhere = Package(tmp_path_factory.mktemp("another place"))
    (package.folder / "ready").rename(elsewhere.folder / "ready")
    before = [(path.read_bytes(), path.stat().st_mtime) for path in elsewhere.shipped()]
    assert elsewhere.ask() == (FOUND, "")
    assert not elsewhere.own()
    assert [(path.read_bytes(), path.stat().st_mtime) for path in elsewhere.shipped()] == before


def test_changed_code_another_target_and_an_older_processor_are_compiled_as_ever(package: Package) -> None:
    package.make()
    assert package.ask(LACKING)[0] == COMPILED
    assert package.ask(NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")[0] == COMPILED
    assert package.ask(NUMBA_BOUNDSCHECK="1")[0] == COMPILED
    callee = package.folder / "callee.py"
    callee.write_text(callee.read_text().replace("x + STEP", "x - STEP"))
    assert package.ask()[0] == [[-19, -29], [0, 0], True]


def test_code_for_other_processors_than_those_of_the_level_is_not_put_beside_it(package: Package) -> None:
    assert package.make("generic" if readymade.level() != "generic" else "cortex-a72") == COMPILED
    assert not package.shipped()


@pytest.mark.parametrize("damage", [cut, flip])
def test_what_came_damaged_is_compiled_with_a_word_and_left(package: Package, damage: Any) -> None:
    if not runs_what_is_shipped():
        pytest.skip("this processor is older than those that code is shipped for")
    package.make()
    for path in package.shipped():
        path.write_bytes(damage(path.read_bytes()))
    answer, complaint = package.ask()
    assert answer == COMPILED
    assert complaint.count("is damaged; it is compiled instead. Installing again mends it") == 2
    assert len(package.shipped()) == 2
    assert package.ask()[0] == FOUND, "the second time it comes from the user's own cache"


@pytest.mark.skipif("x86" not in platform.machine().lower(), reason="the levels of x86-64")
def test_the_third_level_is_told_from_what_the_processor_has(monkeypatch: pytest.MonkeyPatch) -> None:
    features = dict.fromkeys(readymade.THIRD_LEVEL, True)
    monkeypatch.setattr(readymade.llvm, "get_host_cpu_features", lambda: features)
    assert readymade._is_of_level("x86-64-v3")
    for name in readymade.THIRD_LEVEL:
        monkeypatch.setattr(readymade.llvm, "get_host_cpu_features", lambda name=name: {**features, name: False})
        assert not readymade._is_of_level("x86-64-v3"), name
