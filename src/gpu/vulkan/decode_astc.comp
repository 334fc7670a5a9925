/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#include "decode.glsl"
#include "astc_sequence.glsl"
#include "astc_endpoint.glsl"

/* ASTC blocks to texels: gpu/texture/astc.c and astc_block.c say what this is, and both give the
 * same bits. */

const uint SRGB8 = 0, UNORM8 = 1, HALF = 2, HALF_HDR = 3; /* enum astc_output */
const uint HALF_ONE = 0x3c00, HALF_MOST = 0x7bff, HALF_INFINITE = 0x7c00;

void store(uvec4 part) {
    const uint at = texel_number(gl_GlobalInvocationID);
    Texels texels = Texels(push.texels);
    if (push.kind < HALF) {
        texels.word[at] = part.x | part.y << 8 | part.z << 16 | part.w << 24;
    } else {
        texels.word[2 * at] = part.x | part.y << 16;
        texels.word[2 * at + 1] = part.z | part.w << 16;
    }
}

void store_error() {
    const uint one = push.kind < HALF ? 255 : HALF_ONE;
    store(uvec4(one, 0, one, one));
}

/* ---- components ---- */

uint half_of_unorm(uint value) {
    if (value == 0xffff)
        return HALF_ONE;
    if (value < 4)
        return value << 8;
    const uint top = findMSB(value);
    const uint fraction = top > 10 ? value >> (top - 10) : value << (10 - top);
    return (top - 1) << 10 | (fraction & 0x3ff);
}

uint half_of_log(uint value) {
    const uint m = value & 0x7ff;
    const uint bent = m < 512 ? 3 * m : m < 1536 ? 4 * m - 512 : 5 * m - 2048;
    return min((value >> 11 << 10) + (bent >> 3), HALF_MOST);
}

uint component(uint from, uint to, bool hdr, uint weight) {
    const uvec2 share = uvec2(64 - weight, weight);
    uvec2 ends = uvec2(from, to);
    if (hdr)
        ends <<= 4;
    else if (push.kind == SRGB8)
        ends = ends << 8 | 0x80;
    else
        ends *= 0x101;
    const uint value = (ends.x * share.x + ends.y * share.y + 32) >> 6;
    return hdr ? half_of_log(value) : push.kind < HALF ? value >> 8 : half_of_unorm(value);
}

/* ---- one colour ---- */

void decode_plain(uvec4 bits) {
    bool ones = true;
    uint side[4];
    for (uint i = 0; i < 4; i++) {
        side[i] = field(bits, 12 + 13 * i, 13);
        ones = ones && side[i] == 0x1fff;
    }
    const bool halves = field(bits, 9, 1) == 1;
    const bool legal = ones || (side[0] < side[1] && side[2] < side[3]);
    if (field(bits, 10, 2) != 3 || !legal || (halves && push.kind != HALF_HDR)) {
        store_error();
        return;
    }
    uvec4 part;
    for (uint i = 0; i < 4; i++) {
        const uint value = field(bits, 64 + 16 * i, 16);
        if (halves)
            part[i] = (value & HALF_INFINITE) == HALF_INFINITE ? (value & 0x8000) | HALF_MOST : value;
        else
            part[i] = push.kind < HALF ? value >> 8 : half_of_unorm(value);
    }
    store(part);
}

/* ---- block mode ---- */

struct Weights {
    uvec2 grid;
    uint planes, range;
};

/* False: a reserved mode. */
bool read_mode(uint mode, out Weights w) {
    const uint high = mode >> 7 & 3, low = mode >> 5 & 3;
    const bool first = (mode & 3) != 0, plain = !first && high == 2;
    w = Weights(uvec2(0), 1, 0);
    if ((mode & 15) == 0)
        return false;
    if (first) {
        const uint row = mode >> 2 & 3;
        if (row < 2)
            w.grid = uvec2(high + 4 + 4 * row, low + 2);
        else if (row == 2)
            w.grid = uvec2(low + 2, high + 8);
        else
            w.grid = high > 1 ? uvec2((high & 1) + 2, low + 2) : uvec2(low + 2, high + 6);
    } else if (high == 0) {
        w.grid = uvec2(12, low + 2);
    } else if (high == 1) {
        w.grid = uvec2(low + 2, 12);
    } else if (high == 2) {
        w.grid = uvec2(low + 6, (mode >> 9) + 6);
    } else if (low < 2) {
        w.grid = low == 0 ? uvec2(6, 10) : uvec2(10, 6);
    } else {
        return false;
    }
    w.planes = !plain && (mode >> 10 & 1) == 1 ? 2 : 1;
    w.range = ((first ? mode & 3 : mode >> 2 & 3) << 1 | (mode >> 4 & 1)) - 2;
    if (!plain && (mode >> 9 & 1) == 1)
        w.range += 6;
    return true;
}

/* ---- weights ---- */

uvec2 grid_place(uvec2 at, uvec2 grid) {
    const uvec2 scale = (1024 + push.block / 2) / (push.block - 1);
    return (scale * at * (grid - 1) + 32) >> 6;
}

