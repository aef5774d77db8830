"""Games that the public C# engine played: they are played again here, and nothing may differ.

Where the games come from is told in golden/tribute-traces/README.md.
"""

from __future__ import annotations

import copy
import gzip
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mulligan.cli import run
from mulligan.games.tribute.players import styles as players
from mulligan.games.tribute.players.decisiontree_choices import choose_options
from mulligan.games.tribute.rules.layout import EXACT
from mulligan.games.tribute.traces.recording import Course
from mulligan.games.tribute.traces.replay import replay, replay_file
from mulligan.games.tribute.traces.report import BROKEN, DIFFERS
from mulligan.kernel import interpret

from ...helpers.tribute_tools import common_name, generator

FOLDER = Path(__file__).parents[2] / "golden" / "tribute-traces"
TRACES = sorted(FOLDER.glob("*.jsonl.gz"))
EVALUATED = "ev-rare-002"
_advise, _choose_options = interpret(players.advise), interpret(choose_options)


@cache
def text_of(name: str) -> list[bytes]:
    return gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()).splitlines()


def records_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text_of(name)]


# --- nothing differs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", TRACES, ids=[path.name.partition(".")[0] for path in TRACES])
def test_a_game_of_the_engine_is_the_same_here(path):
    report = replay_file(path)
    assert report.passed, str(report)
    lines = gzip.decompress(path.read_bytes()).splitlines()
    assert report.steps == len(lines) - 2
    assert report.values == sum(len(re.findall(rb'"h[13]\w*":[0-9]', line)) for line in lines)
    assert b'"engine":"ScriptsOfTribute-Core 787fdf7"' in lines[0]


def test_the_games_are_many_and_of_many_kinds():
    """So that the comparison above has met what there is to meet."""
    picks: Counter[bytes] = Counter()
    reasons: Counter[bytes] = Counter()
    follows, longest, values = set(), 0, Counter[bytes]()
    for path in TRACES:
        _, *steps, end = gzip.decompress(path.read_bytes()).splitlines()
        reasons.update(re.findall(rb'"reason":"(\w+)"', end))
        for line in steps:
            picks.update(re.findall(rb'"pick":"([PAXBC]:\w+|[ME.])', line))
            follows.update(re.findall(rb'"follow":"(\w+)"', line))
            longest = max(longest, int(re.findall(rb'"n":(\d+)', line)[0]))
            values.update(re.findall(rb'"(h[13]\w*)":[0-9]', line))
    assert len(TRACES) == 46 and picks.total() == 19_016
    assert len({pick[2:] for pick in picks if pick[:1] in b"PAXB"}) == 119  # of 125 cards
    assert len({pick for pick in picks if pick[:1] == b"C"}) == 10
    assert len(follows) == 13 and longest == 17_344
    assert reasons == {
        b"PRESTIGE_OVER_40_NOT_MATCHED": 38,
        b"PATRON_FAVOR": 6,
        b"PRESTIGE_OVER_80": 1,
        b"TURN_LIMIT_EXCEEDED": 1,
    }
    assert values == {b"h1": 3191, b"h3_2025": 3191, b"h3_2024": 593, b"h3_soismcts": 593}


def test_some_cards_are_named_out_of_order():
    """The engine's list has every set in one order, but its DecisionTreeBot names the cards in another."""
    found = Counter()
    for name in ("DecisionTreeBot-MaxPrestigeBot-00000", "MaxPrestigeBot-DecisionTreeBot-00000"):
        for step in records_of(name)[1:-1]:
            if step["pick"].startswith("M:"):
                places = [step["s"]["choice"]["cards"].index(card) for card in step["pick"][2:].split(",") if card]
                found[step["s"]["choice"]["follow"]] += places != sorted(places)
    assert found["TOSS_CARDS"] == 8 and found["REPLACE_CARDS_IN_TAVERN"] == 1


def test_the_turn_limit_counts_the_turns_that_were_completed():
    last = records_of("lazy-lazy-00000")[-1]
    assert (last["reason"], last["turns"], last["winner"]) == ("TURN_LIMIT_EXCEEDED", 500, 2)


