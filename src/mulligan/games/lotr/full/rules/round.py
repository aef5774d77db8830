"""The full game: the round as a machine that goes on by itself until the player must decide.

`step` says where the round stands.  Effects of cards wait on a stack (effects.py) and go before the next step.  The
player's choices are listed in choices.py.

Shadow cards are turned up when an enemy attacks.  As nobody knows the encounter deck, this is the same as dealing them
face down before; an enemy that does not attack after all discards one at the end of combat, and with no deck left there
is no shadow.

Every game ends: the threat rises by one each round, and only so much can lower it.  In one pass through the deck two
Greetings take 12, three Gandalfs 15, three more whom Stand and Fight brings back 15, and Dwarven Tomb can repeat one
Greeting for 6; the deck can be renewed twice, since Will of the West leaves the game.  So 144 in all, and no game lasts
longer than 25 + 144 rounds.
"""

from __future__ import annotations

from mulligan.games.lotr.full.layout import AIM, ENGAGE, FACE, PICK, REDRAW, RISE, SPEND, USE
from mulligan.games.lotr.full.vocabulary import (
    ATTACK_WINDOW,
    COMBAT_WINDOW,
    COMMITS,
    DEFENDED_RULE,
    DEFENDED_WINDOW,
    DEFENDS,
    PLAYED,
    PRICE,
    RAGE,
    REFRESH_RULE,
    SHADOW,
    STAGING_RULE,
    TRAVELLED,
    TRAVELLED_WINDOW,
    UNDEFENDED_RULE,
    UNDEFENDED_SHADOW,
    VALOR,
)
from mulligan.games.lotr.layout import (
    ALL_HEROES,
    ALLY_CARD,
    ARGUMENT,
    ATTACK,
    BUY,
    COMMIT,
    DEFEND,
    DEFENSE,
    DONE,
    ENCOUNTER,
    GO,
    GOING,
    HEROES,
    JOIN,
    NO_PLACE,
    PLANNING,
    QUESTING,
    RESPONSE,
    STRIKE,
    TARGET,
    TRAVEL,
    UNDEFENDED,
)
from mulligan.kernel import compiled, lowest, shuffle_part, size

from .effects import choose, decline, drop_text, next_effect, webbed
from .figures import BANDED, RAGE_USED, RAGING, VALOR_USED, force, pay, staged_danger, total_guard, total_will
from .moves import (
    AFTER_STAGING,
    AFTERMATH,
    ARRIVE,
    ARRIVED,
    BEFORE_STAGING,
    BLOW,
    CHECKS,
    COMBAT,
    END_COMBAT,
    END_ROUND,
    FIGHT,
    GATHER,
    GUARD,
    JOURNEY,
    MEET,
    MULLIGAN,
    NEXT_ATTACK,
    PARRY,
    PLAN,
    REFRESH,
    RESOLVE,
    RESOURCES,
    SEND,
    STAGE,
    TURN_SHADOW,
    above,
    any_usable,
    can_cancel,
    can_rise,
    can_spend,
    destinations,
    sleepers,
)
from .zones import (
    CARD_TEXT,
    CERTAIN,
    SHADOW_TEXT,
    advance_quest,
    change_threat,
    come,
    come_ally,
    discard,
    draw_card,
    draw_cards,
    engage,
    fell,
    lay,
    leave,
    push,
    return_card,
    turn_up,
)

MOST_TOKENS = 50  # more tokens on an enemy change nothing


@compiled
def deal(s, t, rng):
    """Shuffle, set up, draw, and ask whether the hand is kept."""
    s.result = GOING
    s.threat = t.start_threat
    s.points = t.quest_points[0]
    s.active = NO_PLACE
    s.foe = NO_PLACE
    s.aim = NO_PLACE
    s.bound = NO_PLACE
    s.slots = HEROES
    for hero in range(HEROES):
        come(s, t, hero, hero)
    for i in range(t.cards):
        s.deck[i] = t.deck[i]
    for i in range(t.encounter_cards):
        s.encounters[i] = t.encounters[i]
    for i in range(t.staged):
        lay(s, t, s.encounters[i])
    s.revealed = t.staged
    shuffle_part(s.deck, 0, t.cards, rng)
    shuffle_part(s.encounters, s.revealed, t.encounter_cards, rng)
    for _ in range(t.hand):
        draw_card(s, t, rng)
    s.step = MULLIGAN
    s.stage = RESPONSE
    s.staged_threat = staged_danger(s, t)


@compiled
def redraw(s, t, rng):
    """Shuffle the hand into the deck and draw a new one."""
    n = 0 + s.held
    for kind in range(t.kinds):
        while s.hand[kind] > 0:
            s.hand[kind] -= 1
            return_card(s, t, kind)
    s.held = 0
    shuffle_part(s.deck, s.drawn, t.cards, rng)
    for _ in range(n):
        draw_card(s, t, rng)


