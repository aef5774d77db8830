"""What matches and tournaments found, in words: rows and sheets of text, before anyone prints or draws them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mulligan.agents import is_given

if TYPE_CHECKING:
    from .match import MatchResult
    from .tournament import Standings

Sheet = tuple[Sequence[str], Sequence[Sequence[str]]]
"""The heads of a table, and its lines."""


def percent(rate: float) -> str:
    """A share in percent.

    >>> percent(0.6)
    '60.0 %'
    """
    return f"{100 * rate:.1f} %"


def probability(p: float, name: str = "") -> str:
    """A p-value, without more digits than anyone can use.

    >>> probability(0.0421), probability(1e-12), probability(0.0421, "p")
    ('0.042', '< 0.0001', 'p = 0.042')
    """
    if p < 0.0001:
        return f"{name} < 0.0001".lstrip()
    return f"{name} = {p:.2g}" if name else f"{p:.2g}"


def duration(seconds: float) -> str:
    """A short duration in a fitting unit.

    >>> duration(0.0123), duration(0.0000042), duration(3.21), duration(150)
    ('12.3 ms', '4.2 us', '3.21 s', '2:30')
    """
    if seconds >= 100:
        from .progress import clock

        return clock(seconds)
    for factor, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= factor:
            return f"{seconds / factor:.3g} {unit}"
    return f"{seconds * 1e6:.2g} us"


def bounds(low: float | None, high: float | None) -> str:
    """The interval of an Elo difference."""
    return f"[{'-inf' if low is None else f'{low:+.0f}'}, {'+inf' if high is None else f'{high:+.0f}'}]"


def match_command(result: MatchResult) -> str:
    """The command that plays the match again, with the same result."""
    from mulligan.core.registry import typed_name

    words = ["mulligan", "match", typed_name(result.game.name), *result.agents, "--pairs", str(result.goal)]
    words += ["--seed", str(result.seed)]
    if result.setup != next(iter(result.game.setups)):
        words += ["--setup", result.setup]
    if result.deals:
        words += ["--deals", result.deals]
    if result.test is not None:
        words += ["--sprt", str(result.test.sprt)]
    if result.workers > 1:
        words += ["--workers", str(result.workers)]
    if result.store:
        words += ["--store", result.store]
        if not result.name.startswith(f"match/{result.game.name}-"):
            words += ["--name", result.name]
    return shlex.join(words)


def _effort(agent: dict[str, Any]) -> str:
    each = agent["cpu_seconds_per_decision"]
    if each is None:
        return f"{agent['decisions']:,} decisions{'' if agent['forfeits'] else ' by rule'}"
    text = "sees hidden cards; " if agent["oracle"] else ""
    text += f"{duration(each)} of CPU a decision, {agent['decisions']:,} decisions"
    if agent["simulations"]:
        text += f", {agent['simulations_per_cpu_second']:,.0f} simulations a CPU second"
    return text


def _granted(result: MatchResult) -> list[tuple[str, str]]:
    """What the players of a solo game made of the setup, if anything."""
    if set(result.granted) == {result.setup}:
        return []
    return [("granted", "  v  ".join(result.granted))]


def match_rows(result: MatchResult) -> list[tuple[str, str]]:
    """The result of a match: labels and what there is to say."""
    found, (first, second) = result.to_dict(), result.agents
    sides = result.game.sides
    won, lost = sum(pair.share > 0.5 for pair in result.played), sum(pair.share < 0.5 for pair in result.played)
    low, high = found["ci95"]
    over = "; reckoned over pairs [{:.1f}, {:.1f}]".format(*(100 * b for b in found["ci95_pairs"]))
    over = {1: "", 2: over}.get(sides, "; equals have 50 %")
    what = {1: "the same deals for both", 2: "seats swapped"}.get(sides, f"{first} on each of {sides} sides")
    pairs = "pairs" if sides <= 2 else "rotations"
    played = f"{found['pairs']} {pairs}, {found['games']} games, {what}; seed {result.seed}"
    test = f"of the {pairs} {won} won, {lost} lost, {found['pairs'] - won - lost} even"
    rows = [
        ("match", f"{first}  v  {second}"),
        ("game", f"{found['version']}, setup {result.setup}; {played}"),
        *_granted(result),
        ("score" if sides <= 2 else "in front", f"{found['wins']}-{found['draws']}-{found['losses']} for {first}"),
        ("rate", f"{percent(found['rate'])}, 95 % interval [{100 * low:.1f}, {100 * high:.1f}]{over}"),
        ("paired test" if sides <= 2 else "t test", f"{probability(found['p_value'], 'p')}; {test}"),
    ]
    if sides <= 2:
        rows.append(("Elo", (f"{found['elo']:+.0f} " if found["elo"] is not None else "") + bounds(*found["elo95"])))
    if result.forfeits:
        by = " and ".join(f"{agent['forfeits']} by {agent['name']}" for agent in found["by_agent"] if agent["forfeits"])
        rows.append(("forfeits", f"games lost by failing: {by}; the first: {result.forfeits[0]}"))
    if result.test is not None:
        rows.append(("SPRT", str(result.test)))
    if found["payoff_means"]:
        each = zip(found["payoff_means"], found["payoff_ci95"], strict=True)
        rows.append(("mean payoff", " v ".join(f"{mean:.4f} [{low:.4f}, {high:.4f}]" for mean, (low, high) in each)))
    if found.get("seat_means"):
        means = ", ".join(f"{mean:.4f}" for mean in found["seat_means"])
        rows.append(("seats", f"paid {means}, whoever sat there; {found['turns_mean']:.1f} turns a game"))
    if found["first_seat_rate"] is not None:
        rows.append(
            ("first seat", f"{percent(found['first_seat_rate'])} of the points; {found['turns_mean']:.1f} turns a game")
        )
    names = ("first player", "second player" if sides <= 2 else "all others")
    rows += [(name, _effort(agent)) for name, agent in zip(names, found["by_agent"])]
    speed = f"{found['games_per_second']:,.1f} games/s" if found["games_per_second"] else ""
    crew = f"{result.workers} worker{'s' if result.workers > 1 else ''}"
    rows.append(("time", f"{duration(result.seconds)}, {duration(result.cpu_seconds)} of CPU; {speed}; {crew}"))
    if result.compile_seconds >= 0.05:
        rows.append(
            ("compiling", f"{duration(result.compile_seconds)} of CPU for compiling and loading code, not counted")
        )
    if result.store:
        old = found["games"] - min(result.new_games, found["games"])
        rows.append(("kept", f"in '{result.store}' as '{result.name}'; {old:,} of the games were there before"))
    if any(is_given(agent) for agent in result.agents):
        rows.append(("again", f"the same call with the same objects, pairs={result.goal}, seed={result.seed}"))
    else:
        rows.append(("again", match_command(result)))
    if result.interrupted:
        rows.append(("interrupted", f"{found['pairs']} of {result.goal} pairs were complete"))
    return rows


def _sure(likelihood: float) -> str:
    """Never quite certain.

    >>> _sure(0.973), _sure(0.99999)
    ('97.3 %', '> 99.9 %')
    """
    return "> 99.9 %" if likelihood > 0.9994 else percent(likelihood)


def standing_sheets(found: Standings) -> list[Sheet]:
    """A tournament: ratings, who beat whom, and perhaps what everybody was paid."""
    ranked = [line.player for line in found.ratings.ranked]
    numbers = {name: str(i + 1) for i, name in enumerate(ranked)}
    lines = list[tuple[str, ...]]()
    for line in found.ratings.ranked:
        after = ranked[ranked.index(line.player) + 1 :]
        sure = _sure(found.ratings.los(line.player, after[0])) if after else ""
        low, high = line.interval
        rate = f"{100 * line.rate:.1f} %" if line.rate is not None else ""
        lines.append(
            (numbers[line.player], line.player, f"{line.elo:+.0f}", bounds(low, high), rate, f"{line.games:,}", sure)
        )
    heads = ("", "player", "Elo", "95 %", "points", "games", "superior to the next")
    cross = list[tuple[str, ...]]()
    for a in ranked:
        cells = []
        for b in ranked:
            met = found.meeting(a, b) if a != b else None
            cells.append("" if met is None else f"{100 * met.points / met.games:.1f}" if met.games else "-")
        cross.append((numbers[a], a, *cells))
    sheets: list[Sheet] = [(heads, lines), (("", "player", *numbers.values()), cross)]
    if found.rates:
        paid = [(name, f"{paid / n:.4f}") for name, (paid, n) in found.rates.items() if n]
        sheets.append((("player", "mean payoff"), paid))
    return sheets


def standing_notes(found: Standings) -> list[str]:
    """What a point is, and what was played."""
    spent = duration(found.cpu_seconds)
    about = f"{found.game}, setup {found.setup}, seed {found.seed}; {spent} of CPU; kept as '{found.name}'"
    what = "points in percent, of the player on the left"
    if found.solo:
        what += "; a point is for who makes more of the same deal"
    elif found.rates:
        what += "; a point is for who was paid more at the same table"
    failed = [
        f"{name} has forfeited {len(reasons):,} of its games by failing; the first: {reasons[0]}"
        for name, reasons in found.forfeits.items()
    ]
    return [*failed, what, about]