uint weight_at(Sequence s, Weights w, uvec2 place, uint plane) {
    const uvec2 f = place & 15, p = place >> 4;
    const uint count = w.grid.x * w.grid.y;
    const uint w11 = (f.x * f.y + 8) >> 4, w10 = f.y - w11, w01 = f.x - w11;
    const uint first = p.y * w.grid.x + p.x;
    const uint share[4] = {16 - f.x - w10, w01, w10, w11};
    const uint number[4] = {first, first + 1, first + w.grid.x, first + w.grid.x + 1};
    uint sum = 8;
    for (uint i = 0; i < 4; i++)
        if (share[i] != 0 && number[i] < count)
            sum += share[i] * weight_value(s, number[i] * w.planes + plane);
    return sum >> 4;
}

/* ---- partitions ---- */

uint hash(uint p) {
    p ^= p >> 15;
    p *= 0xeede0891u;
    p ^= p >> 5;
    p += p << 16;
    p ^= p >> 7;
    p ^= p >> 3;
    p ^= p << 6;
    return p ^ p >> 17;
}

uint partition_at(uint seed, uint count, uvec2 at) {
    seed += (count - 1) * 1024;
    const uint bits = hash(seed);
    const uint by_seed = (seed & 2) == 2 ? 4 : 5, by_count = count == 3 ? 6 : 5;
    const bool odd = (seed & 1) == 1;
    const uvec2 shift = odd ? uvec2(by_seed, by_count) : uvec2(by_count, by_seed);
    if (push.block.x * push.block.y < 31)
        at *= 2;
    uint best = 0, height = 0;
    for (uint i = 0; i < count; i++) {
        uvec2 s = uvec2(bits >> (8 * i), bits >> (8 * i + 4)) & 15;
        s = s * s >> shift;
        const uint here = (s.x * at.x + s.y * at.y + (bits >> (14 - 4 * i))) & 0x3f;
        if (i == 0 || here > height) {
            best = i;
            height = here;
        }
    }
    return best;
}

/* ---- blocks ---- */

void decode_weighted(uvec4 bits, uvec2 at) {
    Weights w;
    const bool known = read_mode(field(bits, 0, 11), w);
    const uint partitions = field(bits, 11, 2) + 1, selector = field(bits, 23, 2);
    const uint count = w.grid.x * w.grid.y * w.planes, weight_bits = sequence_size(w.range, count);
    if (!known || any(greaterThan(w.grid, push.block)) || count > 64 || weight_bits < 24 ||
        weight_bits > 96 || (w.planes == 2 && partitions == 4)) {
        store_error();
        return;
    }
    const bool shared_mode = partitions == 1 || selector == 0;
    const uint extra = shared_mode ? 0 : 3 * partitions - 4;
    uint top = 128 - weight_bits - extra;
    const uint modes = field(bits, 25, 4) | field(bits, top, extra) << 4;
    if (w.planes == 2)
        top -= 2;
    const uint mine = partitions > 1 ? partition_at(field(bits, 13, 10), partitions, at) : 0;
    uint values = 0, first_value = 0, mode = 0;
    for (uint i = 0; i < partitions; i++) {
        const uint its = partitions == 1 ? field(bits, 13, 4)
                         : selector == 0 ? modes & 15
                                         : (selector - 1 + (modes >> i & 1)) << 2 |
                                               (modes >> (partitions + 2 * i) & 3);
        if (i == mine) {
            first_value = values;
            mode = its;
        }
        values += (its >> 2) * 2 + 2;
    }
    const uint begin = partitions == 1 ? 17 : 29, room = top > begin ? top - begin : 0;
    uint range = RANGES - 1;
    while (range >= FIRST_COLOR && sequence_size(range, values) > room)
        range--;
    if (values > 18 || range < FIRST_COLOR) {
        store_error();
        return;
    }
    const Sequence colors = Sequence(bits, begin, begin + sequence_size(range, values), range_of(range));
    int v[8];
    for (uint i = 0; i < 8; i++)
        v[i] = i < (mode >> 2) * 2 + 2 ? int(color_value(colors, first_value + i)) : 0;
    const Endpoint e = endpoint(mode, v);
    if (e.hdr && push.kind != HALF_HDR) {
        store_error();
        return;
    }
    const Sequence weights = Sequence(bitfieldReverse(bits.wzyx), 0, weight_bits, range_of(w.range));
    const uvec2 place = grid_place(at, w.grid);
    const uint weight = weight_at(weights, w, place, 0);
    const uint second = w.planes == 2 ? field(bits, top, 2) : 4;
    uvec4 part;
    for (uint i = 0; i < 4; i++)
        part[i] = component(e.from[i], e.to[i], i == 3 ? e.hdr_alpha : e.hdr,
                            i == second ? weight_at(weights, w, place, 1) : weight);
    store(part);
}

void main() {
    const uvec3 p = gl_GlobalInvocationID;
    if (outside(p))
        return;
    Blocks blocks = Blocks(push.blocks);
    const uint unit = first_unit(p, 2);
    const uvec4 bits = uvec4(blocks.at[unit], blocks.at[unit + 1]);
    if ((bits.x & 0x1ff) == 0x1fc)
        decode_plain(bits);
    else
        decode_weighted(bits, p.xy % push.block);
}
