"""The legal moves of the full game.

The player is asked where a choice matters; where there is only one, nobody is asked.  These are the windows:

| stage     | when                                              | what                                                 |
|-----------|---------------------------------------------------|------------------------------------------------------|
| response  | before the first round                            | keep the hand, or take a new one                     |
| planning  | after resources                                   | play allies, attachments and most events             |
| questing  | then                                              | commit characters, all at once or one by one         |
| response  | committed, before staging                         | ready a hero who has the means                       |
| response  | an encounter card with a text was revealed        | cancel it, or not                                    |
| response  | after staging                                     | discard a card for willpower, once a round           |
| travel    | after the quest                                   | travel to a location, or stay                        |
| response  | after travelling                                  | events for that moment                               |
| encounter | then                                              | engage one enemy more, or not                        |
| defense   | before each attack                                | say which enemy attacks; events; ready a hero        |
| defense   | an enemy attacks                                  | say who defends, or nobody; ready a hero             |
| response  | a defender was declared                           | events for that moment                               |
| response  | a shadow card with a text was turned up           | cancel it, or not                                    |
| attack    | after all attacks                                 | say which enemy is attacked; events; abilities       |
| attack    | an enemy is attacked                              | add attackers in their order, then strike            |
| response  | any effect that asks for it                       | choose one                                           |

Events and abilities for which the rules allow any moment are offered where they do the most good.
"""

from __future__ import annotations

from mulligan.core.game import CHAIN
from mulligan.games.lotr.full.layout import AIM, ENGAGE, FACE, PICK, REDRAW, RISE, SPEND, USE
from mulligan.games.lotr.full.vocabulary import (
    ATTACK_WINDOW,
    COMBAT_WINDOW,
    DEFENDED_WINDOW,
    DEFENDER,
    DROP,
    ENEMY_ONE,
    EXHAUST,
    LAST_CHOICE,
    LOCATION_ONE,
    OR,
    PLANNING_WINDOW,
    PLAYED,
    PRICE,
    RAGE,
    READY_GIFT,
    RECYCLE,
    REVEAL_CARDS,
    REVEALED_WINDOW,
    SHADOW_WINDOW,
    TRAVELLED_WINDOW,
    VALOR,
    VETO,
)
from mulligan.games.lotr.layout import (
    ALL_HEROES,
    ALLY_CARD,
    BUY,
    COMMIT,
    DEFEND,
    DONE,
    EVERYTHING,
    GO,
    HEROES,
    JOIN,
    MOST,
    STAY,
    STRIKE,
    TARGET,
    UNDEFENDED,
)
from mulligan.kernel import compiled, lowest, size

from .effects import candidates
from .figures import RAGE_USED, VALOR_USED, in_play, payable
from .zones import CARD_TEXT, CHOSEN, SHADOW_TEXT, TREACHERY_TEXT

SHIFT = 31
BOTH = 1 | 1 << SHIFT

# Where the round stands; the machine in adventure.py goes from one to the next.
(
    MULLIGAN,
    RESOURCES,
    PLAN,
    SEND,
    BEFORE_STAGING,
    STAGE,
    AFTER_STAGING,
    RESOLVE,
    JOURNEY,
    ARRIVE,
    ARRIVED,
    MEET,
    CHECKS,
    COMBAT,
    NEXT_ATTACK,
    GUARD,
    PARRY,
    TURN_SHADOW,
    BLOW,
    AFTERMATH,
    FIGHT,
    GATHER,
    END_COMBAT,
    REFRESH,
    END_ROUND,
) = range(25)


# --- cards and abilities ----------------------------------------------------------------------------------------------


@compiled
def useful(s, t, e):
    """Whether a text has something to work on."""
    if e == 0:
        return True
    if t.verb[e] == RECYCLE:
        for kind in range(HEROES, t.kinds):
            if s.gone[kind] > 0:
                return True
        return False
    whom = t.whom[e]
    return whom == 0 or whom > LAST_CHOICE or t.link[e] == OR or candidates(s, t, e) != 0


@compiled
def usable(s, t, kind, window):
    """Whether a card of the hand can be played now."""
    if s.hand[kind] == 0 or t.when[kind] & window == 0 or not payable(s, t, kind):
        return False
    if t.form[kind] == ALLY_CARD:
        return not (t.unique[kind] and in_play(s, kind))
    return useful(s, t, t.card_deed[kind][PLAYED])


@compiled
def any_usable(s, t, window):
    """Whether any card can be played now."""
    if s.held > 0:
        for kind in range(HEROES, t.kinds):
            if usable(s, t, kind, window):
                return True
    return False


@compiled
def usable_cards(s, t, window, out, n):
    """Write the cards that can be played now."""
    if s.held > 0:
        for kind in range(HEROES, t.kinds):
            if usable(s, t, kind, window):
                out[n] = BUY + kind
                n += 1
    return n


