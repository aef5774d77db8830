"""The ranger in the full game: what it buys, how it fights, and where its other decisions are made.

Everything is weighed in one currency (weights.py): wounds, lives, kills, progress, threat, cards.
"""

from __future__ import annotations

from mulligan.games.lotr.full.layout import AIM, FACE, REDRAW, RISE, USE
from mulligan.games.lotr.full.rules.figures import force, might, total_guard, total_might
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
    can_rise,
    raging,
    usable,
)
from mulligan.games.lotr.full.vocabulary import (
    ATTACK_WINDOW,
    COMBAT_WINDOW,
    DAMAGE,
    DEFENDED_WINDOW,
    EXHAUST,
    HOLD_BACK,
    PLANNING_WINDOW,
    PLAYED,
    RAISE,
    RANGED_ONE,
    RECYCLE,
    RELEASE,
    REVEALED_WINDOW,
    SHADOW_WINDOW,
    STEEL,
    THREAT,
)
from mulligan.games.lotr.layout import (
    BUY,
    DEFEND,
    DONE,
    EVENT_CARD,
    GANDALF,
    HEROES,
    NEUTRAL,
    NO_PLACE,
    SPIRIT,
    STRIKE,
    TACTICS,
    TARGET,
    UNDEFENDED,
)
from mulligan.games.lotr.rules.zones import wealth
from mulligan.kernel import compiled, lowest, size

from .combat import NOBODY, WINS, best_guard, cost_of_blow, is_prey, killers, pain, strongest_coming, worth_of_kill
from .expert import answer_quest, card_with
from .questing import engagement, journey, questers, spare_card
from .replies import best_reply, best_revived
from .weights import (
    FEINT_FROM,
    GREET,
    HOLD_SPIRIT,
    HOLD_TACTICS,
    KEEP,
    KEEP_HAND,
    LIGHT_FROM,
    QUICK_FROM,
    RAIN_FROM,
    RAISE_LESS,
    SAVE,
    SAVE_FROM,
    STEEL_FROM,
    SWIFT_FROM,
    WORTH,
)

FAR = 1e9


# --- planning ---------------------------------------------------------------------------------------------------------


@compiled
def held_for(s, t, window, sphere):
    """Whether the hand holds an event of a sphere for a later window."""
    for kind in range(HEROES, t.kinds):
        if s.hand[kind] > 0 and t.when[kind] & window and t.sphere[kind] == sphere and t.form[kind] == EVENT_CARD:
            return True
    return False


@compiled
def worth(s, t, kind):
    """How much it wants to play a card when planning, before what must be saved."""
    value = WORTH[kind]
    e = t.card_deed[kind][PLAYED]
    verb = t.verb[e]
    if verb == THREAT:
        return value if s.threat >= GREET else -FAR
    if verb == RAISE:
        best = best_revived(s, t, e)
        return -FAR if best < 0 else WORTH[best] - RAISE_LESS
    if verb == RECYCLE and s.drawn < t.cards:
        return -FAR
    return value


@compiled
def purchase(s, t):
    """The card that it plays next, or DONE."""
    saving = s.hand[GANDALF] > 0 and wealth(s, t, NEUTRAL) >= SAVE_FROM
    spirit = wealth(s, t, SPIRIT)
    tactics = wealth(s, t, TACTICS)
    hold_spirit = HOLD_SPIRIT if held_for(s, t, REVEALED_WINDOW | SHADOW_WINDOW, SPIRIT) else 0.0
    hold_tactics = HOLD_TACTICS if held_for(s, t, COMBAT_WINDOW, TACTICS) else 0.0
    best = DONE
    most = 0.0
    for kind in range(HEROES, t.kinds):
        if s.hand[kind] == 0 or not usable(s, t, kind, PLANNING_WINDOW):
            continue
        value = worth(s, t, kind)
        cost = t.cost[kind]
        if kind != GANDALF:
            if saving:
                value -= SAVE * cost
            if t.sphere[kind] == SPIRIT and cost > 0 and spirit - cost < 1:
                value -= hold_spirit
            if t.sphere[kind] == TACTICS and cost > 0 and tactics - cost < 1:
                value -= hold_tactics
        if value > most:
            most = value
            best = BUY + kind
    return best


@compiled
def keeps_hand(s, t):
    """Whether the first hand is good enough."""
    total = 0.0
    for kind in range(HEROES, t.kinds):
        total += s.hand[kind] * KEEP[kind]
    return total >= KEEP_HAND


# --- combat -----------------------------------------------------------------------------------------------------------


@compiled
def risen(s, t):
    """Who is ready, or can be made so."""
    return s.characters & ~s.tapped | can_rise(s, t)


@compiled
def quick_kill(s, t):
    """A card that lets one ready character kill an attacker before it attacks, or DONE."""
    ready = s.characters & ~s.tapped
    move = DONE
    for kind in range(HEROES, t.kinds):
        e = t.card_deed[kind][PLAYED]
        if s.hand[kind] > 0 and t.verb[e] == EXHAUST and usable(s, t, kind, COMBAT_WINDOW):
            if t.whom[e] == RANGED_ONE:
                n = 0
                rest = s.engaged
                while rest != 0:
                    if s.mark[lowest(rest)] <= 1:
                        n += 1
                    rest &= rest - 1
                if n >= 1 or size(s.engaged) >= RAIN_FROM:
                    return BUY + kind
            elif move == DONE:
                move = BUY + kind
    if move == DONE:
        return DONE
    most = QUICK_FROM
    found = False
    rest = s.attackers
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        missing = s.mark[place] + t.shield[s.peril[place]]
        some = ready
        while some != 0:
            slot = lowest(some)
            some &= some - 1
            if might(s, t, slot, place) >= missing:
                blow = force(s, t, place)
                cost = cost_of_blow(s, t, best_guard(s, t, ready & ~(1 << slot), blow), blow)
                if cost > most:
                    found = True
    return move if found else DONE


