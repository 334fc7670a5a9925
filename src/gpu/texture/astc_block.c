/* SPDX-License-Identifier: MIT */
#include "gpu/texture/astc_block.h"

#include <string.h>

/* Places of fields are those of Khronos' Data Format Specification, "Block Layout" and "Block
 * Mode": the mode in bits 0 to 10, then the number of partitions, then colours growing up and
 * weights growing down from bit 127. */

enum {
    MODE_BITS = 11,
    PARTITIONS_AT = 11,
    SINGLE_MODE_AT = 13,
    SINGLE_COLORS_AT = 17,
    SEED_AT = 13,
    SEED_BITS = 10,
    SELECTOR_AT = 23,
    MODES_AT = 25,
    SHARED_COLORS_AT = 29,
    LEAST_WEIGHT_BITS = 24,
    MOST_WEIGHT_BITS = 96,
};

static astc_bits load(const uint8_t bytes[16]) {
    uint64_t low, high;
    memcpy(&low, bytes, 8);
    memcpy(&high, bytes + 8, 8);
    return (astc_bits)high << 64 | low;
}

/* Bit 127 first: how weights are stored. */
static astc_bits reverse(astc_bits bits) {
    return (astc_bits)__builtin_bitreverse64((uint64_t)bits) << 64 |
           __builtin_bitreverse64((uint64_t)(bits >> 64));
}

/* ---- one colour ---- */

/* Sides of the extent, of 13 bits each, from bit 12 on: s from, s to, t from, t to. */
static bool extent_is_legal(astc_bits bits) {
    uint32_t side[4];
    bool ones = true;
    for (unsigned i = 0; i < 4; i++) {
        side[i] = astc_field(bits, 12 + 13 * i, 13);
        ones = ones && side[i] == 0x1fff;
    }
    return ones || (side[0] < side[1] && side[2] < side[3]);
}

static void read_plain(astc_bits bits, struct astc_block *out) {
    if (astc_field(bits, 10, 2) != 3 || !extent_is_legal(bits))
        return;
    out->kind = ASTC_PLAIN;
    out->halves = astc_field(bits, 9, 1);
    for (unsigned i = 0; i < 4; i++)
        out->color[i] = (uint16_t)astc_field(bits, 64 + 16 * i, 16);
}

/* ---- weights ---- */

static void grid_of_first_rows(unsigned mode, struct astc_block *out) {
    const unsigned high = mode >> 7 & 3, low = mode >> 5 & 3;
    unsigned w = low + 2, h = high + 8; /* row 2 */
    switch (mode >> 2 & 3) {
    case 0:
    case 1:
        w = high + (mode & 4 ? 8 : 4);
        h = low + 2;
        break;
    case 3:
        w = high & 2 ? (high & 1) + 2 : low + 2;
        h = high & 2 ? low + 2 : (high & 1) + 6;
        break;
    default:
        break;
    }
    out->grid_width = (uint8_t)w;
    out->grid_height = (uint8_t)h;
}

static bool grid_of_last_rows(unsigned mode, struct astc_block *out) {
    const unsigned low = mode >> 5 & 3;
    unsigned w, h;
    switch (mode >> 7 & 3) {
    case 0:
        w = 12;
        h = low + 2;
        break;
    case 1:
        w = low + 2;
        h = 12;
        break;
    case 2:
        w = low + 6;
        h = (mode >> 9) + 6;
        break;
    default:
        if (low > 1)
            return false;
        w = low ? 10 : 6;
        h = low ? 6 : 10;
        break;
    }
    out->grid_width = (uint8_t)w;
    out->grid_height = (uint8_t)h;
    return true;
}

