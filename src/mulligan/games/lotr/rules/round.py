"""The round: what happens by itself, and what a move does."""

from __future__ import annotations

from mulligan.core.game import OVER
from mulligan.games.lotr.layout import (
    ALL_HEROES,
    ANYBODY,
    ARCHER,
    ARGUMENT,
    ATTACK,
    AXEHAND,
    BUY,
    BUY_LAST,
    CLAIM,
    COMMIT,
    DEFEND,
    DEFENDERS,
    DEFENSE,
    GANDALF,
    GO,
    GOING,
    HEROES,
    HOLD,
    JOIN,
    LOST,
    MOST,
    NO_PLACE,
    PLANNING,
    QUESTING,
    REVEAL,
    SPEARMAN,
    SPIRIT,
    STAGING,
    STAY,
    STRIKE,
    TARGET,
    TRAVEL,
    WON,
    YIELD,
)
from mulligan.kernel import below, compiled, fork, inlined, lowest, pick, restart, shuffle_part, size

from .zones import bring_up, buy, draw_card, remove, reveal, stage_card

LIMIT = 50


@inlined
def actor(s):
    """The player, until the game is over."""
    return 0 if s.result == GOING else OVER


@inlined
def stage(s):
    """What is to be decided."""
    return s.stage


@inlined
def turn(s):
    """The round."""
    return s.round


@inlined
def payoff(s, seat):
    """1 for a quest fulfilled."""
    return 1.0 if s.result == WON else 0.0


# --- the round --------------------------------------------------------------------------------------------------------


@compiled
def deal(s, t, rng):
    """Shuffle, set up and draw."""
    s.result = GOING
    s.threat = t.start_threat
    s.points = t.quest
    s.active = NO_PLACE
    s.fresh = NO_PLACE
    s.characters = ALL_HEROES
    s.slots = HEROES
    for hero in range(HEROES):
        s.person[hero] = hero
        s.hits[hero] = t.hits[hero]
        if t.sphere[hero] == SPIRIT:
            s.spirit |= 1 << hero
    for i in range(t.cards):
        s.deck[i] = t.deck[i]
    for i in range(t.encounter_cards):
        s.encounters[i] = t.encounters[i]
    for i in range(t.staged):
        stage_card(s, t, s.encounters[i])
    s.revealed = t.staged
    shuffle_part(s.deck, 0, t.cards, rng)
    shuffle_part(s.encounters, s.revealed, t.encounter_cards, rng)
    for _ in range(t.hand):
        draw_card(s, t, rng)
    begin_round(s, t, rng)


@inlined
def begin_round(s, t, rng):
    """Tokens, a card, and on to planning."""
    s.round += 1
    heroes = s.characters & ALL_HEROES
    while heroes != 0:
        s.tokens[lowest(heroes)] += 1
        heroes &= heroes - 1
    draw_card(s, t, rng)
    s.stage = PLANNING
    s.bought = 0


@inlined
def raise_threat(s, t, n):
    """Raise the threat and see whether the game is lost."""
    s.threat += n
    limit = LIMIT + 1 if t.late_loss and not s.loose else LIMIT
    if s.threat >= limit or s.characters & ALL_HEROES == 0:
        s.result = LOST


@compiled
def merge(s):
    """Keep allies and engaged enemies once per name, with the hit points of the later one (K11)."""
    allies = s.characters & ~ALL_HEROES
    while allies != 0:
        first = lowest(allies)
        allies &= allies - 1
        others = allies
        while others != 0:
            other = lowest(others)
            others &= others - 1
            if s.person[other] == s.person[first]:
                s.hits[first] = s.hits[other]
                if s.tapped >> other & 1:
                    s.tapped |= 1 << first
                else:
                    s.tapped &= ~(1 << first)
                remove(s, other)
                allies &= ~(1 << other)
    engaged = s.engaged
    while engaged != 0:
        first = lowest(engaged)
        engaged &= engaged - 1
        others = engaged
        while others != 0:
            other = lowest(others)
            others &= others - 1
            if s.peril[other] == s.peril[first]:
                s.mark[first] = s.mark[other]
                bury(s, other)
                s.engaged &= ~(1 << other)
                engaged &= ~(1 << other)


@inlined
def end_planning(s, t, rng):
    """On to the quest, or first to the question which card is revealed."""
    if t.merged_names and not s.loose:
        merge(s)
    s.stage = STAGING
    if not t.chosen_card or s.revealed == t.encounter_cards:
        begin_quest(s, t, rng)


@inlined
def begin_quest(s, t, rng):
    """On to the quest; where K13q is on, with the encounter card turned up, unless there is no legal quest (K6)."""
    s.stage = QUESTING
    if t.foreseen_card and not s.loose and not s.shown and (can_quest(s, t) or not t.unrevealed_card):
        s.fresh = reveal(s, t, rng)
        s.shown = 1


@inlined
def bury(s, place):
    """An encounter card goes to its discard pile."""
    s.buried[s.peril[place]] += 1


