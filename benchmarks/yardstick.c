/*
 * yardstick.c -- how fast is plain C?  Part of Mulligan, MIT licence.
 *
 * The simplified Magic game of Cowling, Ward & Powley (2012), their Reduced rule player and their baseline search
 * player BA (ensemble determinization: 40 trees x 250 simulations of UCT), written the ordinary way in C11.  Nothing
 * in Mulligan uses this file; it only tells how close the Numba version of the same game and search comes to C.
 *
 *     cc -O3 -march=native -shared -fPIC -o yardstick.so yardstick.c -lm          (gcc or clang)
 *
 * Rules in short: both players have the deck listed below, 20 life and 7 cards; a turn is untap, draw (an empty
 * library loses), attack, block, combat, then one land and any affordable creatures; the first player draws too.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

enum {
    TYPES = 14,        /* kinds of creature */
    LAND = TYPES,      /* the card that is not a creature */
    CARDS = TYPES + 1, /* kinds of card */
    DECK = 40,
    CREATURES = 23,    /* creatures in a deck, so also the most that one side can have in play */
    MAX_POWER = 6,
    HAND = 7,
    LIFE = 20,
    MAX_DEPTH = 2 * DECK + 2, /* turns from any position to the end at most, as every turn takes a card */
};

static const double EXPLORATION = 1.5;
static const double DISCOUNT = 0.99;

/* The deck "M15", weakest creature first: by power, then cost, then toughness.
 *                                        1/1 1/2 2/1 2/2 2/3 2/4 3/1 3/2 3/3 4/3 4/4 5/4 5/5 6/6 land */
static const uint8_t POWER[TYPES]     = {  1,  1,  2,  2,  2,  2,  3,  3,  3,  4,  4,  5,  5,  6 };
static const uint8_t TOUGHNESS[TYPES] = {  1,  2,  1,  2,  3,  4,  1,  2,  3,  3,  4,  4,  5,  6 };
static const uint8_t COST[TYPES]      = {  1,  2,  2,  2,  3,  4,  3,  3,  4,  5,  5,  6,  6,  7 };
static const uint8_t COPIES[CARDS]    = {  2,  1,  2,  3,  2,  1,  1,  2,  2,  1,  2,  1,  1,  2, 17 };


/* ---------------------------------------------------------------- what callers see */

/* Everything about one player, as numbers of cards; creature types in the order of the tables above. */
typedef struct {
    int32_t hand[TYPES];    /* creatures in hand */
    int32_t hand_lands;     /* lands in hand */
    int32_t lands;          /* lands in play */
    int32_t untapped[TYPES];
    int32_t tapped[TYPES];  /* creatures that attacked in this player's latest turn */
    int32_t library[TYPES]; /* creatures not yet drawn */
    int32_t library_lands;
    int32_t life;
} yard_player;              /* 60 int32, no padding */

/* A main phase: the active player has drawn and fought, and has not yet played a card this turn. */
typedef struct {
    yard_player player[2];
    int32_t active;         /* whose main phase it is: 0 or 1 */
    int32_t turn;           /* turns of both players are counted; the first of the game is turn 1 */
} yard_position;            /* 122 int32, no padding */

/* Plays n games between Reduced players, each from a fresh deal.  Returns the thread's CPU seconds; writes the mean
 * number of turns unless mean_turns is null. */
double yard_rollouts(long n, unsigned long seed, double *mean_turns);

/* Games that the first player won in the latest call of yard_rollouts (by whichever thread). */
long yard_wins(void);

/* One decision of BA for the active player.  visits_out receives the root visits of at most max_moves moves, summed
 * over the trees; moves_out the number of moves, which may be larger.  Moves are listed in lexicographic order of
 * (copies of type 0 cast, of type 1, ...); if a land is held, all of them play it.  A single move is not searched and
 * gets no visits.  Returns the thread's CPU seconds, or -1 if the position is impossible, an argument is out of range
 * or memory runs out. */
double yard_decide(const yard_position *p, int trees, int sims, unsigned long seed,
                   long *visits_out, int max_moves, int *moves_out);


/* ---------------------------------------------------------------- random numbers */

/* Multiply-with-carry; the same stream as Mulligan's generator when started from the same z. */
typedef struct {
    uint64_t z;
} Rng;

static Rng rng_from(uint64_t seed)
{
    seed += 0x9E3779B97F4A7C15u;
    seed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9u;
    seed = (seed ^ seed >> 27) * 0x94D049BB133111EBu;
    return (Rng){ (seed ^ seed >> 31) >> 2 | 1 };
}

