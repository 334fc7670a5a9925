/* SPDX-License-Identifier: MIT */
#include "gpu/texture/astc_sequence.h"

/* How a value with a digit is brought to its full range ("Endpoint Unquantization", "Weight
 * Unquantization"): B, the pattern of the bits above the lowest one, is (them * spread) >> drop. */
struct scale {
    uint8_t factor; /* C: what a digit weighs */
    uint16_t spread;
    uint8_t drop;
};

struct range {
    uint8_t base; /* of the digit; 1: there is none */
    uint8_t bits;
    struct scale color, weight;
};

static const struct range ranges[ASTC_RANGES] = {
    {1, 1, {0}, {0}},
    {3, 0, {0}, {0}},
    {1, 2, {0}, {0}},
    {5, 0, {0}, {0}},
    {3, 1, {204, 0, 0}, {50, 0, 0}},
    {1, 3, {0}, {0}},
    {5, 1, {113, 0, 0}, {28, 0, 0}},
    {3, 2, {93, 0x116, 0}, {23, 0x45, 0}},
    {1, 4, {0}, {0}},
    {5, 2, {54, 0x10c, 0}, {13, 0x42, 0}},
    {3, 3, {44, 0x85, 0}, {11, 0x21, 0}},
    {1, 5, {0}, {0}},
    {5, 3, {26, 0x105, 1}, {0}},
    {3, 4, {22, 0x41, 0}, {0}},
    {1, 6, {0}, {0}},
    {5, 4, {13, 0x81, 1}, {0}},
    {3, 5, {11, 0x81, 2}, {0}},
    {1, 7, {0}, {0}},
    {5, 5, {6, 0x101, 3}, {0}},
    {3, 6, {5, 0x101, 4}, {0}},
    {1, 8, {0}, {0}},
};

uint32_t astc_field(astc_bits bits, unsigned at, unsigned count) {
    return at < 128 ? (uint32_t)(bits >> at) & ((1u << count) - 1) : 0;
}

unsigned astc_sequence_size(unsigned range, unsigned count) {
    const struct range *r = &ranges[range];
    const unsigned digits = r->base == 3   ? (8 * count + 4) / 5
                            : r->base == 5 ? (7 * count + 2) / 3
                                           : 0;
    return count * r->bits + digits;
}

/* ---- digits ---- */

/* Five digits of base three in eight bits. */
static void unpack_trits(unsigned t, uint8_t *digit) {
    unsigned rest = t & 0x1f;
    if ((t >> 2 & 7) == 7) {
        rest = (t >> 3 & 0x1c) | (t & 3);
        digit[3] = digit[4] = 2;
    } else if ((t >> 5 & 3) == 3) {
        digit[3] = (uint8_t)(t >> 7);
        digit[4] = 2;
    } else {
        digit[3] = t >> 5 & 3;
        digit[4] = (uint8_t)(t >> 7);
    }
    if ((rest & 3) == 3) {
        digit[0] = (uint8_t)((rest >> 2 & 2) | (rest >> 2 & 1 & ~(rest >> 3)));
        digit[1] = (uint8_t)(rest >> 4);
        digit[2] = 2;
    } else if ((rest >> 2 & 3) == 3) {
        digit[0] = rest & 3;
        digit[1] = digit[2] = 2;
    } else {
        digit[0] = (uint8_t)((rest & 2) | (rest & 1 & ~(rest >> 1)));
        digit[1] = rest >> 2 & 3;
        digit[2] = (uint8_t)(rest >> 4);
    }
}

/* Three digits of base five in seven bits. */
static void unpack_quints(unsigned q, uint8_t *digit) {
    unsigned rest = q & 0x1f;
    const unsigned top = q >> 5;
    if ((q >> 1 & 3) == 3 && !top) {
        const unsigned last = q & 1;
        digit[0] = digit[1] = 4;
        digit[2] = (uint8_t)(last << 2 | (last ? 0 : q >> 3 & 3));
        return;
    }
    digit[2] = (uint8_t)top;
    if ((q >> 1 & 3) == 3) {
        digit[2] = 4;
        rest = (q & 0x18) | (~top & 3) << 1 | (q & 1);
    }
    if ((rest & 7) == 5) {
        digit[0] = (uint8_t)(rest >> 3);
        digit[1] = 4;
    } else {
        digit[0] = rest & 7;
        digit[1] = (uint8_t)(rest >> 3);
    }
}

