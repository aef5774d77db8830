"""What win rates do not tell of the report on Tales of Tribute: how choices come about, and which cards are destroyed.

    python benchmarks/tribute_report.py roots  [--games 40] [--repeats 12] [--budgets 150 600 2400] [--out roots.jsonl]
    python benchmarks/tribute_report.py trash  [--games 100] [--agents AGENT ...] [--out trash.jsonl]
    python benchmarks/tribute_report.py prices [--games 40] [--out prices.jsonl]

`roots` searches the same positions of games again and again, with other random numbers: how often two searches choose
the same move by each criterion, what the choice costs by a long search, and how visits are related to means and to the
best result.  `trash` plays games and counts the cards that each agent destroys.  `prices` asks evaluations what a weak
card less is worth to them, in prestige.  With a file, every game is written down when it is finished, and the same
command goes on where it stopped; what is printed is a table over all that was asked for.  The same seed gives the same
numbers.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil
from pathlib import Path
from statistics import fmean
from typing import Any

from mulligan import Position, find_game, make_player
from mulligan.agents import SearchPlayer
from mulligan.arena import Table
from mulligan.arena.statistics import mean_interval, wilson
from mulligan.games.tribute.layout import COMPLETE_HLAALU, COMPLETE_TREASURY, DESTROY_CARDS, KIND, NORMAL
from mulligan.games.tribute.thinning import IS_WEAK
from mulligan.search import Choice, Searcher, Settings, change

TRIBUTE = find_game("tribute")
SETUP = "draft2024"
ZONES = ("hand", "draw", "played", "cooldown")
OPPONENT = "sot/BestMCTS3-2024:sims=200"
QUICK = ("soismcts2024/submitted:sims=150", "sot/BestMCTS3-2024:sims=50")  # their games are only looked at
PER_GAME = 8  # positions that `roots` takes of each game
WORLDS = {"one world": "submitted", "a new world every iteration": "random:every=1"}
BOT = "soismcts2024/submitted:sims=600,faithful=no"
TRASHERS = [
    f"{BOT},evaluate=h3_unthinned",
    BOT,
    *(f"{BOT},evaluate=h3_thin{points}" for points in (50, 100, 200)),
    f"{BOT},evaluate=hope",
    f"{BOT},settle=yes,rollout=decisiontree,cut=3ahead",
]
EVALUATED = ("h1", "h3_soismcts", "h3_unthinned", "sakkirina", "hql", "hope")

Row = dict[str, Any]


# --- games ------------------------------------------------------------------------------------------------------------


def play(
    agents: Sequence[str], seed: Any, game: int, swapped: bool, before: Callable[[Position, int], None]
) -> Position:
    """Play a game as matches do, and return how it ended; `before` is shown each move before it is played."""
    seen: list[Position] = []

    def witness(here: Position, move: int, seat: int) -> None:
        seen[:] = [here]
        before(here, move)

    Table(TRIBUTE, SETUP, [make_player(TRIBUTE, agent) for agent in agents]).play(seed, game, swapped, witness=witness)
    return seen[0]


def written(out: Path | None, part: str, keys: Sequence[str], make: Callable[[str], Row]) -> list[Row]:
    """A row for every key, those from the file first; each new one is added to it at once."""
    known: dict[str, Row] = {}
    if out is not None and out.exists():
        for line in out.read_text(encoding="utf-8").splitlines():
            try:
                row = json.loads(line)
            except ValueError:
                continue  # the program was stopped while it wrote this line
            if row.get("part") == part:
                known[row["key"]] = row
    for i, key in enumerate(keys):
        if key not in known:
            known[key] = {"part": part, "key": key, **make(key)}
            if out is not None:
                with out.open("a", encoding="utf-8") as file:
                    file.write("\n" + json.dumps(known[key]))  # a line that was broken off stays by itself
        if sys.stderr.isatty() or i + 1 == len(keys):
            print(f"\r{part}: {i + 1} of {len(keys)}", end="", file=sys.stderr)
    print(file=sys.stderr)
    return [known[key] for key in keys]


# --- roots ------------------------------------------------------------------------------------------------------------


def ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1 on; equal values share the mean of theirs.

    >>> ranks([5.0, 1.0, 5.0])
    [2.5, 1.0, 2.5]
    """
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]


def rank_correlation(one: Sequence[float], two: Sequence[float]) -> float | None:
    """Spearman's; None where one of them is constant.

    >>> rank_correlation([1.0, 2.0, 3.0], [10.0, 30.0, 20.0])
    0.5
    """
    a, b = ranks(one), ranks(two)
    middle = fmean(a)
    spread = sum((x - middle) ** 2 for x in a) * sum((y - middle) ** 2 for y in b)
    return sum((x - middle) * (y - middle) for x, y in zip(a, b, strict=True)) / spread**0.5 if spread > 0 else None


