"""What the trials have found, as tables of words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .found import Counted, Figure, Found, Meeting, Solved

Table = tuple[str, tuple[str, ...], list[tuple[str, ...]]]
"""A title, heads, and rows."""
NOTHING = "-"


def percent(figure: Figure | None) -> str:
    """A share in percent with its interval."""
    return number(None if figure is None else scaled(figure, 100.0))


def scaled(figure: Figure, by: float) -> Figure:
    low, high = (None if end is None else by * end for end in (figure.low, figure.high))
    return Figure(by * figure.value, low, high, figure.games)


def number(figure: Figure | None) -> str:
    """A number with its interval.

    >>> number(Figure(12.345, 10, 14.5)), number(None)
    ('12.3 [10.0, 14.5]', '-')
    """
    if figure is None:
        return NOTHING
    if figure.low is None or figure.high is None:
        return f"{figure.value:.1f}"
    return f"{figure.value:.1f} [{figure.low:.1f}, {figure.high:.1f}]"


def milliseconds(seconds: float | None) -> str:
    """Time for a decision.

    >>> milliseconds(0.0123), milliseconds(None)
    ('12.3', '-')
    """
    return NOTHING if seconds is None else f"{1000 * seconds:.3g}"


def meeting_rows(meetings: Iterable[Meeting]) -> list[tuple[str, ...]]:
    """A line for each: who, how often the player won, what both took, and why the budget is what it is."""
    found: list[tuple[str, ...]] = []
    for one in meetings:
        own, its = one.cpu_per_game
        ratio = f"{own / its:.2f}" if own > 1e-6 and its > 1e-6 else NOTHING
        extra = percent(one.difference) if one.difference is not None else ""
        found.append(
            (
                one.player,
                one.against,
                f"{one.rate.games}",
                percent(one.rate),
                extra,
                milliseconds(one.cpu_per_decision[0]),
                milliseconds(one.cpu_per_decision[1]),
                ratio,
                one.about.partition(":")[0].partition(" by ")[0],  # the JSON has it in full
            )
        )
    return found


MEETING_HEADS = (
    *("player", "against", "games", "won, %", "more than it, points", "ms a decision", "of the other"),
    *("time, own / its", "budget"),
)


def without_empty(heads: Sequence[str], rows: list[tuple[str, ...]]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """A table without the columns in which nothing stands.

    >>> without_empty(("a", "b"), [("1", ""), ("2", "-")])
    (('a',), [('1',), ('2',)])
    """
    kept = [at for at in range(len(heads)) if any(row[at] not in ("", NOTHING) for row in rows)]
    return tuple(heads[at] for at in kept), [tuple(row[at] for at in kept) for row in rows]


def meetings_table(title: str, meetings: Sequence[Meeting]) -> list[Table]:
    heads, rows = without_empty(MEETING_HEADS, meeting_rows(meetings))
    if rows and "against" in heads and len({row[0] for row in rows}) == 1:  # the title names the player
        heads, rows = heads[1:], [row[1:] for row in rows]
    return [(title, heads, rows)] if rows else []


def solved_table(solved: Sequence[Solved]) -> list[Table]:
    """A line for each player, a column for each kind of position."""
    kinds = list(dict.fromkeys(one.kind for one in solved))
    rows: list[tuple[str, ...]] = []
    for agent in dict.fromkeys(one.agent for one in solved):
        own = {one.kind: one for one in solved if one.agent == agent}
        cells = [f"{own[kind].solved} of {own[kind].of}" if kind in own else NOTHING for kind in kinds]
        total = own["all"]
        share = f"{100 * total.solved / total.of:.1f} [{100 * total.low:.1f}, {100 * total.high:.1f}]"
        rows.append((agent, *cells, share, milliseconds(total.cpu_per_position)))
    return [("Positions with known answers", ("player", *kinds, "%", "ms a position"), rows)] if rows else []


def counted_table(title: str, counted: Sequence[Counted], rivals: bool = True) -> list[Table]:
    """A line for each column of a gauge, over all opponents and by each."""
    if not counted:
        return []
    names = list(dict.fromkeys(name for one in counted for name in one.by_rival)) if rivals else []
    names = names if len(names) > 1 else []
    rows: list[tuple[str, ...]] = [
        (one.name, number(one.all), *(number(one.by_rival.get(name)) for name in names)) for one in counted
    ]
    return [(title, ("what", "all", *(f"v {name}" for name in names)), rows)]


def class_table(found: Found) -> list[Table]:
    """The reliability diagram in numbers."""
    rows: list[tuple[str, ...]] = [
        (one.name, str(one.said.games if one.said else 0), number(one.said), number(one.came), number(one.gap))
        for one in found.classes
    ]
    heads = ("chance", "games", "said, %", "came true, %", "said less came, points")
    return [("Do its chances come true?", heads, rows)] if rows else []


def budget_table(found: Found) -> list[Table]:
    rows: list[tuple[str, ...]] = [
        (
            f"{sims:,.0f}",
            one.against,
            f"{one.rate.games}",
            percent(one.rate),
            milliseconds(one.cpu_per_decision[0]),
        )
        for sims, one in found.budgets
    ]
    heads = ("simulations", "against", "games", "won, %", "ms a decision")
    return [("With more and with less time", *without_empty(heads, rows))] if rows else []


def sheets(found: Found) -> list[Table]:
    """All tables, in the order of the page."""
    return [
        *meetings_table("Opponents of different styles", found.gauntlet),
        *solved_table(found.suite),
        *counted_table("Blunders", found.blunders, rivals=False),
        *counted_table("Calibration", found.calibration, rivals=False),
        *class_table(found),
        *budget_table(found),
        *meetings_table("With all cards on the table", found.oracle),
        *counted_table("Against a deeper search", found.regret),
        *meetings_table("A search that knows how it plays", found.exploiter),
    ]