@compiled
def can_rise(s, t):
    """The exhausted heroes with an attachment that can make them ready."""
    found = 0
    rest = s.characters & s.tapped & ALL_HEROES
    while rest != 0:
        hero = lowest(rest)
        means = 0 - s.spent[hero]
        for i in range(t.gears):
            if t.gift[i][READY_GIFT]:
                means += s.gear[hero][i]
        if means > 0:
            found |= rest & -rest
        rest &= rest - 1
    return found


@compiled
def write_rises(s, t, out, n):
    """Write the heroes that can be made ready."""
    rest = can_rise(s, t)
    while rest != 0:
        out[n] = RISE + lowest(rest)
        rest &= rest - 1
        n += 1
    return n


@compiled
def with_ability(s, t, ability, among):
    """The members of a set of characters that have an ability."""
    found = 0
    while among != 0:
        if t.able[s.person[lowest(among)]] == ability:
            found |= among & -among
        among &= among - 1
    return found


@compiled
def can_spend(s, t):
    """Whether a card can be discarded for willpower."""
    return s.held > 0 and s.used & VALOR_USED == 0 and with_ability(s, t, VALOR, s.joined) != 0


@compiled
def raging(s, t):
    """The characters that can rage."""
    if s.used & RAGE_USED:
        return 0
    return with_ability(s, t, RAGE, s.characters & ~s.tapped)


@compiled
def vetoes(s, t):
    """The characters that can cancel the text of a treachery."""
    return with_ability(s, t, VETO, s.characters & ~s.tapped)


@compiled
def window_of(how):
    """The window in which an effect can be cancelled."""
    return SHADOW_WINDOW if how == SHADOW_TEXT else REVEALED_WINDOW


@compiled
def can_cancel(s, t, how):
    """Whether the player could cancel an effect."""
    if how < CARD_TEXT:
        return False
    return any_usable(s, t, window_of(how)) or (how == TREACHERY_TEXT and vetoes(s, t) != 0)


# --- equal cards ------------------------------------------------------------------------------------------------------


@compiled
def same_character(s, slot, other):
    """Whether two characters are the same card in the same state."""
    flags = s.tapped ^ s.joined << SHIFT
    return (
        s.person[slot] == s.person[other]
        and s.hits[slot] == s.hits[other]
        and s.steel[slot] == s.steel[other]
        and (flags >> slot & BOTH) == (flags >> other & BOTH)
    )


@compiled
def first_character(s, slot, among):
    """Whether no earlier member of a set is the same as this character."""
    earlier = among & ((1 << slot) - 1)
    while earlier != 0:
        if same_character(s, slot, lowest(earlier)):
            return False
        earlier &= earlier - 1
    return True


@compiled
def first_place(s, place, among):
    """Whether no earlier card of a set of places is of the same kind in the same state."""
    earlier = among & ((1 << place) - 1)
    while earlier != 0:
        other = lowest(earlier)
        earlier &= earlier - 1
        if (
            s.peril[other] == s.peril[place]
            and s.mark[other] == s.mark[place]
            and s.extra[other] == s.extra[place]
            and s.newly >> other & 1 == s.newly >> place & 1
        ):
            return False
    return True


@compiled
def write_characters(s, verb, who, level, out, n):
    """Write a move for each character of a set; below the level of all moves, equal ones once."""
    rest = who
    while rest != 0:
        slot = lowest(rest)
        rest &= rest - 1
        if level == EVERYTHING or first_character(s, slot, who):
            out[n] = verb + slot
            n += 1
    return n


@compiled
def write_places(s, verb, places, level, out, n):
    """Write a move for each place of a set; below the level of all moves, equal cards once."""
    rest = places
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        if level == EVERYTHING or first_place(s, place, places):
            out[n] = verb + place
            n += 1
    return n


@compiled
def above(set_, of):
    """The members of `of` that come behind all members of a set."""
    while set_ != 0:
        of &= ~((set_ & -set_) * 2 - 1)
        set_ &= set_ - 1
    return of


# --- the stages -------------------------------------------------------------------------------------------------------


@compiled
def responses(s, t, level, out):
    """Write the answers to the uppermost effect: cancel it or not, one of several, or on whom."""
    e = s.todo[s.pending - 1]
    how = s.how[s.pending - 1]
    if how >= CARD_TEXT:
        out[0] = DONE
        n = usable_cards(s, t, window_of(how), out, 1)
        if how == TREACHERY_TEXT:
            n = write_characters(s, USE, vetoes(s, t), level, out, n)
        return n
    n = 0
    if t.link[e] == OR and how != CHOSEN:
        i = 0
        while True:
            whom = t.whom[e + i]
            if whom == 0 or whom > LAST_CHOICE or candidates(s, t, e + i) != 0:
                out[n] = PICK + i
                n += 1
            if t.link[e + i] != OR:
                return n
            i += 1
    if t.may[e]:
        out[0] = DONE
        n = 1
    found = candidates(s, t, e)
    whom = t.whom[e]
    if whom <= DEFENDER:
        return write_characters(s, PICK, found, level, out, n)
    if ENEMY_ONE <= whom <= LOCATION_ONE:
        return write_places(s, PICK, found, level, out, n)
    while found != 0:
        out[n] = PICK + lowest(found)
        found &= found - 1
        n += 1
    return n


