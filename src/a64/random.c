/* SPDX-License-Identifier: MIT */
#include "a64/random.h"

#include "a64/known.h"
#include "a64/row.h"

#include <string.h>

uint64_t a64_random(uint64_t *seed) {
    *seed += 0x9e3779b97f4a7c15; /* splitmix64 */
    uint64_t z = *seed;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static bool accesses_memory(enum a64_op op) {
    return a64_rows[op].info.reads_memory || a64_rows[op].info.writes_memory;
}

/* Load and store encodings (bits 27 and 25: 1, 0). */
static bool is_literal(uint32_t word) {
    return (word & 0x3b000000) == 0x18000000;
}
static bool is_register_offset(uint32_t word) {
    return (word & 0x3b200c00) == 0x38200800;
}

/* Now and then the same register in several places, or register 31: rd, rn, ra or rt2, rm. Where a
 * row has other fields there, they get a value that is as good as any. */
static uint32_t overlap_registers(uint32_t word, uint32_t mask, uint64_t random) {
    static const unsigned places[] = {0, 5, 10, 16};
    const uint32_t number = random & 3 ? word & 31 : 31;
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t bits = 31u << places[i];
        if (random >> (8 + i) & 1 && !(mask & bits))
            word = (word & ~bits) | number << places[i];
    }
    return word;
}

/* DC and IC take XZR for the address 0, which no state can make one of memory. */
static bool is_at_zero(enum a64_op op, uint32_t word) {
    return accesses_memory(op) && a64_rows[op].info.system && (word & 31) == 31;
}

bool a64_random_word(enum a64_op op, uint64_t *seed, uint32_t *word) {
    const struct a64_row *row = &a64_rows[op];
    for (int tries = 0; tries < 4000; tries++) {
        const uint64_t random = a64_random(seed);
        *word = row->value | ((uint32_t)random & ~row->mask);
        if (!(random >> 32 & 3))
            *word = overlap_registers(*word, row->mask, random >> 34);
        if (accesses_memory(op) && is_literal(*word)) {
            *word &= ~0x00ffffe0u;
            *word |= (0xe00000u | (uint32_t)(a64_random(seed) & 0xfff8) << 5) & 0xffffe0;
        }
        if (a64_decode(*word) == op && !is_at_zero(op, *word) &&
            !a64_known_find(A64_KNOWN_STATES_SKIP, op, *word))
            return true;
    }
    return false;
}

/* LDAR and STLR fault on addresses that are not aligned. */
static bool is_ordered(enum a64_op op) {
    const char *name = a64_rows[op].info.name;
    return !strncmp(name, "ldar", 4) || !strncmp(name, "stlr", 4);
}

bool a64_random_testable(enum a64_op op) {
    const struct a64_op_info *info = &a64_rows[op].info;
    const bool store_exclusive = info->exclusive && info->reads_memory && info->writes_memory &&
                                 !strncmp(info->name, "st", 2);
    return info->kind != A64_SVC && info->kind != A64_TRAP && !info->system && !store_exclusive &&
           strcmp(info->name, "hint") && strcmp(info->name, "yield");
}

/* ---- values: corners of integers and of floats of each width ---- */

static uint64_t all_ones(unsigned bits) {
    return ~0ull >> (64 - bits);
}

/* Near 0, a limit of signed and unsigned numbers, or a power of two; or a small number. */
static uint64_t integer_corner(unsigned bits, uint64_t random) {
    const uint64_t top = 1ull << (bits - 1), near = (random >> 8 & 3) - 1;
    switch (random & 7) {
    case 0:
        return 0;
    case 1:
        return near;
    case 2:
        return top + near;
    case 3:
        return all_ones(bits) - (random >> 8 & 3);
    case 4:
        return (1ull << (random >> 16) % bits) + near;
    case 5:
        return 0 - (1ull << (random >> 16) % bits) + near;
    case 6:
        return random >> 16 & 0xff;
    default:
        return 0x5555555555555555ull << (random >> 8 & 1);
    }
}

/* Sign, exponent and fraction are drawn apart: exponents of subnormals, of the smallest and largest
 * numbers, of infinity and NaN, near one, near the width of the fraction and of integers, and such
 * that products are near the limits; fractions with one bit, few or all bits set, or any. */
