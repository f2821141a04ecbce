/* The yardstick of the kernel: Piquet in C, greedy against greedy, the same honest work.
 *
 * It reads the rules from the same record, shuffles by the same recipe, fills the same views, checks each action and
 * writes the same rows, byte for byte (speed.py compares them before it measures). The records come from a header that
 * speed.py writes from their NumPy types. Left out: matches, predicates and fixed cards, sinking, what calls and answers
 * tell, turning up what is left, transcripts; rules that ask for one of them are refused.
 *
 * play_inlined   the policy is compiled into the loop;
 * play_pointers  each decision is called through a pointer that the caller hands in, two decisions a seat;
 * play_bare      no views, no checks, no rows: the sum of all scores.
 */

#include <stddef.h>
#include <stdint.h>

#include "records.h"

#define INLINE static inline __attribute__((always_inline))
#define SPADES 0x11111111u
#define COURT 0x0FFF0000u
#define FAILED (-1)
#define UNKNOWN_RULES (-2)

typedef uint64_t cards;
typedef cards (*decision)(const view *seen, uint64_t *scratch);
typedef struct {
    decision discard[2], card[2];
} policy;

/* What the two seats need of the world outside: whether they draw random numbers, and whether they see all hands. */
typedef struct {
    int64_t private[2], open[2];
} seats;

/* Where play stopped, and what was not legal. */
typedef struct {
    int64_t number, turn;
    uint64_t action, legal;
} stop;

typedef struct {
    cards dealt[2], hands[2], kept[2], talon[8], above[9], discarded[2], drawn[2];
    int64_t exchanged[2], score[2], play[2], tricks[2];
    int64_t point[2], sequence[2], sets[2], winners[3], worth[3];
    int64_t carte_blanche, bonus, last_trick;
} state;

enum { NOBODY, ELDER, YOUNGER, EQUAL };
enum { NO_BONUS, REPIQUE_ELDER, REPIQUE_YOUNGER, PIQUE };

/* ------------------------------------------------------------------------------------------------------------ bits */

INLINE int64_t count_of(cards set) { return __builtin_popcountll(set); }
INLINE int64_t lowest(cards set) { return __builtin_ctzll(set); }
INLINE int64_t highest(cards set) { return 63 - __builtin_clzll(set); }
INLINE cards lowest_bit(cards set) { return set & -set; }
INLINE cards highest_bit(cards set) { return (cards)1 << highest(set); }
INLINE cards suit_of(cards card) { return (cards)SPADES << (lowest(card) & 3); }
INLINE cards higher_in_suit(cards card) { return suit_of(card) & ~(card | (card - 1)); }

/* ---------------------------------------------------------------------------------------------------------- chance */

typedef struct {
    uint64_t word[4];
} block;

/* Philox 4x64-10 (Salmon, Moraes, Dror, Shaw 2011). */
INLINE block philox(uint64_t k0, uint64_t k1, uint64_t c0, uint64_t c1, uint64_t c2, uint64_t c3) {
    for (int round = 0; round < 10; round++) {
        unsigned __int128 zero = (unsigned __int128)0xD2E7470EE14C6C93u * c0;
        unsigned __int128 one = (unsigned __int128)0xCA5A826395121157u * c2;
        c0 = (uint64_t)(one >> 64) ^ c1 ^ k0;
        c2 = (uint64_t)(zero >> 64) ^ c3 ^ k1;
        c1 = (uint64_t)one;
        c3 = (uint64_t)zero;
        k0 += 0x9E3779B97F4A7C15u;
        k1 += 0xBB67AE8584CAA73Bu;
    }
    return (block){{c0, c1, c2, c3}};
}

/* Lemire 2019: swap position k with a fair choice of one at or below it; the next position to settle. */
INLINE uint64_t swap_down(uint8_t *pack, uint64_t k, uint64_t draw) {
    uint64_t m = k + 1, product = draw * m, low = product & 0xFFFFFFFFu;
    if (__builtin_expect(low < m, 0) && low < ((uint64_t)1 << 32) % m) return k;
    uint64_t other = product >> 32;
    uint8_t card = pack[k];
    pack[k] = pack[other];
    pack[other] = card;
    return k ? k - 1 : k;
}

