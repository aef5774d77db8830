"""From what a person put together on the table to the moves that say it: one whole move, or answers one by one."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mulligan.core.errors import UsageError
from mulligan.core.position import Position
from mulligan.core.scene import Assembly, Part
from mulligan.core.seen import scene_of, shown_to

from .view import View, look

LONGEST = 200  # questions of one decision
MOST = 4_000  # ways that are tried before somebody is told that there is none

_Gangs = Tally[tuple[str, tuple[tuple[str, int], ...]]]


def put_together(position: Position, seat: int, parts: Sequence[Part]) -> list[int]:
    """The moves by which the seat to move does what it put together; equal cards may take each other's place.

    >>> from mulligan.games.magic import MAGIC
    >>> start = "magic turn 9 | 1: lands 3 ready 1/1(1)*2 2/2(2) | 2: lands 3 tapped 2/2(2)"
    >>> here = Position.read(MAGIC, start)
    >>> second = look(here, 0).assembly.cards[1]
    >>> here.texts(put_together(here, 0, [(second, "")]))
    ['attack 1/1(1)']
    """
    view = look(position, seat)
    assembly = view.assembly
    if assembly is None:
        raise UsageError("there is nothing to put together now")
    _refuse_others(assembly, parts)
    wanted = _Wanted(view, parts)
    for move, whole in _whole_moves(position, seat, assembly):
        if wanted.is_met(whole):
            return [move]
    tried = 0
    stack: list[tuple[Position, list[int], list[Part]]] = [(position, [], [])]
    while stack and tried < MOST:
        here, moves, done = stack.pop()
        now = _assembly(here, seat)
        if now is None or now.name != assembly.name or len(moves) > LONGEST:
            if moves and wanted.is_met(done):
                return moves
            continue
        ways = [(move, [*done, *more]) for move, more in now.parts.items() if wanted.may_become([*done, *more])]
        # The last one is looked at first: what was asked for word by word, then what most is done by.
        for move, then in sorted(ways, key=lambda way: wanted.word_by_word(way[1])):
            tried += 1
            stack.append((here.copy().play(move), [*moves, move], then))
    raise UsageError("this cannot be done: " + (assembly.prompt or "choose something else"))


def _refuse_others(assembly: Assembly, parts: Sequence[Part]) -> None:
    """Nothing but cards that may take part, each once, and where they may go."""
    cards, goals = set(assembly.cards), set(assembly.goals) or {""}
    if len({card for card, _ in parts}) < len(parts) or any(c not in cards or g not in goals for c, g in parts):
        raise UsageError("the table has changed meanwhile: look again")


def _assembly(position: Position, seat: int) -> Assembly | None:
    """What the seat puts together, as it would be asked now."""
    return look(position, seat).assembly if position.actor == seat else None


def _whole_moves(position: Position, seat: int, assembly: Assembly) -> Iterator[tuple[int, tuple[Part, ...]]]:
    """The moves that decide of all cards at once, also where there are too many of them to be listed."""
    if not assembly.about:
        yield from assembly.parts.items()
    elif position.game.chains:
        moves = position.options()
        whole = scene_of(shown_to(position, seat), seat, moves).assembly
        if whole is not None and whole.name == assembly.name and not whole.about:
            yield from whole.parts.items()


@dataclass(frozen=True)
class _Wanted:
    """What is to come out, up to cards that are just alike."""

    view: View
    parts: Sequence[Part]

    def is_met(self, parts: Sequence[Part]) -> bool:
        """Whether these are the same, though perhaps by cards just like them."""
        return self._gangs(parts) == self._gangs(self.parts)

    def _gangs(self, parts: Sequence[Part]) -> _Gangs:
        """For each goal that is met, what it is like and what those are like who go there."""
        return Tally((self._like(goal), tuple(sorted(gang.items()))) for goal, gang in self._by_goal(parts).items())

    def _by_goal(self, parts: Sequence[Part]) -> dict[str, Tally[str]]:
        found: dict[str, Tally[str]] = {}
        for card, goal in parts:
            found.setdefault(goal, Tally())[self._like(card)] += 1
        return found

    def _like(self, key: str) -> str:
        return self.view.alike.get(key, key)

    def may_become(self, parts: Sequence[Part]) -> bool:
        """Whether each goal still has no more than some goal of its like is to have."""
        wanted = [(self._like(goal), gang) for goal, gang in self._by_goal(self.parts).items()]
        return all(
            any(like == self._like(goal) and gang <= other for like, other in wanted)
            for goal, gang in self._by_goal(parts).items()
        )

    def word_by_word(self, parts: Sequence[Part]) -> int:
        """How much of it was asked for of these very cards."""
        return len(set(parts) & set(self.parts))


__all__ = ["put_together"]
