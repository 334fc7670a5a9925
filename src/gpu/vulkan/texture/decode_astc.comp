/* SPDX-License-Identifier: MIT */
#version 460
#extension GL_GOOGLE_include_directive : require
#include "decode.glsl"
#include "astc_sequence.glsl"
#include "astc_endpoint.glsl"

/* ASTC blocks to texels: gpu/texture/astc.c and astc_block.c say what this is, and both give the
 * same bits. Sixteen invocations have a block: together they read its values, each endpoint is made
 * by one of them, and then each has some of the texels. */

layout(local_size_x = 16, local_size_y = 4) in;

const uint LANES = 16, BLOCKS_A_GROUP = 4, MOST_WEIGHTS = 64, MOST_COLORS = 18;
shared uint shared_weights[BLOCKS_A_GROUP][MOST_WEIGHTS];
shared int shared_colors[BLOCKS_A_GROUP][MOST_COLORS];
shared Endpoint shared_ends[BLOCKS_A_GROUP][4];

const uint SRGB8 = 0, UNORM8 = 1, HALF = 2, HALF_HDR = 3; /* enum astc_output */
const uint HALF_ONE = 0x3c00, HALF_MOST = 0x7bff, HALF_INFINITE = 0x7c00;

/* Division by a number that the compiler does not know is slow on CPUs. */
uvec2 in_block(uint texel) {
    const uint y = texel * push.inverse >> 16;
    return uvec2(texel - y * push.block.x, y);
}

/* Of the texel with that number in the block; those of an image's last blocks may lie outside. */
void store(uvec3 block, uint texel, uvec4 part) {
    const uvec3 place = uvec3(block.xy * push.block + in_block(texel), block.z);
    if (outside(place))
        return;
    const uint at = texel_number(place);
    Texels texels = Texels(push.texels);
    if (push.kind < HALF) {
        texels.word[at] = part.x | part.y << 8 | part.z << 16 | part.w << 24;
    } else {
        texels.word[2 * at] = part.x | part.y << 16;
        texels.word[2 * at + 1] = part.z | part.w << 16;
    }
}