INLINE void shuffle(uint8_t pack[32], uint64_t seed, uint64_t number) {
    for (int i = 0; i < 32; i++) pack[i] = (uint8_t)i;
    uint64_t k = 31;
    for (uint64_t at = 1; k > 0; at++) {
        block drawn = philox(seed, 0, at, number, 0, 0);
        for (int i = 0; i < 4; i++) {
            k = swap_down(pack, k, drawn.word[i] & 0xFFFFFFFFu);
            k = swap_down(pack, k, drawn.word[i] >> 32);
        }
    }
}

/* ----------------------------------------------------------------------------------------------------- combinations */

/* The pips of the four suits in the four low bytes: a nibble is one rank in the four suits. */
INLINE uint64_t pips_by_suit(cards hand) {
#define RANK(rank) (((hand >> 4 * (rank) & 15) * 0x00204081u) & 0x01010101u)
    return (RANK(3) + RANK(4) + RANK(5) + RANK(6)) * 10 + RANK(7) * 11 + RANK(2) * 9 + RANK(1) * 8 + RANK(0) * 7;
#undef RANK
}

INLINE int64_t best_point(cards hand) {
    uint64_t pips = pips_by_suit(hand), best = pips & 255;
    for (int suit = 1; suit < 4; suit++) {
        uint64_t own = pips >> 8 * suit & 255;
        best = own > best ? own : best;
    }
    return (int64_t)best;
}

INLINE int64_t point_cards(int64_t pips) { return (pips + 6) / 10; }

INLINE cards point_suit(cards hand) {
    uint64_t pips = pips_by_suit(hand), best = 0;
    cards found = 0;
    for (int suit = 0; suit < 4; suit++) {
        uint64_t own = pips >> 8 * suit & 255;
        found = own > best ? hand & (cards)SPADES << suit : found;
        best = own > best ? own : best;
    }
    return found;
}

INLINE int64_t longest_runs(cards hand, cards *lows) {
    cards runs = hand & hand >> 4 & hand >> 8;
    int64_t length = runs ? 3 : 0;
    *lows = runs;
    for (int n = 4; n < 9; n++) {
        runs &= hand >> 4 * (n - 1);
        *lows = runs ? runs : *lows;
        length = runs ? n : length;
    }
    return length;
}

INLINE int64_t best_sequence(cards hand) {
    cards lows;
    int64_t length = longest_runs(hand, &lows);
    return length ? 8 * length + (highest(lows) >> 2) + length - 1 : 0;
}

INLINE cards sequence_cards(cards hand) {
    cards lows;
    int64_t length = longest_runs(hand, &lows);
    if (!length) return 0;
    int64_t rank = highest(lows) & ~3;
    return ((cards)SPADES >> (32 - 4 * length)) << (rank + lowest(lows >> rank));
}

INLINE int64_t best_set(cards hand, int64_t low) {
    cards kept = hand >> 4 * low << 4 * low, one = kept >> 1, two = kept >> 2, three = kept >> 3;
    cards four = kept & one & two & three & SPADES;
    cards trio = ((kept & one & (two | three)) | (two & three & (kept | one))) & SPADES;
    return four ? 32 + (highest(four) >> 2) : trio ? 24 + (highest(trio) >> 2) : 0;
}

INLINE cards set_cards(cards hand, int64_t held) { return held ? hand & (cards)15 << 4 * (held & 7) : 0; }

INLINE int64_t lowest_set_rank(const rules *rule) { return rule->set_min_rank ? 0 : 3; }

/* ---------------------------------------------------------------------------------------------------------- greedy */

INLINE cards worst_cards(cards hand, int64_t least, int64_t most, int64_t keep_rank, const rules *rule) {
    cards keep = point_suit(hand) | sequence_cards(hand) | set_cards(hand, best_set(hand, lowest_set_rank(rule)));
    keep |= hand >> 4 * keep_rank << 4 * keep_rank;
    cards chosen = hand & ~keep;
    for (int64_t more = count_of(chosen) - most; more > 0; more--) chosen ^= highest_bit(chosen);
    for (int64_t fewer = least - count_of(chosen); fewer > 0; fewer--) chosen |= lowest_bit(hand & ~chosen);
    return chosen;
}

