"""What the answer to a question does: of a card's program, a promotion, a retreat, or the set-up."""

from __future__ import annotations

from mulligan.kernel import compiled

from ..cards.arrays import (
    ABILITY,
    ABILITY_PC,
    ENERGY_OF,
    HAS_LOOK,
    HAS_OLDER,
    HAS_ROVING,
    HAS_SHIFT,
    HAS_TO_ONE,
    PROGRAM,
    UNITS,
)
from ..cards.vocabulary import (
    COUNTERS,
    FROM_DECK,
    FROM_HAND,
    HIT,
    REST_DISCARDED,
    REST_SHUFFLED,
    ROVING,
    SCOOP,
    SHIFT,
    SHOWN,
    SWITCH,
    TAKE,
    TO_DECK,
    TO_DISCARD,
    TO_HAND,
    TO_ONE,
    TO_PLAY,
    TO_SELF,
    TO_TOP,
    WHEN_EVOLVED,
)
from .abilities import able
from .damage import heal, is_safe, put_counters, strike, strike_own
from .effects import clear_registers, close_question, start_program, take_up
from .layout import (
    CANDY_CARD,
    COST_CARD,
    DECK_CARD,
    DESTINATION,
    DISCARD_CARD,
    DONE,
    ENERGY_CARD,
    EVOLVE,
    EXTRA_BENCH,
    FOE_POKEMON,
    HAND_CARD,
    LOOKED_CARD,
    MAIN,
    MOVED_ENERGY,
    NEXT_CARD,
    ONE_OF_TWO,
    OWN_POKEMON,
    PROMOTE,
    RAISED_CARD,
    RETREAT_COST,
    START_ACTIVE,
    START_BENCH,
    TOOL_CARD,
    TOP_CARD,
    WANTED,
    command,
    first,
    second,
    third,
)
from .zones import (
    add_energy,
    add_to_hand,
    discard,
    draw_cards,
    evolve,
    mill,
    promote,
    put_in_deck,
    put_on_bench,
    put_on_top,
    remove_energy,
    show_in_hand,
    shuffle_deck,
    swap,
    take_from_deck,
    take_from_discard,
    take_from_hand,
)


@compiled
def end_search(s, rng):
    """A search is over: a deck that was looked through or added to is shuffled."""
    p = s.side
    if PROGRAM[s.pc][1] == FROM_DECK or PROGRAM[s.pc][5] & (SHOWN - 1) == TO_DECK:
        if PROGRAM[s.pc][5] & (SHOWN - 1) != TO_TOP or s.left == PROGRAM[s.pc][4]:
            shuffle_deck(s, p, rng)
    close_question(s)


@compiled
def deliver(s, p, card, rng):
    """A card that was found goes where the effect says; return whether it still needs a destination."""
    to = PROGRAM[s.pc][5] & (SHOWN - 1)
    if to == TO_HAND:
        if PROGRAM[s.pc][5] & SHOWN:
            show_in_hand(s, p, card)
        else:
            add_to_hand(s, p, card)
    elif to == TO_DECK:
        put_in_deck(s, p, card)
        s.met[p][card] = max(s.met[p][card], 1)
    elif to == TO_TOP:
        shuffle_deck(s, p, rng)
        put_on_top(s, p, card)
    elif to == TO_PLAY:
        put_on_bench(s, p, card)
    elif to == TO_DISCARD:
        discard(s, p, card)
    elif to == TO_SELF:
        add_energy(s.slot[p][s.source], ENERGY_OF[card])
    else:
        if HAS_TO_ONE:
            if to == TO_ONE and s.left < PROGRAM[s.pc][4] - 1:  # where the first one went
                add_energy(s.slot[p][s.target], ENERGY_OF[card])
                return False
        s.carried = ENERGY_OF[card] + 1
        return True
    return False


@compiled
def take_card(s, move, rng):
    """A card of the deck or the discard pile is taken, or no more of them."""
    p = s.side
    if command(move) == DONE:
        end_search(s, rng)
        return
    card = first(move)
    if s.ask == DECK_CARD:
        take_from_deck(s, p, card)
    elif s.ask == HAND_CARD:
        take_from_hand(s, p, card)
    else:
        take_from_discard(s, p, card)
    s.left -= 1
    if deliver(s, p, card, rng):
        s.ask = DESTINATION
        s.target = -1
    elif s.left == 0:
        end_search(s, rng)


