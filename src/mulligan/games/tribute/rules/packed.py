"""Several small numbers in one, eleven bits each, the first in the lowest: the items of a move, or chosen options.

An option is written as its index plus one, so that no number among them is 0.
"""

from __future__ import annotations

from mulligan.kernel import compiled, inlined

from .layout import ITEM, ITEM_MASK


@inlined
def count_of(numbers):
    """How many there are."""
    n = 0
    while numbers != 0:
        numbers >>= ITEM
        n += 1
    return n


@inlined
def index_of(chosen, i):
    """The option that was chosen as number `i`, or -1."""
    return (chosen >> (ITEM * i) & ITEM_MASK) - 1


@inlined
def is_among(numbers, number):
    """Whether a number is one of them."""
    while numbers != 0:
        if numbers & ITEM_MASK == number:
            return True
        numbers >>= ITEM
    return False


@compiled
def ascending(numbers):
    """The same numbers in ascending order."""
    made = 0
    while numbers != 0:
        number = numbers & ITEM_MASK
        numbers >>= ITEM
        shift = 0
        while made >> shift != 0 and made >> shift & ITEM_MASK < number:
            shift += ITEM
        made = (made & ((1 << shift) - 1)) | number << shift | (made >> shift) << (shift + ITEM)
    return made