INLINE cards greedy_lead(cards legal) {
    int64_t below = highest(legal) & ~3;
    return lowest_bit(legal >> below << below);
}

INLINE cards greedy_reply(cards legal, cards led) {
    cards winning = legal & higher_in_suit(led);
    return lowest_bit(winning ? winning : legal);
}

INLINE cards discard_of(const view *seen, uint64_t *scratch) {
    (void)scratch;
    return worst_cards(seen->hand, seen->least, seen->most, (int64_t)seen->params[0], &seen->rules);
}

INLINE cards card_of(const view *seen, uint64_t *scratch) {
    (void)scratch;
    return seen->lead ? greedy_reply(seen->legal, seen->lead) : greedy_lead(seen->legal);
}

/* The same, with addresses, to be handed back to play_pointers. */
cards greedy_discard(const view *seen, uint64_t *scratch) { return discard_of(seen, scratch); }
cards greedy_card(const view *seen, uint64_t *scratch) { return card_of(seen, scratch); }

/* ----------------------------------------------------------------------------------------------- deal and exchange */

INLINE void deal_cards(state *deal, const uint8_t pack[32], const rules *rule) {
    cards elder = 0, talon = 0;
    if (rule->deal_batch == 2) {
        for (int i = 0; i < 6; i++)
            for (int k = 0; k < 2; k++) elder |= (cards)1 << pack[4 * i + k];
    } else {
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++) elder |= (cards)1 << pack[6 * i + k];
    }
    deal->above[0] = 0;
    for (int i = 0; i < 8; i++) {
        deal->talon[i] = (cards)1 << pack[24 + i];
        talon |= deal->talon[i];
        deal->above[i + 1] = talon;
    }
    deal->dealt[0] = deal->hands[0] = elder;
    deal->dealt[1] = deal->hands[1] = 0xFFFFFFFFu ^ elder ^ talon;
    for (int seat = 0; seat < 2; seat++)
        deal->score[seat] = deal->play[seat] = deal->tricks[seat] = deal->exchanged[seat] = 0;
    deal->bonus = NO_BONUS;
}

INLINE void gain_in_hand(state *deal, const rules *rule, int64_t seat, int64_t points) {
    if (!points) return;
    deal->score[seat] += points;
    if (rule->repique && !deal->bonus && deal->score[seat] >= 30 && !deal->score[1 - seat]) {
        deal->bonus = 1 + seat;
        deal->score[seat] += rule->repique;
    }
}

INLINE void score_carte_blanche(state *deal, const rules *rule) {
    deal->carte_blanche = NOBODY;
    for (int64_t seat = 0; seat < 2; seat++)
        if (!(deal->dealt[seat] & COURT)) {
            deal->carte_blanche = 1 + seat;
            gain_in_hand(deal, rule, seat, rule->carte_blanche_points);
        }
}

INLINE void sit_down(const state *deal, view views[2], const seats *who, uint64_t seed, uint64_t number) {
    for (int64_t seat = 0; seat < 2; seat++) {
        view *seen = &views[seat];
        seen->hand = seen->dealt = deal->dealt[seat];
        seen->discarded = seen->drawn = seen->left = seen->blanche = seen->lead = seen->position = 0;
        seen->talon = 8;
        seen->trick = 0;
        for (int i = 0; i < 4; i++) seen->memory[i] = 0;
        for (int i = 0; i < 12; i++) seen->led[i] = seen->followed[i] = 0;
        for (int i = 0; i < 3; i++) seen->answers[i] = 0;
        for (int side = 0; side < 2; side++) {
            seen->exchanged[side] = seen->point_cards[side] = seen->point[side] = 0;
            seen->sequence[side] = seen->sets[side] = seen->tricks[side] = 0;
            seen->point_suit[side] = seen->shown[side] = seen->played[side] = 0;
            seen->carte_blanche[side] = deal->carte_blanche == 1 + side;
            seen->score[side] = deal->score[side];
        }
        if (who->private[seat]) {
            block drawn = philox(seed, (uint64_t)seat + 1, 1, number, 0, 1);
            seen->key[0] = drawn.word[0];
            seen->key[1] = drawn.word[1];
        } else {
            seen->key[0] = seen->key[1] = 0;
        }
    }
}

