"""Results belong to the code that made them: fingerprints, what a changed agent or game does to a store, words."""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mulligan.agents import make_player
from mulligan.agents.names import Words
from mulligan.arena import contest as contests
from mulligan.arena.campaign import plan, run_campaign
from mulligan.arena.changes import own_changes
from mulligan.arena.contest import Batch, Contest, all_code, play_batch
from mulligan.arena.schema import SCHEMA
from mulligan.arena.store import Store, code_in
from mulligan.arena.tournament import tournament
from mulligan.core.errors import UsageError
from mulligan.core.origin import UNSEEN, origin_of, own_origin
from mulligan.core.registry import code_origin, find_game, game_origin

from ..helpers.campaign_help import Threads
from ..helpers.outside_help import PILE, Outside

# --- fingerprints -----------------------------------------------------------------------------------------------------


def packaged(folder: Path, version: str = "1.0") -> Outside:
    """An agent in a package with a helper, data, and a module beside the package that it imports."""
    other = Outside(folder, version)
    other.write("clever/__init__.py", "from .helper import best\nimport beside\n")
    other.write("clever/helper.py", "import json, numpy\nbest = 1\n")
    other.write("clever/data/book.bin", b"\x00\x01")
    other.write("beside.py", "from further import much\n")
    other.write("further.py", "much = 3\n")
    other.write("stranger.py", "nobody = 'imports me'\n")
    other.declare("[mulligan.agents]\nclever = clever:make\n")
    return other


NAMES = {"careful", "clever", "beside", "further", "stranger", "company", "acme"}


def origin(other: Outside, monkeypatch: pytest.MonkeyPatch) -> str:
    with monkeypatch.context() as patch:
        patch.syspath_prepend(str(other.folder))
        for module in [module for module in sys.modules if module.partition(".")[0] in NAMES]:
            patch.delitem(sys.modules, module)  # another test may have one of the same name
        origin_of.cache_clear()
        return origin_of(other.point())


