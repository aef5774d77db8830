"""What a search is: a small frozen record of choices, read from and printed as `key=value` words without loss."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from math import inf, log
from typing import Any

from mulligan.errors import UsageError, unknown
from mulligan.game import CHAIN, MAX_STAGES, Game
from mulligan.kernel import pack, records
from mulligan.words import plain_digits, real_number, whole_number

from . import layout
from .layout import CREDITS, DEALS, INTERESTING, LOGS, ORDERS, OUTCOMES, SEARCHED, TURNS, Plan

FINALS = ("visits", "mean", "max", "top", "quantile", "secure", "uct")
SAMPLED = ("top", "quantile")  # these need every single reward
VOTES = ("visits", "mean", "majority", "best")
COMMITS = ("move", "stage")
SHARES = ("total", "even", "each")
TIES = ("random", "first", "last", "last_won")
OPEN_LIMIT = 2_000


@dataclass(frozen=True)
class Settings:
    """The choices of a search.  Every one of them changes what is searched; none names a game.

    >>> str(Settings(trees=40, sims=250, c=0.7))
    'trees=40,sims=250,c=0.7'
    """

    # budget
    sims: int = 1000
    """Simulations per tree and decision."""
    share: str = "total"
    """What `sims` counts: the `total`, the same divided `even` among the moves at the root, or `each` move's own."""
    trees: int = 1
    """How many trees vote."""
    seconds: float = 0.0
    """If above 0: wall-clock seconds per decision instead of a number of simulations."""
    turn_seconds: float = 0.0
    """If above 0: wall-clock seconds for all decisions of a turn together."""
    turn_moves: str = "4"
    """How many decisions of a turn the clock is shared among; or several such numbers joined by +, for the searcher's
    first turn, the second and so on, the last one for all later turns."""
    turn_sims: int = 0
    """If above 0: simulations per tree for all decisions of a turn together, shared as the clock would be; no decision
    has more than `sims`."""
    overtime: str = "share"
    """How the budget of a turn is spent: decisions `share` what is left; or each has its part of the whole, and once
    the next would use up the rest, moves are `random` (a fault of a published program)."""
    nodes: int = 1_000_000
    """No tree grows beyond this number of nodes, but for the moves at its root."""
    threads: int = 1
    """Threads that share the trees; results do not depend on it."""
    # information
    deal: str = "tree"
    """When unknown cards are dealt: once per `tree`; the same, with what is still to be drawn shuffled again for each
    `node`; `every` k simulations; or `never`."""
    every: int = 1
    """With deal=every: simulations between two deals."""
    outcomes: str = "fixed"
    """What chance decides in the tree is `fixed` per node, `open` on every visit, or a `branch` per outcome."""
    # the tree
    search: str = "all"
    """The stages that the tree decides, joined by +; the others are played by rule."""
    tree: str = "uniform"
    """The style of the stages that the tree does not decide."""
    foe: str = "tree"
    """How the opponent moves in the tree: `tree`, or a style."""
    prune: str = "none"
    """The pruning level of moves."""
    prune_at: str = "all"
    """Where moves are pruned: at `all` nodes, or at the `root` alone."""
    binary: bool = False
    """Offer compound moves as a chain of questions."""
    skip: bool = False
    """Decisions with a single option are no nodes."""
    scope: str = "game"
    """How far the tree reaches: the `game`, or the searcher's own `turn`."""
    depth: int = OPEN_LIMIT
    """The greatest depth of the tree; 1 is flat Monte Carlo."""
    # selection
    c: float = 1.5
    """Exploration: the factor of sqrt(ln N / n); `inf` visits all children evenly."""
    backup: str = "mean"
    """What a move is worth to selection: the `mean` of its rewards, or the best single one (`max`)."""
    credit: str = "mover"
    """Whose reward a node keeps: its `mover`'s, always the `searcher`'s, or by `depth` those of the searcher and of the
    opponent by turns, as if players alternated."""
    primed: int = 0
    """Every new node counts, for selection alone, as visited and available so many times before, without reward."""
    availability: bool = False
    """Count for N how often a move was available instead of the visits of its parent."""
    miscount: bool = False
    """A fault of a published program (SOISMCTS, 2024): at the root only the chosen child's availability is counted;
    deeper, the chosen child's twice."""
    exhaust: bool = False
    """Visit nothing again that is fully explored; a tree of which nothing else is left ends before its budget."""
    fpu: float = inf
    """The score of a move not tried yet; `inf` tries every move first."""
    order: str = "random"
    """In which order moves are first tried: `random`, as the game has them `listed`, or as `mast` would draw them."""
    bias: float = 0.0
    """Weight of the evaluation of a child, fading with its visits."""
    guide: str = ""
    """The evaluation that the bias uses; the first one of the game if empty."""
    # simulation
    rollout: str = "uniform"
    """The style of simulations, or `mast`."""
    rest: str = "rollout"
    """How the turn in which a simulation starts is played to its end: as the `rollout`, or by a style; one for all, or
    for each stage where it may start, joined by +."""
    rooted: bool = False
    """The first simulation of each tree starts at the root itself."""
    blind: str = "no"
    """The stages, joined by +, whose moves lead to new nodes that are not simulated but count as lost; or `no`."""
    pruned_start: bool = False
    """The first move of each simulation is drawn evenly from the pruned moves; the end of the turn only if it is the
    only one."""
    settle: bool = True
    """Whether the end of a turn is played before a position is judged."""
    idle: bool = False
    """A fault of a published program (MCTSBot): before a position is judged, a rollout is played to the end, and what
    becomes of it is ignored."""
    redraw: bool = False
    """Simulations draw afresh what nobody has drawn yet."""
    cut: str = "no"
    """Where simulations stop: `no`; after a number of `moves`, `turns` or `rounds` of their own, as in `8turns`; or so
    many turns `ahead` of the root, which is the same for all, as in `3ahead`."""
    evaluate: str = ""
    """The evaluation after a cut; the first one of the game if empty."""
    temperature: float = 0.0
    """MAST: softmax temperature; 0 takes the best average."""
    epsilon: float = 0.0
    """MAST: probability of a uniformly random move."""
    learn: str = "all"
    """MAST: which moves an iteration counts for, `all` of its moves or only those of its `rollout`."""
    recall: str = "game"
    """MAST: whether averages are kept for the `game` or for the `turn`."""
    decay: float = 1.0
    """MAST: what averages are multiplied by after each decision; 0 forgets."""
    unseen: float = inf
    """MAST: the average of a move not seen yet; `inf` is what a win is worth."""
    # reward
    win: float = 1.0
    """What a win is worth."""
    draw: float = 0.5
    """What a draw is worth."""
    loss: float = 0.0
    """What a loss is worth."""
    discount: float = 1.0
    """Factor per turn from the root of the search to the end."""
    # interesting deals
    interesting: str = "no"
    """Look for deals in which the choice matters: `no`, at the `root`, or at each `leaf`."""
    allowance: float = 0.05
    """The share of a tree's simulations (root) or of all (leaf) that may be spent on looking for one."""
    tests: int = 1
    """Pairs of rollouts per candidate."""
    deduct: bool = True
    """Whether these rollouts count as simulations."""
    leaks: bool = False
    """A fault of a published program: what a blind visit sees of the end of the game decides the next simulation, or if
    none follows, the game itself, where its rules have such verdicts."""
    # the decision
    final: str = "visits"
    """The move with most `visits`, best `mean`, best single reward (`max`), best mean of its `top` rewards, best
    `quantile` of them, best lower bound (`secure`), or best score by which the tree selects (`uct`)."""
    top: int = 4
    """With final=top: how many of a move's best rewards count, or all where there are fewer."""
    quantile: float = 0.9
    """With final=quantile: the part of a move's rewards that are no better than the one that counts."""
    ties: str = "random"
    """Which of equally good moves: `random`, the one listed `first` or `last`, or `last_won`: if they all lose, any
    legal move."""
    votes: str = "visits"
    """How trees vote: sums of `visits`, `mean` of their means, `majority` of their choices, or the sum of the `best`
    single rewards of a move in each."""
    commit: str = "move"
    """Decide one `move`, or from one search all moves to the end of the `stage`, or to where chance or others change
    what the player sees."""
    reuse: bool = False
    """Keep the part of the tree below the moves that are really played; with outcomes=branch only after a single move,
    as what chance decided before is not told."""
    across: bool = False
    """With reuse and outcomes=branch: keep the tree also after moves of others and several moves; of all nodes that
    the moves played may have led to, with what chance decided unknown but for the last, the one with most visits."""
    lapses: bool = False
    """With reuse, a fault of a published program (SOISMCTS): a move without alternative loses the tree."""
    # stages that are not searched, in the real game
    play: str = "house"
    """The style that plays, in the real game, the stages not searched; `house`: as the setup says."""

    def __post_init__(self) -> None:
        if not isinstance(self.turn_moves, str):  # a number will do
            object.__setattr__(self, "turn_moves", print_value(self.turn_moves))
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if value not in choices:
                raise unknown(name, value, choices)
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise UsageError(
                    f"{name}={print_value(value)}: should be from {print_value(low)} to {print_value(high)}"
                )
        cut_of(self.cut, 1)
        shares_of(self.turn_moves)

    def __str__(self) -> str:
        words = []
        for part in fields(self):
            value = getattr(self, part.name)
            if value != part.default:
                words.append(part.name if value is True else f"{part.name}={print_value(value)}")
        words.sort(key=lambda word: _ORDER.index(word.partition("=")[0]))
        return ",".join(words)


