"""The legal moves: single steps, the whole moves of the paper's searching agents, and what a fair search looks at."""

from __future__ import annotations

from mulligan.core.game import CHAIN
from mulligan.games.lotr.layout import (
    ALL_HEROES,
    ANYBODY,
    BUY,
    BUY_LAST,
    CLAIM,
    COMMIT,
    DEFEND,
    DEFENDERS,
    DEFENSE,
    DONE,
    EVERYTHING,
    GO,
    HOLD,
    JOIN,
    MOST,
    NEAR,
    PAPER,
    PLANNING,
    QUESTING,
    REVEAL,
    STAGING,
    STAY,
    STEPS,
    STRIKE,
    TARGET,
    TRAVEL,
    UNDEFENDED,
    YIELD,
)
from mulligan.games.lotr.players.ranger import advice
from mulligan.kernel import compiled, lowest, size

from .round import can_quest, questers, threat_before, will_of
from .zones import wealth

MAX_OPTIONS = (1 << MOST) + 64
MOST_SETS = 600  # of defenders


@compiled
def next_set(set_, n):
    """The set of equal size among n things that follows in the order of their lists; 0 after the last.

    With things 0 to 3: {0,1} {0,2} {0,3} {1,2} {1,3} {2,3}.
    """
    top = n - 1
    moved = 0
    while top >= 0 and set_ >> top & 1:
        set_ ^= 1 << top
        top -= 1
        moved += 1
    while top >= 0 and set_ >> top & 1 == 0:
        top -= 1
    if top < 0:
        return 0
    set_ ^= 1 << top
    return set_ | ((1 << (moved + 1)) - 1) << (top + 1)


@compiled
def spread(set_, among):
    """The members of `among` that a set of their numbers names."""
    found = 0
    while among != 0:
        if set_ & 1:
            found |= among & -among
        set_ >>= 1
        among &= among - 1
    return found


@compiled
def same_before(s, slot, among):
    """Whether an earlier member of `among` is the same card in the same state."""
    earlier = among & ((1 << slot) - 1)
    while earlier != 0:
        other = lowest(earlier)
        earlier &= earlier - 1
        if s.person[other] == s.person[slot] and s.hits[other] == s.hits[slot]:
            return True
    return False


@compiled
def same_place_before(s, place, among):
    """Whether an earlier card of `among` is of the same kind and equally worn."""
    earlier = among & ((1 << place) - 1)
    while earlier != 0:
        other = lowest(earlier)
        earlier &= earlier - 1
        if s.peril[other] == s.peril[place] and s.mark[other] == s.mark[place]:
            return True
    return False


@compiled
def purchases(s, t, verb, drawn, out, n):
    """Write the allies that can be paid for, by kind, or in the order `drawn`."""
    if s.held == 0:
        return n
    first = n
    for kind in range(t.kinds):
        if s.hand[kind] > 0 and t.cost[kind] <= wealth(s, t, t.sphere[kind]):
            out[n] = verb + kind
            n += 1
            if drawn:
                i = n - 1
                while i > first and s.rank[out[i - 1] - verb] > s.rank[kind]:
                    out[i] = out[i - 1]
                    i -= 1
                out[i] = verb + kind
    return n


@compiled
def reveals(s, t, out, n):
    """Write the kinds that are left in the encounter deck."""
    found = 0
    for i in range(s.revealed, t.encounter_cards):
        found |= 1 << s.encounters[i]
    while found != 0:
        out[n] = REVEAL + lowest(found)
        found &= found - 1
        n += 1
    return n


@compiled
def paper_quests(s, t, out):
    """Write the quests that the paper's searching agents know, small sets first."""
    who = questers(s)
    n = size(who)
    least = threat_before(s, t)
    found = 0
    for members in range(1, min(n, size(s.characters) - 1) + 1):
        set_ = (1 << members) - 1
        while set_ != 0:
            chosen = spread(set_, who)
            if will_of(s, t, chosen) > least:
                out[found] = COMMIT + chosen
                found += 1
            set_ = next_set(set_, n)
    if found == 0:
        out[0] = HOLD if t.unrevealed_card else COMMIT
        return 1
    return found


@compiled
def all_quests(s, t, out):
    """Write every set of characters."""
    n = 0
    chosen = 0
    while True:
        out[n] = COMMIT + chosen
        n += 1
        chosen = (chosen - s.characters) & s.characters
        if chosen == 0:
            break
    if t.unrevealed_card and not can_quest(s, t):
        out[n] = HOLD
        n += 1
    return n


@compiled
def different_quests(s, t, out):
    """Write the sets of characters with any willpower; of equal characters, the first go first."""
    n = 1
    out[0] = COMMIT
    rest = s.characters
    while rest != 0:
        slot = lowest(rest)
        bit = rest & -rest
        rest &= rest - 1
        if t.will[s.person[slot]] == 0:
            continue
        twin = 0  # the last equal character before this one
        earlier = s.characters & (bit - 1)
        while earlier != 0:
            other = lowest(earlier)
            earlier &= earlier - 1
            if s.person[other] == s.person[slot] and s.hits[other] == s.hits[slot]:
                twin = 1 << other
        for i in range(n):
            if twin == 0 or out[i] & twin:
                out[n] = out[i] | bit
                n += 1
    return n


