"""What has happened between two moves of the Pokemon TCG."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from typing import Any

from mulligan.core.events import ATTACKED, DAMAGED, DRAWN, HEALED, KNOCKED_OUT, PRIZE, STATE, Event
from mulligan.core.scene import OPEN

from .cards.arrays import CARDS
from .cards.cardfile import Attack
from .cards.vocabulary import ANY, CONDITIONS, DAMAGE, NO_WEAKNESS
from .rules.layout import ATTACK, GOING, TO_START
from .text.faces import slot_key
from .text.moves import card_text


def events(before: Any, after: Any, t: Any, move: int | None, seat: int) -> list[Event]:
    """An attack, what it did, who was knocked out, and prizes and cards taken."""
    if before.after == TO_START or after.after == TO_START:
        return []  # nothing but setting up
    found = list(_attack(before, move))
    weak = _is_weak(before, move)
    for p in (1 - before.player, before.player):
        found += _harm(before, after, p, weak and p != before.player)
        found += _conditions(before, after, p)
    for p in range(2):
        taken = int(before.n_prizes[p] - after.n_prizes[p])
        if taken > 0:
            found.append(Event(PRIZE, p, amount=taken))
        found += _drawn(before, after, p, taken, seat)
    return found


def _attack(s: Any, move: int | None) -> Iterator[Event]:
    if move is None or move & 255 != ATTACK:
        return
    p, q = s.player, 1 - s.player
    found = _attack_entry(s, move)
    names = card_text(s.slot[p][0].card), card_text(s.slot[q][0].card)
    keys = slot_key(p, 0), slot_key(q, 0)
    yield Event(ATTACKED, p, names[:1], what=found.name if found else "", target=names[1], keys=keys)


def _attack_entry(s: Any, move: int) -> Attack | None:
    """The attack of a move: the Active Pokemon's own, or that of the card which the move names."""
    entry, number = CARDS[(move >> 16 & 255) or s.slot[s.player][0].card], move >> 8 & 255
    return entry.attacks[number] if entry is not None and number < len(entry.attacks) else None


def _is_weak(s: Any, move: int | None) -> bool:
    """Whether the Active across the table takes twice as much from the attack."""
    p, q = s.player, 1 - s.player
    attacker, other = CARDS[s.slot[p][0].card], CARDS[s.slot[q][0].card]
    if move is None or move & 255 != ATTACK or attacker is None or other is None or other.weak == ANY:
        return False
    attack = _attack_entry(s, move)
    usual = attack is not None and all(len(e.args) < 5 or not e.args[4] for e in attack.effects if e.word == DAMAGE)
    return bool(usual and other.weak == attacker.type and s.until[q][NO_WEAKNESS] < s.turn)


def _slots(s: Any, p: int) -> list[Any]:
    """The Pokemon of a player, the Active one first."""
    return [s.slot[p][i] for i in range(s.n_bench[p] + 1)]


def _harm(before: Any, after: Any, p: int, weak: bool) -> Iterator[Event]:
    """Damage and knock-outs of one side; of Pokemon that might be taken for each other, nothing is said."""
    old, new = _slots(before, p), _slots(after, p)
    left = Tally(slot.card for slot in old if slot.card) - Tally(slot.card for slot in new)
    gone = Tally(after.discard[p][: after.n_discard[p]]) - Tally(before.discard[p][: before.n_discard[p]])
    if after.n_prizes[1 - p] < before.n_prizes[1 - p] or after.reason != GOING:
        fallen = left & gone or (left if left.total() == 1 else Tally[int]())  # some go back to the hand
        for card in fallen.elements():
            key = next(slot_key(p, i) for i, slot in enumerate(old) if slot.card == card)
            yield Event(KNOCKED_OUT, p, (card_text(card),), keys=(key,))
    cards = Tally(slot.card for slot in old), Tally(slot.card for slot in new)
    for i, slot in enumerate(old):
        if not slot.card or cards[0][slot.card] != 1 or cards[1][slot.card] != 1:
            continue
        j, now = next((j, other) for j, other in enumerate(new) if other.card == slot.card)
        change = int(now.damage - slot.damage)
        reasons = ("weakness x2",) if weak and i == 0 and change > 0 else ()
        if change:
            kind = DAMAGED if change > 0 else HEALED
            yield Event(kind, p, (card_text(slot.card),), amount=abs(change), reasons=reasons, keys=(slot_key(p, j),))


def _conditions(before: Any, after: Any, p: int) -> Iterator[Event]:
    new = after.ill[p] & ~before.ill[p]
    for bit, word in enumerate(CONDITIONS):
        if new >> bit & 1:
            yield Event(STATE, p, (card_text(after.slot[p][0].card),), what=word, keys=(slot_key(p, 0),))


def _drawn(before: Any, after: Any, p: int, taken: int, seat: int) -> Iterator[Event]:
    """Cards that came from deck or prizes into the hand."""
    came = int(before.n_deck[p] - after.n_deck[p]) if after.reason == GOING else 0
    gained = int(after.n_hand[p] - before.n_hand[p])
    if seat in (p, OPEN):
        new = Tally(after.hand[p][: after.n_hand[p]]) - Tally(before.hand[p][: before.n_hand[p]])
        names = tuple(card_text(card) for card in new.elements())
        if names and came + taken > 0:
            yield Event(DRAWN, p, names)
    elif came > 0 and 0 < gained - taken <= came:
        yield Event(DRAWN, p, ("",) * (gained - taken))