_CHOICES: dict[str, tuple[str, ...]] = {
    "deal": DEALS,
    "outcomes": OUTCOMES,
    "scope": ("game", "turn"),
    "prune_at": ("all", "root"),
    "backup": ("mean", "max"),
    "credit": CREDITS,
    "interesting": INTERESTING,
    "final": FINALS,
    "votes": VOTES,
    "commit": COMMITS,
    "order": ORDERS,
    "share": SHARES,
    "overtime": ("share", "random"),
    "learn": ("all", "rollout"),
    "recall": ("game", "turn"),
    "ties": TIES,
}

_RANGES: dict[str, tuple[float, float]] = {
    "sims": (1, 10**9),
    "trees": (1, 100_000),
    "seconds": (0, 86_400),
    "turn_seconds": (0, 86_400),
    "turn_sims": (0, 10**9),
    "top": (1, 10**6),
    "quantile": (0, 1),
    "nodes": (2, 10**8),
    "threads": (1, 256),
    "every": (1, 10**9),
    "depth": (1, OPEN_LIMIT),
    "c": (0, inf),
    "primed": (0, 1_000),
    "bias": (-(10**6), 10**6),
    "temperature": (0, 10**6),
    "epsilon": (0, 1),
    "decay": (0, 1),
    "unseen": (-(10**6), inf),
    "win": (-(10**6), 10**6),
    "draw": (-(10**6), 10**6),
    "loss": (-(10**6), 10**6),
    "discount": (0, 1),
    "allowance": (0, 1),
    "tests": (1, 1_000),
}