INLINE void open_cards(const state *deal, view *seen, const seats *who, int64_t seat) {
    if (!who->open[seat]) return;
    int64_t taken = deal->exchanged[0] + deal->exchanged[1];
    for (int side = 0; side < 2; side++) seen->open_hands[side] = deal->hands[side];
    for (int64_t i = 0; i < 8; i++) seen->open_talon[i] = taken + i < 8 ? deal->talon[taken + i] : 0;
}

INLINE void bounds(const state *deal, const rules *rule, int64_t seat, int64_t *least, int64_t *most) {
    *most = seat ? 8 - deal->exchanged[0] : rule->elder_max_discard;
    *least = seat ? rule->younger_min_discard : rule->elder_min_discard;
    *least = *least < *most ? *least : *most;
}

INLINE void draw(state *deal, int64_t seat, cards chosen) {
    int64_t count = count_of(chosen), taken = seat ? deal->exchanged[0] : 0;
    cards drawn = deal->above[taken + count] ^ deal->above[taken];
    deal->discarded[seat] = chosen;
    deal->drawn[seat] = drawn;
    deal->exchanged[seat] = count;
    deal->hands[seat] = (deal->hands[seat] & ~chosen) | drawn;
}

INLINE int refused(stop *told, int64_t number, int64_t turn, cards action, cards legal) {
    *told = (stop){number, turn, action, legal};
    return 0;
}

INLINE int exchange(state *deal, const rules *rule, view views[2], const seats *who, policy how, uint64_t *scratch,
                    int64_t number, stop *told) {
    for (int64_t seat = 0; seat < 2; seat++) {
        view *seen = &views[seat];
        cards hand = deal->hands[seat];
        int64_t least, most;
        bounds(deal, rule, seat, &least, &most);
        seen->least = least;
        seen->most = most;
        seen->legal = hand;
        open_cards(deal, seen, who, seat);
        cards chosen = how.discard[seat](seen, scratch);
        int64_t count = count_of(chosen);
        if (chosen & ~hand || count < least || count > most) return refused(told, number, seat, chosen, hand);
        draw(deal, seat, chosen);
        int64_t taken = deal->exchanged[0] + deal->exchanged[1];
        seen->hand = deal->hands[seat];
        seen->discarded = chosen;
        seen->drawn = deal->drawn[seat];
        for (int other = 0; other < 2; other++) {
            views[other].exchanged[seat] = count;
            views[other].talon = 8 - taken;
        }
        if (!seat && rule->elder_sees_left) seen->left = deal->above[5] ^ deal->above[taken];
        if (rule->carte_blanche_reveal && deal->carte_blanche == 2 - seat) seen->blanche = deal->dealt[1 - seat];
    }
    return 1;
}

/* --------------------------------------------------------------------------------------------------- announcements */

INLINE int64_t contest(int64_t elder, int64_t younger) {
    int64_t higher = elder > younger ? ELDER : YOUNGER, equal = elder > 0 ? EQUAL : NOBODY;
    return elder == younger ? equal : higher;
}

INLINE void hold(state *deal, const rules *rule) {
    for (int seat = 0; seat < 2; seat++) {
        cards kept = deal->kept[seat] = deal->hands[seat];
        int64_t pips = best_point(kept);
        deal->point[seat] = point_cards(pips) >= rule->point_min_cards ? pips : 0;
        deal->sequence[seat] = best_sequence(kept);
        deal->sets[seat] = best_set(kept, lowest_set_rank(rule));
    }
}

INLINE int64_t sequence_points(int64_t sequence, const rules *rule) {
    int64_t length = sequence >> 3;
    return length < 5 ? length : length == 5 ? rule->quinte_points : length + 10;
}

