"""Settings that repeat what published programs did: held to references in plain Python and to games made for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cache
from math import inf, log, sqrt
from typing import Any

import pytest

from mulligan.agents.explain import explanations
from mulligan.core.errors import UsageError
from mulligan.core.game import Game, Text, rules_in
from mulligan.core.position import Position
from mulligan.core.words import split_words
from mulligan.games.toys import GUESS, NIM, RACE, SWAP, swap
from mulligan.kernel import as_dict, below, compiled, record
from mulligan.search import Decision, Searcher, Settings, change
from mulligan.search.layout import SETTLED, TERMINAL
from mulligan.search.mast import BY_AVERAGE

from ..helpers.search_help import Node, findings, let_simulations_take, trees_of

OPEN = {"deal": "every", "outcomes": "open"}
WORLDS: dict[str, dict[str, Any]] = {
    "fixed": {},
    "node": {"deal": "node"},
    "open": OPEN,
    "seeded": {"deal": "every"},
    "available": {"availability": True},
    "branch": {"deal": "every", "outcomes": "branch"},
}


# --- a game whose turns are ended by a move ---------------------------------------------------------------------------
#
# In each turn a player may take one coin or two, or gamble for three, up to three times.  Whoever ends the turn loses
# half of the coins, so that a position is worth less after the end of a turn than before it.

END, ONE, TWO, GAMBLE = range(4)
ACTIONS, TURNS, MOST = 3, 4, 40
MODEST, GAMBLER, PLANNER = 1, 2, 3

State = record(coins=("i8", 2), left="i8", turn="i8", won="i8")


@compiled
def deal(s, t, rng):
    s.left = ACTIONS


@compiled
def actor(s):
    return s.turn % 2 if s.turn < TURNS else -1


@compiled
def stage(s):
    return 0 if s.left > 0 else 1


@compiled
def turn(s):
    return s.turn


@compiled
def options(s, t, form, out):
    out[0] = END
    if s.left == 0:
        return 1
    out[1] = ONE
    out[2] = TWO
    out[3] = GAMBLE
    return 3 if form else 4


@compiled
def play(s, t, move, rng):
    p = s.turn % 2
    s.won = 0
    if move == END:
        s.coins[p] //= 2
        s.turn += 1
        s.left = ACTIONS
        return
    s.left -= 1
    if move == GAMBLE:
        s.won = below(rng, 2)
        s.coins[p] += 3 * s.won
    else:
        s.coins[p] += move


@compiled
def payoff(s, seat):
    return 0.5 + (s.coins[seat] - s.coins[1 - seat]) / (2 * MOST)


@compiled
def hide(s, t, seat, rng):
    pass


@compiled
def observe(s, t, seat, out):
    out[0] = s.coins[0]
    out[1] = s.coins[1]
    out[2] = s.left
    out[3] = s.turn
    return 4


@compiled
def advise(s, t, style, rng, out):
    """The modest take one coin each time and the gambler gambles; the planner tells all moves of the turn at once."""
    n = 0
    while style == PLANNER and n < s.left:
        out[n] = TWO
        n += 1
    if s.left > 0 and style != PLANNER:
        out[0] = ONE if style == MODEST else GAMBLE
        return 1
    out[n] = END
    return n + 1


@compiled
def evaluate(s, t, seat, style):
    return s.coins[seat] / MOST


@compiled
def outcome(s):
    return s.won


def move_text(s: Any, t: Any, move: int) -> str:
    return ("end", "one", "two", "gamble")[move]


def state_text(s: Any, t: Any) -> str:
    return f"purse {s.coins[0]} {s.coins[1]} left {s.left} turn {s.turn}"


def read_state(text: str, s: Any, t: Any) -> None:
    _, s.coins[0], s.coins[1], _, s.left, _, s.turn = (int(w) if w.isdecimal() else w for w in text.split())


PURSE = Game(
    name="purse",
    version=1,
    title="Purse",
    players=2,
    stages=("act", "close"),
    State=State,
    text=Text(move_text, state_text, read_state),
    max_options=4,
    max_numbers=4,
    max_turns=TURNS,
    styles=("uniform", "modest", "gambler", "planner"),
    prunings=("none", "prudent"),
    evaluations=("coins",),
    hidden=False,
    end=END,
    **rules_in(globals()),
)


# --- help -------------------------------------------------------------------------------------------------------------


@cache
def interpreted(game: Game) -> Game:
    return game.interpreted()


def search(game: Game, seed: Any = 1, here: Position | None = None, **settings: Any) -> tuple[Decision, list[Node]]:
    """What a search decides, and its trees."""
    searcher = Searcher(game, Settings(**settings))
    decision = searcher.decide(here or Position.deal(game), seed)
    return decision, trees_of(searcher)


def both_ways(game: Game, **settings: Any) -> tuple[Decision, list[Node]]:
    """The same search compiled and as ordinary Python, which must agree in every number."""
    decision, trees = search(game, **settings)
    here = settings.pop("here", None)
    there = Position.read(interpreted(game), str(here), here.setup) if here is not None else None
    other, twins = search(interpreted(game), here=there, **settings)
    assert findings(decision) == findings(other)
    assert [numbers(tree) for tree in trees] == [numbers(tree) for tree in twins]
    return decision, trees


def numbers(tree: Node) -> list[Any]:
    """All that a tree has counted."""
    return [(node.move, node.visits, node.avail, node.kind, round(node.value, 9)) for node in tree.all()]


def visits(decision: Decision) -> dict[int, int]:
    return {choice.move: choice.visits for choice in decision.choices}


def played(text: str = "purse 0 0 left 3 turn 0", **settings: Any) -> list[list[int]]:
    """Of each simulation from a position of the purse, all moves that it played, in the tree and after it."""
    plain = interpreted(PURSE)
    heard: list[list[int]] = []
    ended = [True]

    def recording(s: Any, t: Any, move: int, rng: Any) -> None:
        if ended[0]:
            heard.append([])
            ended[0] = False
        heard[-1].append(move)
        plain.play(s, t, move, rng)

    def judged(s: Any, t: Any, seat: int, style: int) -> float:
        if ended[0] and seat == 0:
            heard.append([])  # nothing was played
        ended[0] = True
        return plain.evaluate(s, t, seat, style)  # type: ignore[no-any-return]

    def won(s: Any, seat: int) -> float:
        ended[0] = True
        return plain.payoff(s, seat)  # type: ignore[no-any-return]

    some = {"sims": 60, "outcomes": "open"} | settings
    told = replace(plain, play=recording, evaluate=judged, payoff=won)
    search(told, here=Position.read(told, text), **some)
    return heard[: some["sims"]]  # what is played afterwards is the line that is shown


# --- all together -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [NIM, RACE, GUESS, SWAP, PURSE], ids=lambda game: game.name)
def test_the_usual_choices_may_be_spelt_out(game: Game) -> None:
    usual = {
        "backup": "mean",
        "exhaust": False,
        "settle": True,
        "primed": 0,
        "miscount": False,
        "prune_at": "all",
        "pruned_start": False,
        "unseen": inf,
    }
    for world in WORLDS.values():
        for more in ({}, {"rollout": "mast"}):
            plain, named = search(game, sims=60, **world, **more), search(game, sims=60, **world, **more, **usual)
            assert findings(plain[0]) == findings(named[0])
            assert [tree.dump() for tree in plain[1]] == [tree.dump() for tree in named[1]]


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("rollout", ["uniform", "planner", "mast"])
def test_compiled_and_interpreted_search_agree_in_all_of_it(world: str, rollout: str) -> None:
    some = {"sims": 80, "trees": 2, "backup": "max", "primed": 1, "settle": False, "pruned_start": True}
    some |= {"prune": "prudent", "prune_at": "root", "unseen": 0.2, "votes": "best", "rollout": rollout}
    both_ways(PURSE, **some, **WORLDS[world])
    if world in ("fixed", "node"):
        both_ways(PURSE, **some, exhaust=True, **WORLDS[world])
        return
    if rollout == "mast":
        both_ways(PURSE, **some, order="mast", temperature=0.1, epsilon=0.1, **WORLDS[world])
    if world != "branch":
        both_ways(PURSE, **some | WORLDS[world] | {"availability": True, "miscount": True})


# --- which child is selected: a reference -----------------------------------------------------------------------------


@dataclass
class Counts:
    """What the reference knows of a node."""

    visits: int = 0
    avail: int = 0
    value: float = 0.0
    best: float = -inf


@dataclass
class Heard:
    """One simulation: at each step the legal moves and the one that was played, and the reward in the end."""

    steps: list[tuple[tuple[int, ...], int]] = field(default_factory=list)
    reward: float = -1.0
    """Below 0 as long as it goes on."""


def make_doors() -> Game:
    """A walk through three rooms.  The hidden world, one of three, locks one of four doors in every room but the first;
    behind each door there is something else."""

    def hide(s: Any, t: Any, seat: int, rng: Any) -> None:
        rng.z = (rng.z * 6364136223846793005 + 1442695040888963407) % 2**62 + 1
        s.world = (rng.z >> 33) % 3

    def options(s: Any, t: Any, form: int, out: Any) -> int:
        doors = [door for door in range(4) if s.step == 0 or door != s.world]
        out[: len(doors)] = doors
        return len(doors)

    def play(s: Any, t: Any, move: int, rng: Any) -> None:
        s.step += 1
        s.code = 5 * s.code + move + 1

    def worth(s: Any) -> float:
        return (s.code * 37 + s.world * 11) % 17 / 16

    return Game(
        name="doors",
        version=1,
        title="Doors",
        players=1,
        stages=("door",),
        State=record(step="i8", code="i8", world="i8"),
        deal=lambda s, t, rng: hide(s, t, 0, rng),
        actor=lambda s: 0 if s.step < 3 else -1,
        stage=lambda s: 0,
        turn=lambda s: s.step,
        options=options,
        play=play,
        payoff=lambda s, seat: worth(s),
        hide=hide,
        observe=lambda s, t, seat, out: 0,
        text=Text(lambda s, t, move: f"door {move}", lambda s, t: f"{s.code}", lambda text, s, t: None),
        max_options=4,
        max_numbers=4,
        evaluate=lambda s, t, seat, style: worth(s),
    )


DOORS = make_doors()


def overheard(settings: Settings) -> tuple[Node, list[Heard]]:
    """The tree of a search for the doors, and what happened in each simulation; they must not go on after the tree."""
    heard: list[Heard] = []

    def dealing(s: Any, t: Any, seat: int, rng: Any) -> None:
        DOORS.hide(s, t, seat, rng)
        heard.append(Heard())

    def listing(s: Any, t: Any, form: int, out: Any) -> int:
        n = int(DOORS.options(s, t, form, out))
        if heard and heard[-1].reward < 0:
            heard[-1].steps.append((tuple(out[:n]), -1))
        return n

    def playing(s: Any, t: Any, move: int, rng: Any) -> None:
        DOORS.play(s, t, move, rng)
        if heard[-1].reward < 0:
            heard[-1].steps[-1] = (heard[-1].steps[-1][0], move)

    def judging(s: Any, t: Any, seat: int, style: int) -> float:
        heard[-1].reward = DOORS.evaluate(s, t, seat, style)
        return heard[-1].reward

    def ending(s: Any, seat: int) -> float:
        heard[-1].reward = DOORS.payoff(s, seat)
        return heard[-1].reward

    told = replace(DOORS, hide=dealing, options=listing, play=playing, evaluate=judging, payoff=ending)
    searcher = Searcher(told, settings)
    root = Position.deal(DOORS)
    searcher.decide(Position(told, root.setup, root.table, root.states), 1)
    (tree,) = trees_of(searcher)
    return tree, [one for one in heard if one.reward >= 0]


def score(c: Counts, n: int, settings: Settings) -> float:
    """What selection goes by: n is the number of visits, or how often the move was available."""
    tried = c.visits + settings.primed
    worth = c.best if settings.backup == "max" else c.value / tried
    return worth + settings.c * sqrt(log(n + settings.primed) / tried)


def walk_through(heard: list[Heard], settings: Settings) -> dict[tuple[int, ...], Counts]:
    """Count as the rules say, and hold every choice to the score."""
    known: dict[tuple[int, ...], Counts] = {(): Counts()}
    for one in heard:
        history: tuple[int, ...] = ()
        path = [history]
        for legal, move in one.steps:
            there = [(*history, other) for other in legal if (*history, other) in known]
            if len(there) == len(legal):
                scores = {}
                for place in there:
                    now = known[place].avail + (not settings.miscount)  # counted while it is selected, or afterwards
                    n = now if settings.availability else known[history].visits
                    scores[place[-1]] = score(known[place], n, settings)
                assert scores[move] == pytest.approx(max(scores.values()))
            else:
                assert (*history, move) not in known
            history = (*history, move)
            path.append(history)
            known.setdefault(history, Counts())
        for depth, ((legal, _), place) in enumerate(zip(one.steps, path, strict=False)):
            if depth > 0 or not settings.miscount:
                for other in legal:
                    if (*place, other) in known:
                        known[(*place, other)].avail += 1
        for place in path:
            c = known[place]
            c.avail += bool(place) and settings.miscount
            c.visits += 1
            c.value += one.reward
            c.best = max(c.best, one.reward)
    return known


@pytest.mark.parametrize("backup", ["mean", "max"])
@pytest.mark.parametrize("primed", [0, 1, 3])
@pytest.mark.parametrize("counting", ["no", "right", "wrong"])
def test_children_are_selected_and_counted_by_the_rules(counting: str, primed: int, backup: str) -> None:
    counted = {"availability": counting != "no", "miscount": counting == "wrong"}
    settings = Settings(sims=400, cut="0moves", c=1.0, backup=backup, primed=primed, **OPEN, **counted)
    tree, heard = overheard(settings)
    assert len(heard) == 400 and tree.visits == 400
    known = walk_through(heard, settings)

    def compare(node: Node, history: tuple[int, ...]) -> int:
        c = known[history]
        assert (node.visits, node.value, node.best) == (c.visits, pytest.approx(c.value), c.best)
        if history:
            assert node.avail == c.avail
        return 1 + sum(compare(child, (*history, child.move)) for child in node.children)

    assert compare(tree, ()) == len(known) > 20


def test_the_wrong_count_is_another_than_the_right_one() -> None:
    right, wrong = (
        overheard(Settings(sims=200, cut="0moves", c=0.4, availability=True, miscount=fault, **OPEN))[0]
        for fault in (False, True)
    )
    assert {child.avail for child in right.children} == set(range(197, 201))
    assert [child.avail for child in wrong.children] == [child.visits for child in wrong.children]


def test_primed_visits_are_not_reported() -> None:
    for world in WORLDS.values():
        decision, trees = both_ways(PURSE, sims=100, trees=2, primed=4, **world)
        assert sum(visits(decision).values()) == decision.simulations == 200
        for choice in decision.choices:
            children = [tree.child(choice.move) for tree in trees]
            assert choice.visits == sum(child.visits for child in children)
            assert choice.mean == pytest.approx(sum(child.value for child in children) / choice.visits)
        assert sum(choice.votes for choice in decision.choices) == 2


# --- fixed trees: selection one simulation after another --------------------------------------------------------------


@pytest.mark.parametrize("settings", [{"backup": "max"}, {"primed": 3}, {"backup": "max", "primed": 1}], ids=str)
def test_a_fixed_tree_selects_by_the_same_score(settings: dict[str, Any]) -> None:
    """With the same seed, a tree of n + 1 simulations is the one of n simulations and one more."""
    some = Settings(c=0.6, **settings)
    for seed in range(6):
        before: Node | None = None
        for sims in range(15, 60):
            _, (tree,) = search(GUESS, seed, sims=sims, c=0.6, **settings)
            if before is not None:
                (chosen,) = (c.move for c in tree.children if c.visits > before.child(c.move).visits)
                known = {c.move: Counts(c.visits, 0, c.value, c.best) for c in before.children}
                scores = {move: score(c, before.visits, some) for move, c in known.items()}
                assert scores[chosen] == pytest.approx(max(scores.values()))
            before = tree


# --- backup -----------------------------------------------------------------------------------------------------------

SAFE, RISKY = range(2)


def make_rare() -> Game:
    """The safe way is worth a half; on the risky one, one door of five wins, and simulations seldom take it."""

    def options(s: Any, t: Any, form: int, out: Any) -> int:
        n = 5 if s.risky else 2
        out[:n] = range(n)
        return n

    def play(s: Any, t: Any, move: int, rng: Any) -> None:
        if s.risky:
            s.ended, s.points = 1, 2 * (move == 3)
        else:
            s.risky, s.ended, s.points = move, 1 - move, 1

    return Game(
        name="rare",
        version=1,
        title="Rare",
        players=1,
        stages=("door",),
        State=record(risky="i8", ended="i8", points="i8"),
        deal=lambda s, t, rng: None,
        actor=lambda s: -1 if s.ended else 0,
        stage=lambda s: 0,
        turn=lambda s: 0,
        options=options,
        play=play,
        payoff=lambda s, seat: s.points / 2,
        hide=lambda s, t, seat, rng: None,
        observe=lambda s, t, seat, out: 0,
        text=Text(lambda s, t, move: f"door {move}", lambda s, t: "rare", lambda text, s, t: None),
        max_options=5,
        max_numbers=5,
        hidden=False,
    )


@pytest.mark.parametrize("world", WORLDS)
def test_the_best_reward_leads_to_a_rare_win_that_the_mean_misses(world: str) -> None:
    rare = make_rare()
    found = {backup: Counter() for backup in ("mean", "max")}
    for backup, moves in found.items():
        for seed in range(20):
            moves[search(rare, seed, sims=100, c=0.9, depth=1, backup=backup, **WORLDS[world])[0].moves[0]] += 1
    assert found["max"][RISKY] >= 15
    assert found["mean"][SAFE] >= 18


def test_the_final_score_is_the_one_by_which_the_tree_selects() -> None:
    for seed in range(25):
        decision, trees = search(GUESS, seed, sims=40, c=0.9, final="uct", backup="max")
        n = sum(tree.visits for tree in trees)
        scores = {c.move: c.best + 0.9 * sqrt(log(n) / c.visits) for c in decision.choices}
        assert scores[decision.moves[0]] == max(scores.values())


# --- exhaust ----------------------------------------------------------------------------------------------------------


def positions_of_nim(stones: int) -> int:
    """The nodes of the whole tree below so many stones, itself included."""
    return 1 + sum(positions_of_nim(stones - take) for take in (1, 2, 3) if take <= stones)


@pytest.mark.parametrize("more", [{}, {"deal": "node"}, {"backup": "max", "c": 5.0}, {"fpu": 0.3}], ids=str)
@pytest.mark.parametrize("stones", [4, 7])
def test_every_leaf_is_visited_once_and_then_the_tree_ends(stones: int, more: dict[str, Any]) -> None:
    here = Position.read(NIM, f"nim 1-3: {stones} left, player 1 to move")
    whole = positions_of_nim(stones)
    decision, trees = both_ways(NIM, here=here, sims=5000, trees=2, exhaust=True, **more)
    assert decision.simulations == 2 * (whole - 1), "each simulation finds a new node"
    assert decision.nodes == 2 * whole
    for tree in trees:
        for node in tree.all()[1:]:
            assert node.visits == len(node.all())
            assert (node.kind == TERMINAL) == (not node.children)
    usual, _ = search(NIM, here=here, sims=5000, trees=2, **more)
    assert usual.simulations == 10_000


def test_a_tree_that_is_not_explored_spends_its_budget() -> None:
    here = Position.read(NIM, "nim 1-3: 7 left, player 1 to move")
    whole = positions_of_nim(7)
    for sims in (10, whole - 2):
        decision, (tree,) = search(NIM, here=here, sims=sims, exhaust=True)
        assert decision.simulations == sims
        assert sum(node.visits > 0 for node in tree.all()) == sims + 1
    capped, _ = search(NIM, here=here, sims=500, nodes=20, exhaust=True)
    assert capped.simulations == 500, "what has no room is never explored"
    rooted, (tree,) = search(NIM, here=here, sims=500, exhaust=True, rooted=True)
    assert rooted.simulations == whole


def test_only_what_needs_no_rollout_is_explored_where_a_tree_is_closed() -> None:
    here = Position.read(PURSE, "purse 3 0 left 3 turn 0")
    some = {"here": here, "sims": 500, "depth": 2, "exhaust": True, "deal": "never"}
    assert both_ways(PURSE, **some)[0].simulations == 500
    for cut in ("0moves", "0turns"):
        decision, (tree,) = both_ways(PURSE, cut=cut, **some)
        assert decision.simulations == len(tree.all()) - 1 == 4 + 4 * 4
    assert search(PURSE, cut="0moves", redraw=True, **some)[0].simulations == 500
    assert search(PURSE, cut="1moves", **some)[0].simulations == 500


@pytest.mark.parametrize("budget", [{"seconds": 60.0}, {"turn_seconds": 60.0}, {"sims": 10**8}], ids=str)
def test_a_great_budget_ends_with_the_tree(budget: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    let_simulations_take(1e-5, monkeypatch)
    here = Position.read(NIM, "nim 1-3: 7 left, player 1 to move")
    decision, _ = search(NIM, here=here, trees=3, threads=2, exhaust=True, **budget)
    assert decision.simulations == 3 * (positions_of_nim(7) - 1)
    assert decision.seconds < 1.0


def test_what_is_kept_stays_explored_but_for_what_was_closed() -> None:
    for bounds, left in (({}, False), ({"depth": 4, "cut": "0moves"}, True)):
        searcher = Searcher(NIM, Settings(sims=5000, deal="never", exhaust=True, reuse=True, **bounds))
        here = Position.read(NIM, "nim 1-3: 9 left, player 1 to move")
        first = searcher.decide(here, 1)
        assert first.simulations < 5000
        for move in (1, 1):
            searcher.saw(here.actor, 0, move)
            here.play(move)
        second = searcher.decide(here, 2)
        (tree,) = trees_of(searcher)
        assert second.reused > 0 and second.moves
        assert (second.simulations > 0) == left
        if not left:
            assert second.reused == tree.visits == positions_of_nim(7)
        assert max(node.depth for node in tree.all()) == (4 if left else 7)


# --- settle -----------------------------------------------------------------------------------------------------------

STARTED = "purse 8 2 left 2 turn 0"


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("more", [{}, {"skip": True}, {"search": "act", "tree": "modest"}, {"scope": "turn"}], ids=str)
@pytest.mark.parametrize("rollout", ["uniform", "gambler", "planner", "mast", "mast+planner"])
def test_the_end_of_a_turn_is_not_played(world: str, more: dict[str, Any], rollout: str) -> None:
    some = {"settle": False, "rollout": rollout} | more | WORLDS[world]
    for rest in ({}, {"pruned_start": True, "prune": "prudent"}, {"rest": "planner"}):
        if "rest" in rest and "mast" in rollout:
            continue
        moves = [move for one in played(**some, **rest) for move in one]
        assert moves and END not in moves
    assert any(END in one for one in played(**some | {"settle": True}))


@pytest.mark.parametrize("world", WORLDS)
def test_a_turn_that_ends_is_worth_the_position_before(world: str) -> None:
    here = Position.read(PURSE, STARTED)
    decision, (tree,) = both_ways(PURSE, here=here, sims=200, settle=False, rollout="modest", **WORLDS[world])
    means = {choice.move: choice.mean for choice in decision.choices}
    assert means[END] == pytest.approx(8 / MOST), "as it stands, and not halved"
    for node in tree.all():
        if node.kind == SETTLED:
            assert not node.children
            assert world not in ("fixed", "node") or node.value / node.visits == pytest.approx(node.best)
    assert tree.child(END).kind == SETTLED
    once, _ = both_ways(PURSE, here=here, sims=4, settle=False, rollout="modest", **WORLDS[world])
    found = {choice.move: choice.mean for choice in once.choices}
    assert (found[END], found[ONE], found[TWO]) == pytest.approx((8 / MOST, 10 / MOST, 11 / MOST))
    assert found[GAMBLE] in (pytest.approx(9 / MOST), pytest.approx(12 / MOST))


def test_a_rule_that_would_end_the_turn_in_the_tree_is_not_followed() -> None:
    """With one action left, the rule of the other stage would end the turn after any other move."""
    here = Position.read(PURSE, "purse 8 2 left 1 turn 0")
    some = {"here": here, "sims": 100, "settle": False, "search": "act", "tree": "modest"}
    decision, (tree,) = both_ways(PURSE, **some)
    assert all(child.kind == SETTLED for child in tree.children)
    found = {choice.move: choice.mean for choice in decision.choices}
    assert (found[END], found[ONE], found[TWO]) == pytest.approx((8 / MOST, 9 / MOST, 10 / MOST))
    explored, _ = both_ways(PURSE, exhaust=True, **some)
    assert explored.simulations == 4, "one visit for each move tells all"


@pytest.mark.parametrize("world", ["fixed", "open", "available"])
@pytest.mark.parametrize("foe", ["tree", "modest"])
def test_no_tree_is_kept_for_a_turn_that_was_not_played(world: str, foe: str) -> None:
    for move, kept in ((ONE, True), (END, False)):
        searcher = Searcher(PURSE, Settings(sims=200, settle=False, reuse=True, foe=foe, **WORLDS[world]))
        here = Position.deal(PURSE)
        searcher.decide(here, 1)
        searcher.saw(0, 0, move)
        here.play(move)
        if move == END:  # the other player ends the turn as well
            searcher.saw(1, 0, END)
            here.play(END)
        assert (searcher.decide(here, 2).reused > 0) == kept


def test_the_line_ends_with_the_turn() -> None:
    here = Position.read(PURSE, "purse 8 2 left 1 turn 0")
    decision, _ = search(PURSE, here=here, sims=400, settle=False, skip=True)
    assert decision.line == (TWO, END) or decision.line[0] == GAMBLE
    assert END not in decision.line[:-1]


# --- prune_at and pruned_start ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("world", WORLDS)
def test_moves_are_pruned_everywhere_or_at_the_root(world: str) -> None:
    pruned, full = {END, ONE, TWO}, {END, ONE, TWO, GAMBLE}
    for where, below_it in (("all", pruned), ("root", full)):
        some = {"prune": "prudent", "prune_at": where, **WORLDS[world]}
        _, (tree,) = both_ways(PURSE, sims=300, **some)
        assert {child.move for child in tree.children} == pruned
        nodes = tree.children if world != "branch" else [one for child in tree.children for one in child.children]
        assert {frozenset(child.move for child in node.children) for node in nodes} == {frozenset(below_it)}


def test_rollouts_by_averages_and_what_is_skipped_are_not_pruned_below_the_root() -> None:
    for where in ("all", "root"):
        some = {"prune": "prudent", "prune_at": where, "rollout": "mast", "epsilon": 1.0, "depth": 1}
        after = {move for one in played(**some) for move in one[1:]}
        assert (GAMBLE in after) == (where == "root")


def test_the_stage_is_decided_with_all_moves_below_the_root() -> None:
    def decided(where: str) -> set[int]:
        moves: set[int] = set()
        for seed in range(30):
            some = {"sims": 60, "settle": False, "prune": "prudent", "prune_at": where, "commit": "stage"}
            moves |= set(search(PURSE, seed, **some)[0].moves[1:])
        return moves

    assert GAMBLE in decided("root")
    assert GAMBLE not in decided("all")


def test_the_first_move_of_a_simulation_is_drawn_evenly_from_the_pruned_ones() -> None:
    some = {"prune": "prudent", "pruned_start": True, "rollout": "gambler", "depth": 1, "sims": 600}
    for settle in (True, False):
        heard = [one for one in played(settle=settle, **some) if one[:1] not in ([], [END])]
        firsts = Counter(one[1] for one in heard)
        assert set(firsts) == {ONE, TWO}, "never the end of the turn where there is something else"
        assert firsts[ONE] == pytest.approx(firsts[TWO], rel=0.3)
        assert {tuple(one[2:4]) for one in heard} == {(GAMBLE, END) if settle else (GAMBLE,)}
    assert {one[1] for one in played(**some | {"pruned_start": False}) if one[0] != END} == {GAMBLE}


def test_where_nothing_else_is_left_the_turn_ends_at_once() -> None:
    for settle, after in ((True, (END,)), (False, ())):
        some = {"settle": settle, "pruned_start": True, "rollout": "gambler", "depth": 1, "cut": "1moves"}
        heard = played("purse 0 0 left 1 turn 0", **some)
        assert {tuple(one[1:]) for one in heard if one[:1] not in ([], [END])} == {after}


def test_the_first_move_counts_as_one_before_the_cut() -> None:
    for cut, more in (("0moves", 0), ("0turns", 0), ("1moves", 1), ("2moves", 2)):
        heard = played(pruned_start=True, rollout="modest", depth=1, cut=cut)
        assert {len(one) for one in heard} == {1 + more}


def test_only_stages_that_the_tree_decides_start_so() -> None:
    heard = played(pruned_start=True, rollout="gambler", rooted=True, sims=60, depth=1, search="act")
    assert heard[0][0] != END, "the root is one of them"
    assert {move for one in heard for move in one[2:]} <= {GAMBLE, END}


def test_the_first_move_is_noted_for_its_average() -> None:
    searcher = Searcher(
        PURSE, Settings(sims=40, depth=1, rollout="mast", pruned_start=True, cut="1moves", settle=False)
    )
    searcher.decide(Position.deal(PURSE), 1)
    noted = sum(float(place["visits"]) for place in searcher.shared["playout"])
    ends = sum(child.visits for child in trees_of(searcher)[0].children if child.move == END)
    assert noted == 40 + (40 - ends)


# --- availability where positions are fixed ---------------------------------------------------------------------------


@pytest.mark.parametrize("deal", ["tree", "node", "never"])
def test_availability_is_counted_in_a_fixed_world_too(deal: str) -> None:
    decision, (tree,) = both_ways(GUESS, sims=300, deal=deal, availability=True)
    assert sorted(child.avail for child in tree.children) == list(range(286, 301)), "from its first visit on"
    assert {choice.available for choice in decision.choices} == set(range(286, 301))
    assert all(node.state < 0 for node in tree.all()[1:]), "no position is kept"


def test_what_chance_decides_stays_fixed_with_availability() -> None:
    _, (tree,) = both_ways(RACE, sims=3000, deal="never", availability=True, c=0.7)
    ends = [node for node in tree.all() if not node.children and node.visits > 2]
    assert len(ends) > 20
    assert all(node.value in (0.0, float(node.visits)) for node in ends), "a node has one outcome"
    _, (loose,) = search(RACE, sims=3000, deal="never", outcomes="open", availability=True, c=0.7)
    assert any(0 < node.value < node.visits for node in loose.all() if not node.children)


def test_a_tree_with_availability_is_kept_as_an_open_one() -> None:
    searcher = Searcher(NIM, Settings(sims=500, deal="never", availability=True, reuse=True))
    here = Position.deal(NIM)
    searcher.decide(here, 1)
    (tree,) = trees_of(searcher)
    kept = tree.child(2).child(1)
    for move in (2, 1):
        searcher.saw(here.actor, 0, move)
        here.play(move)
    decision = searcher.decide(here, 2)
    assert decision.reused == kept.visits > 0
    assert decision.simulations == 500
    with pytest.raises(UsageError, match="reuse: not with skip in open loop"):
        Searcher(NIM, replace(searcher.settings, skip=True))


# --- order and unseen: moves by their averages ------------------------------------------------------------------------


@pytest.mark.parametrize("world", [name for name in WORLDS if name not in ("fixed", "node")])
def test_untried_moves_are_first_tried_by_their_averages(world: str) -> None:
    """A first decision teaches that two coins are better than one; the next one tries them in that order."""

    def firsts(**more: Any) -> Counter[int]:
        searcher = Searcher(PURSE, Settings(sims=300, rollout="mast", settle=False, **more | WORLDS[world]))
        found: Counter[int] = Counter()
        for seed in range(30):
            searcher.decide(Position.deal(PURSE), seed)
            if seed > 4:
                found[trees_of(searcher)[0].children[0].move] += 1
        return found

    assert len(firsts()) > 2
    greedy = firsts(order="mast")
    assert set(greedy) <= {TWO, GAMBLE}
    assert len(firsts(order="mast", temperature=100.0)) == 4
    assert len(firsts(order="mast", epsilon=1.0)) == 4


def test_moves_not_seen_yet_count_as_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every way is worth the same, a low guess keeps rollouts to the moves that they know."""
    monkeypatch.setattr("mulligan.search.settings.BY_AVERAGE", replace(BY_AVERAGE, places=64))
    six = replace(DOORS, options=lambda s, t, form, out: len(out.__setitem__(slice(6), range(6)) or "123456"))
    six = replace(six, payoff=lambda s, seat: 1.0, max_options=6, max_numbers=6)

    def seen(unseen: float, win: float = 1.0) -> int:
        most = 0
        for seed in range(40):
            searcher = Searcher(six, Settings(sims=2, depth=1, rollout="mast", unseen=unseen, win=win))
            searcher.decide(Position.deal(six), seed)
            most = max(most, sum(as_dict(place)["visits"] > 0 for place in searcher.shared["playout"]))
        return most

    assert seen(inf) > 4, "as good as a win"
    assert seen(2.0) >= seen(1.0) == seen(inf)
    assert seen(0.5) <= 4 and seen(-1.0) <= 4, "the three of the first simulation and the second move of the tree"
    assert seen(1.0, win=3.0) <= 4
    assert seen(inf, win=3.0) > 4


