/* SPDX-License-Identifier: MIT */
#ifndef WINDLASS_LIFT_VALUE_H
#define WINDLASS_LIFT_VALUE_H

#include <stdbool.h>
#include <stdint.h>

/* Register values as expressions, kept in simple forms: constants folded, a constant addend last.
 */

enum value_kind {
    VALUE_UNKNOWN, /* register `extra` as word `number` defines it, or (merged) as several paths
                      or the caller do: number is then a name of the set of definitions */
    VALUE_CONST,   /* number */
    VALUE_ADD,     /* a + b */
    VALUE_SHIFT,   /* a << extra */
    VALUE_AND,     /* a & number */
    VALUE_EXTRACT, /* bits [number, number + extra) of a, zero-extended */
    VALUE_EXTEND,  /* low `extra` bits of a, sign-extended */
    VALUE_LOAD,    /* `extra` bytes at a (NULL: anywhere), zero-extended; number: word index */
    VALUE_LOAD_SIGNED,
    VALUE_RESULT,   /* x0 as the call at the end of block `number` leaves it */
    VALUE_ARGUMENT, /* register `extra` as the function's callers give it */
};

struct value {
    enum value_kind kind;
    uint8_t extra;
    bool merged;
    uint64_t number;
    const struct value *a, *b;
};

struct symbolic; /* owns values */

const struct value *value_make(struct symbolic *s, struct value v);
const struct value *value_const(struct symbolic *s, uint64_t number);
const struct value *value_unknown(struct symbolic *s, uint64_t at, unsigned reg, bool merged);
const struct value *value_add(struct symbolic *s, const struct value *a, const struct value *b);
/* a + b, of which a constant one is the address of a table: it is kept apart from what the index
 * has of its own. */
const struct value *value_indexed(struct symbolic *s, const struct value *a, const struct value *b);
const struct value *value_shift(struct symbolic *s, const struct value *a, unsigned n);
const struct value *value_extract(struct symbolic *s, const struct value *a, unsigned low,
                                  unsigned bits);
const struct value *value_and(struct symbolic *s, const struct value *a, uint64_t mask);
const struct value *value_extend(struct symbolic *s, const struct value *a, unsigned bits);
bool value_equal(const struct value *a, const struct value *b);
/* Largest value that the expression's own form allows; UINT64_MAX where it says nothing. */
uint64_t value_limit(const struct value *v);

#endif
