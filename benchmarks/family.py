"""Write the experiments of `mulligan reproduce family`: parts against the plain search, by simulations and by time.

    python benchmarks/family.py                      # all games: measures what a simulation costs, some minutes of CPU
    python benchmarks/family.py --games guess swap   # only these
    python benchmarks/family.py --games magic --simulations   # without measuring: only GAME.toml

For each game there are two files in src/mulligan/papers/family: GAME.toml, where all players have the same number of
simulations, and GAME-time.toml, where each has as many as take the CPU time of the plain search. These numbers are
measured here, at positions of games between rule players, in turn with the plain search; so the games themselves do not
depend on the load of the machine, and sequential halving, which needs to know its number, can take part.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from mulligan import Position, find_game, make_player
from mulligan.agents import ASK
from mulligan.core.output import write_text
from mulligan.core.position import make_stream

FOLDER = Path(__file__).parents[1] / "src" / "mulligan" / "papers" / "family"
POSITIONS = 8
TREES = 10

ROWS = (
    ("UCB1-Tuned", "ismcts", "select=tuned"),
    ("PUCT, prior by a style", "ismcts", "select=puct,prior=style{prior}"),
    ("PUCT, uniform prior", "ismcts", "select=puct"),
    ("EXP3", "ismcts", "select=exp3,final=average"),
    ("regret matching", "ismcts", "select=regret,final=average"),
    ("sequential halving", "ismcts", "root=halving,final=robust"),
    ("RAVE", "ismcts", "select=rave,playout=noted"),
    ("progressive widening", "ismcts", "order=widening,prior=style{prior}"),
    ("multiple observers", "ismcts", "descent=observers"),
    ("multiple observers, by observations", "ismcts", "descent=observers,views=observations"),
    ("re-determinizing", "ismcts", "worlds=redealt"),
    ("EPIMC, depth 1 (PIMC)", "ismcts", "deal=tree,descent=postponed,postpone=1"),
    ("EPIMC, depth 2", "ismcts", "deal=tree,descent=postponed,postpone=2"),
    ("implicit minimax, in an ensemble", "ensemble", "select=implicit"),
    ("RAVE, in an ensemble", "ensemble", "select=rave,playout=noted"),
)
PLAIN = (("plain: ismcts", "ismcts", ""), ("plain: ensemble", "ensemble", ""))


@dataclass(frozen=True)
class Bench:
    """How a game is played in these experiments."""

    setup: str
    sims: int
    words: str
    """Of all players."""
    prior: str
    """The style of the priors."""
    skip: int
    """Moves before the first position that is measured."""
    games: int
    cost: float
    """CPU seconds of one game at equal simulations, about, of both players; compiling left out."""


GAMES = {
    "guess": Bench("8", 400, "", "halve", 0, 2000, 0.0011),
    "swap": Bench("standard", 200, "", "greedy", 0, 2000, 0.0008),
    "magic": Bench("matched", 500, "search=cards,tree=reduced,rollout=reduced,play=reduced", "expert", 6, 2000, 0.018),
    "lotr": Bench(
        "clean:level=hard",
        300,
        "prune=steps,rollout=ranger,cut=2turns,evaluate=hope,commit=stage",
        "expert",
        4,
        1000,
        0.023,
    ),
    "tribute": Bench(
        "draft2024",
        300,
        "search=turn+choice,prune=sensible,rollout=busy,cut=2turns,evaluate=hope,play=uniform",
        "sakkirina",
        10,
        1000,
        0.09,
    ),
}


def player(bench: Bench, kind: str, words: str, sims: int) -> str:
    """A player of these experiments by its name; an ensemble has its simulations in several trees."""
    budget = f"sims={sims}" if kind == "ismcts" else f"trees={TREES},sims={max(1, sims // TREES)}"
    own = words.format(prior=f",prior_style={bench.prior}")
    return f"{kind}:" + ",".join(word for word in (budget, own, bench.words) if word)


def positions(game: Any, bench: Bench) -> list[Position]:
    """Where there is something to decide, in games between rule players."""
    found, seed = list[Position](), 0
    style = bench.prior if game.players > 1 else game.styles[-1]
    decider = make_player(game, player(bench, "ismcts", "", 20))
    while len(found) < POSITIONS:
        here, made = Position.deal(game, bench.setup, seed=seed), 0
        while not here.over and len(found) < POSITIONS:
            asked = decider.styles[here.look()[1]] == ASK
            if made >= bench.skip and asked and len(here.options()) > 2 and made % 3 == 0:
                found.append(here.copy())
            for move in here.advise(style, make_stream(game, seed, made)):
                if not here.over:
                    here.play(move, made)
            made += 1
        seed += 1
    return found


def price(game: Any, bench: Bench, kind: str, words: str) -> float:
    """The CPU time of a simulation, in that of the plain search of the same kind."""
    rivals = [make_player(game, player(bench, kind, own, bench.sims)) for own in ("", words)]
    places, ratios = positions(game, bench), list[float]()
    for one in rivals:  # compile, and load what is compiled
        one.decide(places[0], 0)
    for number, here in enumerate(places):
        least = [min(_per_simulation(one, here, 3 * number + i) for i in range(3)) for one in rivals]
        if all(least):
            ratios.append(least[1] / least[0])
    return median(ratios) if ratios else 1.0


def _per_simulation(one: Any, here: Position, seed: int) -> float:
    decision = one.decide(here, seed)
    return decision.cpu_seconds / decision.simulations if decision.simulations else 0.0


def text_of(name: str, bench: Bench, prices: dict[str, float] | None) -> str:
    """One experiment as TOML."""
    timed, rows = prices is not None, [*PLAIN, *ROWS]
    solo = find_game(name).players == 1
    what = "CPU time" if timed else "simulations"
    about = [
        f"Every part against the plain search that it changes, {bench.sims} simulations in one tree or {TREES} trees."
    ]
    if solo:
        about = [f"Every part alone on the same deals, beside the plain search with {bench.sims} simulations."]
    if timed:
        about += ["Each has as many simulations as take the CPU time of the plain search, measured beforehand by"]
        about += ["`benchmarks/family.py`: one simulation of the plain search is 1, and of the parts"]
        about += [", ".join(f"{label} {prices[label]:.2f}" for label, _, _ in ROWS) + "."] if prices else []
    lines = [
        "# Written by benchmarks/family.py.",
        f'title = "{find_game(name).title}: equal {what}"',
        f'also = ["{"time" if timed else "simulations"}"]',
        'about = """',
        *about,
        '"""',
        f'game = "{name}"',
        f'setup = "{bench.setup}"',
        "seed = 1900",
        f"games = {bench.games}",
        f"cost = {bench.cost * bench.games * len(rows if solo else ROWS):.1f}",
        "",
        "[design]",
        'kind = "grid"',
        'player = "{player}"',
        *([] if solo else ['against = "{against}"']),
        "",
        "[design.factors]",
        "part = [",
    ]
    for label, kind, words in rows if solo else ROWS:
        sims = max(2, round(bench.sims / prices[label])) if prices and label in prices else bench.sims
        own = player(bench, kind, words, sims)
        against = "" if solo else f', against = "{player(bench, kind, "", bench.sims)}"'
        lines.append(f'    {{ label = "{label}", player = "{own}"{against} }},')
    lines += ["]", "", "[plot]", 'kind = "bars"', *([] if solo else ["line = true"])]
    return "\n".join(lines) + "\n"


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--simulations", action="store_true", help="only the experiments at equal simulations")
    given = parser.parse_args()
    for name in given.games:
        game, bench = find_game(name), GAMES[name]
        write_text(str(FOLDER / f"{name}.toml"), text_of(name, bench, None))
        if given.simulations:
            continue
        prices = {label: price(game, bench, kind, words) for label, kind, words in ROWS}
        for label, found in prices.items():
            print(f"{name}: {label}: a simulation costs {found:.2f}")
        write_text(str(FOLDER / f"{name}-time.toml"), text_of(name, bench, prices))
    written = [part for name in GAMES for part in (name, f"{name}-time") if (FOLDER / f"{part}.toml").exists()]
    order = "order = [" + ", ".join(f'"{part}"' for part in written) + "]"
    paper = FOLDER / "paper.toml"
    lines = paper.read_text("utf-8").splitlines()
    write_text(str(paper), "\n".join(order if line.startswith("order = ") else line for line in lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
