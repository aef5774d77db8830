"""Traces of Tales of Tribute: what is recorded can be replayed, and whatever is changed in it is found."""

from __future__ import annotations

import copy
import gzip
import hashlib
import json
import os
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mulligan.cli import run
from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.core.registry import find_game
from mulligan.games.tribute.rules.layout import CHOOSE, COMMAND, EXACT, ITEM
from mulligan.games.tribute.rules.listing import count_moves, nth_move
from mulligan.games.tribute.traces import replay as replays
from mulligan.games.tribute.traces.recording import Bots, Course, record, save
from mulligan.games.tribute.traces.replay import find_traces, replay, replay_file
from mulligan.games.tribute.traces.report import BROKEN, DIFFERS, OK
from mulligan.games.tribute.traces.state import Legal, move_text
from mulligan.kernel import interpret

PLAIN = find_game("tribute").interpreted()
PATRONS = "HLAALU+PSIJIC+RAJHIN+DUKE_OF_CROWS"
_count_moves, _nth_move = interpret(count_moves), interpret(nth_move)


@cache
def _recorded(policy, seed, patrons):
    return list(record(seed, Bots(*policy.split("+")), patrons, game=PLAIN))


def recorded(policy="busy", seed=7, patrons=PATRONS):
    """The records of a game, to be changed at will."""
    return copy.deepcopy(_recorded(policy, seed, patrons))


def lines(trace):
    return [json.dumps(one) for one in trace]


def check(trace):
    return replay(lines(trace), "game.jsonl", game=PLAIN)


def hashed(trace, ahead=0):
    """The same game as a chain of hashes; with `ahead`, hash number i covers the steps up to number i."""
    head, *steps, end = trace
    made, found = hashlib.sha256(), []
    for i, step in enumerate(steps, 1):
        made.update((json.dumps(step, sort_keys=True, separators=(",", ":")) + "\n").encode())
        if (i - ahead) % 50 == 0:
            found.append({"k": "hash", "i": i - ahead, "sha": made.hexdigest()})
    return [head, *found, {"k": "picks", "moves": [step["pick"] for step in steps]}, end]


def from_one(trace):
    """The same trace with cards that are counted from 1."""
    return json.loads(re.sub(r"\b(\d+)#(\d+)", lambda m: f"{m[1]}#{int(m[2]) + 1}", json.dumps(trace)))


# --- what is recorded can be replayed ---------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["random", "busy", "first", "random+first"])
def test_what_is_recorded_can_be_replayed(policy):
    bots = Bots(*policy.split("+"))
    for seed in (1, 2):
        trace = list(record(seed, bots))
        report = replay(lines(trace))
        assert (report.verdict, report.steps) == (OK, len(trace) - 2), str(report)
        assert check(trace).passed
        assert str(report) == f"ok {len(trace) - 2} steps"


def test_the_games_are_those_of_the_published_vectors():
    bots = Bots("random")
    for seed, patrons, steps, end in [
        (1, "PSIJIC ANSEI TREASURY RAJHIN SAINT_ALESSIA", 742, (1, 147, "281350449396929", [0, 40])),
        (2, "RAJHIN HLAALU TREASURY DUKE_OF_CROWS SAINT_ALESSIA", 851, (0, 180, "114044255315636", [44, 29])),
        (3, "PELIN DUKE_OF_CROWS TREASURY PSIJIC SAINT_ALESSIA", 564, (1, 103, "132674627019356", [27, 40])),
    ]:
        head, *between, last = record(seed, bots, game=PLAIN)
        assert head["patrons"] == patrons.split() and len(between) == steps
        assert (last["winner"], last["turns"], last["rng"], last["prestige"]) == end


@settings(max_examples=8, deadline=None, derandomize=True)
@given(st.integers(0, 2**64 - 1), st.sampled_from(["random", "busy"]))
def test_any_seed(seed, policy):
    assert check(record(seed, Bots(policy), game=PLAIN)).passed


def test_the_list_of_moves_is_the_engines():
    course, bots = Course(f"fixed:patrons={PATRONS},traced", 5, PLAIN), Bots("busy")
    longest = 0
    while not course.over:
        n = _count_moves(course.s, course.t)
        assert len(course.legal) == n
        longest = max(longest, n)
        if n < 600:
            ours = [move_text(course.s, course.cards, _nth_move(course.s, course.t, i)) for i in range(n)]
            assert list(course.legal) == ours
            assert course.legal.digest() == hashlib.sha256("\n".join(ours).encode()).hexdigest()
            short = ours if n <= 200 else ours[:5] + ours[-5:]
            assert course.legal.listed() == short
            found = [course.legal.find(text) for text in ours]
            assert found == [_nth_move(course.s, course.t, i) for i in range(n)]
        course.play(bots.move(course.s, course.t))
    assert longest > 20