@compiled
def arrive(s, i, rng):
    """An Energy arrives at a Pokemon."""
    add_energy(s.slot[s.side][i], s.carried - 1)
    s.carried = 0
    if PROGRAM[s.pc][0] == TAKE:
        source = PROGRAM[s.pc][1]
        s.ask = DECK_CARD if source == FROM_DECK else (HAND_CARD if source == FROM_HAND else DISCARD_CARD)
        if HAS_TO_ONE:
            s.target = i
        if s.left == 0:
            end_search(s, rng)
        return
    if HAS_ROVING:
        if PROGRAM[s.pc][2] == ROVING:
            s.left -= 1
            s.target = 0
            s.ask = MOVED_ENERGY
            if s.left > 0:
                return
    close_question(s)


@compiled
def take_looked(s, move, rng):
    """One of the top cards is taken, or none; the others are shuffled into the deck, or discarded."""
    p = s.side
    seen = min(PROGRAM[s.pc][1], s.n_deck[p])
    low = s.n_deck[p] - seen
    if command(move) != DONE:
        i = s.n_deck[p] - 1
        while s.deck[p][i] != first(move):
            i -= 1
        for j in range(i, s.n_deck[p] - 1):
            s.deck[p][j] = s.deck[p][j + 1]
        s.n_deck[p] -= 1
        s.deck[p][s.n_deck[p]] = 0
        s.top[p] -= 1
        if PROGRAM[s.pc][5]:
            show_in_hand(s, p, first(move))
        else:
            add_to_hand(s, p, first(move))
    if PROGRAM[s.pc][4] == REST_DISCARDED:
        mill(s, p, s.n_deck[p] - low)
    elif PROGRAM[s.pc][4] == REST_SHUFFLED:
        shuffle_deck(s, p, rng)
    close_question(s)


@compiled
def burn(s, p, move):
    """An Energy on a Pokemon is discarded."""
    e = ENERGY_OF[first(move)]
    remove_energy(s.slot[p][third(move)], e)
    discard(s, p, first(move))
    return UNITS[e]


@compiled
def pick_target(s, i, rng):
    """A Pokemon is chosen: it is healed, or changes places with the Active one, or is hit."""
    p = s.side
    word = PROGRAM[s.pc][0]
    s.target = i
    if word == HIT:
        if s.ask == FOE_POKEMON:
            strike(s, p, i, PROGRAM[s.pc][1], i > 0)
        else:
            strike_own(s, p, i, PROGRAM[s.pc][1])
        s.coins |= 1 << i
        s.left -= 1
        if s.left > 0:
            return
    elif HAS_SHIFT and word == SHIFT:
        if s.left == 2:
            s.coins = i
            s.left = 1
            return
        moved = min(PROGRAM[s.pc][1], s.slot[1 - p][s.coins].damage)
        s.slot[1 - p][s.coins].damage -= moved
        put_counters(s, 1 - p, i, moved)
    elif s.ask == FOE_POKEMON:
        if word == COUNTERS:
            if not is_safe(s, 1 - p, i):
                put_counters(s, 1 - p, i, PROGRAM[s.pc][2])
        else:
            swap(s, 1 - p, i)
    elif word == SCOOP:
        take_up(s, i, PROGRAM[s.pc][2], rng)
    elif word == SWITCH:
        swap(s, s.asked, i)
    else:
        heal(s, p, i, PROGRAM[s.pc][2])
        if PROGRAM[s.pc][3] and i == 0:
            s.ill[p] = 0
    close_question(s)


@compiled
def order_card(s, card):
    """The next card from the top is chosen."""
    p = s.side
    total = min(PROGRAM[s.pc][1], s.n_deck[p])
    low = s.n_deck[p] - total
    place = low + s.left - 1
    i = low
    while s.deck[p][i] != card:
        i += 1
    kept = s.deck[p][place]
    s.deck[p][place] = card
    s.deck[p][i] = kept
    s.left -= 1
    if s.left == 0:
        close_question(s)


@compiled
def ask_to_use(s, p, i, when):
    """A Pokemon came from the hand, by evolution or onto the Bench: some have an Ability that may now be used."""
    if ABILITY[able(s, s.slot[p][i].card)] == when:
        start_program(s, p, ABILITY_PC[s.slot[p][i].card], i, 0)
        s.ask = WANTED
        s.asked = p
        s.must = 1


@compiled
def answer_evolution(s, move, rng):
    """A Pokemon skips a stage, or evolves by a card of the deck, or does not."""
    p = s.side
    raised = s.ask == RAISED_CARD
    if command(move) == EVOLVE:
        if raised:
            take_from_deck(s, p, first(move))
        else:
            take_from_hand(s, p, first(move))
        evolve(s, p, second(move), first(move))
    if raised:
        shuffle_deck(s, p, rng)
    close_question(s)
    if not raised:
        ask_to_use(s, p, second(move), WHEN_EVOLVED)