# --- votes ------------------------------------------------------------------------------------------------------------


def test_the_sum_of_the_best_rewards_decides() -> None:
    others = dict.fromkeys(("visits", "mean", "max"), 0)
    for seed in range(30):
        here = Position.deal(SWAP, seed=seed)
        decision, trees = both_ways(SWAP, sims=40, trees=4, votes="best", seed=seed, here=here)
        moves = {child.move for tree in trees for child in tree.children}
        tried = {move: [tree.child(move) for tree in trees if tree.child(move).visits] for move in moves}
        bests = {move: sum(child.best for child in children) for move, children in tried.items()}
        assert bests[decision.moves[0]] == pytest.approx(max(bests.values()))
        for choice in decision.choices:
            assert choice.best == max(child.best for child in tried[choice.move])
        others["visits"] += bests[max(decision.choices, key=lambda c: c.visits).move] < max(bests.values()) - 1e-9
        others["mean"] += bests[max(decision.choices, key=lambda c: c.mean).move] < max(bests.values()) - 1e-9
        others["max"] += bests[max(decision.choices, key=lambda c: c.best).move] < max(bests.values()) - 1e-9
    assert all(others.values()), "it is another vote than the others"


# --- turn_moves -------------------------------------------------------------------------------------------------------


def allotted(turn_moves: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """For game after game of guess: the seconds for the decision of each own turn."""
    heard: list[float] = []
    usual = Searcher._allot

    def listening(self: Searcher) -> float:
        heard.append(usual(self))
        return heard[-1]

    monkeypatch.setattr(Searcher, "_allot", listening)
    searcher = Searcher(GUESS, Settings(turn_seconds=0.06, turn_moves=turn_moves))
    for seed in range(3):
        searcher.forget()
        heard.clear()
        here = Position.deal(GUESS, "16", seed=seed)
        for above in (15, 15, 14, 14, 13, 13, 12, 12):
            if here.over or above not in here.options():
                break
            if here.actor == 0:
                searcher.decide(here, seed)
            here.play(above)
        yield list(heard)


@pytest.mark.parametrize(
    ("turn_moves", "shares"), [("3", [3, 3, 3, 3]), ("2+3+6", [2, 3, 6, 6]), ("1+2.5+4+8+9", [1, 2.5, 4, 8])]
)
def test_the_clock_is_shared_turn_by_turn(
    turn_moves: str, shares: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    longest = 0
    for seconds in allotted(turn_moves, monkeypatch):
        assert seconds == pytest.approx([0.06 / share for share in shares[: len(seconds)]])
        longest = max(longest, len(seconds))
    assert longest >= 3


def test_a_turn_without_a_choice_is_a_turn_too() -> None:
    searcher = Searcher(NIM, Settings(turn_seconds=0.05, turn_moves="5+2"))
    forced = searcher.decide(Position.read(NIM, "nim 1-3: 1 left, player 1 to move"), 1)
    assert forced.forced
    assert searcher._allot() == pytest.approx(0.01)
    later = Position.deal(NIM).play("take 1").play("take 1")
    searcher.decide(later, 1)
    assert searcher._turn.turns == 2
    assert searcher.settings.turn_moves == "5+2"


# --- reading and printing ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "turn_moves=2+4+6",
        "turn_moves=2.5",
        "prune_at=root",
        "backup=max",
        "primed=1",
        "availability,miscount",
        "exhaust",
        "order=mast",
        "pruned_start,settle=no",
        "unseen=0.25",
        "unseen=-1",
        "votes=best",
    ],
)
def test_settings_are_read_as_they_are_printed(text: str) -> None:
    words = split_words(f"search:{text}")[1]
    some = change(Settings(), words)
    assert some != Settings()
    assert str(some) == text
    assert change(Settings(), split_words(f"search:{some}")[1]) == some
    back = {name: "" if value == "" else str(getattr(Settings(), name)) for name, value in words.items()}
    usual = {name: "no" if isinstance(getattr(Settings(), name), bool) else value for name, value in back.items()}
    assert change(some, usual | ({"settle": "yes"} if "settle" in words else {})) == Settings()