INLINE void declare(state *deal, const rules *rule) {
    hold(deal, rule);
    int64_t winner = contest(deal->point[0], deal->point[1]);
    if (winner == EQUAL && rule->point_tie) winner = ELDER;
    deal->winners[0] = winner;
    deal->worth[0] = 0;
    if (winner == ELDER || winner == YOUNGER) {
        deal->worth[0] = point_cards(deal->point[winner - 1]);
        gain_in_hand(deal, rule, winner - 1, deal->worth[0]);
    }
    winner = contest(deal->sequence[0], deal->sequence[1]);
    deal->winners[1] = winner;
    deal->worth[1] = 0;
    if (winner == ELDER || winner == YOUNGER) {
        int64_t seat = winner - 1, held = deal->sequence[seat];
        cards rest = deal->kept[seat];
        while (held) {
            int64_t points = sequence_points(held, rule);
            deal->worth[1] += points;
            gain_in_hand(deal, rule, seat, points);
            if (!rule->sequence_extra) break;
            rest &= ~sequence_cards(rest);
            held = best_sequence(rest);
        }
    }
    winner = contest(deal->sets[0], deal->sets[1]);
    deal->winners[2] = winner;
    deal->worth[2] = 0;
    if (winner == ELDER || winner == YOUNGER) {
        int64_t seat = winner - 1, held = deal->sets[seat];
        cards rest = deal->kept[seat];
        while (held) {
            int64_t points = held >= 32 ? 14 : 3;
            deal->worth[2] += points;
            gain_in_hand(deal, rule, seat, points);
            if (!rule->set_extra) break;
            rest &= ~set_cards(rest, held);
            held = best_set(rest, lowest_set_rank(rule));
        }
    }
}

INLINE void tell(const state *deal, view views[2]) {
    for (int seat = 0; seat < 2; seat++) {
        view *seen = &views[seat];
        for (int side = 0; side < 2; side++) {
            seen->point_cards[side] = point_cards(deal->point[side]);
            seen->point[side] = deal->point[side];
            seen->sequence[side] = deal->sequence[side];
            seen->sets[side] = deal->sets[side];
            seen->score[side] = deal->score[side];
        }
        for (int kind = 0; kind < 3; kind++) seen->answers[kind] = deal->winners[kind];
    }
}

/* ------------------------------------------------------------------------------------------------------------ play */

INLINE void count(state *deal, const rules *rule, int64_t seat) {
    deal->score[seat] += 1;
    deal->play[seat] += 1;
    if (rule->pique && !seat && !deal->bonus && deal->score[0] >= 30 && !deal->score[1]) {
        deal->bonus = PIQUE;
        deal->score[0] += rule->pique;
    }
}

INLINE cards legal_replies(cards hand, cards led, const rules *rule) {
    cards following = rule->follow_suit ? hand & suit_of(led) : 0;
    cards winning = rule->must_win ? hand & higher_in_suit(led) : 0;
    cards legal = following ? following : hand;
    return winning ? winning : legal;
}

INLINE int is_one_of(cards card, cards legal) { return card && !(card & (card - 1)) && !(card & ~legal); }