@compiled
def scrap(s, move):
    """A Tool is discarded, or no more of them."""
    if command(move) == DONE:
        close_question(s)
        return
    p = s.side if first(move) == 0 else 1 - s.side
    slot = s.slot[p][second(move)]
    discard(s, p, slot.tool)
    slot.tool = 0
    s.hurt = 1
    s.left -= 1
    if s.left == 0:
        close_question(s)


@compiled
def pay_card(s, move):
    """A card of the hand is discarded as a cost, or goes on top of the deck."""
    p = s.side
    take_from_hand(s, p, first(move))
    if s.ask == TOP_CARD:
        put_on_top(s, p, first(move))
        s.met[p][first(move)] = max(s.met[p][first(move)], 1)
    else:
        discard(s, p, first(move))
        if HAS_OLDER:
            s.coins = s.coins << 8 | first(move)
    s.left -= 1
    if s.left == 0:
        close_question(s)


@compiled
def answer_card(s, move, rng):
    """The answer to a question of a card's program."""
    asked = s.ask
    if asked in (OWN_POKEMON, FOE_POKEMON):
        pick_target(s, second(move), rng)
    elif asked in (DECK_CARD, DISCARD_CARD, HAND_CARD):
        take_card(s, move, rng)
    elif HAS_LOOK and asked == LOOKED_CARD:
        take_looked(s, move, rng)
    elif asked in (COST_CARD, TOP_CARD):
        pay_card(s, move)
    elif asked == ENERGY_CARD:
        burn(s, 1 - s.side if second(move) else s.side, move)
        s.left -= 1
        if s.left == 0:
            close_question(s)
    elif asked == MOVED_ENERGY:
        if HAS_ROVING:
            if command(move) == DONE:
                close_question(s)
                return
        e = ENERGY_OF[first(move)]
        remove_energy(s.slot[s.side][third(move)], e)
        s.carried = e + 1
        s.target = third(move)
        s.ask = DESTINATION
    elif asked == DESTINATION:
        arrive(s, second(move), rng)
    elif asked == NEXT_CARD:
        order_card(s, first(move))
    elif asked == TOOL_CARD:
        scrap(s, move)
    elif asked in (CANDY_CARD, RAISED_CARD):
        answer_evolution(s, move, rng)
    elif asked == ONE_OF_TWO:
        s.ask = MAIN
        s.pc = PROGRAM[s.pc][1] if first(move) else s.pc + 1
    elif asked == WANTED:
        s.ask = MAIN
        if first(move):
            s.pc = 0
            clear_registers(s)


@compiled
def answer(s, move, rng):
    """The answer to any question but those of the set-up and the choice who starts."""
    p = s.asked
    if s.ask == PROMOTE:
        promote(s, p, second(move))
        s.ask = MAIN
    elif s.ask == RETREAT_COST:
        s.paid = burn(s, p, move)
        s.left -= s.paid
        if s.left <= 0:
            swap(s, p, s.target)
            s.ask = MAIN
            clear_registers(s)
    else:
        answer_card(s, move, rng)


@compiled
def give_up(s, rng):
    """Nobody can answer the question: the effect does nothing more."""
    if s.ask in (DECK_CARD, DISCARD_CARD, HAND_CARD):
        end_search(s, rng)
    elif HAS_LOOK and s.ask == LOOKED_CARD:
        take_looked(s, DONE, rng)
    elif s.ask == RAISED_CARD:
        shuffle_deck(s, s.side, rng)
        close_question(s)
    elif PROGRAM[s.pc][0] == SWITCH and PROGRAM[s.pc][2] > 0:
        s.ask = MAIN
        s.pc = PROGRAM[s.pc][2]  # what would happen to the new Active Pokemon does not
    else:
        close_question(s)


@compiled
def answer_setup(s, move):
    """A Basic Pokemon is put down while setting up; return whether the player is done."""
    p = s.asked
    if command(move) == DONE:
        return True
    take_from_hand(s, p, first(move))
    if s.ask == START_ACTIVE:
        s.slot[p][0].card = first(move)
        s.ask = START_BENCH
    else:
        put_on_bench(s, p, first(move))
    return False


@compiled
def draw_extra(s, n):
    """Cards for the opponent's mulligans are drawn, and Basic Pokemon among them may be put down."""
    draw_cards(s, s.asked, n)
    s.ask = EXTRA_BENCH if n > 0 else MAIN
