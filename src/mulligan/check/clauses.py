"""The clauses of the contract that can be tried at any one position; each raises `Wrong` where it does not hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..core.errors import UsageError
from ..core.game import OVER
from ..core.position import Position
from .knowing import complete_view, redealt_honesty, redealt_moves, redealt_styles
from .walk import (
    Walk,
    Wrong,
    difference,
    finish,
    forms,
    legal_moves,
    need,
    need_same_cards,
    need_sound_payoffs,
    printed,
    same_state,
    views,
    words,
)


@dataclass(frozen=True)
class Statement:
    """A clause to be tried at many positions: only at `live` ones, where somebody is to move, or at all.

    A test that makes `cases` of its own at a position returns how many.
    """

    name: str
    states: str
    test: Callable[[Walk], int | None]
    live: bool = True
    cases: str = ""

    def attempt(self, walk: Walk) -> tuple[int, str]:
        """How many cases were tried at the end of a walk, and what is wrong, or nothing."""
        try:
            tried = self.test(walk)
        except Wrong as wrong:
            return 1, str(wrong)
        except Exception as error:  # whatever a game may raise is a finding, not the end of the check
            return 1, raised(error)
        return (1 if tried is None else tried), ""

    def problem(self, walk: Walk) -> str:
        """What is wrong at the end of a walk, or nothing."""
        return self.attempt(walk)[1]


def raised(error: Exception) -> str:
    """An exception in words."""
    return f"raises {type(error).__name__}: {str(error)[:300]}"


def seats(walk: Walk) -> range:
    """The seats of the game."""
    return range(walk.game.players)


# --- moves ------------------------------------------------------------------------------------------------------------


def in_range(position: Position, least_turn: int) -> None:
    """Hold actor, stage and turn to their meanings."""
    actor, stage, turn, _ = position.look()
    players, stages = position.game.players, len(position.game.stages)
    need(OVER <= actor < players, f"actor {actor} should be {OVER} (over) or a seat from 0 to {players - 1}")
    need(0 <= stage < stages, f"stage {stage} should be from 0 to {stages - 1}")
    need(turn >= least_turn, f"the turn falls from {least_turn} to {turn}")


def legality(walk: Walk) -> None:
    """Every offered move is distinct, reads differently and can be played."""
    position, most = walk.position, walk.game.max_options
    turn = position.turn
    in_range(position, 0)
    for chain in forms(walk.game):
        moves = position.options(chain=chain)
        form = "in a chain" if chain else "whole"
        need(bool(moves), f"no legal move ({form}), and the game is not over")
        need(len(moves) <= most, f"{len(moves)} moves ({form}), but max_options is {most}")
        if len(set(moves)) < len(moves):
            twice = next(move for move in moves if moves.count(move) > 1)
            raise Wrong(f"the move '{words(position, twice)}' is offered twice ({form})")
    known: dict[str, int] = {}
    for move in legal_moves(position):
        text = " ".join(position.text(move).lower().split())
        need(text not in known, f"moves {known.get(text)} and {move} both read '{text}'")
        known[text] = move
        after = position.copy()
        walk.play(after, move)
        in_range(after, turn)
        need(after.over or bool(after.options()), f"after '{text}' there is no legal move, and the game is not over")


def styles(walk: Walk) -> None:
    """Rule players advise legal moves and do what they advise."""
    here = walk.position
    for style in walk.game.styles:
        advised, acted = here.copy(), here.copy()
        rng = walk.stream("style")
        moves = advised.advise(style, rng)
        need(bool(moves), f"style '{style}' advises no move")
        for i, move in enumerate(moves):
            if advised.over or move not in legal_moves(advised):
                raise Wrong(f"style '{style}' advises {moves}; number {i + 1}, '{words(advised, move)}', is not legal")
            advised.play_with(move, rng)
        acted.act(style, walk.stream("style"))
        if advised.look()[:3] != acted.look()[:3] or views(advised) != views(acted):
            raise Wrong(f"style '{style}': its advice leads to {printed(advised)}, but its act to {printed(acted)}")


def pruning(walk: Walk) -> None:
    """Every pruning leaves some of the legal moves and adds none."""
    position, allowed = walk.position, set(legal_moves(walk.position))
    for level in walk.game.prunings:
        for chain in forms(walk.game):
            moves = position.options(level, chain=chain)
            form = f"level '{level}', {'in a chain' if chain else 'whole'}"
            need(bool(moves), f"{form}: every move is pruned")
            need(len(set(moves)) == len(moves), f"{form}: a move is offered twice")
            extra = [words(position, move) for move in moves if move not in allowed]
            need(not extra, f"{form}: {extra[:5]} is offered, but not legal without pruning")


def alike(one: Position, other: Position) -> bool:
    """Whether two positions are the same to all players, in all that can be seen and done."""
    return (
        one.look() == other.look()
        and views(one) == views(other)
        and legal_moves(one) == legal_moves(other)
        and printed(one) == printed(other)
    )


def looking(walk: Walk) -> None:
    """Asking about a position does not change it."""
    game, position = walk.game, walk.position
    before = position.copy()

    def unchanged(function: str) -> None:
        # A state may have room for notes, so what counts is what can be seen of it.
        if not same_state(before, position) and not alike(before, position):
            raise Wrong(f"{function} changes the position to {printed(position)}: {difference(before, position)}")

    for level in game.prunings:
        for chain in forms(game):
            for move in position.options(level, chain=chain)[:20]:
                position.key(move)
            unchanged(f"options or key (level '{level}')")
    for seat in seats(walk):
        position.observe(seat)
        unchanged("observe")
        for evaluation in game.evaluations:
            position.evaluate(seat, evaluation)
            unchanged("evaluate")
    for style in game.styles:
        position.advise(style, walk.stream("look"))
        unchanged(f"advise (style '{style}')")
    position.cards()
    unchanged("cards")


def text_forms(walk: Walk) -> None:
    """Positions and moves are read as they are printed."""
    game, position, setup = walk.game, walk.position, walk.plan.setup
    text = str(position)
    need("\n" not in text, "a position should be one line")
    read = Position.read(game, text, setup)
    need(str(read) == text, f"read and printed again, the position is: {read}")
    need(read.look()[:2] == position.look()[:2], "read again, another player or stage is to move")
    for seat, (view, again) in enumerate(zip(views(position), views(read), strict=True)):
        need(view == again, f"read again, player {seat + 1} observes {again} instead of {view}")
    if not position.over:
        # In words, since a number may name one of several equal cards.
        moves = legal_moves(position)
        old, new = ({words(place, move) for move in legal_moves(place)} for place in (position, read))
        need(old == new, f"read again, the moves {sorted(new - old)} are new and {sorted(old - new)} are missing")
        for move in walk.random.sample(moves, min(4, len(moves))):
            number = position.read_move(position.text(move))
            need(number == move, f"'{position.text(move)}' is move {move}, but is read as {number}")
    for nonsense in ("", "no such position"):
        try:
            Position.read(game, nonsense, setup)
        except UsageError:
            continue
        raise Wrong(f"reading '{nonsense}' as a position should raise UsageError")


def numbers(walk: Walk) -> None:
    """Observations, cards and evaluations keep within their bounds."""
    position, most = walk.position, walk.game.max_numbers
    for seat, view in enumerate(views(position)):
        need(0 < len(view) <= most, f"player {seat + 1} observes {len(view)} numbers; max_numbers is {most}")
        for evaluation in walk.game.evaluations:
            value = position.evaluate(seat, evaluation)
            need(0.0 <= value <= 1.0, f"evaluation '{evaluation}' of player {seat + 1} is {value}, not from 0 to 1")
    need(len(position.cards()) <= most, f"{len(position.cards())} cards; max_numbers is {most}")
    if position.over:
        need_sound_payoffs(position)


# --- the course of a game ---------------------------------------------------------------------------------------------


def conservation(walk: Walk) -> None:
    """No card is lost or made in the course of a game."""
    need_same_cards(walk.again(0).position, walk.position, "since the deal")


def termination(walk: Walk) -> None:
    """Every game ends within max_turns, with sound payoffs."""
    names = walk.game.styles
    finish(walk.position.copy(), names[walk.plan.seed % len(names)], walk.stream("finish"))


def determinism(walk: Walk) -> None:
    """The same deal and the same moves lead to the same state."""
    other = walk.again(len(walk.played)).position
    if not same_state(other, walk.position):
        raise Wrong(f"the same deal and the same moves lead elsewhere: {difference(walk.position, other)}")


def randomness(walk: Walk) -> None:
    """A move played with equal streams leads to equal states."""
    for move in legal_moves(walk.position)[:20]:
        first, second = walk.position.copy(), walk.position.copy()
        first.play_with(move, walk.stream("random"))
        second.play_with(move, walk.stream("random"))
        if not same_state(first, second):
            problem = f"'{words(walk.position, move)}' played twice with equal streams leads to different states: "
            raise Wrong(problem + difference(first, second))


def open_future(walk: Walk) -> None:
    """Two positions that look the same to the player to move cannot hold two different certain futures."""
    twin = Walk(walk.game, replace(walk.plan, seed=walk.plan.seed + 1))
    for move in walk.played:
        if twin.position.over or move not in legal_moves(twin.position):
            return
        twin.play(twin.position, move)
    here, there = walk.position, twin.position
    seat = here.actor
    if here.look()[:3] != there.look()[:3] or here.observe(seat) != there.observe(seat):
        return
    theirs = {words(there, move): move for move in there.options()}
    for move in here.options()[:8]:
        text = words(here, move)
        certain = certain_futures(walk, (here, move), (there, theirs[text])) if text in theirs else None
        if certain:
            looks = f"with seed {twin.plan.seed} all looks the same to player {seat + 1}; but here"
            raise Wrong(f"{looks} '{text}' always leads to {certain[0]}, and there always to {certain[1]}")


def certain_futures(walk: Walk, *ways: tuple[Position, int]) -> list[list[int]] | None:
    """What the player to move sees after either move, if that is certain and not the same."""
    first: list[list[int]] = []
    for i in range(24):
        seen = []
        for position, move in ways:
            world = position.hide(position.actor, walk.stream("world", i))
            world.play_with(move, walk.stream("future", i))
            seen.append(world.observe(position.actor))
        first = first or seen
        if seen[0] == seen[1] or seen != first:
            return None
    return first


# --- what players know ------------------------------------------------------------------------------------------------


def hidden_view(walk: Walk) -> None:
    """Hiding leaves what the seat observes, and its moves, as they are."""
    position, game = walk.position, walk.game
    for seat in seats(walk):
        world = position.hide(seat, walk.stream("hide"))
        if not game.hidden and not same_state(world, position):
            raise Wrong(f"nothing is hidden, but hide({seat}) changes the state: {difference(position, world)}")
        old, new = position.observe(seat), world.observe(seat)
        if old != new:
            where = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), len(old))
            raise Wrong(f"after hide({seat}) player {seat + 1} observes {new} instead of {old}: see number {where}")
        need(position.look()[:3] == world.look()[:3], f"hide({seat}) changes the actor, the stage or the turn")
        if position.actor == seat:
            for level in game.prunings:
                for chain in forms(game):
                    moves, found = position.options(level, chain=chain), world.options(level, chain=chain)
                    need(moves == found, f"after hide({seat}) player {seat + 1} has moves {found} instead of {moves}")


def hidden_cards(walk: Walk) -> None:
    """Hiding loses and makes no card."""
    for seat in seats(walk):
        need_same_cards(walk.position, walk.position.hide(seat, walk.stream("hide")), f"after hide({seat})")


def hidden_play(walk: Walk) -> None:
    """A sampled world plays legally to the end."""
    for seat in seats(walk):
        world = walk.position.hide(seat, walk.stream("hide"))
        start = world.copy()
        try:
            finish(world, "uniform", walk.stream("finish"))
        except Exception as error:
            problem = str(error) if isinstance(error, Wrong) else raised(error)
            raise Wrong(f"after hide({seat}), from {printed(start)}: {problem}") from None


def hidden_honesty(walk: Walk) -> None:
    """Swap the hidden for a sample: with the same stream, hiding gives the same as before."""
    for seat in seats(walk):
        swapped = walk.position.hide(seat, walk.stream("swap"))
        one, two = (position.hide(seat, walk.stream("hide")) for position in (walk.position, swapped))
        if not same_state(one, two):
            peeks = f"hide({seat}) depends on what player {seat + 1} cannot know: with the same stream but from"
            raise Wrong(f"{peeks} {printed(swapped)}, {difference(one, two)}")


def shuffling(walk: Walk) -> None:
    """Shuffling changes nothing that anybody knows."""
    for firm in (True, False):
        other = walk.position.copy()
        other.shuffle(walk.stream("shuffle"), firm=firm)
        need(views(other) == views(walk.position), f"shuffle (firm={firm}) changes what a player observes")
        need_same_cards(walk.position, other, f"after shuffle (firm={firm})")
        finish(other, "uniform", walk.stream("finish"))


def nothing(walk: Walk) -> None:
    """The walk itself is the test."""


PLAY = Statement("play", "Games can be dealt and played.", nothing, live=False)

STATEMENTS = (
    PLAY,
    Statement("legality", "Every offered move is distinct, reads differently and can be played.", legality),
    Statement("styles", "Rule players advise legal moves and do what they advise.", styles),
    Statement("pruning", "Every pruning leaves some of the legal moves and adds none.", pruning),
    Statement("looking", "Asking about a position does not change it.", looking),
    Statement("text", "Positions and moves are read as they are printed.", text_forms, live=False),
    Statement("numbers", "Observations, cards and evaluations keep within their bounds.", numbers, live=False),
    Statement("conservation", "No card is lost or made in the course of a game.", conservation, live=False),
    Statement("termination", "Every game ends within max_turns, with payoffs from 0 to 1.", termination),
    Statement("determinism", "The same deal and the same moves lead to the same state.", determinism, live=False),
    Statement("randomness", "A move played with equal streams leads to equal states.", randomness),
    Statement("open future", "What chance will decide is not stored where hide leaves it.", open_future),
    Statement("shuffle", "Shuffling changes nothing that anybody knows.", shuffling),
    Statement("hidden view", "Hiding leaves what the seat observes, and its moves, as they are.", hidden_view),
    Statement("hidden cards", "Hiding loses and makes no card.", hidden_cards),
    Statement("hidden play", "A sampled world plays legally to the end.", hidden_play),
    Statement("hidden honesty", "From a sample, hiding again gives the same as from the truth.", hidden_honesty),
    Statement(
        "redealt honesty",
        "Dealt otherwise, but all the same to the seat: its samples stay the same.",
        redealt_honesty,
        cases="other deals",
    ),
    Statement(
        "redealt moves",
        "Dealt otherwise, but all the same to the player to move: moves and keys stay the same.",
        redealt_moves,
        cases="other deals",
    ),
    Statement(
        "redealt styles",
        "Dealt otherwise, but all the same to the player to move: rule players advise the same.",
        redealt_styles,
        cases="pieces of advice",
    ),
    Statement(
        "complete view",
        "Moves that leave the same to be observed leave the same to be sampled.",
        complete_view,
        cases="pairs of moves",
    ),
)