# --- the quest --------------------------------------------------------------------------------------------------------


@compiled
def gain(s, t, rng):
    """Tokens and a card."""
    s.round += 1
    heroes = s.characters & ALL_HEROES
    while heroes != 0:
        s.tokens[lowest(heroes)] += 1
        heroes &= heroes - 1
    draw_cards(s, t, 1, rng)


@compiled
def commit(s, t, who):
    """Characters go on the quest, and their texts follow."""
    s.tapped |= who
    s.joined = who
    s.asked = 0
    while who != 0:
        push(s, t.card_deed[s.person[lowest(who)]][COMMITS], CERTAIN)
        who &= who - 1


@compiled
def resolve_quest(s, t, rng):
    """Willpower against threat; then everything that lasted for this phase is over."""
    ahead = total_will(s, t, s.joined) - staged_danger(s, t)
    s.joined = 0
    s.valor = 0
    s.dread = 0
    s.gloom = 0
    if ahead > 0:
        advance_quest(s, t, ahead, rng)
    elif ahead < 0:
        change_threat(s, -ahead)


@compiled
def wake(s, t):
    """The staged enemy with the highest engagement cost that the threat has reached engages; whether there was one."""
    best = NO_PLACE
    rest = s.foes
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        cost = t.engagement[s.peril[place]]
        if cost <= s.threat and (best == NO_PLACE or cost > t.engagement[s.peril[best]]):
            best = place
    if best == NO_PLACE:
        return False
    engage(s, t, best)
    return True


# --- combat -----------------------------------------------------------------------------------------------------------


@compiled
def face(s, t, place):
    """An enemy begins its attack."""
    s.attackers &= ~(1 << place)
    s.foe = place
    s.boost = 0
    s.defenders = 0
    s.shadows = 1 + t.shadows[s.peril[place]]
    s.step = GUARD


@compiled
def turn_shadow(s, t, rng):
    """Turn up a shadow card of the attacker; the first was dealt to it, more come from what is left of the deck."""
    first = s.shadows > t.shadows[s.peril[s.foe]]
    s.shadows -= 1
    if first:
        if s.dealt == 0:
            return
        s.dealt -= 1
    elif t.encounter_cards - s.revealed <= s.dealt:
        return
    kind = turn_up(s, t, 0, rng)
    if kind < 0:
        return
    s.buried[kind] += 1
    text = t.deed[kind][SHADOW]
    if s.defenders == 0 and t.deed[kind][UNDEFENDED_SHADOW] != 0:
        text = t.deed[kind][UNDEFENDED_SHADOW]
    push(s, text, SHADOW_TEXT)


@compiled
def deal_blow(s, t):
    """The damage of an attack; if nobody defends any more, a hero takes it all."""
    damage = force(s, t, s.foe) + s.boost
    if s.defenders != 0:
        damage -= total_guard(s, t, s.defenders)
    if damage > 0:
        s.blow = min(damage, 99)
        push(s, t.rules[DEFENDED_RULE if s.defenders != 0 else UNDEFENDED_RULE], CERTAIN)


@compiled
def end_attack(s, t):
    """An enemy has attacked."""
    if s.foe != NO_PLACE and t.grudge[s.peril[s.foe]]:
        s.extra[s.foe] = min(s.extra[s.foe] + 1, MOST_TOKENS)
    s.foe = NO_PLACE
    s.boost = 0
    s.blow = 0
    s.shadows = 0
    s.defenders = 0


@compiled
def end_combat(s, t, rng):
    """Shadow cards that were not turned up are discarded, and what lasted for this phase is over."""
    while s.dealt > 0:
        s.dealt -= 1
        kind = turn_up(s, t, 0, rng)
        if kind >= 0:
            s.buried[kind] += 1
    s.struck = 0
    rest = s.characters
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        s.steel[slot] = 0
        if s.used & RAGING and t.able[s.person[slot]] == RAGE:
            leave(s, t, slot)
            return_card(s, t, s.person[slot])
            shuffle_part(s.deck, s.drawn, t.cards, rng)
    s.used &= ~(RAGING | BANDED)


@compiled
def end_round(s, t):
    """The threat rises, and whoever stays for one round only leaves."""
    change_threat(s, 1)
    rest = s.characters & s.grey
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        leave(s, t, slot)
        s.gone[s.person[slot]] += 1
    s.used = 0
    s.newly = 0


# --- the machine ------------------------------------------------------------------------------------------------------


@compiled
def ask(s, stage):
    """The player decides."""
    s.stage = stage
    return False


