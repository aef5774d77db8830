"""What a search is: a frozen record of choices, read from and printed as `key=value` words without loss.

The choices are those of its parts, each of which documents its own; here they come together, the parts that they ask
for are found, and the plan is made by which the compiled search knows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from math import inf
from typing import Any

from mulligan.core.additions import GROUPS, Addition, extend, find_addition, is_addition
from mulligan.core.blame import explaining
from mulligan.core.errors import UsageError, unknown
from mulligan.core.game import CHAIN, Game
from mulligan.core.outside import Found, find_outside, names_file, points
from mulligan.core.words import real_number, whole_number
from mulligan.kernel import pack, records
from mulligan.nets import find_net, is_net

from .backups import MOVER, OTHER, PARANOID, BackupSettings
from .budget import BudgetSettings, check_budget, shares_of
from .closed import CLOSED_LOOP
from .family import FAMILY
from .fields import between, one_of
from .finals import BY_FINAL, BY_VOTE, SAMPLED, FinalSettings
from .layout import DEALS, OPEN_LIMIT, OUTCOMES, SEARCHED
from .mast import BY_AVERAGE, MastSettings
from .mast import ORDER as MAST_ORDER
from .opened import CHANCE_NODES, OPEN_LOOP
from .ordering import LISTED, RANDOM, OrderSettings
from .outsiders import check_part, suspects_in
from .parts import COMPILED, SLOTS, Part, Parts, check_needs, plan_layout
from .playouts import STYLES, cut_of
from .published import BLIND, IDLE, MISCOUNT, PublishedSettings
from .selection import BIASED, UCB1, SelectionSettings
from .stages import searched_stages, style_per_stage
from .values import RESULT, ValueSettings, learned_value
from .worlds import INTERESTING_WORLDS, WorldSettings
from .worlds import SAMPLED as SAMPLED_WORLDS


@dataclass(frozen=True)
class TreeSettings:
    """What the tree is made of."""

    search: str = "all"
    """Searched stages (types of decision), joined by +; the tree decides these, and a rule plays the others."""
    tree: str = "uniform"
    """Policy of the stages in the tree that are not searched: a style."""
    foe: str = "tree"
    """Opponent model: `tree` searches the moves of all others at the table too; a style plays them."""
    prune: str = "none"
    """Move pruning, by name."""
    prune_at: str = one_of("all", ("all", "root"))
    """Move pruning: at `all` nodes, or at the `root` alone."""
    binary: bool = False
    """Move decomposition (binary trees): decide a compound move as a chain of questions."""
    skip: bool = False
    """Forced moves, those without an alternative, get no nodes."""
    scope: str = one_of("game", ("game", "turn"))
    """Search horizon: the `game`, or the searcher's own `turn`."""
    depth: int = between(OPEN_LIMIT, 1, OPEN_LIMIT)
    """Maximum tree depth; 1 is flat Monte Carlo."""
    availability: bool = False
    """Availability count (information set search): N is how often the move was available instead of the visits of its
    parent."""
    exhaust: bool = False
    """Solved subtrees: never revisit what is fully explored; a tree with nothing else left stops before its budget is
    spent."""
    rooted: bool = False
    """The first simulation of each tree is a playout from the root itself."""
    settle: bool = True
    """Whether the end of a turn is played before a position is evaluated."""
    descent: str = one_of("auto", ("auto", "observers", "postponed"), "descent")
    """Tree walk: closed loop, open loop or with chance nodes, as `deal`, `outcomes` and `availability` ask for;
    multiple `observers`, a tree for each seat (MO-ISMCTS); worlds apart only after some moves (`postponed`, EPIMC); or
    name a part of your own."""


