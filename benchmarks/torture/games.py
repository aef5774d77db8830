"""Games of every game and every setup: at random and by rules through the mill, and by searches at real tables."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mulligan.agents import agent_kinds, make_player
from mulligan.agents.names import modest
from mulligan.arena.runner import GameRunner
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.core.registry import find_game, game_names

from .ledger import Fault, Report
from .mill import Mill, Trouble, shared_note

CALL_SECONDS = 0.4  # what one call of the mill should take
SEARCHING = 0.4  # the share of the time that searched games get
SIMULATIONS = 50
WEIGHTS = {"magic": 10, "lotr": 10, "tribute": 10, "pokemon": 10}
"""How much of the time a game gets; the others 1."""
_SEARCHES = (
    *(f"search:sims={SIMULATIONS}", f"uct:sims={SIMULATIONS},reuse", f"flat:sims={SIMULATIONS}"),
    *(f"ensemble:trees=5,sims={SIMULATIONS // 5}", f"ismcts:sims={SIMULATIONS}", f"ismcts:sims={SIMULATIONS},reuse"),
    *(f"chance:sims={SIMULATIONS}", f"oracle:sims={SIMULATIONS}", "beam:width=4"),
    *(f"search:sims={SIMULATIONS},binary", f"search:sims={SIMULATIONS},mast"),
)


@dataclass
class Place:
    """A setup of a game, and what has been played there."""

    game: Game
    setup: str
    mill: Mill
    batch: int = 1
    """Games of the next call."""
    used: float = 0.0
    """CPU seconds, by weight."""


def setups_of(game: Game) -> list[str]:
    """The setups to play: all that have a name, and where decks can be chosen, two different ones."""
    extra = {
        "pokemon": ["decks:deck1=dragonsnarl,deck2=night_striker", "darkrai_laser:belief=pool,start=flip"],
        "magic": ["literal:deck=M8", "literal:life=7,hand=3,max_hand=5"],
        "lotr": [
            "paper:runner=tree",
            "paper:runner=flat",
            "paper:runner=flat,K2,K6,K13q,K18",
            "simulator:level=hard",
            "full:level=easy",
        ],
    }
    return [*game.setups, *extra.get(game.name, [])]


def shipped_games(names: Sequence[str] = ()) -> list[Game]:
    """The compiled games of these names, or all."""
    return [game for game in (find_game(name) for name in names or game_names()) if game.compiled]


def prepare(games: Iterable[Game], tell: Callable[[str], None] = lambda text: None) -> None:
    """Compile all that the part needs, which takes minutes the first time."""
    for game in games:
        started = time.perf_counter()
        for setup, *_ in game.rule_books().values():
            Mill(game, setup).run(1, "prepare")
            Position.deal(game, setup).observe(0)
            play_searched(game, setup, ["search:sims=8"] * game.players, 0)
            play_searched(game, setup, ["beam:width=2"] * game.players, 0)
        taken = time.perf_counter() - started
        if taken > 2:
            tell(f"{game.name} compiled with bounds checks in {taken:.0f} s")


def searchers_of(game: Game) -> list[str]:
    """Players that search, with small budgets: the family of searches, and every player of a paper."""
    listed = [name for name in agent_kinds(game) if "/" in name]
    named = []
    for name in listed:
        try:
            named.append(modest(game, name))
        except KeyError:  # a rule player
            named.append(name)
    found = []
    for name in (*_SEARCHES, *named):
        try:
            make_player(game, name)
        except ValueError:  # a word that this game has no use for
            continue
        found.append(name)
    return found


def play_searched(game: Game, setup: str, agents: Sequence[str], number: int) -> int:
    """A game between searches; returns its turns."""
    table = GameRunner(game, setup, [make_player(game, name) for name in agents])
    return table.play(("torture", number), number, False).turns


def run_games(
    games: Sequence[Game], seconds: float, seed: Any, folder: Path, looks: int = 2, most: float = float("inf")
) -> Iterator[Report]:
    """Play until the time is up, or so many calls are done, and report after every call.

    The game that is being played is noted in `folder`.
    """
    dice = random.Random(f"games {seed}")
    note = shared_note(str(folder / "mill.note"))
    places = [Place(game, setup, Mill(game, setup, note)) for game in games for setup in setups_of(game)]
    shares = {game.name: len(setups_of(game)) for game in games}
    searchers = {game.name: searchers_of(game) for game in games}
    began, searched = time.process_time(), 0.0
    until = time.monotonic() + seconds
    calls = 0
    while time.monotonic() < until and calls < most:
        calls += 1
        cpu = time.process_time()
        if searched < SEARCHING * (cpu - began):
            place = dice.choice(places)
            yield _searched(place, searchers[place.game.name], dice, folder)
            searched += time.process_time() - cpu
            continue
        place = min(places, key=lambda place: place.used)
        _note(folder, game=place.game.name, setup=place.setup)
        yield _milled(place, f"{seed} {calls}", looks)
        taken = max(1e-4, time.process_time() - cpu)
        place.used += taken * shares[place.game.name] / WEIGHTS.get(place.game.name, 1)
        fitting = place.batch * CALL_SECONDS / taken
        place.batch = max(1, min(100_000, int(min(fitting, 4 * place.batch))))


def _milled(place: Place, seed: str, looks: int) -> Report:
    """One call of the mill."""
    mill, report = place.mill, Report()
    mill.note[:] = 0
    trouble = mill.run(place.batch, seed, looks)
    played = mill.games + (trouble is not None)
    report.tried.update(games=played, moves=mill.moves, **{f"games of {place.game.name}": played})
    report.tried["positions looked at from every side"] += mill.looks
    if trouble is not None:
        report.faults.append(fault_of(trouble))
    return report


def fault_of(trouble: Trouble) -> Fault:
    """A trouble of the mill as a fault."""
    case = {"game": trouble.game, "setup": trouble.setup, "number": trouble.number}
    return Fault("games", f"{trouble.game}: {trouble.problem.split(' (')[0][:120]}", str(trouble), case)


def _searched(place: Place, searchers: Sequence[str], dice: random.Random, folder: Path) -> Report:
    """One game between searches."""
    game, report = place.game, Report()
    agents = [dice.choice(searchers) for _ in range(game.players)]
    number = dice.randrange(1 << 40)
    case = {"game": game.name, "setup": place.setup, "agents": agents, "number": number}
    _note(folder, **case)
    report.tried.update({"games": 1, "games by search": 1, f"games of {game.name}": 1})
    try:
        play_searched(game, place.setup, agents, number)
    except Exception as error:
        problem = f"{type(error).__name__}: {str(error)[:500]}"
        report.faults.append(Fault("games", f"{game.name}: search: {problem[:120]}", f"{problem}, in {case}", case))
    return report


def _note(folder: Path, **case: Any) -> None:
    """Say what is about to be played, in case that nobody comes back to tell."""
    (folder / "last.json").write_text(json.dumps(case), encoding="utf-8")


def repeat(case: dict[str, Any]) -> str:
    """Play the game of a fault again; what is wrong, or nothing."""
    game = find_game(case["game"])
    if "agents" in case:
        try:
            play_searched(game, case["setup"], case["agents"], case["number"])
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        return ""
    trouble = Mill(game, case["setup"]).repeat(case["number"], case.get("looks", 2))
    return "" if trouble is None else str(trouble)
