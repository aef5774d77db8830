"""Fixed deals: a list of numbered deals that an experiment plays again and again, and how to find even ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from mulligan.agents import make_player
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.tomltext import read_toml

from .runner import GameRunner

MOST_DEALS = 100_000
LARGEST = 2**62  # of a seed or a number: a store has to hold it
TRIALS = 100  # games on each deal, as those who described the procedure did


@dataclass(frozen=True)
class Deals:
    """Numbers of deals under a seed.  Pair 0 plays the first of them, pair 1 the second, and so round and round."""

    seed: int
    numbers: tuple[int, ...]
    name: str = field(default="", compare=False)
    """The file that they come from."""

    def deal(self, pair: int) -> tuple[int, int]:
        """The seed and number of a pair's deal.

        >>> Deals(2012, (3, 8)).deal(3)
        (2012, 8)
        """
        return self.seed, self.numbers[pair % len(self.numbers)]


def read_deals(path: Path, game: str) -> Deals:
    """Deals of a game from a TOML file with `game`, `seed` and `numbers`, as `mulligan deals` writes it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:  # the latter of what is no text, and of a name that is no path
        raise UsageError(f"deals '{path}': {getattr(error, 'strerror', None) or error}") from None
    found = read_toml(text, f"deals '{path}'")
    for key in found:
        if key not in ("game", "seed", "numbers"):
            raise UsageError(f"deals '{path}': {key}: there is no such key")
    if found.get("game", game) != game:
        raise UsageError(f"deals '{path}': they are for {found['game']}, not for {game}")
    seed, numbers = found.get("seed"), found.get("numbers")
    if not isinstance(seed, int) or isinstance(seed, bool) or abs(seed) >= LARGEST:
        raise UsageError(f"deals '{path}': seed should be a whole number below 2^62")
    if not isinstance(numbers, list) or not numbers or len(numbers) > MOST_DEALS:
        raise UsageError(f"deals '{path}': numbers should be a list of 1 to {MOST_DEALS} whole numbers")
    for number in numbers:
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < LARGEST:
            raise UsageError(f"deals '{path}': numbers: {number!r} should be a whole number from 0 on, below 2^62")
    return Deals(seed, tuple(numbers), str(path))


def first_seat_share(game: Game, style: str, setup: str, deal: tuple[int, int], trials: int = TRIALS) -> float:
    """How many points the first seat makes on this deal when both sides play by the same rule.

    >>> from mulligan.core.registry import find_game
    >>> first_seat_share(find_game("race"), "uniform", "", (1, 0), 10) <= 1
    True
    """
    table = GameRunner(game, setup, [make_player(game, style) for _ in range(game.players)])
    seed = ("even", *deal)
    return sum(table.play(seed, trial, 0, deal).score for trial in range(trials)) / trials


def even_deals(
    game: Game,
    *,
    style: str,
    count: int,
    seed: int,
    setup: str = "",
    low: float = 0.4,
    high: float = 0.6,
    trials: int = TRIALS,
    progress: Callable[[int, int], None] | None = None,
) -> Deals:
    """The first `count` deals that favour neither seat: played by one rule, the first seat wins `low` to `high`.

    `progress` is told how many were found and how many tried.
    """
    if game.sides != 2:
        sides = "one player" if game.players == 1 else "one side" if game.sides == 1 else f"{game.sides} sides"
        raise UsageError(f"{game.name} has {sides}: {'no seat' if game.sides == 1 else 'not just two'} to favour")
    if not 1 <= count <= MOST_DEALS:
        raise UsageError(f"count: {count} should be a whole number from 1 to {MOST_DEALS}")
    if not 0 <= low <= 0.5 <= high <= 1:
        raise UsageError(f"low and high: {low} and {high} should be shares on either side of 0.5")
    if not 1 <= trials <= 1_000_000:
        raise UsageError(f"trials: {trials} should be a whole number from 1 to 1000000")
    found: list[int] = []
    number = 0
    while len(found) < count:
        if number > 1000 * (count + 10):
            raise UsageError(f"only {len(found)} of {number} deals are even: widen low and high, or take fewer")
        if low <= first_seat_share(game, style, setup, (seed, number), trials) <= high:
            found.append(number)
        number += 1
        if progress is not None:
            progress(len(found), number)
    return Deals(seed, tuple(found))
