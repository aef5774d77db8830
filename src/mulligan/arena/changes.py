"""What has changed since the games in a store were played: code of other packages, or Mulligan's own.

Other packages' code is part of what a contest is: changed code is another contest, and the games of the old one stay
where they are, in a copy of the experiment under a name of its own.  A change of Mulligan's own code leaves the contest
as it is, as long as no version of a game and no setting of a player changes; but it is told.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .contest import Contest
from .store import Store
from .stored import Entry, OtherCode, StoredCell


@dataclass(frozen=True)
class Entered:
    """A cell of an experiment as it is entered in the store."""

    label: str
    number: int
    """Of the contest."""
    goal: int
    contest: Contest
    gauge: str = ""


def keep_old(store: Store, name: str, cells: Sequence[Entered]) -> None:
    """Before an experiment is entered anew: where only code has changed, its old cells are kept as `name@1`, ...."""
    known = [str(one["name"]) for one in store.experiments()]
    if name not in known:
        return
    old = store.experiment(name)
    if not any(_superseded(store, cell, cells) for cell in old):
        return
    copies = [other for other in known if other.startswith(f"{name}@")]
    if any(_same(store.experiment(copy), old) for copy in copies):
        return
    number = next(n for n in range(1, len(copies) + 2) if f"{name}@{n}" not in copies)
    spec = store.spec(name)
    text = json.dumps(spec)
    copied = [Entry(cell.label, cell.contest, cell.goal, cell.gauge) for cell in old]
    store.enter(f"{name}@{number}", str(spec.get("title", "")), text, copied)


def _superseded(store: Store, cell: StoredCell, cells: Sequence[Entered]) -> bool:
    """Whether a stored cell has games that its experiment would lose sight of, and for nothing but other code."""
    new = [one for one in cells if one.label == cell.label and one.number != cell.contest]
    return any(other.contest == cell.contest for one in new for other in store.other_code(one.contest))


def _same(one: Sequence[StoredCell], other: Sequence[StoredCell]) -> bool:
    return [(c.label, c.contest, c.gauge) for c in one] == [(c.label, c.contest, c.gauge) for c in other]


def code_changes(store: Store, contests: Sequence[Contest], then: str = "a new contest begins") -> list[str]:
    """In one line each: whose code has changed since its games were played, of contests that have none by today's."""
    found: dict[str, list[tuple[str, OtherCode]]] = {}
    for contest in contests:
        if contest.code and not store.tally_of(contest).games:
            for other in store.other_code(contest)[-1:]:  # the latest of them
                for what, origin in contest.code.items():
                    if other.code.get(what) != origin:
                        found.setdefault(what, []).append((origin, other))
    return [f"{_told(store, what, changes)}, and {then}" for what, changes in found.items()]


def _told(store: Store, what: str, changes: Sequence[tuple[str, OtherCode]]) -> str:
    name, (now, last) = what.partition(" ")[2], max(changes, key=lambda change: change[1].since)
    games = sum(other.games for _, other in changes)
    places = sorted({f"'{holder}'" for _, other in changes for holder in store.holders(other.contest)})
    was = last.code.get(what, "its code was not recorded then")
    return (
        f"{name} has changed since {last.since} ({was}; now {now}): its {games:,} old game{'s' if games > 1 else ''} "
        f"stay under {', '.join(places) or 'no experiment'}"
    )


def own_changes(store: Store, contests: Mapping[int, Contest]) -> list[str]:
    """In one line: how many games of these contests another state of Mulligan's code has played, if any."""
    others: dict[str, int] = {}
    touched = 0
    for number, contest in contests.items():
        found = {code: games for code, games in store.made_by(number).items() if code != contest.made_by}
        touched += bool(found)
        for code, games in found.items():
            others[code] = others.get(code, 0) + games
    if not others:
        return []
    by = ", ".join(f"{games:,} by {code}" for code, games in others.items())
    now = ", ".join(dict.fromkeys(contest.made_by for contest in contests.values()))
    return [
        f"{touched} contest{'s' if touched > 1 else ''} had games by another state of Mulligan's own code ({by}; now "
        f"{now}); they count together with the new ones, since no version of the game has changed"
    ]