/* One trick; who won it, or FAILED. */
INLINE int64_t trick(state *deal, const rules *rule, view views[2], const seats *who, policy how, uint64_t *scratch,
                     int64_t number, stop *told, int64_t at, int64_t leader) {
    int64_t follower = 1 - leader;
    view *seen = &views[leader], *other = &views[follower];
    cards legal = deal->hands[leader];
    seen->hand = seen->legal = legal;
    seen->lead = 0;
    seen->trick = other->trick = at;
    seen->least = seen->most = 1;
    open_cards(deal, seen, who, leader);
    cards led = how.card[leader](seen, scratch);
    if (!is_one_of(led, legal)) {
        refused(told, number, 2 + leader, led, legal);
        return FAILED;
    }
    deal->hands[leader] ^= led;
    if (rule->count_in_play) {
        count(deal, rule, leader);
        other->score[0] = deal->score[0];
        other->score[1] = deal->score[1];
    }
    legal = legal_replies(deal->hands[follower], led, rule);
    other->hand = deal->hands[follower];
    other->legal = legal;
    other->lead = led;
    other->least = other->most = 1;
    open_cards(deal, other, who, follower);
    cards followed = how.card[follower](other, scratch);
    if (!is_one_of(followed, legal)) {
        refused(told, number, 2 + follower, followed, legal);
        return FAILED;
    }
    deal->hands[follower] ^= followed;
    int64_t winner = leader ^ ((followed & higher_in_suit(led)) != 0);
    deal->tricks[winner]++;
    if (rule->count_in_play) {
        if (winner == follower) count(deal, rule, winner);
        if (at == 11) count(deal, rule, winner);
    }
    for (int seat = 0; seat < 2; seat++) {
        view *both = &views[seat];
        both->led[at] = led;
        both->followed[at] = followed;
        both->played[leader] |= led;
        both->played[follower] |= followed;
        both->tricks[winner]++;
        if (rule->count_in_play) {
            both->score[0] = deal->score[0];
            both->score[1] = deal->score[1];
        }
    }
    return winner;
}

INLINE void award(state *deal, int64_t seat, int64_t points) {
    deal->score[seat] += points;
    deal->play[seat] += points;
}

INLINE void score_play(state *deal, const rules *rule) {
    int64_t elder = deal->tricks[0], last = deal->last_trick;
    if (elder == 12 || elder == 0) {
        award(deal, elder == 0, rule->capot ? 40 : 20);
        if (rule->capot) award(deal, last, rule->last_trick_points);
    } else if (elder == 6) {
        if (rule->split_last_trick) award(deal, last, rule->last_trick_points);
    } else {
        award(deal, elder < 6, rule->majority_points);
        award(deal, last, rule->last_trick_points);
    }
}

/* ----------------------------------------------------------------------------------------------------------- a row */

INLINE int8_t sequence_code(int64_t sequence) {
    static const int8_t first[9] = {-1, 0, 0, 1, 7, 12, 16, 19, 21};
    int64_t length = sequence >> 3;
    return (int8_t)(first[length] + (sequence & 7) - length + 1);
}

INLINE int8_t set_code(int64_t held) { return held ? (int8_t)(held - 23) : 0; }

INLINE void write_row(const state *deal, const rules *rule, row *out, int64_t number) {
    int64_t low = lowest_set_rank(rule);
    out->deal = number;
    out->score_elder = (int16_t)deal->score[0];
    out->score_younger = (int16_t)deal->score[1];
    out->exchanged_elder = (int8_t)deal->exchanged[0];
    out->exchanged_younger = (int8_t)deal->exchanged[1];
    out->tricks_elder = (int8_t)deal->tricks[0];
    out->tricks_younger = (int8_t)deal->tricks[1];
    out->last_trick = (int8_t)deal->last_trick;
    out->carte_blanche = (int8_t)deal->carte_blanche;
    out->dealt_point_elder = (int8_t)best_point(deal->dealt[0]);
    out->dealt_point_younger = (int8_t)best_point(deal->dealt[1]);
    out->dealt_sequence_elder = sequence_code(best_sequence(deal->dealt[0]));
    out->dealt_sequence_younger = sequence_code(best_sequence(deal->dealt[1]));
    out->dealt_set_elder = set_code(best_set(deal->dealt[0], low));
    out->dealt_set_younger = set_code(best_set(deal->dealt[1], low));
    out->point_elder = (int8_t)deal->point[0];
    out->point_younger = (int8_t)deal->point[1];
    out->sequence_elder = sequence_code(deal->sequence[0]);
    out->sequence_younger = sequence_code(deal->sequence[1]);
    out->set_elder = set_code(deal->sets[0]);
    out->set_younger = set_code(deal->sets[1]);
    out->point_winner = (int8_t)deal->winners[0];
    out->sequence_winner = (int8_t)deal->winners[1];
    out->set_winner = (int8_t)deal->winners[2];
    out->point_points = (int16_t)deal->worth[0];
    out->sequence_points = (int16_t)deal->worth[1];
    out->set_points = (int16_t)deal->worth[2];
    out->play_elder = (int16_t)deal->play[0];
    out->play_younger = (int16_t)deal->play[1];
    out->repique = (int8_t)(deal->bonus < PIQUE ? deal->bonus : 0);
    out->pique = deal->bonus == PIQUE;
    out->sunk_elder = out->sunk_younger = out->left_shown = 0;
    out->cards = deal->tricks[0] >= 7 ? 1 : deal->tricks[1] >= 7 ? 2 : 0;
    out->capot = deal->tricks[0] == 12 ? 1 : deal->tricks[1] == 12 ? 2 : 0;
}

