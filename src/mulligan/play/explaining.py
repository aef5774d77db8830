"""A search explained to people: what each step of a simulation did, in words and tables, for terminal and browser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from mulligan.agents import Player, SearchPlayer, StagedPlayer, make_player
from mulligan.agents.asking import view_of
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position
from mulligan.search import Decision, Settings
from mulligan.search.steps import Explainer, Selection, Simulation

from .branches import root_of

ROWS = 10  # moves of a choice that are listed
PLAYED = 40  # moves of a playout that are listed
MOST_SIMS, MOST_TREES = 100_000, 1_000


@dataclass(frozen=True)
class Table:
    """Rows of words and numbers."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marked: int = -1
    """The row that was chosen."""
    more: int = 0
    """Rows that are left out."""


@dataclass(frozen=True)
class Step:
    """One step of a simulation."""

    name: str
    """`deal`, `select`, `expand`, `simulate` or `back up`."""
    words: str
    pieces: tuple[tuple[str, bool], ...] = ()
    """A text in pieces, and whether each is new."""
    table: Table | None = None


def usual_agent(game: Game) -> str:
    """Whose search is explained unless somebody names another."""
    return "ismcts" if game.hidden else "uct"


def _searching(player: Player, position: Position) -> SearchPlayer:
    """The part of a player that decides at a position by a search."""
    stage = position.look()[1]
    if isinstance(player, StagedPlayer):
        player = player.parts[stage]
    if not isinstance(player, SearchPlayer):
        raise UsageError(f"agent '{player.name}' grows no tree: there is nothing to explain; try ismcts or uct")
    if not player.searcher.searched[stage]:
        raise UsageError(f"agent '{player.name}' plays the stage {position.stage} by a rule, without a search")
    return player


def counted(settings: Settings, sims: int = 0) -> Settings:
    """The same search by a number of simulations instead of time."""
    changed = replace(settings, seconds=0.0, turn_seconds=0.0, turn_sims=0)
    changed = replace(changed, sims=sims) if sims else changed
    if changed.sims > MOST_SIMS or changed.trees > MOST_TREES:
        raise UsageError(
            f"sims and trees: to explain it, at most {MOST_SIMS} simulations and {MOST_TREES} trees; "
            "give fewer, as in --sims 1000 or trees=10"
        )
    return changed


def explain(game: Game, position: Position, agent: str = "", seed: Any = 0, sims: int = 0) -> Explainer:
    """A search of a position that is ready to be explained, one simulation at a time.

    It knows what the seat to move knows, like every player.  Nothing is compiled if the position is one of the game as
    ordinary Python.

    >>> from mulligan.games.toys import NIM
    >>> here = Position.read(NIM.interpreted(), "nim 1-3: 7 left, player 1 to move")
    >>> explainer = explain(NIM, here, "uct", seed=1, sims=300)
    >>> explainer.run(300), explainer.decide_now().words()
    (300, ['take 3'])
    """
    if position.over:
        raise UsageError("the game is over: there is nothing to decide")
    player = _searching(make_player(game, agent or usual_agent(game)).at(position.setup), position)
    explainer = Explainer(player.game, counted(player.settings, sims), player.name)
    explainer.begin(view_of(player, position, position.actor, (seed, "explain")), seed)
    return explainer


# --- words ------------------------------------------------------------------------------------------------------------


def named(seat: int | None) -> str:
    """Who does something."""
    return "chance" if seat is None else f"player {seat + 1}"


def steps_of(told: Simulation, seat: int, sampled: bool) -> list[Step]:
    """A simulation step by step; `seat` searches, and `sampled` says whether it has to imagine anything."""
    found = [_deal(told, sampled)]
    for i, one in enumerate(told.selections):
        if one.options or not one.fresh:
            found.append(_select(one, i, told, first=len(found) == 1))
    found += [_expand(told), _simulate(told), _back_up(told)]
    return found


def _deal(told: Simulation, sampled: bool) -> Step:
    of = f" of tree {told.tree + 1}" if told.trees > 1 else ""
    if not sampled:
        return Step("deal", f"Nothing is hidden{of}: the world is the position itself.", told.changes)
    if not told.dealt:
        return Step("deal", f"The world{of} is that of its last simulation.", told.changes)
    again = " By chance it is the same as before." if told.repeated else ""
    return Step("deal", f"A new world{of}: all that the searcher cannot know is drawn at random.{again}", told.changes)