@compiled
def quest_step(s, t, rng):
    """Go on with the first half of the round; False where the player decides."""
    step = s.step
    if step == RESOURCES:
        gain(s, t, rng)
        s.step = PLAN
    elif step == PLAN:
        return ask(s, PLANNING)
    elif step == SEND:
        if s.characters & ~s.tapped != 0:
            return ask(s, QUESTING)
        s.joined = 0
        s.step = BEFORE_STAGING
    elif step == BEFORE_STAGING:
        if can_rise(s, t) != 0:
            return ask(s, RESPONSE)
        s.step = STAGE
    elif step == STAGE:
        s.step = AFTER_STAGING
        push(s, t.rules[STAGING_RULE], CERTAIN)
    elif step == AFTER_STAGING:
        if can_spend(s, t):
            return ask(s, RESPONSE)
        s.step = RESOLVE
    elif step == RESOLVE:
        s.step = JOURNEY
        resolve_quest(s, t, rng)
    elif step == JOURNEY:
        if s.active == NO_PLACE and destinations(s, t) != 0:
            return ask(s, TRAVEL)
        s.step = MEET
    elif step == ARRIVE:
        place = 0 + s.bound
        s.bound = NO_PLACE
        s.sites &= ~(1 << place)
        s.active = place
        push(s, t.deed[s.peril[place]][TRAVELLED], CERTAIN)
        s.step = ARRIVED
    elif step == ARRIVED:
        if s.active != NO_PLACE and any_usable(s, t, TRAVELLED_WINDOW):
            return ask(s, RESPONSE)
        s.step = MEET
    elif step == MEET:
        if sleepers(s, t) != 0:
            return ask(s, ENCOUNTER)
        s.step = CHECKS
    elif not wake(s, t):
        s.step = COMBAT
    return True


@compiled
def combat_step(s, t, rng):
    """Go on with the second half of the round; False where the player decides."""
    step = s.step
    ready = s.characters & ~s.tapped
    if step == COMBAT:
        s.attackers = s.engaged
        s.struck = 0
        s.dealt = min(size(s.engaged), t.encounter_cards - s.revealed)
        s.step = NEXT_ATTACK if s.engaged != 0 else REFRESH
    elif step == NEXT_ATTACK:
        if s.attackers == 0:
            s.step = FIGHT
        elif s.attackers & (s.attackers - 1) != 0 or any_usable(s, t, COMBAT_WINDOW):
            return ask(s, DEFENSE)
        else:
            face(s, t, lowest(s.attackers))
    elif step == GUARD:
        if s.foe == NO_PLACE:
            s.step = AFTERMATH
        elif above(s.defenders, ready) != 0 or (s.defenders == 0 and can_rise(s, t) != 0):
            return ask(s, DEFENSE)
        else:
            s.step = PARRY
    elif step == PARRY:
        if s.foe == NO_PLACE:
            s.step = AFTERMATH
        elif s.defenders != 0 and any_usable(s, t, DEFENDED_WINDOW):
            return ask(s, RESPONSE)
        else:
            s.step = TURN_SHADOW
    elif step == TURN_SHADOW:
        if s.shadows > 0:
            turn_shadow(s, t, rng)
        else:
            s.step = BLOW
    elif step == BLOW:
        deal_blow(s, t)
        s.step = AFTERMATH
    elif step == AFTERMATH:
        end_attack(s, t)
        s.step = NEXT_ATTACK
    elif step == FIGHT:
        able = s.engaged & ~s.struck != 0 and (ready != 0 or can_rise(s, t) != 0)
        if able or (s.engaged != 0 and any_usable(s, t, ATTACK_WINDOW)):
            return ask(s, ATTACK)
        s.step = END_COMBAT
    elif step == GATHER:
        if above(s.strikers, ready) != 0:
            return ask(s, ATTACK)
        strike_together(s, t, rng)
    elif step == END_COMBAT:
        end_combat(s, t, rng)
        s.step = REFRESH
    elif step == REFRESH:
        s.tapped &= webbed(s)
        for hero in range(HEROES):
            s.spent[hero] = 0
        push(s, t.rules[REFRESH_RULE], CERTAIN)
        s.step = END_ROUND
    else:
        end_round(s, t)
        s.step = RESOURCES
    return True


@compiled
def strike_together(s, t, rng):
    """The attackers that were gathered strike."""
    s.struck |= 1 << s.aim
    who = 0 + s.strikers
    s.strikers = 0
    s.step = FIGHT
    if who != 0:
        fell(s, t, who, s.aim, rng)
    s.aim = NO_PLACE