@dataclass(frozen=True)
class Settings(
    FinalSettings,
    PublishedSettings,
    ValueSettings,
    MastSettings,
    OrderSettings,
    BackupSettings,
    SelectionSettings,
    TreeSettings,
    WorldSettings,
    BudgetSettings,
):
    """The choices of a search.  Every one of them changes what is searched; none names a game.

    >>> str(Settings(trees=40, sims=250, c=0.7))
    'trees=40,sims=250,c=0.7'
    """

    def __post_init__(self) -> None:
        if not isinstance(self.turn_moves, str):  # a number will do
            object.__setattr__(self, "turn_moves", print_value(self.turn_moves))
        for part in fields(self):
            check_value(part, getattr(self, part.name))
        cut_of(self.cut, 1)
        shares_of(self.turn_moves)

    more: tuple[tuple[str, Any], ...] = ()
    """Settings of parts from elsewhere, by name."""

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            for part in named_parts(self):
                for own in own_fields(part):
                    if own.name == name:
                        return dict(self.more).get(name, own.default)
        raise AttributeError(f"there is no setting '{name}'")

    def __str__(self) -> str:
        words = []
        for name, value in self.changed().items():
            words.append(name if value is True else f"{name}={print_value(value)}")
        return ",".join(words)

    def changed(self) -> dict[str, Any]:
        """The settings that differ from their defaults, in the order in which they are printed."""
        found = {part.name: getattr(self, part.name) for part in fields(self) if part.name != "more"}
        defaults = {part.name: part.default for part in fields(self)}
        names = sorted((name for name, value in found.items() if value != defaults[name]), key=ORDER.index)
        return {name: found[name] for name in names} | dict(sorted(self.more))


def check_value(field: Any, value: Any) -> None:
    """Raise `UsageError` for a value that a setting cannot have."""
    choices, bounds = field.metadata.get("choices"), field.metadata.get("range")
    if choices is not None and value not in choices and not (field.metadata["slot"] and is_outside(value)):
        raise unknown(field.name, value, choices)
    if bounds is not None and not bounds[0] <= value <= bounds[1]:
        low, high = (print_value(bound) for bound in bounds)
        raise UsageError(f"{field.name}={print_value(value)}: should be from {low} to {high}")


# In which order the words are printed: the name in full is the identity of a player, in every store.
ORDER = (
    *("trees", "sims", "share", "seconds", "turn_seconds", "turn_moves", "turn_sims", "overtime", "nodes", "threads"),
    *("deal", "every", "outcomes", "belief", "worlds"),
    *("search", "tree", "foe", "prune", "prune_at", "binary", "skip", "scope", "depth", "descent"),
    *(
        "select",
        "prior",
        "root",
        "c",
        "backup",
        "credit",
        "primed",
        "availability",
        "miscount",
        "exhaust",
        "fpu",
        "order",
    ),
    *("bias", "guide"),
    *("playout", "rollout", "rest", "rooted", "blind", "pruned_start", "settle", "idle", "redraw", "cut", "evaluate"),
    *("temperature", "epsilon", "learn", "recall", "decay", "unseen"),
    *("value", "win", "draw", "loss", "discount"),
    *("interesting", "allowance", "tests", "deduct", "leaks", "hook"),
    *("final", "top", "quantile", "ties", "votes", "commit", "reuse", "across", "lapses", "play"),
)


def print_value(value: Any) -> str:
    if isinstance(value, Part):
        return value.name
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

    >>> change(Settings(), {"binary": "", "sims": "250"}).binary
    True
    """
    known = {part.name: part.default for part in fields(Settings) if part.name != "more"}
    values = {name: read_value(name, text, known[name]) for name, text in words.items() if name in known}
    changed = replace(settings, **values)
    own = {one.name: one for part in named_parts(changed) for one in own_fields(part)}
    more = dict(settings.more)
    for name, text in words.items():
        if name in known:
            continue
        if name not in own:
            raise unknown("search setting", name, [*known, *own])
        more[name] = read_value(name, text, own[name].default)
        check_value(own[name], more[name])
    kept = [(name, value) for name, value in more.items() if name in own and value != own[name].default]
    return replace(changed, more=tuple(sorted(kept)))


# --- from words to parts ----------------------------------------------------------------------------------------------


def is_closed_loop(settings: Settings) -> bool:
    """Whether a node stands for one position; what is available matters only where it does not."""
    return settings.outcomes == "fixed" and settings.deal != "every" and not settings.availability


ON_DEMAND = ("prior",)  # slots that are filled only if a part wants them
GROUP = "mulligan.search"  # of the entry points by which other packages offer parts
WORDS = {
    **{"value": "value", "playout": "playout", "worlds": "worlds", "select": "select", "order": "order"},
    **{"hook": "hook", "descent": "descent", "backup": "backup", "final": "final", "vote": "votes"},
    **{"prior": "prior", "allocation": "root"},
}
"""By slot: the setting that names a part of the family, or of somebody's own."""


ADDED = {
    **dict.fromkeys(("tree", "foe", "rollout", "rest", "play"), "style"),
    **dict.fromkeys(("evaluate", "guide"), "evaluation"),
    **{"prune": "pruning", "belief": "belief"},
}
"""Settings that name parts of a game, with the kind of addition that somebody may name there."""


