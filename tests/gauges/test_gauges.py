"""Gauges: they see every move, change no game, are kept apart and whole, and a report has what they found."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mulligan.agents import ASK, make_player
from mulligan.arena import GameRunner
from mulligan.arena.campaign import plan
from mulligan.arena.contest import Batch, Contest, play_batch
from mulligan.arena.experiment import Experiment, parse_experiment
from mulligan.arena.export import export
from mulligan.arena.jobs import LocalWorkers
from mulligan.arena.store import Store
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.gauge import Gauge
from mulligan.core.output import write_text
from mulligan.games.lotr import LOTR
from mulligan.games.magic import MAGIC
from mulligan.games.toys import GUESS, NIM, RACE, SWAP
from mulligan.games.tribute import TRIBUTE
from mulligan.gauges import find_gauge, gauge_id, gauges_of
from mulligan.papers.build import find_files
from mulligan.papers.findings import Figure
from mulligan.papers.gauged import _verdict
from mulligan.papers.kept import read_findings
from mulligan.papers.markdown import markdown_page
from mulligan.papers.page import html_page
from mulligan.papers.plots import drawings
from mulligan.play.replay import count_games, replay, stored_games

from ..helpers.campaign_help import HAS_PROC, Life, Threads, gauged, lasting, measured, played


class Notes:
    """Everything that a gauge is shown."""

    def __init__(self, players: Sequence[Any], first: int, seed: Any) -> None:
        self.players, self.first, self.seed = players, first, seed
        self.seen: list[tuple[str, int, int, Any]] = []
        self.last = ""

    def see(self, here: Any, move: int, seat: int, decision: Any) -> None:
        assert here.is_legal(move) and here.actor == seat
        self.seen.append((str(here), move, seat, decision))

    def found(self, end: Any) -> Mapping[str, tuple[float, float]]:
        assert end.over
        return {"moves": (len(self.seen), 1)}


def noting() -> tuple[Gauge, list[Notes]]:
    made: list[Notes] = []

    def start(players: Sequence[Any], first: int, seed: Any) -> Notes:
        made.append(Notes(players, first, seed))
        return made[-1]

    return Gauge("everything", {"moves": "moves of a game"}, start), made


def table(game: Game, *agents: str, setup: str = "") -> GameRunner:
    return GameRunner(game, setup, [make_player(game, agent) for agent in agents])


# --- at the table -----------------------------------------------------------------------------------------------------

TABLES = [
    (NIM, "", ("uct:sims=20", "uniform")),
    (RACE, "", ("uniform", "search:sims=10")),
    (GUESS, "", ("search:sims=10,reuse", "uniform")),
    (SWAP, "", ("search:sims=10,trees=2",)),
    (MAGIC, "literal", ("staged:attack=expert,block=reduced,cards=(ismcts:sims=20)", "expert")),
    (LOTR, "clean", ("godlewski2021/4-2-4",)),
    (TRIBUTE, "random", ("decisiontree", "uniform")),
]


@pytest.mark.parametrize(("game", "setup", "agents"), TABLES, ids=lambda value: getattr(value, "name", ""))
def test_a_gauge_changes_no_game(game: Game, setup: str, agents: tuple[str, ...]) -> None:
    usual = table(game, *agents, setup=setup)
    for swapped in range(game.players):
        plain = usual.play(7, 3, bool(swapped))._replace(cpu=(0.0, 0.0))
        for name, gauge in gauges_of(game).items():
            if name == "roots":
                continue  # it takes a second
            played = usual.play(7, 3, bool(swapped), gauge=gauge)
            assert played._replace(cpu=(0.0, 0.0), found={}) == plain
            assert set(played.found) <= set(gauge.columns)


@pytest.mark.parametrize("game", [NIM, GUESS, SWAP], ids=lambda game: game.name)
def test_compiled_or_not_it_finds_the_same(game: Game) -> None:
    agents = ("search:sims=15", "uniform")[: game.players]
    for name in gauges_of(game):
        found = [
            table(rules, *agents).play(2, 1, False, gauge=find_gauge(rules, name)).found
            for rules in (game, game.interpreted())
        ]
        assert found[0] == found[1] and found[0]


def test_it_is_shown_every_move_with_the_decision_that_began_it() -> None:
    gauge, notes = noting()
    at = table(GUESS, "search:sims=30", "halve")
    for swapped in (False, True):
        played = at.play(1, 0, swapped, gauge=gauge)
        note = notes[-1]
        assert note.first == int(swapped) and note.players[note.first] is at.players[0]
        assert {seat for _, _, seat, _ in note.seen} == {0, 1}
        thought = [decision for _, _, _, decision in note.seen if decision is not None]
        assert all(decision.agent == "search:sims=30" for decision in thought)
        assert sum(not decision.forced for decision in thought) == played.decisions[0]
        for _, move, seat, decision in note.seen:
            if decision is not None:
                assert seat == note.first and decision.moves[0] == move
        assert played.found == {"moves": (len(note.seen), 1)}
    assert notes[0].seed != notes[1].seed, "each game has chance of its own"
    again, others = noting()
    at.play(1, 0, True, gauge=again)
    assert others[0].seed == notes[1].seed, "the same for the same game, whatever the gauge"


def test_later_moves_of_a_decision_come_without_it() -> None:
    gauge, notes = noting()
    table(MAGIC, "cowling2012/BT:trees=1,sims=60", "expert", setup="literal").play(5, 0, False, gauge=gauge)
    longest = 0
    seen = notes[0].seen
    for i, (_, _, _, decision) in enumerate(seen):
        if decision is not None:
            after = seen[i + 1 : i + len(decision.moves)]
            longest = max(longest, len(decision.moves))
            for move, (_, later, seat, none) in zip(decision.moves[1:], after):
                if none is not None or seat != decision.seat:
                    break  # it saw something else than it had foreseen, and was asked again
                assert later == move
    assert longest > 1, "a decision of several moves was seen"


# --- the gauges of every game -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("swapped", [False, True])
def test_lengths_are_those_of_the_game(swapped: bool) -> None:
    gauge, notes = noting()
    at = table(GUESS, "search:sims=10", "uniform")
    at.play(4, 2, swapped, gauge=gauge)
    played = at.play(4, 2, swapped, gauge=find_gauge(GUESS, "length"))
    seen = notes[0].seen
    own = sum(seat == int(swapped) for _, _, seat, _ in seen)
    assert played.found == {
        "turns": (played.turns, 1),
        "moves": (len(seen), 1),
        "own moves": (own, 1),
        "own moves a turn": (own, played.turns),
        "decisions": (played.decisions[0], 1),
    }


@pytest.mark.parametrize("swapped", [False, True])
def test_legal_moves_are_counted_where_the_first_player_moves(swapped: bool) -> None:
    counts: dict[str, list[int]] = {}

    def observer(here: Any, move: int, seat: int, decision: Any) -> None:
        if seat == int(swapped):
            counts.setdefault(here.stage, []).append(len(here.options()))

    gauge = find_gauge(MAGIC, "branching")
    found = table(MAGIC, "reduced", "expert", setup="literal").play(4, 2, swapped, None, observer, gauge).found
    both = [count for some in counts.values() for count in some]
    assert found["moves"] == (sum(both), len(both)) and found["longest"] == (max(both), 1)
    assert found["10 to 30, %"] == (100 * sum(10 <= count <= 30 for count in both), len(both))
    assert len(counts) > 1 and all(found[f"moves: {stage}"] == (sum(c), len(c)) for stage, c in counts.items())


def test_trees_are_measured_tree_by_tree() -> None:
    shapes = []
    at = table(GUESS, "search:sims=40,trees=3", "halve")

    def observer(here: Any, move: int, seat: int, decision: Any) -> None:
        if decision is not None and decision.choices:
            shapes.append((at.players[0].shape(), decision))

    found = at.play(3, 0, True, None, observer, find_gauge(GUESS, "tree")).found
    trees = 3 * len(shapes)
    assert found["trees"] == (trees, len(shapes)) and len(shapes) > 1
    assert found["simulations"] == (sum(d.simulations for _, d in shapes), trees) == (40 * trees, trees)
    assert found["nodes"] == (sum(shape.nodes for shape, _ in shapes), trees)
    assert found["layer 1"] == (sum(shape.widths[1] for shape, _ in shapes), trees)
    assert found["children"] == (found["nodes"][0] - trees, sum(shape.inner for shape, _ in shapes))
    assert found["depth"] == (sum(shape.depth for shape, _ in shapes), trees)


def test_parts_of_a_staged_player_show_their_trees_and_rule_players_have_none() -> None:
    staged = table(MAGIC, "staged:attack=expert,block=expert,cards=(ismcts:sims=30)", "expert", setup="literal")
    found = staged.play(1, 1, False, gauge=find_gauge(MAGIC, "tree")).found
    assert found["trees"][1] > 0 and found["simulations"] == (30 * found["trees"][0], found["trees"][0])
    found = table(MAGIC, "expert", "reduced", setup="literal").play(1, 1, False, gauge=find_gauge(MAGIC, "tree")).found
    assert found["trees"] == (0, 0)
    assert ASK not in make_player(MAGIC, "expert").styles


def test_gauges_are_found_by_name_and_told_of() -> None:
    with pytest.raises(UsageError, match="unknown gauge of nim 'lenght': did you mean 'length'"):
        find_gauge(NIM, "lenght")
    with pytest.raises(UsageError, match="length has no settings"):
        find_gauge(NIM, "length:often")
    with pytest.raises(UsageError, match="unknown setting of the gauge prices 'evalute'"):
        find_gauge(TRIBUTE, "prices:evalute=h1")
    with pytest.raises(UsageError, match="unknown evaluation of tribute 'h9'"):
        find_gauge(TRIBUTE, "prices:evaluate=h9")
    for wrong, told in (("repeats=1", "from 2"), ("sims=many", "whole number"), ("worlds=two", "unknown worlds")):
        with pytest.raises(UsageError, match=told):
            find_gauge(TRIBUTE, f"roots:{wrong}")
    assert gauge_id(TRIBUTE, "roots:sims=600") == gauge_id(TRIBUTE, "roots") == "roots:worlds=one,sims=600,repeats=12/1"
    assert gauge_id(TRIBUTE, "roots:repeats=2,sims=9") == "roots:worlds=one,sims=9,repeats=2/1"


# --- in the store -----------------------------------------------------------------------------------------------------

SWEEP = """
title = "How long?"
game = "guess"
games = 12
seed = 3
gauge = "length"
design = { kind = "sweep", player = "search:sims={budget}", against = "uniform", budgets = [5, 10] }
"""


def experiment(text: str = SWEEP, name: str = "long") -> Experiment:
    return parse_experiment(text, name)


def without_gauge(text: str = SWEEP, name: str = "plain") -> Experiment:
    return experiment(text.replace('gauge = "length"\n', ""), name)


def test_games_with_a_gauge_are_kept_apart_and_are_the_same_games(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    played(path, [without_gauge()], Threads())
    before = lasting(path)["games"]
    played(path, [experiment()], Threads())
    assert lasting(path)["games"] == before, "neither more games nor others"
    assert [row[:1] + row[2:-1] for row in measured(path)] == [tuple(row) for row in before]
    with Store(path, write=False) as store:
        for cell in store.experiment("long"):
            assert cell.gauge == "length/1" and cell.tally.games == 12
            assert store.rate(cell.contest, 2, gauge=cell.gauge) == store.rate(cell.contest, 2)
            kept = store.measured(cell.contest, 2, cell.gauge)
            assert list(kept) == list(range(6)) and all(found["turns"][1] == 2 for found in kept.values())
        assert [one["games"] for one in store.experiments()] == [24, 24]


def test_only_what_is_missing_is_played(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    assert played(path, [experiment()], Threads(), scale=0.5).games == 12
    assert played(path, [experiment()], Threads()).games == 12
    assert played(path, [experiment()], Threads()).games == 0
    other = SWEEP.replace('"length"', '"branching"')
    assert played(path, [experiment(other, "wide")], Threads()).games == 24, "another gauge has to see them again"
    assert played(path, [without_gauge()], Threads()).games == 24


def test_a_gauge_that_counts_otherwise_measures_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mulligan import gauges

    path = tmp_path / "store.sqlite"
    played(path, [experiment()], Threads())
    usual = gauges._EVERYWHERE["length"]
    monkeypatch.setitem(gauges._EVERYWHERE, "length", lambda game: replace(usual(game), version=2))
    assert played(path, [experiment()], Threads()).games == 24
    with Store(path, write=False) as store:
        assert {cell.gauge for cell in store.experiment("long")} == {"length/2"}


def test_removing_takes_what_no_other_experiment_shares(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    played(path, [experiment(), without_gauge(), experiment(name="again")], Threads())
    with Store(path) as store:
        assert store.remove("long") == 0, "'again' has the same measured games"
        assert store.remove("plain") == 24 and store.query("SELECT count(*) FROM game") == [(0,)]
        assert [cell.tally.games for cell in store.experiment("again")] == [12, 12]
        assert store.remove("again") == 24
        for name in ("contest", "measured", "tally", "cell"):
            assert store.query(f"SELECT count(*) FROM {name}") == [(0,)]
    played(path, [without_gauge()], Threads())
    with Store(path) as store:
        assert [cell.tally.games for cell in store.experiment("plain")] == [12, 12]


def test_the_same_with_any_number_of_workers(tmp_path: Path) -> None:
    made = []
    for number, crew in enumerate((Threads(1), Threads(3), LocalWorkers(2))):
        path = tmp_path / f"{number}.sqlite"
        played(path, [experiment()], crew)
        made.append(measured(path))
    assert made[0] == made[1] == made[2] and len(made[0]) == 24


@pytest.mark.skipif(not HAS_PROC, reason="how processes are found here")
def test_who_is_killed_loses_nothing_that_was_stored(tmp_path: Path) -> None:
    path, games, told = tmp_path / "store.sqlite", 200, set[tuple[int, int, int]]()
    for _ in range(2):
        life = Life(path, games, "gauged")
        life.wait(lambda life=life: life.batches >= 3)  # type: ignore[misc]
        os.kill(life.process.pid, signal.SIGKILL)
        life.end()
        new = life.stored()
        assert len(new) == len(set(new)) and told.isdisjoint(new), "a stored game was played again"
        told.update(new)
        assert life.leaves_nobody_behind()
        with Store(path, write=False) as store:
            assert told <= set(store.query("SELECT contest, pair, seat FROM measured"))
    played(path, [gauged(games)], Threads(2))
    alone = tmp_path / "alone.sqlite"
    played(alone, [gauged(games)], Threads(1))
    assert measured(path) == measured(alone) and len(told) > 0
    assert lasting(path)["games"] == []


def test_export_has_what_the_gauge_found(tmp_path: Path) -> None:
    path, target = tmp_path / "store.sqlite", tmp_path / "games.json"
    played(path, [experiment()], Threads())
    with Store(path, write=False) as store:
        assert export(store, "long", str(target)) == 24
    rows = [json.loads(line) for line in target.read_text().splitlines()]
    assert all(json.loads(row["found"])["turns"] == [row["turns"], 1] for row in rows)


def test_games_that_only_a_gauge_has_seen_can_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    played(path, [experiment(), experiment(SWEEP.replace('"length"', '"branching"'), "wide")], Threads())
    with Store(path, write=False) as store:
        number = store.experiment("long")[0].contest
        assert count_games(store, number) == 12 and len(stored_games(store, number)) == 12
        row = stored_games(store, number)[5]
        assert (row.pair, row.seat) == (2, 1) and replay(store, number, 2, 1).session.over


def test_what_is_damaged_is_told(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    played(path, [experiment()], Threads())
    with Store(path) as store:
        number = store.experiment("long")[0].contest
        for found in ("nonsense", "[1]", '{"turns": 3}', '{"turns": [1, "x"]}'):
            with store.transaction() as db:
                db.execute("UPDATE measured SET found = ? WHERE pair = 0", (found,))
            with pytest.raises(UsageError, match="damaged"):
                store.measured(number, 2, "length/1")


def test_numbers_that_are_none_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from mulligan import gauges

    for wrong in ({"other": (1.0, 1.0)}, {"moves": (float("nan"), 1.0)}):

        class Wrong(Notes):
            def found(self, end: Any, wrong: Any = wrong) -> Mapping[str, tuple[float, float]]:
                return dict(wrong)

        made = Gauge("wrong", {"moves": "moves"}, Wrong)
        monkeypatch.setitem(gauges._EVERYWHERE, "wrong", lambda game, made=made: made)
        with pytest.raises(UsageError, match="should be a total and occasions of a column"):
            play_batch(Batch(Contest("nim", ("uniform", "uniform")), 0, 1, gauge="wrong"))


# --- what a file may say ----------------------------------------------------------------------------------------------

WRONG = {
    'gauge = "lenght"': r"gauge: unknown gauge of guess 'lenght'",
    'gauge = "length"\nmeasure = "seconds per game"': "measure: an experiment with a gauge",
    'gauge = "length"\n[plot]\ncolumns = ["turn"]': "plot.columns: unknown column 'turn': did you mean 'turns'",
    'gauge = "length"\n[paper.gauged]\n"5" = { turn = 3 }': "paper.gauged: unknown column 'turn'",
    'gauge = "length"\n[paper.gauged]\n"7" = { turns = 3 }': "paper.gauged: unknown cell '7'",
    'gauge = "length"\n[[differences]]\ntext = "x"\nleft = { cell = "5", column = "turns" }\n'
    'right = { cell = "6", column = "turns" }': "differences.0: unknown cell '6'",
    '[plot]\ncolumns = ["turns"]': "plot.columns: it is for experiments with a gauge",
    '[paper.gauged]\n"5" = { turns = 3 }': "paper.gauged: it is for experiments with a gauge",
    '[plot]\nx = "column"': "plot.x: unknown factor 'column'",
}


@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_in_a_file_is_told_with_its_key(wrong: str) -> None:
    head, *tables = wrong.partition("\n[")
    plain = SWEEP.replace('gauge = "length"\n', "")
    text = f"{head}\n{plain}{''.join(tables)}" if not wrong.startswith("[") else f"{plain}\n{wrong}"
    with pytest.raises(UsageError, match=WRONG[wrong]):
        experiment(text)


def test_settings_of_a_gauge_may_be_a_factor() -> None:
    made = parse_experiment(
        """
        title = "Prices"
        game = "tribute"
        games = 2
        gauge = "prices:evaluate={evaluation}"
        design = { kind = "grid", player = "uniform", against = "uniform", factors = { evaluation = ["h1", "hope"] } }
        """,
        "prices",
    )
    assert [cell.kept_as for cell in made.cells] == ["prices:evaluate=h1/1", "prices:evaluate=hope/1"]
    assert made.cells[0].contest == made.cells[1].contest
    with pytest.raises(UsageError, match="are the same contest"):
        parse_experiment(
            'title = "x"\ngame = "nim"\ngames = 2\ngauge = "length"\n'
            'design = { kind = "grid", player = "uniform", against = "uniform", factors = { a = [1, 2] } }',
            "x",
        )


# --- what a report has ------------------------------------------------------------------------------------------------

REPORTED = (
    SWEEP
    + """
