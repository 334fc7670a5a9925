/* SPDX-License-Identifier: MIT */
#include "a64/fuzz/test_text.h"

#include "a64/random.h"
#include "a64/row.h"

#include <string.h>

enum { LONGEST = 64 }; /* words that one step copies, takes out or fills */

struct damage {
    uint32_t *words;
    size_t count, room;
    uint64_t *seed;
};

static size_t below(const struct damage *d, size_t n) {
    return n ? (size_t)(a64_random(d->seed) % n) : 0;
}

static uint32_t any(const struct damage *d) {
    return (uint32_t)a64_random(d->seed);
}

/* Shifts the words from `at` on by n places, which hold what they held; what no longer fits is
 * lost. False where nothing fits. */
static bool open_gap(struct damage *d, size_t at, size_t n) {
    if (at > d->count || n > d->room - at)
        return false;
    size_t kept = d->count - at, fits = d->room - at - n;
    if (kept > fits)
        kept = fits;
    memmove(d->words + at + n, d->words + at, kept * sizeof *d->words);
    d->count = at + n + kept;
    return true;
}

static uint32_t word_of_a_row(const struct damage *d) {
    const struct a64_row *row = &a64_rows[1 + below(d, A64_OPS - 1)];
    return row->value | (any(d) & ~row->mask);
}

static void put_word(struct damage *d) {
    d->words[below(d, d->count)] = any(d);
}

static void put_row(struct damage *d) {
    d->words[below(d, d->count)] = word_of_a_row(d);
}

static void flip_bit(struct damage *d) {
    d->words[below(d, d->count)] ^= 1u << below(d, 32);
}

/* Another register in one of the places where most instructions name one. */
static void change_register(struct damage *d) {
    static const uint8_t places[] = {0, 5, 10, 16};
    unsigned shift = places[below(d, sizeof places)];
    uint32_t *word = &d->words[below(d, d->count)];
    *word = (*word & ~(31u << shift)) | (any(d) & 31) << shift;
}

/* Branches whose offset has `bits` bits from bit `low` on. */
static void put_branch(struct damage *d) {
    static const struct {
        uint32_t word;
        uint8_t low, bits, fixed; /* fixed: low bits that are chosen freely */
    } forms[] = {
        {0x14000000, 0, 26, 0}, /* B */
        {0x94000000, 0, 26, 0}, /* BL */
        {0x54000000, 5, 19, 4}, /* B.cond */
        {0x34000000, 5, 19, 5}, /* CBZ */
        {0x36000000, 5, 14, 5}, /* TBZ */
        {0x10000000, 5, 19, 5}, /* ADR */
        {0x58000000, 5, 19, 5}, /* LDR literal */
    };
    size_t at = below(d, d->count), form = below(d, sizeof forms / sizeof *forms);
    uint32_t mask = (1u << forms[form].bits) - 1;
    uint32_t offset = (uint32_t)(below(d, d->count) - at); /* in the text */
    switch (below(d, 8)) {
    case 0: /* anywhere */
        offset = any(d);
        break;
    case 1: /* the text's ends and beyond */
        offset = (uint32_t)(d->count - at) + (any(d) & 3) - 1;
        break;
    case 2:
        offset = (uint32_t)(0 - at) - (any(d) & 1);
        break;
    case 3: /* itself and its neighbours */
        offset = (any(d) & 7) - 4;
        break;
    default:
        break;
    }
    d->words[at] = forms[form].word | (offset & mask) << forms[form].low |
                   (any(d) & ((1u << forms[form].fixed) - 1));
}

