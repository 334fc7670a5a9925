/* SPDX-License-Identifier: MIT */
#include "a64/random.h"

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
static bool is_pair(uint32_t word) {
    return (word & 0x3a000000) == 0x28000000;
}
static bool is_register_offset(uint32_t word) {
    return (word & 0x3b200c00) == 0x38200800;
}

/* Constrained unpredictable: a base that is also loaded or stored with writeback, a pair into one
 * register, a store-exclusive whose status overlaps. And a base that is its own index: no value of
 * it would lead into the area. */
static bool is_unpredictable(enum a64_op op, uint32_t word) {
    if (!accesses_memory(op))
        return false;
    const unsigned rt = word & 31, rn = word >> 5 & 31, rt2 = word >> 10 & 31, rs = word >> 16 & 31;
    const bool vector = word >> 26 & 1;
    const char *name = a64_rows[op].info.name;
    if (a64_rows[op].info.exclusive)
        return rs == rt || rs == rn || rs == rt2 || rt == rt2;
    const bool writeback = strstr(name, "_post") || strstr(name, "_pre");
    if (writeback && !vector && (rt == rn || (is_pair(word) && rt2 == rn)))
        return true;
    return (is_pair(word) && rt == rt2) || (is_register_offset(word) && rs == rn);
}

bool a64_random_word(enum a64_op op, uint64_t *seed, uint32_t *word) {
    const struct a64_row *row = &a64_rows[op];
    for (int tries = 0; tries < 4000; tries++) {
        *word = row->value | ((uint32_t)a64_random(seed) & ~row->mask);
        if (accesses_memory(op) && is_literal(*word)) {
            *word &= ~0x00ffffe0u;
            *word |= (0xe00000u | (uint32_t)(a64_random(seed) & 0xfff8) << 5) & 0xffffe0;
        }
        if (a64_decode(*word) == op && !is_unpredictable(op, *word))
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

static uint64_t random_value(uint64_t *seed) {
    static const uint64_t special[] = {
        0,
        1,
        ~0ull,
        0x8000000000000000,
        0x7fffffffffffffff,
        0x80000000,
        0x7fffffff,
        0xffffffff,
        0x8000000080000000,
        0x7fffffff7fffffff,
        0x8080808080808080,
        0x7fff80007fff8000,
        0x3ff0000000000000, /* doubles: 1, -0, inf, -inf, quiet and signalling NaN, denormal */
        0xfff0000000000000,
        0x7ff0000000000000,
        0x7ff8000000001234,
        0x7ff0000000001234,
        0x0000000000000123,
        0xc1e0000000200000,
        0x43e0000000000000,
        0x3f8000003f000000, /* floats: 1 0.5, inf -0, NaN sNaN, denormal huge, -2.5 3e9 */
        0x7f80000080000000,
        0x7fc012347f801234,
        0x000012347f7fffff,
        0xc02000004f32d05e,
        0x3c0000013e00bc00, /* halves: 1, tiny, 1.5, -1 */
        0x7c00fc007e017d01,
    };
    const uint64_t r = a64_random(seed);
    switch (r & 7) {
    case 0:
    case 1:
        return special[(r >> 8) % (sizeof special / sizeof special[0])];
    case 2:
        return (r >> 8) & 0xff;
    case 3: { /* two floats of middling size */
        const uint64_t mixed = a64_random(seed);
        return (mixed & 0x83ffffff83ffffff) | 0x3c0000003c000000;
    }
    case 4: /* a double of middling size */
        return (a64_random(seed) & 0x803fffffffffffff) | 0x3fc0000000000000;
    case 5:
        return a64_random(seed) & 0xffffffff;
    default:
        return a64_random(seed);
    }
}

/* Half the time 0, else rounding modes, default NaN, alternative half precision, flush to zero. */
static uint32_t fpcr_choice(uint64_t random) {
    return random & 1 ? (uint32_t)(random & 0x07c00000) : 0;
}

void a64_random_state(struct a64_state *s, enum a64_op op, uint32_t word, uint64_t *seed) {
    memset(s, 0, sizeof *s);
    for (unsigned i = 0; i < 31; i++)
        s->x[i] = random_value(seed);
    s->sp = random_value(seed);
    s->pc = A64_RANDOM_CODE;
    for (unsigned i = 0; i < 32; i++)
        s->q[i] = (a64_v2u64){random_value(seed), random_value(seed)};
    const uint64_t flags = a64_random(seed);
    s->fpcr = fpcr_choice(flags >> 32);
    s->n = flags & 1, s->z = flags >> 1 & 1, s->c = flags >> 2 & 1, s->v = flags >> 3 & 1;
    if (!accesses_memory(op))
        return;
    if (is_register_offset(word) && (word >> 16 & 31) != 31)
        s->x[word >> 16 & 31] = (a64_random(seed) & 0xfff) - (word >> 15 & 1 ? 0x800 : 0);
    const unsigned base = word >> 5 & 31;
    const uint64_t unaligned = a64_rows[op].info.exclusive || (flags & 16) ? 0 : flags >> 8 & 0xff;
    const uint64_t address =
        A64_RANDOM_AREA + A64_RANDOM_AREA_SIZE / 2 + (flags >> 16 & 0xff0) + unaligned;
    if (base == 31) /* accesses through SP fault where it is not 16-byte aligned */
        s->sp = address & ~15ull;
    else if (is_ordered(op))
        s->x[base] = address & ~15ull;
    else
        s->x[base] = address;
}
