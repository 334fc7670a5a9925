/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_FLOAT_PAIR_H
#define WINDLASS_LIFT_FLOAT_PAIR_H

#include "lift/float_loop.h"

/* Vectors that the copy of a loop works on two at a time (lift/float_loop.h).
 *
 * Compilers unroll loops over vectors, so that they hold the same instruction for vectors that lie
 * side by side in memory. The host's vectors have twice the bits. A pair is what an LDP loads, or
 * the results of two instructions that differ in their registers only and whose operands are a
 * pair each, or one value for both. Halves of pairs are read by pairs only, so that they are in no
 * register before the loop ends. Registers that the loop hands on to its next turn are a pair,
 * too. */

enum { PAIR_OPERANDS = 3, PAIRS_MAX = 150 };

enum pair_source {
    PAIR_SHARED,  /* of both halves: the register `low` */
    PAIR_CARRIED, /* the pair `low` of registers, from the turn before */
    PAIR_MADE,    /* the pair at the word `low` */
};

struct pair_operand {
    enum pair_source source;
    uint32_t low;
};

struct float_pair {
    uint32_t at;     /* word where it stands: the later one of the two */
    uint32_t before; /* the other one; the same for a load */
    struct pair_operand operands[PAIR_OPERANDS]; /* rn, rm, rd as far as they are read */
};

struct carried_pair {
    uint8_t low, high;       /* registers; the first one names it */
    struct pair_operand end; /* what it is when the turn ends */
};

struct float_pairs {
    struct float_pair pairs[PAIRS_MAX];
    struct carried_pair carried[16];
    uint32_t count, carried_count;
    /* What each register is at the loop's end: a half of the pair at the word, if any. */
    struct {
        enum { PAIR_NO_HALF, PAIR_LOW, PAIR_HIGH } half;
        uint32_t word;
    } end[32];
};

/* How pairs are printed: the operation's name in a64/ops_fp_pair.h; `lane`: of rm it takes one,
 * for all places. NULL: no instruction for pairs. */
struct pair_form {
    enum a64_op op;
    const char *name;
    uint8_t operands, width;
    bool lane;
};
const struct pair_form *float_pair_form(enum a64_op op);

/* LDP of two Q registers, whatever its writeback. */
struct pair_load {
    uint8_t low, high, base;
    int32_t offset, change; /* of the access from the base, of the base behind it */
};
bool float_pair_load(const struct text *t, uint32_t word, struct pair_load *out);

/* The pairs of a loop; false: it has none, and `out` says nothing. */
bool float_pairs_find(const struct text *t, const struct function *f, const struct flow *flow,
                      const struct float_loop *loop, struct float_pairs *out);
/* The pair that the word is a part of, or NULL. */
const struct float_pair *float_pair_at(const struct float_pairs *pairs, uint32_t word);

#endif