/* Indirect transfers and changes of the stack pointer. */
static void put_transfer(struct damage *d) {
    static const uint32_t words[] = {0xd61f0000, 0xd63f0000, 0xd65f03c0, 0xd4000001, 0xd4200000,
                                     0x910003ff, 0xd10003ff, 0xa9be7bfd, 0xa8c27bfd, 0x910003fd};
    size_t form = below(d, sizeof words / sizeof *words);
    uint32_t field = form < 2 ? (any(d) & 31) << 5 : 0;
    if (form == 5 || form == 6)
        field = (any(d) & 0xff0) << 10;
    d->words[below(d, d->count)] = words[form] | field;
}

/* CMP, B.HI, ADR, load, ADR, ADD, BR in the forms of clang and gcc, entries behind it. */
static void put_table(struct damage *d) {
    static const uint32_t loads[] = {
        0x38605800, 0x38604800, 0x78605800, 0x78607800, /* LDRB, LDRH by W or X */
        0xb8a07800, 0xb8605800, 0xf8607800,             /* LDRSW, LDR W, LDR X */
    };
    static const uint32_t adds[] = {0x8b000800, 0x8b20a800, 0x8b208800, 0x8b20c800, 0x8b000000};
    uint32_t index = any(d) & 31, table = any(d) & 31, base = any(d) & 31, entry = any(d) & 31;
    uint32_t limit = any(d) & (below(d, 8) ? 31 : 0xfff);
    uint32_t code[16] = {
        0x7100001f | limit << 10 | index << 5, /* cmp index, #limit */
        0x54000008 | 0x1fu << 5,               /* b.hi, far behind */
        0x10000000 | 5u << 5 | table,          /* adr table */
        loads[below(d, 7)] | index << 16 | table << 5 | entry,
        0x10000000 | (any(d) & 0xff) << 5 | base, /* adr base */
        adds[below(d, 5)] | entry << 16 | base << 5 | base,
        0xd61f0000 | base << 5, /* br base */
    };
    for (size_t i = 7; i < 16; i++)
        code[i] = below(d, 3) ? any(d) & 0x03030303 : any(d) & 0xff;
    if (!below(d, 3))
        code[below(d, 7)] = word_of_a_row(d);
    size_t at = below(d, d->count), fits = d->count - at;
    if (below(d, 2) && open_gap(d, at, 16))
        fits = 16;
    memcpy(d->words + at, code, (fits < 16 ? fits : 16) * sizeof *code);
}

/* A part of the text once more somewhere else: functions that run into each other. */
static void splice(struct damage *d) {
    uint32_t part[LONGEST];
    size_t n = 1 + below(d, LONGEST), from = below(d, d->count), at = below(d, d->count);
    if (n > d->count - from)
        n = d->count - from;
    memcpy(part, d->words + from, n * sizeof *part);
    if (below(d, 2)) {
        if (!open_gap(d, at, n))
            return;
    } else if (n > d->count - at) {
        n = d->count - at;
    }
    memcpy(d->words + at, part, n * sizeof *part);
}

static void take_out(struct damage *d) {
    size_t at = below(d, d->count), n = 1 + below(d, LONGEST);
    if (n >= d->count - at)
        return;
    memmove(d->words + at, d->words + at + n, (d->count - at - n) * sizeof *d->words);
    d->count -= n;
}

static void fill(struct damage *d) {
    static const uint32_t with[] = {0, 0xd503201f, 0xffffffff};
    size_t at = below(d, d->count), n = 1 + below(d, LONGEST);
    uint32_t word = below(d, 2) ? with[below(d, 3)] : word_of_a_row(d);
    for (size_t i = at; i < at + n && i < d->count; i++)
        d->words[i] = word;
}

size_t test_text_damage(uint32_t *words, size_t count, size_t room, uint64_t *seed) {
    static void (*const ways[])(struct damage *d) = {
        put_word,        put_row,    put_row,    flip_bit,     flip_bit,
        change_register, put_branch, put_branch, put_transfer, put_table,
        splice,          take_out,   fill,
    };
    struct damage d = {words, count, room, seed};
    if (count)
        ways[below(&d, sizeof ways / sizeof *ways)](&d);
    return d.count;
}
