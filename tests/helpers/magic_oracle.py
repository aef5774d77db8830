"""Magic once more, as naively as possible: lists of creatures, every subset tried, no bits.

Written from the description of the game and of its rule players, not from the compiled rules, which the tests hold
against it.  Where a description leaves a tie, the lowest total cost wins, then fewer creatures, then the weaker ones,
compared strongest creature first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple


class Creature(NamedTuple):
    power: int
    toughness: int
    cost: int

    def __str__(self) -> str:
        return f"{self.power}/{self.toughness}({self.cost})"


Creatures = Sequence[Creature]


def rank(creature: Creature) -> tuple[int, int, int]:
    """Weakest first."""
    return creature.power, creature.cost, creature.toughness


def weakest_first(creatures: Iterable[Creature]) -> list[Creature]:
    return sorted(creatures, key=rank)


def order(creatures: Iterable[Creature]) -> list[tuple[int, int, int]]:
    """By which two choices are compared when all else is equal."""
    return sorted(map(rank, creatures), reverse=True)


def power(creatures: Iterable[Creature]) -> int:
    return sum(c.power for c in creatures)


def toughness(creatures: Iterable[Creature]) -> int:
    return sum(c.toughness for c in creatures)


def cost(creatures: Iterable[Creature]) -> int:
    return sum(c.cost for c in creatures)


def subsets(things: Sequence[Creature]) -> Iterator[tuple[Creature, ...]]:
    for n in range(len(things) + 1):
        yield from combinations(things, n)


def without(creatures: Iterable[Creature], gone: Iterable[Creature]) -> list[Creature]:
    left = list(creatures)
    for creature in gone:
        left.remove(creature)
    return left


def cheapest(choices: Iterable[Sequence[Creature]]) -> Sequence[Creature] | None:
    """The choice of lowest total cost, then the weakest; none if there is no choice."""
    return min(choices, key=lambda some: (cost(some), order(some)), default=None)


# --- combat -----------------------------------------------------------------------------------------------------------


def killed(attacker: Creature, blockers: Creatures) -> Sequence[Creature]:
    """The blockers that an attacker kills: greatest total cost, then most creatures, then the weakest."""
    able = [some for some in subsets(blockers) if toughness(some) <= attacker.power]
    return min(able, key=lambda some: (-cost(some), -len(some), order(some)))


# --- Expert -----------------------------------------------------------------------------------------------------------


def to_stop(attackers: Creatures, life: int) -> int:
    """How many of the most powerful attackers must be stopped for `life` to last."""
    strongest_last = sorted(attackers, key=lambda c: c.power)
    for stopped in range(len(attackers) + 1):
        if power(strongest_last[: len(attackers) - stopped]) < life:
            return stopped
    raise AssertionError("nobody lives at 0")


def lethal(attackers: Creatures, life: int) -> int:
    """What the paper prints: the least number of attackers, weakest first, whose power takes `life`; 0 if none does."""
    ordered = sorted(attackers, key=lambda c: c.power)
    return min((n for n in range(1, len(ordered) + 1) if power(ordered[:n]) >= life), default=0)


def castable(hand: Creatures, mana: int) -> int:
    """The greatest number of creatures that the mana pays."""
    return max(len(some) for some in subsets(hand) if cost(some) <= mana)


def stays_home(x: Creature, theirs: Creatures, *, keep_equal: bool = False) -> str:
    """The rule by which Expert keeps a creature out of the attack, or nothing."""
    for gang in subsets(theirs):
        if power(gang) >= x.toughness and all(b.toughness > x.power for b in gang):
            return "a"
    for gang in subsets(theirs):
        for b in gang:
            others = without(gang, [b])
            if b.cost < x.cost and power(gang) >= x.toughness and all(o.toughness > x.power for o in others):
                return "b"
    for b in theirs:
        if b.cost > x.cost and (b.toughness < x.power or (keep_equal and b.toughness == x.power)):
            return "c"
    return ""


def expert_attack(
    mine: Creatures,
    theirs: Creatures,
    life: int,
    their_life: int,
    hand: Creatures = (),
    mana: int = 0,
    tapped: Creatures = (),
    *,
    keep_equal: bool = False,
    count_tapped: bool = False,
    printed: bool = False,
) -> list[Creature]:
    """The attackers that Expert chooses; `mana` is what its main phase will have."""
    if not mine:
        return []
    if not theirs:
        return list(mine)
    spare = len(mine) - len(theirs)
    if spare > 0 and power(weakest_first(mine)[:spare]) >= their_life:
        return list(mine)
    threat = [*theirs, *tapped] if count_tapped else list(theirs)
    most = len(mine) + castable(hand, mana) - (lethal if printed else to_stop)(threat, life)
    if most < 0:
        return list(mine)
    attackers: list[Creature] = []
    for x in reversed(weakest_first(mine)):
        if len(attackers) < most and not stays_home(x, theirs, keep_equal=keep_equal):
            attackers.append(x)
    return attackers


def expert_gang(
    a: Creature, free: Creatures, must: bool, *, strict_pair: bool = False, lower_pair: bool = False
) -> tuple[int, Sequence[Creature]]:
    """The rule that Expert uses against one attacker, and the blockers."""
    covers = [some for some in subsets(free) if power(some) >= a.toughness]
    safe = cheapest(some for some in covers if all(b.toughness > a.power for b in some))
    if safe:
        return 1, safe
    trade = cheapest([b] for b in free if b.power >= a.toughness and b.cost < a.cost)
    if trade:
        return 2, trade
    pairs = []
    for pair in combinations(free, 2):
        frail = [b.cost for b in pair if b.toughness <= a.power]
        cheap = all(c < a.cost or (c == a.cost and not strict_pair) for c in frail)
        if power(pair) >= a.toughness and toughness(pair) > a.power and cheap:
            lost = min(b.cost for b in pair) if lower_pair else max(frail)
            pairs.append((lost, cost(pair), order(pair), pair))
    if pairs:
        return 3, min(pairs)[-1]
    wall = cheapest([b] for b in free if b.toughness > a.power)
    if wall:
        return 4, wall
    if must:
        return 5, cheapest(covers) or cheapest([b] for b in free) or []
    return 6, []


def expert_block(
    attackers: Creatures,
    blockers: Creatures,
    life: int,
    *,
    strict_pair: bool = False,
    lower_pair: bool = False,
    printed: bool = False,
) -> list[tuple[int, Creature, Sequence[Creature]]]:
    """What Expert does about each attacker, strongest first: the rule, the attacker and its blockers."""
    need = (lethal if printed else to_stop)(attackers, life)
    free = list(blockers)
    plan: list[tuple[int, Creature, Sequence[Creature]]] = []
    if need > len(free):
        return plan
    for i, a in enumerate(reversed(weakest_first(attackers))):
        if not free:
            break
        rule, gang = expert_gang(a, free, i < need, strict_pair=strict_pair, lower_pair=lower_pair)
        free = without(free, gang)
        plan.append((rule, a, gang))
    return plan


def expert_cards(hand: Creatures, mana: int) -> list[Creature]:
    """By descending cost, whatever is still affordable; `mana` counts the land just played."""
    cast = []
    for creature in sorted(hand, key=lambda c: (-c.cost, rank(c))):
        if creature.cost <= mana:
            mana -= creature.cost
            cast.append(creature)
    return cast


# --- legal moves ------------------------------------------------------------------------------------------------------


def main_phases(hand: Creatures, lands: int, land_held: bool, level: str) -> set[tuple[bool, tuple[Creature, ...]]]:
    """Every different main phase that a pruning admits: whether the land is played, and the creatures."""
    legal = {
        (land, tuple(weakest_first(some)))
        for land in ({False, True} if land_held else {False})
        for some in subsets(hand)
        if cost(some) <= lands + land
    }
    if level == "land" and land_held:
        return {(land, some) for land, some in legal if land}
    if level == "dominated":
        return {one for one in legal if not any(_inside(one, other) for other in legal)}
    return legal


def _inside(one: tuple[bool, tuple[Creature, ...]], other: tuple[bool, tuple[Creature, ...]]) -> bool:
    """Whether one main phase is a proper part of another."""
    if one == other or one[0] > other[0]:
        return False
    return all(one[1].count(creature) <= other[1].count(creature) for creature in one[1])


Block = tuple[tuple[Creature, tuple[Creature, ...]], ...]


def block(pairs: Iterable[tuple[Creature, Iterable[Creature]]]) -> Block:
    """A block in a form that does not tell equal attackers or equal blockers apart."""
    return tuple(sorted((a, tuple(sorted(gang))) for a, gang in pairs))


def blocks(attackers: Creatures, blockers: Creatures) -> set[Block]:
    """Every different block."""
    choices: list[list[int]] = [[]]
    for _ in blockers:
        choices = [[*before, to] for before in choices for to in range(len(attackers) + 1)]
    return {
        block((a, [b for b, to in zip(blockers, told, strict=True) if to == i]) for i, a in enumerate(attackers))
        for told in choices
    }


def attacks(creatures: Creatures) -> set[tuple[Creature, ...]]:
    """Every different attack."""
    return {tuple(weakest_first(some)) for some in subsets(creatures)}