/* False: a reserved mode. */
static bool read_mode(unsigned mode, struct astc_block *out, unsigned *range) {
    if (!(mode & 15))
        return false;
    const bool first = mode & 3;
    if (first)
        grid_of_first_rows(mode, out);
    else if (!grid_of_last_rows(mode, out))
        return false;
    const bool plain = !first && (mode >> 7 & 3) == 2; /* those bits belong to the height */
    const bool precise = !plain && mode >> 9 & 1;
    out->planes = !plain && mode >> 10 & 1 ? 2 : 1;
    const unsigned row = (first ? mode & 3 : mode >> 2 & 3) << 1 | (mode >> 4 & 1);
    *range = row - 2 + (precise ? 6 : 0);
    return true;
}

/* ---- colours ---- */

/* Modes of several partitions: a class for all, or one of two classes for each. `extra` are the
 * bits that lie below the weights. */
static void read_modes(astc_bits bits, uint32_t extra, struct astc_block *out) {
    const unsigned selector = astc_field(bits, SELECTOR_AT, 2);
    const uint32_t field = astc_field(bits, MODES_AT, 4) | extra << 4;
    for (unsigned i = 0; i < out->partitions; i++)
        out->mode[i] = (uint8_t)(selector ? (selector - 1 + (field >> i & 1)) << 2 |
                                                (field >> (out->partitions + 2 * i) & 3)
                                          : field & 15);
}

/* The largest range of which the values fit into the bits; ASTC_RANGES: none does. */
static unsigned color_range(unsigned values, int bits) {
    for (unsigned r = ASTC_RANGES; r-- > ASTC_FIRST_COLOR;)
        if ((int)astc_sequence_size(r, values) <= bits)
            return r;
    return ASTC_RANGES;
}

/* False: more than a block may hold. `top`: bits below the weights. */
static bool read_endpoints(astc_bits bits, unsigned top, struct astc_block *out) {
    unsigned at = SINGLE_COLORS_AT;
    if (out->partitions == 1) {
        out->mode[0] = (uint8_t)astc_field(bits, SINGLE_MODE_AT, 4);
    } else {
        const bool each = astc_field(bits, SELECTOR_AT, 2);
        const unsigned extra = each ? 3u * out->partitions - 4 : 0;
        at = SHARED_COLORS_AT;
        out->seed = (uint16_t)astc_field(bits, SEED_AT, SEED_BITS);
        top -= extra;
        read_modes(bits, astc_field(bits, top, extra), out);
    }
    if (out->planes == 2) {
        top -= 2;
        out->second = (uint8_t)astc_field(bits, top, 2);
    }
    unsigned values = 0;
    for (unsigned i = 0; i < out->partitions; i++)
        values += astc_mode_values(out->mode[i]);
    if (values > ASTC_COLORS)
        return false;
    const unsigned range = color_range(values, (int)top - (int)at);
    if (range == ASTC_RANGES)
        return false;
    astc_read_colors(bits >> at, range, values, out->values);
    return true;
}

void astc_block_read(const uint8_t bytes[16], unsigned width, unsigned height,
                     struct astc_block *out) {
    *out = (struct astc_block){.kind = ASTC_ILLEGAL};
    const astc_bits bits = load(bytes);
    const unsigned mode = astc_field(bits, 0, MODE_BITS);
    unsigned range;
    if ((mode & 0x1ff) == 0x1fc) {
        read_plain(bits, out);
        return;
    }
    if (!read_mode(mode, out, &range) || out->grid_width > width || out->grid_height > height)
        return;
    const unsigned count = (unsigned)out->grid_width * out->grid_height * out->planes;
    out->partitions = (uint8_t)(astc_field(bits, PARTITIONS_AT, 2) + 1);
    if (count > ASTC_WEIGHTS || (out->planes == 2 && out->partitions == ASTC_PARTITIONS))
        return;
    const unsigned size = astc_sequence_size(range, count);
    if (size < LEAST_WEIGHT_BITS || size > MOST_WEIGHT_BITS ||
        !read_endpoints(bits, 128 - size, out))
        return;
    astc_read_weights(reverse(bits), range, count, out->weights);
    out->kind = ASTC_WEIGHTED;
}
