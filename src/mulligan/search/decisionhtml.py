"""A decision in a notebook: the moves with their statistics, what the search cost, and its tree if it still has one.

All words are those of a position in which everything that the deciding seat cannot know was dealt anew.
"""

from __future__ import annotations

from mulligan.core.errors import UsageError
from mulligan.core.seen import shown_to
from mulligan.core.showing import block, table
from mulligan.core.tabledrawing import draw_table

from .decision import Decision, in_words

MOST = 15  # moves that are listed
DEPTH, WIDTH, NODES = 2, 4, 15  # of the tree that is shown unasked


def decision_html(decision: Decision) -> str:
    """Table, moves, cost and tree."""
    seat, root = decision.seat, decision.root
    words = in_words(shown_to(decision.position, seat), decision.moves)
    title = f"{decision.agent} for player {seat + 1}: {', '.join(words) or 'nothing'}"
    parts = [f"<details><summary>the table</summary>{draw_table(decision.position, seat)}</details>"]
    if decision.choices:
        known = shown_to(root, seat)
        rows = [
            (known.text(c.move), f"{c.visits:,}", f"{c.mean:.3f}", f"{c.low:.3f} to {c.high:.3f}")
            for c in decision.choices[:MOST]
        ]
        parts.append(table(("move", "visits", "mean reward", "95 % interval"), rows, (1, 2, 3)))
        if len(decision.choices) > MOST:
            parts.append(f"<div>and {len(decision.choices) - MOST} more</div>")
        parts.append(
            f"<div>{decision.simulations:,} simulations, {decision.trees} tree{'s' if decision.trees > 1 else ''}, "
            f"depth {decision.depth}, {decision.simulations_per_second:,.0f} simulations a CPU second</div>"
        )
        try:
            drawn = decision.tree(DEPTH, WIDTH, NODES).svg()
        except UsageError:  # it grew none, or the search has gone on since
            drawn = ""
        if drawn:
            parts.append(f'<details><summary>the tree</summary><div style="overflow-x:auto">{drawn}</div></details>')
    return block(title, *parts)
