/* SPDX-License-Identifier: MIT */
#include "cases.h"

#include <string.h>

uint32_t case_random(struct case_random *r) {
    r->state ^= r->state << 13;
    r->state ^= r->state >> 7;
    r->state ^= r->state << 17;
    return (uint32_t)(r->state >> 16);
}

/* ---- corners ---- */

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Zeros, ones, denormals, the largest, infinities, NaNs, what rounds, limits of integers. */
static const uint32_t floats[] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff,
    0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x3f000000, 0xbfc00000, 0x33800000, 0x40490fdb,
    0x4b000001, 0x4f000000, 0xcf000000, 0x4f800000, 0x477fe000, 0x38800000, 0xff7fffff, 0x42ff0000,
};
static const uint32_t integers[] = {
    0,          1,          2,          0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe,
    0x8000,     0x7fff,     0xffff,     0x10000,    0xff,       0x80,       0x7f80ff01,
    0x12345678, 0x80008000, 0xffff0000, 0x00ffffff, 0x800000,   0x55555555,
};
/* Counts and, in the second byte, widths. */
static const uint32_t smalls[] = {
    0,      1,      7,      16,     31,     32,     33,         63,
    64,     65,     255,    0x100,  0x11f,  0x1f01, 0x2000,     0x1010,
    0xff10, 0x2021, 0x0800, 0x3210, 0x7654, 0xfedc, 0x80000000, 0xffffffff,
};
static const uint32_t halves[] = {
    0x00000000, 0x80008000, 0x3c003c00, 0x3c00bc00, 0x00010001, 0x03ff83ff, 0x04000400, 0x7bff7bff,
    0x7c007c00, 0xfc007c00, 0x7e007e00, 0x7c013c00, 0x38003555, 0x10014001, 0xfbff0401, 0x3c010c00,
};
static const uint64_t doubles[] = {
    0,
    0x8000000000000000,
    0x3ff0000000000000,
    0xbff0000000000000,
    1,
    0x000fffffffffffff,
    0x0010000000000000,
    0x7fefffffffffffff,
    0x7ff0000000000000,
    0xfff0000000000000,
    0x7ff8000000000000,
    0x3fe0000000000000,
    0xbff8000000000000,
    0x3ca0000000000000,
    0x41dfffffffc00000,
    0x41e0000000000000,
    0xc1e0000000000000,
    0x43e0000000000000,
    0xc3e0000000000000,
    0x47efffffe0000000,
    0x400921fb54442d18,
};
static const uint64_t longs[] = {
    0,
    1,
    0xffffffff,
    0x100000000,
    0x7fffffffffffffff,
    0x8000000000000000,
    0xffffffffffffffff,
    0xffffffff80000000,
    0x20000000000001,
    0x123456789abcdef0,
    0xffffff7fffffff80,
};

static const struct {
    const void *list;
    unsigned count, words;
} corners[CASE_KINDS] = {
    [CASE_FLOAT] = {floats, COUNT(floats), 1},    [CASE_INTEGER] = {integers, COUNT(integers), 1},
    [CASE_SMALL] = {smalls, COUNT(smalls), 1},    [CASE_HALVES] = {halves, COUNT(halves), 1},
    [CASE_DOUBLE] = {doubles, COUNT(doubles), 2}, [CASE_LONG] = {longs, COUNT(longs), 2},
};

static uint64_t corner(enum case_kind kind, unsigned index) {
    index %= corners[kind].count;
    return corners[kind].words == 1 ? ((const uint32_t *)corners[kind].list)[index]
                                    : ((const uint64_t *)corners[kind].list)[index];
}

/* Random numbers whose sizes are near each other, so that sums round. */
static uint64_t anything(struct case_random *r, enum case_kind kind) {
    const uint64_t low = case_random(r), high = case_random(r), more = case_random(r);
    switch (kind) {
    case CASE_FLOAT:
        return more & 3 ? (low & 0x807fffff) | (0x78 + high % 16) << 23 : low;
    case CASE_HALVES:
        return more & 3 ? (low & 0x83ff83ff) | (9 + high % 12) << 26 | (9 + high / 16 % 12) << 10
                        : low;
    case CASE_SMALL:
        return more & 1 ? low % 70 : (low & 0x3f3f);
    case CASE_DOUBLE:
        return more & 3 ? (high << 32 & 0x800fffff00000000) | (0x3f8 + more / 4 % 16) << 52 | low
                        : high << 32 | low;
    case CASE_LONG:
        return (more & 1 ? high << 32 : (uint64_t)((int64_t)(high << 32) >> (more / 2 % 31))) | low;
    default:
        return more & 3 ? low : low >> more / 4 % 32;
    }
}

uint64_t case_value(struct case_random *r, enum case_kind kind, bool any) {
    const uint32_t choice = case_random(r);
    return any && choice % 3 ? anything(r, kind) : corner(kind, choice / 3);
}

/* ---- places ---- */

/* Where the words of a kind begin among the inputs. */
static unsigned begin(enum case_kind kind) {
    return kind <= CASE_HALVES
               ? CASE_THIRD * kind
               : CASE_THIRD * CASE_DOUBLE + 2 * CASE_THIRD * (unsigned)(kind - CASE_DOUBLE);
}

unsigned case_register(enum case_kind kind, unsigned which) {
    return CASE_FIRST_INPUT + begin(kind) + which * corners[kind].words;
}

static void put(uint32_t *words, uint64_t value, unsigned count) {
    words[0] = (uint32_t)value;
    if (count == 2)
        words[1] = (uint32_t)(value >> 32);
}

void case_inputs(struct case_random *r, unsigned index, uint32_t words[CASE_WORDS]) {
    for (unsigned kind = 0; kind < CASE_KINDS; kind++) {
        const unsigned n = corners[kind].count, width = corners[kind].words;
        uint32_t *to = words + begin(kind);
        const bool crossed = index < n * n;
        put(to, crossed ? corner(kind, index) : case_value(r, kind, true), width);
        put(to + width, crossed ? corner(kind, index / n) : case_value(r, kind, true), width);
        put(to + 2 * width, case_value(r, kind, true), width);
    }
    words[CASE_STATE] = case_random(r) & 0xf7f;
}

unsigned case_constant_place(enum case_kind kind, unsigned which) {
    return 8 * (kind * CASE_THIRD * 8 + which % (CASE_THIRD * 8));
}

void case_constants(struct case_random *r, uint32_t words[CASE_CONSTANTS]) {
    for (unsigned kind = 0; kind < CASE_KINDS; kind++)
        for (unsigned i = 0; i < CASE_THIRD * 8; i++)
            put(words + case_constant_place(kind, i) / 4, case_value(r, kind, i & 1), 2);
}
