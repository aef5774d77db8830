"""A game gone over: what each decision was worth, what would have been better, and how the chances went.

For every decision the adviser is asked anew, and given only what its mover could know.  Where its search has looked too
little at the move that was played, what that led to is searched as well, beside what the best move leads to, in the
same sampled worlds.  The parts of a compound move that was asked for part by part count as one decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from mulligan.agents import ASK, Player, SearchPlayer, make_player, moves_to_play, seat_styles
from mulligan.core.errors import UsageError
from mulligan.core.game import Game
from mulligan.core.position import Position, make_stream
from mulligan.core.words import join_words, split_words
from mulligan.search import Choice, Decision

from .advice import Forms, after, chosen, in_words, plan_of, promise
from .seated import LONGEST, SeatedAgent, adviser
from .session import Session

GOOD, MISTAKE, BLUNDER = 0.05, 0.10, 0.20  # the share of all games that a move gives away
ENOUGH = 100  # visits: with fewer, what a move leads to is searched by itself
WORLDS = 4  # in which a move and the best one are compared
AHEAD = 60  # moves that are played by rule before a position is searched
TREE = 50  # simulations that a tree should have
Stop = Callable[[], bool]


@dataclass(frozen=True)
class Place:
    """A decision of a game: its first move (from 0), and how many moves it took."""

    at: int
    count: int
    seat: int


@dataclass(frozen=True)
class Judgement:
    """What one decision was worth; chances are from 0 to 1."""

    at: int
    """Before which move (from 0)."""
    count: int
    """How many moves the decision took."""
    seat: int
    turn: int
    stage: str
    played: str
    best: str
    value: float
    """The mover's chance with the best move."""
    played_value: float
    """The mover's chance with the move that was played."""
    doubt: float
    """Half the width of the 95 % interval of the loss."""
    first: float
    """The chance of the first seat, with the best move; of more than two players, the mover's, as others' chances do
    not follow from it."""
    line: tuple[str, ...] = ()
    """The best line, as far as it can be told."""
    simulations: int = 0

    @property
    def loss(self) -> float:
        """What the move gave away."""
        return max(0.0, self.value - self.played_value)

    @property
    def mark(self) -> str:
        """`blunder`, `mistake`, `good`, or nothing; what may be mere luck of the samples is not held against anybody.

        >>> from dataclasses import replace
        >>> here = Judgement(0, 1, 0, 1, "", "a", "b", 0.7, 0.45, 0.1, 0.7)
        >>> here.mark, replace(here, doubt=0.3).mark, replace(here, played_value=0.69).mark
        ('blunder', '', 'good')
        """
        if self.loss > self.doubt or self.loss < GOOD:
            for name, least in (("blunder", BLUNDER), ("mistake", MISTAKE)):
                if self.loss >= least - 1e-9:
                    return name
        return "good" if self.loss < GOOD else ""

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, ready for JSON."""
        numbers = {name: round(getattr(self, name), 4) for name in ("value", "played_value", "doubt", "first")}
        return {**asdict(self), **numbers, "loss": round(self.loss, 4), "mark": self.mark}


@dataclass(frozen=True)
class Analysis:
    """A game gone over, or as much of it as there was time for."""

    game: str
    setup: str
    players: tuple[str, ...]
    agent: str
    decisions: int
    """How many decisions there are to go over."""
    moves: int
    judgements: tuple[Judgement, ...]
    results: tuple[float, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every decision was gone over."""
        return len(self.judgements) == self.decisions

    @property
    def curve(self) -> list[tuple[int, float]]:
        """The number of moves played, and the first seat's chance then; at the end its result.

        Of more than two players, where the first seat moved.
        """
        many = len(self.players) > 2
        points = [(one.at, one.first) for one in self.judgements if not many or one.seat == 0]
        return points + ([(self.moves, self.results[0])] if self.results else [])

    def lost(self, seat: int) -> float:
        """What a seat gave away with an average decision."""
        losses = [one.loss for one in self.judgements if one.seat == seat]
        return fmean(losses) if losses else 0.0

    def count(self, seat: int, mark: str) -> int:
        """How many decisions of a seat have a mark."""
        return sum(one.seat == seat and one.mark == mark for one in self.judgements)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data, ready for JSON."""
        marks = ("good", "mistake", "blunder")
        return {
            **asdict(self),
            "complete": self.complete,
            "judgements": [one.to_dict() for one in self.judgements],
            "curve": [[at, round(chance, 4)] for at, chance in self.curve],
            "by_seat": [
                {"player": player, "mean_loss": round(self.lost(seat), 4)}
                | {mark: self.count(seat, mark) for mark in marks}
                for seat, player in enumerate(self.players)
            ],
        }


def judge_of(game: Game, seconds: float = 0.0, simulations: int = 0) -> str:
    """The agent that judges: the adviser with this effort, to whom a win is a win however late it comes.

    >>> from mulligan.core.registry import find_game
    >>> judge_of(find_game("magic"), simulations=400), judge_of(find_game("nim"), seconds=0.5)
    ('magic/best:seconds=0,trees=8,sims=50,discount=1', 'ismcts:seconds=0.5')
    """
    if seconds < 0 or simulations < 0 or bool(seconds) == bool(simulations):
        raise UsageError("seconds or simulations: one of them should be a number above 0")
    name = adviser(game, seconds)
    player = make_player(game, name)
    if not isinstance(player, SearchPlayer):
        raise UsageError(f"'{name}' does not search, so it cannot judge")
    kind, words = split_words(name, "agent")
    if simulations:
        trees = max(1, min(player.settings.trees, simulations // TREE))
        words |= {"trees": str(trees)} if trees < player.settings.trees else {}
        words |= {"sims": str(max(2, simulations // trees))}
    if player.settings.discount != 1:
        words["discount"] = "1"
    return join_words(kind, words)


def places_of(session: Session, seat: int | None = None) -> list[Place]:
    """The decisions of a game that were decisions: with more than one option, and in a player's hands."""
    game = session.game
    players = [Player(game, name, [ASK] * len(game.stages)) for name in session.players]
    styles = seat_styles(game, session.setup, players)
    found: list[Place] = []
    parts: tuple[int, int, int] | None = None  # where a compound move is being answered part by part
    for at, (here, move, actor) in enumerate(zip(session.positions, session.moves, session.actors)):
        where, options = here.look()[:3], here.options()
        if parts == where:
            if found and found[-1].at + found[-1].count == at:
                found[-1] = Place(found[-1].at, found[-1].count + 1, actor)
            continue
        is_part = game.chains and move not in options
        parts = where if is_part else None
        open_to = is_part or len(options) > 1
        if (seat is None or seat == actor) and styles[actor][where[1]] == ASK and open_to:
            found.append(Place(at, 1, actor))
    return found