static inline uint32_t random_bits(Rng *rng)
{
    rng->z = 0x6A09E47Du * (rng->z & 0xFFFFFFFFu) + (rng->z >> 32);
    return (uint32_t)(rng->z ^ rng->z >> 32);
}

/* A number from 0 to n - 1. */
static inline int random_below(Rng *rng, int n)
{
    return (int)((uint64_t)random_bits(rng) * (uint32_t)n >> 32);
}

/* Takes a random card out of cards[0 .. n-1] and moves the last one into its place. */
static inline int take_random(uint8_t *cards, int n, Rng *rng)
{
    int i = random_below(rng, n);
    int card = cards[i];
    cards[i] = cards[n - 1];
    return card;
}

static void shuffle(uint8_t *cards, int n, Rng *rng)
{
    for (int i = n - 1; i > 0; i--) {
        int j = random_below(rng, i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}


/* ---------------------------------------------------------------- the game */

/* Any set of creatures: how many there are of each type, in four bits per type (a deck has no more than three of a
 * type).  Sets are joined with + and taken apart with -. */
typedef uint64_t Set;

static inline Set one(int type)
{
    return (Set)1 << 4 * type;
}

/* The weakest type in a set, which must not be empty. */
static inline int weakest(Set set)
{
    return __builtin_ctzll(set) / 4;
}

typedef struct {
    Set hand;           /* creatures only */
    Set untapped;
    Set tapped;
    int16_t hand_lands;
    int16_t lands;      /* in play */
    int16_t life;
    int16_t left;       /* cards in the library */
} Side;

typedef struct {
    Side side[2];
    int16_t active;
    int16_t turn;
    int16_t winner;     /* 0 or 1, NOBODY while the game lasts */
} State;

enum { NOBODY = -1 };

/* Libraries live outside the state: within a tree they are the same for all nodes, which differ only in how much is
 * left.  The next card is the last of the first `left` ones. */
typedef struct {
    uint8_t card[2][DECK];
} Libraries;

static inline void put_in_hand(Side *me, int card)
{
    if (card == LAND)
        me->hand_lands++;
    else
        me->hand += one(card);
}

/* Of several blockers, the dearest set whose toughness adds up to at most `power`; if equal, the more numerous. */
static Set worst_loss(Set blockers, int power)
{
    /* Knapsack: value[p] is the best that p points of damage can do, loss[p] the set it kills. */
    int value[MAX_POWER + 1] = { 0 };
    Set loss[MAX_POWER + 1] = { 0 };
    while (blockers != 0) {
        int type = weakest(blockers);
        blockers -= one(type);
        int gain = 32 * COST[type] + 1;
        for (int p = power, rest = power - TOUGHNESS[type]; rest >= 0; p--, rest--)
            if (value[rest] + gain > value[p]) {
                value[p] = value[rest] + gain;
                loss[p] = loss[rest] + one(type);
            }
    }
    return loss[power];
}

/* Attack, block and damage, both sides by the Reduced rule: each creature attacks with probability 1/2; each untapped
 * creature of the defender picks one of the attackers or, equally likely, stays out.  Sets the winner if need be. */
static void combat(State *s, Rng *rng)
{
    Side *attacker = &s->side[s->active];
    Side *defender = &s->side[1 - s->active];

    uint8_t attackers[CREATURES + 1];
    int n = 0;
    uint32_t coins = random_bits(rng); /* 32 of them, enough for 23 creatures */
    for (Set set = attacker->untapped; set != 0; coins >>= 1) {
        int type = weakest(set);
        set -= one(type);
        attackers[n] = (uint8_t)type;
        n += (int)(coins & 1);
    }
    if (n == 0)
        return;

    struct {
        Set set;
        int power, toughness; /* totals */
    } blockers[CREATURES + 1]; /* of each attacker; the last are those who stay out */
    for (int a = 0; a <= n; a++) {
        blockers[a].set = 0;
        blockers[a].power = blockers[a].toughness = 0;
    }
    for (Set set = defender->untapped; set != 0;) {
        int type = weakest(set);
        set -= one(type);
        int a = random_below(rng, n + 1);
        blockers[a].set += one(type);
        blockers[a].power += POWER[type];
        blockers[a].toughness += TOUGHNESS[type];
    }

    int damage = 0;
    for (int a = 0; a < n; a++) {
        int type = attackers[a], power = POWER[type];
        attacker->untapped -= one(type);
        if (blockers[a].set == 0)
            damage += power;
        else if (blockers[a].toughness <= power)
            defender->untapped -= blockers[a].set;
        else
            defender->untapped -= worst_loss(blockers[a].set, power);
        if (blockers[a].power < TOUGHNESS[type])
            attacker->tapped += one(type);
    }
    defender->life = (int16_t)(defender->life - damage);
    if (defender->life <= 0)
        s->winner = s->active;
}

/* The turn passes.  False if the player now active has no card to draw and so has lost. */
static inline bool pass_turn(State *s)
{
    s->active = 1 - s->active;
    s->turn++;
    Side *me = &s->side[s->active];
    if (me->left == 0) {
        s->winner = 1 - s->active;
        return false;
    }
    me->untapped += me->tapped;
    me->tapped = 0;
    return true;
}

static inline void play_land(Side *me)
{
    if (me->hand_lands > 0) {
        me->hand_lands--;
        me->lands++;
    }
}

/* The Reduced card rule: a land if there is one, then creatures in random order, each if it can be paid. */
static void reduced_cards(Side *me, Rng *rng)
{
    play_land(me);
    int mana = me->lands;
    uint8_t cards[CREATURES + 1];
    int n = 0;
    for (Set set = me->hand; set != 0;) {
        int type = weakest(set);
        set -= one(type);
        cards[n] = (uint8_t)type;
        n += COST[type] <= mana;
    }
    for (; n > 0 && mana > 0; n--) {
        int type = take_random(cards, n, rng);
        if (COST[type] <= mana) {
            mana -= COST[type];
            me->hand -= one(type);
            me->untapped += one(type);
        }
    }
}

/* Plays on from a main phase, both sides by the Reduced rules, drawing at random from what the libraries have left. */
static void rollout(State *s, Libraries *lib, Rng *rng)
{
    for (;;) {
        reduced_cards(&s->side[s->active], rng);
        if (!pass_turn(s))
            return;
        Side *me = &s->side[s->active];
        put_in_hand(me, take_random(lib->card[s->active], me->left--, rng));
        combat(s, rng);
        if (s->winner != NOBODY)
            return;
    }
}

/* The whole deck of both players, in the order of the tables. */
static Libraries full_decks(void)
{
    Libraries lib;
    for (int p = 0; p < 2; p++) {
        int n = 0;
        for (int card = 0; card < CARDS; card++)
            for (int k = 0; k < COPIES[card]; k++)
                lib.card[p][n++] = (uint8_t)card;
    }
    return lib;
}

/* The first main phase of a new game, from full decks.  They need no shuffling, as rollouts draw at random anyway. */
static State deal(Libraries *lib, Rng *rng)
{
    State s = { .turn = 1, .winner = NOBODY };
    for (int p = 0; p < 2; p++) {
        Side *side = &s.side[p];
        side->life = LIFE;
        side->left = DECK;
        for (int k = 0; k < HAND + (p == 0); k++) /* the first player's first draw included */
            put_in_hand(side, take_random(lib->card[p], side->left--, rng));
    }
    return s;
}


/* ---------------------------------------------------------------- one tree */

/* A move at a node, with its results for the player who makes it.  A move is the set of creatures to cast; land pruning
 * (if a land is held, it is played) makes it unnecessary to mention the land. */
typedef struct {
    Set move;
    double reward;  /* sum */
    int32_t visits;
    int32_t child;  /* node it leads to, valid once visits > 0 */
    int32_t number; /* place in the order of generation */
} Edge;

/* A main phase.  The first `tried` of its edges have children, the others wait in random order. */
typedef struct {
    State state;
    int32_t first;
    int32_t edges; /* 0 until the node is visited a second time */
    int32_t tried;
} Node;

/* Storage is kept from tree to tree. */
typedef struct {
    Node *node;
    int32_t nodes;
    Edge *edge;
    int32_t edges;
    int32_t edge_room;
    Libraries lib;
    Rng rng;
    bool out_of_memory;
    double discount[MAX_DEPTH + 1];
} Tree;

static void add_edge(Tree *t, Set move, int number)
{
    if (t->edges == t->edge_room) {
        int32_t room = 2 * t->edge_room;
        Edge *edge = realloc(t->edge, (size_t)room * sizeof *edge);
        if (edge == NULL) {
            t->out_of_memory = true;
            return;
        }
        t->edge = edge;
        t->edge_room = room;
    }
    t->edge[t->edges++] = (Edge){ .move = move, .number = number };
}

/* Lists every way to add creatures from `hand` to `move`. */
static void list_moves(Tree *t, Set hand, int mana, Set move, int32_t first)
{
    if (hand == 0) {
        add_edge(t, move, t->edges - first);
        return;
    }
    int type = weakest(hand), shift = 4 * type;
    int count = (int)(hand >> shift & 15);
    hand &= ~((Set)15 << shift);
    for (; count >= 0 && mana >= 0; count--, mana -= COST[type], move += one(type))
        list_moves(t, hand, mana, move, first);
}

/* Lists the moves at a node; returns false if memory ran out. */
static bool open_node(Tree *t, Node *node)
{
    const Side *me = &node->state.side[node->state.active];
    node->first = t->edges;
    list_moves(t, me->hand, me->lands + (me->hand_lands > 0), 0, node->first);
    node->edges = t->edges - node->first;
    return !t->out_of_memory;
}

/* Tries a new move: makes a node for the other player's next main phase, after the tree's next card and one sample of
 * combat.  Returns the edge. */
static int32_t expand(Tree *t, Node *node)
{
    Edge *next = &t->edge[node->first + node->tried];
    Edge *pick = next + random_below(&t->rng, node->edges - node->tried);
    Edge swap = *next;
    *next = *pick;
    *pick = swap;
    next->child = t->nodes++;

    Node *child = &t->node[next->child];
    *child = (Node){ .state = node->state };
    State *s = &child->state;
    Side *me = &s->side[s->active];
    play_land(me);
    me->hand -= next->move;
    me->untapped += next->move;
    if (pass_turn(s)) {
        me = &s->side[s->active];
        put_in_hand(me, t->lib.card[s->active][--me->left]);
        combat(s, &t->rng);
    }
    return node->first + node->tried++;
}

static int32_t select_edge(const Tree *t, const Node *node, int32_t visits)
{
    double log_visits = log(visits);
    double best = -1.0;
    int32_t chosen = node->first;
    for (int32_t e = node->first; e < node->first + node->edges; e++) {
        const Edge *edge = &t->edge[e];
        double bound = edge->reward / edge->visits + EXPLORATION * sqrt(log_visits / edge->visits);
        if (bound > best) {
            best = bound;
            chosen = e;
        }
    }
    return chosen;
}

/* One simulation: selection, expansion, rollout, backpropagation.  `visits` counts the earlier ones.  False if memory
 * ran out. */
static bool simulate(Tree *t, int32_t visits)
{
    int32_t path[MAX_DEPTH];
    int depth = 0;
    Node *node = t->node;
    while (node->state.winner == NOBODY) {
        if (node->edges == 0 && !open_node(t, node))
            return false;
        bool fresh = node->tried < node->edges;
        int32_t e = fresh ? expand(t, node) : select_edge(t, node, visits);
        path[depth++] = e;
        visits = t->edge[e].visits;
        node = &t->node[t->edge[e].child];
        if (fresh)
            break;
    }

    int winner = node->state.winner;
    int turn = node->state.turn;
    if (winner == NOBODY) {
        State s = node->state;
        Libraries lib = t->lib;
        rollout(&s, &lib, &t->rng);
        winner = s.winner;
        turn = s.turn;
    }

    const State *root = &t->node[0].state;
    double reward = t->discount[turn - root->turn];
    int mover = root->active;
    for (int i = 0; i < depth; i++) {
        Edge *edge = &t->edge[path[i]];
        edge->visits++;
        if (mover == winner)
            edge->reward += reward;
        mover = 1 - mover;
    }
    return true;
}


/* ---------------------------------------------------------------- BA: many trees */

/* A guess at what the active player cannot see: the other hand and the order of both libraries. */
static void determinize(const State *actual, const Libraries *unseen, State *s, Libraries *lib, Rng *rng)
{
    *s = *actual;
    *lib = *unseen;
    int other = 1 - s->active;
    Side *me = &s->side[s->active], *you = &s->side[other];
    shuffle(lib->card[s->active], me->left, rng);

    /* The other hand goes back onto its library, and as many cards are dealt again. */
    uint8_t *pile = lib->card[other];
    int n = you->left;
    for (; you->hand_lands > 0; you->hand_lands--)
        pile[n++] = LAND;
    while (you->hand != 0) {
        int type = weakest(you->hand);
        you->hand -= one(type);
        pile[n++] = (uint8_t)type;
    }
    shuffle(pile, n, rng);
    while (n > you->left)
        put_in_hand(you, pile[--n]);
}

/* Adds n creatures of a type to a set, taking them from the deck's copies of it; false if there are not that many. */
static bool fill(Set *set, int type, int32_t n, int *copies)
{
    if (n < 0 || n > *copies)
        return false;
    *copies -= n;
    *set += (Set)n << 4 * type;
    return true;
}

/* Reads a position; false if no game can come to it. */
static bool read_position(const yard_position *p, State *s, Libraries *lib)
{
    if (p->active < 0 || p->active > 1 || p->turn < 1 || p->turn > 2 * DECK)
        return false;
    *s = (State){ .active = (int16_t)p->active, .turn = (int16_t)p->turn, .winner = NOBODY };
    for (int i = 0; i < 2; i++) {
        const yard_player *from = &p->player[i];
        Side *side = &s->side[i];
        if (from->life < 1 || from->life > INT16_MAX)
            return false;
        side->life = (int16_t)from->life;

        Set library = 0;
        for (int type = 0; type < TYPES; type++) {
            int copies = COPIES[type];
            if (!fill(&side->hand, type, from->hand[type], &copies) ||
                !fill(&side->untapped, type, from->untapped[type], &copies) ||
                !fill(&side->tapped, type, from->tapped[type], &copies) ||
                !fill(&library, type, from->library[type], &copies))
                return false;
            for (int k = 0; k < from->library[type]; k++)
                lib->card[i][side->left++] = (uint8_t)type;
        }

        const int32_t lands[3] = { from->hand_lands, from->lands, from->library_lands };
        int copies = COPIES[LAND];
        for (int k = 0; k < 3; k++) {
            if (lands[k] < 0 || lands[k] > copies)
                return false;
            copies -= lands[k];
        }
        side->hand_lands = (int16_t)from->hand_lands;
        side->lands = (int16_t)from->lands;
        for (int k = 0; k < from->library_lands; k++)
            lib->card[i][side->left++] = LAND;
    }
    return true;
}

static bool decide(const State *actual, const Libraries *unseen, int trees, int sims, Rng rng,
                   long *visits_out, int max_moves, int *moves_out)
{
    Tree t = { .rng = rng, .edge_room = 1024 };
    t.node = malloc(((size_t)sims + 1) * sizeof *t.node);
    t.edge = malloc((size_t)t.edge_room * sizeof *t.edge);
    bool ok = t.node != NULL && t.edge != NULL;
    t.discount[0] = 1.0;
    for (int i = 1; i <= MAX_DEPTH; i++)
        t.discount[i] = t.discount[i - 1] * DISCOUNT;
    for (int i = 0; i < max_moves; i++)
        visits_out[i] = 0;

    Node *root = t.node;
    for (int tree = 0; ok && tree < trees; tree++) {
        t.nodes = 1;
        t.edges = 0;
        *root = (Node){ 0 };
        determinize(actual, unseen, &root->state, &t.lib, &t.rng);
        ok = open_node(&t, root);
        *moves_out = root->edges;
        if (root->edges == 1)
            break;
        for (int32_t i = 0; ok && i < sims; i++)
            ok = simulate(&t, i);
        for (int32_t e = 0; e < root->edges; e++)
            if (t.edge[e].number < max_moves)
                visits_out[t.edge[e].number] += t.edge[e].visits;
    }
    free(t.node);
    free(t.edge);
    return ok;
}


/* ---------------------------------------------------------------- entry points */

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static long latest_wins;

double yard_rollouts(long n, unsigned long seed, double *mean_turns)
{
    double start = cpu_seconds();
    Rng rng = rng_from(seed);
    const Libraries decks = full_decks();
    long wins = 0, turns = 0;
    for (long i = 0; i < n; i++) {
        Libraries lib = decks;
        State s = deal(&lib, &rng);
        rollout(&s, &lib, &rng);
        wins += s.winner == 0;
        turns += s.turn;
    }
    latest_wins = wins;
    if (mean_turns != NULL)
        *mean_turns = n > 0 ? (double)turns / (double)n : 0.0;
    return cpu_seconds() - start;
}

long yard_wins(void)
{
    return latest_wins;
}

double yard_decide(const yard_position *p, int trees, int sims, unsigned long seed,
                   long *visits_out, int max_moves, int *moves_out)
{
    double start = cpu_seconds();
    State actual;
    Libraries unseen = { 0 };
    if (trees < 1 || sims < 1 || max_moves < 0 || !read_position(p, &actual, &unseen))
        return -1.0;
    if (!decide(&actual, &unseen, trees, sims, rng_from(seed), visits_out, max_moves, moves_out))
        return -1.0;
    return cpu_seconds() - start;
}
