/* SPDX-License-Identifier: MIT */
#include "gpu/texture/etc2.h"

#include <stdbool.h>
#include <string.h>

/* Bits of a block are numbered as in Khronos' Data Format Specification, "ETC2 Compressed Texture
 * Image Formats": the first byte is the highest. Texels are numbered down the columns. */

static uint64_t load(const uint8_t *bytes) {
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return __builtin_bswap64(value);
}

static int field(uint64_t bits, unsigned at, unsigned count) {
    return (int)(bits >> at & ((1u << count) - 1));
}

static int clamp(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

/* ---- colours ---- */

struct color {
    int part[3];
};

static uint32_t word_of(struct color c) {
    uint32_t word = 0xff000000;
    for (unsigned i = 0; i < 3; i++)
        word |= (uint32_t)clamp(c.part[i], 0, 255) << (8 * i);
    return word;
}

static struct color shifted(struct color c, int by) {
    return (struct color){{c.part[0] + by, c.part[1] + by, c.part[2] + by}};
}

static struct color of_four(int r, int g, int b) {
    return (struct color){{r * 17, g * 17, b * 17}};
}

static unsigned index_of(uint64_t bits, unsigned texel) {
    return (unsigned)(field(bits, 16 + texel, 1) << 1 | field(bits, texel, 1));
}

/* What four texel colours a half of the block has; transparent is the one with index 2. */
struct paint {
    uint32_t word[4];
};

/* Individual and differential mode: a base, and a table of what is added to it. */
static struct paint paint_around(struct color base, int table, bool opaque) {
    static const uint8_t small[] = {2, 5, 9, 13, 18, 24, 33, 47};
    static const uint8_t large[] = {8, 17, 29, 42, 60, 80, 106, 183};
    const int a = opaque ? small[table] : 0, b = large[table];
    return (struct paint){{word_of(shifted(base, a)), word_of(shifted(base, b)),
                           opaque ? word_of(shifted(base, -a)) : 0, word_of(shifted(base, -b))}};
}

static void decode_halves(uint64_t bits, const struct color base[2], bool opaque, uint32_t *out) {
    const struct paint paint[] = {paint_around(base[0], field(bits, 37, 3), opaque),
                                  paint_around(base[1], field(bits, 34, 3), opaque)};
    const bool flip = field(bits, 32, 1);
    for (unsigned x = 0; x < ETC2_SIZE; x++)
        for (unsigned y = 0; y < ETC2_SIZE; y++)
            out[y * ETC2_SIZE + x] =
                paint[(flip ? y : x) >> 1].word[index_of(bits, x * ETC2_SIZE + y)];
}

static void decode_individual(uint64_t bits, uint32_t *out) {
    const struct color base[] = {
        of_four(field(bits, 60, 4), field(bits, 52, 4), field(bits, 44, 4)),
        of_four(field(bits, 56, 4), field(bits, 48, 4), field(bits, 40, 4))};
    decode_halves(bits, base, true, out);
}

static void decode_differential(uint64_t bits, const int first[3], const int second[3], bool opaque,
                                uint32_t *out) {
    struct color base[2];
    for (unsigned i = 0; i < 3; i++) {
        base[0].part[i] = first[i] << 3 | first[i] >> 2;
        base[1].part[i] = second[i] << 3 | second[i] >> 2;
    }
    decode_halves(bits, base, opaque, out);
}

/* T and H mode: four colours for the whole block. */
static const uint8_t distances[] = {3, 6, 11, 16, 23, 32, 41, 64};

static void decode_four(uint64_t bits, struct paint paint, bool opaque, uint32_t *out) {
    if (!opaque)
        paint.word[2] = 0;
    for (unsigned x = 0; x < ETC2_SIZE; x++)
        for (unsigned y = 0; y < ETC2_SIZE; y++)
            out[y * ETC2_SIZE + x] = paint.word[index_of(bits, x * ETC2_SIZE + y)];
}

static struct color second_of_four(uint64_t bits) {
    return of_four(field(bits, 44, 4), field(bits, 40, 4), field(bits, 36, 4));
}

static void decode_t(uint64_t bits, bool opaque, uint32_t *out) {
    const struct color one = of_four(field(bits, 59, 2) << 2 | field(bits, 56, 2),
                                     field(bits, 52, 4), field(bits, 48, 4));
    const struct color two = second_of_four(bits);
    const int d = distances[field(bits, 34, 2) << 1 | field(bits, 32, 1)];
    decode_four(bits,
                (struct paint){{word_of(one), word_of(shifted(two, d)), word_of(two),
                                word_of(shifted(two, -d))}},
                opaque, out);
}

/* The order of the colours is the lowest bit of the distance's number. */
static void decode_h(uint64_t bits, bool opaque, uint32_t *out) {
    const int r = field(bits, 59, 4), g = field(bits, 56, 3) << 1 | field(bits, 52, 1);
    const int b = field(bits, 51, 1) << 3 | field(bits, 47, 3);
    const int r2 = field(bits, 43, 4), g2 = field(bits, 39, 4), b2 = field(bits, 35, 4);
    const bool first = (r << 8 | g << 4 | b) >= (r2 << 8 | g2 << 4 | b2);
    const struct color one = of_four(r, g, b), two = of_four(r2, g2, b2);
    const int d = distances[field(bits, 34, 1) << 2 | field(bits, 32, 1) << 1 | first];
    decode_four(bits,
                (struct paint){{word_of(shifted(one, d)), word_of(shifted(one, -d)),
                                word_of(shifted(two, d)), word_of(shifted(two, -d))}},
                opaque, out);
}

static struct color of_planar(int r, int g, int b) {
    return (struct color){{r << 2 | r >> 4, g << 1 | g >> 6, b << 2 | b >> 4}};
}

static void decode_planar(uint64_t bits, uint32_t *out) {
    const struct color o =
        of_planar(field(bits, 57, 6), field(bits, 56, 1) << 6 | field(bits, 49, 6),
                  field(bits, 48, 1) << 5 | field(bits, 43, 2) << 3 | field(bits, 39, 3));
    const struct color h = of_planar(field(bits, 34, 5) << 1 | field(bits, 32, 1),
                                     field(bits, 25, 7), field(bits, 19, 6));
    const struct color v = of_planar(field(bits, 13, 6), field(bits, 6, 7), field(bits, 0, 6));
    for (int y = 0; y < ETC2_SIZE; y++)
        for (int x = 0; x < ETC2_SIZE; x++) {
            struct color c;
            for (unsigned i = 0; i < 3; i++)
                c.part[i] = (x * (h.part[i] - o.part[i]) + y * (v.part[i] - o.part[i]) +
                             4 * o.part[i] + 2) >>
                            2;
            out[y * ETC2_SIZE + x] = word_of(c);
        }
}

/* Sums of base and difference that leave five bits choose the other modes. */
static void decode_color(uint64_t bits, bool punch, uint32_t *out) {
    const bool marked = field(bits, 33, 1); /* differential, or with `punch` opaque */
    int first[3], second[3], outside = 3;
    if (!punch && !marked) {
        decode_individual(bits, out);
        return;
    }
    for (unsigned i = 3; i-- > 0;) {
        const int delta = field(bits, 56 - 8 * i, 3);
        first[i] = field(bits, 59 - 8 * i, 5);
        second[i] = first[i] + (delta & 4 ? delta - 8 : delta);
        if (second[i] < 0 || second[i] > 31)
            outside = (int)i;
    }
    switch (outside) {
    case 0:
        decode_t(bits, marked, out);
        break;
    case 1:
        decode_h(bits, marked, out);
        break;
    case 2:
        decode_planar(bits, out);
        break;
    default:
        decode_differential(bits, first, second, marked, out);
        break;
    }
}

/* ---- EAC ---- */

/* What is added to the base for texel `x`, `y`. Rows of the table have the negative numbers without
 * their sign; the positive ones are the same less one. */
static int modifier(uint64_t bits, unsigned x, unsigned y) {
    static const uint8_t table[16][4] = {
        {3, 6, 9, 15}, {3, 7, 10, 13}, {2, 5, 8, 13}, {2, 4, 6, 13}, {3, 6, 8, 12}, {3, 7, 9, 11},
        {4, 7, 8, 11}, {3, 5, 8, 11},  {2, 6, 8, 10}, {2, 5, 8, 10}, {2, 4, 8, 10}, {2, 5, 7, 10},
        {3, 4, 7, 10}, {1, 2, 3, 10},  {4, 6, 8, 9},  {3, 5, 7, 9},
    };
    const int index = field(bits, 45 - 3 * (x * ETC2_SIZE + y), 3);
    const int size = table[field(bits, 48, 4)][index & 3];
    return index & 4 ? size - 1 : -size;
}

static int alpha_at(uint64_t bits, unsigned x, unsigned y) {
    return clamp(field(bits, 56, 8) + modifier(bits, x, y) * field(bits, 52, 4), 0, 255);
}

/* Eleven bits, extended to sixteen by what repeats them. A multiplier of zero is an eighth. */
static int unsigned_at(uint64_t bits, unsigned x, unsigned y) {
    const int multiplier = field(bits, 52, 4), by = modifier(bits, x, y);
    const int value =
        clamp(field(bits, 56, 8) * 8 + 4 + (multiplier ? by * multiplier * 8 : by), 0, 2047);
    return value << 5 | value >> 6;
}

static int signed_at(uint64_t bits, unsigned x, unsigned y) {
    const int multiplier = field(bits, 52, 4), by = modifier(bits, x, y);
    const int base = clamp((int8_t)(bits >> 56), -127, 127);
    const int value = clamp(base * 8 + (multiplier ? by * multiplier * 8 : by), -1023, 1023);
    const int size = value < 0 ? -value : value, wide = size << 5 | size >> 5;
    return value < 0 ? -wide : wide;
}

static void each_texel(uint64_t bits, int (*at)(uint64_t bits, unsigned x, unsigned y),
                       unsigned shift, uint32_t mask, uint32_t *out) {
    for (unsigned y = 0; y < ETC2_SIZE; y++)
        for (unsigned x = 0; x < ETC2_SIZE; x++)
            out[y * ETC2_SIZE + x] = (out[y * ETC2_SIZE + x] & ~(mask << shift)) |
                                     ((uint32_t)at(bits, x, y) & mask) << shift;
}

void etc2_decode_block(const uint8_t *block, enum etc2_kind kind, uint32_t out[ETC2_TEXELS]) {
    const bool is_signed = kind == ETC2_R_SIGNED || kind == ETC2_RG_SIGNED;
    memset(out, 0, ETC2_TEXELS * sizeof *out);
    switch (kind) {
    case ETC2_RGB:
    case ETC2_PUNCH:
        decode_color(load(block), kind == ETC2_PUNCH, out);
        break;
    case ETC2_RGBA:
        decode_color(load(block + 8), false, out);
        each_texel(load(block), alpha_at, 24, 0xff, out);
        break;
    default:
        each_texel(load(block), is_signed ? signed_at : unsigned_at, 0, 0xffff, out);
        if (kind >= ETC2_RG)
            each_texel(load(block + 8), is_signed ? signed_at : unsigned_at, 16, 0xffff, out);
        break;
    }
}