def test_one_number_of_decisions_may_be_a_number() -> None:
    assert Settings(turn_moves=3) == Settings(turn_moves="3")  # type: ignore[arg-type]
    assert str(Settings(turn_moves=4.0)) == ""  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["0", "1001", "2+", "two", "nan", "2+0.5", "+"])
def test_a_bad_number_of_decisions_is_refused_and_a_good_one_named(text: str) -> None:
    with pytest.raises(UsageError, match="should be a number from 1 to 1000, or one for each turn, as in 2\\+4\\+6"):
        change(Settings(), {"turn_moves": text})


def test_every_setting_says_in_a_sentence_or_two_what_it_does() -> None:
    about = explanations(Settings)
    for part in fields(Settings):
        assert about[part.name].endswith(".") and 10 < len(about[part.name]) < 260, part.name


# --- what does not go together ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "some", "says"),
    [
        (NIM, Settings(settle=False), "settle=no: nim has no move that ends a turn"),
        (PURSE, Settings(settle=False, leaks=True, blind="act"), "settle=no: not with interesting or leaks"),
        (GUESS, Settings(settle=False, interesting="root"), "settle=no: not with interesting or leaks"),
        (NIM, Settings(exhaust=True, deal="every"), "exhaust: only with outcomes=fixed"),
        (NIM, Settings(exhaust=True, outcomes="open"), "exhaust: only with outcomes=fixed"),
        (NIM, Settings(exhaust=True, outcomes="branch"), "exhaust: only with outcomes=fixed"),
        (NIM, Settings(exhaust=True, availability=True), "exhaust: only with outcomes=fixed"),
        (NIM, Settings(exhaust=True, blind="take"), "exhaust: not with blind"),
        (NIM, Settings(miscount=True, **OPEN), "miscount: only with availability"),
        (NIM, Settings(miscount=True, availability=True, outcomes="branch"), "miscount: only with availability"),
        (SWAP, Settings(order="mast", **OPEN), "order=mast: only with rollout=mast"),
        (RACE, Settings(across=True, outcomes="branch"), "across: only with reuse and outcomes=branch"),
        (RACE, Settings(across=True, reuse=True), "across: only with reuse and outcomes=branch"),
        (SWAP, Settings(order="mast", rollout="mast"), "order=mast: not where a node is one position"),
    ],
)
def test_what_does_not_go_together_is_refused(game: Game, some: Settings, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        Searcher(game, some)
    assert says in str(caught.value)


def test_what_changes_nothing_is_not_refused() -> None:
    Searcher(SWAP, Settings(reuse=True, prune_at="root"))
    here = Position.read(SWAP, swap.EXAMPLE)
    plain, same = (search(SWAP, here=here, sims=80, prune_at=where) for where in ("all", "root"))
    assert findings(plain[0]) == findings(same[0])
