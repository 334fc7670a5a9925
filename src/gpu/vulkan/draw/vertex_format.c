/* SPDX-License-Identifier: MIT */
#include "gpu/vulkan/draw/vertex_format.h"

#include <math.h>
#include <string.h>

enum { WIDTHS = 0x40, PACKED_FLOATS = 0x31, ALPHA_ONLY = 0x34, WITHOUT_ALPHA = 0x33 };

/* Components in the order R, G, B, A: how many bits each has, from the lowest on. `first`: the
 * first of Vulkan's formats of these widths, in the order that Vulkan always has them in; `last`:
 * that with R and B changed round. */
static const struct {
    uint8_t bits[4];
    uint8_t bytes;
    VkFormat first, swapped;
} widths[WIDTHS] = {
    [0x01] = {{32, 32, 32, 32}, 16, VK_FORMAT_R32G32B32A32_UINT, 0},
    [0x02] = {{32, 32, 32}, 12, VK_FORMAT_R32G32B32_UINT, 0},
    [0x03] = {{16, 16, 16, 16}, 8, VK_FORMAT_R16G16B16A16_UNORM, 0},
    [0x04] = {{32, 32}, 8, VK_FORMAT_R32G32_UINT, 0},
    [0x05] = {{16, 16, 16}, 6, VK_FORMAT_R16G16B16_UNORM, 0},
    [0x0a] = {{8, 8, 8, 8}, 4, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_B8G8R8A8_UNORM},
    [0x0f] = {{16, 16}, 4, VK_FORMAT_R16G16_UNORM, 0},
    [0x12] = {{32}, 4, VK_FORMAT_R32_UINT, 0},
    [0x13] = {{8, 8, 8}, 3, VK_FORMAT_R8G8B8_UNORM, VK_FORMAT_B8G8R8_UNORM},
    [0x18] = {{8, 8}, 2, VK_FORMAT_R8G8_UNORM, 0},
    [0x1b] = {{16}, 2, VK_FORMAT_R16_UNORM, 0},
    [0x1d] = {{8}, 1, VK_FORMAT_R8_UNORM, 0},
    [0x2f] = {{8, 8, 8, 8}, 4, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_B8G8R8A8_UNORM},
    [0x30] = {{10, 10, 10, 2},
              4,
              VK_FORMAT_A2B10G10R10_UNORM_PACK32,
              VK_FORMAT_A2R10G10B10_UNORM_PACK32},
    [0x31] = {{11, 11, 10}, 4, 0, 0},
    [0x32] = {{8, 8}, 2, VK_FORMAT_R8G8_UNORM, 0},
    [0x33] = {{8, 8, 8, 8}, 4, 0, 0},
    [0x34] = {{8}, 1, 0, 0},
};

static bool is_known(const struct state_attribute *a) {
    return a->widths < WIDTHS && widths[a->widths].bytes && a->numbers >= NUMBERS_SNORM &&
           a->numbers <= NUMBERS_FLOAT;
}

VkFormat vertex_format(const struct state_attribute *a) {
    /* Vulkan's order within the formats of some widths. */
    static const uint8_t offsets[] = {
        [NUMBERS_UNORM] = 0, [NUMBERS_SNORM] = 1, [NUMBERS_USCALED] = 2, [NUMBERS_SSCALED] = 3,
        [NUMBERS_UINT] = 4,  [NUMBERS_SINT] = 5,  [NUMBERS_FLOAT] = 6};
    if (!is_known(a))
        return VK_FORMAT_UNDEFINED;
    const uint8_t bits = widths[a->widths].bits[0];
    if (a->widths == PACKED_FLOATS)
        return a->numbers == NUMBERS_FLOAT && !a->bgra ? VK_FORMAT_B10G11R11_UFLOAT_PACK32
                                                       : VK_FORMAT_UNDEFINED;
    const VkFormat first = a->bgra ? widths[a->widths].swapped : widths[a->widths].first;
    if (!first)
        return VK_FORMAT_UNDEFINED;
    if (bits == 32) { /* UINT, SINT, SFLOAT, and no others */
        if (a->numbers == NUMBERS_FLOAT)
            return first + 2;
        return a->numbers == NUMBERS_UINT   ? first
               : a->numbers == NUMBERS_SINT ? first + 1
                                            : VK_FORMAT_UNDEFINED;
    }
    if (a->numbers == NUMBERS_FLOAT && bits != 16)
        return VK_FORMAT_UNDEFINED;
    return first + offsets[a->numbers];
}

