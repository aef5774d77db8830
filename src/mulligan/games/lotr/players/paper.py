"""The rule players of the paper: Agent 1, random, and Agent 2, the expert."""

from __future__ import annotations

from mulligan.games.lotr.layout import (
    ALL_HEROES,
    ANYBODY,
    AXEHAND,
    BUY,
    DEFEND,
    DEFENDERS,
    DONE,
    EXPERT,
    GANDALF,
    HEROES,
    JOIN,
    MOST,
    NEUTRAL,
    NO_PLACE,
    SLOTS,
    SPEARMAN,
    SPIRIT,
    STAY,
    STRIKE,
    TACTICS,
    TARGET,
    TOOK,
    UNDEFENDED,
)
from mulligan.games.lotr.rules.round import answer, sturdiest
from mulligan.games.lotr.rules.zones import wealth
from mulligan.kernel import below, compiled, inlined, lowest, pick, restart, size

NOBODY = SLOTS + 1
TRIES = 6  # purchases that the random player tries in a round

# --- planning ---------------------------------------------------------------------------------------------------------


@compiled
def random_purchase(s, t, rng):
    """The card that the random player buys next, or DONE; nine times in ten it does not even try."""
    for _ in range(s.bought, TRIES):
        if s.held == 0 or below(rng, 10) != 0:
            return DONE
        i = below(rng, s.held)
        kind = 0
        while i >= s.hand[kind]:
            i -= s.hand[kind]
            kind += 1
        if t.cost[kind] <= wealth(s, t, t.sphere[kind]):
            return BUY + kind
    return DONE


@compiled
def expert_purchases(s, t, out):
    """Without Gandalf in hand nothing; Gandalf if he can be paid; else a Took, a Spearman and an Axehand."""
    n = 0
    if s.hand[GANDALF] > 0:
        if wealth(s, t, NEUTRAL) >= t.cost[GANDALF]:
            out[0] = BUY + GANDALF
            n = 1
        else:
            tactics = wealth(s, t, TACTICS)
            if s.hand[TOOK] > 0 and wealth(s, t, SPIRIT) >= t.cost[TOOK]:
                out[n] = BUY + TOOK
                n += 1
            if s.hand[SPEARMAN] > 0 and tactics >= t.cost[SPEARMAN]:
                out[n] = BUY + SPEARMAN
                tactics -= t.cost[SPEARMAN]
                n += 1
            if s.hand[AXEHAND] > 0 and tactics >= t.cost[AXEHAND]:
                out[n] = BUY + AXEHAND
                n += 1
    out[n] = DONE
    return n + 1


# --- the quest --------------------------------------------------------------------------------------------------------


@compiled
def random_quest(s, rng):
    """So many draws with replacement as characters, or fewer."""
    n = size(s.characters)
    who = 0
    for _ in range(below(rng, n + 1)):
        who |= pick(s.characters, below(rng, n))
    return who


@inlined
def expert_quest(s):
    """All Spirit characters and a Gandalf; without any Spirit character, nobody."""
    who = s.spirit & s.characters
    grey = s.grey & s.characters
    return who | (grey & -grey) if who != 0 else 0


@compiled
def write_quest(s, who, out):
    """Write the move that sends a set of characters; of a crowd, an answer for each of them."""
    if s.asked != 0 or size(s.characters) <= MOST:
        out[0] = answer(s, who)
        return 1
    n = 0
    rest = s.characters
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        out[n] = (JOIN if who >> slot & 1 else STAY) + slot
        n += 1
    return n


# --- travel -----------------------------------------------------------------------------------------------------------


@inlined
def random_journey(s, t, rng):
    """Any location; where there is a choice, any or none."""
    n = size(s.sites)
    i = below(rng, n + 1 - t.forced_travel)
    if i == n:
        return NO_PLACE
    place = lowest(pick(s.sites, i))
    first = s.sites
    while lowest(first) < place:  # equal locations go by the first of them
        other = lowest(first)
        if s.peril[other] == s.peril[place] and s.mark[other] == s.mark[place]:
            return other
        first &= first - 1
    return place


