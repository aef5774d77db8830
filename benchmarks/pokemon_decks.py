"""A round robin of the decks of the Pokemon TCG that have cards of their own rules, with one player on both sides.

    python benchmarks/pokemon_decks.py                     # 8 games of each pair of decks, `expert` on both sides
    python benchmarks/pokemon_decks.py --games 2 --player uct:sims=200

Of each deck it prints the share of games won, how its games ended, and the attack that it used most.  All are played
in one era, so that 2013 meets 2015: this shows that the decks play, not which of them was best.
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import combinations
from typing import Any

from mulligan import find_game, make_player
from mulligan.arena import GameRunner
from mulligan.games.pokemon.cards import pools
from mulligan.games.pokemon.rules.layout import ATTACK, REASONS


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=8, help="of each pair of decks, an even number")
    parser.add_argument("--player", default="expert")
    parser.add_argument("--era", default="xy", choices=("bw", "xy"))
    args = parser.parse_args()
    decks = [name for name in pools.all_decks() if name not in pools.FIRST]
    won, played = Counter[str](), Counter[str]()
    ends = {name: Counter[str]() for name in decks}
    attacks = {name: Counter[str]() for name in decks}
    turns = 0
    for one, other in combinations(decks, 2):
        setup = f"decks:deck1={one},deck2={other},era={args.era}"
        game = find_game("pokemon").at(setup)
        runner = GameRunner(game, setup, [make_player(game, args.player), make_player(game, args.player)])
        seats = (one, other)
        last: list[Any] = []

        def see(here: Any, move: int, seat: int, decision: Any, seats: Any = seats, last: Any = last) -> None:
            last[:] = [here]
            if move & 255 == ATTACK and int(here.states[0]["ask"]) == 0:
                attacks[seats[seat]][here.text(move).removeprefix("attack ")] += 1

        for number in range(args.games):
            record = runner.play(1, number // 2, number % 2, observer=see)
            turns += record.turns
            reason = REASONS[int(last[0].states[0]["reason"])]
            first = record.payoffs[0] if number % 2 == 0 else record.payoffs[1]
            for name, result in ((one, first), (other, 1 - first)):
                won[name] += result  # type: ignore[assignment]
                played[name] += 1
                ends[name][reason] += 1
    print("| deck | games won | by Prizes | no Pokemon left | no card to draw | attack used most |")
    print("|---|---|---|---|---|---|")
    for name in sorted(decks, key=lambda name: -won[name]):
        n = played[name]
        shares = " | ".join(f"{100 * ends[name][reason] / n:.0f} %" for reason in REASONS[1:4])
        most, times = attacks[name].most_common(1)[0]
        share = 100 * times / attacks[name].total()
        print(f"| `{name}` | {100 * won[name] / n:.0f} % of {n} | {shares} | {most} ({share:.0f} %) |")
    games = sum(played.values()) // 2
    print(f"\n{games} games, {turns / games:.1f} turns each")


if __name__ == "__main__":
    main()
