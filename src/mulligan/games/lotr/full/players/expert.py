"""The expert in the full game: simple rules for every decision.

Its weights were found by changing a few at a time and keeping what won more games.
"""

from __future__ import annotations

from mulligan.games.lotr.full.layout import AIM, ENGAGE, FACE, GEARS, PICK, REDRAW, SPEND, USE
from mulligan.games.lotr.full.rules.effects import candidates
from mulligan.games.lotr.full.rules.figures import force, guard, might, staged_danger, total_guard, total_might, will
from mulligan.games.lotr.full.rules.moves import (
    AFTER_STAGING,
    FIGHT,
    GATHER,
    GUARD,
    JOURNEY,
    MEET,
    MULLIGAN,
    NEXT_ATTACK,
    PARRY,
    PLAN,
    SEND,
    above,
    destinations,
    raging,
    sleepers,
    usable,
    vetoes,
)
from mulligan.games.lotr.full.rules.zones import CARD_TEXT, CHOSEN, TREACHERY_TEXT
from mulligan.games.lotr.full.vocabulary import (
    ATTACK_GIFT,
    BIND,
    COMBAT_WINDOW,
    DAMAGE,
    DEFENDED_WINDOW,
    DEFENDER,
    DRAW,
    DWARF,
    ENEMY_ONE,
    EXHAUST,
    FETCH,
    FORGET,
    HIT,
    HITS_GIFT,
    HOLD_BACK,
    LOCATION_ONE,
    OR,
    PLANNING_WINDOW,
    PLAYED,
    PRICE,
    RAISE,
    READY_GIFT,
    RECYCLE,
    REVEALED_WINDOW,
    REVIVE,
    SHADOW_WINDOW,
    STEEL,
    STRIKE_ALONE,
    STRIP,
    TAKE,
    THREAT,
    THREAT_GIFT,
    WEAR,
    WILL_GIFT,
    WITHDRAW,
)
from mulligan.games.lotr.layout import (
    ALLY_CARD,
    ATTACHMENT_CARD,
    BUY,
    COMMIT,
    DEFEND,
    DONE,
    EVENT_CARD,
    GANDALF,
    GO,
    HEROES,
    JOIN,
    NEUTRAL,
    NO_PLACE,
    PERILS,
    SLOTS,
    STAY,
    STRIKE,
    TARGET,
    UNDEFENDED,
)
from mulligan.games.lotr.players.ranger import enemies_to_come
from mulligan.games.lotr.rules.zones import wealth
from mulligan.kernel import compiled, lowest, size

NOBODY = SLOTS + 1
RESERVE = 5  # more willpower than the staged threat, for the card to come
AT_HOME, FOR_EACH_ENEMY = 3, 2  # so many characters stay ready, if at least one can go on the quest
VETO_RESERVE = 4  # so many more ready characters than enemies, and a hero may spend itself on a treachery
HERO_CARE, ALLY_CARE = 15, 1  # what a point of damage weighs when somebody must defend
CHUMP = 56  # to let an ally die is as good as a defense with this value
HIGH_THREAT = 40
LOW_THREAT = 35  # from here on Gandalf had rather lower the threat
SURPLUS = 6  # so many cards in hand, and one can be spared
WORST = -1000


# --- planning ---------------------------------------------------------------------------------------------------------


@compiled
def worth_of_gear(s, t, kind):
    """How much the expert wants an attachment."""
    i = kind - t.first_gear
    worth = 8
    if t.gift[i][READY_GIFT] or t.gift[i][WILL_GIFT]:
        worth = 22
    elif t.gift[i][ATTACK_GIFT] or t.gift[i][HITS_GIFT]:
        worth = 17
    elif t.gift[i][THREAT_GIFT]:
        worth = 20 if s.sites != 0 else WORST
    return worth


@compiled
def worth_of_event(s, t, kind):
    """How much the expert wants to play an event when planning."""
    verb = t.verb[t.card_deed[kind][PLAYED]]
    if verb == THREAT:
        return 60 if s.threat >= HIGH_THREAT else WORST
    if verb == REVIVE:
        return 70
    if verb == RAISE:
        return 25
    if verb == RECYCLE:
        return 10 if s.drawn == t.cards else WORST
    return WORST


@compiled
def worth(s, t, kind):
    """How much the expert wants to play a card when planning."""
    if t.form[kind] == ATTACHMENT_CARD:
        return worth_of_gear(s, t, kind)
    if t.form[kind] == EVENT_CARD:
        return worth_of_event(s, t, kind)
    return 20 + 6 * (t.will[kind] + t.attack[kind]) + t.defense[kind]


