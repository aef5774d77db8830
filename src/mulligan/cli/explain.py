"""The command that shows a search at its work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from .app import GameName, app, game_named, seed_number, understood, whole

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.position import Position


@app.command(short_help="Explain a search: one simulation at a time.")
def explain(
    game: GameName,
    agent: Annotated[
        str, typer.Option(metavar="NAME", help="Whose search [default: ismcts, or uct if nothing is hidden].")
    ] = "",
    setup: Annotated[str, typer.Option(metavar="SETUP", help="The setup; see `mulligan games`.")] = "",
    seed: Annotated[
        int, typer.Option(parser=seed_number, metavar="N", help="The same number deals the same cards and worlds.")
    ] = 0,
    sims: Annotated[
        int | None,
        typer.Option(
            parser=whole,
            metavar="N",
            help="Simulations of each tree [default: as the agent has it].",
            show_default=False,
        ),
    ] = None,
    position: Annotated[str, typer.Option(metavar="TEXT", help="Search this position instead of a new game.")] = "",
    load: Annotated[str, typer.Option(metavar="FILE", help="Search the last position of a saved game.")] = "",
    at: Annotated[
        int | None, typer.Option(parser=whole, metavar="N", help="With --load: the position after N moves.")
    ] = None,
    after: Annotated[
        list[str] | None,
        typer.Option(
            metavar="MOVE", help="Play this move first, in words; may be given several times.", show_default=False
        ),
    ] = None,
    svg: Annotated[str, typer.Option(metavar="FILE", help="In the end, draw the tree into this file.")] = "",
    depth: Annotated[int, typer.Option(parser=whole, metavar="N", help="With --svg: layers of the tree.")] = 4,
    width: Annotated[int, typer.Option(parser=whole, metavar="N", help="With --svg: children of a node.")] = 5,
    nodes: Annotated[int, typer.Option(parser=whole, metavar="N", help="With --svg: nodes of a tree.")] = 60,
    trees: Annotated[int, typer.Option(parser=whole, metavar="N", help="With --svg: trees of an ensemble.")] = 1,
    plain: Annotated[
        bool, typer.Option("--plain", help="Ask nothing: tell of --sims simulations, by default 10; no colours.")
    ] = False,
) -> None:
    """Show a search at its work: what it deals, selects, expands, simulates and backs up, with all numbers.

    It is the real search, run as ordinary Python; after any number of simulations it has the same trees. Commands are
    typed, or come through a pipe: Enter, s, 10, 100, e, t, w, d, q.

    \b
    Examples:
      mulligan explain guess --setup 4
      mulligan explain guess --setup 4 --agent uct:sims=200
      mulligan explain magic --seed 3 --sims 500
      mulligan explain guess --position "guess 8: 3 seeks 5-8, 6 seeks 1-8, player 2 to move"
      mulligan explain guess --setup 4 --after "above 2" --after "above 1"
      mulligan explain nim --sims 5 --plain
      printf '100\\nd\\n' | mulligan explain race --agent chance --svg race.svg
    """
    from ..core.output import refuse_clashes, refuse_target, write_text
    from ..play.explaining import explain as begin
    from ..play.screen import Screen
    from ..play.stepping import TOLD, Stepping

    if sims is not None and sims < 1:
        raise UsageError(f"sims: {sims} should be a whole number from 1")
    if position and load:
        raise UsageError("position and load: give one of them")
    if at is not None and not load:
        raise UsageError("at: it counts the moves of a saved game, with --load FILE")
    if min(depth, width, nodes, trees) < 1:
        raise UsageError("depth, width, nodes and trees: should be whole numbers from 1")
    if svg:
        refuse_clashes({"svg": svg}, {"saved game": load} if load else {})
        refuse_target(svg)
    with understood():
        chosen = game_named(game)
        here = _position(chosen, setup, seed, position, load, at).copy()
        for move in after or ():
            if here.over:
                raise UsageError(f"after: the game is over before '{move}'")
            here.play(move)
        explainer = begin(chosen, here, agent, seed, sims or 0)
        screen = Screen(plain=plain)
        stepping = Stepping(explainer, screen)
        stepping.introduce()
        told = min(explainer.total, sims * explainer.settings.trees if sims else TOLD)
        if plain:
            stepping.tell(told)
        else:
            stepping.run(told)
        if svg:
            drawn = explainer.tree(depth=depth, width=width, nodes=nodes, trees=trees)
            write_text(svg, drawn.svg() + "\n")
            screen.say(f"The tree is drawn in {svg}.")


def _position(game: Game, setup: str, seed: int, text: str, load: str, at: int | None) -> Position:
    """Where the search begins; nothing has to be compiled for it."""
    from ..core.position import Position

    if load:
        from ..play.record import load_record
        from ..play.session import open_record

        if setup:
            raise UsageError("load: a saved game has its own setup")
        record = load_record(load)
        if record.game.partition("/")[0] != game.name:
            raise UsageError(f"load: '{load}' is a game of {record.game.partition('/')[0]}, not of {game.name}")
        session = open_record(record)
        if at is not None and not 0 <= at <= len(session.moves):
            raise UsageError(f"at: {at} should be a whole number from 0 to {len(session.moves)}")
        return session.positions[len(session.moves) if at is None else at]
    rules = game.interpreted()
    return Position.read(rules, text, setup) if text else Position.deal(rules, setup, seed)
