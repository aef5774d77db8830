"""One game between players at a table: who decides when, what each may see, and where chance comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from mulligan.agents import ASK, Player, ask, edition, moves_to_play, seat_styles, tell, tell_in_words, tell_of
from mulligan.core.errors import Forfeit
from mulligan.core.game import MAX_STAGES, OVER, Game, make_advise
from mulligan.core.gauge import Gauge
from mulligan.core.position import Position
from mulligan.core.timing import Stopwatch, making_code
from mulligan.kernel import Stream, entry, integers, interpret, record, records, seed_of, seeds_of
from mulligan.search import Decision

FULL = -3  # the log of moves has to be read before the game goes on
NOTED = 2  # numbers per move in the log: who, at which stage, and then what each seat sees of it
Observer = Callable[[Position, int, int, Decision | None], None]
"""Who is shown every move before it is played: the position, the move, the seat that plays it, and the decision that it
is the first move of; none for moves of rule players, and for the later ones of a decision."""


def seats_layout(players: int) -> Any:
    """How the seats of a table are played, how many decisions rule players have made there, and the room in the log."""
    return record(style=("i8", (players, MAX_STAGES)), decisions=("i8", players), noted="i8")


def results_layout(players: int) -> Any:
    """What the compiled loop tells of a game that it has played from the deal to the end, by seats."""
    return record(payoffs=("f8", players), decisions=("i8", players), turns="i8")


def make_run(game: Game) -> Any:
    """The compiled loop that lets rule players play until a player of another kind has to decide.

    It goes on with the game at hand; or if it is given seeds, a row for the streams of each game, it deals and plays
    those games one after the other, which nobody else may take part in, and writes down how they ended.
    """
    deal, actor, stage, turn, play = game.deal, game.actor, game.stage, game.turn, game.play
    payoff, seen = game.payoff, game.seen
    advise, players, note = make_advise(game), game.players, NOTED + game.players

    @entry
    def run(states, tables, seats, rngs, out, log, seeds, results):
        s = states[0]
        t = tables[0]
        seat = seats[0]
        for game in range(max(1, len(seeds))):
            if len(seeds) > 0:
                states[0] = states[1]  # the empty one
                for i in range(len(rngs)):
                    rngs[i].z = seeds[game, i]
                for i in range(players):
                    seat.decisions[i] = 0
                deal(s, t, rngs[1 + players])
            a = actor(s)
            while a != OVER:
                style = seat.style[a][stage(s)]
                if style == ASK:
                    return a
                if len(log) > 0 and seat.noted + note * len(out) > len(log):
                    return FULL
                seat.decisions[a] += 1
                n = advise(s, t, style, rngs[1 + a], out)
                for i in range(n):
                    if len(log) > 0:
                        log[seat.noted] = a
                        log[seat.noted + 1] = stage(s)
                        for other in range(players):
                            log[seat.noted + NOTED + other] = seen(s, t, out[i], other)
                        seat.noted += note
                    play(s, t, out[i], rngs[0])
                a = actor(s)
            if len(seeds) > 0:
                results[game].turns = turn(s)
                for i in range(players):
                    results[game].payoffs[i] = payoff(s, i)
                    results[game].decisions[i] = seat.decisions[i]
        return OVER

    return run


@lru_cache(maxsize=64)
def _run(game: Game) -> Any:
    with making_code():
        run = make_run(game)
        return run if game.compiled else interpret(run)


def play_by_rule(position: Position, style: str, *name: Any) -> None:
    """Let one rule player play for all seats until the game is over, by the compiled loop; chance has this name."""
    game, number = position.game, position.game.style(style)
    seats = records(seats_layout(game.players), 1, packed=game.compiled)
    for row in seats["style"][0] if game.compiled else seats[0].style:
        row[:] = [number] * MAX_STAGES
    rngs = records(Stream, 1 + game.players, packed=game.compiled)
    for i in range(1 + game.players):
        _set(rngs, i, "z", seed_of(*name, "by rule", i))
    out = integers(max(game.max_options, 64), packed=game.compiled)
    _run(game)(position.states, position.table, seats, rngs, out, integers(0, packed=game.compiled), *_one_game(game))


def _one_game(game: Game) -> tuple[Any, Any]:
    """What the compiled loop is given instead of seeds and results, if it goes on with the game at hand."""
    return np.zeros((0, 2 + game.players), np.int64), records(results_layout(game.players), 0, packed=game.compiled)


class Played(NamedTuple):
    """The record of one finished game."""

    pair: int
    rotation: int
    """On which side the first player sat: 0 first, 1 second, and so on."""
    payoffs: tuple[float, ...]
    """What each of the players was paid, in the order in which they are named, not of their seats; seats of one side
    are paid alike, so there is one number for each side."""
    turns: int
    decisions: tuple[int, int]
    """Decisions of the first player and of all others: those they thought about, or for rule players, all."""
    cpu: tuple[float, float]
    """CPU seconds that they took, rule players not counted."""
    simulations: tuple[int, int]
    found: Mapping[str, tuple[float, float]] = MappingProxyType({})
    """What a gauge found: for each of its columns a total and a number of occasions."""
    forfeit: str = ""
    """Why the game was forfeited by a player from outside, if it was."""

    @property
    def score(self) -> float:
        """The result of the first player on a scale on which equals make one half: see `fair_score`."""
        return fair_score(self.payoffs)


def fair_score(payoffs: Sequence[float]) -> float:
    """The first player's result, from what each side was paid: one half, and half of what it got more than the others.

    Of two sides it is the first one's payoff.  Whoever is alone, or plays with all others, has the payoff itself.

    >>> fair_score([0.8]), fair_score([1, 0]), fair_score([0.25, 0.75])
    (0.8, 1.0, 0.25)
    >>> fair_score([1, 0, 0]), fair_score([0, 1, 0])
    (1.0, 0.25)
    """
    own, others = payoffs[0], payoffs[1:]
    if len(others) < 2:
        return float(own)
    return 0.5 + (own - sum(others) / len(others)) / 2


def seating(game: Game, rotation: int) -> list[int]:
    """Which of the players sits in each seat: side after side moves on, and partners keep their order.

    A pair is the rotation of two.

    >>> from mulligan.core.registry import find_game
    >>> seating(find_game("nim"), 0), seating(find_game("nim"), 1)
    ([0, 1], [1, 0])
    """
    sides = [game.seats_of(side) for side in range(game.sides)]
    found = [0] * game.players
    for side, seats in enumerate(sides):
        for seat, player in zip(seats, sides[(side - rotation) % len(sides)], strict=True):
            found[seat] = player
    return found


def _name(rotation: int) -> int:
    """How random streams know a rotation: those of pairs have always been False and True."""
    return rotation if rotation > 1 else bool(rotation)


def _deal_of(deal: tuple[Any, int]) -> int:
    """Where the stream of the cards begins, from the seed and the number of a deal."""
    seed, number = deal
    return seed_of(seed, "deal", number)


class GameRunner:
    """A setup with players, one for each seat, that can play many games.

    The first player is the one in the first seat, with its partners if it has any.
    A solo player gets the rule variants that it asks for; several at one table would have to agree first.
    """

    def __init__(self, game: Game, setup: str, players: list[Player]) -> None:
        if len(players) != game.players:
            raise ValueError(f"{game.name} has {game.players} players")
        self.setup = setup or next(iter(game.setups))
        self.granted = game.with_requests(self.setup, players[0].requests) if game.players == 1 else self.setup
        """The setup that is really played."""
        self.game = game = game.at(self.granted)
        self.players = players = [player.at(self.granted) for player in players]
        self.tables = game.make_table(self.granted)
        self.styles = seat_styles(game, self.granted, players)
        self._order = [seating(game, rotation) for rotation in range(game.sides)]
        """For each rotation and seat, the player that sits there."""
        self._side = [game.side(seat) for seat in range(game.players)]
        self._lead = [game.seats_of(side)[0] for side in range(game.sides)]
        """The first player of each side."""
        packed, layout = game.compiled, seats_layout(game.players)
        self._seats = records(layout, 1, packed=packed)
        self._fresh = records(layout, game.sides, packed=packed)
        """Of compiled games: what the seats are like when a game begins, for each rotation."""
        if packed:
            for rotation in range(game.sides):
                self._fresh["style"][rotation] = self._rows(rotation)
        self._rngs = records(Stream, 1 + game.players, packed=packed)
        self._out = integers(max(game.max_options, 64), packed=packed)
        listens = any(player.listens for player in players)
        self._in_words = any(player.wants_words for player in players)
        """Whether somebody is told of every move in words: then the compiled loop is too fast."""
        self.by_rule = packed and not listens and all(ASK not in styles for styles in self.styles)
        """Whether whole games can be played without leaving compiled code: see `play_by_rule`."""
        self._one_game = _one_game(game)
        self._note = NOTED + game.players
        self._log = integers(self._note * (len(self._out) + 1000) if listens else 0, packed=packed)

    def _rows(self, rotation: int) -> list[list[int]]:
        """The styles of the seats."""
        return [self.styles[player] for player in self._order[rotation]]

    def prepare(self) -> None:
        """Have the machine code of the players' searches: its time is not theirs."""
        position = Position.deal(self.game, self.granted)
        for player in self.players:
            player.prepare(position)

    def play(
        self,
        seed: Any,
        pair: int,
        rotation: int = 0,
        deal: tuple[Any, int] | None = None,
        observer: Observer | None = None,
        gauge: Gauge | None = None,
    ) -> Played:
        """Play one game.  The deal depends on the seed and the pair alone, so it is the same for all rotations.

        `deal` asks for that of another seed and pair: the cards are the same then, and everything else is not.  With a
        `observer` or a `gauge`, which is one, the same game is played more slowly, one move after the other.
        """
        game, packed, rotation = self.game, self.game.compiled, int(rotation)
        order, side, turned = self._order[rotation], self._side, _name(rotation)  # order: seat -> player
        first = order.index(0)
        own = side[first]
        position = Position(game, self.granted, self.tables, records(game.State, 1, packed=packed))
        streams = [seed_of(seed, "chance", pair)]
        streams += [seed_of(seed, "player", pair, turned, i) for i in range(game.players)]
        for i, z in enumerate(streams):
            _set(self._rngs, i, "z", z)
        seats = self._seats
        if packed:
            seats[0] = self._fresh[rotation]
        else:
            for seat, row in enumerate(self._rows(rotation)):
                seats[0].style[seat][:], seats[0].decisions[seat] = row, 0
            seats[0].noted = 0
        cards = records(Stream, 1, packed=packed)
        _set(cards, 0, "z", _deal_of(deal or (seed, pair)))
        position.deal_with(cards)
        for player in self.players:
            player.forget()
        decisions, cpu, simulations = [0, 0], [0.0, 0.0], [0, 0]
        run, numbers, issue = _run(game), [0] * game.players, edition(seed)
        session = [self.players[index] for index in order]
        forfeit: tuple[int, str] | None = None
        gauging = None if gauge is None else gauge.start(session, first, (seed, "gauge", pair, turned))
        observer = observer if gauging is None else _both(observer, gauging.see)
        while True:
            if observer is None and not self._in_words:
                seat = int(run(position.states, self.tables, seats, self._rngs, self._out, self._log, *self._one_game))
            else:
                seat = self._run_before(observer, position, session)
            if seat == OVER:
                break
            self._tell(session)
            if seat == FULL:
                continue
            other = int(side[seat] != own)
            numbers[seat] += 1
            clock = Stopwatch()
            try:
                decision = ask(session[seat], position, seat, (issue, pair, turned, seat, numbers[seat]))
            except Forfeit as error:
                forfeit, decisions[other] = (seat, str(error)), decisions[other] + 1
                break
            used = clock.read().cpu
            decisions[other] += not decision.forced
            cpu[other] += max(used, decision.cpu_seconds)
            simulations[other] += decision.simulations
            self._play_all(position, seat, decision, session, observer)
        by_rule = seats["decisions"][0] if packed else seats[0].decisions
        for seat, index in enumerate(order):
            if ASK not in self.styles[index]:
                decisions[int(side[seat] != own)] += int(by_rule[seat])
        return Played(
            pair,
            rotation,
            self._payoffs(position.payoff, order) if forfeit is None else self._forfeited(order, side[forfeit[0]]),
            position.turn,
            (decisions[0], decisions[1]),
            (cpu[0], cpu[1]),
            (simulations[0], simulations[1]),
            {} if gauging is None or forfeit is not None else gauging.found(position),
            "" if forfeit is None else forfeit[1],
        )

    def play_by_rule(self, seed: Any, pairs: Sequence[int], deals: Sequence[tuple[Any, int]] = ()) -> list[Played]:
        """All games of some pairs, as `play` plays them, in compiled code throughout; for each pair perhaps a deal.

        Only where the table is one of rule players alone (`by_rule`), and nobody looks on.

        >>> from mulligan.agents import make_player
        >>> from mulligan.core.registry import find_game
        >>> nim = find_game("nim")
        >>> table = GameRunner(nim, "", [make_player(nim, "uniform")] * 2)
        >>> table.play_by_rule(1, [4]) == [table.play(1, 4, 0), table.play(1, 4, 1)]
        True
        """
        game, found = self.game, list[list[Played]]()
        states, seats = records(game.State, 2), records(seats_layout(game.players), 1)
        rngs = records(Stream, 2 + game.players)
        chance = seeds_of((seed, "chance"), pairs)
        cards = [_deal_of(deal) for deal in deals] or seeds_of((seed, "deal"), pairs)
        for rotation in range(game.sides):
            turned = _name(rotation)
            seated = [seeds_of((seed, "player"), pairs, (turned, seat)) for seat in range(game.players)]
            seeds = np.array([chance, *seated, cards], np.int64).T.copy()
            results = records(results_layout(game.players), len(pairs))
            seats[0] = self._fresh[rotation]
            _run(game)(states, self.tables, seats, rngs, self._out, self._log, seeds, results)
            ends = zip(results["payoffs"].tolist(), results["decisions"].tolist(), results["turns"].tolist())
            found.append([self._played_by_rule(pair, rotation, *end) for pair, end in zip(pairs, ends)])
        return [game for games in zip(*found) for game in games]

    def _played_by_rule(
        self, pair: int, rotation: int, payoffs: list[float], decisions: list[int], turns: int
    ) -> Played:
        order = self._order[rotation]
        own = self._side[order.index(0)]
        ours = sum(number for seat, number in enumerate(decisions) if self._side[seat] == own)
        paid = self._payoffs(payoffs.__getitem__, order)
        return Played(pair, rotation, paid, turns, (ours, sum(decisions) - ours), (0.0, 0.0), (0, 0))

    def _payoffs(self, payoff: Callable[[int], float], order: list[int]) -> tuple[float, ...]:
        """What each side was paid, the first player's first; of two, the other has the rest."""
        if len(self._lead) == 2:
            own = payoff(order.index(0))
            return own, 1.0 - own
        return tuple(payoff(order.index(player)) for player in self._lead)

    def _forfeited(self, order: list[int], lost: int) -> tuple[float, ...]:
        """The same for a game that a side has forfeited: it is paid nothing, and every other side in full."""
        return tuple(float(self._side[order.index(player)] != lost) for player in self._lead)

    def _stream(self, number: int) -> Any:
        """One of the game's streams, to be drawn from: 0 is chance, then come the seats."""
        return self._rngs[number : number + 1]

    def _run_before(self, observer: Observer | None, position: Position, session: list[Player]) -> int:
        """What the compiled loop does, move by move before somebody's eyes."""
        seats, log, chance = self._seats, self._log, self._stream(0)
        while True:
            seat, stage, *_ = position.look()
            if seat == OVER:
                return OVER
            noted = int(_get(seats, 0, "noted"))
            style = int(_get(seats, 0, "style")[seat][stage])
            if style == ASK:
                return seat
            if len(log) > 0 and noted + self._note * len(self._out) > len(log):
                return FULL
            _get(seats, 0, "decisions")[seat] += 1
            for move in position.advise(self.game.styles[style], self._stream(1 + seat)):
                if len(log) > 0:
                    seen = [position.seen(move, other) for other in range(self.game.players)]
                    for i, number in enumerate((seat, position.look()[1], *seen)):
                        log[noted + i] = number
                    noted += self._note
                tell_in_words(session, position, seat, move)
                if observer is not None:
                    observer(position, move, seat, None)
                position.play_with(move, chance)
            _set(seats, 0, "noted", noted)

    def _play_all(
        self, position: Position, seat: int, decision: Decision, session: list[Player], observer: Observer | None = None
    ) -> None:
        """Play what was decided."""
        chance = self._stream(0)
        for number, move in enumerate(moves_to_play(decision, seat, lambda: position)):
            tell_of(session, position, seat, move)
            if observer is not None:
                observer(position, move, seat, None if number else decision)
            position.play_with(move, chance)

    def _tell(self, session: list[Player]) -> None:
        """Tell the players what the rule players have done since they were last told."""
        end = int(self._seats["noted"][0]) if self.game.compiled else self._seats[0].noted
        for i in range(0, end, self._note):
            who, stage, *seen = (int(number) for number in self._log[i : i + self._note])
            tell(session, who, stage, seen)
        _set(self._seats, 0, "noted", 0)


def _both(one: Observer | None, other: Observer) -> Observer:
    if one is None:
        return other

    def both(here: Position, move: int, seat: int, decision: Decision | None) -> None:
        one(here, move, seat, decision)
        other(here, move, seat, decision)

    return both


def _get(items: Any, index: int, name: str) -> Any:
    return items[name][index] if hasattr(items, "dtype") else getattr(items[index], name)


def _set(items: Any, index: int, name: str, value: int) -> None:
    if hasattr(items, "dtype"):
        items[name][index] = value
    else:
        setattr(items[index], name, value)
