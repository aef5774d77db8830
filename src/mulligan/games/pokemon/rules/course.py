"""The course of the game: setting up, turns, attacks, the checks between turns, and the end."""

from __future__ import annotations

from mulligan.kernel import below, compiled, inlined

from ..cards.arrays import (
    ABILITY,
    ABILITY_GIVEN,
    ABILITY_PC,
    ATTACK_PC,
    BASICS,
    CLASS,
    ENERGY_OF,
    FILTER_HAS,
    HAS_HEALTHY,
    HAS_MEGA,
    HAS_USABLE,
    HAS_WHEN_ATTACHED,
    HAS_WHEN_BENCHED,
    KINDS,
    MEGA,
    MOD_LINKS,
    MOD_POISON,
    NAME,
    PLAY_PC,
    WORDS,
)
from ..cards.vocabulary import (
    ASLEEP,
    BURNED,
    CONFUSED,
    NO_ITEMS,
    PARALYZED,
    POISONED,
    SMOKE,
    STADIUM,
    SUPPORTER,
    UNLIMITED,
    WHEN_ATTACHED,
    WHEN_BENCHED,
    WHEN_EVOLVED,
)
from .answers import answer, answer_setup, ask_to_use, draw_extra, give_up
from .choices import has_many_answers, list_choices
from .damage import holds, knock_out, put_counters
from .effects import is_healthy, run_instruction, start_program
from .energy import retreat_cost
from .layout import (
    AT_STADIUM,
    ATTACH,
    ATTACK,
    BENCH_IT,
    BW,
    BY_DECK,
    BY_LIMIT,
    CHOOSING,
    CHOSEN,
    DECK,
    EQUIP,
    EVOLVE,
    GOING,
    HAND,
    HOW_MANY,
    LAST_TURN,
    LATE,
    MAIN,
    NOBODY,
    PLAY,
    PRIZES,
    PROMOTE,
    PROMOTING,
    RETREAT,
    RETREAT_COST,
    SETTING_UP,
    SLOTS,
    START_ACTIVE,
    TO_CHECKUP,
    TO_MAIN,
    TO_NEXT_TURN,
    TO_START,
    TURN,
    USE,
    WHO_STARTS,
    command,
    first,
    second,
)
from .moves import attack_of
from .zones import (
    add_energy,
    discard,
    draw_cards,
    evolve,
    flip,
    lay_prizes,
    put_on_bench,
    restart,
    return_hand,
    shuffle_deck,
    swap,
    take_from_hand,
)

# --- setting up -------------------------------------------------------------------------------------------------------


@compiled
def has_basic(s, p):
    """Whether a hand has a Basic Pokemon."""
    for w in range(WORDS):
        if s.held[p][w] & BASICS[w]:
            return True
    return False


@compiled
def mulligan(s, p, rng):
    """A hand without a Basic Pokemon is shown and drawn anew."""
    for i in range(s.n_hand[p]):
        card = s.hand[p][i]
        copies = 0
        for j in range(s.n_hand[p]):
            copies += s.hand[p][j] == card
        s.met[p][card] = max(s.met[p][card], copies)
    return_hand(s, p, rng)
    for card in range(KINDS):
        s.stays[p][card] = 0  # the Prizes are not laid yet
    draw_cards(s, p, HAND)


@compiled
def draw_hands(s, rng):
    """Both draw seven; while both lack a Basic Pokemon both draw anew.  Who has one sets up first."""
    for p in range(2):
        shuffle_deck(s, p, rng)
        s.mulligans[p] = 0
        s.ready[p] = 0
        draw_cards(s, p, HAND)
    while not has_basic(s, 0) and not has_basic(s, 1):
        mulligan(s, 0, rng)
        mulligan(s, 1, rng)
    s.opener = s.first if has_basic(s, s.first) else 1 - s.first
    s.after = TO_START


@compiled
def begin(s, t, rng):
    """Flip for the start, unless that comes later, and go on to the hands."""
    s.began = s.turn
    s.first = 0 if t.start == LATE else below(rng, 2)
    s.after = TO_START
    if t.start == CHOSEN:
        s.ask = WHO_STARTS
        s.asked = s.first
    else:
        draw_hands(s, rng)


@compiled
def set_up(s, t, rng):
    """Ask the next question of the set-up, or begin the first turn."""
    a = s.opener
    b = 1 - a
    if s.ready[a] == 0:
        s.ask = START_ACTIVE
        s.asked = a
    elif s.ready[b] == 0 and not has_basic(s, b):
        while not has_basic(s, b):
            mulligan(s, b, rng)
            s.mulligans[b] += 1
        s.ask = HOW_MANY
        s.asked = a
    elif s.ready[b] == 0:
        s.ask = START_ACTIVE
        s.asked = b
    else:
        for p in range(2):
            for i in range(s.n_bench[p] + 1):
                s.slot[p][i].fresh = 0
        if t.start == LATE:
            s.first = flip(s, rng)
        s.player = 1 - s.first
        s.after = TO_NEXT_TURN


