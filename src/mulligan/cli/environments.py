"""The command about environments: what each number of an action and an observation means."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from .app import GameName, JsonTarget, app, game_named, understood


@app.command(short_help="Tell what actions and observations mean to programs that learn.")
def env(
    game: GameName,
    setup: Annotated[str, typer.Option(metavar="SETUP", help="The setup; by default the first one.")] = "",
    state: Annotated[bool, typer.Option("--state", help="Show the numbers of the state as well, for critics.")] = False,
    every: Annotated[bool, typer.Option("--all", help="List every number by itself.")] = False,
    json: JsonTarget = None,
) -> None:
    """Tell what each action, and each number of an observation, means in the environments of a game.

    Programs that learn play thousands of games at a time in arrays (mulligan.environments.BatchEnv), or one behind the
    interfaces of PettingZoo and Gymnasium (pip install 'mulligan[rl]'). All have the same actions and observations.

    \b
    Examples:
      mulligan env leduc
      mulligan env hearts --state
      mulligan env tribute --all
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
        notes = {"notes": list(spaces.notes)} if any(spaces.notes) else {}
        limits = {"low": spaces.low.tolist(), "high": spaces.high.tolist()} if spaces.bounded else {}
        out.write(told | {key: list(value) for key, value in names.items()} | notes | limits)
        if out.on_stdout:
            return
        from rich.text import Text

        from .display import listing, show

        seats = "one seat" if rules.players == 1 else f"{rules.players} seats"
        sizes = f"{spaces.actions:,} actions, {spaces.numbers:,} numbers observed, {len(spaces.state_names):,} of state"
        show(Text(f"{rules.title}, {chosen}: {seats}, {sizes}", style="bold"))
        if not spaces.dense:
            show(
                Text("An action is a place in the list of legal moves; BatchEnv.action_text says which move it is now.")
            )
        rows = (lambda names: [([i], name) for i, name in enumerate(names)]) if every else _rows
        show(Text(), listing(("action", "what it is"), [(_span(at), name) for at, name in rows(spaces.action_names)]))
        seen = [
            (_span(at), name, *_bounds(spaces.low[at].min(), spaces.high[at].max()), spaces.notes[at[0]])
            for at, name in rows(spaces.number_names)
        ]
        show(Text(), listing(("number", "observed", "from", "to", "what it is" if any(spaces.notes) else ""), seen))
        if state:
            found = [(_span(at), name) for at, name in rows(spaces.state_names)]
            show(Text(), listing(("number", "of the state"), found))


def _bounds(low: int, high: int) -> tuple[str, str]:
    return ("", "") if high - low > 1 << 40 else (str(low), str(high))


def _span(at: list[int]) -> str:
    """The numbers of a row, in short.

    >>> _span([4]), _span([4, 5, 6]), _span([4, 8, 12])
    ('4', '4-6', '4, 8 ... 12')
    """
    if len(at) < 3:
        return ", ".join(map(str, at))
    return f"{at[0]}-{at[-1]}" if at[-1] - at[0] == len(at) - 1 else f"{at[0]}, {at[1]} ... {at[-1]}"


def _rows(names: tuple[str, ...]) -> list[tuple[list[int], str]]:
    """Names with the numbers that they are of: those that differ in nothing but what is in brackets are one.

    >>> _rows(("turn", "side[own].life", "side[own].hand[elf]", "side[other].life", "side[other].hand[elf]"))
    [([0], 'turn'), ([1, 3], 'side[own|other].life'), ([2, 4], 'side[own|other].hand[elf]')]
    >>> _rows(("move 1", "move 2", "move 3", "none"))
    [([0, 1, 2], 'move 1 ... move 3'), ([3], 'none')]
    """
    families: dict[str, list[int]] = {}
    first = 0
    for i, name in enumerate(names):
        if "[" in name:
            families.setdefault(re.sub(r"\[[^]]*\]", "[]", name), []).append(i)
        elif i and name == names[first].replace("1", str(i - first + 1), 1):
            families[names[first]].append(i)
        else:
            first = i
            families[name] = [i]
    return [(at, _in_short([names[i] for i in at])) for at in families.values()]


def _in_short(names: list[str]) -> str:
    """One name for several that differ in what is in brackets, or in a number that counts them."""
    if "[" not in names[0]:
        return names[0] if len(names) == 1 else f"{names[0]} ... {names[-1]}"
    parts = [re.split(r"[][]", name) for name in names]  # every second one was in brackets
    for k in range(1, len(parts[0]), 2):
        labels = list(dict.fromkeys(part[k] for part in parts))
        few = len(labels) < 4 and not labels[0].isdigit()
        between = "-" if labels[0].isdigit() else " ... "
        parts[0][k] = f"[{'|'.join(labels) if few or len(labels) == 1 else labels[0] + between + labels[-1]}]"
    return "".join(parts[0])
