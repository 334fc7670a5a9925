/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_SYMBOLIC_H
#define WINDLASS_LIFT_SYMBOLIC_H

#include "lift/function.h"

/* Register values as expressions over what a function's blocks define, worked out backward from
 * the place where the value is used. */

enum value_kind {
    VALUE_UNKNOWN, /* register `extra` as word `number` defines it, or (merged) as several paths
                      or the caller do: number is then a name of the set of definitions */
    VALUE_CONST,   /* number */
    VALUE_ADD,     /* a + b */
    VALUE_SHIFT,   /* a << extra */
    VALUE_AND,     /* a & number */
    VALUE_EXTRACT, /* bits [number, number + extra) of a, zero-extended */
    VALUE_EXTEND,  /* low `extra` bits of a, sign-extended */
    VALUE_LOAD,    /* `extra` bytes at a, zero-extended; number: word index of the load */
    VALUE_LOAD_SIGNED,
};

struct value {
    enum value_kind kind;
    uint8_t extra;
    bool merged;
    uint64_t number;
    const struct value *a, *b;
};

/* Owns the values of one question. */
struct symbolic {
    const struct text *text;
    const struct function *function;
    struct value *pool;
    size_t used;
    unsigned depth;
    bool assumed;              /* some value rests on what a frame slot was last seen to hold */
    unsigned steps;            /* blocks looked at; bounds the work of one question */
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
/* The low `bits` of a value, zero-extended. */
const struct value *symbolic_low(struct symbolic *s, const struct value *v, unsigned bits);
bool value_equal(const struct value *a, const struct value *b);
/* Largest value that the expression's own form allows; UINT64_MAX where it says nothing. */
uint64_t value_limit(const struct value *v);

#endif