class Analyst:
    """Somebody who goes over a game, decision by decision, in any order; only one thread may ask at a time."""

    def __init__(self, session: Session, agent: str, seat: int | None = None) -> None:
        self.session = session
        self.seated_agent = SeatedAgent(session.game, agent, session.setup)
        self.brief = SeatedAgent(session.game, _shorter(session.game, agent, WORLDS), session.setup)
        """The same with less effort: a comparison takes twice as long as the decision itself."""
        styles = self.seated_agent.player.styles
        places = places_of(session, seat)
        self.places = [place for place in places if styles[session.positions[place.at].look()[1]] == ASK]
        """The decisions that it has an opinion on."""
        self.skipped = 0
        """Those of which it sees but one move, which was played."""
        self._stop: Stop | None = None
        self._stopped = False

    def stop(self) -> None:
        """End the present judgement as soon as possible; it comes to nothing.  May be called from another thread."""
        self._stopped = True
        self.seated_agent.stop()
        self.brief.stop()

    def judge(self, place: Place, stop: Stop | None = None) -> Judgement | None:
        """What a decision was worth; None if it was stopped, or if it sees no other move than the one played."""
        self._stop, self._stopped = stop, False
        table, here = self.session, self.session.positions[place.at]
        decision = self._ask(self.seated_agent, here, ("analysis", place.at))
        played = tuple(table.moves[place.at : place.at + place.count])
        forms = Forms(decision.position)
        best, same = chosen(decision), forms.same(decision.moves, played)
        if self._stopped or (best is None and same):
            return None
        found = None
        if best is not None:
            value = self._worth(best)
            found = (value, 0.0, value) if same else self._in_tree(decision, best, forms, played)
        found = found or self._compared(here, decision, best, played)
        if found is None:
            return None
        played_value, doubt, value = found
        value = max(value, played_value)  # the move played may turn out to be the better one
        _, stage, turn, _ = here.look()
        seat, whole = place.seat, played[0] in decision.position.options()
        return Judgement(
            at=place.at,
            count=place.count,
            seat=seat,
            turn=turn,
            stage=table.game.stages[stage],
            played=", ".join(_words(table.positions[place.at : place.at + place.count], played)),
            best=", ".join(_in_form(forms, decision.moves, whole)),
            value=value,
            played_value=played_value,
            doubt=doubt,
            first=value if seat == 0 or table.game.players > 2 else 1.0 - value,
            line=tuple(_in_form(forms, plan_of(decision), whole)),
            simulations=decision.simulations,
        )

    def judgements(self, known: Mapping[int, Judgement] | None = None, stop: Stop | None = None) -> Iterator[Judgement]:
        """The judgements of all decisions, in their order; those that are `known`, by their moves, are not made again.

        It ends early if it is stopped.
        """
        self.skipped, self._stopped = 0, False
        for place in self.places:
            if stop is not None and stop():
                return
            made = (known or {}).get(place.at) or self.judge(place, stop)
            if self._stopped:
                return
            if made is None:
                self.skipped += 1
            else:
                yield made

    def result(self, judgements: Sequence[Judgement]) -> Analysis:
        """The analysis that these judgements make."""
        table = self.session
        return Analysis(
            game=table.game.id,
            setup=table.setup,
            players=table.players,
            agent=self.seated_agent.name,
            decisions=len(self.places) - self.skipped,
            moves=len(table.moves),
            judgements=tuple(judgements),
            results=table.results,
        )

    # --- what moves are worth -----------------------------------------------------------------------------------------

    def _ask(self, seated_agent: SeatedAgent, position: Position, seed: Any) -> Decision:
        """What an agent thinks of a position, whatever it was asked before."""

        def watch(decision: Decision) -> None:
            if self._stop is not None and self._stop():
                self.stop()

        seated_agent.player.forget()
        return seated_agent.decide(position, position.actor, seed, watch, LONGEST)

    def _worth(self, choice: Choice) -> float:
        """The chance that a move gives, as hints tell it."""
        return promise(choice, getattr(self.seated_agent.player, "settings", None))

    def _in_tree(
        self, decision: Decision, best: Choice, forms: Forms, played: tuple[int, ...]
    ) -> tuple[float, float, float] | None:
        """The value of the moves played, its doubt and the best value, if the search has looked at them enough."""
        line = self._nodes(decision, forms, played)
        choices, choice = decision.choices, None
        for number, move in enumerate(line, 1):
            choice = next((one for one in choices if one.move == move), None)
            if choice is None or choice.visits < ENOUGH:
                return None
            choices = self.seated_agent.below(line[:number]) if number < len(line) else ()
        if choice is None:
            return None
        spread = sqrt((best.high - best.mean) ** 2 + (choice.high - choice.mean) ** 2)
        return self._worth(choice), spread, self._worth(best)

    def _nodes(self, decision: Decision, forms: Forms, played: tuple[int, ...]) -> tuple[int, ...]:
        """The moves played as the search's trees have them: whole or in answers, without those that are no nodes."""
        settings, position = getattr(self.seated_agent.player, "settings", None), decision.position
        if settings is None:
            return ()
        line: tuple[int, ...] = played
        if settings.binary and played[0] not in position.options(chain=True):
            line = forms.answers(played[0]) or ()
        elif not settings.binary and played[0] not in position.options():
            whole = forms.whole(played)
            line = (whole[0], *played[whole[1] :]) if whole is not None else ()
        begun = len(decision.prefix)
        if line[:begun] != decision.prefix:
            return ()
        found = []
        for here, move in zip([position, *after(position, line)], line):
            if not settings.skip or len(here.options(settings.prune, chain=settings.binary)) > 1:
                found.append(move)
        return tuple(found) if settings.skip else tuple(found[begun:])

    def _compared(
        self, here: Position, decision: Decision, best: Choice | None, played: Sequence[int]
    ) -> tuple[float, float, float] | None:
        """The same from what the moves lead to: beside the best, in the same worlds and with the same chance."""
        game, losses, values = self.session.game, [], []
        for number in range(WORLDS):
            seed = ("compared", number)
            world = here.hide(decision.seat, make_stream(game, *seed)) if game.hidden else here.copy()
            good, other = (self._after(world, moves, decision.seat, seed) for moves in (decision.moves, played))
            if self._stopped:
                return None
            values.append(good)
            losses.append(good - other)
        value = fmean(values) if best is None else self._worth(best)
        doubt = 3.18 * stdev(losses) / sqrt(WORLDS)  # Student's t for four worlds
        return min(1.0, max(0.0, value - fmean(losses))), doubt, value

    def _after(self, world: Position, moves: Sequence[int], seat: int, seed: Any) -> float:
        """The chance of a seat after some moves: at the end, or as whoever has a choice next sees it."""
        game, here = self.session.game, world.copy()
        here.seed = seed
        for move in moves:
            if here.over or not here.is_legal(move):
                break  # later moves rest on cards that were a guess
            here.play(move)
        for number in range(AHEAD):
            if here.over:
                return here.payoff(seat)
            decision = self._ask(self.brief, here, (seed, number))
            best = chosen(decision)
            if best is not None:
                worth = self._worth(best)
                return worth if decision.seat == seat else 1.0 - worth
            for move in moves_to_play(decision, decision.seat, lambda: here):
                here.play(move)
        return here.evaluate(seat, game.evaluations[0])


