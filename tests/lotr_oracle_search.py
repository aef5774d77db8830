"""The two searching agents of The Lord of the Rings over the plain rules of ``lotr_oracle``.

Agent 3 tries every move with a few playouts (flat Monte Carlo); Agent 4 grows a tree (UCT) for each decision.  A mixed
player names an agent for planning, one for questing and one for defense, such as 4-2-4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import log, sqrt

from lotr_oracle import (
    ARCHER,
    AXEHAND,
    DEFENSE,
    LOSING_THREAT,
    PLANNING,
    QUESTING,
    SPEARMAN,
    Decision,
    Enemy,
    Flags,
    Game,
    Location,
    Person,
    Result,
    random_attack,
    random_defense,
    rest_of_round,
    rule_decisions,
    verdict,
    whole_round,
)

# What is about to be decided; REVEALED is between planning and questing, with the card to come already known.
ROUND, PLANNED, REVEALED, QUESTED = "round", "planned", "revealed", "quested"

Purchase = Person | None
Team = tuple[int, ...]  # characters by their place in the list
Move = Purchase | Team


# Legal moves, and what they do


def purchases(game: Game) -> list[Move]:
    """Nothing, or one payable card, each name once in hand order."""
    return [None, *(card for card in dict.fromkeys(game.hand) if game.payable(card))]


def commitments(game: Game) -> list[Move]:
    """Anybody but all, without three of the allies, with more willpower than the threat now staged."""
    characters = game.characters
    able = [i for i, c in enumerate(characters) if c.kind not in (AXEHAND, SPEARMAN, ARCHER)]
    return [
        team
        for size in range(1, len(characters))
        for team in combinations(able, size)
        if sum(characters[i].kind.willpower for i in team) > game.staging_threat
    ]


def defenses(game: Game) -> list[Move]:
    """As many characters as enemies, tapped or not; off K17, everybody when they are too few."""
    characters = range(len(game.characters))
    if len(game.foes) > len(characters) and not game.rules.k17:
        return [tuple(characters)]
    return list(combinations(characters, len(game.foes)))


def defend(game: Game, team: Team) -> None:
    """The team meets the enemies in random pairs; enemies without a partner (K17 off) attack undefended."""
    characters = game.characters
    foes = game.foes[:] if game.rules.k17 else game.rng.sample(game.foes, len(game.foes))
    for foe, i in zip(foes, game.rng.sample(team, len(team))):
        game.attack_on(characters[i], foe)
    for foe in foes[len(team) :]:
        game.undefended_attack(foe)


def finish_round(game: Game, move: Move) -> None:
    """Defense by a team, random attack, refresh."""
    assert isinstance(move, tuple)
    defend(game, move)
    random_attack(game)
    game.refresh()


def play(game: Game, stage: str, move: Move) -> None:
    """The decision alone; travel and engagement come before the one on defense."""
    if stage == ROUND:
        if move is not None:
            game.buy(move)
    elif stage == QUESTED:
        finish_round(game, move)
    else:
        game.go_questing([game.characters[i] for i in move])


def complete_round(game: Game, stage: str, policy: int) -> None:
    """What a playout does first: after questing the round ends at random, whatever the policy."""
    if stage in (PLANNED, REVEALED):
        rest_of_round(game, policy)
    elif stage == QUESTED:
        game.travel()
        game.engage()
        random_defense(game)
        random_attack(game)
        game.refresh()


def whole_rounds(game: Game, policy: int) -> bool:
    """What it does then: rounds until a flag is up; the flags are taken down, the answer is whether it won."""
    flags = game.flags
    while not (flags.won or flags.lost):
        whole_round(game, policy)
    won = flags.won and not flags.lost
    flags.won = flags.lost = False
    return won


# Agent 3, flat Monte Carlo


@dataclass
class Flat:
    """The budget is divided among the moves, or given to each; with K10 the playouts share the flags of the game."""

    budget: int = 40
    policy: int = 2
    per_move: bool = False
    reshuffle: bool = True

    def choose(self, game: Game, stage: str, moves: Sequence[Move]) -> Move:
        """The move with most wins, the last such; any move if none has won."""
        trials = self.budget if self.per_move else max(1, self.budget // len(moves))
        wins = [sum(self.trial(game, stage, move) for _ in range(trials)) for move in moves]
        if max(wins) == 0:
            return game.rng.choice(moves)
        return moves[max(range(len(moves)), key=lambda i: (wins[i], i))]

    def trial(self, real: Game, stage: str, move: Move) -> bool:
        game = real.copy(real.flags if real.rules.k10 else None)
        if self.reshuffle:
            game.rng.shuffle(game.deck)
            game.rng.shuffle(game.encounters)
        play(game, stage, move)
        complete_round(game, {ROUND: PLANNED, PLANNED: QUESTED, QUESTED: ROUND}[stage], self.policy)
        return whole_rounds(game, self.policy)

    def decide(self, game: Game, stage: str) -> None:
        if stage == ROUND:
            play(game, stage, self.choose(game, stage, purchases(game)))
        elif stage == PLANNED:
            moves = commitments(game)
            if moves:
                play(game, stage, self.choose(game, stage, moves))
            elif not game.rules.k5:
                game.go_questing([])
        elif game.foes and (moves := defenses(game)):
            team = self.choose(game, stage, moves)
            assert isinstance(team, tuple)
            defend(game, team)


def play_flat(game: Game, mix: Sequence[int], flat: Flat) -> Result:
    """A player of Agents 1, 2, 3: no summaries, random attacks, the result looked at after a round.

    With K10 off it is looked at after questing too.
    """
    planner, quester, defender = mix
    rounds = 0
    while True:
        rounds += 1
        game.resource()
        PLANNING[planner](game) if planner in PLANNING else flat.decide(game, ROUND)
        QUESTING[quester](game) if quester in QUESTING else flat.decide(game, PLANNED)
        if not game.rules.k10 and (result := verdict(game, rounds)) is not None:
            return result
        game.travel()
        game.engage()
        DEFENSE[defender](game) if defender in DEFENSE else flat.decide(game, QUESTED)
        random_attack(game)
        game.refresh()
        if (result := verdict(game, rounds)) is not None:
            return result


# Agent 4, UCT


@dataclass(eq=False)
class Node:
    stage: str
    state: Game
    parent: Node | None = None
    move: Move = None
    card: Enemy | Location | None = None  # at REVEALED: what will be turned up
    copies: int = 1  # and how many of it are left
    children: list[Node] = field(default_factory=list)
    visits: int = 0
    wins: int = 0

    def restored(self, flags: Flags | None) -> Game:
        """The state as a game, both decks in a new order; a known card is put on top of its deck."""
        game = self.state.summary(flags)
        if self.card is not None:
            game.encounters.remove(self.card)
            game.encounters.append(self.card)
        return game

    def value(self, bonus: bool = True) -> float:
        """The UCT value of a visited child, or its share of wins alone."""
        assert self.parent is not None
        return self.wins / self.visits + bonus * sqrt(2 * log(self.parent.visits) / self.visits)


@dataclass
class Tree:
    """One decision of Agent 4: of equal children the first is visited, the last is chosen."""

    budget: int = 40
    policy: int = 2
    bonus: bool = True  # the choice is by UCT value; off, by the share of wins

    def decide(self, game: Game, stage: str) -> Game:
        """The game after the decision, its flags set by the test that follows (K1, K2)."""
        root = Node(stage, game.summary())
        flags = Flags()
        for _ in range(self.budget):
            node = self.select(root)
            shared = flags if game.rules.k10 else None
            base = self.expand(node, shared)
            if node is root:
                before = base
            won = False
            if node.stage != REVEALED or not game.rules.k14:
                won = self.playout(node.restored(shared), node.stage)
            up: Node | None = node
            while up is not None:
                up.visits += 1
                up.wins += won
                up = up.parent
        visited = [child for child in root.children if child.visits]
        chosen = max(reversed(visited), key=lambda child: child.value(self.bonus))
        after = chosen.state
        if not game.rules.k13 and chosen.move is not None:
            play(before, stage, chosen.move)
            after = before.summary()
        lost = after.threat >= LOSING_THREAT + game.rules.k1 or not after.heroes
        after.flags = Flags(won=after.quest <= -game.rules.k2, lost=lost)
        return after

    def playout(self, game: Game, stage: str) -> bool:
        """Flags that the making of children has put up (K10) end it at once."""
        if not (game.flags.won or game.flags.lost):
            complete_round(game, stage, self.policy)
        return whole_rounds(game, self.policy)

    def select(self, root: Node) -> Node:
        node = root
        while node.children:
            fresh = [child for child in node.children if not child.visits]
            if node.children[0].stage == REVEALED and not node.state.rules.k14:
                weights = [child.copies for child in node.children]
                node = node.state.rng.choices(node.children, weights)[0]
            else:
                node = fresh[0] if fresh else max(node.children, key=Node.value)
        return node

    def expand(self, node: Node, flags: Flags | None) -> Game:
        """Make all children, playing each move on a copy of one base: they share what is drawn before the move."""
        base = node.restored(flags)
        moves: list[Move] = []
        if node.stage == ROUND:
            base.resource()
            moves, after = purchases(base), PLANNED
        elif node.stage == QUESTED:
            base.travel()
            base.engage()
            moves, after = defenses(base), ROUND
        elif node.stage == PLANNED and node.parent is not None and base.encounters:
            for card, copies in Counter(base.encounters).items():
                node.children.append(Node(REVEALED, node.state, node, None, card, copies))
            return base
        else:
            moves, after = commitments(base), QUESTED
        for move in moves:
            game = base.copy(flags)
            play(game, node.stage, move)
            node.children.append(Node(after, game.summary(), node, move))
        if not moves:
            game = base.copy(flags)
            self.pass_by(game, node.stage)
            node.children.append(Node(after, game.summary(), node))
        return base

    @staticmethod
    def pass_by(game: Game, stage: str) -> None:
        """No legal move: K6 or a lost quest when questing, a refresh and no attack by either side when defending."""
        if stage == QUESTED:
            game.refresh()
        elif game.rules.k6:
            game.raise_threat(game.staging_threat)
        else:
            game.go_questing([])


def tree_decisions(mix: Sequence[int], tree: Tree) -> list[Decision]:
    """The three decisions of a round by Agents 1, 2 and 4, for ``play_decisions``."""
    by_rule = rule_decisions([agent if agent in PLANNING else 1 for agent in mix])
    return [
        by_rule[i] if mix[i] in PLANNING else lambda game, stage=stage: tree.decide(game, stage)
        for i, stage in enumerate((ROUND, PLANNED, QUESTED))
    ]
