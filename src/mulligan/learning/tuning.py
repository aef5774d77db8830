"""Tuning: numbers among a player's settings, chosen by an optimizer from matches, and judged on deals of their own.

The optimizer is that of Optuna, a tree-structured Parzen estimator (Bergstra, Bardenet, Bengio & Kegl 2011).  Every
proposal plays a few pairs against the player as it was, on the same deals as all others; the best of them then plays on
deals that none has seen, at equal CPU time, and only that tells what it is worth.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from mulligan.agents import SearchPlayer, make_player
from mulligan.arena.match import run_match
from mulligan.core.errors import UsageError, unknown
from mulligan.core.game import Game
from mulligan.core.words import real_number, whole_number
from mulligan.nets.files import write_bytes
from mulligan.search import Settings
from mulligan.search.settings import named_parts, own_fields

from .gate import Balance, balanced, gate_seed, told, with_words


@dataclass(frozen=True)
class Range:
    """A setting with the values that it may have."""

    name: str
    low: float = 0.0
    high: float = 0.0
    whole: bool = False
    log: bool = False
    """Whether its values differ by factors rather than by steps."""
    words: tuple[str, ...] = ()
    """The values themselves, where they are words."""

    def ask(self, trial: Any) -> str:
        """A value that the optimizer proposes, as it is typed."""
        if self.words:
            return str(trial.suggest_categorical(self.name, list(self.words)))
        if self.whole:
            return str(trial.suggest_int(self.name, int(self.low), int(self.high), log=self.log))
        return f"{trial.suggest_float(self.name, self.low, self.high, log=self.log):.4g}"


def read_range(game: Game, agent: str, text: str) -> Range:
    """A range as it is typed: `c=0.2..3`, `sims=100..2000`, or `final=visits|mean`.

    >>> from mulligan.core.registry import find_game
    >>> nim = find_game("nim")
    >>> read_range(nim, "uct", "c=0.2..3")
    Range(name='c', low=0.2, high=3.0, whole=False, log=True, words=())
    >>> read_range(nim, "uct", "final=visits|mean").words
    ('visits', 'mean')
    """
    name, equals, values = text.partition("=")
    player = make_player(game, agent)
    if not isinstance(player, SearchPlayer):
        raise UsageError(f"agent '{agent}': it should be one search, whose settings can be tuned")
    own = {one.name: one.default for part in named_parts(player.settings) for one in own_fields(part)}
    known = {one.name: one.default for one in fields(Settings) if one.name != "more"} | own
    if name not in known:
        raise unknown("search setting", name, known)
    what = f"'{text}': should be a range or a choice, as in c=0.2..3 or final=visits|mean"
    if not equals or not values:
        raise UsageError(what)
    if "|" in values:
        return Range(name, words=tuple(values.split("|")))
    low, dots, high = values.partition("..")
    if not dots:
        raise UsageError(what)
    whole = isinstance(known[name], int) and not isinstance(known[name], bool)
    try:
        ends = [float((whole_number if whole else real_number)(end)) for end in (low, high)]
    except ValueError as error:
        raise UsageError(f"'{text}': {error}") from None
    if not ends[0] < ends[1] or not all(map(math.isfinite, ends)):
        raise UsageError(f"'{text}': should begin with the smaller number")
    return Range(name, ends[0], ends[1], whole, ends[0] > 0 and ends[1] / ends[0] >= 8)


@dataclass(frozen=True)
class Tuned:
    """What tuning found."""

    agent: str
    """The best proposal, with as many simulations as take the time of the player as it was."""
    words: Mapping[str, str]
    trials: tuple[Mapping[str, Any], ...]
    """Every proposal with its share of the points."""
    balance: Balance
    verdict: Mapping[str, Any]
    """The match on fresh deals."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "agent": self.agent,
            "words": dict(self.words),
            "trials": [dict(one) for one in self.trials],
            "verdict": dict(self.verdict),
        }


def tune(
    game: Game,
    agent: str,
    ranges: list[Range],
    *,
    setup: str = "",
    trials: int = 20,
    pairs: int = 20,
    final_pairs: int = 100,
    seed: int = 1,
    workers: int = 1,
    journal: Path | None = None,
    say: Callable[[str, float], None] = lambda what, share: None,
) -> Tuned:
    """Look for better settings of a player.

    With a `journal`, what was played is kept there, and the same call goes on where it was interrupted.
    """
    try:
        import optuna
    except ImportError:
        raise UsageError("tuning needs Optuna: pip install 'mulligan[learn]'") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    about = {
        "game": game.id,
        "agent": make_player(game, agent).configuration,
        "setup": setup,
        "pairs": pairs,
        "seed": seed,
    }
    about["ranges"] = [repr(one) for one in ranges]
    known = _read(journal, about)
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed))
    done = list[dict[str, Any]]()
    for number in range(trials):
        trial = study.ask()
        words = {one.name: one.ask(trial) for one in ranges}
        if number < len(known) and known[number]["words"] == words:
            done.append(known[number])
        else:
            changed = with_words(game, agent, words)
            say(
                f"proposal {number + 1} of {trials}: {', '.join(f'{k}={v}' for k, v in words.items())}", number / trials
            )
            result = run_match(
                game, changed, agent, pairs=pairs, seed=gate_seed(seed, "proposals"), setup=setup, workers=workers
            )
            if result.interrupted:
                raise KeyboardInterrupt
            done.append({"words": words, **{key: told(result)[key] for key in ("rate", "low", "high", "cpu")}})
            if journal is not None:
                write_bytes(journal, json.dumps({**about, "trials": done}, indent=1).encode())
        study.tell(trial, done[-1]["rate"])
    best = max(done, key=lambda one: float(one["rate"]))
    say("the best of them on fresh deals", 1.0)
    balance = balanced(game, setup, with_words(game, agent, best["words"]), agent, gate_seed(seed, "cost"))
    final = run_match(
        game, balance.agent, agent, pairs=final_pairs, seed=gate_seed(seed, "verdict"), setup=setup, workers=workers
    )
    if final.interrupted:
        raise KeyboardInterrupt
    return Tuned(balance.agent, best["words"], tuple(done), balance, told(final))


def _read(journal: Path | None, about: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The proposals that a journal has, which must be of the same search."""
    if journal is None or not journal.exists():
        return []
    try:
        found = json.loads(journal.read_text("utf-8"))
        trials = [dict(one) for one in found["trials"]]
    except (OSError, ValueError, KeyError, TypeError):
        raise UsageError(f"'{journal}' is no journal of mulligan tune: name another file") from None
    for key, value in about.items():
        if found.get(key) != value:
            raise UsageError(f"'{journal}' is of {key} {found.get(key)!r}, not {value!r}: name another file")
    return trials
