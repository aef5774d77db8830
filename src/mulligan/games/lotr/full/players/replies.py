"""How the ranger answers to effects: what to cancel, and what to choose."""

from __future__ import annotations

from mulligan.games.lotr.full.layout import GEARS, PICK, USE
from mulligan.games.lotr.full.rules.effects import candidates
from mulligan.games.lotr.full.rules.figures import force, guard, might, total_guard, will
from mulligan.games.lotr.full.rules.moves import usable, vetoes
from mulligan.games.lotr.full.rules.zones import CARD_TEXT, CHOSEN, SHADOW_TEXT, TREACHERY_TEXT
from mulligan.games.lotr.full.vocabulary import (
    AND,
    ATTACK_GIFT,
    BIND,
    BOOST,
    COMMITTED,
    DAMAGE,
    DEFENDER,
    DRAW,
    DREAD,
    DWARF,
    EACH_EXHAUSTED,
    ENEMY_ONE,
    EXHAUST,
    FETCH,
    FORGET,
    GLOOM,
    HIT,
    HITS_GIFT,
    LOCATION_ONE,
    OR,
    RAISE,
    READY_GIFT,
    REVEALED_WINDOW,
    SHADOW_WINDOW,
    STRIKE_ALONE,
    STRIP,
    THREAT,
    WEAR,
    WILL_GIFT,
    WITHDRAW,
)
from mulligan.games.lotr.layout import ALL_HEROES, BUY, DONE, EVENT_CARD, HEROES, NO_PLACE, PERILS
from mulligan.games.lotr.rules.round import LIMIT
from mulligan.kernel import compiled, lowest, size

from .combat import WINS, is_prey, pain, worth_of_kill
from .weights import (
    COURAGE,
    EVENT_LOSS,
    GEAR,
    KEEP,
    PICK_DAMAGE,
    PICK_DRAW,
    PICK_THREAT,
    PLATE,
    RISE_COST,
    STEP,
    STROKE_COST,
    TEST_COST,
    TIRED,
    VETO_COST,
    WEB,
    WORTH,
)

WORST = -1e9


@compiled
def best_revived(s, t, e):
    """The ally in the discard pile that is wanted most of those that can be paid, or -1."""
    rest = candidates(s, t, e)
    best = -1
    while rest != 0:
        kind = lowest(rest)
        rest &= rest - 1
        if best < 0 or WORTH[kind] > WORTH[best]:
            best = kind
    return best


@compiled
def total_pain(s, t, who, n):
    """What so many wounds for each of some characters cost."""
    total = 0.0
    while who != 0:
        total += pain(s, t, lowest(who), n)
        who &= who - 1
    return total


@compiled
def least_pain(s, t, who, n):
    """What so many wounds for one of some characters cost."""
    least = 1e9
    if who == 0:
        return 0.0
    while who != 0:
        least = min(least, pain(s, t, lowest(who), n))
        who &= who - 1
    return least


@compiled
def events_held(s, t):
    """How many events the hand holds."""
    n = 0
    for kind in range(HEROES, t.kinds):
        if t.form[kind] == EVENT_CARD:
            n += s.hand[kind]
    return n


@compiled
def harm_of_more(s, t, n):
    """What so much more attack of the attacker costs."""
    blow = force(s, t, s.foe) + s.boost if s.foe != NO_PLACE else 0
    if s.defenders != 0:
        slot = lowest(s.defenders)
        wounds = blow - total_guard(s, t, s.defenders)
        return pain(s, t, slot, wounds + n) - pain(s, t, slot, wounds)
    heroes = s.characters & ALL_HEROES
    return least_pain(s, t, heroes, blow + n) - least_pain(s, t, heroes, blow)


@compiled
def harm(s, t, e):
    """What a single effect costs."""
    verb = t.verb[e]
    n = t.amount[e]
    if verb == DAMAGE:
        if t.whom[e] == COMMITTED:
            return least_pain(s, t, s.joined, n)
        if t.whom[e] == EACH_EXHAUSTED:
            return total_pain(s, t, s.characters & s.tapped, n)
        return total_pain(s, t, s.characters, n)
    if verb == WITHDRAW:
        return STEP if s.joined != 0 else 0.0
    if verb == EXHAUST:
        return TIRED if s.characters & ~s.tapped != 0 else 0.0
    if verb == DREAD:
        return STEP * size(s.joined)
    if verb == GLOOM:
        return STEP * size(s.foes | s.sites)
    if verb == FORGET:
        return EVENT_LOSS * events_held(s, t)
    if verb == BIND:
        return WEB
    if verb == BOOST:
        return harm_of_more(s, t, n)
    if verb == THREAT:
        return WINS if s.threat + n >= LIMIT else RISE_COST * n
    if verb == STRIP:
        found = 0
        for hero in range(HEROES):
            for i in range(t.gears):
                found += s.gear[hero][i]
        return GEAR if found > 0 else 0.0
    return 0.0


