# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What programs that learn see of the game: a record of a fixed size."""

from __future__ import annotations

from mulligan.core.encoding import Field, Observation, clip
from mulligan.kernel import compiled, lowest, size

from .rules.layout import BLOCK, CARDS, CREATURES, PLAY, STAGES, TOP

SIDES = ("own", "other")
MOST_LIFE = 99
MOST_TURNS = 128

SEEN = Observation(
    turn=Field("the number of the turn", high=MOST_TURNS),
    own_turn=Field("1 if it is the own turn"),
    stage=Field(f"what is decided: {', '.join(f'{i} {word}' for i, word in enumerate(STAGES))}", high=2),
    result=Field("0 while the game goes on, 1 won, 2 lost", high=2),
    mana=Field("mana left to spend, while cards are played", high=CARDS),
    land_played=Field("1 if a land was played this turn, while cards are played"),
    hand_lands=Field("lands in the own hand", high=CARDS),
    blocked_so_far=Field(
        "attackers before the one that the last blocker was told; further copies block none before it", high=CREATURES
    ),
    side=Field(
        "",
        (SIDES,),
        fields={
            "life": Field(f"life left; {MOST_LIFE} stands for more, too", high=MOST_LIFE),
            "lands": Field("lands in play", high=CARDS),
            "lands_gone": Field("lands in the graveyard", high=CARDS),
            "hand": Field("cards in hand", high=CARDS),
            "library": Field("cards in the library", high=CARDS),
            "kind": Field(
                "of each kind of creature in the deck, the weakest first",
                (CREATURES,),
                fields={
                    "power": Field("its power", high=TOP),
                    "toughness": Field("its toughness", high=TOP),
                    "cost": Field("its cost", high=TOP),
                    "hand": Field("copies in the own hand; 0 for the other player's", high=CREATURES),
                    "ready": Field("copies in play, untapped", high=CREATURES),
                    "tapped": Field("copies in play, tapped", high=CREATURES),
                    "dead": Field("copies in the graveyard", high=CREATURES),
                    "attacking": Field("copies that attack", high=CREATURES),
                    "asked": Field("copies that have been asked about in this stage", high=CREATURES),
                },
            ),
        },
    ),
    attacker=Field(
        "of each attacker while blockers are chosen, the weakest first",
        (CREATURES,),
        fields={
            "kind": Field("its kind, 1 for the first; 0 no attacker", high=CREATURES),
            "blockers": Field("creatures that block it", high=CREATURES),
            "blocking_power": Field("their power together", high=TOP * CREATURES),
            "blocking_toughness": Field("their toughness together", high=TOP * CREATURES),
        },
    ),
    blocker=Field(
        "of each blocker so far, by attacker",
        (CREATURES,),
        fields={
            "kind": Field("its kind, 1 for the first; 0 no blocker", high=CREATURES),
            "attacker": Field("the attacker that it blocks, 1 for the first", high=CREATURES),
        },
    ),
)


@compiled
def write_blocks(s, t, o):
    """Write attackers and their blockers."""
    p = s.active
    q = p ^ 1
    n, k = 0, 0
    left = s.attackers
    while left != 0:
        a = lowest(left)
        left &= left - 1
        attacker = o.attacker[n]
        attacker.kind = 1 + t.kind[p][a]
        gang = 0 + s.gang[a]
        attacker.blockers = size(gang)
        while gang != 0:
            b = lowest(gang)
            gang &= gang - 1
            attacker.blocking_power += t.power[q][b]
            attacker.blocking_toughness += t.toughness[q][b]
            o.blocker[k].kind = 1 + t.kind[q][b]
            o.blocker[k].attacker = 1 + n
            k += 1
        n += 1


@compiled
def write(s, t, seat, o):
    """What a seat knows, into a zeroed record."""
    o.turn = min(s.turn, MOST_TURNS)
    o.own_turn = 1 if s.active == seat else 0
    o.stage = s.stage
    if s.winner >= 0:
        o.result = 1 if s.winner == seat else 2
    if s.stage == PLAY:
        o.mana = s.mana
        o.land_played = s.landed
    o.hand_lands = s.land_hand[seat]
    if s.stage == BLOCK:
        o.blocked_so_far = size(s.attackers & ((1 << s.last) - 1))
        write_blocks(s, t, o)
    decider = s.active ^ 1 if s.stage == BLOCK else s.active
    for i in range(2):
        p = seat ^ i
        side = o.side[i]
        side.life = clip(s.life[p], MOST_LIFE)
        side.lands = s.lands[p]
        side.lands_gone = s.land_gone[p]
        side.hand = size(s.hand[p]) + s.land_hand[p]
        side.library = t.cards[p] - s.drawn[p]
        hand = s.hand[p] if i == 0 else 0
        attackers = s.attackers if p == s.active and s.stage != PLAY else 0
        asked = s.asked if p == decider and (i == 0 or s.stage != PLAY) else 0
        for k in range(t.kinds[p]):
            copies = t.copies[p][k]
            first = lowest(copies)
            kind = side.kind[k]
            kind.power = t.power[p][first]
            kind.toughness = t.toughness[p][first]
            kind.cost = t.cost[p][first]
            kind.hand = size(hand & copies)
            kind.ready = size(s.ready[p] & copies)
            kind.tapped = size(s.tapped[p] & copies)
            kind.dead = size(s.dead[p] & copies)
            kind.attacking = size(attackers & copies)
            kind.asked = size(asked & copies)


ENCODING = SEEN.encoding(write)