static uint64_t float_corner(unsigned bits, uint64_t random, uint64_t fraction) {
    const unsigned fraction_bits = bits == 64 ? 52 : bits == 32 ? 23 : 10;
    const uint64_t largest = all_ones(bits - 1 - fraction_bits), one = largest / 2;
    const uint64_t near = (random >> 8 & 3) - 1;
    const uint64_t exponents[] = {
        0,
        0,
        1 + (random >> 8 & 1),
        largest,
        largest - 1,
        one + near,
        one + near,
        one + fraction_bits + near,
        one / 2 + near,
        one + one / 2 + near,
        one - fraction_bits,
        one + 31 + near,
        one + 63 + near,
        one + 15 + near,
        one - 14 - near,
        random >> 16,
    };
    const uint64_t all = all_ones(fraction_bits);
    const uint64_t fractions[] = {
        0,
        0,
        1,
        all,
        all - 1,
        1ull << (fraction_bits - 1),
        (1ull << (fraction_bits - 1)) | 1,
        1ull << (random >> 32) % fraction_bits,
        all << (random >> 32) % fraction_bits,
        fraction,
        fraction,
        fraction,
        fraction,
        fraction,
        fraction,
        fraction,
    };
    return (random >> 63) << (bits - 1) | (exponents[random & 15] & largest) << fraction_bits |
           (fractions[random >> 4 & 15] & all);
}

/* 64 bits of lanes of one width, each of them a corner of its own or of no kind. */
static uint64_t random_value(uint64_t *seed) {
    const uint64_t how = a64_random(seed);
    const unsigned bits = 8u << (how & 3);
    uint64_t value = a64_random(seed);
    if ((how >> 2 & 7) == 0) /* any */
        return value;
    for (unsigned at = 0; at < 64; at += bits) {
        const uint64_t random = a64_random(seed), any = value >> at;
        uint64_t lane = any;
        if (bits > 8 && how >> 5 & 1)
            lane = float_corner(bits, random, any);
        else if (random >> 60)
            lane = integer_corner(bits, random);
        value = (value & ~(all_ones(bits) << at)) | (lane & all_ones(bits)) << at;
    }
    return value;
}

/* Half the time 0, else rounding modes, default NaN, alternative half precision, flush to zero. */
static uint32_t fpcr_choice(uint64_t random) {
    return random & 1 ? (uint32_t)(random & 0x07c00000) : 0;
}

/* The address of the access: aligned or not, in the middle of the area or near the end of a page.
 */
static uint64_t random_address(enum a64_op op, uint64_t random) {
    const uint64_t middle = A64_RANDOM_AREA + A64_RANDOM_AREA_SIZE / 2;
    if (a64_rows[op].info.exclusive || is_ordered(op))
        return middle + (random & 0xff0);
    if ((random >> 16 & 3) == 0)
        return middle + 0x1000 * (random >> 12 & 1) - (random & 0x3f);
    return middle + (random & 0xff0) + (random >> 18 & 1 ? random >> 20 & 0xff : 0);
}

/* A base that is its own index leads to an address if it is that much smaller. */
static void set_register_offset(struct a64_state *s, uint32_t word, uint64_t address,
                                uint64_t random) {
    const unsigned index = word >> 16 & 31, base = word >> 5 & 31;
    const unsigned size = (word >> 26 & 1 && word >> 23 & 1) ? 4 : word >> 30;
    const unsigned shift = word >> 12 & 1 ? size : 0;
    if (index == base && index != 31)
        s->x[base] = address / (1 + (1ull << shift));
    else if (index != 31)
        s->x[index] = (random & 0xfff) - (word >> 15 & 1 ? 0x800 : 0);
}

void a64_random_state(struct a64_state *s, enum a64_op op, uint32_t word, uint64_t *seed) {
    memset(s, 0, sizeof *s);
    for (unsigned i = 0; i < 31; i++)
        s->x[i] = random_value(seed);
    s->sp = random_value(seed);
    s->pc = A64_RANDOM_CODE;
    for (unsigned i = 0; i < 32; i++)
        s->q[i] = (a64_v2u64){random_value(seed), random_value(seed)};
    const uint64_t flags = a64_random(seed), twin = a64_random(seed);
    if (!(twin & 7)) /* operands that are equal, or almost */
        s->q[twin >> 8 & 31] = s->q[twin >> 16 & 31] + (a64_v2u64){twin >> 3 & 1, twin >> 4 & 1};
    s->fpcr = fpcr_choice(flags >> 32);
    s->fpsr = flags >> 60 ? 0 : (uint32_t)(a64_random(seed) & 0x0800009f);
    s->tpidr = a64_random(seed), s->tpidrro = a64_random(seed);
    s->n = flags & 1, s->z = flags >> 1 & 1, s->c = flags >> 2 & 1, s->v = flags >> 3 & 1;
    if (!accesses_memory(op))
        return;
    const unsigned base = a64_rows[op].info.system ? word & 31 : word >> 5 & 31; /* DC, IC: rt */
    const uint64_t address = random_address(op, a64_random(seed));
    if (base == 31) /* Linux, not Horizon, has accesses fault where SP is not 16-byte aligned */
        s->sp = address & ~15ull;
    else
        s->x[base] = address;
    if (is_register_offset(word))
        set_register_offset(s, word, address, flags >> 8);
}