@inlined
def will_of(s, t, who):
    """The willpower of a set of characters."""
    total = 0
    while who != 0:
        total += t.will[s.person[lowest(who)]]
        who &= who - 1
    return total


@compiled
def questers(s):
    """The characters that the paper's searching agents send on quests."""
    found = 0
    rest = s.characters
    while rest != 0:
        slot = lowest(rest)
        kind = s.person[slot]
        if kind != AXEHAND and kind != SPEARMAN and kind != ARCHER:
            found |= rest & -rest
        rest &= rest - 1
    return found


@compiled
def threat_before(s, t):
    """The staged threat without the card that was revealed for this quest."""
    return s.staged_threat - (t.threat[s.peril[s.fresh]] if s.fresh != NO_PLACE else 0)


@compiled
def can_quest(s, t):
    """Whether the paper's searching agents have a legal quest: some set, but never all, beats the staged threat."""
    who = questers(s)
    if who == s.characters:
        weakest = 99
        rest = who
        while rest != 0:
            weakest = min(weakest, t.will[s.person[lowest(rest)]])
            rest &= rest - 1
        return size(who) > 1 and will_of(s, t, who) - weakest > threat_before(s, t)
    return who != 0 and will_of(s, t, who) > threat_before(s, t)


@inlined
def progress(s, t, n):
    """Progress on the active location, and on the quest card without one."""
    if s.active != NO_PLACE:
        left = s.mark[s.active]
        if n < left:
            s.mark[s.active] = left - n
            return
        bury(s, s.active)
        s.active = NO_PLACE
        n -= left
        if t.lost_overflow or n == 0:
            return
    for i in range(t.stops):  # what is more than a quest card needs is lost
        if s.points > t.stop[i]:
            n = min(n, s.points - t.stop[i])
    s.points -= n
    if s.points < 0 or (s.points == 0 and (s.loose or not t.late_win)):
        s.done = 1
        if not t.end_of_round:
            s.result = WON


@inlined
def quest(s, t, who, rng):
    """The committed characters meet what the encounter deck reveals."""
    s.tapped |= who
    if who != 0 or not t.skipped_quest:
        if not s.shown:
            reveal(s, t, rng)
        ahead = will_of(s, t, who) - s.staged_threat
        if ahead > 0:
            progress(s, t, ahead)
        else:
            raise_threat(s, t, -ahead)
    after_quest(s, t, rng)


@compiled
def answer(s, who):
    """The move that sends a set of characters; or, where they are asked about one by one, the next answer."""
    if s.asked == 0 and size(s.characters) <= MOST:
        return COMMIT + who
    slot = lowest(s.characters & ~s.asked)
    return JOIN + slot if who >> slot & 1 else STAY + slot


@inlined
def after_quest(s, t, rng):
    """On to travel, or straight to the enemies."""
    s.fresh = NO_PLACE
    s.shown = 0
    s.asked = 0
    s.joined = 0
    if s.result == GOING:
        if s.active == NO_PLACE and s.sites != 0:
            s.stage = TRAVEL
        else:
            engage(s, t, rng)


@compiled
def engage(s, t, rng):
    """Staged enemies that the threat has woken engage; then they attack."""
    waiting = s.foes
    while waiting != 0:
        place = lowest(waiting)
        waiting &= waiting - 1
        kind = s.peril[place]
        if t.engagement[kind] <= s.threat:
            s.foes &= ~(1 << place)
            s.staged_threat -= t.threat[kind]
            new = s.places
            s.places = new + 1
            s.peril[new] = kind
            s.mark[new] = s.mark[place]
            s.engaged |= 1 << new
    s.attackers = s.engaged
    s.stage = DEFENSE
    if s.engaged == 0 and (s.loose or not t.leaked_result):  # with K18, the tree agent thinks about no enemies too
        refresh(s, t, rng)
    elif t.foreseen_combat:
        s.fate = fork(rng)


@inlined
def wound(s, t, slot, damage):
    """A character takes damage; where the dead do not linger, it may leave at once."""
    if damage > 0:
        s.hits[slot] -= damage
        if s.hits[slot] <= 0 and not t.linger:
            remove(s, slot)
            if s.characters & ALL_HEROES == 0:
                s.result = LOST


@compiled
def sturdiest(s, heroes):
    """The hero with most hit points left; of equals the first."""
    best = lowest(heroes)
    while heroes != 0:
        hero = lowest(heroes)
        heroes &= heroes - 1
        if s.hits[hero] > s.hits[best]:
            best = hero
    return best


@inlined
def hit_hero(s, t, hero, damage, rng):
    """An undefended attack: on the hero named, or a random one."""
    if s.characters & ALL_HEROES == 0:
        s.result = LOST
        return
    if hero == ANYBODY:
        heroes = s.characters & ALL_HEROES
        hero = lowest(pick(heroes, below(rng, size(heroes))))
    s.hits[hero] -= damage
    if s.hits[hero] <= 0:
        remove(s, hero)
        if s.characters & ALL_HEROES == 0:
            s.result = LOST


@inlined
def next_attacker(s):
    """The engaged enemy that attacks next; it will not attack again this round."""
    place = lowest(s.attackers)
    s.attackers &= s.attackers - 1
    return place