_ORDER = ("trees", "sims", *(part.name for part in fields(Settings) if part.name not in ("trees", "sims")))


def print_value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "inf" if value == inf else f"{value:g}" if float(f"{value:g}") == value else repr(value)
    return str(value)


def read_value(name: str, text: str, default: Any) -> Any:
    if isinstance(default, bool):
        if text in ("", "yes", "true", "on", "1"):
            return True
        if text in ("no", "false", "off", "0"):
            return False
        raise UsageError(f"{name}={text}: should be yes or no")
    if text == "":
        raise UsageError(f"{name}: a value is missing, as in {name}={print_value(default)}")
    if isinstance(default, int | float):
        try:
            value: float = whole_number(text) if isinstance(default, int) else real_number(text)
        except ValueError as error:
            raise UsageError(f"{name}={text}: {error}") from None
        if value != value:
            raise UsageError(f"{name}={text}: should be a number")
        return value
    return text


def change(settings: Settings, words: Mapping[str, str]) -> Settings:
    """Settings with some choices changed, given as words.

    >>> change(Settings(), {"binary": "", "sims": "250"})
    Settings(sims=250, ..., binary=True, ...)
    """
    known = {part.name: part.default for part in fields(Settings)}
    values = {}
    for name, text in words.items():
        if name not in known:
            raise unknown("search setting", name, known)
        values[name] = read_value(name, text, known[name])
    return replace(settings, **values)


def cut_of(text: str, players: int) -> tuple[int, int]:
    """The kind and length of a cut-off.

    >>> cut_of("no", 2), cut_of("20moves", 2), cut_of("3rounds", 2), cut_of("1ahead", 2)
    ((0, 0), (1, 20), (2, 6), (3, 1))
    """
    if text == "no":
        return layout.NO_CUT, 0
    units = {
        "moves": (layout.CUT_MOVES, 1),
        "turns": (layout.CUT_TURNS, 1),
        "rounds": (layout.CUT_TURNS, players),
        "ahead": (layout.CUT_AHEAD, 1),
    }
    for unit, (kind, factor) in units.items():
        number = text.removesuffix(unit)
        if number != text and plain_digits(number) and len(number) < 10:
            return kind, factor * int(number)
    raise UsageError(f"cut={text}: should be 'no', or a number of moves, turns or rounds, as in 8turns, or 3ahead")


