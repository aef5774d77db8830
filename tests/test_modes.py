"""One source, three ways to run it: as machine code, as plain Python, and as machine code that checks every index.

Run as a program, this module prints what it finds as JSON: that is how the index-checking process is asked.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from mulligan.agents import SearchPlayer, make_player
from mulligan.core.game import Game
from mulligan.core.position import Position, make_stream
from mulligan.core.registry import find_game, game_names
from mulligan.kernel import compiled, entry, record, records
from mulligan.search import Searcher, Settings

from .helpers.checked_help import find_with_checks
from .helpers.search_help import findings, trees_of

MAIN = (
    "magic turn 9 player 1 cards | life 12 14 | 1: lands 4 hand land 2/2(2) 2/3(3) 3/3(4) ready 2/2(2) 3/2(3)"
    " | 2: lands 4 hand 2/1(2) 4/4(5) ready 2/3(3) 3/1(3)"
)
ATTACK = (
    "magic turn 9 player 1 | life 8 8 | 1: lands 4 hand 2/2(2) 3/3(4) ready 2/2(2)*2 3/2(3)"
    " | 2: lands 4 ready 2/3(3) 3/1(3)"
)

# game, position (or the deal) and agent of decisions that all ways to run must agree upon, to the last visit
DECISIONS = [
    ("magic", MAIN, "cowling2012/BA:trees=3,sims=40"),
    ("magic", MAIN, "cowling2012/BT:trees=3,sims=40"),
    ("magic", MAIN, "cowling2012/MP+NL:trees=3,sims=40"),
    ("magic", MAIN, "cowling2012/IR:trees=3,sims=40,allowance=0.2"),
    ("magic", MAIN, "cowling2012/IL:trees=2,sims=40,allowance=0.1"),
    ("magic", MAIN, "cowling2012/AP:trees=2,sims=40"),
    ("magic", MAIN, "magic/best:trees=2,sims=40"),
    ("magic", ATTACK, "ismcts:sims=100"),
    ("magic", ATTACK, "ismcts:sims=100,rollout=mast,temperature=0.2,epsilon=0.1,cut=6turns"),
    ("magic", ATTACK, "uct:sims=80,binary,commit=stage,bias=1,guide=life,fpu=0.6,scope=turn,cut=8moves"),
    ("nim", "", "uct:sims=200"),
    ("race", "", "chance:sims=200"),
    ("race", "", "uct:sims=200,deal=node,bias=2,c=0.7"),
    ("guess", "", "ismcts:sims=200"),
    ("guess", "", "ensemble:trees=3,sims=60,interesting=root,allowance=0.2,discount=0.9"),
    ("swap", "", "ensemble:trees=3,sims=60,binary,skip,commit=stage,rollout=mast"),
    ("swap", "", "flat:sims=100,redraw,rollout=coin"),
]


def decide(game: Game, text: str, agent: str) -> Any:
    """What an agent decides, and its whole first tree."""
    player = make_player(game, agent)
    assert isinstance(player, SearchPlayer)
    decision = player.decide(Position.read(game, text) if text else Position.deal(game), "modes")
    return json.loads(json.dumps([findings(decision), trees_of(player.searcher)[0].dump()]))


def rollouts(game: Game, games: int = 8) -> list[Any]:
    """Whole games by each style: how they end, and how long they last."""
    found = []
    for setup in game.setups:
        for number, style in enumerate(game.styles):
            if style == "pass":
                continue
            for seed in range(games):
                here, rng = Position.deal(game, setup, seed), make_stream(game, seed, number)
                while not here.over:
                    here.act(style, rng)
                worth = round(here.evaluate(0, game.evaluations[-1]), 12)
                found.append([here.payoff(0), here.turn, here.cards(), here.observe(0), worth])
    return found


def duel(game: Game, seed: int) -> list[str]:
    """A game of Magic between Expert and Reduced, stage by stage."""
    here, told = Position.deal(game, "literal", seed), []
    rngs = [make_stream(game, seed, seat) for seat in range(2)]
    while not here.over:
        here.act(("expert", "reduced")[here.actor], rngs[here.actor])
        told.append(str(here))
    return told


def reusing(game: Game) -> list[Any]:
    """The first decisions of a search that keeps its trees, with the first move always played."""
    settings = Settings(sims=80, deal="never" if game.players == 1 else "tree", trees=2, reuse=True, discount=0.9)
    searcher, here, found = Searcher(game, settings), Position.deal(game, seed=2), []
    while not here.over and len(found) < 16:
        found.append(findings(searcher.decide(here, 1)) if here.actor == 0 else None)
        move = here.options()[0]
        searcher.saw(here.actor, here.look()[1], move)
        here.play(move)
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def random_games(game: Game, games: int) -> list[Any]:
    """Games of uniformly random moves, whole and in chains, in which everything about each position is asked."""
    found = []
    for seed in range(games):
        setups = list(game.setups)
        here, rng = Position.deal(game, setups[seed % len(setups)], seed), make_stream(game, "random", seed)
        n = 0
        while not here.over:
            for level in game.prunings:
                here.options(level, chain=game.chains and n % 2 == 0)
            here.hide(n % game.players, rng)
            here.observe(n % game.players)
            if game.chains and n % 3 == 0:
                moves = here.options(chain=True)
                here.play_with(moves[n % len(moves)], rng)
            else:
                here.act("uniform" if n % 4 else game.styles[seed % len(game.styles)], rng)
            n += 1
        found.append([n, here.payoff(0)])
    return found


def everything(name: str) -> dict[str, Any]:
    """All that one game is asked, as JSON would have it."""
    game = find_game(name)
    found = {
        "rollouts": rollouts(game),
        "decisions": [decide(game, text, agent) for of, text, agent in DECISIONS if of == name],
        "reusing": reusing(game),
        "duel": duel(game, 5) if name == "magic" else None,
        "random": random_games(game, 200 if name == "magic" else 60),
    }
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


# --- plain Python -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", DECISIONS, ids=lambda case: f"{case[0]}-{case[2]}")
def test_plain_python_decides_as_machine_code_does(case: tuple[str, str, str]) -> None:
    name, text, agent = case
    game = find_game(name)
    twin = game.interpreted()
    assert game.compiled and not twin.compiled
    assert decide(twin, text, agent) == decide(game, text, agent)


@pytest.mark.parametrize("name", game_names())
def test_plain_python_plays_as_machine_code_does(name: str) -> None:
    game = find_game(name)
    assert rollouts(game.interpreted(), 2) == rollouts(game, 2)


@pytest.mark.parametrize("name", game_names())
def test_plain_python_keeps_trees_as_machine_code_does(name: str) -> None:
    game = find_game(name)
    assert reusing(game.interpreted()) == reusing(game)


def test_a_whole_duel_is_the_same_in_plain_python() -> None:
    magic = find_game("magic")
    assert duel(magic.interpreted(), 5) == duel(magic, 5)


# --- machine code that checks every index -----------------------------------------------------------------------------


def overrun() -> list[str]:
    """What becomes of an index beyond the end: without this, the check would prove nothing."""
    layout = record(cards=("i8", (2, 3)))

    @compiled
    def card(s, i, j):  # type: ignore[no-untyped-def]
        return s.cards[i][j]

    @entry
    def look(piles, i, j):  # type: ignore[no-untyped-def]
        return card(piles[0], i, j)

    told = []
    for i, j in ((1, 2), (1, 3), (2, 0), (0, -1)):
        try:
            told.append(str(look(records(layout, 1), i, j)))
        except IndexError:
            told.append("IndexError")
    return told


@pytest.fixture(scope="module")
def with_checks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What another process finds that checks every index."""
    return find_with_checks("tests.test_modes", tmp_path_factory.mktemp("checked"))


def test_an_index_beyond_the_end_would_be_noticed(with_checks: dict[str, Any]) -> None:
    assert with_checks["overrun"] == ["0", "IndexError", "IndexError", "IndexError"]


@pytest.mark.parametrize("name", game_names())
def test_no_index_is_ever_out_of_bounds_and_nothing_else_changes(name: str, with_checks: dict[str, Any]) -> None:
    expected = everything(name)
    assert set(with_checks[name]) == set(expected)
    for part, found in expected.items():
        assert with_checks[name][part] == found, part


def main() -> None:
    """Find everything and write it to the file that is named."""
    found = {name: everything(name) for name in game_names()} | {"overrun": overrun()}
    Path(sys.argv[1]).write_text(json.dumps(found))


if __name__ == "__main__":
    main()
