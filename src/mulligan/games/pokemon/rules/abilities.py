"""Which Abilities and locks are in force: some cards end the Abilities of others, or forbid Items."""

from __future__ import annotations

from mulligan.kernel import compiled, inlined

from ..cards.arrays import HAS_MUTE, HAS_NO_ITEMS, MOD_MUTE, MOD_NO_ITEMS, STAGE
from ..cards.vocabulary import MUTE_BASICS, MUTE_OTHERS, NO_ITEMS
from .layout import SLOTS


@compiled
def is_muted(s, card):
    """Whether a Pokemon has no Ability now."""
    if MOD_MUTE[s.stadium] == MUTE_BASICS and STAGE[card] == 0:
        return True
    if MOD_MUTE[card] == MUTE_OTHERS:
        return False
    for p in range(2):
        for i in range(SLOTS):
            if MOD_MUTE[s.slot[p][i].card] == MUTE_OTHERS and s.slot[p][i].tool > 0:
                return True
    return False


@inlined
def able(s, card):
    """The card of a Pokemon, or 0 if it has no Ability now; so its Ability changes nothing."""
    if HAS_MUTE:
        return 0 if is_muted(s, card) else card
    return card


@inlined
def bars_items(s, p):
    """Whether a player can play no Items now."""
    if HAS_NO_ITEMS:
        return s.until[p][NO_ITEMS] >= s.turn or MOD_NO_ITEMS[able(s, s.slot[1 - p][0].card)] > 0
    return False
