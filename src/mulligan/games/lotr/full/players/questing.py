"""The quest as the ranger sees it: whom to send, which card to spare, where to travel, whom to engage.

A quest is judged by what its lead or its failure is worth, and by what those who stay at home can do in the fight.
"""

from __future__ import annotations

from mulligan.games.lotr.full.layout import ENGAGE, SPEND
from mulligan.games.lotr.full.rules.figures import gifts, staged_danger, total_will, will
from mulligan.games.lotr.full.rules.moves import destinations, same_character, sleepers
from mulligan.games.lotr.full.vocabulary import (
    ATTACK_GIFT,
    DROP,
    DWARF,
    DWARF_GIFT,
    ENGAGES,
    EXHAUST,
    HOLD_BACK,
    PLAYED,
    PRICE,
    RAISE,
    READY_GIFT,
    REVEAL_CARDS,
    VETO,
)
from mulligan.games.lotr.layout import ALLY_CARD, DONE, GO, HEROES, NEUTRAL, NO_PLACE, SPIRIT
from mulligan.games.lotr.rules.zones import wealth
from mulligan.kernel import compiled, lowest

from .combat import WINS, battle, is_prey, life
from .weights import (
    ENGAGE_BASE,
    ENGAGE_HURTS,
    ENGAGE_THREAT,
    EXPECTED,
    EXPECTED_DECK,
    FEINT_PLAN,
    FORK_DONE,
    FORK_MIGHT,
    FRAIL_RISK,
    KEEP,
    LATE_FROM,
    PARCHED,
    PREY_FROM,
    PREY_MIGHT,
    PRICE_DROP,
    PRICE_REVEAL,
    PRICE_TIRE,
    RAISE_KEEP,
    RISE_COST,
    RISE_LATE,
    SPEND_FROM,
    SPREAD,
    STAGE_DONE,
    STEP,
    TRAVEL_BASE,
    TRAVEL_POINTS,
    TRAVEL_THREAT,
    VETO_HOME,
    WEARY,
)

MOST_CHANGES = 12


@compiled
def canonical(s, who, ready):
    """The same set of characters, with the first of those that are equal."""
    rest = ready
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        if who >> slot & 1:
            continue
        later = who & rest
        while later != 0:
            other = lowest(later)
            later &= later - 1
            if same_character(s, slot, other):
                who ^= 1 << slot | 1 << other
                break
    return who


@compiled
def awake(s, t):
    """The enemies that will attack this round as it stands: those engaged, and those that the threat wakes."""
    found = 0 + s.engaged
    rest = s.foes
    while rest != 0:
        if t.engagement[s.peril[lowest(rest)]] <= s.threat:
            found |= rest & -rest
        rest &= rest - 1
    return found


@compiled
def attack_of(s, t, who):
    """The attack of some characters, without what counts against some enemies only."""
    total = 0
    while who != 0:
        slot = lowest(who)
        who &= who - 1
        total += t.attack[s.person[slot]] + gifts(s, t, slot, ATTACK_GIFT)
        if t.kin[s.person[slot]] & DWARF:
            total += gifts(s, t, slot, DWARF_GIFT)
    return total


@compiled
def hunted(s, t, ready):
    """The sleeping enemy whose death is the aim, if those who are ready are strong enough to go for it."""
    rest = s.foes
    while rest != 0:
        place = lowest(rest)
        if is_prey(s, t, place) and attack_of(s, t, ready) >= PREY_MIGHT:
            return rest & -rest
        rest &= rest - 1
    return 0


@compiled
def worth_of_lead(s, t, lead):
    """What a quest is worth that ends so far ahead of the threat, or behind."""
    if lead < 0:
        late = max(0.0, s.threat - LATE_FROM)
        return lead * (RISE_COST + RISE_LATE * late)
    need = 0.0
    if s.active != NO_PLACE:
        need += s.mark[s.active]
    if t.quest_kill[s.card] == 0:
        need += s.points
    value = STEP * min(lead, need)
    if lead >= need and need > 0 and t.quest_kill[s.card] == 0:
        if t.quest_ways[s.card] == 0:
            value += WINS
        elif t.quest_ways[s.card] > 1:
            value += FORK_DONE + FORK_MIGHT * (attack_of(s, t, s.characters) - 6)
        else:
            value += STAGE_DONE
    return value


@compiled
def venture(s, t, who, ready, enemies, danger, twice, relief):
    """What it is worth to send some of those who are ready, and to fight with the others."""
    lead = total_will(s, t, who) - danger
    wide = SPREAD
    value = 0.5 * worth_of_lead(s, t, lead + wide) + 0.5 * worth_of_lead(s, t, lead - wide)
    rest = who
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        value -= WEARY
        if s.hits[slot] <= 1:
            value -= FRAIL_RISK * life(s, t, slot)
    home = ready & ~who | who & twice
    rest = home
    while rest != 0:
        if t.able[s.person[lowest(rest)]] == VETO:
            value += VETO_HOME
        rest &= rest - 1
    return value + battle(s, t, home, enemies, relief)