/* ---- groups ---- */

struct piece {
    uint8_t digit, low;
};

/* Takes the bits of one group apart: behind each value's own bits stand some of the digits'. */
static unsigned read_group(astc_bits bits, const struct range *r, struct piece *out) {
    static const uint8_t trit_bits[] = {2, 2, 1, 2, 1}, quint_bits[] = {3, 2, 2};
    const uint8_t *shared = r->base == 3 ? trit_bits : quint_bits;
    const unsigned count = r->base == 3 ? 5 : 3;
    unsigned packed = 0, have = 0, at = 0;
    for (unsigned i = 0; i < count; i++) {
        out[i].low = (uint8_t)astc_field(bits, at, r->bits);
        at += r->bits;
        packed |= astc_field(bits, at, shared[i]) << have;
        at += shared[i];
        have += shared[i];
    }
    uint8_t digit[5];
    if (r->base == 3)
        unpack_trits(packed, digit);
    else
        unpack_quints(packed, digit);
    for (unsigned i = 0; i < count; i++)
        out[i].digit = digit[i];
    return at;
}

/* `out` has room for a whole group behind the last value. */
static void read_pieces(astc_bits bits, unsigned range, unsigned count, struct piece *out) {
    const struct range *r = &ranges[range];
    /* A group that is cut off has zeros where something else begins. */
    const unsigned size = astc_sequence_size(range, count);
    if (size < 128)
        bits &= ((astc_bits)1 << size) - 1;
    for (unsigned i = 0; i < count;) {
        if (r->base == 1) {
            out[i++] = (struct piece){0, (uint8_t)astc_field(bits, 0, r->bits)};
            bits >>= r->bits;
        } else {
            bits >>= read_group(bits, r, out + i);
            i += r->base == 3 ? 5 : 3;
        }
    }
}

enum { GROUP = 5 };

/* ---- values ---- */

/* Repeats a value's bits below themselves until there are `wanted`. */
static unsigned replicate(unsigned value, unsigned bits, unsigned wanted) {
    unsigned have = bits, all = value;
    for (; have < wanted; have += bits)
        all = all << bits | value;
    return all >> (have - wanted);
}

/* `top` is the highest bit of the result: it comes from the lowest bit, as all of A does. */
static unsigned scaled(const struct scale *s, struct piece p, unsigned top) {
    const unsigned all = p.low & 1 ? top * 4 - 1 : 0;
    const unsigned value = p.digit * s->factor + ((unsigned)(p.low >> 1) * s->spread >> s->drop);
    return (all & top) | (value ^ all) >> 2;
}

static unsigned weight_of(const struct range *r, struct piece p) {
    static const uint8_t of_three[] = {0, 32, 63}, of_five[] = {0, 16, 32, 47, 63};
    if (r->base == 1)
        return replicate(p.low, r->bits, 6);
    if (!r->bits)
        return r->base == 3 ? of_three[p.digit] : of_five[p.digit];
    return scaled(&r->weight, p, 0x20);
}

void astc_read_weights(astc_bits bits, unsigned range, unsigned count, uint8_t *out) {
    struct piece pieces[ASTC_WEIGHTS + GROUP];
    read_pieces(bits, range, count, pieces);
    for (unsigned i = 0; i < count; i++) {
        const unsigned w = weight_of(&ranges[range], pieces[i]);
        out[i] = (uint8_t)(w > 32 ? w + 1 : w);
    }
}

void astc_read_colors(astc_bits bits, unsigned range, unsigned count, uint8_t *out) {
    const struct range *r = &ranges[range];
    struct piece pieces[ASTC_COLORS + GROUP];
    read_pieces(bits, range, count, pieces);
    for (unsigned i = 0; i < count; i++)
        out[i] = (uint8_t)(r->base == 1 ? replicate(pieces[i].low, r->bits, 8)
                                        : scaled(&r->color, pieces[i], 0x80));
}