def test_a_long_list_is_shortened():
    course = Course("fixed:traced", 1, PLAIN)
    legal = Legal(course.s, course.cards)
    legal.choosing, legal.low, legal.high = True, 0, 3
    legal.options = [f"107#{i}" for i in range(40)]
    whole = list(legal)
    assert len(legal) == len(whole) == 10701
    assert legal.listed() == whole[:5] + whole[-5:]
    assert legal.digest() == hashlib.sha256("\n".join(whole).encode()).hexdigest()
    assert legal.find(whole[9999]) is not None
    assert legal.find("M:107#1,107#0") == EXACT | CHOOSE << COMMAND | 1 << ITEM | 2, "in any order"
    for wrong in ["M:107#1,107#1", "M:107#40", "M:107#0,107#1,107#2,107#3", "P:107#0", "M:,", "M"]:
        assert legal.find(wrong) is None


def test_cards_are_called_by_their_first_appearance():
    _, first, *_ = recorded()
    s = first["s"]
    seen = s["row"] + s["pile"]
    for player in s["p"]:
        seen += player["hand"] + player["draw"] + player["played"] + player["cooldown"]
    assert [int(card.partition("#")[2]) for card in seen] == list(range(len(seen)))


def test_a_chain_of_hashes():
    trace = recorded()
    made = list(record(7, Bots("busy"), PATRONS, hashes=True, game=PLAIN))
    assert [one["sha"] for one in hashed(trace) if one["k"] == "hash"] == [
        one["sha"] for one in made if one["k"] == "hash" and one["i"] % 50 == 0
    ]
    assert made[-2]["moves"] == [step["pick"] for step in trace[1:-1]]
    for form in (made, hashed(trace), hashed(trace, ahead=1), hashed(from_one(trace)), hashed(from_one(trace), 1)):
        report = check(form)
        assert (report.verdict, report.steps) == (OK, len(trace) - 2), str(report)
    moved = [made[0], made[-2], *made[1:-2], made[-1]]
    assert check(moved).passed, "the moves may come first"


def test_what_a_trace_leaves_out_is_not_compared():
    trace = recorded()
    for step in trace[1:-1]:
        for key in ("i", "turn", "legal", "n", "sha"):
            step.pop(key, None)
        del step["s"]["pile"], step["s"]["p"][0]["known"], step["s"]["fav"]["TREASURY"], step["s"]["next"]
    for key in ("turns", "rng"):
        del trace[-1][key]
    trace[0] = {"k": "game", "patrons": trace[0]["patrons"], "seed": 7}
    assert check(trace).passed
    for step in trace[1:-1]:
        del step["s"]
    assert check(trace).passed


def test_other_ways_to_write_the_same():
    trace = recorded()
    for step in trace[1:-1]:
        step["rng"] = int(step["rng"])
        step["s"]["fav"] = {**step["s"]["fav"], "ORGNUM": 2}
        step["s"]["combo"] = {"ANSEI": 0, **step["s"]["combo"]}
    trace[0]["note"] = "keys of records that are not known are nobody's business"
    assert check(trace).passed
    assert check(from_one(recorded())).passed
    text = [f"{line}\r\n".encode() for line in lines(recorded())]
    text[0] = b"\xef\xbb\xbf" + text[0]
    assert replay(text, game=PLAIN).passed


# --- whatever is changed is found -------------------------------------------------------------------------------------


def where(trace, fits):
    """The number of the first step that fits."""
    return next(i for i, step in enumerate(trace[1:-1]) if fits(step))


def swap(cards):
    cards[0], cards[1] = cards[1], cards[0]


def two(cards):
    return len(cards) > 1


def mine(step):
    return step["s"]["p"][step["cur"]]


def bump(place, key):
    place[key] += 1