@compiled
def finish_setup(s, p):
    """A player has put down all Pokemon wanted: the Prizes are laid, once."""
    if s.ready[p] == 0:
        lay_prizes(s, p, 1 if s.sudden > 0 else PRIZES)
        s.ready[p] = 1
    s.ask = MAIN


@compiled
def deal(s, t, rng):
    """A new game."""
    for p in range(2):
        s.n_deck[p] = DECK
        for i in range(DECK):
            s.deck[p][i] = t.deck[p][i]
    s.outcome[0] = 1
    s.outcome[1] = 1
    begin(s, t, rng)
    advance(s, t, rng)


@compiled
def play_sudden_death(s, t, rng):
    """Both have won at once: a new game with one Prize each."""
    s.sudden += 1
    s.winner = 0
    s.reason = GOING
    if s.stadium > 0:
        discard(s, s.stadium_owner, s.stadium)
        s.stadium = 0
    for p in range(2):
        restart(s, p)
        s.more[p] = 0
        s.avenge[p] = 0
        s.until[p][NO_ITEMS] = 0
    begin(s, t, rng)


# --- turns ------------------------------------------------------------------------------------------------------------


@inlined
def start_turn(s):
    """The next turn: its flags are cleared and a card is drawn."""
    s.turn += 1
    s.player = 1 - s.player
    p = s.player
    s.supported = 0
    s.attached = 0
    s.retreated = 0
    s.staged = 0
    s.trances = 0
    for q in range(2):
        for i in range(SLOTS):
            s.slot[q][i].fresh = 0
            s.slot[q][i].used = 0
    s.after = TO_MAIN
    if s.n_deck[p] == 0:
        s.winner = 1 - p
        s.reason = BY_DECK
    elif s.turn > LAST_TURN:
        s.winner = NOBODY
        s.reason = BY_LIMIT
    else:
        draw_cards(s, p, 1)


@inlined
def check_conditions(s, rng):
    """Between turns: Poison, Burn, Sleep, Paralysis, each for both players, first for the one whose turn it was."""
    if s.ill[0] | s.ill[1]:
        for k in range(2):
            p = s.player if k == 0 else 1 - s.player
            if s.ill[p] & POISONED:
                put_counters(s, p, 0, 10 + MOD_POISON[s.stadium])
        for k in range(2):
            p = s.player if k == 0 else 1 - s.player
            if s.ill[p] & BURNED and not flip(s, rng):
                put_counters(s, p, 0, 20)
        for k in range(2):
            p = s.player if k == 0 else 1 - s.player
            if s.ill[p] & ASLEEP and flip(s, rng):
                s.ill[p] &= ~ASLEEP
        s.ill[s.player] &= ~PARALYZED
    s.after = TO_NEXT_TURN


@inlined
def passes_smoke(s, p, rng):
    """Whether an attack is not stopped by a SMOKE mark."""
    return not holds(s, p, SMOKE) or flip(s, rng)


@inlined
def attack(s, t, move, rng):
    """Announce an attack: coins may stop it, else its program runs; the turn ends in any case."""
    p = s.player
    s.after = TO_CHECKUP
    s.struck[0] = 0
    s.struck[1] = 0
    if t.era == BW and not passes_smoke(s, p, rng):
        return
    if s.ill[p] & CONFUSED and not flip(s, rng):
        put_counters(s, p, 0, 30)
    elif t.era == BW or passes_smoke(s, p, rng):
        start_program(s, p, ATTACK_PC[attack_of(s, p, move)], 0, 1)


@inlined
def play_trainer(s, card):
    """Play an Item, a Supporter or a Stadium."""
    p = s.player
    take_from_hand(s, p, card)
    if CLASS[card] == STADIUM:
        if s.stadium > 0:
            discard(s, s.stadium_owner, s.stadium)
        s.stadium = card
        s.stadium_owner = p
        s.staged |= 1
        return
    if CLASS[card] == SUPPORTER:
        s.supported = 1
    s.resolving = card
    start_program(s, p, PLAY_PC[card], -1, 0)


@inlined
def use_ability(s, i):
    """Use the Ability of a Pokemon, or the Stadium."""
    p = s.player
    if HAS_USABLE:
        if i == AT_STADIUM:
            s.staged |= 2
            start_program(s, p, PLAY_PC[s.stadium], -1, 0)
            return
    slot = s.slot[p][i]
    if ABILITY[slot.card] == UNLIMITED:
        s.trances += 1
    else:
        slot.used = 1
    start_program(s, p, ABILITY_PC[slot.card], i, 0)


@inlined
def retreat(s, i):
    """The Active Pokemon retreats, at its cost."""
    p = s.player
    s.retreated = 1
    cost = retreat_cost(s, p)
    if cost == 0:
        swap(s, p, i)
        return
    s.ask = RETREAT_COST
    s.asked = p
    s.must = 1
    s.left = cost
    s.target = i


@compiled
def ask_after_attaching(s, p, i, energy):
    """An Energy was attached from the hand: some Pokemon have an Ability that may now be used."""
    chosen = ABILITY_GIVEN[s.slot[p][i].card]
    if chosen >= 0 and FILTER_HAS[chosen][energy]:
        ask_to_use(s, p, i, WHEN_ATTACHED)


