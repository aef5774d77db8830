"""The rule players: Expert (in two forms), Reduced, Random and Pass, each with an attack, a block and a card rule."""

from __future__ import annotations

from mulligan.kernel import below, compiled, draw, lowest, pick, size

from .combat import declare, resolve
from .layout import ATTACK, BLOCK, CREATURES, EXPERTS, NO, NOBODY, PASS, PRINTED, RANDOM, REDUCED, TOP, WHOLE, WITH_LAND
from .moves import alike, attack_sets, card_sets
from .rules import asked_next, cast, cheapest, dearest, end_turn, enter_main, play_land, settle, strongest_kind

# --- attack -----------------------------------------------------------------------------------------------------------


@compiled
def power_of(t, p, creatures):
    """Total power."""
    total = 0
    while creatures != 0:
        total += t.power[p][lowest(creatures)]
        creatures &= creatures - 1
    return total


@compiled
def blockers_needed(t, q, attackers, life):
    """How many of the strongest attackers must be stopped for `life` to last."""
    force = power_of(t, q, attackers)
    need = 0
    while force >= life:
        top = attackers
        while top & (top - 1) != 0:
            top &= top - 1
        force -= t.power[q][lowest(top)]
        attackers ^= top
        need += 1
    return need


@compiled
def weakest_lethal(t, q, attackers, life):
    """How many of the weakest attackers are enough to take `life`; 0 if all of them are not."""
    force = 0
    n = 0
    while attackers != 0 and force < life:
        force += t.power[q][lowest(attackers)]
        attackers &= attackers - 1
        n += 1
    return n if force >= life else 0


@compiled
def count_blockers(t, q, attackers, life, style):
    """The blockers that Expert thinks it takes: as many as it does, or the number that the paper prints."""
    return weakest_lethal(t, q, attackers, life) if style == PRINTED else blockers_needed(t, q, attackers, life)