@compiled
def go_on(s, t, rng):
    """Let everything happen that needs no decision."""
    going = True
    while going and s.result == GOING:
        if s.pending > 0:
            if can_cancel(s, t, s.how[s.pending - 1]):
                s.stage = RESPONSE
                going = False
            else:
                if s.how[s.pending - 1] >= CARD_TEXT:
                    s.how[s.pending - 1] = CERTAIN
                going = next_effect(s, t, rng)
        elif s.step < COMBAT:
            going = quest_step(s, t, rng)
        else:
            going = combat_step(s, t, rng)
    s.staged_threat = staged_danger(s, t)


# --- moves ------------------------------------------------------------------------------------------------------------


@compiled
def play_card(s, t, kind):
    """Pay for a card of the hand and play it: its text follows."""
    pay(s, t, t.sphere[kind], t.cost[kind], t.pools[kind])
    discard(s, kind)
    if t.form[kind] == ALLY_CARD:
        s.gone[kind] -= 1
        s.bought += 1
        come_ally(s, t, kind)
        return
    if t.once[kind]:
        s.gone[kind] -= 1
        s.left[kind] += 1
    push(s, t.card_deed[kind][PLAYED], CERTAIN)


@compiled
def respond(s, t, what, which, rng):
    """The player answers to the uppermost effect."""
    how = s.how[s.pending - 1]
    if how >= CARD_TEXT:
        if what == DONE:
            s.how[s.pending - 1] = CERTAIN
        elif what == BUY:
            drop_text(s)
            play_card(s, t, which)
        else:  # the treachery is replaced by another card
            drop_text(s)
            s.tapped |= 1 << which
            push(s, t.rules[STAGING_RULE], CERTAIN)
    elif what == PICK:
        choose(s, t, which, rng)
    else:
        decline(s, t, rng)


@compiled
def decide_quest(s, t, what, which, rng):
    """The player decides in the first half of the round."""
    step = s.step
    if step == MULLIGAN:
        if what == REDRAW:
            redraw(s, t, rng)
        s.step = RESOURCES
    elif step == PLAN:
        s.bought = 0
        s.step = SEND
    elif step == SEND:
        if what == COMMIT:
            commit(s, t, which)
            s.step = BEFORE_STAGING
        else:
            s.asked |= 1 << which
            if what == JOIN:
                s.joined |= 1 << which
            if s.asked == s.characters & ~s.tapped:
                commit(s, t, s.joined)
                s.step = BEFORE_STAGING
    elif step == BEFORE_STAGING:
        s.step = STAGE
    elif step == AFTER_STAGING:
        if what == SPEND:
            discard(s, which)
            s.used |= VALOR_USED
            rest = s.joined
            while rest != 0:
                kind = s.person[lowest(rest)]
                rest &= rest - 1
                if t.able[kind] == VALOR:
                    s.valor += t.strength[kind]
        s.step = RESOLVE
    elif step == JOURNEY:
        s.step = MEET
        if what == GO:
            s.bound = which
            push(s, t.deed[s.peril[which]][PRICE], CERTAIN)
            s.step = ARRIVE
    elif step == ARRIVED:
        s.step = MEET
    else:
        if what == ENGAGE:
            engage(s, t, which)
        s.step = CHECKS


@compiled
def decide_combat(s, t, what, which, rng):
    """The player decides in the second half of the round."""
    step = s.step
    if what == FACE:
        face(s, t, which)
    elif what == DEFEND:
        s.tapped |= 1 << which
        s.defenders |= 1 << which
        push(s, t.card_deed[s.person[which]][DEFENDS], CERTAIN)
        if s.used & BANDED == 0:
            s.step = PARRY
    elif what == UNDEFENDED or step == GUARD:
        s.step = PARRY
    elif step == PARRY:
        s.step = TURN_SHADOW
    elif what == AIM:
        s.aim = which
        s.step = GATHER
    elif what == STRIKE:
        slot = which & ((1 << TARGET) - 1)
        s.tapped |= 1 << slot
        s.strikers |= 1 << slot
    elif step == GATHER:
        strike_together(s, t, rng)
    elif what == USE:
        s.used |= RAGE_USED | RAGING
    else:
        s.step = END_COMBAT


@compiled
def play(s, t, move, rng):
    """Apply a move of the full game, and go on to the next decision."""
    what = move & ~ARGUMENT
    which = move & ARGUMENT
    if s.pending > 0:
        respond(s, t, what, which, rng)
    elif what == BUY:
        play_card(s, t, which)
    elif what == RISE:
        s.tapped &= ~(1 << which)
        s.spent[which] += 1
    elif s.step < COMBAT:
        decide_quest(s, t, what, which, rng)
    else:
        decide_combat(s, t, what, which, rng)
    go_on(s, t, rng)