[plot]
kind = "line"
x = "budget"
columns = ["turns", "moves"]

[paper.gauged]
"5" = { turns = 4, moves = { value = 100, plus_minus = 1, margin = 2 } }

[[differences]]
text = "moves: ten less five"
left = { cell = "10", column = "moves" }
right = { cell = "5", column = "moves" }
"""
)


def test_a_report_has_the_numbers_of_the_store(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    made = experiment(REPORTED)
    played(path, [made, without_gauge()], Threads())
    with Store(path, write=False) as store:
        findings = find_files([made], store)
        kept = store.measured(store.experiment("long")[0].contest, 2, "length/1")
        (plain,) = find_files([without_gauge()], store).sections
    (section,) = findings.sections
    row = section.rows[0]
    totals = [found["moves"] for found in kept.values()]
    moves = row.extra["moves"]
    assert moves.value == pytest.approx(sum(t for t, _ in totals) / sum(n for _, n in totals)) and moves.games == 12
    assert moves.low is not None and moves.high is not None and moves.low < moves.value < moves.high
    assert row.ours == plain.rows[0].ours, "the win rate is that of the same games"
    assert row.compared["moves"].verdict == "differs" and row.compared["turns"].verdict == "not comparable"
    gap = section.differences[0].ours
    assert gap is not None and gap.value == pytest.approx(section.rows[1].extra["moves"].value - moves.value)
    assert [drawing.name for drawing in drawings(section)] == ["long-1", "long-2"]
    page, text = html_page(findings), markdown_page(findings)
    for words in ("own moves a turn", "moves: ten less five", "What the columns are", "published without an interval"):
        assert words in page and words in text
    kept_file = tmp_path / "kept.json"
    write_text(str(kept_file), json.dumps(findings.to_dict()))
    again = find_files([made], None, read_findings(str(kept_file)))
    assert [row.extra for row in again.sections[0].rows] == [row.extra for row in section.rows]
    assert again.sections[0].differences == section.differences
    assert again.sections[0].rows[0].compared == row.compared
    other = experiment(
        REPORTED.replace("length", "branching").replace('"turns", "moves"', '"moves"').replace("turns = 4, ", "")
    )
    assert all(row.ours is None for row in find_files([other], None, read_findings(str(kept_file))).sections[0].rows)


def test_before_anything_is_played_a_report_says_so(tmp_path: Path) -> None:
    made = experiment(REPORTED)
    with Store(tmp_path / "store.sqlite") as store:
        plan(store, [made], 1.0)
        findings = find_files([made], store)
    assert findings.sections[0].rows[0].compared["moves"].verdict == "not played"
    assert findings.sections[0].differences[0].ours is None
    assert html_page(findings) and markdown_page(findings)


def test_in_solo_games_a_deal_is_a_pair(tmp_path: Path) -> None:
    text = """
    title = "Alone"
    game = "swap"
    games = 10
    gauge = "length"
    design = { kind = "gauntlet", players = ["greedy", "search:sims=10"] }
    """
    path, made = tmp_path / "store.sqlite", experiment(text, "alone")
    played(path, [made], Threads())
    with Store(path, write=False) as store:
        (section,) = find_files([made], store).sections
        kept = store.measured(store.experiment("alone")[1].contest, 1, "length/1")
    assert [row.extra["turns"].games for row in section.rows] == [10, 10] and len(kept) == 10
    assert section.rows[1].extra["decisions"].value == sum(found["decisions"][0] for found in kept.values()) / 10


def test_columns_may_lie_along_the_axis(tmp_path: Path) -> None:
    for log in ("false", "true"):
        text = SWEEP.replace('"length"', '"tree"') + f'[plot]\nkind = "line"\nx = "column"\nlog = {log}\n'
        made = experiment(text + 'columns = ["layer 1", "layer 2", "layer 12"]\n', f"tree {log}")
        path = tmp_path / "store.sqlite"
        played(path, [made], Threads())
        with Store(path, write=False) as store:
            (section,) = find_files([made], store).sections
        (drawing,) = drawings(section)
        assert (drawing.chart.along, drawing.chart.names) == ("layer", ("1", "2", "12")) and "<svg" in drawing.svg
        assert [series.label for series in drawing.chart.panels[0][1]] == ["5", "10"]


@pytest.mark.parametrize(
    ("value", "half", "verdict"),
    [
        (3.0, 0.1, "agrees"),
        (3.15, 0.1, "agrees"),
        (3.3, 0.1, "differs"),
        (3.3, 0.25, "near"),
        (3.3, 0.9, "too few games"),
    ],
)
def test_verdicts_are_those_of_rates(value: float, half: float, verdict: str) -> None:
    paper = Figure(3.0, 2.9, 3.1)
    assert _verdict(Figure(value, value - half, value + half), paper, 0.3, "")[0] == verdict
    assert _verdict(Figure(6.0 - value, 6.0 - value - half, 6.0 - value + half), paper, 0.3, "")[0] == verdict
    assert _verdict(Figure(value, value - half, value + half), paper, None, "")[0] == "not comparable"
    assert _verdict(Figure(value), paper, 0.3, "")[0] == "not comparable"
    assert _verdict(Figure(value, value - half, value + half), paper, 0.3, "another thing") == (
        "not comparable",
        "another thing",
    )
    assert _verdict(None, paper, 0.3, "")[0] == "not played"
