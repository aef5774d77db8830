"""Opponents of different styles, each with as much computing time as the player that is measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mulligan.agents import make_player
from mulligan.agents.names import times_budget, with_budget
from mulligan.arena.contest import Contest, make_ready
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.room import levels_of

MOST = 8
ROUNDS = 4  # of matching: a search does not take twice as long for twice as many simulations
CLOSE = 1.2  # times apart that two players may be and still count as equal
MANY = 1_000_000  # simulations, which any search can have
LARGEST = 50.0  # times the budget of a rival that one round may ask for


@dataclass(frozen=True)
class Rival:
    """An opponent as it plays, and how its budget came about."""

    name: str
    asked: str
    """The name that it was made from."""
    about: str = ""
    """Why its budget is what it is."""


KINDS = ("ensemble", "ismcts", "flat")  # searches that every game has


def rivals_of(game: Game, agent: str) -> list[str]:
    """Whom a player of the game meets: those that the game names, or its rule players, searches and any legal move.

    Two that differ in nothing but their simulations would be the same player once their time is matched.

    >>> from mulligan.games.toys import NIM
    >>> rivals_of(NIM, "ismcts:sims=100")
    ['ensemble', 'flat', 'uniform']
    """
    named: Sequence[str] = game.room().trials.rivals
    if not named:
        best = next((level.agent for level in reversed(levels_of(game).values()) if level.agent), "uniform")
        named = [*game.styles[1:][: MOST - 5], best, *KINDS, "uniform"]
    known = {_without_budget(game, agent)}
    found = []
    for name in named:
        kind = _without_budget(game, name)
        if kind not in known:
            known.add(kind)
            found.append(name)
    return found


def _without_budget(game: Game, name: str) -> str:
    """A player in full but for its simulations."""
    once, _ = with_budget(game, name, MANY)
    return make_player(game, once).configuration


def thinking(game: Game, setup: str, agents: Sequence[str], seed: int) -> tuple[float, float]:
    """CPU seconds of thinking in one pair: of the first player and of all others."""
    groups = [(agent,) for agent in agents] if game.sides == 1 else [tuple(agents)]
    own: list[float] = [0.0, 0.0]
    for number, group in enumerate(groups):
        contest = Contest(game.name, group, setup, seed, None, game)
        make_ready(contest)
        table = contest.table()
        for rotation in range(contest.seats):
            played = table.play(seed, 0, rotation)
            own[number] += played.cpu[0]
            own[1 - number] += played.cpu[1]
    return own[0], own[1]


def match_time(
    game: Game, setup: str, agent: str, rival: str, seed: int, told: Callable[[str], None] = lambda text: None
) -> Rival:
    """The rival with the budget with which it thinks as long in a game as the player, measured on deals of its own.

    What it comes to depends on the machine, so it is written down in the rival's name and used from then on.
    """
    if times_budget(game, rival, 1.0) is None:
        return Rival(rival, rival, "as named: it has no counted simulations")
    name, others = rival, game.sides - 1 if game.sides > 2 else 1
    for number in range(ROUNDS):
        told(f"matching the time of {name}")
        own, its = thinking(game, setup, (agent, name), seed + number)
        its /= others
        if own <= 1e-6:
            return Rival(rival, rival, "as named: the player takes no time that could be matched")
        if its <= 1e-6:
            return Rival(rival, rival, "as named: it takes no time that could be measured")
        ratio = own / its
        if 1 / CLOSE <= ratio <= CLOSE:
            break
        made = times_budget(game, name, min(LARGEST, max(1 / LARGEST, ratio)))
        if made is None or made == name:
            break
        name = made
    return Rival(name, rival, "matched by measured CPU time")


def check_rivals(game: Game, agent: str, rivals: Sequence[str]) -> None:
    """Refuse names that are no players, or the player itself."""
    own = make_player(game, agent).configuration
    for rival in rivals:
        if make_player(game, rival).configuration == own:
            raise UsageError(f"against: '{rival}' is the player that is measured: name another")
