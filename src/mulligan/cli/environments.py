"""The command about environments: what each number of an action and an observation means."""

from __future__ import annotations

from typing import Annotated

import typer

from .app import GameName, JsonTarget, app, game_named, understood


@app.command(short_help="Tell what actions and observations mean to programs that learn.")
def env(
    game: GameName,
    setup: Annotated[str, typer.Option(metavar="SETUP", help="The setup; by default the first one.")] = "",
    state: Annotated[bool, typer.Option("--state", help="Show the numbers of the state as well, for critics.")] = False,
    json: JsonTarget = None,
) -> None:
    """Tell what each action, and each number of an observation, means in the environments of a game.

    Programs that learn play thousands of games at a time in arrays (mulligan.environments.BatchEnv), or one behind the
    interfaces of PettingZoo and Gymnasium (pip install 'mulligan[rl]'). All have the same actions and observations.

    \b
    Examples:
      mulligan env leduc
      mulligan env hearts --state
      mulligan env hearts --json hearts.json
    """
    from ..core.output import json_output

    with json_output(json) as out, understood():
        from ..environments import spaces_of

        rules = game_named(game).at(setup)
        rules.make_table(setup)  # which knows whether there is such a setup
        spaces = spaces_of(rules)
        names = {"actions": spaces.action_names, "observation": spaces.number_names, "state": spaces.state_names}
        chosen = setup or next(iter(rules.setups))
        told = {"game": rules.id, "setup": chosen, "seats": rules.players, "dense": spaces.dense}
        out.write(told | {key: list(value) for key, value in names.items()})
        if out.on_stdout:
            return
        from rich.text import Text

        from .display import listing, show

        seats = "one seat" if rules.players == 1 else f"{rules.players} seats"
        sizes = f"{spaces.actions:,} actions, {spaces.numbers:,} numbers observed, {len(spaces.state_names):,} of state"
        show(Text(f"{rules.title}, {chosen}: {seats}, {sizes}", style="bold"))
        for key, head in (("actions", "action"), ("observation", "number"), ("state", "number of the state")):
            if key != "state" or state:
                show(Text(), listing((head, "what it is"), _rows(names[key])))


def _rows(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """A row for each number; runs of names that differ in nothing but their own number are one."""
    rows: list[tuple[str, str]] = []
    first = 0
    for i in range(1, len(names) + 1):
        if i < len(names) and names[i] == names[first].replace(str(1), str(i - first + 1), 1):
            continue
        if i - first > 2:
            last = names[i - 1]
            rows.append((f"{first}-{i - 1}", f"{names[first]} ... {last}"))
        else:
            rows += [(str(k), names[k]) for k in range(first, i)]
        first = i
    return rows
