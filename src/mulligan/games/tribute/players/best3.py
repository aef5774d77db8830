"""BestMCTS3's evaluation of a position, with the card values of its book, and of a single card."""

from __future__ import annotations

import numpy as np

from mulligan.kernel import compiled, inlined

from ..rules.cards import (
    AMBUSH,
    ANSEI,
    BLACK_SACRAMENT,
    CONTRACT_ACTION,
    CONTRACT_AGENT,
    DECK,
    DUKE_OF_CROWS,
    HP,
    TAUNT,
    TREASURY,
    TYPE,
)
from ..rules.layout import KIND, NOBODY
from .cardvalues import BY_TIERS, EARLY, LATE, MIDDLE, TIERS, VALUES, bot_file, set_of, spread
from .tallies import count_of_deck, one_more, size_of_deck, tally, total_worth

_BEST3 = bot_file()["best3"]
_HANDS = (_BEST3["hand_2025"], _BEST3["hand_2024"], bot_file()["soismcts"]["hand"])
_AGENTS = (_BEST3["agents_2025"], _BEST3["agents_2024"], bot_file()["soismcts"]["agents"])
HAND_TIER = np.array([spread(groups) for groups in _HANDS])
"""Of each book: what a card is worth that will be drawn next."""
AGENT_TIER = np.array([spread(groups) for groups in _AGENTS])
"""Of each book: how much an agent is feared."""
(
    PRESTIGE_W,
    DUKE_W,
    ANSEI_W,
    OWN_AGENT_W,
    ENEMY_AGENT_W,
    UPCOMING_W,
    TIER_W,
    TAVERN_W,
    KNOWN_COMBO_W,
    AFTER_40_W,
) = range(10)
_NAMES = (
    *("prestige", "duke", "ansei", "own_agent", "enemy_agent", "upcoming", "tier", "tavern", "known_combo", "after40"),
)
WEIGHTS = np.array([[_BEST3["weights"][name][phase] for name in _NAMES] for phase in range(3)])
"""Of each phase: the weights of BestMCTS3."""
_LIMIT = np.array(_BEST3["weights"]["card_limit"])[:, None]
_POWER = np.array(_BEST3["weights"]["combo_power"])[:, None]
_N = np.arange(256.0)[None, :]
SHARE = np.minimum(1.0, _LIMIT / np.maximum(_N, 1.0))
"""Of each phase and number of cards: the share of a card's value that counts, since not all are drawn."""
SHARE_TO_POWER = SHARE**_POWER
TO_POWER = _N**_POWER
"""Of each phase: the number of cards of a deck to the power by which combos grow."""
_ONE_DECK = SHARE_TO_POWER * TO_POWER
STEP = np.diff(_ONE_DECK, axis=1, prepend=0.0)
"""Of each phase: what the last of so many cards of a deck adds; the first counts in full."""
IS_INSTANT = set_of(_BEST3["instant"])

SPAN = 10000.0  # the evaluation goes from -SPAN to SPAN
WON, LOST = 4 * SPAN, -4 * SPAN
KNOWN = 3  # so many of the cards that will be drawn next count
TOUGHEST = int(HP.max())


@inlined
def phase_of(s, seat):
    """Early, middle or late in the game.

    The bot settles this when its turn begins; here the prestige of the present position decides, to which the power of
    the turn does not yet belong.
    """
    own = s.prestige[seat]
    other = s.prestige[1 - seat]
    if own >= 27 or other >= 30:
        return LATE
    return EARLY if own <= 10 and other <= 13 else MIDDLE


@compiled
def patron_part(s, seat, phase):
    """What favours are worth: WON with all four, LOST if the opponent needs one more call at most."""
    mine = 0
    distance = 0
    for slot in range(5):
        patron = s.patron[slot]
        if patron != TREASURY:
            if s.favour[patron] == seat:
                mine += 1
                distance += 1 if patron == ANSEI else 2
            elif s.favour[patron] == NOBODY:
                distance += 1
    if mine == 4:
        return WON
    if distance <= 1:
        return LOST
    if distance == 2:
        return -SPAN
    worth = 0.0
    # They are nobody's where they are not in the game.  Who has Duke's favour cannot call him.
    if s.favour[DUKE_OF_CROWS] != NOBODY:
        worth += WEIGHTS[phase][DUKE_W] * (-1.0 if s.favour[DUKE_OF_CROWS] == seat else 1.0)
    if s.favour[ANSEI] != NOBODY:
        worth += WEIGHTS[phase][ANSEI_W] * (1.0 if s.favour[ANSEI] == seat else -1.0)
    return worth


@inlined
def prestige_to_come(s, seat):
    """The prestige that a player would have if the turn ended now: taunting agents take their part of the power."""
    power = s.power[seat]
    q = 1 - seat
    for i in range(s.n_agents[q]):
        if TAUNT[s.agent[q][i] & KIND]:
            power -= s.hp[q][i]
    return s.prestige[seat] + max(0, power)