@compiled
def recover_healthy(s):
    """Special Conditions end on Pokemon that an Ability keeps them off."""
    for p in range(2):
        if s.ill[p] != 0 and is_healthy(s, p):
            s.ill[p] = 0


@inlined
def play_turn(s, t, move, rng):
    """A move of a turn."""
    p = s.player
    what = command(move)
    card = first(move)
    i = second(move)
    if what == ATTACH:
        take_from_hand(s, p, card)
        add_energy(s.slot[p][i], ENERGY_OF[card])
        s.attached = 1
        if HAS_WHEN_ATTACHED:
            ask_after_attaching(s, p, i, card)
    elif what == BENCH_IT:
        take_from_hand(s, p, card)
        put_on_bench(s, p, card)
        if HAS_WHEN_BENCHED:
            ask_to_use(s, p, s.n_bench[p], WHEN_BENCHED)
    elif what == EVOLVE:
        take_from_hand(s, p, card)
        evolve(s, p, i, card)
        ask_to_use(s, p, i, WHEN_EVOLVED)
        if HAS_MEGA:
            if MEGA[card] and MOD_LINKS[s.slot[p][i].tool] != NAME[card]:
                s.after = TO_CHECKUP
    elif what == EQUIP:
        take_from_hand(s, p, card)
        s.slot[p][i].tool = card
    elif what == PLAY:
        play_trainer(s, card)
    elif what == USE:
        use_ability(s, card)
    elif what == RETREAT:
        retreat(s, card)
    elif what == ATTACK:
        attack(s, t, move, rng)
    else:
        s.after = TO_CHECKUP


# --- on to the next decision ------------------------------------------------------------------------------------------


@inlined
def ask_promotion(s):
    """Ask for a new Active Pokemon where there is none; the player whose turn it is chooses last."""
    for k in range(2):
        p = 1 - s.player if k == 0 else s.player
        if s.slot[p][0].card == 0:
            s.ask = PROMOTE
            s.asked = p
            return True
    return False


@compiled
def answer_question(s, t, move, rng):
    """The answer to any open question."""
    if s.ask == WHO_STARTS:
        s.first = s.asked if first(move) == 0 else 1 - s.asked
        s.ask = MAIN
        draw_hands(s, rng)
    elif s.ask == HOW_MANY:
        draw_extra(s, first(move))
    elif s.ask < PROMOTE:
        if answer_setup(s, move):
            finish_setup(s, s.asked)
    else:
        answer(s, move, rng)


@inlined
def proceed(s, t, rng):
    """No card is at work: judge knock-outs, and go on to what comes next; return whether a player has to decide."""
    if s.resolving > 0:
        discard(s, s.side, s.resolving)
        s.resolving = 0
    s.attacking = 0
    s.side = 0
    s.asked = 0
    if HAS_HEALTHY:
        recover_healthy(s)
    if s.hurt:
        knock_out(s)
        if s.reason != GOING:
            if s.winner == NOBODY and t.sudden and s.turn < LAST_TURN:
                play_sudden_death(s, t, rng)
                return False
            return True
    if s.after == TO_START:
        set_up(s, t, rng)
        return False
    if ask_promotion(s):
        return False
    if s.after == TO_MAIN:
        return True
    if s.after == TO_CHECKUP:
        check_conditions(s, rng)
        if s.hurt:
            return False
    start_turn(s)
    return True


@compiled
def advance(s, t, rng):
    """Let the game run to the next decision; a question with a single answer is none."""
    while True:
        if s.ask != MAIN:
            if has_many_answers(s):
                return
            n = list_choices(s, s.scratch)
            only = s.scratch[0]
            for i in range(n + 1):  # one that was not kept may stand behind them
                s.scratch[i] = 0
            if n > 1:
                return
            if n == 1:
                answer_question(s, t, only, rng)
            else:
                give_up(s, rng)
        elif s.pc > 0:
            run_instruction(s, rng)
        elif proceed(s, t, rng):
            return


@compiled
def play(s, t, move, rng):
    """Apply a move, and let the game run to the next decision."""
    s.outcome[0] = 1
    s.outcome[1] = 1
    if s.ask == MAIN:
        play_turn(s, t, move, rng)
    else:
        answer_question(s, t, move, rng)
    advance(s, t, rng)


@compiled
def actor(s):
    """The player who decides, or -1 at the end."""
    if s.reason != GOING:
        return -1
    return s.player if s.ask == MAIN else s.asked


@compiled
def stage(s):
    """The kind of decision."""
    if s.ask == MAIN:
        return TURN
    if s.ask == PROMOTE:
        return PROMOTING
    return SETTING_UP if s.ask < PROMOTE else CHOOSING


@compiled
def turn(s):
    """The number of the turn."""
    return s.turn


@compiled
def payoff(s, seat):
    """1 for a win, 0.5 for a draw."""
    return 0.5 if s.winner == NOBODY else (1.0 if s.winner == seat else 0.0)


@compiled
def outcome(s):
    """A number for what chance has shown to the player who decides since the last move."""
    return s.outcome[max(0, actor(s))]