@compiled
def cancel(s, t, how):
    """Cancel a text if it costs more than what cancels it."""
    e = s.todo[s.pending - 1]
    total = harm(s, t, e)
    while t.link[e] == AND:
        e += 1
        total += harm(s, t, e)
    if how == TREACHERY_TEXT and vetoes(s, t) != 0 and total >= VETO_COST:
        return USE + lowest(vetoes(s, t))
    window = SHADOW_WINDOW if how == SHADOW_TEXT else REVEALED_WINDOW
    if total >= (STROKE_COST if how == SHADOW_TEXT else TEST_COST):
        for kind in range(HEROES, t.kinds):
            if usable(s, t, kind, window):
                return BUY + kind
    return DONE


@compiled
def value_of_wearer(s, t, e, hero):
    """How good it is that a hero gets an attachment."""
    i = t.owner[e] - t.first_gear
    if t.gift[i][READY_GIFT]:
        return COURAGE[hero] - 10.0 * s.gear[hero][i]
    if t.gift[i][HITS_GIFT]:
        return PLATE[hero] - 3.0 * s.gear[hero][i]
    value = 1.0 * s.hits[hero]
    if t.gift[i][ATTACK_GIFT] and t.kin[hero] & DWARF:
        value += 10.0
    if t.gift[i][WILL_GIFT]:
        value += t.will[hero]
    else:
        value += 2.0 * t.attack[hero]
    return value


@compiled
def value_of_one(s, t, e, slot):
    """How good it is to choose a character for an effect."""
    verb = t.verb[e]
    kind = s.person[slot]
    if verb == DAMAGE:
        return -pain(s, t, slot, t.amount[e])
    if verb == HIT:
        return -pain(s, t, slot, 0 + s.blow)
    if verb == WITHDRAW:
        return -1.0 * will(s, t, slot)
    if verb == BIND:
        return -4.0 * t.will[kind] - t.attack[kind] - t.defense[kind]
    if verb == WEAR:
        return value_of_wearer(s, t, e, slot)
    if verb == EXHAUST:
        if t.owner[e] != 0 and t.link[e] == AND and t.verb[e + 1] == STRIKE_ALONE:
            value = 0.0
            rest = s.engaged
            while rest != 0:
                place = lowest(rest)
                rest &= rest - 1
                if might(s, t, slot, place) >= s.mark[place] + t.shield[s.peril[place]]:
                    value = max(value, 10.0 + force(s, t, place))
            return value - 0.1 * (t.attack[kind] + t.defense[kind])
        return -1.0 * t.attack[kind] - t.defense[kind]
    return 1.0 * t.attack[kind] + guard(s, t, slot)


@compiled
def value_of_place(s, t, e, place):
    """How good it is to choose an enemy or a location for an effect."""
    verb = t.verb[e]
    kind = s.peril[place]
    if verb == DAMAGE:
        value = 1.0 * force(s, t, place)
        if s.mark[place] <= t.amount[e]:
            value += 50.0 + worth_of_kill(s, t, place)
        return value
    if verb == STRIKE_ALONE:
        left = s.mark[place] + t.shield[kind] - might(s, t, s.chosen, place)
        return 50.0 + force(s, t, place) if left <= 0 else -1.0 * left
    if verb == WEAR:
        return 2.0 * t.threat[kind] + s.mark[place] - (20.0 if s.active == place else 0.0)
    return 1.0 * force(s, t, place)


@compiled
def value_of_card(s, t, e, i):
    """How good it is to choose a card, an attachment or a spider."""
    verb = t.verb[e]
    if verb == STRIP:
        return -1.0 * KEEP[t.first_gear + i % GEARS] if i < HEROES * GEARS else 0.0
    if verb == FETCH:
        kind = i if i < PERILS else i - PERILS
        return 50.0 if t.quest_kill[s.card] == kind + 1 else -1.0 * t.force[kind]
    if verb == RAISE:
        return WORTH[i]
    return KEEP[i]


@compiled
def best_of_several(s, t, e):
    """Draw, kill, or lower the threat."""
    best = 0
    most = WORST
    i = 0
    while True:
        verb = t.verb[e + i]
        value = 0.0
        if verb == THREAT:
            value = PICK_THREAT * (s.threat - 20.0)
        elif verb == DRAW:
            value = PICK_DRAW
        elif verb == DAMAGE:
            found = candidates(s, t, e + i)
            value = WORST if found == 0 else 0.0
            while found != 0:
                place = lowest(found)
                found &= found - 1
                if s.mark[place] <= t.amount[e + i]:
                    value = max(value, PICK_DAMAGE + worth_of_kill(s, t, place))
                elif is_prey(s, t, place):
                    value = max(value, 60.0)
        if value > most:
            most = value
            best = i
        if t.link[e + i] != OR:
            return PICK + best
        i += 1


@compiled
def best_reply(s, t):
    """The answer to an effect."""
    e = s.todo[s.pending - 1]
    how = s.how[s.pending - 1]
    if how >= CARD_TEXT:
        return cancel(s, t, how)
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
            value = value_of_one(s, t, e, i)
        elif ENEMY_ONE <= whom <= LOCATION_ONE:
            value = value_of_place(s, t, e, i)
        else:
            value = value_of_card(s, t, e, i)
        if value > most:
            most = value
            best = i
    return PICK + best