def additions_of(settings: Settings, game: Game) -> dict[str, Found]:
    """What the settings name that the game has not by itself."""
    found = {}
    for word, kind in ADDED.items():
        value = getattr(settings, word)
        for one in [value] if isinstance(value, Addition) else value.split("+"):
            if is_addition(one, kind):
                found[str(one)] = find_addition(one, kind, game)
    if str(settings.belief) != "game" and str(settings.belief) not in found:
        raise unknown("belief", settings.belief, ["game", *points(GROUPS["belief"])])
    return found


def game_of(settings: Settings, game: Game) -> Game:
    """The game with all that the settings add to it."""
    return extend(game, {text: one.thing for text, one in additions_of(settings, game).items()})


def code_of(settings: Settings, game: Game) -> dict[str, str]:
    """Whose code the search has besides our own, and what was learned, each in which state."""
    words = [getattr(settings, word) for word in WORDS.values()]
    named = [word for word in words if isinstance(word, str) and is_outside(word)]
    parts = {word: find_outside(word, GROUP, "part") for word in named}
    nets = {word: Found(None, f"network {find_net(word).mark}") for word in (settings.evaluate,) if is_net(word)}
    return {text: one.origin for text, one in {**parts, **additions_of(settings, game), **nets}.items() if one.origin}


def is_outside(value: str | Part) -> bool:
    """Whether a setting is a part of somebody's own: an object, or a name in another package or a file."""
    return isinstance(value, Part) or names_file(value) or value in points(GROUP)


def _find_part(value: str | Part, slot: str) -> Part:
    found = value if isinstance(value, Part) else find_outside(value, GROUP, "part").thing
    if not isinstance(found, Part) or found.slot != slot:
        what = f"a part for {found.slot}" if isinstance(found, Part) else f"a {type(found).__name__}"
        raise UsageError(f"{WORDS[slot]}={value}: it is {what}, and should be a Part for {slot}")
    check_part(found, f"{WORDS[slot]}={print_value(value)}", Settings)
    return found


def named_parts(settings: Settings) -> Parts:
    """The parts of the family, or of somebody's own, that the settings name."""
    found = []
    for slot, word in WORDS.items():
        value = getattr(settings, word)
        if isinstance(value, str) and value in FAMILY.get(slot, {}):
            found.append(FAMILY[slot][value])
        elif is_outside(value):
            found.append(_find_part(value, slot))
    return tuple(found)


def own_fields(part: Part) -> tuple[Any, ...]:
    """The settings that a part has for itself, and not every search."""
    shipped = {one.name for one in fields(Settings)}
    return () if part.Settings is None else tuple(one for one in fields(part.Settings) if one.name not in shipped)


def parts_of(settings: Settings) -> Parts:
    """The parts that the settings ask for, one for each slot, and the hooks."""
    own = {part.slot: part for part in named_parts(settings)}
    kept = tuple(part for part in _shipped_parts(settings) if part.slot == "hook" or part.slot not in own)
    wanted = {slot for part in (*kept, *own.values()) for slot in part.wants}
    chosen = tuple(part for part in (*kept, *own.values()) if part.slot not in ON_DEMAND or part.slot in wanted)
    return tuple(sorted(chosen, key=lambda part: SLOTS.index(part.slot)))


def _by_average(settings: Settings) -> bool:
    return "mast" in str(settings.rollout).split("+")


def _shipped_parts(settings: Settings) -> Parts:
    """The parts that come with Mulligan, as the settings ask for them."""
    descent = CLOSED_LOOP if is_closed_loop(settings) else OPEN_LOOP
    hooks = {
        BLIND: settings.blind != "no" or settings.leaks,
        MISCOUNT: settings.miscount,
        IDLE: settings.idle,
    }
    chosen: list[Part] = [
        learned_value(settings.evaluate) if is_net(settings.evaluate) else RESULT,
        BY_AVERAGE if _by_average(settings) else STYLES,
        SAMPLED_WORLDS if settings.interesting == "no" else INTERESTING_WORLDS,
        UCB1 if settings.bias == 0.0 else BIASED,
        {"listed": LISTED, "mast": MAST_ORDER}.get(settings.order, RANDOM),
        *(hook for hook, wanted in hooks.items() if wanted),
        CHANCE_NODES if settings.outcomes == "branch" else descent,
        {"mover": MOVER, "paranoid": PARANOID}.get(settings.credit, OTHER),
        BY_FINAL.get(settings.final, BY_FINAL["visits"]),
        BY_VOTE.get(settings.votes, BY_VOTE["visits"]),
    ]
    return tuple(chosen)