def same_again(moves: Sequence[int]) -> float:
    """The chance that two of these choices are the same move.

    >>> same_again([1, 1, 1, 2])
    0.5
    """
    n = len(moves)
    return sum(count * (count - 1) for count in Counter(moves).values()) / (n * (n - 1))


def quantile(rewards: Sequence[float], part: float) -> float:
    """The least reward that so great a part of them does not exceed."""
    return sorted(rewards)[max(0, ceil(part * len(rewards) - 1e-9) - 1)]


def merits(choices: Sequence[Choice], rewards: Mapping[int, list[float]]) -> dict[str, dict[int, float]]:
    """How good each criterion finds each move, from one and the same search."""
    best = {choice.move: sorted(rewards[choice.move], reverse=True) for choice in choices}
    return {
        "best result": {move: some[0] for move, some in best.items()},
        "mean of the best 4": {move: fmean(some[:4]) for move, some in best.items()},
        "mean of the best 16": {move: fmean(some[:16]) for move, some in best.items()},
        "quantile 0.95": {move: quantile(some, 0.95) for move, some in best.items()},
        "quantile 0.75": {move: quantile(some, 0.75) for move, some in best.items()},
        "mean": {choice.move: choice.mean for choice in choices},
        "visits": {choice.move: float(choice.visits) for choice in choices},
    }


def long_search() -> Searcher:
    """The judge: the mean, over many worlds, of the best turn that begins with a move, by the bot's own evaluation."""
    words = {"trees": "32", "sims": "2000", "search": "turn+choice", "scope": "turn", "settle": "no", "backup": "max"}
    words |= {"exhaust": "", "prune": "soismcts", "order": "listed", "rollout": "busy", "evaluate": "h3_soismcts"}
    return Searcher(TRIBUTE, change(Settings(), words | {"final": "max", "votes": "best", "play": "uniform"}))


def root_rows(here: Position, seed: Any, budgets: Sequence[int], repeats: int, judge: Searcher) -> Iterator[Row]:
    """All that is told of one position, a row for each kind of worlds and budget."""
    options = here.options("soismcts")
    judge.decide(here, (seed, "judge"))
    value = {move: judge._bests[move] / judge.settings.trees for move in options}
    top = max(value.values())
    for worlds, name in WORLDS.items():
        for sims in budgets:
            more = "," if ":" in name else ":"
            player = make_player(TRIBUTE, f"soismcts2024/{name}{more}sims={sims},faithful=no,final=top")
            assert isinstance(player, SearchPlayer)
            chosen: dict[str, list[int]] = {}
            related: dict[str, list[float]] = {}
            depth, widths = [], []
            for repeat in range(repeats):
                decision = player.searcher.decide(here, (seed, "search", repeat))
                found = merits(decision.choices, player.searcher.benches[0].rewards())
                for criterion, merit in found.items():
                    ties = [move for move in merit if merit[move] == max(merit.values())]
                    chosen.setdefault(criterion, []).append(max(ties, key=options.index))
                tried = list(found["visits"])
                compared = {name: [found[name][move] for move in tried] for name in ("visits", "mean", "best result")}
                compared["value"] = [value[move] for move in tried]
                for one, two in (("visits", "mean"), ("visits", "best result"), *((c, "value") for c in found)):
                    values = compared.get(one) or [found[one][move] for move in tried]
                    rho = rank_correlation(values, compared[two])
                    if rho is not None:
                        related.setdefault(f"{one} and {two}", []).append(rho)
                depth.append(decision.depth)
                widths.append(player.searcher.widths()[1:5])
            yield {
                "worlds": worlds,
                "sims": sims,
                "options": len(options),
                "same": {criterion: same_again(moves) for criterion, moves in chosen.items()},
                "regret": {criterion: fmean(top - value[move] for move in moves) for criterion, moves in chosen.items()}
                | {"any move": top - fmean(value.values())},
                "differs": {
                    "": fmean(a != b for a, b in zip(chosen["visits"], chosen["best result"], strict=True)),
                },
                "related": {pair: fmean(values) for pair, values in related.items()},
                "depth": {"": fmean(depth)},
                "widths": {str(i + 1): fmean(w[i] if i < len(w) else 0 for w in widths) for i in range(4)},
            }


