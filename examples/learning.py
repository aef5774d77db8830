"""A learner in numpy: policy gradients (REINFORCE) with a linear policy, for every game, from batches of games.

python examples/learning.py leduc
python examples/learning.py hearts --rounds 40 --batch 128

It plays each seat in turn against `uniform` in the others, and says what it is paid on average before and after.
Before the first round it plays uniformly itself. Games that end before it is asked at all are not counted.
"""

import argparse

import numpy as np

from mulligan.environments import BatchEnv

PLACES = 1 << 16  # weights for each action


def features(observations):
    """Each number with its value, and all of them together, are one place each in a table."""
    numbers = np.arange(observations.shape[1])
    each = (observations * 0x9E3779B1 + numbers * 0x85EBCA6B) & 0xFFFFFFFF
    together = (each * (2 * numbers + 1)).sum(axis=1, keepdims=True)
    mixed = np.concatenate([each, together], axis=1)
    return ((mixed ^ (mixed >> 15)) * 0x2C1B3C6D >> 7) % PLACES


def play(env, seat, weights, rng):
    """Play all games of a batch to their ends; return what the seat was paid, and every step."""
    env.reset()
    paid, steps = np.zeros(env.count), []
    while (alive := env.actors >= 0).any():
        places = features(env.observations)
        allowed = (env.legal == 1) | ~alive[:, None]
        logits = np.where(allowed, weights[places].sum(axis=1), -np.inf)
        policy = np.exp(logits - logits.max(axis=1, keepdims=True))
        policy /= policy.sum(axis=1, keepdims=True)
        noise = rng.gumbel(size=logits.shape)
        actions = (logits + noise).argmax(axis=1)
        steps.append((alive, places, actions, policy))
        paid += env.step(actions).rewards[:, seat]
    return paid, steps


def learn(paid, steps, weights, rate):
    """Make actions more likely that were followed by more than the average."""
    better = (paid - paid.mean()) / (paid.std() + 1e-9)
    for alive, places, actions, policy in steps:
        gradient = -policy.astype(np.float32)
        gradient[np.arange(len(actions)), actions] += 1.0
        gradient *= (rate * better * alive / len(actions))[:, None]
        np.add.at(weights, places, gradient[:, None, :])


def train(game, rounds=200, batch=512, rate=3.0, seed=1):
    """Learn, and return the mean payoff of all seats before and after, each of 4 batches that teach nothing."""
    first = BatchEnv(game)
    envs = []
    for seat in range(first.game.players):
        others = {other: "uniform" for other in range(first.game.players) if other != seat}
        envs.append(BatchEnv(game, batch, seed=seed, rules=others, again=False))
    weights, rng = np.zeros((PLACES, first.spaces.actions), np.float32), np.random.default_rng(seed)

    def measure():
        return np.mean([play(env, seat, weights, rng)[0] for _ in range(4) for seat, env in enumerate(envs)])

    before = measure()
    for _ in range(rounds):
        for seat, env in enumerate(envs):
            learn(*play(env, seat, weights, rng), weights, rate / first.spaces.numbers)
    return before, measure()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--batch", type=int, default=512)
    asked = parser.parse_args()
    before, after = train(asked.game, asked.rounds, asked.batch)
    print(f"{asked.game}: paid {before:.3f} on average before, {after:.3f} after {asked.rounds} rounds")