def shares_of(text: str) -> tuple[float, ...]:
    """Among how many decisions the clock is shared in the searcher's first turn, the second and so on.

    >>> shares_of("4"), shares_of("2+3.5+6")
    ((4.0,), (2.0, 3.5, 6.0))
    """
    try:
        numbers = tuple(real_number(word) for word in text.split("+"))
    except ValueError:
        numbers = ()
    if not numbers or not all(1 <= number <= 1_000 for number in numbers):
        raise UsageError(f"turn_moves={text}: should be a number from 1 to 1000, or one for each turn, as in 2+4+6")
    return numbers


def searched_stages(search: str, game: Game) -> list[bool]:
    """For each stage of the game, whether the tree decides it."""
    if search == "all":
        return [True] * len(game.stages)
    chosen = [game.stage_number(name) for name in search.split("+")]
    return [number in chosen for number in range(len(game.stages))]


def style_per_stage(game: Game, text: str, *, also: Mapping[str, int] | None = None) -> list[int]:
    """One style for all stages, or one per stage joined by +, in the order of the game's stages.

    `also` are words that may stand in place of a style, with their numbers.
    """
    names, others = text.split("+"), also or {}
    if len(names) == 1:
        names *= len(game.stages)
    if len(names) != len(game.stages):
        raise UsageError(f"'{text}': {game.name} has {len(game.stages)} stages ({', '.join(game.stages)})")
    numbers = [others[name] if name in others else game.style(name) for name in names]
    return numbers + [0] * (MAX_STAGES - len(numbers))


def blind_stages(settings: Settings, game: Game) -> list[bool]:
    """For each stage of the game, whether the new nodes that its moves lead to are not simulated."""
    chosen = [] if settings.blind == "no" else [game.stage_number(name) for name in settings.blind.split("+")]
    return [number in chosen for number in range(len(game.stages))]


def _refuse(settings: Settings) -> None:
    """Say which settings do not go together."""
    timed = settings.seconds > 0 or settings.turn_seconds > 0
    if settings.rest != "rollout" and "mast" in settings.rollout.split("+"):
        raise UsageError("rest: a turn is finished by styles, so rollout=mast does not go with it")
    if settings.blind != "no" and settings.outcomes == "branch":
        raise UsageError("blind: not with outcomes=branch, where what chance decides is a node of its own")
    if settings.rooted and settings.sims < 2 and settings.share == "total":
        raise UsageError("rooted: the root takes the first simulation, so sims should be at least 2")
    if settings.rooted and settings.turn_sims > 0:
        raise UsageError("rooted: the root takes the first simulation, which may be the only one with turn_sims")
    if settings.share != "total" and timed:
        raise UsageError("share: simulations are shared, so seconds and turn_seconds do not go with it")
    if settings.share != "total" and settings.interesting != "no":
        raise UsageError("share: not with interesting, which takes its part from a fixed number of simulations")
    if settings.turn_sims > 0 and (timed or settings.share != "total" or settings.interesting != "no"):
        raise UsageError("turn_sims: not with seconds, turn_seconds, share or interesting")
    if settings.final in SAMPLED and (settings.commit == "stage" or settings.reuse):
        raise UsageError(
            f"final={settings.final}: not with commit=stage or reuse, as rewards are kept for one decision"
        )
    if settings.across and not (settings.reuse and settings.outcomes == "branch"):
        raise UsageError("across: only with reuse and outcomes=branch; elsewhere reuse needs no such help")
    if settings.idle and "mast" in settings.rollout.split("+"):
        raise UsageError("idle: rollouts that are ignored are played by styles, so rollout=mast does not go with it")
    if settings.final == "uct" and settings.c == inf:
        raise UsageError("final=uct: with c=inf no mean would count")
    if settings.miscount and (not settings.availability or settings.outcomes == "branch"):
        raise UsageError("miscount: only with availability, and not with outcomes=branch")
    if settings.exhaust and not _fixed(settings):
        raise UsageError("exhaust: only with outcomes=fixed, and not with deal=every or availability")
    if settings.exhaust and settings.blind != "no":
        raise UsageError("exhaust: not with blind, for what was not simulated is not explored")
    if settings.order == "mast" and "mast" not in settings.rollout.split("+"):
        raise UsageError("order=mast: only with rollout=mast, which keeps the averages of moves")
    if settings.order == "mast" and _fixed(settings):
        raise UsageError("order=mast: not where a node is one position, as its moves are put in order only once")
    if not settings.settle and (settings.interesting != "no" or settings.leaks):
        raise UsageError("settle=no: not with interesting or leaks, which play on to the end of the game")


def _fixed(settings: Settings) -> bool:
    """Whether a node stands for one position; what is available matters only where it does not."""
    return settings.outcomes == "fixed" and settings.deal != "every" and not settings.availability


