"""Checking what an agent adds to its game: it must keep the same clauses as what the game has by itself.

The decisions of an agent show that a belief peeks only where they depend on it; here its samples are compared
themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ..agents import Player, SearchPlayer, StagedPlayer
from ..agents.player import AddedPlayer
from ..core.additions import Addition, extend
from ..core.game import Game
from ..search.settings import additions_of
from .report import Clause
from .run import check_game

CLAUSES = {
    "style": ("styles", "redealt styles"),
    "evaluation": ("numbers",),
    "pruning": ("pruning", "redealt moves"),
    "belief": ("hidden view", "hidden cards", "hidden play", "hidden honesty", "redealt honesty"),
}
"""By kind of addition: the clauses that it must keep.  A belief need not be fair: that is what it is for."""


def additions_in(player: Player) -> Iterator[tuple[str, Addition]]:
    """All that a player, or any of its parts, adds to the game, by name."""
    if isinstance(player, StagedPlayer):
        for part in player.parts:
            yield from additions_in(part)
    elif isinstance(player, AddedPlayer):
        yield player.name, player.addition
    elif isinstance(player, SearchPlayer):
        for name, found in additions_of(player.settings, player.game).items():
            yield name, found.thing


def check_additions(
    player: Player,
    *,
    examples: int,
    seed: int = 0,
    setups: Sequence[str] | None = None,
    say: Callable[[str], None] = lambda text: None,
) -> list[Clause]:
    """Try the clauses for each addition of a player, in a game that has it.

    >>> from mulligan.agents import make_player
    >>> from mulligan.games.toys import NIM
    >>> check_additions(make_player(NIM, "uct"), examples=5)
    []
    """
    found: list[Clause] = []
    for name, addition in dict(additions_in(player)).items():
        say(f"{player.name}: {name}")
        game: Game = extend(player.game, {name: addition})
        report = check_game(game, examples=examples, seed=seed, setups=setups, only=CLAUSES[addition.kind])
        short = name.rpartition(":")[2]
        found += [replace(clause, name=f"{short}: {clause.name}") for clause in report.clauses]
    return found