def _check(settings: Settings, parts: Parts) -> None:
    """Raise `UsageError` for settings that do not go together."""
    check_budget(settings)
    check_needs(parts)
    if settings.prior != "uniform" and not any(part.slot == "prior" for part in parts):
        raise UsageError("prior: only with a part that wants one, such as select=puct or order=widening")
    if is_net(settings.evaluate) and not any(part.slot == "value" and part.sums for part in parts):
        raise UsageError(f"evaluate={settings.evaluate}: only with value=result, which asks it")
    if settings.bias != 0.0 and settings.select in FAMILY["select"]:
        raise UsageError("bias: only with select=ucb1")
    for part in parts:
        part.check(settings)
    if settings.rest != "rollout" and _by_average(settings):
        raise UsageError("rest: a turn is finished by styles, so rollout=mast does not go with it")
    if settings.miscount and not settings.availability:
        raise UsageError("miscount: only with availability, and not with outcomes=branch")
    if settings.exhaust and not is_closed_loop(settings):
        raise UsageError("exhaust: only with outcomes=fixed, and not with deal=every or availability")
    if settings.exhaust and settings.blind != "no":
        raise UsageError("exhaust: not with blind, for what was not simulated is not explored")
    if not settings.settle and (settings.interesting != "no" or settings.leaks):
        raise UsageError("settle=no: not with interesting or leaks, which play on to the end of the game")
    if settings.across and not (settings.reuse and settings.outcomes == "branch"):
        raise UsageError("across: only with reuse and outcomes=branch; elsewhere reuse needs no such help")
    if settings.reuse and settings.skip and not is_closed_loop(settings):
        raise UsageError("reuse: not with skip in open loop, since not every move played is known")


def make_plan(settings: Settings, game: Game, seat: int) -> Any:
    """The record by which the compiled search knows its settings; raises `UsageError` for what the game lacks."""
    parts = parts_of(settings)
    _check(settings, parts)
    made = records(plan_layout(parts), 1, packed=False)
    p = made[0]
    p.seat = seat
    p.deal, p.every, p.outcomes = DEALS.index(settings.deal), settings.every, OUTCOMES.index(settings.outcomes)
    searched = searched_stages(settings.search, game)
    rules = style_per_stage(game, settings.tree)
    foe = None if settings.foe == "tree" else style_per_stage(game, settings.foe)
    for i, is_searched in enumerate(searched):
        p.own[i] = SEARCHED if is_searched else rules[i]
        p.foe[i] = p.own[i] if foe is None else foe[i]
    prune = game.pruning(str(settings.prune))
    p.form = prune
    if settings.binary:
        if not game.chains:
            raise UsageError(f"binary: {game.name} has no compound moves to ask about")
        p.form += CHAIN
    p.below = p.form if settings.prune_at == "all" else p.form - prune
    p.skip, p.availability, p.fpu = int(settings.skip), int(settings.availability), settings.fpu
    p.own_turn, p.depth, p.cap = int(settings.scope == "turn"), settings.depth, settings.nodes
    p.exhaust, p.rooted, p.redraw = int(settings.exhaust), int(settings.rooted), int(settings.redraw)
    if not settings.settle and game.end is None:
        raise UsageError(f"settle=no: {game.name} has no move that ends a turn")
    p.settle = int(settings.settle)
    game.evaluation(str(settings.guide) or game.evaluations[0])
    p.sampled = int(settings.final in SAMPLED and settings.votes == "visits")
    never_on = settings.cut != "no" and cut_of(settings.cut, game.players)[1] == 0
    p.sure = int(never_on and not settings.redraw and settings.interesting != "leaf")
    for part in parts:
        if part.slot in COMPILED:
            with explaining(lambda part=part: suspects_in((part,))):  # type: ignore[misc]
                part.fill(getattr(p, part.field), settings, game, seat)
    return pack(made) if game.compiled else made


__all__ = [
    "Settings",
    "change",
    "cut_of",
    "make_plan",
    "parts_of",
    "print_value",
    "read_value",
    "searched_stages",
    "shares_of",
    "style_per_stage",
]
