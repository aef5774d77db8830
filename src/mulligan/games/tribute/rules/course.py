"""The course of a game: the draft, setting up, moves, the end of a turn, and winning."""

from __future__ import annotations

from mulligan.kernel import below, compiled, inlined

from .cards import (
    AGENT,
    ANSEI,
    CONTRACT_ACTION,
    CONTRACT_AGENT,
    COPIES,
    COST,
    DECK,
    DECKS,
    KINDS,
    STARTERS,
    TAUNT,
    TREASURY,
    TYPE,
)
from .choices import choose_cards, choose_effect
from .effects import list_options, run_chain, set_off
from .items import find_agent, find_in_hand, find_in_row, find_options, gather_picked
from .layout import (
    ACTIVATE,
    ATTACK,
    BUY,
    BY_CHANCE,
    BY_DRAFT,
    BY_FAVOUR,
    CALL,
    CHOICE,
    CHOOSE,
    CHOOSING,
    COMMAND,
    DONE,
    DRAFT,
    DRAFTING,
    EFFECT,
    GOING,
    HAND,
    ITEM_MASK,
    KIND,
    NOBODY,
    NORMAL,
    OVER_40,
    OVER_80,
    PICK,
    PLAY,
    ROW,
    START_CHOICE,
    TOO_LONG,
    TURN,
)
from .patrons import call
from .vocabulary import AMOUNT, OPP_DISCARD
from .zones import (
    add_agent,
    bury,
    draw_cards,
    fell_agent,
    new_card,
    refill,
    shuffle_by_keys,
    take_from_hand,
    take_from_row,
    to_cooldown,
)

LAST_TURN = 500
SCORE, DUTY = 80, 40

# --- setting up -------------------------------------------------------------------------------------------------------


@compiled
def stock_tavern(s, t, rng):
    """Fill the tavern with the drafted decks, shuffle twice, and lay out the row."""
    n = 0
    for kind in range(KINDS):
        for slot in range(5):
            if s.patron[slot] == DECK[kind]:
                for _ in range(COPIES[kind]):
                    s.pile[n] = new_card(s, t, kind)
                    n += 1
    shuffle_by_keys(s, s.pile, n, rng)
    shuffle_by_keys(s, s.pile, n, rng)
    for i in range(ROW):
        s.row[i] = s.pile[i]
    s.n_row = ROW
    n -= ROW
    for i in range(n):  # the top goes to the end
        if i < n - 1 - i:
            kept = s.pile[ROW + i]
            s.pile[ROW + i] = s.pile[ROW + n - 1 - i]
            s.pile[ROW + n - 1 - i] = kept
    for i in range(n):
        s.pile[i] = s.pile[ROW + i]
    for i in range(n, n + ROW):
        s.pile[i] = 0
    s.n_pile = n


@compiled
def deal_decks(s, t, rng):
    """Give both players their starting decks and hands."""
    for slot in range(5):
        patron = s.patron[slot]
        for p in range(2):
            for _ in range(STARTERS[patron][1]):
                s.cooldown[p][s.n_cooldown[p]] = new_card(s, t, STARTERS[patron][0])
                s.n_cooldown[p] += 1
    for p in range(2):
        n = s.n_cooldown[p]
        shuffle_by_keys(s, s.cooldown[p], n, rng)
        for i in range(n):
            s.draw[p][n - 1 - i] = s.cooldown[p][i]
            s.cooldown[p][i] = 0
        s.n_draw[p] = n
        s.n_cooldown[p] = 0
    for p in range(2):
        draw_cards(s, p, HAND, rng)


@compiled
def begin(s, t, rng):
    """Set up the game once the patrons are known."""
    stock_tavern(s, t, rng)
    deal_decks(s, t, rng)
    s.coins[1] = 1
    s.calls[0] = 1
    s.calls[1] = 1
    s.player = 0
    s.turn = 1
    s.outcome = 0


@compiled
def place_of(pick):
    """Where the patron of a pick stands among the five: Treasury is between the first two and the last two."""
    return pick if pick < 2 else pick + 1


@compiled
def choose_patron(s, t, patron, rng):
    """Draft a patron; after the fourth the game begins."""
    s.patron[place_of(s.drafted)] = patron
    s.drafted += 1
    s.player = 1 if 0 < s.drafted < 3 else 0
    if s.drafted == 4:
        begin(s, t, rng)


@compiled
def deal(s, t, rng):
    """Start a new game: with the draft, or with patrons by chance or by the setup."""
    for deck in range(DECKS):
        s.favour[deck] = NOBODY
    for slot in range(5):
        s.patron[slot] = -1
    s.patron[2] = TREASURY
    if t.mode == BY_DRAFT:
        return
    for pick in range(4):
        patron = t.fixed[pick]
        if t.mode == BY_CHANCE:
            n = below(rng, t.offers - pick)
            for i in range(t.offers):
                if not is_drafted(s, t.offer[i]):
                    if n == 0:
                        patron = t.offer[i]
                        break
                    n -= 1
        choose_patron(s, t, patron, rng)


@compiled
def is_drafted(s, patron):
    """Whether a patron is among those of the game."""
    for slot in range(5):
        if s.patron[slot] == patron:
            return True
    return False


# --- what every game tells --------------------------------------------------------------------------------------------


@inlined
def actor(s):
    """Who decides."""
    return s.player if s.reason == GOING else -1


@inlined
def stage(s):
    """Draft, free moves, or a choice."""
    if s.turn == 0:
        return DRAFTING
    return TURN if s.board == NORMAL else CHOOSING


@inlined
def turn(s):
    """The number of the player's turn."""
    return s.turn