def _select(one: Selection, depth: int, told: Simulation, *, first: bool) -> Step:
    where = "At the root" if depth == 0 else f"At depth {depth}"
    visits = f"{one.visits:,} visit{'' if one.visits == 1 else 's'}"
    here = f"{where} ({visits}) {named(one.mover)}"
    number = "how often a move was available" if told.by_availability else f"{one.visits:,}"
    words = f"{here} chooses '{one.move}'."
    if first:
        if told.drawn:
            words += f" Moves are drawn; probability = {told.formula}."
        else:
            words += f" Score = {told.formula}, where N is {number} and n its visits."
    if one.fresh:
        words = f"{here} has {_moves(one.untried)} never tried: one of these comes first, whatever the others score."
    if one.outcome is not None:
        words += f" Then chance decides: outcome {one.outcome}."
    return Step(
        "select", words + _ruled(one.by_rule), table=choice_table(one, "probability" if told.drawn else "score")
    )


def _moves(n: int) -> str:
    return f"{n} move{'' if n == 1 else 's'}"


def _ruled(played: Sequence[tuple[int, str]]) -> str:
    return f" By rule: {_line(played)}." if played else ""


def _line(played: Iterable[tuple[int, str]]) -> str:
    """Moves one after the other; a player is named where another one played before."""
    said, last = list[str](), None
    for seat, move in played:
        said.append(move if seat == last else f"{named(seat)}: {move}")
        last = seat
    return ", ".join(said)


def choice_table(one: Selection, last: str = "score") -> Table | None:
    """The moves that compete, with the terms of the formula."""
    if not one.options:
        return None
    terms = [name for name, _ in one.options[0].terms]
    with_mean = "mean" not in terms
    open_loop = one.options[0].available is not None
    heads = (
        *("move", "n"),
        *(("available",) if open_loop else ()),
        *(("mean",) if with_mean else ()),
        *terms,
        last,
    )
    shown = [option for i, option in enumerate(one.options) if i < ROWS or option.chosen]
    rows = tuple(
        (
            *(option.move, f"{option.visits:,}"),
            *((f"{option.available:,}",) if open_loop else ()),
            *((f"{option.mean:.3f}",) if with_mean else ()),
            *(f"{value:.3f}" for _, value in option.terms),
            f"{option.score:.3f}",
        )
        for option in shown
    )
    marked = next((i for i, option in enumerate(shown) if option.chosen and not one.fresh), -1)
    return Table(heads, rows, marked, len(one.options) - len(shown))


def _expand(told: Simulation) -> Step:
    new = told.expanded
    if new is None:
        why = "the game is over there" if not told.playout and told.ended else "the tree is closed there"
        return Step("expand", f"No new node: {why}.")
    outcome = f" Then chance decides: outcome {new.outcome}." if new.outcome is not None else ""
    return Step(
        "expand",
        f"'{new.move}' of {named(new.mover)} becomes a node, at depth {len(told.selections)}.{outcome}"
        + _ruled(new.by_rule),
    )


def _simulate(told: Simulation) -> Step:
    if told.judged:
        return Step("simulate", "No playout: a rule of this player says what the new node is worth.")
    redealt = f" ({told.redealt})" if told.redealt else ""
    if not told.playout:
        words = "No playout: the game is over." if told.ended else "No playout: the position is evaluated as it stands."
        return Step("simulate", words + redealt)
    shown = told.playout[:PLAYED]
    more = f", and {len(told.playout) - PLAYED} more" if len(told.playout) > PLAYED else ""
    ended = "" if told.ended else " There the position is evaluated."
    return Step("simulate", f"A playout of {_moves(len(told.playout))}{redealt}: {_line(shown)}{more}.{ended}")


def _back_up(told: Simulation) -> Step:
    rewards = ", ".join(f"{named(seat)}: {reward:g}" for seat, reward in enumerate(told.rewards))
    rows = tuple(
        (
            one.node or "the root",
            named(one.mover),
            f"{one.reward:.3f}",
            f"{one.visits:,}",
            "" if one.before is None else f"{one.before:.3f}",
            f"{one.mean:.3f}",
        )
        for one in told.credits
    )
    heads = ("node", "for", "reward", "visits", "mean was", "mean is")
    return Step("back up", f"Rewards: {rewards}. Every node of the path counts one visit.", table=Table(heads, rows))


def decision_lines(decision: Decision) -> Iterator[str]:
    """What the search decides, and why, in a few lines."""
    yield f"The decision after {decision.simulations:,} simulations: {', '.join(decision.words())}"
    root = root_of(decision)
    for choice in decision.choices[:ROWS]:
        words = root.text(choice.move)
        yield f"{choice.visits:>8,} visits  mean {choice.mean:.3f}  {words}"


__all__ = ["Step", "Table", "choice_table", "decision_lines", "explain", "named", "steps_of", "usual_agent"]