@compiled
def best_card(s, t):
    """The card that the expert plays next, or DONE; with Gandalf in hand it saves for him, but for events."""
    saving = s.hand[GANDALF] > 0 and wealth(s, t, NEUTRAL) >= 2
    best = DONE
    most = 0
    for kind in range(HEROES, t.kinds):
        if s.hand[kind] > 0:
            value = worth(s, t, kind)
            if saving and kind != GANDALF and t.form[kind] != EVENT_CARD:
                value = 0
            if value > most and usable(s, t, kind, PLANNING_WINDOW):
                most = value
                best = BUY + kind
    return best


@compiled
def allies_in_hand(s, t):
    """How many allies the player holds."""
    n = 0
    for kind in range(HEROES, t.kinds):
        if t.form[kind] == ALLY_CARD:
            n += s.hand[kind]
    return n


# --- the quest --------------------------------------------------------------------------------------------------------


@compiled
def questers(s, t):
    """The characters with most willpower, as many as it takes, but not those that the enemies need."""
    rest = s.characters & ~s.tapped
    needed = staged_danger(s, t) + RESERVE
    spare = size(rest) - FOR_EACH_ENEMY * enemies_to_come(s, t) - AT_HOME
    who = 0
    while rest != 0 and needed > 0 and (spare >= 0 or who == 0):
        spare -= 1
        best = NOBODY
        most = WORST
        some = rest
        while some != 0:
            slot = lowest(some)
            some &= some - 1
            value = 5 * will(s, t, slot) - 2 * (t.attack[s.person[slot]] + t.defense[s.person[slot]])
            if value > most:
                most = value
                best = slot
        if will(s, t, best) == 0:
            break
        needed -= will(s, t, best)
        who |= 1 << best
        rest &= ~(1 << best)
    return who


@compiled
def answer_quest(s, who):
    """The whole quest; or, once the player is being asked about one character after the other, the next answer."""
    if s.asked == 0 and size(s.characters & ~s.tapped) <= 10:
        return COMMIT + who
    slot = lowest(s.characters & ~s.tapped & ~s.asked)
    return JOIN + slot if who >> slot & 1 else STAY + slot


@compiled
def spare_card(s, t):
    """The card that the expert discards for willpower, or DONE."""
    if s.held < SURPLUS:
        return DONE
    worst = DONE
    least = 999
    for kind in range(HEROES, t.kinds):
        if s.hand[kind] > 0:
            value = worth(s, t, kind)
            if value < least:
                least = value
                worst = SPEND + kind
    return worst


@compiled
def best_journey(s, t):
    """The location with the fewest points per threat; one with a price only if there is no other."""
    best = NO_PLACE
    rest = destinations(s, t)
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        free = t.deed[s.peril[place]][PRICE] == 0
        if best == NO_PLACE:
            best = place
        else:
            best_free = t.deed[s.peril[best]][PRICE] == 0
            cheaper = s.mark[place] * t.threat[s.peril[best]] < s.mark[best] * t.threat[s.peril[place]]
            if (free and (not best_free or cheaper)) or (not best_free and cheaper):
                best = place
    return DONE if best == NO_PLACE else GO + best


@compiled
def best_engagement(s, t):
    """The enemy whose death would win is engaged; no other."""
    rest = sleepers(s, t)
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        if t.quest_kill[s.card] == s.peril[place] + 1:
            return ENGAGE + place
    return DONE


# --- combat -----------------------------------------------------------------------------------------------------------


@compiled
def card_with(s, t, verb, window):
    """A card in hand with an effect that can be played now, or DONE."""
    for kind in range(HEROES, t.kinds):
        if s.hand[kind] > 0 and t.verb[t.card_deed[kind][PLAYED]] == verb and usable(s, t, kind, window):
            return BUY + kind
    return DONE


@compiled
def strongest(s, t, places):
    """The strongest enemy of a set."""
    best = NO_PLACE
    while places != 0:
        place = lowest(places)
        places &= places - 1
        if best == NO_PLACE or force(s, t, place) > force(s, t, best):
            best = place
    return best


@compiled
def best_face(s, t):
    """Hold off a strong enemy if that is possible; then the strongest attacks first."""
    place = strongest(s, t, s.attackers)
    if force(s, t, place) >= 3:
        move = card_with(s, t, HOLD_BACK, COMBAT_WINDOW)
        if move != DONE:
            return move
    return FACE + place


