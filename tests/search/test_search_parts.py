"""Parts of a search and of a game from outside: named like ours, compiled like ours, held to the same rules."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from pathlib import Path
from typing import Any

import pytest

from mulligan.agents import make_player
from mulligan.cli.app import run
from mulligan.core.additions import Addition, extend
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.outside import refuse_files
from mulligan.core.position import Position, make_stream
from mulligan.games.magic import MAGIC
from mulligan.games.toys import GUESS, NIM, RACE, SWAP
from mulligan.kernel import compiled, record
from mulligan.search import Part, Searcher, Settings, between, change
from mulligan.search.settings import parts_of

from ..helpers.search_help import findings

EXAMPLES = Path(__file__).parents[2] / "examples"
THOMPSON = f"{EXAMPLES / 'selection.py'}:THOMPSON"

MINE = '''
from dataclasses import dataclass
from math import log, sqrt

from mulligan.core.additions import Addition
from mulligan.kernel import below, compiled, record
from mulligan.search import Need, Part, between


@compiled(inline=True)
def scale(n, p, rng):
    return log(n)


@compiled(inline=True)
def ucb(d, x, p, rng):
    visits = float(d.visits)
    return (d.value + p.c * sqrt(x * visits)) / visits


@compiled(inline=True)
def by_memory(d, x, p, rng):
    return (d.select.total + p.c * sqrt(x * d.visits)) / d.visits + p.extra


@compiled(inline=True)
def note(d, r, p):
    d.select.total += r


@compiled(inline=True)
def misspelt(d, x, p, rng):
    return d.valeu


@dataclass(frozen=True)
class Own:
    """Settings."""

    extra: float = between(0.0, -1.0, 1.0)
    """Added to every score, which changes nothing."""


def fill(p, settings, game, seat):
    p.c, p.extra = settings.c, settings.extra


def fill_c(p, settings, game, seat):
    p.c = settings.c


SAME = Part("select", "same", "", lambda game, made: {"scale": scale, "score": ucb}, None, record(c="f8"), fill_c)
REMEMBERS = Part(
    "select", "remembers", make=lambda game, made: {"scale": scale, "score": by_memory, "note": note}, Settings=Own,
    Params=record(c="f8", extra="f8"), fill=fill, Node=record(total="f8"),
)
NEEDY = Part("select", "needy", make=lambda game, made: {"scale": scale, "score": ucb}, Params=record(c="f8"),
    fill=fill_c, needs=(Need("descent", ("open",), "needy: only in open loop"),))
LEAST = Part("final", "least", merit=lambda choice, ending: -choice.visits)
NO_SCALE = Part("select", "halved", make=lambda game, made: {"score": ucb})
SHORT = Part("select", "short", make=lambda game, made: {"scale": scale, "score": scale})
ODD = Part("hook", "odd", make=lambda game, made: {"jugde": ucb})
TYPO = Part("select", "typo", make=lambda game, made: {"scale": scale, "score": misspelt})


@compiled
def first(s, t, rng, out):
    out[0] = 1
    return 1


FIRST = Addition("style", first, "nim", "always takes one")
'''


def decide(game: Game, settings: Settings, seed: int = 1) -> dict[str, Any]:
    return findings(Searcher(game, settings).decide(Position.deal(game, seed=seed), seed))


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("game", [NIM, GUESS, RACE, SWAP, NIM.interpreted(), SWAP.interpreted()], ids=repr)
@pytest.mark.parametrize("world", [{}, {"deal": "every", "outcomes": "open"}, {"deal": "every", "outcomes": "branch"}])
def test_the_same_rule_from_outside_makes_the_same_decisions(game: Game, world: dict[str, str], mine: Path) -> None:
    ours = Settings(sims=200, c=0.9, **world)  # type: ignore[arg-type]
    for name in ("SAME", "REMEMBERS"):
        assert decide(game, change(ours, {"select": f"./mine.py:{name}"})) == decide(game, ours)


def test_another_rule_makes_other_decisions_and_is_the_same_when_interpreted() -> None:
    drawn = Settings(sims=300, select=THOMPSON)
    assert decide(SWAP, drawn) != decide(SWAP, Settings(sims=300))
    assert decide(SWAP, drawn) == decide(SWAP.interpreted(), drawn)


def test_a_part_has_settings_of_its_own(mine: Path) -> None:
    given = change(Settings(), {"select": "./mine.py:REMEMBERS", "extra": "0.25"})
    assert given.extra == 0.25 and change(Settings(), {"select": "./mine.py:REMEMBERS"}).extra == 0.0
    assert str(given) == "select=./mine.py:REMEMBERS,extra=0.25"
    assert change(Settings(), {"select": "./mine.py:REMEMBERS", "extra": "0.25", "sims": "9"}).sims == 9
    for words, says in (
        ({"extra": "0.25"}, "unknown search setting 'extra'"),
        ({"select": "./mine.py:REMEMBERS", "extra": "2"}, "extra=2: should be from -1 to 1"),
        ({"select": "./mine.py:REMEMBERS", "extra": "x"}, "extra=x: should be a number"),
        ({"select": "./mine.py:SAME", "extra": "1"}, "unknown search setting 'extra'"),
    ):
        with pytest.raises(UsageError) as caught:
            change(Settings(), words)
        assert str(caught.value).startswith(says)


def test_a_final_choice_from_outside_decides(mine: Path) -> None:
    decision = Searcher(NIM, Settings(sims=200, final="./mine.py:LEAST")).decide(Position.deal(NIM), 1)
    assert decision.moves[0] == min(decision.choices, key=lambda choice: choice.visits).move


def test_what_a_part_needs_is_told(mine: Path) -> None:
    with pytest.raises(UsageError, match="needy: only in open loop"):
        Searcher(NIM, Settings(select="./mine.py:NEEDY"))
    assert Searcher(NIM, Settings(sims=9, select="./mine.py:NEEDY", outcomes="open"))


def test_an_outside_style_is_played(mine: Path) -> None:
    game = extend(NIM, {"one": Addition("style", _take_one)})
    here = Position.deal(game)
    assert here.advise("one", make_stream(game, 1)) == [1]
    assert here.advise("uniform", make_stream(game, 1))[0] in (1, 2, 3)
    decision = Searcher(NIM, Settings(sims=300, rollout="./mine.py:FIRST")).decide(Position.deal(NIM), 1)
    assert findings(decision) == decide(NIM.interpreted(), Settings(sims=300, rollout="./mine.py:FIRST"))
    assert findings(decision) != decide(NIM, Settings(sims=300))


@compiled
def _take_one(s, t, rng, out):  # type: ignore[no-untyped-def]
    out[0] = 1
    return 1


@compiled
def _by_seat(s, t, seat):  # type: ignore[no-untyped-def]
    return 0.25 + 0.5 * seat


@compiled
def _only_first(s, t, out, n):  # type: ignore[no-untyped-def]
    return 1


@pytest.mark.parametrize("base", [SWAP, SWAP.interpreted()], ids=repr)
def test_evaluations_and_prunings_join_behind_the_games_own(base: Game) -> None:
    game = extend(base, {"seat": Addition("evaluation", _by_seat), "first": Addition("pruning", _only_first)})
    assert game.evaluations == (*base.evaluations, "seat") and game.prunings == (*base.prunings, "first")
    here, before = Position.deal(game, seed=3), Position.deal(base, seed=3)
    assert [here.evaluate(seat, "seat") for seat in range(2)] == [0.25, 0.75]
    assert here.evaluate(0, base.evaluations[0]) == before.evaluate(0, base.evaluations[0])
    assert here.options("first") == before.options()[:1]
    for level in base.prunings:
        for chain in (False, True)[: 1 + base.chains]:
            assert here.options(level, chain=chain) == before.options(level, chain=chain)


def test_a_belief_deals_the_worlds() -> None:
    hide = GUESS.hide

    @compiled
    def always_the_same(s, t, seat, rng):  # type: ignore[no-untyped-def]
        rng.z = 7
        hide(s, t, seat, rng)

    game = extend(GUESS, {"same": Addition("belief", always_the_same)})
    searcher = Searcher(game, Settings(trees=12, sims=5))
    searcher.decide(Position.deal(game), 1)
    worlds = {searcher.benches[0].states[i].tobytes() for i in range(12)}
    assert len(worlds) == 1
    usual = Searcher(GUESS, Settings(trees=12, sims=5))
    usual.decide(Position.deal(GUESS), 1)
    assert len({usual.benches[0].states[i].tobytes() for i in range(12)}) > 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("uct:select=nowhere", "unknown select 'nowhere': Choices: ucb1, tuned"),
        ("uct:select=./none.py:X", "./none.py: No such file"),
        ("uct:select=./mine.py:SAM", "unknown name in ./mine.py 'SAM': did you mean 'SAME'?"),
        ("uct:final=./mine.py:SAME", "final=./mine.py:SAME: it is a part for select, and should be a Part for final"),
        ("uct:select=./mine.py:first", "it is a CPUDispatcher, and should be a Part for select"),
        ("uct:rollout=./mine.py:SAME", "it is a Part, and should be an Addition of kind style"),
        ("uct:evaluate=./mine.py:FIRST", "it is a style, and should be an Addition of kind evaluation"),
        ("uct:belief=odd", "unknown belief 'odd': Choices: game"),
        ("uct:select=./broken.py:X", "broken.py, line 2: ZeroDivisionError: division by zero"),
        ("uct:select=./wrong.py:X", "wrong.py, line 1: SyntaxError"),
        ("uct:select=./leaves.py:X", "leaves.py, line 1: SystemExit: 3"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(text: str, says: str, mine: Path) -> None:
    (mine / "broken.py").write_text("x = 1\nx / 0\n")
    (mine / "wrong.py").write_text("def (\n")
    (mine / "leaves.py").write_text("raise SystemExit(3)\n")
    with pytest.raises(UsageError) as caught:
        make_player(NIM, text)
    assert says in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("select=./mine.py:NO_SCALE", "part 'halved': its slot, select, needs a function scale(n, p, rng)"),
        ("select=./mine.py:SHORT", "part 'short': score(n, p, rng) should be score(d, x, p, rng)"),
        ("hook=./mine.py:ODD", "unknown hook of part 'odd' 'jugde': did you mean 'judge'?"),
        ("select=./mine.py:TYPO", "it reads the field 'valeu', which no such record has"),
        ("final=./nomerit.py:X", "part 'x': a final choice needs a merit(choice, ending)"),
        ("rollout=./few.py:X", "addition: f(s, t): a style should take (s, t, rng, out)"),
    ],
)
def test_what_a_part_lacks_is_told_in_a_line(
    text: str, says: str, mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (mine / "nomerit.py").write_text('from mulligan.search import Part\nX = Part("final", "x")\n')
    (mine / "few.py").write_text(
        "from mulligan.core.additions import Addition\nfrom mulligan.kernel import compiled\n"
        "@compiled\ndef f(s, t):\n    return 0\nX = Addition('style', f)\n"
    )
    assert run(["match", "nim", f"uct:sims=9,{text}", "uniform", "--pairs", "1", "--quiet"]) in (1, 2)
    told = capsys.readouterr().err
    assert says in told and told.count("\n") == 1


def test_an_addition_for_another_game_is_refused(mine: Path) -> None:
    with pytest.raises(UsageError, match="it is for nim, not for guess"):
        make_player(GUESS, "uct:rollout=./mine.py:FIRST")


def test_names_from_elsewhere_run_no_file(mine: Path) -> None:
    (mine / "evil.py").write_text("open('ran', 'w')\n")
    with refuse_files(), pytest.raises(UsageError, match="can be named on the command line only"):
        make_player(NIM, "uct:select=./evil.py:X")
    assert not (mine / "ran").exists()


def test_a_player_knows_whose_code_it_has(mine: Path) -> None:
    before = make_player(NIM, "uct:select=./mine.py:SAME,rollout=./mine.py:FIRST").code
    assert set(before) == {"./mine.py:SAME", "./mine.py:FIRST"} and before["./mine.py:SAME"].startswith("mine.py ")
    (mine / "mine.py").write_text(MINE + "\n# changed\n")
    assert make_player(NIM, "uct:select=./mine.py:SAME").code["./mine.py:SAME"] != before["./mine.py:SAME"]
    assert make_player(NIM, "uct").code == {}


def test_a_part_as_an_object() -> None:
    @compiled(inline=True)
    def scale(n, p, rng):  # type: ignore[no-untyped-def]
        return log(n)

    @compiled(inline=True)
    def score(d, x, p, rng):  # type: ignore[no-untyped-def]
        return d.value / d.visits + p.c * sqrt(x / d.visits)

    @dataclass(frozen=True)
    class Own:
        width: float = between(1.0, 0.0, 2.0)

    def fill(p: Any, settings: Any, game: Game, seat: int) -> None:
        p.c = settings.width

    functions = {"scale": scale, "score": score}
    part = Part("select", "mine", "mine", lambda game, made: functions, Own, record(c="f8"), fill)
    found = Searcher(NIM, Settings(sims=200, select=part)).decide(Position.deal(NIM), 1)
    assert found.simulations == 200


def test_few_searches_are_compiled() -> None:
    """The players that come with a game share their searches: variants are chosen by part, not by flag."""
    found = {parts_of(make_player(MAGIC, f"cowling2012/{name}").settings)[:-2] for name in ("BA", "MP", "BT", "NL")}  # type: ignore[attr-defined]
    assert len(found) == 1