STEP_CHANGES = {
    "i": (lambda step: step["i"] > 4, lambda step: bump(step, "i"), "i"),
    "turn": (lambda step: step["turn"] > 2, lambda step: bump(step, "turn"), "turn"),
    "cur": (lambda step: step["cur"] == 1, lambda step: step.update(cur=0), "cur"),
    "rng": (lambda step: step["turn"] > 1, lambda step: step.update(rng=str(int(step["rng"]) ^ 1)), "rng"),
    "row": (lambda step: step["i"] > 8, lambda step: swap(step["s"]["row"]), "s.row[0]"),
    "pile": (lambda step: step["i"] > 8, lambda step: step["s"]["pile"].pop(), "s.pile[*]"),
    "pile top": (lambda step: step["i"] > 8, lambda step: swap(step["s"]["pile"]), "s.pile[0]"),
    "favour": (
        lambda step: step["s"]["fav"]["RAJHIN"] != 2,
        lambda step: step["s"]["fav"].update(RAJHIN=2),
        "s.fav.RAJHIN",
    ),
    "board": (lambda step: step["s"]["choice"], lambda step: step["s"].update(board="NORMAL"), "s.board"),
    "combo": (
        lambda step: step["s"]["combo"].get("TREASURY", 0) > 1,
        lambda step: bump(step["s"]["combo"], "TREASURY"),
        "s.combo.TREASURY",
    ),
    "no combo": (
        lambda step: "TREASURY" in step["s"]["combo"],
        lambda step: step["s"]["combo"].pop("TREASURY"),
        "s.combo.TREASURY",
    ),
    "no choice": (lambda step: step["s"]["choice"], lambda step: step["s"].update(choice=None), "s.choice"),
    "a choice": (
        lambda step: not step["s"]["choice"],
        lambda step: step["s"].update(choice={"follow": "DESTROY_CARDS", "min": 0, "max": 1, "cards": []}),
        "s.choice",
    ),
    "follow": (
        lambda step: step["s"]["choice"],
        lambda step: step["s"]["choice"].update(follow="DONATE"),
        "s.choice.follow",
    ),
    "min": (lambda step: step["s"]["choice"], lambda step: bump(step["s"]["choice"], "min"), "s.choice.min"),
    "max": (lambda step: step["s"]["choice"], lambda step: bump(step["s"]["choice"], "max"), "s.choice.max"),
    "offered": (
        lambda step: step["s"]["choice"] and two(step["s"]["choice"].get("cards", [])),
        lambda step: swap(step["s"]["choice"]["cards"]),
        "s.choice.cards[0]",
    ),
    "another kind of choice": (
        lambda step: step["s"]["choice"] and "cards" in step["s"]["choice"],
        lambda step: step["s"]["choice"].update(effects=["coin 1", "coin 2"]),
        "s.choice.effects",
    ),
    "next": (lambda step: True, lambda step: step["s"]["next"].append("opp_discard 1"), "s.next[0]"),
    "hand": (lambda step: two(mine(step)["hand"]), lambda step: swap(mine(step)["hand"]), "s.p[*].hand[0]"),
    "draw": (lambda step: two(mine(step)["draw"]), lambda step: swap(mine(step)["draw"]), "s.p[*].draw[0]"),
    "played": (lambda step: two(mine(step)["played"]), lambda step: mine(step)["played"].pop(), "s.p[*].played[*]"),
    "cooldown": (
        lambda step: two(mine(step)["cooldown"]),
        lambda step: swap(mine(step)["cooldown"]),
        "s.p[*].cooldown[0]",
    ),
    "agent": (lambda step: mine(step)["agents"], lambda step: mine(step)["agents"].pop(), "s.p[*].agents[*]"),
    "hp": (lambda step: mine(step)["agents"], lambda step: bump(mine(step)["agents"][0], 1), "s.p[*].agents[0][1]"),
    "acted": (
        lambda step: mine(step)["agents"],
        lambda step: mine(step)["agents"].__setitem__(0, [*mine(step)["agents"][0][:2], None]),
        "s.p[*].agents[0][2]",
    ),
    "more legal": (lambda step: step["i"] > 5, lambda step: step["legal"].insert(0, "B:1#1"), "legal[0]"),
    "less legal": (lambda step: two(step["legal"]), lambda step: step["legal"].pop(), "legal[*]"),
    "order of legal": (lambda step: two(step["legal"]), lambda step: swap(step["legal"]), "legal[0]"),
    "n": (lambda step: step["i"] > 5, lambda step: bump(step, "n"), "n"),
    "sha": (lambda step: step["i"] > 5, lambda step: step.update(sha="0" * 64), "sha"),
    "pick": (lambda step: step["i"] > 5, lambda step: step.update(pick="P:107#999"), ""),
    "pick of a choice": (lambda step: step["s"]["choice"], lambda step: step.update(pick="M:1#1,1#1"), ""),
}
for _name in ("coins", "prestige", "power", "calls", "known"):
    STEP_CHANGES[_name] = (
        lambda step: step["i"] > 20,
        lambda step, name=_name: bump(step["s"]["p"][1], name),
        f"s.p[1].{_name}",
    )


@pytest.mark.parametrize("name", STEP_CHANGES)
def test_a_change_is_found_in_its_step(name):
    fits, change, path = STEP_CHANGES[name]
    trace = recorded()
    i = where(trace, fits)
    change(trace[i + 1])
    report = check(trace)
    assert (report.verdict, report.steps, report.line) == (DIFFERS, i, i + 2), str(report)
    if path:
        pattern = re.escape(path).replace(r"\*", r"\d+")
        assert re.fullmatch(pattern, report.differences[0].path), str(report)
    else:
        assert "pick: the trace has" in report.problem
    assert str(report).startswith(f"differs at step {i}: ")
    assert "tribute turn" in report.position and "#" not in report.position
    assert any(line.startswith("moves of this turn: ") for line in report.context())