@compiled
def quest_question(s, t, out):
    """Write whether the next character goes."""
    slot = lowest(s.characters & ~s.asked)
    out[0] = STAY + slot
    out[1] = JOIN + slot
    return 2


@compiled
def quests(s, t, form, out):
    """Write the quests, whole or as a question about one character."""
    level = form & (CHAIN - 1)
    if (form >= CHAIN and s.characters != 0) or s.asked != 0 or size(s.characters) > MOST:
        return quest_question(s, t, out)
    if level == PAPER:
        return paper_quests(s, t, out)
    if level == STEPS:
        return different_quests(s, t, out)
    return all_quests(s, t, out)


@compiled
def journeys(s, t, out):
    """Write the locations, each kind once; where travel is free, the choice to stay comes first."""
    n = 0
    if not t.forced_travel:
        out[0] = DONE
        n = 1
    rest = s.sites
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        if not same_place_before(s, place, s.sites):
            out[n] = GO + place
            n += 1
    return n


@compiled
def defender_sets(s, t, out, n):
    """Write the sets of characters, as many as there are engaged enemies; tapped ones may be among them."""
    start = n
    enemies = size(s.engaged)
    many = size(s.characters)
    if enemies == 0:
        out[n] = DEFENDERS
        return n + 1
    if enemies > many:
        out[n] = DEFENDERS + (0 if t.outnumbered else s.characters)
        return n + 1
    set_ = (1 << enemies) - 1
    while set_ != 0:
        if n - start == MOST_SETS:
            return start
        out[n] = DEFENDERS + spread(set_, s.characters)
        n += 1
        set_ = next_set(set_, many)
    return n


@compiled
def defenses(s, t, out, n, different):
    """Write who may meet the next attack alone; of equal characters, the first if `different` is asked for."""
    ready = s.characters & ~s.tapped
    rest = ready
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        if not different or not same_before(s, slot, ready):
            out[n] = DEFEND + slot
            n += 1
    if t.choose_hero:
        heroes = s.characters & ALL_HEROES
        while heroes != 0:
            out[n] = UNDEFENDED + lowest(heroes)
            heroes &= heroes - 1
            n += 1
    else:
        out[n] = UNDEFENDED + ANYBODY
        n += 1
    return n


@compiled
def strikes(s, out, n):
    """Write who may strike whom."""
    ready = s.characters & ~s.tapped
    while ready != 0:
        slot = lowest(ready)
        ready &= ready - 1
        rest = s.engaged
        while rest != 0:
            out[n] = STRIKE + (lowest(rest) << TARGET) + slot
            rest &= rest - 1
            n += 1
    return n


@compiled
def useful_strikes(s, t, slot, out):
    """Write whom a character may strike with any effect."""
    n = 0
    rest = s.engaged
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        harm = t.attack[s.person[slot]] > t.shield[s.peril[place]]
        if harm and not same_place_before(s, place, s.engaged):
            out[n] = STRIKE + (place << TARGET) + slot
            n += 1
    return n


@compiled
def put_first(move, out, n):
    """Let a move, if it is among the first n, be the first of all."""
    i = 0
    while i < n and out[i] != move:
        i += 1
    if i < n:
        out[i] = out[0]
        out[0] = move


@compiled
def options(s, t, form, out):
    """Write the legal moves; where K18 is on, the verdicts of a confused program are among them."""
    if form & (CHAIN - 1) == NEAR:  # that is for the full game
        form -= NEAR - STEPS
    n = real_options(s, t, form, out)
    if form & (CHAIN - 1) == STEPS:
        put_first(advice(s, t), out, n)
    if t.leaked_result and form & (CHAIN - 1) == EVERYTHING:
        out[n] = CLAIM
        out[n + 1] = YIELD
        n += 2
    return n


@compiled
def real_options(s, t, form, out):
    """Write the moves by which the game goes on."""
    level = form & (CHAIN - 1)
    if s.stage == PLANNING:
        out[0] = DONE
        n = 1
        if level != PAPER:
            n = purchases(s, t, BUY, False, out, n)
        if level != STEPS:
            n = purchases(s, t, BUY_LAST, t.hand_as_drawn and level == PAPER, out, n)
        return n
    if s.stage == STAGING:
        out[0] = DONE
        return reveals(s, t, out, 0 if level == PAPER else 1)
    if s.stage == QUESTING:
        return quests(s, t, form, out)
    if s.stage == TRAVEL:
        return journeys(s, t, out)
    if s.stage == DEFENSE:
        n = 0
        if s.attackers == s.engaged and (level != STEPS or s.engaged == 0):
            n = defender_sets(s, t, out, 0)
        if s.engaged == 0 or (level == PAPER and n > 0):
            return n
        return defenses(s, t, out, n, level == STEPS)
    if level == STEPS:
        best = advice(s, t)
        if best != DONE:
            return useful_strikes(s, t, best & ((1 << TARGET) - 1), out)
        out[0] = DONE
        return 1
    out[0] = DONE
    return strikes(s, out, 1)
