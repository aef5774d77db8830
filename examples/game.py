"""A game: Kuhn poker, with three cards, two players and one bet (Kuhn 1950).

python examples/game.py

A package of yours makes it known to every command by an entry point of the group "mulligan.games" in its
pyproject.toml, mykuhn = "your_package.game:KUHN".  (The game `kuhn` that comes with Mulligan is another one.)
"""

import re

from mulligan import Game, Position, Text, UsageError, check_game, compiled, make_player, record
from mulligan.game import rules_in
from mulligan.kernel import below

State = record(card=("i8", 2), told="i8")  # told: a 1, then a bit for each move; 1 is a bet or a call
CARDS, MOVES = "JQK", ("pass", "bet")


@compiled
def deal(s, t, rng):
    s.card[0] = below(rng, 3)
    s.told = 1
    hide(s, t, 0, rng)


@compiled
def turn(s):
    return (s.told > 1) + (s.told > 3) + (s.told > 7)


@compiled
def shown(s):
    return s.told == 4 or s.told == 7 or s.told == 11


@compiled
def actor(s):
    return -1 if shown(s) or s.told == 6 or s.told == 10 else turn(s) % 2


@compiled
def stage(s):
    return 0


@compiled
def options(s, t, form, out):
    out[0], out[1] = 0, 1
    return 2


@compiled
def play(s, t, move, rng):
    s.told = 2 * s.told + move


@compiled
def payoff(s, seat):
    stake = 2 if s.told == 7 or s.told == 11 else 1
    first_wins = s.card[0] > s.card[1] if shown(s) else s.told == 6
    return 0.5 + 0.25 * stake if first_wins == (seat == 0) else 0.5 - 0.25 * stake


@compiled
def hide(s, t, seat, rng):
    if not shown(s):
        other = below(rng, 2)
        s.card[1 - seat] = other + (other >= s.card[seat])


@compiled
def observe(s, t, seat, out):
    out[0], out[1] = s.told, s.card[seat]
    out[2] = s.card[1 - seat] if shown(s) else -1
    return 3


def state_text(s, t):
    return f"mykuhn {CARDS[s.card[0]]}{CARDS[s.card[1]]} {s.told:b}"


def read_state(text, s, t):
    found = re.fullmatch(r"mykuhn ([JQK])(?!\1)([JQK]) (1[01]?|10[01]|11[01]|101[01])", text)
    if not found:
        raise UsageError(f"not a position of Kuhn poker: '{text}'; example: mykuhn KJ 10")
    s.card[0], s.card[1], s.told = CARDS.index(found[1]), CARDS.index(found[2]), int(found[3], 2)


TEXT = Text(lambda s, t, move: MOVES[move], state_text, read_state)
SIZES = {"max_options": 2, "max_numbers": 3, "max_turns": 3}
KUHN = Game("mykuhn", 1, "Kuhn poker", 2, ("bet",), State, text=TEXT, **SIZES, **rules_in(globals()))

if __name__ == "__main__":
    print(check_game(KUHN))
    print(make_player(KUHN, "ismcts:sims=5000").decide(Position.read(KUHN, "mykuhn KJ 11"), seed=1))
