"""The clauses about machine code: it does what the same rules do as ordinary Python, and stays within its arrays."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from ..core.game import Game
from ..core.position import Position, make_stream
from ..core.registry import find_game, game_names
from ..kernel import plain, records
from .rare import rare_stages
from .redeal import plain_game
from .walk import Plan, Tried, Walk, Wrong, difference, forms, views

POSITIONS = 4  # of each game that both are asked about


def as_plain(position: Position) -> Position:
    """The same position for the game as ordinary Python."""
    game = plain_game(position.game)
    states = records(game.State, 1, packed=False)
    states[0] = plain(position.states[0])
    return Position(game, position.setup, game.make_table(position.setup), states)


def interpreted(game: Game, plans: list[Plan]) -> Tried:
    """All functions of the contract give the same, compiled and as ordinary Python."""
    if not game.compiled:
        return Tried(0, "the game is not compiled")
    tried = 0
    for plan in plans:
        walk = Walk(game, plan)
        twin = Position.deal(plain_game(game), plan.setup, plan.seed)
        need_equal(walk, "deal", walk.position.fields(), twin.fields())
        walk.go()
        for part in range(POSITIONS):
            place = walk.again(len(walk.played) * (part + 1) // POSITIONS)
            compare(place)
            tried += 1
    return Tried(tried, f"{tried} positions, every function of the contract at each")


def compare(walk: Walk) -> None:
    """Ask everything of both."""
    game, one = walk.game, walk.position
    two = as_plain(one)
    need_equal(walk, "actor, stage, turn and outcome", one.look(), two.look())
    need_equal(walk, "observe", views(one), views(two))
    need_equal(walk, "cards", one.cards(), two.cards())
    for seat in range(game.players):
        for evaluation in game.evaluations:
            values = [round(place.evaluate(seat, evaluation), 9) for place in (one, two)]
            need_equal(walk, f"evaluate ('{evaluation}')", *values)
        hidden = [place.hide(seat, make_stream(place.game, walk.plan.seed, "hide")) for place in (one, two)]
        if hidden[0].fields() != hidden[1].fields():
            raise Wrong(f"hide({seat}) differs, compiled and interpreted: {difference(*hidden)}", walk)
    if one.over:
        return
    for level in game.prunings:
        for chain in forms(game):
            need_equal(walk, f"options ('{level}')", *(place.options(level, chain=chain) for place in (one, two)))
    for style in game.styles:
        advice = [place.advise(style, make_stream(place.game, walk.plan.seed, "style")) for place in (one, two)]
        need_equal(walk, f"advise ('{style}')", *advice)
    moves = one.options()
    for move in walk.random.sample(moves, min(3, len(moves))):
        need_equal(walk, "key", one.key(move), two.key(move))
        for seat in range(game.players):
            need_equal(walk, "seen", one.seen(move, seat), two.seen(move, seat))
        after = [place.copy() for place in (one, two)]
        for place in after:
            place.play_with(move, make_stream(place.game, walk.plan.seed, "chance"))
        if after[0].fields() != after[1].fields():
            told = f"'{one.text(move)}' leads elsewhere, compiled and interpreted"
            raise Wrong(f"{told}: {difference(*after)}", walk)


def need_equal(walk: Walk, what: str, one: Any, two: Any) -> None:
    """Hold compiled and interpreted answers to each other."""
    if one != two:
        raise Wrong(f"{what} gives {str(one)[:300]} compiled, but {str(two)[:300]} interpreted", walk)


# --- bounds -----------------------------------------------------------------------------------------------------------


def bounds(game: Game, setups: list[str], seed: int, moves: int) -> Tried:
    """Play in a process of its own in which every index is checked: compiled code does not do that by itself."""
    if not game.compiled:
        return Tried(0, "the game is not compiled: Python checks indices by itself")
    if game.name not in game_names() or find_game(game.name).at(setups[0]) is not game:
        return Tried(0, f"not tried: another process finds no game '{game.name}'; offer it as an entry point")
    task = json.dumps([game.name, setups, seed, moves])
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    command = [sys.executable, "-c", "from mulligan.check.compiled import checked; checked()"]
    done = subprocess.run(command, input=task, capture_output=True, text=True, env=environment, check=False)
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines:
        told = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise Wrong(f"the process that checks indices ended with code {done.returncode}: {told[:300]}")
    found = json.loads(lines[-1])
    if found["problem"]:
        raise Wrong(found["problem"], retraced(game, found))
    return Tried(found["count"], found["detail"])


def retraced(game: Game, found: dict[str, Any]) -> Walk:
    """The way to a problem that the other process has found."""
    walk = Walk(game, Plan(found["setup"], found["seed"]))
    for move in found["moves"]:
        walk.play(walk.position, move)
        walk.played.append(move)
    return walk


def checked() -> None:
    """What the other process does: read a task, play, and write what was found, as JSON."""
    name, setups, seed, moves = json.loads(sys.stdin.read())
    answer: dict[str, Any] = {"problem": ""}
    try:
        tried = rare_stages(find_game(name).at(setups[0]), setups, seed, moves)
        answer |= {"count": tried.count, "detail": tried.detail}
    except Wrong as wrong:
        answer["problem"] = str(wrong)
        if wrong.walk:
            plan = wrong.walk.plan
            answer |= {"setup": plan.setup, "seed": plan.seed, "moves": wrong.walk.played}
    print(json.dumps(answer))