unsigned vertex_bytes(const struct state_attribute *a) {
    return is_known(a) ? widths[a->widths].bytes : 0;
}

unsigned vertex_align(const struct state_attribute *a) {
    if (!is_known(a))
        return 1;
    const uint8_t bits = widths[a->widths].bits[0];
    return bits % 8 ? 4 : bits / 8; /* components, or the word that they are packed in */
}

enum shader_scalar vertex_scalar(const struct state_attribute *a) {
    switch (a->numbers) {
    case NUMBERS_SINT:
        return SHADER_SINT;
    case NUMBERS_UINT:
        return SHADER_UINT;
    }
    return SHADER_FLOAT;
}

VkFormat vertex_converted_format(const struct state_attribute *a) {
    switch (vertex_scalar(a)) {
    case SHADER_SINT:
        return VK_FORMAT_R32G32B32A32_SINT;
    case SHADER_UINT:
        return VK_FORMAT_R32G32B32A32_UINT;
    default:
        return VK_FORMAT_R32G32B32A32_SFLOAT;
    }
}

/* ---- values ---- */

/* Floats with five bits of exponent, as 16, 11 and 10 bits have them; `fraction` bits below. */
static float small_float(uint32_t value, unsigned fraction, bool negative) {
    const uint32_t exponent = value >> fraction & 31, low = value & ((1u << fraction) - 1);
    float out;
    if (exponent == 31)
        out = low ? NAN : INFINITY;
    else if (exponent)
        out = ldexpf((float)(low | 1u << fraction), (int)exponent - 15 - (int)fraction);
    else
        out = ldexpf((float)low, -14 - (int)fraction);
    return negative ? -out : out;
}

static float float_of(uint32_t value, unsigned bits) {
    float out = 0;
    switch (bits) {
    case 32:
        memcpy(&out, &value, sizeof out);
        return out;
    case 16:
        return small_float(value & 0x7fff, 10, value >> 15);
    case 11:
        return small_float(value, 6, false);
    case 10:
        return small_float(value, 5, false);
    }
    return out; /* floats of eight bits do not exist */
}

static int32_t signed_of(uint32_t value, unsigned bits) {
    return (int32_t)(value << (32 - bits)) >> (32 - bits);
}

static uint32_t number(uint8_t numbers, uint32_t value, unsigned bits) {
    const double most = ldexp(1, (int)bits) - 1, half = ldexp(1, (int)bits - 1) - 1;
    float out = 0;
    switch (numbers) {
    case NUMBERS_UINT:
        return value;
    case NUMBERS_SINT:
        return (uint32_t)signed_of(value, bits);
    case NUMBERS_UNORM:
        out = (float)(value / most);
        break;
    case NUMBERS_SNORM:
        out = (float)(signed_of(value, bits) / half);
        out = out < -1 ? -1 : out;
        break;
    case NUMBERS_USCALED:
        out = (float)value;
        break;
    case NUMBERS_SSCALED:
        out = (float)signed_of(value, bits);
        break;
    case NUMBERS_FLOAT:
        out = float_of(value, bits);
        break;
    }
    uint32_t word;
    memcpy(&word, &out, sizeof word);
    return word;
}

static uint32_t bits_of(const uint8_t *in, unsigned at, unsigned bits) {
    uint64_t value = 0;
    for (unsigned byte = at / 8; byte <= (at + bits - 1) / 8; byte++)
        value |= (uint64_t)in[byte] << 8 * (byte - at / 8);
    return (uint32_t)(value >> at % 8 & ((1ull << bits) - 1));
}

void vertex_convert(const struct state_attribute *a, const uint8_t *in, uint32_t out[4]) {
    const float one_float = 1;
    uint32_t one = 1;
    if (vertex_scalar(a) == SHADER_FLOAT)
        memcpy(&one, &one_float, sizeof one);
    for (unsigned k = 0; k < 4; k++)
        out[k] = k == 3 ? one : 0;
    if (!is_known(a))
        return;
    for (unsigned k = 0, at = 0; k < 4 && widths[a->widths].bits[k]; k++) {
        const unsigned bits = widths[a->widths].bits[k];
        const uint32_t value = number(a->numbers, bits_of(in, at, bits), bits);
        at += bits;
        if (k == 3 && a->widths == WITHOUT_ALPHA)
            continue;
        out[a->widths == ALPHA_ONLY ? 3 : k] = value;
    }
    if (a->bgra) {
        const uint32_t red = out[0];
        out[0] = out[2];
        out[2] = red;
    }
}