@compiled
def castable(s, t):
    """How many creatures the active player can still cast this turn, cheapest first."""
    p = s.active
    mana = s.lands[p]
    if s.land_hand[p] > 0:
        mana += 1
    n = 0
    for c in range(1, TOP + 1):
        here = size(s.hand[p] & t.within[p][c] & ~t.within[p][c - 1])
        fit = min(here, mana // c)
        n += fit
        mana -= fit * c
        if fit < here:
            break
    return n


@compiled
def expert_attack(s, t, style):
    """The attackers that Expert chooses."""
    p = s.active
    q = p ^ 1
    mine = s.ready[p]
    theirs = s.ready[q]
    if theirs == 0:
        return mine
    spare = size(mine) - size(theirs)
    if spare > 0:
        weak = 0
        rest = mine
        for _ in range(spare):
            weak |= rest & -rest
            rest &= rest - 1
        if power_of(t, p, weak) >= s.life[q]:
            return mine
    threat = theirs | s.tapped[q] if t.count_tapped else theirs
    most = size(mine) + castable(s, t) - count_blockers(t, q, threat, s.life[p], style)
    if most < 0:
        return mine
    chosen = 0
    rest = mine
    while rest != 0 and most > 0:
        bit = rest
        while bit & (bit - 1) != 0:
            bit &= bit - 1
        rest ^= bit
        if worth_attacking(t, p, q, lowest(bit), theirs):
            chosen |= bit
            most -= 1
    return chosen


@compiled
def worth_attacking(t, p, q, a, blockers):
    """Whether Expert sends creature `a`: it cannot be killed cheaply and is not better kept at home."""
    power = t.power[p][a]
    toughness = t.toughness[p][a]
    cost = t.cost[p][a]
    safe_force = 0  # of the blockers that survive it
    more = blockers
    while more != 0:
        b = lowest(more)
        if t.toughness[q][b] > power:
            safe_force += t.power[q][b]
        more &= more - 1
    if safe_force >= toughness:
        return False
    more = blockers
    while more != 0:
        b = lowest(more)
        more &= more - 1
        if t.cost[q][b] < cost and t.toughness[q][b] <= power and t.power[q][b] + safe_force >= toughness:
            return False
        if t.cost[q][b] > cost and t.toughness[q][b] < power + t.keep_equal:
            return False
    return True


@compiled(inline=True)
def choose_attack(s, t, style, rng):
    """The attackers of a style, those already promised included."""
    free = s.ready[s.active] & ~s.asked
    if style in EXPERTS:
        return s.attackers | (expert_attack(s, t, style) & free)
    if style == PASS:
        return s.attackers
    return s.attackers | (free & draw(rng))


# --- block ------------------------------------------------------------------------------------------------------------


@compiled
def cheapest_cover(t, q, creatures, force, work):
    """The cheapest set with total power of at least `force`, the weakest among equals; 0 if there is none."""
    width = force + 1
    for w in range(width):
        work[w] = -1
    work[0] = 0
    work[width] = 0
    while creatures != 0:
        b = lowest(creatures)
        bit = creatures & -creatures
        creatures ^= bit
        price = t.cost[q][b]
        for w in range(force, -1, -1):
            if work[w] < 0:
                continue
            to = min(force, w + t.power[q][b])
            total = work[w] + price
            gang = work[width + w] | bit
            if to > w and (work[to] < 0 or total < work[to] or (total == work[to] and gang < work[width + to])):
                work[to] = total
                work[width + to] = gang
    return work[width + force] if work[force] > 0 else 0


@compiled
def best_pair(t, p, q, a, blockers):
    """Two blockers that kill attacker `a` together and lose at most one cheap creature; 0 if there is no such pair."""
    power = t.power[p][a]
    toughness = t.toughness[p][a]
    limit = t.cost[p][a] - t.strict_pair
    best = 0
    least = 1 << 40
    first = blockers
    while first != 0:
        x = lowest(first)
        first &= first - 1
        second = first
        while second != 0:
            y = lowest(second)
            second &= second - 1
            if t.power[q][x] + t.power[q][y] < toughness or t.toughness[q][x] + t.toughness[q][y] <= power:
                continue
            loss = 0
            if t.toughness[q][x] <= power:
                loss = t.cost[q][x]
            if t.toughness[q][y] <= power:
                loss = max(loss, t.cost[q][y])
            if loss > limit:
                continue
            if t.lower_pair:
                loss = min(t.cost[q][x], t.cost[q][y])
            price = 1024 * loss + t.cost[q][x] + t.cost[q][y]
            pair = (1 << x) | (1 << y)
            if price < least or (price == least and pair < best):
                least = price
                best = pair
    return best


@compiled
def expert_gang(t, p, q, a, blockers, must, work):
    """The blockers that Expert sends against attacker `a`; `must` when it has to be stopped."""
    power = t.power[p][a]
    toughness = t.toughness[p][a]
    cost = t.cost[p][a]
    safe = 0
    killers = 0
    more = blockers
    while more != 0:
        b = lowest(more)
        if t.toughness[q][b] > power:
            safe |= more & -more
        if t.power[q][b] >= toughness:
            killers |= more & -more
        more &= more - 1
    gang = cheapest_cover(t, q, safe, toughness, work)
    if gang == 0:
        gang = cheapest(t, q, killers & t.within[q][cost - 1])
    if gang == 0:
        gang = best_pair(t, p, q, a, blockers)
    if gang == 0:
        gang = cheapest(t, q, safe)
    if gang == 0 and must:
        gang = cheapest_cover(t, q, blockers, toughness, work)
        if gang == 0:
            gang = cheapest(t, q, blockers)
    return gang


@compiled
def expert_block(s, t, style, work):
    """Assign Expert's blockers, strongest attacker first; attackers that already have blockers are left alone."""
    p = s.active
    q = p ^ 1
    free = s.ready[q] & ~s.asked
    need = count_blockers(t, p, s.attackers, s.life[q], style)
    if need > size(free):
        return
    rest = s.attackers
    while rest != 0 and free != 0:
        bit = rest
        while bit & (bit - 1) != 0:
            bit &= bit - 1
        rest ^= bit
        a = lowest(bit)
        if s.gang[a] == 0:
            gang = expert_gang(t, p, q, a, free, need > 0, work)
            s.gang[a] = gang
            free &= ~gang
        need -= 1


@compiled(inline=True)
def reduced_block(s, rng):
    """Each untapped creature chooses one of the attackers, or none, at random."""
    targets = s.attackers | 1 << NOBODY
    n = size(targets)
    free = s.ready[s.active ^ 1] & ~s.asked
    while free != 0:
        s.gang[lowest(pick(targets, below(rng, n)))] |= free & -free
        free &= free - 1


@compiled(inline=True)
def choose_block(s, t, style, rng, work):
    """Assign the blockers of a style."""
    if style in EXPERTS:
        expert_block(s, t, style, work)
    elif style != PASS:
        reduced_block(s, rng)
    if s.asked != 0:
        # Copies of one creature answer in order; where some have answered, those left stay out, which is always legal.
        q = s.active ^ 1
        late = strongest_kind(t, q, s.ready[q] & ~s.asked)
        if late != 0 and s.asked & t.copies[q][t.kind[q][lowest(late)]] != 0:
            for a in range(CREATURES):
                s.gang[a] &= ~late


# --- cards ------------------------------------------------------------------------------------------------------------


@compiled(inline=True)
def choose_cards(s, t, style, rng, out):
    """The cards of a style, as a whole move."""
    p = s.active
    if style == PASS:
        return WHOLE
    if style == RANDOM:
        n = card_sets(s, t, 0, out)
        if n > 0:
            return out[below(rng, n)]
    mana = s.mana
    move = WHOLE
    if style == REDUCED and t.one_pass:
        return one_pass(s, t, rng)
    if s.land_hand[p] > 0 and not s.landed:
        move |= WITH_LAND
        mana += 1
    held = s.hand[p] & ~s.asked
    fit = held & t.within[p][min(mana, TOP)]
    while fit != 0:
        if style in EXPERTS:
            bit = dearest(t, p, fit, TOP)
        else:
            bit = pick(fit, below(rng, size(fit)))
            bit = fit & t.copies[p][t.kind[p][lowest(bit)]]
            bit &= -bit  # the first copy stands for all
        move |= bit
        held ^= bit
        mana -= t.cost[p][lowest(bit)]
        fit = held & t.within[p][min(mana, TOP)]
    return move


@compiled
def one_pass(s, t, rng):
    """Go once through the hand in random order, lands included: a creature that comes before the land cannot use it."""
    p = s.active
    mana = s.mana
    lands = s.land_hand[p]
    landed = s.landed
    held = s.hand[p] & ~s.asked
    chosen = 0
    move = WHOLE
    while held != 0:
        r = below(rng, lands + size(held))
        if r < lands:
            lands -= 1
            if not landed:
                landed = 1
                mana += 1
                move |= WITH_LAND
            continue
        bit = pick(held, r - lands)
        held ^= bit
        cost = t.cost[p][lowest(bit)]
        if cost <= mana:
            mana -= cost
            chosen |= bit
    if lands > 0 and not landed:
        move |= WITH_LAND
    return move | by_first_copies(t, p, s.hand[p] & ~s.asked, chosen)


# --- playing and advising ---------------------------------------------------------------------------------------------


@compiled(inline=True)
def act(s, t, style, rng, out):
    """Play the present stage by a style."""
    s.seen = 0
    if s.stage == ATTACK:
        declare(s, choose_attack(s, t, style, rng))
    elif s.stage == BLOCK:
        choose_block(s, t, style, rng, out)
        resolve(s, t)
        enter_main(s)
    else:
        move = choose_cards(s, t, style, rng, out)
        if move & WITH_LAND:
            play_land(s)
        cast(s, move & 0xFFFFFFFF)
        end_turn(s, t, rng)
    settle(s, t, rng)


@compiled
def advise(s, t, style, rng, out):
    """The moves by which a style plays the present stage."""
    if s.stage == ATTACK:
        return advise_attack(s, t, choose_attack(s, t, style, rng), out)
    if s.stage == BLOCK:
        return advise_block(s, t, style, rng, out)
    move = choose_cards(s, t, style, rng, out)
    if size(s.hand[s.active] & ~s.asked) > 8 and card_sets(s, t, 0, out) < 0:
        return answer_cards(s, t, move, out)
    out[0] = move
    return 1


@compiled
def advise_attack(s, t, attackers, out):
    """An attack as one move if it can be listed, else as answers, strongest kind first."""
    p = s.active
    whole = by_first_copies(t, p, s.ready[p], attackers)
    if s.asked == 0 and attack_sets(s, t, out) > 0:
        out[0] = WHOLE | whole
        return 1
    n = 0
    rest = s.ready[p] & ~s.asked
    while rest != 0:
        same = strongest_kind(t, p, rest)
        rest &= ~same
        out[n] = whole & same
        n += 1
    return n


@compiled
def by_first_copies(t, p, creatures, chosen):
    """The same choice among `creatures`, with the first copies of each kind standing for all."""
    made = 0
    while creatures != 0:
        same = creatures & t.copies[p][t.kind[p][lowest(creatures)]]
        creatures &= ~same
        for _ in range(size(same & chosen)):
            made |= same & -same
            same &= same - 1
    return made


@compiled
def advise_block(s, t, style, rng, out):
    """A block as the answers of the blockers in the order in which they are asked."""
    p = s.active
    q = p ^ 1
    free = s.ready[q] & ~s.asked
    choose_block(s, t, style, rng, out)
    n = 0
    done = s.asked
    while free & ~done != 0:
        same = strongest_kind(t, q, free & ~done)
        sort_equals(s, t, p, q, same, done)
        told = 0
        left = s.attackers
        while left != 0:
            a = lowest(left)
            left &= left - 1
            for _ in range(size(s.gang[a] & same)):
                out[n] = a
                n += 1
                told += 1
        for _ in range(size(same) - told):
            out[n] = NOBODY
            n += 1
        done |= same
    for a in range(CREATURES + 1):
        s.gang[a] &= ~free
    return n


@compiled
def sort_equals(s, t, p, q, same, done):
    """Among equal attackers with equal blockers so far, give the first one most blockers of the kind `same`."""
    left = s.attackers
    while left != 0:
        a = lowest(left)
        left &= left - 1
        later = left & t.copies[p][t.kind[p][a]]
        while later != 0:
            b = lowest(later)
            later &= later - 1
            if size(s.gang[b] & same) > size(s.gang[a] & same) and alike(t, q, s.gang[a] & done, s.gang[b] & done):
                kept = s.gang[a]
                s.gang[a] = s.gang[b]
                s.gang[b] = kept


@compiled
def answer_cards(s, t, move, out):
    """A main phase as answers, in the order in which cards are asked about; the land comes by itself."""
    p = s.active
    chosen = move & 0xFFFFFFFF
    mana = s.mana
    if s.land_hand[p] > 0 and not s.landed:
        mana += 1
    held = s.hand[p] & ~s.asked
    n = 0
    card = asked_next(s, t, held & t.within[p][min(mana, TOP)])
    while card != 0:
        if chosen & card:
            out[n] = card
            held ^= card
            mana -= t.cost[p][lowest(card)]
        else:
            out[n] = NO
            held &= ~t.copies[p][t.kind[p][lowest(card)]]
        n += 1
        card = asked_next(s, t, held & t.within[p][min(mana, TOP)])
    return n
