/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_SYMBOLIC_H
#define WINDLASS_LIFT_SYMBOLIC_H

#include "lift/function.h"
#include "lift/value.h"

/* What registers and frame slots hold, worked out backward over a function's blocks from the place
 * where the value is used. */

/* Of one question: values, places kept, blocks looked at. */
enum { SYMBOLIC_POOL = 4096, SYMBOLIC_KNOWN = 128, SYMBOLIC_STEPS = 50000 };

/* What a register or frame slot holds at the start of a block. */
struct known_value {
    uint32_t block;
    uint8_t reg, bytes;
    uint64_t offset;
    const struct value *value; /* while it is worked out: a name for it */
};

/* Owns the values of one question. */
struct symbolic {
    const struct text *text;
    const struct function *function;
    struct value *pool;
    size_t used;
    unsigned depth;
    bool assumed;   /* stores through other pointers and calls were taken to leave a slot alone */
    unsigned steps; /* blocks looked at; bounds the work of one question */
    struct limit wanted; /* what decides and is not known yet (known_limit.h); entry 0: nothing */
    struct known_value known[SYMBOLIC_KNOWN];
    size_t known_count;
    uint32_t *stack, *visited; /* walking over predecessors */
    uint32_t round;            /* of visited */
};

void symbolic_open(struct symbolic *s, const struct text *t, const struct function *f);
void symbolic_close(struct symbolic *s);
/* Value of Xn before instruction `at` (word index inside the block, or one past its end). */
const struct value *symbolic_register(struct symbolic *s, unsigned reg, uint32_t block,
                                      uint32_t at);
/* rn or rm of a pattern as the instruction uses it: narrow forms take 32 bits. */
const struct value *symbolic_operand(struct symbolic *s, unsigned reg, bool wide, uint32_t block,
                                     uint32_t at);

#endif