def analyse(
    session: Session,
    *,
    seconds: float = 0.0,
    simulations: int = 0,
    seat: int | None = None,
    progress: Callable[[int, int, Judgement], None] | None = None,
    stop: Stop | None = None,
) -> Analysis:
    """Go over a game, with so many seconds or simulations for each decision; with simulations, always the same.

    `progress` is told how many decisions are done, of how many, and the last judgement.

    >>> from mulligan.games.toys import NIM
    >>> table = Session(NIM, players=("you", "you")).play("take 1").play("take 2")
    >>> [(one.played, one.best, one.mark) for one in analyse(table, simulations=2000).judgements]
    [('take 1', 'take 3', 'blunder'), ('take 2', 'take 2', 'good')]
    """
    analyst = Analyst(session, judge_of(session.game, seconds, simulations), seat)
    made: list[Judgement] = []
    for one in analyst.judgements(stop=stop):
        made.append(one)
        if progress is not None:
            progress(len(made), len(analyst.places), one)
    return analyst.result(made)


def _shorter(game: Game, agent: str, part: int) -> str:
    """An agent with a part of its effort."""
    player = make_player(game, agent)
    kind, words = split_words(agent, "agent")
    settings = getattr(player, "settings", None)
    if settings is None or not isinstance(player, SearchPlayer):
        return agent
    if settings.seconds > 0:
        words["seconds"] = f"{settings.seconds / part:g}"
        return join_words(kind, words)
    total = max(2, settings.sims * settings.trees // part)
    trees = max(1, min(settings.trees, total // TREE))
    return join_words(kind, {**words, "trees": str(trees), "sims": str(max(2, total // trees))})


def _in_form(forms: Forms, line: Sequence[int], whole: bool) -> list[str]:
    """A line in words, with its first move whole or in answers, as far as it has that form."""
    position = forms.position
    begun = forms.whole(line)
    if begun is not None:
        rest = tuple(line[begun[1] :])
        first = (begun[0],) if whole else forms.answers(begun[0])
        if first is not None:
            return in_words(position, (*first, *rest))
    return in_words(position, line)


def _words(positions: Sequence[Position], moves: Sequence[int]) -> list[str]:
    return [here.text(move) for here, move in zip(positions, moves)]


__all__ = ["Analysis", "Analyst", "Judgement", "Place", "analyse", "judge_of", "places_of"]