@compiled
def best_defender(s, t):
    """Who survives, with least damage; else the cheapest ally; else the strongest hero, unless nobody need die."""
    blow = force(s, t, s.foe)
    best = NOBODY
    most = WORST
    rest = s.characters & ~s.tapped
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        damage = max(blow - guard(s, t, slot), 0)
        if damage < s.hits[slot]:  # heroes are worth more than allies
            value = 100 - (HERO_CARE if slot < HEROES else ALLY_CARE) * damage - t.attack[s.person[slot]]
        elif slot >= HEROES:
            value = CHUMP - t.cost[s.person[slot]]
        else:
            value = s.hits[slot] - damage
        if value > most:
            most = value
            best = slot
    if best == NOBODY:
        return UNDEFENDED
    if most < 0:  # only heroes who would die: one who need not might take it undefended
        for hero in range(HEROES):
            if s.characters >> hero & 1 and s.hits[hero] > blow + 2:
                return UNDEFENDED
    return DEFEND + best


@compiled
def best_parry(s, t):
    """Kill the attacker, or save the defender, if a card can."""
    if s.mark[s.foe] <= 2:
        move = card_with(s, t, DAMAGE, DEFENDED_WINDOW)
        if move != DONE:
            return move
    slot = lowest(s.defenders)
    if force(s, t, s.foe) - total_guard(s, t, s.defenders) == s.hits[slot]:
        return card_with(s, t, STEEL, DEFENDED_WINDOW)
    return DONE


@compiled
def best_aim(s, t):
    """The strongest enemy that can be killed; else the one that is nearest to death, if it can be harmed."""
    ready = s.characters & ~s.tapped
    best = NO_PLACE
    most = WORST
    rage = raging(s, t)
    rest = s.engaged & ~s.struck if ready != 0 else 0
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        damage = total_might(s, t, ready, place) - t.shield[s.peril[place]]
        value = WORST
        if damage >= s.mark[place]:
            value = 100 + force(s, t, place)
        elif rage != 0 and damage + 5 >= s.mark[place]:
            return USE + lowest(rage)
        elif damage > 0:
            value = damage - s.mark[place]
        if value > most:
            most = value
            best = place
    return DONE if best == NO_PLACE else AIM + best


@compiled
def best_striker(s, t):
    """The next of those who strike: the strongest, as many as it takes to kill; all, if they cannot."""
    place = s.aim
    rest = above(s.strikers, s.characters & ~s.tapped)
    missing = s.mark[place] + t.shield[s.peril[place]] - total_might(s, t, s.strikers, place)
    who = 0
    while rest != 0 and missing > 0:
        best = NOBODY
        some = rest
        while some != 0:
            slot = lowest(some)
            some &= some - 1
            if best == NOBODY or might(s, t, slot, place) > might(s, t, best, place):
                best = slot
        missing -= might(s, t, best, place)
        who |= 1 << best
        rest &= ~(1 << best)
    return STRIKE + (place << TARGET) + lowest(who) if who != 0 else DONE


# --- responses --------------------------------------------------------------------------------------------------------


@compiled
def best_cancel(s, t, how):
    """Cancel whatever can be cancelled, by a hero rather than by a card, unless it would do nothing."""
    e = s.todo[s.pending - 1]
    if t.verb[e] == FORGET:
        events = 0
        for kind in range(HEROES, t.kinds):
            if t.form[kind] == EVENT_CARD:
                events += s.hand[kind]
        if events < 2:
            return DONE
    if t.verb[e] == STRIP or t.verb[e] == EXHAUST:
        return DONE
    spare = size(s.characters & ~s.tapped) - enemies_to_come(s, t)
    if how == TREACHERY_TEXT and vetoes(s, t) != 0 and spare >= VETO_RESERVE:
        return USE + lowest(vetoes(s, t))
    window = SHADOW_WINDOW if how > TREACHERY_TEXT else REVEALED_WINDOW
    for kind in range(HEROES, t.kinds):
        if usable(s, t, kind, window):
            return BUY + kind
    return DONE


@compiled
def value_of_loss(s, t, slot, n):
    """How well a character can take damage."""
    if s.hits[slot] > n:
        return 100 + s.hits[slot]
    return 10 - t.cost[s.person[slot]] if slot >= HEROES else -t.hits[slot]