@compiled
def quests(s, t, form, out):
    """Write who may go on the quest: sets of ready characters, or the question about the next one."""
    level = form & (CHAIN - 1)
    ready = s.characters & ~s.tapped
    if form >= CHAIN or s.asked != 0 or size(ready) > MOST:
        if ready & ~s.asked == 0:
            out[0] = COMMIT
            return 1
        slot = lowest(ready & ~s.asked)
        out[0] = STAY + slot
        out[1] = JOIN + slot
        return 2
    out[0] = COMMIT
    n = 1
    rest = ready
    while rest != 0:
        slot = lowest(rest)
        bit = rest & -rest
        rest &= rest - 1
        twin = 0  # the last equal character before this one
        if level != EVERYTHING:
            earlier = ready & (bit - 1)
            while earlier != 0:
                if same_character(s, slot, lowest(earlier)):
                    twin = earlier & -earlier
                earlier &= earlier - 1
        for i in range(n):
            if twin == 0 or out[i] & twin:
                out[n] = out[i] | bit
                n += 1
    return n


@compiled
def can_travel(s, t, place):
    """Whether the price of a location can be paid."""
    e = t.deed[s.peril[place]][PRICE]
    if e == 0:
        return True
    if t.verb[e] == EXHAUST:
        return candidates(s, t, e) != 0
    if t.verb[e] == DROP:
        return s.held >= t.amount[e]
    if t.verb[e] == REVEAL_CARDS:
        return s.revealed < t.encounter_cards
    return True


@compiled
def destinations(s, t):
    """The locations that can be travelled to."""
    found = 0
    rest = s.sites
    while rest != 0:
        if can_travel(s, t, lowest(rest)):
            found |= rest & -rest
        rest &= rest - 1
    return found


@compiled
def sleepers(s, t):
    """The staged enemies that the threat does not wake."""
    found = 0
    rest = s.foes
    while rest != 0:
        if t.engagement[s.peril[lowest(rest)]] > s.threat:
            found |= rest & -rest
        rest &= rest - 1
    return found


@compiled
def options(s, t, form, out):
    """Write the legal moves of the full game."""
    level = form & (CHAIN - 1)
    if s.pending > 0:
        return responses(s, t, level, out)
    step = s.step
    out[0] = DONE
    if step == MULLIGAN:
        out[1] = REDRAW
        return 2
    if step == PLAN:
        n = usable_cards(s, t, PLANNING_WINDOW, out, 1)
        return write_rises(s, t, out, n)
    if step == SEND:
        return quests(s, t, form, out)
    if step == BEFORE_STAGING:
        return write_rises(s, t, out, 1)
    if step == AFTER_STAGING:
        n = 1
        for kind in range(HEROES, t.kinds):
            if s.hand[kind] > 0:
                out[n] = SPEND + kind
                n += 1
        return n
    if step == JOURNEY:
        return write_places(s, GO, destinations(s, t), level, out, 1)
    if step == ARRIVED:
        return usable_cards(s, t, TRAVELLED_WINDOW, out, 1)
    if step == MEET:
        return write_places(s, ENGAGE, sleepers(s, t), level, out, 1)
    if step == NEXT_ATTACK:
        n = write_places(s, FACE, s.attackers, level, out, 0)
        n = usable_cards(s, t, COMBAT_WINDOW, out, n)
        return write_rises(s, t, out, n)
    if step == GUARD:
        if s.defenders == 0:
            out[0] = UNDEFENDED
        n = write_characters(s, DEFEND, above(s.defenders, s.characters & ~s.tapped), level, out, 1)
        return write_rises(s, t, out, n)
    if step == PARRY:
        return usable_cards(s, t, DEFENDED_WINDOW, out, 1)
    ready = s.characters & ~s.tapped
    if step == GATHER:
        return write_characters(s, STRIKE + (s.aim << TARGET), above(s.strikers, ready), level, out, 1)
    n = 1
    if ready != 0:
        n = write_places(s, AIM, s.engaged & ~s.struck, level, out, n)
    n = usable_cards(s, t, ATTACK_WINDOW, out, n)
    n = write_characters(s, USE, raging(s, t), level, out, n)
    return write_rises(s, t, out, n)