def test_effects_of_a_choice_are_compared():
    trace = recorded("busy", 7, "ANSEI+PELIN+RAJHIN+ORGNUM")
    i = where(trace, lambda step: step["s"]["choice"] and "effects" in step["s"]["choice"])
    swap(trace[i + 1]["s"]["choice"]["effects"])
    report = check(trace)
    assert (report.verdict, report.steps) == (DIFFERS, i)
    assert report.differences[0].path == "s.choice.effects[0]"


def test_another_legal_move_shows_in_the_next_step():
    trace = recorded()
    i = where(trace, lambda step: step["i"] > 5 and step["pick"] != step["legal"][-1] and step["legal"][-1] == ".")
    trace[i + 1]["pick"] = "."
    report = check(trace)
    assert (report.verdict, report.steps) == (DIFFERS, i + 1)
    assert report.moves[-1] == "end turn"


def test_the_context_of_a_difference():
    trace = recorded()
    i = where(trace, lambda step: step["turn"] == 2 and len(step["s"]["p"][1]["played"]) == 2)
    trace[i + 1]["s"]["p"][1]["played"].reverse()
    bump(trace[i + 1]["s"]["p"][1], "coins")
    report = check(trace)
    coins = trace[i + 1]["s"]["p"][1]["coins"]
    assert report.problem == f"s.p[1].coins: the trace has {coins}, Mulligan {coins - 1}"
    assert [d.path for d in report.differences] == ["s.p[1].coins", "s.p[1].played[0]", "s.p[1].played[1]"]
    assert len(report.moves) >= 2 and all(move.split()[0] in ("play", "buy", "call", "take") for move in report.moves)
    assert sum(line.startswith("also ") for line in report.context()) == 2
    assert Position.read(PLAIN, report.position, f"fixed:patrons={PATRONS}").turn == 2
    found = report.to_dict()
    assert found["differences"][0] == {"path": "s.p[1].coins", "trace": coins, "mulligan": coins - 1}
    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize(
    ("key", "value"),
    [("winner", 2), ("reason", "PATRON_FAVOR"), ("turns", 1), ("rng", "1"), ("prestige", [1, 1]), ("prestige", "x")],
)
def test_a_change_of_the_end_is_found(key, value):
    for trace in (recorded(), hashed(recorded())):
        trace[-1][key] = value
        report = check(trace)
        assert (report.verdict, report.steps) == (DIFFERS, len(recorded()) - 2)
        assert report.differences[0].path == f"end.{key}" and report.line == len(trace)


def test_a_change_of_the_game_is_found_at_once():
    for change in ({"seed": "8"}, {"patrons": ["PSIJIC", "HLAALU", "TREASURY", "RAJHIN", "DUKE_OF_CROWS"]}):
        trace = recorded()
        trace[0].update(change)
        assert (check(trace).verdict, check(trace).steps) == (DIFFERS, 0)


def test_steps_that_are_missing_or_too_many_are_found():
    trace = recorded()
    report = check(trace[:10] + trace[11:])
    assert (report.verdict, report.steps, report.differences[0].path) == (DIFFERS, 9, "i")
    report = check([*trace[:-2], trace[-1]])
    assert report.verdict == DIFFERS and "but here the game goes on" in report.problem
    report = check([*trace[:-1], trace[-2], trace[-1]])
    assert report.verdict == DIFFERS and "but here the game is over by" in report.problem


def test_changes_in_a_chain_of_hashes_are_found():
    trace = recorded()
    made = hashed(trace)
    made[2]["sha"] = made[1]["sha"]
    report = check(made)
    assert (report.verdict, report.line) == (DIFFERS, 3)
    assert str(report) == "differs between steps 50 and 100: the hash of 100 steps is not that of the trace (line 3)"
    assert (report.steps, report.until, report.context(), report.to_dict()["position"]) == (50, 100, [], "")
    bump(trace[120]["s"]["p"][0], "coins")
    for form in (hashed(trace), hashed(trace, 1), hashed(from_one(trace))):
        assert str(check(form)).startswith("differs between steps 100 and 150: ")
    made = hashed(recorded())
    made[-2]["moves"][30] = "M:1#1"
    report = check(made)
    assert (report.verdict, report.steps, report.line) == (DIFFERS, 30, len(made) - 1)
    made = hashed(recorded())
    made[-2]["moves"].append(".")
    assert "the game is over by" in str(check(made))
    made = hashed(recorded())
    made[-2]["moves"].pop()
    assert check(made).verdict == DIFFERS


