"""Moves in words, and what is wrong with a position that somebody wrote."""

from __future__ import annotations

from typing import Any

from .cards import ALL_POINTS, DECK, HAND, HELD, PASSED, PASSING, PLAYED, SEATS, STOCK, TRICK, TWO_OF_CLUBS


def move_text(s: Any, t: Any, move: int) -> str:
    """`pass QS` or `play QS`."""
    return f"{'pass' if s.passes else 'play'} {DECK.words[move]}"


def sound(s: Any, t: Any) -> str:
    """What is wrong with a position, or nothing."""
    sizes = [zone.bit_count() for zone in s.zones]
    laid = sizes[TRICK]
    over = s.tricks == HELD
    if s.goal != t.goal or (not s.goal and s.direction != t.direction):
        return "the setup has another goal or direction"
    if s.passes and (s.direction == 0 or s.tricks or laid):
        return "cards are passed before the first trick, if at all"
    if sizes[STOCK] or (over and laid) or laid >= SEATS:
        return "there is no stock, and a trick that is not finished has at most three cards"
    for seat in range(SEATS):
        begun = (seat - s.leader) % SEATS < laid
        chosen = max(0, min(PASSED, SEATS * PASSED - s.passes - PASSED * seat)) if s.passes else 0
        right = (HELD - s.tricks - begun - chosen, chosen, s.tricks)
        found = (sizes[HAND + seat], sizes[PASSING + seat], sizes[PLAYED + seat])
        if found != right:
            return f"player {seat + 1} should have {right[0]} cards in hand, {right[1]} chosen and {right[2]} played"
    if not s.passes and not s.tricks and not laid and not s.zones[HAND + s.leader] >> TWO_OF_CLUBS & 1:
        return "whoever holds the 2 of clubs leads"
    if not over and (sum(s.points) > ALL_POINTS or (s.goal and max(s.score) >= s.goal)):
        return "there are 26 points in a hand, and a match ends when the goal is reached"
    return ""
