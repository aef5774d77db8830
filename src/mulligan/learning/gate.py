"""The test that a network has to pass: its player against the best so far, at equal CPU time, on deals of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mulligan.agents import SearchPlayer, make_player
from mulligan.arena.match import MatchResult, Standing, run_match
from mulligan.arena.sprt import Sprt
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.words import join_words, split_words
from mulligan.kernel import seed_of

TIMED_PAIRS = 3  # to see what a decision costs
LARGEST_SEED = 2**62


def with_words(game: Game, agent: str, words: Mapping[str, str]) -> str:
    """A searching agent in full, with some of its settings changed.

    >>> from mulligan.core.registry import find_game
    >>> with_words(find_game("nim"), "uct:sims=50", {"cut": "0moves"})
    'search:sims=50,c=1.4,cut=0moves'
    """
    player = make_player(game, agent)
    if not isinstance(player, SearchPlayer):
        raise UsageError(f"agent '{agent}': it should be one search, which a network can evaluate for")
    name, own = split_words(player.configuration)
    return make_player(game, join_words(name, {**own, **words})).configuration


def learner_of(game: Game, agent: str, net: str, more: Mapping[str, str]) -> str:
    """The player that a network makes of another: the same search, which asks the network where playouts are cut off.

    Without a network, it is known at least whether there is such a player.  A search whose playouts go on to the end is
    cut off at once; a rule player becomes information set search.  One that values positions before its turn is ended
    does so after it: the games that a network learns from hardly ever end a turn with something left to do, so that
    it cannot know what that costs.
    """
    player = make_player(game, agent)
    if not isinstance(player, SearchPlayer):
        agent = "ismcts:sims=200"
        player = make_player(game, agent)
    assert isinstance(player, SearchPlayer)
    settings = player.settings
    cut = {"cut": "0moves"} if settings.cut == "no" else {}
    if not settings.settle:
        cut = {"settle": "yes", "cut": "1ahead"}
    return with_words(game, agent, {**cut, **more, **({"evaluate": net} if net else {})})


@dataclass(frozen=True)
class Balance:
    """Two players whose decisions take the same CPU time, as far as a few games told."""

    agent: str
    ratio: float
    """What a decision of the first took, in those of the second, with as many simulations."""
    cpu: tuple[float, float]
    """CPU seconds that a decision of each took then."""


def balanced(game: Game, setup: str, agent: str, other: str, seed: int) -> Balance:
    """The first player with as many simulations as take the CPU time of the other, measured in games between them."""
    player = make_player(game, agent)
    costs = (0.0, 0.0)
    if isinstance(player, SearchPlayer):
        result = run_match(game, agent, other, pairs=TIMED_PAIRS, seed=seed, setup=setup)
        if result.interrupted:
            raise KeyboardInterrupt
        one, two = (result.by_agent(i)["cpu_seconds_per_decision"] or 0.0 for i in (0, 1))
        costs = (one, two)
    if not all(costs):
        return Balance(agent, 1.0, costs)  # one of them needs no time that could be measured
    assert isinstance(player, SearchPlayer)
    ratio, settings = costs[0] / costs[1], player.settings
    word = "turn_sims" if settings.turn_sims > 0 else "sims"
    if settings.seconds > 0 or settings.turn_seconds > 0:
        return Balance(agent, ratio, costs)
    sims = max(1, round(int(getattr(settings, word)) / ratio))
    return Balance(with_words(game, agent, {word: str(sims)}), ratio, costs)


def gate_seed(seed: int, *what: Any) -> int:
    """A seed for matches, whose deals are others than those of any game that is learned from."""
    return int(seed_of(seed, "gate", *what) % LARGEST_SEED)


def told(result: MatchResult) -> dict[str, Any]:
    """A match as plain data."""
    standing, several = result.standing, result.game.sides > 2
    low, high = result.pair_interval or [0.0, 1.0]
    first, second = result.by_agent(0), result.by_agent(1)
    return {
        "agents": list(result.configurations),
        "pairs": standing.pairs,
        "rate": standing.shares.value if several and standing.shares is not None else result.rate,
        "low": low,
        "high": high,
        "cpu": [one["cpu_seconds_per_decision"] for one in (first, second)],
        "test": None if result.test is None else str(result.test),
        "seed": result.seed,
    }


def play_gate(
    game: Game,
    setup: str,
    agent: str,
    best: str,
    *,
    pairs: int,
    seed: int,
    elo: float,
    workers: int,
    progress: Callable[[Standing], None] | None = None,
) -> tuple[bool, dict[str, Any]]:
    """Whether a player is stronger than the best so far, and the match that told.

    Between two sides it is a sequential test, in which more must be shown than that it is no weaker; of more sides, the
    interval of its shares must lie above those of an equal.
    """
    sprt = Sprt(0, elo) if game.sides <= 2 else None
    result = run_match(
        game, agent, best, pairs=pairs, seed=seed, setup=setup, sprt=sprt, workers=workers, progress=progress
    )
    if result.interrupted:
        raise KeyboardInterrupt
    found = told(result)
    passed = result.test.verdict == "H1" if result.test is not None else found["low"] > 0.5
    return passed, found