def test_hashes_that_stand_side_by_side_are_all_compared():
    head, *steps, _ = trace = recorded()
    made = hashed(trace)
    whole = hashlib.sha256(
        "".join(json.dumps(s, sort_keys=True, separators=(",", ":")) + "\n" for s in steps[:51]).encode()
    )
    after = {"k": "hash", "i": 51, "sha": whole.hexdigest()}
    assert check([*made[:2], after, *made[2:]]).passed
    made[1]["sha"] = "0" * 64
    assert str(check([*made[:2], after, *made[2:]])).startswith("differs between steps 0 and 50: ")
    for sha, verdict in ((hashlib.sha256().hexdigest(), OK), ("0" * 64, DIFFERS)):
        report = check([head, {"k": "hash", "i": 0, "sha": sha}, *hashed(trace)[1:]])
        assert (report.verdict, report.steps) == (verdict, len(steps) if verdict == OK else 0)


def test_hashes_may_have_large_letters():
    trace = recorded()
    made = hashed(trace)
    for one in made:
        if one["k"] == "hash":
            one["sha"] = one["sha"].upper()
    assert check(made).passed
    course = Course.of_patrons(GAME["patrons"], int(GAME["seed"]), PLAIN)
    trace[1]["sha"] = course.legal.digest().upper()
    assert check(trace).passed


def test_types_count():
    for value in (False, 0.0):
        trace = recorded()
        assert trace[1]["s"]["p"][0]["coins"] == 0
        trace[1]["s"]["p"][0]["coins"] = value
        assert check(trace).differences[0].path == "s.p[0].coins"
    trace = recorded()
    i = where(trace, lambda step: mine(step)["agents"])
    agent = mine(trace[i + 1])["agents"][0]
    agent[2] = int(agent[2])
    assert check(trace).steps == i
    for key in ("winner", "turns"):
        trace = recorded()
        trace[-1][key] = bool(trace[-1][key]) if key == "winner" else float(trace[-1][key])
        assert check(trace).differences[0].path == f"end.{key}"
    trace = recorded()
    trace[-1]["prestige"] = [float(points) for points in trace[-1]["prestige"]]
    assert check(trace).differences[0].path == "end.prestige"


def test_numbers_of_many_digits_are_shortened():
    trace = recorded()
    trace[1]["s"]["p"][0]["coins"] = 10**3000
    report = check(trace)
    assert (
        report.verdict == DIFFERS and len(str(report)) < 300 and len(json.dumps(report.to_dict()["differences"])) < 300
    )


def test_every_number_and_text_of_a_step_counts():
    """Each value of one step is changed in turn, whatever it is."""
    trace = recorded()
    i = where(trace, lambda step: step["s"]["choice"] and two(step["s"]["choice"].get("cards", [])))
    head, prefix, step, rest = trace[0], trace[1 : i + 1], trace[i + 1], trace[i + 2 :]
    paths = [path for path in leaves(step) if not isinstance(path[-1], int) or path[-1] < 3]
    assert len(paths) > 50
    for path in paths:
        changed = copy.deepcopy(step)
        place = changed
        for key in path[:-1]:
            place = place[key]
        value = place[path[-1]]
        place[path[-1]] = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value}0"
        report = check([head, *prefix, changed, *rest[:1]])
        assert (report.verdict, report.steps) == (DIFFERS, i), path


FEW = (0, "i", "turn", "cur", "rng", "n", "pick", "board", "HLAALU", "coins", "known")