def roots(args: argparse.Namespace) -> None:
    """Measure, and print the tables."""
    judge = long_search()

    def make(key: str) -> Row:
        game = int(key.rpartition(" ")[2])
        seed = (args.seed, "roots", game)
        seen: list[Position] = []

        def before(here: Position, move: int) -> None:
            if here.stage != "draft" and len(here.options("soismcts")) >= 3:
                seen.append(here.copy())

        play(QUICK, args.seed, game, False, before)
        some = random.Random(str(seed)).sample(seen, min(PER_GAME, len(seen)))
        found = [
            row for i, here in enumerate(some) for row in root_rows(here, (seed, i), args.budgets, args.repeats, judge)
        ]
        return {"roots": found}

    settings = f"seed {args.seed}, budgets {args.budgets}, repeats {args.repeats}, game"
    rows = written(args.out, "roots", [f"{settings} {i}" for i in range(args.games)], make)
    games = [row["roots"] for row in rows]
    print(
        f"{sum(len(game) for game in games) // (len(WORLDS) * len(args.budgets))} positions of {len(games)} games, "
        f"{args.repeats} searches each\n"
    )
    criteria = list(games[0][0]["same"])
    columns = [(worlds, sims) for worlds in WORLDS for sims in args.budgets]
    tables = [
        ("the same move again, %", "same", criteria, 100.0),
        ("regret, thousandths of the evaluation", "regret", [*criteria, "any move"], 1000.0),
        ("rank correlation", "related", list(games[0][0]["related"]), 1.0),
        ("visits and the best result choose different moves, %", "differs", [""], 100.0),
        ("depth of the tree", "depth", [""], 1.0),
        ("visited nodes in layer", "widths", ["1", "2", "3", "4"], 1.0),
    ]
    for title, name, keys, scale in tables:
        print(f"| {title} | " + " | ".join(f"{worlds}, {sims:,}" for worlds, sims in columns) + " |")
        print("|---|" + "---:|" * len(columns))
        for key in keys:
            cells = [interval_text(by_game(games, column, name, key), scale) for column in columns]
            print(f"| {key} | {' | '.join(cells)} |")
        print()


def by_game(games: Sequence[Sequence[Row]], column: tuple[str, int], name: str, key: str) -> list[float]:
    """The mean of a number over the positions of each game that has it."""
    found = []
    for game in games:
        values = [row[name].get(key) for row in game if (row["worlds"], row["sims"]) == column]
        known = [value for value in values if value is not None]
        if known:
            found.append(fmean(known))
    return found


def interval_text(values: Sequence[float], scale: float = 1.0) -> str:
    """A mean and its 95 % interval in words."""
    if not values:
        return "–"
    scaled = [scale * value for value in values]
    low, high = mean_interval(len(scaled), sum(scaled), sum(value * value for value in scaled))
    text = f"{fmean(scaled):.2f}" if max(map(abs, scaled)) < 10 else f"{fmean(scaled):.1f}"
    return text if low is None or high is None else f"{text} ± {(high - low) / 2:.2g}"


# --- trash ------------------------------------------------------------------------------------------------------------


def owned(s: Any, seat: int) -> Counter[int]:
    """A player's cards by kind, agents included."""
    cards: Counter[int] = Counter()
    for zone in (*ZONES, "agent"):
        number = getattr(s, f"n_{zone}" if zone != "agent" else "n_agents")[seat]
        cards.update(int(cell) & KIND for cell in getattr(s, zone)[seat][:number])
    return cards


class Trash:
    """Counts what becomes of each player's cards by the player's own choices."""

    def __init__(self) -> None:
        self.counts = [Counter[str](), Counter[str]()]
        self._open: tuple[int, int, Counter[int]] | None = None

    def before(self, here: Position, move: int) -> None:
        """A move is about to be played."""
        s, _ = here.plain()
        self._close(s)
        if here.actor >= 0 and s.board != NORMAL and s.follow in (DESTROY_CARDS, COMPLETE_TREASURY, COMPLETE_HLAALU):
            self._open = here.actor, int(s.follow), owned(s, here.actor)

    def _close(self, s: Any) -> None:
        """What the choice before this position has done."""
        if self._open is None:
            return
        seat, follow, cards = self._open
        self._open = None
        lost = cards - owned(s, seat)
        if follow == DESTROY_CARDS:
            self.counts[seat]["destroyed"] += sum(lost.values())
            self.counts[seat]["of them weak"] += sum(n for kind, n in lost.items() if IS_WEAK[kind])
        else:
            name = "exchanged at the Treasury" if follow == COMPLETE_TREASURY else "sold to Hlaalu"
            self.counts[seat][name] += sum(lost.values())

    def end(self, here: Position) -> None:
        """The game is over."""
        s, _ = here.plain()
        self._close(s)
        for seat in range(2):
            cards = owned(s, seat)
            self.counts[seat]["cards in the end"] = sum(cards.values())
            self.counts[seat]["weak cards in the end"] = sum(n for kind, n in cards.items() if IS_WEAK[kind])


