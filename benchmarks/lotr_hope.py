"""Make the weights of `hope` for the full rules of The Lord of the Rings.

    python benchmarks/lotr_hope.py                  # prints how good the fit is, writes hope.toml
    python benchmarks/lotr_hope.py --games 20000 --out hope.toml

Games are played by the ranger, with a legal move drawn at random at one decision of 25, up to a round drawn at random;
its planning stage is noted, and the ranger plays on.  So there are positions after mistakes too, and what is fitted is
how often the ranger wins from there.  The same seed gives the same file.  Needs scipy, whose optimiser L-BFGS is used.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from scipy.optimize import minimize

from mulligan.core.output import write_text
from mulligan.games.lotr.full import FULL
from mulligan.games.lotr.full.layout import State
from mulligan.games.lotr.full.players import advise, evaluation
from mulligan.games.lotr.full.rules import round as rules
from mulligan.games.lotr.full.rules.moves import PLAN, options
from mulligan.games.lotr.layout import GOING, STEPS
from mulligan.kernel import Stream, below, entry, integers, records, seed_of

deal, play, hope_sum = rules.deal, rules.play, evaluation.hope_sum
LAST_ROUND = 14
ONE_IN = 25  # decisions, one is left to chance
HELD_OUT = 10  # of so many positions one is kept to test the fit
DECAY = 1e-5
FILE = Path(evaluation.__file__).with_name("hope.toml")


@entry
def generate(fresh, states, tables, rngs, style, games, out, features, won):
    """Play games; of those that reach the round drawn for them, note the features there and the result."""
    s, t, rng = states[0], tables[0], rngs[0]
    n = 0
    for _ in range(games):
        states[0] = fresh[0]
        deal(s, t, rng)
        target = 1 + below(rng, LAST_ROUND)
        noted = False
        while s.result == GOING:
            if not noted and s.round == target and s.step == PLAN and s.pending == 0:
                noted = True
                hope_sum(s, t, features[n])
            if not noted and below(rng, ONE_IN) == 0:
                k = options(s, t, STEPS, out)
                play(s, t, out[below(rng, k)], rng)
            else:
                k = advise(s, t, style, rng, out)
                for i in range(k):
                    play(s, t, out[i], rng)
        if noted:
            won[n] = s.result
            n += 1
    return n


def positions(games: int, seed: int) -> tuple[Any, Any]:
    """The features of positions, a row for each, and whether the ranger won from there."""
    features, won = np.zeros((games, evaluation.COUNT)), np.zeros(games, np.int64)
    rng = records(Stream, 1)
    rng[0]["z"] = seed_of(seed, "hope")
    n = generate(
        records(State, 1),
        records(State, 1),
        FULL.make_table("full"),
        rng,
        FULL.style("ranger"),
        games,
        integers(FULL.max_options),
        features,
        won,
    )
    return features[:n].astype(np.float32), won[:n].astype(np.float32)


def fit(features: Any, won: Any) -> Any:
    """The weights of a logistic regression, with a little decay."""
    scale = features.std(0)
    scale[0] = 1.0  # the feature that is always 1
    used = scale > 0
    rows = np.where(used, features / np.where(used, scale, 1), 0).astype(np.float32)

    def loss(weights: Any) -> tuple[float, Any]:
        x = rows @ weights.astype(np.float32)
        error = 1 / (1 + np.exp(-x)) - won
        value = float(np.mean(np.logaddexp(0, x) - won * x)) + DECAY * float(weights @ weights)
        return value, (rows.T @ error).astype(np.float64) / len(won) + 2 * DECAY * weights

    found = minimize(loss, np.zeros(features.shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": 200})
    return np.where(used, found.x / np.where(used, scale, 1), 0)


def report(features: Any, won: Any, weights: Any) -> None:
    """How well the weights tell positions apart that they were not fitted to, and whether the chances are right."""
    x = features @ weights
    chance, rate = 1 / (1 + np.exp(-x)), float(won.mean())
    loss = float(np.mean(np.logaddexp(0, x) - won * x))
    blind = -(rate * np.log(rate) + (1 - rate) * np.log(1 - rate))
    ranks = np.argsort(np.argsort(x)) + 1
    wins = won.sum()
    area = (ranks[won == 1].sum() - wins * (wins + 1) / 2) / (wins * (len(won) - wins))
    print(f"{len(won):,} other positions: area under the curve {area:.3f}")
    print(f"log loss {loss:.4f}, of the mean rate alone {blind:.4f}")
    for low in np.arange(0, 1, 0.1):
        some = (chance >= low) & (chance < low + 0.1)
        if some.any():
            print(f"  said {chance[some].mean():.3f}  was {won[some].mean():.3f}  of {some.sum():,}")


def main() -> None:
    """Generate, fit, report, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600_000, help="games to play (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=21, help="seed of the games (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=FILE, help="the file to write (default: that of the package)")
    words = parser.parse_args()
    start = process_time()
    print(f"playing {words.games:,} games ...", flush=True)
    features, won = positions(words.games, words.seed)
    print(f"{len(won):,} positions after {process_time() - start:.0f} s of CPU; fitting ...", flush=True)
    kept = np.arange(len(won)) % HELD_OUT == 0
    weights = fit(features[~kept], won[~kept])
    report(features[kept], won[kept], weights)
    head = f"# Made by benchmarks/lotr_hope.py --games {words.games} --seed {words.seed}\n\n[weights]\n"
    lines = [f'"{name}" = {weight:.4f}\n' for name, weight in zip(evaluation.FEATURES, weights, strict=True) if weight]
    write_text(str(words.out), head + "".join(lines))
    print(f"{words.out} written after {process_time() - start:.0f} s of CPU")


if __name__ == "__main__":
    main()