@compiled
def combo_part(s, counts, values, n, phase):
    """What the cards of the same deck are worth together, in a deck of `n` cards."""
    total = 0
    worth = 0.0
    for slot in range(5):
        deck = s.patron[slot]
        if deck != TREASURY:
            count = count_of_deck(counts, values, deck)
            total += count
            worth += TO_POWER[phase][count]
    # A share below 1 means that the limit is exceeded; then the cards with a combo are shared out among themselves.
    return worth * SHARE_TO_POWER[phase][total if SHARE[phase][total] < 1.0 else n]


@compiled
def enemy_part(s, q, book, phase):
    """What the opponent's cards and agents are worth to their owner."""
    w = WEIGHTS[phase]
    row = VALUES[BY_TIERS + 3 * book + phase]
    counts, values = tally(s, q, row)
    n = size_of_deck(s, q)
    worth = total_worth(values, n) * w[TIER_W] * SHARE[phase][n]
    for i in range(s.n_agents[q]):
        kind = s.agent[q][i] & KIND
        if TYPE[kind] != CONTRACT_AGENT:
            worth += TIERS[book][phase][kind] * w[TIER_W]
            counts, values = one_more(counts, values, kind, row)
        worth -= AGENT_TIER[book][kind] * w[ENEMY_AGENT_W] * ((s.hp[q][i] + 2.0) / HP[kind] + 2.0)
    return worth + combo_part(s, counts, values, n, phase)


@compiled
def threatened_hp(s, p, knockouts):
    """How many HP the opponent could take with so many knockouts: those of the healthiest agents."""
    total = 0
    for hp in range(TOUGHEST, 0, -1):
        for i in range(s.n_agents[p]):
            if s.hp[p][i] == hp and knockouts > 0:
                total += hp
                knockouts -= 1
    return total


@compiled
def own_part(s, p, book, phase):
    """What the own cards and agents are worth, those that will be drawn next, and what the tavern offers.

    The bot forgets from one decision to the next which cards lie on top of its draw pile; here they stay known.
    """
    w = WEIGHTS[phase]
    row = VALUES[BY_TIERS + 3 * book + phase]
    counts, values = tally(s, p, row)
    n = size_of_deck(s, p)
    worth = total_worth(values, n) * w[TIER_W] * SHARE[phase][n]
    # In the tavern the bot means the opponent's cards and looks at its own.  Agents in play do not count there.
    knockouts = 0
    for i in range(s.n_row):
        kind = s.row[i] & KIND
        if TYPE[kind] != CONTRACT_ACTION and TYPE[kind] != CONTRACT_AGENT:
            count = count_of_deck(counts, values, DECK[kind])
            worth += (TIERS[book][phase][kind] + STEP[phase][count]) * w[TAVERN_W]
        elif kind == AMBUSH:
            knockouts += 2
        elif kind == BLACK_SACRAMENT:
            knockouts += 1
    health = 0.0
    for i in range(s.n_agents[p]):
        kind = s.agent[p][i] & KIND
        if TYPE[kind] != CONTRACT_AGENT:
            worth += TIERS[book][phase][kind] * w[TIER_W]
            counts, values = one_more(counts, values, kind, row)
        health += s.hp[p][i]
    if knockouts > 0 and s.n_agents[p] > 0:
        health -= 0.75 * threatened_hp(s, p, knockouts)
    worth += health * w[PRESTIGE_W] * w[OWN_AGENT_W]
    top = s.n_draw[p]
    for i in range(min(KNOWN, s.known[p], top)):
        kind = s.draw[p][top - 1 - i] & KIND
        worth += HAND_TIER[book][kind] * w[UPCOMING_W]
        if DECK[kind] != TREASURY:
            worth += count_of_deck(counts, values, DECK[kind]) * w[KNOWN_COMBO_W] * SHARE[phase][n]
    return worth + combo_part(s, counts, values, n, phase)


@compiled
def evaluate_best3(s, seat, book):
    """BestMCTS3's evaluation, with the card values of a book; it does not look at coins."""
    phase = phase_of(s, seat)
    favours = patron_part(s, seat, phase)
    if favours == WON:
        return 1.0
    if favours == LOST:
        return 0.0
    points = prestige_to_come(s, seat)
    enemy = s.prestige[1 - seat]
    if enemy >= 40 and points <= enemy:
        return 0.0
    if points >= 80:
        return 1.0
    total = favours + WEIGHTS[phase][PRESTIGE_W] * (points - enemy)
    total += own_part(s, seat, book, phase) - enemy_part(s, 1 - seat, book, phase)
    if points >= 40:
        total += (points - enemy) * WEIGHTS[phase][AFTER_40_W]
    return min(2.0 * SPAN, max(0.0, total + SPAN)) / (2.0 * SPAN)
