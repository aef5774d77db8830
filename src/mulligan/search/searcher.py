"""Running a search: memory, threads, budgets, the vote of the trees, and what is kept for the next decision."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from mulligan.core.additions import suspects_of
from mulligan.core.blame import Suspect, explaining
from mulligan.core.game import UNSEEN, Game
from mulligan.core.position import Position, make_stream
from mulligan.core.timing import Spent, Stopwatch, making_code
from mulligan.kernel import Stream, below, interpret, records, seed_of

from .decision import Choice, Decision, Shape, interval
from .finals import BY_STRATEGY, SAMPLED, Ending
from .foresight import Foresight, Observation
from .grown import Grown
from .layout import SETTLED, Row
from .memory import Workspace, as_tuples, get, put
from .outsiders import check_merit, suspects_in
from .parts import Parts
from .published import verdict_on
from .settings import Settings, additions_of, game_of, is_closed_loop, make_plan, parts_of, searched_stages
from .tree import Search, make_search
from .turns import TurnBudget

SHARED = ("worlds", "select", "playout")  # slots whose parts may have a memory for all trees
MOST_MOVES = 16  # with share=each: for so many moves at the root there is room from the beginning
LOST = 1e-9  # a mean that is no more than this above a loss is a loss
AT_ONCE = 20_000  # simulations; a greater number is done in parts, so that `stop` is heard in between
_draw_below = interpret(below)


@cache
def _crew(threads: int) -> ThreadPoolExecutor:
    """Threads that all searches share."""
    return ThreadPoolExecutor(threads, thread_name_prefix="mulligan")


@lru_cache(maxsize=64)
def _search(game: Game, parts: Parts) -> Search:
    with making_code():
        return make_search(game, parts)


@dataclass
class _Task:
    """One decision in the making."""

    position: Position
    seat: int
    seed: Any
    root: Position
    """The first position with a choice."""
    prefix: tuple[int, ...]
    """The moves without alternative that lead to it."""
    seen: tuple[Observation, ...]
    """What the seat sees after each of them."""
    clock: Stopwatch
    reused: int = 0
    """Simulations kept from the last decision."""
    spent: float = 0.0
    """CPU seconds of the other threads that grow the trees."""
    compiling: float = 0.0
    """CPU seconds that these took to have their code."""
    waited: float = 0.0
    """Seconds that they were waited for meanwhile."""

    @property
    def seconds(self) -> float:
        """By the clock, since it began; not counted is what it takes to have the code."""
        return self.clock.read().seconds - self.waited


def _goes_on(ahead: Foresight, move: int, where: tuple[int, int, int]) -> bool:
    """Play a move: whether the same stage goes on for certain, with the same to be seen whatever chance does."""
    return ahead.play(move) and not ahead.here.over and ahead.here.look()[:3] == where and ahead.is_certain()


class Searcher:
    """A search that can be asked again and again, and keeps its memory and what it learnt between decisions.

    >>> from mulligan.games.toys import NIM
    >>> searcher = Searcher(NIM, Settings(sims=500, deal="never"))
    >>> searcher.decide(Position.deal(NIM), seed=1).words()
    ['take 3']
    """

    def __init__(self, game: Game, settings: Settings, name: str = "") -> None:
        self.settings, self._named = settings, game
        self.name = name or f"search:{settings}"
        self._stop = threading.Event()
        self._decisions = 0
        self._make(game)

    def _make(self, game: Game) -> None:
        """Make everything that the search needs for the rules of a game."""
        settings, self._rules = self.settings, game
        added = game_of(settings, game)
        # Positions need only know of what is asked of them: it takes seconds to compile a game's rules anew.
        self._seen_by = added if added.prunings != game.prunings or added.hide is not game.hide else game
        self.game = game = added
        self.plans = [make_plan(settings, game, seat) for seat in range(game.players)]
        self.parts = parts_of(settings)
        self.searched = searched_stages(settings.search, game)
        packed = game.compiled
        by_slot = {part.slot: part for part in self.parts}
        self._final, self._vote = by_slot["final"], by_slot["vote"]
        self._learning = [by_slot[slot] for slot in SHARED if by_slot[slot].places > 1]
        self.shared = {slot: records(by_slot[slot].Shared, by_slot[slot].places, packed=packed) for slot in SHARED}
        self.rows = records(Row, max(game.max_options, 64), packed=packed)
        # Trees that learn from each other must always grow in the same order.
        threads = 1 if self._learning else min(settings.threads, settings.trees)
        share = [settings.trees * (i + 1) // threads - settings.trees * i // threads for i in range(threads)]
        self._fixed = is_closed_loop(settings)
        sims = self._expected(game)
        sampled = bool(get(self.plans[0], 0, "sampled"))
        self.benches = [Workspace(game, self.parts, count, sims, self._fixed, sampled) for count in share]
        self._executor = _crew(threads) if threads > 1 else None
        self._played: list[tuple[int, int, int]] = []
        self._grown = -1  # the seat for which the trees were grown
        self._turn = TurnBudget(settings)
        self._ending = Ending(settings)

    def _expected(self, game: Game) -> int:
        """For how many simulations of each tree there is room from the beginning."""
        settings = self.settings
        timed = settings.seconds > 0 or settings.turn_seconds > 0
        sims = min(settings.sims, 10_000 // settings.trees + 1) if timed else settings.sims
        return sims * (min(game.max_options, MOST_MOVES) if settings.share == "each" else 1)

    def at(self, setup: str) -> None:
        """Search by the rules of a setup, from now on."""
        rules = self._named.at(setup)
        if rules is not self._rules:
            self._make(rules)

    @property
    def _search(self) -> Search:
        return _search(self.game, self.parts)

    # --- the life of a game -------------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Start a new game: nothing is kept."""
        self._grown = -1
        self._turn.forget()
        self._played.clear()
        self._fade("game")

    def saw(self, seat: int, stage: int, move: int) -> None:
        """Take note of a move that was really played."""
        if self.settings.reuse:
            self._played.append((seat, stage, move))

    def prepare(self, position: Position) -> None:
        """Have the machine code for such positions at hand, without searching: it is made, or read from the cache."""
        with explaining(self.suspects):
            self.at(position.setup)
            if not self.game.compiled:
                return
            root, bench, search = position.within(self._seen_by), self.benches[0], self._search
            none = bench.cursors[:0]
            self._call(bench, bench.trees[:0], root, 0, 0)
            search.tally(bench.nodes, none, self.rows, 0)
            search.follow(bench.nodes, none, 0, False)
            if self.settings.reuse:
                search.transplant(bench.nodes, 0, bench.nodes[:1].copy(), 0, 1.0)

    def stop(self) -> None:
        """End the present decision at the next opportunity, from any thread."""
        self._stop.set()

    # --- a decision ---------------------------------------------------------------------------------------------------

    def decide(
        self, position: Position, seed: Any = 0, watch: Callable[[Decision], bool | None] | None = None
    ) -> Decision:
        """Search a position.  `watch` is shown the state of the search now and then; it ends it by returning False."""
        with explaining(self.suspects):
            task = self._begin(position, seed)
            if isinstance(task, Decision):
                return task
            self._run(task, watch)
            return self._end(task)

    def suspects(self) -> list[Suspect]:
        """The functions of others in this search, which may be at fault."""
        added = [one.thing for one in additions_of(self.settings, self._rules).values()]
        return [*suspects_in(self.parts), *(suspect for one in added for suspect in suspects_of(one))]

    def _begin(self, position: Position, seed: Any) -> _Task | Decision:
        """Make everything ready for a search, or decide where there is none."""
        self._stop.clear()
        clock = Stopwatch()
        self.at(position.setup)
        position = position.within(self._seen_by)
        seat, _, turn, _ = position.look()
        if self._turn.enter(turn):
            self._fade("turn")
        root, prefix, seen = self._skip_forced(position, seat, seed)
        if root is None:
            if self.settings.lapses:
                self._grown = -1
            return Decision(position.copy(), self.name, seat, prefix, prefix=prefix, foreseen=seen)
        task = _Task(position, seat, seed, root, prefix, seen, clock)
        if self._turn.is_over():
            return self._in_overtime(task)
        self._prepare(task)
        return task

    def _end(self, task: _Task) -> Decision:
        """Decide, and keep what is kept."""
        self._turn.spend(task.seconds)
        decision = self._conclude(task)
        self._grown = task.seat
        self._played.clear()
        self._fade("decision")
        return decision

    def _options(self, here: Position, *, below: bool = False) -> list[int]:
        """The moves at a position, in the form in which they are searched at the root, or below it."""
        level = "none" if below and self.settings.prune_at == "root" else self.settings.prune
        return here.options(level, chain=self.settings.binary)

    def _ahead(self, position: Position, seat: int, *seed: Any) -> Foresight:
        """Where the seat's own moves lead for certain."""
        return Foresight(position, seat, seed, open=self.settings.deal == "never")

    def _skip_forced(
        self, position: Position, seat: int, seed: Any
    ) -> tuple[Position | None, tuple[int, ...], tuple[Observation, ...]]:
        """The first position with a choice, the moves to it, and what is seen after each.

        It is None if the stage ends without one, or chance decides before it.
        """
        here, where, prefix = position.copy(), position.look()[:3], list[int]()
        ahead: Foresight | None = None
        while not here.over:
            options = self._options(here)
            if len(options) > 1 or self.settings.leaks:
                return here, tuple(prefix), tuple(ahead.seen if ahead else ())
            prefix.append(options[0])
            if self.settings.commit == "move":
                return None, tuple(prefix), ()
            ahead = ahead or self._ahead(position, seat, seed, "forced")
            if not _goes_on(ahead, options[0], where):
                return None, tuple(prefix), tuple(ahead.seen)
            here = ahead.here
        return None, (), ()

    @property
    def closed(self) -> bool:
        """Whether a node stands for one position."""
        return self._fixed

    @property
    def age(self) -> tuple[int, int]:
        """Another one whenever the trees have changed."""
        return self._decisions, sum(bench.total("done") for bench in self.benches)

    def _prepare(self, task: _Task) -> None:
        """Clear the trees, or keep what lies below the moves played."""
        self._decisions += 1
        first = 0
        for bench in self.benches:
            seeds = [seed_of(task.seed, "tree", i) for i in range(first, first + bench.count)]
            first += bench.count
            if self.settings.reuse and self._grown == task.seat:
                task.reused += self._transplant(bench, self._kept_roots(bench, task), seeds, task)
            else:
                bench.clear(seeds)

    def _kept_roots(self, bench: Workspace, task: _Task) -> list[int]:
        """The node of each tree that the moves really played lead to, or -1."""
        bench.to_roots()
        played = list(self._played)
        if not self.settings.skip:
            played += [(task.seat, task.root.look()[1], move) for move in task.prefix]
        if self.settings.across:
            return [self._located(bench, int(k), played, task) for k in bench.cursors]
        for who, stage, move in played:
            if self._is_in_tree(who, stage, task.seat):
                self._search.follow(bench.nodes, bench.cursors, move, False)
        if self.settings.outcomes == "branch":
            if len(played) != 1:
                return [-1] * bench.count
            self._search.follow(bench.nodes, bench.cursors, task.position.look()[3], False)
        return [int(k) if k >= 0 and self._is_at(bench, int(k), task.root, task.seat) else -1 for k in bench.cursors]

    def _is_in_tree(self, who: int, stage: int, seat: int) -> bool:
        """Whether the tree decides a stage for a player."""
        return self.searched[stage] and (who == seat or self.settings.foe == "tree")

    def _located(self, bench: Workspace, root: int, played: Sequence[tuple[int, int, int]], task: _Task) -> int:
        """The most visited node below a root that the moves played may have led to, or -1.

        A move that was not seen may have been any, and so may what chance decided, but for the last time.
        """
        found, outcome = [root], task.root.look()[3]
        for number, (who, stage, move) in enumerate(played):
            if self._is_in_tree(who, stage, task.seat):
                last = number == len(played) - 1
                moved = [k for parent in found for k in bench.children(parent, None if move == UNSEEN else move)]
                found = [k for parent in moved for k in bench.children(parent, outcome if last else None)]
        fitting = [k for k in found if self._is_at(bench, k, task.root, task.seat)]
        return max(fitting, key=lambda k: int(get(bench.nodes, k, "visits")), default=-1)

    def _is_at(self, bench: Workspace, k: int, root: Position, seat: int) -> bool:
        """Whether node `k` stands for what has come about, as far as the searching seat can tell."""
        if int(get(bench.nodes, k, "kind")) == SETTLED:
            return False
        if not self._fixed:
            child = int(get(bench.nodes, k, "first"))
            return child == 0 or int(get(bench.nodes, child, "mover")) == seat
        at = int(get(bench.nodes, k, "state"))
        if at < 0:
            return False
        node = Position(root.game, root.setup, root.table, bench.states[at : at + 1])
        if self.settings.deal == "never" or not self.game.hidden:
            return node.fields() == root.fields()
        return node.look()[:3] == root.look()[:3] and node.observe(seat) == root.observe(seat)

    def _transplant(self, bench: Workspace, roots: list[int], seeds: list[int], task: _Task) -> int:
        """Let the trees go on from these nodes, in worlds that hold no more than the searching seat knows."""
        root, seat = task.root, task.seat
        old, states, turn = bench.nodes, bench.states, root.look()[2]
        starts = [int(get(bench.trees, i, "start")) for i in range(bench.count)]
        bench.nodes = records(bench.Node, len(old), packed=self.game.compiled)
        bench.clear(seeds)
        end, kept = 1, 0
        for i, k in enumerate(roots):
            if k < 0:
                continue
            if not self._fixed:
                world = (
                    root
                    if self.settings.deal == "never"
                    else root.hide(seat, make_stream(self.game, seeds[i], "world"))
                )
                states[i] = world.states[0]
            later = self.settings.discount ** (turn - starts[i])
            start, visits = end, int(get(old, k, "visits"))
            end = int(self._search.transplant(old, k, bench.nodes, start, 1.0 / later if later > 0 else 1.0))
            put(bench.trees, i, root=start, size=end - start, done=visits, goal=visits, start=turn)
            kept += visits
        put(bench.pool, 0, nodes=end)
        if self._fixed:
            bench.gather_states(end)
        return kept

    def _grow(self, bench: Workspace, task: _Task) -> Spent:
        """Let the trees of one thread reach their goals; return what it took."""
        clock = Stopwatch()
        start = 0
        while True:
            start = self._call(bench, bench.trees, task.root, task.seat, start)
            if start == bench.count:
                return clock.read()
            bench.enlarge()

    def _call(self, bench: Workspace, trees: Any, root: Position, seat: int, start: int) -> int:
        """Let trees grow from `start` on; return the first one for which there was no room."""
        return int(
            self._search.grow(
                self.plans[seat],
                root.table,
                root.states,
                trees,
                bench.nodes,
                bench.blank,
                bench.states,
                bench.slots,
                bench.pool,
                bench.moves,
                bench.path,
                bench.trace,
                bench.rewards_now,
                bench.samples,
                bench.candidates,
                bench.weights,
                *bench.senses,
                *self.shared.values(),
                bench.rngs,
                start,
            )
        )

    def _grow_all(self, task: _Task, more: int) -> None:
        for bench in self.benches:
            bench.set_goals(more)
        if self._executor is None:
            self._grow(self.benches[0], task)
        else:
            jobs = [self._executor.submit(self._grow, bench, task) for bench in self.benches]
            found = [job.result() for job in jobs]
            task.spent += sum(one.cpu for one in found)
            task.compiling += sum(one.compile_cpu for one in found)
            task.waited += max(one.compile_seconds for one in found)

    def _run(self, task: _Task, watch: Callable[[Decision], bool | None] | None) -> None:
        """Spend the budget."""
        settings, mast = self.settings, bool(self._learning)
        allotted, sims = self._allot(), self._sims_for(task.root)
        at_once = AT_ONCE if self.game.compiled else AT_ONCE // 50
        few = sims * settings.trees <= at_once and (not mast or settings.trees == 1)
        if allotted == 0.0 and watch is None and few:
            return self._grow_all(task, sims)
        # Parts of equal size for MAST: trees that learn from each other must always take turns in the same way.
        done, part, shown = 0, max(1, (2_000 if mast else 400) // settings.trees), 0.0
        longest, over = 0.0, False
        while not over or not self._visited():
            more = part if allotted or over else min(part, sims - done)
            before = task.seconds
            self._grow_all(task, more)
            done += more
            now = task.seconds
            longest = max(longest * 0.9, now - before)
            if now - before < min(0.01, (allotted or 1.0) / 50) and not mast:
                part *= 2
            late = now + longest > allotted if allotted else done >= sims
            over = self._stop.is_set() or late or (settings.exhaust and self._exhausted())
            if watch is not None and not over and now - shown > 0.1:
                shown = now
                over = watch(self._conclude(task)) is False
        return None

    def _visited(self) -> bool:
        """Whether any tree has something to say."""
        for bench in self.benches:
            for i in range(bench.count):
                if get(bench.nodes, get(bench.trees, i, "root"), "visits") > int(self.settings.rooted):
                    return True
        return False

    def _exhausted(self) -> bool:
        """Whether no tree has anything left to explore: all have ended before their goals."""
        trees = [(bench.trees, i) for bench in self.benches for i in range(bench.count)]
        return all(get(some, i, "done") < get(some, i, "goal") for some, i in trees)

    def _sims_for(self, root: Position) -> int:
        """The simulations that each tree is given for this decision."""
        sims, share = self.settings.sims, self.settings.share
        if self.settings.turn_sims > 0:
            return int(self._turn.share())
        if share == "total":
            return sims
        moves = len(self._options(root))
        return moves * (sims if share == "each" else max(1, sims // moves))

    def _allot(self) -> float:
        """The wall-clock seconds for this decision; 0 if simulations are counted instead."""
        return self._turn.share() if self.settings.turn_seconds > 0 else self.settings.seconds

    def _in_overtime(self, task: _Task) -> Decision:
        """Any of the pruned moves, but for the end of the turn if there is another."""
        rng = records(Stream, 1, packed=False)
        rng[0].z = seed_of(task.seed, "overtime")
        options = self._options(task.root)
        others = [move for move in options if move != self.game.end] or options
        moves = (*task.prefix, others[_draw_below(rng[0], len(others))])
        return Decision(task.position.copy(), self.name, task.seat, moves, prefix=task.prefix, foreseen=task.seen)

    # --- the vote -----------------------------------------------------------------------------------------------------

    def _tally(self) -> int:
        """Add up the moves at the cursors; return how many there are."""
        n = 0
        for bench in self.benches:
            n = int(self._search.tally(bench.nodes, bench.cursors, self.rows, n))
        return n

    def _choices(self) -> tuple[Choice, ...]:
        """The moves at the cursors, most visited first."""
        found = []
        bests = self._ending.bests = dict[int, float]()
        for row in as_tuples(self.rows, self._tally()):
            move, visits, available, value, square, best, votes, means, trees, bests[row[0]] = row
            mean, low, high = interval(value, square, visits)
            found.append(Choice(move, visits, available, mean, low, high, best, votes, means / max(1, trees)))
        return tuple(sorted((c for c in found if c.visits > 0), key=lambda c: (-c.visits, c.move)))

    def _choices_at(self, root: Position) -> tuple[Choice, ...]:
        """The moves at the roots; a tree that was kept may have others there, of other worlds or not yet pruned."""
        choices = self._choices()
        if not self.settings.reuse:
            return choices
        legal = set(self._options(root))
        return tuple(choice for choice in choices if choice.move in legal)

    def _merit(self, choice: Choice) -> Any:
        """How good a move is in the end: by the vote of the trees, or by the final choice over them all."""
        part = self._vote if self._vote.merit else self._final
        assert part.merit is not None
        found = part.merit(choice, self._ending)
        check_merit(part, found)
        return found

    def _visits_here(self) -> int:
        """The visits of the nodes at the cursors, of all trees together."""
        places = [(bench, int(k)) for bench in self.benches for k in bench.cursors if k >= 0]
        return sum(int(get(bench.nodes, k, "visits")) for bench, k in places)

    def _pick(self, choices: tuple[Choice, ...], rng: Any, listed: Sequence[int] = ()) -> int:
        """The best of the moves at the cursors; `listed` are all legal ones, as far as ties ask for them."""
        self._ending.visits = self._visits_here()
        if self.settings.final in SAMPLED:
            rewards = self._ending.rewards = defaultdict[int, list[float]](list)
            for move, some in [pair for bench in self.benches for pair in bench.rewards().items()]:
                rewards[move] += some
        if self.settings.final in BY_STRATEGY:
            strategy, self._ending.rng = defaultdict[int, float](float), rng[0]
            for move, weight in [pair for bench in self.benches for pair in bench.strategy().items()]:
                strategy[move] += weight
            unknown = not any(strategy[c.move] > 0 for c in choices)  # as long as nothing was drawn
            self._ending.strategy = {c.move: float(c.visits) for c in choices} if unknown else strategy
        merits = [self._merit(c) for c in choices]
        top = max(merits)
        best = [c for c, merit in zip(choices, merits, strict=True) if merit == top]
        return self._break_tie(best, rng, listed)

    def _break_tie(self, best: list[Choice], rng: Any, listed: Sequence[int]) -> int:
        """One of the equally good moves, or when all is lost perhaps any."""
        moves: Sequence[int] = [c.move for c in best]
        if self.settings.ties != "random":
            lost = all(c.mean <= self.settings.loss + LOST for c in best)
            places = {move: listed.index(move) for move in moves if move in listed}
            if self.settings.ties == "first":
                return min(moves, key=lambda move: places.get(move, len(listed)))
            if self.settings.ties == "last" or not lost:
                return max(moves, key=lambda move: places.get(move, -1))
            moves = listed
        return moves[_draw_below(rng[0], len(moves))] if len(moves) > 1 else moves[0]

    def below(self, line: Sequence[int]) -> tuple[Choice, ...]:
        """The moves as the last decision's trees have them after a line of play from their root."""
        self._to_roots()
        for move in line:
            self._follow(move)
        return self._choices()

    def peaks(self) -> dict[int, float]:
        """Of each move at the roots of the last decision's trees: the mean over all trees of its best reward."""
        self.below(())
        return {move: total / self.settings.trees for move, total in self._ending.bests.items()}

    def shape(self) -> Shape:
        """How the last decision's trees have grown."""
        found = [bench.layers() for bench in self.benches]
        deepest = max(len(widths) for widths, _ in found)
        widths = tuple(sum(own[i] for own, _ in found if i < len(own)) for i in range(deepest))
        depth = sum(bench.total("deepest") for bench in self.benches)
        return Shape(self.settings.trees, depth, widths, sum(inner for _, inner in found))

    def _follow(self, move: int) -> None:
        for bench in self.benches:
            self._search.follow(bench.nodes, bench.cursors, move, self.settings.outcomes == "branch")

    def _to_roots(self) -> None:
        for bench in self.benches:
            bench.to_roots()

    def _conclude(self, task: _Task) -> Decision:
        """Take the vote of the trees."""
        rng = records(Stream, 1, packed=False)
        rng[0].z = seed_of(task.seed, "vote")
        self._to_roots()
        choices = self._choices_at(task.root)
        verdict = self._verdict(task.root)
        moves, seen = (verdict, ()) if verdict else self._walk(task, choices, rng)
        self._to_roots()
        line = self._line(task.root, task.seat, sum(c.visits for c in choices) // 50)
        own, done = task.clock.read(), sum(bench.total("done") for bench in self.benches)
        return Decision(
            position=task.position.copy(),
            agent=self.name,
            seat=task.seat,
            moves=task.prefix + moves,
            choices=choices,
            line=tuple(line),
            simulations=done - task.reused,
            trees=self.settings.trees,
            nodes=sum(bench.total("size") for bench in self.benches),
            depth=max(bench.deepest() for bench in self.benches),
            reused=task.reused,
            seconds=own.seconds - task.waited,
            cpu_seconds=own.cpu + task.spent,
            compile_seconds=own.compile_cpu + task.compiling,
            prefix=task.prefix,
            foreseen=task.seen + seen,
            grown=Grown(self, task.root, task.seat, (self._decisions, done)),
        )

    def _verdict(self, root: Position) -> tuple[int, ...]:
        """The move by which a leak decides the game, where that is legal."""
        leak = 0
        for bench in self.benches if self.settings.leaks else ():
            for i in range(bench.count):
                leak |= bench.leak_of(i)
        verdict = verdict_on(leak, self.game)
        return (verdict,) if verdict is not None and root.is_legal(verdict) else ()

    def _walk(
        self, task: _Task, choices: tuple[Choice, ...], rng: Any
    ) -> tuple[tuple[int, ...], tuple[Observation, ...]]:
        """The chosen move, and with commit=stage the chosen answers that follow it, with what is seen before each.

        They end where what the seat will see is not certain: what it has not seen yet, it cannot answer.
        """
        if self.settings.commit == "move":
            listed = self._options(task.root) if self.settings.ties != "random" else ()
            return ((self._pick(choices, rng, listed),) if choices else ()), ()
        ahead, where = self._ahead(task.root, task.seat, task.seed, "walk"), task.root.look()[:3]
        moves = list[int]()
        while choices:
            listed = self._options(ahead.here, below=bool(moves)) if self.settings.ties != "random" else ()
            moves.append(self._pick(choices, rng, listed))
            self._follow(moves[-1])
            going = _goes_on(ahead, moves[-1], where)
            while going and self.settings.skip:
                options = self._options(ahead.here, below=True)
                if len(options) > 1:
                    break
                moves.append(options[0])
                going = _goes_on(ahead, options[0], where)
            if not going:
                break
            legal = self._options(ahead.here, below=True)
            choices = tuple(choice for choice in self._choices() if choice.move in legal)
        return tuple(moves), tuple(ahead.seen[: len(moves) - 1])

    def _line(self, root: Position, seat: int, least: int) -> list[int]:
        """The most visited line, as far as the tree decides it and each move has enough visits to mean something."""
        here = root.copy()
        line: list[int] = []
        while len(line) < 20:
            actor, stage, turn, _ = here.look()
            if actor < 0 or not self.searched[stage] or (actor != seat and self.settings.foe != "tree"):
                break
            options = self._options(here, below=bool(line))
            move = options[0]
            if len(options) > 1 or not self.settings.skip:
                rows = as_tuples(self.rows, self._tally())
                move, visits = max(((row[0], row[1]) for row in rows), key=lambda pair: pair[1], default=(0, 0))
                if visits < max(2, least) or move not in options:
                    break
                self._follow(move)
            line.append(move)
            if move == self.game.end and not self.settings.settle:
                break
            here.play_with(move, make_stream(self.game, 0, "chance", turn, move))
        return line

    def _fade(self, occasion: str) -> None:
        """Let what parts have learnt fade: a `game` or a `turn` begins, or a `decision` has been made."""
        for part in self._learning:
            if part.fade is not None:
                part.fade(self.shared[part.slot], self.settings, occasion)