@compiled
def payoff(s, seat):
    """The result."""
    if s.winner == NOBODY:
        return 0.5
    return 1.0 if s.winner == seat else 0.0


@compiled
def outcome(s):
    """The cards that chance has shown since the last move."""
    return s.outcome


# --- moves ------------------------------------------------------------------------------------------------------------


@compiled
def play_card(s, t, i, rng):
    """Play a card of the hand."""
    p = s.player
    cell = take_from_hand(s, p, i)
    kind = cell & KIND
    if TYPE[kind] == AGENT:
        add_agent(s, p, cell)
    else:
        s.played[p][s.n_played[p]] = cell
        s.n_played[p] += 1
    set_off(s, t, kind, rng)


@compiled
def buy(s, t, i, rng):
    """Buy a card of the row: what a contract does comes first, then the row is filled up, then the price is paid."""
    p = s.player
    cell = take_from_row(s, i)
    kind = cell & KIND
    if TYPE[kind] == CONTRACT_AGENT:
        add_agent(s, p, cell)
        set_off(s, t, kind, rng)
    elif TYPE[kind] == CONTRACT_ACTION:
        bury(s, cell)
        set_off(s, t, kind, rng)
    else:
        to_cooldown(s, p, cell)
    if refill(s, i) and s.board == CHOICE:
        s.skip = i + 1
        list_options(s)
    s.coins[p] -= COST[kind]


@inlined
def hit(s, q, i):
    """The player on turn attacks an agent with all the power it takes; return whether it fell."""
    p = s.player
    damage = min(s.hp[q][i], s.power[p])
    s.power[p] -= damage
    s.hp[q][i] -= damage
    if s.hp[q][i] == 0:
        fell_agent(s, q, i)
        return True
    return False


@compiled
def hit_taunts(s):
    """At the end of a turn what power is left strikes the opponent's taunting agents."""
    q = 1 - s.player
    i = 0
    while i < s.n_agents[q] and s.power[s.player] > 0:
        if not (TAUNT[s.agent[q][i] & KIND] and hit(s, q, i)):
            i += 1


@compiled
def clean_up(s, p, rng):
    """Hand and played pile go to the cooldown pile, and the next hand is drawn."""
    for i in range(s.n_hand[p]):
        to_cooldown(s, p, s.hand[p][i])
        s.hand[p][i] = 0
    s.n_hand[p] = 0
    for i in range(s.n_played[p]):
        to_cooldown(s, p, s.played[p][i])
        s.played[p][i] = 0
    s.n_played[p] = 0
    draw_cards(s, p, HAND, rng)
    s.calls[p] = 1
    for i in range(s.n_agents[p]):
        s.acted[p][i] = 0


@compiled
def start_turn(s, t, rng):
    """What happens to the player whose turn begins."""
    if s.favour[ANSEI] == s.player:  # it is nobody's where Ansei is not in the game
        s.coins[s.player] += 1
    for deck in range(DECKS):
        for i in range(min(3, s.combo[deck])):
            s.waiting[deck][i] = 0
        s.combo[deck] = 0
    for _ in range(s.doom):
        s.chain[s.tail] = OPP_DISCARD + (1 << AMOUNT)
        s.tail += 1
    s.doom = 0
    run_chain(s, t, START_CHOICE, rng)


@compiled
def favoured_by_all(s, p):
    """Whether every patron but Treasury favours a player."""
    for slot in range(5):
        if s.patron[slot] != TREASURY and s.favour[s.patron[slot]] != p:
            return False
    return True


@compiled
def look_for_winner(s, p):
    """Whether the player who has just ended a turn, or the other, has won."""
    q = 1 - p
    if s.prestige[p] >= SCORE:
        s.reason = OVER_80
        s.winner = p
    elif favoured_by_all(s, p):
        s.reason = BY_FAVOUR
        s.winner = p
    elif s.prestige[q] >= DUTY and s.prestige[p] < s.prestige[q]:
        s.reason = OVER_40
        s.winner = q


@compiled
def end_turn(s, t, rng):
    """End the turn."""
    p = s.player
    if s.turn > LAST_TURN:
        s.reason = TOO_LONG
        s.winner = NOBODY
        return
    hit_taunts(s)
    s.prestige[p] += s.power[p]
    s.coins[p] = 0
    s.power[p] = 0
    clean_up(s, p, rng)
    s.player = 1 - p
    s.turn += 1
    start_turn(s, t, rng)
    look_for_winner(s, p)


@compiled
def play(s, t, move, rng):
    """Play a move."""
    command = move >> COMMAND & 15
    item = move & ITEM_MASK
    s.outcome = 0
    if command == PLAY:
        play_card(s, t, find_in_hand(s, move), rng)
    elif command == ACTIVATE:
        i = find_agent(s, s.player, move)
        s.acted[s.player][i] = 1
        set_off(s, t, s.agent[s.player][i] & KIND, rng)
    elif command == ATTACK:
        hit(s, 1 - s.player, find_agent(s, 1 - s.player, move))
    elif command == BUY:
        buy(s, t, find_in_row(s, move), rng)
    elif command == CALL:
        call(s, t, item - 1, rng)
    elif command == CHOOSE:
        choose_cards(s, t, find_options(s, t, move), rng)
    elif command == EFFECT:
        choose_effect(s, t, item - 1, rng)
    elif command == PICK:
        s.picked[s.n_picked] = item
        s.n_picked += 1
        if s.n_picked == s.high:
            choose_cards(s, t, find_options(s, t, gather_picked(s)), rng)
    elif command == DONE:
        choose_cards(s, t, find_options(s, t, gather_picked(s)), rng)
    elif command == DRAFT:
        choose_patron(s, t, item - 1, rng)
    else:
        end_turn(s, t, rng)
