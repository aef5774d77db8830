"""What OpenSpiel, an independent implementation, finds for some policies of Kuhn and Leduc poker.

`python -m tests.helpers.openspiel_numbers` writes the numbers anew; it needs the package `open_spiel` and nothing of
ours. The policies follow from a formula over what both programs know alike, so that no table of them is needed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "golden" / "openspiel.json"
POLICIES = range(5)


def weight(policy: int, card: int, board: int, spoken: int, action: int) -> int:
    """How much a policy likes an action: 0 fold, 1 check or call, 2 bet or raise.  Policy 0 is uniform.

    `board` is -1 while there is none, and `spoken` the number of actions so far.
    """
    if policy == 0:
        return 1
    return 1 + ((card + 1) * (policy + 3) + (board + 2) * (policy + 5) + (action + 1) * (spoken + 2) * policy) % 5


def _spoken(state: Any) -> int:
    return sum(not before.is_chance_node() for before in _before(state))


def _before(state: Any) -> list[Any]:
    here, found = state.get_game().new_initial_state(), []
    for action in state.history():
        found.append(here.clone())
        here.apply_action(action)
    return found


def _facts(state: Any, leduc: bool) -> tuple[int, int, int]:
    """The card of the player to move, the board, and the number of actions."""
    drawn = [action for before, action in zip(_before(state), state.history(), strict=True) if before.is_chance_node()]
    ranks = [card // 2 for card in drawn] if leduc else drawn
    return ranks[state.current_player()], ranks[2] if len(ranks) > 2 else -1, _spoken(state)


def _policy(game: Any, number: int) -> dict[str, list[tuple[int, float]]]:
    leduc = game.get_type().short_name == "leduc_poker"
    found: dict[str, list[tuple[int, float]]] = {}

    def visit(state: Any) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            facing = not leduc and 1 in state.history()[2:]
            # Kuhn poker there has two actions, pass and bet: here a pass folds or checks, and a bet calls or bets.
            ours = {a: a if leduc else (a if facing else a + 1) for a in state.legal_actions()}
            weights = {a: weight(number, *_facts(state, leduc), action) for a, action in ours.items()}
            total = sum(weights.values())
            found[state.information_state_string()] = [(a, w / total) for a, w in weights.items()]
        for action in state.legal_actions():
            visit(state.child(action))

    visit(game.new_initial_state())
    return found


def numbers() -> dict[str, list[dict[str, float]]]:
    """Of each game and policy: what the first player wins if both play it, and NashConv; in chips."""
    import pyspiel

    told: dict[str, list[dict[str, float]]] = {}
    for name in ("kuhn", "leduc"):
        game = pyspiel.load_game(f"{name}_poker")
        told[name] = []
        for number in POLICIES:
            policy = pyspiel.TabularPolicy(_policy(game, number))
            value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]
            told[name].append({"value": value, "nash_conv": pyspiel.nash_conv(game, policy)})
    return told


if __name__ == "__main__":
    FILE.write_text(json.dumps(numbers(), indent=1) + "\n", "utf-8")