@compiled
def expert_journey(s, t):
    """The location with the fewest points per threat."""
    best = NO_PLACE
    rest = s.sites
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        if best == NO_PLACE or s.mark[place] * t.threat[s.peril[best]] < s.mark[best] * t.threat[s.peril[place]]:
            best = place
    return best


@inlined
def journey(s, t, style, rng):
    """Where a style travels."""
    if style == EXPERT and not t.forced_travel:
        return expert_journey(s, t)
    return random_journey(s, t, rng)


# --- combat -----------------------------------------------------------------------------------------------------------


@inlined
def defender(ready, style, rng):
    """Who of the ready characters meets the next attack, or NOBODY."""
    if style == EXPERT:
        allies = ready & ~ALL_HEROES
        if allies != 0:
            return lowest(allies)
        if ready != 0:
            return lowest(pick(ready, below(rng, size(ready))))
    elif below(rng, 2) == 0 and ready != 0:
        return lowest(pick(ready, below(rng, size(ready))))
    return NOBODY


@inlined
def victim(s, t, style, rng):
    """The hero that an undefended attack hits, where the player has a say."""
    if not t.choose_hero:
        return ANYBODY
    heroes = s.characters & ALL_HEROES
    if style != EXPERT:
        return lowest(pick(heroes, below(rng, size(heroes))))
    return sturdiest(s, heroes)


@compiled
def random_strike(s, t, rng):
    """Any ready character at any engaged enemy, or DONE; every number of strikes is equally likely."""
    kept = rng.z
    known = t.foreseen_combat and not s.loose
    if known:
        restart(rng, s.fate)
    ready = s.characters & ~s.tapped
    n = size(ready)
    i = below(rng, n + 1)
    move = DONE
    if i < n and s.engaged != 0:  # a search may come here with nobody engaged
        place = lowest(pick(s.engaged, below(rng, size(s.engaged))))
        move = STRIKE + (place << TARGET) + lowest(pick(ready, i))
    if known:
        rng.z = kept
    return move


@inlined
def striker(s, t, ready, place):
    """The first ready character that can harm an enemy, or NOBODY."""
    shield = t.shield[s.peril[place]]
    while ready != 0:
        slot = lowest(ready)
        ready &= ready - 1
        if t.attack[s.person[slot]] > shield:
            return slot
    return NOBODY


@compiled
def expert_strikes(s, t, out):
    """One striker for each engaged enemy in turn; where K4 is on, a kill makes the next enemy be passed over."""
    ready = s.characters & ~s.tapped
    enemies = s.engaged
    left = size(enemies)
    n = 0
    while enemies != 0:
        place = lowest(enemies)
        enemies &= enemies - 1
        slot = striker(s, t, ready, place)
        if slot == NOBODY:
            continue
        out[n] = STRIKE + (place << TARGET) + slot
        n += 1
        ready &= ~(1 << slot)
        kind = s.peril[place]
        if s.mark[place] <= t.attack[s.person[slot]] - t.shield[kind]:
            left -= 1
            if t.skipped_enemy:
                enemies &= enemies - 1
    if n == 0 or (left > 0 and ready != 0):  # else the round ends by itself
        out[n] = DONE
        n += 1
    return n


@compiled
def advise_defense(s, t, style, rng, out):
    """Defenders for the attacks to come, up to the first that nobody meets: that may change everything."""
    ready = s.characters & ~s.tapped
    n = 0
    if s.attackers == 0:
        out[0] = DEFENDERS
        return 1
    for _ in range(size(s.attackers)):
        slot = defender(ready, style, rng)
        if slot == NOBODY:
            out[n] = UNDEFENDED + victim(s, t, style, rng)
            return n + 1
        out[n] = DEFEND + slot
        n += 1
        ready &= ~(1 << slot)
        if not t.linger and slot < HEROES:
            return n  # a hero may die now, and the game be over
    return n
