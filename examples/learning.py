"""A learner in numpy: policy gradients (REINFORCE) with a linear policy, for every game, from batches of games.

python examples/learning.py leduc
python examples/learning.py hearts --rounds 40 --batch 128
python examples/learning.py lotr --setup clean:level=easy --rounds 40 --batch 256
python examples/learning.py lotr --first clean --rounds 40 --batch 128

It plays each seat in turn against `uniform` in the others, and says what it is paid on average before and after, with
95 % confidence intervals.
Before the first round it plays uniformly itself. Games that end before it is asked at all are not counted.
Where chance never wins there is nothing to learn from: then `--first` names a setup in which it learns before.
"""

import argparse

import numpy as np

from mulligan.environments import BatchEnv

PLACES = 1 << 20  # weights


def features(env):
    """All legal moves of all games: whose they are, and their places in the table of weights.

    A place stands for a move together with one number of the observation, or with all of them.
    """
    game, action = np.nonzero(env.legal)
    numbers = np.arange(env.observations.shape[1])
    each = (env.observations * 0x9E3779B1 + numbers * 0x85EBCA6B) & 0xFFFFFFFF
    each = np.concatenate([each, (each * (2 * numbers + 1)).sum(axis=1, keepdims=True)], axis=1)
    mixed = each[game] ^ (env.moves[game, action] * 0x27D4EB2F)[:, None]
    return game, action, ((mixed ^ (mixed >> 15)) * 0x2C1B3C6D >> 7) % PLACES


def play(env, seat, weights, rng):
    """Play all games of a batch to their ends; return what the seat was paid, and every step."""
    env.reset()
    paid, steps = np.zeros(env.count), []
    while (env.actors >= 0).any():
        game, action, places = features(env)
        starts = np.flatnonzero(np.diff(game, prepend=-1))
        sizes = np.diff(np.append(starts, len(game)))
        score = weights[places].sum(axis=1)
        policy = np.exp(score - np.repeat(np.maximum.reduceat(score, starts), sizes))
        policy /= np.repeat(np.add.reduceat(policy, starts), sizes)
        noisy = score + rng.gumbel(size=len(score))  # whose greatest is a sample of the policy
        chosen = noisy == np.repeat(np.maximum.reduceat(noisy, starts), sizes)
        actions = np.zeros(env.count, int)
        actions[game[chosen]] = action[chosen]
        steps.append((game, places, chosen - policy))
        paid += env.step(actions).rewards[:, seat]
    return paid, steps


def learn(paid, steps, weights, rate):
    """Make moves more likely that were followed by more than the average."""
    better = rate * (paid - paid.mean()) / (paid.std() + 1e-9) / len(paid)
    for game, places, gradient in steps:
        np.add.at(weights, places.ravel(), np.repeat(better[game] * gradient, places.shape[1]))


def tables(game, setup, batch, seed):
    """A batch of games for each seat of the learner, with `uniform` in the others."""
    seats = range(BatchEnv(game, setup=setup).game.players)
    rules = [{other: "uniform" for other in seats if other != seat} for seat in seats]
    return [BatchEnv(game, batch, setup=setup, seed=seed, rules=others, again=False) for others in rules]


def train(game, setup="", rounds=200, batch=512, rate=3.0, seed=1, first=""):
    """Learn, and return what was paid in games of all seats before and after, in 4 batches that teach nothing."""
    envs, weights, rng = tables(game, setup, batch, seed), np.zeros(PLACES), np.random.default_rng(seed)

    def measure():
        return np.concatenate([play(env, seat, weights, rng)[0] for _ in range(4) for seat, env in enumerate(envs)])

    before = measure()
    for stage in [tables(game, first, batch, seed), envs] if first else [envs]:
        for _ in range(rounds):
            for seat, env in enumerate(stage):
                learn(*play(env, seat, weights, rng), weights, rate / env.spaces.numbers)
    return before, measure()


def told(paid):
    """The mean, with the half width of its 95 % confidence interval."""
    return f"{paid.mean():.3f} ± {1.96 * paid.std() / len(paid) ** 0.5:.3f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--setup", default="")
    parser.add_argument("--first", default="", metavar="SETUP")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--batch", type=int, default=512)
    asked = parser.parse_args()
    before, after = train(asked.game, asked.setup, asked.rounds, asked.batch, first=asked.first)
    print(f"{asked.game}: paid {told(before)} before, {told(after)} after {asked.rounds} rounds")
