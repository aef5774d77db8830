"""Whether a change of the code changes any decision: 200 decisions of every searching player, as digests.

    python benchmarks/decisions.py before.json             # writes the file
    python benchmarks/decisions.py after.json --with before.json

Every kind of searching player of every game plays games against a rule player, at a small and fixed number of
simulations; of each decision the moves, and of each move at the root its visits, its availability and the bits of its
mean, its best reward and its mean over the trees are put into a digest.  With a second file the first decision of each
player that differs is named, and the program ends with status 1 if any does.  Players that the other file does not know
are named too.
"""

from __future__ import annotations

import argparse
import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from mulligan import find_game, make_player
from mulligan.agents import Player
from mulligan.agents.names import presets_of  # all of them, those that no list shows included
from mulligan.arena import GameRunner
from mulligan.core.errors import UsageError
from mulligan.core.output import write_text
from mulligan.core.registry import game_names
from mulligan.search import Decision

DECISIONS = 200
MOST_GAMES = 60
SMALL = {"trees": 3, "sims": 60}
# Settings that no shipped player has, or not together.
FURTHER = (
    "uct:sims=60,backup=max,final=max,ties=last",
    "uct:sims=60,fpu=0.6,order=listed,final=secure",
    "uct:sims=60,exhaust,final=mean,ties=first",
    "uct:sims=60,deal=never,reuse",
    "uct:sims=60,credit=searcher,final=uct",
    "uct:sims=60,credit=depth,win=2,draw=1,loss=-1",
    "uct:sims=40,share=each,rooted",
    "uct:sims=60,depth=3,cut=5moves,redraw",
    "uct:sims=60,bias=0.5,cut=2rounds",
    "uct:sims=60,final=top,top=3",
    "uct:sims=60,final=quantile,quantile=0.8",
    "uct:turn_sims=150,sims=60,overtime=random",
    "ensemble:trees=5,sims=20,votes=majority,threads=2",
    "ensemble:trees=5,sims=20,votes=mean,skip,commit=stage",
    "ismcts:sims=60,every=3,scope=turn",
    "ismcts:sims=60,reuse,primed=2",
    "ismcts:sims=60,rollout=mast,epsilon=0.2,order=mast,pruned_start",
    "ismcts:sims=60,rollout=mast,temperature=0.5,learn=rollout,recall=turn,decay=0.9",
    "ismcts:sims=60,outcomes=fixed,miscount",
    "chance:sims=60,reuse",
    "chance:sims=60,credit=depth,cut=3turns,trees=2",
    "beam:width=4",
)


def players_of(game_name: str) -> list[str]:
    """All that search, each with a small budget."""
    game, found = find_game(game_name), list[str]()
    for name in [*presets_of(game), *FURTHER]:
        try:
            text = name if ":" in name else _small(game, name)
            if text:
                make_player(game, text)
                found.append(text)
        except UsageError:
            continue  # not for this game
    return list(dict.fromkeys(found))


def _small(game: Any, name: str) -> str:
    kind = presets_of(game)[name]
    if kind.beam:
        return f"{name}:width=4"
    if kind.staged:
        return f"{name}:sims={SMALL['sims']}" if "search" in kind.staged else ""
    words = {"sims": str(SMALL["sims"])}
    if int(kind.words.get("trees", 1)) > 1:
        words["trees"] = str(min(SMALL["trees"], int(kind.words["trees"])))
    words |= {key: "0" for key in ("seconds", "turn_seconds") if key in kind.words}
    return name + ":" + ",".join(f"{key}={value}" for key, value in words.items())


def digest(decision: Decision) -> str:
    """Everything that a decision consists of, but the time it took."""
    parts: list[Any] = [decision.moves, decision.prefix, decision.line, decision.simulations, decision.reused]
    parts += [decision.nodes, decision.depth]
    for c in decision.choices:
        numbers = (c.mean, c.best, c.tree_mean)
        parts += [c.move, c.visits, c.available, c.votes, *(float(number).hex() for number in numbers)]
    return sha256(repr(parts).encode()).hexdigest()[:8]


class Recorder(Player):
    """A player at whose decisions somebody looks."""

    def __init__(self, player: Player) -> None:
        self.__dict__.update(player.__dict__)
        self.oracle, self.listens, self.player, self.digests = player.oracle, player.listens, player, list[str]()

    def at(self, setup: str) -> Player:
        self.player = self.player.at(setup)
        self.oracle = self.player.oracle
        return self

    def decide(self, position: Any, seed: Any, watch: Any = None) -> Decision:
        decision = self.player.decide(position, seed, watch)
        if not decision.forced:
            self.digests.append(digest(decision))
        return decision

    def forget(self) -> None:
        self.player.forget()

    def saw(self, seat: int, stage: int, move: int) -> None:
        self.player.saw(seat, stage, move)


def record(game_name: str, text: str) -> list[str]:
    """The digests of the first decisions of a player."""
    game = find_game(game_name)
    seen = Recorder(make_player(game, text))
    others = [make_player(game, game.styles[-1]) for _ in range(1, game.players)]
    for setup in list(game.setups)[:2]:
        table, enough = GameRunner(game, setup, [seen, *others]), len(seen.digests) + DECISIONS // 2
        for pair in range(MOST_GAMES):
            for rotation in range(game.sides):
                if len(seen.digests) < enough:
                    table.play(20, pair, rotation)
    return seen.digests[:DECISIONS]


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--with", dest="other", type=Path, help="a file written before")
    parser.add_argument("--games", nargs="*", default=list(game_names()))
    given = parser.parse_args()
    known = json.loads(given.other.read_text()) if given.other else {}
    found: dict[str, str] = {}
    differ = decisions = 0
    for game in given.games:
        for text in players_of(game):
            name, digests = f"{game} {text}", record(game, text)
            found[name], decisions = " ".join(digests), decisions + len(digests)
            before = known.get(name, "").split()
            if given.other and before != digests:
                at = next((i for i, (a, b) in enumerate(zip(before, digests, strict=False)) if a != b), len(before))
                print(f"{name}: differs at decision {at}" if before else f"{name}: not in {given.other}")
                differ += 1
            if sys.stderr.isatty():
                print(f"\r{len(found)} players, {decisions} decisions", end="", file=sys.stderr, flush=True)
        write_text(str(given.file), json.dumps(found, indent=0))
    print(f"{len(found)} players, {decisions} decisions" + (f", {differ} players differ" if given.other else ""))
    return int(differ > 0)


if __name__ == "__main__":
    sys.exit(main())