@compiled
def threat_of_deck(s, t):
    """The mean threat of the encounter cards that are left: which they are is known, though not their order."""
    left = t.encounter_cards - s.revealed
    if left == 0:
        return 1.7
    total = 0
    for i in range(s.revealed, t.encounter_cards):
        total += t.threat[s.encounters[i]]
    return total / left


@compiled
def rising(s, t, among):
    """The heroes who can be made ready once more this round."""
    found = 0
    for hero in range(HEROES):
        means = 0 - s.spent[hero]
        for i in range(t.gears):
            if t.gift[i][READY_GIFT]:
                means += s.gear[hero][i]
        if means > 0:
            found |= 1 << hero
    return found & among


@compiled
def relief_at_hand(s, t):
    """How much of the strongest blow a card in hand can prevent."""
    for kind in range(HEROES, t.kinds):
        if s.hand[kind] > 0 and t.verb[t.card_deed[kind][PLAYED]] == HOLD_BACK and t.pools[kind] == 0:
            if wealth(s, t, t.sphere[kind]) >= t.cost[kind]:
                return FEINT_PLAN
    return 0.0


@compiled
def questers(s, t):
    """Whom it sends: everybody with willpower, changed by one at a time as long as that is better."""
    ready = s.characters & ~s.tapped
    enemies = awake(s, t) | hunted(s, t, ready)
    danger = staged_danger(s, t) + EXPECTED + EXPECTED_DECK * (threat_of_deck(s, t) - 1.7)
    twice = rising(s, t, ready)
    relief = relief_at_hand(s, t)
    who = 0
    rest = ready
    while rest != 0:
        if will(s, t, lowest(rest)) > 0:
            who |= rest & -rest
        rest &= rest - 1
    most = venture(s, t, who, ready, enemies, danger, twice, relief)
    for _ in range(MOST_CHANGES):
        change = 0
        rest = ready
        while rest != 0:
            bit = rest & -rest
            rest &= rest - 1
            if who & bit == 0 and will(s, t, lowest(bit)) == 0:
                continue
            value = venture(s, t, who ^ bit, ready, enemies, danger, twice, relief)
            if value > most + 0.001:
                most = value
                change = bit
        if change == 0:
            break
        who ^= change
    return canonical(s, who, ready)


@compiled
def holds_raise(s, t):
    """Whether the hand holds a card that brings an ally back."""
    for kind in range(HEROES, t.kinds):
        if s.hand[kind] > 0 and t.verb[t.card_deed[kind][PLAYED]] == RAISE:
            return True
    return False


@compiled
def worth_of_keeping(s, t, kind):
    """What a card in hand is still worth."""
    sphere = t.sphere[kind]
    if sphere != NEUTRAL:
        payer = False
        for hero in range(HEROES):
            if s.characters >> hero & 1 and t.sphere[hero] == sphere:
                payer = True
        if not payer:
            return 0.0
    if t.form[kind] == ALLY_CARD and sphere != SPIRIT and holds_raise(s, t):
        return KEEP[kind] * (1.0 - RAISE_KEEP)
    return KEEP[kind]


@compiled
def spare_card(s, t):
    """The card that it discards for willpower, or DONE."""
    lead = total_will(s, t, s.joined) - staged_danger(s, t)
    gain = worth_of_lead(s, t, lead + 1.0) - worth_of_lead(s, t, lead + 0.0)
    best = DONE
    least = gain - SPEND_FROM
    for kind in range(HEROES, t.kinds):
        if s.hand[kind] > 0:
            value = worth_of_keeping(s, t, kind)
            if value < least:
                least = value
                best = SPEND + kind
    return best


@compiled
def journey(s, t):
    """The location that is worth most to have out of the way, or none."""
    best = NO_PLACE
    most = 0.0
    rest = destinations(s, t)
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        kind = s.peril[place]
        value = TRAVEL_BASE + TRAVEL_THREAT * (t.threat[kind] - s.extra[place]) - TRAVEL_POINTS * s.mark[place]
        e = t.deed[kind][PRICE]
        if e != 0:
            verb = t.verb[e]
            if verb == DROP:
                value -= PRICE_DROP * min(s.held, t.amount[e])
            elif verb == EXHAUST:
                value -= PRICE_TIRE
            elif verb == REVEAL_CARDS:
                value -= PRICE_REVEAL
        if t.parched[kind]:
            value -= PARCHED
        if value > most:
            most = value
            best = place
    return DONE if best == NO_PLACE else GO + best


@compiled
def engagement(s, t):
    """The enemy that is better fought than left, or none."""
    ready = s.characters & ~s.tapped
    enemies = awake(s, t)
    before = battle(s, t, ready, enemies, 0.0)
    best = DONE
    most = 0.0
    rest = sleepers(s, t)
    while rest != 0:
        place = lowest(rest)
        bit = rest & -rest
        rest &= rest - 1
        kind = s.peril[place]
        if is_prey(s, t, place):
            if attack_of(s, t, ready) >= PREY_FROM:
                return ENGAGE + place
            continue
        value = battle(s, t, ready, enemies | bit, 0.0) - before - ENGAGE_BASE + ENGAGE_THREAT * t.threat[kind]
        if t.deed[kind][ENGAGES] != 0:
            value -= ENGAGE_HURTS
        if value > most:
            most = value
            best = ENGAGE + place
    return best