uvec4 error_color() {
    const uint one = push.kind < HALF ? 255 : HALF_ONE;
    return uvec4(one, 0, one, one);
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

uvec4 plain_color(uvec4 bits) {
    bool ones = true;
    uvec4 side;
    for (uint i = 0; i < 4; i++) {
        side[i] = field(bits, 12 + 13 * i, 13);
        ones = ones && side[i] == 0x1fff;
    }
    const bool halves = field(bits, 9, 1) == 1;
    const bool legal = ones || (side[0] < side[1] && side[2] < side[3]);
    if (field(bits, 10, 2) != 3 || !legal || (halves && push.kind != HALF_HDR))
        return error_color();
    uvec4 part;
    for (uint i = 0; i < 4; i++) {
        const uint value = field(bits, 64 + 16 * i, 16);
        if (halves)
            part[i] = (value & HALF_INFINITE) == HALF_INFINITE ? (value & 0x8000) | HALF_MOST : value;
        else
            part[i] = push.kind < HALF ? value >> 8 : half_of_unorm(value);
    }
    return part;
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
    return (push.scale * at * (grid - 1) + 32) >> 6;
}

uint weight_at(Weights w, uvec2 place, uint plane) {
    const uvec2 f = place & 15, p = place >> 4;
    const uint last = w.grid.x * w.grid.y * w.planes - 1, row = w.grid.x * w.planes;
    const uint w11 = (f.x * f.y + 8) >> 4, w10 = f.y - w11, w01 = f.x - w11;
    /* What lies behind the grid has no share. */
    const uint first = p.y * row + p.x * w.planes + plane;
    const uvec4 at = min(uvec4(first, first + w.planes, first + row, first + row + w.planes), last);
    const uint y = gl_LocalInvocationID.y;
    return (shared_weights[y][at.x] * (16 - f.x - w10) + shared_weights[y][at.y] * w01 +
            shared_weights[y][at.z] * w10 + shared_weights[y][at.w] * w11 + 8) >>
           4;
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

struct Header {
    bool legal;
    Weights weights;
    uint weight_count, weight_bits;
    uint second; /* component with the second weight; 4: none */
    uint partitions, seed;
    uint modes;              /* of endpoints, four bits each */
    uint colors, color_begin, color_range;
};

/* Modes of endpoints; `extra`: the bits of them that lie below the weights. */
uint endpoint_modes(uvec4 bits, uint partitions, uint extra) {
    const uint selector = field(bits, 23, 2), both = field(bits, 25, 4) | extra << 4;
    uint modes = 0;
    if (partitions == 1)
        return field(bits, 13, 4);
    for (uint i = 0; i < partitions; i++) {
        const uint its = selector == 0 ? both & 15
                                       : (selector - 1 + (both >> i & 1)) << 2 |
                                             (both >> (partitions + 2 * i) & 3);
        modes |= its << 4 * i;
    }
    return modes;
}

/* The largest range of which the values fit into the bits; below FIRST_COLOR: none does. */
uint color_range(uint values, uint bits) {
    uint fits = FIRST_COLOR - 1;
    for (uint step = 16; step > 0; step /= 2)
        if (fits + step < RANGES && sequence_size(fits + step, values) <= bits)
            fits += step;
    return fits;
}

Header read_header(uvec4 bits) {
    Header h;
    const bool known = read_mode(field(bits, 0, 11), h.weights);
    const Weights w = h.weights;
    h.partitions = field(bits, 11, 2) + 1;
    h.seed = field(bits, 13, 10);
    h.weight_count = w.grid.x * w.grid.y * w.planes;
    h.weight_bits = sequence_size(w.range, h.weight_count);
    h.legal = known && all(lessThanEqual(w.grid, push.block)) && h.weight_count <= MOST_WEIGHTS &&
              h.weight_bits >= 24 && h.weight_bits <= 96 && !(w.planes == 2 && h.partitions == 4);
    if (!h.legal)
        return h;
    const bool shared_mode = h.partitions == 1 || field(bits, 23, 2) == 0;
    const uint extra = shared_mode ? 0 : 3 * h.partitions - 4;
    uint top = 128 - h.weight_bits - extra;
    h.modes = endpoint_modes(bits, h.partitions, field(bits, top, extra));
    if (w.planes == 2)
        top -= 2;
    h.second = w.planes == 2 ? field(bits, top, 2) : 4;
    h.colors = 0;
    for (uint i = 0; i < h.partitions; i++)
        h.colors += (h.modes >> (4 * i + 2) & 3) * 2 + 2;
    h.color_begin = h.partitions == 1 ? 17 : 29;
    const uint room = top > h.color_begin ? top - h.color_begin : 0;
    h.color_range = color_range(h.colors, room);
    h.legal = h.colors <= MOST_COLORS && h.color_range >= FIRST_COLOR;
    return h;
}

void read_values(uvec4 bits, Header h) {
    const uvec3 id = gl_LocalInvocationID;
    const uint color_size = sequence_size(h.color_range, h.colors);
    const Sequence colors = sequence(bits, h.color_begin, color_size, h.color_range);
    const Sequence weights =
        sequence(bitfieldReverse(bits.wzyx), 0, h.weight_bits, h.weights.range);
    for (uint i = id.x; i < h.weight_count; i += LANES)
        shared_weights[id.y][i] = weight_value(weights, i);
    for (uint i = id.x; i < h.colors; i += LANES)
        shared_colors[id.y][i] = int(color_value(colors, i));
}

void make_endpoint(Header h, uint which) {
    const uint y = gl_LocalInvocationID.y, mode = h.modes >> 4 * which & 15;
    uint first = 0;
    for (uint i = 0; i < which; i++)
        first += (h.modes >> (4 * i + 2) & 3) * 2 + 2;
    int v[8];
    for (uint i = 0; i < 8; i++)
        v[i] = shared_colors[y][min(first + i, MOST_COLORS - 1)]; /* as many as the mode has are used */
    shared_ends[y][which] = endpoint(mode, v);
}

uvec4 weighted_color(Header h, uint texel) {
    const uvec2 at = in_block(texel);
    const uint which = h.partitions > 1 ? partition_at(h.seed, h.partitions, at) : 0;
    const Endpoint e = shared_ends[gl_LocalInvocationID.y][which];
    if (e.hdr && push.kind != HALF_HDR)
        return error_color();
    const uvec2 place = grid_place(at, h.weights.grid);
    const uint weight = weight_at(h.weights, place, 0);
    const uint other = h.weights.planes == 2 ? weight_at(h.weights, place, 1) : weight;
    uvec4 part;
    for (uint i = 0; i < 4; i++)
        part[i] = component(e.from[i], e.to[i], i == 3 ? e.hdr_alpha : e.hdr,
                            i == h.second ? other : weight);
    return part;
}

void main() {
    const uint lane = gl_LocalInvocationID.x;
    const uvec3 block = uvec3(gl_WorkGroupID.x * BLOCKS_A_GROUP + gl_LocalInvocationID.y,
                              gl_WorkGroupID.yz);
    const bool there = block.x * push.block.x < push.size.x;
    uvec4 bits = uvec4(0); /* an illegal block, which has no texel in the image */
    if (there) {
        const uint unit = first_unit(block, 2);
        bits = uvec4(Blocks(push.blocks).at[unit], Blocks(push.blocks).at[unit + 1]);
    }
    const bool plain = (bits.x & 0x1ff) == 0x1fc;
    Header h = read_header(bits);
    h.legal = h.legal && !plain;
    if (h.legal)
        read_values(bits, h);
    barrier();
    if (h.legal && lane < h.partitions)
        make_endpoint(h, lane);
    barrier();
    const uvec4 one = plain ? plain_color(bits) : error_color();
    for (uint i = lane; i < push.block.x * push.block.y; i += LANES)
        store(block, i, h.legal ? weighted_color(h, i) : one);
}
