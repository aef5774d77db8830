"""The one way in which players are asked and told: in matches, at tables, for hints, in analyses and in checks.

A player is given a view: the position with all that its seat cannot know dealt anew, without the seed of the deal and
without the number of moves that were played.  Its own random numbers follow from a name that tells at most eight bits
of the seed (`edition`): what players are given adds no more than that to what their own cards tell of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from mulligan.core.blame import file_of
from mulligan.core.errors import UsageError, articled
from mulligan.core.game import UNSEEN
from mulligan.core.position import Position, make_stream
from mulligan.kernel import seed_of
from mulligan.search import Decision, foresee

from .player import Player, Watch

EDITIONS = 256
Name = tuple[Any, ...]
"""From which the random numbers of a decision follow."""


def edition(seed: Any) -> int:
    """What the names of players' random numbers may tell of a seed: eight bits, which fit every 256th seed as well.

    >>> 0 <= edition(1) < 256, len({edition(seed) for seed in range(5000)})
    (True, 256)
    """
    return seed_of(seed, "edition") % EDITIONS


def view_of(player: Player, position: Position, seat: int, name: Name) -> Position:
    """What a player is given: a position in which everything that its seat cannot know is a sample."""
    game = position.game
    if player.oracle or not game.hidden:
        return position.unnamed()
    return position.hide(seat, make_stream(game, *name, "view"))


def ask(
    player: Player, position: Position, seat: int, name: Name, watch: Watch | None = None, sample: Name = ()
) -> Decision:
    """What a player decides at a position where its seat is to act.

    Moves after the first are kept as far as what the seat will see by then is certain.  `sample` names another view
    of the same position, and changes no other random number.
    """
    view = view_of(player, position, seat, (*name, *sample))
    decision = player.decide(view, seed_of(*name, "search"), watch)
    if not isinstance(decision, Decision):
        raise UsageError(_no_decision(player, decision))
    if decision.foreseen is None and len(decision.moves) > 1:
        seen = foresee(view_of(player, position, seat, name), seat, decision.moves, name, open=player.oracle)
        return replace(decision, moves=decision.moves[: len(seen) + 1], foreseen=tuple(seen))
    return decision


def _no_decision(player: Player, found: object) -> str:
    """What is told of a player that decides something else."""
    maker = type(player)
    file = file_of(maker.decide)
    place = f" in {file}" if file else ""
    told = f"its {maker.__name__}.decide{place} returns {articled(type(found).__name__)}, and should return a Decision"
    return f"agent '{player.name}': {told}, as in Decision(position, self.name, position.actor, (move,))"


def ask_rule(position: Position, style: str, seat: int, name: Name, agent: str) -> Decision:
    """What a rule player decides; its moves hold whatever chance does."""
    known = position.hide(seat, make_stream(position.game, *name, "view")) if position.game.hidden else position
    return Decision(known.unnamed(), agent, seat, tuple(known.advise(style, make_stream(position.game, *name, "rule"))))


def moves_to_play(decision: Decision, seat: int, now: Callable[[], Position]) -> Iterator[int]:
    """The moves of a decision, one after the other, for the caller to play; `now` says where the game stands.

    The first must be legal.  Those after it were written down before chance had its say, so they are played only while
    they are legal and the seat sees what was foreseen: else the player is to be asked again.
    """
    here = now()
    if not decision.moves:
        raise UsageError(f"{decision.agent} plays no move; legal: {', '.join(here.options_text())}")
    if here.over or not here.is_legal(decision.moves[0]):
        legal = ", ".join(here.options_text())
        raise UsageError(f"{decision.agent} plays the illegal move {decision.moves[0]}; legal: {legal}")
    yield decision.moves[0]
    for number, move in enumerate(decision.moves[1:]):
        here = now()
        if here.over or not here.is_legal(move):
            return
        if decision.foreseen is not None and decision.foreseen[number : number + 1] != (tuple(here.observe(seat)),):
            return
        yield move


def tell(players: Sequence[Player | None], seat: int, stage: int, seen: Sequence[int]) -> None:
    """Tell the players at a table (by seat) of a move of `seat` what each has seen of it."""
    for other, player in enumerate(players):
        if player is not None and player.listens:
            player.saw(seat, stage, seen[other])


def tell_of(players: Sequence[Player | None], position: Position, seat: int, move: int) -> None:
    """Tell the players of a move that is about to be played."""
    if any(player is not None and player.listens for player in players):
        tell(players, seat, position.look()[1], [position.seen(move, other) for other in range(len(players))])
    tell_in_words(players, position, seat, move)


def tell_in_words(players: Sequence[Player | None], position: Position, seat: int, move: int) -> None:
    """Tell those who want words what each of them sees of a move that is about to be played."""
    stage, words = "", dict[int, str | None]({UNSEEN: None})
    for other, player in enumerate(players):
        if player is not None and player.wants_words:
            seen = move if other == seat or not position.game.hidden else position.seen(move, other)
            if seen not in words:
                words[seen] = position.text(seen)
            stage = stage or position.stage
            player.saw_words(seat, stage, words[seen])
