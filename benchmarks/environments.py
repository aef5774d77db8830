"""Steps per second of the batched environment, beside other programs that play the same games, in one run.

    python benchmarks/environments.py [--seconds 2] [--games leduc,hearts] [--batch 4096] [--json FILE]

A step is one decision of one player, chosen uniformly among the legal actions; it includes the mask or list of legal
actions, the observation of the player who acts, chance, and dealing anew.  All run on one thread, in turn, several
times; the best slice counts, in CPU time.  Programs that are not installed are left out: OpenSpiel (`open_spiel`) has
both games, RLCard (`rlcard`) and pgx (`pgx`, with `jax`) have leduc.  Theirs are asked in the fastest way that their
Python interface has.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Callable, Iterator

import numpy as np

ROUNDS = 5
OPEN_SPIEL = {"leduc": "leduc_poker", "hearts": "hearts"}
RLCARD = {"leduc": "leduc-holdem"}
PGX = {"leduc": "leduc_holdem"}
STEPS_IN_ONE = 100  # of a batch of pgx, in one compiled call
ONE_THREAD = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

Run = Callable[[float], tuple[int, float]]
"""Play for about so many CPU seconds; return the steps and the seconds that it took."""


def timed(steps: Callable[[], int], seconds: float) -> tuple[int, float]:
    """Repeat a call that says how many steps it made."""
    started, made = time.process_time(), 0
    while (spent := time.process_time() - started) < seconds:
        made += steps()
    return made, spent


def ours(game: str, batch: int) -> Run:
    from mulligan.environments import BatchEnv

    env = BatchEnv(game, batch, seed=1)
    actions = env.sample()

    def steps() -> int:
        env.step(env.sample(actions))
        return batch

    steps()
    return lambda seconds: timed(steps, seconds)


def ours_chosen_in_numpy(game: str, batch: int) -> Run:
    """The same, with the random actions chosen by numpy, as a policy would be computed."""
    from mulligan.environments import BatchEnv

    env, rng = BatchEnv(game, batch, seed=1), np.random.default_rng(1)

    def steps() -> int:
        env.step((rng.random(env.legal.shape, np.float32) * env.legal).argmax(axis=1))
        return batch

    steps()
    return lambda seconds: timed(steps, seconds)


def ours_in_pettingzoo(game: str) -> Run:
    from mulligan.environments import pettingzoo_env

    env = pettingzoo_env(game)
    env.reset(seed=1)

    def steps() -> int:
        env.reset()
        made = 0
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            legal = None if over else np.flatnonzero(seen["action_mask"])
            env.step(None if legal is None else int(legal[random.randrange(len(legal))]))
            made += not over
        return made

    steps()
    return lambda seconds: timed(steps, seconds)


def open_spiel_blind(game: str) -> Run:
    """Legal actions only: what a policy that looks at nothing would need."""
    return open_spiel(game, blind=True)


def open_spiel(game: str, blind: bool = False) -> Run:
    import pyspiel

    rules = pyspiel.load_game(OPEN_SPIEL[game])
    kind = rules.get_type()

    def steps() -> int:
        state, made = rules.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                even = max(chances) - min(chances) < 1e-9
                state.apply_action(random.choice(actions) if even else random.choices(actions, chances)[0])
                continue
            if blind:
                pass
            elif kind.provides_observation_tensor:
                state.observation_tensor()
            else:
                state.information_state_tensor()
            state.apply_action(legal[random.randrange(len(legal))])
            made += 1
        state.returns()
        return made

    return lambda seconds: timed(steps, seconds)


def rlcard(game: str) -> Run:
    import rlcard as other

    env = other.make(RLCARD[game], config={"seed": 1})

    def steps() -> int:
        state, _ = env.reset()
        made = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[random.randrange(len(legal))])
            made += 1
        env.get_payoffs()
        return made

    return lambda seconds: timed(steps, seconds)


def pgx_step_by_step(game: str, batch: int) -> Run:
    """One compiled call for each step of the batch, as a program that chooses actions elsewhere needs it."""
    return pgx(game, batch, 1)


def pgx(game: str, batch: int, at_once: int = STEPS_IN_ONE) -> Run:
    """Many steps in one compiled call, random choice included, games dealt anew when they end."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("XLA_FLAGS", ONE_THREAD)
    import jax
    from pgx import make
    from pgx.experimental import act_randomly, auto_reset

    env = make(PGX[game])
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def play(state, key):  # type: ignore[no-untyped-def]
        def one(_, carried):  # type: ignore[no-untyped-def]
            state, key = carried
            key, choice, chance = jax.random.split(key, 3)
            actions = act_randomly(choice, state.legal_action_mask)
            return step(state, actions, jax.random.split(chance, batch)), key

        return jax.lax.fori_loop(0, at_once, one, (state, key))

    kept = play(jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), batch)), jax.random.key(2))

    def steps() -> int:
        nonlocal kept
        kept = jax.block_until_ready(play(*kept))
        return batch * at_once

    steps()
    return lambda seconds: timed(steps, seconds)


def contestants(game: str, batch: int) -> Iterator[tuple[str, Run]]:
    """Whoever plays this game and is installed."""
    yield f"mulligan, {batch:,} games at a time", ours(game, batch)
    yield "the same, actions chosen by numpy", ours_chosen_in_numpy(game, batch)
    makers: list[tuple[str, Callable[[str], Run], dict[str, str]]] = [
        ("mulligan through PettingZoo", ours_in_pettingzoo, {game: ""}),
        ("OpenSpiel", open_spiel, OPEN_SPIEL),
        ("OpenSpiel without observations", open_spiel_blind, OPEN_SPIEL),
        ("RLCard", rlcard, RLCARD),
        (f"pgx, {batch:,} games at a time, {STEPS_IN_ONE} steps", lambda game: pgx(game, batch), PGX),
        ("the same, step by step", lambda game: pgx_step_by_step(game, batch), PGX),
    ]
    for name, make, games in makers:
        if game in games:
            try:
                yield name, make(game)
            except (ImportError, RuntimeError) as error:
                print(f"{game}: {name} is left out: {error}")
            except Exception as error:
                if type(error).__name__ != "UsageError":
                    raise
                print(f"{game}: {name} is left out: {error}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="leduc,hearts")
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds for each, in all")
    parser.add_argument("--json", default="")
    asked = parser.parse_args()
    random.seed(1)
    found: dict[str, dict[str, float]] = {}
    for game in asked.games.split(","):
        runs = list(contestants(game, asked.batch))
        best: dict[str, float] = {}
        for _ in range(ROUNDS):
            for name, run in runs:
                steps, spent = run(asked.seconds / ROUNDS)
                best[name] = max(best.get(name, 0.0), steps / spent)
        found[game] = best
        fastest = max(best.values())
        for name, speed in best.items():
            print(f"{game:8} {name:40} {speed:14,.0f} steps a second   1/{fastest / speed:,.0f}")
    if asked.json:
        from mulligan.core.output import write_text

        write_text(asked.json, json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