@compiled
def next_face(s, t):
    """Hold an attack off if it would cost much; then the strongest attacks first."""
    place = strongest_coming(s, t, s.attackers)
    blow = force(s, t, place)
    move = quick_kill(s, t)
    if move != DONE:
        return move
    ready = risen(s, t)
    cost = cost_of_blow(s, t, best_guard(s, t, ready, blow), blow)
    if cost >= FEINT_FROM:
        move = card_with(s, t, HOLD_BACK, COMBAT_WINDOW)
        if move != DONE:
            return move
    if cost >= LIGHT_FROM and not is_prey(s, t, place):
        move = card_with(s, t, RELEASE, COMBAT_WINDOW)
        if move != DONE:
            return move
    return FACE + place


@compiled
def defense(s, t):
    """Whoever meets the attack at the least cost; a hero who can be made ready is asked too."""
    slot = best_guard(s, t, risen(s, t), force(s, t, s.foe) + s.boost)
    if slot == NOBODY:
        return UNDEFENDED
    return (RISE if s.tapped >> slot & 1 else DEFEND) + slot


@compiled
def parry(s, t):
    """Kill the attacker, or save the defender, if a card can."""
    blow = force(s, t, s.foe) + s.boost
    wounds = blow - total_guard(s, t, s.defenders)
    slot = lowest(s.defenders)
    harm = pain(s, t, slot, wounds)
    if s.mark[s.foe] <= 2 and harm + worth_of_kill(s, t, s.foe) >= SWIFT_FROM:
        move = card_with(s, t, DAMAGE, DEFENDED_WINDOW)
        if move != DONE:
            return move
    if harm - pain(s, t, slot, wounds - 1) >= STEEL_FROM:
        return card_with(s, t, STEEL, DEFENDED_WINDOW)
    return DONE


@compiled
def aim(s, t):
    """The enemy whose death is worth most; else the one where blows are worth most."""
    ready = risen(s, t)
    best = NO_PLACE
    most = 0.0
    rage = raging(s, t)
    rest = s.engaged & ~s.struck if ready != 0 else 0
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        shield = t.shield[s.peril[place]]
        missing = s.mark[place] + shield
        total = total_might(s, t, ready, place)
        value = 0.0
        if total >= missing:
            value = 100.0 + worth_of_kill(s, t, place)
        else:
            if total + 1 >= missing and ready & ~s.tapped != 0:
                move = card_with(s, t, STEEL, ATTACK_WINDOW)
                if move != DONE:
                    return move
            if rage != 0 and total + 5 >= missing and (is_prey(s, t, place) or t.force[s.peril[place]] >= 5):
                return USE + lowest(rage)
            if total > shield:
                value = 50.0 + total - missing
                if is_prey(s, t, place):
                    value += WINS
        if value > most:
            most = value
            best = place
    if best == NO_PLACE:
        return DONE
    missing = s.mark[best] + t.shield[s.peril[best]]
    up = s.characters & ~s.tapped
    if total_might(s, t, up, best) < missing and can_rise(s, t) != 0:
        return RISE + lowest(can_rise(s, t))
    if up == 0:
        return DONE
    return AIM + best


@compiled
def strike(s, t):
    """The next of those who strike: as many as it takes to kill; all who do harm, if they cannot."""
    place = s.aim
    rest = above(s.strikers, s.characters & ~s.tapped)
    missing = s.mark[place] + t.shield[s.peril[place]] - total_might(s, t, s.strikers, place)
    if missing <= 0:
        return DONE
    who = killers(s, t, rest, place, missing)
    if who == 0:
        while rest != 0:
            if might(s, t, lowest(rest), place) > 0:
                who |= rest & -rest
            rest &= rest - 1
    return STRIKE + (place << TARGET) + lowest(who) if who != 0 else DONE


# --- the move ---------------------------------------------------------------------------------------------------------


@compiled
def advice(s, t):
    """Its next move in the full game."""
    step = s.step
    if s.pending > 0:
        return best_reply(s, t)
    if step == MULLIGAN:
        return DONE if keeps_hand(s, t) else REDRAW
    if step == PLAN:
        return purchase(s, t)
    if step == SEND:
        return answer_quest(s, questers(s, t))
    if step == AFTER_STAGING:
        return spare_card(s, t)
    if step == JOURNEY:
        return journey(s, t)
    if step == MEET:
        return engagement(s, t)
    if step == NEXT_ATTACK:
        return next_face(s, t)
    if step == GUARD:
        return defense(s, t) if s.defenders == 0 else DONE
    if step == PARRY:
        return parry(s, t)
    if step == FIGHT:
        return aim(s, t)
    if step == GATHER:
        return strike(s, t)
    return DONE
