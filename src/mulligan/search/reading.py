"""What is read off grown trees: the statistics of moves, the way along a line of play, and the part that is kept."""

from __future__ import annotations

from math import inf

from mulligan.kernel import compiled, entry

from .layout import CLOSED, DECISION


@entry
def tally(nodes, cursors, rows, n):
    """Add the children of one node per tree to the rows, move by move; return how many rows are in use."""
    for i in range(len(cursors)):
        if cursors[i] < 0:
            continue
        k = nodes[cursors[i]].first
        best = -1
        most = 0
        while k != 0:
            d = nodes[k]
            j = 0
            while j < n and rows[j].move != d.move:
                j += 1
            if j == len(rows):
                break  # deep in the tree worlds differ: the moves beyond the room are few and rare
            if j == n:
                n += 1
                rows[j].move = d.move
                rows[j].visits = 0
                rows[j].avail = 0
                rows[j].value = 0.0
                rows[j].square = 0.0
                rows[j].best = -inf
                rows[j].votes = 0
                rows[j].means = 0.0
                rows[j].trees = 0
                rows[j].bests = 0.0
            row = rows[j]
            row.visits += d.visits
            row.avail += d.avail
            row.value += d.value
            row.square += d.square
            row.best = max(row.best, d.best)
            if d.visits > 0:
                row.means += d.value / d.visits
                row.trees += 1
                row.bests += d.best
            if d.visits > most:
                most = d.visits
                best = j
            k = d.next
        if best >= 0:
            rows[best].votes += 1
    return n


@entry
def follow(nodes, cursors, move, through_chance):
    """Move every cursor to the child of `move`, and on to its likeliest outcome; -1 where it was never tried."""
    for i in range(len(cursors)):
        if cursors[i] < 0:
            continue
        k = nodes[cursors[i]].first
        while k != 0 and nodes[k].move != move:
            k = nodes[k].next
        if k != 0 and through_chance:
            j = nodes[k].first
            k = j
            while j != 0:
                if nodes[j].visits > nodes[k].visits:
                    k = j
                j = nodes[j].next
        cursors[i] = k if k != 0 and nodes[k].visits > 0 else -1


@compiled
def count_full(nodes, first, end):
    """Count anew the fully explored children of nodes that lie after their parents and of which none is closed."""
    for back in range(end - first):
        d = nodes[end - 1 - back]
        d.full = 0
        k = d.first
        while k != 0:
            c = nodes[k]
            if c.kind != DECISION or (c.count > 0 and c.full == c.count):
                d.full += 1
            k = c.next


@entry
def transplant(nodes, old, fresh, first, scale):
    """Copy the tree below node `old` to `fresh`, from place `first`; return the place after its last node.

    Rewards are multiplied by `scale`, as the new root lies later; where the old tree had to end, the new one may go on.
    """
    fresh[first] = nodes[old]
    fresh[first].next = 0
    end = first + 1
    at = first
    while at < end:
        d = fresh[at]
        d.value *= scale
        d.square *= scale * scale
        d.best *= scale
        if d.kind == CLOSED:
            d.kind = DECISION
        k = d.first
        if k != 0:
            fresh[at].first = end
        while k != 0:
            fresh[end] = nodes[k]
            k = nodes[k].next
            fresh[end].next = end + 1 if k != 0 else 0
            end += 1
        at += 1
    count_full(fresh, first, end)
    return end