def leaves(value, path=()):
    """The ways to all numbers and texts of a record that are compared."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if pairs is None:
        if path != ("k",) and value is not None:
            yield path
        return
    for key, inner in pairs:
        yield from leaves(inner, (*path, key))


# --- broken files -----------------------------------------------------------------------------------------------------


GAME, FIRST, *_ = recorded()


def game(**change):
    return json.dumps({**GAME, **change})


def first(**change):
    return json.dumps({**FIRST, **change})


def first_state(**change):
    return first(s={**FIRST["s"], **change})


BROKEN_LINES = [
    ([], 0, "the file is empty"),
    (["", "\r\n"], 0, "the file is empty"),
    ([game(), "", first()], 2, "an empty line"),
    (["nonsense"], 1, "not JSON"),
    (["{"], 1, "not JSON"),
    ([b"\xff\xfe"], 1, "not text in UTF-8"),
    (["[" * 100_000], 1, "nested too deeply"),
    (["9" * 5000], 1, "not JSON: a number has too many digits"),
    (["[1]"], 1, "should be an object with the key 'k'"),
    (["{}"], 1, "should be an object with the key 'k'"),
    (['{"k":[]}'], 1, "'k': [] should be one of game, step"),
    (['{"k":null}'], 1, "'k': null should be one of game, step"),
    (['{"k":"game"}'], 1, "'patrons' is missing"),
    ([json.dumps({key: GAME[key] for key in ("k", "patrons")})], 1, "'seed' is missing"),
    ([game(), '{"k":"step"}'], 2, "'pick' is missing"),
    (['{"k":"stop"}'], 1, "unknown kind of record 'stop': did you mean 'step'?"),
    ([first()], 1, "the first record, and no other, should have the kind 'game'"),
    ([game(), game()], 2, "the first record, and no other"),
    ([game(seed=None)], 1, "'seed': null should be a whole number"),
    ([game(seed=-1)], 1, "should be from 0 to"),
    ([game(seed=1.5)], 1, "should be a whole number"),
    ([game(seed=True)], 1, "should be a whole number"),
    ([game(seed="18446744073709551616")], 1, "should be from 0 to"),
    ([game(patrons="ANSEI")], 1, "'patrons': \"ANSEI\" should be a list"),
    ([game(patrons=["ANSEI", 1])], 1, "should be a text in quotes"),
    ([game(patrons=["ANSEI"] * 5)], 1, "five different ones"),
    ([game(patrons=["ANSEI", "PELIN", "RAJHIN", "TREASURY", "HLAALU"])], 1, "TREASURY in the middle"),
    ([game(patrons=["ANSEY"])], 1, "unknown patron 'ANSEY': did you mean 'ANSEI'?"),
    ([game()], 1, "stops after 0 steps, without a record 'end'"),
    ([game(), first()], 2, "stops after 1 steps"),
    ([game(), first(pick=None)], 2, "'pick': null should be a move"),
    ([game(), first(i="x")], 2, "'i': \"x\" should be a whole number"),
    ([game(), first(rng=[])], 2, "'rng': [] should be a whole number"),
    ([game(), first(s=[])], 2, "'s': [] should be an object"),
    ([game(), first(legal={})], 2, "'legal': {} should be a list"),
    ([game(), first(legal=[1])], 2, "should be a text in quotes"),
    ([game(), first_state(tavern=[])], 2, "unknown key in s 'tavern'"),
    ([game(), first_state(fav={"ME": 1})], 2, "unknown patron in s.fav 'ME'"),
    ([game(), first_state(p=[{"cash": 1}, {}])], 2, "unknown key in s.p[0] 'cash'"),
    ([game(), '{"k":"hash","i":-1,"sha":""}'], 2, "should be from 0 to 1000000"),
    ([game(), '{"k":"hash","i":1}'], 2, "'sha' is missing"),
    ([game(), *['{"k":"hash","i":50,"sha":"0"}'] * 2], 3, "'i': 50 should be more than that of the hash before, 50"),
    ([game(), '{"k":"hash","i":50,"sha":"0"}', '{"k":"hash","i":49,"sha":"0"}'], 3, "'i': 49 should be more than"),
    ([game(), '{"k":"hash","i":50,"sha":"0"}', '{"k":"end"}'], 3, "no record 'picks'"),
    ([game(), '{"k":"picks","moves":7}'], 2, "should be a list"),
    ([game(), *['{"k":"picks","moves":[]}'] * 2], 3, "one record 'picks'"),
    ([game(), '{"k":"picks","moves":[]}', first()], 3, "does not belong to a trace with hashes"),
    ([game(), first(), '{"k":"picks","moves":[]}'], 3, "does not belong to a trace with full steps"),
    (
        [game(), '{"k":"hash","i":50,"sha":"0"}', '{"k":"picks","moves":[]}', '{"k":"end"}'],
        2,
        "line 2: the hash is of more",
    ),
    ([*lines(recorded()), '{"k":"end"}'], len(recorded()) + 1, "the record 'end' should be the last"),
]


@pytest.mark.parametrize(("text", "line", "problem"), BROKEN_LINES, ids=[str(i) for i in range(len(BROKEN_LINES))])
def test_what_is_wrong_with_a_file_is_told_with_its_line(text, line, problem):
    report = replay(text, "game.jsonl", game=PLAIN)
    assert (report.verdict, report.line) == (BROKEN, line), str(report)
    assert problem in str(report)
    assert json.loads(json.dumps(report.to_dict()))["verdict"] == BROKEN


@pytest.mark.parametrize("value", [None, True, 0, -1, 1.5, "x", "", [], {}, [[]], {"k": 1}, [1], "\ud800"])
def test_values_of_any_type_are_told_apart(value):
    """Each field of a step takes a value of another type: no field takes it for its own, and none is too much."""
    head, step, *_ = recorded()
    ways = {way[:depth] for way in leaves(step) if way[-1] in FEW for depth in range(1, len(way) + 1)}
    for path in ways:
        changed = copy.deepcopy(step)
        place = changed
        for key in path[:-1]:
            place = place[key]
        if place[path[-1]] == value or value == {} or (path[-1] in ("combo", "choice") and not value):
            continue
        place[path[-1]] = value
        report = check([head, changed])
        assert report.steps == 0 and report.verdict in (DIFFERS, BROKEN), path
        assert str(report) and report.to_dict()


def test_files(tmp_path: Path, monkeypatch):
    trace = recorded()
    for name in ("game.jsonl", "game.jsonl.gz"):
        save(trace, tmp_path / name)
        assert replay_file(tmp_path / name, game=PLAIN).passed
    whole = (tmp_path / "game.jsonl.gz").read_bytes()
    save(trace, tmp_path / "again.jsonl.gz")
    assert (tmp_path / "again.jsonl.gz").read_bytes() == whole, "the same trace has the same bytes"
    assert [path.name for path in find_traces([str(tmp_path)])] == ["again.jsonl.gz", "game.jsonl", "game.jsonl.gz"]
    (tmp_path / "cut.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "bad.jsonl.gz").write_bytes(whole[:200] + b"\0\xff" * 40 + whole[280:])
    (tmp_path / "not.jsonl.gz").write_text("not packed", "utf-8")
    for name in ("cut", "bad", "not"):
        report = replay_file(tmp_path / f"{name}.jsonl.gz", game=PLAIN)
        assert report.verdict == BROKEN and "gzip" in report.problem, str(report)
    assert "cannot be read: No such file" in str(replay_file(tmp_path / "none.jsonl", game=PLAIN))
    os.mkfifo(tmp_path / "pipe.jsonl")
    assert str(replay_file(tmp_path / "pipe.jsonl", game=PLAIN)) == "broken: is not a regular file"
    (tmp_path / "ends.jsonl").write_bytes((tmp_path / "game.jsonl").read_bytes() + b"\n\r\n \n")
    assert replay_file(tmp_path / "ends.jsonl", game=PLAIN).passed
    monkeypatch.setattr(replays, "LONGEST", 1000)
    report = replay_file(tmp_path / "game.jsonl", game=PLAIN)
    assert report.verdict == BROKEN and "the next line is longer than" in report.problem


def test_policies_that_do_not_exist():
    for names in ((), ("randam",), ("random", "first", "busy")):
        with pytest.raises(UsageError):
            Bots(*names)
    with pytest.raises(UsageError, match="seed"):
        next(record(-1, Bots("random"), game=PLAIN))


# --- the commands -----------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", ["replay", "record"])
def test_help_has_examples(command, capsys):
    assert run(["tribute", command, "--help"]) == 0
    text = capsys.readouterr().out
    assert f"mulligan tribute {command} " in text.partition("Examples:")[2]


def test_record_and_replay(folder, capsys):
    assert run(["tribute", "record", "game.jsonl", "--seed", "7", "--patrons", PATRONS, "--policy", "busy"]) == 0
    assert [json.loads(line) for line in (folder / "game.jsonl").read_text("utf-8").splitlines()] == recorded()
    assert run(["tribute", "record", "many", "--games", "2", "--policy", "random+first", "--hashes"]) == 0
    assert sorted(path.name for path in (folder / "many").iterdir()) == [
        "random-first-1.jsonl.gz",
        "random-first-2.jsonl.gz",
    ]
    assert gzip.decompress((folder / "many" / "random-first-1.jsonl.gz").read_bytes()).startswith(b'{"k":"game"')
    capsys.readouterr()
    assert run(["tribute", "replay", "game.jsonl", "many"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"game.jsonl: ok {len(recorded()) - 2} steps"
    assert len(out) == 4 and out[-1].startswith("3 traces: 3 ok, 0 different, 0 broken; ")


def test_replay_goes_on_after_a_bad_file(folder, capsys):
    trace = recorded()
    save(trace, folder / "good.jsonl")
    bump(trace[20]["s"]["p"][0], "coins")
    save(trace, folder / "different.jsonl")
    (folder / "broken.jsonl").write_text("\x1b[31m", "utf-8")
    assert run(["tribute", "replay", "."]) == 1
    out = capsys.readouterr().out
    assert "broken.jsonl: broken at line 1: not JSON" in out and "\x1b" not in out
    assert "different.jsonl: differs at step 19: s.p[0].coins" in out and "    position: tribute turn" in out
    assert f"good.jsonl: ok {len(trace) - 2} steps" in out
    assert "3 traces: 1 ok, 1 different, 1 broken" in out
    assert run(["tribute", "replay", ".", "--json", "-"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["passed"] is False and [one["verdict"] for one in found["traces"]] == ["broken", "differs", "ok"]
    assert found["traces"][1]["differences"][0]["path"] == "s.p[0].coins"


def test_names_that_cannot_be_read(folder, capsys):
    save(recorded(), folder / "good.jsonl")
    (folder / "l1.jsonl").symlink_to("l2.jsonl")
    (folder / "l2.jsonl").symlink_to("l1.jsonl")
    long = "x" * 5000 + ".jsonl"
    assert run(["tribute", "replay", "l1.jsonl", long, "good.jsonl", "--json", "report.json"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("l1.jsonl: broken: cannot be read: ")
    assert out[1].startswith("xxx") and out[1].endswith("...xxx.jsonl: broken: cannot be read: File name too long")
    assert len(out[1]) < 200 and out[2].startswith("good.jsonl: ok")
    assert run(["tribute", "record", long]) == 2
    err = capsys.readouterr().err
    assert "cannot write 'xxx" in err and "File name too long" in err and len(err) < 200


def test_record_says_that_it_makes_a_folder(folder, capsys):
    assert run(["tribute", "record", "x.txt", "--policy", "first"]) == 0
    assert capsys.readouterr().out == "1 game written to the folder x.txt\n"
    assert run(["tribute", "record", "x.jsonl", "--policy", "first"]) == 0
    assert capsys.readouterr().out == "1 game written to x.jsonl\n"


@pytest.mark.parametrize(
    ("setup", "problem"),
    [
        ("draft:patrons=FOO", "setup 'draft:patrons=FOO': unknown patron 'FOO'"),
        ("draft:patrons=", "setup 'draft:patrons=': no patrons are named"),
        ("draft:patrons=PELIN", "1 patron besides Treasury, and a game needs at least 4"),
        ("fixed:patrons=PELIN+ANSEI", "2 patrons besides Treasury, and a fixed game has exactly 4"),
    ],
)
def test_setups_with_wrong_patrons(setup, problem):
    with pytest.raises(UsageError, match=re.escape(problem)):
        PLAIN.make_table(setup)


def test_long_work_shows_how_far_it_is(folder, capsys, monkeypatch):
    monkeypatch.setattr("mulligan.games.tribute.traces.commands.PATIENCE", 0.0)
    monkeypatch.setattr("mulligan.arena.progress.PLAIN_SECONDS", 0.0)
    assert run(["tribute", "record", "many", "--games", "2", "--policy", "first"]) == 0
    assert capsys.readouterr().err.splitlines()[-2:] == ["1/2 games", "2/2 games"]
    assert run(["tribute", "replay", "many", "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_nothing_is_written_over_by_mistake(folder, capsys):
    assert run(["tribute", "record", "game.jsonl.gz", "--policy", "first"]) == 0
    before = (folder / "game.jsonl.gz").read_bytes()
    assert run(["tribute", "record", "game.jsonl.gz", "--seed", "2", "--policy", "first"]) == 2
    assert "is there already" in capsys.readouterr().err and (folder / "game.jsonl.gz").read_bytes() == before
    assert run(["tribute", "replay", "game.jsonl.gz", "--json", "game.jsonl.gz"]) == 2
    assert (folder / "game.jsonl.gz").read_bytes() == before
    assert run(["tribute", "record", "game.jsonl.gz", "--seed", "2", "--policy", "first", "--force"]) == 0
    assert (folder / "game.jsonl.gz").read_bytes() != before
    assert [path.name for path in folder.iterdir()] == ["game.jsonl.gz"], "no draft is left"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["record", "x.jsonl", "--games", "0"], "games: 0 should be"),
        (["record", "x.jsonl", "--games", "2"], "is the name of one file"),
        (["record", "x.jsonl", "--seed", "-1"], "seed: -1 should be"),
        (["record", "x.jsonl", "--seed", "x"], "should be a whole number"),
        (["record", "x.jsonl", "--policy", "randm"], "unknown policy 'randm': did you mean 'random'?"),
        (["record", "x.jsonl", "--policy", "first+first+first"], "policies: 3 are given"),
        (["record", "x.jsonl", "--patrons", "ANSEI"], "--patrons: ANSEI should be exactly 4 different patrons"),
        (
            ["record", "x.jsonl", "--patrons", "PELIN+PELIN+ANSEI+HLAALU"],
            "--patrons: PELIN+PELIN+ANSEI+HLAALU should be",
        ),
        (["record", "x.jsonl", "--patrons", f"{PATRONS},traced"], "--patrons: unknown patron 'DUKE_OF_CROWS,TRACED'"),
        (["record", "x.jsonl", "--patrons", "ANSEI+NOBODY"], "--patrons: unknown patron 'NOBODY'"),
        (["record", "no/such/folder"], "cannot make the folder"),
        (["record", "no/such/x.jsonl"], "cannot write"),
        (["replay"], "Missing argument"),
        (["record", "x.jsonl", "--seed", "9" * 3000], "seed: 99999999999999999999... should be"),
        (["record", ""], "the name of the file or the folder to write to is empty"),
        (["replay", ""], "the name of a file is empty"),
        (["replay", "."], "there is no trace in the folder '.'"),
    ],
)
def test_mistakes_are_answered_in_one_line(arguments, problem, folder, capsys):
    assert run(["tribute", *arguments]) == 2
    err = capsys.readouterr().err
    assert problem in err and err.count("\n") == 1
