"""Cards in their places: the engine's generator and shuffle, piles, the tavern, and cards that come and go."""

from __future__ import annotations

from mulligan.kernel import compiled, inlined

from .cards import AGENT, CONTRACT_AGENT, HP, TYPE
from .layout import KIND, ROOM, SERIAL

LOW24 = (1 << 24) - 1
LOW48 = (1 << 48) - 1
OUTCOME = (1 << 40) - 1


@inlined
def next_key(rng):
    """The engine's next random number, from 0 to 2147483645; the stream itself is the generator's state."""
    z = rng.z & LOW48
    # 0x5DEECE66D * z + 11, in two halves so that no product leaves 63 bits
    z = ((((0x5DEECE66D * (z >> 24)) & LOW24) << 24) + 0x5DEECE66D * (z & LOW24) + 11) & LOW48
    rng.z = z
    return ((z >> 16) * 2147483646) >> 32


@compiled
def shuffle_by_keys(s, cells, n, rng):
    """Draw a key for each of the first `n` cards in order, and sort them by it; equal keys keep their order."""
    keys = s.scratch
    for i in range(n):
        key = next_key(rng)
        cell = cells[i]
        j = i
        while j > 0 and keys[j - 1] > key:
            keys[j] = keys[j - 1]
            cells[j] = cells[j - 1]
            j -= 1
        keys[j] = key
        cells[j] = cell
    for i in range(n):
        keys[i] = 0


@inlined
def remove(cells, n, i):
    """Close the gap at place `i` of `n` cards."""
    for j in range(i, n - 1):
        cells[j] = cells[j + 1]
    cells[n - 1] = 0


@inlined
def note(s, cell):
    """Let the outcome of this move tell that chance has shown a card."""
    s.outcome = (s.outcome * 131 + (cell & KIND) + 1) & OUTCOME


@compiled
def reshuffle(s, p, rng):
    """Shuffle the cooldown pile and put it under the draw pile."""
    n = s.n_cooldown[p]
    left = s.n_draw[p]
    shuffle_by_keys(s, s.cooldown[p], n, rng)
    for i in range(left - 1, -1, -1):
        s.draw[p][i + n] = s.draw[p][i]
    for i in range(n):
        s.draw[p][n - 1 - i] = s.cooldown[p][i]
        s.cooldown[p][i] = 0
    s.n_draw[p] = left + n
    s.n_cooldown[p] = 0


@compiled
def draw_cards(s, p, n, rng):
    """Draw up to `n` cards."""
    if s.n_draw[p] < n:
        reshuffle(s, p, rng)
    for _ in range(min(n, s.n_draw[p])):
        last = s.n_draw[p] - 1
        cell = s.draw[p][last]
        s.draw[p][last] = 0
        s.n_draw[p] = last
        s.hand[p][s.n_hand[p]] = cell
        s.n_hand[p] += 1
        if s.known[p] > 0:
            s.known[p] -= 1
        note(s, cell)


@inlined
def to_cooldown(s, p, cell):
    """Put a card on the cooldown pile."""
    s.cooldown[p][s.n_cooldown[p]] = cell
    s.n_cooldown[p] += 1


@inlined
def to_top(s, p, cell):
    """Put a card on top of the draw pile."""
    s.draw[p][s.n_draw[p]] = cell
    s.n_draw[p] += 1


@inlined
def take_from_hand(s, p, i):
    """Take a card out of the hand."""
    cell = s.hand[p][i]
    remove(s.hand[p], s.n_hand[p], i)
    s.n_hand[p] -= 1
    return cell


@inlined
def take_from_played(s, p, i):
    """Take a card out of the played pile."""
    cell = s.played[p][i]
    remove(s.played[p], s.n_played[p], i)
    s.n_played[p] -= 1
    return cell


@inlined
def take_from_cooldown(s, p, i):
    """Take a card out of the cooldown pile."""
    cell = s.cooldown[p][i]
    remove(s.cooldown[p], s.n_cooldown[p], i)
    s.n_cooldown[p] -= 1
    return cell


@compiled
def take_agent(s, p, i):
    """Take an agent off the board."""
    cell = s.agent[p][i]
    n = s.n_agents[p]
    remove(s.agent[p], n, i)
    remove(s.hp[p], n, i)
    remove(s.acted[p], n, i)
    s.n_agents[p] = n - 1
    return cell


@compiled
def add_agent(s, p, cell):
    """Put an agent on the board: healthy, and with nothing more to do this turn."""
    n = s.n_agents[p]
    s.agent[p][n] = cell
    s.hp[p][n] = HP[cell & KIND]
    s.acted[p][n] = 1
    s.n_agents[p] = n + 1


@compiled
def bury(s, cell):
    """Put a card at the bottom of the tavern pile."""
    for i in range(s.n_pile, 0, -1):
        s.pile[i] = s.pile[i - 1]
    s.pile[0] = cell
    s.n_pile += 1


@compiled
def fell_agent(s, p, i):
    """An agent leaves the board: to its owner's cooldown pile, or back under the tavern if it was hired."""
    cell = take_agent(s, p, i)
    if TYPE[cell & KIND] == CONTRACT_AGENT:
        bury(s, cell)
    else:
        to_cooldown(s, p, cell)


@compiled
def knock_out_all(s, p):
    """Every agent of a player leaves the board."""
    for i in range(s.n_agents[p]):
        cell = s.agent[p][i]
        if TYPE[cell & KIND] == AGENT:
            to_cooldown(s, p, cell)
        else:
            bury(s, cell)
        s.agent[p][i] = 0
        s.hp[p][i] = 0
        s.acted[p][i] = 0
    s.n_agents[p] = 0


@compiled
def take_from_row(s, i):
    """Take a card out of the tavern row; the others close up."""
    cell = s.row[i]
    remove(s.row, s.n_row, i)
    s.n_row -= 1
    return cell


@compiled
def refill(s, i):
    """Put the top card of the pile into place `i` of the row, if there is one; return whether there was."""
    if s.n_pile == 0:
        return False
    s.n_pile -= 1
    cell = s.pile[s.n_pile]
    s.pile[s.n_pile] = 0
    for j in range(s.n_row, i, -1):
        s.row[j] = s.row[j - 1]
    s.row[i] = cell
    s.n_row += 1
    note(s, cell)
    return True


@inlined
def owned(s, p):
    """How many cards a player has, wherever they are."""
    return s.n_hand[p] + s.n_draw[p] + s.n_played[p] + s.n_agents[p] + s.n_cooldown[p]


@inlined
def new_card(s, t, kind):
    """A card of a kind that has not been in the game."""
    if t.traced and s.serial < 511:
        s.serial += 1
    return kind + SERIAL * s.serial


@compiled
def create(s, t, p, kind):
    """Make a new card on a player's cooldown pile.

    There is room for everything that the tavern may still give, and so none for endless new cards: a player with more
    than some eighty of them gets no further ones.  No game that was not made for it has come near.
    """
    if owned(s, p) + s.n_row + s.n_pile < ROOM - 1:
        to_cooldown(s, p, new_card(s, t, kind))
        s.made[kind] += 1


@inlined
def destroy(s, cell):
    """A card has left the game."""
    s.gone[cell & KIND] += 1