CHANGES: dict[str, Callable[[Outside], None]] = {
    "its own file": lambda other: other.write("clever/__init__.py", "from .helper import best\nimport beside\nx = 1\n"),
    "a helper in another file": lambda other: other.write("clever/helper.py", "import json, numpy\nbest = 2\n"),
    "a file of data": lambda other: other.write("clever/data/book.bin", b"\x00\x02"),
    "a new file": lambda other: other.write("clever/more.py", "x = 1\n"),
    "a module beside it": lambda other: other.write("beside.py", "from further import much\nx = 1\n"),
    "a module that the module beside it imports": lambda other: other.write("further.py", "much = 4\n"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_makes_an_agent_is_in_its_fingerprint(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = packaged(tmp_path / "there")
    before = origin(other, monkeypatch)
    CHANGES[what](other)
    after = origin(other, monkeypatch)
    assert before != after and before.split()[:2] == after.split()[:2] == ["other", "1.0"]


def test_a_new_version_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = packaged(tmp_path / "one"), packaged(tmp_path / "two", "1.1")
    old, new = origin(one, monkeypatch).split(), origin(two, monkeypatch).split()
    assert (old[:2], new[:2]) == (["other", "1.0"], ["other", "1.1"]) and old[2] == new[2]


def test_a_fingerprint_does_not_depend_on_what_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = packaged(tmp_path / "here")
    before = origin(other, monkeypatch)
    moved = Outside(tmp_path / "elsewhere")
    shutil.copytree(other.folder, moved.folder, dirs_exist_ok=True)
    moved.write("clever/__pycache__/helper.cpython-311.pyc", b"compiled")
    moved.write("clever/.helper.py.swp", b"being edited")
    moved.write("clever/helper.py", b"import json, numpy\r\nbest = 1\r\n")  # as another system keeps it
    moved.write("stranger.py", "nobody = 'imports me still'\n")
    assert origin(moved, monkeypatch) == before


def test_a_single_module_has_a_fingerprint_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Outside(tmp_path / "there")
    before = origin(other, monkeypatch)
    other.write("careful.py", "def make(game, words): ...")
    assert before != origin(other, monkeypatch) and UNSEEN not in before


def test_a_package_in_a_shared_space_of_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Outside(tmp_path / "there")
    other.write("company/clever/__init__.py", "x = 1\n")
    other.write("company/another/__init__.py", "x = 1\n")
    other.declare("[mulligan.agents]\nclever = company.clever:make\n")
    before = origin(other, monkeypatch)
    other.write("company/another/__init__.py", "x = 2\n")
    assert origin(other, monkeypatch) == before, "another package of the same company"
    other.write("company/clever/__init__.py", "x = 2\n")
    assert origin(other, monkeypatch) != before


def test_modules_in_a_space_of_names_without_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Outside(tmp_path / "there")
    texts = {
        "acme/players/careful.py": "from .helper import K\nfrom acme.players import tables\nimport acme.other.deep\n",
        "acme/players/helper.py": "from ..shared import L\nK = 1\n",
        "acme/players/tables.py": "T = 1\n",
        "acme/other/deep.py": "D = 1\n",
        "acme/shared.py": "L = 1\n",
    }
    for name, text in texts.items():
        other.write(name, text)
    other.declare("[mulligan.agents]\ncareful = acme.players.careful:make\n")
    seen = {origin(other, monkeypatch)}
    for name, text in texts.items():
        other.write(name, text + "# changed\n")
        seen.add(origin(other, monkeypatch))
    assert len(seen) == 1 + len(texts)


def test_what_has_no_source_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Outside(tmp_path / "there")
    other.declare("[mulligan.agents]\nlost = nowhere.at.all:make\n")
    assert origin(other, monkeypatch) == f"other 1.0 {UNSEEN}"


def test_our_own_code_is_known_by_game() -> None:
    assert code_origin("nim") == code_origin("race") == own_origin("games/toys")
    assert len({code_origin(name) for name in ("nim", "magic", "lotr", "tribute", "pokemon")}) == 5
    assert not any(game_origin(name) for name in ("nim", "magic"))
    assert Contest("nim", ("uniform", "uct:sims=3")).code == {}
    assert "code" not in json.loads(Contest("nim", ("uniform", "uct:sims=3")).key)


@pytest.mark.parametrize("key", ["", "x", "[]", "3", '{"code": 3}', '{"code": [1]}', '{"game": "nim/1"}', b"\xff"])
def test_a_key_that_nobody_would_write_names_no_code(key: str) -> None:
    assert code_in(key) == {}


# --- a worker with other code -----------------------------------------------------------------------------------------


def test_a_worker_with_other_code_plays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = Contest("nim", ("uniform", "uniform"))
    asked = all_code(contest)
    assert len(play_batch(Batch(contest, 0, 1, code=asked))) == 2
    for here in (("mulligan 9.9 ffff",), (*asked, "careful 1.0 abcd"), ()):
        monkeypatch.setattr(contests, "all_code", lambda contest, here=here: here)
        with pytest.raises(
            UsageError, match=r"a worker has other code than this command: .*install the same everywhere"
        ):
            play_batch(Batch(contest, 0, 1, code=asked))
        assert len(play_batch(Batch(contest, 0, 1))) == 2, "whoever does not say which code takes any"


# --- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("read", "unread"),
    [
        (lambda words: None, ["a", "b"]),
        (lambda words: words["a"], ["b"]),
        (lambda words: words.get("a"), ["b"]),
        (lambda words: words.get("c", 3), ["a", "b"]),
        (lambda words: words.pop("b"), ["a"]),
        (lambda words: words.pop("c", None), ["a", "b"]),
        (lambda words: "a" in words, ["b"]),
        (lambda words: len(words), ["a", "b"]),
        (lambda words: list(words), []),
        (lambda words: dict(words), []),
        (lambda words: {**words}, []),
        (lambda words: (lambda **given: given)(**words), []),
        (lambda words: words.items(), []),
        (lambda words: words.values(), []),
    ],
)
def test_words_know_who_has_read_them(read: Callable[[Words], object], unread: list[str]) -> None:
    words = Words({"a": "1", "b": "2"})
    read(words)
    assert words.unread == unread


# --- through the commands ---------------------------------------------------------------------------------------------


@pytest.fixture
def other(tmp_path: Path) -> Outside:
    return Outside(tmp_path / "site")


ROUND = ("tournament", "nim", "careful", "uniform", "--pairs", "4", "--workers", "1", "--store", "s.sqlite")


def points(other: Outside, *words: str) -> float:
    """The share of the points of `careful`, from the store."""
    told = json.loads(other.run(*ROUND, *words, "-q", "--json", "-")[0])
    (met,) = told["meetings"]
    return float(met["rate"])


def test_changed_code_is_a_new_contest_and_the_command_says_so(other: Outside, tmp_path: Path) -> None:
    first, told = other.run(*ROUND)
    assert "has changed" not in told
    again, told = other.run(*ROUND)
    assert again == first and "note" not in told, "nothing has changed"
    old = points(other)

    other.write("careful.py", (other.folder / "careful.py").read_text().replace("which = 0", "which = 1"))
    other.write("careful.py", (other.folder / "careful.py").read_text().replace('words.get("which", "0")', "1"))
    told = other.run(*ROUND)[1]
    assert "note: careful has changed since 20" in told and "(other 1.0 " in told
    assert "its 8 old games stay under 'tournament/nim-" in told and "@1', and a new contest begins" in told
    assert "note" not in other.run(*ROUND)[1], "it is said once"
    (fresh,) = other.run("match", "nim", "careful", "uniform", "--pairs", "4", "-q", "--json", "-")[:1]
    assert points(other) == json.loads(fresh)["rate"] != old
    assert json.loads(fresh)["code"].keys() == {"agent careful", "mulligan"}

    with Store(tmp_path / "s.sqlite", write=False) as store:
        name, copy = (one["name"] for one in store.experiments())
        assert copy == f"{name}@1"
        (new,), (kept,) = store.experiment(name), store.experiment(copy)
        assert (new.tally.games, kept.tally.games, kept.tally.rate) == (8, 8, old)
        assert new.code.keys() == kept.code.keys() == {"agent careful"} and new.code != kept.code
    shown = other.run("results", "show", copy, "--store", "s.sqlite")[0]
    assert f"agent careful: {kept.code['agent careful']}" in shown and code_origin("nim") in shown

    other.write("careful.py", "raise RuntimeError")
    assert "RuntimeError" in other.run("agents", "nim")[0], "one that is broken does not stop the list"


def test_a_changed_game_of_another_package_is_a_new_contest(other: Outside) -> None:
    other.write("pile.py", PILE)
    other.declare("[mulligan.games]\npile = pile:pile\n")
    command = ("tournament", "pile", "uniform", "uct:sims=2", "--pairs", "2", "--workers", "1", "--store", "s.sqlite")
    assert "has changed" not in other.run(*command)[1]
    other.write("pile.py", PILE + "\n    SOMETHING = 'else'\n")
    told = other.run(*command)[1]
    assert "note: pile has changed since" in told and "its 4 old games stay under 'tournament/pile-" in told


def test_two_configurations_are_two_players_and_no_word_is_lost(other: Outside) -> None:
    command = ("tournament", "nim", "careful", "careful:last", "careful:which=1", "--pairs", "2", "--workers", "1")
    told = json.loads(other.run(*command, "--store", "s.sqlite", "-q", "--json", "-")[0])
    assert len(told["meetings"]) == 3
    same = ("tournament", "nim", "careful:which=1, last", "careful:last,which=1")
    assert "are the same player" in other.run(*same, "--store", "s.sqlite", code=2)[1], "the order of words is nothing"
    refused = other.run("match", "nim", "careful:x=1", "uniform", code=2)[1]
    assert "agent 'careful:x=1': 'careful' does not know 'x'; it reads: last, which" in refused
    listed = other.run("agents", "nim")[0]
    assert "careful" in listed and "Plays the first move that there is, or with `last` the last." in listed
    assert "nobody has to know" not in listed


def test_games_that_changed_code_played_are_not_shown_again(other: Outside) -> None:
    other.run(*ROUND)
    asking = (
        "from mulligan.play.replay import replay\nfrom mulligan.arena.store import Store\n"
        "with Store('s.sqlite', write=False) as store:\n    print(replay(store, 1, 0, 0).session.over)"
    )
    assert other.python("-c", asking)[0] == "True\n"
    other.write("careful.py", (other.folder / "careful.py").read_text() + "\n# changed\n")
    told = other.python("-c", asking, code=1)[1]
    assert "agent careful has changed since the game was played: it was other 1.0 " in told


# --- our own code, and older stores -----------------------------------------------------------------------------------


def test_every_run_keeps_which_code_of_ours_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(pairs: int) -> list[str]:
        told: list[str] = []
        made = tournament("nim", ["uniform", "uct:sims=2"], pairs=pairs, name="it")
        with Store(tmp_path / "s.sqlite") as store:
            cells = plan(store, [made], 1.0, say=told.append)
            run_campaign(store, cells, Threads(1))
        return told

    first = code_origin("nim")
    assert play(2) == []
    assert play(3) == [], "the same code goes on"
    monkeypatch.setattr(contests, "code_origin", lambda game: "mulligan 9.9 feed")
    (told,) = play(5)
    assert f"6 by {first}; now mulligan 9.9 feed" in told and "they count together" in told
    with Store(tmp_path / "s.sqlite", write=False) as store:
        (cell,) = store.experiment("it")
        assert store.made_by(cell.contest) == {first: 6, "mulligan 9.9 feed": 4}
        assert {row["made_by"] for row in store.games("it")} == {first, "mulligan 9.9 feed"}
        assert own_changes(store, {}) == []


@pytest.fixture
def old_store(tmp_path: Path) -> Path:
    """What Mulligan 0.1.0 wrote before it kept whose code plays; `careful` was of another package."""
    path = tmp_path / "old.sqlite"
    db = sqlite3.connect(path)
    db.executescript((Path(__file__).parents[1] / "golden" / "store-schema-2.sql").read_text())
    db.close()
    return path


def test_an_older_store_goes_on(old_store: Path) -> None:
    with pytest.raises(UsageError, match="older schema 2: `mulligan results upgrade` renews it"):
        Store(old_store, write=False)
    before = sqlite3.connect(old_store).execute("SELECT * FROM game ORDER BY contest, pair, seat").fetchall()
    made = tournament("nim", ["uct:sims=5", "uniform"], pairs=6, name="on")
    told: list[str] = []
    with Store(old_store) as store:
        assert store.query("PRAGMA user_version") == [(SCHEMA,)]
        cells = plan(store, [made], 1.0, say=told.append)
        assert [cell.gaps for cell in cells] == [[range(4, 6)]], "its four pairs are known"
        run_campaign(store, cells, Threads(1))
        (cell,) = store.experiment("on")
        assert cell.tally.games == 12
        assert store.made_by(cell.contest) == {"mulligan 0.1.0, source not recorded": 8, code_origin("nim"): 4}
        after = store.query("SELECT * FROM game ORDER BY contest, pair, seat")
    assert set(before) < {row[: len(before[0])] for row in after}  # columns that are newer come last
    assert "8 by mulligan 0.1.0, source not recorded" in told[0]


def test_an_outside_agent_in_an_older_store_begins_anew(other: Outside, old_store: Path) -> None:
    command = ("tournament", "nim", "careful", "uct:sims=5", "uniform", "--pairs", "4", "--workers", "1")
    told = other.run(*command, "--store", old_store.name)[1]
    assert "careful has changed since 20" in told and "its code was not recorded then; now other 1.0 " in told
    assert "its 16 old games stay under 'tournament/nim-" in told
    with Store(old_store, write=False) as store:
        names = [one["name"] for one in store.experiments()]
        assert [one["games"] for one in store.experiments()] == [24, 24] and names[1] == f"{names[0]}@1"


def test_shipped_players_have_no_code_of_others() -> None:
    for name in ("uniform", "uct:sims=3", "staged:take=uniform"):
        assert make_player(find_game("nim"), name).code == {}