/* ------------------------------------------------------------------------------------------------- the three forms */

INLINE int known(const rules *rule) {
    return !rule->declare_mode && !rule->declaration_record && !rule->younger_left_view;
}

INLINE int64_t play(int64_t first, int64_t deals, uint64_t seed, const rules *rule, const seats *who, view views[2],
                    uint64_t *scratch, row *rows, stop *told, policy how) {
    if (!known(rule)) return UNKNOWN_RULES;
    state deal;
    uint8_t pack[32];
    for (int64_t i = 0; i < deals; i++) {
        int64_t number = first + i, leader = 0;
        shuffle(pack, seed, (uint64_t)number);
        deal_cards(&deal, pack, rule);
        score_carte_blanche(&deal, rule);
        sit_down(&deal, views, who, seed, (uint64_t)number);
        if (!exchange(&deal, rule, views, who, how, scratch, number, told)) return FAILED;
        declare(&deal, rule);
        tell(&deal, views);
        for (int64_t at = 0; at < 12; at++) {
            leader = trick(&deal, rule, views, who, how, scratch, number, told, at, leader);
            if (leader < 0) return FAILED;
        }
        deal.last_trick = leader;
        score_play(&deal, rule);
        write_row(&deal, rule, &rows[i], number);
    }
    return deals;
}

int64_t play_inlined(int64_t first, int64_t deals, uint64_t seed, const rules *rule, const seats *who, view views[2],
                     uint64_t *scratch, row *rows, stop *told) {
    policy how = {{discard_of, discard_of}, {card_of, card_of}};
    return play(first, deals, seed, rule, who, views, scratch, rows, told, how);
}

int64_t play_pointers(int64_t first, int64_t deals, uint64_t seed, const rules *rule, const seats *who, view views[2],
                      uint64_t *scratch, row *rows, stop *told, const policy *how) {
    return play(first, deals, seed, rule, who, views, scratch, rows, told, *how);
}

int64_t play_bare(int64_t first, int64_t deals, uint64_t seed, const rules *rule, int64_t keep_rank) {
    if (!known(rule)) return UNKNOWN_RULES;
    state deal;
    uint8_t pack[32];
    int64_t total = 0;
    for (int64_t i = 0; i < deals; i++) {
        int64_t leader = 0;
        shuffle(pack, seed, (uint64_t)(first + i));
        deal_cards(&deal, pack, rule);
        score_carte_blanche(&deal, rule);
        for (int64_t seat = 0; seat < 2; seat++) {
            int64_t least, most;
            bounds(&deal, rule, seat, &least, &most);
            draw(&deal, seat, worst_cards(deal.hands[seat], least, most, keep_rank, rule));
        }
        declare(&deal, rule);
        for (int at = 0; at < 12; at++) {
            int64_t follower = 1 - leader;
            cards led = greedy_lead(deal.hands[leader]);
            deal.hands[leader] ^= led;
            if (rule->count_in_play) count(&deal, rule, leader);
            cards followed = greedy_reply(legal_replies(deal.hands[follower], led, rule), led);
            deal.hands[follower] ^= followed;
            int64_t winner = leader ^ ((followed & higher_in_suit(led)) != 0);
            deal.tricks[winner]++;
            if (rule->count_in_play) {
                if (winner == follower) count(&deal, rule, winner);
                if (at == 11) count(&deal, rule, winner);
            }
            leader = winner;
        }
        deal.last_trick = leader;
        score_play(&deal, rule);
        total += deal.score[0] + deal.score[1];
    }
    return total;
}