# --- whatever is changed is found -------------------------------------------------------------------------------------


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all values of a record that are compared."""
    if isinstance(value, dict):
        return [way for key, inner in value.items() if key not in ("k", "pick") for way in leaves(inner, (*path, key))]
    if isinstance(value, list):
        return [way for i, inner in enumerate(value) for way in leaves(inner, (*path, i))]
    return [] if path[0] == "ev" and value is None else [path]


def another(value: Any) -> Any:
    """A value that is not this one."""
    if value is None:
        return {"follow": "DONATE", "min": 0, "max": 1, "cards": []}
    if isinstance(value, bool):
        return not value
    if isinstance(value, float):
        return value + 1e-9
    if isinstance(value, int):
        return value + 1
    return str(int(value) ^ 1) if value.isdigit() else f"{value}1"


MUTATED = ("rare-busy-00000", "DecisionTreeBot-MaxPrestigeBot-00000", EVALUATED, "SakkirinaSolo-BestMCTS3-502")


@pytest.mark.parametrize("number", range(32))
def test_a_change_of_any_field_is_found(number):
    chance = Random(number)
    name = MUTATED[number % len(MUTATED)]
    lines = list(text_of(name))
    at = chance.randrange(1, min(len(lines), 220))
    record = json.loads(lines[at])
    keys = chance.choice(["s", "s", "s", *(key for key in record if key not in ("k", "pick"))])
    way = chance.choice(leaves({keys: record[keys]}))
    *place, last = way
    inner = record
    for key in place:
        inner = inner[key]
    inner[last] = another(inner[last])
    lines[at] = json.dumps(record).encode()
    report = replay(lines)
    assert (report.verdict, report.steps, report.line) == (DIFFERS, at - 1, at + 1), (way, str(report))


@pytest.mark.parametrize("number", range(8))
def test_another_move_is_found(number):
    chance = Random(f"pick {number}")
    records = records_of(MUTATED[number % len(MUTATED)])
    steps = [i for i, record in enumerate(records[:200]) if len(set(record.get("legal", []))) > 1]
    at = chance.choice(steps)
    others = [move for move in records[at]["legal"] if move != records[at]["pick"]]
    records[at]["pick"] = chance.choice(others)
    report = replay(json.dumps(record) for record in records)
    assert report.verdict == DIFFERS and report.steps == at, str(report)


# --- evaluations ------------------------------------------------------------------------------------------------------


def evaluated(**values: Any) -> Any:
    """The report of a game in which some values of one step are others."""
    head, *steps, end = copy.deepcopy(records_of(EVALUATED))
    steps[30]["ev"].update(values)
    return replay(json.dumps(record) for record in [head, *steps, end])


@pytest.mark.parametrize("name", ["h1", "h3_2025", "h3_2024", "h3_soismcts"])
def test_evaluations_are_compared(name):
    value = records_of(EVALUATED)[31]["ev"][name]
    assert isinstance(value, float)
    report = evaluated(**{name: value + 1e-11})
    assert (report.verdict, report.steps, report.differences[0].path) == (DIFFERS, 30, f"ev.{name}")
    assert evaluated(**{name: value + 1e-14}).passed
    without = evaluated(**{name: None})
    assert without.passed and without.values == evaluated().values - 1
    assert evaluated(**{name: float("nan")}).verdict == DIFFERS


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"h4": 0.5}, "unknown evaluation in ev 'h4'"),
        ({"h1": "0.5"}, "'ev.h1': \"0.5\" should be a number or null"),
        ({"h1": True}, "'ev.h1': true should be a number or null"),
        ({"h1": 10**400}, "should be a number or null"),
        ({"h1": float("inf")}, "'ev.h1': Infinity should be a number or null"),
    ],
)
def test_evaluations_that_are_none(values, problem):
    report = evaluated(**values)
    assert report.verdict == BROKEN and problem in str(report)


# --- DecisionTreeBot --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "seat", "decisions", "choices"),
    [("DecisionTreeBot-MaxPrestigeBot-00000", 0, 108, 9), ("MaxPrestigeBot-DecisionTreeBot-00000", 1, 181, 19)],
)
def test_decisiontree_plays_what_the_original_played(name, seat, decisions, choices):
    """Every decision of the original in these games, and of its choices every card and their order."""
    head, *steps, _ = records_of(name)
    course = Course.of_patrons(head["patrons"], int(head["seed"]))
    out, met, chosen = [0] * 400, 0, 0
    for step in steps:
        s, t, move = course.s, course.t, course.legal.find(step["pick"])
        assert move is not None
        if s.player == seat:
            n = _advise(s, t, players.DECISION_TREE, generator(1), out)
            met += 1
            if step["pick"].startswith("M:"):
                assert _choose_options(s) == move & (1 << 55) - 1, step["i"]
                chosen += 1
            else:
                assert n == 1 and out[0] == (common_name(s, t, move) if move & EXACT else move), step["i"]
        course.play(move)
    assert (met, chosen) == (decisions, choices)


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command_tells_what_agrees(tmp_path, capsys):
    (tmp_path / "a.jsonl.gz").write_bytes((FOLDER / f"{EVALUATED}.jsonl.gz").read_bytes())
    lines = list(text_of("rare-busy-00000"))
    (tmp_path / "b.jsonl").write_bytes(b"\n".join(lines))
    assert run(["tribute", "replay", str(tmp_path)]) == 0
    *_, summary = capsys.readouterr().out.splitlines()
    values = sum(len(re.findall(rb'"h[13]\w*":[0-9]', line)) for line in text_of(EVALUATED))
    assert summary == f"2 traces: 2 ok, 0 different, 0 broken; 343 steps and {values:,} evaluations agree"
    lines[9] = lines[9].replace(b'"turn":', b'"turn":1')
    (tmp_path / "b.jsonl").write_bytes(b"\n".join(lines))
    assert run(["tribute", "replay", str(tmp_path)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert "1 different" in out[-2] and re.fullmatch(r"first: .*b\.jsonl: differs at step 8: turn: .*", out[-1])