@compiled
def value_of_character(s, t, e, slot):
    """How good it is to choose a character for an effect."""
    verb = t.verb[e]
    kind = s.person[slot]
    if verb == DAMAGE:
        return value_of_loss(s, t, slot, t.amount[e])
    if verb == HIT:
        return value_of_loss(s, t, slot, s.blow)
    if verb == WITHDRAW:
        return -will(s, t, slot)
    if verb == BIND:
        return -t.will[kind] - t.attack[kind]
    if verb == WEAR:
        i = t.owner[e] - t.first_gear
        if t.gift[i][WILL_GIFT] or t.gift[i][READY_GIFT]:
            return t.will[kind]
        if t.gift[i][HITS_GIFT]:
            return t.defense[kind]
        return t.attack[kind] + (2 if t.kin[kind] & DWARF else 0)
    if verb == EXHAUST:
        if t.owner[e] != 0 and t.link[e] != 0:
            return t.attack[kind]
        return -t.attack[kind] - t.defense[kind]
    return t.attack[kind] + t.defense[kind]


@compiled
def value_of_place(s, t, e, place):
    """How good it is to choose an enemy or a location for an effect."""
    verb = t.verb[e]
    kind = s.peril[place]
    if verb == DAMAGE:
        return 50 + force(s, t, place) if s.mark[place] <= t.amount[e] else force(s, t, place)
    if verb == STRIKE_ALONE:
        return might(s, t, s.chosen, place) - t.shield[kind] - s.mark[place]
    if verb == WEAR:
        return t.threat[kind] + s.mark[place]
    return force(s, t, place)


@compiled
def value_of_card(s, t, e, i):
    """How good it is to choose a card, an attachment or a spider."""
    verb = t.verb[e]
    if verb == TAKE:
        return worth(s, t, i)
    if verb == STRIP:
        return -worth_of_gear(s, t, t.first_gear + i % GEARS) if i < HEROES * GEARS else 0
    if verb == FETCH:
        kind = i if i < PERILS else i - PERILS
        return 50 if t.quest_kill[s.card] == kind + 1 else -t.force[kind]
    return t.cost[i]


@compiled
def best_of_several(s, t, e):
    """Lower a high threat; else kill; else draw; else the first."""
    best = 0
    most = WORST
    i = 0
    while True:
        verb = t.verb[e + i]
        value = 0
        if verb == THREAT:
            value = s.threat - LOW_THREAT
        elif verb == DRAW:
            value = 4
        elif verb == DAMAGE:
            found = candidates(s, t, e + i)
            value = WORST if found == 0 else 1
            while found != 0:
                place = lowest(found)
                found &= found - 1
                if s.mark[place] <= t.amount[e + i]:
                    value = max(value, 5 + force(s, t, place))
        if value > most:
            most = value
            best = i
        if t.link[e + i] != OR:
            return PICK + best
        i += 1


@compiled
def best_response(s, t):
    """The answer to an effect."""
    e = s.todo[s.pending - 1]
    how = s.how[s.pending - 1]
    if how >= CARD_TEXT:
        return best_cancel(s, t, how)
    if t.link[e] == OR and how != CHOSEN:
        return best_of_several(s, t, e)
    rest = candidates(s, t, e)
    best = lowest(rest)
    most = WORST
    whom = t.whom[e]
    while rest != 0:
        i = lowest(rest)
        rest &= rest - 1
        if whom <= DEFENDER:
            value = value_of_character(s, t, e, i)
        elif ENEMY_ONE <= whom <= LOCATION_ONE:
            value = value_of_place(s, t, e, i)
        else:
            value = value_of_card(s, t, e, i)
        if value > most:
            most = value
            best = i
    return PICK + best


# --- the move ---------------------------------------------------------------------------------------------------------


@compiled
def expert_move(s, t):
    """The expert's move."""
    step = s.step
    if s.pending > 0:
        return best_response(s, t)
    if step == MULLIGAN:
        return DONE if allies_in_hand(s, t) > 0 else REDRAW
    if step == PLAN:
        return best_card(s, t)
    if step == SEND:
        return answer_quest(s, questers(s, t))
    if step == AFTER_STAGING:
        return spare_card(s, t)
    if step == JOURNEY:
        return best_journey(s, t)
    if step == MEET:
        return best_engagement(s, t)
    if step == NEXT_ATTACK:
        return best_face(s, t)
    if step == GUARD:
        return best_defender(s, t) if s.defenders == 0 else DONE
    if step == PARRY:
        return best_parry(s, t)
    if step == FIGHT:
        return best_aim(s, t)
    if step == GATHER:
        return best_striker(s, t)
    return DONE