def make_plan(settings: Settings, game: Game, seat: int) -> Any:
    """The record by which the compiled search knows its settings; raises `UsageError` for what the game lacks."""
    _refuse(settings)
    made = records(Plan, 1, packed=False)
    p = made[0]
    p.seat = seat
    p.deal, p.every, p.outcomes = DEALS.index(settings.deal), settings.every, OUTCOMES.index(settings.outcomes)
    searched = searched_stages(settings.search, game)
    rules = style_per_stage(game, settings.tree)
    foe = None if settings.foe == "tree" else style_per_stage(game, settings.foe)
    for i, is_searched in enumerate(searched):
        p.own[i] = SEARCHED if is_searched else rules[i]
        p.foe[i] = p.own[i] if foe is None else foe[i]
    p.form = game.level(settings.prune)
    if settings.binary:
        if not game.chains:
            raise UsageError(f"binary: {game.name} has no compound moves to ask about")
        p.form += CHAIN
    p.below = p.form if settings.prune_at == "all" else p.form - game.level(settings.prune)
    p.skip, p.c, p.availability, p.fpu = int(settings.skip), settings.c, int(settings.availability), settings.fpu
    p.peak, p.primed, p.miscount = int(settings.backup == "max"), settings.primed, int(settings.miscount)
    p.credit = CREDITS.index(settings.credit)
    p.order = ORDERS.index(settings.order)
    for i in range(1, LOGS):
        p.log[i] = log(i)
    p.bias, p.bias_style = settings.bias, game.evaluation(settings.guide or game.evaluations[0])
    p.plain = int(settings.c < inf and settings.bias == 0.0 and settings.backup == "mean" and settings.primed == 0)
    p.own_turn, p.depth = int(settings.scope == "turn"), settings.depth
    p.rollout[:] = style_per_stage(game, settings.rollout, also={"mast": layout.MAST})
    p.mast = int(layout.MAST in p.rollout) * (2 if settings.learn == "rollout" else 1)
    p.rest[:] = style_per_stage(game, settings.rest, also={"rollout": layout.ROLLOUT})
    p.rests = int(any(style != layout.ROLLOUT for style in p.rest[: len(game.stages)]))
    for i, is_blind in enumerate(blind_stages(settings, game)):
        p.blind[i] = int(is_blind)
    p.leaks = int(settings.leaks)
    p.rooted = int(settings.rooted)
    if not settings.settle and game.end is None:
        raise UsageError(f"settle=no: {game.name} has no move that ends a turn")
    p.pruned_start, p.settle = int(settings.pruned_start), int(settings.settle)
    p.temperature, p.epsilon = settings.temperature, settings.epsilon
    p.unseen = settings.win if settings.unseen == inf else settings.unseen
    p.idle, p.redraw = int(settings.idle), int(settings.redraw)
    p.sampled = int(settings.final in SAMPLED and settings.votes == "visits")
    p.cut, p.cut_length = cut_of(settings.cut, game.players)
    p.exhaust = int(settings.exhaust)
    p.sure = int(settings.cut != "no" and p.cut_length == 0 and not settings.redraw and settings.interesting != "leaf")
    p.evaluation = game.evaluation(settings.evaluate or game.evaluations[0])
    p.win, p.draw, p.loss = settings.win, settings.draw, settings.loss
    factor = 1.0
    for i in range(TURNS):
        p.discount[i] = factor
        factor *= settings.discount
    p.interesting = INTERESTING.index(settings.interesting)
    if settings.interesting != "no":
        if game.contrast is None:
            raise UsageError(f"interesting: {game.name} names no two styles to contrast")
        p.contrast[:] = [game.style(name) for name in game.contrast]
        per = settings.sims if settings.interesting == "root" else settings.sims * settings.trees
        p.candidates, p.tests = int(settings.allowance * per), settings.tests
        p.deduct = int(settings.deduct and settings.interesting == "root")
        if p.deduct:
            # something must be left to search with
            p.candidates = min(p.candidates, settings.sims - 1 - int(settings.rooted))
        if p.mast:
            raise UsageError("interesting: deals are tried out by a style, so rollout=mast does not go with it")
    if settings.reuse and settings.skip and not _fixed(settings):
        raise UsageError("reuse: in an open world not with skip, as what was played is not all told")
    p.cap = settings.nodes
    p.keep = int(_fixed(settings))
    return pack(made) if game.compiled else made


__all__ = [
    "Settings",
    "change",
    "cut_of",
    "make_plan",
    "print_value",
    "read_value",
    "searched_stages",
    "shares_of",
    "style_per_stage",
]