@inlined
def meet(s, t, slot):
    """A character meets the next attack: with its defense if it is ready, else without."""
    damage = t.force[s.peril[next_attacker(s)]]
    if s.tapped >> slot & 1 == 0:
        damage -= t.defense[s.person[slot]]
        s.tapped |= 1 << slot
    wound(s, t, slot, damage)


@inlined
def defended(s, t, rng):
    """Go on when the last enemy has attacked."""
    if s.result == GOING and s.attackers == 0:
        s.stage = ATTACK
        if s.characters & ~s.tapped == 0:
            refresh(s, t, rng)


@compiled
def defend_together(s, t, who, rng):
    """Pair the engaged enemies with a set of characters at random (the paper's searching agents)."""
    kept = rng.z
    if t.foreseen_combat and not s.loose:
        restart(rng, (s.fate ^ who * 0x9E3779B1) & 0x3FFFFFFFFFFFFFFF)
    if t.wiped_quest and who != 0:
        s.done = 0
    if who == 0:
        s.attackers = 0
    while s.attackers != 0 and s.result == GOING:
        if who != 0:
            bit = pick(who, below(rng, size(who)))
            who ^= bit
            meet(s, t, lowest(bit))
        else:
            hit_hero(s, t, ANYBODY, t.force[s.peril[next_attacker(s)]], rng)
    if t.foreseen_combat and not s.loose:
        s.fate = fork(rng)
        rng.z = kept


@inlined
def strike(s, t, slot, place):
    """A character strikes an enemy alone."""
    s.tapped |= 1 << slot
    kind = s.peril[place]
    damage = t.attack[s.person[slot]] - t.shield[kind]
    if damage > 0:
        s.mark[place] -= damage
        if s.mark[place] <= 0:
            s.engaged &= ~(1 << place)
            bury(s, place)


@inlined
def struck(s, t, rng):
    """Go on when nobody is left to strike, or to be struck."""
    if s.engaged == 0 or s.characters & ~s.tapped == 0:
        refresh(s, t, rng)
    elif t.foreseen_combat and not s.loose:
        kept = rng.z
        restart(rng, s.fate)
        s.fate = fork(rng)
        rng.z = kept


@inlined
def clear_away(s, t, some):
    """Take the dead and Gandalf out of play; where K3 is on, whoever stands behind one of them is not looked at."""
    while some != 0:
        slot = lowest(some)
        some &= some - 1
        if s.hits[slot] <= 0 or s.person[slot] == GANDALF:
            remove(s, slot)
            if t.skipped_neighbour:
                some &= some - 1


@compiled
def refresh(s, t, rng):
    """The end of the round."""
    raise_threat(s, t, 1)
    if s.result != GOING:
        return
    if s.done:
        s.result = WON
        return
    clear_away(s, t, s.characters & ALL_HEROES)
    clear_away(s, t, s.characters & ~ALL_HEROES)
    s.tapped = 0
    s.attackers = 0
    if (not t.linger or (t.late_loss and not s.loose)) and s.characters & ALL_HEROES == 0:
        s.result = LOST
        return
    if t.merged_names and not s.loose:
        merge(s)
    begin_round(s, t, rng)


@compiled
def play(s, t, move, rng):
    """Apply a move."""
    what = move & ~ARGUMENT
    which = move & ARGUMENT
    if what in (CLAIM, YIELD):
        s.result = WON if what == CLAIM else LOST
    elif s.stage == PLANNING:
        if what in (BUY, BUY_LAST):
            buy(s, t, which)
        if what != BUY:
            end_planning(s, t, rng)
    elif s.stage == STAGING:
        if what == REVEAL:
            bring_up(s, t, which)
            s.revealed += 1
            stage_card(s, t, which)
            s.shown = 1
        begin_quest(s, t, rng)
    elif s.stage == QUESTING:
        if what == COMMIT:
            quest(s, t, which, rng)
        elif what == HOLD:  # the tree agent has no legal quest: threat rises, nothing is revealed (K6)
            raise_threat(s, t, s.staged_threat)
            after_quest(s, t, rng)
        else:
            s.asked |= 1 << which
            if what == JOIN:
                s.joined |= 1 << which
            if s.asked == s.characters:
                quest(s, t, s.joined, rng)
    elif s.stage == TRAVEL:
        if what == GO:
            s.sites &= ~(1 << which)
            s.staged_threat -= t.threat[s.peril[which]]
            s.active = which
        engage(s, t, rng)
    elif s.stage == DEFENSE:
        if what == DEFENDERS:
            defend_together(s, t, which, rng)
            if which == 0 and t.tree:
                refresh(s, t, rng)
                return
        elif what == DEFEND:
            meet(s, t, which)
        else:
            hit_hero(s, t, which, t.force[s.peril[next_attacker(s)]], rng)
        defended(s, t, rng)
    elif what == STRIKE:
        strike(s, t, which & ((1 << TARGET) - 1), which >> TARGET)
        struck(s, t, rng)
    else:
        refresh(s, t, rng)