COUNTED = (
    *("destroyed", "of them weak", "exchanged at the Treasury", "sold to Hlaalu"),
    *("cards in the end", "weak cards in the end"),
)


def trash(args: argparse.Namespace) -> None:
    """Play, and print the table: of each agent, and of the opponent in the same games."""
    print(f"| agent | won, % | {' | '.join(COUNTED)} | destroyed by the opponent |")
    print("|---|" + "---:|" * (len(COUNTED) + 2))
    for agent in args.agents:

        def make(key: str, agent: str = agent) -> Row:
            game = int(key.rpartition(" ")[2])
            seat, counted = game % 2, Trash()
            last = play([agent, OPPONENT], args.seed, game // 2, seat == 1, counted.before)
            counted.end(last)
            return {"won": last.payoff(seat), "own": counted.counts[seat], "other": counted.counts[1 - seat]}

        rows = written(args.out, "trash", [f"{agent}, seed {args.seed}, {game}" for game in range(args.games)], make)
        won = sum(row["won"] for row in rows)
        low, high = wilson(won, len(rows))
        means = [interval_text([float(row["own"].get(name, 0)) for row in rows]) for name in COUNTED]
        other = interval_text([float(row["other"].get("destroyed", 0)) for row in rows])
        rate = f"{100 * won / len(rows):.1f} [{100 * low:.1f}, {100 * high:.1f}]"
        print(f"| `{agent}` | {rate} | {' | '.join(means)} | {other} |")


# --- prices -----------------------------------------------------------------------------------------------------------


def without(here: Position, seat: int, kind: int) -> Position | None:
    """The position with one such card less in the player's piles, if there is one."""
    changed = here.copy()
    for zone in ("cooldown", "played", "draw", "hand"):
        pile, n = changed.states[0][zone][seat], int(changed.states[0][f"n_{zone}"][seat])
        for i in range(n):
            if int(pile[i]) & KIND == kind:
                pile[i : n - 1] = pile[i + 1 : n]
                changed.states[f"n_{zone}"][0, seat] -= 1
                return changed
    return None


def prices(args: argparse.Namespace) -> None:
    """Ask the evaluations at the end of turns, and print what one card less is worth to them in prestige."""
    cards = {"Gold": 107, "Bewilderment": 77, "a starter of a patron": -1}
    starters = [kind for kind in range(len(IS_WEAK)) if IS_WEAK[kind] and kind not in (107, 77)]

    def make(key: str) -> Row:
        found: dict[str, dict[str, list[float]]] = {name: {} for name in EVALUATED}

        def before(here: Position, move: int) -> None:
            if move != TRIBUTE.end:
                return
            seat = here.actor
            richer = here.copy()
            richer.states["prestige"][0, seat] += 1
            points = int(here.states[0]["prestige"][seat])
            phase = "early" if points <= 10 else "late" if points >= 27 else "middle"
            for card, number in cards.items():
                kinds = starters if number < 0 else [number]
                thinner = next((made for kind in kinds if (made := without(here, seat, kind))), None)
                if thinner is None:
                    continue
                for name in EVALUATED:
                    usual = here.evaluate(seat, name)
                    gains = thinner.evaluate(seat, name) - usual, richer.evaluate(seat, name) - usual
                    found[name].setdefault(f"{card}, {phase}", []).extend(gains)

        play(QUICK, args.seed, int(key.rpartition(" ")[2]), False, before)
        return {"found": found}

    rows = written(args.out, "prices", [f"seed {args.seed}, {i}" for i in range(args.games)], make)
    phases = [f"{card}, {phase}" for card in cards for phase in ("early", "middle", "late")]
    print(f"| worth in prestige of one less | {' | '.join(EVALUATED)} |\n|---|" + "---:|" * len(EVALUATED))
    for column in phases:
        cells = []
        for name in EVALUATED:
            some = [value for row in rows for value in row["found"][name].get(column, [])]
            gains, units = sum(some[::2]), sum(some[1::2])
            cells.append(f"{gains / units:.2f}" if units > 0 else "–")
        print(f"| {column} | {' | '.join(cells)} |")


def main() -> None:
    """Read the words, and do it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=["roots", "trash", "prices"])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--repeats", type=int, default=12)
    parser.add_argument("--budgets", type=int, nargs="+", default=[150, 600, 2400])
    parser.add_argument("--agents", nargs="+", default=TRASHERS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    {"roots": roots, "trash": trash, "prices": prices}[args.part](args)


if __name__ == "__main__":
    main()
